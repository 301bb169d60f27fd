"""What of a page's own text other pages have."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t


def shared_chars(
    const uint64_t[::1] texts not None,
    const uint8_t[:, ::1] has not None,
    const int64_t[::1] samples not None,
    const uint64_t[::1] nodes not None,
    const int32_t[::1] chars not None,
    int64_t[::1] shared not None,
):
    """Of the text that few of the samples have, how many characters each of them has; returns how many there are.

    texts: sorted hashes; has: for each, a row of flags, a sample a column. samples: the columns to look at. nodes,
    chars: hashes of a page's text rows and their lengths. Few: at most a third of the samples.
    """
    cdef Py_ssize_t i, s, low, high, middle, n = samples.shape[0]
    cdef int64_t own = 0
    cdef Py_ssize_t found
    if chars.shape[0] < nodes.shape[0] or shared.shape[0] < n or has.shape[0] < texts.shape[0]:
        raise ValueError("columns of different lengths")
    for s in range(n):
        shared[s] = 0
        if not 0 <= samples[s] < has.shape[1]:
            raise ValueError("no such sample")
    for i in range(nodes.shape[0]):
        low, high = 0, texts.shape[0]
        while low < high:
            middle = (low + high) // 2
            if texts[middle] < nodes[i]:
                low = middle + 1
            else:
                high = middle
        found = 0
        if low < texts.shape[0] and texts[low] == nodes[i]:
            for s in range(n):
                found += has[low, samples[s]]
        if found <= n // 3:
            own += chars[i]
            if found:
                for s in range(n):
                    if has[low, samples[s]]:
                        shared[s] += chars[i]
    return own
