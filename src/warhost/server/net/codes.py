"""Short codes with which a player goes on in another browser: they hand over the tokens of that player's seats.

Codes are kept in memory alone, like the tokens that they hand over: the database has only hashes of tokens.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable, Mapping

import msgspec

from warhost.server.errors import NotFound
from warhost.server.net.limits import Bucket, TooMuch

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""No letter or digit among them is easily taken for another."""

GROUP = 4
LENGTH = 2 * GROUP

GOOD_FOR = 600.0
"""Seconds for which a code is good."""

MOST_WRONG = 10
"""After so many wrong codes for a battle its codes are void."""

MOST_CODES = 10_000
"""So many codes are good at the same time; then the oldest is void."""

CODES_A_SECOND = 5.0
"""Codes that the whole server takes: from however many addresses somebody guesses, it is in vain."""


class Handover(msgspec.Struct, frozen=True):
    """The seats of a battle with their tokens, for whoever has the code."""

    battle: str
    tokens: Mapping[int, str]
    until: float


class Codes:
    """The codes that are good now."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._good: dict[str, Handover] = {}
        self._wrong: dict[str, int] = {}
        self._entered = Bucket(CODES_A_SECOND, CODES_A_SECOND * 10, clock)

    def make(self, battle: str, tokens: Mapping[int, str]) -> str:
        """A code for these seats, in place of one that was made for them before."""
        self._forget_old()
        for code, made in list(self._good.items()):
            if made.battle == battle and set(made.tokens) & set(tokens):
                del self._good[code]
        while len(self._good) >= MOST_CODES:
            del self._good[next(iter(self._good))]
        if not any(made.battle == battle for made in self._good.values()):
            self._wrong.pop(battle, None)
        code = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
        self._good[code] = Handover(battle, tokens, self._clock() + GOOD_FOR)
        return f"{code[:GROUP]}-{code[GROUP:]}"

    def take(self, code: str, battle: str = "") -> Handover:
        """What a code hands over, once; with a battle, only what it hands over of that battle."""
        self._forget_old()
        wait = self._entered.take()
        if wait:
            raise TooMuch("Too many codes are being entered here: wait a moment.", wait)
        plain = _plain(code)
        found = self._good.get(plain)
        if found is None or (battle and found.battle != battle):
            self._note_wrong(battle)
            raise NotFound(
                "This code does not work: it is mistyped, already used or older than ten minutes. "
                'Make a new one in the other browser with "Play on another device".'
            )
        del self._good[plain]
        return found

    def revoke(self, battle: str, seat: int) -> None:
        """No code hands over that seat any more."""
        self._drop(code for code, made in self._good.items() if made.battle == battle and seat in made.tokens)

    def _note_wrong(self, battle: str) -> None:
        """Whoever guesses at a battle's code makes it void before long."""
        if not any(made.battle == battle for made in self._good.values()):
            return
        self._wrong[battle] = self._wrong.get(battle, 0) + 1
        if self._wrong[battle] >= MOST_WRONG:
            self._drop(code for code, made in self._good.items() if made.battle == battle)
            del self._wrong[battle]

    def _forget_old(self) -> None:
        now = self._clock()
        self._drop(code for code, made in self._good.items() if made.until <= now)
        battles = {made.battle for made in self._good.values()}
        self._wrong = {battle: count for battle, count in self._wrong.items() if battle in battles}

    def _drop(self, codes: Iterable[str]) -> None:
        for code in list(codes):
            del self._good[code]


def _plain(code: str) -> str:
    """A code as it is kept: capitals, without spaces and strokes."""
    return "".join(letter for letter in code.upper() if letter.isalnum())
