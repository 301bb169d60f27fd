"""The command line: what it prints where, and its exit status."""

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path
from types import SimpleNamespace

import pytest
from rich.console import Console

from scrapy_denoise import __version__, denoise
from scrapy_denoise.cli import main as cli
from scrapy_denoise.cli import options as cli_options
from scrapy_denoise.cli import print_result as output
from scrapy_denoise.cli.commands import COMMANDS, CORPUS_COMMANDS
from scrapy_denoise.result import Result

TEXT = "The river — 雪 — rose in the night, and by the morning the lower road was under water."

MANY = " ".join(f"a{i}=1" for i in range(30_000))
"""More attributes than a tag may have."""


def story(number: int, paragraphs: int = 4) -> str:
    """A page of a site: the same around it, its own story in it."""
    words = "river stone lamp garden winter letter road window bread cloud".split()
    body = "".join(
        f"<p>{TEXT} {' '.join(words[(number * 3 + i * j) % 10] for j in range(1, 9))} {number}.{i}</p>"
        for i in range(paragraphs)
    )
    return (
        f"<html><head><meta charset=utf-8><title>Story {number}</title></head><body>"
        "<div class=top><a href=/>Home</a> <a href=/news>News</a></div>"
        f"<div class=main><h1>Story {number}</h1>{body}<a href=/next>Next</a></div>"
        "<div class=foot>All the small print that stands below every page of this site, in full.</div></body></html>"
    )


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    (folder / "more").mkdir(parents=True)
    names = ["0.html", "1.html", "2.htm", "more/3.HTML", "more/4.html", "notes.txt"]
    for number, name in enumerate(names):
        (folder / name).write_text(story(number), encoding="utf-8")
    return folder


@pytest.fixture
def run(capsys):
    """Call `main`; gives the exit status, and what stands on stdout and on stderr."""

    def call(*argv: object) -> tuple[int, str, str]:
        status = cli.main([str(argument) for argument in argv])
        return status, *capsys.readouterr()

    return call


def shell(*argv: object, **options) -> subprocess.CompletedProcess:
    """The command in a process of its own."""
    command = [sys.executable, "-m", "scrapy_denoise", *map(str, argv)]
    return subprocess.run(command, capture_output=True, timeout=300, check=False, **options)


def collapse_whitespace(error: str) -> bool:
    return error.startswith("scrapy-denoise: error: ") and error.count("\n") == 1


def test_names_of_files_move_no_cursor(run, tmp_path):
    """A stranger may have named what is in a folder."""
    name = "a\x1b[31m\x07.html"
    for command in (["clean"], ["view", "--out", tmp_path / "view.html"]):
        status, _, error = run(*command, tmp_path / name)
        assert status == 2
        assert collapse_whitespace(error)
        assert "a\\x1b[31m\\x07.html" in error
    (tmp_path / name).symlink_to("/dev/null")
    (tmp_path / "b.html").write_text("<p>It rained all day.")
    done = shell("clean", tmp_path)
    assert b"a\\x1b[31m\\x07.html" in done.stderr
    assert b"\x1b" not in done.stderr + done.stdout


# What comes out


def test_text(run, site):
    status, out, error = run("clean", site / "0.html")
    assert (status, error) == (0, "")
    assert out.count(TEXT) == 4
    assert "News" not in out


def test_html(run, site):
    status, out, _ = run("clean", site / "0.html", "--format", "html", "--url", "https://example.org/a/1")
    assert status == 0
    assert out.startswith("<article>")
    assert out.endswith("</article>\n")


def test_url_makes_links_absolute(run, tmp_path):
    page = tmp_path / "page.html"
    page.write_text(f"<p>{TEXT} <a href=../b>On</a> {TEXT}</p>", encoding="utf-8")
    out = run("clean", page, "--format", "html", "--url", "https://example.org/a/1")[1]
    assert 'href="https://example.org/b"' in out


def test_json(run, site):
    status, out, _ = run("clean", site / "0.html", "--format", "json")
    found = json.loads(out)
    assert status == 0
    assert found["title"] == "Story 0"
    assert found["text"].count(TEXT) == 4
    assert found["noise"]
    assert "雪" in out  # as it is, not escaped


def test_profile(run, site):
    assert run("clean", site / "0.html", "--profile", "paper", "--method", "content_correlativity")[0] == 0


