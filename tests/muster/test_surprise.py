"""Random legal armies of a given character, for every rulebook that musters."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.muster.village import VILLAGE
from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.muster import CHARACTERS, Draft, Muster, surprise
from warhost.muster.building.workbench import Bench, shuffled, weighted
from warhost.rulesets import muster, musters

SIZES = {
    "eow": (800, 1200, 1600, 2400),
    "aofr": (750, 1500, 2500),
    "kow": (1000, 2000, 2995),
    "blue": (1000, 1250, 1500),
    "t9a": (1500, 3000, 4500),
}
"""Points of games."""


def factions(book: Muster) -> list[str]:
    return sorted({army.faction for army in book.shipped() if army.faction and "," not in army.faction})


EVERY = [(slug, faction) for slug in musters() for faction in factions(muster(slug))]


def surprises(slug: str, faction: str, number: int) -> list[Draft]:
    """So many lists of a faction, of all characters and sizes in turn."""
    sizes, characters = SIZES.get(slug, (1200, 800, 1600, 2400)), list(CHARACTERS)
    return [
        surprise(muster(slug), faction, sizes[one % len(sizes)], characters[one % len(characters)], Chance(one))
        for one in range(number)
    ]


def assert_legal(slug: str, draft: Draft) -> None:
    tally = muster(slug).tally(draft)
    assert not tally.problems, (draft, tally.problems)
    assert tally.points >= 0.9 * draft.points, (draft, tally.points)


@pytest.mark.parametrize(("slug", "faction"), EVERY)
def test_surprises_are_legal_and_near_the_limit(slug: str, faction: str) -> None:
    for draft in surprises(slug, faction, 2):
        assert_legal(slug, draft)


@pytest.mark.slow
@pytest.mark.parametrize("slug", musters())
def test_a_thousand_surprises_are_legal(slug: str) -> None:
    names = factions(muster(slug))
    for faction in names:
        for draft in surprises(slug, faction, -(-1000 // len(names))):
            assert_legal(slug, draft)


def test_the_same_seed_gives_the_same_list_and_another_seed_another() -> None:
    book = muster("kow")
    lists = [surprise(book, "Sunward Clans", 2000, "balanced", Chance(seed)) for seed in (1, 1, 2)]
    assert lists[0] == lists[1] != lists[2]


def spent(character: str, aspect: str, slug: str, faction: str, points: int) -> float:
    """How much of the points of some lists goes to units of a kind."""
    book, share = muster(slug), 0.0
    for seed in range(6):
        draft = surprise(book, faction, points, character, Chance(seed))
        bench = Bench(book, faction, points)
        picks = [one for pick in draft.picks for one in (pick, *pick.joined)]
        share += sum(bench.price(pick) * getattr(bench.aspects(pick), aspect) for pick in picks) / points
    return share


@pytest.mark.slow
@pytest.mark.parametrize(
    ("character", "aspect", "slug", "faction", "points"),
    [
        ("magic", "magic", "kow", "Lanternless Court", 2000),
        ("shooting", "shooting", "kow", "Brasswater League", 2000),
        ("fast", "fast", "kow", "Sunward Clans", 2000),
        ("monsters", "monster", "blue", "Ashmoot Clans", 1500),
        ("horde", "numbers", "aofr", "Burrowfolk Swarm", 1500),
        ("elite", "quality", "aofr", "Unburied Host", 1500),
    ],
)
def test_a_character_shows(character: str, aspect: str, slug: str, faction: str, points: int) -> None:
    assert spent(character, aspect, slug, faction, points) > 1.1 * spent("balanced", aspect, slug, faction, points)


def test_any_book_of_data_has_surprises() -> None:
    for seed in range(20):
        draft = surprise(VILLAGE, "valley", 600, "balanced", Chance(seed))
        assert draft.faction == "Valley Folk"
        tally = VILLAGE.tally(draft)
        assert not tally.problems
        assert tally.points >= 570


@pytest.mark.parametrize(
    ("faction", "points", "character", "told"),
    [
        ("valley", 600, "magik", 'no army character "magik". Did you mean "magic"'),
        ("valley", 600, "sneaky", "There are balanced, magic, shooting"),
        ("valley", 0, "magic", "Say how many points the list of the Valley Folk may cost"),
        ("valley", 30, "magic", "No legal list of the Valley Folk for 30 points was found: "),
        ("vale", 600, "magic", 'There is no faction "vale"'),
    ],
)
def test_what_cannot_be_is_told(faction: str, points: int, character: str, told: str) -> None:
    with pytest.raises(WarhostError, match=told):
        surprise(VILLAGE, faction, points, character, Chance(1))


def test_options_of_the_battle_hold() -> None:
    book = muster("aofr")
    for seed in range(4):
        draft = surprise(book, "Tallgrass Horde", 1500, "fast", Chance(seed), {"force_organisation": True})
        assert not book.tally(draft, {"force_organisation": True}).problems


def test_more_points_than_can_be_played_still_give_a_list_that_can_be() -> None:
    draft = surprise(muster("aofr"), "Tallgrass Horde", 20_000, "horde", Chance(3))
    assert not muster("aofr").tally(draft).problems


def test_an_order_by_chance_has_everything_once() -> None:
    assert sorted(shuffled(range(9), Chance(1))) == list(range(9))
    assert sorted(weighted(range(9), [1.0] * 9, Chance(1))) == list(range(9))
    firsts = Counter(next(weighted("ab", (9.0, 1.0), Chance(seed))) for seed in range(200))
    assert firsts["a"] > 150
