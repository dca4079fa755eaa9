"""Books in which units act one by one: who acts next, what it does, and the move that goes with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from math import inf

from warhost.play import Ask, Choose, Chosen, Kind, Manoeuvre, Moved, Option, passes
from warhost.play.shown.english import acts
from warhost.players.captain.acting.charges import barred_by
from warhost.players.captain.acting.moves import CAREFUL, ROUGHLY, Care, best_move, manoeuvre
from warhost.players.captain.engine import Candidate, Looks, best_of
from warhost.players.captain.judging.enemies import facing_name
from warhost.players.captain.judging.friends import stands_before
from warhost.players.captain.judging.goals import Melee
from warhost.players.captain.judging.overview import Overview, U
from warhost.players.captain.judging.places import PlaceJudge, lurking_behind, places_turned
from warhost.table import Arc, Pivot, Rect, Step, bearing, distance, summed, turn_between, walk

TURNING = 0.3
"""What a turn must gain to be made."""

ADVANCING, RANKS = 0.5, 2.0
"""How much a volley counts for which a unit has to come nearer first, and how far its ranks behind have to come too:
who cannot come so near waits for the enemy."""

MOST_BLOWS = 3
"""For so many of the best charges of a unit a way is looked for before it is its turn."""

IN_THE_WAY, BARRED = 6.0, 10.0
"""A friend so near ahead is in the way, and what it counts that it has yet to act."""

WELL_PLACED = 0.15
"""How much of a goal's worth it counts that a unit there can wait, or lets others wait."""

HASTE = 0.5
"""How much of the danger of a place counts against going there before others act, in the last turn."""

AROUND = 18.0
"""Units so near to another matter most to what it does."""

STRIKES_FIRST = 0.5
"""How much of a danger is avoided by acting before it."""

BEYOND_TURN = 0.7
"""How much a charge counts for which a unit has to turn first: something may be in its way."""

UNUSED = 500.0
"""What it costs to end a turn before all units have acted."""

FRESH = 1.2
"""How much more a blow counts on an enemy that has yet to act."""


def next_unit(here: Overview, ask: Ask, question: Choose) -> list[Candidate]:
    """Who acts next: who can strike a blow, who is about to be struck; those at goals can wait."""
    best = best_of(_looks(here, question, option) for option in question.options)
    return [] if best is None else [best]


def _looks(here: Overview, question: Choose, option: Option) -> Looks:
    """How urgent it is that a unit acts; whether it can really make its best charge is seen last."""
    candidate = Candidate.of(option, acts(option.label, "acts"))
    if option.passes:
        candidate.label = option.label
        idle = any(other.target is None for other in question.options if other is not option)
        candidate.add(-UNUSED if idle else 0.0, "leaves units idle")
    elif option.target is not None:
        candidate.label = option.label
        for score, label, rule in here.counsel.choice(question, option):
            candidate.add(score, label, rule)
    elif option.unit is not None:
        yield from _urgency(here, here.counsel.unit(option.unit), candidate)
    yield candidate.total
    return candidate


