"""Names the marker of the tests that need a browser."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "browser: needs Chromium; its absence fails in CI")
