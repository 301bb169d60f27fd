"""A run over a corpus: learn the template of each site, then clean its pages.

In: pages. Out: rows, bucket by bucket. The two passes are functions of pages that know no engine.
"""
