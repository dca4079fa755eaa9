"""The model rules that armies of every kind share, each shown on the table (Model Rules)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.essence_of_war.harness import Fall, Play, Table, draw, find, happen, refused_move
from warhost.rulesets.essence_of_war.chapters.damage.damage import destroy, to_wound
from warhost.rulesets.essence_of_war.chapters.general.combined import check_join
from warhost.rulesets.essence_of_war.chapters.general.discipline import nominated, prepare
from warhost.rulesets.essence_of_war.chapters.general.running import dice_of
from warhost.rulesets.essence_of_war.chapters.melee.result import rank_bonus, steadfast
from warhost.rulesets.essence_of_war.chapters.melee.strikes import normal_attack, normal_blows
from warhost.rulesets.essence_of_war.chapters.turn import end_phase
from warhost.rulesets.essence_of_war.core.attacks import Attack
from warhost.rulesets.essence_of_war.core.battle import Battle, Began, Settings
from warhost.rulesets.essence_of_war.core.formation import ranks
from warhost.rulesets.essence_of_war.core.values import flies, value
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.chapters.panic import after_destroyed
from warhost.rulesets.families.ninth_age.core.formation import boundary, health
from warhost.table import Arc, Forward, Pivot, Pose

ADVANCED = Settings(mode="advanced")
RIDERS = "Empire of Sonnstahl/Electoral Cavalry"
ORCS = "Iron Orcs at 18,10 | Ghouls at 18,20 face 180"


def table_of(line: str, settings: Settings = ADVANCED, **fields: Any) -> Table:
    return draw(line, settings=settings, **fields)


def fighting(orcs: list[str], ghouls: list[str] | None = None, line: str = ORCS, **profile: int) -> Table:
    """Iron Orcs with these rules in the front of Ghouls with those."""
    table = table_of(line, phase="melee").change("Iron Orcs", orcs, **profile).change("Ghouls", ghouls or [])
    return table.fight("Iron Orcs", "Ghouls")


def dis(table: Table, name: str) -> int:
    return value(table.battle, table.unit(name), "dis")


def beside(table: Table, mover: str, fixed: str, gap: float) -> Table:
    """Put a unit to the right of another one, so far away."""
    unit, there = table.unit(mover), boundary(table.battle, table.unit(fixed))
    width = boundary(table.battle, unit).width
    unit.pose = Pose(there.x + there.width / 2 + gap + width / 2, there.y, 0.0)
    return table


def melee(table: Table, dice: dict[str, Fall]) -> Play:
    return table.play(dice, phase="melee")


# Commanding Presence, Rally Around the Flag


@pytest.mark.rule("eow.special.commanding_presence", "eow.diff.general")
@pytest.mark.parametrize(("gap", "discipline"), [(12.0, 9), (12.1, 7)])
def test_friends_within_twelve_inches_use_the_generals_discipline(gap: float, discipline: int) -> None:
    table = table_of("Marshal + General at 10,10 | Handgunners at 18,10 | Ghouls at 18,40 face 180")
    beside(table, "Handgunners", "Marshal", gap)
    assert nominated(table.battle, table.unit("Handgunners"))[0] == discipline


@pytest.mark.rule("eow.special.commanding_presence")
def test_what_lowers_the_generals_discipline_lowers_what_he_lends() -> None:
    table = table_of("Marshal + General at 18,10 | Handgunners at 26,10 | Ghouls at 18,20 face 180")
    table.change("Ghouls", ["Fear"]).fight("Ghouls", "Marshal")
    assert nominated(table.battle, table.unit("Handgunners"))[:2] == (8, "Marshal")
    table.unit("Marshal").fleeing = True
    assert nominated(table.battle, table.unit("Handgunners"))[0] == 7


@pytest.mark.rule("eow.special.commanding_presence")
def test_a_general_in_the_ranks_lends_from_where_he_stands_unless_his_unit_flees() -> None:
    line = "Spearmen + 6x4 at 18,10 | Marshal + General at 3,3 | Handgunners at 30,10 | Ghouls at 18,40 face 180"
    table = table_of(line).join("Marshal", "Spearmen", 0)
    base = boundary(table.battle, table.unit("Marshal"))
    width = boundary(table.battle, table.unit("Handgunners")).width
    unit = table.unit("Handgunners")
    unit.pose = Pose(base.x + base.width / 2 + 12.0 + width / 2, base.y, 0.0)
    assert nominated(table.battle, unit)[0] == 9
    unit.pose = Pose(unit.pose.x + 0.1, base.y, 0.0)
    assert nominated(table.battle, unit)[0] == 7
    unit.pose = Pose(unit.pose.x - 1.0, base.y, 0.0)
    table.unit("Spearmen").fleeing = True
    assert nominated(table.battle, unit)[0] == 7


@pytest.mark.rule("eow.special.rally_around_the_flag")
@pytest.mark.parametrize(("gap", "flees", "again"), [(12.0, False, True), (12.1, False, False), (4.0, True, False)])
def test_failed_tests_near_the_flag_are_rolled_again(gap: float, flees: bool, again: bool) -> None:
    table = table_of("Marshal at 4,10 | Handgunners at 18,10 fleeing | Ghouls at 18,44 face 180")
    table.change("Marshal", ["Rally Around the Flag"]).set("Marshal", fleeing=flees)
    beside(table, "Handgunners", "Marshal", gap)
    dice: dict[str, Fall] = {"Handgunners Rally": [(6, 4), (3, 3)], "": 1}
    game = table.play(dice, phase="movement")
    if game.topic == "rally":
        game.choose(unit="Handgunners")
    totals = [test.total for test in game.told(events.DisciplineTested) if test.unit == game.unit("Handgunners").id]
    assert totals == ([10, 6] if again else [10])
    assert game.unit("Handgunners").fleeing is not again


# Fear, Fearless


@pytest.mark.rule("eow.special.fear", "eow.diff.fearless")
def test_contact_with_fear_costs_one_discipline_once() -> None:
    table = fighting(["Fear"])
    before = table.battle.profile(table.unit("Ghouls")).dis
    assert dis(table, "Ghouls") == before - 1
    two = table_of(f"{ORCS} | 0 Veteran Orcs at 4,4").change("Iron Orcs", ["Fear"]).change("Veteran Orcs", ["Fear"])
    two.change("Ghouls", []).fight("Iron Orcs", "Ghouls").fight("Veteran Orcs", "Ghouls", "left")
    assert dis(two, "Ghouls") == before - 1
    table.unit("Ghouls").foes = table.unit("Iron Orcs").foes = ()
    assert dis(table, "Ghouls") == before


@pytest.mark.rule("eow.special.fear")
def test_the_fearsome_model_itself_must_be_touched() -> None:
    line = "Handgunners + 7x2 at 18,10 | Wizard at 3,3 | Ghouls at 18,20 face 180 models=2"

    def with_wizard_at(file: int) -> int:
        table = table_of(line).change("Wizard", ["Fear"]).change("Ghouls", [], dis=7)
        table.join("Wizard", "Handgunners", file).fight("Ghouls", "Handgunners")
        return dis(table, "Ghouls")

    assert (with_wizard_at(3), with_wizard_at(0)) == (6, 7)


@pytest.mark.rule("eow.special.fear_immune", "eow.special.fearless", "eow.diff.fearless")
@pytest.mark.parametrize(("rules", "less"), [([], 1), (["Fear"], 0), (["Fearless"], 0)])
def test_who_causes_fear_or_is_fearless_is_immune_to_it(rules: list[str], less: int) -> None:
    table = fighting(["Fear"], rules)
    assert dis(table, "Ghouls") == table.battle.profile(table.unit("Ghouls")).dis - less


@pytest.mark.rule("eow.special.fearless")
@pytest.mark.parametrize(("models", "holds"), [(1, True), (2, False)])
def test_half_of_the_models_must_be_fearless(models: int, holds: bool) -> None:
    line = f"Handgunners at 18,10 models={models + 1} | Marshal at 3,3 | Iron Orcs at 18,18 face 180"
    table = table_of(line, active=1).change("Marshal", ["Fearless"]).change("Iron Orcs", [])
    table.join("Marshal", "Handgunners", 0)
    assert table.unit("Handgunners").models == models
    game = table.play({"": 1}).choose(unit="Iron Orcs")
    assert (game.topic == "charge reaction") is not holds
    test = prepare(table.battle, table.unit("Handgunners"), "panic")
    assert (test.passed_by is not None) is holds


@pytest.mark.rule("eow.special.fearless_fleeing")
def test_the_fearless_that_flee_flee_again_when_charged() -> None:
    table = table_of("Iron Orcs at 18,10 | Ghouls at 18,20 face 180 fleeing").change("Ghouls", ["Fearless"])
    game = table.play({"": 1}).choose(unit="Iron Orcs", target="Ghouls")
    assert [event.reaction for event in game.told(events.ReactionDeclared)] == ["flee"]


# Devastating, Fight in Extra Rank, Support


@pytest.mark.rule("eow.special.devastating", "eow.diff.devastating")
def test_devastating_counts_for_blows_but_not_for_special_attacks() -> None:
    table = fighting(["Devastating (+1 Str)", "Impact (1)"], str_=4).set("Iron Orcs", charging=True)
    orcs = table.unit("Iron Orcs")
    assert value(table.battle, orcs, "str") == 5
    # Strength 5 against Resilience 4 for the blows, Strength 4 for the Impact.
    assert to_wound(table.battle, struck(table.battle)) == 3
    game = melee(table, {"": 1, "Save": 6})
    impact = next(event for event in game.told(events.BlowsStruck) if event.what == "Impact")
    rolls = {roll.why: roll.need for roll in game.rolls if "To-Wound" in roll.why and roll.unit == orcs.id}
    assert impact.agility == 10
    assert rolls["Impact: To-Wound"] == 4
    table.set("Iron Orcs", charging=False)
    assert value(table.battle, orcs, "str") == 4


def struck(battle: Battle) -> Attack:
    return normal_attack(battle, find(battle, "Iron Orcs"), find(battle, "Ghouls"), 1, Arc.FRONT)


@pytest.mark.rule("eow.special.devastating")
def test_devastating_may_bring_fear_or_inches() -> None:
    table = fighting(["Devastating (+1 Att, Fear)"]).set("Iron Orcs", charging=True)
    assert dis(table, "Ghouls") == table.battle.profile(table.unit("Ghouls")).dis - 1
    table.set("Iron Orcs", charging=False)
    assert dis(table, "Ghouls") == table.battle.profile(table.unit("Ghouls")).dis
    line = "Iron Orcs at 18,10 | Ghouls at 18,20 face 180"
    plain, fast = (table_of(line).change("Iron Orcs", rules) for rules in ([], ["Devastating (+1 Adv)"]))
    chances = [table.play({"": 1}).options[0].odds[0].value for table in (plain, fast)]
    assert chances[1] > chances[0]
    (rolled,) = fast.play({"": 1}).choose(unit="Iron Orcs").told(events.ChargeRangeRolled)
    assert rolled.inches == 2 + 4 + 1


@pytest.mark.rule("eow.special.fight_in_extra_rank")
@pytest.mark.parametrize(
    ("rules", "ranked"),
    [
        ([], 1),
        (["Fight in Extra Rank"], 2),
        (["Fight in Extra Rank", "Fight in Extra Rank"], 3),
        (["Fight in Extra Rank (2)"], 3),
    ],
)
def test_each_instance_lets_one_more_rank_support(rules: list[str], ranked: int) -> None:
    line = "Spearmen + 5x4 at 18,10 | Ghouls at 18,20 face 180"
    table = table_of(line).change("Spearmen", rules, att=1).fight("Spearmen", "Ghouls")
    (blows,) = normal_blows(table.battle, table.unit("Spearmen"))
    assert blows.number == 5 + 5 * ranked


@pytest.mark.rule("eow.special.support")
@pytest.mark.parametrize(
    ("att", "settings", "each"),
    [(3, ADVANCED, 3), (4, ADVANCED, 3), (2, ADVANCED, 2), (2, Settings(mode="advanced", support="always three"), 3)],
)
def test_models_with_support_make_three_supporting_attacks(att: int, settings: Settings, each: int) -> None:
    line = "Tribesmen + 3x2 at 18,10 | Ghouls at 18,20 face 180"
    table = table_of(line, settings).change("Tribesmen", ["Support"], att=att).fight("Tribesmen", "Ghouls")
    (blows,) = normal_blows(table.battle, table.unit("Tribesmen"))
    assert blows.number == 3 * att + 3 * each


# Fly, Swiftstride, Light Troops


@pytest.mark.rule("eow.special.fly.move", "eow.diff.fly")
def test_flyers_march_over_others_but_pursue_on_foot() -> None:
    line = "Kadim Incarnates at 18,10 | 0 Vassal Levies at 18,14 | Ghouls at 18,40 face 180"
    game = table_of(line).play(phase="movement").choose(unit="Kadim Incarnates").move("march", Forward(12.0))
    assert game.unit("Kadim Incarnates").pose == Pose(18.0, 22.0, 0.0)
    battle = game.battle
    assert (flies(battle, battle.units[0]), flies(battle, battle.units[0], running=True)) == (True, False)
    basic = draw(ORCS).change("Iron Orcs", ["Fly"]).battle
    assert flies(basic, basic.units[0], running=True)


@pytest.mark.rule("eow.special.fly.move")
@pytest.mark.parametrize(("rules", "end"), [(["Fly"], 15.0), ([], 10.4)])
def test_a_failed_charge_leads_flyers_over_a_friend(rules: list[str], end: float) -> None:
    """Whoever walks stops before the Shaman, whoever flies goes on for the highest die, 6"."""
    table = draw("Iron Orcs at 18,9 | 0 Orc Shaman at 18,12 | Ghouls at 18,34 face 180", settings=ADVANCED)
    table.change("Iron Orcs", rules).set("Iron Orcs", declared=True, target=2, target_arc=Arc.FRONT)
    game = table.play(dice={"Charge": (1, 6), "": 1}, phase="charge", stage="move chargers")
    pose = game.unit("Iron Orcs").pose
    assert pose is not None
    assert pose.y == pytest.approx(end, abs=0.1)


