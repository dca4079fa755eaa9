"""The Movement Phase: fleeing units try to rally, then units move one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from warhost.field import Path, path_of
from warhost.field.moves.crossing import way_of
from warhost.play.battle import stand
from warhost.play.events import counted
from warhost.play.questions import Denied, Kind, Manoeuvre, Moved, Odds, Part
from warhost.play.script import Script, manoeuvre, once
from warhost.play.shown.english import acts, does
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters import flee, panic, phases
from warhost.rulesets.families.ninth_age.chapters import rally as rallying
from warhost.rulesets.fantasy_battles.chapters.general.dangerous import losses, models_in_danger, take_tests
from warhost.rulesets.fantasy_battles.chapters.general.discipline import discipline_test, passing_odds
from warhost.rulesets.fantasy_battles.chapters.general.running import random_dice
from warhost.rulesets.fantasy_battles.chapters.movement import manoeuvres, swapping
from warhost.rulesets.fantasy_battles.chapters.movement.reforms import bases_after, reform_kind, take_up
from warhost.rulesets.fantasy_battles.chapters.turn import end_phase
from warhost.rulesets.fantasy_battles.core import (
    Action,
    Battle,
    Unit,
    barred,
    boundary,
    deny,
    flies,
    has,
    has_moved,
    rate,
    spoken,
)
from warhost.rulesets.fantasy_battles.shown import events
from warhost.table import Base, Rect, Step

ONE_MOVE = "t9a.move.one_move_each"

KINDS: tuple[Action, ...] = ("advance", "march", "reform")
"""The types of move of the Movement Phase."""


@rule("t9a.move.rally", "t9a.special.flee_move")
def rally(battle: Battle) -> Script[None]:
    """Every unit that flees when the phase begins tests: it rallies and may pivot, or flees on, straight ahead."""
    unit = yield from rallying.next_to_rally(
        battle,
        lambda unit: passing_odds("rallies", battle, unit, "rally"),
        lambda unit: flee.chance_off_board(battle, unit),
        rule_id="t9a.move.rally",
        fails="t9a.move.rally",
        off_board="t9a.special.flee_move",
    )
    if unit is None:
        battle.stage = "random moves"
        return
    if (yield from discipline_test(battle, unit, "rally", "t9a.move.rally")):
        yield from rallying.rallied(unit)
        yield from pivot(
            battle, unit, topic="rally pivot", text=f"Which way {does(unit.name)} face now?", rules=("t9a.move.rally",)
        )
    else:
        yield from panic.flee_move(battle, unit)


@rule("t9a.move.sequence", "t9a.move.one_move_each", "t9a.move.end")
def move(battle: Battle) -> Script[None]:
    """One unit moves; passing ends the phase."""
    why_not, swaps = partial(cannot_move, battle), partial(swapping.swap_options, battle)
    key = yield from phases.next_to_move(battle, why_not, swaps, ("t9a.move.sequence", "t9a.move.one_move_each"))
    if key is None:
        yield from end_phase(battle)
        return
    what, _, number = key.rpartition(":")
    unit = battle.units[int(number)]
    if what == swapping.SWAP:
        yield from swapping.swap(battle, unit)
        return
    unit.done = True
    path = yield from move_unit(battle, unit)
    if path is not None and unit.pose is not None:
        for bearer, speaker in spoken(battle, unit, "at_move_end"):
            yield from speaker.at_move_end(battle, bearer, path)


@rule("t9a.move.one_move_each", "t9a.move.rally", "t9a.special.random_movement")
def cannot_move(battle: Battle, unit: Unit) -> list[Denied]:
    """Why the unit has no move in this phase, if it has none; all the rules that bar each kind of move."""
    if unit.engaged:
        return [deny(unit, f"{acts(unit.name, 'is')} Engaged in Combat.", ONE_MOVE)]
    nerve = (barred(battle, unit, kind) for kind in KINDS)
    found = [deny(unit, refused.message, refused.rule or ONE_MOVE) for refused in nerve if refused is not None]
    if found:
        return found
    if unit.rallied:
        return [deny(unit, f"{unit.name} rallied this turn and cannot move.", "t9a.move.rally")]
    if unit.declared:
        return [deny(unit, f"{unit.name} declared a charge this turn.", ONE_MOVE)]
    if unit.moved or unit.done:
        return [deny(unit, f"{acts(unit.name, 'has')} already moved.", ONE_MOVE)]
    if random_dice(battle, unit) is not None:
        return [deny(unit, f"{acts(unit.name, 'moves')} at random only.", "t9a.special.random_movement")]
    return []


@rule("t9a.move.advance")
def advance_kind(battle: Battle, unit: Unit, inches: int | None = None, *, first_pivot: bool = False) -> Kind:
    """An Advance: the rate forward with wheels, half of it straight back or to a side."""
    adv = rate(battle, unit, "adv") if inches is None else inches
    text = "Forward with wheels, or half as far straight back or sideways."
    if inches is None and battle.entry(unit).shots:
        text = f"{text} Can still shoot, but with a worse Aim."
    return manoeuvres.advancing(adv, free=_turns_freely(battle, unit), text=text, first_pivot=first_pivot)


@rule("t9a.move.advance", "t9a.move.march", "t9a.special.light_troops")
def _turns_freely(battle: Battle, unit: Unit) -> bool:
    """Whether the unit may Pivot at any moment of its move: a single model by the list, or Light Troops."""
    return (battle.entry(unit).single and not unit.guests) or has(battle, unit, "pivots_freely")


@rule("t9a.move.march")
def march_kind(battle: Battle, unit: Unit) -> Kind:
    """A March: forward with wheels."""
    text = "Further, but only forward with wheels."
    if battle.entry(unit).shots and not has(battle, unit, "shoots_after_march"):
        text = "Further, but only forward with wheels, and no shooting this turn."
    return manoeuvres.marching(rate(battle, unit, "mar"), free=_turns_freely(battle, unit), text=text)


def why_not_march(battle: Battle, unit: Unit) -> list[Denied]:
    """The rules that keep the unit from marching, each with its reason."""
    denied: list[Denied] = []
    for bearer, speaker in spoken(battle, unit, "check_march"):
        refused = speaker.check_march(battle, bearer)
        if refused is not None:
            denied.append(Denied("march", refused.message, refused.rule or speaker.id, unit=unit.id))
    return denied


@rule("t9a.move.choose_type", "t9a.special.fly", "t9a.special.ambush")
def move_unit(battle: Battle, unit: Unit) -> Script[Path | None]:
    """The unit advances, marches or reforms, or stays; who can fly says whether it does."""
    kinds = [advance_kind(battle, unit)]
    denied = why_not_march(battle, unit)
    if not denied:
        kinds.append(march_kind(battle, unit))
    if flies(battle, unit):
        kinds += [manoeuvres.in_flight(kind) for kind in kinds]
    kinds.append(reform_kind(battle, unit))
    rules = ("t9a.move.choose_type", "t9a.move.advance", "t9a.move.march", "t9a.move.reform")
    text = f"Move {unit.name}"
    return (yield from ask_move(battle, unit, kinds, denied, topic="manoeuvre", text=text, rules=rules))


def advance_move(
    battle: Battle, unit: Unit, rate: int | None = None, *, topic: str, text: str, rules: tuple[str, ...]
) -> Script[bool]:
    """An Advance Move after a Pivot, perhaps at another rate than the unit's own. Returns whether it moved."""
    kinds = [advance_kind(battle, unit, rate, first_pivot=True)]
    path = yield from ask_move(battle, unit, kinds, (), topic=topic, text=text, rules=rules)
    return path is not None


