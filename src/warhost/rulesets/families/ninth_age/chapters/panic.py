"""Panic Tests: whom a loss, a break or a flight frightens, in which order they test, and where to they flee."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from warhost.play.questions import Option
from warhost.play.script import Script, choose, choose_unit, draw_from
from warhost.play.shown.english import does
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters import flee
from warhost.rulesets.families.ninth_age.chapters.flee import Fled, before_own_edge, turn_away
from warhost.rulesets.families.ninth_age.core.contact import enemies, friends
from warhost.rulesets.families.ninth_age.core.formation import boundary
from warhost.rulesets.families.ninth_age.core.kinds import Battle, U, Unit
from warhost.table import TOLERANCE, Point, Rect, distance, overlaps, rect_at, within

REACH = 6.0
"""How near a friend must be destroyed or break to matter."""


class Fright(msgspec.Struct, frozen=True):
    """A unit that has to test, by which rule, and the enemy it will flee from (none: the closest)."""

    unit: int
    rule: str
    source: int | None = None


@rule("eow.panic.friend_destroyed", "eow.panic.destroyed_measure", "t9a.panic.friend_destroyed")
def after_destroyed(battle: Battle[U], unit: U, *, touched_edge: Rect | None = None) -> Script[None]:
    """A unit is destroyed: friends within 6" of where it stood when the phase began test (EOW-R101).

    One that fled off the board is measured from where it touched the edge.
    """
    yield from resolve(battle, frightened_by_loss(battle, unit, touched_edge))


@rule("eow.panic.friend_destroyed", "t9a.panic.friend_destroyed")
def suffer_attacks(battle: Battle[U], attacks: Sequence[Any]) -> Script[dict[int, int]]:
    """Attacks that happen at the same time, of a kind that causes Panic: the Damage sequence, then the tests.

    Whoever is frightened by the units that they destroyed tests once, the Active Player's units first. Returns the
    Health Points that each unit lost.
    """
    lost = yield from battle.book.suffer(battle, attacks)
    yield from resolve(battle, frightened_by_losses(battle, lost))
    return lost


def flee_from(battle: Battle[U], unit: U, x: float, y: float, *, inches: int | None = None) -> Script[None]:
    """The unit turns its back on that point and flees; then friends that it frightened test."""
    turn_away(battle, unit, x, y)
    yield from flee_move(battle, unit, inches=inches)


@rule("eow.panic.fled_through", "eow.flee.pass_through", "eow.panic.destroyed_measure")
@rule("t9a.panic.flees_through", "t9a.special.flee_move", "t9a.panic.friend_destroyed")
def flee_move(battle: Battle[U], unit: U, *, inches: int | None = None) -> Script[None]:
    """A Flee Move straight ahead with all that follows from it.

    Friends whose boundaries it went through test, and those near where it left the table; enemies do not mind.
    """
    fled = yield from flee.run(battle, unit, inches=inches)
    yield from resolve(battle, frightened_by_flight(battle, unit, fled))


@rule("eow.panic.friend_breaks", "t9a.panic.friend_breaks")
def after_break(battle: Battle[U], unit: U) -> Script[None]:
    """A unit breaks from combat: friends within 6" of it test, before it flees."""
    yield from resolve(battle, frightened_by_break(battle, unit))


def after_losses(battle: Battle[U], unit: U, source: int | None) -> Script[None]:
    """A volley or spell at one unit is over, and it may have to test."""
    yield from after_losses_of_all(battle, (unit,), source)


@rule("eow.panic.quarter_losses", "eow.panic.single_model_exempt", "eow.panic.direction_source")
@rule("t9a.panic.losses_25", "t9a.panic.losses_single_model", "t9a.panic.flee_direction", "t9a.attack.panic")
def after_losses_of_all(battle: Battle[U], units: Iterable[U], source: int | None) -> Script[None]:
    """A volley or spell is over: units that lost a quarter of the Health Points they began the phase with test.

    They will flee from the source; from the closest enemy, if their own side did it (EOW-R096). Units that started
    the game as single models do not mind.
    """
    yield from resolve(battle, shaken(battle, units, source))


