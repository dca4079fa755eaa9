"""Damage: to hit, To-Wound, Armour Saves, Aegis Saves, lost Health Points."""

from __future__ import annotations

from typing import Any

import pytest

from tests.essence_of_war.harness import Done, Faces, Table, carried_out, draw, with_rules
from warhost.play.rules.rulebase import Speakers
from warhost.play.rules.tally import Tally
from warhost.rulesets.essence_of_war.chapters.damage.damage import (
    armour_save,
    destroy,
    lose_health,
    prepared,
    roll_hits,
    suffer,
    to_hit,
    to_wound,
)
from warhost.rulesets.essence_of_war.core.attacks import Attack, armour_table, to_hit_table, to_wound_table
from warhost.rulesets.essence_of_war.core.battle import Settings
from warhost.rulesets.essence_of_war.core.moments import ModelRule
from warhost.rulesets.essence_of_war.shown.events import AttackResolved, HealthLost, UnitDestroyed
from warhost.rulesets.families.ninth_age.chapters.panic import suffer_attacks
from warhost.rulesets.families.ninth_age.core.formation import health

GHOULS = "Iron Orcs at 18,10 | Ghouls at 18,20 face 180"
"""Ghouls: 15 models with 1 Health Point, Resilience 4, no armour."""

KNIGHTS = "Iron Orcs at 18,10 | Feudal Knights at 18,20 face 180"
"""Feudal Knights: 6 models with 1 Health Point, Resilience 3, Armour 5, Aegis 6+."""

OGRES = "Iron Orcs at 18,10 | Tribesmen at 18,20 face 180"
"""Tribesmen: 4 models with 3 Health Points, Resilience 4, Armour 1."""


def hits(table: Table, target: str, count: int, attacker: str | None = "Iron Orcs", **how: Any) -> Attack:
    """So many automatic hits on the target."""
    how.setdefault("strength", 4)
    source = None if attacker is None else table.unit(attacker).id
    kind = how.pop("kind", "spell")
    more = {name: how.pop(name) for name in ("armour_rerolled", "multiply") if name in how}
    attack = Attack(kind, source, table.unit(target).id, count, "Test", "eow.damage.sequence", **how)
    prepared(table.battle, attack)
    for name, value in more.items():
        setattr(attack, name, value)
    carried_out(roll_hits(table.battle, attack))
    return attack


def suffered(table: Table, *attacks: Attack, dice: list[Faces]) -> Done:
    return carried_out(suffer(table.battle, attacks), dice)


def rolled_to_hit(table: Table, *faces: int, hit_on: int, kind: str = "melee", **more: Any) -> Attack:
    attack = Attack(kind, 0, 1, len(faces), what="Test", rule="eow.shoot.aim", strength=3, hit_on=hit_on)  # type: ignore[arg-type]
    for name, value in more.items():
        setattr(attack, name, value)
    carried_out(roll_hits(table.battle, attack), [faces])
    return attack


@pytest.mark.rule("eow.damage.sequence")
def test_hits_are_wounded_saved_by_armour_saved_by_aegis_and_lost_in_this_order() -> None:
    table = with_rules(KNIGHTS, "Feudal Knights", [], arm=3)
    done = suffered(
        table,
        hits(table, "Feudal Knights", 10),
        dice=[(3, 4, 5, 6, 3, 1, 2, 2, 1, 2), (4, 5, 1, 2, 3), (6, 5, 4)],
    )
    assert done.value == {1: 2}
    assert [roll.why.partition(": ")[2] for roll in done.rolls] == ["To-Wound", "Armour Save", "Aegis Save"]
    assert health(table.battle, table.unit("Feudal Knights")) == 4
    told = [event for event in done.events if isinstance(event, AttackResolved)]
    assert told == [AttackResolved(0, 1, "Test", 10, 10, 5, 2, 1)]


@pytest.mark.rule("eow.damage.sequence")
def test_the_attacker_rolls_to_wound_and_the_defender_rolls_saves() -> None:
    table = draw(KNIGHTS)
    done = suffered(table, hits(table, "Feudal Knights", 2), dice=[(6, 6), (1, 1), (1, 1)])
    assert [(roll.seat, roll.unit, roll.need) for roll in done.rolls] == [(0, 0, 3), (1, 1, 2), (1, 1, 6)]


