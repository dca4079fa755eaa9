"""Events that change what units can do: for this round, or for the rest of the battle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from warhost.play.rules.tally import Tally
from warhost.play.script import Script, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.magic.enchantments import Enchantment
from warhost.rulesets.regiments.chapters.morale_test import MoraleTest
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.core import (
    ActionName,
    Battle,
    Effect,
    Share,
    SpecialRule,
    SpellEffect,
    Unit,
    gap_between,
    is_present,
    optional,
    perimeter,
)
from warhost.rulesets.regiments.parts.random_events.happening import EventFell, Happening, RandomEvent, event
from warhost.rulesets.regiments.parts.shared.lots import (
    QUARTERS,
    in_quarter,
    random_army,
    random_quarter,
    random_units,
)
from warhost.table import TOLERANCE, distance_to_point


class Lasting(RandomEvent):
    """An event that speaks for units for a time: by figures, or by a rule."""

    effect: ClassVar[SpellEffect | None] = None
    speaker: ClassVar[type[SpecialRule] | None] = None

    def falls_on(self, battle: Battle, unit: Unit, one: Happening) -> bool:
        """Whether it speaks for the unit just now."""
        return True

    def rules(self, battle: Battle, unit: Unit, one: Happening) -> Iterable[SpecialRule]:
        if not self.falls_on(battle, unit, one):
            return
        if self.effect is not None:
            yield Enchantment(self.name, self.effect, self.rule)
        if self.speaker is not None:
            made = self.speaker()
            made.name, made.id = self.name, self.rule
            yield made


class OnUnits(Lasting):
    """It falls on random units."""

    dice: ClassVar[str] = "1"

    def happen(self, battle: Battle) -> Script[None]:
        count = 1
        if self.dice != "1":
            count = yield from roll_sum(self.dice, why=f"{self.name}: how many units", rule=self.rule)
        units = yield from random_units(battle, count, self.name, self.rule)
        for unit in units:
            yield EventFell(self.name, unit.name)
        self.begin(battle, units=tuple(unit.id for unit in units))

    def falls_on(self, battle: Battle, unit: Unit, one: Happening) -> bool:
        return unit.id in one.units


class OnArmy(Lasting):
    """It falls on a random army."""

    def happen(self, battle: Battle) -> Script[None]:
        seat = yield from random_army(battle, self.name, self.rule)
        yield EventFell(self.name, battle.scene.seats[seat].name)
        self.begin(battle, seat=seat)

    def falls_on(self, battle: Battle, unit: Unit, one: Happening) -> bool:
        return unit.seat == one.seat


class OnQuarter(Lasting):
    """It falls on a random table quarter: who is in it when it matters is affected (AOFR-R510)."""

    def happen(self, battle: Battle) -> Script[None]:
        number = yield from random_quarter(self.name, self.rule)
        yield EventFell(self.name, f"the {QUARTERS[number - 1]} quarter")
        self.begin(battle, quarter=number)

    def falls_on(self, battle: Battle, unit: Unit, one: Happening) -> bool:
        return in_quarter(battle, unit, one.quarter)


class _NoShots(SpecialRule):
    no_shots = True


@event("12_low_supplies")
@rule("aofr.event.12_low_supplies")
class LowSupplies(OnUnits):
    """D3 units cannot shoot any more."""

    dice = "D3"
    speaker = _NoShots


@event("13_broken_morale")
@rule("aofr.event.13_broken_morale")
class BrokenMorale(OnArmy):
    """-1 on morale tests."""

    effect = SpellEffect(morale=-1)


class _NoStrikes(SpecialRule):
    no_strikes = True


@event("15_chipped_weapons")
@rule("aofr.event.15_chipped_weapons")
class ChippedWeapons(OnUnits):
    """D3 units cannot strike in melee: no attacks, no impact, no striking back (AOFR-R540)."""

    dice = "D3"
    speaker = _NoStrikes


@event("24_heavy_fog")
@rule("aofr.event.24_heavy_fog")
class HeavyFog(Lasting):
    """-1 to hit when shooting, for everybody."""

    effect = SpellEffect(shooting=-1)


class _Fails(SpecialRule):
    @rule("aofr.event.25_end_is_nigh")
    def on_morale(self, battle: Battle, test: MoraleTest, share: Share) -> None:
        """Every test is failed without a die."""
        test.settle(self, passes=False)


@event("25_end_is_nigh")
class EndIsNigh(Lasting):
    """Everybody fails all morale tests."""

    speaker = _Fails


@rule("aofr.event.26_havoc_gods_playthings")
class _Tired(SpecialRule):
    tires = True


@event("26_havoc_gods_playthings")
class HavocGodsPlaythings(OnQuarter):
    """Units in the quarter count as fatigued."""

    speaker = _Tired


@event("51_fighting_vigour")
@rule("aofr.event.51_fighting_vigour")
class FightingVigour(OnQuarter):
    """+1 to hit when shooting."""

    effect = SpellEffect(shooting=1)


@event("52_magical_gravity")
class MagicalGravity(Lasting):
    """Units near the centre of the table go further: 1" on an Advance, 2" on a Rush or Charge."""

    effect = SpellEffect(move=1)
    near = 18.0

    @rule("aofr.event.52_magical_gravity")
    def falls_on(self, battle: Battle, unit: Unit, one: Happening) -> bool:
        """Within 18" of the centre when the action is declared (AOFR-R552)."""
        if unit.pose is None:
            return False
        board = battle.scene.board
        centre = (board.width / 2, board.depth / 2)
        away = min(distance_to_point(part, *centre) for part in perimeter(battle, unit))
        return away <= optional.measured(battle, self.near) + TOLERANCE


