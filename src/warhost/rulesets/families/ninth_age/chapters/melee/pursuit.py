"""Flight and pursuit after a Round of Combat, step by step: who flees where, who pursues, who is caught."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from warhost.dice import Dice, odds
from warhost.play.english import does, verb
from warhost.play.questions import Odds, Option, Part
from warhost.play.script import Script, agrees, choose, choose_unit, roll_sum
from warhost.rulesets.families.ninth_age.chapters.melee import pursuit_moves
from warhost.rulesets.families.ninth_age.chapters.melee.pursuit_moves import Chase, PursuitMoves
from warhost.rulesets.families.ninth_age.core import events
from warhost.rulesets.families.ninth_age.core.contact import against, disengage
from warhost.rulesets.families.ninth_age.core.kinds import B, Battle, U, Unit
from warhost.table import Point, bearing

Run: TypeAlias = Literal["charge", "flee", "pursuit"]
"""The moves that nobody measures out."""


class Flight(NamedTuple):
    """How a broken unit flees: away from this point, to that facing."""

    unit: int
    away_from: Point
    facing: float


class Pursuers(NamedTuple):
    """Who pursues which broken unit, and who overruns."""

    quarry: dict[int, int]
    overruns: list[int]


def freed_by(battle: Battle[U], combat: Iterable[int], broken: Collection[int]) -> list[int]:
    """The units of the combat that will have no foe once the broken ones are gone."""
    return [number for number in combat if number not in broken and _free(battle.units[number], broken)]


def _free(unit: Unit, broken: Collection[int]) -> bool:
    return unit.pose is not None and not unit.fleeing and all(foe.unit in broken for foe in unit.foes)


def may_run(unit: Unit) -> bool:
    """Whether it may pursue, overrun or Pivot: Panic of the moment may have taken it off."""
    return unit.pose is not None and not unit.fleeing and not unit.engaged


def direct_flights(battle: Battle[U], broken: Sequence[int], rule_id: str) -> Script[list[Flight]]:
    """The winner names for each broken unit the enemy in contact from which it flees, Centre from Centre."""
    flights = []
    for number in broken:
        unit = battle.units[number]
        options = [
            Option(str(foe.unit), f"From {battle.units[foe.unit].name}", unit=number, target=foe.unit)
            for foe in unit.foes
        ]
        text = f"Which of your units {does(unit.name)} flee from?"
        key = yield from choose(1 - unit.seat, "flee direction", text, options, rules=(rule_id,))
        enemy = battle.units[int(key)].pose
        assert enemy is not None
        assert unit.pose is not None
        facing = bearing(enemy.x, enemy.y, unit.pose.x, unit.pose.y)
        flights.append(Flight(number, (enemy.x, enemy.y), facing))
    return flights


def declare_pursuits(
    battle: B,
    freed: Iterable[int],
    charged: Collection[int],
    says: Callable[[B, U, bool], Collection[str]],
    pursue: Callable[[B, U, bool], Script[int | None]],
    overrun: str,
) -> Script[Pursuers]:
    """Who has only broken foes may pursue one of them; who has none and charged this turn may overrun, by that rule.

    `says` tells of a unit that did or did not charge this turn whether it must run or never does, `pursue` whom it
    pursues if it may or must.
    """
    pursuers = Pursuers({}, [])
    for number in sorted(freed, key=lambda n: (battle.units[n].seat != battle.active, n)):
        unit: U = battle.units[number]
        told = says(battle, unit, number in charged)
        if "never" in told:
            continue
        if unit.foes:
            quarry = yield from pursue(battle, unit, "must" in told)
            if quarry is not None:
                pursuers.quarry[number] = quarry
                yield events.PursuitDeclared(number, quarry)
        elif number in charged and ("must" in told or (yield from runs_on(unit, overrun))):
            pursuers.overruns.append(number)
            yield events.OverrunDeclared(number)
    return pursuers


def runs_on(unit: Unit, rule_id: str) -> Script[bool]:
    """Whether a unit that charged this turn and has no foe left runs on straight ahead instead of a Pivot."""
    text = f"{verb(unit.name, 'Does')} {unit.name} overrun?"
    yes = Option("overrun", "Overrun 2D6 inches straight ahead", unit=unit.id)
    return agrees(unit.seat, "overrun", text, yes, "Stay", rules=(rule_id,))


def quarries(battle: B, unit: U, dice: Callable[[B, U, Run], Dice], rule_id: str) -> list[Option]:
    """An option for each broken unit that the unit may pursue, with its chance to catch it.

    `dice` are those with which a unit makes a pursuit, and those with which it flees.
    """
    higher = Part(0, "2D6, at least as high as the 2D6 of the fleeing unit", rule_id)
    own = dice(battle, unit, "pursuit")
    options = []
    for foe in unit.foes:
        enemy: U = battle.units[foe.unit]
        chance = catches(own, dice(battle, enemy, "flee"))
        options.append(against(unit, enemy, f"Pursue {enemy.name}", (Odds("catches it", chance, (higher,)),)))
    return options


@lru_cache(maxsize=16)
def catches(pursuit: Dice, flight: Dice) -> float:
    """The chance that a pursuer rolls at least what its quarry rolls."""
    return odds.combine(odds.of(pursuit), odds.of(flight), lambda ran, fled: ran >= fled)[True]


def distances(
    battle: Battle[U], units: Iterable[int], dice: Callable[[U], Dice], why: str, rule_id: str
) -> Script[dict[int, int]]:
    """The inches that each of the units runs."""
    found = {}
    for number in units:
        unit = battle.units[number]
        found[number] = yield from _distance(unit, dice(unit), why, rule_id)
    return found


def _distance(unit: Unit, dice: Dice, why: str, rule_id: str) -> Script[int]:
    return (yield from roll_sum(dice, why=why, rule=rule_id, seat=unit.seat, unit=unit.id))


def catch(
    battle: B,
    flights: Sequence[Flight],
    pursuers: Pursuers,
    fled: Mapping[int, int],
    ran: Mapping[int, int],
    destroy: Callable[[B, U, str], Script[None]],
    frighten: Callable[[B, U], Script[None]],
) -> Script[None]:
    """Broken units leave the combat; those whose pursuer rolled as much as they or more are destroyed on the spot.

    Then all these losses frighten their friends.
    """
    for flight in flights:
        disengage(battle, battle.units[flight.unit])
    caught: list[U] = []
    for flight in flights:
        unit: U = battle.units[flight.unit]
        for pursuer, quarry in pursuers.quarry.items():
            if quarry == unit.id and ran[pursuer] >= fled[unit.id]:
                yield from destroy(battle, unit, f"run down by {battle.units[pursuer].name}")
                caught.append(unit)
                break
        else:
            unit.fleeing = True
    for unit in caught:
        yield from frighten(battle, unit)


def flee_moves(
    battle: B,
    flights: Sequence[Flight],
    fled: Mapping[int, int],
    flee: Callable[[B, U, Point, int], Script[None]],
    rule_id: str,
) -> Script[None]:
    """The others turn away from the enemy and run the distance rolled, in an order that their owner chooses."""
    waiting = {flight.unit: flight for flight in flights if battle.units[flight.unit].pose is not None}
    while waiting:
        units: list[U] = [battle.units[number] for number in waiting]
        text = "Which unit flees next?"
        unit = yield from choose_unit(units, units[0].seat, "flee order", text, rules=(rule_id,))
        flight = waiting.pop(unit.id)
        if unit.pose is not None:
            yield from flee(battle, unit, flight.away_from, fled[unit.id])


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


def move_pursuers(battle: B, chases: Sequence[Chase], moves: PursuitMoves[B, U], rule_id: str) -> Script[set[int]]:
    """Those that will run into another enemy first, then the others in their owner's order.

    Returns those that ran down an older fleeing enemy and may Pivot.
    """
    ran_down: set[int] = set()
    charging = [chase for chase in chases if pursuit_moves.planned(battle, chase, moves).target is not None]
    for chase in pursuit_moves.best_order(battle, charging, moves):
        if may_run(battle.units[chase.unit]) and (yield from pursuit_moves.pursuit_move(battle, chase, moves)):
            ran_down.add(chase.unit)
    for seat in (battle.active, battle.reactive):
        waiting = {c.unit: c for c in chases if c not in charging and battle.units[c.unit].seat == seat}
        while waiting:
            units: list[U] = [battle.units[number] for number in waiting]
            text = "Which unit pursues next?"
            unit = yield from choose_unit(units, units[0].seat, "pursuit order", text, rules=(rule_id,))
            chase = waiting.pop(unit.id)
            if may_run(unit) and (yield from pursuit_moves.pursuit_move(battle, chase, moves)):
                ran_down.add(unit.id)
    return ran_down
