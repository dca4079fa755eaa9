"""What the captain decides in combat: blows, pursuits, pivots."""

from __future__ import annotations

from math import hypot

from warhost.play import Allocate, Allocated, Ask, Choose, Option, Pool
from warhost.players.captain.engine import Candidate
from warhost.players.captain.essence_of_war.estimates import blow
from warhost.players.captain.essence_of_war.fights import CAUGHT, Link, forecast, standing_links
from warhost.players.captain.essence_of_war.places import MoveJudge
from warhost.players.captain.essence_of_war.situation import Situation
from warhost.rulesets.essence_of_war.battle import Unit
from warhost.rulesets.essence_of_war.combat_pivot import places
from warhost.rulesets.essence_of_war.contact import combat_of, facing_models
from warhost.rulesets.essence_of_war.formation import health
from warhost.table import Rect, bearing, on_board, rect, rect_at, touching_sides

PURSUIT = 7.0
"""How far a pursuit goes on average."""

OVERKILL = 1.5
"""How many times the blows that kill a target on average go on it, in case they go badly."""

BOTHER = 0.2
"""A Combat Pivot must promise more than this."""


def allocate(here: Situation, ask: Ask, question: Allocate) -> list[Candidate]:
    """All blows where each is worth most, but no more on a target than it takes to kill it."""
    left = {unit.id: float(health(here.battle, unit)) for unit in here.units}
    shares: dict[str, dict[str, int]] = {}
    candidate = Candidate(Allocated(shares), "Strike where it hurts most")
    for pool in question.pools:
        shares[pool.key] = _share(here, pool, left, candidate)
    return [candidate]


def _share(here: Situation, pool: Pool, left: dict[int, float], candidate: Candidate) -> dict[str, int]:
    """The blows of one pool, the best target first; what no target needs goes on the best one all the same."""
    worths: list[tuple[float, float, int, str]] = []
    for option in pool.targets:
        assert option.unit is not None
        assert option.target is not None
        unit, target = here.unit(option.unit), here.unit(option.target)
        side = next(foe.theirs for foe in unit.foes if foe.unit == target.id)
        harm = blow(here.battle, unit, target, side)
        each = here.worth(target) / max(1, health(here.battle, target))
        worths.append((harm * each + harm, harm, target.id, option.key))
    worths.sort(reverse=True)
    share: dict[str, int] = {}
    rest = pool.count
    for _, harm, number, key in worths:
        # Earlier pools may have put more on a target than it can take: it needs nothing more then, not less.
        needed = int(left[number] * OVERKILL / harm) + 1 if harm > 0.0 and left[number] > 0.0 else 0
        share[key] = min(rest, needed)
        rest -= share[key]
    share[worths[0][3]] += rest
    for worth, harm, number, key in worths:
        left[number] -= share[key] * harm
        candidate.add(worth * share[key], f"{share[key]} on {here.unit(number).name}", "eow.melee.allocate")
    return share


def pursue(here: Situation, ask: Ask, question: Choose) -> list[Candidate]:
    """Run after a broken enemy where catching it is worth more than the place that is left."""
    broken = {option.target for option in question.options}
    here.foes = [foe for foe in here.foes if foe.id not in broken]
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        unit = here.unit(option.unit or 0)
        own = here.rects[unit.id]
        if option.target is None:
            _stand(here, unit, own, candidate)
        else:
            enemy = here.unit(option.target)
            gain = CAUGHT * here.worth(enemy) * 0.6
            if here.scores(enemy) and here.enemy_moves_left > 0:
                gain += CAUGHT * 6.0
            candidate.add(gain, f"{CAUGHT:.0%} to catch {enemy.name}", "eow.pursuit.declare")
            facing = bearing(own.x, own.y, here.rects[enemy.id].x, here.rects[enemy.id].y)
            _stand(here, unit, _ahead(here, own, facing), candidate)
        found.append(candidate)
    return found


