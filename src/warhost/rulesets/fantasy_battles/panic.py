"""Panic Tests, and attacks and flights with the Panic that they cause (General Principles: Panic, Flee Move)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from warhost.play.english import does
from warhost.play.questions import Option
from warhost.play.script import Script, choose, choose_unit
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles import damage, flee
from warhost.rulesets.fantasy_battles.attacks import Attack
from warhost.rulesets.fantasy_battles.battle import Battle, Unit
from warhost.rulesets.fantasy_battles.contact import enemies, friends
from warhost.rulesets.fantasy_battles.discipline import discipline_test, passing_odds
from warhost.rulesets.fantasy_battles.formation import boundary
from warhost.rulesets.fantasy_battles.rules import has, spoken
from warhost.table import TOLERANCE, Point, Rect, distance, overlaps, rect_at, within

REACH = 6.0
"""How near a friend must be destroyed or break to matter."""


class Fright(msgspec.Struct, frozen=True):
    """A unit that has to test, by which rule, and the enemy it will flee from (none: the closest)."""

    unit: int
    rule: str
    source: int | None = None


@rule("t9a.panic.friend_destroyed")
def after_destroyed(battle: Battle, unit: Unit, *, touched_edge: Rect | None = None) -> Script[None]:
    """A unit is destroyed: friends within 6" of where it stood when the phase began test.

    One that fled off the board is measured from where it touched the edge.
    """
    yield from resolve(battle, frightened_by_loss(battle, unit, touched_edge))


@rule("t9a.panic.friend_destroyed")
def suffer_attacks(battle: Battle, attacks: Sequence[Attack]) -> Script[dict[int, int]]:
    """Attacks that happen at the same time, of a kind that causes Panic: the Damage sequence, then the tests.

    Whoever is frightened by the units that they destroyed tests once, the Active Player's units first. Returns the
    Health Points that each unit lost.
    """
    lost = yield from damage.suffer(battle, attacks)
    # Only bodies are in there: a guest that falls frightens nobody while its unit stands.
    units = (battle.units[number] for number, points in lost.items() if points)
    gone = [unit for unit in units if unit.pose is None]
    yield from resolve(battle, [fright for unit in gone for fright in frightened_by_loss(battle, unit)])
    return lost


def flee_from(battle: Battle, unit: Unit, x: float, y: float, *, inches: int | None = None) -> Script[None]:
    """The unit turns its back on that point and flees; then friends that it frightened test."""
    flee.turn_away(battle, unit, x, y)
    yield from flee_move(battle, unit, inches=inches)


def flee_move(battle: Battle, unit: Unit, *, inches: int | None = None) -> Script[None]:
    """A Flee Move straight ahead with all that follows from it."""
    fled = yield from flee.run(battle, unit, inches=inches)
    yield from resolve(battle, frightened_by(battle, unit, fled))


@rule("t9a.panic.friend_breaks")
def after_break(battle: Battle, unit: Unit) -> Script[None]:
    """A unit breaks from combat: friends within 6" of it test, before it flees."""
    yield from resolve(battle, _frightened(battle, unit, boundary(battle, unit), "t9a.panic.friend_breaks"))


def after_losses(battle: Battle, unit: Unit, source: int | None) -> Script[None]:
    """A volley or spell at one unit is over, and it may have to test."""
    yield from after_losses_of_all(battle, (unit,), source)


@rule("t9a.panic.losses_25", "t9a.panic.losses_single_model", "t9a.panic.flee_direction")
def after_losses_of_all(battle: Battle, units: Iterable[Unit], source: int | None) -> Script[None]:
    """A volley or spell is over: units that lost a quarter of the Health Points they began the phase with test.

    They will flee from the source; from the closest enemy, if their own side did it. Units that started
    the game as single models do not mind.
    """
    frights = []
    for unit in units:
        if has_lost_enough(battle, unit):
            own = source is not None and battle.units[source].seat == unit.seat
            frights.append(Fright(unit.id, "t9a.panic.losses_25", None if own else source))
    yield from resolve(battle, frights)


@rule("t9a.panic.losses_25", "t9a.panic.losses_single_model")
def has_lost_enough(battle: Battle, unit: Unit) -> bool:
    """Whether the unit has lost a quarter of the Health Points with which it began a phase of shots or spells."""
    if unit.pose is None or unit.began is None or unit.engaged:
        return False
    alone = battle.entry(unit).single and not _had_company(battle, unit)
    return not alone and 0 < unit.began.health <= unit.lost_this_phase * 4


def _had_company(battle: Battle, unit: Unit) -> bool:
    """Whether the unit is a Character around whom the R&F died in this phase."""
    return any(other.stood == unit.id and other.began is not None for other in battle.units)


