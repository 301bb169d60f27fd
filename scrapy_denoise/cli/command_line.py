"""Reads the arguments of ``scrapy-denoise``, runs the command that they name, and reports mistakes in one line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from scrapy_denoise._version import __version__
from scrapy_denoise.cli.commands import COMMANDS, EXAMPLES, Parser, add_commands
from scrapy_denoise.cli.errors import CommandError, discard_output
from scrapy_denoise.files.lock import InUseError
from scrapy_denoise.files.sections import LineError


def run(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns its exit status.

    0; 1 where a page has no content; 2 for a mistake of the caller. Ctrl-C is for the caller of this function.

    Raises SystemExit(0) after --help and --version.
    """
    if sys.stdout is None:
        return _failed("standard output is closed; send it to a file or a pipe")
    if isinstance(sys.stdout, TextIOWrapper):  # not where a caller has put another stream there
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    try:
        options = _parser().parse_args(argv)
        status: int = options.run(options)
        sys.stdout.flush()
    except (CommandError, InUseError, LineError) as error:
        return _failed(str(error))
    except BrokenPipeError:  # the reader, such as `head`, has enough
        discard_output()
        return 0
    except OSError as error:  # commands report errors of reading themselves; this is the output, such as a full disk
        discard_output()
        return _failed(f"cannot write {error.filename or 'the output'}: {error.strerror or error}")
    return status


def _failed(message: str) -> int:
    from scrapy_denoise.cli.terminal import printable  # whose imports take a tenth of the time of a short command

    print(f"scrapy-denoise: error: {printable(message)}", file=sys.stderr)  # it may hold the name of a file
    return 2


def _parser() -> Parser:
    parser = Parser(
        prog="scrapy-denoise", description="A page's content, without its noise.", epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("--version", action="version", version=f"scrapy-denoise {__version__}")
    add_commands(parser, COMMANDS)
    return parser
