"""The block viewer: a page with every block marked as kept or removed, as one HTML file that any browser opens.

It needs the extra ``viewer``, so the rest of the package imports it where a view is asked for.
"""
