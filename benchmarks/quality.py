"""Quality of every method, and of other extractors, on corpora with gold text: one table.

    python benchmarks/quality.py CORPUS... --siblings 10 --peers trafilatura readability --worst 10

A method that uses a site's template learns it afresh for each page from up to K other pages of the site, in
the order of their ids, never from the page itself. Other extractors (peers) get decoded text. A peer's name
stands for the settings that suit gold without comments and captions; NAME-default has its own settings.
"""

import argparse
import json
import platform
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from functools import cache, partial
from importlib.metadata import PackageNotFoundError, version
from itertools import groupby
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean, median
from time import process_time
from typing import TYPE_CHECKING, Any

from attrs import asdict, evolve, frozen
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from w3lib.encoding import html_to_unicode

from scrapy_denoise.evaluation import (
    Corpus,
    CorpusError,
    GoldPage,
    Score,
    shingle_scores,
    siblings,
    word_scores,
)

if TYPE_CHECKING:
    from scrapy_denoise import SiteTemplate
    from scrapy_denoise.page import Page

METHODS = ("auto", "path_similarity", "content_correlativity", "partly_semantic")
# A corpus that has several languages with this many pages each is shown a language a row.
LANGUAGE_PAGES = 100
WARM_UP = "<html><body><p>The first call of an extractor reads its settings; it is not timed.</p></body></html>"


@frozen
class Options:
    methods: tuple[str, ...]
    peers: tuple[str, ...]
    profile: str
    siblings: int


@frozen
class Task:
    """A site: its pages to score, and the pages that their templates may be learned from."""

    corpus: str
    scored: tuple[GoldPage, ...]
    site: tuple[GoldPage, ...]


@frozen
class Outcome:
    """What one extractor made of one page; `seconds` of processor time."""

    text: str
    seconds: float
    ran: str
    reason: str = ""
    error: str = ""


@frozen
class Row:
    """The scores of one extractor on one page; a failure (`error`) scores zero."""

    corpus: str
    id: str
    url: str | None
    site: str
    lang: str
    page_type: str | None
    method: str
    ran: str
    reason: str
    error: str
    empty: bool
    siblings: int
    seconds: float
    precision: float
    recall: float
    f1: float
    word_f1: float


@frozen
class Summary:
    """The means of one extractor over the pages of one group (a corpus, or a corpus and a language)."""

    group: str
    method: str
    pages: int
    f1: float
    f1_median: float
    precision: float
    recall: float
    word_f1: float
    seconds: float
    empty: int
    failed: int
    ran_instead: dict[str, int]


# The extractors to compare with. Imports are inside: none of them is a dependency.


@frozen
class Peer:
    distribution: str
    settings: str
    load: Callable[[], Callable[[str], str]]


def load_trafilatura(**settings: Any) -> Callable[[str], str]:
    from trafilatura import extract

    return lambda html: extract(html, **settings) or ""


def load_readability() -> Callable[[str], str]:
    from html_text import extract_text
    from readability import Document

    return lambda html: extract_text(Document(html).summary())


def load_resiliparse(**settings: Any) -> Callable[[str], str]:
    from resiliparse.extract.html2text import extract_plain_text

    return lambda html: extract_plain_text(html, main_content=True, **settings)


PEERS = {
    "trafilatura": Peer("trafilatura", "include_comments=False", partial(load_trafilatura, include_comments=False)),
    "trafilatura-default": Peer("trafilatura", "default", load_trafilatura),
    "readability": Peer("readability-lxml", "default, text by html-text", load_readability),
    "resiliparse": Peer(
        "resiliparse", "main_content=True, alt_texts=False", partial(load_resiliparse, alt_texts=False)
    ),
    "resiliparse-default": Peer("resiliparse", "main_content=True", load_resiliparse),
}


@cache
def load_peer(name: str) -> Callable[[str], str]:
    extract = PEERS[name].load()
    extract(WARM_UP)
    return extract


@cache
def uses_site(method: str, profile: str) -> bool:
    from scrapy_denoise import denoise
    from scrapy_denoise.methods import get_method

    denoise(WARM_UP, method=method, profile=profile)
    return method == "auto" or get_method(method, profile).siblings > 0


# One site, in a worker.


def score_site(task: Task, options: Options) -> list[Row]:
    parsed: dict[str, Page | None] = {}
    rows = []
    for page in task.scored:
        count = len(siblings(page, task.site, options.siblings))
        for method, outcome in (*run_methods(page, task.site, parsed, options), *run_peers(page, options)):
            rows.append(score(task.corpus, page, method, outcome, count if method in options.methods else 0))
    return rows


