"""A pack of one's own on the command line: `--option pack=FILE`."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from warhost.cli import main
from warhost.cli.battles.setting_up import _pack_in

TEXT = "Friday\nbook=aofr\nparts=fog_of_war,unit_psychology:panic\npoints=750\nfree_lists=true\nmap=open\n"


@pytest.fixture
def pack(tmp_path: Path) -> str:
    path = tmp_path / "friday.pack"
    path.write_text(TEXT, "utf-8")
    return str(path)


def test_a_pack_sets_its_parts_options_and_map(pack: str) -> None:
    assert _pack_in({"pack": pack}, "aofr") == (
        {"parts": ["fog_of_war", "unit_psychology:panic"], "points": 750, "free_lists": True},
        "open",
    )
    assert _pack_in({"pack": "narrative"}, "aofr") == ({"pack": "narrative"}, "")


def test_what_is_said_besides_stands(pack: str) -> None:
    told, _ = _pack_in({"pack": pack, "points": 1000, "parts": ["-unit_psychology", "fortune"]}, "aofr")
    assert told == {"parts": ["fog_of_war", "fortune"], "points": 1000, "free_lists": True}


def test_a_battle_is_played_with_it(pack: str) -> None:
    words = [
        "simulate",
        "aofr",
        "--games",
        "1",
        "--option",
        f"pack={pack}",
        "--players",
        "random,random",
        "--seed",
        "1",
    ]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output


def test_a_file_that_is_none_is_refused_in_a_sentence(pack: str, tmp_path: Path) -> None:
    def said(*words: str) -> str:
        done = CliRunner().invoke(main, ["simulate", *words])
        assert done.exit_code == 2
        return done.output

    assert "is for aofr, not for kow" in said("kow", "--option", f"pack={pack}")
    assert "cannot be read" in said("aofr", "--option", f"pack={tmp_path}/none.pack")
    (tmp_path / "x.pack").write_text("points=750", "utf-8")
    assert "this is not a pack" in said("aofr", "--option", f"pack={tmp_path}/x.pack")
