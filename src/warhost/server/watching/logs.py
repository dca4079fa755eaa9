"""The log of a server: whatever happens again and again is told a few times a minute, then counted."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import TypeAlias

MINUTE = 60.0
A_FEW = 5
"""So many warnings and errors of one kind are told in a minute."""

Kind: TypeAlias = tuple[str, int, str]


class Seldom(logging.Filter):
    """A filter that lets a few warnings and errors of each kind through in a minute. The first one of another minute
    says how many were left out. A kind is the place in the program that tells it, with the place where an exception
    came from: whatever a stranger sends, there are only so many kinds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._told: dict[Kind, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        now, kind = self._clock(), _kind(record)
        began, count = self._told.get(kind, (now, 0))
        if now - began < MINUTE:
            self._told[kind] = (began, count + 1)
            return count < A_FEW
        self._told[kind] = (now, 1)
        left_out = max(count - A_FEW, 0)
        if left_out:
            record.msg, record.args = f"{record.getMessage()} ({left_out} similar messages suppressed)", None
        return True


def _kind(record: logging.LogRecord) -> Kind:
    where = ""
    if record.exc_info and record.exc_info[0] is not None:
        kind, _, trace = record.exc_info
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        place = "" if trace is None else f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
        where = f"{kind.__name__} {place}"
    return record.pathname, record.lineno, where


def keep_log(level: int) -> None:
    """Write the log of this process to its standard error, from that level on. A process that keeps a log of its own
    already is left as it is."""
    handler = logging.StreamHandler()
    handler.addFilter(Seldom())
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s %(message)s", handlers=[handler])
