"""Stored templates taken apart and put together again, to change what is in them."""

import zlib

import msgpack


def unpacked(data):
    """The fields of a template as bytes, its layouts unpacked."""
    fields = msgpack.unpackb(data, strict_map_key=False)
    fields["layouts"] = msgpack.unpackb(fields["layouts"], strict_map_key=False)
    return fields


def packed(fields):
    """The bytes of such fields; the checksum is right, whatever else is not."""
    body = msgpack.packb(fields["layouts"])
    return msgpack.packb({**fields, "layouts": body, "checksum": zlib.crc32(body)})
