"""Lists that are handed on as text, JSON and links, compared, and printed as a sheet for the table."""

from __future__ import annotations

import base64
import contextlib
import json
import zlib

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.muster.test_surprise import EVERY, SIZES
from tests.muster.village import VALLEY, VILLAGE
from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.muster import (
    DataError,
    Draft,
    Pick,
    Source,
    compare,
    draft_of_link,
    is_link,
    json_of_draft,
    link_of_draft,
    pick_from_text,
    surprise,
    table_sheet,
    text_of_draft,
)
from warhost.muster.table_sheet import explained
from warhost.play import UnitCard
from warhost.play.shown.guide import Guides, Meaning
from warhost.rulesets import muster, musters, ruleset

DALE = Draft(
    name="The Dale (again)",
    faction="Valley Folk",
    points=900,
    picks=(
        Pick(unit="Elder", options=("Old Crown", "Good Boots", "Good Boots")),
        Pick(unit="Spearmen", size="Horde", options=("Pikes",), part="Left Wing"),
        Pick(unit="Militia", models=12, faction="Valley Folk"),
        Pick(unit="Ogre", joined=(Pick(unit="Elder"),)),
    ),
)


def forms(slug: str, draft: Draft) -> dict[str, str]:
    return {
        "text": text_of_draft(draft),
        "json": json_of_draft(slug, draft),
        "link": link_of_draft(slug, draft),
        "page": link_of_draft(slug, draft, "https://table.example/muster"),
    }


@pytest.mark.parametrize("form", ["text", "json", "link", "page"])
def test_a_list_comes_back_as_it_was(form: str) -> None:
    text = forms("village", DALE)[form]
    assert VILLAGE.read_draft(Source("handed on", text)) == DALE


@pytest.mark.parametrize(("slug", "faction"), EVERY)
def test_lists_of_every_book_come_back_as_they_were(slug: str, faction: str) -> None:
    book = muster(slug)
    draft = surprise(book, faction, SIZES.get(slug, (1200,))[0], "balanced", Chance(7), name="Handed On")
    for form, text in {**forms(slug, draft), "file": book.draft_text(draft)}.items():
        assert book.read_draft(Source(form, text)) == draft, form
        mustered = book.read(Source(form, text))
        assert not book.check(mustered), form
    assert len(link_of_draft(slug, draft)) < 700


@pytest.mark.parametrize("slug", musters())
def test_ready_lists_have_picks_from_which_they_can_be_built_again(slug: str) -> None:
    book = muster(slug)
    for army in book.shipped():
        if army.kind == "list" and army.points:
            found = book.find(army.name)
            draft = book.draft_of(found)
            assert draft is not None
            assert book.card(book.built(draft)) == book.card(found), army.name


def test_an_army_book_has_no_picks() -> None:
    with pytest.raises(DataError, match="only an army list can be shared or written"):
        VILLAGE.share(VILLAGE.find("valley", "book"))


def packed(value: object) -> str:
    data = zlib.compress(value if isinstance(value, bytes) else json.dumps(value).encode())
    return "#village-1-" + base64.urlsafe_b64encode(data).decode().rstrip("=")


GOOD = link_of_draft("village", DALE)
DAMAGED = "the link is damaged"


