"""Parts of a page that are no content and say so: by the names of their elements, or by a title above them."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memset

from scrapy_denoise.blocks.features.block_columns cimport BlockFields, fields_of
from scrapy_denoise.blocks.features.compiled cimport ClassIdPairs
from scrapy_denoise.page.columns.buffers cimport HashColumns, PageBuffers, TextRows, TreeColumns, page_buffers, text_rows_of
from scrapy_denoise.page.native.binary_search cimport index_of
from scrapy_denoise.page.compiled cimport ARTICLE, BUTTON, DL, DT, H1, H6, MAIN, OPTGROUP, OPTION, SELECT

import numpy as np

from scrapy_denoise.blocks.features.compiled import bit_of
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.walk.compiled import name_hash

cdef enum:
    LONGEST_TITLE = 40       # characters of such a title
    BESIDE = 8         # characters that its block has besides, at most
    NAMED_CHARS = 200  # of a heading whose id says so, at most
    HEADING_ROWS = 40  # elements and texts in a heading, at most
    BLOCK_ROWS = 6     # and in another block that is a title
    UP = 4             # ancestors of a title, without other text, up to which what follows it is looked for
    OWN = 300          # characters outside links that come before such a part, and do not come behind it
    TRIES = 50         # titles that are looked at, the first of them
    QUESTION = 4_000   # characters of a question for consent, with what it offers to choose from
    SHORT_QUESTION = 400  # of one that has but one answer

# What marks are made of.
cdef enum:
    COMMENT = 1
    CONSENT = 2
    RELATED = 3
    CHOICE = 4
    SIGNATURE = 5

CODES = {
    "comment": COMMENT, "consent": CONSENT, "related": RELATED, "interaction": CHOICE, "signature": SIGNATURE
}

cdef set LABELS = {tags.CODES[name] for name in ("td", "th", "li", "dt", "dd", "label")}
cdef uint32_t COMMENT_WORDS = bit_of("comment")
cdef uint32_t CONSENT_WORDS = bit_of("hidden")


cdef class HashedNames:
    """Some names or texts, with digit runs as one 0, to look up what the columns have the hash of."""

    cdef const uint32_t[::1] hashes  # ascending
    cdef uint8_t bits[8192]          # one for each 16 lower bits that a hash has: most texts are none of them

    def __init__(self, names):
        cdef uint32_t found
        self.hashes = np.array(sorted(set(map(name_hash, names))), np.uint32)  # `np.unique` loads masked arrays
        memset(self.bits, 0, sizeof(self.bits))
        for found in self.hashes:
            self.bits[(found & 0xFFFF) >> 3] |= 1 << (found & 7)

    cdef inline bint has(self, uint32_t name) noexcept:
        return (name and (self.bits[(name & 0xFFFF) >> 3] >> (name & 7)) & 1
                and index_of(&self.hashes[0], self.hashes.shape[0], name) >= 0)


cdef class RegionWords:
    """By what regions are known. names: ids or first classes of blocks below the root's children. ids: of headings. titles:
    texts of blocks that hold nothing else. lines: texts above a signature, which lasts to the end of their element. accept,
    reject: answers to a question for consent. consent_words: parts of its words, in small letters, as bytes."""

    cdef HashedNames comment_names, comment_ids, comment_titles, consent_names, related_titles, signature_names, signature_lines
    cdef HashedNames accept, reject
    cdef tuple consent_words

    def __init__(
        self, *, HashedNames comment_names not None, HashedNames comment_ids not None, HashedNames comment_titles not None,
        HashedNames consent_names not None, HashedNames related_titles not None, HashedNames signature_names not None,
        HashedNames signature_lines not None, HashedNames accept not None, HashedNames reject not None,
        tuple consent_words not None,
    ):
        self.comment_names, self.comment_ids, self.comment_titles = comment_names, comment_ids, comment_titles
        self.consent_names, self.related_titles = consent_names, related_titles
        self.signature_names, self.signature_lines = signature_names, signature_lines
        self.accept, self.reject, self.consent_words = accept, reject, consent_words


def mark_regions(columns, RegionWords words not None, ClassIdPairs pairs not None, bint thread):
    """For every row one of CODES, or 0: the bytes of a uint8 array; None where all are 0.

    pairs: the page's names. thread: whether the page is a discussion; only one has signatures, and its comments are what it
    consists of.

    The choices that forms offer are marked wherever they stand.
    Under a title is what follows within its nearest ancestor with other text, up to a heading of the same rank or a higher; any
    heading where the title is none. Only at the end of a page that has text of its own: documentation has sections of
    such names.
    """
    cdef PageBuffers page = page_buffers(columns)
    cdef HashColumns hashes = page.hashes
    cdef TreeColumns tree = page.tree
    cdef bytes marks = PyBytes_FromStringAndSize(NULL, hashes.n)
    cdef uint8_t* found = <uint8_t*>PyBytes_AS_STRING(marks)
    cdef Py_ssize_t i, start, stop, until = 0, related_until = 0, choice_until = 0
    cdef int kind, tries = 0
    cdef int64_t before = 0
    cdef bint may_begin
    cdef tuple dialogs = columns.dialogs
    cdef Py_ssize_t closed = 0, n_closed = len(dialogs)
    # Of a page with such a word all names are asked for.
    cdef uint32_t families, elsewhere = COMMENT_WORDS if pairs.has_family("comments_elsewhere") else 0
    if pairs._tree is not columns.tree_columns:
        raise ValueError("columns of different lengths")
    memset(found, 0, hashes.n)
    for i in range(hashes.n):
        if i < choice_until:
            continue
        if tree.tag[i] == SELECT or tree.tag[i] == OPTION or tree.tag[i] == OPTGROUP:
            choice_until = tree.end[i]
            memset(found + i, CHOICE, choice_until - i)
            continue
        if i < until:
            continue
        kind, start, stop = 0, i, i
        while closed < n_closed and <Py_ssize_t>dialogs[closed] < i:  # those in another
            closed += 1
        if closed < n_closed and <Py_ssize_t>dialogs[closed] == i:
            until = tree.end[i]
            memset(found + i, CONSENT, until - i)
            continue
        may_begin = before >= OWN and tries < TRIES
        if is_heading(&tree, i):
            if may_begin and not thread and has_name(&hashes, &tree, i, words.comment_ids):
                kind = COMMENT
        elif hashes.tag_hash[i]:
            families = pairs.families[tree.class_id[i]] | elsewhere
            kind, stop = kind_by_name(&hashes, &tree, i, words, families, thread), tree.end[i]
        elif words.accept.has(hashes.mask_hash[i]) and (start := question_around(&hashes, &tree, i, words, columns.text)) < i:
            kind, stop = CONSENT, tree.end[start]
        elif thread and words.signature_lines.has(hashes.mask_hash[i]):
            kind, stop = SIGNATURE, tree.end[tree.parent[i]]
        elif may_begin and hashes.chars[i] <= LONGEST_TITLE and not tree.linked[i]:
            kind = kind_by_title(hashes.mask_hash[i], words, thread, i < related_until)
            start = tree.block_row[i]
            if kind and not is_title(&hashes, &tree, start, i):
                kind = 0
        if kind and stop == i:
            tries += 1
            stop = end_of_section(&hashes, &tree, start, kind == COMMENT)
        if kind and stop > i:
            memset(found + start, kind, stop - start)
            if kind == RELATED:
                related_until = stop
            else:
                until = stop
        if i >= until and i >= related_until and not tree.linked[i]:
            before += hashes.chars[i]
    return marks if until or related_until or choice_until else None


cdef int64_t unlinked(const HashColumns* hashes, const TreeColumns* tree, Py_ssize_t start, Py_ssize_t stop) noexcept:
    """The characters outside links from one row up to another."""
    cdef Py_ssize_t i
    cdef int64_t chars = 0
    for i in range(start, stop):
        if not tree.linked[i]:
            chars += hashes.chars[i]
    return chars


def parts_to_ask(columns, Py_ssize_t most, int64_t least):
    """What else is asked of a page: its lists of terms with two terms or more, by their rows; and its parts below its first heading
    of the highest rank that have another such heading each. A list, the row of the first heading, and a list of the row of each
    other one, and of the first row and the one behind the last of the largest element around it that holds none but it, where that
    stands beside an element around the first.

    most: headings that are read, of those that say something. least: characters outside links of such a part, and before it behind
    the first heading.
    """
    cdef PageBuffers page = page_buffers(columns)
    cdef TreeColumns* tree = &page.tree
    cdef Py_ssize_t row, top, up, before, behind, i, first = -1
    cdef list headings = [], found = [], lists = []
    cdef Py_ssize_t of_term = -1  # the element around the last term
    for row in range(tree.n):
        if tree.tag[row] == DT and tree.parent[row] >= 0 and tree.tag[tree.parent[row]] == DL:
            if tree.parent[row] == of_term and (not lists or lists[len(lists) - 1] != of_term) and len(lists) < most:
                lists.append(of_term)
            of_term = tree.parent[row]
        if tree.tag[row] == H1 and any_text(&page.hashes, row, tree.end[row]) and len(headings) < most:
            headings.append(row)
    for i in range(1, len(headings)):
        first, top = headings[0], headings[i]
        before, behind = headings[i - 1], headings[i + 1] if i + 1 < len(headings) else tree.n
        up = tree.parent[top]
        while up > before and tree.end[up] <= behind:
            top, up = up, tree.parent[up]
        if top != headings[i] and up < first and unlinked(&page.hashes, tree, first, top) >= least:
            if unlinked(&page.hashes, tree, top, tree.end[top]) >= least:
                found.append((headings[i], top, tree.end[top]))
    return lists, first, found


cdef inline int kind_by_name(
    const HashColumns* hashes, const TreeColumns* tree, Py_ssize_t i, RegionWords words, uint32_t families, bint thread
) noexcept:
    """What the id or the first class of an element says that it is; 0: nothing. families: of words in both."""
    if thread:
        if has_name_of(hashes, tree, i, words.signature_names):
            return SIGNATURE
    elif families & COMMENT_WORDS and has_name_of(hashes, tree, i, words.comment_names):
        return COMMENT
    return CONSENT if families & CONSENT_WORDS and has_name_of(hashes, tree, i, words.consent_names) else 0


cdef Py_ssize_t question_around(
    const HashColumns* hashes, const TreeColumns* tree, Py_ssize_t answer, RegionWords words, bytes text
) except -1:
    """The element that asks for consent, around the answer that accepts it: the nearest with the other answer, or a short one
    without it, and with a word of such a question; with those around it that have no more text. The answer itself where
    there is none."""
    cdef Py_ssize_t i, around = tree.parent[answer], found = answer
    cdef int64_t chars, held = 0
    cdef bint refuses
    cdef str said
    while around > 0 and hashes.depth[around] > 1 and tree.tag[around] != ARTICLE and tree.tag[around] != MAIN:
        chars, refuses = 0, False
        for i in range(around, tree.end[around]):
            chars += hashes.chars[i]
            refuses = refuses or (not hashes.tag_hash[i] and words.reject.has(hashes.mask_hash[i]))
            if chars > QUESTION or tree.tag[i] == H1 or tree.tag[i] == ARTICLE:
                return found
        if found < answer:
            if chars > held:
                return found
            found = around
        elif refuses or (chars <= SHORT_QUESTION and is_control(tree, answer)):
            said = text[tree.text_start[around]:end_of_text(tree, around)].decode("utf-8", "replace").lower()
            if says_one(said.encode(), words.consent_words):
                found, held = around, chars
        around = tree.parent[around]
    return found


cdef inline bint is_control(const TreeColumns* tree, Py_ssize_t text) noexcept:
    """Whether a text is a link or stands in a button."""
    return tree.linked[text] or tree.tag[tree.parent[text]] == BUTTON or tree.tag[tree.parent[tree.parent[text]]] == BUTTON


cdef inline int32_t end_of_text(const TreeColumns* tree, Py_ssize_t row) noexcept:
    """Where the text of an element ends."""
    cdef Py_ssize_t i
    for i in range(tree.end[row] - 1, row, -1):
        if not tree.tag[i]:
            return tree.text_stop[i]
    return tree.text_start[row]


cdef bint says_one(bytes text, tuple words) except -1:
    cdef bytes word
    for word in words:
        if word in text:
            return True
    return False


cdef inline int kind_by_title(uint32_t text, RegionWords words, bint thread, bint related) noexcept:
    """What a text says, as a title, that stands below it; 0: nothing. text: its hash. related: whether it stands below the
    title of related pages already."""
    if not thread and words.comment_titles.has(text):
        return COMMENT
    return RELATED if not related and words.related_titles.has(text) else 0


def blocks_in_regions(bytes marks not None, columns, bytes block_columns not None, int kinds):
    """For every text block whether its first text has one of the marks: the bytes of a bool array; None where none has.

    marks: of every row, as `mark_regions` gives them. block_columns: as of `TextBlocks`. kinds: a bit ``1 << code`` for each of CODES that is asked for.
    """
    cdef TextRows texts = text_rows_of(columns.text_row_numbers)
    cdef const uint8_t* mark_of = <const uint8_t*>PyBytes_AS_STRING(marks)
    cdef BlockFields fields = fields_of(block_columns)
    cdef Py_ssize_t i, n = fields.n, n_rows = PyBytes_GET_SIZE(marks)
    cdef const int32_t* first = fields.first
    cdef bytes flags = PyBytes_FromStringAndSize(NULL, n)
    cdef uint8_t* flag = <uint8_t*>PyBytes_AS_STRING(flags)
    cdef bint any_flag = False
    for i in range(n):
        if not 0 <= first[i] < texts.n or not 0 <= texts.row[first[i]] < n_rows:
            raise ValueError("no such text row")
        flag[i] = kinds >> mark_of[texts.row[first[i]]] & 1
        any_flag |= flag[i]
    return flags if any_flag else None


cdef inline bint has_name_of(const HashColumns* hashes, const TreeColumns* tree, Py_ssize_t i, HashedNames names) noexcept:
    """Whether a block has one of the names. Not something in a line: the markup of source code calls comments so, too."""
    return tree.block_row[i] == i and hashes.depth[i] > 1 and (
        names.has(hashes.id_hash[i]) or names.has(hashes.class_hash[i])
    )


cdef inline bint is_heading(const TreeColumns* tree, Py_ssize_t i) noexcept:
    return H1 <= tree.tag[i] <= H6


cdef bint has_name(const HashColumns* hashes, const TreeColumns* tree, Py_ssize_t heading, HashedNames ids) noexcept:
    """Whether a heading has one of the ids. The highest rank is for the page's own."""
    cdef Py_ssize_t i
    cdef int64_t chars = 0
    if tree.tag[heading] == H1 or tree.end[heading] - heading > HEADING_ROWS:
        return False
    if not ids.has(hashes.id_hash[heading]):
        return False
    for i in range(heading + 1, tree.end[heading]):
        chars += hashes.chars[i]
    return chars <= NAMED_CHARS


