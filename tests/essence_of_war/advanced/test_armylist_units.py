"""The units of the Armylists, each with the figures of the book, and what comes of them when they are bought."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from tests.essence_of_war.advanced.rosters import bought, found, roster, rules_broken
from warhost.rulesets.essence_of_war.lists.armylists import armylist, armylists, list_entry
from warhost.rulesets.essence_of_war.lists.listed_units import BaseOption, Upgrade
from warhost.rulesets.essence_of_war.lists.patrols import entry, patrol

CATEGORIES = {"Character": 2, "Support": 1, "Special": 2, "Core": 3}


class Printed(NamedTuple):
    """A unit entry as the book prints it."""

    faction: str
    name: str
    head: str
    profile: str
    prices: str
    rules: str
    example: str

    @property
    def row(self) -> str:
        plain = self.name.lower().replace("'", "").replace(" ", "_")
        return f"eow.list.{self.faction}.unit.{plain}"


def book() -> Iterator[Printed]:
    text = (Path(__file__).parent / "units_of_the_book.txt").read_text(encoding="utf-8")
    for part in text.split("\n# ")[1:]:
        faction, _, units = part.partition("\n")
        for block in units.strip().split("\n\n"):
            first, *lines = (line.strip() for line in block.splitlines())
            name, _, head = first.partition(": ")
            yield Printed(faction, name, head, *lines)


BOOK = tuple(book())
UNITS = [pytest.param(unit, marks=pytest.mark.rule(unit.row), id=unit.row) for unit in BOOK]


def test_the_book_has_sixteen_armylists_of_eight_entries() -> None:
    assert len({unit.row for unit in BOOK}) == 128
    assert sum(len(army.entries) for army in armylists().values()) == 128


def priced(offers: Sequence[BaseOption | Upgrade]) -> str:
    return ", ".join(f"{one.name}{'' if one.limit is None else f' (0-{one.limit})'} {one.cost}" for one in offers)


@pytest.mark.parametrize("printed", UNITS)
def test_a_unit_has_the_figures_of_the_book(printed: Printed) -> None:
    unit = list_entry(printed.faction, printed.name)
    assert f"{unit.category} (0-{unit.limit}), {unit.base[0]}x{unit.base[1]}" == printed.head
    values: dict[str, Any] = {
        name: value for name, value in msgspec.to_builtins(unit.profile).items() if value is not None
    }
    values |= {"mar": unit.march} if unit.march else {}
    values |= {} if unit.fights else {"att": "-", "off": "-"}
    told = {label.lower(): value.rstrip("+") for label, value in re.findall(r"(\w+) (\S+)", printed.profile)}
    assert {name: str(value) for name, value in values.items()} == told
    upgrades = f" | {priced(unit.upgrades)}" if unit.upgrades else ""
    assert priced(unit.options) + upgrades == printed.prices
    assert (", ".join(unit.listed) or "none") == printed.rules


@pytest.mark.parametrize("printed", UNITS)
def test_a_unit_that_is_bought_is_what_the_book_says(printed: Printed) -> None:
    words, _, facts = printed.example.partition(" -> ")
    unit = bought(printed.faction, f"{printed.name} + {words}")
    came = {
        "points": f"{unit.points} points",
        "models": f"{unit.models} models",
        "HP": f"{unit.health} HP",
        "base": f"base {unit.base[0]}x{unit.base[1]}",
    }
    for fact in facts.split(", "):
        assert fact in came.values(), came


def illegal(row: str, *units: str, broken: str = "eow.adv.army.duplication") -> Any:
    faction, _, name = row.partition(".unit.")
    return pytest.param(faction, units, broken, marks=pytest.mark.rule(f"eow.list.{row}"), id=name)


@pytest.mark.parametrize(
    ("faction", "units", "broken"),
    [
        illegal("beast_herds.unit.cyclops", "Cyclops", "Cyclops"),
        illegal(
            "dwarven_holds.unit.runic_smith",
            *("Runic Smith + Battle Runes", "Runic Smith + Battle Runes"),
        ),
        illegal("empire_of_sonnstahl.unit.reiters", "Reiters + 4x2", "Reiters + 4x2"),
        illegal("highborn_elves.unit.flame_wardens", "Flame Wardens + 5x4", "Flame Wardens + 5x4"),
        illegal("infernal_dwarves.unit.vizier", "Vizier + on Bull of Shamut", "Vizier + on Bull of Shamut"),
        illegal("kingdom_of_equitaine.unit.castellan", "Castellan + Sainted", "Castellan + Sainted"),
        illegal("saurian_ancients.unit.skink_veteran", "Skink Veteran + on Taurosaur", "Skink Veteran + on Taurosaur"),
        illegal(
            "undying_dynasties.unit.death_cult_hierarch",
            *("Death Cult Hierarch + Hierophant + Evocation", "Death Cult Hierarch + Hierophant + Cosmology"),
        ),
        illegal("warriors_of_the_dark_gods.unit.barbarians", *("Barbarians + Hurlers",) * 3),
        illegal(
            "saurian_ancients.unit.carnosaur",
            *("Carnosaur + Hunt Leader", "Raptor Pack + 5x1"),
            broken="eow.special.war_platform.join",
        ),
        illegal(
            "saurian_ancients.unit.anurarch_archmage",
            *("Anurarch Archmage + Forbidden + Alchemy", "Caiman Warriors + 2x2"),
            broken="eow.special.war_platform.join",
        ),
    ],
)
def test_what_a_roster_may_not_have(faction: str, units: tuple[str, ...], broken: str) -> None:
    problems = rules_broken(faction, *units, points=2400)
    assert broken in problems
    assert rules_broken(faction, *units[:1], points=2400) == ([broken] if "platform" in broken else [])


@pytest.mark.parametrize(
    ("faction", "words"),
    [
        pytest.param(*case, marks=pytest.mark.rule(row))
        for row, case in {
            "eow.list.daemon_legions.unit.kuulimas_deceiver": ("daemon", "Kuulima's Deceiver + Wings + Protean Adept"),
            "eow.list.ogre_khans.unit.khan": ("ogre", "Khan + Splitter + Cult Leader"),
            "eow.list.warriors_of_the_dark_gods.unit.chosen_lord": (
                "warriors",
                "Chosen Lord + on Great Beast + Dark Prelate",
            ),
        }.items()
    ],
)
def test_nobody_has_two_base_options(faction: str, words: str) -> None:
    name, first, second = words.split(" + ")
    with pytest.raises(Exception, match=f'option "{first}|option "{second}'):
        bought(faction, words)
    assert {first, second} <= {option.name for option in list_entry(faction, name).options}


@pytest.mark.rule("eow.list.saurian_ancients.unit.carnosaur", "eow.list.saurian_ancients.unit.anurarch_archmage")
def test_platforms_are_legal_with_units_that_hold_them() -> None:
    assert not rules_broken("saurian", "Carnosaur + Hunt Leader", "Raptor Pack + 5x2")
    assert not rules_broken("saurian", "Anurarch Archmage + Alchemy", "Tegu Warriors + 4x3")
    assert not rules_broken("saurian", "Anurarch Archmage + Wardens + Alchemy")


@pytest.mark.rule("eow.list.dread_elves.unit.hydra")
def test_the_hydra_is_not_fearless() -> None:
    assert not bought("dread", "Hydra").has("Fearless")


@pytest.mark.rule("eow.list.dwarven_holds.unit.steam_copter", "eow.list.ogre_khans.unit.tusker_cavalry")
def test_two_support_units_cost_twice_as_much() -> None:
    for faction, name, points in (("dwarven", "Steam Copter", 350), ("ogre", "Tusker Cavalry", 300)):
        draft = roster(faction, name, name, points=800)
        assert sum(bought(faction, pick.unit).points for pick in draft.picks) == points
        assert "eow.adv.army.duplication" not in [problem.rule for problem in found(draft)]


@pytest.mark.rule("eow.list.dwarven_holds.unit.seekers")
def test_seekers_have_vanguard_only_if_it_is_bought() -> None:
    assert not bought("dwarven", "Seekers + 6x3").has("Vanguard")
    assert bought("dwarven", "Seekers + 6x3 + Vanguard").has("Vanguard")


@pytest.mark.rule("eow.list.highborn_elves.unit.citizen_spearmen")
def test_citizen_spearmen_support_from_three_ranks() -> None:
    assert "Fight in Extra Rank (2)" in bought("highborn", "Citizen Spearmen").rules


@pytest.mark.rule("eow.list.highborn_elves.unit.initiate_of_the_fiery_heart")
def test_the_initiate_bars_no_path_for_a_mage() -> None:
    initiate = bought("highborn", "Initiate of the Fiery Heart")
    assert [spell.name for spell in initiate.spells] == ["Fireball", "Silver Spike"]
    assert initiate.has("Channel")
    assert not rules_broken("highborn", "Initiate of the Fiery Heart", "Mage + Pyromancy")


@pytest.mark.rule("eow.list.infernal_dwarves.unit.infernal_engine")
def test_the_rock_crusher_has_no_mortar() -> None:
    crusher, mortar = (bought("infernal", f"Infernal Engine + {name}") for name in ("Rock Crusher", "Titan Mortar"))
    assert not crusher.weapons
    assert [text for text in crusher.rules if "Grind" in text] == ["Grind (2D3)"]
    assert [text for text in mortar.rules if "Grind" in text] == ["Grind (D3)"]
    assert [str(weapon) for weapon in mortar.weapons] == ["Titan Mortar (4+)"]


@pytest.mark.rule("eow.list.kingdom_of_equitaine.unit.ladys_courtier")
def test_the_courtier_knows_two_spells_and_does_not_channel() -> None:
    courtier = bought("equitaine", "Lady's Courtier")
    assert [spell.name for spell in courtier.spells] == ["Raven's Wing", "Entwining Roots"]
    assert not courtier.has("Channel")


@pytest.mark.rule("eow.list.ogre_khans.unit.shaman")
def test_a_master_shaman_knows_three_spells_and_channels() -> None:
    shaman = bought("ogre", "Shaman + Master + Pyromancy")
    assert (len(shaman.spells), shaman.has("Channel")) == (3, True)
    assert not bought("ogre", "Shaman + Pyromancy").has("Channel")


@pytest.mark.rule("eow.list.ogre_khans.unit.bruisers")
def test_bruisers_stomp_with_a_strength_of_its_own() -> None:
    bruisers = bought("ogre", "Bruisers")
    assert bruisers.profile.str_ == 6
    assert "Stomp (1 Hit, Str 4, AP 1)" in bruisers.rules


@pytest.mark.rule("eow.list.undying_dynasties.unit.sphinx")
def test_the_dread_sphinx_is_stronger_and_stomps_as_ever() -> None:
    sphinx = bought("undying", "Sphinx + Dread Sphinx")
    assert (sphinx.profile.str_, sphinx.profile.ap, sphinx.profile.agi) == (7, 4, 0)
    assert (sphinx.profile.adv, sphinx.profile.mar, sphinx.has("Fly")) == (6, 12, True)
    assert "Stomp (D3, Str 5, AP 2)" in sphinx.rules


@pytest.mark.rule("eow.list.orcs_and_goblins.unit.orc_shaman", "eow.list.vampire_covenant.unit.necromancer")
def test_variants_of_wizards_stay_adepts() -> None:
    for faction, words in (
        ("orcs", "Orc Shaman + on Flying Beast + Pyromancy"),
        ("vampire", "Necromancer + Grim Coachman + Alchemy"),
    ):
        unit = bought(faction, words)
        assert unit.bought
        assert unit.bought.wizard == "Adept"


@pytest.mark.rule("eow.list.vermin_swarm.unit.swarm_priest")
def test_an_adept_and_its_partner_cost_325() -> None:
    adept, other = "Swarm Priest + Adept + Occultism", "Swarm Priest + Duumvirate + Occultism"
    assert bought("vermin", adept).points + bought("vermin", other).points == 325
    assert not rules_broken("vermin", adept, other)


ENTRIES = {
    "beast_herds": "Mongrel Herd, Wildhorn Herd, Mongrel Raiders",
    "daemon_legions": "Imps, Myrmidons, Lemures",
    "dread_elves": "Silexian Auxiliaries, Temple Militants, Silexian Spears",
    "dwarven_holds": "Clan Marksmen, Greybeards, Clan Warriors",
    "empire_of_sonnstahl": "Electoral Cavalry, Handgunners, Spearmen",
    "highborn_elves": "Citizen Archers, Highborn Lancers, Citizen Spearmen",
    "infernal_dwarves": "Citadel Guard, Vassal Levies, Infernal Warriors",
    "kingdom_of_equitaine": "Feudal Knights, Lowborn Archers, Lowborn Levies",
    "ogre_khans": "Scraplings, Tribesmen, Bruisers",
    "orcs_and_goblins": "Goblin Rabble, Feral Orc Marauders, Veteran Orcs",
    "saurian_ancients": "Tegu Warriors, Skink Hunters, Caiman Warriors",
    "sylvan_elves": "Dryads, Sylvan Archers, Heath Hunters",
    "undying_dynasties": "Skeleton Archers, Skeleton Chariots, Skeleton Cavalry",
    "vampire_covenant": "Ghouls, Zombies, Dire Wolves",
    "vermin_swarm": "Blackfur Veterans, Vermin Velites, Vermin Legionaires",
    "warriors_of_the_dark_gods": "Fallen, Warriors, Barbarians",
}


@pytest.mark.parametrize(
    ("faction", "core"),
    [pytest.param(*case, marks=pytest.mark.rule(f"eow.list.{case[0]}.entries")) for case in ENTRIES.items()],
)
def test_an_armylist_offers_eight_entries(faction: str, core: str) -> None:
    entries = armylist(faction).entries
    assert {entry.name for entry in entries if entry.category == "Core"} == set(core.split(", "))
    wanted = [unit for unit in BOOK if unit.faction == faction]
    assert [(unit.name, unit.category) for unit in entries] == [(unit.name, unit.head.split()[0]) for unit in wanted]


@pytest.mark.rule("eow.adv.army.entries")
def test_every_armylist_has_as_many_entries_of_each_category() -> None:
    for army in armylists().values():
        assert Counter(unit.category for unit in army.entries) == CATEGORIES


@pytest.mark.parametrize(
    ("category", "unit", "single"),
    [
        pytest.param("Character", "Beast Chieftain", True, marks=pytest.mark.rule("eow.adv.army.cat_character")),
        pytest.param("Support", "Cyclops", True, marks=pytest.mark.rule("eow.adv.army.cat_support")),
        pytest.param("Core", "Mongrel Herd", False, marks=pytest.mark.rule("eow.adv.army.cat_core")),
        pytest.param("Special", "Minotaurs", False, marks=pytest.mark.rule("eow.adv.army.cat_special")),
    ],
)
def test_a_category_is_of_single_models_or_of_ranks(category: str, unit: str, single: bool) -> None:
    assert list_entry("beast", unit).category == category
    for army in armylists().values():
        for one in army.entries:
            if one.category == category:
                assert all((option.ranks == 0) is single for option in one.options)


@pytest.mark.rule("eow.diff.armylist_extra_rules")
def test_a_unit_of_an_armylist_has_more_rules_than_that_of_a_patrol() -> None:
    assert entry(patrol("beast"), "Minotaurs").rules == ("Primal Instinct",)
    more = {"Fearless", "Frenzy", "Impact (1)", "Stomp (1)", "Support"}
    assert set(bought("beast", "Minotaurs").rules) == {"Primal Instinct", *more}


@pytest.mark.rule("eow.adv.army.entries")
def test_it_is_known_how_every_category_was_found() -> None:
    entries = [unit for army in armylists().values() for unit in army.entries]
    assert Counter(source for unit in entries for source in unit.sure) == {"text": 33, "builder": 105, "house": 17}
    assert all("text" in unit.sure for unit in entries if unit.category == "Character")
    assert list_entry("saurian", "Caiman Warriors").sure == ("house",)
