"""What is asked over HTTP about army lists: building them, and keeping them."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from warhost.errors import WarhostError
from warhost.rulesets import muster, musters
from warhost.server import messages as m
from warhost.server.building import (
    builders,
    catalogue_shown,
    compared,
    draft_shown,
    handed_on,
    opened,
    surprising,
)
from warhost.server.errors import NotFound
from warhost.server.guard import address_of
from warhost.server.limits import TooMuch
from warhost.server.list_store import ListStore
from warhost.server.requests import all_battles_of, body_of, guests_of, json_of, token_of, tokens_of, working_for
from warhost.server.setting_up import cleaned
from warhost.server.store import Store

__all__ = ["ROUTES"]


async def all_builders(request: Request) -> Response:
    return json_of(await asyncio.to_thread(builders))


async def entries(request: Request) -> Response:
    slug, faction = request.path_params["ruleset"], request.path_params["faction"]
    if slug not in musters():
        raise NotFound(f'There is no rulebook "{slug}" with lists to build.')
    async with working_for(request):
        return json_of(await asyncio.to_thread(catalogue_shown, slug, faction))


async def draft(request: Request) -> Response:
    wanted = await body_of(request, m.DraftWanted)
    async with working_for(request):
        return json_of(await asyncio.to_thread(draft_shown, wanted))


async def open_draft(request: Request) -> Response:
    wanted = await body_of(request, m.DraftSource, m.MOST_OF_LISTS)
    async with working_for(request):
        return json_of(await asyncio.to_thread(opened, wanted))


async def surprise_me(request: Request) -> Response:
    wanted = await body_of(request, m.SurpriseWanted)
    async with working_for(request):
        return json_of(await asyncio.to_thread(surprising, wanted))


async def hand_on(request: Request) -> Response:
    wanted = await body_of(request, m.DraftWanted)
    async with working_for(request):
        return json_of(await asyncio.to_thread(handed_on, wanted))


async def side_by_side(request: Request) -> Response:
    wanted = await body_of(request, m.CompareWanted, 2 * m.MOST_BYTES)
    async with working_for(request):
        return json_of(await asyncio.to_thread(compared, wanted))


def _store(request: Request) -> tuple[Store, ListStore]:
    store = all_battles_of(request).store
    return store, store.lists


async def keep(request: Request) -> Response:
    """Keep a list, of which an address may bring so many an hour, and the server has so many in all."""
    wanted = _checked(await body_of(request, m.ListWanted, m.MOST_OF_A_LIST))
    guests, (store, lists) = guests_of(request), _store(request)
    wait = guests.of(address_of(request.scope)).lists.take()
    if wait:
        raise TooMuch("Too many lists were saved from your address: wait a while before the next one.", wait)
    if await store.run(lists.count) >= guests.limits.lists:
        raise TooMuch("This server is full of lists: ask its operator to make room.", 3600.0)
    return json_of(await store.run(lists.keep, wanted), 201)


async def kept(request: Request) -> Response:
    store, lists = _store(request)
    return json_of(await store.run(lists.listed, tokens_of(request)))


async def change(request: Request) -> Response:
    wanted = _checked(await body_of(request, m.ListWanted, m.MOST_OF_A_LIST))
    store, lists = _store(request)
    await store.run(lists.change, await _opened(request), wanted)
    return Response(status_code=204)


async def delete(request: Request) -> Response:
    store, lists = _store(request)
    await store.run(lists.put_away, await _opened(request))
    return Response(status_code=204)


async def restore(request: Request) -> Response:
    store, lists = _store(request)
    await store.run(lists.bring_back, await _opened(request, deleted=True))
    return Response(status_code=204)


async def _opened(request: Request, deleted: bool = False) -> str:
    """The list that the address names, if the token opens it."""
    store, lists = _store(request)
    id_: str = request.path_params["list"]
    if not await store.run(lists.opens, id_, token_of(request), deleted):
        raise NotFound("This opens no list: the address or the key is wrong, or the list was deleted.")
    return id_


def _checked(wanted: m.ListWanted) -> m.ListWanted:
    name = cleaned(wanted.name)
    if not name:
        raise WarhostError("A list needs a readable name.")
    if not wanted.text.strip():
        raise WarhostError("There is nothing to save: the list is empty.")
    muster(wanted.ruleset)
    # PostgreSQL keeps no text with a zero in it.
    return msgspec.structs.replace(wanted, name=name, text=wanted.text.replace("\0", " "))


ROUTES = (
    Route("/api/builders", all_builders),
    Route("/api/builders/{ruleset}/factions/{faction}", entries),
    Route("/api/drafts", draft, methods=["POST"]),
    Route("/api/drafts/open", open_draft, methods=["POST"]),
    Route("/api/drafts/surprise", surprise_me, methods=["POST"]),
    Route("/api/drafts/share", hand_on, methods=["POST"]),
    Route("/api/drafts/compare", side_by_side, methods=["POST"]),
    Route("/api/lists", keep, methods=["POST"]),
    Route("/api/lists", kept),
    Route("/api/lists/{list}", change, methods=["PUT"]),
    Route("/api/lists/{list}", delete, methods=["DELETE"]),
    Route("/api/lists/{list}/restore", restore, methods=["POST"]),
)