cdef bint is_title(const HashColumns* hashes, const TreeColumns* tree, Py_ssize_t block, Py_ssize_t text):
    """Whether a block holds a text and next to nothing else. Not a heading of the highest rank, nor a cell of a table or a
    list, where such a word is a label."""
    cdef Py_ssize_t i
    cdef int64_t beside = -hashes.chars[text]
    if tree.end[block] - block > (HEADING_ROWS if is_heading(tree, block) else BLOCK_ROWS):
        return False
    if tree.tag[block] == H1 or tree.tag[block] in LABELS or hashes.depth[block] <= 1:
        return False
    for i in range(block + 1, tree.end[block]):
        beside += hashes.chars[i]
    return beside <= BESIDE


cdef Py_ssize_t end_of_section(
    const HashColumns* hashes, const TreeColumns* tree, Py_ssize_t title, bint comments
) noexcept:
    """One past the last row of what a title stands above; the title itself where much text comes behind that, and where one
    of comments ends a cell or an item of a list: there it is the label of a button."""
    cdef Py_ssize_t i, until = tree.end[title], around = title
    cdef uint16_t rank = tree.tag[title] if is_heading(tree, title) else H6
    cdef int64_t behind = 0
    for _ in range(UP):
        if tree.parent[around] < 0 or any_text(hashes, until, tree.end[around]):
            break
        if comments and tree.tag[around] in LABELS:
            return title
        around = tree.parent[around]
    for i in range(until, tree.end[around]):
        if H1 <= tree.tag[i] <= rank:
            break
        until = i + 1
    for i in range(until, tree.end[around]):
        if not tree.linked[i]:
            behind += hashes.chars[i]
    return until if behind <= OWN else title


cdef bint any_text(const HashColumns* hashes, Py_ssize_t start, Py_ssize_t stop) noexcept:
    cdef Py_ssize_t i
    for i in range(start, stop):
        if hashes.chars[i]:
            return True
    return False
