"""Mandatory moves, with which the Move Phase opens: those who flee, the Stupid, those in a Frenzy (BLUE-R26)."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from warhost.field.loose.marching import way_there
from warhost.play.questions import Option
from warhost.play.script import Script, agrees, roll_sum
from warhost.play.shown.english import acts
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.buildings.inside import step_out
from warhost.rulesets.blue_age.chapters.movement.dashing import dash, why_no_dash
from warhost.rulesets.blue_age.chapters.movement.flight import home
from warhost.rulesets.blue_age.chapters.movement.walking import made
from warhost.rulesets.blue_age.chapters.movement.walks import is_open, shifted
from warhost.rulesets.blue_age.chapters.turn import begin_part
from warhost.rulesets.blue_age.core import CM, GAP, Battle, Type, Unit, apart, centre_of, enemies, has, hosts, walls_of
from warhost.rulesets.blue_age.core.party import Course, Party
from warhost.rulesets.blue_age.core.trials import tested
from warhost.rulesets.blue_age.core.values import movement
from warhost.table import TOLERANCE, Base, Point, base_distance, nearest_on

MEAN_CHARGE: dict[Type, float] = {
    "infantry": 7.15,
    "cavalry": 11.0,
    "chariot": 11.0,
    "beast": 13.0,
    "swarm": 3.8,
    "monstrous infantry": 5.5,
    "monster": 10.5,
    "war machine": 3.0,
}
"""How far a charge of each type reaches on average, in inches; a Flyer's 6" more."""


@rule("blue.special.stupid_test")
def stupid_tests(battle: Battle) -> Script[None]:
    """When a turn begins, before the turn roll, every Stupid unit takes a Mind Test (BLUE-R121)."""
    for seat in (0, 1):
        for unit in hosts(battle, seat):
            if has(battle, unit, "stupid"):
                done = yield from tested(battle, unit, "mind", "Stupid", "blue.special.stupid_test")
                unit.stupid = not done.passed


@rule("blue.move.mandatory_moves_first")
def mandatory(battle: Battle) -> Script[None]:
    """All mandatory moves of both players: who flees first, then the Stupid, then the frenzied; in each class the First
    Player's units first."""
    for seat in (battle.first, battle.second):
        for unit in hosts(battle, seat):
            if unit.fleeing and unit.models:
                yield from _flee(battle, unit)
    for rules in ("stupid", "frenzied"):
        for seat in (battle.first, battle.second):
            for unit in hosts(battle, seat):
                failed = unit.stupid if rules == "stupid" else has(battle, unit, "frenzied") and not unit.stupid
                if failed and unit.models and not unit.locked and not unit.fleeing:
                    yield from _go_for_enemy(battle, unit, wild=rules == "frenzied")
    yield from begin_part(battle, "move", battle.first)


@rule("blue.move.mandatory_moves_first", "blue.move.fleeing_units_excluded")
def _flee(battle: Battle, unit: Unit) -> Script[None]:
    """A fleeing unit runs 2D10 cm home (BLUE-R30)."""
    cite = "blue.move.mandatory_moves_first"
    rolled = yield from roll_sum("2D10", why="Flight", rule=cite, seat=unit.seat, unit=unit.id)
    unit.acted = True
    yield from home(battle, unit, rolled * CM, flees=True)


@rule("blue.special.stupid_fail_move", "blue.special.frenzy_move")
def _go_for_enemy(battle: Battle, unit: Unit, *, wild: bool) -> Script[None]:
    """The unit goes for the nearest enemy with all its Movement and ends 1" short of it. One in a Frenzy dashes if the
    enemy would still be farther away than it charges on average (BLUE-R115), a Stupid one as its owner likes. Who is in
    a building comes out of it first, if there is room."""
    unit.acted = True
    foe = nearest_enemy(battle, unit)
    if foe is None or (unit.inside is not None and not (yield from step_out(battle, unit, centre_of(battle, [foe])))):
        return
    inches = float(movement(battle, unit))
    if why_no_dash(battle, unit) is None and (yield from _dashes(battle, unit, foe, inches, wild=wild)):
        inches += yield from dash(battle, unit)
    party = Party(battle, unit)
    yield from made(party, towards(party, walls_of(battle, foe), inches), "dashed" if unit.dashed else "moved")
    for one in party.members:
        # Whoever has to go counts as having moved even where something holds it up (BLUE-R26).
        one.moved = one.acted = True


def _dashes(battle: Battle, unit: Unit, foe: Unit, inches: float, *, wild: bool) -> Script[bool]:
    if wild:
        entry = battle.entry(unit)
        return apart(battle, unit, foe) - inches > MEAN_CHARGE[entry.type] + 6.0 * entry.flyer
    yes = Option("dash", 'Dash: D5" more', unit=unit.id)
    rules = ("blue.special.stupid_fail_move",)
    text = f"{acts(unit.name, 'goes')} for {foe.name}."
    return (yield from agrees(unit.seat, "dash", text, yes, "Do not dash", rules=rules))


def nearest_enemy(battle: Battle, unit: Unit) -> Unit | None:
    """The enemy unit nearest to a unit; of those that are equally near the one with the lowest number."""
    foes = [foe for foe in enemies(battle, unit.seat) if foe.host is None]
    return min(foes, key=lambda foe: (round(apart(battle, unit, foe), 6), foe.id), default=None)


@rule("blue.special.stupid_fail_move", "blue.special.frenzy_move")
def towards(party: Party, goals: Sequence[Base], inches: float) -> Course:
    """All models go by the way of the one that is nearest to these goals, which stops 1" short of them: the shortest
    way open to it, even if that first leads aside (BLUE-R115)."""
    number, goal = min(
        ((number, goal) for number in range(len(party.bases)) for goal in goals),
        key=lambda pair: base_distance(party.bases[pair[0]], pair[1]),
    )
    base = party.bases[number]
    x, y = nearest_on(goal, base.x, base.y)
    length = hypot(x - base.x, y - base.y)
    far = length - base.radius - GAP - 0.001
    if length <= TOLERANCE or min(inches, far) <= TOLERANCE:
        return party.stays()
    dx, dy = (x - base.x) / length, (y - base.y) / length
    go = min(inches, far)
    if not is_open(party, dx * go, dy * go):
        ahead = _round(party, number, (base.x + dx * far, base.y + dy * far), inches)
        if ahead is not None:
            return shifted(party, ahead[0] - base.x, ahead[1] - base.y, inches, strict=False)
    return shifted(party, dx * go, dy * go, inches, strict=False)


def _round(party: Party, number: int, goal: Point, inches: float) -> Point | None:
    """How far so many inches take a model on its shortest way to that place; None if there is no way, or if it flies or
    drives and so goes straight."""
    gait = party.gaits[party.owner[number]]
    if gait.flies or gait.steered is not None:
        return None
    board = party.battle.scene.board
    about = party.around()[party.owner[number]]
    way = way_there(party, number, goal, 2 * (board.width + board.depth), about, {})
    return None if way is None else gait.part(way, inches)[-1]


STEPS = {"mandatory": mandatory}
