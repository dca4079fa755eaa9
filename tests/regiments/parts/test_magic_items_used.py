"""Magic items: what each of the thirty-six does, in the six kinds of the book."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.playing import refusal
from tests.regiments.fights import attacks, clash, dice_for, needs, volley
from tests.regiments.harness import Interlude, Table, acts, draw, find, happen, models, regiment
from tests.regiments.parts.magic_heroes import ITEMS, LINE, armed, led, lord, on_hero, select, uses, wound
from tests.regiments.wizards import BOLT, SPARK, cast
from warhost.play.questions import Chosen, Placed
from warhost.rulesets.regiments.chapters import morale
from warhost.rulesets.regiments.chapters.deployment import reserves
from warhost.rulesets.regiments.chapters.magic.casters import casters_of, level_of
from warhost.rulesets.regiments.chapters.magic.casting import targets_of
from warhost.rulesets.regiments.chapters.magic.spell_tokens import gain_tokens
from warhost.rulesets.regiments.chapters.melee.strikes import fear_of, strikes
from warhost.rulesets.regiments.chapters.movement.moves import allowance
from warhost.rulesets.regiments.chapters.wounds import damage
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack, AttackKind, to_block
from warhost.rulesets.regiments.chapters.wounds.casualties import suffer
from warhost.rulesets.regiments.core import HERO, Battle, Regiment, Unit, events
from warhost.rulesets.regiments.parts.magic_items import MagicItems, equipping, state
from warhost.rulesets.regiments.parts.magic_items.events import ItemUsed
from warhost.rulesets.regiments.parts.magic_items.items import (
    items,
)
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.table import Forward, Pose

# Relic weapons


def blows(table: Table, dice: Mapping[str, Any] | None = None, *, foe: str = "Foe") -> Interlude:
    """The hero's unit charges and strikes; whatever can be used is not."""
    told = dict(dice or {})
    play = clash(table, "Lord", foe, {**told, "to hit": told.get("to hit", 2), "to block": 6, "Morale": 6})
    while play.topic in ("use item", "strike back", "consolidate"):
        play.choose("no") if play.topic == "strike back" else play.decline()
    return play


def sword(play: Interlude) -> events.AttackResolved:
    return next(one for one in attacks(play) if one.what == "Sword")


@pytest.mark.rule("aofr.item.weapon_of_bloodshed")
def test_a_weapon_of_bloodshed_has_three_more_attacks() -> None:
    table = armed("Weapon of Bloodshed")
    assert sword(blows(table)).attacks == 5
    assert "Sword (A5)" in RULESET.notes(table.battle, table.unit("Lord")).rules


@pytest.mark.rule("aofr.item.weapon_of_bloodshed")
def test_one_copy_of_a_weapon_becomes_the_item_and_the_hero_chooses_which() -> None:
    hero = lord(weapons=["2x Axe (A1)", 'Bow (24", A1)'])
    table = draw(LINE, ITEMS, Lord=hero, Foe=regiment())
    play = happen(table, lambda battle: equipping.take(battle, find(battle, "Lord"), items()["Weapon of Bloodshed"]))
    assert [option.label for option in play.weighed] == ["2x Axe (A1)", 'Bow (24", A1)']
    play.choose("0")
    arms = play.battle.regiment(play.unit("Lord")).groups[0].weapons
    assert [str(arm) for arm in arms] == ["Axe (A4)", "Axe (A1)", 'Bow (24", A1)']


@pytest.mark.rule("aofr.item.obsidian_weapon")
@pytest.mark.parametrize(("arm", "ap"), [("Sword (A2)", 4), ("Sword (A2, AP(1))", 4), ("Sword (A2, AP(5))", 5)])
def test_an_obsidian_weapon_has_ap_4_at_least(arm: str, ap: int) -> None:
    table = armed("Obsidian Weapon", lord(weapons=[arm]))
    (made,) = table.battle.regiment(table.unit("Lord")).groups[0].weapons
    assert made.rating("AP") == ap
    assert needs(blows(table, {"to hit": 4}), "to block") == [6]


