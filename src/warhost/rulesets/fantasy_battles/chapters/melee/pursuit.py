"""Flight and pursuit after a Round of Combat (Round of Combat: steps 8 to 13)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from warhost.play.english import does, verb
from warhost.play.questions import Option
from warhost.play.script import Script, choose
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters.melee import pursuit
from warhost.rulesets.families.ninth_age.chapters.melee.pursuit import Flight, Pursuers, chases_of
from warhost.rulesets.families.ninth_age.chapters.melee.pursuit_moves import Chase
from warhost.rulesets.fantasy_battles.chapters.damage.damage import destroy
from warhost.rulesets.fantasy_battles.chapters.general import panic
from warhost.rulesets.fantasy_battles.chapters.general.discipline import discipline_test, passing_odds
from warhost.rulesets.fantasy_battles.chapters.general.running import dice_of
from warhost.rulesets.fantasy_battles.chapters.melee.pursuit_moves import RULES as MOVES
from warhost.rulesets.fantasy_battles.core import Battle, Unit, barred, pair_in, spoken
from warhost.rulesets.fantasy_battles.shown import events, melee_events
from warhost.table import Point


@rule("t9a.round.step08_panic", "t9a.panic.friend_breaks")
def panic_of_friends(battle: Battle, broken: Sequence[int]) -> Script[None]:
    """Step 8: units within 6" of a friend that broke take Panic Tests, before anybody flees."""
    for number in broken:
        yield from panic.after_break(battle, battle.units[number])


@rule("t9a.round.step09_restrain_pursue")
def freed_by(battle: Battle, combat: Sequence[int], broken: Collection[int]) -> list[int]:
    """The units of the combat that will have no foe once the broken ones are gone."""
    return pursuit.freed_by(battle, combat, broken)


@rule("t9a.round.step10_flee_distance")
def direct_flights(battle: Battle, broken: Sequence[int]) -> Script[list[Flight]]:
    """The winner names for each broken unit the enemy in contact from which it flees, Centre from Centre."""
    return pursuit.direct_flights(battle, broken, "t9a.round.step10_flee_distance")


@rule("t9a.round.step09_restrain_pursue", "t9a.special.overrun")
def declare_pursuits(battle: Battle, freed: Sequence[int], charged: Collection[int]) -> Script[Pursuers]:
    """Step 9: who has only broken foes may pursue one of them; who has none and charged this turn may overrun."""
    return pursuit.declare_pursuits(battle, freed, charged, ways_to_run, _declare_pursuit, "t9a.special.overrun")


@rule("t9a.shaken.no_pursuit", "t9a.shaken.no_overrun")
def ways_to_run(battle: Battle, unit: Unit, charged: bool) -> set[str]:
    """What rules say of the unit's pursuits and Overruns: that it may, must or never makes them."""
    if barred(battle, unit, "pursue" if unit.foes else "overrun") is not None:
        return {"never"}
    return {speaker.pursues(battle, bearer, charged) for bearer, speaker in spoken(battle, unit, "pursues")}


@rule("t9a.round.step09_restrain_pursue")
def _declare_pursuit(battle: Battle, unit: Unit, must: bool) -> Script[int | None]:
    """Whom the unit pursues; None if it restrains, which is free, or by a setting takes a Discipline Test."""
    options = pursuit.quarries(battle, unit, dice_of, "t9a.round.step11_pursuit_distance")
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
        key = yield from choose(unit.seat, "pursuit", f"Who {does(unit.name)} pursue?", options[:-1], rules=rules)
    return pair_in(battle, key)[1].id


@rule("t9a.round.step10_flee_distance", "t9a.special.swiftstride")
def flee_distances(battle: Battle, broken: Sequence[int]) -> Script[dict[int, int]]:
    """Step 10: 2D6 for each broken unit."""
    dice, by = partial(dice_of, battle, run="flee"), "t9a.round.step10_flee_distance"
    return pursuit.distances(battle, broken, dice, "Flee Distance", by)


@rule("t9a.round.step11_pursuit_distance", "t9a.special.overrun", "t9a.special.swiftstride")
def pursuit_distances(battle: Battle, pursuers: Pursuers) -> Script[dict[int, int]]:
    """Step 11: 2D6 for each unit that pursues or overruns."""
    dice, by = partial(dice_of, battle, run="pursuit"), "t9a.round.step11_pursuit_distance"
    runs = (*pursuers.quarry, *pursuers.overruns)
    return pursuit.distances(battle, runs, dice, "Pursuit Distance", by)


@rule("t9a.round.step11_pursuit_distance")
def catch(
    battle: Battle, flights: Sequence[Flight], pursuers: Pursuers, fled: dict[int, int], ran: dict[int, int]
) -> Script[None]:
    """Broken units leave the combat; those whose pursuer rolled as much as they or more are destroyed on the spot."""
    return pursuit.catch(battle, flights, pursuers, fled, ran, destroy, panic.after_destroyed)


@rule("t9a.round.step12_move_fleeing")
def flee_moves(battle: Battle, flights: Sequence[Flight], fled: dict[int, int]) -> Script[None]:
    """Step 12: the others turn away from the enemy and run the distance rolled, in an order of their owner's choice."""

    def flee(battle: Battle, unit: Unit, away_from: Point, inches: int) -> Script[None]:
        return panic.flee_from(battle, unit, *away_from, inches=inches)

    return pursuit.flee_moves(battle, flights, fled, flee, "t9a.round.step12_move_fleeing")


@rule("t9a.round.step13_move_pursuing", "t9a.terrain.dangerous_test_when")
def move_pursuers(battle: Battle, chases: Sequence[Chase]) -> Script[set[int]]:
    """Step 13: those that will run into another enemy first, then the others in their owner's order.

    Returns those that ran down an older fleeing enemy and may Pivot.
    """
    return pursuit.move_pursuers(battle, chases, MOVES, "t9a.round.step13_move_pursuing")


@rule("t9a.special.overrun", "t9a.special.no_longer_engaged")
def overrun_alone(battle: Battle, unit: Unit) -> Script[bool]:
    """A unit that charged this turn and was freed of its enemies outside its own round may overrun (T9A-R043).

    Returns whether it did.
    """
    says = ways_to_run(battle, unit, charged=True)
    if not unit.charged or "never" in says:
        return False
    if "must" not in says and not (yield from pursuit.runs_on(unit, "t9a.special.overrun")):
        return False
    yield events.OverrunDeclared(unit.id)
    ran = yield from pursuit_distances(battle, Pursuers({}, [unit.id]))
    yield from move_pursuers(battle, chases_of(battle, (), (), Pursuers({}, [unit.id]), ran))
    return True