@pytest.mark.rule("eow.special.fly.move")
def test_a_pursuing_flyer_is_stopped_by_a_friend() -> None:
    line = "Iron Orcs at 18,10 | Ghouls at 18,20 face 180 models=5 | 0 Goblin Rabble at 18,15.5"

    def pursuit(settings: Settings) -> float:
        table = draw(line, settings=settings, phase="melee").change("Iron Orcs", ["Fly"]).change("Ghouls", [], dis=2)
        table.fight("Ghouls", "Iron Orcs").set("Iron Orcs", charging=True)
        dice: dict[str, Fall] = {"Break": 6, "Flee": (1, 1), "Pursuit": (6, 6), "to hit": 1, "": 1}
        game = table.play(dice)
        game.choose(unit="Iron Orcs", target="Ghouls")
        return game.until("shoot").told(events.UnitPursued)[0].inches

    assert pursuit(ADVANCED) < 4 < pursuit(Settings())


@pytest.mark.rule("eow.special.fly.end")
def test_a_flyer_that_lands_in_a_wood_tests_and_one_that_lands_on_others_may_not() -> None:
    line = "Kadim Incarnates at 18,10 | 0 Vassal Levies at 18,21 | Ghouls at 18,44 face 180"
    game = table_of(line).play({"": 6}, phase="movement").choose(unit="Kadim Incarnates")
    assert refused_move(game, "march", Forward(11.0)) == "eow.move.end_spacing"
    line = "36x48 hindering 18,{} 6x4 | Kadim Incarnates at 18,10 | 0 Marshal at 3,3 | Ghouls at 18,44 face 180"
    for wood, tested in ((16, False), (20, True)):
        game = table_of(line.format(wood)).play({"": 6}, phase="movement").choose(unit="Kadim Incarnates")
        game.move("march", Forward(10.0))
        assert any("Dangerous Terrain (1)" in roll.why for roll in game.rolls) is tested


