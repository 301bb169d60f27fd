"""The pages that ``scrapy-denoise clean`` reads: files, folders, patterns, standard input and JSON lines."""

from __future__ import annotations

import glob
import json
import os
import zlib
from array import array
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from itertools import islice
from pathlib import Path

from attrs import frozen

from scrapy_denoise.cli.errors import CommandError
from scrapy_denoise.cli.options import PAGE_SUFFIXES, standard_input
from scrapy_denoise.files.bounded import read_bounded, read_file
from scrapy_denoise.files.json_lines import bounded_lines, has_lines, longest_line, open_lines
from scrapy_denoise.files.links import files_below
from scrapy_denoise.files.names import writable_name
from scrapy_denoise.page import MAX_SIZE

DEFAULT_FIELD = "html"
"""The default name of the field of a JSON line that holds the page."""

ARCHIVES = (".warc", ".warc.gz", ".warc.zst", ".wacz", ".parquet")
"""The suffixes of archives, which ``corpus clean`` reads: all of one would be cleaned as one page."""

MAX_NAMED_FIELDS = 20
"""The most fields that a message names."""


@frozen
class PageSource:
    """A page to clean: a file, or markup that has been read already.

    label: what the report and the JSON lines call it. name: its place below the output folder, without a suffix.
    """

    label: str
    name: str
    path: Path | None = None
    markup: str | bytes = b""
    url: str | None = None

    def read(self, max_size: int) -> str | bytes:
        """The page, of a file no more than `read_file` reads. Raises OSError."""
        return self.markup if self.path is None else read_file(self.path, max_size)


@frozen
class UnreadableSource:
    """An input that cannot be read as a page, and why."""

    label: str
    why: str


