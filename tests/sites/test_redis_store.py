"""Templates in a real Redis: shared, bounded, isolated, and no password in any message."""

import asyncio
import logging
import socket

import pytest
from helpers.redis_server import RedisServer, need_redis, raw
from helpers.stores import NAMES, learned, page, run, templates, worker
from scrapy.settings import Settings

from scrapy_denoise.crawl import SettingError
from scrapy_denoise.crawl.settings import DenoiseSettings
from scrapy_denoise.sites import dump
from scrapy_denoise.sites.stores import RedisStore, StoreError
from scrapy_denoise.sites.stores.redis import PREFIX, redis_key


@pytest.fixture(scope="module")
def server():
    need_redis()
    with RedisServer() as server:
        yield server


@pytest.fixture
def url(server):
    server.send("FLUSHALL")
    return server.url


def test_a_batch_of_many_sites(url):
    batch = {f"site{i}.example": learned(i) for i in range(200)}
    run(RedisStore(url), lambda store: store.merge(batch))

    async def listed(store):
        return {site.key: (site.pages, site.size) async for site in store.sites()}

    assert run(RedisStore(url), listed) == {key: (1, len(dump(site))) for key, site in batch.items()}


def test_processes_that_learn_one_site_together_know_what_one_would(url):
    workers = [worker(f"RedisStore({url!r}, timeout=30)", range(i, i + 30), "ab") for i in (0, 30, 60)]
    assert [process.wait(60) for process in workers] == [0, 0, 0]
    for key in "ab":
        assert dump(run(RedisStore(url), lambda store, key=key: store.get(key))) == dump(learned(*range(90)))


def test_a_site_is_one_key_that_expires(url):
    run(RedisStore(url, expire_days=2), lambda store: store.merge({"a": learned(*range(40))}))
    assert raw(url, "DBSIZE") == 1
    assert 0 < raw(url, "TTL", redis_key("a")) <= 2 * 86_400
    assert len(raw(url, "HKEYS", redis_key("a"))) == 5
    raw(url, "EXPIRE", redis_key("a"), 5)
    run(RedisStore(url, expire_days=2), lambda store: store.get("a"))  # what is used stays
    assert raw(url, "TTL", redis_key("a")) > 5
    run(RedisStore(url, expire_days=0), lambda store: store.merge({"a": learned(1)}))
    assert raw(url, "TTL", redis_key("a")) == -1


def test_never_one_round_trip_a_page(url):
    async def crawl():
        cache = templates(RedisStore(url), errors := [], batch_pages=100)
        await cache.open()
        for i in range(300):
            await cache.get("a")
            cache.learn("a", page(i))
            await asyncio.sleep(0)
        await cache.close()
        return errors

    raw(url, "CONFIG", "RESETSTAT")
    assert asyncio.run(crawl()) == []
    assert raw(url, "INFO", "stats")["total_commands_processed"] < 40
    assert run(RedisStore(url), lambda store: store.get("a")).pages == 300


# --- names --------------------------------------------------------------------------------------------------


def test_whatever_a_site_is_called_it_reaches_itself_alone(url):
    assert len({redis_key(name) for name in NAMES}) == len(NAMES)
    for name in NAMES:
        key = redis_key(name)
        assert key.startswith(PREFIX + "{")
        assert key.endswith("}:template")
        assert key.count("{") == key.count("}") == 1  # what a cluster finds the slot by
        assert key.isascii()
        assert key.isprintable()
        assert len(key) < 400


# --- passwords ----------------------------------------------------------------------------------------------