@pytest.mark.rule("eow.special.fly.all_models")
def test_one_model_on_foot_keeps_the_unit_on_the_ground() -> None:
    line = "Pegasus Knights + 2x2 at 18,10 | Castellan at 3,3 | Ghouls at 18,40 face 180"
    table = table_of(line)
    assert flies(table.battle, table.unit("Pegasus Knights"))
    table.join("Castellan", "Pegasus Knights", 0)
    assert not flies(table.battle, table.unit("Pegasus Knights"))


@pytest.mark.rule("eow.special.swiftstride")
def test_swiftstride_rolls_three_dice_for_charges_flights_and_pursuits() -> None:
    line = "Empire of Sonnstahl/Electoral Cavalry at 18,10 | Ghouls at 18,20 face 180 models=5"
    table = table_of(line)
    for run in ("charge", "flee", "pursuit"):
        assert str(dice_of(table.battle, table.unit("Electoral Cavalry"), run)) == "maximised 2D6"
        assert str(dice_of(table.battle, table.unit("Ghouls"), run)) == "2D6"
    dice: dict[str, Fall] = {"Charge Range": (1, 4, 5), "": 1}
    game = table.play(dice).choose(unit="Electoral Cavalry")
    (rolled,) = game.told(events.ChargeRangeRolled)
    assert rolled.inches == 7 + 9


