"""Odd corners of the Hero & Monster Feats."""

from __future__ import annotations

import pytest

from tests.regiments.deeds import by_reason
from tests.regiments.fights import needs
from tests.regiments.harness import Dicing, Interlude, Table, acts, draw, happen, regiment
from tests.regiments.referee.tables import BEAST, CHAMPION, SWORDS, agreed, facing, finish, whole, with_feats
from warhost.rulesets.regiments.chapters import morale, structure
from warhost.rulesets.regiments.chapters.missions.seizing import controller
from warhost.rulesets.regiments.core import Marker, Regiment, events

FEATS = "feats"
DRAGON_LORD = regiment(size=1, weapons=["Claws (A4)"], rules=["Hero", "Tough(12)"], base=(2.0, 2.0))


def ready(gap: float, mine: Regiment = CHAMPION, theirs: Regiment = SWORDS, *parts: str) -> Table:
    return with_feats(facing(gap, FEATS, *parts, mine=mine, theirs=theirs))


def held(table: Table, dice: Dicing = ()) -> Interlude:
    """Mine holds its ground and comes to the end of its activation."""
    play = whole(table, "Mine", dice)
    while play.topic not in ("action", "shaken"):
        play.decline()
    play.choose("hold" if play.topic == "action" else "idle")
    while not play.game.over and play.topic != "monstrous feat":
        play.decline()
    return play


def test_a_monstrous_hero_has_a_feat_when_it_begins_and_another_when_it_ends() -> None:
    play = whole(ready(2.0, DRAGON_LORD), "Mine")
    assert play.topic == "heroic feat"
    play.choose("accuracy>1").act("Mine", "hold").stay()
    while play.topic != "monstrous feat":
        play.decline()
    assert play.topic == "monstrous feat"


def test_a_second_hero_of_the_same_side_has_no_feat_in_that_round() -> None:
    line = "0 Mine at 30,10 | 0 Friend at 40,10 | 1 Theirs at 36,40 face 180"
    table = with_feats(draw(line, agreed(FEATS), Mine=CHAMPION, Friend=CHAMPION, Theirs=CHAMPION).having(turn=1))
    finish(acts(table, "Mine").choose("accuracy>1"))
    assert acts(table, "Friend").topic != "heroic feat"
    assert acts(table, "Theirs").topic == "heroic feat", "the other side has its own"
    table.having(turn=2)
    assert acts(table, "Friend").topic == "heroic feat"


def test_a_shaken_hero_does_not_move_by_a_feat_but_may_use_another() -> None:
    play = acts(ready(14.0).set("Mine", shaken=True, wounds=2), "Mine", {"": 6})
    assert play.topic == "heroic feat"
    assert "move" not in play.keys
    play.choose("recovery")
    assert play.unit("Mine").wounds == 0


def test_heroic_recovery_in_a_unit_heals_the_hero_and_nobody_else() -> None:
    trolls = regiment(size=3, rules=["Tough(3)"], hero=regiment(size=1, rules=["Hero", "Tough(3)"], name="Lord"))
    table = ready(14.0, trolls).set("Mine", hero_wounds=2, wounds=2)
    play = acts(table, "Mine", {"": 6}).choose("recovery")
    assert (play.unit("Mine").hero_wounds, play.unit("Mine").wounds) == (0, 2)


def test_a_hero_without_wounds_has_nothing_to_recover_from() -> None:
    assert "recovery" not in acts(ready(14.0), "Mine").keys


def test_heroic_accuracy_in_melee_helps_to_strike_back_later_in_the_round() -> None:
    table = ready(5.0, CHAMPION, SWORDS)
    play = acts(table, "Mine")
    melee = next(option.key for option in play.options if option.key.startswith("accuracy") and "melee" in option.label)
    play.choose(melee).act("Mine", "hold")
    finish(play)
    struck = acts(table, "Theirs", {"to hit": 1, "Morale": 6}).charge("Theirs", "Mine")
    finish(struck)
    assert needs(struck, "to hit") == [4, 3]


def test_heroic_resolve_passes_even_the_tests_of_a_shaken_unit() -> None:
    table = ready(14.0)
    play = acts(table, "Mine").choose("resolve")
    if play.topic == "heroic resolve":
        play.choose(target="Mine")
    table.set("Mine", wounds=2, hurt=1, shaken=True)
    test = happen(table, morale.end_of_activation)
    assert [told.passed for told in test.told(events.MoraleTested)] == [True]


def test_heroic_resolve_is_over_when_the_round_is() -> None:
    line = "0 Mine at 30,10 | 0 Friends at 38,10 | 1 Theirs at 36,40 face 180"
    table = with_feats(draw(line, agreed(FEATS), Mine=CHAMPION, Friends=SWORDS, Theirs=SWORDS).having(turn=1))
    play = acts(table, "Mine").choose("resolve").choose(target="Friends")
    finish(play)
    happen(table, structure.end_of_round)
    table.set("Friends", hurt=1, left=(2,))
    test = happen(table, morale.end_of_activation, {"Morale": 1})
    assert [told.passed for told in test.told(events.MoraleTested)] == [False]


