"""Pages as a browser draws them: whether boxes reach the right elements, what they cost, and what they are good for.

python benchmarks/boxes.py draw FOLDER CORPUS...     draws pages with the system's Chromium, without network
python benchmarks/boxes.py mapping FOLDER            the share of elements that have their own box
python benchmarks/boxes.py cost FOLDER               seconds a page with boxes and without, and in the browser
python benchmarks/boxes.py quality FOLDER            F1 of methods with boxes and without, siblings from the folder
python benchmarks/boxes.py vips                      seconds of vips on pages of growing size

A corpus named ``examples`` is the example sites, ``layouts`` the example layouts. Pages are taken site by site, up to
--site pages of each, in the order of a hash of the site's name.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
from collections.abc import Iterator
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from parsel import Selector
from timing import best

from scrapy_denoise.api import denoise_page
from scrapy_denoise.blocks import BlockScores
from scrapy_denoise.cli.browser import UNKNOWN, Browser
from scrapy_denoise.evaluation.gold.corpus import GoldPage, read_corpus
from scrapy_denoise.evaluation.metrics.text import shingle_scores
from scrapy_denoise.methods import get_method
from scrapy_denoise.page import Page
from scrapy_denoise.page.markup.decode import decode
from scrapy_denoise.page.rendering.rendered import ATTRIBUTES, FIELDS, LEFT, TAG, RenderedPage, capture_script, limits
from scrapy_denoise.page.walk.compiled import elements
from scrapy_denoise.sites import SiteTemplate

EVERY = 3
"""Every third page is timed, so that all corpora are among them."""

SECONDS = 20.0
"""A page that takes longer is left out."""

# A copy of the document has the number of each element, so that the page itself stays as it is.
STAMPED = f"""(limits) => {{
  const start = performance.now();
  const found = ({capture_script().strip().rstrip(";")})(limits);
  const seconds = (performance.now() - start) / 1000;
  const copy = document.documentElement.cloneNode(true);
  let number = 0;
  for (const element of [copy, ...copy.querySelectorAll("*")]) element.setAttribute("data-number", number++);
  return {{ found, seconds, html: document.documentElement.outerHTML, stamped: copy.outerHTML }};
}}"""


def chosen(pages: list[GoldPage], count: int, of_site: int) -> list[GoldPage]:
    """Pages of a corpus, site by site."""
    sites: dict[str, list[GoldPage]] = {}
    for page in pages:
        sites.setdefault(page.site, []).append(page)
    order = sorted(sites, key=lambda site: blake2b(site.encode()).digest())
    return [page for site in order for page in sites[site][:of_site]][:count]


def read_pages(path: Path) -> list[GoldPage]:
    if path.name not in ("examples", "layouts"):
        return read_corpus(path)
    from example_site import build
    from example_site.layouts import build_layouts

    return [
        GoldPage(id=page.url, url=page.url, site=page.site, gold_text=page.gold_text, html=page.body)
        for page in (build() if path.name == "examples" else build_layouts())
        if page.gold_text
    ]


async def draw(folder: Path, corpora: list[Path], count: int, of_site: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    async with Browser(SECONDS, offline=True) as browser:
        for path in corpora:
            with (folder / f"{path.name}.jsonl").open("w") as out:
                for page in chosen(read_pages(path), count, of_site):
                    try:
                        found = await asyncio.wait_for(_draw(browser, page), 2 * SECONDS)
                    except Exception as error:  # noqa: BLE001 - counted as not drawn
                        print(f"{path.name} {page.id}: {error!r}"[:200], file=sys.stderr)
                        continue
                    out.write(json.dumps({"id": page.id, "site": page.site, "gold": page.gold_text, **found}) + "\n")


async def _draw(browser: Browser, page: GoldPage) -> dict[str, Any]:
    url = page.url if page.url and page.url.startswith("http") else UNKNOWN
    async with browser.tab(decode(page.html, None, page.url).text) as tab:
        await browser.load(tab, url)
        return {"url": url, **await tab.evaluate(STAMPED, limits())}


def drawn_pages(folder: Path) -> Iterator[dict[str, Any]]:
    for path in sorted(folder.glob("*.jsonl")):
        with path.open() as lines:
            for line in lines:
                yield {"corpus": path.stem, **json.loads(line)}


def mapping(folder: Path) -> None:
    """Each element of lxml's tree knows its number in the browser; the boxes are found without that."""
    pages = right = wrong = missing = 0
    worst: list[tuple[float, str]] = []
    for page in drawn_pages(folder):
        drawn = RenderedPage.read(page["found"])
        drawn.elements[:, ATTRIBUTES] += 1  # the number is an attribute too
        tree = Selector(text=page["stamped"], type="html").root
        nodes = drawn.nodes(tree)
        stamps = [None if e is None else e.get("data-number") for e in elements(tree, True, None, nodes)]
        rows = nodes.rows().tolist() if nodes is not None else [-1] * len(stamps)
        of_page = [(int(s), row) for s, row in zip(stamps, rows, strict=True) if s and int(s) < len(drawn.elements)]
        good = sum(s == row for s, row in of_page)
        pages += 1
        right += good
        missing += sum(row < 0 for _, row in of_page)
        wrong += sum(row >= 0 and s != row for s, row in of_page)
        if good < len(of_page):
            worst.append((good / len(of_page), f"{page['corpus']} {page['id']}"))
    total = right + wrong + missing
    print(
        f"{pages} pages, {total:,} elements: {right / total:.5f} have their own box, {wrong:,} that of another, "
        f"{missing:,} none"
    )
    for share, name in sorted(worst)[:10]:
        print(f"  {share:.3f} {name}")


