"""The patrols of the book: who is in them, what they carry, and what the loader says of broken files."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
import pytest

from warhost.rulesets.essence_of_war.core.entries import (
    Entry,
    Multiply,
    NearTerrain,
    Patrol,
    Profile,
    SpellVersion,
    best,
    rule_name,
)
from warhost.rulesets.essence_of_war.core.moments import MODEL_RULES
from warhost.rulesets.essence_of_war.lists.armylists import armylists, bestiary
from warhost.rulesets.essence_of_war.lists.patrols import entry, patrol, patrols


class Facts(NamedTuple):
    """What a row of the book says of a patrol, written down apart from the files."""

    models: int
    health: int
    units: tuple[str, ...]
    rules: tuple[str, ...]


def facts(models: int, health: int, *units_and_rules: str) -> Facts:
    return Facts(models, health, units_and_rules[0::2], units_and_rules[1::2])


BOOK = {
    "beast_herds": facts(
        *(34, 42),
        *("1 Soothsayer single 25x25", "General, Primal Instinct, Entwining Roots, Healing Waters"),
        *("15 Mongrel Herd 5x3 20x20", "Primal Instinct"),
        *("15 Wildhorn Herd 5x3 25x25", "Primal Instinct, Throwing Weapons (5+)"),
        *("3 Minotaurs 3x1 40x40", "Primal Instinct"),
    ),
    "daemon_legions": facts(
        *(26, 28),
        *("1 Harbinger single 25x25", "General, Daemonic, Know Thine Enemy, Fate's Judgement"),
        *("8 Imps 4x2 25x25", "Daemonic, Energy Bolts (4+)"),
        *("12 Myrmidons 4x3 25x25", "Daemonic, Fight in Extra Rank"),
        *("5 Hellhounds 5x1 25x50", "Daemonic"),
    ),
    "dread_elves": facts(
        *(30, 32),
        *("1 Warlock Outcast single 20x20", "General, Fearless, Irresistible Will, Spectral Blades, Hasten the Hour"),
        *("10 Silexian Auxiliaries 5x2 20x20", "Repeater Crossbow (3+)"),
        *("15 Temple Militants 5x3 20x20", "Fearless"),
        *("4 Dread Knights 4x1 25x50", ""),
    ),
    "dwarven_holds": facts(
        *(23, 29),
        *("1 Thane single 20x20", "General, Devastating (+1 Str, +1 AP), Hewn Mountain"),
        *("10 Clan Marksmen 5x2 20x20", "Crossbow (4+), Devastating (+1 Str, +1 AP)"),
        *("10 Greybeards 5x2 20x20", "Devastating (+1 Str, +1 AP), Fearless, Shield Wall"),
        *("2 Hold Guardians 2x1 40x40", "Fearless"),
    ),
    "empire_of_sonnstahl": facts(
        *(31, 33),
        *("1 Wizard single 20x20", "General, Word of Iron, Silver Spike"),
        *("5 Electoral Cavalry 5x1 25x50", ""),
        *("10 Handgunners 5x2 20x20", "Handgun (4+)"),
        *("15 Imperial Guard 5x3 20x20", ""),
    ),
    "highborn_elves": facts(
        *(26, 28),
        *("1 Mage single 20x20", "General, Spellcrafting, Altered Sight, Ice and Fire"),
        *("10 Citizen Archers 5x2 20x20", "Arandai Longbow (3+)"),
        *("5 Highborn Lancers 5x1 25x50", "Devastating (+2 Str, +2 AP)"),
        *("10 Flame Wardens 5x2 20x20", "Fearless"),
    ),
    "infernal_dwarves": facts(
        *(34, 36),
        *("1 Prophet single 20x20", "General, Word of Iron, Silver Spike"),
        *("10 Citadel Guard 5x2 20x20", "Flintlock Axe (3+)"),
        *("20 Vassal Levies 5x4 20x20", ""),
        *("3 Taurukh Enforcers 3x1 25x50", "Impact (1 Hit, Str 4, AP 1)"),
    ),
    "kingdom_of_equitaine": facts(
        *(20, 25),
        *("1 Damsel single 20x20", "General, Know Thine Enemy, Fate's Judgement"),
        *("6 Feudal Knights 3x2 25x50", "Devastating (+2 Str, +2 AP)"),
        *("10 Lowborn Archers 5x2 20x20", "Insignificant, Longbow (4+)"),
        *("3 Pegasus Knights 3x1 50x50", "Fly, Devastating (+2 Str, +2 AP)"),
    ),
    "ogre_khans": facts(
        *(28, 45),
        *("1 Shaman single 40x40", "General, Stomp (1 Hit, Str 4, AP 1), Hand of Heaven, Smite the Unbeliever"),
        *("20 Scraplings 5x4 20x20", "Insignificant"),
        *("4 Tribesmen 4x1 40x40", "Stomp (1 Hit, Str 4, AP 1)"),
        *("3 Bombardiers 3x1 40x40", "Hand Cannon (4+), Stomp (1 Hit, Str 4, AP 1)"),
    ),
    "orcs_and_goblins": facts(
        *(38, 40),
        *("1 Orc Shaman single 25x25", "General, Warborn, Fireball, Flaming Swords"),
        *("20 Goblin Rabble 5x4 20x20", "Bow (4+)"),
        *("5 Feral Orc Marauders 5x1 25x50", "Devastating (+1 Str, +1 AP), Warborn"),
        *("12 Iron Orcs 6x2 25x25", "Warborn"),
    ),
    "saurian_ancients": facts(
        *(28, 36),
        *("1 Skink Veteran on Pteradon single 40x40", "Communal Bond, Fly, Poisoned Javelin (2+)"),
        *("12 Tegu Warriors 4x3 25x25", "Communal Bond"),
        *("12 Skink Hunters 6x2 20x20", "Communal Bond, Poisoned Javelin (4+), Entwining Roots"),
        *("3 Caiman Warriors 3x1 40x40", "Communal Bond, Awaken the Beast"),
    ),
    "sylvan_elves": facts(
        *(24, 26),
        *("1 Druid single 20x20", "General, Sylvan Longbow (3+), Awaken the Beast, Swarm of Insects"),
        *("8 Dryads 4x2 25x25", "Fearless"),
        *("10 Sylvan Archers 5x2 20x20", "Sylvan Longbow (3+)"),
        *("5 Wild Huntsmen 5x1 25x50", "Fearless"),
    ),
    "undying_dynasties": facts(
        *(21, 33),
        "1 Death Cult Hierarch single 20x20",
        "General, The Undeath, Altered Sight, Ice and Fire, Death is only the Beginning",
        *("15 Skeleton Archers 5x3 20x20", "Aspen Bow (5+), The Undeath"),
        *("2 Skeleton Chariots 2x1 50x100", "Aspen Bow (5+), The Undeath, Impact (D3+1 Hits, Str 4, AP 1)"),
        *("3 Shabtis 3x1 40x40", "The Undeath"),
    ),
    "vampire_covenant": facts(
        *(41, 43),
        *("1 Vampire Courtier single 20x20", "General, The Undeath, Arise!, Spectral Blades"),
        *("15 Ghouls 5x3 20x20", "The Undeath"),
        *("20 Zombies 5x4 20x20", "The Undeath"),
        *("5 Spectral Hunters 5x1 25x50", "Fly, The Undeath"),
    ),
    "vermin_swarm": facts(
        *(38, 44),
        *("1 Swarm Priest single 20x20", "General, Raven's Wing, The Wheel Turns"),
        *("20 Blackfur Veterans 5x4 20x20", "Eagle Standard, Life is Cheap"),
        *("15 Vermin Velites 5x3 20x20", "Life is Cheap, Sling (4+)"),
        *("2 Murmillo Brutes 2x1 50x50", "Eagle Standard, Rotary Gun (4+)"),
    ),
    "warriors_of_the_dark_gods": facts(
        *(16, 18),
        *("1 Sorcerer single 25x25", "General, Pentagram of Pain, The Rot Within"),
        *("4 Fallen 4x1 25x25", "Fearless, Path of the Exiled"),
        *("8 Warriors 4x2 25x25", "Path of the Favoured"),
        *("3 Warrior Knights 3x1 25x50", "Path of the Favoured"),
    ),
}


def each_faction(row: str) -> pytest.MarkDecorator:
    """One case for each faction, marked with that faction's row."""
    cases = [pytest.param(slug, id=slug, marks=pytest.mark.rule(f"eow.patrol.{slug}.{row}")) for slug in BOOK]
    return pytest.mark.parametrize("slug", cases)


