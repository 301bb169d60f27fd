"""What a method's parameters are worth: its quality with each of them changed, on corpora with gold text.

python benchmarks/ablation.py feature_tree ~/corpora/gne-zh-news --min-site-pages 3 --change region=None
python benchmarks/ablation.py feature_tree ~/corpora/daniel --lang zh --change region=None,title=False --pages ran

Each --change is one variant: NAME=VALUE, several with commas. The template of a page is learned from up to ten other
pages of its site, in the order of their ids.
"""

import argparse
import ast
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from scrapy_denoise import SiteTemplate
from scrapy_denoise.evaluation import GoldPage, read_corpus, shingle_scores, siblings
from scrapy_denoise.evaluation.report.summaries import MIN_CORRECT_F1
from scrapy_denoise.methods import Method, get_method, method_names, select
from scrapy_denoise.page import Page
from scrapy_denoise.result import Result


def variant(text: str) -> tuple[str, dict[str, object]]:
    changes = {}
    for part in re.split(r",(?![^{]*})", text):  # a comma inside of a dict divides no changes
        name, separator, value = part.partition("=")
        try:
            changes[name.strip()] = ast.literal_eval(value)
        except (ValueError, SyntaxError):
            separator = ""
        if not separator:
            raise argparse.ArgumentTypeError(f"{part!r} is not NAME=VALUE, such as region=None")
    return text, changes


def opened(path: Path, arguments: argparse.Namespace) -> Iterator[tuple[GoldPage, Page, SiteTemplate]]:
    by_site = defaultdict(list)
    for gold in read_corpus(path):
        if arguments.lang in (None, gold.lang):
            by_site[gold.site].append(gold)
    wanted = [gold for site in by_site.values() if len(site) >= arguments.min_site_pages for gold in site]
    if arguments.sample is not None and arguments.sample < len(wanted):
        wanted = random.Random(0).sample(wanted, arguments.sample)
    read: dict[str, Page] = {}
    for gold in wanted:
        site = SiteTemplate()
        for page in (gold, *siblings(gold, by_site[gold.site])):
            if page.id not in read:
                read[page.id] = Page.from_html(page.html, url=page.url)
            if page is not gold:
                site.learn(read[page.id])
        yield gold, read[gold.id], site


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("method", choices=method_names(baselines=True), metavar="METHOD")
    parser.add_argument("corpora", nargs="+", type=Path, metavar="CORPUS")
    parser.add_argument("--change", action="append", type=variant, default=[], metavar="NAME=VALUE,...")
    parser.add_argument("--lang", help="pages of this language only")
    parser.add_argument("--min-site-pages", type=int, default=1, metavar="N")
    parser.add_argument("--sample", type=int, metavar="N", help="take this many pages of each corpus")
    parser.add_argument("--pages", choices=("all", "ran"), default="all", help="ran: where the method had its siblings")
    arguments = parser.parse_args()
    default, paper = (get_method(arguments.method, profile) for profile in ("default", "paper"))
    methods: dict[str, Method] = {"default": default, "paper": paper}
    for text, changes in arguments.change:
        try:
            methods[text] = get_method(arguments.method, options=changes)
        except ValueError as error:
            parser.error(f"--change {text}: {error}")
    table = Table(
        title=arguments.method, title_justify="left", caption=f"correct: pages with F1 of {MIN_CORRECT_F1:.2f} or more"
    )
    for name in ("corpus", "parameters", "pages", "F1", "correct"):
        table.add_column(name, justify="left" if name in ("corpus", "parameters") else "right", no_wrap=True)
    for corpus in arguments.corpora:
        scores: dict[str, list[float]] = {name: [] for name in methods}
        for gold, page, site in opened(corpus, arguments):
            for name, method in methods.items():
                found = select(method, page, site)
                if arguments.pages == "all" or found.method == method.name:
                    scores[name].append(shingle_scores(gold.gold_text, Result(page, found).text).f1)
        for number, (name, values) in enumerate(scores.items()):
            shares = (np.mean(values), np.mean(np.array(values) >= MIN_CORRECT_F1)) if values else ()
            label = "" if number else corpus.name.split(".tar")[0]
            table.add_row(label, name, str(len(values)), *(f"{share:.3f}" for share in shares))
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
