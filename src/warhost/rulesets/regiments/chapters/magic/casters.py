"""Casters: who they are, the power that they gain, the spells that they know, and how spells are paid for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from warhost.play.questions import Odds
from warhost.play.script import Script
from warhost.play.shown.english import acts
from warhost.rulebook import rule
from warhost.rulesets.regiments.core import (
    HERO,
    Battle,
    SpellText,
    Trooper,
    Unit,
    base_sees,
    footprint,
    look,
    openings,
    optional,
    troopers,
    unit_sees,
)
from warhost.rulesets.regiments.core.speakers import casters, model_rules

MOST_TOKENS = 6
HELP_RANGE = 18.0
CAST_ON = 4


class CasterModel(msgspec.Struct, frozen=True):
    """One caster: its unit, its place among the unit's casters, the group it belongs to."""

    unit: int
    place: int
    group: int


def casters_of(battle: Battle, unit: Unit) -> list[CasterModel]:
    return [CasterModel(unit.id, place, group) for place, group in enumerate(casters(battle, unit))]


@rule("aofr.special.caster.tokens")
def gain_of(battle: Battle, unit: Unit, group: int) -> int:
    """The spell tokens that a caster of that group gains when a round begins: as many as its rules say."""
    rules = model_rules(battle, unit, group)
    level = sum(own.rating for own in rules.at("casts") if own.casts)
    return max(0, level + sum(own.power for own in rules.at("power")))


def level_of(battle: Battle, unit: Unit, group: int) -> int:
    """The X of Caster(X)."""
    return sum(own.rating for own in model_rules(battle, unit, group).at("casts") if own.casts)


def true_casters(battle: Battle, unit: Unit) -> list[CasterModel]:
    """Those that have the Caster rule, and not only a token that something lent them."""
    return [caster for caster in casters_of(battle, unit) if level_of(battle, unit, caster.group)]


@rule("aofr.special.caster.own_spells")
def spells_of(battle: Battle, caster: CasterModel) -> tuple[SpellText, ...]:
    """The spells of the caster's own faction that do something."""
    unit = battle.units[caster.unit]
    rules = model_rules(battle, unit, caster.group).at("casts")
    if rules and all(own.knows_no_spells for own in rules):
        return ()
    regiment = battle.regiment(unit)
    if caster.group == HERO:
        assert regiment.hero is not None
        regiment = regiment.hero
    return tuple(spell for spell in regiment.spells if spell.effect is not None)


def model_of(battle: Battle, unit: Unit, caster: CasterModel) -> Trooper | None:
    """Where the caster stands; None if it is not on the table, nor in a piece of terrain out of which it sees."""
    if unit.pose is None:
        inside = bool(openings(battle, unit))
        return Trooper(caster.group, 0, 0, footprint(battle, unit)) if inside else None
    groups = set(casters(battle, unit))
    return [trooper for trooper in troopers(battle, unit) if trooper.group in groups][caster.place]


@rule("aofr.special.caster.boost", "aofr.special.caster.hinder")
def onlookers(battle: Battle, caster: CasterModel, seat: int) -> Iterator[CasterModel]:
    """The casters of one side that may help or hinder this one: itself, and those within 18" that see it in front of
    them (AOFR-R148)."""
    unit = battle.units[caster.unit]
    own = model_of(battle, unit, caster)
    for other in battle.units:
        if other.seat == seat and not other.fate:
            for helper in casters_of(battle, other):
                if helper == caster or _sees_caster(battle, helper, unit, own):
                    yield helper


def _sees_caster(battle: Battle, helper: CasterModel, unit: Unit, own: Trooper | None) -> bool:
    """Whether a helper sees the casting model within 18"; comrades of its unit and inside its transport do."""
    friend = battle.units[helper.unit]
    if friend is unit or unit.inside is not None:
        return unit_sees(battle, friend, unit, optional.measured(battle, HELP_RANGE))
    stands = model_of(battle, friend, helper)
    if stands is None or own is None:
        return False
    view = msgspec.structs.replace(look(battle, friend, unit), bases=(own.base,))
    return base_sees(stands.base, view, optional.measured(battle, HELP_RANGE))


class Way:
    """A way to pay for spells and to roll for them. The book's own is by spell tokens."""

    def ready(self, battle: Battle, caster: CasterModel) -> bool:
        """Whether the caster has anything to cast spells with."""
        raise NotImplementedError

    def may_try(self, battle: Battle, caster: CasterModel, spell: SpellText) -> bool:
        """Whether the caster can pay for the spell."""
        raise NotImplementedError

    def price(self, battle: Battle, caster: CasterModel, spell: SpellText) -> str:
        """What it costs, in words behind the spell's name."""
        raise NotImplementedError

    def chance(self, battle: Battle, caster: CasterModel, spell: SpellText) -> Odds:
        """How likely the spell goes off, told at once."""
        raise NotImplementedError

    def prospects(self, battle: Battle, caster: CasterModel, spell: SpellText) -> Iterator[Odds]:
        """How likely it goes off, by what both sides can spend on it; the first is that of `chance`."""
        raise NotImplementedError

    def target(self, battle: Battle, caster: CasterModel, spell: SpellText) -> int:
        """What a die must show at least for the spell, before anything is added to it."""
        return CAST_ON

    def cast(
        self, battle: Battle, caster: CasterModel, spell: SpellText, on: Sequence[Unit], need: int, what: str = ""
    ) -> Script[bool]:
        """The spell is paid for and rolled for. Whether it goes off.

        `on` are the units that it is cast on, `what` says what is tried where it is something else.
        """
        raise NotImplementedError

    def grant(self, battle: Battle, caster: CasterModel, tokens: int) -> None:
        """The caster gets so many spell tokens, or loses them."""
        raise NotImplementedError


def told_try(unit: Unit, spell: SpellText, on: Sequence[Unit], what: str) -> str:
    """What is tried, as a sentence."""
    return what or f"{acts(unit.name, 'casts')} {spell.name} on {' and '.join(target.name for target in on)}."
