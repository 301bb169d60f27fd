"""Puts declarative shadow roots into the place of their hosts' contents, as every browser draws them.

Such a root is the first ``template`` with ``shadowrootmode`` among the children of its host. Its contents are shown
instead of the host's own children, which are shown in its slots: the HTML standard, 4.12.3, and the DOM standard,
4.2.2.
"""

from __future__ import annotations

from scrapy_denoise.page.compiled import depth_of, shadow_templates, show_shadow_root
from scrapy_denoise.page.dom.element import Element

MAX_ROOTS = 10_000
"""Shadow roots of a page that are put into their places."""

MAX_DEPTH = 1_000
"""Elements around a host."""

_HOSTS = frozenset("article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split())
"""The elements that may have a shadow root, beside custom ones, whose names have a hyphen."""

_MODES = ("open", "closed")


def place_shadow_roots(root: Element) -> bool:
    """Put the shadow roots of a page into their places; False where there are none.

    The hosts are taken in document order, and so from outside in, since a slot of one may stand among the children of
    another one in it.
    """
    placed = 0
    asked: set[Element] = set()
    for template in shadow_templates(root):
        host = template.getparent()  # as it is now: what stands in a slot was moved there
        if host is None or host in asked:
            continue
        asked.add(host)
        if (shown := _root_of(host)) is None or depth_of(host) > MAX_DEPTH:
            continue
        show_shadow_root(host, shown)
        placed += 1
        if placed == MAX_ROOTS:
            break
    return placed > 0


def _root_of(host: Element) -> Element | None:
    if host.tag not in _HOSTS and "-" not in str(host.tag):
        return None
    modes = ((child, str(child.get("shadowrootmode", ""))) for child in host.iterchildren("template"))
    return next((child for child, mode in modes if mode.strip().lower() in _MODES), None)
