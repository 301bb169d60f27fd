"""The Spark engine on a real Spark of two workers: the rows of the local engine, whatever happens to a worker."""

import json
import os
import shutil
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pyarrow as pa
import pytest
from helpers.archive_bytes import members, record, story
from helpers.browser import SANITIZED

from scrapy_denoise.cli import main as cli
from scrapy_denoise.corpus.run.site_passes import SLICE_PAGES

pytest.importorskip("pyspark", reason="the extra 'spark' is not installed")
if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
    pytest.skip("Spark needs Java", allow_module_level=True)
if SANITIZED:
    pytest.skip("Java does not run under AddressSanitizer", allow_module_level=True)

from scrapy_denoise.corpus.spark import engine as spark_engine
from scrapy_denoise.corpus.spark import steps as spark_frames

SITES = {"large.example": 3 * SLICE_PAGES, "b.example": 5, "alone.example": 1}
LARGE = "x" * (spark_frames.MAX_BYTES // 3)


def archive(path):
    """A site that is cleaned in slices, one that is for its size, an address twice, and what goes wrong."""
    pages = [record(f"http://{site}/{n}", story(n, site)) for site, count in SITES.items() for n in range(count)]
    pages += [record(f"http://heavy.example/{n}", story(n) + f"<!-- {LARGE} -->") for n in range(4)]
    pages += [record("http://b.example/1", story(9, "b")), record("http://[bad/6", story(6)), record(status="404 No")]
    pages += [record("http://b.example/cut", story(7), lie=77), record("http://b.example/8", b"\xff\xfe" * 40)]
    path.write_bytes(members(*pages) + members(record("http://b.example/9", story(9)))[:60])  # and is cut


def rows(folder):
    parts = sorted(folder.glob("bucket=*/pages.parquet"))
    return [pa.parquet.read_table(part, partitioning=None).to_pylist() for part in parts]


def call(engine, path, out):
    flags = ["--out", out, "--engine", engine, "--buckets", 4, "--site-sample", 90, "--jobs", 2]
    return cli.main(["corpus", "clean", str(path), *map(str, flags)])


def test_rows_are_those_of_the_local_engine_though_a_worker_is_killed(tmp_path, monkeypatch):
    path, killed = tmp_path / "x.warc.gz", tmp_path / "killed"
    archive(path)
    cleaner = spark_frames.cleaner

    def deadly(run):
        """The first process that has cleaned something dies before all of it is taken."""
        clean = cleaner(run)

        def step(batches):
            for batch in clean(batches):
                yield batch
                try:
                    os.close(os.open(killed, os.O_CREAT | os.O_EXCL))
                except FileExistsError:
                    continue
                os.kill(os.getpid(), signal.SIGKILL)

        return step

    monkeypatch.setattr(spark_frames, "cleaner", deadly)
    assert call("local", path, tmp_path / "local") == 1
    try:
        assert call("spark", path, tmp_path / "spark") == 1
    finally:
        spark_engine.session(2).stop()
    assert killed.exists()
    local, spark = tmp_path / "local", tmp_path / "spark"
    assert sum(map(len, rows(local))) == sum(SITES.values()) + 4 + 4
    assert rows(spark) == rows(local)
    assert json.loads((spark / "_corpus.json").read_text())["summary"]["skipped"]["truncated"] == 1
    assert json.loads((spark / "_corpus.json").read_text()) == json.loads((local / "_corpus.json").read_text())
    assert (spark / "_skipped.jsonl").read_text() == (local / "_skipped.jsonl").read_text()
    assert sorted(part.name for part in spark.iterdir()) == sorted(part.name for part in local.iterdir())


def test_files_without_addresses_have_the_rows_of_the_local_engine(tmp_path, monkeypatch):
    """A folder that is named relatively, with more equal pages than a slice has, and rows without addresses."""
    monkeypatch.chdir(tmp_path)
    Path("mirror").mkdir()
    for n in range(SLICE_PAGES + 9):
        Path("mirror", f"{n}.html").write_text(story(0))
    Path("mirror", "other.html").write_text(story(1))
    lines = [json.dumps({"html": story(2)}), "no json", json.dumps({"html": story(2)})]
    Path("mirror", "crawl.jsonl").write_text("\n".join(lines))
    try:
        assert [call(engine, "mirror", tmp_path / engine) for engine in ("local", "spark")] == [0, 0]
    finally:
        spark_engine.session(2).stop()
    found = rows(tmp_path / "spark")
    assert found == rows(tmp_path / "local")
    assert len({row["source"] for some in found for row in some}) == SLICE_PAGES + 9 + 3
    skips = [(tmp_path / engine / "_skipped.jsonl").read_text() for engine in ("local", "spark")]
    assert skips[0] == skips[1]
    assert json.loads(skips[0])["source"] == "mirror/crawl.jsonl:2"


def test_a_disk_that_hangs_is_given_up(tmp_path):
    """As by the local engine; what else may happen to a process that reads, test_spark_reading.py tries."""
    (tmp_path / "a.warc.gz").write_bytes(members(*(record(f"http://a.example/{n}", story(n)) for n in range(8))))
    os.mkfifo(tmp_path / "hangs.jsonl")  # to open it waits for ever, as nobody writes
    command = ["corpus", "clean", str(tmp_path / "hangs.jsonl"), str(tmp_path / "a.warc.gz"), "--engine", "spark"]
    options = ["--out", tmp_path / "out", "--buckets", 2, "--page-seconds", 2, "--jobs", 2]
    try:
        assert cli.main([*command, *map(str, options)]) == 1
    finally:
        spark_engine.session(2).stop()
    manifest = json.loads((tmp_path / "out" / "_corpus.json").read_text())
    assert manifest["summary"] == {"pages": 8, "sites": 1, "skipped": {"unread": 1}}
    (skip,) = [json.loads(line) for line in (tmp_path / "out" / "_skipped.jsonl").open()]
    assert (skip["source"], skip["reason"]) == (str(tmp_path / "hangs.jsonl"), "unread")
    assert "when 0 records were read; those that follow are left out" in skip["detail"]


def test_spark_submit_runs_the_script_of_the_docs(tmp_path):
    """spark-submit starts the script, and says where it runs: here three workers."""
    page = Path(__file__, "../../../docs/corpus.rst").resolve().read_text(encoding="utf-8")
    script = textwrap.dedent(page.partition("    # clean.py\n")[2].partition(".. code-block::")[0])
    assert "sys.exit(main(" in script
    (tmp_path / "clean.py").write_text(script)
    pages = [record(f"http://a.example/{n}", story(n)) for n in range(4)]
    (tmp_path / "x.warc.gz").write_bytes(members(*pages))
    submit = [Path(sys.executable).with_name("spark-submit"), "--master", "local[3]"]
    command = ["clean.py", "corpus", "clean", "x.warc.gz", "--out", "out", "--engine", "spark", "--buckets", "2"]
    environment = {**os.environ, "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable}
    done = subprocess.run(
        [*submit, *command], check=False, capture_output=True, text=True, env=environment, cwd=tmp_path
    )
    assert "scrapy-denoise: 4 pages of 1 site in out" in done.stdout + done.stderr, done.stderr[-2000:]
    assert done.returncode == 0
    assert sum(map(len, rows(tmp_path / "out"))) == 4


def test_workers_take_the_interpreter_of_the_driver(tmp_path):
    """Also where the environment is not activated, and the "python3" of PATH is another."""
    (tmp_path / "bin").mkdir()
    other = tmp_path / "bin" / "python3"
    other.write_text("#!/bin/sh\nexit 7\n")
    other.chmod(0o755)
    (tmp_path / "x.warc.gz").write_bytes(members(*(record(f"http://a.example/{n}", story(n)) for n in range(4))))
    command = [sys.executable, "-m", "scrapy_denoise", "corpus", "clean", "x.warc.gz", "--out", "out", "--jobs", "2"]
    environment = {name: value for name, value in os.environ.items() if name != "PYSPARK_PYTHON"}
    environment["PATH"] = os.pathsep.join([str(tmp_path / "bin"), environment["PATH"]])
    done = subprocess.run(
        [*command, "--engine", "spark"], check=False, capture_output=True, text=True, env=environment, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert "4 pages of 1 site in out" in done.stderr


def test_without_java_it_says_what_is_missing(tmp_path):
    (tmp_path / "a.html").write_text("<p>It rained.")
    command = [sys.executable, "-m", "scrapy_denoise", "corpus", "clean", tmp_path / "a.html", "--engine", "spark"]
    environment = {**os.environ, "JAVA_HOME": str(tmp_path)}
    done = subprocess.run(
        [*command, "--out", tmp_path / "out"], check=False, capture_output=True, text=True, env=environment
    )
    assert done.returncode == 2
    assert "needs Java" in done.stderr
