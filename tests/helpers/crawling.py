"""Real crawls for the tests: a local server, and Scrapy in a process of its own (spiders.py)."""

import json
import subprocess
import sys
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from helpers.forked import run_forked, without_proxies

HTML = "text/html; charset=utf-8"
SPIDERS = Path(__file__).with_name("spiders.py")


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
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=without_proxies(), **options,
    )  # fmt: skip


def crawl(requests, settings, spider="Pages"):
    """A whole crawl: its items, its stats (the numbers), its log."""
    done = run_forked([SPIDERS, spider, json.dumps(_job(requests, settings))])
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert lines, done.stderr
    assert "stats" in lines[-1], done.stderr
    return lines[:-1], lines[-1]["stats"], done.stderr


def refused(settings, requests=()):
    """For each of several settings, the error that stops a crawl with them; nothing for one that runs."""
    done = run_forked([SPIDERS, "refused", json.dumps({"requests": requests, "settings": settings})], check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def _job(requests, settings):
    requests = [{"url": request} if isinstance(request, str) else request for request in requests]
    return {"requests": requests, "settings": settings}
