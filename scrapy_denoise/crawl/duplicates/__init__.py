"""Pages whose content was there before.

In: a fingerprint and an address. Out: the address of the earlier page, or none.
"""
