"""The captain at the table of Regiments: legal, repeatable, with reasons, and not foolish."""

from __future__ import annotations

import pytest

from tests.players.captains import always_answers_legally_and_says_why, overview, played_without_touching_the_table
from tests.regiments.harness import Play, Table, acts, draw, happen, regiment
from warhost.dice import Chance
from warhost.field.ground.placing import Ground
from warhost.lab.matches import Plan, play_all, summarise
from warhost.play import Choose, Chosen, Manoeuvre, Moved, Placed, Setup
from warhost.players import Decision, RandomPlayer, Reason, play_out, start
from warhost.players.captain import Captain
from warhost.players.captain.acting import activations
from warhost.rulebook import catalogue
from warhost.rulesets.regiments.chapters import shooting
from warhost.rulesets.regiments.chapters.deployment.ground import set_down
from warhost.rulesets.regiments.core import Marker
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.table import Arc, distance_to_point, strip

RULES = catalogue("aofr")
SWORDS = regiment(size=10, cost=100)
KNIGHTS = regiment(size=5, quality=3, defense=2, weapons=["Lance (A2, AP(1))"], rules=["Fast", "Impact(2)"], cost=180)
RABBLE = regiment(size=5, quality=5, defense=6, weapons=["Club (A1)"], cost=40)
BOWS = regiment(size=10, weapons=['Bow (24", A1)', "Dagger (A1)"], cost=120)
GIANT = regiment(
    size=1, base=(2, 2), quality=3, defense=2, weapons=["Fist (A12, AP(3))"], rules=["Tough(12)"], cost=300
)


def decide(play: Play) -> Decision:
    return Captain(Chance(0)).decide(play.game.asked, play.battle, RULESET)


def action(table: Table, name: str) -> Decision:
    """What the captain does with that unit."""
    play = acts(table, name)
    assert play.topic == "action"
    return decide(play)


@pytest.mark.parametrize(
    ("armies", "map_name", "mission"),
    [
        (("Burrowfolk Swarm", "League of Nine Bridges"), "generic", "duel"),
        pytest.param(("Tallgrass Horde", "Unburied Host"), "open", "relic_hunt", marks=pytest.mark.slow),
        pytest.param(("Unburied Host", "Burrowfolk Swarm"), "balanced", "rescue", marks=pytest.mark.slow),
    ],
)
def test_every_answer_is_legal_and_comes_with_reasons_and_a_sentence(
    armies: tuple[str, str], map_name: str, mission: str
) -> None:
    setup = Setup(ruleset="aofr", armies=armies, map=map_name, options={"mission": mission})
    always_answers_legally_and_says_why(setup)


def test_deciding_changes_nothing_on_the_table_and_the_same_seed_gives_the_same_battle() -> None:
    setup = Setup(ruleset="aofr", armies=("League of Nine Bridges", "Tallgrass Horde"), map="open")
    finals = set()
    for _ in range(2):
        game = played_without_touching_the_table(setup, "again")
        finals.add((game.hash(), game.number))
    assert len(finals) == 1


def test_it_charges_what_it_beats() -> None:
    table = draw("Knights at 36,10 | Rabble at 36,22 face 180", Knights=KNIGHTS, Rabble=RABBLE)
    decision = action(table, "Knights")
    assert decision.answer == Chosen("charge>1")
    assert "charge Rabble in the front" in decision.sentence


def reason(decision: Decision, label: str) -> Reason:
    """The reason of a decision whose words begin so."""
    return next(one for one in decision.reasons if one.label.startswith(label))


def test_it_says_what_it_expects_of_a_charge() -> None:
    table = draw("Knights at 36,10 | Rabble at 36,22 face 180", Knights=KNIGHTS, Rabble=RABBLE)
    told = reason(action(table, "Knights"), "expects")
    assert told.rule == "aofr.melee.winner"
    assert told.score > 0.0
    # Ten lances on 3+ and ten dice of Impact on 2+, hardly blocked on 6+, against five models: all of them fall.
    assert "expects 5.0 wounds and wins 100%" in told.label


