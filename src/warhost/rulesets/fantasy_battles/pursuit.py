"""Flight and pursuit after a Round of Combat (Round of Combat: steps 8 to 13)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from warhost.dice import Dice, odds
from warhost.play.english import does, verb
from warhost.play.questions import Odds, Option, Part
from warhost.play.script import Script, agrees, choose, choose_unit, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.pursuit_moves import Chase
from warhost.rulesets.fantasy_battles import events, melee_events, panic
from warhost.rulesets.fantasy_battles.battle import Battle, Unit
from warhost.rulesets.fantasy_battles.contact import against, disengage, pair_in
from warhost.rulesets.fantasy_battles.damage import destroy
from warhost.rulesets.fantasy_battles.discipline import discipline_test, passing_odds
from warhost.rulesets.fantasy_battles.pursuit_moves import best_order, planned, pursuit_move
from warhost.rulesets.fantasy_battles.rules import has, spoken
from warhost.rulesets.fantasy_battles.running import Run, dice_of
from warhost.table import Point, bearing


def catches(battle: Battle, pursuer: Unit, quarry: Unit) -> float:
    """The chance that a pursuer rolls at least what its quarry rolls."""
    return _catches(dice_of(battle, pursuer, "pursuit"), dice_of(battle, quarry, "flee"))


@lru_cache(maxsize=16)
def _catches(pursuit: Dice, flight: Dice) -> float:
    return odds.combine(odds.of(pursuit), odds.of(flight), lambda ran, fled: ran >= fled)[True]


class Flight(NamedTuple):
    """How a broken unit flees: away from this point, to that facing."""

    unit: int
    away_from: Point
    facing: float


class Pursuers(NamedTuple):
    """Who pursues which broken unit, and who overruns."""

    quarry: dict[int, int]
    overruns: list[int]


@rule("t9a.round.step08_panic", "t9a.panic.friend_breaks")
def panic_of_friends(battle: Battle, broken: Sequence[int]) -> Script[None]:
    """Step 8: units within 6" of a friend that broke take Panic Tests, before anybody flees."""
    for number in broken:
        yield from panic.after_break(battle, battle.units[number])


@rule("t9a.round.step09_restrain_pursue")
def freed_by(battle: Battle, combat: Sequence[int], broken: Collection[int]) -> list[int]:
    """The units of the combat that will have no foe once the broken ones are gone."""
    return [number for number in combat if number not in broken and _free(battle, number, broken)]


def _free(battle: Battle, number: int, broken: Collection[int]) -> bool:
    unit = battle.units[number]
    return unit.pose is not None and not unit.fleeing and all(foe.unit in broken for foe in unit.foes)


@rule("t9a.round.step10_flee_distance")
def direct_flights(battle: Battle, broken: Sequence[int]) -> Script[list[Flight]]:
    """The winner names for each broken unit the enemy in contact from which it flees, Centre from Centre."""
    flights = []
    for number in broken:
        unit = battle.units[number]
        options = [
            Option(str(foe.unit), f"From {battle.units[foe.unit].name}", unit=number, target=foe.unit)
            for foe in unit.foes
        ]
        key = yield from choose(
            1 - unit.seat,
            "flee direction",
            f"Which of your units {does(unit.name)} flee from?",
            options,
            rules=("t9a.round.step10_flee_distance",),
        )
        enemy = battle.units[int(key)].pose
        assert enemy is not None
        assert unit.pose is not None
        facing = bearing(enemy.x, enemy.y, unit.pose.x, unit.pose.y)
        flights.append(Flight(number, (enemy.x, enemy.y), facing))
    return flights


@rule("t9a.round.step09_restrain_pursue", "t9a.special.overrun")
def declare_pursuits(battle: Battle, freed: Sequence[int], charged: Collection[int]) -> Script[Pursuers]:
    """Step 9: who has only broken foes may pursue one of them; who has none and charged this turn may overrun."""
    pursuers = Pursuers({}, [])
    for number in sorted(freed, key=lambda n: (battle.units[n].seat != battle.active, n)):
        unit = battle.units[number]
        says = ways_to_run(battle, unit, charged=number in charged)
        if "never" in says:
            continue
        if unit.foes:
            quarry = yield from _declare_pursuit(battle, unit, must="must" in says)
            if quarry is not None:
                pursuers.quarry[number] = quarry
                yield events.PursuitDeclared(number, quarry)
        elif number in charged and ("must" in says or (yield from _declare_overrun(unit))):
            pursuers.overruns.append(number)
            yield events.OverrunDeclared(number)
    return pursuers


