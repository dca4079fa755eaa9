"""The Paths of Magic, and what each kind of Wizard knows of the one that it chooses."""

from __future__ import annotations

from typing import Any

import pytest

from tests.essence_of_war.advanced.rosters import bought, rules_broken
from warhost.rulesets.essence_of_war.lists.armylists import armylists, grimoire
from warhost.rulesets.essence_of_war.lists.patrols import entry, patrol


def path(name: str, *spells: str) -> Any:
    return pytest.param(name, spells, marks=pytest.mark.rule(f"eow.path.{name.lower().replace(' ', '_')}"), id=name)


PATHS = [
    path("Alchemy", "Word of Iron 5", "Silver Spike 5", "Molten Copper 9"),
    path("Cosmology", "Altered Sight 5", "Ice and Fire 7", "Perception of Strength 8"),
    path("Divination", "Know Thine Enemy 5", "Fate's Judgement 5", "Scrying 7 or 10"),
    path("Druidism", "Entwining Roots 5", "Healing Waters 6", "Master of Earth 8"),
    path("Evocation", "Spectral Blades 6", "Hasten the Hour 7", "Danse Macabre 8"),
    path("Occultism", "Pentagram of Pain 5", "The Rot Within 6", "The Grave Calls 9"),
    path("Pyromancy", "Fireball 5", "Flaming Swords 7", "Scorching Salvo 8"),
    path("Shamanism", "Awaken the Beast 6", "Swarm of Insects 6", "Break the Spirit 8"),
    path("Thaumaturgy", "Hand of Heaven 5", "Smite the Unbeliever 5", "Wrath of God 10"),
    path("Battle Runes", "Rune of Resolve 4", "Rune of Resilience 8", "Rune of Revocation 8"),
    path("Witchcraft", "Raven's Wing 4", "The Wheel Turns 6", "Bewitching Glare 9"),
]


@pytest.mark.parametrize(("name", "spells"), PATHS)
def test_a_path_has_three_spells(name: str, spells: tuple[str, ...]) -> None:
    found = grimoire().paths[name]
    values = [" or ".join(str(version.value) for version in spell.versions) for spell in found]
    assert [f"{spell.name} {value}" for spell, value in zip(found, values, strict=True)] == list(spells)
    assert [(spell.path, spell.number) for spell in found] == [(name, 1), (name, 2), (name, 3)]


@pytest.mark.rule("eow.path.pyromancy")
def test_of_all_paths_only_fireball_can_be_cast_by_several_wizards() -> None:
    replicable = {spell.name for spells in grimoire().paths.values() for spell in spells if spell.replicable}
    assert replicable == {"Fireball"}


@pytest.mark.rule("eow.path.battle_runes")
def test_battle_runes_are_the_runic_smiths() -> None:
    assert [spell.value for spell in bought("dwarven", "Runic Smith + Battle Runes").spells] == [4, 8, 8]
    choosing = [unit.paths for army in armylists().values() for unit in army.entries]
    assert not any("Battle Runes" in paths for paths in choosing)


def known(faction: str, words: str) -> list[str]:
    return [spell.name for spell in bought(faction, words).spells]


@pytest.mark.rule("eow.adv.wizard.conclave")
def test_a_conclave_knows_the_spells_of_its_rule_and_does_not_channel() -> None:
    assert known("daemon", "Imps + Conclave") == ["Spear of Infinity"]
    imps = bought("daemon", "Imps + Conclave")
    assert imps.bought
    assert (imps.bought.wizard, imps.bought.paths, imps.has("Channel")) == ("Conclave", (), False)
    assert imps.has("Immortal Denizens")
    assert known("beast", "Beast Chieftain + Great Totem") == ["Black Wing Totem", "Blooded Horn Totem"]
    assert known("saurian", "Skink Hunters + Enclave") == ["Entwining Roots"]
    assert known("saurian", "Caiman Warriors + Enclave") == ["Awaken the Beast"]
    assert not known("daemon", "Imps")


@pytest.mark.rule("eow.adv.wizard.apprentice")
def test_an_apprentice_knows_the_first_spell_and_does_not_channel() -> None:
    assert known("ogre", "Shaman + Pyromancy") == ["Fireball"]
    assert not bought("ogre", "Shaman + Pyromancy").has("Channel")


@pytest.mark.rule("eow.adv.wizard.adept")
def test_an_adept_knows_two_spells_and_channels() -> None:
    assert known("empire", "Wizard + Alchemy") == ["Word of Iron", "Silver Spike"]
    assert bought("empire", "Wizard + Alchemy").has("Channel")


@pytest.mark.rule("eow.adv.wizard.master")
def test_a_master_knows_three_spells_and_channels() -> None:
    assert known("empire", "Wizard + Master + Alchemy") == ["Word of Iron", "Silver Spike", "Molten Copper"]
    assert bought("empire", "Wizard + Master + Alchemy").has("Channel")
    assert bought("saurian", "Anurarch Archmage + Alchemy").has("Channel")


