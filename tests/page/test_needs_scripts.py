"""Pages that show next to nothing without their scripts."""

import pytest

import scrapy_denoise.page.structured_data.noscript as needs_scripts_module
from scrapy_denoise import denoise
from scrapy_denoise.page.markup.parse import parse
from scrapy_denoise.page.structured_data.noscript import MAX_MESSAGES, MAX_MOUNTS

SCRIPT = "<script src=/app.js></script>"
STORY = "<p>The river rose in the night, and by the morning the lower road was under water.</p>"


@pytest.mark.parametrize(
    "html",
    [
        f"<div id=root></div>{SCRIPT}",
        f"<div id=__next><div class=spinner></div></div>{SCRIPT}",
        f"<app-root>Loading …</app-root>{SCRIPT}",
        f"<div id=app><script>state = '{'x' * 500}'</script><p>加载中</p></div>{SCRIPT}",
        f"<header>Gazette</header><div id=App></div><footer>All rights reserved</footer>{SCRIPT}",
        f"<section id=splash><i></i></section><section id='main'>\n</section>{SCRIPT}",
        "<link rel=modulepreload href=/app.js><section id=main></section>",
        "<link rel=preload as=script href=/app.js><section id=main></section>",
        "<noscript>You need to enable JavaScript to run this app.</noscript>",
        "<p>Loading</p><noscript><strong>请启用 JavaScript。</strong></noscript>",
    ],
)
def test_pages_that_need_their_scripts(html):
    assert denoise(html).reason == "scripts"


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        ("<div id=root></div>", "empty"),  # nothing to run
        ("<link rel=stylesheet href=/app.css><div id=main></div>", "empty"),
        (f"<main id=main>{STORY}</main>{SCRIPT}", ""),
        (f"<div id=other></div>{SCRIPT}", "empty"),
        (f"<div id=root>{STORY}</div>{SCRIPT}", ""),
        (f"<div id=root><ul><li><b>{STORY}</b></ul></div>{SCRIPT}", ""),
        (f"{STORY}<noscript><img src=pixel.png></noscript>{SCRIPT}", ""),
        (f"{STORY * 8}<noscript>Comments need JavaScript.</noscript>{SCRIPT}", ""),
    ],
)
def test_pages_that_do_not(html, reason):
    assert denoise(html).reason == reason


@pytest.mark.parametrize(
    ("html", "least"),
    [
        (f"{SCRIPT}{'<div id=root>' * 1_500}{'x' * 60}", MAX_MOUNTS),
        (f"{SCRIPT}{'<noscript>' * 1_500}<b>x", MAX_MESSAGES),
    ],
    ids=["mounts", "messages"],
)
def test_elements_in_each_other_are_looked_at_a_few_times(html, least, monkeypatch):
    looked = []
    for name in ("_is_empty", "texts_of"):
        real = getattr(needs_scripts_module, name)
        monkeypatch.setattr(needs_scripts_module, name, lambda *of, real=real: looked.append(1) or real(*of))
    needs_scripts_module.needs_scripts(parse(html))
    assert 0 < len(looked) <= least


def test_a_page_that_needs_its_scripts_keeps_what_it_shows():
    result = denoise(f"<h1>Gazette</h1>{STORY}<div id=app></div>{SCRIPT}")
    assert result.reason == "scripts"
    assert "The river rose" in result.text


def test_a_page_that_needs_its_scripts_does_not_show_its_type():
    """So that a crawl which wants articles has the browser draw it, whatever the page seems to be before that."""
    html = f"{STORY}<noscript>You need to enable JavaScript to run this app.</noscript>"
    alone = denoise(html)
    other = denoise(html, page_types=["article", "forum"] if alone.page_type == "list" else ["list"])
    assert (alone.reason, bool(alone)) == ("scripts", True)
    assert (other.reason, other.text) == (alone.reason, alone.text)
