"""``scrapy denoise`` and ``scrapy denoise-view``: an address, through Scrapy's downloader."""

import json
import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.crawling import HTML, serve
from helpers.forked import run_forked, without_proxies

STORY = "The river rose in the night, and by the morning the lower road was under water. "
PAGE = (
    "<title>Flood - Gazette</title><ul><li><a href=/>Home</a><li><a href=/n>News</a></ul><h1>Flood</h1>"
    f"<p>{STORY * 3}<p>{STORY * 3}<p>{STORY * 3}<div>All rights reserved</div>"
)


def answer(path):
    return {"/a/1": (200, HTML, PAGE), "/gone": (410, HTML, PAGE)}.get(path, (404, HTML, ""))


def data_of(html):
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', html, re.DOTALL)[1])


@pytest.fixture
def scrapy_commands(tmp_path):
    """An environment in which Scrapy knows the commands, also where the package is not installed."""
    info = tmp_path / "path" / "denoise_commands-0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: denoise-commands\nVersion: 0\n")
    (info / "entry_points.txt").write_text(
        "[scrapy.commands]\ndenoise = scrapy_denoise.cli.scrapy_commands:Command\n"
        "denoise-view = scrapy_denoise.cli.scrapy_commands:ViewCommand\n"
    )
    paths = [str(info.parent), os.environ.get("PYTHONPATH", ""), str(Path(__file__).parents[2])]
    return {**without_proxies(), "PYTHONPATH": os.pathsep.join(filter(None, paths))}


def shell(environment, folder, *argv):
    return run_forked(["-m", *argv], folder, environment)


def test_a_process_of_its_own(scrapy_commands, tmp_path):
    """Most tests fork one that has imported everything: what imports print, it has printed before."""
    with serve(answer) as (server, _):
        done = subprocess.run(
            [sys.executable, "-m", "scrapy", "denoise", "--nolog", f"{server}/a/1"],
            capture_output=True, text=True, timeout=300, check=False, env=scrapy_commands, cwd=tmp_path,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count(STORY.strip()) >= 3


def test_a_reader_who_has_enough(scrapy_commands, tmp_path):
    """Such as `head`: the view is longer than a pipe holds, and what is not read is no error."""
    with serve(answer) as (server, _):
        command = [sys.executable, "-m", "scrapy", "denoise-view", "-L", "ERROR", "-o", "-", f"{server}/a/1"]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=scrapy_commands, cwd=tmp_path
        ) as running:
            assert running.stdout.read(9) == b"<!DOCTYPE"
            running.stdout.close()
            assert (running.stderr.read(), running.wait(60)) == (b"", 0)


@pytest.mark.parametrize("command", [["scrapy", "denoise-view", "--nolog"], ["scrapy_denoise", "view"]])
def test_view_of_an_address(scrapy_commands, tmp_path, command):
    with serve(answer) as (server, _):
        methods = ["--method", "content_correlativity", "--method", "auto"]
        done = shell(scrapy_commands, tmp_path, *command, *methods, "-o", "out.html", f"{server}/a/1")
        assert (done.returncode, done.stdout, done.stderr) == (0, "out.html\n", "")
        shown = data_of((tmp_path / "out.html").read_text(encoding="utf-8"))
        assert shown["url"] == f"{server}/a/1"
        assert [method["label"] for method in shown["methods"]] == ["content_correlativity", "auto"]
        done = shell(
            scrapy_commands, tmp_path, *command, "--option", "min_expected_f1=1", "-o", "out.html", f"{server}/a/1"
        )
        assert done.returncode == 0
        assert not any(data_of((tmp_path / "out.html").read_text(encoding="utf-8"))["methods"][0]["kept"])


def test_scrapy_denoise_prints_the_content(scrapy_commands, tmp_path):
    with serve(answer) as (server, _):
        done = shell(scrapy_commands, tmp_path, "scrapy", "denoise", "--nolog", f"{server}/a/1")
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.count(STORY.strip()) >= 3
        done = shell(scrapy_commands, tmp_path, "scrapy", "denoise", "--nolog", f"{server}/b")
        assert (done.returncode, done.stdout) == (1, "")
        assert "no visible text" in done.stderr
        assert f"{server}/b: HTTP status 404 Not Found" in done.stderr


