"""Heroes that deploy as part of a unit (Special Rules: Hero)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from warhost.play.battle import copied
from warhost.play.questions import Option
from warhost.play.script import Script, choose
from warhost.play.shown.english import does
from warhost.rulebook import rule
from warhost.rulesets.regiments.core import Battle, Unit, events, optional
from warhost.rulesets.regiments.core.speakers import casters
from warhost.rulesets.regiments.lists.rosters import join, joining_problems

ALONE = "alone"
JOIN = "aofr.special.hero.join"

Deployable = Callable[[Battle, Unit], bool]
"""Whether a unit could still be deployed now; asked of a battle in which the hero has joined it."""


@rule("aofr.special.hero.join", "aofr.special.hero.permanent")
def may_join(battle: Battle, hero: Unit, host: Unit) -> bool:
    """Whether the hero may deploy as part of that unit: one of its own side that has no hero. Who has been on the table
    before does not deploy any more (AOFR-R685)."""
    if host is hero or host.seat != hero.seat or host.fate or hero.fate or host.recalled or hero.recalled:
        return False
    own = battle.regiment(hero)
    if not own.is_hero or joining_problems(battle.regiment(host), own):
        return False
    return all(part.may_join(battle, hero, host) for part in optional.speaking(battle, "may_join"))


@rule("aofr.special.hero.join", "aofr.special.hero.size")
def take_in(battle: Battle, host: Unit, hero: Unit) -> None:
    """The hero is a model of that unit from now on, as if the list had it there; its own entry is gone. Spell tokens
    that it gained while it waited stay its own: those of a joined hero come first."""
    if hero.tokens or host.tokens:
        held = (hero.tokens or (0,) * len(casters(battle, hero)), host.tokens or (0,) * len(casters(battle, host)))
        host.tokens, hero.tokens = (*held[0], *held[1]), ()
    joined = join(battle.regiment(host), battle.regiment(hero))
    regiments = tuple(joined if number == host.entry else one for number, one in enumerate(battle.scene.regiments))
    battle.scene = msgspec.structs.replace(battle.scene, regiments=regiments)
    host.hero, host.start = True, joined.starting_size
    hero.fate, hero.part_of = "joined", host.id
    hero.reserve, hero.left = "", (0,) * len(hero.left)


def hosts_of(battle: Battle, hero: Unit, waiting: Iterable[Unit], deployable: Deployable) -> list[Unit]:
    """The units among those that wait as part of which the hero could deploy now."""
    found = []
    for host in waiting:
        if may_join(battle, hero, host):
            twin = copied(battle)
            take_in(twin, twin.units[host.id], twin.units[hero.id])
            if deployable(twin, twin.units[host.id]):
                found.append(host)
    return found


@rule("aofr.special.hero.join")
def deploy_as_part(battle: Battle, unit: Unit, waiting: Iterable[Unit], deployable: Deployable) -> Script[Unit]:
    """A hero that is about to be deployed may be so as part of a unit that waits, too. Returns who is deployed."""
    hosts = hosts_of(battle, unit, waiting, deployable)
    if not hosts:
        return unit
    options = [
        Option(ALONE, "Alone", unit=unit.id),
        *(Option(str(host.id), f"As part of {host.name}", unit=unit.id, target=host.id) for host in hosts),
    ]
    text = f"How {does(unit.name)} deploy?"
    note = "A hero that joins a unit deploys with it now and stays with it for the whole battle."
    key = yield from choose(unit.seat, "join", text, options, note=note, rules=(JOIN,))
    if key == ALONE:
        return unit
    host = battle.units[int(key)]
    take_in(battle, host, unit)
    yield events.HeroJoined(unit.id, host.id)
    return host
