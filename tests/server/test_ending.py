"""Players end a battle before its rules do: one concedes, or all take a draw."""

from __future__ import annotations

import msgspec
import pytest

from tests.server.harness import Made, Table, bid_and_run, refusals, serving
from warhost.play import Outcome, Record, RecordError, parse_record, replay, sealed_record
from warhost.report import story_of_record
from warhost.rulesets import ruleset

CONCEDED = "Hares conceded. Victory for Tortoises."
DRAWN = "The players agreed on a draw."


def record_of(table: Table, made: Made) -> Record:
    return parse_record(table.client.get(f"{made.path}/record").content, "record")


def test_a_player_concedes_and_the_battle_is_over_for_all(table: Table) -> None:
    made = table.tiny()
    with made.pages() as pages, table.page(made.id) as spectator:
        bid_and_run(pages)
        number = pages[0].state["number"]
        assert refusals(pages[0].send(type="concede")) == []
        for page in (*pages, spectator):
            state = page.state
            assert (state["over"], state["number"], state["question"], state["waiting_for"]) == (True, number, None, [])
            assert state["outcome"] == {"winners": [1], "word": "conceded", "text": CONCEDED}
            assert state["picture"]["title"].startswith("The end")
            assert page.log[-1] == CONCEDED
        listed = table.client.get("/api/battles", headers={"X-Warhost-Tokens": made.tokens[1]}).json()[0]
        assert (listed["over"], listed["outcome"], listed["your_move"]) == (True, CONCEDED, False)


def test_nothing_is_played_taken_back_or_conceded_after_that(table: Table) -> None:
    made = table.tiny()
    with made.pages() as pages:
        bid_and_run(pages)
        pages[1].choose("1")
        pages[0].send(type="concede")
        for page in pages:
            assert refusals(page.choose("1")) == ["The battle is over."]
            assert "nothing can be taken back" in refusals(page.send(type="undo"))[0]
            assert refusals(page.send(type="redo")) == ["There is nothing to restore."]
            assert refusals(page.send(type="concede")) == ["The battle is over."]
            assert refusals(page.send(type="draw")) == ["The battle is over."]


def test_whoever_only_watches_concedes_nothing(table: Table) -> None:
    made = table.tiny()
    with table.page(made.id) as spectator:
        for message in ("concede", "draw"):
            assert refusals(spectator.send(type=message)) == ["Spectators cannot make decisions."]


def test_the_end_is_kept(address: str) -> None:
    with serving(address) as table:
        made = table.tiny()
        with made.pages() as pages:
            bid_and_run(pages)
            # An answer that waits for the other seat is void with the end.
            pages[1].choose("1")
            pages[0].send(type="concede")
            before = pages[0].state
    with serving(address) as table, table.page(made.tokens[0]) as page:
        assert page.state == before
        assert page.log[-1] == CONCEDED


def test_the_record_replays_to_the_same_end(table: Table) -> None:
    made = table.tiny()
    with made.pages() as pages:
        bid_and_run(pages)
        pages[1].send(type="concede")
    record = record_of(table, made)
    assert record.outcome is not None
    assert record.seed is not None
    game = replay(record, ruleset("tiny"))
    assert (game.over, game.outcome, game.hash()) == (True, record.outcome, record.final)
    story = story_of_record(record, ruleset("tiny"))
    assert story.result == "Tortoises conceded. Victory for Hares."
    assert story.course.standings[-1].chance == (1.0, 0.0)
    assert story.events[-1].say(str, str) == story.result
    assert story.result in table.client.get(f"{made.path}/report").text
    shown = Made(table, table.client.post("/api/import", content=msgspec.json.encode(record)).json())
    with table.page(shown.id) as page:
        assert page.state["outcome"]["text"] == story.result


def test_an_outcome_that_nobody_can_have_agreed_on_is_refused(table: Table) -> None:
    made = table.tiny()
    with made.pages() as pages:
        bid_and_run(pages)
        pages[1].send(type="concede")
    record = record_of(table, made)
    assert record.outcome is not None
    forged = msgspec.structs.replace(record.outcome, text="Hares win by magic.")
    with pytest.raises(RecordError, match="none that players agree on"):
        replay(sealed_record(msgspec.structs.replace(record, outcome=forged)), ruleset("tiny"))


def test_moments_before_the_end_are_as_they_were_and_can_be_played_on(table: Table) -> None:
    made = table.tiny()
    with made.pages() as pages:
        bid_and_run(pages)
        pages[0].send(type="concede")
        last = pages[0].state["number"]
    before = table.get(f"{made.path}/moment/2", made.tokens[0])
    assert (before["over"], before["outcome"]) == (False, None)
    after = table.get(f"{made.path}/moment/{last}", made.tokens[0])
    assert (after["over"], after["outcome"]["text"], after["question"]) == (True, CONCEDED, None)
    branch = Made(table, table.post(f"{made.path}/branch", made.tokens[0], at=2))
    with branch.pages() as pages:
        assert not pages[0].state["over"]


