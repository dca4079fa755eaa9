"""Movement at random: made-up armies, random terrain, random answers. Nothing that must always hold is ever broken."""

from __future__ import annotations

import pytest

from tests.fuzz.budget import LONG_OWN_LISTS, named, within
from tests.fuzz.manners import anything, brawling
from tests.kings_of_war.harness import draw, unit
from warhost.dice import Chance
from warhost.play import Game, battle_hash, luck_of
from warhost.rulesets.kings_of_war.core import Battle
from warhost.rulesets.kings_of_war.ruleset import RULESET

PIECES = ("wood", "building", "hedge", "hill", "pond", "high_wall", "fence", "rocks")
KINDS = (
    {"type": "infantry", "size": "regiment"},
    {"type": "infantry", "size": "horde"},
    {"type": "infantry", "size": "troop", "nerve": 9},
    {"type": "cavalry", "size": "regiment", "speed": 8},
    {"type": "cavalry", "size": "troop", "speed": 9, "rules": ["Nimble"]},
    {"type": "large infantry", "size": "horde", "speed": 6, "rules": ["Wild Charge (D3)"]},
    {"type": "monster", "speed": 10, "rules": ["Fly"]},
    {"type": "war engine", "speed": 4},
    {"type": "infantry", "hero": True, "rules": ["Individual"]},
    {"type": "chariot", "size": "troop", "speed": 7, "rules": ["Yielding"]},
    {"type": "titan", "speed": 7, "rules": ["Strider"]},
)


def table(chance: Chance) -> Battle:
    """Two armies of seven units in two lines, some pieces between them."""
    pieces = " ".join(
        f"{PIECES[chance.pick(len(PIECES))]} {8 + chance.pick(56)},{13 + chance.pick(22)} "
        f"{2 + chance.pick(5)}x{1 + chance.pick(4)}"
        for _ in range(5)
    )
    made = {}
    parts = []
    for number in range(14):
        name = f"U{number}"
        made[name] = unit(**KINDS[chance.pick(len(KINDS))], name=name)
        row, file = divmod(number, 7)
        parts.append(f"{name} at {6 + 10 * file},{4.5 + 39 * row} face {180 * row}")
    return draw(f"kow | 72x48 {pieces} | " + " | ".join(parts), None, **made).battle


def fight(number: int, manner: object, turns: int = 5) -> Game:
    chance = Chance(f"movement {number}")
    battle = table(chance)
    game = Game(RULESET, battle, luck_of(chance))
    while not game.over and game.battle.turn <= turns:
        game.answer(manner(game.asked, chance))  # type: ignore[operator]
        found = RULESET.problems(game.battle)
        assert not found, f"{found} after {list(game.events[-4:])}"
    return game


# A book's budget for armies that are not the house's: some battles in the fast suite, more in the long one.
@pytest.mark.parametrize("seconds", [0.3, pytest.param(LONG_OWN_LISTS / 2, marks=pytest.mark.slow)])
@pytest.mark.parametrize("manner", [anything, brawling])
def test_nothing_is_broken_by_any_move(manner: object, seconds: float) -> None:
    for number in within(seconds, range(1000)):
        with named(f"fight({number}, {getattr(manner, '__name__', '')})"):
            fight(number, manner)


def test_a_battle_of_moves_is_fought_again_the_same() -> None:
    one, other = (battle_hash(fight(3, brawling, 2).battle) for _ in range(2))
    assert one == other
