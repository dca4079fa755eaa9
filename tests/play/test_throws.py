"""Chains of throws: what play throws, what odds tell and what players reckon with are one description."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from warhost.dice import Dice, DiceError, Distribution, odds
from warhost.play.counsel.exact import returned
from warhost.play.counsel.throws import (
    END,
    NOWHERE,
    Again,
    Leads,
    Natural,
    Reason,
    Stage,
    attempt,
    counted,
    cuts,
    mean,
    mean_number,
    save,
    spread,
    success,
    throw,
    throw_number,
    throw_out,
    to,
    variance,
)
from warhost.play.questions import Roll
from warhost.play.script import Script

SAID = Reason("to see", "eow.damage.sequence", 1, 7)
Exact = dict[int, Fraction]


def added(one: Exact, other: Exact) -> Exact:
    found: Exact = {}
    for (x, p), (y, q) in product(one.items(), other.items()):
        found[x + y] = found.get(x + y, Fraction(0)) + p * q
    return found


def faces_in_the_end(stage: Stage) -> Iterator[tuple[int, Fraction]]:
    """Each face that a die of the stage may show when it stands, die by die."""
    one = Fraction(1, stage.sides)
    for face in range(1, stage.sides + 1):
        if stage.again is not None and any(low <= face <= high for low, high in stage.again.spans):
            yield from ((second, one * one) for second in range(1, stage.sides + 1))
        else:
            yield face, one


@cache
def by_counting(stage: Stage | None, dice: int = 1) -> Exact:
    """What comes of so many dice, by counting every face of each of them with fractions."""
    total: Exact = {0: Fraction(1)}
    if stage is None:
        return {dice: Fraction(1)}
    each: Exact = {}
    faces = [(1, Fraction(1))] if stage.need is None else list(faces_in_the_end(stage))
    for face, chance in faces:
        leads = next(told for least, told in reversed(stage.results) if face >= least)
        comes: Exact = {0: Fraction(1)}
        for count, later in leads:
            comes = added(comes, by_counting(later, count))
        for value, share in comes.items():
            each[value] = each.get(value, Fraction(0)) + chance * share
    for _ in range(dice):
        total = added(total, each)
    return total


def near(found: Distribution[int], expected: Exact) -> bool:
    values = set(found) | set(expected)
    return all(abs(found[value] - float(expected.get(value, 0))) < 1e-12 for value in values)


@st.composite
def spans(draw: st.DrawFn, sides: int) -> tuple[int, int]:
    low = draw(st.integers(1, sides))
    return low, draw(st.integers(low, sides))


@st.composite
def thrown_again(draw: st.DrawFn, sides: int) -> Again:
    """Low faces, high faces or both."""
    low = draw(st.integers(0, sides))
    high = draw(st.integers(low + 1, sides + 1))
    both = ((1, low), (high, sides))
    return Again(tuple((first, last) for first, last in both if first <= last), "again", "eow.damage.batch")


@st.composite
def stages(draw: st.DrawFn, later: tuple[Stage | None, ...]) -> Stage:
    """Any stage that leads to some of the later ones."""
    sides = draw(st.sampled_from([2, 4, 6, 6, 6, 10, 12]))
    targets = st.sampled_from(later)

    def leads() -> st.SearchStrategy[Leads]:
        return st.lists(st.tuples(st.integers(1, 2), targets), max_size=2, unique_by=lambda lead: lead[1]).map(tuple)

    naturals: list[Natural] = []
    if draw(st.booleans()):
        naturals.append((*draw(spans(sides)), draw(leads())))
    again = draw(st.none() | thrown_again(sides))
    make: Callable[..., Stage] = attempt if draw(st.booleans()) else save
    need = draw(st.none() | st.integers(1, sides + 1))
    then = draw(leads())
    if need is None:
        naturals, again = [], None
    return make(f"stage {len(later)}", need, then, SAID, naturals=naturals, again=again, sides=sides)


@st.composite
def chains(draw: st.DrawFn, most: int = 4) -> Stage:
    """Any chain: each stage leads to some of those after it."""
    later: tuple[Stage | None, ...] = (None,)
    for _ in range(draw(st.integers(1, most))):
        later = (draw(stages(later)), *later)
    first = later[0]
    assert first is not None
    return first


@examples(0.8)
@given(chains(), st.integers(0, 4))
def test_odds_are_those_of_every_face_counted(chain: Stage, dice: int) -> None:
    assert near(spread(chain, dice), by_counting(chain, dice))


@examples(0.6)
@given(chains(most=3), st.integers(0, 2))
def test_odds_are_those_of_the_dice_that_play_throws(chain: Stage, dice: int) -> None:
    thrown = returned(lambda: throw_out(chain, dice), limit=100_000)
    found = spread(chain, dice)
    assert all(abs(found[value] - thrown[value]) < 1e-12 for value in {*found, *thrown})


@examples(0.6)
@given(chains(), st.integers(0, 4))
def test_mean_and_variance_are_those_of_the_odds(chain: Stage, dice: int) -> None:
    found = spread(chain, dice)
    assert dice * mean(chain) == pytest.approx(found.mean, abs=1e-12)
    assert dice * variance(chain) == pytest.approx(found.variance, abs=1e-9)


def attack(sides: int = 6) -> Stage:
    """To hit, to wound, two saves."""
    ward = save("ward", 6, END, SAID, sides=sides)
    armour = save("armour", 5, to(ward), SAID, sides=sides)
    wound = attempt("wound", 4, to(armour), SAID, sides=sides)
    return attempt("hit", 3, to(wound), SAID, sides=sides)


@pytest.mark.parametrize("sides", [6, 8, 10, 12, 20])
def test_thirty_attacks_through_four_stages_are_exact(sides: int) -> None:
    assert near(spread(attack(sides), 30), by_counting(attack(sides), 30))


def test_thirty_attacks_that_count_differently_are_exact() -> None:
    ward = save("ward", 6, to(None, 3), SAID)
    armour = save("armour", 5, to(ward), SAID, naturals=((1, 1, to(ward, 2)),), again=Again(((5, 6),)))
    wound = attempt("wound", 4, to(armour), SAID, again=Again(((1, 3),)))
    hit = attempt("hit", 3, to(wound), SAID, naturals=((6, 6, (*to(armour), *to(wound, 2))),), again=Again(((1, 1),)))
    assert near(spread(hit, 30), by_counting(hit, 30))


def test_large_pools_keep_their_mean_and_variance() -> None:
    chain = attack(10)
    found = spread(chain, 1000)
    assert found.mean == pytest.approx(1000 * mean(chain))
    assert found.variance == pytest.approx(1000 * variance(chain))


def test_no_more_comes_of_it_than_there_is_to_take() -> None:
    whole, found = spread(attack(), 30), spread(attack(), 30, most=4)
    assert max(found) == 4
    assert found[4] == pytest.approx(whole.at_least(4))
    assert found[3] == whole[3]


def test_dice_may_tell_how_many_begin() -> None:
    chain = attack()
    by_number = odds.mixture((chance, spread(chain, many)) for many, chance in odds.of(Dice.parse("2D3+1")).items())
    for number in (Dice.parse("2D3+1"), odds.of(Dice.parse("2D3+1"))):
        assert dict(spread(chain, number)) == pytest.approx(dict(by_number))
        assert mean_number(number) == pytest.approx(5)
    assert spread(chain, Dice.parse("D3-2"))[0] > 2 / 3, "fewer than none are none"
    assert mean_number(3) == 3.0


def test_a_figure_for_each_model_is_thrown_together() -> None:
    assert counted(2, 5) == counted("2", 5) == 10
    assert counted("D3+1", 4) == Dice(4, 3, 4)
    assert returned(lambda: throw_number(7, SAID)) == {7: 1.0}
    assert dict(returned(lambda: throw_number(counted("D3", 2), SAID))) == pytest.approx(
        dict(odds.of(Dice.parse("2D3")))
    )


def test_fewer_than_no_dice_are_refused() -> None:
    with pytest.raises(DiceError, match="0 counts or more"):
        spread(attack(), -1)


def asked(script: Script[Any], *faces: tuple[int, ...]) -> tuple[list[Roll], Any]:
    """The questions to chance of a script with these answers, and what it returns."""
    rolls: list[Roll] = []
    answers = iter(faces)
    try:
        question = next(script)
        while True:
            assert isinstance(question, Roll)
            rolls.append(question)
            question = script.send(next(answers))
    except StopIteration as end:
        return rolls, end.value


def test_dice_are_asked_for_with_their_reason_and_where_they_count_differently() -> None:
    wound = attempt("wound", 4, END, SAID)
    again = Again(((1, 2),), "to see again", "eow.damage.batch")
    hit = attempt("hit", 4, to(wound), SAID, naturals=((6, 6, to(None, 2)),), again=again)
    rolls, done = asked(throw(hit, 5), (1, 3, 4, 6, 2), (5, 1))
    assert rolls == [
        Roll("5D6", "to see", "eow.damage.sequence", 1, 4, "pool", (3, 4, 6), 7),
        Roll("2D6", "to see again", "eow.damage.batch", 1, 4, "pool", (4, 6), 7),
    ]
    assert done.passed == 3
    assert done.on == {wound: 2, None: 2}


def test_nothing_is_asked_where_no_die_is_thrown() -> None:
    assert asked(throw(attempt("hit", None, to(None, 2), SAID), 3)) == ([], (0, {None: 6}, ()))
    assert asked(throw(attack(), 0)) == ([], (0, {}, ()))
    assert asked(throw(NOWHERE, 3)) == ([], (0, {}, ()))
    assert spread(NOWHERE, 3) == {0: 1.0}


def test_dice_with_ten_sides_are_thrown_as_such() -> None:
    hit = attempt("hit", 7, END, SAID, sides=10)
    rolls, done = asked(throw(hit, 2), (7, 6))
    assert [roll.dice for roll in rolls] == ["2D10"]
    assert done.passed == 1
    assert success(hit) == pytest.approx(0.4)


def test_a_success_is_a_face_that_is_high_enough_after_throwing_again() -> None:
    assert success(attempt("hit", 4, END, SAID)) == pytest.approx(1 / 2)
    assert success(attempt("hit", 4, END, SAID, again=Again(((1, 3),)))) == pytest.approx(3 / 4)
    assert success(save("save", 4, END, SAID, again=Again(((4, 6),)))) == pytest.approx(1 / 4)
    assert success(attempt("hit", 7, END, SAID)) == 0.0
    assert success(attempt("hit", None, END, SAID)) == 0.0


def test_players_may_ask_how_many_reach_a_later_moment() -> None:
    chain = attack()
    assert mean(chain, "wound") == pytest.approx(2 / 3)
    assert mean(chain, "armour") == pytest.approx(1 / 3)
    assert mean(chain, "nerve") == 0.0


def test_cuts_are_the_faces_at_which_a_die_counts_differently() -> None:
    assert cuts(attempt("hit", 4, END, SAID)) == (4,)
    assert cuts(save("save", 4, END, SAID, again=Again(((4, 6),)))) == (4,)
    assert cuts(save("block", 4, END, SAID, naturals=((1, 1, to(None, 2)),), again=Again(((6, 6), (1, 2))))) == (
        2,
        3,
        4,
        6,
    )
