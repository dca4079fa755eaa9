"""When side-missions are completed, with the examples of their rows."""

from __future__ import annotations

import pytest

from tests.regiments.harness import Fall, find, regiment
from tests.regiments.parts.side_missions import FOOT, TINY, Doing, completers, ended, lay, owned, rout
from tests.regiments.wizards import SPARK, wizard
from warhost.play.script import Script
from warhost.rulesets.regiments.chapters import morale
from warhost.rulesets.regiments.chapters.magic import casting
from warhost.rulesets.regiments.chapters.wounds import casualties as wounds
from warhost.rulesets.regiments.chapters.wounds import damage
from warhost.rulesets.regiments.core import HERO, Battle, Cause, Regiment
from warhost.rulesets.regiments.parts.side_missions.events import SideMissionCompleted

A, B = 0, 1
BOTH, NOBODY = {A, B}, set[int]()

HERO_3 = regiment(size=1, rules=["Hero", "Tough(3)"], cost=120)
HERO_6 = regiment(size=1, rules=["Hero", "Tough(6)"], cost=80)
GIANT_12 = regiment(size=1, rules=["Tough(12)"], cost=300)
GIANT_18 = regiment(size=1, rules=["Tough(18)"], cost=250)


def led(hero: Regiment = HERO_3, size: int = 10) -> Regiment:
    """A unit that a hero has joined."""
    return regiment(size=size, hero=hero)


def army(count: int) -> str:
    """A unit of the first player and so many of the second."""
    return " | ".join(["0 A at 36,6", *(f"1 B{i} at {8 + 7 * i},42 face 180" for i in range(count))])


MARKERS = [
    pytest.param("mislead", (B, B, None), {A}, marks=pytest.mark.rule("aofr.side.mislead")),
    pytest.param("mislead", (A, B, None), NOBODY, marks=pytest.mark.rule("aofr.side.mislead")),
    pytest.param("fortify", (A, B, B), {A}, marks=pytest.mark.rule("aofr.side.fortify")),
    pytest.param("fortify", (A, A, None), NOBODY, marks=pytest.mark.rule("aofr.side.fortify")),
    pytest.param("seize", (A, A, A, B, B), {A}, marks=pytest.mark.rule("aofr.side.seize")),
    pytest.param("seize", (A, A, None, B, None), NOBODY, marks=pytest.mark.rule("aofr.side.seize")),
    pytest.param("seize", (A, A, B, B), NOBODY, marks=pytest.mark.rule("aofr.side.seize")),
    pytest.param("rule", (A, A, B, None, None), {A}, marks=pytest.mark.rule("aofr.side.rule")),
    pytest.param("rule", (A, B, None), NOBODY, marks=pytest.mark.rule("aofr.side.rule")),
    pytest.param("dominate", (None, None, None), BOTH, marks=pytest.mark.rule("aofr.side.dominate")),
    pytest.param("dominate", (A, None, B), NOBODY, marks=pytest.mark.rule("aofr.side.dominate")),
    pytest.param("equalize", (A, A, B, B), BOTH, marks=pytest.mark.rule("aofr.side.equalize")),
    pytest.param("equalize", (None, None, None), BOTH, marks=pytest.mark.rule("aofr.side.equalize")),
    pytest.param("equalize", (A, None, None), NOBODY, marks=pytest.mark.rule("aofr.side.equalize")),
]


@pytest.mark.parametrize(("slug", "owners", "done_by"), MARKERS)
def test_tactical_genius_is_about_markers(slug: str, owners: tuple[int | None, ...], done_by: set[int]) -> None:
    assert completers(ended(lay().having(markers=owned(*owners)), slug)) == done_by


