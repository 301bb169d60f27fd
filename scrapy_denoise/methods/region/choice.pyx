"""The choice of the region: the one element that holds the content. It is in none of the papers."""

from libc.math cimport pow
from libc.stdint cimport int32_t
from libc.stdlib cimport free, malloc


def find_region(
    const int32_t[::1] stop not None,
    const double[::1] text not None,
    const double[::1] squares not None,
    const double[::1] chars not None,
    double smallest,
    double narrow,
    double early,
):
    """The node whose subtree is the content, of nodes in document order.

    Of each node: `stop`: one past the last node of its subtree; `text`: characters of content that are its own;
    `chars`: its own characters, content or not; `squares`: the square of the characters of the group of content
    that it holds. Some text must be content.

    The region has much of the text in few groups (the sum of squares), little beside the content, and an early
    start: a body is many paragraphs in one place, teasers and comments are one or two each. It has at least
    `smallest` of the text, as a share; `narrow`, `early`: exponents of its share of the text, for small regions,
    and of the characters left where its content starts, for early ones. Of nodes with the same text it is the
    innermost.
    """
    cdef Py_ssize_t i, n = stop.shape[0], found = 0
    cdef double mass, whole, highest = 0, left
    if n == 0 or not text.shape[0] == squares.shape[0] == chars.shape[0] == n:
        raise ValueError("no nodes, or columns of different lengths")
    for i in range(n):
        if not i < stop[i] <= n:
            raise ValueError("a subtree ends before it begins, or after the last node")
    # running sums, by which a subtree's is one difference
    cdef double* content = <double*>malloc((4 * n + 3) * sizeof(double))
    if content == NULL:
        raise MemoryError
    cdef double* groups = content + n + 1
    cdef double* all_chars = groups + n + 1
    cdef double* score = all_chars + n + 1
    with nogil:
        content[0] = groups[0] = all_chars[0] = 0
        for i in range(n):
            content[i + 1] = content[i] + text[i]
            groups[i + 1] = groups[i] + squares[i]
            all_chars[i + 1] = all_chars[i] + chars[i]
        whole = content[stop[0]] - content[0]
        left = 1
        for i in range(n - 1, -1, -1):
            if text[i] != 0 or i == n - 1:
                left = pow(1 - all_chars[i] / all_chars[n], early)  # where its content starts
            mass = content[stop[i]] - content[i]
            score[i] = 0
            if mass >= smallest * whole:
                score[i] = (
                    (groups[stop[i]] - groups[i])
                    / pow(max(mass / whole, smallest), narrow)
                    * (mass / max(all_chars[stop[i]] - all_chars[i], 1.0))
                    * left
                )
            highest = max(highest, score[i])
        for i in range(n):
            if score[i] >= highest * (1 - 1e-9):
                found = i
    free(content)
    return found
