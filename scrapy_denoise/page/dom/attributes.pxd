"""What an element's attributes say, of its visibility above all."""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport strlen, strstr

from lxml.includes.tree cimport xmlAttr

from scrapy_denoise.page.compiled cimport KIND, SPACE

cdef enum:
    # families of words in the names of hidden elements (visibility.py)
    POPUP = 1
    MENU = 2


cdef inline bint equals_ascii_ci(const char* name, const char* wanted) noexcept nogil:
    cdef int i = 0
    while name[i] and (name[i] | 0x20) == wanted[i]:
        i += 1
    return name[i] == 0 and wanted[i] == 0


cdef inline const char* attribute_value(const xmlAttr* attribute, const char* wanted) noexcept nogil:
    """The value of an attribute among those that follow one, empty where it has none; NULL without the attribute.

    wanted: its name in lower case."""
    while attribute != NULL:
        if equals_ascii_ci(<const char*>attribute.name, wanted):
            if attribute.children == NULL or attribute.children.content == NULL:
                return b""
            return <const char*>attribute.children.content
        attribute = attribute.next
    return NULL


cdef inline bint is_prefix(const char* text, const char* lower) noexcept nogil:
    cdef int i = 0
    while lower[i]:
        if (text[i] | 0x20) != lower[i]:
            return False
        i += 1
    return True


cdef inline bint holds(const char* value, const char* lower) noexcept nogil:
    """Whether a word stands somewhere in a value, in any case."""
    while value[0]:
        if is_prefix(value, lower):
            return True
        value += 1
    return False


cdef inline str attribute_text(const xmlAttr* attributes, const char* wanted):
    """The value of an attribute, empty without it."""
    cdef const char* value = attribute_value(attributes, wanted)
    return "" if value == NULL else value[:strlen(value)].decode("utf-8", "replace")


cdef inline bint class_hides(const char* names) noexcept nogil:
    """Whether names of classes hold `tw-hidden`, Tailwind's name for it where a site sets its own ones apart, and none
    that shows the element after all on a wide screen or in some state ("md:tw-block")."""
    cdef const char* found = strstr(names, b"tw-hidden")
    return (
        found != NULL and (found == names or KIND[<uint8_t>(found - 1)[0]] == SPACE)
        and (found[9] == 0 or KIND[<uint8_t>found[9]] == SPACE) and strstr(names, b":tw-") == NULL
    )


cdef inline bint is_tab_panel(const char* name) noexcept nogil:
    """Whether a name begins as the panel of a tab is called: "tab-pane", "tabpanel", "tabs-content", "tab__content"."""
    if not is_prefix(name, b"tab"):
        return False
    name += 3
    if name[0] == c"s":
        name += 1
    while name[0] == c"-" or name[0] == c"_":
        name += 1
    return is_prefix(name, b"pane") or is_prefix(name, b"content")


cdef inline bint is_panel(const xmlAttr* attr, uint32_t words) noexcept nogil:
    """Whether a hidden element is one that readers open: a tab's panel, or an accordion's (WAI-ARIA's patterns and
    the class names of those who do not follow them)."""
    cdef bint named = False, labelled = False
    cdef const char* value
    cdef const char* attribute
    while attr != NULL:
        attribute = <const char*>attr.name
        value = <const char*>attr.children.content if attr.children != NULL else NULL
        if value == NULL or not value[0]:
            pass
        elif equals_ascii_ci(attribute, b"role"):
            return equals_ascii_ci(value, b"tabpanel") or equals_ascii_ci(value, b"region")
        elif equals_ascii_ci(attribute, b"aria-labelledby"):
            labelled = True
        elif equals_ascii_ci(attribute, b"class") or equals_ascii_ci(attribute, b"id"):
            while value[0] and not named:
                named = (is_prefix(value, b"accordi") or is_prefix(value, b"collaps") or is_prefix(value, b"expand")
                         or is_tab_panel(value))
                value += 1
        attr = attr.next
    return named or labelled and not words & (POPUP | MENU)
