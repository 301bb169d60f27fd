"""Copies templates between stores: export, import, merge."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

import msgpack

from scrapy_denoise.cli.errors import CommandError, as_write_error
from scrapy_denoise.cli.templates.store_option import Store, open_store, store_from_option
from scrapy_denoise.cli.terminal import pluralize, printable, with_progress
from scrapy_denoise.files.atomic import replacing
from scrapy_denoise.files.lock import only_writer
from scrapy_denoise.files.private import FILE
from scrapy_denoise.sites import SiteTemplate, TemplateError, dump, load
from scrapy_denoise.sites.site_key import MAX_KEY_CHARS, is_key
from scrapy_denoise.sites.stores import DamagedTemplates, RedisStore, SQLiteStore, StoreError

MERGED_SITES = 100
"""The number of sites that are merged in one call of the store."""

FILE_HEADER = {"format": "scrapy-denoise templates", "version": 2}
"""The beginning of an exported file. For each site its key and its template follow, and at the end ``{"sites": N}``,
how many they are; all as MessagePack."""


END_MARK = "sites"

CHECKED_FILES = "inputs"
"""The attribute of the options for the files of an import after they were checked."""


async def check_files(options: argparse.Namespace) -> None:
    """Read the files of an import to their end, before anything is merged. Raises CommandError for a short one."""
    inputs: list[tuple[str, IO[bytes]]] = []
    setattr(options, CHECKED_FILES, inputs)
    for name in options.files:
        file: IO[bytes]
        if name == "-":
            file = TemporaryFile()  # noqa: SIM115 - `import_` closes it
            shutil.copyfileobj(sys.stdin.buffer, file)
        else:
            file = _input(name)
        inputs.append((name, file))
        file.seek(0)
        for _ in _entries(file, name):
            pass


async def check_stores(options: argparse.Namespace) -> None:
    """Open the sources of a merge, before its target is made. Raises CommandError and StoreError."""
    target = store_from_option(options.store)
    for name in options.others:
        if _is_export(Path(name)):
            raise CommandError(f"{name} is an exported file; scrapy-denoise templates import merges it")
        other = store_from_option(name)
        if _is_same(other, target):
            raise CommandError(f"{name} is the store that is merged into, and its pages would count twice; see --store")
        async with open_store(other, False):
            pass


def _is_same(one: Store, other: Store) -> bool:
    if isinstance(one, SQLiteStore) and isinstance(other, SQLiteStore):
        return one.path.exists() and other.path.exists() and one.path.samefile(other.path)
    return isinstance(one, RedisStore) and isinstance(other, RedisStore) and one.name == other.name


def _is_export(path: Path) -> bool:
    if not path.is_file():
        return False
    begin: bytes = msgpack.packb(FILE_HEADER)
    with path.open("rb") as file:
        return file.read(len(begin)) == begin


async def export(options: argparse.Namespace, store: Store) -> int:
    """Write templates to a file; 1 where some could not be read."""
    sites = options.sites or [site.key async for site in store.sites()]
    written, failed = 0, 0
    with _output(options.file) as output:
        output.write(msgpack.packb(FILE_HEADER))
        for key in with_progress(sites, "Exporting"):
            try:
                template = await store.get(key)
            except DamagedTemplates as error:
                failed += 1
                print(f"scrapy-denoise: {printable(str(error))}", file=sys.stderr)
                continue
            if template is None:
                failed += 1
                print(f"scrapy-denoise: nothing is known of {printable(key)}", file=sys.stderr)
                continue
            output.write(msgpack.packb([key, dump(template)], unicode_errors="surrogatepass"))
            written += 1
        output.write(msgpack.packb({END_MARK: written}))
    print(f"{pluralize(written, 'site')} exported", file=sys.stderr if options.file == "-" else sys.stdout)
    return 1 if failed else 0


async def import_(options: argparse.Namespace, store: Store) -> int:
    """Merge the templates of files into the store; 1 where some could not be read."""
    merging = _Merging(store)
    for name, file in getattr(options, CHECKED_FILES):
        file.seek(0)
        with file:
            for key, packed in with_progress(_entries(file, name), f"Importing {name}"):
                try:
                    template = load(packed)
                except TemplateError as error:
                    merging.fail(f"{printable(key)}: {error}")
                else:
                    await merging.add(key, template)
            await merging.write()
    return merging.end()


async def merge(options: argparse.Namespace, store: Store) -> int:
    """Merge the templates of other stores into the store; 1 where some could not be read."""
    merging = _Merging(store)
    for name in options.others:
        async with open_store(store_from_option(name), False) as other:
            sites = [site.key async for site in other.sites()]
            for key in with_progress(sites, f"Merging {other}"):
                try:
                    template = await other.get(key)
                except DamagedTemplates as error:
                    merging.fail(printable(str(error)))
                else:
                    if template is not None:
                        await merging.add(key, template)
            await merging.write()
    return merging.end()


class _Merging:
    """Templates that are merged into a store, MERGED_SITES of them in a call.

    merged, failed: how many the store has taken, and how many could not be read or merged, each of which is reported.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._batch: dict[str, SiteTemplate] = {}
        self.merged = self.failed = 0

    async def add(self, key: str, template: SiteTemplate) -> None:
        known = self._batch.get(key)
        self._batch[key] = template if known is None else known.merge(template)
        if len(self._batch) == MERGED_SITES:
            await self.write()

    async def write(self) -> None:
        """Merge what was added and is not in the store yet. Raises StoreError."""
        batch, self._batch = self._batch, {}
        if not batch:
            return
        try:
            await self._store.merge(batch)
        except DamagedTemplates as error:
            self.fail(printable(str(error)), len(error.keys))
            self.merged -= len(error.keys)
        except StoreError as error:
            if not self.merged:
                raise
            raise StoreError(
                f"{error}; {pluralize(self.merged, 'site')} merged before, whose pages the same call would count twice"
            ) from error
        self.merged += len(batch)

    def fail(self, why: str, templates: int = 1) -> None:
        self.failed += templates
        print(f"scrapy-denoise: {why}", file=sys.stderr)

    def end(self) -> int:
        """Print how many sites were merged. Returns the exit status, 1 where some were not."""
        print(f"{pluralize(self.merged, 'site')} merged")
        return 1 if self.failed else 0