def pivot(battle: Battle, unit: Unit, *, topic: str, text: str, rules: tuple[str, ...]) -> Script[bool]:
    """A Pivot about the centre, if the owner wants one. Returns whether the unit turned."""
    kinds = [manoeuvres.pivot_kind()]
    return (yield from ask_move(battle, unit, kinds, (), topic=topic, text=text, rules=rules)) is not None


def reform(battle: Battle, unit: Unit, *, topic: str, text: str, rules: tuple[str, ...]) -> Script[bool]:
    """A Reform, if the owner wants one. Returns whether the unit stands otherwise than before."""
    kinds = [reform_kind(battle, unit)]
    return (yield from ask_move(battle, unit, kinds, (), topic=topic, text=text, rules=rules)) is not None


def ask_move(
    battle: Battle,
    unit: Unit,
    kinds: Sequence[Kind],
    denied: Sequence[Denied],
    *,
    topic: str,
    text: str,
    rules: tuple[str, ...],
    inches: float | None = None,
) -> Script[Path | None]:
    """The owner draws a move of one of these kinds, and it is made. Returns its path; None if nothing changed.

    `inches` are those that a model may go in a Reform, where they are not the March Rate.
    """
    check = once(partial(manoeuvres.check, battle, unit, kinds, inches=inches))
    suggest = partial(manoeuvres.suggest, battle, unit, kinds, inches)
    sample = partial(manoeuvres.sample, battle, unit, kinds, check)

    def risk(moved: Moved) -> tuple[Odds, ...]:
        return tuple(_risk(battle, unit, moved)) if _is_march(moved.kind) else ()

    def preview(moved: Moved) -> list[Base]:
        end = manoeuvres.end_of(battle, unit, kinds, moved)
        return bases_after(battle, unit, end, moved.files)

    question = Manoeuvre(
        seat=unit.seat, topic=topic, text=text, rules=rules, unit=unit.id, kinds=tuple(kinds), denied=tuple(denied)
    )
    answer = yield from manoeuvre(question, check, suggest, sample, risk, preview)
    return (yield from make_move(battle, unit, kinds, answer))