def _urgency(here: Overview, unit: U, candidate: Candidate) -> Iterator[float]:
    counsel = here.counsel
    able = counsel.scores(unit)
    if unit.id not in here.rects:
        candidate.add(10.0, "has to come onto the table")
        return
    if not able:
        candidate.add(-20.0, "would only recover", here.cite("idle"))
    elif not counsel.turns_left:
        _last_urgency(here, unit, candidate)
        return
    place = here.rects[unit.id]
    danger, volley = 0.0, 0.0
    blows: list[tuple[float, U]] = []
    armed = able and bool(counsel.range(unit))
    near = counsel.range(unit) + counsel.stride(unit) / 2 - RANKS if armed else 0.0
    shots = counsel.volleys(unit, place, "") if armed else {}
    for foe in here.foes:
        shape = here.rects[foe.id]
        fresh = FRESH if not counsel.ended(foe) else 1.0
        if able and here.arrives(unit, place, shape):
            # An enemy that has yet to act is better charged before it charges or shoots.
            blow = here.prize(unit, foe, counsel.side(shape, place)) + here.paired(unit, foe)[0]
            blows.append((fresh * blow, foe))
        if counsel.charges_soon(foe) == 1.0 and here.arrives(foe, shape, place):
            danger = max(danger, here.prize(foe, unit, counsel.side(place, shape)))
        if armed:
            worth = here.harm(foe, shots.get(foe.id, 0.0))
            if distance(place, shape) <= near:
                worth = max(worth, ADVANCING * here.harm(foe, counsel.shots(unit, foe)))
            volley = max(volley, fresh * worth)
    candidate.add(0.6 * volley, "can shoot", here.cite("shoot"))
    holds = here.holds_any(unit)
    if holds:
        candidate.add(-WELL_PLACED * here.highest, "is already well placed")
    candidate.add(-0.02 * counsel.worth(unit), "valuable units wait and see")
    waits = (
        friend for friend in here.own if friend is not unit and not counsel.ended(friend) and counsel.scores(friend)
    )
    if any(stands_before(place, here.rects[friend.id], IN_THE_WAY) for friend in waits):
        candidate.add(-BARRED, "a friend in its way has yet to act", here.cite("room"))
    yield candidate.total + STRIKES_FIRST * danger + max((0.0, *(value for value, _ in blows)))
    blow = _best_blow(here, unit, blows)
    candidate.add(blow, "can make a good charge", here.cite("charge"))
    waiting = [friend.id for friend in here.own if friend is not unit and not counsel.ended(friend)]
    for value, foe in blows[:MOST_BLOWS]:
        barring = barred_by(here, unit, foe, waiting) if value > blow else None
        if barring is not None:
            words = f"could charge {foe.name} once {acts(barring.name, 'is')} out of its way"
            candidate.add(-(value - blow), words, here.cite("room"))
            break
    # Who gives way at a goal before it has acted may recover in time to count there.
    idle = holds and blow <= 0.0 and volley <= 0.0
    candidate.add(0.0 if idle else STRIKES_FIRST * danger, "is about to be charged")


def _best_blow(here: Overview, unit: U, blows: list[tuple[float, U]]) -> float:
    """The best of these charges that the unit can really make: nobody and nothing is in its way."""
    blows.sort(key=lambda told: -told[0])
    for value, foe in blows[:MOST_BLOWS]:
        if value > 0.0 and here.counsel.may_reach(unit, foe):
            return value
    return 0.0


def _last_urgency(here: Overview, unit: U, candidate: Candidate) -> None:
    """In the last turn: who strikes first, then who stays where it is; who goes to a goal had better go last.

    What each would do is thought through: nothing comes after it any more. While nothing changes around a unit, what
    was thought of it before holds.
    """
    around = here.surroundings(unit, AROUND)
    before, terms = here.thoughts.foreseen.get(unit.id, (None, []))
    if around != before:
        _foresee(here, unit, candidate)
        here.thoughts.foreseen[unit.id] = (around, candidate.terms)
        return
    for label, score, rule in terms:
        candidate.add(score, label, rule)


def _foresee(here: Overview, unit: U, candidate: Candidate) -> None:
    """How urgent it is in the last turn that a unit acts."""
    told = _judged(here, unit, here.counsel.actions(unit), ROUGHLY)
    option, best = max(told, key=lambda one: one[1].total)
    others = max(judged.total for option, judged in told if option.target is None)
    if option.target is not None:
        candidate.add(best.total - others, "can make a good charge", here.cite("charge"))
    volley = summed(score for label, score, _ in best.terms if label.startswith("shoots at"))
    candidate.add(0.6 * volley, "can shoot", here.cite("shoot"))
    stays = [judged for option, judged in told if here.counsel.action(unit, option) == "stay"]
    staying = _risks(stays[0]) if stays else 0.0
    if best in stays and not volley:
        # Who gives way at a goal before it has acted may recover in time to count there.
        sign = -1.0 if staying else 1.0
        words = "is already well placed" if staying else "can let others wait and see"
        candidate.add(sign * WELL_PLACED * here.highest, words, here.cite("turns"))
    worse = min(0.0, _risks(best) - staying)
    candidate.add(HASTE * worse, "is safer when more enemies have acted", here.cite("turns"))


