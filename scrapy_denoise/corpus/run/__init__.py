"""The order of the work: learn each site, then clean it.

In: pages. Out: rows, bucket by bucket. The two passes are functions of pages that know no engine.
"""
