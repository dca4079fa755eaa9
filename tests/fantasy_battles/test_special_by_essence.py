"""Model rules that army books name: as in Essence of War (T9A-R204), or by army-builder data (T9A-R205)."""

from typing import Any

import pytest

from tests.fantasy_battles.brawl import Brawl, brawl
from tests.fantasy_battles.harness import Fall, Table, draw, happen
from tests.fantasy_battles.troops import part
from warhost.play.script import Refused
from warhost.rulesets.families.ninth_age.chapters import panic
from warhost.rulesets.fantasy_battles.chapters.damage import damage
from warhost.rulesets.fantasy_battles.chapters.general.combined import check_join
from warhost.rulesets.fantasy_battles.chapters.general.discipline import passing
from warhost.rulesets.fantasy_battles.chapters.magic.casting import Casting, listen
from warhost.rulesets.fantasy_battles.chapters.magic.spell_data import all_spells
from warhost.rulesets.fantasy_battles.chapters.movement.movement import why_not_march
from warhost.rulesets.fantasy_battles.chapters.turn import end_phase
from warhost.rulesets.fantasy_battles.core.moments import MODEL_RULES
from warhost.rulesets.fantasy_battles.shown.events import DisciplineTested, UnitBroke, UnitCrumbled
from warhost.rulesets.fantasy_battles.thinks.combat_odds import forecast
from warhost.rulesets.fantasy_battles.thinks.expected_fights import BreakTest

LINE = "Spearmen at 36,20 | Swordsmen at 36,30 face 180"
WOUNDING = {"to hit": 6, "to wound": 1}


def line(*rules: str, charging: bool = False, **changes: Any) -> Table:
    """Spearmen with these rules in front of Swordsmen, ten of whom fight on either side."""
    return (
        draw(LINE)
        .fight("Spearmen", "Swordsmen")
        .change("Spearmen", rules, **changes)
        .set("Spearmen", charging=charging)
    )


def needs(game: Brawl, unit: str, what: str) -> list[int | None]:
    """What the dice of a unit for something needed."""
    return [roll.need for roll in game.rolls if roll.unit == game.unit(unit).id and what in roll.why]


@pytest.mark.parametrize(("charging", "hits"), [(True, [10]), (False, [])])
def test_impact_hits_are_made_at_step_10_by_models_in_contact_that_charged(charging: bool, hits: list[int]) -> None:
    game = brawl(line("Impact Hits (2)", charging=charging), WOUNDING).rest()
    made = [blow for blow in game.struck("Spearmen") if blow.what == "Impact Hits"]
    assert [blow.count for blow in made] == hits
    assert {blow.agility for blow in made} <= {10}


def test_impact_hits_have_the_figures_in_brackets_or_those_of_the_last_part() -> None:
    game = brawl(line("Impact Hits (1, Str 5, AP 2)", charging=True), WOUNDING).rest()
    assert needs(game, "Spearmen", "Impact Hits: to wound") == [2]
    parts = (part("rider", str_=3), part("beast", str_=4))
    game = brawl(line("Impact Hits (1)", charging=True, parts=parts), WOUNDING).rest()
    assert needs(game, "Spearmen", "Impact Hits: to wound") == [3]


def test_grind_attacks_come_last_and_in_every_round() -> None:
    game = brawl(line("Grind Attacks (D3)"), {"Hits of Grind": 4, "to wound": 1}).rest()
    made = [blow for blow in game.struck("Spearmen") if blow.what == "Grind Attacks"]
    assert [(blow.agility, blow.count) for blow in made] == [(0, 10)]


@pytest.mark.parametrize(("charging", "need"), [(True, 2), (False, 4)])
def test_a_devastating_charge_strengthens_the_part_that_has_it(charging: bool, need: int) -> None:
    rule = "Devastating Charge (+2 Str, +1 AP)"
    parts = (part("rider", rules=(rule,)), part("horse"))
    game = brawl(line(charging=charging, parts=parts), WOUNDING).rest()
    assert needs(game, "Spearmen", "rider: to wound") == [need]
    assert needs(game, "Spearmen", "horse: to wound") == [4]


