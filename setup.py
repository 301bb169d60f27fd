"""The compiled part: every .pyx of the package (everything else is in setup.cfg)."""

import os
from pathlib import Path

import lxml
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

WALK = "scrapy_denoise.page.walk"
"""The one extension that reads lxml's trees: built against the headers that the lxml wheel ships."""


class BuildInParallel(build_ext):
    """Compiles as many extensions at once as there are processors."""

    def finalize_options(self) -> None:
        super().finalize_options()
        if self.parallel is None:
            self.parallel = os.cpu_count()


def extension(source: Path) -> Extension:
    name = ".".join(source.with_suffix("").parts)
    return Extension(
        name,
        [source.as_posix()],
        include_dirs=lxml.get_include() if name == WALK else [],
        # Without symbols for debuggers, which are most of the bytes of a wheel.
        extra_compile_args=[] if os.name == "nt" else ["-g0"],
    )


setup(
    ext_modules=cythonize(
        [extension(source) for source in sorted(Path("scrapy_denoise").rglob("*.pyx"))],
        nthreads=0 if os.name == "nt" else os.cpu_count() or 1,
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
