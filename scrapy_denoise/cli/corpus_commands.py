"""``scrapy-denoise corpus``: many pages, and what is built on clean ones."""

from __future__ import annotations

import argparse
from typing import Any

from scrapy_denoise.cli import corpus_analysis, corpus_classify, corpus_clean


def add_parser(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command and its own commands to the parser of ``scrapy-denoise``."""
    parser = commands.add_parser("corpus", help="clean archives of any size, and work with what is clean")
    below = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    corpus_clean.add_parser(below)
    corpus_analysis.add_commands(below)
    corpus_classify.add_parser(below)
