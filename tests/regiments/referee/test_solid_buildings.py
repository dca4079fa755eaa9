"""Odd corners of solid buildings: who goes in, who is hit, what falls."""

from __future__ import annotations

import pytest

from tests.regiments.deeds import by_reason
from tests.regiments.fights import attacks, bows, dice_for, needs, volley
from tests.regiments.harness import Interlude, Table, acts, happen, regiment
from tests.regiments.parts.grounds import town
from tests.regiments.referee.tables import SWORDS, finish
from warhost.play import Manoeuvre
from warhost.rulesets.regiments.chapters.wounds import removal
from warhost.rulesets.regiments.core import Regiment, events
from warhost.table import Forward

HOUSE = "72x48 house 36,24 6x6"
"""Up to 11 models, brick, with ports in front (north) and rear (south)."""

FIVE, SIX = regiment(5), regiment(6)


def house(line: str, choices: str = "holding", **units: Regiment) -> Table:
    return town(f"{HOUSE} | {line}", units, choices).having(turn=1)


def kinds(play: Interlude) -> list[str]:
    question = play.question
    assert isinstance(question, Manoeuvre)
    return [kind.name for kind in question.kinds]


@pytest.mark.parametrize(("second", "fits"), [(5, True), (6, False)])
def test_two_units_share_a_house_if_they_fit(second: int, fits: bool) -> None:
    line = "0 Guests at 36,14 | 0 Hosts at 20,10 | 1 Foe at 60,40"
    table = house(line, Guests=regiment(second), Hosts=SIX, Foe=FIVE).aboard("Hosts", "House 1")
    play = acts(table, "Guests").act("Guests", "rush")
    assert ("embark" in kinds(play)) is fits


def test_nobody_walks_into_a_house_that_the_enemy_holds() -> None:
    line = "0 Guests at 36,14 | 1 Hosts at 20,40"
    table = house(line, Guests=FIVE, Hosts=FIVE).aboard("Hosts", "House 1")
    play = acts(table, "Guests").act("Guests", "rush")
    assert "embark" not in kinds(play)


def test_all_units_inside_a_fallen_house_test_and_are_shaken() -> None:
    line = "0 One at 36,14 | 0 Two at 20,10 | 1 Foe at 60,40"
    table = house(line, "holding+destruction", One=FIVE, Two=SIX, Foe=FIVE)
    table.aboard("One", "House 1").aboard("Two", "House 1")
    dice = by_reason({"One Dangerous": (1, 2, 2, 2, 2), "Two Dangerous": (1, 1, 2, 2, 2, 2), "Dangerous": 2})
    play = happen(table, lambda battle: removal.destroy(battle, table.unit("House 1")), dice)
    while not play.game.over:
        play.decline()
    assert dice_for(play, "Dangerous") == ["5D6", "6D6"]
    assert [play.unit(name).shaken for name in ("One", "Two")] == [True, True]
    assert [play.unit(name).inside for name in ("One", "Two")] == [None, None]
    assert [play.unit(name).models for name in ("One", "Two")] == [4, 4]


def test_a_unit_that_dies_in_a_falling_house_is_placed_nowhere() -> None:
    line = "0 One at 36,14 | 1 Foe at 60,40"
    table = house(line, "holding+destruction", One=FIVE, Foe=FIVE).aboard("One", "House 1").set("One", left=(1,))
    play = happen(table, lambda battle: removal.destroy(battle, table.unit("House 1")), {"Dangerous": 1})
    assert play.game.over
    assert play.unit("One").fate == "destroyed"


def test_who_is_inside_has_cover_against_shots_but_not_in_melee() -> None:
    line = "0 One at 36,14 | 1 Foe at 36,40 face 180"
    shot = house(line, One=FIVE, Foe=bows()).aboard("One", "House 1")
    assert needs(volley(shot, "Foe", "One", {"to hit": 6, "to block": 6}), "to block") == [3]
    near = house(line.replace("36,40", "36,32"), One=FIVE, Foe=SWORDS).aboard("One", "House 1")
    play = finish(acts(near, "Foe", {"to hit": 6, "to block": 6, "Morale": 6}).charge("Foe", "One"))
    assert needs(play, "to block")[0] == 4


