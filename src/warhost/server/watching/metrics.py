"""Figures for whoever watches over a server, in the text form that Prometheus reads (version 0.0.4).

They say how much and how long, never who or what: no address, name, title or token is among them. The format is a page
of plain lines, so a package for it would be more to keep up to date than these are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import TypeAlias

import msgspec

from warhost.players import player_names
from warhost.plugins import version
from warhost.server.battles.all_battles import AllBattles, Anywhere
from warhost.server.battles.room import Room
from warhost.server.seasons.all_seasons import AllSeasons
from warhost.server.watching.counting import Durations
from warhost.table import summed

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

Labels: TypeAlias = tuple[tuple[str, str], ...]


class Stock(msgspec.Struct, frozen=True):
    """How much the database has: battles, and seasons by where they are."""

    battles: int
    seasons: Mapping[str, int]
    """Those that wait for their players, run, and are over."""


def exposition(all_battles: AllBattles, all_seasons: AllSeasons, stock: Stock | None) -> str:
    """All figures as text. Without a stock the database does not answer."""
    lines = (*_lines(all_battles, None if stock is None else stock.battles), *_of_seasons(all_seasons, stock))
    return "".join(f"{line}\n" for line in lines)


def _of_seasons(all_seasons: AllSeasons, stock: Stock | None) -> Iterator[str]:
    counts = all_seasons.counts
    if stock is not None:
        told = "Seasons that are kept, by whether they wait for players, run or are over."
        yield from _counted("warhost_seasons", told, "state", stock.seasons)
    yield from _one("warhost_seasons_open", "gauge", "Seasons that are held in memory.", all_seasons.open)
    told = "Answers in seasons that were accepted, of people and of computers."
    answers: dict[Labels, float] = {(("player", who),): counts.answers[who] for who in ("person", "computer")}
    yield from _family("warhost_season_answers_total", "counter", told, answers)
    told = "Results that seasons took, from battles here and from real tables."
    results: dict[Labels, float] = {(("source", source),): counts.results[source] for source in ("battle", "hand")}
    yield from _family("warhost_season_results_total", "counter", told, results)
    told = "Results of battles here that a season refused, and corrections that organisers made."
    other: dict[Labels, float] = {(("what", what),): counts.other[what] for what in ("refused", "corrected")}
    yield from _family("warhost_season_results_mended_total", "counter", told, other)


def _lines(all_battles: AllBattles, kept: int | None) -> Iterator[str]:
    metrics, rooms = all_battles.metrics, list(all_battles.in_memory)
    yield from _family("warhost_info", "gauge", "The version of this Warhost.", {(("version", version()),): 1})
    yield from _one("warhost_start_time_seconds", "gauge", "When the server started, in Unix time.", metrics.began)
    yield from _one("warhost_database_up", "gauge", "Whether the database answers.", int(kept is not None))
    if kept is not None:
        yield from _one("warhost_battles", "gauge", "Battles that are kept.", kept)
    yield from _one("warhost_battles_open", "gauge", "Battles that are held in memory.", len(rooms))
    yield from _counted("warhost_pages", "Pages that are connected.", "role", _pages(rooms))
    yield from _counted("warhost_seats", "Seats in open battles that are not over.", "player", _seats(rooms, _all))
    yield from _counted("warhost_seats_asked", "Those that have to decide now.", "player", _seats(rooms, _asked))
    workers, queue = all_battles.thinkers.workers, all_battles.thinkers.waiting
    yield from _one("warhost_thinking_workers", "gauge", "Processes for computer players.", workers)
    yield from _one("warhost_thinking_queue", "gauge", "Decisions of computers that wait for a process.", queue)
    yield from _histogram("warhost_thinking_seconds", "Decisions of computers, with waiting.", metrics.thinking_seconds)
    told = "Decisions that a computer failed to make; anything legal was answered."
    yield from _one("warhost_thinking_failed_total", "counter", told, metrics.not_decided)
    told = "Answers of people that were accepted, until they were kept and told to everybody."
    yield from _histogram("warhost_answer_seconds", told, metrics.answer_seconds)
    requests: dict[Labels, float] = {
        (("method", method), ("code", str(code))): count for (method, code), count in sorted(metrics.requests.items())
    }
    yield from _family("warhost_requests_total", "counter", "HTTP requests.", requests)
    yield from _histogram("warhost_request_seconds", "HTTP requests, until answered.", metrics.request_seconds)
    logged: dict[Labels, float] = {(("level", level),): metrics.logged[level] for level in ("warning", "error")}
    yield from _family("warhost_log_messages_total", "counter", "Warnings and errors of the server.", logged)


def _pages(rooms: Sequence[Anywhere]) -> dict[str, int]:
    seats = [connection.seat for room in rooms for connection in room.connections]
    watching = seats.count(None)
    return {"player": len(seats) - watching, "spectator": watching}


def _all(room: Room) -> Sequence[int]:
    return range(len(room.kept.seats))


def _asked(room: Room) -> Sequence[int]:
    return room.waiting


def _seats(rooms: Sequence[Anywhere], which: Callable[[Room], Sequence[int]]) -> dict[str, int]:
    going_on = [room for room in rooms if isinstance(room, Room) and not room.game.over]
    players = Counter(room.kind(seat) in player_names() for room in going_on for seat in which(room))
    return {"person": players[False], "computer": players[True]}


def _one(name: str, kind: str, text: str, value: float) -> Iterator[str]:
    yield from _family(name, kind, text, {(): value})


def _counted(name: str, text: str, label: str, values: Mapping[str, float]) -> Iterator[str]:
    yield from _family(name, "gauge", text, {((label, key),): value for key, value in values.items()})


def _family(name: str, kind: str, text: str, values: Mapping[Labels, float]) -> Iterator[str]:
    yield f"# HELP {name} {text}"
    yield f"# TYPE {name} {kind}"
    for labels, value in values.items():
        yield _sample(name, labels, value)


def _histogram(name: str, text: str, durations: Durations) -> Iterator[str]:
    yield f"# HELP {name} {text}"
    yield f"# TYPE {name} histogram"
    bounds = [*(f"{limit:g}" for limit in durations.limits), "+Inf"]
    for bound, count in zip(bounds, accumulate(durations.counts), strict=True):
        yield _sample(f"{name}_bucket", (("le", bound),), count)
    yield _sample(f"{name}_sum", (), durations.total)
    yield _sample(f"{name}_count", (), summed(durations.counts))


def _sample(name: str, labels: Labels, value: float) -> str:
    # All values of labels are our own plain words, so nothing in them has to be escaped.
    told = ",".join(f'{label}="{word}"' for label, word in labels)
    return f"{name}{{{told}}} {value!r}" if told else f"{name} {value!r}"
