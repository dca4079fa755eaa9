"""Rules of the Armylists of Empire of Sonnstahl and Kingdom of Equitaine."""

from __future__ import annotations

import pytest

from tests.essence_of_war.harness import Fall, Play, Table, draw, happen
from warhost.rulesets.essence_of_war.chapters.damage.damage import aegis_save
from warhost.rulesets.essence_of_war.chapters.general.discipline import prepare
from warhost.rulesets.essence_of_war.chapters.melee.result import combat_result
from warhost.rulesets.essence_of_war.chapters.melee.strikes import normal_attack, normal_blows
from warhost.rulesets.essence_of_war.chapters.shooting.shooting import attack_of, shooters, weapon_of
from warhost.rulesets.essence_of_war.chapters.turn import end_boons
from warhost.rulesets.essence_of_war.core.battle import Boon, Settings
from warhost.rulesets.essence_of_war.core.moments import spoken
from warhost.rulesets.essence_of_war.core.values import rate, value
from warhost.rulesets.essence_of_war.lists.armylists import list_unit
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.core.formation import boundary
from warhost.table import Arc, Pivot, Pose

ADVANCED = Settings(mode="advanced")
EMPIRE = "Empire of Sonnstahl"
LINE = "Marshal{} at 18,10 | {}/Spearmen + 6x4 at 22,10 | {}/Electoral Cavalry at 10,10 | Ghouls at 18,44 face 180"


def ordering(bought: str = "", gap: float | None = None, settings: Settings = ADVANCED) -> Table:
    table = draw(LINE.format(bought, EMPIRE, EMPIRE), settings=settings)
    if gap is not None:
        beside(table, "Spearmen", "Marshal", gap)
    return table


def beside(table: Table, mover: str, fixed: str, gap: float) -> Table:
    there = boundary(table.battle, table.unit(fixed))
    width = boundary(table.battle, table.unit(mover)).width
    table.unit(mover).pose = Pose(there.x + there.width / 2 + gap + width / 2, there.y, 0.0)
    return table


def next_turn(table: Table, seat: int = 0, dice: dict[str, Fall] | None = None) -> Play:
    """A turn of that seat that begins with what its rules do then."""
    table.battle.active, table.battle.first, table.battle.turn = seat, 0, 1
    table.battle.phase, table.battle.stage = "charge", "start of turn"
    return table.play({**(dice or {}), "": 1})


def order(game: Play, number: int) -> Play:
    return game.choose(f"{game.unit('Spearmen').id}:{number}")


@pytest.mark.rule("eow.list.empire_of_sonnstahl.rule.orders")
@pytest.mark.parametrize(("gap", "heard"), [(8.0, True), (8.1, False)])
def test_marshals_give_orders_within_eight_inches(gap: float, heard: bool) -> None:
    game = next_turn(ordering(gap=gap))
    assert (game.topic == "order") is heard


@pytest.mark.rule("eow.list.empire_of_sonnstahl.rule.orders")
def test_an_order_lasts_through_the_next_player_turn() -> None:
    game = order(next_turn(ordering(gap=2.0)), 2)
    unit = game.unit("Spearmen")
    assert rate(game.battle, unit, "mar") == 12
    for lasts in (True, False):
        # The enemy's turn begins, then the next own one.
        end_boons(game.battle)
        assert bool(unit.boons) is lasts
    # Given at the start of a turn, before the Charge Phase.
    assert [event.boon for event in game.told(events.BoonGiven)] == ["Order: faster"]


@pytest.mark.rule("eow.list.empire_of_sonnstahl.rule.parent_and_support")
def test_only_parent_and_support_units_take_orders() -> None:
    game = next_turn(ordering(gap=2.0))
    assert {option.target for option in game.options if not option.passes} == {game.unit("Spearmen").id}


