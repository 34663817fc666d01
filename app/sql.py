"""Named SQL statements kept beside the package that runs them: `-- name: what it does; called by …`."""

import re
from functools import cache
from pathlib import Path

HEADER = re.compile(r"^-- (\w+):", re.MULTILINE)


@cache
def statements(package: str) -> dict[str, str]:
    """Return each named statement of `package`/sql/*.sql; a name is used once."""
    found: dict[str, str] = {}
    for path in sorted((Path(__file__).resolve().parent.parent / package / "sql").glob("*.sql")):
        text = path.read_text()
        heads = list(HEADER.finditer(text))
        for head, following in zip(heads, [*heads[1:], None], strict=True):
            name = head[1]
            if name in found:
                message = f"two statements are called {name}"
                raise ValueError(message)
            body = text[head.start() : following.start() if following else None]
            found[name] = "\n".join(line for line in body.splitlines() if not line.startswith("--")).strip()
    return found
