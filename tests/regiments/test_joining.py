"""Heroes that deploy as part of a unit."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.pacing import first_now
from tests.regiments.harness import Play, Table, draw, happen, models, refusal, regiment
from tests.regiments.missions import ROLES
from tests.regiments.own_lists import split
from warhost.play import Chosen, Setup, parse_position, replay
from warhost.play.questions import Choose
from warhost.players import play_match
from warhost.rulesets.families.brought import list_data
from warhost.rulesets.regiments.chapters.deployment import joining, reserves
from warhost.rulesets.regiments.chapters.missions import objectives
from warhost.rulesets.regiments.chapters.morale import half_or_less, quality_of
from warhost.rulesets.regiments.core import Marker, Regiment, events
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.rulesets.regiments.shown import cards
from warhost.table import Pose, strip

HERO = regiment(size=1, quality=3, rules=["Hero", "Tough(3)"])
FIVE = regiment(size=5, quality=5)
MIDDLE = Marker(36, 24)


def deploying(table: Table, **fields: Any) -> Play:
    return table.play(stage="deploy", turn=0, **fields)


def army(**units: Regiment) -> Table:
    """Units that are still to be deployed: those of the second player begin with a B."""
    return draw(" | ".join(f"{int(name[0] == 'B')} {name} off" for name in units), None, **units)


def hosts(play: Play) -> list[str]:
    """The units that the open question lets the hero join."""
    assert play.topic == "join"
    return [play.battle.units[option.target].name for option in play.options if option.target is not None]


@pytest.mark.rule("aofr.special.hero.join", "aofr.special.hero.size")
def test_a_hero_may_deploy_as_part_of_a_unit_that_waits_and_both_are_placed_at_once() -> None:
    play = deploying(army(Lord=HERO, Pikes=FIVE, B=FIVE)).choose(unit="Lord")
    assert (play.topic, play.question.seat, play.keys) == ("join", 0, ["alone", "1"])
    play.choose(target="Pikes").place(36, 6)
    pikes, lord = play.unit("Pikes"), play.unit("Lord")
    assert (pikes.models, pikes.start, pikes.hero, pikes.files) == (6, 6, True, 5)
    assert (lord.pose, lord.fate, lord.part_of, lord.models) == (None, "joined", pikes.id, 0)
    assert [(event.unit, event.host) for event in play.told(events.HeroJoined)] == [(0, 1)]
    assert (play.topic, play.question.seat) == ("deploy", 1)
    play.place(36, 42, 180)
    assert play.battle.turn == 1
    assert quality_of(play.battle, pikes) == 3
    assert RULESET.problems(play.battle) == []


@pytest.mark.rule("aofr.special.hero.join", "aofr.special.hero.permanent")
def test_a_hero_may_deploy_by_itself_and_joins_nobody_later() -> None:
    play = deploying(army(Lord=HERO, Pikes=FIVE, B=FIVE)).choose(unit="Lord").choose("alone").place(10, 6)
    assert (play.unit("Lord").pose, play.unit("Lord").fate) == (Pose(10, 6, 0), "")
    play.place(36, 42, 180).place(36, 6)
    assert (play.battle.turn, play.unit("Pikes").models) == (1, 5)


@pytest.mark.rule("aofr.special.hero.join")
@pytest.mark.parametrize(
    ("hero", "host"),
    [
        (regiment(size=1, rules=["Hero", "Tough(9)"]), FIVE),
        (regiment(size=1, rules=["Tough(3)"]), FIVE),
        (HERO, regiment(size=1)),
        (HERO, regiment(size=5, hero=regiment(size=1, rules=["Hero"]))),
        (HERO, regiment(groups=[models(4), models(1, rules=["Hero"])])),
    ],
    ids=["too tough", "no hero", "a single model", "a second hero", "a hero among its models"],
)
def test_nobody_is_asked_where_the_hero_may_not_join(hero: Regiment, host: Regiment) -> None:
    play = deploying(army(Lord=hero, Pikes=host, B=FIVE)).choose(unit="Lord")
    assert play.topic == "deploy"
    assert play.question.unit == play.unit("Lord").id  # type: ignore[union-attr]


@pytest.mark.rule("aofr.special.hero.join")
def test_a_hero_of_tough_6_joins_own_units_that_still_wait_and_no_other() -> None:
    big = regiment(size=1, rules=["Hero", "Tough(6)"])
    table = army(Lord=big, Duke=HERO, Pikes=FIVE, Archers=FIVE, Guard=FIVE, B=FIVE).set("Guard", pose=Pose(10, 6, 0))
    play = deploying(table).choose(unit="Lord")
    assert hosts(play) == ["Pikes", "Archers"]
    assert refusal(play, Chosen("5")).rule == joining.JOIN
    play.choose(target="Archers").place(36, 6).place(36, 42, 180)
    # The Archers have a hero now, so that the other one has but the Pikes to join.
    assert hosts(play.choose(unit="Duke")) == ["Pikes"]


def test_the_question_who_deploys_next_says_that_heroes_may_join() -> None:
    question = deploying(army(Lord=HERO, Pikes=FIVE, B=FIVE)).question
    assert isinstance(question, Choose)
    assert "hero" in question.note
    plain = deploying(army(Pikes=FIVE, Archers=FIVE, B=FIVE)).question
    assert isinstance(plain, Choose)
    assert plain.note == ""


def away(**units: tuple[Regiment, str]) -> Table:
    """Two units stand on the table; the others are set aside."""
    line = ["0 X at 36,20", "1 Y at 36,28 face 180", *(f"0 {name} off" for name in units)]
    table = draw(" | ".join(line), None, X=FIVE, Y=FIVE, **{name: unit for name, (unit, _) in units.items()})
    for name, (_, why) in units.items():
        table.set(name, reserve=why)
    return table


@pytest.mark.rule("aofr.special.hero.join", "aofr.special.ambush.arrive")
def test_a_hero_in_ambush_joins_a_unit_in_ambush_as_both_arrive() -> None:
    table = away(Lord=(HERO, "ambush"), Pikes=(FIVE, "ambush"), Later=(FIVE, "held back"))
    play = table.play(stage="start of round", turn=2)
    assert hosts(play.choose(unit="Lord")) == ["Pikes"]
    play.choose(target="Pikes").place(4, 24, 90)
    pikes = play.unit("Pikes")
    assert (pikes.models, pikes.reserve, pikes.arrived) == (6, "", 2)
    # Neither is offered again.
    assert [option.unit for option in play.options] == [play.unit("Later").id, None]


@pytest.mark.rule("aofr.special.hero.join", "aofr.special.scout.reserve")
def test_a_hero_among_scouts_joins_scouts() -> None:
    table = away(Lord=(HERO, "scout"), Pikes=(FIVE, "scout"), Archers=(FIVE, "ambush"))
    play = table.play(stage="scouts", turn=0)
    assert hosts(play.choose(unit="Lord")) == ["Pikes"]
    play.choose(target="Pikes").place(10, 6)
    assert (play.topic, play.unit("Pikes").models) == ("scout", 6)


@pytest.mark.rule("aofr.special.hero.join", "aofr.special.ambush.reserve")
def test_who_is_set_aside_alone_joins_nobody_that_deploys() -> None:
    lurking = regiment(size=1, rules=["Hero", "Ambush"])
    play = army(Lord=lurking, Pikes=FIVE, B=FIVE).play(stage="set aside", turn=0).choose("ambush")
    assert (play.topic, play.question.unit) == ("deploy", play.unit("Pikes").id)  # type: ignore[union-attr]
    stays = army(Lord=lurking, Pikes=FIVE, B=FIVE).play(stage="set aside", turn=0).choose("deploy")
    assert hosts(stays.choose(unit="Lord")) == ["Pikes"]


WAGON = regiment(size=1, base=(3, 3), weapons=[], rules=["Transport(6)", "Tough(9)"])


@pytest.mark.rule("aofr.special.hero.join", "aofr.special.transport.deploy")
def test_a_hero_that_goes_into_a_transport_joins_a_unit_inside_it() -> None:
    play = deploying(army(Wagon=WAGON, Lord=HERO, Pikes=FIVE, Archers=FIVE, B=FIVE)).choose(unit="Wagon").place(36, 6)
    play.choose(unit="Pikes")
    # With the Pikes inside there is one space left, and none for the Archers.
    assert hosts(play.choose(unit="Lord")) == ["Pikes"]
    play.choose(target="Pikes")
    pikes, wagon = play.unit("Pikes"), play.unit("Wagon")
    assert (pikes.inside, pikes.models, play.unit("Lord").inside) == (wagon.id, 6, None)


@pytest.mark.rule("aofr.special.hero.join", "aofr.special.transport.capacity")
@pytest.mark.parametrize(("size", "offered"), [(5, ["Pikes"]), (6, [])])
def test_a_hero_takes_a_unit_into_a_transport_if_both_have_room(size: int, offered: list[str]) -> None:
    units = army(Wagon=WAGON, Lord=HERO, Pikes=regiment(size=size), B=FIVE)
    play = deploying(units).choose(unit="Wagon").place(36, 6).choose(unit="Lord")
    if not offered:
        assert play.unit("Lord").inside == play.unit("Wagon").id
        return
    assert hosts(play) == offered
    play.choose(target="Pikes")
    assert (play.unit("Pikes").inside, play.unit("Pikes").models) == (play.unit("Wagon").id, 6)


@pytest.mark.rule("aofr.special.hero.join", "aofr.mission.raid.defender_first")
def test_a_hero_in_a_unit_is_no_unit_of_its_own_where_units_are_counted() -> None:
    units = army(A=FIVE, B=FIVE, B1=FIVE, B2=FIVE, BLord=HERO).having(mission="raid", roles=ROLES, markers=(MIDDLE,))
    play = deploying(units).choose(unit="BLord").choose(target="B").place(36, 26)
    # Three units are left of four: two of them are the half that comes first.
    assert (play.topic, play.question.seat) == ("deploy", 1)
    play.choose(unit="B1").place(36, 22)
    assert play.question.seat == 0


@pytest.mark.rule("aofr.special.hero.join", "aofr.mission.rescue.half_reserves")
def test_a_hero_does_not_join_if_more_than_half_of_the_units_would_be_deployed_then() -> None:
    units = army(A=FIVE, A1=FIVE, ALord=HERO, A2=FIVE, B=FIVE, B1=FIVE).having(mission="rescue", roles=ROLES)
    play = deploying(units.having(markers=(MIDDLE,)))
    play.choose(unit="A").place(10, 6).choose(unit="B").place(36, 42, 180)
    # One of four is deployed: another may follow, but of three units one is the most.
    play.choose(unit="ALord")
    assert play.topic == "deploy"


@pytest.mark.rule("aofr.special.hero.join")
def test_units_without_room_for_the_hero_are_not_offered() -> None:
    # A zone 1.5" deep: five models stand in it side by side, and there is no room for a second row.
    narrow = (strip(0, 0, 12, 1.5),), (strip(0, 36, 72, 48),)
    table = army(Lord=HERO, Pikes=FIVE, B=FIVE).having(zones=narrow)
    play = deploying(table).choose(unit="Lord")
    assert play.topic == "deploy"
    assert play.question.unit == play.unit("Lord").id  # type: ignore[union-attr]


@pytest.mark.rule("aofr.special.hero.permanent", "aofr.mission.last_stand.reserves")
def test_a_hero_returns_with_its_unit_and_one_that_fell_alone_joins_nobody() -> None:
    table = army(Lord=HERO, Pikes=FIVE, B=FIVE).having(mission="last_stand", roles=ROLES, markers=(MIDDLE,))
    joining.take_in(table.battle, table.unit("Pikes"), table.unit("Lord"))
    table.set("Pikes", fate="destroyed", left=(0,), hero=False)
    play = happen(table, objectives.at_round_end)
    assert (play.unit("Pikes").models, play.unit("Pikes").hero, play.unit("Lord").fate) == (6, True, "joined")
    alone = away(Lord=(HERO, "mission"), Pikes=(FIVE, "mission"))
    for name in ("Lord", "Pikes"):
        reserves.recall(alone.battle, alone.unit(name))
    assert not joining.may_join(alone.battle, alone.unit("Lord"), alone.unit("Pikes"))


@pytest.mark.rule("aofr.special.hero.size", "aofr.special.hero.last_model")
def test_a_unit_that_a_hero_joined_loses_models_as_if_the_list_had_it_there() -> None:
    table = army(Lord=HERO, Pikes=FIVE, B=FIVE)
    joining.take_in(table.battle, table.unit("Pikes"), table.unit("Lord"))
    listed = draw(
        "0 Pikes off", None, Pikes=msgspec.structs.replace(FIVE, hero=msgspec.structs.replace(HERO, name="Lord"))
    )
    assert table.battle.regiment(table.unit("Pikes")) == listed.battle.regiment(listed.unit("Pikes"))
    assert not half_or_less(table.battle, table.set("Pikes", left=(3,)).unit("Pikes"))
    assert half_or_less(table.battle, table.set("Pikes", left=(2,)).unit("Pikes"))


def test_what_is_told_of_a_hero_that_joined() -> None:
    play = deploying(army(Lord=HERO, Pikes=FIVE, B=FIVE)).choose(unit="Lord").choose(target="Pikes").place(36, 6)
    battle = play.battle
    assert cards.marks(battle, play.unit("Lord")) == ("joined Pikes",)
    assert cards.strength(battle, play.unit("Lord")).models_at_start == 0
    assert cards.strength(battle, play.unit("Pikes")).models == 6
    assert cards.panel(battle, 0)["Units"] == "1 of 1"
    assert "with Lord" in cards.notes(battle, play.unit("Pikes")).rules
    assert "Lord joined Pikes" in play.log


@pytest.mark.parametrize("player", first_now(["captain", "solo", "random"]))
def test_battles_of_lists_with_heroes_by_themselves_are_played_and_kept(player: str) -> None:
    lists = [split("League of Nine Bridges"), split("Tallgrass Horde")]
    setup = Setup(ruleset="aofr", armies=("One", "Two"), lists=tuple(map(list_data, lists)), options={"rounds": 1})
    _, record = play_match(RULESET, setup, (player, player), "heroes", record=True)
    assert record is not None
    battle: Any = replay(record, RULESET).battle
    joined = [unit for unit in battle.units if unit.part_of is not None]
    assert bool(joined) == (player == "captain") or player == "random"


def test_a_position_tells_who_joined_whom() -> None:
    table = draw("0 Bridge Marshal off | 0 Pike Company off | 1 Bone Levy off")
    play = deploying(table).choose(unit="Bridge Marshal").choose(target="Pike Company").place(36, 6)
    told = RULESET.to_text(play.battle)
    read: Any = RULESET.from_text(parse_position(told))
    assert RULESET.to_text(read) == told
    assert [(unit.fate, unit.part_of, unit.models) for unit in read.units[:2]] == [("joined", 1, 0), ("", None, 11)]


def test_a_joined_hero_is_undone_with_its_answer() -> None:
    play = deploying(army(Lord=HERO, Pikes=FIVE, B=FIVE)).choose(unit="Lord")
    before = play.game.hash()
    play.choose(target="Pikes")
    play.game.undo()
    assert play.game.hash() == before
    assert (play.topic, play.unit("Pikes").models, play.unit("Lord").fate) == ("join", 5, "")


@pytest.mark.rule("aofr.special.hero.join", "aofr.special.caster.tokens_off_table")
@pytest.mark.parametrize(
    ("seer", "mage", "tokens"), [((4,), (), (4,)), ((), (2,), (0, 2)), ((4,), (2,), (4, 2)), ((), (), ())]
)
def test_a_caster_that_joins_keeps_the_tokens_that_it_gained_while_it_waited(
    seer: tuple[int, ...], mage: tuple[int, ...], tokens: tuple[int, ...]
) -> None:
    hero = regiment(size=1, rules=["Hero", "Tough(3)", "Caster(2)"])
    host = regiment(groups=[models(1, rules=["Caster(1)"] if mage or len(tokens) > 1 else []), models(4)])
    table = army(Seer=hero, Pikes=host, B=FIVE).set("Seer", tokens=seer).set("Pikes", tokens=mage)
    joining.take_in(table.battle, table.unit("Pikes"), table.unit("Seer"))
    assert (table.unit("Pikes").tokens, table.unit("Seer").tokens) == (tokens, ())
    assert RULESET.problems(table.battle) == []