def test_options_of_the_method(run, tmp_path):
    page = tmp_path / "page.html"
    page.write_text(f"<h1>A story</h1><p>Posted 2026-03-01</p><div>{TEXT * 3}</div>", encoding="utf-8")
    call = (page, "--method", "quark", "--format", "json")

    def types(*options):
        status, out, _ = run("clean", *call, *options)
        assert status == 0
        found = json.loads(out)
        return {block["type"] for block in found["blocks"] + found["noise"]}

    assert "date" in types("--option", 'custom_tags=["h1", "^Posted "]')
    assert "date" not in types("--option", 'custom_tags=["h1"]', "--option", "region=null")


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("colour=red", "quark has no parameter 'colour'; there are: html5, custom_tags, "),
        ("html5=no", "html5 of quark is 'no'; allowed: True or False"),
        ("region=no", "region of quark is 'no'; allowed: a dict with some of share, "),
        ("min_chars=1.5", "min_chars of quark is 1.5; allowed: a whole number"),
        ("custom_tags=h1", "custom_tags of quark is 'h1'; allowed: a list, such as [\"h1\"]"),
        ('custom_tags=["("]', "'(' is not a regular expression"),
        ("region", "--option 'region' has no value; write NAME=VALUE"),
    ],
)
def test_wrong_options(run, site, option, words):
    status, out, error = run("clean", site / "0.html", "--method", "quark", "--option", option)
    assert (status, out) == (2, "")
    assert words in error


def test_encoding(run, tmp_path):
    page = tmp_path / "page.html"
    page.write_bytes(f"<meta charset=big5><p>{'河水在夜里上涨了，到早晨路已经淹没。' * 5}</p>".encode("gb18030"))
    assert "河水" in run("clean", page, "--encoding", "gb18030")[1]


def test_standard_input(monkeypatch, run, site):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO((site / "0.html").read_bytes())))
    status, out, _ = run("clean", "-")
    assert status == 0
    assert out == run("clean", site / "0.html")[1]


def test_another_stream_as_stdout(site):
    with redirect_stdout(io.StringIO()) as stream:
        assert cli.main(["clean", str(site / "0.html")]) == 0
    assert TEXT in stream.getvalue()


def test_render_is_what_is_printed(run, site):
    result = denoise((site / "0.html").read_bytes())
    for form in output.FORMATS:
        assert run("clean", site / "0.html", "--format", form)[1] == output.render(result, form) + "\n"


# The site


def test_site_is_learned(run, site):
    found = json.loads(run("clean", site / "0.html", "--site", site, "--format", "json")[1])
    assert (found["method"], found["siblings"], found["reason"]) == ("auto", 4, "")
    assert "small print" not in found["text"]


def test_the_page_itself_is_not_learned(site):
    template = cli_options.learn_folder(site, str(site / "more" / ".." / "0.html"), None)
    assert template.pages == 4  # of five pages; the text file is none
    assert cli_options.learn_folder(site, "-", None).pages == 5


def test_a_link_to_the_page_is_the_page(site, tmp_path):
    link = tmp_path / "link.html"
    link.symlink_to(site / "0.html")
    assert cli_options.learn_folder(site, str(link), None).pages == 4


def test_too_few_pages(run, site):
    status, out, error = run("clean", site / "0.html", "--method", "path_similarity")
    assert status == 0
    assert TEXT in out
    assert error.count("\n") == 1
    assert "auto ran" in error
    assert "--site" in error


def test_a_page_that_no_browser_has_drawn(run, site):
    status, out, error = run("clean", site / "0.html", "--method", "vips")
    assert (status, TEXT in out) == (0, True)
    assert error == (
        "scrapy-denoise: vips needs pages that a browser has drawn, and none has drawn this one; auto ran. "
        "--render has a browser draw them.\n"
    )


def test_pages_that_are_not_learned_are_one_line(run, site):
    (site / "a.html").write_text(f"<p {MANY}>", encoding="utf-8")
    (site / "b.html").mkdir()
    status, out, error = run("clean", site / "0.html", "--site", site)
    assert (status, out.count(TEXT)) == (0, 4)
    assert error == "scrapy-denoise: not learned from 2 pages, such as a.html\n"


