"""Flight and pursuit after a Round of Combat, step by step: who flees where, who pursues, who is caught."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from warhost.dice import Dice, odds
from warhost.play.questions import Odds, Option, Part
from warhost.play.script import Script, agrees, choose, choose_unit, roll_sum
from warhost.play.shown.english import does, verb
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters import panic
from warhost.rulesets.families.ninth_age.chapters.melee import pursuit_moves
from warhost.rulesets.families.ninth_age.chapters.melee.pursuit_moves import Chase
from warhost.rulesets.families.ninth_age.core import events
from warhost.rulesets.families.ninth_age.core.contact import against, disengage
from warhost.rulesets.families.ninth_age.core.edition import Run
from warhost.rulesets.families.ninth_age.core.kinds import Battle, U, Unit
from warhost.table import Point, bearing


class Flight(NamedTuple):
    """How a broken unit flees: away from this point, to that facing."""

    unit: int
    away_from: Point
    facing: float


class Pursuers(NamedTuple):
    """Who pursues which broken unit, and who overruns."""

    quarry: dict[int, int]
    overruns: list[int]


@rule("eow.pursuit.allowed", "t9a.round.step09_restrain_pursue")
def freed_by(battle: Battle[U], combat: Iterable[int], broken: Collection[int]) -> list[int]:
    """The units of the combat that will have no foe once the broken ones are gone."""
    return [number for number in combat if number not in broken and _free(battle.units[number], broken)]


def _free(unit: Unit, broken: Collection[int]) -> bool:
    return unit.pose is not None and not unit.fleeing and all(foe.unit in broken for foe in unit.foes)


def may_run(unit: Unit) -> bool:
    """Whether it may pursue, overrun or Pivot: Panic of the moment may have taken it off."""
    return unit.pose is not None and not unit.fleeing and not unit.engaged


@rule("eow.pursuit.flee_direction", "t9a.round.step10_flee_distance")
def direct_flights(battle: Battle[U], broken: Sequence[int]) -> Script[list[Flight]]:
    """The winner names for each broken unit the enemy in contact from which it flees, Centre from Centre."""
    flights = []
    for number in broken:
        unit = battle.units[number]
        options = [
            Option(str(foe.unit), f"From {battle.units[foe.unit].name}", unit=number, target=foe.unit)
            for foe in unit.foes
        ]
        text = f"Which of your units {does(unit.name)} flee from?"
        key = yield from choose(
            1 - unit.seat, "flee direction", text, options, rules=(battle.book.rows.flee_direction,)
        )
        enemy = battle.units[int(key)].pose
        assert enemy is not None
        assert unit.pose is not None
        facing = bearing(enemy.x, enemy.y, unit.pose.x, unit.pose.y)
        flights.append(Flight(number, (enemy.x, enemy.y), facing))
    return flights


@rule("eow.pursuit.declare", "eow.pursuit.refuse", "eow.pursuit.overrun", "eow.no_more_foes.action")
@rule("eow.list.empire_of_sonnstahl.rule.steam_powered_no_pursuit")
@rule("eow.list.infernal_dwarves.rule.steam_ahead_pursuit")
@rule("t9a.round.step09_restrain_pursue", "t9a.special.overrun")
def declare_pursuits(battle: Battle[U], freed: Iterable[int], charged: Collection[int]) -> Script[Pursuers]:
    """Who has only broken foes may pursue one of them; who has none and charged this turn may overrun (EOW-R162)."""
    pursuers = Pursuers({}, [])
    for number in sorted(freed, key=lambda n: (battle.units[n].seat != battle.active, n)):
        unit = battle.units[number]
        told = battle.book.ways_to_run(battle, unit, number in charged)
        if "never" in told:
            continue
        if unit.foes:
            quarry = yield from battle.book.pursue(battle, unit, "must" in told)
            if quarry is not None:
                pursuers.quarry[number] = quarry
                yield events.PursuitDeclared(number, quarry)
        elif number in charged and ("must" in told or (yield from runs_on(battle, unit))):
            pursuers.overruns.append(number)
            yield events.OverrunDeclared(number)
    return pursuers


def runs_on(battle: Battle[U], unit: U) -> Script[bool]:
    """Whether a unit that charged this turn and has no foe left runs on straight ahead instead of a Pivot."""
    text = f"{verb(unit.name, 'Does')} {unit.name} overrun?"
    yes = Option("overrun", "Overrun 2D6 inches straight ahead", unit=unit.id)
    return agrees(unit.seat, "overrun", text, yes, "Stay", rules=(battle.book.rows.overrun,))


def quarries(battle: Battle[U], unit: U) -> list[Option]:
    """An option for each broken unit that the unit may pursue, with its chance to catch it."""
    higher = Part(0, "2D6, at least as high as the 2D6 of the fleeing unit", battle.book.rows.pursuit_catch)
    own = battle.book.dice_of(battle, unit, "pursuit")
    options = []
    for foe in unit.foes:
        enemy = battle.units[foe.unit]
        chance = catches(own, battle.book.dice_of(battle, enemy, "flee"))
        options.append(against(unit, enemy, f"Pursue {enemy.name}", (Odds("catches it", chance, (higher,)),)))
    return options


@lru_cache(maxsize=16)
def catches(pursuit: Dice, flight: Dice) -> float:
    """The chance that a pursuer rolls at least what its quarry rolls."""
    return odds.combine(odds.of(pursuit), odds.of(flight), lambda ran, fled: ran >= fled)[True]


@rule("eow.pursuit.rolls", "t9a.round.step10_flee_distance", "t9a.special.swiftstride")
def flee_distances(battle: Battle[U], broken: Iterable[int]) -> Script[dict[int, int]]:
    """2D6 for each broken unit."""
    return _distances(battle, broken, "flee", "Flee Distance", battle.book.rows.flee_roll)


@rule("eow.pursuit.rolls", "t9a.round.step11_pursuit_distance", "t9a.special.overrun", "t9a.special.swiftstride")
def pursuit_distances(battle: Battle[U], pursuers: Pursuers) -> Script[dict[int, int]]:
    """2D6 for each unit that pursues or overruns."""
    units = (*pursuers.quarry, *pursuers.overruns)
    return _distances(battle, units, "pursuit", "Pursuit Distance", battle.book.rows.pursuit_roll)


def _distances(battle: Battle[U], units: Iterable[int], run: Run, why: str, rule_id: str) -> Script[dict[int, int]]:
    found = {}
    for number in units:
        unit = battle.units[number]
        dice = battle.book.dice_of(battle, unit, run)
        found[number] = yield from roll_sum(dice, why=why, rule=rule_id, seat=unit.seat, unit=unit.id)
    return found


@rule("eow.pursuit.disengage", "eow.pursuit.catch", "t9a.round.step11_pursuit_distance")
def catch(
    battle: Battle[U],
    flights: Sequence[Flight],
    pursuers: Pursuers,
    fled: Mapping[int, int],
    ran: Mapping[int, int],
) -> Script[None]:
    """Broken units leave the combat; those whose pursuer rolled as much as they or more are destroyed on the spot.

    Then all these losses frighten their friends.
    """
    for flight in flights:
        disengage(battle, battle.units[flight.unit])
    caught: list[U] = []
    for flight in flights:
        unit = battle.units[flight.unit]
        for pursuer, quarry in pursuers.quarry.items():
            if quarry == unit.id and ran[pursuer] >= fled[unit.id]:
                yield from battle.book.destroy(battle, unit, f"run down by {battle.units[pursuer].name}")
                caught.append(unit)
                break
        else:
            unit.fleeing = True
    for unit in caught:
        yield from panic.after_destroyed(battle, unit)


@rule("eow.pursuit.flee_move", "t9a.round.step12_move_fleeing")
def flee_moves(battle: Battle[U], flights: Sequence[Flight], fled: Mapping[int, int]) -> Script[None]:
    """The others turn away from the enemy and run the distance rolled, in an order that their owner chooses."""
    waiting = {flight.unit: flight for flight in flights if battle.units[flight.unit].pose is not None}
    while waiting:
        units = [battle.units[number] for number in waiting]
        text = "Which unit flees next?"
        unit = yield from choose_unit(units, units[0].seat, "flee order", text, rules=(battle.book.rows.flee_order,))
        flight = waiting.pop(unit.id)
        if unit.pose is not None:
            yield from panic.flee_from(battle, unit, *flight.away_from, inches=fled[unit.id])


def chases_of(
    battle: Battle[U],
    combat: Sequence[int],
    flights: Sequence[Flight],
    pursuers: Pursuers,
    ran: Mapping[int, int],
) -> list[Chase]:
    """All moves to be made: along the quarry's flight, or for an overrun straight ahead."""
    ways = {flight.unit: flight.facing for flight in flights}
    chases = [Chase(n, ways[quarry], ran[n], tuple(combat), frozenset(ways)) for n, quarry in pursuers.quarry.items()]
    for number in pursuers.overruns:
        pose = battle.units[number].pose
        if pose is not None:
            chases.append(Chase(number, pose.facing, ran[number], tuple(combat), frozenset(ways)))
    return [chase for chase in chases if may_run(battle.units[chase.unit])]


