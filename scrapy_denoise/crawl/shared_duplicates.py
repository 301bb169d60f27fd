"""The contents that crawls on several machines have seen, in Redis.

A content is one key, ``denoise:v1:{PROJECT}:duplicatesSCHEME:content:DIGEST``, with its address and its MinHash. A band
is another, ``...:b:BAND``, with the digests of the newest contents that have it as one string, so that one command
reads all bands of a content and one writes them. Keys expire by their age, and a sorted set of all digests by the time
they were seen bounds their number. Two processes that see a content in the same milliseconds may both take it for the
first.
"""

from __future__ import annotations

import time
from urllib.parse import quote

from scrapy_denoise.crawl.duplicate_index import CANDIDATES_OF_A_BAND, SECONDS_A_DAY, Earlier, most_shared, most_similar
from scrapy_denoise.document.fingerprint import DIGEST, LENGTH, SCHEME, Fingerprint
from scrapy_denoise.sites.stores.redis import PREFIX, RedisConnection

_ADD_TO_BANDS = """
for _, band in ipairs(KEYS) do
    local newest = ARGV[1] .. (redis.call('GET', band) or '')
    redis.call('SET', band, string.sub(newest, 1, ARGV[2]), 'EX', ARGV[3])
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
        self._redis, self._call = connection.client, connection.call

    async def open(self) -> None:
        await self._call(self._redis.ping())

    async def seen(self, url: str, content: Fingerprint) -> Earlier | None:
        exact = await self._call(self._redis.get(self._content(content.digest)))
        if exact is not None:
            earlier = _address(exact)
            return None if earlier == url else Earlier(earlier, True)
        bands = [f"{self._prefix}b:{band:x}" for band in content.bands]
        having = await self._call(self._redis.mget(bands))
        digests = most_shared(
            newest[at : at + DIGEST] for newest in having if newest for at in range(0, len(newest), DIGEST)
        )
        names = [self._content(digest) for digest in digests]
        stored = await self._call(self._redis.mget(names)) if names else []
        others = [(value[:LENGTH], _address(value)) for value in stored if value is not None]
        similar = most_similar(content, others)
        if similar and similar != url:
            return Earlier(similar, False)
        await self._add(url, content, bands)
        return None

    async def close(self) -> None:
        await self._call(self._redis.aclose())

    async def _add(self, url: str, content: Fingerprint, bands: list[str]) -> None:
        pipeline, ages = self._redis.pipeline(transaction=False), self._prefix + "seen"
        value = content.minhash + url.encode("utf-8", "replace")
        pipeline.set(self._content(content.digest), value, ex=self.age)
        kept = CANDIDATES_OF_A_BAND * DIGEST
        pipeline.eval(_ADD_TO_BANDS, len(bands), *bands, content.digest, kept, self.age)
        pipeline.zadd(ages, {content.digest: time.time()})
        pipeline.zremrangebyscore(ages, 0, time.time() - self.age)
        pipeline.zcard(ages)
        (*_, count) = await self._call(pipeline.execute())
        if count > self.limit:
            oldest = await self._call(self._redis.zpopmin(ages, count - self.limit))
            await self._call(self._redis.delete(*[self._content(digest) for digest, _ in oldest]))

    def _content(self, digest: bytes) -> str:
        return f"{self._prefix}content:{digest.hex()}"


def _address(value: bytes) -> str:
    return value[LENGTH:].decode("utf-8", "replace")
