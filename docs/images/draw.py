"""Draws the pictures of the viewer for the documentation, from pages of the example sites.

    PYTHONPATH=.:example_project python docs/images/draw.py

Needs the extras ``viewer`` and ``test`` (playwright) and a Chromium (DENOISE_CHROMIUM, or one on the path). The picture
of the README (viewer-article.png) is of docs/examples/gazette.
"""

import asyncio
import os
import shutil
import tempfile
from pathlib import Path

from example_site import build
from example_site.layouts import pages
from playwright.sync_api import Browser, sync_playwright

from scrapy_denoise import SiteTemplate, denoise
from scrapy_denoise.api import denoise_page
from scrapy_denoise.blocks import BlockScores
from scrapy_denoise.cli.browser import Browser as Chromium
from scrapy_denoise.methods import get_method
from scrapy_denoise.page import Page
from scrapy_denoise.result import Result
from scrapy_denoise.viewer.gallery import gallery, read_views

FOLDER = Path(__file__).parent
GAZETTE = FOLDER.parent / "examples" / "gazette"
NODES = 20_000


def cleaned(
    host: str, lang: str | None = None, methods: tuple[str, ...] = ("auto",)
) -> tuple[list[Result], SiteTemplate]:
    """A content page of an example site by some methods, and the template that its other pages teach."""
    pages = [page for page in build() if page.site == host and page.kind == "content"]
    chosen = pages[0]
    site = SiteTemplate()
    for page in pages[:10]:
        if page is not chosen:
            read = Page.from_html(page.body, url=page.url)
            site.learn(read, scores=read.cached(BlockScores))
    first = denoise(chosen.body, chosen.url, method=methods[0], site=site)
    assert first.page is not None
    return [first, *(denoise_page(first.page, get_method(name), site) for name in methods[1:])], site


def article() -> str:
    """The viewer on the page that the README shows, with the template of the other pages of its site."""
    site = SiteTemplate()
    for path in sorted(GAZETTE.glob("*.html")):
        if path.name != "bridge.html":
            site.learn(path.read_bytes())
    return denoise((GAZETTE / "bridge.html").read_bytes(), site=site).view(site=site)


def large() -> str:
    """The viewer on a page of NODES elements."""
    paragraphs = "".join(
        f"<p>Paragraph {i} of a long report on the river and its mills.</p>" for i in range(NODES // 2)
    )
    return denoise(f"<title>The report</title><nav><a href=/>Home</a></nav><h1>The report</h1>{paragraphs}").view()


async def drawn() -> str:
    """The viewer on an example layout as Chromium draws it."""
    page = pages("side-columns", 0)[0]
    async with Chromium(offline=True) as chromium:
        found = await chromium.draw(page.url, page.body.decode())
    return denoise_page(Page.from_html(found.html, found.url, boxes=found.drawn), get_method("vips")).view()


def draw(browser: Browser, name: str, html: str, dark: bool = False, height: int = 760) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "view.html"
        path.write_text(html, encoding="utf-8")
        tab = browser.new_page(viewport={"width": 1280, "height": height}, color_scheme="dark" if dark else "light")
        tab.set_default_timeout(120_000)
        tab.goto(path.as_uri())
        tab.wait_for_selector("#status[data-ready]")
        if dark:
            tab.frames[1].click("p >> nth=1")
        tab.screenshot(path=FOLDER / name)
        tab.close()


def draw_correcting(browser: Browser) -> None:
    """A blog post in which a newsletter box is marked as no content, with its effect on other posts."""
    pages = [page for page in build() if page.layout == "post"]
    chosen = next(page for page in pages if b'class="newsletter"' in page.body)
    samples = [denoise(page.body, page.url) for page in pages[:4] if page is not chosen]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "view.html"
        path.write_text(denoise(chosen.body, chosen.url).view(samples=samples), encoding="utf-8")
        tab = browser.new_page(viewport={"width": 1280, "height": 760})
        tab.goto(path.as_uri())
        tab.wait_for_selector("#status[data-ready]")
        tab.get_by_label("Correct").check()
        tab.frames[1].locator(".entry-content > p").nth(0).click()
        tab.frames[1].locator(".entry-content > p").nth(1).click()
        for _ in range(2):
            tab.frames[1].locator(".newsletter p").first.click()
        tab.screenshot(path=FOLDER / "viewer-correcting.png")
        tab.close()


def draw_gallery(browser: Browser) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for number, page in enumerate(page for page in build() if page.kind == "content"):
            path = Path(folder) / page.site / f"{number:016x}.html"
            path.parent.mkdir(exist_ok=True)
            if len(list(path.parent.iterdir())) < 4:
                path.write_text(denoise(page.body, page.url).view(), encoding="utf-8", errors="replace")
        views, _ = read_views(Path(folder))
        index = Path(folder) / "index.html"
        index.write_text(gallery(views), encoding="utf-8")
        tab = browser.new_page(viewport={"width": 1280, "height": 860})
        tab.goto(index.as_uri())
        tab.screenshot(path=FOLDER / "gallery.png")
        tab.close()


def main() -> None:
    drawn_view = asyncio.run(drawn())
    names = ("chromium", "chromium-browser", "google-chrome")
    path = os.environ.get("DENOISE_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path)
        draw(browser, "viewer-article.png", article())
        forum, site = cleaned("luntan.example", methods=("auto", "content_correlativity"))
        draw(browser, "viewer-forum.png", forum[0].view(*forum[1:], site=site))
        (uyghur,), site = cleaned("kitab.example")
        draw(browser, "viewer-rtl.png", uyghur.view(site=site))
        (news,), site = cleaned("xinwen.example")
        draw(browser, "viewer-dark.png", news.view(site=site), dark=True)
        draw(browser, "viewer-large.png", large())
        draw(browser, "viewer-drawn.png", drawn_view, height=560)
        draw_correcting(browser)
        draw_gallery(browser)
        browser.close()


if __name__ == "__main__":
    main()