@pytest.mark.rule("eow.list.empire_of_sonnstahl.rule.two_orders")
def test_a_marshal_may_have_two_different_orders() -> None:
    game = order(next_turn(ordering(" + Has 2 Orders", 2.0)), 0)
    assert game.topic == "order"
    assert not game.offers(f"{game.unit('Spearmen').id}:0")
    assert any(denied.what.endswith(":0") for denied in game.question.denied)  # type: ignore[union-attr]
    order(game, 3)
    assert game.topic != "order"
    assert len(game.unit("Spearmen").boons) == 2
    once = order(next_turn(ordering("", 2.0)), 0)
    assert once.topic != "order"


def ordered(number: int, line: str = "{}/Spearmen + 6x4 at 18,10 | Ghouls at 18,20 face 180") -> Table:
    from warhost.rulesets.essence_of_war.rules.armies.empire_of_sonnstahl import ORDERS

    table = draw(line.format(EMPIRE), settings=ADVANCED, phase="melee").change("Ghouls", [])
    table.battle.units[0].boons = (Boon(ORDERS[number].name, "next turn"),)
    return table


@pytest.mark.rule("eow.list.empire_of_sonnstahl.rule.order_extra_rank")
def test_the_first_order_lets_one_more_rank_fight() -> None:
    table = ordered(0).fight("Spearmen", "Ghouls")
    (blows,) = normal_blows(table.battle, table.unit("Spearmen"))
    other = ordered(1).fight("Spearmen", "Ghouls")
    (usual,) = normal_blows(other.battle, other.unit("Spearmen"))
    # Ranks 1 to 3 of their own, 1 to 4 with the Order.
    assert (usual.number, blows.number) == (3 * 6, 4 * 6)


@pytest.mark.rule("eow.list.empire_of_sonnstahl.rule.order_long_range")
def test_the_second_order_spares_long_range() -> None:
    line = "{}/Handgunners at 18,10 | Ghouls at 18,30 face 180"
    table = ordered(1, line)
    guns, ghouls = table.unit("Handgunners"), table.unit("Ghouls")
    armed = weapon_of(table.battle, guns)
    assert armed is not None
    assert {group.aim for group in shooters(table.battle, guns, armed, ghouls)} == {4}
    guns.boons = ()
    assert {group.aim for group in shooters(table.battle, guns, armed, ghouls)} == {5}


@pytest.mark.rule("eow.list.empire_of_sonnstahl.rule.order_speed")
def test_the_third_order_makes_faster() -> None:
    table = ordered(2)
    spears = table.unit("Spearmen")
    assert (rate(table.battle, spears, "adv"), rate(table.battle, spears, "mar")) == (5, 12)


@pytest.mark.rule("eow.list.empire_of_sonnstahl.rule.order_discipline")
def test_the_fourth_order_minimises_discipline_tests() -> None:
    table = ordered(3)
    test = prepare(table.battle, table.unit("Spearmen"), "break")
    assert (str(test.dice), test.dice.total((6, 3, 2))) == ("minimised 2D6", 5)


@pytest.mark.rule("eow.list.empire_of_sonnstahl.rule.brace_of_pistols")
def test_brace_of_pistols() -> None:
    table = draw("Reiters at 18,10 marched moved | Ghouls at 18,17 face 180", settings=ADVANCED)
    game = table.play({"": 1}, phase="shooting").choose(unit="Reiters")
    assert game.told(events.UnitShot)[0].shots == 10
    assert {roll.need for roll in game.rolls if "to hit" in roll.why} == {4}
    weapon = list_unit(EMPIRE, "Reiters").weapons[0].weapon
    assert (weapon.range, weapon.shots, weapon.str_, weapon.ap) == (12, 2, 4, 2)


@pytest.mark.rule("eow.list.empire_of_sonnstahl.rule.cannon")
def test_cannon() -> None:
    line = "54x48 hindering 18,24 6x2 | Steam Tank + Cannon (3+) at 18,6 marched moved | Trolls + 3x1 at 18,24 face 180"
    table = draw(line, settings=ADVANCED).change("Trolls", [])
    tank, trolls = table.unit("Steam Tank"), table.unit("Trolls")
    armed = weapon_of(table.battle, tank)
    assert armed is not None
    (group,) = shooters(table.battle, tank, armed, trolls)
    assert group.aim == 4
    attack = attack_of(table.battle, tank, armed.weapon, trolls, group)
    assert (attack.strength, attack.ap, attack.multiply, armed.weapon.range) == (10, 10, ("D3", 1), 36)
    assert table.play({}, phase="shooting").offers(unit="Steam Tank", target="Trolls")


