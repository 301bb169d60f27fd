"""What all outputs read of a page's elements, once: elements, addresses, tables of data.

In: a `Page`. Out: elements by row, safe absolute addresses, the rows of data tables.
"""