@pytest.mark.rule("aofr.item.kingslayer_weapon")
@pytest.mark.parametrize(
    ("foe", "count", "block"),
    [
        (regiment(size=5, defense=2, hero=lord()), 5, 6),
        (lord(defense=2), 5, 6),
        (regiment(size=5, defense=2), 2, 2),
    ],
)
def test_a_kingslayer_is_deadly_to_heroes_and_their_units(foe: Regiment, count: int, block: int) -> None:
    play = blows(armed("Kingslayer Weapon", Foe=foe), {"to hit": 4})
    assert (sword(play).attacks, needs(play, "Sword: to block")) == (count, [block])


@pytest.mark.rule("aofr.item.kingslayer_weapon")
@pytest.mark.parametrize(("own", "ap"), [("", 4), (", AP(1)", 4), (", AP(5)", 5)])
def test_a_kingslayer_has_ap_4_at_least_and_the_heros_other_weapons_are_as_they_were(own: str, ap: int) -> None:
    hero = lord(weapons=[f"Sword (A2{own})", "Horns (A1, AP(2))"])
    table = armed("Kingslayer Weapon", hero, Foe=lord())
    made = strikes(
        *(table.battle, table.unit("Lord"), table.unit("Foe")), charging=True, fatigued=False, which=lambda rules: True
    )
    assert {attack.what: (attack.count, attack.ap_of()) for attack in made} == {"Sword": (5, ap), "Horns": (1, 2)}


@pytest.mark.rule("aofr.item.biting_weapon")
@pytest.mark.parametrize(("quality", "need"), [(4, 2), (2, 2)])
def test_a_biting_weapon_hits_on_2(quality: int, need: int) -> None:
    play = blows(armed("Biting Weapon", lord(quality=quality)))
    assert (needs(play, "Sword: to hit"), sword(play).hits) == ([need], 2)


WITCH = regiment(size=1, defense=6, rules=["Caster(3)", "Tough(6)"], spells=[BOLT])


@pytest.mark.rule("aofr.item.spellthieving_weapon")
def test_a_spellthief_takes_tokens_now_and_in_the_next_round() -> None:
    table = armed("Spellthieving Weapon", Foe=WITCH).set("Foe", tokens=(3,))
    play = blows(table, {"Sword: to hit": 4, "Sword: to block": 1})
    assert play.unit("Foe").tokens == (1,)
    battle = play.battle
    gain_tokens(battle)
    assert play.unit("Foe").tokens == (2,)
    happen(table.having(turn=2), MagicItems(("free",)).round_begun)
    gain_tokens(table.battle)
    assert table.unit("Foe").tokens == (5,)


@pytest.mark.rule("aofr.item.spellthieving_weapon")
def test_a_spellthief_never_takes_more_tokens_than_there_are_and_adds_up_what_it_stole() -> None:
    table = armed("Spellthieving Weapon", Foe=WITCH).set("Foe", tokens=(1,))
    foe = table.unit("Foe")
    state.steal(foe, 0, 1, 0)
    blows(table, {"Sword: to hit": 4, "Sword: to block": 1})
    assert foe.tokens == (0,)
    gain_tokens(table.battle)
    assert foe.tokens == (0,)


@pytest.mark.rule("aofr.item.spellthieving_weapon")
def test_a_spellthief_takes_nothing_for_wounds_on_others() -> None:
    guarded = regiment(groups=[models(1, rules=["Caster(3)"]), models(9)], defense=6, spells=[BOLT])
    table = armed("Spellthieving Weapon", Foe=guarded).set("Foe", tokens=(3,))
    play = blows(table, {"Sword: to hit": 4, "Sword: to block": 1})
    assert play.unit("Foe").tokens == (3,)


@pytest.mark.rule("aofr.item.fencers_blade")
@pytest.mark.parametrize(("item", "need"), [("Fencer's Blade", 3), ("Dawnstone", 6)])
def test_a_fencers_blade_ignores_fatigue(item: str, need: int) -> None:
    table = armed(item, lord(quality=3)).set("Lord", fatigued=True)
    assert needs(blows(table, {"to hit": 3}), "Sword: to hit") == [need]


