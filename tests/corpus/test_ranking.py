"""QuarkRank: the paper's formulas, the worked example, and spam in footers."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from helpers.archive_bytes import members, record, story
from helpers.rendered import drawn_boxes
from hypothesis import given
from hypothesis import strategies as st

from scrapy_denoise.api import denoise_page
from scrapy_denoise.cli import main as cli
from scrapy_denoise.corpus.analysis.page_graph import Attention, PageGraph, drawn_attention
from scrapy_denoise.corpus.analysis.ranking import Iteration, page_rank, quark_rank
from scrapy_denoise.corpus.input.pages import RawPage
from scrapy_denoise.corpus.output.document_row import document_view
from scrapy_denoise.corpus.output.record_batch import record_batch
from scrapy_denoise.corpus.output.schema import DOCUMENTS
from scrapy_denoise.methods import get_method
from scrapy_denoise.page import Page

SCHEMA = pa.schema([DOCUMENTS.field(name) for name in ("url", "source", "blocks", "links")])


def example(attention=(0.75, 0.25)):
    """p1 has b1, which links to p2, and b2, which links to p3; p2 and p3 link to p1."""
    return PageGraph(
        ["p1", "p2", "p3"], np.array([0, 0, 1, 2]), np.array([*attention, 1, 1]),
        np.array([0, 1, 2, 3]), np.array([1, 2, 0, 0]),
    )  # fmt: skip


def test_the_worked_example():
    assert quark_rank(example()) == pytest.approx([0.48649, 0.36014, 0.15338], abs=1e-5)
    assert quark_rank(example((0.5, 0.5))) == pytest.approx([0.48649, 0.25676, 0.25676], abs=1e-5)
    assert page_rank(example()) == pytest.approx([0.48649, 0.25676, 0.25676], abs=1e-5)


def dense(graph, epsilon):
    """The ranks by the formulas as they stand, with matrices that have every entry."""
    k, n = len(graph.pages), len(graph.page_of)
    z, x = np.zeros((n, k)), np.zeros((k, n))
    z[graph.sources, graph.targets] = 1
    z /= np.maximum(z.sum(axis=1, keepdims=True), 1)
    x[graph.page_of, np.arange(n)] = graph.attention
    w = x @ z
    sums = w.sum(axis=1, keepdims=True)
    m = np.where(sums > 0, w / np.where(sums > 0, sums, 1), 1 / k)
    full = (epsilon / k + (1 - epsilon) * m).T
    values, vectors = np.linalg.eig(full)
    vector = np.real(vectors[:, np.argmax(np.real(values))])
    return vector / vector.sum()


@st.composite
def graphs(draw):
    pages = draw(st.integers(1, 6))
    blocks = draw(st.lists(st.integers(0, pages - 1), max_size=8))
    links = draw(st.sets(st.tuples(st.integers(0, 7), st.integers(0, pages - 1)), max_size=20))
    linked = sorted(link for link in links if link[0] < len(blocks))
    used = sorted({source for source, _ in linked})
    attention = [draw(st.floats(0.01, 1)) for _ in used]
    return PageGraph(
        [f"p{n}" for n in range(pages)], np.array([blocks[b] for b in used], np.int64), np.array(attention),
        np.array([used.index(b) for b, _ in linked], np.int64), np.array([p for _, p in linked], np.int64),
    )  # fmt: skip


@given(graphs(), st.floats(0.05, 0.9))
def test_ranks_are_those_of_the_formulas(graph, epsilon):
    ranks = quark_rank(graph, Iteration(epsilon, 1e-12, 10_000))
    assert ranks == pytest.approx(dense(graph, epsilon), abs=1e-8)
    assert ranks.sum() == pytest.approx(1)


def test_without_pages_and_without_links():
    assert len(quark_rank(PageGraph.from_batches([]))) == 0
    row = {"url": "http://a.example/", "source": "", "blocks": [], "links": []}
    assert quark_rank(PageGraph.from_batches([pa.RecordBatch.from_pylist([row], SCHEMA)])) == pytest.approx([1])


def test_attention_grows_with_size_and_towards_the_middle():
    shares = Attention().shares(np.array([100.0, 400, 100]), np.array([0.1, 0.5, 0.9]), np.array([1.0, 1, 1]))
    assert shares.sum() == pytest.approx(1)
    assert shares[1] > 2 * shares[0]
    assert shares[0] == pytest.approx(shares[2])
    unlikely = Attention().shares(np.array([100.0, 100]), np.array([0.5, 0.5]), np.array([0.9, 0.0]))
    assert unlikely[1] < 0.01


def test_attention_where_it_is_known_how_blocks_are_drawn():
    top, middle, unseen, foot = drawn_attention([[0, 0, 1000, 100], [200, 300, 600, 400], None, [0, 900, 1000, 100]])
    assert middle > 5 * top
    assert top == pytest.approx(foot)
    assert unseen == 0
    assert drawn_attention([[0, 0, 0, 0], None]) == pytest.approx([0.5, 0.5])
    assert drawn_attention([[2**30, 2**30, 2**30, 2**30], [0, 0, 1, 1]]).sum() == pytest.approx(1)


def test_a_drawn_page_is_ranked_by_what_is_drawn():
    """A link in a wide story and one in a narrow column, with as many words: only the boxes tell them apart."""
    words = "{} fell on the roofs of the town all day and "
    named = (("story", "rain"), ("column", "hail"))  # what two parts say word for word stands once
    parts = [f"<div><p>{words.format(what) * 9}<a href=/{name}>read on</a></p></div>" for name, what in named]
    html = "".join(parts)
    boxes = {
        "/html": (0, 0, 1000, 1000), "/html/body": (0, 0, 1000, 1000),
        "/html/body/div[1]": (200, 200, 600, 600), "/html/body/div[1]/p": (200, 200, 600, 600),
        "/html/body/div[2]": (900, 0, 100, 300), "/html/body/div[2]/p": (900, 0, 100, 300),
    }  # fmt: skip
    ranks = {}
    for name, seen in (("markup", None), ("drawn", drawn_boxes(html, boxes))):
        read = Page.from_html(html, url="http://a.example/", boxes=seen)
        result = denoise_page(read, get_method("content_correlativity"))
        row = document_view(RawPage("http://a.example/", html.encode(), ""), result, ("blocks", "links"))
        table = record_batch([row], SCHEMA)
        graph = PageGraph.from_batches([table])
        assert {block["box"] is None for block in row["blocks"]} == {seen is None}
        ranks[name] = dict(zip(graph.pages, quark_rank(graph), strict=True))
    story, column = "http://a.example/story", "http://a.example/column"
    assert ranks["markup"][story] < 1.2 * ranks["markup"][column]
    assert ranks["drawn"][story] > 1.5 * ranks["drawn"][column]


def page(url, blocks, source="x.warc.gz@0"):
    """A row. blocks: text, score, and the addresses it links to."""
    rows = [{"type": "", "text": text, "kept": score > 0.5, "xpath": "", "score": score} for text, score, _ in blocks]
    linked = [(n, target) for n, (_, _, targets) in enumerate(blocks) for target in targets]
    links = [{"url": to, "text": "here", "block": n} for n, to in linked]
    return {"url": url, "source": source, "blocks": rows, "links": links}


def test_the_graph_of_rows():
    rows = [
        page("http://a/1", [("nav", 0.1, ["http://a/2", "http://a/2#x", "http://a/1#top"]), ("text " * 50, 0.9, [])]),
        page("http://a/2", [("text " * 50, 0.9, ["http://a/1", "http://b/"])]),
    ]
    batches = [pa.RecordBatch.from_pylist([row], SCHEMA) for row in rows]
    graph = PageGraph.from_batches(batches)
    assert graph.pages == ["http://a/1", "http://a/2", "http://b/"]
    assert (graph.page_of.tolist(), graph.sources.tolist(), graph.targets.tolist()) == ([0, 1], [0, 1, 1], [1, 0, 2])
    assert PageGraph.from_batches(batches, outside=False).pages == ["http://a/1", "http://a/2"]


def test_pages_without_an_address_are_told_apart_by_their_sources():
    rows = [
        page("", [("text " * 50, 0.9, ["http://a/1"])], "mirror/1.html"),
        page("", [("text " * 50, 0.9, ["http://a/1"])], "mirror/2#b.html"),
        page("http://a/1", [("text " * 50, 0.9, [])]),
    ]
    graph = PageGraph.from_batches([pa.RecordBatch.from_pylist(rows, SCHEMA)])
    assert graph.pages == ["mirror/1.html", "mirror/2#b.html", "http://a/1"]
    assert graph.page_of.tolist() == [0, 1]


def test_spam_in_footers_falls(tmp_path, capsys):
    """Pages that cite each other in their texts, all with one link to a spammer in the footer."""
    spam, records = "http://spam.example/", []
    for n in range(12):
        cited = (
            f"<p>As the report of <a href=/{(n + 5) % 12}>the harbour master</a> of that week said, boats came in.</p>"
        )
        html = story(n).replace("</h1>", f"</h1>{cited}").replace("All the small", f"<a href={spam}>Cheap</a> small")
        records.append(record(f"http://a.example/{n}", html))
    (tmp_path / "x.warc.gz").write_bytes(members(*records))
    folder, out = str(tmp_path / "content"), str(tmp_path / "ranks.parquet")
    assert cli.main(["corpus", "clean", str(tmp_path / "x.warc.gz"), "--out", folder, "--jobs", "1"]) == 0
    assert cli.main(["corpus", "rank", folder, "--out", out, "--top", "3"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 4
    rows = pq.read_table(out).to_pylist()
    found = {row["url"]: row for row in rows}
    assert sum(row["rank"] for row in rows) == pytest.approx(1)
    assert rows == sorted(rows, key=lambda row: -row["rank"])
    assert found[spam]["rank"] < 0.5 * found[spam]["page_rank"]
    assert all(found[f"http://a.example/{n}"]["rank"] > found[f"http://a.example/{n}"]["page_rank"] for n in range(12))
