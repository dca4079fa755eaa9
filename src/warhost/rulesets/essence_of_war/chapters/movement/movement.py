"""The Movement Phase: fleeing units try to rally, then units move one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from warhost.field import Path, path_of
from warhost.field.moves.crossing import way_of
from warhost.play.battle import stand
from warhost.play.events import counted
from warhost.play.questions import Denied, Kind, Manoeuvre, Moved, Odds, Option, Part
from warhost.play.script import Script, agrees, manoeuvre, once
from warhost.play.shown.english import acts, does, verb
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.general.dangerous import losses, models_in_danger, take_tests
from warhost.rulesets.essence_of_war.chapters.general.discipline import discipline_test, passing_odds
from warhost.rulesets.essence_of_war.chapters.movement import manoeuvres, swapping
from warhost.rulesets.essence_of_war.chapters.shooting import shooting
from warhost.rulesets.essence_of_war.chapters.turn import end_phase
from warhost.rulesets.essence_of_war.core import Battle, ModelRule, Speaker, Unit, boundary, deny, has, rate, spoken
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.chapters import flee, panic, phases
from warhost.rulesets.families.ninth_age.chapters import rally as rallying
from warhost.table import Rect, Step


@rule("eow.rally.mandatory", "eow.rally.pass", "eow.rally.fail", "eow.rally.restrictions", "eow.flee.off_board")
def rally(battle: Battle) -> Script[None]:
    """Every unit that flees when the phase begins tests: it rallies and may pivot, or flees on, straight ahead."""
    unit = yield from rallying.next_to_rally(
        battle,
        lambda unit: passing_odds("rallies", battle, unit, "rally"),
        lambda unit: flee.chance_off_board(battle, unit),
        rule_id="eow.rally.mandatory",
        fails="eow.rally.fail",
        off_board="eow.flee.off_board",
    )
    if unit is None:
        battle.stage = "move"
        return
    if (yield from discipline_test(battle, unit, "rally", "eow.rally.mandatory")):
        yield from rallying.rallied(unit)
        yield from pivot(
            battle, unit, topic="rally pivot", text=f"Which way {does(unit.name)} face now?", rules=("eow.rally.pass",)
        )
    else:
        yield from panic.flee_move(battle, unit)


@rule("eow.move.who", "eow.move.once")
def move(battle: Battle) -> Script[None]:
    """One unit moves; passing ends the phase."""

    def why_not(unit: Unit) -> Iterator[Denied]:
        return filter(None, (cannot_move(unit),))

    rules = ("eow.move.who", "eow.move.once")
    key = yield from phases.next_to_move(battle, why_not, partial(swapping.swap_options, battle), rules)
    if key is None:
        yield from end_phase(battle)
        return
    what, _, number = key.rpartition(":")
    unit = battle.units[int(number)]
    if what == swapping.SWAP:
        yield from swapping.swap(battle, unit)
        return
    unit.done = True
    yield from move_unit(battle, unit)


@rule("eow.move.who", "eow.move.once", "eow.flee.no_actions", "eow.rally.restrictions")
def cannot_move(unit: Unit) -> Denied | None:
    """Why the unit has no move in this phase, if it has none."""
    if unit.engaged:
        why, rule_id = f"{acts(unit.name, 'is')} Engaged in Combat.", "eow.move.who"
    elif unit.fleeing:
        why, rule_id = f"{acts(unit.name, 'is')} fleeing.", "eow.flee.no_actions"
    elif unit.rallied:
        why, rule_id = f"{unit.name} rallied this turn and cannot move.", "eow.rally.restrictions"
    elif unit.declared:
        why, rule_id = f"{unit.name} declared a charge this turn.", "eow.move.who"
    elif unit.moved or unit.done:
        why, rule_id = f"{acts(unit.name, 'has')} already moved.", "eow.move.once"
    else:
        return None
    return deny(unit, why, rule_id)


@rule("eow.move.advance.forward", "eow.move.advance.backward", "eow.move.advance.sidestep")
@rule("eow.move.single_model_pivots")
def advance_kind(battle: Battle, unit: Unit, inches: int | None = None) -> Kind:
    """An Advance: the rate forward with wheels and a first Pivot, half of it straight back or to a side."""
    adv = rate(battle, unit, "adv") if inches is None else inches
    text = "Forward with wheels, or half as far straight back or sideways."
    if inches is None and shooting.weapon_of(battle, unit) is not None:
        text = f"{text} Can still shoot, but with a worse Aim."
    return manoeuvres.advancing(adv, single=_turns_freely(battle, unit), text=text)


@rule("eow.move.single_model_pivots", "eow.special.light_troops.move")
def _turns_freely(battle: Battle, unit: Unit) -> bool:
    """Whether the unit may Pivot at any moment of its move: a single model, or Light Troops."""
    return battle.entry(unit).single or has(battle, unit, "pivots_freely")


@rule("eow.move.march", "eow.move.single_model_pivots")
def march_kind(battle: Battle, unit: Unit) -> Kind:
    """A March: forward with wheels; only single models pivot."""
    armed = shooting.weapon_of(battle, unit)
    text = "Further, but only forward with wheels."
    if armed is not None and not armed.weapon.march_and_shoot and not has(battle, unit, "shoots_after_march"):
        text = "Further, but only forward with wheels, and no shooting this turn."
    return manoeuvres.marching(rate(battle, unit, "mar"), single=_turns_freely(battle, unit), text=text)


def why_not_march(battle: Battle, unit: Unit) -> list[Denied]:
    """The rules that keep the unit from marching, each with its reason."""
    denied: list[Denied] = []
    freely = has(battle, unit, "marches_freely")
    for bearer, speaker in spoken(battle, unit, "check_march"):
        if freely and isinstance(speaker, ModelRule):
            continue
        refused = speaker.check_march(battle, bearer)
        if refused is not None:
            denied.append(Denied("march", refused.message, refused.rule or speaker.id, unit=unit.id))
    return denied


def move_unit(battle: Battle, unit: Unit) -> Script[bool]:
    """The unit pivots, advances or marches, or stays."""
    kinds = [manoeuvres.pivot_kind(), advance_kind(battle, unit)]
    denied = why_not_march(battle, unit)
    driving = [(bearer, speaker) for bearer, speaker in spoken(battle, unit, "drives") if not denied]
    if driving:
        return (yield from _drive(battle, unit, *driving[0]))
    if not denied:
        kinds.append(march_kind(battle, unit))
    rules = ("eow.move.pivot", "eow.move.advance.forward", "eow.move.march")
    text = f"Move {unit.name}"
    return (yield from _ask_move(battle, unit, kinds, denied, topic="manoeuvre", text=text, rules=rules))


def _drive(battle: Battle, unit: Unit, bearer: Unit, speaker: Speaker) -> Script[bool]:
    """The unit Marches in a way of its own, or pivots, or stays."""
    text = f"{verb(unit.name, 'Does')} {unit.name} March?"
    yes = Option("march", "March", unit=unit.id)
    rules = ("eow.move.march", speaker.id)
    before = unit.pose
    if (yield from agrees(unit.seat, "drive", text, yes, "Pivot or stay", rules=rules)):
        yield from speaker.drive(battle, bearer)
        unit.moved = unit.marched = True
        return unit.pose != before
    text = f"Move {unit.name}"
    return (yield from pivot(battle, unit, topic="manoeuvre", text=text, rules=("eow.move.pivot",)))


def advance_move(
    battle: Battle, unit: Unit, rate: int | None = None, *, topic: str, text: str, rules: tuple[str, ...]
) -> Script[bool]:
    """An Advance Move, perhaps at another rate than the unit's own. Returns whether it changed its place."""
    kinds = [advance_kind(battle, unit, rate)]
    return (yield from _ask_move(battle, unit, kinds, (), topic=topic, text=text, rules=rules))


