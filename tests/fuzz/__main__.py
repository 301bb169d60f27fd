"""The command of `make fuzz`."""

import argparse
import secrets
import sys
import time
from collections import Counter
from pathlib import Path

from helpers.corpora import FOLDER

from fuzz import crawls, runs
from fuzz.attack import Finding, Pages, attack
from fuzz.findings import write_finding
from fuzz.sources import read_sources

EPILOG = """\
examples:
  make fuzz ARGS="--minutes 10"                     ten minutes with a fresh seed
  make fuzz ARGS="--seed 7 --pages 1000"            the same thousand pages each time
  make fuzz ARGS="--seed 7 --first 812 --pages 1"   one page again, as a finding's meta.json says
  make sanitize ARGS="--pages 2000"                 under AddressSanitizer and UndefinedBehaviorSanitizer
"""


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fuzz",
        description="Check mutated pages, site templates, small crawls and disturbed runs for crashes, time, memory, "
        "and what must hold of every page. Exits with 1 where something was found.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop after this many minutes")
    parser.add_argument("--pages", type=int, help="stop after this many pages")
    parser.add_argument("--seed", type=int, help="of the mutations; fresh by default, and printed")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="number of the first page (default: 0)")
    parser.add_argument(
        "--corpora", type=Path, default=FOLDER, metavar="DIR",
        help="folder with corpora whose pages are mutated too (default: %(default)s); left out where it is not there",
    )  # fmt: skip
    parser.add_argument(
        "--findings", type=Path, default=Path("fuzz-findings"), metavar="DIR",
        help="where each finding is written, as a folder with page.html and meta.json (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument("--untimed", action="store_true", help="do not measure times: for slow builds and machines")
    return parser


def main() -> int:
    options = arguments().parse_args()
    seed = secrets.randbits(32) if options.seed is None else options.seed
    pages = options.pages or (1000 if options.minutes == float("inf") else sys.maxsize // 2)
    sources = read_sources(options.corpora)
    print(f"seed {seed}, {len(sources):,} source pages", flush=True)
    start = told = time.monotonic()
    at, kinds = options.first, Counter[str]()
    for news in attack(Pages(seed, sources), at, at + pages, not options.untimed, 60 * options.minutes):
        if isinstance(news, Finding):
            kinds[news.what] += 1
            report(news, kinds[news.what], Pages(seed, sources), options.findings)
        else:
            at = news
        if time.monotonic() - told > (2 if sys.stderr.isatty() else 30):
            told = time.monotonic()
            rate = (at - options.first) / (told - start)
            line = f"{tried(options.first, at)}, {rate:.0f} a second, {kinds.total()} findings of {len(kinds)} kinds"
            print(
                f"\r{line}" if sys.stderr.isatty() else line,
                end="" if sys.stderr.isatty() else "\n",
                file=sys.stderr,
                flush=True,
            )
    print(f"\n{tried(options.first, at)} in {time.monotonic() - start:.0f} s, seed {seed}: {kinds.total()} findings")
    for what, times in kinds.most_common():
        print(f"  {times:5} {what}")
    return 1 if kinds else 0


def tried(first: int, at: int) -> str:
    """How many pages, crawls and disturbed runs there were from one number up to another."""
    ran, crawled = (len(range(first + -first % every, at, every)) for every in (runs.EVERY, crawls.EVERY))
    return f"{ran:,} runs, {crawled:,} crawls and {at - first:,} pages"


def report(finding: Finding, times: int, pages: Pages, folder: Path) -> None:
    """Write a finding; of one kind the first few, as more say nothing new."""
    if times > 5:
        return
    siblings: list[bytes] = []
    if finding.what not in ("crash", "hangs"):  # which may come of the template
        pages.learn(finding.number)
        siblings = pages.siblings
    repeat = f'make fuzz ARGS="--seed {pages.seed} --first {finding.number} --pages 1"'
    found = write_finding(folder, finding.what, finding.details, pages.page(finding.number), siblings, repeat)
    print(f"\n{finding.what} (page {finding.number}): {found}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
