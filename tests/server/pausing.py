"""A way between a server and PostgreSQL that can be blocked for a while, or cut."""

from __future__ import annotations

import shutil
import socket
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

NAME = ".s.PGSQL.5432"


class Way:
    """A way that passes everything on, in both directions, while it is open."""

    def __init__(self, listening: socket.socket, to: str) -> None:
        self._listening = listening
        self._to = to
        self._open = threading.Event()
        self._back = threading.Event()
        self._open.set()
        self._back.set()
        self._pairs: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self._listening.accept()
                there = socket.socket(socket.AF_UNIX)
                there.connect(self._to)
                self._pairs += [here, there]
                threading.Thread(target=self._pass, args=(here, there, self._open), daemon=True).start()
                threading.Thread(target=self._pass, args=(there, here, self._back), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket, may: threading.Event) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                may.wait()
                other.sendall(data)
        self._close(one, other)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Nothing passes for so long, either way."""
        self._open.clear()
        self._back.clear()
        try:
            yield
        finally:
            self._open.set()
            self._back.set()

    @contextmanager
    def deaf(self) -> Iterator[None]:
        """PostgreSQL hears everything, and nobody hears what it says; then the way is cut."""
        self._back.clear()
        try:
            yield
        finally:
            self.cut()
            self._back.set()

    def cut(self) -> None:
        pairs, self._pairs = self._pairs, []
        self._close(*pairs)

    def _close(self, *sockets: socket.socket) -> None:
        for one in sockets:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()


@contextmanager
def way_to(address: str) -> Iterator[tuple[Way, str]]:
    """A way to a PostgreSQL on a socket of this machine, and its address by that way."""
    (folder,) = parse_qs(urlsplit(address).query)["host"]
    here = Path(tempfile.mkdtemp(prefix="warhost-way-"))
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(here / NAME))
        listening.listen()
        try:
            yield Way(listening, str(Path(folder) / NAME)), address.replace(folder, str(here))
        finally:
            shutil.rmtree(here, ignore_errors=True)
