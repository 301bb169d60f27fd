"""The tables of docs/evaluation.rst, from the table.json of an evaluation:

    scrapy-denoise eval CORPUS... --baselines --profile both --siblings 0,1,2,4,8,10 --out evaluation
    python benchmarks/tables.py evaluation/table.json > evaluation/tables.inc

`make evaluation` does both. What the papers print stands beside what their methods reach here; a row whose method or
corpus is not in the evaluation is left out, and so is a method that decided no page itself (vips needs drawn pages).
"""

import argparse
import csv
import io
import json
import sys
from pathlib import Path

FEW = 5
"""Pages of a group below which it has no row: a mean of so few says nothing."""

METHODS = ("auto", "partly_semantic", "path_similarity", "feature_tree", "quark", "content_correlativity")

# What the papers print. 000: completeness and compression in percent; 004: precision and recall in percent, F.
PAPER_000 = (
    ("Sina", 56, 88.70, 14.30), ("Sohu", 54, 78.50, 13.02), ("CCID", 38, 94.01, 12.01), ("People", 72, 81.40, 11.00),
    ("Yesky", 32, 82.00, 11.50), ("PConline", 22, 84.02, 13.30), ("CSDN", 48, 91.02, 16.01),
    ("others", 60, 74.30, 11.00),
)  # fmt: skip
PAPER_004 = (
    ("people", (92.5, 96.3, 0.944), (94.6, 96.3, 0.955)), ("xjtsnews", (90.3, 92.3, 0.913), (92.3, 93.3, 0.928)),
    ("xjkunlun", (89.8, 92.4, 0.911), (91.3, 94.2, 0.927)), ("qutyar", (83.2, 84.3, 0.837), (87.0, 92.5, 0.896)),
    ("halastan", (85.5, 87.2, 0.863), (88.6, 93.8, 0.911)), ("bilik", (86.7, 92.2, 0.894), (90.3, 94.3, 0.922)),
)  # fmt: skip


class Evaluation:
    def __init__(self, report):
        self.report = report
        self.peers = [name for name, found in report["extractors"].items() if found["peer"]]
        self.found = {(one["grouping"], one["group"], one["extractor"]): one for one in report["summaries"]}
        every = [one for one in report["summaries"] if one["grouping"] == "all"]
        self.every = [one for one in every if one["own_pages"] or not one["fallback_pages"]]

    def get(self, extractor, group="all"):
        """The summary of an extractor over all pages, a corpus, or a language."""
        for grouping in ("all", "corpus", "language"):
            if (grouping, group, extractor) in self.found:
                return self.found[grouping, group, extractor]
        return None

    def groups(self, grouping):
        names = dict.fromkeys(one["group"] for one in self.report["summaries"] if one["grouping"] == grouping)
        return [name for name in names if name != "unknown" or len(names) == 1]


def share(value):
    return "" if value is None else f"{value:.3f}"


def percent(value):
    return "" if value is None else f"{100 * value:.1f}"


def table(title, heading, rows):
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows(rows)
    lines = "".join(f"    {line}\n" for line in out.getvalue().splitlines())
    names = ", ".join(f'"{name}"' for name in heading)
    return f".. csv-table:: {title}\n    :header: {names}\n    :class: figures\n\n{lines}\n"


def about(found):
    report = found.report
    pages = max(one["pages"] for one in found.every)
    sample = report["sample"]["pages"]
    of = f", at most {sample} of each corpus, drawn with the seed {report['sample']['seed']}" if sample else ""
    versions = ", ".join(f"{name} {report['extractors'][name]['version']}" for name in found.peers)
    own = {}
    for name, one in report["extractors"].items():
        if not one["peer"]:
            own.setdefault(one["version"], []).append(name.partition(" ")[0])
    main = max(own, key=lambda version: len(own[version]), default="none")
    others = "".join(f", {' and '.join(dict.fromkeys(own[version]))} {version}" for version in own if version != main)
    return (
        f"{report['date']}; {pages:,} pages{of}; scrapy-denoise {main}{others}; "
        f"Python {report['python']} on {report['machine']}.\n\n"
        f"Other extractors: {versions or 'none'}.\n\n"
    )


def everything(found):
    fastest = min(one["means"]["seconds"] for one in found.every)
    heading = (
        "extractor",
        "F1",
        "95 %",
        "Δ",
        "neutral F1",
        "median",
        "P",
        "R",
        "correct",
        "word F1",
        "LCS F",
        "ROUGE",
        "Lev.",
        "time",
        "MB",
        "failed",
        "own pages",
        "own F1",
    )
    rows = []
    for one in found.every:
        means = one["means"]
        surely = "*" if one["difference_low"] > 0 or one["difference_high"] < 0 else ""
        rows.append((
            one["extractor"], share(means["f1"]), f"{share(one['low'])}–{share(one['high'])}",
            f"{one['difference']:+.3f}{surely}" if one is not found.every[0] else "",
            share(means["neutral_f1"]), share(one["medians"]["f1"]), share(means["precision"]), share(means["recall"]),
            share(one["correct"]),
            share(means["word_f1"]), share(means["lcs_f1"]), share(means["rouge"]), share(means["levenshtein"]),
            f"{means['seconds'] / fastest:.1f}", "" if means["memory"] is None else f"{means['memory'] / 2**20:.1f}",
            one["failed"] or "",
            *((one["own_pages"], share(one["own_means"]["f1"])) if one["fallback_pages"] else ("", "")),
        ))  # fmt: skip
    return table("All pages", heading, rows)


FIELD_METRICS = ("title", "date", "authors", "headings", "lists", "tables", "images")


