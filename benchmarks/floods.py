"""Hostile clients: one address floods the server, while a page at another address pings it.

Starts the real server, lets `--pages` connections of one address do what `--kind` says for `--seconds`, and measures
the memory of the server, how long the pings of a spectator of another battle take and how many requests of that address
are refused. A flooder that is let go comes
back a quarter of a second later. It stops by itself: after that time, or as soon as the server has `--most-memory`.

    python benchmarks/floods.py --kind compressed
    python benchmarks/floods.py --kind silent --pages 1600

compressed  messages that were compressed to a seven hundredth of their size
large       messages of 60 kB
small       messages of one letter, many in one packet
fragments   one message in empty pieces that never ends
pings       pings of the WebSocket, whose answers are not read
unread      moves in the making and looks at the table, whose answers are not read
silent      connections that say nothing
trickle     requests that come one letter after the other, half of them in the header, half in the body
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

FLOODER, PLAYER = "127.0.0.2", "198.51.100.9"
"""Flooders come from another address of this machine; the player's is what a proxy on this machine would tell."""
SERVE = (
    # This machine's own addresses are not counted, as a proxy may ask for everybody; here they are.
    "from warhost.server.net import limits; limits._is_loopback = lambda place: False; "
    "from warhost.cli import main; main()"
)
PING_EVERY = 0.1
COME_BACK = 0.25
TEXT, CONTINUED, PING = 1, 0, 9
FINAL, COMPRESSED = 0x80, 0x40
ASKS = (
    {"type": "threats", "id": 1, "seat": 0},
    {"type": "survey", "id": 1, "unit": 1, "pose": [9.0, 4.0, 0.0]},
)


def frame(opcode: int, data: bytes = b"", flags: int = FINAL) -> bytes:
    """A frame as a client sends it; a mask of zeros changes nothing."""
    size = len(data)
    head = struct.pack("!BB", flags | opcode, 0x80 | min(size, 126)) if size < 126 else b""
    if size >= 126:
        long = size > 0xFFFF
        head = struct.pack("!BBQ" if long else "!BBH", flags | opcode, 0x80 | (127 if long else 126), size)
    return head + bytes(4) + data


def compressed() -> bytes:
    """120 kB as 174 bytes or so."""
    text = b'{"type":"ping","id":1' + b" " * 119_970 + b"}"
    squeezer = zlib.compressobj(9, wbits=-12)
    return frame(TEXT, (squeezer.compress(text) + squeezer.flush(zlib.Z_SYNC_FLUSH))[:-4], FINAL | COMPRESSED)


def packets(kind: str) -> bytes:
    """What a flooder of that kind sends again and again."""
    match kind:
        case "compressed":
            return compressed() * 400
        case "large":
            return frame(TEXT, b'{"type":"ping","id":1' + b" " * 60_000 + b"}")
        case "small":
            return frame(TEXT, b"x") * 9_000
        case "fragments":
            return frame(CONTINUED, flags=0) * 11_000
        case "pings":
            return frame(PING, b"x" * 100) * 600
        case "unread":
            return b"".join(frame(TEXT, json.dumps(ask).encode()) for ask in ASKS) * 20
    return b""


