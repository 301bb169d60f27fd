"""Visual block extraction (VIPS, section 4.1): the document's tree is divided into blocks, each with its coherence."""

from __future__ import annotations

import attrs

from scrapy_denoise.methods.vips.visual_nodes import HR, Box, VisualNodes
from scrapy_denoise.page.columns import tags

MAX_DEGREE = 10
"""The greatest degree of coherence: text of one font."""

# The rules for each kind of element, in the order in which they are tried (table 1 of the report).
RULES = {
    "table": (1, 2, 3, 8, 10, 13),
    "tr": (1, 2, 3, 7, 8, 10, 13),
    "td": (1, 2, 3, 4, 9, 10, 11, 13),
    "p": (1, 2, 3, 4, 5, 6, 7, 9, 10, 12),
    "inline": (1, 2, 3, 4, 5, 6, 7, 9, 10, 12),
    "other": (1, 2, 3, 4, 6, 7, 9, 10, 12),
}
_OF_TAG = {tags.CODES[name]: RULES[name] for name in ("table", "tr", "td", "p")} | {tags.CODES["th"]: RULES["td"]}

# Where a rule says that the degree depends on the tag: what is made for running text coheres most.
_DEGREES = {
    tags.CODES[name]: degree
    for degree, names in ((8, "p li dd blockquote pre h1 h2 h3 h4 h5 h6 td"), (7, "ul ol dl tr"), (6, "table form"))
    for name in names.split()
}
LEAST = 5


@attrs.frozen
class VisualBlock:
    """A node of the tree that is not divided, in this round. degree: of coherence, 1 to 10."""

    row: int
    degree: int


def visual_blocks(nodes: VisualNodes, root: int, page_area: float, small: float) -> list[VisualBlock]:
    """The blocks of the part of the page below a row, in document order.

    page_area: of the whole page, in px². small: the share of it below which a node is small (rules 9 and 10).
    """
    found: list[VisualBlock] = []
    # With each row: whether it must not be divided, which rule 8 says of a child.
    waiting: list[tuple[int, bool]] = [(root, False)]
    undivided = -1  # the row divided last that was not: rule 11 asks it of the sibling before
    while waiting:
        row, whole = waiting.pop()
        degree, held = _degree(nodes, row, root, page_area, small, undivided)
        if whole and degree == 0:
            degree = _by_tag(nodes, row, page_area, small)
        if degree < 0:
            continue
        if degree:
            found.append(VisualBlock(row, degree))
            undivided = row
        else:
            waiting += [(child, child in held) for child in reversed(nodes.children[row])]
    return found


def _degree(
    nodes: VisualNodes, row: int, root: int, page_area: float, small: float, undivided: int
) -> tuple[int, frozenset[int]]:
    """The degree of coherence of a node that is not divided; 0 of one that is, and -1 of one that shows nothing.

    And the children that are not divided in this round.
    """
    children = [child for child in nodes.children[row] if nodes.valid[child]]
    if nodes.tag[row] == tags.TEXT:
        return MAX_DEGREE, frozenset()
    if not nodes.valid[row] or not (children or nodes.text[row]):
        return -1, frozenset()  # rule 1
    relative = nodes.area[row] / page_area if page_area > 0 else 0.0
    for rule in _OF_TAG.get(nodes.tag[row], RULES["other" if nodes.line_break[row] else "inline"]):
        match rule:
            case 2 if len(children) == 1 and nodes.tag[children[0]] != tags.TEXT:
                return 0, frozenset()
            case 3 if row == root and not _texts_alone(nodes, children):
                return 0, frozenset()
            case 4 if _texts_alone(nodes, children):
                one_font = len({nodes.font[child] for child in children}) == 1
                return MAX_DEGREE if one_font else MAX_DEGREE - 1, frozenset()
            case 5 if any(nodes.line_break[child] for child in children):
                return 0, frozenset()
            case 6 if any(nodes.tag[child] == HR for child in nodes.children[row]):
                return 0, frozenset()
            case 7 if sum(nodes.area[child] for child in children) > nodes.area[row]:
                return 0, frozenset()
            case 8:
                other = frozenset(c for c in children if nodes.background[c] != nodes.background[row])
                if other:
                    return 0, other
            case 9 if relative < small and any(nodes.plain[child] for child in children):
                return _by_tag(nodes, row, page_area, small), frozenset()
            case 10 if children and max(nodes.area[child] for child in children) < small * page_area:
                return _by_tag(nodes, row, page_area, small), frozenset()
            case 11 if undivided >= 0 and nodes.parent[undivided] == nodes.parent[row]:
                return _by_tag(nodes, row, page_area, small), frozenset()
            case 12:
                return 0, frozenset()
            case 13:
                return _by_tag(nodes, row, page_area, small), frozenset()
    return 0, frozenset()


def _texts_alone(nodes: VisualNodes, children: list[int]) -> bool:
    return all(nodes.plain[child] for child in children)


def _by_tag(nodes: VisualNodes, row: int, page_area: float, small: float) -> int:
    """The degree of coherence by the node's tag, less by one for a large node: 4 to 8."""
    return _DEGREES.get(nodes.tag[row], LEAST) - (nodes.area[row] >= small * page_area)


def bounds(boxes: list[Box]) -> Box:
    """The smallest box around some."""
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )
