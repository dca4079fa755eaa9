"""Events that hurt or hinder: beasts, fumes, quakes, zombies, snipers, broken bows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from warhost.dice import Dice
from warhost.play.counsel.throws import natural
from warhost.play.questions import Roll
from warhost.play.rules.tally import Tally
from warhost.play.script import Script, draw_from, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.melee.strikes import Side
from warhost.rulesets.regiments.chapters.morale_test import MoraleTest
from warhost.rulesets.regiments.chapters.terrain.dangerous import dangerous_test
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.chapters.wounds.casualties import suffer
from warhost.rulesets.regiments.core import (
    COMMAND_GROUP,
    ActionName,
    Battle,
    Cause,
    Share,
    SpecialRule,
    SpellEffect,
    Unit,
    events,
    group_of,
    on_table,
)
from warhost.rulesets.regiments.core.arms import front_rows, weapons
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.core.kinds import kinds_of_model, tough
from warhost.rulesets.regiments.parts.campaign.events.table import CampaignEvent, event
from warhost.rulesets.regiments.parts.campaign.ledger import gain
from warhost.rulesets.regiments.parts.random_events import first_time, lasting, neutrals, sudden, watching
from warhost.rulesets.regiments.parts.random_events.happening import EventFell, Happening, change, told
from warhost.rulesets.regiments.parts.shared.harm import take_hits
from warhost.rulesets.regiments.parts.shared.lots import entered, quarter_centre, random_quarter, random_units

BLOCKS = ("aofr.shoot.block", "aofr.melee.block")


@event("14_monstrous_spawn")
@rule("aofr.campaign.event_14_monstrous_spawn")
class MonstrousSpawn(CampaignEvent, sudden.Blow):
    """D3+3 hits with AP(1) on a random unit."""

    dice = "D3+3"
    hits = (RuleText("AP", 1),)


class _NoShots(SpecialRule):
    no_shots = True


@event("15_low_supplies")
@rule("aofr.campaign.event_15_low_supplies")
class LowSupplies(CampaignEvent, lasting.OnUnits):
    """D3 units cannot shoot any more."""

    dice = "D3"
    speaker = _NoShots


@event("16_combat_fatigue")
@rule("aofr.campaign.event_16_combat_fatigue")
class CombatFatigue(CampaignEvent, lasting.OnArmy):
    """-1 on morale tests for a random army."""

    effect = SpellEffect(morale=-1)


@event("13_fragile_bows")
class FragileBows(CampaignEvent, lasting.OnUnits):
    """Weapons and upgrades break (AOFR-R660, AOFR-R804)."""

    @rule("aofr.campaign.event_13_fragile_bows")
    def happen(self, battle: Battle) -> Script[None]:
        """D3 units that have such an item lose the use of one, drawn among all that they have."""
        count = yield from roll_sum("D3", why=f"{self.name}: how many units", rule=self.rule)
        units = yield from random_units(battle, count, self.name, self.rule, lambda unit: bool(items(battle, unit)))
        for unit in units:
            lost = yield from draw_from(items(battle, unit), why=f"{self.name}: {unit.name} lose", rule=self.rule)
            yield EventFell(self.name, f"{unit.name} cannot use {lost}")
            # Which of its items it is, is kept as its place among them.
            self.begin(battle, units=(unit.id,), count=all_items(battle, unit).index(lost))

    @rule("aofr.campaign.event_13_fragile_bows")
    def rules(self, battle: Battle, unit: Unit, one: Happening) -> Iterable[SpecialRule]:
        """A weapon makes no attacks any more, a command model does nothing."""
        if unit.id in one.units:
            yield Broken(all_items(battle, unit)[one.count])


def items(battle: Battle, unit: Unit) -> list[str]:
    """What can still break."""
    every = all_items(battle, unit)
    bows = [one for one in told(battle).events if one.slug == FragileBows.slug and unit.id in one.units]
    broken = {every[one.count] for one in bows}
    return [item for item in every if item not in broken]


def all_items(battle: Battle, unit: Unit) -> list[str]:
    """The ranged weapons of a unit, and those of its upgrades that are weapons or command models, each once."""
    regiment = battle.regiment(unit)
    found = [weapon.name for group in regiment.groups for weapon in group.weapons if weapon.ranged]
    arms = {weapon.name for group in regiment.groups for weapon in group.weapons}
    found += [name for name in regiment.upgrades if name in arms or name in COMMAND_GROUP]
    return list(dict.fromkeys(found))


class Broken(SpecialRule):
    """A weapon or a command model that cannot be used."""

    id = "aofr.campaign.event_13_fragile_bows"

    def __init__(self, item: str) -> None:
        super().__init__()
        self.name = f"Broken {item}"
        self.item = item

    @rule("aofr.campaign.event_13_fragile_bows")
    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.what == self.item:
            attack.count = 0
        elif self.item == "Sergeant" and attack.kind in ("shooting", "melee"):
            group = group_of(battle, battle.units[attack.attacker], attack.group)
            if any(own.name == self.item for own in group.rules):
                attack.to_hit.add(-1, self)

    @rule("aofr.campaign.event_13_fragile_bows")
    def on_move(self, battle: Battle, unit: Unit, action: ActionName, inches: Tally) -> None:
        if self.item == "Musician" and action in ("advance", "rush", "charge"):
            inches.add(-1, self)

    @rule("aofr.campaign.event_13_fragile_bows")
    def on_morale(self, battle: Battle, test: MoraleTest, share: Share) -> None:
        if self.item == "Banner":
            test.modifiers.add(-1, self)


@event("21_fauna")
@rule("aofr.campaign.event_21_fauna")
class Fauna(CampaignEvent, watching.CarnivorousFauna):
    """A die for each unit that enters terrain; a 1 is a dangerous terrain test."""


@event("22_toxic_fumes")
@rule("aofr.campaign.event_22_toxic_fumes")
class ToxicFumes(CampaignEvent, sudden.ToxicFumes):
    """D3+4 hits on every unit in a random table quarter."""


@event("23_rigged")
@rule("aofr.campaign.event_23_rigged")
class Rigged(CampaignEvent, watching.RiggedToBlow):
    """D3+3 hits with AP(2) on the first unit that enters a piece that one player knows of."""


@event("24_earthquake")
class Earthquake(CampaignEvent):
    """The ground shakes."""

    @rule("aofr.campaign.event_24_earthquake")
    def happen(self, battle: Battle) -> Script[None]:
        """Every unit that touches terrain tests for dangerous terrain with all its models (AOFR-R542)."""
        for unit in on_table(battle):
            if entered(battle, unit):
                groups = [group for group, count in kinds_of_model(unit) for _ in range(count)]
                yield from dangerous_test(battle, unit, groups)


class Dark(SpecialRule):
    """6" less range, but 3" at least (AOFR-R659)."""

    @rule("aofr.campaign.event_25_dark_clouds")
    def ranges(self, inches: float) -> float:
        return max(3.0, inches - 6.0)


@event("25_dark_clouds")
@rule("aofr.campaign.event_25_dark_clouds")
class DarkClouds(CampaignEvent, lasting.OnQuarter):
    """Units in a random table quarter shoot less far."""

    speaker = Dark


class Bloodthirst(SpecialRule):
    """Each model has one more attack, with the first of its weapons."""

    @rule("aofr.campaign.event_26_finish_them")
    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.kind != "melee":
            return
        unit = battle.units[attack.attacker]
        first = next(weapons(battle, unit, attack.group, ranged=False), None)
        if first is not None and first.name == attack.what:
            attack.count += front_rows(unit).get(attack.group, 0)


@event("26_finish_them")
class FinishThem(CampaignEvent, lasting.Lasting):
    """Everybody fights to the death."""

    speaker = Bloodthirst

    @rule("aofr.campaign.event_26_finish_them")
    def destroyed(self, battle: Battle, unit: Unit, by: Cause | None, one: Happening) -> Script[None]:
        """Whoever destroys an enemy in melee earns D3 XP."""
        if by is None or by.how != "melee" or unit.seat < 0 or battle.units[by.unit].seat < 0:
            return
        killer = battle.units[by.unit]
        xp = yield from roll_sum("D3", why=f"{self.name}: XP of {killer.name}", rule=self.rule, seat=killer.seat)
        gain(battle, "xp", killer.seat, killer.id, xp)


@event("31_anomaly")
@rule("aofr.campaign.event_31_anomaly")
class Anomaly(CampaignEvent, watching.MagicAnomaly):
    """D3+3 hits on whoever moves within 3" of a marker."""


