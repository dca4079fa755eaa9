"""The Tiny Race: a whole rulebook in one file, and the one that the guide walks through.

Three runners race up the table. Each round all bid secretly; the highest bid (ties: the lower seat) moves its runner
freely up to the bid, then a D6 decides how far a neutral rabbit hops. Whoever is past the line first wins, with the
whole team: the option `teams` names the team of each seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import (
    Battle,
    Choose,
    Event,
    Kind,
    Manoeuvre,
    Moved,
    Option,
    Outcome,
    PositionText,
    Refused,
    Scene,
    Script,
    Seat,
    Setup,
    Step,
    Together,
    Unit,
    Went,
    copied,
    settled,
)
from warhost.play.kept.text import print_position, with_fields
from warhost.play.rules.rulebase import NUMBER, NamedRule, Rulebase
from warhost.play.rules.sides import allies
from warhost.play.script import ask_choice, manoeuvre, roll_sum
from warhost.table import Board, Forward, Pose, Rect, apply, rect
from warhost.table import Step as AnyStep

LINE = 20.0


class Runner(Unit, kw_only=True, omit_defaults=True):
    strength: int = 6
    rules: tuple[str, ...] = ()


class RunnerRule(NamedRule):
    """A rule of a runner."""

    def on_run(self, inches: int) -> int:
        """How far the runner may run, if it may run so far without the rule."""
        return inches


RULES = Rulebase(RunnerRule)


@RULES.rule("Swift", "tiny.swift")
class Swift(RunnerRule):
    """The runner runs so many inches further."""

    brackets = NUMBER

    def on_run(self, inches: int) -> int:
        return inches + int(self.said)


@RULES.rule("Sleepy", "tiny.sleepy")
class Sleepy(RunnerRule):
    """The runner runs an inch less."""

    def on_run(self, inches: int) -> int:
        return inches - 1


class Race(Battle, kw_only=True, omit_defaults=True):
    scene: Scene
    units: list[Runner]
    hand: tuple[int, ...] = ()


class Bid(Event, frozen=True):
    words = "{seat:seat} bids {bid}"
    seat: int
    bid: int


class Ran(Event, frozen=True):
    words = "{unit:unit} runs"
    unit: int
    steps: tuple[AnyStep, ...]
    pose: Pose

    @property
    def went(self) -> Went:
        return Went(self.unit, self.steps, self.pose)


class TinyRace:
    slug: ClassVar[str] = "tiny"
    title: ClassVar[str] = "The Tiny Race"
    version: ClassVar[str] = "1.0"
    battle_type: ClassVar[type[Battle]] = Race
    seat_count: ClassVar[int] = 3

    def armies(self) -> Sequence[str]:
        return ("Hares", "Tortoises", "Foxes")

    def maps(self) -> Sequence[str]:
        return ("meadow",)

    def set_up(self, setup: Setup) -> Race:
        unknown = [army for army in setup.armies if army not in self.armies()]
        if unknown or not setup.armies:
            raise WarhostError(f"A race is run by {', '.join(self.armies())}, not by {', '.join(unknown) or 'nobody'}.")
        if setup.map not in ("", *self.maps()):
            raise WarhostError(f'There is no map "{setup.map}" here: {", ".join(self.maps())}.')
        return self.start(setup.armies, setup.options.get("teams"))

    def start(self, names: Sequence[str], teams: Sequence[int | None] | None = None) -> Race:
        seats = tuple(Seat(name, name, team) for name, team in zip(names, teams or [None] * len(names), strict=True))
        units = [Runner(id=i, seat=i, name=seat.name, pose=Pose(4.0 + 4 * i, 2.0, 0.0)) for i, seat in enumerate(seats)]
        units.append(Runner(id=len(units), seat=-1, name="Rabbit", pose=Pose(2.0, 2.0, 0.0)))
        scene = Scene(ruleset=self.slug, version=self.version, board=Board(20.0, 24.0, ()), seats=seats)
        return Race(scene=scene, units=units, turn=1, phase="race", stage="round", hand=(7,) * len(seats))

    def to_text(self, battle: Battle) -> str:
        return print_position(battle)

    def from_text(self, position: PositionText) -> Race:
        race = self.start([unit.name for unit in position.units if unit.seat != -1])
        with_fields(race, position.fields, "The race")
        for unit, told in zip(race.units, position.units, strict=True):
            unit.pose = told.pose
            with_fields(unit, told.fields, told.name)
        return race

    def next_step(self, battle: Battle) -> Step | None:
        return None if battle.outcome is not None else Step("round")

    def run(self, battle: Any, step: Step) -> Script[None]:
        return _round(battle)

    def view(self, battle: Any, seat: int | None) -> Battle:
        seen: Race = copied(battle)
        seen.hand = tuple(n if i == seat else -1 for i, n in enumerate(battle.hand))
        return seen

    def boundary(self, battle: Battle, unit: Any) -> Rect | None:
        return None if unit.pose is None else rect(unit.pose.x, unit.pose.y, unit.pose.facing, 1.0, 1.0)

    def bases(self, battle: Battle, unit: Any) -> Sequence[Rect]:
        shape = self.boundary(battle, unit)
        return () if shape is None else (shape,)

    def problems(self, battle: Any) -> Sequence[str]:
        return [f"{i} holds {n}" for i, n in enumerate(battle.hand) if n < 0]


def _round(race: Race) -> Script[None]:
    asks = []
    for seat, held in enumerate(race.hand):
        options = tuple(Option(str(n), f"Bid {n}") for n in range(held + 1))
        asks.append(ask_choice(Choose(seat=seat, topic="bid", text="What do you bid?", options=options)))
    answers = yield Together(asks)
    bids = [int(answer.option) for answer in answers]
    for seat, bid in enumerate(bids):
        yield Bid(seat, bid)
    winner = max(range(len(bids)), key=lambda seat: (bids[seat], -seat))
    race.hand = tuple(held - bid + 1 for held, bid in zip(race.hand, bids, strict=True))
    runner = race.units[winner]
    yield from _run(race, runner, bids[winner] + 1)
    rabbit = race.units[-1]
    hop = yield from roll_sum("D6", why="The rabbit hops", rule="tiny.hop")
    assert rabbit.pose is not None
    rabbit.pose = Pose(rabbit.pose.x, min(rabbit.pose.y + hop / 3, LINE), 0.0)
    race.turn += 1
    first = max(race.units, key=lambda unit: unit.pose.y if unit.pose else 0.0)
    assert first.pose is not None
    if first.pose.y >= LINE or race.turn > 40:
        winners = () if first.seat == -1 or race.turn > 40 else allies(race.scene.seats, first.seat)
        race.outcome = Outcome(winners, "victory" if winners else "draw", f"{first.name} is first.")


def _run(race: Race, runner: Runner, limit: int) -> Script[None]:
    for rule in RULES.spoken(runner.rules).at("on_run"):
        limit = rule.on_run(limit)
    here = RULESET.boundary(race, runner)
    assert here is not None

    def check(moved: Moved) -> None:
        far = sum(step.inches for step in moved.steps if isinstance(step, Forward))
        if not all(isinstance(step, Forward) for step in moved.steps) or not 0 <= far <= limit:
            raise Refused(f"{runner.name} runs straight ahead, at most {limit} inches.", "tiny.run")

    moved = yield from manoeuvre(
        Manoeuvre(
            seat=runner.seat,
            topic="run",
            text="How far?",
            unit=runner.id,
            kinds=(Kind("run", forward=float(limit)),),
            rules=("tiny.run",),
        ),
        check,
        lambda: [Moved("run", (Forward(limit / 2),)), Moved("run", (Forward(float(limit)),))],
        lambda chance: _anyhow(chance, limit),
    )
    for step in moved.steps:
        here = apply(here, step)
    runner.pose = settled(here)
    yield Ran(runner.id, moved.steps, runner.pose)


def _anyhow(chance: Chance, limit: int) -> Moved:
    return Moved("run", (Forward(chance.uniform() * limit),))


RULESET = TinyRace()


def race(*names: str, teams: Sequence[int | None] | None = None) -> Race:
    armies = names or ("Hares", "Tortoises", "Foxes")
    return RULESET.set_up(Setup(ruleset="tiny", armies=armies, options={} if teams is None else {"teams": list(teams)}))