def in_words(unit: Entry) -> str:
    formation = "single" if unit.single else f"{unit.files}x{unit.ranks}"
    return f"{unit.models} {unit.name} {formation} {unit.base[0]}x{unit.base[1]}"


def unit_of(faction: str, name: str) -> Entry:
    return entry(patrol(faction), name)


@each_faction("units")
def test_the_patrol_has_the_units_of_the_book(slug: str) -> None:
    army = patrol(slug)
    assert tuple(in_words(unit) for unit in army.entries) == BOOK[slug].units
    assert [unit.category for unit in army.entries] == ["Character", "Core", "Core", "Special"]
    assert (army.models, army.health) == (BOOK[slug].models, BOOK[slug].health)


@each_faction("unit_rules")
def test_the_units_list_the_rules_of_the_book_in_its_order(slug: str) -> None:
    assert tuple(", ".join(unit.listed) for unit in patrol(slug).entries) == BOOK[slug].rules


@pytest.mark.rule("eow.patrol.dwarven_holds.unit_rules")
def test_the_dwarven_patrol_has_no_wizard() -> None:
    assert [unit.spells for unit in patrol("Dwarven Holds").entries] == [(), (), (), ()]


@pytest.mark.rule("eow.patrol.highborn_elves.unit_rules")
def test_lancers_have_strength_3_and_penetration_0_and_two_more_of_each_on_the_charge() -> None:
    lancers = unit_of("Highborn Elves", "Highborn Lancers")
    assert (lancers.profile.str_, lancers.profile.ap) == (3, 0)
    assert lancers.rules == ("Devastating (+2 Str, +2 AP)",)


