"""Rules of army books, read from their own sentences, at work in attacks: one test at least for each deed."""

from __future__ import annotations

import pytest

from tests.regiments.deeds import DEEDS_OF_ATTACKS, DEEDS_OF_THE_BATTLE, WALL, Shows, blade, born, by_reason, struck
from tests.regiments.fights import attacks, clash, dice_for, fight, needs, shoot, volley
from tests.regiments.harness import Fall, acts, draw, find, happen, models, regiment, weapon, written
from warhost.rulesets.regiments.chapters.magic import casting
from warhost.rulesets.regiments.chapters.wounds.damage import defense_of
from warhost.rulesets.regiments.core import SpellEffect, SpellText

pytestmark = pytest.mark.rule("aofr.special.priority")

shows = Shows()


@shows("hit", "ap", "quality")
@pytest.mark.parametrize(
    ("text", "to_hit", "to_block"),
    [
        ("Gets +1 to hit when attacking.", 3, 4),
        ("This model gets +1 to hit rolls when shooting.", 4, 4),
        ("This model gets AP(+2) when charging.", 4, 6),
        ("When charging, gets +1 to hit rolls and AP(+1) in melee.", 3, 5),
        ("Attacks at Quality 2+.", 2, 4),
        ("This model's weapons get AP(+1) against units where most models have Tough(3) to Tough(12).", 4, 5),
        ("This model's weapons get AP(+1) against units where most models have Tough(3) to Tough(9).", 4, 4),
        ("Against units where most models have Defense 2+ to Defense 4+, this weapon gets AP(+1).", 4, 5),
        ("Against units where most models have Defense 5+ to Defense 6+, this weapon gets AP(+1).", 4, 4),
    ],
)
def test_bonuses_to_hit_and_ap_count_under_their_conditions(text: str, to_hit: int, to_block: int) -> None:
    play = fight(blade(text), WALL, {"to hit": 6, "to block": 6, "Morale": 6}, "rear")
    assert (needs(play, "to hit"), needs(play, "to block")) == ([to_hit], [to_block])


@pytest.mark.parametrize(("gap", "to_block"), [(8.0, 4), (10.0, 5)])
def test_a_bonus_from_afar_asks_how_far_the_target_is(gap: float, to_block: int) -> None:
    text = 'When this model shoots at enemies over 9" away, or when it charges, its weapons get AP(+1).'
    archers = regiment(size=2, weapons=['Bow (24", A1)'], rules=[written(text)])
    assert needs(shoot(archers, WALL, {"to hit": 6, "to block": 6}, gap=gap), "to block") == [to_block]
    chargers = regiment(size=2, rules=[written(text)])
    assert needs(fight(chargers, WALL, {"to hit": 6, "to block": 6, "Morale": 6}, "rear"), "to block") == [5]


@shows("extra hits")
@pytest.mark.parametrize(
    ("text", "hits"),
    [
        ("On unmodified results of 6 to hit, this weapon deals 1 extra hits.", 3),
        ("When this model attacks, unmodified results of 5-6 to hit deal 1 extra hit.", 4),
    ],
)
def test_unmodified_results_give_extra_hits(text: str, hits: int) -> None:
    play = fight(blade(text, 3), WALL, {"to hit": (6, 5, 1), "to block": 6, "Morale": 6}, "rear")
    assert struck(play)[0] == hits


@shows("six ap")
def test_hits_from_sixes_have_more_ap() -> None:
    play = fight(
        blade("On unmodified results of 6 to hit, those hits get AP(+2).", 3, arm="Axe (A1, AP(1))"),
        WALL,
        {"to hit": (6, 5, 1), "to block": 6, "Morale": 6},
        "rear",
    )
    assert needs(play, "to block") == [6, 5]
    sure = blade("On unmodified results of 6 to hit, those hits get AP(+1).", 2, arm="Axe (A1)")
    play = fight(sure, regiment(size=1, weapons=[], rules=["Tough(12)"], defense=2), {"to hit": (6, 4), "to block": 3})
    assert needs(play, "to block") == [3, 2]


@shows("six wounds")
def test_sixes_that_are_not_blocked_wound_twice() -> None:
    text = "Ignores Cover, and on unmodified results of 6 to hit that aren't blocked, this weapon deals 1 extra wound."
    play = fight(blade(text, 3), WALL, {"to hit": (6, 6, 5), "to block": [(1, 6), 1], "Morale": 6}, "rear")
    assert struck(play) == (3, 3)


