"""Games with mission cards: decks, drawing, laying out, scoring, discarding, secrets."""

from __future__ import annotations

import pytest

from tests.pacing import first_now
from tests.regiments.harness import Play, refusal
from tests.regiments.parts.mission_cards import (
    ALL,
    PLAIN,
    asks,
    begun,
    dealt,
    ended,
    kill,
    lay,
    piles,
    prepared,
    rest_of,
    seen,
    settings,
)
from warhost.errors import WarhostError
from warhost.play.kept.record import replay
from warhost.play.questions import Placed
from warhost.play.ruleset import Setup
from warhost.players.match import play_match
from warhost.rulesets.regiments.core import events as told
from warhost.rulesets.regiments.core import optional
from warhost.rulesets.regiments.parts.mission_cards import events
from warhost.rulesets.regiments.parts.mission_cards.cards import cards, games
from warhost.rulesets.regiments.parts.mission_cards.piles import Pile
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.table import Pose

# The deck and the games.


@pytest.mark.rule("aofr.cards.deck")
def test_the_standard_deck_has_36_cards_with_two_digits_from_1_to_6() -> None:
    assert sorted(cards()) == [10 * tens + units for tens in range(1, 7) for units in range(1, 7)]
    broken = dealt(lay(), Pile(deck=ALL, table=(11,)), Pile(deck=ALL[1:])).battle
    assert RULESET.problems(broken) == [
        "A card of pile 0 is in two places.",
        "Pile 0 has 37 cards.",
        "Pile 1 has 35 cards.",
    ]


@pytest.mark.rule("aofr.cards.game_types")
def test_two_games_with_the_fixed_deck_and_six_with_decks_of_ones_own() -> None:
    fixed = [slug for slug, game in games().items() if not game.custom]
    custom = [slug for slug, game in games().items() if game.custom]
    assert fixed == ["battle_of_wits", "total_domination"]
    assert custom == [
        *("direct_challenge", "strategic_ruse", "planned_gambit"),
        *("coordinated_recovery", "logistical_supremacy", "tactical_paragons"),
    ]
    with pytest.raises(WarhostError, match="One game is played with mission cards, not Battle of Wits and Total Dom"):
        optional.check(settings("battle_of_wits+total_domination"))


@pytest.mark.rule("aofr.cards.roll_and_play")
def test_cards_may_be_rolled_with_two_dice() -> None:
    play = begun(
        "battle_of_wits+rolled_cards",
        Pile(deck=rest_of(11, 12), table=(11, 12)),
        Pile(deck=ALL[3:], table=ALL[:3]),
        dice=[2, 1],
    )
    assert piles(play)[0].table == (11, 12, 21)
    again = begun(
        "battle_of_wits+rolled_cards",
        Pile(deck=rest_of(11, 21), table=(11, 21)),
        Pile(deck=ALL[3:], table=ALL[:3]),
        dice=[2, 1, 1, 1, 1, 2],
    )
    assert piles(again)[0].table == (11, 21, 12)


@pytest.mark.rule("aofr.cards.roll_and_play")
def test_cards_of_a_deck_of_ones_own_cannot_be_rolled() -> None:
    with pytest.raises(WarhostError, match="Planned Gambit is played with custom decks"):
        optional.check(settings("planned_gambit+rolled_cards"))


def test_mission_cards_take_the_place_of_the_mission() -> None:
    with pytest.raises(WarhostError, match="leave out the option mission"):
        optional.check(settings(mission="domination"))
    with pytest.raises(WarhostError, match="no hand for a mulligan"):
        optional.check(settings("battle_of_wits+mulligans"))


# Markers and victory.


@pytest.mark.rule("aofr.cards.objectives")
def test_players_take_turns_to_place_six_markers() -> None:
    table = lay("0 A off | 1 B off").having(markers=(), turn=0)
    play = table.play(dice=[5, 1, *[1, 2] * 9], stage="mission").choose("0")
    assert [event.mission for event in play.told(told.MissionChosen)] == ["Battle of Wits"]
    seats = []
    for number in range(6):
        seats.append(play.question.seat)
        if number == 1:
            assert refused(play, 19, 24) == "aofr.objective.spacing"
            assert refused(play, 19.5, 10) == "aofr.objective.outside_zones"
        play.place(10 + 9.5 * number, 24)
    assert seats == [0, 1] * 3
    assert [(marker.x, marker.y) for marker in play.battle.markers] == [(10 + 9.5 * n, 24) for n in range(6)]


