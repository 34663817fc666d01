"""Starts one PostgreSQL for the whole run and gives it secrets, before pytest-django reads the settings.

Named in pyproject's `addopts`, because a conftest would be read too late. The workers of pytest-xdist inherit
DATABASE_URL and each creates its own `test_…_gwN` on the one server. A DATABASE_URL that is set is used as it is.
"""

import os

import pytest

from app.launch import postgres

SERVER = pytest.StashKey[postgres.Server]()
# Processes that tests start are processes of a real installation, and refuse to run on the public ones.
SECRETS = {
    "SECRET_KEY": "a-secret-of-a-test-run",
    "CREDENTIAL_KEYS": "test:b2YtYS10ZXN0LXJ1bi1vbmx5LTMyLWJ5dGVzLWhlcmU=",
    "ADDRESS_PEPPER": "a-secret-of-a-test-run",
    "TOKEN_KEYS": "1:a-secret-of-a-test-run",
}


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    os.environ.update(SECRETS)
    os.environ["PRIVATE_MAIL_HOSTS"] = "127.0.0.1,localhost"  # where the servers of tests listen
    os.environ["BROKER_URL"] = "stub://"  # tests of real brokers start workers of their own
    if "DATABASE_URL" not in os.environ:
        server = early_config.stash[SERVER] = postgres.start_throw_away()
        os.environ["DATABASE_URL"] = server.url("forbear")


def pytest_unconfigure(config: pytest.Config) -> None:
    if server := config.stash.get(SERVER, None):
        server.stop()
        del os.environ["DATABASE_URL"]
