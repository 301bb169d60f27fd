"""The methods by name. Other packages add theirs through the entry point group ``scrapy_denoise.methods``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from importlib.metadata import entry_points
from pkgutil import resolve_name
from typing import Any

import attrs

from scrapy_denoise.methods.auto.auto import Auto
from scrapy_denoise.methods.baselines import BASELINES
from scrapy_denoise.methods.method import Method, NotEnoughSiblings, Selection
from scrapy_denoise.methods.parameters import with_options
from scrapy_denoise.page import Page
from scrapy_denoise.sites import SiteTemplate

PROFILES = ("default", "paper")
ENTRY_POINTS = "scrapy_denoise.methods"

_BUILT_IN = {
    "auto": "auto.auto:Auto",
    "content_correlativity": "content_correlativity:ContentCorrelativity",
    "feature_tree": "feature_tree.feature_tree:FeatureTree",
    "partly_semantic": "partly_semantic.partly_semantic:PartlySemantic",
    "path_similarity": "path_similarity.path_similarity:PathSimilarity",
    "quark": "quark.quark:Quark",
    "vips": "vips.vips:Vips",
}
"""The module and the class of each method by its name. Modules are imported when their method is chosen."""


class BrokenMethodError(ValueError):
    """A method of another package cannot be made: the message names it, its package, and what it raises."""


def method_names(baselines: bool = False) -> list[str]:
    """The names that `get_method` knows, the default method first. baselines: include the methods for comparison."""
    others = {point.name for point in entry_points(group=ENTRY_POINTS)} - _BUILT_IN.keys() - BASELINES.keys()
    return [*_BUILT_IN, *sorted(others), *(BASELINES if baselines else ())]


def get_method(name: str, profile: str = "default", options: Mapping[str, Any] | None = None) -> Method:
    """Make a method by its name, with the parameters of a profile: ``default``, or ``paper`` as published.

    options: values of parameters that replace those of the profile. Raises ValueError for an unknown name, profile or
    parameter, and for a value that the parameter cannot have; BrokenMethodError for a method of another package that
    cannot be loaded.

    >>> get_method("content_correlativity", "paper").threshold
    29.0
    >>> get_method("content_correlativity", "paper", {"threshold": 40}).threshold
    40
    """
    method = _get_method(name, profile)
    return with_options(method, options, partial(_get_method, profile=profile)) if options else method


@lru_cache(maxsize=256)
def _get_method(name: str, profile: str) -> Method:
    if profile not in PROFILES:
        raise ValueError(f"unknown profile {profile!r}; there are: {', '.join(PROFILES)}")
    if name in _BUILT_IN:
        return _made(resolve_name(f"scrapy_denoise.methods.{_BUILT_IN[name]}"), profile)
    if name in BASELINES:
        return _made(resolve_name(f"scrapy_denoise.methods.baselines.{BASELINES[name]}"), profile)
    found = [point for point in entry_points(group=ENTRY_POINTS) if point.name == name]
    if not found:
        raise ValueError(f"unknown method {name!r}; there are: {', '.join(method_names(baselines=True))}")
    (point, *_) = found
    try:
        method = _made(point.load(), profile)
        if not callable(method.select):
            raise TypeError("its select is no function")
    except (Exception, SystemExit) as error:
        package = point.dist.name if point.dist is not None else "another package"
        raise BrokenMethodError(
            f"method {name!r} of {package} cannot be loaded: {point.value}: {type(error).__name__}: {error}"
        ) from error
    return method


def _made(factory: Any, profile: str) -> Method:
    # A function, such as one of several quotas, has one set of parameters.
    return (getattr(factory, "paper", factory) if profile == "paper" else factory)()  # type: ignore[no-any-return]


def select(method: Method, page: Page, site: SiteTemplate | None = None) -> Selection:
    """Let a method decide about a page; its `fallback` decides if it knows too few siblings.

    A Selection whose method is another than the one asked for has the reason ``few_siblings``. What a browser hides of
    the page is evidence for the method, and never kept (`Page.with_hidden`); where nothing else would be kept, it
    decides on what readers see.
    """
    whole = page if getattr(method, "on_rendered_only", False) else page.with_hidden
    found = _select(method, whole, site)
    if whole.shown is None:
        return found
    shown = found.for_rows(whole.shown)
    return shown if shown.kept.any() or not found.kept.any() else _select(method, page, site)


def _select(method: Method, page: Page, site: SiteTemplate | None) -> Selection:
    try:
        return method.select(page, site)
    except NotEnoughSiblings:
        fallback = method.fallback or Auto()
        return attrs.evolve(fallback.select(page, site), reason="few_siblings")
