"""What the captain makes of charges, flights and Missions in advanced battles."""

from __future__ import annotations

import pytest

from tests.essence_of_war.advanced.positions import EMPIRE, lay
from warhost.players.captain.acting.charges import ChargeJudge
from warhost.players.captain.engine import Candidate
from warhost.players.captain.judging.overview import Overview
from warhost.rulesets.essence_of_war.thinks.counsel import EssenceCounsel
from warhost.table import Pose

VAMPIRES = "Vampire Covenant"


def test_it_knows_that_rear_ranks_see_past_their_flank() -> None:
    # Four ranks of 20 mm: the last sees an enemy beside the block that the first does not.
    line = f"{EMPIRE}/Spearmen + 5x4 at 20,20 | 1 {VAMPIRES}/Ghouls + 5x3 at 15,20 face 90"
    table = lay(line)
    counsel = EssenceCounsel(table.battle, 1)
    spearmen, ghouls = table.unit("Spearmen"), table.unit("Ghouls")
    assert counsel.faces(spearmen, counsel.rects[spearmen.id], counsel.rects[ghouls.id])
    single = lay(line.replace("5x4 at 20,20", "5x4 at 20,20 models=5"))
    counsel = EssenceCounsel(single.battle, 1)
    assert not counsel.faces(single.unit("Spearmen"), counsel.rects[0], counsel.rects[1])


@pytest.mark.parametrize(("x", "hunted"), [(25.0, True), (50.0, False)])
def test_it_does_not_flee_into_the_reach_of_the_next_charger(x: float, hunted: bool) -> None:
    line = (
        f"54x48 | {EMPIRE}/Spearmen + 5x4 at 20,20 | 1 {VAMPIRES}/Ghouls + 5x3 at 20,28 face 180 | "
        f"1 {VAMPIRES}/Dire Wolves + 4x2 at 25,14 face 270"
    )
    table = lay(line, active=1).set("Ghouls", target=0)
    table.set("Dire Wolves", pose=Pose(x, 14.0, 270.0))
    here = Overview(EssenceCounsel(table.battle, 0))
    candidate = Candidate(None, "Flee")  # type: ignore[arg-type]
    ChargeJudge(here).flee(candidate, here.counsel.unit(0))
    assert any("run down by Dire Wolves" in label for label, _, _ in candidate.terms) is hunted


@pytest.mark.parametrize(("mission", "minds"), [("Infiltration", True), ("Occupation", False)])
def test_enemies_in_its_own_zone_count_where_the_mission_is_infiltration(mission: str, minds: bool) -> None:
    line = (
        f"54x48 | {EMPIRE}/Spearmen + 5x4 at 27,20 | 1 {VAMPIRES}/Ghouls + 5x3 at 27,8 face 180 | "
        f"1 {VAMPIRES}/Zombies + 5x4 at 27,40 face 180"
    )
    table = lay(line, mission=mission, homes=(0, 1), turn=5)
    here = Overview(EssenceCounsel(table.battle, 0))
    in_mine, in_theirs = here.counsel.unit(1), here.counsel.unit(2)
    shock = here.counsel.shock
    assert (here.swing(in_mine) > shock(in_mine)) is minds
    # Where they began they count for nothing.
    assert here.swing(in_theirs) == shock(in_theirs)
    assert not here.holds_any(in_theirs)
