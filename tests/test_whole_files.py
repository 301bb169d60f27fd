"""Files that are written as a whole."""

import os
import sys

import pytest

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
