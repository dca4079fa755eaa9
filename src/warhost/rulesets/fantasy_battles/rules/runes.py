"""The Battle Runes of the Dwarven Holds: Bound Spells of Power Level 5/8 (DH Battle Runes)."""

from __future__ import annotations

from warhost.play.script import Script
from warhost.rulesets.fantasy_battles.chapters.magic.casting import Casting
from warhost.rulesets.fantasy_battles.chapters.magic.spell_base import SPELLS, LastingSpell, MagicalMove
from warhost.rulesets.fantasy_battles.core import Attack, Battle, Unit
from warhost.rulesets.fantasy_battles.shown import magic_events as events


@SPELLS.rule("Rune of Gleaming", "t9a.runes.gleaming", "t9a.runes.bound", "t9a.runes.range")
class RuneOfGleaming(LastingSpell):
    """Distracting and Hard Target (1)."""


@SPELLS.rule("Rune of Oaths", "t9a.runes.oaths")
class RuneOfOaths(LastingSpell):
    """Failed rolls to wound of its Melee Attacks are rolled again."""

    def on_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.in_melee:
            attack.wounds_rerolled_by = self


@SPELLS.rule("Rune of Reckoning", "t9a.runes.reckoning")
class RuneOfReckoning(LastingSpell):
    """Failed rolls to hit of its Close Combat Attacks are rolled again."""

    def on_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.kind == "melee":
            attack.hits_rerolled_by = self


@SPELLS.rule("Rune of Resilience", "t9a.runes.resilience")
class RuneOfResilience(LastingSpell):
    """All rolls to wound against it are 1 worse."""

    def on_defence(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        attack.to_wound.add(-1, self)


@SPELLS.rule("Rune of Resolve", "t9a.runes.resolve")
class RuneOfResolve(MagicalMove):
    """A friend moves with Light Troops."""


@SPELLS.rule("Rune of Revocation", "t9a.runes.revocation_end", "t9a.runes.revocation_ward")
class RuneOfRevocation(LastingSpell):
    """All One Turn spells on the unit end, and the next one that an enemy casts on it comes to nothing (T9A-R116)."""

    @classmethod
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        for number in casting.targets:
            body = battle.body(battle.units[number])
            for effect in body.effects:
                if not effect.permanent:
                    yield events.SpellEnded(body.id, effect.spell)
            body.effects = tuple(effect for effect in body.effects if effect.permanent)
        yield from super().resolve(battle, casting)

    def wards(self, battle: Battle, bearer: Unit, casting: Casting) -> bool:
        if casting.caster.seat == self.effect.seat:
            return False
        bearer.effects = tuple(effect for effect in bearer.effects if effect != self.effect)
        return True
