"""Solo & Co-Op Rules: whom units shoot at, charge and cast spells on."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.regiments.fights import clash
from tests.regiments.harness import Interlude, Table, draw, happen, models, regiment
from tests.regiments.solo import SEEDS, Activation, Always, activation, at, decide, on, order, rows
from warhost.dice import Chance
from warhost.play import Allocated, Choose, Chosen, Option
from warhost.play.script import ask_choice
from warhost.players.solo import Solo
from warhost.players.solo.regiments.targets import upgrade_price
from warhost.rulesets.regiments.chapters import shooting
from warhost.rulesets.regiments.chapters.magic import casting
from warhost.rulesets.regiments.chapters.magic.enchantments import enchant
from warhost.rulesets.regiments.core import HERO as HERO_GROUP
from warhost.rulesets.regiments.core import Regiment, SpellEffect, SpellText
from warhost.rulesets.regiments.lists.house import find_regiment, ready_list
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.table import Feature, Pose

SMALL = regiment(size=5, weapons=["Sword (A1)"])
BOWS = regiment(weapons=['Bow (30", A1)'])


def shot_at(table: Table, seed: int = 0) -> tuple[str, list[str]]:
    """At whom Mine shoots, and by which rows."""
    play = shooting_now(table)
    decision = decide(play, seed)
    assert isinstance(decision.answer, Chosen)
    if decision.answer.option == "split":
        return "split", rows(decision)
    return play.battle.units[int(decision.answer.option[1:])].name, rows(decision)


def shooting_now(table: Table) -> Interlude:
    table.having(acting=table.unit("Mine").id)
    return happen(table, lambda battle: shooting.shoot(battle, battle.units[0], held=True), Always())


def two(
    mine: Regiment, near: Regiment = SMALL, far: Regiment = SMALL, gaps: tuple[float, float] = (8.0, 14.0)
) -> Table:
    """Mine looks at Near and, beside it, at Far."""
    table = draw("Mine at 36,6 | Near at 30,40 face 180 | Far at 42,40 face 180", Mine=mine, Near=near, Far=far)
    for name, x, gap in (("Near", 31.0, gaps[0]), ("Far", 41.0, gaps[1])):
        shape = table.footprint(name)
        front = table.footprint("Mine").y + table.footprint("Mine").depth / 2
        table.set(name, pose=Pose(x, front + gap + shape.depth / 2, 180.0))
    return table


@pytest.mark.rule("aofr.ai.shoot_target")
def test_units_shoot_at_the_nearest_but_rather_at_one_that_has_not_acted() -> None:
    assert shot_at(two(BOWS)) == ("Near", ["shoot_target"])
    assert shot_at(two(BOWS).set("Near", activated=True))[0] == "Far"
    assert shot_at(two(BOWS).set("Near", activated=True).set("Far", activated=True))[0] == "Near"


@pytest.mark.rule("aofr.ai.shoot_cover")
def test_a_target_in_the_open_is_shot_at_rather_than_a_nearer_one_in_cover() -> None:
    table = two(BOWS)
    shape = table.footprint("Near")
    ruins = Feature("cover", shape.x, shape.y, 7.0, 4.0)
    covered = on(
        "Mine at 36,6 | Near at 31,20 face 180 | Far at 41,30 face 180", ruins, Mine=BOWS, Near=SMALL, Far=SMALL
    )
    for name in ("Near", "Far"):
        covered.set(name, pose=table.unit(name).pose)
    assert shot_at(covered) == ("Far", ["shoot_cover"])
    assert shot_at(covered.set("Far", activated=True))[0] == "Far"


def test_a_die_decides_between_equal_targets() -> None:
    table = two(BOWS, gaps=(10.0, 10.0))
    assert {shot_at(table, seed)[0] for seed in SEEDS} == {"Near", "Far"}


@pytest.mark.rule("aofr.ai.ap")
def test_weapons_with_ap_are_fired_at_the_best_defense() -> None:
    soft, hard = regiment(size=5, defense=5), regiment(size=5, defense=2)
    piercing = regiment(weapons=['Bolt (30", A1, AP(1))'])
    assert shot_at(two(piercing, soft, hard, (6.0, 12.0))) == ("Far", ["ap"])
    assert shot_at(two(BOWS, soft, hard, (6.0, 12.0)))[0] == "Near"


@pytest.mark.rule("aofr.ai.deadly")
def test_deadly_weapons_are_fired_at_single_tough_models_then_at_tough_units_the_weakest_first() -> None:
    deadly = regiment(weapons=['Cannon (30", A1, Deadly(3))'])
    monster = regiment(size=1, rules=["Tough(6)"])
    giant = regiment(size=1, rules=["Tough(12)"])
    ogres = regiment(size=3, rules=["Tough(3)"])
    weak = two(deadly, giant, monster).set("Near", wounds=2).set("Far", wounds=4)
    assert shot_at(weak) == ("Far", ["deadly"])
    assert shot_at(two(deadly, giant, monster).set("Near", wounds=10))[0] == "Near"
    assert shot_at(two(deadly, ogres, giant))[0] == "Far"
    assert shot_at(two(deadly, SMALL, ogres))[0] == "Far"
    assert shot_at(two(deadly, SMALL, SMALL))[0] == "Near"


HERO = regiment(size=1, quality=3, rules=["Hero", "Tough(3)"])
LED = regiment(size=5, hero=HERO, name="Led")
BANNERED = regiment(groups=[models(1, rules=["Banner"], name="Banner"), models(4)])


@pytest.mark.rule("aofr.ai.sniper")
def test_snipers_shoot_at_heroes_then_at_the_dearest_upgrade() -> None:
    sniper = regiment(weapons=['Long Rifle (30", A1, Sniper)'])
    assert shot_at(two(sniper, BANNERED, LED, (10.0, 24.0))) == ("Far", ["sniper"])
    assert shot_at(two(sniper, SMALL, BANNERED, (10.0, 24.0)))[0] == "Far"
    assert shot_at(two(sniper, BANNERED, HERO, (10.0, 24.0)))[0] == "Far"
    assert shot_at(two(BOWS, BANNERED, LED, (10.0, 24.0)))[0] == "Near"


@pytest.mark.rule("aofr.ai.sniper")
def test_snipers_pick_the_hero_else_the_dearest_upgrade() -> None:
    sniper = regiment(size=3, weapons=['Long Rifle (30", A1, Sniper)'])
    plain = regiment(
        groups=[
            models(1, ["Sword (A1)"], ["Sergeant"], "Sergeant"),
            models(1, ["Great Axe (A9, AP(4))"], name="Axe"),
            models(3),
        ]
    )
    for target, wanted in ((LED, "-1"), (plain, "1")):
        table = draw("Mine at 36,6 | Foe at 36,20 face 180", Mine=sniper, Foe=target)
        table.having(acting=0)
        play = happen(table, lambda battle: shooting.shoot(battle, battle.units[0], held=True))
        if play.topic == "shoot":
            play.choose(target="Foe")
        decision = decide(play)
        assert isinstance(decision.answer, Allocated)
        assert decision.answer.shares == {"snipers": {wanted: 3}}


@pytest.mark.rule("aofr.ai.sniper")
def test_the_price_of_an_upgrade_is_that_of_the_army_book() -> None:
    pikes = next(r for r in ready_list("League of Nine Bridges 1000").regiments if r.name.startswith("Pike"))
    prices = {group.name: upgrade_price(pikes, group) for group in pikes.groups}
    assert prices["Sergeant"] == 5
    assert prices["Banner"] == 10
    plain = find_regiment("Pike Company")
    assert upgrade_price(plain, plain.groups[0]) == 0
    made_up = regiment(groups=[models(1, ["Axe (A9)"], name="Axe"), models(1, name="Envoy"), models(8)])
    axe, envoy, _ = (upgrade_price(made_up, group) for group in made_up.groups)
    assert (axe > 0, envoy) == (True, 0)


def test_weapons_with_different_rules_have_different_targets() -> None:
    mixed = regiment(weapons=['Bow (30", A1)', 'Bolt (30", A1, AP(1))'])
    soft, hard = regiment(size=5, defense=5), regiment(size=5, defense=2)
    table = two(mixed, soft, hard, (6.0, 12.0))
    assert shot_at(table)[0] == "split"
    done = Activation(shooting_now(table), 0)
    assert [d.answer for t, d in done.answered if t == "shoot with"] == [Chosen(">1"), Chosen(">2")]


def three_targets(weapon: str) -> list[object]:
    """What Mine does with that weapon, with a piercing one and with a Sniper's; each would have a target of its own."""
    mine = regiment(weapons=[weapon, 'Bolt (30", A3, AP(1))', 'Long Rifle (30", A2, Sniper)'])
    line = "Mine at 36,6 | Near at 27,13.5 face 180 | Hard at 36,19.5 face 180 | Led at 45,23.5 face 180"
    hard = regiment(size=5, defense=2)
    table = draw(line, Mine=mine, Near=regiment(size=5, defense=5), Hard=hard, Led=LED)
    done = Activation(shooting_now(table), 0)
    return [d.answer for t, d in done.answered if t == "shoot with"]


