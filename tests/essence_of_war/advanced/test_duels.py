"""What units are worth in a fight, by duels with usual enemies; and the captain's Rosters, which go by it."""

from __future__ import annotations

import pytest

from tests.essence_of_war.advanced.rosters import bought
from warhost.dice import Chance
from warhost.muster import Pick
from warhost.muster.building.workbench import Bench
from warhost.players.roster import Judge, write_roster
from warhost.rulesets import muster
from warhost.rulesets.essence_of_war.thinks.unit_worth import prowess

EMPIRE = "Empire of Sonnstahl"


def test_those_who_are_meant_to_fight_win_for_their_points_and_shooters_lose() -> None:
    guard, reiters = prowess(bought(EMPIRE, "Imperial Guard + 6x3")), prowess(bought(EMPIRE, "Reiters + 5x1"))
    assert guard > 0.3 > -0.3 > reiters


def test_a_block_of_two_ranks_is_worth_more_than_a_single_line_of_riders() -> None:
    assert prowess(bought(EMPIRE, "Electoral Cavalry + 5x2")) > prowess(bought(EMPIRE, "Electoral Cavalry + 5x1"))


@pytest.mark.parametrize(("unit", "told"), [("Spearmen", True), ("Marshal", False)])
def test_a_character_stands_in_the_ranks_of_others_and_has_no_duels(unit: str, told: bool) -> None:
    bench = Bench(muster("eow"), EMPIRE, 1200)
    assert (bench.prowess(Pick(unit=unit)) is not None) is told


def test_a_captains_roster_has_units_that_win_fights_and_one_leader() -> None:
    book = muster("eow")
    written = write_roster(book, EMPIRE, 1200, Chance(1))
    judge = Judge(Bench(book, EMPIRE, 1200))
    roles = [judge.unit(pick).role for pick in written.draft.picks]
    assert roles.count("leader") == 1
    assert "wizard" not in roles
    fighters = [pick for pick in written.draft.picks if judge.unit(pick).role in ("anvil", "hammer")]
    assert all((judge.bench.prowess(pick) or 0.0) > 0.0 for pick in fighters)
    assert len(fighters) >= 3
