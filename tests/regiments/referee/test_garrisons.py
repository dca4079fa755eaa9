"""Units inside solid buildings, and what other parts make of them: distances are those of the building."""

from __future__ import annotations

import pytest

from tests.regiments.deeds import by_reason
from tests.regiments.fights import attacks, bows, dice_for, needs
from tests.regiments.harness import Fall, Interlude, Table, acts, draw, find, happen, regiment
from tests.regiments.referee.tables import (
    BEAST,
    CHAMPION,
    SWORDS,
    agreed,
    extra,
    finish,
    offered,
    whole,
    with_boosts,
    with_feats,
)
from warhost.rulesets.regiments.chapters import structure
from warhost.rulesets.regiments.chapters.morale import made_test
from warhost.rulesets.regiments.chapters.wounds.casualties import suffer
from warhost.rulesets.regiments.core import Regiment, events, optional
from warhost.rulesets.regiments.parts.living_spells import state as living
from warhost.rulesets.regiments.parts.living_spells.moving import end_of_round
from warhost.rulesets.regiments.parts.solid_buildings import SolidBuildings
from warhost.rulesets.regiments.parts.unit_psychology.exhaustion import markers
from warhost.rulesets.regiments.parts.unit_psychology.state import Retreated, tell
from warhost.table import Forward

LINE = "0 Mine at 36,8 | 1 Theirs at 36,40 face 180"


def housed(*others: str, line: str = LINE, inside: str = "Mine", parts: str = "holding", **units: Regiment) -> Table:
    """A house of 6" by 6" in the middle of the table, and who is inside."""
    made = {"Mine": bows(), "Theirs": SWORDS, **units}
    named = {name: one for name, one in made.items() if f" {name} " in line}
    table = draw(f"72x48 house 36,24 6x6 | {line}", agreed(f"solid_buildings:{parts}", *others), **named).having(turn=1)
    for part in optional.in_force(table.battle.scene.settings.parts):
        if isinstance(part, SolidBuildings):
            part.stand_up(table.battle)
    return table.aboard(inside, "House 1")


def test_a_garrison_may_hunker_down_focus_its_fire_or_watch() -> None:
    play = acts(housed("extra_actions"), "Mine").activate("Mine")
    wanted = {"hunker_down", "defensive_stance", "focused_fire", "covering_fire", "overwatch"}
    assert offered(play) >= wanted


def test_a_garrison_that_has_hunkered_down_is_harder_to_shoot_at() -> None:
    table = housed("extra_actions", Theirs=bows(quality=2))
    extra(acts(table, "Mine"), "hunker_down")
    play = acts(table, "Theirs", {"to hit": 1}).act("Theirs", "hold")
    assert needs(finish(play), "to hit") == [4]


def test_a_garrison_on_overwatch_shoots_at_who_comes_near() -> None:
    table = housed("extra_actions")
    extra(acts(table, "Mine"), "overwatch")
    play = acts(table, "Theirs", {"to hit": 1}).act("Theirs", "advance").move(Forward(6))
    assert play.topic == "overwatch"
    play.choose(next(option.key for option in play.options if not option.passes))
    assert needs(play, "to hit") == [5]


def test_a_garrison_on_overwatch_shoots_back() -> None:
    table = housed("extra_actions", Theirs=bows())
    extra(acts(table, "Mine"), "overwatch")
    play = acts(table, "Theirs", {"to hit": 1}).act("Theirs", "hold").stay().choose(target="Mine")
    assert play.topic == "overwatch"
    play.choose("shoot")
    assert needs(play, "to hit") == [4, 5]


def test_a_garrison_focuses_its_fire_on_who_is_near_the_house() -> None:
    table = housed("extra_actions", line=LINE.replace("36,40", "36,37"))
    play = finish(extra(acts(table, "Mine", {"to hit": 1}), "focused_fire"))
    assert needs(play, "to hit") == [3]


def test_a_shaken_garrison_may_hunker_down() -> None:
    table = housed("extra_actions").set("Mine", shaken=True)
    play = acts(table, "Mine")
    assert play.offers("extra_actions:hunker_down")
    assert not play.choose("extra_actions:hunker_down").unit("Mine").shaken