@pytest.mark.rule("eow.damage.sequence", "eow.panic.friend_destroyed")
@pytest.mark.parametrize(("models", "tests"), [(1, 1), (2, 0)])
def test_last_of_all_friends_test_for_panic_if_the_unit_is_gone(models: int, tests: int) -> None:
    table = draw(f"Iron Orcs at 18,10 | 1 Handgunners at 18,20 models={models} | 1 Imperial Guard at 22,20")
    done = carried_out(suffer_attacks(table.battle, [hits(table, "Handgunners", 1)]), [6, *[(1, 2)] * tests])
    assert [roll.unit for roll in done.rolls[1:]] == [table.unit("Imperial Guard").id] * tests


@pytest.mark.rule("eow.damage.batch")
def test_simultaneous_attacks_finish_each_step_together() -> None:
    table = draw(KNIGHTS)
    one = hits(table, "Feudal Knights", 2)
    other = hits(table, "Iron Orcs", 1, attacker="Feudal Knights", strength=3, ap=0)
    done = suffered(table, one, other, dice=[(5, 1), (6,), (1,), (1,), (1,)])
    assert [roll.why.partition(": ")[2] for roll in done.rolls] == [
        *("To-Wound", "To-Wound", "Armour Save", "Armour Save", "Aegis Save"),
    ]
    assert done.value == {0: 1, 1: 1}


@pytest.mark.rule("eow.damage.batch")
def test_both_sides_of_a_batch_can_be_wiped_out_by_it() -> None:
    table = draw("Druid at 18,10 wounds=2 | Mage at 18,20 face 180 wounds=2")
    one, other = hits(table, "Mage", 1, attacker="Druid"), hits(table, "Druid", 1, attacker="Mage")
    suffered(table, one, other, dice=[6, 6, 1])
    assert not table.unit("Mage").on_table
    assert not table.unit("Druid").on_table


@pytest.mark.rule("eow.damage.to_wound_table", "eow.stat.res", "eow.stat.str")
def test_to_wound_depends_on_strength_minus_resilience() -> None:
    assert [to_wound_table(4 + difference, 4) for difference in (3, 2, 1, 0, -1, -2)] == [2, 2, 3, 4, 5, 6]
    assert to_wound_table(1, 6) == 6
    assert to_wound_table(4, 3) == 3
    assert to_wound_table(6, 4) == 2
    table = draw(KNIGHTS)
    assert to_wound(table.battle, hits(table, "Feudal Knights", 1, strength=4)) == 3


@pytest.mark.rule("eow.damage.to_wound_natural")
@pytest.mark.parametrize(("strength", "bonus", "face", "lost"), [(1, -1, 6, 1), (9, 1, 1, 0), (9, 1, 2, 1)])
def test_a_natural_6_always_wounds_and_a_natural_1_never(strength: int, bonus: int, face: int, lost: int) -> None:
    table = draw(GHOULS)
    attack = hits(table, "Ghouls", 1, strength=strength)
    attack.to_wound.add(bonus, "a rule", "")
    assert suffered(table, attack, dice=[face]).value == {1: lost}


@pytest.mark.rule("eow.damage.to_wound_natural")
def test_to_wound_modifiers_change_the_needed_number() -> None:
    table = draw(GHOULS)
    attack = hits(table, "Ghouls", 1, strength=4)
    attack.to_wound.add(-1, "a rule", "")
    assert to_wound(table.battle, attack) == 5


@pytest.mark.rule("eow.damage.no_strength")
def test_attacks_without_strength_wound_by_their_own_words() -> None:
    table = with_rules(GHOULS, "Ghouls", [], res=10)
    automatic = hits(table, "Ghouls", 1, strength=None, ap=10)
    assert suffered(table, automatic, dice=[]).value == {1: 1}
    fixed = hits(table, "Ghouls", 2, strength=None, wound_on=4)
    assert suffered(table, fixed, dice=[(3, 4)]).value == {1: 1}


@pytest.mark.rule("eow.damage.armour_table", "eow.stat.arm", "eow.stat.ap")
def test_armour_saves_depend_on_armour_minus_armour_penetration() -> None:
    assert [armour_table(5 + d, 5) for d in (-2, 0, 1, 2, 3, 4, 5)] == [None, None, 6, 5, 4, 3, 2]
    assert armour_table(4, 1) == 4
    assert armour_table(3, 3) is None
    table = draw(KNIGHTS)
    assert armour_save(table.battle, hits(table, "Feudal Knights", 1, ap=2)) == 4


@pytest.mark.rule("eow.damage.armour_natural_one")
def test_a_natural_1_never_saves() -> None:
    table = with_rules(KNIGHTS, "Feudal Knights", [], arm=9, aeg=None)
    assert suffered(table, hits(table, "Feudal Knights", 2), dice=[(6, 6), (1, 2)]).value == {1: 1}


