"""Shooting: who shoots at whom, with how many dice, what they need, and who falls (Shooting Phase)."""

from __future__ import annotations

import pytest

from tests.blue_age.harness import draw, hero, unit
from tests.blue_age.shooters import archers, copied, field, need, played, shot, shown, still
from warhost.rulesets.blue_age.core import Settings
from warhost.rulesets.blue_age.core.events import shooting as events
from warhost.rulesets.blue_age.core.events.battle import UnitGone

FACED = "Own at 24,10 | Target at 24,26 face 180"


def dice_of(text: str = FACED, key: str = "0>1", **units: object) -> int:
    """How many dice are thrown to hit."""
    play = field(text, **units).play({"": 1}).choose(key)  # type: ignore[arg-type]
    return sum(
        int(roll.dice.split("D")[0] or 1) for roll in play.rolls if "to hit" in roll.why and "again" not in roll.why
    )


# Who shoots, and at whom


@pytest.mark.rule("blue.shoot.player_order", "blue.shoot.second_player")
def test_the_second_player_shoots_with_what_is_left() -> None:
    table = field(FACED, Target=archers())
    play = played(table, {"to hit": 10, "to wound": [(10, 10, 10, 10, 1, 1, 1, 1, 1, 1), 1], "Panic": 10})
    assert play.question.seat == 0
    play.choose("0>1").choose("pass")
    assert play.question.seat == 1
    assert len(play.unit("Target").models) == 6
    play.choose("1>0")
    assert [roll.dice for roll in play.rolls if "to hit" in roll.why] == ["10D10", "6D10"]


@pytest.mark.rule("blue.shoot.second_player")
def test_who_was_slain_does_not_shoot_back() -> None:
    play = shot(field(FACED, Target=archers(models=1)), {"": 10})
    assert play.told(UnitGone)
    assert play.choose("pass").keys == ["3>2", "pass"]


@pytest.mark.rule("blue.shoot.needs_ranged_weapon")
def test_a_unit_without_a_ranged_weapon_has_nothing_to_shoot() -> None:
    table = field(FACED + " | Blades at 30,10")
    assert table.play().keys == ["0>1", "3>4", "pass"]


@pytest.mark.rule("blue.shoot.nominate_and_check", "blue.terrain.impassable_los")
def test_nobody_shoots_through_a_cliff() -> None:
    play = field("48x48 impassable 24,18 12x2 | " + FACED + " | Other at 40,10 face 180").play()
    assert not play.offers("0>1")
    assert play.denial("0>1") == "blue.shoot.nominate_and_check"
    assert play.offers("0>2")


@pytest.mark.rule("blue.shoot.not_into_combat")
def test_nobody_shoots_into_a_fight() -> None:
    table = field("Own at 24,10 | Target at 24,20 face 180 | Friend at 24,17.5 | Other at 40,20 face 180")
    table.lock("Target", "Friend")
    play = table.play()
    assert play.denial("0>1") == "blue.shoot.not_into_combat"
    assert play.offers("0>3")


def test_who_is_locked_fleeing_or_stupid_does_not_shoot() -> None:
    for state in ("fleeing", "stupid"):
        table = field("Own at 24,10 | Target at 24,26 face 180 | Other at 10,10", Other=archers())
        setattr(table.unit("Own"), state, True)
        assert [key for key in table.play().keys if key.startswith("0")] == []


@pytest.mark.rule("blue.shoot.range_check", "blue.ranged_weapon.bow")
def test_only_models_within_range_shoot() -> None:
    # Two ranks: the rear one is 0.98" farther away than 24".
    table = field("Own at 24,5 | Target at 24,40 face 180", Own=archers(models=2), Target=unit(models=1))
    base = 25 / 25.4
    table.places("Target", [(24, 30)]).places("Own", [(24, 30 - base - 24.0), (26, 30 - base - 24.1)])
    play = table.play({"": 1}).choose("0>1")
    assert [roll.dice for roll in play.rolls] == ["1D10"]


@pytest.mark.rule("blue.shoot.dice_per_model", "blue.ranged_weapon.sling")
def test_one_die_for_each_shot() -> None:
    assert dice_of() == 10
    text = "Own at 24,10 | Target at 24,20 face 180"
    assert dice_of(text, Own=archers(models=5, weapon="Sling")) == 10
    assert dice_of("Own at 24,10 | Target at 24,15 face 180", Own=archers(models=5, weapon="Sling")) == 20


@pytest.mark.rule("blue.shoot.one_weapon_per_phase", "blue.shoot.multi_weapon_types")
@pytest.mark.parametrize(
    ("kind", "both"), [("infantry", False), ("cavalry", False), ("monster", True), ("chariot", True)]
)
def test_most_models_use_one_weapon_in_a_phase(kind: str, both: bool) -> None:
    own = unit(type=kind, ranged=6, weapons=["Bow", "Throwing Weapon"])
    play = field("Own at 24,10 | Target at 24,17 face 180", Own=own).play({"": 1}).choose("0:Bow>1")
    assert play.offers("0:Throwing Weapon>1") == both
    assert not play.offers("0:Bow>1")


