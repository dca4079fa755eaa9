"""Who shoots at whom, in which groups and in which order (Shooting)."""

from __future__ import annotations

import msgspec
import pytest

from tests.regiments.fights import attacks, bows, dice_for, fight, needs, shoot, volley
from tests.regiments.harness import Interlude, Table, draw, find, happen, models, refusal, regiment, weapon
from warhost.play.questions import Chosen, Odds
from warhost.rulesets.regiments.chapters import shooting
from warhost.rulesets.regiments.core import Group, Regiment, events

MIXED = regiment(groups=[models(1, ['Sniper Rifle (24", A1, Sniper)']), models(9, ['Rifle (24", A1)'])])
HERO = regiment(size=1, rules=["Hero", "Tough(3)", "Stealth"], defense=2, name="Captain")


def begin(table: Table, unit: str = "Bows", dice: dict[str, int] | None = None) -> Interlude:
    """The unit is about to choose its target."""
    return happen(table, lambda battle: shooting.shoot(battle, find(battle, unit), held=True), dice or {})


def two_targets(shooter: Regiment) -> Table:
    line = "Bows at 36,10 | Left at 32,20 face 180 | Right at 40,20 face 180"
    return draw(line, Bows=shooter, Left=regiment(size=5), Right=regiment(size=5))


@pytest.mark.rule("aofr.shoot.one_target", "aofr.shoot.group_same_target")
def test_weapons_of_one_type_fire_at_a_single_target() -> None:
    play = begin(two_targets(bows(5)), dice={"to hit": 1})
    assert play.keys == ["pass", ">1", ">2"]
    assert refusal(play, Chosen("split")).rule == "aofr.shoot.group_same_target"
    play.choose(target="Left")
    assert [event.target for event in attacks(play)] == [play.unit("Left").id]


def test_why_not_is_told_of_enemies_nearly_in_range_and_of_splitting_where_there_is_something_to_split() -> None:
    line = "Bows at 36,10 | Foe at 36,20 face 180 | Late at 20,36 face 180 | Far at 60,47 face 180"
    table = draw(line, Bows=bows(5), Foe=regiment(5), Late=regiment(5), Far=regiment(5))
    assert list(begin(table, dice={"to hit": 1}).denied) == [">2"]


def test_who_might_shoot_and_has_nobody_to_shoot_at_is_told_why() -> None:
    table = draw("Bows at 36,5 | Late at 36,36 face 180", Bows=bows(5), Late=regiment(size=5))
    (told,) = begin(table).told(events.NoTarget)
    assert told.why.startswith("Late is ")
    assert told.why.endswith('; Bows can shoot up to 24"')
    quiet = draw("Bows at 36,5 | Late at 36,36 face 180", Bows=regiment(size=5), Late=regiment(size=5))
    assert not begin(quiet).told(events.NoTarget)


@pytest.mark.rule("aofr.shoot.valid_target")
@pytest.mark.parametrize(("gap", "valid"), [(23, True), (24, True), (25, False)])
def test_a_target_must_be_in_range(gap: float, valid: bool) -> None:
    table = draw("Bows at 36,5 | Mark at 36,40 face 180", Bows=bows(1), Mark=regiment(size=1))
    play = begin(table.touch("Bows", "Mark", gap=gap))
    assert play.game.over is not valid


@pytest.mark.rule("aofr.shoot.valid_target", "aofr.shoot.who")
def test_a_model_that_is_seen_must_be_in_range_itself() -> None:
    # Four models 19" away and more stand behind a building; of the fifth, 25.5" away, a part is in sight.
    line = "72x48 building 27.3,15 14.6x0.2 | Bows at 30,10 | Mark at 40,30 face 180"
    wide = regiment(size=5, base=(5, 1))
    assert not begin(draw(line, Bows=bows(1, weapon='Bow (26", A1)'), Mark=wide)).game.over
    assert begin(draw(line, Bows=bows(1, weapon='Bow (24", A1)'), Mark=wide)).game.over


