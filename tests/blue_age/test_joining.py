"""Heroes who join units and leave them (Heroes & Commanders: Joining Units)."""

from __future__ import annotations

import pytest

from tests.blue_age.harness import Play, Table, carried_out, draw, hero, places, refusal, spots, unit, walk
from warhost.play.questions import Walk
from warhost.rulesets.blue_age.chapters.combat.consolidation import cut_down
from warhost.rulesets.blue_age.core import Type, has
from warhost.rulesets.blue_age.core.entries import TYPES
from warhost.rulesets.blue_age.core.events import battle as events
from warhost.rulesets.blue_age.shown.invariants import out_of_cohesion, problems

BASE = 25 / 25.4


def table(**fields: object) -> Table:
    """A Hero 10" from a unit of three in a line, whose nearest model stands at 20,10."""
    text = (
        'Captain at 20,20 | Spears at 19,10 form="line" | Bows at 5,5 | Ogres at 40,46 face 180 | Rats at 4,46 face 180'
    )
    return draw(
        text,
        Captain=hero(movement=12, **fields),
        Spears=unit(models=3),
        Bows=unit(),
        Ogres=unit(),
        Rats=unit(),
    )


def to_unit(play: Play, gap: float) -> Play:
    """The Hero goes to a place so far from the unit."""
    nearest = max(play.unit("Spears").models, key=lambda model: model.x)
    play.choose(unit="Captain")
    return play.answer(places((nearest.x, nearest.y + BASE + gap)))


@pytest.mark.rule("blue.joining.how", "blue.move.heroes_enter_leave", "blue.unit_type.hero_joins_destiny")
def test_a_hero_joins_the_unit_in_whose_cohesion_he_ends() -> None:
    play = to_unit(table().play(), 2.0)
    assert play.topic == "join"
    play.choose(target="Spears")
    assert play.unit("Captain").host == play.unit("Spears").id
    assert play.told(events.HeroJoined)


@pytest.mark.rule("blue.joining.how")
def test_a_hero_who_ends_farther_away_does_not_join() -> None:
    play = to_unit(table().play(), 2.5)
    assert play.topic == "move"
    assert play.unit("Captain").host is None


@pytest.mark.rule("blue.joining.how")
def test_a_hero_joins_only_when_his_owner_says_so() -> None:
    play = to_unit(table().play(), 1.0).choose("pass")
    assert play.unit("Captain").host is None


def test_nobody_joins_a_unit_that_is_locked_or_fleeing() -> None:
    drawn = table()
    drawn.unit("Spears").fleeing = True
    assert to_unit(drawn.play(), 1.0).topic == "move"


def test_a_hero_who_joined_stays_when_the_unit_moves_on() -> None:
    play = to_unit(table().play(), 1.0).choose(target="Spears")
    stood = spots(play, "Captain")
    play.choose(unit="Spears")
    assert play.question.note == "Captain has moved already, and Spears have to stay in cohesion."
    assert refusal(play, places(*[(x, y - 5) for x, y in spots(play, "Spears")])).rule == "blue.move.cohesion"
    # As a whole it goes no farther than it keeps together with him.
    play.answer(walk(play, 0, -5))
    assert spots(play, "Captain") == stood
    assert not problems(play.battle)
    assert not out_of_cohesion(play.battle, play.unit("Spears"))


def with_hero(**fields: object) -> Table:
    drawn = table(**fields)
    return drawn.places("Captain", [(20.5, 11.5)]).join("Captain", "Spears")


@pytest.mark.rule("blue.move.heroes_enter_leave")
def test_a_hero_leaves_his_unit_by_moving_out_of_it() -> None:
    play = with_hero().play()
    play.choose(unit="Captain")
    assert refusal(play, places((20.5, 12.5))).rule == "blue.move.heroes_enter_leave"
    play.answer(places((20.5, 17.5)))
    assert play.unit("Captain").host is None
    assert play.told(events.HeroLeft)
    assert play.offers(unit="Spears")


@pytest.mark.rule("blue.move.heroes_enter_leave")
def test_a_hero_does_not_leave_a_unit_that_is_locked() -> None:
    drawn = with_hero().lock("Spears", "Ogres")
    play = drawn.play()
    assert play.denial(str(play.unit("Captain").id)) == "blue.move.heroes_enter_leave"


def test_a_unit_takes_its_hero_along_at_the_pace_of_the_slowest() -> None:
    play = with_hero(armour=["Heavy Armour"]).play()
    play.choose(unit="Spears")
    question = play.question
    assert isinstance(question, Walk)
    assert question.inches == 5.0
    stood = spots(play, "Captain")[0]
    play.answer(walk(play, 0, 5))
    assert spots(play, "Captain")[0] == (stood[0], stood[1] + 5)
    assert not play.offers(unit="Captain")
    crawling = draw(
        "Captain at 20,12 | Spears at 20,10 | Ogres at 40,46 face 180",
        Captain=hero(movement=3),
        Spears=unit(),
        Ogres=unit(),
    ).join("Captain", "Spears")
    asked = crawling.play().choose(unit="Spears").question
    assert isinstance(asked, Walk)
    assert asked.inches == 3.0