@pytest.mark.rule("eow.special.swiftstride")
def test_the_odds_of_a_swift_charge_are_those_of_its_dice() -> None:
    table = table_of("Empire of Sonnstahl/Electoral Cavalry at 18,10 | Ghouls at 18,27 face 180 models=5")
    (option,) = (option for option in table.play({}).weighed if option.target is not None)
    need = next(odds.value for odds in option.odds if odds.kind == "needed")
    faces = [(a, b, c) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)]
    exact = sum(sum(sorted(three)[1:]) >= need for three in faces) / 216
    assert option.odds[0].value == pytest.approx(exact)
    assert 0.1 < exact < 0.9


@pytest.mark.rule("eow.special.swiftstride_all")
def test_one_slow_model_slows_the_unit() -> None:
    table = table_of(f"{RIDERS} at 18,10 | Marshal + on Horse at 3,3 | Ghouls at 18,20 face 180")
    table.change("Marshal", []).join("Marshal", "Electoral Cavalry", 0)
    assert str(dice_of(table.battle, table.unit("Electoral Cavalry"), "charge")) == "2D6"


@pytest.mark.rule("eow.special.light_troops.ranks")
def test_light_troops_have_no_ranks() -> None:
    line = "Handgunners + 5x2 at 18,10 | Ghouls at 18,20 face 180 models=5"
    table = table_of(line).fight("Handgunners", "Ghouls")
    unit, enemy = table.unit("Handgunners"), table.unit("Ghouls")
    table.change("Ghouls", [])
    assert (ranks(table.battle, unit), rank_bonus(table.battle, [unit]).amount) == (2, 1)
    assert steadfast(table.battle, unit, (0, 1))
    assert not steadfast(table.battle, enemy, (0, 1))
    table.change("Handgunners", ["Light Troops"])
    assert (ranks(table.battle, unit), rank_bonus(table.battle, [unit]).amount) == (0, 0)
    assert not steadfast(table.battle, unit, (0, 1))
    # They do not keep an enemy with one rank from being Steadfast.
    assert steadfast(table.battle, enemy, (0, 1))


