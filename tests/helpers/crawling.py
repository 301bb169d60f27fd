"""Real crawls for the tests: a local server, and Scrapy in a process of its own (spiders.py)."""

import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

HTML = "text/html; charset=utf-8"
SPIDERS = Path(__file__).with_name("spiders.py")

MAX_SECONDS = 120
"""Of a crawl."""


def story(i):
    """A page of a small site: the same navigation and footer, another story."""
    words = f"Boat {i} came in before noon, and {'hundred ' * (i % 7 + 1)}people stood on pier {'abcdefgh'[i % 8] * 4}."
    return (
        f"<html><head><title>Story {i}</title></head><body><div class=nav><a href=/>Home</a> <a href=/news>News</a>"
        f"</div><div class=main><h1>Story {i}</h1><p>{words} {words[::-1]}</p></div><div class=foot>All rights "
        "reserved</div></body></html>"
    )


@contextmanager
def serve(answer, heads=None):
    """A server on a free port, gives its address and the list of paths asked for.

    answer(path): (status, content type, body), or (status, content type, body, declared length). heads: a list that
    gains the headers of each request.
    """
    asked = []
    heads = [] if heads is None else heads

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            asked.append(self.path)
            heads.append(self.headers)
            status, kind, body, *declared = answer(self.path)
            body = body.encode() if isinstance(body, str) else body
            self.send_response(status)
            if 300 <= status < 400:
                self.send_header("Location", body.decode())
                body = b""
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(*declared or [len(body)]))
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(body)
            self.close_connection = bool(declared)

        do_HEAD = do_GET  # noqa: N815 - the name that http.server looks for

        def log_message(self, *arguments):
            pass

    class Server(ThreadingHTTPServer):
        def handle_error(self, request, client_address):
            pass  # a crawl that breaks a connection off is part of the tests

    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        server.server_close()


def start(requests, settings, spider="Pages", **options):
    """Begin a crawl of `requests`, each an address or the arguments of a Request, one after the other."""
    return subprocess.Popen(
        [sys.executable, SPIDERS, spider, json.dumps(_job(requests, settings))],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=_environment(), **options,
    )  # fmt: skip


def crawl(requests, settings, spider="Pages"):
    """A whole crawl: its items, its stats (the numbers), its log.

    Its process is forked from one that has imported Scrapy and the package: that takes longer than most crawls.
    """
    with tempfile.TemporaryDirectory() as folder:
        out, log = Path(folder, "out"), Path(folder, "log")
        place = {"environment": _environment(), "folder": str(Path.cwd()), "out": str(out), "log": str(log)}
        _fork(spider, _job(requests, settings) | place)
        out, log = out.read_text("utf-8"), log.read_text("utf-8")
    lines = [json.loads(line) for line in out.splitlines() if line.startswith("{")]
    assert lines, log
    assert "stats" in lines[-1], log
    return lines[:-1], lines[-1]["stats"], log


def _job(requests, settings):
    requests = [{"url": request} if isinstance(request, str) else request for request in requests]
    return {"requests": requests, "settings": settings}


def _environment():
    return {name: value for name, value in os.environ.items() if "proxy" not in name.lower()}


@cache
def _fork_server():
    return subprocess.Popen(
        [sys.executable, SPIDERS, "forks"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env=_environment(), start_new_session=True,
    )  # fmt: skip


def _fork(spider, job):
    """Run a crawl in a fork of the process that has imported all, and wait until it ends."""
    server = _fork_server()
    print(json.dumps({"spider": spider} | job), file=server.stdin, flush=True)
    if not select.select([server.stdout], [], [], MAX_SECONDS)[0]:
        os.killpg(server.pid, signal.SIGKILL)
        server.communicate()
        _fork_server.cache_clear()
        raise TimeoutError(f"a crawl took more than {MAX_SECONDS} seconds")
    server.stdout.readline()
