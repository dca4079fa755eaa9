"""What a server counts while it runs: requests, answers, decisions of computers, warnings and errors."""

from __future__ import annotations

import logging
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from warhost.players import Decision
from warhost.server.thinking import Thinkers, ThinkingFailed

QUICK = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
SLOW = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 60.0)
"""Seconds up to which durations are counted together: for what is answered at once, and for what is thought about."""

METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))


class Durations:
    """How often something happened, and how long it took."""

    def __init__(self, limits: Sequence[float]) -> None:
        self.limits = limits
        self.counts = [0] * (len(limits) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(self.limits, seconds)] += 1
        self.total += seconds


class Metrics:
    """What a server counts while it runs."""

    def __init__(self) -> None:
        self.began = time.time()
        self.requests: Counter[tuple[str, int]] = Counter()
        self.request_seconds = Durations(QUICK)
        self.answer_seconds = Durations(QUICK)
        self.thinking_seconds = Durations(SLOW)
        self.not_decided = 0
        self.logged: Counter[str] = Counter()


class SeasonCounts:
    """What happens in seasons while a server runs: answers by who gave them, results by where they came from."""

    def __init__(self) -> None:
        self.answers: Counter[str] = Counter()
        self.results: Counter[str] = Counter()
        self.other: Counter[str] = Counter()


class Counting:
    """A layer around the server that counts every HTTP request by its method and the status of its answer."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        # What breaks before it has answered is an error of the server.
        status, began = 500, time.perf_counter()

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noted)
        finally:
            method = scope["method"] if scope["method"] in METHODS else "other"
            self.metrics.requests[method, status] += 1
            self.metrics.request_seconds.add(time.perf_counter() - began)


class CountedThinkers(Thinkers):
    """Computer players whose decisions are counted and timed, from when they are asked for."""

    def __init__(self, metrics: Metrics, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._metrics = metrics

    async def think(self, *args: Any, **kwargs: Any) -> Decision:
        metrics, began = self._metrics, time.perf_counter()
        try:
            decision = await super().think(*args, **kwargs)
        except ThinkingFailed:
            metrics.not_decided += 1
            raise
        metrics.thinking_seconds.add(time.perf_counter() - began)
        return decision


class CountingLog(logging.Handler):
    """A log handler that counts warnings and errors of the server, whether or not they are written anywhere."""

    def __init__(self, metrics: Metrics) -> None:
        super().__init__(logging.WARNING)
        self._metrics = metrics

    def emit(self, record: logging.LogRecord) -> None:
        self._metrics.logged["error" if record.levelno >= logging.ERROR else "warning"] += 1
