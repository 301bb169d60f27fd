"""Outputs on a disk that is full: the error names what could not be written."""

import json

from helpers.small_disks import fill, mounted

from scrapy_denoise.cli.main import main

STORY = "The river rose in the night, and by the morning the lower road was under water. "


def call(*argv):
    return main([*map(str, argv), "--jobs", "1"])


def test_lines(tmp_path, capsys):
    (tmp_path / "pages").mkdir()
    for number in range(2):
        (tmp_path / "pages" / f"{number}.html").write_text(f"<p>{STORY * 9}</p>")
    with mounted(tmp_path / "disk", "-o", "size=64k") as disk:
        fill(disk)
        assert call("clean", tmp_path / "pages", "-o", disk / "out.jsonl") == 2
    assert capsys.readouterr().err.endswith(f"cannot write {disk}/out.jsonl: No space left on device\n")


def test_the_table_of_a_corpus(tmp_path, capsys):
    lines = (json.dumps({"url": f"http://a.example/{n}", "html": f"<p>{STORY * 400} {n}</p>"}) for n in range(60))
    (tmp_path / "pages.jsonl").write_text("\n".join(lines))
    with mounted(tmp_path / "disk", "-o", "size=2m") as disk:
        options = "--out", disk / "out", "--format", "jsonl", "--buckets", "1"
        assert call("corpus", "clean", tmp_path / "pages.jsonl", *options) == 2
    assert capsys.readouterr().err == f"scrapy-denoise: error: cannot write {disk}/out: No space left on device\n"