@pytest.mark.rule("eow.patrol.infernal_dwarves.unit_rules")
def test_vassal_levies_are_not_insignificant_in_the_patrol() -> None:
    assert not unit_of("Infernal Dwarves", "Vassal Levies").has("Insignificant")
    assert unit_of("Ogre Khans", "Scraplings").has("Insignificant")


@pytest.mark.rule("eow.patrol.saurian_ancients.unit_rules")
def test_the_unit_of_skink_hunters_knows_entwining_roots_and_nobody_is_the_general() -> None:
    hunters = unit_of("Saurian Ancients", "Skink Hunters")
    assert not hunters.single
    assert [spell.name for spell in hunters.spells] == ["Entwining Roots"]
    assert not any(unit.has("General") for unit in patrol("Saurian Ancients").entries)


@pytest.mark.rule("eow.patrol.undying_dynasties.unit_rules")
def test_the_undying_recover_1_3_2_and_1() -> None:
    assert [unit.profile.rsr for unit in patrol("Undying Dynasties").entries] == [1, 3, 2, 1]
    assert "Impact (D3+1 Hits, Str 4, AP 1)" in unit_of("Undying Dynasties", "Skeleton Chariots").rules


@pytest.mark.rule("eow.patrol.vampire_covenant.unit_rules")
def test_the_vampires_recover_1_3_5_and_1() -> None:
    assert [unit.profile.rsr for unit in patrol("Vampire Covenant").entries] == [1, 3, 5, 1]


def test_only_undying_and_vampires_recover() -> None:
    recovering = {unit.faction for army in patrols().values() for unit in army.entries if unit.profile.rsr is not None}
    assert recovering == {"Undying Dynasties", "Vampire Covenant"}


