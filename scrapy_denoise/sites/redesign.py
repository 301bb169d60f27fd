"""Whether a site has been redesigned: its pages no longer have what the pages before them had."""

from __future__ import annotations

from collections import deque

HOLDS = 0.5
"""Share of the expected texts from which a page is as expected."""

WINDOW = 12
"""Pages that are looked back at."""

FAILURES = 10
"""Of these, the pages not as expected that make a redesign."""


class Change:
    """The last pages of a site against what was expected of them.

    Variants of a page that are shown in turn (A/B tests, mobile and desktop) do not count as a redesign: once both are
    known, nothing is expected that only one of them has. And after one redesign there is no other before pages are as
    expected again.
    """

    def __init__(self) -> None:
        self._recent: deque[bool] = deque(maxlen=WINDOW)
        self._shown: deque[int] = deque(maxlen=WINDOW)
        self._armed = True

    def redesigned(self, slot: int, expected_share: float | None, known_in: set[int]) -> bool:
        """Take in a page; whether it completes the evidence of a redesign.

        slot: its layout. expected_share: see `SiteTemplate.expected_share`. known_in: the layouts, other than its own,
        that its address is known from; none of them shown lately means that it does not look any more as it did.
        """
        moved = bool(known_in) and known_in.isdisjoint(self._shown)
        self._shown.append(slot)
        if expected_share is None and not moved:
            return False
        holds = expected_share is not None and expected_share >= HOLDS and not moved
        self._armed = self._armed or holds
        self._recent.append(holds)
        if not self._armed or self._recent.count(False) < FAILURES:
            return False
        self._recent.clear()
        self._armed = False
        return True
