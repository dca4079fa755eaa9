"""What rulebooks do in the same way: options are read, and what cannot be is told."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.errors import WarhostError
from warhost.play import Setup, Shows
from warhost.play.book import maps_to_draw, seats_of
from warhost.play.kept.text import PositionError, UnitText
from warhost.rulesets import ruleset


def refusal(slug: str, map_: str = "open", **options: Any) -> str:
    book = ruleset(slug)
    first, second, *_ = book.armies()
    with pytest.raises(WarhostError) as told:
        book.set_up(Setup(ruleset=slug, armies=(first, second), map=map_, options=options))
    return str(told.value)


def is_taken(map_: str, options: dict[str, Any]) -> bool:
    book = ruleset("aofr")
    first, second, *_ = book.armies()
    try:
        return bool(book.set_up(Setup(ruleset="aofr", armies=(first, second), map=map_, options=options)).units)
    except WarhostError:
        return False


@pytest.mark.parametrize(
    ("slug", "options", "says"),
    [
        ("eow", {"fluks": "die"}, 'There is no option "fluks". Did you mean "flux"?'),
        ("eow", {"xyzzy": 1}, 'There is no option "xyzzy". There are mode, points,'),
        ("eow", {"flux": "cards"}, 'The option flux cannot be "cards": it is deck or die.'),
        ("eow", {"missions": 1}, "The option missions cannot be 1: it is true or false."),
        ("eow", {"mode": "advanced", "points": 700}, "no list of 700 points: there are lists of 800, 1200, 1600"),
        ("aofr", {"pionts": 750}, 'There is no option "pionts". Did you mean "points"?'),
        ("aofr", {"points": "many"}, 'The option points cannot be "many": it is a whole number from 1 to 100000.'),
        ("aofr", {"points": 12}, "Burrowfolk Swarm has no list of 12 points: there are lists of 750, 1000,"),
        ("aofr", {"points": 0}, "The option points cannot be 0"),
        ("aofr", {"rounds": -3}, "The option rounds cannot be -3: it is a whole number from 0 to 20."),
        ("aofr", {"width": float("nan")}, "it is a number from 24 to 240."),
        ("aofr", {"width": 1e9}, "it is a number from 24 to 240."),
        ("aofr", {"solo": 7}, "The option solo cannot be 7: it is 0 or 1."),
        ("aofr", {"challenge": True}, "Only an army without a player gets a bonus"),
        ("aofr", {"pieces": 7}, "The option pieces cannot be 7: it is a list, and each of it a name."),
        ("aofr", {"pieces": ["forest"]}, 'leave out the table "open"'),
        ("aofr", {"attacker": 0}, 'No side attacks in the mission "duel": leave out the option attacker, or choose'),
        ("aofr", {"attacker": 1, "mission": "progressive"}, 'No side attacks in the mission "progressive"'),
        ("aofr", {"style": "any", "mission": "raid"}, 'There are no deployment zones in the mission "raid": leave out'),
        ("aofr", {"placement": "free"}, 'The table "open" is not generated: leave out the option placement, or choose'),
        ("aofr", {"name_dangerous": True}, 'There is no terrain on the table "open"'),
    ],
)
def test_no_option_is_passed_over_in_silence(slug: str, options: dict[str, Any], says: str) -> None:
    assert says in refusal(slug, **options)


@pytest.mark.parametrize("map_", ["balanced", ""])
def test_a_balanced_table_is_not_placed_by_a_style(map_: str) -> None:
    assert 'The table "balanced" is not generated' in refusal("aofr", map_, placement="any")


@pytest.mark.parametrize(
    ("map_", "options"),
    [
        ("open", {"attacker": 0, "mission": "raid"}),
        ("open", {"attacker": 1, "mission": "attack_defend"}),
        ("open", {"attacker": 1, "mission": "any"}),
        ("open", {"attacker": -1, "placement": "random", "name_dangerous": False}),
        ("generic", {"placement": "free", "name_dangerous": True}),
        ("balanced", {"name_dangerous": True}),
        ("", {"placement": "free", "name_dangerous": True, "pieces": ["forest"] * 10}),
    ],
)
def test_an_option_that_counts_or_is_as_usual_is_taken(map_: str, options: dict[str, Any]) -> None:
    assert is_taken(map_, options)


@pytest.mark.parametrize(
    ("option", "on"), [("attacker", "mission"), ("style", "mission"), ("placement", "map"), ("name_dangerous", "map")]
)
def test_an_option_card_tells_with_what_alone_the_option_is_taken(option: str, on: str) -> None:
    book = ruleset("aofr")
    assert isinstance(book, Shows)
    cards = {card.name: card for card in book.option_cards()}
    card = cards[option]
    changed = {option: next(choice for choice in card.choices if choice != card.default)}
    taken = (
        {name for name in book.maps() if is_taken(name, changed)}
        if on == "map"
        else {choice for choice in cards[on].choices if is_taken("generic", {**changed, on: choice})}
    )
    assert {on: taken} == {name: set(choices) for name, choices in card.only_with.items()}


def test_a_map_that_nobody_names_is_one_on_which_the_options_count() -> None:
    book = ruleset("aofr")
    assert maps_to_draw(book, {"placement": "free"}) == ["generic", "hospitable", "wasteland", "death"]
    for options in ({}, {"placement": "random"}, {"mission": "raid", "attacker": 0}):
        assert maps_to_draw(book, options) == ["balanced", "generic", "hospitable", "wasteland", "death"]


def test_everything_that_is_wrong_with_the_options_is_told_at_once() -> None:
    told = refusal("aofr", rounds=-1, stile="any")
    assert "rounds cannot be -1" in told
    assert 'Did you mean "style"?' in told


def test_a_long_value_is_not_told_to_its_end() -> None:
    assert len(refusal("aofr", points="9" * 10_000)) < 200


def test_a_line_of_text_has_as_many_seats_as_its_units_name() -> None:
    def names(*told: tuple[str, int]) -> list[str]:
        units = [UnitText(name, seat) for name, seat in told]
        return [seat.name for seat in seats_of(units, [unit.name for unit in units])]

    assert names() == ["First", "Second"]
    assert names(("Wolves", 0)) == ["Wolves", "Second"]
    assert names(("Wolves", 0), ("Goblins", 1), ("Golems", 2)) == ["Wolves", "Goblins", "Golems"]
    assert names(("Wolves", 3), ("Wolves", 0)) == ["First", "Second", "Third", "Fourth"]
    assert names(("Storm", -1), ("Wolves", 0)) == ["Wolves", "Second"], "Neutral units have no seat."
    with pytest.raises(PositionError, match="Golems cannot be in seat 9: seats run from 0 to 5"):
        names(("Golems", 9))
