"""Where ``scrapy-denoise clean`` writes many pages: a folder with one file per page, or JSON lines."""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Protocol

from scrapy_denoise.cli.clean.inputs import PageSource
from scrapy_denoise.cli.clean.workers import CleanedPage
from scrapy_denoise.cli.errors import CommandError, as_write_error
from scrapy_denoise.cli.options import ending_of
from scrapy_denoise.cli.terminal import isolate_direction
from scrapy_denoise.files.atomic import replacing
from scrapy_denoise.files.json_lines import PLAIN
from scrapy_denoise.files.links import make_folder_in, open_end, refuse_link
from scrapy_denoise.files.lock import only_writer

SUFFIXES = {"text": ".txt", "markdown": ".md", "html": ".html", "json": ".json"}

LINE_START = b'{"source": "'
"""The beginning of each JSON line that this command writes."""


class Output(Protocol):
    """Where pages are written. A page that is there from an earlier run is not cleaned again."""

    def __enter__(self) -> Output: ...
    def __exit__(self, *left: object) -> None: ...
    def has(self, source: PageSource) -> bool: ...
    def write(self, page: CleanedPage) -> str:
        """Write a page if it has content. Returns an error message, or an empty string."""


class FolderOutput:
    """One file per page, named as the page with the suffix of the format: ``a/1.html`` gives ``OUT/a/1.html.txt``.

    The page's own suffix stays, so no two pages have one name. A file is there in whole or not at all.
    """

    def __init__(self, folder: Path, form: str, overwrite: bool) -> None:
        if folder.exists() and not folder.is_dir():
            raise CommandError(f"{folder} is a file; give a folder with -o, or a name that ends in .jsonl")
        self._folder, self._suffix, self._overwrite = folder, SUFFIXES[form], overwrite
        self._held = ExitStack()

    def __enter__(self) -> FolderOutput:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._held.enter_context(only_writer(self._folder))
        except OSError as error:
            raise CommandError(f"cannot make the folder {self._folder}: {error.strerror or error}") from error
        return self

    def __exit__(self, *left: object) -> None:
        self._held.close()

    def _path(self, name: str) -> Path:
        return self._folder / (name + self._suffix)

    def has(self, source: PageSource) -> bool:
        path = self._path(source.name)
        return not self._overwrite and path.is_file() and not path.is_symlink()

    def write(self, page: CleanedPage) -> str:
        if page.rendered is None:
            return ""
        try:
            path = self._path(page.name)
            with as_write_error(path):
                make_folder_in(self._folder, path.parent)
            write_page(page.rendered, path)
        except CommandError as error:
            return str(error)
        return ""


class LinesOutput:
    """A line of JSON for each page, in a file or on standard output (None).

    Appends after the last complete line of an existing file.
    """

    def __init__(self, path: Path | None, overwrite: bool) -> None:
        self._path, self._overwrite = path, overwrite
        self._labels: set[str] = set()
        self._file: IO[bytes] | None = None
        self._held = ExitStack()

    def __enter__(self) -> LinesOutput:
        if self._path is not None:
            with as_write_error(self._path):
                self._path.parent.mkdir(parents=True, exist_ok=True)
                with ExitStack() as held:
                    refuse_link(self._path)
                    held.enter_context(only_writer(self._path, folder=False))
                    whole = 0 if self._overwrite or not self._path.exists() else self._read(self._path)
                    self._file = held.enter_context(open_end(self._path))
                    self._file.truncate(whole)
                    self._held = held.pop_all()
        return self

    def __exit__(self, *left: object) -> None:
        self._held.close()

    def _read(self, path: Path) -> int:
        """The bytes of the whole lines that an earlier run has written, whose labels are kept."""
        size = 0
        with path.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                if not line.endswith(b"\n") and (line.startswith(LINE_START) or (size and LINE_START.startswith(line))):
                    break  # the run was killed while it wrote this line
                label = _label(line)
                if label is None:
                    raise CommandError(
                        f"line {number} of {path} is not from this command; "
                        "give another name with -o, or --overwrite to replace the file"
                    )
                self._labels.add(label)
                size += len(line)
        return size

    def has(self, source: PageSource) -> bool:
        return source.label in self._labels

    def write(self, page: CleanedPage) -> str:
        """A file that cannot be written ends the run with CommandError: no line after half a line would be whole."""
        if page.rendered is None:
            return ""
        if self._file is None:
            print(isolate_direction(page.rendered) if sys.stdout.isatty() else page.rendered, flush=True)
            return ""
        assert self._path is not None
        with as_write_error(self._path):
            self._file.write(f"{page.rendered}\n".encode("utf-8", "replace"))
            self._file.flush()
        return ""


def _label(line: bytes) -> str | None:
    """The label of the page of a line that this command has written; None for any other line."""
    if not line.startswith(LINE_START) or not line.endswith(b"\n"):
        return None
    try:
        label = json.loads(line)["source"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return label if isinstance(label, str) else None


def file_of_one_page(name: str | None) -> Path | None:
    """The file that ``-o`` names for a single page: a name with the suffix of a format; None for any other.

    Raises CommandError for a name with another ending, which nothing here writes.
    """
    ending = "" if name is None or name == "-" else ending_of(name)
    if name is None or not ending or ending in PLAIN:
        return None
    if ending not in SUFFIXES.values():
        raise CommandError(
            f"{name}: no files that end in {ending} are written; one page is written to a name in "
            f"{', '.join(SUFFIXES.values())}, many are to one in {', '.join(PLAIN)} or to a folder ({name}/)"
        )
    return Path(name)


def format_of(path: Path) -> str:
    """The format that the suffix of a page's file names."""
    return next(form for form, suffix in SUFFIXES.items() if suffix == path.suffix.lower())


def write_page(rendered: str, path: Path) -> None:
    """Write a page to a file of its own. Raises CommandError where that cannot be written."""
    with as_write_error(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as file:
            file.write(f"{rendered}\n".encode("utf-8", "replace"))


def open_output(name: str | None, form: str, overwrite: bool) -> Output:
    """The output that ``-o`` names: JSON lines for a name that ends so, a folder for others, or standard output."""
    if name is None or name == "-":
        return LinesOutput(None, overwrite)
    path = Path(name)
    if path.suffix.lower() in PLAIN and not path.is_dir():
        return LinesOutput(path, overwrite)
    return FolderOutput(path, form, overwrite)
