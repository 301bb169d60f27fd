"""Inline nodes as Markdown: escaping, and marks where CommonMark would read them as marks."""

import re
from unicodedata import category

from scrapy_denoise.document.tree.compiled import quotation_mark, words_of
from scrapy_denoise.document.nodes import Anchor, Break, Mark, Math, Picture
from scrapy_denoise.document.render.mathml_tex import tex_of_mathml
from scrapy_denoise.page.compiled import collapse_whitespace

# Each alternative begins with a character of its own: so the others are passed over some ten times as fast.
_AROUND_WORDS = re.compile(r"&(?=#?\w{1,40};)|_(?<![^\W_]_)|_(?![^\W_])")
# Signs that are escaped wherever they stand. To look for each takes a tenth of the time of a pattern, and most texts have none.
cdef tuple ALWAYS = tuple("\\`*[]<~")

_ENTITY = re.compile(r"&(?=#?\w{1,40};)")
_LINE_START = re.compile(r"\A(?:(?=#{1,6}(?: |$)|[-+](?: |$|[-+=|:])|>|=+ *$|:-|\|)|(\d{1,9})(?=[.)](?: |$)))")
_RUNS = re.compile("`+")

cdef dict DELIMITERS = {"strong": ("**",), "emphasis": ("*", "_"), "deleted": ("~~",)}
cdef dict TAGS = {
    "strong": "strong",
    "emphasis": "em",
    "deleted": "del",
    "inserted": "ins",
    "highlighted": "mark",
    "subscript": "sub",
    "superscript": "sup",
}
cdef frozenset EMPHASIS = frozenset(("strong", "emphasis"))
cdef dict FIRST = {"strong": "*", "emphasis": "*", "deleted": "~", "code": "`"}


cdef str inline(tuple nodes, bint in_table=False):
    """Inline nodes as Markdown; a line end is a hard one, in a table an element."""
    return nodes_in(nodes, "\n", "\n", in_table)


cdef str escaped_line_start(str line):
    """A line of a paragraph, so that it begins no other block."""
    if not line or not (line[0] in "#-+>=:|" or line[0].isdecimal()):
        return line
    found = _LINE_START.match(line)
    if found is None:
        return line
    digits = found[1] or ""
    return f"{digits}\\{line[len(digits) :]}"


cdef str code_span(str text, bint in_table=False, bint indented=False):
    """Text as it is, between as many backticks as it takes. indented: a line of code, with its white space."""
    text = text if indented else collapse_whitespace(text)
    if not text:
        return ""
    longest = max([len(run) for run in _RUNS.findall(text)], default=0)
    fence = "`" * (longest + 1)
    if longest and (text[0] == "`" or text[-1] == "`"):
        text = f" {text} "
    if in_table:
        text = text.replace("|", "\\|")
    return f"{fence}{text}{fence}"


cdef str nodes_in(tuple nodes, str before, str after, bint in_table):
    """before, after: the characters around."""
    if len(nodes) == 1:
        return node_in(nodes[0], before, after, in_table)
    nodes = joined(nodes)
    cdef list parts = []
    last = before
    for at, node in enumerate(nodes):
        following = first_of(nodes[at + 1]) if at + 1 < len(nodes) else after
        part = node_in(node, last, following, in_table)
        if following == "[" and isinstance(node, str) and part.endswith("!"):
            part = f"{part[:-1]}\\!"  # before a link it would make that an image
        if part:
            parts.append(part)
            last = "\\" if isinstance(node, str) and part[-1] in ALWAYS else part[-1]  # an escaped sign is none
    return "".join(parts)


cdef tuple joined(tuple nodes):
    """The nodes, with marks of a kind that stand beside each other, or have white space alone between them, as one. Signs
    alone are no mark, but go on one."""
    cdef list found = []
    cdef list run = None  # what the mark that goes on holds
    cdef int marks = 0
    name, gap = "", None
    for node in nodes:
        marks += isinstance(node, Mark)
    if marks < 2:
        return nodes
    for node in (*nodes, None):
        marks = isinstance(node, Mark) and node.name in DELIMITERS
        if run is not None:
            if marks and node.name == name:
                run += [gap, *node.children] if gap is not None else node.children
                gap = None
                continue
            if gap is None and isinstance(node, str) and not node.strip():
                gap = node
                continue
            found.append(Mark(name, tuple(run)))
            if gap is not None:
                found.append(gap)
            run = gap = None
        if marks and has_words(node):
            run, name = list(node.children), node.name
        elif node is not None:
            found.append(node)
    return tuple(found)


