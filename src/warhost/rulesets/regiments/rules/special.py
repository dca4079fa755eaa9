"""The special rules of the book, each in one place: attacks, deployment and morale, then moves."""

from __future__ import annotations

from typing import ClassVar, Literal

from warhost.play.rules.rulebase import NUMBER
from warhost.play.rules.tally import Tally
from warhost.rulesets.regiments.chapters.morale_test import MoraleTest
from warhost.rulesets.regiments.chapters.wounds.attacks import DEADLY, SNIPERS, Attack
from warhost.rulesets.regiments.core import (
    ENCHANTED,
    HITS,
    MODELS,
    RULES,
    WEAPONS,
    ActionName,
    Battle,
    Share,
    SpecialRule,
    Unit,
    optional,
)
from warhost.table import TOLERANCE

ANYWHERE = MODELS | ENCHANTED | WEAPONS
"""What is said of attacks counts for models, for their weapons, and if a spell gives it."""

FAR = 9.0
"""Stealth and Entrenched work against shooters that are further away than this."""


@RULES.rule("Sergeant", "aofr.command.sergeant")
class Sergeant(SpecialRule):
    """This one model gets +1 on its hit rolls."""

    bearers = ANYWHERE

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.kind in ("shooting", "melee"):
            attack.to_hit.add(1, self)


@RULES.rule("Banner", "aofr.command.banner")
class Banner(SpecialRule):
    """The unit gets +1 on its morale tests."""

    def on_morale(self, battle: Battle, test: MoraleTest, share: Share) -> None:
        test.modifiers.add(1, self)


@RULES.rule("Ambush", "aofr.special.ambush.reserve")
class Ambush(SpecialRule):
    """The unit may stay off the table and come in near any edge later."""

    bearers = MODELS

    reserve: ClassVar[Literal["", "ambush", "scout"]] = "ambush"


@RULES.rule("AP", "aofr.special.ap", "aofr.special.x_rules_stack")
class ArmourPiercing(SpecialRule):
    """Defense rolls against its hits are at minus its rating."""

    brackets = NUMBER
    bearers = ANYWHERE | HITS

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        attack.ap.add(self.rating, self)


@RULES.rule("Blast", "aofr.special.blast.multiply", "aofr.special.blast.ignore_cover")
class Blast(SpecialRule):
    """Each hit becomes several, at most one for each model of the target; cover does not help against them."""

    brackets = NUMBER
    bearers = ANYWHERE | HITS

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        attack.blast = max(1, min(self.rating, attack.limit))
        attack.ignores_cover = True


@RULES.rule("Caster", "aofr.special.caster.tokens")
class Caster(SpecialRule):
    """The model gains spell tokens every round and casts spells with them."""

    brackets = NUMBER
    bearers = MODELS

    casts = True


@RULES.rule("Counter", "aofr.special.counter.first", "aofr.special.counter.impact")
class Counter(SpecialRule):
    """The model strikes before the charger, and takes impact dice from it."""

    bearers = ANYWHERE

    strikes_first = True
    braces = True


@RULES.rule("Deadly", "aofr.special.deadly.multiply", "aofr.special.deadly.first")
class Deadly(SpecialRule):
    """Each wound goes on one model and counts several times; its hits come before the others."""

    brackets = NUMBER
    bearers = ANYWHERE | HITS

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        attack.deadly = max(1, self.rating)
        attack.order = min(attack.order, DEADLY)


@RULES.rule("Entrenched", "aofr.special.entrenched")
class Entrenched(SpecialRule):
    """Shooters more than 9" away get -2 to hit while none of the models has moved; all must have it (AOFR-R156)."""

    def on_defence(self, battle: Battle, attack: Attack, share: Share) -> None:
        still = not battle.units[attack.target].moved
        if share.all and still and from_afar(battle, attack):
            attack.to_hit.add(-2, self)


@RULES.rule("Fear", "aofr.special.fear")
class Fear(SpecialRule):
    """The unit counts as if it had dealt so many more wounds dealt when the winner of a melee is found."""

    brackets = NUMBER
    answers = "fear"


@RULES.rule("Fearless", "aofr.special.fearless")
class Fearless(SpecialRule):
    """If most of its models have it, a failed morale test is passed after all on a 4+."""

    def on_morale(self, battle: Battle, test: MoraleTest, share: Share) -> None:
        if share.most:
            test.saved_by.append((self, 4))


@RULES.rule("Furious", "aofr.special.furious", "aofr.special.furious_extra_not_six")
class Furious(SpecialRule):
    """When charging, each unmodified 6 to hit in melee gives one more hit."""

    bearers = ANYWHERE

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.kind == "melee" and attack.charging:
            attack.extra_on_six += 1


@RULES.rule("Hero", "aofr.special.hero.join")
class Hero(SpecialRule):
    """The model may join a unit. The rule never speaks: lists, deployment, morale and Defense ask for heroes."""

    bearers = MODELS


@RULES.rule("Impact", "aofr.special.impact")
class Impact(SpecialRule):
    """Each model in the two front rows rolls so many dice when it charges; every 2+ is a hit."""

    brackets = NUMBER
    answers = "impact"


@RULES.rule("Indirect", "aofr.special.indirect.moved", "aofr.special.indirect.no_los", "aofr.special.indirect.cover")
class Indirect(SpecialRule):
    """The weapon needs no line of sight, and has -1 after a move; a pivot is none, nor an Advance of 0" (AOFR-R682)."""

    bearers = ANYWHERE

    needs_sight = False

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.kind == "shooting" and attack.moved:
            attack.to_hit.add(-1, self)


