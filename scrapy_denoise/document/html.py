"""A document as clean HTML: of the elements and attributes that are written here, and no others."""

from __future__ import annotations

from html import escape

from scrapy_denoise.document.nodes import (
    Anchor,
    Block,
    Break,
    Code,
    Definitions,
    Document,
    Figure,
    Heading,
    Inline,
    List,
    Mark,
    Math,
    Paragraph,
    Picture,
    Quote,
    Rule,
    Table,
)

_MARKS = {
    "emphasis": "em",
    "strong": "strong",
    "code": "code",
    "deleted": "del",
    "inserted": "ins",
    "highlighted": "mark",
    "quoted": "q",
    "subscript": "sub",
    "superscript": "sup",
}


def render_html(document: Document) -> str:
    """The document as HTML that is well-formed as XML too, an ``article`` element; empty for an empty document.

    Its text is escaped and its addresses are those of the document, so that it is safe to show: no scripts, styles,
    handlers, forms, or parts of other pages.
    """
    if not document.blocks:
        return ""
    out: list[str] = ["<article>\n"]
    _blocks(document.blocks, out)
    out.append("</article>\n")
    return "".join(out)


def _text(text: str) -> str:
    return escape(text, quote=False)


def _blocks(blocks: tuple[Block, ...], out: list[str]) -> None:
    for block in blocks:
        _block(block, out)


def _block(block: Block, out: list[str]) -> None:
    if isinstance(block, Paragraph):
        out.append("<p>")
        _inline(block.children, out)
        out.append("</p>\n")
    elif isinstance(block, Heading):
        out.append(f"<h{block.level}>")
        _inline(block.children, out)
        out.append(f"</h{block.level}>\n")
    elif isinstance(block, List):
        _list(block, out)
    elif isinstance(block, Figure):
        _figure(block, out)
    elif isinstance(block, Table):
        _table(block, out)
    elif isinstance(block, Code):
        language = f' class="language-{escape(block.language)}"' if block.language else ""
        out.append(f"<pre><code{language}>{_text(block.text)}</code></pre>\n")
    elif isinstance(block, Definitions):
        out.append("<dl>\n")
        for entry in block.entries:
            _holder("dt" if entry.term else "dd", "", entry.blocks, out)
        out.append("</dl>\n")
    elif isinstance(block, Rule):
        out.append("<hr/>\n")
    else:
        _around("blockquote" if isinstance(block, Quote) else "section", block.blocks, out)


def _around(tag: str, blocks: tuple[Block, ...], out: list[str]) -> None:
    out.append(f"<{tag}>\n")
    _blocks(blocks, out)
    out.append(f"</{tag}>\n")


def _holder(tag: str, attributes: str, blocks: tuple[Block, ...], out: list[str]) -> None:
    """An element that holds text directly where it has one paragraph, and other blocks after it."""
    if len(blocks) == 1 and isinstance(first := blocks[0], Paragraph):
        out.append(f"<{tag}{attributes}>")
        _inline(first.children, out)
        out.append(f"</{tag}>\n")
        return
    out.append(f"<{tag}{attributes}>")
    if blocks and isinstance(blocks[0], Paragraph) and not any(isinstance(block, Paragraph) for block in blocks[1:]):
        _inline(blocks[0].children, out)
        blocks = blocks[1:]
        if blocks:
            out.append("\n")
    _blocks(blocks, out)
    out.append(f"</{tag}>\n")


def _list(block: List, out: list[str]) -> None:
    tag = "ol" if block.ordered else "ul"
    expected = block.items[0].number or 1 if block.ordered else 1
    out.append(f'<ol start="{expected}">\n' if expected != 1 else f"<{tag}>\n")
    for item in block.items:
        value = f' value="{item.number}"' if item.number not in (None, expected) else ""
        _holder("li", value, item.blocks, out)
        expected = (item.number if item.number is not None else expected) + 1
    out.append(f"</{tag}>\n")


def _figure(block: Figure, out: list[str]) -> None:
    out.append("<figure>")
    for picture in block.pictures:
        _picture(picture, out)
    if block.blocks:
        out.append("\n")
        _blocks(block.blocks, out)
    if block.caption:
        out.append("<figcaption>")
        _inline(block.caption, out)
        out.append("</figcaption>")
    out.append("</figure>\n")


def _table(block: Table, out: list[str]) -> None:
    out.append("<table>\n")
    if block.caption:
        out.append("<caption>")
        _inline(block.caption, out)
        out.append("</caption>\n")
    for row in block.rows:
        out.append("<tr>\n")
        for cell in row:
            spans = f' colspan="{cell.colspan}"' if cell.colspan > 1 else ""
            spans += f' rowspan="{cell.rowspan}"' if cell.rowspan > 1 else ""
            _holder("th" if cell.header else "td", spans, cell.blocks, out)
        out.append("</tr>\n")
    out.append("</table>\n")


def _picture(picture: Picture, out: list[str]) -> None:
    image = f'<img src="{escape(picture.url)}" alt="{escape(picture.alt)}"/>'
    out.append(f'<a href="{escape(picture.link)}">{image}</a>' if picture.link else image)


def _inline(nodes: tuple[Inline, ...], out: list[str]) -> None:
    for node in nodes:
        if isinstance(node, str):
            out.append(_text(node))
        elif isinstance(node, Anchor):
            out.append(f'<a href="{escape(node.url)}">')
            _inline(node.children, out)
            out.append("</a>")
        elif isinstance(node, Mark):
            tag = _MARKS[node.name]
            out.append(f"<{tag}>")
            _inline(node.children, out)
            out.append(f"</{tag}>")
        elif isinstance(node, Break):
            out.append("<br/>\n")
        elif isinstance(node, Picture):
            _picture(node, out)
        elif isinstance(node, Math):
            _formula(node, out)


def _formula(formula: Math, out: list[str]) -> None:
    if formula.notation == "mathml":
        out.append(formula.mathml.replace("<math>", '<math display="block">', 1) if formula.display else formula.mathml)
    else:
        out.append(f'<code class="language-math">{_text(formula.source)}</code>')
