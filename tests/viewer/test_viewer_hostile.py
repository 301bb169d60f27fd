"""No page can do anything in the viewer: hostile pages in real Chromium, in which nothing runs or is requested."""

import re
from html import escape

import pytest
from helpers.browser import show
from helpers.crawling import HTML, serve

from scrapy_denoise import denoise
from scrapy_denoise.viewer import page_view as document
from scrapy_denoise.viewer.page_markup import FramedPage

STORY = "The river rose in the night, and by the morning the lower road was under water. "

BEACON = "SERVER/hit?"
RUN = "top.ran=1;parent.ran=1;window.ran=1;new Image().src='SERVER/hit?js'"
HOSTILE = {
    "script": f"<script>{RUN}</script><script src={BEACON}s></script><script type=module src={BEACON}m></script>",
    "handlers": f"<img src={BEACON}i onerror=\"{RUN}\"><body onload=\"{RUN}\"><input autofocus onfocus=\"{RUN}\">"
                f"<details open ontoggle=\"{RUN}\"><summary>x</summary></details><p onmouseover=\"{RUN}\" onclick=\"{RUN}\">hover",
    "addresses": f"<a href=\"javascript:{RUN}\">a</a><a href=\"data:text/html,<script>{RUN}</script>\">b</a>"
                 f"<a href=\" java\tscript:{RUN}\">c</a><a href={BEACON}link ping={BEACON}ping>d</a><area href=\"javascript:{RUN}\">",
    "frames": f"<iframe src=\"javascript:{RUN}\"></iframe><iframe srcdoc=\"<script>{RUN}</script>\"></iframe>"
              f"<iframe src=\"data:text/html,<script>{RUN}</script>\"></iframe><object data={BEACON}o></object>"
              f"<embed src={BEACON}e><frameset><frame src={BEACON}f></frameset><portal src={BEACON}p></portal>",
    "svg": f"<svg onload=\"{RUN}\"><script>{RUN}</script><image href={BEACON}si /><use href={BEACON}su#x />"
           f"<animate onbegin=\"{RUN}\" attributeName=x dur=1s /><foreignObject><img src=x onerror=\"{RUN}\"></foreignObject>"
           f"<a xlink:href=\"javascript:{RUN}\"><text>x</text></a><style>@import '{BEACON}sc'</style></svg>",
    "math": f"<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=x onerror={RUN}&gt;\"></math>"
            f"<math href=\"javascript:{RUN}\">x</math><form><math><mtext></form><form><mglyph><style></math><img src=x onerror=\"{RUN}\">",
    "refresh": f"<meta http-equiv=refresh content=\"0;url={BEACON}r\"><meta http-equiv=refresh content=\"0;url=javascript:{RUN}\">"
               f"<meta http-equiv=Content-Security-Policy content=\"script-src *\"><meta http-equiv=set-cookie content=a=b>",
    "styles": f"<style>@import url({BEACON}c1);@import '{BEACON}c2';@font-face{{font-family:f;src:url({BEACON}f)}}"
              f"*{{font-family:f;background:url({BEACON}b);cursor:url({BEACON}cur),auto;list-style:url({BEACON}l);"
              f"content:image-set('{BEACON}is' 1x)}}</style><p style=\"background:u\\72l({BEACON}st)\">x<link rel=stylesheet href={BEACON}ss>",
    "hints": "".join(f"<link rel={rel} href={BEACON}{rel} as=script>" for rel in
                     ("preload", "prefetch", "prerender", "modulepreload", "icon", "manifest", "import", "dns-prefetch", "preconnect"))
             + f"<base href=SERVER/base/ target=_top><script type=speculationrules>{{\"prerender\":[{{\"urls\":[\"{BEACON}spec\"]}}]}}</script>",
    "media": f"<video src={BEACON}v poster={BEACON}po autoplay onerror=\"{RUN}\"><source src={BEACON}so></video><audio src={BEACON}a autoplay>"
             f"</audio><img srcset=\"{BEACON}ss 1x\"><picture><source srcset={BEACON}ps><img src={BEACON}pi></picture><input type=image src={BEACON}ii>"
             f"<table background={BEACON}tb><td background={BEACON}td>x</table><body background={BEACON}bg><track src={BEACON}t>",
    "forms": f"<form action={BEACON}fa id=f><input name=q><button formaction={BEACON}fb>Go</button><input type=submit></form>"
             f"<form action=\"javascript:{RUN}\"><button>Go</button></form><button form=f type=submit>x</button><isindex action={BEACON}is>",
    "unclosed comment": f"<p>x</p><!-- <p>y --!><img src=x onerror=\"{RUN}\"> <!--> <script>{RUN}</script> -- > <!-",
    "unclosed template": f"<p>x<template><script>{RUN}</script><template><img src=x onerror=\"{RUN}\">",
    "raw text": f"<noscript><p title=\"</noscript><img src=x onerror={RUN}>\"></noscript><textarea><script>{RUN}</script></textarea>"
                f"<xmp><img src=x onerror=\"{RUN}\"></xmp><title><img src=x onerror=\"{RUN}\"></title><noembed><script>{RUN}</script></noembed>"
                f"<select><option><img src=x onerror=\"{RUN}\"></select><plaintext><script>{RUN}</script>",
    "attribute breaking": f"<p title='\"><script>{RUN}</script>'>x</p><p class=\"'&quot;&gt;&lt;script&gt;{RUN}&lt;/script&gt;\">y</p>"
                          f"<p title=`><img src=x onerror=\"{RUN}\">z<p a='\"' b='</iframe><script>{RUN}</script>'>q"
                          f"<html class='\"><script>{RUN}</script>'><body id='\" onload=\"{RUN}'>",
    "ends of the viewer": f"<p>&lt;/script>&lt;script>{RUN}&lt;/script> &lt;/iframe> \" srcdoc=\" $data --> ]]></p></iframe></script><script>{RUN}</script>",
    "ids of the viewer": "<div id=blocks>x</div><p id=data>{\"methods\":[]}</p><iframe id=page></iframe><form name=querySelectorAll>"
                         "<input name=parentNode><img name=documentElement></form><img name=getElementById id=body><p data-dn-b=0>forged"
                         "<object id=defaultView></object><p id=status data-ready=1>y<form id=closest><input id=getAttribute>z</form>",
    "styles over the viewer": "<style>[data-dn-b]{display:none!important} *{outline:none!important}</style>"
                              "<div style='position:fixed;inset:0;z-index:2147483647;background:red'>over</div>",
    "encodings": f"<p>\x00<scr\x00ipt>{RUN}</scr\x00ipt>+ADw-script+AD4-{RUN}+ADw-/script+AD4-\x1b$B<img src=x onerror=\"{RUN}\">\ufeff",
    "declarations": f"<?xml-stylesheet href={BEACON}x?><!DOCTYPE html [<!ENTITY x SYSTEM '{BEACON}ent'>]><p>&x;</p><![CDATA[<script>{RUN}</script>]]>",
    "nesting": "<div>" * 600 + f"<script>{RUN}</script><img src=x onerror=\"{RUN}\">x",
}  # fmt: skip


