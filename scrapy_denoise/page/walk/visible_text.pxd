"""The visible text of a page as one UTF-8 buffer: white space collapsed as browsers do, a line for each block."""

from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.string cimport memcpy, strlen

from lxml.includes.tree cimport xmlNode

from scrapy_denoise.page.compiled cimport DIGIT, DROPPED, KIND, PAIR_KIND, PLAIN, PUNCTUATION, SPACE, UNUSUAL, WIDE, kind_of
from scrapy_denoise.page.native.memory cimport allocate, release
from scrapy_denoise.page.text.ascii_runs cimport copy_plain
from scrapy_denoise.page.walk.drawn_apart cimport drawn_apart

cdef enum:
    MAX_TEXT = 0x7FFFFFFF  # bytes

cdef struct VisibleText:
    uint8_t* bytes
    Py_ssize_t size, capacity
    # what was passed since the last text that was written
    bint boundary         # of a block
    int32_t lines, spaces  # outside of preformatted text
    bint begins           # whether nothing of a preformatted text was written yet
    uint8_t* white        # what was passed in it, as it stands there
    Py_ssize_t n_white, white_capacity
    int32_t block         # the number of the block that the next text is of
    const xmlNode* began  # the first inline element that began; NULL for none
    Py_ssize_t last       # where the last text that was written begins

cdef struct Written:  # one text of the page
    Py_ssize_t start  # its first byte
    int32_t chars, punctuation
    bint digits
    bint unusual      # has characters that NFC or the folding of letters may change


cdef inline int open_text(VisibleText* text) except -1:
    """Make an empty text. `close_text` frees it."""
    text.size, text.capacity = 0, 1 << 14
    text.boundary, text.lines, text.spaces, text.block = False, 0, 0, 0
    text.begins, text.white, text.n_white, text.white_capacity = False, NULL, 0, 0
    text.began, text.last = NULL, 0
    text.bytes = <uint8_t*>allocate(NULL, text.capacity)
    return 0


cdef inline void close_text(VisibleText* text) noexcept:
    release(text.bytes)
    release(text.white)
    text.bytes = text.white = NULL


cdef inline int too_much_text() except -1 with gil:
    from scrapy_denoise.page.markup.limits import PageTooLarge
    raise PageTooLarge("the page has more than 2 GiB of text, the limit (fixed)")


cdef inline int reserve(VisibleText* text, Py_ssize_t size) except -1 nogil:
    """Make room for this many more bytes."""
    if text.size + size > MAX_TEXT:
        too_much_text()
    if text.size + size > text.capacity:
        while text.size + size > text.capacity:
            text.capacity *= 2
        text.bytes = <uint8_t*>allocate(text.bytes, text.capacity)
    return 0


cdef inline const uint8_t* skip_white(const uint8_t* at, int32_t* spaces, int32_t* lines) noexcept nogil:
    """The first byte that is no white space, ASCII's; adds the line ends before it, and the spaces behind the last one.

    Measured: in a fourth of the instructions that such bytes take in the loop over a text's characters, on pages with
    indented markup a thirtieth of what the decision takes.
    """
    while True:
        if at[0] == c" ":
            spaces[0] += 1
        elif at[0] == c"\n":
            lines[0] += 1
            spaces[0] = 0
        elif KIND[at[0]] == SPACE:
            spaces[0] += 1
        else:
            return at
        at += 1


cdef inline const uint8_t* pass_white(VisibleText* text, const uint8_t* at, const uint8_t* stop) except NULL nogil:
    """The first byte behind white space of a preformatted text, of which each character stays, to be written before the
    next visible one; but for no-break spaces, which stand there for spaces, and the forms of line ends."""
    cdef Py_ssize_t width, room = text.n_white + (stop - at)
    if room > text.white_capacity:
        text.white_capacity = max(2 * text.white_capacity, room, 256)
        text.white = <uint8_t*>allocate(text.white, text.white_capacity)
    cdef uint8_t* out = text.white + text.n_white
    while at < stop:
        width = 1
        if KIND[at[0]] != SPACE and (KIND[at[0]] != WIDE or kind_at(at, stop, &width) != SPACE):
            break
        if width > 2:
            memcpy(out, at, width)
            out += width
        else:  # of two bytes are the no-break space and another form of a line end
            if at[0] != c"\r" or at[1] != c"\n":
                out[0] = c"\n" if at[0] == c"\r" or at[0] == c"\n" else c"\t" if at[0] == c"\t" else c" "
                out += 1
        at += width
    text.n_white = out - text.white
    return at


