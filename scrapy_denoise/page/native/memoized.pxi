"""What is derived of a page, and of other objects, computed once.

Compiled, since every page asks for it some twenty times: a frame of Python each was a sixth of the page's.
"""


cdef class Memoized:
    """An object that keeps what functions make of it."""

    cdef dict _derived

    def cached(self, compute not None):
        """What a function makes of this object, computed once.

        The packages above keep what they derive from a page with it, such as its text blocks and their scores; this
        package knows nothing of them. compute: a function or class of the module, the same object at every call.
        """
        if self._derived is None:
            self._derived = {}
        found = self._derived.get(compute)
        if found is None:
            found = self._derived[compute] = compute(self)
        return found


def cached_get(attribute not None, instance, owner=None):
    """The ``__get__`` of a `scrapy_denoise.page.native.lazy.cached_attribute`."""
    if instance is None:
        return attribute
    value = attribute.func(instance)
    setattr(instance, attribute.attrname, value)
    return value
