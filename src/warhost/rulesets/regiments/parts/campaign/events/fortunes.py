"""Events that help: potions, arrows, drums, a frightful look, a mercenary, a sword."""

from __future__ import annotations

from msgspec.structs import replace

from warhost.play.script import Script, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.regiments.core import Battle, Clause, Group, Regiment, Unit, Weapon, Written, recount
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.parts.campaign.events.table import CampaignEvent, event
from warhost.rulesets.regiments.parts.campaign.ledger import gain
from warhost.rulesets.regiments.parts.random_events import lasting, sudden
from warhost.rulesets.regiments.parts.random_events.happening import EventFell
from warhost.rulesets.regiments.parts.shared.lots import random_unit

SHARP = Written("Hits with Quality 3+.", (Clause(deed="quality", amount=3),))
MERCENARY = Group(1, (Weapon("Hand Weapon", None, 3),), (RuleText("Mercenary", does=SHARP),), "Mercenary")
"""Quality 3+, a Hand Weapon with 3 attacks; the unit's Defense is used for it (AOFR-R661)."""


def given(battle: Battle, unit: Unit, regiment: Regiment, left: tuple[int, ...]) -> None:
    """The unit is made of these groups from now on, with so many models of each."""
    regiments = tuple(regiment if number == unit.entry else one for number, one in enumerate(battle.scene.regiments))
    battle.scene = replace(battle.scene, regiments=regiments)
    more = sum(left) - sum(unit.left)
    unit.start += more
    unit.left = (*unit.left, *(0,) * (len(left) - len(unit.left)))
    recount(battle, unit, left, unit.hero)


@event("34_honor_debt")
class HonorDebt(CampaignEvent):
    """An old friend."""

    @rule("aofr.campaign.event_34_honor_debt")
    def happen(self, battle: Battle) -> Script[None]:
        """A Mercenary is a model of a random unit until the mission ends."""
        unit = yield from random_unit(battle, self.name, self.rule)
        if unit is None:
            return
        regiment = battle.regiment(unit)
        given(battle, unit, replace(regiment, groups=(*regiment.groups, MERCENARY)), (*unit.left, 1))
        yield EventFell(self.name, f"a Mercenary joins {unit.name}")


@event("63_holy_sword")
class HolySword(CampaignEvent):
    """A crate with a sword in it (AOFR-R662)."""

    @rule("aofr.campaign.event_63_holy_sword")
    def happen(self, battle: Battle) -> Script[None]:
        """One model of a random unit bears it, its hero if it has one; the AP is rolled once."""
        unit = yield from random_unit(battle, self.name, self.rule)
        if unit is None:
            return
        ap = yield from roll_sum("D3", why=f"{self.name}: AP", rule=self.rule, seat=unit.seat, unit=unit.id)
        sword = Weapon("Holy Sword", None, 6, (RuleText("AP", ap),))
        regiment = battle.regiment(unit)
        owner = unit
        if unit.hero and regiment.hero is not None:
            (own,) = regiment.hero.groups
            hero = replace(regiment.hero, groups=(replace(own, weapons=(*own.weapons, sword)),))
            given(battle, unit, replace(regiment, hero=hero), unit.left)
            owner = next((one for one in battle.units if one.part_of == unit.id), unit)
        else:
            given(battle, unit, *with_bearer(regiment, unit.left, sword))
        gain(battle, "sword", unit.seat, owner.id, ap)
        yield EventFell(self.name, f"{owner.name} with AP({ap})")


def with_bearer(regiment: Regiment, left: tuple[int, ...], sword: Weapon) -> tuple[Regiment, tuple[int, ...]]:
    """The unit with one model that bears a sword besides its weapons, apart from its like."""
    at = next(number for number, count in enumerate(left) if count)
    group = regiment.groups[at]
    bearer = replace(group, count=1, weapons=(*group.weapons, sword))
    if group.count == 1:
        groups = (*regiment.groups[:at], bearer, *regiment.groups[at + 1 :])
        return replace(regiment, groups=groups), left
    fewer = replace(group, count=group.count - 1)
    groups = (*regiment.groups[:at], fewer, *regiment.groups[at + 1 :], bearer)
    return replace(regiment, groups=groups), (*left[:at], left[at] - 1, *left[at + 1 :], 1)


@event("53_light_potions")
@rule("aofr.campaign.event_53_light_potions")
class LightPotions(CampaignEvent, lasting.FlashBombs):
    """Enemies of a random army have -1 to hit it in melee."""


@event("54_hail")
@rule("aofr.campaign.event_54_hail")
class HailOfArrows(CampaignEvent, lasting.SuppressingFire):
    """A random unit shoots twice as much."""


@event("55_drums")
@rule("aofr.campaign.event_55_drums")
class DrumsOfWar(CampaignEvent, sudden.WarShout):
    """A random Shaken unit recovers."""


@event("56_blood")
@rule("aofr.campaign.event_56_blood")
class CoveredInBlood(CampaignEvent, lasting.CoveredInBlood):
    """Enemies within 6" of a random unit have -1 on morale tests."""