@rule("eow.pursuit.chargers_first", "eow.pursuit.hold_only", "eow.pursuit.move", "eow.pursuit.new_enemy")
@rule("eow.dangerous.trigger", "t9a.round.step13_move_pursuing", "t9a.terrain.dangerous_test_when")
def move_pursuers(battle: Battle[U], chases: Sequence[Chase]) -> Script[set[int]]:
    """Those that will run into another enemy first, then the others in their owner's order; each along the flight of
    its quarry (EOW-R154, EOW-R156), or for an overrun straight ahead.

    Returns those that ran down an older fleeing enemy and may Pivot.
    """
    ran_down: set[int] = set()
    charging = [chase for chase in chases if pursuit_moves.planned(battle, chase).target is not None]
    for chase in pursuit_moves.best_order(battle, charging):
        if may_run(battle.units[chase.unit]) and (yield from pursuit_moves.pursuit_move(battle, chase)):
            ran_down.add(chase.unit)
    for seat in (battle.active, battle.reactive):
        waiting = {c.unit: c for c in chases if c not in charging and battle.units[c.unit].seat == seat}
        while waiting:
            units = [battle.units[number] for number in waiting]
            text = "Which unit pursues next?"
            unit = yield from choose_unit(
                units, units[0].seat, "pursuit order", text, rules=(battle.book.rows.pursuit_order,)
            )
            chase = waiting.pop(unit.id)
            if may_run(unit) and (yield from pursuit_moves.pursuit_move(battle, chase)):
                ran_down.add(unit.id)
    return ran_down