@pytest.mark.rule("eow.list.empire_of_sonnstahl.rule.handgun")
def test_handgun() -> None:
    weapon = list_unit(EMPIRE, "Handgunners").weapons[0].weapon
    assert (weapon.range, weapon.shots, weapon.str_, weapon.ap, weapon.ignores) == (24, 1, 4, 2, ())
    table = draw(f"{EMPIRE}/Handgunners + 7x2 at 18,10 | Ghouls at 18,20 face 180", settings=ADVANCED)
    game = table.play({"": 1}, phase="shooting").choose(unit="Handgunners")
    assert game.told(events.UnitShot)[0].shots == 14


# The Steam Tank


TANK = "Steam Tank at 18,10 | {} | 0 Marshal at 3,3"


def driving(rest: str, *, pivot: float = 0.0, rolled: int = 4) -> Play:
    """The tank drives four dice of that face (4: a 2 on a D3), after a Pivot."""
    table = draw(TANK.format(rest), settings=ADVANCED)
    if "Ghouls" in rest:
        table.change("Ghouls", [])
    game = table.play({"March": rolled, "": 1}, phase="movement").choose(unit="Steam Tank").choose("march")
    return game.move("pivot", Pivot(pivot)) if pivot else game.stay()


@pytest.mark.rule("eow.list.empire_of_sonnstahl.rule.steam_powered_march")
def test_the_tank_drives_as_far_as_its_dice_say() -> None:
    game = driving("Ghouls at 30,44 face 180")
    assert game.unit("Steam Tank").pose == Pose(18.0, 18.0, 0.0)
    assert game.unit("Steam Tank").marched
    turned = driving("Ghouls at 30,44 face 180", pivot=90.0).unit("Steam Tank").pose
    assert turned is not None
    assert (turned.x, turned.y) == pytest.approx((26.0, 10.0))


@pytest.mark.rule("eow.list.empire_of_sonnstahl.rule.steam_powered_march")
def test_the_tank_stops_an_inch_before_friends() -> None:
    game = driving("0 Handgunners at 18,17 | Ghouls at 30,44 face 180")
    tank, guns = (boundary(game.battle, game.unit(name)) for name in ("Steam Tank", "Handgunners"))
    assert guns.y - guns.depth / 2 - (tank.y + tank.depth / 2) == pytest.approx(1.0)


@pytest.mark.rule("eow.list.empire_of_sonnstahl.rule.steam_powered_charge")
def test_whom_the_tank_touches_it_charges() -> None:
    game = driving("Ghouls at 18,18 face 180")
    assert game.topic == "pursuit charge place"
    game.decline()
    tank, ghouls = game.unit("Steam Tank"), game.unit("Ghouls")
    assert ([foe.unit for foe in tank.foes], tank.charging) == ([ghouls.id], True)
    # The enemy was not asked for a reaction.
    assert not game.told(events.ReactionDeclared)
    # It declares no charges.
    table = draw(TANK.format("Ghouls at 18,18 face 180"), settings=ADVANCED)
    assert table.play({"": 1}).topic == "move"
    other = draw(TANK.format("Ghouls at 18,18 face 180"), settings=ADVANCED).change("Steam Tank", ["Towering"], adv=4)
    assert other.play({"": 1}).topic == "declare charge"


@pytest.mark.rule("eow.list.empire_of_sonnstahl.rule.steam_powered_no_pursuit")
def test_the_tank_pursues_nobody() -> None:
    def asked(rules: list[str]) -> list[str]:
        table = draw(TANK.format("Ghouls at 18,20 face 180 models=5"), settings=ADVANCED, phase="melee")
        table.change("Ghouls", [], dis=2).change("Steam Tank", [*rules, "Grind (2D3+1)"]).fight("Steam Tank", "Ghouls")
        game = table.set("Steam Tank", charging=True, charged=True)
        play = game.play({"Break": 6, "Hits of": 1, "To-Wound": 6, "Save": 1, "": 1})
        topics = []
        while play.topic in ("pursuit", "overrun", "pivot after combat"):
            topics.append(play.topic)
            play.decline()
        return topics

    assert asked(["Steam Powered"]) == ["pivot after combat"]
    assert "pursuit" in asked([])


