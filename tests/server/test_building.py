"""The list builder over HTTP: what there is to pick, what a draft comes to, what is wrong with it and would mend it."""

from __future__ import annotations

from typing import Any

import pytest

from examples.tiny_race import RULESET
from tests.server.harness import Table
from warhost.rulesets import muster, musters

BOOKS = tuple(slug for slug in musters() if slug != RULESET.slug and muster(slug).takes_lists)
HORDE: dict[str, Any] = {"name": "Raid", "faction": "Tallgrass Horde", "points": 750, "picks": []}


def shown(table: Table, ruleset: str, draft: dict[str, Any], status: int = 200, **wanted: Any) -> Any:
    return table.post("/api/drafts", status=status, ruleset=ruleset, draft=draft, **wanted)


def opened(table: Table, **wanted: Any) -> Any:
    return table.post("/api/drafts/open", status=200, **wanted)


def builder(table: Table, slug: str) -> Any:
    return next(one for one in table.get("/api/builders") if one["slug"] == slug)


def test_every_rulebook_that_takes_lists_can_be_built_for(table: Table) -> None:
    found = {one["slug"]: one for one in table.get("/api/builders")}
    assert {"aofr", "kow", "blue"} <= set(BOOKS) == set(found)
    for slug, one in found.items():
        assert muster(slug).takes_lists
        assert one["factions"], slug
        assert one["sizes"], slug
        assert one["samples"], slug


@pytest.mark.parametrize("slug", BOOKS)
def test_every_entry_of_every_faction_is_drawn(table: Table, slug: str) -> None:
    for faction in builder(table, slug)["factions"]:
        told = table.get(f"/api/builders/{slug}/factions/{faction['name']}")
        assert len(told["entries"]) == faction["entries"]
        for size in (size for entry in told["entries"] for size in entry["sizes"]):
            stand = size["unit"]["stand"]
            assert 1 <= stand["files"] <= stand["bases"]
            assert min(stand["width"], stand["depth"]) >= 10
            assert size["unit"]["profile"]


@pytest.mark.slow
@pytest.mark.parametrize("slug", BOOKS)
def test_every_sample_opens_and_has_no_problems(table: Table, slug: str) -> None:
    for sample in builder(table, slug)["samples"]:
        told = opened(table, ruleset=slug, sample=sample["name"])
        assert told["problems"] == [], sample
        draft = shown(table, slug, told["draft"], open=1)
        assert draft["problems"] == [], sample
        assert draft["limit"] == sample["points"]
        assert len(draft["picks"]) == len(told["draft"]["picks"])
        assert all(pick["cards"] and pick["cost"] is not None for pick in draft["picks"])


@pytest.mark.parametrize("slug", BOOKS)
def test_the_text_of_a_draft_is_the_same_draft_and_plays(table: Table, slug: str) -> None:
    sample = builder(table, slug)["samples"][0]
    draft = opened(table, ruleset=slug, sample=sample["name"])["draft"]
    told = shown(table, slug, draft)
    again = opened(table, ruleset=slug, files=[{"name": "own", "text": told["text"]}])
    assert again == {"draft": draft, "problems": []}
    made = table.create(ruleset=slug, lists=[told["text"], told["text"]], options=told["wants"])
    assert draft["name"] in made.title
    with table.page(made.tokens[0]) as page:
        assert draft["name"] in page.state["picture"]["seats"][0]["name"]


def test_offers_say_what_would_be_wrong_before_anything_is_picked(table: Table) -> None:
    told = shown(table, "kow", {"name": "Watch", "faction": "Brasswater League", "points": 100, "picks": []})
    assert told["points"] == 0
    dear = [offer for offer in told["offers"] if any(p["rule"] == "kow.army.faction_points" for p in offer["problems"])]
    assert dear
    assert len(dear) < len(told["offers"])


def test_the_open_unit_has_its_options_with_prices_and_how_often_it_has_them(table: Table) -> None:
    picks = [{"unit": "Grass Lancers", "options": ["Sergeant"]}]
    told = shown(table, "aofr", {**HORDE, "picks": picks}, open=1)
    has = {option["key"]: option["has"] for option in told["open"]}
    assert has["Sergeant"] == 1
    assert has["Musician"] == 0
    assert all(option["cost"] >= 0 for option in told["open"])
    assert shown(table, "aofr", {**HORDE, "picks": picks})["open"] == []


def test_a_problem_has_its_rule_its_units_and_what_would_mend_it(table: Table) -> None:
    picks = [{"unit": "Grass Lancers", "size": "combined"}, {"unit": "Grass Lancers"}, {"unit": "Milk Thieves"}]
    told = shown(table, "aofr", {**HORDE, "points": 250, "picks": picks})
    wrong = {problem["rule"]: problem for problem in told["problems"]}
    assert [problem["units"] for problem in told["problems"] if "Milk Thieves" in problem["error"]] == [[3]]
    assert "Remove Milk Thieves" in [
        mend["text"] for problem in told["problems"] for mend in problem["mends"] if problem["units"] == [3]
    ]
    over = wrong["aofr.army.points_limit"]
    assert over["mends"]
    best = over["mends"][0]
    assert not best["helps"]
    after = shown(table, "aofr", best["key"])
    assert "aofr.army.points_limit" not in [problem["rule"] for problem in after["problems"]]


