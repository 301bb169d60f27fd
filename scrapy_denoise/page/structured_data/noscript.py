"""Reads ``noscript``: does a page say that it needs its scripts, and is its text there?"""

from __future__ import annotations

from itertools import islice

from scrapy_denoise.page.dom.element import Element
from scrapy_denoise.page.structured_data.microdata import texts_of

MOUNTS = frozenset(
    """app app-root application __next __nuxt ___gatsby ember-app gatsby-focus-wrapper main main-app mount next-app
    q-app react react-app react-root root svelte vue-app""".split()
)
"""The id of an element that is empty until a script fills it, in applications of the usual frameworks."""

ROOTS = frozenset(("app", "app-root", "ion-app", "my-app"))
"""Names of elements that are the same."""

WORD = "javascript"
"""What a message in noscript says, in whatever language."""

UNSEEN = frozenset(("noscript", "script", "style", "template"))

LOADING = 30
"""Characters of a message such as "Loading ..."."""

MAX_ELEMENTS = 2_000
"""Elements that are looked at: a page with more has something to show."""

MAX_MOUNTS = 10
"""Elements for an application of which it is asked whether they are empty: pages have one, seldom a few."""

MAX_MESSAGES = 100
"""Elements ``noscript`` that are read ..."""

MAX_INNER = 20
"""... and elements in each of them."""


TEXTS = ("Article", "BlogPosting", "DiscussionForumPosting", "QAPage", "Question")
"""The ends of the names of types of schema.org whose text is that of the page."""

BODIES = frozenset(("articleBody", "text"))
"""The properties in which they have their text."""

MIN_TEXT = 100
"""Characters of a ``noscript`` that is the text of the element around it: what stands there may be a picture alone."""

MAX_STATING = 500
"""Elements of a ``noscript`` among which a page states what its text is."""


def states_text(tree: Element) -> bool:
    """Whether some ``noscript`` holds the text of an article or a thread and says so in microdata, or the element
    around it does, which shows nothing else: forums that are applications in a browser write their threads there, and
    blogs that fill their posts by a script."""
    for noscript in islice(tree.iter("noscript"), MAX_MESSAGES):
        around, stated = noscript.getparent(), False
        is_alone = around is not None and _is_body(around) and _shows_nothing(around)
        if is_alone and sum(map(len, texts_of(noscript, MAX_STATING))) >= MIN_TEXT:
            return True
        for element in islice(noscript.iter("*"), MAX_STATING):
            stated = stated or (element.get("itemtype") or "").strip().endswith(TEXTS)
            if stated and _is_body(element):
                return True
    return False


def _is_body(element: Element) -> bool:
    return not BODIES.isdisjoint((element.get("itemprop") or "").split())


def _shows_nothing(element: Element) -> bool:
    """Whether all children of an element are such as a browser with scripts does not show, and no text is beside."""
    children = list(islice(element, MAX_INNER))
    texts = [element.text, *(child.tail for child in children)]
    return all(child.tag in UNSEEN for child in children) and not any(text and text.strip() for text in texts)


def needs_scripts(tree: Element) -> bool:
    """Whether a page that shows next to nothing has an empty element for its application, or says so in noscript."""
    scripts = mounted = False
    mounts = messages = 0
    for element in islice(tree.iter("*"), MAX_ELEMENTS):
        # In saved pages, what asks for a script in advance is what is left of the scripts themselves.
        preloads = element.tag == "link" and (element.get("rel") == "modulepreload" or element.get("as") == "script")
        if element.tag == "script" or preloads:
            scripts = True
        elif element.tag == "noscript":
            messages += 1
            if messages <= MAX_MESSAGES and WORD in "".join(texts_of(element, MAX_INNER)).lower():
                return True
        elif mounts < MAX_MOUNTS and (element.tag in ROOTS or (element.get("id") or "").lower() in MOUNTS):
            mounts += 1
            mounted = mounted or _is_empty(element)
    return scripts and mounted


def _is_empty(element: Element) -> bool:
    """Whether an element shows nothing, or no more than that it is loading."""
    shown = 0
    for number, inner in enumerate(islice(element.iter("*"), MAX_ELEMENTS)):
        if inner.tag not in UNSEEN:
            shown += len((inner.text or "").strip())
        if number:  # the first is the element itself
            shown += len((inner.tail or "").strip())
    return shown <= LOADING