@pytest.mark.rule("aofr.item.fencers_blade")
def test_only_a_melee_weapon_becomes_a_fencers_blade() -> None:
    table = draw(LINE, ITEMS, Lord=lord(weapons=['Bow (24", A1)']), Foe=regiment())
    play = select(table, "free")
    assert refusal(play, Chosen("Fencer's Blade")).rule == "aofr.item.fencers_blade"


# Holy armour


@pytest.mark.rule("aofr.item.armour_of_destiny")
def test_armour_of_destiny_ignores_wounds_on_5() -> None:
    play = wound(armed("Armour of Destiny"), 3, {"Armour of Destiny": (5, 2, 6)})
    assert on_hero(play) == 1


@pytest.mark.rule("aofr.item.armour_of_destiny")
def test_armour_of_destiny_helps_nobody_else_in_the_unit() -> None:
    play = wound(led("Armour of Destiny"), 10, {"Armour of Destiny": 5})
    assert (dice_for(play, "Armour"), play.unit("Lord").left, on_hero(play)) == (["1D6"], (0,), 0)


def strike_at(table: Table, kind: AttackKind, ap: int = 0, picked: int | None = None) -> Attack:
    """Hits on the hero's unit, as the rules of both sides leave them."""
    target = table.unit("Lord")
    attack = Attack(
        kind,
        *(table.unit("Foe").id, target.id, 1, "Hits", "aofr.shoot.hit", None),
        damage.defense_of(table.battle, target, picked),
        picked=picked,
    )
    attack.ap.add(ap, "test")
    return damage.prepared(table.battle, attack, ())


def block(table: Table, kind: AttackKind = "melee", ap: int = 0, picked: int | None = None) -> int:
    """What the hero's unit needs to block such a hit."""
    attack = strike_at(table, kind, ap, picked)
    return to_block(attack, attack.ap_of())


@pytest.mark.rule("aofr.item.helmet_of_fortune")
def test_a_helmet_of_fortune_adds_one_to_the_heros_own_defense() -> None:
    assert block(armed("Helmet of Fortune")) == 3
    unit = led("Helmet of Fortune")
    assert (block(unit), block(unit, picked=HERO)) == (4, 3)


@pytest.mark.rule("aofr.item.silver_steel_shield")
def test_a_silver_steel_shield_blocks_shots_on_2() -> None:
    table = armed("Silver-Steel Shield")
    assert [block(table, "shooting"), block(table, "shooting", ap=1), block(table, "melee")] == [2, 3, 4]
    unit = led("Silver-Steel Shield")
    assert (block(unit, "shooting"), block(unit, "shooting", picked=HERO)) == (4, 2)


@pytest.mark.rule("aofr.item.glittering_chainmail")
def test_a_glittering_chainmail_blocks_blows_on_2() -> None:
    table = armed("Glittering Chainmail")
    assert [block(table), block(table, ap=1), block(table, "impact"), block(table, "shooting")] == [2, 3, 2, 4]
    assert block(led("Glittering Chainmail")) == 4


@pytest.mark.rule("aofr.item.dragon_shield")
@pytest.mark.parametrize(("ap", "left"), [(3, 1), (1, 0), (0, 0)])
def test_a_dragon_shield_takes_2_from_ap(ap: int, left: int) -> None:
    assert strike_at(armed("Dragon Shield"), "melee", ap).ap_of() == left
    assert strike_at(led("Dragon Shield"), "melee", ap).ap_of() == ap


@pytest.mark.rule("aofr.item.charmed_helmet")
def test_a_charmed_helmet_brings_a_caster_one_more_token() -> None:
    table = armed("Charmed Helmet", lord("Caster(1)", spells=[BOLT]))
    gain_tokens(table.battle)
    assert table.unit("Lord").tokens == (2,)
    other = armed("Charmed Helmet")
    gain_tokens(other.battle)
    assert other.unit("Lord").tokens == ()


# Sorcerous talismans


@pytest.mark.rule("aofr.item.talisman_of_preservation")
@pytest.mark.parametrize(("die", "left"), [(6, 1), (5, 3)])
def test_a_talisman_ignores_a_wound_on_6_and_takes_one_off(die: int, left: int) -> None:
    play = wound(armed("Talisman of Preservation").set("Lord", wounds=2), 1, {"Talisman": die})
    assert on_hero(play) == left


