"""Rows become the same record batch as with Arrow's own conversion."""

import pytest

from scrapy_denoise.corpus.output import record_batch as record_batches
from scrapy_denoise.corpus.output.record_batch import record_batch
from scrapy_denoise.corpus.output.schema import documents_schema
from scrapy_denoise.optional import pyarrow as pa

SCHEMA = documents_schema(("blocks", "links", "metadata", "minhash", "terms", "confidence", "text", "comments"))
BLOCK = {"type": "content", "text": "Die Brücke", "kept": True, "xpath": "/html", "score": 0.25, "box": None}
METADATA = {
    field.name: (["Ana", "Zoë"] if str(field.type) == "list<item: string>" else "")
    for field in SCHEMA.field("metadata").type
    if field.name != "sources"
} | {"sources": [("title", "page"), ("url", "meta")]}
FULL = {
    "url": "http://a.example/", "source": "x", "site": "a", "fetched": 1_700_000_000_123_000, "status": 200,
    "text": "河水上涨", "metadata": METADATA, "confidence": 0.5, "minhash": b"\x00\xff", "terms": [("road", 0.5)],
    "blocks": [BLOCK, {**BLOCK, "kept": False, "score": None, "box": [1, 2, 3, 4]}],
    "links": [{"url": "http://b.example/", "text": "", "block": 1, "kind": "other"}],
    "comments": [
        {"text": "Steep.", "author": "Zoë", "published": "", "rating": None, "best": None, "stated": False},
        {"text": "Good.", "author": "", "published": "2024-01-02", "rating": 4.0, "best": 5.0, "stated": True},
    ],
}  # fmt: skip
BARE = dict.fromkeys(SCHEMA.names)
EMPTY = {**FULL, "text": "", "blocks": [], "links": [], "minhash": b"", "terms": []}


@pytest.mark.parametrize(
    "rows", [[], [FULL], [BARE], [EMPTY], [{}], [FULL, BARE, EMPTY, FULL] * 5], ids=lambda rows: str(len(rows))
)
def test_equal_to_what_arrow_makes(rows):
    found = record_batch(rows, SCHEMA)
    found.validate(full=True)
    assert found.equals(pa.RecordBatch.from_pylist(rows, SCHEMA))
    assert found.to_pylist() == pa.RecordBatch.from_pylist(rows, SCHEMA).to_pylist()


def test_a_column_has_a_largest_size(monkeypatch):
    monkeypatch.setattr(record_batches, "MAX_BYTES", 11)
    with pytest.raises(OverflowError, match="12 bytes"):
        record_batch([{**BARE, "text": "河水上涨"}], SCHEMA)
