"""A real browser for the tests: Chromium as the system has it, driven with playwright."""

import os
import shutil

import pytest

SANITIZED = "asan" in os.environ.get("LD_PRELOAD", "")
"""Whether this is `make sanitize`, whose sanitizer every program would load that a test starts."""

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def missing(reason):
    """Skip on a user's machine; where CI is set the browser is part of what must pass."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason, allow_module_level=True)


def chromium_path():
    """The browser's program; skips where there is none."""
    if SANITIZED:
        pytest.skip("a browser does not run under AddressSanitizer", allow_module_level=True)
    path = os.environ.get("DENOISE_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        missing(f"no browser: none of {', '.join(NAMES)} is installed, and DENOISE_CHROMIUM names none")
    return path


# Of a module, not of the session: playwright holds an event loop, and other modules call asyncio.run.
@pytest.fixture(scope="module")
def browser():
    path = chromium_path()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("playwright is not installed: pip install 'scrapy-denoise[test]'")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path)
        yield browser
        browser.close()


@pytest.fixture
def tab(browser):
    """A tab of its own; ``problems`` are what its console complains of."""
    context = browser.new_context(viewport={"width": 1300, "height": 800})
    tab = context.new_page()
    tab.problems = []
    tab.on("pageerror", lambda error: tab.problems.append(str(error)))
    tab.on("console", lambda message: tab.problems.append(message.text) if message.type == "error" else None)
    tab.set_default_timeout(120_000)
    yield tab
    context.close()


def show(tab, html, path):
    """Open the viewer's file from the disk, as a user does; gives the frame with the page."""
    path.write_text(html, encoding="utf-8")
    tab.goto(path.as_uri())
    tab.wait_for_selector("#status[data-ready]")
    return tab.frames[1]
