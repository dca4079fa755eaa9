"""Every optional part that hides something hides it on the wire: whatever was chosen or rolled in secret, the others
are told the same.

Parts are found by themselves: those that take something out of views (`hidden_from`), in each of their ways, and with
each event of their tables. What is secret is found by trying: a choice or a roll that changes what its own player sees,
and nothing of what the others see. Then two battles that differ in nothing else are played on, and compared.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import msgspec
import pytest

from tests.server.test_secrets import asked, everything, without_id
from warhost.dice import Chance, Dice
from warhost.errors import WarhostError
from warhost.play import Choose, Chosen, Game, Roll
from warhost.play.questions import AnyQuestion, Rolled
from warhost.play.ruleset import Setup
from warhost.rulesets.regiments.core import Part, optional
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.server import messages as m
from warhost.server.battles.all_battles import AllBattles
from warhost.server.battles.room import Room
from warhost.server.messages.values import Answer
from warhost.server.store.battles import Store
from warhost.server.thinking import Thinkers

ARMIES = ("Tallgrass Horde", "Unburied Host")
SEATS = (0, 1)
MOST = 80
"""So many answers are looked through for a secret ..."""
FURTHER = 4
"""... and so many are given after it."""

HIDING = [slug for slug, part in optional.PARTS.items() if part.hidden_from is not Part.hidden_from]


class Case(msgspec.Struct, frozen=True):
    """A part in one of its ways, perhaps with an event of its table that happens in the first round."""

    part: str
    event: tuple[int, int] | None = None


def cases(slug: str) -> Iterator[Case]:
    part = optional.PARTS[slug]
    if hasattr(part, "numbered"):
        yield from (Case(slug, (tens, ones)) for tens, ones in product(range(1, 7), range(1, 7)))
        return
    for name in (slug, *(f"{slug}:{way.slug}" for way in part.choices)):
        try:
            RULESET.set_up(setup(name))
        except WarhostError:
            continue
        yield Case(name)


def setup(part: str) -> Setup:
    options = {"points": 750, "parts": [part]}
    if part == "time_warp":
        options |= {"width": 24, "depth": 24}
    return Setup(ruleset="aofr", armies=ARMIES, map="balanced", options=options)


class Fate:
    """Dice from a seed; the event of the case happens, and the first secret roll may show something else."""

    def __init__(self, case: Case, seed: str, *, other: bool = False) -> None:
        self.case, self.chance, self.other = case, Chance(seed), other
        self.roller: int | None = None
        """Who rolled in secret first."""

    def __call__(self, roll: Roll) -> tuple[int, ...]:
        spec = Dice.parse(roll.dice)
        faces = self.chance.roll(spec)
        if self.case.event is not None and roll.why.startswith("Random event?"):
            return (6,)
        if self.case.event is not None and roll.why.startswith("Which random event"):
            return self.case.event
        if roll.secret and self.roller is None:
            self.roller = roll.seat
            if self.other:
                return tuple(face % spec.sides + 1 for face in faces)
        return faces


def seen(game: Game, seat: int | None) -> bytes:
    return msgspec.json.encode(RULESET.view(game.battle, seat))


def sampled(game: Game) -> tuple[AnyQuestion, Answer]:
    ask = game.asked
    answer = ask.sample(Chance(game.number))
    assert not isinstance(answer, Rolled)
    return ask.question, answer


class Secret(msgspec.Struct, frozen=True):
    """A choice that only its own player sees, and what may be chosen."""

    seat: int
    keys: tuple[str, str]


def secret_now(game: Game, case: Case) -> Secret | None:
    """Whether the question that is open now is answered in secret."""
    question = game.asked.question
    if not isinstance(question, Choose) or not 2 <= len(question.options) <= 40:
        return None
    keys = (question.options[0].key, question.options[-1].key)
    told = []
    for key in keys:
        fork = game.fork(Fate(case, "fork"))
        try:
            fork.answer(Chosen(key), question.seat)
            # Others answer at the same time: before that nobody knows anything.
            while not fork.over and fork.sealed:
                fork.answer(sampled(fork)[1], fork.asked.question.seat)
        except WarhostError:
            return None
        told.append([seen(fork, seat) for seat in (question.seat, 1 - question.seat, None)])
    own, *others = [one == other for one, other in zip(*told, strict=True)]
    return Secret(question.seat, keys) if not own and all(others) else None


async def opened(all_battles: AllBattles, case: Case, *, other: bool) -> tuple[Room, Fate]:
    wanted = m.BattleWanted(
        "aofr",
        armies=ARMIES,
        map="balanced",
        seats=(m.SeatWanted(), m.SeatWanted()),
        seed="s",
        options=dict(setup(case.part).options),
    )
    room = await all_battles.room((await all_battles.create(wanted)).id)
    assert isinstance(room, Room)
    fate, throw = Fate(case, "fate", other=other), room.game.luck
    assert throw is not None

    def luck(roll: Roll) -> tuple[int, ...]:
        throw(roll)  # the server counts the dice of its own stream
        return fate(roll)

    room.game.luck = luck
    return room, fate


async def compared(data: Path, case: Case) -> bool:
    """Play two battles that differ in a secret, and compare all that others are told. False: nothing is secret."""
    store = Store(str(data))
    all_battles = AllBattles(store, Thinkers(1))
    (one, fate), (other, _) = [await opened(all_battles, case, other=twin) for twin in (False, True)]
    holder: int | None = None
    left = MOST
    while left and not one.game.over:
        left -= 1
        question, answer = sampled(one.game)
        twin = other.game.asked.question
        if holder is not None and question.seat != holder:
            assert msgspec.json.encode(question) == msgspec.json.encode(twin), question.topic
        elif holder is not None and msgspec.json.encode(question) != msgspec.json.encode(twin):
            break
        secret = secret_now(one.game, case) if holder is None else None
        answers: tuple[Answer, Answer] = (answer, answer)
        if secret is not None:
            holder, left = secret.seat, FURTHER
            answers = (Chosen(secret.keys[0]), Chosen(secret.keys[1]))
        for room, given in zip((one, other), answers, strict=True):
            await room.answer(room.game.asked.question.seat, room.game.number, given)
        if holder is None and fate.roller is not None:
            holder, left = fate.roller, FURTHER
    if holder is not None:
        for seat in (1 - holder, None):
            told = [without_id([*everything(room, seat), *await asked(room, seat)], room) for room in (one, other)]
            assert told[0] == told[1]
        # The same comparison notices the secret where it is known.
        own = [without_id([*everything(room, holder)], room) for room in (one, other)]
        assert own[0] != own[1]
    await all_battles.close()
    store.close()
    return holder is not None


def may_hide(case: Case) -> bool:
    """Whether something is secret in the first steps of such a battle, without a server."""
    fate = Fate(case, "fate")
    game = Game(RULESET, RULESET.set_up(setup(case.part)), fate)
    for _ in range(MOST):
        if game.over or fate.roller is not None or game.battle.turn > 1:
            break
        if secret_now(game, case) is not None:
            return True
        question, answer = sampled(game)
        game.answer(answer, question.seat)
    return fate.roller is not None


def test_parts_that_hide_something_are_found() -> None:
    assert {"army_terrain", "mission_cards", "side_missions", "mad_dash", "random_events", "campaign"} <= set(HIDING)


@pytest.mark.slow
@pytest.mark.parametrize("slug", [slug for slug in HIDING if slug != "time_warp"])
def test_nobody_else_learns_what_a_part_hides(tmp_path: Path, slug: str) -> None:
    hidden = [case for case in cases(slug) if may_hide(case)]
    assert hidden, f"{slug} says that it hides something, and nothing was found."
    for number, case in enumerate(hidden):
        assert asyncio.run(compared(tmp_path / f"{number}.sqlite", case)), case
