"""Flight and pursuit after a Round of Combat (Melee Phase: Flee and Pursuit; No More Foes; Overrun)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from warhost.dice import Dice, odds
from warhost.play.english import acts, does, verb
from warhost.play.questions import Odds, Option, Part
from warhost.play.script import Script, agrees, choose, choose_unit, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.pursuit_moves import Chase
from warhost.rulesets.fantasy_battles import events, movement, panic
from warhost.rulesets.fantasy_battles.battle import Battle, Unit
from warhost.rulesets.fantasy_battles.contact import against, disengage, pair_in
from warhost.rulesets.fantasy_battles.damage import destroy
from warhost.rulesets.fantasy_battles.pursuit_moves import best_order, planned, pursuit_move
from warhost.rulesets.fantasy_battles.rules import spoken
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


@rule(
    "t9a.special.break_test",
    "t9a.melee.sequence",
    "t9a.round.step09_restrain_pursue",
    "t9a.special.no_longer_engaged",
    "t9a.round.step13_move_pursuing",
)
@rule("t9a.round.step13_move_pursuing", "t9a.round.step09_restrain_pursue")
def flee_and_pursue(
    battle: Battle, combat: Sequence[int], broken: Sequence[int], charged: Collection[int]
) -> Script[set[int]]:
    """Step 6 of a Round of Combat. `charged` are the units that came into it by a charge of this Player Turn.

    Friends of broken units test for Panic first; then flights are directed and pursuits declared, all distances
    rolled, fleeing units caught or moved, pursuers and overruns moved, and the rest may Pivot.
    Returns the units that moved in pursuit.
    """
    for number in broken:
        yield from panic.after_break(battle, battle.units[number])
    flights = yield from direct_flights(battle, broken)
    freed = [n for n in combat if n not in broken and _free(battle, n, broken)]
    pursuers = yield from declare_pursuits(battle, freed, broken, charged)
    fled, ran = yield from roll_distances(battle, broken, pursuers)
    yield from catch(battle, flights, pursuers, fled, ran)
    yield from flee_moves(battle, flights, fled)
    chases = _chases(battle, combat, flights, pursuers, ran)
    ran_down = yield from move_pursuers(battle, chases)
    yield from pivots(battle, [n for n in freed if n not in ran or n in ran_down])
    return {chase.unit for chase in chases}


@rule("t9a.round.step09_restrain_pursue")
def _free(battle: Battle, number: int, broken: Collection[int]) -> bool:
    """Whether the unit will have no foe once the broken ones are gone."""
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


@rule("t9a.round.step09_restrain_pursue", "t9a.special.overrun", "t9a.special.no_longer_engaged")
def declare_pursuits(
    battle: Battle, freed: Sequence[int], broken: Collection[int], charged: Collection[int]
) -> Script[Pursuers]:
    """Who has only broken foes may pursue one of them; who has none and charged this turn may overrun."""
    pursuers = Pursuers({}, [])
    for number in sorted(freed, key=lambda n: (battle.units[n].seat != battle.active, n)):
        unit = battle.units[number]
        speaking = spoken(battle, unit, "pursues")
        says = {speaker.pursues(battle, bearer, number in charged) for bearer, speaker in speaking}
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


def _declare_pursuit(battle: Battle, unit: Unit, *, must: bool = False) -> Script[int | None]:
    higher = Part(0, "2D6, at least as high as the 2D6 of the fleeing unit", "t9a.round.step11_pursuit_distance")
    foes = [battle.units[foe.unit] for foe in unit.foes]
    options = [
        against(unit, foe, f"Pursue {foe.name}", (Odds("catches it", catches(battle, unit, foe), (higher,)),))
        for foe in foes
    ]
    key = yield from choose(
        unit.seat,
        "pursuit",
        f"{verb(unit.name, 'Does')} {unit.name} pursue?",
        options if must else [*options, Option("pass", "Let them run", unit=unit.id, passes=True)],
        rules=("t9a.round.step09_restrain_pursue", "t9a.round.step09_restrain_pursue"),
    )
    return None if key == "pass" else pair_in(battle, key)[1].id


@rule("t9a.special.overrun", "t9a.special.no_longer_engaged")
def _declare_overrun(unit: Unit) -> Script[bool]:
    """A unit that charged this turn and has no foe left may run on straight ahead instead of a Pivot."""
    text = f"{verb(unit.name, 'Does')} {unit.name} overrun?"
    yes = Option("overrun", "Overrun 2D6 inches straight ahead", unit=unit.id)
    return (yield from agrees(unit.seat, "overrun", text, yes, "Stay", rules=("t9a.special.overrun",)))


@rule("t9a.round.step11_pursuit_distance")
def roll_distances(
    battle: Battle, broken: Sequence[int], pursuers: Pursuers
) -> Script[tuple[dict[int, int], dict[int, int]]]:
    """2D6 for each broken unit, then 2D6 for each that pursues or overruns."""
    fled, ran = {}, {}
    for number in broken:
        fled[number] = yield from _distance(battle, number, "flee", "Flee Distance")
    for number in (*pursuers.quarry, *pursuers.overruns):
        ran[number] = yield from _distance(battle, number, "pursuit", "Pursuit Distance")
    return fled, ran


def _distance(battle: Battle, number: int, run: Run, why: str) -> Script[int]:
    unit = battle.units[number]
    dice = dice_of(battle, unit, run)
    return (yield from roll_sum(dice, why=why, rule="t9a.round.step11_pursuit_distance", seat=unit.seat, unit=number))


@rule("t9a.round.step13_move_pursuing", "t9a.round.step11_pursuit_distance")
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
    """The others turn away from the enemy and run the distance rolled, in an order that their owner chooses."""
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


def _chases(
    battle: Battle, combat: Sequence[int], flights: Sequence[Flight], pursuers: Pursuers, ran: dict[int, int]
) -> list[Chase]:
    """All moves to be made: along the quarry's flight, or for an overrun straight ahead."""
    ways = {flight.unit: flight.facing for flight in flights}
    chases = [Chase(n, ways[quarry], ran[n], tuple(combat), frozenset(ways)) for n, quarry in pursuers.quarry.items()]
    for number in pursuers.overruns:
        pose = battle.units[number].pose
        if pose is not None:
            chases.append(Chase(number, pose.facing, ran[number], tuple(combat), frozenset(ways)))
    return [chase for chase in chases if _may_run(battle.units[chase.unit])]


def _may_run(unit: Unit) -> bool:
    """Panic of the moment may have taken it off."""
    return unit.pose is not None and not unit.fleeing and not unit.engaged


@rule("t9a.round.step13_move_pursuing")
def move_pursuers(battle: Battle, chases: Sequence[Chase]) -> Script[set[int]]:
    """Those that will run into another enemy first, then the others in their owner's order.

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
    if not _may_run(battle.units[chase.unit]):
        return False
    return (yield from pursuit_move(battle, chase))


@rule("t9a.special.no_longer_engaged", "t9a.round.step09_restrain_pursue")
def pivots(battle: Battle, units: Sequence[int]) -> Script[None]:
    """After all moves: units without foes that did not run on may Pivot."""
    for number in sorted(units, key=lambda n: (battle.units[n].seat != battle.active, n)):
        unit = battle.units[number]
        if _may_run(unit):
            yield from movement.pivot(
                battle,
                unit,
                topic="pivot after combat",
                text=f"{acts(unit.name, 'has')} no more enemies in contact and may Pivot.",
                rules=("t9a.special.no_longer_engaged", "t9a.round.step09_restrain_pursue"),
            )
