"""How players come by their side-missions: freely, by category, or at random (Playing with Side-Missions)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from warhost.play.questions import Choose, Denied, Option
from warhost.play.script import Script, Together, ask_choice, choose, roll
from warhost.rulebook import rule
from warhost.rulesets.regiments.core import Battle
from warhost.rulesets.regiments.parts.side_missions.possible import is_possible
from warhost.rulesets.regiments.parts.side_missions.table import (
    SideMission,
    categories,
    category_on,
    mission_on,
    of_category,
    side_missions,
)

TOPIC, SECRET_TOPIC = "side-mission", "secret side-mission"

METHODS = {"free": "Free", "limited": "Limited", "randomized": "Randomized"}


@rule("aofr.side.method_random", "aofr.side.reroll_impossible")
def rolled(
    battle: Battle, seats: Sequence[int], taken: Collection[str], *, seat: int | None = None, secret: bool = False
) -> Script[str]:
    """A side-mission at random: a die for the category, another for the mission. One that none of these seats can
    complete, or that was taken, is rolled again (AOFR-R217, AOFR-R901)."""
    while True:
        (first,) = yield from roll(
            "D6", why="Category of the side-mission", rule="aofr.side.category_table", seat=seat, secret=secret
        )
        category = category_on(first)
        table = f"aofr.side.{category}_table"
        (second,) = yield from roll("D6", why="Side-mission", rule=table, seat=seat, secret=secret)
        slug = mission_on(category, second)
        if slug not in taken and any(is_possible(battle, one, slug) for one in seats):
            return slug


@rule("aofr.side.method_free", "aofr.side.method_limited")
def _offered(
    battle: Battle, seat: int, seats: Sequence[int], method: str, taken: Collection[str], *, secret: bool = False
) -> Script[list[SideMission]]:
    """The side-missions among which a player may pick: all, or those of a category that is rolled for. A category of
    which nothing is left that can be completed is rolled again."""
    if method == "free":
        return list(side_missions().values())
    while True:
        (face,) = yield from roll(
            "D6", why="Category of the side-mission", rule="aofr.side.method_limited", seat=seat, secret=secret
        )
        offered = of_category(category_on(face))
        if any(one.slug not in taken and any(is_possible(battle, s, one.slug) for s in seats) for one in offered):
            return offered


def _question(
    battle: Battle, seat: int, seats: Sequence[int], offered: Sequence[SideMission], taken: Collection[str], topic: str
) -> Choose:
    """Which of these a player takes; those that can be completed come first."""
    free = [one for one in offered if one.slug not in taken]
    order = sorted(free, key=lambda one: not any(is_possible(battle, s, one.slug) for s in seats))
    options = tuple(Option(one.slug, one.name, text=_told(battle, seats, one)) for one in order)
    denied = tuple(
        Denied(one.slug, f"{one.name} has been picked already.", "aofr.side.open_order")
        for one in offered
        if one.slug in taken
    )
    secret = topic == SECRET_TOPIC
    text = "Which side-mission do you pick in secret?" if secret else "Which side-mission do you pick?"
    note = "Only you can complete it." if secret else "Both players can complete it."
    rules = ("aofr.side.hidden",) if secret else ("aofr.side.shared", "aofr.side.open_order")
    return Choose(seat=seat, topic=topic, text=text, note=note, rules=rules, options=options, denied=denied)


def _told(battle: Battle, seats: Sequence[int], mission: SideMission) -> str:
    """What a side-mission asks for, of which category it is, and whether it can be completed at all."""
    return f"{categories()[mission.category].name}: {mission.text}{_warning(battle, seats, mission.slug)}"


def _warning(battle: Battle, seats: Sequence[int], slug: str) -> str:
    able = [seat for seat in seats if is_possible(battle, seat, slug)]
    if len(able) == len(seats):
        return ""
    whom = f"Only {battle.scene.seats[able[0]].name} can complete it" if able else "It cannot be completed"
    return f" {whom} with these armies."


@rule("aofr.side.open_order")
def pick_openly(battle: Battle, seat: int, method: str, taken: Collection[str]) -> Script[str]:
    """One player picks one side-mission, which all see and both may complete; no two are the same (AOFR-R210)."""
    seats = battle.sides
    if method == "randomized":
        return (yield from rolled(battle, seats, taken, seat=seat))
    offered = yield from _offered(battle, seat, seats, method, taken)
    asked = _question(battle, seat, seats, offered, taken, TOPIC)
    return (
        yield from choose(
            seat, asked.topic, asked.text, asked.options, note=asked.note, rules=asked.rules, denied=asked.denied
        )
    )


@rule("aofr.side.hidden")
def pick_secretly(battle: Battle, method: str, taken: Sequence[Collection[str]]) -> Script[list[str]]:
    """Each player takes one side-mission more that only it knows; both pick at the same time."""
    seats = battle.sides
    if method == "randomized":
        found: list[str] = []
        for seat in seats:
            slug = yield from rolled(battle, (seat,), taken[seat], seat=seat, secret=True)
            found.append(slug)
        return found
    questions = []
    for seat in seats:
        offered = yield from _offered(battle, seat, (seat,), method, taken[seat], secret=True)
        questions.append(_question(battle, seat, (seat,), offered, taken[seat], SECRET_TOPIC))
    answers = yield Together(ask_choice(question) for question in questions)
    return [answer.option for answer in answers]
