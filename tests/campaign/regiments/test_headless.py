"""Whole campaigns played by computers: the same from the same seed, killed and gone on with, sent and taken in."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.campaign.regiments.harness import LEAGUE, SWARM
from warhost.campaign.headless import play_season
from warhost.campaign.keeping import as_record, begin, go_on, look, take_in
from warhost.campaign.regiments import CAMPAIGN, CampaignState, Entrant, Terms, new_campaign
from warhost.errors import WarhostError

COMMAND = (sys.executable, "-m", "warhost", "campaign")
EIGHT = ("run", "--type", "endless", "--players", "8", "--rounds", "6", "--seed", "7", "--player", "random")


def played(path: Path, missions: int = 2, seed: str = "war", points: int = 500) -> str:
    """A campaign of two armies over so many missions; the hash at which it stands."""
    entrants = [Entrant("Ann's army", LEAGUE), Entrant("Ben's army", SWARM)]
    state = new_campaign(("Ann", "Ben"), entrants, Terms(type="endless", points=points))
    with begin(path, CAMPAIGN, state, seed=seed, computers={"0": "random", "1": "random"}) as kept:
        play_season(kept, until=lambda season: mission(season.state) > missions)
        return kept.season.hash()


def mission(state: object) -> int:
    assert isinstance(state, CampaignState)
    return state.mission


def test_a_campaign_is_the_same_from_the_same_seed_and_travels_as_one_document(tmp_path: Path) -> None:
    end = played(tmp_path / "one")
    season, head = look(tmp_path / "one")
    assert season.hash() == end
    state = season.state
    assert isinstance(state, CampaignState)
    assert sum(army.matches for army in state.armies) == 4
    assert all(unit.battles for army in state.armies for unit in army.units[:1])
    document = as_record(season, head)
    take_in(document, "war.json", tmp_path / "two")
    assert look(tmp_path / "two")[0].hash() == end
    page = CAMPAIGN.telling(state)
    assert [roster.name for roster in page.rosters] == ["Ann's army", "Ben's army"]
    assert page.games[0].seal
    with pytest.raises(WarhostError, match="not an exported season"):
        take_in(document[:-20], "war.json", tmp_path / "three")
    altered = document.replace(b'"winners":[0]', b'"winners":[9]', 1).replace(b'"winners":[1]', b'"winners":[0]', 1)
    assert altered != document
    with pytest.raises(WarhostError, match=r"not possible|altered|lead"):
        take_in(altered, "war.json", tmp_path / "four")


@pytest.mark.slow
def test_a_campaign_goes_on_from_any_line_of_its_file(tmp_path: Path) -> None:
    end = played(tmp_path / "whole")
    data = (tmp_path / "whole").read_bytes()
    lines = data.split(b"\n")
    for keep in (1, len(lines) // 2, len(lines) - 3):
        path = tmp_path / f"cut {keep}"
        path.write_bytes(b"\n".join(lines[:keep]) + b"\n" + lines[keep][:20])
        with go_on(path) as kept:
            play_season(kept, until=lambda season: mission(season.state) > 2)
            assert kept.season.hash() == end


def run(*args: str) -> str:
    done = subprocess.run((*COMMAND, *args), capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.slow
def test_eight_rosters_over_six_missions_twice_and_killed_in_the_middle(tmp_path: Path) -> None:
    outputs = [run(*EIGHT, "--points", "500", "--out", str(tmp_path / name)) for name in ("one", "two")]
    ends = [output.splitlines()[-1] for output in outputs]
    assert ends[0].startswith("Hash: ")
    assert ends[0] == ends[1]
    path = tmp_path / "killed"
    args = (*COMMAND, *EIGHT, "--points", "500", "--out", str(path))
    kills = 0
    for size in (30_000, 60_000):
        with subprocess.Popen(args, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            while process.poll() is None and (not path.exists() or path.stat().st_size < size):
                time.sleep(0.01)
            if process.poll() is None:
                os.kill(process.pid, signal.SIGKILL)
                kills += 1
            process.wait()
    assert kills
    assert run(*EIGHT, "--out", str(path)).splitlines()[-1] == ends[0]
    assert path.read_bytes() == (tmp_path / "one").read_bytes()
