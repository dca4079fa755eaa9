"""Spells that damage or curse enemies (Magic)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kings_of_war.firing import archers, field, shown, wizard
from tests.kings_of_war.harness import Play, unit
from warhost.rulesets.kings_of_war.chapters.turn import expire
from warhost.rulesets.kings_of_war.core import Effect, effect_of, events, has, lay, values

DUEL = 'Wizard at 36,10 order="advance" | Target at 36,18 face 180'


def cast(spell: str, number: int, dice: Any, text: str = DUEL, caster: Any = None, **units: Any) -> Play:
    """The wizard casts the spell on the target, in a phase in which nobody else can do anything."""
    known = wizard((spell, number), **(caster or {}))
    return field(text, Wizard=known, **units).play(dice).choose(f"0:{spell}>1")


def odds(spell: str, number: int, text: str = DUEL, **units: Any) -> dict[str, float]:
    return shown(field(text, Wizard=wizard((spell, number)), **units).play(), f"0:{spell}>1")


def reach(spell: str, gap: float, **units: Any) -> bool:
    """Whether the spell reaches a target so far away."""
    text = f"Wizard at 36,2 | Other at 60,2 | Target at 36,{2 + (20 + 40) / 25.4 + gap} face 180"
    far = archers({"name": "Long Bow", "range": 48})
    return f"0:{spell}>2" in field(text, Wizard=wizard((spell, 2)), Other=far, **units).play().keys


@pytest.mark.parametrize(
    ("spell", "inches"),
    [
        pytest.param("Alchemist's Curse", 12, marks=pytest.mark.rule("kow.spell.alchemists_curse")),
        pytest.param("Blizzard", 30, marks=pytest.mark.rule("kow.spell.blizzard")),
        pytest.param("Bloodboil", 12, marks=pytest.mark.rule("kow.spell.bloodboil")),
        pytest.param("Drain Life", 6, marks=pytest.mark.rule("kow.spell.drain_life")),
        pytest.param("Enthral", 18, marks=pytest.mark.rule("kow.spell.enthral")),
        pytest.param("Fireball", 12, marks=pytest.mark.rule("kow.spell.fireball")),
        pytest.param("Hex", 30, marks=pytest.mark.rule("kow.spell.hex")),
        pytest.param("Icy Breath", 12, marks=pytest.mark.rule("kow.spell.icy_breath")),
        pytest.param("Lightning Bolt", 24, marks=pytest.mark.rule("kow.spell.lightning_bolt")),
        pytest.param("Mind Fog", 36, marks=pytest.mark.rule("kow.spell.mind_fog")),
        pytest.param("Scorched Earth", 18, marks=pytest.mark.rule("kow.spell.scorched_earth")),
        pytest.param("Weakness", 24, marks=pytest.mark.rule("kow.spell.weakness")),
        pytest.param("Wind Blast", 18, marks=pytest.mark.rule("kow.spell.wind_blast")),
        pytest.param("Wither and Perish", 12, marks=pytest.mark.rule("kow.spell.wither_and_perish")),
    ],
)
def test_how_far_spells_reach(spell: str, inches: float) -> None:
    assert reach(spell, inches)
    assert not reach(spell, inches + 0.1)


@pytest.mark.parametrize(
    ("spell", "legal"),
    [
        pytest.param("Alchemist's Curse", False, marks=pytest.mark.rule("kow.spell.alchemists_curse")),
        pytest.param("Blizzard", False, marks=pytest.mark.rule("kow.spell.blizzard")),
        pytest.param("Bloodboil", False, marks=pytest.mark.rule("kow.spell.bloodboil")),
        pytest.param("Drain Life", True, marks=pytest.mark.rule("kow.spell.drain_life")),
        pytest.param("Enthral", False, marks=pytest.mark.rule("kow.spell.enthral")),
        pytest.param("Fireball", False, marks=pytest.mark.rule("kow.spell.fireball")),
        pytest.param("Hex", False, marks=pytest.mark.rule("kow.spell.hex")),
        pytest.param("Icy Breath", False, marks=pytest.mark.rule("kow.spell.icy_breath")),
        pytest.param("Lightning Bolt", False, marks=pytest.mark.rule("kow.spell.lightning_bolt")),
        pytest.param("Mind Fog", False, marks=pytest.mark.rule("kow.spell.mind_fog")),
        pytest.param("Scorched Earth", False, marks=pytest.mark.rule("kow.spell.scorched_earth")),
        pytest.param("Weakness", True, marks=pytest.mark.rule("kow.spell.weakness")),
        pytest.param("Wind Blast", False, marks=pytest.mark.rule("kow.spell.wind_blast")),
        pytest.param("Wither and Perish", True, marks=pytest.mark.rule("kow.spell.wither_and_perish")),
    ],
)
def test_which_spells_are_cast_into_combat(spell: str, legal: bool) -> None:
    table = field(COMBAT + " | Far at 60,44 face 180", Wizard=wizard((spell, 2), ("Heal", 1)))
    keys = table.engage("Friend", "Target", "rear").play().keys
    assert (f"0:{spell}>1" in keys) is legal


@pytest.mark.parametrize(
    ("spell", "missile"),
    [
        pytest.param("Alchemist's Curse", True, marks=pytest.mark.rule("kow.spell.alchemists_curse")),
        pytest.param("Blizzard", True, marks=pytest.mark.rule("kow.spell.blizzard")),
        pytest.param("Bloodboil", True, marks=pytest.mark.rule("kow.spell.bloodboil")),
        pytest.param("Drain Life", False, marks=pytest.mark.rule("kow.spell.drain_life")),
        pytest.param("Fireball", True, marks=pytest.mark.rule("kow.spell.fireball")),
        pytest.param("Icy Breath", True, marks=pytest.mark.rule("kow.spell.icy_breath")),
        pytest.param("Lightning Bolt", True, marks=pytest.mark.rule("kow.spell.lightning_bolt")),
        pytest.param("Mind Fog", False, marks=pytest.mark.rule("kow.spell.mind_fog")),
        pytest.param("Wither and Perish", False, marks=pytest.mark.rule("kow.spell.wither_and_perish")),
    ],
)
def test_which_spells_are_magical_missiles(spell: str, missile: bool) -> None:
    near = DUEL.replace("36,18", "36,15")
    assert odds(spell, 2, near, Target=unit(rules=["Stealthy"]))["to hit"] == (5 if missile else 4)


# Missiles


@pytest.mark.rule("kow.spell.alchemists_curse")
@pytest.mark.rule("kow.magic.dice")
def test_the_alchemists_curse_has_more_dice_against_good_defence() -> None:
    told = odds("Alchemist's Curse", 2, Target=unit(defence=5))
    assert (told["dice"], told["to hit"], told["to damage"]) == (7, 4, 2)
    shield = odds("Alchemist's Curse", 2, Target=unit(defence=4, rules=["Big Shield"]))
    assert (shield["dice"], shield["to damage"]) == (8, 2)


@pytest.mark.rule("kow.spell.blizzard")
def test_a_blizzard_bursts_pierces_and_freezes() -> None:
    game = cast("Blizzard", 3, [(4, 5, 3), (4, 1), (3, 2, 2), (1, 1)], Target=unit(speed=6))
    assert game.unit("Target").damage == 1
    assert values.speed(game.battle, game.unit("Target")) == 5


@pytest.mark.rule("kow.spell.bloodboil")
def test_bloodboil_has_a_die_for_each_damage() -> None:
    told = odds("Bloodboil", 0, DUEL.replace("face 180", "face 180 damage=6"))
    assert (told["dice"], told["to hit"], told["to damage"]) == (6, 4, 3)
    assert odds("Bloodboil", 0)["dice"] == 0


@pytest.mark.rule("kow.spell.fireball")
@pytest.mark.rule("kow.magic.as_ranged")
@pytest.mark.rule("kow.magic.dice")
def test_a_fireball_bursts_and_shatters() -> None:
    dice = [(4, 4, 1), (6, 1), (4, 4, 1, 1), (5, 4)]
    game = cast("Fireball", 3, dice)
    assert game.unit("Target").damage == 2
    (test,) = game.told(events.NerveTested)
    assert test.total == 9 + 2 + 1


@pytest.mark.rule("kow.spell.icy_breath")
def test_icy_breath_freezes_who_is_damaged() -> None:
    game = cast("Icy Breath", 4, [(4, 4, 4, 4), (4, 4, 1, 1), (1, 1)], Target=unit(speed=6))
    assert effect_of(game.unit("Target"), "Frozen") is not None
    game = cast("Icy Breath", 4, [(4, 4, 4, 4), (1, 1, 1, 1)], Target=unit(speed=6))
    assert effect_of(game.unit("Target"), "Frozen") is None


@pytest.mark.rule("kow.spell.lightning_bolt")
def test_a_lightning_bolt_pierces() -> None:
    told = odds("Lightning Bolt", 5, Target=unit(defence=5))
    assert (told["dice"], told["to hit"], told["to damage"]) == (5, 4, 4)


# Damage in another way


COMBAT = 'Wizard at 34,12 order="advance" | Target at 36,18 face 180 | Friend at 36,30'


@pytest.mark.rule("kow.spell.drain_life")
def test_drain_life_tests_nerve_unless_cast_into_combat() -> None:
    free = cast("Drain Life", 3, [(4, 4, 4), (3, 3, 1), (1, 1)], DUEL.replace("36,18", "36,15"))
    assert free.unit("Target").damage == 2
    assert len(free.told(events.NerveTested)) == 1
    table = field(COMBAT, Wizard=wizard(("Drain Life", 3))).engage("Friend", "Target", "rear")
    fought = table.play([(4, 4, 4), (3, 3, 1)]).choose("0:Drain Life>1")
    assert fought.unit("Target").damage == 2
    assert fought.told(events.NerveTested) == []


@pytest.mark.rule("kow.spell.drain_life")
def test_drain_life_ignores_modifiers() -> None:
    near = DUEL.replace("36,18", "36,15")
    told = odds("Drain Life", 3, near, Target=unit(rules=["Stealthy"]))
    assert (told["to hit"], told["to damage"]) == (4, 3)


@pytest.mark.rule("kow.spell.drain_life_heal")
def test_drained_life_heals_the_caster_or_a_friend_near_it() -> None:
    text = "Wizard at 36,10 damage=3 | Target at 36,15 face 180 | Near at 42,10 damage=1 | Far at 48,6 damage=1"
    game = field(text, Wizard=wizard(("Drain Life", 2))).play([(4, 4), (3, 3), (1, 1)]).choose("0:Drain Life>1")
    assert game.topic == "drain life"
    assert game.keys == ["0", "2"]
    game.choose("0")
    assert game.unit("Wizard").damage == 1


@pytest.mark.rule("kow.spell.wither_and_perish")
def test_wither_and_perish_bursts_and_is_cast_into_combat() -> None:
    game = cast("Wither and Perish", 2, [(4, 4), (4, 6), (4, 1, 1, 1, 1), (1, 1)])
    assert game.unit("Target").damage == 1
    assert len(game.told(events.NerveTested)) == 1
    table = field(COMBAT, Wizard=wizard(("Wither and Perish", 1))).engage("Friend", "Target", "rear")
    fought = table.play([4, 4, (4, 4)]).choose("0:Wither and Perish>1")
    assert fought.unit("Target").damage == 2
    assert fought.told(events.NerveTested) == []


@pytest.mark.rule("kow.spell.wither_and_perish_weaken")
def test_wither_and_perish_weakens_once_even_with_weakness() -> None:
    text = "Wizard at 34,10 | Witch at 38,10 | Target at 36,18 face 180"
    both = {"Wizard": wizard(("Wither and Perish", 1)), "Witch": wizard(("Weakness", 1))}
    game = field(text, **both).play([4, 1, 1, 4])
    game.choose("0:Wither and Perish>2").choose("1:Weakness>2")
    assert [one.name for one in game.unit("Target").effects] == ["Weakened"]


@pytest.mark.rule("kow.spell.wither_and_perish_weaken")
def test_wither_and_perish_weakens_until_the_end_of_the_targets_next_turn() -> None:
    game = cast("Wither and Perish", 1, [4, 1, 1])
    for when, seat in (("end", 0), ("start", 1)):
        expire(game.battle, when, seat)
        assert effect_of(game.unit("Target"), "Weakened") is not None
    expire(game.battle, "end", 1)
    assert effect_of(game.unit("Target"), "Weakened") is None


# Curses


@pytest.mark.rule("kow.spell.weakness")
@pytest.mark.rule("kow.spell.wither_and_perish_weaken")
def test_a_weakened_unit_does_less_damage_in_combat_and_at_range() -> None:
    from tests.kings_of_war.harness import engaged
    from warhost.rulesets.kings_of_war.chapters.combat.strikes import lot_of

    table = engaged(Own=unit(rules=["Crushing Strength (1)"]), Foe=unit())
    own, foe = table.unit("Own"), table.unit("Foe")
    assert lot_of(table.battle, own, foe, 1, []).to_damage.total == 1
    lay(table.battle, own, Effect("Weakened", "end", 0))
    assert lot_of(table.battle, own, foe, 1, []).to_damage.total == 0
    shooting = field("Archers at 36,10 | Target at 36,18 face 180", Archers=archers())
    lay(shooting.battle, shooting.unit("Archers"), Effect("Weakened", "end", 0))
    assert shown(shooting.play(), "0>1")["to damage"] == 5
    casting = field(DUEL, Wizard=wizard(("Lightning Bolt", 2)))
    lay(casting.battle, casting.unit("Wizard"), Effect("Weakened", "end", 0))
    assert shown(casting.play(), "0:Lightning Bolt>1")["to damage"] == 4


@pytest.mark.rule("kow.spell.weakness")
def test_weakness_needs_one_hit() -> None:
    assert effect_of(cast("Weakness", 2, [(4, 1)]).unit("Target"), "Weakened") == Effect("Weakened", "end", 1, source=0)
    assert effect_of(cast("Weakness", 2, [(3, 3)]).unit("Target"), "Weakened") is None


@pytest.mark.rule("kow.spell.hex")
def test_a_hex_needs_one_hit_and_lasts_for_one_turn_of_its_target() -> None:
    game = cast("Hex", 2, {"to hit": (3, 4), "First turn": [1, 6]})
    assert effect_of(game.unit("Target"), "Hexed") == Effect("Hexed", "end", 1, source=0)
    game.until("first turn")
    assert effect_of(game.unit("Target"), "Hexed") is None
    assert effect_of(cast("Hex", 2, [(2, 3)]).unit("Target"), "Hexed") is None


@pytest.mark.rule("kow.spell.hex_damage")
def test_a_hexed_caster_suffers_for_each_hit_and_does_not_test() -> None:
    table = field(DUEL, Wizard=wizard(("Fireball", 3)))
    lay(table.battle, table.unit("Wizard"), Effect("Hexed", "end", 0))
    game = table.play([(4, 4, 1), (6, 6), (1,) * 6]).choose("0:Fireball>1")
    assert game.unit("Wizard").damage == 4
    assert game.told(events.NerveTested) == []


@pytest.mark.rule("kow.spell.hex_damage")
def test_a_hexed_healer_suffers_as_well() -> None:
    table = field("Wizard at 36,10 | Friend at 36,18 damage=5 | Foe at 5,40 face 180", Wizard=wizard(("Heal", 3)))
    lay(table.battle, table.unit("Wizard"), Effect("Hexed", "end", 0))
    assert table.play([(4, 4, 4)]).choose("0:Heal>1").unit("Wizard").damage == 6


@pytest.mark.rule("kow.spell.mind_fog")
@pytest.mark.rule("kow.special.shattering")
def test_mind_fog_makes_its_target_test_with_a_die_more() -> None:
    hurt = DUEL.replace("face 180", "face 180 damage=3")
    game = cast("Mind Fog", 2, [(4, 1), 4, (3, 4)], hurt)
    (test,) = game.told(events.NerveTested)
    assert (test.total, test.result) == (12, "wavering")
    assert cast("Mind Fog", 2, [(1, 1)], hurt).told(events.NerveTested) == []


@pytest.mark.rule("kow.spell.mind_fog")
def test_mind_fog_and_damage_make_one_test() -> None:
    text = "Wizard at 34,10 | Archers at 40,10 | Target at 36,18 face 180"
    game = field(text, Wizard=wizard(("Mind Fog", 1)), Archers=archers(attacks=1)).play([6, 6, 4, 6, (1, 2)])
    game.choose("1>2").choose("0:Mind Fog>2")
    (test,) = game.told(events.NerveTested)
    assert test.total == 3 + 1 + 3


def test_mind_fog_tells_the_odds_of_its_test() -> None:
    told = odds("Mind Fog", 1, DUEL.replace("face 180", "face 180 damage=10"))
    assert told["success"] == pytest.approx(1 / 2)
    assert told["the enemy wavers"] == pytest.approx(1 / 2 * 35 / 36)


@pytest.mark.rule("kow.spell.scorched_earth")
def test_scorched_earth_hinders_charges_of_striders() -> None:
    text = "Wizard at 36,10 | Target at 36,18 face 180"
    runners = unit(rules=["Strider", "Pathfinder"])
    dice: Any = {"to hit": 4, "First turn": [1, 6], "damage": 1}
    game = field(text, Wizard=wizard(("Scorched Earth", 1)), Target=runners).play(dice).choose("0:Scorched Earth>1")
    assert game.battle.active == 1
    game.order("Target", "charge>0")
    assert game.unit("Target").hindered


@pytest.mark.rule("kow.spell.scorched_earth")
def test_on_scorched_earth_nobody_strides_nor_finds_paths() -> None:
    table = field(DUEL, Wizard=wizard(("Heal", 1)), Target=unit(rules=["Strider", "Pathfinder", "Fly"]))
    target = table.unit("Target")
    traits = ("strides", "pathfinds", "flies")
    assert [has(table.battle, target, trait) for trait in traits] == [True, True, True]
    lay(table.battle, target, Effect("Scorched Earth", "end", 1))
    assert [has(table.battle, target, trait) for trait in traits] == [False, False, True]


@pytest.mark.rule("kow.spell.scorched_earth")
def test_scorched_earth_does_nothing_without_a_hit() -> None:
    game = cast("Scorched Earth", 2, [(3, 3)])
    assert game.unit("Target").effects == ()