@shows("low wounds")
@pytest.mark.parametrize(
    "text",
    [
        "On unmodified results of 1 to block hits, this weapon deals 1 extra wound.",
        "Enemies that roll to block hits from this model's weapons take 1 extra wound for each unmodified result of 1 "
        "that they roll.",
    ],
)
def test_ones_to_block_cost_a_further_wound(text: str) -> None:
    play = fight(blade(text, 3), WALL, {"to hit": 6, "to block": (1, 2, 6), "Morale": 6}, "rear")
    assert struck(play) == (3, 3)


@shows("reroll blocks")
def test_good_results_to_block_are_rolled_again() -> None:
    text = "When attacking the target must re-roll unmodified Defense results of 6."
    play = fight(blade(text, 3), WALL, {"to hit": 6, "to block again": 1, "to block": (6, 6, 5), "Morale": 6}, "rear")
    assert (dice_for(play, "again"), struck(play)) == (["2D6"], (3, 2))


@shows("ignore cover")
def test_cover_does_not_help_against_it() -> None:
    text = "Ignores Cover, and against units where most models have Tough(3) to Tough(9), this weapon gets AP(+1)."
    bow = weapon('Bow (24", A1)', written(text))
    for arm, need in ((weapon('Bow (24", A1)'), 3), (bow, 4)):
        table = draw(
            "72x48 forest 36,20 12x6 | Bows at 36,10 | Mark at 36,20 face 180",
            Bows=regiment(1, weapons=[arm]),
            Mark=regiment(1, weapons=[], rules=["Tough(12)"]),
        )
        assert needs(volley(table, "Bows", "Mark", {"to hit": 6, "to block": 6}), "to block") == [need]


@shows("ignore regeneration")
def test_regeneration_does_not_help_against_it() -> None:
    mark = regiment(size=1, weapons=[], rules=["Tough(12)", "Regeneration"])
    play = fight(blade("This weapon ignores Regeneration."), mark, {"to hit": 6, "to block": 1, "Morale": 6}, "rear")
    assert dice_for(play, "Regeneration") == []


@shows("heedless")
def test_negative_modifiers_do_not_count() -> None:
    hard = born(
        "Enemies get -1 to hit rolls when attacking units where all models have this rule.",
        "When units where all models have this rule take hits, those hits count as having AP(-1), to a min. of AP(0).",
        size=1,
        weapons=[],
    )
    dice: dict[str, Fall] = {"to hit": 6, "to block": 6, "Morale": 6}
    plain = fight(regiment(2, weapons=["Axe (A1, AP(1))"]), hard, dice, "rear")
    assert (needs(plain, "to hit"), needs(plain, "to block")) == ([5], [4])
    heedless = fight(blade("Ignores all negative modifiers to this weapon.", arm="Axe (A1, AP(1))"), hard, dice, "rear")
    assert (needs(heedless, "to hit"), needs(heedless, "to block")) == ([4], [5])


@shows("deadly")
def test_deadly_against_tough_models_alone() -> None:
    text = (
        "Ignores Regeneration, and against units where most models have Tough(3) to Tough(9), this "
        "weapon gets Deadly(+3)."
    )
    dice: dict[str, Fall] = {"to hit": 6, "to block": 1, "Morale": 6}
    brutes = regiment(size=3, weapons=[], rules=["Tough(3)"])
    assert fight(blade(text), brutes, dice, "rear").unit("Pikes").left == (1,)
    assert fight(blade(text), regiment(size=5, weapons=[]), dice, "rear").unit("Pikes").left == (3,)


@shows("blast")
def test_blast_against_weak_defense_alone() -> None:
    text = "Against units where most models have Defense 5+ to Defense 6+, this weapon gets Blast(+3)."
    dice: dict[str, Fall] = {"to hit": 6, "to block": 6, "Morale": 6}
    assert struck(fight(blade(text), regiment(size=5, weapons=[], defense=5), dice, "rear"))[0] == 6
    assert struck(fight(blade(text), regiment(size=5, weapons=[], defense=4), dice, "rear"))[0] == 2


EITHER = (
    "When in melee, roll one die and apply one effect to all models with this rule: on a 1-3 they get AP(+1), and on a "
    "4-6 they get +1 to hit rolls instead."
)


