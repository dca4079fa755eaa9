"""Characteristics: what each is for, and how far modifiers reach. Units: ranks, files, one body."""

from __future__ import annotations

from functools import partial

import pytest

from tests.essence_of_war.harness import Fall, Play, Table, carried_out, draw, refused_move, with_rules
from warhost.play.questions import Manoeuvre, Part
from warhost.play.rules.tally import Tally
from warhost.rulesets.essence_of_war.chapters.general.discipline import discipline_test
from warhost.rulesets.essence_of_war.chapters.movement.movement import advance_kind
from warhost.rulesets.essence_of_war.core.battle import Battle, Effect, Unit
from warhost.rulesets.essence_of_war.core.entries import best
from warhost.rulesets.essence_of_war.core.formation import ranks
from warhost.rulesets.essence_of_war.core.moments import SPELLS, Speaker
from warhost.rulesets.essence_of_war.core.values import limited, value
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.core.formation import boundary, models
from warhost.table import TOLERANCE, Forward, touches


class Changed(Speaker):
    """A spell that changes one characteristic by a number."""

    name, id = "Changed", "eow.stat.floor_zero"

    def __init__(self, of: str, by: int) -> None:
        self.of = of
        self.by = by

    @classmethod
    def cast(cls, of: str, by: int, effect: Effect) -> Changed:
        return cls(of, by)

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        if name == self.of:
            tally.add(self.by, self)


def changed(monkeypatch: pytest.MonkeyPatch, line: str, **changes: int | tuple[int, ...]) -> Table:
    """A table on which the first unit is under spells that change its characteristics."""
    table = draw(line)
    effects = []
    for key, amounts in changes.items():
        name = key.rstrip("_")
        for place, amount in enumerate((amounts,) if isinstance(amounts, int) else amounts):
            spell = f"Changed {name} {amount} {place}"
            monkeypatch.setitem(SPELLS.rules, spell, partial(Changed.cast, name, amount))
            effects.append(Effect(spell, 0, 0))
    table.battle.units[0].effects = tuple(effects)
    return table


def of(table: Table, name: str) -> int:
    return value(table.battle, table.battle.units[0], name)


def fought(table: Table, *dice: tuple[int, ...]) -> Play:
    """The Melee Phase with these dice; every Discipline Test after the last blow is passed."""
    return table.play(dice=(*dice, *[(1, 1)] * 4), phase="melee")


@pytest.mark.rule("eow.stat.adv")
def test_advance_is_the_length_of_an_advance_and_the_base_of_a_charge() -> None:
    game = draw("Mongrel Herd at 18,10 | Ghouls at 18,40 face 180 | 0 Mage at 2,2").play(phase="movement")
    game.choose(unit="Mongrel Herd")
    question = game.question
    assert isinstance(question, Manoeuvre)
    assert {kind.name: kind.forward for kind in question.kinds}["advance"] == 5
    assert refused_move(game, "advance", Forward(5.1))
    game.move("advance", Forward(5))
    assert game.unit("Mongrel Herd").moved


@pytest.mark.rule("eow.stat.adv")
@pytest.mark.parametrize(("away", "possible"), [(17.0, True), (17.1, False)])
def test_the_longest_charge_is_advance_and_12(away: float, possible: bool) -> None:
    deep = 60 / 25.4
    game = draw(f"Mongrel Herd at 18,10 | Ghouls at 18,{10 + deep + away} face 180").play(phase="charge")
    offered = game.topic == "declare charge" and game.offers(unit="Mongrel Herd", target="Ghouls")
    assert offered is possible


@pytest.mark.rule("eow.stat.adv")
@pytest.mark.parametrize(("unit", "adv"), [("Mongrel Herd", 5), ("Greybeards", 3), ("Minotaurs", 6)])
def test_each_unit_advances_and_charges_at_its_own_rate(unit: str, adv: int) -> None:
    line = f"{unit} at 18,10 | Ghouls at 18,20 face 180 | 0 Mage at 2,2"
    assert advance_kind(draw(line).battle, draw(line).unit(unit)).forward == adv
    game = draw(line).play(dice=[(3, 4)], phase="charge")
    game.choose(unit=unit, target="Ghouls").until(phase="movement")
    assert game.told(events.ChargeRangeRolled)[0].inches == 7 + adv


