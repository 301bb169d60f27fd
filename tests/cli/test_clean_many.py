"""``scrapy-denoise clean`` with many pages: what is read, what is written, and what the report says."""

import gzip
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console

from scrapy_denoise.cli import main as cli
from scrapy_denoise.cli.clean import batch, workers
from scrapy_denoise.cli.clean.inputs import PageSource, Sources

TEXT = "The river rose in the night, and by the morning the lower road was under water."


def story(number: int) -> str:
    body = "".join(f"<p>{TEXT} Day {number}.{i}, with boats on every street.</p>" for i in range(4))
    return f"<title>Story {number}</title><div><a href=/>Home</a> <a href=/news>News</a></div><div>{body}</div>"


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """Two folders that have a page of the same name."""
    for name in ("a/x.html", "a/y.HTM", "b/x.html"):
        path = tmp_path / "pages" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(story(len(name) + ord(name[0])), encoding="utf-8")
    (tmp_path / "pages" / "a" / "notes.txt").write_text("no page")
    return tmp_path / "pages"


@pytest.fixture
def run(capsys):
    def call(*argv: object) -> tuple[int, str, str]:
        status = cli.main([str(argument) for argument in ("clean", *argv)] + ["--jobs", "1"])
        return status, *capsys.readouterr()

    return call


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def records(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines()]


# What is written


def test_a_folder_to_a_folder(run, pages, tmp_path):
    status, out, error = run(pages, "-o", tmp_path / "out")
    assert (status, out) == (0, "")
    assert error == "scrapy-denoise: 3 pages: 3 with content, 0 without\n"
    assert files(tmp_path / "out") == ["a/x.html.txt", "a/y.HTM.txt", "b/x.html.txt"]
    alone = cli.main(["clean", str(pages / "a" / "x.html"), "-o", str(tmp_path / "one")])
    assert alone == 0
    assert (tmp_path / "one/x.html.txt").read_bytes() == (tmp_path / "out/a/x.html.txt").read_bytes()


@pytest.mark.parametrize(("form", "suffix"), [("text", "txt"), ("markdown", "md"), ("html", "html"), ("json", "json")])
def test_a_file_is_what_is_printed_of_one_page(run, pages, tmp_path, form, suffix):
    page = pages / "a" / "x.html"
    printed = run(page, "--format", form)[1]
    assert run(page, "-o", tmp_path / "out", "--format", form)[0] == 0
    assert (tmp_path / f"out/x.html.{suffix}").read_text(encoding="utf-8") == printed


@pytest.mark.parametrize(("form", "suffix"), [("text", "txt"), ("markdown", "MD"), ("html", "html"), ("json", "json")])
def test_the_name_of_a_file_says_its_format_unless_an_option_does(run, pages, tmp_path, form, suffix):
    page, out = pages / "a" / "x.html", tmp_path / f"one.{suffix}"
    for options, printed in (((), form), (("--format", "text"), "text"), (("--format", "html"), "html")):
        assert run(page, "-o", out, *options)[0] == 0
        assert out.read_text(encoding="utf-8") == run(page, "--format", printed)[1]


def test_pages_of_the_same_name_have_files_of_their_own(run, pages, tmp_path):
    assert run(pages / "a/x.html", pages / "b/x.html", pages / "a/../a/x.html", "-o", tmp_path / "out")[0] == 0
    assert files(tmp_path / "out") == ["a/x.html.txt", "b/x.html.txt"]


def test_several_pages_are_json_lines_on_standard_output(run, pages):
    status, out, _ = run(pages / "b", pages / "a/x.html", "--format", "markdown")
    found = records(out)
    assert status == 0
    assert [record["source"] for record in found] == [str(pages / "b/x.html"), str(pages / "a/x.html")]
    assert all(TEXT in record["markdown"] and "News" not in record["markdown"] for record in found)
    assert found[0]["title"] == "Story 106"
    assert found[0]["method"] == "auto"


