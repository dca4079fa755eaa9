"""Dice and Dice Rolls, as battles throw and read them."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.playing import carried_out
from warhost.dice import Chance, Dice
from warhost.play import Game, Roll, Setup, luck_of
from warhost.rulesets.essence_of_war.chapters.general.discipline import DisciplineTest, discipline_test, passing
from warhost.rulesets.essence_of_war.core.battle import Battle, Effect, Unit
from warhost.rulesets.essence_of_war.core.moments import MODEL_RULES, ModelRule
from warhost.rulesets.essence_of_war.ruleset import RULESET
from warhost.rulesets.essence_of_war.shown import events

from .harness import Fall, Play, Table, draw

ARCHERS = "Lowborn Archers at 18,10 models=5 | Ghouls at 18,20 face 180"
"""Five Longbows of 4+ and Strength 3; Ghouls of Resilience 4 without armour."""

CARDS = "eow.magic.flux_draw"


def volley(table: Table, *dice: tuple[int, ...]) -> Play:
    shooter, target = table.battle.units[:2]
    return table.play(dice, phase="shooting").choose(unit=shooter.name, target=target.name)


def hit_and_wounded(play: Play) -> tuple[int, int]:
    event = play.told(events.AttackResolved)[0]
    return event.hits, event.wounds


def break_test(table: Table, name: str, *dice: tuple[int, ...]) -> tuple[list[int], list[int], bool]:
    """A Break Test of that unit: how many dice each roll had, their totals, and whether it was passed."""
    done = carried_out(discipline_test(table.battle, table.unit(name), "break", "eow.break.test"), dice)
    totals = [event.total for event in done.events if isinstance(event, events.DisciplineTested)]
    return [Dice.parse(roll.dice).faces for roll in done.rolls], totals, done.value


@pytest.mark.rule("eow.dice.d6")
def test_a_battle_is_fought_with_dice_that_show_one_to_six_each_as_often_as_any_other() -> None:
    luck, chance = luck_of(Chance("eight battles")), Chance("answers")
    setup = Setup(ruleset="eow", armies=("Ogre Khans", "Vermin Swarm"), map="1")
    faces: Counter[int] = Counter()

    def noted(roll: Roll) -> tuple[int, ...]:
        thrown = luck(roll)
        if roll.rule != CARDS:
            assert Dice.parse(roll.dice).sides == 6, roll
            faces.update(thrown)
        return thrown

    for _ in range(8):
        game = Game(RULESET, RULESET.set_up(setup), noted, history=False)
        while not game.over:
            answers = game.asked.suggestions()
            game.answer(answers[chance.pick(len(answers))])
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    # 20.5 is exceeded by fair dice once in a thousand seeds; this seed is fixed.
    expected = faces.total() / 6
    assert faces.total() > 300
    assert sum((faces[face] - expected) ** 2 / expected for face in range(1, 7)) < 20.5


@pytest.mark.rule("eow.dice.target_number")
def test_a_roll_of_the_needed_number_or_more_succeeds() -> None:
    play = volley(draw(ARCHERS), (3, 4, 5, 6, 2), (4, 5, 6))
    assert [roll.need for roll in play.rolls] == [4, 5]
    assert hit_and_wounded(play) == (3, 2)


@pytest.mark.rule("eow.dice.sum")
def test_dice_rolled_together_are_added_up_and_a_written_number_is_added_once() -> None:
    table = draw("0 Imperial Guard at 18,10 fleeing | 1 Ghouls at 18,40 face 180")
    dice: dict[str, Fall] = {"Rally": 6, "Flee": (2, 5), "": 1}
    fled = table.play(dice, phase="movement").told(events.UnitFled)
    assert [event.rolled for event in fled] == [7]
    # Two chariots with D3+1 hits each: 3 and 1, and 1 for each of them.
    chariots = draw("Skeleton Chariots at 18,10 charging | Ghouls at 18,20 face 180").fight(
        "Skeleton Chariots", "Ghouls"
    )
    hits: dict[str, Fall] = {"Impact": [(5, 2), 1], "": 1}
    play = chariots.play(hits, phase="melee")
    assert [roll.dice for roll in play.rolls if "Impact" in roll.why][:2] == ["2D3+2", "6D6"]


@pytest.mark.rule("eow.dice.d3")
@pytest.mark.parametrize(("face", "hits"), [(1, 2), (2, 2), (3, 3), (4, 3), (5, 4), (6, 4)])
def test_a_d3_is_half_of_a_d6_rounded_up(face: int, hits: int) -> None:
    table = draw("Skeleton Chariots at 18,10 charging models=1 | Ghouls at 18,20 face 180")
    dice: dict[str, Fall] = {"Impact": [(face,), 1], "": 1}
    play = table.fight("Skeleton Chariots", "Ghouls").play(dice, phase="melee")
    assert [roll.dice for roll in play.rolls if "Impact" in roll.why][:2] == ["D3+1", f"{hits}D6"]


def blessed(table: Table, spell: str) -> Table:
    """The table with a spell of the first player on its first unit."""
    return table.set(table.battle.units[0].name, effects=(Effect(spell, 0, 0, 0),))


@pytest.mark.rule("eow.dice.reroll_once")
def test_a_die_is_rolled_again_once_and_the_second_result_stands() -> None:
    guard = draw("Imperial Guard at 18,10 models=5 | Ghouls at 18,20 face 180")
    table = blessed(guard.fight("Imperial Guard", "Ghouls"), "Spectral Blades")
    wounds: Fall = [(6, 1, 1, 2, 1), (1, 6, 1, 1)]
    dice: dict[str, Fall] = {"Imperial Guard Melee Attacks: to hit": 6, "To-Wound": wounds, "": 1}
    play = table.play(dice, phase="melee")
    assert [roll.dice for roll in play.rolls if "To-Wound" in roll.why] == ["5D6", "4D6"]
    assert [event.wounds for event in play.told(events.AttackResolved) if event.attacker == 0] == [2]


@pytest.mark.rule("eow.dice.reroll_once")
def test_two_rules_that_roll_a_failed_test_again_give_one_more_roll_that_may_be_worse() -> None:
    table = draw("Warriors at 18,10 | Ghouls at 18,40 face 180")
    table.change("Warriors", ["Path of the Favoured", "Path of the Favoured"])
    assert break_test(table, "Warriors", (5, 5), (6, 6)) == ([2, 2], [10, 12], False)
    assert break_test(table, "Warriors", (5, 5), (1, 1)) == ([2, 2], [10, 2], True)


@pytest.mark.rule("eow.dice.modifier")
def test_a_modifier_counts_before_the_roll_is_compared() -> None:
    plain, better = draw(ARCHERS), blessed(draw(ARCHERS), "Flaming Swords")
    # Strength 3 against Resilience 4 wounds on 5+; with 1 more on the roll, a 4 is enough.
    assert hit_and_wounded(volley(plain, (4,) * 5, (5, 4, 4, 3, 2))) == (5, 1)
    assert hit_and_wounded(volley(better, (4,) * 5, (5, 4, 4, 3, 2))) == (5, 3)


@pytest.mark.rule("eow.dice.natural")
def test_a_natural_one_and_a_natural_six_count_whatever_the_modifiers() -> None:
    # Strength 3 with 1 more on the roll: against Resilience 1 a 1 would do, against Resilience 10 not even a 6.
    easy = blessed(draw(ARCHERS), "Flaming Swords").change("Ghouls", res=1)
    hard = draw(ARCHERS).change("Ghouls", res=10)
    assert hit_and_wounded(volley(easy, (4,) * 5, (1, 1, 2, 2, 2))) == (5, 3)
    assert hit_and_wounded(volley(hard, (4,) * 5, (6, 5, 5, 5, 5))) == (5, 1)


@pytest.mark.rule("eow.dice.natural")
def test_a_rule_that_names_a_natural_six_looks_at_the_face_alone() -> None:
    # Poisoned Javelins at Long Range need 5+ instead of 4+: a 6 on the die stays a natural 6, a 5 is none.
    table = draw("Skink Hunters at 18,8 models=3 files=3 | Ghouls at 18,18 face 180")
    play = volley(table, (4, 5, 6), (1,))
    assert play.rolls[0].need == 5
    assert hit_and_wounded(play) == (2, 1)


class Reckless(ModelRule):
    """Its Discipline Tests are Maximised, as nothing in the patrols is."""

    name, id = "Reckless", "eow.dice.maximised"

    def on_discipline(self, battle: Battle, bearer: Unit, test: DisciplineTest) -> None:
        test.dice = test.dice.maximised()


@pytest.fixture
def _reckless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MODEL_RULES.rules, "Reckless", Reckless)


def of_rules(*rules: str) -> Table:
    return draw("Warriors at 18,10 | Ghouls at 18,40 face 180").change("Warriors", rules, dis=7)


@pytest.mark.rule("eow.dice.minimised")
def test_a_minimised_roll_throws_a_die_more_and_drops_the_highest() -> None:
    table = of_rules("Communal Bond")
    assert break_test(table, "Warriors", (2, 6, 3)) == ([3], [5], True)
    assert passing(table.battle, table.unit("Warriors"), "break") > 21 / 36


@pytest.mark.rule("eow.dice.maximised")
@pytest.mark.usefixtures("_reckless")
def test_a_maximised_roll_throws_a_die_more_and_drops_the_lowest() -> None:
    table = of_rules("Reckless")
    assert break_test(table, "Warriors", (2, 6, 3)) == ([3], [9], False)
    assert passing(table.battle, table.unit("Warriors"), "break") < 21 / 36


@pytest.mark.rule("eow.dice.max_min_cancel")
@pytest.mark.usefixtures("_reckless")
@pytest.mark.parametrize("rules", [("Reckless", "Communal Bond"), ("Communal Bond", "Reckless", "Reckless")])
def test_a_roll_that_is_maximised_and_minimised_is_a_plain_one(rules: tuple[str, ...]) -> None:
    table = of_rules(*rules)
    assert break_test(table, "Warriors", (2, 6)) == ([2], [8], False)
    assert passing(table.battle, table.unit("Warriors"), "break") == pytest.approx(21 / 36)
