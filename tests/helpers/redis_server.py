"""A real redis-server on a free port of this machine, for tests."""

import os
import shutil
import socket
import subprocess
import tempfile
import time

import pytest

SERVER = shutil.which("redis-server")


def need_redis():
    """Skip where there is no redis-server; fail where there has to be one."""
    if SERVER is None:
        if os.environ.get("CI"):
            pytest.fail("redis-server is missing; .ci/run installs it")
        pytest.skip("needs redis-server (apt install redis-server)")
    pytest.importorskip("redis", reason="needs the extra scrapy-denoise[redis]")


def raw(url, *command):
    """One command, as bytes go over the wire."""
    import redis

    with redis.Redis.from_url(url) as client:
        return client.execute_command(*command)


class RedisServer:
    """Runs between entering and leaving the context; `stop` and `start` in between keep port and data."""

    def __init__(self, *options, password=None):
        self.options = [*options, *(["--requirepass", password] if password else [])]
        self.password = password
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.process = None

    @property
    def url(self):
        user = f":{self.password}@" if self.password else ""
        return f"redis://{user}127.0.0.1:{self.port}/0"

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="denoise-redis-")
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()
        self.folder.cleanup()

    def start(self):
        arguments = ["--port", self.port, "--bind", "127.0.0.1", "--dir", self.folder.name, "--save", "900 1"]
        # Without the sanitizer of `make sanitize`, which is meant for Python.
        environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
        self.process = subprocess.Popen(
            [SERVER, *map(str, [*arguments, *self.options])],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            try:
                reply = self.send("PING")
            except OSError:
                reply = b""
            if reply and not reply.startswith(b"-LOADING"):
                return
            time.sleep(0.02)
        raise RuntimeError("redis-server did not start")

    def stop(self):
        """As an operator stops it: what it holds is saved."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(120)
            self.process = None

    def send(self, command):
        """One command in plain words, for the state of the server."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=60) as connection:
            login = f"AUTH {self.password}\r\n" if self.password else ""
            connection.sendall(f"{login}{command}\r\n".encode())
            connection.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: connection.recv(65536), b""))