@pytest.mark.rule("aofr.shoot.valid_target")
def test_other_targets_are_refused_with_the_reason() -> None:
    line = "Bows at 36,10 | Near at 36,20 face 180 | Far at 36,45 face 180"
    play = begin(draw(line, Bows=bows(5), Near=regiment(size=5), Far=regiment(size=5)))
    assert refusal(play, Chosen(">2")).rule == "aofr.shoot.valid_target"


@pytest.mark.rule("aofr.shoot.who")
def test_models_without_sight_or_range_do_not_fire() -> None:
    # The building stands right before the left model; the right one is 24.07" away, its neighbour 23.96".
    line = "72x48 building 33.85,10.8 1.7x0.2 | Bows at 36,10 | Mark at 34,34.88 face 180"
    table = draw(line, Bows=bows(5), Mark=regiment(size=1))
    assert dice_for(volley(table, "Bows", "Mark", {"to hit": 1}), "to hit") == ["3D6"]


@pytest.mark.rule("aofr.shoot.who")
def test_only_models_with_the_target_in_their_front_arc_fire() -> None:
    # The target stands far to the left: only the arc of the left model reaches it.
    table = draw("Bows at 36,10 | Mark at 28.5,15 face 180", Bows=bows(5), Mark=regiment(size=1))
    assert dice_for(volley(table, "Bows", "Mark", {"to hit": 1}), "to hit") == ["1D6"]


@pytest.mark.rule("aofr.shoot.own_unit_ignored")
def test_all_rows_fire() -> None:
    assert dice_for(shoot(bows(10), regiment(), {"to hit": 1}), "to hit") == ["10D6"]


@pytest.mark.rule("aofr.shoot.range_per_model")
def test_range_is_measured_from_each_model() -> None:
    play = shoot(bows(10), regiment(size=10), {"to hit": 1}, gap=23.5)
    assert dice_for(play, "to hit") == ["5D6"]


@pytest.mark.rule("aofr.shoot.range_per_model", "aofr.special.indirect.no_los")
def test_the_range_of_indirect_weapons_is_measured_from_each_model_too() -> None:
    mortars = bows(10, weapon='Mortar (24", A1, Indirect)')
    assert dice_for(shoot(mortars, regiment(size=10), {"to hit": 1}, gap=23.5), "to hit") == ["5D6"]


@pytest.mark.rule("aofr.shoot.who", "aofr.weapon.ranged")
def test_each_weapon_has_its_own_range_and_its_own_bearers() -> None:
    guns = regiment(groups=[models(2, ['Pistol (6", A1)']), models(3, ['Cannon (24", A1)'])])
    assert [event.what for event in attacks(shoot(guns, regiment(), {"to hit": 1}, gap=15))] == ["Cannon"]
    # Only the arc of the left model reaches the target, and it has no cannon.
    line = "Bows at 36,10 | Mark at 28.5,15 face 180"
    few = regiment(groups=[models(1, ['Rifle (24", A1)']), models(4, ['Cannon (24", A1)'])])
    play = volley(draw(line, Bows=few, Mark=regiment(size=1)), "Bows", "Mark", {"to hit": 1})
    assert [(event.what, event.attacks) for event in attacks(play)] == [("Rifle", 1)]


@pytest.mark.rule("aofr.shoot.weapon_groups")
def test_each_type_of_weapon_is_a_group() -> None:
    guns = regiment(groups=[models(1, ['Cannon (24", A3)']), models(9, ['Rifle (24", A1)'])])
    play = begin(two_targets(guns), dice={"to hit": 1}).choose("split")
    assert play.keys == ["hold", ">1", ">2"]
    play.choose(target="Left").choose(target="Right")
    assert [(event.what, event.target, event.attacks) for event in attacks(play)] == [("Cannon", 1, 3), ("Rifle", 2, 9)]


