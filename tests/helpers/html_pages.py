"""HTML pages made by hypothesis: odd words, tags and attributes, now and then without an end tag."""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

pages = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
few_pages = settings(pages, max_examples=30)

WORDS = [
    "word", "A sentence, with a stop.", "x", "7", "1 234", " ", "\n", "\t\t", "  two\n lines ", "\u00a0", "\u200b",
    "新闻", "今天下雨，河水上涨。", "\u3000全角", "ئۇيغۇرچە تېكىست", "\ufee9\ufedf\ufee2\ufbd7", "e\u0301te\u0301",
    "Ａ＋Ｂ", "🌧️", "&amp;", "&nbsp;", "&#65198&#65197", "&lt;p&gt;", "\u0374", "\u0001", "\ufffe",
]  # fmt: skip
TAGS = [
    "div", "p", "p", "span", "b", "a", "ul", "li", "table", "tr", "td", "h1", "h2", "pre", "br", "img", "script",
    "style", "template", "noscript", "section", "nav", "footer", "article", "textarea", "select", "option", "iframe",
    "figure", "figcaption", "svg", "o:p", "x-card", "title", "form", "blockquote", "dl", "dt", "ruby", "rt", "video",
    "caption", "th", "ol", "dd", "hr", "del", "code", "i", "math",
]  # fmt: skip
ATTRIBUTES = [
    'href="/a/1"', 'href="javascript:run()"', 'class="post-17 wide"', 'id="main"', "hidden", 'style="display: none"',
    'style="color:red"', "role=tabpanel", "onclick=run()", "@click=run", 'src="a.png"', "a'b",
    'title="\u0001 <p>"', 'class=""',
]  # fmt: skip

words = st.sampled_from(WORDS) | st.text(max_size=8)
attributes = st.lists(st.sampled_from(ATTRIBUTES), max_size=3).map(" ".join)


def element(children):
    # now and then without its end tag
    return st.builds(
        lambda tag, attrs, inside, closed: f"<{tag} {attrs}>{inside}" + (f"</{tag}>" if closed else ""),
        st.sampled_from(TAGS),
        attributes,
        st.lists(children, max_size=5).map("".join),
        st.sampled_from([True, True, True, False]),
    )


markup = st.recursive(words | st.just("<!-- note -->"), element, max_leaves=25)
html_pages = st.lists(markup, max_size=8).map("".join)


def squeeze(text):
    """The text without white space and without what shows as nothing."""
    return "".join(text.split()).translate(
        dict.fromkeys([*range(0x20), *range(0x7F, 0xA0), 0xAD, 0x200B, 0x2060, 0xFEFF])
    )
