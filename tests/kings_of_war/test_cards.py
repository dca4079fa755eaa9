"""What a page shows of units and of the battle."""

from __future__ import annotations

import pytest

from tests.kings_of_war.firing import archers
from tests.kings_of_war.harness import draw, engaged, unit
from warhost.play.questions import Denied
from warhost.report.look import SHAPES
from warhost.rulesets.kings_of_war.chapters.ranged import why_nothing
from warhost.rulesets.kings_of_war.shown import cards


def test_damage_wears_nerve_down_and_takes_no_models() -> None:
    battle = draw("Pikes at 36,10", Pikes=unit(size="horde", nerve=19)).battle
    battle.units[0].damage = 5
    left = cards.strength(battle, battle.units[0])
    assert (left.health, left.health_at_start, left.points, left.models == left.models_at_start) == (
        14,
        19,
        "Nerve",
        True,
    )
    # Its counter is told once.
    assert left.wounds == 0
    assert cards.marks(battle, battle.units[0]) == ("5 damage",)


@pytest.mark.rule("kow.nerve.devastated")
def test_states_are_seen_at_a_glance() -> None:
    battle = draw("Pikes at 36,10", Pikes=unit(nerve=4)).battle
    one = battle.units[0]
    one.damage, one.wavering = 5, 1
    assert cards.marks(battle, one) == ("5 damage", "wavering", "devastated")


def test_orders_are_shown_until_combat() -> None:
    battle = draw("Pikes at 36,10 | Riders at 36,30 face 180", Pikes=archers(), Riders=unit()).battle
    battle.units[0].order = "at the double"
    assert cards.marks(battle, battle.units[0]) == ("at the double",)
    battle.phase = "combat"
    assert cards.marks(battle, battle.units[0]) == ()


def test_who_fights_is_engaged() -> None:
    battle = engaged(Pikes=unit(), Riders=unit()).battle
    assert all("engaged" in cards.marks(battle, one) for one in battle.units)


@pytest.mark.parametrize(
    "word", ["wavering", "devastated", "engaged", "charged", "hindered", "halt", "advance", "at the double", "routed"]
)
def test_states_have_signs(word: str) -> None:
    assert SHAPES.signs[word]


def test_nobody_can_shoot_is_told_in_few_words() -> None:
    far = [
        Denied(f"0>{n}", f'Enemy {n} is {20 + n}" away; Bow reaches 24".', "kow.ranged.target", 0, n) for n in (5, 6)
    ]
    silent = [Denied("0", "Archers are engaged.", "kow.ranged.not_engaged", 0)]
    assert why_nothing([*silent, *far]) == "no unit has a target in range and sight"
    assert why_nothing(far[:1]) == 'Enemy 5 is 25" away; Bow reaches 24"'
    assert why_nothing(silent) == "Archers are engaged"
    assert why_nothing([]) == "no unit has ranged weapons or spells with a target near"


def test_a_round_starts_in_nobodys_turn() -> None:
    battle = draw("Pikes at 36,10", Pikes=unit()).battle
    battle.turn = 2
    assert cards.when(battle) == "Round 2 of 6"
    battle.phase = "initiative"
    assert (cards.when(battle), cards.turn_of(battle)) == ("Start of round 2 of 6", None)
    battle.turn = 7
    assert cards.when(battle) == "Start of round 7, the extra one"