@shows("either")
@pytest.mark.parametrize(("face", "to_hit", "to_block"), [(3, 4, 5), (4, 3, 4)])
def test_one_die_decides_for_all_weapons(face: int, to_hit: int, to_block: int) -> None:
    both = regiment(2, weapons=["Axe (A1)", "Kick (A1, AP(1))"], rules=[written(EITHER)])
    play = fight(both, WALL, {"1-3": face, "to hit": 6, "to block": 6, "Morale": 6}, "rear")
    assert dice_for(play, "1-3") == ["1D6"]
    assert (needs(play, "to hit"), set(needs(play, "to block"))) == ([to_hit] * 2, {to_block, to_block + 1})


@shows("extra attacks")
def test_sixes_bring_further_attacks_that_bring_no_more() -> None:
    text = (
        "For each unmodified roll of 6 to hit in melee, this model may roll +1 attack with that weapon. "
        "This rule doesn't apply to newly generated attacks."
    )
    play = fight(
        born(text, size=3), WALL, {"further attacks": 6, "to hit": (6, 6, 1), "to block": 6, "Morale": 6}, "rear"
    )
    assert (dice_for(play, "further attacks"), struck(play)[0]) == (["2D6"], 4)


@shows("reroll hits", "reroll own blocks")
def test_misses_and_failed_blocks_are_rolled_again_once() -> None:
    ones = born("This model may re-roll results of 1 to hit.", size=3)
    dice: dict[str, Fall] = {"to hit again": (1,), "to hit": (1, 3, 4), "to block": 6, "Morale": 6}
    play = fight(ones, WALL, dice, "rear")
    assert (dice_for(play, "to hit again"), struck(play)[0]) == (["1D6"], 1)
    failed = born("This model may re-roll failed hit rolls.", size=3)
    play = fight(failed, WALL, {"to hit again": 4, "to hit": (1, 3, 4), "to block": 6, "Morale": 6}, "rear")
    assert (dice_for(play, "to hit again"), struck(play)[0]) == (["2D6"], 3)
    tough = born("Units where all models have this rule may re-roll failed Defense rolls.", weapons=[])
    dice = {"to hit": 6, "to block again": (6, 1), "to block": (1, 3, 4), "Morale": 6}
    assert struck(fight(regiment(3), tough, dice, "rear")) == (3, 1)


def test_a_die_to_block_is_rolled_again_once_whoever_asks_for_it() -> None:
    tough = born("Units where all models have this rule may re-roll Defense results of 1.", weapons=[])
    sly = blade("When attacking the target must re-roll unmodified Defense results of 6.", 3)
    dice: dict[str, Fall] = {"to hit": 6, "to block again": (6, 1), "to block": (1, 6, 4), "Morale": 6}
    play = fight(sly, tough, dice, "rear")
    assert (dice_for(play, "to block again"), struck(play)) == (["2D6"], (3, 1))


@shows("melee hits", "melee wounds")
def test_dice_that_are_thrown_when_it_strikes() -> None:
    hits = born(
        "When this model attacks in melee, roll X dice. For each 6+ the target takes one hit with AP(2).",
        size=2,
        rating=2,
    )
    play = fight(hits, WALL, {"Born 0: to hit": (6, 6, 5, 1), "to hit": 1, "to block": 5, "Morale": 6}, "rear")
    assert attacks(play, "Born 0")[0].hits == 2
    assert needs(play, "Born 0: to block") == [6]
    wounds = born(
        "When this model attacks in melee, roll X dice. For each 6+ the target takes one wound.", size=2, rating=1
    )
    play = fight(wounds, WALL, {"Born 0: to hit": (6, 5), "to hit": 1, "Morale": 6}, "rear")
    assert (attacks(play, "Born 0")[0].wounds, dice_for(play, "to block")) == (1, [])


@shows("enemy hit", "block", "enemy ap")
@pytest.mark.parametrize(
    ("text", "to_hit", "to_block"),
    [
        ("Enemies get -1 to hit rolls in melee when attacking units where all models have this rule.", 5, 5),
        ("Units where all models have this rule get +1 to defense rolls.", 4, 4),
        ("This model gets +1 to defense rolls.", 4, 4),
        (
            (
                "When units where all models have this rule take hits, those hits count as having AP(-2), to a "
                "min. of AP(0)."
            ),
            4,
            4,
        ),
        (
            'When units where all models have this rule are shot from over 9" away, enemy units get -1 to hit rolls.',
            4,
            5,
        ),
        ("As long as this model hasn't moved, enemies get -1 to hit rolls.", 5, 5),
    ],
)
def test_a_unit_is_helped_when_it_is_attacked(text: str, to_hit: int, to_block: int) -> None:
    axes = regiment(2, weapons=["Axe (A1, AP(1))"])
    dice: dict[str, Fall] = {"to hit": 6, "to block": 6, "Morale": 6}
    play = fight(axes, born(text, size=4, weapons=[]), dice, "rear")
    assert (needs(play, "to hit"), needs(play, "to block")) == ([to_hit], [to_block])
    some = regiment(groups=[models(1, [], [written(text)]), models(3, [])])
    play = fight(axes, some, dice, "rear")
    assert (needs(play, "to hit"), needs(play, "to block")) == ([4], [5])