def test_json_lines_of_the_format_json_have_the_blocks(run, pages):
    (record,) = records(run(pages / "b", "-o", "-", "--format", "json")[1])
    assert record["source"] == str(pages / "b/x.html")
    assert record["blocks"]
    assert record["noise"]


def test_a_pattern(run, pages, tmp_path):
    assert run(pages / "*" / "x.html", "-o", tmp_path / "out")[0] == 0
    assert files(tmp_path / "out") == ["a/x.html.txt", "b/x.html.txt"]


def test_json_lines_in(run, tmp_path):
    lines = tmp_path / "crawl.jl"
    rows = [
        {"html": story(1), "url": "https://example.org/a/1"},
        {"html": f"<p>{TEXT * 3} <a href=b>On</a> {TEXT}</p>"},
    ]
    lines.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    found = records(run(lines)[1])
    assert [(row["source"], row["url"]) for row in found] == [
        (f"{lines}:1", "https://example.org/a/1"), (f"{lines}:2", None),
    ]  # fmt: skip
    assert run(lines, "-o", tmp_path / "out")[0] == 0
    assert files(tmp_path / "out") == ["crawl.jl/1.txt", "crawl.jl/2.txt"]


def test_json_lines_of_standard_input(monkeypatch, run):
    rows = "".join(json.dumps({"body": story(number)}) + "\n\n" for number in range(2))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(rows.encode())))
    status, out, _ = run("-", "--field", "body")
    assert status == 0
    assert [record["source"] for record in records(out)] == ["-:1", "-:3"]


def test_standard_input_beside_a_file(monkeypatch, run, pages, tmp_path):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(story(1).encode())))
    assert run("-", pages / "a/x.html", "-o", tmp_path / "out")[0] == 0
    assert files(tmp_path / "out") == ["stdin.txt", "x.html.txt"]


def test_the_site_is_learned_once_for_all(run, tmp_path):
    for number in range(5):
        (tmp_path / f"{number}.html").write_text(
            story(number).replace("boats", f"{'abcde'[number] * 5} boats"), encoding="utf-8"
        )
    found = records(run(tmp_path, "--site", tmp_path, "--format", "json")[1])
    assert [record["siblings"] > 0 for record in found] == [True] * 5


def test_too_few_pages_is_one_line(run, pages):
    error = run(pages, "--method", "path_similarity")[2]
    assert error.count("path_similarity compares pages of one site and has too few for 3 pages") == 1
    error = run(pages, "--method", "vips")[2]
    assert error.count("vips needs pages that a browser has drawn, and none has drawn 3 pages") == 1


# Going on


def test_goes_on_where_it_stopped(run, pages, tmp_path):
    out = tmp_path / "out"
    run(pages / "a", "-o", out)
    (out / "x.html.txt").write_text("mine")
    (out / "y.HTM.txt").unlink()
    assert run(pages / "a", "-o", out)[2] == (
        "scrapy-denoise: 2 pages: 1 with content, 0 without, 1 was there already (--overwrite cleans again)\n"
    )
    assert (out / "x.html.txt").read_text() == "mine"
    run(pages / "a", "-o", out, "--overwrite")
    assert TEXT in (out / "x.html.txt").read_text()


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="names of files are Unicode there")
def test_names_that_are_not_utf_8_stay_different(run, tmp_path):
    (tmp_path / "pages").mkdir()
    out, names = tmp_path / "out.jsonl", ("m\udce4hle.html", "m\udcfchle.html", "мост.html")
    for number, name in enumerate(names):
        (tmp_path / "pages" / name).write_text(story(number), encoding="utf-8")
        run(tmp_path / "pages", "-o", out)  # goes on where the call before stopped
    found = [(Path(record["source"]).name, record["title"]) for record in records(out.read_text("utf-8"))]
    assert found == [("m\\udce4hle.html", "Story 0"), ("m\\udcfchle.html", "Story 1"), ("мост.html", "Story 2")]


