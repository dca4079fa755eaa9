"""Rules of Shooting Attacks and of those who are shot at (To-Hit Modifiers; Misfire Table)."""

from __future__ import annotations

from warhost.play.rules.rulebase import NUMBER
from warhost.rulesets.fantasy_battles.core import MODEL_RULES, Attack, Battle, ModelRule, Unit


@MODEL_RULES.rule("Accurate", "t9a.special.accurate")
class Accurate(ModelRule):
    """Long Range costs its shots nothing (T9A-R147)."""

    steady_far = 1


@MODEL_RULES.rule("Quick to Fire", "t9a.special.quick_to_fire")
class QuickToFire(ModelRule):
    """Moving costs its shots 1 less: nothing, or 1 if it is Unwieldy too (T9A-R176)."""

    steady_moving = 1


@MODEL_RULES.rule("Unwieldy", "t9a.special.unwieldy")
class Unwieldy(ModelRule):
    """Moving costs its shots 1 more (T9A-R176)."""

    steady_moving = -1


@MODEL_RULES.rule("Hard Target", "t9a.special.hard_target", "t9a.shooting.mod_hard_target")
class HardTarget(ModelRule):
    """Shots at a unit are harder if most of its models have it; several of them add up (T9A-R168)."""

    needs = "most"
    stacks = True
    brackets = NUMBER

    def on_shot_at(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        attack.to_hit.add(-int(self.said), f"{self.name} ({self.said})", self.id)


@MODEL_RULES.rule("Artillery Weapon", "t9a.special.artillery_weapon", "t9a.misfire.roll")
class ArtilleryWeapon(ModelRule):
    """A natural 1 to hit is a Misfire (T9A-R123). The whole crew of a model serves one such weapon."""

    crewed = True

    def on_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.kind == "shooting":
            attack.misfires_on = battle.scene.settings.misfire_on
