"""Playing over the WebSocket: what a page is told, what it may do, and what it must not learn."""

from __future__ import annotations

import pytest

from tests.server.harness import Table, bid_and_run, deploy, refusals


def test_a_page_is_told_who_it_is_then_the_log_then_how_things_stand(table: Table) -> None:
    made = table.tiny()
    with table.page(made.tokens[1]) as page:
        assert [message["type"] for message in page.told][:4] == ["hello", "events", "state", "presence"]
        hello = page.last("hello")
        assert hello["battle"] == {
            "id": made.id,
            "title": "Hares against Tortoises",
            "ruleset": "tiny",
            "title_of_ruleset": "The Tiny Race",
            "turn_word": "Turn",
        }
        assert hello["seat"] == 1
        seat = {"name": "Tortoises", "army": "Tortoises", "kind": "human", "title": "Person", "team": None}
        assert hello["seats"][1] == seat
        assert hello["commitment"] == made.commitment


def test_an_answer_is_told_to_everybody_with_what_happened(table: Table) -> None:
    made = table.tiny()
    with made.pages() as pages, table.page(made.watch) as watcher:
        bid_and_run(pages)
        for page in (*pages, watcher):
            assert page.state["number"] == 4
            assert page.log[:3] == ["Hares bids 2", "Tortoises bids 1", "Hares runs"]
            assert "The rabbit hops" in page.log[3]


def test_dice_are_told_as_they_fell(table: Table) -> None:
    made = table.tiny()
    with made.pages() as pages:
        bid_and_run(pages)
        pages[0].sync()
        (line,) = [line for events in pages[0].all("events") for line in events["lines"] if line["kind"] == "dice"]
        assert line["dice"]["dice"] == "D6"
        assert line["dice"]["rule"] == "tiny.hop"
        assert 1 <= line["dice"]["faces"][0] <= 6
        assert line["number"] == 4


def test_a_spectator_sees_no_question_and_decides_nothing(table: Table) -> None:
    made = table.tiny()
    with table.page(made.watch) as watcher:
        assert watcher.question is None
        assert watcher.state["waiting_for"] == ["Hares", "Tortoises"]
        for kind in ("undo", "redo"):
            assert refusals(watcher.send(type=kind)) == ["Spectators cannot make decisions."]
        assert refusals(watcher.choose("1")) == ["Spectators cannot make decisions."]
        assert refusals(watcher.send(type="consent", yes=True)) == ["Spectators cannot make decisions."]
        assert watcher.state["number"] == 0


def test_a_stale_answer_is_refused(table: Table) -> None:
    made = table.tiny()
    with made.pages() as pages:
        pages[0].choose("2")
        pages[1].choose("1")
        came = pages[0].answer({"answer": "manoeuvre"}, number=0)
        assert refusals(came) == ["That answer is for question 0; the open question is 2."]
        assert pages[0].state["number"] == 2


def test_an_answer_for_another_seat_is_refused(table: Table) -> None:
    made = table.tiny()
    with made.pages() as pages:
        pages[0].choose("2")
        pages[1].choose("1")
        assert refusals(pages[1].run(1.0)) == ["Tortoises cannot answer this question: it is for Hares."]
        assert pages[1].question is None
        assert pages[1].state["number"] == 2


def test_an_answer_against_the_rules_is_refused_with_the_rule_and_changes_nothing(table: Table) -> None:
    made = table.tiny()
    with made.pages() as pages:
        pages[0].choose("2")
        pages[1].choose("1")
        (refused,) = [message for message in pages[0].run(3.5) if message["type"] == "refused"]
        assert refused == {
            "type": "refused",
            "reason": "Hares runs straight ahead, at most 3 inches.",
            "rule": "tiny.run",
            "about": "answer",
        }
        assert pages[0].state["number"] == 2


def test_dice_cannot_be_answered_by_a_page(table: Table) -> None:
    made = table.tiny()
    with table.page(made.tokens[0]) as page:
        (reason,) = refusals(page.answer({"answer": "roll", "faces": [6]}))
        assert "roll" in reason
        assert page.state["number"] == 0


def test_simultaneous_answers_stay_secret_until_all_are_in(table: Table) -> None:
    made = table.tiny()
    with made.pages() as pages:
        pages[0].choose("5")
        before = list(pages[1].told)
        pages[1].sync()
        new = [message for message in pages[1].told if message not in before]
        assert "5" not in str([message.get("lines") for message in new])
        assert pages[1].state["waiting_for"] == ["Tortoises"]
        assert pages[0].question is None
        assert pages[0].state["number"] == 0
        assert refusals(pages[0].choose("4")) == ["Hares have already answered and must wait for the others."]


def test_a_seat_gets_only_its_own_question(table: Table) -> None:
    made = table.tiny()
    with made.pages() as pages:
        assert pages[0].question["seat"] == 0
        assert pages[1].question["seat"] == 1


