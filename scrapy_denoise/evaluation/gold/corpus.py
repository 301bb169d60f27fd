"""Pages with gold text, read from a corpus folder, a corpus archive, or a plain folder that a user made.

Nothing is unpacked to disk and no page is decoded: a page keeps the bytes of its file.
"""

import json
import logging
import os
import tarfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from lzma import LZMAError
from pathlib import Path, PurePosixPath
from typing import Any

from attrs import field, fields, frozen

from scrapy_denoise.document.metadata.author_names import names_of
from scrapy_denoise.page.url import split_url

logger = logging.getLogger(__name__)

GOLD_FILE = "gold.jsonl"
HTML_SUFFIXES = (".html", ".htm", ".xhtml")
# A corpus is a download: no single file of an archive may fill the memory.
MAX_MEMBER_BYTES = 256 * 2**20

_Files = Mapping[str, "bytes | Path"]


class CorpusError(ValueError):
    """A corpus cannot be read. The message says why, and what a corpus looks like."""


@frozen(kw_only=True)
class GoldPage:
    """A page and the text that an extractor should find in it.

    `id` identifies the page within its corpus. Pages of one `site` are siblings. `lang` is a language code, or empty
    if unknown. `gold_text` has one paragraph per line. Fields that a corpus does not have are None or empty.
    """

    id: str
    url: str | None = None
    site: str
    lang: str = ""
    gold_text: str = field(repr=False)
    gold_title: str | None = None
    # The names of the page's authors, not of those of a thread's posts; the day or time of its publication, ISO 8601.
    gold_authors: tuple[str, ...] = ()
    gold_date: str | None = None
    page_type: str | None = None
    # Text that may be kept or not, and the comments or posts if the corpus has them apart.
    gold_optional: tuple[str, ...] = field(default=(), repr=False)
    gold_comments: tuple[str, ...] = field(default=(), repr=False)
    gold_posts: tuple[str, ...] = field(default=(), repr=False)
    # Phrases that a good result contains, and phrases that it does not contain.
    with_phrases: tuple[str, ...] = field(default=(), repr=False)
    without_phrases: tuple[str, ...] = field(default=(), repr=False)
    # Whether the page has gold of another kind, which is not read, as the links to its next pages.
    unread_gold: bool = False
    # The bytes (from an archive), or the file (from a folder): such a page stays small until it is read.
    _html: bytes | Path = field(repr=False)

    @property
    def has_gold_text(self) -> bool:
        """True if there is a gold text, which may be empty. A page may have other gold only: phrases, a title,
        authors or a date, or what is not read."""
        others = (
            self.with_phrases, self.without_phrases, self.gold_title, self.gold_authors, self.gold_date,
            self.unread_gold,
        )  # fmt: skip
        return bool(self.gold_text) or not any(others)

    @property
    def html(self) -> bytes:
        """The page in its own encoding. A page in a folder is read at each call, which may raise OSError."""
        return self._html if isinstance(self._html, bytes) else self._html.read_bytes()


@frozen
class Corpus:
    """Pages in the order of their ids, and a message for each page that had to be left out."""

    name: str
    pages: tuple[GoldPage, ...] = field(repr=False)
    problems: tuple[str, ...] = ()

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> "Corpus":
        """Read the corpus at `path`: a folder or a tar archive (of any compression), in one of two layouts.

        - ``gold.jsonl`` and ``html/ID.html``: a line is an object with `id`, `gold_text` and the names of
          `GoldPage` (`with` and `without` for the phrases); other names are ignored, but for that an empty `gold_text`
          beside another ``gold_`` is none. Without `site` the host of `url` is taken.
        - ``html/NAME.html`` and ``gold/NAME.txt``, the gold in UTF-8. A folder below ``html/`` (and the same
          below ``gold/``) is a site; pages right in ``html/`` are one site, named as the corpus is.

        The pages of an archive are held in memory; those of a folder are read when `GoldPage.html` is asked
        for. Links in an archive, and names that lead out of it, are ignored.

        Raises CorpusError for a wrong path, a broken archive, or when not one page has both gold and HTML.
        """
        path = Path(path)
        if path.is_dir():
            name, files = path.resolve().name, _folder_files(path)
        elif path.is_file():
            name, files = path.name.split(".tar")[0], _archive_files(path)
        else:
            raise CorpusError(f"{path}: no such file or folder.")
        if GOLD_FILE in files:
            pages, problems = _read_jsonl(files)
        elif any(file.startswith("gold/") for file in files):
            pages, problems = _read_plain(files, name)
        else:
            raise CorpusError(f"{path}: no gold here; a corpus has {GOLD_FILE} or gold/NAME.txt beside html/.")
        if not pages:
            first = f" ({len(problems)} left out, the first: {problems[0]})" if problems else ""
            raise CorpusError(f"{path}: no page with both gold and HTML{first}.")
        return cls(name, tuple(sorted(pages, key=lambda page: page.id)), tuple(problems))


