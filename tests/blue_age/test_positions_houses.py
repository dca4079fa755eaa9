"""Positions worked out by hand from the book: units inside buildings, arcs, magic on what has magic already."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.blue_age.harness import Play, Table, draw, hero, places, refusal, spots, unit, walk
from tests.blue_age.magic import cast, mage, table
from tests.blue_age.positions import BASE, apart, save_of, staged
from tests.blue_age.shooters import archers, field, need, shot, shown, still
from warhost.play.questions import Walk, Walked
from warhost.rulesets.blue_age.core import arms, section_piece, values
from warhost.rulesets.blue_age.shown.invariants import problems

TWO = 'medium_building 21,26 6x6 named "House" medium_building 27,26 6x6 named "House"'


@pytest.fixture(autouse=True)
def _blunt_bolts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bolts of Strength 9 without Armour Piercing, so that faces on the penetration table count as they are."""
    blunt = replace(arms.ranged_weapons()["Bolt Thrower"], name="Blunt Bolts", ap=0)
    monkeypatch.setitem(arms.ranged_weapons(), "Blunt Bolts", blunt)


def inside(drawn: Table, name: str, number: int = 0) -> Table:
    """The unit is in that section."""
    shape, one = section_piece(drawn.battle, number).shape, drawn.unit(name)
    one.inside = number
    return drawn.places(name, [(shape.x, shape.y)] * len(one.models))


def siege(board: str = "medium_building 24,26 6x6", **units: Any) -> Table:
    """Own, a machine with blunt bolts (6+), before Target, who is in the first section."""
    own = unit(type="war machine", ranged=6, weapons=["Blunt Bolts"], base=60, health=3)
    text = f"48x48 {board} | Own at 24,10 | Target at 24,26 face 180"
    text += "".join(f" | {name} at 40,30 face 180" for name in units if name not in ("Own", "Target"))
    return inside(field(text, **{"Own": own, "Target": archers(4), **units}), "Target")


def hit(drawn: Table, face: int, **more: Any) -> Play:
    """The bolt goes through (Defense 11: 3 + 9 = 12), and the table shows that face."""
    dice = {"to hit": 10, "penetrates": 3, "Building Penetration": face, **more, "Panic": 10, "Turn roll": [9, 1]}
    return shot(drawn, dice, "0>section:0")


# Inside


@pytest.mark.rule("blue.penetration.02_rattling_damage", "blue.penetration.06_quake")
@pytest.mark.parametrize("face", [2, 6])
def test_who_may_not_shoot_shoots_again_in_the_next_turn(face: int) -> None:
    # 2: no shots until the End Phase; 6: the same after a failed Mind Test (5 against 6+).
    play = hit(siege(), face, Quake=5)
    play.choose("pass")
    assert not play.offers("1>0")
    play.until("shoot", turn=2)
    if play.question.seat == 0:
        play.choose("pass")
    assert play.offers("1>0")


@pytest.mark.rule("blue.penetration.09_going_down", "blue.penetration.04_window")
@pytest.mark.parametrize(("face", "now", "later"), [(9, 6, 4), (4, 4, 3)])
def test_how_long_the_damage_counts(face: int, now: int, later: int) -> None:
    # From inside 6+ is 5+; 9 (7 on its die, the Spirit Test made): -1 until the End Phase; 4: +1 for good.
    # In the next turn the unit has stood still: one better still.
    play = hit(siege(), face, **{"Target This Thing": 10, "Going Down": 7})
    play.choose("pass")
    assert shown(play, "1>0")["to hit"] == now
    play.until("shoot", turn=2)
    if play.question.seat == 0:
        play.choose("pass")
    assert shown(play, "1>0")["to hit"] == later


@pytest.mark.rule("blue.penetration.10_partial_collapse")
def test_nobody_bails_out_into_a_section_that_is_taken() -> None:
    drawn = inside(siege(TWO, Other=unit(models=3)), "Other", 1)
    play = hit(drawn, 10, **{"Automatic Wounds": 3})
    # D5 of face 3: 2 wounds.
    assert len(play.unit("Target").models) == 2
    assert play.unit("Target").inside is None
    assert play.unit("Other").inside == 1
    assert problems(play.battle) == []


