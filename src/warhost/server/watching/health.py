"""The health of the server: whether battles can be kept at this moment, found out by keeping something."""

from __future__ import annotations

import asyncio
import logging
import time

from warhost.server.store.battles import Store
from warhost.server.store.databases import StoreError

log = logging.getLogger(__name__)

WELL, OUT_OF_REACH, READ_ONLY, DAMAGED = "well", "out of reach", "cannot write", "damaged"

HEALTHY = 5.0
"""Seconds in which a database in good health has answered."""

FRESH = 1.0
"""Seconds for which a finding stands: whoever asks more often costs the disk nothing."""


class Health:
    """How the server is. Whoever asks gets the same finding for a moment, however many ask."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._found = WELL
        self._at: float | None = None
        self._looking = asyncio.Lock()

    async def status(self) -> str:
        async with self._looking:
            if self._at is None or time.monotonic() - self._at >= FRESH:
                found, why = await self._look()
                self._at = time.monotonic()
                if found != self._found:
                    _tell(found, why)
                self._found = found
            return self._found

    async def _look(self) -> tuple[str, str]:
        """How it is, and why, for whoever runs it."""
        store = self._store
        found, why = WELL, ""
        try:
            async with asyncio.timeout(HEALTHY):
                found = OUT_OF_REACH
                await store.run(store.count)
                found = READ_ONLY
                await store.run(store.try_out)
                found = WELL
        except StoreError as error:
            why = error.message
        except TimeoutError:
            why = f"{store.name} has not answered for {HEALTHY:.0f} seconds."
        # Whatever else works: what is damaged stays so, and gets worse.
        return (DAMAGED, store.damage) if store.damage else (found, why)

    async def check(self) -> str | None:
        """Have the whole database checked, as far as it can check itself: what is wrong with it, nothing if it is
        sound, None if nothing was checked."""
        try:
            found = await asyncio.to_thread(self._store.check)
        except StoreError as error:
            log.warning("The database could not be checked: %s", error)
            return None
        if found:
            log.error("%s", found)
        elif found is not None:
            log.info("%s is sound.", self._store.name)
        return found


def _tell(found: str, why: str) -> None:
    if found == WELL:
        log.warning("Battles can be kept again.")
    else:
        log.error("Battles cannot be kept (%s): %s", found, why)
