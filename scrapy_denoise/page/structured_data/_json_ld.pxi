"""Gathers the objects of what JSON has, in one pass: `scrapy_denoise.page.structured_data.json_ld`."""


def gathered(scripts, Py_ssize_t most, types_of):
    """The objects in some values that JSON has, the first so many in document order, the outer before the inner, a list; the first
    of each ``@id`` that says more than that and its type, by it; and those of each type, by its name.

    types_of: gives the names of an object's types. Without recursion: hostile pages nest deeper than Python calls.
    """
    cdef list objects = [], pending
    cdef dict by_id = {}, by_type = {}, found
    for script in scripts:
        pending = [script]
        while pending and len(objects) < most:
            value = pending.pop()
            if type(value) is list:
                pending += (<list>value)[::-1]
                continue
            if type(value) is not dict:
                continue
            found = <dict>value
            objects.append(found)
            kind = found.get("@type")
            if type(kind) is str and (<str>kind).isalnum():
                by_type.setdefault(kind, []).append(found)
            elif kind is not None:
                for name in dict.fromkeys(types_of(found)):
                    by_type.setdefault(name, []).append(found)
            if len(found) > 2 and type(found.get("@id")) is str:
                by_id.setdefault(found["@id"], found)
            inner = [one for one in found.values() if type(one) is dict or type(one) is list]
            inner.reverse()
            pending += inner
    return objects, by_id, by_type
