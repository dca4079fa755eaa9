"""The server as an application: its addresses, what they take and what they give."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from warhost.errors import WarhostError
from warhost.play import UNREADABLE, RecordError
from warhost.report import page as page_of
from warhost.rulebook import UnknownBook, UnknownRule, find, rulings_of
from warhost.server import history, openapi
from warhost.server import messages as m
from warhost.server.cards import guide_of, ruleset_cards
from warhost.server.caretaker import take_care
from warhost.server.counting import CountedThinkers, Counting, CountingLog, Metrics
from warhost.server.databases import OUT_OF_REACH
from warhost.server.doors import Doors, Hosts, address_of, slow_down
from warhost.server.errors import Forbidden, NotFound, Unreadable
from warhost.server.exhibit import Exhibit
from warhost.server.hall import Hall
from warhost.server.health import HEALTHY, WELL, Health
from warhost.server.kept import Ticket
from warhost.server.limits import Guests, Limits, Network, TooMuch
from warhost.server.lobby import Lobby
from warhost.server.metrics import CONTENT_TYPE, exposition
from warhost.server.mustering import mustered
from warhost.server.sockets import talk
from warhost.server.store import Store, StoreError
from warhost.server.warm_up import warm_up
from warhost.server.wire import GUESTS

log = logging.getLogger(__name__)

STATIC = Path(__file__).parents[1] / "web" / "static"
"""Where the built page is, if it was built."""

MOST_OF_A_RECORD = 8 * 1024 * 1024
MOST_TOKENS = 500

T = TypeVar("T")

Handler: TypeAlias = Callable[[Request], Awaitable[Response]]

_STATUS: tuple[tuple[type[Exception], int], ...] = (
    (NotFound, 404),
    (UnknownRule, 404),
    (UnknownBook, 404),
    (Forbidden, 403),
)

NO_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Warhost</title>
<body style="font-family:system-ui;max-width:40rem;margin:4rem auto;line-height:1.5">
<h1>The page is not built yet</h1>
<p>The server runs, but the browser table is missing. Build it in the project's folder, then load this page again:</p>
<pre>cd web &amp;&amp; npm install &amp;&amp; npm run build</pre>
<p>The server itself answers at <a href="api/rulesets">api/rulesets</a>; what else it answers is in
<a href="api/openapi.json">api/openapi.json</a>.</p></body></html>
"""


def application(
    data: str | None = None,
    *,
    workers: int | None = None,
    budget: float | None = None,
    static: Path = STATIC,
    hosts: Hosts | None = None,
    limits: Limits | None = None,
    proxies: Sequence[Network] = (),
    keep_days: int | None = None,
    on_checked: Callable[[str], None] | None = None,
) -> Starlette:
    """The application: battles kept at `data` (a file or a PostgreSQL address), so many workers for computer players.

    The database is opened here, so that a wrong address is told before anything is served. If it can check itself,
    `on_checked` is told what is damaged (or nothing) as soon as it has.
    """
    warm_up()
    store = Store(data)
    metrics = Metrics()
    thinkers = CountedThinkers(metrics, workers) if budget is None else CountedThinkers(metrics, workers, budget)
    hall = Hall(store, thinkers, metrics)
    guests = Guests(limits or Limits(), proxies)
    health_of = Health(store)

    async def check() -> None:
        found = await health_of.check()
        if found is not None and on_checked is not None:
            on_checked(found)

    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[Mapping[str, Any]]:
        # All armies are read now, while the browser still opens: the first page need not wait for them.
        reading = asyncio.create_task(asyncio.to_thread(ruleset_cards))
        caring = asyncio.create_task(take_care(hall, keep_days))
        checking = asyncio.create_task(check())
        counting = CountingLog(metrics)
        logging.getLogger("warhost").addHandler(counting)
        yield {GUESTS: guests}
        logging.getLogger("warhost").removeHandler(counting)
        reading.cancel()
        caring.cancel()
        checking.cancel()
        await hall.close()
        await asyncio.to_thread(store.close)

    app = Starlette(
        routes=[*_routes(), Route("/{path:path}", page)],
        lifespan=life,
        middleware=[
            Middleware(Counting, metrics=metrics),
            Middleware(Doors, hosts=hosts or Hosts(), guests=guests),
            Middleware(GZipMiddleware, minimum_size=1024),
        ],
        exception_handlers={
            WarhostError: _told,
            HTTPException: _told_by_status,
            ClientDisconnect: _left,
            Exception: _broken,
        },
    )
    app.state.hall = hall
    app.state.guests = guests
    app.state.health = health_of
    app.state.static = static
    return app