Y, N = True, False
CHART: dict[str, tuple[bool, ...]] = {
    "infantry": (Y, N, N, Y, Y, Y, N, N),
    "cavalry": (N, Y, Y, Y, N, N, N, N),
    "chariot": (N, Y, Y, Y, N, N, N, N),
    "beast": (Y, Y, Y, Y, Y, Y, N, N),
    "swarm": (Y, N, N, Y, Y, N, N, N),
    "monstrous infantry": (Y, N, N, Y, N, Y, Y, N),
    "monster": (N, N, N, N, N, Y, Y, N),
    "flyer": (N, N, N, N, N, N, N, Y),
}
COLUMNS = ("infantry", "cavalry", "chariot", "beast", "swarm", "monstrous infantry", "monster", "flyer")


def offered(hero_type: str, unit_type: str) -> bool:
    """Whether a Hero who stands in the cohesion of a unit of that type is offered to join it."""

    def of(name: str) -> dict[str, object]:
        return {"flyer": True} if name == "flyer" else {"type": name}

    play = draw(
        "Captain at 20,12 | Spears at 20,10 | Ogres at 40,46 face 180 | Bows at 9,9",
        Captain=hero(**of(hero_type)),
        Spears=unit(**of(unit_type)),
        Ogres=unit(),
        Bows=unit(),
    ).play()
    play.choose(unit="Captain").answer(places((20.0, 12.1)))
    return play.topic == "join"


@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, marks=pytest.mark.rule(f"blue.join_table.hero_{kind.replace(' ', '_')}")) for kind in CHART],
)
def test_the_joining_table(kind: str) -> None:
    assert tuple(offered(kind, column) for column in COLUMNS) == CHART[kind]


@pytest.mark.parametrize("kind", TYPES)
def test_war_machines_join_and_are_joined_by_nobody(kind: Type) -> None:
    assert not offered("war machine", kind)
    assert not offered(kind, "war machine")


# What a joined Hero is to his unit


@pytest.mark.rule("blue.joining.hero_spirit")
@pytest.mark.parametrize(("own", "his"), [(7, 5), (4, 6)])
def test_a_unit_tests_with_the_spirit_of_its_hero(own: int, his: int) -> None:
    drawn = draw(
        f"Spears at 20,10 | Captain at 20,8 | Ogres at 20,{10 + BASE} face 180",
        Spears=unit(spirit=own),
        Captain=hero(spirit=his, destiny=0),
        Ogres=unit(),
    )
    play = drawn.join("Captain", "Spears").lock("Spears", "Ogres").play(dice={"": 10})
    play.choose(unit="Spears").choose("fall back")
    assert play.rolls[0].need == his


def in_wood(**captain: object) -> Play:
    drawn = draw(
        "48x48 difficult 20,12 20x20 | Spears at 20,10 | Captain at 20,8 | Bows at 45,5 | Ogres at 40,46 face 180",
        Spears=unit(movement=6),
        Captain=hero(movement=6, rules=["Sure Step"], **captain),
        Bows=unit(),
        Ogres=unit(),
    )
    return drawn.join("Captain", "Spears").play()


@pytest.mark.rule("blue.joining.heroic_bonus")
def test_the_unit_has_the_heroic_bonus_while_he_is_with_it() -> None:
    play = in_wood(bonus=["Sure Step"]).choose(unit="Spears")
    play.answer(walk(play, 0, 6))
    assert spots(play, "Spears") == [(20.0, 16.0)]
    left = in_wood(bonus=["Sure Step"]).choose(unit="Captain").answer(places((20.0, 4.0)))
    left.choose(unit="Spears").answer(walk(left, 0, 6))
    assert spots(left, "Spears") == [(20.0, 13.0)]


@pytest.mark.rule("blue.joining.part_of_unit")
def test_the_hero_strikes_with_his_unit_but_has_no_bonus_of_his_own() -> None:
    drawn = draw(
        "Spears at 20,10 | Captain at 20,6 | Giant at 20,20 face 180",
        Spears=unit(models=10),
        Captain=hero(bonus=["Sure Step"]),
        Giant=unit(type="monster", health=20, base=100),
    ).join("Captain", "Spears")
    battle = drawn.battle
    carried_out(cut_down(battle, drawn.unit("Spears"), drawn.unit("Giant")))
    assert drawn.unit("Giant").models[0].lost == 11
    assert has(battle, drawn.unit("Spears"), "sure_step")
    assert not has(battle, drawn.unit("Captain"), "sure_step")


@pytest.mark.rule("blue.joining.not_targetable")
def test_a_hero_with_a_unit_is_no_target_of_his_own() -> None:
    def targets(*, joins: bool) -> set[int | None]:
        drawn = draw(
            "Archers at 20,10 | Ogres at 20,20 face 180 | Captain at 20,22 face 180",
            Archers=unit(weapons=["Bow"], ranged=5),
            Ogres=unit(type="swarm"),
            Captain=hero(),
        )
        if joins:
            drawn.join("Captain", "Ogres")
        drawn.battle.phase, drawn.battle.stage = "shooting", "shoot"
        play = drawn.play()
        return {option.target for option in play.options}

    assert 2 in targets(joins=False)
    assert 2 not in targets(joins=True)
    assert 1 in targets(joins=True)
