"""The Shooting Phase: who shoots at whom, with which models, needing what."""

from __future__ import annotations

from math import comb

import pytest

from tests.fantasy_battles.gunnery import armed, at, needed, option, shooting, told, why
from tests.fantasy_battles.harness import draw
from tests.fantasy_battles.spellcraft import lay
from tests.fantasy_battles.troops import part
from warhost.play.questions import Chosen
from warhost.play.script import Refused
from warhost.rulesets.fantasy_battles.core.battle import Boon
from warhost.rulesets.fantasy_battles.core.entries import ArmedWith, Champion, Weapon
from warhost.rulesets.fantasy_battles.shown.events import DisciplineTested, UnitShot

NEAR = at(6)
"""Archers 5x2 with bows (4+, 24", Strength 3) face 20 Spearmen (Resilience 3, no armour) at 6"."""

BOW = Weapon(name="Bow", range=24, str_=3, ap=0)
PISTOL = Weapon(name="Pistol", range=12, str_=4, ap=1)
SLING = Weapon(name="Sling", range=24)
JAVELIN = Weapon(name="Javelin", range=12, str_=3, ap=0)


@pytest.mark.rule("t9a.shooting.sequence")
def test_one_unit_after_another_shoots_and_is_resolved() -> None:
    game = shooting(draw(f"{NEAR} | 0 Cannon at 45,10"), {"to hit": 4, "to wound": 4, "Panic": (1, 1)})
    game.choose(unit="Archers", target="Spearmen")
    assert game.unit("Spearmen").models == 10
    assert game.topic == "shoot"
    assert game.offers(unit="Cannon", target="Spearmen")
    game.choose("pass")
    assert game.battle.phase == "melee" or game.battle.active == 1


@pytest.mark.rule("t9a.shooting.once_per_phase")
def test_a_unit_shoots_once_in_a_phase() -> None:
    game = shooting(draw(f"{NEAR} | 0 Cannon at 45,10"), {"to hit": 1})
    game.choose(unit="Archers", target="Spearmen")
    assert not game.offers(unit="Archers")
    assert why(game, "0") == "t9a.shooting.once_per_phase"
    with pytest.raises(Refused, match="already shot"):
        game.answer(Chosen("0>1"))


@pytest.mark.rule("t9a.shooting.one_target")
def test_all_models_shoot_at_one_target() -> None:
    game = shooting(draw(f"{NEAR} | Swordsmen at 42,20 face 180"), [(1,) * 10])
    assert set(game.keys) == {"pass", "0>1", "0>2"}
    game.choose(unit="Archers", target="Spearmen")
    assert [roll.dice for roll in game.rolls] == ["10D6"]
    assert game.topic != "shoot"


@pytest.mark.rule("t9a.shooting.one_target")
def test_units_in_combat_are_not_shot_at() -> None:
    table = draw(f"{NEAR} | 0 Swordsmen at 30,30 | Guard at 30,36 face 180").fight("Swordsmen", "Guard")
    game = shooting(table)
    assert not game.offers(unit="Archers", target="Guard")
    assert why(game, f"0>{game.unit('Guard').id}") == "t9a.shooting.one_target"


@pytest.mark.rule("t9a.shooting.two_ranks")
def test_only_two_ranks_shoot() -> None:
    table = draw(at(6, deep=80)).change("Archers", models=20)
    table.set("Archers", models=20)
    assert needed(table) == {4: 10}


@pytest.mark.rule("t9a.special.skirmisher")
def test_skirmishers_shoot_from_all_ranks() -> None:
    table = draw(at(6, deep=80)).change("Archers", ["Skirmisher"], models=20).set("Archers", models=20)
    assert needed(table) == {4: 20}


@pytest.mark.rule("t9a.shooting.same_attack_type")
def test_rank_and_file_use_one_weapon_and_the_champion_his_own() -> None:
    parts = (part(shots=(ArmedWith(BOW, 4), ArmedWith(JAVELIN, 4))),)
    table = draw(NEAR).change("Archers", parts=parts)
    game = shooting(table, {"to hit": 1})
    assert [one.label for one in game.options if one.unit == 0] == [
        "Archers: shoot at Spearmen with Bow",
        "Archers: shoot at Spearmen with Javelin",
    ]
    game.choose("0>1:1")
    assert [(event.weapon, event.shots) for event in game.told(UnitShot)] == [("Javelin", 10)]


