"""The signature: what of a page is told from what its siblings may differ in."""

import numpy as np
import pytest

from scrapy_denoise.page import Page
from scrapy_denoise.page.signature import SKETCH, Signature, jaccard_similarity

MENU = "<nav><ul><li><a href=/>Home</a><li><a href=/a>About</a></ul></nav>"


def signature(html):
    return Page.from_html(html).signature


def keys(html):
    """The distinct keys of the divs."""
    page = Page.from_html(html)
    rows = [row for row in range(len(page.columns)) if page.columns.name(row) == "div"]
    return len(set(page.signature.key[rows].tolist()))


def test_key():
    assert keys("<div>a</div><div>b</div><div><p></p></div>") == 1
    assert (
        keys("<section><div id=x1></div><div id=x22></div><div class='a b'></div><div class='a c'></div></section>")
        == 2
    )
    assert keys("<section><div></div><div id=x></div><div class=x></div></section>") == 3


def test_the_key_of_a_child_of_the_root_is_its_tag():
    # body carries the number of the page, its category and so on
    one, other = signature("<body class=page-a id=x>a"), signature("<body class=page-b>a")
    assert (one.key == other.key).all()
    assert (one.path == other.path).all()


def test_path_is_tags_and_classes_from_the_root_down():
    found = signature("<div class=a><p>1</p></div><div class=a id=x><p>2</p></div><div class=b><p>3</p></div><p>4</p>")
    first, second, third, fourth = found.path[found.text_rows].tolist()
    assert first == second
    assert len({first, third, fourth}) == 3


def test_subtree_is_all_below():
    found = signature("<ul><li>a <b>1</b></li><li>a <b>2</b></li><li>b <b>1</b></li><li class=x>a <b>1</b></li></ul>")
    items = [row for row in range(len(found)) if found.depth[row] == 3]
    one, other, text, kind = found.subtree[items].tolist()
    assert one == other  # numbers are no difference
    assert len({one, text, kind}) == 3
    assert signature("<p>a<p>b").content_hash != signature("<p>b<p>a").content_hash
    assert signature("<p><b>a</b>").content_hash != signature("<p><b></b>a").content_hash


def test_fingerprints_are_those_of_the_distinct_pairs_of_path_and_text():
    found = signature("<p>a<p>a<p>b<div>a</div><p>seen 1<p>seen 22")
    assert len(found.text_nodes) == 6
    assert len(set(found.text_nodes.tolist())) == 4
    assert found.fingerprints.tolist() == sorted({text & 0xFFFF for text in found.text_nodes.tolist()})


def test_a_page_without_rows():
    page = Page.from_html("")
    empty = Page.from_tree(page.tree, max_nodes=1).signature
    assert len(empty) == 1
    assert len(empty.text_nodes) == 0
    nothing = Signature(b"")
    assert (len(nothing), nothing.content_hash, len(nothing.text_nodes)) == (0, 0, 0)


@pytest.mark.parametrize("depth", [[1], [0, 0], [0, 2], [0, 1, 3], [0, 1, -1]])
def test_depths_that_are_no_tree(depth):
    columns = np.zeros((len(Signature.NAMES), len(depth)), np.int32)
    columns[0] = depth
    with pytest.raises(ValueError, match=r"root|depth"):
        Signature(columns.tobytes())


def test_the_columns_of_a_buffer():
    page = Page.from_html("<p id=x>a <b>1</b>")
    stored = np.stack([getattr(page.signature, name).view(np.uint32) for name in Signature.NAMES])
    assert page.signature.hash_columns == stored.tobytes()
    assert page.signature.depth.tolist() == page.columns.depth.tolist() == [0, 1, 2, 3, 3, 4]
    assert not page.columns.depth.flags.writeable


def test_likeness():
    article = f"{MENU}<article><h1>a</h1><p>b</p><p>c <a href=/>d</a></p></article><footer><p>e</p></footer>"
    same = f"{MENU}<article><h1>x</h1><p>y</p><p>z</p><p>w <a href=/>v</a></p></article><footer><p>u</p></footer>"
    other = "<table><tr><td><font>a</font><td><center><b>c</b></center></table><dl><dt>x<dd>y</dl>"
    sketches = np.stack([signature(html).sketch for html in (article, same, other)])
    assert sketches.shape == (3, SKETCH)
    alike = jaccard_similarity(sketches[0], sketches)
    assert alike[:2].tolist() == [1.0, 1.0]  # how often a path occurs, and the texts, say nothing
    assert alike[2] < 0.4


def test_likeness_estimates_the_jaccard_index():
    # 300 paths of which 200 are common to both: 200 / 400.
    one, other = (
        signature("".join(f"<div class={letter(i)}></div>" for i in range(start, start + 300))).sketch
        for start in (0, 100)
    )
    assert jaccard_similarity(one, other[None])[0] == pytest.approx(0.5, abs=0.2)


def letter(i):
    return chr(97 + i // 26) + chr(97 + i % 26)


def test_the_bytes_of_a_signature_tell_all():
    pages = ["<p>seen 1", "<p>seen 2", "<p>seen", "<b>seen", "<p id=a>seen", "<p class=a>seen", "<body class=a><p>seen"]
    assert len({signature(html).to_bytes() for html in pages}) == len(pages)
    assert signature("<p>seen 1").to_bytes() == signature("<p>seen 1").to_bytes()