@pytest.mark.rule("eow.army.basic_patrol")
def test_every_patrol_has_one_character_two_core_units_and_one_special_unit() -> None:
    assert len(patrols()) == 16
    for army in patrols().values():
        assert [len(army.of("Character")), len(army.of("Core")), len(army.of("Special"))] == [1, 2, 1]
        assert len(army.entries) == 4


@pytest.mark.rule("eow.army.type_character")
def test_a_character_is_one_model_without_ranks() -> None:
    (soothsayer,) = patrol("Beast Herds").of("Character")
    assert (soothsayer.name, soothsayer.models, soothsayer.files, soothsayer.ranks) == ("Soothsayer", 1, 1, 0)


@pytest.mark.rule("eow.army.type_core")
def test_the_core_of_the_beast_herds_is_mongrels_and_wildhorns() -> None:
    core = patrol("Beast Herds").of("Core")
    assert [unit.name for unit in core] == ["Mongrel Herd", "Wildhorn Herd"]
    assert all(unit.ranks >= 1 for army in patrols().values() for unit in army.of("Core"))


@pytest.mark.rule("eow.army.type_special")
def test_the_special_unit_of_the_beast_herds_is_minotaurs() -> None:
    assert [unit.name for unit in patrol("Beast Herds").of("Special")] == ["Minotaurs"]
    assert all(unit.ranks >= 1 for army in patrols().values() for unit in army.of("Special"))


@pytest.mark.rule("eow.army.unit_entry")
def test_an_entry_holds_count_formation_base_profile_and_rules() -> None:
    cavalry = unit_of("Empire of Sonnstahl", "Electoral Cavalry")
    assert (cavalry.models, cavalry.files, cavalry.ranks, cavalry.base) == (5, 5, 1, (25, 50))
    assert cavalry.profile == Profile(
        adv=7, mar=14, dis=8, hp=1, def_=3, res=3, arm=5, att=1, off=3, str_=5, ap=2, agi=0
    )
    (crossbow,) = unit_of("Dwarven Holds", "Clan Marksmen").weapons
    assert (crossbow.weapon.name, crossbow.aim) == ("Crossbow", 4)
    assert [spell.name for spell in unit_of("Ogre Khans", "Shaman").spells] == [
        "Hand of Heaven",
        "Smite the Unbeliever",
    ]


@pytest.mark.rule("eow.model.base_size")
def test_a_base_is_its_front_by_its_side() -> None:
    cavalry = unit_of("Empire of Sonnstahl", "Electoral Cavalry")
    assert (cavalry.base_width * 25.4, cavalry.base_depth * 25.4) == pytest.approx((25, 50))
    assert cavalry.longest_side_mm == 50


@pytest.mark.rule("eow.measure.inch")
def test_an_inch_is_25_4_millimetres() -> None:
    cavalry = unit_of("Empire of Sonnstahl", "Electoral Cavalry")
    assert (cavalry.base_width, cavalry.base_depth) == pytest.approx((0.984, 1.969), abs=0.0005)
    assert unit_of("Empire of Sonnstahl", "Handgunners").width == pytest.approx(3.937, abs=0.0005)


@pytest.mark.rule("eow.stat.higher_is_better")
def test_higher_is_better_except_for_aegis() -> None:
    assert best("aeg", [5, 4]) == 4
    assert best("arm", [3, 4]) == 4


PROFILES = [
    ("Kingdom of Equitaine", "Pegasus Knights", (8, 16, 8, None, 2, 4, 4, 5, 6, 2, 4, 4, 1, 4)),
    ("Undying Dynasties", "Skeleton Chariots", (8, 10, 7, 2, 3, 3, 4, 3, None, 4, 3, 4, 1, 2)),
    ("Vampire Covenant", "Spectral Hunters", (8, 16, 5, 1, 1, 3, 3, 1, 4, 2, 3, 5, 10, 0)),
    ("Warriors of the Dark Gods", "Warrior Knights", (8, 14, 8, None, 1, 5, 4, 5, None, 2, 5, 6, 3, 0)),
    ("Orcs and Goblins", "Iron Orcs", (4, 8, 7, None, 1, 5, 4, 2, None, 1, 5, 6, 4, 0)),
]


