"""Habits of the captain in Essence of War that a player would call foolish, each on a position that invites it."""

from __future__ import annotations

import pytest

from tests.essence_of_war.harness import draw
from tests.players.captains import overview
from tests.players.test_captain import Idle
from warhost.dice import Chance
from warhost.play import Choose, Chosen, Game, Manoeuvre, Moved, Option, Setup, luck_of, passes
from warhost.play.script import ask_choice
from warhost.players import Decision, play_out, start
from warhost.players.captain import Captain
from warhost.players.captain.acting import charges, fighting, moves
from warhost.players.captain.engine import pick
from warhost.players.captain.judging.places import PlaceJudge
from warhost.rulesets.essence_of_war import RULESET
from warhost.rulesets.essence_of_war.chapters.setup.deployment import ahead
from warhost.rulesets.essence_of_war.chapters.victory.missions import near_centre
from warhost.rulesets.essence_of_war.core.battle import Battle
from warhost.rulesets.essence_of_war.core.values import flies
from warhost.rulesets.families.ninth_age.core.formation import boundary
from warhost.rulesets.families.ninth_age.core.terrain import of_kind
from warhost.table import Arc, arc_of, in_front_arc, overlaps, rect


def moves_of(line: str, turn: int) -> Battle:
    """The table after the first player's captain has moved all its units."""
    play = draw(line, phase="movement", turn=turn).play(dice=[1])
    captain = Captain(Chance(0))
    while play.battle.phase == "movement":
        play.answer(captain.decide(play.game.asked, play.battle, RULESET).answer)
    return play.battle


def move_of(line: str, unit: str, turn: int) -> tuple[Decision, dict[str, float], Battle]:
    """How the captain moves that unit, what it finds against the move to the centre, and the table afterwards."""
    play = draw(line, phase="movement", turn=turn).play(dice=[1])
    play.choose(unit=unit)
    ask = play.game.asked
    decision = Captain(Chance(0)).decide(ask, play.battle, RULESET)
    assert isinstance(ask.question, Manoeuvre)
    here = overview(play.battle, 0)
    judge = PlaceJudge(here, here.counsel.unit(ask.question.unit))
    drafts = (told for told in moves.drafted(judge, ask.question.kinds) if passes(ask.check, told[0]))
    worst: dict[str, float] = {}
    for answer, end in drafts:
        for label, score, _ in moves.judged(judge, answer, end).terms:
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
    assert overview(played, 0).nearest(boundary(played, played.units[0])) < 3.0


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
    found = charges.declarations(overview(play.battle, 0), play.game.asked, question)
    totals = {candidate.answer: candidate.total for candidate in found}
    assert totals[Chosen("0>2")] < totals[Chosen("pass")] < totals[Chosen("1>2")]


def test_it_does_not_offer_a_flank_for_a_charge_that_it_will_not_come_to_make() -> None:
    # The Warriors would be in its flank before the Orcs could charge the knights.
    line = "Iron Orcs at 14,10 | 1 Feudal Knights at 21,21 face 270 | 1 Warriors at 30,26 face 225"
    decision, worst, battle = move_of(line, "Iron Orcs", turn=3)
    assert worst["may be charged by Warriors in the flank"] < -3.0
    assert not [reason.label for reason in decision.reasons if "flank" in reason.label or "rear" in reason.label]
    own, warriors = (boundary(battle, battle.units[number]) for number in (0, 2))
    assert not in_front_arc(warriors, own) or arc_of(own, *warriors.front) is Arc.FRONT


def test_who_is_charged_first_does_not_count_its_own_charge() -> None:
    """The same charge next turn is worth less to a unit that an enemy will charge before."""

    def promised(line: str) -> float:
        play = draw(line, phase="movement", turn=2).play()
        play.choose(unit="Electoral Cavalry")
        ask = play.game.asked
        assert isinstance(ask.question, Manoeuvre)
        found = moves.manoeuvre(overview(play.battle, 0), ask, ask.question)
        stays = next(candidate for candidate in found if candidate.answer == Moved())
        return sum(score for label, score, _ in stays.terms if label == "could charge Lowborn Archers next")

    line = "Electoral Cavalry at 18,14 | 1 Lowborn Archers at 18,28 face 180"
    assert promised(line) > 2 * promised(f"{line} | 1 Warrior Knights at 26,22 face 225")


def test_a_line_does_not_wait_half_of_the_battle_to_be_charged() -> None:
    # Alone each of them would rather stay out of reach; an enemy that comes charges only one of the line.
    line = (
        "0 Mongrel Herd at 10,10 | 0 Citadel Guard at 18,10 | 0 Fallen at 26,10 | "
        "1 Feral Orc Marauders at 10,33 face 180 | 1 Feudal Knights at 18,33 face 180 | 1 Iron Orcs at 26,33 face 180"
    )
    battle = moves_of(line, turn=2)
    assert sum(boundary(battle, unit).y - 10.0 for unit in battle.units[:3]) > 15.0


@pytest.mark.parametrize("x", [9.0, 9.5, 10.0])
def test_it_does_not_stop_beside_a_rock(x: float) -> None:
    line = f"36x48 impassable 14,15.5 4x3 | Feral Orc Marauders at {x},11 | Damsel at 18,47 face 180"
    _, _, battle = move_of(line, "Feral Orc Marauders", turn=1)
    assert boundary(battle, battle.units[0]).y > 16.0


def test_the_way_round_a_rock_gets_shorter_as_a_unit_goes_it() -> None:
    battle = draw("36x48 impassable 14,15.5 4x3 | Feral Orc Marauders at 9.5,8 | Damsel at 18,47 face 180").battle
    here, own = overview(battle, 0), boundary(battle, battle.units[0])
    ways = [here.detour(rect(9.5, y / 2, 0.0, own.width, own.depth)) for y in range(16, 40)]
    assert ways[0] > 2.0
    assert ways == sorted(ways, reverse=True)


@pytest.mark.parametrize(("turn", "answer"), [(2, "0>1"), (3, "pass")])
def test_it_pursues_nobody_to_where_it_could_not_come_back_from(turn: int, answer: str) -> None:
    # Knights that end their pursuit with their backs to the centre must turn first, and do not march then.
    table = draw("Feudal Knights at 18,36 | Lowborn Archers at 18,43 face 180", phase="melee", turn=turn)
    here = overview(table.fight("Feudal Knights", "Lowborn Archers").battle, 0)
    options = (Option("0>1", "Pursue", unit=0, target=1), Option("pass", "Let them run", unit=0))
    ask = ask_choice(question := Choose(seat=0, topic="pursuit", text="Pursue?", options=options))
    chosen = pick(ask, fighting.pursue(here, ask, question), Chance(0))
    assert chosen is not None
    assert chosen.answer == Chosen(answer)


def test_enemies_that_can_charge_it_anyway_do_not_keep_it_from_a_charge() -> None:
    # The Warriors reach the herd where it stands as well as in its fight with the knights.
    line = "0 Mongrel Herd at 21,16 | 1 Warriors at 23,25 face 180 | 1 Feudal Knights at 31,23 face 210"
    play = draw(line).play(turn=3)
    question = play.question
    assert isinstance(question, Choose)
    found = charges.declarations(overview(play.battle, 0), play.game.asked, question)
    at_knights = next(candidate for candidate in found if candidate.answer == Chosen("0>2"))
    assert sum(score for label, score, _ in at_knights.terms if label == "Warriors could join the fight") > -3.0