def test_a_unit_inside_strikes_back_at_who_charges_the_house() -> None:
    line = "0 One at 36,14 | 1 Foe at 36,32 face 180"
    table = house(line, One=FIVE, Foe=SWORDS).aboard("One", "House 1")
    play = finish(acts(table, "Foe", {"to hit": 1, "Morale": 6}).charge("Foe", "One"))
    assert dice_for(play, "to hit") == ["10D6", "5D6"]
    assert play.unit("One").inside is not None


def test_stray_shots_have_the_ap_of_their_weapon_and_are_blocked_on_two() -> None:
    line = "0 One at 36,14 | 1 Foe at 36,40 face 180"
    piercing = bows(weapon='Crossbow (24", A1, AP(2))')
    table = house(line, "holding+destruction+collateral", One=FIVE, Foe=piercing).aboard("One", "House 1")
    play = volley(table, "Foe", "One", {"to hit": 1, "stray": (4, 4, 3, 3, 3), "to block": (3, 4)})
    assert needs(play, "to block") == [4]
    assert play.unit("House 1").wounds == 1


def test_a_stray_blast_counts_the_house_as_one_model() -> None:
    line = "0 One at 36,14 | 1 Foe at 36,40 face 180"
    bombs = bows(count=1, weapon='Bomb (24", A1, Blast(3))')
    table = house(line, "holding+destruction+collateral", One=FIVE, Foe=bombs).aboard("One", "House 1")
    play = volley(table, "Foe", "One", {"to hit": 1, "stray": 4, "to block": 6})
    assert [one.hits for one in attacks(play) if one.target == play.unit("House 1").id] == [1]


def test_stray_shots_that_bring_the_house_down_shake_who_is_inside() -> None:
    line = "0 One at 36,14 | 1 Foe at 36,40 face 180"
    table = house(line, "holding+destruction+collateral", One=FIVE, Foe=bows()).aboard("One", "House 1")
    table.set("House 1", wounds=11)
    dice = by_reason({"to hit": 1, "stray": (4, 1, 1, 1, 1), "to block": 1, "Dangerous": 2, "Morale": 6})
    play = volley(table, "Foe", "One", dice)
    while not play.game.over:
        play.decline()
    assert play.unit("House 1").fate == "destroyed"
    assert (play.unit("One").shaken, play.unit("One").inside) == (True, None)


def test_misses_against_who_stands_outside_hit_no_house() -> None:
    line = "0 One at 36,30 | 1 Foe at 36,44 face 180"
    table = house(line, "holding+destruction+collateral", One=FIVE, Foe=bows())
    assert dice_for(volley(table, "Foe", "One", {"to hit": 1}), "stray") == []


def test_who_is_inside_may_be_shaken_and_recovers_there() -> None:
    line = "0 One at 36,14 | 1 Foe at 36,44 face 180"
    table = house(line, One=FIVE, Foe=FIVE).aboard("One", "House 1").set("One", shaken=True)
    play = finish(acts(table, "One"))
    assert (play.unit("One").shaken, play.unit("One").inside is not None) == (False, True)


def test_a_house_is_not_shaken_and_never_tests() -> None:
    line = "0 One at 36,14 | 1 Foe at 36,44 face 180"
    table = house(line, "holding+destruction", One=bows(count=10, weapon='Ram (24", A1, AP(4))'), Foe=FIVE)
    table.set("House 1", wounds=5)
    play = acts(table, "One", {"to hit": 6, "to block": 1}).act("One", "hold").stay()
    play.choose(target="House 1")
    finish(play)
    assert not play.told(events.MoraleTested)


def test_who_went_in_with_an_advance_shoots_from_inside_and_a_rush_does_not() -> None:
    line = "0 One at 36,17 | 1 Foe at 36,40 face 180"
    for action, shots in (("advance", 1), ("rush", 0)):
        table = house(line, One=bows(), Foe=FIVE)
        play = acts(table, "One", {"to hit": 1}).act("One", action).move(Forward(3.5), kind="embark")
        assert len(needs(finish(play), "to hit")) == shots
        assert play.unit("One").inside is not None