def test_a_garrison_that_holds_may_be_boosted() -> None:
    table = with_boosts(housed("action_boosting"), 1)
    play = acts(table, "Mine", {"to hit": 1}).act("Mine", "hold")
    assert play.topic == "boost action"
    play.choose(next(option.key for option in play.options if not option.passes))
    assert needs(finish(play), "to hit") == [3]


def test_a_hero_steadies_a_garrison_by_the_distance_to_the_house() -> None:
    line = "0 Lord at 36,12 | 0 Mine at 8,8 | 1 Theirs at 36,44 face 180"
    table = with_feats(housed("feats", line=line, Lord=CHAMPION))
    play = acts(table, "Lord").choose("resolve")
    assert play.offers(target="Mine")


def feat(table: Table, dice: dict[str, int]) -> Interlude:
    play = whole(table, "Theirs", dice)
    while play.topic not in ("action",):
        play.decline()
    play.choose("hold")
    while not play.game.over and play.topic != "monstrous feat":
        play.decline()
    return play


@pytest.mark.parametrize(("name", "y"), [("stomp", 30.0), ("roar", 33.0)])
def test_a_monster_reaches_who_is_inside(name: str, y: float) -> None:
    table = with_feats(housed("feats", line=LINE.replace("36,40", f"36,{y}"), Theirs=BEAST))
    play = feat(table, {"Dangerous": 3, "Morale": 6})
    assert play.topic == "monstrous feat"
    assert any(key.startswith(name) for key in play.keys)


def test_fire_by_the_house_burns_who_is_inside() -> None:
    table = housed("living_spells")
    living.put(table.battle, living.Living("Burning Pyre", 1, table.unit("Theirs").id, 0, 36.0, 30.0, 0.0))
    play = happen(table, end_of_round, by_reason({"to block": 6, "Morale": 6, "": 1}))
    assert [one.target for one in attacks(play)] == [play.unit("Mine").id]


def event(table: Table, number: int, **dice: int) -> Interlude:
    told: dict[str, Fall] = {
        "Random event?": 6,
        "Which random event": divmod(number, 10),
        **dice,
        "to block": 6,
        "Morale": 6,
        "": 1,
    }
    return happen(table.having(mission="duel"), lambda battle: optional.each(battle, "round_begun"), told)


def test_fumes_go_through_walls() -> None:
    play = event(housed("random_events"), 23, quarter=1)
    assert [one.target for one in attacks(play)] == [play.unit("Mine").id]


def test_blood_frightens_who_looks_out_of_the_window() -> None:
    table = housed("random_events", line=LINE.replace("36,40", "36,31"))
    told = by_reason({"Random event?": 6, "Which random event": (6, 4), "First, 4-6": 6})
    table.battle = happen(
        table.having(mission="duel"), lambda battle: optional.each(battle, "round_begun"), told
    ).battle
    assert made_test(table.battle, table.unit("Mine")).modifiers.total == -1


def test_a_garrison_may_be_sacrificed() -> None:
    play = happen(housed("special_conditions:damnation"), structure.start_of_round, {"": 1, "Morale": 6})
    seats: set[int] = set()
    while not play.game.over:
        seats.add(play.question.seat or 0)
        play.choose(next(option.key for option in play.options if not option.passes))
    assert play.unit("Mine").models == 4


def test_the_vortex_finds_who_is_inside() -> None:
    play = acts(housed("special_conditions:deadly_vortex"), "Mine", {"to hit": 1, "Morale": 6, "": 1})
    assert play.unit("Mine").models == 4


@pytest.mark.parametrize(("face", "models"), [(1, 5), (2, 3)])
def test_a_monster_tears_down_walls_on_who_is_inside(face: int, models: int) -> None:
    table = with_feats(housed("feats", line=LINE.replace("36,40", "36,30"), Theirs=BEAST))
    play = feat(table, {"wounds": 4, "Morale": 6, "": face})
    finish(play.choose(next(key for key in play.keys if key.startswith("destruction"))))
    assert play.unit("Mine").models == models


def test_a_monster_stomps_on_every_model_inside() -> None:
    table = with_feats(housed("feats", line=LINE.replace("36,40", "36,30"), Theirs=BEAST))
    play = feat(table, {"Dangerous": 1, "Morale": 6})
    finish(play.choose(next(key for key in play.keys if key.startswith("stomp"))))
    assert dice_for(play, "Dangerous") == ["5D6"]
    assert play.unit("Mine").fate == "destroyed"


