"""Rosters of BattleScribe and New Recruit, files and texts, for any book that says what its things are called there."""

from __future__ import annotations

import contextlib
import io
import json
import zipfile
from pathlib import Path
from typing import Any, ClassVar
from xml.sax.saxutils import quoteattr

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.muster.village import VILLAGE, VillageMuster
from warhost.errors import WarhostError
from warhost.muster import DataError, Draft, Pick, Source
from warhost.muster.foreign.rosters import Chosen, ForeignRoster
from warhost.muster.foreign.wording import Wording
from warhost.muster.foreign.writing import foreign_roster, packed_roster, roster_json, roster_text, roster_xml


class Fair(VillageMuster):
    """The village, with rosters of other builders."""

    wording: ClassVar[Wording | None] = Wording(
        games="Village",
        aliases={"Old Man": "Elder", "Full Horde": "Horde"},
        headings=("Options", "Formation"),
        nothing=("Spear",),
        prefixes=("Great",),
    )


FAIR = Fair()

WANTED = Draft(
    name="Autumn",
    faction="Valley Folk",
    points=1000,
    picks=(
        Pick(unit="Elder", options=("Old Crown",)),
        Pick(unit="Spearmen", size="Horde", options=("Pikes", "Great Banner")),
        Pick(unit="Militia"),
        Pick(unit="Militia"),
    ),
)

TREE: list[dict[str, Any]] = [
    {"name": "Old Man", "pts": 60, "in": [{"name": "Options", "in": [{"name": "Old Crown", "pts": 20}]}]},
    {
        "name": "spearmen",
        "pts": 50,
        "in": [
            {"name": "Formation", "in": [{"name": "Full Horde", "pts": 110}]},
            {"name": "Pikes", "pts": 15},
            {"name": "Banner", "pts": 15},
            {"name": "Spear"},
        ],
    },
    {"name": "Militia", "pts": 40, "number": 2},
]


def as_json(
    tree: list[dict[str, Any]], game: str = "Village Feud", army: str = "Valley Folk", limit: int = 1000
) -> str:
    def selection(one: dict[str, Any]) -> dict[str, Any]:
        return {
            "name": one["name"],
            "number": one.get("number", 1),
            "type": "unit",
            "costs": [{"name": "pts", "value": one.get("pts", 0)}, {"name": "kills", "value": 900}],
            "selections": [selection(inner) for inner in one.get("in", ())],
        }

    force = {"name": "Armylist", "catalogueName": army, "selections": [selection(one) for one in tree]}
    limits = [{"name": "pts", "value": 1000}]
    return json.dumps({"roster": {"name": "Autumn", "gameSystemName": game, "costLimits": limits, "forces": [force]}})


def as_xml(tree: list[dict[str, Any]]) -> str:
    def selection(one: dict[str, Any]) -> str:
        inner = "".join(map(selection, one.get("in", ())))
        return (
            f"<selection name={quoteattr(one['name'])} number='{one.get('number', 1)}' type='unit'>"
            f"<costs><cost name='pts' typeId='p' value='{one.get('pts', 0)}.0'/></costs>"
            f"<selections>{inner}</selections></selection>"
        )

    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
        '<roster id="a" name="Autumn" battleScribeVersion="2.03" gameSystemName="Village Feud" '
        'xmlns="http://www.battlescribe.net/schema/rosterSchema"><costLimits><costLimit name="pts" value="1000.0"/>'
        '</costLimits><forces><force name="Armylist" catalogueName="Valley Folk"><selections>'
        f"{''.join(map(selection, tree))}</selections></force></forces></roster>"
    )


