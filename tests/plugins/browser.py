"""Fixture `page`: a real Chromium that fails the test on any breach of the content policy and any error in the console.

Without Chromium such tests are skipped, except in CI, where that is a failure. Loaded with `-p`: fixtures that modules
import are made once a module, and Playwright bears no second loop in a process.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def needs_chromium() -> None:
    if CHROMIUM is None:
        if os.environ.get("CI") == "true":
            pytest.fail("Chromium is not installed: apt-get install chromium fonts-dejavu-core")
        pytest.skip("Chromium is not installed")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser a worker."""
    needs_chromium()
    # Playwright's loop runs in this thread, and Django would refuse the database to whoever runs one.
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()
    if before is None:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of its own, without the cookies of any other test."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    opened = context.new_page()
    said: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if "status of 422" in message.text:  # a form that was refused is shown again with its reasons
            return
        if message.type == "error" or "Content Security Policy" in message.text:
            said.append(f"{message.type}: {message.text}")

    opened.on("console", hear)
    opened.on("pageerror", lambda error: said.append(str(error)))
    yield opened
    context.close()
    assert said == []


AXE = Path(__file__).resolve().parents[1] / "data" / "axe" / "axe.min.js"
LOOKED_FOR = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}}


def no_serious_violations(page: Page) -> None:
    """Let axe look at the page as it is; fail with each serious or critical violation and the elements it names.

    The script is evaluated from outside, past the page's own content policy.
    """
    page.evaluate(AXE.read_text())
    found: dict[str, Any] = page.evaluate("options => axe.run(document, options)", LOOKED_FOR)
    serious = [one for one in found["violations"] if one["impact"] in {"serious", "critical"}]
    told = [f"{one['id']}: {[node['html'][:160] for node in one['nodes'][:4]]}" for one in serious]
    assert told == [], "\n".join(told)
