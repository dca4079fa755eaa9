"""Drawings of battles: whole, true to scale, the same every time, for any rulebook."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import msgspec
import pytest

from examples import tiny_race as tiny
from warhost.play import Battle, Ruleset, copied, parse_position
from warhost.report import drawing
from warhost.report.drawing.gallery import Gallery
from warhost.report.drawing.labels import Label, place_labels
from warhost.report.drawing.sheet import measured, number, text
from warhost.rulesets import ruleset
from warhost.table import Board, Feature, Pose

SVG = "{http://www.w3.org/2000/svg}"
EOW = ruleset("eow")


def position(line: str) -> Battle:
    return EOW.from_text(parse_position(line))


def orcs_and_ghouls() -> Battle:
    return position(
        "Iron Orcs at 18,10 | Goblin Rabble at 6,8 face 30 | Ghouls at 18,30 face 180 fleeing | Zombies off"
    )


def drawn(ruleset: Ruleset, battle: Battle, before: Battle | None = None) -> ElementTree.Element:
    return ElementTree.fromstring(drawing(ruleset, battle, before=before))


def groups(root: ElementTree.Element, kind: str) -> dict[int, ElementTree.Element]:
    return {int(found.attrib[kind]): found for found in root.iter(f"{SVG}g") if kind in found.attrib}


def corners(path: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", path)]


def test_every_unit_on_the_table_has_a_group_and_a_label_and_no_other_has() -> None:
    battle = orcs_and_ghouls()
    on_table = {unit.id for unit in battle.units if unit.pose is not None}
    root = drawn(EOW, battle)
    assert len(on_table) == 3
    assert groups(root, "data-unit").keys() == groups(root, "data-label").keys() == on_table


def test_a_unit_is_drawn_to_scale_where_it_stands() -> None:
    battle = orcs_and_ghouls()
    orcs = battle.units[0]
    shape = EOW.boundary(battle, orcs)
    assert shape is not None
    (edge,) = [
        p for p in groups(drawn(EOW, battle), "data-unit")[0].iter(f"{SVG}path") if p.attrib.get("class") == "edge"
    ]
    expected = [(26 + 20 * x, 26 + 20 * (48 - y)) for x, y in shape.corners]
    for found, wanted in zip(corners(edge.attrib["d"]), expected, strict=True):
        assert found == pytest.approx(wanted, abs=0.006)


def test_the_front_edge_is_the_marked_one() -> None:
    battle = orcs_and_ghouls()
    shape = EOW.boundary(battle, battle.units[1])
    assert shape is not None
    (front,) = [
        p for p in groups(drawn(EOW, battle), "data-unit")[1].iter(f"{SVG}path") if p.attrib.get("class") == "front"
    ]
    wanted = [(26 + 20 * x, 26 + 20 * (48 - y)) for x, y in shape.corners[:2]]
    assert corners(front.attrib["d"]) == [pytest.approx(point, abs=0.006) for point in wanted]


def test_every_model_is_drawn() -> None:
    battle = orcs_and_ghouls()
    group = groups(drawn(EOW, battle), "data-unit")[0]
    (bases,) = [p for p in group.iter(f"{SVG}path") if p.attrib.get("class") == "bases"]
    assert bases.attrib["d"].count("Z") == battle.units[0].models == len(EOW.bases(battle, battle.units[0]))


def test_models_look_like_what_they_are() -> None:
    def looks(name: str) -> str:
        group = groups(drawn(EOW, position(f"{name} at 18,10")), "data-unit")[0]
        (bodies,) = [p.attrib["d"] for p in group.iter(f"{SVG}path") if p.attrib.get("class") == "under"]
        return bodies

    assert re.sub("[^A-Z]", "", looks("Iron Orcs")) != re.sub("[^A-Z]", "", looks("Feral Orc Marauders"))


def test_a_unit_in_ranks_has_a_flag_that_a_flight_lowers_and_a_lone_model_has_none() -> None:
    root = drawn(EOW, position("Iron Orcs at 18,10 | Orc Shaman at 6,10 | Ghouls at 18,30 face 180 fleeing"))
    orcs, ghouls = [g for g in root.iter(f"{SVG}g") if g.attrib.get("class", "").startswith("banner")]
    assert ["rotate" in banner.attrib["transform"] for banner in (orcs, ghouls)] == [False, True]
    fields = [next(p.attrib["fill"] for p in one.iter(f"{SVG}path") if "fill" in p.attrib) for one in (orcs, ghouls)]
    assert fields[0] != fields[1], "armies have coats of their own"


def test_who_lost_health_has_a_bar_as_long_as_what_is_left() -> None:
    labels = groups(drawn(EOW, position("Iron Orcs at 18,10 models=3 | Ghouls at 18,30")), "data-label")
    bars = {n: [float(r.attrib["width"]) for r in label.iter(f"{SVG}rect")] for n, label in labels.items()}
    whole, left = bars[0]
    assert left / whole == pytest.approx(3 / 12, abs=0.01)
    assert bars[1] == []


def test_drawings_of_one_page_draw_once_what_looks_the_same() -> None:
    gallery, battle = Gallery(), orcs_and_ghouls()
    first = drawing(EOW, battle, prefix="a", gallery=gallery)
    battle.units[0].pose = Pose(20.0, 12.0, 45.0)
    again = drawing(EOW, battle, prefix="b", gallery=gallery)
    assert set(re.findall(r'href="#([^"]+)"', again)) <= set(re.findall(r' id="([^"]+)"', first))
    assert (first.count('class="under"'), again.count('class="under"')) == (3, 0)


def test_large_boards_are_written_on_in_larger_letters() -> None:
    battle = orcs_and_ghouls()
    assert drawn(EOW, battle).attrib["style"] == "--px:1"
    battle.scene = msgspec.structs.replace(battle.scene, board=Board(72, 48, ()))
    assert drawn(EOW, battle).attrib["style"] == "--px:2"


def test_states_are_icons_with_their_word() -> None:
    labels = groups(drawn(EOW, orcs_and_ghouls()), "data-label")
    words = {number: [title.text for title in group.iter(f"{SVG}title")] for number, group in labels.items()}
    assert words == {0: [], 1: [], 2: ["fleeing"]}


def test_the_two_sides_differ_by_more_than_colour() -> None:
    root = drawn(EOW, orcs_and_ghouls())
    fills = {}
    for unit, group in groups(root, "data-unit").items():
        (bases,) = [p for p in group.iter(f"{SVG}path") if p.attrib.get("class") == "bases"]
        fills[unit] = bases.attrib["fill"]
    assert fills == {0: "none", 1: "none", 2: "url(#wh-p1)"}
    assert [pattern.attrib["id"] for pattern in root.iter(f"{SVG}pattern")] == ["wh-p1", "wh-meadow"]


def test_the_same_battle_gives_the_same_bytes_whatever_the_order_of_its_features() -> None:
    battle = orcs_and_ghouls()
    features = (
        Feature("elevated", 9, 20, 6, 8),
        Feature("impassable", 27, 20, 3, 4, 30),
        Feature("swamp", 18, 24, 6, 4),
    )
    twin = copied(battle)
    battle.scene = msgspec.structs.replace(battle.scene, board=Board(36, 48, features))
    twin.scene = msgspec.structs.replace(twin.scene, board=Board(36, 48, features[::-1]))
    assert drawing(EOW, battle) == drawing(EOW, twin)
    kinds = [g.attrib["data-terrain"] for g in drawn(EOW, battle).iter(f"{SVG}g") if "data-terrain" in g.attrib]
    assert kinds == ["elevated", "impassable", "swamp"]


def test_no_figure_has_more_than_two_decimals() -> None:
    svg = drawing(EOW, orcs_and_ghouls())
    assert not re.search(r"\.\d{3,}", svg)


def test_trails_lead_from_where_a_unit_stood_and_a_lost_unit_leaves_a_cross() -> None:
    before = orcs_and_ghouls()
    after = copied(before)
    after.units[0].pose = Pose(18.0, 15.0, 0.0)
    after.units[2].pose = None
    root = drawn(EOW, after, before)
    assert groups(root, "data-trail").keys() == {0}
    assert groups(root, "data-lost").keys() == {2}
    (trail,) = [p for p in root.iter(f"{SVG}path") if p.attrib.get("class") == "trail"]
    (start_x, start_y), (end_x, end_y) = corners(trail.attrib["d"])
    assert (start_x, start_y) == (26 + 360, 26 + 760)
    assert end_x == start_x
    depth = EOW.boundary(after, after.units[0])
    assert depth is not None
    assert end_y == pytest.approx(26 + 20 * (48 - 15 + depth.depth / 2), abs=0.006)


def test_any_rulebook_can_be_drawn_neutral_units_and_many_seats_included() -> None:
    root = drawn(tiny.RULESET, tiny.race())
    assert {n: g.attrib["class"] for n, g in groups(root, "data-unit").items()} == {
        0: "unit s0",
        1: "unit s1",
        2: "unit s2",
        3: "unit sn",
    }


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", 'a"b', "A & B", "bell\x07", "\ud800"])
def test_a_name_stays_text(name: str) -> None:
    battle = orcs_and_ghouls()
    battle.units[0].name = name
    root = drawn(EOW, battle)
    assert not list(root.iter(f"{SVG}script"))
    shown = "".join(part for part in groups(root, "data-label")[0].itertext())
    assert shown.replace(" ", "").startswith(re.sub("[\x07\ud800]", "\N{REPLACEMENT CHARACTER}", name).replace(" ", ""))


def test_a_figure_is_as_short_as_it_can_be() -> None:
    assert [number(value) for value in (1.0, 1.5, -0.001, 2.346, 100.0)] == ["1", "1.5", "0", "2.35", "100"]


def test_text_for_attributes_is_quoted() -> None:
    assert text("\"'<&") == "&quot;&#x27;&lt;&amp;"


def overlap(one: tuple[float, float], first: Label, other: tuple[float, float], second: Label) -> bool:
    return abs(one[0] - other[0]) < (first.width + second.width) / 2 and (
        one[1] < other[1] + second.height and other[1] < one[1] + first.height
    )


def test_labels_of_neighbours_keep_clear_of_each_other() -> None:
    boxes = [(300.0 + 60 * i, 400.0, 350.0 + 60 * i, 440.0) for i in range(3)]
    labels = [Label(("A long name",), "20/20", ("fleeing",), box) for box in boxes]
    places = place_labels(labels, boxes, (0.0, 0.0, 900.0, 900.0))
    pairs = [(i, j) for i in range(3) for j in range(i)]
    assert not [pair for pair in pairs if overlap(places[pair[0]], labels[pair[0]], places[pair[1]], labels[pair[1]])]


def test_a_label_at_the_edge_stays_on_the_board() -> None:
    label = Label(("A long name",), "20/20", (), (0.0, 860.0, 40.0, 900.0))
    ((x, y),) = place_labels([label], [label.anchor], (0.0, 0.0, 900.0, 900.0))
    assert x - label.width / 2 >= 0
    assert y + label.height <= 900


def test_inches_have_their_own_mark_and_quotations_keep_theirs() -> None:
    assert measured('it marched 8.2" (Bow, 24")') == "it marched 8.2\N{DOUBLE PRIME} (Bow, 24\N{DOUBLE PRIME})"
    assert measured('unit "Squad 2" within 6"') == 'unit "Squad 2" within 6\N{DOUBLE PRIME}'