@pytest.mark.parametrize(("charging", "count"), [(True, 15), (False, 10)])
def test_a_devastating_charge_may_give_attacks(charging: bool, count: int) -> None:
    game = brawl(line("Devastating Charge (+1 Att)", charging=charging)).rest()
    assert [blow.count for blow in game.struck("Spearmen")] == [count]


def test_a_devastating_charge_may_give_rules_and_nothing_to_special_attacks() -> None:
    rules = ("Devastating Charge (Distracting, Battle Focus, +1 Str)", "Impact Hits (1)")
    game = brawl(line(*rules, charging=True), {**WOUNDING, "Spearmen": 6}).rest()
    assert needs(game, "Swordsmen", "to hit") == [5]
    assert needs(game, "Spearmen", "Impact Hits: to wound") == [4]


@pytest.mark.parametrize(("rules", "need"), [((), 4), (("Lightning Reflexes",), 3)])
def test_lightning_reflexes_make_hitting_easier(rules: tuple[str, ...], need: int) -> None:
    assert needs(brawl(line(*rules)).rest(), "Spearmen", "to hit") == [need]


def test_lightning_reflexes_count_once() -> None:
    game = brawl(line("Lightning Reflexes", parts=(part(rules=("Lightning Reflexes",)),))).rest()
    assert needs(game, "Spearmen", "to hit") == [3]


@pytest.mark.parametrize(("face", "wounds"), [(6, 10), (5, 0)])
def test_a_natural_6_with_poison_wounds_without_a_roll(face: int, wounds: int) -> None:
    game = brawl(line("Poison Attacks", agi=9), {"to hit": face, "to wound": 1}).rest()
    assert 20 - game.unit("Swordsmen").models == wounds


def test_of_two_hits_by_battle_focus_one_is_poisoned() -> None:
    game = brawl(line("Poison Attacks", "Battle Focus", agi=9, models=1), {"to hit": 6, "to wound": 1}).rest()
    assert 20 - game.unit("Swordsmen").models == game.struck("Spearmen")[0].count


@pytest.mark.parametrize(
    ("rules", "count"), [((), 10), (("Fight in Extra Rank",), 15), (("Fight in Extra Rank (2)",), 20)]
)
def test_more_ranks_support(rules: tuple[str, ...], count: int) -> None:
    assert [blow.count for blow in brawl(line(*rules)).rest().struck("Spearmen")] == [count]
    by_part = brawl(line(parts=(part(rules=rules),))).rest()
    assert [blow.count for blow in by_part.struck("Spearmen")] == [count]


@pytest.mark.parametrize(("face", "rolls"), [(1, 2), (6, 1)])
def test_primal_instinct_rolls_misses_again_if_the_test_is_passed(face: int, rolls: int) -> None:
    game = brawl(line("Primal Instinct"), {"Primal instinct": face}).rest()
    assert [test.needed for test in game.tests("primal instinct", "Spearmen")] == [7]
    assert len(needs(game, "Spearmen", "to hit")) == rolls
    assert not game.unit("Spearmen").boons


@pytest.mark.parametrize(("side", "saves"), [("front", [6]), ("rear", [])])
def test_a_shield_wall_saves_from_the_front(side: str, saves: list[int]) -> None:
    table = draw(LINE).fight("Spearmen", "Swordsmen", side).change("Swordsmen", ["Shield Wall"])
    game = brawl(table, {"to hit": 6, "to wound": 6, "Special Save": 1}).rest()
    assert needs(game, "Swordsmen", "Special Save") == saves


@pytest.mark.parametrize(("friend", "tested"), [([], False), (["Insignificant"], True)])
def test_only_insignificant_friends_mind_the_insignificant(friend: list[str], tested: bool) -> None:
    table = draw("Spearmen at 20,10 | Archers at 26,10 | Swordsmen at 36,44 face 180")
    table.change("Spearmen", ["Insignificant"]).change("Archers", friend)

    def destroyed(battle: Any) -> Any:
        unit = battle.units[table.unit("Spearmen").id]
        yield from damage.destroy(battle, unit, "a test")
        yield from panic.after_destroyed(battle, unit)

    game = happen(table, destroyed, {"": 1})
    assert bool(game.told(DisciplineTested)) is tested


