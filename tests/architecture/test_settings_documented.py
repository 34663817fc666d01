"""docs/SETTINGS.md lists every environment variable that the settings read, and no other."""

import ast
import re

from tests.architecture.sources import ROOT, dotted, parsed

ROW = re.compile(r"^\| `([A-Z][A-Z0-9_]*)` \|", re.MULTILINE)


def variables_read() -> set[str]:
    """First arguments of `env.text("NAME", …)` and its sisters in app/settings.py."""
    return {
        str(node.args[0].value)
        for node in ast.walk(parsed(ROOT / "app" / "settings.py"))
        if isinstance(node, ast.Call) and dotted(node.func).startswith("env.")
        if node.args and isinstance(node.args[0], ast.Constant)
    }


def variables_listed() -> list[str]:
    return ROW.findall((ROOT / "docs" / "SETTINGS.md").read_text())


def test_every_variable_is_listed_once_and_none_is_invented() -> None:
    listed = variables_listed()
    assert sorted(listed) == sorted(variables_read())


def test_the_environment_is_read_in_one_place_only() -> None:
    elsewhere = [
        str(path.relative_to(ROOT))
        for folder in ("app", "mailboxes", "bounces", "admission", "sequences")
        for path in (ROOT / folder).rglob("*.py")
        if "launch" not in path.parts and path.name not in ALLOWED and "os.environ" in path.read_text()
    ]
    assert not elsewhere


# wsgi and worker set DJANGO_SETTINGS_MODULE; failpoints are for tests, which arm them from outside.
ALLOWED = {"env.py", "wsgi.py", "worker.py", "failpoints.py"}