@pytest.mark.rule("blue.penetration.10_partial_collapse", "blue.unit_type.war_machine_no_entry")
def test_a_war_machine_does_not_bail_out_into_a_building() -> None:
    machine = unit(type="war machine", ranged=6, weapons=["Bow"], base=60, health=3)
    play = hit(siege(TWO, Target=machine), 10, **{"Automatic Wounds": 1, "bails out": 10})
    assert play.unit("Target").inside is None
    assert [model.lost for model in play.unit("Target").models] == [1]


@pytest.mark.rule("blue.penetration.12_apocalyptic_collapse", "blue.destiny.death_save")
@pytest.mark.parametrize(("face", "lives"), [(6, True), (5, False)])
def test_a_hero_may_crawl_out_of_the_rubble(face: int, lives: bool) -> None:
    drawn = siege(Own=unit(type="war machine", ranged=6, weapons=["Bolt Thrower"], base=60), Chief=hero(destiny=1))
    drawn.join("Chief", "Target")
    inside(drawn, "Chief").unit("Chief").inside = None
    play = hit(drawn, 10, **{"Death Save": face})
    if play.topic == "destiny":
        play.choose("spend")
    assert not play.unit("Target").models
    assert bool(play.unit("Chief").models) is lives
    if lives:
        assert play.unit("Chief").models[0].lost == 2


@pytest.mark.rule("blue.shoot.range_check", "blue.building.structure")
@pytest.mark.parametrize(("gap", "offered"), [(24.0, True), (24.05, False)])
def test_the_range_to_who_is_inside_is_that_to_the_wall(gap: float, offered: bool) -> None:
    # The near wall of the house at y = 33 is the front line of all who are in it.
    drawn = siege("medium_building 24,36 6x6", Own=archers(1)).places("Own", [(24, 33 - gap - BASE / 2)])
    assert drawn.play().offers("0>1") is offered


def walkers(text: str, dice: Any = (), **units: Any) -> Play:
    """Walkers are about to move before a house whose near wall is at y = 23."""
    made = {"Walkers": unit(ranged=6, weapons=["Bow"]), "Foe": unit(), **units}
    return draw(f"48x48 medium_building 24,26 6x6 | {text}", **made).play(dice=dice)


@pytest.mark.rule("blue.building.structure", "blue.move.dash")
def test_a_dash_carries_into_a_house() -> None:
    # 8.9" to the wall: 5" + 3" + 1" are enough, 5" + 2" + 1" are not. The shot is at -1 and +1, from a unit that moved.
    text = f"Walkers at 24,{23 - 8.9 - BASE / 2} | Foe at 24,40 face 180"
    play = walkers(text, [3]).choose("0").answer(Walked(instead="dash"))
    refusal(play, Walked(instead="enter:0"))
    play = walkers(text, [5]).choose("0").answer(Walked(instead="dash")).answer(Walked(instead="enter:0"))
    assert play.unit("Walkers").inside == 0
    play.until("shoot")
    assert shown(play, "0>1")["to hit"] == 6


@pytest.mark.rule("blue.building.structure")
def test_nobody_enters_a_section_that_enemies_hold_or_a_ruin() -> None:
    text = "Walkers at 24,20 | Foe at 24,26 face 180 | Other at 2,46 face 180"
    drawn = draw(f"48x48 medium_building 24,26 6x6 | {text}", Walkers=unit(), Foe=unit(), Other=unit())
    play = inside(drawn, "Foe").play().choose("0")
    refusal(play, Walked(instead="enter:0"))
    drawn = draw(
        "48x48 medium_building 24,26 6x6 | Walkers at 24,20 | Foe at 2,46 face 180", Walkers=unit(), Foe=unit()
    )
    drawn.battle.sections = (replace(drawn.battle.sections[0], ruined=True),)
    play = drawn.play().choose("0")
    refusal(play, Walked(instead="enter:0"))
    # A ruin is Difficult: 2.5" of way for 5".
    play.answer(walk(play, 0, 5))
    assert 23.5 < play.unit("Walkers").models[0].y < 25


