"""Going into buildings and coming out of them in the Move Phase (BLUE-R137)."""

from __future__ import annotations

from warhost.play.questions import Denied, Option
from warhost.play.script import Script, choose
from warhost.play.shown.english import does
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.buildings.inside import AT_WALL, doors, step_out, why_not_in
from warhost.rulesets.blue_age.core import Battle, Unit, all_bases, section_piece
from warhost.rulesets.blue_age.core.events import battle as events
from warhost.table import Point, base_distance, from_local

CITE = "blue.building.structure"

SIDES: dict[str, tuple[float, float]] = {
    "front": (0.0, 1.0),
    "right": (1.0, 0.0),
    "back": (0.0, -1.0),
    "left": (-1.0, 0.0),
}
"""The sides of a section by name, as directions from its middle."""


@rule("blue.unit_type.cavalry_no_buildings", "blue.unit_type.chariot_no_buildings", "blue.unit_type.flyer_no_buildings")
@rule("blue.unit_type.war_machine_no_entry", "blue.unit_type.monster_no_buildings", "blue.unit_type.hero_subtype")
def entries(battle: Battle, unit: Unit, inches: float) -> tuple[list[Option], list[Denied]]:
    """The sections of buildings that a unit may go into with a move of so many inches, and why not into others that
    are near enough."""
    open_to = doors(battle, unit, inches)
    into = [
        Option(f"enter:{number}", f"Go into {section_piece(battle, number).name}", unit=unit.id) for number in open_to
    ]
    denied = []
    bases = all_bases(battle, unit)
    for number in range(len(battle.sections)):
        if number in open_to or battle.sections[number].ruined:
            continue
        shape = section_piece(battle, number).shape
        if not all(base_distance(base, shape) <= inches + AT_WALL for base in bases):
            continue
        why = why_not_in(battle, unit, number)
        if why is not None:
            denied.append(Denied(f"enter:{number}", why.message, why.rule or CITE, unit.id))
    return into, denied


@rule("blue.building.structure")
def comes_out(battle: Battle, unit: Unit) -> Script[bool]:
    """Whether a unit in a building comes out, by the side that its owner picks; it may then move on."""
    assert unit.inside is not None
    piece = section_piece(battle, unit.inside)
    options = [Option(f"leave:{side}", f"Leave by the {side} of {piece.name}", unit=unit.id) for side in SIDES]
    options.append(Option("pass", "Stay inside", unit=unit.id, passes=True))
    key = yield from choose(unit.seat, "action", f"Where {does(unit.name)} leave {piece.name}?", options, rules=(CITE,))
    if key == "pass":
        return False
    side = SIDES[key.removeprefix("leave:")]
    far = 2 * piece.shape.radius
    beyond: Point = from_local(piece.shape, side[0] * far, side[1] * far)
    if not (yield from step_out(battle, unit, beyond)):
        yield events.NoWayOut(unit.id)
        return False
    unit.moved = True
    return True
