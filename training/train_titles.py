"""Learn the weights of the signs of titles, and measure them on sites never seen.

    python -m training.train_titles CORPORA --check   # the share of right titles of each corpus, by five folds of sites
    python -m training.train_titles CORPORA --write   # write the package's weights.json

CORPORA is a folder with corpora, each with ``gold.jsonl`` and ``html``; those whose gold has titles are read. A title
is right by `scrapy_denoise.evaluation.metrics.fields.title_score`. A title with the letters of the gold one is right,
and another right one half as right, so that cleaner ones are preferred. All pages of a site are in one fold. At most
MAX_PAGES pages of a site count, and invented pages (``made_titles.py``) for kinds that the corpora have too few of.
"""

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from scrapy_denoise.evaluation.metrics.fields import title_score
from scrapy_denoise.page import Page
from scrapy_denoise.page.candidates import ranking
from scrapy_denoise.page.candidates.candidates import Candidate
from scrapy_denoise.page.candidates.ranking import BIAS, rank
from scrapy_denoise.page.compiled import match_key
from scrapy_denoise.page.title import headline
from scrapy_denoise.page.title.headline import FIELD
from training.made_titles import made_pages
from training.ranked_fields import FOLDS, fold_of, learn_weights

PENALTY = 0.7
MAX_PAGES = 6
MADE_COUNT = 2.0
"""How much an invented page counts, beside 1 for another one."""

IN_PART = 0.5
"""How right a title is that is in part the gold one."""

MIN_PAGES = 5
"""Pages that have a sign that is learned."""

FILE = Path(headline.__file__).with_name(ranking.FILE)

WEIGHTS = {
    BIAS: 0.0, "element_whole": 0.5, "element_named": 1.5, "element_first": 0.5, "element_part": -0.5,
    "element_label": -2.0, "h1_label": -2.0, "og_label": -2.0, "element_label_behind": -0.5, "element_own_label": 1.0,
    "h1_own_label": 1.0, "og": 1.0, "og_whole": 0.5, "og_named": 1.0, "og_part": -1.0, "ld_work": 0.5, "h1_only": 1.5,
    "h1_1": 1.0, "h1_3": -0.5, "h1_agrees": 2.0, "h1_not_like": -1.5, "h2_agrees": 1.0, "is_line": 1.0,
    "part_is_line": 1.5, "shown_first_part": 1.5, "not_last_part": -1.5, "not_last_part_beside": -3.0,
    "not_before_name": -1.0, "before_heading": 1.5, "not_site": -4.0, "not_with_site": -1.5, "in_address": 0.5,
    "h1_in_address": 2.5,
    "lone_h1_only": 0.5, "h1_longer_than_element": 1.5, "line_title_name": 1.0, "line_block": -0.5,
    "one_recipe": 4.0, "one_recipe_whole": 1.0,
    "one_vacancy": 3.0, "thread": 2.0, "thread_whole": 1.0, "behind_board_whole": 3.0, "not_cut": -1.0,
    "news_og": 2.5, "news_h1": -0.5, "h1_title_name": 0.7, "h1_beside_name": -1.0, "sources_2": 0.5, "sources_3": 1.0,
    "stated_and_shown": 1.0, "not_within_part": -1.5, "not_beyond_heading": -2.0,
    "not_beyond_line": -2.0,
    "not_behind_board": -2.0, "not_section": -1.0, "site_at_home": 1.5, "not_key": -2.0, "not_sentence_line": -2.0,
    "not_with_day_line": -2.0, "not_with_day_element": -1.0, "but_first_text": -0.7, "but_last_text": -0.7,
}  # fmt: skip
"""The weights set by hand, from which learned ones are as little apart as the pages allow."""


@frozen(eq=False)
class GoldTitle:
    """A page of a corpus with its candidates and how right each is, as learned from and as measured."""

    corpus: str
    site: str
    found: list[Candidate]
    right: list[float]
    score: list[float]

    @property
    def fold(self) -> int:
        return fold_of(self.site)

    def measured(self, weights: dict[str, float]) -> float:
        """The score of the title that ranks first."""
        ranked = rank(self.found, weights)
        return self.score[self.found.index(ranked[0].candidate)] if ranked else 0.0


def read(corpora: Path) -> Iterator[GoldTitle]:
    for file in sorted(corpora.glob("*/gold.jsonl")):
        with file.open(encoding="utf-8") as lines:
            for gold in map(json.loads, lines):
                if titles := gold_titles(gold):
                    html = (file.parent / "html" / f"{gold['id']}.html").read_bytes()
                    page = Page.from_html(html, gold.get("url"))
                    yield gold_title(file.parent.name, gold["site"], page, titles)


def gold_titles(gold: dict[str, object]) -> list[str]:
    """The right titles of a page. What annotators took for a headline may have more lines than that."""
    meta = gold.get("gold_meta")
    title = gold.get("gold_title") or (meta.get("title") if isinstance(meta, dict) else "")
    if isinstance(lines := gold.get("gold_headline"), str) and lines:
        return list(dict.fromkeys((lines, lines.split("\n")[0])))
    return [title] if isinstance(title, str) and title else []


def gold_title(corpus: str, site: str, page: Page, titles: list[str]) -> GoldTitle:
    found = [one.candidate for one in page.titles.ranked]
    score = [max(title_score(one.value, title) for title in titles) for one in found]
    keys = set(map(match_key, titles))
    right = [1.0 if match_key(one.value) in keys else IN_PART * own for one, own in zip(found, score, strict=True)]
    return GoldTitle(corpus, site, found, right, score)


def learned(pages: list[GoldTitle]) -> dict[str, float]:
    """The weights of all signs, learned from some pages and the invented ones."""
    made = [gold_title("made", "", page, [title]) for page, title in made_pages()]
    sites = Counter(page.site for page in pages)
    known = Counter(sign for page in [*pages, *made] for one in page.found for sign in one.signs)
    rare = {sign for sign, number in known.items() if number < MIN_PAGES and sign not in WEIGHTS}
    choices = [
        ([Candidate(one.value, one.places, one.signs - rare) for one in page.found], page.right)
        for page in [*pages, *made]
    ]
    counts = [min(1.0, MAX_PAGES / sites[page.site]) for page in pages] + [MADE_COUNT] * len(made)
    found = learn_weights(choices, WEIGHTS, PENALTY, counts)
    return {sign: round(weight, 2) for sign, weight in found.items() if abs(weight) >= 0.05}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    pages = list(read(options.corpora))
    if options.check:
        of_fold = [learned([page for page in pages if page.fold != fold]) for fold in range(FOLDS)]
        scores = defaultdict(list)
        for page in pages:
            best = max(page.score, default=0.0)
            scores[page.corpus].append((page.measured(WEIGHTS), page.measured(of_fold[page.fold]), best))
        for corpus, pairs in scores.items():
            by_hand, by_folds, best = (sum(column) / len(pairs) for column in zip(*pairs, strict=True))
            print(
                f"{corpus:28} {len(pairs):5} pages  by hand {by_hand:.3f}  learned {by_folds:.3f}  at best {best:.3f}"
            )
    if options.write:
        text = json.dumps({FIELD: learned(pages)}, indent=1, sort_keys=True)
        FILE.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