@pytest.mark.rule("eow.special.light_troops.move")
def test_light_troops_pivot_on_the_march() -> None:
    line = "Reiters + 4x2 at 18,10 | Ghouls at 18,40 face 180"
    steps = (Forward(3.0), Pivot(90.0), Forward(4.0))
    game = table_of(line).play({"": 1}, phase="movement").choose(unit="Reiters").move("march", *steps)
    assert game.unit("Reiters").marched
    slow = table_of(line).change("Reiters", []).play(phase="movement").choose(unit="Reiters")
    assert refused_move(slow, "march", *steps) == "eow.move.march"


@pytest.mark.rule("eow.special.light_troops.shoot")
def test_light_troops_shoot_after_a_march_as_if_they_had_moved() -> None:
    table = table_of("Heath Hunters at 18,10 marched moved | Ghouls at 18,20 face 180")
    game = table.play({}, phase="shooting")
    assert game.offers(unit="Heath Hunters", target="Ghouls")
    slow = table_of("Heath Hunters at 18,10 marched moved | Ghouls at 18,20 face 180").change("Heath Hunters", [])
    assert not slow.play({}, phase="shooting").offers(unit="Heath Hunters")


@pytest.mark.rule("eow.special.light_troops.joined")
def test_a_character_among_light_troops_is_one_of_them() -> None:
    line = "Reiters + 4x2 at 18,10 | Marshal + on Horse at 3,3 | Ghouls at 18,24 face 180"
    table = table_of(line).join("Marshal", "Reiters", 0).set("Reiters", marched=True, moved=True)
    assert ranks(table.battle, table.unit("Reiters")) == 0
    assert table.play({}, phase="shooting").offers(unit="Reiters")
    # One light Character makes no unit light.
    other = table_of(f"{RIDERS} + 5x2 at 18,10 | Marshal + on Horse at 3,3 | Ghouls at 18,24 face 180")
    other.change("Marshal", ["Light Troops"]).join("Marshal", "Electoral Cavalry", 0)
    assert ranks(other.battle, other.unit("Electoral Cavalry")) == 2


# Frenzy