@pytest.mark.rule("blue.shoot.one_weapon_per_phase")
def test_the_second_weapon_is_denied_with_the_reason() -> None:
    text = "Own at 24,10 | Target at 24,17 face 180 | Other at 30,10"
    play = field(text, Own=archers(weapons=["Bow", "Throwing Weapon"]), Other=archers()).play({"": 1})
    play.choose("0:Bow>1")
    assert play.denial("0:Throwing Weapon") == "blue.shoot.one_weapon_per_phase"


# Dice


@pytest.mark.rule("blue.shoot.apply_modifiers", "blue.shoot.hit_roll")
def test_modifiers_change_what_the_dice_need() -> None:
    table = still(field("48x48 heavy_woods 24,26 8x3 | Own at 24,10 | Target at 24,26 face 180", Target=unit(models=1)))
    assert need(table) == 7
    table = field(FACED, Own=archers(models=4))
    play = shot(table, [(6, 5, 10, 1), (1, 1)])
    (told,) = play.told(events.UnitShot)
    assert told.hits == 2
    assert told.needed == 6


@pytest.mark.rule("blue.shoot.wound_roll")
def test_strength_against_grit_wounds() -> None:
    play = shot(field(FACED, Own=archers(models=4)), [(6, 6, 6, 6), (6, 5, 7, 1)])
    assert len(play.unit("Target").models) == 8


@pytest.mark.rule("blue.shoot.wrathful_blow", "blue.shoot.armour_save", "blue.armour.row_2_medium")
def test_a_ten_to_wound_pierces_one_point_more() -> None:
    # AP -1: 8+ saves, after the Wrathful Blow 9+.
    own, target = archers(models=2, weapon="Handbow"), unit(models=10, armour=["Medium Armour"])
    table = field("Own at 24,10 | Target at 24,18 face 180", Own=own, Target=target)
    play = shot(table, {"to hit": 10, "to wound": (10, 9), "Armour Save": 8})
    saves = [(roll.dice, roll.need) for roll in play.rolls if "Armour" in roll.why]
    assert sorted(saves) == [("1D10", 8), ("1D10", 9)]
    assert len(play.unit("Target").models) == 9


@pytest.mark.rule("blue.shoot.armour_save")
def test_armour_piercing_lowers_the_save() -> None:
    own, target = archers(models=2, weapon="Crossbow"), unit(models=10, armour=["Medium Armour"])
    table = field(FACED, Own=own, Target=target)
    play = shot(table, {"to hit": 9, "to wound": 9, "Armour Save": (9, 8)})
    assert len(play.unit("Target").models) == 9


@pytest.mark.rule("blue.shoot.magic_save_after_armour")
def test_a_magical_save_comes_after_armour_and_is_never_pierced() -> None:
    target = unit(models=10, armour=["Light Armour"], rules=["Magical Save (8+)"])
    table = field(FACED, Own=archers(models=2, weapon="'Kragi Crossbow"), Target=target)
    play = shot(table, {"to hit": 9, "to wound": 9, "Magical Save": (8, 7)})
    assert len(play.unit("Target").models) == 9
    assert not [roll for roll in play.rolls if "Armour" in roll.why]


@pytest.mark.rule("blue.shoot.remove_casualties")
def test_wounds_take_models_off() -> None:
    play = shot(field(FACED, Own=archers(models=3)), {"to hit": 10, "to wound": 9, "Panic": 10})
    assert len(play.unit("Target").models) == 7


@pytest.mark.rule("blue.shoot.remove_casualties")
def test_wounds_fill_one_model_before_the_next_and_the_nearest_fall_first() -> None:
    target = unit(models=4, health=2, champion=True, bannerman=True)
    table = field("Own at 24,10 | Target at 24,26 face 180", Own=archers(models=3), Target=target)
    table.places("Target", [(24, 25), (25, 25), (26, 25), (24, 27)])
    play = shot(table, {"to hit": 10, "to wound": 9, "Panic": 10})
    left = play.unit("Target").models
    assert [(model.role, model.lost) for model in left] == [("champion", 0), ("bannerman", 0), ("", 1)]
    assert left[-1].y == 27


# Panic


def panicking(lost: int, settings: Settings | None = None, **target: object) -> list[str]:
    """The words of the rolls after twenty models lost so many."""
    units = {"Own": archers(models=10), "Target": unit(**{"models": 20, **target})}
    wounds = (9,) * lost + (1,) * (10 - lost)
    play = shot(field(FACED, settings, **units), {"to hit": 10, "to wound": wounds, "Panic": 10})
    return [roll.why for roll in play.rolls if "Panic" in roll.why]


@pytest.mark.rule("blue.shoot.panic_threshold")
def test_more_than_a_quarter_shakes_a_unit() -> None:
    assert panicking(5) == []
    assert panicking(6) == ["Panic Test"]