@pytest.mark.parametrize(("faction", "name", "values"), PROFILES)
def test_profiles_stand_in_the_order_of_the_box(faction: str, name: str, values: tuple[int | None, ...]) -> None:
    assert msgspec.structs.astuple(unit_of(faction, name).profile) == values


WEAPONS = [
    ("Throwing Weapons", "shots 2 range 8 str user ap user, ignores long range, ignores moving"),
    ("Energy Bolts", "shots 1 range 24 str 5 ap 0"),
    ("Repeater Crossbow", "shots 2 range 18 str 3 ap 0, within 9 str None ap 1, marches"),
    ("Crossbow", "shots 1 range 30 str 4 ap 1"),
    ("Handgun", "shots 1 range 24 str 4 ap 2"),
    ("Arandai Longbow", "shots 1 range 30 str 3 ap 0, ranks 3, ignores long range"),
    ("Flintlock Axe", "shots 1 range 18 str 4 ap 2"),
    ("Longbow", "shots 1 range 30 str 3 ap 0"),
    ("Hand Cannon", "shots D3+1 range 24 str 4 ap 2, ignores moving"),
    ("Bow", "shots 1 range 24 str 3 ap 0, ranks 3"),
    ("Poisoned Javelin", "shots 1 range 12 str user ap user, ignores moving, poison"),
    ("Sylvan Longbow", "shots 1 range 30 str 3 ap 1, ignores moving, within 15 str 4 ap None"),
    ("Aspen Bow", "shots 1 range 24 str 3 ap 0, ranks 3, ignores cover, ignores long range, ignores moving"),
    ("Rotary Gun", "shots D3+1 range 18 str 4 ap 2, ignores moving"),
    ("Sling", "shots 1 range 18 str 3 ap 0, ignores long range, ignores moving, within 9 str 4 ap None"),
]


def weapon_in_words(name: str) -> str:
    everything = [armed.weapon for army in patrols().values() for unit in army.entries for armed in unit.weapons]
    weapon = next(weapon for weapon in everything if weapon.name == name)
    strength = "user" if weapon.str_ is None else weapon.str_
    penetration = "user" if weapon.ap is None else weapon.ap
    words = [f"shots {weapon.shots} range {weapon.range} str {strength} ap {penetration}"]
    words += [f"ranks {weapon.ranks}"] * (weapon.ranks != 2)
    words += [f"ignores {what}" for what in weapon.ignores]
    if weapon.close:
        words.append(f"within {weapon.close.within} str {weapon.close.str_} ap {weapon.close.ap}")
    words += ["marches"] * weapon.march_and_shoot + ["poison"] * weapon.poison
    return ", ".join(words)


@pytest.mark.parametrize(("name", "words"), WEAPONS)
def test_weapons_have_the_figures_of_the_book(name: str, words: str) -> None:
    assert weapon_in_words(name) == words


def test_there_are_no_other_weapons() -> None:
    names = {armed.weapon.name for army in patrols().values() for unit in army.entries for armed in unit.weapons}
    assert names == {name for name, _ in WEAPONS}


