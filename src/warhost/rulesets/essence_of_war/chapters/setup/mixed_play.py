"""Patrols with parts of the Advanced game, as players agree (Structure of this Book).

Missions are a setting of their own; here are Characters that join units of their patrol, and Victory Points for
patrols, whose units have no price of their own.
"""

from __future__ import annotations

import msgspec

from warhost.play.script import Script, choose_unit
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.setup import deployment
from warhost.rulesets.essence_of_war.chapters.setup.advanced_setup import deploy_unit, waits
from warhost.rulesets.essence_of_war.chapters.turn import begin_player_turn
from warhost.rulesets.essence_of_war.core import Battle, Bought, Entry, Patrol
from warhost.rulesets.essence_of_war.lists.armylists import list_entry

__all__ = ["STEPS", "price_of", "priced"]

STEP = 25
"""Prices are multiples of this."""


@rule("eow.mode.mixed", "eow.deploy.basic.all_at_once")
def deploy(battle: Battle) -> Script[None]:
    """The deployment of patrols; with Characters that join, a unit at a time alone or in the ranks of another."""
    if not battle.scene.settings.characters:
        yield from deployment.deploy(battle)
        return
    waiting = [unit for unit in battle.units if unit.seat == battle.active and waits(unit)]
    text = "Which unit do you deploy next?"
    unit = yield from choose_unit(waiting, battle.active, "deploy", text, rules=("eow.deploy.basic.all_at_once",))
    yield from deploy_unit(battle, unit)
    if len(waiting) > 1:
        return
    if battle.active == battle.first:
        battle.active = battle.reactive
    else:
        yield from begin_player_turn(battle, battle.first)


@rule("eow.mode.mixed")
def price_of(entry: Entry) -> int:
    """What a unit of a patrol counts for Victory Points: what its Armylist asks for as many models (EOW-R231)."""
    name, _, mount = entry.name.partition(" on ")
    listed = list_entry(entry.faction, name)
    if mount:
        return next(option.cost for option in listed.options if option.name == f"on {mount}")
    models = entry.models
    nearest = min(listed.options, key=lambda option: (abs(option.models - models), option.cost))
    return max(STEP, round(nearest.cost * models / nearest.models / STEP) * STEP)


@rule("eow.mode.mixed")
def priced(army: Patrol) -> Patrol:
    """The patrol with a price for each of its units."""
    entries = tuple(msgspec.structs.replace(entry, bought=Bought(points=price_of(entry))) for entry in army.entries)
    return msgspec.structs.replace(army, entries=entries)


STEPS = {"deploy": deploy}
