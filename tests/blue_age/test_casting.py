"""Casting spells: who, what, dice, successes, twelves (Magic; Casting Spells; Table: Casting)."""

from __future__ import annotations

import pytest

from tests.blue_age.harness import carried_out, draw, refusal, unit
from tests.blue_age.magic import cast, mage, rolled, table, was_cast
from warhost.play import Chosen, Picked
from warhost.rulesets.blue_age.chapters.magic import pools as magic
from warhost.rulesets.blue_age.chapters.magic.casting import cast_options
from warhost.rulesets.blue_age.core import Settings

TWO = "Mage at 24,10 | Witch at 28,10 | Foe at 24,20 face 180 fleeing"


@pytest.mark.rule("blue.magic.spell_generation")
def test_a_caster_gets_as_many_spells_as_its_rating_and_the_core_spell() -> None:
    battle = draw(TWO, Mage=mage(magic=3, lore=["Blue Circle"]), Witch=mage(magic=0), Foe=unit()).battle
    done = carried_out(magic.generate(battle), [2, 1, 3])
    # Hasten of six, then Ward of the five that are left, then Dread of four.
    assert battle.units[0].spells == ("Arc Bolt", "Hasten", "Ward", "Dread")
    assert [roll.dice for roll in done.rolls] == ["D6", "D5", "D4"]
    assert battle.units[1].spells == ()


@pytest.mark.rule("blue.magic.every_phase")
def test_spells_are_for_their_phase() -> None:
    known = {"Mage": ("Ward", "Dread")}
    battle = table(spells=known).battle
    keys = {phase: [one.key for one in cast_options(battle, 0, phase)] for phase in ("command", "shooting", "combat")}
    assert keys == {"command": ["0:Ward>0"], "shooting": [], "combat": ["0:Dread>1"]}


@pytest.mark.rule("blue.magic.once_per_turn")
def test_a_caster_tries_each_spell_once_a_turn() -> None:
    game = cast(table(spells={"Mage": ("Ward", "Bark Skin")}).play(dice=[(1, 2)]), "0:Ward>0", 2)
    assert not was_cast(game)
    assert refusal(game, Chosen("0:Ward>0")).rule == "blue.magic.once_per_turn"
    assert "0:Bark Skin>0" in game.keys


def test_a_caster_tries_one_spell_a_turn_where_players_agreed() -> None:
    text = "Mage at 24,10 | Runners at 30,10 fleeing | Foe at 24,20 face 180 fleeing"
    known, settings = {"Mage": ("Ward", "Bark Skin")}, Settings(casts="one a turn")
    game = cast(table(text, spells=known, settings=settings, Runners=unit()).play(dice=[(1, 2)]), "0:Ward>0", 2)
    assert game.keys == ["rally:1", "pass"]
    assert game.denial("0:Bark Skin") == "blue.magic.once_per_turn"


@pytest.mark.rule("blue.magic.same_spell_two_casters")
def test_two_casters_may_try_the_same_spell() -> None:
    game = table(TWO, Witch=mage(), spells={"Mage": ("Ward",), "Witch": ("Ward",)}).play(dice=[(7, 8)])
    cast(game, "0:Ward>0", 2)
    assert game.keys == ["1:Ward>0", "1:Ward>1", "pass"]


@pytest.mark.rule("blue.casting.select_caster_and_spell")
def test_the_slain_and_the_fleeing_cast_nothing() -> None:
    known = {"Mage": ("Ward",), "Witch": ("Ward",)}
    drawn = table(TWO, Witch=mage(), spells=known)
    drawn.battle.units[1].models = ()
    assert drawn.play().keys == ["0:Ward>0", "pass"]
    drawn = table(TWO, Witch=mage(), spells=known)
    drawn.battle.units[1].fleeing = True
    game = drawn.play()
    assert game.keys == ["rally:1", "0:Ward>0", "0:Ward>1", "pass"]
    assert refusal(game, Chosen("1:Ward>0")).rule == "blue.casting.select_caster_and_spell"


@pytest.mark.rule("blue.casting.select_caster_and_spell")
def test_targets_are_in_range_of_the_casters_own_base() -> None:
    # Bases of 25 mm: their centres are 12" and two radii apart.
    near, far = 24 + 12 + 25 / 25.4, 24 + 12.05 + 25 / 25.4
    for x, keys in ((near, ["0:Ward>0", "0:Ward>1", "pass"]), (far, ["0:Ward>0", "pass"])):
        text = f"Mage at 24,10 | Friend at {x:.6f},10 | Foe at 24,20 face 180 fleeing"
        assert table(text, Friend=unit()).play().keys == keys


@pytest.mark.rule("blue.casting.select_dice")
def test_dice_are_taken_from_the_pool() -> None:
    game = table(pools=(5, 0), spells={"Mage": ("Ward", "Bark Skin")}).play(dice=[(1, 2, 3)]).choose("0:Ward>0")
    assert game.keys == ["1", "2", "3", "4", "5"]
    assert refusal(game, Chosen("6")).rule == "blue.casting.select_dice"
    assert game.choose("3").battle.pools == (2, 0)


