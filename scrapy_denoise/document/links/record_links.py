"""Links at one path that are several of each record: its label, such as "Add to cart", its author, its last reply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations, groupby, zip_longest

from scrapy_denoise.document.links.address_kinds import address_kind

MIN_RECORDS = 3
"""Records that have a label, or a kind of address, at least."""

OF_EACH = 0.75
"""Share of the records that must have a label, or of those with a kind of address that must have it once and beside the
same other kind, for its links to be other ones than those at their path."""

OTHER_LENGTH = 1.8
"""How many times as long the texts of one kind are as those of the other: the links of a row of cards are alike."""

MAX_POSITIONS = 8
"""Links of a record whose lengths are compared before their addresses are."""


def links_of_each(records: list[list[int]], urls: list[str], texts: list[int], chars: list[int]) -> Iterator[list[int]]:
    """The links of each label and of each kind of address that are one of several links of records.

    records: the numbers of the links of each, in document order. urls, texts, chars: of each link, by its number; a
    text is the hash of its first.
    """
    labels = _labels(records, texts, chars)
    yield from labels.values()
    if labels:
        named = [[link for link in links if texts[link] not in labels] for links in records]
        records = [links for links in named if links]
    if _differ_by_position(records, chars):
        yield from _kinds(records, urls, chars)


def _labels(records: list[list[int]], texts: list[int], chars: list[int]) -> dict[int, list[int]]:
    """The texts that links of most records have, by their hashes, and those links."""
    said: dict[int, list[int]] = {}
    for links in records:
        for text, link in {texts[link]: link for link in links if chars[link]}.items():
            said.setdefault(text, []).append(link)
    least = max(OF_EACH * len(records), MIN_RECORDS)
    return {text: links for text, links in said.items() if len(links) >= least}


def _differ_by_position(records: list[list[int]], chars: list[int]) -> bool:
    """Whether the first links of records have longer or shorter texts than the second, or those than the third."""
    means = [
        sum(own) / len(own)
        for links in zip_longest(*(links[:MAX_POSITIONS] for links in records))
        if len(own := [chars[link] for link in links if link is not None]) >= MIN_RECORDS
    ]
    return len(means) > 1 and max(means) >= OTHER_LENGTH * min(means)


def _kinds(records: list[list[int]], urls: list[str], chars: list[int]) -> Iterator[list[int]]:
    """The links of each kind of address (`address_kind`) that most records with it have once, and on the same side of
    another kind, whose texts are longer or shorter. Links side by side of one kind count as one."""
    of_kind: dict[str, list[int]] = {}
    for link in chain.from_iterable(records):
        of_kind.setdefault(address_kind(urls[link]), []).append(link)
    if len(of_kind) == 1:
        return
    kind_of = {link: kind if len(links) >= MIN_RECORDS else "" for kind, links in of_kind.items() for link in links}
    having: Counter[str] = Counter()
    once: Counter[str] = Counter()
    length: Counter[str] = Counter()
    before: Counter[tuple[str, str]] = Counter()
    for links in records:
        longest: dict[str, int] = {}
        for link in links:
            longest[kind_of[link]] = max(longest.get(kind_of[link], 0), chars[link])
        runs = Counter(kind for kind, _ in groupby(map(kind_of.__getitem__, links)))
        length.update(longest)
        having.update(longest.keys())
        once.update(kind for kind, n in runs.items() if n == 1)
        before.update(combinations(longest, 2))
    mean = {kind: length[kind] / n for kind, n in having.items()}
    found = {
        kind
        for pair, n in before.items()
        if max(map(mean.__getitem__, pair)) >= OTHER_LENGTH * min(map(mean.__getitem__, pair))
        for kind in pair
        if kind and min(n, once[kind]) >= max(OF_EACH * having[kind], MIN_RECORDS)
    }
    yield from (links for kind, links in of_kind.items() if kind in found)