def run_methods(
    page: GoldPage, site: Iterable[GoldPage], parsed: "dict[str, Page | None]", options: Options
) -> Iterator[tuple[str, Outcome]]:
    """Each method on the page: parse, select, render; and learn one page, if the method uses the site."""
    on_site = {method: uses_site(method, options.profile) for method in options.methods}
    template, learning, failure = None, 0.0, ""
    if any(on_site.values()):
        try:
            template, learning = learn(siblings(page, site, options.siblings), parsed)
        except Exception as error:  # noqa: BLE001
            failure = f"learning: {error!r}"
    html = page.html
    for method in options.methods:
        if on_site[method] and failure:
            yield method, Outcome("", 0.0, method, error=failure)
        elif on_site[method]:
            outcome = run_method(method, options.profile, html, page.url, template)
            yield method, evolve(outcome, seconds=outcome.seconds + learning)
        else:
            yield method, run_method(method, options.profile, html, page.url, None)


def run_method(method: str, profile: str, html: bytes, url: str | None, template: "SiteTemplate | None") -> Outcome:
    from scrapy_denoise import denoise

    start = process_time()
    try:
        result = denoise(html, url=url, method=method, profile=profile, site=template)
        return Outcome(result.text, process_time() - start, result.method, result.reason)
    except Exception as error:  # noqa: BLE001
        return Outcome("", process_time() - start, method, error=repr(error))


def learn(pages: list[GoldPage], parsed: "dict[str, Page | None]") -> "tuple[SiteTemplate | None, float]":
    """The template of these pages, and the mean time to learn one page: a crawl learns each page once."""
    from scrapy_denoise import SiteTemplate

    for page in pages:
        if page.id not in parsed:
            parsed[page.id] = parse(page)
    learned = [known for page in pages if (known := parsed[page.id]) is not None]
    if not learned:
        return None, 0.0
    start = process_time()
    template = SiteTemplate()
    for known in learned:
        template.learn(known)
    return template, (process_time() - start) / len(learned)


def parse(page: GoldPage) -> "Page | None":
    from scrapy_denoise.page import Page, PageTooLarge

    try:
        return Page.from_html(page.html, url=page.url)
    except PageTooLarge:  # A crawl skips it, too.
        return None


def run_peers(page: GoldPage, options: Options) -> Iterator[tuple[str, Outcome]]:
    html = decode(page.html) if options.peers else ""
    for peer in options.peers:
        extract = load_peer(peer)
        start = process_time()
        try:
            outcome = Outcome(extract(html), process_time() - start, peer)
        except Exception as error:  # noqa: BLE001
            outcome = Outcome("", process_time() - start, peer, error=repr(error))
        yield peer, outcome


def decode(html: bytes) -> str:
    """UTF-8 where the bytes are valid UTF-8, else what the page declares, else windows-1252."""
    try:
        return html.decode("utf-8-sig")
    except UnicodeDecodeError:
        return html_to_unicode(None, html, default_encoding="cp1252")[1]


def score(corpus: str, page: GoldPage, method: str, outcome: Outcome, sibling_count: int) -> Row:
    zero = Score(0.0, 0.0, 0.0)
    shingles = zero if outcome.error else shingle_scores(page.gold_text, outcome.text)
    words = zero if outcome.error else word_scores(page.gold_text, outcome.text)
    return Row(
        corpus=corpus,
        id=page.id,
        url=page.url,
        site=page.site,
        lang=page.lang,
        page_type=page.page_type,
        method=method,
        ran=outcome.ran,
        reason=outcome.reason,
        error=outcome.error,
        empty=not outcome.text.strip(),
        siblings=sibling_count,
        seconds=outcome.seconds,
        precision=shingles.precision,
        recall=shingles.recall,
        f1=shingles.f1,
        word_f1=words.f1,
    )


# All sites.


def site_tasks(corpora: Iterable[Corpus], arguments: argparse.Namespace) -> list[Task]:
    tasks = []
    for corpus in corpora:
        sites = {
            site: tuple(pages)
            for site, pages in groupby(sorted(corpus.pages, key=lambda page: (page.site, page.id)), site_of)
        }
        wanted = [
            page
            for page in corpus.pages
            if len(sites[page.site]) >= arguments.min_site_pages and arguments.lang in (None, page.lang)
        ]
        if arguments.sample is not None and arguments.sample < len(wanted):
            wanted = random.Random(arguments.seed).sample(wanted, arguments.sample)
        for site, scored in groupby(sorted(wanted, key=lambda page: (page.site, page.id)), site_of):
            # The first K + 1 pages hold every page's K siblings.
            tasks.append(Task(corpus.name, tuple(scored), sites[site][: arguments.siblings + 1]))
    return tasks


