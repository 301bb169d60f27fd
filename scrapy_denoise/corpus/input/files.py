"""Reads the inputs of a run, file by file: WARC and WACZ, Parquet, JSON lines, HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import attrs

from scrapy_denoise.corpus.input.pages import InputError, RawPage, Skip, too_large
from scrapy_denoise.corpus.input.tables import read_json_lines, read_parquet
from scrapy_denoise.corpus.input.truncation import UNREADABLE
from scrapy_denoise.corpus.input.warc import SUFFIXES, Span, read_archive
from scrapy_denoise.files.bounded import read_bounded
from scrapy_denoise.files.json_lines import LINES
from scrapy_denoise.files.links import files_below
from scrapy_denoise.page import MAX_SIZE
from scrapy_denoise.sites.site_key import SITE_KEYS

PARQUET = (".parquet",)
HTML = (".html", ".htm")

HIDDEN = ("_", ".")
"""Files and folders whose names begin like this are not part of a table; Spark and Arrow have the same rule."""


@attrs.frozen
class Reading:
    """How inputs are read. html, url: the columns of rows. url_required: JSON lines of which none has an address are an
    error, as they are where the user has named the column; a Parquet file without the column always is. statuses: of
    responses that are pages; None for all. max_size: bytes above which a page is skipped, 0 for no limit. site_key: a
    name in SITE_KEYS."""

    html: str = "html"
    url: str = "url"
    url_required: bool = False
    statuses: frozenset[int] | None = frozenset((200,))
    max_size: int = MAX_SIZE
    site_key: str = "host"


def files_of(inputs: Iterable[Path], follow: bool = False) -> list[Path]:
    """The files that are meant, each once: a file, or those below a folder that can be read.

    follow: whether links that lead out of a folder are read. Raises InputError where there is none.
    """
    found: dict[Path, None] = {}
    for path in inputs:
        if path.is_dir():
            below = [
                file
                for file in files_below(path, follow)
                if kind_of(file) and file.is_file() and not _hidden(file.relative_to(path))
            ]
            if not below:
                raise InputError(f"{path}: no {', '.join((*SUFFIXES, *PARQUET, *LINES, *HTML))} file in this folder")
            found |= dict.fromkeys(below)
        elif not path.exists():
            raise InputError(f"{path}: no such file or folder")
        elif not kind_of(path):
            raise InputError(f"{path}: its name ends in none of {', '.join((*SUFFIXES, *PARQUET, *LINES, *HTML))}")
        else:
            found[path] = None
    return list(found)


def read_file(path: Path, how: Reading, name: str = "", span: Span | None = None) -> Iterator[RawPage | Skip]:
    """The pages of a file with the sites that they belong to. A file that cannot be read is one `Skip`.

    name: what the call names the file, where that is not `path`: it stands in sources and messages. A page without an
    address belongs to the site that its folder's name stands for. span: of a WARC file, what is read of it; what cannot
    be read raises InputError then, since the report has to name the whole file.
    """
    key = SITE_KEYS[how.site_key]
    name = name or str(path)
    folder = Path(name).parent.as_posix()
    try:
        for page in _read(path, how, name, span):
            if isinstance(page, Skip):
                yield page
            elif how.statuses is not None and page.status is not None and page.status not in how.statuses:
                yield Skip(page.source, "status")
            elif how.max_size and len(page.html) > how.max_size:
                yield too_large(page.source, how.max_size)
            else:
                yield _of_its_site(page, key, folder)
    except Exception as error:
        why = str(error) if isinstance(error, InputError | OSError) else f"{type(error).__name__}: {error}"
        if span is not None:
            raise InputError(why) from error
        yield Skip(name, UNREADABLE, why)


def _of_its_site(page: RawPage, key: Callable[[str], str], folder: str) -> RawPage | Skip:
    try:
        return attrs.evolve(page, site=key(page.url) if page.url else folder)
    except Exception as error:  # noqa: BLE001 - whatever an address raises is its page's
        return Skip(page.source, "damaged", f"{type(error).__name__}: {error}")


def _read(path: Path, how: Reading, name: str, span: Span | None) -> Iterator[RawPage | Skip]:
    kind = kind_of(path)
    if kind is SUFFIXES:
        return read_archive(path, how.max_size, how.statuses, name, span)
    if kind is PARQUET:
        return read_parquet(path, how.html, how.url, name, how.max_size)
    if kind is LINES:
        return read_json_lines(path, how.html, how.url, how.url_required, name, how.max_size)
    with path.open("rb") as file:
        return iter([RawPage("", read_bounded(file, how.max_size), name)])


def kind_of(path: Path) -> tuple[str, ...] | None:
    """The suffixes of the kind of input that a file is, by its name; None for no input."""
    name = path.name.lower()
    return next((kind for kind in (SUFFIXES, PARQUET, LINES, HTML) if name.endswith(kind)), None)


def _hidden(path: Path) -> bool:
    return any(part.startswith(HIDDEN) for part in path.parts)