PLACES = [
    # Five models are 5" wide and 1" deep: a corner that is 2.5" aside is 6" from the centre at 5.45" ahead.
    pytest.param("control", "0 A at 36,28.9 | 1 B at 8,42", {A}, marks=pytest.mark.rule("aofr.side.control")),
    pytest.param("control", "0 A at 36,29.2 | 1 B at 8,42", NOBODY, marks=pytest.mark.rule("aofr.side.control")),
    pytest.param("intimidate", "0 A at 36,6 | 1 B at 36,29.2", BOTH, marks=pytest.mark.rule("aofr.side.intimidate")),
    pytest.param("intimidate", "0 A at 36,6 | 1 B at 36,28.9", {B}, marks=pytest.mark.rule("aofr.side.intimidate")),
    pytest.param(
        "overrun",
        "0 A at 8,6 | 0 A1 at 40,6 | 0 A2 at 8,30 | 0 A3 at 40,30 | 1 B at 60,42",
        {A},
        marks=pytest.mark.rule("aofr.side.overrun"),
    ),
    pytest.param(
        "overrun",
        "0 A at 8,6 | 0 A1 at 38,6 | 0 A2 at 8,30 | 0 A3 at 40,30 | 1 B at 60,42",
        NOBODY,
        marks=pytest.mark.rule("aofr.side.overrun"),
    ),
    pytest.param(
        "invade", "0 A at 8,37 | 0 A1 at 20,37 | 1 B at 60,42", {A}, marks=pytest.mark.rule("aofr.side.invade")
    ),
    pytest.param(
        "invade", "0 A at 8,37 | 0 A1 at 20,36.4 | 1 B at 60,42", NOBODY, marks=pytest.mark.rule("aofr.side.invade")
    ),
    pytest.param("defend", "0 A at 36,6 | 1 B at 8,12", BOTH, marks=pytest.mark.rule("aofr.side.defend")),
    pytest.param("defend", "0 A at 36,6 | 1 B at 8,11.5", {B}, marks=pytest.mark.rule("aofr.side.defend")),
]


@pytest.mark.parametrize(("slug", "line", "done_by"), PLACES)
def test_field_marshal_is_about_where_units_stand(slug: str, line: str, done_by: set[int]) -> None:
    assert completers(ended(lay(line), slug)) == done_by


@pytest.mark.rule("aofr.side.spread_out")
@pytest.mark.parametrize(("gap", "done_by"), [(12.0, {A}), (12.5, NOBODY)])
def test_spread_out_wants_a_unit_within_12_inches_of_each_corner(gap: float, done_by: set[int]) -> None:
    places = [f"0 A at 3.5,{0.5}", f"0 A1 at {72 - gap - 0.5},0.5", "0 A2 at 8.5,47.5", "0 A3 at 60.5,47.5"]
    line = " | ".join([*places, "1 B at 36,24"])
    table = lay(line, dict.fromkeys(("A", "A1", "A2", "A3", "B"), TINY))
    assert completers(ended(table, "spread_out")) == done_by


TWO_EACH = "0 A at 8,6 | 0 A1 at 20,6 | 1 B at 8,42 | 1 B1 at 20,42"


def in_the_activation_of(name: str, doing: Doing) -> Doing:
    def script(battle: Battle) -> Script[None]:
        unit = find(battle, name)
        battle.acting, battle.active = unit.id, unit.seat
        yield from doing(battle)
        battle.acting = None

    return script


@pytest.mark.rule("aofr.side.rush")
def test_rush_is_for_the_first_to_destroy_a_unit() -> None:
    assert completers(ended(lay(TWO_EACH), "rush", doing=[rout("B", "A")])) == {A}
    assert completers(ended(lay(TWO_EACH), "rush", doing=[rout("A", "B")])) == {B}
    assert completers(ended(lay(TWO_EACH), "rush")) == NOBODY
    both = in_the_activation_of("A1", rout("A", "B"))
    assert completers(ended(lay(TWO_EACH), "rush", doing=[both])) == {A}
    later = [in_the_activation_of("A1", rout("A")), in_the_activation_of("B1", rout("B"))]
    assert completers(ended(lay(TWO_EACH), "rush", doing=later)) == {B}


@pytest.mark.rule("aofr.side.finalize")
def test_finalize_is_for_the_last_to_destroy_a_unit() -> None:
    assert completers(ended(lay(TWO_EACH), "finalize", doing=[rout("B", "A")])) == {B}
    assert completers(ended(lay(TWO_EACH), "finalize", doing=[rout("A", "B")])) == {A}
    assert completers(ended(lay(TWO_EACH), "finalize")) == NOBODY
    both = in_the_activation_of("A1", rout("A", "B"))
    assert completers(ended(lay(TWO_EACH), "finalize", doing=[both])) == {B}


@pytest.mark.rule("aofr.side.conserve")
@pytest.mark.parametrize(("gone", "done_by"), [(4, BOTH), (5, {A})])
def test_conserve_wants_half_of_the_own_units_left(gone: int, done_by: set[int]) -> None:
    play = ended(lay(army(8)), "conserve", doing=[rout(*(f"B{i}" for i in range(gone)))])
    assert completers(play) == done_by


