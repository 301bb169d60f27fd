"""What the class names and ids of a page's elements say of them, by the families of words in lexicon/name_words.txt."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.string cimport memchr, strlen

import numpy as np

from scrapy_denoise.page.columns.buffers cimport TreeColumns, tree_columns_of
from scrapy_denoise.page.compiled cimport ExactWords, NameWords

from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.page.dom import name_lists as visibility

_WORDS = {family: " ".join(words) for family, words in sections("name_words").items()}
_WORDS.update(hidden=visibility.POPUP, navigation=visibility.MENU)

FAMILIES = tuple(_WORDS)
"""The families, in the order of their bits."""

INGREDIENT = "ngredient"
NOTES = ("footnote", "callout", "admonition")
"""In the names of what is completed where a part of it is kept (`scrapy_denoise.document.selection.completion`): the ingredients of a
recipe, and the notes at the foot of a text and the remarks set apart in it."""

CODE_BOXES = ("codebox", "codeblock", "code-block", "bbcode")
"""In the names of what forums and blogs write around code, with a label or buttons."""

SCREEN_READER_CLASSES = (
    "sr-only", "visuallyhidden", "visually-hidden", "screen-reader", "screenreader", "hidden-visually", "print",
)
"""In the names of text that screen readers read out and no one sees, of Bootstrap, Tailwind, WordPress, HTML5 Boilerplate
and others; and of what is shown in print."""

MODULES = ("-cta", "closed-caption", "closedcaption", "cta-", "disclaimer", "newsletter", "nocontent", "related", "signup", "transcript")
"""In the names of modules within a text (`scrapy_denoise.document.selection.modules`)."""

DECKS = tuple(f"-{name}-" for name in sections("deck_names")["lead"])
"""... and in the names of decks (`scrapy_denoise.document.source.compiled.head_blocks`)."""

REVIEWS = sorted({word.lower() for word in sections("product_names")["reviews"]})
"""... and in those of reviews (`scrapy_denoise.document.selection.reviews`), of which this module knows no case."""

DOCUMENTATION = ("VPContent", "nav-chapters", "sl-markdown-content", "book-page")
"""... and in those of pages of VitePress, mdBook, Starlight, and Book, a theme of Hugo for documentation
(`scrapy_denoise.blocks.stated_page_type`)."""

COMMENTS_ELSEWHERE = ("koment", "komment", "comentari", "yorum")
"""... and in those of comments on pages in other languages (`scrapy_denoise.blocks.regions.boilerplate`), of which the features of
blocks know nothing."""

BREADCRUMBS = ("readcrumb", "crumbs", "readCrumb", "read-crumb", "crumbtrail", "pathway", "ariane")
"""... and in those of the sections above a page (`scrapy_denoise.document.links.breadcrumbs`)."""

DATE_NAMES = {
    "named_published": "-publish -publication -posted- -pubdate- -pub-date- -postdate- -post-date- -entry-date- -article-date- "
    "-release-date- -createdate- -create-date- -created- -submitted- -time-",
    "named_date": "-date- -dateline- -datetime- -datum- -fecha- -timestamp-",
}
"""... and in those of a date (`scrapy_denoise.document.metadata.date_places`)."""

PEOPLE = {
    "author": "author byline autor writer-",
    "poster": "-author -autor -byline -user -poster -profile -nick -writer -creator -member",
    "reader": "-review- -reviews- -testimonial- -testimonials- -quote- -quotes- -jdgm-",
    "side": "-side- -sidebar- -aside- -widget- -recommend- -related-",
}
"""... and in those of who wrote something, and of what is of others (`scrapy_denoise.document.source.elements`)."""

# Those are looked for along with the families, in any case; their bits are none of `name_families`.
cdef NameWords WORDS = NameWords({
    **_WORDS,
    "completed": " ".join((INGREDIENT, *NOTES, *CODE_BOXES)),
    "screen_reader": " ".join(SCREEN_READER_CLASSES),
    "modules": " ".join(MODULES),
    "decks": " ".join(DECKS),
    "quotes": "quote zitat cytat citaat",
    "reviews": " ".join(REVIEWS),
    "documentation": " ".join(DOCUMENTATION).lower(),
    "comments_elsewhere": " ".join(COMMENTS_ELSEWHERE),
    "page_tags": "tag",
    "breadcrumbs": " ".join(BREADCRUMBS).lower(),
    "dates": " ".join(DATE_NAMES.values()),
    "people": " ".join(PEOPLE.values()),
})
cdef uint32_t COMPLETED = 1 << len(FAMILIES)
cdef uint32_t SAID = 2 * COMPLETED
cdef uint32_t OF_MODULE = 4 * COMPLETED
cdef uint32_t OF_DECK = 8 * COMPLETED
cdef uint32_t OF_QUOTE = 16 * COMPLETED
cdef uint32_t OF_REVIEW = 32 * COMPLETED
cdef uint32_t OF_TAG = 256 * COMPLETED
cdef uint32_t OF_BREADCRUMBS = 512 * COMPLETED
cdef uint32_t OF_DATE = 1024 * COMPLETED
cdef uint32_t OF_PERSON = 2048 * COMPLETED

cdef tuple FAMILY_KINDS = (
    *FAMILIES, "completed", "screen_reader", "modules", "decks", "quotes", "reviews", "documentation", "comments_elsewhere",
    "page_tags", "breadcrumbs", "dates", "people",
)


def bit_of(str family not None):
    """The bit of a family."""
    return 1 << FAMILY_KINDS.index(family)


cdef class ClassIdPairs:
    """The distinct pairs of class and id of a page, numbered from 1 (`Columns.class_id`), with what they say.

    ``page.cached(class_id_pairs)`` reads them once: each word is looked for once in each distinct name of the page.

    screen_reader_pairs: the pairs that have a word of text for screen readers, or of print. modules, decks, quotes, reviews,
    tags, breadcrumbs, dates, people: those that have a word of a module, of the deck of an article, of a quotation, of a review,
    of the tags of a page, of the sections above it, of a date, or of PEOPLE.
    """

    def __init__(self, columns):
        cdef TreeColumns tree
        cdef const uint8_t* begin
        cdef const uint8_t* at
        cdef const uint8_t* stop
        cdef const uint8_t* end
        cdef Py_ssize_t i
        cdef int32_t pairs = 0
        cdef int _value
        self.columns = columns
        self._names, self._tree = columns.class_id_values, columns.tree_columns
        tree = tree_columns_of(self._tree)
        self.n = 0
        for i in range(tree.n):
            self.n = max(self.n, tree.class_id[i])
        self._starts = PyBytes_FromStringAndSize(NULL, (self.n + 2) * sizeof(int32_t))
        self._families = PyBytes_FromStringAndSize(NULL, (self.n + 1) * sizeof(uint32_t))
        self.starts = <int32_t*>PyBytes_AS_STRING(self._starts)
        self.families = <uint32_t*>PyBytes_AS_STRING(self._families)
        self.families[0] = 0
        self._found = 0
        self.screen_reader_pairs, self.modules, self.decks, self.quotes, self.reviews = [], [], [], [], []
        self.tags, self.breadcrumbs, self.dates, self.people = [], [], [], []
        begin = at = <const uint8_t*>PyBytes_AS_STRING(self._names)
        stop = at + PyBytes_GET_SIZE(self._names)
        while at < stop and pairs < self.n:
            pairs += 1
            self.starts[pairs], self.families[pairs] = <int32_t>(at - begin), 0
            for _value in range(2):  # the class, the id
                end = <const uint8_t*>memchr(at, 0, stop - at)
                if end == NULL:
                    raise ValueError("a name without its end")
                self.families[pairs] |= WORDS.matched_families(at, end - at)
                at = end + 1
            self._found |= self.families[pairs]
            if self.families[pairs] & SAID:
                self.screen_reader_pairs.append(pairs)
            if self.families[pairs] & OF_MODULE:
                self.modules.append(pairs)
            if self.families[pairs] & OF_DECK:
                self.decks.append(pairs)
            if self.families[pairs] & OF_QUOTE:
                self.quotes.append(pairs)
            if self.families[pairs] & OF_REVIEW:
                self.reviews.append(pairs)
            if self.families[pairs] & OF_TAG:
                self.tags.append(pairs)
            if self.families[pairs] & OF_BREADCRUMBS:
                self.breadcrumbs.append(pairs)
            if self.families[pairs] & OF_DATE:
                self.dates.append(pairs)
            if self.families[pairs] & OF_PERSON:
                self.people.append(pairs)
            self.families[pairs] &= COMPLETED - 1
        if pairs < self.n:
            raise ValueError("columns of different lengths")
        self.starts[pairs + 1] = <int32_t>(at - begin)

    def __reduce__(self):
        return ClassIdPairs, (self.columns,)

    def __getitem__(self, int32_t pair):
        """The class and the id of a pair in lower case, each ended by a NUL; empty for 0."""
        if not 0 <= pair <= self.n:
            raise IndexError("no such pair")
        return self._names[self.starts[pair]:self.starts[pair + 1]].lower() if pair else b""

    def class_of(self, int32_t pair):
        """The class of a pair as it stands."""
        if not 0 < pair <= self.n:
            raise IndexError("no such pair")
        return self._names[self.starts[pair]:self.starts[pair] + strlen(PyBytes_AS_STRING(self._names) + self.starts[pair])]

    cdef bint has_word(self, NameWords words, int32_t pair) noexcept:
        """Whether the class or the id of a pair has one of some words."""
        cdef const uint8_t* names = <const uint8_t*>PyBytes_AS_STRING(self._names)
        return 0 < pair <= self.n and words.matched_families(
            names + self.starts[pair], self.starts[pair + 1] - self.starts[pair]
        ) != 0

    def without(self, uint32_t families, NameWords words not None, pattern):
        """The numbers of the pairs with a word of some families (`bit_of`) and one of these words in which a pattern
        is not found."""
        cdef int32_t pair
        cdef list found = []
        for pair in range(1, self.n + 1):
            if self.families[pair] & families and self.has_word(words, pair) and not pattern.search(self[pair]):
                found.append(pair)
        return found

    def rows_of_class(self, NameWords words not None):
        """The rows whose class has one of some words, of one family."""
        return self.rows_of_classes(words)[0]

    def rows_of_classes(self, NameWords words not None, list among=None):
        """For each family of words the rows whose class has one of them. among: the pairs that are looked at; None: all."""
        cdef const uint8_t* names = <const uint8_t*>PyBytes_AS_STRING(self._names)
        cdef int32_t pair
        cdef uint32_t families
        cdef int family
        cdef const uint8_t* name
        cdef list found = [[] for family in range(words.families)]
        for pair in range(1, self.n + 1) if among is None else among:
            if not 0 < pair <= self.n:
                raise IndexError("no such pair")
            name = names + self.starts[pair]
            families = words.matched_families(name, strlen(<const char*>name))
            for family in range(words.families if families else 0):
                if families & <uint32_t>1 << family:
                    (<list>found[family]).append(pair)
        return [self.rows_of(pairs) for pairs in found]

    def rows_with(self, ExactWords words not None, bint ids=True, list among=None):
        """For each kind of words the rows whose class has one, in the case in which it is written. ids: or whose id does. among: the
        pairs that are looked at; None: all."""
        cdef TreeColumns tree = tree_columns_of(self._tree)
        cdef const char* names = PyBytes_AS_STRING(self._names)
        cdef bytes of_pairs = bytes((self.n + 1) * sizeof(uint32_t))
        cdef uint32_t* kinds = <uint32_t*>PyBytes_AS_STRING(of_pairs)
        cdef uint32_t some = 0
        cdef int32_t pair
        cdef Py_ssize_t size, row
        cdef int kind, _kind
        cdef list found = [[] for _kind in range(words.n)]
        for pair in range(1, self.n + 1) if among is None else among:
            if not 0 < pair <= self.n:
                raise IndexError("no such pair")
            size = self.starts[pair + 1] - self.starts[pair] if ids else <Py_ssize_t>strlen(names + self.starts[pair])
            kinds[pair] = words.kinds_in(<const uint8_t*>names + self.starts[pair], size)
            some |= kinds[pair]
        if not some:
            return found
        for row in range(tree.n):
            if kinds[tree.class_id[row]]:
                for kind in range(words.n):
                    if kinds[tree.class_id[row]] & <uint32_t>1 << kind:
                        (<list>found[kind]).append(row)
        return found

    def has_family(self, str family not None):
        """Whether a name has a word of a family; ``completed`` stands for those of ingredients, of boxes that are set
        apart, of notes and of the links that lead back from them, ``screen_reader`` for those of texts for screen readers or print."""
        return self._found & <uint32_t>bit_of(family) != 0

    def rows_of(self, list pairs not None):
        """The rows whose names are one of some pairs."""
        cdef TreeColumns tree = tree_columns_of(self._tree)
        cdef bytes of_pairs = self.flags_of(pairs)
        cdef const uint8_t* holds = <const uint8_t*>PyBytes_AS_STRING(of_pairs)
        cdef Py_ssize_t row
        if not pairs:
            return []
        return [row for row in range(tree.n) if holds[tree.class_id[row]]]

    def stand_within(self, list rows not None, list pairs not None, int levels):
        """For each of some rows whether the names of it or of one of its next ancestors are one of some pairs. levels: how many are
        asked, the row itself among them."""
        cdef TreeColumns tree = tree_columns_of(self._tree)
        cdef bytes of_pairs = self.flags_of(pairs)
        cdef const uint8_t* holds = <const uint8_t*>PyBytes_AS_STRING(of_pairs)
        cdef Py_ssize_t row
        cdef int level
        cdef list found = []
        for row in rows:
            if not 0 <= row < tree.n:
                raise IndexError("no such row")
            level = 0
            while level < levels and row >= 0 and not holds[tree.class_id[row]]:
                row = tree.parent[row]
                level += 1
            found.append(level < levels and row >= 0)
        return found

    cdef bytes flags_of(self, list pairs):
        """A byte for each pair, whether it is one of some."""
        cdef bytes of_pairs = bytes(self.n + 1)
        cdef int32_t pair
        for pair in pairs:
            if not 0 < pair <= self.n:
                raise IndexError("no such pair")
            (<uint8_t*>PyBytes_AS_STRING(of_pairs))[pair] = True
        return of_pairs

    def row_families(self):
        """For every row of the page the families of its names: uint32."""
        cdef TreeColumns tree = tree_columns_of(self._tree)
        cdef bytes found = PyBytes_FromStringAndSize(NULL, tree.n * sizeof(uint32_t))
        cdef uint32_t* of_row = <uint32_t*>PyBytes_AS_STRING(found)
        cdef Py_ssize_t i
        for i in range(tree.n):
            of_row[i] = self.families[tree.class_id[i]]
        return np.frombuffer(found, np.uint32)


def class_id_pairs(page):
    """The pairs of a page; ``page.cached(class_id_pairs)`` reads them once."""
    return ClassIdPairs(page.columns)


def name_families(page):
    """For every row of a page a bit for each of FAMILIES that its class or id has a word of: uint32.

    ``page.cached(name_families)`` computes it once.
    """
    return page.cached(class_id_pairs).row_families()
