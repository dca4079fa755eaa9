"""What the captain decides when it shoots and fights: targets, blows, pursuits, flights, turns in combat."""

from __future__ import annotations

from copy import copy
from math import hypot

from warhost.play import Allocate, Allocated, Ask, Choose, Option, Pool
from warhost.players.captain.engine import Candidate
from warhost.players.captain.judging.overview import RUN, Overview, U, run_from
from warhost.players.captain.judging.places import PlaceJudge
from warhost.table import Rect, bearing, on_board, rect, rect_at

CATCH, STRAGGLER, RALLIES = 0.6, 0.2, 2.0
"""How much of its worth it is worth to catch a unit that has given way, and one that would not come back anyway; who
comes back every other time counts in full."""

OVERKILL = 1.5
"""How many times the blows that kill a target on average go on it, in case they go badly."""

BOTHER = 0.2
"""A turn in combat must promise more than this."""

BEFORE_IT_ACTS, HOLDS = 0.15, 0.1
"""How much more a volley counts on an enemy that has yet to act, and on one that stands at a goal."""


def losses_of(option: Option) -> float:
    """The health that an option takes from its target on average, as its odds tell."""
    return next((odd.value for odd in option.odds if odd.kind == "expected" and odd.telling), 0.0)


def shoot(here: Overview, ask: Ask, question: Choose) -> list[Candidate]:
    """The target on which a volley is worth most. Shooting costs nothing."""
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        if option.target is not None:
            target = here.counsel.unit(option.target)
            losses = losses_of(option)
            worth = here.harm(target, losses)
            candidate.add(worth, f"{losses:.1f} of {target.name} on average", here.cite("shoot"))
            if not here.counsel.ended(target):
                candidate.add(BEFORE_IT_ACTS * worth, "before it acts")
            if here.holds_any(target):
                candidate.add(HOLDS * worth, f"it holds {here.counsel.goal_name}", here.cite("hold"))
            candidate.add(0.01, "shooting costs nothing")
        else:
            candidate.add(-1.0 if option.passes else -0.5, "wastes a chance")
        found.append(candidate)
    return found


def allocate(here: Overview, ask: Ask, question: Allocate) -> list[Candidate]:
    """All blows where each is worth most, but no more on a target than it takes to kill it."""
    left: dict[str, float] = {}
    shares: dict[str, dict[str, int]] = {}
    candidate = Candidate(Allocated(shares), "Strike where it hurts most")
    for pool in question.pools:
        shares[pool.key] = _share(here, pool, left, candidate)
    return [candidate]


def _share(here: Overview, pool: Pool, left: dict[str, float], candidate: Candidate) -> dict[str, int]:
    """The blows of one pool, the best target first; what no target needs goes on the best one all the same."""
    strikes = sorted(
        ((here.counsel.strike(option), option) for option in pool.targets),
        key=lambda told: (-told[0].worth, told[1].key),
    )
    share: dict[str, int] = {}
    rest = pool.count
    for strike, option in strikes:
        # Earlier pools may have put more on a target than it can take: it needs nothing more then, not less.
        health = left.setdefault(_marks(option), strike.left)
        needed = int(health * OVERKILL / strike.harm) + 1 if strike.harm > 0.0 and health > 0.0 else 0
        share[option.key] = min(rest, needed)
        rest -= share[option.key]
    share[strikes[0][1].key] += rest
    for strike, option in strikes:
        left[_marks(option)] -= share[option.key] * strike.harm
        name = option.label if option.target is None else here.counsel.unit(option.target).name
        candidate.add(strike.worth * share[option.key], f"{share[option.key]} on {name}", here.cite("allocate"))
    return share


def _marks(option: Option) -> str:
    return option.key if option.target is None else f"{option.target}"


def pick(here: Overview, ask: Ask, question: Choose) -> list[Candidate]:
    """One of several like things: what is worth most."""
    return [
        Candidate.of(option).add(here.counsel.strike(option).worth, "what it is worth") for option in question.options
    ]


def combat_order(here: Overview, ask: Ask, question: Choose) -> list[Candidate]:
    """Which combat is fought next: the one that promises most, so that others feel who broke in it."""
    found = []
    for option in question.options:
        fight = here.counsel.fight(here.counsel.unit(option.unit or 0))
        found.append(Candidate.of(option).add(here.value(fight), "what the fight promises", here.cite("win")))
    return found


def pursue(here: Overview, ask: Ask, question: Choose) -> list[Candidate]:
    """Run after an enemy that gives way where catching it is worth more than the place that is left."""
    broken = {option.target for option in question.options}
    here = copy(here)
    here.foes = [foe for foe in here.foes if foe.id not in broken]
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        unit = here.counsel.unit(option.unit or 0)
        own = here.rects[unit.id]
        if option.target is None:
            _stand(here, unit, own, candidate)
        else:
            enemy = here.counsel.unit(option.target)
            caught, back = here.counsel.overtakes(unit, enemy), min(1.0, RALLIES * here.counsel.returns(enemy))
            gain = (back * CATCH + (1 - back) * STRAGGLER) * here.counsel.worth(enemy)
            if here.counsel.scores(enemy) and here.counsel.enemy_turns_left > 0:
                gain += 0.2 * back * here.counsel.worth(enemy)
            candidate.add(caught * gain, f"{caught:.0%} to catch {enemy.name}", here.cite("pursue"))
            shape = here.rects[enemy.id]
            _stand(here, unit, _ahead(here, own, bearing(own.x, own.y, shape.x, shape.y)), candidate)
        found.append(candidate)
    return found