def lost_a_quarter(battle: Battle[U], unit: U) -> bool:
    """Whether the unit has lost a quarter of the Health Points with which it began the phase; never a single model."""
    if unit.began is None:
        return False
    alone = battle.entry(unit).single and not _had_company(battle, unit)
    return not alone and 0 < unit.began.health <= unit.lost_this_phase * 4


def _had_company(battle: Battle[U], unit: U) -> bool:
    """Whether the unit is a Character around whom the R&F died in this phase (EOW-R098)."""
    return any(other.stood == unit.id and other.began is not None for other in battle.units)


@rule("t9a.panic.exempt")
def exempt(unit: Unit) -> bool:
    """Units that are Engaged, fleeing, or have passed a Panic Test in this phase do not test."""
    return unit.pose is None or unit.engaged or unit.fleeing or unit.passed_panic


def shaken(battle: Battle[U], units: Iterable[U], source: int | None) -> list[Fright]:
    """Those of the units that lost so much to a volley or spell that they have to test.

    They will flee from the source; from the closest enemy, if their own side did it.
    """
    frights = []
    for unit in units:
        if battle.book.lost_enough(battle, unit):
            own = source is not None and battle.units[source].seat == unit.seat
            frights.append(Fright(unit.id, battle.book.rows.panic_losses, None if own else source))
    return frights


def frightened_by_losses(battle: Battle[U], lost: Mapping[int, int]) -> list[Fright]:
    """The friends that the loss of units makes test, of those that have just lost so many Health Points.

    Only bodies are in there: a guest that falls frightens nobody while its unit stands.
    """
    units = (battle.units[number] for number, points in lost.items() if points)
    gone = [unit for unit in units if unit.pose is None]
    return [fright for unit in gone for fright in frightened_by_loss(battle, unit)]


def frightened_by_loss(battle: Battle[U], unit: U, touched_edge: Rect | None = None) -> list[Fright]:
    """The friends near where the unit stood when the phase began, or where it left the table."""
    place = touched_edge
    if place is None:
        if unit.began is None:
            return []
        place = rect_at(unit.began.pose, unit.began.width, unit.began.depth)
    return _frightened(battle, unit, place, battle.book.rows.panic_destroyed)


def frightened_by_break(battle: Battle[U], unit: U) -> list[Fright]:
    """The friends near a unit that breaks from combat."""
    return _frightened(battle, unit, boundary(battle, unit), battle.book.rows.panic_breaks)


def frightened_by_flight(battle: Battle[U], unit: U, fled: Fled) -> list[Fright]:
    """The friends whose boundaries a Flee Move went through, and those near where it left the table; enemies do not
    mind."""
    crossed = [
        Fright(friend.id, battle.book.rows.panic_fled_through)
        for friend in friends(battle, unit.seat)
        if friend.id != unit.id
        and overlaps(fled.trail, boundary(battle, friend))
        and battle.book.minds(battle, unit, friend)
    ]
    return crossed if fled.edge is None else [*crossed, *frightened_by_loss(battle, unit, fled.edge)]


def _frightened(battle: Battle[U], unit: U, place: Rect, rule_id: str) -> list[Fright]:
    return [
        Fright(friend.id, rule_id)
        for friend in friends(battle, unit.seat)
        if friend.id != unit.id
        and within(place, boundary(battle, friend), REACH)
        and battle.book.minds(battle, unit, friend)
    ]