def refused(play: Play, x: float, y: float) -> str:
    return refusal(play, Placed(Pose(x, y, 0.0))).rule or ""


@pytest.mark.rule("aofr.cards.control")
def test_markers_are_seized_at_rounds_ends_stay_seized_and_turn_neutral() -> None:
    def after(line: str, owner: int | None) -> tuple[int | None, float]:
        table = dealt(lay(line, owners=(owner,)), *[Pile(deck=rest_of(11), table=(11,))] * 2)
        battle = table.play(stage="end of round", turn=4).battle
        return battle.markers[0].owner, battle.points[0]

    alone, left, both = "0 A at 4,22 | 1 B at 60,42", "0 A at 30,6 | 1 B at 60,42", "0 A at 4,22 | 1 B at 4,26"
    assert after(alone, None) == (0, 1.0)
    assert after(alone, 1) == (0, 1.0)
    assert after(left, 0) == (0, 1.0)
    assert after(left, None) == (None, 0.0)
    assert after(both, 0) == (None, 0.0)


@pytest.mark.rule("aofr.cards.victory")
def test_most_victory_points_win_after_four_rounds() -> None:
    table = dealt(lay(owners=(1, 1, 1)), *[Pile(deck=ALL)] * 2).having(points=(7.0, 5.0))
    play = table.play(stage="end of round", turn=4)
    assert play.battle.outcome is not None
    assert play.battle.outcome.winners == (0,)
    assert play.battle.points == (7.0, 5.0)
    again = dealt(lay(), *[Pile(deck=ALL)] * 2).having(points=(7.0, 5.0))
    assert again.play(dice=[1, 2, 3, 4, 5, 6], stage="end of round", turn=3).battle.outcome is None


@pytest.mark.rule("aofr.cards.victory")
def test_the_verdict_counts_the_cards_that_would_be_scored() -> None:
    table = dealt(lay(owners=(0, 1)), Pile(table=(11,)), Pile(table=(12, 32))).having(turn=2, stage="activate")
    verdict = RULESET.verdict(table.having(points=(1.0, 3.0)).battle)
    assert verdict is not None
    assert verdict.score == (2.0, 4.0)


@pytest.mark.rule("aofr.cards.final_objectives")
def test_final_objectives_give_a_point_for_each_marker() -> None:
    def points(game: str) -> tuple[float, ...]:
        table = dealt(lay(game=game, owners=(0, 0, 0, 1)), *[Pile(deck=ALL)] * 2)
        return table.play(stage="end of round", turn=4).battle.points

    assert points("battle_of_wits+final_objectives") == (3, 1)
    assert points("battle_of_wits") == (0, 0)


# Battle of Wits and Total Domination.


@pytest.mark.rule("aofr.cards.wits_deck")
def test_battle_of_wits_each_player_has_all_cards() -> None:
    play = prepared("battle_of_wits", [1, 1, 1, 2, 2, 2])
    assert [(len(own.deck), own.table) for own in piles(play)] == [(33, (11, 12, 13)), (33, (12, 13, 14))]


@pytest.mark.rule("aofr.cards.wits_draw")
def test_battle_of_wits_each_draws_up_to_three_cards_face_up() -> None:
    play = begun(
        "battle_of_wits",
        Pile(deck=rest_of(61), table=(61,)),
        Pile(deck=(), table=(11,), discarded=rest_of(11)),
        dice=[1, 1],
    )
    assert [own.table for own in piles(play)] == [(61, 11, 12), (11,)]
    assert seen(play, 1) == seen(play, None) == piles(play)
    assert [event.name for event in play.told(events.CardShown)] == ["Seize 1", "Seize 2"]


@pytest.mark.rule("aofr.cards.wits_score")
def test_battle_of_wits_the_completed_card_worth_most_is_scored_and_no_other() -> None:
    own = Pile(deck=rest_of(11, 31, 45), table=(11, 31, 45))
    play = ended(dealt(lay(owners=(0,)), own, Pile(deck=ALL), starts=(0,)))
    assert play.battle.points == (2.0, 0.0)
    assert piles(play)[0].table == (11, 45)
    assert piles(play)[0].discarded == (31,)


@pytest.mark.rule("aofr.cards.wits_score", "aofr.cards.custom_score")
def test_of_cards_worth_the_same_the_player_chooses() -> None:
    play = ended(dealt(lay(owners=(0, 0)), Pile(deck=rest_of(11, 12), table=(11, 12)), Pile(deck=ALL)))
    assert (play.topic, play.keys) == ("score card", ["11", "12"])
    assert piles(play.choose("12"))[0].discarded == (12,)
    assert play.battle.points == (1.0, 0.0)


