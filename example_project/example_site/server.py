"""All example sites on one loopback port, as a plain HTTP proxy serves them.

A client that uses the address as its proxy asks for ``GET http://blog.example/ HTTP/1.1``; a request with a
Host header gets the same. Responses are made once, at start-up; connections are kept alive.

    python -m example_site.server                     # in this folder; then, in another terminal:
    curl --proxy http://127.0.0.1:8008 http://blog.example/
"""

from __future__ import annotations

import argparse
import asyncio
import threading
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from types import TracebackType
from urllib.parse import urlsplit

import attrs

from . import build
from .page import ExamplePage

MAX_HEAD = 65536  # bytes of a request's line and headers
ROBOTS = b"User-agent: *\nDisallow: /search\n"


@attrs.frozen
class Reply:
    head: bytes  # status line and headers, without the line for the connection
    body: bytes

    @classmethod
    def make(cls, body: bytes, content_type: str, status: int = 200) -> Reply:
        head = (
            f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nServer: example\r\n"
            f"Content-Type: {content_type}\r\nContent-Length: {len(body)}\r\n"
        )
        return cls(head.encode("ascii"), body)

    @classmethod
    def error(cls, status: int) -> Reply:
        return cls.make(f"{status} {HTTPStatus(status).phrase}\n".encode(), "text/plain", status)


BAD_REQUEST = Reply.error(400)
NOT_FOUND = Reply.error(404)
NOT_ALLOWED = Reply.error(405)


def replies(pages: Iterable[ExamplePage]) -> dict[str, Reply]:
    """Host and path -> reply, with a robots.txt for every host."""
    made: dict[str, Reply] = {}
    for page in pages:
        url = urlsplit(page.url)
        made[f"{url.netloc}{url.path}"] = Reply.make(page.body, page.content_type)
        made.setdefault(f"{url.netloc}/robots.txt", Reply.make(ROBOTS, "text/plain"))
    return made


class Connection(asyncio.Protocol):
    """One client. Requests are answered in order, also when several arrive at once."""

    def __init__(self, answers: Mapping[str, Reply], open_connections: set[asyncio.Transport]) -> None:
        self._answers = answers
        self._open = open_connections
        self._buffer = b""
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._open.add(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._open.discard(self._transport)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        while not self._transport.is_closing():
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                if len(head) > MAX_HEAD:
                    self._send(BAD_REQUEST, close=True)
                return
            self._buffer = rest
            self._respond(head.decode("latin-1"))

    def _respond(self, head: str) -> None:
        request_line, *lines = head.split("\r\n")
        headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        match request_line.split(" "):
            case [("GET" | "HEAD") as method, target, ("HTTP/1.1" | "HTTP/1.0") as version]:
                reply = self._answers.get(_key(target, headers.get("host", "")), NOT_FOUND)
            case [_, _, "HTTP/1.1" | "HTTP/1.0"]:
                # Whatever follows may be the body of a request, so the connection ends here.
                return self._send(NOT_ALLOWED, close=True)
            case _:
                return self._send(BAD_REQUEST, close=True)
        wish = headers.get("connection", headers.get("proxy-connection", "")).lower()
        has_body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
        close = wish == "close" or has_body or (version == "HTTP/1.0" and wish != "keep-alive")
        return self._send(reply, close, body=method == "GET")

    def _send(self, reply: Reply, close: bool, body: bool = True) -> None:
        connection = b"Connection: close\r\n\r\n" if close else b"Connection: keep-alive\r\n\r\n"
        self._transport.write(reply.head + connection + (reply.body if body else b""))
        if close:
            self._transport.close()


def _key(target: str, host: str) -> str:
    """Host and path of a request target in absolute or origin form."""
    if target.startswith("http://"):
        host, slash, path = target[len("http://") :].partition("/")
        target = slash + path or "/"
    return host.lower().removesuffix(":80") + target.partition("#")[0]


class ExampleServer:
    """Serves `pages` from a daemon thread, between entering and leaving the context.

    >>> with ExampleServer(build(seed=0)) as server:
    ...     server.proxy_url
    'http://127.0.0.1:...'
    """

    def __init__(self, pages: Iterable[ExamplePage], port: int = 0) -> None:
        self._answers = replies(pages)
        self._port = port
        self._open: set[asyncio.Transport] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="example-server", daemon=True)
        self.proxy_url = ""

    def __enter__(self) -> ExampleServer:
        self._thread.start()
        try:
            self._server = asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result()
        except OSError:
            self._end_loop()
            raise
        self.proxy_url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result()
        self._end_loop()

    async def _listen(self) -> asyncio.Server:
        loop = asyncio.get_running_loop()
        return await loop.create_server(lambda: Connection(self._answers, self._open), "127.0.0.1", self._port)

    async def _close(self) -> None:
        self._server.close()
        for transport in tuple(self._open):
            transport.abort()
        await asyncio.sleep(0)  # lets the connections learn that they are lost

    def _end_loop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m example_site.server", description="Serve the example sites.")
    parser.add_argument("--port", type=int, default=8008, help="loopback port, 0 for any free one (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="other pages for another number (%(default)s)")
    options = parser.parse_args()
    pages = build(options.seed)
    with ExampleServer(pages, options.port) as server:
        print(f"{len(pages)} pages behind the proxy {server.proxy_url}; Ctrl-C ends it")
        for page in pages:
            if urlsplit(page.url).path == "/":
                print(f"  {page.url}")
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            print()


if __name__ == "__main__":
    main()
