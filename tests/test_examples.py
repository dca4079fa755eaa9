"""The example of a rulebook in a package of its own: installed by pip, played, simulated and reported."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

import warhost
from tests.server.process import Client, server_at

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "border_raid"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed the example."""
    folder = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(folder), str(EXAMPLE)]
    subprocess.run(pip, check=True, capture_output=True)
    return folder


def environment(site: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(warhost.__file__).parents[1]), str(site)])}


def run(site: Path, *words: str, cwd: Path | None = None) -> str:
    """What a command prints with the example installed."""
    done = subprocess.run(
        [sys.executable, "-m", *words], env=environment(site), cwd=cwd, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_command_line_knows_it(site: Path) -> None:
    assert "Border Raid 1.0: 3 armies, 2 maps" in run(site, "warhost", "doctor")
    assert "Hill Archers" in run(site, "warhost", "data", "raid", "Hill Clans")
    assert "Bows (X)" in run(site, "warhost", "rules", "show", "raid.rule.bows")


def test_captains_are_simulated(site: Path) -> None:
    told = run(
        site, "warhost", "simulate", "raid", "--players", "captain,random", "--games", "8", "--seed", "1", "--json"
    )
    assert json.loads(told)["games"] == 8


def test_a_battle_is_watched_and_reported(site: Path, tmp_path: Path) -> None:
    report, record = tmp_path / "raid.html", tmp_path / "raid.json"
    run(site, "warhost", "watch", "raid", "--seed", "1", "--report", str(report), "--record", str(record))
    assert "Hill Archers" in report.read_text(encoding="utf-8") or "Herd" in report.read_text(encoding="utf-8")
    run(site, "warhost", "replay", str(record), "--verify")


def test_it_is_played_on_the_page_against_the_captain(site: Path, tmp_path: Path) -> None:
    with server_at(tmp_path / "battles.sqlite", environment=environment(site)) as server:
        shown = {card["slug"]: card for card in server.call("/api/rulesets")}
        assert shown["raid"]["title"] == "Border Raid"
        assert {term["name"] for term in server.call("/api/rulesets/raid/guide")["terms"]} >= {"Bows", "Spears"}
        seats = [{"player": "human"}, {"player": "captain"}]
        made = server.call("/api/battles", {"ruleset": "raid", "seats": seats, "seed": "1", "options": {"rounds": 3}})
        page = Client(server, made["tokens"]["0"], random.Random(1))
        page.play(-1, lambda: None)
        page.close()
        assert page.state["over"]
        assert any("attacked" in line for line in page.log)
        assert b"Border Raid" in server.read(f"/api/battles/{made['id']}/report", token=made["tokens"]["0"])


def test_its_own_tests_show_every_rule(site: Path, tmp_path: Path) -> None:
    """Its tests, the conformance suite among them, and what they leave on record."""
    project = tmp_path / "border_raid"
    subprocess.run(["cp", "-r", str(EXAMPLE), str(project)], check=True)
    ran = run(site, "pytest", "-q", cwd=project)
    assert re.search(r"\d+ passed", ran)
    (told,) = json.loads(run(site, "warhost", "rules", "coverage", "raid", "--json", cwd=project))["sums"]
    assert (told["name"], told["rows"], told["covered"], told["in_code"]) == ("Border Raid", 30, 30, 30)


def test_anybody_runs_the_conformance_suite_on_it(site: Path, tmp_path: Path) -> None:
    words = ("-p", "warhost.conformance", "--pyargs", "warhost.conformance.checks", "--rulebook", "raid", "-q")
    assert re.search(r"\d+ passed", run(site, "pytest", *words, "-k", "not captain and not solo", cwd=tmp_path))
