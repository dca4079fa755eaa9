"""Before the first round: sides, reserves, the order and the places of deployment; arrivals."""

from __future__ import annotations

from collections.abc import Callable

from warhost.play import Ask, Choose, Place, Placed
from warhost.play.english import acts
from warhost.players.captain.engine import Candidate
from warhost.players.captain.regiments.aims import moved_marker
from warhost.players.captain.regiments.orders import Memory
from warhost.players.captain.regiments.places import PlaceJudge, stands_before
from warhost.players.captain.regiments.situation import Situation
from warhost.rulesets.regiments import joining, moving, shooting
from warhost.rulesets.regiments.battle import Unit
from warhost.rulesets.regiments.formation import footprint_at
from warhost.rulesets.regiments.scenery import scenery
from warhost.rulesets.regiments.transports import spaces
from warhost.table import Point, Rect, contains_rect, distance_to_point, overlaps

STEADIES, SHELTER, ACTS = 0.06, 0.3, 0.12
"""What shares of a unit's points and of its own a hero gains and loses by joining it."""

MORALE = "aofr.special.hero.morale"

BARRED = 3.0
"""What it costs to deploy behind a slower friend."""

CROWDED = 8.0
"""How near friends may be before a place is crowded."""


def next_unit(here: Situation, ask: Ask, question: Choose, memory: Memory) -> list[Candidate]:
    """Transports first, then the cheap units: the dear ones wait to see where the enemy stands."""
    found = []
    for option in question.options:
        candidate = Candidate.of(option, f"{option.label} next")
        if option.unit is None:
            candidate.add(-1000.0, "keeps units off the table")
        else:
            unit = here.unit(option.unit)
            candidate.add(-0.1 * here.battle.regiment(unit).points, "valuable units wait")
            if spaces(here.battle, unit):
                candidate.add(100.0, "carries others")
            waiting = [here.unit(other.unit) for other in question.options if other.unit is not None]
            if any(joining.may_join(here.battle, unit, host) for host in waiting):
                candidate.add(200.0, "may still join a unit", joining.JOIN)
        found.append(candidate)
    return found


def join(here: Situation, ask: Ask, question: Choose, memory: Memory) -> list[Candidate]:
    """A hero steadies a unit that tests badly and is safe in its ranks; by itself it acts when and where it likes."""
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        if option.target is not None and option.unit is not None:
            _weigh_joining(here, candidate, here.unit(option.unit), here.unit(option.target))
        found.append(candidate)
    return found


def _weigh_joining(here: Situation, candidate: Candidate, hero: Unit, host: Unit) -> None:
    battle = here.battle
    own, theirs = battle.regiment(hero), battle.regiment(host)
    candidate.add(STEADIES * theirs.points * (theirs.quality - own.quality), "improves the unit's morale tests", MORALE)
    candidate.add(SHELTER * own.points / own.tough, "is hit last", "aofr.special.tough.hero_last")
    candidate.add(-ACTS * own.points, "no longer acts on its own", "aofr.structure.alternate")
    slower = moving.allowance(battle, hero, "rush") - moving.allowance(battle, host, "rush")
    candidate.add(-max(0.0, slower), "is slowed down", "aofr.special.fast")
    if bool(shooting.arsenal(battle, hero)) != bool(shooting.arsenal(battle, host)):
        candidate.add(-5.0, "fights in a different way", "aofr.shoot.who")


def set_aside(here: Situation, ask: Ask, question: Choose, memory: Memory) -> list[Candidate]:
    """Scouts go on after all others; ambushers come from any edge."""
    worth = {"scout": 2.0, "ambush": 1.0}
    return [
        Candidate.of(option).add(worth.get(option.key, 0.0), "arrives where it is needed")
        for option in question.options
    ]


def arrive(here: Situation, ask: Ask, question: Choose, memory: Memory) -> list[Candidate]:
    return [
        Candidate.of(option).add(-1.0 if option.unit is None else 1.0, "is needed now") for option in question.options
    ]


def aboard(here: Situation, ask: Ask, question: Choose, memory: Memory) -> list[Candidate]:
    """Slow fighters ride; shooters are better off on foot."""
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        if option.unit is not None:
            unit = here.unit(option.unit)
            ranged = bool(shooting.arsenal(here.battle, unit))
            candidate.add(-1.0 if ranged else 1.0, "shoots from outside" if ranged else "is carried to the fight")
        found.append(candidate)
    return found


def place(here: Situation, ask: Ask, question: Place, memory: Memory) -> list[Candidate]:
    """Near a marker that nobody else is for, out of bad ground, not crowded, shooters a little behind."""
    if question.unit is None:
        return []
    unit = here.unit(question.unit)
    return _weighed(here, ask, unit, _Deploying(here, unit).weigh, f"{acts(unit.name, 'deploys')} there")


