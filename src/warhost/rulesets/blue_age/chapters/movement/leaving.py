"""Leaving a combat in the Move Phase, and being pressed for it (Move Phase; BLUE-R28, BLUE-R29)."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.play.questions import Odds, Option
from warhost.play.script import Script, choose, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.buildings.inside import step_out
from warhost.rulesets.blue_age.chapters.combat.consolidation import press
from warhost.rulesets.blue_age.chapters.movement.flight import away, from_enemies, left_behind
from warhost.rulesets.blue_age.chapters.movement.walking import can_leave, walk_question
from warhost.rulesets.blue_age.chapters.wounds.harm import unlock
from warhost.rulesets.blue_age.core import Battle, Unit
from warhost.rulesets.blue_age.core.events import battle as events
from warhost.rulesets.blue_age.core.trials import odds_of, prepared, take
from warhost.rulesets.blue_age.core.values import movement

CITE = "blue.move.fall_back_option"


@rule("blue.move.fall_back_option")
def fall_back(battle: Battle, unit: Unit) -> Script[None]:
    """A unit that is locked in combat stays, or takes a Spirit Test to get out of it."""
    options = [
        Option("fall back", "Fall back", unit=unit.id, text="Pass: walk away. Fail: Flee!, and the enemies press."),
        Option("pass", "Keep fighting", unit=unit.id, passes=True),
    ]

    def weigh(option: Option) -> Sequence[Odds]:
        return (odds_of(prepared(battle, unit, "spirit", "Fall Back", CITE)),) if option.key == "fall back" else ()

    key = yield from choose(
        unit.seat, "action", f"{unit.name}: fall back from combat?", options, rules=(CITE,), weigh=weigh
    )
    if key == "pass":
        return
    done = yield from take(battle, prepared(battle, unit, "spirit", "Fall Back", CITE))
    if not unit.models:
        return
    if done.passed:
        yield from _walk_away(battle, unit)
    else:
        yield from _flee(battle, unit)


@rule("blue.move.fall_back_pass")
def _walk_away(battle: Battle, unit: Unit) -> Script[None]:
    """It leaves by its normal move, to where it is more than 1" from all enemies; where it cannot, it stays locked. It
    does not charge in this turn."""
    unit.declares = False
    left_behind(battle, unit)
    inches = float(movement(battle, unit))
    foes, came_out = unit.foes, False
    if unit.inside is not None:
        came_out = yield from _out_of_building(battle, unit)
    if not came_out and (unit.inside is not None or not can_leave(battle, unit, inches)):
        yield events.NoWayOut(unit.id)
        return
    unlock(battle, unit)
    text = f'Where {"do" if len(unit.models) > 1 else "does"} {unit.name} walk away to ({inches:g}")?'
    yield from walk_question(
        battle,
        unit,
        inches,
        text=text,
        how="walked away",
        cite="blue.move.fall_back_pass",
        clears=True,
        optional=came_out,
    )
    unit.left = True
    yield events.UnitLeftCombat(unit.id, foes)


def _out_of_building(battle: Battle, unit: Unit) -> Script[bool]:
    """It comes out at the far side of its building, where it is 1" from all enemies (BLUE-R137)."""
    dx, dy = from_enemies(battle, unit, [battle.units[number] for number in unit.foes])
    (model, *_) = unit.models
    return (yield from step_out(battle, unit, (model.x + dx * 100.0, model.y + dy * 100.0)))


@rule("blue.move.fall_back_fail", "blue.move.fall_back_pressed")
def _flee(battle: Battle, unit: Unit) -> Script[None]:
    """It flees 2D5" from its enemies, and each of them presses as though it had won (BLUE-R29)."""
    unit.declares = False
    cite = "blue.move.fall_back_fail"
    foes = [battle.units[number] for number in unit.foes]
    inches = yield from roll_sum("2D5", why="Flee!", rule=cite, seat=unit.seat, unit=unit.id)
    yield from away(battle, unit, inches, foes, flees=True)
    yield from press(battle, foes, [unit])