@pytest.mark.rule("aofr.ai.shoot_target", "aofr.ai.sniper", "aofr.ai.ap")
def test_of_three_targets_the_weapon_with_the_fewest_attacks_joins_another() -> None:
    """AOFR-R632."""
    assert three_targets('Bow (30", A1)') == [Chosen(">2"), Chosen(">2"), Chosen(">3")]
    assert three_targets('Bow (30", A9)') == [Chosen(">1"), Chosen(">2"), Chosen(">1")]


@pytest.mark.rule("aofr.ai.shoot_target")
def test_a_weapon_that_reaches_neither_of_the_two_targets_is_not_fired() -> None:
    assert three_targets('Pistol (9", A1)') == [Chosen("hold"), Chosen(">2"), Chosen(">3")]


@pytest.mark.rule("aofr.ai.shoot_cover")
def test_cover_that_is_no_cover_from_an_indirect_weapon_does_not_count() -> None:
    fence = Feature("cover", 31.0, 13.0, 7.0, 1.0)
    line = "Mine at 36,6 | Near at 31,16 face 180 | Far at 41,26 face 180"
    for rule, target in (("", "Far"), (", Indirect", "Near")):
        crew = regiment(size=1, weapons=[f'Mortar (30", A1{rule})'])
        assert shot_at(on(line, fence, Mine=crew, Near=SMALL, Far=SMALL))[0] == target