@pytest.mark.rule("aofr.side.erode")
@pytest.mark.parametrize(("units", "done_by"), [(8, {A}), (9, NOBODY)])
def test_erode_wants_half_of_the_enemy_units_destroyed(units: int, done_by: set[int]) -> None:
    play = ended(lay(army(units)), "erode", doing=[rout("B0", "B1", "B2", "B3")])
    assert completers(play) == done_by


def shots(shooter: str, *targets: str) -> Doing:
    """A volley at each of these, which then test morale and fail."""

    def script(battle: Battle) -> Script[None]:
        for name in targets:
            unit = find(battle, name)
            yield from wounds.suffer(battle, unit, 3, by=Cause(find(battle, shooter).id, "shooting"))
            yield from morale.end_of_activation(battle)

    return in_the_activation_of(shooter, script)


@pytest.mark.rule("aofr.side.terrify")
@pytest.mark.parametrize(("targets", "done_by"), [(("B", "B1"), {A}), (("B",), NOBODY)])
def test_terrify_counts_units_that_failed_tests_by_the_enemys_doing(
    targets: tuple[str, ...], done_by: set[int]
) -> None:
    play = ended(lay(TWO_EACH), "terrify", doing=[shots("A", *targets)], dice={"Morale": 1})
    assert completers(play) == done_by


@pytest.mark.rule("aofr.side.terrify")
def test_terrify_counts_one_unit_that_fails_twice_once() -> None:
    def again(battle: Battle) -> Script[None]:
        unit = find(battle, "B")
        unit.shaken = False
        for _ in range(2):
            yield from wounds.suffer(battle, unit, 1, by=Cause(find(battle, "A").id, "shooting"))
            yield from morale.end_of_activation(battle)

    doing = [in_the_activation_of("A", again)]
    play = ended(lay(TWO_EACH).set("B", start=12), "terrify", doing=doing, dice={"Morale": 1})
    assert completers(play) == NOBODY


@pytest.mark.rule("aofr.side.terrify")
def test_tests_that_nobody_caused_do_not_count_for_terrify() -> None:
    def danger(battle: Battle) -> Script[None]:
        for name in ("B", "B1"):
            yield from damage.automatic_wounds(battle, find(battle, name), 3)
        yield from morale.end_of_activation(battle)

    play = ended(lay(TWO_EACH), "terrify", doing=[in_the_activation_of("A", danger)], dice={"Morale": 1})
    assert completers(play) == NOBODY


def casts(tries: int) -> Doing:
    def script(battle: Battle) -> Script[None]:
        unit = find(battle, "A")
        for _ in range(tries):
            unit.tokens, unit.tried = (1,), ()
            yield from casting.cast_spells(battle, unit, "before the move")

    return script


@pytest.mark.rule("aofr.side.hex")
@pytest.mark.parametrize(("works", "done_by"), [(4, {A}), (3, NOBODY)])
def test_hex_wants_four_spells_that_worked(works: int, done_by: set[int]) -> None:
    table = lay("0 A at 36,20 | 1 B at 36,30 face 180", {"A": wizard(SPARK), "B": regiment(size=9)})
    dice: dict[str, Fall] = {"Casting": [4] * works + [3] * (7 - works), "to block": 6}
    play = ended(table, "hex", doing=[casts(7)], dice=dice)
    while not play.game.over:
        play.choose(target="B") if play.topic == "cast" else play.decline()
    assert completers(play) == done_by


GIANT = regiment(size=1, rules=["Tough(6)"])

FOES = {
    "B": regiment(size=20, cost=150),
    "B1": regiment(size=10, cost=200),
    "B2": regiment(size=3, cost=200),
    "B3": regiment(size=3, cost=60),
    "B4": GIANT,
    "B5": regiment(size=2, cost=400),
}
LARGE_LINE = (
    "0 A at 8,6 | 0 A1 at 20,6 | 1 B at 8,40 face 180 | 1 B1 at 20,42 face 180 | 1 B2 at 30,42 face 180 | "
    "1 B3 at 40,42 face 180 | 1 B4 at 50,42 face 180 | 1 B5 at 60,42 face 180"
)

