"""Links that may lead to a page of a series by what they say: most say nothing of the kind."""

from scrapy_denoise.blocks.lexicon import phrases

END, ARTICLE, PREVIOUS, NEXT = "end_page", "next_article", "previous_page", "next_page"

DIRECTIONS = {phrase: name for name in (END, ARTICLE, PREVIOUS, NEXT) for phrase in phrases(name)}
MORE = tuple(phrases("load_more"))

cdef dict _directions = DIRECTIONS
cdef frozenset _more_heads = frozenset(phrase[0] for phrase in MORE)

cdef enum:
    MAX_LABEL = 40  # characters of the text of a link to a page of a series, unless it has a colon
    COLON = 1
    FIGURE = 2


def telling_links(list texts not None, list rels not None, str around not None, of_rel not None):
    """Of the links of which more has to be asked, each with its place, the direction in its ``rel``, its label, and
    whether this has a figure or a colon: those with a direction, without a label, with such a sign, with the words of a
    direction, and those that may load more.

    around: what stands around the words of a link. of_rel: the direction that a ``rel`` says, empty without one.
    """
    cdef Py_ssize_t place
    cdef list found = []
    cdef str text, rel, direction, label
    cdef int signs
    for place in range(len(texts)):
        text, rel = texts[place], rels[place]
        direction = of_rel(rel) if rel else ""
        signs = signs_of(text)
        if not direction and len(text) > MAX_LABEL and not signs & COLON:
            continue
        label = text.lower().strip(around)
        if direction or not label or signs or label in _directions or label[0] in _more_heads:
            found.append((place, direction, label, signs != 0))
    return found


cdef int signs_of(str text):
    """Which of COLON and FIGURE a text has."""
    cdef int found = 0
    cdef Py_UCS4 c
    for c in text:
        if c == c":" or c == u"：":
            found |= COLON
        elif c.isdecimal():
            found |= FIGURE
    return found
