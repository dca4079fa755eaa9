"""The WebSocket of a page: reads its messages, does what they ask, and sends what waits for it."""

from __future__ import annotations

import asyncio
import logging

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from warhost.errors import WarhostError
from warhost.play import Refused
from warhost.server import history
from warhost.server import messages as m
from warhost.server.connections import Connection
from warhost.server.hall import Hall
from warhost.server.rooms import Room

log = logging.getLogger(__name__)

NO_TOKEN = 4401
GONE = 4410
TOO_LONG = 1009


async def talk(hall: Hall, socket: WebSocket) -> None:
    """One page, from its first message to its last."""
    await socket.accept()
    try:
        ticket = await hall.ticket(socket.query_params.get("token", ""))
        room = await hall.room(ticket.battle)
        connection = Connection(ticket.seat)
        await room.join(connection)
    except WarhostError as error:
        await _last_word(socket, error.message, NO_TOKEN)
        return
    writer = asyncio.create_task(_write(socket, connection))
    reader = asyncio.create_task(_read(socket, room, connection))
    try:
        await asyncio.wait((writer, reader), return_when=asyncio.FIRST_COMPLETED)
    finally:
        room.leave(connection)
        writer.cancel()
        reader.cancel()


async def _write(socket: WebSocket, connection: Connection) -> None:
    try:
        while (data := await connection.outbox.get()) is not None:
            await socket.send_text(data.decode())
        await socket.close(GONE)
    except (WebSocketDisconnect, RuntimeError, OSError):
        return


async def _read(socket: WebSocket, room: Room, connection: Connection) -> None:
    while True:
        try:
            raw = await socket.receive()
        except (WebSocketDisconnect, RuntimeError, OSError):
            return
        if raw["type"] == "websocket.disconnect":
            return
        text = raw.get("text")
        data: bytes = text.encode("utf-8", "surrogatepass") if text is not None else raw.get("bytes") or b""
        if len(data) > m.MOST_BYTES:
            connection.send(m.RefusedMessage(f"A message has at most {m.MOST_BYTES} bytes.", None, ""))
            continue
        await handle(room, connection, data)


async def handle(room: Room, connection: Connection, data: bytes) -> None:
    """Do what a message asks. Whatever is wrong with it is said to its sender and changes nothing."""
    about = ""
    try:
        message = m.read_message(data)
        about = str(message.__struct_config__.tag)
        await _do(room, connection, message)
    except WarhostError as error:
        log.info("Battle %s, seat %s: %s refused: %s", room.kept.id, connection.seat, about, error)
        connection.send(m.RefusedMessage(error.message, error.rule, about))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        log.info("Battle %s, seat %s: a message cannot be read: %s", room.kept.id, connection.seat, error)
        connection.send(m.RefusedMessage(f"This message cannot be read: {error}.", None, about))
    except Exception:
        log.exception("Battle %s, seat %s: %s broke.", room.kept.id, connection.seat, about)
        connection.send(m.RefusedMessage("The server could not do this; nothing has changed.", None, about))


async def _do(room: Room, connection: Connection, message: m.AnyToServer) -> None:
    match message:
        case m.Ping(id=number):
            connection.send(m.Pong(number))
        case m.Answered(number=number, answer=answer):
            await room.answer(_seat(connection), number, answer)
        case m.Check():
            await room.sound()
            connection.send(room.check(connection.seat, message))
        case m.SurveyAsked():
            await room.sound()
            connection.send(room.survey(connection.seat, message))
        case m.Undo():
            await room.undo(_seat(connection))
        case m.Redo():
            await room.redo(_seat(connection))
        case m.Consent(yes=yes):
            await room.consent(_seat(connection), yes)
        case m.SeedAsked():
            await room.sound()
            connection.send(history.seed(room))


def _seat(connection: Connection) -> int:
    if connection.seat is None:
        raise Refused("Whoever only watches decides nothing.", "play.seat")
    return connection.seat


async def _last_word(socket: WebSocket, reason: str, code: int) -> None:
    try:
        if socket.application_state is WebSocketState.CONNECTED:
            await socket.send_text(m.encode(m.Bye(reason)).decode())
            await socket.close(code)
    except (WebSocketDisconnect, RuntimeError, OSError):
        return