def test_progress_is_for_a_terminal(capsys, monkeypatch, tmp_path):
    for number in range(60):
        (tmp_path / f"{number}.html").write_text(story(number % 10), encoding="utf-8")
    arguments = ["clean", str(tmp_path / "0.html"), "--site", str(tmp_path)]
    assert cli.main(arguments) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(cli_options, "Console", lambda **options: Console(force_terminal=True, **options))
    assert cli.main(arguments) == 0
    out, error = capsys.readouterr()
    assert "Learning the site" in error
    assert "Learning" not in out


class Endless:
    """A stream of text without an end, which counts what was read of it."""

    def __init__(self):
        self.given = 0

    def read(self, size):
        assert size >= 0, "all of an endless stream is asked for"
        self.given += size
        return b"a" * size


@pytest.mark.parametrize("arguments", [["clean", "-"], ["clean", "-", "--jobs", "1", "--out", "pages"], ["view", "-"]])
def test_of_a_page_that_is_too_large_no_more_is_read_than_the_limit(run, tmp_path, monkeypatch, arguments):
    monkeypatch.chdir(tmp_path)
    endless = Endless()
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=endless, isatty=lambda: False))
    status, _, error = run(*arguments, "--max-size", "3000000")
    assert status == 1
    assert "the page has more than 3,000,000 bytes (max_size)" in error
    assert endless.given == 3_000_001


def test_a_file_that_is_too_large_is_not_held(run, tmp_path):
    with (tmp_path / "large.html").open("wb") as file:
        file.write(b"<p>The page of a site. " * 1_000)
        file.truncate(1 << 40)  # of which nothing is on the disk; more than any machine can hold
    page = tmp_path / "page.html"
    page.write_text("<p>One page of a site, with a text that is long enough to be its content.</p>")
    too_large = "the page has more than 10,485,760 bytes (max_size)"
    not_learned = "not learned from 1 page, such as large.html"
    for arguments, words in (
        (["clean", tmp_path / "large.html"], too_large),
        (["clean", tmp_path, "--out", tmp_path / "out"], too_large),
        (["clean", page, "--site", tmp_path], not_learned),
        (["view", page, "--site", tmp_path, "-o", tmp_path / "view.html"], not_learned),
        (["correct", "a.example", "--content", "p", "--file", tmp_path / "c.toml", "--pages", tmp_path], too_large),
    ):
        _, _, error = run(*arguments)
        assert words in error, arguments


# No content


@pytest.mark.parametrize(
    ("body", "arguments", "words"),
    [
        (b"", [], "no visible text"),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), [], "not an HTML page"),
        (b"<frameset><frame src=a></frameset>", [], "frameset"),
        (b"<nav><a href=/>Home</a></nav>", [], "no content was found"),
        (b"<nav><a href=/>Home</a></nav>", ["--method", "path_similarity"], "too few pages"),
        (
            b"<p>The river rose in the night, and the mill stood still.</p>" * 9,
            ["--page-types", "list, forum"],
            "the page is of a type that was not asked for: article\n",
        ),
        (
            b"<p " + b" ".join(b"a%d=1" % i for i in range(30_000)) + b">",
            [],
            "a tag has 30,000 attributes, the limit is 2,000 (fixed)",
        ),
        (b"<p>a</p>" * 10, ["--max-size", "70"], "above a limit: the page has more than 70 bytes (max_size)"),
        (b"<p>a</p>" * 10, ["--max-nodes", "15"], "above a limit: the page has more than 15 nodes (max_nodes)"),
        (b"<div>" * 3000 + b"deep", [], "elements are nested deeper than 2,047 (fixed)"),
    ],
)
def test_no_content(run, tmp_path, body, arguments, words):
    page = tmp_path / "page.html"
    page.write_bytes(body)
    status, out, error = run("clean", page, *arguments)
    assert (status, out) == (1, "")
    assert error.startswith("scrapy-denoise: ")
    assert error.count("\n") == 1
    assert words in error
    status, out, _ = run("clean", page, "--format", "json", *arguments)
    assert status == 1
    assert json.loads(out)["text"] == ""


def test_every_reason_has_words():
    documented = {line.split("``")[1] for line in (Result.__doc__ or "").splitlines() if line.lstrip().startswith("``")}
    assert documented
    assert documented <= output.REASON_TEXT.keys()


