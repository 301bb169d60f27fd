"""Templates in Redis, for crawls on several machines that learn the same sites together.

A site is one hash, ``denoise:v1:{SITE}:template``; the braces keep all keys of a site in one slot of a cluster. Its
template is packed as in every other store, so `scrapy_denoise.sites` has the only merge. A batch reads the stored
templates, merges, and writes them back with a script that refuses to write if the stored version has changed. Refused
sites are merged again with the newly stored template. Merging is commutative, so nothing is lost and the order does
not matter.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
import re
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Mapping
from itertools import islice
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

from scrapy_denoise.sites.codec.template_codec import TemplateError, load, merged
from scrapy_denoise.sites.stores.base import DamagedTemplates, NotMerged, StoredSite, StoreError
from scrapy_denoise.sites.template import SiteTemplate

SCHEMES = ("redis", "rediss", "unix")
PREFIX = "denoise:v1:"

CONNECTIONS = 4
"""A store has at most this many connections; a call waits until one is free."""

READERS = CONNECTIONS - 1
"""Round trips that read at the same time; what is asked for meanwhile is asked for together. One is left to write."""

BATCH_SITES = 64
"""The number of sites read or written in one round trip, which bounds the memory of one answer."""

ATTEMPTS = 10
"""A site is merged at most this many times if other processes write it meanwhile."""

BACK_OFF = 0.005
"""The longest wait before the second attempt, in seconds; it doubles for each further attempt."""

MAX_NAME = 300
"""The longest name of a site in a Redis key; a longer name is cut and completed with a hash."""

SECONDS_A_DAY = 86_400

# KEYS: the site's hash. ARGV: the version that was read (empty: none), the version now, the template, how many pages
# more, the time, the site's key, seconds until it expires (0: never). 0 where another version is stored by now.
_WRITE = """
if (redis.call('HGET', KEYS[1], 'version') or '') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'template', ARGV[3], 'updated', ARGV[5], 'site', ARGV[6])
redis.call('HINCRBY', KEYS[1], 'pages', ARGV[4])
if ARGV[7] == '0' then redis.call('PERSIST', KEYS[1]) else redis.call('EXPIRE', KEYS[1], ARGV[7]) end
return 1
"""


_NO_PASSWORD = ("NOAUTH", "Authentication required", "AUTH <password> called without", "HELLO must be called")
_WRONG_PASSWORD = ("WRONGPASS", "invalid username-password", "invalid password")


class RedisConnection:
    """Connections to the Redis at `url`. Raises as `RedisStore` does; no message holds the password."""

    def __init__(self, url: str, timeout: float) -> None:
        self.name = without_password(url)
        self.timeout = timeout
        self.client = _client(url, timeout)
        query = parse_qs(urlsplit(url).query)
        self._secrets = [*filter(None, [urlsplit(url).password]), *query.get("password", [])]

    async def call(self, answer: Awaitable[Any]) -> Any:
        """The answer of a round trip. Raises StoreError."""
        try:
            return await asyncio.wait_for(answer, self.timeout)
        except StoreError:
            raise
        except Exception as error:  # of the client, the connection, or what it makes of an answer
            raise self.error(error) from error

    def error(self, error: BaseException) -> StoreError:
        """The StoreError for an exception, without the password."""
        reason = str(error) or f"no answer within {self.timeout:g} s"
        if not isinstance(error, _redis_error() | OSError | asyncio.TimeoutError):
            reason = f"{type(error).__name__}: {reason}"
        if reason.startswith(_NO_PASSWORD):
            reason = f"it wants a password: redis://:password@host or redis://user:password@host ({reason})"
        elif reason.startswith(_WRONG_PASSWORD):
            reason = f"it does not accept the password of the address, or its user ({reason})"
        for secret in self._secrets:
            reason = reason.replace(secret, "***")
        return StoreError(f"{self.name}: {reason}")


class RedisStore:
    """Templates in the Redis at `url` (``redis://``, ``rediss://`` with TLS, ``unix://``), user and password included.

    timeout: seconds that a round trip may take, connecting included. expire_days: a site that is neither read nor
    written for so long is forgotten; 0: never. Raises ValueError for another kind of address, StoreError without the
    extra ``scrapy-denoise[redis]``. No message holds the password.
    """

    def __init__(self, url: str, timeout: float = 5.0, expire_days: float = 90.0) -> None:
        connection = RedisConnection(url, timeout)
        self.name = connection.name
        self.expire = round(expire_days * SECONDS_A_DAY)
        self._redis, self._call, self._error = connection.client, connection.call, connection.error
        self._asked: dict[str, asyncio.Future[tuple[bytes, bytes | TemplateError | None]]] = {}
        self._readers = 0
        self._reader_tasks: set[asyncio.Task[None]] = set()

    def __repr__(self) -> str:
        return f"RedisStore({self.name!r})"

    async def open(self) -> None:
        await self._call(self._redis.ping())

    async def get(self, key: str) -> SiteTemplate | None:
        asked = self._asked.get(key)
        if asked is None:
            asked = self._asked[key] = asyncio.get_running_loop().create_future()
            if self._readers < READERS:
                self._readers += 1
                self._reader_tasks.add(task := asyncio.ensure_future(self._read_asked()))
                task.add_done_callback(self._reader_tasks.discard)
        _, packed = await asyncio.shield(asked)  # which others may wait for too
        try:
            if isinstance(packed, TemplateError):
                raise packed
            return load(packed) if packed is not None else None
        except TemplateError as error:
            raise DamagedTemplates(self.name, {key: error}) from error

    async def merge(self, learned: Mapping[str, SiteTemplate]) -> Mapping[str, int]:
        names, left, damaged = iter(learned), set(learned), dict[str, TemplateError]()
        known: dict[str, int] = {}
        try:
            while keys := list(islice(names, BATCH_SITES)):
                known |= await self._merge(keys, learned, left, damaged)
        except StoreError as error:
            if len(left) == len(learned):
                raise
            raise NotMerged(str(error), left) from error
        if damaged:
            raise DamagedTemplates(self.name, damaged)
        return known

    async def sites(self) -> AsyncIterator[StoredSite]:
        cursor, seen = 0, set[bytes]()
        while True:
            cursor, names = await self._call(self._redis.scan(cursor, f"{PREFIX}{{*}}:template", 1000))
            names = [name for name in dict.fromkeys(names) if name not in seen]  # a scan may give a key twice
            seen.update(names)
            pipeline = self._redis.pipeline(transaction=False)
            for name in names:
                pipeline.hmget(name, "site", "pages", "updated")
                pipeline.hstrlen(name, "template")
            found = await self._call(pipeline.execute(raise_on_error=False)) if names else []
            for fields, size in zip(found[::2], found[1::2], strict=True):
                if isinstance(fields, list) and fields[0] is not None:
                    pages, updated = map(_number, fields[1:])
                    yield StoredSite(fields[0].decode("utf-8", "replace"), pages, size, updated)
            if not cursor:
                return

    async def forget(self, key: str) -> bool:
        return bool(await self._call(self._redis.delete(redis_key(key))))

    async def close(self) -> None:
        await self._call(self._redis.aclose())

    async def _read_asked(self) -> None:
        """Read what is asked for, in one round trip all that was asked for during the last ones."""
        try:
            await asyncio.sleep(0)  # with what is asked for in the same turn of the loop
            while keys := list(islice(self._asked, BATCH_SITES)):
                asked = {key: self._asked.pop(key) for key in keys}
                try:
                    found = await self._read(keys)
                except BaseException as error:
                    for future in asked.values():
                        if not future.done():
                            future.set_exception(error if isinstance(error, Exception) else StoreError("cancelled"))
                            future.exception()  # nobody may be waiting any longer
                    if not isinstance(error, Exception):
                        raise
                else:
                    for key, future in asked.items():
                        if not future.done():
                            future.set_result(found[key])
        finally:
            self._readers -= 1

    async def _merge(
        self, keys: list[str], learned: Mapping[str, SiteTemplate], left: set[str], damaged: dict[str, TemplateError]
    ) -> dict[str, int]:
        """Merge these sites. Finished sites are removed from `left`; unreadable ones are added to `damaged`.

        Returns the numbers of pages that they have then.
        """
        token = secrets.token_hex(8).encode()
        known: dict[str, int] = {}
        for attempt in range(ATTEMPTS):
            if attempt:  # a random wait, so that the same processes do not collide again
                await asyncio.sleep(random.uniform(0, BACK_OFF * 2**attempt))
            stored = await self._read(keys)
            # A write whose answer was lost and that the client repeated has succeeded.
            left.difference_update(key for key, (version, _) in stored.items() if version == token)
            todo = {key: packed for key, (_, packed) in stored.items() if key in left}
            # Packing takes about a millisecond a site, in which the crawl would stand still.
            results = await asyncio.to_thread(_merged, todo, learned)
            for key, result in results.items():
                if isinstance(result, TemplateError):
                    damaged[key] = result  # not overwritten, since a newer release may be able to read it
                    left.discard(key)
            pipeline, now = self._redis.pipeline(transaction=False), int(time.time())
            writing = {key: result for key, result in results.items() if not isinstance(result, TemplateError)}
            for key, (packed, known[key]) in writing.items():
                pipeline.eval(
                    _WRITE, 1, redis_key(key),
                    stored[key][0], token, packed, learned[key].pages, now, key.encode("utf-8", "surrogatepass"),
                    self.expire,
                )  # fmt: skip
            answers = await self._call(pipeline.execute(raise_on_error=False)) if writing else []
            left.difference_update(key for key, answer in zip(writing, answers, strict=True) if answer == 1)
            for answer in answers:
                if isinstance(answer, Exception):
                    raise self._error(answer)
            keys = [key for key in keys if key in left]
            if not keys:
                return known
        raise StoreError(f"{self.name}: {keys[0]} is written by others all the time")

    async def _read(self, keys: list[str]) -> dict[str, tuple[bytes, bytes | TemplateError | None]]:
        """The version and packed template of each site. Reading a site postpones its expiry."""
        pipeline = self._redis.pipeline(transaction=False)
        for key in keys:
            pipeline.hmget(redis_key(key), "version", "template")
        if self.expire:
            for key in keys:
                pipeline.expire(redis_key(key), self.expire)
        answers = await self._call(pipeline.execute(raise_on_error=False))
        found: dict[str, tuple[bytes, bytes | TemplateError | None]] = {}
        if len(answers) < len(keys):
            raise StoreError(f"{self.name}: {len(answers)} answers to {len(keys)} questions")
        for key, answer in zip(keys, answers, strict=False):
            if isinstance(answer, list):
                if len(answer) != 2 or not all(isinstance(value, bytes | None) for value in answer):
                    raise StoreError(f"{self.name}: an answer that is none to HMGET of two fields")
                found[key] = answer[0] or b"", answer[1]
            elif str(answer).startswith("WRONGTYPE"):
                found[key] = b"", TemplateError("not a site template (another type of value)")
            else:
                raise self._error(answer)
        return found


def _merged(
    stored: Mapping[str, bytes | TemplateError | None], learned: Mapping[str, SiteTemplate]
) -> dict[str, tuple[bytes, int] | TemplateError]:
    """The merged template to store for each site, with its number of pages, or the error that prevents merging."""
    results: dict[str, tuple[bytes, int] | TemplateError] = {}
    for key, packed in stored.items():
        try:
            if isinstance(packed, TemplateError):
                raise packed
            results[key] = merged(packed, learned[key])
        except TemplateError as error:
            results[key] = error
    return results


def redis_key(site: str) -> str:
    """The key of a site's hash. Whatever the site's name holds, it names that site alone and one slot of a cluster.

    >>> redis_key("news.example.org:8080"), redis_key("a}:template")
    ('denoise:v1:{news.example.org:8080}:template', 'denoise:v1:{a%7D:template}:template')
    """
    name = quote(site, safe=":", errors="surrogatepass")
    if len(name) > MAX_NAME:
        name = f"{name[: MAX_NAME - 33]}*{hashlib.blake2b(name.encode(), digest_size=16).hexdigest()}"
    return f"{PREFIX}{{{name}}}:template"


def _number(field: bytes | None) -> int:
    """A whole number that is stored; 0 where another program has stored something else."""
    return int(field) if field is not None and field.isdigit() and len(field) < 20 else 0


def without_password(url: str) -> str:
    """The address of a Redis server without its password. Raises ValueError for an invalid address.

    >>> without_password("rediss://user:secret@redis.example:6380/2?ssl_cert_reqs=required")
    'rediss://redis.example:6380/2'
    """
    try:
        parts = urlsplit(url)
        place = parts.path if parts.scheme == "unix" else f"{parts.hostname or 'localhost'}:{parts.port or 6379}"
    except ValueError:
        parts, place = urlsplit(""), ""
    if parts.scheme not in SCHEMES or (parts.scheme != "unix" and not re.fullmatch(r"/?\d*", parts.path)):
        raise ValueError("an address such as redis://user:password@host:6379/0, rediss://... or unix:///path")
    return f"{parts.scheme}://{place}{parts.path if parts.scheme != 'unix' else ''}"


def _client(url: str, timeout: float) -> Any:
    try:
        from redis.asyncio import BlockingConnectionPool, Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff
    except ImportError as error:
        raise StoreError("templates in Redis need the package redis: pip install 'scrapy-denoise[redis]'") from error
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=CONNECTIONS,
        timeout=timeout,
        socket_timeout=timeout,
        socket_connect_timeout=timeout,
        retry=Retry(NoBackoff(), 1),  # for connections that Redis has closed meanwhile
    )
    return Redis.from_pool(pool)


def _redis_error() -> type[Exception]:
    from redis.exceptions import RedisError

    return RedisError