@event("32_walking_dead")
class WalkingDead(CampaignEvent, neutrals.Mindless):
    """The dead rise."""

    @rule("aofr.campaign.event_32_walking_dead")
    def happen(self, battle: Battle) -> Script[None]:
        """D6+4 Zombies in the middle of a random table quarter; they act at the end of each round."""
        number = yield from random_quarter(self.name, self.rule)
        told = self.neutral
        size = yield from roll_sum(str(Dice.parse(told.size)), why=f"{self.name}: how many Zombies", rule=self.rule)
        unit = neutrals.bring(battle, told, size, *quarter_centre(battle.scene.board, number))
        if unit is None or unit.pose is None:
            return
        yield events.UnitDeployed(unit.id, unit.pose)
        yield EventFell(self.name, f"{size} {told.name}")
        self.begin(battle, units=(unit.id,))

    @rule("aofr.campaign.event_32_walking_dead")
    def round_ends(self, battle: Battle, one: Happening) -> Script[None]:
        """They charge the nearest unit if they can, else they Rush towards it."""
        yield from super().round_ends(battle, one)


@event("33_sniper")
@rule("aofr.campaign.event_33_sniper")
class Sniper(CampaignEvent, watching.CrazySniper):
    """D3 hits on a random unit at the end of each round, while the sniper sees it."""


