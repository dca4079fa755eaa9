"""Flight and pursuit after a Round of Combat (Melee Phase: Flee and Pursuit; No More Foes; Overrun)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from warhost.play.questions import Option
from warhost.play.script import Script, choose
from warhost.play.shown.english import acts, verb
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.movement import movement
from warhost.rulesets.essence_of_war.core import Battle, Unit, pair_in, spoken
from warhost.rulesets.families.ninth_age.chapters import panic
from warhost.rulesets.families.ninth_age.chapters.melee import pursuit
from warhost.rulesets.families.ninth_age.chapters.melee.pursuit import may_run


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
    flights = yield from pursuit.direct_flights(battle, broken)
    freed = pursuit.freed_by(battle, combat, broken)
    pursuers = yield from pursuit.declare_pursuits(battle, freed, charged)
    fled = yield from pursuit.flee_distances(battle, broken)
    ran = yield from pursuit.pursuit_distances(battle, pursuers)
    yield from pursuit.catch(battle, flights, pursuers, fled, ran)
    yield from pursuit.flee_moves(battle, flights, fled)
    chases = pursuit.chases_of(battle, combat, flights, pursuers, ran)
    ran_down = yield from pursuit.move_pursuers(battle, chases)
    yield from pivots(battle, [n for n in freed if n not in ran or n in ran_down])
    return {chase.unit for chase in chases}


def ways_to_run(battle: Battle, unit: Unit, charged: bool) -> set[str]:
    """What rules say of the unit's pursuits and Overruns: that it may, must or never makes them."""
    return {speaker.pursues(battle, bearer, charged) for bearer, speaker in spoken(battle, unit, "pursues")}


def declare_pursuit(battle: Battle, unit: Unit, must: bool) -> Script[int | None]:
    options = pursuit.quarries(battle, unit)
    key = yield from choose(
        unit.seat,
        "pursuit",
        f"{verb(unit.name, 'Does')} {unit.name} pursue?",
        options if must else [*options, Option("pass", "Let them run", unit=unit.id, passes=True)],
        rules=("eow.pursuit.declare", "eow.pursuit.refuse"),
    )
    return None if key == "pass" else pair_in(battle, key)[1].id


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
