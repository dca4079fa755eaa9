"""What extra actions do to the unit that takes them, while they last (Extra Actions)."""

from __future__ import annotations

from warhost.rulesets.regiments.chapters.morale_test import MoraleTest
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack, Further
from warhost.rulesets.regiments.core import (
    ActionName,
    Battle,
    Effect,
    Share,
    SpecialRule,
    Unit,
    has_effect,
    lay,
    measured,
)
from warhost.table import TOLERANCE

FOCUS = 12.0
"""How near the targets of Focused Fire are."""

RATTLES_ON = 4
"""What a hit of Covering Fire must show to force a morale test."""

BOOSTED = "boosted"
"""The effect that lies on a unit whose action is boosted: then one less is enough (Action Boosting)."""


class ExtraAction(SpecialRule):
    """An extra action that a unit has taken."""

    lasts: str = "next"


class Assaulting(ExtraAction):
    """Assault: -1 to hit, both when shooting and in melee (aofr.extra_action.assault)."""

    name, id, lasts = "Assault", "aofr.extra_action.assault", "activation"

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.kind in ("shooting", "melee"):
            attack.to_hit.add(-1, self)


class InLastStand(ExtraAction):
    """Last Stand: -1 to Quality and Defense rolls, half movement, and no rule that picks a target
    (aofr.extra_action.last_stand_penalty, aofr.extra_action.last_stand_limits)."""

    name, id = "Last Stand", "aofr.extra_action.last_stand_penalty"
    picks_nobody = True

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.kind in ("shooting", "melee"):
            attack.to_hit.add(-1, self)

    def on_morale(self, battle: Battle, test: MoraleTest, share: Share) -> None:
        test.modifiers.add(-1, self)

    def on_defence(self, battle: Battle, attack: Attack, share: Share) -> None:
        attack.to_block.add(-1, self)

    def paces(self, action: ActionName) -> float:
        return 0.5


class HunkeredDown(ExtraAction):
    """Hunker Down: enemies shoot at the unit with -2 to hit (aofr.extra_action.hunker_down)."""

    name, id = "Hunker Down", "aofr.extra_action.hunker_down"

    def on_defence(self, battle: Battle, attack: Attack, share: Share) -> None:
        if attack.kind == "shooting":
            attack.to_hit.add(-2, self)


class InDefensiveStance(ExtraAction):
    """Defensive Stance: enemies strike it with -2 to hit, and it does not strike (aofr.extra_action.defensive_stance).
    Counter does not help it either (AOFR-R860)."""

    name, id = "Defensive Stance", "aofr.extra_action.defensive_stance"
    no_strikes = True

    def on_defence(self, battle: Battle, attack: Attack, share: Share) -> None:
        if attack.kind == "melee":
            attack.to_hit.add(-2, self)


class FocusingFire(ExtraAction):
    """Focused Fire: +1 to hit targets within 12", each by itself (aofr.extra_action.focused_fire, AOFR-R246)."""

    name, id, lasts = "Focused Fire", "aofr.extra_action.focused_fire", "activation"

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.kind == "shooting" and attack.distance <= measured(battle, FOCUS) + TOLERANCE:
            attack.to_hit.add(1, self)


class ChargingHeavily(ExtraAction):
    """Heavy Charge: +1 to hit in melee (aofr.extra_action.heavy_charge)."""

    name, id, lasts = "Heavy Charge", "aofr.extra_action.heavy_charge", "activation"

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.kind == "melee" and attack.charging:
            attack.to_hit.add(1, self)


class MovingStealthily(ExtraAction):
    """Stealth Move: enemies shoot at the unit with -1 to hit (aofr.extra_action.stealth_move)."""

    name, id = "Stealth Move", "aofr.extra_action.stealth_move"

    def on_defence(self, battle: Battle, attack: Attack, share: Share) -> None:
        if attack.kind == "shooting":
            attack.to_hit.add(-1, self)


class OnOverwatch(ExtraAction):
    """Overwatch: the unit is idle but for one reaction, which has -1 to hit (aofr.extra_action.overwatch_move,
    aofr.extra_action.overwatch_shoot)."""

    name, id = "Overwatch", "aofr.extra_action.overwatch_move"

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.kind == "shooting":
            attack.to_hit.add(-1, self)


class CoveringFire(ExtraAction):
    """Covering Fire: only unmodified 6s hit when shooting, and a hit does nothing but perhaps force a morale test: on
    4+, or on 3+ if it is boosted (aofr.extra_action.covering_fire, aofr.extra_action.covering_fire_no_damage,
    aofr.boost.covering_fire)."""

    name, id, lasts = "Covering Fire", "aofr.extra_action.covering_fire", "activation"

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.kind == "shooting":
            need = RATTLES_ON - has_effect(battle.units[attack.attacker], BOOSTED)
            attack.what, attack.only_sixes = self.name, True
            attack.rattles_on = Further(need, "to force a test", self.id)


EFFECTS: dict[str, type[ExtraAction]] = {
    cls.name: cls
    for cls in (
        *(Assaulting, InLastStand, HunkeredDown, InDefensiveStance, FocusingFire),
        *(ChargingHeavily, MovingStealthily, OnOverwatch, CoveringFire),
    )
}
"""What lies on a unit, by the name that its card shows."""


def begin(unit: Unit, cls: type[ExtraAction]) -> None:
    """From now on the unit does that: in this activation, or until its next one begins (AOFR-R245)."""
    lay(unit, Effect(cls.name, unit.id, "activation" if cls.lasts == "activation" else "next"))


__all__ = [
    "BOOSTED",
    "EFFECTS",
    "FOCUS",
    "Assaulting",
    "ChargingHeavily",
    "CoveringFire",
    "ExtraAction",
    "FocusingFire",
    "HunkeredDown",
    "InDefensiveStance",
    "InLastStand",
    "MovingStealthily",
    "OnOverwatch",
    "begin",
]