# Mistakes


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "COMMAND"),
        (["clean"], "FILE"),
        (["wash", "{page}"], "wash"),
        (["clean", "{page}", "--method", "none"], "content_correlativity"),
        (["clean", "{page}", "--profile", "none"], "paper"),
        (["clean", "{page}", "--format", "pdf"], "json"),
        (["clean", "{page}", "--colour"], "--colour"),
        (["clean", "{page}", "--encoding", "none"], "gb18030"),
        (["clean", "{page}", "--site", "{folder}", "--encoding", "none"], "gb18030"),
        (["clean", "{page}", "--max-size", "-1"], "'-1' is not a whole number from 0 up"),
        (["clean", "{page}", "--max-nodes", "many"], "'many' is not a whole number from 1 up"),
        (["clean", "{folder}/missing.html"], "No such file"),
        (["clean", "{folder}/empty"], "no pages"),
        (["clean", "{page}", "--site", "{page}"], "--site wants the folder"),
        (["clean", "{page}", "--site", "{folder}/empty"], "no other pages"),
    ],
)
def test_mistakes(run, site, arguments, words):
    (site / "empty").mkdir()
    places = {"folder": site, "page": site / "0.html"}
    status, out, error = run(*(argument.format(**places) for argument in arguments))
    assert (status, out) == (2, "")
    assert collapse_whitespace(error)
    assert words in error


@pytest.mark.parametrize("arguments", [["--help"], ["clean", "--help"]])
def test_help(capsys, arguments):
    with pytest.raises(SystemExit) as left:
        cli.main(arguments)
    assert left.value.code == 0
    assert "\n  scrapy-denoise clean page.html\n" in capsys.readouterr().out  # the examples, line by line


@pytest.mark.parametrize(
    "command",
    [[command.name] for command in COMMANDS] + [["corpus", command.name] for command in CORPUS_COMMANDS],
    ids=" ".join,
)
def test_each_command_has_help(capsys, command):
    with pytest.raises(SystemExit) as left:
        cli.main([*command, "--help"])
    assert left.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: scrapy-denoise {' '.join(command)} [-h]")


def test_the_list_of_commands_imports_none_of_them():
    code = (
        "import sys; from scrapy_denoise.cli.main import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: sys.exit(bool({'numpy', 'lxml', 'rich', 'scrapy_denoise.api'} & sys.modules.keys()))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, stdout=subprocess.DEVNULL).returncode == 0


def test_version(capsys):
    with pytest.raises(SystemExit) as left:
        cli.main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"scrapy-denoise {__version__}\n"


# As a process


def test_utf8_whatever_the_locale(site):
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    done = shell("clean", site / "0.html", env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert TEXT in done.stdout.decode("utf-8")


def test_lone_surrogates_are_no_error(tmp_path):
    page = tmp_path / "page.html"
    page.write_bytes(f"<p>{TEXT * 3}".encode() + b"&#xd800; \xed\xa0\x80</p>")
    done = shell("clean", page, "--format", "json")
    assert (done.returncode, done.stderr) == (0, b"")
    json.loads(done.stdout.decode("utf-8"))


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of POSIX")
def test_a_reader_that_has_enough(tmp_path):
    page = tmp_path / "page.html"
    page.write_text(story(0, 3000), encoding="utf-8")  # more than a pipe holds
    command = [sys.executable, "-m", "scrapy_denoise", "clean", str(page)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk(site):
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "scrapy_denoise", "clean", str(site / "0.html")]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=300, check=False)
    assert done.returncode == 2
    assert collapse_whitespace(done.stderr)
    assert "cannot write the output" in done.stderr


@pytest.mark.parametrize("stream", ["stdin", "stdout"])
def test_a_closed_stream(monkeypatch, capsys, stream):
    monkeypatch.setattr(sys, stream, None)
    status = cli.main(["clean", "-"])
    monkeypatch.undo()
    assert status == 2
    error = capsys.readouterr().err
    assert collapse_whitespace(error)
    assert "closed" in error


def test_the_help_of_an_action_of_templates_has_its_own_examples(capsys):
    with pytest.raises(SystemExit):
        cli.main(["templates", "prune", "--help"])
    out = capsys.readouterr().out
    assert "scrapy-denoise templates prune --max-sites" in out
    assert "templates list" not in out
    assert "DENOISE_STORE_URL" in out