@pytest.mark.rule("blue.move.mandatory_moves_first", "blue.building.structure")
def test_who_flees_out_of_a_house_runs_home() -> None:
    # Walkers of the first player: their zone is at the near edge. 2D10 = 10 cm.
    drawn = draw(
        "48x48 medium_building 24,26 6x6 | Walkers at 24,26 fleeing | Foe at 24,40 face 180",
        Walkers=unit(models=3),
        Foe=unit(),
    )
    play = staged(inside(drawn, "Walkers"), "mandatory").play(dice=[(5, 5)])
    one = play.unit("Walkers")
    assert one.inside is None
    assert all(model.y < 23 for model in one.models)
    assert problems(play.battle) == []


@pytest.mark.rule("blue.special.stupid_fail_move")
def test_a_stupid_unit_that_is_locked_just_fights() -> None:
    drawn = draw(
        f"Trolls at 24,10 | Foe at 24,{10 + BASE} face 180 | Bait at 24,4 face 180",
        Trolls=unit(rules=["Stupid"]),
        Foe=unit(),
        Bait=unit(),
    )
    drawn.lock("Trolls", "Foe").unit("Trolls").stupid = True
    play = staged(drawn, "mandatory").play(dice=[])
    assert spots(play, "Trolls") == [(24.0, 10.0)]
    assert play.unit("Trolls").locked


# Arcs and turns


@pytest.mark.rule("blue.unit_type.war_machine_pivot", "blue.shoot.multi_weapon_types")
def test_a_war_machine_turns_once_in_a_turn() -> None:
    # It turns to shoot at who is behind it, and cannot turn back for its second weapon.
    own = unit(type="war machine", ranged=6, weapons=["Bow", "Crossbow"], base=60)
    drawn = field(
        "Own at 24,20 | Behind at 24,6 face 180 | Before at 24,34 face 180", Own=own, Behind=unit(), Before=unit()
    )
    play = drawn.play({"": 1}).choose("0:Bow>1")
    assert play.offers("0:Crossbow>1")
    assert not play.offers("0:Crossbow>2")


@pytest.mark.rule("blue.unit_type.chariot_shoot_arc")
def test_a_chariot_shoots_all_around_without_turning() -> None:
    own = unit(type="chariot", ranged=6, weapons=["Bow"], base=60)
    play = field("Own at 24,20 | Target at 24,6 face 180", Own=own, Target=unit()).play({"": 1}).choose("0>1")
    assert play.unit("Own").models[0].facing == 0.0


@pytest.mark.rule("blue.unit_type.chariot_pivot_before", "blue.unit_type.chariot_pivot_during")
def test_a_chariot_goes_back_and_looks_where_it_came_from() -> None:
    # A pivot of 180 before, 6" straight, and two pivots of 90 at the end.
    drawn = draw("Own at 24,20 | Foe at 2,46 face 180", Own=unit(type="chariot", movement=8, base=60), Foe=unit())
    play = drawn.play().choose("0").answer(places((24, 14), facing=0.0))
    (model,) = play.unit("Own").models
    assert (model.x, model.y, model.facing) == (24.0, 14.0, 0.0)


@pytest.mark.rule("blue.unit_type.monster_arc")
def test_a_monster_looks_wherever_it_likes_after_its_move() -> None:
    drawn = draw("Own at 24,20 | Foe at 2,46 face 180", Own=unit(type="monster", movement=8, base=60), Foe=unit())
    play = drawn.play().choose("0").answer(places((24, 26), facing=180.0))
    (model,) = play.unit("Own").models
    assert (model.y, model.facing) == (26.0, 180.0)


@pytest.mark.rule("blue.shoot.nominate_and_check")
def test_a_shooter_on_a_hill_sees_over_units() -> None:
    text = 'Own at 24,10 | Target at 24,26 face 180 | Between at 24,18 form="line"'
    units: dict[str, Any] = {"Between": unit(models=20), "Own": archers(1), "Target": unit()}
    assert not field(text, **units).play().offers("0>1")
    assert field("48x48 hill 24,10 4x4 | " + text, **units).play().offers("0>1")


