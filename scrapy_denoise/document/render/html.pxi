"""A document as clean HTML: of the elements and attributes that are written here, and no others.

Compiled, since a document has some hundred nodes: in Python, each took three times as long.
"""

import re
from html import escape

from scrapy_denoise.document.nodes import (
    Anchor,
    Break,
    Code,
    Definitions,
    Figure,
    Heading,
    List,
    Mark,
    Math,
    Paragraph,
    Picture,
    Quote,
    Records,
    Rule,
    Table,
)

cdef dict MARKS = {
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

cdef enum:
    HEAD = 2000  # characters in which right-to-left letters are looked for

cdef object RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")

# The box of an item of a list, by whether it is checked.
cdef dict BOXES = {
    None: "",
    False: '<input type="checkbox" disabled=""/> ',
    True: '<input type="checkbox" disabled="" checked=""/> ',
}


def render_html(document not None):
    """The document as HTML that is well-formed as XML too, an ``article`` element; empty for an empty document.

    Its text is escaped and its addresses are those of the document, so that it is safe to show: no scripts, styles,
    handlers, forms, or parts of other pages. Where it begins with letters that are written from right to left, the
    browser is told to find the direction by the first letter (``dir="auto"``).
    """
    if not document.blocks:
        return ""
    cdef list out = []
    write_blocks(document.blocks, out)
    cdef str inside = "".join(out)
    direction = ' dir="auto"' if not inside.isascii() and RIGHT_TO_LEFT.search(inside, 0, HEAD) else ""
    return f"<article{direction}>\n{inside}</article>\n"


cdef str escaped_html(str text):
    """Text that a parser reads as it is; most has none of these signs, and `escape` looks for each by a call."""
    return escape(text, quote=False) if "&" in text or "<" in text or ">" in text else text


cdef str quoted(str value):
    """The same of the value of an attribute."""
    return escape(value) if '"' in value or "'" in value or escaped_html(value) is not value else value


cdef write_blocks(tuple blocks, list out):
    for block in blocks:
        write_block(block, out)


cdef write_block(block, list out):
    if isinstance(block, Paragraph) and is_display(block.children):
        out.append(f'<pre><code class="language-math">{escaped_html(block.children[0].source)}</code></pre>\n')
    elif isinstance(block, Paragraph):
        out.append("<p>")
        write_inline(block.children, out)
        out.append("</p>\n")
    elif isinstance(block, Heading):
        out.append(f"<h{block.level}>")
        write_inline(block.children, out)
        out.append(f"</h{block.level}>\n")
    elif isinstance(block, List):
        write_list(block, out)
    elif isinstance(block, Figure):
        write_figure(block, out)
    elif isinstance(block, Table):
        write_table(block, out)
    elif isinstance(block, Code):
        language = f' class="language-{quoted(block.language)}"' if block.language else ""
        out.append(f"<pre><code{language}>{escaped_html(block.text)}</code></pre>\n")
    elif isinstance(block, Definitions):
        out.append("<dl>\n")
        for entry in block.entries:
            write_holder("dt" if entry.term else "dd", "", entry.blocks, out)
        out.append("</dl>\n")
    elif isinstance(block, Rule):
        out.append("<hr/>\n")
    elif isinstance(block, Records):
        out.append("<section>\n")
        for record in block.records:
            write_around("article", record.blocks, out)
        out.append("</section>\n")
    else:
        write_around("blockquote" if isinstance(block, Quote) else "section", block.blocks, out)


cdef bint is_display(tuple children) except -1:
    """Whether a paragraph is nothing but a formula in TeX on a line of its own."""
    if len(children) != 1 or not isinstance(children[0], Math):
        return False
    return children[0].display and children[0].notation == "tex"


cdef write_around(str tag, tuple blocks, list out):
    out.append(f"<{tag}>\n")
    write_blocks(blocks, out)
    out.append(f"</{tag}>\n")


cdef write_holder(str tag, str attributes, tuple blocks, list out, str begin=""):
    """An element that holds text directly where it has one paragraph, and other blocks after it.

    begin: what stands before them."""
    if len(blocks) == 1 and isinstance(first := blocks[0], Paragraph):
        out.append(f"<{tag}{attributes}>{begin}")
        write_inline(first.children, out)
        out.append(f"</{tag}>\n")
        return
    out.append(f"<{tag}{attributes}>{begin}")
    if blocks and isinstance(blocks[0], Paragraph) and not any([isinstance(block, Paragraph) for block in blocks[1:]]):
        write_inline(blocks[0].children, out)
        blocks = blocks[1:]
        if blocks:
            out.append("\n")
    write_blocks(blocks, out)
    out.append(f"</{tag}>\n")


cdef write_list(block, list out):
    tag = "ol" if block.ordered else "ul"
    expected = block.items[0].number or 1 if block.ordered else 1
    out.append(f'<ol start="{expected}">\n' if expected != 1 else f"<{tag}>\n")
    for item in block.items:
        value = f' value="{item.number}"' if item.number not in (None, expected) else ""
        write_holder("li", value, item.blocks, out, BOXES[item.checked])
        expected = (item.number if item.number is not None else expected) + 1
    out.append(f"</{tag}>\n")


cdef write_figure(block, list out):
    out.append("<figure>")
    for picture in block.pictures:
        write_picture(picture, out)
    if block.blocks:
        out.append("\n")
        write_blocks(block.blocks, out)
    if block.caption:
        out.append("<figcaption>")
        write_inline(block.caption, out)
        out.append("</figcaption>")
    out.append("</figure>\n")


cdef write_table(block, list out):
    out.append("<table>\n")
    if block.caption:
        out.append("<caption>")
        write_inline(block.caption, out)
        out.append("</caption>\n")
    for row in block.rows:
        out.append("<tr>\n")
        for cell in row:
            spans = f' colspan="{cell.colspan}"' if cell.colspan > 1 else ""
            spans += f' rowspan="{cell.rowspan}"' if cell.rowspan > 1 else ""
            write_holder("th" if cell.header else "td", spans, cell.blocks, out)
        out.append("</tr>\n")
    out.append("</table>\n")


cdef write_picture(picture, list out):
    image = f'<img src="{quoted(picture.url)}" alt="{quoted(picture.alt)}"/>'
    out.append(f'<a href="{quoted(picture.link)}">{image}</a>' if picture.link else image)


cdef write_inline(tuple nodes, list out):
    for node in nodes:
        if isinstance(node, str):
            out.append(escaped_html(node))
        elif isinstance(node, Anchor):
            out.append(f'<a href="{quoted(node.url)}">')
            write_inline(node.children, out)
            out.append("</a>")
        elif isinstance(node, Mark):
            tag = MARKS[node.name]
            out.append(f"<{tag}>")
            write_inline(node.children, out)
            out.append(f"</{tag}>")
        elif isinstance(node, Break):
            out.append("<br/>\n")
        elif isinstance(node, Picture):
            write_picture(node, out)
        elif isinstance(node, Math):
            write_formula(node, out)


cdef write_formula(formula, list out):
    if formula.notation == "mathml":
        out.append(formula.mathml.replace("<math>", '<math display="block">', 1) if formula.display else formula.mathml)
    else:
        out.append(f'<code class="language-math">{escaped_html(formula.source)}</code>')