# Equitaine


KNIGHTS = "Kingdom of Equitaine"
COURT = (
    f"Damsel at 3,3 | {KNIGHTS}/Lowborn Archers at 18,10 | {KNIGHTS}/Feudal Knights at 24,10 | Ghouls at 18,44 face 180"
)


def blessed(number: int, line: str = COURT) -> Table:
    from warhost.rulesets.essence_of_war.rules.armies.kingdom_of_equitaine import ORISONS

    table = draw(line, settings=ADVANCED).change("Ghouls", [])
    table.battle.units[1].boons = (Boon(ORISONS[number].name, "next turn"),)
    return table


@pytest.mark.rule("eow.list.kingdom_of_equitaine.rule.orisons")
def test_one_orison_is_spoken_in_each_own_turn() -> None:
    game = next_turn(draw(COURT, settings=ADVANCED))
    assert game.topic == "orison"
    assert len(game.options) == 3 * 3 + 1
    game.choose(f"{game.unit('Lowborn Archers').id}:2")
    assert game.topic != "orison"
    assert [boon.until for boon in game.unit("Lowborn Archers").boons] == ["next turn"]
    assert next_turn(draw(COURT, settings=ADVANCED), seat=1).topic != "orison"
    # Patrols have none.
    assert next_turn(draw("Lowborn Archers at 18,10 | Ghouls at 18,44 face 180")).topic != "orison"


@pytest.mark.rule("eow.list.kingdom_of_equitaine.rule.orisons")
@pytest.mark.parametrize(("damsel", "asked"), [({}, True), ({"fleeing": True}, False)])
def test_players_may_agree_that_a_damsel_speaks_it(damsel: dict[str, bool], asked: bool) -> None:
    settings = Settings(mode="advanced", orisons="a Damsel")
    game = next_turn(draw(COURT, settings=settings).set("Damsel", **damsel))
    assert (game.topic == "orison") is asked
    anyhow = next_turn(draw(COURT, settings=ADVANCED).set("Damsel", **damsel))
    assert anyhow.topic == "orison"


@pytest.mark.rule("eow.list.kingdom_of_equitaine.rule.orison_aegis")
def test_the_first_orison_saves() -> None:
    table = blessed(0)
    attack = normal_attack(table.battle, table.unit("Ghouls"), table.unit("Lowborn Archers"), 1, Arc.FRONT)
    assert (aegis_save(attack) or (0, ""))[0] == 5
    attack = normal_attack(table.battle, table.unit("Ghouls"), table.unit("Feudal Knights"), 1, Arc.FRONT)
    assert (aegis_save(attack) or (0, ""))[0] == 6


@pytest.mark.rule("eow.list.kingdom_of_equitaine.rule.orison_reflexes")
def test_the_second_orison_quickens() -> None:
    table = blessed(1)
    attack = normal_attack(table.battle, table.unit("Lowborn Archers"), table.unit("Ghouls"), 1, Arc.FRONT)
    assert attack.to_hit.total == 1


@pytest.mark.rule("eow.list.kingdom_of_equitaine.rule.orison_discipline")
def test_the_third_orison_steadies() -> None:
    table = blessed(2)
    assert value(table.battle, table.unit("Lowborn Archers"), "dis") == 9
    assert value(table.battle, table.unit("Feudal Knights"), "dis") == 8


@pytest.mark.rule("eow.list.kingdom_of_equitaine.rule.banneret")
@pytest.mark.parametrize(("bought", "more"), [("", 0), (" + Banneret", 1)])
def test_a_banneret_adds_one_to_the_result(bought: str, more: int) -> None:
    line = f"{KNIGHTS}/Feudal Knights + 3x2{bought} at 18,10 | Ghouls at 18,20 face 180"
    table = draw(line, settings=ADVANCED).fight("Feudal Knights", "Ghouls")
    assert combat_result(table.battle, (0, 1)).totals[0] == 1 + more


