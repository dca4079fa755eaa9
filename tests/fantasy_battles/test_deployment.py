"""The Deployment Phase: who deploys when, who joins whom, and who has the first turn."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.fantasy_battles import troops
from tests.fantasy_battles.harness import Fall, draw, happen, refusal
from tests.fantasy_battles.mustered import Muster, muster, ruled_out
from warhost.play import Chosen, Place
from warhost.play.script import Script
from warhost.rulesets.families.ninth_age.core.formation import boundary, last_rank, rows
from warhost.rulesets.fantasy_battles.chapters.setup.setting_down import deploy_unit
from warhost.rulesets.fantasy_battles.core.battle import Battle, Unit
from warhost.rulesets.fantasy_battles.core.entries import Entry
from warhost.rulesets.fantasy_battles.core.moments import MODEL_RULES, ModelRule

MEN = [troops.single(f"Man {letter}", base=(25, 25)) for letter in "ABCDE"]
FOES = [troops.single(f"Foe {letter}", base=(25, 25)) for letter in "ABCDE"]
PLAIN: dict[str, Any] = {"deployment": "Frontline Clash", "objective": "none"}


def deployed(play: Muster) -> list[str]:
    """The units in the order in which they were deployed."""
    return [play.battle.units[number].name for number in play.battle.placed]


def one_at_a_time(play: Muster) -> Muster:
    """Both players deploy a unit a turn until somebody has finished."""
    while play.topic == "deploy":
        play.plainly()
    return play


@pytest.mark.rule("t9a.deployment.first_to_deploy")
def test_the_player_who_did_not_choose_the_zone_says_who_deploys_first() -> None:
    play = muster(["Spearmen", "Archers"], ["Swordsmen", "Ogres"], until="deploys first", **PLAIN)
    assert (play.battle.chooser, play.question.seat) == (0, 1)
    play.choose("them")
    assert (play.topic, play.question.seat) == ("deploy", 0)


@pytest.mark.rule("t9a.deployment.first_to_deploy")
@pytest.mark.parametrize(("chooser", "answer", "first"), [(0, "me", 1), (0, "them", 0), (1, "me", 0), (1, "them", 1)])
def test_either_player_may_deploy_first(chooser: int, answer: str, first: int) -> None:
    dice = {"Deployment Zone": [5, 2] if chooser == 0 else [2, 5]}
    play = muster(["Spearmen", "Archers"], ["Swordsmen", "Ogres"], until="deploys first", dice=dice, **PLAIN)
    assert play.question.seat == 1 - chooser
    play.choose(answer)
    assert (play.topic, play.question.seat) == ("deploy", first)


@pytest.mark.rule("t9a.deployment.alternate")
def test_players_take_turns_until_one_has_no_units_left() -> None:
    play = one_at_a_time(muster(MEN[:3], FOES, **PLAIN).ours_first())
    assert [name[:3] for name in deployed(play)] == ["Man", "Foe", "Man", "Foe", "Man"]
    assert (play.topic, play.question.seat) == ("intent", 0)


@pytest.mark.rule("t9a.deployment.alternate")
def test_a_deployment_turn_is_for_one_unit_at_least_and_more_if_its_player_likes() -> None:
    play = muster(MEN[:3], FOES[:2], **PLAIN).ours_first()
    assert not play.offers("pass")
    play.put("Man A", 10.0, 5.0)
    assert (play.question.seat, play.offers("pass")) == (0, True)
    play.put("Man B", 14.0, 5.0).choose("pass")
    assert play.question.seat == 1


@pytest.mark.rule("t9a.deployment.declare_intent")
def test_who_has_finished_says_which_turn_they_want_before_the_rest_is_deployed() -> None:
    play = one_at_a_time(muster(MEN[:1], FOES[:3], **PLAIN).ours_first())
    assert (play.topic, play.question.seat, play.keys) == ("intent", 0, ["first", "second"])
    assert "add 3 to your roll" in play.question.note
    play.choose("second")
    assert play.battle.intent == "second"
    assert (play.topic, play.question.seat) == ("deploy", 1)


@pytest.mark.rule("t9a.deployment.remaining_units")
def test_the_other_player_deploys_all_that_is_left_in_one_go() -> None:
    play = one_at_a_time(muster(MEN[:1], FOES[:3], **PLAIN).ours_first()).choose("first")
    seats = set()
    while not play.battle.turn:
        seats.add(play.question.seat)
        play.answer(play.game.asked.suggestions()[-1])
    assert seats == {1}
    assert deployed(play)[0] == "Man A"
    assert len(deployed(play)) == 4


FIRST_TURNS: list[tuple[str, int, int, int, int]] = [
    # Intent of the first to finish, the dice of both, the enemy's units that were left, who goes first.
    ("first", 3, 4, 2, 0),
    ("first", 2, 4, 2, 0),
    ("second", 3, 4, 2, 1),
]


@pytest.mark.parametrize(("intent", "own", "other", "left", "first"), FIRST_TURNS)
@pytest.mark.rule("t9a.deployment.first_turn_roll")
def test_units_that_the_enemy_had_left_help_with_the_roll_for_the_first_turn(
    intent: str, own: int, other: int, left: int, first: int
) -> None:
    play = muster(MEN[:1], FOES[:left], dice={"First turn": [own, other]}, **PLAIN).ours_first()
    one_at_a_time(play).choose(intent)
    while not play.battle.turn:
        play.plainly()
    assert (play.battle.first, play.battle.active) == (first, first)


@pytest.mark.parametrize(("answer", "first"), [("me", 1), ("them", 0)])
@pytest.mark.rule("t9a.deployment.first_turn_roll")
def test_if_the_other_rolls_higher_the_other_chooses(answer: str, first: int) -> None:
    play = muster(MEN[:1], FOES[:2], dice={"First turn": [1, 4]}, **PLAIN).ours_first()
    one_at_a_time(play).choose("first")
    play.on_to("first turn")
    assert play.question.seat == 1
    assert play.choose(answer).battle.first == first


@pytest.mark.rule("t9a.deployment.first_turn_roll")
def test_the_bonus_is_four_at_most_and_characters_do_not_count() -> None:
    captains = [troops.character(f"Hero {letter}") for letter in "AB"]
    many = [troops.single(f"Foe {number}", base=(25, 25)) for number in range(7)]
    play = one_at_a_time(muster(MEN[:1], [*many, *captains], **PLAIN).ours_first())
    assert play.battle.left_over == 7
    assert "add 4 to your roll" in play.question.note
    few = one_at_a_time(muster(MEN[:1], [*many[:1], *captains], **PLAIN).ours_first())
    assert few.battle.left_over == 1


@pytest.mark.rule("t9a.deployment.first_turn_roll")
def test_players_may_agree_on_a_plain_roll_off() -> None:
    dice: dict[str, Fall] = {"First turn": [3, 3, 2, 4]}
    play = muster(MEN[:1], FOES[:3], dice=dice, first_turn="plain roll-off", **PLAIN).ours_first()
    one_at_a_time(play).choose("first")
    play.on_to("first turn")
    assert play.question.seat == 1
    assert play.question.rules == ("t9a.deployment.first_turn_roll",)


# Scouts, Vanguard, other rules


def scouts(name: str) -> Entry:
    return troops.single(name, base=(25, 25), rules=("Scout",))


def vanguard(name: str) -> Entry:
    return troops.single(name, base=(25, 25), rules=("Vanguard",))


@pytest.mark.rule("t9a.deployment.scouts_order")
def test_scouts_are_deployed_in_turn_first_by_the_player_who_finished_first() -> None:
    ours = [*MEN[:1], scouts("Scout A"), scouts("Scout B")]
    theirs = [*FOES[:2], scouts("Spy A"), scouts("Spy B")]
    play = muster(ours, theirs, until="scouts", **PLAIN).pick("Scout A", "Scout B").pick("Spy A", "Spy B")
    play.ours_first()
    while not play.battle.turn:
        play.plainly()
    assert play.battle.finished[0] == 0
    assert [name[:4] for name in deployed(play)[-4:]] == ["Scou", "Spy ", "Scou", "Spy "]


@pytest.mark.rule("t9a.deployment.scouts_order")
def test_the_other_players_scouts_come_first_if_that_one_finished_first() -> None:
    ours = [*MEN[:2], scouts("Scout A"), scouts("Scout B")]
    theirs = [*FOES[:1], scouts("Spy A"), scouts("Spy B")]
    play = muster(ours, theirs, until="scouts", **PLAIN).pick("Scout A", "Scout B").pick("Spy A", "Spy B")
    play.on_to("deploys first").choose("me" if play.question.seat == 1 else "them")
    while not play.battle.turn:
        play.plainly()
    assert play.battle.finished[0] == 1
    assert [name[:4] for name in deployed(play)[-4:]] == ["Spy ", "Scou", "Spy ", "Scou"]


@pytest.mark.rule("t9a.deployment.vanguard_order")
def test_the_vanguard_moves_in_turn_first_for_the_player_who_finished_last() -> None:
    play = muster([vanguard("Van A"), vanguard("Van B")], [*FOES[:2], vanguard("Foremost")], **PLAIN).ours_first()
    while play.topic != "vanguard":
        play.plainly()
    seats = []
    assert play.battle.finished[-1] == 1
    while not play.battle.turn:
        if play.topic == "vanguard":
            seats.append(play.question.seat)
            play.choose(unit=play.options[0].label)
        else:
            play.stay()
    assert seats == [1, 0, 0]


class Late(ModelRule):
    """A rule of this test that is told at the end of deployment."""

    name, id = "Late", "t9a.deployment.other_rules"

    def at_deployment_end(self, battle: Battle, bearer: Unit) -> Script[None]:
        bearer.used = (*bearer.used, f"{battle.stage}, first {battle.first}")
        yield from ()


@pytest.mark.rule("t9a.deployment.other_rules")
def test_other_rules_act_once_after_the_vanguard_and_before_the_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MODEL_RULES.rules, "Late", Late)
    late = troops.single("Late Man", base=(25, 25), rules=("Late", "Vanguard"))
    play = muster([late], FOES[:1], until="vanguard", **PLAIN)
    assert play.unit("Late Man").used == ()
    while not play.battle.turn:
        play.plainly()
    assert play.unit("Late Man").used == ("other rules, first 0",)


@pytest.mark.rule("t9a.deployment.sequence", "t9a.pregame.deployment_phase")
def test_the_steps_of_the_deployment_phase_come_in_order() -> None:
    play = muster([*MEN[:2], scouts("Scout")], [*FOES[:2], vanguard("Foremost")], until="scouts", **PLAIN)
    play.pick("Scout")
    while not play.battle.turn:
        play.plainly()
    order = ["deploys first", "deploy", "intent", "scouts", "vanguard", "other rules", "first turn"]
    stages = list(dict.fromkeys(mark.battle.stage for mark in play.game.marks))
    assert [stage for stage in stages if stage in order] == order
    assert all(unit.pose is not None for unit in play.battle.units)


# Characters and War Platforms


@pytest.mark.rule("t9a.special.character")
def test_a_character_may_join_a_unit_with_bases_like_its_own_when_it_deploys() -> None:
    play = muster(["Spearmen", "Knights", "Captain"], ["Swordsmen"], **PLAIN).ours_first()
    play.put("Spearmen", 20.0, 6.0)
    while play.topic != "join":
        play.choose(unit="Captain") if play.question.seat == 0 else play.plainly()
    spearmen = play.unit("Spearmen")
    assert play.keys == ["alone", str(spearmen.id)]
    play.choose(str(spearmen.id)).choose("0")
    assert play.unit("Captain").host == spearmen.id
    assert spearmen.guests[0].file == 0
    assert "Captain" not in deployed(play)


@pytest.mark.rule("t9a.special.character")
def test_whose_base_does_not_fit_is_denied_with_the_reason() -> None:
    play = muster(["Spearmen", "Ogres", "Captain"], ["Swordsmen"], **PLAIN).ours_first()
    play.put("Spearmen", 20.0, 6.0).put("Ogres", 30.0, 6.0).choose(unit="Captain")
    refused = refusal(play, Chosen(f"{play.unit('Captain').id}>{play.unit('Ogres').id}"))
    assert refused.rule == "t9a.special.character"
    assert "base" in refused.message


@pytest.mark.rule("t9a.special.character")
def test_a_unit_that_would_need_another_rank_must_have_room_for_it() -> None:
    play = muster(["Spearmen", "Captain"], ["Swordsmen"], **PLAIN).ours_first()
    depth = 4 * 20 / 25.4
    play.put("Spearmen", 20.0, depth / 2 + 0.1)
    play.choose(unit="Captain")
    assert play.topic == "deploy", "there is no room for a rank more at the Board Edge: the Captain stands alone"
    roomy = muster(["Spearmen", "Captain"], ["Swordsmen"], **PLAIN).ours_first()
    roomy.put("Spearmen", 20.0, 6.0).choose(unit="Captain").choose(unit="Captain", target="Spearmen").choose("2")
    spearmen = roomy.unit("Spearmen")
    assert rows(spearmen) == 5
    assert boundary(roomy.battle, spearmen).front[1] == pytest.approx(6.0 + depth / 2)


@pytest.mark.rule("t9a.special.war_platform")
def test_a_war_platform_waits_for_its_unit_and_joins_it_in_the_middle() -> None:
    altar = troops.single("Altar", base=(60, 40), rules=("War Platform",))
    play = muster([altar, "Spearmen"], ["Swordsmen", "Ogres"], **PLAIN).ours_first()
    assert play.deployable() == ["Spearmen"]
    play.put("Spearmen", 20.0, 6.0)
    play.choose(unit="Altar")
    spearmen = play.unit("Spearmen")
    assert play.unit("Altar").host == spearmen.id
    (place,) = spearmen.guests
    assert (place.file, place.files, place.ranks) == (1, 3, 2)


@pytest.mark.rule("t9a.special.champion")
def test_a_champion_is_deployed_with_its_unit() -> None:
    play = muster(["Guard"], ["Swordsmen"], **PLAIN).ours_first()
    assert play.deployable() == ["Guard"]
    play.put("Guard", 20.0, 6.0)
    assert play.unit("Sergeant of Guard").host == play.unit("Guard").id


@pytest.mark.rule("t9a.geometry.unit_spacing", "t9a.terrain.impassable")
def test_units_are_deployed_an_inch_from_others_and_from_impassable_terrain() -> None:
    play = muster(MEN[:2], FOES[:1], field="2", **PLAIN).ours_first()
    half = 25 / 25.4 / 2
    play.put("Man A", 36.0, 5.0).take("Man B")
    assert ruled_out(play, 36.0 + 2 * half + 0.9, 5.0) == "t9a.geometry.unit_spacing"
    assert ruled_out(play, 36.0 + 2 * half + 1.0, 5.0) == ""


def test_a_unit_for_which_there_is_no_room_is_lost_but_in_a_column_it_is_delayed() -> None:
    line = "t9a | 6x30 | 0 Spearmen off | 0 Captain at 3,1 | Swordsmen at 3,28 face 180"
    for kind, fate, waits in (("Frontline Clash", "destroyed", False), ("Marching Columns", "", True)):
        table = draw(line, deployment=kind, phase="deployment", stage="deploy", edges=(0, 1))
        spearmen = table.unit("Spearmen")
        happen(table, partial(deploy_unit, unit=spearmen))
        assert (spearmen.fate, spearmen.waiting) == (fate, waits)


@pytest.mark.rule("t9a.deployment.sequence")
def test_players_may_agree_that_the_formation_is_chosen_when_a_unit_deploys() -> None:
    play = muster(["Spearmen", "Archers"], FOES[:2], formations="chosen", **PLAIN).ours_first()
    spearmen = next(unit for unit in play.battle.units if unit.name == "Spearmen")
    play.choose(str(spearmen.id))
    assert (play.topic, play.keys[0]) == ("formation", str(spearmen.files))
    play.choose("10")
    spearmen = play.battle.units[spearmen.id]
    assert (spearmen.files, rows(spearmen)) == (10, 2)
    assert isinstance(play.question, Place)


@pytest.mark.rule("t9a.special.character")
def test_the_last_rank_has_room_for_all_whose_places_characters_take() -> None:
    heroes = [troops.character(f"Hero {letter}") for letter in "AB"]
    play = muster(["Spearmen", *heroes, "Archers"], ["Swordsmen"], formations="chosen", **PLAIN).ours_first()
    play.choose(unit="Spearmen").choose("11").place(20.0, 6.0, 0.0)
    spearmen = play.unit("Spearmen")
    assert (last_rank(spearmen), spearmen.rear_from) == (9, 1)
    for hero in ("Hero A", "Hero B"):
        while play.topic != "join":
            play.choose(unit=hero) if play.question.seat == 0 else play.plainly()
        play.choose(str(spearmen.id)).choose(play.keys[0])
    assert (last_rank(spearmen), spearmen.rear_from) == (11, 0)


def test_a_unit_deploys_in_the_formation_of_its_list() -> None:
    play = muster(["Spearmen", "Archers"], FOES[:2], **PLAIN).ours_first()
    play.choose(play.keys[0])
    assert isinstance(play.question, Place)