def _routes() -> list[Route | WebSocketRoute]:
    return [
        Route("/api/rulesets", rulesets),
        Route("/api/rulesets/{ruleset}/guide", guide),
        Route("/healthz", health),
        Route("/metrics", figures),
        Route("/api/battles", counted(create), methods=["POST"]),
        Route("/api/battles", battles),
        Route("/api/battles/{battle}", rename, methods=["PATCH"]),
        Route("/api/battles/{battle}", delete, methods=["DELETE"]),
        Route("/api/battles/{battle}/restore", restore, methods=["POST"]),
        Route("/api/battles/{battle}/code", make_code, methods=["POST"]),
        Route("/api/claim", claim, methods=["POST"]),
        Route("/api/battles/{battle}/army", choose_army, methods=["PUT"]),
        Route("/api/battles/{battle}/record", record),
        Route("/api/battles/{battle}/report", report_page),
        Route("/api/battles/{battle}/timeline", timeline),
        Route("/api/battles/{battle}/course", course),
        Route("/api/battles/{battle}/moment/{number:int}", moment),
        Route("/api/battles/{battle}/branch", counted(branch), methods=["POST"]),
        Route("/api/battles/{battle}/rematch", counted(rematch), methods=["POST"]),
        Route("/api/muster", muster, methods=["POST"]),
        Route("/api/import", counted(take_in), methods=["POST"]),
        Route("/api/rules/{rule}", rule),
        Route("/api/openapi.json", described),
        WebSocketRoute("/ws", socket),
    ]


def _hall(request: Request | WebSocket) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


def _guests(request: Request | WebSocket) -> Guests:
    guests: Guests = request.app.state.guests
    return guests


def counted(make: Handler) -> Handler:
    """A way to make a battle, of which an address has so many an hour and the server so many in all."""

    async def within_limits(request: Request) -> Response:
        guests, store = _guests(request), _hall(request).store
        wait = guests.of(address_of(request.scope)).battles.take()
        if wait:
            raise TooMuch("Too many battles were set up from your address: wait a while before the next one.", wait)
        if await store.run(store.count) >= guests.limits.battles:
            raise TooMuch("This server is full of battles: ask its operator to make room.", 3600.0)
        return await make(request)

    return within_limits


def _json(value: Any, status: int = 200) -> Response:
    return Response(m.encode(value), status, media_type="application/json", headers={"Cache-Control": "no-store"})


async def rulesets(request: Request) -> Response:
    return _json(await asyncio.to_thread(ruleset_cards))


async def guide(request: Request) -> Response:
    return _json(await asyncio.to_thread(guide_of, request.path_params["ruleset"]))


async def create(request: Request) -> Response:
    wanted = await _body(request, m.BattleWanted, m.MOST_OF_LISTS)
    if not any(wanted.lists):
        return _json(await _hall(request).create(wanted), 201)
    async with _working(request):
        return _json(await _hall(request).create(wanted), 201)


async def muster(request: Request) -> Response:
    wanted = await _body(request, m.MusterWanted, m.MOST_OF_LISTS)
    async with _working(request):
        return _json(await asyncio.to_thread(mustered, wanted))


async def battles(request: Request) -> Response:
    return _json(await _hall(request).listed(_tokens(request)))


def _tokens(request: Request) -> list[str]:
    tokens = [token.strip() for token in request.headers.get("x-warhost-tokens", "").split(",") if token.strip()]
    if len(tokens) > MOST_TOKENS:
        raise WarhostError(f"At most {MOST_TOKENS} tokens can be looked up at once.")
    return tokens


async def rename(request: Request) -> Response:
    wanted = await _body(request, m.TitleWanted)
    ticket = await _seat_ticket(request)
    await _hall(request).rename(ticket.battle, wanted.title)
    return Response(status_code=204)


async def delete(request: Request) -> Response:
    """Let go of a battle: with the token of a seat, and those of other seats that the same player has."""
    ticket = await _seat_ticket(request)
    await _hall(request).let_go(ticket.battle, [_token(request), *_tokens(request)])
    return Response(status_code=204)


async def restore(request: Request) -> Response:
    """Have a battle again that was let go of: with the same tokens."""
    await _hall(request).bring_back(request.path_params["battle"], [_token(request), *_tokens(request)])
    return Response(status_code=204)


async def make_code(request: Request) -> Response:
    """A code to go on in another browser: for all seats whose tokens are sent."""
    ticket = await _ticket(request)
    return _json(await _hall(request).hand_over(ticket.battle, [_token(request), *_tokens(request)]), 201)


