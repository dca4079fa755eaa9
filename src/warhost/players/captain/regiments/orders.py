"""Who acts, what it does, where it goes: every action with the best place that it leads to."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

import msgspec

from warhost.field import Path, path_of
from warhost.play import Ask, Choose, Chosen, Kind, Manoeuvre, Moved, Option, passes
from warhost.play.english import acts
from warhost.players.captain.engine import Candidate
from warhost.players.captain.regiments.drafts import drafts
from warhost.players.captain.regiments.fights import duel, prize, shots, volley_at
from warhost.players.captain.regiments.places import MOST_TURN, Melee, PlaceJudge, stands_before, turned
from warhost.players.captain.regiments.situation import Situation
from warhost.rulesets.regiments import activation, charge, moving, terrain
from warhost.rulesets.regiments.battle import Unit
from warhost.rulesets.regiments.formation import footprint_at
from warhost.rulesets.regiments.ground_on_moves import gait
from warhost.rulesets.regiments.kinds import tough
from warhost.rulesets.regiments.rules import ActionName
from warhost.rulesets.regiments.scenery import scenery
from warhost.rulesets.regiments.sight import arc_at
from warhost.table import Arc, Pivot, Point, Rect, Step, apply, bearing, distance, turn_between

SHOOTING_PLACES = 10
"""For so many of the best places of an Advance the volley is worked out."""

SMALL = 1.0
"""A shorter move is hardly one."""

FIDGET, LEAVING, TURNING = 3.0, 0.5, 0.3
"""What a small move, any other move and a turn must gain to be made: what gains nothing is not done."""

ADVANCING, RANKS = 0.5, 2.0
"""How much a volley counts for which a unit has to come nearer first, and how far its ranks behind have to come too:
who cannot come so near waits for the enemy."""

MOST_BLOWS = 3
"""For so many of the best charges of a unit a way is looked for before it is its turn."""

IN_THE_WAY, BARRED = 6.0, 10.0
"""A friend so near ahead is in the way, and what it counts that it has yet to act."""

WELL_PLACED = 0.15
"""How much of a marker's worth it counts that a unit there can wait, or lets others wait."""

RISKS = ("aofr.charge.facing_majority", "aofr.shaken.no_objectives")
HASTE = 0.5
"""How much of the danger of a place counts against going there before others act, in the last round."""

STRIKES_FIRST = 0.5
"""How much of a danger is avoided by acting before it."""


class Plan(msgspec.Struct, frozen=True):
    """The move that goes with an action."""

    steps: tuple[Step, ...]
    terms: tuple[tuple[str, float, str], ...]


class Memory:
    """What the captain has decided for the unit that acts: kept between the questions of one activation."""

    def __init__(self) -> None:
        self._plans: dict[tuple[int, int, str], Plan] = {}

    def keep(self, here: Situation, unit: Unit, action: str, plan: Plan) -> None:
        if len(self._plans) > 16:
            self._plans.clear()
        self._plans[(here.battle.turn, unit.id, action)] = plan

    def recall(self, here: Situation, unit: Unit, action: str) -> Plan | None:
        return self._plans.get((here.battle.turn, unit.id, action))


def next_unit(here: Situation, ask: Ask, question: Choose, memory: Memory) -> list[Candidate]:
    """Who acts next: who can strike a blow, who is about to be struck; those on markers can wait."""
    found = []
    for option in question.options:
        candidate = Candidate.of(option, acts(option.label, "acts"))
        if option.unit is not None:
            _urgency(here, here.unit(option.unit), candidate)
        found.append(candidate)
    return found