def site_of(page: GoldPage) -> str:
    return page.site


def score_all(tasks: list[Task], options: Options, jobs: int) -> list[Row]:
    """The rows of all sites, in an order that does not depend on which site was ready first."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("pages"),
        TimeRemainingColumn(),
    )
    rows: list[Row] = []
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task("Extracting", total=sum(len(task.scored) for task in tasks))
        for done in site_rows(tasks, options, jobs):
            rows += done
            progress.advance(bar, len({row.id for row in done}))
    order = {name: place for place, name in enumerate((*options.methods, *options.peers))}
    return sorted(rows, key=lambda row: (row.corpus, row.id, order[row.method]))


def site_rows(tasks: list[Task], options: Options, jobs: int) -> Iterator[list[Row]]:
    if jobs == 1:
        for task in tasks:
            yield score_site(task, options)
        return
    # Spawned, not forked: the progress bar has a thread.
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        futures: list[Future[list[Row]]] = [
            # The largest sites first, so that none of them is left over at the end.
            pool.submit(score_site, task, options)
            for task in sorted(tasks, key=lambda task: -len(task.scored))
        ]
        try:
            for future in as_completed(futures):
                yield future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


# The report.


def summarise(rows: list[Row], corpora: Iterable[Corpus]) -> list[Summary]:
    split = {corpus.name: split_languages(corpus) for corpus in corpora}

    def key(row: Row) -> tuple[str, str]:
        languages = split[row.corpus]
        language = (row.lang if row.lang in languages else "other") if languages else ""
        return f"{row.corpus} {language}".strip(), row.method

    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    # Stable: groups by name, methods in the order asked for.
    return [summary(*names, groups[names]) for names in sorted(groups, key=lambda names: names[0])]


def split_languages(corpus: Corpus) -> set[str]:
    """The languages that are shown a row each: none where one language is nearly the whole corpus."""
    counts = Counter(page.lang for page in corpus.pages)
    languages = {language for language, count in counts.items() if count >= LANGUAGE_PAGES}
    return languages if len(languages) > 1 else set()


def summary(group: str, method: str, rows: list[Row]) -> Summary:
    return Summary(
        group=group,
        method=method,
        pages=len(rows),
        f1=fmean(row.f1 for row in rows),
        f1_median=median(row.f1 for row in rows),
        precision=fmean(row.precision for row in rows),
        recall=fmean(row.recall for row in rows),
        word_f1=fmean(row.word_f1 for row in rows),
        seconds=fmean(row.seconds for row in rows),
        empty=sum(row.empty for row in rows),
        failed=sum(bool(row.error) for row in rows),
        ran_instead=dict(Counter(row.ran for row in rows if row.ran != method).most_common()),
    )


def summary_table(summaries: list[Summary], title: str) -> Table:
    table = Table(title=escape(title), title_justify="left", caption="s/page: seconds of processor time")
    for name in ("corpus", "method"):
        table.add_column(name, no_wrap=True)
    for name in ("pages", "F1", "median", "P", "R", "word F1", "s/page", "empty", "failed"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("ran instead")
    for group, of_group in groupby(summaries, lambda item: item.group):
        for number, item in enumerate(of_group):
            shares = (item.f1, item.f1_median, item.precision, item.recall, item.word_f1)
            table.add_row(
                "" if number else escape(group),
                item.method,
                str(item.pages),
                *(f"{share:.3f}" for share in shares),
                f"{item.seconds:.4f}",
                *(str(count or "") for count in (item.empty, item.failed)),
                ", ".join(f"{ran} {count}" for ran, count in item.ran_instead.items()),
            )
        table.add_section()
    return table


def worst_table(rows: list[Row], method: str, count: int) -> Table:
    table = Table(title=f"Worst pages of {method}", title_justify="left")
    for name in ("F1", "P", "R"):
        table.add_column(name, justify="right", no_wrap=True)
    for name in ("corpus", "id", "address", "ran", "why"):
        table.add_column(name, overflow="fold")
    worst = sorted((row for row in rows if row.method == method), key=lambda row: (row.f1, row.corpus, row.id))
    for row in worst[:count]:
        shares = (f"{share:.3f}" for share in (row.f1, row.precision, row.recall))
        texts = (row.corpus, row.id, row.url or "", row.ran, row.error or row.reason)
        table.add_row(*shares, *(escape(text) for text in texts))
    return table


def versions(options: Options) -> dict[str, str]:
    names = ["scrapy-denoise"] if options.methods else []
    names += [PEERS[peer].distribution for peer in options.peers]
    return {"python": platform.python_version()} | {name: version_of(name) for name in names}


def version_of(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return "not installed"


# The command.


def parse_arguments(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("corpora", nargs="+", metavar="CORPUS", help="corpus folder or archive")
    parser.add_argument("--methods", nargs="*", default=METHODS, help="methods (none: peers only)")
    parser.add_argument("--profile", choices=("default", "paper"), default="default")
    parser.add_argument("--siblings", type=int, default=10, metavar="K", help="pages to learn a template from")
    parser.add_argument("--peers", nargs="*", default=(), choices=tuple(PEERS), help="other extractors")
    parser.add_argument("--sample", type=positive, metavar="N", help="score N pages of each corpus")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the sample")
    parser.add_argument("--lang", help="score pages of this language only")
    parser.add_argument("--min-site-pages", type=int, default=1, metavar="N", help="score sites with N pages or more")
    parser.add_argument("--jobs", type=positive, default=2, metavar="N", help="processes")
    parser.add_argument("--worst", type=int, default=0, metavar="N", help="list the worst pages of each method")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the table and each page's scores")
    parsed = parser.parse_args(arguments)
    if parsed.siblings < 0:
        parser.error("--siblings: 0 or more")
    if not parsed.methods and not parsed.peers:
        parser.error("Neither methods nor peers to measure.")
    check_extractors(parser, parsed)
    return parsed


def positive(text: str) -> int:
    if int(text) < 1:
        raise argparse.ArgumentTypeError("1 or more")
    return int(text)


def check_extractors(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> None:
    try:
        for peer in arguments.peers:
            load_peer(peer)
    except ImportError as error:
        parser.error(f"--peers {peer}: {error}; pip install {PEERS[peer].distribution}")
    if arguments.methods:
        from scrapy_denoise.methods import method_names

        known = method_names(baselines=True)
        unknown = sorted(set(arguments.methods) - set(known))
        if unknown:
            parser.error(f"--methods: no {', '.join(unknown)}; there are {', '.join(known)}")


def read_corpora(paths: Iterable[str], console: Console) -> list[Corpus]:
    corpora: dict[str, Corpus] = {}
    for path in paths:
        corpus = Corpus.read(path)
        if corpus.name in corpora:
            raise CorpusError(f"{path}: another corpus is named {corpus.name}.")
        corpora[corpus.name] = corpus
        for problem in corpus.problems:
            console.print(f"{corpus.name}: left out: {problem}", style="yellow", markup=False, highlight=False)
    return list(corpora.values())


def write_json(path: Path, report: dict[str, Any]) -> None:
    path.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    parsed = parse_arguments(arguments)
    errors, console = Console(stderr=True), Console()
    if not console.is_terminal:
        console.width = max(console.width, 160)
    options = Options(tuple(parsed.methods), tuple(parsed.peers), parsed.profile, parsed.siblings)
    try:
        corpora = read_corpora(parsed.corpora, errors)
        tasks = site_tasks(corpora, parsed)
        if not tasks:
            raise CorpusError("No page is left to score: see --lang and --min-site-pages.")
    except CorpusError as error:
        errors.print(str(error), style="red", markup=False, highlight=False)
        return 2
    rows = score_all(tasks, options, parsed.jobs)
    summaries = summarise(rows, corpora)
    found = versions(options)
    names = ", ".join(f"{name} {number}" for name, number in found.items())
    protocol = f"Profile {options.profile}, {options.siblings} siblings; " if options.methods else ""
    console.print(summary_table(summaries, protocol + names))
    for method in (*options.methods, *options.peers) if parsed.worst else ():
        console.print(worst_table(rows, method, parsed.worst))
    if parsed.json:
        report = {
            "versions": found,
            "peer_settings": {peer: PEERS[peer].settings for peer in options.peers},
            "options": {**vars(parsed), "json": str(parsed.json)},
            "problems": {corpus.name: corpus.problems for corpus in corpora},
            "summaries": [asdict(item) for item in summaries],
            "pages": [asdict(row) for row in rows],
        }
        write_json(parsed.json, report)
    return 0


if __name__ == "__main__":
    sys.exit(main())
