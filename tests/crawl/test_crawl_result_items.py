"""Whole results in items: what feed exports get."""

import csv
import io
import json

import pytest
from helpers.crawling import HTML, crawl, serve, story
from scrapy.exporters import (
    CsvItemExporter,
    JsonItemExporter,
    JsonLinesItemExporter,
    PickleItemExporter,
    XmlItemExporter,
)

from scrapy_denoise import denoise


def test_a_result_in_an_item_is_written_as_data():
    with serve(lambda path: (200, HTML, story(1))) as (address, _):
        items, stats, log = crawl([f"{address}/1"], {"DENOISE_STORE": "memory"}, "ResultItems")
    (item,) = items
    expected = json.loads(json.dumps(denoise(story(1), item["url"]).to_dict(noise=True)))
    assert item["noise"] == expected.pop("noise")
    assert (item["first"], item["links"]) == (expected["blocks"][0], expected["links"])
    assert item["page"]["text"] == expected["text"]
    assert item["page"]["metadata"] == expected["metadata"]
    assert set(item["page"]) == set(expected)
    assert "noise" not in item["page"]
    assert "reasons" not in item["page"]["blocks"][0]
    assert "denoise/error" not in stats
    assert "Traceback" not in log


@pytest.mark.parametrize(
    "exporter", [JsonItemExporter, JsonLinesItemExporter, CsvItemExporter, XmlItemExporter, PickleItemExporter]
)
def test_every_exporter_writes_it(exporter):
    out = io.BytesIO()
    writer = exporter(out)
    writer.start_exporting()
    writer.export_item({"page": denoise(story(1), "https://example.org/1").to_dict(), "n": 1})
    writer.finish_exporting()
    assert b"Boat 1 came in" in out.getvalue()
    if exporter is CsvItemExporter:
        assert len(list(csv.reader(io.StringIO(out.getvalue().decode())))) == 2
