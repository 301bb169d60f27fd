"""Links that may lead to a page of a series by what they say: most say nothing of the kind."""

from scrapy_denoise.page.text.word_chars cimport is_ascii_alnum

from scrapy_denoise.blocks.lexicon import phrases

END, ARTICLE, PREVIOUS, NEXT = "end_page", "next_article", "previous_page", "next_page"

DIRECTIONS = {phrase: name for name in (END, ARTICLE, PREVIOUS, NEXT) for phrase in phrases(name)}
MORE = tuple(phrases("load_more"))

cdef dict _directions = DIRECTIONS
cdef dict _more = {}  # by their first letters
for _phrase in MORE:
    _more[_phrase[0]] = (*_more.get(_phrase[0], ()), _phrase)

cdef inline bint is_letter(Py_UCS4 c) noexcept:
    return c"a" <= (<int>c | 0x20) <= c"z"


cdef bint[26 * 26] BEGIN  # whether some of these begins with two letters
for _phrase in (*DIRECTIONS, *MORE):
    if len(_phrase) > 1 and is_letter(_phrase[0]) and is_letter(_phrase[1]):
        BEGIN[26 * ((<int>ord(_phrase[0]) | 0x20) - 97) + (<int>ord(_phrase[1]) | 0x20) - 97] = True

cdef enum:
    MAX_LABEL = 40  # characters of the text of a link to a page of a series, unless it has a colon
    MAX_NUMBER = 20  # characters of one that says a number
    COLON = 1
    FIGURES = 2


def telling_links(list texts not None, list rels not None, str around not None, of_rel not None):
    """Of the links of which more has to be asked, each with its place, the direction in its ``rel``, its label, the
    direction that this says, and whether it may say a number: those with a direction, without a label, with such a
    number, and those that may load more.

    around: what stands around the words of a link. of_rel: the direction that a ``rel`` says. Directions are empty
    where there is none.
    """
    cdef Py_ssize_t place
    cdef list found = []
    cdef str text, rel, stated, said, label
    cdef int signs
    cdef bint numbers, may_tell
    for place in range(len(texts)):
        text, rel = texts[place], rels[place]
        stated = of_rel(rel) if rel else ""
        if not stated and len(text) > MAX_LABEL and ":" not in text and "：" not in text:
            continue
        signs, may_tell = signs_of(text), may_begin(text)
        if not (may_tell or stated or signs & FIGURES):
            continue
        label = text.lower()
        if not label or not is_ascii_alnum(label[0]) or not is_ascii_alnum(label[len(label) - 1]):
            label = label.strip(around)
        said = said_direction(label, signs, around) if may_tell else ""
        numbers = signs & FIGURES and len(label) <= MAX_NUMBER
        if stated or not label or said or numbers or (may_tell and loads_more(label)):
            found.append((place, stated, label, said, numbers))
    return found


cdef inline bint may_begin(str text):
    """Whether a text may begin as one of these labels does, whatever stands around it; most others begin with two other letters."""
    if len(text) < 2 or not (is_letter(text[0]) and is_letter(text[1])):
        return True
    return BEGIN[26 * ((<int>text[0] | 0x20) - 97) + (<int>text[1] | 0x20) - 97]


cdef bint loads_more(str label):
    """Whether a label begins as those of links that load more do."""
    cdef tuple beginnings = _more.get(label[0])
    return beginnings is not None and label.startswith(beginnings)


def direction_of(str label not None, str around not None):
    """Where a link with this label leads, without the numbers in it: one of the lexicons' names; empty if it does not
    say so. around: what stands around the words of a link."""
    return said_direction(label, signs_of(label), around)


cdef str said_direction(str label, int signs, str around):
    cdef str found = _directions.get(label, "")
    if found or not signs:
        return found
    if signs & FIGURES:
        words = "".join([" " if c.isdecimal() else c for c in label]).split()
        return _directions.get(" ".join(words).strip(around), "")
    if ":" in label or "：" in label:
        return ARTICLE if label.replace("：", ":").partition(":")[0].strip(around) in _directions else ""
    return ""


cdef int signs_of(str text):
    """Which of COLON and FIGURES a text has."""
    cdef int found = 0
    cdef Py_UCS4 c
    for c in text:
        if c < 0x80:
            if c == c":":
                found |= COLON
            elif c"0" <= c <= c"9":
                found |= FIGURES
        elif c == u"：":
            found |= COLON
        elif c.isdecimal():
            found |= FIGURES
    return found
