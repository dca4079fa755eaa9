"""Positions of Advanced games in which spells, enchantments and model rules meet, reckoned from the book first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.essence_of_war.advanced.positions import EMPIRE, blows, checks, lay, melee, needs, score
from tests.essence_of_war.advanced.spellbook import magic, teach, values
from tests.essence_of_war.harness import Play, Table
from warhost.play import Moved
from warhost.rulesets.essence_of_war.core.battle import Effect
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.core.formation import health
from warhost.table import Forward

VAMPIRES = "Vampire Covenant"
MEN = f"0 {EMPIRE}/Imperial Guard + 5x3 at 18,10 | 1 {EMPIRE}/Spearmen + 5x4 at 18,20 face 180"
"""Off 4, Str 4, AP 1, Agi 3, Def 5 against Spearmen."""


def enchanted(table: Table, name: str, *spells: str, seat: int = 0) -> Table:
    """Lay spells on a unit as if they had been cast."""
    unit = table.unit(name)
    return table.set(name, effects=(*unit.effects, *(Effect(spell, seat, 0, 0) for spell in spells)))


def settled(game: Play) -> Play:
    while not game.game.over and game.battle.phase == "magic" and game.topic != "cast":
        game.decline()
    return game


def fought(
    table: Table, dice: Mapping[str, Any] | None = None, attacker: str = "Imperial Guard", defender: str = "Spearmen"
) -> Play:
    return melee(table.fight(attacker, defender), dict(dice or {}))


# To hit and to wound


@pytest.mark.rule("eow.special.lightning_reflexes", "eow.spell.divination.scrying", "eow.melee.to_hit_table")
@pytest.mark.parametrize(
    ("spells", "need"),
    [((), -1), (("Scrying",), 0), (("The Wheel Turns",), None), (("Scrying", "The Wheel Turns"), None)],
)
def test_reflexes_meet_scrying_and_the_wheel_turns_over_both(spells: tuple[str, ...], need: int | None) -> None:
    plain = blows(fought(lay(MEN)), "Imperial Guard")[0][3]
    assert plain is not None
    table = lay(MEN).change("Imperial Guard", ["Lightning Reflexes"])
    game = fought(enchanted(table, "Spearmen", *spells, seat=1))
    # One better, as it was, and four whatever else there is.
    assert blows(game, "Imperial Guard")[0][3] == (4 if need is None else plain + need)


@pytest.mark.rule("eow.spell.battle_runes.rune_of_resilience", "eow.spell.pyromancy.flaming_swords")
@pytest.mark.parametrize(("swords", "rune", "change"), [(1, 0, -1), (0, 1, 1), (1, 1, 0)])
def test_flaming_swords_and_a_rune_of_resilience_cancel(swords: int, rune: int, change: int) -> None:
    def wounds(table: Table) -> int:
        game = fought(table, {"Imperial Guard Melee Attacks: to hit": 6})
        (need,) = set(needs(game, "Imperial Guard", "To-Wound"))
        assert need is not None
        return need

    table = enchanted(lay(MEN), "Imperial Guard", *["Flaming Swords"] * swords)
    enchanted(table, "Spearmen", *["Rune of Resilience"] * rune, seat=1)
    assert wounds(table) == wounds(lay(MEN)) + change


@pytest.mark.rule(
    "eow.spell.evocation.spectral_blades", "eow.spell.witchcraft.bewitching_glare", "eow.dice.reroll_once"
)
def test_blades_and_a_glare_have_failures_rolled_again_once() -> None:
    table = enchanted(lay(MEN), "Imperial Guard", "Spectral Blades")
    enchanted(table, "Spearmen", "Bewitching Glare")
    game = fought(table, {"Imperial Guard Melee Attacks: to hit": 6})
    assert len(needs(game, "Imperial Guard", "To-Wound")) == 2


@pytest.mark.rule(
    "eow.vault.weapon.shield_breaker", "eow.spell.evocation.spectral_blades", "eow.spell.pyromancy.flaming_swords"
)
def test_a_two_of_a_shield_breaker_is_a_failure_that_is_rolled_again() -> None:
    line = f"0 {EMPIRE}/Marshal + Shield Breaker + General at 18,10 | 1 {EMPIRE}/Spearmen + 5x4 at 18,20 face 180"
    table = enchanted(lay(line), "Marshal", "Spectral Blades", "Flaming Swords")
    game = fought(table, {"Marshal Melee Attacks: to hit": 6, "again": 2, "To-Wound": 2}, "Marshal")
    # Strength 5 and more against Resilience 3 would wound on twos; neither twos nor their second rolls do.
    assert len(needs(game, "Marshal", "To-Wound")) == 2
    assert score(game)[0] == 0


@pytest.mark.rule("eow.spell.occultism.the_rot_within", "eow.stat.floor_zero", "eow.adv.char.part_of_unit")
def test_rot_leaves_a_zombie_one_and_helps_the_caster_but_not_his_ranks() -> None:
    line = (
        f"0 {EMPIRE}/Handgunners + 5x2 at 18,10 | 0 {EMPIRE}/Wizard + General at 3,3 | "
        f"1 {VAMPIRES}/Zombies + 5x4 at 18,24 face 180"
    )
    table = lay(line).join("Wizard", "Handgunners")
    teach(table.battle, "Wizard", "The Rot Within")
    before = values(table, "Wizard", "off", "def"), values(table, "Handgunners", "off", "def")
    game = settled(magic(table, {"Casting": (4, 4), "": 1}).cast("Wizard", "The Rot Within", "Zombies", dice=2))
    assert values(game, "Zombies", "off", "def") == [1, 1]
    assert values(game, "Wizard", "off", "def") == [one + 1 for one in before[0]]
    assert values(game, "Handgunners", "off", "def") == before[1]


@pytest.mark.rule("eow.spell.alchemy.molten_copper", "eow.spell.alchemy.word_of_iron", "eow.stat.armour_cap")
@pytest.mark.parametrize(("armour", "iron", "strength"), [(0, False, 3), (1, True, 3), (2, True, 4), (5, True, 6)])
def test_copper_melts_by_the_armour_that_iron_has_left_it(armour: int, iron: bool, strength: int) -> None:
    line = f"0 {EMPIRE}/Wizard + General at 18,10 | 1 {EMPIRE}/Spearmen + 5x4 at 18,24 face 180"
    table = lay(line).change("Spearmen", arm=armour, res=strength)
    enchanted(table, "Spearmen", *["Word of Iron"] * iron, seat=1)
    teach(table.battle, "Wizard", "Molten Copper")
    game = settled(magic(table, {"Casting": (5, 5), "": 1}).cast("Wizard", "Molten Copper", "Spearmen", dice=2))
    # Strength like Resilience wounds on 4+.
    assert {roll.need for roll in game.rolls if "To-Wound" in roll.why} == {4}


@pytest.mark.rule(
    "eow.vault.armour.essence_of_mithril", "eow.vault.armour.destinys_call", "eow.spell.alchemy.word_of_iron"
)
@pytest.mark.parametrize(
    ("item", "armour"), [("Essence of Mithril", 5), ("Destiny's Call", 3), ("Armour of Shielding", 3)]
)
def test_set_armour_is_not_bettered_by_iron(item: str, armour: int) -> None:
    line = f"0 {EMPIRE}/Marshal + {item} + General at 18,10 | 1 {EMPIRE}/Spearmen + 5x4 at 18,24 face 180"
    table = lay(line)
    plain = values(table, "Marshal", "arm")[0]
    expected = plain + 1 if item == "Armour of Shielding" else armour
    assert values(enchanted(table, "Marshal", "Word of Iron"), "Marshal", "arm") == [expected]


@pytest.mark.rule("eow.spell.faction.black_wing_totem", "eow.special.swiftstride", "eow.stat.agi_zero_fixed")
def test_a_totem_hastens_swift_riders_and_quickens_no_slow_blow() -> None:
    line = f"0 {EMPIRE}/Electoral Cavalry + 4x3 at 18,10 | 1 {EMPIRE}/Spearmen + 5x4 at 18,37 face 180"
    table = lay(line).change("Electoral Cavalry", ["Swiftstride"])
    enchanted(table, "Electoral Cavalry", "Black Wing Totem")
    assert values(table, "Electoral Cavalry", "agi") == [0]
    game = table.play({"": 6}, phase="charge").choose(unit="Electoral Cavalry", target="Spearmen").choose("hold")
    dice = [roll.dice for roll in game.rolls if roll.unit == game.unit("Electoral Cavalry").id][:2]
    assert dice[0] == "maximised 2D6"
    assert "D3" in dice[1]


@pytest.mark.rule("eow.spell.faction.blooded_horn_totem", "eow.melee.supporting", "eow.special_attack.immune")
def test_a_horn_gives_the_front_another_blow_and_supporters_none() -> None:
    table = enchanted(lay(MEN), "Imperial Guard", "Blooded Horn Totem")
    assert [count for _, count, _, _ in blows(fought(table), "Imperial Guard")] == [5 * 2 + 5]


@pytest.mark.rule("eow.special.devastating", "eow.special_attack.impact", "eow.special_attack.immune")
def test_the_might_of_a_charge_is_not_in_its_impact() -> None:
    line = f"0 {EMPIRE}/Imperial Guard + 5x3 at 18,10 charging | 1 {EMPIRE}/Spearmen + 5x4 at 18,20 face 180"
    table = (
        lay(line)
        .change("Imperial Guard", ["Devastating (+2 Str, +1 AP)", "Impact (1)"], str_=3)
        .change("Spearmen", res=4)
    )
    game = fought(table, {"Imperial Guard Melee Attacks: to hit": 6, "to hit": 1})
    assert needs(game, "Imperial Guard", "Impact: To-Wound")[:1] == [5]
    assert needs(game, "Imperial Guard", "Melee Attacks: To-Wound")[:1] == [3]


@pytest.mark.rule("eow.special.poison", "eow.spell.cosmology.altered_sight", "eow.special.multiple_wounds")
def test_poison_wounds_by_itself_and_each_wound_is_multiplied_up_to_the_health_of_an_ogre() -> None:
    line = f"0 {EMPIRE}/Imperial Guard + 5x3 at 18,10 | 1 Ogre Khans/Tribesmen + 3x2 at 18,20 face 180"
    table = lay(line).change("Imperial Guard", ["Poison", "Multiple Wounds (4)"])
    faces = (6, 6, *[1] * 8)
    game = fought(table, {"Imperial Guard Melee Attacks: to hit": faces, "": 1}, defender="Tribesmen")
    assert needs(game, "Imperial Guard", "To-Wound") == []
    # Two wounds that armour did not stop, of three Health Points each at most.
    assert score(game)[0] >= 6


# Ranks


@pytest.mark.rule("eow.special.towering.rank", "eow.special.light_troops.ranks", "eow.steadfast.condition")
def test_a_towering_beast_stands_fast_against_those_without_ranks() -> None:
    line = "0 Sylvan Elves/Blade Dancers + 5x2 at 18,10 charging | 1 Beast Herds/Cyclops at 18,20 face 180"
    table = lay(line).change("Cyclops", ["Towering"]).change("Blade Dancers", ["Light Troops"], att=3)
    hits: dict[str, Any] = {"Blade Dancers Melee Attacks: to hit": (6, 6, *[1] * 10), "Blade Dancers": 6, "": 1}
    game = melee(table.fight("Blade Dancers", "Cyclops"), hits)
    assert score(game) == (2 + 1, 0)
    assert [needed for _, needed, _ in checks(game, "break")] == values(game, "Cyclops", "dis")


# Moves and ground


@pytest.mark.rule("eow.spell.shamanism.break_the_spirit", "eow.special.fly.move", "eow.dangerous.dice_count")
def test_the_broken_in_spirit_march_in_danger_and_advance_in_none() -> None:
    for kind, dice in (("march", ["15D6"]), ("advance", [])):
        line = f"0 {EMPIRE}/Imperial Guard + 5x3 at 18,10 | 1 {EMPIRE}/Spearmen + 5x4 at 18,40 face 180"
        table = enchanted(lay(line), "Imperial Guard", "Break the Spirit", seat=1)
        game = table.play({"": 3}, phase="movement")
        game.choose(unit="Imperial Guard").answer(Moved(kind, (Forward(4.0),)))
        assert [roll.dice for roll in game.rolls if "Dangerous" in roll.why] == dice


# Healing


@pytest.mark.rule("eow.spell.faction.arise", "eow.adv.char.join_replaces", "eow.basic.rsr")
def test_the_man_whose_place_a_vampire_took_does_not_rise() -> None:
    line = (
        f"0 {VAMPIRES}/Ghouls + 5x3 at 18,10 | 0 {VAMPIRES}/Vampire Courtier + Arise! + General at 3,3 | "
        f"1 {EMPIRE}/Spearmen + 5x4 at 18,44 face 180"
    )
    table = lay(line).join("Vampire Courtier", "Ghouls")
    assert table.unit("Ghouls").models == 14
    table.set("Ghouls", models=13)
    game = magic(table, {"Casting": (3, 3), "": 1})
    game.cast("Vampire Courtier", "Arise!", "Ghouls", dice=2, value=4)
    settled(game)
    assert game.unit("Ghouls").models == 14


@pytest.mark.rule("eow.spell.faction.arise", "eow.spell.replicable", "eow.diff.arise")
def test_two_necromancers_heal_a_vampire_by_one_in_a_phase() -> None:
    line = (
        f"0 {VAMPIRES}/Vampire Courtier + Arise! + General at 18,10 | 0 {VAMPIRES}/Necromancer at 22,10 | "
        f"1 {EMPIRE}/Spearmen + 5x4 at 18,44 face 180"
    )
    table = lay(line).set("Vampire Courtier", wounds=2)
    game = magic(table, {"Casting": (3, 3), "": 1})
    settled(game.cast("Vampire Courtier", "Arise!", "Vampire Courtier", dice=2, value=4))
    assert health(game.battle, game.unit("Vampire Courtier")) == 2
    again = [key for key in game.keys if "Arise!" in key and key.startswith(str(game.unit("Necromancer").id))]
    assert again
    wanted = [key for key in again if key.endswith(f">{game.unit('Vampire Courtier').id}")]
    for key in wanted[:1]:
        settled(game.choose(key).choose("2"))
    assert health(game.battle, game.unit("Vampire Courtier")) == 2


# Discipline


@pytest.mark.rule("eow.special.rally_around_the_flag", "eow.charge.redirect.test", "eow.vault.banner.battle_standard")
def test_a_standard_lets_a_charger_roll_its_redirect_again() -> None:
    line = (
        f"0 {EMPIRE}/Imperial Guard + 5x3 at 18,10 | 0 {EMPIRE}/Marshal + Battle Standard at 24,10 | "
        f"1 {EMPIRE}/Spearmen + 5x4 at 18,20 face 180 | 1 {EMPIRE}/Handgunners + 5x2 at 24,20 face 180"
    )
    game = lay(line).play({"Flee": (6, 6), "Redirect": [(6, 6), (1, 1)], "": 1}, phase="charge")
    game.choose(unit="Imperial Guard", target="Spearmen").choose("flee").choose("redirect")
    while game.topic not in ("redirect target", "declare charge", "charge order") and game.offers("reroll"):
        game.choose("reroll")
    assert [passed for _, _, passed in checks(game, "redirect")][-1:] == [True]


@pytest.mark.rule("eow.special.unstable.break", "eow.panic.friend_destroyed", "eow.result.health_points")
def test_zombies_that_crumble_to_the_last_frighten_their_living_friends() -> None:
    line = (
        f"0 {EMPIRE}/Imperial Guard + 5x3 at 18,10 charging | 1 {VAMPIRES}/Zombies + 5x4 at 18,20 face 180 models=2 | "
        f"1 {EMPIRE}/Spearmen + 5x4 at 25,20 face 180"
    )
    game = fought(lay(line), {"Imperial Guard": 1, "": 1}, defender="Zombies")
    # Two ranks and a charge against nothing: three fall, two there were. What crumbles is no part of the result.
    assert score(game) == (3, 0)
    assert game.unit("Zombies").pose is None
    assert [name for name, _, _ in checks(game, "panic")] == ["Spearmen"]
    assert sum(one.health for one in game.told(events.HealthLost)) == 2