COMBAT = [
    pytest.param("slaughter", ("B", "B1", "B2", "B3"), {A}, marks=pytest.mark.rule("aofr.side.slaughter")),
    pytest.param("slaughter", ("B", "B1", "B2", "B4"), NOBODY, marks=pytest.mark.rule("aofr.side.slaughter")),
    pytest.param("wipe_out", ("B", "A", "B1"), {A}, marks=pytest.mark.rule("aofr.side.wipe_out")),
    pytest.param("wipe_out", ("B", "A", "B4"), NOBODY, marks=pytest.mark.rule("aofr.side.wipe_out")),
    pytest.param("exterminate", ("B",), {A}, marks=pytest.mark.rule("aofr.side.exterminate")),
    pytest.param("exterminate", ("B1", "B2"), NOBODY, marks=pytest.mark.rule("aofr.side.exterminate")),
    pytest.param("butcher", ("B1",), {A}, marks=pytest.mark.rule("aofr.side.butcher")),
    pytest.param("butcher", ("B2",), {A}, marks=pytest.mark.rule("aofr.side.butcher")),
    pytest.param("butcher", ("B", "B5"), NOBODY, marks=pytest.mark.rule("aofr.side.butcher")),
    pytest.param("eradicate", ("B3",), {A}, marks=pytest.mark.rule("aofr.side.eradicate")),
    pytest.param("eradicate", ("B", "B1"), NOBODY, marks=pytest.mark.rule("aofr.side.eradicate")),
    pytest.param("massacre", ("B",), {A}, marks=pytest.mark.rule("aofr.side.massacre")),
    pytest.param("massacre", ("B1", "B2", "B3", "B4", "B5"), NOBODY, marks=pytest.mark.rule("aofr.side.massacre")),
]


@pytest.mark.parametrize(("slug", "gone", "done_by"), COMBAT)
def test_combat_master_is_about_units_of_three_models_or_more(
    slug: str, gone: tuple[str, ...], done_by: set[int]
) -> None:
    assert completers(ended(lay(LARGE_LINE, FOES), slug, doing=[rout(*gone)])) == done_by


@pytest.mark.rule("aofr.side.massacre")
@pytest.mark.parametrize(("fell", "done_by"), [(20, {A}), (19, NOBODY)])
def test_massacre_counts_models_of_all_units(fell: int, done_by: set[int]) -> None:
    def losses(battle: Battle) -> Script[None]:
        yield from wounds.suffer(battle, find(battle, "B"), fell - 10)
        yield from wounds.suffer(battle, find(battle, "B1"), 4)
        yield from rout("B1")(battle)

    assert completers(ended(lay(LARGE_LINE, FOES), "massacre", doing=[losses])) == done_by


MONSTERS = {"B": GIANT_12, "B1": GIANT_18, "B2": regiment(size=3, rules=["Tough(12)"], cost=900), "A": GIANT_12}
MONSTER_LINE = (
    "0 A at 8,6 | 0 A1 at 20,6 | 1 B at 8,42 face 180 | 1 B1 at 20,42 face 180 | 1 B2 at 40,42 face 180 | "
    "1 B3 at 50,42 face 180"
)

MONSTROUS = [
    pytest.param("eliminate", ("B", "B1"), {A}, marks=pytest.mark.rule("aofr.side.eliminate")),
    pytest.param("eliminate", ("B", "B2"), NOBODY, marks=pytest.mark.rule("aofr.side.eliminate")),
    pytest.param("destroy", ("B",), {A}, marks=pytest.mark.rule("aofr.side.destroy")),
    pytest.param("destroy", ("B", "A", "B2"), NOBODY, marks=pytest.mark.rule("aofr.side.destroy")),
    pytest.param("obliterate", ("B1",), {A}, marks=pytest.mark.rule("aofr.side.obliterate")),
    pytest.param("obliterate", ("B", "B2"), NOBODY, marks=pytest.mark.rule("aofr.side.obliterate")),
    pytest.param("erase", ("B",), {A}, marks=pytest.mark.rule("aofr.side.erase")),
    pytest.param("erase", ("B1", "B2"), NOBODY, marks=pytest.mark.rule("aofr.side.erase")),
    pytest.param("annihilate", ("B1",), {A}, marks=pytest.mark.rule("aofr.side.annihilate")),
    pytest.param("annihilate", ("B", "B3"), NOBODY, marks=pytest.mark.rule("aofr.side.annihilate")),
]