@pytest.mark.rule("aofr.shoot.weapon_groups")
def test_a_heros_equal_weapon_joins_the_group_with_dice_of_its_own() -> None:
    captain = regiment(size=1, quality=3, weapons=['Bow (24", A2)'], rules=["Hero"])
    archers = regiment(size=5, quality=5, weapons=['Bow (24", A1)'], hero=captain)
    play = shoot(archers, regiment(), {"to hit": 1})
    assert sorted(zip(needs(play, "to hit"), dice_for(play, "to hit"), strict=True)) == [(3, "2D6"), (5, "5D6")]
    assert [event.attacks for event in attacks(play)] == [7]


@pytest.mark.rule("aofr.shoot.weapon_groups", "aofr.shoot.valid_target")
def test_each_group_is_offered_the_targets_in_its_own_reach() -> None:
    guns = regiment(groups=[models(1, ['Cannon (24", A1)']), models(4, ['Pistol (12", A1)'])])
    line = "Bows at 36,10 | Near at 33,20 face 180 | Far at 39,32 face 180"
    play = begin(draw(line, Bows=guns, Near=regiment(size=3), Far=regiment(size=3)), dice={"to hit": 1})
    assert play.choose("split").keys == ["hold", ">1", ">2"]
    assert play.choose(target="Far").keys == ["hold", ">1"]
    alone = begin(draw("Bows at 36,10 | Near at 33,20 face 180", Bows=guns, Near=regiment(size=3)), dice={"to hit": 1})
    assert alone.keys == ["pass", ">1"]


@pytest.mark.rule("aofr.shoot.weapon_groups")
def test_a_group_may_hold_its_fire() -> None:
    guns = regiment(groups=[models(1, ['Cannon (24", A3)']), models(9, ['Rifle (24", A1)'])])
    play = begin(two_targets(guns), dice={"to hit": 1}).choose("split").choose("hold").choose(target="Right")
    assert [(event.what, event.target) for event in attacks(play)] == [("Rifle", 2)]


@pytest.mark.rule("aofr.shoot.two_targets")
def test_a_unit_shoots_at_two_units_at_most() -> None:
    three = regiment(groups=[models(1, [f'{name} (24", A1)']) for name in ("Sling", "Bow", "Rifle")])
    line = "Bows at 36,10 | Left at 30,20 face 180 | Mid at 36,20 face 180 | Right at 42,20 face 180"
    small = regiment(size=3)
    play = begin(draw(line, Bows=three, Left=small, Mid=small, Right=small), dice={"to hit": 1}).choose("split")
    play.choose(target="Left").choose(target="Mid")
    assert refusal(play, Chosen(f">{play.unit('Right').id}")).rule == "aofr.shoot.two_targets"
    play.choose(target="Mid")
    assert [event.target for event in attacks(play)] == [1, 2, 2]


@pytest.mark.rule("aofr.shoot.declare_first")
def test_all_targets_are_named_before_the_first_die() -> None:
    guns = regiment(groups=[models(1, ['Cannon (24", A3)']), models(9, ['Rifle (24", A1)'])])
    play = begin(two_targets(guns), dice={"to hit": 1}).choose("split").choose(target="Left")
    assert (play.topic, play.rolls) == ("shoot with", [])
    play.choose(target="Right")
    told = [type(event) for event in play.game.events]
    assert told.index(events.AttackResolved) > max(i for i, kind in enumerate(told) if kind is events.ShotsDeclared)


@pytest.mark.rule("aofr.shoot.simultaneous")
def test_losses_of_one_group_do_not_stop_another() -> None:
    # Shot from behind: the cannon kills the near row, and the row that is left stands out of the rifles' range.
    guns = regiment(groups=[models(1, ['Cannon (24", A5, AP(1))']), models(4, ['Rifle (10", A1)'])])
    table = draw("Bows at 36,10 | Mark at 36,30", Bows=guns, Mark=regiment(size=10, base=(1, 3))).set("Mark", seat=1)
    table.touch("Bows", "Mark", "rear", gap=9)
    play = volley(table, "Bows", "Mark", {"Cannon: to hit": 6, "Cannon: to block": 1, "Rifle": 6})
    assert [(event.what, event.attacks) for event in attacks(play)] == [("Cannon", 5), ("Rifle", 4)]
    assert shooting.possible(play.battle, play.unit("Bows"))[0].weapon.name == "Cannon"
    assert len(shooting.possible(play.battle, play.unit("Bows"))) == 1


