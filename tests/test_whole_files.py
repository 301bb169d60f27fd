"""Files that are written as a whole."""

import os

import pytest

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