@pytest.mark.rule("blue.special.bane")
def test_bane_throws_misses_again_against_its_army_only() -> None:
    own = archers(4, rules=["Bane (Ashmoot Clans)"])
    for army, rolls in (("Ashmoot Clans", ["4D10", "3D10"]), ("Tidewardens", ["4D10"])):
        drawn = apart(10, Own=own, Target=unit(models=9, army=army))
        play = shot(drawn, {"again": 1, "to hit": (6, 5, 1, 2), "to wound": 1})
        assert [roll.dice for roll in play.rolls if "to hit" in roll.why] == rolls


@pytest.mark.rule("blue.unit_type.hero_subtype", "blue.ranged_mod.shooter_dashed")
def test_a_hero_shoots_as_the_unit_has_moved_that_he_is_with() -> None:
    # The unit walks 5" and takes him with it: he has not stood still, nor have they.
    text = "Guard at 24,10 | Chief at 25.5,10 | Foe at 24,30 face 180"
    bow: dict[str, Any] = {"ranged": 6, "weapons": ["Bow"]}
    drawn = draw(text, Guard=unit(**bow), Chief=hero(**bow), Foe=unit()).join("Chief", "Guard")
    play = drawn.play(dice=[5]).choose("0").answer(Walked(instead="dash"))
    play.answer(walk(play, 0, 8)).until("shoot")
    assert {key: shown(play, key)["to hit"] for key in play.keys if key != "pass"} == {"0>2": 7, "1>2": 7}


# Magic upon magic


def warded(*casters: str, **fields: Any) -> int | None:
    """What Guard's Magical Save is after these have cast their Ward on it."""
    text = "Mage at 24,10 | Seer at 26,10 | Guard at 24,13 | Foe at 2,46 face 180 fleeing"
    known = {"Mage": ("Ward", "Bark Skin"), "Seer": ("Ward", "Bark Skin")}
    drawn = table(text, pools=(9, 0), Seer=mage(), Guard=unit(**fields), spells=known)
    game = drawn.play(dice=[7] * len(casters))
    for name in casters:
        cast(game, f"{game.unit(name).id}:Ward>2", 1)
    return values.magical_save(game.battle, game.unit("Guard"))


@pytest.mark.rule("blue.armour.magical_save")
def test_a_second_ward_is_the_same_source_and_adds_nothing() -> None:
    assert warded() is None
    assert warded("Mage") == 9
    assert warded("Mage", "Seer") == 9
    # Of another source, 10+: the best is the Ward's 9+, one better for the other.
    assert warded("Mage", rules=["Magical Save (10+)"]) == 8


@pytest.mark.rule("blue.end.resolve_effects")
def test_a_spell_of_two_turns_ends_with_the_second() -> None:
    text = "Mage at 24,10 | Foe at 24,20 face 180 fleeing"
    drawn = table(text, pools=(1, 0), spells={"Mage": ("Grave Chill",)}, Foe=unit(models=5, initiative=5))
    dice: dict[str, Any] = {"Casting": 7, "Turn roll": [9, 1, 9, 1], "Flight": 1, "Magic Pool": 1}
    game = cast(drawn.play(dice=dice), "0:Grave Chill>1", 1)
    for turn, lasts in ((2, True), (3, False)):
        game.until(turn=turn)
        assert bool(game.unit("Foe").effects) is lasts


@pytest.mark.rule("blue.joining.heroic_bonus", "blue.armour.magical_save")
def test_a_heroic_bonus_is_for_the_others_and_not_for_the_hero() -> None:
    text = "Own at 24,10 | Target at 24,26 face 180 | Chief at 25.5,26 face 180"
    drawn = field(text, Own=archers(1), Target=unit(models=9), Chief=hero(bonus=["Magical Save (10+)"]))
    drawn.join("Chief", "Target")
    play = shot(drawn, {"to hit": 10, "to wound": 9, "Save": 10})
    assert save_of(play) == [10]
    assert values.magical_save(play.battle, play.unit("Chief")) is None


