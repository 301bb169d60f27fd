"""What the commands that measure models on sites not seen are called with."""

from __future__ import annotations

import argparse
from pathlib import Path


def parser_of(description: str | None, drawings: int) -> argparse.ArgumentParser:
    """A parser of the corpora, how their sites are dealt, and where the tables go. drawings: the default."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="+", metavar="CORPUS", help="a folder or an archive")
    parser.add_argument("--folds", type=int, default=3, help="parts that the sites are dealt into (%(default)s)")
    parser.add_argument("--drawings", type=int, default=drawings, help="how often they are dealt anew (%(default)s)")
    parser.add_argument("--jobs", type=int, default=2, help="processes that read pages, threads that learn")
    parser.add_argument("--sample", type=int, metavar="N", help="take N pages of each corpus, evenly over its ids")
    parser.add_argument("--figures", type=Path, help="write the tables to this file, as reStructuredText")
    return parser
