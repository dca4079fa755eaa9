"""Characteristics and what changes them, Types and Heights (Priority of Modifiers; Model Type and Height)."""

from typing import Literal

import pytest

from tests.fantasy_battles.harness import Table, draw, happen
from tests.fantasy_battles.troops import TROOPS, changed
from warhost.play.rules.tally import Tally
from warhost.rulesets.fantasy_battles.chapters.general.dangerous import dice_for_each
from warhost.rulesets.fantasy_battles.chapters.general.discipline import discipline_test
from warhost.rulesets.fantasy_battles.chapters.general.running import dice_of
from warhost.rulesets.fantasy_battles.core.battle import Battle, Boon, Unit
from warhost.rulesets.fantasy_battles.core.entries import FULL_RANK, Entry, Height, ModelType, rules_of
from warhost.rulesets.fantasy_battles.core.formation import full_ranks
from warhost.rulesets.fantasy_battles.core.moments import BOONS, BoonRule
from warhost.rulesets.fantasy_battles.core.values import value
from warhost.rulesets.fantasy_battles.rules.model_rules import Swiftstride


class Sets(BoonRule):
    """Discipline and Advance Rate are set to the number of the boon."""

    def sets(self, battle: Battle, bearer: Unit, name: str) -> int | None:
        return self.boon.form if name in ("dis", "adv") else None


class Doubles(BoonRule):
    def scales(self, battle: Battle, bearer: Unit, name: str) -> tuple[int, int] | None:
        return (2, 1)


class Halves(BoonRule):
    def scales(self, battle: Battle, bearer: Unit, name: str) -> tuple[int, int] | None:
        return (1, 2)


class Adds(BoonRule):
    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        tally.add(self.boon.form, "a test")


class AtLeast(BoonRule):
    def limits(self, battle: Battle, bearer: Unit, name: str) -> tuple[int | None, int | None]:
        return self.boon.form, None


class AtMost(BoonRule):
    def limits(self, battle: Battle, bearer: Unit, name: str) -> tuple[int | None, int | None]:
        return None, self.boon.form