@pytest.mark.rule("aofr.cards.wits_discard")
def test_battle_of_wits_each_may_discard_one_card_that_is_left() -> None:
    play = ended(dealt(lay(), *[Pile(deck=rest_of(11, 12), table=(11, 12))] * 2))
    assert asks(play) == ("discard card", 0)
    assert play.keys == ["11", "12", "none"]
    play.choose("12")
    assert asks(play) == ("discard card", 1)
    play.choose("none")
    assert [own.table for own in piles(play)] == [(11,), (11, 12)]


@pytest.mark.rule("aofr.cards.domination_deck", "aofr.cards.domination_draw")
def test_total_domination_both_share_a_deck_and_three_cards() -> None:
    play = prepared("total_domination", [1, 1, 1])
    (shared,) = piles(play)
    assert (len(shared.deck), shared.table) == (33, (11, 12, 13))
    refilled = begun("total_domination", Pile(deck=rest_of(61, 62), table=(61, 62)), dice=[3])
    assert piles(refilled)[0].table == (61, 62, 13)


@pytest.mark.rule("aofr.cards.domination_score", "aofr.cards.domination_deck")
def test_total_domination_what_one_scores_is_gone_for_the_other() -> None:
    shared = Pile(deck=rest_of(11, 12, 31), table=(11, 12, 31))
    play = ended(dealt(lay(game="total_domination", owners=(0, 1)), shared, starts=(0,)))
    assert play.battle.points == (2.0, 1.0)
    assert piles(play)[0].table == (11,)


@pytest.mark.rule("aofr.cards.domination_tie")
def test_total_domination_a_card_that_both_would_score_is_scored_by_nobody() -> None:
    shared = Pile(deck=rest_of(53, 11), table=(53, 11))
    table = lay(f"{PLAIN} | 0 A1 at 20,6 | 1 B1 at 20,42", game="total_domination")
    play = ended(dealt(table, shared), kill("B1"), kill("A1", by="B"))
    assert play.battle.points == (0.0, 0.0)
    assert (piles(play)[0].table, piles(play)[0].discarded) == ((11,), (53,))
    assert [event.name for event in play.told(events.CardTied)] == ["Cut Them Down"]


@pytest.mark.rule("aofr.cards.domination_discard")
@pytest.mark.parametrize(("points", "seat"), [((3.0, 5.0), 0), ((5.0, 3.0), 1), ((4.0, 4.0), None)])
def test_total_domination_only_who_is_behind_may_discard(points: tuple[float, float], seat: int | None) -> None:
    table = dealt(lay(game="total_domination"), Pile(deck=rest_of(11), table=(11,))).having(points=points)
    play = ended(table)
    if seat is None:
        assert play.game.over
        return
    assert asks(play) == ("discard card", seat)
    assert piles(play.choose("11"))[0].discarded == (11,)


def test_what_is_in_force_and_what_panels_show() -> None:
    shared = Pile(deck=rest_of(11, 44), table=(11, 44), shifting=2)
    play = dealt(lay(game="total_domination+final_objectives", owners=(0,)), shared).play(stage="activate", turn=2)
    (part,) = optional.in_force(play.battle.scene.settings.parts)
    assert part.in_force(play.battle) == (
        "Total Domination: Both players race for the same three cards.",
        "Each marker gives 1 victory point at the end.",
        "Seize 1, for both players: Control marker 1. 1 VP.",
        f"Shifting Strategy, for both players: {cards()[44].told} It is marker 2.",
    )
    assert [RULESET.panel(play.battle, seat)["Cards"] for seat in (0, 1)] == [
        "Seize 1 (1 VP now) and Shifting Strategy (marker 2)",
        "Seize 1 and Shifting Strategy (marker 2)",
    ]


# Whole battles.


@pytest.mark.parametrize("game", first_now(games()))
def test_random_battles_with_mission_cards_replay_to_their_hash(game: str) -> None:
    options = {"points": 750, "parts": [f"mission_cards:{game}"]}
    setup = Setup(ruleset="aofr", armies=("Tallgrass Horde", "Unburied Host"), map="open", options=options)
    _, record = play_match(RULESET, setup, ("random", "random"), 7, record=True)
    assert record is not None
    replay(record, RULESET)