@pytest.mark.parametrize(("gap", "there"), [(3.0, True), (3.1, False)])
def test_a_stomp_reaches_three_inches(gap: float, there: bool) -> None:
    play = held(ready(gap, BEAST))
    keys = play.keys if play.topic == "monstrous feat" else []
    assert any(key.startswith("stomp") for key in keys) is there


def test_a_stomp_on_tough_models_throws_a_die_for_each_point() -> None:
    play = held(
        ready(2.0, BEAST, regiment(size=2, rules=["Tough(3)"])),
        by_reason({"Dangerous": (1, 1, 2, 3, 4, 5), "Morale": 6}),
    )
    play.choose(next(key for key in play.keys if key.startswith("stomp")))
    finish(play)
    assert play.unit("Theirs").wounds == 2


def test_both_monsters_may_die_in_a_brawl() -> None:
    table = ready(2.0, BEAST, BEAST).set("Mine", wounds=11).set("Theirs", wounds=11)
    play = held(table, {"": 1})
    play.choose(next(key for key in play.keys if key.startswith("brawl")))
    finish(play)
    assert (play.unit("Mine").fate, play.unit("Theirs").fate) == ("destroyed", "destroyed")


def test_a_brawl_needs_an_enemy_monster() -> None:
    play = held(ready(2.0, BEAST, SWORDS))
    assert not any(key.startswith("brawl") for key in play.keys)


def test_a_roar_is_failed_by_a_shaken_unit_and_routs_nobody() -> None:
    table = ready(5.0, BEAST).set("Theirs", shaken=True, left=(1,))
    play = held(table, {"Morale": 6})
    play.choose(next(key for key in play.keys if key.startswith("roar")))
    finish(play)
    assert (play.unit("Theirs").shaken, play.unit("Theirs").fate) == (True, "")


def terrible(table: Table) -> Table:
    play = held(table)
    play.choose(next(key for key in play.keys if key.startswith("terror")))
    finish(play)
    return table


def test_who_fails_against_terror_may_charge_another_and_is_not_shaken() -> None:
    line = "0 Mine at 34,14 | 0 Friends at 42,14 | 1 Theirs at 38,22 face 180"
    table = with_feats(draw(line, agreed(FEATS), Mine=BEAST, Friends=SWORDS, Theirs=SWORDS).having(turn=1))
    terrible(table)
    play = acts(table, "Theirs", {"Morale": 1, "to hit": 1}).charge("Theirs", "Mine")
    assert play.topic == "action"
    assert not play.offers(target="Mine")
    assert play.offers(target="Friends")
    assert not play.unit("Theirs").shaken


def test_terror_is_over_in_the_next_round() -> None:
    table = terrible(ready(6.0, BEAST))
    happen(table, structure.end_of_round)
    table.having(turn=2)
    play = acts(table, "Theirs", {"to hit": 1, "Morale": 6}).charge("Theirs", "Mine")
    assert play.rolls[0].why.endswith("to hit"), "no test comes before the charge"


@pytest.mark.parametrize(("rules", "owner"), [([], 0), (["Tough(6)"], None)])
def test_only_monsters_contest_an_oppressed_marker(rules: list[str], owner: int | None) -> None:
    table = ready(2.0, BEAST, regiment(size=1, rules=rules, base=(1.0, 1.0)))
    here = table.footprint("Mine")
    table.having(markers=(Marker(here.x, here.y + here.depth / 2 + 1.0),))
    play = held(table)
    play.choose(next(key for key in play.keys if key.startswith("oppression")))
    finish(play)
    assert controller(table.battle, table.battle.markers[0]) == owner


@pytest.mark.parametrize(("face", "models"), [(1, 5), (2, 3)])
def test_destruction_needs_a_two(face: int, models: int) -> None:
    line = "72x48 forest 36,19 8x4 | Mine at 36,14 | Theirs at 36,19 face 180"
    table = with_feats(draw(line, agreed(FEATS), Mine=BEAST, Theirs=SWORDS).having(turn=1))
    play = held(table, {"wounds": 4, "Morale": 6, "": face})
    play.choose(next(key for key in play.keys if key.startswith("destruction")))
    finish(play)
    assert play.unit("Theirs").models == models


def test_a_monster_that_has_fallen_uses_no_feat() -> None:
    table = ready(2.0, BEAST, regiment(size=5, weapons=["Sword (A3)"])).set("Mine", wounds=11)
    play = whole(table, "Mine", {"Mine Claws: to hit": 1, "to hit": 6, "to block": 1, "Morale": 6})
    play.charge("Mine", "Theirs")
    finish(play)
    assert play.unit("Mine").fate == "destroyed"


def test_the_last_point_is_spent_once() -> None:
    table = with_feats(facing(2.0, FEATS, mine=BEAST), monstrous=(0, 3))
    assert held(table).game.over, "without a point nobody is asked"