def frenzied(gap: float, test: tuple[int, int, int], dice: dict[str, Fall] | None = None) -> Play:
    table = table_of(
        "Iron Orcs at 18,10 | Ghouls at 18,20 face 180 | 1 Zombies at 26,20 face 180 | 1 Dire Wolves at 10,40"
    )
    table.change("Iron Orcs", ["Frenzy"], dis=8).change("Ghouls", []).change("Zombies", [])
    there = boundary(table.battle, table.unit("Iron Orcs"))
    own = boundary(table.battle, table.unit("Ghouls"))
    table.unit("Ghouls").pose = Pose(18.0, there.y + there.depth / 2 + gap + own.depth / 2, 180.0)
    if gap > 10:
        table.unit("Zombies").pose = Pose(26.0, 40.0, 180.0)
    table.battle.stage = "start of charges"
    return table.play({"Frenzy": test, **(dice or {}), "": 1})


@pytest.mark.rule("eow.special.frenzy")
def test_a_unit_in_frenzy_that_fails_its_test_has_to_charge() -> None:
    game = frenzied(8.0, (2, 4, 6))
    (test,) = game.told(events.DisciplineTested)
    assert (test.total, test.passed, game.topic) == (10, False, "declare charge")
    assert not game.offers("pass")
    near = {game.unit("Ghouls").id, game.unit("Zombies").id}
    assert {option.target for option in game.options} == near
    assert any(denied.rule == "eow.special.frenzy" for denied in game.question.denied)  # type: ignore[union-attr]
    game.choose(unit="Iron Orcs", target="Ghouls")
    assert [event.target for event in game.told(events.ChargeDeclared)] == [game.unit("Ghouls").id]


@pytest.mark.rule("eow.special.frenzy")
def test_who_passes_or_has_nobody_near_is_free() -> None:
    calm = frenzied(8.0, (2, 4, 3))
    assert [test.total for test in calm.told(events.DisciplineTested)] == [7]
    assert calm.offers("pass")
    far = frenzied(12.5, (6, 6, 6))
    assert not far.told(events.DisciplineTested)
    assert frenzied(12.0, (6, 6, 6)).told(events.DisciplineTested)


@pytest.mark.rule("eow.special.frenzy")
def test_a_turn_begins_with_the_tests_of_units_in_frenzy() -> None:
    table = table_of(
        "Sylvan Elves/Wild Huntsmen at 18,10 | Ghouls at 18,20 face 180 | 1 Zombies at 24,20 face 180", active=1
    )
    table.battle.phase, table.battle.stage = "melee", "fight"
    table.battle.first = 0
    table.battle.turn = 1
    game = table.play({"Frenzy": 6, "": 1})
    assert [test.kind for test in game.told(events.DisciplineTested)] == ["frenzy"]
    assert not game.offers("pass")


# Insignificant


LEVIES = "Infernal Dwarves/Vassal Levies"


def panics(victim: str, friend: str, guest: str = "") -> bool:
    """Whether a friend tests when a unit beside it is destroyed."""
    table = table_of(f"0 {victim} at 18,10 | 0 {friend} at 22,10 | 0 Vizier at 3,3 | Ghouls at 18,40", phase="magic")
    first = table.battle.units[0]
    beside(table, table.battle.units[1].name, first.name, 2.0)
    if guest:
        table.join(guest, first.name)
    assert first.pose is not None
    first.began = Began(20, first.pose, 4.0, 4.0)

    def happens(battle: Battle) -> Any:
        loser = battle.units[0]
        frightful = after_destroyed(battle, loser)
        if not guest:
            yield from destroy(battle, loser, "for the test")
        yield from frightful

    return bool(happen(table, happens, {"": 1}).told(events.DisciplineTested))


@pytest.mark.rule("eow.special.insignificant")
def test_the_insignificant_frighten_only_their_like() -> None:
    assert not panics(LEVIES, "Infernal Warriors")
    assert panics("Infernal Warriors", LEVIES)
    assert panics(LEVIES, "Kingdom of Equitaine/Lowborn Archers")


@pytest.mark.rule("eow.special.insignificant_joined")
def test_a_character_makes_the_insignificant_matter() -> None:
    assert panics(LEVIES, "Infernal Warriors", "Vizier")


# Lightning Reflexes, Multiple Wounds, Poison


