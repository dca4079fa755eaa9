"""The Melee Phase: combats, the Agility Order, who attacks whom and how often."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.play.battle import stand
from warhost.play.questions import Allocate, Allocated, Chosen
from warhost.play.rules.tally import Tally
from warhost.play.script import Refused, Script
from warhost.rulesets.essence_of_war.core.attacks import to_hit_table
from warhost.rulesets.essence_of_war.core.battle import Battle, Unit
from warhost.rulesets.essence_of_war.core.moments import MODEL_RULES, ModelRule
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.core.contact import contacts, engage
from warhost.table import Arc, flush_side

from .brawl import Brawl, brawl, next_phase
from .harness import Table, draw, shape

LINE = "Imperial Guard at 18,20 | Handgunners at 18,30 face 180"
MISS: dict[str, Any] = {"to hit": 1, "Break": 1, "Primal": 1, "Combat pivot": 1}


def line() -> Table:
    """Two units front to front: Imperial Guard of 5x3 and Handgunners of 5x2, both of Agility 3."""
    return draw(LINE).fight("Imperial Guard", "Handgunners")


def shared_front() -> Table:
    """Imperial Guard (5x3) against two units side by side: both touch the middle file, each two of the others."""
    table = draw("Imperial Guard at 18,20 | 1 Handgunners at 18,30 face 180 | 1 Goblin Rabble at 28,30 face 180")
    return table.fight("Handgunners", "Imperial Guard", "front", -2.2).fight(
        "Goblin Rabble", "Imperial Guard", "front", 2.2
    )


def allocate(game: Brawl, target: str) -> Brawl:
    """Every attack that may go there goes there."""
    question = game.question
    assert isinstance(question, Allocate)
    key = str(game.unit(target).id)
    game.answer(Allocated({pool.key: {key: pool.count} for pool in question.pools}))
    return game


@pytest.mark.rule("eow.melee.combats")
def test_a_chain_of_contact_is_one_combat_and_fights_once() -> None:
    table = draw(
        "Imperial Guard at 18,20 | 1 Goblin Rabble at 18,30 face 180 | 0 Citadel Guard at 4,4 | 1 Handgunners at 4,10"
    )
    table.fight("Imperial Guard", "Goblin Rabble").fight("Citadel Guard", "Goblin Rabble", "left")
    table.fight("Handgunners", "Citadel Guard", "rear")
    game = brawl(table, MISS).rest()
    assert [event.units for event in game.told(events.RoundFought)] == [(0, 1, 2, 3)]


def two_combats() -> Table:
    table = draw(
        "Imperial Guard at 10,20 | Handgunners at 10,30 face 180 | "
        "Citadel Guard at 26,20 | Goblin Rabble at 26,30 face 180"
    )
    return table.fight("Imperial Guard", "Handgunners").fight("Citadel Guard", "Goblin Rabble")


@pytest.mark.rule("eow.melee.order")
@pytest.mark.parametrize("active", [0, 1])
def test_the_active_player_picks_which_combat_is_fought_first(active: int) -> None:
    game = brawl(two_combats(), MISS, active=active)
    assert (game.topic, game.question.seat, game.keys) == ("next combat", active, ["0+1", "2+3"])
    game.choose("2+3").rest()
    assert [event.units for event in game.told(events.RoundFought)] == [(2, 3), (0, 1)]


@pytest.mark.rule("eow.melee.sequence")
def test_a_round_goes_from_attacks_over_result_break_panic_and_pursuit_to_combat_pivots() -> None:
    table = draw(
        "Imperial Guard at 18,20 charging | 1 Handgunners at 18,24 face 180 | 0 Citadel Guard at 4,4 | "
        "1 Sylvan Archers at 4,10 | 1 Wizard at 18,29"
    )
    table.fight("Imperial Guard", "Handgunners").fight("Citadel Guard", "Handgunners", "left")
    table.fight("Sylvan Archers", "Citadel Guard", "rear")
    dice = {
        "to hit": 1,
        "Handgunners: Break": 6,
        "Sylvan Archers: Break": 1,
        "Wizard: Panic": 1,
        "Flee": 4,
        "Pursuit": 1,
    }
    game = brawl(table, dice)
    while game.topic != "flee direction":
        assert game.topic in ("allocate attacks", "break test")
        game.decline()
    game.choose(target="Imperial Guard")
    assert game.topic == "pursuit"
    with pytest.raises(Refused):
        game.answer(Chosen("2:0"))
    game.choose(target="Handgunners").until_asked("combat pivot")
    assert not game.offers(unit="Imperial Guard")
    game.answer(Chosen(game.keys[1])).rest()
    told = (
        *(events.RoundFought, events.BlowsStruck, events.CombatScored, events.UnitBroke, events.DisciplineTested),
        *(events.PursuitDeclared, events.UnitFled, events.UnitPursued, events.CombatPivoted),
    )
    order = list(dict.fromkeys(game.order(*told)))
    assert order == [
        *("RoundFought", "BlowsStruck", "CombatScored", "DisciplineTested", "UnitBroke"),
        *("PursuitDeclared", "UnitFled", "UnitPursued", "CombatPivoted"),
    ]
    panic = next(i for i, e in enumerate(game.game.events) if getattr(e, "kind", "") == "panic")
    declared = next(i for i, e in enumerate(game.game.events) if isinstance(e, events.PursuitDeclared))
    broke = next(i for i, e in enumerate(game.game.events) if isinstance(e, events.UnitBroke))
    assert broke < panic < declared


@pytest.mark.rule("eow.melee.both_sides")
@pytest.mark.parametrize("active", [0, 1])
def test_both_players_attack_in_every_melee_phase(active: int) -> None:
    game = brawl(line(), MISS, active=active).rest()
    assert len(game.struck("Imperial Guard")) == len(game.struck("Handgunners")) == 1


def learn(monkeypatch: pytest.MonkeyPatch, name: str, rule: type[ModelRule]) -> None:
    """A model rule for one test."""
    rule.name, rule.id = name, "eow.melee.agility_order"
    monkeypatch.setitem(MODEL_RULES.rules, name, rule)


@pytest.mark.rule("eow.melee.agility_order")
def test_a_change_of_agility_within_a_round_counts_in_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    class SlowerWithLosses(ModelRule):
        def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
            if name == "agi" and bearer.models < 15:
                tally.add(-2, self)

    learn(monkeypatch, "Slower With Losses", SlowerWithLosses)
    table = draw("Imperial Guard at 18,20 | Sylvan Archers at 18,30 face 180")
    table.fight("Imperial Guard", "Sylvan Archers").change("Imperial Guard", ["Slower With Losses"])
    two_hits = (6, 6, 1, 1, 1, 1, 1, 1, 1, 1)
    hit: dict[str, Any] = {"Sylvan Archers: Melee Attacks: to hit": two_hits, "Wound": 6, "Armour": 1, **MISS}
    game = brawl(table, hit).rest()
    assert game.unit("Imperial Guard").models < 15
    assert [blow.agility for blow in game.struck("Imperial Guard")] == [3]
    assert [blow.agility for blow in next_phase(game, hit).rest().struck("Imperial Guard")] == [1]


@pytest.mark.rule("eow.melee.steps")
def test_impact_comes_at_10_normal_attacks_at_their_agility_and_stomp_at_0() -> None:
    table = line().change("Imperial Guard", ["Impact (1 Hit, Str 4, AP 1)", "Stomp (1 Hit, Str 4, AP 1)"])
    game = brawl(table.set("Imperial Guard", charging=True), {"Wound": 1, **MISS}).rest()
    assert [blow.agility for blow in game.struck("Imperial Guard")] == [10, 3, 0]
    assert game.order(events.BlowsStruck) == ["BlowsStruck"] * 4
    assert [e.agility for e in game.told(events.BlowsStruck)] == [10, 3, 3, 0]


@pytest.mark.rule("eow.melee.simultaneous")
def test_units_of_one_step_strike_before_any_casualty_comes_off() -> None:
    table = draw("Wizard at 18,20 | Damsel at 18,30 face 180").fight("Wizard", "Damsel")
    for name in ("Wizard", "Damsel"):
        table.change(name, att=3, aeg=None)
    game = brawl(table, {"to hit": 6, "Wound": 6, "Armour": 1})
    assert game.unit("Wizard").pose is None
    assert game.unit("Damsel").pose is None


@pytest.mark.rule("eow.melee.simultaneous")
def test_a_faster_unit_strikes_before_the_slower_one_can() -> None:
    table = draw("Druid at 18,20 | Damsel at 18,30 face 180").fight("Druid", "Damsel").change("Druid", att=3)
    game = brawl(table, {"to hit": 6, "Wound": 6, "Aegis": 1}).rest()
    assert not game.struck("Damsel")


@pytest.mark.rule("eow.melee.who_attacks", "eow.stat.att", "eow.melee.supporting")
def test_each_model_in_contact_makes_as_many_attacks_as_its_attack_value() -> None:
    table = draw("Temple Militants at 18,20 models=5 | Handgunners at 18,30 face 180")
    game = brawl(table.fight("Temple Militants", "Handgunners"), MISS).rest()
    assert [blow.count for blow in game.struck("Temple Militants")] == [10]


@pytest.mark.rule("eow.melee.supporting")
def test_second_rank_models_make_one_attack_each_whatever_their_attack_value() -> None:
    table = draw("Imperial Guard at 18,20 | Handgunners at 18,30 face 180")
    table.fight("Imperial Guard", "Handgunners").change("Imperial Guard", att=3)
    game = brawl(table, MISS).rest()
    assert [blow.count for blow in game.struck("Imperial Guard")] == [5 * 3 + 5]


@pytest.mark.rule("eow.melee.supporting")
def test_a_supporter_needs_a_file_leader_in_contact() -> None:
    table = draw("Imperial Guard at 18,20 | Wizard at 18,30 face 180").fight("Imperial Guard", "Wizard", offset=0.1)
    game = brawl(table, MISS).rest()
    assert [blow.count for blow in game.struck("Imperial Guard")] == [2 + 2]


@pytest.mark.rule("eow.melee.supporting")
def test_a_short_second_rank_supports_with_the_models_it_has() -> None:
    table = draw("Imperial Guard at 18,20 models=8 | Handgunners at 18,30 face 180")
    game = brawl(table.fight("Imperial Guard", "Handgunners"), MISS).rest()
    assert [blow.count for blow in game.struck("Imperial Guard")] == [5 + 3]


@pytest.mark.rule("eow.melee.supporting")
@pytest.mark.parametrize(("rear", "supporters"), [(0, 0), (1, 1), (2, 2), (3, 1)])
def test_models_of_a_short_second_rank_support_the_file_they_stand_in(rear: int, supporters: int) -> None:
    # The Wizard touches the third and the fourth file; two models stand in the second rank.
    table = draw(f"Imperial Guard at 18,20 models=7 rear_from={rear} | Wizard at 18,30 face 180")
    game = brawl(table.fight("Imperial Guard", "Wizard", offset=0.1), MISS).rest()
    assert [blow.count for blow in game.struck("Imperial Guard")] == [2 + supporters]


@pytest.mark.rule("eow.melee.supporting_front_only")
def test_a_unit_charged_in_the_flank_makes_no_supporting_attacks() -> None:
    table = draw("Imperial Guard at 18,20 | Handgunners at 4,4").set("Handgunners", seat=1)
    game = brawl(table.fight("Handgunners", "Imperial Guard", "left"), MISS).rest()
    assert [blow.count for blow in game.struck("Imperial Guard")] == [3]


@pytest.mark.rule("eow.melee.supporting_front_only")
def test_a_supporter_does_not_reach_an_enemy_at_the_flank_of_its_file_leader() -> None:
    table = draw("0 Imperial Guard at 18,20 | 1 Handgunners at 4,4 | 1 Wizard at 30,4")
    table.fight("Handgunners", "Imperial Guard").fight("Wizard", "Imperial Guard", "left", 1.1)
    game = allocate(brawl(table, MISS), "Wizard").rest()
    assert [blow.count for blow in game.struck("Imperial Guard", "Wizard")] == [1]
    assert [blow.count for blow in game.struck("Imperial Guard", "Handgunners")] == [4 + 5]


@pytest.mark.rule("eow.melee.gaps")
def test_models_opposite_empty_places_of_the_last_rank_count_as_in_contact() -> None:
    table = draw("Handgunners at 4,4 models=5 | 1 Imperial Guard at 18,20 models=11 rear_from=2")
    game = brawl(table.fight("Handgunners", "Imperial Guard", "rear"), MISS).rest()
    assert [blow.count for blow in game.struck("Handgunners")] == [5]
    assert [blow.count for blow in game.struck("Imperial Guard")] == [5]


@pytest.mark.rule("eow.melee.gaps")
@pytest.mark.parametrize(("rear_from", "files"), [(0, -3), (4, 3)])
def test_over_a_gap_only_models_right_opposite_each_other_strike(rear_from: int, files: int) -> None:
    # The last rank is one model at the far end: two files face each other, those beside them meet at corners.
    table = draw(f"Handgunners at 4,4 models=5 | 1 Imperial Guard at 18,20 models=11 rear_from={rear_from}")
    game = brawl(table.fight("Handgunners", "Imperial Guard", "rear", files * 20 / 25.4), MISS).rest()
    assert [blow.count for blow in game.struck("Handgunners")] == [2]
    assert [blow.count for blow in game.struck("Imperial Guard")] == [2]


@pytest.mark.rule("eow.melee.gaps")
@pytest.mark.parametrize(("side", "touching"), [(Arc.FRONT, 3), (Arc.LEFT, 0)])
def test_nobody_strikes_over_a_gap_without_a_front(side: Arc, touching: int) -> None:
    table = draw("0 Handgunners at 4,4 models=5 | 1 Imperial Guard at 18,20 models=11 rear_from=0")
    guns, guard = table.unit("Handgunners"), table.unit("Imperial Guard")
    stand(guns, flush_side(shape(table, "Handgunners"), side, shape(table, "Imperial Guard"), Arc.REAR, -40 / 25.4))
    engage(guns, side, guard, Arc.REAR)
    assert len(contacts(table.battle, guns)) == touching


@pytest.mark.rule("eow.melee.allocate")
def test_a_model_that_touches_two_units_may_split_its_attacks() -> None:
    table = draw("Druid at 18,20 | 1 Handgunners at 4,4 | 1 Goblin Rabble at 30,4").change("Druid", att=3)
    table.fight("Handgunners", "Druid").fight("Goblin Rabble", "Druid", "left", 2.0)
    game = brawl(table, MISS)
    assert game.topic == "allocate attacks"
    game.allocate(**{"0>1+2": {"1": 2, "2": 1}}).rest()
    assert [(blow.target, blow.count) for blow in game.struck("Druid")] == [(1, 2), (2, 1)]


@pytest.mark.rule("eow.melee.allocate_supporting")
def test_a_supporter_may_only_strike_whom_the_first_model_of_its_file_touches() -> None:
    game = brawl(shared_front(), MISS)
    question = game.question
    assert isinstance(question, Allocate)
    assert [pool.count for pool in question.pools] == [2]
    allocate(game, "Handgunners").rest()
    assert [blow.count for blow in game.struck("Imperial Guard", "Handgunners")] == [4 + 2]
    assert [blow.count for blow in game.struck("Imperial Guard", "Goblin Rabble")] == [4]


@pytest.mark.rule("eow.melee.allocate_contact_first")
def test_a_second_rank_model_that_touches_a_flanker_strikes_it_and_supports_nobody() -> None:
    table = draw("Handgunners at 18,20 | 1 Imperial Guard at 18,30 face 180 | 1 Goblin Rabble at 4,4")
    table.change("Handgunners", att=2)
    table.fight("Imperial Guard", "Handgunners").fight("Goblin Rabble", "Handgunners", "left", 1.6)
    game = brawl(table, MISS)
    allocate(game, "Imperial Guard").rest()
    assert [blow.count for blow in game.struck("Handgunners", "Imperial Guard")] == [5 * 2 + 4]
    assert [blow.count for blow in game.struck("Handgunners", "Goblin Rabble")] == [2]


@pytest.mark.rule("eow.melee.allocate_all_first")
def test_both_players_allocate_before_any_die_of_the_step_and_for_good() -> None:
    table = draw(
        "Imperial Guard at 18,20 | 1 Handgunners at 18,30 face 180 | 1 Goblin Rabble at 28,30 face 180 | "
        "0 Electoral Cavalry at 4,4"
    ).change("Electoral Cavalry", agi=3)
    table.fight("Handgunners", "Imperial Guard", "front", -2.2).fight("Goblin Rabble", "Imperial Guard", "front", 2.2)
    table.fight("Electoral Cavalry", "Goblin Rabble", "front", -2.7)
    game = brawl(table, MISS)
    assert (game.topic, game.question.seat, game.rolls) == ("allocate attacks", 0, [])
    allocate(game, "Handgunners")
    assert (game.topic, game.question.seat, game.rolls) == ("allocate attacks", 1, [])
    allocate(game, "Imperial Guard")
    assert game.rolls
    with pytest.raises(Refused):
        game.answer(Allocated({"0>1+2": {"2": 2}}))


@pytest.mark.rule("eow.melee.to_hit_table")
@pytest.mark.parametrize(
    ("difference", "need"), [(5, 2), (4, 2), (3, 3), (1, 3), (0, 4), (-3, 4), (-4, 5), (-7, 5), (-8, 6)]
)
def test_the_roll_to_hit_follows_the_difference_of_the_skills(difference: int, need: int) -> None:
    assert to_hit_table(10 + difference, 10) == need
    table = line().change("Imperial Guard", off=10 + difference).change("Handgunners", def_=10)
    game = brawl(table, MISS).rest()
    assert [roll.need for roll in game.rolls if roll.unit == 0 and "to hit" in roll.why] == [need]
    assert sum(part.amount for part in game.struck("Imperial Guard")[0].parts) == difference


@pytest.mark.rule("eow.melee.attacks_modified")
def test_rules_that_add_attacks_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    class OneMore(ModelRule):
        def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
            if name == "att":
                tally.add(1, self)

    class AnotherMore(OneMore):
        pass

    learn(monkeypatch, "One More", OneMore)
    learn(monkeypatch, "Another More", AnotherMore)
    table = draw("Prophet at 18,20 | Handgunners at 18,30 face 180").fight("Prophet", "Handgunners")
    game = brawl(table.change("Prophet", ["One More", "Another More"]), MISS).rest()
    assert [blow.count for blow in game.struck("Prophet")] == [4]


@pytest.mark.rule("eow.melee.start_effects")
def test_start_of_combat_effects_come_before_the_agility_order_and_the_first_attack(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Roused(ModelRule):
        def at_combat_start(self, battle: Battle, bearer: Unit) -> Script[None]:
            bearer.primal = True
            yield from ()

        def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
            if name == "agi" and bearer.primal:
                tally.add(4, self)

    learn(monkeypatch, "Roused", Roused)
    game = brawl(line().change("Imperial Guard", ["Roused"]), MISS).rest()
    assert [blow.agility for blow in game.struck("Imperial Guard")] == [7]
    beasts = draw("Mongrel Herd at 18,20 | Handgunners at 18,30 face 180").fight("Mongrel Herd", "Handgunners")
    rolls = brawl(beasts, MISS).rest().rolls
    assert ["Primal instinct test" in roll.why for roll in rolls] == [True] + [False] * (len(rolls) - 1)


def test_attackers_are_counted_anew_at_every_step() -> None:
    table = draw("Sylvan Archers at 18,20 | Handgunners at 18,30 face 180").fight("Sylvan Archers", "Handgunners")
    dice: dict[str, Any] = {"Sylvan Archers: Melee Attacks: to hit": 6, "Wound": (6,) * 7 + (1,) * 3, **MISS}
    game = brawl(table.change("Handgunners", dis=10), dice).rest()
    assert [blow.count for blow in game.struck("Handgunners")] == [3]


def test_dice_of_special_attacks_are_thrown_together_for_all_models() -> None:
    table = draw("Skeleton Chariots at 18,20 charging | Handgunners at 18,30 face 180")
    table.fight("Skeleton Chariots", "Handgunners").change("Skeleton Chariots", ["Impact (D3+1 Hits, Str 4, AP 1)"])
    game = brawl(table, {"Hits of Impact": (6, 2), "Wound": 1, **MISS}).rest()
    assert game.struck("Skeleton Chariots")[0].count == (3 + 1) + (1 + 1)


def test_stomp_finds_only_small_bases_and_impact_only_the_front() -> None:
    table = draw("Tribesmen at 18,20 | Electoral Cavalry at 18,30 face 180").fight("Tribesmen", "Electoral Cavalry")
    game = brawl(table, MISS).rest()
    assert [blow.agility for blow in game.struck("Tribesmen")] == [2]
    flanked = draw("Taurukh Enforcers at 18,20 charging | 1 Handgunners at 4,4")
    flanked.fight("Handgunners", "Taurukh Enforcers", "right")
    game = brawl(flanked, MISS).rest()
    assert [blow.agility for blow in game.struck("Taurukh Enforcers")] == [2]


def test_units_that_fought_no_longer_count_as_charging() -> None:
    game = brawl(line().set("Imperial Guard", charging=True), MISS).rest()
    guard = game.unit("Imperial Guard")
    assert (guard.charging, guard.rounds, guard.engaged) == (False, 1, True)


@pytest.mark.rule("eow.panic.friend_destroyed", "eow.melee.simultaneous")
@pytest.mark.parametrize("active", [0, 1])
def test_friends_of_units_that_destroyed_each_other_test_the_active_players_first(active: int) -> None:
    table = draw(
        "0 Imperial Guard at 18,20 models=1 | 1 Handgunners at 18,24 face 180 models=1"
        " | 0 Wizard at 18,17 | 1 Sylvan Archers at 18,26 face 180"
    )
    table.fight("Imperial Guard", "Handgunners")
    telling = {"to hit": 6, "To-Wound": 6, "Armour": 1, "Panic": (1, 1)}
    game = brawl(table, telling, active=active).rest()
    tested = [test.unit for test in game.told(events.DisciplineTested) if test.kind == "panic"]
    assert tested == ([2, 3] if active == 0 else [3, 2])