async def claim(request: Request) -> Response:
    """The seats that a code hands over. An address may enter so many codes in ten minutes."""
    wanted = await _body(request, m.CodeEntered)
    wait = _guests(request).of(address_of(request.scope)).codes.take()
    if wait:
        raise TooMuch("Many codes were entered from your address: wait a while.", wait)
    return _json(await _hall(request).claim(wanted))


async def choose_army(request: Request) -> Response:
    """The army of a seat in a battle that has not begun: with the token of that seat alone."""
    wanted = await _body(request, m.ArmyWanted, m.MOST_OF_LISTS)
    ticket = await _ticket(request)
    if ticket.seat is None:
        raise Forbidden("Spectators cannot choose an army.")
    async with _working(request):
        await _hall(request).choose(ticket.battle, ticket.seat, wanted)
    return Response(status_code=204)


async def record(request: Request) -> Response:
    async with _working(request):
        room, ticket = await _room(request)
        data = m.encode(history.record(room, ticket.seat))
    name = f"warhost-{room.kept.id}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(data, media_type="application/json", headers=headers)


async def report_page(request: Request) -> Response:
    async with _working(request):
        room, ticket = await _room(request)
        tell, file = history.story(room, ticket.seat), f"warhost-{room.kept.id}"
        html = await asyncio.to_thread(lambda: page_of(tell(), file=f"{file}.json"))
    headers = {"Content-Disposition": f'attachment; filename="{file}.html"'} if "file" in request.query_params else {}
    return HTMLResponse(html, headers={"Cache-Control": "no-store", **headers})


async def course(request: Request) -> Response:
    async with _working(request):
        room, ticket = await _room(request)
        return _json(await asyncio.to_thread(history.course(room, ticket.seat)))


async def timeline(request: Request) -> Response:
    room, ticket = await _room(request)
    return _json(history.timeline(room, ticket.seat))


async def moment(request: Request) -> Response:
    async with _working(request):
        room, ticket = await _room(request)
        return _json(history.moment(room, request.path_params["number"], ticket.seat))


async def branch(request: Request) -> Response:
    wanted = await _body(request, m.BranchWanted)
    room, ticket = await _room(request)
    if isinstance(room, Exhibit):
        raise room.refuse()
    history.refuse_secrets(room, ticket.seat, "A branch")
    return _json(await _hall(request).branch(room, wanted), 201)


async def rematch(request: Request) -> Response:
    room, _ = await _room(request)
    if isinstance(room, Exhibit):
        raise room.refuse()
    return _json(await _hall(request).rematch(room), 201)


async def take_in(request: Request) -> Response:
    made = await _hall(request).show(await _bytes(request, MOST_OF_A_RECORD), "The record")
    return _json(made, 201)


async def rule(request: Request) -> Response:
    row = find(request.path_params["rule"])
    rulings = tuple(
        m.RulingShown(one.id, one.title, one.says, one.problem, one.ruling, one.alternative) for one in rulings_of(row)
    )
    return _json(m.RuleShown(row.id, row.section, row.rule, row.example, rulings))


async def health(request: Request) -> Response:
    """Whether the server can do its work: whoever watches over it asks here."""
    state: Health = request.app.state.health
    found = await state.status()
    return _json(m.Health(found), 200 if found == WELL else 503)


async def figures(request: Request) -> Response:
    """How much happens here and how long it takes, for Prometheus."""
    wait = _guests(request).of(address_of(request.scope)).requests.take()
    if wait:
        raise TooMuch("Slow down: too many requests from your address.", wait)
    hall = _hall(request)
    kept: int | None = None
    with suppress(StoreError, TimeoutError):
        kept = await asyncio.wait_for(hall.store.run(hall.store.count), HEALTHY)
    return Response(exposition(hall, kept), headers={"Content-Type": CONTENT_TYPE, "Cache-Control": "no-store"})


async def described(request: Request) -> Response:
    return _json(openapi.description())


async def socket(socket: WebSocket) -> None:
    await talk(_hall(socket), _guests(socket), socket)


async def page(request: Request) -> Response:
    """The built page and its files; whatever names no file leads to the page, which finds all else beside itself."""
    path: str = request.path_params["path"]
    if path.startswith("api/"):
        raise HTTPException(404, "There is no such address.")
    static: Path = request.app.state.static
    index = static / "index.html"
    wanted = _file(static, path)
    if wanted is not None:
        # Built files carry a hash in their names, so they never change under one name; the rest is asked for anew.
        lasting = wanted.parent.name == "assets"
        return FileResponse(wanted, headers={"Cache-Control": "max-age=31536000, immutable" if lasting else "no-cache"})
    if "." in path.rpartition("/")[2]:
        raise HTTPException(404, "There is no such file.")
    if path:
        # Relative: below which path of its site a proxy has put this server, only the browser knows.
        up = request.scope["raw_path"].count(b"/") - 1
        return Response(status_code=302, headers={"Location": "../" * up or "./", "Cache-Control": "no-cache"})
    if not index.is_file():
        return HTMLResponse(NO_PAGE)
    return FileResponse(index, headers={"Cache-Control": "no-cache"})