def overrun(here: Overview, ask: Ask, question: Choose) -> list[Candidate]:
    """On, straight ahead, if that is a better place."""
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        unit = here.counsel.unit(option.unit or 0)
        own = here.rects[unit.id]
        if option.passes:
            _stand(here, unit, own, candidate)
            candidate.add(0.5, "may turn instead", here.cite("turn instead"))
        else:
            _stand(here, unit, _ahead(here, own, own.facing), candidate)
        found.append(candidate)
    return found


def outcome(here: Overview, ask: Ask, question: Choose) -> list[Candidate]:
    """What a unit does that has no enemy left: the order that may leave it in the best place."""
    found = []
    for option in question.options:
        unit = here.counsel.unit(option.unit or 0)
        judge = PlaceJudge(here, unit)
        places = here.counsel.places_after(option)
        weighed = [judge.weigh(Candidate.of(option), place, shoots=False) for place in places]
        found.append(max(weighed, key=lambda candidate: candidate.total, default=Candidate.of(option)))
    return found


def _ahead(here: Overview, own: Rect, facing: float) -> Rect:
    """The place after an average pursuit, no farther than the board."""
    board = here.counsel.battle.scene.board
    place = rect(own.x, own.y, facing, own.width, own.depth)
    for inches in (RUN, 5.0, 3.0, 1.0):
        there = rect(own.x + place.fx * inches, own.y + place.fy * inches, facing, own.width, own.depth)
        if on_board(there, board.width, board.depth):
            return there
    return place


def _stand(here: Overview, unit: U, place: Rect, candidate: Candidate) -> None:
    PlaceJudge(here, unit).weigh(candidate, place, shoots=False)


def flight(here: Overview, ask: Ask, question: Choose) -> list[Candidate]:
    """Where a unit flees: the enemy's over the edge or away from the centre, the captain's own not far from it."""
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        if option.unit is not None and option.target is not None:
            mine = here.is_ours(here.counsel.unit(option.unit))
            driven = 0.3 * _driven(here, here.rects[option.unit], here.rects[option.target])
            candidate.add(-driven if mine else driven, "runs from the centre" if mine else "drives it from the centre")
        found.append(candidate)
    return found


def _driven(here: Overview, own: Rect, enemy: Rect) -> float:
    """How far from the centre a unit comes that runs straight from another."""
    place = run_from(own, enemy)
    return hypot(place.x - here.centre[0], place.y - here.centre[1])


def turn_in_combat(here: Overview, ask: Ask, question: Choose) -> list[Candidate]:
    """Turn where the fight then goes better; to try costs nothing, but is no use where no place is better."""
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        if not option.passes and option.unit is not None:
            unit = here.counsel.unit(option.unit)
            if option.pose is not None:
                shape = here.rects[unit.id]
                places = [rect_at(option.pose, shape.width, shape.depth)]
            else:
                places = list(here.counsel.turns_in_combat(unit))
            gain = max((_turned(here, unit, place) for place in places), default=0.0)
            candidate.add(gain - BOTHER, "a better fight", here.cite("turn"))
        found.append(candidate)
    return found


def _turned(here: Overview, unit: U, place: Rect) -> float:
    """How much better the fight is with the unit in that place."""
    before, after = here.counsel.fight_turned(unit, None), here.counsel.fight_turned(unit, place)
    return 0.0 if before is None or after is None else here.value(after) - here.value(before)


def strike(here: Overview, ask: Ask, question: Choose) -> list[Candidate]:
    """Strike, unless there is nothing to win by it and fresh enemies are near."""
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        if not option.passes and option.target is not None:
            target, losses = here.counsel.unit(option.target), losses_of(option)
            candidate.add(losses * here.counsel.life(target), f"{losses:.1f} wounds expected", here.cite("strike"))
            candidate.add(0.1 * here.counsel.worth(target) * min(1.0, losses), "wounds count towards winning the melee")
            if option.unit is not None:
                candidate.add(-_tires(here, here.counsel.unit(option.unit)), "is tired afterwards", here.cite("tired"))
        found.append(candidate)
    return found


def _tires(here: Overview, unit: U) -> float:
    """What it costs to have struck: little, if no other enemy can still charge in this turn."""
    place = here.rects.get(unit.id)
    if place is None or here.counsel.is_tired(unit):
        return 0.0
    fresh = sum(
        here.counsel.charges_soon(foe) == 1.0 and here.arrives(foe, here.rects[foe.id], place) > 0.0
        for foe in here.foes
    )
    return 0.01 * here.counsel.worth(unit) * fresh
