"""setup.py: what a source installation says that cannot compile, and what PyPI shows.

setup.cfg: each extra is tried by its command.
"""

import os
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


def test_an_editable_installation_takes_what_is_compiled_already(command, monkeypatch, tmp_path, capsys):
    monkeypatch.chdir(tmp_path)
    command.editable_mode, command.force, command.build_lib, command.ext_map = True, False, "lib", {}
    command.extensions = [setuptools.Extension(f"package.{name}", [f"{name}.c"]) for name in ("old", "new")]
    done, base = [], type(command).__mro__[1]
    monkeypatch.setattr(base, "build_extension", lambda _, ext: done.append(ext.name))
    monkeypatch.setattr(base, "build_extensions", lambda it: [it.build_extension(ext) for ext in it.extensions])
    command.compiler = SimpleNamespace()
    (tmp_path / "package").mkdir()
    for time, name in enumerate(("old", "new")):
        for number, path in enumerate((command.get_ext_filename(f"package.{name}"), f"{name}.c")):
            Path(path).write_text(name)
            os.utime(path, (0, 10 + (time - number if name == "new" else number)))
    command.build_extensions()
    assert capsys.readouterr().out == "Compiling 1 of 1: package.old\n"
    assert done == ["package.old", "package.new"]
    assert Path("lib", command.get_ext_filename("package.new")).read_text() == "new"
    assert not Path("lib", command.get_ext_filename("package.old")).exists()


def test_the_description_for_pypi_has_no_link_into_the_repository(given):
    described = given["long_description"]
    assert "- Getting started, recipes, troubleshooting\n" in described
    assert "(https://scrapy.org)" in described
    assert re.findall(r"\]\((?!https?:)", described) == []


def test_each_extra_is_tried_by_a_command():
    assert {name.removesuffix("-oldest") for name in USES} == requirements().keys()
