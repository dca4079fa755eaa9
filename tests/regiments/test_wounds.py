"""Casualties, Tough models, joined heroes, Deadly and Regeneration."""

from __future__ import annotations

import msgspec
import pytest

from tests.regiments.fights import attacks, bows, clash, dice_for, fight, needs, shoot, volley
from tests.regiments.harness import Fall, Interlude, Table, draw, happen, models, refusal, regiment
from warhost.dice import Chance
from warhost.play.questions import Allocate, Allocated, Chosen
from warhost.rulesets.regiments.chapters.morale import half_or_less
from warhost.rulesets.regiments.chapters.wounds.damage import automatic_wounds, defense_of
from warhost.rulesets.regiments.core import Group, Regiment, Settings, events, rows, troopers

CAPTAIN = regiment(size=1, rules=["Hero", "Tough(3)"], quality=3, defense=2, name="Captain")


def table(unit: Regiment, settings: Settings | None = None) -> Table:
    return draw("Unit at 36,20 | Foe at 36,40 face 180", settings, Unit=unit, Foe=regiment())


def wounded(unit: Regiment, wounds: int, dice: list[int | tuple[int, ...]] | None = None) -> Table:
    """A unit after so many wounds that were not blocked."""
    drawn = table(unit)
    happen(drawn, lambda battle: automatic_wounds(battle, battle.units[0], wounds), dice or [])
    return drawn


def row_lengths(drawn: Table) -> list[int]:
    unit = drawn.unit("Unit")
    return [sum(t.rank == rank for t in troopers(drawn.battle, unit)) for rank in range(rows(unit))]


@pytest.mark.rule("aofr.shoot.casualties", "aofr.melee.casualties")
def test_each_wound_takes_a_model_from_the_back_row() -> None:
    drawn = table(regiment(size=10))
    before = drawn.footprint("Unit")
    happen(drawn, lambda battle: automatic_wounds(battle, battle.units[0], 6))
    assert row_lengths(drawn) == [4]
    assert drawn.footprint("Unit").corners[0] == pytest.approx(before.corners[0])
    assert row_lengths(wounded(regiment(size=10), 3)) == [5, 2]


@pytest.mark.rule("aofr.shoot.casualty_choice")
def test_the_defender_chooses_who_falls_and_only_the_last_row_gets_short() -> None:
    mixed = regiment(groups=[models(2, ["Great Sword (A2)"]), models(8)])
    drawn = table(mixed, Settings(choose_casualties=True))
    play = happen(drawn, lambda battle: automatic_wounds(battle, battle.units[0], 1))
    assert play.topic == "casualties"
    assert refusal(play, Allocated({"fallen": {"0": 1, "1": 1}})).rule == "aofr.shoot.casualty_choice"
    assert refusal(play, Allocated({"fallen": {"0": 3, "1": -2}})).rule == "aofr.shoot.casualty_choice"
    play.allocate(fallen={"0": 1})
    assert drawn.unit("Unit").left == (1, 8)
    assert row_lengths(drawn) == [5, 4]


