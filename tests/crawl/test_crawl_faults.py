"""Whatever fails beside a page, it is cleaned: each method of each part raises in real crawls, once and always."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import faults
from helpers.crawling import HTML, serve, story
from helpers.faults import KINDS, PAGES, PARTS

LINKS = "".join(f"<a href=/{number}>Boat {number}</a>" for number in range(20))


@pytest.fixture(scope="module")
def site():
    def answer(path):
        page = story(int(path.strip("/"))).replace("<div class=foot>", f"<div class=more>{LINKS}</div><div class=foot>")
        return 200, HTML, page

    with serve(answer) as (address, _):
        yield address


def crawls(site, folder, part):
    """A crawl for each fault of a part, in one process."""
    (folder / "corrections.toml").write_text(f'["{site.removeprefix("http://")}"]\ncontent = "div.main"\n')
    environment = {name: value for name, value in os.environ.items() if "proxy" not in name.lower()}
    environment["PYTHONPATH"] = os.pathsep.join(sys.path)
    done = subprocess.run(
        [sys.executable, faults.__file__, site, str(folder), part],
        capture_output=True, text=True, timeout=400, check=False, env=environment,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def errors(stats):
    """How many failures were counted."""
    return sum(
        number for name, number in stats.items() if name.startswith("denoise/failed/") or name.endswith("/error")
    )


@pytest.mark.parametrize("part", PARTS)
def test_whatever_a_part_raises_every_page_is_cleaned(site, tmp_path, part):
    found = crawls(site, tmp_path, part)
    assert len(found) == len(PARTS[part][1]) * len(KINDS) * 2
    for crawl in found:
        _, method, kind, always = fault = crawl["fault"]
        assert len(crawl["items"]) == PAGES, fault
        for item in crawl["items"]:
            said = f"Boat {Path(item['url']).name} came in before noon"
            assert said in item["text"], fault
            assert said in item["cleaned"], fault
            assert item["reason"] != "error", fault
        assert crawl["raised"] if always else crawl["raised"] == 1, (fault, crawl["raised"])
        assert len(crawl["log"]) == len(set(crawl["log"])) <= 3, (fault, crawl["log"])
        stats = crawl["stats"]
        if kind != "wrong type":
            assert crawl["log"], fault
            assert errors(stats) or part == "stats", fault
        if not always and kind != "wrong type" and part not in ("templates", "warmup"):
            assert crawl["stored"] == PAGES, fault
        if (part, method, always) == ("store", "merge", True) and kind != "wrong type":
            assert stats["denoise/store/lost"] == PAGES, fault
            assert f"Template store: {PAGES} learned pages of this crawl" in " ".join(crawl["log"]), fault
