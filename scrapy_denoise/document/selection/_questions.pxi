"""The questions of a page that their answers stand below, in a pass over its text blocks: most pages have none."""

from collections import Counter

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.string cimport memcmp


cdef enum:
    MAX_QUESTION = 200  # characters of a question above an answer,
    MIN_QUESTIONS = 2   # such questions at one path of elements, at least,
    MAX_ASKED = 500     # and short texts above an answer that may be such questions
    MIN_ANSWER = 40     # characters of the block that begins an answer

cdef list ASKING = [sign.encode() for sign in "?\uff1f\u061f\u037e"]


def questions(KeptRows part not None):
    """The blocks that are questions, at one path of elements with another one, and are neither kept nor links, each right above a kept
    block: their numbers."""
    cdef Py_ssize_t block, asked = 0
    cdef list found = []
    part.find_blocks()
    for block in range(part.blocks.n - 1):
        if (
            part.keeps_block(block)
            or not part.keeps_block(block + 1)
            or part.blocks.chars[block] > MAX_QUESTION
            or is_link(part, block)
        ):
            continue
        if asks(part, block):
            found.append(block)
        asked += 1
        if asked == MAX_ASKED:
            break
    if len(found) < MIN_QUESTIONS:
        return []
    counts = Counter([part.blocks.path_group[block] for block in found])
    return [block for block in found if counts[part.blocks.path_group[block]] >= MIN_QUESTIONS]


cdef bint asks(KeptRows part, Py_ssize_t block) except -1:
    """Whether a block ends with the sign of a question."""
    cdef Py_ssize_t last = part.texts[part.behind_block(block) - 1]
    cdef const char* stop = PyBytes_AS_STRING(part._text) + part.tree.text_stop[last]
    cdef Py_ssize_t size = part.tree.text_stop[last] - part.tree.text_start[last], length
    cdef bytes sign
    for sign in ASKING:
        length = PyBytes_GET_SIZE(sign)
        if length <= size and memcmp(stop - length, PyBytes_AS_STRING(sign), length) == 0:
            return True
    return False


def unanswered(KeptRows part not None):
    """The blocks that are questions, each right above a block that is no question and no link, and neither is kept:
    their numbers, where there are enough. A question may be a link, which opens its answer."""
    cdef Py_ssize_t block, asked = 0
    cdef list found = []
    part.find_blocks()
    for block in range(part.blocks.n - 1):
        if (
            part.blocks.chars[block] > MAX_QUESTION
            or part.blocks.chars[block + 1] < MIN_ANSWER
            or part.keeps_block(block)
            or part.keeps_block(block + 1)
            or is_link(part, block + 1)
        ):
            continue
        if asks(part, block) and not asks(part, block + 1):
            found.append(block)
        asked += 1
        if asked == MAX_ASKED:
            break
    return found if len(found) >= MIN_QUESTIONS else []


cdef inline bint is_link(KeptRows part, Py_ssize_t block) noexcept:
    return part.tree.linked[part.texts[part.blocks.first[block]]] != 0
