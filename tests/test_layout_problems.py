"""What is wrong with the layout of an invented package is found."""

from test_layout import MAX_MODULES, NAME, circles, graph_of, problems, read_modules, upward

STEP = "from scrapy_denoise.page.walk.compiled import step"


def write(root, files):
    for name, source in files.items():
        path = root / NAME / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")


def test_what_is_wrong_is_found(tmp_path):
    files = {
        "__init__.py": "",
        "api.py": "from scrapy_denoise.crawl import x",
        "page/__init__.py": "from .page import Page",
        "page/page.py": "def f():\n    from scrapy_denoise.page import walk",
        "page/compiled.pyx": 'include "walk.pxi"',
        "page/walk.pxi": "cimport cython\nfrom scrapy_denoise.page.page cimport (\n    a,  # one\n    b,\n)",
        "page/layout.pxd": "from scrapy_denoise.sites.compiled cimport c as d, e",
        "sites/compiled.pyx": 'include "key.pxi"',
        "sites/compiled.pxd": 'include "key_declarations.pxi"',
        "sites/key.pxi": "import scrapy_denoise.page.page",
        "sites/key_declarations.pxi": "cdef int c(int x) noexcept",
        "crawl/__init__.py": "if TYPE_CHECKING:\n    import scrapy_denoise.evaluation.run",
        "evaluation/run.py": "from ..page import layout",
        "shop/till.py": "from scrapy_denoise.page import Page",
    }
    write(tmp_path, files)
    modules = read_modules(tmp_path)
    graph = graph_of(modules)
    assert graph["scrapy_denoise.evaluation.run"] == {"scrapy_denoise.page.layout"}
    assert sorted(upward(graph)) == [
        "scrapy_denoise.api imports scrapy_denoise.crawl, which is not below api",
        "scrapy_denoise.crawl imports scrapy_denoise.evaluation.run, which is not below crawl",
        "scrapy_denoise.page.layout imports scrapy_denoise.sites.compiled, which is not below page",
        "scrapy_denoise.page.layout imports scrapy_denoise.sites.key, which is not below page",
        "scrapy_denoise.shop.till: shop is not in LAYERS",
    ]
    (circle,) = circles(graph)
    assert circle == "circle of imports: scrapy_denoise.page.page, scrapy_denoise.page.walk"


def test_folders_that_are_no_rooms_are_found(tmp_path):
    files = {
        "__init__.py": '"""Names."""\nfrom x import y\n__all__ = ["y"]\nif TYPE_CHECKING:\n    import z\n',
        "page/__init__.py": "LIMIT = max(1, 2)",
        "page/walk/__init__.py": "",
        "page/walk/walk.py": f"{STEP}\nfrom scrapy_denoise.page.title import names",
        "page/walk/compiled.pyx": 'include "_walk.pxi"',
        "page/walk/_walk.pxi": "def step(): pass",
        "page/title/names.py": f"{STEP}\nfrom scrapy_denoise.page.walk import classes",
        "page/title/compiled.pyx": 'include "_titles.pxi"',
        "page/title/_titles.pxi": STEP.replace("import", "cimport"),
        "page/walk/classes.py": "",
        **{f"sites/s{number}.py": "" for number in range(MAX_MODULES + 1)},
        "sites/compiled.pyx": 'include "_s1.pxi"',
        "sites/_s1.pxi": "",
    }
    write(tmp_path, files)
    found = problems(tmp_path)
    assert found == [
        "in scrapy_denoise.page, circle of imports: scrapy_denoise.page.title, scrapy_denoise.page.walk",
        f"scrapy_denoise.sites has {MAX_MODULES + 1} modules",
        "scrapy_denoise.page.title._titles has no titles.py beside it",
        "scrapy_denoise.page.title.names imports scrapy_denoise.page.walk._walk",
        "scrapy_denoise.page has code in its __init__, line 1",
    ]


def test_parts_that_are_not_one_module_are_found(tmp_path):
    files = {
        "page/compiled.pyx": 'include "words.pxi"\ninclude "walk/steps.pxi"\ninclude "walk/steps.pxi"',
        "page/words.pxi": 'cdef enum:\n    MOST = 4  # words\n\nHELD = ("say", "=")\ndef words(): pass',
        "page/rows.pxi": "cdef class Rows:\n    cdef int n",
        "page/rows_declarations.pxi": "",
        "page/reader.py": "from scrapy_denoise.page.compiled import HELD",
        "page/walk/compiled.pyx": "",
        "page/walk/steps.pxi": "",
        "page/title/site.pxi": "from ..reader import x\n\ncpdef str words(str text): pass\n\ncdef int MOST = 5",
        "page/lone.pyx": "",
    }
    write(tmp_path, files)
    found = problems(tmp_path)
    assert found == [
        "circle of imports: scrapy_denoise.page.compiled, scrapy_denoise.page.reader",
        "scrapy_denoise/page/lone.pyx is not a part of a compiled module, *.pxi",
        "scrapy_denoise.page.compiled.pxd does not include scrapy_denoise/page/rows_declarations.pxi",
        "scrapy_denoise.page.compiled.pyx does not include scrapy_denoise/page/rows.pxi",
        "scrapy_denoise.page.compiled.pyx does not include scrapy_denoise/page/title/site.pxi",
        "scrapy_denoise.page.walk.compiled.pyx does not include scrapy_denoise/page/walk/steps.pxi",
        "scrapy_denoise.page.compiled.pyx includes scrapy_denoise/page/walk/steps.pxi",
        "scrapy_denoise.page.compiled.pyx includes scrapy_denoise/page/walk/steps.pxi twice",
        "scrapy_denoise.page.compiled has two of MOST: scrapy_denoise.page.title.site, scrapy_denoise.page.words",
        "scrapy_denoise.page.compiled has two of words: scrapy_denoise.page.title.site, scrapy_denoise.page.words",
    ]
