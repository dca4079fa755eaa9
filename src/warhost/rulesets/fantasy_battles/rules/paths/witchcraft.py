"""Witchcraft (Paths)."""

from __future__ import annotations

from typing import ClassVar

from warhost.field import Path
from warhost.play.rules.tally import Tally
from warhost.play.script import Refused, Script
from warhost.rulesets.fantasy_battles.chapters.magic.casting import Casting
from warhost.rulesets.fantasy_battles.chapters.magic.spell_base import LastingSpell, MagicalMove
from warhost.rulesets.fantasy_battles.chapters.magic.spell_data import BASIC
from warhost.rulesets.fantasy_battles.chapters.magic.sweeping import Sweep, sweep
from warhost.rulesets.fantasy_battles.core import SPELLS, Attack, Battle, Unit


@SPELLS.rule("Evil Eye", "t9a.witchcraft.a_evil_eye")
class EvilEye(LastingSpell):
    """A friend is faster, or an enemy slower; twice on one unit at most."""

    adds_up = True
    MOST = 2
    CHANGE: ClassVar[dict[str, int]] = {"adv": 1, "mar": 2}
    LEAST: ClassVar[dict[str, int]] = {"adv": 3, "mar": 6}

    @classmethod
    def check_target(cls, battle: Battle, casting: Casting, target: Unit) -> Refused | None:
        if sum(effect.spell == cls.name for effect in target.effects) >= cls.MOST:
            return Refused(f"{cls.name} lies on {target.name} twice already.", cls.id)
        return None

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        change = self.CHANGE.get(name)
        if change is None:
            return
        if bearer.seat == self.effect.seat:
            tally.add(change, self)
        else:
            tally.add(-max(0, min(change, tally.total - self.LEAST[name])), self)


@SPELLS.rule("Raven's Wing", "t9a.witchcraft.1_ravens_wing")
class RavensWing(MagicalMove):
    """A friend flies, and may make a Sweeping Attack on the way (T9A-R103)."""

    @classmethod
    def after_path(cls, battle: Battle, casting: Casting, target: Unit, path: Path) -> Script[None]:
        version = casting.version
        assert isinstance(version.str_, int)
        attack = Sweep(str(version.hits), version.str_, version.ap, version.rules, cls.id)
        yield from sweep(battle, target, path, attack)


@SPELLS.rule("Deceptive Glamour", "t9a.witchcraft.2_deceptive_glamour")
class DeceptiveGlamour(LastingSpell):
    """The target is less skilled and slower."""


@SPELLS.rule("Twisted Effigy", "t9a.witchcraft.3_twisted_effigy")
class TwistedEffigy(LastingSpell):
    """No Shooting Attacks; boosted its Wizards cast worse too."""

    no_shooting = True

    def on_casting(self, battle: Battle, bearer: Unit, casting: Casting) -> None:
        if self.effect.version != BASIC:
            casting.roll.add(-2, self)


@SPELLS.rule("The Wheel Turns", "t9a.witchcraft.4_the_wheel_turns")
class TheWheelTurns(LastingSpell):
    """Rank and file hit in close combat and wound in melee on 4+, before modifiers; boosted attacks against them too
    (T9A-R104)."""

    SET = 4

    def on_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if not battle.entry(bearer).is_character:
            self._turn(attack)

    def on_defence(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if self.effect.version != BASIC and not battle.entry(bearer).is_character:
            self._turn(attack)

    def _turn(self, attack: Attack) -> None:
        if attack.kind == "melee" and attack.hit_on is not None:
            attack.hit_on = self.SET
        if attack.in_melee and (attack.strength is not None or attack.wound_on is not None):
            attack.wound_on = self.SET


@SPELLS.rule("Will-o'-the-Wisp", "t9a.witchcraft.5_will_o_the_wisp")
class WillOTheWisp(LastingSpell):
    """The unit strays: the caster says how far (T9A-R105)."""


@SPELLS.rule("Bewitching Glare", "t9a.witchcraft.6_bewitching_glare")
class BewitchingGlare(LastingSpell):
    """Failed rolls to wound it in melee are made again; boosted those of Shooting Attacks too."""
