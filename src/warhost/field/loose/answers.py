"""The walk of a loose body as a player answers it: why it is not legal, where it brings the models, what it costs."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from warhost.dice import Chance
from warhost.field.ground.templates import kept_on
from warhost.field.loose.bodies import FORMATIONS, Bases, Terms, assigned, courses, drawn_up, middle_of
from warhost.field.loose.cohesion import chains
from warhost.field.loose.flowing import Course, flowed
from warhost.field.loose.steps import Around, may_stand
from warhost.field.loose.ways import overlaps_any
from warhost.play.battle import settled
from warhost.play.questions import Walked
from warhost.play.script import Refused
from warhost.table import Base, Circle, Point, Pose, bearing, centred_at, direction, point_on_board, rect, shifted

SPACING = 0.25
"""The gap between models that take up a formation, where nothing else is said."""


TURNED = 1e-6
"""So few degrees are no turn."""


class LooseWalk:
    """The walks that one body may make now, each worked out once: to check it, to show it and to make it.

    As a whole the body takes up a formation with gaps of `spacing` (a column with so many `files`), or its models keep
    their places relative to each other; all go as far towards their places as they come. Its middle goes no farther
    than a model may. `facing` is where the body looks now: as it stands it turns about its middle with the answer
    (without a facing it never turns). Square bases whose models face somewhere (`faces`) turn with the answer, where
    there is room.
    """

    def __init__(
        self,
        name: str,
        bases: Sequence[Base],
        around: Around,
        terms: Terms,
        *,
        facing: float | None = None,
        faces: bool = False,
        spacing: float = SPACING,
        files: int = 2,
    ) -> None:
        self.name, self.bases, self.around, self.terms = name, tuple(bases), around, terms
        self.facing, self.faces, self.spacing, self.files = facing, faces, spacing, files
        self.middle = middle_of(self.bases)
        self._last: tuple[Walked, Course | Refused] | None = None

    def why_not(self, walked: Walked) -> Refused | None:
        """Why the models may not go so; None if they may."""
        found = self._found(walked)
        return found if isinstance(found, Refused) else None

    def after(self, walked: Walked) -> Bases:
        """Where every model ends. Refused for a walk that is not legal."""
        return self._course(walked).ends

    def spent(self, walked: Walked) -> tuple[float, ...]:
        """The inches that each model uses up."""
        return self._course(walked).inches

    def facings(self, walked: Walked, before: Sequence[float]) -> tuple[float, ...]:
        """Where each model looks after the walk, if models have a facing."""
        if walked.places:
            return tuple(pose.facing for pose in walked.places)
        return tuple(before) if walked.pose is None else (walked.pose.facing,) * len(self.bases)

    def suggestions(self, formations: Sequence[str], facing: float, goals: Sequence[Point] = ()) -> list[Walked]:
        """Walks as far as they go: ahead in every formation, as it stands to the goals and all round; and to stay."""
        ahead = self._towards(facing)
        drafts = [Walked("", ahead), *(Walked(name, ahead) for name in formations)]
        drafts += [Walked("", self._at(goal)) for goal in goals]
        drafts += [Walked("", self._towards(facing + turn)) for turn in range(45, 360, 45)]
        return [*dict.fromkeys(drafts), Walked()]

    def at_random(self, chance: Chance, formations: Sequence[str]) -> Walked:
        """Any walk as a whole, every other time as it stands."""
        names = (*("" for _ in formations), *formations) or ("",)
        facing, inches = chance.uniform() * 360.0, chance.uniform() * self.terms.inches
        return Walked(names[chance.pick(len(names))], self._towards(facing, inches))

    def _towards(self, facing: float, inches: float | None = None) -> Pose:
        far = self.terms.inches if inches is None else inches
        ux, uy = direction(facing)
        x, y = kept_on(self.around.board, (self.middle[0] + ux * far, self.middle[1] + uy * far))
        return settled(Pose(x, y, facing % 360.0))

    def _at(self, goal: Point) -> Pose:
        """As far towards the goal as the middle goes, looking there."""
        x, y = self._kept_near(*goal)
        return settled(Pose(x, y, bearing(*self.middle, *goal)))

    def _course(self, walked: Walked) -> Course:
        found = self._found(walked)
        if isinstance(found, Refused):
            raise found
        return found

    def _found(self, walked: Walked) -> Course | Refused:
        # Answers are equal by their figures: a page asks about a draft, and the same draft comes as the answer.
        if self._last is None or self._last[0] != walked:
            self._last = (walked, self._worked_out(walked))
        return self._last[1]

    def _worked_out(self, walked: Walked) -> Course | Refused:
        if walked.places:
            return self._one_by_one(walked)
        if walked.pose is None:
            return Course(self.bases, (0.0,) * len(self.bases))
        board = self.around.board
        if not point_on_board(walked.pose.x, walked.pose.y, board.width, board.depth):
            return Refused(f"The middle of {self.name} would be off the table.", self.terms.room_rule)
        course = flowed(self.bases, self._goals(walked), self.terms.purse, self.around, self.terms.cohesion)
        return Course(self._turned(course.ends, walked.pose.facing), course.inches)

    def _one_by_one(self, walked: Walked) -> Course | Refused:
        if len(walked.places) != len(self.bases):
            return Refused(f"Each of the {len(self.bases)} models of {self.name} needs a place.", self.terms.move_rule)
        ends = tuple(self._set_down(base, pose) for base, pose in zip(self.bases, walked.places, strict=True))
        spent = courses(self.name, self.bases, ends, self.around, self.terms)
        return spent if isinstance(spent, Refused) else Course(ends, spent)

    def _set_down(self, base: Base, pose: Pose) -> Base:
        if isinstance(base, Circle) or not self.faces:
            return centred_at(base, pose.x, pose.y)
        return rect(pose.x, pose.y, pose.facing, base.width, base.depth)

    def _goals(self, walked: Walked) -> list[Base]:
        """The place that each model goes to."""
        assert walked.pose is not None
        x, y = self._kept_near(walked.pose.x, walked.pose.y)
        formation = next((name for name in FORMATIONS if name == walked.formation), None)
        if formation is None:
            return self._as_it_stands(x - self.middle[0], y - self.middle[1], walked.pose.facing)
        widest = max(self.bases, key=lambda base: base.radius)
        pose = Pose(x, y, walked.pose.facing)
        return assigned(self.bases, drawn_up(formation, len(self.bases), widest, pose, self.spacing, self.files))

    def _as_it_stands(self, dx: float, dy: float, facing: float) -> list[Base]:
        """All models by the same vector, and turned about their middle as far as the body turns."""
        turn = 0.0 if self.facing is None else (facing - self.facing) % 360.0
        if min(turn, 360.0 - turn) < TURNED:
            return [shifted(base, dx, dy) for base in self.bases]
        (fx, fy), (x, y) = direction(turn), self.middle
        found = []
        for base in self.bases:
            right, ahead = base.x - x, base.y - y
            found.append(centred_at(base, x + dx + right * fy + ahead * fx, y + dy - right * fx + ahead * fy))
        return found

    def _kept_near(self, x: float, y: float) -> Point:
        """Where the middle goes: there, or as far on the way as a model may go."""
        mx, my = self.middle
        far = hypot(x - mx, y - my)
        share = min(1.0, self.terms.inches / far) if far else 0.0
        return (mx + (x - mx) * share, my + (y - my) * share)

    def _turned(self, ends: Bases, facing: float) -> Bases:
        """Square bases turned where their models look, as far as there is room."""
        if not self.faces or all(isinstance(end, Circle) for end in ends):
            return ends
        now = list(ends)
        for number, end in enumerate(ends):
            if not isinstance(end, Circle):
                turned = rect(end.x, end.y, facing, end.width, end.depth)
                if may_stand(turned, self.around) and not overlaps_any(turned, now[:number] + now[number + 1 :]):
                    now[number] = turned
        return tuple(now) if len(chains(now, self.terms.cohesion)) <= len(chains(ends, self.terms.cohesion)) else ends
