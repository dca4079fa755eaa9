"""The HTTP half: setting up, listing, renaming, deleting, looking back, branching, taking records in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.server.harness import Table, bid_and_run, refusals
from warhost.play import parse_record, replay
from warhost.rulesets import ruleset
from warhost.server.app import application


def test_the_rulesets_come_with_all_that_a_battle_can_be_made_of(table: Table) -> None:
    (eow,) = [card for card in table.get("/api/rulesets") if card["slug"] == "eow"]
    assert eow["seats"] == 2
    assert len(eow["armies"]) == 16
    unit = eow["armies"][0]["units"][0]
    assert unit["profile"]["Adv"] == 5
    assert unit["text"].startswith("Character, single model")
    assert unit["rules"]
    assert [card["board"] is None for card in eow["maps"]] == [False] * 6 + [True, False]
    assert eow["maps"][0]["board"]["features"][0]["kind"] == "elevated"
    assert {card["name"] for card in eow["players"]} >= {"human", "captain", "random"}
    assert {card["name"]: card["default"] for card in eow["options"]}["flux"] == "deck"


def test_nothing_named_is_a_quick_battle_against_the_captain(table: Table) -> None:
    made = table.create()
    assert len(made.tokens) == 1
    with table.page(made.tokens[0]) as page:
        assert [seat["kind"] for seat in page.last("hello")["seats"]] == ["human", "captain"]
        assert page.state["picture"]["units"]


def test_the_same_seed_sets_up_the_same_battle(table: Table) -> None:
    pictures = []
    for _ in range(2):
        made = table.create(seed="again", seats=[{"player": "human"}, {"player": "human"}])
        with table.page(made.tokens[0]) as page:
            pictures.append((made.title, made.commitment, page.state["picture"]))
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        ({"ruleset": "chess"}, 'There is no rulebook "chess"'),
        ({"armies": ["Penguins", "Orcs"]}, "Penguins"),
        ({"map": "moon"}, 'There is no map "moon"'),
        ({"ruleset": "kow", "seats": [{"player": "human"}] * 3}, "two armies"),
        ({"seats": [{"player": "program touch /tmp/x"}, {"player": "human"}]}, "There is no player"),
        ({"options": {"flux": "coin"}}, "The option flux cannot be"),
        ({"ruleset": "aofr", "options": {"attacker": 0}}, 'No side attacks in the mission "duel"'),
        ({"armies": "Orcs"}, "The request cannot be read"),
        ({"colour": "red"}, "unknown field `colour`"),
        ({"house": {"pace": -1}}, "The request cannot be read"),
    ],
)
def test_a_battle_that_cannot_be_is_refused_in_a_sentence(table: Table, wanted: dict[str, Any], says: str) -> None:
    assert says in table.post("/api/battles", status=400, **wanted)["error"]


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"[" * 20_000, "application/json", 400),
        (b'{"title":"\xff"}', "application/json", 400),
        (b'{"ruleset":"tiny"}', "text/plain", 415),
        (b" " * 1_100_000, "application/json", 413),
    ],
)
def test_bodies_that_are_no_request_are_refused(table: Table, body: bytes, kind: str, status: int) -> None:
    response = table.client.post("/api/battles", content=body, headers={"Content-Type": kind})
    assert response.status_code == status
    assert response.json()["error"]


def test_my_battles_are_those_of_my_tokens(table: Table) -> None:
    made, other = table.tiny(), table.tiny(title="The other one")
    listed = table.client.get("/api/battles", headers={"X-Warhost-Tokens": f"{made.tokens[1]}, nonsense"}).json()
    assert [(one["id"], one["your_seats"], one["watch"]) for one in listed] == [(made.id, [1], False)]
    listed = table.client.get("/api/battles", headers={"X-Warhost-Tokens": f"{made.watch},{other.tokens[0]}"}).json()
    assert [one["title"] for one in listed] == ["The other one", "Hares against Tortoises"]
    assert table.get("/api/battles") == []


def test_only_a_player_may_rename_and_delete(table: Table) -> None:
    made, other = table.tiny(), table.tiny()
    for token, status in ((made.watch, 403), (other.tokens[0], 404), ("", 403)):
        headers = {"X-Warhost-Token": token}
        assert table.client.patch(made.path, json={"title": "Mine"}, headers=headers).status_code == status
        assert table.client.delete(made.path, headers=headers).status_code == status
    headers = {"X-Warhost-Token": made.tokens[0]}
    with table.page(made.watch) as page:
        assert table.client.patch(made.path, json={"title": " The\n race "}, headers=headers).status_code == 204
        page.sync()
        assert page.last("renamed")["title"] == "The race"
    assert table.client.delete(made.path, headers=headers).status_code == 204
    assert "does not lead to a battle" in table.get(f"{made.path}/timeline", made.tokens[0], 404)["error"]


def let_go(table: Table, path: str, token: str, *others: str) -> None:
    headers = {"X-Warhost-Token": token, "X-Warhost-Tokens": ",".join(others)}
    assert table.client.delete(path, headers=headers).status_code == 204


def test_whoever_watches_is_told_that_the_battle_is_deleted(table: Table) -> None:
    made = table.tiny()
    with table.client.websocket_connect(f"/ws?token={made.watch}") as socket:
        while socket.receive_json()["type"] != "presence":
            pass
        let_go(table, made.path, made.tokens[0])
        while (told := socket.receive_json())["type"] == "presence":
            pass
        assert told == {"type": "bye", "reason": "This battle was deleted."}


def test_a_battle_stays_until_all_who_play_it_have_let_go(table: Table) -> None:
    made = table.tiny()
    with made.pages() as pages:
        bid_and_run(pages)
        let_go(table, made.path, made.tokens[0])
        pages[1].choose("0")
        assert pages[1].state["number"] == 4
    assert table.get(f"{made.path}/timeline", made.tokens[1])["last"] == 4
    let_go(table, made.path, made.tokens[1])
    assert "does not lead to a battle" in table.get(f"{made.path}/timeline", made.tokens[1], 404)["error"]


def test_whoever_comes_back_holds_the_seat_again(table: Table) -> None:
    made = table.tiny()
    with made.pages():
        let_go(table, made.path, made.tokens[0])
    with table.page(made.tokens[0]):
        let_go(table, made.path, made.tokens[1])
    assert table.get(f"{made.path}/timeline", made.tokens[0])["last"] == 0


def test_who_plays_both_seats_lets_go_of_both_at_once(table: Table) -> None:
    made, other = table.tiny(), table.tiny()
    with made.pages(), other.pages():
        let_go(table, made.path, made.tokens[0], made.tokens[1], other.tokens[0])
    assert table.get(f"{made.path}/timeline", made.watch, 404)
    let_go(table, other.path, other.tokens[1])
    assert table.get(f"{other.path}/timeline", other.tokens[0])["last"] == 0


def restored(table: Table, path: str, token: str, *others: str) -> int:
    headers = {"X-Warhost-Token": token, "X-Warhost-Tokens": ",".join(others)}
    return table.client.post(f"{path}/restore", headers=headers).status_code


def test_a_deleted_battle_is_brought_back_as_it_was(table: Table) -> None:
    made = table.tiny()
    with made.pages() as pages:
        bid_and_run(pages)
    let_go(table, made.path, made.tokens[0], made.tokens[1])
    assert table.client.get("/api/battles", headers={"X-Warhost-Tokens": made.watch}).json() == []
    with table.client.websocket_connect(f"/ws?token={made.watch}") as socket:
        assert "does not lead to a battle" in socket.receive_json()["reason"]
    assert restored(table, made.path, made.tokens[0], made.tokens[1]) == 204
    (listed,) = table.client.get("/api/battles", headers={"X-Warhost-Tokens": made.tokens[0]}).json()
    assert listed["shared"]
    with made.pages() as pages:
        assert pages[0].state["number"] == 4
        bid_and_run(pages)


def test_only_a_player_brings_a_battle_back(table: Table) -> None:
    made, other = table.tiny(), table.tiny()
    let_go(table, made.path, made.tokens[0])
    for token in (made.watch, other.tokens[0], "", "nonsense"):
        assert restored(table, made.path, token) == 404
    assert table.get(f"{made.path}/timeline", made.tokens[0], 404)
    assert restored(table, made.path, made.tokens[1]) == 204


def test_whoever_let_go_of_a_battle_that_others_play_has_it_again(table: Table) -> None:
    made = table.tiny()
    with made.pages():
        let_go(table, made.path, made.tokens[0])
        assert restored(table, made.path, made.tokens[0]) == 204
    let_go(table, made.path, made.tokens[1])
    assert table.get(f"{made.path}/timeline", made.tokens[0])["last"] == 0


def test_my_battles_say_whether_others_play_them(table: Table) -> None:
    made = table.tiny()

    def shared(*tokens: str) -> bool:
        (listed,) = table.client.get("/api/battles", headers={"X-Warhost-Tokens": ",".join(tokens)}).json()
        return bool(listed["shared"])

    with table.page(made.tokens[0]):
        assert not shared(made.tokens[0], made.watch)
        assert shared(made.watch)
    with table.page(made.tokens[1]):
        assert shared(made.tokens[0])
        assert not shared(*made.tokens)


def test_my_battles_say_whether_it_is_my_move(table: Table) -> None:
    made = table.create(seats=[{"player": "human"}, {"player": "human"}])

    def mine(token: str) -> bool:
        (listed,) = table.client.get("/api/battles", headers={"X-Warhost-Tokens": token}).json()
        return bool(listed["your_move"])

    with table.page(made.tokens[0]) as page:
        asked = page.state["question"] is not None
    assert [mine(made.tokens[0]), mine(made.tokens[1]), mine(made.watch)] == [asked, not asked, False]


def test_a_map_that_is_made_when_the_battle_begins_has_an_example(table: Table) -> None:
    for slug in ("eow", "aofr"):
        (card,) = [card for card in table.get("/api/rulesets") if card["slug"] == slug]
        made = [one for one in card["maps"] if one["board"] is None]
        assert made
        assert all(one["example"]["features"] for one in made)


def test_any_moment_can_be_looked_at_as_the_token_may_see_it(table: Table) -> None:
    made = table.tiny()
    with made.pages() as pages:
        before = pages[0].state["picture"]
        bid_and_run(pages)
        after = pages[0].state["picture"]
    first = table.get(f"{made.path}/moment/0", made.tokens[0])
    assert first["picture"] == before
    assert first["question"]["seat"] == 0
    assert first["log"] == []
    assert table.get(f"{made.path}/moment/0", made.watch)["question"] is None
    running = table.get(f"{made.path}/moment/2", made.tokens[0])
    assert running["question"]["topic"] == "run"
    assert [line["text"] for line in running["log"]] == ["Hares bids 2", "Tortoises bids 1"]
    assert table.get(f"{made.path}/moment/4", made.tokens[0])["picture"] == after
    assert "there is no moment 5" in table.get(f"{made.path}/moment/5", made.tokens[0], 400)["error"]
    assert table.get(f"{made.path}/timeline", made.watch) == {
        "last": 4,
        "stops": [
            {"number": 0, "turn": 1, "active": 0, "phase": "race", "seat": 0, "explained": False},
            {"number": 2, "turn": 1, "active": 0, "phase": "race", "seat": 0, "explained": False},
        ],
    }


def played_out(table: Table, **wanted: Any) -> Any:
    made = table.tiny(**wanted)
    with made.pages() as pages:
        while not pages[0].state["over"]:
            bid_and_run(pages, "0", "0")
    return made


def test_a_record_replays_and_can_be_taken_in_again(table: Table) -> None:
    made = played_out(table)
    response = table.client.get(f"{made.path}/record?token={made.watch}")
    assert "attachment" in response.headers["content-disposition"]
    record = parse_record(response.content, "record")
    assert replay(record, ruleset("tiny")).over
    assert record.seed is not None
    shown = table.client.post("/api/import", content=response.content).json()
    assert shown["tokens"] == {}
    with table.page(shown["watch"]) as page:
        assert page.state["over"]
        assert {seat["kind"] for seat in page.last("hello")["seats"]} == {"record"}
        assert "not played here" in refusals(page.send(type="seed"))[0]
    headers = {"X-Warhost-Token": shown["watch"]}
    assert table.client.delete(f"/api/battles/{shown['id']}", headers=headers).status_code == 204


def test_a_record_that_was_tampered_with_is_not_taken_in(table: Table) -> None:
    made = played_out(table)
    data = table.client.get(f"{made.path}/record?token={made.watch}").content
    for broken, says in (
        (data[:-20], "damaged or cut short"),
        (data.replace(b'"option":"0"', b'"option":"9"', 1), "not possible"),
        (b"{}", "not a Warhost record"),
    ):
        assert broken != data
        response = table.client.post("/api/import", content=broken)
        assert response.status_code == 400, response.text
        assert says in response.json()["error"]


def test_a_record_with_a_start_of_its_own_is_not_taken_in(table: Table) -> None:
    """Such a start could name units of a thousand million models."""
    from examples.tiny_race import RULESET, race
    from warhost.play import Game, Setup, record_of
    from warhost.server import messages as m

    start = race("Hares", "Tortoises")
    start.units[0].strength = 10**9
    setup = Setup(ruleset="tiny", armies=("Hares", "Tortoises"))
    response = table.client.post("/api/import", content=m.encode(record_of(Game(RULESET, start), setup)))
    assert response.status_code == 400
    assert "starts differently from what its setup says" in response.json()["error"]


def test_what_seats_hide_stays_hidden_while_the_battle_goes_on(table: Table) -> None:
    made = table.tiny()
    for what in ("record", "report"):
        problem = table.get(f"{made.path}/{what}", made.tokens[0], 400)
        assert problem["rule"] == "play.hidden"
    assert table.post(f"{made.path}/branch", made.tokens[0], 400, at=0)["rule"] == "play.hidden"


def test_a_running_record_has_no_seed(table: Table) -> None:
    made = table.create(seats=[{"player": "human"}, {"player": "human"}])
    assert table.get(f"{made.path}/record", made.watch).get("seed") is None


def test_the_report_is_a_page(table: Table) -> None:
    made = played_out(table)
    response = table.client.get(f"{made.path}/report?token={made.watch}")
    assert response.headers["content-type"].startswith("text/html")
    assert "Hares" in response.text


def test_a_branch_begins_at_its_moment_with_dice_of_its_own(table: Table) -> None:
    made = played_out(table)
    branch = table.post(f"{made.path}/branch", made.watch, at=3, seats=[{"player": "human"}, {"player": "random"}])
    assert branch["id"] != made.id
    assert branch["commitment"] != made.commitment
    with table.page(branch["tokens"]["0"]) as page:
        # At moment 3 the dice were asked: in the branch they fall anew, and the next question is open.
        assert page.log[:2] == ["Hares bids 0", "Tortoises bids 0"]
        assert page.wait(lambda state: state["number"] >= 4)["picture"]["turn"] == 2
    table.post(f"{made.path}/branch", made.watch, 400, at=9999)
    table.post(f"{made.path}/branch", made.watch, 400, at=0, seats=[{"player": "human"}])


def test_a_rematch_swaps_the_armies(table: Table) -> None:
    made = played_out(table, seats=[{"player": "human", "name": "Ada"}, {"player": "human", "name": "Bo"}])
    again = table.post(f"{made.path}/rematch", made.tokens[0])
    with table.page(again["tokens"]["0"]) as page:
        assert [seat["army"] for seat in page.last("hello")["seats"]] == ["Tortoises", "Hares"]


def test_a_rule_can_be_read_with_its_rulings(table: Table) -> None:
    rule = table.get("/api/rules/eow.charge.redirect.test")
    assert rule["id"] == "eow.charge.redirect.test"
    assert rule["rule"]
    assert "Did you mean" in table.get("/api/rules/eow.charge.redirect.tset", status=404)["error"]
    assert "There is no rule" in table.get("/api/rules/nothing", status=404)["error"]
    ruling = table.get("/api/rules/T9A-R204")
    assert (ruling["id"], ruling["rulings"]) == ("T9A-R204", [])
    assert "Impact Hits" in ruling["rule"]
    assert "There is no ruling" in table.get("/api/rules/T9A-R9999", status=404)["error"]


def test_without_a_built_page_it_says_how_to_build_one(tmp_path: Path) -> None:
    with TestClient(application(str(tmp_path / "b.sqlite"), static=tmp_path / "nothing")) as client:
        assert "npm run build" in client.get("/").text


def test_the_built_page_is_served_and_nothing_beside_it(tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("the page")
    (static / "assets" / "a.js").write_text("1")
    (tmp_path / "secret.txt").write_text("secret")
    with TestClient(application(str(tmp_path / "b.sqlite"), static=static)) as client:
        assert client.get("/").text == "the page"
        for path, leads_to in (("/battle", "./"), ("/battle/abc", "../"), ("/a/b/", "../../"), ("/a%2Fb", "./")):
            assert client.get(path, follow_redirects=False).headers["location"] == leads_to
            assert client.get(path).text == "the page"
        assert "immutable" in client.get("/assets/a.js").headers["cache-control"]
        assert client.get("/assets/b.js").status_code == 404
        for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "//etc/passwd"):
            assert "secret" not in client.get(path).text
            assert "root:" not in client.get(path).text
        assert client.get("/api/nothing").json() == {"error": "There is no such address.", "rule": None}
        headers = client.get("/").headers
        assert headers["referrer-policy"] == "no-referrer"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