@pytest.mark.rule("aofr.shoot.casualty_choice")
@pytest.mark.parametrize("how", ["shooting", "melee"])
def test_the_owner_of_the_losses_chooses_after_the_dice_and_whoever_is_kept_fights_on(how: str) -> None:
    mixed = regiment(groups=[models(2, ["Great Sword (A2)"], name="Sworder"), models(8)])
    drawn = draw("Archers at 36,10 | Mark at 36,30 face 180", Settings(choose_casualties=True),
        Archers=bows(3) if how == "shooting" else regiment(size=3), Mark=mixed)  # fmt: skip
    dice: dict[str, Fall] = {"to hit": 6, "to block": (1, 1, 6), "Morale": 6}
    if how == "shooting":
        play = volley(drawn.touch("Archers", "Mark", gap=8.0), "Archers", "Mark", dice)
    else:
        play = clash(drawn, "Archers", "Mark", dice, "rear")
    assert (play.topic, play.question.seat) == ("casualties", 1)
    question = play.question
    assert isinstance(question, Allocate)
    assert [pool.count for pool in question.pools] == [2]
    assert [option.label for option in question.pools[0].targets] == ["8 plain models", "2 Sworder"]
    before = drawn.footprint("Mark")
    play.allocate(fallen={"0": 1, "1": 1})
    unit = play.unit("Mark")
    assert unit.left == (1, 7)
    ranks = [(trooper.rank, trooper.group) for trooper in troopers(play.battle, unit)]
    # Those behind have stepped up: the front row is full, and the sword that was kept stands in it.
    assert [sum(rank == row for rank, _ in ranks) for row in (0, 1)] == [5, 3]
    assert (0, 0) in ranks
    assert drawn.footprint("Mark").width == before.width


@pytest.mark.rule("aofr.shoot.casualty_choice")
def test_what_is_suggested_or_drawn_at_random_for_the_fallen_is_legal_and_spares_the_dear_ones() -> None:
    mixed = regiment(groups=[models(1, rules=["Sergeant"]), models(2, ["Great Sword (A2)"]), models(3)])
    drawn = table(mixed, Settings(choose_casualties=True))
    play = happen(drawn, lambda battle: automatic_wounds(battle, battle.units[0], 4))
    (usual,) = play.game.asked.suggestions()
    assert usual == Allocated({"fallen": {"2": 3, "1": 1, "0": 0}})
    drawn_at_random = {msgspec.json.encode(play.game.asked.sample(Chance(seed))) for seed in range(12)}
    assert len(drawn_at_random) == 3
    for seed in range(12):
        play.game.asked.check(play.game.asked.sample(Chance(seed)))
    play.answer(usual)
    assert play.unit("Unit").left == (1, 1, 0)


@pytest.mark.rule("aofr.shoot.casualty_choice")
def test_nobody_is_asked_without_that_agreement_or_without_a_choice() -> None:
    mixed = regiment(groups=[models(2, ["Great Sword (A2)"]), models(8)])
    assert wounded(mixed, 3).unit("Unit").left == (2, 5)
    alike = table(regiment(size=5), Settings(choose_casualties=True))
    assert happen(alike, lambda battle: automatic_wounds(battle, battle.units[0], 2)).unit("Unit").left == (3,)


@pytest.mark.rule("aofr.shoot.casualty_choice", "aofr.special.tough.removed_last")
def test_the_defender_chooses_among_models_without_tough_alone_and_only_if_some_are_left() -> None:
    groups = [models(2, ["Great Sword (A2)"]), models(1, rules=["Tough(3)"]), models(3)]
    settings = Settings(choose_casualties=True)

    def falling(wounds: int, made: list[Group]) -> Interlude:
        drawn = table(regiment(groups=made, hero=regiment(size=1, rules=["Hero"])), settings)
        return happen(drawn, lambda battle: automatic_wounds(battle, battle.units[0], wounds))

    asked = falling(4, groups).question
    assert isinstance(asked, Allocate)
    assert [option.key for option in asked.pools[0].targets] == ["2", "0"]
    assert falling(5, groups).unit("Unit").left == (0, 1, 0)
    assert falling(1, groups[1:]).unit("Unit").left == (1, 2)
    play = falling(2, groups)
    assert refusal(play, Chosen("0")).message
    for wrong in ({"fallen": {"0": 1, "1": 1}}, {"fallen": {"2": 1}}, {"fallen": {"0": 2}, "others": {"0": 1}}):
        assert refusal(play, Allocated(wrong)).rule == "aofr.shoot.casualty_choice"
    assert play.allocate(fallen={"0": 2, "2": 0}).unit("Unit").left == (0, 1, 3)


