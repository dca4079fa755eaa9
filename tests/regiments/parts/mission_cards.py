"""Rounds that end with mission cards on the table: what happened in them, who holds what, what was scored."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.regiments.harness import Dicing, Interlude, Play, Table, draw, find, happen, regiment
from warhost.play.questions import Chosen, Pick, Picked
from warhost.play.script import Script
from warhost.rulesets.regiments.chapters.wounds import casualties as wounds
from warhost.rulesets.regiments.core import Battle, Cause, Marker, Regiment, Settings, optional
from warhost.rulesets.regiments.parts.mission_cards.cards import cards, ready_decks
from warhost.rulesets.regiments.parts.mission_cards.piles import Cards, Pile, kept
from warhost.rulesets.regiments.ruleset import RULESET

FOOT = regiment(size=5)
"""5" wide and 1" deep."""

PLAIN = "0 A at 36,6 | 1 B at 36,42 face 180"
NO_OTHERS: Mapping[str, Regiment] = {}

Doing = Callable[[Battle], Script[Any]]


def settings(game: str = "battle_of_wits", **fields: Any) -> Settings:
    return Settings(parts=(f"mission_cards:{game}",), **fields)


def owned(*owners: int | None) -> tuple[Marker, ...]:
    """Six markers along the middle of the table, the first of them with these owners."""
    told = (*owners, *[None] * (6 - len(owners)))
    return tuple(Marker(4.0 + 12 * number, 24.0, owner=owner) for number, owner in enumerate(told))


def holding(number: int, owner: int | None) -> tuple[int | None, ...]:
    """Owners of six markers of which only that one has one."""
    return tuple(owner if number == place else None for place in range(1, 7))


def rest_of(*numbers: int) -> tuple[int, ...]:
    """All cards but these."""
    return tuple(number for number in cards() if number not in numbers)


def lay(
    line: str = PLAIN,
    regiments: Mapping[str, Regiment] = NO_OTHERS,
    game: str = "battle_of_wits",
    owners: Sequence[int | None] = (),
    **fields: Any,
) -> Table:
    """A table with six markers; units that are not made up are of five models."""
    names = {told.split()[1] for told in line.split(" | ")}
    made = {name: regiments.get(name, FOOT) for name in names}
    return draw(line, settings(game), **made).having(markers=owned(*owners), **fields)


def dealt(table: Table, *piles: Pile, starts: Sequence[int | None] = ()) -> Table:
    """Cards are in these piles."""
    optional.keep(table.battle, "mission_cards", Cards(piles=piles, starts=tuple(starts) or (None,) * 6))
    return table


def ended(table: Table, *doing: Doing, dice: Dicing = (), turn: int = 3) -> Interlude:
    """These things happen, then the round ends and cards are scored."""

    def script(battle: Battle) -> Script[None]:
        battle.turn = turn
        for deed in doing:
            yield from deed(battle)
        yield from optional.each(battle, "at_round_end")

    return happen(table, script, dice)


def score_of(
    number: int,
    table: Table,
    *doing: Doing,
    starts: Sequence[int | None] = (),
    dice: Dicing = (),
    turn: int = 3,
    **pile: Any,
) -> float:
    """The victory points that the first player scores with that card."""
    own = Pile(deck=rest_of(number), table=(number,), **pile)
    dealt(table, own, Pile(deck=tuple(cards())), starts=starts)
    return ended(table, *doing, dice=dice, turn=turn).battle.points[0]


def kill(*names: str, by: str = "A", how: Any = "shooting") -> Doing:
    """That unit destroys these."""

    def script(battle: Battle) -> Script[None]:
        for name in names:
            yield from wounds.suffer(battle, find(battle, name), 99, by=Cause(find(battle, by).id, how))

    return script


def piles(play: Play) -> tuple[Pile, ...]:
    return kept(play.battle).piles


def seen(play: Play, seat: int | None) -> tuple[Pile, ...]:
    """The piles as that seat sees them."""
    view = RULESET.view(play.battle, seat)
    assert isinstance(view, Battle)
    return kept(view).piles


def asks(play: Play) -> tuple[str, int]:
    """What is asked now, and whom."""
    return play.topic, play.question.seat


ALL = tuple(cards())
DECK = ready_decks()["conquest"].cards
"""11 to 36, in the order of their numbers."""


def pile(
    table: Sequence[int] = (),
    hand: Sequence[int] = (),
    discarded: Sequence[int] = (),
    down: Sequence[int] = (),
    **more: int,
) -> Pile:
    """A pile of the ready deck Conquest with these cards out of it."""
    out = {*table, *hand, *discarded}
    deck = tuple(number for number in DECK if number not in out)
    return Pile(deck=deck, table=tuple(table), hand=tuple(hand), discarded=tuple(discarded), down=tuple(down), **more)


def begun(
    game: str,
    *own: Pile,
    dice: Sequence[int] = (),
    turn: int = 2,
    owners: Sequence[int | None] = (),
    points: tuple[float, float] = (0.0, 0.0),
) -> Play:
    """A round of a game begins with these piles."""
    table = dealt(lay(game=game, owners=owners), *own).having(points=points)
    return table.play(dice=list(dice), stage="start of round", turn=turn)


def asked(play: Play, **answers: Sequence[int | str]) -> Play:
    """Answer the open questions of both seats, given as `a` and `b`."""
    for seat, name in ((0, "a"), (1, "b")):
        if name in answers:
            keys = tuple(map(str, answers[name]))
            ask = next(ask for ask in play.game.pending if ask.question.seat == seat)
            picks = isinstance(ask.question, Pick)
            play.game.answer(Picked(keys) if picks else Chosen(keys[0] if keys else "none"), seat)
    return play


def prepared(game: str, dice: Sequence[int] = ()) -> Play:
    """Everybody is deployed, and the first round is about to begin."""
    return lay(game=game).play(dice=list(dice), stage="scouts", turn=0)
