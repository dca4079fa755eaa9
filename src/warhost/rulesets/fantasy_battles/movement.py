"""The Movement Phase: fleeing units try to rally, then units move one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from warhost.field import Path, path_of
from warhost.field.crossing import way_of
from warhost.play.battle import stand
from warhost.play.english import acts, does
from warhost.play.questions import Denied, Kind, Manoeuvre, Moved, Odds, Option, Part, reasons
from warhost.play.script import Script, choose, manoeuvre, once
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles import events, flee, manoeuvres, panic
from warhost.rulesets.fantasy_battles.battle import Battle, Unit
from warhost.rulesets.fantasy_battles.contact import deny, friends
from warhost.rulesets.fantasy_battles.dangerous import losses, models_in_danger, take_tests
from warhost.rulesets.fantasy_battles.discipline import discipline_test, passing_odds
from warhost.rulesets.fantasy_battles.formation import boundary
from warhost.rulesets.fantasy_battles.rules import has, spoken
from warhost.rulesets.fantasy_battles.turn import end_phase
from warhost.rulesets.fantasy_battles.values import rate
from warhost.table import Rect, Step


@rule("t9a.move.rally")
def rally(battle: Battle) -> Script[None]:
    """Every unit that flees when the phase begins tests: it rallies and may pivot, or flees on, straight ahead."""
    waiting = [unit for unit in friends(battle, battle.active) if unit.fleeing and not unit.done]
    if not waiting:
        battle.stage = "move"
        return
    options = [
        Option(str(unit.id), unit.name, (passing_odds("rallies", battle, unit, "rally"),), unit=unit.id)
        for unit in waiting
    ]
    text = "Which fleeing unit tries to rally next?"
    key = yield from choose(
        battle.active,
        "rally",
        text,
        options,
        rules=("t9a.move.rally",),
        weigh=lambda option: _prospects(battle, option),
    )
    unit = battle.units[int(key)]
    unit.done = True
    if (yield from discipline_test(battle, unit, "rally", "t9a.move.rally")):
        unit.fleeing = False
        unit.rallied = True
        yield events.UnitRallied(unit.id)
        yield from pivot(
            battle, unit, topic="rally pivot", text=f"Which way {does(unit.name)} face now?", rules=("t9a.move.rally",)
        )
    else:
        yield from panic.flee_move(battle, unit)


@rule("t9a.move.rally", "t9a.special.flee_move")
def _prospects(battle: Battle, option: Option) -> tuple[Odds, ...]:
    """Whether a fleeing unit rallies, and whether it leaves the table if it does not."""
    assert option.unit is not None
    (rallies,) = option.odds
    off = flee.chance_off_board(battle, battle.units[option.unit])
    if not off:
        return (rallies,)
    parts = (
        Part(0, f"{1 - rallies.value:.1%} to fail the test", "t9a.move.rally"),
        Part(0, f"{off:.1%} to reach the edge with 2D6", "t9a.special.flee_move"),
    )
    return (rallies, Odds("flees off the table", (1 - rallies.value) * off, parts))


@rule("t9a.move.one_move_each")
def move(battle: Battle) -> Script[None]:
    """One unit moves; passing ends the phase."""
    ready: list[Option] = []
    denied: list[Denied] = []
    for unit in friends(battle, battle.active):
        reason = cannot_move(unit)
        if reason is None:
            ready.append(Option(str(unit.id), unit.name, unit=unit.id))
        else:
            denied.append(reason)
    if not ready:
        if not any(unit.done for unit in friends(battle, battle.active)):
            why = reasons(denied, "no unit is on the table")
            yield events.NothingToDo(battle.active, "Movement", why)
        yield from end_phase(battle)
        return
    ready.append(Option("pass", "No more moves", passes=True))
    rules = ("t9a.move.one_move_each", "t9a.move.one_move_each")
    key = yield from choose(battle.active, "move", "Which unit moves next?", ready, rules=rules, denied=denied)
    if key == "pass":
        yield from end_phase(battle)
        return
    unit = battle.units[int(key)]
    unit.done = True
    yield from move_unit(battle, unit)


@rule("t9a.move.one_move_each", "t9a.fleeing.no_voluntary", "t9a.move.rally")
def cannot_move(unit: Unit) -> Denied | None:
    """Why the unit has no move in this phase, if it has none."""
    if unit.engaged:
        why, rule_id = f"{acts(unit.name, 'is')} Engaged in Combat.", "t9a.move.one_move_each"
    elif unit.fleeing:
        why, rule_id = f"{acts(unit.name, 'is')} fleeing.", "t9a.fleeing.no_voluntary"
    elif unit.rallied:
        why, rule_id = f"{unit.name} rallied this turn and cannot move.", "t9a.move.rally"
    elif unit.declared:
        why, rule_id = f"{unit.name} declared a charge this turn.", "t9a.move.one_move_each"
    elif unit.moved or unit.done:
        why, rule_id = f"{acts(unit.name, 'has')} already moved.", "t9a.move.one_move_each"
    else:
        return None
    return deny(unit, why, rule_id)


@rule("t9a.move.advance")
@rule("t9a.move.advance")
def advance_kind(battle: Battle, unit: Unit, inches: int | None = None) -> Kind:
    """An Advance: the rate forward with wheels and a first Pivot, half of it straight back or to a side."""
    adv = rate(battle, unit, "adv") if inches is None else inches
    text = "Forward with wheels, or half as far straight back or sideways."
    if inches is None and battle.entry(unit).shots:
        text = f"{text} Can still shoot, but with a worse Aim."
    return manoeuvres.advancing(adv, single=_turns_freely(battle, unit), text=text)


@rule("t9a.move.advance", "t9a.special.light_troops")
def _turns_freely(battle: Battle, unit: Unit) -> bool:
    """Whether the unit may Pivot at any moment of its move: a single model, or Light Troops."""
    return battle.entry(unit).single or has(battle, unit, "pivots_freely")


@rule("t9a.move.march", "t9a.move.advance")
def march_kind(battle: Battle, unit: Unit) -> Kind:
    """A March: forward with wheels; only single models pivot."""
    text = "Further, but only forward with wheels."
    if battle.entry(unit).shots and not has(battle, unit, "shoots_after_march"):
        text = "Further, but only forward with wheels, and no shooting this turn."
    return manoeuvres.marching(rate(battle, unit, "mar"), single=_turns_freely(battle, unit), text=text)


def why_not_march(battle: Battle, unit: Unit) -> list[Denied]:
    """The rules that keep the unit from marching, each with its reason."""
    denied: list[Denied] = []
    for bearer, speaker in spoken(battle, unit, "check_march"):
        refused = speaker.check_march(battle, bearer)
        if refused is not None:
            denied.append(Denied("march", refused.message, refused.rule or speaker.id, unit=unit.id))
    return denied


def move_unit(battle: Battle, unit: Unit) -> Script[bool]:
    """The unit pivots, advances or marches, or stays."""
    kinds = [manoeuvres.pivot_kind(), advance_kind(battle, unit)]
    denied = why_not_march(battle, unit)
    if not denied:
        kinds.append(march_kind(battle, unit))
    rules = ("t9a.move.advance", "t9a.move.advance", "t9a.move.march")
    text = f"How {does(unit.name)} move?"
    return (yield from _ask_move(battle, unit, kinds, denied, topic="manoeuvre", text=text, rules=rules))


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


@rule("t9a.terrain.dangerous_test_when", "t9a.terrain.dangerous_dice")
def _risk(battle: Battle, unit: Unit, moved: Moved) -> Iterator[Odds]:
    """What a March through Dangerous Terrain may cost."""
    way = _way(path_of(boundary(battle, unit), moved.steps))
    lost = losses(battle, unit, way)
    if len(lost) > 1:
        models = sum(models_in_danger(battle, unit, way).values())
        why = Part(0, f"{models} models in Dangerous Terrain", "t9a.terrain.dangerous_test_when")
        yield Odds("expected HP lost to Dangerous Terrain", lost.mean, (why,), "expected")


def _way(path: Path) -> list[tuple[Rect, Step]]:
    """The path of a March for its tests: a single model may pivot last of all, so that its end counts."""
    return way_of(path.start, path.steps, path.end)


@rule("t9a.move.advance", "t9a.move.march", "t9a.terrain.dangerous_test_when")
@rule("t9a.shooting.mod_moving")
def make_move(battle: Battle, unit: Unit, kind: str, steps: Sequence[Step]) -> Script[bool]:
    """Carry out a checked move. A unit has moved if its place or facing changed; only a March is a risk."""
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