@pytest.mark.rule("aofr.shoot.casualties")
@pytest.mark.parametrize(("wounds", "told"), [(2, (2, 2, False)), (6, (6, 5, False)), (8, (8, 6, True))])
def test_it_is_told_how_many_wounds_were_taken_who_fell_and_whether_the_hero_did(
    wounds: int, told: tuple[int, int, bool]
) -> None:
    play = happen(table(regiment(size=5, hero=CAPTAIN)), lambda b: automatic_wounds(b, b.units[0], wounds))
    assert [(event.wounds, event.fallen, event.hero) for event in play.told(events.WoundsTaken)] == [told]


@pytest.mark.rule("aofr.shoot.casualty_choice")
def test_plain_models_fall_before_special_ones_and_the_command_group() -> None:
    squad = regiment(
        groups=[
            *(models(1, rules=[name]) for name in ("Banner", "Musician", "Sergeant")),
            models(1, ["Axe (A2)"]),
            models(2),
        ]
    )
    assert wounded(squad, 2).unit("Unit").left == (1, 1, 1, 1, 0)
    assert wounded(squad, 3).unit("Unit").left == (1, 1, 1, 0, 0)
    assert wounded(squad, 4).unit("Unit").left == (1, 0, 1, 0, 0)
    assert wounded(squad, 5).unit("Unit").left == (0, 0, 1, 0, 0)


@pytest.mark.rule("aofr.special.tough.wounds")
def test_a_tough_model_dies_after_as_many_wounds_as_its_rating() -> None:
    ogre = regiment(size=1, rules=["Tough(3)"])
    hurt = wounded(ogre, 2).unit("Unit")
    assert (hurt.models, hurt.wounds) == (1, 2)
    assert wounded(ogre, 3).unit("Unit").fate == "destroyed"


@pytest.mark.rule("aofr.special.tough.removed_last", "aofr.special.hero.join")
def test_a_tough_hero_in_a_plain_unit_falls_after_all_others() -> None:
    unit = regiment(size=9, hero=CAPTAIN)
    spared = wounded(unit, 9).unit("Unit")
    assert (spared.models, spared.hero, spared.hero_wounds) == (1, True, 0)
    assert wounded(unit, 10).unit("Unit").hero_wounds == 1
    assert wounded(unit, 12).unit("Unit").fate == "destroyed"


@pytest.mark.rule("aofr.special.tough.focus")
def test_wounds_go_on_the_tough_model_that_has_most_until_it_dies() -> None:
    drawn = table(regiment(size=3, rules=["Tough(3)"])).set("Unit", wounds=2)
    happen(drawn, lambda battle: automatic_wounds(battle, battle.units[0], 2))
    assert (drawn.unit("Unit").models, drawn.unit("Unit").wounds) == (2, 1)


@pytest.mark.rule("aofr.special.tough.removed_last")
def test_models_without_tough_fall_before_a_tough_one_and_the_least_tough_next() -> None:
    mixed = regiment(
        groups=[models(1, rules=["Tough(2)"]), models(2), models(1, rules=["Tough(3)"]), models(1, rules=["Tough(6)"])]
    )
    assert wounded(mixed, 2).unit("Unit").left == (1, 0, 1, 1)
    worn = wounded(mixed, 3).unit("Unit")
    assert (worn.left, worn.wounds, worn.scars) == ((1, 0, 1, 1), 1, ())
    assert wounded(mixed, 4).unit("Unit").left == (0, 0, 1, 1)
    scarred = table(mixed).set("Unit", scars=((0, 1),))
    happen(scarred, lambda battle: automatic_wounds(battle, battle.units[0], 1))
    assert scarred.unit("Unit").left == (1, 1, 1, 1)
    last = wounded(mixed, 8).unit("Unit")
    assert (last.left, last.wounds) == ((0, 0, 0, 1), 1)