def _entries(file: IO[bytes], name: str) -> Iterator[tuple[str, bytes]]:
    """Sites and their packed templates in an exported file. Raises CommandError for another kind of file, and for one
    that ends before its end mark or has another number of sites than that says."""
    entries = msgpack.Unpacker(file, unicode_errors="surrogatepass", strict_map_key=False)
    try:
        if next(entries, None) != FILE_HEADER:
            raise CommandError(f"{name}: not a file that `scrapy-denoise templates export` of this version wrote")
        for number, entry in enumerate(entries):
            if isinstance(entry, dict):
                if entry != {END_MARK: number} or next(entries, None) is not None:
                    raise ValueError(f"{number} sites before an end mark {entry}")
                return
            key, packed = entry
            if not isinstance(key, str) or not isinstance(packed, bytes):
                raise ValueError("no template")
            if not is_key(key):
                raise CommandError(
                    f"{name}: entry {number + 1} has a key that no site has: empty, of more than {MAX_KEY_CHARS} "
                    "characters, or no Unicode text; nothing of the file is merged"
                )
            yield key, packed
        raise ValueError("no end mark")
    except CommandError:  # which is a ValueError
        raise
    except (ValueError, TypeError, msgpack.UnpackException) as error:
        raise CommandError(f"{name}: damaged, or cut short ({str(error) or type(error).__name__})") from error


def _input(name: str) -> IO[bytes]:
    try:
        return Path(name).open("rb")
    except OSError as error:
        raise CommandError(f"cannot open {name}: {error.strerror}") from error


@contextmanager
def _output(name: str) -> Iterator[IO[bytes]]:
    """Standard output, or a file that is there as a whole when all is written, and as private as the store is."""
    if name == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with as_write_error(Path(name)), only_writer(Path(name), folder=False), replacing(Path(name), FILE) as file:
        yield file