def test_json_lines_go_on_after_the_last_whole_line(run, pages, tmp_path):
    out = tmp_path / "out.jsonl"
    run(pages, "-o", out)
    whole = out.read_bytes()
    out.write_bytes(whole[:-20])  # killed while it wrote the last line
    assert run(pages, "-o", out)[2].endswith(
        "1 with content, 0 without, 2 were there already (--overwrite cleans again)\n"
    )
    assert out.read_bytes() == whole


@pytest.mark.parametrize(
    "foreign",
    [
        b"notes without a final newline", b'{"source', b"{", b"[1]", b"\n", b'{"source": 1}\n',
        b'{"url": 2, "source": "a"}\n',
    ],
)  # fmt: skip
@pytest.mark.parametrize("before", [False, True])
def test_a_file_that_is_not_from_this_command_is_left_as_it_is(run, pages, tmp_path, foreign, before):
    out = tmp_path / "out.jsonl"
    if before:
        run(pages / "a", "-o", out)
    own = out.read_bytes() if before else b""
    out.write_bytes(own + foreign)
    if before and b'{"source": "'.startswith(foreign):  # killed just after it began to write a line
        run(pages / "a", "-o", out)
        assert out.read_bytes() == own
        return
    status, _, told = run(pages, "-o", out)
    assert (status, out.read_bytes()) == (2, own + foreign)
    assert "is not from this command; give another name with -o, or --overwrite to replace the file" in told
    run(pages, "-o", out, "--overwrite")
    assert len(records(out.read_text())) == 3


def test_the_output_is_not_read_again(run, pages):
    for _ in range(2):
        run(pages, "-o", pages / "out", "--format", "html")
    assert files(pages / "out") == ["a/x.html.html", "a/y.HTM.html", "b/x.html.html"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_leaves_whole_files(tmp_path):
    for number in range(3000):
        (tmp_path / f"{number}.html").write_text(story(number), encoding="utf-8")
    out = tmp_path / "out"
    command = [sys.executable, "-m", "scrapy_denoise", "clean", str(tmp_path), "-o", str(out), "--jobs", "1"]
    options = {"stderr": subprocess.PIPE, "text": True, "start_new_session": True}
    # the tests may run in the background of a shell, which makes what they start ignore Ctrl-C
    heed = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)  # noqa: E731
    with subprocess.Popen(command, preexec_fn=heed, **options) as process:
        assert process.stderr is not None
        end = time.monotonic() + 240
        while not any(out.glob("*.html.txt")) and time.monotonic() < end:
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes of the call
        error = process.stderr.read()
        assert process.wait(240) == 130
    assert error.startswith("scrapy-denoise: interrupted; ")
    assert error.count("\n") == 1
    assert "the same call goes on from there" in error
    written = files(out)
    assert 0 < len(written) < 3000
    assert all(name.endswith(".html.txt") for name in written)
    assert all((out / name).read_text().count(TEXT) == 4 for name in written)


# One page, one file


def test_a_single_page_can_have_a_file_of_its_own(run, pages, tmp_path):
    file = tmp_path / "new" / "content.md"
    assert run(pages / "a/x.html", "-o", file, "--format", "markdown") == (0, "", "")
    assert TEXT in file.read_text(encoding="utf-8")
    (tmp_path / "folder.txt").mkdir()
    run(pages / "a/x.html", "-o", tmp_path / "folder.txt")
    assert files(tmp_path / "folder.txt") == ["x.html.txt"]


def test_names_of_files_that_cannot_be_the_output(run, pages, tmp_path):
    page = pages / "a/x.html"
    before = page.read_bytes()
    assert run(page, "-o", page)[::2] == (
        2, f"scrapy-denoise: error: {page} is the page itself; give another name with -o\n",
    )  # fmt: skip
    assert page.read_bytes() == before
    assert "for several pages give a folder" in run(pages, "-o", tmp_path / "all.txt")[2]
    for name in ("all.jsonl.gz", "all.xml", "gazette.example"):
        ending = name[name.rindex(".") :]
        status, _, error = run(page, "-o", tmp_path / name)
        assert (status, error.count("\n")) == (2, 1)
        assert f"no files that end in {ending} are written; one page is written to a name in .txt, .md" in error
    assert files(tmp_path) == files(pages.parent)