@pytest.mark.rule("aofr.ai.charge_target")
def test_units_charge_the_nearest_but_rather_one_that_has_not_acted() -> None:
    swords = regiment(weapons=["Sword (A1)"])
    table = two(swords, SMALL, SMALL, (6.0, 10.0)).having(markers=at((0.0, 0.0), owner=0))
    assert order(table, "Mine") == ("charge Near", ["melee_3", "charge_target"])
    assert order(table.set("Near", activated=True), "Mine")[0] == "charge Far"


@pytest.mark.rule("aofr.ai.strike_back")
@pytest.mark.parametrize("weapon", ["Sword (A1)", "Pike (A1, Counter)"])
def test_a_charged_unit_always_strikes_back(weapon: str) -> None:
    weak, strong = regiment(size=5, quality=6, weapons=[weapon]), regiment(size=10, defense=2, weapons=["Axe (A4)"])
    table = draw("Riders at 36,10 | Weak at 36,30 face 180", Riders=strong, Weak=weak)
    play = clash(table, "Riders", "Weak", {"to hit": 1, "to block": 6, "": 3})
    assert play.topic in ("strike back", "counter")
    decision = decide(play)
    assert (decision.answer, rows(decision)) == (Chosen("strike"), ["strike_back"])


def spell(number: int, cost: int = 1, target: str = "enemy", **effect: object) -> SpellText:
    told = effect or {"hits": 1}
    return SpellText(
        name=f"Spell {number}",
        cost=cost,
        range=30,
        target=target,  # type: ignore[arg-type]
        effect=SpellEffect(**told),  # type: ignore[arg-type]
    )


