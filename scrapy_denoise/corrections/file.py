"""The corrections of a project: a readable TOML file, one table for each site or address pattern.

version = 1

["gazette.example"]
content = "article .body"
drop = [".newsletter", "//p[@class='more']"]

["gazette.example/sport/*"]
content = "main"
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fnmatch import translate
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import attrs

from scrapy_denoise.corrections.correction import Correction
from scrapy_denoise.corrections.errors import CorrectionError
from scrapy_denoise.files import private
from scrapy_denoise.files.atomic import replacing
from scrapy_denoise.files.bounded import read_file
from scrapy_denoise.sites.site_key import host_key

if TYPE_CHECKING:
    import tomlkit

FILE_VERSION = 1
"""The version of the file's format. A file of a later version is refused."""

FIELDS = tuple(field.name for field in attrs.fields(Correction) if field.name != "site")

MAX_BYTES = 10 * 1024 * 1024
MAX_URL = 4_000
"""The most characters of an address that are compared with patterns."""

_SITE = re.compile(r"[^\s/\"'\\]+(?:/[^\s\"'\\]*)?")


@attrs.frozen
class Corrections:
    """Corrections by their site.

    A site is a host, ``gazette.example`` or ``*.gazette.example``, or an address without its scheme and with ``*`` for
    anything, ``gazette.example/sport/*``. Of several that match, the longest counts.
    """

    by_site: Mapping[str, Correction] = attrs.field(factory=dict)

    def __len__(self) -> int:
        return len(self.by_site)

    def __iter__(self) -> Iterator[Correction]:
        return iter(self.by_site.values())

    def for_url(self, url: str | None) -> Correction | None:
        """The correction for an address.

        >>> corrections = Corrections.parse('["a.example"]\\ncontent = "main"\\n["a.example/b/*"]\\ncontent = "p"')
        >>> [corrections.for_url(f"https://{address}").content for address in ("a.example/x", "a.example/b/1")]
        [('main',), ('p',)]
        >>> corrections.for_url("https://b.a.example/")
        """
        if not url or not self.by_site:
            return None
        host, address = host_key(url), _address(url)
        matching = [site for site in self.by_site if _matches(site, host, address)]
        return self.by_site[max(matching, key=len)] if matching else None

    @classmethod
    def read(cls, path: Path) -> Corrections:
        """The corrections in a file. Raises CorrectionError, with what is wrong and where; OSError."""
        text = _text(path)
        try:
            return cls.parse(text)
        except CorrectionError as error:
            raise CorrectionError(f"{path}: {error}") from error

    @classmethod
    def parse(cls, text: str) -> Corrections:
        """The corrections in the text of a file. Raises CorrectionError."""
        return cls({site: _correction(site, table) for site, table in _tables(text)})


def save_correction(path: Path, correction: Correction) -> None:
    """Write a correction to a file, in the place of the one for its site; all else in the file stays as it is.

    Raises CorrectionError where the file is wrong already, OSError where it cannot be written.
    """
    import tomlkit

    document = _document(path)
    table = tomlkit.table()
    for name, value in correction.to_dict().items():
        table.add(name, value)
    check_site(correction.site)
    document[correction.site] = table
    _write(path, tomlkit.dumps(document))


def remove_correction(path: Path, site: str) -> bool:
    """Remove the correction for a site from a file; returns whether there was one. Raises as `save_correction`."""
    import tomlkit

    document = _document(path)
    if site not in document:
        return False
    document.remove(site)
    _write(path, tomlkit.dumps(document))
    return True


def check_site(site: str) -> None:
    """Raise CorrectionError if a text is neither a host nor the pattern of an address."""
    if not _SITE.fullmatch(site) or "://" in site:
        raise CorrectionError(
            f"{site!r} is not a site; write a host such as gazette.example, or an address without its scheme such as "
            "gazette.example/sport/*"
        )


def _document(path: Path) -> tomlkit.TOMLDocument:
    import tomlkit

    text = _text(path) if path.exists() else f"version = {FILE_VERSION}\n"
    try:
        Corrections.parse(text)
    except CorrectionError as error:
        raise CorrectionError(f"{path}: {error}") from error
    return tomlkit.parse(text)


def _text(path: Path) -> str:
    """Read the text of a file up to the limit. Raises CorrectionError, OSError."""
    data = read_file(path, MAX_BYTES)
    if len(data) > MAX_BYTES:
        raise CorrectionError(f"{path} has more than {MAX_BYTES:,} bytes (a fixed limit)")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise CorrectionError(f"{path} is not UTF-8: {error}") from error


def _write(path: Path, text: str) -> None:
    private.make_folder(path.parent)
    with replacing(path, private.FILE) as file:
        file.write(text.encode())


def _tables(text: str) -> Iterator[tuple[str, Any]]:
    # Every crawl imports this module, and few have corrections.
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(text).unwrap()
    except (TOMLKitError, RecursionError) as error:
        raise CorrectionError(f"no TOML: {error}") from error
    version = document.pop("version", FILE_VERSION)
    if version != FILE_VERSION:
        raise CorrectionError(f"version is {version!r}; this scrapy-denoise reads version {FILE_VERSION}")
    yield from document.items()


def _correction(site: str, table: Any) -> Correction:
    where = f'table ["{site}"]'
    check_site(site)
    if not isinstance(table, dict):
        raise CorrectionError(f'{site!r} is not a table; a site with dots is written in quotes: ["gazette.example"]')
    unknown = sorted(table.keys() - set(FIELDS))
    if unknown:
        hint = (
            "; a site with dots is written in quotes" if any(isinstance(table[name], dict) for name in unknown) else ""
        )
        raise CorrectionError(f"{where}: no such field: {', '.join(unknown)}; there are {', '.join(FIELDS)}{hint}")
    try:
        correction = Correction(site, **table)
    except (CorrectionError, TypeError) as error:
        raise CorrectionError(f"{where}, {error.args[0] if error.args else error}") from error
    if correction == Correction(site):
        raise CorrectionError(f"{where} is empty; it needs one of {', '.join(FIELDS)}")
    return correction


def _address(url: str) -> str:
    """An address as patterns see it: host, path and query."""
    try:
        parts = urlsplit(url[:MAX_URL])
    except ValueError:
        return ""
    return f"{host_key(url)}{parts.path or '/'}{'?' + parts.query if parts.query else ''}"


def _matches(site: str, host: str, address: str) -> bool:
    if "/" not in site:
        return _pattern(site).fullmatch(host) is not None if "*" in site else site.lower() == host
    return _pattern(site).fullmatch(address) is not None


def _pattern(site: str) -> re.Pattern[str]:
    """``*`` stands for anything; nothing else is special."""
    escaped = re.sub(r"[\[\]?]", lambda match: f"[{match[0]}]", site)
    return re.compile(translate(escaped), re.IGNORECASE)
