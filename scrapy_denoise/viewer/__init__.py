"""The block viewer: a page with every block marked as kept or removed, as one HTML file that any browser opens.

Nothing here is imported by the rest of the package before a view is asked for; it needs the extra ``viewer``.
"""
