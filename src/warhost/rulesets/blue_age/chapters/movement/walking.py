"""The question where a unit walks: as a whole or model by model, and what comes of the answer (BLUE-R12, BLUE-R16)."""

from __future__ import annotations

from collections.abc import Container, Sequence
from math import cos, hypot, pi, sin
from typing import TypeVar

from warhost.dice import Chance
from warhost.field.loose.bodies import FORMATIONS, Bases
from warhost.field.loose.marching import closes_in
from warhost.field.loose.steps import length_of
from warhost.play.questions import Denied, Option, Walk, Walked
from warhost.play.script import Refused, Script
from warhost.play.shown.english import acts, listed, verb
from warhost.play.walking import walk
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.heroes.joining import apart_from_host
from warhost.rulesets.blue_age.chapters.movement.ground import endangered
from warhost.rulesets.blue_age.chapters.movement.walks import (
    TORN,
    carry_out,
    closed_up,
    drawn,
    formation_of,
    is_open,
    looking,
    placed,
    shifted,
    turned,
)
from warhost.rulesets.blue_age.core import (
    COHESION,
    GAP,
    Battle,
    Unit,
    bases_of,
    between,
    centre_of,
    enemies,
    together,
    walls_of,
)
from warhost.rulesets.blue_age.core.events import battle as events
from warhost.rulesets.blue_age.core.party import Course, Party
from warhost.table import TOLERANCE, Pose, base_distance

COMPASS = tuple((sin(2 * pi * number / 16), cos(2 * pi * number / 16)) for number in range(16))
"""Directions all round, as unit vectors."""


TRIES = 3
"""How many directions are tried at random in which nothing is in the way."""

T = TypeVar("T")


def _any(chance: Chance, among: Sequence[T]) -> T:
    return among[chance.pick(len(among))]


# One walk


