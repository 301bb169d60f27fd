"""Comparing a page with the known pages of its site."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint64_t


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


cdef inline Py_ssize_t place_of(const uint16_t[::1] prints, uint16_t wanted) noexcept nogil:
    """Where it is among sorted prints; -1 where it is not."""
    cdef Py_ssize_t low = 0, high = prints.shape[0], middle
    while low < high:
        middle = (low + high) // 2
        if prints[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low if low < prints.shape[0] and prints[low] == wanted else -1


def common(const uint16_t[::1] one not None, const uint16_t[::1] other not None):
    """How many prints two sorted arrays of them share."""
    cdef Py_ssize_t i, n = 0
    for i in range(one.shape[0]):
        n += place_of(other, one[i]) >= 0
    return n


def add_counts(
    const uint16_t[::1] prints not None,
    const int64_t[::1] counts not None,
    const uint16_t[::1] own not None,
    const uint16_t[::1] wanted not None,
    double[::1] found not None,
):
    """Add to `found`, for each wanted print, its count, less one for those of `own`. prints, own: sorted."""
    cdef Py_ssize_t i, place
    if counts.shape[0] < prints.shape[0] or found.shape[0] < wanted.shape[0]:
        raise ValueError("columns of different lengths")
    for i in range(wanted.shape[0]):
        place = place_of(prints, wanted[i])
        if place >= 0:
            found[i] += counts[place] - (place_of(own, wanted[i]) >= 0)


def nearest(
    double[::1] alike not None,
    const uint64_t[::1] digests not None,
    const uint64_t[::1] contents not None,
    uint64_t digest,
    uint64_t content,
    double least,
    double relative,
):
    """The samples that are at least so much alike, the most alike first, of equals the first; a list of numbers.

    relative: and at least this share of what the most alike one is.
    alike: for each sample, is overwritten. digests, contents: a sample that has that of the page is the page itself.
    """
    cdef Py_ssize_t i, best, n = alike.shape[0]
    cdef list found = []
    if digests.shape[0] < n or contents.shape[0] < n:
        raise ValueError("columns of different lengths")
    for i in range(n):
        if digests[i] == digest or contents[i] == content:
            alike[i] = -1
    while True:  # a site has few samples, and fewer of a layout
        best = -1
        for i in range(n):
            if alike[i] >= least and (best < 0 or alike[i] > alike[best]):
                best = i
        if best < 0:
            return found
        if not found and relative * alike[best] > least:
            least = relative * alike[best]
        found.append(best)
        alike[best] = -1
