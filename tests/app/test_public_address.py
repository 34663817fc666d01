"""The web answers under the address that its opt-out links name, without being told twice."""

import os
import subprocess
import sys

import pytest

from app.launch.home import REPOSITORY

SHOW = "from app import settings; print(*settings.ALLOWED_HOSTS)"
USUAL = "127.0.0.1 localhost testserver"


@pytest.mark.parametrize(
    ("url", "hosts"),
    [("https://Forbear.example.com/", f"{USUAL} forbear.example.com"), ("http://127.0.0.1:8001", USUAL)],
)
def test_the_host_of_base_url_is_answered(url: str, hosts: str) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "ALLOWED_HOSTS"} | {"BASE_URL": url}
    shown = subprocess.run(
        [sys.executable, "-c", SHOW], cwd=REPOSITORY, env=environment, capture_output=True, text=True, check=True
    )
    assert shown.stdout.strip() == hosts
