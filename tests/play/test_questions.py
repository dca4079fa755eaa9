"""Questions of all kinds: what they accept, what they refuse and in which words, what they suggest."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, nan
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from warhost.dice import Chance
from warhost.play import (
    Allocate,
    Allocated,
    Answer,
    AnyAnswer,
    Ask,
    Choose,
    Chosen,
    Clock,
    Denied,
    Frontage,
    Kind,
    Limit,
    Manoeuvre,
    Moved,
    Option,
    Pick,
    Picked,
    Place,
    Placed,
    Pool,
    Refused,
    Ticked,
    Walk,
    Walked,
    passes,
    read_answer,
)
from warhost.play.picking import ask_picks, pick
from warhost.play.script import allocate, ask_choice, manoeuvre, place
from warhost.play.walking import walk
from warhost.table import Circle, Forward, Pose

SPELLS = tuple(
    Option(key, label) for key, label in (("fire", "Fire"), ("fog", "Fog"), ("frost", "Frost"), ("fear", "Fear"))
)


def picks(least: int = 1, most: int = 2) -> Pick:
    return Pick(
        seat=0,
        topic="spells",
        text="Which spells?",
        options=SPELLS,
        least=least,
        most=most,
        denied=(Denied("flood", "Flood was cast last turn.", "book.flood"),),
        rules=("book.spells",),
    )


def not_fire_and_frost(keys: tuple[str, ...]) -> None:
    if {"fire", "frost"} <= set(keys):
        raise Refused("Fire and Frost do not go together.", "book.apart")


def asked(script: Iterator[Any]) -> Ask:
    ask: Ask = next(script)
    return ask


def why(ask: Ask, answer: AnyAnswer) -> str:
    with pytest.raises(Refused) as refused:
        ask.check(answer)
    return str(refused.value).removesuffix(".")


def test_picks_come_back_in_the_order_of_the_question() -> None:
    script = pick(picks())
    next(script)
    with pytest.raises(StopIteration) as end:
        script.send(Picked(("frost", "fire")))
    assert end.value.value == ("fire", "frost")


def test_nobody_is_asked_to_pick_all_there_is() -> None:
    with pytest.raises(StopIteration) as end:
        next(pick(picks(least=4, most=4)))
    assert end.value.value == ("fire", "fog", "frost", "fear")


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ((), "Which spells? Pick at least 1, not 0 (book.spells)"),
        (("fire", "fog", "fear"), "Which spells? Pick at most 2, not 3 (book.spells)"),
        (("fog", "fog"), "Fog is picked twice (book.spells)"),
        (("flood",), "Flood was cast last turn (book.flood)"),
        (("rain",), '"rain" is not among the options of this question: fire, fog, frost, fear (book.spells)'),
        (("frost", "fire"), "Fire and Frost do not go together (book.apart)"),
    ],
)
def test_picks_that_are_not_possible_are_refused_with_the_reason(keys: tuple[str, ...], told: str) -> None:
    assert why(ask_picks(picks(), not_fire_and_frost), Picked(keys)) == told


def test_every_legal_pick_is_suggested_and_no_other() -> None:
    ask = ask_picks(picks(), not_fire_and_frost)
    suggested = ask.suggestions()
    assert len(suggested) == 5 + 4
    assert all(passes(ask.check, answer) for answer in suggested)
    chance = Chance(1)
    drawn = {ask.sample(chance) for _ in range(300)}
    assert drawn == set(suggested)


def test_a_pick_that_hardly_ever_passes_is_still_drawn() -> None:
    def only(keys: tuple[str, ...]) -> None:
        if keys != ("fog", "fear"):
            raise Refused("Nothing else.", "book.only")

    assert ask_picks(picks(), only).sample(Chance(9)) == Picked(("fog", "fear"))


def hits(count: int, *limits: Limit) -> Allocate:
    targets = tuple(Option(key, key.title()) for key in ("front", "flank", "rear"))
    pool = Pool("hits", "Hits", count, targets, limits)
    return Allocate(seat=0, topic="hits", text="Who is hit?", pools=(pool,), rules=("book.hits",))


def test_a_target_gets_no_more_than_its_cap_and_no_less_than_its_least() -> None:
    cap = Limit("front", most=2, why="two models are in contact", rule="book.contact")
    ask = asked(allocate(hits(5, cap, Limit("rear", least=1))))
    ask.check(Allocated({"hits": {"front": 2, "flank": 2, "rear": 1}}))
    assert why(ask, Allocated({"hits": {"front": 3, "flank": 1, "rear": 1}})) == (
        "Hits: Front can get at most 2, not 3: two models are in contact (book.contact)"
    )
    assert why(ask, Allocated({"hits": {"flank": 5}})) == "Hits: Rear can get at least 1, not 0 (book.hits)"


def test_suggested_splits_fill_one_target_after_the_other() -> None:
    ask = asked(allocate(hits(5, Limit("front", most=2), Limit("rear", least=1))))
    assert ask.suggestions() == [
        Allocated({"hits": {"front": 2, "flank": 2, "rear": 1}}),
        Allocated({"hits": {"flank": 4, "rear": 1}}),
        Allocated({"hits": {"rear": 5}}),
    ]


def test_a_split_that_nobody_can_make_is_a_mistake_of_the_rules() -> None:
    with pytest.raises(ValueError, match="Hits: 5 cannot be split"):
        next(allocate(hits(5, *(Limit(key, most=1) for key in ("front", "flank", "rear")))))


@given(
    st.integers(0, 9), st.lists(st.tuples(st.integers(0, 2), st.integers(0, 5)), min_size=3, max_size=3), st.integers()
)
def test_whatever_is_suggested_or_drawn_is_within_the_limits(
    count: int, bounds: list[tuple[int, int]], seed: int
) -> None:
    keys = ("front", "flank", "rear")
    limits = [Limit(key, least + more, least) for key, (least, more) in zip(keys, bounds, strict=True)]
    if not sum(one.least for one in limits) <= count <= sum(one.most or 0 for one in limits):
        return
    ask = asked(allocate(hits(count, *limits)))
    for answer in (*ask.suggestions(), ask.sample(Chance(seed))):
        ask.check(answer)


REFORM = Kind("reform", frontages=(Frontage(3, 3.0, 2.0), Frontage(5, 5.0, 1.0)))


def moving(*kinds: Kind) -> Ask:
    question = Manoeuvre(seat=0, topic="move", text="How?", unit=0, kinds=kinds, rules=("book.move",))
    script = manoeuvre(
        question,
        lambda _: None,
        lambda: [Moved()],
        lambda _: Moved(),
        preview=lambda moved: (Circle(1.0, moved.files, 0.5),),
    )
    return asked(script)


def test_files_are_changed_only_by_a_reform_and_only_to_what_it_offers() -> None:
    ask = moving(REFORM, Kind("advance", forward=4.0))
    ask.check(Moved("reform", (), 5))
    ask.check(Moved("reform"))
    assert why(ask, Moved("reform", (), 4)) == 'The unit cannot have 4 files after "reform": 3, 5 (book.move)'
    assert why(ask, Moved("advance", (Forward(1.0),), 3)) == (
        'The move "advance" does not change the number of files (book.move)'
    )
    assert why(ask, Moved("", (), 3)) == "A move needs its kind: reform, advance (book.move)"


def test_a_question_can_say_where_models_would_stand() -> None:
    assert moving(REFORM).previewed(Moved("reform", (), 3)) == (Circle(1.0, 3, 0.5),)
    plain = asked(
        place(Place(seat=0, topic="place", text="Where?"), lambda _: None, list, lambda _: Placed(Pose(0, 0, 0)))
    )
    assert plain.previewed(Placed(Pose(0.0, 0.0, 0.0))) is None


BODY = (Circle(0.0, 0.0, 0.5), Circle(1.0, 0.0, 0.5), Circle(2.0, 0.0, 0.5))
AT = Pose(3.0, 2.0, 90.0)


def walking(optional: bool = True, **fields: Any) -> Ask:
    question = Walk(
        seat=0,
        topic="move",
        text="Where do Goblins go?",
        unit=0,
        inches=5.0,
        cohesion=2.0,
        formations=("line", "crowd"),
        instead=(Option("dash", "Dash"),),
        denied=(
            Denied("wedge", "Goblins know no wedge.", "book.wedge"),
            Denied("climb", "Nothing to climb.", "book.climb"),
        ),
        optional=optional,
        rules=("book.move",),
        **fields,
    )

    def check(walked: Walked) -> None:
        assert walked.goes, "the book is asked only about moves"
        if walked.formation == "crowd":
            raise Refused("Too tight", "book.room")

    return asked(walk(question, check, lambda: [Walked("line", AT), Walked()], preview=lambda _: BODY))


def test_a_loose_unit_walks_as_a_whole_or_model_by_model_or_does_something_else() -> None:
    ask = walking()
    for answer in (Walked(), Walked("line", AT), Walked(pose=AT), Walked(places=(AT, AT, AT)), Walked(instead="dash")):
        ask.check(answer)
    assert ask.previewed(Walked("line", AT)) == BODY
    assert ask.sample(Chance("any")) in ask.suggestions()


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Walked("crowd", AT), "Too tight (book.room)"),
        (Walked("ring", AT), '"ring" is not a formation that this unit can take up now: line, crowd (book.move)'),
        (Walked("wedge", AT), "Goblins know no wedge (book.wedge)"),
        (Walked("line"), 'The formation "line" needs the place where the unit takes it up (book.move)'),
        (
            Walked("line", None, (AT, AT, AT)),
            'Models that move one by one take up no formation, so no "line" (book.move)',
        ),
        (Walked("", AT, (AT, AT, AT)), "A unit moves as a whole or model by model, not both (book.move)"),
        (Walked(places=(AT,)), "Where do Goblins go? 3 models need as many places, not 1 (book.move)"),
        (Walked(pose=Pose(nan, 0.0, 0.0)), "That place is not on the table (book.move)"),
        (Walked(places=(AT, AT, Pose(inf, 0.0, 0.0))), "That place is not on the table (book.move)"),
        (Walked(instead="fly"), '"fly" is not what this unit can do instead of walking: dash (book.move)'),
        (Walked(instead="climb"), "Nothing to climb (book.climb)"),
        (
            Walked("line", AT, (), "dash"),
            'A unit that does "dash" instead does not walk in the same answer (book.move)',
        ),
        (Moved("walk"), "Where do Goblins go? needs an answer of the kind 'walk', not 'Moved' (book.move)"),
    ],
)
def test_a_walk_that_makes_no_sense_is_refused_with_its_reason(answer: Answer, reason: str) -> None:
    assert why(walking(), answer) == reason


def test_a_walk_may_be_compulsory() -> None:
    assert why(walking(optional=False), Walked()) == "This move is compulsory (book.move)"
    assert walking(clock=Clock(5.0)).ticked() == Walked()
    assert walking(False, clock=Clock(5.0)).ticked() == Walked("line", AT)


def test_an_old_answer_is_read_as_it_was_and_new_ones_go_through_json() -> None:
    assert read_answer('{"answer":"manoeuvre","kind":"march","steps":[]}') == Moved("march")
    assert msgspec.json.encode(Moved("march")) == b'{"answer":"manoeuvre","kind":"march"}'
    for answer in (Picked(("fire",)), Moved("reform", (), 5), Walked("line", AT), Walked(places=(AT,)), Ticked()):
        assert read_answer(msgspec.json.encode(answer)) == answer


def timed(clock: Clock | None = None) -> Choose:
    return Choose(seat=0, topic="stance", text="Which stance?", options=SPELLS[:2], clock=clock)


def test_a_clock_that_runs_out_takes_the_option_that_the_rules_name_or_the_first() -> None:
    assert ask_choice(timed(Clock(30.0)), otherwise="fog").ticked() == Chosen("fog")
    assert ask_choice(timed(Clock(30.0))).ticked() == Chosen("fire")
    with pytest.raises(Refused, match=r"No clock runs for this question \(play\.clock\)"):
        ask_choice(timed()).ticked()


def test_a_move_whose_clock_runs_out_is_not_made() -> None:
    question = Manoeuvre(seat=0, topic="move", text="How?", unit=0, kinds=(REFORM,), clock=Clock(5.0))
    ask = asked(manoeuvre(question, lambda _: None, lambda: [Moved("reform", (), 3)], lambda _: Moved()))
    assert ask.ticked() == Moved()
