"""Habits of the captain in Regiments that a player would call foolish, each on a position that invites it."""

from __future__ import annotations

from math import hypot

import pytest

from tests.players.captains import overview
from tests.players.test_captain_regiments import BOWS, GIANT, KNIGHTS, RABBLE, SWORDS, action
from tests.regiments.harness import Dicing, Play, Table, acts, draw, happen, regiment
from warhost.dice import Chance
from warhost.play import Chosen
from warhost.players.captain import Candidate, Captain
from warhost.players.captain.judging.places import PlaceJudge
from warhost.rulesets.regiments.chapters.deployment import reserves
from warhost.rulesets.regiments.chapters.melee import charge
from warhost.rulesets.regiments.core import Marker, arc_at
from warhost.rulesets.regiments.core.scenery import scenery
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.table import Arc, overlaps

RABBLE_FOR_MUCH = regiment(size=5, quality=5, defense=6, weapons=["Club (A1)"], cost=90)
AMBUSHERS = "ambushers may come at its rear"


def activated(table: Table, name: str, dice: Dicing = ()) -> Play:
    """The table after the captain has activated that unit."""
    play = acts(table, name, dice)
    captain = Captain(Chance(0))
    while not play.game.over:
        play.answer(captain.decide(play.game.asked, play.battle, RULESET).answer)
    return play


def first_to_act(table: Table, turn: int = 2) -> str:
    """Whom the captain activates first."""
    play = table.having(turn=turn).play()
    assert play.topic == "activate"
    answer = Captain(Chance(0)).decide(play.game.asked, play.battle, RULESET).answer
    assert isinstance(answer, Chosen)
    return play.battle.units[int(answer.option)].name


def in_wait(line: str, turn: int = 2) -> Table:
    """A giant lies in wait; the Swords look away from a table edge."""
    kinds = {"Swords": SWORDS, "Giant": GIANT, "Foe": RABBLE} | ({"Friend": SWORDS} if "Friend" in line else {})
    table = draw(f"{line} | 1 Giant at 60,40 | 1 Foe at 4,46 face 180", None, **kinds)
    return table.set("Giant", pose=None, reserve="ambush").having(turn=turn)


def terms(table: Table) -> dict[str, float]:
    """What the captain thinks of the place where the Swords stand."""
    here = overview(table.battle, 0)
    candidate = PlaceJudge(here, here.counsel.unit(0)).weigh(Candidate(Chosen("hold"), "Hold"), here.rects[0])
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
        table = draw(f"0 Swords at 36,24 face {facing} | 1 Giant at 36,14", Swords=SWORDS, Giant=GIANT)
        found = terms(table.set("Giant", activated=acted).having(turn=2))
        return next(score for label, score in found.items() if label.startswith("may be charged"))

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


def test_shooters_shoot_first_and_then_turn_to_who_is_behind_them() -> None:
    # The rabble ahead is worth the arrows; the giant behind has acted and charges in the next round at the earliest.
    line = "Bows at 36,20 | 1 Foe at 36,42 face 180 | 1 Giant at 36,12"
    table = draw(line, None, Bows=BOWS, Foe=RABBLE, Giant=GIANT).having(turn=2, markers=(Marker(36.0, 21.0),))
    table.set("Giant", activated=True).set("Foe", activated=True)
    decision = action(table, "Bows")
    assert decision.answer == Chosen("hold")
    assert "may be charged by Giant" in {reason.label for reason in decision.reasons}
    play = activated(table, "Bows", {"to hit": 4, "to block": 1})
    assert play.unit("Foe").fate
    giant = play.footprint("Giant")
    assert arc_at(play.footprint("Bows"), giant.x, giant.y) is Arc.FRONT


LAST = 4
"""The last round of the mission."""


def test_in_the_last_round_it_charges_who_holds_a_marker_rather_than_who_is_worth_more() -> None:
    # Both have acted. The dear unit stands in the open, the cheap one alone at a marker of theirs.
    line = "Swords at 36,20 | 1 Dear at 27,26 face 180 | 1 Cheap at 42,26 face 180"
    table = draw(line, None, Swords=SWORDS, Dear=RABBLE_FOR_MUCH, Cheap=RABBLE)
    table.set("Dear", activated=True).set("Cheap", activated=True)
    assert _charged(table.having(turn=LAST, markers=(Marker(42.0, 30.0, owner=1),))) == "Cheap"
    assert _charged(table.having(turn=LAST, markers=())) == "Dear"