@pytest.mark.rule("t9a.shooting.same_attack_type")
def test_a_champion_may_use_his_pistol() -> None:
    table = draw("Guard at 36,10 | Spearmen at 36,20 face 180")
    champion = Champion(name="Sergeant", shots=(ArmedWith(PISTOL, 3),))
    table.change("Guard", parts=(part(shots=(ArmedWith(BOW, 4),)),), champion=champion)
    table.change("Sergeant of Guard", parts=(part(shots=(ArmedWith(PISTOL, 3),)),))
    game = shooting(table, [(1,) * 9, (1,)])
    game.choose(unit="Guard", target="Spearmen")
    assert [(event.weapon, event.shots) for event in game.told(UnitShot)] == [("Bow", 9), ("Pistol", 1)]


@pytest.mark.rule("t9a.shooting.multipart", "t9a.special.multipart_model")
def test_each_part_of_a_model_shoots() -> None:
    # A chariot with two crewmen who have bows.
    game = shooting(draw(at(6, "Chariot", deep=100)), [(1, 1)])
    game.choose(unit="Chariot", target="Spearmen")
    assert [roll.dice for roll in game.rolls] == ["2D6"]


@pytest.mark.rule("t9a.shooting.multipart")
def test_parts_shoot_with_weapons_of_their_own() -> None:
    table = draw(at(6, "Chariot", deep=100))
    table.change(
        "Chariot", parts=(part("crew", shots=(ArmedWith(BOW, 4),)), part("lord", shots=(ArmedWith(PISTOL, 3),)))
    )
    game = shooting(table, [(1,), (1,)])
    game.choose(unit="Chariot", target="Spearmen")
    assert [(event.weapon, event.shots) for event in game.told(UnitShot)] == [("Bow", 1), ("Pistol", 1)]


@pytest.mark.rule("t9a.shooting.hopeless_shots")
@pytest.mark.parametrize(("dice", "lost"), [([6, 4, 6], 1), ([6, 3], 0), ([5], 0)])
def test_a_hopeless_shot_hits_on_a_6_and_then_4_or_more(dice: list[int], lost: int) -> None:
    table = draw(at(13, "Chariot", deep=100)).set("Chariot", moved=True)
    table.change("Chariot", parts=(part(shots=(ArmedWith(BOW, 5),)),))
    game = shooting(table, [(face,) for face in dice])
    game.choose(unit="Chariot", target="Spearmen")
    assert 20 - game.unit("Spearmen").models == lost


@pytest.mark.rule("t9a.shooting.hopeless_shots")
@pytest.mark.parametrize(("dice", "lost"), [([5, 6, 4, 6], 1), ([6, 3], 0)])
def test_a_reroll_is_for_the_first_die_of_a_hopeless_shot_alone(dice: list[int], lost: int) -> None:
    table = draw(at(13, "Chariot", deep=100)).set("Chariot", moved=True)
    table.change("Chariot", parts=(part(shots=(ArmedWith(BOW, 5),)),))
    game = shooting(lay(table, "The Stars Align", "Chariot", by="Chariot"), [(face,) for face in dice])
    game.choose(unit="Chariot", target="Spearmen")
    assert 20 - game.unit("Spearmen").models == lost


@pytest.mark.rule("t9a.shooting.hopeless_shots")
@pytest.mark.parametrize("aim", [5, 6])
def test_a_hopeless_shot_hits_once_in_twelve_however_hopeless(aim: int) -> None:
    table = draw(at(13, "Chariot", deep=100)).set("Chariot", moved=True)
    table.change("Chariot", parts=(part(shots=(ArmedWith(BOW, aim),)),))
    shot = option(shooting(table), "Chariot")
    assert told(shot, "expected hits").value == pytest.approx(1 / 12)
    assert told(shot, "expected HP lost").value == pytest.approx(1 / 24)
    assert told(shot, "to hit, 1 model").value == aim + 2


@pytest.mark.rule("t9a.shooting.mod_long_range", "t9a.special.accurate")
@pytest.mark.parametrize(
    ("away", "rules", "need"), [(12.1, (), 5), (11.9, (), 4), (12.1, ("Accurate",), 4), (29 - 6, ("Accurate",), 4)]
)
def test_long_range_begins_beyond_half_the_range(away: float, rules: tuple[str, ...], need: int) -> None:
    table = armed(draw(at(away, "Chariot", deep=100)), "Chariot", rules=rules)
    assert needed(table, "Chariot") == {need: 1}