@pytest.mark.rule("aofr.special.tough.focus")
def test_a_wounded_model_that_was_picked_out_takes_wounds_before_fresh_ones() -> None:
    drawn = table(regiment(groups=[models(1, rules=["Sergeant"]), models(2)], rules=["Tough(3)"]))
    drawn.set("Unit", scars=((0, 2),))
    happen(drawn, lambda battle: automatic_wounds(battle, battle.units[0], 2))
    assert (drawn.unit("Unit").left, drawn.unit("Unit").wounds, drawn.unit("Unit").scars) == ((0, 2), 1, ())


@pytest.mark.rule("aofr.special.tough.hero_last")
def test_a_hero_among_tough_models_takes_wounds_last() -> None:
    drawn = wounded(regiment(size=2, rules=["Tough(3)"], hero=CAPTAIN), 6)
    assert (drawn.unit("Unit").left, drawn.unit("Unit").hero, drawn.unit("Unit").hero_wounds) == ((0,), True, 0)
    scarred = table(regiment(size=2, rules=["Tough(3)"], hero=CAPTAIN)).set("Unit", hero_wounds=2)
    happen(scarred, lambda battle: automatic_wounds(battle, battle.units[0], 2))
    assert (scarred.unit("Unit").wounds, scarred.unit("Unit").hero_wounds) == (2, 2)


@pytest.mark.rule("aofr.special.deadly.multiply")
def test_a_deadly_wound_counts_several_times() -> None:
    play = shoot(bows(1, ["Deadly(3)"]), regiment(size=1, rules=["Tough(6)"]), {"to hit": 6, "to block": 1})
    assert play.unit("Mark").wounds == 3


@pytest.mark.rule("aofr.special.deadly.multiply")
@pytest.mark.parametrize(
    ("rating", "hits", "left", "wounds"),
    [(2, 1, 3, 2), (2, 2, 3, 4), (3, 2, 2, 0), (3, 3, 2, 3), (6, 2, 1, 0), (9, 1, 2, 0)],
)
def test_each_deadly_wound_is_multiplied_by_the_rating_on_the_model_that_takes_it(
    rating: int, hits: int, left: int, wounds: int
) -> None:
    ogres = regiment(size=3, rules=["Tough(6)"])
    play = shoot(bows(hits, [f"Deadly({rating})"]), ogres, {"to hit": 6, "to block": 1})
    assert (play.unit("Mark").models, play.unit("Mark").wounds) == (left, wounds)


@pytest.mark.rule("aofr.special.deadly.multiply")
def test_deadly_counts_in_melee_and_only_for_hits_that_were_not_blocked() -> None:
    giant = regiment(size=1, rules=["Tough(12)"], weapons=[])
    dice: dict[str, Fall] = {"to hit": 6, "to block": (6, 1), "Morale": 6}
    slayers = regiment(size=2, weapons=["Hook (A1, Deadly(4))"])
    play = fight(slayers, giant, dice, "rear")
    assert play.unit("Pikes").wounds == 4
    assert [(event.blocked, event.wounds) for event in attacks(play)] == [(1, 1)]
    plain = fight(regiment(size=2, weapons=["Hook (A1)"]), giant, dice, "rear")
    assert plain.unit("Pikes").wounds == 1


@pytest.mark.rule("aofr.special.deadly.no_carry")
@pytest.mark.parametrize("hits", [1, 2])
def test_deadly_wounds_beyond_the_life_of_the_model_are_lost(hits: int) -> None:
    play = shoot(bows(hits, ["Deadly(3)"]), regiment(size=10), {"to hit": 6, "to block": 1})
    assert play.unit("Mark").models == 10 - hits
    assert play.unit("Mark").hurt == hits


@pytest.mark.rule("aofr.special.deadly.multiply")
def test_deadly_wounds_are_multiplied_before_regeneration() -> None:
    troll = regiment(size=1, rules=["Tough(6)", "Regeneration"])
    play = shoot(bows(1, ["Deadly(3)"]), troll, {"to hit": 6, "to block": 1, "Regeneration": (5, 4, 1)})
    assert dice_for(play, "Regeneration") == ["3D6"]
    assert play.unit("Mark").wounds == 2


