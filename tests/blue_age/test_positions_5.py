"""Positions worked out by hand from the book: magic, buildings and what breaks them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.blue_age.harness import Play, Table, hero, spots, unit, walk
from tests.blue_age.magic import cast, dispelled, mage, rolled, table, was_cast
from tests.blue_age.positions import BASE
from tests.blue_age.shooters import archers, field, need, shot, shown
from warhost.play.questions import Picked, Walk
from warhost.rulesets.blue_age.core import CM, values
from warhost.rulesets.blue_age.core.events import battle as events
from warhost.rulesets.blue_age.core.events import magic as told
from warhost.rulesets.blue_age.core.events import shooting
from warhost.rulesets.blue_age.shown.invariants import problems

FAR = "Mage at 24,10 | Foe at 24,40 face 180 fleeing"


# Casting


@pytest.mark.rule("blue.casting.success_dice", "blue.casting.casting_number")
@pytest.mark.parametrize(("rating", "needs"), [(1, 8), (2, 7), (3, 6), (4, 5), (5, 5), (6, 5)])
def test_what_each_rating_needs(rating: int, needs: int) -> None:
    for face, works in ((needs, True), (needs - 1, False)):
        game = cast(table(FAR, Mage=mage(magic=rating)).play(dice=[face]), "0:Ward>0", 1)
        assert was_cast(game) is works


@pytest.mark.rule("blue.casting.twelves_explode", "blue.casting.expulsion_trigger", "blue.expulsion.triple_bonus")
def test_dice_from_twelves_explode_again_and_count_for_a_triple() -> None:
    # Two dice: 12 and 3. The 12 brings a 12, which brings a 12, which brings a 3: successes 3, a triple of twelves.
    # Expulsion: 3 + 1 = 4, Bloom: the Ward of 1 turn lasts 2.
    game = cast(table(FAR).play(dice=[(12, 3), 12, 12, 3, 3]), "0:Ward>0", 2)
    assert rolled(game).successes == 3
    (expulsion,) = game.told(told.ExpulsionRolled)
    assert expulsion.total == 4
    assert [effect.until for effect in game.unit("Mage").effects] == [2]


@pytest.mark.rule("blue.casting.expulsion_trigger")
def test_failed_dice_make_a_double_too_and_a_failed_cast_expels() -> None:
    # 3, 3: no success; the Expulsion comes all the same: 1, Overload with D5 (face 9: 5): Strength 4 + 5, Grit 4 + 5.
    game = cast(table(FAR).play(dice=[(3, 3), 1, 9]), "0:Ward>0", 2)
    assert not was_cast(game)
    caster = game.unit("Mage")
    assert (values.strength(game.battle, caster), values.grit(game.battle, caster)) == (9, 9)


@pytest.mark.rule("blue.expulsion.triple_bonus")
def test_two_pairs_are_one_expulsion_without_a_bonus() -> None:
    game = cast(table(FAR).play(dice=[(7, 7, 8, 8), 5]), "0:Ward>0", 4)
    assert [event.total for event in game.told(told.ExpulsionRolled)] == [5]


@pytest.mark.rule("blue.magic.once_per_turn", "blue.magic.same_spell_two_casters")
def test_each_caster_tries_each_spell_once() -> None:
    text = "Mage at 24,10 | Seer at 27,10 | Foe at 24,40 face 180 fleeing"
    known = {"Mage": ("Ward", "Bark Skin"), "Seer": ("Ward",)}
    game = table(text, pools=(9, 0), Seer=mage(), spells=known).play(dice=[1])
    cast(game, "0:Ward>0", 1)
    assert not any(key.startswith("0:Ward") for key in game.keys)
    assert game.offers("1:Ward>1")
    assert game.offers("0:Bark Skin>0")


@pytest.mark.rule("blue.casting.select_caster_and_spell")
@pytest.mark.parametrize(("gap", "offered"), [(12.0, True), (12.05, False)])
def test_the_range_of_a_spell(gap: float, offered: bool) -> None:
    text = f"Mage at 24,10 | Guard at {24 + BASE + gap},10 | Foe at 2,46 face 180 fleeing"
    assert table(text, Guard=unit()).play().offers("0:Ward>1") is offered


@pytest.mark.rule("blue.casting.select_caster_and_spell")
def test_a_fleeing_caster_casts_nothing() -> None:
    game = table("Mage at 24,10 fleeing | Foe at 24,40 face 180 fleeing").play()
    assert not game.offers("0:Ward>0")


@pytest.mark.rule("blue.magic.pool_lasts_turn")
def test_the_dice_of_a_slain_caster_stay() -> None:
    # The Crossing Taketh removes the caster; three of five dice are left.
    game = cast(table("Mage at 24,10 | Foe at 24,40 face 180 fleeing").play(dice=[(8, 8), 12]), "0:Ward>0", 2)
    assert not game.unit("Mage").models
    assert game.battle.pools == (3, 0)
    assert not was_cast(game)


# Dispelling


def against(dice: Any, gap: float = 10.0, own: Any = None, foe: Any = None, lost: tuple[int, int] = (0, 0)) -> Play:
    """Mage casts a Ward with two successes; Witch is that far away."""
    text = f"90x90 | Mage at 4,10 | Witch at {4 + BASE + gap},10 face 180"
    drawn = table(
        text,
        pools=(2, 4),
        Mage=mage(**(own or {})),
        Witch=mage(**(foe or {})),
        spells={"Mage": ("Ward",), "Witch": ("Ward",)},
    )
    for name, health in zip(("Mage", "Witch"), lost, strict=True):
        one = drawn.unit(name)
        one.models = tuple(replace(model, lost=health) for model in one.models)
    return cast(drawn.play(dice=dice), "0:Ward>0", 2)


@pytest.mark.rule("blue.dispel.select_caster_in_range", "blue.dispel_range.mr_1")
@pytest.mark.parametrize(("gap", "asked"), [(24.0, True), (24.05, False)])
def test_a_caster_of_rating_one_dispels_within_24_inches(gap: float, asked: bool) -> None:
    game = against([(9, 8)], gap, foe={"magic": 1})
    assert (game.topic == "dispel") is asked


@pytest.mark.rule("blue.dispel.compare")
def test_as_many_successes_dispel_and_one_less_does_not() -> None:
    # Both of rating 2: 7+.
    assert not was_cast(against([(9, 8), (7, 7)]).choose("1:2"))
    assert was_cast(against([(9, 8), (7, 6)]).choose("1:2"))


@pytest.mark.rule("blue.dispel_mod.target_higher_mr", "blue.dispel_mod.own_wounded")
def test_a_hopeless_dispel_still_works_on_twelves() -> None:
    # Rating 1 (8+) against rating 6: -5, wounded: -1: 14+, held to 12.
    game = against([(9, 8), (12, 11), 12, 11], own={"magic": 6}, foe={"magic": 1}, lost=(0, 1)).choose("1:2")
    assert dispelled(game).successes == 2
    assert not was_cast(game)


@pytest.mark.rule("blue.dispel_mod.target_lower_mr", "blue.dispel_mod.target_wounded")
def test_an_easy_dispel_still_fails_on_ones() -> None:
    # Rating 6 (5+) against rating 1: +5, the target is wounded: +1: -1+, held to 2.
    game = against([(9, 8), (2, 1)], own={"magic": 1}, foe={"magic": 6}, lost=(1, 0)).choose("1:2")
    assert dispelled(game).successes == 1


@pytest.mark.rule("blue.dispel_mod.own_wounded", "blue.dispel_mod.target_wounded")
def test_wounds_of_both_cancel_out() -> None:
    game = against([(9, 8), (7, 6)], lost=(2, 1)).choose("1:2")
    assert dispelled(game).successes == 1


@pytest.mark.rule("blue.dispel_mod.own_engaged", "blue.joining.part_of_unit")
def test_a_caster_in_a_locked_unit_is_engaged() -> None:
    # The Witch is with Guards who are locked: -1, 8+.
    text = f"90x90 | Mage at 4,10 | Witch at 20,10 face 180 | Guards at {20 + BASE},10 face 180 | Own at 21,{10 + BASE}"
    known = {"Mage": ("Ward",), "Witch": ("Ward",)}
    drawn = table(text, pools=(2, 4), Witch=mage(), Guards=unit(), Own=unit(), spells=known)
    drawn.join("Witch", "Guards").lock("Guards", "Own")
    game = cast(drawn.play(dice=[(9, 8), (8, 7)]), "0:Ward>0", 2).choose("1:2")
    assert dispelled(game).successes == 1


@pytest.mark.rule("blue.special.arcane_mastery")
def test_arcane_mastery_throws_all_failures_again() -> None:
    game = against([(9, 8), (3, 4, 9), (7, 6)], foe={"rules": ["Arcane Mastery"]}).choose("1:3")
    assert dispelled(game).successes == 2
    assert not was_cast(game)


@pytest.mark.rule("blue.casting.opponent_dispel")
def test_nobody_is_asked_to_dispel_what_failed() -> None:
    game = against([(6, 5)])
    assert not game.told(told.SpellDispelled)
    assert game.topic != "dispel"


# Expulsions


def expelled(
    face: Any, *more: Any, text: str = FAR, spell: str = "0:Ward>0", stage: str = "command", **units: Any
) -> Play:
    """A pair of successes, and the Expulsion die shows that face."""
    known = units.pop("known", ("Ward", "Grave Chill", "Arc Bolt", "Fire Burst"))
    drawn = table(text, stage, (5, 0), spells={"Mage": known}, **{"Mage": mage(), **units})
    joins = [name for name in ("Guard",) if name in units]
    for name in joins:
        drawn.join("Mage", name)
    return cast(drawn.play(dice=[(8, 8), face, *more]), spell, 2)


@pytest.mark.rule("blue.expulsion.04_bloom")
def test_bloom_makes_four_turns_of_two_and_nothing_of_an_instant() -> None:
    text = "Mage at 24,10 | Foe at 24,20 face 180 fleeing"
    game = expelled(4, text=text, spell="0:Grave Chill>1")
    assert [effect.until for effect in game.unit("Foe").effects] == [4]


@pytest.mark.rule("blue.expulsion.11_quake")
@pytest.mark.parametrize(("cm", "tests"), [(12.0, True), (12.1, False)])
def test_the_quake_reaches_twelve_centimetres(cm: float, tests: bool) -> None:
    text = f"Mage at 24,10 | Near at {24 + BASE + cm * CM},10 | Foe at 24,40 face 180 fleeing"
    units: dict[str, Any] = {"Near": unit()}
    game = expelled(11, 10, *([10] if tests else []), text=text, **units)
    assert len(game.told(events.TestTaken)) == (2 if tests else 1)


@pytest.mark.rule("blue.expulsion.11_quake")
def test_who_fails_the_quake_runs_home_but_is_not_fleeing() -> None:
    # The caster stands at y = 30; 2D5 of faces 3 and 8: 2 + 4 = 6" towards the zone at y = 12.
    game = expelled(11, 1, (3, 8), text="Mage at 24,30 | Foe at 24,40 face 180 fleeing")
    assert spots(game, "Mage") == [(24.0, 24.0)]
    assert not game.unit("Mage").fleeing


@pytest.mark.rule("blue.expulsion.12_crossing_taketh")
@pytest.mark.parametrize(("aside", "gone"), [(2.98, True), (3.0, False)])
def test_the_crossing_takes_all_bases_within_two_and_a_half_inches(aside: float, gone: bool) -> None:
    # Radius 2.5" and half a base 0.492": 2.992" between centres.
    text = f"Mage at 24,10 | Near at {24 + aside},10 | Foe at 24,40 face 180 fleeing"
    game = expelled(12, text=text, Near=unit(health=5))
    assert bool(game.unit("Near").models) is not gone
    assert not game.unit("Mage").models


@pytest.mark.rule("blue.expulsion.12_crossing_taketh", "blue.destiny.death_save")
@pytest.mark.parametrize(("face", "lives"), [(6, True), (5, False)])
def test_destiny_may_keep_the_caster(face: int, lives: bool) -> None:
    # He is asked about the casting dice first, and keeps his point for the Death Save.
    game = expelled(12, face, Mage=mage(destiny=1)).choose("pass").choose("spend")
    assert bool(game.unit("Mage").models) is lives


@pytest.mark.rule("blue.expulsion.09_gate_opens")
def test_the_gate_frightens_caster_and_target() -> None:
    text = "Mage at 24,10 | Guard2 at 24,13 | Foe at 24,40 face 180 fleeing"
    game = expelled(9, 6, 5, (1, 1), text=text, spell="0:Ward>1", Guard2=unit())
    assert not game.unit("Mage").fleeing
    assert game.unit("Guard2").fleeing


@pytest.mark.rule("blue.expulsion.06_fizzle")
def test_a_fizzled_spell_was_tried_and_is_not_dispelled() -> None:
    known = {"Mage": ("Ward",), "Witch": ("Ward",)}
    drawn = table("Mage at 4,10 | Witch at 14,10 face 180", pools=(4, 4), Witch=mage(), spells=known)
    game = cast(drawn.play(dice=[(8, 8), 6]), "0:Ward>0", 2)
    assert not was_cast(game)
    assert game.topic != "dispel"
    assert not game.offers("0:Ward>0")


@pytest.mark.rule("blue.expulsion.03_lance")
def test_lance_without_a_ranged_value_hits_by_itself_at_double_strength() -> None:
    # Fire Burst S5 AP -1 becomes one hit of S10 AP -2: an Automatic Wound against Grit 4, a model of 3 Health dies.
    text = "Mage at 24,10 | Foe at 24,20 face 180"
    game = expelled(
        3, 10, text=text, spell="0:Fire Burst>1", stage="shoot", Foe=unit(models=3, health=3, armour=["Heavy Armour"])
    )
    assert len(game.unit("Foe").models) == 2
    assert not any("to hit" in roll.why or "to wound" in roll.why for roll in game.rolls)


@pytest.mark.rule("blue.shoot.spells", "blue.shoot.panic_threshold")
@pytest.mark.parametrize(("models", "tests"), [(4, False), (3, True)])
def test_a_spell_of_the_shooting_phase_may_cause_panic(models: int, tests: bool) -> None:
    # Arc Bolt: D5 (face 2: 1 hit), wounds Grit 4 on 5+. One of four is exactly a quarter.
    text = "Mage at 24,10 | Foe at 24,20 face 180"
    drawn = table(text, "shoot", (5, 0), spells={"Mage": ("Arc Bolt",)}, Foe=unit(models=models))
    game = cast(drawn.play(dice=[7, 2, 5, 10]), "0:Arc Bolt>1", 1)
    assert len(game.unit("Foe").models) == models - 1
    assert any("Panic" in roll.why for roll in game.rolls) is tests


@pytest.mark.rule("blue.move.spells")
def test_hasten_moves_a_unit_that_has_moved() -> None:
    text = "Mage at 24,10 | Guard at 28,10 | Foe at 24,40 face 180"
    drawn = table(text, "move", (5, 0), spells={"Mage": ("Hasten",)}, Guard=unit())
    game = drawn.play(dice=[7, 5])
    game.choose("1")
    game.answer(walk(game, 0, 5))
    cast(game, "0:Hasten>1", 1)
    assert isinstance(game.question, Walk)
    assert game.question.inches == 3.0
    game.answer(walk(game, 0, 3))
    assert spots(game, "Guard") == [(28.0, 18.0)]


# Buildings


def house(kind: str = "medium_building", board: str = "", **units: Any) -> Table:
    """A bolt thrower (Strength 9, AP -3, 6+) before a house with ten models in it."""
    own = unit(type="war machine", ranged=6, weapons=["Bolt Thrower"], base=60, health=3)
    board = board or f"{kind} 24,26 6x6"
    text = f"48x48 {board} | Own at 24,10 | Target at 24,26 face 180"
    for name in units:
        if name not in ("Own", "Target"):
            text += f" | {name} at 40,30 face 180"
    drawn = field(text, **{"Own": own, "Target": unit(models=10), **units})
    one = drawn.unit("Target")
    one.inside = 0
    from warhost.rulesets.blue_age.core import section_piece

    shape = section_piece(drawn.battle, 0).shape
    drawn.places("Target", [(shape.x, shape.y)] * len(one.models))
    return drawn


def hit(drawn: Table, penetrates: int, table_face: int = 0, **more: Any) -> Play:
    """The bolt hits with that penetration die and that face on the table (AP -3 adds 3)."""
    dice = {"to hit": 10, "penetrates": penetrates, **({"Building Penetration": table_face} if table_face else {})}
    return shot(drawn, {**dice, **more, "Panic": 10}, "0>section:0")


@pytest.mark.rule("blue.building.penetrate_less", "blue.building.penetrate_equal", "blue.building.penetrate_greater")
@pytest.mark.parametrize(
    ("kind", "face", "points"),
    [
        ("fortification", 4, 6),  # 4 + 9 = 13 < 14
        ("fortification", 5, 5),  # 14 = 14: -1
        ("fortification", 6, 4),  # 15 > 14: -2
        ("fortification_magical", 8, 8),  # 17 < 18, 6 + 2 points
        ("fortification_magical", 9, 7),
        ("fortification_magical", 10, 6),
    ],
)
def test_penetration_just_met_and_just_missed(kind: str, face: int, points: int) -> None:
    play = hit(house(kind), face, 1)
    assert play.battle.sections[0].points == points


@pytest.mark.rule("blue.penetration.ap_bonus")
@pytest.mark.parametrize(
    ("face", "result"),
    [
        (1, "Was That Window"),
        (4, "Breach"),
        (6, "Going Down"),
        (7, "Partial"),
        (8, "Partial"),
        (9, "Apocalyptic"),
        (10, "Apocalyptic"),
    ],
)
def test_three_points_of_piercing_add_three(face: int, result: str) -> None:
    play = hit(house("fortification"), 10, face, **{"Going Down": 7, "Thing": 10, "Wounds": 1, "": 10})
    (damage,) = play.told(shooting.BuildingDamaged)
    assert result in damage.result


@pytest.mark.rule("blue.penetration.04_window", "blue.penetration.07_breach")
def test_a_window_does_not_give_back_what_a_breach_took() -> None:
    drawn = house("fortification", Other=archers())
    drawn.unit("Other").seat = 0
    drawn.places("Other", [(30 + n, 20) for n in range(10)])
    drawn.battle.sections = (replace(drawn.battle.sections[0], cover=0),)
    play = hit(drawn, 6, 1)
    assert shown(play, "2>1")["to hit"] == 6


@pytest.mark.rule("blue.building.becomes_ruins", "blue.penetration.10_partial_collapse")
def test_the_last_point_brings_the_section_down_before_any_roll_on_the_table() -> None:
    # 1 point left, equal: -1: destroyed; D5 (face 3: 2) Automatic Wounds without saves of armour.
    drawn = house(Target=unit(models=10, armour=["Heavy Armour"]))
    drawn.battle.sections = (replace(drawn.battle.sections[0], points=1),)
    play = hit(drawn, 2, 0, **{"Automatic Wounds": 3})
    assert play.battle.sections[0].ruined
    assert len(play.unit("Target").models) == 8
    assert play.unit("Target").inside is None
    assert problems(play.battle) == []


@pytest.mark.rule("blue.building.demolisher_only")
def test_archers_shoot_at_those_inside_and_never_at_the_house() -> None:
    play = house(Own=archers()).play()
    assert play.offers("0>1")
    assert not play.offers("0>section:0")
    assert need(house(Own=archers())) == 8


@pytest.mark.rule("blue.special.firestorm_building")
def test_fire_in_a_house_hits_everybody_inside() -> None:
    # The Spewer stands 4" before the wall: all ten inside are hit, without a roll and without cover.
    drawn = house(Own=archers(1, "Fire Spewer")).places("Own", [(24, 23 - 4 - BASE / 2)])
    play = shot(drawn, {"to wound": 1})
    assert [roll.dice for roll in play.rolls if "to wound" in roll.why] == ["10D10"]


@pytest.mark.rule("blue.building.structure")
def test_a_hero_takes_a_place_of_the_twenty() -> None:
    from warhost.rulesets.blue_age.chapters.buildings import inside as buildings

    board = "medium_building 24,26 6x6 medium_building 10,26 6x6"
    for models, fits in ((19, True), (20, False)):
        drawn = house(board=board, Other=unit(models=models), Chief=hero()).join("Chief", "Other")
        assert (buildings.why_not_in(drawn.battle, drawn.unit("Other"), 1) is None) is fits


@pytest.mark.rule("blue.shoot.panic_fail", "blue.building.structure")
def test_who_leaves_a_house_moves_on_from_its_wall() -> None:
    drawn = house(Own=archers(), Target=unit(models=5))
    drawn.battle.phase, drawn.battle.stage, drawn.battle.first, drawn.battle.active = "move", "move", 1, 1
    for one in drawn.battle.units:
        one.moved = False
    play = drawn.play()
    play.choose(unit="Target").choose("leave:front")
    # The models stand within 1" of the wall at y = 29, and go on from there by their whole Movement.
    assert all(29 < model.y <= 30 + BASE / 2 for model in play.unit("Target").models)
    before = spots(play, "Target")
    play.answer(walk(play, 0, 5))
    assert spots(play, "Target") == [(x, round(y + 5, 3)) for x, y in before]
    assert problems(play.battle) == []


# More magic


@pytest.mark.rule("blue.expulsion.02_backlash", "blue.casting.expulsion_trigger")
def test_a_backlash_of_a_failed_cast_is_forgotten_all_the_same() -> None:
    # 3, 3: no success. The Expulsion is resolved whether the cast worked or not; to forget is the caster's lot.
    game = cast(table(FAR, spells={"Mage": ("Ward", "Bark Skin")}).play(dice=[(3, 3), 2]), "0:Ward>0", 2)
    assert game.unit("Mage").spells == ("Bark Skin",)


@pytest.mark.rule("blue.expulsion.11_quake")
def test_the_quake_spares_the_engaged() -> None:
    text = f"Mage at 24,10 | Held at 26,10 | Foe at 26,{10 + BASE} face 180 | Runner at 2,46 face 180 fleeing"
    drawn = table(text, pools=(5, 0), Held=unit(), Foe=unit(), Runner=unit()).lock("Held", "Foe")
    game = cast(drawn.play(dice=[(8, 8), 11, 10]), "0:Ward>0", 2)
    assert [event.unit for event in game.told(events.TestTaken)] == [0]


@pytest.mark.rule("blue.destiny.reroll_magic", "blue.casting.expulsion_trigger")
def test_destiny_breaks_up_a_double_before_it_expels() -> None:
    drawn = table(FAR, Mage=mage(destiny=1))
    game = cast(drawn.play(dice=[(8, 8), 9]), "0:Ward>0", 2)
    assert game.topic == "destiny"
    game.choose("spend").answer(Picked(("1",)))
    assert was_cast(game)
    assert not game.told(told.ExpulsionRolled)


@pytest.mark.rule("blue.expulsion.05_lightning_surge")
def test_a_surge_helps_the_shot_that_brought_it() -> None:
    # Stone Breaker by a caster of Ranged 7+ who has moved: 7+, +2: 5+. Three successes of rating 6 with a pair.
    text = "Mage at 24,10 | Foe at 24,20 face 180"
    known = {"Mage": ("Stone Breaker",)}
    drawn = table(text, "shoot", (5, 0), spells=known, Mage=mage(magic=6, ranged=7), Foe=unit(models=5))
    drawn.unit("Mage").moved = True
    game = cast(drawn.play(dice=[(8, 8, 9), 5, 5, 2, 10]), "0:Stone Breaker>1", 3)
    assert len(game.unit("Foe").models) == 4


@pytest.mark.rule("blue.joining.not_targetable")
def test_spells_that_attack_do_not_pick_a_joined_hero() -> None:
    text = "Mage at 24,10 | Foe at 24,20 face 180 | Chief at 25.5,20 face 180"
    drawn = table(text, "shoot", (5, 0), spells={"Mage": ("Arc Bolt",)}, Chief=hero()).join("Chief", "Foe")
    game = drawn.play()
    assert game.offers("0:Arc Bolt>1")
    assert not game.offers("0:Arc Bolt>2")


@pytest.mark.rule("blue.magic.pool_lasts_turn")
def test_what_is_left_of_a_pool_is_gone_with_the_turn() -> None:
    drawn = table(FAR, pools=(5, 3))
    drawn.battle.phase = drawn.battle.stage = "end"
    game = drawn.play(dice=[9, 1, (1, 1)])
    game.choose("first")
    assert game.battle.pools == (2, 0)


@pytest.mark.rule("blue.dispel.select_caster_in_range")
def test_a_fleeing_caster_does_not_dispel() -> None:
    drawn = table(
        "Mage at 4,10 | Witch at 14,10 face 180 fleeing",
        pools=(2, 4),
        Witch=mage(),
        spells={"Mage": ("Ward",), "Witch": ("Ward",)},
    )
    game = cast(drawn.play(dice=[(8, 9)]), "0:Ward>0", 2)
    assert game.topic != "dispel"
    assert was_cast(game)