MOVED = [((), 4, 5), (("Quick to Fire",), 4, 4), (("Unwieldy",), 3, 5), (("Quick to Fire", "Unwieldy"), 3, 4)]


@pytest.mark.rule("t9a.shooting.mod_moving", "t9a.shooting.mod_moving_unwieldy", "t9a.shooting.mod_moving_both")
@pytest.mark.rule("t9a.special.quick_to_fire", "t9a.special.unwieldy")
@pytest.mark.parametrize(("rules", "aim", "need"), MOVED)
def test_moving_and_shooting(rules: tuple[str, ...], aim: int, need: int) -> None:
    table = armed(draw(NEAR), "Archers", aim, rules=rules)
    assert needed(table) == {aim: 10}
    assert needed(table.set("Archers", moved=True)) == {need: 10}


@pytest.mark.rule("t9a.special.unwieldy")
@pytest.mark.parametrize(("moved", "need"), [(False, 5), (True, 7)])
def test_an_unwieldy_weapon_suffers_no_more_from_long_range(moved: bool, need: int) -> None:
    table = armed(draw(at(12.1, "Chariot", deep=100)), "Chariot", rules=("Unwieldy",)).set("Chariot", moved=moved)
    assert needed(table, "Chariot") == {need: 1}


@pytest.mark.rule("t9a.shooting.mod_moving")
@pytest.mark.parametrize(("state", "need"), [({}, 4), ({"magic_moved": True}, 5), ({"moved": True}, 5)])
def test_magical_moves_are_moves_too(state: dict[str, bool], need: int) -> None:
    assert needed(draw(NEAR).set("Archers", **state)) == {need: 10}


@pytest.mark.rule("t9a.attack.to_wound")
def test_a_weapon_without_strength_has_its_bearers() -> None:
    table = draw(NEAR).change("Archers", parts=(part(str_=5, ap=2, shots=(ArmedWith(SLING, 4),)),))
    table.change("Spearmen", arm=4)
    game = shooting(table, {"to hit": 4, "to wound": 2, "Armour": 6}).choose(unit="Archers", target="Spearmen")
    assert [roll.need for roll in game.rolls] == [4, 2, 5]


@pytest.mark.rule("t9a.shooting.mod_soft_cover", "t9a.shooting.mod_hard_cover")
@pytest.mark.parametrize(("kind", "need"), [("forest", 4), ("ruins", 5)])
def test_cover_makes_shots_harder(kind: str, need: int) -> None:
    table = armed(draw(f"72x48 {kind} 36,18 8x5 | {NEAR}"), "Archers", 3)
    assert needed(table) == {need: 10}


@pytest.mark.rule("t9a.cover.forests")
def test_a_forest_that_goes_with_a_unit_gives_soft_cover() -> None:
    assert needed(lay(draw(NEAR), "Forest Embrace", "Spearmen", by="Spearmen")) == {5: 10}


@pytest.mark.rule("t9a.shooting.mod_hard_target", "t9a.special.hard_target")
@pytest.mark.parametrize(("rules", "need"), [(["Hard Target (1)"], 5), (["Hard Target (2)"], 6)])
def test_hard_targets_are_harder_to_hit(rules: list[str], need: int) -> None:
    assert needed(draw(NEAR).change("Spearmen", rules)) == {need: 10}


@pytest.mark.rule("t9a.shooting.mod_hard_target")
def test_hard_target_needs_most_of_the_models_and_adds_up() -> None:
    lone = draw(f"{NEAR} | 1 Captain at 60,40").join("Captain", "Spearmen").change("Captain", ["Hard Target (1)"])
    assert needed(lone) == {4: 10}
    both = lay(draw(NEAR).change("Spearmen", ["Hard Target (1)"]), "Rune of Gleaming", "Spearmen", by="Spearmen")
    assert needed(both) == {6: 10}


@pytest.mark.rule("t9a.special.hard_target")
def test_several_hard_targets_add_up() -> None:
    table = armed(draw(NEAR), "Archers", 3).change("Spearmen", ["Hard Target (1)", "Hard Target (1)"])
    assert needed(table) == {5: 10}


