"""Discipline Tests: what is rolled, against whose Discipline, and that all of them are of one family."""

from __future__ import annotations

import pytest

from tests.essence_of_war.harness import Fall, draw
from warhost.rulesets.essence_of_war.chapters.general.discipline import passing_odds as odds_of_test
from warhost.rulesets.essence_of_war.shown import events

FLEEING = "Handgunners at 18,20 fleeing | Imperial Guard at 18,46 face 180"


@pytest.mark.rule("eow.discipline.test")
@pytest.mark.parametrize(("faces", "passed"), [((3, 4), True), ((4, 4), False), ((1, 1), True)])
def test_two_dice_equal_to_the_discipline_or_lower_pass(faces: tuple[int, int], passed: bool) -> None:
    play = draw(FLEEING).play([faces, (1, 1), 1], phase="movement")
    (test,) = play.told(events.DisciplineTested)
    assert (test.total, test.needed, test.passed) == (sum(faces), 7, passed)
    assert play.unit("Handgunners").fleeing is not passed


@pytest.mark.rule("eow.discipline.nominate")
def test_the_best_discipline_in_the_unit_is_used() -> None:
    table = draw(f"{FLEEING} | Wizard at 3,3").change("Handgunners", dis=6).change("Wizard", rules=(), dis=8)
    table.join("Wizard", "Handgunners")
    (test,) = table.play([(4, 4), 1], phase="movement").told(events.DisciplineTested)
    assert (test.needed, test.passed) == (8, True)


@pytest.mark.rule("eow.discipline.nominate")
@pytest.mark.parametrize(("general", "target"), [(8, 8), (5, 7)])
def test_a_lent_discipline_is_used_only_if_it_is_better(general: int, target: int) -> None:
    table = draw(f"Wizard at 16,16 | {FLEEING}").change("Wizard", dis=general)
    assert table.play([(1, 1), 1], phase="movement").told(events.DisciplineTested)[0].needed == target


@pytest.mark.rule("eow.discipline.family")
def test_what_touches_discipline_tests_touches_every_kind_of_them() -> None:
    """Tegu Warriors drop the highest of three dice in Rally, Panic, Break, Redirect and Combat Pivot Tests alike."""
    seen: dict[str, str] = {}

    def note(line: str, dice: dict[str, Fall], *keys: str, fight: bool = False, **fields: object) -> None:
        table = draw(line)
        if fight:
            table.fight("Iron Orcs", "Tegu Warriors")
        play = table.play(dice, **fields)
        for key in keys:
            play.choose(key)
        for roll in play.rolls:
            if "test on Discipline" in roll.why and roll.unit == play.unit("Tegu Warriors").id:
                seen.setdefault(roll.why.partition(" test")[0], roll.dice)

    note("Tegu Warriors at 18,20 fleeing | Iron Orcs at 18,46 face 180", {"": 1}, phase="movement")
    note(
        "Orc Shaman at 18,4 | 1 Tegu Warriors at 18,20 face 180 models=4",
        {"Save": 1, "Panic": 1, "Hits": 1, "": 6},
        "0:Fireball:5>1",
        "3",
        phase="magic",
        stage="cast",
        pools=(9, 0),
    )
    note(
        "Iron Orcs at 18,10 models=4 | Tegu Warriors at 18,20 face 180",
        {"Iron Orcs Melee": 6, "": 1},
        phase="melee",
        fight=True,
    )
    note(
        "Tegu Warriors at 18,10 | 1 Imperial Guard at 18,18 face 180 | 1 Handgunners at 24,18 face 180",
        {"": 1},
        "0>1",
        "flee",
        "redirect",
    )
    assert set(seen) >= {"Rally", "Panic", "Break", "Redirect"}
    assert set(seen.values()) == {"minimised 2D6"}


def test_the_chance_of_a_test_is_exact() -> None:
    battle = draw(FLEEING).battle
    odds = odds_of_test("rallies", battle, battle.units[0], "rally")
    assert odds.value == pytest.approx(21 / 36)
    assert [part.amount for part in odds.parts] == [7]
