"""The boosts: what a boosted action does for the unit that takes it (Action Boosting: Boosted Actions)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.morale_test import MoraleTest
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.core import ActionName, Battle, Effect, Share, SpecialRule, Unit, measured, optional
from warhost.rulesets.regiments.parts.extra_actions.effects import BOOSTED, FOCUS
from warhost.table import TOLERANCE

FURTHER_FOCUS = 18.0
"""How far boosted Focused Fire reaches."""


class _Boost(SpecialRule):
    name = "boosted"


@rule("aofr.boost.hold")
class BoostedHold(_Boost):
    """+1 to hit and half as far again when shooting (AOFR-R255)."""

    id = "aofr.boost.hold"

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.kind == "shooting":
            attack.to_hit.add(1, self)

    def ranges(self, inches: float) -> float:
        return 1.5 * inches


@rule("aofr.boost.advance", "aofr.boost.assault", "aofr.boost.overwatch")
class BoostedShots(_Boost):
    """+1 to hit when shooting: after an Advance, or the -1 of an Assault or of Overwatch made good."""

    id = "aofr.boost.advance"

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.kind == "shooting":
            attack.to_hit.add(1, self)


@rule("aofr.boost.rush")
class BoostedRush(_Boost):
    """Half as far again (AOFR-R255, AOFR-R045)."""

    id = "aofr.boost.rush"

    def paces(self, action: ActionName) -> float:
        return 1.5 if action == "rush" else 1.0


@rule("aofr.boost.charge", "aofr.boost.assault")
class BoostedBlows(_Boost):
    """+1 to hit in the melee of the charge, or the -1 of an Assault made good."""

    id = "aofr.boost.charge"

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.kind == "melee" and attack.charging:
            attack.to_hit.add(1, self)


@rule("aofr.boost.last_stand")
class SteadyQuality(_Boost):
    """A Last Stand without the -1 to Quality rolls."""

    id = "aofr.boost.last_stand"

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.kind in ("shooting", "melee"):
            attack.to_hit.add(1, self)

    def on_morale(self, battle: Battle, test: MoraleTest, share: Share) -> None:
        test.modifiers.add(1, self)


@rule("aofr.boost.last_stand")
class SteadyDefense(_Boost):
    """A Last Stand without the -1 to Defense rolls."""

    id = "aofr.boost.last_stand"

    def on_defence(self, battle: Battle, attack: Attack, share: Share) -> None:
        attack.to_block.add(1, self)


@rule("aofr.boost.last_stand")
class SteadyPace(_Boost):
    """A Last Stand at full speed."""

    id = "aofr.boost.last_stand"

    def paces(self, action: ActionName) -> float:
        return 2.0


@rule("aofr.boost.hunker_down", "aofr.boost.stealth_move")
class HarderToShoot(_Boost):
    """Enemies shoot at the unit with another -1 to hit."""

    id = "aofr.boost.hunker_down"

    def on_defence(self, battle: Battle, attack: Attack, share: Share) -> None:
        if attack.kind == "shooting":
            attack.to_hit.add(-1, self)


@rule("aofr.boost.defensive_stance")
class HarderToStrike(_Boost):
    """Enemies strike the unit with another -1 to hit."""

    id = "aofr.boost.defensive_stance"

    def on_defence(self, battle: Battle, attack: Attack, share: Share) -> None:
        if attack.kind == "melee":
            attack.to_hit.add(-1, self)


@rule("aofr.boost.focused_fire")
class FurtherFocus(_Boost):
    """The +1 of Focused Fire for targets up to 18" away."""

    id = "aofr.boost.focused_fire"

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        near, far = (measured(battle, inches) + TOLERANCE for inches in (FOCUS, FURTHER_FOCUS))
        if attack.kind == "shooting" and near < attack.distance <= far:
            attack.to_hit.add(1, self)


class Unheard(_Boost):
    """A boost that speaks by being there: Covering Fire asks for it, and a Heavy Charge reaches further by it."""

    id = "aofr.boost.covering_fire"


class Boost(NamedTuple):
    """One way to boost an action: what it says to a player, its row, its rule, and how long it lasts (AOFR-R252)."""

    action: str
    label: str
    row: str
    speaker: type[SpecialRule]
    until: Literal["activation", "next"] = "activation"
    ranged: bool = False
    """Only of use to units that can shoot."""


BOOSTS: tuple[Boost, ...] = (
    Boost("hold", "+1 to hit and half as far again when shooting", "aofr.boost.hold", BoostedHold, ranged=True),
    Boost("advance", "+1 to hit when shooting", "aofr.boost.advance", BoostedShots, ranged=True),
    Boost("rush", "move half as far again", "aofr.boost.rush", BoostedRush),
    Boost("charge", "+1 to hit in melee", "aofr.boost.charge", BoostedBlows),
    Boost("assault", "no -1 to hit when shooting", "aofr.boost.assault", BoostedShots),
    Boost("assault", "no -1 to hit in melee", "aofr.boost.assault", BoostedBlows),
    Boost("last_stand", "no -1 to Quality rolls", "aofr.boost.last_stand", SteadyQuality, "next"),
    Boost("last_stand", "no -1 to Defense rolls", "aofr.boost.last_stand", SteadyDefense, "next"),
    Boost("last_stand", "full movement", "aofr.boost.last_stand", SteadyPace, "next"),
    Boost("hunker_down", "enemies shoot at -3, not -2", "aofr.boost.hunker_down", HarderToShoot, "next"),
    Boost("defensive_stance", "enemies strike at -3, not -2", "aofr.boost.defensive_stance", HarderToStrike, "next"),
    Boost("focused_fire", '+1 to hit targets within 18"', "aofr.boost.focused_fire", FurtherFocus),
    Boost("heavy_charge", 'a target up to 9" away', "aofr.boost.heavy_charge", Unheard),
    Boost("stealth_move", "enemies shoot at -2, not -1", "aofr.boost.stealth_move", HarderToShoot, "next"),
    Boost("covering_fire", "a 3+ forces the test", "aofr.boost.covering_fire", Unheard),
    Boost("overwatch", "no -1 to hit", "aofr.boost.overwatch", BoostedShots, "next"),
)
"""The boosts in the order of the book. The number of a boost on a unit is its place here, from 1."""


def lay(unit: Unit, boost: Boost) -> None:
    """The unit's action is boosted."""
    optional.lay(unit, Effect(BOOSTED, unit.id, boost.until, BOOSTS.index(boost) + 1))