def zipped(text: str, *names: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name in names or ("autumn.ros",):
            file.writestr(name, text)
    return out.getvalue()


SIMPLE = """Realm - Valley Folk - Autumn - [1000 pts]

# ++ Army Roster ++ [295 pts]
## Configuration
Battle Size: Small
Show/Hide Options: all

## Heroes [80 pts]
Old Man [80 pts]: Old Crown [20 pts]

## Core [270 pts, 3 Favours]
Spearmen [190 pts]:
• Formation: Full Horde
• Pikes [15 pts], Banner [15 pts], Spear
2x Militia [40 pts]
"""

SCRIBED = """++ Armylist (Valley Folk) [1,000pts] ++

+ Heroes [80pts] +

Old Man [80pts]: Old Crown [20pts]

+ Core [270pts] +

Spearmen [190pts]: Full Horde, Pikes [15pts]
. Options: Banner, Spear
Militia [40pts]
Militia [40pts]

++ Total: [350pts] ++
"""

SHORT = """Valley Folk
80 - Old Man, Old Crown
190 - 40 Spearmen, Pikes, Banner, Spear
40 - Militia
40 - Militia
350
"""


def picks_of(text: str, name: str = "it") -> tuple[Pick, ...]:
    mustered = FAIR.read(Source(name, text))
    draft = FAIR.draft_of(mustered)
    assert draft is not None
    return draft.picks


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("BattleScribe roster", as_xml(TREE)),
        ("New Recruit roster", as_json(TREE)),
        ("roster as text", SIMPLE),
        ("roster as text", SCRIBED),
        ("roster as short text", SHORT),
    ],
)
def test_every_form_of_a_roster_means_the_same_list(form: str, text: str) -> None:
    mustered = FAIR.read(Source("autumn", text))
    assert mustered.report.form == form
    draft = FAIR.draft_of(mustered)
    assert draft is not None
    assert draft.picks == WANTED.picks
    assert draft.faction == "Valley Folk"
    if "+ Heroes" not in text and text != SHORT:
        assert (draft.name, draft.points) == ("Autumn", 1000)


def test_a_packed_roster_is_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "autumn.rosz"
    path.write_bytes(zipped(as_xml(TREE)))
    assert picks_of(Source.of(path).text) == WANTED.picks
    json_ = Source.of_bytes("autumn.json", as_json(TREE).encode("utf-16"))
    assert picks_of(json_.text) == WANTED.picks


def test_a_price_of_another_version_is_told() -> None:
    notes = FAIR.read(Source("it", as_json(TREE))).report.notes
    assert notes == (
        "Militia costs 20 points here and 40 in the roster: it was made with another version of the army book.",
    )


def test_a_list_is_written_as_a_roster_and_read_again(tmp_path: Path) -> None:
    roster = foreign_roster(FAIR, WANTED)
    assert roster.units[1][1].total == 190
    assert picks_of(roster_xml(roster)) == picks_of(roster_json(roster)) == WANTED.picks
    assert picks_of(roster_text(roster)) == WANTED.picks
    path = tmp_path / "autumn.rosz"
    path.write_bytes(packed_roster(roster_xml(roster), "autumn"))
    assert packed_roster(roster_xml(roster), "autumn") == path.read_bytes()
    mustered = FAIR.read(Source.of(path))
    assert FAIR.draft_of(mustered) == WANTED
    assert mustered.report.notes == ()
    assert "Spearmen [190 pts]: Horde, Pikes [15 pts], Great Banner [15 pts]" in roster_text(roster)


def test_what_cannot_be_bought_is_not_written() -> None:
    with pytest.raises(DataError, match='unit "Nobody" is not in the army book'):
        foreign_roster(FAIR, WANTED.adding(Pick(unit="Nobody")))


FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"name": "Wizzard"}, 'unit 1: unit "Wizzard" is not in the army book of the Valley Folk.'),
    ({"name": "Elders"}, 'unit 1: unit "Elders" is not in the army book of the Valley Folk. Did you mean "Elder"?'),
    (
        {"name": "Elder", "in": [{"name": "Old Crowne"}]},
        '"Old Crowne" is not one of its formations or options. Did',
    ),
    (
        {"name": "Elder", "in": [{"name": "Halo", "pts": 9, "in": [{"name": "Old Crown"}]}]},
        '"Halo" is not one of its form',
    ),
    ({"name": "Spearmen", "in": [{"name": "Horde"}, {"name": "Troop"}]}, "it has Horde and Troop: take one of them."),
    ({"name": "Spearmen", "in": [{"name": "Great Banner"}]}, '"Great Banner" is not for a Troop'),
    ({"name": "Elder", "in": [{"name": "Good Boots", "number": 3}]}, '"Good Boots" may be bought twice, not 3 times.'),
]


@pytest.mark.parametrize(("unit", "told"), FAULTS)
def test_a_name_that_means_nothing_here_is_told_and_never_guessed(unit: dict[str, Any], told: str) -> None:
    for text in (as_json([unit]), as_xml([unit])):
        with pytest.raises(DataError) as error:
            FAIR.read(Source("it", text))
        assert len(error.value.problems) == 1
        assert told in error.value.problems[0]