@pytest.mark.parametrize("name", ["gazette.example/", "v1.2", ".content", "content", "there.xml"])
def test_names_of_folders(run, pages, tmp_path, name):
    (tmp_path / "there.xml").mkdir()
    run(pages / "a", "-o", f"{tmp_path}/{name}")
    assert "x.html.txt" in files(tmp_path / name)


def test_a_folder_that_is_missing_makes_nothing(run, tmp_path):
    status, _, error = run(tmp_path / "nothere", "-o", tmp_path / "out")
    assert (status, error) == (
        2, f"scrapy-denoise: error: cannot read {tmp_path}/nothere: No such file or directory\n",
    )  # fmt: skip
    assert not (tmp_path / "out").exists()


def test_corrections_need_addresses(run, pages, tmp_path):
    (tmp_path / "c.toml").write_text('version = 1\n["gazette.example"]\ncontent = "p"\n')
    note = "scrapy-denoise: no correction applies to {} without an address: it says which site a page is of. {}\n"
    given = ["--corrections", tmp_path / "c.toml"]
    assert run(pages / "a/x.html", *given)[2] == note.format("a page", "Give it with --url.")
    assert run(pages / "a/x.html", *given, "--url", "https://other.example/1")[2] == ""
    assert note.format("2 pages", "JSON lines have it in a field url.") in run(pages / "a", *given)[2]


# Bad pages


def test_a_bad_page_is_a_line_and_not_the_end(run, pages, tmp_path):
    (pages / "a" / "w.html").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    (pages / "a" / "v.html").write_text("<nav><a href=/>Home</a></nav>")
    status, _, error = run(pages / "missing.html", pages / "nothing*", pages, "-o", tmp_path / "out")
    assert status == 1
    assert error.splitlines() == [
        f"scrapy-denoise: {pages}/nothing*: no file has such a name",
        f"scrapy-denoise: {pages}/missing.html: cannot read it: No such file or directory",
        f"scrapy-denoise: {pages}/a/v.html: no content was found in the page; --format json lists its blocks",
        f"scrapy-denoise: {pages}/a/w.html: this is not an HTML page",
        "scrapy-denoise: 7 pages: 3 with content, 2 without, 2 failed",
    ]
    assert files(tmp_path / "out") == ["a/x.html.txt", "a/y.HTM.txt", "b/x.html.txt"]


@pytest.mark.skipif(sys.platform == "win32" or not os.geteuid(), reason="everything can be read by this user")
def test_a_file_that_may_not_be_read(run, pages):
    (pages / "a/x.html").chmod(0)
    status, out, error = run(pages)
    assert (status, len(records(out))) == (1, 2)
    assert "x.html: cannot read it: Permission denied" in error


def test_bad_json_lines(run, tmp_path, monkeypatch):
    monkeypatch.setattr("scrapy_denoise.files.json_lines.MAX_LINE", 2000)
    good = json.dumps({"html": f"<p>{TEXT}</p>"})
    lines = tmp_path / "crawl.jsonl"
    lines.write_text(
        "\n".join([good, '{"html": ', "[1]", '{"body": "x"}', '{"html": 1}', "[" * 1999, '"' + "x" * 9000, good])
    )
    status, out, error = run(lines)
    assert status == 1
    assert [record["source"] for record in records(out)] == [f"{lines}:1", f"{lines}:8"]
    expected = ["is not JSON: ", "not a JSON object", "--field", "--field", "is not JSON: ", "longer than 2,000 bytes"]
    for number, (line, words) in enumerate(zip(error.splitlines(), expected, strict=False), 2):
        assert line.startswith(f"scrapy-denoise: {lines}:{number}: ")
        assert words in line