@pytest.mark.parametrize(
    ("link", "told"),
    [
        (GOOD[:-9], DAMAGED),
        (GOOD[:40] + "A" + GOOD[41:], DAMAGED),
        (GOOD.replace("village-1", "kow-1"), 'for the rulebook "kow", not for "village"'),
        (GOOD.replace("village-1", "village-2"), "of version 2, and this Warhost reads version 1"),
        ("#village-1-", DAMAGED),
        ("#village-1-abcde", DAMAGED),
        ("#village-1-" + "A" * 30_000, "the link has 30000 characters"),
        (packed(b"0" * 5_000_000), DAMAGED),
        (packed({"name": "x"}), DAMAGED),
        (packed(["x", "Valley Folk", 100]), DAMAGED),
        (packed(["x", "Valley Folk", "many", []]), DAMAGED),
        (packed(["x", "Valley Folk", 100, [["Elder", 3]]]), DAMAGED),
        (packed(["x", "Valley Folk", 100, [[7]]]), DAMAGED),
        (packed(["x", "Valley Folk", 100, [[]]]), DAMAGED),
        (packed(b"[" * 100_000), DAMAGED),
        (packed(["x", "Valley Folk", 10**9, []]), "0 to 99999 points"),
        (packed(["x", "Valley Folk", 100, [["Elder"]] * 101]), "it has 101 units: 100 are read at most"),
        (packed(["x", "Valley Folk", 100, [["Elder", ["Boots"] * 61]]]), "it has 61 options"),
        (packed(["x", "Valley Folk", 100, [["Elder", [], "", 10_000]]]), "1 to 999 models"),
        (packed(["x\n\x1b[2J", "Valley Folk", 100, []]), "cannot be shown"),
        (packed(["x" * 500, "Valley Folk", 100, []]), "too long"),
        (
            packed(["x", "Valley Folk", 100, [["a", [], "", 0, [["b", [], "", 0, [["c", [], "", 0, [["d"]]]]]]]]]),
            DAMAGED,
        ),
    ],
)
def test_a_link_that_somebody_made_up_is_refused_with_a_sentence(link: str, told: str) -> None:
    assert is_link(link)
    with pytest.raises(DataError) as error:
        VILLAGE.read_draft(Source("link", link))
    assert told in str(error.value)


def test_what_is_no_link_is_none() -> None:
    for text in ("", "hello", "village-one-abc", "#", "a" * 100_000):
        assert not is_link(text)
        with pytest.raises(DataError, match="is not a link to a list"):
            draft_of_link(text, "it")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"warhost": "list"', "is not a Warhost list"),
        ('{"warhost": "list", "rules": "village", "version": 1}', "missing required field `list`"),
        ('{"warhost": "list", "rules": "kow", "version": 1, "list": {"name": "a", "faction": "b"}}', 'rulebook "kow"'),
        ('{"warhost": "list", "rules": "village", "version": 9, "list": {"name": "a", "faction": "b"}}', "version 9"),
        ('{"warhost": "list", "list": ' + "[" * 100_000, "is not a Warhost list"),
        (json_of_draft("village", DALE).replace('"models": 12', '"models": -3'), "unit 3: a unit has 1 to 999 models"),
        (
            json_of_draft("village", DALE).replace('"Ogre"', "7"),
            r"Expected `str`, got `int` - at `$.list.picks[3].unit`",
        ),
    ],
)
def test_json_that_somebody_made_up_is_refused_with_a_sentence(text: str, told: str) -> None:
    with pytest.raises(DataError) as error:
        VILLAGE.read(Source("it", text))
    assert told in str(error.value)


NAMES = st.text(st.characters(codec="ascii", categories=("L", "N")), min_size=1, max_size=12)
PICKS = st.builds(
    Pick,
    unit=NAMES,
    size=st.sampled_from(["", "Horde"]),
    models=st.integers(0, 999),
    options=st.lists(NAMES, max_size=5).map(tuple),
    part=st.sampled_from(["", "Left"]),
    joined=st.lists(st.builds(Pick, unit=NAMES), max_size=2).map(tuple),
)


@given(
    st.builds(
        Draft, name=NAMES, faction=NAMES, points=st.integers(0, 99_999), picks=st.lists(PICKS, max_size=8).map(tuple)
    )
)
def test_any_draft_survives_json_and_link(draft: Draft) -> None:
    assert draft_of_link(link_of_draft("village", draft), "it") == ("village", draft)
    assert VILLAGE.read_draft(Source("it", json_of_draft("village", draft))) == draft


@given(st.text(max_size=200))
def test_nothing_that_is_typed_breaks_the_reading(text: str) -> None:
    for source in (text, f"#village-1-{text}", f'{{"warhost": "list", {text}'):
        with contextlib.suppress(WarhostError):
            VILLAGE.read_draft(Source("it", source))