def test_a_roster_with_one_fault_of_each_kind_gives_one_message_for_each() -> None:
    names = [unit for unit, _ in FAULTS[:5]]
    with pytest.raises(DataError) as error:
        FAIR.read(Source("it", as_json(names)))
    assert len(error.value.problems) == 5
    for number, (_, told) in enumerate(FAULTS[:5], 1):
        assert told.replace("unit 1", f"unit {number}") in error.value.problems[number - 1]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (as_json(TREE, game="Warring Stars"), "this is a roster of Warring Stars, which is another game"),
        (as_json(TREE, army="Hill Folk"), 'There is no faction "Hill Folk"'),
        (as_json(TREE, army="").replace("Armylist", ""), "it does not say of which army it is"),
        (as_json([]), "the roster has no units"),
        ('{"roster": {"forces": 7, "selections": 1}}', "has no forces"),
        ('{"forces": [], "selections": ', "is not valid JSON"),
        ('{"forces": ' + "[" * 90_000 + '"selections"', "is not valid JSON"),
        (as_xml(TREE).replace("<roster", "<roaster").replace("</roster", "</roaster"), "holds a roaster, not a roster"),
        (as_xml(TREE)[:-9], "is not valid XML"),
        (
            SIMPLE + "what is this line\n",
            'line 16: "what is this line" is neither a unit',
        ),
        (SHORT.replace("40 - Militia\n40", "Militia\n40"), 'line 4: "Militia" does not begin with points'),
        (SHORT.replace("40 Spearmen", "41 Spearmen"), "it has 41 models: it comes with 10, 20, 40"),
    ],
)
def test_what_is_no_roster_of_the_book_is_told(text: str, told: str) -> None:
    with pytest.raises(DataError) as error:
        FAIR.read(Source("it", text))
    assert told in str(error.value)


def test_a_roster_of_thousands_of_selections_is_refused() -> None:
    many = [{"name": "Elder", "in": [{"name": "Good Boots"}] * 300}] * 8
    for text in (as_json(many), as_xml(many)):
        with pytest.raises(DataError, match="more selections, or more levels of them, than any real roster"):
            FAIR.read(Source("it", text))


def test_an_entity_bomb_does_not_go_off() -> None:
    bomb = '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    text = as_xml(TREE).replace("\n", f"\n{bomb}").replace("Autumn", "&b;")
    with pytest.raises(DataError, match="has a document type of its own"):
        FAIR.read(Source("it", text))


def test_xml_without_end_is_refused() -> None:
    deep = as_xml([{"name": "Elder"}]).replace("<selections></selections>", "<a>" * 500 + "</a>" * 500)
    with pytest.raises(DataError, match="nested more than 60 levels deep"):
        FAIR.read(Source("it", deep))


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (zipped("0" * 30_000_000), "unpacks to more than 20 million bytes"),
        (zipped("x", "a.ros", "b.ros"), "this zip contains 2 files: a zipped roster has one"),
        (zipped("x", *(f"{number}.ros" for number in range(40))), "this zip contains more than 20 files"),
        (zipped(as_xml(TREE))[:-30], "this zip is damaged or has a password"),
        (b"PK\x03\x04", "this zip is damaged or has a password"),
        (b"\xff\x00\xfe", "is not UTF-8 text"),
        (b"\xff\xfea", "is not UTF-8 text"),
    ],
)
def test_a_packed_file_that_somebody_made_up_is_refused(data: bytes, told: str) -> None:
    with pytest.raises(DataError) as error:
        Source.of_bytes("it.rosz", data)
    assert told in str(error.value)


def test_books_that_read_no_rosters_say_what_they_read() -> None:
    with pytest.raises(DataError, match="cannot be read"):
        VILLAGE.read(Source("it", as_xml(TREE)))


@given(st.text(alphabet="[]():,•.+#0123456789 ptsabcx-\n", max_size=300))
def test_no_text_breaks_the_reading(text: str) -> None:
    for source in (text, f"++ Army (Valley Folk) ++\n{text}", f"Valley Folk\n40 - Militia\n{text}"):
        with contextlib.suppress(WarhostError):
            FAIR.read(Source("it", source))


def test_what_costs_is_added_up_with_what_is_inside() -> None:
    unit = Chosen(name="a", points=10, inside=(Chosen(name="b", points=2.5, inside=(Chosen(name="c", points=1),)),))
    assert unit.total == 13.5
    assert ForeignRoster(form="x").units == ()
