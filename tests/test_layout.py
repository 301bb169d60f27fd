"""The layout of the package: imports run one way, and a folder is one noun with few modules.

No part imports one above it; no modules, and no folders beside each other, import each other in a circle; a folder has
at most `MAX_MODULES` modules; an ``__init__`` gives names and has no code. A part ``x.pxi`` of a compiled module counts
as a module (`helpers.compiled_parts`): who imports one of its names imports it. A compiled half ``_x.pxi`` stands
beside its ``x.py``, and only its folder and compiled code import its names.

``python tests/test_layout.py`` prints what is wrong; ``make lint`` runs it. With ``--tree`` it prints the folders, each
with the first line of its docstring, as docs/development.rst shows them. Imports inside functions and under
TYPE_CHECKING count like all others, and so do those of compiled modules.
"""

import ast
import re
import sys
from pathlib import Path

from helpers.compiled_parts import DECLARATIONS, MODULE, modules_of_parts, names_of_parts, problems_of_parts

NAME = "scrapy_denoise"
ROOT = Path(__file__).parents[1]

# From the bottom to the top. Parts of one line do not import each other.
LAYERS = (
    ("_version", "files", "optional", "workers"),
    ("page",),
    ("blocks",),
    ("sites",),
    ("methods",),
    ("document", "corrections"),
    ("viewer", "items"),
    ("result",),
    ("api",),
    ("crawl", "corpus", "evaluation"),
    ("cli",),
    ("__init__", "__main__"),
)
MAX_MODULES = 15

SUFFIXES = (".py", ".pyx", ".pxd", ".pxi", ".pyi")
CYTHON_FROM = re.compile(r"^\s*from\s+([\w.]+)\s+c?import\s+(\(.*?\)|[^\n]*)", re.MULTILINE | re.DOTALL)
CYTHON_IMPORT = re.compile(r"^\s*c?import\s+([\w.]+)", re.MULTILINE)


def read_modules(root):
    """The modules of the package and the source of each; what is compiled and its declarations are one."""
    modules = {}
    for path in sorted((root / NAME).rglob("*")):
        if path.suffix in SUFFIXES:
            parts = path.relative_to(root).with_suffix("").parts
            module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            if path.suffix == ".pxi":
                module = module.removesuffix(DECLARATIONS)
            modules.setdefault(module, []).append((path, path.read_text(encoding="utf-8")))
    return modules


def imports_of(module, sources, modules, names_of):
    """The modules of the package that a module imports; of compiled ones the parts that its names are from."""
    found = set()
    for path, source in sources:
        package = module if path.stem == "__init__" else module.rpartition(".")[0]
        for origin, names in statements(path, source):
            if origin.startswith("."):
                above = package.split(".")
                dots = len(origin) - len(origin.lstrip("."))
                above = above[: len(above) - dots + 1]
                origin = ".".join([*above, *filter(None, [origin.lstrip(".")])])
            if origin.split(".")[0] == NAME:
                parts = names_of.get(origin, {})
                found |= {f"{origin}.{name}" for name in names} | set().union(*(parts.get(name, ()) for name in names))
                if not names or any(f"{origin}.{name}" not in modules and name not in parts for name in names):
                    found.add(origin)
    return (found & modules.keys()) - {module}


def graph_of(modules):
    """The modules that each module imports."""
    names_of = names_of_parts(modules)
    return {module: imports_of(module, sources, modules, names_of) for module, sources in modules.items()}


def contracted(graph, modules):
    """The imports when the package runs: the parts of a compiled module are one, what is only compiled in is none."""
    headers = {module for module, sources in modules.items() if all(path.suffix == ".pxd" for path, _ in sources)}
    whole = modules_of_parts(modules)
    found = {}
    for module, imported in graph.items():
        name = whole.get(module, module)
        # The imports of a compiled module itself are those of its stub.
        others = set() if module.rpartition(".")[2] == MODULE else imported - headers
        found.setdefault(name, set()).update({whole.get(other, other) for other in others} - {name})
    return found


def statements(path, source):
    """The imports in a file: where from, and the names, none for ``import x``."""
    if path.suffix in (".py", ".pyi"):
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ImportFrom):
                yield "." * node.level + (node.module or ""), [name.name for name in node.names]
            elif isinstance(node, ast.Import):
                yield from ((name.name, []) for name in node.names)
        return
    for origin, names in CYTHON_FROM.findall(source):
        plain = re.sub(r"#[^\n]*", "", names).strip("() \n")
        yield origin, [name.split()[0] for name in plain.split(",") if name.strip()]
    yield from ((origin, []) for origin in CYTHON_IMPORT.findall(source))