cdef bint is_emphasis(node):
    return isinstance(node, Mark) and node.name in EMPHASIS


cdef bint has_words(node) except -1:
    """Whether a mark has a letter, a digit or a picture in it: a mark on signs alone is none to a reader."""
    for child in node.children:
        if isinstance(child, str):
            for sign in child:
                if sign.isalnum():
                    return True
        elif isinstance(child, (Picture, Math)) or (isinstance(child, (Mark, Anchor)) and has_words(child)):
            return True
    return False


cdef tuple unmarked(tuple nodes):
    """Nodes without emphasis and strong marks, as they stand in a heading."""
    cdef list found = []
    for node in nodes:
        if isinstance(node, Mark) and node.name in EMPHASIS:
            found += unmarked(node.children)
        elif isinstance(node, Mark) and node.name != "code":
            found.append(Mark(node.name, unmarked(node.children)))
        elif isinstance(node, Anchor):
            found.append(Anchor(node.url, unmarked(node.children)))
        else:
            found.append(node)
    return tuple(found)


cdef str first_of(node):
    """The character that a node begins with in Markdown."""
    if isinstance(node, str):
        return ("\\" if node[:1] in ALWAYS or _AROUND_WORDS.match(node) else node[:1]) or " "
    if isinstance(node, Mark):
        if node.name == "quoted":
            return first_of_quotation(node)
        if node.name in EMPHASIS and node.children and not has_words(node):
            return first_of(node.children[0])
        return FIRST.get(node.name, "<")
    return "[" if isinstance(node, Anchor) else "!" if isinstance(node, Picture) else "$"


cdef str first_of_quotation(node):
    return quotation_mark(node, "") or (first_of(node.children[0]) if node.children else " ")


cdef str node_in(node, str before, str after, bint in_table):
    if isinstance(node, str):
        return escaped(node, in_table)
    if isinstance(node, Break):
        return "<br>" if in_table else "\\\n"
    if isinstance(node, Anchor):
        text = nodes_in(node.children, "[", "]", in_table)
        return link(text, node.url, in_table) if text.strip() else text
    if isinstance(node, Picture):
        image = "!" + link(escaped(node.alt, in_table), node.url, in_table)
        return link(image, node.link, in_table) if node.link else image
    if isinstance(node, Math):
        return formula_in(node, in_table)
    if node.name == "code":
        return code(node.children, before, in_table)
    if node.name == "quoted":
        return quotation(node, before, after, in_table)
    return marked(node, before, after, in_table)


cdef str link(str text, str url, bint in_table):
    url = url if "&" not in url else _ENTITY.sub(r"\\&", url)
    if in_table:
        url = url.replace("|", "%7C")
    return f"[{text}](<{url}>)" if "(" in url or ")" in url or not url else f"[{text}]({url})"


cpdef str tex_of(formula):
    """A formula in TeX: its source, or what its MathML says."""
    return formula.source if formula.notation == "tex" else tex_of_mathml(formula.mathml)


cdef str formula_in(formula, bint in_table):
    if (span := code_span(tex_of(formula), in_table)):
        return f"${span}$"
    return escaped(formula.source, in_table)


cdef str quotation(node, str before, str after, bint in_table):
    """A quotation in the marks that browsers draw around it: Markdown has no sign for it."""
    sign = quotation_mark(node, before)
    inside = nodes_in(node.children, " " if sign else before, " " if sign else after, in_table)
    return f"{sign}{inside}{sign}"


cdef str code(tuple nodes, str before, bint in_table):
    """Code: in backticks, a link in it around backticks of its own; as an element behind a backtick."""
    cdef list parts = []
    cdef list words = []
    for node in (*nodes, None):
        if node is not None and not isinstance(node, Anchor):
            words.append(node)
            continue
        if words:
            text = words_of(tuple(words))
            start = " " if parts and isinstance(words[0], str) and words[0][:1].isspace() else ""
            end = " " if node is not None and isinstance(words[-1], str) and words[-1][-1:].isspace() else ""
            last = parts[-1][-1:] if parts else before
            span = f"<code>{escaped(text, in_table)}</code>" if last == "`" else code_span(text, in_table)
            parts.append(f"{start}{span if text else ''}{end}")
            words = []
        if node is not None:
            parts.append(link(code_span(words_of(node.children), in_table), node.url, in_table))
    return "".join(parts)