@pytest.mark.parametrize(("slug", "gone", "done_by"), MONSTROUS)
def test_monster_hunter_is_about_single_models_of_tough_12(slug: str, gone: tuple[str, ...], done_by: set[int]) -> None:
    assert completers(ended(lay(MONSTER_LINE, MONSTERS), slug, doing=[rout(*gone)])) - {B} == done_by


@pytest.mark.rule("aofr.side.decimate")
@pytest.mark.parametrize(
    ("hits", "done_by"),
    [((("B", 7), ("B", 5)), {A}), ((("B", 6), ("B1", 6)), NOBODY), ((("B2", 11), ("B", 11)), NOBODY)],
)
def test_decimate_wants_12_wounds_on_one_unit_of_tough_18(hits: tuple[tuple[str, int], ...], done_by: set[int]) -> None:
    def losses(battle: Battle) -> Script[None]:
        for name, count in hits:
            yield from wounds.suffer(battle, find(battle, name), count)

    table = lay(MONSTER_LINE, {"B": GIANT_18, "B1": GIANT_18, "B2": GIANT_12})
    assert completers(ended(table, "decimate", doing=[losses])) == done_by


@pytest.mark.rule("aofr.side.decimate")
def test_a_unit_of_tough_12_is_none_that_decimate_wants() -> None:
    table = lay(MONSTER_LINE, {"B": GIANT_12, "B1": GIANT_12})
    play = ended(table, "decimate", doing=[lambda battle: wounds.suffer(battle, find(battle, "B"), 12)])
    assert completers(play) == NOBODY


HERO_LINE = (
    "0 A at 8,6 | 0 A1 at 20,6 | 1 B at 8,42 face 180 | 1 B1 at 20,42 face 180 | 1 B2 at 40,42 face 180 | "
    "1 B3 at 50,42 face 180"
)
HEROES = {"A": HERO_3, "B": HERO_3, "B1": led(HERO_6), "B2": FOOT}

HEROIC = [
    pytest.param("slay", ("B", "B1"), {A}, marks=pytest.mark.rule("aofr.side.slay")),
    pytest.param("slay", ("B", "B2"), NOBODY, marks=pytest.mark.rule("aofr.side.slay")),
    pytest.param("execute", ("B", "A", "B1"), {A}, marks=pytest.mark.rule("aofr.side.execute")),
    pytest.param("execute", ("B", "A"), NOBODY, marks=pytest.mark.rule("aofr.side.execute")),
    pytest.param("terminate", ("B1",), {A}, marks=pytest.mark.rule("aofr.side.terminate")),
    pytest.param("terminate", ("B", "B2"), NOBODY, marks=pytest.mark.rule("aofr.side.terminate")),
    pytest.param("assassinate", ("B",), {A}, marks=pytest.mark.rule("aofr.side.assassinate")),
    pytest.param("assassinate", ("B1",), NOBODY, marks=pytest.mark.rule("aofr.side.assassinate")),
    pytest.param("murder", ("B1",), {A}, marks=pytest.mark.rule("aofr.side.murder")),
    pytest.param("murder", ("B",), NOBODY, marks=pytest.mark.rule("aofr.side.murder")),
    pytest.param("dispatch", ("B1",), {A}, marks=pytest.mark.rule("aofr.side.dispatch")),
    pytest.param("dispatch", ("B", "B2"), NOBODY, marks=pytest.mark.rule("aofr.side.dispatch")),
]


@pytest.mark.parametrize(("slug", "gone", "done_by"), HEROIC)
def test_heroic_general_is_about_heroes_alone_or_in_units(slug: str, gone: tuple[str, ...], done_by: set[int]) -> None:
    assert completers(ended(lay(HERO_LINE, HEROES), slug, doing=[rout(*gone)])) - {B} == done_by


@pytest.mark.rule("aofr.side.dispatch", "aofr.side.terminate")
def test_a_hero_that_was_picked_out_of_its_unit_is_dead_and_its_unit_is_not() -> None:
    def snipe(battle: Battle) -> Script[None]:
        yield from wounds.suffer(battle, find(battle, "B1"), 6, picked=HERO)

    play = ended(lay(HERO_LINE, HEROES), "dispatch", "terminate", doing=[snipe])
    assert [event.name for event in play.told(SideMissionCompleted)] == ["Terminate"]