@pytest.mark.rule("blue.ranged_mod.shooter_stood_still")
def test_a_walk_to_where_one_stands_is_no_move() -> None:
    drawn = draw("Own at 24,10 | Foe at 24,30 face 180", Own=unit(ranged=6, weapons=["Bow"]), Foe=unit())
    play = drawn.play().choose("0")
    assert isinstance(play.question, Walk)
    play.answer(places((24, 10))).until("shoot")
    assert shown(play, "0>1")["to hit"] == 5
    assert need(still(apart(10))) == 5


# Arcs, hills, obstacles, and who comes back


@pytest.mark.rule("blue.unit_type.monster_arc", "blue.shoot.remove_casualties")
def test_only_models_in_the_arc_are_hit() -> None:
    # The monster looks up the table from y = 20; of three models one is before it, two (nearer) are behind its back.
    own = unit(type="monster", ranged=6, weapons=["Tharian Hunting Bow"], base=60)
    drawn = still(field("Own at 24,20 | Target at 30,20 face 180", Own=own, Target=unit(models=3)))
    drawn.places("Target", [(30, 21), (29, 19), (28, 18.5)])
    play = shot(drawn, {"to hit": 10, "to wound": 9, "Panic": 10})
    assert spots(play, "Target") == [(29.0, 19.0), (28.0, 18.5)]


@pytest.mark.rule("blue.special.scatter")
def test_a_stone_that_scatters_off_the_table_hits_what_its_rim_covers() -> None:
    # Aimed at y = 46.5, scattered 2" up (direction 0/360 is up the table) to 48.5: the base at 46.5 has its rim at
    # 46.992, which is 1.508" away: not hit. From 46.6 it is 1.408": hit.
    own = unit(type="war machine", ranged=5, weapons=["Stone Thrower"], base=60, health=3)
    drawn = field("Own at 24,20 | Target at 24,46.5 face 180", Own=own, Target=unit(models=2))
    drawn.places("Target", [(24, 46.5), (25.2, 47.2)])
    dice = {"to hit": 1, "tens": 36, "ones": 10, "distance": 2, "to wound": 9, "Panic": 10}
    play = drawn.play(dice).choose("0>1").place(24, 46.5)
    # (25.2, 47.2) is 1.77" from (24, 48.5): its rim is 1.277" away: hit.
    assert spots(play, "Target") == [(24.0, 46.5)]


@pytest.mark.rule("blue.commander.spirit_aura", "blue.joining.hero_spirit")
def test_the_commander_near_by_makes_up_for_a_joined_coward() -> None:
    # Own 6+, the joined Hero's 8+ counts; the Commander's 4+ within 12" may take its place.
    text = "Own at 24,10 | Target at 24,26 face 180 | Coward at 25.5,26 face 180 | Chief at 24,{} face 180"
    for y, spirit in ((32, 4), (42, 8)):
        units: dict[str, Any] = {"Coward": hero(spirit=8, destiny=0), "Chief": hero(spirit=4, commander=True)}
        drawn = field(text.format(y), Own=archers(3), Target=unit(models=5), **units).join("Coward", "Target")
        play = shot(drawn, {"to hit": 10, "to wound": 9, "Panic": 10})
        assert next(roll.need for roll in play.rolls if "Panic" in roll.why) == spirit


@pytest.mark.rule("blue.special.regeneration", "blue.to_wound.automatic")
def test_a_troll_that_was_slain_outright_rolls_for_each_health() -> None:
    # Strength 9 against Grit 3 kills it whole: 3 dice at the end of the phase, one 7: it stands with 1 Health.
    target = unit(models=2, health=3, grit=3, rules=["Regeneration (7+)"])
    drawn = apart(10, Own=archers(1, "'Kragi Crossbow"), Target=target)
    play = shot(drawn, {"to hit": 10, "Regeneration": (7, 6, 6), "Panic": 10}).until(phase="combat")
    assert sorted(model.lost for model in play.unit("Target").models) == [0, 2]


