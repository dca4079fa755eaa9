"""What the captain thinks of spell dice, living spells and magic items, and what newcomers are told of them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.regiments.fights import clash
from tests.regiments.harness import Table, draw, happen, regiment
from tests.regiments.wizards import BOLT, SPARK, cast
from warhost.dice import Chance
from warhost.play.questions import Chosen
from warhost.players.captain import Captain
from warhost.rulesets.regiments.core import Settings
from warhost.rulesets.regiments.parts.living_spells import advice
from warhost.rulesets.regiments.parts.living_spells import state as living
from warhost.rulesets.regiments.parts.living_spells.spells import spells
from warhost.rulesets.regiments.parts.magic_items import equipping
from warhost.rulesets.regiments.parts.magic_items.items import items
from warhost.rulesets.regiments.parts.winds_of_power import state as winds
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.rulesets.regiments.shown.guide import guide
from warhost.table import Pose

ALL = Settings(parts=("winds_of_power", "living_spells", "magic_items"), points=1000)
LINE = "0 Wizard at 36,20 | 1 Foe at 36,30 face 180"


def table(*rules: str, foe: Any = None, settings: Settings = ALL) -> Table:
    wizard = regiment(size=1, rules=["Hero", "Tough(6)", *rules], spells=[BOLT, SPARK])
    laid = draw(LINE, settings, Wizard=wizard, Foe=foe or regiment(size=10, cost=200))
    winds.keep(laid.battle, msgspec.structs.replace(winds.told(laid.battle), pools=(6, 4), books={"0.0.0": ("Spark",)}))
    return laid.having(turn=1, phase="round", first=0)


def thinks(play: Any) -> tuple[str, list[str]]:
    """What the captain answers to the question that is open, and its reasons."""
    seat = play.question.seat
    decision = Captain(Chance("captain")).decide(play.game.asked, RULESET.view(play.battle, seat), RULESET)
    assert isinstance(decision.answer, Chosen)
    return decision.answer.option, [reason.label for reason in decision.reasons]


def test_the_captain_throws_some_spell_dice_and_says_why() -> None:
    play = cast(table("Caster(2)"), {"Casting": 4}).choose("0:Spark")
    answer, reasons = thinks(play)
    assert 1 < int(answer) < 6
    assert any("to get through" in reason for reason in reasons)
    assert any("dice for later" in reason for reason in reasons)


def test_the_captain_blocks_spells_with_what_it_can_spare() -> None:
    witch = regiment(size=1, rules=["Caster(2)", "Tough(3)"], spells=[BOLT], cost=100)
    play = cast(table("Caster(2)", foe=witch), {"Casting": 4, "Blocking": 3}).choose("0:Spark").choose("2")
    answer, reasons = thinks(play)
    assert play.topic == "blocking dice"
    assert 0 < int(answer) < 4
    assert any("to stop it" in reason for reason in reasons)


def test_the_captain_takes_what_suits_its_hero() -> None:
    caster = happen(table("Caster(2)"), lambda battle: equipping.equip(battle, "free"))
    assert thinks(caster)[0] == "Wizarding Hat"
    fighter = happen(table(), lambda battle: equipping.equip(battle, "free"))
    assert thinks(fighter)[0] in ("Weapon of Bloodshed", "Standard of Discipline")


@pytest.mark.parametrize(("cost", "answer"), [(400, "use"), (10, "pass")])
def test_the_captain_keeps_its_mask_for_enemies_that_are_worth_it(cost: int, answer: str) -> None:
    laid = table(foe=regiment(size=10, cost=cost))
    took = happen(laid, lambda battle: equipping.take(battle, battle.units[0], items()["Terrifying Mask"]))
    laid.battle = took.battle
    play = clash(laid, "Wizard", "Foe", {"to hit": 1})
    assert (play.topic, thinks(play)[0]) == ("use item", answer)


def test_a_pyre_is_worth_more_beside_enemies_than_beside_friends() -> None:
    laid = table("Caster(2)")
    pyre = spells()["Burning Pyre"]
    beside_foe = advice.value(laid.battle, 0, pyre, Pose(36.0, 34.0, 0.0))
    beside_friend = advice.value(laid.battle, 0, pyre, Pose(36.0, 15.0, 0.0))
    assert beside_foe > 0 > beside_friend


def test_the_captain_casts_a_living_spell_where_it_helps() -> None:
    laid = table("Caster(2)")
    living.keep(laid.battle, living.Spells(drawn={"0": ("Burning Pyre",)}))
    play = cast(laid, {"Casting": 4, "to block": 6})
    answer, _ = thinks(play)
    assert answer == "living_spells:cast:0:Burning Pyre"


def test_what_parts_print_is_explained() -> None:
    explained = {term.name for term in guide().terms}
    assert {"Spell dice", "Living spells", "near Burning Pyre", "Terrifying Mask", "Wizarding Hat"} <= explained
