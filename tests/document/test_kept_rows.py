"""The passes over kept rows that say whether a step has anything to look for."""

import numpy as np
import pytest

from scrapy_denoise.blocks.features.compiled import class_id_pairs
from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.document.selection.compiled import (
    Inside,
    KeptRows,
    repeated_texts,
)
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import match_key


def part_of(html, *left_out):
    page = Page.from_html(html)
    columns = page.columns
    kept = np.array([columns.text_of(row) not in left_out for row in columns.text_rows], np.bool_)
    return KeptRows(page, kept)


def test_the_texts_of_each_element_and_the_rows_of_structures():
    part = part_of(
        "<h1>a</h1><div><ul><li>b<li><b>c</b> d</ul></div> e <pre></pre><table><tr><td>f<pre>g</pre></table>"
    )
    columns = part.page.columns
    rows = columns.text_rows
    for row in range(len(columns)):
        assert part.texts_of([row]).tolist() == ((row <= rows) & (rows < columns.end[row])).tolist()
    for name in ("ul", "pre", "table"):
        code = tags.CODES[name]
        assert part.structures_of(code) == np.flatnonzero(columns.tag == code).tolist()


def test_names_count_where_a_text_is_kept():
    part = part_of("<p class=pull-quote>a</p><div class=my-quote><p>b</p></div><p class=quoted>c</p>", "a", "c")
    names = part.page.cached(class_id_pairs)
    assert [names.class_of(pair) for pair in part.pairs_of_kept(names, names.quotes)] == [b"my-quote"]
    for pair in (0, 4):
        with pytest.raises(IndexError):
            part.pairs_of_kept(names, [pair])


def test_each_name_of_reviews_is_found_with_the_families():
    for word in sections("product_names")["reviews"]:
        names = Page.from_html(f"<p class='x {word} y'>a</p>").cached(class_id_pairs)
        assert len(names.reviews) == 1, word


def test_each_kept_block_and_the_first_that_says_the_same():
    part = part_of(
        "".join(f"<p>{text}</p>" for text in ("a <b>b</b>", "left", "c", "a <i>b</i>", "left", "c", "b a")), "left"
    )
    columns = part.page.columns
    numbers, chars, earlier, texts, inside = (found.tolist() for found in repeated_texts(part, 2))
    assert inside == [Inside.NOTHING] * 5
    assert (numbers, chars, earlier) == ([0, 2, 3, 5, 6], [2, 1, 2, 1, 3], [0, 1, 0, 1, 4])
    assert [columns.text_of(row).strip() for row in texts] == ["a", "c", "a", "c", "b a"]
    nested = part_of("<dl><dd>a<pre>b</pre>c</dl>a<pre>b</pre><table><tr><td>c</table>")
    assert repeated_texts(nested, 1)[4].tolist() == [1, 2, 1, 0, 2, 1]
    assert repeated_texts(part, 3) is None
    assert repeated_texts(part_of("<p>a</p><p>left</p><p>left</p>", "left"), 0) is None
    assert repeated_texts(part_of("<p>a</p>", "a"), 0) is None


@pytest.mark.parametrize("text", ["The “River” ROSE, 12!", "Straße № 5 É", "“…”", "渡口 Ferry ２", "İ K ﬁ"])
def test_letters_are_those_of_python(text):
    assert match_key(text) == "".join(filter(str.isalnum, text.replace("İ", "i"))).casefold()
