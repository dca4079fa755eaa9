"""Clearing battles away: those that players deleted, and with `--keep-days` those that have grown old.

Nothing here trusts the clock of the machine, which may be wrong, or jump. When a battle was last played can only be
told by that clock, so nothing is deleted at once that seems old: it is announced, stays as it is for a week, is
deleted, and can be had back for a month. All that is counted in the time that the server has run. A battle that is no
longer old meanwhile, because the clock was set right, somebody looks at it, or more days are kept, is spared, deleted
or not.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from datetime import UTC, datetime

from warhost.server.battles.all_battles import AllBattles
from warhost.server.lists.store import ListStore
from warhost.server.seasons.store import SeasonStore
from warhost.server.store.rows import days_ago

log = logging.getLogger(__name__)

DAY = 86_400.0

REGRET = 15 * 60.0
"""Seconds in which a battle that its players deleted can be brought back, at the least."""

NOTICE = 7 * DAY
"""Seconds between the announcement that a battle is old and its deletion."""

HAD_BACK = 30 * DAY
"""Seconds in which it can be had back after that."""

NOTED = 3600.0
"""Seconds of waiting that a killed server may forget."""

JUMP = 3600.0
"""A clock that differs by so many seconds from what it should show has jumped."""

NAMED = 20
"""So many battles are named in one line of the log."""


class Clearing:
    """The work of clearing battles away, round by round."""

    def __init__(self, all_battles: AllBattles, keep_days: int | None) -> None:
        self._all_battles = all_battles
        self._keep_days = keep_days
        self._deleted: dict[tuple[str, str], float] = {}
        self._shelves: dict[str, dict[tuple[str, str], float]] = {}
        self._noted = self._now()
        self._clock = (self._noted, datetime.now(UTC))

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    async def round(self) -> None:
        """Do what is to be done by now. To be called from time to time."""
        self._look_at_the_clock()
        await self._forget_deleted()
        await self._grow_old()
        await self._clear()

    def _look_at_the_clock(self) -> None:
        now, shown = self._now(), datetime.now(UTC)
        jumped = (shown - self._clock[1]).total_seconds() - (now - self._clock[0])
        self._clock = now, shown
        # A machine that slept seems to have jumped, too: only where age counts is that worth a line.
        if self._keep_days is not None and abs(jumped) >= JUMP:
            log.warning("The clock of this machine jumped by %.1f hours, to %s.", jumped / 3600.0, shown)

    async def _forget_deleted(self) -> None:
        """Battles, lists, packs and seasons that players deleted are gone for good after a while."""
        store = self._all_battles.store
        now = self._now()
        self._deleted = {one: self._deleted.get(one, now) for one in await store.run(store.deleted)}
        for (battle, _), since in self._deleted.items():
            if now - since >= REGRET:
                await store.run(store.delete, battle)
        shelves: dict[str, ListStore | SeasonStore] = {
            "lists": store.lists,
            "packs": store.packs,
            "seasons": store.seasons,
        }
        for name, shelf in shelves.items():
            known = self._shelves.get(name, {})
            self._shelves[name] = {one: known.get(one, now) for one in await store.run(shelf.deleted)}
            for (id_, _), since in self._shelves[name].items():
                if now - since >= REGRET:
                    await store.run(shelf.forget, id_)

    async def _grow_old(self) -> None:
        """Announce which battles are old from now on, and spare those that are not any longer."""
        store, days = self._all_battles.store, self._keep_days
        old = [] if days is None else await store.run(store.untouched, days_ago(days))
        old = [battle for battle in old if not self._all_battles.is_busy(battle)]
        known = await store.run(store.aged)
        fresh = [battle for battle in old if battle not in known]
        if fresh:
            await store.run(store.grow_old, fresh)
            log.warning(
                "When the server has run for %.0f more days, it deletes %s in which nothing has happened for %s "
                "days: %s. To keep them, start it without --keep-days, or with more of them.",
                NOTICE / DAY,
                _count(fresh),
                days,
                _named(fresh),
            )
        spared = sorted(set(known).difference(old))
        if spared:
            await store.run(store.spare, spared)
            back = [battle for battle in spared if known[battle].is_deleted]
            if back:
                log.warning("Brought back %s deleted for age: %s.", _count(back), _named(back))
            else:
                log.info("Not to be deleted for now: %s: %s.", _count(spared), _named(spared))

    async def _clear(self) -> None:
        """Delete what has been announced for long enough; what was deleted for long enough is gone for good."""
        store = self._all_battles.store
        known = await store.run(store.aged)
        passed = self._now() - self._noted
        if not known or passed < NOTED:
            if not known:
                self._noted = self._now()
            return
        await store.run(store.wait, passed)
        self._noted = self._now()
        waited = {battle: one.waited + passed for battle, one in known.items()}
        leave = [battle for battle, one in known.items() if not one.is_deleted and waited[battle] >= NOTICE]
        gone = [battle for battle, one in known.items() if one.is_deleted and waited[battle] >= NOTICE + HAD_BACK]
        if leave:
            await self._all_battles.put_away(leave)
            log.warning(
                "Deleted %s in which nothing has happened for %s days: %s. To restore them, start the server without "
                "--keep-days before it has run for %.0f more days.",
                _count(leave),
                self._keep_days,
                _named(leave),
                HAD_BACK / DAY,
            )
        for battle in gone:
            await store.run(store.delete, battle)
        if gone:
            log.warning("Gone for good: %s deleted for age: %s.", _count(gone), _named(gone))


def _count(battles: Sequence[str]) -> str:
    return f"{len(battles)} battle{'' if len(battles) == 1 else 's'}"


def _named(battles: Sequence[str]) -> str:
    more = len(battles) - NAMED
    return ", ".join(battles[:NAMED]) + (f" and {more} more" if more > 0 else "")