@pytest.mark.rule("eow.damage.armour_discards")
@pytest.mark.parametrize(("saves", "failed"), [((5, 1, 6, 2), 2), ((5, 4, 6, 3), 1)])
def test_only_failed_armour_saves_go_on_to_aegis(saves: tuple[int, ...], failed: int) -> None:
    table = with_rules(KNIGHTS, "Feudal Knights", [], arm=3)
    done = suffered(table, hits(table, "Feudal Knights", 4), dice=[(6, 6, 6, 6), saves, (1,) * failed])
    assert done.rolls[2].dice == f"{failed}D6"
    assert done.value == {1: failed}


def test_passed_armour_saves_are_rolled_again_where_a_spell_says_so() -> None:
    table = with_rules(KNIGHTS, "Feudal Knights", [], arm=3, aeg=None)
    attack = hits(table, "Feudal Knights", 3, armour_rerolled=True)
    done = suffered(table, attack, dice=[(6, 6, 6), (5, 4, 1), (4, 3)])
    assert done.value == {1: 2}


@pytest.mark.rule("eow.damage.aegis", "eow.stat.aeg")
def test_aegis_discards_wounds_on_its_value_or_more() -> None:
    table = with_rules(GHOULS, "Ghouls", [], aeg=5)
    assert suffered(table, hits(table, "Ghouls", 2), dice=[(6, 6), (5, 4)]).value == {1: 1}
    table = with_rules(GHOULS, "Ghouls", [], aeg=4)
    assert suffered(table, hits(table, "Ghouls", 4), dice=[(6, 6, 6, 6), (3, 4, 5, 6)]).value == {1: 1}
    table = with_rules(GHOULS, "Ghouls", [], aeg=6)
    assert suffered(table, hits(table, "Ghouls", 3), dice=[(6, 6, 6), (4, 5, 6)]).value == {1: 2}


@pytest.mark.rule("eow.damage.aegis_choice", "eow.stat.higher_is_better")
def test_of_several_aegis_saves_only_the_best_is_rolled() -> None:
    table = draw(KNIGHTS)
    attack = hits(table, "Feudal Knights", 2, ap=10)
    attack.aegis.append((4, "a spell"))
    done = suffered(table, attack, dice=[(6, 6), (4, 3)])
    assert [roll.need for roll in done.rolls if "Aegis" in roll.why] == [4]
    assert done.value == {1: 1}


@pytest.mark.rule("eow.damage.aegis_no_ap", "eow.stat.ap")
def test_armour_penetration_does_not_touch_aegis() -> None:
    table = with_rules(KNIGHTS, "Feudal Knights", [], aeg=4)
    done = suffered(table, hits(table, "Feudal Knights", 2, ap=10), dice=[(6, 6), (4, 1)])
    assert [roll.why.partition(": ")[2] for roll in done.rolls] == ["To-Wound", "Aegis Save"]
    assert done.value == {1: 1}


@pytest.mark.rule("eow.damage.hp_per_wound")
def test_every_unsaved_wound_takes_one_health_point() -> None:
    table = draw(GHOULS)
    assert suffered(table, hits(table, "Ghouls", 3), dice=[(6, 6, 6)]).value == {1: 3}
    assert health(table.battle, table.unit("Ghouls")) == 12


@pytest.mark.parametrize(
    ("rule_text", "target", "lost"), [((2, 2), "Tribesmen", 4), ((2, 4), "Tribesmen", 2), ((9, 2), "Tribesmen", 6)]
)
def test_multiplied_wounds_count_up_to_the_health_points_of_a_model(
    rule_text: tuple[int, int], target: str, lost: int
) -> None:
    table = draw(OGRES)
    attack = hits(table, target, 2, ap=10, multiply=rule_text)
    assert suffered(table, attack, dice=[(6, 6)]).value == {1: lost}


@pytest.mark.rule("eow.special.multiple_wounds", "eow.special.multiple_wounds_cap")
@pytest.mark.parametrize(
    ("times", "hp", "dice", "lost"),
    [
        (2, 3, [(6,)], 2),
        (2, 1, [(6,)], 1),
        # A D3 for the wound shows 1, 2 or 3; it counts for as many Health Points as a model has, however hurt it is.
        ("D3", 3, [(6,), (6,)], 3),
        ("D3", 3, [(6,), (3,)], 2),
        ("D3", 3, [(6,), (2,)], 1),
        ("D3", 2, [(6,), (6,)], 2),
        ("D3", 1, [(6,)], 1),
        ("D6", 4, [(6,), (6,)], 4),
        ("D6", 4, [(6,), (3,)], 3),
    ],
)
def test_multiple_wounds_turn_an_unsaved_wound_into_several(
    times: int | str, hp: int, dice: list[Faces], lost: int
) -> None:
    table = with_rules(OGRES, "Tribesmen", [], hp=hp).set("Tribesmen", wounds=0 if hp == 1 else 1)
    done = suffered(table, hits(table, "Tribesmen", 1, ap=10, multiply=(times, 1)), dice=dice)
    assert done.value == {1: lost}
    assert len(done.rolls) == len(dice)


