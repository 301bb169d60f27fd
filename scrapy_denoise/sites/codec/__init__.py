"""The stored form of a template: msgpack with a version of the schema and a checksum.

In: a `SiteTemplate`. Out: bytes, and back; TemplateError for any others.
"""