def part_of(module):
    """The part of the package, as LAYERS names it."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def upward(graph):
    """Imports that point to a part which is not below."""
    layer = {part: number for number, parts in enumerate(LAYERS) for part in parts}
    for module, imported in graph.items():
        for other in sorted(imported):
            part, lower = part_of(module), part_of(other)
            if part not in layer:
                yield f"{module}: {part} is not in LAYERS"
            elif part != lower and layer.get(lower, len(LAYERS)) >= layer[part]:
                yield f"{module} imports {other}, which is not below {part}"


def circles(graph):
    """Groups of modules that import each other (Tarjan, "Depth-first search and linear graph algorithms", 1972)."""
    index, low, stack, found = {}, {}, [], []

    def visit(module):
        index[module] = low[module] = len(index)
        stack.append(module)
        for other in graph[module]:
            if other not in index:
                visit(other)
                low[module] = min(low[module], low[other])
            elif other in stack:
                low[module] = min(low[module], index[other])
        if low[module] == index[module]:
            group = [stack.pop()]
            while group[-1] != module:
                group.append(stack.pop())
            if len(group) > 1:
                found.append("circle of imports: " + ", ".join(sorted(group)))

    for module in graph:
        if module not in index:
            visit(module)
    return found


def folder_circles(graph):
    """Groups of modules and folders of one folder that import each other."""
    folders = sorted(
        {".".join(module.split(".")[:depth]) for module in graph for depth in range(1, module.count(".") + 1)}
    )
    for folder in folders:
        inside = {}
        for module, imported in graph.items():
            if child := child_of(folder, module):
                inside.setdefault(child, set()).update(filter(None, (child_of(folder, other) for other in imported)))
        for circle in circles({child: others - {child} for child, others in inside.items()}):
            yield f"in {folder}, {circle}"


def child_of(folder, module):
    """The module or folder directly within a folder that a module is, or belongs to; None outside the folder."""
    if not module.startswith(folder + "."):
        return None
    return ".".join(module.split(".")[: folder.count(".") + 2])


def crowded(modules):
    """Folders with more modules than a reader takes in. A module and its compiled half are one."""
    counts = {}
    for module, sources in modules.items():
        folder, _, name = module.rpartition(".")
        is_half = name.startswith("_") and f"{folder}.{name[1:]}" in modules
        if name != MODULE and not is_half and all(path.stem != "__init__" for path, _ in sources):
            counts[folder] = counts.get(folder, 0) + 1
    return [f"{folder} has {count} modules" for folder, count in sorted(counts.items()) if count > MAX_MODULES]


def is_compiled(sources):
    return any(path.suffix in (".pyx", ".pxd", ".pxi") for path, _ in sources)


def misplaced_halves(modules, graph):
    """Compiled halves without the module that they are the half of, and imports of halves from Python elsewhere."""
    halves = {m for m, sources in modules.items() if m.rpartition(".")[2].startswith("_") and is_compiled(sources)}
    for half in sorted(halves):
        folder, _, name = half.rpartition(".")
        if f"{folder}.{name[1:]}" not in modules:
            yield f"{half} has no {name[1:]}.py beside it"
    for module, imported in graph.items():
        if not is_compiled(modules[module]):
            folder = module.rpartition(".")[0]
            yield from (
                f"{module} imports {half}" for half in sorted(imported & halves) if half.rpartition(".")[0] != folder
            )


def code_in_init(modules):
    """Each ``__init__`` with more than a docstring, imports, tables of names, and the look-up of names (PEP 562)."""
    for module, sources in modules.items():
        for path, source in sources:
            if path.name == "__init__.py":
                wrong = [node.lineno for node in ast.parse(source).body if not gives_names(node)]
                if wrong:
                    yield f"{module} has code in its __init__, line {wrong[0]}"


def gives_names(node):
    if isinstance(node, ast.Import | ast.ImportFrom):
        return True
    if isinstance(node, ast.If):
        return ast.unparse(node.test) == "TYPE_CHECKING" and all(map(gives_names, node.body + node.orelse))
    if isinstance(node, ast.Expr | ast.Assign):
        # A docstring, or a table of constants.
        return not any(isinstance(part, ast.Call | ast.Lambda | ast.comprehension) for part in ast.walk(node))
    return isinstance(node, ast.FunctionDef) and node.name in ("__getattr__", "__dir__")


def problems(root):
    """All that is wrong with a package, a sentence each."""
    modules = read_modules(root)
    graph = graph_of(modules)
    return [
        *upward(graph),
        *circles(graph),
        *circles(contracted(graph, modules)),
        *folder_circles(graph),
        *crowded(modules),
        *misplaced_halves(modules, graph),
        *problems_of_parts(root, modules),
        *code_in_init(modules),
    ]


def tree(root):
    """The folders of the package, each with the first line of its docstring."""
    for path in sorted((root / NAME).rglob("__init__.py")):
        parts = path.relative_to(root / NAME).parts[:-1]
        if parts:
            docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
            yield f"{'    ' * len(parts)}{parts[-1] + '/':{28 - 4 * len(parts)}}{docstring.partition(chr(10))[0]}"


def test_layout():
    assert problems(ROOT) == []


def test_the_documentation_shows_the_tree_as_it_is():
    shown = (ROOT / "docs" / "development.rst").read_text(encoding="utf-8")
    assert "\n".join(f"    {line}" for line in tree(ROOT)) in shown


def test_each_folder_says_what_it_is_in_five_lines():
    for path in (ROOT / NAME).rglob("__init__.py"):
        docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        assert 1 <= len(docstring.splitlines()) <= 5, path
        assert path.parent == ROOT / NAME or {"In:", "Out:"} <= set(docstring.split()), path


if __name__ == "__main__":
    if "--tree" in sys.argv:
        print("\n".join(tree(ROOT)))
        sys.exit()
    wrong = problems(ROOT)
    print("\n".join(wrong) or f"{len(read_modules(ROOT))} modules: the layout is as it should be")
    sys.exit(bool(wrong))