@pytest.mark.rule("eow.special.multiple_wounds")
def test_a_random_multiple_is_rolled_for_each_wound() -> None:
    table = draw(OGRES)
    done = suffered(table, hits(table, "Tribesmen", 2, ap=10, multiply=("D3", 1)), dice=[(6, 6), (1, 6)])
    assert done.value == {1: 1 + 3}
    assert [roll.dice for roll in done.rolls] == ["2D6", "2D3"]


@pytest.mark.rule("eow.damage.single_hp_models")
def test_units_of_1_health_point_lose_a_model_for_each() -> None:
    table = draw(GHOULS)
    carried_out(lose_health(table.battle, table.unit("Ghouls"), 4, "test"))
    assert table.unit("Ghouls").models == 11


@pytest.mark.rule("eow.damage.common_pool", "eow.damage.multi_hp_models", "eow.stat.hp")
def test_models_share_their_health_points_and_the_rest_is_remembered() -> None:
    table = draw(OGRES)
    ogres = table.unit("Tribesmen")
    carried_out(lose_health(table.battle, ogres, 2, "test"))
    assert (ogres.models, ogres.wounds) == (4, 2)
    carried_out(lose_health(table.battle, ogres, 2, "test"))
    assert (ogres.models, ogres.wounds) == (3, 1)
    told = carried_out(lose_health(table.battle, ogres, 7, "test")).events
    assert (ogres.models, ogres.wounds) == (1, 2)
    assert told == [HealthLost(1, 7, 2)]


@pytest.mark.rule("eow.damage.multi_hp_models")
def test_six_ogres_lose_seven_and_then_two() -> None:
    table = draw("Iron Orcs at 18,10 | Tribesmen at 18,20 face 180 models=6 files=6")
    ogres = table.unit("Tribesmen")
    carried_out(lose_health(table.battle, ogres, 7, "test"))
    assert (ogres.models, ogres.wounds) == (4, 1)
    carried_out(lose_health(table.battle, ogres, 2, "test"))
    assert (ogres.models, ogres.wounds) == (3, 0)


@pytest.mark.rule("eow.stat.hp")
def test_a_model_goes_when_its_last_health_point_does() -> None:
    table = draw("Iron Orcs at 18,10 | Mage at 18,20 face 180")
    mage = table.unit("Mage")
    carried_out(lose_health(table.battle, mage, 2, "test"))
    assert health(table.battle, mage) == 1
    done = carried_out(lose_health(table.battle, mage, 1, "test"))
    assert not mage.on_table
    assert mage.fate == "destroyed"
    assert [type(event) for event in done.events] == [HealthLost, UnitDestroyed]


@pytest.mark.rule("eow.damage.overkill")
def test_losses_beyond_the_last_health_point_are_ignored() -> None:
    table = draw("Iron Orcs at 18,10 | Ghouls at 18,20 face 180 models=2")
    assert suffered(table, hits(table, "Ghouls", 5), dice=[(6, 6, 6, 6, 6)]).value == {1: 2}
    assert table.unit("Ghouls").lost_this_phase == 2
    assert not table.unit("Ghouls").on_table


def test_losses_are_counted_for_the_phase_and_in_melee_for_the_round() -> None:
    table = draw(GHOULS, phase="shooting")
    ghouls = table.unit("Ghouls")
    carried_out(lose_health(table.battle, ghouls, 2, "test"))
    assert (ghouls.lost_this_phase, ghouls.lost_this_round) == (2, 0)
    table.battle.phase = "melee"
    carried_out(lose_health(table.battle, ghouls, 3, "test"))
    assert (ghouls.lost_this_phase, ghouls.lost_this_round) == (5, 3)


def test_a_destroyed_unit_leaves_the_table_and_its_foes() -> None:
    table = draw(GHOULS).fight("Iron Orcs", "Ghouls")
    carried_out(destroy(table.battle, table.unit("Ghouls"), "test"))
    ghouls = table.unit("Ghouls")
    assert (ghouls.pose, ghouls.fate, ghouls.foes) == (None, "destroyed", ())
    assert not table.unit("Iron Orcs").engaged


