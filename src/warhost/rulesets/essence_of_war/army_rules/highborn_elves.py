"""The rules of the Highborn Elves' list."""

from __future__ import annotations

from warhost.rulesets.essence_of_war.attacks import Attack
from warhost.rulesets.essence_of_war.battle import Battle, Unit
from warhost.rulesets.essence_of_war.discipline import DisciplineTest
from warhost.rulesets.essence_of_war.entries import SpellEntry
from warhost.rulesets.essence_of_war.rules import MODEL_RULES, ModelRule, speakers

FIERY_PATHS = ("Alchemy", "Pyromancy")


@MODEL_RULES.rule("Fiery Heart", "eow.list.highborn_elves.rule.fiery_heart_engaged")
class FieryHeart(ModelRule):
    """Its spells of Alchemy and Pyromancy may strike enemies that it is Engaged with."""

    def casts_at_foes(self, battle: Battle, bearer: Unit, spell: SpellEntry) -> bool:
        return spell.path in FIERY_PATHS


@MODEL_RULES.rule("Martial Discipline", "eow.list.highborn_elves.rule.martial_discipline")
class MartialDiscipline(ModelRule):
    """Tests to redirect a charge, for a Combat Pivot and to rally are Minimised."""

    def on_discipline(self, battle: Battle, bearer: Unit, test: DisciplineTest) -> None:
        if test.kind in ("redirect", "combat pivot", "rally"):
            test.minimise(self)


@MODEL_RULES.rule("Royal Huntsman", "eow.list.highborn_elves.rule.royal_huntsman")
class RoyalHuntsman(ModelRule):
    """The model is immune to Fear; its Melee Attacks have Multiple Wounds (2) against Towering models."""

    needs = "all"
    unafraid = True

    def on_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        target = battle.units[attack.target]
        if attack.kind == "melee" and any(speaker.towers for speaker in speakers(battle, target).at("towers")):
            attack.multiply = (2, 1)
