"""The addresses of the server that are about seasons: campaigns, tournaments and leagues."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from warhost.campaign import ORGANISER
from warhost.server import messages as m
from warhost.server.errors import Forbidden, NotFound
from warhost.server.net.guard import address_of
from warhost.server.net.limits import TooMuch
from warhost.server.net.requests import (
    all_seasons_of,
    body_of,
    bytes_of,
    guests_of,
    json_of,
    one_battle_more,
    token_of,
    tokens_of,
    working_for,
)
from warhost.server.seasons.files import MOST_OF_A_SEASON
from warhost.server.seasons.results import refuse_others
from warhost.server.seasons.setting_up import campaign_cards

__all__ = ["ROUTES"]

DONE = 204


async def campaigns(request: Request) -> Response:
    return json_of(await asyncio.to_thread(campaign_cards))


async def create(request: Request) -> Response:
    wanted = await body_of(request, m.SeasonWanted, m.MOST_OF_LISTS)
    await _refuse_too_many(request)
    async with working_for(request):
        return json_of(await all_seasons_of(request).create(wanted, address_of(request.scope)), 201)


async def take_in(request: Request) -> Response:
    data = await bytes_of(request, MOST_OF_A_SEASON)
    await _refuse_too_many(request)
    async with working_for(request):
        made = await all_seasons_of(request).take_in(data, address_of(request.scope), lambda: one_battle_more(request))
        return json_of(made, 201)


async def _refuse_too_many(request: Request) -> None:
    """An address may set up so many seasons an hour, and the server has so many in all."""
    guests, store = guests_of(request), all_seasons_of(request).store
    wait = guests.of(address_of(request.scope)).seasons.take()
    if wait:
        raise TooMuch("Too many seasons were set up from your address: wait a while before the next one.", wait)
    if await store.run(store.seasons.count) >= guests.limits.seasons:
        raise TooMuch("This server is full of seasons: ask its operator to make room.", 3600.0)


async def seasons(request: Request) -> Response:
    return json_of(await all_seasons_of(request).listed(tokens_of(request)))


async def season(request: Request) -> Response:
    """The season, unless it is as whoever asks has it already."""
    all_seasons, you = all_seasons_of(request), await _you(request)
    room = await all_seasons.room(_season(request))
    if request.query_params.get("after") == str(room.version):
        return Response(status_code=DONE, headers={"Cache-Control": "no-store"})
    return json_of(await all_seasons.shown(_season(request), you))


async def rename(request: Request) -> Response:
    wanted = await body_of(request, m.TitleWanted)
    await _organiser(request)
    await all_seasons_of(request).rename(_season(request), wanted.title)
    return Response(status_code=DONE)


async def delete(request: Request) -> Response:
    await _organiser(request)
    await all_seasons_of(request).put_away(_season(request))
    return Response(status_code=DONE)


async def restore(request: Request) -> Response:
    await all_seasons_of(request).bring_back(_season(request), _keys(request))
    return Response(status_code=DONE)


async def enter(request: Request) -> Response:
    """A name and an army: of the player whose key it is, or of anybody if it is the organiser's."""
    wanted = await body_of(request, m.EntrantWanted, m.MOST_OF_LISTS)
    player: int = request.path_params["player"]
    refuse_others(player, await _you(request))
    async with working_for(request):
        await all_seasons_of(request).enter(_season(request), player, wanted, _keys(request))
    return Response(status_code=DONE)


async def add(request: Request) -> Response:
    """One player more, whom the organiser invites."""
    wanted = await body_of(request, m.PlayerWanted, m.MOST_OF_LISTS)
    await _organiser(request)
    async with working_for(request):
        return json_of(await all_seasons_of(request).add(_season(request), wanted), 201)


async def new_key(request: Request) -> Response:
    await _organiser(request)
    return json_of(await all_seasons_of(request).new_key(_season(request), request.path_params["player"]), 201)


async def start(request: Request) -> Response:
    await _organiser(request)
    async with working_for(request):
        await all_seasons_of(request).start(_season(request))
    return Response(status_code=DONE)


async def answer(request: Request) -> Response:
    wanted = await body_of(request, m.SeasonAnswer)
    refuse_others(wanted.player, await _you(request))
    async with working_for(request):
        await all_seasons_of(request).answer(_season(request), wanted, _keys(request))
    return Response(status_code=DONE)


