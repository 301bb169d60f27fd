"""The preformatted texts that a selection may have cut through."""

from scrapy_denoise.page.compiled cimport PRE


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