def _urgency(here: Situation, unit: Unit, candidate: Candidate) -> None:
    if unit.pose is None:
        candidate.add(10.0, "has to get out of its transport")
        return
    place = here.rects[unit.id]
    if unit.shaken:
        candidate.add(-20.0, "would only recover", "aofr.shaken.idle")
    elif not here.rounds_left:
        _last_urgency(here, unit, candidate)
        return
    shoots = bool(here.ranges[unit.id]) and not unit.shaken
    fire = shots(here, unit, held=True) if shoots else {}
    danger, volley = 0.0, 0.0
    blows: list[tuple[float, Unit]] = []
    for foe in here.foes:
        shape = here.rects[foe.id]
        gap = distance(place, shape)
        if gap <= here.charges[unit.id] and not unit.shaken and turned(place, shape) <= MOST_TURN:
            value = prize(here, duel(here, unit, foe, arc_at(shape, place.x, place.y)), foe)
            # An enemy that has yet to act is better charged before it charges or shoots.
            blows.append((value * (1.0 if foe.activated else 1.2), foe))
        comes = not foe.activated and not foe.shaken and turned(shape, place) <= MOST_TURN
        if comes and gap <= here.charges[foe.id]:
            danger = max(danger, prize(here, duel(here, foe, unit, arc_at(place, shape.x, shape.y)), unit))
        worth = fire.get(foe.id, 0.0)
        if shoots and gap <= here.ranges[unit.id] + here.advances[unit.id] - RANKS:
            worth = max(worth, ADVANCING * volley_at(here, unit, foe))
        volley = max(volley, worth * (1.0 if foe.activated else 1.2))
    blow = _best_blow(here, unit, blows)
    candidate.add(blow, "can make a good charge", "aofr.action.charge")
    candidate.add(0.6 * volley, "can shoot", "aofr.shoot.valid_target")
    idle = here.at_marker(unit) and blow <= 0.0 and volley <= 0.0
    if here.at_marker(unit):
        candidate.add(-WELL_PLACED * here.stake, "is already well placed")
    # Who is Shaken at a marker before it has acted recovers in time to count there.
    candidate.add(0.0 if idle else STRIKES_FIRST * danger, "is about to be charged")
    candidate.add(-0.02 * here.worth(unit), "valuable units wait and see")
    waits = (friend for friend in here.own if friend is not unit and not friend.activated and not friend.shaken)
    if any(stands_before(place, here.rects[friend.id], IN_THE_WAY) for friend in waits):
        candidate.add(-BARRED, "a friend in its way has yet to act", "aofr.move.one_inch")


def _last_urgency(here: Situation, unit: Unit, candidate: Candidate) -> None:
    """In the last round: who strikes first, then who stays where it is; who goes to a marker had better go last.

    What each would do is thought through: nothing comes after it any more.
    """
    options, _, _ = activation.actions(here.battle, unit)
    found = {option.key: told for option, told in zip(options, _judged(here, unit, options, Memory()), strict=True)}
    key = max(found, key=lambda key: found[key].total)
    best = found[key]
    others = max(told.total for key, told in found.items() if not key.startswith("charge>"))
    if key.startswith("charge>"):
        candidate.add(best.total - others, "can make a good charge", "aofr.action.charge")
    volley = sum(score for _, score, rule in best.terms if rule == "aofr.shoot.valid_target" and score > 0.0)
    candidate.add(0.6 * volley, "can shoot", "aofr.shoot.valid_target")
    staying = _risks(found["hold"])
    if key == "hold" and not volley:
        # Who is Shaken at a marker before it has acted recovers in time to count there.
        sign = -1.0 if staying else 1.0
        words = "is already well placed" if staying else "can let others wait and see"
        candidate.add(sign * WELL_PLACED * here.stake, words, "aofr.structure.alternate")
    worse = min(0.0, _risks(best) - staying)
    candidate.add(HASTE * worse, "is safer when more enemies have acted", "aofr.structure.alternate")


def _risks(candidate: Candidate) -> float:
    """What charges of the enemy count against a candidate."""
    return sum(score for _, score, rule in candidate.terms if rule in RISKS and score < 0.0)


