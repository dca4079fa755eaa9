"""What units have gained in a campaign, as special rules: traits, talents, injuries, and the skills of a hero's own.

They stand on profiles under the name of their kind (`Trait: Agile`), and act in any battle to which such a unit comes.
What a hero does for others is in `skills`.
"""

from __future__ import annotations

from typing import ClassVar

from warhost.play.rules.tally import Tally
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.morale_test import MoraleTest
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.core import HERO, MODELS, RULES, ActionName, Battle, Share, SpecialRule, Unit
from warhost.rulesets.regiments.core.arms import weapons
from warhost.rulesets.regiments.parts.campaign.ledger import kept
from warhost.rulesets.regiments.rules.special import Pace
from warhost.table import TOLERANCE

PROWLING = 12.0


class _Step(Pace):
    """So many inches more or less on an Advance, twice as many on a Rush or Charge."""

    bearers = MODELS


class _ToHit(SpecialRule):
    """So much to hit, in melee or when shooting."""

    bearers = MODELS
    kind: ClassVar[str] = ""
    amount: ClassVar[int] = 0

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.kind == self.kind:
            attack.to_hit.add(self.amount, self)


class _Block(SpecialRule):
    """So much to Defense rolls, if most of its models have it: those of a hero only while it is alone or was picked."""

    bearers = MODELS
    amount: ClassVar[int] = 0

    def on_defence(self, battle: Battle, attack: Attack, share: Share) -> None:
        if share.most:
            attack.to_block.add(self.amount, self)


class _Morale(SpecialRule):
    """So much to morale tests."""

    bearers = MODELS
    amount: ClassVar[int] = 0

    def on_morale(self, battle: Battle, test: MoraleTest, share: Share) -> None:
        test.modifiers.add(self.amount, self)


class _HardToHit(SpecialRule):
    """Enemies get -1 to hit it in melee: a lone hero, or one that was picked (AOFR-R653)."""

    bearers = MODELS

    @rule("aofr.campaign.skill_duellist", "aofr.campaign.talent_horrible_scars")
    def on_defence(self, battle: Battle, attack: Attack, share: Share) -> None:
        if share.all and attack.kind == "melee":
            attack.to_hit.add(-1, self)


class _OneMore(SpecialRule):
    """One more attack in melee with the first of its weapons."""

    bearers = MODELS
    only_charging: ClassVar[bool] = False

    @rule("aofr.campaign.skill_fanatic", "aofr.campaign.talent_crazed")
    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.kind == "melee" and (attack.charging or not self.only_charging) and _is_first(battle, attack):
            attack.count += 1


def _is_first(battle: Battle, attack: Attack) -> bool:
    """Whether it is the first melee weapon of who attacks: one more attack is one, however many weapons there are."""
    first = next(weapons(battle, battle.units[attack.attacker], attack.group, ranged=False), None)
    return first is not None and first.name == attack.what


# Regular units


@RULES.rule("Trait: Agile", "aofr.campaign.trait_agile")
class Agile(_Step):
    """1" further on an Advance, 2" on a Rush or Charge."""

    inches = 1


@RULES.rule("Trait: Headstrong", "aofr.campaign.trait_headstrong")
class Headstrong(_Morale):
    """+1 to morale tests."""

    amount = 1


@RULES.rule("Trait: Specialist (melee)", "aofr.campaign.trait_specialist")
class MeleeSpecialist(_ToHit):
    """+1 to hit in melee."""

    kind, amount = "melee", 1


@RULES.rule("Trait: Specialist (shooting)", "aofr.campaign.trait_specialist")
class ShootingSpecialist(_ToHit):
    """+1 to hit when shooting."""

    kind, amount = "shooting", 1


@RULES.rule("Trait: Resilient", "aofr.campaign.trait_resilient")
class Resilient(_Block):
    """+1 to Defense rolls."""

    amount = 1


@RULES.rule("Trait: Elite", "aofr.campaign.trait_elite")
class Elite(SpecialRule):
    """Once in each game one of its rolls may be rolled again; who listens to dice sees to it (`rerolls`)."""

    bearers = MODELS


# Injuries of heroes


@RULES.rule("Injury: Chest Wound", "aofr.campaign.injury_chest_wound")
class ChestWound(_Block):
    """-1 to Defense rolls."""

    amount = -1


@RULES.rule("Injury: Blinded Eye", "aofr.campaign.injury_blinded_eye")
class BlindedEye(_ToHit):
    """-1 to hit when shooting."""

    kind, amount = "shooting", -1


@RULES.rule("Injury: Arm Injury", "aofr.campaign.injury_arm")
class ArmInjury(_ToHit):
    """-1 to hit in melee."""

    kind, amount = "melee", -1


@RULES.rule("Injury: Traumatized", "aofr.campaign.injury_traumatized")
class Traumatized(_Morale):
    """-1 to morale tests, its own and those of the unit that it is in."""

    amount = -1


@RULES.rule("Injury: Smashed Leg", "aofr.campaign.injury_smashed_leg")
class SmashedLeg(_Step):
    """1" less on an Advance, 2" less on a Rush or Charge; it slows the whole unit (AOFR-R653)."""

    inches = -1
    one_is_enough = True


# Talents of heroes


