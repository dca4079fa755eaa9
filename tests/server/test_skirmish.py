"""The tiny skirmish over the wire: three seats in two teams, secret choices, clocks, and every kind of question."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.harness import Made, Page, Table, refusals, serving, until
from tests.skirmish import RULESET, skirmish
from tests.skirmish.bands import Skirmish, stand
from warhost.dice import Chance
from warhost.play import Game, Ticked, Walked, luck_of, parse_record, replay
from warhost.rulesets import register
from warhost.server.messages import Fighting
from warhost.server.shown.trying_out import judged
from warhost.table import Circle, Pose

register(RULESET)

PEOPLE = [{"player": "human"}] * 3
SKIRMISH: dict[str, Any] = {
    "ruleset": "skirmish",
    "armies": ["Wolves", "Goblins", "Golems"],
    "seats": PEOPLE,
    "seed": "tests",
}


@contextmanager
def seats(made: Made) -> Iterator[list[Page]]:
    with ExitStack() as stack:
        yield [stack.enter_context(made.table.page(token)) for token in made.tokens]


def answer(page: Page, given: Any) -> list[dict[str, Any]]:
    return page.send(type="answer", number=page.state["number"], answer=msgspec.to_builtins(given))


def check(page: Page, given: dict[str, Any]) -> dict[str, Any]:
    came = page.send(type="check", id=1, answer=given)
    return next(message for message in came if message["type"] == "checked")


def stances(pages: list[Page], stance: str = "steady") -> None:
    for page in pages:
        answer(page, {"answer": "choose", "option": stance})


def test_seats_tell_their_teams(table: Table) -> None:
    made = table.create(**SKIRMISH)
    with seats(made) as pages:
        assert [seat["team"] for seat in pages[0].last("hello")["seats"]] == [0, 1, 1]
        assert [seat["team"] for seat in pages[0].state["picture"]["seats"]] == [0, 1, 1]
        units = pages[0].state["picture"]["units"]
        assert [(unit["loose"], unit["round"]) for unit in units] == [(True, True), (True, True), (False, False)]


def test_sides_are_told_before_the_battle_as_they_are_in_it(table: Table) -> None:
    cards = {card["slug"]: card for card in table.get("/api/rulesets")}
    assert cards["skirmish"]["seatings"] == [[0, 1, 1]]
    made = table.create(**{**SKIRMISH, "armies": [], "seats": [{"player": "human", "chooses": True}] * 3})
    with table.page(made.tokens[0]) as page:
        assert [seat["side"] for seat in page.last("gathering")["seats"]] == [0, 1, 1]


def test_three_seats_choose_secretly_and_nobody_is_told_before_all_have_chosen(table: Table) -> None:
    made = table.create(**SKIRMISH)
    with seats(made) as pages:
        answer(pages[1], {"answer": "choose", "option": "bold"})
        assert pages[0].state["waiting_for"] == ["Wolves", "Golems"]
        assert pages[0].state["waiting_seats"] == [0, 2]
        assert all("stance" not in line for line in pages[0].log)
        assert [unit["marks"] for unit in pages[0].state["picture"]["units"]] == [[], [], []]
        assert pages[1].question is None
        answer(pages[2], {"answer": "choose", "option": "wary"})
        answer(pages[0], {"answer": "choose", "option": "steady"})
        assert pages[2].question is None
        assert pages[2].log[-3:] == [
            "The stance of Wolves: steady",
            "The stance of Goblins: bold",
            "The stance of Golems: wary",
        ]


def test_a_clock_that_runs_out_answers_for_the_seat_and_the_record_replays(table: Table) -> None:
    made = table.create(**SKIRMISH, options={"seconds": 1})
    with seats(made) as pages:
        until(lambda: (pages[0].question or {}).get("topic") == "move")
        assert pages[0].log[-3:] == [
            "The stance of Wolves: wary",
            "The stance of Goblins: wary",
            "The stance of Golems: wary",
        ]
        assert pages[0].state["seconds_left"] is None
        pages[0].send(type="undo")
        assert pages[0].question["topic"] == "move"
    record = parse_record(
        table.client.get(f"{made.path}/record", headers={"X-Warhost-Token": made.tokens[0]}).content, "skirmish"
    )
    assert [entry.answer for entry in record.entries[:3]] == [Ticked()] * 3
    assert replay(record, RULESET).battle.stage == "move"


def test_no_page_may_say_that_the_clock_ran_out(table: Table) -> None:
    made = table.create(**SKIRMISH, options={"seconds": 600})
    with seats(made) as pages:
        assert pages[0].question["clock"]["seconds"] == 600.0
        assert 0.0 < pages[0].state["seconds_left"] <= 600.0
        (refused,) = [one for one in answer(pages[0], {"answer": "tick"}) if one["type"] == "refused"]
        assert "cannot be read" in refused["reason"]
        assert pages[0].question["topic"] == "stance"


def test_what_ticked_is_kept_while_others_still_choose(tmp_path: Path) -> None:
    from warhost.server.store.battles import Store
    from warhost.server.store.values import Sealed

    with serving(tmp_path / "battles.sqlite") as table:
        made = table.create(**SKIRMISH)
    store = Store(str(tmp_path / "battles.sqlite"))
    store.seal(made.id, [Sealed(2, Ticked())])
    store.close()
    with serving(tmp_path / "battles.sqlite") as table, table.page(made.tokens[0]) as page:
        assert page.state["waiting_for"] == ["Wolves", "Goblins"]


def test_a_check_shows_where_every_model_of_a_walk_would_stand(table: Table) -> None:
    made = table.create(**SKIRMISH)
    with seats(made) as pages:
        stances(pages)
        assert pages[0].question["ask"] == "walk"
        assert pages[0].state["suggested"]["answer"] == "walk"
        walk = {"answer": "walk", "formation": "wedge", "pose": [15.0, 6.0, 0.0]}
        told = check(pages[0], walk)
        assert told["ok"]
        assert len(told["inches"]) == 8
        assert told["cost"] == max(told["inches"])
        assert told["left"] == pytest.approx(5.0 - told["cost"], abs=0.01)
        assert (told["fights"], told["model"]) == ([], None)
        answer(pages[0], walk)
        assert told["bases"] == pages[0].state["picture"]["units"][0]["bases"]
        assert pages[0].question["topic"] == "effort"


def test_a_walk_model_by_model_is_refused_at_the_model_and_tells_who_fights(table: Table) -> None:
    made = table.create(**SKIRMISH)
    with seats(made) as pages:
        stances(pages)
        here = [[x, y, 0.0] for x, y, *_ in pages[0].state["picture"]["units"][0]["bases"]]
        far = check(pages[0], {"answer": "walk", "places": [*here[:-1], [29.0, 23.0, 0.0]]})
        assert (far["ok"], far["rule"], far["model"], far["bases"]) == (False, "skirmish.move", 7, [])
        few = check(pages[0], {"answer": "walk", "places": here[:3]})
        assert "8 models need as many places, not 3" in few["reason"]
        lost = check(pages[0], {"answer": "walk", "places": [[99999.0, 0.0, 0.0]] * 8})
        assert lost["reason"] == "That place is not on the table."
        many = check(pages[0], {"answer": "walk", "places": [[1.0, 1.0, 0.0]] * 1001})
        assert "too many for one unit" in many["reason"]
        answer(pages[0], {"answer": "walk", "instead": "dash"})
        assert pages[0].question["inches"] == 7.0
        answer(pages[0], {"answer": "walk"})
        assert pages[0].state["picture"]["units"][0]["bases"][0][:2] == here[0][:2]


def test_models_that_would_fight_are_told() -> None:
    def fights(x: float, y: float) -> tuple[Fighting, ...]:
        """Who fights a goblin there when the second of two wolves takes a step aside."""
        battle = skirmish()
        stand(battle.units[0], (Circle(8.0, 8.0, 0.5), Circle(9.5, 8.0, 0.5)), 0.0)
        stand(battle.units[1], (Circle(x, y, 0.5),), 180.0)
        ask = Game(RULESET, _moving(battle), luck_of(Chance(1))).asked
        told = judged(RULESET, battle, ask, 1, Walked(places=(Pose(8.0, 8.0, 0.0), Pose(9.6, 7.0, 0.0))))
        assert told.ok, told.reason
        return told.fights

    assert fights(8.0, 11.0) == ()
    assert fights(8.0, 10.05) == (Fighting(0, 1, False),), "it is within the reach of a push"
    assert fights(8.0, 9.0) == (Fighting(0, 1, True),), "it is in contact"


def _moving(battle: Skirmish) -> Skirmish:
    battle.stances, battle.stage = ("steady",) * 3, "move"
    return battle


def test_a_check_of_a_reform_tells_its_new_shape(table: Table) -> None:
    made = table.create(**{**SKIRMISH, "armies": ["Golems", "Goblins", "Wolves"]})
    with seats(made) as pages:
        stances(pages)
        told = check(
            pages[0], {"answer": "manoeuvre", "kind": "reform", "files": 2, "steps": [{"move": "pivot", "degrees": 90}]}
        )
        assert (told["ok"], told["pose"]) == (True, [15.0, 4.0, 90.0])
        assert len({round(x, 3) for x, *_ in told["bases"]}) == 3
        bad = check(pages[0], {"answer": "manoeuvre", "kind": "reform", "files": 9, "steps": []})
        assert (bad["ok"], bad["bases"]) == (False, [])
        assert "cannot have 9 files" in bad["reason"]


@pytest.mark.slow
def test_it_is_played_to_the_end_and_its_record_replays(table: Table) -> None:
    made = table.create(**SKIRMISH)
    chance = Chance("server")
    topics = set()
    with seats(made) as pages:
        for _ in range(400):
            states = [page.state for page in pages]
            if states[0]["over"]:
                break
            seat = next(number for number, state in enumerate(states) if state["question"])
            topics.add(states[seat]["question"]["ask"])
            answer(pages[seat], _any(table, made, seat, chance))
        assert pages[0].state["over"]
    assert topics == {"choose", "pick", "manoeuvre", "walk", "place", "allocate"}
    record = parse_record(
        table.client.get(f"{made.path}/record", headers={"X-Warhost-Token": made.tokens[0]}).content, "skirmish"
    )
    game = replay(record, RULESET)
    assert game.over


def _any(table: Table, made: Made, seat: int, chance: Chance) -> Any:
    """A legal answer for the seat, found by replaying the record as far as it goes."""
    content = table.client.get(f"{made.path}/record", headers={"X-Warhost-Token": made.tokens[seat]}).content
    game: Game = replay(parse_record(content, "skirmish"), RULESET)
    ask = game.ask_of(seat)
    assert ask is not None
    return ask.sample(chance)


@pytest.mark.slow
@pytest.mark.parametrize("player", ["captain", "random", "solo"])
def test_computers_sit_in_any_of_three_seats(table: Table, player: str) -> None:
    made = table.create(**{**SKIRMISH, "seats": [{"player": "human"}, {"player": player}, {"player": player}]})
    with table.page(made.tokens[0]) as page:
        answer(page, {"answer": "choose", "option": "bold"})
        page.wait(lambda state: bool(state["question"]) and state["question"]["topic"] == "move")


@pytest.fixture
def three(table: Table) -> Made:
    return table.create(**SKIRMISH)


def test_whoever_asked_or_agreed_is_told_who_declined(table: Table, three: Made) -> None:
    with table.page(three.tokens[0]) as page, table.page(three.tokens[2]) as other:
        answer(page, {"answer": "choose", "option": "bold"})
        with table.page(three.tokens[1]) as beside:
            answer(beside, {"answer": "choose", "option": "bold"})
        answer(other, {"answer": "choose", "option": "bold"})
        # The last decision at the screen of seats 0 and 1 was that of seat 1, whose page is no longer open.
        page.send(type="undo", agreed=[three.tokens[1]])
        assert page.state["undo"]["asked_by"] == 1
        other.send(type="consent", yes=False)
        assert refusals(page.sync()) == ["Golems do not agree to the take-back."]
        page.send(type="draw", agreed=[three.tokens[1]])
        other.send(type="consent", yes=False)
        assert refusals(page.sync()) == ["Golems declined the draw."]


def test_who_shares_a_screen_agrees_for_all_who_sit_there(table: Table, three: Made) -> None:
    with table.page(three.tokens[0]) as page, table.page(three.tokens[2]) as other:
        other.send(type="draw")
        page.send(type="consent", yes=True)
        assert not page.state["over"]
        with table.page(three.tokens[0]) as again:
            assert not again.all("consent"), "Whoever has agreed is not asked again."
        page.send(type="consent", yes=True, agreed=[three.tokens[1]])
        assert page.state["outcome"]["text"] == "The players agreed on a draw."
        assert other.state["over"]
