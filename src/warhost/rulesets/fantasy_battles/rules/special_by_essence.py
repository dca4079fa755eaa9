"""Model rules that army books of the game name and the quick reference does not, as Essence of War has them (T9A-R204).

The quick reference knows them under the names of its own edition: Impact Hits for Impact, Devastating Charge for
Devastating, Grind Attacks for Grind, Poison Attacks for Poison.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from warhost.play.rules.rulebase import Brackets
from warhost.play.script import Refused, Script
from warhost.rulesets.families.ninth_age.chapters import panic
from warhost.rulesets.fantasy_battles.chapters.damage import damage
from warhost.rulesets.fantasy_battles.chapters.general.discipline import DisciplineTest, discipline_test, failed_by
from warhost.rulesets.fantasy_battles.chapters.general.presence import lends
from warhost.rulesets.fantasy_battles.core import (
    BOONS,
    MODEL_RULES,
    Attack,
    Battle,
    Boon,
    BoonRule,
    ModelRule,
    SpecialAttack,
    Unit,
    printed,
    speakers,
    spoken,
)
from warhost.rulesets.fantasy_battles.rules.special_fighting import AttackRule
from warhost.rulesets.fantasy_battles.shown import events
from warhost.table import Arc

RULING = "T9A-R204"

_HITS = re.compile(r"(\d{1,2}|\d{0,2}D[36](?:\+\d+)?)(?: Hits?)?(?:, Str (\d{1,2}), AP (\d{1,2}))?")
_BONUS = re.compile(r"\+(\d) (Att|Off|Str|AP|Agi)")
_GIVEN = (
    r"Battle Focus|Distracting|Lethal Strike|Lightning Reflexes|Poison Attacks|(?:Flaming|Magical|Divine|Toxic) Attacks"
    r"|Multiple Wounds \((?:\d|D[36])\)"
)
"""The rules that a charge may give: those of attacks and of defence against them."""


# Attacks


class AutomaticHits(ModelRule):
    """Automatic hits of each model in contact: how many, and how hard if not as hard as its last part strikes, which is
    the mount of a rider."""

    brackets = Brackets(_HITS.pattern, "D6, Str 4, AP 1")

    def __init__(self, said: str = "") -> None:
        super().__init__(said)
        match = _HITS.fullmatch(said)
        assert match is not None, f"{self.name} ({said}) cannot be read"
        self.hits = match[1]
        self.figures = None if match[2] is None else (int(match[2]), int(match[3]))

    def at(self, battle: Battle, bearer: Unit, agility: int, *, front_only: bool = False) -> SpecialAttack:
        """The attack of one model at that Initiative Step; nothing changes its values."""
        entry = battle.entry(bearer)
        last = len(entry.parts) - 1
        strength, ap = self.figures or (printed(entry, "str", last), printed(entry, "ap", last))
        return SpecialAttack(
            source=self, agility=agility, hits=self.hits, strength=strength, ap=ap, front_only=front_only
        )


@MODEL_RULES.rule("Impact Hits", RULING)
class ImpactHits(AutomaticHits):
    """In the round after it charged, automatic hits at Initiative Step 10 on enemies at its front."""

    def special_attacks(self, battle: Battle, bearer: Unit) -> Iterable[SpecialAttack]:
        if battle.body(bearer).charging:
            yield self.at(battle, bearer, 10, front_only=True)


@MODEL_RULES.rule("Grind Attacks", RULING)
class GrindAttacks(AutomaticHits):
    """In every round automatic hits at Initiative Step 0."""

    def special_attacks(self, battle: Battle, bearer: Unit) -> Iterable[SpecialAttack]:
        yield self.at(battle, bearer, 0)


@MODEL_RULES.rule("Devastating Charge", RULING)
class DevastatingCharge(ModelRule):
    """While it is Charging its Close Combat Attacks have what its brackets say: higher values, or rules."""

    brackets = Brackets(rf"(?:{_BONUS.pattern}|{_GIVEN})(?:, (?:{_BONUS.pattern}|{_GIVEN}))*", "+1 Str, +1 AP")

    def __init__(self, said: str = "") -> None:
        super().__init__(said)
        self.bonuses = {name.lower(): int(amount) for amount, name in _BONUS.findall(said)}
        told = (text for text in said.split(", ") if not _BONUS.fullmatch(text))
        self.given = MODEL_RULES.spoken(tuple(told))

    def adds_to_blows(self, battle: Battle, bearer: Unit, name: str) -> int:
        return self.bonuses.get(name, 0) if battle.body(bearer).charging else 0

    def on_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.kind == "melee" and battle.body(bearer).charging:
            for rule in self.given.at("on_attack"):
                rule.on_attack(battle, bearer, attack)

    def on_defence(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if battle.body(bearer).charging:
            for rule in self.given.at("on_defence"):
                rule.on_defence(battle, bearer, attack)


@MODEL_RULES.rule("Lightning Reflexes", RULING)
class LightningReflexes(ModelRule):
    """+1 to hit with its Close Combat Attacks, once."""

    def on_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.kind == "melee" and all(part.why != self.name for part in attack.to_hit.parts):
            attack.to_hit.add(1, self)


@MODEL_RULES.rule("Poison Attacks", RULING)
class PoisonAttacks(AttackRule):
    """A natural 6 to hit wounds without a roll; a Hopeless Shot rolls to wound all the same."""

    def marks(self, attack: Attack) -> None:
        attack.poisoned = True


@MODEL_RULES.rule("Fight in Extra Rank", RULING)
class FightInExtraRank(ModelRule):
    """One more rank makes Supporting Attacks, or as many as its brackets say; several of them add up."""

    brackets = Brackets(r"\d", "2", needed=False)
    stacks = True

    def adds_support(self, battle: Battle, bearer: Unit) -> int:
        return int(self.said or 1)


@MODEL_RULES.rule("Primal Instinct", RULING)
class PrimalInstinct(ModelRule):
    """A Discipline Test at the start of every Round of Combat; if passed, failed rolls to hit are rolled again."""

    def at_combat_start(self, battle: Battle, bearer: Unit) -> Script[None]:
        unit = battle.body(bearer)
        if (yield from discipline_test(battle, unit, "primal instinct", self.id)):
            unit.boons = (*unit.boons, Boon(self.name, "round"))


@BOONS.rule("Primal Instinct", RULING)
class Enraged(BoonRule):
    """A unit that passed its test for Primal Instinct in this round."""

    def on_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.kind == "melee":
            attack.hits_rerolled_by = self


@MODEL_RULES.rule("Shield Wall", RULING)
class ShieldWall(ModelRule):
    """Aegis (6+) against Melee Attacks from its front."""

    def on_defence(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.in_melee and attack.from_side is Arc.FRONT:
            attack.aegis.append((6, self.name))


# Nerve


@MODEL_RULES.rule("Insignificant", RULING)
class Insignificant(ModelRule):
    """What befalls it frightens only its like; with a Character in its ranks who is not, it is not either."""

    needs = "all"

    def frightens_only(self, battle: Battle, bearer: Unit, friend: Unit) -> bool:
        return any(isinstance(speaker, Insignificant) for _, speaker in spoken(battle, friend, "frightens_only"))


@MODEL_RULES.rule("Warborn", RULING)
class Warborn(ModelRule):
    """Panic and Break Tests are Minimised."""

    def on_discipline(self, battle: Battle, bearer: Unit, test: DisciplineTest) -> None:
        if test.kind in ("panic", "break"):
            test.minimise(self)


def crumble(battle: Battle, unit: Unit, points: int, by: ModelRule) -> Script[None]:
    """Health Points that a unit loses in place of breaking, without saves; its friends may panic if it is destroyed."""
    if points <= 0:
        return
    yield events.UnitCrumbled(unit.id, points, by.name, by.id)
    yield from damage.lose_unsaved(battle, unit, points, by.name)
    if unit.pose is None:
        yield from panic.after_destroyed(battle, unit)


@MODEL_RULES.rule("Unstable", RULING)
class Unstable(ModelRule):
    """It never breaks: it loses a Health Point, without saves, for each point of a lost combat. Only Characters with it
    join such units."""

    passes = frozenset({"break"})
    crumbles = "difference"

    def check_company(self, battle: Battle, bearer: Unit, other: Unit) -> Refused | None:
        if battle.entry(bearer).single or any(isinstance(rule, Unstable) for rule in speakers(battle, other)):
            return None
        why = f"{other.name} cannot join {bearer.name}: only Unstable Characters join Unstable units."
        return Refused(why, self.id)

    def after_losing(self, battle: Battle, bearer: Unit, difference: int) -> Script[None]:
        yield from crumble(battle, battle.body(bearer), difference, self)


@MODEL_RULES.rule("Supernal", RULING)
class Supernal(ModelRule):
    """It never flees from a failed Break Test: it loses a Health Point, without saves, for each point of failure."""

    crumbles = "margin"

    def after_failed_break(self, battle: Battle, bearer: Unit, margin: int) -> Script[bool]:
        yield from crumble(battle, battle.body(bearer), margin, self)
        return True


@MODEL_RULES.rule("Undead", RULING)
class Undead(ModelRule):
    """It Marches only where it starts within a friend's Commanding Presence; it may crumble when its General falls."""

    def check_march(self, battle: Battle, bearer: Unit) -> Refused | None:
        unit = battle.body(bearer)
        leaders = (one for one in battle.units if one.seat == unit.seat and battle.body(one).pose is not None)
        if any(lends(battle, leader, unit) for leader in leaders):
            return None
        return Refused(f"{bearer.name} cannot March: no friend with Commanding Presence is near enough.", self.id)

    def at_phase_end(self, battle: Battle, bearer: Unit) -> Script[None]:
        unit = battle.body(bearer)
        led = (one for one in battle.units if one.seat == unit.seat and battle.entry(one).general)
        if self.name in bearer.used or not any(one.fate for one in led):
            return
        bearer.used = (*bearer.used, self.name)
        margin = yield from failed_by(battle, unit, "crumble", self.id)
        yield from crumble(battle, unit, margin, self)