@pytest.mark.rule("aofr.item.talisman_of_preservation")
def test_a_talisman_mends_the_hero_in_a_unit_too() -> None:
    table = led("Talisman of Preservation", size=0 + 2).set("Lord", hero_wounds=2)
    play = wound(table, 4, {"Talisman": (6, 1)})
    assert (play.unit("Lord").left, on_hero(play)) == ((0,), 2)


@pytest.mark.rule("aofr.item.dawnstone")
def test_a_dawnstone_ignores_wounds_of_spells_on_2() -> None:
    play = wound(armed("Dawnstone"), 3, {"Dawnstone": (1, 2, 6)}, magic=True)
    assert on_hero(play) == 1
    plain = wound(armed("Dawnstone"), 3)
    assert (on_hero(plain), plain.rolls) == (3, [])


def charged(table: Table, dice: Mapping[str, Any] | None = None) -> Interlude:
    """The enemy charges the hero's unit."""
    return clash(table, "Foe", "Lord", {"to hit": 4, "to block": 6, "Morale": 6, **(dice or {})})


@pytest.mark.rule("aofr.item.protective_gem")
def test_a_gem_makes_enemies_hit_worse_in_one_melee() -> None:
    play = uses(charged(led("Protective Gem")), "Protective Gem")
    assert needs(play, "Hand Weapon: to hit")[0] == 5
    while not play.game.over:
        play.choose("no") if play.topic == "strike back" else play.decline()
    table = led("Protective Gem").set("Lord", used=("Protective Gem",))
    again = charged(table)
    assert again.topic != "use item"
    assert needs(again, "Hand Weapon: to hit")[0] == 4
    assert not play.unit("Lord").effects


@pytest.mark.rule("aofr.item.protective_gem")
def test_a_gem_does_not_hinder_its_bearers_own_blows() -> None:
    play = uses(charged(led("Protective Gem")), "Protective Gem").choose("strike")
    assert needs(play, "Sword: to hit") == [4]


ARCHERS = regiment(size=5, weapons=['Bow (24", A1)'])


@pytest.mark.rule("aofr.item.opal_amulet")
def test_an_amulet_makes_enemies_shoot_worse_once() -> None:
    dice: dict[str, Any] = {"to hit": 4, "to block": 6}
    play = uses(volley(led("Opal Amulet", Foe=ARCHERS), "Foe", "Lord", dice), "Opal Amulet")
    assert (needs(play, "to hit"), play.unit("Lord").effects) == ([5], ())
    assert play.unit("Lord").used == ("Opal Amulet",)
    table = led("Opal Amulet", Foe=ARCHERS).set("Lord", used=("Opal Amulet",))
    assert needs(volley(table, "Foe", "Lord", dice), "to hit") == [4]


@pytest.mark.rule("aofr.item.luckstone")
def test_a_luckstone_ignores_d3_wounds_once() -> None:
    play = uses(wound(armed("Luckstone"), 3, {"Luckstone": 3}), "Luckstone")
    assert on_hero(play) == 1
    spent = wound(armed("Luckstone").set("Lord", used=("Luckstone",)), 3)
    assert on_hero(spent) == 3


@pytest.mark.rule("aofr.item.luckstone")
def test_a_luckstone_is_for_wounds_on_the_hero() -> None:
    assert wound(led("Luckstone", size=9), 9).game.over
    play = uses(wound(led("Luckstone", size=9), 10, {"Luckstone": 6}), "Luckstone")
    assert (play.unit("Lord").left, on_hero(play)) == ((0,), 0)
    picked = uses(wound(led("Luckstone", size=9), 3, {"Luckstone": 3}, picked=HERO), "Luckstone")
    assert (picked.unit("Lord").left, on_hero(picked)) == ((9,), 1)


@pytest.mark.rule("aofr.item.seed_of_rebirth")
def test_a_seed_takes_d3_wounds_off_when_the_hero_is_activated() -> None:
    play = acts(armed("Seed of Rebirth").set("Lord", wounds=3), "Lord", {"Seed": 3})
    uses(play, "Seed of Rebirth")
    assert (on_hero(play), play.unit("Lord").used) == (1, ("Seed of Rebirth",))
    spent = acts(armed("Seed of Rebirth").set("Lord", wounds=3, used=("Seed of Rebirth",)), "Lord")
    assert spent.topic == "action"