class _Blessed(SpecialRule):
    @rule("aofr.event.53_godly_blessing")
    def on_attack(self, battle: Battle, attack: Attack) -> None:
        """AP(+1) in melee."""
        if attack.kind == "melee":
            attack.ap.add(1, self)


@event("53_godly_blessing")
class GodlyBlessing(Lasting):
    """AP(+1) in melee, for everybody."""

    speaker = _Blessed


class _Passes(SpecialRule):
    @rule("aofr.event.54_land_of_brave")
    def on_morale(self, battle: Battle, test: MoraleTest, share: Share) -> None:
        """Every test is passed without a die."""
        test.settle(self, passes=True)


@event("54_land_of_brave")
class LandOfTheBrave(OnQuarter):
    """Units in the quarter pass all morale tests."""

    speaker = _Passes


class _Misty(SpecialRule):
    @rule("aofr.event.56_shimmering_mist")
    def on_defence(self, battle: Battle, attack: Attack, share: Share) -> None:
        """Whoever is shot at is in cover."""
        attack.cover = attack.cover or attack.kind == "shooting"


@event("56_shimmering_mist")
class ShimmeringMist(OnQuarter):
    """Units in the quarter are in cover."""

    speaker = _Misty


class _Dazzling(SpecialRule):
    @rule("aofr.event.61_flash_bombs", "aofr.campaign.event_53_light_potions")
    def on_defence(self, battle: Battle, attack: Attack, share: Share) -> None:
        """-1 to hit in melee for who attacks (AOFR-R553)."""
        if attack.kind == "melee":
            attack.to_hit.add(-1, self)


@event("61_flash_bombs")
class FlashBombs(OnArmy):
    """Enemies of the army hit worse in melee."""

    speaker = _Dazzling


class _Doubled(SpecialRule):
    @rule("aofr.event.62_suppressing_fire", "aofr.campaign.event_54_hail")
    def on_attack(self, battle: Battle, attack: Attack) -> None:
        """Twice as many shots."""
        if attack.kind == "shooting":
            attack.count *= 2


@event("62_suppressing_fire")
class SuppressingFire(OnUnits):
    """A unit shoots twice as much."""

    speaker = _Doubled


@event("64_covered_in_blood")
class CoveredInBlood(OnUnits):
    """A unit frightens its enemies."""

    effect = SpellEffect(morale=-1)
    near = 6.0

    @rule("aofr.event.64_covered_in_blood", "aofr.campaign.event_56_blood")
    def falls_on(self, battle: Battle, unit: Unit, one: Happening) -> bool:
        """On enemies within 6" of it when they test (AOFR-R552)."""
        return any(
            (bloody := battle.units[number]).seat != unit.seat
            and is_present(battle, bloody)
            and is_present(battle, unit)
            and gap_between(battle, bloody, unit) <= optional.measured(battle, self.near) + TOLERANCE
            for number in one.units
        )


class _Boots(SpecialRule):
    """As many inches as were rolled; for a charge that is still to be declared, the least of them (AOFR-R840)."""

    name, id = "Magical Boots", "aofr.event.65_magical_boots"

    def __init__(self, inches: int) -> None:
        super().__init__()
        self.inches = inches

    @rule("aofr.event.65_magical_boots")
    def on_move(self, battle: Battle, unit: Unit, action: ActionName, inches: Tally) -> None:
        if self.inches and action in ("advance", "rush", "charge"):
            inches.add(self.inches, self)
        elif action == "charge":
            inches.add(2, self)


@event("65_magical_boots")
class MagicalBoots(OnUnits):
    """A unit goes further, as dice say."""

    @rule("aofr.event.65_magical_boots")
    def moves(self, battle: Battle, unit: Unit, action: ActionName, one: Happening) -> Script[None]:
        """D3" for an Advance, 2D3" for a Rush or Charge, rolled for every action (AOFR-R554)."""
        if unit.id not in one.units:
            return
        dice = "D3" if action == "advance" else "2D3"
        inches = yield from roll_sum(dice, why=f"{self.name}: inches", rule=self.rule, seat=unit.seat, unit=unit.id)
        optional.lay(unit, Effect(self.name, unit.id, "activation", inches))

    def rules(self, battle: Battle, unit: Unit, one: Happening) -> Iterable[SpecialRule]:
        if unit.id in one.units:
            yield _Boots(next((effect.number for effect in unit.effects if effect.name == self.name), 0))


@event("66_deep_rage")
@rule("aofr.event.66_deep_rage")
class DeepRage(OnUnits):
    """+1 to hit in melee."""

    effect = SpellEffect(melee=1)
