"""The contents that crawls on several machines have seen, in Redis.

A content is one key, ``denoise:v1:{PROJECT}:duplicatesSCHEME:content:NUMBER``, with its digest, its MinHashes and its
address; its number is the beginning of the digest. Bands with the same first bits share another key, ``...:b:BITS``: a
string of entries, the newest first, each with the other bits of a band and the number of a content that has it. So a
key holds some hundred bands where there are a million contents; one command reads all bands of a content, and one
writes them. Keys expire by their age, and a sorted set of all contents by the time they were seen bounds their number.
A key has twice as many entries at most as are expected with all contents; the oldest are dropped. Two processes that
see a content in the same milliseconds may both take it for the first.
"""

from __future__ import annotations

import time
from urllib.parse import quote

import numpy as np

from scrapy_denoise.crawl.duplicates.index import (
    CANDIDATES_OF_A_BAND,
    SECONDS_A_DAY,
    Earlier,
    most_shared,
    most_similar,
)
from scrapy_denoise.document.fingerprint import BAND, DIGEST, LENGTH, SCHEME, Fingerprint
from scrapy_denoise.sites.stores.redis import PREFIX, RedisConnection

NUMBER = 8
"""Bytes of the digest that number a content."""

BITS = 12
"""Bits of a band's values that bands under one key have in common: 4,096 keys for each band of a fingerprint."""

LEAST_ENTRIES = 64
"""Entries that a key may always have."""

_REST = 16 * BAND - BITS
_ENTRY = np.dtype([("rest", "<u4"), ("number", "<u8")])

_ADD_TO_BANDS = """
for at, band in ipairs(KEYS) do
    local newest = ARGV[at + 2] .. (redis.call('GET', band) or '')
    redis.call('SET', band, string.sub(newest, 1, ARGV[1]), 'EX', ARGV[2])
end
"""


class RedisDuplicates:
    """An index in the Redis at `url`, for the crawls of a project.

    limit, days, timeout: as of `SQLiteDuplicates`. Raises ValueError for another kind of address, StoreError without
    the extra ``scrapy-denoise[redis]``.
    """

    def __init__(self, url: str, project: str, limit: int, days: float, timeout: float = 5.0) -> None:
        connection = RedisConnection(url, timeout)
        self.name = connection.name
        self.limit = limit
        self.age = max(round(days * SECONDS_A_DAY), 1)
        self._prefix = f"{PREFIX}{{{quote(project, safe='', errors='surrogatepass')}}}:duplicates{SCHEME}:"
        self._kept = max(LEAST_ENTRIES, 2 * limit >> BITS) * _ENTRY.itemsize
        self._redis, self._call = connection.client, connection.call

    async def open(self) -> None:
        await self._call(self._redis.ping())

    async def seen(self, url: str, content: Fingerprint) -> Earlier | None:
        exact = await self._call(self._redis.get(self._content(content.digest[:NUMBER])))
        if exact is not None and exact.startswith(content.digest):
            earlier = _address(exact)
            return None if earlier == url else Earlier(earlier, True)
        keys = [f"{self._prefix}b:{band >> _REST:x}" for band in content.bands]
        rests = [band & ((1 << _REST) - 1) for band in content.bands]
        having = await self._call(self._redis.mget(keys))
        numbers = most_shared(
            number for stored, rest in zip(having, rests, strict=True) if stored for number in _numbers(stored, rest)
        )
        names = [self._content(number.to_bytes(NUMBER, "little")) for number in numbers]
        stored = await self._call(self._redis.mget(names)) if names else []
        others = [(value[DIGEST : DIGEST + LENGTH], _address(value)) for value in stored if value is not None]
        similar = most_similar(content, others)
        if similar and similar != url:
            return Earlier(similar, False)
        await self._add(url, content, keys, rests)
        return None

    async def close(self) -> None:
        await self._call(self._redis.aclose())

    async def _add(self, url: str, content: Fingerprint, keys: list[str], rests: list[int]) -> None:
        pipeline, ages = self._redis.pipeline(transaction=False), self._prefix + "seen"
        number = content.digest[:NUMBER]
        value = content.digest + content.minhash + url.encode("utf-8", "replace")
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
    found: list[int] = entries["number"][entries["rest"] == rest][:CANDIDATES_OF_A_BAND].tolist()
    return found


def _address(value: bytes) -> str:
    return value[DIGEST + LENGTH :].decode("utf-8", "replace")