@pytest.mark.rule("eow.stat.mar")
def test_march_is_the_length_of_a_march() -> None:
    game = draw("Mongrel Herd at 18,10 | Ghouls at 18,40 face 180 | 0 Mage at 2,2").play(phase="movement")
    game.choose(unit="Mongrel Herd")
    assert refused_move(game, "march", Forward(10.1))
    game.move("march", Forward(10))
    assert game.unit("Mongrel Herd").marched


@pytest.mark.rule("eow.stat.dis")
@pytest.mark.parametrize(("dice", "passed"), [((4, 4), True), ((5, 4), False), ((1, 1), True)])
def test_discipline_is_what_two_dice_may_show(dice: tuple[int, int], passed: bool) -> None:
    table = draw("Druid at 18,10")
    done = carried_out(discipline_test(table.battle, table.unit("Druid"), "panic", "eow.stat.dis"), [dice])
    assert done.value is passed


@pytest.mark.rule("eow.stat.def", "eow.stat.off")
@pytest.mark.parametrize(
    ("offence", "defence", "need"), [(4, 4, 4), (4, 3, 3), (5, 3, 3), (8, 4, 2), (1, 5, 5), (1, 9, 6)]
)
def test_offensive_less_defensive_skill_gives_the_roll_to_hit(offence: int, defence: int, need: int) -> None:
    table = with_rules("Minotaurs at 18,10 | Mage at 18,20 face 180", "Minotaurs", (), off=offence, agi=9)
    table.change("Mage", def_=defence)
    game = table.fight("Mage", "Minotaurs").play({"": 1}, phase="melee")
    assert game.rolls[0].need == need


@pytest.mark.rule("eow.stat.str", "eow.stat.res", "eow.stat.ap", "eow.stat.arm")
def test_strength_and_armour_penetration_are_those_of_melee_attacks() -> None:
    # Minotaurs: Strength 5, AP 2, against Resilience 4 and Armour 4: wounded on 3+, saved on 5+.
    table = with_rules("Minotaurs at 18,10 | Mage at 18,20 face 180", "Minotaurs", (), agi=9)
    table.change("Mage", res=4, arm=4).fight("Mage", "Minotaurs")
    dice: dict[str, Fall] = {"to hit": 6, "Minotaurs Melee Attacks: To-Wound": (3, 2, 2), "Save": 4, "": 1}
    game = table.play(dice, phase="melee")
    assert [roll.need for roll in game.rolls[:3]] == [4, 3, 5]
    assert game.unit("Mage").wounds == 1


@pytest.mark.rule("eow.stat.att")
def test_models_in_contact_strike_as_often_as_their_attack_value() -> None:
    # Three Minotaurs with Attack Value 3, all in contact with a wide line.
    table = draw("Minotaurs at 18,10 | Zombies at 18,20 face 180").fight("Minotaurs", "Zombies")
    table.change("Zombies", agi=0)
    table.change("Minotaurs", ())
    game = fought(table, (1,) * 9, (1,) * 10)
    assert game.rolls[0].dice == "9D6"


@pytest.mark.rule("eow.stat.agi", "eow.melee.agility_order")
def test_higher_agility_strikes_first_and_the_dead_do_not_strike_back() -> None:
    # Dryads (Agility 5) against two Goblins (Agility 3) of whom both fall.
    table = draw("Dryads at 18,10 | Goblin Rabble at 18,20 face 180 models=2").fight("Dryads", "Goblin Rabble")
    game = table.play({"Dryads": 6, "": 1}, phase="melee")
    assert not game.unit("Goblin Rabble").on_table
    assert all(roll.unit == 0 for roll in game.rolls if "to hit" in roll.why)


