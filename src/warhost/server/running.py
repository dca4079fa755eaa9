"""Running the server: how it says that it is there, and how it ends."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from types import FrameType

import uvicorn
from starlette.applications import Starlette

from warhost.errors import WarhostError
from warhost.server.app import application
from warhost.server.battles.all_battles import AllBattles
from warhost.server.messages import MOST_BYTES
from warhost.server.net.guard import hosts_for
from warhost.server.net.limits import Limits, Network
from warhost.server.net.listening import address, address_for_others, ears_of
from warhost.server.net.wire import Asking, Paging, look_at
from warhost.server.watching.logs import keep_log

PORT = 8190
"""Where the server is found if nothing else is said."""

ROOM_FOR_REQUESTS = 500
"""So many connections there may be beyond all pages."""

OWN_FILES = 100
"""So many files the server itself needs, at the most."""

TICKS = 10
"""So many of uvicorn's ticks, a tenth of a second each, connections are left alone."""

PATIENCE = 5
"""Seconds that requests have to finish when the server is told to end."""


class Server(uvicorn.Server):
    """A server that says goodbye to every page before it closes. To be told to end is no error, whoever tells it."""

    all_battles: AllBattles
    on_start: Callable[[], None] | None = None
    on_checked: Callable[[str], None] | None = None
    _found: str | None = None

    def checked(self, damage: str) -> None:
        """The database was checked. That is told after it was told that the server is there."""
        self._found = damage
        if self.started and self.on_checked is not None:
            self.on_checked(damage)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # The one of uvicorn raises the signal once more after the end, so that the process would seem to have died.
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and self.on_start is not None:
            self.on_start()
        if self.started and self.on_checked is not None and self._found is not None:
            self.on_checked(self._found)
        self.all_battles.thinkers.start()

    async def on_tick(self, counter: int) -> bool:
        if counter % TICKS == 0:
            now = asyncio.get_running_loop().time()
            for connection in list(self.server_state.connections):
                look_at(connection, now)
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.all_battles.close()
        # One turn of the loop, so that the last words are sent before the connections are cut.
        await asyncio.sleep(0.05)
        await super().shutdown(sockets)


def _make_room(files: int) -> None:
    """Let this process have so many files and connections open at once, as far as the system lets it."""
    try:
        import resource
    except ImportError:
        # Windows has no such limit.
        return
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = files if most == resource.RLIM_INFINITY else min(files, most)
    if now != resource.RLIM_INFINITY and now < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def _spare_what_stays() -> None:
    """Rulebooks, types and modules stay as long as the process: the collector of garbage need not look at them again.

    Otherwise it does so in the middle of somebody's answer, and now and then one takes milliseconds longer.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def run(
    listening: socket.socket,
    data: str | None = None,
    *,
    workers: int | None = None,
    allowed: Sequence[str] = (),
    limits: Limits | None = None,
    proxies: Sequence[Network] = (),
    keep_days: int | None = None,
    on_start: Callable[[str], None] | None = None,
    on_checked: Callable[[str], None] | None = None,
    verbose: bool = False,
) -> None:
    """Serve until Ctrl-C or a signal to end. `on_start` is told where battles are kept, `on_checked` what is damaged
    there (or nothing) if it can be checked. Raises AlreadyServed if another server has them."""
    keep_log(logging.INFO if verbose else logging.WARNING)
    ears, limits = ears_of(listening), limits or Limits()
    app = application(
        data,
        workers=workers,
        hosts=hosts_for(ears.getsockname()[0], allowed),
        limits=limits,
        proxies=proxies,
        keep_days=keep_days,
        on_checked=lambda damage: server.checked(damage),
    )
    _spare_what_stays()
    ears.guests = app.state.guests
    store = app.state.all_battles.store
    try:
        store.serve(address_for_others(ears) or address(ears))
    except WarhostError:
        store.close()
        ears.close()
        raise
    most = limits.pages + ROOM_FOR_REQUESTS
    _make_room(most + OWN_FILES)
    server = Server(_config(app, most, proxies, verbose))
    server.all_battles = app.state.all_battles
    server.on_checked = on_checked
    if on_start is not None:
        server.on_start = partial(on_start, store.name)
    # Ctrl-C is how a person ends it: that is no error.
    with suppress(KeyboardInterrupt):
        server.run([ears])


def _config(app: Starlette, most: int, proxies: Sequence[Network], verbose: bool) -> uvicorn.Config:
    """How uvicorn serves the application, with so many connections at the most."""
    return uvicorn.Config(
        app,
        # Never uvicorn's own notices of requests: they would write tokens into the log.
        log_level="warning" if verbose else "error",
        log_config=None,
        access_log=False,
        # Who asks is what a proxy on this machine says, or one of those that were named.
        forwarded_allow_ips=["127.0.0.1", "::1", *map(str, proxies)],
        http=Asking,
        # Beyond all pages some room for requests; more at once are told to come later.
        limit_concurrency=most,
        ws=Paging,
        ws_max_size=MOST_BYTES * 2,
        # 174 bytes can be 120 kB when they are unpacked, so nothing packed is taken. Neither way can it be had alone.
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=60.0,
        timeout_graceful_shutdown=PATIENCE,
        server_header=False,
    )
