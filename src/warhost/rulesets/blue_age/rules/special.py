"""The universal special rules (Universal Special Rules), one small class each.

Those that are a procedure of their own (Ambush, Stupid, Frenzy, Scout, Vanguard, Regeneration, templates) only say here
that a unit has them; the procedure is in the file of its phase.
"""

from __future__ import annotations

from collections.abc import Iterable

from warhost.play.rules.rulebase import Brackets
from warhost.play.rules.tally import Tally
from warhost.rulesets.blue_age.chapters.wounds.attacks import FAILED, Lot
from warhost.rulesets.blue_age.core import SPECIALS, Battle, Special, Unit, values
from warhost.rulesets.blue_age.core.trials import Trial
from warhost.rulesets.blue_age.rules.types import SMASHING

SAVE = Brackets(r"(?:[2-9]|10)\+", "8+")
WORDS = Brackets(r"[A-Z][\w' ]*", "Woods")

RANGE_OF_SHROUDED = 2.0


@SPECIALS.rule("Ambush", "blue.special.ambush_reserve")
class Ambush(Special):
    ambushes = True


@SPECIALS.rule(
    "Animated Construct",
    "blue.special.animated_construct_unbreakable",
    "blue.special.animated_construct_no_dash",
    "blue.special.animated_construct_ap",
)
class AnimatedConstruct(Special):
    gives = ("Unbreakable",)
    no_dash = True

    def on_defence(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        # The first point of what the attack has in the end, that of a Wrathful Blow included (BLUE-R109).
        lot.spared = 1


@SPECIALS.rule("Arcane Mastery", "blue.special.arcane_mastery")
class ArcaneMastery(Special):
    masters_dispels = True


@SPECIALS.rule("Bane", "blue.special.bane")
class Bane(Special):
    brackets = WORDS

    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        enemy = battle.entry(battle.units[lot.target]).army.casefold()
        if enemy and any(said.casefold() == enemy for said in self.sayings):
            lot.hits_again = (FAILED, self)


@SPECIALS.rule("Deathblow", "blue.special.deathblow", "blue.special.deathblow_monsters")
class Deathblow(Special):
    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        lot.deathblow = self


@SPECIALS.rule("Deft of Mind", "blue.special.deft_of_mind")
class DeftOfMind(Special):
    deft = True


@SPECIALS.rule("Elite", "blue.special.elite")
class Elite(Special):
    shared = True

    def on_test(self, battle: Battle, bearer: Unit, trial: Trial) -> None:
        if trial.kind == "spirit":
            trial.again_by = self


@SPECIALS.rule("Fear", "blue.special.fear")
class Fear(Special):
    shared = True
    fearsome = True


@SPECIALS.rule("Feral Beast Strike", "blue.special.feral_beast_strike")
class FeralBeastStrike(Special):
    def last_blows(self, battle: Battle, bearer: Unit, target: Unit) -> Iterable[Lot]:
        shred = "Shred" if battle.settings.rend == "shred" else ""
        yield Lot(
            "last",
            bearer.id,
            target.id,
            1,
            6,
            strength=7,
            ap=1,
            what=self.name,
            rule=self.id,
            qualities=(shred,) if shred else (),
        )


@SPECIALS.rule("Flammable", "blue.special.flammable")
class Flammable(Special):
    flammable = True

    def on_defence(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        if lot.flaming:
            lot.wounds_alone = self


@SPECIALS.rule("Frenzy", "blue.special.frenzy_move", "blue.special.frenzy_rules")
class Frenzy(Special):
    gives = ("Rage", "Unbreakable")
    frenzied = True


@SPECIALS.rule("Furious Charge", "blue.special.furious_charge")
class FuriousCharge(Special):
    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        if name == "strength" and has_charged(battle, bearer):
            tally.add(1, self)


def has_charged(battle: Battle, unit: Unit) -> bool:
    """Whether the unit, or the one that a Hero is with, has reached an enemy by a charge in this turn."""
    return bool((unit if unit.host is None else battle.units[unit.host]).charged)


@SPECIALS.rule("Ignores Cover", "blue.special.ignores_cover")
class IgnoresCover(Special):
    """The rule of a model counts for all its weapons."""

    ignores_cover = True


@SPECIALS.rule("Magical Save", "blue.armour.magical_save")
class MagicalSave(Special):
    brackets = SAVE

    def magical_saves(self, battle: Battle, bearer: Unit) -> Iterable[int]:
        return (int(said.rstrip("+")) for said in self.sayings)


@SPECIALS.rule("Mindful Acumen", "blue.special.mindful_acumen")
class MindfulAcumen(Special):
    shared = True

    def on_test(self, battle: Battle, bearer: Unit, trial: Trial) -> None:
        if trial.kind == "mind":
            trial.again_by = self


@SPECIALS.rule("Parry", "blue.armour.parry")
class Parry(Special):
    """Of a shield: a Two-Handed weapon takes it away (BLUE-R127). That of a weapon is a quality."""

    parries = True
    shields = True


@SPECIALS.rule("Ponderous", "blue.special.ponderous")
class Ponderous(Special):
    ponderous = True


@SPECIALS.rule("Rage", "blue.special.rage")
class Rage(Special):
    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        if name == "attacks" and has_charged(battle, bearer):
            tally.add(1, self)


@SPECIALS.rule("Regeneration", "blue.special.regeneration")
class Regeneration(Special):
    brackets = SAVE

    def regenerates(self, battle: Battle, bearer: Unit) -> int | None:
        return self.figure


@SPECIALS.rule("Scout", "blue.special.scout")
class Scout(Special):
    scouts = True


@SPECIALS.rule("Shrouded", "blue.special.shrouded_cover", "blue.special.shrouded_range")
class Shrouded(Special):
    shared = True

    def cover_bonus(self, battle: Battle, bearer: Unit, cover: int, kinds: frozenset[str]) -> int:
        return max(cover, 1)

    def range_against(self, battle: Battle, bearer: Unit) -> float:
        return -RANGE_OF_SHROUDED


@SPECIALS.rule("Smash", "blue.special.smash")
class Smash(Special):
    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        if lot.kind != "melee":
            return
        if battle.settings.monster_ap == "both":
            # Smash in place of what the weapon pierces; what the type adds stays (BLUE-R87).
            lot.ap.add(max(0, SMASHING - lot.ap.base), self)
        elif lot.ap.total < SMASHING:
            lot.ap.add(SMASHING - lot.ap.total, self)


@SPECIALS.rule("Stealth", "blue.special.stealth")
class Stealth(Special):
    brackets = WORDS

    def cover_bonus(self, battle: Battle, bearer: Unit, cover: int, kinds: frozenset[str]) -> int:
        named = any(said.casefold() in kinds for said in self.sayings)
        return cover + 1 if cover and named else cover


@SPECIALS.rule("Stomp", "blue.special.stomp")
class Stomp(Special):
    def last_blows(self, battle: Battle, bearer: Unit, target: Unit) -> Iterable[Lot]:
        yield Lot(
            "last",
            bearer.id,
            target.id,
            1,
            4,
            strength=values.strength(battle, bearer),
            ap=SMASHING,
            what=self.name,
            rule=self.id,
            qualities=("Shred",),
        )


@SPECIALS.rule("Stupid", "blue.special.stupid_test")
class Stupid(Special):
    stupid = True


@SPECIALS.rule("Sure Step", "blue.special.sure_step")
class SureStep(Special):
    sure_step = True


@SPECIALS.rule("Terror", "blue.special.terror_as_fear")
class Terror(Special):
    shared = True
    fearsome = True
    terrible = True


@SPECIALS.rule("Unbreakable", "blue.special.unbreakable")
class Unbreakable(Special):
    unbreakable = True


@SPECIALS.rule("Unstable", "blue.special.unstable_unbreakable", "blue.special.unstable_wounds")
class Unstable(Special):
    gives = ("Unbreakable",)
    unstable = True


@SPECIALS.rule("Vanguard", "blue.special.vanguard")
class Vanguard(Special):
    vanguard = True


@SPECIALS.rule("Wrath", "blue.special.wrath")
class Wrath(Special):
    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        lot.wrath = 9
