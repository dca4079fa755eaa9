"""What decided a battle: the obvious swing is found, luck is told, and the reckoning is fair."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from examples.tiny_race import RULESET as TINY
from examples.tiny_race import race
from tests.playing import find
from warhost.dice import Chance
from warhost.play import (
    Battle,
    DiceRolled,
    Event,
    Frame,
    Game,
    Judges,
    Outcome,
    Record,
    RecordError,
    battle_hash,
    copied,
    luck_of,
    parse_position,
    read_record,
    replay,
)
from warhost.report import course_of, legs_of, story_of, turning_points
from warhost.report.telling.course import Leg, chances, legs_between
from warhost.rulesets import ruleset
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.regiments.core import events as regiments
from warhost.table import Pose

EOW = ruleset("eow")
GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.json"))
FAR_APART = (
    'eow turn=1 phase="movement" stage="move" | 36x48'
    " | Iron Orcs at 8,10 | Goblin Rabble at 28,10 | Ghouls at 8,40 face 180 | Zombies at 28,40 face 180"
)


def far_apart() -> Any:
    return EOW.from_text(parse_position(FAR_APART))


class Making:
    """A battle made up step by step: what is done to it, and what is told of it."""

    def __init__(self) -> None:
        self.battle = far_apart()
        self.legs: list[Leg] = []

    def step(self, change: Callable[[Any], None] | None = None, *told: Event, turn: int = 1) -> Making:
        after = copied(self.battle)
        if change is not None:
            change(after)
        after.turn = turn
        number = len(self.legs)
        self.legs.append(Leg(number, number + 1, self.battle, after, told))
        self.battle = after
        return self

    def points(self) -> list[Any]:
        assert isinstance(EOW, Judges)
        judged = EOW.verdict(self.battle)
        assert judged is not None
        self.step(lambda battle: setattr(battle, "outcome", judged), turn=self.battle.turn)
        return turning_points(EOW, course_of(EOW, self.legs))


def loses(name: str, models: int) -> Callable[[Any], None]:
    def change(battle: Any) -> None:
        find(battle, name).models -= models

    return change


def falls(name: str) -> Callable[[Any], None]:
    def change(battle: Any) -> None:
        unit = find(battle, name)
        unit.pose, unit.fate = None, "destroyed"

    return change


def test_the_obvious_swing_is_found() -> None:
    (point,) = Making().step().step(falls("Ghouls"), turn=2).step(turn=3).points()
    assert (point.since, point.at, point.turn, point.seat) == (1, 2, 1, 0)
    assert point.after - point.before > 0.2
    assert point.text == "Ghouls destroyed"


def test_points_stand_in_their_order_and_the_smallest_are_left_out() -> None:
    making = Making()
    for number in range(12):
        making.step(loses("Zombies" if number % 2 else "Goblin Rabble", 2), turn=number)
    making.step(falls("Iron Orcs"), turn=12)
    points = making.points()
    assert 3 <= len(points) <= 6
    assert [point.at for point in points] == sorted(point.at for point in points)
    assert points[-1].text == "Iron Orcs destroyed"


def test_what_nobody_notices_is_no_turning_point() -> None:
    assert Making().step().step(turn=2).step(turn=3).points() == []


def test_the_rulebooks_own_words_tell_what_came_of_it() -> None:
    making = Making()
    ghouls, orcs = find(making.battle, "Ghouls").id, find(making.battle, "Iron Orcs").id
    told = (
        events.RoundFought((orcs, ghouls)),
        events.UnitBroke(ghouls),
        events.UnitDestroyed(ghouls, "run down by Iron Orcs"),
    )
    (point,) = making.step(falls("Ghouls"), *told, turn=2).points()
    assert point.text == "Ghouls were destroyed: run down by Iron Orcs; Round of Combat: Iron Orcs, Ghouls"


@pytest.mark.parametrize(("worse", "better"), [("Ghouls", "Iron Orcs"), ("Iron Orcs", "Ghouls")])
def test_what_changed_the_value_most_is_named_first_for_either_side(worse: str, better: str) -> None:
    def change(battle: Any) -> None:
        loses(better, 1)(battle)
        falls(worse)(battle)

    making = Making()
    occasion = events.UnitBroke(find(making.battle, "Zombies").id)
    (point,) = making.step(change, occasion, turn=2).points()
    assert point.seat == find(making.battle, better).seat
    assert point.text.split("; ")[0] == f"{worse} destroyed"


@pytest.mark.parametrize(
    ("seat", "faces", "told"),
    [(0, (6, 6, 6, 6), True), (0, (1, 1, 1, 1), False), (1, (1, 1, 1, 1), True), (0, (6, 6, 1, 1), False)],
)
def test_a_stroke_of_luck_is_told_with_whomever_it_helped(seat: int, faces: tuple[int, ...], told: bool) -> None:
    roll = DiceRolled("4D6", faces, "To hit", "eow.hit", 4, seat, None, "pool")
    (point,) = Making().step(falls("Ghouls"), roll, turn=2).points()
    assert (point.odds == pytest.approx(1 / 16)) if told else (point.odds is None)
    assert ("To hit" in point.luck) is told


def test_a_score_that_merely_changed_weighs_less_than_a_loss() -> None:
    making = Making()

    def go_to_the_centre(battle: Any) -> None:
        find(battle, "Zombies").pose = Pose(18.0, 24.0, 180.0)

    making.step(go_to_the_centre)
    for _ in range(3):
        making.step(loses("Ghouls", 3)).step(loses("Goblin Rabble", 4))
    making.step(turn=4)
    points = making.points()
    then, now = course_of(EOW, making.legs).standings[:2]
    assert len(points) == 6
    assert now.chance[1] - then.chance[1] > max(point.after - point.before for point in points)
    assert all("score" not in point.text for point in points)


def test_chances_are_shared_out_by_strength_and_more_and_more_by_score() -> None:
    assert chances((1.0, 1.0), (0.0, 0.0), 0.0) == (0.5, 0.5)
    assert chances((1.0, 0.5), (0.0, 0.0), 0.0)[0] > 0.7
    assert chances((1.0, 1.0), (2.0, 1.0), 1.0)[0] > chances((1.0, 1.0), (2.0, 1.0), 0.2)[0] > 0.5
    assert sum(chances((0.2, 0.9, 0.4), (1.0, 0.0, 5.0), 0.5)) == pytest.approx(1.0, abs=1e-5)


def test_a_loss_is_shared_among_the_blows_that_led_to_it() -> None:
    making = Making()
    orcs, goblins, ghouls = (find(making.battle, name).id for name in ("Iron Orcs", "Goblin Rabble", "Ghouls"))
    told = (
        events.AttackResolved(orcs, ghouls, "Melee", 10, 8, 5, 1, 1),
        events.AttackResolved(goblins, ghouls, "Melee", 10, 2, 1, 0, 0),
        events.HealthLost(ghouls, 8, 8),
        events.HealthLost(ghouls, 2, 2),
    )
    making.step(loses("Ghouls", 10), *told)
    tolls = {toll.unit: toll for toll in course_of(EOW, making.legs).tolls}
    assert (tolls[orcs].dealt, tolls[goblins].dealt, tolls[ghouls].taken) == (6.0, 2.0, 10)


def test_regiments_tell_their_blows_too() -> None:
    assert regiments.AttackResolved(1, 2, "Pike", 9, 6, 2, 4).blow.wounds == 4
    assert regiments.WoundsTaken(2, 4, 3).hurt.health == 4


def test_a_trap_is_nobodys_blow_and_told_as_such() -> None:
    trap = regiments.AttackResolved(2, 2, "Trap", 6, 6, 1, 5)
    assert trap.blow.by is None
    assert trap.say(lambda unit: f"unit {unit}", str) == "Trap on unit 2: 6 hits, 1 blocked, 5 wounds"


def replayed(record: Record) -> Game:
    try:
        return replay(record, ruleset(record.ruleset))
    except RecordError as error:
        pytest.skip(str(error))


@pytest.mark.slow
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_of_a_real_battle_the_heaviest_step_is_told(path: Path) -> None:
    game = replayed(read_record(path))
    course = course_of(game.ruleset, legs_of(game))
    points = turning_points(game.ruleset, course)
    fell = [
        (max(now - then for then, now in zip(one.chance, other.chance, strict=True)), leg.at)
        for leg, (one, other) in zip(course.legs, pairwise(course.standings), strict=True)
        if any(type(event).grave for event in leg.events)
    ]
    assert len(points) <= 6
    if fell and max(fell)[0] > 0.1:
        assert max(fell)[1] in [point.at for point in points]


@pytest.mark.slow
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_verdict_on_the_end_is_the_outcome_and_judging_changes_nothing(path: Path) -> None:
    game = replayed(read_record(path))
    book = game.ruleset
    assert isinstance(book, Judges)
    for battle in (game.battle, *(mark.battle for mark in game.marks[::20])):
        before = battle_hash(battle)
        book.verdict(battle)
        assert battle_hash(battle) == before
    assert book.verdict(game.battle) == game.battle.outcome


def test_at_the_end_nothing_is_left_to_chance() -> None:
    making = Making().step(falls("Ghouls"))
    making.battle.outcome = Outcome((1,), "victory", "It is over.")
    assert course_of(EOW, making.legs).standings[-1].chance == (0.0, 1.0)
    making.battle.outcome = Outcome((), "draw", "It is over.")
    assert course_of(EOW, making.legs).standings[-1].chance == (0.5, 0.5)


def test_a_rulebook_that_judges_and_describes_nothing_has_a_course_too() -> None:
    game, chance = Game(TINY, race(), luck_of(Chance(3))), Chance(4)
    while not game.over:
        game.answer(game.asked.sample(chance))
    course = course_of(TINY, legs_of(game))
    assert len(course.standings) == len(game.marks) + 1
    assert all(len(standing.chance) == 3 for standing in course.standings)


def test_between_snapshots_losses_are_read_off_the_table() -> None:
    before, after = far_apart(), far_apart()
    falls("Ghouls")(after)
    after.turn = 2
    end: Battle = copied(after)
    end.outcome = Outcome((0,), "victory", "It is over.")
    legs = legs_between([Frame(4, before), Frame(9, after)], Frame(12, end))
    points = turning_points(EOW, course_of(EOW, legs))
    assert [(point.since, point.at) for point in points][:1] == [(4, 9)]
    assert "Ghouls destroyed" in points[0].text


def test_the_story_ends_with_what_decided_it() -> None:
    game = replayed(read_record(next(path for path in GOLDEN if path.stem == "eow-captains-1")))
    lines = list(story_of(game).lines())
    assert "What decided it" in lines
    assert lines.index("What decided it") < len(lines) - 3
