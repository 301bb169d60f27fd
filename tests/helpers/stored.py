"""Stored templates taken apart and put together again, to change what is in them."""

import zlib

import msgpack

from scrapy_denoise.sites import dump


def unpacked(data):
    """The fields of a template as bytes, its layouts unpacked."""
    fields = msgpack.unpackb(data, strict_map_key=False)
    fields["layouts"] = msgpack.unpackb(fields["layouts"], strict_map_key=False)
    return fields


def packed(fields):
    """The bytes of such fields; the checksum is right, whatever else is not."""
    body = msgpack.packb(fields["layouts"])
    return msgpack.packb({**fields, "layouts": body, "checksum": zlib.crc32(body)})


def changed(site, layout=(), **fields):
    """The stored form of a site of one layout, with other fields, and others of its layout, and a right checksum."""
    stored = unpacked(dump(site))
    (slot,) = stored["layouts"]
    stored["layouts"][slot].update(layout)
    return packed({**stored, **fields})