@rule("t9a.shaken.no_pursuit", "t9a.shaken.no_overrun")
def ways_to_run(battle: Battle, unit: Unit, *, charged: bool) -> set[str]:
    """What rules say of the unit's pursuits and Overruns: that it may, must or never makes them."""
    if has(battle, unit, "shaken"):
        return {"never"}
    return {speaker.pursues(battle, bearer, charged) for bearer, speaker in spoken(battle, unit, "pursues")}


@rule("t9a.round.step09_restrain_pursue")
def _declare_pursuit(battle: Battle, unit: Unit, *, must: bool = False) -> Script[int | None]:
    """Whom the unit pursues; None if it restrains, which is free, or by a setting takes a Discipline Test."""
    higher = Part(0, "2D6, at least as high as the 2D6 of the fleeing unit", "t9a.round.step11_pursuit_distance")
    foes = [battle.units[foe.unit] for foe in unit.foes]
    options = [
        against(unit, foe, f"Pursue {foe.name}", (Odds("catches it", catches(battle, unit, foe), (higher,)),))
        for foe in foes
    ]
    tested = battle.scene.settings.restrain == "Discipline Test"
    rules = ("t9a.round.step09_restrain_pursue",)
    if not must:
        stands = (passing_odds("restrains", battle, unit, "restrain"),) if tested else ()
        options.append(Option("pass", "Restrain", stands, unit=unit.id, passes=True))
    text = f"{verb(unit.name, 'Does')} {unit.name} pursue?"
    key = yield from choose(unit.seat, "pursuit", text, options, rules=rules)
    if key == "pass":
        if not tested or (yield from discipline_test(battle, unit, "restrain", rules[0])):
            yield melee_events.UnitRestrained(unit.id)
            return None
        key = yield from choose(unit.seat, "pursuit", f"Whom {does(unit.name)} pursue?", options[:-1], rules=rules)
    return pair_in(battle, key)[1].id


@rule("t9a.special.overrun")
def _declare_overrun(unit: Unit) -> Script[bool]:
    """A unit that charged this turn and has no foe left may run on straight ahead instead of a Pivot."""
    text = f"{verb(unit.name, 'Does')} {unit.name} overrun?"
    yes = Option("overrun", "Overrun 2D6 inches straight ahead", unit=unit.id)
    return (yield from agrees(unit.seat, "overrun", text, yes, "Stay", rules=("t9a.special.overrun",)))


@rule("t9a.round.step10_flee_distance", "t9a.special.swiftstride")
def flee_distances(battle: Battle, broken: Sequence[int]) -> Script[dict[int, int]]:
    """Step 10: 2D6 for each broken unit."""
    found = {}
    for number in broken:
        found[number] = yield from _distance(battle, number, "flee", "Flee Distance", "t9a.round.step10_flee_distance")
    return found


@rule("t9a.round.step11_pursuit_distance", "t9a.special.overrun", "t9a.special.swiftstride")
def pursuit_distances(battle: Battle, pursuers: Pursuers) -> Script[dict[int, int]]:
    """Step 11: 2D6 for each unit that pursues or overruns."""
    found, by = {}, "t9a.round.step11_pursuit_distance"
    for number in (*pursuers.quarry, *pursuers.overruns):
        found[number] = yield from _distance(battle, number, "pursuit", "Pursuit Distance", by)
    return found


def _distance(battle: Battle, number: int, run: Run, why: str, by: str) -> Script[int]:
    unit = battle.units[number]
    dice = dice_of(battle, unit, run)
    return (yield from roll_sum(dice, why=why, rule=by, seat=unit.seat, unit=number))