def _best_blow(here: Situation, unit: Unit, blows: list[tuple[float, Unit]]) -> float:
    """The best of these charges that the unit can really make: nobody and nothing is in its way."""
    blows.sort(key=lambda told: -told[0])
    for value, foe in blows[:MOST_BLOWS]:
        if value > 0.0 and charge.plan(here.battle, unit, foe) is not None:
            return value
    return 0.0


def actions(here: Situation, ask: Ask, question: Choose, memory: Memory) -> list[Candidate]:
    """Every action with what it promises."""
    number = here.battle.acting if here.battle.acting is not None else question.options[0].unit
    assert number is not None
    unit = here.unit(number)
    if unit.pose is None:
        return [_from_inside(here, unit, option) for option in question.options]
    return _judged(here, unit, question.options, memory)


def _judged(here: Situation, unit: Unit, options: Sequence[Option], memory: Memory) -> list[Candidate]:
    judge = PlaceJudge(here, unit)
    found = []
    for option in options:
        if option.key.startswith("charge>"):
            found.append(_charge(here, judge, unit, option))
        elif option.key == "hold":
            found.append(_hold(here, judge, unit, option))
        else:
            found.append(_move(here, judge, unit, option, memory))
    return found


def _from_inside(here: Situation, unit: Unit, option: Option) -> Candidate:
    candidate = Candidate.of(option, f"{unit.name}: {option.label}")
    if option.target is not None:
        fight = duel(here, unit, here.unit(option.target), Arc.FRONT)
        return candidate.add(prize(here, fight, here.unit(option.target)), "the likely outcome of the fight")
    return candidate.add({"hold": -20.0, "advance": 2.0}.get(option.key, 1.0), "gets out")


def _charge(here: Situation, judge: PlaceJudge, unit: Unit, option: Option) -> Candidate:
    assert option.target is not None
    assert option.pose is not None
    target = here.unit(option.target)
    side = charge.charged_side(here.battle, unit, target)
    fight = duel(here, unit, target, side)
    words = {Arc.FRONT: "front", Arc.REAR: "rear"}.get(side, "flank")
    candidate = Candidate.of(option, f"{acts(unit.name, 'charges')} {target.name} in the {words}")
    candidate.add(fight.gain, f"expects {fight.deals:.1f} wounds and wins {fight.wins:.0%}", "aofr.melee.winner")
    candidate.add(-fight.loss, f"expects to take {fight.takes:.1f} wounds", "aofr.melee.strike_back")
    if not target.activated:
        candidate.add(0.1 * here.worth(target) * fight.wins, "strikes before it acts")
    judge.weigh(candidate, _rect_at(here, unit, option), Melee(target, fight))
    made = charge.plan(here.battle, unit, target)
    if made is not None:
        _crossing(here, unit, candidate, made.way, "charge")
    return candidate


def _rect_at(here: Situation, unit: Unit, option: Option) -> Rect:
    assert option.pose is not None
    return footprint_at(here.battle, unit, option.pose)


def _hold(here: Situation, judge: PlaceJudge, unit: Unit, option: Option) -> Candidate:
    """Hold: where it stands, turned to the best target, or shooting first and turned to the worst danger then."""
    place = here.rects[unit.id]
    candidates = [_shooting_first(here, judge, unit, Candidate(Chosen("hold"), acts(unit.name, "holds")))]
    for end in _turned(here, unit, place)[1:]:
        candidate = Candidate(Chosen("hold"), acts(unit.name, "holds"))
        judge.weigh(candidate, end)
        _add_volley(here, unit, candidate, end, held=True)
        candidates.append(candidate)
    return max(candidates, key=lambda candidate: candidate.total)


def _shooting_first(here: Situation, judge: PlaceJudge, unit: Unit, candidate: Candidate) -> Candidate:
    """Shoots as it stands, and turns afterwards if that is better: who cannot shoot stays as it stands."""
    place = here.rects[unit.id]
    ends = _turned(here, unit, place) if here.ranges[unit.id] else [place]
    weighed = [judge.weigh(Candidate(candidate.answer, candidate.label, sure=candidate.sure), end) for end in ends]
    best = max(weighed, key=lambda one: one.total)
    _add_volley(here, unit, best, place, held=True)
    return best


