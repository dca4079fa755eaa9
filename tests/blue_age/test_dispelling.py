"""Dispelling: who reaches, dice, modifiers, twelves (Dispelling; Tables: Dispel, Dispel Modifier)."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

from tests.blue_age.harness import Play, refusal, unit
from tests.blue_age.magic import cast, dispelled, mage, table, was_cast
from warhost.play import Chosen, Picked

BASE = 25 / 25.4
"""The two radii between the centres of two casters whose bases are that far apart."""


def facing(
    dice: Any, *, gap: float = 10.0, pools: tuple[int, int] = (4, 4), text: str = "", own: Any = None, foe: Any = None
) -> Play:
    """Mage casts Ward with two dice against Witch, who is so far away and asked for a dispel."""
    text = text or f"Mage at 4,4 | Witch at {4 + gap + BASE:.6f},4 face 180"
    units: dict[str, Any] = {"Mage": mage(**(own or {})), "Witch": mage(**(foe or {}))}
    drawn = table(f"90x90 | {text}", pools=pools, spells={"Mage": ("Ward", "Bark Skin"), "Witch": ("Ward",)}, **units)
    return cast(drawn.play(dice=dice), "0:Ward>0", 2)


@pytest.mark.rule("blue.casting.opponent_dispel")
def test_a_spell_that_works_may_be_dispelled_and_one_that_fails_not() -> None:
    game = facing([(7, 8)])
    assert (game.topic, game.question.seat) == ("dispel", 1)
    assert game.keys == ["1:1", "1:2", "1:3", "1:4", "pass"]
    assert not was_cast(game)
    assert was_cast(game.choose("pass"))
    assert facing([(1, 2)]).topic == "command"


@pytest.mark.rule("blue.dispel.select_caster_in_range")
def test_a_dispeller_has_to_be_near_enough() -> None:
    assert facing([(7, 8)], gap=24.0, foe={"magic": 1}).topic == "dispel"
    text = f"Mage at 4,4 | Witch at {4 + 25 + BASE:.6f},4 face 180 | Other at 20,4 face 180"
    units: dict[str, Any] = {"Witch": mage(magic=1), "Other": mage()}
    drawn = table(f"90x90 | {text}", pools=(2, 2), spells={"Mage": ("Ward",)}, **units)
    game = cast(drawn.play(dice=[(7, 8)]), "0:Ward>0", 2)
    assert game.keys == ["2:1", "2:2", "pass"]
    assert refusal(game, Chosen("1:1")).rule == "blue.dispel.select_caster_in_range"


@pytest.mark.parametrize(
    ("rating", "inches"),
    [
        pytest.param(rating, inches, marks=pytest.mark.rule(f"blue.dispel_range.mr_{rating}"))
        for rating, inches in [(1, 24.0), (2, 48.0), (3, 60.0), (4, 72.0), (5, 84.0)]
    ],
)
def test_the_dispel_range(rating: int, inches: float) -> None:
    for gap, reached in ((inches, True), (inches + 0.1, False)):
        assert (facing([(7, 8)], gap=gap, foe={"magic": rating}).topic == "dispel") is reached


@pytest.mark.rule("blue.dispel_range.mr_6")
def test_the_best_casters_dispel_anywhere() -> None:
    corner = f"Mage at 0.5,0.5 | Witch at {0.5 + 86.5:.6f},0.5 face 180"
    assert hypot(72, 48) < 86.6
    assert facing([(7, 8)], text=corner, foe={"magic": 6}).topic == "dispel"


@pytest.mark.rule("blue.dispel.select_dice")
def test_the_dice_of_a_dispel_are_spent() -> None:
    game = facing([(7, 8), (1, 1)]).choose("1:2")
    assert game.battle.pools == (2, 2)


@pytest.mark.rule("blue.dispel.compare")
@pytest.mark.parametrize(("faces", "gone"), [((7, 7), True), ((7, 6), False)])
def test_as_many_successes_dispel_a_spell(faces: tuple[int, int], gone: bool) -> None:
    game = facing([(7, 8), faces]).choose("1:2")
    assert dispelled(game).dispelled is gone
    assert was_cast(game) is not gone


@pytest.mark.rule("blue.dispel.twelves_explode")
def test_twelves_of_a_dispel_bring_another_die() -> None:
    game = facing([(7, 8), (12, 2), 8]).choose("1:2")
    assert (dispelled(game).successes, dispelled(game).dispelled) == (2, True)


def needed(game: Play) -> int:
    """What each die of a dispel needs, by the odds and by the dice."""
    odds = {one.label: one for one in game.weighed[0].odds}
    return int(odds["needed on each die"].value)


def dispels_from(need: int, **where: Any) -> bool:
    """Whether a die of that face is a success and one less is not, and the odds say the same."""
    by_dice = [dispelled(facing([(7, 8), face], **where).choose("1:1")).successes for face in (need, need - 1)]
    return by_dice == [1, 0] and needed(facing([(7, 8)], **where)) == need


@pytest.mark.rule("blue.dispel.success_dice", "blue.dispel_mod.target_higher_mr")
def test_a_better_caster_is_harder_to_dispel() -> None:
    assert dispels_from(9, own={"magic": 4}, foe={"magic": 2})


@pytest.mark.rule("blue.dispel_mod.target_lower_mr")
def test_a_lesser_caster_is_easier_to_dispel() -> None:
    by_dice = [
        dispelled(facing([(8, 9), face], own={"magic": 1}, foe={"magic": 3}).choose("1:1")).successes for face in (4, 3)
    ]
    assert by_dice == [1, 0]


def locked(dice: Any, who: str) -> Play:
    """Mage casts against Witch, one of the two locked with somebody else."""
    text = "Mage at 4,4 | Witch at 14,4 face 180 | Own at 30,30 | Other at 30,40 face 180"
    units: dict[str, Any] = {"Witch": mage(), "Own": unit(), "Other": unit()}
    drawn = table(f"90x90 | {text}", pools=(2, 4), spells={"Mage": ("Ward",), "Witch": ("Ward",)}, **units)
    drawn.lock("Mage", "Other") if who == "Mage" else drawn.lock("Witch", "Own")
    return cast(drawn.play(dice=dice), "0:Ward>0", 2)


@pytest.mark.parametrize(
    ("who", "need"),
    [
        ("Mage", 6),
        ("Witch", 8),
    ],
)
@pytest.mark.rule("blue.dispel_mod.target_engaged", "blue.dispel_mod.own_engaged")
def test_who_is_engaged_is_at_a_loss(who: str, need: int) -> None:
    by_dice = [dispelled(locked([(7, 8), face], who).choose("1:1")).successes for face in (need, need - 1)]
    assert by_dice == [1, 0]


def wounded(dice: Any, *names: str) -> Play:
    """The same with wounded casters."""
    known = {"Mage": ("Ward",), "Witch": ("Ward",)}
    drawn = table("Mage at 4,4 | Witch at 14,4 face 180", pools=(2, 4), Witch=mage(), spells=known)
    for name in names:
        (model,) = drawn.unit(name).models
        drawn.unit(name).models = (type(model)(model.x, model.y, 1),)
    return cast(drawn.play(dice=dice), "0:Ward>0", 2)


@pytest.mark.parametrize(
    ("names", "need"),
    [
        pytest.param(("Mage",), 6, marks=pytest.mark.rule("blue.dispel_mod.target_wounded")),
        pytest.param(("Witch",), 8, marks=pytest.mark.rule("blue.dispel_mod.own_wounded")),
        pytest.param(("Mage", "Witch"), 7, marks=pytest.mark.rule("blue.dispel_mod.own_wounded")),
    ],
)
def test_who_is_wounded_is_at_a_loss(names: tuple[str, ...], need: int) -> None:
    by_dice = [dispelled(wounded([(7, 8), face], *names).choose("1:1")).successes for face in (need, need - 1)]
    assert by_dice == [1, 0]


def test_a_twelve_always_dispels() -> None:
    game = facing([(5, 6), 12, 1], own={"magic": 6}, foe={"magic": 1}).choose("1:1")
    assert dispelled(game).successes == 1


@pytest.mark.rule("blue.special.arcane_mastery")
def test_arcane_mastery_rolls_a_dispel_again() -> None:
    game = facing([(7, 8), (2, 5), (7, 9)], foe={"rules": ["Arcane Mastery"]}).choose("1:2")
    assert dispelled(game).dispelled
    game = facing([(7, 8), (2, 8), 6], foe={"rules": ["Arcane Mastery"]}).choose("1:2")
    assert (dispelled(game).faces, dispelled(game).dispelled) == ("6, 8", False)
    assert dispelled(facing([(7, 8), (2, 5)]).choose("1:2")).successes == 0


@pytest.mark.rule("blue.destiny.reroll_magic")
def test_destiny_rolls_dice_of_a_dispel_again() -> None:
    game = facing([(7, 8), (2, 8), 7], foe={"destiny": 1}).choose("1:2").choose("spend")
    assert dispelled(game.answer(Picked(("0",)))).dispelled