def _weighed(
    here: Situation, ask: Ask, unit: Unit, weigh: Callable[[Candidate, Rect], object], words: str
) -> list[Candidate]:
    """The places that are suggested, each judged."""
    found = []
    for answer in ask.suggestions():
        if isinstance(answer, Placed):
            candidate = Candidate(answer, words)
            weigh(candidate, footprint_at(here.battle, unit, answer.pose))
            found.append(candidate)
    return found


class _Deploying:
    """Weighs places of one unit before the battle."""

    def __init__(self, here: Situation, unit: Unit) -> None:
        self.here = here
        self.unit = unit
        self.goals: list[Point] = [(marker.x, marker.y) for marker in here.markers]
        self.goals = self.goals or [here.battle.scene.board.centre]
        self.claims = [sum(self._is_for(friend, goal) for friend in here.own) for goal in self.goals]
        self.foes = [sum(self._is_for(foe, goal) for foe in here.foes) for goal in self.goals]
        self.longest = max((weapon.range for weapon in shooting.arsenal(here.battle, unit)), default=0)
        self.rush = max(1.0, moving.allowance(here.battle, unit, "rush"))
        pieces = scenery(here.battle)
        self.slow = [piece.shape for piece in pieces.pieces if piece.difficult or piece.dangerous]
        self.cover = [piece.shape for piece in pieces.sheltering if piece.cover]

    def _is_for(self, other: Unit, goal: Point) -> bool:
        """Whether a unit that stands already is nearer to this goal than to any other."""
        shape = self.here.rects[other.id]
        return distance_to_point(shape, *goal) <= min(distance_to_point(shape, *point) for point in self.goals) + 0.01

    def weigh(self, candidate: Candidate, where: Rect) -> None:
        best = -1e9
        for goal, claims, foes in zip(self.goals, self.claims, self.foes, strict=True):
            gap = max(0.0, distance_to_point(where, *goal) - 3.0)
            rounds = gap / self.rush
            need = 30.0 / (1 + 1.2 * claims) + 4.0 * min(foes, claims + 1)
            best = max(best, need - 9.0 * rounds)
        candidate.add(best, "near a marker that needs it", "aofr.objective.seize_range")
        if any(overlaps(where, shape) for shape in self.slow):
            candidate.add(-6.0, "on bad ground", "aofr.terrain.difficult")
        if any(contains_rect(shape, where) for shape in self.cover):
            candidate.add(3.0 if self.longest else 1.0, "in cover", "aofr.terrain.cover")
        near = sum(
            abs(where.x - shape.x) + abs(where.y - shape.y) < CROWDED + where.radius
            for shape in (self.here.rects[friend.id] for friend in self.here.own)
        )
        candidate.add(-1.5 * near, "crowded")
        if any(self._bars(where, friend) for friend in self.here.own):
            candidate.add(-BARRED, "a slower friend stands in its way", "aofr.move.one_inch")
        if self.longest:
            nearest = min((distance_to_point(where, s.x, s.y) for s in self._enemy_places()), default=24.0)
            candidate.add(-0.2 * max(0.0, nearest - self.longest), "out of range")

    def _bars(self, where: Rect, friend: Unit) -> bool:
        """Whether a slower friend stands right before a place."""
        return self.here.full[friend.id] < self.rush and stands_before(where, self.here.rects[friend.id], self.rush)

    def _enemy_places(self) -> list[Rect]:
        return [self.here.rects[foe.id] for foe in self.here.foes]


def come_in(here: Situation, ask: Ask, question: Place, memory: Memory) -> list[Candidate]:
    """Where a unit arrives, goes on as scouts, or gets out: by what a place is worth in battle."""
    if question.unit is None:
        return []
    unit = here.unit(question.unit)
    here.full.setdefault(unit.id, moving.allowance(here.battle, unit, "charge"))
    here.charges.setdefault(unit.id, here.full[unit.id])
    here.advances.setdefault(unit.id, moving.allowance(here.battle, unit, "advance"))
    here.ranges.setdefault(unit.id, max((weapon.range for weapon in shooting.arsenal(here.battle, unit)), default=0))
    judge = PlaceJudge(here, unit, fresh=question.topic == "arrive")
    return _weighed(here, ask, unit, judge.weigh, f"{acts(unit.name, 'arrives')} there")


def move_marker(here: Situation, ask: Ask, question: Place, memory: Memory) -> list[Candidate]:
    """Where a marker goes that the mission lets its side move."""
    found = []
    for answer in ask.suggestions():
        if isinstance(answer, Placed):
            score, label = moved_marker(here.battle, here.seat, answer.pose.x, answer.pose.y)
            found.append(Candidate(answer, "The marker goes there").add(score, label))
    return found
