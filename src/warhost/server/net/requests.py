"""What a request brings along: its tokens and what they open, its body, and the time that its address may use."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from warhost.errors import WarhostError
from warhost.play import UNREADABLE
from warhost.server import messages as m
from warhost.server.battles.all_battles import AllBattles
from warhost.server.battles.lobby import Lobby
from warhost.server.errors import Forbidden, NotFound, Unreadable
from warhost.server.net.guard import address_of
from warhost.server.net.limits import Guests, TooMuch
from warhost.server.seasons.all_seasons import AllSeasons
from warhost.server.shown import history
from warhost.server.store.values import Ticket

MOST_TOKENS = 500

T = TypeVar("T")


def all_battles_of(request: Request | WebSocket) -> AllBattles:
    """The battles of the server that is asked."""
    all_battles: AllBattles = request.app.state.all_battles
    return all_battles


def all_seasons_of(request: Request) -> AllSeasons:
    """The seasons of the server that is asked."""
    all_seasons: AllSeasons = request.app.state.all_seasons
    return all_seasons


def guests_of(request: Request | WebSocket) -> Guests:
    """Everybody who asks it something."""
    guests: Guests = request.app.state.guests
    return guests


def tokens_of(request: Request) -> list[str]:
    """The tokens of all battles that are asked for together."""
    tokens = [token.strip() for token in request.headers.get("x-warhost-tokens", "").split(",") if token.strip()]
    if len(tokens) > MOST_TOKENS:
        raise WarhostError(f"At most {MOST_TOKENS} tokens can be looked up at once.")
    return tokens


async def room_of(request: Request) -> tuple[history.Place, Ticket]:
    """The room that the address names, if the token opens it. Nothing else can happen in it until the next await."""
    ticket = await ticket_of(request)
    room = await all_battles_of(request).room(ticket.battle)
    if isinstance(room, Lobby):
        raise room.refuse()
    return room, ticket


def token_of(request: Request) -> str:
    """The token that was sent; empty if none was."""
    return request.headers.get("x-warhost-token") or request.query_params.get("token", "")


async def ticket_of(request: Request) -> Ticket:
    """What the token opens; without one, what the address itself does: the view of a spectator."""
    ticket = await all_battles_of(request).ticket(token_of(request) or request.path_params["battle"])
    if ticket.battle != request.path_params["battle"]:
        raise NotFound("This key does not open that battle.")
    return ticket


async def seat_ticket_of(request: Request) -> Ticket:
    """The ticket of a seat; where a battle has none, because it is only shown, the token that its spectators were given
    will do."""
    ticket = await ticket_of(request)
    store = all_battles_of(request).store
    if ticket.public or (ticket.seat is None and await store.run(store.has_seats, ticket.battle)):
        raise Forbidden("Only a player of this battle may do that.")
    return ticket


async def one_battle_more(request: Request) -> None:
    """Refuse to set up a battle beyond what an address has an hour, and the server in all."""
    guests, store = guests_of(request), all_battles_of(request).store
    wait = guests.of(address_of(request.scope)).battles.take()
    if wait:
        raise TooMuch("Too many battles were set up from your address: wait a while before the next one.", wait)
    if await store.run(store.count) >= guests.limits.battles:
        raise TooMuch("This server is full of battles: ask its operator to make room.", 3600.0)


@asynccontextmanager
async def working_for(request: Request) -> AsyncIterator[None]:
    """Something is worked out for this address alone: one thing after the other, within what it may have of the
    server's time."""
    guest = guests_of(request).of(address_of(request.scope))
    async with guest.turn:
        wait = guest.work.take(0.0)
        if wait:
            raise TooMuch("Your address has used a lot of computing time: wait a moment.", wait)
        began = time.monotonic()
        try:
            yield
        finally:
            guest.work.drain(time.monotonic() - began)


def json_of(value: Any, status: int = 200) -> Response:
    """A value as the answer to a request."""
    return Response(m.encode(value), status, media_type="application/json", headers={"Cache-Control": "no-store"})


async def body_of(request: Request, kind: type[T], most: int = m.MOST_BYTES) -> T:
    """The body of a request, as JSON of that kind. Nothing sent is the same as an empty object."""
    data = await bytes_of(request, most) or b"{}"
    # Pages of other sites can send forms and plain text without asking; JSON they cannot.
    if data != b"{}" and not request.headers.get("content-type", "").startswith("application/json"):
        raise HTTPException(415, "Send JSON, with the content type application/json.")
    try:
        return msgspec.json.decode(data, type=kind)
    except UNREADABLE as error:
        raise Unreadable(f"The request cannot be read: {error}.") from None


async def bytes_of(request: Request, most: int) -> bytes:
    """The body of a request as it came, which must not take for ever."""
    data = bytearray()
    try:
        async with asyncio.timeout(guests_of(request).limits.body_seconds):
            async for piece in request.stream():
                data += piece
                if len(data) > most:
                    raise HTTPException(413, f"At most {most} bytes can be sent here.", {"Connection": "close"})
    except TimeoutError:
        raise HTTPException(408, "The upload was too slow.", {"Connection": "close"}) from None
    return bytes(data)