@pytest.mark.rule("eow.special.lightning_reflexes")
def test_lightning_reflexes_add_one_to_melee_hits() -> None:
    table = fighting(["Lightning Reflexes"], off=4).change("Ghouls", [], def_=4)
    orcs, ghouls = table.unit("Iron Orcs"), table.unit("Ghouls")
    game = melee(table, {"Iron Orcs Melee Attacks: to hit": 3, "To-Wound": 1, "": 1})
    struck = next(event for event in game.told(events.BlowsStruck) if event.unit == orcs.id)
    assert struck.need == 3
    twice = fighting(["Lightning Reflexes", "Lightning Reflexes"], off=9).change("Ghouls", [], def_=2)
    attack = normal_attack(twice.battle, twice.unit("Iron Orcs"), twice.unit("Ghouls"), 1, Arc.FRONT)
    assert attack.to_hit.total == 1
    assert ghouls.models > 0


@pytest.mark.rule("eow.special.multiple_wounds", "eow.special.multiple_wounds_cap")
@pytest.mark.parametrize(("said", "hp", "lost"), [("2", 3, 2), ("2", 1, 1), ("D3", 2, 2), ("D3", 1, 1)])
def test_unsaved_wounds_are_multiplied_up_to_the_health_of_a_model(said: str, hp: int, lost: int) -> None:
    table = table_of("Vizier at 18,10 | Ghouls at 18,20 face 180 models=3", phase="melee")
    table.change("Vizier", [f"Multiple Wounds ({said})"], att=1, agi=9).change("Ghouls", [], hp=hp, att=0)
    table.fight("Vizier", "Ghouls")
    game = melee(table, {"Multiple Wounds": 6, "to hit": 6, "To-Wound": 6, "Save": 1, "": 1})
    assert game.told(events.HealthLost)[0].health == lost


@pytest.mark.rule("eow.special.poison")
def test_a_natural_six_poisons_in_melee() -> None:
    table = fighting(["Poison"], att=1)
    game = melee(table, {"Iron Orcs Melee Attacks: to hit": 6, "": 1})
    rolls = [roll.why for roll in game.rolls if roll.unit == game.unit("Iron Orcs").id]
    assert "Melee Attacks: to hit" in rolls
    assert "Melee Attacks: To-Wound" not in rolls
    assert health(game.battle, game.unit("Ghouls")) < 15
    other = melee(fighting(["Poison"], att=1), {"Iron Orcs Melee Attacks: to hit": 5, "": 1})
    assert any("To-Wound" in roll.why and roll.unit == other.unit("Iron Orcs").id for roll in other.rolls)


# Supernal, Unstable, Undead


def beaten(rules: list[str], dice: dict[str, Fall], **profile: int) -> Play:
    """Ghouls with these rules lose a round, in which nobody hits, by a charge in their flank."""
    table = table_of(ORCS, phase="melee").change("Iron Orcs", []).change("Ghouls", rules, **profile)
    table.fight("Iron Orcs", "Ghouls", "left").set("Iron Orcs", charging=True)
    game = melee(table, {"to hit": 1, **dice, "": 1})
    while game.battle.phase == "melee" and game.topic in ("next combat", "allocate attacks"):
        game.decline()
    return game


@pytest.mark.rule("eow.special.supernal", "eow.diff.daemons")
def test_a_failed_break_test_costs_the_supernal_its_margin() -> None:
    game = beaten(["Supernal"], {"Break": (4, 4)}, dis=7)
    scored = game.told(events.CombatScored)[0]
    needed = game.told(events.DisciplineTested)[0].needed
    assert scored.loser == 1
    assert game.told(events.UnitWasted)[0].points == 8 - needed
    assert health(game.battle, game.unit("Ghouls")) == 15 - (8 - needed)
    assert game.unit("Ghouls").engaged
    fine = beaten(["Supernal"], {"Break": (1, 1)}, dis=8)
    assert health(fine.battle, fine.unit("Ghouls")) == 15


@pytest.mark.rule("eow.special.unstable.break", "eow.diff.undead")
def test_the_unstable_never_break_but_crumble() -> None:
    game = beaten(["Unstable"], {})
    scored = game.told(events.CombatScored)[0]
    difference = abs(scored.totals[0] - scored.totals[1])
    assert [test.kind for test in game.told(events.DisciplineTested)] == []
    assert health(game.battle, game.unit("Ghouls")) == 15 - difference
    assert difference > 0