def test_a_hero_in_their_ranks_makes_them_matter() -> None:
    table = draw("Spearmen at 20,10 | Archers at 26,10 | Captain at 50,40 | Swordsmen at 36,44 face 180")
    table.change("Spearmen", ["Insignificant"]).join("Captain", "Spearmen")
    assert table.battle.book.minds(table.battle, table.unit("Spearmen"), table.unit("Archers"))


def test_warborn_take_panic_and_break_tests_with_a_die_more() -> None:
    plain, warborn = line(), line("Warborn")
    for kind in ("panic", "break"):
        assert passing(warborn.battle, warborn.unit("Spearmen"), kind) == pytest.approx(174 / 216)
        assert passing(plain.battle, plain.unit("Spearmen"), kind) == pytest.approx(21 / 36)
    assert passing(warborn.battle, warborn.unit("Spearmen"), "rally") == pytest.approx(21 / 36)


def lost(table: Table, **dice: Any) -> Brawl:
    """The Swordsmen hit and wound with 10 blows before the Spearmen, who miss."""
    table.change("Swordsmen", agi=9)
    return brawl(table, {**dice, "Spearmen Close Combat Attacks: to hit": 1, "to hit": 6, "to wound": 6}).rest()


def test_the_unstable_lose_health_in_place_of_breaking() -> None:
    game = lost(line("Unstable"))
    scored = game.total(1) - game.total(0)
    assert [event.points for event in game.told(UnitCrumbled)] == [scored]
    assert game.unit("Spearmen").models == max(0, 20 - game.score(1)["Health Points lost by Spearmen"] - scored)
    assert not game.told(UnitBroke)


def test_what_crumbles_away_is_foreseen() -> None:
    table = line("Unstable", models=12)
    told = forecast(table.battle, (0, 1))
    assert told is not None
    assert told[0].breaks == 0
    assert told[0].gone > 0
    assert BreakTest(table.battle, table.unit("Spearmen")).costs[:3] == (0, 1, 2)


def test_only_the_unstable_join_the_unstable() -> None:
    table = draw("Spearmen at 36,20 | Captain at 50,20 | Swordsmen at 36,44 face 180").change("Spearmen", ["Unstable"])
    refused = check_join(table.battle, table.unit("Captain"), table.unit("Spearmen"))
    assert isinstance(refused, Refused)
    assert "only Unstable Characters" in refused.message
    table.change("Captain", ["Unstable"])
    assert check_join(table.battle, table.unit("Captain"), table.unit("Spearmen")) is None


def test_the_supernal_lose_what_they_fail_by() -> None:
    game = lost(line("Supernal", dis=6), Break=(6, 6))
    (test,) = game.tests("break", "Spearmen")
    assert [event.points for event in game.told(UnitCrumbled)] == [12 - test.needed]
    assert not game.told(UnitBroke)
    table = line("Supernal", dis=6)
    costs = BreakTest(table.battle, table.unit("Spearmen")).costs
    assert 0 < costs[0] < costs[3]


@pytest.mark.parametrize(("x", "marches"), [(26, True), (60, False)])
def test_the_undead_march_where_a_leader_is_near(x: int, marches: bool) -> None:
    table = draw(f"Spearmen at 20,10 | General at {x},10 | Swordsmen at 36,44 face 180").change("Spearmen", ["Undead"])
    assert (not why_not_march(table.battle, table.unit("Spearmen"))) is marches


def test_the_undead_test_once_when_their_general_has_fallen() -> None:
    table = draw("Spearmen at 20,10 | General at 26,10 | Swordsmen at 36,44 face 180").change("Spearmen", ["Undead"])

    def falls(battle: Any) -> Any:
        yield from damage.destroy(battle, battle.units[table.unit("General").id], "a test")
        yield from end_phase(battle)
        yield from end_phase(battle)

    dice: dict[str, Fall] = {"Crumble": (6, 5), "": 1}
    game = happen(table, falls, dice)
    assert [event.points for event in game.told(UnitCrumbled)] == [4]
    assert game.unit("Spearmen").models == 16


# By army-builder data


