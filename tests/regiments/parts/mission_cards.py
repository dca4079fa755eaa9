"""Rounds that end with mission cards on the table: what happened in them, who holds what, what was scored."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.regiments.harness import Dicing, Interlude, Play, Table, draw, find, happen, regiment
from warhost.play.script import Script
from warhost.rulesets.regiments import optional, wounds
from warhost.rulesets.regiments.battle import Battle, Cause, Marker, Settings
from warhost.rulesets.regiments.entries import Regiment
from warhost.rulesets.regiments.parts.mission_cards.cards import cards
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
