"""The names of tags and attributes that the walk has met, with what it knows of them: libxml2 interns them, so the pointer finds them."""

from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset, strlen

from lxml.includes.tree cimport const_xmlChar

from scrapy_denoise.page.compiled cimport KNOWN_HASH, known_tag
from scrapy_denoise.page.native.hashing cimport hash_bytes

cdef enum:
    NAME_SLOTS = 256
    ATTRIBUTE_SLOTS = 64
    MAX_TAG = 65535  # the code of all names for which none is left

cdef struct Name:
    const_xmlChar* pointer
    uint32_t name_hash
    uint16_t tag

cdef struct Attribute:
    const char* pointer
    uint32_t name_sum

cdef struct Names:
    Name tags[NAME_SLOTS]
    int n
    Attribute attributes[ATTRIBUTE_SLOTS]  # whose sums were needed last


cdef inline void open_names(Names* names) noexcept:
    memset(names, 0, sizeof(Names))


cdef inline Name* name_slot(Names* names, const_xmlChar* name, Name* spare, bint* is_known) noexcept nogil:
    """Where a tag's name is, or else is to be kept: in the table, or in `spare` once half of the table is taken."""
    cdef Py_ssize_t slot = <Py_ssize_t>(((<uint64_t>name >> 3) * <uint64_t>0x9E3779B1) >> 16) & (NAME_SLOTS - 1)
    is_known[0] = True
    while names.tags[slot].pointer != NULL:
        if names.tags[slot].pointer == name:
            return &names.tags[slot]
        slot = (slot + 1) & (NAME_SLOTS - 1)
    is_known[0] = False
    if names.n == NAME_SLOTS // 2:
        return spare
    names.n += 1
    return &names.tags[slot]


cdef inline bint fill_known(Name* found, const_xmlChar* name) noexcept nogil:
    """Fill in a name that the walk meets for the first time. Returns whether it is that of a tag that we know."""
    found.pointer = name
    found.tag = known_tag(<const char*>name, strlen(<const char*>name))
    if found.tag:
        found.name_hash = KNOWN_HASH[found.tag]
    return found.tag != 0


cdef inline int fill_other(Name* found, const_xmlChar* name, dict codes, dict extra_codes, list extra_names) except -1:
    """Fill in a name that `fill_known` does not know. codes: of the tags that we know, from 0 up. extra_codes,
    extra_names: of the others, numbered as they come."""
    cdef bytes lower = (<const char*>name)[:strlen(<const char*>name)].lower()
    cdef object text = lower.decode("utf-8", "replace")
    code = codes.get(text)
    if code is None:
        code = extra_codes.get(text)
    if code is None:
        code = len(codes) + len(extra_names)
        if code < MAX_TAG:
            extra_codes[text] = code
            extra_names.append(text)
        else:
            code = MAX_TAG
    found.tag = code
    found.name_hash = hash_bytes(<const uint8_t*>PyBytes_AS_STRING(lower), len(lower))
    return 0


cdef inline uint32_t attribute_name_sum(Names* names, const char* attribute) noexcept nogil:
    """The sum of an attribute's name: most have been met at the same place."""
    cdef Attribute* known = &names.attributes[
        ((<uint64_t>attribute * <uint64_t>0x9E3779B97F4A7C15) >> 40) & (ATTRIBUTE_SLOTS - 1)
    ]
    if known.pointer != attribute:
        known.pointer, known.name_sum = attribute, name_sum(attribute)
    return known.name_sum


cdef inline uint32_t name_sum(const char* name) noexcept nogil:
    """The FNV-1a hash of an attribute's name in lower case."""
    cdef uint32_t h = 0x811C9DC5
    while name[0]:
        h = (h ^ <uint32_t>(name[0] | 0x20)) * 0x01000193
        name += 1
    return h