def wizard(level: int, spells: list[SpellText]) -> Regiment:
    return regiment(size=1, weapons=["Staff (A1)"], rules=[f"Caster({level})", "Tough(3)"], spells=spells)


def cast(level: int, spells: list[SpellText], tokens: int, seed: int = 0) -> tuple[str, list[str]]:
    """Which spell the wizard casts after its move, and by which rows."""
    table = draw("Mine at 36,10 | Foe at 36,20 face 180", Mine=wizard(level, spells), Foe=SMALL)
    table.set("Mine", tokens=(tokens,)).having(acting=0)
    play = happen(table, lambda battle: casting.cast_spells(battle, battle.units[0], "after the move"))
    decision = decide(play, seed)
    assert isinstance(decision.answer, Chosen)
    return decision.answer.option, rows(decision)


SIX = [spell(number) for number in range(1, 7)]


@pytest.mark.rule("aofr.ai.caster")
def test_the_spell_has_the_number_d3_and_level() -> None:
    found = Counter(cast(2, SIX, 6, seed)[0] for seed in SEEDS)
    assert set(found) == {f"0:Spell {number}" for number in (3, 4, 5)}
    assert {cast(3, SIX, 6, seed)[0] for seed in SEEDS} == {f"0:Spell {number}" for number in (4, 5, 6)}
    assert {cast(3, SIX[:4], 6, seed)[0] for seed in SEEDS} == {"0:Spell 4"}


@pytest.mark.rule("aofr.ai.caster")
def test_spells_are_cast_after_the_move_and_before_attacks_one_in_an_activation() -> None:
    mage = regiment(size=1, weapons=['Bolt (30", A3)'], rules=["Caster(2)", "Tough(3)"], spells=SIX)
    table = draw("Mine at 36,10 | Foe at 36,30 face 180", Mine=mage, Foe=SMALL).having(markers=at((36.0, 16.0)))
    done = activation(table.set("Mine", tokens=(6,)), "Mine")
    casts = [decision.answer for topic, decision in done.answered if topic == "cast"]
    assert casts[0] == Chosen("pass")
    assert sum(answer != Chosen("pass") for answer in casts) == 1
    assert done.topics.index("advance") < done.topics.index("boost") < done.topics.index("shoot")
    assert done.to("boost").answer == Chosen("0")


@pytest.mark.rule("aofr.ai.caster_cycle")
def test_a_spell_that_cannot_be_cast_passes_on_to_the_next_of_the_list() -> None:
    dear = [spell(1), spell(2), spell(3, cost=2), spell(4, cost=2), spell(5, cost=2)]
    for seed in SEEDS:
        assert cast(2, dear, 1, seed) == ("0:Spell 1", ["caster_cycle"])
    friendly = [spell(1), spell(2, cost=3), spell(3, target="friend", heals="D3"), spell(4)]
    assert {cast(2, friendly, 1, seed)[0] for seed in SEEDS} == {"0:Spell 4"}


