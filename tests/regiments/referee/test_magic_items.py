"""Odd corners of magic items, and what they do together with other parts."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.regiments.deeds import by_reason
from tests.regiments.fights import attacks, bows, clash, dice_for, needs, volley
from tests.regiments.harness import Interlude, Table, acts, draw, find, happen, regiment
from tests.regiments.referee.tables import SWORDS, agreed, facing
from tests.regiments.referee.test_together import given
from tests.regiments.wizards import BOLT, SPARK, cast
from warhost.rulesets.regiments.chapters import morale, structure
from warhost.rulesets.regiments.chapters.movement.moves import allowance
from warhost.rulesets.regiments.chapters.wounds.damage import automatic_wounds
from warhost.rulesets.regiments.core import ActionName, Regiment, events, optional
from warhost.rulesets.regiments.parts.magic_items import equipping
from warhost.rulesets.regiments.parts.magic_items.items import item_of
from warhost.rulesets.regiments.parts.winds_of_power import state as winds

LINE = "0 Lord at 36,20 | 1 Foe at 36,30 face 180"


def lord(*rules: str, **more: Any) -> Regiment:
    """A hero that walks alone."""
    more = {"quality": 4, "defense": 4, "weapons": ["Sword (A2)"], **more}
    return regiment(size=1, rules=["Hero", "Tough(6)", *rules], **more)


def armed(item: str, hero: Regiment | None = None, line: str = LINE, *parts: str, **units: Regiment) -> Table:
    """Lord, a hero or the unit that it leads, has taken an item, for its first weapon."""
    made = {"Lord": hero or lord(), "Foe": SWORDS, **units}
    named = {name: one for name, one in made.items() if f" {name} " in line}
    table = draw(line, agreed("magic_items", *parts), **named).having(turn=1)
    play = happen(table, lambda battle: equipping.take(battle, find(battle, "Lord"), item_of(item)))
    while not play.game.over:
        play.choose(play.keys[0])
    table.battle = play.battle
    return table


def led(size: int = 9, hero: Regiment | None = None, **more: Any) -> Regiment:
    """The hero at the head of a unit."""
    return regiment(size=size, hero=hero or lord(), **more)


def use(play: Interlude) -> Interlude:
    """Items are used whenever it is asked, to the end; who may strike back does."""
    while not play.game.over:
        if play.topic == "use item":
            play.choose("use")
        elif play.topic == "strike back":
            play.choose(play.keys[0])
        else:
            play.decline()
    return play


def test_an_obsidian_weapon_with_ap_has_ap_4_and_no_more() -> None:
    table = armed("Obsidian Weapon", lord(weapons=["Axe (A2, AP(2))"]), Foe=regiment(size=5, defense=2))
    play = clash(table, "Lord", "Foe", {"to hit": 6, "to block": 6, "Morale": 6})
    assert needs(play, "to block")[:1] == [6]


def test_a_kingslayer_is_an_ordinary_blade_once_the_king_is_dead() -> None:
    kings = regiment(size=9, hero=lord(name="King"))
    alive = clash(armed("Kingslayer Weapon", Foe=kings), "Lord", "Foe", {"to hit": 6, "to block": 6, "Morale": 6})
    assert (dice_for(alive, "to hit")[0], needs(alive, "to block")[0]) == ("5D6", 6)
    dead = armed("Kingslayer Weapon", Foe=kings).set("Foe", hero=False)
    play = clash(dead, "Lord", "Foe", {"to hit": 6, "to block": 6, "Morale": 6})
    assert (dice_for(play, "to hit")[0], needs(play, "to block")[0]) == ("2D6", 4)


def test_a_biting_weapon_of_a_tired_hero_hits_on_sixes_alone() -> None:
    table = armed("Biting Weapon").set("Lord", fatigued=True)
    play = clash(table, "Lord", "Foe", {"to hit": 5, "to block": 6, "Morale": 6})
    assert attacks(play)[0].hits == 0


def test_a_fencer_stays_fresh_in_a_unit_that_tires() -> None:
    table = armed("Fencer's Blade", led(weapons=["Pike (A1)"])).set("Lord", fatigued=True)
    play = clash(table, "Lord", "Foe", {"to hit": 5, "to block": 6, "Morale": 6})
    hits = {one.what: one.hits for one in attacks(play) if one.target == play.unit("Foe").id}
    assert hits["Sword"] == 2
    assert hits["Pike"] == 0


def test_the_armour_of_destiny_works_against_a_sacrifice_of_blood() -> None:
    table = armed("Armour of Destiny")
    play = happen(table, lambda battle: automatic_wounds(battle, find(battle, "Lord"), 3), {"": (5, 4, 6)})
    assert play.unit("Lord").wounds == 1


def test_the_talisman_ignores_a_wound_and_takes_an_older_one_away() -> None:
    table = armed("Talisman of Preservation").set("Lord", wounds=2)
    play = happen(table, lambda battle: automatic_wounds(battle, find(battle, "Lord"), 1), {"": 6})
    while not play.game.over:
        play.choose(next(option.key for option in play.options if not option.passes))
    assert play.unit("Lord").wounds == 1


@pytest.mark.parametrize(("ap", "need"), [(1, 4), (2, 4), (3, 5)])
def test_a_dragon_shield_takes_two_from_ap_but_never_helps_to_block(ap: int, need: int) -> None:
    foes = regiment(size=5, weapons=[f"Axe (A1, AP({ap}))"])
    table = armed("Dragon Shield", Foe=foes)
    play = clash(table, "Foe", "Lord", {"to hit": 6, "to block": 6, "Morale": 6})
    assert needs(play, "to block")[0] == need


def test_a_silver_steel_shield_is_pierced_like_any_defense_of_two() -> None:
    shot = armed("Silver-Steel Shield", Foe=bows(weapon='Bow (24", A1, AP(1))'))
    assert needs(volley(shot, "Foe", "Lord", {"to hit": 6, "to block": 6}), "to block") == [3]
    fight = armed("Silver-Steel Shield")
    assert needs(clash(fight, "Foe", "Lord", {"to hit": 6, "to block": 6, "Morale": 6}), "to block")[0] == 4


def test_dawnstone_is_no_help_against_swords() -> None:
    play = clash(armed("Dawnstone"), "Foe", "Lord", {"to hit": 6, "to block": 1, "Morale": 6})
    assert not [roll for roll in play.rolls if "Dawnstone" in roll.why]


def test_a_gem_protects_the_whole_unit_in_one_melee_and_no_second() -> None:
    table = armed("Protective Gem", led())
    first = use(clash(table, "Foe", "Lord", {"to hit": 1, "Morale": 6}))
    assert needs(first, "to hit")[0] == 5
    table.battle = first.battle
    table.set("Foe", fatigued=False)
    second = use(clash(table, "Foe", "Lord", {"to hit": 1, "Morale": 6}))
    assert needs(second, "to hit")[0] == 4


def test_an_amulet_covers_all_weapons_of_one_shooter() -> None:
    archers = regiment(size=5, weapons=['Bow (24", A1)', 'Sling (24", A1)'])
    play = volley(armed("Opal Amulet", Foe=archers), "Foe", "Lord", {"to hit": 1})
    use(play)
    assert set(needs(play, "to hit")) == {5}


def test_a_luckstone_ignores_no_more_wounds_than_there_are() -> None:
    table = armed("Luckstone").set("Lord", wounds=2)
    play = use(happen(table, lambda battle: automatic_wounds(battle, find(battle, "Lord"), 1), {"": 6}))
    assert play.unit("Lord").wounds == 2


def test_a_seed_heals_the_hero_and_not_its_trolls() -> None:
    trolls = led(3, rules=["Tough(3)"])
    table = armed("Seed of Rebirth", trolls).set("Lord", hero_wounds=3, wounds=2)
    play = acts(table, "Lord", {"": 6}).choose("use")
    assert (play.unit("Lord").hero_wounds, play.unit("Lord").wounds) == (0, 2)


def test_banners_are_for_one_action_each_and_fall_with_their_hero() -> None:
    for item, wanted in (("Banner of Swiftness", [8.0, 12.0, 12.0]), ("Rampager's Standard", [6.0, 12.0, 16.0])):
        table = armed(item, led())
        actions: tuple[ActionName, ...] = ("advance", "rush", "charge")
        assert [allowance(table.battle, table.unit("Lord"), action) for action in actions] == wanted
        table.set("Lord", hero=False)
        assert [allowance(table.battle, table.unit("Lord"), action) for action in actions] == [6.0, 12.0, 12.0]


def test_a_standard_of_discipline_is_shaken_by_the_smell_of_death() -> None:
    table = armed("Standard of Discipline", led(quality=5), LINE, "special_conditions:smell_of_death")
    for face, passes in ((3, True), (2, False)):
        table.set("Lord", left=(3,), hurt=1, shaken=False)
        play = happen(table, morale.end_of_activation, {"Morale": face})
        assert [told.passed for told in play.told(events.MoraleTested)] == [passes]


@pytest.mark.parametrize(("item", "passes"), [("Dawnstone", True), ("Terrifying Mask", False)])
def test_a_masked_hero_is_feared_even_in_the_land_of_the_brave(item: str, passes: bool) -> None:
    """Whoever has to fail a test fails it, though something else says that it passes."""
    table = armed(item, lord(weapons=["Sword (A3)"]), LINE, "random_events")
    event = by_reason({"Random event?": 6, "Which random event": (5, 4), "quarter": 3})
    table.battle = happen(table, lambda battle: optional.each(battle, "round_begun"), event).battle
    play = use(clash(table, "Lord", "Foe", by_reason({"Lord Sword: to hit": 6, "to hit": 1, "to block": 1})))
    tests = [one for one in play.told(events.MoraleTested) if one.unit == play.unit("Foe").id]
    assert [one.passed for one in tests] == [passes]


def test_a_hat_makes_a_better_caster() -> None:
    table = armed("Wizarding Hat", lord("Caster(1)", spells=[BOLT]))
    play = happen(table, structure.start_of_round)
    assert play.unit("Lord").tokens == (2,)


def test_a_helmet_and_the_six_token_limit() -> None:
    table = armed("Charmed Helmet", lord("Caster(2)", spells=[BOLT])).set("Lord", tokens=(5,))
    assert happen(table, structure.start_of_round).unit("Lord").tokens == (6,)


def test_a_ring_adds_to_impact_of_its_own() -> None:
    table = armed("Ring of Ruin", lord("Impact(2)"))
    play = acts(table, "Lord", {"to hit": 1, "Impact": 1, "Morale": 6}).charge("Lord", "Foe")
    assert any(roll.dice == "5D6" for roll in play.rolls)


def test_the_tricksters_shard_is_for_the_heros_own_weapons() -> None:
    table = armed("Trickster's Shard", led(weapons=["Pike (A1)"]), Foe=regiment(size=20, rules=["Regeneration"]))
    dice = by_reason({"Foe Hand Weapon: to hit": 1, "to hit": 6, "to block": 1, "Regeneration": 6, "Morale": 6})
    play = clash(table, "Lord", "Foe", dice)
    wounds = {one.what: one.wounds for one in attacks(play) if one.target == play.unit("Foe").id}
    rolled = sum(int(roll.dice.split("D")[0] or 1) for roll in play.rolls if "Regeneration" in roll.why)
    assert rolled == wounds["Pike"]
    assert play.unit("Foe").models == 18


@pytest.mark.parametrize(("y", "asked"), [(33.0, True), (33.1, False)])
def test_a_scroll_reaches_twelve_inches(y: float, asked: bool) -> None:
    caster = regiment(size=1, rules=["Caster(2)"], spells=[SPARK])
    table = armed("Dispel Scroll", line=f"0 Lord at 36,20 | 1 Foe at 36,{y} face 180", Foe=caster)
    table.set("Foe", tokens=(2,))
    play = cast(table, {"Casting": 6, "to block": 6}, unit="Foe").choose("0:Spark")
    while play.topic in ("boost", "hinder"):
        play.choose("0")
    assert (play.topic == "use item") is asked
    if asked:
        use(play)
        assert not attacks(play), "the spell does nothing"


def test_a_dispelled_spell_is_paid_for() -> None:
    caster = regiment(size=1, rules=["Caster(2)"], spells=[SPARK])
    table = armed("Dispel Scroll", Foe=caster).set("Foe", tokens=(2,))
    play = cast(table, {"Casting": 6, "to block": 6}, unit="Foe").choose("0:Spark")
    use(play)
    assert play.unit("Foe").tokens == (1,)


def with_dice(table: Table, *pools: int) -> Table:
    told = msgspec.structs.replace(winds.told(table.battle), pools=pools, books={"0.0.0": ("Bolt",)})
    winds.keep(table.battle, told)
    return table


def dice_of(play: Interlude | Table) -> tuple[int, ...]:
    return winds.told(play.battle).pools


def test_a_tome_fills_the_magic_pool() -> None:
    table = armed("Tome of Magic", lord("Caster(2)", spells=[BOLT]), LINE, "winds_of_power")
    play = acts(with_dice(table, 1, 0), "Lord").choose("use")
    assert dice_of(play)[0] == 4


@pytest.mark.parametrize(("faces", "works"), [((2, 2), True), ((2, 1), False)])
def test_a_wand_under_the_winds_of_power_makes_every_die_a_two(faces: tuple[int, int], works: bool) -> None:
    table = armed("Power Wand", lord("Caster(2)", spells=[BOLT]), LINE, "winds_of_power")
    play = cast(with_dice(table, 4, 0), by_reason({"to block": 6, "Casting": faces, "": faces}), unit="Lord")
    play.choose("0:Bolt")
    while not play.game.over and not play.told(events.SpellCast) and not play.told(events.SpellFailed):
        if play.topic == "use item":
            play.choose("use")
        elif play.topic == "spell dice":
            play.choose("2")
        else:
            play.decline()
    assert bool(play.told(events.SpellCast)) is works


def test_a_spellthief_takes_dice_from_the_pool() -> None:
    caster = regiment(size=1, defense=6, rules=["Caster(3)", "Tough(6)"], spells=[BOLT])
    table = armed("Spellthieving Weapon", None, LINE, "winds_of_power", Foe=caster)
    with_dice(table, 0, 5)
    play = use(
        clash(table, "Lord", "Foe", by_reason({"Lord Sword: to hit": 6, "to hit": 1, "to block": 1, "Morale": 6}))
    )
    assert play.unit("Foe").wounds == 2
    assert dice_of(play)[1] == 3


def test_a_potion_carries_a_shaken_hero_away() -> None:
    table = armed("Potion of Displacement").set("Lord", shaken=True)
    play = acts(table, "Lord")
    assert play.topic == "use item"
    play.choose("use").place(36, 14)
    assert play.topic == "idle"


def test_each_army_has_its_own_copy_and_no_second() -> None:
    line = "0 Lord at 36,20 | 0 Other at 30,20 | 1 Foe at 36,30 face 180"
    table = draw(line, agreed("magic_items"), Lord=lord(), Other=lord(), Foe=lord())
    play = happen(table, lambda battle: equipping.equip(battle, "free")).choose("Dawnstone")
    assert not play.offers("Dawnstone")
    play.choose("none")
    assert play.offers("Dawnstone")


def test_a_hero_in_a_unit_lends_nobody_its_helmet() -> None:
    table = armed("Helmet of Fortune", led())
    play = clash(table, "Foe", "Lord", {"to hit": 6, "to block": 6, "Morale": 6})
    assert needs(play, "to block")[0] == 4
    alone = clash(armed("Helmet of Fortune"), "Foe", "Lord", {"to hit": 6, "to block": 6, "Morale": 6})
    assert needs(alone, "to block")[0] == 3


@pytest.mark.rule("aofr.item.dragon_shield", "aofr.special.rending.ap", "aofr.special.ap")
def test_a_dragon_shield_takes_from_rending_and_from_ap_alike() -> None:
    lord = regiment(size=1, defense=3, rules=["Hero", "Tough(6)"])
    archers = bows(2, weapon='Bow (24", A1, AP(1), Rending)')
    table = facing(8.0, "magic_items", mine=archers, theirs=lord)
    play = volley(
        given(table, "Theirs", "Dragon Shield"), "Mine", "Theirs", by_reason({"to hit": (6, 4), "to block": 6})
    )
    assert sorted(map(int, filter(None, needs(play, "to block")))) == [3, 5]
