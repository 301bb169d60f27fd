"""Every regular expression of the package takes time in proportion to its input, on hostile input too.

The expressions are found by walking the package: the globals of its modules, the attributes of its classes, what
tuples, lists, sets and dicts hold, and what cached functions without parameters compile.
"""

import importlib
import pkgutil
import re
import time
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import scrapy_denoise

SHORT, LONG = 500, 4_000
"""Characters of the two inputs."""

ALLOWED = 2.5 * LONG / SHORT
"""How many times as long the longer input may take: 20. A time that grows with the square takes 64 times as long."""

FLOOR = 0.01
"""Seconds below which nothing is said of the growth."""

TRIES = 3
"""Measurements of an input, of which the least counts: what else the machine does makes each of them only longer."""

FILLINGS = (
    " ", "a", "1", "-", "_", ".", ",", "/", "<", "(", "[", "{", "'", '"', "&", "\u4e00", "\u0434", "\n",
    "a@", "a ", "1 ", "a.", "a-", "1.", "-_", " ,", " /", "<a ", "=\"", "\u5e741", "12:30 ", "a1_",
    "#", ":", ";", "=", "|", "%", "; ", ": ", "# ", "in ", "by ", "post ", "http://", "<!--",
)  # fmt: skip
"""What hostile inputs repeat."""


def _modules() -> Iterator[Any]:
    for found in pkgutil.walk_packages(scrapy_denoise.__path__, "scrapy_denoise."):
        if found.name.endswith("__main__"):
            continue
        try:
            yield importlib.import_module(found.name)
        except ImportError as error:  # an optional dependency is not installed
            if str(error.name).startswith("scrapy_denoise"):
                raise


def _held(value: Any, depth: int = 3) -> Iterator[re.Pattern[Any]]:
    """The expressions that a value is or holds."""
    if isinstance(value, re.Pattern):
        yield value
    elif not depth:
        return
    elif isinstance(value, (list, tuple, set, frozenset)):
        for inner in list(value)[:1_000]:
            yield from _held(inner, depth - 1)
    elif isinstance(value, dict):
        yield from _held([*value, *value.values()], depth - 1)
    elif hasattr(value, "cache_info") and hasattr(value.__wrapped__, "__code__"):
        if not value.__wrapped__.__code__.co_argcount:
            yield from _held(value(), depth - 1)
    elif isinstance(value, type) and value.__module__.startswith("scrapy_denoise"):
        yield from (inner for inner in vars(value).values() if isinstance(inner, re.Pattern))
    elif type(value).__module__.startswith("scrapy_denoise") and hasattr(value, "__dict__"):
        yield from _held(list(vars(value).values()), depth - 1)


@cache
def _patterns() -> dict[str, re.Pattern[Any]]:
    """Each expression of the package once, by its module and name."""
    found: dict[re.Pattern[Any], str] = {}
    for module in _modules():
        for name, value in vars(module).items():
            if not name.startswith("__"):
                for pattern in _held(value):
                    found.setdefault(pattern, f"{module.__name__.removeprefix('scrapy_denoise.')}.{name}")
    named: dict[str, re.Pattern[Any]] = {}
    for pattern, name in found.items():
        number = sum(other.partition("#")[0] == name for other in named)
        named[f"{name}#{number}" if number else name] = pattern
    return named


def _input(pattern: re.Pattern[Any], filling: str, length: int) -> Any:
    text = (filling * length)[:length] + "\0"
    return text if isinstance(pattern.pattern, str) else text.encode()


def _seconds(pattern: re.Pattern[Any], text: Any) -> float:
    start = time.thread_time()
    for _ in pattern.finditer(text):
        pass
    pattern.search(text)
    pattern.match(text)
    pattern.fullmatch(text)
    return time.thread_time() - start


def _slow_filling(pattern: re.Pattern[Any]) -> str | None:
    """The first filling with which the time grows faster than the input; None where there is none."""
    for filling in FILLINGS:
        short, long = (_input(pattern, filling, length) for length in (SHORT, LONG))
        if (last := _seconds(pattern, long)) <= FLOOR:
            continue
        allowed = max(FLOOR, ALLOWED * min(_seconds(pattern, short) for _ in range(TRIES)))
        if last > allowed and min(_seconds(pattern, long) for _ in range(TRIES)) > allowed:
            return filling
    return None


def test_the_expressions_are_found():
    names = _patterns()
    assert len(names) > 130
    for known in (
        "blocks.regions.bylines.DATE",  # of a module
        "document.compiled._AD_HOST",  # of a compiled module
        "blocks.regions.date_words._before_date",  # of a cached function
    ):
        assert known in names


@pytest.mark.parametrize("source", [r"\s*x", r"(?:a|b)*\.x", r"[\w-]*[-_]end"])
def test_an_expression_that_takes_the_square_is_told(source):
    assert _slow_filling(re.compile(source))


def test_time_grows_with_the_input():
    slow = {name: filling for name, pattern in _patterns().items() if (filling := _slow_filling(pattern))}
    assert not slow
