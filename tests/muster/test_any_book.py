"""Lists of any rulebook: a tiny book (village.py) writes data and one check of its own, the rest is the muster's."""

from __future__ import annotations

import msgspec
import pytest

from tests.muster.village import VALLEY, VALLEY_FILE, VILLAGE
from warhost import rulesets
from warhost.errors import WarhostError
from warhost.muster import (
    Catalogue,
    DataError,
    Draft,
    Gear,
    Muster,
    Option,
    Pick,
    Problem,
    Source,
    buy,
    pick_from_text,
    pick_text,
)
from warhost.muster.building.buying import Outfitted, fit_out
from warhost.muster.building.drafts import grown
from warhost.muster.files.book_files import catalogue_text, read_catalogue
from warhost.rulesets import muster


def draft(*picks: str, points: int = 1000) -> Draft:
    told = tuple(pick_from_text(text, VALLEY) for text in picks)
    return Draft(name="The Dale", faction="Valley Folk", points=points, picks=told)


LEGAL = draft("Elder + Old Crown", "Spearmen + Horde + Pikes", "Spearmen + Regiment + Shields", "Ogre")


def told(*picks: str, points: int = 1000) -> list[str]:
    return [str(problem) for problem in VILLAGE.tally(draft(*picks, points=points)).problems]


def bought(text: str) -> tuple[int, tuple[str, ...]]:
    pick = pick_from_text(text, VALLEY)
    entry = VALLEY.find(pick.unit)
    assert entry is not None
    found = buy(entry, pick)
    return found.cost, tuple(map(str, found.problems))


def test_a_book_of_data_is_a_whole_mustering() -> None:
    assert isinstance(VILLAGE, Muster)
    assert [shipped.name for shipped in VILLAGE.shipped()] == ["Valley Folk"]
    assert "Spearmen" in str(VILLAGE.sheet(VILLAGE.find("valley", "book")).rows)
    with pytest.raises(WarhostError, match='Village Feud has no list "Autumn"'):
        VILLAGE.find("Autumn")


def test_a_book_is_known_to_all_commands_once_it_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulesets, "_musters", {})
    with pytest.raises(WarhostError, match='There is no rulebook "village"'):
        muster("village")
    rulesets.register_muster(VILLAGE)
    assert muster("village") is VILLAGE
    assert set(rulesets.musters()) == {"eow", "aofr", "kow", "blue", "t9a", "village"}


def test_an_army_book_is_a_file_that_a_player_could_edit() -> None:
    assert read_catalogue(VALLEY_FILE, "valley.toml") == (VALLEY, [])
    assert read_catalogue(catalogue_text(VALLEY), "again.toml") == (VALLEY, [])


def test_a_rulebook_reads_what_is_its_own_of_an_entry() -> None:
    text = VALLEY_FILE.replace('name     = "Ogre"', 'name = "Ogre"\nnerve = 12')
    _, unread = read_catalogue(text, "valley.toml")
    assert unread == ['valley.toml, entry "Ogre": key "nerve" is unknown.']
    book, problems = read_catalogue(text, "valley.toml", lambda table: table.number_or("nerve", 0), ("Hero", "Core"))
    assert book is not None
    assert [entry.own for entry in book.entries] == [0, 0, 0, 12]
    assert problems == ['valley.toml, entry "Ogre": category "Monster" is unknown: it must be one of "Hero", "Core".']


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (
            'options  = ["relics"]',
            'options  = ["relic"]',
            'entry "Elder": package "relic" is unknown. Did you mean "relics"?',
        ),
        (
            'replace = "Spear", with = "Bow"',
            'replace = "Spaer", with = "Bow"',
            'option "Bows" replaces "Spaer", ',
        ),
        ("Horde = 15", "Hord = 15", 'option "Great Banner" is for "Hord", which is not a size. Did you mean "Horde"?'),
        ('name = "Pikes"', 'name = "bows"', 'option "bows" appears 2 times; give each its own name.'),
        ("models = 20", "models = 0", '"models" must be from 1 to 999, not 0.'),
        ("cost     = 120", "", '"cost" is missing.'),
        (
            'name     = "Ogre"',
            'name = "Militia"',
            'entry "Militia": the name appears 2 times; give each entry its own.',
        ),
        ("[packages]\n", "[packages]\nodd = 5\n", 'packages: "odd" must be a list of options, not 5.'),
        ("limit    = 2", "limti = 2", 'key "limti" is unknown. Did you mean "limit"?'),
    ],
)
def test_all_that_is_wrong_with_an_army_book_is_a_sentence(old: str, new: str, problem: str) -> None:
    assert old in VALLEY_FILE
    _, problems = read_catalogue(VALLEY_FILE.replace(old, new, 1).replace("each     = 4", "each = -4"), "valley.toml")
    assert any(problem in sentence for sentence in problems), problems
    assert any('"each" must be from 0 to 9999, not -4.' in sentence for sentence in problems)