@pytest.mark.rule("t9a.special.hard_target")
@pytest.mark.parametrize(("left", "need"), [(2, 5), (1, 4)])
def test_most_models_of_a_unit_must_be_hard_targets(left: int, need: int) -> None:
    table = draw(f"{NEAR} | 1 Captain at 50,40 face 180").change("Spearmen", ["Hard Target (1)"])
    table.set("Spearmen", models=left, files=2).join("Captain", "Spearmen")
    assert needed(table) == {need: 10}


@pytest.mark.rule("t9a.shooting.mods_add_up")
def test_all_modifiers_add_up() -> None:
    table = draw(f"72x48 ruins 36,28.5 8x6 | {at(15, 'Chariot', deep=100)}").set("Chariot", moved=True)
    table.change("Chariot", parts=(part(shots=(ArmedWith(BOW, 3),)),))
    assert needed(table, "Chariot") == {7: 1}


@pytest.mark.rule("t9a.special.aim")
def test_aim_is_the_number_to_roll() -> None:
    game = shooting(draw(NEAR), [(1, 2, 3, 3, 4, 4, 5, 6, 6, 6), (1,) * 6])
    game.choose(unit="Archers", target="Spearmen")
    assert game.rolls[0].need == 4
    assert game.rolls[1].dice == "6D6"


@pytest.mark.rule("t9a.special.aim")
@pytest.mark.parametrize(("version", "by", "need"), [("Cosmos", "Archers", 3), ("Chaos", "Spearmen", 5)])
def test_spells_improve_or_worsen_the_aim(version: str, by: str, need: int) -> None:
    table = lay(draw(NEAR), "Altered Sight", "Archers", by=by, version=version)
    assert needed(table) == {need: 10}


@pytest.mark.rule("t9a.special.aim")
def test_a_natural_1_misses_whatever_the_aim() -> None:
    assert needed(armed(draw(NEAR), "Archers", 1)) == {2: 10}


@pytest.mark.rule("t9a.los.per_model")
def test_each_model_measures_for_itself() -> None:
    # 11.8 inches to the front rank: the second one is beyond half of 24.
    assert needed(draw(at(11.8))) == {4: 5, 5: 5}
    # At the end of the range only the front rank shoots.
    assert needed(draw(at(23.8))) == {5: 5}


@pytest.mark.rule("t9a.los.per_model")
def test_some_models_may_look_through_a_wood() -> None:
    # It hides the target from the left files only.
    found = needed(draw(f"72x48 forest 34,12 2x1 | {at(6)}"))
    assert set(found) == {4, 5}
    assert sum(found.values()) == 10


STATES = [
    ({"fleeing": True}, "t9a.fleeing.no_shooting"),
    ({"marched": True}, "t9a.shooting.sequence"),
    ({"rallied": True}, "t9a.shooting.sequence"),
    ({"declared": True}, "t9a.shooting.sequence"),
    ({"reformed": True}, "t9a.shooting.sequence"),
    ({"boons": (Boon("Shaken", "turn"),)}, "t9a.shaken.no_shooting"),
]


@pytest.mark.rule("t9a.fleeing.no_shooting", "t9a.shaken.no_shooting")
@pytest.mark.parametrize(("state", "rule"), STATES)
def test_who_cannot_shoot(state: dict[str, object], rule: str) -> None:
    game = shooting(draw(f"{NEAR} | 0 Cannon at 45,10").set("Archers", **state))
    assert not game.offers(unit="Archers")
    assert why(game, "0") == rule


@pytest.mark.rule("t9a.special.light_troops")
def test_light_troops_shoot_after_a_march() -> None:
    table = draw(NEAR).change("Archers", ["Light Troops"]).set("Archers", marched=True, moved=True)
    assert needed(table) == {5: 10}


@pytest.mark.rule("t9a.panic.losses_25")
def test_a_quarter_lost_to_a_volley_makes_the_target_test() -> None:
    dice = {"to hit": 4, "to wound": (4,) * 5 + (1,) * 5, "": (1, 1)}
    game = shooting(draw(NEAR), dice).choose(unit="Archers", target="Spearmen")
    assert [event.kind for event in game.told(DisciplineTested)] == ["panic"]


