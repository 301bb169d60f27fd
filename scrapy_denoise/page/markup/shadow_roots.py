"""Puts declarative shadow roots into the place of their hosts' contents, as every browser draws them.

Such a root is the first ``template`` with ``shadowrootmode`` among the children of its host. Its contents are shown
instead of the host's own children, which are shown in its slots: the HTML standard, 4.12.3, and the DOM standard,
4.2.2.
"""

from __future__ import annotations

from itertools import groupby

from lxml.etree import XPath, _Element, iterwalk

MAX_ROOTS = 10_000
"""Shadow roots of a page that are put into their places."""

MAX_DEPTH = 256
"""Elements around a host. With what it holds a tree is not much deeper than the parser makes one."""

_HOSTS = frozenset("article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split())
"""The elements that may have a shadow root, beside custom ones, whose names have a hyphen."""

_MODES = ("open", "closed")

_ROOTS, _DEPTH = XPath("descendant::template[@shadowrootmode]"), XPath("count(ancestor::*)")


def place_shadow_roots(tree: _Element) -> bool:
    """Put the shadow roots of a tree into their places; False where there are none.

    The hosts are taken in document order, and so from outside in, since a slot of one may stand among the children of
    another one in it.
    """
    placed = 0
    asked: set[_Element] = set()
    for template in _ROOTS(tree):
        host = template.getparent()  # as it is now: what stands in a slot was moved there
        if host is None or host in asked:
            continue
        asked.add(host)
        if (root := _root_of(host)) is None or _DEPTH(host) > MAX_DEPTH:
            continue
        _place(host, root)
        placed += 1
        if placed == MAX_ROOTS:
            break
    return placed > 0


def _root_of(host: _Element) -> _Element | None:
    if host.tag not in _HOSTS and "-" not in host.tag:
        return None
    return next((child for child in host.iterchildren("template") if _mode(child) in _MODES), None)


def _mode(template: _Element) -> str:
    return str(template.get("shadowrootmode", "")).strip().lower()


def _place(host: _Element, root: _Element) -> None:
    """Show the contents of a shadow root in place of a host's own, and those in its slots, by their names; what has no
    slot is not shown, and a slot for which there is nothing shows its own contents."""
    slots = _slots(root)
    own = _emptied(host, root)
    _fill(host, _emptied(root))
    held: dict[str, list[_Element | str]] = {}
    for node in own:
        held.setdefault(_slot_name(node), []).append(node)
    for name, slot in slots.items():
        if name in held:
            _emptied(slot)
            _fill(slot, held[name])


def _slots(root: _Element) -> dict[str, _Element]:
    """The first slot of each name in a shadow root, but for those in the shadow roots within."""
    found: dict[str, _Element] = {}
    walk = iterwalk(root, events=("start",), tag=("slot", "template"))
    for _, element in walk:
        if element.tag == "slot":
            found.setdefault(element.get("name", ""), element)
        elif element is not root:
            walk.skip_subtree()
    return found


def _slot_name(node: _Element | str) -> str:
    """The name of the slot that a child of a host is shown in."""
    return "" if isinstance(node, str) else node.get("slot", "") or ""


def _emptied(element: _Element, without: _Element | None = None) -> list[_Element | str]:
    """The children of an element and the texts between them, taken out of it. without: a child that is none of them."""
    held: list[_Element | str] = [element.text] if element.text else []
    element.text = None
    for child in list(element):
        tail, child.tail = child.tail, None
        element.remove(child)
        held += [child] if child is not without else []
        held += [tail] if tail else []
    return held


def _fill(element: _Element, nodes: list[_Element | str]) -> None:
    """Append nodes and texts to an element that is empty."""
    for is_text, group in groupby(nodes, lambda node: isinstance(node, str)):
        if not is_text:
            element.extend(group)
        elif len(element):
            element[-1].tail = "".join(group)
        else:
            element.text = "".join(group)