def test_a_draw_is_offered_and_taken(table: Table) -> None:
    made = table.tiny()
    with made.pages() as pages:
        bid_and_run(pages)
        assert refusals(pages[0].send(type="draw")) == []
        assert pages[1].state["undo"]["asked_by"] == 0
        assert pages[1].last("consent") == {
            "type": "consent",
            "seat": 0,
            "what": "Hares offer a draw. Do you agree?",
        }
        assert "still waiting" in refusals(pages[1].send(type="draw"))[0]
        pages[1].send(type="consent", yes=True)
        assert pages[0].state["outcome"] == {"winners": [], "word": "draw", "text": DRAWN}
    assert replay(record_of(table, made), ruleset("tiny")).outcome is not None


def test_who_shares_a_screen_agrees_there_and_nobody_else_is_asked(table: Table) -> None:
    made = table.tiny()
    with table.page(made.tokens[0]) as page:
        assert refusals(page.send(type="draw", agreed=[made.tokens[1]])) == []
        assert page.state["outcome"] == {"winners": [], "word": "draw", "text": DRAWN}


def test_whoever_has_the_key_of_a_seat_concedes_for_it(table: Table) -> None:
    made = table.tiny()
    with table.page(made.tokens[0]) as page:
        assert refusals(page.send(type="concede", key=made.tokens[1])) == []
        assert page.state["outcome"]["text"] == "Tortoises conceded. Victory for Hares."


@pytest.mark.parametrize("message", ["draw", "undo", "concede"])
def test_a_key_that_opens_no_seat_of_the_battle_speaks_for_nobody(table: Table, message: str) -> None:
    made, other = table.tiny(), table.tiny()
    with made.pages() as pages:
        bid_and_run(pages)
        before = pages[0].state["number"]
        for key in ("guessed", made.id, other.tokens[1]):
            keys = {"key": key} if message == "concede" else {"agreed": [key]}
            assert refusals(pages[0].send(type=message, **keys)) == ["This key does not open a seat in this battle."]
        assert (pages[0].state["over"], pages[0].state["number"]) == (False, before)
        assert pages[0].state["undo"]["asked_by"] is None


def test_a_draw_is_declined_and_the_battle_goes_on(table: Table) -> None:
    made = table.tiny()
    with made.pages() as pages:
        bid_and_run(pages)
        number = pages[0].state["number"]
        pages[0].send(type="draw")
        pages[1].send(type="consent", yes=False)
        assert refusals(pages[0].sync()) == ["Tortoises declined the draw."]
        assert (pages[0].state["over"], pages[0].state["number"]) == (False, number)
        # The next request is another one: it takes back, and draws nothing.
        pages[0].send(type="undo")
        pages[1].send(type="consent", yes=True)
        assert not pages[0].state["over"]


def test_an_offer_is_void_when_somebody_decides(table: Table) -> None:
    made = table.tiny()
    with made.pages() as pages:
        bid_and_run(pages)
        pages[0].send(type="draw")
        pages[0].choose("1")
        assert refusals(pages[1].send(type="consent", yes=True)) == ["Nobody has asked you to agree to anything."]


def test_a_computer_answers_by_who_would_win_now(table: Table) -> None:
    made = table.create(seats=[{"player": "human", "name": "Ann"}, {"player": "random", "name": "Rolf"}], seed="tests")
    with table.page(made.tokens[0]) as page:
        (why,) = refusals(page.send(type="draw"))
        assert why.startswith("Rolf: no draw")
        assert not page.state["over"]
        assert refusals(page.send(type="concede")) == []
        assert page.state["outcome"]["text"] == "Ann conceded. Victory for Rolf."


@pytest.mark.parametrize(("winners", "agrees"), [((0,), True), ((), True), ((1,), False)])
def test_a_computer_takes_a_draw_unless_it_would_win_now(
    table: Table, monkeypatch: pytest.MonkeyPatch, winners: tuple[int, ...], agrees: bool
) -> None:
    made = table.create(seats=[{"player": "human"}, {"player": "random"}], seed="tests")
    monkeypatch.setattr(type(ruleset("eow")), "verdict", lambda *_: Outcome(winners, "so", "So."))
    with table.page(made.tokens[0]) as page:
        refused = refusals(page.send(type="draw"))
        assert (page.state["over"], refused == []) == (agrees, agrees)
        assert agrees or "I would win it" in refused[0]