def test_a_shaken_garrison_may_make_a_last_stand_from_its_windows() -> None:
    table = housed("extra_actions").set("Mine", shaken=True)
    play = acts(table, "Mine", {"to hit": 1}).choose("extra_actions:last_stand").choose("hold")
    assert needs(finish(play), "to hit") == [5]
    assert play.unit("Mine").shaken


def test_a_garrison_that_covers_with_its_fire_wounds_nobody() -> None:
    table = housed("extra_actions")
    dice = by_reason({"to hit": (6, 1, 1, 1, 1), "Morale": 1, "": 4})
    play = finish(extra(acts(table, "Mine", dice), "covering_fire"))
    assert (play.unit("Theirs").shaken, play.unit("Theirs").models) == (True, 5)


def test_a_garrison_in_the_mist_of_a_living_spell_shoots_worse() -> None:
    table = housed("living_spells")
    living.put(table.battle, living.Living("Shard of Mist", 1, table.unit("Theirs").id, 0, 42.0, 24.0, 0.0))
    play = finish(acts(table, "Mine", {"to hit": 1}).act("Mine", "hold"))
    assert needs(play, "to hit") == [5]


@pytest.mark.rule("aofr.psych.retreat_shooting")
def test_a_garrison_stays_inside_when_shots_would_drive_it_back() -> None:
    table = housed("unit_psychology:retreating", Mine=regiment(size=10), Theirs=bows())
    play = finish(whole(table, "Theirs", by_reason({"to hit": 6, "to block": (1, 1, 6, 6, 6)})).act("Theirs", "hold"))
    assert (play.unit("Mine").models, play.unit("Mine").inside) == (8, play.unit("House 1").id)
    assert not play.told(Retreated)
    assert not dice_for(play, "Retreat"), "nor does it run into its walls"


@pytest.mark.rule("aofr.psych.retreat_shooting")
def test_the_shots_of_a_garrison_drive_a_unit_away_from_the_house() -> None:
    line = "0 Mine at 36,8 | 1 Theirs at 36,38 face 180"
    table = housed("unit_psychology:retreating", line=line, Theirs=regiment(size=10))
    play = finish(whole(table, "Mine", by_reason({"to hit": 6, "to block": (1, 1, 6, 6, 6)})).act("Mine", "hold"))
    assert [event.inches for event in play.told(Retreated)] == [pytest.approx(2.0)]
    assert play.footprint("Theirs").x == pytest.approx(36.0)


@pytest.mark.rule("aofr.psych.exhaustion_friend_lost")
@pytest.mark.parametrize(("y", "exhausted"), [(15.5, True), (13.0, False)])
def test_the_loss_of_a_garrison_exhausts_friends_near_the_house(y: float, exhausted: bool) -> None:
    line = f"0 Mine at 36,8 | 0 Mate at 36,{y} | 1 Theirs at 36,44 face 180"
    table = housed("unit_psychology:exhaustion", line=line, Mate=SWORDS)
    play = happen(table, lambda battle: suffer(battle, find(battle, "Mine"), 5))
    assert markers(play.battle, play.unit("Mate")) == exhausted


@pytest.mark.rule("aofr.psych.frenzy_forced")
def test_a_frenzied_garrison_shoots_from_its_windows() -> None:
    table = housed("unit_psychology:frenzy", Theirs=regiment(size=10))
    tell(table.battle, frenzied=(0,))
    play = finish(whole(table, "Mine", {"Morale": 1, "to hit": 6, "to block": 6}))
    assert [(one.attacker, one.target, one.hits) for one in attacks(play)] == [(0, 1, 5)]


@pytest.mark.rule("aofr.psych.frenzy_forced")
def test_a_frenzied_unit_shoots_at_a_garrison_that_is_nearest() -> None:
    line = "0 Mine at 36,8 | 0 Mate at 8,8 | 1 Theirs at 36,40 face 180"
    table = housed("unit_psychology:frenzy", line=line, Mate=SWORDS, Theirs=bows())
    tell(table.battle, frenzied=(table.unit("Theirs").id,))
    play = finish(whole(table, "Theirs", {"Morale": 1, "to hit": 1}))
    assert [one.target for one in play.told(events.ShotsDeclared)] == [table.unit("Mine").id]