@rule("t9a.panic.friend_destroyed")
def frightened_by_loss(battle: Battle, unit: Unit, touched_edge: Rect | None = None) -> list[Fright]:
    """The friends that the loss of this unit makes test."""
    place = touched_edge
    if place is None:
        if unit.began is None:
            return []
        place = rect_at(unit.began.pose, unit.began.width, unit.began.depth)
    return _frightened(battle, unit, place, "t9a.panic.friend_destroyed")


@rule("t9a.panic.flees_through", "t9a.special.flee_move", "t9a.panic.friend_destroyed")
def frightened_by(battle: Battle, unit: Unit, fled: flee.Fled) -> list[Fright]:
    """The friends whose boundaries a Flee Move went through, and those near where it left the table; enemies do not
    mind."""
    crossed = [
        Fright(friend.id, "t9a.panic.flees_through")
        for friend in friends(battle, unit.seat)
        if friend.id != unit.id and overlaps(fled.trail, boundary(battle, friend)) and _minds(battle, unit, friend)
    ]
    return crossed if fled.edge is None else [*crossed, *frightened_by_loss(battle, unit, fled.edge)]


@rule("t9a.panic.friend_destroyed", "t9a.panic.friend_breaks")
def _frightened(battle: Battle, unit: Unit, place: Rect, rule_id: str) -> list[Fright]:
    return [
        Fright(friend.id, rule_id)
        for friend in friends(battle, unit.seat)
        if friend.id != unit.id and within(place, boundary(battle, friend), REACH) and _minds(battle, unit, friend)
    ]


def _minds(battle: Battle, unit: Unit, friend: Unit) -> bool:
    """Whether what befalls the unit frightens that friend; nobody minds what was summoned (T9A-R115)."""
    return not unit.summoned and not has(battle, unit, "insignificant")


@rule("t9a.panic.exempt")
def exempt(unit: Unit) -> bool:
    """Units that are Engaged, fleeing, or have passed a Panic Test in this phase do not test."""
    return unit.pose is None or unit.engaged or unit.fleeing or unit.passed_panic


@rule("t9a.panic.failed_flees", "t9a.panic.exempt", "t9a.panic.flees_through")
def resolve(battle: Battle, frights: Sequence[Fright]) -> Script[None]:
    """All tests at once, those of the Active Player first, each player's in an order of their own choice.

    A unit takes one test for one event. Tests that flights bring about come after all others.
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


def _batches(battle: Battle, frights: Iterable[Fright]) -> list[list[Fright]]:
    """What one event brings about, the Active Player's units first, every unit once."""
    found: list[list[Fright]] = []
    for seat in (battle.active, battle.reactive):
        batch = {fright.unit: fright for fright in frights if battle.units[fright.unit].seat == seat}
        if batch:
            found.append(list(batch.values()))
    return found


def _next(battle: Battle, batch: Sequence[Fright]) -> Script[Fright]:
    """The owner says which of the units tests next."""
    units = [battle.units[fright.unit] for fright in batch]
    text = "Which unit takes its Panic Test next?"
    unit = yield from choose_unit(
        units,
        units[0].seat,
        "panic order",
        text,
        rules=(batch[0].rule,),
        odds=lambda unit: passing_odds("holds", battle, unit, "panic"),
    )
    return next(fright for fright in batch if fright.unit == unit.id)


@rule("t9a.panic.flee_direction", "t9a.panic.exempt")
def _test(battle: Battle, fright: Fright) -> Script[list[Fright]]:
    """One test; a unit that fails flees at once. Returns whom that flight frightens."""
    unit = battle.units[fright.unit]
    if (yield from discipline_test(battle, unit, "panic", fright.rule)):
        unit.passed_panic = True
        return []
    for bearer, speaker in spoken(battle, unit, "after_failed_panic"):
        if (yield from speaker.after_failed_panic(battle, bearer)):
            return []
    source = None if fright.source is None else battle.units[fright.source]
    if source is not None and source.pose is not None:
        x, y = source.pose.x, source.pose.y
    else:
        x, y = yield from away_from(battle, unit)
    flee.turn_away(battle, unit, x, y)
    return frightened_by(battle, unit, (yield from flee.run(battle, unit)))


@rule("t9a.panic.flee_direction")
def away_from(battle: Battle, unit: Unit) -> Script[Point]:
    """The Centre of the closest enemy; of equally close ones the owner picks. Without enemies: towards the own edge."""
    own = boundary(battle, unit)
    gaps = [(distance(own, boundary(battle, enemy)), enemy) for enemy in enemies(battle, unit.seat)]
    if not gaps:
        return flee.before_own_edge(battle, unit)
    least = min(gap for gap, _ in gaps)
    closest = [enemy for gap, enemy in gaps if gap <= least + TOLERANCE]
    options = [Option(str(enemy.id), enemy.name, unit=unit.id, target=enemy.id) for enemy in closest]
    text = f"Which enemy {does(unit.name)} flee from?"
    key = yield from choose(unit.seat, "flee from", text, options, rules=("t9a.panic.flee_direction",))
    pose = battle.units[int(key)].pose
    assert pose is not None
    return (pose.x, pose.y)