@pytest.fixture(scope="module")
def counting():
    with serve(lambda path: (200, HTML, f"<script>{RUN}</script>")) as found:
        yield found


@pytest.fixture
def server(counting):
    counting[1].clear()
    return counting


def until(tab, condition):
    """Wait until something has happened, however busy the machine is."""
    for _ in range(6_000):
        if condition():
            return
        tab.wait_for_timeout(20)
    pytest.fail("it has not happened")


def exercise(tab, page):
    """Do in the page what its user could do: point, click, press keys."""
    for element in page.locator("a, button, input, summary, p, [data-dn-b], img, area").all()[:12]:
        element.dispatch_event("mouseover")
        element.dispatch_event("click")
    for line in tab.locator("#blocks li").all()[:5]:
        line.dispatch_event("click")
    for key in ("j", "Tab", "Enter", "Tab", "Enter", "v", "2", "Escape"):
        tab.keyboard.press(key)
    page.evaluate("document.querySelectorAll('form').forEach((form) => form.requestSubmit && form.requestSubmit())")
    tab.wait_for_timeout(60)


@pytest.mark.parametrize("name", HOSTILE)
def test_nothing_runs_and_nothing_is_requested(tab, tmp_path, server, name):
    requests = []
    tab.context.on("request", lambda request: requests.append(request.url))
    html = HOSTILE[name].replace("SERVER", server[0]) + f"<p>{STORY}</p>" * 3
    result = denoise(html, url=f"{server[0]}/a/1", method="content_correlativity")
    page = show(tab, result.view(), tmp_path / "view.html")
    assert tab.locator("#blocks li").count() == len(result.blocks) + len(result.noise)
    assert tab.problems == []  # the policy had nothing to refuse: it never came so far
    exercise(tab, page)
    assert [frame.evaluate("window.ran") for frame in tab.frames] == [None, None]
    assert tab.frames[1].url == "about:srcdoc"
    assert tab.evaluate("document.title").endswith("scrapy-denoise")
    assert len(tab.context.pages) == 1
    assert server[1] == []
    assert [url for url in requests if not url.startswith(("file:", "data:image/"))] == []


