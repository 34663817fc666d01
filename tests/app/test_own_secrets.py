import subprocess
import sys

import pytest
from pytest_django import Settings

from app.core.errors import SettingError
from app.crypto import require_own_secrets
from app.launch.home import REPOSITORY
from app.settings import PUBLIC_KEY, PUBLIC_SECRET

PUBLIC: dict[str, object] = {
    "SECRET_KEY": PUBLIC_SECRET,
    "CREDENTIAL_KEYS": [("new", "of-its-own"), ("old", PUBLIC_KEY)],
    "ADDRESS_PEPPER": PUBLIC_SECRET.encode(),
    "TOKEN_KEYS": [("1", PUBLIC_SECRET)],
}


def test_secrets_of_its_own_let_a_real_installation_start(settings: Settings) -> None:
    settings.FORBEAR_KIND = "real"
    require_own_secrets()


@pytest.mark.parametrize("name", PUBLIC)
def test_a_public_secret_is_refused_by_name(settings: Settings, name: str) -> None:
    settings.FORBEAR_KIND = "real"
    setattr(settings, name, PUBLIC[name])
    with pytest.raises(SettingError, match=f"^{name} still has the value"):
        require_own_secrets()


def test_a_rehearsal_may_run_on_public_secrets(settings: Settings) -> None:
    settings.FORBEAR_KIND = "rehearsal"
    settings.SECRET_KEY = PUBLIC_SECRET
    require_own_secrets()


@pytest.mark.parametrize("module", ["app.wsgi", "app.worker"])
def test_web_and_worker_do_not_start_without_an_environment(module: str) -> None:
    bare = {"PATH": "/usr/bin", "BROKER_URL": "stub://"}
    done = subprocess.run(
        [sys.executable, "-c", f"import {module}"],
        cwd=REPOSITORY,
        env=bare,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "SettingError: SECRET_KEY still has the value" in done.stderr


def test_the_clock_does_not_start_without_an_environment() -> None:
    command = [sys.executable, "manage.py", "run_clock", "--skip-checks"]
    done = subprocess.run(
        command, cwd=REPOSITORY, env={"PATH": "/usr/bin"}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "SECRET_KEY still has the value" in done.stderr
