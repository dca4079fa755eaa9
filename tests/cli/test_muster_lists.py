"""`warhost muster new`, `export`, `compare` and `show --sheet`, and armies from links and standard input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from warhost.cli import main
from warhost.muster import Source, draft_of_link
from warhost.rulesets import muster


def run(*arguments: str, exit_code: int = 0, stdin: str = "") -> str:
    result = CliRunner().invoke(main, ["muster", *arguments], input=stdin)
    assert result.exit_code == exit_code, result.output
    return result.output


@pytest.fixture
def raid(tmp_path: Path) -> str:
    path = str(tmp_path / "raid.toml")
    run("new", "tallgrass", "--points", "750", "--character", "fast", "--seed", "7", "--name", "Raid", "--out", path)
    return path


def test_a_new_list_is_legal_and_its_seed_gives_it_again(raid: str, tmp_path: Path) -> None:
    assert run("check", raid).endswith("No problems.\n")
    again = run("new", "tallgrass", "--points", "750", "--character", "fast", "--seed", "7", "--name", "Raid")
    assert again.startswith("Raid (Tallgrass Horde): ")
    assert again.endswith("Seed 7.\n")
    told = json.loads(run("new", "Tallgrass Horde", "--points", "750", "--json"))
    same = json.loads(run("new", "Tallgrass Horde", "--points", "750", "--json", "--seed", told["seed"]))
    assert same == told
    assert told["problems"] == []


def test_the_rulebook_is_found_from_the_faction(tmp_path: Path) -> None:
    for faction, points, slug in (
        ("ashmoot", "1000", "blue"),
        ("sunward", "1000", "kow"),
        ("burrowfolk", "750", "aofr"),
    ):
        assert json.loads(run("new", faction, "--points", points, "--json"))["rules"] == slug
    assert 'no army "nowhere" in any rulebook. `warhost muster list`' in run("new", "nowhere", exit_code=2)
    assert 'no army "Dread Elfs" in any rulebook. Did you mean "Dread Elves"?' in run("new", "Dread Elfs", exit_code=2)
    assert 'Did you mean "Hollow Court"?' in run("build", "Hollow Cort", exit_code=2)
    assert '"The Harbour Watch" is in several rulebooks: add --rules kow' in run(
        "show", "The Harbour Watch", exit_code=2
    )


def test_the_captain_tells_why(tmp_path: Path) -> None:
    out = tmp_path / "clans.json"
    text = run("new", "ashmoot", "--points", "1000", "--by", "captain", "--seed", "3", "--out", str(out))
    assert "\nWhy\n" in text
    assert "of 1000 points are spent." in text
    assert run("check", str(out)).endswith("No problems.\n")
    told = json.loads(run("new", "ashmoot", "--points", "1000", "--by", "captain", "--seed", "3", "--json"))
    assert told["draft"] == json.loads(out.read_text("utf-8"))["list"]
    assert 0 < told["score"] <= 100


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("new", "tallgrass"), "Say how many points the list of the Tallgrass Horde may cost"),
        (("new", "tallgrass", "--points", "750", "--character", "magik"), 'Did you mean "magic"?'),
        (
            ("new", "tallgrass", "--points", "750", "--by", "captain", "--character", "magic"),
            "the captain wants some of",
        ),
        (("new", "tallgrass", "--points", "10"), "No legal list of the Tallgrass Horde for 10 points was found"),
        (("export", "tallgrass", "--page", "https://a.example"), "--page is for links: add --to link."),
        (("show", "tallgrass", "--units", "--sheet"), "--sheet is for a list"),
        (
            ("compare", "Autumn Raid", "The Ash Raid"),
            "is a list of Age of Fantasy: Regiments, The Ash Raid of The Blue Age",
        ),
        (("check", "#aofr-1-abc"), "the link is damaged"),
        (("export", "Autumn Raid", "--to", "ros"), "has no rosters of BattleScribe or New Recruit"),
        (("import", "nowhere.toml"), "nowhere.toml: cannot be read"),
    ],
)
def test_what_cannot_be_is_told(arguments: tuple[str, ...], told: str) -> None:
    assert told in " ".join(run(*arguments, exit_code=2).split())


@pytest.mark.parametrize("form", ["toml", "json", "text", "link"])
def test_what_was_exported_is_read_again(raid: str, form: str, tmp_path: Path) -> None:
    book = muster("aofr")
    wanted = book.read_draft(Source.of(Path(raid)))
    text = run("export", raid, "--to", form)
    assert book.read_draft(Source("it", text)) == wanted
    assert run("check", "-", stdin=text).endswith("No problems.\n")
    out = tmp_path / f"again.{form}"
    assert run("export", raid, "--to", form, "--out", str(out)) == f"Written to {out}.\n"
    assert run("show", str(out)) == run("show", raid)
    assert "already exists" in run("export", raid, "--to", form, "--out", str(out), exit_code=2)
    assert run("import", "-", stdin=text).startswith("standard input: ")


def test_a_link_is_an_army_like_a_file(raid: str) -> None:
    link = run("export", raid, "--to", "link", "--page", "https://table.example/muster").strip()
    assert link.startswith("https://table.example/muster#aofr-1-")
    assert draft_of_link(link, "it")[0] == "aofr"
    assert run("show", link) == run("show", raid)
    assert run("check", link, "--points", "500", exit_code=1).count("aofr.army.points_limit") == 1


def test_ready_lists_can_be_exported() -> None:
    assert run("export", "Autumn Raid").startswith(
        "Autumn Raid (Tallgrass Horde, 750 points)\n- Grass Lancers + combined"
    )
    assert run("export", "Autumn Raid", "--to", "link").startswith("#aofr-1-")
    assert "no list that was built" in run("compare", "Beast Herds", "Beast Herds", "--rules", "eow", exit_code=2)


def test_a_problem_comes_with_what_would_mend_it(raid: str) -> None:
    text = run("check", raid, "--points", "700", exit_code=1)
    assert "(aofr.army.points_limit).\n    This would fix it: " in text


def test_two_lists_side_by_side(raid: str) -> None:
    text = run("compare", raid, "Autumn Raid")
    assert "Raid  Autumn Raid" in text.splitlines()[0]
    assert "\nBoth have, but not alike\n" in text
    assert "\nOnly Autumn Raid\n" in text
    told = json.loads(run("compare", raid, raid, "--json"))
    assert (told["first"], told["second"], told["changed"]) == ([], [], [])
    assert run("compare", raid, raid).splitlines()[0].count("raid.toml") == 2


def test_a_sheet_for_the_table(raid: str) -> None:
    text = run("show", raid, "--sheet")
    assert text.startswith("Raid (Tallgrass Horde): ")
    assert "What it all means\n" in text
    assert "- Fast: " in text


def test_a_link_may_be_longer_than_the_name_of_any_file() -> None:
    link = run("export", "Undying Dynasties 2400", "--rules", "eow", "--to", "link").strip()
    assert len(link) > 255
    assert "2400 of 2400 points" in run("check", link)
