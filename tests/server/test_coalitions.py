"""Multi-games of Essence of War online: a seat for each player, two sides."""

from __future__ import annotations

from contextlib import ExitStack

from tests.server.harness import Table, deploy, refusals

ARMIES = ["Empire of Sonnstahl", "Vampire Covenant", "Dwarven Holds", "Beast Herds"]


def test_four_players_deploy_and_act_each_for_their_own_army(table: Table) -> None:
    seats = [{"player": "human", "name": name} for name in ("Ann", "Bert", "Cleo", "Dora")]
    battle = table.create(ruleset="eow", armies=ARMIES, map="open", seats=seats, options={})
    with ExitStack() as stack:
        pages = [stack.enter_context(table.page(token)) for token in battle.tokens]
        assert len(pages) == 4
        shown = pages[2].state["picture"]
        assert [seat["team"] for seat in shown["seats"]] == [0, 1, 0, 1]
        assert {unit["seat"] for unit in shown["units"] if unit["army"] == "Dwarven Holds"} == {2}
        asked: list[int] = []
        while True:
            (seat,) = (number for number, page in enumerate(pages) if page.question is not None)
            if pages[seat].question["topic"] not in ("side", "deploy"):
                break
            asked.append(seat)
            deploy(pages[seat])
        assert set(asked) == {0, 1, 2, 3}
        other = pages[(seat + 1) % 4]
        assert refusals(other.choose("pass")) != []
