"""What lasting spells do, and when those that are given for one time are spent."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
import pytest

from tests.regiments.fights import attacks, bows, clash, needs, volley
from tests.regiments.harness import Table, draw, find, happen, regiment
from tests.regiments.wizards import BOLT, SPARK, WARD, cast, duel
from warhost.rulesets.regiments.chapters import morale
from warhost.rulesets.regiments.chapters.magic.enchantments import Moment, enchant, enchantments, spend, spend_in
from warhost.rulesets.regiments.chapters.melee import strikes
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.core import SpellEffect, SpellText, events
from warhost.rulesets.regiments.core.entries import RuleText


@pytest.mark.rule("aofr.special.no_stacking")
def test_different_spells_lie_on_a_unit_together_and_the_same_one_once() -> None:
    unit = duel(BOLT, WARD).unit("Wizard")
    for name in ("Ward", "Haste", "Ward"):
        enchant(unit, name, unit.id)
    assert [effect.name for effect in unit.effects] == ["Haste", "Ward"]


MOMENTS: tuple[Moment, ...] = ("morale", "move", "charged", "result")

ATTACKS: dict[str, Callable[[int, int], Attack]] = {
    "charges": lambda own, foe: Attack("melee", own, foe, 5, "Axe", "", 4, 4, limit=5, charging=True),
    "strikes": lambda own, foe: Attack("melee", own, foe, 5, "Axe", "", 4, 4, limit=5),
    "impact": lambda own, foe: Attack("impact", own, foe, 5, "Impact", "", 2, 4),
    "shoots": lambda own, foe: Attack("shooting", own, foe, 5, "Bow", "", 4, 4, limit=5, held=True, distance=12.0),
    "shoots on": lambda own, foe: Attack("shooting", own, foe, 5, "Bow", "", 4, 4, limit=5, moved=True, distance=12.0),
    "casts": lambda own, foe: Attack("spell", own, foe, 3, "Bolt", "", None, 4),
    "is struck": lambda own, foe: Attack("melee", foe, own, 5, "Axe", "", 4, 4),
    "is shot at": lambda own, foe: Attack("shooting", foe, own, 5, "Bow", "", 4, 4, distance=12.0),
    "is hit by a spell": lambda own, foe: Attack("spell", foe, own, 3, "Bolt", "", None, 4),
}
"""What the wizard does with the foe, or the foe with the wizard."""


def given(*rules: str) -> SpellEffect:
    """What gives these rules for one time."""
    return SpellEffect(gives=tuple(RuleText.parse(rule) for rule in rules), once=True)


def made(table: Table, attack: str) -> Attack:
    return ATTACKS[attack](table.unit("Wizard").id, table.unit("Foe").id)


def passes(table: Table, moment: str) -> None:
    """Such a moment, or such an attack, is over for the wizard."""
    if moment in ATTACKS:
        spend_in(table.battle, [made(table, moment)])
    for known in MOMENTS:
        if known == moment:
            spend(table.battle, table.unit("Wizard"), known)


@pytest.mark.rule("aofr.special.caster.cast")
@pytest.mark.parametrize(
    ("effect", "moments"),
    [
        (SpellEffect(melee=1, once=True), {"charges", "strikes"}),
        (SpellEffect(shooting=1, once=True), {"shoots", "shoots on"}),
        (SpellEffect(defense=1, once=True), {"is struck", "is shot at", "is hit by a spell"}),
        (SpellEffect(morale=1, once=True), {"morale"}),
        (SpellEffect(move=1, once=True), {"move"}),
        (SpellEffect(melee=1, shooting=1, once=True), {"charges", "strikes", "shoots", "shoots on"}),
        (given("Furious"), {"charges"}),
        (given("Relentless"), {"shoots"}),
        (given("Indirect"), {"shoots", "shoots on"}),
        (given("Sniper"), {"shoots", "shoots on"}),
        (given("Reliable"), {"charges", "strikes", "shoots", "shoots on"}),
        (given("Blast(3)"), {"charges", "strikes", "shoots", "shoots on"}),
        (given("Poison"), {"charges", "strikes", "shoots", "shoots on"}),
        (given("Impact(1)"), {"impact"}),
        (given("Stealth"), {"is shot at"}),
        (given("Regeneration"), {"is struck", "is shot at", "is hit by a spell"}),
        (given("Counter"), {"charged"}),
        (given("Fear(1)"), {"result"}),
        (given("Strider"), {"move"}),
        (given("Flying"), {"move"}),
    ],
    ids=lambda it: " ".join(map(str, it.gives)) if isinstance(it, SpellEffect) else "",
)
def test_a_spell_for_one_time_is_spent_when_it_counts_and_by_nothing_else(
    effect: SpellEffect, moments: set[str]
) -> None:
    spent = set()
    for moment in (*MOMENTS, *ATTACKS):
        table = duel(SpellText(name="Charm", cost=1, range=12, target="friend", effect=effect))
        unit = table.unit("Wizard")
        enchant(unit, "Charm", unit.id)
        passes(table, moment)
        if not unit.effects:
            spent.add(moment)
    assert spent == moments


@pytest.mark.rule("aofr.special.caster.cast")
def test_regeneration_that_is_given_once_is_kept_where_it_may_not_be_used() -> None:
    table = duel(SpellText(name="Charm", cost=1, range=12, target="friend", effect=given("Regeneration")))
    unit = table.unit("Wizard")
    enchant(unit, "Charm", unit.id)
    poisoned = made(table, "is struck")
    poisoned.unheeded = frozenset({"Regeneration"})
    spend_in(table.battle, [poisoned])
    assert len(unit.effects) == 1


@pytest.mark.rule("aofr.special.caster.cast")
def test_blast_that_is_given_once_counts_against_a_single_model_only_in_cover() -> None:
    left = []
    for cover in (False, True):
        table = duel(SpellText(name="Charm", cost=1, range=12, target="friend", effect=given("Blast(3)")))
        unit = table.unit("Wizard")
        enchant(unit, "Charm", unit.id)
        attack = made(table, "shoots")
        attack.limit, attack.cover = 1, cover
        spend_in(table.battle, [attack])
        left.append(len(unit.effects))
    assert left == [1, 0]


@pytest.mark.rule("aofr.special.caster.cast")
@pytest.mark.parametrize(
    ("effect", "moments"),
    [
        (given("Furious", "Stealth"), ("charges", "is shot at")),
        (given("Furious", "Stealth"), ("is shot at", "charges")),
        (given("Furious", "Relentless"), ("shoots", "charges")),
        (SpellEffect(gives=(RuleText("Stealth"),), morale=1, once=True), ("morale", "is shot at")),
        (SpellEffect(move=2, defense=1, once=True), ("move", "is struck")),
    ],
)
def test_what_a_spell_gives_for_one_time_is_spent_each_by_itself(effect: SpellEffect, moments: tuple[str, str]) -> None:
    table = duel(SpellText(name="Charm", cost=1, range=12, target="friend", effect=effect))
    unit = table.unit("Wizard")
    enchant(unit, "Charm", unit.id)
    left = []
    for moment in (moments[0], *moments):
        passes(table, moment)
        left.append(len(enchantments(table.battle, unit)))
    assert left == [1, 1, 0]


@pytest.mark.rule("aofr.special.no_stacking")
def test_a_spell_of_which_some_is_spent_is_cast_anew_as_a_whole() -> None:
    both = SpellEffect(gives=(RuleText("Furious"), RuleText("Stealth")), once=True)
    table = duel(SpellText(name="Charm", cost=1, range=12, target="friend", effect=both))
    unit = table.unit("Wizard")
    enchant(unit, "Charm", unit.id)
    passes(table, "charges")
    enchant(unit, "Charm", unit.id)
    assert [spell.effect for spell in enchantments(table.battle, unit)] == [both]


@pytest.mark.rule("aofr.special.caster.cast")
def test_a_spell_against_the_next_attack_is_spent_by_it() -> None:
    ward = SpellText(name="Ward", cost=1, range=18, target="friend", effect=SpellEffect(defense=1, once=True))
    table = draw("Bows at 36,20 | Foe at 36,30 face 180", Bows=bows(1), Foe=regiment(size=5, spells=[ward]))
    enchant(table.unit("Foe"), "Ward", table.unit("Foe").id)
    volley(table, "Bows", "Foe", {"to hit": 6, "to block": 6})
    assert table.unit("Foe").effects == ()


@pytest.mark.rule("aofr.special.caster.cast")
@pytest.mark.parametrize(("effect", "left"), [(SpellEffect(melee=1, once=True), 1), (given("Relentless"), 0)])
def test_a_volley_spends_of_what_helps_once_what_is_good_for_shooting(effect: SpellEffect, left: int) -> None:
    boon = SpellText(name="Boon", cost=1, range=18, target="friend", effect=effect)
    table = draw(
        "Bows at 36,20 | Foe at 36,30 face 180", Bows=msgspec.structs.replace(bows(1), spells=(boon,)), Foe=regiment()
    )
    enchant(table.unit("Bows"), "Boon", table.unit("Bows").id)
    volley(table, "Bows", "Foe", {"to hit": 1})
    assert len(table.unit("Bows").effects) == left


@pytest.mark.rule("aofr.special.caster.cast")
def test_who_casts_hits_keeps_what_helps_the_next_attack() -> None:
    rage = SpellText(name="Rage", cost=1, range=18, target="friend", effect=SpellEffect(melee=1, shooting=1, once=True))
    table = duel(SPARK, rage, tokens=1)
    enchant(table.unit("Wizard"), "Rage", table.unit("Wizard").id)
    play = cast(table, {"Casting": 4, "to block": 6}).choose("0:Spark")
    assert [effect.name for effect in play.unit("Wizard").effects] == ["Rage"]


@pytest.mark.rule("aofr.special.caster.cast")
def test_lasting_spells_speak_until_they_are_spent() -> None:
    curse = SpellText(
        name="Curse", cost=1, range=18, target="enemy", effect=SpellEffect(shooting=-1, melee=-1, morale=-1, once=True)
    )
    table = draw("Bows at 36,20 | Foe at 36,30 face 180", Bows=bows(1), Foe=regiment(spells=[curse]))
    bowmen = table.unit("Bows")
    enchant(bowmen, "Curse", table.unit("Foe").id)
    assert morale.made_test(table.battle, bowmen).modifiers.total == -1
    assert needs(volley(table, "Bows", "Foe", {"to hit": 1}), "to hit") == [5]
    assert morale.made_test(table.battle, bowmen).modifiers.total == -1
    table.battle.stage = ""
    happen(table, lambda battle: morale.lose_melee(battle, find(battle, "Bows"), None), [6])
    assert bowmen.effects == ()


def enchanted_melee(rule: str, weapons: Sequence[str] = ()) -> Table:
    """Two units on which a spell lies that gives them a rule once; only the second has weapons."""
    boon = SpellText(
        name="Boon", cost=1, range=12, target="friend", effect=SpellEffect(gives=(RuleText.parse(rule),), once=True)
    )
    riders, foe = (regiment(size=5, weapons=arms, spells=[boon]) for arms in ([], weapons))
    table = draw("Riders at 36,20 | Foe at 36,30 face 180", Riders=riders, Foe=foe)
    for name in ("Riders", "Foe"):
        enchant(table.unit(name), "Boon", table.unit(name).id)
    return table


@pytest.mark.rule("aofr.special.caster.cast")
@pytest.mark.parametrize("side", ["front", "rear"])
def test_fear_that_is_given_once_counts_in_one_result_of_either_side(side: str) -> None:
    table = enchanted_melee("Fear(4)")
    first = clash(table, "Riders", "Foe", {"to hit": 1, "Morale": 6}, side)
    (told,) = first.told(events.MeleeResolved)
    assert (told.score, told.target_score) == (5, 5)
    assert [first.unit(name).effects for name in ("Riders", "Foe")] == [(), ()]


@pytest.mark.rule("aofr.special.caster.cast")
@pytest.mark.parametrize(("side", "left"), [("front", 0), ("rear", 1)])
def test_counter_that_is_given_once_is_spent_by_a_charge_in_the_front(side: str, left: int) -> None:
    play = clash(enchanted_melee("Counter"), "Riders", "Foe", {"to hit": 1, "Morale": 6}, side)
    assert [len(play.unit(name).effects) for name in ("Riders", "Foe")] == [1, left]


@pytest.mark.rule("aofr.special.caster.cast")
def test_who_has_struck_first_with_counter_of_a_spell_does_not_strike_again() -> None:
    play = clash(enchanted_melee("Counter", ["Axe (A1)"]), "Riders", "Foe", {"to hit": 1, "Morale": 6})
    assert len(attacks(play.choose("strike"))) == 1


@pytest.mark.rule("aofr.special.caster.cast")
def test_rules_that_a_spell_gives_are_had_by_all_models() -> None:
    rage = SpellText(
        name="Rage",
        cost=1,
        range=12,
        target="friend",
        effect=SpellEffect(gives=(RuleText("Fear", 2), RuleText("Furious"))),
    )
    hero = regiment(size=1, rules=["Hero"])
    table = draw("Riders at 36,20 | Foe at 36,30 face 180", Riders=regiment(spells=[rage], hero=hero), Foe=regiment())
    riders = table.unit("Riders")
    enchant(riders, "Rage", riders.id)
    assert strikes.fear_of(table.battle, riders) == 2
    spend_in(table.battle, [Attack("melee", riders.id, table.unit("Foe").id, 1, "Axe", "", 4, 4, charging=True)])
    assert len(riders.effects) == 1
