"""Finds pages whose content an earlier page had.

In: a fingerprint and an address. Out: the address of the earlier page, or none.
"""
