"""What the demo prints: how much of every site's gold the items hold, and what the crawl counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs
from example_site import ExamplePage
from rich.box import SIMPLE
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from scrapy_denoise import denoise
from scrapy_denoise.evaluation.metrics.text import Score, shingle_scores

Item = Mapping[str, Any]
SHOWN_URLS = 5


@attrs.frozen
class Match:
    """A page with gold and the item that the crawl made of it, if any."""

    page: ExamplePage
    item: Item | None

    @property
    def text(self) -> str:
        return self.item["text"] if self.item else ""

    @property
    def score(self) -> Score:
        return shingle_scores(self.page.gold_text or "", self.text)

    @property
    def has_title(self) -> bool:
        return self.item is not None and self.item["title"] == self.page.gold_title


@attrs.frozen
class Summary:
    """`stats` are those of Scrapy; `sites_at_start` is how many sites had a template before the crawl.

    copies: pages with the content of another, and whether the crawl made an item of them.
    """

    matches: Sequence[Match]
    copies: Sequence[tuple[ExamplePage, bool]]
    stats: Mapping[str, Any]
    sites_at_start: int

    @classmethod
    def make(
        cls,
        pages: Sequence[ExamplePage],
        items: Iterable[Item],
        stats: Mapping[str, Any],
        sites_at_start: int,
    ) -> Summary:
        by_url = {item["url"]: item for item in items}
        matches = [Match(page, by_url.get(page.url)) for page in pages if page.kind == "content"]
        copies = [(page, page.url in by_url) for page in pages if page.kind == "copy"]
        return cls(matches, copies, stats, sites_at_start)

    @property
    def problems(self) -> list[str]:
        """Why the crawl failed; empty if it did not."""
        reason = self.stats.get("finish_reason", "never began")
        missing = [match.page.url for match in self.matches if match.item is None]
        return [
            *([f"the crawl did not finish: {reason}"] if reason != "finished" else []),
            *(
                f"{page.url} gave an item, though it has the content of {page.copy_of}"
                for page, has in self.copies
                if has
            ),
            *([f"{len(missing)} of {len(self.matches)} pages gave no item: {_some(missing)}"] if missing else []),
        ]

    def render(self, output: Path, templates: Path) -> RenderableType:
        return Group(self._sites(), self._crawl(output, templates), *self._verdict())

    def _sites(self) -> Table:
        table = Table(title="What was kept of each site, against its own gold text", box=SIMPLE, padding=(0, 1, 0, 0))
        for name in ("site", "method and pages"):
            table.add_column(name, no_wrap=True)
        for name in ("pages", "titles", "prec.", "recall", "F1"):
            table.add_column(name, justify="right")
        for site in dict.fromkeys(match.page.site for match in self.matches):
            table.add_row(*_row(site, [match for match in self.matches if match.page.site == site]))
        table.add_section()
        table.add_row(*_row("all sites", self.matches), style="bold")
        return table

    def _crawl(self, output: Path, templates: Path) -> Table:
        stat = self._stat
        seconds = self.stats.get("elapsed_time_seconds") or 0.0
        pages = stat("response_received_count") - stat("robotstxt/response_count")
        kept, removed = stat("denoise/chars/kept"), stat("denoise/chars/removed")
        hits, misses = stat("denoise/template/hit"), stat("denoise/template/miss")
        sites = "1 learned site" if self.sites_at_start == 1 else f"{self.sites_at_start} learned sites"
        table = Table.grid(padding=(0, 2))
        table.add_row("crawled", f"{pages} pages in {seconds:.1f} s, {pages / max(seconds, 0.001):.0f} pages a second")
        table.add_row("characters", f"{kept:,} kept, {removed:,} removed ({_share(removed, kept + removed)} noise)")
        table.add_row("templates", f"started with {sites}; {hits} hits in {hits + misses} pages")
        corrected = stat("denoise/correction/hit")
        without = [shingle_scores(match.page.gold_text or "", _by_method(match.page)) for match in self._corrected()]
        by_hand = [match.score for match in self._corrected()]
        if by_hand:
            table.add_row(
                "corrected",
                f"{corrected} pages by corrections.toml: F1 {_mean_f1(by_hand)}, by the method {_mean_f1(without)}",
            )
        for page, has_item in self.copies:
            if not has_item and stat("denoise/duplicates/items"):
                table.add_row("dropped", Text(f"{page.url}: the content of {page.copy_of}"))
        table.add_row("errors", f"{stat('log_count/ERROR')} (and {stat('log_count/WARNING')} warnings)")
        table.add_row("items", Text(str(output)))
        table.add_row("learned", Text(str(templates)))
        return table

    def _corrected(self) -> list[Match]:
        return [match for match in self.matches if match.item and match.item["method"] == "correction"]

    def _verdict(self) -> list[Text]:
        return [Text(f"FAILED: {problem}", style="bold red") for problem in self.problems]

    def _stat(self, name: str) -> int:
        return int(self.stats.get(name, 0))


def _row(name: str, matches: Sequence[Match]) -> tuple[str, ...]:
    methods = Counter((match.item["method"] or "none") if match.item else "missing" for match in matches)
    scores = [match.score for match in matches]
    return (
        name,
        "\n".join(f"{method} {count}" for method, count in methods.most_common()),
        str(len(matches)),
        f"{sum(match.has_title for match in matches) / len(matches):.0%}",
        *(
            f"{sum(values) / len(scores):.3f}"
            for values in zip(*((s.precision, s.recall, s.f1) for s in scores), strict=True)
        ),
    )


def _by_method(page: ExamplePage) -> str:
    """What the default method keeps of a page, without a correction and without other pages of the site."""
    return denoise(page.body, page.url).text


def _mean_f1(scores: Sequence[Score]) -> str:
    return f"{sum(score.f1 for score in scores) / len(scores):.3f}"


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.0%}" if whole else "0%"


def _some(urls: Sequence[str]) -> str:
    more = f" and {len(urls) - SHOWN_URLS} more" if len(urls) > SHOWN_URLS else ""
    return " ".join(urls[:SHOWN_URLS]) + more
