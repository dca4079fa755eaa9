"""What the captain makes of side-missions and mission cards, with its reasons."""

from __future__ import annotations

from collections.abc import Sequence

from tests.regiments.harness import Play, regiment
from tests.regiments.parts import mission_cards as with_cards
from tests.regiments.parts import side_missions as with_sides
from warhost.dice import Chance
from warhost.play.counsel.counsel import Term
from warhost.play.questions import Chosen, Picked
from warhost.players.base import Decision
from warhost.players.captain import Captain
from warhost.rulesets.regiments.core import Settings
from warhost.rulesets.regiments.parts.mission_cards import advice
from warhost.rulesets.regiments.parts.mission_cards.cards import cards, ready_decks
from warhost.rulesets.regiments.parts.mission_cards.piles import Pile
from warhost.rulesets.regiments.parts.side_missions import advice as side_advice
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.rulesets.regiments.thinks.counsel import RegimentsCounsel

DECK = ready_decks()["conquest"].cards


def pile(table: Sequence[int] = (), hand: Sequence[int] = ()) -> Pile:
    out = {*table, *hand}
    return Pile(deck=tuple(one for one in DECK if one not in out), table=tuple(table), hand=tuple(hand))


def decided(play: Play, seat: int) -> Decision:
    """What the captain answers for that seat, with its reasons."""
    ask = play.game.ask_of(seat)
    assert ask is not None
    return Captain(Chance(1)).decide(ask, RULESET.view(play.battle, seat), RULESET)


def test_it_lays_the_cards_that_it_can_score() -> None:
    table = with_cards.lay("0 A at 4,22 | 1 B at 60,42", game="planned_gambit", owners=(0, None, None, 1))
    with_cards.dealt(table, pile(), pile([21, 22, 23], [24, 25, 26, 31, 32]))
    play = table.play(dice=[1, 1, 3, 10, 11, 11], stage="start of round", turn=2)
    assert set(with_cards.piles(play)[0].hand) == {11, 14, 26, 32, 33}
    decision = decided(play, 0)
    assert isinstance(decision.answer, Picked)
    assert "11" in decision.answer.options
    assert "14" not in decision.answer.options


def test_it_discards_a_card_that_nobody_can_complete() -> None:
    table = with_cards.lay("0 A at 4,22 | 1 B at 60,42", owners=(0,))
    with_cards.dealt(table, Pile(deck=with_cards.rest_of(56, 46, 12), table=(56, 46, 12)), Pile(deck=tuple(cards())))
    play = with_cards.ended(table)
    decision = decided(play, 0)
    assert decision.answer in (Chosen("56"), Chosen("46"))
    assert "makes room for a better card" in {reason.label for reason in decision.reasons}


def test_it_keeps_what_it_holds_and_scores_what_is_hard_to_get_again() -> None:
    table = with_cards.lay("0 A at 4,22 | 1 B at 60,42", owners=(0, 0))
    with_cards.dealt(table, Pile(deck=with_cards.rest_of(11, 53), table=(11, 53)), Pile(deck=tuple(cards())))
    play = with_cards.ended(table, with_cards.kill("B"))
    assert play.topic == "score card"
    assert decided(play, 0).answer == Chosen("53")


def test_markers_count_by_the_cards_that_name_them() -> None:
    table = with_cards.lay(owners=())
    with_cards.dealt(table.having(mission="duel", turn=2), Pile(table=(13, 33)), Pile(table=(15,)))
    goals = RegimentsCounsel(table.battle, 0).goals()
    assert max(goals, key=lambda goal: goal.worth) is goals[2]
    assert goals[0].worth == goals[4].worth


def test_the_deck_suits_both_armies() -> None:
    table = with_cards.lay(game="planned_gambit")

    def hopes(key: str) -> float:
        return sum(score for score, _, _ in advice.on_deck(table.battle, 0, key))

    assert hopes("conquest") > hopes("sorcery")
    assert not advice.is_possible(table.battle, 0, cards()[56])


def on_pick(slug: str, *, shared: bool) -> float:
    terms: list[Term] = list(side_advice.on_pick(with_sides.lay().battle, 0, slug, shared=shared))
    return sum(score for score, _, _ in terms)


def test_side_missions_that_armies_cannot_complete_are_not_picked() -> None:
    assert on_pick("eliminate", shared=False) == 0
    assert on_pick("defend", shared=False) > on_pick("rush", shared=False) > 0
    assert on_pick("defend", shared=True) == 0


def test_units_that_a_side_mission_wants_count_more() -> None:
    line = "0 A at 36,6 | 1 B at 20,42 face 180 | 1 C at 50,42 face 180"
    hero = regiment(size=1, rules=["Hero", "Tough(3)"])
    battle = with_sides.lay(line, {"A": with_sides.FOOT, "B": hero, "C": with_sides.FOOT}).battle
    prizes = [side_advice.prize(battle, 0, battle.units[number], ("slay",)) for number in (1, 2)]
    assert prizes[0] > prizes[1] == 1.0
    assert side_advice.prize(battle, 0, battle.units[2], ("butcher",)) > 1.0


def test_the_captain_picks_a_side_mission_with_reasons() -> None:
    table = with_sides.lay("0 A off | 1 B off", settings=Settings(parts=("side_missions:hidden+free",)))
    play = table.having(markers=with_sides.owned(None, None, None)).play(stage="set aside", turn=0)
    decision = decided(play, 0)
    assert decision.answer == Chosen("defend")
    assert "likely to be completed" in {reason.label for reason in decision.reasons}
