"""The compiled modules, every compiled.pyx of the package, and the description for PyPI (the rest is in setup.cfg)."""

import itertools
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

FAST = tuple(f"scrapy_denoise.{name}.compiled" for name in ("blocks.features", "methods", "sites"))
"""The extensions with long loops, which are compiled at the level of Python itself (-O3). At -O1 gcc takes half of the
time, and the text of a page 1.1 % more instructions for the features of blocks, .1 % more for page and document."""


class BuildInParallel(build_ext):
    """Compiles as many extensions at once as there are processors, the longest first, and says which."""

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
        self.extensions.sort(key=lambda ext: Path(ext.sources[0]).stat().st_size, reverse=True)
        self.outdated = [ext for ext in self.extensions if not self.is_built(ext)]
        self.numbers = itertools.count(1)
        super().build_extensions()

    def build_extension(self, ext: Extension) -> None:
        """Compile an extension; for an editable installation take that of ``build_ext --inplace``, if it is newer."""
        if ext in self.outdated:
            print(f"Compiling {next(self.numbers)} of {len(self.outdated)}: {ext.name}", flush=True)
        elif self.editable_mode:
            path = Path(self.get_ext_fullpath(ext.name))
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(self.path_in_place(ext), path)
        super().build_extension(ext)

    def is_built(self, ext: Extension) -> bool:
        path = self.path_in_place(ext) if self.editable_mode else Path(self.get_ext_fullpath(ext.name))
        newest = max(Path(source).stat().st_mtime for source in (*ext.sources, *ext.depends))
        return not self.force and path.is_file() and path.stat().st_mtime >= newest

    def path_in_place(self, ext: Extension) -> Path:
        return Path(self.get_ext_filename(ext.name))


def options(name: str) -> list[str]:
    """Those of gcc and clang. CFLAGS may say another level, as that of `make sanitize`."""
    # Without symbols for debuggers, which are most of the bytes of a wheel, and without warnings of what Cython writes.
    return ["-g0", "-w", *([] if name in FAST or "-O" in os.environ.get("CFLAGS", "") else ["-O1"])]


def extension(name: str, source: Path) -> Extension:
    return Extension(
        name,
        [source.as_posix()],
        depends=["setup.py"],
        # Of lxml's trees: what others use of `page.compiled`, which reads them, names their types.
        include_dirs=lxml.get_include(),
        extra_compile_args=[] if os.name == "nt" else options(name),
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
            "show_performance_hints": False,
        },
    ),
    cmdclass={"build_ext": BuildInParallel},
)