def _turned(here: Situation, unit: Unit, place: Rect) -> list[Rect]:
    """The unit as it stands, and turned to each of the nearest enemies or to where ambushers may come from."""
    found = [place]
    nearest = sorted(here.foes, key=lambda foe: distance(place, here.rects[foe.id]))[:4]
    looks = [(here.rects[foe.id].x, here.rects[foe.id].y) for foe in nearest]
    for x, y in [*looks, *_ambushed_from(here, place)]:
        turn = turn_between(place.facing, bearing(place.x, place.y, x, y))
        pivot = (Pivot(turn),)
        if abs(turn) > 5.0 and passes(moving.check_pivot, here.battle, unit, pivot, 180.0, "aofr.move.hold_pivot"):
            found.append(apply(place, Pivot(turn)))
    return found


def _ambushed_from(here: Situation, place: Rect) -> list[Point]:
    """The point of the nearest table edge, while enemies lie in wait."""
    if not here.ambushers:
        return []
    board = here.battle.scene.board
    edges = [(place.x, 0.0), (place.x, board.depth), (0.0, place.y), (board.width, place.y)]
    return [min(edges, key=lambda edge: hypot(edge[0] - place.x, edge[1] - place.y))]


def _add_volley(here: Situation, unit: Unit, candidate: Candidate, place: Rect, *, held: bool) -> None:
    if not here.ranges[unit.id]:
        return
    worth = shots(here, unit, place.pose, held=held)
    if worth:
        target = max(worth, key=lambda number: worth[number])
        candidate.add(worth[target], f"shoots at {here.unit(target).name}", "aofr.shoot.valid_target")


def _move(here: Situation, judge: PlaceJudge, unit: Unit, option: Option, memory: Memory) -> Candidate:
    """The best legal Advance or Rush."""
    action: moving.Action = "advance" if option.key == "advance" else "rush"
    kind = moving.kind_of_move(here.battle, unit, action)
    ranked = weighed_moves(here, judge, unit, kind, action)
    if action == "advance" and here.ranges[unit.id]:
        start = here.rects[unit.id]
        ranked.sort(key=lambda told: -told[0].total - _in_sight(here, unit, path_of(start, told[1]).end))
    best: Candidate | None = None
    steps: tuple[Step, ...] = ()
    looked = 0
    for candidate, told in ranked:
        if best is not None and (action == "rush" or not here.ranges[unit.id]):
            break
        if looked >= SHOOTING_PLACES:
            break
        if not passes(moving.check_move, here.battle, unit, kind, told, action):
            continue
        looked += 1
        if action == "advance":
            _add_volley(here, unit, candidate, path_of(here.rects[unit.id], told).end, held=False)
        if best is None or candidate.total > best.total:
            best, steps = candidate, told
    if best is None:
        best = judge.weigh(Candidate.of(option, acts(unit.name, "stays")), here.rects[unit.id]).add(-1.0, "no path")
    memory.keep(here, unit, option.key, Plan(steps, tuple(best.terms)))
    best.answer = Chosen(option.key)
    return best


def _in_sight(here: Situation, unit: Unit, place: Rect) -> float:
    """Roughly what the best volley from a place is worth: on whom stands before it and in range."""
    reach = here.ranges[unit.id]
    best = 0.0
    for foe in here.foes:
        shape = here.rects[foe.id]
        if arc_at(place, shape.x, shape.y) is Arc.FRONT and distance(place, shape) <= reach:
            best = max(best, volley_at(here, unit, foe))
    return best


