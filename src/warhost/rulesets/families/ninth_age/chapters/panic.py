"""Panic Tests: whom a loss, a break or a flight frightens, in which order they test, and where to they flee."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic

import msgspec

from warhost.play.english import does
from warhost.play.questions import Odds, Option
from warhost.play.script import Script, choose, choose_unit, draw_from
from warhost.rulesets.families.ninth_age.chapters.flee import Fled, before_own_edge, turn_away
from warhost.rulesets.families.ninth_age.core.contact import enemies, friends
from warhost.rulesets.families.ninth_age.core.kinds import B, U, Unit
from warhost.table import TOLERANCE, Point, Rect, distance, overlaps, rect_at, within

REACH = 6.0
"""How near a friend must be destroyed or break to matter."""


class Panic(msgspec.Struct, Generic[B, U], frozen=True, kw_only=True):
    """What a book says to Panic: who minds what, how a unit tests and flees, and its rules."""

    boundary: Callable[[B, U], Rect]
    minds: Callable[[B, U, U], bool]
    """Whether what befalls the unit frightens that friend."""
    lost_enough: Callable[[B, U], bool]
    """Whether a volley or spell cost the unit so much that it has to test."""
    test: Callable[[B, U, str], Script[bool]]
    """A Panic Test by that rule."""
    odds: Callable[[B, U], Odds]
    run: Callable[[B, U], Script[Fled]]
    """A Flee Move straight ahead, without the Panic that it causes."""
    instead: Callable[[B, U], Script[bool]] | None = None
    """What a unit that failed may do instead of fleeing; whether it did."""
    ties_by_chance: bool = False
    """Whether chance picks among equally close enemies to flee from, and not the owner."""
    destroyed: str
    breaks: str
    fled_through: str
    losses: str
    direction: str


class Fright(msgspec.Struct, frozen=True):
    """A unit that has to test, by which rule, and the enemy it will flee from (none: the closest)."""

    unit: int
    rule: str
    source: int | None = None


def exempt(unit: Unit) -> bool:
    """Units that are Engaged, fleeing, or have passed a Panic Test in this phase do not test."""
    return unit.pose is None or unit.engaged or unit.fleeing or unit.passed_panic


def shaken(battle: B, units: Iterable[U], source: int | None, rules: Panic[B, U]) -> list[Fright]:
    """Those of the units that lost so much to a volley or spell that they have to test.

    They will flee from the source; from the closest enemy, if their own side did it.
    """
    frights = []
    for unit in units:
        if rules.lost_enough(battle, unit):
            own = source is not None and battle.units[source].seat == unit.seat
            frights.append(Fright(unit.id, rules.losses, None if own else source))
    return frights


def frightened_by_losses(battle: B, lost: Mapping[int, int], rules: Panic[B, Any]) -> list[Fright]:
    """The friends that the loss of units makes test, of those that have just lost so many Health Points.

    Only bodies are in there: a guest that falls frightens nobody while its unit stands.
    """
    units = (battle.units[number] for number, points in lost.items() if points)
    gone = [unit for unit in units if unit.pose is None]
    return [fright for unit in gone for fright in frightened_by_loss(battle, unit, rules)]


def frightened_by_loss(battle: B, unit: U, rules: Panic[B, U], touched_edge: Rect | None = None) -> list[Fright]:
    """The friends near where the unit stood when the phase began, or where it left the table."""
    place = touched_edge
    if place is None:
        if unit.began is None:
            return []
        place = rect_at(unit.began.pose, unit.began.width, unit.began.depth)
    return _frightened(battle, unit, place, rules.destroyed, rules)


def frightened_by_break(battle: B, unit: U, rules: Panic[B, U]) -> list[Fright]:
    """The friends near a unit that breaks from combat."""
    return _frightened(battle, unit, rules.boundary(battle, unit), rules.breaks, rules)


def frightened_by_flight(battle: B, unit: U, fled: Fled, rules: Panic[B, U]) -> list[Fright]:
    """The friends whose boundaries a Flee Move went through, and those near where it left the table; enemies do not
    mind."""
    crossed = [
        Fright(friend.id, rules.fled_through)
        for friend in friends(battle, unit.seat)
        if friend.id != unit.id
        and overlaps(fled.trail, rules.boundary(battle, friend))
        and rules.minds(battle, unit, friend)
    ]
    return crossed if fled.edge is None else [*crossed, *frightened_by_loss(battle, unit, rules, fled.edge)]


def _frightened(battle: B, unit: U, place: Rect, rule_id: str, rules: Panic[B, U]) -> list[Fright]:
    return [
        Fright(friend.id, rule_id)
        for friend in friends(battle, unit.seat)
        if friend.id != unit.id
        and within(place, rules.boundary(battle, friend), REACH)
        and rules.minds(battle, unit, friend)
    ]


def resolve(battle: B, frights: Sequence[Fright], rules: Panic[B, Any]) -> Script[None]:
    """All tests at once, those of the Active Player first, each player's in an order of their own choice.

    A unit takes one test for one event. Tests that flights bring about come after all others.
    """
    batches = _batches(battle, frights)
    while batches:
        batch = [fright for fright in batches[0] if not exempt(battle.units[fright.unit])]
        if not batch:
            batches.pop(0)
            continue
        fright = yield from _next(battle, batch, rules)
        batches[0] = [other for other in batch if other.unit != fright.unit]
        further = yield from _test(battle, fright, rules)
        batches.extend(_batches(battle, further))


def _batches(battle: B, frights: Iterable[Fright]) -> list[list[Fright]]:
    """What one event brings about, the Active Player's units first, every unit once."""
    found: list[list[Fright]] = []
    for seat in (battle.active, battle.reactive):
        batch = {fright.unit: fright for fright in frights if battle.units[fright.unit].seat == seat}
        if batch:
            found.append(list(batch.values()))
    return found


