"""setup.py: what a source installation says that cannot compile, and what PyPI shows.

setup.cfg: each extra is tried by its command.
"""

import re
import runpy
import sysconfig
from pathlib import Path
from types import SimpleNamespace

import pytest
import setuptools
from try_extras import USES, requirements

SETUP = Path(__file__).parent.parent / "setup.py"


@pytest.fixture
def given(monkeypatch):
    """What setup.py gives to setuptools."""
    build = pytest.importorskip("Cython.Build")
    given = {}
    monkeypatch.setattr(build, "cythonize", lambda extensions, **options: [])
    monkeypatch.setattr(setuptools, "setup", lambda **options: given.update(options))
    monkeypatch.chdir(SETUP.parent)
    runpy.run_path(str(SETUP))
    return given


@pytest.fixture
def command(given):
    return given["cmdclass"]["build_ext"](setuptools.Distribution())


def test_a_missing_compiler_is_named(command):
    command.compiler = SimpleNamespace(compiler_so=["no-such-compiler", "-O3"])
    with pytest.raises(SystemExit, match=r"needs a C compiler, and no-such-compiler was not found\. On Debian"):
        command.build_extensions()


def test_missing_headers_of_python_are_named(command, monkeypatch, tmp_path):
    command.compiler = SimpleNamespace()
    monkeypatch.setattr(sysconfig, "get_path", lambda name: str(tmp_path))
    with pytest.raises(SystemExit, match=r"needs the headers of Python, and .*Python\.h was not found\. On Debian"):
        command.build_extensions()


def test_the_description_for_pypi_has_no_link_into_the_repository(given):
    described = given["long_description"]
    assert "- Getting started, recipes, troubleshooting\n" in described
    assert "(https://scrapy.org)" in described
    assert re.findall(r"\]\((?!https?:)", described) == []


def test_each_extra_is_tried_by_a_command():
    assert {name.removesuffix("-oldest") for name in USES} == requirements().keys()