@rule("t9a.round.step11_pursuit_distance")
def catch(
    battle: Battle, flights: Sequence[Flight], pursuers: Pursuers, fled: dict[int, int], ran: dict[int, int]
) -> Script[None]:
    """Broken units leave the combat; those whose pursuer rolled as much as they or more are destroyed on the spot."""
    for flight in flights:
        disengage(battle, battle.units[flight.unit])
    caught = []
    for flight in flights:
        unit = battle.units[flight.unit]
        for pursuer, quarry in pursuers.quarry.items():
            if quarry == unit.id and ran[pursuer] >= fled[unit.id]:
                yield from destroy(battle, unit, f"run down by {battle.units[pursuer].name}")
                caught.append(unit)
                break
        else:
            unit.fleeing = True
    for unit in caught:
        yield from panic.after_destroyed(battle, unit)


@rule("t9a.round.step12_move_fleeing")
def flee_moves(battle: Battle, flights: Sequence[Flight], fled: dict[int, int]) -> Script[None]:
    """Step 12: the others turn away from the enemy and run the distance rolled, in an order of their owner's choice."""
    waiting = {flight.unit: flight for flight in flights if battle.units[flight.unit].pose is not None}
    while waiting:
        number = yield from _next(
            battle, list(waiting), "flee order", "Which unit flees next?", "t9a.round.step12_move_fleeing"
        )
        flight = waiting.pop(number)
        unit = battle.units[number]
        if unit.pose is not None:
            yield from panic.flee_from(battle, unit, *flight.away_from, inches=fled[number])


def _next(battle: Battle, waiting: Sequence[int], topic: str, text: str, rule_id: str) -> Script[int]:
    """The owner chooses who is next; all belong to one player."""
    units = [battle.units[number] for number in waiting]
    unit = yield from choose_unit(units, units[0].seat, topic, text, rules=(rule_id,))
    return unit.id


def chases_of(
    battle: Battle, combat: Sequence[int], flights: Sequence[Flight], pursuers: Pursuers, ran: dict[int, int]
) -> list[Chase]:
    """All moves to be made: along the quarry's flight, or for an overrun straight ahead."""
    ways = {flight.unit: flight.facing for flight in flights}
    chases = [Chase(n, ways[quarry], ran[n], tuple(combat), frozenset(ways)) for n, quarry in pursuers.quarry.items()]
    for number in pursuers.overruns:
        pose = battle.units[number].pose
        if pose is not None:
            chases.append(Chase(number, pose.facing, ran[number], tuple(combat), frozenset(ways)))
    return [chase for chase in chases if may_run(battle.units[chase.unit])]


def may_run(unit: Unit) -> bool:
    """Panic of the moment may have taken it off."""
    return unit.pose is not None and not unit.fleeing and not unit.engaged


@rule("t9a.round.step13_move_pursuing")
def move_pursuers(battle: Battle, chases: Sequence[Chase]) -> Script[set[int]]:
    """Step 13: those that will run into another enemy first, then the others in their owner's order.

    Returns those that ran down an older fleeing enemy and may Pivot.
    """
    ran_down: set[int] = set()
    charging = [chase for chase in chases if planned(battle, chase).target is not None]
    for chase in best_order(battle, charging):
        if (yield from _move(battle, chase)):
            ran_down.add(chase.unit)
    for seat in (battle.active, battle.reactive):
        waiting = {c.unit: c for c in chases if c not in charging and battle.units[c.unit].seat == seat}
        while waiting:
            number = yield from _next(
                battle, list(waiting), "pursuit order", "Which unit pursues next?", "t9a.round.step13_move_pursuing"
            )
            if (yield from _move(battle, waiting.pop(number))):
                ran_down.add(number)
    return ran_down


def _move(battle: Battle, chase: Chase) -> Script[bool]:
    if not may_run(battle.units[chase.unit]):
        return False
    return (yield from pursuit_move(battle, chase))


@rule("t9a.special.overrun", "t9a.special.no_longer_engaged")
def overrun_alone(battle: Battle, unit: Unit) -> Script[bool]:
    """A unit that charged this turn and was freed of its enemies outside its own round may overrun (T9A-R043).

    Returns whether it did.
    """
    says = ways_to_run(battle, unit, charged=True)
    if not unit.charged or "never" in says or not ("must" in says or (yield from _declare_overrun(unit))):
        return False
    yield events.OverrunDeclared(unit.id)
    ran = yield from pursuit_distances(battle, Pursuers({}, [unit.id]))
    yield from move_pursuers(battle, chases_of(battle, (), (), Pursuers({}, [unit.id]), ran))
    return True