@pytest.mark.parametrize("slug", BOOKS)
def test_whatever_is_said_to_mend_a_problem_does(table: Table, slug: str) -> None:
    sample = max(builder(table, slug)["samples"], key=lambda one: one["points"])
    draft = opened(table, ruleset=slug, sample=sample["name"])["draft"]
    cut = {**draft, "points": draft["points"] - 150}
    told = shown(table, slug, cut)
    assert told["problems"]
    assert all(problem["mends"] for problem in told["problems"])
    for problem in told["problems"]:
        for mend in problem["mends"]:
            errors = [one["error"] for one in shown(table, slug, mend["key"])["problems"]]
            assert problem["error"] not in errors
            assert len(errors) <= len(told["problems"])


@pytest.mark.slow
@pytest.mark.parametrize("slug", BOOKS)
def test_a_surprise_is_a_legal_army_of_any_faction(table: Table, slug: str) -> None:
    book = builder(table, slug)
    for character in book["characters"]:
        wanted = {"ruleset": slug, "points": book["sizes"][0], "character": character["name"], "seed": "tests"}
        told = table.post("/api/drafts/surprise", status=200, **wanted)
        assert told == table.post("/api/drafts/surprise", status=200, **wanted)
        assert shown(table, slug, told["draft"])["problems"] == []
    told = table.post("/api/drafts/surprise", status=400, ruleset=slug, points=1000, character="sleepy")
    assert "sleepy" in told["error"]


@pytest.mark.parametrize("slug", BOOKS)
def test_a_list_is_handed_on_as_link_text_and_json_and_opens_again(table: Table, slug: str) -> None:
    draft = opened(table, ruleset=slug, sample=builder(table, slug)["samples"][0]["name"])["draft"]
    told = table.post("/api/drafts/share", status=200, ruleset=slug, draft=draft)
    for form in ("key", "text", "json"):
        again = opened(table, ruleset=slug, files=[{"name": "sent", "text": told[form]}])
        assert again == {"draft": draft, "problems": []}, form
    assert draft["picks"][0]["unit"] in told["sheet"]
    broken = {**draft, "picks": [{"unit": "Nobody"}]}
    told = table.post("/api/drafts/share", status=200, ruleset=slug, draft=broken)
    assert told["sheet"] == ""
    assert opened(table, ruleset=slug, files=[{"name": "sent", "text": told["key"]}])["draft"] == broken


def test_two_lists_are_compared(table: Table) -> None:
    one, other = (opened(table, ruleset="kow", sample=s["name"])["draft"] for s in builder(table, "kow")["samples"][:2])
    told = table.post("/api/drafts/compare", status=200, ruleset="kow", first=one, second=other)
    assert told["names"] == [one["name"], other["name"]]
    assert told["totals"][0]["name"] == "points"
    assert told["totals"][0]["first"] < told["totals"][0]["second"]


def test_a_list_with_units_of_its_own_can_be_played_and_not_edited(table: Table) -> None:
    from tests.server.test_muster import LIST

    told = opened(table, ruleset="aofr", files=[{"name": "reeds", "text": LIST}])
    assert told["draft"] is None
    assert "you can play it but not edit it" in told["problems"][0]["error"]


def test_an_unfinished_list_of_ours_opens_with_its_problems(table: Table) -> None:
    text = 'name = "Raid"\nfaction = "Tallgrass Horde"\npoints = 750\n[[regiment]]\nunit = "Milk Thieves"\n'
    told = opened(table, ruleset="aofr", files=[{"name": "raid", "text": text}])
    assert told["problems"] == []
    assert told["draft"]["picks"][0]["unit"] == "Milk Thieves"


def test_what_is_no_list_is_told_in_words(table: Table) -> None:
    told = opened(table, ruleset="kow", files=[{"name": "letter", "text": "Dear friend"}])
    assert told["draft"] is None
    assert "cannot be read" in told["problems"][0]["error"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"faction": "Nobody"}, "Nobody"),
        ({"picks": [{"unit": "x"}] * 101}, "100"),
        ({"picks": [{"unit": "x", "options": ["y"] * 61}]}, "60"),
        ({"picks": [{"unit": "x", "joined": [{"unit": "y", "joined": []}]}]}, "joined"),
        ({"points": -1}, "points"),
        ({"points": 10**9}, "points"),
        ({"name": "x" * 81}, "80"),
        ({"sauce": "more"}, "sauce"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(table: Table, change: dict[str, Any], says: str) -> None:
    assert says in shown(table, "aofr", {**HORDE, **change}, status=400)["error"]


def test_other_nonsense_is_refused_too(table: Table) -> None:
    assert "no unit 2" in shown(table, "aofr", {**HORDE, "picks": [{"unit": "Grass Lancers"}]}, 400, open=2)["error"]
    assert "rulebook" in shown(table, "whist", HORDE, status=400)["error"]
    assert "lists of your own" in shown(table, "tiny", HORDE, status=400)["error"]
    assert "Nobody" in table.get("/api/builders/kow/factions/Nobody", status=400)["error"]
    assert "rulebook" in table.get("/api/builders/whist/factions/Nobody", status=404)["error"]
    assert "Nobody" in table.post("/api/drafts/open", status=400, ruleset="kow", sample="Nobody's List")["error"]


def test_a_hostile_draft_is_answered(table: Table) -> None:
    units = [entry["key"] for entry in table.get("/api/builders/kow/factions/Brasswater League")["entries"]]
    picks = [{"unit": units[at % len(units)], "options": ["{0}", "x" * 80] * 3, "part": "{x}"} for at in range(100)]
    told = shown(table, "kow", {"name": "{} <b>", "faction": "Brasswater League", "points": 1000, "picks": picks})
    assert len(told["problems"]) <= 40
    assert all(len(problem["error"]) <= 500 for problem in told["problems"])
