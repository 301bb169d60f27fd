"""``scrapy-denoise eval``: methods and other extractors on corpora with gold text, in one table."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from attrs import evolve
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from scrapy_denoise.cli.errors import CommandError, as_command_error, as_write_error
from scrapy_denoise.cli.options import at_least
from scrapy_denoise.cli.terminal import pluralize, printable
from scrapy_denoise.evaluation.extractors.extractors import Extractor, method_extractors
from scrapy_denoise.evaluation.extractors.held_out_quark import check_tables
from scrapy_denoise.evaluation.extractors.peers import PEERS
from scrapy_denoise.evaluation.gold.corpus import Corpus, CorpusError
from scrapy_denoise.evaluation.gold.split import PROTOCOLS, Protocol, readable
from scrapy_denoise.evaluation.report.page_views import can_view, write_views
from scrapy_denoise.evaluation.report.summaries import GROUPINGS, Summary, summarise
from scrapy_denoise.evaluation.report.table import (
    Report,
    about,
    to_csv,
    to_fields_table,
    to_json,
    to_table,
    worst,
    worst_table,
)
from scrapy_denoise.evaluation.run.evaluation import Evaluation, Plan
from scrapy_denoise.evaluation.run.rows import Row
from scrapy_denoise.evaluation.run.score_task import EVAL_PAGE_SECONDS
from scrapy_denoise.evaluation.run.sewm_tasks import PAGE_TASKS, run_task, scores_json, scores_table
from scrapy_denoise.files.atomic import replacing
from scrapy_denoise.files.lock import only_writer
from scrapy_denoise.methods import PROFILES, BrokenMethodError, get_method, method_names
from scrapy_denoise.methods.baselines import BASELINES
from scrapy_denoise.methods.quark.quark import Quark

EXAMPLES = """examples:
  scrapy-denoise eval ~/corpora/aeb
  scrapy-denoise eval ~/corpora/*.tar.xz --sample 50 --peers trafilatura readability-lxml
  scrapy-denoise eval my-pages/ --methods auto path_similarity --siblings 0,1,2,4,8,10 --out report/
  scrapy-denoise eval my-pages/ --protocol crawl --by site --format csv > table.csv

A corpus is a folder or a tar archive with html/NAME.html and gold/NAME.txt, or with gold.jsonl and html/ID.html. With
--out an evaluation that was interrupted goes on where it stopped: repeat the command.
"""

FORMATS = ("table", "json", "csv")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Give the command's parser what it says and takes."""
    parser.description = "Compare methods and other extractors on pages with gold text."
    parser.epilog = EXAMPLES
    parser.add_argument("corpora", nargs="+", metavar="CORPUS", help="corpus folder or archive")
    parser.add_argument("--methods", nargs="*", metavar="NAME", help="methods; default: all; without a name: none")
    parser.add_argument("--baselines", action="store_true", help="also compare the baselines of the papers")
    parser.add_argument(
        "--profile",
        choices=(*PROFILES, "both"),
        default="default",
        help="parameters of the methods; default: %(default)s",
    )
    parser.add_argument(
        "--quark-tables", type=Path, metavar="FILE",
        help="for quark: tables of which each page takes those that were learned without its site; "
        "training/train_quark.py --folds FILE makes them",
    )  # fmt: skip
    parser.add_argument("--peers", nargs="*", metavar="NAME", help="other extractors; default: all that are installed")
    parser.add_argument(
        "--siblings", type=_counts, default=(10,), metavar="K",
        help="pages of its site that a page's template is learned from; with several, as 0,1,2,4,8,10, the last "
        "is that of the table and F1 is given for each; default: 10",
    )  # fmt: skip
    parser.add_argument(
        "--protocol", choices=PROTOCOLS, default="siblings",
        help="crawl: the template is learned from the pages of the site before the page; default: %(default)s",
    )  # fmt: skip
    parser.add_argument(
        "--task", choices=PAGE_TASKS,
        help="another task than the extraction of text: theme, to tell pages about something from hub pages (corpora "
        "with page types), or content, to find the text blocks that are content (docs/evaluation-tasks)",
    )  # fmt: skip
    parser.add_argument("--sample", type=at_least(1), metavar="N", help="score N pages of each corpus")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the sample and the intervals; default: 1")
    parser.add_argument("--lang", help="score pages of this language only")
    parser.add_argument(
        "--min-site-pages", type=at_least(1), default=1, metavar="N", help="only sites with N pages or more"
    )
    parser.add_argument("--jobs", type=at_least(1), default=2, metavar="N", help="processes; default: 2")
    parser.add_argument(
        "--page-seconds", type=at_least(1), default=EVAL_PAGE_SECONDS, metavar="N",
        help="seconds after which an extractor is given up on a page, and its process killed; default: %(default)s",
    )  # fmt: skip
    parser.add_argument(
        "--by", choices=GROUPINGS[1:], default="corpus", help="groups of the table; default: %(default)s"
    )
    parser.add_argument(
        "--worst", type=at_least(0), default=0, metavar="N", help="list the N worst pages of each extractor"
    )
    parser.add_argument("--format", choices=FORMATS, default="table", help="of standard output; default: table")
    parser.add_argument(
        "-o",
        "--out",
        type=Path,
        metavar="FOLDER",
        help="write report.html, table.json, table.csv and pages.jsonl here, and go on from what is there",
    )
    parser.set_defaults(run=run)


def _counts(text: str) -> tuple[int, ...]:
    return tuple(sorted({at_least(0)(part) for part in text.split(",")}))


@as_command_error(CorpusError)
def run(options: argparse.Namespace) -> int:
    """The command; returns 130 where it was interrupted. Raises CommandError for a caller's mistake."""
    if options.out is None:
        return _run(options)
    with ExitStack() as held:
        with as_write_error(options.out):
            held.enter_context(only_writer(options.out))
        return _run(options)


def _run(options: argparse.Namespace) -> int:
    for module in ("rapidfuzz", *(("jinja2", "matplotlib") if options.out else ())):
        if find_spec(module) is None:
            needs = "the metrics need" if module == "rapidfuzz" else "the report of --out needs"
            raise CommandError(f"{needs} {module}; pip install 'scrapy-denoise[evaluation]'")
    console = Console(stderr=True)
    plan = _plan(options)
    corpora = _read(options.corpora, console)
    if options.task:
        return _run_task(options, plan, corpora, console)
    try:
        evaluation = Evaluation(corpora, plan, options.out)
    except OSError as error:
        raise CommandError(f"cannot read {error.filename or options.out}: {error.strerror or error}") from error
    if not evaluation.total:
        raise CommandError("no page is left to score; see --lang and --min-site-pages")
    if evaluation.done:
        console.print(f"{evaluation.done} of {evaluation.total} scores are in {options.out} already", highlight=False)
    rows = _rows(evaluation, options, console)
    if rows is None:
        return 130
    problems = {corpus.name: corpus.problems for corpus in corpora if corpus.problems}
    summaries = summarise(rows, [extractor.label for extractor in plan.extractors], plan.seed)
    source = about(plan, problems)
    if options.out is not None:
        _write(options.out, plan, corpora, rows, summaries, source)
        console.print(f"the report is {options.out / 'report.html'}", markup=False, highlight=False)
    _print(options, rows, summaries, source)
    return 0


def _run_task(options: argparse.Namespace, plan: Plan, corpora: Sequence[Corpus], console: Console) -> int:
    for option, given in (
        ("--out", options.out),
        ("--worst", options.worst),
        ("--format csv", options.format == "csv"),
    ):
        if given:
            raise CommandError(f"{option} is not for --task")
    with Progress(console=console, transient=True) as progress:
        bar = progress.add_task("Scoring", total=None)
        advance = partial(progress.advance, bar)
        try:
            scores = run_task(options.task, corpora, plan, options.jobs, advance, options.page_seconds)
        except ValueError as error:
            raise CommandError(f"--task {options.task}: {error}") from error
    if options.format == "json":
        print(scores_json(options.task, scores))
    else:
        Console().print(scores_table(options.task, scores))
    return 0


def _without_broken(names: list[str], asked_for: bool) -> list[str]:
    """The methods that can be loaded. Raises CommandError for another one that was asked for."""
    whole = []
    for name in names:
        try:
            get_method(name)
        except BrokenMethodError as error:
            if asked_for:
                raise CommandError(f"--methods: {error}") from error
            print(f"scrapy-denoise: left out: {printable(str(error))}", file=sys.stderr)
            continue
        whole.append(name)
    return whole


def _plan(options: argparse.Namespace) -> Plan:
    methods = method_names() if options.methods is None else list(dict.fromkeys(options.methods))
    peers = [name for name, peer in PEERS.items() if peer.installed]
    if options.peers is not None:
        peers = list(dict.fromkeys(options.peers))
    _check("--methods", methods, method_names(baselines=True))
    methods = _without_broken(methods, options.methods is not None)
    if options.baselines:
        methods += [name for name in BASELINES if name not in methods]
    _check("--peers", peers, list(PEERS))
    for name in peers:
        if not PEERS[name].installed:
            package = PEERS[name].distribution
            raise CommandError(f"--peers {name}: {package} is not installed; pip install 'scrapy-denoise[peers]'")
    own = method_extractors(methods, options.profile)
    if options.quark_tables is not None:
        try:
            check_tables(options.quark_tables)
        except (OSError, ValueError, LookupError, TypeError) as error:
            raise CommandError(f"--quark-tables {options.quark_tables}: no tables of quark: {error}") from error
        own = [evolve(one, tables=str(options.quark_tables)) if one.name == Quark.name else one for one in own]
    extractors = (*own, *map(Extractor, peers))
    if not extractors:
        raise CommandError("neither methods nor peers to compare")
    return Plan(
        extractors,
        Protocol(options.protocol, options.siblings),
        options.sample,
        options.seed,
        options.lang,
        options.min_site_pages,
    )


def _check(option: str, names: Iterable[str], known: Sequence[str]) -> None:
    for name in names:
        if name not in known:
            hint = f"; corpora come before {option}" if Path(name).exists() else ""
            raise CommandError(f"{option}: there is no {name!r}{hint}; there are {', '.join(known)}")


def _read(paths: Iterable[str], console: Console) -> list[Corpus]:
    corpora: dict[str, Corpus] = {}
    for path in paths:
        corpus = readable(Corpus.read(path))
        if corpus.name in corpora:
            raise CorpusError(f"{path}: another corpus is named {corpus.name}")
        corpora[corpus.name] = corpus
        for problem in corpus.problems:
            console.print(f"{corpus.name}: left out: {problem}", style="yellow", markup=False, highlight=False)
        if corpus.problems:
            found = f"{corpus.name}: {pluralize(len(corpus.pages), 'page')}, {len(corpus.problems)} left out"
            console.print(found, style="yellow", markup=False, highlight=False)
    return list(corpora.values())


def _rows(evaluation: Evaluation, options: argparse.Namespace, console: Console) -> list[Row] | None:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        bar = progress.add_task("Scoring", total=evaluation.total, completed=evaluation.done)
        try:
            return evaluation.run(options.jobs, lambda n: progress.advance(bar, n), options.page_seconds)
        except KeyboardInterrupt:
            progress.stop()
            kept = f"; what is done is in {options.out}, the same command goes on from there" if options.out else ""
            console.print(f"interrupted{kept}", style="yellow", markup=False, highlight=False)
            return None
        except OSError as error:
            raise CommandError(f"cannot write to {options.out}: {error.strerror or error}") from error


def _write(
    folder: Path,
    plan: Plan,
    corpora: Sequence[Corpus],
    rows: Sequence[Row],
    summaries: Sequence[Summary],
    source: Report,
) -> None:
    from scrapy_denoise.evaluation.report.html_report import WORST_PAGES, to_html  # what it needs is an extra

    try:
        folder.mkdir(parents=True, exist_ok=True)
        _save(folder / "table.json", to_json(summaries, source))
        _save(folder / "table.csv", to_csv(summaries))
        listed = [(row.corpus, row.id) for name in source["extractors"] for row in worst(rows, name, WORST_PAGES)]
        views = write_views(folder, listed, corpora, plan.extractors, plan.protocol) if can_view() else {}
        report = to_html(rows, summaries, source, views)
        _save(folder / "report.html", report)
    except OSError as error:
        raise CommandError(f"cannot write to {folder}: {error.strerror or error}") from error


def _save(path: Path, text: str) -> None:
    with replacing(path) as file:
        file.write(text.encode("utf-8", "replace"))


def _print(options: argparse.Namespace, rows: Sequence[Row], summaries: Sequence[Summary], source: Report) -> None:
    if options.format == "json":
        print(to_json(summaries, source), end="")
    elif options.format == "csv":
        print(to_csv(summaries), end="")
    else:
        console = Console()
        if not console.is_terminal:
            console.width = max(console.width, 200)
        versions = ", ".join(f"{name} {found['version']}" for name, found in source["extractors"].items())
        console.print(to_table(summaries, options.by, f"{source['date']}, {source['machine']}: {versions}"))
        details = to_fields_table(summaries, options.by)
        if details is not None:
            console.print(details)
        for extractor in source["extractors"] if options.worst else ():
            console.print(worst_table(worst(rows, extractor, options.worst), extractor))
