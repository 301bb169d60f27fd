"""Links that are phrases of sentences: they name nothing that a list could hold."""

from libc.stdint cimport int32_t, int64_t

from scrapy_denoise.page.columns.buffers cimport TreeColumns, tree_columns_of

from scrapy_denoise.blocks.regions.byline_labels import before_names
from scrapy_denoise.blocks.regions.bylines import SENTENCE_CLOSING, SENTENCE_ENDING

cdef enum:
    MAX_ASKED = 20         # links of a list of which it is asked whether they stand in a sentence
    MIN_SENTENCE = 40      # characters of the line beside such a link: in a shorter one it is a title with what belongs to it
    MAX_PARAGRAPH = 4_000  # bytes of its paragraph
    MIN_BEFORE = 20        # characters of a sentence before such a link

cdef double IN_SENTENCES = 0.6  # share of the links of a list that stand in sentences from which it is none


def in_sentences(columns not None, const int64_t[::1] links not None):
    """Whether most links of a list are phrases of sentences: the sentence goes on behind the link in small letters, or
    stands before it and has not ended. links: their rows."""
    cdef TreeColumns tree = tree_columns_of(columns.tree_columns)
    cdef bytes text = columns.text
    cdef Py_ssize_t i, n = min(links.shape[0], <Py_ssize_t>MAX_ASKED), step = max(links.shape[0] // MAX_ASKED, 1), found = 0
    for i in range(n):
        if found + n - i < IN_SENTENCES * n:  # most lists are told by their first links
            return False
        if not 0 <= links[i * step] < tree.n:
            raise ValueError("no such row")
        found += is_phrase(&tree, text, links[i * step])
    return n > 0


cdef bint is_phrase(const TreeColumns* tree, bytes text, Py_ssize_t link) except -1:
    """Whether the line around a link makes one sentence with it."""
    cdef Py_ssize_t block = tree.block_row[link], size = len(text)
    cdef int32_t begin = tree.text_start[block], start = tree.text_start[link]
    cdef Py_ssize_t stop = tree.text_start[tree.end[link]] if tree.end[link] < tree.n else size
    cdef Py_ssize_t end = tree.text_start[tree.end[block]] if tree.end[block] < tree.n else size
    cdef str before, behind
    if not 0 <= begin <= start <= stop <= end <= size or end - begin > MAX_PARAGRAPH:
        return False
    if start - begin + end - stop < MIN_SENTENCE:
        return False
    behind = text[stop:end].partition(b"\n")[0].decode("utf-8", "replace").strip()
    before = text[begin:start].rpartition(b"\n")[2].decode("utf-8", "replace").strip()
    if len(before) + len(behind) < MIN_SENTENCE or not ends_sentence(behind):
        return False
    if behind[0].islower():
        return len(behind) >= MIN_SENTENCE and behind.split(None, 1)[0] not in before_names()
    return len(before) >= MIN_BEFORE and before[len(before) - 1].isalnum()


cdef bint ends_sentence(str line) except -1:
    """Whether a text ends as a sentence does."""
    cdef str said = line.rstrip(SENTENCE_CLOSING)
    return len(said) > 0 and said[len(said) - 1] in SENTENCE_ENDING