def _is_march(kind: str) -> bool:
    return kind.removeprefix(manoeuvres.FLYING) == "march"


@rule("t9a.terrain.dangerous_test_when", "t9a.terrain.dangerous_dice")
def _risk(battle: Battle, unit: Unit, moved: Moved) -> Iterator[Odds]:
    """What a March through Dangerous Terrain may cost."""
    way = _way(path_of(boundary(battle, unit), moved.steps))
    flying = moved.kind.startswith(manoeuvres.FLYING)
    lost = losses(battle, unit, way, flying=flying)
    if len(lost) > 1:
        models = sum(models_in_danger(battle, unit, way, flying=flying).values())
        why = Part(0, f"{counted(models, 'model')} in Dangerous Terrain", "t9a.terrain.dangerous_test_when")
        yield Odds("expected HP lost to Dangerous Terrain", lost.mean, (why,), "expected")


def _way(path: Path) -> list[tuple[Rect, Step]]:
    """The path of a March for its tests: a single model may pivot last of all, so that its end counts."""
    return way_of(path.start, path.steps, path.end)


@rule("t9a.move.advance", "t9a.move.march", "t9a.move.reform", "t9a.terrain.dangerous_test_when")
@rule("t9a.shooting.mod_moving")
def make_move(battle: Battle, unit: Unit, kinds: Sequence[Kind], moved: Moved) -> Script[Path | None]:
    """Carry out a checked move. A unit has moved if its place, facing or files changed; only a March is a risk."""
    before, files = unit.pose, unit.files
    path = path_of(manoeuvres.start_of(battle, unit, kinds, moved), moved.steps)
    if moved.files and moved.files != files:
        take_up(battle, unit, moved.files)
    pose = stand(unit, path.end)
    if pose == before and unit.files == files:
        return None
    unit.moved = True
    if moved.kind == "reform":
        unit.reformed = True
        yield events.UnitReformed(unit.id, unit.files, pose)
    else:
        yield events.UnitMoved(unit.id, moved.kind, moved.steps, pose, path.inches)
    has_moved(battle, unit)
    if _is_march(moved.kind):
        unit.marched = True
        yield from take_tests(battle, unit, _way(path), flying=moved.kind.startswith(manoeuvres.FLYING))
    return path


STEPS = {"rally": rally, "move": move}