def weighed_moves(
    here: Situation, judge: PlaceJudge, unit: Unit, kind: Kind, action: moving.Action
) -> list[tuple[Candidate, tuple[Step, ...]]]:
    """Every drafted move with what its end is worth, the best first."""
    start = here.rects[unit.id]
    seen: set[tuple[float, float, float]] = set()
    found: list[tuple[Candidate, tuple[Step, ...]]] = []
    for steps in drafts(here, unit, kind):
        way = path_of(start, steps)
        mark = (round(way.end.x, 1), round(way.end.y, 1), round(way.end.facing, 0))
        if mark in seen:
            continue
        seen.add(mark)
        deed = "advances" if action == "advance" else "rushes"
        candidate = Candidate(Moved(action, steps), acts(unit.name, deed), sure=False)
        judge.weigh(candidate, way.end)
        _crossing(here, unit, candidate, way, action)
        small = hypot(way.end.x - start.x, way.end.y - start.y) < SMALL
        candidate.add(-FIDGET if small else -LEAVING, "hardly moves" if small else "leaves its place")
        found.append((candidate, steps))
    found.sort(key=lambda told: -told[0].total)
    return found


def _crossing(here: Situation, unit: Unit, candidate: Candidate, way: Path, action: ActionName) -> None:
    """A model throws as many dice as it is Tough, and every 1 is a wound."""
    if scenery(here.battle).risky and not gait(here.battle, unit).flies:
        crossing = terrain.in_danger(here.battle, unit, way, action)
        dice = sum(tough(here.battle, unit, trooper.group) for trooper in crossing)
        candidate.add(-dice * here.life(unit) / 6, "crosses dangerous ground", "aofr.terrain.dangerous")


def manoeuvre(here: Situation, ask: Ask, question: Manoeuvre, memory: Memory) -> list[Candidate]:
    """Where it goes: as planned with the action; else the best of all drafts; turns and drifts as suggested."""
    unit = here.unit(question.unit)
    action = question.topic
    plan = memory.recall(here, unit, action)
    if plan is not None and plan.steps:
        answer = Moved(action, plan.steps)
        if passes(ask.check, answer):
            candidate = Candidate(answer, f"{acts(unit.name, 'moves')} as planned")
            for label, score, rule in plan.terms:
                candidate.add(score, label, rule)
            return [candidate]
    judge = PlaceJudge(here, unit)
    start = here.rects[unit.id]
    if action in ("advance", "rush"):
        told: moving.Action = "advance" if action == "advance" else "rush"
        ranked = weighed_moves(here, judge, unit, question.kinds[0], told)
        stay = judge.weigh(Candidate(Moved(), acts(unit.name, "stays")), start)
        return [stay, *(candidate for candidate, _ in ranked)]
    turns = [turn_between(start.facing, bearing(start.x, start.y, *edge)) for edge in _ambushed_from(here, start)]
    own = [Moved("pivot", (Pivot(turn),)) for turn in turns if question.kinds[0].name == "pivot"]
    return [
        *(_suggested(here, judge, unit, answer, action) for answer in _moves(ask.suggestions())),
        *(_suggested(here, judge, unit, answer, action, sure=False) for answer in own),
    ]


def _moves(answers: Sequence[object]) -> list[Moved]:
    return [answer for answer in answers if isinstance(answer, Moved)]


def _suggested(
    here: Situation, judge: PlaceJudge, unit: Unit, answer: Moved, topic: str, *, sure: bool = True
) -> Candidate:
    """A turn or a small move: what its end is worth, with the volley that a Hold goes on to fire."""
    end = path_of(here.rects[unit.id], answer.steps).end if answer.steps else here.rects[unit.id]
    deed = {"": "stays", "pivot": "turns"}.get(answer.kind, "moves")
    candidate = Candidate(answer, acts(unit.name, deed), sure=sure)
    if topic == "hold" and not answer.steps:
        return _shooting_first(here, judge, unit, candidate)
    judge.weigh(candidate, end)
    if answer.steps:
        candidate.add(-TURNING, "leaves its place")
    if topic == "hold":
        _add_volley(here, unit, candidate, end, held=True)
    return candidate