def test_check_tells_cost_and_place_and_changes_nothing(table: Table) -> None:
    made = table.tiny()
    with made.pages() as pages:
        pages[0].choose("2")
        pages[1].choose("1")
        move = {"answer": "manoeuvre", "kind": "run", "steps": [{"move": "forward", "inches": 2.5}]}
        (checked,) = pages[0].send(type="check", id=7, answer=move)
        assert checked["ok"]
        assert (checked["id"], checked["cost"], checked["left"]) == (7, 2.5, 0.5)
        assert checked["pose"] == [4.0, 4.5, 0.0]
        assert checked["bases"] == [[4.0, 4.5, 0.0, 1.0, 1.0]]
        assert checked["distances"][0] == {"name": "Rabbit", "inches": 1.8}
        assert pages[0].state["number"] == 2
        move["steps"] = [{"move": "forward", "inches": 4.0}]
        (checked,) = pages[0].send(type="check", id=8, answer=move)
        assert (checked["ok"], checked["rule"], checked["left"]) == (False, "tiny.run", -1.0)
        assert refusals(pages[1].send(type="check", id=9, answer=move)) == ["There is nothing for you to decide now."]


@pytest.mark.parametrize("token", ["", "wrong", "x" * 5000])
def test_a_wrong_token_opens_nothing(table: Table, token: str) -> None:
    table.tiny()
    with table.client.websocket_connect(f"/ws?token={token}") as socket:
        assert "does not lead to a battle" in socket.receive_json()["reason"]
        assert socket.receive()["code"] == 4404


def test_the_seed_is_revealed_only_after_the_end_and_proves_the_dice(table: Table) -> None:
    from warhost.dice import Chance, Dice, verify

    made = table.tiny()
    with made.pages() as pages:
        assert "after the end" in refusals(pages[0].send(type="seed"))[0]
        while not pages[0].state["over"]:
            bid_and_run(pages, "0", "0", 1.0)
        (seed,) = pages[0].send(type="seed")
        assert verify(seed["seed"], made.commitment)
        faces = [line["dice"]["faces"] for e in pages[0].all("events") for line in e["lines"] if line["dice"]]
        assert len(faces) == len(seed["rolls"]) > 3
        for (_, counter), rolled in zip(seed["rolls"], faces, strict=True):
            assert Chance(seed["seed"], counter).roll(Dice.parse("D6")) == tuple(rolled)


def test_a_message_that_is_too_long_is_refused(table: Table) -> None:
    made = table.tiny()
    with table.page(made.tokens[0]) as page:
        assert refusals(page.send_raw('"' + "x" * 70_000 + '"')) == ["A message has at most 65536 bytes."]


def test_how_the_table_changed_is_told_line_by_line_now_and_later(table: Table) -> None:
    made = table.tiny()
    with made.pages() as pages:
        bid_and_run(pages)
        state = pages[1].state
        (ran,) = [change for change in state["changes"] if change["went"]]
        way = ran["went"]
        assert way["steps"][0]["move"] == "forward"
        assert way["end"] == state["picture"]["units"][way["unit"]]["pose"]
        (runner,) = ran["units"]
        assert runner["pose"] == way["end"]
        lines = [line for told in pages[1].all("events") for line in told["lines"]]
        assert (lines[ran["line"]]["kind"], lines[ran["line"]]["unit"]) == ("Ran", way["unit"])
    assert table.get(f"{made.path}/moment/{state['number']}", made.tokens[1])["changes"] == state["changes"]
    assert table.get(f"{made.path}/moment/0", made.tokens[0])["changes"] == []


def test_a_page_that_comes_later_is_shown_how_things_stand_and_nothing_before(table: Table) -> None:
    made = table.tiny()
    with made.pages() as pages:
        bid_and_run(pages)
        assert pages[0].state["changes"]
        with table.page(made.tokens[0]) as late:
            assert late.state["changes"] == []
            assert late.state["picture"] == pages[0].state["picture"]


@pytest.mark.slow
def test_computer_players_answer_and_say_why(table: Table) -> None:
    made = table.create(seats=[{"player": "human"}, {"player": "captain"}], seed=3, map="1")
    with table.page(made.tokens[0]) as page:
        state = page.wait(lambda state: bool(state["question"]))
        assert not state["thinking"]
        if not page.all("reasons"):
            while page.question["topic"] in ("side", "deploy"):
                deploy(page)
            page.wait(lambda _: bool(page.all("reasons")))
        why = page.last("reasons")
        assert why["seat"] == 1
        assert why["sentence"]
        assert why["terms"]


@pytest.mark.slow
def test_two_computers_play_to_the_end_for_a_spectator(table: Table) -> None:
    made = table.tiny(seats=[{"player": "random"}, {"player": "random"}])
    assert made.tokens == []
    with table.page(made.watch) as watcher:
        state = watcher.wait(lambda state: bool(state["over"]))
        assert state["outcome"]["text"]
        assert state["waiting_for"] == []
