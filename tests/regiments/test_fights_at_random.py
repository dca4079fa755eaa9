"""Whatever regiments with whatever rules do to each other, the battle stays sound."""

from __future__ import annotations

from typing import TypeVar

import pytest

from tests.pacing import first_now
from tests.regiments.harness import draw, models, regiment
from warhost.dice import Chance, Dice
from warhost.play import Answer, Game
from warhost.play.questions import Choose, Chosen
from warhost.play.script import Ask
from warhost.rulesets.regiments.core import Battle, Regiment, Settings, SpellEffect, SpellText
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.ruleset import RULESET

T = TypeVar("T")

MODEL_RULES = ("Fear(2)", "Fearless", "Furious", "Impact(2)", "Regeneration", "Relentless", "Stealth", "Entrenched")
WEAPON_RULES = ("AP(2)", "Blast(3)", "Counter", "Deadly(3)", "Indirect", "Lance", "Limited", "Poison", "Reliable")
MORE_WEAPON_RULES = ("Rending", "Sniper", "AP(1)")
RAGE = SpellEffect(gives=(RuleText("Furious"),), once=True)
SPELLS = (
    SpellText(name="Fire", cost=1, range=18, target="enemy", effect=SpellEffect(hits=4, rules=(RuleText("Poison"),))),
    SpellText(name="Doom", cost=1, range=24, target="enemy", one_model=True, effect=SpellEffect(hits=2)),
    SpellText(name="Balm", cost=1, range=12, target="friend", units=2, effect=SpellEffect(heals="D3", defense=1)),
    SpellText(
        name="Rage", cost=1, range=12, target="friend", effect=SpellEffect(gives=(RuleText("Furious"),), once=True)
    ),
)


def some(chance: Chance, things: tuple[T, ...], most: int) -> list[T]:
    return [things[chance.pick(len(things))] for _ in range(chance.pick(most + 1))]


def arms(chance: Chance) -> list[str]:
    rules = ", ".join(["", *dict.fromkeys(some(chance, WEAPON_RULES + MORE_WEAPON_RULES, 3))])
    return [f"Axe (A{1 + chance.pick(2)}{rules})", f'Bow (18", A1{rules})']


def band(chance: Chance) -> Regiment:
    """A regiment with rules at random; some have a command group, Tough models, a caster as their hero."""
    rules = [*dict.fromkeys(some(chance, MODEL_RULES, 3)), *["Tough(3)"] * chance.pick(2)]
    command = [models(1, arms(chance), [rule]) for rule in dict.fromkeys(some(chance, ("Sergeant", "Banner"), 2))]
    groups = [*command, models(3 + chance.pick(7), arms(chance))]
    mage = ["Hero", "Caster(3)", *["Tough(3)"] * chance.pick(2)]
    hero = regiment(1, 3, 3, arms(chance), mage, spells=SPELLS, name="Mage") if chance.pick(2) else None
    return regiment(0, 3 + chance.pick(3), 3 + chance.pick(3), (), rules, groups=groups, hero=hero, spells=SPELLS)


def answer(ask: Ask, chance: Chance) -> Answer:
    """At random, but eager to fight."""
    question = ask.question
    if isinstance(question, Choose):
        bold = [o.key for o in question.options if o.key.startswith(("charge", "strike", ">", "0:"))]
        if bold and chance.pick(4):
            return Chosen(bold[chance.pick(len(bold))])
    return ask.sample(chance)


@pytest.mark.parametrize("seed", first_now(range(12), 4))
def test_battles_stay_sound(seed: int) -> None:
    chance, dice = Chance(f"fights {seed}"), Chance(f"dice {seed}")
    places = "A at 20,18 | B at 32,18 | C at 44,18 | D at 20,30 face 180 | E at 32,30 face 180 | F at 44,30 face 180"
    bands = {name: band(chance) for name in "ABCDEF"}
    table = draw(places, Settings(rounds=3, choose_casualties=bool(seed % 2)), **bands)
    game = Game(RULESET, table.battle, lambda roll: dice.roll(Dice.parse(roll.dice)))
    while not game.over:
        if game.pending[0].question.topic == "activate":
            assert RULESET.problems(game.battle) == []
        for ask in game.pending:
            game.answer(answer(ask, chance), ask.question.seat)
    assert RULESET.problems(game.battle) == []
    assert isinstance(game.battle, Battle)
    assert any(unit.models < unit.start for unit in game.battle.units)