@pytest.mark.rule("eow.list.kingdom_of_equitaine.rule.beloved")
@pytest.mark.parametrize(("models", "struck"), [(10, False), (5, True)])
def test_nobody_strikes_at_the_beloved_behind_two_ranks(models: int, struck: bool) -> None:
    line = f"{KNIGHTS}/Lowborn Levies at 18,10 models={models} | {KNIGHTS}/Damsel at 3,3 | Ghouls at 18,20 face 180"
    table = draw(line, settings=ADVANCED).change("Ghouls", [])
    table.join("Damsel", "Lowborn Levies", 2).fight("Ghouls", "Lowborn Levies")
    targets = {target for blows in normal_blows(table.battle, table.unit("Ghouls")) for target in blows.targets}
    assert (table.unit("Damsel").id in targets) is struck


@pytest.mark.rule("eow.list.kingdom_of_equitaine.rule.longbow", "eow.diff.longbow")
def test_three_ranks_shoot_longbows_of_the_list_and_two_of_the_patrol() -> None:
    for line, settings, shots in (
        (f"{KNIGHTS}/Lowborn Archers + 7x3", ADVANCED, 21),
        (f"{KNIGHTS}/Lowborn Archers + 5x3", ADVANCED, 15),
        ("Lowborn Archers", Settings(), 10),
    ):
        table = draw(f"{line} at 18,10 | Ghouls at 18,20 face 180", settings=settings)
        game = table.play({"": 1}, phase="shooting").choose(unit="Lowborn Archers")
        assert game.told(events.UnitShot)[0].shots == shots
    weapon = list_unit(KNIGHTS, "Lowborn Archers").weapons[0].weapon
    assert (weapon.range, weapon.str_, weapon.ap) == (30, 3, 0)


@pytest.mark.rule("eow.list.kingdom_of_equitaine.rule.the_quest")
def test_the_quest_is_sworn_at_deployment_and_wounds_its_target() -> None:
    line = f"{KNIGHTS}/Knights of the Quest at 18,10 | Ghouls at 18,20 face 180 | 1 Zombies off"
    table = draw(line, settings=ADVANCED).change("Ghouls", []).change("Zombies", [])
    knights = table.unit("Knights of the Quest")

    def deployed(battle: object) -> object:
        bearer, rule = spoken(battle, battle.units[0], "when_deployed")[0]  # type: ignore[arg-type,attr-defined]
        return rule.when_deployed(battle, bearer)  # type: ignore[arg-type]

    game = happen(table, deployed)  # type: ignore[arg-type]
    assert game.topic == "quest"
    game.choose(target="Ghouls")
    battle = game.battle
    for name, again in (("Ghouls", True), ("Zombies", False)):
        attack = normal_attack(battle, battle.units[knights.id], game.unit(name), 1, Arc.FRONT)
        assert (attack.wounds_rerolled_by is not None) is again
    # A Character that is left of the unit is not the Quest.
    sworn = Table.of(battle).change("Zombies", [])
    ghouls, zombies = sworn.unit("Ghouls"), sworn.unit("Zombies")
    ghouls.entry, zombies.entry = zombies.entry, ghouls.entry
    attack = normal_attack(sworn.battle, sworn.battle.units[knights.id], ghouls, 1, Arc.FRONT)
    assert attack.wounds_rerolled_by is None


@pytest.mark.rule("eow.list.kingdom_of_equitaine.rule.sainted")
def test_the_sainted_is_the_general_with_all_orisons() -> None:
    entry = list_unit(KNIGHTS, "Castellan", "Sainted")
    assert entry.general
    assert (entry.profile.att, entry.profile.dis, entry.profile.aeg) == (4, 9, 5)
    assert {"Fearless", "Lightning Reflexes", "Fly"} <= set(entry.rules)