@pytest.fixture(autouse=True)
def boons(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boons that do nothing but change values."""
    for cls in (Sets, Doubles, Halves, Adds, AtLeast, AtMost):
        monkeypatch.setitem(BOONS.rules, cls.__name__, cls)


def given(table: Table, name: str, *boons: tuple[str, int] | str) -> Table:
    told = (boon if isinstance(boon, tuple) else (boon, 0) for boon in boons)
    return table.set(name, boons=tuple(Boon(what, "game", form) for what, form in told))


def advance(printed: int, *boons: tuple[str, int] | str) -> int:
    table = given(draw("Spearmen at 36,10 | Swordsmen at 36,40 face 180"), "Spearmen", *boons)
    table.change("Spearmen", adv=printed)
    return value(table.battle, table.unit("Spearmen"), "adv")


def discipline_used(table: Table, name: str, kind: Literal["panic", "rally"] = "panic") -> int:
    """The Discipline on which a unit takes such a test."""
    unit = table.unit(name)
    game = happen(table, lambda battle: discipline_test(battle, battle.units[unit.id], kind, "t9a.x"), dice=[(1, 1)])
    return int(game.rolls[0].why.rpartition(" ")[2])


@pytest.mark.rule("t9a.modifiers.step1_set_values")
@pytest.mark.parametrize(
    ("own", "general", "target"), [((), (), 9), ((), (("Adds", -1),), 8), ((("Adds", -1),),) * 2 + (7,)]
)
def test_a_borrowed_discipline_has_the_lenders_modifiers_before_those_of_the_borrower(
    own: tuple[tuple[str, int], ...], general: tuple[tuple[str, int], ...], target: int
) -> None:
    table = draw("Spearmen at 36,10 | General at 36,14 | Swordsmen at 36,40 face 180")
    given(given(table, "Spearmen", *own), "General", *general)
    assert discipline_used(table, "Spearmen") == target


@pytest.mark.rule("t9a.modifiers.step1_set_values", "t9a.modifiers.step2_multiply_divide", "t9a.modifiers.full_chain")
def test_what_sets_a_value_comes_before_all_else() -> None:
    assert advance(5, ("Sets", 8), "Halves", ("Adds", 1)) == 5
    assert advance(5, ("Sets", 8), ("Sets", 6)) == 6


@pytest.mark.rule("t9a.modifiers.step2_multiply_divide")
@pytest.mark.parametrize(("printed", "halved"), [(7, 4), (5, 3), (4, 2)])
def test_fractions_are_rounded_up(printed: int, halved: int) -> None:
    assert advance(printed, "Halves") == halved


@pytest.mark.rule("t9a.modifiers.step3_add_subtract")
def test_additions_come_after_divisions() -> None:
    assert advance(10, ("Adds", -1), "Halves") == 4


@pytest.mark.rule("t9a.modifiers.step4_always_never")
def test_limits_come_last() -> None:
    assert advance(5, ("Adds", -4), ("AtLeast", 3)) == 3
    assert advance(5, ("Adds", 4), ("AtMost", 6)) == 6
    assert advance(2, ("Adds", -4)) == 0


@pytest.mark.rule("t9a.modifiers.same_step_order")
def test_modifiers_of_one_step_come_in_the_order_that_leaves_least() -> None:
    assert advance(5, "Halves", "Doubles") == 5
    assert advance(5, ("AtLeast", 4), ("AtMost", 3)) == 3


@pytest.mark.rule("t9a.modifiers.full_chain", "t9a.decimated.rally")
@pytest.mark.parametrize(("kind", "target"), [("rally", 4), ("panic", 8)])
def test_the_four_steps_run_one_after_the_other(kind: Literal["panic", "rally"], target: int) -> None:
    # Discipline 6, set to the General's 9, halved for the Rally Test of a Decimated unit, 1 less by a modifier.
    table = draw("Spearmen at 36,10 | General at 36,14 | Swordsmen at 36,40 face 180")
    table.change("Spearmen", dis=6).set("Spearmen", models=5, fleeing=True)
    given(table, "Spearmen", ("Adds", -1))
    assert discipline_used(table, "Spearmen", kind) == target


RULES_OF_TYPE: list[tuple[ModelType, set[str]]] = [
    ("Infantry", set()),
    ("Beast", {"Swiftstride"}),
    ("Cavalry", {"Cannot be Stomped", "Swiftstride", "Tall"}),
    ("Construct", {"Chariot"}),
]
TYPES = [pytest.param(kind, rules, marks=pytest.mark.rule(f"t9a.type.{kind.lower()}")) for kind, rules in RULES_OF_TYPE]


@pytest.mark.parametrize(("kind", "rules"), TYPES)
def test_a_type_brings_its_rules(kind: ModelType, rules: set[str]) -> None:
    assert set(changed("Spearmen", type=kind).all_rules) == rules
    assert set(changed("Spearmen", type=kind, rules=("Fly",)).all_rules) == {"Fly", *rules}


GIGANTIC = {"Fear", "Massive Bulk", "Stomp Attacks (D6)", "Terror", "Towering Presence"}
RULES_OF_HEIGHT: list[tuple[Height, set[str], int]] = [
    ("Standard", set(), 5),
    ("Large", {"Stomp Attacks (1)"}, 3),
    ("Gigantic", GIGANTIC, 1),
]
HEIGHTS = [
    pytest.param(height, rules, full, marks=pytest.mark.rule(f"t9a.height.{height.lower()}"))
    for height, rules, full in RULES_OF_HEIGHT
]


@pytest.mark.parametrize(("height", "rules", "full"), HEIGHTS)
def test_a_height_brings_its_rules_and_its_full_ranks(height: Height, rules: set[str], full: int) -> None:
    entry = changed("Spearmen", height=height)
    assert set(entry.all_rules) == rules
    assert set(changed("Spearmen", height=height, rules=("Fly",)).all_rules) == {"Fly", *rules}
    assert entry.full_rank == FULL_RANK[height] == full


@pytest.mark.rule("t9a.type.one_type_one_height")
def test_a_model_has_the_rules_of_its_type_and_of_its_height() -> None:
    assert set(changed("Giant", type="Beast").all_rules) == {"Swiftstride", *GIGANTIC}


@pytest.mark.rule("t9a.type.construct", "t9a.type.one_type_one_height")
def test_a_large_construct_makes_no_stomp_attacks() -> None:
    assert set(changed("Chariot", height="Large").all_rules) == {"Chariot"}
    stomping: Entry = changed("Chariot", rules=("Stomp Attacks (D6)",))
    assert set(stomping.all_rules) == {"Chariot"}


@pytest.mark.rule("t9a.special.chariot", "t9a.type.construct", "t9a.terrain.dangerous_dice")
@pytest.mark.parametrize(("height", "dice"), [("Standard", 2), ("Large", 3), ("Gigantic", 4)])
def test_a_chariot_rolls_a_die_more_in_dangerous_terrain(height: Height, dice: int) -> None:
    table = draw("Chariot at 36,10").change("Chariot", height=height)
    assert dice_for_each(table.battle, table.unit("Chariot")) == dice


@pytest.mark.rule("t9a.special.chariot")
def test_the_rule_and_not_the_type_makes_a_chariot() -> None:
    table = draw("Ogres at 36,10 | Wolves at 20,10").change("Ogres", ["Chariot"])
    assert dice_for_each(table.battle, table.unit("Ogres")) == 3
    assert dice_for_each(table.battle, table.unit("Wolves")) == 1


@pytest.mark.rule("t9a.height.full_ranks")
@pytest.mark.parametrize(
    ("height", "models", "files", "full"),
    [
        ("Standard", 14, 5, 2),
        ("Standard", 15, 5, 3),
        ("Large", 10, 4, 2),
        ("Standard", 16, 4, 0),
        ("Gigantic", 3, 1, 3),
    ],
)
def test_a_rank_is_full_by_the_height_of_its_models(height: Height, models: int, files: int, full: int) -> None:
    table = draw("Spearmen at 36,10").change("Spearmen", height=height).set("Spearmen", models=models, files=files)
    assert full_ranks(table.battle, table.unit("Spearmen")) == full


@pytest.mark.rule("t9a.special.light_troops")
def test_light_troops_have_no_full_ranks() -> None:
    table = draw("Spearmen at 36,10")
    assert full_ranks(table.battle, table.unit("Spearmen")) == 4
    table.change("Spearmen", ["Light Troops"])
    assert full_ranks(table.battle, table.unit("Spearmen")) == 0


@pytest.mark.rule("t9a.special.swiftstride", "t9a.type.beast", "t9a.special.maximised_roll")
def test_swiftstride_needs_every_model_of_the_unit() -> None:
    table = draw("Wolves at 36,10 | Captain at 10,10")
    for run in ("charge", "flee", "pursuit"):
        assert str(dice_of(table.battle, table.unit("Wolves"), run)) == "3D6kh2"
    assert dice_of(table.battle, table.unit("Wolves"), "charge").total((1, 4, 6)) == 10
    table.change("Captain", base=(25, 50)).join("Captain", "Wolves")
    assert str(dice_of(table.battle, table.unit("Wolves"), "charge")) == "2D6"


@pytest.mark.rule("t9a.type.beast")
@pytest.mark.parametrize(
    ("height", "brought"),
    [
        ("Standard", set()),
        ("Large", {"Stomp Attacks (1)"}),
        ("Gigantic", {"Fear", "Massive Bulk", "Stomp Attacks (D6)", "Terror", "Towering Presence"}),
    ],
)
def test_beasts_have_swiftstride_and_else_what_their_height_brings(height: Height, brought: set[str]) -> None:
    assert set(rules_of("Beast", height, ())) == {"Swiftstride", *brought}


class Slowed(BoonRule):
    def extra_dice(self, battle: Battle, bearer: Unit, run: str) -> int:
        return -1


@pytest.mark.rule("t9a.special.minimised_roll", "t9a.special.maximised_roll")
def test_a_minimised_roll_drops_the_highest_and_cancels_a_maximised_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOONS.rules, "Slowed", Slowed)
    table = draw("Wolves at 36,10 | Spearmen at 10,10")
    given(given(table, "Wolves", "Slowed"), "Spearmen", "Slowed")
    assert str(dice_of(table.battle, table.unit("Wolves"), "charge")) == "2D6"
    minimised = dice_of(table.battle, table.unit("Spearmen"), "charge")
    assert (minimised.faces, minimised.total((3, 1, 6))) == (3, 4)


def test_the_troops_of_the_tests_are_of_every_type_and_height() -> None:
    assert {entry.type for entry in TROOPS.values()} == {kind for kind, _ in RULES_OF_TYPE}
    assert {entry.height for entry in TROOPS.values()} == {height for height, _, _ in RULES_OF_HEIGHT}
    assert Swiftstride.needs == "all"
