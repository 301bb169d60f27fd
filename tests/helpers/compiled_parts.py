"""What compiled modules are made of.

``compiled.pyx`` of a folder includes the parts, ``x.pxi``, of this folder and of those below that have no such module;
``compiled.pxd`` includes ``x_declarations.pxi``, what others use of a part.
"""

import re
from collections import Counter, defaultdict

MODULE = "compiled"
DECLARATIONS = "_declarations"

_TEXT = re.compile(r'"""(?:.|\n)*?"""' + r"|'(?:\\.|[^'\\\n])*'" + r'|"(?:\\.|[^"\\\n])*"' + r"|#[^\n]*")
_INCLUDE = re.compile(r'^include "([^"]+)"$', re.MULTILINE)
_FUNCTION = re.compile(r"(?:cdef|cpdef|def)\b[^=(\n]*?(\w+)\(")
_TYPE = re.compile(r"(?:(?:cdef|cpdef|ctypedef)\s+)?(?:packed\s+)?(?:class|struct|enum)\s+(\w+)")
_VARIABLE = re.compile(r"(?:cdef\s+[\w ]*?[\w\]*&]\s*\**\s*)?(\w+)(?:\[[^]]*\])*(?:: [^=]*)?\s*(?:=(?!=)|$)")


def defined_names(source):
    """The names that the source of a part defines for its whole module."""
    found, inside = set(), None
    for line in re.sub(r"\([^()]*\)", lambda match: match[0].replace("\n", " "), _TEXT.sub("", source)).split("\n"):
        body = line.strip()
        if line[:1].isspace():
            if inside == "enum":
                found |= {name.split("=")[0].strip() for name in body.split(",")}
            elif inside == "cdef" and line[4:5].strip() and (match := _FUNCTION.match(body) or _VARIABLE.match(body)):
                found.add(match[1])
            continue
        inside = None
        if re.match(r"(?:cdef|cpdef|ctypedef)\s+enum\b", body):
            inside = "enum"
        elif body == "cdef:":
            inside = "cdef"
        if match := _TYPE.match(body) or _FUNCTION.match(body):
            found.add(match[1])
        elif not re.match(r"(?:from|import|cimport|include|assert|if|for|while|cdef extern)\b", body):
            found |= {match[1]} if (match := _VARIABLE.match(body)) else set()
    return found - {"", "class", "struct", "enum", "cdef", "pass"}


def modules_of_parts(modules):
    """The compiled module that each part belongs to: that of its folder, or of the nearest folder above."""
    found = {}
    for part, sources in modules.items():
        if any(path.suffix == ".pxi" for path, _ in sources):
            folder = part.rpartition(".")[0]
            while folder and f"{folder}.{MODULE}" not in modules:
                folder = folder.rpartition(".")[0]
            found[part] = f"{folder}.{MODULE}"
    return found


def names_of_parts(modules):
    """For each compiled module the parts that define each of its names."""
    found = defaultdict(lambda: defaultdict(set))
    for part, module in modules_of_parts(modules).items():
        for _, source in modules[part]:
            for name in defined_names(source):
                found[module][name].add(part)
    return found


def problems_of_parts(root, modules):
    """Parts that their module does not include or another one does; names that two parts of a module define."""
    included, expected = Counter(), set()
    for module, sources in modules.items():
        for path, source in sources:
            relative = path.relative_to(root).as_posix()
            if path.suffix == ".pyx" and path.stem != MODULE:
                yield f"{relative} is not a part of a compiled module, *.pxi"
            if path.suffix in (".pyx", ".pxd"):
                for name in _INCLUDE.findall(source):
                    included[
                        (path.parent / name).resolve().relative_to(root.resolve()).as_posix(), f"{module}{path.suffix}"
                    ] += 1
    for part, module in modules_of_parts(modules).items():
        for path, _ in modules[part]:
            if path.suffix == ".pxi":
                suffix = ".pxd" if path.stem.endswith(DECLARATIONS) else ".pyx"
                expected.add((path.relative_to(root).as_posix(), module + suffix))
    yield from sorted(f"{module} does not include {part}" for part, module in expected - included.keys())
    yield from sorted(f"{module} includes {part}" for part, module in included.keys() - expected)
    yield from (f"{module} includes {part} twice" for (part, module), times in sorted(included.items()) if times > 1)
    for module, names in names_of_parts(modules).items():
        for name, parts in sorted(names.items()):
            if len(parts) > 1:
                yield f"{module} has two of {name}: {', '.join(sorted(parts))}"