class Sources:
    """The pages that some arguments name, each file once, in the order of the arguments.

    names: files, folders, patterns such as ``site/*.html``, ``-``. field: the field of JSON lines that holds the page;
    where it is given, standard input is JSON lines too. out: a folder whose files are not read.
    follow: whether links that lead out of a folder are read. max_size: bytes above which a page of standard input or
    of a line is none.
    problems: arguments that name nothing. Raises CommandError where no argument names anything.
    """

    def __init__(
        self,
        names: Sequence[str],
        field: str | None = None,
        out: Path | None = None,
        follow: bool = False,
        max_size: int = MAX_SIZE,
    ) -> None:
        self.problems: list[UnreadableSource] = []
        self._follow = follow
        self._max_size = max_size
        self._field = field or DEFAULT_FIELD
        self._stdin_lines = field is not None
        self._out = Path(os.path.abspath(out)) if out is not None else None  # noqa: PTH100 - no link is followed
        self._files: dict[str, Path] = {}  # by their absolute paths; "-" is standard input
        roots = [os.path.abspath(root) for name in names for root in self._add(name)]  # noqa: PTH100
        if not self._files:
            raise CommandError(f"{self.problems[0].label}: {self.problems[0].why}")
        if not any(place == "-" or path.exists() for place, path in self._files.items()):
            raise CommandError(f"cannot read {next(iter(self._files.values()))}: No such file or directory")
        try:
            self._root = os.path.commonpath(roots) if roots else ""
        except ValueError as error:
            raise CommandError("the pages are on several drives; give those of one drive in a call") from error

    def _add(self, name: str) -> list[Path]:
        """Add what an argument names; gives the folder to which names of outputs are relative, if there is one."""
        path = Path(name)
        if name == "-":
            self._files["-"] = path
            return []
        if path.is_dir():
            found = [file for file in files_below(path, self._follow) if file.suffix.lower() in PAGE_SUFFIXES]
            root, why = path, f"no pages ({', '.join(f'*{suffix}' for suffix in PAGE_SUFFIXES)}) in this folder"
        elif glob.has_magic(name) and not path.exists():
            found = [Path(file) for file in sorted(glob.glob(name, recursive=True))]  # noqa: PTH207 - absolute ones too
            fixed = [part for part in path.parts if not glob.has_magic(part)]
            root, why = Path(*path.parts[: _common(path.parts, fixed)]), "no file has such a name"
        elif name.lower().endswith(ARCHIVES):
            self.problems.append(UnreadableSource(name, "an archive of pages; scrapy-denoise corpus clean reads it"))
            return []
        else:  # read later, so that a file that is missing is one line of the report
            self._files[os.path.abspath(path)] = path  # noqa: PTH100
            return [path.parent]
        files = {os.path.abspath(file): file for file in found if file.is_file()}  # noqa: PTH100
        files = {place: file for place, file in files.items() if self._out not in Path(place).parents}
        if not files:
            self.problems.append(UnreadableSource(name, why))
            return []
        self._files |= files
        return [root]

    def __iter__(self) -> Iterator[PageSource | UnreadableSource]:
        for place, path in self._files.items():
            label = writable_name(str(path))
            name = "stdin" if place == "-" else Path(place).relative_to(self._root).as_posix()
            if has_lines(path) or (place == "-" and self._stdin_lines):
                yield from self._lines(path, label, name)
            elif place == "-":
                yield PageSource(label, name, markup=read_bounded(standard_input(), self._max_size))
            else:
                yield PageSource(label, name, path)

    @property
    def single(self) -> str | None:
        """The one file, or ``-``, that is a page; None where there are several, or JSON lines."""
        if len(self._files) > 1 or self.problems:
            return None
        ((place, path),) = self._files.items()
        lines = self._stdin_lines if place == "-" else has_lines(path)
        return None if lines else str(path)

    def count(self) -> int | None:
        """How many pages there are, with the lines of files counted; None where standard input has JSON lines."""
        total = 0
        for place, path in self._files.items():
            if place == "-" and self._stdin_lines:
                return None
            try:
                total += _count_lines(path) if has_lines(path) else 1
            except (OSError, EOFError, zlib.error):
                total += 1  # it will be a line of the report
        return total

    def _lines(self, path: Path, label: str, name: str) -> Iterator[PageSource | UnreadableSource]:
        """The pages of JSON lines, each named by the number of its line, from 1.

        Lines without the field are reported one by one if a line has it; where none has, that is reported once.
        """
        longest = longest_line(self._max_size)
        without = array("Q")
        there: dict[str, None] = {}
        found = False
        try:
            with nullcontext(standard_input()) if label == "-" else open_lines(path) as file:
                for number, line in enumerate(bounded_lines(file, longest), 1):
                    if line is None:
                        why = f"the line is longer than {longest:,} bytes (--max-size)"
                        yield UnreadableSource(f"{label}:{number}", why)
                        continue
                    if not line.strip():
                        continue
                    page = self._page(line, f"{label}:{number}", f"{name}/{number}")
                    if isinstance(page, dict) and not found:
                        without.append(number)
                        there |= dict.fromkeys(islice(page, max(MAX_NAMED_FIELDS - len(there), 0)))
                        continue
                    if isinstance(page, PageSource) and not found:
                        found = True
                        yield from (self._without_field(f"{label}:{before}") for before in without)
                    yield self._without_field(f"{label}:{number}") if isinstance(page, dict) else page
        except OSError as error:
            yield UnreadableSource(label, f"cannot read it: {error.strerror or error}")
        if without and not found:
            names = ", ".join(there) or "none"
            why = f"no field {self._field!r} with a text in any line; there are: {names}"
            yield UnreadableSource(label, f"{why}; name the field of the page with --field")

    def _without_field(self, label: str) -> UnreadableSource:
        return UnreadableSource(label, f"no field {self._field!r} with a text; name the field of the page with --field")

    def _page(self, line: bytes, label: str, name: str) -> PageSource | UnreadableSource | dict[str, object]:
        """The page of a line; the line itself where it has no such field."""
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            return UnreadableSource(label, f"the line is not JSON: {error}")
        if not isinstance(record, dict):
            return UnreadableSource(label, "the line is not a JSON object")
        markup, url = record.get(self._field), record.get("url")
        if not isinstance(markup, str):
            return record
        return PageSource(label, name, markup=markup, url=url if isinstance(url, str) else None)


def _common(parts: Sequence[str], fixed: Sequence[str]) -> int:
    """The number of parts before the first that is a pattern."""
    return next((n for n, part in enumerate(parts) if n >= len(fixed) or part != fixed[n]), len(parts))


def _count_lines(path: Path) -> int:
    with open_lines(path) as file:
        return sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))
