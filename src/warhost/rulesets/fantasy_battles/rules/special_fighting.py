"""Model rules of attacks and saves (Attack Sequence; Paths), each a small class.

An attack has such a rule if its part, its weapon or its spell lists it (`marks`). A model that lists it has it for its
Close Combat Attacks.
"""

from __future__ import annotations

import re

from warhost.play.rules.rulebase import Brackets
from warhost.play.script import Refused
from warhost.rulesets.fantasy_battles.core import MODEL_RULES, Attack, Battle, ModelRule, Unit

_SAVE = re.compile(r"([2-6])\+(?:, against (Flaming|Magical|Melee|Ranged) Attacks)?")


class AttackRule(ModelRule):
    """A rule that attacks have; one of a whole model is that of its Close Combat Attacks."""

    def on_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.kind == "melee":
            self.marks(attack)


@MODEL_RULES.rule("Flaming Attacks", "t9a.special.flaming_attacks")
class FlamingAttacks(AttackRule):
    """No Fortitude Save against them; Flammable models suffer more (T9A-R162)."""

    def marks(self, attack: Attack) -> None:
        attack.flaming = True


@MODEL_RULES.rule("Magical Attacks", "t9a.special.magical_attacks")
class MagicalAttacks(AttackRule):
    """A mark that other rules ask for (T9A-R171)."""

    def marks(self, attack: Attack) -> None:
        attack.magical = True


@MODEL_RULES.rule("Divine Attacks", "t9a.special.divine_attacks")
class DivineAttacks(AttackRule):
    """Passed Aegis Saves against them are rolled again (T9A-R159)."""

    def marks(self, attack: Attack) -> None:
        attack.divine = True


@MODEL_RULES.rule("Toxic Attacks", "t9a.special.toxic_attacks")
class ToxicAttacks(AttackRule):
    """The attacks have always Strength 3 and Armour Penetration 10 (T9A-R189)."""

    def marks(self, attack: Attack) -> None:
        attack.toxic = True


@MODEL_RULES.rule("Lethal Strike", "t9a.special.lethal_strike")
class LethalStrike(AttackRule):
    """A natural 6 to wound in melee has Armour Penetration 10 and allows no Fortitude Save (T9A-R169)."""

    def marks(self, attack: Attack) -> None:
        attack.lethal = attack.in_melee


@MODEL_RULES.rule("Multiple Wounds", "t9a.special.multiple_wounds")
class MultipleWounds(AttackRule):
    """Each unsaved wound counts several times, up to the Health Points of one model (T9A-R173)."""

    brackets = Brackets(r"\d|D[36]", "D3")

    def marks(self, attack: Attack) -> None:
        attack.multiply = int(self.said) if self.said.isdecimal() else self.said


@MODEL_RULES.rule("Battle Focus", "t9a.special.battle_focus")
class BattleFocus(AttackRule):
    """A natural 6 to hit with a Close Combat Attack scores one more hit (T9A-R151)."""

    def marks(self, attack: Attack) -> None:
        attack.focused = attack.kind == "melee"


@MODEL_RULES.rule("Flammable", "t9a.special.flammable")
class Flammable(ModelRule):
    """Flaming Attacks roll failed rolls to wound it again (T9A-R162)."""

    def on_defence(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.flaming:
            attack.wounds_rerolled_by = self


@MODEL_RULES.rule("Distracting", "t9a.special.distracting")
class Distracting(ModelRule):
    """Close Combat Attacks against it have -1 to hit, if nothing else makes them worse (T9A-R158)."""

    def on_defence(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.kind == "melee":
            attack.distracted_by = self


class SpecialSave(ModelRule):
    """A Special Save of the die in brackets, perhaps only against some attacks."""

    brackets = Brackets(_SAVE.pattern, "5+")

    def __init__(self, said: str = "") -> None:
        super().__init__(said)
        match = _SAVE.fullmatch(said)
        assert match is not None, f"{self.name} ({said}) cannot be read"
        self.need, self.against = int(match[1]), match[2]

    def stops(self, attack: Attack) -> bool:
        """Whether it may be taken against that attack."""
        match self.against:
            case "Flaming":
                return attack.flaming
            case "Magical":
                return attack.magical
            case "Melee":
                return attack.in_melee
            case "Ranged":
                return attack.ranged
        return True


@MODEL_RULES.rule("Aegis", "t9a.special.aegis")
class Aegis(SpecialSave):
    """A Special Save that no Armour Penetration changes (T9A-R148)."""

    def on_defence(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if self.stops(attack):
            attack.aegis.append((self.need, self.name))


@MODEL_RULES.rule("Fortitude", "t9a.special.fortitude")
class Fortitude(SpecialSave):
    """A Special Save, but not against Flaming Attacks nor a natural 6 of Lethal Strike (T9A-R164)."""

    def on_defence(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if self.stops(attack):
            attack.fortitude.append((self.need, self.name))


@MODEL_RULES.rule("Stubborn", "t9a.special.stubborn")
class Stubborn(ModelRule):
    """Break Tests without the difference of the Combat Scores (T9A-R184)."""

    stubborn = True


@MODEL_RULES.rule("War Platform", "t9a.special.war_platform")
class WarPlatform(ModelRule):
    """It stands in the middle of a unit's first rank, of the one in its brackets if one is named (T9A-R192)."""

    brackets = Brackets(r"[A-Z][\w' -]*", "Flagellants", needed=False)
    platform = True

    def check_company(self, battle: Battle, bearer: Unit, other: Unit) -> Refused | None:
        if not self.said or battle.entry(other).name == self.said:
            return None
        return Refused(f"{bearer.name} cannot join {other.name}: it stands among {self.said}.", self.id)
