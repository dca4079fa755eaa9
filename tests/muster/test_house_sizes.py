"""House armies are fielded at every size that a page offers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from click.testing import CliRunner

from warhost.cli import main
from warhost.muster import Mustered
from warhost.muster.building.builder import ListBuilder
from warhost.play import Setup, Shows
from warhost.rulesets import muster, musters, ruleset
from warhost.rulesets.families.ready import Ready
from warhost.rulesets.kings_of_war.lists import house as kings_of_war

CLOSE = 0.96
"""The share of its points that a house army has at least. What is built has 97 %."""


def offered() -> Iterator[tuple[str, str, int]]:
    """Every army of every book at every size that its page offers."""
    for slug in musters():
        book = ruleset(slug)
        assert isinstance(book, Shows)
        for card in book.option_cards():
            if card.name == "points":
                yield from ((slug, army, int(size)) for army in book.armies() for size in card.choices)


def agreed(slug: str, points: int) -> dict[str, Any]:
    """The options of a battle of that size."""
    book = ruleset(slug)
    assert isinstance(book, Shows)
    only: Mapping[str, Any] = next(card.only_with for card in book.option_cards() if card.name == "points")
    return {"points": points, **{name: values[0] for name, values in only.items()}}


def cost(slug: str, army: Mustered) -> int:
    found = muster(slug)
    assert isinstance(found, ListBuilder)
    return found.roster(army.content).points


@pytest.mark.parametrize(("slug", "army", "points"), list(offered()))
def test_house_armies_are_fielded_at_every_size_that_is_offered(slug: str, army: str, points: int) -> None:
    book, options = muster(slug), agreed(slug, points)
    found = book.find(army, "list", options)
    ready = {(one.faction, one.points) for one in book.shipped() if one.kind == "list"}
    least = CLOSE if (army, points) in ready else 0.97
    assert least * points <= cost(slug, found) <= points
    assert not book.check(found, options)
    assert found.content == book.find(f"{army} {points}", "list", options).content
    own = book.field(found, options, 0)
    fielded = [
        [unit.name for unit in ruleset(slug).set_up(Setup(ruleset=slug, options=options, **told)).units]
        for told in ({"armies": (army, army)}, {"armies": (army, army), "lists": (own, own)})
    ]
    assert fielded[0] == fielded[1]


def test_a_size_between_the_ready_lists_is_built_the_same_way_every_time() -> None:
    ready = kings_of_war.READY
    one = ready.find("aldermere", 1750)
    again = Ready(ready.books, ready.builder, ready.kind, ready.army_of, ready.bounds, ready.usual)
    assert one == again.find("Crown of Aldermere 1750")
    assert one.points == 1750
    smaller = [unit.name for unit in ready.find("aldermere", 1000).entries]
    assert not Counter(smaller) - Counter(unit.name for unit in one.entries), "what is ready is kept"


def test_the_command_line_names_a_built_army_by_its_points() -> None:
    told = CliRunner().invoke(main, ["muster", "check", "Deepforge Hold 4000", "--rules", "t9a", "--points", "4000"])
    assert "3996 of 4000 points" in told.output
    assert "No problems." in told.output
