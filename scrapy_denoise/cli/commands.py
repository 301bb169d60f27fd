"""The commands of ``scrapy-denoise`` by name.

The module of a command is imported when the command is called or its help asked for: to import all of them takes as
long as to clean a hundred pages.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import Any, NamedTuple, NoReturn

from scrapy_denoise.cli.errors import CommandError

EXAMPLES = """examples:
  scrapy-denoise clean page.html
  curl -s https://example.org/a/1 | scrapy-denoise clean - --url https://example.org/a/1 --format html
  scrapy-denoise clean site/17.html --site site/ --method path_similarity --format json
  scrapy-denoise clean page.html --method quark --option 'custom_tags=["h1", "^Posted "]' --format json
  scrapy-denoise clean site/ --site site/ -o texts/    (one file per page: texts/a/1.html.txt)
  scrapy-denoise clean 'news/2026-*.html' blog/ -o content.jsonl --format markdown --jobs 4
  scrapy-denoise clean crawl.jsonl --field body -o content.jsonl (pages in JSON lines, as a spider writes them)
  scrapy-denoise clean --render https://example.org/a/1    (as a browser draws it)
  scrapy-denoise view page.html --open
  scrapy-denoise crawl https://example.org/ -o example.jsonl
"""
"""Examples of the command that most people use first; the general help shows them too."""

CORPUS_EXAMPLES = """examples:
  scrapy-denoise corpus clean crawl.warc.gz --out content/
  scrapy-denoise corpus duplicates content/ --out duplicates.parquet
  scrapy-denoise corpus rank content/ --out ranks.parquet --top 20
  scrapy-denoise corpus classify train content/ --labels labels.jsonl --model sections.skops
"""


class Command(NamedTuple):
    """A command. function: of its module, adds to its parser what it says and takes."""

    name: str
    help: str
    module: str
    function: str = "add_arguments"

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        getattr(import_module(f"scrapy_denoise.cli.{self.module}"), self.function)(parser)


COMMANDS = (
    Command("clean", "print the content of a page, or write that of many", "clean.clean"),
    Command("crawl", "write the content of a site", "crawl"),
    Command("corpus", "clean archives of any size, and work with what is clean", "commands", "add_corpus_commands"),
    Command("correct", "correct a site by selectors", "correct"),
    Command("eval", "compare methods and other extractors on pages with gold text", "evaluate"),
    Command("templates", "show, delete and copy what is known of sites", "templates.templates"),
    Command("view", "show which blocks of a page were kept, and why", "view", "add_view_arguments"),
    Command("gallery", "an index of the views that a crawl has kept", "view", "add_gallery_arguments"),
)

CORPUS_COMMANDS = (
    Command("clean", "clean the pages of archives", "corpus.clean"),
    Command("duplicates", "groups of pages with the same content", "corpus.analyse", "add_duplicates_arguments"),
    Command("rank", "block-level PageRank of pages", "corpus.analyse", "add_rank_arguments"),
    Command("classify", "classes of pages by their contents", "corpus.classify"),
)


class Parser(argparse.ArgumentParser):
    """A parser whose errors, and those of its sub-parsers, are one line, like those of the commands.

    command: the one that fills the parser, when it is used.
    """

    def __init__(self, *args: Any, command: Command | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        self._command = command

    def parse_known_args(self, *args: Any, **options: Any) -> Any:
        if self._command is not None:
            self._command.add_arguments(self)
            self._command = None
        found, unknown = super().parse_known_args(*args, **options)
        if unknown:  # reported by the parser of the command, whose help has what there is
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return found, unknown

    def error(self, message: str) -> NoReturn:
        raise CommandError(f"{message}; see {self.prog} --help")


def add_commands(parser: argparse.ArgumentParser, commands: tuple[Command, ...]) -> None:
    """Add commands to a parser, each of which fills its own."""
    below = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for command in commands:
        below.add_parser(
            command.name, help=command.help, command=command, formatter_class=argparse.RawDescriptionHelpFormatter
        )


def add_corpus_commands(parser: argparse.ArgumentParser) -> None:
    """Add the commands of ``scrapy-denoise corpus``: cleaning of archives, duplicates, ranks and classes."""
    parser.description = "Clean archives of any size, and work with what is clean."
    parser.epilog = CORPUS_EXAMPLES
    add_commands(parser, CORPUS_COMMANDS)