@pytest.mark.parametrize("name", [name for name in HOSTILE if name != "ids of the viewer"])
def test_the_frame_alone_lets_nothing_run(tab, tmp_path, server, name, monkeypatch):
    """The same pages as they are, with no sanitiser: sandbox and policy are a line of defence of their own."""
    html = HOSTILE[name].replace("SERVER", server[0]) + f"<p>{STORY}</p>" * 3
    monkeypatch.setattr(document, "sanitised_page", lambda *arguments: FramedPage("", "", [], [], html, True))
    page = show(tab, denoise(html).view(), tmp_path / "view.html")
    tab.wait_for_timeout(100)
    assert [frame.evaluate("window.ran") for frame in tab.frames[:2]] == [None, None]
    assert page.url == "about:srcdoc"
    assert server[1] == []


def test_the_tests_can_fail(tab, server):
    """In a page of their own the beacons run, and are counted."""
    tab.set_content(HOSTILE["script"].replace("SERVER", server[0]))
    until(tab, lambda: len(server[1]) >= 3)
    assert tab.evaluate("window.ran") == 1


def test_remote_images_only_where_the_user_asks(tab, tmp_path, server):
    html = f"<p>{STORY}</p><img src={server[0]}/hit?image><link rel=stylesheet href={server[0]}/hit?sheet>"
    show(tab, denoise(html).view(), tmp_path / "alone.html")
    assert server[1] == []
    show(tab, denoise(html).view(remote=True), tmp_path / "asked.html")
    until(tab, lambda: len(server[1]) >= 2)
    assert sorted(server[1]) == ["/hit?image", "/hit?sheet"]


def test_the_page_cannot_hide_that_it_is_judged(tab, tmp_path):
    style = "<style>p{outline:none!important;background:none!important} body{display:none!important}</style>"
    page = show(tab, denoise(f"{style}<p>{STORY * 3}").view(), tmp_path / "view.html")
    assert page.locator("p").is_visible()
    assert page.locator("p").evaluate("p => getComputedStyle(p).outlineStyle") == "solid"


def test_text_of_the_page_is_text(tab, tmp_path):
    words = escape("<b>bold</b> & <script>1</script>")
    show(tab, denoise(f"<title>{words}</title><p>{words} {STORY * 3}").view(), tmp_path / "view.html")
    assert "<b>bold</b> & <script>1</script>" in tab.locator("#blocks").inner_text()


@pytest.mark.parametrize("control", ["\x1b", "\x07", "\x0c", "\x9b", "&#27;"])
def test_control_characters_of_attributes_and_styles_are_left_out(control):
    page = f"""<html lang='e{control}n'><style>p {{ content: 'a{control}' }}</style><body class='a{control}b'>
    <p title='t{control}t'>{STORY} <a href='/a{control}b'>more</a></p>"""
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f]", denoise(page, "https://a.example/").view())