def read_corpus(path: str | os.PathLike[str]) -> list[GoldPage]:
    """The pages of `Corpus.read`, with a warning logged for each page that had to be left out."""
    corpus = Corpus.read(path)
    for problem in corpus.problems:
        logger.warning("%s: left out: %s", corpus.name, problem)
    return list(corpus.pages)


def siblings(page: GoldPage, pages: Iterable[GoldPage], limit: int = 10) -> list[GoldPage]:
    """Up to `limit` other pages of the page's site in the order of their ids, never the page itself.

    A template is learned from these, so that no page is cleaned with a template that was learned from it.
    """
    others = (other for other in pages if other.site == page.site and other.id != page.id)
    return sorted(others, key=lambda other: other.id)[:limit]


def _read_jsonl(files: _Files) -> tuple[list[GoldPage], list[str]]:
    pages: dict[str, GoldPage] = {}
    problems = []
    for number, line in enumerate(_read_text(files, GOLD_FILE).split("\n"), start=1):
        if not line.strip():
            continue
        try:
            page = _page_of_record(_parse_record(line), files)
            if page.id in pages:
                raise CorpusError(f"id {page.id!r} occurs twice")
        except CorpusError as error:
            problems.append(f"{GOLD_FILE} line {number}: {error}")
        else:
            pages[page.id] = page
    return list(pages.values()), problems


def _parse_record(line: str) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise CorpusError(f"not JSON: {error}") from error
    if not isinstance(record, dict):
        raise CorpusError("not a JSON object")
    for name in ("id", "gold_text"):
        if not isinstance(record.get(name), str):
            raise CorpusError(f"no {name}")
    return record


def _page_of_record(record: dict[str, Any], files: _Files) -> GoldPage:
    # An id is looked up among the files that were found, so no id can name a file elsewhere.
    file = f"html/{record['id']}.html"
    if file not in files:
        raise CorpusError(f"no file {file}")
    url = _optional_text(record, "url")
    return GoldPage(
        id=record["id"],
        url=url,
        site=_optional_text(record, "site") or split_url(url).hostname or f"unknown:{record['id']}",
        lang=_optional_text(record, "lang") or "",
        gold_text=record["gold_text"],
        gold_title=_optional_text(record, "gold_title"),
        gold_authors=_authors(record),
        gold_date=_optional_text(record, "gold_date"),
        page_type=_optional_text(record, "page_type"),
        gold_optional=_texts(record, "gold_optional"),
        gold_comments=_texts(record, "gold_comments"),
        gold_posts=_texts(record, "gold_posts"),
        with_phrases=_texts(record, "with"),
        without_phrases=_texts(record, "without"),
        unread_gold=any(name.startswith("gold_") and name not in _READ_NAMES for name in record),
        html=files[file],
    )


_READ_NAMES = {attribute.name for attribute in fields(GoldPage)} | {"gold_author", "gold_byline"}


def _optional_text(record: dict[str, Any], name: str) -> str | None:
    value = record.get(name)
    return value if isinstance(value, str) and value else None


def _texts(record: dict[str, Any], name: str) -> tuple[str, ...]:
    value = record.get(name) or ()
    values = [value] if isinstance(value, str) else value
    return tuple(item for item in values if isinstance(item, str)) if isinstance(values, (list, tuple)) else ()