@pytest.mark.rule("eow.stat.armour_cap")
def test_armour_never_rises_above_5() -> None:
    table = draw("Feudal Knights at 18,10").set("Feudal Knights", effects=(Effect("Word of Iron", 0, 0),))
    assert of(table, "arm") == 5
    goblins = draw("Goblin Rabble at 18,10").set("Goblin Rabble", effects=(Effect("Word of Iron", 0, 0),))
    assert of(goblins, "arm") == 3


@pytest.mark.rule("eow.stat.agi_dis_cap")
def test_agility_and_discipline_never_rise_above_10(monkeypatch: pytest.MonkeyPatch) -> None:
    table = changed(monkeypatch, "Flame Wardens at 18,10", agi=(3, 3), dis=1)
    assert (of(table, "agi"), of(table, "dis")) == (10, 10)
    table = changed(monkeypatch, "Hold Guardians at 18,10", dis=1)
    assert of(table, "dis") == 10
    table = changed(monkeypatch, "Druid at 18,10", agi=4, dis=1)
    assert (of(table, "agi"), of(table, "dis")) == (9, 9)


@pytest.mark.rule("eow.stat.no_other_cap")
def test_nothing_else_has_a_ceiling(monkeypatch: pytest.MonkeyPatch) -> None:
    table = changed(monkeypatch, "Iron Orcs at 18,10", str=(2, 1), off=(3, 2, 2), def_=8, ap=9, att=12, res=9, adv=9)
    values = tuple(of(table, name) for name in ("str", "off", "def", "ap", "att", "res", "adv"))
    assert values == (9, 12, 13, 13, 13, 13, 13)


@pytest.mark.rule("eow.stat.floor_zero")
def test_modifiers_stop_at_0(monkeypatch: pytest.MonkeyPatch) -> None:
    table = changed(monkeypatch, "Iron Orcs at 18,10", str=-9, off=-9, arm=-9, dis=-9, adv=-9, ap=-9, res=-9)
    assert {of(table, name) for name in ("str", "off", "arm", "dis", "adv", "ap", "res")} == {0}


@pytest.mark.rule("eow.stat.floor_zero")
def test_a_lost_combat_takes_discipline_to_0_and_no_lower() -> None:
    table = draw("Goblin Rabble at 18,10")
    goblins = table.unit("Goblin Rabble")
    test = discipline_test(table.battle, goblins, "break", "eow.stat.dis", Part(-8, "lost", ""))
    done = carried_out(test, [(1, 1)])
    assert done.value is False
    assert done.events[-1].needed == 0  # type: ignore[attr-defined]


@pytest.mark.rule("eow.stat.floor_one")
def test_agility_and_attack_value_stop_at_1(monkeypatch: pytest.MonkeyPatch) -> None:
    table = changed(monkeypatch, "Zombies at 18,10", agi=-1, att=-1)
    assert (of(table, "agi"), of(table, "att")) == (1, 1)
    table = changed(monkeypatch, "Ghouls at 18,10", agi=-9, att=-9)
    assert (of(table, "agi"), of(table, "att")) == (1, 1)


@pytest.mark.rule("eow.stat.agi_zero_fixed")
def test_a_printed_agility_of_0_stays_0(monkeypatch: pytest.MonkeyPatch) -> None:
    for by in (3, -1):
        assert of(changed(monkeypatch, "Iron Orcs at 18,10", agi=by), "agi") == 0
    assert limited("agi", 1, 4) == 4
    # No other characteristic is fixed by a printed 0.
    assert limited("ap", 0, 1) == 1


