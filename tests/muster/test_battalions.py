"""Limits as other rulebooks have them: battalions, units for each unit of another kind, one general, one path each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import pytest

from warhost.muster import (
    Amount,
    BookMuster,
    Catalogue,
    Checks,
    Choice,
    Draft,
    Entry,
    Limit,
    ListFormat,
    Option,
    Size,
    Source,
    entry_limits,
    pick_from_text,
    pick_text,
)

TITLES = (Option(name="General", tags=("general",)), Option(name="Warlord", tags=("warlord",)))
PATHS = tuple(Option(name=name, choose="path", tags=("path",)) for name in ("Fire", "Water"))

BOOK = Catalogue(
    faction="Hillmen",
    entries=(
        Entry(name="Chief", category="Commander", sizes=(Size(cost=100),), options=TITLES),
        Entry(
            name="Seer",
            category="Commander",
            sizes=(Size(cost=80),),
            options=(*TITLES, *PATHS),
            choices=(Choice(name="path", least=1),),
        ),
        Entry(name="Clansmen", category="Core", sizes=(Size("Troop", 10, 60), Size("Horde", 40, 180))),
        Entry(name="Scouts", category="Auxiliary", sizes=(Size(models=10, cost=70),)),
        Entry(name="Bolt Thrower", category="Support", sizes=(Size(cost=90),), limit=2),
    ),
)

CHECKS = Checks(
    Limit("hill.core", of=("Core",), least=Amount(flat=2), each_part=True),
    Limit("hill.auxiliary", of=("Auxiliary",), most=Amount(for_each=("Core",)), each_part=True),
    Limit("hill.support", of=("Support",), most=Amount(for_each=("Core", "Auxiliary"), per=2, cap=4), each_part=True),
    Limit("hill.warlord", "choices", ("warlord",), most=Amount(flat=1), each_part=True, named=("warlord", "warlords")),
    Limit(
        "hill.general",
        "choices",
        ("general",),
        least=Amount(flat=1),
        most=Amount(flat=1),
        named=("general", "generals"),
    ),
    Limit("hill.paths", "options", ("path",), most=Amount(flat=1)),
    entry_limits("hill.limited", each_part=True),
)


class HillMuster(BookMuster):
    slug: ClassVar[str] = "hill"
    title: ClassVar[str] = "Hill Wars"
    catalogues: ClassVar[Mapping[str, Catalogue]] = {"Hillmen": BOOK}
    form: ClassVar[ListFormat] = ListFormat(part="battalion")

    def checks(self, options: Mapping[str, Any]) -> Checks:
        return CHECKS


HILL = HillMuster()
BATTALION = ("First: Chief + General", "First: Clansmen", "First: Clansmen + Horde")


def draft(*picks: str) -> Draft:
    return Draft(name="Clan", faction="Hillmen", picks=tuple(pick_from_text(text, BOOK) for text in picks))


def told(*picks: str) -> list[str]:
    return [str(problem) for problem in HILL.tally(draft(*picks)).problems]


def test_a_battalion_that_is_as_it_must_be() -> None:
    assert told(*BATTALION, "First: Scouts", "First: Bolt Thrower") == []


@pytest.mark.parametrize(
    ("picks", "problem"),
    [
        (["Second: Clansmen"], "Second of Clan has 1 Core unit: it needs 2 (hill.core)."),
        (["First: Scouts"] * 3, "First of Clan has 3 Auxiliary units: 2 Core units allow 2 (hill.auxiliary)."),
        (
            ["First: Bolt Thrower", "First: Bolt Thrower"],
            "First of Clan has 2 Support units: 2 Core and Auxiliary units allow 1 (hill.support).",
        ),
        (["First: Bolt Thrower"] * 3, "First of Clan has Bolt Thrower 3 times: it may be taken twice (hill.limited)."),
        (
            ["First: Chief + Warlord", "First: Chief + Warlord"],
            "First of Clan has 2 warlords: at most 1 may be taken (hill.warlord).",
        ),
        (["Second: Chief + General"], "a list has 1 general, this one has 2 (hill.general)."),
        (["Seer + Fire", "Seer + Fire"], "Clan has Fire twice: it may be taken once (hill.paths)."),
        (["Seer"], 'pick 4 "Seer": path: take one.'),
    ],
)
def test_limits_of_battalions_and_of_the_whole_army(picks: list[str], problem: str) -> None:
    assert problem in told(*BATTALION, *picks)


def test_what_one_battalion_has_is_not_counted_for_another() -> None:
    second = [text.replace("First", "Second").replace(" + General", " + Warlord") for text in BATTALION]
    throwers = ["First: Bolt Thrower", "Second: Bolt Thrower", "First: Chief + Warlord"]
    assert told(*BATTALION, *second, *throwers) == []
    standings = {one.what: (one.has, one.most) for one in HILL.tally(draft(*BATTALION, *second)).standings}
    assert standings["First: warlords"] == (0, 1)
    assert standings["Second: warlords"] == (1, 1)
    assert standings["generals"] == (1, 1)


def test_what_may_be_added_goes_to_the_last_battalion() -> None:
    offers = {pick_text(offer.pick): offer.problems for offer in HILL.offers(draft(*BATTALION))}
    assert offers["First: Scouts"] == ()
    assert offers["First: Bolt Thrower"] == ()
    begun = draft(*BATTALION, "Second: Clansmen")
    offers = {pick_text(offer.pick): offer.problems for offer in HILL.offers(begun)}
    assert [problem.rule for problem in offers["Second: Bolt Thrower"]] == ["hill.support"]
    assert offers["Second: Clansmen + Horde"] == ()


def test_battalions_are_written_and_read_again() -> None:
    one = draft(*BATTALION)
    text = HILL.draft_text(one)
    assert 'battalion = "First"' in text
    assert HILL.read_draft(Source("clan.toml", text)) == one
    assert pick_text(one.picks[0]) == "First: Chief + General"