# Mystic banners


@pytest.mark.rule("aofr.item.banner_of_swiftness")
def test_a_banner_of_swiftness_makes_advances_longer() -> None:
    table = led("Banner of Swiftness")
    unit = table.unit("Lord")
    assert [allowance(table.battle, unit, action) for action in ("advance", "rush", "charge")] == [8, 12, 12]


@pytest.mark.rule("aofr.item.rampagers_standard")
def test_a_rampagers_standard_makes_charges_longer() -> None:
    table = led("Rampager's Standard")
    unit = table.unit("Lord")
    assert [allowance(table.battle, unit, action) for action in ("advance", "rush", "charge")] == [6, 12, 16]


@pytest.mark.rule("aofr.item.banner_of_eternal_flame")
@pytest.mark.parametrize("item", ["Banner of Eternal Flame", "Dawnstone"])
def test_a_banner_of_eternal_flame_ignores_bad_ground(item: str) -> None:
    swamp = f"aofr | 72x48 swamp_difficult_dangerous 36,26 20x6 | {LINE.replace('36,30', '36,44')}"
    table = armed(item, regiment(size=9, hero=lord()), swamp)
    play = acts(table, "Lord", {"Dangerous": 6}).act("Lord", "rush")
    if item == "Dawnstone":
        assert play.refuses(Forward(12.0)) == "aofr.terrain.difficult"
        play.move(Forward(6.0))
        assert dice_for(play, "Dangerous")
    else:
        play.move(Forward(12.0))
        assert not play.rolls


@pytest.mark.rule("aofr.item.banner_of_eternal_flame")
def test_a_banner_of_eternal_flame_climbs_freely_but_goes_through_no_wall() -> None:
    for ground, refused in (("rock_tall20", ""), ("wall_impassable", "aofr.terrain.impassable")):
        line = f"aofr | 72x48 {ground} 36,26 20x2 | {LINE.replace('36,30', '36,44')}"
        play = acts(armed("Banner of Eternal Flame", lord(), line), "Lord").act("Lord", "rush")
        if refused:
            assert play.refuses(Forward(12.0)) == refused
        else:
            play.move(Forward(12.0))


@pytest.mark.rule("aofr.item.rangers_standard")
@pytest.mark.parametrize("choice", ["Scout", "Ambush"])
def test_a_rangers_standard_gives_ambush_or_scout_to_the_whole_unit(choice: str) -> None:
    table = draw(LINE, ITEMS, Lord=regiment(size=9, hero=lord()), Foe=regiment())
    play = happen(table, lambda battle: equipping.take(battle, find(battle, "Lord"), items()["Ranger's Standard"]))
    play.choose(choice)
    table.battle = play.battle
    asked = happen(table.set("Lord", pose=None), reserves.set_aside)
    assert asked.keys == ["deploy", choice.lower()]


@pytest.mark.rule("aofr.item.standard_of_discipline")
@pytest.mark.parametrize(("die", "passed"), [(2, True), (1, False)])
def test_a_standard_of_discipline_passes_morale_on_2(die: int, passed: bool) -> None:
    table = armed("Standard of Discipline", regiment(size=9, quality=5, hero=lord(quality=5)))

    def test(battle: Battle) -> Any:
        unit: Unit = find(battle, "Lord")
        return morale.take_test(battle, unit, morale.made_test(battle, unit))

    play = happen(table, test, {"Morale": die})
    assert (play.value, needs(play, "Morale")) == (passed, [2])


@pytest.mark.rule("aofr.item.wailing_banner")
@pytest.mark.parametrize(("hero", "fear"), [(lord(), 2), (lord("Fear(1)"), 3)])
def test_a_wailing_banner_adds_2_to_fear(hero: Regiment, fear: int) -> None:
    for table in (armed("Wailing Banner", hero), led("Wailing Banner", hero)):
        assert fear_of(table.battle, table.unit("Lord")) == fear


