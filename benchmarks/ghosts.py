"""How long a player waits for the verdict on a move in the making: checks over the WebSocket at a full table.

python benchmarks/ghosts.py [--checks 300]
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from urllib.request import Request, urlopen

import msgspec
from websockets.sync.client import connect

from warhost.play import Moved, read_record

RECORD = Path(__file__).parents[1] / "tests" / "golden" / "eow-captains-1.json"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checks", type=int, default=300)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = "from warhost.cli import main; main()"
        data = str(Path(folder) / "battles.db")
        # No page asks as fast as this: the limits that keep floods out would keep it out.
        options = ["--port", "0", "--data", data, "--page-messages", "1000000", "--address-messages", "1000000"]
        command = [sys.executable, "-c", program, "serve", *options]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            address = next(word for word in server.stdout.readline().split() if word.startswith("http")).rstrip("/")
            try:
                measure(address, wanted.checks)
            finally:
                server.terminate()


def measure(address: str, checks: int) -> None:
    """Branch off a recorded battle where a regiment moves, and ask for verdicts."""
    record = read_record(RECORD)
    at, entry = next((i, e) for i, e in enumerate(record.entries) if isinstance(e.answer, Moved) and e.answer.steps)
    imported = post(f"{address}/api/import", RECORD.read_bytes())
    seats = [{"player": "human"}, {"player": "human"}]
    body = json.dumps({"at": at, "seats": seats}).encode()
    made = post(f"{address}/api/battles/{imported['id']}/branch?token={imported['watch']}", body)
    token = made["tokens"][str(entry.seat)]
    waits = []
    with connect(f"{address.replace('http', 'ws')}/ws?token={token}") as socket:
        for number in range(checks):
            began = time.perf_counter()
            answer = msgspec.to_builtins(entry.answer)
            socket.send(json.dumps({"type": "check", "id": number, "answer": answer}))
            while (told := json.loads(socket.recv()))["type"] != "checked":
                assert told["type"] != "refused", told
            waits.append((time.perf_counter() - began) * 1000)
    parts = quantiles(waits, n=20)
    sys.stdout.write(f"{checks} checks: median {median(waits):.1f} ms, 95 of 100 within {parts[18]:.1f} ms\n")


def post(url: str, body: bytes) -> dict[str, Any]:
    with urlopen(Request(url, body, {"Content-Type": "application/json"})) as response:
        told: dict[str, Any] = json.load(response)
    return told


if __name__ == "__main__":
    main()
