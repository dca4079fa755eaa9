"""Characters in units: joining, places in the ranks, hits, casualties, what is left (Characters)."""

from __future__ import annotations

import pytest

from tests.essence_of_war.advanced.positions import struck
from tests.essence_of_war.harness import Table, draw, shape
from warhost.play import Allocate, parse_position
from warhost.play.battle import battle_hash
from warhost.rulesets.essence_of_war import RULESET
from warhost.rulesets.essence_of_war.chapters.general.combined import check_join
from warhost.rulesets.essence_of_war.chapters.melee.strikes import normal_blows
from warhost.rulesets.essence_of_war.core.battle import Effect, Settings
from warhost.rulesets.essence_of_war.core.formation import ranks
from warhost.rulesets.essence_of_war.core.values import rate, value
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.core.formation import everybody_at, layout, models

ADVANCED = Settings(mode="advanced")
JOINED = "Handgunners at 18,10 | Wizard at 3,3 | Iron Orcs at 18,30 face 180"
FRONT = "Handgunners at 18,10 | Wizard at 3,3 | Imperial Guard at 30,6 | Iron Orcs at 18,20 face 180"


def joined(line: str = JOINED, file: int | None = None) -> Table:
    return draw(line, settings=ADVANCED).join("Wizard", "Handgunners", file)


@pytest.mark.rule("eow.adv.char.join_replaces", "eow.adv.char.separate_hp")
def test_a_wizard_takes_the_place_of_a_handgunner() -> None:
    table = joined()
    unit, wizard = table.unit("Handgunners"), table.unit("Wizard")
    assert (unit.models, unit.files, unit.spot, wizard.pose) == (9, 5, (0, 2), None)
    assert shape(table, "Handgunners") == shape(draw(JOINED), "Handgunners")
    assert unit.pose is not None
    assert len(everybody_at(table.battle, unit, unit.pose)) == 10
    assert len(models(table.battle, unit)) == 9


@pytest.mark.rule("eow.adv.char.join_base", "eow.adv.char.join_one", "eow.adv.char.join_ranked")
def test_only_one_character_with_the_same_base_joins_a_unit_with_ranks() -> None:
    line = "Handgunners at 18,10 | Electoral Cavalry at 30,10 | Wizard at 3,3 | Mage at 3,8 seat=0"
    battle = draw(line, settings=ADVANCED).battle
    guns, riders, wizard, mage = battle.units

    def refused(*pair: object) -> str | None:
        answer = check_join(battle, *pair)  # type: ignore[arg-type]
        return None if answer is None else answer.rule

    assert refused(wizard, guns) is None
    assert refused(wizard, riders) == "eow.adv.char.join_base"
    assert refused(mage, wizard) == "eow.adv.char.join_ranked"
    joined_battle = joined("Handgunners at 18,10 | Wizard at 3,3 | Mage at 3,8 seat=0").battle
    answer = check_join(joined_battle, joined_battle.units[2], joined_battle.units[0])
    assert answer is not None
    assert answer.rule == "eow.adv.char.join_one"


@pytest.mark.rule("eow.adv.char.part_of_unit")
def test_a_spell_on_the_unit_is_a_spell_on_its_character() -> None:
    table = joined()
    table.set("Handgunners", effects=(Effect("Word of Iron", 0, 1),))
    assert value(table.battle, table.unit("Wizard"), "arm") == 2
    assert value(table.battle, table.unit("Handgunners"), "arm") == 1


@pytest.mark.rule("eow.adv.char.no_unit_rules")
def test_a_character_has_no_handgun() -> None:
    table = draw("Handgunners at 18,10 | Wizard at 3,3 | Iron Orcs at 18,24 face 180", settings=ADVANCED)
    game = table.join("Wizard", "Handgunners").play(phase="shooting")
    (option,) = (option for option in game.options if option.target is not None)
    assert [odds.label for odds in option.odds if odds.kind == "needed"] == ["to hit, 9 models"]


@pytest.mark.rule("eow.adv.char.highest_discipline")
def test_the_unit_tests_on_the_best_discipline() -> None:
    line = "Handgunners at 18,10 fleeing | Wizard at 3,3 | Iron Orcs at 18,40 face 180"
    table = draw(line, settings=ADVANCED).change("Wizard", rules=(), dis=9).join("Wizard", "Handgunners")
    (test,) = table.play([(4, 5)], phase="movement").told(events.DisciplineTested)
    assert (test.needed, test.passed) == (9, True)


@pytest.mark.rule("eow.adv.char.hits_rf_first", "eow.adv.char.separate_hp")
def test_hits_go_to_the_ranks_and_leave_the_character_alone() -> None:
    table = joined()
    game = struck(table, "Handgunners", 4)
    assert (game.unit("Handgunners").models, game.unit("Wizard").wounds) == (5, 0)
    # Surplus hits of the same batch are lost (EOW-R092).
    game = struck(joined(), "Handgunners", 12)
    assert game.battle.units[0].name == "Wizard"
    assert game.battle.units[0].wounds == 0


@pytest.mark.rule("eow.adv.char.left_alone")
def test_a_character_left_alone_is_the_same_unit() -> None:
    table = joined("Handgunners at 18,10 | Wizard at 3,3 | Imperial Guard at 22,10 | Iron Orcs at 18,40 face 180")
    table.set("Handgunners", effects=(Effect("Word of Iron", 0, 1),))
    where = everybody_at(table.battle, table.unit("Handgunners"), table.unit("Handgunners").pose)[-1].base  # type: ignore[arg-type]
    game = struck(table, "Handgunners", 9)
    wizard, gone = game.battle.units[:2]
    assert (wizard.name, wizard.models, wizard.effects) == ("Wizard", 1, (Effect("Word of Iron", 0, 1),))
    assert (gone.name, gone.fate, gone.pose) == ("Handgunners", "destroyed", None)
    assert wizard.pose is not None
    assert (wizard.pose.x, wizard.pose.y) == pytest.approx((where.x, where.y))
    assert ranks(game.battle, wizard) == 0
    # No unit counts as destroyed: no friend tests for Panic.
    assert not game.told(events.UnitDestroyed)
    assert not game.told(events.DisciplineTested)