@pytest.mark.rule("aofr.shoot.simultaneous")
def test_nobody_rolls_at_a_target_that_is_gone() -> None:
    guns = regiment(groups=[models(1, ['Cannon (24", A5, AP(1))']), models(4, ['Rifle (24", A1)'])])
    play = shoot(guns, regiment(size=5), {"Cannon: to hit": 6, "Cannon: to block": 1})
    assert [event.what for event in attacks(play)] == ["Cannon"]
    assert play.unit("Mark").fate == "destroyed"


@pytest.mark.rule("aofr.shoot.simultaneous")
def test_blast_and_cover_are_fixed_before_the_first_group_fires() -> None:
    guns = regiment(groups=[models(1, ['Cannon (24", A4, AP(1))']), models(1, ['Mortar (24", A1, Blast(5))'])])
    play = shoot(guns, regiment(size=5), {"Cannon: to hit": 6, "Cannon: to block": 1, "to hit": 6, "to block": 6})
    assert attacks(play, "Mortar")[0].hits == 5


@pytest.mark.rule("aofr.shoot.sequence")
def test_each_group_goes_through_the_whole_sequence_by_itself() -> None:
    guns = regiment(groups=[models(1, ['Cannon (24", A1, AP(1))']), models(1, ['Rifle (24", A1)'])])
    play = shoot(guns, regiment(size=5), {"to hit": 6, "to block": 1})
    assert [roll.why for roll in play.rolls] == [
        *("Cannon: to hit", "Cannon: to block"),
        *("Rifle: to hit", "Rifle: to block"),
    ]
    kinds = (events.AttackResolved, events.WoundsTaken)
    assert [type(event) for event in play.game.events if isinstance(event, kinds)] == [*kinds, *kinds]


@pytest.mark.rule("aofr.shoot.attacks")
@pytest.mark.parametrize(("each", "dice"), [(1, "3D6"), (2, "6D6")])
def test_attacks_are_those_of_all_models_able_to_fire(each: int, dice: str) -> None:
    assert dice_for(shoot(bows(3, weapon=f'Bow (24", A{each})'), regiment(), {"to hit": 1}), "to hit") == [dice]


def test_options_promise_what_the_dice_give_on_average() -> None:
    play = begin(two_targets(bows(6)))
    assert play.options[1].odds == (
        Odds("expected hits", 3.0, kind="expected"),
        Odds("expected wounds", 1.5, kind="expected", telling=True),
    )


@pytest.mark.rule("aofr.special.sniper.quality")
def test_a_sniper_shoots_at_quality_two() -> None:
    sniper = bows(1, quality=5, weapon='Rifle (24", A1, Sniper)')
    assert needs(shoot(sniper, regiment(), {"to hit": 2, "to block": 6}), "to hit") == [2]


@pytest.mark.rule("aofr.special.sniper.quality")
def test_a_sniper_strikes_with_its_own_quality() -> None:
    play = fight(regiment(size=1, quality=5, rules=["Sniper"]), regiment(weapons=[]), {"to hit": 1, "Morale": 6})
    assert needs(play, "to hit") == [5]


@pytest.mark.rule("aofr.special.sniper.pick")
def test_a_sniper_picks_a_model_and_meets_its_own_defense() -> None:
    target = regiment(size=5, defense=5, hero=HERO)
    sniper = bows(1, weapon='Rifle (24", A1, Sniper)')
    play = shoot(sniper, target, {"to hit": 6, "to block": 1})
    assert play.topic == "pick"
    play.allocate(snipers={"-1": 1})
    assert needs(play, "to block") == [2]
    assert (play.unit("Mark").hero_wounds, play.unit("Mark").models) == (1, 6)


