"""Verbs agree with the names of units, armies and players."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from warhost.play import Event, Outcome, parse_position, told_outcome
from warhost.play.events import moved
from warhost.play.shown.cards import Shows
from warhost.play.shown.english import acts, as_read, does, is_plural, listed, verb
from warhost.rulesets import ruleset
from warhost.rulesets.essence_of_war import RULESET as ESSENCE_OF_WAR
from warhost.rulesets.essence_of_war.shown import events as essence_of_war
from warhost.rulesets.regiments.core import events as regiments
from warhost.rulesets.regiments.core.events import NeverDeployed, PieceRemoved, UnitDestroyed
from warhost.table import Back, Forward, Pivot, Pose, Sidestep, Step, Wheel

ONE = """
Damsel, Death Cult Hierarch, Druid, Empire of Sonnstahl, Goblin Rabble, Harbinger, Kingdom of Equitaine, Mage,
Mongrel Herd, Orc Shaman, Prophet, Shaman, Skink Veteran on Pteradon, Soothsayer, Sorcerer, Swarm Priest, Thane,
Vampire Courtier, Vampire Covenant, Vermin Swarm, Warlock Outcast, Wildhorn Herd, Wizard, Bone Levy, Bridge Marshal,
Burrow Matron, Burrowfolk Swarm, Crossbow Company, Crypt Maw, Grave Cantor, Great Mole, Horsetail Chieftain,
Keystone Warden, League of Nine Bridges, Pike Company, Sling Pack, Storm Roc, Tallgrass Horde, Unburied Host,
Acid Spitter, Bearer of the White Banner, Bolt Carriage, Bone Rattler, Brasswater League, Brood Spawn,
Colossus of Flesh, Corpse Caller, Court Wizard, Crossbow Guild, Crown of Aldermere, Cult Prophet,
Ensign of the Nine Docks, Ghoul Pack, Great Cannon, Great Roc, Gutter Mob, Harbour Mortar, High Fang, Horned Devourer,
Horsetail Bearer, Khan of the Sunward, King Without Lanterns, Lanternless Court, Lord Admiral, Marshal of the Shire,
Master Gunner, Organ Gun, Pale Countess, Rider of the Terror, Royal Bombard, Rubbish Hurler, Shire Levy, Sky Caller,
Totem Carrier, Wailing Catapult, Banner Singer, Banner Warden, Bolt Thrower, Crypt Mage, Ember Shaman, Harbour Marshal,
Hollow Court, Hollow King, Kin Lord, Root Whisperer, Standard of Sorrow, Tide Seer, Totem Bearer, Warchief,
Altar of the Tides, Anvil of Power, Banner Captain, Beast Shaman, Boar Chariot, Charnel Chariot, Crypt Horror,
Crypt Scholar, Deep Cannon, Deepforge Hold, Doom Seeker, Field Gun, Flame Wagon, Guardian of the Gate, Guild Wizard,
Hammer Prelate, Herald of Ash, Keeper of the Standard, King of the Ossuary, Marsh Witch, Marshal of the Compact,
Reliquary of Names, Rune Warden, Saltbridge Compact, Skull Bearer, Skull Catapult, Spore Roller, Steam Engine,
Steppe Giant, Thane of the Deep, Thornback, Tusk Chief, Veiled Countess, Whispering Host
"""
"""The names of all books that take a singular verb; all others take a plural one. Read them aloud."""


@pytest.mark.parametrize("slug", ["eow", "t9a", "kow", "aofr", "blue"])
def test_every_unit_and_army_of_the_books_takes_the_verb_that_a_player_would_use(slug: str) -> None:
    book = ruleset(slug)
    assert isinstance(book, Shows)
    names = {*book.armies(), *(unit.name for army in book.armies() for unit in book.army_card(army).units)}
    singular = {name.strip() for name in ONE.replace("\n", " ").split(",")}
    assert {name for name in names if not is_plural(name)} == names & singular


@pytest.mark.parametrize(("name", "plural"), json.loads((Path(__file__).parent / "names.json").read_text()).items())
def test_names_that_the_page_reads_alike(name: str, plural: bool) -> None:
    assert is_plural(name) is plural


@pytest.mark.parametrize(
    ("singular", "plural"),
    [
        *[("charges", "charge"), ("marches", "march"), ("rushes", "rush"), ("passes", "pass"), ("flees", "flee")],
        *[("is", "are"), ("was", "were"), ("has", "have"), ("Does", "Do"), ("goes", "go"), ("carries", "carry")],
    ],
)
def test_verbs(singular: str, plural: str) -> None:
    assert verb("Dryads", singular) == plural
    assert verb("Wizard", singular) == singular


def test_names_with_their_verbs() -> None:
    assert acts("Handgunners", "charges") == "Handgunners charge"
    assert f"How {does('Iron Orcs')} move?" == "How do Iron Orcs move?"
    assert f"How {does('Wizard')} move?" == "How does Wizard move?"


def _say(event: Event) -> str:
    return event.say(lambda unit: ("Dryads", "Wizard")[unit], lambda seat: "Ann")


def test_a_template_picks_the_form_that_agrees_with_its_unit_or_its_text() -> None:
    assert _say(UnitDestroyed(0)) == "Dryads were destroyed"
    assert _say(UnitDestroyed(1)) == "Wizard was destroyed"
    assert _say(NeverDeployed(0)) == "Dryads had no room to deploy and count as destroyed"
    assert _say(PieceRemoved("small buildings")) == "The small buildings did not fit anywhere and were removed"
    assert _say(PieceRemoved("pond")) == "The pond did not fit anywhere and was removed"


class _Won(Event, frozen=True):
    words = "{seat:seat} {seat:wins|win}"
    seat: int


def test_a_template_picks_the_form_that_agrees_with_its_seat() -> None:
    assert _Won(0).say(str, lambda seat: "Beast Herds") == "Beast Herds win"
    assert _Won(0).say(str, lambda seat: "Empire of Sonnstahl") == "Empire of Sonnstahl wins"


def test_the_sentence_at_the_end_agrees_with_the_winner_and_the_state_keeps_its_own() -> None:
    names = ["Highborn Elves", "Empire of Sonnstahl"]
    assert as_read("Highborn Elves wins: 3 to 0 units.", names) == "Highborn Elves win: 3 to 0 units."
    assert as_read("Empire of Sonnstahl wins: 3 to 0 units.", names) == "Empire of Sonnstahl wins: 3 to 0 units."
    massacre = "A massacre: Highborn Elves destroys the whole army of Empire of Sonnstahl; 3 to 0 units."
    assert as_read(massacre, names).startswith("A massacre: Highborn Elves destroy the whole")
    battle = ESSENCE_OF_WAR.from_text(parse_position("eow | 36x48 | Iron Orcs at 18,10"))
    told = told_outcome(battle, Outcome((0,), "victory", f"{battle.scene.seats[0].name} wins: 1 to 0."))
    assert told is not None
    assert told.text == "Orcs and Goblins win: 1 to 0."
    assert told_outcome(battle, None) is None


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        ((Back(2.0),), 'backed up 2.0"'),
        ((Sidestep(-2.0),), 'sidestepped 2.0"'),
        ((Pivot(45.0),), "pivoted"),
        ((Wheel(30.0),), 'wheeled 2.0"'),
        ((Forward(2.0),), 'advanced 2.0"'),
        ((Pivot(45.0), Wheel(10.0), Forward(2.0)), 'advanced 2.0"'),
        ((Pivot(45.0), Back(2.0)), 'backed up 2.0"'),
        ((Back(1.0), Sidestep(1.0)), 'moved 2.0"'),
    ],
)
def test_a_move_says_what_the_unit_did(steps: tuple[Step, ...], told: str) -> None:
    assert moved(steps, 2.0, "advanced") == told


def test_both_books_say_that_a_unit_backed_up() -> None:
    back, pose = (Back(2.0),), Pose(18.0, 10.0, 0.0)
    assert _say(essence_of_war.UnitMoved(0, "advance", back, pose, 2.0)) == 'Dryads backed up 2.0"'
    assert _say(regiments.UnitMoved(0, 2.0, pose, "advance", back)) == 'Dryads backed up 2.0"'


def _kinds(kind: type[Event]) -> Iterator[type[Event]]:
    for found in kind.__subclasses__():
        yield found
        yield from _kinds(found)


def test_no_template_has_a_singular_verb_behind_a_name() -> None:
    fixed = re.compile(r"\{\w+:(?:unit|seat)\} (?:was|is|has|does|counts|wins|holds|its|itself)\b| its ")
    assert not [kind.words for kind in _kinds(Event) if fixed.search(kind.words)]


def test_names_in_a_row() -> None:
    assert listed(["Orcs"]) == "Orcs"
    assert listed(["Orcs", "Wolves"]) == "Orcs and Wolves"
    assert listed(["Orcs", "Wolves", "Trolls"]) == "Orcs, Wolves and Trolls"