@pytest.mark.rule("eow.stat.shared_profile", "eow.unit.effect_hits_all")
def test_an_effect_on_a_unit_is_on_all_its_models() -> None:
    # Know Thine Enemy gives +2 Offensive and Defensive Skill: every model of the volley of blows needs the same.
    table = draw("Mongrel Herd at 18,10 | Zombies at 18,20 face 180").fight("Mongrel Herd", "Zombies")
    table.change("Zombies", def_=4, agi=0).change("Mongrel Herd", ())
    plain = fought(table, (1,) * 10, (1,) * 10)
    assert [(roll.dice, roll.need) for roll in plain.rolls[:1]] == [("10D6", 4)]
    table = draw("Mongrel Herd at 18,10 | Zombies at 18,20 face 180").fight("Mongrel Herd", "Zombies")
    table.change("Zombies", def_=4, agi=0).change("Mongrel Herd", ())
    table.set("Mongrel Herd", effects=(Effect("Know Thine Enemy", 0, 0),))
    better = fought(table, (1,) * 10, (1,) * 10)
    assert [(roll.dice, roll.need) for roll in better.rolls[:1]] == [("10D6", 3)]


@pytest.mark.rule("eow.stat.higher_is_better")
def test_more_is_better_but_for_aegis() -> None:
    assert best("aeg", (5, 4)) == 4
    assert best("arm", (3, 4)) == 4


@pytest.mark.rule("eow.unit.rank_and_file")
def test_ranks_are_parallel_to_the_front_and_files_run_behind_each_other() -> None:
    table = draw("Iron Orcs at 18,10 models=12")
    orcs = table.unit("Iron Orcs")
    grid = models(table.battle, orcs)
    assert [sum(model.rank == rank for model in grid) for rank in range(2)] == [6, 6]
    assert [sum(model.file == file for model in grid) for file in range(6)] == [2] * 6
    assert ranks(table.battle, orcs) == 2
    fronts = {round(model.base.y, 6) for model in grid if model.rank == 0}
    assert len(fronts) == 1


@pytest.mark.rule("eow.unit.formation_contact")
def test_models_stand_edge_to_edge_and_face_one_way() -> None:
    table = draw("Wildhorn Herd at 18,10 face 33")
    herd = table.unit("Wildhorn Herd")
    around = boundary(table.battle, herd)
    assert (around.width, around.depth) == pytest.approx((125 / 25.4, 75 / 25.4))
    grid = {(model.rank, model.file): model.base for model in models(table.battle, herd)}
    assert {base.facing for base in grid.values()} == {33.0}
    assert all(touches(grid[0, file], grid[0, file + 1]) for file in range(4))
    assert all(touches(grid[rank, 0], grid[rank + 1, 0]) for rank in range(2))


@pytest.mark.rule("eow.unit.last_rank_short")
def test_only_the_last_rank_is_short() -> None:
    table = draw("Wildhorn Herd at 18,10 models=13")
    grid = models(table.battle, table.unit("Wildhorn Herd"))
    assert [sum(model.rank == rank for model in grid) for rank in range(3)] == [5, 5, 3]


@pytest.mark.rule("eow.unit.single_model_no_rank")
def test_a_single_model_has_no_ranks() -> None:
    table = draw("Mage at 18,10 | Ghouls at 25,10 models=1")
    assert ranks(table.battle, table.unit("Mage")) == 0
    assert ranks(table.battle, table.unit("Ghouls")) == 1


@pytest.mark.rule("eow.unit.no_split")
def test_a_unit_moves_as_one_body() -> None:
    """A move is asked for and made for whole units: all bases keep their places in the formation."""
    game = draw("Mongrel Herd at 18,10 | Ghouls at 18,40 face 180 | 0 Mage at 2,2").play(phase="movement")
    assert {option.unit for option in game.options} <= {None, 0, 2}
    before = models(game.battle, game.unit("Mongrel Herd"))
    game.choose(unit="Mongrel Herd").move("advance", Forward(4))
    after = models(game.battle, game.unit("Mongrel Herd"))
    assert len(game.battle.units) == 3
    assert [(m.rank, m.file) for m in after] == [(m.rank, m.file) for m in before]
    assert all(abs(b.base.y - a.base.y - 4) < TOLERANCE for a, b in zip(before, after, strict=True))