@pytest.mark.rule("eow.adv.wizard.one_path")
def test_a_wizard_chooses_one_path_of_its_entry() -> None:
    broken = "eow.adv.wizard.one_path"
    assert rules_broken("empire", "Wizard + Alchemy") == []
    assert rules_broken("empire", "Wizard + Shamanism") == [broken]
    assert rules_broken("empire", "Wizard + Shamanism", wizard_paths="any") == []
    assert rules_broken("empire", "Wizard") == [broken]
    assert rules_broken("empire", "Wizard", wizard_paths="any") == [broken]
    assert rules_broken("empire", "Wizard + Alchemy + Cosmology") == [broken]
    assert rules_broken("highborn", "Mage + Fiery Heart + Cosmology") == [broken]
    assert rules_broken("highborn", "Mage + Fiery Heart + Alchemy") == []
    assert rules_broken("dwarven", "Runic Smith + Battle Runes + Alchemy", "Seekers") == [broken]
    assert rules_broken("empire", "Marshal + Alchemy", "Spearmen") == [broken]


@pytest.mark.rule("eow.list.daemon_legions.rule.protean_adept")
def test_a_protean_adept_chooses_two_paths() -> None:
    both = "Kuulima's Deceiver + Protean Adept + Divination + Evocation"
    assert known("daemon", both) == ["Know Thine Enemy", "Spectral Blades"]
    assert bought("daemon", both).has("Channel")
    assert not bought("daemon", "Kuulima's Deceiver + Divination").has("Channel")
    assert rules_broken("daemon", both) == []
    assert rules_broken("daemon", both.removesuffix(" + Evocation")) == ["eow.adv.wizard.one_path"]
    assert rules_broken("daemon", both, "Harbinger + Evocation") == ["eow.adv.wizard.unique_path"]


@pytest.mark.rule("eow.adv.wizard.unique_path")
def test_no_two_wizards_choose_the_same_path() -> None:
    two = ("Wizard + Pyromancy", "Wizard + Master + Pyromancy")
    assert rules_broken("empire", *two) == ["eow.adv.wizard.unique_path"]
    assert rules_broken("empire", two[0], "Wizard + Alchemy") == []
    assert rules_broken("highborn", "Mage + Pyromancy", "Initiate of the Fiery Heart") == []


@pytest.mark.rule("eow.list.vermin_swarm.rule.duumvirate")
def test_the_duumvirate_shares_the_path_of_another_priest() -> None:
    broken, other = "eow.list.vermin_swarm.rule.duumvirate", "Swarm Priest + Duumvirate + Witchcraft"
    assert known("vermin", other) == ["Bewitching Glare"]
    assert bought("vermin", other).has("Channel")
    assert rules_broken("vermin", other) == [broken]
    assert rules_broken("vermin", other, "Swarm Priest + Adept + Occultism") == [broken]
    assert rules_broken("vermin", other, "Swarm Priest + Adept + Witchcraft") == []


@pytest.mark.rule("eow.diff.wizards")
def test_a_wizard_of_a_patrol_knows_its_spells_without_a_path() -> None:
    basic = entry(patrol("highborn"), "Mage")
    assert (basic.has("Channel"), basic.bought or None) == (False, None)
    assert [spell.name for spell in basic.spells] == known("highborn", "Mage + Cosmology")
    assert bought("highborn", "Mage + Cosmology").has("Channel")


WIZARDS = {
    ("beast", "Soothsayer"): "Druidism Evocation Shamanism",
    ("daemon", "Harbinger"): "Divination Evocation Thaumaturgy Witchcraft",
    ("daemon", "Kuulima's Deceiver"): "Divination Evocation Thaumaturgy Witchcraft",
    ("dread", "Warlock Outcast"): "Cosmology Evocation Witchcraft",
    ("empire", "Wizard"): "Alchemy Cosmology Divination Pyromancy",
    ("highborn", "Mage"): "Cosmology Divination Pyromancy",
    ("infernal", "Prophet"): "Alchemy Occultism Pyromancy",
    ("equitaine", "Damsel"): "Divination Druidism Shamanism",
    ("ogre", "Shaman"): "Pyromancy Shamanism Thaumaturgy",
    ("orcs", "Orc Shaman"): "Pyromancy Shamanism Thaumaturgy",
    ("saurian", "Anurarch Archmage"): "Alchemy Divination Druidism Evocation",
    ("sylvan", "Druid"): "Cosmology Druidism Shamanism",
    ("undying", "Death Cult Hierarch"): "Cosmology Divination Evocation",
    ("vampire", "Vampire Courtier"): "Evocation Occultism",
    ("vampire", "Necromancer"): "Alchemy Evocation",
    ("vermin", "Swarm Priest"): "Occultism Thaumaturgy Witchcraft",
    ("warriors", "Sorcerer"): "Alchemy Evocation Occultism",
}


@pytest.mark.rule("eow.adv.wizard.one_path")
def test_the_paths_of_every_wizard_are_known_with_their_sources() -> None:
    found = {unit.name: unit.paths for army in armylists().values() for unit in army.entries if unit.paths}
    assert {name: " ".join(paths) for name, paths in found.items()} == {name: to for (_, name), to in WIZARDS.items()}
    assert found["Wizard"]["Alchemy"] == ("text", "builder")
    assert found["Anurarch Archmage"]["Druidism"] == ("house",)
    assert found["Swarm Priest"]["Occultism"] == ("builder",)