def _risks(candidate: Candidate) -> float:
    """What charges of the enemy count against a candidate."""
    return summed(score for label, score, _ in candidate.terms if label.startswith(("may be charged", "may lose")))


def actions(here: Overview, ask: Ask, question: Choose) -> list[Candidate]:
    """Every action with what it promises."""
    unit = here.counsel.acting(question)
    assert unit is not None
    if unit.id not in here.rects:
        return [_from_inside(here, unit, option) for option in question.options]
    return [candidate for _, candidate in _judged(here, unit, question.options, CAREFUL)]


def _from_inside(here: Overview, unit: U, option: Option) -> Candidate:
    candidate = Candidate.of(option, f"{unit.name}: {option.label}")
    if option.target is not None:
        target = here.counsel.unit(option.target)
        return candidate.add(here.prize(unit, target, Arc.FRONT), "the likely outcome of the fight")
    if here.counsel.action(unit, option) == "stay":
        return candidate.add(*here.counsel.stays_inside(unit))
    return candidate.add(2.0 if option.key == "advance" else 1.0, "gets out")


def _judged(here: Overview, unit: U, options: Sequence[Option], care: Care) -> list[tuple[Option, Candidate]]:
    """What each action promises; moves that promise no more than another are left out."""
    judge = PlaceJudge(here, unit)
    found = []
    kinds: list[tuple[Option, tuple[Kind, ...]]] = []
    most = -inf
    for option in options:
        action = here.counsel.action(unit, option)
        if isinstance(action, Kind):
            kinds.append((option, (action,)))
        elif isinstance(action, tuple):
            kinds.append((option, action))
        elif action == "charge":
            found.append((option, _charge(here, judge, unit, option)))
        elif action == "own":
            found.append((option, _own(here, unit, option)))
        elif action == "turn":
            found.append((option, _turns_first(here, judge, unit, options, option)))
        elif action == "stand":
            found.append((option, judge.weigh(Candidate.of(option), here.rects[unit.id], shoots=False)))
        else:
            found.append((option, _stay(here, judge, unit, option)))
            most = max(most, found[-1][1].total)
    for option, several in kinds:
        moved = _move(here, judge, unit, option, several, most, care)
        inside = _inside(here, judge, unit, option)
        if inside is not None and inside.total > max(most, -inf if moved is None else moved.total):
            here.keep(unit, option.key, inside)
            moved = inside
            moved.answer = Chosen(option.key)
        if moved is not None:
            found.append((option, moved))
            most = max(most, moved.total)
    for option, candidate in found:
        for score, label, rule in here.counsel.bonus(unit, option):
            candidate.add(score, label, rule)
    return found


def _inside(here: Overview, judge: PlaceJudge, unit: U, option: Option) -> Candidate | None:
    """The best way of an action into something that takes the unit in."""
    found = []
    for moved, terms in here.counsel.ways_inside(unit, option):
        candidate = Candidate(moved, acts(unit.name, "goes") + " inside")
        judge.weigh(candidate, _end(here.rects[unit.id], moved.steps), shoots=False)
        for score, label, rule in terms:
            candidate.add(score, label, rule)
        found.append(candidate)
    return max(found, key=lambda candidate: candidate.total, default=None)


def _turns_first(here: Overview, judge: PlaceJudge, unit: U, options: Sequence[Option], option: Option) -> Candidate:
    """A turn before the action: worth it for an enemy that can be charged then and cannot be now."""
    counsel, place = here.counsel, here.rects[unit.id]
    candidate = Candidate.of(option)
    now = {other.target for other in options}
    foes = [
        foe
        for foe in here.foes
        if foe.id not in now
        and counsel.side(place, here.rects[foe.id]) is not Arc.FRONT
        and here.arrives(unit, place, here.rects[foe.id])
    ]
    best = max((here.prize(unit, foe, counsel.side(here.rects[foe.id], place)) for foe in foes), default=0.0)
    if best <= 0.0:
        return candidate.add(-UNUSED, "nobody to turn to")
    candidate.add(BEYOND_TURN * best, "a charge that it could make then", here.cite("charge"))
    return judge.weigh(candidate, place, shoots=False)


