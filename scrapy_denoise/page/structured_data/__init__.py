"""Reads structured data in a page's markup, unchanged.

In: lxml's tree. Out: JSON-LD objects, microdata, meta elements, OpenGraph, and whether the page waits for its scripts.
"""