@pytest.mark.rule("aofr.special.sniper.pick", "aofr.special.sniper.quality")
def test_the_models_own_sniper_rule_is_good_for_all_its_ranged_weapons() -> None:
    target = regiment(size=5, defense=5, hero=HERO)
    sniper = regiment(size=1, quality=5, weapons=['Rifle (24", A1)'], rules=["Sniper"])
    play = shoot(sniper, target, {"to hit": 6, "to block": 1})
    assert play.topic == "pick"
    play.allocate(snipers={"-1": 1})
    assert needs(play, "to hit") == [2]
    assert play.unit("Mark").hero_wounds == 1


@pytest.mark.rule("aofr.special.indirect.no_los")
def test_the_models_own_indirect_rule_is_good_for_all_its_ranged_weapons() -> None:
    line = "72x48 building 36,17 20x2 | Mine at 36,10 | Mark at 36,26 face 180"
    crew = regiment(size=1, weapons=['Mortar (24", A1)'], rules=["Indirect"])
    table = draw(line, Mine=crew, Mark=regiment())
    assert [fire.target for fire in shooting.possible(table.battle, table.unit("Mine"))] == [1]
    plain = draw(line, Mine=regiment(size=1, weapons=['Mortar (24", A1)']), Mark=regiment())
    assert shooting.possible(plain.battle, plain.unit("Mine")) == []


@pytest.mark.rule("aofr.special.sniper.pick")
def test_each_sniper_may_pick_another_model() -> None:
    snipers = bows(2, weapon='Rifle (24", A1, Sniper)')
    squad = regiment(groups=[models(1, rules=["Banner"]), models(4)])
    play = shoot(snipers, squad, {"to hit": 6, "to block": 1}).allocate(snipers={"0": 1, "1": 1})
    assert play.unit("Mark").left == (0, 3)
    same = shoot(snipers, squad, {"to hit": 6, "to block": 1}).allocate(snipers={"1": 2})
    assert same.unit("Mark").left == (1, 2)


@pytest.mark.rule("aofr.special.sniper.pick")
def test_a_tough_model_that_was_picked_keeps_its_wounds() -> None:
    sniper = bows(1, weapon='Rifle (24", A1, Sniper)')
    knights = regiment(groups=[models(1, rules=["Banner"]), models(4)], rules=["Tough(3)"])
    play = shoot(sniper, knights, {"to hit": 6, "to block": 1}).allocate(snipers={"0": 1})
    assert (play.unit("Mark").scars, play.unit("Mark").wounds) == (((0, 1),), 0)


@pytest.mark.rule("aofr.special.sniper.pick")
def test_wounds_beyond_the_life_of_the_picked_model_are_lost() -> None:
    sniper = bows(1, weapon='Rifle (24", A3, Sniper)')
    squad = regiment(groups=[models(1, rules=["Banner"]), models(4)])
    assert shoot(sniper, squad, {"to hit": 6, "to block": 1}).allocate(snipers={"1": 1}).unit("Mark").left == (1, 3)


@pytest.mark.rule("aofr.special.sniper.pick")
def test_shots_at_a_model_that_an_earlier_group_has_killed_are_lost() -> None:
    snipers = regiment(
        groups=[models(1, [f'{name} (24", A1, Sniper{ap})']) for name, ap in (("Gun", ", AP(1)"), ("Bow", ""))]
    )
    squad = regiment(groups=[models(1, rules=["Banner"]), models(4)])
    play = shoot(snipers, squad, {"Gun": [6, 1], "Bow": [6, 1]})
    play.allocate(snipers={"0": 1}).allocate(snipers={"0": 1})
    assert play.unit("Mark").left == (0, 4)
    assert [event.what for event in attacks(play)] == ["Gun"]


@pytest.mark.rule("aofr.special.sniper.pick")
def test_every_sniper_fires_all_its_weapons_at_the_model_it_picked() -> None:
    # One with a single shot, two with a pair of rifles of three shots each.
    single, triple = weapon('Rifle (24", A1, Sniper)'), weapon('Rifle (24", A3, Sniper)')
    snipers = regiment(groups=[Group(1, (single,)), Group(2, (msgspec.structs.replace(triple, count=2),))])
    squad = regiment(groups=[models(1, rules=["Banner"]), models(4)])
    play = shoot(snipers, squad, {"to hit": 1}).allocate(snipers={"0": 2, "1": 1})
    assert [event.attacks for event in attacks(play)] == [1 + 6, 6]


