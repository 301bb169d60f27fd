"""What is compared: methods of this package with one of their profiles, and peers; both are extractors."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, packages_distributions, version
from pathlib import Path
from typing import Any

from attrs import frozen

from scrapy_denoise._version import __version__
from scrapy_denoise.api import denoise
from scrapy_denoise.evaluation.peers import PEERS
from scrapy_denoise.methods import Method, get_method
from scrapy_denoise.page import Page
from scrapy_denoise.sites import SiteTemplate

_STORY = "It rained in the hills for three days, and the river rose until it stood at the doors of the houses."
_CHINESE = "山里下了三天的雨，河水涨到了桥边人家的门口。"  # what reads a dictionary reads it now
_WARM_UP = f"<html><body><nav><a href='/'>Home</a></nav><h1>Rain</h1><p>{_STORY}</p><p>{_CHINESE * 3}</p></body></html>"


@frozen
class Extractor:
    """What a row of the table is about. profile: of a method; empty for a peer."""

    name: str
    profile: str = ""

    @property
    def label(self) -> str:
        """The name in the tables: with the profile, where it is not the default one."""
        return f"{self.name} ({self.profile})" if self.profile not in ("", "default") else self.name

    @property
    def is_peer(self) -> bool:
        return not self.profile

    @property
    def settings(self) -> str:
        """In words; of a method its parameters."""
        return PEERS[self.name].settings if self.is_peer else repr(self.method)

    @property
    def method(self) -> Method:
        return get_method(self.name, self.profile)

    @property
    def version(self) -> str:
        """Of the distribution; of a method of this package with a hash of its source, so that no two are confused."""
        if self.is_peer:
            return PEERS[self.name].version
        package = type(self.method).__module__.partition(".")[0]
        own = f"{__version__}+{source_hash()}"
        return own if package == "scrapy_denoise" else f"{_version_of_module(package)} on {own}"


def of_methods(names: list[str], profile: str) -> list[Extractor]:
    """The methods with a profile, or each with `both`: the published parameters where they differ."""
    if profile != "both":
        return [Extractor(name, profile) for name in names]
    found = []
    for name in names:
        found.append(Extractor(name, "default"))
        if get_method(name, "paper") != get_method(name):
            found.append(Extractor(name, "paper"))
    return found


@cache
def source_hash(*parts: str) -> str:
    """A hash of the package's source, or of some of its files: eight hexadecimal digits."""
    root = Path(__file__).parents[1]
    total = blake2b(digest_size=4)
    chosen = [root / part for part in parts] or [
        path
        for path in sorted(root.rglob("*"))
        if path.suffix in (".py", ".pyx", ".json", ".txt", ".bin", ".npz")
        and path.relative_to(root).parts[0] not in ("crawl", "evaluation", "viewer", "cli.py")
    ]
    for path in chosen:
        total.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


def _version_of_module(module: str) -> str:
    try:
        return version(packages_distributions()[module][0])
    except (KeyError, PackageNotFoundError):
        return "unknown"


class _Watched(SiteTemplate):
    """A template that knows whether it was asked anything."""

    asked = False

    def __getattribute__(self, name: str) -> Any:
        if not name.startswith("__") and name != "asked":
            object.__setattr__(self, "asked", True)
        return object.__getattribute__(self, name)


@cache
def uses_site(extractor: Extractor) -> bool:
    """Whether what is known of the site matters to it. The first call also warms a method up: it is not timed."""
    if extractor.is_peer:
        return False
    site = _Watched()
    page = Page.from_html(_WARM_UP)
    for _ in range(2):
        site.learn(page)
    site.asked = False
    denoise(_WARM_UP, "https://example.org/", extractor.name, site, extractor.profile)
    return site.asked
