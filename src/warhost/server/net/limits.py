"""How much one page, one address and all of them together may ask of a server, so that nobody crowds others out."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TypeAlias

import msgspec

from warhost.errors import WarhostError

SECONDS_SAVED = 4.0
"""Whoever was quiet may do so many seconds' worth of messages or requests at once."""

MOST_ADDRESSES = 10_000
"""So many addresses are remembered; beyond that those that have been quiet are forgotten."""

Network: TypeAlias = IPv4Network | IPv6Network

_PLENTY = 10**9


class Limits(msgspec.Struct, frozen=True):
    """The limits of a server. The defaults suit a club; a page that drags a unit sends some 40 messages a second."""

    page_messages: float = 60.0
    """Messages a second of one page."""
    address_messages: float = 300.0
    """Messages a second of all pages at one address."""
    address_requests: float = 30.0
    """HTTP requests a second of one address."""
    address_pages: int = 40
    """Pages connected from one address."""
    address_connections: int = 60
    """Connections of one address beyond its pages, and requests of it that are being answered."""
    address_battles: int = 60
    """Battles set up by one address in an hour."""
    address_lists: int = 120
    """Army lists saved by one address in an hour."""
    address_seasons: int = 20
    """Seasons set up by one address in an hour."""
    address_codes: int = 20
    """Codes entered by one address in ten minutes."""
    spectators: int = 60
    """Spectators of one battle."""
    pages: int = 1000
    """Pages connected in all."""
    battles: int = 20_000
    """Battles kept in all."""
    lists: int = 20_000
    """Army lists kept in all."""
    seasons: int = 2_000
    """Seasons kept in all."""
    page_work: float = 0.3
    """How much of the server's time one page may have for what is worked out for it alone."""
    address_work: float = 0.5
    """How much of it one address may have."""
    body_seconds: float = 30.0
    """Seconds in which the body of a request must have come."""


class TooMuch(WarhostError):
    """Somebody asks more than the limits of the server allow; `wait` says how many seconds to wait."""

    def __init__(self, message: str, wait: float = 1.0) -> None:
        super().__init__(message, "play.limits")
        self.wait = wait


