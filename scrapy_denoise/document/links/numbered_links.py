"""Finds the numbered pages of a series among the links whose text is a number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

import attrs

from scrapy_denoise.document.links.address_numbers import AddressNumbers, is_dated, stem

MAX_GAP = 30
"""The most other links between two numbers of one series."""

MIN_STEP = 5
"""Entries of a page, where one link alone says from which entry on it shows them."""


@attrs.frozen
class NumberedLink:
    """A link that says a number. place: among the page's links. number: what it says."""

    place: int
    number: int
    url: str
    address: AddressNumbers


@attrs.frozen
class Run:
    """Numbered links of one series, in ascending order. slot: which of the numbers in their addresses is that of the
    page. varied: and all that differ. step, base: that number is ``(number - 1) * step + base``."""

    links: list[NumberedLink]
    slot: int
    varied: tuple[int, ...]
    step: int
    base: int

    @property
    def address(self) -> AddressNumbers:
        """Of one of its pages."""
        return self.links[-1].address

    def is_series_of(self, own: AddressNumbers) -> bool:
        """Whether a page of this address is one of the series."""
        return self.number_of(own) > 0 or self.address.list_path(self.slot) == stem(own.path)

    def number_of(self, own: AddressNumbers) -> int:
        """The number of the page of this address; 0 where it does not say so."""
        if own.form != self.address.form or own.beside(*self.varied) != self.address.beside(*self.varied):
            return 0
        return (own.values[self.slot] - self.base) // self.step + 1

    def following(self, own: AddressNumbers, url: str) -> NumberedLink | None:
        """The link to the page after the one of this address."""
        others = {link.number: link for link in self.links if link.url != url}
        current = self.number_of(own) or next((link.number for link in self.links if link.url == url), 0)
        if not current:
            gaps = (number + 1 for number in others if number + 1 not in others and number + 2 in others)
            # On the first page its own number is a link or not; on the last nothing comes after.
            current = next(gaps, 0) if 1 in others else 1
            current = current or (1 if self.is_series_of(own) else 0)
        return others.get(current + 1) if current else None


def runs_of(links: Iterable[NumberedLink], own: AddressNumbers, url: str) -> list[Run]:
    """The series among numbered links in document order. own, url: the page's own address."""
    return [run for part in _ascending(links) if (run := _run(part, own, url)) is not None]


def _ascending(links: Iterable[NumberedLink]) -> Iterator[list[NumberedLink]]:
    """Stretches of links with ascending numbers whose addresses differ in their numbers alone."""
    part: list[NumberedLink] = []
    for link in links:
        if part and not (
            link.number > part[-1].number
            and link.address.form == part[-1].address.form
            and link.place - part[-1].place <= MAX_GAP
        ):
            yield part
            part = []
        part.append(link)
    if part:
        yield part


def _run(links: list[NumberedLink], own: AddressNumbers, url: str) -> Run | None:
    if any(is_dated(link.address.tail) for link in (links[0], links[-1])):
        return None
    if len(links) == 1:
        return None if links[0].url == url else _alone(links[0], own)
    first = links[0].address
    slots = range(len(first.values))
    varied = tuple(slot for slot in slots if len({link.address.values[slot] for link in links}) > 1)
    found = None
    for slot in varied:
        rule = _rule([(link.number, link.address.values[slot]) for link in links])
        if rule is None:
            return None
        if not first.is_other(slot):
            found = Run(links, slot, varied, *rule)
    return found if _counts(links) else None


def _counts(links: list[NumberedLink]) -> bool:
    """Whether numbers are those of pages: they begin with the first, or two of them are neighbours or have the present
    page between them. What a reader may choose, such as the size of a page, is neither."""
    return links[0].number <= 2 or any(after.number - before.number <= 2 for before, after in pairwise(links))


def _rule(pairs: list[tuple[int, int]]) -> tuple[int, int] | None:
    """The step and the base by which numbers in addresses follow from those that links say; None without a rule."""
    if all(number == value for number, value in pairs):
        return 1, 1
    for base in (0, 1):
        number, value = pairs[-1]
        step, rest = divmod(value - base, max(number - 1, 1))
        if step > 0 and not rest and all((n - 1) * step + base == v or (n == 1 and v in (0, 1)) for n, v in pairs):
            return step, base
    return None


def _alone(link: NumberedLink, own: AddressNumbers) -> Run | None:
    """The series of one numbered link."""
    address, number = link.address, link.number
    for slot in reversed(range(len(address.values))):
        if address.values[slot] == number and not address.is_other(slot):
            run = Run([link], slot, (slot,), 1, 1)
            # What else says a number is a score, a count, or what an entry of a list has as its title.
            pages = number > 1 and (slot == address.page_slot() or address.ends_path(slot))
            if pages or run.is_series_of(own):
                return run
    slot = address.page_slot()
    if number == 1 or slot < 0 or address.path != own.path:
        return None
    rule = _rule([(number, address.values[slot])])
    if rule is None or (rule[0] < MIN_STEP and rule != (1, 0)):
        return None
    return Run([link], slot, (slot,), *rule)