@pytest.mark.rule("t9a.shooting.sequence")
def test_the_question_tells_exact_losses_and_panic() -> None:
    shot = option(shooting(draw(NEAR)))
    assert told(shot, "expected hits").value == pytest.approx(5)
    assert told(shot, "expected HP lost").value == pytest.approx(2.5)
    # Five of ten shots that wound one time in four make twenty Spearmen test at Discipline 7.
    tests = sum(comb(10, n) * 0.25**n * 0.75 ** (10 - n) for n in range(5, 11))
    assert told(shot, "panics and flees").value == pytest.approx(tests * 15 / 36)


@pytest.mark.rule("t9a.shooting.sequence")
def test_denied_targets_say_why() -> None:
    line = f"72x48 impassable 36,13 8x1 | {NEAR} | Swordsmen at 70,46 face 180 | 0 Cannon at 50,10"
    game = shooting(draw(line))
    assert why(game, "0>1") == "t9a.los.definition"
    assert why(game, "0>2") == "t9a.los.per_model"


@pytest.mark.rule("t9a.shooting.mod_stand_and_shoot", "t9a.charge.reaction_stand_and_shoot")
@pytest.mark.parametrize(("away", "aim", "need"), [(6, 4, 5), (13, 3, 5)])
def test_stand_and_shoot_costs_1(away: float, aim: int, need: int) -> None:
    table = armed(draw(at(away, "Spearmen", "Archers", deep=80, half=40)), "Archers", aim)
    game = table.play(dice={"to hit": 1, "": 6}, phase="charge")
    game.choose(unit="Spearmen", target="Archers").choose("stand and shoot")
    assert game.rolls[0].need == need
    assert game.unit("Archers").reacted == (0,)


@pytest.mark.rule("t9a.charge.reaction_stand_and_shoot")
def test_who_is_charged_from_afar_shoots_at_full_range() -> None:
    table = armed(draw(at(11, "Spearmen", "Archers", deep=80, half=40)), "Archers", 3, range=8)
    game = table.play(dice={"to hit": 1, "": 6}, phase="charge")
    game.choose(unit="Spearmen", target="Archers").choose("stand and shoot")
    assert (game.rolls[0].dice, game.rolls[0].need) == ("10D6", 5)


@pytest.mark.rule("t9a.charge.reaction_stand_and_shoot", "t9a.shaken.no_shooting")
@pytest.mark.parametrize(
    ("away", "state", "rule"),
    [
        (6.0, {}, ""),
        (3.9, {}, "t9a.charge.reaction_stand_and_shoot"),
        (6.0, {"boons": (Boon("Shaken", "turn"),)}, "t9a.shaken.no_shooting"),
        (6.0, {"reacted": (0,)}, "t9a.charge.reaction_stand_and_shoot"),
        # What it did in its own turn does not matter.
        (6.0, {"shot": True, "marched": True, "moved": True}, ""),
    ],
)
def test_who_may_stand_and_shoot(away: float, state: dict[str, object], rule: str) -> None:
    table = draw(at(away, "Spearmen", "Archers", deep=80, half=40)).set("Archers", **state)
    game = table.play(phase="charge").choose(unit="Spearmen", target="Archers")
    assert game.offers("stand and shoot") is not bool(rule)
    if rule:
        assert why(game, "stand and shoot") == rule


@pytest.mark.rule("t9a.charge.reaction_stand_and_shoot")
def test_what_stand_and_shoot_promises_is_told() -> None:
    table = draw(at(6, "Spearmen", "Archers", deep=80, half=40))
    game = table.play(phase="charge").choose(unit="Spearmen", target="Archers")
    reaction = next(one for one in game.weighed if one.key == "stand and shoot")
    assert told(reaction, "expected hits").value == pytest.approx(10 / 3)


@pytest.mark.rule("t9a.charge.reaction_stand_and_shoot")
def test_with_several_weapons_the_owner_chooses() -> None:
    table = draw(at(6, "Spearmen", "Archers", deep=80, half=40))
    table.change("Archers", parts=(part(shots=(ArmedWith(BOW, 4), ArmedWith(PISTOL, 3))),))
    game = table.play(dice={"": 1}, phase="charge").choose(unit="Spearmen", target="Archers").choose("stand and shoot")
    assert [one.label for one in game.options] == ["Shoot with Bow", "Shoot with Pistol"]
    game.choose("1")
    assert [event.weapon for event in game.told(UnitShot)] == ["Pistol"]