def pivot(battle: Battle, unit: Unit, *, topic: str, text: str, rules: tuple[str, ...]) -> Script[bool]:
    """A Pivot about the centre, if the owner wants one. Returns whether the unit turned."""
    return (yield from _ask_move(battle, unit, [manoeuvres.pivot_kind()], (), topic=topic, text=text, rules=rules))


def _ask_move(
    battle: Battle,
    unit: Unit,
    kinds: Sequence[Kind],
    denied: Sequence[Denied],
    *,
    topic: str,
    text: str,
    rules: tuple[str, ...],
) -> Script[bool]:
    check = once(partial(manoeuvres.check, battle, unit, kinds))

    suggest = partial(manoeuvres.suggest, battle, unit, kinds)
    sample = partial(manoeuvres.sample, battle, unit, kinds, check)

    def risk(moved: Moved) -> tuple[Odds, ...]:
        return tuple(_risk(battle, unit, moved)) if moved.kind == "march" else ()

    question = Manoeuvre(
        seat=unit.seat, topic=topic, text=text, rules=rules, unit=unit.id, kinds=tuple(kinds), denied=tuple(denied)
    )
    answer = yield from manoeuvre(question, check, suggest, sample, risk)
    return (yield from make_move(battle, unit, answer.kind, answer.steps))


@rule("eow.dangerous.trigger", "eow.dangerous.dice_count")
def _risk(battle: Battle, unit: Unit, moved: Moved) -> Iterator[Odds]:
    """What a March through Dangerous Terrain may cost."""
    way = _way(path_of(boundary(battle, unit), moved.steps))
    lost = losses(battle, unit, way)
    if len(lost) > 1:
        models = sum(models_in_danger(battle, unit, way).values())
        why = Part(0, f"{counted(models, 'model')} in Dangerous Terrain", "eow.dangerous.trigger")
        yield Odds("expected HP lost to Dangerous Terrain", lost.mean, (why,), "expected")


def _way(path: Path) -> list[tuple[Rect, Step]]:
    """The path of a March for its tests: a single model may pivot last of all, so that its end counts (EOW-R050)."""
    return way_of(path.start, path.steps, path.end)


@rule("eow.move.shooting_after", "eow.move.spells_after", "eow.move.march_no_shoot", "eow.dangerous.trigger")
@rule("eow.shoot.moved")
def make_move(battle: Battle, unit: Unit, kind: str, steps: Sequence[Step]) -> Script[bool]:
    """Carry out a checked move. A unit has moved if its place or facing changed (EOW-R055); only a March is a risk."""
    path = path_of(boundary(battle, unit), steps)
    before = unit.pose
    pose = stand(unit, path.end)
    if pose == before:
        return False
    unit.moved = True
    yield events.UnitMoved(unit.id, kind, tuple(steps), pose, path.inches)
    if kind == "march":
        unit.marched = True
        yield from take_tests(battle, unit, _way(path))
    return True


STEPS = {"rally": rally, "move": move}
