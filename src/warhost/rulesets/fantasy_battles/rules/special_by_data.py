"""Model rules that neither the quick reference nor Essence of War defines, as public army-builder data of the second
edition have them (T9A-R001, T9A-R205)."""

from __future__ import annotations

from warhost.play.rules.rulebase import NUMBER, Brackets
from warhost.play.script import Refused
from warhost.rulesets.fantasy_battles.chapters.magic.casting import Casting
from warhost.rulesets.fantasy_battles.chapters.melee.wielding import armed_value
from warhost.rulesets.fantasy_battles.core import (
    MODEL_RULES,
    Attack,
    Battle,
    ModelRule,
    Unit,
    speakers,
    to_hit_table,
    value,
)
from warhost.table import Arc, summed

RULING = "T9A-R205"


@MODEL_RULES.rule("Bodyguard", RULING)
class Bodyguard(ModelRule):
    """With a Character in its ranks, of those in brackets if any are named, the unit is Stubborn."""

    brackets = Brackets(r"[A-Z][^()]*", "General", needed=False)

    def guards(self, battle: Battle, bearer: Unit) -> bool:
        wanted = {name.strip() for name in self.said.split(",") if name.strip()}
        for guest in battle.guests_of(battle.body(bearer)):
            entry = battle.entry(guest)
            if entry.is_character and (not wanted or wanted & {entry.name, *entry.aliases, *entry.command}):
                return True
        return False


@MODEL_RULES.rule("Hatred", RULING)
class Hatred(ModelRule):
    """Failed rolls to hit of its Close Combat Attacks are rolled again in the first round of a combat."""

    def on_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.kind == "melee" and not battle.body(bearer).rounds:
            attack.hits_rerolled_by = self


@MODEL_RULES.rule("Parry", RULING)
class Parry(ModelRule):
    """Close Combat Attacks from its front meet 1 more Defensive Skill, or as much as their Offensive Skill."""

    def on_defence(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.kind != "melee" or attack.from_side is not Arc.FRONT or attack.attacker is None:
            return
        offence = armed_value(battle, battle.units[attack.attacker], "off", attack.part)
        parried = to_hit_table(offence, max(offence, value(battle, bearer, "def") + 1))
        attack.hit_on = parried if attack.hit_on is None else max(attack.hit_on, parried)


@MODEL_RULES.rule("Unbreakable", RULING)
class Unbreakable(ModelRule):
    """Break Tests are passed; it stands only among its like."""

    passes = frozenset({"break"})

    def check_company(self, battle: Battle, bearer: Unit, other: Unit) -> Refused | None:
        if any(isinstance(rule, Unbreakable) for rule in speakers(battle, other)):
            return None
        return Refused(f"{bearer.name} and {other.name} cannot be one unit: only one is Unbreakable.", self.id)


@MODEL_RULES.rule("Magic Resistance", RULING)
class MagicResistance(ModelRule):
    """Enemy spells at its unit are cast with a roll that is lower by the number in brackets; the highest counts."""

    brackets = NUMBER

    def on_enemy_casting(self, battle: Battle, bearer: Unit, casting: Casting) -> None:
        body = battle.body(bearer)
        if all(battle.body(battle.units[number]) is not body for number in casting.targets):
            return
        taken = -summed(part.amount for part in casting.roll.parts if part.why == self.name)
        if int(self.said) > taken:
            casting.roll.add(int(taken) - int(self.said), self)