SPELLS = [
    ("Altered Sight", "5 friend 24 lasts"),
    ("Arise!", "4 friend 12"),
    ("Awaken the Beast", "6 friend 18 lasts"),
    ("Death is only the Beginning", "7 amplifies Altered Sight"),
    ("Entwining Roots", "5 enemy 18 lasts"),
    ("Fate's Judgement", "5 enemy 18 sight unengaged D3 auto 0"),
    ("Fireball", "5 enemy 36 sight unengaged D3+1 4 0"),
    ("Flaming Swords", "7 friend 18 lasts"),
    ("Hand of Heaven", "5 enemy 24 sight unengaged D3+1 D6 2"),
    ("Hasten the Hour", "7 enemy 18 sight unengaged 1 auto 10"),
    ("Healing Waters", "6 friend 18 lasts"),
    ("Ice and Fire", "7 enemy 24 sight unengaged 2D3 4 0"),
    ("Know Thine Enemy", "5 friend 18 lasts"),
    ("Pentagram of Pain", "5 enemy 24 sight unengaged D3+1 4 1"),
    ("Raven's Wing", "4 friend 18"),
    ("Silver Spike", "5 enemy 18 sight unengaged 1 6 10"),
    ("Smite the Unbeliever", "5 enemy 24 lasts"),
    ("Spectral Blades", "6 friend 18 lasts"),
    ("Swarm of Insects", "6 enemy 24 sight unengaged 4D6 1 0"),
    ("The Rot Within", "6 enemy 24 lasts"),
    ("The Wheel Turns", "6 any 18 lasts"),
    ("Word of Iron", "5 friend 24 lasts"),
]


def test_spells_have_the_figures_of_the_book() -> None:
    found = {}
    for army in patrols().values():
        for spell in (spell for unit in army.entries for spell in unit.spells):
            words = [str(spell.value)]
            words += [f"amplifies {spell.amplifies}"] if spell.amplifies else [f"{spell.target} {spell.range}"]
            words += ["sight"] * spell.sight + ["unengaged"] * spell.unengaged + ["lasts"] * spell.lasts
            if spell.hits is not None:
                words.append(f"{spell.hits} {'auto' if spell.wounds_automatically else spell.str_} {spell.ap}")
            found[spell.name] = " ".join(words)
    assert sorted(found.items()) == SPELLS


def test_arise_has_a_small_version_for_one_unit_and_a_large_one_for_two() -> None:
    arise = unit_of("Vampire Covenant", "Vampire Courtier").spells[0]
    assert arise.versions == (SpellVersion(4, 1), SpellVersion(8, 2))


def test_the_rider_of_altered_sight_cannot_be_cast_by_itself() -> None:
    castable = [spell.name for spell in unit_of("Undying Dynasties", "Death Cult").spells if spell.castable]
    assert castable == ["Altered Sight", "Ice and Fire"]


def test_a_spell_of_two_factions_is_the_same_in_both() -> None:
    seen: dict[str, object] = {}
    for spell in (s for army in patrols().values() for unit in army.entries for s in unit.spells):
        assert seen.setdefault(spell.name, spell) == spell
    assert len(seen) == 22


def test_every_known_rule_is_carried_by_some_unit() -> None:
    carried = {rule_name(text) for army in patrols().values() for unit in army.entries for text in unit.rules}
    for army in armylists().values():
        carried |= {rule_name(text) for effect in army.effects.values() for text in effect.gives}
        carried |= {rule_name(text) for entry in army.entries for text in entry.rules}
    carried |= {rule_name(text) for mount in bestiary().values() for text in mount.rules}
    by_other_rules = {"Channel", "Commanding Presence", "Rally Around the Flag"}
    assert set(MODEL_RULES) - by_other_rules <= carried


def test_a_patrol_survives_encoding_byte_for_byte() -> None:
    for army in patrols().values():
        text = msgspec.json.encode(army)
        again = msgspec.json.decode(text, type=Patrol)
        assert again == army
        assert msgspec.json.encode(again) == text


def test_what_else_a_spell_says_of_its_hits_and_targets() -> None:
    by_name = {s.name: s for army in patrols().values() for unit in army.entries for s in unit.spells}
    assert [name for name, spell in by_name.items() if spell.one_model] == ["Hasten the Hour"]
    assert [name for name, spell in by_name.items() if spell.reroll_armour_saves] == ["Ice and Fire"]
    assert {name: spell.multiply for name, spell in by_name.items() if spell.multiply} == {
        "Silver Spike": Multiply(by=2, against_hp=2)
    }
    assert {name: spell.or_near for name, spell in by_name.items() if spell.or_near} == {
        "Entwining Roots": NearTerrain(within=6, of=("hindering", "elevated"))
    }
