"""The contents that crawls on several machines have seen, in Redis.

A content is one key, ``denoise:v1:{PROJECT}:duplicatesSCHEME:content:NUMBER``, with its digest, its MinHashes, what its
page states, and its addresses; its number is a hash of the digest and of what the page states. Bands with the same
first bits share another key, ``...:b:BITS``: a string of entries, the newest first, each with the other bits of a band
and the number of a content that has it. So a key holds some hundred bands where there are a million contents; one
command reads all bands of a content, and one writes them. Keys expire by their age, and a sorted set of all contents by
the time they were seen bounds their number. A key has twice as many entries at most as are expected with all contents;
the oldest are dropped. Two processes that see a content in the same milliseconds may both take it for the first.
"""

from __future__ import annotations

import hashlib
import time
from urllib.parse import quote

import attrs
import numpy as np

from scrapy_denoise.crawl.duplicates.index import (
    MAX_BAND_CANDIDATES,
    SECONDS_A_DAY,
    DuplicateOf,
    Known,
    most_similar,
    top_candidates,
)
from scrapy_denoise.document.fingerprint import BAND, DIGEST, LENGTH, SCHEME, Fingerprint
from scrapy_denoise.sites.stores.redis import PREFIX, RedisConnection

NUMBER_BYTES = 8
"""Bytes of the hash that numbers a content."""

KEY_BITS = 12
"""Bits of a band's values that bands under one key have in common: 4,096 keys for each band of a fingerprint."""

ALWAYS_ENTRIES = 64
"""Entries that a key may always have."""

_REST = 16 * BAND - KEY_BITS
_ENTRY = np.dtype([("rest", "<u4"), ("number", "<u8")])

_ADD_TO_BANDS = """
for at, band in ipairs(KEYS) do
    local newest = ARGV[at + 2] .. (redis.call('GET', band) or '')
    redis.call('SET', band, string.sub(newest, 1, ARGV[1]), 'EX', ARGV[2])
end
"""


class RedisDuplicates:
    """An index in the Redis at `url`, for the crawls of a project.

    limit, days, timeout, similar: as of `SQLiteDuplicates`. Raises ValueError for another kind of address, StoreError
    without the extra ``scrapy-denoise[redis]``.
    """

    def __init__(
        self, url: str, project: str, limit: int, days: float, timeout: float = 5.0, similar: float | None = None
    ) -> None:
        connection = RedisConnection(url, timeout)
        self.name = connection.name
        self.limit = limit
        self.similar = similar
        self.age = max(round(days * SECONDS_A_DAY), 1)
        self._prefix = f"{PREFIX}{{{quote(project, safe='', errors='surrogatepass')}}}:duplicates{SCHEME}:"
        self._kept = max(ALWAYS_ENTRIES, 2 * limit >> KEY_BITS) * _ENTRY.itemsize
        self._redis, self._call = connection.client, connection.call

    async def open(self) -> None:
        await self._call(self._redis.ping())

    async def find_or_add(self, url: str, content: Fingerprint, canonical: str = "") -> DuplicateOf | None:
        number = _number(content)
        equal = await self._call(self._redis.get(self._content(number)))
        known = _known(equal) if equal is not None and equal.startswith(content.digest) else None
        keys = [f"{self._prefix}b:{band >> _REST:x}" for band in content.bands]
        rests = [band & ((1 << _REST) - 1) for band in content.bands]
        if known is None:
            having = await self._call(self._redis.mget(keys))
            numbers = top_candidates(
                one for stored, rest in zip(having, rests, strict=True) if stored for one in _numbers(stored, rest)
            )
            names = [self._content(one.to_bytes(NUMBER_BYTES, "little")) for one in numbers]
            stored = await self._call(self._redis.mget(names)) if names else []
            known = most_similar(content, [_known(value) for value in stored if value is not None], self.similar)
        earlier = known.answer(url, content) if known else None
        if known is None or (url == known.url and content.digest != known.digest):
            await self._add(url, content, canonical, keys, rests)
        elif earlier is None and url != known.url:
            name = self._content(_number(Fingerprint(known.digest, known.minhash)))
            await self._call(self._redis.set(name, _value(attrs.evolve(known, url=url)), ex=self.age))
        return earlier

    async def close(self) -> None:
        await self._call(self._redis.aclose())

    async def _add(self, url: str, content: Fingerprint, canonical: str, keys: list[str], rests: list[int]) -> None:
        pipeline, ages = self._redis.pipeline(transaction=False), self._prefix + "seen"
        number = _number(content)
        value = _value(Known(content.digest, content.minhash, url, canonical))
        pipeline.set(self._content(number), value, ex=self.age)
        entries = [rest.to_bytes(4, "little") + number for rest in rests]
        pipeline.eval(_ADD_TO_BANDS, len(keys), *keys, self._kept, self.age, *entries)
        pipeline.zadd(ages, {number: time.time()})
        pipeline.zremrangebyscore(ages, 0, time.time() - self.age)
        pipeline.zcard(ages)
        (*_, count) = await self._call(pipeline.execute())
        if count > self.limit:
            oldest = await self._call(self._redis.zpopmin(ages, count - self.limit))
            await self._call(self._redis.delete(*[self._content(number) for number, _ in oldest]))

    def _content(self, number: bytes) -> str:
        return f"{self._prefix}content:{number.hex()}"


def _numbers(stored: bytes, rest: int) -> list[int]:
    """The newest contents under a key that have the band with this rest."""
    entries = np.frombuffer(stored, _ENTRY)
    found: list[int] = entries["number"][entries["rest"] == rest][:MAX_BAND_CANDIDATES].tolist()
    return found


def _number(content: Fingerprint) -> bytes:
    """The number of a content: equal words of different things are different contents."""
    return hashlib.blake2b(content.digest + content.stated, digest_size=NUMBER_BYTES).digest()


def _value(known: Known) -> bytes:
    """A content as it is stored. Addresses hold no line end: Scrapy writes one as %0A."""
    return known.digest + known.minhash + f"{known.url}\n{known.canonical}".encode("utf-8", "replace")


def _known(value: bytes) -> Known:
    url, _, canonical = value[DIGEST + LENGTH :].decode("utf-8", "replace").partition("\n")
    return Known(value[:DIGEST], value[DIGEST : DIGEST + LENGTH], url, canonical)
