"""Requests that wait behind others until a list offers what they ask for, and then come with its entries."""

from __future__ import annotations

from typing import Any


class Raised:
    """Remembers by their keys which addresses wait that no list has offered, and which of them were asked for anew.

    state: of the crawl, kept with its job.
    """

    def __init__(self, state: dict[str, Any]) -> None:
        self._behind: set[int] = state.setdefault("behind", set())
        self._raised: set[int] = state.setdefault("raised", set())

    def wait(self, key: int) -> None:
        """Remember that a request waits which is none for an entry of a list."""
        self._behind.add(key)

    def waits(self, key: int) -> bool:
        """Whether a request waits behind others."""
        return key in self._behind

    def raise_(self, key: int) -> None:
        """Remember that what waits is asked for anew."""
        self._behind.remove(key)
        self._raised.add(key)

    def is_over(self, key: int, is_raised: bool) -> bool:
        """Whether a request whose turn has come was made anew before. is_raised: whether it is the new one."""
        if not is_raised and key in self._raised:
            self._raised.remove(key)
            return True
        self._behind.discard(key)
        return False
