"""The records of a list as parts of a document: where each stands, and the block that names it as a link."""

from __future__ import annotations

import attrs

from scrapy_denoise.document import nodes
from scrapy_denoise.document.tree.compiled import words_of


@attrs.frozen
class ListedRecord:
    """A record whose texts are a part of a document of their own.

    first, end: the rows at which it begins and ends. url: where it leads. title: the text that names it, on one line;
    empty where none of it is kept. position: among the entries of the page, from 1.
    """

    first: int
    end: int
    url: str
    title: str
    position: int


def named(blocks: tuple[nodes.Block, ...], title: str, url: str) -> tuple[nodes.Block, ...]:
    """The blocks of a record in which its title links to its page, and what else does so no more: many pages lay one
    link around a whole card, or beside its title.

    They are as they were where no block is the title alone, or where the title has other links.
    """
    for place, block in enumerate(blocks):
        if isinstance(block, nodes.Paragraph | nodes.Heading) and words_of(block.children) == title:
            inner = _unlinked(block.children, url)
            if not _links(inner):
                others = tuple(_without_link(one, url) for one in blocks)
                named = attrs.evolve(block, children=(nodes.Anchor(url, inner),))
                return (*others[:place], named, *others[place + 1 :])
    return blocks


def _without_link(block: nodes.Block, url: str) -> nodes.Block:
    if isinstance(block, nodes.Paragraph | nodes.Heading):
        return attrs.evolve(block, children=_unlinked(block.children, url))
    return block


def _unlinked(children: tuple[nodes.Inline, ...], url: str) -> tuple[nodes.Inline, ...]:
    """Inline nodes without links to an address."""
    found: list[nodes.Inline] = []
    for node in children:
        if isinstance(node, nodes.Anchor):
            inner = _unlinked(node.children, url)
            found += inner if node.url == url else [nodes.Anchor(node.url, inner)]
        elif isinstance(node, nodes.Mark):
            found.append(nodes.Mark(node.name, _unlinked(node.children, url)))
        else:
            found.append(node)
    return tuple(found)


def _links(children: tuple[nodes.Inline, ...]) -> bool:
    return any(
        isinstance(node, nodes.Anchor) or (isinstance(node, nodes.Mark) and _links(node.children)) for node in children
    )
