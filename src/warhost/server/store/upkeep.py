"""The caretaker of all battles: wakes battles after a restart, lets idle ones rest, clears deleted and old ones away,
sees to it that every battle has its snapshots, and finds out which ones today's rules can only show."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from warhost.errors import WarhostError
from warhost.players import player_names
from warhost.rulesets import ruleset, slugs
from warhost.server.battles.all_battles import AllBattles
from warhost.server.store.clearing import Clearing
from warhost.server.store.rows import days_ago

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


async def take_care(all_battles: AllBattles, keep_days: int | None = None) -> None:
    """Look after all battles until the server ends."""
    await wake(all_battles)
    behind = chain(await without_snapshots(all_battles), await of_other_rules(all_battles))
    clearing = Clearing(all_battles, keep_days)
    while True:
        try:
            await all_battles.rest(REST)
            await catch_up(all_battles, islice(behind, CAUGHT_UP))
            await clearing.round()
        except WarhostError as error:
            log.error("The round of all battles broke off: %s", error)
        await asyncio.sleep(ROUND)


async def wake(all_battles: AllBattles) -> None:
    """Let computer players go on that were asked when the server ended, one battle after the other."""
    try:
        battles = await all_battles.store.run(all_battles.store.unfinished, days_ago(WAKE_DAYS), WOKEN)
    except WarhostError as error:
        log.error("No battle can be woken: %s", error)
        return
    for kept in battles:
        if not any(seat.player in player_names() for seat in kept.seats):
            continue
        try:
            await all_battles.room(kept.id)
        except WarhostError as error:
            log.warning("Battle %s cannot be woken: %s", kept.id, error)


async def without_snapshots(all_battles: AllBattles) -> Iterator[str]:
    """The battles of a Warhost that kept no snapshots, the latest first."""
    try:
        return iter(await all_battles.store.run(all_battles.store.without_steps))
    except WarhostError as error:
        log.error("Battles without snapshots cannot be looked for: %s", error)
        return iter(())


async def of_other_rules(all_battles: AllBattles) -> Iterator[str]:
    """The battles that go on and were begun with another version of their rulebook, the latest first."""
    try:
        versions = [(slug, ruleset(slug).version) for slug in slugs()]
        found = [await all_battles.store.run(all_battles.store.of_other_rules, *one) for one in versions]
        return iter([battle for battles in found for battle in battles])
    except WarhostError as error:
        log.error("Battles of other rules cannot be looked for: %s", error)
        return iter(())


async def catch_up(all_battles: AllBattles, battles: Iterable[str]) -> None:
    """Let battles get the snapshots that they lack, while the rules still replay them, and find out whether they do: a
    look into them will do."""
    for battle in battles:
        try:
            await all_battles.look_into(battle)
        except WarhostError as error:
            log.warning("Battle %s cannot be looked into: %s", battle, error)
