"""The audit of pages finds what it is there for."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.web.browsing import audited, page_of, readable

pytestmark = pytest.mark.browser

PAGE = """<!doctype html><html lang="en"><title>T</title><body style="background: {behind}"><main><h1>T</h1>
<nav><a href="/a">One</a> <a href="/b">Two</a></nav>{body}</main>"""
LINK = '<p>Words before <a href="/c" style="color: {colour}; text-decoration: none">a link</a> and after.</p>'


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ('<img src="data:,">', "image-alt"),
        ('<p>Dark. <span style="color: #bbb">Faint.</span></p>', "color-contrast"),
        (LINK.format(colour="#111"), "link-in-text-block"),
    ],
)
def test_a_fault_of_a_page_is_found(browser: Browser, body: str, fault: str) -> None:
    with page_of(browser) as page:
        page.set_content(PAGE.format(behind="white", body=body))
        with pytest.raises(AssertionError, match=fault):
            audited(page)


def test_a_page_without_faults_is_let_through_until_its_theme_has_some(browser: Browser) -> None:
    with page_of(browser) as page:
        page.set_content(PAGE.format(behind="white", body=LINK.format(colour="#005fcc") + "<p>Words.</p>"))
        audited(page)
        page.evaluate("document.body.style.background = '#111'")
        with pytest.raises(AssertionError, match="color-contrast"):
            readable(page)
