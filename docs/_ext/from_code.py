"""Parts of the documentation that are taken from the code, so that they cannot be out of date.

``.. parameters:: module.Class``: the fields of a method's class, with their values in both profiles and their meaning,
from the class docstring. ``.. region-parameters::``: the parameters of the region, with the values that each method
gives them. ``.. setting:: NAME``: the default of a setting. ``.. columns::``: the columns of a page. ``.. lexicons::``:
the lexicons that a user can add to. ``.. members:: module.Class``: each public attribute of a class, with its type and
what it is. All of them warn of what is missing.

Docstrings name arguments in running text (``field: meaning. other: meaning.``); `split_arguments` makes lists of them.
"""

from __future__ import annotations

import inspect
import re
from functools import cached_property
from importlib import import_module
from itertools import takewhile
from pathlib import Path
from typing import Any, ClassVar

import attrs
from docutils import nodes
from docutils.parsers.rst.directives import unchanged_required
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

import scrapy_denoise
from scrapy_denoise.blocks.lexicon import word_lists
from scrapy_denoise.crawl.settings import DenoiseSettings
from scrapy_denoise.methods import Method, get_method, method_names
from scrapy_denoise.methods.region.region import Region
from scrapy_denoise.page import Columns, Page

logger = logging.getLogger(__name__)

PAGE = Page.from_html("<p>a page</p>")

# Defaults that are written in another way in a settings file than they are kept.
WRITTEN = {"site_key": "'host'", "item_fields": "{}", "method_options": "{}"}