def test_beside_the_addon_of_scrapy_poet(scrapy_commands, tmp_path):
    pytest.importorskip("scrapy_poet")
    with serve(answer) as (server, _):
        poet = ["-s", 'ADDONS={"scrapy_poet.Addon": 300}']
        done = shell(scrapy_commands, tmp_path, "scrapy", "denoise", "--nolog", *poet, f"{server}/a/1")
        assert (done.returncode, done.stderr) == (0, "")
        assert STORY.strip() in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--render", "http://a.example/"], "scrapy denoise has no option --render"),
        (
            ["--spider", "gone", "http://a.example/"],
            "there is no spider 'gone'; scrapy list names those of the project",
        ),
        (["-s", "DENOISE_PROFILE=best", "--nolog", "http://a.example/"], "DENOISE_PROFILE is 'best'; allowed: default"),
    ],
)
def test_mistakes_are_one_line(scrapy_commands, tmp_path, arguments, said):
    done = shell(scrapy_commands, tmp_path, "scrapy", "denoise", *arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_the_status_of_an_error_page_is_named_and_its_content_printed(scrapy_commands, tmp_path):
    with serve(answer) as (server, _):
        done = shell(scrapy_commands, tmp_path, "scrapy", "denoise", "--nolog", f"{server}/gone")
        assert (done.returncode, done.stderr) == (0, f"scrapy denoise: {server}/gone: HTTP status 410 Gone\n")
        assert done.stdout.count(STORY.strip()) >= 3


def test_limits_are_settings(scrapy_commands, tmp_path):
    with serve(answer) as (server, _):
        limit = ["-s", "DENOISE_MAX_SIZE=100"]
        done = shell(scrapy_commands, tmp_path, "scrapy", "denoise", "--nolog", *limit, f"{server}/a/1")
        assert (done.returncode, done.stdout) == (1, "")
        assert "the page has more than 100 bytes (max_size)" in done.stderr
        done = shell(scrapy_commands, tmp_path, "scrapy_denoise", "view", "--max-size", "100", f"{server}/a/1")
        assert done.returncode == 1
        assert "more than 100 bytes (max_size)" in done.stderr


@pytest.mark.parametrize("command", ["denoise", "denoise-view"])
def test_help_has_examples(scrapy_commands, tmp_path, command):
    done = shell(scrapy_commands, tmp_path, "scrapy", command, "--help")
    assert done.returncode == 0
    assert f"\n  scrapy {command} https://example.org/a/1\n" in done.stdout


@pytest.mark.parametrize("arguments", [[], ["example.org"], ["--option", "least", "https://example.org/"]])
def test_mistakes(scrapy_commands, tmp_path, arguments):
    done = shell(scrapy_commands, tmp_path, "scrapy", "denoise", "--nolog", *arguments)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", [["denoise"], ["denoise-view", "-o", "out.html"]])
@pytest.mark.parametrize("place", ["project", "spider"])
def test_looking_at_a_page_changes_nothing_that_a_crawl_reads(scrapy_commands, tmp_path, command, place):
    pytest.importorskip("rensa", reason="the extra 'duplicates' is not installed")
    crawled = {
        "DENOISE_DUPLICATES": "drop",
        "DENOISE_LEARN": True,
        "DENOISE_WARMUP": "fetch",
        "DENOISE_VIEW_SAMPLES": 3,
    }
    settings = {"SPIDER_MODULES": ["spiders"], "DENOISE_STORE_PATH": "t.sqlite", "ADDONS": {"scrapy_denoise.Addon": 1}}
    settings |= crawled if place == "project" else {}
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = project\n")
    (tmp_path / "project.py").write_text("".join(f"{name} = {value!r}\n" for name, value in settings.items()))
    (tmp_path / "spiders.py").write_text(
        "import scrapy\nclass Pages(scrapy.Spider):\n    name = 'pages'\n    custom_settings = "
        f"{crawled if place == 'spider' else {}!r}\n    def parse(self, response):\n        return None\n"
    )
    with serve(answer) as (server, _):
        looked = shell(scrapy_commands, tmp_path, "scrapy", *command, "--nolog", "--spider", "pages", f"{server}/a/1")
        assert (looked.returncode, looked.stderr) == (0, "")
    assert not (tmp_path / "t-duplicates.sqlite").exists()
    assert not (tmp_path / ".scrapy" / "denoise" / "views").exists()
    with sqlite3.connect(tmp_path / "t.sqlite") as templates:
        tables = [name for (name,) in templates.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        assert tables
        assert not any(templates.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in tables)
