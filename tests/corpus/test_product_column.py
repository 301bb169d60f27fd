"""The column of products in the rows of a corpus, and their fields in items."""

import json

import pyarrow.dataset as ds
from helpers.archive_bytes import members, record, story

from scrapy_denoise import denoise
from scrapy_denoise.cli import main as cli
from scrapy_denoise.crawl.item_fields import RESULT_FIELDS, field_value

STATED = {
    "@type": "ProductGroup",
    "name": "Bilge pump",
    "brand": "Tide",
    "hasVariant": [{"@type": "Product", "sku": f"B-{size}", "size": size, "offers": {"price": 31.5}} for size in "SL"],
    "aggregateRating": {"ratingValue": 4.5, "reviewCount": 8},
}
PRODUCT = (
    f'<title>Bilge pump</title><script type="application/ld+json">{json.dumps(STATED)}</script><h1>Bilge pump</h1>'
    "<p>€ 31.50</p><table><tr><th>Flow<td>40 l<tr><th>Power<td>60 W</table>"
    "<p>The pump moves forty litres in a minute and runs on the battery of the boat.</p>"
)
URL = "http://pumps.example/b17"


def test_rows_have_the_product_or_null(tmp_path):
    (tmp_path / "a.warc.gz").write_bytes(
        members(record(URL, PRODUCT), record("http://a.example/1", story(1, "a.example")))
    )
    arguments = ["corpus", "clean", str(tmp_path / "a.warc.gz"), "--out", str(tmp_path / "out"), "--jobs", "1"]
    assert cli.main([*arguments, "--columns", "product,text"]) == 0
    table = ds.dataset(tmp_path / "out", format="parquet", partitioning="hive").to_table()
    rows = {row["url"]: row["product"] for row in table.to_pylist()}
    assert rows["http://a.example/1"] is None
    row = rows[URL]
    assert (row["name"], row["price"], row["currency"], row["brand"]) == ("Bilge pump", "31.5", "EUR", "Tide")
    assert (row["rating"], row["reviews"]) == (4.5, 8)
    assert row["properties"] == [["Flow", "40 l"], ["Power", "60 W"]]
    assert [one["sku"] for one in row["variants"]] == ["B-S", "B-L"]
    assert dict(row["sources"])["price"] == "json_ld"


def test_json_lines_have_the_product(tmp_path):
    (tmp_path / "a.warc.gz").write_bytes(members(record(URL, PRODUCT)))
    arguments = ["corpus", "clean", str(tmp_path / "a.warc.gz"), "--out", str(tmp_path / "out"), "--jobs", "1"]
    assert cli.main([*arguments, "--columns", "product", "--format", "jsonl"]) == 0
    (file,) = (tmp_path / "out").rglob("pages.jsonl")
    found = json.loads(file.read_text("utf-8"))["product"]
    assert (found["price"], found["sources"]["price"]) == ("31.5", "json_ld")


def test_items_take_a_product_or_one_of_its_fields():
    result, other = denoise(PRODUCT, URL), denoise(story(1, "a.example"), "http://a.example/1")
    assert field_value(result, "product") == result.to_dict()["product"]
    assert field_value(result, "product.price") == "31.5"
    assert field_value(result, "product.variants")[0]["sku"] == "B-S"
    assert field_value(result, "product.sources")["price"] == "json_ld"
    for name in RESULT_FIELDS:
        if name.startswith("product"):
            json.dumps(field_value(result, name))
            assert field_value(other, name) is None
