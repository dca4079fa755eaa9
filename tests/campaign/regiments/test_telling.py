"""What battles tell a campaign: who fell by whose hand, and which special objectives were completed."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.campaign.regiments.harness import army, fought, hero, state, unit
from tests.regiments.fights import clash, volley
from tests.regiments.harness import Fall, Play, Table, draw, find, happen, regiment
from warhost.campaign.contract import Fight, Result
from warhost.campaign.headless import fight_out
from warhost.campaign.regiments import CAMPAIGN
from warhost.campaign.regiments.armies.sheet import ArmyTold, CampaignState, Told, UnitTold
from warhost.campaign.regiments.steps import play_mission, time_warp
from warhost.campaign.regiments.told import telling
from warhost.campaign.regiments.told.telling import Story, completed
from warhost.play import Outcome
from warhost.play.script import Script
from warhost.rulesets.regiments.chapters.deployment import joining
from warhost.rulesets.regiments.chapters.wounds import damage, removal
from warhost.rulesets.regiments.core import Battle, Cause, Regiment, Settings, events
from warhost.table import Pose, strip

FACING = "0 Unit at 18,12 | 1 Foe at 54,36 face 180"
HERO = regiment(1, rules=["Hero", "Tough(3)"], cost=90)


def table(line: str = FACING, **regiments: Regiment) -> Table:
    made = {name: regiment(5) for name in ("Unit", "Foe") if f"{name} at" in line} | regiments
    return draw(line, Settings(), **made).having(
        turn=1, zones=((strip(0, 0, 72, 12),), (strip(0, 36, 72, 48),)), edges=("south", "north")
    )


def fates(play: Play) -> dict[str, tuple[str, list[str]]]:
    story = Story(play.game)
    units = play.battle.units
    return {one.name: (story.fate(one), [units[dead].name for dead in story.kills(one)]) for one in units}


@pytest.mark.rule("aofr.campaign.xp_kill_unit")
def test_whoever_deals_the_last_wound_has_killed_the_unit() -> None:
    drawn = table(Unit=regiment(6, weapons=['Bow (24", A1)']))
    drawn.touch("Unit", "Foe", gap=8)
    play = volley(drawn, "Unit", "Foe", {"to hit": 6, "to block": 1})
    assert fates(play) == {"Unit": ("survived", ["Foe"]), "Foe": ("destroyed", [])}


@pytest.mark.rule("aofr.campaign.xp_kill_unit")
def test_whoever_wins_the_melee_has_killed_the_unit_that_routs() -> None:
    dice: dict[str, Fall] = {"to hit": (6, 6, 6, 1, 1), "to block": 1, "Morale": 1}
    play = clash(table(), "Unit", "Foe", dice).choose("no")
    assert play.unit("Foe").fate == "routed"
    assert fates(play) == {"Unit": ("survived", ["Foe"]), "Foe": ("routed", [])}


@pytest.mark.rule("aofr.campaign.xp_kill_unit")
def test_nobody_has_killed_whom_the_ground_killed() -> None:
    play = happen(table(), lambda battle: damage.automatic_wounds(battle, find(battle, "Foe"), 5))
    assert fates(play) == {"Unit": ("survived", []), "Foe": ("destroyed", [])}


def with_hero(script_of: Any, dice: Any = ()) -> Play:
    """Foe, which a hero has joined as it deployed, and what becomes of it."""
    drawn = table("0 Unit at 18,12 | 1 Foe at 54,36 face 180 | 1 Lord at 30,36 face 180", Lord=HERO)

    def script(battle: Battle) -> Script[Any]:
        host, lord = find(battle, "Foe"), find(battle, "Lord")
        lord.pose = None
        joining.take_in(battle, host, lord)
        yield events.HeroJoined(lord.id, host.id)
        yield from script_of(battle, host)

    return happen(drawn, script, dice)


@pytest.mark.rule("aofr.campaign.casualties", "aofr.campaign.xp_kill_hero_and_unit")
def test_a_hero_and_its_unit_are_told_apart() -> None:
    def rout(battle: Battle, host: Any) -> Script[None]:
        yield events.MeleeResolved(0, host.id, (0, 1), 5, 1, ((), ()), 0)
        yield from removal.rout(battle, host, Cause(0, "melee"))

    assert fates(with_hero(rout)) == {
        "Unit": ("survived", ["Foe", "Lord"]),
        "Foe": ("routed", []),
        "Lord": ("routed", []),
    }

    def five(battle: Battle, host: Any) -> Script[None]:
        yield events.AttackResolved(0, host.id, "Bow", 5, 5, 0, 5)
        yield from damage.automatic_wounds(battle, host, 5)

    # Only the hero is left: its unit is a casualty, the hero is none.
    assert fates(with_hero(five)) == {
        "Unit": ("survived", ["Foe"]),
        "Foe": ("destroyed", []),
        "Lord": ("survived", []),
    }

    def eight(battle: Battle, host: Any) -> Script[None]:
        yield events.AttackResolved(0, host.id, "Bow", 8, 8, 0, 8)
        yield from damage.automatic_wounds(battle, host, 8)

    told = fates(with_hero(eight))
    assert set(told["Unit"][1]) == {"Foe", "Lord"}
    assert (told["Foe"][0], told["Lord"][0]) == ("destroyed", "destroyed")


# Special objectives


def spoken(drawn: Table, *told: Any) -> Story:
    """A battle in which these things happened."""

    def script(battle: Battle) -> Script[None]:
        for event in told:
            if callable(event):
                yield from event(battle)
            else:
                yield event

    return Story(happen(drawn, script).game)


@pytest.mark.rule("aofr.campaign.so_mastery")
def test_mastery_is_a_unit_in_each_quarter_at_the_end() -> None:
    places = {"A": (10, 10), "B": (60, 10), "C": (60, 40), "D": (10, 40)}
    line = " | ".join(f"0 {name} at {x},{y}" for name, (x, y) in places.items())
    drawn = table(f"{line} | 1 Foe at 36,12 face 180", **dict.fromkeys(places, regiment(5)))
    assert completed(spoken(drawn), 0, "mastery")
    assert not completed(spoken(drawn), 1, "mastery")
    drawn.set("D", pose=Pose(60, 36, 0))
    assert not completed(spoken(drawn), 0, "mastery")
    # A unit on a line is in both quarters.
    drawn.set("D", pose=Pose(36, 40, 0))
    assert completed(spoken(drawn), 0, "mastery")


@pytest.mark.rule("aofr.campaign.so_honor")
def test_honor_is_no_enemy_in_the_own_zone_at_the_end() -> None:
    drawn = table()
    assert completed(spoken(drawn), 0, "honor")
    drawn.set("Foe", pose=Pose(54, 12, 180))
    assert not completed(spoken(drawn), 0, "honor")
    assert completed(spoken(drawn), 1, "honor")


@pytest.mark.rule("aofr.campaign.so_casting")
def test_casting_is_a_spell_tried_in_every_round() -> None:
    def cast(*rounds: int) -> list[Any]:
        told: list[Any] = []
        for number in range(1, 5):
            told.append(events.RoundBegan(number, 0))
            if number in rounds:
                told += [events.SpellTried(0, "Fire", 1, 0, 0), events.SpellFailed(0, "Fire")]
        return told

    assert completed(spoken(table(), *cast(1, 2, 3, 4)), 0, "casting")
    assert not completed(spoken(table(), *cast(1, 2, 4)), 0, "casting")
    assert not completed(spoken(table(), *cast(1, 2, 3, 4)), 1, "casting")


@pytest.mark.rule("aofr.campaign.so_recovery")
def test_recovery_goes_to_the_first_who_stops_being_shaken() -> None:
    story = spoken(table(), events.UnitRecovered(0), events.UnitRecovered(1))
    assert completed(story, 0, "recovery")
    assert not completed(story, 1, "recovery")
    assert not completed(spoken(table()), 0, "recovery")


def killed(target: int, by: int) -> Any:
    def script(battle: Battle) -> Script[None]:
        victim = battle.units[target]
        yield events.AttackResolved(by, target, "Bow", 5, 5, 0, 5)
        yield from damage.automatic_wounds(battle, victim, 5)

    return script


@pytest.mark.rule("aofr.campaign.so_rage")
def test_rage_goes_to_the_first_who_destroys_a_unit() -> None:
    line = "0 Unit at 18,12 | 1 Foe at 54,36 face 180 | 0 B at 40,12"
    story = spoken(table(line, B=regiment(5)), killed(2, 1), killed(1, 0))
    assert completed(story, 1, "rage")
    assert not completed(story, 0, "rage")
    assert not completed(spoken(table()), 0, "rage")


@pytest.mark.rule("aofr.campaign.so_destruction")
def test_destruction_is_the_most_expensive_enemy_unit() -> None:
    costs = {"A": 300, "B": 200, "C": 100}
    line = "0 Unit at 18,12 | 1 A at 10,36 face 180 | 1 B at 30,36 face 180 | 1 C at 50,36 face 180"
    armies = {name: regiment(5, cost=cost) for name, cost in costs.items()}
    assert completed(spoken(table(line, **armies), killed(1, 0)), 0, "destruction")
    assert not completed(spoken(table(line, **armies), killed(2, 0), killed(3, 0)), 0, "destruction")
    assert not completed(spoken(table(line, **armies), killed(1, 0)), 1, "destruction")


# Whole battles


def ready() -> CampaignState:
    made = state(army(0, unit("A"), hero("H")), army(1, unit("B"), unit("C")))
    match = fought(made)
    made.matches = (replace(match, told=None, winner=None),)
    return made


def test_the_record_of_a_battle_tells_what_a_campaign_wants_to_know() -> None:
    made = ready()
    fight = next(play_mission.play(made))
    assert isinstance(fight, Fight)
    (fixture,) = fight.fixtures
    record = fight_out(fixture, ("random", "random"), "telling")
    told = CAMPAIGN.told_by(fixture, record)
    assert [[one["unit"] for one in side["units"]] for side in told["armies"]] == [["A", "H"], ["B", "C"]]
    assert told["rounds"] >= 4 or any(side.get("conceded") for side in told["armies"])
    assert record.outcome is not None
    assert len(record.outcome.winners) == 1


@pytest.mark.rule("aofr.campaign.conceding")
def test_units_of_whoever_concedes_are_no_casualties() -> None:
    drawn = table("0 Unit at 18,12 | 0 B at 40,12 | 1 Foe at 54,36 face 180", B=regiment(5))
    play = happen(drawn, killed(1, 2))

    told: Told = telling.tell(play.game, Outcome((1,), "conceded", "Ann conceded."), ("rage", "honor"))
    assert told.armies[0] == ArmyTold(
        units=(UnitTold(unit="Unit", fate="removed"), UnitTold(unit="B", fate="destroyed")),
        objective=False,
        conceded=True,
    )
    assert told.armies[1].units == (UnitTold(unit="Foe", kills=("B",)),)


@pytest.mark.rule("aofr.campaign.event_66_time_warp", "aofr.campaign.event_66_unit_wins")
def test_the_fight_against_a_time_beast_can_be_fought() -> None:
    made = state(army(0, unit("A"), unit("C")), army(1, unit("B")))
    fought(made, told={"A": UnitTold(unit="A", fate="destroyed", warped=True)})
    fight = next(time_warp.fight_beasts(made))
    assert isinstance(fight, Fight)
    (fixture,) = fight.fixtures
    record = fight_out(fixture, ("captain", "captain"), "warp")
    assert record.outcome is not None
    assert len(record.outcome.winners) == 1
    assert CAMPAIGN.told_by(fixture, record) == {}
    CAMPAIGN.judge(made, fixture, Result(fixture.key, record.outcome))
