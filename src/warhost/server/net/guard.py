"""The guard of the server: by which name it was called, from which page, how often, and what it says of itself.

A page of another site must not be able to speak for somebody who happens to look at it. It could in two ways: by a
request to this server (then `Origin` names that site), or by making its own name point to this machine (then `Host`
has that name). Both are refused before anything else is done.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Sequence
from ipaddress import ip_address
from math import ceil
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from warhost.server.messages import Problem, encode
from warhost.server.net.limits import Guests, TooMuch

log = logging.getLogger(__name__)

LONGEST_PATH = 1000
"""So many letters an address may have, without what follows a question mark: no address here has a tenth of that."""

ANY = "*"
SAFE = ("GET", "HEAD", "OPTIONS")
_AUTHORITY = re.compile(r"[A-Za-z0-9._-]+(:[0-9]{1,5})?|\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?")
_DEFAULT_PORTS = {"http": ":80", "https": ":443", "ws": ":80", "wss": ":443"}


class Hosts(msgspec.Struct, frozen=True):
    """The names by which the server may be called. This machine's own (`localhost`) are always among them.

    `numbers`: whether it may be called by any number too, as a server that others can reach. No site can make
    a browser take a number for its own name.
    """

    names: frozenset[str] = frozenset((ANY,))
    numbers: bool = True

    def know(self, host: str) -> bool:
        """Whether a name, without its port, is one of them."""
        return ANY in self.names or host in self.names or is_loopback(host) or (self.numbers and _is_number(host))


def hosts_for(bound: str, allowed: Sequence[str] = ()) -> Hosts:
    """The names for a server that listens on that address. Where others can reach it, any name, unless some are given:
    whoever runs it need not tell it how it is called. On this machine alone, only what is given."""
    if not allowed and not is_loopback(bound):
        return Hosts()
    return Hosts(frozenset(name.lower().rstrip(".") for name in allowed), not is_loopback(bound))


def is_loopback(host: str) -> bool:
    """Whether a name or number is that of this machine, seen from itself."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _is_number(host: str) -> bool:
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


class Guard:
    """A layer around the server that lets in what may come in, and gives every answer the headers that protect the
    page."""

    def __init__(self, app: ASGIApp, hosts: Hosts, guests: Guests) -> None:
        self.app = app
        self.hosts = hosts
        self.guests = guests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "").lower()

        async def with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                message["headers"] = [*message["headers"], *_protecting(host)]
            await send(message)

        refused = self._refused(scope, host, headers.get("origin"))
        if refused is None and scope["type"] == "http":
            try:
                with self.guests.of(address_of(scope)).asking():
                    await self.app(scope, receive, with_headers)
            except TooMuch as error:
                await slow_down(error.message, error.wait)(scope, receive, with_headers)
        elif refused is None:
            await self.app(scope, receive, with_headers)
        elif scope["type"] == "http":
            await refused(scope, receive, with_headers)
        else:
            await WebSocket(scope, receive, with_headers).send_denial_response(refused)

    def _refused(self, scope: Scope, host: str, origin: str | None) -> Response | None:
        """The answer to what may not come in; nothing if it may."""
        path: str = scope["path"]
        if len(path) > LONGEST_PATH or not path.isprintable():
            log.warning("%s asked for an invalid address: %.80r", address_of(scope), path)
            return problem("This address is not valid.", 414 if path.isprintable() else 400)
        name = _name(host)
        if not _AUTHORITY.fullmatch(host) or not self.hosts.know(name):
            shown = name if _AUTHORITY.fullmatch(host) else "that name"
            return problem(
                f"This server does not answer to {shown}. If it should, start it with --allow-host {shown}.", 421
            )
        unsafe = scope["type"] == "websocket" or scope["method"] not in SAFE
        if unsafe and origin is not None and not self._is_own(origin.lower(), host):
            return problem(
                "This request came from another site. If that is this server's own name, start it with --allow-host "
                "and the name.",
                403,
            )
        if scope["type"] == "websocket" or path.startswith("/api/"):
            wait = self.guests.of(address_of(scope)).requests.take()
            if wait:
                return slow_down("Slow down: too many requests from your address.", wait)
        return None

    def _is_own(self, origin: str, host: str) -> bool:
        """Whether a page of that origin is a page of this server, as far as one can see from here: behind a proxy the
        port, and with some the name, is another, but then the name was given."""
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or not _AUTHORITY.fullmatch(parts.netloc):
            return False
        default = _DEFAULT_PORTS[parts.scheme]
        return parts.netloc.removesuffix(default) == host.removesuffix(default) or _name(parts.netloc) in (
            self.hosts.names - {ANY}
        )


def address_of(scope: Scope) -> str:
    """Who asks, as far as known."""
    client = scope.get("client")
    return client[0] if client else ""


def problem(sentence: str, status: int, headers: Iterable[tuple[str, str]] = ()) -> Response:
    """A refusal as the server always gives it."""
    return Response(encode(Problem(sentence)), status, dict(headers), "application/json")


def slow_down(sentence: str, wait: float) -> Response:
    return problem(sentence, 429, [("Retry-After", str(ceil(wait)))])


def _name(authority: str) -> str:
    """A host without its port, and without the dot that may end it."""
    name = authority[: authority.index("]") + 1] if authority.startswith("[") else authority.partition(":")[0]
    return name.rstrip(".")


def _protecting(host: str) -> list[tuple[bytes, bytes]]:
    """Headers that keep a page from being framed or sniffed at, from loading or running what is not its own, and from
    telling others its address with the token in it."""
    # Not every browser takes the WebSocket of the same host for 'self'.
    socket = f" ws://{host} wss://{host}" if _AUTHORITY.fullmatch(host) else ""
    policy = (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; object-src 'none'; "
        f"connect-src 'self'{socket}; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    )
    return [
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"no-referrer"),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"cross-origin-resource-policy", b"same-origin"),
        (b"content-security-policy", policy.encode()),
    ]
