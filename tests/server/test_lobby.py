"""A battle whose players choose their armies: it waits for them, keeps what they chose, and begins for all at once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import Made, Page, Table, bid_and_run, refusals, serving
from tests.server.test_muster import LIST
from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import ArmyCard, Ruleset
from warhost.server import messages as m
from warhost.server.battles import lobby
from warhost.server.battles.all_battles import AllBattles
from warhost.server.battles.connections import Connection
from warhost.server.net.limits import Limits
from warhost.server.store.battles import Store
from warhost.server.thinking import Thinkers

CHOOSES = {"player": "human", "chooses": True}
FRIEND = [{"player": "human", "name": "Ann"}, CHOOSES]
WAITING = {"ruleset": "tiny", "armies": ["Hares", None], "seats": FRIEND, "seed": None}
REGIMENTS = {"ruleset": "aofr", "armies": ["Unburied Host", None], "map": "open", "seats": FRIEND}


def waiting(table: Table, **wanted: Any) -> Made:
    return table.create(**{**WAITING, **wanted})


def choose(table: Table, made: Made, seat: int, status: int = 204, **wanted: Any) -> Any:
    response = table.client.put(f"{made.path}/army", headers={"X-Warhost-Token": made.tokens[seat]}, json=wanted)
    assert response.status_code == status, response.text
    return response.json() if status != 204 else None


def gathering(page: Page) -> dict[str, Any]:
    page.sync()
    return page.last("gathering")


def test_a_battle_waits_for_the_army_of_a_friend_and_begins_on_every_page(table: Table) -> None:
    made = waiting(table)
    assert made.title == "Hares against an army not yet chosen"
    with ExitStack() as stack:
        pages = [stack.enter_context(table.page(token)) for token in (*made.tokens, made.watch)]
        for seat, page in zip((0, 1, None), pages, strict=True):
            told = gathering(page)
            assert (told["seat"], told["map"], told["commitment"]) == (seat, "meadow", made.commitment)
            assert [one["chosen"] for one in told["seats"]] == [True, False]
        choose(table, made, 1, army="Foxes", name="Bob")
        for seat, page in zip((0, 1, None), pages, strict=True):
            page.sync()
            assert page.last("hello")["seat"] == seat
            assert [one["army"] for one in page.last("hello")["seats"]] == ["Hares", "Foxes"]
            assert page.last("hello")["battle"]["title"] == "Hares against Foxes"
            assert page.last("hello")["commitment"] == made.commitment
        bid_and_run(pages[:2])
        assert pages[2].state["number"] == 4


def test_a_title_of_the_players_own_stays(table: Table) -> None:
    made = waiting(table, title="The ford")
    choose(table, made, 1, army="Foxes")
    with table.page(made.watch) as page:
        assert page.last("hello")["battle"]["title"] == "The ford"


def test_names_that_players_give_when_they_choose_are_theirs_in_the_battle(table: Table) -> None:
    made = table.create(armies=["orcs", None], map="1", seats=FRIEND)
    choose(table, made, 1, army="Empire of Sonnstahl", name=" Bob\n")
    with table.page(made.watch) as page:
        assert [one["name"] for one in page.last("hello")["seats"]] == ["Ann", "Bob"]


def test_every_seat_chooses_again_until_the_battle_begins(table: Table) -> None:
    made = waiting(table, armies=["Hares"], seats=[*FRIEND, CHOOSES])
    with table.page(made.watch) as page:
        choose(table, made, 0, army="Tortoises")
        choose(table, made, 1, army="Hares")
        choose(table, made, 1, army="Foxes")
        assert gathering(page)["battle"]["title"] == "Tortoises against Foxes against an army not yet chosen"
        assert [one["army"] and one["army"]["name"] for one in gathering(page)["seats"]] == ["Tortoises", "Foxes", None]
        choose(table, made, 2, army="Hares")
        page.sync()
        assert [one["army"] for one in page.last("hello")["seats"]] == ["Tortoises", "Foxes", "Hares"]
    assert "has begun: armies can no longer change" in choose(table, made, 1, 400, army="Hares")["error"]


def test_only_the_token_of_a_seat_chooses_its_army(table: Table) -> None:
    made, other = waiting(table), waiting(table)
    for token, status in ((made.watch, 403), (other.tokens[1], 404), ("", 403), ("nonsense", 404)):
        response = table.client.put(f"{made.path}/army", headers={"X-Warhost-Token": token}, json={"army": "Foxes"})
        assert response.status_code == status
    with table.page(made.watch) as page:
        assert [one["chosen"] for one in gathering(page)["seats"]] == [True, False]


def test_who_is_here_is_told_as_they_come_and_go(table: Table) -> None:
    made = waiting(table)
    with table.page(made.tokens[0]) as page:
        assert [one["here"] for one in gathering(page)["seats"]] == [True, False]
        with table.page(made.tokens[1]):
            assert [one["here"] for one in gathering(page)["seats"]] == [True, True]
        assert [one["here"] for one in gathering(page)["seats"]] == [True, False]


def test_a_page_that_comes_as_the_battle_begins_is_at_the_table(tmp_path: Path) -> None:
    async def come() -> list[str]:
        store = Store(str(tmp_path / "b.sqlite"))
        all_battles = AllBattles(store, Thinkers(1))
        seats = (m.SeatWanted(), m.SeatWanted(chooses=True))
        made = await all_battles.create(m.BattleWanted("tiny", ("Hares",), seats=seats))
        before = await all_battles.room(made.id)
        await all_battles.choose(made.id, 1, m.ArmyWanted("Foxes"))
        late = Connection(1)
        await before.join(late)
        table = await all_battles.room(made.id)
        assert late in table.connections
        told = [json.loads(await late.next() or b"")["type"] for _ in range(late.outbox.qsize())]
        await all_battles.close()
        store.close()
        return told

    assert asyncio.run(come())[0] == "hello"


def test_hidden_armies_are_told_to_nobody_else_before_the_battle(table: Table) -> None:
    made = waiting(table, house={"hidden_armies": True})
    assert made.title == "A battle of The Tiny Race"
    for seat, token in ((0, made.tokens[0]), (1, made.tokens[1]), (None, made.watch)):
        with table.page(token) as page:
            told = gathering(page)
            assert [one["chosen"] for one in told["seats"]] == [True, False]
            assert ("Hares" in str(page.told)) == (seat == 0)
    choose(table, made, 1, army="Foxes")
    with table.page(made.watch) as page:
        assert page.last("hello")["battle"]["title"] == "Hares against Foxes"


def test_nothing_else_can_be_done_before_the_battle_begins(table: Table) -> None:
    made = waiting(table)
    with table.page(made.tokens[1]) as page:
        assert refusals(page.send(type="undo")) == ["This battle has not begun: some armies have not been chosen."]
    for what in ("record", "report", "course", "timeline", "moment/0"):
        assert "has not begun" in table.get(f"{made.path}/{what}", made.tokens[0], 400)["error"]
    for what, body in (("branch", {"at": 0}), ("rematch", {})):
        assert "has not begun" in table.post(f"{made.path}/{what}", made.tokens[0], 400, **body)["error"]


def test_a_battle_that_waits_is_listed_and_says_whose_choice_it_is(table: Table) -> None:
    made = waiting(table)
    for token, your_move in ((made.tokens[0], False), (made.tokens[1], True), (made.watch, False)):
        (one,) = table.client.get("/api/battles", headers={"X-Warhost-Tokens": token}).json()
        assert (one["waits"], one["your_move"], one["turn"]) == (True, your_move, 0)
    choose(table, made, 1, army="Foxes")
    (one,) = table.client.get("/api/battles", headers={"X-Warhost-Tokens": made.tokens[1]}).json()
    assert (one["waits"], one["turn"]) == (False, 1)


def test_a_battle_that_waits_is_renamed_and_deleted_like_any_other(table: Table) -> None:
    made = waiting(table)
    with table.page(made.tokens[1]) as page:
        table.client.patch(made.path, headers={"X-Warhost-Token": made.tokens[0]}, json={"title": "The ford"})
        page.sync()
        assert page.last("renamed")["title"] == "The ford"
    choose(table, made, 1, army="Foxes")
    with table.page(made.watch) as page:
        assert page.last("hello")["battle"]["title"] == "The ford"
    gone = waiting(table)
    assert table.client.delete(gone.path, headers={"X-Warhost-Token": gone.tokens[0]}).status_code == 204
    choose(table, gone, 1, 404, army="Foxes")


def test_choices_are_there_again_after_a_restart(address: str) -> None:
    with serving(address) as table:
        made = waiting(table, armies=["Hares"], seats=[*FRIEND, CHOOSES])
        choose(table, made, 1, army="Foxes", name="Bob")
        with table.page(made.tokens[2]) as page:
            before = gathering(page)
    with serving(address) as table, table.page(made.tokens[2]) as page:
        assert gathering(page) == before
        choose(table, made, 2, army="Tortoises")
        page.sync()
        assert [one["army"] for one in page.last("hello")["seats"]] == ["Hares", "Foxes", "Tortoises"]
    with serving(address) as made.table, made.pages() as pages:
        assert pages[0].last("hello")["commitment"] == made.commitment
        assert refusals(pages[0].choose("2")) == []


def test_an_army_that_a_newer_warhost_has_no_more_is_chosen_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_hares(book: Ruleset, name: str, text: str | None, options: Mapping[str, Any]) -> ArmyCard:
        if name == "Hares":
            raise WarhostError("There are no Hares any more.")
        return ArmyCard(name)

    with serving(tmp_path / "b.sqlite") as table:
        made = waiting(table)
    monkeypatch.setattr(lobby, "army_card", without_hares)
    with serving(tmp_path / "b.sqlite") as table:
        choose(table, made, 1, army="Foxes")
        with table.page(made.watch) as page:
            assert [one["chosen"] for one in gathering(page)["seats"]] == [False, True]
            choose(table, made, 0, army="Tortoises")
            page.sync()
            assert [one["army"] for one in page.last("hello")["seats"]] == ["Tortoises", "Foxes"]


def test_what_is_left_to_chance_follows_from_the_seed_that_was_committed_to(table: Table) -> None:
    made = waiting(table, armies=[None], seats=[*FRIEND, CHOOSES], seed="known")
    assert made.commitment == Chance("known").commitment()
    with table.page(made.watch) as page:
        assert gathering(page)["known_seed"]
        own = gathering(page)["seats"][0]["army"]
        drawn = set()
        for _ in range(4):
            choose(table, made, 1)
            drawn.add(gathering(page)["seats"][1]["army"]["name"])
    assert own is not None
    assert len(drawn) == 1


def test_the_dice_are_those_of_the_seed_that_was_committed_to_before_the_choice(table: Table) -> None:
    made = waiting(table)
    choose(table, made, 1, army="Foxes")
    with made.pages() as pages:
        while not pages[0].state["over"]:
            bid_and_run(pages, "0", "0")
        pages[0].send(type="seed")
        seed = pages[0].last("seed")["seed"]
    assert Chance(bytes.fromhex(seed)).commitment() == made.commitment


def test_a_friend_brings_a_list_and_is_told_what_forbids_it(table: Table) -> None:
    long = LIST.replace("120pts", "720pts")
    made = table.create(**REGIMENTS, options={"points": 750})
    assert "costs 880 points: 130 more than the 750 of the game" in choose(table, made, 1, 400, list=long)["error"]
    choose(table, made, 1, list=LIST)
    with table.page(made.watch) as page:
        units = [unit["name"] for unit in page.state["picture"]["units"] if unit["seat"] == 1]
    assert units == ["Reed Wardens", "Bog Archers"]


def test_two_lists_meet_in_a_battle_for_which_the_house_has_no_armies(table: Table) -> None:
    small = LIST.replace("500pts", "250pts").replace("120pts", "40pts")
    made = table.create(**{**REGIMENTS, "armies": []}, lists=[small], options={"points": 250})
    choose(table, made, 1, list=small)
    with table.page(made.watch) as page:
        assert page.last("hello")["battle"]["title"] == "Reed Levy against Reed Levy"


def test_a_list_that_comes_later_does_not_change_the_size_of_the_battle(table: Table) -> None:
    made = table.create(**REGIMENTS)
    with table.page(made.watch) as page:
        points = gathering(page)["options"]["points"]
    choose(table, made, 1, list=LIST)
    assert table.get(f"{made.path}/record", made.watch)["setup"]["options"]["points"] == points != 750


def test_the_list_of_whoever_set_it_up_settles_the_size(table: Table) -> None:
    made = table.create(**{**REGIMENTS, "armies": []}, lists=[LIST])
    with table.page(made.tokens[1]) as page:
        assert gathering(page)["options"]["points"] == 750
        assert [unit["name"] for unit in gathering(page)["seats"][0]["army"]["units"]][-1] == "Bog Archers"


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        ({"seats": [{"player": "captain", "chooses": True}, CHOOSES]}, "Only a person can choose an army later"),
        ({"armies": ["orcs", "orcs"], "seats": FRIEND}, "The player in seat 2 chooses the army: do not name one"),
        ({"armies": ["Hobbits"], "seats": FRIEND}, "Hobbits"),
        ({"map": "nowhere", "seats": FRIEND}, "nowhere"),
        ({"options": {"nonsense": 1}, "seats": FRIEND}, "nonsense"),
        ({"armies": ["orcs"] * 3, "seats": FRIEND}, "There are 3 armies for 2 seats"),
    ],
)
def test_a_wish_that_can_never_be_a_battle_is_refused_at_once(table: Table, wanted: dict[str, Any], says: str) -> None:
    assert says in table.post("/api/battles", status=400, **wanted)["error"]


@pytest.mark.parametrize(
    "wanted", [{"army": "Hobbits"}, {"list": LIST}, {"army": 7}, {"armies": []}, {"name": "x" * 99}]
)
def test_a_choice_that_is_refused_changes_nothing(table: Table, wanted: dict[str, Any]) -> None:
    made = table.create(armies=["orcs", None], map="1", seats=FRIEND)
    with table.page(made.tokens[1]) as page:
        before = gathering(page)
        assert choose(table, made, 1, 400, **wanted)["error"]
        assert gathering(page) == before
        assert page.all("hello") == []


def test_a_branch_has_the_armies_of_its_battle(table: Table) -> None:
    made = table.tiny()
    with made.pages() as pages:
        while not pages[0].state["over"]:
            bid_and_run(pages, "0", "0")
    refused = table.post(f"{made.path}/branch", made.tokens[0], 400, at=0, seats=FRIEND)
    assert "A branch keeps the armies of its battle" in refused["error"]


def test_choosing_is_work_that_has_its_limits(tmp_path: Path) -> None:
    with serving(tmp_path / "b.sqlite", limits=Limits(address_work=1e-6)) as table:
        made = waiting(table, armies=["Hares"], seats=[*FRIEND, CHOOSES])
        path, headers = f"{made.path}/army", {"X-Warhost-Token": made.tokens[1]}
        answers = [table.client.put(path, headers=headers, json={"army": "Foxes"}).status_code for _ in range(3)]
    assert answers[0] == 204
    assert answers[-1] == 429


@pytest.mark.parametrize(
    ("wanted", "title"),
    [
        ({"ruleset": "eow", "armies": ["Dwarven Hold", "orcs"]}, "Dwarven Holds against Orcs and Goblins"),
        ({"ruleset": "aofr", "armies": ["unburied", "tallgras"]}, "Unburied Host against Tallgrass Horde"),
    ],
)
def test_an_army_that_is_named_by_the_beginning_of_its_name_goes_by_the_whole_of_it(
    table: Table, wanted: dict[str, Any], title: str
) -> None:
    assert table.create(**wanted).title == title
    made = table.create(**{**wanted, "armies": [wanted["armies"][0], None], "seats": FRIEND})
    choose(table, made, 1, army=wanted["armies"][1])
    with table.page(made.tokens[0]) as page:
        assert page.last("hello")["battle"]["title"] == title


@pytest.mark.parametrize(
    ("army", "says"),
    [
        ("Moon Elves", 'There is no faction "Moon Elves". Did you mean "Highborn Elves"?'),
        ("Dwarvn Holds", 'There is no faction "Dwarvn Holds". Did you mean "Dwarven Holds"?'),
        ("w", 'There is no faction "w". Did you mean "Warriors of the Dark Gods"?'),
        ("elves", '"elves" could be Dread Elves, Highborn Elves or Sylvan Elves.'),
    ],
)
def test_an_army_that_can_only_be_guessed_is_refused(table: Table, army: str, says: str) -> None:
    assert table.post("/api/battles", ruleset="eow", armies=[army], status=400)["error"] == says
    made = table.create(ruleset="eow", armies=["Dread Elves", None], seats=FRIEND)
    assert choose(table, made, 1, 400, army=army)["error"] == says
