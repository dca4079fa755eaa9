"""Where the optional parts of the book may speak (Advanced Rules).

A part is switched on by a setting (`parts`) and lives in a file or folder of its own in `parts/`. The core never asks
for a part by its name: it says at which moments parts may speak and asks those that are in force. Without any in force
nothing is asked.

    @optional.part("mud", "Deep Mud", "aofr.pack.choose")
    class DeepMud(Part):
        def at_round_start(self, battle: Battle) -> Script[None]: ...

What a part remembers is a frozen struct of its own, every field with a default, kept with the battle:

    told = optional.kept(battle, "mud", MudState)
    optional.keep(battle, "mud", msgspec.structs.replace(told, deep=True))

What it does to a unit for a time is an `Effect` on the unit, under a name that the part knows (`effect`, `speaker`):
it speaks like a special rule of the unit's own, shows on its card, and fades by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING, Any, TypeVar, cast

import msgspec

from warhost.errors import WarhostError, did_you_mean
from warhost.play.events import Event
from warhost.play.questions import Roll
from warhost.play.script import Refused, Script
from warhost.rulebook import rule
from warhost.rulesets.regiments.core.battle import Battle, Cause, Effect, Settings, Unit
from warhost.rulesets.regiments.core.entries import ArmyList, Regiment, SpellEffect
from warhost.rulesets.regiments.core.rules import SpecialRule

if TYPE_CHECKING:
    from warhost.field import Path
    from warhost.field.ground.placing import Ground
    from warhost.rulesets.regiments.core.rules import ActionName
    from warhost.table import Rect

from warhost.rulesets.regiments.core.moments import Part

S = TypeVar("S", bound=msgspec.Struct)


PARTS: dict[str, type[Part]] = {}
"""The optional parts by their slugs, in the order of the book."""

Steps = dict[str, Callable[[Battle], Script[None]]]

STEPS: Steps = {}
"""The steps of parts that have stages of their own."""

P = TypeVar("P", bound=type[Part])


def part(slug: str, title: str, *ids: str, steps: Steps | None = None) -> Callable[[P], P]:
    """Make a part known under its slug, with its title, its rows in the rule table and steps of its own."""

    def register(cls: P) -> P:
        if slug in PARTS:
            raise ValueError(f"There are two parts of the name {slug}.")
        cls.slug, cls.title, cls.ids = slug, title, ids
        PARTS[slug] = cls
        STEPS.update(steps or {})
        return cls

    return register


class InForce(tuple[Part, ...]):
    """The parts that are in force, in the order of the book. Who speaks at a moment is found once and kept."""

    def at(self, moment: str) -> tuple[Part, ...]:
        known: tuple[Part, ...] | None = self.__dict__.get(moment)
        if known is None:
            silent = getattr(Part, moment)
            known = tuple(one for one in self if getattr(type(one), moment) is not silent)
            self.__dict__[moment] = known
        return known


def speaking(battle: Battle, moment: str) -> tuple[Part, ...]:
    """The parts that have something to say at a moment."""
    names = battle.scene.settings.parts
    return in_force(names).at(moment) if names else ()


@lru_cache(maxsize=256)
def in_force(names: tuple[str, ...]) -> InForce:
    """The parts that settings name: `fog`, or with choices `fog:hesitation+focus`."""
    told = [_made(name) for name in names]
    order = list(PARTS)
    return InForce(sorted(told, key=lambda one: order.index(one.slug)))


def _made(name: str) -> Part:
    slug, _, said = name.partition(":")
    if slug not in PARTS:
        known = did_you_mean(slug, PARTS) or f" There are {', '.join(PARTS)}."
        raise WarhostError(f'There is no optional part "{slug}".{known}')
    cls = PARTS[slug]
    slugs = [choice.slug for choice in cls.choices]
    chosen = [one for one in said.split("+") if one]
    for one in chosen:
        if one not in slugs:
            known = did_you_mean(one, slugs) or (f" There are {', '.join(slugs)}." if slugs else " It has no choices.")
            raise WarhostError(f'{cls.title} has no choice "{one}".{known}', *cls.ids[:1])
    if len(chosen) > 1 and not cls.several:
        raise WarhostError(f"{cls.title} is played in one way, not in {len(chosen)}.", *cls.ids[:1])
    usual = cls.usual or tuple(slugs if cls.several else slugs[:1])
    return cls(tuple(one for one in slugs if one in chosen) or usual)


def mustered(settings: Settings, regiment: Regiment) -> Regiment:
    """A regiment as it takes the field in a battle with these settings."""
    if settings.parts:
        for one in in_force(settings.parts).at("mustered"):
            regiment = one.mustered(regiment)
    return regiment


def seating(settings: Settings, armies: int) -> tuple[int, ...]:
    """The side of each army: two, one against the other, unless a part in force seats more."""
    parts = in_force(settings.parts)
    for one in parts.at("seating"):
        sides = one.seating(armies)
        alone = next((other for other in parts if not other.many_sides), None)
        if len(set(sides)) > 2 and alone is not None:
            why = f"{alone.title} is for two sides, as {alone.two_sides}: leave it out, or play in two teams."
            raise WarhostError(why, *alone.ids[:1])
        return sides
    if armies != 2:
        raise WarhostError(f"A battle has two armies, not {armies}.", "aofr.setup.order")
    return (0, 1)


def settled_by_parts(settings: Settings, what: str) -> bool:
    """Whether a part in force settles that its own way (`takes`)."""
    return bool(settings.parts) and any(what in one.settles() for one in in_force(settings.parts))


@rule("aofr.casting.modules")
def check(settings: Settings) -> None:
    """Refuse parts that do not exist, are named twice, or do not go together or with what else was agreed on."""
    parts = in_force(settings.parts)
    for number, one in enumerate(parts):
        for other in parts[:number]:
            if one.slug == other.slug:
                raise WarhostError(f"{one.title} is named twice among the optional parts.", *one.ids[:1])
            both = sorted(one.settles() & other.settles())
            if both:
                why = f"{other.title} and {one.title} do not go together: each settles the {both[0]} its own way."
                raise WarhostError(why, *one.ids[:1])
        told = one.problem(settings)
        if told:
            raise WarhostError(told, *one.ids[:1])
    slugs = [one.slug for one in parts]
    for text in settings.brought:
        slug = text.partition(":")[0]
        if slug not in slugs:
            known = did_you_mean(slug, slugs)
            raise WarhostError(f'"{text}" was brought for an optional part that is not played.{known}')


def check_lists(settings: Settings, lists: Sequence[ArmyList]) -> None:
    """Refuse lists that do not go with the parts in force, or with what was brought for them."""
    for one in in_force(settings.parts).at("list_problem"):
        for seat, army in enumerate(lists):
            told = one.list_problem(settings, seat, army)
            if told:
                raise WarhostError(told, *one.ids[:1])


def brought(settings: Settings, slug: str) -> dict[int, str]:
    """What players bring along for a part, by their seats."""
    told: dict[int, str] = {}
    for text in settings.brought:
        part, _, rest = text.partition(":")
        seat, _, what = rest.partition(":")
        if part != slug:
            continue
        if seat not in ("0", "1") or not what or int(seat) in told:
            form = f"{slug}:0:... for the first player, {slug}:1:... for the second"
            raise WarhostError(f'"{text}" cannot be read: write {form}, each once.')
        told[int(seat)] = what
    return told


def kept(battle: Battle, slug: str, state: type[S]) -> S:
    """What a part remembers; what it knows at the beginning if it has kept nothing yet."""
    told = battle.kept
    value: Any = None if told is msgspec.UNSET else told.get(slug)
    if value is None:
        return state()
    if isinstance(value, state):
        return value
    # A battle that was read from a record or a line of text has plain data still.
    made = msgspec.convert(value, state)
    keep(battle, slug, made)
    return made


def keep(battle: Battle, slug: str, state: msgspec.Struct) -> None:
    """Remember this from now on."""
    told = {} if battle.kept is msgspec.UNSET else battle.kept
    battle.kept = {**told, slug: state}


# The moments at which the core asks: each of these functions asks all parts that speak.


_NOTHING = cast("Script[Any]", ())
"""What a battle without parts does at a moment: there is nothing to go through, and nothing comes of it."""


def each(battle: Battle, moment: str, *told: Any) -> Script[None]:
    """All parts that speak at a moment do what they do then, in the order of the book."""
    parts = speaking(battle, moment)
    return _each(parts, battle, moment, told) if parts else _NOTHING


def _each(parts: tuple[Part, ...], battle: Battle, moment: str, told: tuple[Any, ...]) -> Script[None]:
    for one in parts:
        yield from getattr(one, moment)(battle, *told)


def any_of(battle: Battle, moment: str, *told: Any) -> Script[bool]:
    """The same until one of them says that it has done all that there is to do."""
    parts = speaking(battle, moment)
    return _any_of(parts, battle, moment, told) if parts else _NOTHING


def _any_of(parts: tuple[Part, ...], battle: Battle, moment: str, told: tuple[Any, ...]) -> Script[bool]:
    for one in parts:
        if (yield from getattr(one, moment)(battle, *told)):
            return True
    return False


def way_left(battle: Battle, unit: Unit, way: Path, action: ActionName) -> Script[Path]:
    """What is left of a way when all parts have had their say."""
    for one in speaking(battle, "interrupts"):
        if not unit.fate:
            way = yield from one.interrupts(battle, unit, way, action)
    return way


def price_of_failure(battle: Battle, unit: Unit, *, melee: bool) -> int:
    """How many wounds each failure costs if a unit takes a test for each wound instead of one for all; else 0."""
    parts = speaking(battle, "price_of_failure")
    return max((one.price_of_failure(battle, unit, melee=melee) for one in parts), default=0)


def owner_of(battle: Battle, key: str) -> Part | None:
    """The part one of whose own actions has that key."""
    slug, colon, _ = key.partition(":")
    return next((one for one in in_force(battle.scene.settings.parts) if one.slug == slug), None) if colon else None


T = TypeVar("T")


def heard(battle: Battle, script: Script[T]) -> Script[T]:
    """The same script, with all parts listening to its dice and its events."""
    rolls, events = speaking(battle, "after_roll"), speaking(battle, "on_event")
    return _heard(battle, script, rolls, events) if rolls or events else script


def _heard(battle: Battle, script: Script[T], rolls: tuple[Part, ...], events: tuple[Part, ...]) -> Script[T]:
    answer: Any = None
    while True:
        try:
            asked = script.send(answer)
        except StopIteration as done:
            told: T = done.value
            return told
        answer = yield asked
        if isinstance(asked, Roll):
            for one in rolls:
                answer = yield from _heard_by_others(battle, one, one.after_roll(battle, asked, answer), rolls, events)
        elif isinstance(asked, Event):
            for one in events:
                yield from _heard_by_others(battle, one, one.on_event(battle, asked), rolls, events)


def _heard_by_others(
    battle: Battle, one: Part, script: Script[T], rolls: tuple[Part, ...], events: tuple[Part, ...]
) -> Script[T]:
    """What a part does because of what it heard: the other parts listen to it, so that it comes to an end."""
    others = [tuple(other for other in those if other is not one) for those in (rolls, events)]
    return _heard(battle, script, *others) if any(others) else script


def further_targets(battle: Battle, unit: Unit, how: str) -> list[Unit]:
    """What the unit may attack besides the enemies on the table."""
    parts = speaking(battle, "targets")
    return [one for part in parts for one in part.targets(battle, unit, how)] if parts else []


def shelters(battle: Battle) -> list[Unit]:
    """The pieces of terrain that units may go into."""
    parts = speaking(battle, "shelters")
    return [one for part in parts for one in part.shelters(battle)] if parts else []


def why_not_enter(battle: Battle, shelter: Unit, unit: Unit) -> Refused | None:
    """Why a piece of terrain does not take the unit in, if it does not."""
    told = (part.why_not_enter(battle, shelter, unit) for part in speaking(battle, "why_not_enter"))
    return next((refused for refused in told if refused is not None), None)


def is_ground(battle: Battle, unit: Unit, base: Rect, what: str) -> bool:
    """Whether optional parts say that the ground there is difficult, dangerous or cover for a model of the unit."""
    parts = speaking(battle, "ground_under")
    return bool(parts) and any(what in part.ground_under(battle, unit, base) for part in parts)


def takes_tests(battle: Battle, unit: Unit) -> bool:
    """Whether the unit takes morale tests: pieces of terrain do not."""
    parts = speaking(battle, "takes_tests")
    return unit.site is None and (not parts or all(part.takes_tests(battle, unit) for part in parts))


def leaving(battle: Battle, unit: Unit) -> Script[None]:
    yield from each(battle, "leaving", unit)


def destroyed(battle: Battle, unit: Unit, by: Cause | None) -> Script[None]:
    yield from each(battle, "destroyed", unit, by)


def effect_of(battle: Battle, effect: Effect) -> SpellEffect | None:
    """What an effect does that a part knows."""
    for one in speaking(battle, "effect"):
        figures = one.effect(battle, effect)
        if figures is not None:
            return figures
    return None


def speakers_for(battle: Battle, unit: Unit) -> list[SpecialRule]:
    """The rules of parts that speak for a unit because of the effects that lie on it, each once."""
    parts = speaking(battle, "speaker")
    found = {
        (effect.name, effect.number): told
        for effect in unit.effects
        for one in parts
        if (told := one.speaker(battle, unit, effect)) is not None
    }
    return list(found.values())


def surrounding(battle: Battle, unit: Unit) -> list[SpecialRule]:
    """The rules of parts that speak for a unit though nothing lies on it."""
    parts = speaking(battle, "surrounding")
    return [own for one in parts for own in one.surrounding(battle, unit)] if parts else []


def mood(battle: Battle, unit: Unit) -> tuple[object, ...]:
    """What parts say of a unit, and of the ground on its way, may depend on this; on nothing where they say nothing."""
    if not battle.scene.settings.parts:
        return ()
    if not any(speaking(battle, moment) for moment in ("surrounding", "slowest", "endangers")):
        return ()
    told = b"" if battle.kept is msgspec.UNSET else msgspec.json.encode(battle.kept)
    return (unit.pose, battle.turn, told)


def slowest(battle: Battle, unit: Unit, way: Path) -> float:
    """How far parts let a unit go at most on that way, if difficult ground slows it."""
    parts = speaking(battle, "slowest")
    return min(one.slowest(battle, unit, way) for one in parts) if parts else inf


def endangered(battle: Battle, unit: Unit, ground: Rect) -> bool:
    """Whether the ground is dangerous for a model of the unit because of a part."""
    if not battle.scene.settings.parts:
        return False
    if any(one.endangers(battle, ground) for one in speaking(battle, "endangers")):
        return True
    return is_ground(battle, unit, ground, "dangerous")


def ground_for(battle: Battle, unit: Unit, ground: Ground) -> Script[Ground]:
    """Where a unit may be set up, as parts have it."""
    for one in speaking(battle, "ground"):
        ground = yield from one.ground(battle, unit, ground)
    return ground


def picked(battle: Battle, moment: str) -> Script[str]:
    """What the first part that settles it picks: a style or a mission; empty if none does."""
    for one in speaking(battle, moment):
        slug: str = yield from getattr(one, moment)(battle)
        if slug:
            return slug
    return ""


def stage_of_round(battle: Battle) -> str:
    """The stage with which a round goes on, where a part says so."""
    return next((told for one in speaking(battle, "stage_of_round") if (told := one.stage_of_round(battle))), "")


def models_left(battle: Battle, unit: Unit) -> int:
    """How many models a unit counts as."""
    for one in speaking(battle, "models_left"):
        told = one.models_left(battle, unit)
        if told is not None:
            return told
    return unit.models


def spare_tokens(battle: Battle, unit: Unit) -> int:
    """Tokens that a unit's casters have besides their own, to pay for spells alone."""
    return sum(one.spare_tokens(battle, unit) for one in speaking(battle, "spare_tokens"))


def spend_spare(battle: Battle, unit: Unit, tokens: int) -> int:
    """Pay a price with such tokens first. Returns what is left of it."""
    for one in speaking(battle, "spare_tokens"):
        paid = min(tokens, one.spare_tokens(battle, unit))
        if paid:
            one.spend_spare(battle, unit, paid)
            tokens -= paid
    return tokens


def measured(battle: Battle, inches: float) -> float:
    """How far a distance of the rules is in this battle."""
    if not battle.scene.settings.parts:
        return inches
    for one in speaking(battle, "measured"):
        inches = one.measured(battle, inches)
    return inches


def lay(unit: Unit, effect: Effect) -> None:
    """Lay an effect on a unit; one of the same name begins anew."""
    unit.effects = (*(one for one in unit.effects if one.name != effect.name), effect)


def has_effect(unit: Unit, name: str) -> bool:
    return any(effect.name == name for effect in unit.effects)


def lift(unit: Unit, name: str) -> None:
    """Take an effect off a unit."""
    unit.effects = tuple(effect for effect in unit.effects if effect.name != name)