@RULES.rule("Lance", "aofr.special.lance")
class Lance(SpecialRule):
    """When charging, +1 to hit and AP(+1) in melee."""

    bearers = ANYWHERE

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.kind == "melee" and attack.charging:
            attack.to_hit.add(1, self)
            attack.ap.add(1, self)


@RULES.rule("Limited", "aofr.special.limited")
class Limited(SpecialRule):
    """The weapon is used once in the game."""

    bearers = WEAPONS

    once = True


@RULES.rule("Poison", "aofr.special.poison.reroll", "aofr.special.poison.regeneration")
class Poison(SpecialRule):
    """The target rolls its unmodified 6s to block again, and cannot regenerate."""

    bearers = ANYWHERE | HITS

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        attack.rerolled_by(self, 6)
        attack.unheeded |= {Regeneration.name}


@RULES.rule("Regeneration", "aofr.special.regeneration")
class Regeneration(SpecialRule):
    """A wound on such a model is ignored on a 5+."""

    def ignores_wounds_on(self, battle: Battle, unit: Unit, share: Share, *, magic: bool = False) -> int:
        return 5


@RULES.rule("Relentless", "aofr.special.relentless")
class Relentless(SpecialRule):
    """When shooting on a Hold action, each unmodified 6 to hit gives one more hit."""

    bearers = ANYWHERE

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.kind == "shooting" and attack.held:
            attack.extra_on_six += 1


def _at_two_plus(attack: Attack) -> None:
    """Attack at Quality 2+; of several such values the best counts (AOFR-R162)."""
    if attack.quality is not None:
        attack.quality = min(attack.quality, 2)


@RULES.rule("Reliable", "aofr.special.reliable", "aofr.special.reliable_modifiers")
class Reliable(SpecialRule):
    """The weapon attacks at Quality 2+."""

    bearers = ANYWHERE

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        _at_two_plus(attack)


@RULES.rule("Rending", "aofr.special.rending.ap", "aofr.special.rending.regeneration")
class Rending(SpecialRule):
    """Hits from unmodified 6s have AP(4), and the target cannot regenerate."""

    bearers = ANYWHERE | HITS

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        attack.six_ap = max(attack.six_ap, 4)
        attack.unheeded |= {Regeneration.name}


@RULES.rule("Scout", "aofr.special.scout.reserve")
class Scout(SpecialRule):
    """The unit may be deployed after all others, and then further on."""

    bearers = MODELS

    reserve: ClassVar[Literal["", "ambush", "scout"]] = "scout"


@RULES.rule("Sniper", "aofr.special.sniper.quality", "aofr.special.sniper.pick", "aofr.special.sniper.first")
class Sniper(SpecialRule):
    """The weapon shoots at Quality 2+ at a model of its player's choice, before the other weapons of its unit."""

    bearers = ANYWHERE

    picks = True

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.kind == "shooting":
            _at_two_plus(attack)
            attack.order = SNIPERS


@RULES.rule("Tough", "aofr.special.tough.wounds")
class Tough(SpecialRule):
    """The model dies only after so many wounds."""

    brackets = NUMBER
    answers = "toughness"


@RULES.rule("Stealth", "aofr.special.stealth")
class Stealth(SpecialRule):
    """Shooters more than 9" away get -1 to hit if all models of the unit have it."""

    def on_defence(self, battle: Battle, attack: Attack, share: Share) -> None:
        if share.all and from_afar(battle, attack):
            attack.to_hit.add(-1, self)


def from_afar(battle: Battle, attack: Attack) -> bool:
    """Whether a unit is shot at from more than 9" away."""
    return attack.kind == "shooting" and attack.distance > optional.measured(battle, FAR) + TOLERANCE


# Moves and transport


class Pace(SpecialRule):
    """The unit goes so much further on an Advance, and twice as much further on a Rush or Charge."""

    inches: ClassVar[int] = 0

    def on_move(self, battle: Battle, unit: Unit, action: ActionName, inches: Tally) -> None:
        if action == "advance":
            inches.add(self.inches, self)
        elif action in ("rush", "charge"):
            inches.add(2 * self.inches, self)


@RULES.rule("Fast", "aofr.special.fast")
class Fast(Pace):
    """2" further on an Advance, 4" on a Rush or Charge."""

    inches = 2


@RULES.rule("Slow", "aofr.special.slow")
class Slow(Pace):
    """2" less on an Advance, 4" less on a Rush or Charge."""

    inches = -2
    one_is_enough = True


@RULES.rule("Musician", "aofr.command.musician")
class Musician(SpecialRule):
    """The model and its unit go 1" further on every move action."""

    one_is_enough = True

    def on_move(self, battle: Battle, unit: Unit, action: ActionName, inches: Tally) -> None:
        if action in ("advance", "rush", "charge"):
            inches.add(1, self)


@RULES.rule("Flying", "aofr.special.flying")
class Flying(SpecialRule):
    """The unit passes over units and terrain; only where it ends must be legal."""

    flies = True


@RULES.rule("Strider", "aofr.special.strider")
class Strider(SpecialRule):
    """Difficult terrain does not slow it; dangerous ground still is."""

    strides = True


@RULES.rule("Immobilized", "aofr.special.immobilized")
class Immobilized(SpecialRule):
    """The unit takes Hold actions only."""

    only_holds = True
    one_is_enough = True


@RULES.rule("Transport", "aofr.special.transport.capacity")
class Transport(SpecialRule):
    """The model carries units of its side, as many spaces as its number says."""

    brackets = NUMBER
    bearers = MODELS
    answers = "spaces"