# Arcane items


WIZARD = lord("Caster(2)", spells=[BOLT, SPARK])


@pytest.mark.rule("aofr.item.tome_of_magic")
@pytest.mark.parametrize(("held", "after"), [(2, 5), (5, 6)])
def test_a_tome_brings_3_tokens_once(held: int, after: int) -> None:
    play = uses(acts(armed("Tome of Magic", WIZARD).set("Lord", tokens=(held,)), "Lord"), "Tome of Magic")
    assert play.unit("Lord").tokens == (after,)
    table = armed("Tome of Magic", WIZARD).set("Lord", tokens=(1,), used=("Tome of Magic",))
    assert acts(table, "Lord").topic != "use item"


def answered(item: str, dice: Mapping[str, Any], line: str = LINE, **foe: Any) -> Interlude:
    """The enemy wizard casts a bolt at the hero's unit with success."""
    wizard = regiment(size=1, rules=["Caster(2)", "Tough(6)"], spells=[BOLT], **foe)
    table = armed(item, lord(), line, Foe=wizard).set("Foe", tokens=(2,))
    return cast(table, {"Casting": 5, "to block": 6, **dice}, "Foe").choose("0:Bolt")


@pytest.mark.rule("aofr.item.hex_scroll")
def test_a_hex_scroll_wounds_a_caster_whose_spell_works_all_the_same() -> None:
    play = uses(answered("Hex Scroll", {"Hex Scroll": 3}), "Hex Scroll")
    assert (play.unit("Foe").wounds, len(play.told(events.SpellCast))) == (2, 1)
    assert play.unit("Lord").used == ("Hex Scroll",)


@pytest.mark.rule("aofr.item.hex_scroll", "aofr.item.dispel_scroll")
@pytest.mark.parametrize("item", ["Hex Scroll", "Dispel Scroll"])
def test_scrolls_reach_casters_within_12(item: str) -> None:
    assert answered(item, {}, "0 Lord at 36,20 | 1 Foe at 36,33 face 180").topic == "use item"
    assert answered(item, {}, "0 Lord at 36,20 | 1 Foe at 36,33.1 face 180").game.over


@pytest.mark.rule("aofr.item.dispel_scroll")
def test_a_dispel_scroll_undoes_a_spell() -> None:
    play = uses(answered("Dispel Scroll", {}), "Dispel Scroll")
    (used,) = play.told(ItemUsed)
    assert used.say(lambda number: play.battle.units[number].name, str) == "Lord used the Dispel Scroll against Foe"
    assert (play.told(events.SpellCast), play.unit("Foe").tokens) == ([], (0,))
    kept = answered("Dispel Scroll", {}).choose("pass")
    assert kept.told(events.SpellCast)


@pytest.mark.rule("aofr.item.power_wand")
@pytest.mark.parametrize(("die", "works"), [(2, True), (1, False)])
def test_a_power_wand_casts_a_spell_on_2(die: int, works: bool) -> None:
    table = armed("Power Wand", WIZARD).set("Lord", tokens=(2,))
    play = uses(cast(table, {"Casting": die, "to block": 6}, "Lord").choose("0:Bolt"), "Power Wand")
    assert (bool(play.told(events.SpellCast)), needs(play, "Casting")) == (works, [2])
    assert play.unit("Lord").used == ("Power Wand",)


@pytest.mark.rule("aofr.item.power_wand")
def test_a_power_wand_may_be_kept() -> None:
    table = armed("Power Wand", WIZARD).set("Lord", tokens=(2,))
    play = cast(table, {"Casting": 3, "to block": 6}, "Lord").choose("0:Bolt")
    assert [option.odds[0].value for option in play.weighed] == pytest.approx([5 / 6, 3 / 6])
    play.choose("pass")
    assert (play.told(events.SpellCast), needs(play, "Casting"), play.unit("Lord").used) == ([], [4], ())


STAFF = "0 Lord at 36,10 | 0 Friend at 30,2 | 1 Foe at 36,40 face 180"