@pytest.mark.parametrize(
    ("text", "cost"),
    [
        ("Elder", 60),
        ("Elder + Old Crown", 80),
        ("Elder + Good Boots + Good Boots", 70),
        ("Spearmen", 50),
        ("spearmen + horde", 160),
        ("Spearmen + Troop + Shields", 60),
        ("Spearmen + Horde + Shields", 200),
        ("Spearmen + Regiment + Great Banner", 100),
        ("Spearmen + Horde + Great Banner", 175),
        ("Militia", 20),
        ("Militia + 20 models", 80),
    ],
)
def test_prices_are_by_the_unit_by_the_model_and_by_the_size(text: str, cost: int) -> None:
    assert bought(text) == (cost, ())


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Spearmen + Bows + Pikes", "Bows and Pikes are one choice (arms): take one of them."),
        ("Spearmen + Shields + Shields", '"Shields" may be bought once, not 2 times.'),
        ("Spearmen + Great Banner", '"Great Banner" is not for a Troop: it is for Regiment and Horde.'),
        ("Spearmen + Shield", 'option "Shield" is unknown. Did you mean "Shields"?'),
        ("Spearmen + 12 models", "it has 10 models, not 12."),
        ("Militia + 21 models", "it has from 5 to 20 models, not 21."),
        ("Spearmen + Pikes + Sharp Spears", '"Sharp Spears" replaces Spear, but no model has it any more.'),
        ("Ogre + Club", 'option "Club" is unknown. It may have none.'),
        ("Elder + Old Crown + Walking Stick", "relics: 30 points are spent, 25 may be."),
        (
            "Elder + Walking Stick + Good Boots + Old Crown",
            "Walking Stick, Good Boots and Old Crown are 2 choices (relics): take 2 of them.",
        ),
    ],
)
def test_what_an_entry_does_not_allow_is_a_sentence(text: str, problem: str) -> None:
    assert problem in bought(text)[1]


def test_a_size_that_an_entry_does_not_have() -> None:
    entry = VALLEY.find("Spearmen")
    assert entry is not None
    assert tuple(map(str, buy(entry, Pick(unit="Spearmen", size="Hord")).problems)) == (
        'size "Hord" is unknown. Did you mean "Horde"?',
    )


def test_a_legal_list_has_no_problems() -> None:
    tally = VILLAGE.tally(LEGAL)
    assert (tally.points, tally.limit, tally.left, tally.problems) == (485, 1000, 515, ())
    assert [(one.name, one.units, one.points) for one in tally.categories] == [
        ("Hero", 1, 80),
        ("Core", 2, 285),
        ("Monster", 1, 120),
    ]


def test_a_list_tells_where_it_stands() -> None:
    standings = {one.rule: one for one in VILLAGE.tally(LEGAL).standings}
    heroes, core, monsters = (standings[f"village.army.{name}"] for name in ("heroes", "core", "unlock"))
    assert (heroes.has, heroes.most, heroes.left) == (80, 250, 170)
    assert (core.has, core.least, core.left) == (285, 250, None)
    assert (monsters.has, monsters.most, monsters.left) == (1, 1, 0)