class Parameters(SphinxDirective):
    """The parameters of a method."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        module, _, name = self.arguments[0].rpartition(".")
        cls = getattr(import_module(module), name)
        default, paper = cls(), getattr(cls, "paper", cls)()
        fields = [field.name for field in attrs.fields(cls)]
        meanings = _meanings(cls.__doc__ or "", fields)
        lines = [".. list-table::", "   :header-rows: 1", "   :widths: 18 11 11 60", ""]
        rows = [("parameter", "default", "paper", "meaning")]
        for field in fields:
            if field not in meanings:
                logger.warning(
                    "%s.%s: no word on %s in the docstring", module, name, field, location=self.get_location()
                )
            values = (f"``{_written(getattr(profile, field))}``" for profile in (default, paper))
            rows.append((f"``{field}``", *values, meanings.get(field, "")))
        for first, *others in rows:
            lines += [f"   * - {first}", *(f"     - {cell}" for cell in others)]
        return self.parse_text_to_nodes("\n".join(lines))


class RegionParameters(SphinxDirective):
    """The parameters of the region, with the value of each in every method that has a region."""

    def run(self) -> list[nodes.Node]:
        methods = [get_method(name) for name in method_names()]
        regions = {method.name: method.region for method in methods if hasattr(method, "region")}
        fields = [field.name for field in attrs.fields(Region)]
        meanings = _meanings(Region.__doc__ or "", fields)
        lines = [".. list-table::", "   :header-rows: 1", "", "   * - parameter"]
        lines += [*(f"     - ``{name}``" for name in regions), "     - meaning"]
        for field in fields:
            if field not in meanings:
                logger.warning("Region: no word on %s in the docstring", field, location=self.get_location())
            lines += [f"   * - ``{field}``"]
            lines += [f"     - ``{_written(getattr(region, field))}``" for region in regions.values()]
            lines += [f"     - {meanings.get(field, '')}"]
        return self.parse_text_to_nodes("\n".join(lines))


def _meanings(docstring: str, fields: list[str]) -> dict[str, str]:
    """What a class docstring says of each field: ``field: meaning.``, over any number of lines."""
    # Names and a colon at the beginning of a line or a sentence begin a meaning.
    name = f"(?:{'|'.join(fields)})"
    _, *parts = re.split(rf"(?:(?<=\.)|(?<=\n))\s*({name}(?:, {name})*):\s", docstring)
    found = {}
    for names, meaning in zip(parts[::2], parts[1::2], strict=True):
        text = " ".join(meaning.split("\n\n")[0].split())
        for field in names.split(", "):
            found[field] = re.sub(r"(?<!`)`([^`]+)`(?!`)", r"``\1``", text)
    for field in fields:
        if field not in found:  # explained together with another
            with_it = next((other for other, text in found.items() if f"``{field}``" in text), None)
            if with_it:
                found[field] = f"see ``{with_it}``"
    return found


class ColumnsTable(SphinxDirective):
    """The columns of a page, from the table in the docstring of `Columns`."""

    def run(self) -> list[nodes.Node]:
        lines = [".. list-table::", "   :header-rows: 1", "   :widths: 22 12 66", ""]
        lines += ["   * - column", "     - type", "     - meaning"]
        documented = set()
        for line in (Columns.__doc__ or "").splitlines():
            if row := re.match(r"\s*(\w+(?:, \w+)*)\s+(u?int\d+|bool)\s+(.+)", line):
                names = row[1].split(", ")
                documented |= set(names)
                meaning = re.sub(r"`([^`]+)`", r"``\1``", row[3])
                lines += [
                    f"   * - {', '.join(f'``{name}``' for name in names)}",
                    f"     - {row[2]}",
                    f"     - {meaning}",
                ]
        columns = {name for name, value in vars(PAGE.columns).items() if hasattr(value, "dtype")}
        if missing := columns - documented:
            logger.warning("no word on %s in the docstring of Columns", missing, location=self.get_location())
        return self.parse_text_to_nodes("\n".join(lines))


class Members(SphinxDirective):
    """Each public attribute of a class with its type and its meaning; its methods in full.

    Fields of attrs classes, and attributes that are set when an object is made, have their meaning in the docstring of
    the class, as ``field: meaning.``; all others in their own. except: names that are not for users.
    """

    required_arguments = 1
    option_spec: ClassVar = {"except": unchanged_required}

    def run(self) -> list[nodes.Node]:
        module, _, name = self.arguments[0].rpartition(".")
        cls = getattr(import_module(module), name)
        left_out = set(self.options.get("except", "").split())
        lines = []
        types = self._set_at_the_start(cls)
        arguments = set(getattr(cls.__init__, "__annotations__", {})) - {"return"}
        meanings = _meanings(cls.__doc__ or "", [*types, *(arguments - types.keys())])
        for member, kind in types.items():
            if member not in left_out:
                lines += self._attribute(f"{name}.{member}", _full_names(kind, module), meanings.get(member, ""))
        for member, value in vars(cls).items():
            if member.startswith("_") or member in types or member in left_out:
                continue
            function = value.func if isinstance(value, cached_property) else getattr(value, "fget", None)
            if function is not None:
                meaning = (function.__doc__ or "").partition("\n\n")[0]
                kind = function.__annotations__.get("return", "")
                lines += self._attribute(f"{name}.{member}", _full_names(kind, cls.__module__), meaning)
            elif callable(getattr(value, "__func__", value)):
                lines += [f".. automethod:: {name}.{member}", ""]
        return self.parse_text_to_nodes("\n".join(lines))

    def _set_at_the_start(self, cls: type) -> dict[str, str]:
        """The attributes that an object has from the start, with their types."""
        if attrs.has(cls):
            return {field.name: str(field.type) for field in attrs.fields(cls) if not field.name.startswith("_")}
        stated = getattr(cls.__init__, "__annotations__", {})
        return {
            name: str(stated.get(name, type(value).__name__))
            for name, value in vars(cls()).items()
            if not name.startswith("_")
        }

    def _attribute(self, name: str, kind: str, meaning: str) -> list[str]:
        if not meaning:
            logger.warning("no word on %s in a docstring", name, location=self.get_location())
        text = _linked(self.env.app, re.sub(r"(?<!`)`([^`]+)`(?!`)", r"``\1``", " ".join(meaning.split())))
        text = text[:1].upper() + text[1:]
        return [f".. py:attribute:: {name}", f"   :type: {kind}", "", f"   {text.rstrip(':.')}.", ""]


def _linked(app: Sphinx, text: str) -> str:
    """A text in which the pages that it names, such as docs/links, are links."""

    def link(found: re.Match[str]) -> str:
        names = (found[1], f"{found[1]}/index")
        name = next((name for name in names if Path(app.srcdir, f"{name}.rst").is_file()), None)
        return f":doc:`/{name}`" if name else found[0]

    return re.sub(r"\bdocs/([a-z][a-z_/-]*)", link, text)


def _full_names(kind: str, module: str) -> str:
    """A type in which the package's own classes have their full names: several have the same last one."""

    def full(found: re.Match[str]) -> str:
        value = getattr(import_module(module), found[0], None)
        if not isinstance(value, type) or not value.__module__.startswith("scrapy_denoise"):
            return found[0]
        return f"~{'scrapy_denoise' if found[0] in scrapy_denoise.__all__ else value.__module__}.{found[0]}"

    return re.sub(r"(?<!\.)\b[A-Za-z]\w*", full, kind)


class Lexicons(SphinxDirective):
    """The lexicons that a user can add to: the first comment of each file, and its sections."""

    def run(self) -> list[nodes.Node]:
        lines = [".. list-table::", "   :header-rows: 1", "   :widths: 26 26 48", ""]
        lines += ["   * - file", "     - sections", "     - what its lines are"]
        folder = Path(word_lists.__file__).parent
        for path in sorted(folder.glob("*.txt")):
            if path.stem in word_lists.LEARNED:
                continue
            comment = " ".join(
                line.removeprefix("#").strip()
                for line in takewhile(lambda line: line.startswith("#"), path.read_text("utf-8").splitlines())
            )
            if not comment:
                logger.warning("%s does not say what it is", path.name, location=self.get_location())
            names = word_lists.sections(path.stem)
            told = "languages" if "en" in names else ", ".join(f"``{name}``" for name in names)
            lines += [f"   * - ``{path.name}``", f"     - {told}", f"     - {comment}"]
        return self.parse_text_to_nodes("\n".join(lines))