cdef inline const uint8_t* pass_collapsed(VisibleText* text, const uint8_t* at) except NULL nogil:
    """The same of code whose lines end with elements: white space is one space, none at the beginning of a line, but each
    no-break space stays."""
    cdef const uint8_t* space = b" "
    cdef bint is_first = True
    while KIND[at[0]] == SPACE or at[0] == 0xC2 and (at[1] == 0xA0 or at[1] == 0x85):
        if at[0] == 0xC2:
            pass_white(text, space, space + 1)
            at += 1
        elif is_first and (text.white[text.n_white - 1] != c"\n" if text.n_white else not text.begins):
            pass_white(text, space, space + 1)
        is_first = at[0] == 0xA0 or at[0] == 0x85
        at += 1
    return at


cdef inline int end_line(VisibleText* text, bint always) except -1 nogil:
    """End a line of a preformatted text, where an element is one, unless nothing stands on it; or `always`."""
    if not always and text.n_white and text.white[text.n_white - 1] == c"\n":
        return 0
    pass_white(text, b"\n", <const uint8_t*>b"\n" + 1)
    return 0


cdef inline int begin_preserved(VisibleText* text) noexcept nogil:
    """Begin a preformatted text: the white space before it is not the indent of its first line."""
    text.begins, text.n_white = True, 0
    return 0


cdef inline int separate(VisibleText* text, bint preserved, const uint8_t* at) except -1 nogil:
    """Write the separator between the previous text and the next, which begins here: a line end, white space or
    nothing."""
    cdef Py_ssize_t first = 0
    if text.boundary and text.size:
        text.block += 1
    if preserved:
        if text.begins:
            # Of the white space at its beginning the indent of the first line means something.
            first = text.n_white
            while first and text.white[first - 1] != c"\n":
                first -= 1
        reserve(text, text.n_white - first + 1)
        if text.begins and text.size:
            text.bytes[text.size] = c"\n"
            text.size += 1
        if text.n_white > first:
            memcpy(text.bytes + text.size, text.white + first, text.n_white - first)
            text.size += text.n_white - first
        text.begins, text.n_white = False, 0
    elif text.size == 0:
        pass
    elif text.boundary:
        text.bytes[text.size] = c"\n"
        text.size += 1
    elif (text.spaces or text.lines) and not (text.lines and breaks_han(text.bytes + text.size, text.size, at)):
        text.bytes[text.size] = c" "
        text.size += 1
    elif (
        text.began != NULL and not text.spaces and not text.lines
        and drawn_apart(text.began, text.bytes + text.last, text.bytes + text.size, at)
    ):
        text.bytes[text.size] = c" "
        text.size += 1
    text.began = NULL
    text.boundary = False
    text.lines = text.spaces = 0
    return 0


cdef inline int kind_at(const uint8_t* at, const uint8_t* stop, Py_ssize_t* width) noexcept nogil:
    """The kind of the character of several bytes that begins here, and how many they are; -1 if it is cut off.

    libxml2 hands out whole characters; nothing is read past the end all the same.
    """
    cdef uint32_t c = at[0]
    cdef Py_ssize_t i
    if c < 0xE0:
        width[0] = 2
        c &= 0x1F
    elif c < 0xF0:
        width[0] = 3
        c &= 0x0F
    else:
        width[0] = 4
        c &= 0x07
    if at + width[0] > stop:
        return -1
    for i in range(1, width[0]):
        c = (c << 6) | (at[i] & 0x3F)
    return PAIR_KIND[c] if width[0] == 2 else kind_of(c)


