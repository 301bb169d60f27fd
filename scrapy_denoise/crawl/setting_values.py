"""The values of settings, each checked by what it may be. What is wrong with one is a SettingError."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from scrapy.exceptions import UsageError
from scrapy.settings import BaseSettings

from scrapy_denoise.sites.stores.damaged_files import is_text_file

MOST = 10**10
"""The largest count, and the longest time in seconds or days, that is taken as such. What is larger overflows in
SQLite, in Redis or in a timer, and means no limit."""


class CannotStart(UsageError, ValueError):
    """A setting or an argument of a spider is wrong; the log has the message in one line (`Addon`).

    Scrapy's commands that start no crawl of their own (``scrapy shell``) write the message of a UsageError and end.
    """


class SettingError(CannotStart):
    """A setting has a value that is not allowed. The message names both and says what is allowed."""

    def __init__(self, name: str, value: object, allowed: str) -> None:
        super().__init__(f"{name} is {value!r}; allowed: {allowed}")


class UnusableSetting(SettingError):
    """What a setting names cannot be used, such as a file that does not exist. The message names it and says why."""

    def __init__(self, name: str, why: str) -> None:
        UsageError.__init__(self, f"{name}: {why}")


class UnknownSetting(SettingError):
    """A name that begins with DENOISE_ but is not a setting, usually a misspelt one."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        names = sorted(known)
        alike = get_close_matches(name, names, 1)
        hint = f"did you mean {alike[0]}?" if alike else f"there are {', '.join(names)}"
        UsageError.__init__(self, f"{name} is not a setting; {hint}")


def flag_of(settings: BaseSettings, name: str, default: bool) -> bool:
    """True or False."""
    try:
        return settings.getbool(name, default)
    except (ValueError, TypeError, OverflowError):
        raise SettingError(name, settings[name], "True or False") from None


def number_of(value: object) -> float:
    """The value of a setting as a number; nan where it is not one."""
    try:
        return math.nan if isinstance(value, bool) else float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return math.nan


def count_of(settings: BaseSettings, name: str, default: int, least: int, unit: str) -> int:
    """A whole number from `least` up."""
    value = settings.get(name, default)
    number = number_of(value)
    if not (least <= number < math.inf and number.is_integer()):
        raise SettingError(name, value, f"a whole number from {least} up ({unit})")
    return min(int(number), MOST)


def seconds_of(settings: BaseSettings, name: str, default: float) -> float:
    """A time, at least a hundredth of a second."""
    return amount_of(settings, name, default, 0.01, "seconds")


def share_of(settings: BaseSettings, name: str, default: float, unit: str) -> float:
    """A number from 0 to 1."""
    value = settings.get(name, default)
    number = number_of(value)
    if not 0 <= number <= 1:
        raise SettingError(name, value, f"a number from 0 to 1 ({unit})")
    return number


def amount_of(settings: BaseSettings, name: str, default: float, least: float, unit: str) -> float:
    """A number from `least` up."""
    value = settings.get(name, default)
    number = number_of(value)
    if not least <= number < math.inf:
        raise SettingError(name, value, f"a number from {least} up ({unit})")
    return min(number, MOST)


def choice_of(settings: BaseSettings, name: str, default: str, allowed: Any) -> str:
    """One of the names that are allowed."""
    value = settings.get(name, default)
    if not isinstance(value, str) or value not in allowed:
        raise SettingError(name, value, ", ".join(one or "''" for one in allowed))
    return str(value)


def path_of(settings: BaseSettings, name: str, kind: str) -> str | None:
    """A path; None where there is none. kind: what it is the path of, such as a file."""
    value = settings.get(name)
    if value is not None and not (isinstance(value, str | os.PathLike) and os.fspath(value) and "\0" not in str(value)):
        raise SettingError(name, value, f"the path of a {kind}; None for the project's data path")
    if value is None:
        return None
    if Path(value).is_dir() if kind == "file" else Path(value).is_file():
        raise SettingError(name, str(value), f"the path of a {kind}, which this is not")
    return str(value)


def check_no_text(name: str, value: str, file: Path) -> None:
    """Raise a SettingError where the file that a store would use is a text file, which is left as it is.

    name, value: of the setting by which the store comes to this file.
    """
    if is_text_file(file):
        raise SettingError(name, value, f"the path of an SQLite file or of a new file; {file} is a text file")
