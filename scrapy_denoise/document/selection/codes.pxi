"""Preformatted texts that a selection may have cut through, code in a box with a label, and code that stands there more than once."""

from libc.stdint cimport int64_t

from scrapy_denoise.page.columns.buffers cimport text_between
from scrapy_denoise.page.columns.tag_scan cimport next_tagged
from scrapy_denoise.page.compiled cimport CODE as CODE_TAG, PRE, TEXT, ExactWords, match_key

from scrapy_denoise.blocks.features.compiled import CODE_BOXES, class_id_pairs

cdef enum:
    MAX_BOX_LABEL = 60  # characters of a box of code beside the code, such as "Code: Select all"
    MIN_COPY = 10       # characters of a preformatted text of which a copy is looked for
    MAX_COPIES = 3      # copies of a code that a highlighter makes at most

cdef ExactWords BOXES = ExactWords({"box": map(str.encode, CODE_BOXES)})


def codes(KeptRows part not None):
    """The preformatted texts that are not kept whole, but enough of them is, or nothing is and they stand beside a
    kept text; not those that are numbers of lines or links. What is found counts as kept for what follows."""
    cdef Py_ssize_t i, row, first, after, stop = -1
    cdef Sums sums
    cdef list found = []
    for i in range(part.n_structures):
        row = part.structures[i]
        if part.tree.tag[row] != PRE or part.keeps_all(row):
            continue
        first, after = part.texts_before(row), part.texts_before(part.tree.end[row])
        sums = part.within(row)
        if (
            has_few_links(sums)
            and (
                is_enough(sums)
                or (sums.kept_chars == 0 and (is_kept(part, first - 1, stop) or (after < part.n_texts and part.flags[after])))
            )
            and not part.is_numbers(row)
        ):
            found.append(row)
            stop = after
    return found


cdef inline bint is_kept(KeptRows part, Py_ssize_t text, Py_ssize_t stop) noexcept:
    """Whether a text, by its place, is kept, or is the last one of what was found, which ends before stop."""
    return text >= 0 and (part.flags[text] or text == stop - 1)


def boxed_codes(KeptRows part not None):
    """The code in boxes that are named so, of which nothing is kept although they stand beside a kept text. A box holds one element of
    code and at most MAX_BOX_LABEL characters besides."""
    cdef Py_ssize_t box, row, end, first, last
    cdef list found = []
    for box in part.page.cached(class_id_pairs).rows_with(BOXES)[0]:
        end = part.tree.end[box]
        row = min(next_tagged(part.tree.tag, box, end, PRE), next_tagged(part.tree.tag, box, end, CODE_TAG))
        if row == end or part.within(box).chars - part.within(row).chars > MAX_BOX_LABEL or part.keeps_some(box):
            continue
        first, last = part.texts_before(box), part.texts_before(end)
        if (first and part.flags[first - 1]) or (last < part.n_texts and part.flags[last]):
            found.append(row)
    return found


def copied_codes(KeptRows part not None):
    """The elements right before or behind a kept preformatted text that hold its text again, once or several times, and nothing else:
    what a highlighter has drawn of it, and its raw copy. Not another preformatted text, which can be the same command for another
    system."""
    cdef Py_ssize_t i, row, other, stop = -1
    cdef int64_t chars, n_chars
    cdef str own, again
    cdef list found = []
    for i in range(part.n_structures):
        row = part.structures[i]
        if part.tree.tag[row] != PRE or row < stop or not part.keeps_all(row):
            continue
        chars, own = part.within(row).chars, ""
        for other in (element_before(part, row), part.tree.end[row]):
            if not (0 <= other < part.tree.n and part.tree.parent[other] == part.tree.parent[row] and part.tree.tag[other] != TEXT):
                continue
            n_chars = part.within(other).chars
            if chars < MIN_COPY or 2 * n_chars < chars or n_chars > (MAX_COPIES + 1) * chars:
                continue
            if next_tagged(part.tree.tag, other, part.tree.end[other], PRE) < part.tree.end[other]:
                continue
            own, again = own or letters_of(part, row), letters_of(part, other)
            if own and len(again) <= MAX_COPIES * len(own) and again and again == own * (len(again) // len(own)):
                found.append(other)
                stop = part.tree.end[other]
    return sorted(found)


cdef Py_ssize_t element_before(KeptRows part, Py_ssize_t row) noexcept:
    """The row of what stands right before an element, under its parent; -1 where nothing does."""
    cdef Py_ssize_t before = row - 1
    while before > part.tree.parent[row] and part.tree.parent[before] != part.tree.parent[row]:
        before = part.tree.parent[before]
    return before if before > part.tree.parent[row] else -1


cdef str letters_of(KeptRows part, Py_ssize_t row):
    """The letters of an element with texts."""
    return match_key(text_between(
        part._text, &part.tree, part.texts[part.texts_before(row)], part.texts[part.texts_before(part.tree.end[row]) - 1]
    ))