@pytest.mark.parametrize(
    ("picks", "problem"),
    [
        (["Elder", "Spearmen + Horde"], "The Dale costs 220 points: 120 more than the 100 of the game"),
        (["Elder"], "The Dale spends 60 points on heroes: 25 % of 100 is 25 (village.army.heroes)."),
        (["Elder"], "The Dale spends 0 points on Core units: it needs 25, 25 % of 100 (village.army.core)."),
        (["Ogre"], "The Dale has 1 monster: 0 Horde units allow 0 (village.army.unlock)."),
        (["Ogre", "Ogre", "Spearmen + Horde"], "The Dale has 2 monsters: 1 Horde unit allows 1 (village.army.unlock)."),
        (["Ogre"] * 3, "The Dale has Ogre 3 times: it may be taken twice (village.army.copies)."),
        (
            ["Elder + Old Crown", "Elder + Old Crown"],
            "The Dale has Old Crown twice: it may be taken once (village.army.items).",
        ),
        (
            ["Spearmen + Horde + Great Banner", "Spearmen + Regiment + Great Banner"],
            "The Dale has Great Banner twice: it may be taken once (village.army.copies).",
        ),
        (["Ogre"], "The Dale has no hero to lead it (village.army.leader)."),
    ],
)
def test_the_limits_and_checks_of_the_book_hold(picks: list[str], problem: str) -> None:
    assert any(problem in sentence for sentence in told(*picks, points=100)), told(*picks, points=100)


def test_shares_of_the_points_hold_only_where_points_are_agreed_on() -> None:
    assert told("Elder", points=0) == []


def test_all_problems_are_told_at_once_each_with_its_rule_and_place() -> None:
    problems = VILLAGE.tally(draft("Ogre", "Ogre", "Ogre", "Elder + Crown", points=100)).problems
    assert {problem.rule: problem.where for problem in problems} == {
        None: 'pick 4 "Elder"',
        "village.army.points": "",
        "village.army.core": "Core units",
        "village.army.unlock": "monsters",
        "village.army.copies": "Ogre",
        "village.army.heroes": "heroes",
    }


def test_a_unit_counts_though_an_option_of_it_is_wrong() -> None:
    tally = VILLAGE.tally(draft("Elder + Crown", points=0))
    assert [problem.where for problem in tally.problems] == ['pick 1 "Elder"']
    assert tally.points == VILLAGE.tally(draft("Elder", points=0)).points


def test_a_file_tells_what_cannot_be_read_and_what_is_not_legal_together() -> None:
    text = VILLAGE.draft_text(draft("Ogre", "Ogre", "Ogre", "Spearman + Horde", points=100))
    with pytest.raises(DataError) as error:
        VILLAGE.read(Source("dale.toml", text + "\n[[pick]]\nunti = 5\n"))
    found = VILLAGE.also_wrong(error.value, {}).problems
    for part in (
        'dale.toml, pick 4 "Spearman": unit "Spearman" is not in the army book of the Valley Folk. Did you mean',
        'dale.toml, pick 5: "unit" is missing.',
        "The Dale has Ogre 3 times",
        "more than the 100 of the game",
    ):
        assert any(problem.startswith(part) or part in problem for problem in found), found
    # The unit that could not be read may be what the rest lacks.
    assert not any("village.army.core" in problem or "village.army.leader" in problem for problem in found)


def test_a_draft_is_written_and_read_again() -> None:
    text = VILLAGE.draft_text(LEGAL)
    assert VILLAGE.read_draft(Source("dale.toml", text)) == LEGAL
    found = VILLAGE.read(Source("dale.toml", text))
    assert found.content == VILLAGE.built(LEGAL).content
    assert VILLAGE.write(found) == text
    assert VILLAGE.sheet(found).title == "The Dale: 485 points, 4 units"


def test_a_draft_is_a_value() -> None:
    one = draft("Elder")
    two = one.adding(Pick(unit="Ogre"))
    assert (len(one.picks), len(two.picks)) == (1, 2)
    assert two.without(2) == one
    assert two.changing(1, Pick(unit="Militia")).picks == (Pick(unit="Militia"), Pick(unit="Ogre"))
    with pytest.raises(WarhostError, match="The Dale has no unit 3: it has 2"):
        two.without(3)


def offered(one: Draft) -> dict[str, list[str | None]]:
    return {pick_text(offer.pick): [problem.rule for problem in offer.problems] for offer in VILLAGE.offers(one)}


def test_what_may_be_added_next() -> None:
    found = offered(draft("Elder", "Spearmen"))
    assert found["Ogre"] == ["village.army.unlock"]
    assert found["Spearmen + Horde"] == found["Militia"] == found["Elder"] == []
    assert offered(LEGAL)["Ogre"] == ["village.army.unlock"]
    assert offered(draft("Elder", "Spearmen + Horde", points=250))["Elder"] == [
        "village.army.points",
        "village.army.heroes",
    ]


