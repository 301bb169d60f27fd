"""Which links lead to articles: by the lengths of the texts of a list, and by the address."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from scrapy_denoise.page.columns.buffers cimport Nodes, TreeColumns
from scrapy_denoise.page.native.hashing cimport FACTOR
from scrapy_denoise.page.native.hash_table cimport Entry, Table, close_table, find_or_add, open_table
from scrapy_denoise.page.text.word_chars cimport is_alnum

from scrapy_denoise.page.columns import tags

cdef enum:
    MAX_ABOVE = 6   # levels up to which the list of a link is looked for
    MIN_WORDS = 4   # words in a step of the address of an article, which repeats its title; sections have shorter ones
    MIN_DIGITS = 4  # digits in a row, of a year or of the number of the article


cdef const uint8_t[::1] LISTS = tags.flags("ul ol dl").view(np.uint8)


cdef double[::1] mean_widths(const TreeColumns* tree, const Nodes* nodes, const int64_t[::1] rows, list texts):
    """Of each link the mean width of the texts of all links at its path in its list, or on the page where it stands in none.

    rows, texts: of each link; those without a text do not count.
    """
    cdef Py_ssize_t i, width, n = rows.shape[0]
    cdef double[::1] found = np.zeros(n)
    cdef int32_t[::1] group = np.zeros(n, np.int32)
    cdef int64_t[::1] total = np.zeros(n + 1, np.int64), counts = np.zeros(n + 1, np.int64)
    cdef Entry* entry
    cdef Table table
    open_table(&table, n)
    try:
        for i in range(n):
            entry = find_or_add(&table, nodes.path[rows[i]] ^ <uint64_t>list_of(tree, rows[i]) * FACTOR)
            if entry.number == 0:
                entry.number = <int32_t>table.used
            group[i] = entry.number
            width = width_of(<str>texts[i])
            total[group[i]] += width
            counts[group[i]] += width > 0
    finally:
        close_table(&table)
    for i in range(n):
        found[i] = total[group[i]] / <double>max(counts[group[i]], 1)
    return found


cdef int64_t list_of(const TreeColumns* tree, int64_t row):
    """The row of the innermost list that holds a link, some levels up; 0 where there is none."""
    cdef int _
    for _ in range(MAX_ABOVE):
        row = tree.parent[row]
        if row < 0:
            break
        if LISTS[tree.tag[row]]:
            return row
    return 0


cdef Py_ssize_t width_of(str text):
    """Characters of a text, of which one of Han, kana or Hangul counts as two."""
    return len(text) + wide_letters(text)


cpdef Py_ssize_t wide_letters(str text):
    """How many letters of Han, kana and Hangul a text has.

    >>> wide_letters("水车 mill"), wide_letters("강물")
    (2, 2)
    """
    cdef Py_ssize_t found = 0
    cdef Py_UCS4 c
    if not PyUnicode_IS_ASCII(text):
        for c in text:
            found += (
                u"\u1100" <= c <= u"\u11ff" or u"\u3040" <= c <= u"\u30ff" or u"\u3400" <= c <= u"\u9fff" or u"\uac00" <= c <= u"\ud7af"
            )
    return found


cpdef bint is_article_address(str url):
    """Whether a step of an address has several words or is a number, or the address has a year or a longer number. url:
    absolute, or what stands behind the host where nothing says what that is.

    >>> is_article_address("https://a.example/news/why-the-river-rose"), is_article_address("https://a.example/read?id=20417")
    (True, True)
    >>> is_article_address("https://a.example/about-us/our-team")
    False
    """
    cdef Py_ssize_t host = url.find("//"), start = url.find("/", host + 2) if host >= 0 else 0, words = 0, digits = 0, at
    cdef bint in_word = False, in_query = False
    cdef Py_UCS4 c
    if start < 0:
        return False
    for at in range(start, len(url)):
        c = url[at]
        if c == u"#":
            break
        if u"0" <= c <= u"9":
            digits += 1
            if digits == MIN_DIGITS:
                return True
        elif not in_query and c == u"/" and digits and digits == at - start:
            return True
        else:
            digits = 0
        if in_query:
            continue
        if c == u"/" or c == u"?" or c == u".":
            words, in_word, in_query, start = 0, False, c == u"?", at + 1
        elif is_alnum(c) or c == u"%":
            words += not in_word
            in_word = True
            if words == MIN_WORDS:
                return True
        else:
            in_word = False
    return not in_query and digits > 0 and digits == len(url) - start