@pytest.mark.rule("eow.adv.char.left_alone")
@pytest.mark.parametrize(("target", "hits"), [("Handgunners", 9), ("Wizard", 3), ("Handgunners", 4)])
def test_a_combined_unit_is_written_in_a_line_and_read_again(target: str, hits: int) -> None:
    game = struck(joined(), target, hits)
    game.battle.stage = "declare charges"
    again = RULESET.from_text(parse_position(RULESET.to_text(game.battle)))
    assert battle_hash(again) == battle_hash(game.battle)


@pytest.mark.rule("eow.adv.char.casualty_shift")
def test_casualties_are_never_taken_from_the_character() -> None:
    table = joined(file=0)
    game = struck(table, "Handgunners", 7)
    unit = game.unit("Handgunners")
    assert (unit.models, unit.files, unit.spot) == (2, 3, (0, 0))
    # Character, R, R loses one: the Character stays where it stood.
    before = everybody_at(game.battle, unit, unit.pose)[-1].base  # type: ignore[arg-type]
    after = struck(Table.of(game.battle), "Handgunners", 1)
    left = after.unit("Handgunners")
    assert (left.models, left.files, left.spot) == (1, 2, (0, 0))
    base = everybody_at(after.battle, left, left.pose)[-1].base  # type: ignore[arg-type]
    assert (base.x, base.y) == pytest.approx((before.x, before.y))


@pytest.mark.rule("eow.adv.char.casualty_self")
def test_a_rear_model_fills_the_place_of_a_dead_character() -> None:
    game = struck(joined(), "Wizard", 3)
    unit = game.unit("Handgunners")
    assert (unit.models, unit.files, unit.guest, game.unit("Wizard").fate) == (9, 5, None, "destroyed")
    assert len([model for model in models(game.battle, unit) if model.rank == 0]) == 5


@pytest.mark.rule("eow.adv.char.attackable")
def test_who_touches_the_character_may_strike_it() -> None:
    table = joined(FRONT, file=0).fight("Iron Orcs", "Handgunners")
    orcs, guns, wizard = (table.unit(name).id for name in ("Iron Orcs", "Handgunners", "Wizard"))
    found = {blow.targets: blow.number for blow in normal_blows(table.battle, table.unit("Iron Orcs"))}
    assert (guns, wizard) in found
    assert (guns,) in found
    game = table.play(dice={"": 1}, phase="melee", active=1)
    game.until("allocate attacks")
    assert isinstance(game.question, Allocate)
    (pool,) = game.question.pools
    assert [option.target for option in pool.targets] == [guns, wizard]
    assert orcs == 3


@pytest.mark.rule("eow.adv.char.attackable", "eow.melee.gaps")
@pytest.mark.parametrize(("models", "across"), [(9, False), (6, True)])
def test_who_fights_the_character_across_a_gap_may_strike_it(models: int, across: bool) -> None:
    # Two ranks of five: the Character leads the middle file, behind him stands a man or nobody.
    table = joined(FRONT, file=2).set("Handgunners", models=models, rear_from=0)
    table.fight("Iron Orcs", "Handgunners", "rear")
    wizard = table.unit("Wizard").id
    found = {target for blow in normal_blows(table.battle, table.unit("Iron Orcs")) for target in blow.targets}
    assert (wizard in found) is across


@pytest.mark.rule("eow.adv.char.swap_unengaged")
def test_a_character_changes_places_in_the_movement_phase() -> None:
    game = joined(file=0).play(phase="movement")
    game.choose("swap:0").choose("2")
    assert layout(game.unit("Handgunners")).guest == ((0, 2),)
    assert not game.unit("Handgunners").moved
    assert "swap:0" not in game.keys


@pytest.mark.rule("eow.adv.char.swap_engaged")
def test_in_combat_it_changes_places_only_into_contact() -> None:
    narrow = "Handgunners at 18,10 | Wizard at 3,3 | Imperial Guard at 30,6 | Warrior Knights at 18,20 face 180"
    table = joined(narrow, file=0).set("Warrior Knights", models=1, files=1).fight("Warrior Knights", "Handgunners")
    game = table.play(dice={"": 1}, phase="melee", active=0)
    assert game.topic == "swap places"
    # The lone rider touches the middle of the five and, at its corners, its neighbours at most.
    assert "4" not in game.keys
    assert "2" in game.keys
    game.choose("2")
    assert game.unit("Handgunners").spot == (0, 2)
    other = joined(narrow, file=0).set("Warrior Knights", models=1, files=1).fight("Warrior Knights", "Handgunners")
    assert other.play(dice={"": 1}, phase="melee", active=1).topic != "swap places"


@pytest.mark.rule("eow.adv.char.join_deployment", "eow.diff.characters")
def test_the_lowest_rates_hold_for_a_combined_unit() -> None:
    table = draw(JOINED, settings=ADVANCED).change("Wizard", adv=3, mar=6).join("Wizard", "Handgunners")
    unit = table.unit("Handgunners")
    assert (rate(table.battle, unit, "adv"), rate(table.battle, unit, "mar")) == (3, 6)