def _file(folder: Path, path: str) -> Path | None:
    """The file of that name in the folder, or below it; nothing if there is none, or could be none of that name."""
    try:
        wanted = (folder / path).resolve()
        return wanted if path and wanted.is_relative_to(folder.resolve()) and wanted.is_file() else None
    except (OSError, ValueError):
        return None


async def _room(request: Request) -> tuple[history.Place, Ticket]:
    """The room that the address names, if the token opens it. Nothing else can happen in it until the next await."""
    ticket = await _ticket(request)
    room = await _hall(request).room(ticket.battle)
    if isinstance(room, Lobby):
        raise room.refuse()
    return room, ticket


def _token(request: Request) -> str:
    return request.headers.get("x-warhost-token") or request.query_params.get("token", "")


async def _ticket(request: Request) -> Ticket:
    """What the token opens; without one, what the address itself does: the view of a spectator."""
    ticket = await _hall(request).ticket(_token(request) or request.path_params["battle"])
    if ticket.battle != request.path_params["battle"]:
        raise NotFound("This key does not open that battle.")
    return ticket


async def _seat_ticket(request: Request) -> Ticket:
    """The ticket of a seat; where a battle has none, because it is only shown, the token that its spectators were given
    will do."""
    ticket = await _ticket(request)
    store = _hall(request).store
    if ticket.public or (ticket.seat is None and await store.run(store.has_seats, ticket.battle)):
        raise Forbidden("Only a player of this battle may do that.")
    return ticket


@asynccontextmanager
async def _working(request: Request) -> AsyncIterator[None]:
    """Something is worked out for this address alone: one thing after the other, within what it may have of the
    server's time."""
    guest = _guests(request).of(address_of(request.scope))
    async with guest.turn:
        wait = guest.work.take(0.0)
        if wait:
            raise TooMuch("Your address has used a lot of computing time: wait a moment.", wait)
        began = time.monotonic()
        try:
            yield
        finally:
            guest.work.drain(time.monotonic() - began)


async def _body(request: Request, kind: type[T], most: int = m.MOST_BYTES) -> T:
    """The body of a request, as JSON of that kind. Nothing sent is the same as an empty object."""
    data = await _bytes(request, most) or b"{}"
    # Pages of other sites can send forms and plain text without asking; JSON they cannot.
    if data != b"{}" and not request.headers.get("content-type", "").startswith("application/json"):
        raise HTTPException(415, "Send JSON, with the content type application/json.")
    try:
        return msgspec.json.decode(data, type=kind)
    except UNREADABLE as error:
        raise Unreadable(f"The request cannot be read: {error}.") from None


async def _bytes(request: Request, most: int) -> bytes:
    data = bytearray()
    try:
        async with asyncio.timeout(_guests(request).limits.body_seconds):
            async for piece in request.stream():
                data += piece
                if len(data) > most:
                    raise HTTPException(413, f"At most {most} bytes can be sent here.", {"Connection": "close"})
    except TimeoutError:
        raise HTTPException(408, "The upload was too slow.", {"Connection": "close"}) from None
    return bytes(data)


async def _told(request: Request, error: Exception) -> Response:
    assert isinstance(error, WarhostError)
    if isinstance(error, TooMuch):
        return slow_down(error.message, error.wait)
    if isinstance(error, StoreError):
        log.error("%s", error)
        return _json(m.Problem(OUT_OF_REACH), 503)
    if isinstance(error, Unreadable | RecordError):
        log.warning("%s %s of %s: %s", request.method, request.url.path, address_of(request.scope), error)
    status = next((status for kind, status in _STATUS if isinstance(error, kind)), 400)
    return _json(m.Problem(error.message, error.rule), status)


async def _told_by_status(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    response = _json(m.Problem(error.detail), error.status_code)
    response.headers.update(error.headers or {})
    return response


async def _left(request: Request, _: Exception) -> Response:
    """Whoever asked has gone: nobody hears this."""
    log.info("%s %s: the client has gone.", request.method, request.url.path)
    return Response(status_code=400)


async def _broken(request: Request, error: Exception) -> Response:
    log.error("%s %s broke.", request.method, request.url.path, exc_info=error)
    return _json(m.Problem("Something went wrong on the server; nothing has changed."), 500)
