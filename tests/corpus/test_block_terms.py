"""Terms weighed by blocks: what a place weighs, and the column that has them where it is asked for."""

import json

from helpers.archive_bytes import members, record, story

from scrapy_denoise.cli import main as cli
from scrapy_denoise.corpus.output.block_terms import NOISE_WEIGHT, TITLE_WEIGHT, term_weights, terms_of
from scrapy_denoise.corpus.output.schema import documents_schema


def block(text, kept=True, kind="content", score=0.9):
    return {"text": text, "kept": kept, "type": kind, "score": score}


def test_places_weigh_by_their_blocks():
    blocks = [
        block("River", False, "title"), block("river and road"), block("road", False, "navigation", 0.0),
        block("road", False, "related", 0.4), block("home", False, "navigation", None),
    ]  # fmt: skip
    assert term_weights(blocks) == {"river": TITLE_WEIGHT + 1, "road": 1.5, "and": 1.0, "home": NOISE_WEIGHT}
    assert list(term_weights(blocks, 2)) == ["river", "road"]
    assert term_weights([]) == {}


def test_han_text_has_pairs():
    assert terms_of("昨夜大雪, river") == ["昨夜", "夜大", "大雪", "雪", "river"]


def test_the_column_is_written_where_it_is_named(tmp_path):
    (tmp_path / "x.warc.gz").write_bytes(members(*(record(f"http://a.example/{n}", story(n)) for n in range(4))))
    assert "terms" not in documents_schema(()).names
    call = ["corpus", "clean", tmp_path / "x.warc.gz", "--out", tmp_path / "out", "--jobs", "1", "--format", "jsonl"]
    assert cli.main([*map(str, call), "--columns", "text,terms"]) == 0
    (path,) = (tmp_path / "out").glob("bucket=*/pages.jsonl")
    rows = [json.loads(line) for line in path.open()]
    assert len(rows) == 4
    for row in rows:
        assert row["terms"]["morning"] >= 4
        assert row["terms"]["print"] < 0.5