@pytest.mark.rule("blue.special.regeneration_revive")
@pytest.mark.parametrize(("faces", "back"), [((6, 7, 6), True), ((6, 6, 6), False)])
def test_a_unit_that_was_wiped_out_comes_back_where_it_fell(faces: tuple[int, ...], back: bool) -> None:
    target = unit(health=3, grit=3, rules=["Regeneration (7+)"])
    drawn = apart(10, Own=archers(1, "'Kragi Crossbow"), Target=target)
    play = shot(drawn, {"to hit": 10, "Regeneration": faces, "Panic": 10})
    assert not play.unit("Target").models
    play.until(phase="combat")
    assert len(play.unit("Target").models) == (1 if back else 0)
    if back:
        assert spots(play, "Target") == [(24.0, round(8 + BASE + 10, 3))]


@pytest.mark.rule("blue.special.regeneration_revive", "blue.end.next_turn")
def test_the_last_model_of_a_side_may_still_come_back_at_the_end_of_the_phase() -> None:
    text = f'phase="shooting" | Own at 24,8 | Target at 24,{8 + BASE + 10} face 180'
    target = unit(health=3, grit=3, rules=["Regeneration (7+)"])
    dice: dict[str, Any] = {"to hit": 10, "Regeneration": (6, 7, 6), "Turn roll": [9, 1]}
    play = draw(text, Own=archers(1, "'Kragi Crossbow"), Target=target).play(dice).choose("0>1")
    assert not play.game.over
    assert len(play.unit("Target").models) == 1


@pytest.mark.rule("blue.terrain.hill_range")
def test_half_of_the_models_on_the_hill_are_not_enough_for_its_range() -> None:
    # 25" away: Bow 24", from a hill 26". One of two on the hill is not more than half.
    drawn = apart(25, "48x48 hill 24,8 3x3", Own=archers(2))
    assert not drawn.places("Own", [(24, 8), (28, 8)]).play().offers("0>1")
    assert drawn.places("Own", [(24, 8), (24 + BASE, 8)]).play().offers("0>1")


@pytest.mark.rule("blue.terrain.obstacle_low_cover")
@pytest.mark.parametrize(("gap", "needs"), [(1.0, 7), (1.05, 6)])
def test_an_obstacle_covers_within_an_inch(gap: float, needs: int) -> None:
    # A wall from y = 23.8 to 24.2 across the line of sight.
    drawn = field("48x48 low_obstacle 24,24 12x0.4 | Own at 24,10 | Target at 24,26 face 180", Target=unit())
    assert need(drawn.places("Target", [(24, 24.2 + gap + BASE / 2)])) == needs


@pytest.mark.rule("blue.special.regeneration_revive", "blue.shoot.panic_fail")
def test_who_falls_and_whose_unit_falls_back_gets_up_where_it_stands_now() -> None:
    # One of three trolls falls (4 > 3), the others fall back 5" (face 9). He stands up again in cohesion, as near to
    # where he fell as that allows: 2" between the rims of the bases.
    target = unit(models=3, grit=3, rules=["Regeneration (7+)"])
    drawn = apart(10, Own=archers(1, "'Kragi Crossbow"), Target=target)
    fell = (24.0, 8 + BASE + 10)
    drawn.places("Target", [fell, (23.5, fell[1] + BASE), (24.5, fell[1] + BASE)])
    dice = {"to hit": 10, "Panic Test": 2, "falls back": 9, "Regeneration": 7}
    play = shot(drawn, dice).until(phase="combat")
    one = play.unit("Target")
    assert len(one.models) == 3
    back = min(one.models, key=lambda model: model.y)
    rows = sorted(model.y for model in one.models)
    assert rows[1] == pytest.approx(fell[1] + BASE + 5, abs=0.1)
    assert rows[1] - back.y == pytest.approx(BASE + 2, abs=0.15)
    assert problems(play.battle) == []


