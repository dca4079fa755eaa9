"""What rulebooks do in the same way: options are read, and what cannot be is told."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.errors import WarhostError
from warhost.play import Setup
from warhost.rulesets import ruleset


def refusal(slug: str, map_: str = "open", **options: Any) -> str:
    book = ruleset(slug)
    first, second, *_ = book.armies()
    with pytest.raises(WarhostError) as told:
        book.set_up(Setup(ruleset=slug, armies=(first, second), map=map_, options=options))
    return str(told.value)


@pytest.mark.parametrize(
    ("slug", "options", "says"),
    [
        ("eow", {"fluks": "die"}, 'There is no option "fluks". Did you mean "flux"?'),
        ("eow", {"xyzzy": 1}, 'There is no option "xyzzy". There are mode, missions,'),
        ("eow", {"flux": "cards"}, 'The option flux cannot be "cards": it is deck or die.'),
        ("eow", {"missions": 1}, "The option missions cannot be 1: it is true or false."),
        ("eow", {"mode": "advanced"}, "Only the Basic game can be played so far"),
        ("aofr", {"pionts": 750}, 'There is no option "pionts". Did you mean "points"?'),
        ("aofr", {"points": "many"}, 'The option points cannot be "many": it is a whole number from 1 to 100000.'),
        ("aofr", {"points": 12}, "Burrowfolk Swarm has no list of 12 points: there are lists of 750, 1000,"),
        ("aofr", {"points": 0}, "The option points cannot be 0"),
        ("aofr", {"rounds": -3}, "The option rounds cannot be -3: it is a whole number from 0 to 20."),
        ("aofr", {"width": float("nan")}, "it is a number from 24 to 240."),
        ("aofr", {"width": 1e9}, "it is a number from 24 to 240."),
        ("aofr", {"solo": 7}, "The option solo cannot be 7: it is 0 or 1."),
        ("aofr", {"challenge": True}, "Only an army without a player gets a bonus"),
        ("aofr", {"pieces": "forest"}, 'The option pieces cannot be "forest": it is a list, and each of it a name.'),
        ("aofr", {"pieces": ["forest"]}, 'leave out the table "open"'),
    ],
)
def test_no_option_is_passed_over_in_silence(slug: str, options: dict[str, Any], says: str) -> None:
    assert says in refusal(slug, **options)


def test_everything_that_is_wrong_with_the_options_is_told_at_once() -> None:
    told = refusal("aofr", rounds=-1, stile="any")
    assert "rounds cannot be -1" in told
    assert 'Did you mean "style"?' in told


def test_a_long_value_is_not_told_to_its_end() -> None:
    assert len(refusal("aofr", points="9" * 10_000)) < 200
