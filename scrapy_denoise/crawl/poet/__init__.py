"""Page objects for scrapy-poet: the content of a page as a page input, and pages of standard items.

In: what scrapy-poet gives of a response. Out: a `Result`, or items of zyte-common-items. Needs the extra ``poet``.
"""
