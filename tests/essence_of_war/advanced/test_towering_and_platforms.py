"""Towering models and War Platforms on the table (Model Rules)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.essence_of_war.advanced.test_special_rules import table_of
from warhost.rulesets.essence_of_war.chapters.general.combined import check_join
from warhost.rulesets.essence_of_war.chapters.melee.result import rank_bonus
from warhost.rulesets.essence_of_war.core.formation import ranks
from warhost.rulesets.essence_of_war.core.sight import unit_sees
from warhost.rulesets.essence_of_war.shown import events


@pytest.mark.rule("eow.special.towering.join")
def test_the_towering_join_nobody_unless_they_are_platforms() -> None:
    table = table_of("Ghouls at 18,10 | Vampire Courtier at 3,3 | Iron Orcs at 18,44 face 180")
    table.change("Ghouls", []).change("Vampire Courtier", ["Towering"])
    courtier, ghouls = table.unit("Vampire Courtier"), table.unit("Ghouls")
    refused = check_join(table.battle, courtier, ghouls)
    assert refused is not None
    assert refused.rule == "eow.special.towering.join"
    table.change("Vampire Courtier", ["Towering", "War Platform"])
    assert check_join(table.battle, courtier, ghouls) is None


@pytest.mark.rule("eow.special.towering.los")
@pytest.mark.parametrize(
    ("wall", "target", "seen"), [("", "", False), ("", "Towering", True), ("Towering", "Towering", False)]
)
def test_the_towering_are_seen_over_others(wall: str, target: str, seen: bool) -> None:
    table = table_of("Handgunners at 18,10 | 0 Spearmen + 6x5 at 18,16 | Arena Beast at 18,26 face 180")
    table.change("Spearmen", [wall] if wall else []).change("Arena Beast", [target] if target else [])
    assert unit_sees(table.battle, table.unit("Handgunners"), table.unit("Arena Beast")) is seen
    # They see over others too.
    assert unit_sees(table.battle, table.unit("Arena Beast"), table.unit("Handgunners")) is seen


@pytest.mark.rule("eow.special.towering.los")
def test_those_that_are_overlooked_give_no_cover() -> None:
    table = table_of("Handgunners at 18,10 | 0 Reiters at 18,16 | Arena Beast at 18,24 face 180")
    (option,) = (o for o in table.play({}, phase="shooting").options if o.unit == 0 and o.target == 2)
    assert all(part.why != "Cover" for odds in option.odds for part in odds.parts)


@pytest.mark.rule("eow.special.towering.rank")
def test_a_towering_single_model_counts_as_one_rank() -> None:
    table = table_of("Arena Beast at 18,10 | Feldraks + 3x1 at 30,10 | Ghouls at 18,40 face 180")
    beast = table.unit("Arena Beast")
    assert (ranks(table.battle, beast), rank_bonus(table.battle, [beast]).amount) == (1, 0)
    table.change("Arena Beast", ["Towering", "Light Troops"])
    assert ranks(table.battle, beast) == 0
    assert ranks(table.battle, table.unit("Feldraks")) == 1


PLATFORM = "{} at 18,10 | {} at 3,3 | Iron Orcs at 18,40 face 180"


@pytest.mark.rule("eow.special.war_platform.join")
def test_a_platform_joins_only_the_unit_in_its_brackets() -> None:
    table = table_of(PLATFORM.format("Raptor Pack + 5x2", "Carnosaur + Hunt Leader"))
    carnosaur, pack = table.unit("Carnosaur"), table.unit("Raptor Pack")
    table.change("Carnosaur", ["War Platform (Raptor Pack)", "Towering"])
    assert check_join(table.battle, carnosaur, pack) is None
    table.change("Carnosaur", ["War Platform (Tegu Warriors)", "Towering"])
    refused = check_join(table.battle, carnosaur, pack)
    assert refused is not None
    assert refused.rule == "eow.special.war_platform.join"


@pytest.mark.rule("eow.special.war_platform.base")
def test_a_platform_takes_the_place_of_just_so_many_models() -> None:
    table = table_of(PLATFORM.format("Warriors + 5x3", "Sorcerer + on War Dais"))
    assert table.battle.entry(table.unit("Sorcerer")).base == (50, 50)
    table.join("Sorcerer", "Warriors")
    unit = table.unit("Warriors")
    assert (unit.room, unit.replaced, unit.models) == ((2, 2), 4, 11)


@pytest.mark.rule("eow.special.war_platform.base")
@pytest.mark.parametrize(
    ("base", "fits"), [((50, 50), True), ((50, 100), True), ((50, 75), False), ((40, 50), False), ((125, 50), False)]
)
def test_a_platform_covers_whole_models_in_both_directions(base: tuple[int, int], fits: bool) -> None:
    """Warrior Knights stand on 25x50 mm, four files of two."""
    table = table_of(PLATFORM.format("Warrior Knights + 4x2", "Sorcerer + on War Dais"))
    sorcerer = table.unit("Sorcerer")
    entries = list(table.battle.scene.entries)
    entries[sorcerer.entry] = replace(entries[sorcerer.entry], base=base)
    table.battle.scene = replace(table.battle.scene, entries=tuple(entries))
    refused = check_join(table.battle, sorcerer, table.unit("Warrior Knights"))
    assert refused is None if fits else refused is not None and refused.rule == "eow.adv.char.join_base"


@pytest.mark.rule("eow.special.war_platform.place")
@pytest.mark.parametrize(("formation", "file"), [("6x4", 2), ("5x3", 1)])
def test_a_platform_stands_in_the_middle_of_the_front(formation: str, file: int) -> None:
    table = table_of(PLATFORM.format("Imperial Guard + 5x3", "Sorcerer + on War Dais"))
    unit = table.unit("Imperial Guard")
    files, deep = (int(part) for part in formation.split("x"))
    unit.files, unit.models = files, files * deep
    entries = list(table.battle.scene.entries)
    assert entries[0].base == (20, 20)
    table.change("Sorcerer", ["War Platform"])
    spread = table_of("Barbarians + 5x5 at 18,10 | Sorcerer + on War Dais at 3,3 | Iron Orcs at 18,40 face 180")
    host = spread.unit("Barbarians")
    host.files, host.models = files, files * 4
    spread.join("Sorcerer", "Barbarians")
    assert host.spot == (0, file)
    assert ranks(spread.battle, host) == 4


@pytest.mark.rule("eow.special.war_platform.target")
def test_a_towering_platform_is_picked_out_by_shots() -> None:
    line = "Handgunners at 18,10 | Raptor Pack + 5x2 at 18,24 face 180 | Carnosaur + Hunt Leader at 3,3"
    table = table_of(line).change("Carnosaur", ["War Platform (Raptor Pack)", "Towering"])
    table.join("Carnosaur", "Raptor Pack")
    game = table.play({"to hit": 6, "To-Wound": 6, "Save": 1, "": 1}, phase="shooting")
    assert game.offers(unit="Handgunners", target="Raptor Pack")
    game.choose(unit="Handgunners", target="Carnosaur")
    assert {event.unit for event in game.told(events.HealthLost)} == {game.battle.units[2].id}
    table = table_of(line).change("Carnosaur", ["War Platform (Raptor Pack)"]).join("Carnosaur", "Raptor Pack")
    assert not table.play({}, phase="shooting").offers(unit="Handgunners", target="Carnosaur")
