"""Proxies that put a server below a path of a site: one of the tests' own, and nginx as the documents set it up."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import BufferedIOBase
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingTCPServer

import pytest

from tests.ports import free_port

HOSTING = Path(__file__).parents[1] / "docs" / "how-to" / "host-a-table.md"
PREFIX = "/warhost"
# So many seconds a proxy may take to be there before a test gives it up.
LONGEST_WAIT = 60.0


@contextmanager
def own_proxy(port: int) -> Iterator[str]:
    """A proxy in this process that takes /warhost off every path, as others do; the address of the table behind it."""

    class Handler(StreamRequestHandler):
        def handle(self) -> None:
            first, *lines = _head(self.rfile)
            if not first:
                return
            method, path, version = first.split(" ")
            if path == PREFIX:
                self.refuse("301 Moved", f"Location: {PREFIX}/")
                return
            if not path.startswith(f"{PREFIX}/"):
                self.refuse("404 Not Found", "Cache-Control: no-store")
                return
            upgrades = any(line.lower().startswith("upgrade:") for line in lines)
            # One request a connection, so that only the first line has to be read.
            kept = [line for line in lines if upgrades or not line.lower().startswith("connection:")]
            kept += [] if upgrades else ["Connection: close"]
            head = "\r\n".join([f"{method} {path.removeprefix(PREFIX)} {version}", *kept, "", ""])
            with socket.create_connection(("127.0.0.1", port)) as upstream:
                upstream.sendall(head.encode("latin-1"))
                back = threading.Thread(target=_pump, args=(upstream.recv, self.connection))
                back.start()
                _pump(self.rfile.read1, upstream)
                back.join()

        def refuse(self, status: str, header: str) -> None:
            told = (f"HTTP/1.1 {status}", header, "Content-Length: 0", "Connection: close", "", "")
            self.wfile.write("\r\n".join(told).encode())

    class Proxy(ThreadingTCPServer):
        daemon_threads = True

    with Proxy(("127.0.0.1", 0), Handler) as proxy:
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{proxy.server_address[1]}{PREFIX}"
        finally:
            proxy.shutdown()


def _head(request: BufferedIOBase) -> list[str]:
    found = []
    for line in iter(request.readline, b""):
        if line == b"\r\n":
            break
        found.append(line.decode("latin-1").rstrip("\r\n"))
    return found or [""]


def _pump(read: Callable[[int], bytes], to: socket.socket) -> None:
    """Pass on what comes until nothing more does."""
    with suppress(OSError):
        while data := read(65536):
            to.sendall(data)
    with suppress(OSError):
        to.shutdown(socket.SHUT_WR)


@contextmanager
def nginx(port: int, folder: Path) -> Iterator[str]:
    """A real nginx with encryption, set up by the very lines of the documents; the address of the table behind it."""
    program = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
    if program is None:
        pytest.skip("nginx is not installed here (apt install nginx)")
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed here, so nginx has no certificate (apt install openssl)")
    (documented,) = [
        block
        for block in re.findall(r"```nginx\n(.*?)```", HOSTING.read_text(encoding="utf-8"), re.S)
        if "location /warhost/ {" in block
    ]
    _certificate(folder)
    own = free_port()
    server = documented.replace("listen 443 ssl", f"listen 127.0.0.1:{own} ssl").replace(
        "127.0.0.1:8190", f"127.0.0.1:{port}"
    )
    server = re.sub(r"(ssl_certificate) \S+;", rf"\1 {folder}/cert.pem;", server)
    server = re.sub(r"(ssl_certificate_key) \S+;", rf"\1 {folder}/key.pem;", server)
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    settings = folder / "nginx.conf"
    settings.write_text(
        f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;\n"
        f"events {{ worker_connections 64; }}\nhttp {{ {temporary} access_log off;\n{server}\n}}\n"
    )
    with subprocess.Popen([program, "-p", str(folder), "-c", str(settings)], stderr=subprocess.PIPE) as running:
        try:
            _until_open(own, running)
            yield f"https://127.0.0.1:{own}{PREFIX}"
        finally:
            running.terminate()


def _certificate(folder: Path) -> None:
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
    command += ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", f"{folder}/key.pem", "-out", f"{folder}/cert.pem"]
    subprocess.run(command, check=True, capture_output=True)


def _until_open(port: int, running: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + LONGEST_WAIT
    while time.monotonic() < deadline:
        assert running.poll() is None, running.stderr.read().decode() if running.stderr else ""
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.05)
    raise AssertionError("nginx does not listen")
