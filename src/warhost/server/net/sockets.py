"""The WebSocket of a page: reads its messages, does what they ask, and sends what waits for it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from warhost.errors import WarhostError
from warhost.play import UNREADABLE, Refused
from warhost.server import messages as m
from warhost.server.battles.all_battles import AllBattles, Anywhere
from warhost.server.battles.connections import Connection
from warhost.server.battles.lobby import Lobby
from warhost.server.battles.room import Room
from warhost.server.errors import NotFound
from warhost.server.net.guard import address_of, slow_down
from warhost.server.net.limits import Guest, Guests, Limits, Pace, TooMuch
from warhost.server.shown import history
from warhost.server.shown.view_only import ViewOnly
from warhost.server.store.databases import OUT_OF_REACH, StoreError

log = logging.getLogger(__name__)

REFUSED = 4401
NOT_FOUND = 4404
"""There is no such battle: to come again is in vain."""

GONE = 4410

SLOW_DOWN = "Slow down: too many messages. The last one was ignored."
LOOKS = ("check", "survey", "threats", "advise", "ping")
"""Messages that change nothing: whoever still wants to know asks again."""


async def talk(all_battles: AllBattles, guests: Guests, socket: WebSocket) -> None:
    """One page, from its first message to its last."""
    guest = guests.of(address_of(socket.scope))
    try:
        with guests.seated(guest):
            await _converse(all_battles, guests.limits, guest, socket)
    except TooMuch as error:
        # Not even let in: a page that was waits longer and longer until it tries again.
        await socket.send_denial_response(slow_down(error.message, error.wait))


async def _converse(all_battles: AllBattles, limits: Limits, guest: Guest, socket: WebSocket) -> None:
    await socket.accept()
    try:
        token = socket.query_params.get("token", "")
        ticket = await all_battles.ticket(token)
        connection = Connection(ticket.seat)
        connection.answers = all_battles.metrics.answer_seconds
        async with all_battles.visit(ticket.battle) as room:
            _refuse_crowds(room, connection, limits)
            await all_battles.hold(token, ticket)
            await room.join(connection)
        if await all_battles.is_revoked(token, ticket):
            connection.close("The key of this seat was replaced: open the battle with the new link.")
    except WarhostError as error:
        await _last_word(socket, _sayable(error), NOT_FOUND if isinstance(error, NotFound) else REFUSED)
        return
    writer = asyncio.create_task(_write(socket, connection))
    reader = asyncio.create_task(_read(socket, room, connection, Pace(limits, guest)))
    try:
        await asyncio.wait((writer, reader), return_when=asyncio.FIRST_COMPLETED)
    finally:
        room.leave(connection)
        _now(room).leave(connection)
        writer.cancel()
        reader.cancel()


async def _write(socket: WebSocket, connection: Connection) -> None:
    try:
        while (data := await connection.next()) is not None:
            await socket.send_text(data.decode())
        await socket.close(GONE)
    except (WebSocketDisconnect, RuntimeError, OSError):
        return


def _now(room: Anywhere) -> Anywhere:
    """Where the battle is by now: a lobby may have become a table."""
    return room.table if isinstance(room, Lobby) and room.table is not None else room


async def _read(socket: WebSocket, room: Anywhere, connection: Connection, pace: Pace) -> None:
    while True:
        try:
            raw = await socket.receive()
        except (WebSocketDisconnect, RuntimeError, OSError):
            return
        if raw["type"] == "websocket.disconnect" or connection.closed:
            return
        text = raw.get("text")
        data: bytes = text.encode("utf-8", "surrogatepass") if text is not None else raw.get("bytes") or b""
        wait = pace.step()
        if wait and (about := _about(data)) in LOOKS:
            connection.send(m.RefusedMessage(SLOW_DOWN, "play.limits", about))
            # What is not read meanwhile waits at its sender: nobody else notices the flood.
            await asyncio.sleep(wait)
            continue
        # A decision is never lost to a busy machine, on which every look costs more: it waits for its turn.
        while wait:
            await asyncio.sleep(wait)
            wait = pace.step()
        if len(data) > m.MOST_BYTES:
            connection.send(m.RefusedMessage(f"A message has at most {m.MOST_BYTES} bytes.", None, ""))
        else:
            await handle(_now(room), connection, data)
            pace.worked(connection.settle())
        # Messages that are here already are read without a pause: others must come in between.
        await asyncio.sleep(0)


async def handle(room: Anywhere, connection: Connection, data: bytes) -> None:
    """Do what a message asks. Whatever is wrong with it is said to its sender and changes nothing."""
    about = ""
    try:
        message = m.read_message(data)
        about = str(message.__struct_config__.tag)
        await _do(room, connection, message)
    except WarhostError as error:
        log.info("Battle %s, seat %s: %s refused: %s", room.kept.id, connection.seat, about, error)
        connection.send(m.RefusedMessage(_sayable(error), error.rule, about))
    except UNREADABLE as error:
        log.info("Battle %s, seat %s: a message cannot be read: %s", room.kept.id, connection.seat, error)
        connection.send(m.RefusedMessage(f"This message cannot be read: {error}.", None, about))
    except Exception:
        log.exception("Battle %s, seat %s: %s broke.", room.kept.id, connection.seat, about)
        connection.send(m.RefusedMessage("Something went wrong on the server; nothing has changed.", None, about))


async def _do(room: Anywhere, connection: Connection, message: m.AnyToServer) -> None:
    if isinstance(message, m.Ping):
        connection.send(m.Pong(message.id))
    elif isinstance(room, ViewOnly | Lobby):
        raise room.refuse()
    else:
        await _play(room, connection, message)


async def _play(room: Room, connection: Connection, message: m.AnyToServer) -> None:
    match message:
        case m.Answered(number=number, answer=answer):
            began = time.perf_counter()
            await room.answer(_seat(connection), number, answer)
            if connection.answers is not None:
                connection.answers.add(time.perf_counter() - began)
        case m.Check():
            await room.sound()
            with connection.working():
                connection.send(room.check(connection.seat, message))
        case m.SurveyAsked():
            await room.sound()
            with connection.working():
                connection.send(room.survey(connection.seat, message))
        case m.ThreatsAsked():
            await room.sound()
            with connection.working():
                connection.send(room.threats(connection.seat, message))
        case m.Undo(agreed=keys):
            await room.undo(_seat(connection), await _seats(room, keys))
        case m.Redo():
            await room.redo(_seat(connection))
        case m.Consent(yes=yes, agreed=keys):
            await room.consent(_seat(connection), yes, await _seats(room, keys))
        case m.Concede(key=key):
            await room.concede(_seat(connection) if key is None else (await _seats(room, (key,))).pop())
        case m.OfferDraw(agreed=keys):
            await room.offer_draw(_seat(connection), await _seats(room, keys))
        case m.Deploy(on=on):
            await room.deploy(_seat(connection), on)
        case m.MoveAgain(unit=unit):
            await room.move_again(_seat(connection), unit)
        case m.Advise(id=number):
            await room.sound()
            connection.send(await room.helping.advise(_seat(connection), number))
        case m.SeedAsked():
            await room.sound()
            connection.send(history.seed(room))


def _refuse_crowds(room: Anywhere, connection: Connection, limits: Limits) -> None:
    """Spectators come while there is room. Players always do: their addresses have limits of their own."""
    spectators = sum(1 for other in room.connections if other.seat is None)
    if connection.seat is None and spectators >= limits.spectators:
        raise WarhostError("This battle has no room for more spectators: try again later.")


def _sayable(error: WarhostError) -> str:
    """What a page is told: never where the server keeps its battles."""
    if not isinstance(error, StoreError):
        return error.message
    log.error("%s", error)
    return OUT_OF_REACH


def _about(data: bytes) -> str:
    """The type of a message that is not done, so that its page knows which."""
    try:
        return str(m.read_message(data).__struct_config__.tag)
    except UNREADABLE:
        return ""


def _seat(connection: Connection) -> int:
    if connection.seat is None:
        raise Refused("Spectators cannot make decisions.", "play.seat")
    return connection.seat


async def _seats(room: Room, keys: Iterable[str]) -> set[int]:
    """The seats that these keys open: whoever has the key of a seat speaks for it."""
    seats = set()
    for key in keys:
        ticket = await room.store.run(room.store.ticket, key)
        if ticket is None or ticket.battle != room.kept.id or ticket.seat is None:
            raise Refused("This key does not open a seat in this battle.", "play.seat")
        seats.add(ticket.seat)
    return seats


async def _last_word(socket: WebSocket, reason: str, code: int) -> None:
    try:
        if socket.application_state is WebSocketState.CONNECTED:
            await socket.send_text(m.encode(m.Bye(reason)).decode())
            await socket.close(code)
    except (WebSocketDisconnect, RuntimeError, OSError):
        return