class _Walking:
    """A walk that is asked for: what an answer comes to is worked out once."""

    def __init__(
        self, party: Party, inches: float, cite: str, *, apart_from: Unit | None = None, clears: bool = False
    ) -> None:
        self.party, self.inches, self.rule = party, inches, cite
        self.apart_from = apart_from
        """The unit that a Hero leaves."""
        self.clears = clears
        """Whether all models have to end far enough from enemies, those that stand nearer now too."""
        self._known: tuple[Walked, Course | Refused] | None = None

    def course(self, answer: Walked) -> Course | Refused:
        """Where the answer leads, or why it is not legal."""
        if self._known is None or self._known[0] != answer:
            self._known = (answer, self._worked_out(answer))
        return self._known[1]

    def _worked_out(self, answer: Walked) -> Course | Refused:
        party = self.party
        if answer.places:
            found = placed(party, answer.places, self.inches, self.rule)
        elif answer.pose is None:
            found = party.stays()
        else:
            found = self._as_a_whole(answer, answer.pose)
        if isinstance(found, Refused) or not answer.goes:
            return found
        if self.apart_from is not None and not apart_from_host(party.battle, party.unit, self.apart_from, found.ends):
            why = f'{party.unit.name} has to end more than 2" from {self.apart_from.name}.'
            return Refused(why, "blue.move.heroes_enter_leave")
        if self.clears and not self._is_clear_of_enemies(found.ends):
            return Refused(f'All models of {party.unit.name} have to end 1" from all enemies.', self.rule)
        return found

    def _is_clear_of_enemies(self, ends: Bases) -> bool:
        battle, seat = self.party.battle, self.party.unit.seat
        return all(
            between(ends, walls_of(battle, foe)) >= self.party.gap - TOLERANCE
            for foe in enemies(battle, seat)
            if foe.host is None
        )

    @rule("blue.move.first_player_moves", "blue.move.second_player_moves")
    def _as_a_whole(self, answer: Walked, pose: Pose) -> Course | Refused:
        party, (x, y) = self.party, self.party.middle
        dx, dy = pose.x - x, pose.y - y
        far = hypot(dx, dy)
        if far > self.inches + 1e-6:
            name = party.unit.name
            moves = verb(name, "has", "have")
            return Refused(f'{name} would move {far:.2f}" but {moves} {self.inches:g}".', self.rule)
        formation = formation_of(answer.formation)
        own = party.unit.pose
        turns = own is not None and abs((pose.facing - own.facing + 180.0) % 360.0 - 180.0) > 1e-6
        if formation is not None:
            course = drawn(party, formation, pose, self.inches)
        elif turns and not party.faces and len(party.bases) > 1:
            course = turned(party, pose, self.inches)
        else:
            course = shifted(party, dx, dy, self.inches)
        if party.faces:
            course = looking(party, course, pose.facing)
        if course.whole or far <= TOLERANCE or party.together(course.ends):
            return course
        if not closes_in(party, course.ends, self.inches):
            return Refused(TORN.format(party.unit.name), "blue.move.cohesion")
        return course

    def check(self, answer: Walked) -> Refused | None:
        found = self.course(answer)
        return found if isinstance(found, Refused) else None

    def ends(self, answer: Walked) -> Bases:
        found = self.course(answer)
        return self.party.bases if isinstance(found, Refused) else found.ends

    def spent(self, answer: Walked) -> tuple[float, ...]:
        """How long the way of each model is."""
        found = self.course(answer)
        return () if isinstance(found, Refused) else tuple(length_of(way) for way in found.ways)

    # Answers

    def sensible(self, question: Walk) -> list[Walked]:
        """Stay, do something instead, close up, go for the nearest enemy, the objectives, all ways."""
        found = [Walked()] if question.optional else []
        found += [Walked(instead=option.key) for option in question.instead]
        return [*found, *(wish for wish in self.wishes() if self.check(wish) is None)] or [Walked()]

    def wishes(self) -> list[Walked]:
        """Walks that a player may want, legal or not: to the nearest enemy, to the objectives, all round; who is torn
        closes up."""
        if self.inches <= 0.0:
            return []
        far = [(dx * self.inches, dy * self.inches) for dx, dy in COMPASS]
        wishes: list[Walked | None] = []
        if self.party.broken:
            wishes.append(self._closing_up())
        else:
            wishes += [self._towards_enemy(), *self._towards_markers()]
            wishes += [self.whole(dx, dy) for dx, dy in (far if self.clears else far[::2])]
        if self.formations and (self.clears or self.party.broken):
            wishes += [self.whole(dx, dy, "crowd") for dx, dy in far]
        return [wish for wish in dict.fromkeys(wishes) if wish is not None]

    @property
    def formations(self) -> tuple[str, ...]:
        """The formations that it may take up: none for so few that they make no difference."""
        return FORMATIONS if len(self.party.bases) > 2 else ()

    def anyhow(self, question: Walk, chance: Chance) -> Walked:
        """A walk at random: as a whole in any direction, as far as nothing is in the way."""
        if not question.optional:
            wishes = self.wishes()
            first = chance.pick(max(1, len(wishes)))
            legal = (wish for wish in (*wishes[first:], *wishes[:first]) if self.check(wish) is None)
            return next(legal, Walked())
        if question.instead and chance.pick(3) == 0:
            return Walked(instead=_any(chance, question.instead).key)
        if self.inches <= 0.0:
            return Walked()
        if self.party.broken:
            return self._checked(self._closing_up())
        if question.formations and chance.pick(40) == 0:
            return self._checked(self.whole(*self._anywhere(chance), _any(chance, question.formations)))
        for _ in range(TRIES):
            dx, dy = self._anywhere(chance)
            for part in (1.0, 0.4):
                if is_open(self.party, dx * part, dy * part):
                    return self._checked(self.whole(dx * part, dy * part))
        return self._checked(self.whole(*self._anywhere(chance))) if chance.pick(5) == 0 else Walked()

    def _anywhere(self, chance: Chance) -> tuple[float, float]:
        """A vector of any direction and of a quarter of its inches or more."""
        turn, inches = 2 * pi * chance.uniform(), (0.25 + 0.75 * chance.uniform()) * self.inches
        return sin(turn) * inches, cos(turn) * inches

    def _checked(self, answer: Walked) -> Walked:
        return answer if self.check(answer) is None else Walked()

    def whole(self, dx: float, dy: float, formation: str = "") -> Walked:
        """The answer by which the unit goes as a whole by a vector."""
        x, y = self.party.middle
        own = self.party.unit.pose
        facing = own.facing if own is not None else 0.0
        return Walked(formation, Pose(round(x + dx, 6), round(y + dy, 6), facing))

    def _closing_up(self) -> Walked:
        course = closed_up(self.party, self.inches)
        return Walked(
            places=tuple(Pose(end.x, end.y, facing) for end, facing in zip(course.ends, course.facings, strict=True))
        )

    def _towards_enemy(self) -> Walked | None:
        battle, unit = self.party.battle, self.party.unit
        foes = [base for foe in enemies(battle, unit.seat) if foe.inside is None for base in bases_of(battle, foe)]
        if not foes:
            return None
        x, y = self.party.middle
        foe = min(foes, key=lambda one: hypot(one.x - x, one.y - y))
        own = min(self.party.bases, key=lambda one: base_distance(one, foe))
        dx, dy = foe.x - own.x, foe.y - own.y
        length = hypot(dx, dy)
        go = min(self.inches, length - own.radius - foe.radius - self.party.gap - 0.01)
        return self.whole(dx / length * go, dy / length * go) if go > 0.05 else None

    def _towards_markers(self) -> list[Walked]:
        x, y = self.party.middle
        found = []
        for marker in self.party.battle.markers:
            length = hypot(marker.x - x, marker.y - y)
            if length > 0.1:
                share = min(1.0, self.inches / length)
                found.append(self.whole((marker.x - x) * share, (marker.y - y) * share))
        return found