cdef inline bint shows_nothing(const uint8_t* at, bint joined) noexcept nogil:
    """Whether a text is nothing but characters that show nothing by themselves, of which some are no white space.

    They are joiners and marks of direction, which act on their neighbours, and characters for private use: glyphs of a font
    of icons. joined: whether a letter stands right before the text, so that a joiner is a part of its word.
    """
    cdef bint found = False
    while at[0]:
        if at[0] >= 0xE2 and (not at[1] or not at[2] or (at[0] >= 0xF0 and not at[3])):  # a character that was cut off
            return False
        if joined and at[0] == 0xE2 and at[1] == 0x80 and (at[2] == 0x8C or at[2] == 0x8D):
            return False
        if at[0] == 0xE2 and (
            (at[1] == 0x80 and (0x8B <= at[2] <= 0x8F or 0xAA <= at[2] <= 0xAE))  # U+200B to U+200F, U+202A to U+202E
            or (at[1] == 0x81 and 0xA0 <= at[2] <= 0xAF)  # U+2060 to U+206F
        ):
            at += 2
            found = True
        elif at[0] == 0xEE or (at[0] == 0xEF and at[1] <= 0xA3):  # U+E000 to U+F8FF
            at += 2
            found = True
        elif (at[0] == 0xF3 and at[1] >= 0xB0) or at[0] == 0xF4:  # from U+F0000 on
            at += 3
            found = True
        elif KIND[at[0]] != SPACE:
            return False
        at += 1
    return found


cdef inline bint is_blank(const uint8_t* at, bint preserved) noexcept nogil:
    """Whether no character of a text is ever visible. preserved: in preformatted text, where glyphs and joiners are text."""
    cdef const uint8_t* stop = at + strlen(<const char*>at)
    cdef Py_ssize_t width
    cdef int kind
    if not preserved and shows_nothing(at, False):
        return True
    while at < stop:
        width = 1
        kind = KIND[at[0]]
        if kind == WIDE:
            kind = kind_at(at, stop, &width)
        if kind != SPACE and kind != DROPPED:
            return kind < 0
        at += width
    return True


cdef inline bint is_han(const uint8_t* at) noexcept nogil:
    """Whether the three bytes here are a Han character, a kana or a mark of theirs, as wide as these."""
    return 0xE4 <= at[0] <= 0xE9 or (at[0] == 0xE3 and (at[1] < 0x84 or at[1] >= 0x87)) or (
        at[0] == 0xEF and at[1] >= 0xBC and at[1] <= 0xBD)


cdef inline bint breaks_han(const uint8_t* stop, Py_ssize_t size, const uint8_t* at) noexcept nogil:
    """Whether a line's break between two texts is none but of the markup: between two Han characters.

    stop, size: where the one before ends, and how many bytes it has. at: where the next one begins."""
    return size >= 3 and is_han(at) and is_han(stop - 3)


cdef inline bint append_reading(VisibleText* text, const uint8_t* at, int preserved, Written* written) except -1 nogil:
    """Append how a word is read, in parentheses: the same as `append_text`."""
    cdef Written inside, end
    if is_blank(at, preserved) or not append_text(text, b"(", preserved, written) or not append_text(text, at, preserved, &inside):
        return False
    append_text(text, b")", preserved, &end)
    written.chars += inside.chars + end.chars
    # White space within the parentheses stands between two texts, which do not count it.
    written.chars += (text.bytes[inside.start - 1] != c"(") + (text.bytes[end.start - 1] == c" ")
    written.punctuation += inside.punctuation
    written.digits, written.unusual = inside.digits, inside.unusual
    return True