def test_a_password_is_used_and_never_shown(caplog):
    need_redis()
    caplog.set_level(logging.DEBUG)
    with RedisServer(password="hill-valley-1955") as server:
        store = RedisStore(server.url)
        run(store, lambda store: store.merge({"a": learned(1)}))
        assert run(RedisStore(server.url), lambda store: store.get("a")).pages == 1
        wrong = RedisStore(server.url.replace("1955", "1885"))
        with pytest.raises(StoreError, match=r"127\.0\.0\.1") as caught:
            run(wrong)
    with pytest.raises(StoreError, match=r"127\.0\.0\.1") as gone:
        run(RedisStore(server.url))
    for text in (str(caught.value), str(gone.value), repr(store), caplog.text):
        assert "hill-valley" not in text


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """A certificate for 127.0.0.1 that signs itself, and its key."""
    import datetime
    import ipaddress

    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.datetime.now(datetime.timezone.utc)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    address = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    day = datetime.timedelta(days=1)
    made = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key()).serial_number(1)
        .not_valid_before(now - day).not_valid_after(now + day).add_extension(address, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    folder = tmp_path_factory.mktemp("tls")
    (folder / "cert.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )  # fmt: skip
    return folder


def test_tls_with_a_certificate_that_is_checked(certificate):
    need_redis()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    options = ["--tls-port", port, "--tls-auth-clients", "no"]
    options += ["--tls-cert-file", certificate / "cert.pem", "--tls-key-file", certificate / "key.pem"]
    with RedisServer(*options, password="hill-valley-1955"):
        url = f"rediss://:hill-valley-1955@127.0.0.1:{port}/0"
        trusting = f"{url}?ssl_ca_certs={certificate / 'cert.pem'}"
        run(RedisStore(trusting), lambda store: store.merge({"a": learned(1)}))
        assert run(RedisStore(trusting), lambda store: store.get("a")).pages == 1
        with pytest.raises(StoreError, match=r"rediss://127\.0\.0\.1.*certificate") as caught:
            run(RedisStore(url))
    assert "hill-valley" not in str(caught.value)


def settings(**values):
    return DenoiseSettings.read(Settings(values))


def test_settings():
    url = "redis://:secret@redis.example:6380/3"
    chosen = settings(DENOISE_STORE_URL=url)
    assert (chosen.store, chosen.store_url) == ("redis", url)
    assert settings(DENOISE_STORE="redis", REDIS_URL=url).store_url == url
    assert settings(REDIS_URL=url).store == "sqlite"  # another package's address says nothing about templates
    assert settings(DENOISE_STORE="redis", REDIS_URL="redis://other", DENOISE_STORE_URL=url).store_url == url
    assert "secret" not in repr(chosen)
    with pytest.raises(SettingError, match="DENOISE_STORE_URL or REDIS_URL"):
        settings(DENOISE_STORE="redis")
    for wrong in ("http://:secret@h", "http://h?password=secret", "redis://:secret@h:x/0", "redis://u:secret@h/db"):
        with pytest.raises(SettingError, match="allowed: an address such as") as caught:
            settings(DENOISE_STORE_URL=wrong)
        assert "secret" not in str(caught.value)


def test_what_is_asked_for_at_once_is_asked_together(url):
    keys = [f"site{number}" for number in range(300)]

    async def main():
        store = RedisStore(url)
        await store.merge({key: learned(1) for key in keys[:200]})
        trips, read = [], store._read

        async def counted(asked):
            trips.append(len(asked))
            return await read(asked)

        store._read = counted
        found = await asyncio.gather(*map(store.get, [*keys, *keys[:50]]))
        await store.close()
        return found, trips

    found, trips = asyncio.run(main())
    assert [site.pages if site else None for site in found] == [1] * 200 + [None] * 100 + [1] * 50
    assert (len(trips), max(trips), sum(trips)) == (5, 64, 300)


def test_numbers_of_another_program_do_not_end_a_list(url):
    run(RedisStore(url), lambda store: store.merge({key: learned(1) for key in "ab"}))
    raw(url, "HSET", redis_key("a"), "pages", "NaN", "updated", "-1e9")

    async def listed(store):
        return {site.key: site.pages async for site in store.sites()}

    assert run(RedisStore(url), listed) == {"a": 0, "b": 1}
