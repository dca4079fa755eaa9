"""A season in its file: written entry by entry, opened again after a crash, played by computers, sent as a document."""

from __future__ import annotations

from pathlib import Path

import pytest

from examples.tiny_race import RULESET
from tests.campaign.cup import Cup, CupState
from warhost.campaign import Campaign
from warhost.campaign.headless import play_season
from warhost.campaign.keeping import Kept, as_record, begin, go_on, head_of, look, read_export, take_in
from warhost.errors import WarhostError
from warhost.rulesets import register

register(RULESET)

COMPUTERS = {"0": "random", "1": "random", "2": "random"}


def known(slug: str) -> Campaign:
    return Cup()


def new(path: Path, seed: str = "cup") -> Kept:
    return begin(path, Cup(), CupState(players=("Ann", "Ben", "Cay")), seed=seed, computers=COMPUTERS)


def played(path: Path, seed: str = "cup") -> str:
    with new(path, seed) as kept:
        play_season(kept, known)
        return kept.season.hash()


def test_computers_play_a_season_to_the_same_end_from_the_same_seed(tmp_path: Path) -> None:
    ends = [played(tmp_path / name, seed) for name, seed in (("one", "cup"), ("two", "cup"), ("three", "other"))]
    assert ends[0] == ends[1]
    texts = [(tmp_path / name).read_bytes() for name in ("one", "two", "three")]
    assert texts[0] == texts[1]
    assert texts[2].partition(b"\n")[2] != texts[0].partition(b"\n")[2]


def test_a_season_broken_off_anywhere_ends_in_the_same_way(tmp_path: Path) -> None:
    end = played(tmp_path / "whole")
    data = (tmp_path / "whole").read_bytes()
    head = data.index(b"\n") + 1
    for cut in range(head, len(data), 97):
        path = tmp_path / f"cut {cut}"
        path.write_bytes(data[:cut])
        with go_on(path, known) as kept:
            play_season(kept, known)
            assert kept.season.hash() == end
        assert path.read_bytes() == data


def test_each_entry_is_in_the_file_at_once(tmp_path: Path) -> None:
    seen: list[int] = []

    def count(*_: object) -> None:
        seen.append(len(look(tmp_path / "cup", known)[0].entries))

    with new(tmp_path / "cup") as kept:
        play_season(kept, known, done=count)
        assert seen == [1, 2, 5, 6]
        assert look(tmp_path / "cup", known)[0].hash() == kept.season.hash()


def test_two_programs_do_not_write_one_file(tmp_path: Path) -> None:
    with new(tmp_path / "cup"):
        with pytest.raises(WarhostError, match="another program is writing"):
            go_on(tmp_path / "cup", known)
        with pytest.raises(WarhostError, match="exists already"):
            new(tmp_path / "cup")
    go_on(tmp_path / "cup", known).close()


def test_a_season_travels_as_one_document(tmp_path: Path) -> None:
    end = played(tmp_path / "cup")
    document = as_record(*look(tmp_path / "cup", known))
    assert read_export(document, "cup.json", known)[0].hash() == end
    take_in(document, "cup.json", tmp_path / "again", known)
    assert (tmp_path / "again").read_bytes() == (tmp_path / "cup").read_bytes()
    with pytest.raises(WarhostError, match="it was altered"):
        read_export(document.replace(end.encode(), b"0" * 16), "cup.json", known)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ((b'"version":"1.0"', b'"version":"0.9"'), "made by cup 0.9, this is 1.0"),
        ((b'"format":1', b'"format":7'), "the file has format 7"),
        ((b'"seed"', b"seed"), "this is not the file of a season"),
        ((b'"winners"', b"winners"), "line 2: the file is damaged"),
        ((b"heat 1", b"heat 3"), 'line 2: this is not possible: No result is missing for "heat 3"'),
        ((b'"hash":"', b'"hash":"0'), "it was altered"),
    ],
)
def test_a_file_that_is_no_season_is_refused_and_left_as_it_is(
    tmp_path: Path, change: tuple[bytes, bytes], why: str
) -> None:
    played(tmp_path / "cup")
    data = (tmp_path / "cup").read_bytes().replace(b'{"campaign"', b'{"format":1,"campaign"', 1).replace(*change, 1)
    (tmp_path / "cup").write_bytes(data)
    with pytest.raises(WarhostError, match=why):
        go_on(tmp_path / "cup", known)
    assert (tmp_path / "cup").read_bytes() == data


def test_people_are_not_played_by_computers(tmp_path: Path) -> None:
    path = tmp_path / "cup"
    kept = begin(path, Cup(), CupState(players=("Ann", "Ben", "Cay")), seed="x", computers={"0": "random"})
    with kept, pytest.raises(WarhostError, match="Ben is not a computer player"):
        play_season(kept, known)
    assert head_of(path).computers == {"0": "random"}
    kept = begin(tmp_path / "other", Cup(), CupState(players=("Ann", "Ben", "Cay")))
    with kept, pytest.raises(WarhostError, match="has no seed"):
        play_season(kept, known)