def test_it_strikes_the_end_of_a_front_that_brings_it_to_a_marker() -> None:
    table = draw("Giant at 36,10 | Rabble at 36,20 face 180", Giant=GIANT, Rabble=SWORDS)
    table.having(markers=(Marker(41.0, 17.5),), turn=4).set("Rabble", shaken=True)
    decision = action(table, "Giant")
    assert decision.answer == Chosen("charge>1>right")
    assert reason(decision, "holds a marker").score > 0.0


def test_dangerous_ground_speaks_against_a_charge() -> None:
    line = "72x48 {} 36,15 40x1 | Knights at 36,10 | Rabble at 36,20 face 180"
    lava, grass = (
        terms_of_the_charge(draw(line.format(ground), Knights=KNIGHTS, Rabble=RABBLE))
        for ground in ("lava", "decoration")
    )
    assert "crosses dangerous ground" in lava
    assert "crosses dangerous ground" not in grass
    assert lava["crosses dangerous ground"] < 0.0


def test_a_tough_model_fears_dangerous_ground_by_all_its_dice() -> None:
    # Twelve dice, each of which costs a wound on a 1, for a giant that dies of twelve wounds: a sixth of its worth.
    line = "72x48 lava 36,15 40x1 | Knights at 36,10 | Rabble at 36,20 face 180"
    table = draw(line, Knights=GIANT, Rabble=RABBLE)
    worth = overview(table.battle, 0).counsel.worth(table.unit("Knights"))
    assert terms_of_the_charge(table)["crosses dangerous ground"] == pytest.approx(-worth / 6, abs=0.01)


def terms_of_the_charge(table: Table) -> dict[str, float]:
    """All that the captain finds for and against the charge of the Knights, whether it makes it or not."""
    play = acts(table, "Knights")
    question = play.question
    assert isinstance(question, Choose)
    found = activations.actions(overview(play.battle, 0), play.game.asked, question)
    charging = next(one for one in found if one.answer == Chosen("charge>1"))
    return {term.label: term.score for term in charging.reasons}


def test_it_declines_a_hopeless_charge() -> None:
    table = draw("Rabble at 36,10 | Giant at 36,20 face 180", Rabble=RABBLE, Giant=GIANT)
    assert not str(action(table, "Rabble").answer).startswith("Chosen(option='charge")


def test_a_flank_is_better_than_a_front() -> None:
    table = draw("Swords at 36,10 | Foe at 36,24 face 180", Swords=SWORDS, Foe=SWORDS)
    counsel = overview(table.battle, 0).counsel
    front, flank, rear = (
        counsel.duel(counsel.unit(0), counsel.unit(1), side).value for side in (Arc.FRONT, Arc.RIGHT, Arc.REAR)
    )
    assert front < flank < rear


def test_counter_and_fatigue_count() -> None:
    pikes = regiment(size=10, weapons=["Pike (A1, Counter)"], cost=100)
    table = draw(
        "Swords at 36,10 | Pikes at 36,24 face 180 | Plain at 20,24 face 180", Swords=SWORDS, Pikes=pikes, Plain=SWORDS
    )
    here = overview(table.battle, 0).counsel
    plain = here.duel(here.unit(0), here.unit(2), Arc.FRONT)
    assert here.duel(here.unit(0), here.unit(1), Arc.FRONT).value < plain.value
    tired = overview(table.set("Swords", fatigued=True).battle, 0).counsel
    assert tired.duel(tired.unit(0), tired.unit(2), Arc.FRONT).deals < plain.deals


def test_it_goes_for_a_marker_and_stops_there_in_the_last_round() -> None:
    table = draw("Swords at 36,10 | Foe at 4,46 face 180", Swords=SWORDS, Foe=RABBLE)
    table.having(markers=(Marker(36.0, 24.0),), turn=4)
    play = acts(table, "Swords")
    captain = Captain(Chance(0))
    while not play.game.over:
        play.answer(captain.decide(play.game.asked, play.battle, RULESET).answer)
    assert distance_to_point(play.footprint("Swords"), 36.0, 24.0) <= 3.001