@pytest.mark.rule("eow.shoot.natural_one")
def test_a_natural_1_misses_however_good_the_aim() -> None:
    attack = rolled_to_hit(draw(GHOULS), 1, 2, 6, hit_on=1, kind="shooting")
    assert attack.hits == 2


@pytest.mark.rule("eow.shoot.seven_plus")
def test_shots_that_need_7_cannot_hit_but_melee_attacks_hit_on_a_6() -> None:
    table = draw(GHOULS)
    shot = Attack("shooting", 0, 1, 5, what="Test", rule="eow.shoot.aim", strength=3, hit_on=7)
    assert carried_out(roll_hits(table.battle, shot)).rolls == []
    assert shot.hits == 0
    assert rolled_to_hit(table, 5, 6, 6, hit_on=6, kind="shooting").hits == 2
    assert rolled_to_hit(table, 5, 6, 6, hit_on=7).hits == 2


def test_players_may_agree_that_7_cannot_hit_in_melee_either() -> None:
    table = draw(GHOULS, Settings(melee_natural="as shooting"))
    blow = Attack("melee", 0, 1, 5, what="Test", rule="eow.shoot.aim", strength=3, hit_on=7)
    assert to_hit(table.battle, blow) is None


def test_failed_hits_and_wounds_are_rolled_again_once_and_together() -> None:
    class Again(ModelRule):
        name, id = "Again", "eow.damage.sequence"

    table = draw(GHOULS)
    attack = Attack("melee", 0, 1, 4, what="Test", rule="eow.shoot.aim", strength=4, hit_on=4)
    attack.hits_rerolled_by = attack.wounds_rerolled_by = Again()
    done = carried_out(roll_hits(table.battle, attack), [(4, 1, 2, 5), (6, 3)])
    assert attack.hits == 3
    assert [roll.dice for roll in done.rolls] == ["4D6", "2D6"]
    assert suffered(table, attack, dice=[(4, 3, 3), (4, 3)]).value == {1: 2}


def test_like_hits_are_wounded_in_one_roll_whatever_they_needed_to_hit() -> None:
    table = draw(GHOULS)
    near, far = hits(table, "Ghouls", 2), hits(table, "Ghouls", 3)
    strong = hits(table, "Ghouls", 1, strength=5)
    done = suffered(table, near, far, strong, dice=[(4, 4, 4, 4, 1), (3,)])
    assert [roll.dice for roll in done.rolls] == ["5D6", "1D6"]
    assert done.value == {1: 5}


def test_rules_of_both_sides_speak_once_for_each_attack(monkeypatch: pytest.MonkeyPatch) -> None:
    from warhost.rulesets.essence_of_war.chapters.damage import damage

    class Loud(ModelRule):
        name, id = "Loud", "eow.damage.sequence"

        def on_attack(self, battle: Any, bearer: Any, attack: Attack) -> None:
            attack.ap += 2

        def on_defence(self, battle: Any, bearer: Any, attack: Attack) -> None:
            attack.to_wound.add(-1, self)

    monkeypatch.setattr(damage, "speakers", lambda battle, unit: Speakers((Loud(),)))
    table = draw(KNIGHTS)
    for kind, ap in (("melee", 2), ("shooting", 2), ("spell", 2), ("special", 0), ("terrain", 0), ("miscast", 0)):
        attack = hits(table, "Feudal Knights", 1, kind=kind)
        assert (kind, attack.ap, attack.to_wound.total) == (kind, ap, -1)


@pytest.mark.rule("eow.table.success_summary")
def test_one_table_of_successes_agrees_with_the_three_tables() -> None:
    for difference in range(-12, 13):
        skill = next(n for n, low in ((2, 4), (3, 1), (4, -3), (5, -7), (6, -99)) if difference >= low)
        strength = next(n for n, low in ((2, 2), (3, 1), (4, 0), (5, -1), (6, -99)) if difference >= low)
        armour = next((n for n, low in ((2, 5), (3, 4), (4, 3), (5, 2), (6, 1)) if difference >= low), None)
        assert to_hit_table(20 + difference, 20) == skill
        assert to_wound_table(20 + difference, 20) == strength
        assert armour_table(20 + difference, 20) == armour


def test_a_tally_says_what_makes_it_up() -> None:
    tally = Tally(3)
    tally.add(2, "a spell", "eow.stat.str")
    tally.add(0, "nothing", "")
    assert tally.total == 5
    assert len(tally.parts) == 1
