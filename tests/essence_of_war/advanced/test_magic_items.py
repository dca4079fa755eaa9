"""The enchantments of the Vault that have to do with magic."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from tests.essence_of_war.advanced.spellbook import ADVANCED, magic, teach
from tests.essence_of_war.harness import Faces, Play, Table, draw, happen
from warhost.play.questions import Choose
from warhost.rulesets.essence_of_war.chapters.magic.casting import known_spells
from warhost.rulesets.essence_of_war.chapters.setup.advanced_setup import before_roll_off
from warhost.rulesets.essence_of_war.shown import events


def carrying(line: str, **items: str) -> Table:
    """A table of an advanced battle on which Characters carry one enchantment each."""
    table = draw(line, settings=ADVANCED)
    entries = list(table.battle.scene.entries)
    for name, item in items.items():
        unit = table.unit(name.replace("_", " "))
        entry = entries[unit.entry]
        assert entry.bought
        bought = msgspec.structs.replace(entry.bought, items=(item,))
        entries[unit.entry] = msgspec.structs.replace(entry, bought=bought)
    table.battle.scene = msgspec.structs.replace(table.battle.scene, entries=tuple(entries))
    return table


CROWN = (
    "0 Empire of Sonnstahl/Marshal + Crown of the Wizard King at 18,10 | "
    "0 Empire of Sonnstahl/Wizard + Pyromancy at 10,10 | 1 Iron Orcs at 18,30 face 180"
)


def crowned(line: str = CROWN) -> Play:
    return happen(draw(line, settings=ADVANCED), before_roll_off)


@pytest.mark.rule("eow.vault.artefact.crown_of_the_wizard_king")
def test_the_crown_makes_its_bearer_an_apprentice_of_a_path_that_nobody_has() -> None:
    play = crowned()
    assert (play.topic, play.question.seat) == ("path of the crown", 0)
    assert isinstance(play.question, Choose)
    assert {denied.what for denied in play.question.denied} == {"Pyromancy", "Battle Runes"}
    assert len(play.keys) == 9
    play.choose("Witchcraft")
    marshal = play.unit("Marshal")
    assert [spell.name for spell in known_spells(play.battle, marshal)] == ["Raven's Wing"]
    assert marshal.used == ("Crown of the Wizard King: Witchcraft",)
    assert [(event.unit, event.path) for event in play.told(events.PathChosen)] == [(marshal.id, "Witchcraft")]


@pytest.mark.rule("eow.vault.artefact.crown_of_the_wizard_king")
def test_spells_of_conclaves_count_for_the_crown_and_runes_are_for_dwarves() -> None:
    line = (
        "0 Daemon Legions/Imps + Conclave at 18,10 | 0 Dwarven Holds/Thane + Crown of the Wizard King at 10,10 | "
        "1 Iron Orcs at 18,30 face 180"
    )
    table = draw(line, settings=ADVANCED)
    teach(table.battle, "Imps", "Fireball")
    play = happen(table, before_roll_off)
    assert "Pyromancy" not in play.keys
    assert "Battle Runes" in play.keys


@pytest.mark.rule("eow.vault.artefact.crown_of_the_wizard_king")
def test_the_bearer_of_the_crown_casts_the_spell_from_the_ranks_too() -> None:
    table = draw(
        "0 Empire of Sonnstahl/Marshal + Crown of the Wizard King at 4,4 | 0 Empire of Sonnstahl/Spearmen at 18,10 | "
        "1 Iron Orcs at 18,30 face 180",
        settings=ADVANCED,
    )
    table.set("Marshal", used=("Crown of the Wizard King: Alchemy",)).join("Marshal", "Spearmen")
    play = magic(table, [(3, 3)]).cast("Marshal", "Word of Iron", "Spearmen", dice=2)
    assert [effect.spell for effect in play.unit("Spearmen").effects] == ["Word of Iron"]
    for used in ((), ("Binding Scroll",), ("Something else: Alchemy",)):
        plain = table.set("Marshal", used=used)
        assert known_spells(plain.battle, plain.unit("Marshal")) == ()


SCROLL = "0 Orc Shaman at 18,10 | 0 Mage at 24,10 | 1 Empire of Sonnstahl/Marshal at 18,30 face 180"


def bound(**fields: object) -> Play:
    table = carrying(SCROLL, Marshal="Binding Scroll")
    teach(table.battle, "Orc Shaman", "Fireball", "Flaming Swords")
    teach(table.battle, "Mage", "Fireball", "Death is only the Beginning")
    return table.play([1, 1], phase="magic", **fields)


@pytest.mark.rule("eow.vault.artefact.binding_scroll")
def test_the_scroll_keeps_a_spell_of_the_enemy_from_all_its_wizards_for_one_phase() -> None:
    play = bound()
    assert (play.topic, play.question.seat, play.battle.pools) == ("binding scroll", 1, (0, 0))
    assert play.keys == ["pass", "Fireball", "Flaming Swords"]
    play.choose("Fireball")
    assert [event.spell for event in play.told(events.SpellBarred)] == ["Fireball"]
    assert {option.key.split(":")[1] for option in play.options[1:]} == {"Flaming Swords"}
    assert isinstance(play.question, Choose)
    why = {denied.what: denied.rule for denied in play.question.denied}
    assert (why["0:Fireball"], why["1:Fireball"]) == ("eow.vault.artefact.binding_scroll",) * 2


@pytest.mark.rule("eow.vault.artefact.binding_scroll")
def test_the_scroll_works_once_and_may_be_kept() -> None:
    kept = bound().choose("pass")
    assert kept.battle.more.barred == ()
    assert kept.unit("Marshal").used == ()
    used = bound().choose("Fireball")
    assert used.unit("Marshal").used == ("Binding Scroll",)
    table = carrying(SCROLL, Marshal="Binding Scroll").set("Marshal", used=("Binding Scroll",))
    assert table.play([1], phase="magic").topic == "cast"


@pytest.mark.rule("eow.vault.artefact.binding_scroll")
def test_nobody_is_asked_for_a_scroll_in_the_own_phase_or_against_an_army_without_spells() -> None:
    table = carrying(SCROLL, Marshal="Binding Scroll")
    assert table.play([1], phase="magic", active=1).topic != "binding scroll"
    table = carrying("0 Iron Orcs at 18,10 | 1 Empire of Sonnstahl/Marshal at 18,30", Marshal="Binding Scroll")
    assert table.play({"": 1}, phase="magic").topic != "binding scroll"


@pytest.mark.rule("eow.vault.artefact.talisman_of_the_void")
@pytest.mark.parametrize(("channelers", "dice"), [((), 6), (("Marshal",), 6)])
def test_the_talisman_doubles_the_die_of_its_bearer_up_to_two_in_all(channelers: Sequence[str], dice: int) -> None:
    line = (
        "0 Empire of Sonnstahl/Wizard + Master + Alchemy + Talisman of the Void at 18,10 | "
        "0 Empire of Sonnstahl/Marshal at 24,10 | 1 Iron Orcs at 18,40 face 180"
    )
    table = draw(line, settings=ADVANCED)
    for name in channelers:
        table.change(name, ["Channel"])
    assert table.play([1], phase="magic").battle.pools[0] == dice


BALL = "0 Orc Shaman at 18,10 | 1 Empire of Sonnstahl/Marshal at 18,30 face 180 | 1 Ghouls at 10,30 face 180"


def balled(dice: list[Faces], joined: bool = False) -> Play:
    table = carrying(BALL, Marshal="Crystal Ball")
    teach(table.battle, "Orc Shaman", "Smite the Unbeliever", "Entwining Roots", "Fireball")
    if joined:
        table.join("Marshal", "Ghouls")
    return magic(table, dice, pools=(9, 9))


@pytest.mark.rule("eow.vault.artefact.crystal_ball")
@pytest.mark.parametrize("joined", [False, True])
def test_the_first_dispel_of_a_phase_is_one_better_with_a_crystal_ball(joined: bool) -> None:
    play = balled([(6, 3), (4, 4), (6, 3), (4, 4), 1, (1, 1)], joined)
    play.cast("Orc Shaman", "Smite the Unbeliever", "Ghouls", dice=2)
    assert play.options[2].odds[0].value == pytest.approx(15 / 36)
    play.choose("2")
    assert [(event.total, event.cast) for event in play.told(events.SpellDispelled)] == [(9, 9)]
    play.cast("Orc Shaman", "Fireball", "Ghouls", dice=2).choose("2")
    assert [(event.total, event.cast) for event in play.told(events.DispelFailed)] == [(8, 9)]


@pytest.mark.rule("eow.vault.artefact.crystal_ball")
def test_the_ball_waits_for_an_attempt_that_is_really_made_and_needs_its_bearer() -> None:
    play = balled([(6, 3), 1, (6, 3), (4, 4)])
    play.cast("Orc Shaman", "Smite the Unbeliever", "Ghouls", dice=2).choose("no")
    play.cast("Orc Shaman", "Fireball", "Ghouls", dice=2).choose("2")
    assert [event.total for event in play.told(events.SpellDispelled)] == [9]
    table = carrying(BALL, Marshal="Crystal Ball").set("Marshal", pose=None, fate="destroyed", models=0)
    teach(table.battle, "Orc Shaman", "Fireball")
    lost = magic(table, [(6, 3), (4, 4), 1, (1, 1)], pools=(9, 9))
    lost.cast("Orc Shaman", "Fireball", "Ghouls", dice=2).choose("2")
    assert [event.total for event in lost.told(events.DispelFailed)] == [8]


@pytest.mark.rule("eow.vault.artefact.obsidian_rock")
def test_spells_on_the_bearers_unit_are_cast_two_worse() -> None:
    table = carrying(BALL, Marshal="Obsidian Rock").join("Marshal", "Ghouls")
    teach(table.battle, "Orc Shaman", "Fireball")
    play = magic(table, [(3, 3)], pools=(9, 9))
    play.choose(target="Ghouls")
    assert play.options[1].odds[0].value == pytest.approx(21 / 36)  # 7 or more with two dice for a value of 5
    through = {odd.label: odd.value for odd in play.weighed[1].odds}
    pairs = [(one, two) for one in range(1, 7) for two in range(1, 7)]
    beaten = sum(one + two >= 7 and die < one + two - 2 for one, two in pairs for die in range(1, 7))
    assert through["takes effect against 1 die to dispel"] == pytest.approx(beaten / 216)
    play.choose("2")
    assert [(event.total, event.value) for event in play.told(events.SpellFailed)] == [(4, 5)]


@pytest.mark.rule("eow.vault.artefact.obsidian_rock")
def test_the_rock_lowers_what_must_be_dispelled_and_minds_no_spell_on_others_or_on_all() -> None:
    def cast_on(target: str, *spells: str) -> Play:
        table = carrying(BALL, Marshal="Obsidian Rock")
        teach(table.battle, "Orc Shaman", *spells)
        return magic(table, [(4, 4), (3, 3), 1, (1, 1)], pools=(9, 9))

    play = cast_on("Marshal", "Fireball").cast("Orc Shaman", "Fireball", "Marshal", dice=2).choose("2")
    assert [(event.total, event.cast) for event in play.told(events.SpellDispelled)] == [(6, 6)]
    play = cast_on("Ghouls", "Fireball").cast("Orc Shaman", "Fireball", "Ghouls", dice=2).choose("2")
    assert [(event.total, event.cast) for event in play.told(events.DispelFailed)] == [(6, 8)]
    near = BALL.replace("18,30", "18,20").replace("10,30", "10,20")
    table = carrying(near, Marshal="Obsidian Rock")
    teach(table.battle, "Orc Shaman", "Scorching Salvo")
    assert magic(table, pools=(9, 9)).options[1].odds[0].value == 8