def _charged(table: Table) -> str:
    """Whom the Swords charge."""
    answer = action(table, "Swords").answer
    assert isinstance(answer, Chosen)
    deed, _, number = answer.option.partition(">")
    return table.battle.units[int(number.split(">")[0])].name if deed == "charge" else deed


def test_in_the_last_round_who_has_nothing_to_do_acts_before_who_may_still_seize_a_marker() -> None:
    line = "Guard at 20,6 | Swords at 40,20 | 1 Foe at 60,40 face 180"
    table = draw(line, None, Guard=SWORDS, Swords=SWORDS, Foe=RABBLE)
    table.having(markers=(Marker(20.0, 8.0, owner=0), Marker(40.0, 30.0)))
    assert first_to_act(table, LAST) == "Guard"


def test_who_stands_in_the_way_acts_before_the_friend_behind_it() -> None:
    # The Knights would charge, but the Swords bar their way.
    behind = "Knights at 36,10 | Swords at 36,14 | 1 Foe at 36,23 face 180"
    assert first_to_act(draw(behind, None, Knights=KNIGHTS, Swords=SWORDS, Foe=RABBLE)) == "Swords"
    beside = "Knights at 30,14 | Swords at 36,14 | 1 Foe at 36,23 face 180"
    assert first_to_act(draw(beside, None, Knights=KNIGHTS, Swords=SWORDS, Foe=RABBLE)) == "Knights"


def test_shooters_that_have_nobody_in_range_let_others_act_first() -> None:
    line = "Bows at 36,10 | Swords at 50,10 | 1 Foe at 36,41 face 180"
    assert first_to_act(draw(line, None, Bows=BOWS, Swords=SWORDS, Foe=RABBLE)) == "Swords"


def test_riders_keep_out_of_ground_that_holds_them_up() -> None:
    # They would get out of the swamp at 6" a round. A marker lies beyond it; the ground beside it is open.
    line = "72x48 swamp 36,20 16x6 | Knights at 36,14 | 1 Foe at 36,44 face 180"
    table = draw(line, None, Knights=KNIGHTS, Foe=RABBLE).having(turn=1, markers=(Marker(36.0, 34.0),))
    play = activated(table, "Knights")
    assert not any(overlaps(play.footprint("Knights"), piece.shape) for piece in scenery(play.battle).slowing)


def test_who_comes_in_by_ambush_comes_where_it_can_charge_at_once_even_in_the_last_round() -> None:
    line = "0 Swords at 4,4 | 1 Foe at 36,12"
    table = draw(line, None, Swords=SWORDS, Foe=RABBLE).set("Swords", pose=None, reserve="ambush")
    table.set("Foe", activated=True).having(turn=LAST, first=0, markers=(Marker(36.0, 13.0, owner=1),))
    play = happen(table, reserves.arrivals)
    while not play.game.over:
        play.answer(Captain(Chance(0)).decide(play.game.asked, play.battle, RULESET).answer)
    assert charge.plan(play.battle, play.unit("Swords"), play.unit("Foe")) is not None


def test_it_turns_its_front_to_enemies_that_come() -> None:
    # They are too far away to charge in this round, and have yet to act.
    line = "Swords at 36,24 face 0 | 1 Foe at 36,6"
    table = draw(line, None, Swords=SWORDS, Foe=KNIGHTS).having(turn=2, markers=(Marker(36.0, 24.0),))
    place = activated(table, "Swords").footprint("Swords")
    assert arc_at(place, 36.0, 6.0) is Arc.FRONT


def test_in_the_last_round_who_would_seize_a_marker_under_fire_waits_until_enemies_have_acted() -> None:
    # Both would rush to a marker. The giant has yet to act and can charge whoever stands anywhere at the one in the
    # east.
    line = "East at 50,10 | West at 14,10 | 1 Giant at 50,31 face 180"
    table = draw(line, None, East=regiment(size=10, cost=60), West=SWORDS, Giant=GIANT)
    table.having(markers=(Marker(50.0, 23.0), Marker(14.0, 23.0)))
    assert first_to_act(table, LAST) == "West"


def test_who_is_in_the_way_of_a_charger_acts_before_it() -> None:
    # The Giant threatens the Knights, who could ride down their prey if the Rabble were not in between.
    line = "Knights at 36,12 | Rabble at 36,20 | 1 Prey at 36,26 face 180 | 1 Giant at 44,20 face 240"
    kinds = {"Knights": KNIGHTS, "Rabble": RABBLE, "Prey": RABBLE_FOR_MUCH, "Giant": GIANT}
    assert first_to_act(draw(line, None, **kinds)) == "Rabble"
