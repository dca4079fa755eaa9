"""Events that wait for the first time in this round that certain dice fall (AOFR-R548)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from warhost.play.counsel.throws import natural
from warhost.play.questions import Part as Scored
from warhost.play.questions import Roll
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters import morale
from warhost.rulesets.regiments.chapters.melee.strikes import Side
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack, AttackKind
from warhost.rulesets.regiments.chapters.wounds.casualties import suffer
from warhost.rulesets.regiments.chapters.wounds.removal import rout
from warhost.rulesets.regiments.core import Battle, Cause, Clash, Unit
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.parts.random_events.happening import EventFell, Happening, RandomEvent, change, event
from warhost.rulesets.regiments.parts.shared.harm import take_hits

SHOOTING: AttackKind = "shooting"
MELEE: AttackKind = "melee"


class ToHit(RandomEvent):
    """It waits for a face on dice to hit: the unit that shows it first, whom it attacks, and how often the face is
    shown are kept with the event. Unmodified results count, those of a second throw too (AOFR-R514)."""

    face: ClassVar[int] = 1
    by: ClassVar[AttackKind] = SHOOTING

    def hits_scored(self, battle: Battle, attacks: Sequence[Attack], one: Happening) -> Script[None]:
        """Attacks that are rolled together: all their dice to hit are one roll (AOFR-R548)."""
        yield from ()
        own = [attack for attack in attacks if attack.kind == self.by and attack.attacker != attack.target]
        count = sum(attack.shown.count(self.face) for attack in own)
        if count and not one.spent:
            change(battle, one, units=(own[0].attacker, own[0].target), count=count, spent=True)

    def due(self, one: Happening, unit: Unit) -> bool:
        """Whether that unit has shown it, and nothing has come of it yet."""
        return one.spent and one.count > 0 and one.units[:1] == (unit.id,)

    def done(self, battle: Battle, one: Happening) -> None:
        change(battle, one, count=0)


@event("41_grave_miscalculation")
class GraveMiscalculation(ToHit):
    """Shots that go astray."""

    face, by = 1, SHOOTING

    @rule("aofr.event.41_grave_miscalculation")
    def after_shots(self, battle: Battle, unit: Unit, one: Happening) -> Script[None]:
        """The shooter takes a hit with AP(2) for each 1."""
        if self.due(one, unit):
            self.done(battle, one)
            yield from take_hits(battle, unit, one.count, self.name, self.rule, (RuleText("AP", 2),))


@event("42_berserker")
class Berserker(ToHit):
    """Somebody goes berserk."""

    face, by = 6, MELEE

    @rule("aofr.event.42_berserker")
    def struck(self, battle: Battle, side: Side, other: Side, one: Happening) -> Script[None]:
        """The target takes one wound for each 6, on top of what the hits did; they count for the melee."""
        if self.due(one, side.unit):
            self.done(battle, one)
            yield EventFell(self.name, side.unit.name)
            by = Cause(side.unit.id, "melee")
            side.wounds += yield from suffer(battle, other.unit, one.count, by=by)


@event("45_suppressive_fire")
class SuppressiveFire(ToHit):
    """Shots that make the target duck."""

    face, by = 6, SHOOTING

    @rule("aofr.event.45_suppressive_fire")
    def after_shots(self, battle: Battle, unit: Unit, one: Happening) -> Script[None]:
        """The target tests morale at -1 for each 6 right after the shooting (AOFR-R550)."""
        if not self.due(one, unit):
            return
        self.done(battle, one)
        target = battle.units[one.units[1]]
        if target.fate:
            return
        test = morale.made_test(battle, target)
        test.modifiers.add(-one.count, self.name, self.rule)
        by = Cause(unit.id, "shooting")
        if not (yield from morale.take_test(battle, target, test, self.rule, forced=by)):
            yield from morale.shake(battle, target)


@event("46_bad_to_worse")
class BadToWorse(ToHit):
    """Blows that hurt nobody."""

    face, by = 1, MELEE

    @rule("aofr.event.46_bad_to_worse")
    def scores(self, battle: Battle, unit: Unit, wounds: int, one: Happening) -> Iterable[Scored]:
        """One wound fewer for each 1 when the winner is found, but no fewer than none (AOFR-R551)."""
        if self.due(one, unit) and wounds:
            yield Scored(-min(one.count, wounds), self.name, self.rule)

    @rule("aofr.event.46_bad_to_worse")
    def melee_over(self, battle: Battle, clash: Clash, one: Happening) -> None:
        """It counts in that one melee."""
        if one.spent and one.units[0] in clash.units:
            self.done(battle, one)


@event("44_panic_attack")
class PanicAttack(RandomEvent):
    """The first who loses heart runs."""

    def after_roll(self, battle: Battle, roll: Roll, faces: tuple[int, ...], one: Happening) -> Script[None]:
        yield from ()
        if not one.spent and roll.unit is not None and roll.why.startswith(morale.MORALE):
            change(battle, one, units=(roll.unit,) if natural(faces) == (1,) else ())

    @rule("aofr.event.44_panic_attack")
    def morale_tested(self, battle: Battle, unit: Unit, one: Happening, forced: Cause | None) -> Script[None]:
        """The first unit this round that rolls a 1 routs, whatever is left of it; nothing saves it (AOFR-R549). That
        is the event's doing, not that of wounds: it holds for Unit Attrition too (AOFR-R967)."""
        if not one.spent and one.units == (unit.id,):
            change(battle, one, spent=True)
            yield from rout(battle, unit, forced)