@pytest.mark.rule("blue.casting.success_dice")
def test_each_die_that_reaches_the_number_is_a_success() -> None:
    assert rolled(cast(table().play(dice=[(7, 6, 11)]), "0:Ward>0", 3)).successes == 2


@pytest.mark.rule("blue.casting.twelves_explode")
def test_twelves_bring_another_die() -> None:
    game = cast(table(Mage=mage(magic=1)).play(dice=[(12, 3), 9]), "0:Ward>0", 2)
    assert rolled(game).successes == 2
    game = cast(table(Mage=mage(magic=1), pools=(9, 0)).play(dice=[(12, 3), 12, 9, 4]), "0:Ward>0", 2)
    assert rolled(game).faces == "12, 3, 12, 9"


@pytest.mark.rule("blue.casting.casting_number")
@pytest.mark.parametrize(("faces", "works"), [((7, 8), True), ((7, 6), False)])
def test_a_spell_needs_as_many_successes_as_its_casting_number(faces: tuple[int, int], works: bool) -> None:
    game = cast(table(spells={"Mage": ("Bark Skin",)}).play(dice=[faces]), "0:Bark Skin>0", 2)
    assert was_cast(game) is works


@pytest.mark.rule("blue.casting.resolve_and_next")
def test_a_caster_goes_on_with_his_next_spell() -> None:
    game = table(pools=(6, 0), spells={"Mage": ("Ward", "Bark Skin")}).play(dice=[(7, 8), (9, 10)])
    cast(game, "0:Ward>0", 2)
    cast(game, "0:Bark Skin>0", 2)
    assert [effect.name for effect in game.unit("Mage").effects] == ["Ward", "Bark Skin"]


@pytest.mark.rule("blue.casting.resolve_and_next")
def test_a_dispelled_spell_has_no_effect_and_the_next_one_may_be_cast() -> None:
    known = {"Mage": ("Ward", "Bark Skin"), "Witch": ("Ward",)}
    text = "90x90 | Mage at 4,4 | Witch at 14,4 face 180"
    game = table(text, pools=(4, 4), spells=known, Witch=mage()).play(dice=[(7, 8), (9, 9), (9, 10)])
    cast(game, "0:Ward>0", 2).choose("1:2")
    assert game.unit("Mage").effects == ()
    cast(game, "0:Bark Skin>0", 2).choose("pass")
    assert [effect.name for effect in game.unit("Mage").effects] == ["Bark Skin"]


@pytest.mark.parametrize(
    ("magic_rating", "face"),
    [
        pytest.param(rating, face, marks=pytest.mark.rule(f"blue.casting_table.mr_{rating}"))
        for rating, face in [(1, 8), (2, 7), (3, 6), (4, 5), (5, 5), (6, 5)]
    ],
)
def test_the_casting_table(magic_rating: int, face: int) -> None:
    for shown, successes in ((face, 1), (face - 1, 0)):
        game = cast(table(Mage=mage(magic=magic_rating)).play(dice=[shown]), "0:Ward>0", 1)
        assert rolled(game).successes == successes


@pytest.mark.rule("blue.destiny.reroll_magic")
def test_destiny_rolls_up_to_three_dice_of_a_cast_again() -> None:
    game = table(Mage=mage(destiny=1)).play(dice=[(2, 3, 9), (8, 10)])
    cast(game, "0:Ward>0", 3).choose("spend")
    assert game.topic == "destiny dice"
    game.answer(Picked(("0", "1")))
    assert rolled(game).faces == "8, 10, 9"
    assert game.unit("Mage").destiny == 0


@pytest.mark.rule("blue.destiny.reroll_magic")
def test_destiny_rolls_no_more_than_three_dice_again() -> None:
    game = table(Mage=mage(destiny=1), pools=(9, 0)).play(dice=[(1, 2, 3, 4)])
    cast(game, "0:Ward>0", 4).choose("spend")
    assert "at most 3" in str(refusal(game, Picked(("0", "1", "2", "3"))))


@pytest.mark.rule("blue.destiny.who")
def test_a_point_of_destiny_is_spent_once() -> None:
    known = {"Mage": ("Ward", "Bark Skin", "Shroud")}
    drawn = table(Mage=mage(destiny=2), pools=(9, 0), spells=known)
    game = drawn.play(dice=[(1, 2), 3, (1, 2), 3, (1, 2)])
    for name, left in (("Ward", 1), ("Bark Skin", 0)):
        cast(game, f"0:{name}>0", 2).choose("spend").answer(Picked(("0",)))
        assert game.unit("Mage").destiny == left
    assert cast(game, "0:Shroud>0", 2).topic == "command"