async def form(request: Request) -> Response:
    """Of a battle that is to be fought, or of a result that is to be corrected."""
    you = await _you(request)
    number = request.query_params.get("number")
    if number is not None and not number.isascii():
        raise NotFound("There is no such result.")
    told = int(number) if number is not None and number.isdecimal() else None
    key = request.query_params.get("fixture", "")
    async with working_for(request):
        return json_of(await all_seasons_of(request).form(_season(request), key, told, you))


async def report(request: Request) -> Response:
    wanted = await body_of(request, m.ResultWanted)
    await _you(request)
    async with working_for(request):
        return json_of(await all_seasons_of(request).report(_season(request), wanted, _keys(request)))


async def confirm(request: Request) -> Response:
    """Say yes or no to a result that somebody else entered."""
    wanted = await body_of(request, m.ClaimAnswered)
    await _you(request)
    async with working_for(request):
        return json_of(await all_seasons_of(request).confirm(_season(request), wanted, _keys(request)))


async def correct(request: Request) -> Response:
    wanted = await body_of(request, m.CorrectionWanted)
    await _organiser(request)
    async with working_for(request):
        return json_of(await all_seasons_of(request).correct(_season(request), wanted))


async def fight(request: Request) -> Response:
    wanted = await body_of(request, m.FixtureWanted)
    all_seasons, season_ = all_seasons_of(request), _season(request)
    by_player = {player: key for key in _keys(request) for player in await all_seasons.players_of(season_, [key])}
    made = await all_seasons.fight(season_, wanted.fixture, by_player, lambda: one_battle_more(request))
    return json_of(made, 201)


async def timer(request: Request) -> Response:
    wanted = await body_of(request, m.TimerWanted)
    await _organiser(request)
    await all_seasons_of(request).set_timer(_season(request), wanted.minutes)
    return Response(status_code=DONE)


async def file(request: Request) -> Response:
    """The whole season, for those who take part in it."""
    if not await _you(request):
        raise Forbidden("Only those who take part in a season can export it.")
    async with working_for(request):
        data = await all_seasons_of(request).file(_season(request))
    name = f"warhost-season-{_season(request)}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(data, media_type="application/json", headers=headers)


def _season(request: Request) -> str:
    season_: str = request.path_params["season"]
    return season_


def _keys(request: Request) -> list[str]:
    """All keys that were sent: a browser may have those of several players."""
    token = token_of(request)
    return [*([token] if token else []), *tokens_of(request)]


async def _you(request: Request) -> frozenset[int]:
    """The players whose keys were sent; a key of something else is an error, none is a spectator."""
    keys = _keys(request)
    you = await all_seasons_of(request).players_of(_season(request), keys)
    if keys and not you:
        raise NotFound("This link does not lead to a season: the address or the key is wrong, or it was deleted.")
    return you


async def _organiser(request: Request) -> None:
    if ORGANISER not in await _you(request):
        raise Forbidden("Only the organiser of this season may do that.")


ROUTES = (
    Route("/api/campaigns", campaigns),
    Route("/api/seasons", create, methods=["POST"]),
    Route("/api/seasons", seasons),
    Route("/api/seasons/import", take_in, methods=["POST"]),
    Route("/api/seasons/{season}", season),
    Route("/api/seasons/{season}", rename, methods=["PATCH"]),
    Route("/api/seasons/{season}", delete, methods=["DELETE"]),
    Route("/api/seasons/{season}/restore", restore, methods=["POST"]),
    Route("/api/seasons/{season}/players", add, methods=["POST"]),
    Route("/api/seasons/{season}/players/{player:int}", enter, methods=["PUT"]),
    Route("/api/seasons/{season}/players/{player:int}/key", new_key, methods=["POST"]),
    Route("/api/seasons/{season}/start", start, methods=["POST"]),
    Route("/api/seasons/{season}/answer", answer, methods=["POST"]),
    Route("/api/seasons/{season}/form", form),
    Route("/api/seasons/{season}/results", report, methods=["POST"]),
    Route("/api/seasons/{season}/confirmations", confirm, methods=["POST"]),
    Route("/api/seasons/{season}/corrections", correct, methods=["POST"]),
    Route("/api/seasons/{season}/battles", fight, methods=["POST"]),
    Route("/api/seasons/{season}/timer", timer, methods=["PUT"]),
    Route("/api/seasons/{season}/file", file),
)
