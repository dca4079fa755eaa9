"""Thaumaturgy (Paths)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from warhost.dice import Dice, odds
from warhost.play.rules.tally import Tally
from warhost.play.script import Script, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters import panic
from warhost.rulesets.fantasy_battles.chapters.damage import damage
from warhost.rulesets.fantasy_battles.chapters.general.discipline import DisciplineTest
from warhost.rulesets.fantasy_battles.chapters.magic.casting import Casting
from warhost.rulesets.fantasy_battles.chapters.magic.spell_base import DamageSpell, LastingSpell, choose_form, roll_form
from warhost.rulesets.fantasy_battles.chapters.magic.spell_data import BASIC, figures
from warhost.rulesets.fantasy_battles.core import PATHS, SPELLS, Attack, Battle, PathRule, Spell, Unit, boundary
from warhost.rulesets.fantasy_battles.rules.paths.occultism import BreathSpell
from warhost.rulesets.fantasy_battles.shown.spell_events import WrathGrew, WrathStruck
from warhost.table import TOLERANCE, distance_to_point


@PATHS.rule("Judgement on High", "t9a.thaumaturgy.judgement_on_high")
class JudgementOnHigh(PathRule):
    """Dice that show 1 are rolled again, unless they are a Miscast; triples count 1 more (T9A-R099)."""

    MISCAST = 1

    def on_casting(self, battle: Battle, casting: Casting) -> None:
        casting.rerolls_ones = self
        casting.miscast.add(self.MISCAST, self)


@SPELLS.rule("Hand of Heaven", "t9a.thaumaturgy.1_hand_of_heaven")
class HandOfHeaven(DamageSpell):
    """Hits whose Strength is left to a die, one for all of them (T9A-R100)."""


@SPELLS.rule("Smite the Unbeliever", "t9a.thaumaturgy.2_smite_the_unbeliever")
class SmiteTheUnbeliever(LastingSpell):
    """The target is weaker in body or in blow: a die decides, boosted the caster (T9A-R101)."""

    RESILIENCE, STRENGTH = 1, 2
    LOWER: ClassVar[dict[int, tuple[str, ...]]] = {RESILIENCE: ("res",), STRENGTH: ("str", "ap")}

    @classmethod
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        if casting.version.name == BASIC:
            die = yield from roll_form(casting)
            form = cls.RESILIENCE if die <= 3 else cls.STRENGTH
        else:
            forms = [(cls.RESILIENCE, "-1 Resilience"), (cls.STRENGTH, "-1 Strength and AP")]
            form = yield from choose_form(casting, f"What does {cls.name} lower?", forms)
        for number in casting.targets:
            cls.lie_on(battle, battle.units[number], casting, form)

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        if name in self.LOWER[self.effect.form]:
            tally.add(-1, self)


@SPELLS.rule("Speaking in Tongues", "t9a.thaumaturgy.3_speaking_in_tongues")
class SpeakingInTongues(LastingSpell):
    """A friend may take failed Discipline Tests again; an enemy never may."""

    def on_discipline(self, battle: Battle, bearer: Unit, test: DisciplineTest) -> None:
        if bearer.seat == self.effect.seat:
            test.reroll(self)
        else:
            test.bar_rerolls(self)


@SPELLS.rule("Cleansing Fire", "t9a.thaumaturgy.4_cleansing_fire")
class CleansingFire(BreathSpell):
    """A Breath whose Strength is left to a die."""


@SPELLS.rule("Wrath of God", "t9a.thaumaturgy.5_wrath_of_god")
class WrathOfGod(Spell):
    """A counter that grows, until the wrath comes down on everybody near it (T9A-R102)."""

    GROWS = 3
    """On so much or less another counter is placed."""

    @classmethod
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        assert casting.point is not None
        battle.wraths = (*battle.wraths, (*casting.point, 1, _player_turn(battle)))
        yield WrathGrew(casting.caster.seat, 1, *casting.point)

    @classmethod
    def at_magic_end(cls, battle: Battle) -> Script[None]:
        """At the end of every later Magic Phase, of either player, a die for each."""
        for wrath in battle.wraths:
            x, y, counters, cast_in = wrath
            if cast_in == _player_turn(battle):
                continue
            die = yield from roll_sum("D6", why=cls.name, rule=cls.id, seat=battle.active)
            others = tuple(other for other in battle.wraths if other is not wrath)
            if die <= cls.GROWS:
                battle.wraths = (*others, (x, y, counters + 1, cast_in))
                yield WrathGrew(battle.active, counters + 1, x, y)
            else:
                battle.wraths = others
                yield from cls._strike(battle, x, y, counters)

    @classmethod
    def _strike(cls, battle: Battle, x: float, y: float, counters: int) -> Script[None]:
        """Everybody near enough suffers hits of its own number, Engaged or not."""
        inches = yield from roll_sum("2D6", why=f"Radius of {cls.name}", rule=cls.id, seat=battle.active)
        radius = inches + counters
        near = [
            unit
            for unit in battle.units
            if unit.pose is not None and distance_to_point(boundary(battle, unit), x, y) <= radius + TOLERANCE
        ]
        yield WrathStruck(tuple(unit.id for unit in near), x, y, radius)
        version = figures(cls.name, BASIC)
        attacks = []
        for unit in near:
            hits = yield from roll_sum(
                str(version.hits), why=f"Hits of {cls.name} on {unit.name}", rule=cls.id, seat=battle.active
            )
            assert isinstance(version.str_, int)
            attack = Attack(
                *("spell", None, unit.id, hits, cls.name, cls.id),
                strength=version.str_,
                ap=version.ap,
                rules=version.rules,
            )
            attacks.append(damage.prepared(battle, attack))
        for attack in attacks:
            yield from damage.roll_hits(battle, attack)
        yield from panic.suffer_attacks(battle, attacks)
        yield from panic.after_losses_of_all(battle, near, None)


@rule("t9a.thaumaturgy.5_wrath_of_god")
def _player_turn(battle: Battle) -> int:
    """The number of the present Player Turn."""
    return 2 * battle.turn + (battle.active != battle.first)


@SPELLS.rule("Trial of Faith", "t9a.thaumaturgy.6_trial_of_faith")
class TrialOfFaith(DamageSpell):
    """Caster and target roll off; the caster's lead is the number of hits, which wound without a roll."""

    CASTER, TARGET = Dice.parse("D3+1"), Dice.parse("D3")

    @classmethod
    def roll_number(cls, battle: Battle, casting: Casting, target: Unit) -> Script[int]:
        caster = casting.caster
        own = yield from roll_sum(
            cls.CASTER, why=f"{cls.name} of {caster.name}", rule=cls.id, seat=caster.seat, unit=caster.id
        )
        other = yield from roll_sum(
            cls.TARGET, why=f"{cls.name} of {target.name}", rule=cls.id, seat=target.seat, unit=target.id
        )
        return max(0, own - other)

    @classmethod
    def number_odds(cls, battle: Battle, casting: Casting, target: Unit) -> Mapping[int, float]:
        own, other = odds.of(cls.CASTER), odds.of(cls.TARGET)
        lead = odds.convolve(own, other.map(lambda total: -total))
        return lead.map(lambda total: max(0, total))
