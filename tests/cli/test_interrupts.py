"""Ctrl-C ends a command with one line, whenever it comes."""

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from helpers.crawling import HTML, serve, story
from helpers.forked import without_proxies

ROOT = Path(__file__).parents[2]

CALL = "import sys; from scrapy_denoise.cli.main import main; sys.exit(main(['clean', '-']))"


HEED = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
"""Tests that a shell runs in the background are started with SIGINT ignored, and so is what they start."""


def ended(code):
    """The exit status of a program, and the lines that it has printed of errors."""
    program = HEED + textwrap.dedent(code) + CALL
    done = subprocess.run([sys.executable, "-c", program], input="", capture_output=True, text=True, timeout=300)
    return done.returncode, done.stderr.splitlines()


def test_while_modules_are_imported():
    code = """
        import sys

        class Interrupted:
            def find_spec(self, name, path=None, target=None):
                if name == "argparse":
                    raise KeyboardInterrupt

        sys.meta_path.insert(0, Interrupted())
    """
    assert ended(code) == (130, ["scrapy-denoise: interrupted"])


def test_where_python_drops_exceptions():
    code = """
        import time, weakref
        from scrapy_denoise.cli import command_line

        class Collected:
            pass

        def run(argv):
            def interrupt(reference):
                raise KeyboardInterrupt
            one = Collected()
            reference = weakref.ref(one, interrupt)
            del one
            time.sleep(100)  # longer than this test waits

        command_line.run = run
    """
    assert ended(code) == (130, ["scrapy-denoise: interrupted"])


def test_other_exceptions_that_python_drops_are_printed():
    code = """
        import weakref
        from scrapy_denoise.cli import command_line

        class Collected:
            pass

        def run(argv):
            one = Collected()
            reference = weakref.ref(one, lambda reference: 1 / 0)
            del one
            return 0

        command_line.run = run
    """
    status, lines = ended(code)
    assert status == 0
    assert lines[-1].startswith("ZeroDivisionError")


def test_nothing_is_imported_before_it_is_heeded():
    code = "import sys; import scrapy_denoise.cli.main; sys.exit('argparse' in sys.modules)"
    assert subprocess.run([sys.executable, "-S", "-c", f"import sys; sys.path = {sys.path!r}; {code}"]).returncode == 0


@pytest.mark.parametrize(
    "moment",
    [
        "Crawler._create_spider",
        "Crawler._create_engine",
        "ExecutionEngine.open_spider_async",
        "ExecutionEngine.start_async",
    ],
)
def test_before_a_crawl_has_begun(tmp_path, moment):
    """The signal comes while the crawl is made or opened, and its job goes on as if the run had not been."""
    code = f"""
        import os, signal, sys
        from scrapy.core.engine import ExecutionEngine
        from scrapy.crawler import Crawler
        from scrapy_denoise.cli.main import main

        kind, name = {moment.split(".")!r}
        kind = {{"Crawler": Crawler, "ExecutionEngine": ExecutionEngine}}[kind]
        whole = getattr(kind, name)

        def interrupted(*arguments, **named):
            os.kill(os.getpid(), signal.SIGINT)
            return whole(*arguments, **named)

        address, out, job, interrupts = sys.argv[1:]
        if interrupts == "yes":
            setattr(kind, name, interrupted)
        sys.exit(main(["crawl", address, "-o", out, "--job", job, "-s", "AUTOTHROTTLE_ENABLED=0"]))
    """
    program = HEED + textwrap.dedent(code)
    out, job = tmp_path / "news.jsonl", tmp_path / "job"

    def crawl(address, interrupts):
        command = [sys.executable, "-c", program, address, str(out), str(job), interrupts]
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=120, env=without_proxies() | {"PYTHONPATH": str(ROOT)}
        )
        return done.returncode, done.stderr.strip()

    with serve(lambda path: (200, HTML, story(1))) as (address, _):
        assert crawl(f"{address}/1", "no")[0] == 0
        rows = out.read_text()
        status, said = crawl(f"{address}/1", "yes")
        assert (status, said.splitlines()) == (130, [said])
        assert said.startswith("scrapy-denoise crawl: The crawl was interrupted; ")
        assert not (job / "running").exists()
        crawl(f"{address}/1", "no")
    assert out.read_text() == rows