@pytest.mark.rule("aofr.item.channeling_staff")
def test_a_staff_doubles_the_range_of_a_friends_spell_once() -> None:
    table = armed("Channeling Staff", lord(), STAFF, Friend=WIZARD, Foe=regiment(size=5)).set("Friend", tokens=(2,))
    table.set("Friend", pose=Pose(36.0, 4.5, 0.0)).set("Lord", pose=Pose(20.0, 10.0, 0.0))
    friend = table.unit("Friend")
    (caster,) = casters_of(table.battle, friend)
    table.set("Foe", pose=Pose(36.0, 41.5, 180.0))
    assert [one.name for one in targets_of(table.battle, caster, BOLT)] == ["Foe"]
    table.set("Foe", pose=Pose(36.0, 41.6, 180.0))
    assert not targets_of(table.battle, caster, BOLT)
    table.set("Foe", pose=Pose(36.0, 40.0, 180.0))
    play = cast(table, {"Casting": 4, "to block": 6}, "Friend").choose("0:Bolt")
    assert play.told(events.SpellCast)
    assert [one.item for one in play.told(ItemUsed)] == ["Channeling Staff"]
    assert play.unit("Lord").used == ("Channeling Staff",)


@pytest.mark.rule("aofr.item.channeling_staff")
def test_a_staff_is_not_used_up_by_a_spell_that_fails_or_needs_it_not() -> None:
    for place, die in ((Pose(36.0, 40.0, 180.0), 3), (Pose(36.0, 20.0, 180.0), 4)):
        table = armed("Channeling Staff", lord(), STAFF, Friend=WIZARD, Foe=regiment(size=5))
        table.set("Friend", pose=Pose(36.0, 4.5, 0.0), tokens=(2,)).set("Lord", pose=Pose(20.0, 10.0, 0.0))
        play = cast(table.set("Foe", pose=place), {"Casting": die, "to block": 6}, "Friend").choose("0:Bolt")
        assert play.unit("Lord").used == ()


@pytest.mark.rule("aofr.item.scroll_of_shielding")
@pytest.mark.parametrize(("far", "asked"), [(12.0, True), (12.1, False)])
def test_a_scroll_of_shielding_ignores_wounds_of_a_spell_on_4(far: float, asked: bool) -> None:
    line = "0 Lord at 36,20 | 0 Guard at 36,30 | 1 Foe at 36,40 face 180"
    table = armed("Scroll of Shielding", lord(), line, Guard=regiment(size=5))
    table.set("Guard", pose=Pose(36.0, 20.5 + far + 0.5, 0.0))
    dice: dict[str, Any] = {"Scroll of Shielding": (4, 3, 6, 1)}
    play = happen(table, lambda battle: suffer(battle, find(battle, "Guard"), 4, magic=True), dice)
    if asked:
        uses(play, "Scroll of Shielding")
    assert play.unit("Guard").models == (3 if asked else 1)


@pytest.mark.rule("aofr.item.scroll_of_shielding")
def test_a_scroll_of_shielding_is_for_spells_alone() -> None:
    play = wound(armed("Scroll of Shielding"), 3)
    assert (play.game.over, on_hero(play)) == (True, 3)


# Enchanted items


@pytest.mark.rule("aofr.item.wizarding_hat")
@pytest.mark.parametrize(("hero", "level"), [(WIZARD, 3), (lord(), 1)])
def test_a_wizarding_hat_adds_a_level(hero: Regiment, level: int) -> None:
    table = armed("Wizarding Hat", hero)
    unit = table.unit("Lord")
    assert level_of(table.battle, unit, 0) == level
    gain_tokens(table.battle)
    assert unit.tokens == (level,)


@pytest.mark.rule("aofr.item.wizarding_hat")
def test_a_new_caster_knows_the_spells_of_its_faction() -> None:
    table = draw("0 Bridge Marshal at 36,20 | 1 Foe at 36,30 face 180", ITEMS, Foe=regiment())
    lord_ = find(table.battle, "Bridge Marshal")
    assert not table.battle.regiment(lord_).spells
    play = happen(table, lambda battle: equipping.take(battle, battle.units[0], items()["Wizarding Hat"]))
    assert len(play.battle.regiment(play.battle.units[0]).spells) == 6


