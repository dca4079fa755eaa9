"""Which models leave a unit, how ranks close, and contact that losses break (Attack Sequence: steps 8 and 9)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.brawl import brawl
from tests.fantasy_battles.harness import Table, carried_out, draw, shape
from warhost.rulesets.families.ninth_age.core.contact import contacts
from warhost.rulesets.families.ninth_age.core.formation import guest_place, health, layout, rows
from warhost.rulesets.fantasy_battles.chapters.damage import damage
from warhost.rulesets.fantasy_battles.core.formation import full_ranks
from warhost.rulesets.fantasy_battles.shown import events


def lose(table: Table, name: str, points: int) -> list[Any]:
    """The unit loses so many Health Points at once, and contact is closed again."""
    return carried_out(damage.lose_together(table.battle, {table.unit(name).id: points}, "a test")).events


def stands(table: Table, name: str) -> tuple[int, int, int]:
    unit = table.unit(name)
    return unit.models, unit.files, unit.rear_from


@pytest.mark.rule("t9a.attack.casualties")
@pytest.mark.parametrize(
    ("lost", "left"),
    [(1, (19, 5, 0)), (4, (16, 5, 2)), (5, (15, 5, 0)), (12, (8, 5, 1)), (16, (4, 4, 0)), (19, (1, 1, 0))],
)
def test_models_fall_from_the_rear_and_then_from_both_ends(lost: int, left: tuple[int, int, int]) -> None:
    table = draw("Spearmen at 36,20")
    front = shape(table, "Spearmen").front
    lose(table, "Spearmen", lost)
    assert stands(table, "Spearmen") == left
    assert shape(table, "Spearmen").front[1] == pytest.approx(front[1]), "the front stays where it is"


@pytest.mark.rule("t9a.attack.casualties")
def test_a_single_rank_gives_way_evenly_at_both_ends() -> None:
    table = draw("Spearmen at 36,20 models=5")
    lose(table, "Spearmen", 2)
    assert shape(table, "Spearmen").x == pytest.approx(36.0)
    lose(table, "Spearmen", 1)
    assert shape(table, "Spearmen").x == pytest.approx(36.0 - 20 / 25.4 / 2), "the odd one goes from the right"


@pytest.mark.rule("t9a.attack.casualties", "t9a.attack.unsaved")
def test_lost_health_points_are_kept_in_one_pool() -> None:
    table = draw("Ogres at 36,20")
    lose(table, "Ogres", 2)
    assert (table.unit("Ogres").models, table.unit("Ogres").wounds) == (6, 2)
    lose(table, "Ogres", 2)
    assert (table.unit("Ogres").models, table.unit("Ogres").wounds) == (5, 1)


@pytest.mark.rule("t9a.attack.casualties")
def test_a_short_rank_stays_in_contact_at_the_flank() -> None:
    table = draw("Spearmen at 36,20 models=10 | 1 Swordsmen at 4,4").fight("Swordsmen", "Spearmen", "left")
    lose(table, "Spearmen", 3)
    assert len(contacts(table.battle, table.unit("Spearmen"))) == 2


@pytest.mark.rule("t9a.attack.casualties", "t9a.special.character")
def test_a_fallen_character_is_replaced_from_behind() -> None:
    table = draw("Spearmen at 36,20 models=9 | 0 Captain at 4,4").join("Captain", "Spearmen")
    assert stands(table, "Spearmen") == (9, 5, 0)
    lose(table, "Captain", 3)
    assert table.unit("Captain").fate == "destroyed"
    assert stands(table, "Spearmen") == (9, 5, 0)
    assert sorted(layout(table.unit("Spearmen")).rank_and_file)[:5] == [(0, file) for file in range(5)]
    assert table.unit("Spearmen").guests == ()


@pytest.mark.rule("t9a.attack.casualties", "t9a.special.character")
def test_where_nobody_is_behind_the_rank_closes_up() -> None:
    table = draw("Spearmen at 36,20 models=4 files=5 | 0 Captain at 4,4")
    table.set("Spearmen", files=5)
    table.unit("Spearmen").models = 4
    table.join("Captain", "Spearmen", 0)
    lose(table, "Captain", 3)
    assert stands(table, "Spearmen") == (4, 4, 0)


@pytest.mark.rule("t9a.special.character", "t9a.attack.casualties")
def test_rank_and_file_fall_around_their_character_who_stands_on_alone() -> None:
    table = draw("Spearmen at 36,20 models=7 | 0 Captain at 4,4").join("Captain", "Spearmen", 4)
    lose(table, "Spearmen", 5)
    assert (table.unit("Spearmen").models, table.unit("Spearmen").files) == (2, 3)
    captain = table.unit("Captain")
    assert guest_place(table.unit("Spearmen"), captain.id).file == 2
    entry = captain.entry
    lose(table, "Spearmen", 2)
    alone = table.battle.bearing(entry)
    assert (alone.name, alone.models, alone.pose is not None) == ("Captain", 1, True)
    assert health(table.battle, alone) == 3


@pytest.mark.rule("t9a.special.character")
def test_two_characters_stay_one_unit_when_the_rank_and_file_are_gone() -> None:
    table = draw("Spearmen at 36,20 models=3 | 0 Captain at 4,4 | 0 General at 8,8")
    table.join("Captain", "Spearmen").join("General", "Spearmen")
    lose(table, "Spearmen", 3)
    body = next(unit for unit in table.battle.units if unit.pose is not None)
    assert {one.name for one in table.battle.company(body)} == {"Captain", "General"}
    assert (body.files, rows(body)) == (2, 1)
    assert shape(table, body.name).width == pytest.approx(2 * 20 / 25.4)


@pytest.mark.rule("t9a.special.no_longer_engaged")
def test_losses_that_open_a_gap_are_closed_by_the_unit_with_fewer_of_them() -> None:
    table = draw("Spearmen at 36,20 models=10 | Swordsmen at 36,30 face 180").fight("Spearmen", "Swordsmen", "rear")
    place = table.unit("Spearmen").pose
    told = lose(table, "Swordsmen", 5)
    assert [type(event) for event in told if isinstance(event, events.UnitNudged)] == [events.UnitNudged]
    assert table.unit("Spearmen").pose != place
    assert table.unit("Spearmen").engaged


@pytest.mark.rule("t9a.special.no_longer_engaged")
def test_a_gap_that_cannot_be_closed_ends_the_contact() -> None:
    table = draw("0 Spearmen at 36,20 | 1 Swordsmen at 36,24 face 180 | 0 Archers at 4,4 | 1 Wolves at 4,10")
    table.fight("Archers", "Swordsmen").fight("Spearmen", "Swordsmen", "rear").fight("Wolves", "Spearmen", "rear")
    told = lose(table, "Swordsmen", 5)
    assert [(event.unit, event.foe) for event in told if isinstance(event, events.DroppedOut)] == [(0, 1)]
    assert [foe.unit for foe in table.unit("Spearmen").foes] == [table.unit("Wolves").id]
    assert table.unit("Swordsmen").engaged


@pytest.mark.rule("t9a.special.war_platform")
def test_rank_and_file_close_around_a_war_platform() -> None:
    table = platform()
    lose(table, "Spearmen", 12)
    unit = table.unit("Spearmen")
    (guest,) = unit.guests
    assert guest.unit == table.unit("Giant").id
    assert (unit.models, guest.files, guest.ranks) == (4, 2, 2)
    lose(table, "Giant", 6)
    assert table.unit("Giant").fate == "destroyed"
    assert table.unit("Spearmen").models == 4


def platform() -> Table:
    """A War Platform of 2x2 bases in the middle of Spearmen six wide."""
    table = draw("Spearmen at 36,20 files=6 models=16 | 0 Giant at 4,4")
    table.change("Giant", ["War Platform"], height="Large", base=(40, 40))
    return table.join("Giant", "Spearmen")


@pytest.mark.rule("t9a.special.war_platform", "t9a.score.rank_bonus")
def test_a_war_platform_stands_in_the_middle_and_does_not_count_for_ranks() -> None:
    table = platform()
    unit = table.unit("Spearmen")
    (guest,) = unit.guests
    assert (guest.file, guest.files, guest.ranks) == (2, 2, 2)
    # Four of sixteen in each of the first two ranks, six in the third, two in the last.
    assert full_ranks(table.battle, unit) == 1


@pytest.mark.rule("t9a.special.war_platform")
def test_a_war_platform_strikes_for_itself_at_its_own_values() -> None:
    table = draw("Spearmen at 36,20 files=6 models=16 | 0 Giant at 4,4 | 1 Swordsmen at 36,30 face 180")
    table.change("Giant", ["War Platform"], height="Large", base=(40, 40), att=5, agi=2).join("Giant", "Spearmen")
    game = brawl(table.fight("Swordsmen", "Spearmen"), {"to wound": 1}).rest()
    assert [(blow.count, blow.agility) for blow in game.struck("Giant")] == [(5, 2), (1, 0)]


@pytest.mark.rule("t9a.attack.casualties")
def test_what_is_too_much_for_a_unit_is_not_counted() -> None:
    table = draw("Spearmen at 36,20 models=2 | Swordsmen at 36,30 face 180").fight("Swordsmen", "Spearmen")
    told = lose(table, "Spearmen", 9)
    assert [event.health for event in told if isinstance(event, events.HealthLost)] == [2]
    assert not table.unit("Swordsmen").engaged
