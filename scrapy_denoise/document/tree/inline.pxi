"""Runs of text, each with the marks that hold it, as nested inline nodes."""

from scrapy_denoise.document.nodes import Anchor, Break, Mark, Math, Picture

cdef frozenset QUOTES = frozenset(
    "\"'\u201c\u201d\u201e\u00ab\u00bb\u2039\u203a\u2018\u2019\u201a\u300c\u300d\u300e\u300f\u300a\u300b"
)


def nested(list runs not None):
    """The inline nodes of a paragraph: white space and line ends at its ends are left out.

    runs: tuples of marks and a node. A mark while it is open is a tuple of its name (``link`` for links), the address
    of a link, and the row of its element.
    """
    cdef Py_ssize_t first = 0, last = len(runs)
    while first < last and is_space((<tuple>runs[first])[1]):
        first += 1
    while first < last and is_space((<tuple>runs[last - 1])[1]):
        last -= 1
    if first >= last:
        return ()
    for at, strip in ((first, str.lstrip), (last - 1, str.rstrip)):
        marks, leaf = runs[at]
        if isinstance(leaf, str):
            runs[at] = marks, strip(leaf)
    return nest(runs, first, last, 0)


def marked(str words not None, tuple marks not None):
    """A text in its marks."""
    found = words
    for name, url, _ in reversed(marks):
        found = Anchor(url, (found,)) if name == "link" else Mark(name, (found,))
    return (found,)


cdef bint is_space(leaf):
    return (<str>leaf).isspace() if type(leaf) is str else isinstance(leaf, Break)


cdef tuple nest(list runs, Py_ssize_t first, Py_ssize_t last, Py_ssize_t level):
    """The nodes of the runs from one place to another, below a level of their marks."""
    cdef list nodes = [], words = []
    cdef Py_ssize_t at = first, start
    cdef tuple marks, mark
    while at < last:
        marks, leaf = <tuple>runs[at]
        if len(marks) <= level:
            at += 1
            if type(leaf) is str:
                words.append(leaf)
                continue
            following = leaf
        else:
            mark, start = marks[level], at
            while at < last and holds(<tuple>(<tuple>runs[at])[0], mark, level):
                at += 1
            children = nest(runs, start, at, level + 1)
            following = Anchor(mark[1], children) if mark[0] == "link" else Mark(mark[0], children)
        if words:
            nodes.append("".join(words))
            words = []
        nodes.append(following)
    if words:
        nodes.append("".join(words))
    return tuple(nodes)


cdef bint holds(tuple marks, tuple mark, Py_ssize_t level):
    """Whether a mark is the one of some marks at a level, or a link to the same address right behind it."""
    if len(marks) <= level:
        return False
    cdef tuple own = marks[level]
    return own is mark or own == mark or (own[0] == "link" and mark[0] == "link" and own[1] == mark[1])


def shared(tuple one not None, tuple other not None):
    """The marks that hold both of two runs."""
    cdef Py_ssize_t n = 0
    if one == other:
        return one
    while n < len(one) and n < len(other) and one[n] == other[n]:
        n += 1
    return one[:n]


def words_of(tuple nodes not None, bint quoted=False):
    """The text of inline nodes on one line. quoted: with quotation marks around quotations."""
    return " ".join("".join(words_in(nodes, quoted)).split())


def quotation_mark(quotation not None, str before not None):
    """The mark that stands at both ends of a ``q``, which browsers draw; empty where the page has marks of its own.

    before: the character before the quotation.
    """
    words = words_of(quotation.children)
    return "" if not words or words[0] in QUOTES or words[len(words) - 1] in QUOTES or before in QUOTES else '"'


cdef list words_in(tuple nodes, bint quoted):
    cdef list parts = [], inner
    cdef str before
    for node in nodes:
        if isinstance(node, str):
            parts.append(node)
        elif isinstance(node, Math):
            parts.append(node.source)
        elif isinstance(node, Break):
            parts.append(" ")
        elif not isinstance(node, Picture):
            inner = words_in(node.children, quoted)
            if quoted and isinstance(node, Mark) and node.name == "quoted":
                before = parts[len(parts) - 1] if parts else ""
                mark = quotation_mark(node, before[len(before) - 1:] if before else "")
                inner = [mark, *inner, mark]
            parts += inner
    return parts