def test_what_is_wrong_already_does_not_keep_other_units_out() -> None:
    begun = draft("Ogre", "Ogre", "Ogre")
    found = offered(begun)
    assert found["Spearmen + Horde"] == found["Elder"] == []
    assert found["Ogre"] == ["village.army.unlock", "village.army.copies"]


def test_what_a_unit_may_buy_next() -> None:
    begun = draft("Elder + Old Crown", "Spearmen + Regiment + Bows", "Elder")
    spears = {offer.name: (offer.cost, len(offer.problems)) for offer in VILLAGE.option_offers(begun, 2)}
    assert spears == {
        "Shields": (20, 0),
        "Bows": (10, 2),
        "Pikes": (15, 2),
        "Sharp Spears": (5, 1),
        "Great Banner": (10, 0),
    }
    crown = next(offer for offer in VILLAGE.option_offers(begun, 3) if offer.name == "Old Crown")
    assert [problem.rule for problem in crown.problems] == ["village.army.items"]
    with pytest.raises(WarhostError, match="has no unit 4"):
        VILLAGE.option_offers(begun, 4)


def test_an_army_book_is_read_once_for_all_offers(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def counted(self: object, faction: str, books: object = ()) -> Catalogue:
        asked.append(faction)
        return VALLEY

    monkeypatch.setattr(type(VILLAGE), "catalogue", counted)
    assert len(VILLAGE.offers(LEGAL)) == 6
    assert asked == ["Valley Folk"]


def test_problems_grow_by_their_figures() -> None:
    small, large, bounds = Problem("2 too many", "r", "x", 2), Problem("3 too many", "r", "x", 3), Problem("It breaks.")
    assert grown([small], [large]) == (large,)
    assert grown([large], [small]) == ()
    assert grown([small], [small, bounds]) == (bounds,)
    assert grown([bounds], [bounds]) == ()


def test_a_pick_in_words_comes_back_as_it_was() -> None:
    for text in ("Elder + Old Crown", "Militia + 12 models", "Spearmen + Horde + Pikes / Elder + Walking Stick"):
        assert pick_text(pick_from_text(text, VALLEY)) == text
    with pytest.raises(WarhostError, match="names no unit"):
        pick_from_text(" + Horde", VALLEY)


def test_units_that_joined_are_units_of_the_list() -> None:
    tally = VILLAGE.tally(draft("Spearmen + Horde / Elder"))
    assert (tally.points, [one.name for one in tally.categories]) == (220, ["Core", "Hero"])
    assert (tally.picks[0].models, tally.picks[0].cost) == (41, 220)


def test_an_option_replaces_what_models_have() -> None:
    models: list[Outfitted[Gear, Option]] = [Outfitted([Gear("Spear"), Gear("Knife", 2)]) for _ in range(3)]
    bow = Option(name="Bow", replaces=("Spear",), models=1)
    knives = Option(name="Axe", replaces=("Knife", "Knife"))
    assert fit_out(models, bow, [Gear("Bow")]) == ""
    assert fit_out(models, knives, [Gear("Axe")]) == ""
    assert [[item.name for item in model.gear] for model in models] == [
        ["Bow", "Axe"],
        ["Spear", "Axe"],
        ["Spear", "Axe"],
    ]
    assert fit_out(models, knives, [Gear("Axe")]) == ('"Axe" replaces Knife and Knife, but no model has it any more.')
    again = msgspec.structs.replace(bow, models=2)
    assert fit_out(models, again, [Gear("Bow")]) == ""
    assert fit_out(models, again, [Gear("Bow")]) != ""


@pytest.mark.parametrize(("slug", "faction"), [("aofr", "tallgrass"), ("eow", "orcs")])
def test_the_books_are_built_by_the_same_builder(slug: str, faction: str) -> None:
    """Everything that may be added can be bought, and what is written is the same list when it is read."""
    book = muster(slug)
    catalogue = book.catalogue(faction)
    one = Draft(name="Mine", faction=catalogue.faction)
    for entry in catalogue.entries:
        one = one.adding(Pick(unit=entry.name, size=entry.sizes[-1].name))
    tally = book.tally(one)
    assert [pick.number for pick in tally.picks] == list(range(1, len(catalogue.entries) + 1))
    source = Source("mine.toml", book.draft_text(one))
    assert book.read_draft(source) == one
    assert book.read(source).content == book.built(one).content
    assert tally.points == sum(entry.sizes[-1].cost for entry in catalogue.entries)
