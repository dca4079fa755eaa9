"""What army books of other games need besides: units that move others to another category, options that some may not
have, limits by the size of the game, and advice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import pytest

from warhost.muster import (
    Amount,
    Barred,
    BookMuster,
    BuyingRules,
    Catalogue,
    Change,
    Checks,
    Choice,
    Draft,
    Entry,
    Limit,
    ListFormat,
    Option,
    Size,
    Source,
    buy,
    entry_limits,
    pick_from_text,
)
from warhost.muster.files.book_files import catalogue_text, read_catalogue

CROWN = Option(name="Crown", cost=10, choose="treasure")
RING = Option(name="Ring", cost=5, choose="treasure")
BOOK = Catalogue(
    faction="Lakemen",
    entries=(
        Entry(name="Chief", category="Leader", sizes=(Size(cost=50),), options=(CROWN, RING)),
        Entry(
            name="Heron Priest",
            category="Leader",
            sizes=(Size(cost=60),),
            changes=(Change(unit="Divers", category="Core"), Change(unit="Rafts", category="Core", army=True)),
        ),
        Entry(
            name="Reedmen",
            category="Core",
            sizes=(Size("Band", 10, 40), Size("Host", 30, 90)),
            choices=(Choice(name="treasure"),),
            barred=(Barred("Crown", "reedmen wear none.", "lake.crown"),),
        ),
        Entry(name="Divers", category="Rare", sizes=(Size("Band", 5, 60),)),
        Entry(name="Rafts", category="Rare", sizes=(Size(cost=70),), limit=0),
    ),
)

CHECKS = Checks(
    Limit("lake.core", of=("Core",), least=Amount(flat=1), each_part=True, mend="Add reedmen."),
    Limit("lake.rare", of=("Rare",), most=Amount(flat=1), games=(0, 500)),
    Limit("lake.rare", of=("Rare",), most=Amount(flat=2), games=(501, 0)),
    entry_limits("lake.limit", least=lambda budget: 1 if budget.points <= 500 else 0),
)


class LakeMuster(BookMuster):
    slug: ClassVar[str] = "lake"
    title: ClassVar[str] = "Lake Wars"
    catalogues: ClassVar[Mapping[str, Catalogue]] = {"Lakemen": BOOK}
    form: ClassVar[ListFormat] = ListFormat(part="fleet")
    buying: ClassVar[BuyingRules] = BuyingRules(
        sizes=(("host", "lake.host"), ("band", "lake.band")), choices=(("treasure", "lake.treasure"),)
    )

    def checks(self, options: Mapping[str, Any]) -> Checks:
        return CHECKS

    def hints(self, content: Any, options: Mapping[str, Any]) -> Sequence[str]:
        return ["Bring a towel."] if any(content.of({"Rare"})) else []


LAKE = LakeMuster()


def draft(*picks: str, points: int = 1000) -> Draft:
    found = tuple(pick_from_text(text, BOOK) for text in picks)
    return Draft(name="Fleet", faction="Lakemen", points=points, picks=found)


def told(*picks: str, points: int = 1000) -> list[str]:
    return [str(problem) for problem in LAKE.tally(draft(*picks, points=points)).problems]


def test_a_unit_moves_others_of_its_own_part_to_another_category() -> None:
    assert told("Chief", "Divers") == ["Fleet has 0 Core units: it needs 1. Add reedmen (lake.core)."]
    assert told("Heron Priest", "Divers") == []
    assert "2 of Fleet has 0 Core units: it needs 1. Add reedmen (lake.core)." in told(
        "1: Heron Priest", "1: Divers", "2: Chief", "2: Divers"
    )


def test_a_unit_moves_others_of_the_whole_army() -> None:
    far = LAKE.built(draft("1: Heron Priest", "1: Reedmen", "2: Rafts")).content
    assert [unit.category for unit in far.units] == ["Leader", "Core", "Core"]


@pytest.mark.parametrize(
    ("pick", "problem"),
    [
        ("Reedmen + Crown", 'pick 1 "Reedmen": option "Crown": reedmen wear none (lake.crown).'),
        ("Divers + Host", 'pick 1 "Divers": it does not come as a Host. It comes as Band (lake.host).'),
        (
            "Chief + Crown + Ring",
            'pick 1 "Chief": Crown and Ring are one choice (treasure): take one of them (lake.treasure).',
        ),
        ("Reedmen + Crwn", 'pick 1 "Reedmen": option "Crwn" is unknown. Did you mean "Crown"?'),
    ],
)
def test_what_an_entry_does_not_allow_has_its_rule(pick: str, problem: str) -> None:
    assert problem in told(pick)


def test_limits_by_the_size_of_the_game() -> None:
    rare = ("Chief", "Reedmen", "Divers", "Divers")
    assert told(*rare) == []
    assert told(*rare, points=500) == ["Fleet has 2 Rare units: at most 1 may be taken (lake.rare)."]
    assert told("Chief", "Reedmen", "Rafts", points=500) == []
    assert told("Chief", "Reedmen", "Rafts") == ["Fleet has Rafts once: it may not be taken (lake.limit)."]


def test_advice_is_no_problem() -> None:
    tally = LAKE.tally(draft("Chief", "Reedmen", "Divers"))
    assert (tally.problems, tally.hints) == ((), ("Bring a towel.",))
    assert LAKE.tally(draft("Chief", "Reedmen")).hints == ()


def test_parts_of_an_army_may_be_numbers() -> None:
    one = draft("2: Reedmen", "Red: Divers")
    text = LAKE.draft_text(one)
    assert "fleet = 2" in text
    assert 'fleet = "Red"' in text
    assert LAKE.read_draft(Source("fleet.toml", text)) == one


def test_what_units_change_is_written_in_army_books() -> None:
    plain = Catalogue(faction="Lakemen", entries=BOOK.entries[:2])
    text = catalogue_text(plain)
    assert '{ unit = "Rafts", category = "Core", army = true }' in text
    book, problems = read_catalogue(text, "lake.toml")
    assert problems == []
    assert book is not None
    assert book.entries[1].changes == BOOK.entries[1].changes


def test_a_unit_with_many_options_does_not_list_them_all() -> None:
    many = Entry(
        name="Pedlar", options=tuple(Option(name=f"Trinket {letter * 9}") for letter in "abcdefghijklmnopqrstuvwxyz")
    )
    (problem,) = buy(many, pick_from_text("Pedlar + Spoon", BOOK)).problems
    assert str(problem) == 'option "Spoon" is unknown.'
