"""Habits of the captain in Regiments that a player would call foolish, each on a position that invites it."""

from __future__ import annotations

from math import hypot

import pytest

from tests.players.test_captain_regiments import GIANT, RABBLE, SWORDS
from tests.regiments.harness import Play, Table, acts, draw
from warhost.dice import Chance
from warhost.play import Chosen
from warhost.players.captain import Candidate, Captain
from warhost.players.captain.regiments.places import PlaceJudge
from warhost.players.captain.regiments.situation import Situation
from warhost.rulesets.regiments.battle import Marker
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.rulesets.regiments.sight import arc_at
from warhost.table import Arc

AMBUSHERS = "ambushers may come at its rear"


def activated(table: Table, name: str) -> Play:
    """The table after the captain has activated that unit."""
    play = acts(table, name)
    captain = Captain(Chance(0))
    while not play.game.over:
        play.answer(captain.decide(play.game.asked, play.battle, RULESET).answer)
    return play


def in_wait(line: str, turn: int = 2) -> Table:
    """A giant lies in wait; the Swords look away from a table edge."""
    kinds = {"Swords": SWORDS, "Giant": GIANT, "Foe": RABBLE} | ({"Friend": SWORDS} if "Friend" in line else {})
    table = draw(f"{line} | 1 Giant at 60,40 | 1 Foe at 4,46 face 180", None, **kinds)
    return table.set("Giant", pose=None, reserve="ambush").having(turn=turn)


def terms(table: Table) -> dict[str, float]:
    """What the captain thinks of the place where the Swords stand."""
    here = Situation(table.battle, 0)
    candidate = PlaceJudge(here, here.unit(0)).weigh(Candidate(Chosen("hold"), "Hold"), here.rects[0])
    return {reason.label: reason.score for reason in candidate.reasons}


def test_it_reckons_with_ambushers_that_may_come_behind_it() -> None:
    assert terms(in_wait("Swords at 36,12"))[AMBUSHERS] < 0.0
    # Not in the last round, not where nobody fits between it and the edge, not from so far, not behind a friend.
    assert AMBUSHERS not in terms(in_wait("Swords at 36,12", turn=4))
    assert AMBUSHERS not in terms(in_wait("Swords at 36,2"))
    assert AMBUSHERS not in terms(in_wait("Swords at 36,24"))
    assert AMBUSHERS not in terms(in_wait("Swords at 36,12 | 0 Friend at 36,5"))


def test_it_does_not_turn_its_rear_to_an_edge_from_which_ambushers_may_come() -> None:
    table = in_wait("Swords at 36,12").having(markers=(Marker(36.0, 12.0),))
    place = activated(table, "Swords").footprint("Swords")
    assert arc_at(place, place.x, 0.0) is not Arc.REAR or place.y > 18.0


def test_a_rear_is_not_left_open_to_an_enemy_that_has_yet_to_act() -> None:
    def danger(facing: int, *, acted: bool) -> float:
        table = draw(f"Swords at 36,24 face {facing} | 1 Giant at 36,14", Swords=SWORDS, Giant=GIANT)
        found = terms(table.set("Giant", activated=acted).having(turn=2))
        return next(score for label, score in found.items() if label.startswith("can be charged"))

    # Who has acted already may charge in the next round at best; a front is worth the charge to it less often.
    rear, front = (danger(facing, acted=False) / danger(facing, acted=True) for facing in (0, 180))
    assert rear > front


@pytest.mark.parametrize("turn", [3, 4])
def test_it_does_not_move_for_nothing_late_in_the_battle(turn: int) -> None:
    # Three tenths of an inch are free before it, and nothing is better there than here.
    line = "Swords at 36,20 | Friend at 36,23.3 | Foe at 30,40 face 180"
    table = draw(line, Swords=SWORDS, Friend=SWORDS, Foe=RABBLE).having(markers=(Marker(36.0, 22.0),), turn=turn)
    before = table.unit("Swords").pose
    after = activated(table, "Swords").unit("Swords").pose
    assert before is not None
    assert after is not None
    moved = hypot(after.x - before.x, after.y - before.y)
    assert moved == 0.0 or moved > 1.0
    assert after.facing == before.facing or moved > 1.0
