"""Pages of an evaluation in the block viewer, one file each, beside the report."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

from scrapy_denoise.api import denoise_page
from scrapy_denoise.evaluation.extractors.extractors import Extractor
from scrapy_denoise.evaluation.gold.corpus import Corpus, GoldPage
from scrapy_denoise.evaluation.gold.split import Protocol, TaskTemplates, tasks
from scrapy_denoise.evaluation.metrics.gold_blocks import gold_share
from scrapy_denoise.files.atomic import replacing
from scrapy_denoise.files.links import make_folder_in
from scrapy_denoise.methods import Selection
from scrapy_denoise.page import Page, PageTooLarge
from scrapy_denoise.result import Result

FOLDER = "views"
METHODS = 4
"""A view shows this many methods of the evaluation side by side, the first ones."""

GOLD_SHARE = 0.5
"""A text is shown as gold if at least this share of its 4-token runs is in the gold."""

PageName = tuple[str, str]
"""A corpus and the id of a page in it."""


def can_view() -> bool:
    """True if the libraries of the block viewer are installed (the extra ``viewer``)."""
    return all(find_spec(name) is not None for name in ("nh3", "tinycss2"))


def write_views(
    folder: Path,
    wanted: Iterable[PageName],
    corpora: Sequence[Corpus],
    extractors: Sequence[Extractor],
    protocol: Protocol,
) -> Mapping[PageName, str]:
    """Write the views of these pages; where each stands, relative to the folder. A page that cannot be shown has none.

    Raises OSError.
    """
    methods = [extractor for extractor in extractors if not extractor.is_peer][:METHODS]
    pages = {(corpus.name, page.id): (corpus, page) for corpus in corpora for page in corpus.pages}
    found: dict[PageName, str] = {}
    for name in dict.fromkeys(wanted):
        if name in pages and methods:
            html = _view(*pages[name], methods, protocol)
            if html:
                digest = hashlib.blake2b("/".join(name).encode("utf-8", "replace"), digest_size=8).hexdigest()
                found[name] = f"{FOLDER}/{digest}.html"
                make_folder_in(folder, folder / FOLDER)
                with replacing(folder / found[name]) as file:
                    file.write(html.encode("utf-8", "replace"))
    return found


def _view(corpus: Corpus, page: GoldPage, methods: Sequence[Extractor], protocol: Protocol) -> str:
    from scrapy_denoise.viewer.page_view import view

    task = tasks(corpus, [page], protocol, "")[0]
    template = TaskTemplates(task, protocol).for_page(page)[0]
    try:
        read = Page.from_html(page.html, page.url)
        first, *others = ((one.label, denoise_page(read, one.method, template)) for one in methods)
        if first[1].selection is not None:
            # One more to compare with: what is different was missed, or kept by mistake.
            kept = gold_share(read, page.gold_text) >= GOLD_SHARE
            others.insert(0, ("gold", Result(read, Selection(kept, "gold"))))
        return view(dict([first, *others]), template.siblings(read) if template is not None else None)
    except (PageTooLarge, ValueError):  # nothing to show
        return ""
