"""The choice of the region: the one element that holds the content. No paper has this step."""

from libc.math cimport pow
from libc.stdint cimport int32_t
from libc.stdlib cimport free, malloc


def find_region(
    const int32_t[::1] stop not None,
    const double[::1] content not None,
    const double[::1] groups not None,
    const double[::1] chars not None,
    double share,
    double narrow,
    double early,
):
    """The number of the element whose subtree is the region, of elements in document order.

    stop: of each element, one past the last element of its subtree. content: the characters of its own text that are
    content; some must be. groups: the characters of the group of content that it holds, such as the paragraphs of one
    parent. chars: the characters of its own text, content or not. share, narrow, early: see `Region`.

    The score of an element is ``sum of g² / s**narrow * purity * left**early``, over the groups g in its subtree;
    s: its share of all content; purity: the share of content in its text; left: the share of the page's text that is
    left where its content starts. The squares favour much content in one place: a body is many paragraphs of one
    parent, teasers and comments are one or two of each of many. Of elements with the highest score it is the
    innermost. Linear in the elements.
    """
    cdef Py_ssize_t i, n = stop.shape[0], found = 0
    cdef double held, whole, highest = 0, left
    if n == 0 or not content.shape[0] == groups.shape[0] == chars.shape[0] == n:
        raise ValueError("no elements, or columns of different lengths")
    for i in range(n):
        if not i < stop[i] <= n:
            raise ValueError("a subtree ends before it begins, or after the last element")
    # running sums: the sum over a subtree is one difference
    cdef double* content_before = <double*>malloc((4 * n + 3) * sizeof(double))
    if content_before == NULL:
        raise MemoryError
    cdef double* squares_before = content_before + n + 1
    cdef double* chars_before = squares_before + n + 1
    cdef double* score = chars_before + n + 1
    with nogil:
        content_before[0] = squares_before[0] = chars_before[0] = 0
        for i in range(n):
            content_before[i + 1] = content_before[i] + content[i]
            squares_before[i + 1] = squares_before[i] + groups[i] * groups[i]
            chars_before[i + 1] = chars_before[i] + chars[i]
        whole = content_before[stop[0]] - content_before[0]
        left = 1
        for i in range(n - 1, -1, -1):
            if content[i] != 0 or i == n - 1:
                left = pow(1 - chars_before[i] / chars_before[n], early)
            held = content_before[stop[i]] - content_before[i]
            score[i] = 0
            if held >= share * whole:
                score[i] = (
                    (squares_before[stop[i]] - squares_before[i])
                    / pow(max(held / whole, share), narrow)
                    * (held / max(chars_before[stop[i]] - chars_before[i], 1.0))
                    * left
                )
            highest = max(highest, score[i])
        for i in range(n):
            if score[i] >= highest * (1 - 1e-9):
                found = i
    free(content_before)
    return found