def test_no_longer_line_is_held_than_a_page_within_the_limit_makes(run, tmp_path):
    lines = tmp_path / "crawl.jsonl"
    good = json.dumps({"html": f"<p>{TEXT}</p>"})
    lines.write_text(f'{good}\n{{"html": "{"x" * 1_200_000}"}}\n{good}\n')
    status, out, error = run(lines, "--max-size", "10000")
    assert (status, len(records(out))) == (1, 2)
    assert f"{lines}:2: the line is longer than {3 * 10_000 + (1 << 20):,} bytes (--max-size)" in error


@pytest.mark.parametrize("name", ["crawl.jsonl", "-"])
def test_a_field_that_no_line_has_is_told_once(run, tmp_path, monkeypatch, name):
    data = b"".join(json.dumps({"body": f"<p>{TEXT}</p>", "n": n}).encode() + b"\n" for n in range(30))
    (tmp_path / "crawl.jsonl").write_bytes(data)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    label = name if name == "-" else str(tmp_path / name)
    status, out, error = run(label, "--field", "page", "-o", tmp_path / "out.jsonl")
    assert (status, out) == (1, "")
    assert error.count("\n") == 2
    assert f"{label}: no field 'page' with a text in any line; there are: body, n; name the field" in error


def test_compressed_json_lines(run, tmp_path):
    lines = [json.dumps({"body": f"<p>{TEXT}</p>", "url": "http://a.example/1"}), "no json"]
    path = tmp_path / "crawl.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(lines).encode()))
    status, out, error = run(path, "--field", "body")
    assert status == 1
    assert [(record["source"], record["url"]) for record in records(out)] == [(f"{path}:1", "http://a.example/1")]
    assert f"{path}:2: the line is not JSON" in error
    assert "1 with content" in error
    path.write_bytes(path.read_bytes()[:-12])
    status, _, error = run(path, "--field", "body")
    assert (status, f"{path}: cannot read it: the compressed data were cut" in error) == (1, True)


@pytest.mark.parametrize("written", [False, True])
@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("crawl.html.gz", gzip.compress(b"<p>It rained.", mtime=0), "this is compressed with gzip: decompress it"),
        ("crawl.json", b'[\n{"html": "<nav><a href=/>Home</a></nav>"}]', "this is JSON, not a page"),
    ],
)
def test_files_that_are_no_pages_say_what_they_are(run, tmp_path, name, data, why, written):
    (tmp_path / name).write_bytes(data)
    status, _, error = run(tmp_path / name, *(["-o", tmp_path / "out.jsonl"] if written else []))
    assert (status, why in error) == (1, True)


def test_a_file_that_cannot_be_written(run, pages, tmp_path):
    (tmp_path / "out" / "a" / "x.html.txt" / "taken").mkdir(parents=True)
    status, _, error = run(pages, "-o", tmp_path / "out")
    assert status == 1
    assert f"cannot write {tmp_path}/out/a/x.html.txt: " in error
    assert files(tmp_path / "out") == ["a/y.HTM.txt", "b/x.html.txt"]


CLEANING = workers.CleaningOptions("auto", "default", {}, "text", False, None, 0, 1000)
WORK = workers._PageWork


def _hostile_work(options, seconds):
    """Work in which some pages kill their process, and others never end."""
    work = WORK(options, seconds)

    def clean(source: PageSource, skip_page) -> workers.CleanedPage:
        def skip(*step):
            reason = skip_page(*step)
            if not reason and "killer" in source.label:
                os._exit(1)
            if not reason and "endless" in source.label:
                time.sleep(600)
            return reason

        return work(source, skip)

    return clean