@pytest.mark.rule("aofr.special.sniper.pick")
def test_a_sniper_picks_among_the_models_in_its_range() -> None:
    # The front row is 23.5" away, the row behind it 24.5".
    squad = regiment(groups=[models(5), models(5, rules=["Banner"])])
    sniper = bows(1, weapon='Rifle (24", A1, Sniper)')
    assert shoot(sniper, squad, {"to hit": 6, "to block": 1}, gap=23.5).unit("Mark").left == (4, 5)
    assert shoot(sniper, squad, {"to hit": 6, "to block": 1}, gap=22.5).topic == "pick"


@pytest.mark.rule("aofr.special.sniper.unit_of_one")
def test_only_the_rules_of_the_picked_model_count() -> None:
    target = regiment(size=5, rules=["Regeneration"], hero=HERO)
    sniper = bows(1, weapon='Rifle (24", A1, Sniper)')
    play = shoot(sniper, target, {"to hit": 6, "to block": 1}, gap=12).allocate(snipers={"-1": 1})
    assert needs(play, "to hit") == [3]
    assert dice_for(play, "Regeneration") == []
    plain = shoot(sniper, target, {"to hit": 6, "to block": 1, "Reg": 6}, gap=12).allocate(snipers={"0": 1})
    assert needs(plain, "to hit") == [2]
    assert dice_for(plain, "Regeneration") == ["1D6"]


@pytest.mark.rule("aofr.special.sniper.unit_of_one")
def test_blast_makes_one_hit_of_one_against_a_picked_model() -> None:
    sniper = bows(1, weapon='Rifle (24", A1, Sniper, Blast(3))')
    assert attacks(shoot(sniper, regiment(size=5), {"to hit": 6, "to block": 6}))[0].hits == 1


@pytest.mark.rule("aofr.special.sniper.first")
def test_snipers_are_resolved_first() -> None:
    play = shoot(regiment(groups=[*MIXED.groups[1:], *MIXED.groups[:1]]), regiment(), {"to hit": 1})
    assert [event.what for event in attacks(play)] == ["Sniper Rifle", "Rifle"]


@pytest.mark.rule("aofr.special.sniper.los")
def test_comrades_neither_hide_nor_cover_the_picked_model() -> None:
    squad = regiment(groups=[models(5), models(5, rules=["Caster(1)"])], defense=5)
    sniper = bows(1, weapon='Rifle (24", A1, Sniper)')
    play = shoot(sniper, squad, {"to hit": 6, "to block": 1})
    play.allocate(snipers={"1": 1})
    assert needs(play, "to block") == [5]
    assert play.unit("Mark").left == (5, 4)


@pytest.mark.rule("aofr.special.sniper.los")
def test_a_picked_model_has_cover_only_by_itself() -> None:
    # Six of nine models stand in the forest: the unit has cover, the front row on open ground has none.
    line = "72x48 forest 36,23.5 12x3 | Bows at 36,10 | Mark at 36,22.6 face 180"
    squad = regiment(groups=[models(3), models(6)], defense=5)
    sniper = bows(1, weapon='Rifle (24", A1, Sniper)')
    table = draw(line, Bows=sniper, Mark=squad)
    open_ground = volley(table, "Bows", "Mark", {"to hit": 6, "to block": 6}).allocate(snipers={"0": 1})
    assert needs(open_ground, "to block") == [5]
    alike = volley(draw(line, Bows=sniper, Mark=regiment(size=9, defense=5)), "Bows", "Mark", {"hit": 6, "block": 6})
    assert needs(alike, "to block") == [5]
    wood = volley(draw(line, Bows=bows(1), Mark=squad), "Bows", "Mark", {"to hit": 6, "to block": 6})
    assert needs(wood, "to block") == [4]