@pytest.mark.parametrize(("start", "to_hit"), [(18.0, 4), (21.0, 5)])
def test_who_is_charged_from_afar_is_harder_to_hit(start: float, to_hit: int) -> None:
    text = (
        'When units where all models have this rule are shot or charged from over 9" away, enemy units '
        "get -1 to hit rolls."
    )
    table = draw(f"Pikes at 30,10 | Foe at 30,{start} face 180", Pikes=regiment(2), Foe=born(text, size=2, weapons=[]))
    play = acts(table.set("Pikes", seat=0).set("Foe", seat=1), "Pikes", {"to hit": 1, "Morale": 6})
    play.charge("Pikes", "Foe")
    assert needs(play, "to hit") == [to_hit]


SAVED = "When a unit where all models have this rule takes wounds, roll one die for each. On a 6+ it is ignored."


@shows("ignore wounds")
def test_wounds_are_ignored_if_all_models_have_the_rule() -> None:
    dice: dict[str, Fall] = {"to hit": 6, "to block": 1, "Born 0": (6, 1), "Marsh Born": (6, 1), "Morale": 6}
    assert fight(regiment(2), born(SAVED, weapons=[]), dice, "rear").unit("Pikes").models == 4
    some = regiment(groups=[models(1, [], [written(SAVED)]), models(4, [])])
    assert fight(regiment(2), some, dice, "rear").unit("Pikes").models == 3


def test_wounds_of_spells_are_ignored_on_another_roll() -> None:
    text = f"{SAVED} If the wounds were from a spell, then they are ignored on a 3+ instead."
    bolt = SpellText(name="Bolt", cost=1, range=18, target="enemy", effect=SpellEffect(hits=2))
    table = draw(
        "Wizard at 36,20 | Foe at 36,30 face 180",
        Wizard=regiment(1, rules=["Caster(1)"], spells=[bolt]),
        Foe=born(text),
    ).set("Wizard", tokens=(1,))
    play = happen(
        table,
        lambda battle: casting.cast_spells(battle, find(battle, "Wizard"), "before the move"),
        by_reason({"Casting": 6, "to block": 1, "Born 0": (3, 2)}),
    ).choose("0:Bolt")
    assert (needs(play, "Born 0"), play.unit("Foe").models) == ([3], 4)


@pytest.mark.parametrize(("place", "need"), [("30,30", 4), ("37,20", 3)])
def test_a_rule_that_asks_for_terrain_looks_where_the_unit_stands(place: str, need: int) -> None:
    text = (
        'If a unit where all models have this rule has most of them within 1" of terrain, they get +1 to defense rolls.'
    )
    table = draw(
        f"72x48 forest 42,20 8x8 | Riders at 36,40 | Pikes at {place} face 180",
        Riders=regiment(2),
        Pikes=born(text, size=2, weapons=[]),
    )
    assert needs(clash(table, "Riders", "Pikes", {"to hit": 6, "to block": 6, "Morale": 6}, "rear"), "to block") == [
        need
    ]


@shows("defense")
def test_a_unit_counts_as_having_another_defense() -> None:
    armed = born("Counts as having Defense X+.", size=3, rating=2, defense=5)
    hero = regiment(1, defense=4, rules=["Hero", "Tough(3)", written("Counts as having Defense X+.", rating=2)])
    table = draw("Armed at 20,10 | Led at 40,10", Armed=armed, Led=regiment(3, defense=5, hero=hero))
    assert defense_of(table.battle, table.unit("Armed")) == 2
    led = table.unit("Led")
    assert defense_of(table.battle, led) == 5
    led.left = (0,)
    assert defense_of(table.battle, led) == 2


def test_every_deed_of_an_attack_is_shown_in_play() -> None:
    assert shows.deeds == DEEDS_OF_ATTACKS - DEEDS_OF_THE_BATTLE