def details(found):
    """What is compared besides text; empty for a report that has none of it."""
    rows = [
        (one["extractor"], *(share(one["means"].get(name)) for name in FIELD_METRICS))
        for one in found.every
        if any(one["means"].get(name) is not None for name in FIELD_METRICS)
    ]
    return table("Metadata and structure", ("extractor", *FIELD_METRICS), rows) if rows else ""


def matrix(found, grouping, title):
    names = [name for name in (*METHODS, *found.peers) if found.get(name)]
    rows = []
    for group in found.groups(grouping):
        if (
            max(
                one["pages"]
                for one in found.report["summaries"]
                if (one["grouping"], one["group"]) == (grouping, group)
            )
            < FEW
        ):
            continue
        of_group = [found.found.get((grouping, group, name)) for name in names]
        best = max(share(one["means"]["f1"]) for one in of_group if one)
        if not best:  # gold in phrases has no F1
            continue
        figures = [share(one["means"]["f1"]) if one else "" for one in of_group]
        cells = [f"**{figure}**" if figure == best else figure for figure in figures]
        rows.append((group, next(one["pages"] for one in of_group if one), *cells))
    return table(title, (grouping.replace("_", " "), "pages", *names), rows) if len(rows) > 1 else ""


def siblings(found):
    curves = [one for one in found.every if len(one["curve"]) > 1]
    if not curves:
        return ""
    rows = [(one["extractor"], *(share(value) for value in one["curve"].values())) for one in curves]
    counts = [f"K = {count}" for count in curves[0]["curve"]]
    return table(
        f"F1 by K, over the {curves[0]['curve_pages']} pages that have K = 10 siblings", ("extractor", *counts), rows
    )


def template_loss(found):
    names = [one["extractor"] for one in found.every if one["means"]["template_loss"] is not None]
    groups = ["all", *(group for group in found.groups("language") if group)]
    groups = [group for group in groups if any(_template_loss(found, name, group) for name in names)]
    rows = [(name, *(_template_loss(found, name, group) for group in groups)) for name in names]
    title = "Gold words removed by the template step, percent, over the pages that have the siblings"
    return table(title, ("extractor", *groups), rows) if rows else ""


def _template_loss(found, name, group):
    one = found.get(name, group)
    return percent(one["means"]["template_loss"]) if one and one["pages"] >= FEW else ""


def paper_000(found):
    printed = [
        (f"printed: {site}", pages, f"{complete:.2f}", f"{size:.2f}") for site, pages, complete, size in PAPER_000
    ]
    pages = sum(row[1] for row in PAPER_000)
    mean = [f"{sum(row[1] * row[place] for row in PAPER_000) / pages:.2f}" for place in (2, 3)]
    rows = [*printed, ("printed: mean over the pages", pages, *mean)]
    for name in ("partly_semantic (paper)", "partly_semantic"):
        for group in ("zh", "all"):
            one = found.get(name, group)
            if one:
                means = one["means"]
                rows.append(
                    (f"{name}: {group}", one["pages"], percent(means["completeness"]), percent(means["compression"]))
                )
    return table(
        "Paper 000: completeness and compression, percent", ("pages of", "pages", "completeness", "compression"), rows
    )


def prf(found, title, printed, names, groups):
    if not any(found.get(name) for name in names):
        return ""
    rows = list(printed)
    for group in groups:
        for name in names:
            one = found.get(name, group)
            if one:
                rows.append(_prf_row(f"{name}: {group}", one["pages"], one["means"], one["correct"]))
                if one["fallback_pages"] and one["own_pages"]:
                    label = f"{name}, own pages: {group}"
                    rows.append(_prf_row(label, one["own_pages"], one["own_means"], one["own_correct"]))
    return table(title, ("method: pages of", "pages", "P", "R", "F", "correct"), rows)


def _prf_row(label, pages, means, correct):
    figures = percent(means["lcs_precision"]), percent(means["lcs_recall"]), share(means["lcs_f1"])
    return label, pages, *figures, percent(correct)


def paper_001(found):
    printed = [("printed", 1000, "93.30", "95.59", "", "97.6")]
    names = (
        "path_similarity (paper)",
        "path_similarity",
        "dse",
        "bte",
        "dsc",
        "fe",
        "lqf_25",
        "lqf_50",
        "lqf_75",
        "ccb",
    )
    title = "Paper 001: character LCS and share of pages correct, percent; its own table of the others is lost"
    return prf(found, title, printed, names, ("zh", "all"))


def paper_002(found):
    printed = [("printed", 2458, "", "", "", "95.1")]
    names = ("feature_tree (paper)", "feature_tree")
    return prf(found, "Paper 002: share of pages correct, percent", printed, names, ("zh", "all"))


def paper_004(found):
    printed = []
    for place, what in ((1, "traditional density"), (2, "content correlativity")):
        for row in PAPER_004:
            precision, recall, f = row[place]
            printed.append((f"printed, {what}: {row[0]}", "", precision, recall, f"{f:.3f}", ""))
    names = ("cetd", "stu_dom", "content_correlativity (paper)", "content_correlativity")
    return prf(found, "Paper 004: character LCS, percent", printed, names, ("ug", "zh", "magic-html-forum en", "all"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", type=Path, metavar="TABLE.JSON", help="what the evaluation wrote")
    found = Evaluation(json.loads(parser.parse_args().table.read_text(encoding="utf-8")))
    parts = [
        about(found), everything(found), details(found),
        matrix(found, "corpus", "F1 by corpus"), matrix(found, "language", "F1 by language"),
        matrix(found, "page_type", "F1 by page type"), siblings(found), template_loss(found),
        paper_000(found), paper_001(found), paper_002(found), paper_004(found),
    ]  # fmt: skip
    sys.stdout.write("".join(parts))


if __name__ == "__main__":
    main()