def _authors(record: dict[str, Any]) -> tuple[str, ...]:
    """The list of names, or the names in a byline. Where there are posts, the list is of those who wrote them."""
    if record.get("gold_posts"):
        return ()
    names = _texts(record, "gold_authors")
    bylines = [text for name in ("gold_author", "gold_byline") if (text := _optional_text(record, name))]
    return names or names_of(bylines) or tuple(bylines)


def _read_plain(files: _Files, corpus: str) -> tuple[list[GoldPage], list[str]]:
    pages: dict[str, GoldPage] = {}
    problems = []
    for file in sorted(files):
        if not file.startswith("html/"):
            continue
        name = PurePosixPath(file).relative_to("html")
        page_id = str(name.with_suffix("")) if name.suffix.lower() in HTML_SUFFIXES else str(name)
        try:
            if page_id in pages:
                raise CorpusError(f"another page is named {page_id!r}")
            pages[page_id] = GoldPage(
                id=page_id,
                site=name.parts[0] if len(name.parts) > 1 else corpus,
                gold_text=_read_text(files, _gold_file(files, name, page_id)),
                html=files[file],
            )
        except CorpusError as error:
            problems.append(f"{file}: {error}")
    return list(pages.values()), problems


def _gold_file(files: _Files, name: PurePosixPath, page_id: str) -> str:
    for candidate in (f"gold/{page_id}.txt", f"gold/{page_id}", f"gold/{name}.txt", f"gold/{name}"):
        if candidate in files:
            return candidate
    raise CorpusError(f"no gold/{page_id}.txt")


def _read_text(files: _Files, name: str) -> str:
    content = files[name]
    try:
        return (content if isinstance(content, bytes) else content.read_bytes()).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CorpusError(f"{name} is not UTF-8: {error}") from error
    except OSError as error:
        raise CorpusError(f"{name} cannot be read: {error}") from error


def _folder_files(root: Path) -> dict[str, bytes | Path]:
    # Only the files of a corpus are listed, never the whole of a folder that was named by mistake.
    files: dict[str, bytes | Path] = {}
    if (root / GOLD_FILE).is_file():
        files[GOLD_FILE] = root / GOLD_FILE
    for part in ("html", "gold"):
        for folder, _, names in os.walk(root / part):
            for path in (Path(folder, name) for name in names if not name.startswith(".")):
                if path.is_file():
                    files[path.relative_to(root).as_posix()] = path
    return files


def _archive_files(path: Path) -> dict[str, bytes | Path]:
    try:
        with tarfile.open(path, "r:*") as archive:
            members = dict(_safe_members(archive))
    except (tarfile.TarError, LZMAError, zlib.error, EOFError, OSError) as error:
        why = (str(error).splitlines() or [""])[0].removesuffix(":")  # tarfile's has a line for each compression
        raise CorpusError(f"{path}: not a readable tar archive: {why}") from error
    root = _corpus_root(members)
    return {str(name.relative_to(root)): content for name, content in members.items() if root in name.parents}


def _safe_members(archive: tarfile.TarFile) -> Iterator[tuple[PurePosixPath, bytes]]:
    for member in archive:
        name = PurePosixPath(member.name)
        if not member.isfile() or name.is_absolute() or ".." in name.parts or name.name.startswith("."):
            continue
        if name.name != GOLD_FILE and not {"html", "gold"} & set(name.parts):
            continue
        if member.size > MAX_MEMBER_BYTES:
            raise CorpusError(f"{name} has {member.size} bytes; at most {MAX_MEMBER_BYTES} are read from an archive.")
        stream = archive.extractfile(member)
        if stream is not None:
            yield name, stream.read()


def _corpus_root(names: Iterable[PurePosixPath]) -> PurePosixPath:
    """The folder of the corpus in an archive: the topmost one with gold.jsonl, else the topmost one with gold/."""
    names = list(names)
    roots = [name.parent for name in names if name.name == GOLD_FILE]
    roots = roots or [parent.parent for name in names for parent in name.parents if parent.name == "gold"]
    return min(roots, key=lambda root: (len(root.parts), root), default=PurePosixPath())
