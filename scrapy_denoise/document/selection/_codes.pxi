"""The preformatted texts that a selection may have cut through, or left out below their heading."""

from scrapy_denoise.page.compiled cimport PRE


def codes(KeptRows part not None):
    """The preformatted texts that are not kept whole, but enough of them is, or nothing is and they stand beside a
    kept text, or behind one under a heading; not those that are numbers of lines or links. What is found counts as kept
    for what follows."""
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
                or (
                    sums.kept_chars == 0
                    and (
                        is_kept(part, first - 1, stop)
                        or (after < part.n_texts and part.flags[after])
                        or is_under_heading(part, row, stop)
                    )
                )
            )
            and not part.is_numbers(row)
        ):
            found.append(row)
            stop = after
    return found


cdef inline bint is_kept(KeptRows part, Py_ssize_t text, Py_ssize_t stop) noexcept:
    """Whether a text, by its place, is kept, or is the last one of what was found, which ends before stop."""
    return text >= 0 and (part.flags[text] or text == stop - 1)


cdef bint is_under_heading(KeptRows part, Py_ssize_t row, Py_ssize_t stop) except -1:
    """Whether an element stands under a short heading right behind a kept text, all in one element."""
    cdef Py_ssize_t heading, above, before, first = part.texts_before(row)
    if not first or not part.heads(part.texts[first - 1]):
        return False
    heading = part.tree.block_row[part.texts[first - 1]]
    before = part.texts_before(heading) - 1
    if not is_kept(part, before, stop) or part.within(heading).chars > MAX_TITLE:
        return False
    above = part.tree.parent[heading]
    while above > 0 and part.tree.end[above] <= row:  # some headings have an element of their own, with a link to them
        above = part.tree.parent[above]
    return above >= 0 and part.texts[before] > above
