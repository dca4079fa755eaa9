"""What is asked over HTTP about things that players keep here: army lists, and packs of optional parts."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from warhost.errors import WarhostError
from warhost.play.shown.cards import OffersParts
from warhost.play.shown.packs import read_pack
from warhost.rulesets import muster, ruleset
from warhost.server import messages as m
from warhost.server.battles.setting_up import cleaned
from warhost.server.errors import NotFound
from warhost.server.lists.store import ListStore
from warhost.server.net.guard import address_of
from warhost.server.net.limits import TooMuch
from warhost.server.net.requests import all_battles_of, body_of, guests_of, json_of, token_of, tokens_of
from warhost.server.store.battles import Store

__all__ = ["ROUTES"]

DONE = 204


class Kept:
    """The addresses of one kind of thing: `word` is what it is called, `judge` refuses what is none."""

    def __init__(self, word: str, shelf: Callable[[Store], ListStore], judge: Callable[[m.ListWanted], None]) -> None:
        self.word, self.shelf, self.judge = word, shelf, judge

    def routes(self) -> tuple[Route, ...]:
        path = f"/api/{self.word}s"
        one = f"{path}/{{{self.word}}}"
        return (
            Route(path, self.keep, methods=["POST"]),
            Route(path, self.kept),
            Route(one, self.change, methods=["PUT"]),
            Route(one, self.delete, methods=["DELETE"]),
            Route(f"{one}/restore", self.restore, methods=["POST"]),
        )

    async def keep(self, request: Request) -> Response:
        """Keep one more: an address may bring so many an hour, and the server has so many in all."""
        wanted = self._checked(await body_of(request, m.ListWanted, m.MOST_OF_A_LIST))
        guests, (store, shelf) = guests_of(request), self._store(request)
        wait = guests.of(address_of(request.scope)).lists.take()
        if wait:
            raise TooMuch(f"Too many {self.word}s were saved from your address: wait before the next one.", wait)
        if await store.run(shelf.count) >= guests.limits.lists:
            raise TooMuch(f"This server is full of {self.word}s: ask its operator to make room.", 3600.0)
        return json_of(await store.run(shelf.keep, wanted), 201)

    async def kept(self, request: Request) -> Response:
        store, shelf = self._store(request)
        return json_of(await store.run(shelf.listed, tokens_of(request)))

    async def change(self, request: Request) -> Response:
        wanted = self._checked(await body_of(request, m.ListWanted, m.MOST_OF_A_LIST))
        store, shelf = self._store(request)
        await store.run(shelf.change, await self._opened(request), wanted)
        return Response(status_code=DONE)

    async def delete(self, request: Request) -> Response:
        store, shelf = self._store(request)
        await store.run(shelf.put_away, await self._opened(request))
        return Response(status_code=DONE)

    async def restore(self, request: Request) -> Response:
        store, shelf = self._store(request)
        await store.run(shelf.bring_back, await self._opened(request, deleted=True))
        return Response(status_code=DONE)

    def _store(self, request: Request) -> tuple[Store, ListStore]:
        store = all_battles_of(request).store
        return store, self.shelf(store)

    async def _opened(self, request: Request, deleted: bool = False) -> str:
        """What the address names, if the token opens it."""
        store, shelf = self._store(request)
        id_: str = request.path_params[self.word]
        if not await store.run(shelf.opens, id_, token_of(request), deleted):
            raise NotFound(
                f"This link does not lead to a {self.word}: the address or the key is wrong, or it was deleted."
            )
        return id_

    def _checked(self, wanted: m.ListWanted) -> m.ListWanted:
        name = cleaned(wanted.name)
        if not name:
            raise WarhostError(f"A {self.word} needs a readable name.")
        if not wanted.text.strip():
            raise WarhostError(f"There is nothing to save: the {self.word} is empty.")
        self.judge(wanted)
        # PostgreSQL keeps no text with a zero in it.
        return msgspec.structs.replace(wanted, name=name, text=wanted.text.replace("\0", " "))


def _is_list(wanted: m.ListWanted) -> None:
    muster(wanted.ruleset)


def _is_pack(wanted: m.ListWanted) -> None:
    book = ruleset(wanted.ruleset)
    if not isinstance(book, OffersParts):
        raise WarhostError(f"{book.title} has no optional parts, so there are no packs of them.")
    pack = read_pack(wanted.text, wanted.name)
    if pack.ruleset not in ("", wanted.ruleset):
        raise WarhostError(f"This pack is for {pack.ruleset}, not for {wanted.ruleset}.")


ROUTES = (
    *Kept("list", lambda store: store.lists, _is_list).routes(),
    *Kept("pack", lambda store: store.packs, _is_pack).routes(),
)
