"""The compiled part: built against the headers that the lxml wheel ships (everything else is in setup.cfg)."""

import lxml
from Cython.Build import cythonize
from setuptools import Extension, setup

setup(
    ext_modules=cythonize(
        [
            Extension(
                "scrapy_denoise.page.columns", ["scrapy_denoise/page/columns.pyx"], include_dirs=lxml.get_include()
            ),
            Extension("scrapy_denoise.page.scan", ["scrapy_denoise/page/scan.pyx"]),
            Extension("scrapy_denoise.page.features", ["scrapy_denoise/page/features.pyx"]),
            Extension("scrapy_denoise.page.trees", ["scrapy_denoise/page/trees.pyx"]),
            Extension("scrapy_denoise.page.tokens", ["scrapy_denoise/page/tokens.pyx"]),
            Extension("scrapy_denoise.page.marking", ["scrapy_denoise/page/marking.pyx"]),
            Extension("scrapy_denoise.page.hashing", ["scrapy_denoise/page/hashing.pyx"]),
            Extension("scrapy_denoise.sites.agreement", ["scrapy_denoise/sites/agreement.pyx"]),
            Extension("scrapy_denoise.sites.counting", ["scrapy_denoise/sites/counting.pyx"]),
            Extension("scrapy_denoise.sites.packing", ["scrapy_denoise/sites/packing.pyx"]),
            Extension("scrapy_denoise.methods.cut", ["scrapy_denoise/methods/cut.pyx"]),
            Extension("scrapy_denoise.methods.choice", ["scrapy_denoise/methods/choice.pyx"]),
            Extension("scrapy_denoise.methods.paths", ["scrapy_denoise/methods/paths.pyx"]),
            Extension("scrapy_denoise.methods.alignment", ["scrapy_denoise/methods/alignment.pyx"]),
            Extension("scrapy_denoise.methods.lcs", ["scrapy_denoise/methods/lcs.pyx"]),
            Extension("scrapy_denoise.methods.segments", ["scrapy_denoise/methods/segments.pyx"]),
            Extension("scrapy_denoise.methods.quark.core", ["scrapy_denoise/methods/quark/core.pyx"]),
            Extension("scrapy_denoise.methods.baselines.mapping", ["scrapy_denoise/methods/baselines/mapping.pyx"]),
            Extension("scrapy_denoise.methods.baselines.styles", ["scrapy_denoise/methods/baselines/styles.pyx"]),
        ],
        compiler_directives={
            "language_level": 3,
            "boundscheck": False,
            "wraparound": False,
            "initializedcheck": False,
            "cdivision": True,
        },
    )
)
