"""Files that are written as a whole."""

import os
import sys

import pytest

from scrapy_denoise.cli.main import main
from scrapy_denoise.corpus.input.pages import InputError
from scrapy_denoise.corpus.output.folder import OutputFolder
from scrapy_denoise.evaluation.run.rows import ROWS_FILE, open_rows
from scrapy_denoise.files import private
from scrapy_denoise.files.atomic import replacing


def test_a_file_takes_the_place_of_the_old_one_when_it_is_whole(tmp_path):
    path = tmp_path / "it.txt"
    for text in (b"old", b"new"):
        with replacing(path) as file:
            file.write(text)
        assert path.read_bytes() == text
    assert [one.name for one in tmp_path.iterdir()] == ["it.txt"]


def interrupted(path):
    with replacing(path) as file:
        file.write(b"half")
        raise KeyboardInterrupt


def test_what_goes_wrong_leaves_the_old_file(tmp_path):
    path = tmp_path / "it.txt"
    path.write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt):
        interrupted(path)
    with pytest.raises(FileNotFoundError):
        interrupted(tmp_path / "none" / "it.txt")
    assert path.read_bytes() == b"old"
    assert [one.name for one in tmp_path.iterdir()] == ["it.txt"]


def test_what_is_no_file_is_written_to(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with replacing(pipe) as file:
        file.write(b"all")
    assert os.read(reading, 10) == b"all"
    os.close(reading)
    assert pipe.is_fifo()


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644])
def test_a_file_written_again_keeps_its_mode(tmp_path, mode):
    path = tmp_path / "private.txt"
    path.write_bytes(b"old")
    path.chmod(mode)
    with replacing(path) as file:
        file.write(b"new")
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == mode


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_a_new_private_file_and_the_folders_that_are_made_are_the_users_alone(tmp_path):
    old = os.umask(0)
    try:
        private.make_file(tmp_path / "a" / "b" / "it.sqlite")
        with replacing(tmp_path / "a" / "it.toml", private.FILE) as file:
            file.write(b"new")
    finally:
        os.umask(old)
    assert {path.name: path.stat().st_mode & 0o777 for path in tmp_path.rglob("*")} == {
        "a": 0o700, "b": 0o700, "it.sqlite": 0o600, "it.toml": 0o600
    }  # fmt: skip


def test_a_file_and_a_folder_that_are_there_keep_their_permissions(tmp_path):
    folder = tmp_path / "shared"
    folder.mkdir()
    folder.chmod(0o755)
    path = folder / "it.sqlite"
    path.write_bytes(b"old")
    path.chmod(0o644)
    private.make_file(path)
    assert path.read_bytes() == b"old"
    assert [one.stat().st_mode & 0o777 for one in (folder, path)] == [0o755, 0o644]


def test_what_a_link_leads_to_is_private_too(tmp_path):
    (tmp_path / "link.sqlite").symlink_to(tmp_path / "target.sqlite")
    private.make_file(tmp_path / "link.sqlite")
    private.make_file(tmp_path / "link.sqlite")
    assert (tmp_path / "target.sqlite").stat().st_mode & 0o777 == 0o600


@pytest.fixture
def elsewhere(tmp_path):
    """A file that no command may write to, and the folder of an output beside it."""
    path = tmp_path / "elsewhere" / "precious.txt"
    path.parent.mkdir()
    path.write_bytes(b"old")
    (tmp_path / "out").mkdir()
    yield path
    assert [(one.name, one.read_bytes()) for one in path.parent.iterdir()] == [("precious.txt", b"old")]


PAGE = f"<title>A</title><div>{'<p>The river rose in the night, and boats were on every street.</p>' * 9}</div>"


@pytest.mark.parametrize("name", [".lock", "a", "a/x.html.txt"])
def test_clean_writes_through_no_link_in_its_output_folder(tmp_path, elsewhere, name, capsys):
    page = tmp_path / "pages" / "a" / "x.html"
    page.parent.mkdir(parents=True)
    page.write_text(PAGE)
    link = tmp_path / "out" / name
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(elsewhere.parent if name == "a" else elsewhere)
    status = main(["clean", str(tmp_path / "pages"), "-o", str(tmp_path / "out"), "--jobs", "1"])
    if name == "a/x.html.txt":  # the link itself is replaced
        assert status == 0
        assert not link.is_symlink()
    else:
        assert status
        assert "is a symbolic link" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["out.jsonl", ".out.jsonl.lock"])
@pytest.mark.parametrize("options", [(), ("--overwrite",)])
def test_json_lines_are_written_through_no_link(tmp_path, elsewhere, name, options, capsys):
    (tmp_path / "x.html").write_text(PAGE)
    (tmp_path / name).symlink_to(elsewhere)
    assert main(["clean", str(tmp_path / "x.html"), "-o", str(tmp_path / "out.jsonl"), *options, "--jobs", "1"]) == 2
    assert "is a symbolic link" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["_corpus.json", "_work", "bucket=00001", "_work/pages.sqlite"])
def test_a_corpus_is_written_through_no_link(tmp_path, elsewhere, name):
    link = tmp_path / "out" / name
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(elsewhere.parent if name in ("_work", "bucket=00001") else elsewhere)
    for overwrite in (False, True):
        with pytest.raises(InputError, match="is a symbolic link"):
            OutputFolder(tmp_path / "out", "jsonl", {}, overwrite)


def test_rows_of_an_evaluation_and_a_view_are_written_through_no_link(tmp_path, elsewhere):
    (tmp_path / "out" / ROWS_FILE).symlink_to(elsewhere)
    with pytest.raises(OSError, match="is a symbolic link"), open_rows(tmp_path / "out"):
        pass
    (tmp_path / "x.html").write_text(PAGE)
    view = tmp_path / "out" / "x.html"
    view.symlink_to(elsewhere)
    assert main(["view", str(tmp_path / "x.html"), "-o", str(view)]) == 0
    assert not view.is_symlink()