def test_a_unit_of_another_faction_says_so_in_a_text() -> None:
    pick = pick_from_text("Spearmen [Valley Folk] + horde", VALLEY)
    assert pick == Pick(unit="Spearmen", faction="Valley Folk", size="horde")
    with pytest.raises(DataError, match='There is no faction "Hill Folk"'):
        VILLAGE.read_draft(Source("it", "The Dale (Valley Folk, 900 points)\n- Giant [Hill Folk]\n"))


# Side by side


def test_two_lists_side_by_side() -> None:
    one = msgspec.structs.replace(DALE, name="One", picks=(Pick(unit="Elder"), *DALE.picks[1:2], Pick(unit="Ogre")))
    other = msgspec.structs.replace(
        one, name="Other", picks=(Pick(unit="Elder"), Pick(unit="Spearmen"), Pick(unit="Nobody"))
    )
    found = compare(VILLAGE, one, other)
    assert found.names == ("One", "Other")
    assert [(pair.name, pair.first, pair.second) for pair in found.totals] == [
        ("points", 355, 110),
        ("units", 3, 2),
        ("models", 42, 11),
    ]
    assert [(pair.name, pair.first, pair.second) for pair in found.categories] == [
        ("Hero", 60, 60),
        ("Core", 175, 50),
        ("Monster", 120, 0),
    ]
    assert found.same == ("Elder",)
    assert found.changed == ("Spearmen",)
    assert found.first == ("Left Wing: Spearmen + Horde + Pikes", "Ogre")
    assert found.second == ("Spearmen", "Nobody")


def test_cards_tell_wounds_attacks_and_shots() -> None:
    book = muster("kow")
    one = Draft(name="A", faction="Brasswater League", picks=(Pick(unit="Crossbow Guild"),))
    other = Draft(name="B", faction="Brasswater League", picks=(Pick(unit="Town Pikes"),))
    totals = {pair.name: (pair.first, pair.second) for pair in compare(book, one, other).totals}
    assert totals == {
        "points": (140, 110),
        "units": (1, 1),
        "models": (20, 20),
        "wounds": (14, 14),
        "attacks": (12, 12),
        "shots": (12, 0),
    }


# The sheet for the table


@pytest.mark.parametrize("slug", musters())
def test_the_sheet_explains_every_rule_that_a_card_prints(slug: str) -> None:
    book, rules = muster(slug), ruleset(slug)
    assert isinstance(rules, Guides)
    terms = {meaning.name.casefold(): meaning for meaning in rules.guide().terms}
    for army in book.shipped():
        if army.kind != "list":
            continue
        mustered = book.find(army.name)
        sheet = table_sheet(book, mustered, rules.guide().terms)
        plain = " ".join(sheet.split())
        for card in book.card(mustered).units:
            assert card.name in sheet
            for text in card.rules:
                name = text.partition("(")[0].strip().casefold()
                if name in terms:
                    assert f"- {terms[name].name}:" in plain, (army.name, text)


@pytest.mark.parametrize(
    ("slug", "army", "told"),
    [
        ("kow", "The Harbour Watch", "- Lightning Bolt: "),
        ("kow", "The Harbour Watch", "- Piercing: "),
        ("aofr", "Tollgate Watch", "- AP: "),
        ("blue", "The Ash Raid", '- Arc Bolt: Shooting Phase, Casting Number 1, an enemy unit within 18"'),
        ("eow", "Beast Herds", "- Healing Waters: "),
    ],
)
def test_the_sheet_tells_what_weapons_spells_and_items_do(slug: str, army: str, told: str) -> None:
    book, rules = muster(slug), ruleset(slug)
    assert isinstance(rules, Guides)
    sheet = table_sheet(book, book.find(army), rules.guide().terms)
    assert told in sheet
    assert max(map(len, sheet.splitlines())) <= 96


def test_words_in_brackets_are_explained_once() -> None:
    terms = [
        Meaning("Piercing", "It pierces.", "a.b"),
        Meaning("Reload", "It reloads.", "a.c"),
        Meaning("Fly", "Up.", "a.d"),
    ]
    card = UnitCard("Bows", "core", {}, ('Crossbow (24", Piercing (1), Reload)', "Piercing (2)"))

    assert [meaning.text for meaning in explained([card, card], terms)] == ["It pierces.", "It reloads."]