def _own(here: Overview, unit: U, option: Option) -> Candidate:
    """Something of which only the book knows what it is worth."""
    candidate = Candidate.of(option)
    for score, label, rule in here.counsel.deed(unit, option):
        candidate.add(score, label, rule)
    return candidate


def _charge(here: Overview, judge: PlaceJudge, unit: U, option: Option) -> Candidate:
    assert option.target is not None
    assert option.pose is not None
    counsel = here.counsel
    target = counsel.unit(option.target)
    side = counsel.struck(unit, target)
    fight = here.duel(unit, target, side)
    candidate = Candidate.of(option, f"{acts(unit.name, 'charges')} {target.name} in the {facing_name(side)}")
    if fight.joins:
        words = f"adds {fight.deals:.1f} wounds and {fight.wins:.0%} to win to a fight that goes on"
        candidate.add(fight.gain, words, here.cite("win"))
        candidate.add(-fight.loss, "changes what its side takes in return", here.cite("back"))
    else:
        candidate.add(fight.gain, f"expects {fight.deals:.1f} wounds and wins {fight.wins:.0%}", here.cite("win"))
        candidate.add(-fight.loss, f"expects to take {fight.takes:.1f} wounds", here.cite("back"))
    more, friend = here.paired(unit, target)
    if friend is not None:
        candidate.add(more, f"{acts(friend.name, 'joins')} the charge", here.cite("together"))
    if not counsel.ended(target):
        candidate.add(here.temper.ahead * counsel.worth(target) * fight.wins, "strikes before it acts")
    for score, label, rule in counsel.along_charge(unit, target):
        candidate.add(score, label, rule)
    place = counsel.footprint(unit, option.pose)
    return judge.weigh(candidate, place, "charge", (), Melee(target, fight), shoots=False)


def _stay(here: Overview, judge: PlaceJudge, unit: U, option: Option) -> Candidate:
    """Where it stands, turned to the best target, or shooting first and turned to the worst danger then."""
    words, place = acts(unit.name, "holds"), here.rects[unit.id]
    if not judge.range:
        best = best_of(_held(here, judge, option, words, end) for end in places_turned(here, unit))
        assert best is not None
        return best
    ends = [end for end in places_turned(here, unit) if _may_look(here, unit, end)]
    turned = [(judge.weigh(Candidate.of(option, words), end, shoots=False), end) for end in ends]
    shot = copy(max((candidate for candidate, _ in turned), key=lambda candidate: candidate.total))
    shot.terms = list(shot.terms)
    judge.volley(shot, place, "")
    hopes = [(candidate.total + judge.most_shots(end, ""), candidate, end) for candidate, end in turned[1:]]
    hope, best, end = max(hopes, key=lambda told: told[0], default=(-inf, shot, place))
    if hope > shot.total:
        judge.volley(best, end, "")
    return max(shot, best, key=lambda candidate: candidate.total)


def _held(here: Overview, judge: PlaceJudge, option: Option, words: str, end: Rect) -> Looks:
    """The unit where it stands, turned that way."""
    yield judge.at_most(end)
    candidate = Candidate.of(option, words)
    judge.weigh_stand(candidate, end)
    yield candidate.total
    judge.weigh_rest(candidate, end, "", ())
    yield candidate.total
    return candidate if _may_look(here, judge.unit, end) else None


def _may_look(here: Overview, unit: U, end: Rect) -> bool:
    """Whether the unit may turn so where it stands."""
    turn = turn_between(here.rects[unit.id].facing, end.facing)
    return not turn or here.counsel.may_turn(unit, Pivot(turn))


