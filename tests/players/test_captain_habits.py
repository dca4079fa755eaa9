"""Habits of the captain in Essence of War that a player would call foolish, each on a position that invites it."""

from __future__ import annotations

import pytest

from tests.essence_of_war.harness import draw
from tests.players.test_captain import Idle
from warhost.dice import Chance
from warhost.play import Choose, Chosen, Game, Manoeuvre, Setup, luck_of
from warhost.players import Decision, play_out, start
from warhost.players.captain import Captain
from warhost.players.captain.essence_of_war import charge, move
from warhost.players.captain.essence_of_war.situation import Situation
from warhost.rulesets.essence_of_war import RULESET
from warhost.rulesets.essence_of_war.battle import Battle
from warhost.rulesets.essence_of_war.deployment import ahead
from warhost.rulesets.essence_of_war.formation import boundary
from warhost.rulesets.essence_of_war.terrain import of_kind
from warhost.rulesets.essence_of_war.values import flies
from warhost.rulesets.essence_of_war.victory import near_centre
from warhost.table import overlaps, rect


def moves_of(line: str, turn: int) -> Battle:
    """The table after the first player's captain has moved all its units."""
    play = draw(line, phase="movement", turn=turn).play(dice=[1])
    captain = Captain(Chance(0))
    while play.battle.phase == "movement":
        play.answer(captain.decide(play.game.asked, play.battle, RULESET).answer)
    return play.battle


def move_of(line: str, unit: str, turn: int) -> tuple[Decision, dict[str, float], Battle]:
    """How the captain moves that unit, what it finds against the move to the centre, and the table afterwards."""
    play = draw(line, phase="movement", turn=turn).play()
    play.choose(unit=unit)
    ask = play.game.asked
    decision = Captain(Chance(0)).decide(ask, play.battle, RULESET)
    assert isinstance(ask.question, Manoeuvre)
    here = Situation(play.battle, 0)
    found = move.manoeuvre(here, ask, ask.question)
    worst: dict[str, float] = {}
    for candidate in found:
        for label, score, _ in candidate.terms:
            worst[label] = min(score, worst.get(label, 0.0))
    play.answer(decision.answer)
    return decision, worst, play.battle


@pytest.mark.parametrize("map_name", ["2", "6"])
def test_nobody_deploys_behind_a_rock(map_name: str) -> None:
    armies = ("Kingdom of Equitaine", "Beast Herds")
    game = start(RULESET, Setup(ruleset="eow", armies=armies, map=map_name), "d")
    players = [Captain(Chance(0)), Captain(Chance(1))]
    while game.battle.phase == "deployment":
        ask = game.asked
        game.answer(players[ask.question.seat].decide(ask, game.battle, RULESET).answer)
    battle = game.battle
    assert isinstance(battle, Battle)
    for unit in battle.units:
        own = boundary(battle, unit)
        lane = rect(own.x, own.y + (3.0 if ahead(battle, unit.seat) == 0.0 else -3.0), 0.0, own.width, own.depth + 6.0)
        if not flies(battle, unit):
            assert not any(overlaps(lane, rock) for rock in of_kind(battle.scene.board, "impassable")), unit.name


def test_it_goes_round_a_rock_instead_of_standing_before_it() -> None:
    battle = draw(
        "36x48 impassable 18,16 6x3 | Iron Orcs at 18,10.5 | Damsel at 2,47 face 180", phase="movement"
    ).battle
    game = Game(RULESET, battle, luck_of(Chance("s")))
    play_out(game, [Captain(Chance(0)), Idle()])
    played = game.battle
    assert isinstance(played, Battle)
    assert Situation(played, 0).from_zone(boundary(played, played.units[0])) < 3.0


@pytest.mark.parametrize(
    "line",
    [
        "Silexian Auxiliaries at 18,17.5 | Temple Militants at 18,13.2 | 1 Feudal Knights at 18,36 face 180",
        "Handgunners at 18,18 | Imperial Guard at 18,13.2 | 1 Feudal Knights at 18,36 face 180",
    ],
)
def test_who_stands_at_the_centre_makes_room_for_friends_in_the_last_turn(line: str) -> None:
    battle = moves_of(line, turn=4)
    assert all(near_centre(battle, unit) for unit in battle.units if unit.seat == 0)


@pytest.mark.parametrize("pools", [(3, 4), (8, 6)])
def test_it_spends_its_dice_in_the_last_turn(pools: tuple[int, int]) -> None:
    line = "0 Swarm Priest at 18,10 | 0 Vermin Velites at 18,20 | 1 Warriors at 18,40 face 180"
    play = draw(line).play(phase="magic", stage="cast", pools=pools, turn=4)
    assert Captain(Chance(0)).decide(play.game.asked, play.battle, RULESET).answer != Chosen("pass")


def test_it_does_not_dash_to_the_centre_alone_in_the_first_turn() -> None:
    line = (
        "Electoral Cavalry at 26,8 | Imperial Guard at 4,2 | "
        "1 Iron Orcs at 14,34 face 180 | 1 Feral Orc Marauders at 22,34 face 180"
    )
    decision, worst, battle = move_of(line, "Electoral Cavalry", turn=1)
    assert worst["alone before several enemies"] < 0.0
    assert "alone before several enemies" not in {reason.label for reason in decision.reasons}
    assert not near_centre(battle, battle.units[0])


def test_a_hopeless_partner_does_not_charge_for_what_the_other_would_win_alone() -> None:
    # The Wizard arrives once in 36 charges; what the knights do on their own is no merit of it.
    line = "0 Wizard at 12,8 face 25 | 0 Warrior Knights at 18,14 | 1 Lowborn Archers at 18,24 face 180"
    play = draw(line).play(turn=2)
    question = play.question
    assert isinstance(question, Choose)
    found = charge.declarations(Situation(play.battle, 0), play.game.asked, question)
    totals = {candidate.answer: candidate.total for candidate in found}
    assert totals[Chosen("0>2")] < totals[Chosen("pass")] < totals[Chosen("1>2")]
