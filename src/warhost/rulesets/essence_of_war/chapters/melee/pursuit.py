"""Flight and pursuit after a Round of Combat (Melee Phase: Flee and Pursuit; No More Foes; Overrun)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from warhost.play.english import acts, verb
from warhost.play.questions import Option
from warhost.play.script import Script, choose
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.damage.damage import destroy
from warhost.rulesets.essence_of_war.chapters.general import panic
from warhost.rulesets.essence_of_war.chapters.general.running import dice_of
from warhost.rulesets.essence_of_war.chapters.melee.pursuit_moves import RULES as MOVES
from warhost.rulesets.essence_of_war.chapters.movement import movement
from warhost.rulesets.essence_of_war.core import Battle, Unit, pair_in, spoken
from warhost.rulesets.families.ninth_age.chapters.melee import pursuit
from warhost.rulesets.families.ninth_age.chapters.melee.pursuit import Flight, Pursuers, may_run
from warhost.rulesets.families.ninth_age.chapters.melee.pursuit_moves import Chase
from warhost.table import Point


@rule("eow.break.fail", "eow.melee.sequence", "eow.pursuit.refuse", "eow.no_more_foes.action", "eow.pursuit.hold_only")
@rule("eow.pursuit.move", "eow.pursuit.allowed")
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
    freed = freed_by(battle, combat, broken)
    pursuers = yield from declare_pursuits(battle, freed, charged)
    fled, ran = yield from roll_distances(battle, broken, pursuers)
    yield from catch(battle, flights, pursuers, fled, ran)
    yield from flee_moves(battle, flights, fled)
    chases = pursuit.chases_of(battle, combat, flights, pursuers, ran)
    ran_down = yield from move_pursuers(battle, chases)
    yield from pivots(battle, [n for n in freed if n not in ran or n in ran_down])
    return {chase.unit for chase in chases}


@rule("eow.pursuit.allowed")
def freed_by(battle: Battle, combat: Sequence[int], broken: Collection[int]) -> list[int]:
    """The units of the combat that will have no foe once the broken ones are gone."""
    return pursuit.freed_by(battle, combat, broken)


@rule("eow.pursuit.flee_direction")
def direct_flights(battle: Battle, broken: Sequence[int]) -> Script[list[Flight]]:
    """The winner names for each broken unit the enemy in contact from which it flees, Centre from Centre."""
    return pursuit.direct_flights(battle, broken, "eow.pursuit.flee_direction")


@rule("eow.pursuit.declare", "eow.pursuit.refuse", "eow.pursuit.overrun", "eow.no_more_foes.action")
@rule("eow.list.empire_of_sonnstahl.rule.steam_powered_no_pursuit")
@rule("eow.list.infernal_dwarves.rule.steam_ahead_pursuit")
def declare_pursuits(battle: Battle, freed: Sequence[int], charged: Collection[int]) -> Script[Pursuers]:
    """Who has only broken foes may pursue one of them; who has none and charged this turn may overrun (EOW-R162)."""
    return pursuit.declare_pursuits(battle, freed, charged, _says, _declare_pursuit, "eow.pursuit.overrun")


def _says(battle: Battle, unit: Unit, charged: bool) -> set[str]:
    """What rules say of the unit's pursuits and Overruns: that it may, must or never makes them."""
    return {speaker.pursues(battle, bearer, charged) for bearer, speaker in spoken(battle, unit, "pursues")}


def _declare_pursuit(battle: Battle, unit: Unit, must: bool) -> Script[int | None]:
    options = pursuit.quarries(battle, unit, dice_of, "eow.pursuit.catch")
    key = yield from choose(
        unit.seat,
        "pursuit",
        f"{verb(unit.name, 'Does')} {unit.name} pursue?",
        options if must else [*options, Option("pass", "Let them run", unit=unit.id, passes=True)],
        rules=("eow.pursuit.declare", "eow.pursuit.refuse"),
    )
    return None if key == "pass" else pair_in(battle, key)[1].id


@rule("eow.pursuit.rolls")
def roll_distances(
    battle: Battle, broken: Sequence[int], pursuers: Pursuers
) -> Script[tuple[dict[int, int], dict[int, int]]]:
    """2D6 for each broken unit, then 2D6 for each that pursues or overruns."""
    by = "eow.pursuit.rolls"
    runs = (*pursuers.quarry, *pursuers.overruns)
    fled = yield from pursuit.distances(battle, broken, partial(dice_of, battle, run="flee"), "Flee Distance", by)
    ran = yield from pursuit.distances(battle, runs, partial(dice_of, battle, run="pursuit"), "Pursuit Distance", by)
    return fled, ran


@rule("eow.pursuit.disengage", "eow.pursuit.catch")
def catch(
    battle: Battle, flights: Sequence[Flight], pursuers: Pursuers, fled: dict[int, int], ran: dict[int, int]
) -> Script[None]:
    """Broken units leave the combat; those whose pursuer rolled as much as they or more are destroyed on the spot."""
    return pursuit.catch(battle, flights, pursuers, fled, ran, destroy, panic.after_destroyed)


@rule("eow.pursuit.flee_move")
def flee_moves(battle: Battle, flights: Sequence[Flight], fled: dict[int, int]) -> Script[None]:
    """The others turn away from the enemy and run the distance rolled, in an order that their owner chooses."""

    def flee(battle: Battle, unit: Unit, away_from: Point, inches: int) -> Script[None]:
        return panic.flee_from(battle, unit, *away_from, inches=inches)

    return pursuit.flee_moves(battle, flights, fled, flee, "eow.pursuit.flee_move")


@rule(
    "eow.pursuit.chargers_first",
    "eow.pursuit.hold_only",
    "eow.pursuit.move",
    "eow.pursuit.new_enemy",
    "eow.dangerous.trigger",
)
def move_pursuers(battle: Battle, chases: Sequence[Chase]) -> Script[set[int]]:
    """Those that will run into another enemy first, then the others in their owner's order; each along the flight of
    its quarry (EOW-R154, EOW-R156), or for an overrun straight ahead.

    Returns those that ran down an older fleeing enemy and may Pivot.
    """
    return pursuit.move_pursuers(battle, chases, MOVES, "eow.pursuit.chargers_first")


@rule("eow.no_more_foes.action", "eow.pursuit.refuse")
def pivots(battle: Battle, units: Sequence[int]) -> Script[None]:
    """After all moves: units without foes that did not run on may Pivot."""
    for number in sorted(units, key=lambda n: (battle.units[n].seat != battle.active, n)):
        unit = battle.units[number]
        if may_run(unit):
            yield from movement.pivot(
                battle,
                unit,
                topic="pivot after combat",
                text=f"{acts(unit.name, 'has')} no more enemies in contact and may Pivot.",
                rules=("eow.no_more_foes.action", "eow.pursuit.refuse"),
            )