class Flooder:
    """One connection of the hostile address, for as long as it takes."""

    def __init__(self, address: str, kind: str, token: str, number: int) -> None:
        parts = urlsplit(address)
        self.host, self.port = parts.hostname or "", parts.port or 80
        self.kind, self.token, self.number = kind, token, number
        self.sent = self.connected = 0

    async def run(self) -> None:
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await asyncio.open_connection(self.host, self.port, local_addr=(FLOODER, 0))
                self.connected += 1
                try:
                    await self._attack(reader, writer)
                finally:
                    writer.transport.abort()
            await asyncio.sleep(COME_BACK)

    async def _attack(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.kind == "silent":
            await reader.read()
        elif self.kind == "trickle":
            await self._trickle(writer)
        else:
            await self._flood(reader, writer)

    def _head(self, line: str, *headers: str) -> bytes:
        told = (line, f"Host: {self.host}:{self.port}", *headers)
        return "\r\n".join((*told, "", "")).encode()

    async def _trickle(self, writer: asyncio.StreamWriter) -> None:
        if self.number % 2:
            writer.write(self._head("POST /api/muster HTTP/1.1", "Content-Length: 900000"))
        else:
            writer.write(self._head("GET / HTTP/1.1").removesuffix(b"\r\n") + b"X-Long: ")
        while True:
            await self._send(writer, b" ")
            await asyncio.sleep(0.5)

    async def _flood(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(
            self._head(
                f"GET /ws?token={self.token} HTTP/1.1",
                "Upgrade: websocket",
                "Connection: Upgrade",
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
                "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Extensions: permessage-deflate",
            )
        )
        answer = await reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in answer.partition(b"\r\n")[0]:
            return
        if self.kind == "fragments":
            await self._send(writer, frame(TEXT, b" ", 0))
        data = packets(self.kind)
        reads = self.kind not in ("pings", "unread")
        reading = asyncio.create_task(_drained(reader)) if reads else None
        try:
            while not writer.is_closing() and not (reading and reading.done()):
                await self._send(writer, data)
                await asyncio.sleep(0)
        finally:
            if reading:
                reading.cancel()

    async def _send(self, writer: asyncio.StreamWriter, data: bytes) -> None:
        writer.write(data)
        await writer.drain()
        self.sent += len(data)


async def _drained(reader: asyncio.StreamReader) -> None:
    while await reader.read(65_536):
        pass


def flood(address: str, kind: str, token: str, pages: int, seconds: float, told: Any) -> None:
    """All flooders, in a process of their own; tells how many bytes they sent, and how often they connected."""

    async def run() -> tuple[int, int]:
        flooders = [Flooder(address, kind, token, number) for number in range(pages)]
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await asyncio.gather(*(one.run() for one in flooders))
        return sum(one.sent for one in flooders), sum(one.connected for one in flooders)

    told.send(asyncio.run(run()))


def call(address: str, path: str, body: Any = None, timeout: float = 120.0) -> Any:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", "X-Forwarded-For": PLAYER}
    with urlopen(Request(address + path, data, headers), timeout=timeout) as response:
        return json.load(response)


def memory(pid: int) -> float:
    """What the process has of the machine's memory, in MB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


class Measured:
    """What the flood did to the server, and to a page at another address."""

    def __init__(self, pid: int, most: float) -> None:
        self.pid, self.most = pid, most
        self.before = self.peak = memory(pid)
        self.pings: list[float] = []
        self.waiting = 0.0
        self.lost = 0
        self.refused = 0

    @property
    def full(self) -> bool:
        return self.peak >= self.most

    async def ping(self, address: str, token: str) -> None:
        """A page that pings, and comes back if it is let go."""
        url = f"{address.replace('http', 'ws')}ws?token={token}"
        while True:
            try:
                async with connect(url, additional_headers={"X-Forwarded-For": PLAYER}, open_timeout=60) as socket:
                    for number in range(10**9):
                        began = self.waiting = time.monotonic()
                        await socket.send(json.dumps({"type": "ping", "id": number}))
                        while json.loads(await socket.recv()) != {"type": "pong", "id": number}:
                            pass
                        self.pings.append(time.monotonic() - began)
                        self.waiting = 0.0
                        await asyncio.sleep(PING_EVERY)
            except (OSError, WebSocketException, TimeoutError):
                self.lost += 1
                await asyncio.sleep(COME_BACK)

    async def ask(self, address: str) -> None:
        """A person who opens the page now and then."""
        while True:
            try:
                await asyncio.to_thread(call, address, "healthz", None, 20.0)
            except (HTTPError, URLError, OSError):
                self.refused += 1
            await asyncio.sleep(1.0)

    async def weigh(self, until: float) -> None:
        while time.monotonic() < until and not self.full:
            self.peak = max(self.peak, memory(self.pid))
            await asyncio.sleep(0.05)
        if self.waiting:
            # The last one may not have come back at all.
            self.pings.append(time.monotonic() - self.waiting)


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else float("nan")


async def measure(address: str, pid: int, options: argparse.Namespace) -> dict[str, Any]:
    wanted = {"seats": [{"player": "human"}] * 2, "seed": 1}
    flooded, quiet = (call(address, "api/battles", wanted) for _ in range(2))
    token = next(iter(flooded["tokens"].values()))
    measured = Measured(pid, options.most_memory)
    spawn = multiprocessing.get_context("spawn")
    here, there = spawn.Pipe(duplex=False)
    flooders = spawn.Process(
        target=flood, args=(address, options.kind, token, options.pages, options.seconds, there), daemon=True
    )
    tasks = [asyncio.create_task(measured.ping(address, quiet["watch"])), asyncio.create_task(measured.ask(address))]
    await asyncio.sleep(1.0)
    calm = [ping * 1000 for ping in measured.pings]
    measured.pings.clear()
    flooders.start()
    await measured.weigh(time.monotonic() + options.seconds)
    for task in tasks:
        task.cancel()
    sent, connected = here.recv() if not measured.full and here.poll(15.0) else (None, None)
    flooders.kill()
    flooders.join()
    pings = [ping * 1000 for ping in measured.pings]
    return {
        "kind": options.kind,
        "connections of one address": options.pages,
        "seconds": options.seconds,
        "stopped early, for memory": measured.full,
        "MB sent": None if sent is None else round(sent / 1e6, 1),
        "connected": connected,
        "server MB before": round(measured.before),
        "server MB at most": round(measured.peak),
        "pings of another page": len(pings),
        "ping ms without": round(percentile(calm, 0.5), 1),
        "ping ms": {f"p{int(share * 100)}": round(percentile(pings, share), 1) for share in (0.5, 0.95, 1.0)},
        "page lost": measured.lost,
        "requests refused": measured.refused,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = ("compressed", "large", "small", "fragments", "pings", "unread", "silent", "trickle")
    parser.add_argument("--kind", choices=kinds, default="compressed")
    parser.add_argument("--pages", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--most-memory", type=float, default=3000.0, metavar="MB")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = str(Path(folder) / "battles.sqlite")
        command = [sys.executable, "-c", SERVE, "serve", "--port", "0", "--data", data, "--workers", "1"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1]
            try:
                found = asyncio.run(measure(address, server.pid, options))
            finally:
                server.terminate()
                with suppress(subprocess.TimeoutExpired):
                    server.wait(20.0)
                server.kill()
    sys.stdout.write(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
