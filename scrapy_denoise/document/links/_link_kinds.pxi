"""The kind of each link of a page, from where it stands, what it says, and where it leads."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t

cdef extern from "Python.h":
    bint PyUnicode_IS_ASCII(str text)

import re
from functools import lru_cache
from urllib.parse import urlsplit

import numpy as np

from scrapy_denoise.page.columns.buffers cimport Nodes, TreeColumns, nodes_of, tree_columns_of
from scrapy_denoise.page.native.binary_search cimport lower_bound
from scrapy_denoise.page.compiled cimport BODY
from scrapy_denoise.page.text.word_chars cimport is_ascii_alnum

from scrapy_denoise.blocks import BLOCK_TYPES, TextBlocks
from scrapy_denoise.blocks.features.compiled import NAMES, bit_of, name_families
from scrapy_denoise.blocks.features.url_features import is_list_address
from scrapy_denoise.blocks.regions.datelines import is_date_alone
from scrapy_denoise.page.columns import tags
from scrapy_denoise.sites.site_key import domain_key

cdef enum:
    MAX_NAMED = 400  # characters of an element up to which its class and id speak for the links in it
    LEVELS = 8        # ancestors of a link whose class and id are looked at
    OWN_LEVELS = 2    # and of a link within the site, whose advertisements are often the site's own
    ABOVE = 3         # ancestors of a link of which one may be its heading
    MAX_ENTRY = 5 * MAX_NAMED  # characters of an entry of which that is the heading
    MIN_HEADLINE = 14  # width of a headline
    MIN_TEASERS = 20   # mean width of the links of a list that lead to articles if their addresses are those of such
    MIN_LONG = 36      # and whatever their addresses are
    NAV = 8           # levels up to which a menu above a block is that of its links
    FOOTER = 3        # and a footer
    NAMED_FOOTER = 4  # and what is only named as a footer

cdef frozenset SPONSORED = frozenset(("sponsored",))
_AD_HOST = re.compile(
    r"(?:^|\.)(?:ads?|adservers?|adservices?|adclick|adx|doubleclick|googlesyndication|googleadservices|taboola|outbrain"
    r"|criteo|pubmatic|affiliates?|awin1|mgid|revcontent)\d*\."
)
_THREAD = re.compile(r"thread|topic|/t/|showpost|/questions?/|discussion|viewtopic", re.IGNORECASE)

cdef const uint8_t[::1] HEADINGS = tags.flags("h1 h2 h3 h4 h5 h6").view(np.uint8)
cdef uint32_t ADVERTISEMENT = bit_of("advertisement")
cdef uint32_t TALK = bit_of("comment") | bit_of("sharing")
cdef uint8_t AS_ADVERTISEMENT = BLOCK_TYPES.index("advertisement")
cdef uint8_t AS_COMMENT = BLOCK_TYPES.index("comment")
cdef uint8_t AS_CONSENT = BLOCK_TYPES.index("consent")
cdef Py_ssize_t IN_NAV = NAMES.index("in_nav")
cdef Py_ssize_t IN_FOOTER = NAMES.index("in_footer")
cdef Py_ssize_t NEAR_FOOTER = NAMES.index("near_footer")


cdef struct Origin:
    bint own         # whether a host is the site's own
    bint advertises  # whether advertisements come from it


cdef class LinkClassifier:
    """Finds the kinds of links of a page.

    kept, related: for each text row whether it is content, and whether it belongs to the content's topic. types: for
    each text row an index into `BLOCK_TYPES`. is_list: whether the page is a list of other pages. topical: whether the
    method knows the content's topic.
    """

    cdef object _signature
    cdef TreeColumns _tree
    cdef const uint32_t[::1] _families
    cdef const int64_t[::1] _chars, _text_rows
    cdef const uint8_t[::1] _kept, _related, _types
    cdef const float[:, :] _features
    cdef const int32_t[::1] _block_of
    cdef const int64_t[::1] _next_kept
    cdef str _host, _url
    cdef bint _is_list, _topical
    cdef dict _origins
    cdef str _beginning  # of the address before, up to the path: most addresses begin as this one
    cdef Origin _origin

    def __init__(self, page not None, const uint8_t[::1] kept not None, const uint8_t[::1] related not None,
                 const uint8_t[::1] types not None, bint is_list, bint topical):
        cdef str url = page.url or ""
        columns, blocks = page.columns, page.cached(TextBlocks)
        self._tree = tree_columns_of(columns.tree_columns)
        self._families, self._chars = page.cached(name_families), columns.subtree_chars
        self._kept, self._related, self._types = kept, related, types
        self._features, self._block_of = blocks.features, blocks.block_of
        self._is_list, self._topical = is_list, topical
        self._text_rows, self._signature = columns.text_rows, page.signature
        self._next_kept = next_of(kept)
        self._host, self._url = domain_key(url), url.partition("#")[0]
        self._origins, self._beginning = {}, ""

    def classify(self, const int64_t[::1] rows not None, const int64_t[::1] firsts not None,
                 const int64_t[::1] lasts not None, const uint8_t[::1] in_main not None, const uint8_t[::1] in_series not None,
                 list urls not None, list texts not None, list rels not None):
        """The kind of each of some links.

        rows: of the links. firsts, lasts: of each its texts, positions in ``columns.text_rows``. in_main: of a page
        that is a list, whether it is no side bar's. in_series: whether it leads to a page of a
        series. urls, texts, rels: its address, its text and its ``rel``.
        """
        cdef Py_ssize_t i
        cdef Nodes nodes = nodes_of(self._signature.nodes)
        cdef double[::1] means = mean_widths(&self._tree, &nodes, rows, texts)
        return [
            self.kind(
                rows[i], self.position(firsts[i], lasts[i]), firsts[i] < lasts[i], in_main[i], in_series[i], means[i],
                urls[i], texts[i], rels[i]
            )
            for i in range(rows.shape[0])
        ]

    cdef str kind(self, int64_t row, int64_t position, bint has_text, bint in_main, bint in_series, double mean, str url,
                  str text, str rel):
        """The kind of one link. position: of the text row that speaks for it; -1 where there is none. has_text: whether
        that is its own. mean: the mean width of the links of its list."""
        cdef uint32_t near = self.around(row, LEVELS)
        cdef Origin origin = self.origin(url)
        cdef set rels = set(rel.lower().split()) if rel else None
        cdef uint32_t named = self.around(row, OWN_LEVELS) if origin.own and near & ADVERTISEMENT else near
        if named & ADVERTISEMENT or (rels and rels & SPONSORED) or (origin.advertises and not origin.own):
            return "advertisement"
        if in_series:
            return "thread" if _THREAD.search(url) else "pagination"
        if position < 0:
            return "navigation" if origin.own else "other"
        if not has_text and near & TALK:  # a picture for sharing beside the text
            return "other"
        if self._kept[position]:
            return "content"
        if self._related[position]:
            return "related"
        if self.heads_content(row):
            return "content"
        return self.kind_of_noise(position, near, origin.own, in_main, mean, url, text)

    cdef str kind_of_noise(self, int64_t position, uint32_t near, bint own, bint in_main, double mean, str url, str text):
        cdef uint8_t kind = self._types[position]
        cdef int32_t block = self._block_of[position]
        if kind == AS_ADVERTISEMENT:
            return "advertisement"
        if not own or kind == AS_COMMENT or kind == AS_CONSENT or near & TALK:
            return "related" if own and is_headline(text) and self.is_article(mean, block, url, text) else "other"
        if self._features[block, IN_NAV] <= NAV or self._features[block, IN_FOOTER] <= FOOTER:
            return "navigation"
        if not is_headline(text) or is_home(url):
            return "navigation"
        if self._is_list and in_main:
            return "content"
        return "related" if not self._topical and self.is_article(mean, block, url, text) else "navigation"

    cdef bint is_article(self, double mean, int32_t block, str url, str text):
        """Whether a link with the text of a headline leads to another article: the links of its list are long, or longer than those
        of a menu and its address is that of an article. A date leads to a place or to what was written then."""
        cdef bint in_footer = self._features[block, NEAR_FOOTER] <= NAMED_FOOTER
        if mean < MIN_LONG and (mean < MIN_TEASERS or in_footer or not is_article_address(url) or is_list_address(url)):
            return False
        return url.partition("#")[0] != self._url and not (signs_of(text) & FIGURES and is_date_alone(text.lower()))

    cdef int64_t position(self, int64_t first, int64_t last):
        """The text row that speaks for a link: the first kept one, or the first; of a picture the one that follows."""
        cdef int64_t n = self._kept.shape[0]
        cdef int64_t own = self._next_kept[first] if self._next_kept[first] < last else first
        return min(own, n - 1)

    cdef uint32_t around(self, int64_t row, int levels):
        """The families of words in the names of a link and of small elements around it, up to some levels."""
        cdef uint32_t found = 0
        cdef int _
        for _ in range(levels):
            if row < 0 or self._tree.tag[row] == BODY or self._chars[row] > MAX_NAMED:
                break
            found |= self._families[row]
            row = self._tree.parent[row]
        return found

    cdef bint heads_content(self, int64_t row):
        """Whether a link is the heading of an entry of which text was kept."""
        cdef int64_t entry, position
        cdef int _
        row = self._tree.parent[row]
        for _ in range(ABOVE):
            if row < 0:
                break
            if HEADINGS[self._tree.tag[row]]:
                entry = self._tree.parent[row]
                if entry < 0 or self._chars[entry] > MAX_ENTRY:
                    return False
                position = self._next_kept[lower_bound(&self._text_rows[0], self._text_rows.shape[0], entry)]
                return position < self._kept.shape[0] and self._text_rows[position] < self._tree.end[entry]
            row = self._tree.parent[row]
        return False

    cdef Origin origin(self, str url):
        cdef Py_ssize_t end
        cdef str scheme_and_host
        cdef Origin found
        if self._beginning and url.startswith(self._beginning):
            return self._origin
        end = url.find("/", url.find("//") + 2)
        scheme_and_host = url if end < 0 else url[:end]
        known = self._origins.get(scheme_and_host)
        if known is None:
            domain, advertises = _host_of(scheme_and_host)
            known = self._origins[scheme_and_host] = not self._host or domain in ("", self._host), advertises
        found.own, found.advertises = known
        self._beginning, self._origin = "" if end < 0 else url[:end + 1], found
        return found


@lru_cache(maxsize=4096)
def _host_of(str scheme_and_host not None):
    """The registrable domain of a host, and whether advertisements come from it."""
    host = scheme_and_host.partition("//")[2].partition("/")[0].lower()
    return domain_key(scheme_and_host), _AD_HOST.search(host) is not None


cdef const int64_t[::1] next_of(const uint8_t[::1] kept):
    """For each position, and the end, the first from there on that was kept; where there is none, the end."""
    cdef Py_ssize_t i, n = kept.shape[0]
    cdef int64_t[::1] found = np.empty(n + 1, np.int64)
    found[n] = n
    for i in range(n - 1, -1, -1):
        found[i] = i if kept[i] else found[i + 1]
    return found


cpdef bint is_headline(str label):
    """Whether the text of a link is long enough for a headline; menus have shorter ones.

    >>> is_headline("Boat comes in before noon"), is_headline("Contact us"), is_headline("岚浦港今日迎来首批货船")
    (True, False, True)
    """
    cdef Py_ssize_t wide = wide_letters(label)
    return len(label) + wide >= MIN_HEADLINE and (wide >= 6 or label.count(" ") >= 2)


cdef bint is_home(str url):
    """Whether an address has no path and no query; most have a path, and are not parsed."""
    return not has_plain_path(url) and tail(url) in ("", "/")


cdef bint has_plain_path(str url):
    """Whether an address has a host of usual letters and a path that begins with one."""
    cdef Py_ssize_t n = len(url), at = 8 if url.startswith("https://") else 7
    if at == 7 and not url.startswith("http://"):
        return False
    while at < n and (is_ascii_alnum(url[at]) or url[at] in ".:-"):
        at += 1
    return at + 1 < n and url[at] == u"/" and (is_ascii_alnum(url[at + 1]) or url[at + 1] in "_%-")


cdef str tail(str url):
    """Path and query of an address."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return f"{parts.path}?{parts.query}" if parts.query else parts.path
