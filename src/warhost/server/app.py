"""The server as an application: its addresses, what they take and what they give."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from warhost.errors import WarhostError
from warhost.play import RecordError
from warhost.report import page as page_of
from warhost.rulebook import UnknownBook, UnknownRule, find, find_ruling, rulings_of
from warhost.server import messages as m
from warhost.server import openapi
from warhost.server.battles.all_battles import AllBattles
from warhost.server.battles.setting_up import could_begin
from warhost.server.built_page import page
from warhost.server.errors import Forbidden, NotFound, Unreadable
from warhost.server.lists.building_pages import ROUTES as LIST_ROUTES
from warhost.server.lists.kept_pages import ROUTES as KEPT_ROUTES
from warhost.server.lists.mustering import mustered
from warhost.server.net.guard import Guard, Hosts, address_of, slow_down
from warhost.server.net.limits import Guests, Limits, Network, TooMuch
from warhost.server.net.requests import (
    all_battles_of,
    all_seasons_of,
    body_of,
    bytes_of,
    guests_of,
    json_of,
    one_battle_more,
    room_of,
    seat_ticket_of,
    ticket_of,
    token_of,
    tokens_of,
    working_for,
)
from warhost.server.net.sockets import talk
from warhost.server.net.wire import GUESTS
from warhost.server.seasons.all_seasons import AllSeasons
from warhost.server.seasons.pages import ROUTES as SEASON_ROUTES
from warhost.server.shown import history
from warhost.server.shown.cards import guide_of, ruleset_cards
from warhost.server.shown.view_only import ViewOnly
from warhost.server.store.battles import Store, StoreError
from warhost.server.store.databases import OUT_OF_REACH, Damaged
from warhost.server.store.upkeep import take_care
from warhost.server.warm_up import warm_up
from warhost.server.watching.counting import CountedThinkers, Counting, CountingLog, Metrics
from warhost.server.watching.health import HEALTHY, WELL, Health
from warhost.server.watching.metrics import CONTENT_TYPE, Stock, exposition
from warhost.web import STATIC

log = logging.getLogger(__name__)

MOST_OF_A_RECORD = 8 * 1024 * 1024
RULING = re.compile(r"[A-Z0-9]+-R\d+")
"""How the number of a ruling reads: rules may be made by one alone, and cite it."""

Handler: TypeAlias = Callable[[Request], Awaitable[Response]]

_STATUS: tuple[tuple[type[Exception], int], ...] = (
    (NotFound, 404),
    (UnknownRule, 404),
    (UnknownBook, 404),
    (Forbidden, 403),
)


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
    all_battles = AllBattles(store, thinkers, metrics)
    guests = Guests(limits or Limits(), proxies)
    all_seasons = AllSeasons(store, all_battles, guests)
    health_of = Health(store)

    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[Mapping[str, Any]]:
        async with _at_work(all_battles, all_seasons, health_of, metrics, keep_days, on_checked):
            yield {GUESTS: guests}

    app = Starlette(
        routes=[*_routes(), Route("/{path:path}", page)],
        lifespan=life,
        middleware=[
            Middleware(Counting, metrics=metrics),
            Middleware(Guard, hosts=hosts or Hosts(), guests=guests),
            Middleware(GZipMiddleware, minimum_size=1024),
        ],
        exception_handlers={
            WarhostError: _told,
            HTTPException: _told_by_status,
            ClientDisconnect: _left,
            Exception: _broken,
        },
    )
    app.state.all_battles = all_battles
    app.state.all_seasons = all_seasons
    app.state.guests = guests
    app.state.health = health_of
    app.state.static = static
    return app


@asynccontextmanager
async def _at_work(
    all_battles: AllBattles,
    all_seasons: AllSeasons,
    health_of: Health,
    metrics: Metrics,
    keep_days: int | None,
    on_checked: Callable[[str], None] | None,
) -> AsyncIterator[None]:
    """What goes on beside all requests, from the start of the server to its end."""

    async def check() -> None:
        found = await health_of.check()
        if found is not None and on_checked is not None:
            on_checked(found)

    # All armies are read now, while the browser still opens: the first page need not wait for them.
    reading = asyncio.create_task(asyncio.to_thread(ruleset_cards))
    caring = asyncio.create_task(take_care(all_battles, keep_days))
    checking = asyncio.create_task(check())
    waking = asyncio.create_task(all_seasons.wake())
    counting = CountingLog(metrics)
    logging.getLogger("warhost").addHandler(counting)
    yield
    logging.getLogger("warhost").removeHandler(counting)
    reading.cancel()
    caring.cancel()
    checking.cancel()
    waking.cancel()
    await all_seasons.close()
    await all_battles.close()
    await asyncio.to_thread(all_battles.store.close)


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
        Route("/api/battles/{battle}/sketch", sketch),
        Route("/api/battles/{battle}/branch", counted(branch), methods=["POST"]),
        Route("/api/battles/{battle}/rematch", counted(rematch), methods=["POST"]),
        Route("/api/try", try_battle, methods=["POST"]),
        Route("/api/muster", muster, methods=["POST"]),
        *LIST_ROUTES,
        *KEPT_ROUTES,
        *SEASON_ROUTES,
        Route("/api/import", counted(take_in), methods=["POST"]),
        Route("/api/rules/{rule}", rule),
        Route("/api/openapi.json", described),
        WebSocketRoute("/ws", socket),
    ]


def counted(make: Handler) -> Handler:
    """A way to make a battle, of which an address has so many an hour and the server so many in all."""

    async def within_limits(request: Request) -> Response:
        await one_battle_more(request)
        return await make(request)

    return within_limits


async def rulesets(request: Request) -> Response:
    return json_of(await asyncio.to_thread(ruleset_cards))


async def guide(request: Request) -> Response:
    return json_of(await asyncio.to_thread(guide_of, request.path_params["ruleset"]))


async def create(request: Request) -> Response:
    wanted = await body_of(request, m.BattleWanted, m.MOST_OF_LISTS)
    if not any(wanted.lists):
        return json_of(await all_battles_of(request).create(wanted), 201)
    async with working_for(request):
        return json_of(await all_battles_of(request).create(wanted), 201)


async def try_battle(request: Request) -> Response:
    """Whether a battle could begin with these options; nothing is made."""
    wanted = await body_of(request, m.BattleTried)
    async with working_for(request):
        return json_of(await asyncio.to_thread(could_begin, wanted))


async def muster(request: Request) -> Response:
    wanted = await body_of(request, m.MusterWanted, m.MOST_OF_LISTS)
    async with working_for(request):
        return json_of(await asyncio.to_thread(mustered, wanted))


async def battles(request: Request) -> Response:
    return json_of(await all_battles_of(request).listed(tokens_of(request)))


async def rename(request: Request) -> Response:
    wanted = await body_of(request, m.TitleWanted)
    ticket = await seat_ticket_of(request)
    await all_battles_of(request).rename(ticket.battle, wanted.title)
    return Response(status_code=204)


async def delete(request: Request) -> Response:
    """Let go of a battle: with the token of a seat, and those of other seats that the same player has."""
    ticket = await seat_ticket_of(request)
    await all_battles_of(request).let_go(ticket.battle, [token_of(request), *tokens_of(request)])
    return Response(status_code=204)


async def restore(request: Request) -> Response:
    """Have a battle again that was let go of: with the same tokens."""
    await all_battles_of(request).bring_back(request.path_params["battle"], [token_of(request), *tokens_of(request)])
    return Response(status_code=204)


async def make_code(request: Request) -> Response:
    """A code to go on in another browser: for all seats whose tokens are sent."""
    ticket = await ticket_of(request)
    return json_of(
        await all_battles_of(request).hand_over(ticket.battle, [token_of(request), *tokens_of(request)]), 201
    )


async def claim(request: Request) -> Response:
    """The seats that a code hands over. An address may enter so many codes in ten minutes."""
    wanted = await body_of(request, m.CodeEntered)
    wait = guests_of(request).of(address_of(request.scope)).codes.take()
    if wait:
        raise TooMuch("Too many codes were entered from your address: wait a while.", wait)
    return json_of(await all_battles_of(request).claim(wanted))


async def choose_army(request: Request) -> Response:
    """The army of a seat in a battle that has not begun: with the token of that seat alone."""
    wanted = await body_of(request, m.ArmyWanted, m.MOST_OF_LISTS)
    ticket = await ticket_of(request)
    if ticket.seat is None:
        raise Forbidden("Spectators cannot choose an army.")
    async with working_for(request):
        await all_battles_of(request).choose(ticket.battle, ticket.seat, wanted)
    return Response(status_code=204)


async def record(request: Request) -> Response:
    async with working_for(request):
        room, ticket = await room_of(request)
        data = m.encode(history.record(room, ticket.seat))
    name = f"warhost-{room.kept.id}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(data, media_type="application/json", headers=headers)


async def report_page(request: Request) -> Response:
    async with working_for(request):
        room, ticket = await room_of(request)
        tell, file = history.story(room, ticket.seat), f"warhost-{room.kept.id}"
        html = await asyncio.to_thread(lambda: page_of(tell(), file=f"{file}.json"))
    headers = {"Content-Disposition": f'attachment; filename="{file}.html"'} if "file" in request.query_params else {}
    return HTMLResponse(html, headers={"Cache-Control": "no-store", **headers})


async def course(request: Request) -> Response:
    async with working_for(request):
        room, ticket = await room_of(request)
        return json_of(await asyncio.to_thread(history.course(room, ticket.seat)))


async def timeline(request: Request) -> Response:
    room, ticket = await room_of(request)
    return json_of(history.timeline(room, ticket.seat))


async def moment(request: Request) -> Response:
    async with working_for(request):
        room, ticket = await room_of(request)
        return json_of(history.moment(room, request.path_params["number"], ticket.seat))


async def sketch(request: Request) -> Response:
    async with working_for(request):
        room, ticket = await room_of(request)
        return json_of(history.sketch(room, ticket.seat))


async def branch(request: Request) -> Response:
    wanted = await body_of(request, m.BranchWanted)
    room, ticket = await room_of(request)
    if isinstance(room, ViewOnly):
        raise room.refuse()
    history.refuse_secrets(room, ticket.seat, "A branch")
    return json_of(await all_battles_of(request).branch(room, wanted), 201)


async def rematch(request: Request) -> Response:
    room, _ = await room_of(request)
    if isinstance(room, ViewOnly):
        raise room.refuse()
    return json_of(await all_battles_of(request).rematch(room), 201)


async def take_in(request: Request) -> Response:
    made = await all_battles_of(request).show(await bytes_of(request, MOST_OF_A_RECORD), "The record")
    return json_of(made, 201)


async def rule(request: Request) -> Response:
    wanted = request.path_params["rule"]
    if RULING.fullmatch(wanted):
        ruling = find_ruling(wanted)
        return json_of(m.RuleShown(ruling.id, f"Ruling: {ruling.title}", ruling.ruling, "", ()))
    row = find(wanted)
    rulings = tuple(
        m.RulingShown(one.id, one.title, one.says, one.problem, one.ruling, one.alternative) for one in rulings_of(row)
    )
    return json_of(m.RuleShown(row.id, row.section, row.rule, row.example, rulings))


async def health(request: Request) -> Response:
    """Whether the server can do its work: whoever watches over it asks here."""
    state: Health = request.app.state.health
    found = await state.status()
    return json_of(m.Health(found), 200 if found == WELL else 503)


async def figures(request: Request) -> Response:
    """How much happens here and how long it takes, for Prometheus."""
    wait = guests_of(request).of(address_of(request.scope)).requests.take()
    if wait:
        raise TooMuch("Slow down: too many requests from your address.", wait)
    all_battles, all_seasons = all_battles_of(request), all_seasons_of(request)
    store = all_battles.store
    stock: Stock | None = None
    with suppress(StoreError, TimeoutError):
        stock = await asyncio.wait_for(store.run(lambda: Stock(store.count(), store.seasons.states())), HEALTHY)
    told = exposition(all_battles, all_seasons, stock)
    return Response(told, headers={"Content-Type": CONTENT_TYPE, "Cache-Control": "no-store"})


async def described(request: Request) -> Response:
    return json_of(openapi.description())


async def socket(socket: WebSocket) -> None:
    await talk(all_battles_of(socket), guests_of(socket), socket)


async def _told(request: Request, error: Exception) -> Response:
    assert isinstance(error, WarhostError)
    if isinstance(error, TooMuch):
        return slow_down(error.message, error.wait)
    if isinstance(error, StoreError):
        log.error("%s", error)
        return json_of(m.Problem(OUT_OF_REACH), 503)
    if isinstance(error, Damaged):
        return json_of(m.Problem(error.message), 503)
    if isinstance(error, Unreadable | RecordError):
        log.warning("%s %s of %s: %s", request.method, request.url.path, address_of(request.scope), error)
    status = next((status for kind, status in _STATUS if isinstance(error, kind)), 400)
    return json_of(m.Problem(error.message, error.rule), status)


async def _told_by_status(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    response = json_of(m.Problem(error.detail), error.status_code)
    response.headers.update(error.headers or {})
    return response


async def _left(request: Request, _: Exception) -> Response:
    """Whoever asked has gone: nobody hears this."""
    log.info("%s %s: the client has gone.", request.method, request.url.path)
    return Response(status_code=400)


async def _broken(request: Request, error: Exception) -> Response:
    log.error("%s %s broke.", request.method, request.url.path, exc_info=error)
    return json_of(m.Problem("Something went wrong on the server; nothing has changed."), 500)
