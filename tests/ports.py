"""Ports for servers that must be told theirs."""

from __future__ import annotations

import random
import socket

# Below those that systems hand out by themselves: nobody gets it by chance before its server listens.
PORTS = range(15_000, 30_000)


def free_port() -> int:
    """A port of this machine on which nobody listens."""
    for port in random.sample(PORTS, 100):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("100 ports are taken.")