@pytest.mark.rule("blue.shoot.panic_threshold")
def test_a_single_model_counts_health() -> None:
    assert panicking(2, models=1, health=8) == []
    assert panicking(3, models=1, health=8) == ["Panic Test"]


@pytest.mark.rule("blue.shoot.panic_threshold")
@pytest.mark.parametrize(("agreed", "tests"), [("each attack", 0), ("whole phase", 1)])
def test_losses_of_each_attack_or_of_the_whole_phase(agreed: str, tests: int) -> None:
    text = FACED + " | Others at 16,10"
    table = field(text, Settings(panic=agreed), Others=archers(), Target=unit(models=20))  # type: ignore[arg-type]
    play = played(table, {"to hit": 10, "to wound": (9, 9, 9, 9, 1, 1, 1, 1, 1, 1), "Panic": 10})
    play.choose("0>1").choose("2>1")
    assert sum(roll.why == "Panic Test" for roll in play.rolls) == tests


@pytest.mark.rule("blue.shoot.panic_threshold")
def test_one_panic_test_in_a_phase() -> None:
    table = field(FACED + " | Others at 16,10", Others=archers())
    play = played(table, {"to hit": 10, "to wound": (9, 9, 9, 1, 1, 1, 1, 1, 1, 1), "Panic": 10})
    play.choose("0>1").choose("2>1")
    assert sum(roll.why == "Panic Test" for roll in play.rolls) == 1


@pytest.mark.rule("blue.shoot.panic_fail")
def test_who_panics_falls_back_and_does_not_flee() -> None:
    table = field(FACED)
    before = table.unit("Target").models[-1]
    play = shot(table, {"to hit": 10, "to wound": (9, 9, 9, 1, 1, 1, 1, 1, 1, 1), "Panic Test": 4, "falls back": 3})
    after = play.unit("Target")
    assert after.models[-1].y == pytest.approx(before.y + 2.0, abs=0.01)
    assert not after.fleeing
    assert play.told(events.Panicked)


def test_a_joined_hero_is_no_target_and_takes_what_is_left_over() -> None:
    table = field(
        FACED + " | Hero at 24,27.5 face 180", Own=archers(models=5), Target=unit(models=2), Hero=hero(destiny=0)
    )
    table.join("Hero", "Target")
    play = played(table, {"to hit": 10, "to wound": 9, "Panic": 10})
    assert play.keys == ["0>1", "3>4", "pass"]
    play.choose("0>1")
    assert not play.unit("Target").models
    assert not play.unit("Hero").models or play.unit("Hero").models[0].lost == 2


def test_the_figures_of_a_shot() -> None:
    told = shown(field(FACED).play(), "0>1")
    assert told["expected wounds"] == pytest.approx(10 * 0.5 * 0.5)
    assert told["to hit"] == 6
    assert told["to wound"] == 6
    assert told["dice"] == 10


def test_nothing_to_shoot_is_told() -> None:
    far = archers(weapon="'Kragi Crossbow")
    play = draw('phase="shooting" | Own at 24,5 | Far at 24,43 face 180', Own=archers(), Far=far).play()
    assert "Shooting Phase of" in play.log[0]


# Spells


@pytest.mark.rule("blue.shoot.spells")
def test_spells_of_the_phase_are_cast_before_or_after_shots() -> None:
    text = "Own at 20,10 | Target at 24,22 face 180 | Mage at 24,10 | Witch at 24,24 face 180"
    mage = hero(magic=2, destiny=0)
    table = field(text, Mage=mage, Witch=mage, Target=unit(models=12))
    table.battle.pools = (4, 4)
    table.unit("Mage").spells = ("Arc Bolt", "Ward")
    first = copied(table).play()
    assert first.offers("2:Arc Bolt>1")
    assert not [key for key in first.keys if "Ward" in key]
    play = played(table, {"Arc Bolt": (11, 9), "": 1}).choose("0>1")
    assert play.offers("2:Arc Bolt>1")
    play.choose("2:Arc Bolt>1").choose("2")
    assert play.topic == "dispel"
    assert play.question.seat == 1


@pytest.mark.rule("blue.shoot.panic_threshold", "blue.shoot.spells")
def test_spells_of_the_phase_cause_panic() -> None:
    text = "Own at 20,10 | Target at 24,22 face 180 | Mage at 24,10"
    table = field(text, Mage=hero(magic=2, destiny=0), Target=unit(models=5))
    table.battle.pools = (2, 0)
    table.unit("Mage").spells = ("Arc Bolt",)
    dice = {"Hits of": 10, "to wound": (10, 10, 1, 1, 1), "Panic": 10, "Expulsion": 5, "": (11, 9)}
    play = played(table, dice).choose("2:Arc Bolt>1").choose("2")
    assert any(roll.why == "Panic Test" for roll in play.rolls)
