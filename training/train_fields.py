"""Learn the weights of the signs of authors and dates of publication, and measure them on sites never seen.

    python -m training.train_fields CORPUS... --check   # each field and corpus, by five folds of sites
    python -m training.train_fields CORPUS... --write   # write the package's weights.json

CORPUS is a folder with ``gold.jsonl`` and ``html``, whose ``gold_authors``, ``gold_author`` or ``gold_byline`` and
``gold_date`` are the right values. A page without gold that states its author or its day in JSON-LD or microdata is
learned from too, as if it only showed them: then what it states is right. --labels FILE adds authors by the number of a
page (JSON, ``{"corpus/id": ["Ann Lee"]}``; an empty list for a page without an author). --evidence FILE keeps the
candidates of all pages, so that learning again takes seconds.

The weights are learned as `training.ranked_fields` says, from those set by hand (`training.field_weights`). Of the day
of the last change there is no gold: its weights are those set by hand.
"""

import argparse
import json
import logging
import pickle
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from scrapy_denoise import denoise
from scrapy_denoise.document.metadata import ranked_fields
from scrapy_denoise.document.metadata.author_names import names_of
from scrapy_denoise.document.metadata.author_places import BETWEEN
from scrapy_denoise.document.metadata.date_places import DAY
from scrapy_denoise.document.metadata.metadata import page_candidates
from scrapy_denoise.document.metadata.stated_fields import SOURCES
from scrapy_denoise.evaluation.metrics.fields import authors_score, is_day
from scrapy_denoise.page.candidates import ranking
from scrapy_denoise.page.candidates.candidates import Candidate
from scrapy_denoise.page.url import split_url
from training.field_weights import WEIGHTS
from training.ranked_fields import FOLDS, fold_of, learn_weights

LEARNED = {"authors": 10.0, "published": 30.0}
"""The fields whose weights are learned, each with its penalty."""

PENALTIES = (100.0, 30.0, 10.0, 3.0)
"""The penalties that are tried for --check."""

ALIKE = 0.6
"""The score of the best candidate for authors from which it is the right one."""

FILE = Path(ranked_fields.__file__).with_name(ranking.FILE)

_STATED = frozenset(("from_json-ld", "from_microdata"))
_SURE = frozenset(("full", "han_person"))
_UNSURE = frozenset(("not_site", "not_desk", "not_maker", "not_joined", "not_many"))


@frozen
class Choice:
    """A field of a page: its candidates, and the right value; empty where the page has none."""

    corpus: str
    fold: int
    field: str
    found: list[Candidate]
    gold: list[str]

    @property
    def right(self) -> list[bool]:
        """For each candidate whether it is right."""
        if self.field == "published":
            return [one.value[:DAY] == self.gold[0] for one in self.found]
        scores = [authors_score(one.value.split(BETWEEN), self.gold) if self.gold else 0.0 for one in self.found]
        best = max(scores, default=0.0)
        return [score == best and best >= ALIKE for score in scores]

    def score(self, value: str) -> float:
        if self.field == "published":
            return float(value[:DAY] == self.gold[0])
        names = value.split(BETWEEN) if value else []
        return float(authors_score(names, self.gold) == 1) if self.gold else float(not names)


def read(folder: Path, labels: dict[str, list[str]]) -> Iterator[Choice]:
    """The fields of the pages of a corpus from which something can be learned."""
    for line in (folder / "gold.jsonl").open(encoding="utf-8"):
        gold = json.loads(line)
        html = (folder / "html" / f"{gold['id']}.html").read_bytes()
        result = denoise(html, gold.get("url"), max_size=0)
        if result.page is None:
            continue
        stated = [(name, source(result.page)) for name, source in SOURCES]
        language = result.metadata.language
        both = page_candidates(result.page, result._types, stated, language)
        shown = page_candidates(result.page, result._types, [one for one in stated if one[0] == "url"], language)
        fold = _fold(gold)
        names = gold.get("gold_authors") or gold.get("gold_author") or gold.get("gold_byline")
        if (name := f"{folder.name}/{gold['id']}") in labels:
            yield Choice(folder.name, fold, "authors", both["authors"], labels[name])
        elif names and not gold.get("gold_posts"):
            names = names if isinstance(names, list) else list(names_of([names])) or [names]
            yield Choice(folder.name, fold, "authors", both["authors"], names)
        if stated_names := [one for one in both["authors"] if _is_sure(one)]:
            yield Choice("shown", fold, "authors", shown["authors"], stated_names[0].value.split(BETWEEN))
        if is_day(gold.get("gold_date")):
            yield Choice(folder.name, fold, "published", both["published"], [gold["gold_date"][:DAY]])
        if stated_days := [one for one in both["published"] if not _STATED.isdisjoint(one.signs)]:
            yield Choice("shown", fold, "published", shown["published"], [stated_days[0].value[:DAY]])


def _is_sure(one: Candidate) -> bool:
    """Whether authors are stated as persons."""
    signs = one.signs
    return not _STATED.isdisjoint(signs) and not _SURE.isdisjoint(signs) and _UNSURE.isdisjoint(signs)


def _fold(gold: dict[str, str]) -> int:
    host = split_url(gold.get("url") or "").hostname or re.sub(r"_\d+$", "", gold["id"])
    return fold_of(host.removeprefix("www."))


def learned(choices: list[Choice], field: str, penalty: float) -> dict[str, float]:
    """The weights of a field."""
    pages = [(one.found, one.right) for one in choices if one.field == field]
    return learn_weights(pages, WEIGHTS[field], penalty)


def figures(choices: list[Choice], field: str, of_fold: list[dict[str, float]]) -> str:
    """Of each corpus the share of right values, the share of pages of which the right one is a candidate or none, and
    how many are wrong and missed, each page with the weights of its fold."""
    counts: dict[str, list[tuple[float, float, bool, bool]]] = defaultdict(list)
    for one in choices:
        if one.field == field:
            given = ranked_fields.give(field, one.found, of_fold[one.fold])
            value = given.value if given else ""
            right = one.score(value)
            most = max(one.score(other) for other in ("", *(found.value for found in one.found)))
            counts[one.corpus].append((right, most, bool(value) and not right, not value and any(one.right)))
    parts = []
    for corpus, found in sorted(counts.items()):
        right, most, wrong, missed = (sum(column) for column in zip(*found, strict=True))
        share, best = right / len(found), most / len(found)
        parts.append(f"{corpus} {share:.3f} of {len(found)} ({best:.3f} at best, {wrong} wrong, {missed} missed)")
    return ", ".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="*", type=Path)
    parser.add_argument("--labels", type=Path)
    parser.add_argument("--evidence", type=Path)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    if options.evidence and options.evidence.exists():
        choices = pickle.loads(options.evidence.read_bytes())  # noqa: S301  a file of one's own
    else:
        labels = json.loads(options.labels.read_text(encoding="utf-8")) if options.labels else {}
        choices = [one for folder in options.corpora for one in read(folder, labels)]
        if options.evidence:
            options.evidence.write_bytes(pickle.dumps(choices))
    if options.check:
        for field in LEARNED:
            print(f"{field}, by hand: {figures(choices, field, [WEIGHTS[field]] * FOLDS)}")
            for penalty in PENALTIES:
                others = [[one for one in choices if one.fold != fold] for fold in range(FOLDS)]
                folds = [learned(known, field, penalty) for known in others]
                print(f"{field}, penalty {penalty}: {figures(choices, field, folds)}")
    if options.write:
        weights = {**WEIGHTS, **{field: learned(choices, field, penalty) for field, penalty in LEARNED.items()}}
        FILE.write_text(json.dumps(weights, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
