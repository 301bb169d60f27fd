"""Sphinx: `make docs` builds the documentation, without a warning, in docs/_build/html."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

from scrapy_denoise import __version__

project = "scrapy-denoise"
author = "The scrapy-denoise developers"
copyright = f"2026, {author}"  # noqa: A001 - Sphinx's name for it
version = release = __version__

extensions = ["sphinx.ext.autodoc", "from_code"]
INCLUDED = (
    "methods/auto-figures.rst",
    "methods/auto-ablation.rst",
    "methods/auto-limits.rst",
    "methods/confidence-figures.rst",
)
exclude_patterns = ["_build", "_ext", *INCLUDED]
nitpicky = False

html_theme = "furo"
html_title = f"scrapy-denoise {version}"
html_copy_source = False
html_static_path = ["_static"]
html_css_files = ["site.css"]

default_role = "literal"
pygments_style = "friendly"
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