@pytest.mark.rule("aofr.ai.caster", "aofr.ai.sniper")
def test_a_spell_on_a_single_model_picks_the_hero_as_snipers_do() -> None:
    doom = SpellText(name="Doom", cost=1, range=30, target="enemy", one_model=True, effect=SpellEffect(hits=1))
    line = "Mine at 36,10 | Foe at 36,24 face 180"
    table = draw(line, Mine=wizard(1, [doom]), Foe=regiment(size=5, hero=HERO)).set("Mine", tokens=(1,))
    table.having(acting=0)
    play = happen(table, lambda battle: casting.cast_spells(battle, battle.units[0], "after the move"), Always())
    picked = Activation(play, 0).to("pick")
    assert (picked.answer, rows(picked)) == (Chosen(str(HERO_GROUP)), ["sniper"])


@pytest.mark.rule("aofr.ai.caster")
def test_a_spell_on_several_units_goes_to_the_nearest_of_them() -> None:
    storm = SpellText(name="Storm", cost=1, range=30, target="enemy", units=2, effect=SpellEffect(hits=1))
    line = "0 Mine at 36,6 | 1 Far at 44,30 face 180 | 1 Next at 30,22 face 180 | 1 Near at 36,16 face 180"
    table = draw(line, Mine=wizard(1, [storm]), Far=SMALL, Next=SMALL, Near=SMALL).set("Mine", tokens=(1,))
    play = happen(
        table.having(acting=0), lambda battle: casting.cast_spells(battle, battle.units[0], "after the move"), Always()
    )
    done = Activation(play, 0)
    assert [done.to(topic).sentence for topic in ("cast on", "cast also")] == [
        "Near is the nearest unit it would affect.",
        "Also on Next.",
    ]


@pytest.mark.rule("aofr.ai.caster_cycle")
def test_nothing_is_cast_if_no_spell_has_a_target_that_makes_sense() -> None:
    healing = [spell(number, target="friend", heals="D3") for number in (1, 2, 3)]
    assert cast(1, healing, 6) == ("pass", ["caster"])


@pytest.mark.rule("aofr.ai.caster")
def test_a_blessing_goes_to_the_nearest_friend_on_whom_it_does_not_lie_yet() -> None:
    bless = [spell(1, target="friend", melee=1)]
    line = "0 Mine at 36,10 | 0 Near at 33,14 | 0 Far at 42,18 | 1 Foe at 36,40 face 180"
    table = draw(line, Mine=wizard(1, bless), Near=SMALL, Far=SMALL, Foe=SMALL)
    table.set("Mine", tokens=(3,)).having(acting=0)
    for name, target in (("", "0"), ("Mine", "1"), ("Near", "2")):
        if name:
            enchant(table.unit(name), "Spell 1", 0)
        table.battle.stage = ""
        play = happen(table, lambda battle: casting.cast_spells(battle, battle.units[0], "after the move"))
        assert decide(play).answer == Chosen("0:Spell 1")
        assert decide(play.choose("0:Spell 1")).answer == Chosen(f"0:Spell 1>{target}")


@pytest.mark.rule("aofr.ai.caster")
@pytest.mark.parametrize("hurt", [{"wounds": 1}, {"hero_wounds": 1}, {"scars": ((0, 1),)}])
def test_a_healing_spell_goes_to_the_nearest_friend_that_is_wounded(hurt: dict[str, object]) -> None:
    heal = [spell(1, target="friend", heals="D3")]
    ogres = regiment(size=3, weapons=["Club (A3)"], rules=["Tough(3)"], hero=HERO)
    line = "0 Mine at 36,10 | 0 Near at 33,14 | 0 Far at 42,18 | 1 Foe at 36,40 face 180"
    table = draw(line, Mine=wizard(1, heal), Near=ogres, Far=ogres, Foe=SMALL)
    table.set("Mine", tokens=(3,)).set("Far", **hurt).having(acting=0)
    play = happen(table, lambda battle: casting.cast_spells(battle, battle.units[0], "after the move"))
    assert decide(play.choose("0:Spell 1")).answer == Chosen("0:Spell 1>2")


