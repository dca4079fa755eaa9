"""Spells for friends (Magic)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kings_of_war.firing import archers, field, shown, why_not, wizard
from tests.kings_of_war.harness import Play, engaged, unit
from warhost.rulesets.kings_of_war.chapters import attacks, nerve
from warhost.rulesets.kings_of_war.chapters.combat.strikes import lot_of, lots_apart
from warhost.rulesets.kings_of_war.chapters.turn import expire
from warhost.rulesets.kings_of_war.core import Effect, effect_of, events, lay, values

PAIR = "Wizard at 36,10 | Friend at 36,16 | Foe at 5,44 face 180"


def cast(spell: str, number: int, dice: Any, text: str = PAIR, **units: Any) -> Play:
    return field(text, **{"Wizard": wizard((spell, number))} | units).play(dice).choose(f"0:{spell}>1")


def reach(spell: str, gap: float, **units: Any) -> bool:
    """Whether the spell reaches a friend so far away."""
    text = f"Wizard at 36,2 | Friend at 36,{2 + 40 / 25.4 + gap} | Other at 60,2 | Target at 62,40 face 180"
    far = archers({"name": "Long Bow", "range": 48})
    friend = unit(hero=True, rules=["Shambling"])
    game = field(text, Wizard=wizard((spell, 2)), Other=far, Friend=friend, **units).play()
    return f"0:{spell}>1" in game.keys


@pytest.mark.parametrize(
    ("spell", "inches"),
    [
        pytest.param("Bane Chant", 12, marks=pytest.mark.rule("kow.spell.bane_chant")),
        pytest.param("Barkskin", 12, marks=pytest.mark.rule("kow.spell.barkskin")),
        pytest.param("Bastion", 12, marks=pytest.mark.rule("kow.spell.bastion")),
        pytest.param("Celestial Restoration", 36, marks=pytest.mark.rule("kow.spell.celestial_restoration")),
        pytest.param("Heal", 12, marks=pytest.mark.rule("kow.spell.heal")),
        pytest.param("Host Shadowbeast", 12, marks=pytest.mark.rule("kow.spell.host_shadowbeast")),
        pytest.param("Martyr's Prayer", 12, marks=pytest.mark.rule("kow.spell.martyrs_prayer")),
        pytest.param("Surge", 12, marks=pytest.mark.rule("kow.spell.surge")),
    ],
)
def test_how_far_spells_reach(spell: str, inches: float) -> None:
    assert reach(spell, inches)
    assert not reach(spell, inches + 0.1)


@pytest.mark.parametrize(
    ("spell", "on_self"),
    [
        pytest.param("Bane Chant", False, marks=pytest.mark.rule("kow.spell.bane_chant")),
        pytest.param("Barkskin", True, marks=pytest.mark.rule("kow.spell.barkskin")),
        pytest.param("Bastion", True, marks=pytest.mark.rule("kow.spell.bastion")),
        pytest.param("Heal", True, marks=pytest.mark.rule("kow.spell.heal")),
        pytest.param("Host Shadowbeast", True, marks=pytest.mark.rule("kow.spell.host_shadowbeast")),
        pytest.param("Martyr's Prayer", False, marks=pytest.mark.rule("kow.spell.martyrs_prayer")),
        pytest.param("Veil of Shadows", True, marks=pytest.mark.rule("kow.spell.veil_of_shadows")),
    ],
)
def test_who_casts_on_itself(spell: str, on_self: bool) -> None:
    text = "Wizard at 36,10 | Other at 60,2 | Target at 62,40 face 180"
    far = archers({"name": "Long Bow", "range": 48})
    assert (f"0:{spell}>0" in field(text, Wizard=wizard((spell, 2)), Other=far).play().keys) is on_self


@pytest.mark.parametrize(
    "spell",
    [
        pytest.param("Bane Chant", marks=pytest.mark.rule("kow.spell.bane_chant")),
        pytest.param("Barkskin", marks=pytest.mark.rule("kow.spell.barkskin")),
        pytest.param("Bastion", marks=pytest.mark.rule("kow.spell.bastion")),
        pytest.param("Celestial Restoration", marks=pytest.mark.rule("kow.spell.celestial_restoration")),
        pytest.param("Heal", marks=pytest.mark.rule("kow.spell.heal")),
        pytest.param("Host Shadowbeast", marks=pytest.mark.rule("kow.spell.host_shadowbeast")),
        pytest.param("Martyr's Prayer", marks=pytest.mark.rule("kow.spell.martyrs_prayer")),
    ],
)
def test_friends_in_combat_may_be_helped(spell: str) -> None:
    text = "Wizard at 36,2 | Friend at 36,16.5 | Foe at 5,44 face 180"
    far = wizard((spell, 2), artefact="Crown of the Wizard King")
    table = field(text, Wizard=far, Friend=unit(hero=True)).engage("Foe", "Friend")
    assert f"0:{spell}>1" in table.play().keys


# Bane Chant


@pytest.mark.rule("kow.spell.bane_chant")
def test_bane_chant_adds_crushing_strength_once_for_the_turn() -> None:
    text = "Wizard at 34,8 | Witch at 38,8 | Friend at 36,16 | Foe at 36,30 face 180"
    both = {"Wizard": wizard(("Bane Chant", 2)), "Witch": wizard(("Bane Chant", 2))}
    table = field(text, **both, Friend=unit(rules=["Crushing Strength (1)"])).engage("Foe", "Friend")
    game = table.play([(2, 5), (4, 4)]).choose("0:Bane Chant>2").choose("1:Bane Chant>2")
    assert lot_of(game.battle, game.unit("Friend"), game.unit("Foe"), 1, []).to_damage.total == 2
    game.choose("pass")
    assert game.battle.active == 1
    assert game.unit("Friend").effects == ()


@pytest.mark.rule("kow.spell.bane_chant")
def test_bane_chant_needs_a_hit() -> None:
    assert cast("Bane Chant", 2, [(3, 3)]).unit("Friend").effects == ()


# Barkskin


@pytest.mark.rule("kow.spell.barkskin")
def test_barkskin_hits_on_defence_and_lays_tokens() -> None:
    game = cast("Barkskin", 5, [(1, 3, 5, 5, 6)], Friend=unit(defence=5))
    tokens = effect_of(game.unit("Friend"), "Barkskin")
    assert tokens is not None
    assert tokens.number == 3


@pytest.mark.rule("kow.spell.barkskin")
def test_tokens_of_two_castings_add_up() -> None:
    table = field(PAIR, Wizard=wizard(("Barkskin", 2)))
    lay(table.battle, table.unit("Friend"), Effect("Barkskin", "start", 0, number=3))
    tokens = effect_of(table.play([(6, 1)]).choose("0:Barkskin>1").unit("Friend"), "Barkskin")
    assert tokens is not None
    assert tokens.number == 4


@pytest.mark.rule("kow.spell.barkskin_absorb")
@pytest.mark.parametrize(("hits", "tokens", "damage", "tests"), [(5, 0, 2, 1), (2, 1, 0, 0)])
def test_barkskin_takes_damage_first(hits: int, tokens: int, damage: int, tests: int) -> None:
    table = field("Archers at 36,10 | Target at 36,20 face 180", Archers=archers(attacks=hits))
    lay(table.battle, table.unit("Target"), Effect("Barkskin", "start", 1, number=3))
    game = table.play({"to hit": 6, "to damage": 6, "Nerve": 1}).choose("0>1")
    assert game.unit("Target").damage == damage
    assert len(game.told(events.NerveTested)) == tests
    assert game.told(events.BarkskinAbsorbed)[0].tokens == 3 - tokens


@pytest.mark.rule("kow.spell.barkskin_expiry")
def test_barkskin_is_gone_when_the_casters_next_turn_begins() -> None:
    game = cast("Barkskin", 2, {"to hit": 6, "First turn": [6, 1]})
    game.until("first turn")
    assert effect_of(game.unit("Friend"), "Barkskin") is not None
    game.choose("first")
    assert game.battle.active == 0
    assert effect_of(game.unit("Friend"), "Barkskin") is None


# Bastion


@pytest.mark.rule("kow.spell.bastion")
def test_bastion_raises_nerve_and_rallies_until_the_next_turn() -> None:
    text = "Wizard at 36,10 | Friend at 36,16 | Near at 42,16 | Foe at 5,44 face 180"
    game = field(text, Wizard=wizard(("Bastion", 2)), Friend=unit(nerve=14)).play(
        {"to hit": (3, 4), "First turn": [6, 1]}
    )
    game.choose("0:Bastion>1")
    assert values.nerve(game.battle, game.unit("Friend")) == 15
    assert values.nerve(game.battle, game.unit("Near")) == 13
    game.until("first turn").choose("first")
    assert values.nerve(game.battle, game.unit("Friend")) == 14
    assert values.nerve(game.battle, game.unit("Near")) == 12


@pytest.mark.rule("kow.spell.bastion")
def test_bastion_needs_a_hit() -> None:
    assert cast("Bastion", 2, [(3, 3)]).unit("Friend").effects == ()


# Healing


@pytest.mark.rule("kow.spell.celestial_restoration")
def test_celestial_restoration_heals_far_away_and_never_near() -> None:
    text = "Wizard at 36,2 | Friend at 36,{} damage=4 | Foe at 5,44 face 180"
    game = cast("Celestial Restoration", 2, [(4, 4), (6, 4)], text.format(20))
    assert game.unit("Friend").damage == 0
    near = field(text.format(10), Wizard=wizard(("Celestial Restoration", 2), ("Heal", 1))).play()
    assert "too near" in why_not(near, "0:Celestial Restoration>1")


@pytest.mark.rule("kow.spell.celestial_restoration")
def test_nothing_rolls_the_dice_of_celestial_restoration_again() -> None:
    text = "Wizard at 36,2 | Friend at 36,20 damage=4 | Foe at 5,44 face 180"
    elite = wizard(("Celestial Restoration", 2), rules=["Elite"])
    assert cast("Celestial Restoration", 2, [(1, 1)], text, Wizard=elite).unit("Friend").damage == 4


@pytest.mark.rule("kow.spell.heal")
@pytest.mark.parametrize(("before", "after"), [(5, 3), (1, 0)])
def test_heal_takes_a_point_off_for_each_hit(before: int, after: int) -> None:
    text = PAIR.replace("36,16", f"36,16 damage={before}")
    assert cast("Heal", 3, [(4, 5, 1)], text).unit("Friend").damage == after


def test_heal_tells_how_much_it_heals() -> None:
    game = field(PAIR.replace("36,16", "36,16 damage=1"), Wizard=wizard(("Heal", 2))).play()
    assert shown(game, "0:Heal>1")["expected damage healed"] == pytest.approx(3 / 4)


@pytest.mark.rule("kow.spell.martyrs_prayer")
def test_martyrs_prayer_moves_damage_to_the_caster_who_does_not_test() -> None:
    text = "Wizard at 36,10 damage=1 | Friend at 36,16 damage=2 | Foe at 5,44 face 180"
    game = cast("Martyr's Prayer", 3, [(4, 4, 4)], text)
    assert (game.unit("Friend").damage, game.unit("Wizard").damage) == (0, 3)
    assert game.told(events.NerveTested) == []


# Host Shadowbeast


@pytest.mark.rule("kow.spell.host_shadowbeast")
@pytest.mark.parametrize(
    ("friend", "legal"),
    [
        ({"hero": True}, True),
        ({"hero": True, "type": "cavalry"}, True),
        ({"hero": True, "type": "monster"}, False),
        ({"hero": True, "type": "large infantry"}, False),
        ({}, False),
    ],
)
def test_host_shadowbeast_is_for_heroes_on_foot_or_horseback(friend: Any, legal: bool) -> None:
    game = field(PAIR, Wizard=wizard(("Host Shadowbeast", 5)), Friend=unit(**friend)).play()
    assert ("0:Host Shadowbeast>1" in game.keys) is legal


@pytest.mark.rule("kow.spell.host_shadowbeast")
@pytest.mark.rule("kow.ranged.not_engaged")
def test_an_engaged_caster_hosts_a_shadowbeast_and_fights_with_it() -> None:
    caster = wizard(("Host Shadowbeast", 5), ("Heal", 3), attacks=4)
    table = field("Wizard at 36,10 | Foe at 5,44 face 180", Wizard=caster, Foe=unit(nerve=30)).engage("Wizard", "Foe")
    game = table.play([(4, 4, 4, 1, 1), (1,) * 4, (3, 2, 1), 1])
    assert game.keys == ["0:Host Shadowbeast>0", "pass"]
    game.choose("0:Host Shadowbeast>0").until("attacker").choose("0")
    assert [(roll.dice, roll.need) for roll in game.rolls[1:3]] == [("4D6", 4), ("3D6", 3)]


@pytest.mark.rule("kow.spell.host_shadowbeast")
def test_a_shadowbeast_stays_until_its_host_begins_its_next_turn() -> None:
    game = cast("Host Shadowbeast", 5, [(4, 4, 4, 1, 1)], Friend=unit(hero=True))
    for when, seat in (("end", 0), ("start", 1), ("end", 1)):
        expire(game.battle, when, seat)
        assert effect_of(game.unit("Friend"), "Host Shadowbeast") is not None
    expire(game.battle, "start", 0)
    assert effect_of(game.unit("Friend"), "Host Shadowbeast") is None


@pytest.mark.rule("kow.spell.host_shadowbeast_attacks")
def test_shadow_attacks_are_changed_by_nothing() -> None:
    hero = unit(hero=True, rules=["Crushing Strength (2)", "Elite"], artefact="Brew of Sharpness")
    table = engaged("rear", Hero=hero, Foe=unit(defence=5, rules=["Ensnare"]))
    own, foe = table.unit("Hero"), table.unit("Foe")
    own.hindered = True
    lay(table.battle, own, Effect("Host Shadowbeast", "start", 0, number=3))
    lay(table.battle, own, Effect("Weakened", "end", 0))
    (lot,) = lots_apart(table.battle, own, foe)
    assert (lot.count, attacks.to_hit(lot).face, attacks.to_damage(lot), lot.hit_ones_by) == (3, 3, 2, None)


@pytest.mark.rule("kow.spell.host_shadowbeast_stack")
@pytest.mark.parametrize("dice", [[(4, 4, 4, 4, 1), (4, 4, 4, 1, 1)], [(4, 4, 4, 1, 1), (4, 4, 4, 4, 1)]])
def test_of_two_shadowbeasts_the_larger_counts(dice: list[tuple[int, ...]]) -> None:
    text = "Wizard at 34,8 | Witch at 38,8 | Friend at 36,16 | Foe at 5,44 face 180"
    both = {"Wizard": wizard(("Host Shadowbeast", 5)), "Witch": wizard(("Host Shadowbeast", 5))}
    game = field(text, **both, Friend=unit(hero=True)).play(dice)
    game.choose("0:Host Shadowbeast>2").choose("1:Host Shadowbeast>2")
    found = effect_of(game.unit("Friend"), "Host Shadowbeast")
    assert found == Effect("Host Shadowbeast", "start", 0, number=4, source=1)


# Veil of Shadows


@pytest.mark.rule("kow.spell.veil_of_shadows")
@pytest.mark.parametrize(("place", "need"), [(41, 5), (46, 4)])
def test_the_veil_hides_friends_near_the_caster_in_the_enemys_turn(place: float, need: int) -> None:
    text = f"Wizard at 36,10 | Friend at {place},10 | Foe at {place},25 face 180"
    bows = archers(shooting=5)
    dice: Any = {"to hit": 4, "First turn": [6, 1]}
    game = field(text, Wizard=wizard(("Veil of Shadows", 3)), Friend=unit(size="troop"), Foe=bows).play(dice)
    game.choose("0:Veil of Shadows>0").until("shoot")
    assert shown(game, "2>1")["to hit"] == need
    game.until("first turn").choose("first")
    assert game.unit("Wizard").effects == ()


def test_nobody_is_told_odds_of_a_test_that_is_not_taken() -> None:
    text = "Wizard at 34,12 | Target at 36,18 face 180 damage=10 | Friend at 36,30"
    table = field(text, Wizard=wizard(("Drain Life", 3))).engage("Friend", "Target", "rear")
    assert "the enemy wavers" not in shown(table.play(), "0:Drain Life>1")
    assert nerve.prepared(table.battle, table.unit("Target"), "ranged").damage == 10
