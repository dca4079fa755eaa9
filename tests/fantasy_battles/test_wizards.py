"""Select Spells: which spells Wizards may take before the battle, and how many."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.harness import Play, draw, happen
from warhost.play import Picked
from warhost.play.questions import Choose, Pick
from warhost.play.script import Refused
from warhost.rulesets.fantasy_battles.chapters.magic.spell_data import paths, spell
from warhost.rulesets.fantasy_battles.chapters.magic.wizards import select_spells
from warhost.rulesets.fantasy_battles.core.battle import Settings
from warhost.rulesets.fantasy_battles.core.entries import Wizard
from warhost.rulesets.fantasy_battles.shown import magic_events as events

LINE = "0 Wizard at 36,10 | 0 Captain at 30,10 | 1 Spearmen at 36,30 face 180"


def selecting(*wizards: Wizard, army: str = "Test Army", settings: Settings | None = None, **fields: Any) -> Play:
    """The Wizard, and perhaps the Captain, select their spells."""
    table = draw(LINE, settings, **fields)
    for name, wizard in zip(("Wizard", "Captain"), wizards, strict=False):
        table.change(name, wizard=wizard, army=army)
    return happen(table, select_spells)


def offered(play: Play) -> list[str]:
    question = play.question
    assert isinstance(question, Pick)
    return [option.key for option in question.options]


PYROMANCY = [
    *("Fireball", "Cascading Fire", "Flaming Swords", "Pyroclastic Flow", "Scorching Salvo", "Enveloping Embers"),
]


@pytest.mark.rule("t9a.pregame.select_spells")
@pytest.mark.parametrize(("level", "number"), [("Apprentice", 1), ("Adept", 2), ("Master", 4)])
def test_a_wizard_selects_as_many_spells_as_its_level_says(level: Any, number: int) -> None:
    play = selecting(Wizard(level=level, paths=("Pyromancy",)))
    assert offered(play) == PYROMANCY
    with pytest.raises(Refused):
        play.answer(Picked(tuple(PYROMANCY[: number + 1])))
    with pytest.raises(Refused):
        play.answer(Picked(tuple(PYROMANCY[: number - 1])))
    play.answer(Picked(tuple(PYROMANCY[:number])))
    assert play.unit("Wizard").known == tuple(PYROMANCY[:number])
    assert play.told(events.SpellsSelected) == [events.SpellsSelected(0, ", ".join(PYROMANCY[:number]))]


@pytest.mark.rule("t9a.pregame.select_spells")
def test_a_wizard_that_may_choose_its_path_does_so_first() -> None:
    play = selecting(Wizard(paths=("Alchemy", "Pyromancy")))
    assert isinstance(play.question, Choose)
    play.choose("Pyromancy")
    assert offered(play) == PYROMANCY


@pytest.mark.rule("t9a.pregame.select_spells")
def test_a_list_may_have_chosen_already() -> None:
    play = selecting(Wizard(paths=("Pyromancy",), spells=("Scorching Salvo",)))
    assert play.unit("Wizard").known == ("Scorching Salvo",)


@pytest.mark.rule("t9a.pregame.select_spells")
def test_no_two_wizards_take_the_same_spell_unless_they_must() -> None:
    adept = Wizard(level="Adept", paths=("Pyromancy",))
    play = selecting(adept, Wizard(level="Master", paths=("Pyromancy",)))
    play.answer(Picked(("Fireball", "Flaming Swords")))
    # Four are left for a Master who knows four: nobody is asked.
    assert play.unit("Captain").known == ("Cascading Fire", "Pyroclastic Flow", "Scorching Salvo", "Enveloping Embers")
    play = selecting(Wizard(level="Master", paths=("Pyromancy",)), Wizard(level="Master", paths=("Pyromancy",)))
    play.answer(Picked(tuple(PYROMANCY[:4])))
    assert set(offered(play)) == set(PYROMANCY)


@pytest.mark.rule("t9a.pregame.select_spells")
def test_players_may_agree_that_spells_are_known_in_order() -> None:
    play = selecting(Wizard(level="Adept", paths=("Pyromancy",)), settings=Settings(spells_known="in order"))
    assert play.unit("Wizard").known == ("Fireball", "Cascading Fire")


@pytest.mark.rule("t9a.pregame.select_spells")
def test_the_player_who_chose_the_zone_selects_first() -> None:
    table = draw("0 Wizard at 36,10 | 1 Captain at 36,30 face 180", chooser=1)
    table.change("Captain", wizard=Wizard(paths=("Alchemy",)))
    assert happen(table, select_spells).question.seat == 1


@pytest.mark.rule("t9a.special.learned_spell")
def test_learned_spells_are_those_with_numbers_and_no_attribute_spells() -> None:
    assert paths()["Pyromancy"].numbered(1) == "Fireball"
    assert "Blaze" not in offered(selecting(Wizard(paths=("Pyromancy",))))


@pytest.mark.rule("t9a.special.learned_spell")
@pytest.mark.parametrize(
    ("name", "learned"), [("Fireball", True), ("Arise!", True), ("Blaze", False), ("Rune of Resolve", False)]
)
def test_which_spells_may_be_learned(name: str, learned: bool) -> None:
    assert spell(name).learned is learned


@pytest.mark.rule("t9a.hereditary.army_bound")
@pytest.mark.parametrize(
    ("army", "name"), [("Ogre Khans", "Children of Umi"), ("Vampire Covenant", "Arise!"), ("WDG", "Hellfire")]
)
def test_a_wizard_may_take_the_hereditary_spell_of_its_army_and_no_other(army: str, name: str) -> None:
    play = selecting(Wizard(paths=("Pyromancy",)), army=army)
    assert offered(play) == [*PYROMANCY, name]
    foreign = "Hellfire" if name != "Hellfire" else "Arise!"
    with pytest.raises(Refused):
        play.answer(Picked((foreign,)))


@pytest.mark.rule("t9a.hereditary.army_bound")
def test_armies_of_other_names_have_the_hereditary_spell_that_their_data_name() -> None:
    assert offered(selecting(Wizard(paths=("Pyromancy",), hereditary="Arise!")))[-1] == "Arise!"
    assert offered(selecting(Wizard(paths=("Pyromancy",)))) == PYROMANCY


@pytest.mark.rule("t9a.hereditary.eos_liberal_magics")
def test_liberal_magics_is_the_first_spell_of_another_path() -> None:
    wizard = Wizard(paths=("Pyromancy", "Alchemy", "Divination"), path="Pyromancy", hereditary="Liberal Magics")
    assert offered(selecting(wizard)) == [*PYROMANCY, "Quicksilver Lash", "Know Thine Enemy"]