cdef inline bint append_text(VisibleText* text, const uint8_t* at, int preserved, Written* written) except -1 nogil:
    """Append a text of the page, which may be blank. Returns whether anything of it is visible; `written` tells what.

    preserved: its white space stays, as inside ``pre``; 2: as far as no-break spaces are (`pass_collapsed`).
    """
    cdef int32_t spaces = text.spaces, lines = text.lines
    if not preserved:
        at = skip_white(at, &spaces, &lines)
        if not at[0]:  # most texts are the indent of the next element
            text.spaces, text.lines = spaces, lines
            return False
        if at[0] >= 0xE2 and shows_nothing(at, text.size and not (text.boundary or spaces or lines)):
            text.spaces, text.lines = spaces + (KIND[at[strlen(<const char*>at) - 1]] == SPACE), lines
            return False
    cdef Py_ssize_t size = strlen(<const char*>at)
    cdef const uint8_t* stop = at + size
    cdef const uint8_t* kinds = KIND  # at hand in the loop
    cdef const uint8_t* pair_kinds = PAIR_KIND
    cdef bint started = False, unusual = False, digits = False
    cdef int marks = 0, numerals = 0
    cdef int32_t chars = 0, punctuation = 0, i
    cdef uint8_t* out
    cdef int kind
    cdef Py_ssize_t width
    # Between two written characters stand at most as many white space characters as were read.
    reserve(text, size + 8)
    out = &text.bytes[text.size]
    while at < stop:
        kind = kinds[at[0]]
        width = 1
        if kind == WIDE:
            kind = kind_at(at, stop, &width)
            if kind < 0:
                break
        if kind == SPACE:
            if preserved:
                at = pass_white(text, at, stop) if preserved == 1 or width > 2 else pass_collapsed(text, at)
            elif width == 1:
                at = skip_white(at, &spaces, &lines)
            else:
                spaces += 1
                at += width
            continue
        if kind == DROPPED:
            at += width
            continue
        if not started:
            text.spaces, text.lines = spaces, lines
            separate(text, preserved, at)
            reserve(text, stop - at + 8)
            started = True
            written.start = text.last = text.size
            out = &text.bytes[text.size]
            spaces = lines = 0
        elif preserved and text.n_white:
            memcpy(out, text.white, text.n_white)
            out += text.n_white
            text.n_white = 0
            chars += 1
        elif spaces or lines:
            if not lines or not breaks_han(out, out - text.bytes, at):
                out[0] = c" "
                out += 1
                chars += 1
            spaces = lines = 0
        if kind == PUNCTUATION:
            punctuation += 1
        elif kind == DIGIT:
            digits = True
        elif kind == UNUSUAL:
            unusual = True
        for i in range(<int32_t>width):
            out[i] = at[i]
        out += width
        at += width
        chars += 1
        if width == 1:
            width = copy_plain(at, stop, out, &marks, &numerals)
            at += width
            out += width
            chars += <int32_t>width
            while at < stop and stop - at < 16:  # what is left of it, and most texts of menus: too short for that
                kind = kinds[at[0]]
                if kind > DIGIT or kind == SPACE and (
                    at[0] != c" " or at + 1 == stop or kinds[at[1]] == SPACE or kinds[at[1]] > DIGIT
                ):
                    break
                marks += kind == PUNCTUATION
                numerals |= kind == DIGIT
                out[0] = at[0]
                at += 1
                out += 1
                chars += 1
        elif width == 2:
            # Greek, Cyrillic, Hebrew and Arabic letters come in words
            while stop - at > 1 and 0xC2 <= at[0] < 0xE0 and pair_kinds[(at[0] & 0x1F) << 6 | (at[1] & 0x3F)] == PLAIN:
                memcpy(out, at, 2)
                at += 2
                out += 2
                chars += 1
        elif width == 3:
            while stop - at > 2 and 0xE4 <= at[0] <= 0xE9:  # U+4000 to U+9FFF, all of them plain
                memcpy(out, at, 3)
                at += 3
                out += 3
                chars += 1
    text.spaces, text.lines = spaces, lines
    if started:
        text.size = out - text.bytes
        written.chars, written.punctuation = chars, punctuation + marks
        written.digits, written.unusual = digits or numerals, unusual
    return started


cdef inline int rewrite(VisibleText* text, Written* last, normalise) except -1:
    """Rewrite the last text in NFC and with base letters. This is rare, so Python's tables do it."""
    cdef bytes old = text.bytes[last.start:text.size]
    before = old.decode("utf-8", "replace")
    after = normalise(before)
    if after == before or not after:
        return 0
    cdef bytes new = after.encode("utf-8", "replace")
    text.size = last.start
    reserve(text, len(new))
    memcpy(&text.bytes[text.size], PyBytes_AS_STRING(new), len(new))
    text.size += len(new)
    last.chars += len(after) - len(before)
    return 0
