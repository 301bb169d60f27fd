"""What the packages above derive of a page, computed once."""


cdef class Derived:
    """An object that keeps what functions make of it.

    Compiled, since every step of a page asks it for what the steps before have made: a dozen times a page.
    """

    cdef dict _derived

    def once(self, compute not None):
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
