"""Imports of the package run one way: no package imports one above it, and no files import each other in a circle.

``python tests/test_layout.py`` prints what is wrong; ``make lint`` runs it. Imports inside functions and under
TYPE_CHECKING count like all others, and so do those of compiled modules.
"""

import ast
import re
import sys
from pathlib import Path

NAME = "scrapy_denoise"
ROOT = Path(__file__).parents[1]

# From the bottom to the top. Parts of one line do not import each other.
LAYERS = (
    ("_version", "whole_files", "line_files", "worker_context"),
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
SUFFIXES = (".py", ".pyx", ".pxd", ".pyi")
CYTHON_FROM = re.compile(r"^\s*from\s+([\w.]+)\s+c?import\s+(\(.*?\)|[^\n]*)", re.MULTILINE | re.DOTALL)
CYTHON_IMPORT = re.compile(r"^\s*c?import\s+([\w.]+)", re.MULTILINE)


def read_modules(root):
    """The modules of the package and the source of each; a compiled module and its declarations are one."""
    modules = {}
    for path in sorted((root / NAME).rglob("*")):
        if path.suffix in SUFFIXES:
            parts = path.relative_to(root).with_suffix("").parts
            module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            modules.setdefault(module, []).append((path, path.read_text(encoding="utf-8")))
    return modules


def imports_of(module, sources, modules):
    """The modules of the package that a module imports."""
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
                submodules = {f"{origin}.{name}" for name in names} & modules.keys()
                found |= submodules
                if len(submodules) < len(names) or not names:
                    found.add(origin)
    return (found & modules.keys()) - {module}


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


def graph_of(root):
    modules = read_modules(root)
    return {module: imports_of(module, sources, modules) for module, sources in modules.items()}


def test_imports_run_one_way():
    assert list(upward(graph_of(ROOT))) == []


def test_no_circles():
    assert circles(graph_of(ROOT)) == []


def test_what_is_wrong_is_found(tmp_path):
    files = {
        "__init__.py": "",
        "api.py": "from scrapy_denoise.crawl import x",
        "page/__init__.py": "from .page import Page",
        "page/page.py": "def f():\n    from scrapy_denoise.page import walk",
        "page/walk.pyx": "cimport cython\nfrom scrapy_denoise.page.page cimport (\n    a,  # one\n    b,\n)",
        "page/layout.pxd": "from scrapy_denoise.sites.key cimport c as d, e",
        "sites/key.pyx": "import scrapy_denoise.page.page",
        "crawl/__init__.py": "if TYPE_CHECKING:\n    import scrapy_denoise.evaluation.run",
        "evaluation/run.py": "from ..page import layout",
        "shop/till.py": "from scrapy_denoise.page import Page",
    }
    for name, source in files.items():
        path = tmp_path / NAME / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")
    graph = graph_of(tmp_path)
    assert graph["scrapy_denoise.evaluation.run"] == {"scrapy_denoise.page.layout"}
    assert sorted(upward(graph)) == [
        "scrapy_denoise.api imports scrapy_denoise.crawl, which is not below api",
        "scrapy_denoise.crawl imports scrapy_denoise.evaluation.run, which is not below crawl",
        "scrapy_denoise.page.layout imports scrapy_denoise.sites.key, which is not below page",
        "scrapy_denoise.shop.till: shop is not in LAYERS",
    ]
    (circle,) = circles(graph)
    assert circle == "circle of imports: scrapy_denoise.page.page, scrapy_denoise.page.walk"


if __name__ == "__main__":
    graph = graph_of(ROOT)
    wrong = [*upward(graph), *circles(graph)]
    print("\n".join(wrong) or f"{len(graph)} modules: imports run one way, without circles")
    sys.exit(bool(wrong))
