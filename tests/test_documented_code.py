"""The code of the documentation that no doctest runs: it compiles, what it imports of the package is there, its
settings are allowed, and what it defines for other engines works."""

import ast
import re
import sys
import textwrap
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from scrapy.settings import Settings

from scrapy_denoise.crawl.settings import DenoiseSettings

ROOT = Path(__file__).parents[1]
DIRECTIVE = re.compile(r"^( *)\.\. code-block:: python\n\n((?:\1    .*\n|\n)+)", re.M)
FENCE = re.compile(r"^```python\n(.*?)^```", re.M | re.S)
OF_A_PROJECT = {"DENOISE_SITE_KEY", "DENOISE_STORE"}
"""Settings whose examples name modules that a reader is to write."""


def blocks():
    for path in [*sorted((ROOT / "docs").rglob("*.rst")), ROOT / "README.md"]:
        page = path.read_text("utf-8")
        found = [match[1] for match in FENCE.finditer(page)] or [match[2] for match in DIRECTIVE.finditer(page)]
        for number, code in enumerate(found, 1):
            yield pytest.param(textwrap.dedent(code), id=f"{path.relative_to(ROOT)}-{number}")


@pytest.mark.parametrize("code", list(blocks()))
def test_imports_and_settings(code):
    nodes = list(ast.walk(ast.parse(code)))
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module.startswith("scrapy_denoise."):
            exec(ast.unparse(node))
    # Paragraphs of one block are alternatives where they give a setting several values.
    names = re.findall(r"^DENOISE_\w+", code, re.M)
    for part in code.split("\n\n") if len(names) > len(set(names)) else [code]:
        given = {
            node.targets[0].id: eval(ast.unparse(node.value))
            for node in ast.parse(part).body
            if isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and node.targets[0].id.startswith("DENOISE_")
        }
        if given.get("DENOISE_STORE") == "redis":
            given["REDIS_URL"] = "redis://localhost"
            DenoiseSettings.read(Settings(given))
        DenoiseSettings.read(Settings({name: value for name, value in given.items() if name not in OF_A_PROJECT}))


def test_other_engines(monkeypatch):
    pytest.importorskip("pyarrow")
    for name in ("ray", "datatrove", "datatrove.data", "datatrove.pipeline", "datatrove.pipeline.base"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    sys.modules["datatrove.data"].DocumentsPipeline = list
    sys.modules["datatrove.pipeline.base"].PipelineStep = object
    of_ray, of_datatrove = (
        textwrap.dedent(match[2])
        for match in DIRECTIVE.finditer((ROOT / "docs" / "corpus.rst").read_text("utf-8"))
        if match[2].lstrip().startswith(("# Ray", "# datatrove"))
    )
    story = "<nav><a href=/>Home</a></nav><p>It rained in the hills for three days, and the river rose.</p>"
    text = "It rained in the hills for three days, and the river rose."
    found = {}
    exec(of_ray.partition("\n\n\npages =")[0], found)
    columns = {"url": ["https://a.example/1"], "html": [story.encode()], "site": ["a.example"]}
    table = found["CleanSite"]()({name: np.array(values, object) for name, values in columns.items()})
    assert table.column("text").to_pylist() == [text]
    exec(of_datatrove, found)

    class Document:
        text, metadata = story, {"url": "https://a.example/1"}

    assert [document.text for document in found["Denoise"]().run([Document()])] == [text]
