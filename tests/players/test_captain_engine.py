"""How the captain weighs, picks and speaks, whatever the rulebook."""

from __future__ import annotations

import pytest

from examples.tiny_race import RULESET as TINY
from warhost.dice import Chance
from warhost.play import Battle, Choose, Chosen, Option, Ruleset, Setup
from warhost.play.counsel.counsel import Advises
from warhost.play.script import Ask, ask_choice
from warhost.players import play_out, start
from warhost.players.captain import Candidate, Captain
from warhost.players.captain.engine import REFUSED, Looks, best_of, pick


def question(*keys: str) -> Ask:
    return ask_choice(Choose(seat=0, topic="test", text="Which?", options=tuple(Option(key, key) for key in keys)))


def candidates(**scores: float) -> list[Candidate]:
    return [Candidate(Chosen(key), key.capitalize()).add(score, "worth") for key, score in scores.items()]


def test_the_best_total_wins() -> None:
    ask = question("left", "right")
    chosen = pick(ask, candidates(left=1.0, right=2.0), Chance(0))
    assert chosen is not None
    assert chosen.answer == Chosen("right")


def test_a_draft_that_is_not_legal_gives_way_to_the_next_best() -> None:
    ask = question("left", "right")
    drafts = [*candidates(left=1.0), Candidate(Chosen("up"), "Up", sure=False).add(9.0, "worth")]
    chosen = pick(ask, drafts, Chance(0))
    assert chosen is not None
    assert chosen.answer == Chosen("left")


def test_a_draft_that_is_not_legal_is_no_fault() -> None:
    drafts = [*candidates(left=1.0), Candidate(Chosen("up"), "Up", sure=False).add(9.0, "worth")]
    chosen = pick(question("left", "right"), drafts, Chance(0))
    assert chosen is not None
    assert not chosen.faults
    assert chosen.sentence == "Left: +1 worth."


def test_who_asks_why_is_told_that_an_answer_was_refused() -> None:
    chosen = pick(question("left", "right"), candidates(left=1.0, up=9.0), Chance(0))
    assert chosen is not None
    assert chosen.answer == Chosen("left")
    told = chosen.decision()
    assert [reason.label.startswith(REFUSED) for reason in told.reasons] == [False, True]
    assert told.sentence.startswith("Left: +1 worth; a better answer was refused (Up): ")
    assert told.sentence.endswith(".")


class Mistaken:
    """An advisor that only knows answers that are not legal."""

    def candidates(self, ask: Ask, view: Battle, ruleset: Ruleset) -> list[Candidate]:
        return candidates(moon=1.0)


def test_where_all_that_it_knows_is_refused_it_goes_by_plain_sense_and_says_so() -> None:
    game = start(TINY, Setup(ruleset="tiny", armies=("Hares", "Tortoises", "Foxes")), "race")
    decision = Captain(Chance(0), Mistaken()).decide(game.asked, game.battle, TINY)
    game.asked.check(decision.answer)
    assert "Moon" in decision.reasons[-1].label


def test_without_a_legal_candidate_there_is_no_choice() -> None:
    assert pick(question("left"), [Candidate(Chosen("up"), "Up", sure=False)], Chance(0)) is None


def test_chance_parts_only_what_is_truly_equal() -> None:
    ask = question("left", "right", "back")
    seen = set()
    for seed in range(40):
        chosen = pick(ask, candidates(left=1.0, right=1.0, back=0.9), Chance(seed))
        assert chosen is not None
        seen.add(chosen.answer)
    assert seen == {Chosen("left"), Chosen("right")}


def test_a_sentence_names_the_weightiest_terms_first() -> None:
    candidate = Candidate(Chosen("march"), "March to the centre")
    candidate.add(-6.0, "exposes the flank").add(18.0, "nearer the centre").add(9.04, "out of range")
    assert candidate.sentence == "March to the centre: +18 nearer the centre, +9 out of range, -6 exposes the flank."
    assert candidate.total == pytest.approx(21.04)


def test_reasons_carry_their_rule_and_there_is_always_one() -> None:
    told = Candidate(Chosen("charge"), "Charge").add(3.0, "a good fight", "eow.charge.range.roll").reasons
    assert [(reason.label, reason.score, reason.rule) for reason in told] == [
        ("a good fight", 3.0, "eow.charge.range.roll")
    ]
    assert len(Candidate(Chosen("pass"), "Pass").reasons) == 1


def test_it_plays_a_rulebook_that_it_knows_nothing_of() -> None:
    assert not isinstance(TINY, Advises)
    game = start(TINY, Setup(ruleset="tiny", armies=("Hares", "Tortoises", "Foxes")), "race")
    seats = len(game.battle.scene.seats)
    told = []
    play_out(game, [Captain(Chance(seat)) for seat in range(seats)], on_decision=lambda _, d: told.append(d))
    assert game.over
    assert all(decision.reasons and decision.sentence for decision in told)


def looked_at(most: float, truly: float | None, seen: list[float]) -> Looks:
    """A draft that promises so much and turns out to be worth so much, or to be illegal."""
    yield most
    seen.append(most)
    if truly is None:
        return None
    yield truly
    return Candidate(Chosen(f"{truly:g}"), f"{truly:g}")


def test_the_best_of_many_drafts_is_found_without_a_close_look_at_those_that_cannot_be_it() -> None:
    seen: list[float] = []
    promises = ((9.0, 4.0), (8.0, None), (7.0, 6.0), (6.5, 5.0), (5.0, 5.0), (1.0, 1.0))
    best = best_of(looked_at(most, truly, seen) for most, truly in promises)
    assert best is not None
    assert best.label == "6"
    assert seen == [9.0, 8.0, 7.0, 6.5]


def test_drafts_that_all_come_to_nothing_have_no_best() -> None:
    assert best_of(looked_at(3.0, None, []) for _ in range(3)) is None


def test_reasons_that_weigh_next_to_nothing_are_not_told() -> None:
    chosen = Candidate(Chosen("left"), "Left").add(0.01, "no better and no worse")
    assert chosen.sentence == "Left."
    assert [reason.label for reason in chosen.reasons] == ["as good as any other"]
    chosen.add(2.0, "worth")
    assert chosen.sentence == "Left: +2 worth."
    assert [reason.label for reason in chosen.reasons] == ["worth"]