cdef str escaped(str text, bint in_table):
    """Text that a parser reads as it is. Outside of a table no line is read as the one below a table's head, see
    `escaped_line_start`, so bars may stay."""
    for sign in ALWAYS:
        if sign in text:
            text = text.replace(sign, f"\\{sign}")
    if "&" in text or "_" in text:
        text = _AROUND_WORDS.sub(r"\\\g<0>", text)
    return text.replace("|", "\\|") if in_table else text


cdef str marked(node, str before, str after, bint in_table):
    if node.name in EMPHASIS and not has_words(node):
        return nodes_in(node.children, before, after, in_table)
    if both := strong_emphasis(node, before, after, in_table):
        return both
    found = ""
    for delimiter in DELIMITERS.get(node.name, ()):
        sign = delimiter[0]
        inside = nodes_in(node.children, sign, sign, in_table)
        if not inside.strip():
            return inside
        if not (opens(sign, before, inside[0]) and opens(sign, after, inside[-1])):
            continue
        found = found or f"{delimiter}{inside}{delimiter}"
        # At an end of it the other sign leaves a mark a mark, where the same sign would leave it out.
        if sign != "*" or not (is_emphasis(node.children[0]) or is_emphasis(node.children[-1])):
            return f"{delimiter}{inside}{delimiter}"
    if found:
        return found
    if node.name in EMPHASIS:
        head, inner, tail = without_signs(node.children)
        if head or tail:
            return nodes_in((head, Mark(node.name, inner), tail), before, after, in_table)
        anchor = node.children[0]
        if isinstance(anchor, Anchor) and len(node.children) == 1:
            return node_in(Anchor(anchor.url, (Mark(node.name, anchor.children),)), before, after, in_table)
        return nodes_in(node.children, before, after, in_table)
    inside = nodes_in(node.children, ">", "<", in_table)
    return f"<{TAGS[node.name]}>{inside}</{TAGS[node.name]}>" if inside.strip() else inside


cdef tuple without_signs(tuple nodes):
    """The signs with which nodes begin, what is between, and the signs with which they end."""
    cdef Py_ssize_t i = 0, n
    head, tail = "", ""
    if isinstance(nodes[0], str):
        text = nodes[0]
        n = len(text)
        while i < n and not text[i].isalnum():
            i += 1
        head, nodes = text[:i], (text[i:], *nodes[1:]) if i < n else nodes[1:]
    if nodes and isinstance(nodes[-1], str):
        text = nodes[-1]
        i = len(text)
        while i and not text[i - 1].isalnum():
            i -= 1
        tail, nodes = text[i:], (*nodes[:-1], text[:i]) if i else nodes[:-1]
    return head, nodes, tail


cdef str strong_emphasis(node, str before, str after, bint in_table):
    """Emphasis of nothing but strong words, in three asterisks; empty for another mark, or where they would be none."""
    inner = node.children[0] if node.name == "emphasis" and len(node.children) == 1 else None
    if not isinstance(inner, Mark) or inner.name != "strong":
        return ""
    inside = nodes_in(inner.children, "*", "*", in_table)
    marks = inside.strip() and opens("*", before, inside[0]) and opens("*", after, inside[-1])
    return f"***{inside}***" if marks else ""


cdef bint opens(str sign, str outside, str inside) except -1:
    """Whether a delimiter between two characters opens a mark, or seen from the other side closes one.

    CommonMark's rules for flanking delimiter runs, without the cases in which it matters which kind of symbol counts as
    punctuation, or what else stands in the run.
    """
    if inside.isspace() or sign in (outside, inside):
        return False
    if outside.isspace():
        return True
    is_punctuation = category(outside)[0] == "P" or outside in "$+<=>^`|~"
    if sign == "_":
        return is_punctuation
    return is_punctuation or category(inside)[0] not in "PS"
