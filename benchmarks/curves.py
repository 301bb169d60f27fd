"""The quality of a method by the value of one parameter, on development corpora split by site.

python benchmarks/curves.py path_similarity ~/corpora/daniel --lang zh --min-site-pages 3 --parameter tau \
    --values 0.6 0.7 0.8 0.9
python benchmarks/curves.py partly_semantic ~/corpora/wcxb --sample 150 --parameter relevance,related --values 0.05 0.1

Several names with commas between them get the same value. The sites of a corpus are divided into two halves by a hash
of their names: a value is chosen on the tuning sites, and the other sites show what it is worth elsewhere. A corpus of
one site has pages in one half only. Where a method compares pages, its template is learned from up to ten other pages
of the site, and the pages that have too few are left out: they say nothing of the parameter.
"""

import argparse
from collections import defaultdict
from hashlib import blake2b
from pathlib import Path
from statistics import fmean

import attrs
from ablation import opened
from rich.console import Console
from rich.table import Table

from scrapy_denoise.evaluation import Score, lcs_scores, shingle_scores
from scrapy_denoise.evaluation.report.summaries import MIN_CORRECT_F1
from scrapy_denoise.methods import PROFILES, Method, get_method, method_names, select
from scrapy_denoise.result import Result

HALVES = ("tuning sites", "other sites")
METRICS = {"lcs": lcs_scores, "shingles": shingle_scores}

Scores = dict[tuple[str, str, float], list[Score]]
"""By half, corpus and value of the parameter."""


def half_of(site: str) -> str:
    return HALVES[blake2b(site.encode(), digest_size=2).digest()[0] % 2]


def variants(arguments: argparse.Namespace) -> dict[float, Method]:
    method = get_method(arguments.method, arguments.profile)
    names = arguments.parameter.split(",")
    return {value: attrs.evolve(method, **dict.fromkeys(names, value)) for value in arguments.values}  # type: ignore[type-var]


def measured(methods: dict[float, Method], arguments: argparse.Namespace) -> Scores:
    scores: Scores = defaultdict(list)
    for corpus in arguments.corpora:
        name = corpus.name.split(".tar")[0]
        for gold, page, site in opened(corpus, arguments):
            for value, method in methods.items():
                found = select(method, page, site)
                if found.method == method.name:
                    score = METRICS[arguments.metric](gold.gold_text, Result(page, found).text)
                    scores[half_of(gold.site), name, value].append(score)
    return scores


def row_of(scores: list[Score]) -> list[str]:
    means = [fmean(getattr(score, name) for score in scores) for name in ("precision", "recall", "f1")]
    correct = fmean(score.f1 >= MIN_CORRECT_F1 for score in scores)
    return [str(len(scores)), *(f"{mean:.3f}" for mean in (*means, correct))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("method", choices=method_names(baselines=True), metavar="METHOD")
    parser.add_argument("corpora", nargs="+", type=Path, metavar="CORPUS")
    parser.add_argument("--parameter", required=True, metavar="NAME[,NAME...]")
    parser.add_argument("--values", nargs="+", type=float, required=True, metavar="VALUE")
    parser.add_argument("--profile", choices=PROFILES, default="paper")
    parser.add_argument("--metric", choices=METRICS, default="lcs", help="default: %(default)s")
    parser.add_argument("--lang", help="pages of this language only")
    parser.add_argument("--min-site-pages", type=int, default=1, metavar="N")
    parser.add_argument("--sample", type=int, metavar="N", help="take this many pages of each corpus")
    arguments = parser.parse_args()
    try:
        methods = variants(arguments)
    except TypeError as error:
        parser.error(f"--parameter {arguments.parameter}: {error}")
    scores = measured(methods, arguments)
    for half in HALVES:
        corpora = list(dict.fromkeys(corpus for of, corpus, _ in scores if of == half))
        if not corpora:
            continue
        table = Table(
            title=f"{arguments.method} ({arguments.profile}), {half}",
            title_justify="left",
            caption=f"{arguments.metric}; correct: pages with F1 of {MIN_CORRECT_F1:.2f} or more",
        )
        for heading in ("corpus", arguments.parameter, "pages", "P", "R", "F1", "correct"):
            table.add_column(heading, justify="left" if heading == "corpus" else "right", no_wrap=True)
        for corpus in corpora:
            for number, value in enumerate(methods):
                table.add_row("" if number else corpus, f"{value:g}", *row_of(scores[half, corpus, value]))
            table.add_section()
        for number, value in enumerate(methods):
            means = [fmean(score.f1 for score in scores[half, corpus, value]) for corpus in corpora]
            table.add_row("" if number else "mean of corpora", f"{value:g}", "", "", "", f"{fmean(means):.3f}", "")
        Console(width=140).print(table)


if __name__ == "__main__":
    main()