@pytest.mark.rule("aofr.special.deadly.multiply", "aofr.special.sniper.pick")
def test_a_deadly_wound_on_a_picked_model_is_multiplied_and_stays_on_it() -> None:
    sniper = bows(1, weapon='Rifle (24", A2, Sniper, Deadly(2))')
    knights = regiment(groups=[models(1, rules=["Banner"]), models(4)], rules=["Tough(3)"])
    play = shoot(sniper, knights, {"to hit": (6, 1), "to block": 1}).allocate(snipers={"0": 1})
    assert (play.unit("Mark").left, play.unit("Mark").scars) == ((1, 4), ((0, 2),))
    twice = shoot(sniper, knights, {"to hit": 6, "to block": 1}).allocate(snipers={"0": 1})
    assert (twice.unit("Mark").left, twice.unit("Mark").hurt, twice.unit("Mark").wounds) == ((0, 4), 3, 0)
    deadlier = bows(1, weapon='Rifle (24", A2, Sniper, Deadly(3))')
    one = shoot(deadlier, knights, {"to hit": 6, "to block": 1}).allocate(snipers={"1": 1})
    assert (one.unit("Mark").left, one.unit("Mark").hurt) == ((1, 3), 3)


@pytest.mark.rule("aofr.special.deadly.no_carry", "aofr.special.regeneration")
def test_deadly_wounds_are_ignored_model_by_model() -> None:
    trolls = regiment(size=3, rules=["Tough(3)", "Regeneration"])
    play = shoot(bows(2, ["Deadly(3)"]), trolls, {"to hit": 6, "to block": 1, "Regeneration": [(1, 1, 5), (1, 1, 1)]})
    # Two wounds stay of the first three; of the next three one kills that model and the others are lost.
    assert (play.unit("Mark").models, play.unit("Mark").wounds) == (2, 0)


@pytest.mark.rule("aofr.special.deadly.first")
def test_deadly_weapons_are_resolved_first() -> None:
    squad = regiment(groups=[models(4), models(1, ["Axe (A1, Deadly(3))"])])
    play = fight(squad, regiment(size=5, weapons=[]), {"to hit": 6, "to block": 1}, "rear")
    assert [event.what for event in attacks(play)] == ["Axe", "Hand Weapon"]


@pytest.mark.rule("aofr.special.regeneration")
def test_regeneration_ignores_a_wound_on_a_five() -> None:
    regenerating = regiment(size=5, rules=["Regeneration"])
    assert wounded(regenerating, 4, [(5, 6, 4, 1)]).unit("Unit").models == 3


@pytest.mark.rule("aofr.special.regeneration")
def test_only_the_model_that_has_it_regenerates() -> None:
    troll = regiment(size=1, rules=["Hero", "Tough(3)", "Regeneration"])
    drawn = table(regiment(size=3, hero=troll))
    play = happen(drawn, lambda battle: automatic_wounds(battle, battle.units[0], 5), [(6, 1)])
    assert dice_for(play, "Regeneration") == ["2D6"]
    assert (drawn.unit("Unit").models, drawn.unit("Unit").hero_wounds) == (1, 1)


@pytest.mark.rule("aofr.special.poison.regeneration")
def test_poison_wounds_cannot_be_regenerated() -> None:
    play = shoot(bows(2, ["Poison"]), regiment(size=5, rules=["Regeneration"]), {"to hit": 6, "to block": 1})
    assert play.unit("Mark").models == 3
    assert dice_for(play, "Regeneration") == []