class Bucket:
    """An allowance that fills at a steady rate up to its brim."""

    def __init__(self, rate: float, brim: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._brim, self._clock = rate, brim, clock
        self._filled = brim
        self._at = clock()

    def take(self, amount: float = 1.0) -> float:
        """Take some of it: 0 if there was enough, else nothing is taken and it says how many seconds to wait."""
        self._fill()
        if self._filled >= amount:
            self._filled -= amount
            return 0.0
        return (amount - self._filled) / self._rate

    def drain(self, amount: float) -> None:
        """Take what was used already, into debt if need be."""
        self._fill()
        self._filled = max(self._filled - amount, -self._brim)

    @property
    def full(self) -> bool:
        self._fill()
        return self._filled >= self._brim

    def _fill(self) -> None:
        now = self._clock()
        self._filled = min(self._brim, self._filled + (now - self._at) * self._rate)
        self._at = now


class Guest:
    """One address: what it may still ask for, and how many of its pages are connected."""

    def __init__(self, limits: Limits) -> None:
        self.messages = Bucket(limits.address_messages, limits.address_messages * SECONDS_SAVED)
        self.requests = Bucket(limits.address_requests, limits.address_requests * SECONDS_SAVED)
        self.battles = Bucket(limits.address_battles / 3600.0, limits.address_battles)
        self.lists = Bucket(limits.address_lists / 3600.0, limits.address_lists)
        self.seasons = Bucket(limits.address_seasons / 3600.0, limits.address_seasons)
        self.codes = Bucket(limits.address_codes / 600.0, limits.address_codes)
        self.most_pages: float = limits.address_pages
        self.most_connections: float = limits.address_pages + limits.address_connections
        self.most_asked: float = limits.address_connections
        self.work = Bucket(limits.address_work, limits.address_work * SECONDS_SAVED)
        self.turn = asyncio.Lock()
        """Held while something that takes long is worked out for it: one thing after the other."""
        self.pages = 0
        self.connections = 0
        self.asked = 0

    @property
    def quiet(self) -> bool:
        busy = self.pages or self.connections or self.asked
        return not busy and all(
            bucket.full for bucket in (self.messages, self.requests, self.battles, self.lists, self.seasons, self.codes)
        )

    def connect(self) -> bool:
        """One connection more, whatever comes of it. False: it has as many as it may have."""
        if not self.has_room:
            return False
        self.connections += 1
        return True

    @property
    def has_room(self) -> bool:
        """Whether it may have one connection more."""
        return self.connections < self.most_connections

    def disconnect(self) -> None:
        self.connections -= 1

    @contextmanager
    def asking(self) -> Iterator[None]:
        """A request that is being answered for so long. Behind a proxy all connections are the proxy's: then this is
        what counts."""
        if self.asked >= self.most_asked:
            raise TooMuch("Slow down: many requests from your address are still being answered.", 5.0)
        self.asked += 1
        try:
            yield
        finally:
            self.asked -= 1


class Guests:
    """Everybody who asks something of the server, by address."""

    def __init__(self, limits: Limits, proxies: Sequence[Network] = ()) -> None:
        self.limits = limits
        self.proxies = tuple(proxies)
        """Networks of proxies besides this machine: like this machine itself they ask for others."""
        self.pages = 0
        self._known: dict[str, Guest] = {}

    def of(self, address: str) -> Guest:
        own = self._is_own(address)
        place = address if own else _place(address)
        guest = self._known.get(place)
        if guest is None:
            if len(self._known) >= MOST_ADDRESSES:
                self._known = {known: one for known, one in self._known.items() if not one.quiet}
            guest = self._known[place] = Guest(_OWN if own else self.limits)
        return guest

    def _is_own(self, address: str) -> bool:
        if _is_loopback(_place(address)):
            return True
        try:
            number = ip_address(address)
        except ValueError:
            return False
        return any(number in network for network in self.proxies)

    @contextmanager
    def seated(self, guest: Guest) -> Iterator[None]:
        """A page that is connected for so long."""
        if guest.pages >= guest.most_pages:
            raise TooMuch("Too many pages are open from your address: close some.", 30.0)
        if self.pages >= self.limits.pages:
            raise TooMuch("The server is full: try again later.", 30.0)
        guest.pages += 1
        self.pages += 1
        try:
            yield
        finally:
            guest.pages -= 1
            self.pages -= 1


class Pace:
    """How fast one page may send: within its own allowance and that of its address."""

    def __init__(self, limits: Limits, guest: Guest) -> None:
        self._messages = (Bucket(limits.page_messages, limits.page_messages * SECONDS_SAVED), guest.messages)
        self._work = (Bucket(limits.page_work, limits.page_work * SECONDS_SAVED), guest.work)

    def step(self) -> float:
        """One message more: 0 if that is fine, else how many seconds to wait."""
        return max(*(bucket.take(0.0) for bucket in self._work), *(bucket.take() for bucket in self._messages))

    def worked(self, seconds: float) -> None:
        """It took so long to work out what was asked."""
        for bucket in self._work:
            bucket.drain(seconds)


_OWN = Limits(
    address_messages=_PLENTY,
    address_requests=_PLENTY,
    address_pages=_PLENTY,
    address_connections=_PLENTY,
    address_battles=_PLENTY,
    address_lists=_PLENTY,
    address_seasons=_PLENTY,
    address_codes=_PLENTY,
    address_work=_PLENTY,
)
"""This machine itself, or a proxy that does not say for whom it asks: there is no address to count by."""


def _place(address: str) -> str:
    """What counts as one address: for IPv6 the network of a household, for anything else itself."""
    try:
        number = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(number, IPv6Address):
        mapped: IPv4Address | None = number.ipv4_mapped
        if mapped is not None:
            return str(mapped)
        if not number.is_loopback:
            return str(ip_network((number, 64), strict=False))
    return str(number)


def _is_loopback(place: str) -> bool:
    try:
        return ip_address(place).is_loopback
    except ValueError:
        return False
