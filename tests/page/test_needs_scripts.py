"""Pages that show next to nothing without their scripts."""

import pytest

from scrapy_denoise import denoise

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
        (f"<div id=other></div>{SCRIPT}", "empty"),
        (f"<div id=root>{STORY}</div>{SCRIPT}", ""),
        (f"<div id=root><ul><li><b>{STORY}</b></ul></div>{SCRIPT}", ""),
        (f"{STORY}<noscript><img src=pixel.png></noscript>{SCRIPT}", ""),
        (f"{STORY * 8}<noscript>Comments need JavaScript.</noscript>{SCRIPT}", ""),
    ],
)
def test_pages_that_do_not(html, reason):
    assert denoise(html).reason == reason


def test_a_page_that_needs_its_scripts_keeps_what_it_shows():
    result = denoise(f"<h1>Gazette</h1>{STORY}<div id=app></div>{SCRIPT}")
    assert result.reason == "scripts"
    assert "The river rose" in result.text
