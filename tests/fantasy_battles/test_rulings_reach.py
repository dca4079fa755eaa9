"""What a spell on a unit reaches and what it does not: its Characters, its Champion, stomps, bows."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.brawl import brawl
from tests.fantasy_battles.grimoire import chance, to_hit, to_wound, values
from tests.fantasy_battles.gunnery import needed, shooting
from tests.fantasy_battles.harness import Table, draw
from tests.fantasy_battles.spellcraft import lay
from warhost.rulesets.fantasy_battles.core.battle import Effect


def company() -> Table:
    """A Captain among the Guard, and enemies."""
    table = draw("0 Wizard at 10,10 | 0 Spearmen at 36,10 | 1 Guard at 36,24 face 180 | 1 Captain at 60,40")
    return table.join("Captain", "Guard")


@pytest.mark.rule("t9a.witchcraft.2_deceptive_glamour", "t9a.divination.1_know_thine_enemy", "t9a.special.character")
def test_skills_of_characters_and_champions_change_with_their_unit() -> None:
    # The Captain has Offence 5, Defence 5, Agility 5; the Sergeant 3, 3, 3.
    table = lay(company(), "Deceptive Glamour", "Guard", by="Wizard")
    assert values(table, "Captain", "off", "def", "agi") == [4, 4, 4]
    assert values(table, "Sergeant of Guard", "off", "def", "agi") == [2, 2, 2]
    lay(table, "Know Thine Enemy", "Guard", by="Guard")
    assert values(table, "Captain", "off", "def", "agi") == [6, 6, 6]


@pytest.mark.rule("t9a.evocation.1_spectral_blades", "t9a.evocation.4_ancestral_aid", "t9a.special.character")
def test_rerolls_of_a_unit_are_those_of_its_characters_too() -> None:
    table = lay(company(), "Spectral Blades", "Guard", by="Guard")
    lay(table, "Ancestral Aid", "Guard", by="Guard")
    for name in ("Guard", "Sergeant of Guard", "Captain"):
        assert chance(table, name, "Spearmen") == pytest.approx(9 / 16), name


@pytest.mark.rule("t9a.witchcraft.4_the_wheel_turns", "t9a.special.champion", "t9a.special.rank_and_file")
@pytest.mark.parametrize(("name", "hit", "wound"), [("Guard", 4, 4), ("Sergeant of Guard", 4, 4), ("Captain", 2, 2)])
def test_the_wheel_turns_for_the_champion_and_not_for_the_character(name: str, hit: int, wound: int) -> None:
    # An attack that would hit on 2+ and, with Strength 6, wound on 2+.
    table = lay(company(), "The Wheel Turns", "Guard", by="Wizard")
    assert to_hit(table, name, "Spearmen", hit_on=2) == hit
    assert to_wound(table, name, "Spearmen", strength=6) == wound


@pytest.mark.rule("t9a.witchcraft.4_the_wheel_turns", "t9a.special.stomp_attacks", "t9a.special.attack_classes")
def test_stomps_are_melee_attacks_for_the_wheel() -> None:
    # Strength 4 against Resilience 3 would be 3+: it is 4+ for attacks and stomps alike.
    table = draw("0 Ogres at 36,20 | 1 Swordsmen at 36,30 face 180").fight("Ogres", "Swordsmen")
    lay(table, "The Wheel Turns", "Ogres", by="Swordsmen")
    game = brawl(table, {"Ogres Close Combat Attacks: to hit": 6, "to wound": 1}).rest()
    ogres = game.unit("Ogres").id
    assert [roll.need for roll in game.rolls if roll.unit == ogres and "to wound" in roll.why] == [4, 4]


@pytest.mark.rule("t9a.shamanism.1_awaken_the_beast", "t9a.special.stomp_attacks")
def test_who_is_stronger_stomps_no_harder() -> None:
    # A Special Attack: Strength 4 against Resilience 3 is 3+, with AP 1 against Armour 3 the save is 5+ (T9A-R182).
    table = draw("0 Ogres at 36,20 | 1 Swordsmen at 36,30 face 180").fight("Ogres", "Swordsmen")
    lay(table.change("Swordsmen", arm=3), "Awaken the Beast", "Ogres", by="Ogres")
    game = brawl(table, {"Stomp Attacks: to wound": 6, "Save": 6}).rest()
    needs = {roll.why: roll.need for roll in game.rolls if "Stomp" in roll.why}
    assert (needs["Stomp Attacks: to wound"], needs["Stomp Attacks: Armour Save"]) == (3, 5)


@pytest.mark.rule("t9a.cosmology.4_perception_of_strength", "t9a.shamanism.1_awaken_the_beast")
@pytest.mark.parametrize("spell", ["Perception of Strength", "Awaken the Beast"])
def test_bows_are_no_stronger_for_the_strength_of_who_draws_them(spell: str) -> None:
    # A bow has Strength 3 of its own.
    table = draw("0 Archers at 36,10 | 1 Spearmen at 36,18 face 180")
    lay(table, spell, "Archers", by="Archers", version="Cosmos" if spell.startswith("Perc") else "basic")
    game = shooting(table, {"to hit": 6, "to wound": 1, "": 1})
    game.choose(unit="Archers", target="Spearmen")
    assert [roll.need for roll in game.rolls if "to wound" in roll.why] == [4]


@pytest.mark.rule("t9a.cosmology.1_altered_sight", "t9a.druidism.3_entwining_roots", "t9a.special.aim")
@pytest.mark.parametrize(
    ("spells", "aim"),
    [
        ({"Altered Sight": "Cosmos"}, 3),
        ({"Altered Sight": "Cosmos", "Entwining Roots": "basic"}, 4),
        ({"Entwining Roots": "Throne"}, 6),
        ({"Entwining Roots": "Throne", "Break the Spirit": "basic"}, 7),
    ],
)
def test_changes_of_aim_and_to_hit_add_up(spells: dict[str, str], aim: int) -> None:
    # Aim 4+ at short range. 7+ is a Hopeless Shot.
    table = draw("0 Archers at 36,10 | 1 Spearmen at 36,18 face 180")
    for name, version in spells.items():
        lay(table, name, "Archers", by="Archers" if name == "Altered Sight" else "Spearmen", version=version)
    assert needed(table) == {aim: 10}


@pytest.mark.rule("t9a.druidism.5_stone_skin", "t9a.special.toxic_attacks", "t9a.towound.m2")
def test_toxic_attacks_wound_a_skin_of_stone_on_a_6() -> None:
    # Resilience 3 and 3 with the Throne: Strength 3 is 3 below.
    table = lay(company(), "Stone Skin", "Guard", by="Guard", version="Throne")
    assert values(table, "Guard", "res") == [6]
    assert to_wound(table, "Spearmen", "Guard", strength=10, rules=("Toxic Attacks",)) == 6


@pytest.mark.rule("t9a.shamanism.a_scarification", "t9a.spell.range_caster", "t9a.special.character")
def test_scarification_covers_the_caster_in_the_ranks_and_not_his_comrades() -> None:
    table = draw("0 Spearmen at 36,10 | 0 Wizard at 60,10 | 1 Guard at 36,24 face 180").join("Wizard", "Spearmen")
    wizard = table.unit("Wizard")
    table.set("Spearmen", effects=(Effect("Scarification", 0, wizard.entry, only=wizard.entry),))
    assert to_wound(table, "Guard", "Wizard", strength=10) == 5
    assert to_wound(table, "Guard", "Spearmen", strength=10) == 2


@pytest.mark.rule("t9a.hereditary.ok_children_of_umi", "t9a.special.attack_classes")
@pytest.mark.parametrize(("kind", "need"), [("melee", 5), ("special", 5), ("shooting", 4), ("spell", 4)])
def test_children_of_umi_mind_everything_that_is_done_in_melee(kind: Any, need: int) -> None:
    table = lay(company(), "Children of Umi", "Guard", by="Guard")
    assert to_wound(table, "Spearmen", "Guard", kind) == need


@pytest.mark.rule("t9a.runes.oaths", "t9a.runes.reckoning", "t9a.special.attack_classes")
def test_oaths_help_stomps_to_wound_and_reckoning_does_not_ask_them() -> None:
    # Melee Attacks reroll wounds: 4+ comes 3 times in 4. A stomp hits by itself.
    table = lay(company(), "Rune of Oaths", "Spearmen", by="Wizard")
    lay(table, "Rune of Reckoning", "Spearmen", by="Wizard")
    table.change("Guard", arm=0)
    assert chance(table, "Spearmen", "Guard", "special", hit_on=None) == pytest.approx(3 / 4)
    assert chance(table, "Spearmen", "Guard", "melee") == pytest.approx(9 / 16)
    assert chance(table, "Spearmen", "Guard", "shooting") == pytest.approx(1 / 4)
