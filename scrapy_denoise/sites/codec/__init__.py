"""The stored form of a template: msgpack with a version of the schema and a checksum."""
