"""Duplicates and ranks on a real Spark of two workers: the rows of the local engine."""

import os
import random
import shutil
from itertools import pairwise

import pyarrow.parquet as pq
import pytest
from helpers.archive_bytes import members, record, story
from helpers.browser import SANITIZED

from scrapy_denoise.cli import main as cli

pytest.importorskip("pyspark", reason="the extra 'spark' is not installed")
if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
    pytest.skip("Spark needs Java", allow_module_level=True)
if SANITIZED:
    pytest.skip("Java does not run under AddressSanitizer", allow_module_level=True)

from scrapy_denoise.corpus.analysis.ranking import Iteration
from scrapy_denoise.corpus.spark.duplicates import components
from scrapy_denoise.corpus.spark.engine import session
from scrapy_denoise.corpus.spark.ranking import fixed_point


@pytest.fixture(scope="module")
def spark():
    started = session(2)
    started.conf.set("spark.sql.shuffle.partitions", "2")
    yield started
    started.stop()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Pages that link to each other and have mirrors with the same text, or with nearly the same."""
    place = tmp_path_factory.mktemp("spark")
    records = []
    for n in range(12):
        cited = (
            f"<p>As the <a href=/{(5 * n + 1) % 12}>report</a> of that <a href=http://far.example/{n % 3}>week</a>.</p>"
        )
        html = story(n).replace("</h1>", f"</h1>{cited}")
        records += [record(f"http://a.example/{n}", html), record(f"http://{n % 4}.example/{n}", html)]
        records.append(record(f"http://c.example/{n}", html.replace("</h1>", "</h1><p>It rained on that day.</p>", 1)))
        records.append(record(f"http://d.example/{n}", story(n, paragraphs=9)))  # of which the others are cut copies
    (place / "x.warc.gz").write_bytes(members(*records))
    for name in ("a", "b"):  # equal files, which have no addresses
        (place / f"{name}.html").write_text(story(30))
    command = ["corpus", "clean", str(place), "--out", str(place / "content"), "--jobs", "1"]
    assert cli.main([*command, "--columns", "digest,minhash,blocks,links"]) == 0
    return place / "content"


def rows(command, folder, engine, *flags):
    out = str(folder.parent / f"{command}-{engine}.parquet")
    argv = ["corpus", command, str(folder), "--out", out, "--engine", engine, "--jobs", "2", *flags]
    assert cli.main(argv) == 0
    return pq.read_table(out).to_pylist()


def test_groups_are_those_of_the_local_engine(spark, folder, capsys):
    local, found = (rows("duplicates", folder, engine) for engine in ("local", "spark"))
    told = capsys.readouterr().err.splitlines()
    assert told[0].partition(", in ")[0] == told[1].partition(", in ")[0]
    by_url = {row["url"]: row for row in local}
    assert len(by_url) == len(local) == len(found) > 30
    assert {row["url"]: row for row in found} == by_url
    exact = rows("duplicates", folder, "spark", "--similar", "1")
    assert {row["url"] for row in exact} <= {row["url"] for row in local}
    assert all(row["exact"] for row in exact)
    assert len(exact) > 20


@pytest.mark.parametrize("inside", [[], ["--inside"]])
def test_ranks_are_those_of_the_local_engine(spark, folder, inside):
    local, found = (rows("rank", folder, engine, "--tolerance", "0.05", *inside) for engine in ("local", "spark"))
    expected = {row["url"]: row for row in local}
    assert len(found) == len(expected) > 30
    assert [row["rank"] for row in found] == sorted((row["rank"] for row in found), reverse=True)
    for row in found:
        assert row["rank"] == pytest.approx(expected[row["url"]]["rank"], abs=1e-9)
        assert row["page_rank"] == pytest.approx(expected[row["url"]]["page_rank"], abs=1e-9)


def test_the_worked_example(spark):
    """p1 has a block of attention 0.75 that links to p2 and one of 0.25 that links to p3; both link to p1."""
    pages = spark.createDataFrame([("p1",), ("p2",), ("p3",)], "page string")
    links = spark.createDataFrame(
        [("p1", "p2", 0.75), ("p1", "p3", 0.25), ("p2", "p1", 1.0), ("p3", "p1", 1.0)],
        "page string, target string, share double",
    )
    ranks = dict(map(tuple, fixed_point(pages, links, Iteration(tolerance=5e-6)).collect()))
    assert ranks == pytest.approx({"p1": 0.48649, "p2": 0.36014, "p3": 0.15338}, abs=1e-5)


def test_components_of_chains_and_rings(spark):
    nodes = [f"n{number:02}" for number in range(40)]
    random.Random(1).shuffle(nodes)
    chain = list(pairwise(nodes[:30]))
    ring = list(zip(nodes[30:], [*nodes[31:], nodes[30]], strict=True))
    found = components(spark.createDataFrame([*chain, *ring], "one string, two string"))
    assert sorted(map(tuple, found.collect())) == sorted(
        (node, min(part)) for part in (nodes[:30], nodes[30:]) for node in part if node != min(part)
    )
