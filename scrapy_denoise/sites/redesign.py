"""Detects that a site was redesigned: its pages no longer have the texts that the pages before them had."""

from __future__ import annotations

from collections import deque

MIN_EXPECTED_SHARE = 0.5
"""A page counts as expected if it has at least this share of the expected texts."""

RECENT_PAGES = 12
"""The number of last pages that are considered."""

MIN_FAILURES = 10
"""A redesign is reported if so many of them are not as expected."""


class RedesignDetector:
    """Compares the last pages of a site with what was expected of them.

    Variants of a page that are served in turn (A/B tests, mobile and desktop) are no redesign: once both are known,
    nothing is expected that only one of them has. After one redesign no other is reported until pages are as expected
    again.
    """

    def __init__(self) -> None:
        self._recent: deque[bool] = deque(maxlen=RECENT_PAGES)
        self._shown: deque[int] = deque(maxlen=RECENT_PAGES)
        self._armed = True

    def redesigned(self, slot: int, expected_share: float | None, known_in: set[int]) -> bool:
        """Take one more page into account; True where it completes the evidence of a redesign.

        slot: its layout. expected_share: see `SiteTemplate.expected_share`. known_in: the other layouts under which its
        address is known; where none of them was seen lately, the page no longer looks as it did.
        """
        moved = bool(known_in) and known_in.isdisjoint(self._shown)
        self._shown.append(slot)
        if expected_share is None and not moved:
            return False
        holds = expected_share is not None and expected_share >= MIN_EXPECTED_SHARE and not moved
        self._armed = self._armed or holds
        self._recent.append(holds)
        if not self._armed or self._recent.count(False) < MIN_FAILURES:
            return False
        self._recent.clear()
        self._armed = False
        return True
