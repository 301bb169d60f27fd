"""Corrections in a crawl: they win, their misses are counted and told once, and a wrong file stops the crawl."""

from helpers.crawling import HTML, crawl, refused, serve, story

MORE = (
    "<p>The harbour master wrote down the hour, the name of the boat and what it had on board, as he had done for "
    "thirty years. Then he went to see whether the ropes held.</p>"
    "<p>By the evening the wind had turned, and nobody thought of going out again.</p>"
)


def page(i):
    """Stories, of which those from 5 on have another layout: longer ones, which nobody would take for lists."""
    if i < 5:
        return story(i)
    return story(i).replace("class=main", "class=redesigned").replace("</p></div>", f"</p>{MORE}</div>")


def settings(path, text):
    path.write_text(text)
    return {"DENOISE_STORE": "memory", "DENOISE_CORRECTIONS": str(path), "LOG_LEVEL": "WARNING"}


def test_a_redesign_is_counted_and_told_once(tmp_path):
    with serve(lambda path: (200, HTML, page(int(path.strip("/"))))) as (address, _):
        host = address.split("//")[1]
        given = settings(tmp_path / "c.toml", f'["{host}"]\ncontent = ".main h1"\n["{host}/4"]\ncontent = ".foot"\n')
        items, stats, log = crawl([f"{address}/{i}" for i in range(17)], given)
    by_path = {item["path"]: item for item in items}
    assert [by_path[str(i)]["text"] for i in range(5)] == [*(f"Story {i}" for i in range(4)), "All rights reserved"]
    assert {by_path[str(i)]["method"] for i in range(5)} == {"correction"}
    assert {(by_path[str(i)]["method"], by_path[str(i)]["reason"]) for i in range(5, 17)} == {("auto", "uncorrected")}
    assert all("came in" in by_path[str(i)]["text"] for i in range(5, 17))
    assert stats["denoise/correction/hit"] == stats["denoise/method/correction"] == 5
    assert stats["denoise/correction/miss"] == 12
    assert stats["denoise/correction/stale"] == 1
    assert log.count("was the site redesigned?") == 1
    assert f"The correction of {host} matches none of 10 pages in a row" in log


def test_items_of_the_pipeline(tmp_path):
    with serve(lambda path: (200, HTML, story(1))) as (address, _):
        given = settings(tmp_path / "c.toml", f'["{address.split("//")[1]}"]\ncontent = "h1"\ntitle = ".foot"\n')
        fields = {"html": {"text": "text", "title": "title", "method": "method"}}
        items, *_ = crawl([f"{address}/1"], given | {"DENOISE_ITEM_FIELDS": fields}, "HtmlItems")
    (item,) = items
    assert (item["text"], item["title"], item["method"]) == ("Story 1", "All rights reserved", "correction")


def test_a_wrong_file_stops_the_crawl_at_once(tmp_path):
    wrong = [
        settings(tmp_path / "1.toml", '["a.example"]\ncontent = "div["'),
        settings(tmp_path / "2.toml", "version ="),
        {"DENOISE_CORRECTIONS": str(tmp_path / "absent.toml")},
        {"DENOISE_CORRECTIONS": 3},
        settings(tmp_path / "3.toml", ""),
    ]
    errors = refused([{"DENOISE_STORE": "memory", **given} for given in wrong])
    assert errors[0].startswith(f"UnusableSetting: DENOISE_CORRECTIONS: {tmp_path}/1.toml: ")
    assert """1.toml: table ["a.example"], content: 'div[' is no CSS selector""" in errors[0]
    assert "no TOML" in errors[1]
    assert errors[2] == f"UnusableSetting: DENOISE_CORRECTIONS: {tmp_path}/absent.toml does not exist"
    assert "the path of a file" in errors[3]
    assert errors[4] == ""  # an empty file has no corrections
