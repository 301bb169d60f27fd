"""Extractors, the subjects of an evaluation: methods of this package with one of their profiles, and peers."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, packages_distributions, version
from pathlib import Path

from attrs import frozen

from scrapy_denoise._version import __version__
from scrapy_denoise.api import denoise
from scrapy_denoise.evaluation.extractors.held_out_quark import fold_of, quark_without
from scrapy_denoise.evaluation.extractors.peers import PEERS
from scrapy_denoise.methods import Method, get_method
from scrapy_denoise.sites import SiteTemplate

_STORY = "It rained in the hills for three days, and the river rose until it stood at the doors of the houses."
_CHINESE = "山里下了三天的雨，河水涨到了桥边人家的门口。"  # loads the dictionary of the segmenter
_ROOT = Path(__file__).parents[2]

_BUILT = (".c", ".so", ".pyd", ".pyc")
"""Suffixes of files that are built from the source."""

_NO_PART_OF_A_RESULT = ("cli", "crawl", "evaluation", "viewer")
"""Subpackages that do not influence the text of any method."""

_WARM_UP = f"<html><body><nav><a href='/'>Home</a></nav><h1>Rain</h1><p>{_STORY}</p><p>{_CHINESE * 3}</p></body></html>"


@frozen
class Extractor:
    """A method or a peer, the subject of one row of the table.

    profile: that of the method; empty for a peer. tables: for `quark`, a file of tables that were learned without a
    part of the sites each (`quark_without`); empty for those of the package.
    """

    name: str
    profile: str = ""
    tables: str = ""

    @property
    def label(self) -> str:
        """The name in the tables, with the profile if it is not the default one."""
        return f"{self.name} ({self.profile})" if self.profile not in ("", "default") else self.name

    @property
    def is_peer(self) -> bool:
        return not self.profile

    @property
    def settings(self) -> str:
        """A description of the peer's settings, or the parameters of the method."""
        return PEERS[self.name].settings if self.is_peer else repr(self.method)

    @property
    def method(self) -> Method:
        return get_method(self.name, self.profile)

    def method_for(self, site: str) -> Method:
        """The method for the pages of a site."""
        return quark_without(fold_of(site), self.profile, self.tables) if self.tables else self.method

    @property
    def uses_site(self) -> bool:
        """Whether the result depends on the site's template."""
        return not self.is_peer and self.method.max_siblings > 0

    @property
    def version(self) -> str:
        """The version of the distribution; for a method also a hash of the source, so that no two are confused."""
        if self.is_peer:
            return PEERS[self.name].version
        package = type(self.method).__module__.partition(".")[0]
        own = f"{__version__}+{source_hash()}"
        if self.tables:
            own += f".{blake2b(Path(self.tables).read_bytes(), digest_size=4).hexdigest()}"
        return own if package == "scrapy_denoise" else f"{_version_of_module(package)} on {own}"


def method_extractors(names: list[str], profile: str) -> list[Extractor]:
    """The methods with a profile. `both` gives the default profile and, if it differs, that of the paper."""
    if profile != "both":
        return [Extractor(name, profile) for name in names]
    found = []
    for name in names:
        found.append(Extractor(name, "default"))
        if get_method(name, "paper") != get_method(name):
            found.append(Extractor(name, "paper"))
    return found


def sources() -> list[str]:
    """The paths in the package of all source and data files that the results of methods depend on."""
    return sorted(
        name.as_posix()
        for path in _ROOT.rglob("*")
        if path.is_file()
        and path.suffix not in _BUILT
        and (name := path.relative_to(_ROOT)).parts[0] not in _NO_PART_OF_A_RESULT
        and "__pycache__" not in name.parts
    )


@cache
def source_hash(*parts: str) -> str:
    """A hash of the package's `sources`, or of the given files, as eight hexadecimal digits."""
    total = blake2b(digest_size=4)
    for name in parts or sources():
        total.update(name.encode() + b"\0" + (_ROOT / name).read_bytes() + b"\0")
    return total.hexdigest()


def _version_of_module(module: str) -> str:
    try:
        return version(packages_distributions()[module][0])
    except (KeyError, PackageNotFoundError):
        return "unknown"


@cache
def warm_up(extractor: Extractor) -> None:
    """Run a method once without measuring, so that the first page does not pay for loading models and dictionaries."""
    site = SiteTemplate()
    for number in range(2):
        site.learn(_WARM_UP, url=f"https://example.org/{number}")
    denoise(_WARM_UP, "https://example.org/", method=extractor.method, site=site)