@pytest.mark.rule("aofr.item.flying_carpet")
def test_a_flying_carpet_carries_a_lone_hero_over_others() -> None:
    line = "0 Lord at 36,20 | 0 Guard at 36,24 | 1 Foe at 36,44 face 180"
    table = armed("Flying Carpet", lord(), line, Guard=regiment(size=5))
    play = acts(table, "Lord").act("Lord", "rush").move(Forward(12.0))
    assert play.told(events.UnitMoved)
    walks = acts(armed("Dawnstone", lord(), line, Guard=regiment(size=5)), "Lord").act("Lord", "rush")
    assert walks.refuses(Forward(12.0))


@pytest.mark.rule("aofr.item.flying_carpet")
def test_a_flying_carpet_does_not_carry_a_unit() -> None:
    line = "0 Lord at 36,20 | 0 Guard at 36,26 | 1 Foe at 36,44 face 180"
    table = armed("Flying Carpet", regiment(size=9, hero=lord()), line, Guard=regiment(size=5))
    assert acts(table, "Lord").act("Lord", "rush").refuses(Forward(12.0))


@pytest.mark.rule("aofr.item.ring_of_ruin")
@pytest.mark.parametrize(("hero", "dice"), [(lord(), "3D6"), (lord("Impact(2)"), "5D6")])
def test_a_ring_of_ruin_adds_3_to_impact(hero: Regiment, dice: str) -> None:
    assert dice_for(blows(armed("Ring of Ruin", hero)), "Impact: to hit") == [dice]


@pytest.mark.rule("aofr.item.tricksters_shard")
@pytest.mark.parametrize(("item", "rolled"), [("Trickster's Shard", 0), ("Dawnstone", 1)])
def test_nobody_regenerates_wounds_of_a_trickster(item: str, rolled: int) -> None:
    foe = regiment(size=5, rules=["Regeneration"])
    play = blows(armed(item, Foe=foe), {"Sword: to hit": 4, "Sword: to block": 1, "Regeneration": 5})
    assert len(dice_for(play, "Regeneration")) == rolled


@pytest.mark.rule("aofr.item.terrifying_mask")
def test_who_fights_a_terrifying_mask_fails_its_test_without_a_die() -> None:
    foe = regiment(size=10, weapons=[])
    table = armed("Terrifying Mask", lord("Fear(5)"), Foe=foe)
    play = uses(clash(table, "Lord", "Foe", {"to hit": 4, "to block": 1}), "Terrifying Mask")
    assert (play.unit("Foe").models, play.unit("Foe").shaken) == (8, True)
    assert not dice_for(play, "Morale")
    assert not play.unit("Foe").effects
    kept = clash(
        armed("Terrifying Mask", lord("Fear(5)"), Foe=foe), "Lord", "Foe", {"to hit": 4, "to block": 1, "Morale": 6}
    )
    kept.choose("pass")
    assert (dice_for(kept, "Morale"), kept.unit("Foe").shaken) == (["1D6"], False)


@pytest.mark.rule("aofr.item.potion_of_displacement")
def test_a_potion_places_the_hero_up_to_6_away() -> None:
    line = f"aofr | 72x48 wall_impassable 36,23 20x1 | {LINE}"
    play = uses(acts(armed("Potion of Displacement", lord(), line), "Lord"), "Potion of Displacement")
    assert refusal(play, Placed(Pose(36.0, 26.5, 0.0))).rule == "aofr.item.potion_of_displacement"
    play.answer(Placed(Pose(36.0, 26.0, 0.0)))
    assert (play.unit("Lord").pose, play.unit("Lord").used) == (Pose(36.0, 26.0, 0.0), ("Potion of Displacement",))


@pytest.mark.rule("aofr.item.potion_of_displacement")
def test_a_potion_may_be_kept_for_later_and_takes_the_whole_unit_along() -> None:
    play = acts(led("Potion of Displacement"), "Lord").choose("pass")
    assert (play.topic, play.unit("Lord").used) == ("action", ())
    moved = uses(acts(led("Potion of Displacement"), "Lord"), "Potion").answer(Placed(Pose(30.0, 20.0, 0.0)))
    assert moved.unit("Lord").pose == Pose(30.0, 20.0, 0.0)
