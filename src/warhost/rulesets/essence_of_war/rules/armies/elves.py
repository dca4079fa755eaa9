"""The rules of the Dread Elves, Highborn Elves and Sylvan Elves (Armylists)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from warhost.play.questions import Denied, Option
from warhost.play.rules.tally import Tally
from warhost.play.script import Script, choose
from warhost.play.shown.english import does
from warhost.rulesets.essence_of_war.chapters.general.discipline import DisciplineTest
from warhost.rulesets.essence_of_war.core import (
    BOONS,
    MODEL_RULES,
    Attack,
    Battle,
    Boon,
    BoonRule,
    ModelRule,
    SpellEntry,
    Unit,
    boundary,
    kind_at,
    present,
    speakers,
)
from warhost.rulesets.essence_of_war.shown import events
from warhost.table import within

NEAR = 8.0
"""How near comrades of the academy must be, in inches."""


@MODEL_RULES.rule("Academy Trained", "eow.list.dread_elves.rule.academy_trained")
class AcademyTrained(ModelRule):
    """Devastating (+1 Adv) while another unit with a model of the academy is near and does not flee (EOW-R187)."""

    needs = "all"

    def adds_to_charge(self, battle: Battle, bearer: Unit) -> str:
        body = battle.body(bearer)
        own = boundary(battle, body)
        comrades = (
            unit
            for unit in present(battle, bearer.seat)
            if battle.body(unit) is not body and not battle.body(unit).fleeing
        )
        near = (unit for unit in comrades if within(own, boundary(battle, unit), NEAR))
        trained = any(isinstance(speaker, AcademyTrained) for unit in near for speaker in speakers(battle, unit))
        return "1" if trained else ""


@MODEL_RULES.rule("Rage", "eow.list.dread_elves.rule.rage")
class Rage(ModelRule):
    """An Attack more for each Health Point that the model has lost."""

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        if name == "att":
            tally.add(bearer.wounds, self)


@MODEL_RULES.rule("Ruthless Efficiency", "eow.list.dread_elves.rule.ruthless_efficiency")
class RuthlessEfficiency(ModelRule):
    """Melee Attacks have +1 To Wound in the first round of a combat that the unit fights (EOW-R085)."""

    def on_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.kind == "melee" and battle.body(bearer).rounds == 0:
            attack.to_wound.add(1, self)


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


class Dance(BoonRule):
    """What the R&F models dance in this round; a Character in their ranks does not (EOW-R174)."""

    of_ranks = True
    changes: ClassVar[Mapping[str, int]] = {}

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        if bearer.host is None and name in self.changes:
            tally.add(self.changes[name], self)


@BOONS.rule("Dance: Aegis (3+), -1 Str and AP", "eow.list.sylvan_elves.rule.dance_aegis")
class WovenDance(Dance):
    """Aegis 3+ at the price of 1 Strength and 1 Armour Penetration."""

    changes: ClassVar[Mapping[str, int]] = {"str": -1, "ap": -1}

    def on_defence(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if bearer.host is None:
            attack.aegis.append((3, self.name))


@BOONS.rule("Dance: +1 Att", "eow.list.sylvan_elves.rule.dance_attack")
class WhirlingDance(Dance):
    """+1 Attack."""

    changes: ClassVar[Mapping[str, int]] = {"att": 1}


@BOONS.rule("Dance: +2 AP", "eow.list.sylvan_elves.rule.dance_ap")
class PiercingDance(Dance):
    """+2 Armour Penetration."""

    changes: ClassVar[Mapping[str, int]] = {"ap": 2}


@BOONS.rule("Dance: no Rank Bonus for enemies", "eow.list.sylvan_elves.rule.dance_ranks")
class ScatteringDance(Dance):
    """Enemies in contact have no Rank Bonus; they may still be Steadfast."""

    denies_rank_bonus = True


DANCES: tuple[type[Dance], ...] = (WovenDance, WhirlingDance, PiercingDance, ScatteringDance)


@BOONS.rule("Last Dance", "eow.list.sylvan_elves.rule.dances_of_cenyrn")
class LastDance(BoonRule):
    """Which dance it danced last: its form is the number of the dance."""


@MODEL_RULES.rule("Dances of Cenyrn", "eow.list.sylvan_elves.rule.dances_of_cenyrn")
class DancesOfCenyrn(ModelRule):
    """When a round begins one dance is chosen for all R&F models; not the last one again in the same combat."""

    needs = "rank and file"

    def at_combat_start(self, battle: Battle, bearer: Unit) -> Script[None]:
        last = next((boon.form for boon in bearer.boons if boon.rule == LastDance.name), -1) if bearer.rounds else -1
        options = [Option(str(form), dance.name, unit=bearer.id) for form, dance in enumerate(DANCES) if form != last]
        denied = [
            Denied(str(form), f"{bearer.name} danced this last.", self.id, bearer.id)
            for form in range(len(DANCES))
            if form == last
        ]
        text = f"What {does(bearer.name)} dance?"
        key = yield from choose(bearer.seat, "dance", text, options, rules=(self.id,), denied=denied)
        form = int(key)
        kept = (boon for boon in bearer.boons if boon.rule != LastDance.name)
        noted = Boon(LastDance.name, "game", form=form, seat=bearer.seat)
        bearer.boons = (*kept, noted, Boon(DANCES[form].name, "round", seat=bearer.seat))
        yield events.BoonGiven(bearer.id, None, DANCES[form].name, DANCES[form].id)


@MODEL_RULES.rule("Forest Walker", "eow.list.sylvan_elves.rule.forest_walker")
class ForestWalker(ModelRule):
    """Hindering Terrain is no danger and breaks no ranks; in it natural 1s to wound in melee are rolled again."""

    needs = "rank and file"
    at_home = frozenset({"hindering"})

    def on_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        where = boundary(battle, bearer)
        if attack.kind == "melee" and kind_at(battle.scene.board, where.x, where.y) == "hindering":
            attack.ones_rerolled_by = self
