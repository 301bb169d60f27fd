"""The block viewer: a page with every block marked as kept or removed, as one inert HTML file.

In: results of one page, or a folder of views. Out: HTML. It needs the extra ``viewer``.
"""
