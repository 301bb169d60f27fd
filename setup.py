"""The compiled part, every .pyx of the package, and the description for PyPI (everything else is in setup.cfg)."""

import os
import re
import shutil
import sys
import sysconfig
from pathlib import Path

import lxml
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SHARED = "scrapy_denoise._cython"
"""Cython's own code for memory views, compiled once: otherwise each extension has a copy of it."""


class BuildInParallel(build_ext):
    """Compiles as many extensions at once as there are processors."""

    def finalize_options(self) -> None:
        super().finalize_options()
        if self.parallel is None:
            self.parallel = os.cpu_count()

    def build_extensions(self) -> None:
        command = getattr(self.compiler, "compiler_so", None)  # there is none on Windows
        if command and shutil.which(command[0]) is None:
            sys.exit(
                f"error: scrapy-denoise is installed from source, which needs a C compiler, and {command[0]} was not "
                "found. On Debian and Ubuntu: apt install gcc python3-dev"
            )
        headers = Path(sysconfig.get_path("include"), "Python.h")
        if not headers.is_file():
            sys.exit(
                "error: scrapy-denoise is installed from source, which needs the headers of Python, and "
                f"{headers} was not found. On Debian and Ubuntu: apt install python3-dev"
            )
        super().build_extensions()


def extension(name: str, source: Path) -> Extension:
    return Extension(
        name,
        [source.as_posix()],
        # Of lxml's trees: what others use of `page.compiled`, which reads them, names their types.
        include_dirs=lxml.get_include(),
        # Without symbols for debuggers, which are most of the bytes of a wheel.
        extra_compile_args=[] if os.name == "nt" else ["-g0"],
    )


def long_description() -> str:
    """README as PyPI can show it, where relative links and pictures lead nowhere: text without links, no pictures."""
    readme = Path("README.md").read_text("utf-8")
    without_pictures = re.sub(r"!\[[^]]*\]\((?!https?:)[^)]*\)\n*", "", readme)
    return re.sub(r"\[([^]]*)\]\((?!https?:)[^)]*\)", r"\1", without_pictures)


sources = {".".join(path.with_suffix("").parts): path for path in sorted(Path("scrapy_denoise").rglob("*.pyx"))}
sources[SHARED] = Path(*SHARED.split(".")).with_suffix(".c")

setup(
    long_description=long_description(),
    ext_modules=cythonize(
        [extension(name, source) for name, source in sources.items()],
        nthreads=0 if os.name == "nt" else os.cpu_count() or 1,
        shared_utility_qualified_name=SHARED,
        compiler_directives={
            "language_level": 3,
            "boundscheck": False,
            "wraparound": False,
            "initializedcheck": False,
            "cdivision": True,
        },
    ),
    cmdclass={"build_ext": BuildInParallel},
)
