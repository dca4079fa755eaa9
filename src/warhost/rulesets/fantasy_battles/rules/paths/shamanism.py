"""Shamanism (Paths)."""

from __future__ import annotations

from collections.abc import Mapping

from warhost.play.rules.tally import Tally
from warhost.play.script import Refused, Script
from warhost.rulesets.fantasy_battles.chapters.magic.casting import Casting
from warhost.rulesets.fantasy_battles.chapters.magic.spell_base import DamageSpell, LastingSpell
from warhost.rulesets.fantasy_battles.chapters.magic.spell_data import BASIC, figures
from warhost.rulesets.fantasy_battles.chapters.magic.summoning import summon, summoned_entry
from warhost.rulesets.fantasy_battles.core import SPELLS, Attack, Battle, Spell, Unit, boundary, enemies
from warhost.rulesets.fantasy_battles.shown.spell_events import SpellSpread
from warhost.table import TOLERANCE, Point, within


@SPELLS.rule("Scarification", "t9a.shamanism.a_scarification")
class Scarification(LastingSpell):
    """Melee Attacks never wound the caster on better than 5+."""

    BEST = 5

    def on_defence(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.in_melee:
            attack.wounds_from = max(attack.wounds_from, self.BEST)


@SPELLS.rule("Awaken the Beast", "t9a.shamanism.1_awaken_the_beast")
class AwakenTheBeast(LastingSpell):
    """The target is stronger, boosted it is tougher instead; by a setting boosted both (T9A-R095)."""

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        super().on_value(battle, bearer, name, tally)
        if self.effect.version != BASIC and battle.scene.settings.awaken_the_beast == "both":
            tally.add(figures(self.name, BASIC).adds.get(name, 0), self)


@SPELLS.rule("Swarm of Insects", "t9a.shamanism.2_swarm_of_insects")
class SwarmOfInsects(DamageSpell, LastingSpell):
    """A great many weak hits; whoever is hurt shoots worse until it moves (T9A-R096)."""

    @classmethod
    def after_hits(cls, battle: Battle, casting: Casting, lost: Mapping[int, int]) -> Script[None]:
        for number, points in lost.items():
            unit = battle.units[number]
            if points and unit.pose is not None:
                cls._leave(unit)
                cls.lie_on(battle, unit, casting)
        yield from ()

    def after_move(self, battle: Battle, bearer: Unit) -> None:
        self._leave(battle.body(bearer))

    @classmethod
    def _leave(cls, body: Unit) -> None:
        body.effects = tuple(effect for effect in body.effects if effect.spell != cls.name)


@SPELLS.rule("Savage Fury", "t9a.shamanism.3_savage_fury")
class SavageFury(LastingSpell):
    """Fierce, fearless and hard to hold back."""


@SPELLS.rule("Chilling Howl", "t9a.shamanism.4_chilling_howl")
class ChillingHowl(LastingSpell):
    """The target and all enemies of the caster that were near it shoot weaker, wherever they go then (T9A-R097)."""

    @classmethod
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        target = battle.units[casting.targets[0]]
        heard = cls.at_risk(battle, casting)
        for unit in heard:
            cls.lie_on(battle, unit, casting)
        if len(heard) > 1:
            yield SpellSpread(target.id, tuple(unit.id for unit in heard), cls.name)

    @classmethod
    def at_risk(cls, battle: Battle, casting: Casting) -> list[Unit]:
        there = boundary(battle, battle.units[casting.targets[0]])
        around = enemies(battle, casting.caster.seat)
        return [unit for unit in around if within(there, boundary(battle, unit), casting.version.inches)]


@SPELLS.rule("Totemic Summon", "t9a.shamanism.5_totemic_summon")
class TotemicSummon(Spell):
    """A Totemic Beast appears at a Board Edge (T9A-R098)."""

    SUMMONED = "Totemic Beast"

    @classmethod
    def check_point(cls, battle: Battle, casting: Casting, point: Point) -> Refused | None:
        board, most = battle.scene.board, casting.version.inches
        away = min(*point, board.width - point[0], board.depth - point[1])
        if away > most + TOLERANCE:
            return Refused(f'That point is {away:.2f}" from the table edge; {cls.name} needs {most}" or less.', cls.id)
        return None

    @classmethod
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        caster, point = casting.caster, casting.point
        assert point is not None
        entry = summoned_entry(cls.SUMMONED, battle.entry(caster).army)
        yield from summon(battle, caster.seat, entry, point, cls.id)


@SPELLS.rule("Break the Spirit", "t9a.shamanism.6_break_the_spirit")
class BreakTheSpirit(LastingSpell):
    """Its attacks hit worse, and all ground is dangerous to it."""

    ground = 2