def _next(battle: B, batch: Sequence[Fright], rules: Panic[B, U]) -> Script[Fright]:
    """The owner says which of the units tests next."""
    units: list[U] = [battle.units[fright.unit] for fright in batch]
    unit = yield from choose_unit(
        units,
        units[0].seat,
        "panic order",
        "Which unit takes its Panic Test next?",
        rules=(batch[0].rule,),
        odds=lambda unit: rules.odds(battle, unit),
    )
    return next(fright for fright in batch if fright.unit == unit.id)


def _test(battle: B, fright: Fright, rules: Panic[B, Any]) -> Script[list[Fright]]:
    """One test; a unit that fails flees at once. Returns whom that flight frightens."""
    unit = battle.units[fright.unit]
    if (yield from rules.test(battle, unit, fright.rule)):
        unit.passed_panic = True
        return []
    if rules.instead is not None and (yield from rules.instead(battle, unit)):
        return []
    source = None if fright.source is None else battle.units[fright.source]
    if source is not None and source.pose is not None:
        x, y = source.pose.x, source.pose.y
    else:
        x, y = yield from away_from(battle, unit, rules)
    turn_away(battle, unit, x, y)
    return frightened_by_flight(battle, unit, (yield from rules.run(battle, unit)), rules)


def away_from(battle: B, unit: U, rules: Panic[B, U]) -> Script[Point]:
    """The Centre of the closest enemy; of equally close ones the owner picks, or chance. Without enemies: towards the
    own edge."""
    own = rules.boundary(battle, unit)
    gaps = [(distance(own, rules.boundary(battle, enemy)), enemy) for enemy in enemies(battle, unit.seat)]
    if not gaps:
        return before_own_edge(battle, unit)
    least = min(gap for gap, _ in gaps)
    closest = [enemy for gap, enemy in gaps if gap <= least + TOLERANCE]
    number = yield from _one_of(unit, closest, rules)
    pose = battle.units[number].pose
    assert pose is not None
    return (pose.x, pose.y)


def _one_of(unit: U, closest: Sequence[U], rules: Panic[B, U]) -> Script[int]:
    """Which of the equally close enemies the unit flees from."""
    if rules.ties_by_chance:
        alike = Counter(enemy.name for enemy in closest)
        numbers = {
            enemy.name if alike[enemy.name] == 1 else f"{enemy.name} ({enemy.id})": enemy.id for enemy in closest
        }
        drawn = yield from draw_from(list(numbers), why="Enemy to flee from", rule=rules.direction, seat=unit.seat)
        return numbers[drawn]
    options = [Option(str(enemy.id), enemy.name, unit=unit.id, target=enemy.id) for enemy in closest]
    text = f"Which enemy {does(unit.name)} flee from?"
    return int((yield from choose(unit.seat, "flee from", text, options, rules=(rules.direction,))))
