"""A browser for the tests of the page: one for all of them, and a page for each."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.report.models import check, large, large_table
from turs.report import Report, make
from turs.report.page import _template

WIDE = {"width": 1280, "height": 900}


def find_chromium() -> str | None:
    """Find the program, by the environment or by its usual names."""
    named = os.environ.get("TURS_CHROMIUM")
    if named:
        return named
    usual = [*map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))]
    return next(
        (path for path in [*usual, "/usr/bin/chromium"] if path and Path(path).exists()), None
    )


def give_up(why: str) -> None:
    """Skip the test, or fail where a browser is required."""
    if os.environ.get("TURS_REQUIRE_BROWSER") == "1":
        pytest.fail(why)
    pytest.skip(why)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, driven by Playwright."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        give_up("Playwright is not installed, so the page is not tried in a browser.")
    chromium = find_chromium()
    if chromium is None:
        give_up("There is no Chromium here (set TURS_CHROMIUM), so the page is not tried in one.")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield started
        started.close()


class Visit:
    """A page in the browser, and what it did that it should not have done."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.requests: list[str] = []
        self.complaints: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", self._refuse)

    def _refuse(self, dialog: Any) -> None:
        self.complaints.append(f"dialog: {dialog.message}")
        dialog.dismiss()


@pytest.fixture
def visit(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Open a report from a file; no request may leave the page, and nothing may go wrong."""
    visits: list[Visit] = []
    contexts = []

    def open_report(report: Report, **options: Any) -> Any:
        path = tmp_path / f"page-{len(visits)}.html"
        report.save(path)
        context = browser.new_context(**{"viewport": WIDE, "reduced_motion": "reduce", **options})
        contexts.append(context)
        visits.append(Visit(context.new_page()))
        visits[-1].page.set_default_timeout(5000)
        visits[-1].page.goto(path.as_uri())
        return visits[-1].page

    yield open_report
    for one in visits:
        assert [
            url for url in one.requests if not url.startswith(("file:", "data:", "about:"))
        ] == []
        assert one.complaints == []
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def reader(browser: Any) -> Iterator[Callable[[str, Any], Any]]:
    """Run a function of JavaScript where the reader is loaded, and nothing else."""
    context = browser.new_context()
    page = context.new_page()
    page.add_script_tag(content=_template("reader.js"))
    yield page.evaluate
    context.close()


@pytest.fixture(scope="session")
def large_report() -> Report:
    """The page of 300 rules and 12 classes, with test rows."""
    table, classes = large_table(400, 12, seed=3)
    return make(large().data, check(large(), table, classes))