@RULES.rule("Talent: Motivated", "aofr.campaign.talent_motivated")
class Motivated(SpecialRule):
    """The first morale test of a match is passed without a die."""

    bearers = MODELS

    def on_morale(self, battle: Battle, test: MoraleTest, share: Share) -> None:
        if not test.later and test.unit not in kept(battle).tested:
            test.settle(self, passes=True)


@RULES.rule("Talent: Crazed", "aofr.campaign.talent_crazed")
class Crazed(_OneMore):
    """One more attack in melee when charging."""

    only_charging = True


@RULES.rule("Talent: Bitter Rivalry", "aofr.campaign.talent_bitter_rivalry")
class BitterRivalry(SpecialRule):
    """+1 to hit against an enemy hero: one that is alone, or was picked."""

    bearers = MODELS

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        target = battle.units[attack.target]
        alone = battle.regiment(target).is_hero or (target.hero and not any(target.left))
        if attack.kind in ("melee", "shooting") and (attack.picked == HERO if attack.picked is not None else alone):
            attack.to_hit.add(1, self)


@RULES.rule("Talent: Horrible Scars", "aofr.campaign.talent_horrible_scars")
class HorribleScars(_HardToHit):
    """Enemies get -1 to hit it in melee."""


@RULES.rule("Talent: Toughened", "aofr.campaign.talent_toughened")
class Toughened(SpecialRule):
    """It takes one more wound before it dies."""

    bearers = MODELS
    toughness = 1


# Skills of a hero's own


@RULES.rule("Skill: Duellist", "aofr.campaign.skill_duellist")
class Duellist(_HardToHit):
    """Enemies get -1 to hit it in melee."""


@RULES.rule("Skill: Fanatic", "aofr.campaign.skill_fanatic")
class Fanatic(_OneMore):
    """One more attack in melee."""


@RULES.rule("Skill: Hunter", "aofr.campaign.skill_hunter")
class Hunter(SpecialRule):
    """The hero shoots after a Rush, too; in a unit the hero alone does (AOFR-R653)."""

    bearers = MODELS
    shoots_alone = True


@RULES.rule("Skill: Destroyer", "aofr.campaign.skill_destroyer")
class Destroyer(SpecialRule):
    """AP(+1) when shooting."""

    bearers = MODELS

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.kind == "shooting":
            attack.ap.add(1, self)


@RULES.rule("Skill: Runner", "aofr.campaign.skill_runner")
class Runner(SpecialRule):
    """2" further on every move, where difficult terrain slows it as well."""

    bearers = MODELS
    further = 2

    def on_move(self, battle: Battle, unit: Unit, action: ActionName, inches: Tally) -> None:
        if action in ("advance", "rush", "charge"):
            inches.add(2, self)


@RULES.rule("Skill: Prowler", "aofr.campaign.skill_prowler")
class Prowler(SpecialRule):
    """Shooters more than 12" away get -1 to hit it."""

    bearers = MODELS

    def on_defence(self, battle: Battle, attack: Attack, share: Share) -> None:
        if share.all and attack.kind == "shooting" and attack.distance > PROWLING + TOLERANCE:
            attack.to_hit.add(-1, self)


@RULES.rule("Skill: Climber", "aofr.campaign.skill_climber")
class Climber(SpecialRule):
    """Difficult terrain does not slow it."""

    bearers = MODELS
    strides = True


# Skills that work on others: what they do is in `skills`.


class _ForOthers(SpecialRule):
    bearers = MODELS


@RULES.rule("Skill: Leader", "aofr.campaign.skill_leader")
class Leader(_ForOthers):
    """Friends within 6" get +1 to morale tests."""


@RULES.rule("Skill: Instigator", "aofr.campaign.skill_instigator")
class Instigator(_ForOthers):
    """Friends that activate within 6" get +1 to hit in melee."""


@RULES.rule("Skill: Tactician", "aofr.campaign.skill_tactician")
class Tactician(_ForOthers):
    """Friends that activate within 6" get +1 to hit when shooting."""


@RULES.rule("Skill: Vanguard", "aofr.campaign.skill_vanguard")
class Vanguard(_ForOthers):
    """Friends that activate within 6" charge 4" further."""


@RULES.rule("Skill: Scavenger", "aofr.campaign.skill_scavenger")
class Scavenger(_ForOthers):
    """Friends that activate within 6" shoot 6" further."""


@RULES.rule("Skill: Mastermind", "aofr.campaign.skill_mastermind")
class Mastermind(_ForOthers):
    """Enemies within 6" get -1 to Defense rolls."""


@RULES.rule("Skill: Berserker", "aofr.campaign.skill_berserker")
class Berserker(_ForOthers):
    """Enemies that fought it get -1 to the morale test from that melee."""


@RULES.rule("Skill: Suppressor", "aofr.campaign.skill_suppressor")
class Suppressor(_ForOthers):
    """Enemies that it shot at get -1 to hit when shooting until the round ends."""


@RULES.rule("Skill: Chemist", "aofr.campaign.skill_chemist")
class Chemist(_ForOthers):
    """Friends within 6" get +1 to morale tests from melee."""


@RULES.rule("Skill: Herbalist", "aofr.campaign.skill_herbalist")
class Herbalist(_ForOthers):
    """Friends within 6" ignore each wound on a 6."""


@RULES.rule("Skill: Warden", "aofr.campaign.skill_warden")
class Warden(_ForOthers):
    """When it activates, friends within 6" stop being Shaken."""