@rule("eow.panic.immediate", "eow.panic.exempt_states", "eow.panic.fled_through", "eow.panic.direction_nearest")
@rule("eow.panic.direction_source", "eow.panic.pivot_line")
@rule("t9a.panic.failed_flees", "t9a.panic.exempt", "t9a.panic.flees_through", "t9a.panic.flee_direction")
def resolve(battle: Battle[U], frights: Sequence[Fright]) -> Script[None]:
    """All tests at once, those of the Active Player first, each player's in an order of their own choice.

    A unit takes one test for one event (EOW-R094). Who fails flees from the source of its losses, else from the closest
    enemy. Tests that flights bring about come after all others (EOW-R095).
    """
    batches = _batches(battle, frights)
    while batches:
        batch = [fright for fright in batches[0] if not exempt(battle.units[fright.unit])]
        if not batch:
            batches.pop(0)
            continue
        fright = yield from _next(battle, batch)
        batches[0] = [other for other in batch if other.unit != fright.unit]
        further = yield from _test(battle, fright)
        batches.extend(_batches(battle, further))


def _batches(battle: Battle[U], frights: Iterable[Fright]) -> list[list[Fright]]:
    """What one event brings about, the Active Player's units first, every unit once."""
    found: list[list[Fright]] = []
    for seat in (battle.active, battle.reactive):
        batch = {fright.unit: fright for fright in frights if battle.units[fright.unit].seat == seat}
        if batch:
            found.append(list(batch.values()))
    return found


def _next(battle: Battle[U], batch: Sequence[Fright]) -> Script[Fright]:
    """The owner says which of the units tests next."""
    units: list[U] = [battle.units[fright.unit] for fright in batch]
    unit = yield from choose_unit(
        units,
        units[0].seat,
        "panic order",
        "Which unit takes its Panic Test next?",
        rules=(batch[0].rule,),
        odds=lambda unit: battle.book.test_odds("holds", battle, unit, "panic"),
    )
    return next(fright for fright in batch if fright.unit == unit.id)


def _test(battle: Battle[U], fright: Fright) -> Script[list[Fright]]:
    """One test; a unit that fails flees at once. Returns whom that flight frightens."""
    unit = battle.units[fright.unit]
    if (yield from battle.book.test(battle, unit, "panic", fright.rule)):
        unit.passed_panic = True
        return []
    instead = battle.book.instead_of_fleeing
    if instead is not None and (yield from instead(battle, unit)):
        return []
    source = None if fright.source is None else battle.units[fright.source]
    if source is not None and source.pose is not None:
        x, y = source.pose.x, source.pose.y
    else:
        x, y = yield from away_from(battle, unit)
    turn_away(battle, unit, x, y)
    return frightened_by_flight(battle, unit, (yield from flee.run(battle, unit)))


def away_from(battle: Battle[U], unit: U) -> Script[Point]:
    """The Centre of the closest enemy; of equally close ones the owner picks, or chance. Without enemies: towards the
    own edge."""
    own = boundary(battle, unit)
    gaps = [(distance(own, boundary(battle, enemy)), enemy) for enemy in enemies(battle, unit.seat)]
    if not gaps:
        return before_own_edge(battle, unit)
    least = min(gap for gap, _ in gaps)
    closest = [enemy for gap, enemy in gaps if gap <= least + TOLERANCE]
    number = yield from _one_of(battle, unit, closest)
    pose = battle.units[number].pose
    assert pose is not None
    return (pose.x, pose.y)


def _one_of(battle: Battle[U], unit: U, closest: Sequence[U]) -> Script[int]:
    """Which of the equally close enemies the unit flees from."""
    if battle.book.panic_ties_by_chance:
        alike = Counter(enemy.name for enemy in closest)
        numbers = {
            enemy.name if alike[enemy.name] == 1 else f"{enemy.name} ({enemy.id})": enemy.id for enemy in closest
        }
        drawn = yield from draw_from(
            list(numbers), why="Enemy to flee from", rule=battle.book.rows.panic_direction, seat=unit.seat
        )
        return numbers[drawn]
    options = [Option(str(enemy.id), enemy.name, unit=unit.id, target=enemy.id) for enemy in closest]
    text = f"Which enemy {does(unit.name)} flee from?"
    return int((yield from choose(unit.seat, "flee from", text, options, rules=(battle.book.rows.panic_direction,))))
