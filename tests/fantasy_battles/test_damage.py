"""The Attack Sequence: tables, hits, wounds, saves, losses, and the rules of attacks and saves."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.harness import Play, Table, draw, happen
from warhost.play.questions import Allocate
from warhost.play.script import Script
from warhost.rulesets.families.ninth_age.chapters import panic
from warhost.rulesets.families.ninth_age.core.formation import health, whole_health
from warhost.rulesets.fantasy_battles.chapters.damage import damage
from warhost.rulesets.fantasy_battles.chapters.shooting.area_attack import spread_over
from warhost.rulesets.fantasy_battles.core.attacks import Attack, AttackKind, armour_table, to_hit_table, to_wound_table
from warhost.rulesets.fantasy_battles.core.battle import Battle, Settings
from warhost.rulesets.fantasy_battles.core.entries import Part
from warhost.rulesets.fantasy_battles.shown import events
from warhost.table import Arc

LINE = "Spearmen at 36,10 | Swordsmen at 36,20 face 180"


def facing(name: str = "Swordsmen", **changes: Any) -> Table:
    """Spearmen and whoever they attack."""
    table = draw(f"Spearmen at 36,10 | {name} at 36,20 face 180")
    return table.change(name, **changes) if changes else table


def deal(
    table: Table,
    dice: Any = (),
    *,
    target: str = "Swordsmen",
    kind: AttackKind = "spell",
    count: int = 1,
    area: dict[str, Any] | None = None,
    side: Arc = Arc.FRONT,
    **values: Any,
) -> Play:
    """Attacks of the Spearmen on that unit, by default hits of Strength 3, and nothing after them."""

    def script(battle: Battle) -> Script[None]:
        attacker, number = table.unit("Spearmen").id, table.unit(target).id
        told = {"strength": 3, **values}
        attack = Attack(kind, attacker, number, count, "Test", "t9a.attack.hits", **told)
        if area is not None:
            spread_over(battle, attack, side, **area)
        damage.prepared(battle, attack)
        yield from damage.roll_hits(battle, attack)
        yield from panic.suffer_attacks(battle, [attack])
        yield from panic.after_losses(battle, battle.units[number], attacker)

    return happen(table, script, dice)


def lost(game: Play, name: str = "Swordsmen") -> int:
    """The Health Points that the unit has lost so far."""
    number = game.unit(name).id
    return sum(event.health for event in game.told(events.HealthLost) if event.unit == number)


def needs(game: Play) -> list[int | None]:
    """What each roll needed."""
    return [roll.need for roll in game.rolls]


@pytest.mark.rule("t9a.tohit.melee_4_plus", "t9a.tohit.melee_1_to_3", "t9a.tohit.melee_0_to_m3")
@pytest.mark.rule("t9a.tohit.melee_m4_to_m7", "t9a.tohit.melee_m8")
@pytest.mark.parametrize(
    ("offence", "defence", "need"),
    [
        *((7, 3, 2), (10, 1, 2), (6, 3, 3), (5, 3, 3), (4, 3, 3), (3, 3, 4), (3, 4, 4), (3, 6, 4)),
        *((2, 6, 5), (1, 8, 5), (1, 9, 6), (1, 10, 6)),
    ],
)
def test_offensive_against_defensive_skill_tells_the_roll_to_hit(offence: int, defence: int, need: int) -> None:
    assert to_hit_table(offence, defence) == need


@pytest.mark.rule("t9a.towound.2_plus", "t9a.towound.1", "t9a.towound.0", "t9a.towound.m1", "t9a.towound.m2")
@pytest.mark.parametrize(
    ("strength", "resilience", "need"), [(7, 3, 2), (5, 3, 2), (4, 3, 3), (3, 3, 4), (3, 4, 5), (3, 5, 6), (1, 5, 6)]
)
def test_strength_against_resilience_tells_the_roll_to_wound(strength: int, resilience: int, need: int) -> None:
    assert to_wound_table(strength, resilience) == need
    table = facing(res=resilience)
    assert needs(deal(table, {"": 1}, strength=strength)) == [need]


@pytest.mark.rule("t9a.armour.0", "t9a.armour.1", "t9a.armour.2", "t9a.armour.3", "t9a.armour.4", "t9a.armour.5")
@pytest.mark.parametrize(
    ("armour", "ap", "need"),
    [(2, 2, None), (1, 3, None), (3, 2, 6), (3, 1, 5), (3, 0, 4), (5, 1, 3), (5, 0, 2), (6, 0, 2), (6, 1, 2)],
)
def test_armour_less_penetration_tells_the_armour_save(armour: int, ap: int, need: int | None) -> None:
    assert armour_table(armour, ap) == need
    game = deal(facing(arm=armour), {"to wound": 6, "Armour Save": 1}, ap=ap)
    assert needs(game)[1:] == ([] if need is None else [need])
    assert lost(game) == 1


@pytest.mark.rule("t9a.armour.5", "t9a.attack.natural_rolls")
def test_a_natural_1_fails_the_best_armour_save() -> None:
    assert lost(deal(facing(arm=6), {"to wound": 6, "Armour Save": 1})) == 1
    assert lost(deal(facing(arm=6), {"to wound": 6, "Armour Save": 2})) == 0


@pytest.mark.rule("t9a.attack.sequence")
def test_each_step_is_finished_for_all_attacks_before_the_next() -> None:
    table = facing(arm=3, rules=("Aegis (5+)",))
    dice = {"to hit": 4, "to wound": 4, "Save": 1, "Panic": 1}
    game = deal(table, dice, kind="shooting", count=10, hit_on=4)
    assert [roll.why.partition(": ")[2] for roll in game.rolls[:4]] == [
        "to hit",
        "to wound",
        "Armour Save",
        "Special Save",
    ]
    assert [roll.dice for roll in game.rolls[:4]] == ["10D6"] * 4
    assert [roll.seat for roll in game.rolls[:4]] == [0, 0, 1, 1]


@pytest.mark.rule("t9a.attack.sequence")
def test_different_attacks_of_a_batch_go_through_each_step_together() -> None:
    table = facing(arm=3, rules=("Aegis (5+)",))

    def script(battle: Battle) -> Script[None]:
        ids = table.unit("Spearmen").id, table.unit("Swordsmen").id
        batch = [
            Attack("spell", *ids, 2, "Spears", "t9a.attack.hits", strength=3),
            Attack("spell", *ids, 3, "Horses", "t9a.attack.hits", strength=4),
        ]
        for attack in batch:
            damage.prepared(battle, attack)
            yield from damage.roll_hits(battle, attack)
        yield from damage.suffer(battle, batch)

    game = happen(table, script, {"to wound": 4, "Save": 1})
    assert [roll.why for roll in game.rolls] == [
        f"{what}: {step}" for step in ("to wound", "Armour Save", "Special Save") for what in ("Spears", "Horses")
    ]
    assert lost(game) == 5


@pytest.mark.rule("t9a.attack.hits")
def test_automatic_hits_need_no_roll_to_hit() -> None:
    game = deal(facing(), [(4, 4, 4, 3)], count=4)
    assert [roll.why for roll in game.rolls] == ["Test: to wound"]
    assert lost(game) == 3


@pytest.mark.rule("t9a.attack.to_wound")
def test_only_hits_that_wound_go_on() -> None:
    game = deal(facing(arm=3), [(6, 5, 4, 4, 3, 1), (1, 1, 1, 1), (6, 6)], count=6)
    assert game.rolls[1].dice == "4D6"
    assert lost(game) == 4


@pytest.mark.rule("t9a.attack.armour_save")
def test_only_wounds_that_the_armour_does_not_stop_go_on() -> None:
    game = deal(facing(arm=3), [(4, 4), (5, 4)], count=2, ap=1)
    assert game.rolls[1].need == 5
    assert lost(game) == 1


@pytest.mark.rule("t9a.attack.special_save", "t9a.special.aegis")
def test_an_aegis_stops_what_no_armour_can() -> None:
    game = deal(facing(arm=3, rules=("Aegis (5+)",)), [(4, 4, 4), (6, 5, 1)], count=3, ap=10)
    assert [roll.need for roll in game.rolls] == [4, 5]
    assert lost(game) == 1


@pytest.mark.rule("t9a.special.aegis")
@pytest.mark.parametrize("rules", [("Aegis (4+)", "Aegis (6+, against Magical Attacks)"), ("Aegis (6+)", "Aegis (4+)")])
def test_of_several_aegis_saves_the_better_one_is_rolled(rules: tuple[str, ...]) -> None:
    game = deal(facing(rules=rules), [(4,), (3,)], rules=("Magical Attacks",))
    assert [roll.need for roll in game.rolls] == [4, 4]
    assert lost(game) == 1


@pytest.mark.rule("t9a.special.special_save", "t9a.attack.special_save")
def test_of_several_special_saves_one_is_rolled() -> None:
    game = deal(facing(rules=("Aegis (6+)", "Fortitude (5+)")), [(4,), (4,)])
    assert [roll.need for roll in game.rolls] == [4, 5]
    assert lost(game) == 1


@pytest.mark.rule("t9a.special.aegis", "t9a.special.magical_attacks")
@pytest.mark.parametrize(("rules", "saved"), [((), False), (("Magical Attacks",), True)])
def test_a_save_against_magical_attacks_is_for_such_hits_only(rules: tuple[str, ...], saved: bool) -> None:
    table = facing(rules=("Aegis (4+, against Magical Attacks)",))
    game = deal(table, {"to wound": 4, "Special Save": 4}, rules=rules)
    assert lost(game) == (0 if saved else 1)


@pytest.mark.rule("t9a.special.fortitude", "t9a.special.flaming_attacks")
@pytest.mark.parametrize(("rules", "saved"), [((), True), (("Flaming Attacks",), False)])
def test_fortitude_does_not_stop_flaming_attacks(rules: tuple[str, ...], saved: bool) -> None:
    game = deal(facing(rules=("Fortitude (4+)",)), {"to wound": 4, "Special Save": 4}, rules=rules)
    assert lost(game) == (0 if saved else 1)


@pytest.mark.rule("t9a.special.flammable", "t9a.special.flaming_attacks")
@pytest.mark.parametrize(("rules", "rolls"), [((), 1), (("Flaming Attacks",), 2)])
def test_flaming_attacks_roll_failed_wounds_on_flammable_models_again(rules: tuple[str, ...], rolls: int) -> None:
    game = deal(facing(rules=("Flammable",)), {"again": 4, "to wound": 2}, rules=rules)
    assert len(game.rolls) == rolls
    assert lost(game) == rolls - 1


@pytest.mark.rule("t9a.special.divine_attacks")
@pytest.mark.parametrize(("save", "lost_points"), [("Aegis (4+)", 1), ("Fortitude (4+)", 0)])
def test_divine_attacks_have_passed_aegis_saves_rolled_again(save: str, lost_points: int) -> None:
    game = deal(facing(rules=(save,)), {"to wound": 4, "again": 2, "Special Save": 5}, rules=("Divine Attacks",))
    assert lost(game) == lost_points


@pytest.mark.rule("t9a.special.lethal_strike")
def test_a_natural_6_of_lethal_strike_goes_through_armour_and_fortitude() -> None:
    table = facing(arm=5, rules=("Fortitude (2+)",))
    dice = {"to wound": (6, 5), "Armour Save": 1, "Special Save": 2}
    game = deal(table, dice, kind="melee", count=2, rules=("Lethal Strike",))
    saves = [(roll.why, roll.dice, roll.need) for roll in game.rolls[1:]]
    assert saves == [("Test: Armour Save", "1D6", 2), ("Test: Special Save", "1D6", 2)]
    assert lost(game) == 1


@pytest.mark.rule("t9a.special.toxic_attacks")
def test_toxic_attacks_have_strength_3_and_penetration_10() -> None:
    game = deal(facing(arm=6), [(4,)], strength=8, rules=("Toxic Attacks",))
    assert (needs(game), lost(game)) == ([4], 1)


@pytest.mark.rule("t9a.special.multiple_wounds", "t9a.attack.unsaved")
@pytest.mark.parametrize(
    ("rules", "dice", "hp", "points"),
    [
        ("Multiple Wounds (2)", {}, 3, 2),
        ("Multiple Wounds (D3)", {"Multiple": 5}, 2, 2),
        ("Multiple Wounds (D3)", {"Multiple": 2}, 3, 1),
        ("Multiple Wounds (D3)", {}, 1, 1),
    ],
)
def test_multiple_wounds_cost_up_to_the_health_points_of_a_model(
    rules: str, dice: dict[str, int], hp: int, points: int
) -> None:
    game = deal(facing(hp=hp), {"to wound": 6, **dice}, rules=(rules,))
    assert lost(game) == points


@pytest.mark.rule("t9a.special.battle_focus")
def test_battle_focus_scores_a_second_hit_for_each_natural_6() -> None:
    game = deal(
        facing(),
        [(6, 6, 4, 2), (1,) * 5],
        kind="melee",
        count=4,
        hit_on=4,
        rules=("Battle Focus",),
        from_side=Arc.FRONT,
    )
    assert game.rolls[1].dice == "5D6"


@pytest.mark.rule("t9a.special.battle_focus")
def test_the_additional_hit_of_battle_focus_is_not_poisoned() -> None:
    rules = ("Battle Focus", "Poison Attacks")
    game = deal(facing(), [(6,), (1,)], kind="melee", hit_on=4, rules=rules, from_side=Arc.FRONT)
    assert [roll.dice for roll in game.rolls] == ["1D6", "1D6"]
    assert lost(game) == 1


@pytest.mark.rule("t9a.special.battle_focus", "t9a.special.attack_classes")
def test_battle_focus_is_for_close_combat_attacks() -> None:
    game = deal(facing(), [(6, 4), (1, 1)], kind="shooting", count=2, hit_on=4, rules=("Battle Focus",))
    assert game.rolls[1].dice == "2D6"


@pytest.mark.rule("t9a.special.attack_classes")
@pytest.mark.parametrize(
    ("kind", "melee", "ranged"),
    [
        *(("melee", True, False), ("special", True, False), ("shooting", False, True), ("breath", False, True)),
        *(("spell", False, True), ("sweeping", False, True), ("miscast", False, False), ("terrain", False, False)),
    ],
)
def test_attacks_are_melee_or_ranged_or_neither(kind: AttackKind, melee: bool, ranged: bool) -> None:
    attack = Attack(kind, None, 0, 1, "Test", "")
    assert (attack.in_melee, attack.ranged) == (melee, ranged)


@pytest.mark.rule("t9a.attack.natural_rolls")
def test_a_natural_6_always_wounds_and_a_natural_1_never() -> None:
    hopeless = deal(facing(res=10), [(6, 5)], count=2, strength=1)
    assert lost(hopeless) == 1
    sure = deal(facing(res=1), [(2, 1)], count=2, strength=10)
    assert lost(sure) == 1


@pytest.mark.rule("t9a.attack.natural_rolls")
def test_in_close_combat_a_natural_6_hits_and_a_natural_1_misses_whatever_is_added() -> None:
    def rolled(hit_on: int, modifier: int, faces: tuple[int, ...]) -> int:
        attack = Attack("melee", 0, 1, 2, "Test", "", hit_on=hit_on)
        attack.to_hit.add(modifier, "a test")
        return sum(face >= damage.to_hit(attack) for face in faces)

    assert rolled(6, -3, (6, 5)) == 1
    assert rolled(2, 3, (2, 1)) == 1


@pytest.mark.rule("t9a.attack.distribute", "t9a.special.character", "t9a.special.rank_and_file")
def test_hits_go_to_the_rank_and_file_and_not_to_the_character_among_them() -> None:
    table = draw("Spearmen at 36,10 | 1 Swordsmen at 36,20 face 180 models=10 | 1 Captain at 10,40")
    game = deal(table.join("Captain", "Swordsmen"), {"to wound": 6, "test": 1}, count=8)
    assert (lost(game), lost(game, "Captain")) == (8, 0)


@pytest.mark.rule("t9a.attack.distribute")
def test_excess_wounds_of_the_rank_and_file_do_not_reach_characters() -> None:
    table = draw("Spearmen at 36,10 | 1 Swordsmen at 36,20 face 180 models=4 | 1 Captain at 10,40")
    game = deal(table.join("Captain", "Swordsmen"), {"to wound": 6, "test": 1}, count=8)
    assert sum(event.health for event in game.told(events.HealthLost)) == 4
    assert health(game.battle, game.unit("Captain")) == 3


@pytest.mark.rule("t9a.special.champion", "t9a.special.rank_and_file")
def test_the_champion_falls_last_of_the_rank_and_file() -> None:
    table = draw("Spearmen at 36,10 | Guard at 36,20 face 180 models=3").change("Guard", arm=0)
    table.change("Sergeant of Guard", arm=0)
    game = deal(table, {"to wound": (6, 6, 6), "test": 1}, target="Guard", count=3)
    assert game.unit("Sergeant of Guard").models == 1
    assert game.unit("Sergeant of Guard").pose is not None
    table = draw("Spearmen at 36,10 | Guard at 36,20 face 180 models=3").change("Guard", arm=0)
    table.change("Sergeant of Guard", arm=0)
    game = deal(table, {"to wound": 6, "test": 1}, target="Guard", count=5)
    assert sum(event.health for event in game.told(events.HealthLost)) == 4
    assert game.unit("Guard").fate == game.unit("Sergeant of Guard").fate == "destroyed"


def two_characters() -> Table:
    """A unit of which only its two Characters are left: the General goes on as the unit, the Captain in its ranks."""
    table = draw("Spearmen at 36,10 | 1 Swordsmen at 36,20 face 180 models=4 | 1 General at 10,40 | 1 Captain at 14,40")
    table.join("General", "Swordsmen").join("Captain", "Swordsmen")
    table.change("General", res=3)
    return Table.of(deal(table, {"to wound": 6, "test": 1}, count=4).battle)


@pytest.mark.rule("t9a.attack.distribute")
def test_without_rank_and_file_the_characters_take_hits_evenly_and_the_attacker_places_the_odd_one() -> None:
    table = two_characters()
    body = table.battle.body(table.unit("Captain"))
    assert whole_health(table.battle, body) == 6
    game = deal(table, {"to wound": 6, "test": 1}, target=body.name, count=3)
    assert (game.topic, game.question.seat) == ("distribute hits", 0)
    assert isinstance(game.question, Allocate)
    assert game.question.pools[0].count == 1
    game.allocate(**{game.question.pools[0].key: {str(game.unit("Captain").id): 1}})
    assert (lost(game, "General"), lost(game, "Captain")) == (1, 2)


@pytest.mark.rule("t9a.attack.casualties")
def test_casualties_come_off_the_rear_rank() -> None:
    game = deal(facing(), {"to wound": 6, "test": 1}, count=4)
    unit = game.unit("Swordsmen")
    assert (unit.models, unit.files, unit.rear_from) == (16, 5, 2)


@pytest.mark.rule("t9a.attack.panic")
def test_a_quarter_of_the_health_points_lost_to_one_volley_is_a_panic_test_after_the_casualties() -> None:
    game = deal(facing(), {"to wound": 6, "Panic": (6, 6), "Flee": 1}, count=5)
    kinds = [type(event).__name__ for event in game.game.events]
    assert kinds.index("HealthLost") < kinds.index("DisciplineTested")
    assert not deal(facing(), {"to wound": 6}, count=4).told(events.DisciplineTested)


@pytest.mark.rule("t9a.special.massive_bulk")
@pytest.mark.parametrize(("height", "armour", "saves"), [("Gigantic", 3, False), ("Large", 5, True)])
def test_the_armour_and_saves_of_a_rider_do_not_count_on_massive_bulk(height: str, armour: int, saves: bool) -> None:
    rider = Part(name="rider", att=1, off=3, str_=3, agi=3, arm=5, rules=("Aegis (4+)",))
    table = facing("Giant", height=height, arm=3, parts=(rider, Part(name="monster", att=3, off=3, str_=5, agi=2)))
    game = deal(table, {"to wound": 6, "Save": 1, "Panic": 1}, target="Giant", strength=6)
    found = {roll.why.partition(": ")[2]: roll.need for roll in game.rolls[1:]}
    assert found["Armour Save"] == 7 - armour
    assert ("Special Save" in found) is saves


@pytest.mark.rule("t9a.special.area_attack")
@pytest.mark.parametrize(("side", "hits"), [(Arc.FRONT, 3), (Arc.REAR, 3), (Arc.LEFT, 5), (Arc.RIGHT, 5)])
def test_an_area_attack_hits_once_for_each_rank_or_file(side: Arc, hits: int) -> None:
    table = draw("Spearmen at 36,10 | Swordsmen at 36,20 face 180 models=15")
    game = deal(table, {"": 1}, rules=("Area Attack (1x5)",), area={}, side=side)
    assert game.rolls[0].dice == f"{hits}D6"


@pytest.mark.rule("t9a.special.area_attack")
def test_an_area_attack_never_hits_more_models_than_stand_there() -> None:
    table = draw("Spearmen at 36,10 | Swordsmen at 36,20 face 180 models=12")
    wide = deal(table, {"": 1}, rules=("Area Attack (3x3)",), area={})
    assert wide.rolls[0].dice == "8D6"
    deep = deal(facing("Captain"), {"": 1}, target="Captain", rules=("Area Attack (3x3)",), area={})
    assert deep.rolls[0].dice == "1D6"


@pytest.mark.rule("t9a.spell.bracketed_hit", "t9a.special.area_attack")
def test_one_hit_of_an_area_attack_has_the_values_in_brackets() -> None:
    table = facing("Ogres", res=4)
    values = {"strength": 6, "rules": ("Multiple Wounds (2)",)}
    game = deal(
        table,
        {"to wound": 6, "test": 1},
        target="Ogres",
        strength=4,
        rules=("Area Attack (1x5)",),
        area=values,
    )
    told = [(event.hits, event.wounds) for event in game.told(events.AttackResolved)]
    assert told == [(1, 1), (1, 1)]
    assert sorted(roll.need or 0 for roll in game.rolls if "wound" in roll.why) == [2, 4]
    assert lost(game, "Ogres") == 3


@pytest.mark.rule("t9a.attack.unsaved")
def test_what_an_attack_may_take_is_known_exactly() -> None:
    table = facing(arm=3, rules=("Aegis (5+)",))
    attack = Attack("spell", 0, 1, 2, "Test", "", strength=3)
    chances = damage.losses_of(table.battle, damage.prepared(table.battle, attack))
    each = 1 / 2 * 1 / 2 * 2 / 3
    assert chances[0] == pytest.approx((1 - each) ** 2)
    assert chances[2] == pytest.approx(each * each)


@pytest.mark.rule("t9a.special.distracting")
@pytest.mark.parametrize(
    ("setting", "other", "total"),
    [("does not add up", 0, -1), ("does not add up", -1, -1), ("does not add up", -2, -2), ("adds up", -1, -2)],
)
def test_distracting_takes_1_from_the_roll_to_hit_unless_something_else_does(
    setting: Any, other: int, total: int
) -> None:
    table = draw(LINE, Settings(distracting=setting)).change("Swordsmen", rules=("Distracting",))
    attack = Attack("melee", 0, 1, 1, "Test", "", hit_on=4, strength=3)
    attack.to_hit.add(other, "a spell")
    assert damage.prepared(table.battle, attack).to_hit.total == total


@pytest.mark.rule("t9a.special.distracting", "t9a.special.attack_classes")
def test_distracting_is_for_close_combat_attacks() -> None:
    table = facing(rules=("Distracting",))
    attack = Attack("shooting", 0, 1, 1, "Test", "", hit_on=4, strength=3)
    assert damage.prepared(table.battle, attack).to_hit.total == 0


@pytest.mark.rule("t9a.terrain.water_flaming")
@pytest.mark.parametrize(("kind", "flaming"), [("melee", False), ("special", False), ("shooting", True)])
def test_melee_attacks_into_water_are_not_flaming(kind: AttackKind, flaming: bool) -> None:
    table = draw(f"72x48 water 36,20 6x6 | {LINE}")
    attack = Attack(kind, 0, 1, 1, "Test", "", strength=3, rules=("Flaming Attacks",))
    assert damage.prepared(table.battle, attack).flaming is flaming
    # So are those that are made out of it.
    back = Attack(kind, 1, 0, 1, "Test", "", strength=3, rules=("Flaming Attacks",))
    assert damage.prepared(table.battle, back).flaming is flaming