def test_a_page_that_kills_its_process_or_never_ends_is_one_that_failed(monkeypatch):
    monkeypatch.setattr(workers, "_PageWork", _hostile_work)
    kinds = {3: "killer", 7: "endless"}
    sources = [PageSource(f"{kinds.get(i, 'page')} {i}", str(i), markup=f"<p>{TEXT}") for i in range(12)]
    cleaned = list(workers.clean_pages(sources, CLEANING, 2, 3))
    assert [page.label for page in cleaned] == [source.label for source in sources]
    assert {page.label: page.note for page in cleaned if page.failed} == {
        "killer 3": "its process died", "endless 7": "no answer within 3 s (--page-seconds)",
    }  # fmt: skip
    assert sum(page.has_content for page in cleaned) == 10


def test_few_pages_are_held(tmp_path):
    """Sources are taken as results are, so a long file of JSON lines is never in memory."""
    taken = []
    sources = (taken.append(i) or PageSource(str(i), str(i), markup="<p>x") for i in range(100))
    results = workers.clean_pages(sources, CLEANING, 1, 60)
    next(results)
    assert len(taken) <= workers.MAX_PAGES_AHEAD + 1
    results.close()


# Mistakes


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["https://example.org/a/1"], "scrapy denoise https://example.org/a/1"),
        (["{pages}/empty"], "no pages (*.html, *.htm) in this folder"),
        (["{pages}/*.pdf"], "no file has such a name"),
        (["{pages}/crawl.WARC"], "scrapy-denoise corpus clean reads it"),
        (["{pages}", "--url", "https://example.org/"], "--url is the address of one page"),
        (["{pages}", "-o", "{pages}/a/notes"], "is a file; give a folder"),
        (["{pages}", "-o", "{pages}/a/notes.txt"], "is the name of one file; for several pages give a folder"),
        (["{pages}", "-o", "{pages}/other.jsonl"], "line 1 of "),
        (["{pages}", "--encoding", "none"], "gb18030"),
        (["{pages}", "--option", "colour=red"], "no parameter 'colour'"),
        (["{pages}", "--site", "{pages}/empty"], "no other pages"),
    ],
)
def test_mistakes(run, pages, arguments, words):
    (pages / "empty").mkdir()
    (pages / "other.jsonl").write_text('{"mine": 1}\n')
    (pages / "a" / "notes").write_text("mine")
    status, out, error = run(*(argument.format(pages=pages) for argument in arguments))
    assert (status, out) == (2, "")
    assert error.startswith("scrapy-denoise: error: ")
    assert error.count("\n") == 1
    assert words in error
    assert (pages / "other.jsonl").read_text() == '{"mine": 1}\n'


# Progress


def test_progress_is_for_a_terminal(run, pages, tmp_path, monkeypatch):
    assert "Cleaning" not in run(pages, "-o", tmp_path / "out")[2]
    monkeypatch.setattr(batch, "Console", lambda **options: Console(force_terminal=True, width=120, **options))
    status, out, error = run(pages, "-o", tmp_path / "again")
    assert (status, out) == (0, "")
    assert "Cleaning" in error
    assert "/3" in error


def test_count(pages, tmp_path):
    lines = tmp_path / "crawl.jsonl"
    lines.write_text("{}\n{}\n")
    assert Sources([str(pages), str(lines)]).count() == 5
    assert Sources(["-"], field="html").count() is None


def test_a_link_out_of_a_folder_is_left_out_unless_it_is_asked_for(tmp_path, capsys, caplog):
    folder, other = tmp_path / "pages", tmp_path / "other.html"
    folder.mkdir()
    for path in (folder / "a.html", other):
        path.write_text(f"<p>{TEXT}</p>")
    (folder / "b.html").symlink_to(other)
    (folder / "c.html").symlink_to(folder / "a.html")
    (folder / "d.html").symlink_to(folder / "d.html")
    for options, names in ([], "ac"), (["--follow-links"], "abc"):
        out = tmp_path / f"out{len(options)}"
        assert cli.main(["clean", str(folder), "-o", str(out), *options]) == 0
        assert sorted(path.name[0] for path in out.iterdir()) == list(names)
    assert [record.message.rpartition(": ")[2] for record in caplog.records] == [
        f"2, the first is {str(folder / 'b.html')!r}"
    ]