class Setting(SphinxDirective):
    """The default of a setting, and its place in the index.

    The default stands in the source too, for those who read that, and has to be the one in the code.
    """

    required_arguments = 1
    option_spec: ClassVar = {"default": unchanged_required}

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        field = name.removeprefix("DENOISE_").lower()
        known = {field.name for field in attrs.fields(DenoiseSettings)}
        if field not in known:
            logger.warning("there is no setting %s", name, location=self.get_location())
            return []
        documented(self.env).add(field)
        default = WRITTEN.get(field) or _written(getattr(DenoiseSettings(), field))
        if self.options.get("default") != default:
            logger.warning("the default of %s is %s", name, default, location=self.get_location())
        return self.parse_text_to_nodes(f".. index:: single: {name}\n\nDefault: ``{default}``")


def _written(value: Any) -> str:
    """A value as settings have it: a method by its name, a region as a dict of what differs from its defaults."""
    if isinstance(value, Method):
        return repr(value.name)
    if isinstance(value, Region):
        return repr(attrs.asdict(value, filter=lambda field, part: part != field.default))
    if isinstance(value, int) and not isinstance(value, bool) and value and value % 2**20 == 0:
        return f"{value // 2**20} * 1024 * 1024"
    return repr(value)


def documented(env: BuildEnvironment) -> set[str]:
    if not hasattr(env, "denoise_settings"):
        env.denoise_settings = set()  # type: ignore[attr-defined]
    found: set[str] = env.denoise_settings  # type: ignore[attr-defined]
    return found


def shown_by_members(app: Sphinx) -> None:
    """Remember the classes whose attributes ``.. members::`` lists: their docstrings need not list them again."""
    sources = [path.read_text("utf-8") for path in Path(app.srcdir).rglob("*.rst")]
    app.members_shown = {name for text in sources for name in re.findall(r"^\.\. members:: (\S+)", text, re.M)}  # type: ignore[attr-defined]


def split_arguments(app: Sphinx, what: str, name: str, obj: Any, _options: Any, lines: list[str]) -> None:
    """Make a list of the arguments that a docstring names in running text.

    Left out are those of a class whose attributes stand below it anyway. What is returned and raised comes after them.
    """
    lines[:] = [_linked(app, line) for line in lines]
    names = _arguments(obj)
    if what not in ("function", "method", "class") or not names:
        return
    listed = name in app.members_shown  # type: ignore[attr-defined]
    start = re.compile(rf"(?:^|(?<=\.))\s*`?((?:{'|'.join(names)})(?:, (?:{'|'.join(names)}))*)`?:\s")
    made: list[str] = []
    for paragraph in "\n".join(lines).split("\n\n"):
        parts = start.split(" ".join(paragraph.split())) if not paragraph.startswith((">>>", " ", "=")) else [""]
        if len(parts) == 1:
            made += [*paragraph.split("\n"), ""]
            continue
        head, *items = parts
        items[-1], *tail = re.split(r"(?<=\.)\s+(?=(?:Returns|Raises)\b)", items[-1], maxsplit=1)
        made += [head.strip(), ""]
        for found, meaning in zip(items[::2], items[1::2], strict=True):
            if not listed:
                first, *others = found.split(", ")
                made += [
                    f":param {first}: {meaning.strip()}",
                    *(f":param {other}: see ``{first}``" for other in others),
                ]
            elif meaning.rstrip().endswith(":"):  # a table follows
                made += [f"``{found}``: {meaning.strip()}"]
        made += ["", *tail, ""]
    lines[:] = made


def _arguments(obj: Any) -> list[str]:
    if isinstance(obj, type) and attrs.has(obj):
        return [field.name for field in attrs.fields(obj)]
    try:
        return [name for name in inspect.signature(obj).parameters if name != "self"]
    except (TypeError, ValueError):
        return []


def check_settings(app: Sphinx, env: BuildEnvironment) -> None:
    for field in attrs.fields(DenoiseSettings):
        if field.name not in documented(env):
            logger.warning("settings.rst: no word on DENOISE_%s", field.name.upper())


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("parameters", Parameters)
    app.add_directive("region-parameters", RegionParameters)
    app.add_directive("setting", Setting)
    app.add_directive("columns", ColumnsTable)
    app.add_directive("lexicons", Lexicons)
    app.add_directive("members", Members)
    app.connect("builder-inited", shown_by_members)
    app.connect("autodoc-process-docstring", split_arguments)
    app.connect("env-check-consistency", check_settings)
    return {"parallel_read_safe": False}