@pytest.mark.rule("blue.special.regeneration_revive", "blue.resolution.break_on_1_2")
def test_nobody_comes_back_to_a_unit_that_was_driven_off_the_table() -> None:
    # Two trolls at their own edge are charged no more: they are locked; one falls, the other breaks and flees over it.
    from tests.blue_age.harness import carried_out
    from warhost.rulesets.blue_age.chapters.wounds.harm import removed, suffer
    from warhost.rulesets.blue_age.chapters.wounds.regeneration import regenerate

    drawn = draw(
        "Own at 24,40 | Trolls at 24,46 face 180", Own=unit(), Trolls=unit(models=2, rules=["Regeneration (7+)"])
    )
    battle, trolls = drawn.battle, drawn.unit("Trolls")
    carried_out(suffer(battle, trolls, 1, what="Blow"))
    carried_out(removed(battle, trolls, "fled"))
    carried_out(regenerate(battle), [])
    assert not trolls.models
    assert trolls.fate == "fled"


TROLLS: dict[str, Any] = {"type": "monstrous infantry", "base": 40, "rules": ["Regeneration (7+)"]}


@pytest.mark.rule("blue.special.regeneration", "blue.penetration.12_apocalyptic_collapse")
def test_trolls_may_rise_from_the_rubble() -> None:
    # "Slain" leaves no saves, but Regeneration is tried all the same: four of six Health: one whole, one with 1.
    own = unit(type="war machine", ranged=6, weapons=["Bolt Thrower"], base=60)
    drawn = siege(Own=own, Target=unit(models=2, health=3, **TROLLS))
    play = hit(drawn, 10, Regeneration=(7, 7, 7, 7, 1, 1)).until(phase="combat")
    assert sorted(model.lost for model in play.unit("Target").models) == [0, 2]
    assert play.unit("Target").inside is None
    assert problems(play.battle) == []


@pytest.mark.rule("blue.special.regeneration_revive", "blue.building.structure")
def test_who_is_slain_in_a_house_gets_up_in_it() -> None:
    drawn = siege(Own=archers(1, "'Kragi Crossbow"), Target=unit(grit=3, **TROLLS))
    play = shot(drawn, {"to hit": 10, "Regeneration": 7})
    assert not play.unit("Target").models
    play.until(phase="combat")
    assert len(play.unit("Target").models) == 1
    assert play.unit("Target").inside == 0
    assert problems(play.battle) == []


def led(board: str, models: int) -> Table:
    """Target with a Hero of 3 Health in the first section."""
    drawn = siege(board, Target=unit(models=models), Chief=hero(destiny=0)).join("Chief", "Target")
    inside(drawn, "Chief").unit("Chief").inside = None
    return drawn


@pytest.mark.rule("blue.penetration.10_partial_collapse", "blue.joining.part_of_unit")
def test_a_hero_shares_the_fate_of_those_he_is_with_in_a_collapse() -> None:
    # The Mind Test is made: all go into the other section, the Hero too.
    play = hit(led(TWO, 5), 10, **{"bails out": 6})
    assert play.unit("Target").inside == 1
    assert play.unit("Chief").host == play.unit("Target").id
    # No other section: D5 of face 10 is 5 wounds; three models die, and he takes the other two.
    play = hit(led("medium_building 24,26 6x6", 3), 10, **{"Automatic Wounds": 10})
    assert not play.unit("Target").models
    assert [model.lost for model in play.unit("Chief").models] == [2]
    assert problems(play.battle) == []


@pytest.mark.rule("blue.penetration.08_collateral")
@pytest.mark.parametrize(("points", "ruined"), [(3, True), (4, False)])
def test_collateral_damage_takes_the_last_point_of_a_lone_section(points: int, ruined: bool) -> None:
    # Greater: -2, and one more since there is no other section.
    drawn = siege(Target=unit(models=5))
    drawn.battle.sections = (replace(drawn.battle.sections[0], points=points),)
    play = hit(drawn, 8, **{"Automatic Wounds": 2})
    assert play.battle.sections[0].points == points - 3
    assert play.battle.sections[0].ruined is ruined