def cost(folder: Path) -> None:
    """Everything that the add-on does with a page that is parsed: columns, decision, text."""
    method = get_method("auto")
    plain: list[float] = []
    boxed: list[float] = []
    read: list[float] = []
    browser: list[float] = []
    for page in islice(drawn_pages(folder), 0, None, EVERY):
        tree = Selector(text=page["html"], type="html").root

        def clean(tree: Any = tree, url: str = page["url"], boxes: RenderedPage | None = None) -> None:
            assert denoise_page(Page.from_tree(tree, url, boxes=boxes), method).text is not None

        def read_and_clean(found: Any = page["found"], clean: Any = clean) -> None:
            clean(boxes=RenderedPage.read(found))

        plain.append(best(clean))
        boxed.append(best(read_and_clean))
        read.append(best(lambda found=page["found"]: RenderedPage.read(found)))
        browser.append(page["seconds"])
    ratios = [with_boxes / without for with_boxes, without in zip(boxed, plain, strict=True)]
    print(f"{len(plain)} pages, means: {1e3 * statistics.mean(plain):.2f} ms without boxes, "
          f"{1e3 * statistics.mean(boxed):.2f} ms with them ({sum(boxed) / sum(plain):.2f} x; median of the ratios "
          f"{statistics.median(ratios):.2f}); {1e3 * statistics.mean(read):.2f} ms of it to read the boxes; "
          f"{1e3 * statistics.mean(browser):.1f} ms in the browser")  # fmt: skip


METHODS = {
    "feature_tree, default": get_method("feature_tree"),
    "feature_tree, paper": get_method("feature_tree", "paper"),
    "auto": get_method("auto"),
    "vips": get_method("vips"),
}


def quality(folder: Path) -> None:
    """Means of F1 (4-token shingles) by corpus. "no row": what the browser hides is left out before methods decide, as
    for `vips`; "seen": it is evidence for them and is dropped from what they keep. Boxes are compared in "with"."""
    sites: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for page in drawn_pages(folder):
        if page["gold"]:
            sites.setdefault((page["corpus"], page["site"]), []).append(page)
    found: dict[str, dict[str, list[float]]] = {}
    for (corpus, _), pages in sites.items():
        for name in ("without", "no row", "seen", "with"):
            read = [_read(page, name) for page in pages]
            for i, page in enumerate(pages):
                site = SiteTemplate()
                for j, other in enumerate(read):
                    if j != i:
                        whole = other.with_hidden
                        site.learn(whole, scores=whole.cached(BlockScores))
                for label, method in METHODS.items():
                    if label.startswith("feature_tree") and len(pages) < 2:
                        continue
                    score = shingle_scores(page["gold"], denoise_page(read[i], method, site).text).f1
                    for of in (corpus, "all") if corpus != "layouts" else (pages[0]["site"],):
                        found.setdefault(of, {}).setdefault(f"{label:24}{name}", []).append(score)
    for corpus, labels in found.items():
        print(corpus)
        for label, scores in labels.items():
            print(f"  {label:36}{len(scores):4}  {statistics.mean(scores):.3f}")


def _read(page: dict[str, Any], name: str) -> Page:
    boxes = None if name == "without" else RenderedPage.read(page["found"])
    read = Page.from_html(page["html"], page["url"] + page["id"], boxes=boxes)
    if name == "no row":
        read._with_hidden = None
    if name in ("no row", "seen"):
        read.columns.boxes = read.with_hidden.columns.boxes = None
    return read


def time_vips() -> None:
    for sections in (25, 125, 500, 2000):
        page = made_page(sections)
        seconds = best(lambda page=page: get_method("vips").select(page), 3)
        print(f"{len(page.columns):7,} nodes {seconds:.3f} s")


def made_page(sections: int) -> Page:
    """A page of 20 nodes a section, in two columns, as a browser would draw it."""
    parts, names, boxes = [], ["html", "body"], [(0, 0, 1200, 200 * sections), (0, 0, 1200, 200 * sections)]
    for i in range(sections):
        parts.append(
            "<div><h2>Water</h2><p>It <b>rained</b>.</p><p>It <i>ran</i>.</p><ul>" + "<li>x</li>" * 3 + "</ul></div>"
        )
        left, top = 600 * (i % 2), 200 * (i // 2)
        names += ["div", "h2", "p", "b", "p", "i", "ul", "li", "li", "li"]
        boxes += [(left, top, 590, 190), (left, top, 590, 30), (left, top + 40, 590, 30), (left + 9, top + 40, 40, 30),
                  (left, top + 80, 590, 30), (left + 9, top + 80, 40, 30), (left, top + 120, 590, 60),
                  *((left, top + 120 + 20 * k, 590, 20) for k in range(3))]  # fmt: skip
    tags = sorted(set(names))
    elements = np.zeros((len(names), FIELDS), np.int32)
    elements[:, TAG] = [tags.index(name) for name in names]
    elements[:, LEFT : LEFT + 4] = boxes
    drawn = RenderedPage({name: number for number, name in enumerate(tags)}, elements, len(elements))
    return Page.from_html(f"<html><body>{''.join(parts)}</body></html>", boxes=drawn)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("draw", "mapping", "cost", "quality", "vips"))
    parser.add_argument("folder", type=Path, nargs="?", default=Path())
    parser.add_argument("corpora", nargs="*", type=Path)
    parser.add_argument("--pages", type=int, default=16, help="of each corpus")
    parser.add_argument("--site", type=int, default=4, help="pages of a site")
    options = parser.parse_args()
    if options.what == "draw":
        asyncio.run(draw(options.folder, options.corpora, options.pages, options.site))
    elif options.what == "vips":
        time_vips()
    else:
        {"mapping": mapping, "cost": cost, "quality": quality}[options.what](options.folder)


if __name__ == "__main__":
    main()