@pytest.mark.rule("aofr.ai.caster", "aofr.ai.caster_cycle")
def test_a_joined_hero_casts_the_spells_of_its_own_book_and_by_its_own_level() -> None:
    mage = regiment(size=1, weapons=["Staff (A1)"], rules=["Hero", "Caster(2)", "Tough(3)"], spells=SIX)
    guard = regiment(size=5, hero=mage)
    table = draw("Mine at 36,10 | Foe at 36,20 face 180", Mine=guard, Foe=SMALL).set("Mine", tokens=(6,))
    table.having(acting=0)
    play = happen(table, lambda battle: casting.cast_spells(battle, battle.units[0], "after the move"))
    spells = {decide(play, seed).answer.option for seed in SEEDS}  # type: ignore[union-attr]
    assert spells == {"0:Spell 3", "0:Spell 4", "0:Spell 5"}


@pytest.mark.rule("aofr.ai.caster_cycle")
def test_a_spell_that_is_not_in_force_is_passed_over() -> None:
    idle = [SpellText(name=f"Spell {number}", cost=1, range=30, target="enemy") for number in (2, 3, 4)]
    assert {cast(1, [spell(1), *idle], 6, seed)[0] for seed in SEEDS} == {"0:Spell 1"}


def test_spells_go_to_the_nearest_target_and_to_friends_not_yet_affected() -> None:
    table = draw(
        "Mine at 36,10 | Near at 33,20 face 180 | Far at 42,28 face 180", Mine=wizard(1, SIX), Near=SMALL, Far=SMALL
    )
    table.set("Mine", tokens=(3,)).having(acting=0)
    play = happen(table, lambda battle: casting.cast_spells(battle, battle.units[0], "after the move"))
    play.choose("0:Spell 1")
    assert decide(play).answer == Chosen("0:Spell 1>1")


@pytest.mark.rule("aofr.ai.army_rules")
def test_army_rules_are_used_on_the_nearest_target_that_makes_sense() -> None:
    line = "Mine at 36,10 | Whole at 30,10 | Hurt at 44,10 | Worse at 60,10 | Foe at 36,40 face 180"
    table = draw(line, Mine=SMALL, Whole=SMALL, Hurt=SMALL, Worse=SMALL, Foe=SMALL)
    table.set("Hurt", left=(3,)).set("Worse", left=(1,)).having(acting=0)
    options = (
        Option("no", "Do not heal"),
        *(Option(f"heal>{number}", f"Heal {table.battle.units[number].name}", target=number) for number in (1, 2, 3)),
    )
    ask = ask_choice(Choose(seat=0, topic="army rule", text="Whom does it heal?", options=options))
    decision = Solo(Chance(0)).decide(ask, table.battle, RULESET)
    assert (decision.answer, rows(decision)) == (Chosen("heal>2"), ["army_rules"])
    table.set("Hurt", left=(5,)).set("Worse", left=(5,))
    assert Solo(Chance(0)).decide(ask, table.battle, RULESET).answer == Chosen("no")
    for state in ({"shaken": True}, {"wounds": 1}):
        for field, value in state.items():
            table.set("Worse", **{field: value})
        assert Solo(Chance(0)).decide(ask, table.battle, RULESET).answer == Chosen("heal>3")
        table.set("Worse", shaken=False, wounds=0)


@pytest.mark.rule("aofr.ai.army_rules")
def test_every_enemy_is_a_target_that_makes_sense() -> None:
    table = draw("Mine at 36,10 | Near at 33,20 face 180 | Far at 42,28 face 180", Mine=SMALL, Near=SMALL, Far=SMALL)
    table.having(acting=0)
    options = (Option("no", "Nobody"), *(Option(f"mark>{number}", "Mark", target=number) for number in (2, 1)))
    ask = ask_choice(Choose(seat=0, topic="army rule", text="Whom does it mark?", options=options))
    assert Solo(Chance(0)).decide(ask, table.battle, RULESET).answer == Chosen("mark>1")
