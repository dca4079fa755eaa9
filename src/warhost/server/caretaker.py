"""The caretaker of the hall: wakes battles after a restart, lets idle ones rest, has deleted and old ones cleared away,
sees to it that every battle has its snapshots, and finds out which ones today's rules can only show."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from warhost.errors import WarhostError
from warhost.players import NAMES
from warhost.rulesets import ruleset, slugs
from warhost.server.clearing import Clearing
from warhost.server.hall import Hall
from warhost.server.rows import days_ago

log = logging.getLogger(__name__)

WOKEN = 100
"""So many battles are looked at after a restart, the latest first."""

WAKE_DAYS = 7
"""A battle that was left alone for so many days waits until somebody opens it."""

ROUND = 60.0
"""Seconds between two rounds of the caretaker."""

REST = 600.0
"""Seconds after which a battle that nobody looks at leaves memory. It comes back when it is opened."""

CAUGHT_UP = 20
"""So many battles of an older Warhost are looked into in a round: others must not notice."""


async def take_care(hall: Hall, keep_days: int | None = None) -> None:
    """Look after the hall until the server ends."""
    await wake(hall)
    behind = chain(await without_snapshots(hall), await of_other_rules(hall))
    clearing = Clearing(hall, keep_days)
    while True:
        try:
            await hall.rest(REST)
            await catch_up(hall, islice(behind, CAUGHT_UP))
            await clearing.round()
        except WarhostError as error:
            log.error("The round of the hall broke off: %s", error)
        await asyncio.sleep(ROUND)


async def wake(hall: Hall) -> None:
    """Let computer players go on that were asked when the server ended, one battle after the other."""
    try:
        battles = await hall.store.run(hall.store.unfinished, days_ago(WAKE_DAYS), WOKEN)
    except WarhostError as error:
        log.error("No battle can be woken: %s", error)
        return
    for kept in battles:
        if not any(seat.player in NAMES for seat in kept.seats):
            continue
        try:
            await hall.room(kept.id)
        except WarhostError as error:
            log.warning("Battle %s cannot be woken: %s", kept.id, error)


async def without_snapshots(hall: Hall) -> Iterator[str]:
    """The battles of a Warhost that kept no snapshots, the latest first."""
    try:
        return iter(await hall.store.run(hall.store.without_steps))
    except WarhostError as error:
        log.error("Battles without snapshots cannot be looked for: %s", error)
        return iter(())


async def of_other_rules(hall: Hall) -> Iterator[str]:
    """The battles that go on and were begun with another version of their rulebook, the latest first."""
    try:
        versions = [(slug, ruleset(slug).version) for slug in slugs()]
        found = [await hall.store.run(hall.store.of_other_rules, *one) for one in versions]
        return iter([battle for battles in found for battle in battles])
    except WarhostError as error:
        log.error("Battles of other rules cannot be looked for: %s", error)
        return iter(())


async def catch_up(hall: Hall, battles: Iterable[str]) -> None:
    """Let battles get the snapshots that they lack, while the rules still replay them, and find out whether they do: a
    look into them will do."""
    for battle in battles:
        try:
            await hall.look_into(battle)
        except WarhostError as error:
            log.warning("Battle %s cannot be looked into: %s", battle, error)
