"""Skills of heroes that work on others: on friends and enemies within 6", and on whom they fight or shoot at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from warhost.play.rules.tally import Tally
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.morale_test import MoraleTest
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.core import (
    HERO,
    ActionName,
    Battle,
    Effect,
    Share,
    SpecialRule,
    Unit,
    events,
    footprint,
    optional,
    troopers,
)
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.parts.campaign.ledger import keep, kept
from warhost.table import Rect, within

REACH = 6.0


def skilled(battle: Battle, skill: str, seat: int | None = None) -> list[tuple[Unit, Rect]]:
    """The units on the table with a hero that has the skill, and where that hero stands; those of one side or all."""
    text = RuleText(f"Skill: {skill}")
    found = []
    for unit in battle.units:
        if unit.pose is None or unit.fate or (seat is not None and unit.seat != seat):
            continue
        regiment = battle.regiment(unit)
        if text in regiment.rules and any(unit.left):
            found.append((unit, footprint(battle, unit)))
        elif unit.hero and regiment.hero is not None and text in regiment.hero.rules:
            base = next(trooper.base for trooper in troopers(battle, unit) if trooper.group == HERO)
            found.append((unit, base))
    return found


def is_near(battle: Battle, unit: Unit, skill: str, seat: int) -> bool:
    """Whether the unit is within 6" of a hero of that side with the skill; the hero's own unit is (AOFR-R654)."""
    if unit.pose is None or unit.fate:
        return False
    place, reach = footprint(battle, unit), optional.measured(battle, REACH)
    return any(hero is unit or within(place, where, reach) for hero, where in skilled(battle, skill, seat))


def any_skills(battle: Battle) -> bool:
    """Whether any unit of the battle has such a skill at all."""
    regiments = battle.scene.regiments
    return any(
        text.name.startswith("Skill: ")
        for regiment in regiments
        for text in (*regiment.rules, *(() if regiment.hero is None else regiment.hero.rules))
    )


class _Aura(SpecialRule):
    """What speaks for a unit because of a hero."""


class _MoraleAura(_Aura):
    amount = 0

    def on_morale(self, battle: Battle, test: MoraleTest, share: Share) -> None:
        test.modifiers.add(self.amount, self)


class LeaderAura(_MoraleAura):
    """+1 to morale tests."""

    name, id, amount = "Leader", "aofr.campaign.skill_leader", 1


class ChemistAura(_MoraleAura):
    """+1 to morale tests from melee."""

    name, id, amount = "Chemist", "aofr.campaign.skill_chemist", 1


class BerserkerAura(_MoraleAura):
    """-1 to morale tests from melee."""

    name, id, amount = "Berserker", "aofr.campaign.skill_berserker", -1


class MastermindAura(_Aura):
    """-1 to Defense rolls."""

    name, id = "Mastermind", "aofr.campaign.skill_mastermind"

    def on_defence(self, battle: Battle, attack: Attack, share: Share) -> None:
        attack.to_block.add(-1, self)


class HerbalistAura(_Aura):
    """Each wound is ignored on a 6."""

    name, id = "Herbalist", "aofr.campaign.skill_herbalist"

    def ignores_wounds_on(self, battle: Battle, unit: Unit, share: Share, *, magic: bool = False) -> int:
        return 6


@rule(
    "aofr.campaign.skill_leader",
    "aofr.campaign.skill_mastermind",
    "aofr.campaign.skill_herbalist",
    "aofr.campaign.skill_chemist",
    "aofr.campaign.skill_berserker",
)
def around(battle: Battle, unit: Unit) -> Iterator[SpecialRule]:
    """What heroes near a unit do to it, and whom it fights."""
    if not any_skills(battle):
        return
    if is_near(battle, unit, "Leader", unit.seat):
        yield LeaderAura()
    if is_near(battle, unit, "Herbalist", unit.seat):
        yield HerbalistAura()
    if unit.seat >= 0 and any(is_near(battle, unit, "Mastermind", side) for side in battle.sides if side != unit.seat):
        yield MastermindAura()
    clash = kept(battle).clash
    if unit.id in clash:
        if is_near(battle, unit, "Chemist", unit.seat):
            yield ChemistAura()
        other = battle.units[clash[1 - clash.index(unit.id)]]
        if any(hero is other for hero, _ in skilled(battle, "Berserker", other.seat)):
            yield BerserkerAura()


def note_clash(battle: Battle, *units: int) -> None:
    """Who fights whom now; nobody, once it is over."""
    keep(battle, replace(kept(battle), clash=units))


# Friends that activate within 6"


class InstigatorGift(_Aura):
    """+1 to hit in melee."""

    name, id = "Instigator", "aofr.campaign.skill_instigator"

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.kind == "melee":
            attack.to_hit.add(1, self)


class TacticianGift(_Aura):
    """+1 to hit when shooting."""

    name, id = "Tactician", "aofr.campaign.skill_tactician"

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.kind == "shooting":
            attack.to_hit.add(1, self)


class VanguardGift(_Aura):
    """4" further on Charge actions."""

    name, id = "Vanguard", "aofr.campaign.skill_vanguard"

    def on_move(self, battle: Battle, unit: Unit, action: ActionName, inches: Tally) -> None:
        if action == "charge":
            inches.add(4, self)


class ScavengerGift(_Aura):
    """6" further when shooting."""

    name, id = "Scavenger", "aofr.campaign.skill_scavenger"

    def ranges(self, inches: float) -> float:
        return inches + 6


class Suppressed(_Aura):
    """-1 to hit when shooting."""

    name, id = "Suppressed", "aofr.campaign.skill_suppressor"

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.kind == "shooting":
            attack.to_hit.add(-1, self)


GIFTS: dict[str, Callable[[], SpecialRule]] = {
    "Instigator": InstigatorGift,
    "Tactician": TacticianGift,
    "Vanguard": VanguardGift,
    "Scavenger": ScavengerGift,
    "Suppressed": Suppressed,
}
"""What lies on units for a time, by its name."""


@rule(
    "aofr.campaign.skill_instigator",
    "aofr.campaign.skill_tactician",
    "aofr.campaign.skill_vanguard",
    "aofr.campaign.skill_scavenger",
)
def give(battle: Battle, unit: Unit) -> None:
    """A unit that activates within 6" of such a hero has what the hero gives until its activation ends."""
    if not any_skills(battle):
        return
    for skill in ("Instigator", "Tactician", "Vanguard", "Scavenger"):
        if is_near(battle, unit, skill, unit.seat):
            optional.lay(unit, Effect(skill, unit.id, "activation"))


@rule("aofr.campaign.skill_suppressor")
def suppress(battle: Battle, unit: Unit, attacks: Sequence[Attack]) -> None:
    """Enemies that the hero shot at are suppressed until the round ends."""
    heroes = [hero for hero, _ in skilled(battle, "Suppressor", unit.seat) if hero is unit]
    if not heroes:
        return
    for attack in attacks:
        target = battle.units[attack.target]
        by_hero = attack.group == HERO or battle.regiment(unit).is_hero
        if by_hero and attack.count and not target.fate:
            optional.lay(target, Effect("Suppressed", unit.id, "round"))


@rule("aofr.campaign.skill_warden")
def rouse(battle: Battle, unit: Unit) -> Script[None]:
    """When the hero is activated, all friends within 6" stop being Shaken."""
    if not any(hero is unit for hero, _ in skilled(battle, "Warden", unit.seat)):
        return
    for friend in battle.units:
        if friend.seat == unit.seat and friend.shaken and is_near(battle, friend, "Warden", unit.seat):
            friend.shaken = False
            yield events.UnitRecovered(friend.id)
