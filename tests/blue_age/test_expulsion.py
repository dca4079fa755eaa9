"""Expulsions: like dice in a casting roll (Table: Expulsion)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.blue_age.harness import Play, unit
from tests.blue_age.magic import cast, mage, table, was_cast
from warhost.rulesets.blue_age.chapters.magic.pools import Casting, spells
from warhost.rulesets.blue_age.chapters.magic.spells import lot_of
from warhost.rulesets.blue_age.chapters.wounds.attacks import Lot, prepared, to_hit
from warhost.rulesets.blue_age.core import Settings, values
from warhost.rulesets.blue_age.core.events import magic as events

BASE = 25 / 25.4
"""Two radii of bases of 25 mm."""

KNOWN = {"Mage": ("Ward", "Bark Skin")}


def expelled(face: int, *more: Any, text: str = "", spell: str = "Ward", **units: Any) -> Play:
    """Mage casts Ward with a pair of successes, and the Expulsion die shows that face."""
    pools = units.pop("pools", (9, 0))
    settings = units.pop("settings", None)
    drawn = table(
        text or "Mage at 24,10 | Foe at 24,30 face 180 fleeing", pools=pools, spells=KNOWN, settings=settings, **units
    )
    return cast(drawn.play(dice=[(8, 8), face, *more]), f"0:{spell}>0", 2)


def result(game: Play) -> tuple[int, str]:
    event = game.told(events.ExpulsionRolled)[-1]
    return event.total, event.name


@pytest.mark.rule("blue.casting.expulsion_trigger")
@pytest.mark.parametrize(("dice", "expels"), [([(4, 4, 9), 4], True), ([(4, 5, 9)], False), ([(12, 9, 1), 9, 4], True)])
def test_like_dice_bring_an_expulsion(dice: list[Any], expels: bool) -> None:
    game = cast(table().play(dice=dice), "0:Ward>0", 3)
    assert bool(game.told(events.ExpulsionRolled)) is expels


@pytest.mark.rule("blue.expulsion.roll_d12")
@pytest.mark.rule("blue.expulsion.triple_bonus")
@pytest.mark.rule("blue.expulsion.quadruple_bonus")
@pytest.mark.parametrize(
    ("faces", "face", "total", "name"),
    [
        ((5, 5), 5, 5, "Lightning Surge"),
        ((5, 5, 5), 5, 6, "Fizzle"),
        ((7, 7, 7, 7), 1, 3, "Lance"),
        ((3, 3, 3, 3, 3), 1, 4, "Bloom"),
        ((5, 5, 5), 12, 13, "The Crossing Taketh"),
    ],
)
def test_the_more_alike_the_worse(faces: tuple[int, ...], face: int, total: int, name: str) -> None:
    game = cast(table(pools=(9, 0)).play(dice=[faces, face]), "0:Ward>0", len(faces))
    assert result(game) == (total, name)


@pytest.mark.rule("blue.expulsion.01_overload")
def test_overload_makes_the_caster_strong_and_tough() -> None:
    game = expelled(1, 7, Mage=mage(strength=3, grit=3))
    caster = game.unit("Mage")
    assert (values.strength(game.battle, caster), values.grit(game.battle, caster)) == (7, 7)
    assert {effect.until for effect in caster.effects if "Overload" in effect.name} == {1}
    game = expelled(1, 10, Mage=mage(strength=8, grit=3))
    assert values.strength(game.battle, game.unit("Mage")) == 10


@pytest.mark.rule("blue.expulsion.01_overload")
def test_overload_has_a_die_for_each_where_players_agreed() -> None:
    game = expelled(1, 7, 1, Mage=mage(strength=3, grit=3), settings=Settings(overload_dice=2))
    caster = game.unit("Mage")
    assert (values.strength(game.battle, caster), values.grit(game.battle, caster)) == (7, 4)


@pytest.mark.rule("blue.expulsion.02_backlash")
def test_backlash_makes_the_caster_forget_the_spell() -> None:
    game = expelled(2)
    assert not was_cast(game)
    assert game.unit("Mage").spells == ("Bark Skin",)


@pytest.mark.rule("blue.expulsion.04_bloom")
def test_bloom_doubles_what_lasts() -> None:
    (ward,) = expelled(4).unit("Mage").effects
    assert (ward.name, ward.until) == ("Ward", 2)
    (ward,) = cast(table().play(dice=[(7, 8)]), "0:Ward>0", 2).unit("Mage").effects
    assert ward.until == 1


@pytest.mark.rule("blue.expulsion.05_lightning_surge")
def test_lightning_surge_helps_to_hit() -> None:
    game = expelled(5, Mage=mage(melee=6, ranged=7))
    for kind, need, hits in (("melee", 6, 4), ("ranged", 7, 5)):
        lot = Lot(kind, 0, 1, 1, need, strength=4, what="Blow", rule="blue.fight.hit_roll")  # type: ignore[arg-type]
        assert to_hit(game.battle, prepared(game.battle, lot)) == hits
    assert any(effect.until == 1 for effect in game.unit("Mage").effects if effect.name == "Lightning Surge")


@pytest.mark.parametrize(
    "face",
    [
        pytest.param(6, marks=pytest.mark.rule("blue.expulsion.06_fizzle")),
        pytest.param(7, marks=pytest.mark.rule("blue.expulsion.07_shudder")),
    ],
)
def test_fizzle_and_shudder_end_the_cast_and_the_spell_stays_known(face: int) -> None:
    game = expelled(face)
    assert not was_cast(game)
    assert game.unit("Mage").spells == ("Ward", "Bark Skin")
    assert game.battle.pools == (7, 0)


@pytest.mark.rule("blue.expulsion.10_laughter")
def test_laughter_gives_shred_until_the_next_command_phase() -> None:
    text = "Mage at 24,10 | Guard at 24,12 | Foe at 24,30 face 180 fleeing"
    drawn = table(text, pools=(9, 0), spells=KNOWN, Guard=unit(models=3)).join("Mage", "Guard")
    game = cast(drawn.play(dice=[(8, 8), 10]), "0:Ward>1", 2)
    for number in (0, 1):
        lot = Lot("melee", number, 2, 1, 6, strength=4, what="Blow", rule="blue.fight.hit_roll")
        assert prepared(game.battle, lot).shred
        (laughter,) = [one for one in game.battle.units[number].effects if one.name == "Laughter of the Gods"]
        assert (laughter.until, laughter.early) == (2, True)


@pytest.mark.rule("blue.expulsion.12_crossing_taketh")
def test_the_crossing_takes_all_around_the_caster() -> None:
    text = "Mage at 24,10 | Guard at 24,12 | Charmed at 22,10 | Far at 24,20 | Foe at 24,30 face 180 fleeing"
    units: dict[str, Any] = {"Guard": unit(models=2), "Charmed": unit(rules=["Magical Save (7+)"]), "Far": unit()}
    game = expelled(12, 7, text=text, **units)
    assert [unit.name for unit in game.battle.units if unit.models] == ["Charmed", "Far", "Foe"]
    game = expelled(12, 6, text=text, **units)
    assert [unit.name for unit in game.battle.units if unit.models] == ["Far", "Foe"]
    assert not was_cast(game)


@pytest.mark.rule("blue.expulsion.03_lance", "blue.expulsion.08_earth_shaker")
def test_lance_and_earth_shaker_change_the_attacks_of_a_spell() -> None:
    battle = table(Mage=mage(ranged=5)).battle
    caster, target = battle.units
    attempt = Casting(caster, spells()["Fire Burst"], target)
    plain = lot_of(battle, attempt, target, 1)
    assert (plain.strength.total, plain.ap.total, plain.need, plain.demolishes) == (5, 1, None, False)
    attempt.lanced = True
    lanced = lot_of(battle, attempt, target, 1)
    assert (lanced.strength.total, lanced.ap.total, lanced.need) == (10, 2, 5)
    attempt.lanced, attempt.shaking = False, True
    assert lot_of(battle, attempt, target, 1).demolishes


@pytest.mark.rule("blue.expulsion.09_gate_opens")
def test_the_gate_makes_caster_and_target_flee() -> None:
    text = "Mage at 24,10 | Guard at 24,14 | Foe at 24,30 face 180 fleeing"
    units: dict[str, Any] = {"Mage": mage(spirit=5), "Guard": unit(spirit=6)}
    drawn = table(text, pools=(9, 0), spells=KNOWN, **units)
    game = cast(drawn.play(dice=[(8, 8), 9, 4, (1, 1), 6]), "0:Ward>1", 2)
    assert (game.unit("Mage").fleeing, game.unit("Guard").fleeing) == (True, False)
    # 2" away from the nearest enemy.
    assert game.unit("Mage").models[0].y == pytest.approx(8.0, abs=0.01)
    drawn = table(text, pools=(9, 0), spells=KNOWN, **units)
    game = cast(drawn.play(dice=[(8, 8), 9, 5, 5, (1, 1)]), "0:Ward>1", 2)
    assert (game.unit("Mage").fleeing, game.unit("Guard").fleeing) == (False, True)


@pytest.mark.rule("blue.expulsion.11_quake")
def test_a_quake_drives_units_home_that_are_near_and_not_engaged() -> None:
    near, far = 24 + BASE + 12 / 2.54, 24 - BASE - 12.1 / 2.54
    text = (
        f"Mage at 24,20 | Near at {near:.6f},20 | Far at {far:.6f},20 | Held at 24,23 | Other at 24,24.2 face 180"
        " | Foe at 40,40 face 180 fleeing"
    )
    units: dict[str, Any] = {"Mage": mage(spirit=2), "Near": unit(), "Far": unit(), "Held": unit(), "Other": unit()}
    drawn = table(text, pools=(9, 0), spells=KNOWN, **units).lock("Held", "Other")
    game = cast(drawn.play(dice=[(8, 8), 11, 10, 5, (10, 10)]), "0:Ward>0", 2)
    near_by = game.unit("Near")
    assert near_by.models[0].y == pytest.approx(10.0, abs=0.01)
    assert not near_by.fleeing
    assert game.unit("Far").models[0].y == pytest.approx(20.0, abs=0.001)
    assert [roll.unit for roll in game.rolls[2:4]] == [game.unit("Mage").id, near_by.id]


def test_a_quake_reaches_as_many_inches_where_players_agreed() -> None:
    near = 24 + BASE + 11.9
    text = f"Mage at 24,20 | Near at {near:.6f},20 | Foe at 40,40 face 180 fleeing"
    settings = Settings(cm_as_inches=True)
    drawn = table(text, pools=(9, 0), spells=KNOWN, settings=settings, Mage=mage(spirit=2), Near=unit(spirit=2))
    game = cast(drawn.play(dice=[(8, 8), 11, 10, 10]), "0:Ward>0", 2)
    assert len(game.rolls) == 4