@pytest.mark.rule("eow.special.unstable.break")
def test_the_ranks_crumble_before_their_guest() -> None:
    line = "Iron Orcs at 18,10 | Ghouls at 18,20 face 180 models=2 | Vampire Courtier at 3,3"
    table = table_of(line, phase="melee").change("Iron Orcs", []).change("Ghouls", ["Unstable"], def_=9)
    table.change("Vampire Courtier", ["Unstable"], def_=9, hp=3).join("Vampire Courtier", "Ghouls")
    table.fight("Iron Orcs", "Ghouls").set("Iron Orcs", charging=True)
    game = melee(table, {"to hit": 1, "": 1})
    while game.topic == "allocate attacks":
        game.decline()
    scored = game.told(events.CombatScored)[0]
    difference = abs(scored.totals[0] - scored.totals[1])
    assert difference > 1
    assert (game.battle.units[1].name, game.battle.units[1].wounds) == ("Vampire Courtier", difference - 1)


@pytest.mark.rule("eow.special.unstable.join")
def test_only_the_unstable_join_the_unstable() -> None:
    table = table_of("Ghouls at 18,10 | Vampire Courtier at 3,3 | Iron Orcs at 18,40 face 180")
    table.change("Vampire Courtier", []).change("Ghouls", ["Unstable"])
    refused = check_join(table.battle, table.unit("Vampire Courtier"), table.unit("Ghouls"))
    assert refused is not None
    assert refused.rule == "eow.special.unstable.join"
    table.change("Vampire Courtier", ["Unstable"])
    assert check_join(table.battle, table.unit("Vampire Courtier"), table.unit("Ghouls")) is None
    table.change("Ghouls", [])
    assert check_join(table.battle, table.unit("Vampire Courtier"), table.unit("Ghouls")) is None


@pytest.mark.rule("eow.special.undead.march")
@pytest.mark.parametrize(("gap", "flees", "marches"), [(11.0, False, True), (13.0, False, False), (3.0, True, False)])
def test_the_undead_march_only_near_their_general(gap: float, flees: bool, marches: bool) -> None:
    table = table_of("Ghouls at 18,10 | Vampire Courtier + General at 3,3 | Iron Orcs at 18,44 face 180")
    table.change("Ghouls", ["Undead"])
    beside(table, "Vampire Courtier", "Ghouls", gap).set("Vampire Courtier", fleeing=flees)
    game = table.play({"": 6}, phase="movement").until("move")
    game.choose(unit="Ghouls")
    assert ("march" in [kind.name for kind in game.question.kinds]) is marches  # type: ignore[union-attr]


@pytest.mark.rule("eow.special.undead.march")
def test_a_general_in_the_ranks_leads_the_march() -> None:
    table = table_of("Ghouls at 18,10 | Vampire Courtier + General at 3,3 | Iron Orcs at 18,44 face 180")
    table.change("Ghouls", ["Undead"]).join("Vampire Courtier", "Ghouls")
    game = table.play({"": 6}, phase="movement").choose(unit="Ghouls")
    assert "march" in [kind.name for kind in game.question.kinds]  # type: ignore[union-attr]


def bereaved(dice: dict[str, Fall], phases: int = 1, **profile: int) -> Play:
    table = table_of("Ghouls at 18,10 | Vampire Courtier + General off | Iron Orcs at 18,44 face 180", phase="magic")
    table.change("Ghouls", ["Undead"], **profile).set("Vampire Courtier", fate="destroyed", models=0)

    def ends(battle: Battle) -> Any:
        for _ in range(phases):
            yield from end_phase(battle)

    return happen(table, ends, dice)


@pytest.mark.rule("eow.special.undead.crumble", "eow.diff.undead")
def test_the_undead_test_once_when_their_general_falls() -> None:
    game = bereaved({"Crumble": (4, 5)}, 2, dis=4)
    assert [(test.total, test.needed) for test in game.told(events.DisciplineTested)] == [(9, 4)]
    assert health(game.battle, game.unit("Ghouls")) == 15 - 5
    assert health(bereaved({"Crumble": (2, 2)}, dis=4).battle, game.unit("Ghouls")) == 10
    safe = bereaved({"Crumble": (2, 2)}, dis=4)
    assert health(safe.battle, safe.unit("Ghouls")) == 15


@pytest.mark.rule("eow.special.undead.crumble")
def test_nobody_crumbles_while_the_general_stands() -> None:
    table = table_of("Ghouls at 18,10 | Vampire Courtier + General at 3,3 | Iron Orcs at 18,44 face 180", phase="magic")
    game = happen(table.change("Ghouls", ["Undead"]), end_phase, {"": 6})
    assert not game.told(events.DisciplineTested)