def test_it_does_not_leave_a_contested_marker_for_a_small_prey_in_the_last_round() -> None:
    table = draw(
        "Swords at 36,20 | Foe at 36,27 face 180 | Prey at 48,20 face 265", Swords=SWORDS, Foe=RABBLE, Prey=RABBLE
    )
    table.having(markers=(Marker(36.0, 23.0),), turn=4).set("Foe", activated=True)
    decision = action(table, "Swords")
    assert decision.answer != Chosen("charge>2")


def test_shooters_shoot_and_keep_their_distance() -> None:
    table = draw("Bows at 36,10 | Giant at 36,31 face 180", Bows=BOWS, Giant=GIANT)
    play = acts(table, "Bows", {"": 3})
    captain = Captain(Chance(0))
    topics = []
    while not play.game.over:
        topics.append(play.topic)
        play.answer(captain.decide(play.game.asked, play.battle, RULESET).answer)
    assert "shoot" in topics
    assert play.footprint("Bows").y < 16.0


def test_it_shoots_at_what_loses_most() -> None:
    table = draw("Bows at 36,10 | Soft at 31,24 face 180 | Hard at 41,24 face 180", Bows=BOWS, Soft=RABBLE, Hard=GIANT)
    table.having(acting=0)
    play = happen(table, lambda battle: shooting.shoot(battle, battle.units[0], held=True))
    assert decide(play).answer == Chosen(">1")


def test_wounds_that_make_a_unit_test_are_worth_more() -> None:
    table = draw("Bows at 36,10 | Foe at 36,24 face 180", Bows=BOWS, Foe=SWORDS)
    here = overview(table.battle, 0)
    foe = here.counsel.unit(1)
    assert here.harm(foe, 5.0) > 5 * here.harm(foe, 1.0)


def test_it_faces_who_can_charge_it_when_it_recovers() -> None:
    table = draw("Swords at 36,20 | Giant at 46,20 face 265", Swords=SWORDS, Giant=GIANT).set("Swords", shaken=True)
    play = acts(table, "Swords")
    assert isinstance(play.question, Manoeuvre)
    decision = decide(play)
    assert isinstance(decision.answer, Moved)
    play.answer(decision.answer)
    pose = play.unit("Swords").pose
    assert pose is not None
    assert 60.0 < pose.facing < 120.0


def test_who_can_strike_acts_before_who_cannot() -> None:
    table = draw(
        "Rabble at 12,6 | Knights at 36,10 | Prey at 36,22 face 180", Rabble=RABBLE, Knights=KNIGHTS, Prey=RABBLE
    )
    decision = decide(table.play())
    assert decision.answer == Chosen("1")
    assert any(reason.label == "can make a good charge" for reason in decision.reasons)


def test_units_are_deployed_near_markers_that_nobody_is_for() -> None:
    table = draw("Mine at 60,4 | Friend at 14,8 | Foe at 36,44 face 180", Mine=SWORDS, Friend=SWORDS, Foe=RABBLE)
    table.having(markers=(Marker(14.0, 24.0), Marker(56.0, 24.0)))
    table.unit("Mine").pose = None
    ground = Ground(rule="aofr.deploy.zone", parts=(strip(0.0, 0.0, 72.0, 12.0),))
    play = happen(table, lambda battle: set_down(battle, battle.units[0], ground, "deploy", "Where?"))
    answer = decide(play).answer
    assert isinstance(answer, Placed)
    assert 48.0 < answer.pose.x < 64.0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("one", "other", "share"), [("captain", "random", 0.9), ("solo", "random", 0.9), ("captain", "solo", 0.6)]
)
def test_the_better_player_wins(one: str, other: str, share: float) -> None:
    plan = Plan(ruleset="aofr", players=(one, other), games=60, seed="players")
    line = summarise(plan, play_all(plan), 0.0).players[0]
    assert line.decided_share.share >= share


def test_a_whole_battle_against_a_random_player_is_won() -> None:
    game = start(RULESET, Setup(ruleset="aofr", armies=("Tallgrass Horde", "Unburied Host"), map="open"), "win")
    play_out(game, [Captain(Chance("a")), RandomPlayer(Chance("b"))])
    assert game.battle.outcome is not None
    assert game.battle.outcome.winners == (0,)