def _note(party: Party) -> str:
    """What binds a unit that is to walk: it is torn, or Heroes with it have moved already and stay (BLUE-R95)."""
    name = party.unit.name
    if party.broken:
        return f"{acts(name, 'is')} out of cohesion and must close up."
    if not party.still:
        return ""
    stay = [one.name for one in together(party.battle, party.unit) if one not in party.members]
    have = "has" if len(stay) == 1 else "have"
    return f"{listed(stay)} {have} moved already, and {acts(name, 'has')} to stay in cohesion."


def walk_question(
    battle: Battle,
    unit: Unit,
    inches: float,
    *,
    topic: str = "walk",
    text: str = "",
    how: str = "moved",
    cite: str = "blue.move.first_player_moves",
    gap: float = GAP,
    touch: Container[int] = (),
    alone: bool = False,
    clears: bool = False,
    instead: Sequence[Option] = (),
    denied: Sequence[Denied] = (),
    optional: bool = True,
) -> Script[str]:
    """Ask a player to move a unit with its Heroes, and move it: Dangerous rolls follow. Returns the key of what it does
    instead, or an empty text.

    It keeps the gap from all enemies but those in `touch`; `clears`: models that are nearer now have to get away. A
    Hero who goes `alone` leaves his unit.
    """
    party = Party(battle, unit, gap=gap, touch=touch, alone=alone, heroes=battle.phase != "move")
    host = battle.units[unit.host] if alone and unit.host is not None else None
    walking = _Walking(party, inches, cite, apart_from=host, clears=clears)
    question = Walk(
        seat=unit.seat,
        topic=topic,
        text=text or f'Move {unit.name} (up to {inches:g}")',
        note=_note(party),
        rules=(cite, "blue.move.cohesion"),
        unit=unit.id,
        party=tuple(one.id for one in party.members) if len(party.members) > 1 else (),
        inches=inches,
        cohesion=COHESION,
        gap=gap,
        formations=walking.formations,
        faces=party.faces,
        instead=tuple(instead),
        denied=tuple(denied),
        optional=optional,
    )
    answer = yield from walk(
        question,
        walking.check,
        lambda: walking.sensible(question),
        lambda chance: walking.anyhow(question, chance),
        walking.ends,
        walking.spent,
    )
    if answer.instead:
        return answer.instead
    course = walking.course(answer)
    assert isinstance(course, Course)
    if not answer.goes:
        return ""
    yield from made(party, course, how)
    return ""


def can_leave(battle: Battle, unit: Unit, inches: float) -> bool:
    """Whether a unit in combat finds a place within so many inches where it is far enough from all enemies."""
    walking = _Walking(Party(battle, unit, heroes=False), inches, "blue.move.fall_back_pass", clears=True)
    x, y = walking.party.middle
    foes = [battle.units[number] for number in unit.foes]
    there = centre_of(battle, foes) if foes else (x, y)

    def nearness(wish: Walked) -> float:
        pose = wish.pose
        return 0.0 if pose is None else (pose.x - x) * (there[0] - x) + (pose.y - y) * (there[1] - y)

    # Most find a place where they turn their backs on the enemy.
    return any(walking.check(wish) is None for wish in sorted(walking.wishes(), key=nearness))


def made(party: Party, course: Course, how: str) -> Script[None]:
    """The party goes: its models stand where the course ends, and Dangerous ground takes its toll."""
    battle = party.battle
    inches = course.inches
    ways = carry_out(party, course)
    if battle.phase == "move" and inches > TOLERANCE:
        for one in party.members:
            one.moved = True
    if inches > TOLERANCE:
        yield events.UnitWalked(party.unit.id, how, inches)
        footings = {one.id: footing for one, footing in zip(party.members, party.footings, strict=True)}
        yield from endangered(battle, party.unit, ways, footings=footings)
