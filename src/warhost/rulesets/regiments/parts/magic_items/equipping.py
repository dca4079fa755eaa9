"""Before the game each hero may take one item (Magic Items: Selection Methods)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from warhost.play.questions import Denied, Option
from warhost.play.script import Script, choose, roll, roll_sum
from warhost.play.shown.english import does
from warhost.rulebook import rule
from warhost.rulesets.regiments.core import Battle, Regiment, Unit, Weapon, optional
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.parts.magic_items import items as data
from warhost.rulesets.regiments.parts.magic_items import state
from warhost.rulesets.regiments.parts.magic_items.bringing import wish_for, wishes_in
from warhost.rulesets.regiments.parts.magic_items.events import ItemTaken, MethodSettled
from warhost.rulesets.regiments.parts.magic_items.items import Item, items

TOPIC = "magic item"
NONE = "none"
ROLLED = "rolled"


@rule("aofr.item.one_per_hero", "aofr.item.method_table")
def equip(battle: Battle, method: str) -> Script[None]:
    """Every hero may take one item, by a method that was agreed on or is rolled for."""
    if method == ROLLED:
        number = yield from roll_sum("D3", why="How magic items are selected", rule="aofr.item.method_table")
        method = data.method_on(number)
    state.keep(battle, msgspec.structs.replace(state.told(battle), method=method))
    yield MethodSettled(method)
    brought = optional.brought(battle.scene.settings, data.SLUG)
    for seat in battle.sides:
        wishes = wishes_in(brought.get(seat, ""))
        for unit in state.heroes(battle, seat):
            hero = state.hero_of(battle, unit)
            wish = None if hero is None else wish_for(wishes, hero)
            if wish is not None:
                yield from take(battle, unit, wish.item, wish.weapon)
                continue
            item = yield from _selected(battle, unit, method, [one.item for one in wishes])
            if item is not None:
                yield from take(battle, unit, item)


@rule("aofr.item.unique")
def _taken(battle: Battle, seat: int) -> set[str]:
    """The items that an army has already: each only once (AOFR-R301)."""
    return {name for number, name in state.told(battle).carried.items() if battle.units[int(number)].seat == seat}


def why_not(item: Item, hero: Regiment) -> str:
    """Why a hero cannot take an item, as a sentence; empty if it can."""
    if item.weapon and not data.weapons_for(item, hero):
        return f"{hero.name} has no {'melee weapon' if item.melee else 'weapon'} for the {item.name}."
    return ""


@rule("aofr.item.method_free", "aofr.item.method_limited", "aofr.item.method_random")
def _selected(battle: Battle, unit: Unit, method: str, settled: Sequence[Item]) -> Script[Item | None]:
    """The item of a hero: any, any of a category that a die names, or what two dice name."""
    hero = state.hero_of(battle, unit)
    assert hero is not None
    if method == "free":
        return (yield from _picked(battle, unit, hero, [one for one in items().values() if one not in settled]))
    category = yield from _category(battle, unit, hero)
    if method == "limited":
        return (yield from _picked(battle, unit, hero, [one for one in items().values() if one.category == category]))
    return (yield from _rolled(battle, unit, hero, category))


def _open_to(battle: Battle, unit: Unit, hero: Regiment, category: str) -> list[Item]:
    """The items of a category that the hero can still take."""
    gone = _taken(battle, unit.seat)
    return [
        item
        for item in items().values()
        if item.category == category and item.name not in gone and not why_not(item, hero)
    ]


@rule("aofr.item.method_limited", "aofr.item.method_random", "aofr.item.category_table")
def _category(battle: Battle, unit: Unit, hero: Regiment) -> Script[str]:
    """A die names the category; one of which nothing is left is rolled again."""
    while True:
        why = f"Category of the magic item of {hero.name}"
        (face,) = yield from roll("D6", why=why, rule="aofr.item.category_table", seat=unit.seat)
        category = data.category_on(face)
        if _open_to(battle, unit, hero, category):
            return category


@rule("aofr.item.method_random", "aofr.item.unique")
def _rolled(battle: Battle, unit: Unit, hero: Regiment, category: str) -> Script[Item]:
    """A die names the item; one that the army has, or that the hero has no weapon for, is rolled again."""
    row = {"sorcerous talismans": "talismans"}.get(category, category.replace(" ", "_"))
    able = _open_to(battle, unit, hero, category)
    while True:
        why = f"Magic item of {hero.name}"
        (face,) = yield from roll("D6", why=why, rule=f"aofr.item.{row}_table", seat=unit.seat)
        item = data.item_on(category, face)
        if item in able:
            return item


@rule("aofr.item.method_free", "aofr.item.method_limited", "aofr.item.unique", "aofr.item.one_per_hero")
def _picked(battle: Battle, unit: Unit, hero: Regiment, among: Sequence[Item]) -> Script[Item | None]:
    """The player picks one of these for the hero, or none."""
    gone = _taken(battle, unit.seat)
    options: list[Option] = []
    denied: list[Denied] = []
    for item in among:
        refusal = why_not(item, hero)
        if item.name in gone:
            refusal = f"Your army already has the {item.name}."
        if refusal:
            denied.append(Denied(item.name, refusal, "aofr.item.unique" if item.name in gone else item.rule, unit.id))
        else:
            options.append(Option(item.name, item.name, unit=unit.id, text=item.text))
    options.append(Option(NONE, "No item", unit=unit.id, passes=True))
    text = f"Which magic item {does(hero.name)} take?"
    rules = ("aofr.item.one_per_hero", "aofr.item.unique")
    key = yield from choose(unit.seat, TOPIC, text, options, rules=rules, denied=denied, about=hero.name)
    return None if key == NONE else items()[key]


def take(battle: Battle, unit: Unit, item: Item, wanted: str = "") -> Script[None]:
    """The hero has the item from now on: its profile is what the item makes of it. Where its player wants a certain
    weapon to be it, nobody is asked."""
    hero = state.hero_of(battle, unit)
    assert hero is not None
    weapon = ""
    if item.weapon:
        arm = yield from _weapon(unit, hero, item, wanted)
        weapon = arm.name
        hero = data.with_weapon(hero, item, arm)
    hero = data.with_rules(hero, item)
    host = battle.regiment(unit)
    if item.reserve:
        more = yield from _reserve(unit, item)
        hero = msgspec.structs.replace(hero, rules=data.raised(hero.rules, more))
        host = msgspec.structs.replace(host, rules=data.raised(host.rules, more))
    _write(battle, unit, hero if host.hero is None else msgspec.structs.replace(host, hero=hero))
    known = state.told(battle)
    state.keep(battle, msgspec.structs.replace(known, carried={**known.carried, str(unit.id): item.name}))
    yield ItemTaken(unit.id, hero.name, item.name, weapon)


def _write(battle: Battle, unit: Unit, regiment: Regiment) -> None:
    regiments = tuple(regiment if number == unit.entry else one for number, one in enumerate(battle.scene.regiments))
    battle.scene = msgspec.structs.replace(battle.scene, regiments=regiments)


def _weapon(unit: Unit, hero: Regiment, item: Item, wanted: str) -> Script[Weapon]:
    """Which of the hero's weapons becomes the item, for the whole game (AOFR-R302): the one with most attacks first."""
    arms = sorted(data.weapons_for(item, hero), key=lambda arm: -arm.attacks)
    named = [arm for arm in arms if arm.name == wanted]
    if named:
        return named[0]
    options = [Option(str(number), str(arm), unit=unit.id, text=item.text) for number, arm in enumerate(arms)]
    text = f"Which weapon of {hero.name} becomes the {item.name}?"
    key = yield from choose(unit.seat, "magic weapon", text, options, rules=(item.rule,), about=item.name)
    return arms[int(key)]


@rule("aofr.item.rangers_standard")
def _reserve(unit: Unit, item: Item) -> Script[RuleText]:
    """Ambush or Scout."""
    options = [
        Option("Scout", "Scout", unit=unit.id, text='Deploys last, then moves up to 12".'),
        Option("Ambush", "Ambush", unit=unit.id, text="Arrives later, from any table edge."),
    ]
    text = f"What does the {item.name} give {unit.name}?"
    key = yield from choose(unit.seat, "standard", text, options, rules=(item.rule,))
    return RuleText(key)
