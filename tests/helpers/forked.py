"""Python programs that tests run, each in a fork of one process that has imported Scrapy and the package.

To import them takes longer than most crawls. What a test says of the start of a process, of its imports, or of what
the environment says before them, it says of a process that was not forked (subprocess).
"""

import gc
import importlib
import json
import os
import runpy
import select
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from warnings import catch_warnings, simplefilter

MAX_SECONDS = 300
"""Of a program."""

PACKAGES = ("scrapy.downloadermiddlewares", "scrapy.extensions", "scrapy.spidermiddlewares", "scrapy_denoise.cli")
MODULES = (
    "protego", "rich.progress", "scrapy.cmdline", "scrapy.core.downloader.handlers.file",
    "scrapy.core.downloader.handlers.http11", "scrapy.core.engine", "scrapy.dupefilters", "scrapy.exporters",
    "scrapy.pqueues", "scrapy.robotstxt", "scrapy.squeues", "scrapy.utils._remote_control",
    "scrapy_denoise.crawl.addon", "scrapy_denoise.crawl.site.output", "scrapy_denoise.crawl.site.robots",
    "scrapy_denoise.crawl.site.spider",
)  # fmt: skip
"""What the process imports at its start: packages with their modules, and modules."""


def without_proxies():
    """The environment of a program whose requests go to a server of this machine."""
    return {name: value for name, value in os.environ.items() if "proxy" not in name.lower()}


def run_forked(arguments, folder=None, environment=None, check=False):
    """Run a program, as `python ARGUMENTS` would; gives what subprocess.run gives, with text.

    arguments: those of Python, which begin with ``-m`` and a module, ``-c`` and code, or the path of a file.
    environment: without proxies if there is none. check: fails where the exit status is not 0.
    """
    with tempfile.TemporaryDirectory() as place:
        out, error = Path(place, "out"), Path(place, "error")
        job = {
            "arguments": list(map(str, arguments)),
            "environment": without_proxies() if environment is None else environment,
            "folder": str(folder or Path.cwd()),
            "files": [os.devnull, str(out), str(error)],
        }
        status = _forked(job)
        said, told = out.read_text("utf-8"), error.read_text("utf-8")
    assert not (check and status), told
    return subprocess.CompletedProcess(job["arguments"], status, said, told)


@cache
def _server():
    return subprocess.Popen(
        [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env=without_proxies(), start_new_session=True,
    )  # fmt: skip


def _forked(job):
    """Wait until the program of a job has ended; gives its exit status, or minus the signal that ended it."""
    server = _server()
    print(json.dumps(job), file=server.stdin, flush=True)
    if not select.select([server.stdout], [], [], MAX_SECONDS)[0]:
        os.killpg(server.pid, signal.SIGKILL)
        server.communicate()
        _server.cache_clear()
        raise TimeoutError(f"a program took more than {MAX_SECONDS} seconds: {job['arguments']}")
    return int(server.stdout.readline())


def serve():
    """Run the program of each job, a line of the standard input, and print its exit status when it has ended."""
    with catch_warnings():
        simplefilter("ignore")  # what is deprecated, and imported by no crawl
        for package in map(importlib.import_module, PACKAGES):
            for module in iter_modules(package.__path__, f"{package.__name__}."):
                importlib.import_module(module.name)
        for module in MODULES:
            with suppress(ImportError):  # of another version of Scrapy
                importlib.import_module(module)
    assert "twisted.internet.reactor" not in sys.modules, "each crawl installs its own"
    denoise = importlib.import_module("scrapy_denoise").denoise
    denoise("<title>A</title><p>Boat 7 came in before noon.</p>").to_dict()  # which reads the models
    sys.path.pop(0)  # the folder of this file
    gc.collect()
    gc.freeze()  # which a collection in a fork would copy
    for line in sys.stdin:
        if child := os.fork():
            print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
        else:
            return become(**json.loads(line))


def become(arguments, environment, folder, files):
    """Run a program in this process."""
    for number, path in enumerate(files):
        os.dup2(os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND), number)
    sys.stdin = open(0)  # noqa: SIM115 - until the end of the process
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    first, *rest = arguments
    paths = [str(Path(path).resolve()) for path in environment.get("PYTHONPATH", "").split(os.pathsep) if path]
    place = str(Path(first).resolve().parent) if first not in ("-m", "-c") else folder
    sys.path[:0] = [place, *(path for path in paths if path not in sys.path)]
    if first == "-m":
        sys.argv = rest
        runpy.run_module(rest[0], run_name="__main__", alter_sys=True)
    elif first == "-c":
        sys.argv = ["-c", *rest[1:]]
        sys.modules["__main__"] = ModuleType("__main__")
        exec(compile(rest[0], "<string>", "exec"), vars(sys.modules["__main__"]))
    else:
        sys.argv = arguments
        runpy.run_path(first, run_name="__main__")


if __name__ == "__main__":
    serve()