@pytest.mark.rule("aofr.special.rending.regeneration")
def test_rending_wounds_cannot_be_regenerated() -> None:
    play = shoot(bows(3, ["Rending"]), regiment(size=5, rules=["Regeneration"]), {"to hit": 4, "to block": 1})
    assert play.unit("Mark").models == 2
    assert dice_for(play, "Regeneration") == []


@pytest.mark.rule("aofr.special.hero.defense")
def test_a_hero_uses_its_units_defense_until_it_is_alone() -> None:
    unit = regiment(size=5, defense=5, hero=CAPTAIN)
    play = shoot(bows(1), unit, {"to hit": 6, "to block": 4})
    assert needs(play, "to block") == [5]
    assert play.unit("Mark").models == 5
    drawn = wounded(unit, 5)
    assert defense_of(drawn.battle, drawn.unit("Unit")) == 2
    few = table(regiment(groups=[models(1), models(4)], defense=5, hero=CAPTAIN)).set("Unit", left=(0, 4))
    assert defense_of(few.battle, few.unit("Unit")) == 5


@pytest.mark.rule("aofr.special.hero.defense")
def test_the_defense_of_the_moment_of_the_hits_counts_for_the_whole_weapon_group() -> None:
    play = shoot(bows(7), regiment(size=5, defense=5, hero=CAPTAIN), {"to hit": 6, "to block": 1})
    assert needs(play, "to block") == [5]
    assert play.unit("Mark").hero_wounds == 2


@pytest.mark.rule("aofr.special.hero.defense")
def test_the_next_weapon_group_meets_the_defense_of_the_hero_that_is_left() -> None:
    guns = regiment(groups=[models(1, ['Cannon (24", A5, AP(1))']), models(1, ['Rifle (24", A1)'])])
    play = shoot(guns, regiment(size=5, defense=5, hero=CAPTAIN), {"to hit": 6, "to block": 1})
    assert needs(play, "to block") == [6, 2]


@pytest.mark.rule("aofr.special.hero.size")
def test_a_hero_raises_the_starting_size_by_one() -> None:
    unit = regiment(size=5, hero=CAPTAIN)
    assert table(unit).unit("Unit").start == 6
    assert not half_or_less((four := wounded(unit, 2)).battle, four.unit("Unit"))
    assert half_or_less((three := wounded(unit, 3)).battle, three.unit("Unit"))


@pytest.mark.rule("aofr.special.hero.size")
def test_the_starting_size_stays_raised_when_the_hero_is_dead() -> None:
    drawn = table(regiment(size=5, hero=CAPTAIN)).set("Unit", hero=False, left=(3,))
    assert half_or_less(drawn.battle, drawn.unit("Unit"))


@pytest.mark.rule("aofr.special.hero.permanent")
def test_a_hero_has_no_life_apart_from_its_unit() -> None:
    battle = table(regiment(size=5, hero=CAPTAIN)).battle
    assert [unit.name for unit in battle.units if unit.seat == 0] == ["Unit"]
    assert sum(trooper.group == -1 for trooper in troopers(battle, battle.units[0])) == 1


@pytest.mark.rule("aofr.special.caster.tokens")
def test_tokens_go_with_the_caster_that_falls() -> None:
    drawn = table(regiment(groups=[models(2, rules=["Caster(1)"]), models(3)])).set("Unit", tokens=(1, 4))
    happen(drawn, lambda battle: automatic_wounds(battle, battle.units[0], 4))
    assert drawn.unit("Unit").tokens == (4,)


def test_a_destroyed_unit_leaves_nothing_behind() -> None:
    drawn = wounded(regiment(size=5, rules=["Caster(1)"]), 9)
    unit = drawn.unit("Unit")
    assert (unit.pose, unit.models, unit.tokens, unit.hurt) == (None, 0, (), 5)
    assert attacks(play := shoot(bows(5), regiment(size=2), {"to hit": 6, "to block": 1}))[0].wounds == 5
    assert [event.wounds for event in play.told(events.WoundsTaken)] == [2]