def _shooting_first(here: Overview, judge: PlaceJudge, unit: U, candidate: Candidate) -> Candidate:
    """A unit shoots as it stands, and turns afterwards if that is better: one that cannot shoot stays as it stands."""
    place = here.rects[unit.id]
    ends = [end for end in places_turned(here, unit) if _may_look(here, unit, end)] if judge.range else [place]
    weighed = [judge.weigh(Candidate(candidate.answer, candidate.label), end, shoots=False) for end in ends]
    best = max(weighed, key=lambda one: one.total)
    judge.volley(best, place, "")
    return best


def _move(
    here: Overview, judge: PlaceJudge, unit: U, option: Option, kinds: tuple[Kind, ...], least: float, care: Care
) -> Candidate | None:
    """The best legal move of these kinds, kept for when the unit is asked where it goes; none that is worth more than
    what else it could do: None. Where several kinds are offered at once, to stay is one of them."""
    named = {kind.name: kind for kind in kinds}
    stays = None
    if len(kinds) > 1:
        stays = judge.weigh(Candidate(Moved(), acts(unit.name, "stays")), here.rects[unit.id])
        least = max(least, stays.total)
    best = best_move(judge, kinds, lambda move: here.counsel.may_move(unit, named[move.kind], move.steps), least, care)
    best = best or stays
    if best is None:
        if least > -inf:
            return None
        stays = Candidate.of(option, acts(unit.name, "stays"))
        return judge.weigh(stays, here.rects[unit.id], shoots=False).add(-1.0, "no path")
    here.keep(unit, option.key, best)
    best.answer = Chosen(option.key)
    return best


def move(here: Overview, ask: Ask, question: Manoeuvre) -> list[Candidate]:
    """Where it goes: as planned with the action; else the best of all drafts; turns and drifts as suggested."""
    unit = here.counsel.unit(question.unit)
    planned = here.planned(unit, question.topic)
    if planned is not None and passes(ask.check, planned.answer):
        planned.label = f"{acts(unit.name, 'moves')} as planned"
        return [planned]
    if here.counsel.drafts(question):
        return manoeuvre(here, ask, question)
    judge = PlaceJudge(here, unit)
    start = here.rects[unit.id]
    answers = [answer for answer in ask.suggestions() if isinstance(answer, Moved)]
    if question.kinds[0].name == "pivot":
        turns = [turn_between(start.facing, bearing(start.x, start.y, *edge)) for edge in lurking_behind(here, start)]
        own = (Moved("pivot", (Pivot(turn),)) for turn in turns)
        answers += [answer for answer in own if passes(ask.check, answer)]
    holds = question.topic == "hold"
    found = [
        _shooting_first(here, judge, unit, _draft(unit, answer)) for answer in answers if holds and not answer.steps
    ]
    least = max((candidate.total for candidate in found), default=-inf)
    others = (answer for answer in answers if not holds or answer.steps)
    best = best_of((_suggested(here, judge, unit, answer, shoots=holds) for answer in others), least)
    return found if best is None else [*found, best]


def _draft(unit: U, answer: Moved) -> Candidate:
    return Candidate(answer, acts(unit.name, {"": "stays", "pivot": "turns"}.get(answer.kind, "moves")))


def _suggested(here: Overview, judge: PlaceJudge, unit: U, answer: Moved, *, shoots: bool) -> Looks:
    """A turn or a small move: what its end can be worth at most, what it is worth, its volley where it holds."""
    end = _end(here.rects[unit.id], answer.steps)
    hope = judge.most_shots(end, "") if shoots else 0.0
    candidate = _draft(unit, answer).add(-TURNING if answer.steps else 0.0, "leaves its place")
    yield candidate.total + judge.at_most(end) + hope
    judge.weigh_stand(candidate, end)
    yield candidate.total + hope
    judge.weigh_rest(candidate, end, "", ())
    if hope:
        yield candidate.total + hope
        judge.volley(candidate, end, "")
    yield candidate.total
    return candidate


def _end(start: Rect, steps: Sequence[Step]) -> Rect:
    return walk(start, steps)[-1] if steps else start
