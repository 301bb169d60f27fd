"""How many lines of code, and of lexicons, are there for one step alone: counted in the source by name.

A definition belongs to a step if it is one of those that the step names, or if everything that mentions it does.
"""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path

from attrs import frozen

from benchmarks.step_pages import STEPS
from scrapy_denoise.methods.steps import Judged, Part

PACKAGE = Path(__file__).parents[1] / "scrapy_denoise"
LEXICON = PACKAGE / "blocks" / "lexicon"
TABLES = frozenset({"COMPLETIONS", "LEFT_OUT", "QUESTIONS"})
"""Definitions that list steps, and whose mention of a name says nothing."""

_BEGINS = re.compile(r"(?:c?p?def |cdef |cpdef |class |@|[A-Za-z_]\w* *(?::[^=\n]+)?=)")
_WORD = re.compile(r"[A-Za-z_]\w*")
_DOCSTRING = re.compile(r"\"\"\".*?\"\"\"", re.DOTALL)
_STRING = re.compile(r"\"(\w+)\"")


@frozen(slots=False)
class Definition:
    """A function, a class or a constant of a module: its file, its name and its lines. beside: other names that the
    same lines define."""

    file: str
    name: str
    source: str
    beside: frozenset[str] = frozenset()

    @cached_property
    def words(self) -> frozenset[str]:
        """What it mentions, but for its docstrings."""
        return frozenset(_WORD.findall(_DOCSTRING.sub("", self.source))) - self.beside - {self.name}

    @cached_property
    def lexicons(self) -> frozenset[str]:
        return frozenset(name for name in _STRING.findall(self.source) if (LEXICON / f"{name}.txt").exists())

    @property
    def lines(self) -> int:
        return sum(bool(line.strip()) for line in self.source.splitlines())


@cache
def definitions() -> list[Definition]:
    """All of the package."""
    found = []
    for path in sorted(PACKAGE.rglob("*.p*")):
        if path.suffix in (".py", ".pyx", ".pxi"):
            name, source = str(path.relative_to(PACKAGE)), path.read_text(encoding="utf-8")
            found += _of_python(name, source) if path.suffix == ".py" else _of_cython(name, source)
    return found


def _of_python(file: str, source: str) -> Iterable[Definition]:
    lines = source.splitlines()
    for node in ast.parse(source).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)):
            names, first = [node.name], min([node.lineno, *(d.lineno for d in node.decorator_list)])
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)]
            first = node.lineno
        else:
            continue
        text = "\n".join(lines[first - 1 : node.end_lineno])
        yield from (Definition(file, name, text, frozenset(names)) for name in names)


def _of_cython(file: str, source: str) -> Iterable[Definition]:
    lines = source.splitlines()
    starts = [number for number, line in enumerate(lines) if _BEGINS.match(line)]
    for first, stop in pairwise([*starts, len(lines)]):
        text = "\n".join(lines[first:stop])
        head = re.match(r"(?:cdef|cpdef|def|class)?[^(:=]*?([A-Za-z_]\w*)\s*(?=[(:=\[]|$)", lines[first])
        if head is not None:
            yield Definition(file, head.group(1), text)


@cache
def _mentions() -> dict[str, list[Definition]]:
    found = defaultdict(list)
    for definition in definitions():
        for word in definition.words:
            found[word].append(definition)
    return found


def names_of(step: Judged) -> list[str]:
    """The names of what is there for a step: those that it names, or those in its line of a table of steps."""
    if isinstance(step, Part):
        return [*step.code]
    lines = (line for d in definitions() if d.name in TABLES for line in re.split(r"(?=Step\()", d.source))
    own = next(line for line in lines if re.match(rf'Step\(\s*"{step.name}"', line))
    return [word for word in _WORD.findall(re.sub(r"\"[^\"]*\"", "", own)) if word in _files()]


@cache
def _files() -> dict[str, set[str]]:
    """By name the files that define it."""
    found = defaultdict(set)
    for definition in definitions():
        found[definition.name].add(definition.file)
    return found


@cache
def _shared() -> frozenset[str]:
    counts = Counter(name for step in STEPS.values() for name in set(names_of(step)))
    return frozenset(name for name, count in counts.items() if count > 1) | {"Step", "COMPLETES", "LEAVES_OUT"}


def _roots(step: Judged) -> list[Definition]:
    found: list[Definition] = []
    for name in names_of(step):
        module, _, own = name.rpartition(".")
        files = {file for file in _files()[own] if Path(file).stem == module} if module else _files()[own]
        # Of several definitions of a name that one is meant which stands with the steps.
        near = {file for file in files if "/selection/" in file} or files
        found += (d for d in definitions() if name not in _shared() and d.name == own and d.file in near)
    return found


def code_of(step: Judged) -> list[Definition]:
    """The definitions that are there for a step alone."""
    own = {id(definition): definition for definition in _roots(step)}
    grown = True
    while grown:
        grown = False
        for definition in definitions():
            if id(definition) in own or definition.name in TABLES or definition.file.endswith("methods/steps.py"):
                continue
            files = _files()[definition.name]
            among = [
                d
                for d in _mentions().get(definition.name, ())
                if d.name not in TABLES
                and (d.file == definition.file or not (definition.name[0] == "_" or d.file in files))
            ]
            if among and all(id(d) in own for d in among):
                own[id(definition)] = definition
                grown = True
    return list(own.values())


def lines_of(step: Judged) -> tuple[int, int]:
    """Lines of code and of lexicons that are there for a step alone."""
    own = code_of(step)
    names = {name for definition in own for name in definition.lexicons}
    others = {name for d in definitions() if d not in own for name in d.lexicons}
    lexicons = sum(len((LEXICON / f"{name}.txt").read_text(encoding="utf-8").splitlines()) for name in names - others)
    return sum({(definition.file, definition.source): definition.lines for definition in own}.values()), lexicons