@event("41_surprise")
@rule("aofr.campaign.event_41_surprise")
class Surprise(CampaignEvent, sudden.SurpriseAttack):
    """A random unit inside a piece of terrain becomes Shaken."""


@event("42_miscalculation")
class Miscalculation(CampaignEvent, first_time.ToHit):
    """A stray shot."""

    face, by = 1, first_time.SHOOTING

    @rule("aofr.campaign.event_42_miscalculation")
    def after_shots(self, battle: Battle, unit: Unit, one: Happening) -> Script[None]:
        """The first shooter that shows a 1 takes D3+3 hits with AP(2), however many 1s there are."""
        if self.due(one, unit):
            self.done(battle, one)
            yield from take_hits(battle, unit, "D3+3", self.name, self.rule, (RuleText("AP", 2),))


@event("43_berserker")
class Berserker(CampaignEvent, first_time.ToHit):
    """Somebody goes berserk."""

    face, by = 6, first_time.MELEE

    @rule("aofr.campaign.event_43_berserker")
    def struck(self, battle: Battle, side: Side, other: Side, one: Happening) -> Script[None]:
        """The target of the first unit that shows a 6 takes D3 further wounds, however many 6s there are."""
        if not self.due(one, side.unit):
            return
        self.done(battle, one)
        wounds = yield from roll_sum("D3", why=f"{self.name}: wounds", rule=self.rule, seat=side.unit.seat)
        side.wounds += yield from suffer(battle, other.unit, wounds, by=Cause(side.unit.id, "melee"))


@event("45_weak_spot")
class WeakSpot(CampaignEvent):
    """Even a giant has one."""

    dice: ClassVar[str] = "D3"

    @rule("aofr.campaign.event_45_weak_spot")
    def after_roll(self, battle: Battle, roll: Roll, faces: tuple[int, ...], one: Happening) -> Script[None]:
        """The first unit with Tough whose dice to block show a 1, be it one that they were rolled again for."""
        yield from ()
        blocks = roll.rule in BLOCKS or ": to block again by " in roll.why
        if one.spent or one.units or not blocks or roll.unit is None or 1 not in natural(faces):
            return
        unit = battle.units[roll.unit]
        if any(tough(battle, unit, group) > 1 for group, _ in kinds_of_model(unit)):
            change(battle, one, units=(unit.id,))

    def after_shots(self, battle: Battle, unit: Unit, one: Happening) -> Script[None]:
        yield from self._wound(battle, Cause(unit.id, "shooting"), one)

    def struck(self, battle: Battle, side: Side, other: Side, one: Happening) -> Script[None]:
        side.wounds += yield from self._wound(battle, Cause(side.unit.id, "melee"), one)

    @rule("aofr.campaign.event_45_weak_spot")
    def _wound(self, battle: Battle, by: Cause, one: Happening) -> Script[int]:
        """It takes D3 wounds more."""
        if one.spent or not one.units:
            return 0
        change(battle, one, spent=True)
        unit = battle.units[one.units[0]]
        if unit.fate:
            return 0
        wounds = yield from roll_sum(
            self.dice, why=f"{self.name}: wounds", rule=self.rule, seat=unit.seat, unit=unit.id
        )
        return (yield from suffer(battle, unit, wounds, by=by))
