"""The captain writes rosters: legal, near the limit, better than random ones by what it judges them by."""

from __future__ import annotations

from statistics import mean

import pytest

from tests.muster.test_surprise import EVERY, SIZES
from tests.muster.village import VILLAGE
from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.muster import Draft, Pick, surprise
from warhost.muster.building.tastes import TASTE
from warhost.muster.building.workbench import Bench
from warhost.muster.files.pick_text import pick_text
from warhost.players.roster import Judge, write_roster
from warhost.rulesets import muster


@pytest.mark.parametrize(
    ("slug", "faction"), [EVERY[0], *(pytest.param(*one, marks=pytest.mark.slow) for one in EVERY[1:])]
)
def test_a_captains_roster_is_legal_and_better_than_random_ones(slug: str, faction: str) -> None:
    book, points = muster(slug), SIZES.get(slug, (1200,))[-1]
    written = write_roster(book, faction, points, Chance(5))
    tally = book.tally(written.draft)
    assert not tally.problems
    assert tally.points >= 0.97 * points
    judge = Judge(Bench(book, faction, points))
    others = [judge.rate(surprise(book, faction, points, "balanced", Chance(seed)).picks).score for seed in range(3)]
    assert written.rating.score >= max(others)
    if points:
        assert written.rating.score > mean(others) + 2
    assert len(written.why) >= 3


@pytest.mark.slow
def test_the_same_seed_gives_the_same_roster() -> None:
    book = muster("kow")
    rosters = [write_roster(book, "Sunward Clans", 1000, Chance(seed)) for seed in (4, 4, 9)]
    assert rosters[0] == rosters[1]
    assert rosters[0].draft != rosters[2].draft


def rated(*picks: Pick) -> dict[str, float]:
    return dict(Judge(Bench(muster("kow"), "Brasswater League", 1000)).rate(picks).parts)


PIKES = Pick(unit="Town Pikes")
SHOOTERS = Pick(unit="Crossbow Guild")
CAPTAIN = Pick(unit="League Captain")


def test_points_that_are_not_spent_cost_the_list() -> None:
    assert rated(CAPTAIN, PIKES, PIKES)["points"] < rated(CAPTAIN, *[PIKES] * 8)["points"] == TASTE.weights["points"]


def test_a_list_of_one_role_is_worse_than_one_of_several() -> None:
    assert rated(PIKES, PIKES, PIKES, PIKES)["roles"] < rated(CAPTAIN, PIKES, PIKES, SHOOTERS)["roles"]


def test_single_models_hold_no_objectives() -> None:
    assert rated(CAPTAIN, CAPTAIN)["scoring"] == 0
    assert rated(CAPTAIN, PIKES)["scoring"] > 0


def test_an_option_that_changes_nothing_is_wasted() -> None:
    # Ten and more infantry have a Champion for nothing: to buy another changes no figure.
    bench = Bench(muster("blue"), "Ashmoot Clans", 1000)
    plain, idle = Pick(unit="Clan Axes"), Pick(unit="Clan Axes", options=("Champion",))
    judge = Judge(bench)
    assert judge.rate((idle, plain)).parts["upgrades"] < judge.rate((plain, plain)).parts["upgrades"] == 10


def test_the_reasons_name_every_unit_once() -> None:
    written = write_roster(muster("aofr"), "Tallgrass Horde", 1000, Chance(2))
    told = " ".join(written.why)
    for unit in {one.unit for pick in written.draft.picks for one in (pick, *pick.joined)}:
        assert unit in told
    assert "of 1000 points are spent." in told


def test_any_book_of_data_gets_a_roster() -> None:
    written = write_roster(VILLAGE, "Valley Folk", 700, Chance(1), name="The Dale")
    assert not VILLAGE.tally(written.draft).problems
    assert isinstance(written.draft, Draft)
    assert written.draft.name == "The Dale"


def test_where_there_is_no_legal_list_the_error_says_why() -> None:
    with pytest.raises(WarhostError, match="No legal list of the Valley Folk for 30 points was found"):
        write_roster(VILLAGE, "Valley Folk", 30, Chance(1))


def test_a_leader_rather_than_a_wizard_is_the_general() -> None:
    draft = write_roster(muster("t9a"), "Saltbridge Compact", 1500, Chance(1)).draft
    assert {"Marshal of the Compact", "Guild Wizard"} <= {pick.unit for pick in draft.picks}
    leads = {pick.unit for pick in draft.picks if "General" in pick_text(pick)}
    assert leads == {"Marshal of the Compact"}
