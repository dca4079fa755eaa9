"""Combat Reforms: who may, after which test, and how units are set down anew (Round of Combat: step 15)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.brawl import brawl
from tests.fantasy_battles.harness import Table, draw
from warhost.rulesets.families.ninth_age.core.contact import contacts
from warhost.rulesets.fantasy_battles.chapters.melee.combat_reform import may_reform, reforms
from warhost.rulesets.fantasy_battles.core.battle import Boon
from warhost.rulesets.fantasy_battles.shown import events, melee_events
from warhost.table import Arc

HIT: dict[str, Any] = {"Swordsmen Close Combat Attacks: to hit": (6, *(1,) * 9), "to wound": 6}
"""The Swordsmen kill one man and win."""


def line() -> Table:
    return draw("Spearmen at 36,20 | Swordsmen at 36,30 face 180").fight("Spearmen", "Swordsmen")


@pytest.mark.rule("t9a.round.step15_combat_reforms", "t9a.special.combat_reform")
def test_a_unit_struck_in_the_flank_turns_to_face_and_stays_in_contact() -> None:
    table = draw("Spearmen at 36,20 | 1 Swordsmen at 20,20 face 90").fight("Swordsmen", "Spearmen", "left")
    before = set(contacts(table.battle, table.unit("Swordsmen")))
    game = brawl(table).until_asked("combat reform test").choose("test").until_asked("combat reform")
    game.choose(unit="Spearmen").choose("5")
    place = next(option.key for option in game.options if option.label.startswith("front to the enemy"))
    game.choose(place)
    spears = game.unit("Spearmen")
    assert [(foe.mine, foe.theirs) for foe in spears.foes] == [(Arc.FRONT, Arc.FRONT)]
    assert before <= set(contacts(game.battle, game.unit("Swordsmen")))
    assert spears.pose is not None
    assert spears.pose.facing == pytest.approx(270.0)


@pytest.mark.rule("t9a.special.combat_reform")
def test_a_unit_may_stand_in_other_files_afterwards() -> None:
    game = brawl(line()).until_asked("combat reform").choose(unit="Spearmen")
    assert game.topic == "combat reform files"
    game.choose("7").decline()
    spears = game.unit("Spearmen")
    assert (spears.files, spears.engaged) == (7, True)
    assert [event.files for event in game.told(melee_events.CombatReformed)] == [7]
    assert len(contacts(game.battle, spears)) == 7


@pytest.mark.rule("t9a.special.combat_reform")
def test_no_fewer_own_models_and_all_enemies_stay_in_contact() -> None:
    table = line()
    spears, swords = table.unit("Spearmen"), table.unit("Swordsmen")
    assert not [reform for reform in reforms(table.battle, spears) if reform.to.models < 5]
    widths = {reform.files for reform in reforms(table.battle, spears) if reform.to.side is Arc.FRONT}
    assert min(widths) == 5
    assert len(contacts(table.battle, swords)) == 5


@pytest.mark.rule("t9a.special.combat_reform")
@pytest.mark.parametrize(("dice", "passes"), [((3, 4), True), ((4, 4), False)])
def test_losers_need_a_discipline_test(dice: tuple[int, int], passes: bool) -> None:
    game = brawl(line(), {**HIT, "Break": 1, "Combat reform": dice}).until_asked("combat reform test")
    assert game.question.seat == 0
    game.choose("test").until_asked("combat reform")
    while game.topic == "combat reform order":
        game.decline()
    asked = []
    while not game.game.over:
        if game.topic == "combat reform":
            asked.append(game.question.seat)
        game.decline()
    assert asked == ([0, 1] if passes else [1])


@pytest.mark.rule("t9a.special.combat_reform")
def test_a_unit_engaged_on_two_facings_may_not() -> None:
    table = draw("Spearmen at 36,20 | 1 Swordsmen at 36,30 face 180 | 1 Archers at 4,4").fight("Spearmen", "Swordsmen")
    table.fight("Archers", "Spearmen", "left")
    assert not may_reform(table.unit("Spearmen"))
    assert not reforms(table.battle, table.unit("Spearmen"))
    game = brawl(table).rest()
    assert not [event for event in game.told(events.DisciplineTested) if event.kind == "combat reform"]


@pytest.mark.rule("t9a.shaken.combat_reforms_allowed")
def test_a_shaken_unit_may_combat_reform() -> None:
    table = line().set("Spearmen", boons=(Boon("Shaken", "game"),))
    game = brawl(table).until_asked("combat reform").choose(unit="Spearmen").choose("7").decline()
    assert [event.files for event in game.told(melee_events.CombatReformed)] == [7]


@pytest.mark.rule("t9a.round.step15_combat_reforms")
def test_the_active_player_says_who_reforms_first() -> None:
    game = brawl(line(), active=1).until_asked("combat reform order")
    assert game.question.seat == 1
    game.choose("0")
    assert (game.topic, game.question.seat) == ("combat reform", 0)


@pytest.mark.rule("t9a.special.combat_reform")
def test_a_single_model_is_asked_where_it_stands_and_not_how_wide() -> None:
    table = draw("Giant at 36,20 | 1 Swordsmen at 20,20 face 90").fight("Swordsmen", "Giant", "left")
    giant = table.unit("Giant")
    assert {reform.files for reform in reforms(table.battle, giant)} == {1}
    game = brawl(table, {"Stomp Attacks": 6}).until_asked("combat reform")
    game.choose(unit="Giant")
    assert game.topic == "combat reform place"
    assert game.options[0].passes
