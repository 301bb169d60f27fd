"""One writer at a time for an output."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from scrapy_denoise.files.lock import InUseError, only_writer

HOLD = """
import sys
from pathlib import Path
from pathlib import Path
from scrapy_denoise.files.lock import only_writer
with only_writer(Path(sys.argv[1]), folder=sys.argv[2] == "folder"):
    print("locked", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def holder():
    """Start a process that has the lock of an output."""
    started = []

    def hold(path, kind):
        process = subprocess.Popen(
            [sys.executable, "-c", HOLD, path, kind], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        started.append(process)
        assert process.stdout.readline() == "locked\n"
        return process

    yield hold
    for process in started:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("kind", ["folder", "file"])
def test_the_second_is_told_of_the_first_and_a_dead_one_holds_nothing(holder, tmp_path, kind):
    path = tmp_path / "out"
    process = holder(path, kind)
    for _ in range(2):  # the lock of the other stays
        with (
            pytest.raises(InUseError, match=f"{path} is being written by process {process.pid} on ") as told,
            only_writer(path, folder=kind == "folder"),
        ):
            pass
        assert "\n" not in str(told.value)
    process.send_signal(signal.SIGKILL)
    process.wait()
    with only_writer(path, folder=kind == "folder"):
        pass
    assert [one.name for one in tmp_path.rglob("*")] == (["out"] if kind == "folder" else [])


def test_what_is_no_file_and_what_cannot_be_written_is_not_locked(tmp_path, monkeypatch):
    with only_writer(Path(os.devnull), folder=False):
        pass
    folder = tmp_path / "complete"
    folder.mkdir()

    def read_only(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("scrapy_denoise.files.lock.os.open", read_only)
    with only_writer(folder):
        pass
    with pytest.raises(PermissionError), only_writer(tmp_path / "file.jsonl", folder=False):
        pass


def test_a_full_disk_keeps_nobody_from_locking_and_leaves_nothing(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("scrapy_denoise.files.lock.os.write", full)
    with pytest.raises(OSError, match="No space"), only_writer(tmp_path / "file.jsonl", folder=False):
        full()
    with pytest.raises(OSError, match="No space"), only_writer(tmp_path / "folder"):
        full()
    assert list(tmp_path.iterdir()) == []