def overrun(here: Situation, ask: Ask, question: Choose) -> list[Candidate]:
    """On, straight ahead, if that is a better place."""
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        unit = here.unit(option.unit or 0)
        own = here.rects[unit.id]
        if option.key == "overrun":
            _stand(here, unit, _ahead(here, own, own.facing), candidate)
        else:
            _stand(here, unit, own, candidate)
            candidate.add(0.5, "may turn instead", "eow.no_more_foes.action")
        found.append(candidate)
    return found


def _ahead(here: Situation, own: Rect, facing: float) -> Rect:
    """The place after an average pursuit, no farther than the board."""
    board = here.battle.scene.board
    place = rect(own.x, own.y, facing, own.width, own.depth)
    for inches in (PURSUIT, 5.0, 3.0, 1.0):
        there = rect(own.x + place.fx * inches, own.y + place.fy * inches, facing, own.width, own.depth)
        if on_board(there, board.width, board.depth):
            return there
    return place


def _stand(here: Situation, unit: Unit, place: Rect, candidate: Candidate) -> None:
    MoveJudge(here, unit).weigh(candidate, "pivot", (), [place])


def flee_direction(here: Situation, ask: Ask, question: Choose) -> list[Candidate]:
    """Broken enemies run best over the edge, or away from where units count."""
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        candidate.add(0.3 * _driven(here, option), "drives it from the centre")
        found.append(candidate)
    return found


def flee_from(here: Situation, ask: Ask, question: Choose) -> list[Candidate]:
    """Where there is a choice, flee where there is room and not far from the centre."""
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        candidate.add(-0.3 * _driven(here, option), "runs from the centre")
        found.append(candidate)
    return found


def _driven(here: Situation, option: Option) -> float:
    """How far from the centre the unit of the option comes if it runs straight from the option's target."""
    if option.unit is None or option.target is None:
        return 0.0
    own, enemy = here.rects[option.unit], here.rects[option.target]
    away = hypot(own.x - enemy.x, own.y - enemy.y) or 1.0
    x, y = own.x + (own.x - enemy.x) / away * PURSUIT, own.y + (own.y - enemy.y) / away * PURSUIT
    return hypot(x - here.centre[0], y - here.centre[1])


def combat_pivot(here: Situation, ask: Ask, question: Choose) -> list[Candidate]:
    """Turn where the fight then goes better."""
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        if option.pose is not None and option.unit is not None:
            unit = here.unit(option.unit)
            shape = here.rects[unit.id]
            place = rect_at(option.pose, shape.width, shape.depth)
            gain = _pivoted(here, unit, place)
            candidate.add(gain - BOTHER, "a better fight", "eow.combat_pivot.who")
        found.append(candidate)
    return found


def _pivoted(here: Situation, unit: Unit, place: Rect) -> float:
    """How much better the combat is with the unit in that place."""
    links = standing_links(here, combat_of(here.battle, unit))
    changed = []
    for link in links:
        number = link.mine if unit.seat == here.seat else link.theirs
        if number != unit.id:
            changed.append(link)
            continue
        enemy = here.unit(link.theirs)
        shape = here.rects[enemy.id]
        sides = touching_sides(place, shape)
        if sides is None:
            return 0.0
        mine, yours = facing_models(unit, place, sides[0], enemy, shape, sides[1])
        changed.append(Link(unit.id, sides[0], len(mine), enemy.id, sides[1], len(yours)))
    return forecast(here, tuple(changed)).value - forecast(here, tuple(links)).value


def combat_pivot_test(here: Situation, ask: Ask, question: Choose) -> list[Candidate]:
    """Trying costs nothing, but is no use where no place is better."""
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        if option.key == "test" and option.unit is not None:
            unit = here.unit(option.unit)
            gain = max((_pivoted(here, unit, to.place) for to in places(here.battle, unit)), default=0.0)
            candidate.add(gain - BOTHER, "a better fight, if the test is passed", "eow.combat_pivot.loser_test")
        found.append(candidate)
    return found
