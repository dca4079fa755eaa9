"""What is asked over HTTP about building army lists."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from warhost.rulesets import musters
from warhost.server import messages as m
from warhost.server.errors import NotFound
from warhost.server.lists.building import (
    builders,
    catalogue_shown,
    compared,
    draft_shown,
    handed_on,
    opened,
    surprising,
)
from warhost.server.net.requests import body_of, json_of, working_for

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


ROUTES = (
    Route("/api/builders", all_builders),
    Route("/api/builders/{ruleset}/factions/{faction}", entries),
    Route("/api/drafts", draft, methods=["POST"]),
    Route("/api/drafts/open", open_draft, methods=["POST"]),
    Route("/api/drafts/surprise", surprise_me, methods=["POST"]),
    Route("/api/drafts/share", hand_on, methods=["POST"]),
    Route("/api/drafts/compare", side_by_side, methods=["POST"]),
)
