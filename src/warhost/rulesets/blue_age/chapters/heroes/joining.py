"""Heroes who join units and leave them (Heroes & Commanders: Joining Units; BLUE-R95, BLUE-R96)."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.play.questions import Option
from warhost.play.script import Script, choose
from warhost.rulebook import rule
from warhost.rulesets.blue_age.core import (
    COHESION,
    Battle,
    Entry,
    Type,
    Unit,
    bases_of,
    between,
    hosts,
    in_contact,
    is_within,
    together,
)
from warhost.rulesets.blue_age.core.events import battle as events
from warhost.rulesets.blue_age.core.values import is_hero
from warhost.table import Base

JOINS: dict[Type, frozenset[Type]] = {
    "infantry": frozenset({"infantry", "beast", "swarm", "monstrous infantry"}),
    "cavalry": frozenset({"cavalry", "chariot", "beast"}),
    "chariot": frozenset({"cavalry", "chariot", "beast"}),
    "beast": frozenset({"infantry", "cavalry", "chariot", "beast", "swarm", "monstrous infantry"}),
    "swarm": frozenset({"infantry", "beast", "swarm"}),
    "monstrous infantry": frozenset({"infantry", "beast", "monstrous infantry", "monster"}),
    "monster": frozenset({"monstrous infantry", "monster"}),
    "war machine": frozenset(),
}
"""For each type of a Hero the types of units that he may join; Flyers only join Flyers."""


@rule("blue.join_table.hero_infantry", "blue.join_table.hero_cavalry", "blue.join_table.hero_chariot")
@rule("blue.join_table.hero_beast", "blue.join_table.hero_swarm", "blue.join_table.hero_monstrous_infantry")
@rule("blue.join_table.hero_monster", "blue.join_table.hero_flyer")
def may_join(hero: Entry, unit: Entry) -> bool:
    """Whether a Hero of that entry may be with a unit of the other: by their types (BLUE-R96)."""
    if not hero.hero or unit.hero or "war machine" in (hero.type, unit.type):
        return False
    if hero.flyer or unit.flyer:
        return hero.flyer and unit.flyer
    return unit.type in JOINS[hero.type]


@rule("blue.joining.how", "blue.unit_type.hero_joins_destiny")
def joinable(battle: Battle, hero: Unit) -> list[Unit]:
    """The units that a Hero may join where he stands: in their cohesion, neither locked nor fleeing. Who is in a
    building joins nobody outside."""
    if hero.host is not None or not hero.models or not is_hero(battle, hero) or hero.locked or hero.fleeing:
        return []
    if hero.inside is not None:
        return []
    return [
        unit
        for unit in hosts(battle, hero.seat)
        if unit is not hero
        and unit.inside is None
        and not unit.locked
        and not unit.fleeing
        and may_join(battle.entry(hero), battle.entry(unit))
        and is_within(battle, hero, unit, COHESION)
    ]


@rule("blue.joining.how", "blue.move.heroes_enter_leave")
def offered(battle: Battle, hero: Unit) -> Script[None]:
    """A Hero who has ended his move in the cohesion of units that he may join: which of them, if any, does he join?"""
    near = joinable(battle, hero)
    if not near:
        return
    options = [Option(str(unit.id), f"Join {unit.name}", unit=hero.id, target=unit.id) for unit in near]
    options.append(Option("pass", "Stay alone", unit=hero.id, passes=True))
    text = f"Which unit does {hero.name} join?" if len(near) > 1 else f"Does {hero.name} join {near[0].name}?"
    key = yield from choose(hero.seat, "join", text, options, rules=("blue.joining.how",))
    if key != "pass":
        yield from join(battle, hero, battle.units[int(key)])


def join(battle: Battle, hero: Unit, unit: Unit) -> Script[None]:
    """The Hero is with the unit from now on. He does not move again with it in this phase (BLUE-R95)."""
    hero.host = unit.id
    hero.left = True
    yield events.HeroJoined(hero.id, unit.id)


@rule("blue.move.heroes_enter_leave")
def leave(battle: Battle, hero: Unit) -> Script[None]:
    """The Hero is a unit of his own again."""
    if hero.host is not None:
        host = battle.units[hero.host]
        parted(battle, hero)
        yield events.HeroLeft(hero.id, host.id)


def parted(battle: Battle, hero: Unit) -> None:
    """The Hero is not with his unit any more; he stays locked with enemies whom he touches."""
    if hero.host is None:
        return
    host = battle.units[hero.host]
    hero.host = None
    for number in host.foes:
        foe = battle.units[number]
        if in_contact(battle, hero, foe):
            hero.foes = tuple(sorted((*hero.foes, number)))
            foe.foes = tuple(sorted((*foe.foes, hero.id)))


def apart_from_host(battle: Battle, hero: Unit, host: Unit, ends: Sequence[Base]) -> bool:
    """Whether a Hero who ends there has left the cohesion of the unit that he was with."""
    others = [base for one in together(battle, host) if one is not hero for base in bases_of(battle, one)]
    return between(ends, others) > COHESION + 1e-6
