"""Mission cards with decks of one's own: building, drawing, laying out, secrets, and what each game has besides."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.regiments.harness import refusal
from tests.regiments.parts.mission_cards import (
    ALL,
    DECK,
    asked,
    asks,
    begun,
    dealt,
    ended,
    lay,
    pile,
    piles,
    prepared,
    seen,
    settings,
)
from warhost.errors import WarhostError
from warhost.play.questions import Picked
from warhost.play.ruleset import Setup
from warhost.rulesets.regiments.core import optional
from warhost.rulesets.regiments.parts.mission_cards import events
from warhost.rulesets.regiments.parts.mission_cards.cards import deck_from, ready_decks
from warhost.rulesets.regiments.parts.mission_cards.piles import Pile
from warhost.rulesets.regiments.ruleset import RULESET


@pytest.mark.rule("aofr.cards.custom_deck")
def test_decks_of_18_different_cards_are_put_together_after_deployment() -> None:
    play = prepared("planned_gambit", [1] * 16)
    assert [ask.question.topic for ask in play.game.pending] == ["deck", "deck"]
    asked(play, a=["own"], b=["slaughter"])
    assert play.topic == "cards of the deck"
    refused = [refusal(play, Picked(tuple(map(str, some)))) for some in (ALL[:17], ALL[:19], (*ALL[:17], 11))]
    assert "at least 18, not 17" in str(refused[0])
    assert "at most 18, not 19" in str(refused[1])
    assert "picked twice" in str(refused[2])
    asked(play, a=ALL[18:], b=["slaughter"])
    own, other = piles(play)
    assert sorted((*own.deck, *own.hand)) == list(ALL[18:])
    assert sorted((*other.deck, *other.hand)) == list(ready_decks()["slaughter"].cards)


@pytest.mark.rule("aofr.cards.custom_deck")
def test_a_player_may_bring_a_deck_as_a_line_of_text() -> None:
    assert deck_from("conquest") == DECK
    assert deck_from(" ".join(map(str, reversed(DECK)))) == DECK
    for deck in ready_decks().values():
        assert deck_from(", ".join(map(str, deck.cards))) == deck.cards
    brought = [f"mission_cards:0:{' '.join(map(str, ALL[18:]))}", "mission_cards:1:sorcery"]
    options = {"parts": ["mission_cards:strategic_ruse"], "brought": brought}
    battle = RULESET.set_up(Setup(ruleset="aofr", armies=("Unburied Host",) * 2, map="open", options=options))
    assert optional.brought(battle.scene.settings, "mission_cards")[1] == "sorcery"


@pytest.mark.rule("aofr.cards.custom_deck")
@pytest.mark.parametrize(
    ("game", "brought", "why"),
    [
        ("strategic_ruse", "mission_cards:0:" + " ".join(map(str, ALL[:17])), "18 different cards, not 17"),
        ("strategic_ruse", "mission_cards:0:" + " ".join(map(str, ALL[:19])), "18 different cards, not 19"),
        (
            "strategic_ruse",
            "mission_cards:0:" + " ".join(map(str, (*ALL[:17], 16))),
            "in the deck 2 times",
        ),
        ("strategic_ruse", "mission_cards:0:77 " + " ".join(map(str, ALL[:17])), "There is no card 77"),
        ("strategic_ruse", "mission_cards:1:sorcey", 'Did you mean "sorcery"?'),
        ("strategic_ruse", "mission_cards:2:sorcery", "cannot be read"),
        ("battle_of_wits", "mission_cards:1:sorcery", "no deck can be brought"),
        ("strategic_ruse", "mission_card:1:sorcery", "not played"),
    ],
)
def test_decks_that_are_none_are_refused(game: str, brought: str, why: str) -> None:
    with pytest.raises(WarhostError, match=why.replace("?", r"\?")):
        optional.check(settings(game, brought=(brought,)))


@pytest.mark.rule("aofr.cards.custom_deck")
def test_a_deck_that_was_brought_is_played() -> None:
    table = lay(game="strategic_ruse")
    scene = table.battle.scene
    brought = replace(scene.settings, brought=("mission_cards:0:conquest", "mission_cards:1:sorcery"))
    table.battle.scene = replace(scene, settings=brought)
    play = table.play(dice=[1] * 14, stage="scouts", turn=0)
    assert play.topic == "lay cards"
    assert [sorted((*own.deck, *own.hand)) for own in piles(play)] == [list(DECK), list(ready_decks()["sorcery"].cards)]


@pytest.mark.rule("aofr.cards.custom_draw")
def test_five_cards_are_drawn_and_three_laid_on_the_table() -> None:
    play = begun("planned_gambit", pile(), pile(), dice=[1] * 14, turn=1)
    assert [(own.hand, len(own.deck)) for own in piles(play)] == [((11, 12, 13, 14, 15), 13)] * 2
    assert [roll.secret for roll in play.rolls] == [True] * 12
    asked(play, a=[11, 13, 15], b=[11, 12, 13])
    assert [(own.table, own.hand) for own in piles(play)] == [((11, 13, 15), (12, 14)), ((11, 12, 13), (14, 15))]


@pytest.mark.rule("aofr.cards.custom_draw")
def test_hand_and_table_are_filled_up_again() -> None:
    play = begun("planned_gambit", pile([11, 12], [13, 14, 15]), pile([11, 12, 13], [14, 15, 16, 21, 22]), dice=[1] * 4)
    assert [len(own.hand) for own in piles(play)] == [5, 5]
    assert [ask.question.seat for ask in play.game.pending] == [0]
    asked(play, a=[15])
    assert piles(play)[0].table == (11, 12, 15)


@pytest.mark.rule("aofr.cards.custom_hidden")
def test_one_card_may_be_laid_face_down_if_none_is() -> None:
    play = begun("coordinated_recovery", pile(), pile([11, 12], [13, 14, 15, 16, 21], down=[12]), dice=[1] * 9)
    assert play.topic == "turn up"
    asked(play, b=[])
    asked(play, a=[11, 13, 15], b=[13])
    assert [ask.question.seat for ask in play.game.pending] == [0]
    assert [option.key for option in play.options] == ["11", "13", "15", "none"]
    asked(play, a=[13])
    assert [own.down for own in piles(play)] == [(13,), (12,)]
    assert [event.seat for event in play.told(events.LaidFaceDown)] == [0]


@pytest.mark.rule("aofr.cards.custom_hidden")
def test_a_card_that_is_turned_up_makes_room_for_another() -> None:
    play = begun(
        "coordinated_recovery", pile([11, 12, 13]), pile([11, 12], [13, 14, 15, 16, 21], down=[12]), dice=[1] * 9
    )
    asked(play, b=[12])
    assert piles(play)[1].down == ()
    assert play.told(events.CardShown)[-1].name == "Seize 2"
    asked(play, b=[13])
    asked(play, b=[13])
    assert piles(play)[1].down == (13,)


@pytest.mark.rule("aofr.cards.custom_hidden")
def test_hands_decks_and_face_down_cards_are_for_their_owner_alone() -> None:
    own = pile([11, 12, 44], [13, 14], down=[44], shifting=3, challenge=44)
    play = begun("tactical_paragons", own, pile([21, 22, 23], [24, 25, 26, 31, 32]), dice=[1] * 7)
    assert seen(play, 0)[0] == piles(play)[0]
    for seat in (1, None):
        view = seen(play, seat)[0]
        assert (view.table, view.down, view.hand) == ((11, 12, 0), (0,), (0,) * 5)
        assert (set(view.deck), view.shifting, view.challenge) == ({0}, 0, 0)
    assert seen(play, 1)[1] == piles(play)[1]
    panel = RULESET.panel(RULESET.view(play.battle, 1), 0)
    assert panel["Hand"] == 5
    assert panel["Cards"] == "Seize 1, Seize 2 and face down"


@pytest.mark.rule("aofr.cards.44_shifting_strategy", "aofr.cards.custom_hidden")
def test_the_die_for_shifting_strategy_does_not_tell_whether_it_was_drawn() -> None:
    own = Pile(deck=(44, *DECK[:13]), hand=DECK[14:18])
    play = begun("tactical_paragons", own, pile([21, 22, 23], [24, 25, 26, 31, 32]), dice=[5, 1])
    assert (piles(play)[0].hand[-1], piles(play)[0].shifting) == (44, 5)
    other = begun("tactical_paragons", own, pile([21, 22, 23], [24, 25, 26, 31, 32]), dice=[5, 2])
    assert (piles(other)[0].hand[-1], piles(other)[0].shifting) == (11, 0)
    assert [roll.why for roll in play.rolls] == [roll.why for roll in other.rolls]


@pytest.mark.rule("aofr.cards.custom_hidden")
def test_a_hidden_card_is_shown_when_it_is_scored_and_everything_at_the_end() -> None:
    play = ended(dealt(lay(game="planned_gambit", owners=(0,)), pile([11, 12], down=[11]), pile())).choose("11")
    assert play.battle.points == (1.0, 0.0)
    assert (piles(play)[0].down, seen(play, 1)[0].discarded) == ((), (11,))
    over = dealt(lay(game="planned_gambit"), pile([11], [12], down=[11]), pile()).play(stage="end of round", turn=4)
    over.choose("none")
    assert seen(over, 1) == piles(over)


@pytest.mark.rule("aofr.cards.custom_score")
def test_cards_in_hand_do_not_score() -> None:
    play = ended(dealt(lay(game="planned_gambit", owners=(0,)), pile([11, 12], [31]), pile(), starts=(0,)))
    assert play.battle.points == (1.0, 0.0)
    assert piles(play)[0].discarded == (11,)
    alone = ended(dealt(lay(game="planned_gambit", owners=(0,)), pile([12], [31]), pile(), starts=(0,)))
    assert alone.battle.points == (0.0, 0.0)


@pytest.mark.rule("aofr.cards.custom_discard")
def test_each_may_discard_a_card_from_table_or_hand() -> None:
    play = ended(dealt(lay(game="planned_gambit"), pile([11, 12], [13, 14]), pile([11, 12], [13, 14])))
    assert play.keys == ["11", "12", "13", "14", "none"]
    play.choose("13")
    assert (piles(play)[0].hand, piles(play)[0].discarded) == ((14,), (13,))
    assert play.question.seat == 1
    assert piles(play.choose("none"))[1].discarded == ()


@pytest.mark.rule("aofr.cards.custom_mulligan")
def test_a_first_hand_may_be_shuffled_back_for_four_cards() -> None:
    play = begun("planned_gambit+mulligans", pile(), pile(), dice=[1] * 18, turn=1)
    assert [ask.question.topic for ask in play.game.pending] == ["mulligan", "mulligan"]
    assert "Seize 1, Seize 2, Seize 3, Seize 4, Seize 5" in play.question.note
    asked(play, a=["yes"], b=[])
    assert [(len(own.hand), len(own.deck)) for own in piles(play)] == [(4, 14), (5, 13)]
    assert play.topic == "lay cards"
    without = begun("planned_gambit", pile(), pile(), dice=[1] * 14, turn=1)
    assert without.topic == "lay cards"
    later = begun("planned_gambit+mulligans", pile(), pile(), dice=[1] * 14, turn=2)
    assert later.topic == "lay cards"


FULL = [11, 12, 13], [14, 15, 16, 21, 22]
"""Table and hand of a player who draws and lays nothing."""


@pytest.mark.rule("aofr.cards.direct_challenge")
def test_direct_challenge_each_names_a_card_of_the_opponent() -> None:
    play = begun("direct_challenge", pile(*FULL, down=[13]), pile(*FULL))
    assert [ask.question.topic for ask in play.game.pending] == ["challenge card"] * 2
    labels = [option.label for ask in play.game.pending for option in getattr(ask.question, "options", ())]
    assert labels == ["Seize 1", "Seize 2", "Seize 3", "Seize 1", "Seize 2", "The face-down card"]
    asked(play, a=[1], b=[2])
    assert [own.challenge for own in piles(play)] == [13, 12]
    assert [event.name for event in play.told(events.CardChallenged)] == ["Seize 2", "a face-down card"]


@pytest.mark.rule("aofr.cards.direct_challenge")
def test_a_challenge_card_scores_one_more_for_its_owner() -> None:
    def points(challenge: int) -> float:
        own = pile([31], challenge=challenge)
        table = dealt(lay(game="direct_challenge", owners=(0,)), own, pile(), starts=(0,))
        return ended(table).battle.points[0]

    assert (points(31), points(0)) == (3, 2)


@pytest.mark.rule("aofr.cards.direct_challenge")
def test_a_challenge_is_for_one_round() -> None:
    play = begun("direct_challenge", pile(*FULL, challenge=11), pile(*FULL))
    assert piles(play)[0].challenge == 0


@pytest.mark.rule("aofr.cards.strategic_ruse")
def test_strategic_ruse_the_leader_shows_all_and_the_other_may_hide_any() -> None:
    play = begun("strategic_ruse", pile(*FULL, down=[12]), pile(*FULL), points=(4.0, 2.0))
    assert piles(play)[0].down == ()
    assert asks(play) == ("hide cards", 1)
    asked(play, b=[11, 12, 13])
    assert piles(play)[1].down == (11, 12, 13)
    first = begun("strategic_ruse", pile(*FULL, down=[12]), pile(*FULL), points=(4.0, 2.0), turn=1)
    assert piles(first)[0].down == (12,)


@pytest.mark.rule("aofr.cards.strategic_ruse_tie")
def test_strategic_ruse_with_equal_scores_one_card_stays_hidden_at_most() -> None:
    play = begun("strategic_ruse", pile(*FULL, down=[11, 12, 13]), pile(*FULL, down=[11]), points=(3.0, 3.0))
    assert asks(play) == ("show cards", 0)
    assert "at least 2" in str(refusal(play, Picked(("11",))))
    asked(play, a=[11, 13])
    assert [own.down for own in piles(play)] == [(12,), (11,)]


@pytest.mark.rule("aofr.cards.planned_gambit")
def test_planned_gambit_a_card_goes_back_to_the_hand_and_another_is_laid() -> None:
    play = begun("planned_gambit", pile(*FULL), pile(*FULL))
    assert asks(play) == ("send card back", 0)
    play.choose("1")
    assert asks(play) == ("lay cards", 1)
    assert play.keys == ["14", "15", "16", "21", "22"]
    play.choose("16")
    assert play.topic == "face down"
    play.choose("none")
    other = piles(play)[1]
    assert (other.table, other.hand) == ((11, 13, 16), (14, 15, 21, 22, 12))
    assert asks(play) == ("send card back", 1)
    play.choose("none")
    assert piles(play)[0].table == (11, 12, 13)


@pytest.mark.rule("aofr.cards.coordinated_recovery")
def test_coordinated_recovery_up_to_two_discarded_cards_go_back_into_the_deck() -> None:
    play = ended(dealt(lay(game="coordinated_recovery"), pile(discarded=[11, 12, 13]), pile()))
    assert play.topic == "recover cards"
    assert "at most 2" in str(refusal(play, Picked(("11", "12", "13"))))
    before = len(piles(play)[0].deck)
    asked(play, a=[11, 13])
    assert (piles(play)[0].discarded, len(piles(play)[0].deck)) == ((12,), before + 2)
    assert {11, 13} <= set(piles(play)[0].deck)


@pytest.mark.rule("aofr.cards.logistical_supremacy")
def test_logistical_supremacy_who_holds_more_markers_may_draw_six() -> None:
    def hands(*owners: int, turn: int = 2, key: str = "yes") -> list[int]:
        play = begun(
            "logistical_supremacy", pile([11, 12, 13]), pile([11, 12, 13]), dice=[1] * 16, turn=turn, owners=owners
        )
        if play.topic == "sixth card":
            play.choose(key)
        return [len(own.hand) for own in piles(play)]

    assert hands(0, 0, 0, 1, 1) == [6, 5]
    assert hands(0, 0, 0, 1, 1, key="none") == [5, 5]
    assert hands(0, 0, 1, 1) == [5, 5]
    assert hands(0, 0, 0, 1, 1, turn=1) == [5, 5]
    assert hands(0, 1, 1) == [5, 6]


@pytest.mark.rule("aofr.cards.tactical_paragons")
def test_tactical_paragons_each_may_name_one_of_its_cards() -> None:
    play = begun("tactical_paragons", pile(*FULL, down=[13], paragon=12), pile(*FULL))
    assert piles(play)[0].paragon == 0
    assert [ask.question.topic for ask in play.game.pending] == ["paragon card"] * 2
    asked(play, a=[13], b=[])
    assert [own.paragon for own in piles(play)] == [13, 0]
    assert [event.name for event in play.told(events.ParagonNamed)] == ["a face-down card"]
