"""Challenges, duels and Champions (Challenges & Duels)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.blue_age.harness import Play, Table, draw, hero, refusal, unit
from tests.blue_age.magic import odds_of
from warhost.play import Chosen, Walked
from warhost.play.counsel import exact
from warhost.rulesets.blue_age.chapters.combat.fights import Fight
from warhost.rulesets.blue_age.chapters.heroes import duellists, duels
from warhost.rulesets.blue_age.core import Duel, Duellist, Settings, trials, values
from warhost.rulesets.blue_age.core.events import combat as combat_events
from warhost.rulesets.blue_age.core.events import heroes as events
from warhost.table import Pose

BASE = 25 / 25.4

QUIET: dict[str, Any] = {
    "Turn roll": [6, 5] * 40,
    "to hit": 1,
    "to wound": 1,
    "Armour": 1,
    "Test": 10,
    "Lost": 10,
    "": 5,
}


def dice(**falls: Any) -> dict[str, Any]:
    """Dice by reason, those named (with _ for blanks) before those with which nothing happens."""
    told = {reason.replace("_", " "): fall for reason, fall in falls.items()}
    return told | {reason: fall for reason, fall in QUIET.items() if reason not in told}


def champion(**fields: Any) -> dict[str, Any]:
    return {**unit(models=6, champion=True), **fields}


def table(
    ann: Any = None,
    bob: Any = None,
    guard: Any = None,
    pack: Any = None,
    settings: Settings | None = None,
    more: str = "",
    **others: Any,
) -> Table:
    """Ann with her guard against Bob with his pack, in contact, in the Combat Phase."""
    y = 20 + BASE
    text = (
        'phase="combat" | Guard at 24,20 form="line" | Ann at 30,20 | '
        f'Pack at 24,{y} face 180 form="line" | Bob at 30,{y} face 180{more}'
    )
    made = {
        "Guard": guard or unit(models=6),
        "Ann": ann or hero(destiny=0, initiative=6),
        "Pack": pack or unit(models=6),
        "Bob": bob or hero(destiny=0, initiative=4),
    }
    drawn = draw(text, settings, **made, **others)
    drawn.lock("Guard", "Pack").join("Ann", "Guard").join("Bob", "Pack")
    return drawn


def challenged(drawn: Table, key: str = "3", **falls: Any) -> Play:
    """Ann issues a Challenge, and that one accepts."""
    game = drawn.play(dice=dice(**falls)).until("challenge")
    return game.choose("1").choose(key)


def fought(game: Play) -> Play:
    """To the end of the Combat Phase of this turn."""
    turn = game.battle.turn
    while game.battle.phase == "combat" and game.battle.turn == turn:
        game.decline()
    return game


# Challenges


@pytest.mark.rule("blue.duel.issue_order")
def test_the_first_player_challenges_first_and_the_second_only_if_somebody_is_left() -> None:
    game = table().play(dice=dice()).until("challenge")
    assert (game.question.seat, game.keys) == (0, ["1", "pass"])
    game.choose("1")
    assert (game.topic, game.question.seat, game.keys) == ("accept", 1, ["3", "pass"])
    game.choose("3")
    assert game.topic != "challenge"
    game = table().play(dice=dice()).until("challenge").choose("pass")
    assert (game.topic, game.question.seat, game.keys) == ("challenge", 1, ["3", "pass"])
    game = table().play(dice=dice()).until("challenge").choose("1").choose("pass")
    assert game.told(events.ChallengeRefused)
    assert (game.topic, game.question.seat) == ("challenge", 1)


@pytest.mark.rule("blue.duel.accept_contact")
def test_the_duellists_are_brought_into_contact() -> None:
    drawn = table().places("Bob", [(34.0, 20 + BASE)])
    assert drawn.apart("Ann", "Bob") < 4
    game = challenged(drawn)
    (ann,), (bob,) = game.unit("Ann").models, game.unit("Bob").models
    assert ((ann.x - bob.x) ** 2 + (ann.y - bob.y) ** 2) ** 0.5 == pytest.approx(BASE, abs=0.02)


@pytest.mark.rule("blue.duel.accept_contact")
def test_an_ordinary_model_makes_room_for_a_duellist() -> None:
    around = [
        (24 + BASE * x, 22 + BASE * 0.87 * y) for x, y in ((-1, 0), (1, 0), (-0.5, 1), (0.5, 1), (-0.5, -1), (0.5, -1))
    ]
    around = [(24 + (x - 24) * 1.05, 22 + (y - 22) * 1.2) for x, y in around]
    # The question for her weapon comes after she has been moved and before anybody else moves.
    ann = hero(destiny=0, weapons=["Great Weapon"])
    drawn = table(ann).places("Bob", [(24.0, 22.0)]).places("Guard", around).places("Ann", [(30.0, 22.0)])
    drawn.places("Pack", [(10 + 1.1 * number, 40.0) for number in range(6)])
    game = challenged(drawn)
    assert game.topic == "weapon"
    (one,), (other,) = game.unit("Ann").models, game.unit("Bob").models
    assert ((one.x - other.x) ** 2 + (one.y - other.y) ** 2) ** 0.5 == pytest.approx(BASE, abs=0.02)
    assert any((model.x, model.y) == (30.0, 22.0) for model in game.unit("Guard").models)


@pytest.mark.rule("blue.duel.automatic")
def test_lone_heroes_duel_without_being_asked() -> None:
    text = f'phase="combat" | Ann at 24,20 | Bob at 24,{20 + BASE} face 180'
    drawn = draw(text, Ann=hero(destiny=0), Bob=hero(destiny=0)).lock("Ann", "Bob")
    game = drawn.play(dice=dice())
    game.until(turn=2, topic="first player") if game.topic != "first player" else game
    assert game.told(events.DuelBegan)
    assert not game.told(events.ChallengeIssued)
    assert game.battle.duels == (Duel(Duellist(0), Duellist(1), 1),)


def refuses(settings: Settings) -> list[int]:
    """Who strikes in the fight after Bob has refused: by their numbers."""
    bob = hero(destiny=0, attacks=3)
    game = table(bob=bob, settings=settings).play(dice=dice()).until("challenge").choose("1").choose("pass")
    fought(game)
    return sorted({event.unit for event in game.told(combat_events.Struck)})


def test_a_refusal_has_no_effect_unless_players_agreed_on_one() -> None:
    assert refuses(Settings()) == [0, 1, 2, 3]
    assert refuses(Settings(refusal="heroes stand back")) == [0, 1, 2]


# The course of a duel


@pytest.mark.rule("blue.duel.before_combat")
def test_a_duel_is_fought_before_the_fight() -> None:
    ann = hero(destiny=0, initiative=6, attacks=4, strength=10)
    game = fought(challenged(table(ann=ann), Ann_Hand_Weapon=10))
    blows = [(event.unit, event.target) for event in game.told(combat_events.Struck)]
    assert blows[0] == (1, 3)
    assert not game.unit("Bob").models
    assert (3, 1) not in blows
    assert (2, 0) in blows


@pytest.mark.rule("blue.duel.only_each_other")
def test_duellists_strike_nobody_else() -> None:
    ann = hero(destiny=0, initiative=6, attacks=4, strength=10)
    game = fought(challenged(table(ann=ann), Ann_Hand_Weapon=10))
    assert {event.target for event in game.told(combat_events.Struck) if event.unit == 1} == {3}
    assert len(game.unit("Pack").models) == 6
    game = fought(challenged(table()))
    assert {event.target for event in game.told(combat_events.Struck) if event.unit in (1, 3)} == {1, 3}
    assert not any(event.target == 1 for event in game.told(combat_events.Struck) if event.unit == 2)


@pytest.mark.rule("blue.duel.ends_on_death")
def test_a_duel_goes_on_until_one_is_dead() -> None:
    game = challenged(table())
    assert [duel.turns for duel in game.battle.duels] == [1]
    game.until("bug out")
    assert (game.battle.turn, [duel.turns for duel in game.battle.duels]) == (2, [2])
    game.until("bug out", turn=3)
    assert game.battle.duels == (Duel(Duellist(1), Duellist(3), 3),)
    slain = challenged(table(ann=hero(destiny=0, attacks=4, strength=10)), Ann_Hand_Weapon=10)
    assert slain.battle.duels == ()


@pytest.mark.rule("blue.duel.bug_out")
@pytest.mark.parametrize(("face", "left"), [(5, True), (4, False)])
def test_a_hero_may_bug_out_from_the_second_turn(face: int, left: bool) -> None:
    drawn = table(ann=hero(destiny=0, mind=5, initiative=6))
    game = challenged(drawn, Bug_Out=face)
    assert game.topic != "bug out"
    game.until("bug out")
    assert (game.battle.turn, game.question.seat, game.unit("Ann").seat) == (2, 0, 0)
    (odds,) = game.options[0].odds
    assert odds.value == pytest.approx(0.6)
    (before,) = game.unit("Ann").models
    game.choose("bug out")
    (after,) = game.unit("Ann").models
    assert bool(game.battle.duels) is not left
    assert ((before.x, before.y) != (after.x, after.y)) is left
    if left:
        assert any((model.x, model.y) == (before.x, before.y) for model in game.unit("Guard").models)


@pytest.mark.rule("blue.duel.bug_out")
def test_neither_bannerman_nor_champion_takes_the_place_of_who_bugs_out() -> None:
    drawn = table(ann=hero(destiny=0, mind=5, initiative=6), guard=unit(models=6, champion=True, bannerman=True))
    guard, (ann,) = drawn.unit("Guard"), drawn.unit("Ann").models
    # The champion and the bannerman stand next to her.
    near = sorted(guard.models, key=lambda model: (not model.role, abs(model.x - ann.x)))
    places = sorted(((model.x, model.y) for model in guard.models), key=lambda place: abs(place[0] - ann.x))
    guard.models = tuple(replace(model, x=x, y=y) for model, (x, y) in zip(near, places, strict=True))
    game = challenged(drawn, Bug_Out=5).until("bug out")
    known = {model.role: (model.x, model.y) for model in game.unit("Guard").models if model.role}
    game.choose("bug out")
    assert not game.battle.duels
    assert {model.role: (model.x, model.y) for model in game.unit("Guard").models if model.role} == known


# Rewards


def slays(**bob: Any) -> Table:
    return table(ann=hero(destiny=1, initiative=6, attacks=4, strength=10), bob=hero(**{"destiny": 0, **bob}))


def won(drawn: Table, face: int = 1) -> Play:
    """Ann slays Bob; the roll for items shows that face. She keeps her Destiny."""
    game = drawn.play(dice=dice(Ann_Hand_Weapon=10, Items=face)).until("challenge").choose("1").choose("3")
    while game.topic == "destiny":
        game.choose("pass")
    return game


@pytest.mark.rule("blue.duel.reward_destiny")
@pytest.mark.rule("blue.duel.reward_victory_point")
def test_who_slays_a_hero_in_a_duel_gains_destiny_and_a_victory_point() -> None:
    drawn = slays()
    drawn.battle.scores = (3, 0)
    game = won(drawn)
    assert (game.unit("Ann").destiny, game.battle.scores) == (2, (4, 0))
    # The same blows outside a duel bring nothing.
    plain = slays().play(dice=dice(Ann_Hand_Weapon=10)).until("challenge").choose("pass").choose("pass")
    while plain.battle.phase == "combat":
        if plain.topic == "attacks":
            plain.allocate(**{"0": {"3": 1}}) if "3" in str(plain.question) else plain.decline()
        else:
            plain.decline()
    assert plain.battle.scores == (0, 0)


@pytest.mark.rule("blue.duel.reward_magic_item")
def test_the_winner_may_take_an_item_that_is_not_unique() -> None:
    game = won(slays(items=["Charm", "Crown of the Blue Age"]), 8)
    assert (game.topic, game.keys) == ("loot", ["Charm", "pass"])
    game.choose("Charm")
    assert (game.unit("Ann").items, game.unit("Bob").items) == (("Charm",), ("Crown of the Blue Age",))
    assert values.magical_save(game.battle, game.unit("Ann")) == 9
    assert won(slays(items=["Charm"]), 7).unit("Ann").items == ()
    only = won(slays(items=["Crown of the Blue Age"]), 8)
    assert only.unit("Ann").items == ()


@pytest.mark.rule("blue.duel.reward_victory_point")
def test_two_who_slay_each_other_score_a_point_each_and_nothing_else() -> None:
    both = hero(destiny=0, attacks=4, strength=10)
    game = challenged(table(ann=both, bob=both), Hand_Weapon=10)
    assert (game.battle.scores, game.battle.duels) == ((1, 1), ())
    assert not game.told(events.DuelWon)


# Champions


@pytest.mark.rule("blue.champion.accept_only")
def test_champions_accept_and_never_issue() -> None:
    drawn = table(guard=champion(), pack=champion())
    game = drawn.play(dice=dice()).until("challenge")
    assert game.keys == ["1", "pass"]
    refusal(game, Chosen("0:champion"))
    game.choose("1")
    assert game.keys == ["3", "2:champion", "pass"]
    assert game.choose("2:champion").battle.duels == (Duel(Duellist(1), Duellist(2, True)),)


def champion_wins(face: int = 1, **ann: Any) -> Play:
    """The Champion of the pack slays Ann, who has challenged."""
    strong = champion(strength=10, attacks=5, initiative=9)
    drawn = table(ann=hero(**{"destiny": 0, **ann}), pack=strong)
    return challenged(drawn, "2:champion", Pack_Hand_Weapon=10, Items=face)


@pytest.mark.rule("blue.champion.becomes_hero")
@pytest.mark.rule("blue.champion.reward_destiny")
@pytest.mark.rule("blue.champion.reward_victory_point")
def test_a_champion_who_slays_a_hero_becomes_one() -> None:
    game = champion_wins()
    pack = game.unit("Pack")
    assert not game.unit("Ann").models
    assert (pack.promoted, pack.destiny, game.battle.scores) == (True, 1, (0, 1))
    fight = Fight(game.battle, (0, 2))
    assert Duellist(2, True) in duellists.heroes_of(game.battle, fight, 1)
    assert duellists.champions_of(game.battle, fight, 1) == []


@pytest.mark.rule("blue.champion.becomes_hero")
def test_a_champion_who_became_a_hero_issues_challenges() -> None:
    drawn = table(pack=champion())
    drawn.unit("Pack").promoted = True
    game = drawn.play(dice=dice()).until("challenge").choose("pass")
    assert (game.question.seat, game.keys) == (1, ["2:champion", "3", "pass"])


@pytest.mark.rule("blue.champion.reward_magic_items")
def test_a_champion_takes_all_items() -> None:
    items = ["Charm", "Crown of the Blue Age"]
    assert champion_wins(9, items=items).unit("Pack").items == tuple(items)
    assert champion_wins(7, items=items).unit("Pack").items == ()


@pytest.mark.rule("blue.champion.reward_magic_items")
def test_what_a_champion_took_is_his_alone() -> None:
    drawn = table(pack=champion())
    pack, battle = drawn.unit("Pack"), drawn.battle
    pack.promoted, pack.items = True, ("Charm", "Keen Edge")
    assert values.magical_save(battle, pack) is None
    fight = Fight(battle, (0, 2))
    one, other = Duellist(2, True), Duellist(1)
    (blows,) = [lot for step in duellists.STEPS for lot in duellists.lots_at(battle, fight, one, other, step)]
    (taken,) = [lot for step in duellists.STEPS for lot in duellists.lots_at(battle, fight, other, one, step)]
    assert (blows.ap.total, blows.magical) == (1, None)
    assert (taken.ap.total, taken.magical) == (0, 9)


def champion_falls(shock: Any, own: Any, more: str = "", others: Any = None, **falls: Any) -> Play:
    """Ann slays the Champion of the pack; his friends test, then his unit."""
    drawn = table(
        ann=hero(destiny=0, attacks=5, strength=10, initiative=9),
        pack=champion(spirit=6),
        bob=hero(destiny=0, spirit=6),
        more=more,
        **(others or {}),
    )
    return challenged(
        drawn, "2:champion", Ann_Hand_Weapon=10, A_Champion_was_slain=shock, Its_Champion_was_slain=own, **falls
    )


@pytest.mark.rule("blue.champion.death_shock_aura")
def test_the_death_of_a_champion_shakes_those_near_him() -> None:
    # He stands in the middle of the front of his unit, at about 24,21.
    (x, y) = (24 - 2.5 * BASE, 20 + BASE)
    text = f" | Near at {x:.6f},{y + BASE + 11:.6f} face 180 | Far at {x:.6f},{y + BASE + 13 + BASE:.6f} face 180"
    others = {"Near": unit(spirit=6), "Far": unit(spirit=6)}
    game = champion_falls([10, 5], 10, text, others)
    (shaken,) = game.unit("Near").effects
    assert shaken.until == 2
    assert game.unit("Far").effects == ()
    assert [event.unit for event in game.told(events.SpiritShaken)] == [game.unit("Near").id]
    near = game.unit("Near")
    assert trials.prepared(game.battle, near, "spirit", "Test", "blue.command.rally").need == 7
    assert trials.prepared(game.battle, near, "mind", "Test", "blue.command.rally").need == 6


@pytest.mark.rule("blue.champion.death_unit_flees")
@pytest.mark.parametrize(("face", "flees"), [(3, True), (6, False)])
def test_the_unit_of_a_slain_champion_may_flee(face: int, flees: bool) -> None:
    game = champion_falls(10, [face, (5, 5)])
    assert game.unit("Pack").fleeing is flees
    assert bool(game.unit("Pack").foes) is not flees


@pytest.mark.rule("blue.champion.enemy_consolidates")
def test_the_enemy_consolidates_two_dice() -> None:
    game = champion_falls(10, [3, (5, 5)], Consolidation=(4, 9))
    assert game.topic == "consolidate"
    assert game.question.inches == 13  # type: ignore[union-attr]


def test_a_fight_is_over_when_one_side_has_fled_before_it() -> None:
    game = champion_falls(10, [3, (5, 5)], Consolidation=(1, 1)).decline()
    assert not any(event.unit in (0, 2) for event in game.told(combat_events.Struck))
    assert not game.told(combat_events.FightScored)


# Flights


@pytest.mark.rule("blue.duel.ends_on_death")
@pytest.mark.parametrize(("setting", "stays"), [("stays", True), ("ends", False)])
def test_a_duellist_whose_unit_runs(setting: Any, stays: bool) -> None:
    drawn = table(
        settings=Settings(duel_on_flight=setting),
        pack=unit(models=6, health=2, spirit=6),
        bob=hero(destiny=0, spirit=6),
    )
    game = challenged(drawn, Guard_Hand_Weapon=10, Lost=4, Armour=1)
    fought(game)
    assert (game.unit("Bob").host is None) is stays
    assert bool(game.battle.duels) is stays


# Odds


@pytest.mark.parametrize("initiative", [4, 6])
def test_the_odds_of_a_round_are_those_of_play(initiative: int) -> None:
    """Over all ways of the dice: Ann strikes before Bob, or at the same time."""
    ann = hero(destiny=0, initiative=initiative, attacks=2, health=1, strength=6)
    bob = hero(destiny=0, initiative=4, attacks=1, health=2, armour=["Shield"])
    drawn = table(ann=ann, bob=bob)
    game = drawn.play(dice=dice()).until("challenge").choose("1")
    promised = odds_of(game, "3")
    duel = Duel(Duellist(1), Duellist(3))
    drawn.battle.duels = (duel,)
    ends = exact.ends(
        drawn.battle,
        lambda twin: duels._round(twin, Fight(twin, (0, 2)), duel),
        lambda twin: (bool(twin.units[1].models), bool(twin.units[3].models)),
        limit=100_000,
    )
    assert sum(chance for _, chance in ends) == pytest.approx(1.0)
    slain = sum(chance for twin, chance in ends if not twin.units[1].models)
    slays = sum(chance for twin, chance in ends if not twin.units[3].models)
    assert promised["slays Ann in one round"].value == pytest.approx(slain)
    assert promised["is slain by Ann in one round"].value == pytest.approx(slays)
    assert slain > 0.0
    assert slays > 0.0


@pytest.mark.rule("blue.duel.ends_on_death")
def test_a_duellist_stays_when_his_unit_walks_away() -> None:
    game = challenged(table(), Fall_Back=10).until("move", turn=2).choose("0").choose("fall back")
    middle = sum(model.x for model in game.unit("Guard").models) / 6
    game.answer(Walked(pose=Pose(middle, 16.0, 0.0)))
    assert not game.unit("Guard").foes
    assert (game.unit("Ann").host, game.unit("Ann").foes) == (None, (2,))
    assert len(game.battle.duels) == 1