@pytest.mark.parametrize(
    ("rule", "needed"), [("Bodyguard", 8), ("Bodyguard (Captain, Banner)", 8), ("Bodyguard (Banner)", None)]
)
def test_a_bodyguard_is_stubborn_with_its_charge_in_the_ranks(rule: str, needed: int | None) -> None:
    table = draw(f"{LINE} | 0 Captain at 60,40").fight("Spearmen", "Swordsmen").change("Spearmen", [rule])
    table.join("Captain", "Spearmen")
    game = lost(table)
    (test,) = game.tests("break", "Spearmen")
    assert (test.needed == 8) is (needed == 8)


def test_a_bodyguard_alone_is_not_stubborn() -> None:
    (test,) = lost(line("Bodyguard")).tests("break", "Spearmen")
    assert test.needed < 7


@pytest.mark.parametrize(("rounds", "rolls"), [(0, 2), (1, 1)])
def test_hatred_rolls_misses_again_in_the_first_round(rounds: int, rolls: int) -> None:
    game = brawl(line("Hatred").set("Spearmen", rounds=rounds)).rest()
    assert len(needs(game, "Spearmen", "to hit")) == rolls


@pytest.mark.parametrize(("side", "off", "need"), [("front", 3, 4), ("front", 6, 4), ("rear", 6, 3)])
def test_parry_meets_blows_from_the_front(side: str, off: int, need: int) -> None:
    table = draw(LINE).fight("Spearmen", "Swordsmen", side).change("Spearmen", off=off).change("Swordsmen", ["Parry"])
    assert needs(brawl(table).rest(), "Spearmen", "to hit") == [need]


@pytest.mark.parametrize(("rules", "need"), [((), 4), (("Parry",), 5)])
def test_parry_adds_to_a_skill_that_is_higher_already(rules: tuple[str, ...], need: int) -> None:
    table = draw(LINE).fight("Spearmen", "Swordsmen").change("Swordsmen", rules, **{"def": 6})
    assert needs(brawl(table).rest(), "Spearmen", "to hit") == [need]


def test_the_unbreakable_stand_and_keep_to_themselves() -> None:
    game = lost(line("Unbreakable"))
    assert not game.told(UnitBroke)
    assert not game.told(UnitCrumbled)
    table = draw("Spearmen at 36,20 | Captain at 50,20 | Swordsmen at 36,44 face 180").change(
        "Spearmen", ["Unbreakable"]
    )
    assert check_join(table.battle, table.unit("Captain"), table.unit("Spearmen")) is not None


@pytest.mark.parametrize("name", ["Bodyguard", "Hatred", "Impact Hits", "Unstable", "Magic Resistance"])
def test_each_cites_its_ruling(name: str) -> None:
    assert MODEL_RULES[name].id in ("T9A-R204", "T9A-R205")


@pytest.mark.parametrize(("rules", "needed"), [((), 0), (("Magic Resistance (2)",), 2), (("Magic Resistance (1)",), 1)])
def test_magic_resistance_makes_spells_at_the_unit_harder(rules: tuple[str, ...], needed: int) -> None:
    table = draw("Wizard at 36,10 | Spearmen at 36,30 face 180").change("Spearmen", rules)
    spell = all_spells()["Fireball"]
    casting = Casting(table.unit("Wizard"), spell, spell.versions[0], targets=(table.unit("Spearmen").id,))
    listen(table.battle, casting)
    assert sum(one.amount for one in casting.roll.parts if one.why == "Magic Resistance") == -needed
    casting.targets = ()
    listen(table.battle, casting)
    assert all(one.why != "Magic Resistance" for one in casting.roll.parts)


def test_of_several_with_magic_resistance_the_highest_counts() -> None:
    table = draw("Wizard at 36,10 | Spearmen at 36,30 face 180 | 1 Captain at 50,40")
    table.change("Spearmen", ["Magic Resistance (2)"]).change("Captain", ["Magic Resistance (1)"])
    table.join("Captain", "Spearmen")
    spell = all_spells()["Fireball"]
    casting = Casting(table.unit("Wizard"), spell, spell.versions[0], targets=(table.unit("Spearmen").id,))
    listen(table.battle, casting)
    assert [one.amount for one in casting.roll.parts if one.why == "Magic Resistance"] == [-2]
