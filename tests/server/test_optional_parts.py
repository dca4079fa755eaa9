"""Optional parts of a rulebook over the wire: what is offered, what is in force, and what nobody else may know."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import PEOPLE, Table, until
from tests.server.test_secrets import asked, everything, without_id
from warhost.dice import Chance
from warhost.play import Choose, Chosen
from warhost.rulesets import ruleset
from warhost.server import messages as m
from warhost.server.battles.all_battles import AllBattles
from warhost.server.battles.room import Room
from warhost.server.store.battles import Store
from warhost.server.thinking import Thinkers


def regiments(table: Table) -> dict[str, Any]:
    cards: list[dict[str, Any]] = table.get("/api/rulesets")
    return next(card for card in cards if card["slug"] == "aofr")


def test_a_rulebook_offers_its_parts_and_packs(table: Table) -> None:
    card = regiments(table)
    parts = {part["slug"]: part for part in card["parts"]}
    # Only parts seat more than two armies.
    assert card["seatings"] == [[0, 1]]
    fog = parts["fog_of_war"]
    assert (fog["title"], fog["several"], fog["takes"]) == ("Fog of War", True, [])
    # Only the bag of tokens settles who acts next.
    assert {way["slug"]: way["takes"] for way in fog["ways"] if way["takes"]} == {"ebb": ["turn order"]}
    assert parts["mission_cards"]["takes"] == ["markers", "victory"]
    assert parts["action_boosting"]["usual"] == ["tactical"]
    assert parts["side_missions"]["apart"] == [["shared", "hidden", "shared_hidden"], ["free", "limited", "randomized"]]
    packs = {pack["slug"]: pack for pack in card["packs"]}
    assert list(packs) == ["extended_core", "added_complexity", "competitive", "narrative", "chaotic"]
    assert packs["chaotic"]["map"] == "generic"
    assert packs["chaotic"]["options"] == {"style": "any", "placement": "any"}
    assert not next(one for one in table.get("/api/rulesets") if one["slug"] == "eow")["parts"]


def test_every_part_says_what_it_is_in_sentences_and_by_rules() -> None:
    cards = ruleset("aofr").part_cards()  # type: ignore[attr-defined]
    for part in cards:
        assert part.title
        assert part.text.endswith("."), part.slug
        assert part.rules, part.slug
        assert set(part.usual) <= {way.slug for way in part.ways}, part.slug
        assert all(way.name and way.text.endswith(".") for way in part.ways), part.slug


def test_parts_that_seat_more_armies_say_who_is_on_which_side(table: Table) -> None:
    ways = next(part for part in regiments(table)["parts"] if part["slug"] == "multiplayer")["ways"]
    seatings = {way["slug"]: way["seatings"] for way in ways}
    assert seatings["teams"][0] == [0, 1, 0]
    assert seatings["one_against_all"][1] == [0, 1, 0, 0]
    assert seatings["free_for_all"] == [[0, 1, 2], [0, 1, 2, 3]]


@pytest.mark.parametrize(
    ("armies", "options", "problem"),
    [
        (2, {}, ""),
        (2, {"pack": "added_complexity"}, ""),
        (2, {"parts": ["side_missions", "mission_cards"]}, "do not go together"),
        (2, {"parts": ["kitchen_table"], "width": 36, "depth": 24}, ""),
        (2, {"parts": ["multiplayer"]}, "3 to 6 armies, not 2"),
        (3, {"parts": ["multiplayer"], "points": 2000}, ""),
        (3, {}, "two armies, not 3"),
        (2, {"parts": ["fog_of_war:sunshine"]}, 'Fog of War has no choice "sunshine"'),
        (2, {"pack": "kaotic"}, "chaotic"),
    ],
)
def test_whether_a_battle_could_begin_is_told_before_it_is_made(
    table: Table, armies: int, options: dict[str, Any], problem: str
) -> None:
    told = table.post("/api/try", status=200, ruleset="aofr", armies=armies, map="balanced", options=options)
    assert problem in told["problem"]
    assert bool(problem) is bool(told["problem"])


def test_a_pack_brings_its_own_map_and_options(table: Table) -> None:
    made = table.create(ruleset="aofr", seats=PEOPLE, seed="s", options={"pack": "narrative"})
    room: Any = table.client.app.state.all_battles._rooms[made.id]  # type: ignore[attr-defined]
    assert room.kept.setup.map == "hospitable"
    assert room.game.battle.scene.settings.style == "any"
    again = table.post(f"{made.path}/rematch", made.tokens[0])
    room = table.client.app.state.all_battles._rooms[again["id"]]  # type: ignore[attr-defined]
    assert room.kept.setup.options["pack"] == "narrative"


def test_a_friend_who_is_invited_plays_by_the_same_pack(table: Table) -> None:
    seats = [{"player": "human"}, {"player": "human", "chooses": True}]
    made = table.create(ruleset="aofr", seats=seats, options={"pack": "competitive"})
    with table.page(made.tokens[1]) as page:
        told = page.last("gathering")["options"]
    assert (told["pack"], told["mission"], told["style"]) == ("competitive", "any", "any")


def test_what_is_in_force_is_told_to_all(table: Table) -> None:
    options = {"parts": ["special_conditions:muddy_terrain", "command_points:fixed"]}
    made = table.create(ruleset="aofr", seats=PEOPLE, map="balanced", seed="s", options=options)
    for token in (*made.tokens, made.watch):
        with table.page(token) as page:
            parts = page.last("hello")["parts"]
            now = {one["slug"]: one for one in page.state["picture"]["parts"]}
        assert [part["slug"] for part in parts] == ["special_conditions", "command_points"]
        assert [[way["slug"] for way in part["ways"]] for part in parts] == [["muddy_terrain"], ["fixed"]]
        assert any("Muddy Terrain" in sentence for sentence in now["special_conditions"]["told"])


def test_a_battle_without_parts_tells_of_none(table: Table) -> None:
    made = table.create(ruleset="aofr", seats=PEOPLE, map="balanced", seed="s")
    with table.page(made.watch) as page:
        assert page.last("hello")["parts"] == []
        assert page.state["picture"]["parts"] == []


async def played(all_battles: AllBattles, parts: list[str], topics: str, secret: int, further: int) -> tuple[Room, int]:
    """A battle in which the first player who is asked something secret answers it one way or another, and so many
    answers more; and the seat of that player. All other answers are the same as far as they can be."""
    options: dict[str, Any] = {"parts": parts}
    wanted = m.BattleWanted("aofr", seats=(m.SeatWanted(), m.SeatWanted()), seed="s", map="balanced", options=options)
    room = await all_battles.room((await all_battles.create(wanted)).id)
    assert isinstance(room, Room)
    holder: int | None = None
    left = further
    while left:
        ask = room.game.asked
        question = ask.question
        answer: Any = ask.sample(Chance(room.game.number))
        if re.search(topics, question.topic):
            answer = _picked(question, secret if holder in (None, question.seat) else 0)
            holder = question.seat if holder is None else holder
        elif holder is not None:
            left -= 1
        await room.answer(question.seat, room.game.number, answer)
    assert holder is not None
    return room, holder


def _picked(question: Any, secret: int) -> Any:
    assert isinstance(question, Choose)
    return Chosen(question.options[secret].key)


SECRETS = [
    ("side_missions:shared_hidden+free", "secret side-mission", 6),
    ("army_terrain", "^army terrain$", 1),
]


@pytest.mark.parametrize(("part", "topic", "further"), SECRETS)
def test_nobody_else_learns_what_a_player_has_picked_in_secret(
    tmp_path: Path, part: str, topic: str, further: int
) -> None:
    async def play(secret: int) -> tuple[dict[int | None, list[str]], int]:
        store = Store(str(tmp_path / f"{secret}.sqlite"))
        all_battles = AllBattles(store, Thinkers(1))
        room, holder = await played(all_battles, [part], topic, secret, further)
        told: dict[int | None, list[str]] = {}
        for seat in (0, 1, None):
            told[seat] = without_id([*everything(room, seat), *await asked(room, seat)], room)
        await all_battles.close()
        store.close()
        return told, holder

    one, holder = asyncio.run(play(0))
    other, _ = asyncio.run(play(1))
    for seat in (1 - holder, None):
        assert one[seat] == other[seat]
    # The same comparison notices the secret where it is known.
    assert one[holder] != other[holder]


@pytest.mark.slow
def test_a_free_for_all_is_told_in_words(table: Table) -> None:
    seats = [{"player": "random"}] * 3
    options = {"parts": ["multiplayer:free_for_all"], "points": 750}
    made = table.create(ruleset="aofr", seats=seats, map="balanced", seed="7", options=options, house={"pace": 0.0})

    def has_begun() -> bool:
        return bool(table.client.get("/api/battles", headers={"X-Warhost-Tokens": made.watch}).json()[0]["turn"])

    until(has_begun)
    with table.page(made.watch) as page:
        seats_told = [seat["name"] for seat in page.state["picture"]["seats"]]
        lines = [line["text"] for message in page.told if message["type"] == "events" for line in message["lines"]]
    assert any(all(name in line for name in seats_told) for line in lines)
