"""Combat Reforms: units that stay in combat are set down anew, perhaps in other files (Round of Combat: step 15)."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple

from warhost.field import Foe, Spot
from warhost.field.contact.resetting import Guard, Stand, free_around, set_down
from warhost.play.battle import stand
from warhost.play.events import counted
from warhost.play.questions import Denied, Option
from warhost.play.script import Script, agrees, choose
from warhost.play.shown.english import does, verb
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.core.placement import blockers
from warhost.rulesets.fantasy_battles.chapters.general.discipline import discipline_test, passing_odds
from warhost.rulesets.fantasy_battles.chapters.movement.reforms import places_for, refiled, take_up
from warhost.rulesets.fantasy_battles.core import (
    ARC_NAMES,
    Battle,
    Unit,
    boundary,
    boundary_at,
    contacts,
    deny,
    engage,
    engaged_sides,
    formation_of,
    over_gaps,
)
from warhost.rulesets.fantasy_battles.shown import melee_events as events
from warhost.table import Arc, local

RULE = "t9a.special.combat_reform"
RULES = (RULE, "t9a.round.step15_combat_reforms")
KEEP = "keep"


class Reform(NamedTuple):
    """A unit set down anew: in how many files, where, and with how many models in contact."""

    files: int
    to: Stand


@rule("t9a.round.step15_combat_reforms", "t9a.special.combat_reform")
def combat_reforms(battle: Battle, units: Sequence[int], loser: int | None) -> Script[None]:
    """Step 15: units of both sides that are still Engaged may Combat Reform, first all of one player, then of the
    other.

    The Active Player says who goes first, after all tests of the losing side.
    """
    waiting = [unit for unit in (battle.units[number] for number in units) if unit.engaged]
    denied = [_not_able(unit) for unit in waiting if not may_reform(unit)]
    allowed: list[Unit] = []
    for unit in sorted(waiting, key=lambda u: (u.seat != battle.active, u.id)):
        able = may_reform(unit)
        if able and unit.seat == loser:
            able = yield from _passes_test(battle, unit)
        if able:
            allowed.append(unit)
    first = battle.active
    if len({unit.seat for unit in allowed}) == 2:
        first = yield from _who_first(battle)
    for seat in (first, 1 - first):
        own = [unit for unit in allowed if unit.seat == seat]
        yield from _reforms_of(battle, seat, own, [one for one in denied if battle.units[int(one.what)].seat == seat])


@rule("t9a.special.combat_reform")
def may_reform(unit: Unit) -> bool:
    """Engaged, and on one facing only."""
    return len(engaged_sides(unit)) == 1


def _not_able(unit: Unit) -> Denied:
    return deny(unit, f"{unit.name} cannot Combat Reform: enemies are in contact on several facings.", RULE)


@rule("t9a.special.combat_reform")
def _passes_test(battle: Battle, unit: Unit) -> Script[bool]:
    """A unit of the losing side may reform only after a Discipline Test, which its owner need not take."""
    text = f"{verb(unit.name, 'Does')} {unit.name} attempt a Combat Reform?"
    odds = (passing_odds("passes", battle, unit, "combat reform"),)
    yes = Option("test", "Take the Discipline Test", odds, unit.id)
    if not (yield from agrees(unit.seat, "combat reform test", text, yes, "Stay", rules=RULES)):
        return False
    return (yield from discipline_test(battle, unit, "combat reform", RULE))


def _who_first(battle: Battle) -> Script[int]:
    options = [Option(str(seat), battle.scene.seats[seat].name) for seat in (battle.active, battle.reactive)]
    text = "Who makes Combat Reforms first?"
    return int((yield from choose(battle.active, "combat reform order", text, options, rules=RULES)))


def _reforms_of(battle: Battle, seat: int, waiting: list[Unit], denied: Sequence[Denied]) -> Script[None]:
    """All Combat Reforms of one player, one at a time in any order; the rest keep their places."""
    while waiting:
        options = [Option(KEEP, "No more Combat Reforms", passes=True)]
        options += [Option(str(unit.id), unit.name, unit=unit.id) for unit in waiting]
        text = "Which unit makes a Combat Reform?"
        key = yield from choose(seat, "combat reform", text, options, rules=RULES, denied=denied)
        if key == KEEP:
            return
        unit = battle.units[int(key)]
        waiting.remove(unit)
        reform = yield from _choose_reform(battle, unit)
        if reform is not None:
            make_reform(battle, unit, reform)
            yield events.CombatReformed(unit.id, reform.files, reform.to.place.pose)


def _choose_reform(battle: Battle, unit: Unit) -> Script[Reform | None]:
    """How wide the unit will stand, if there is a choice, then where."""
    found = reforms(battle, unit)
    if not found:
        return None
    widths = sorted({reform.files for reform in found})
    stay = Option(KEEP, "Stay in place", unit=unit.id, passes=True)
    if len(widths) > 1:
        options = [stay, *(Option(str(files), f"{files} wide", unit=unit.id) for files in widths)]
        text = f"How wide {does(unit.name)} stand?"
        key = yield from choose(unit.seat, "combat reform files", text, options, rules=RULES)
        if key == KEEP:
            return None
        found = [reform for reform in found if reform.files == int(key)]
    options = [
        Option(str(index), _label(battle, unit, reform.to), unit=unit.id, pose=reform.to.place.pose)
        for index, reform in enumerate(found)
    ]
    if len(widths) == 1:
        options.insert(0, stay)
    text = f"Where {does(unit.name)} stand?"
    key = yield from choose(unit.seat, "combat reform place", text, options, rules=RULES)
    return None if key == KEEP else found[int(key)]


def _label(battle: Battle, unit: Unit, to: Stand) -> str:
    """How it would stand, and where that is from where it stands now."""
    right, ahead = local(boundary(battle, unit), to.place.x, to.place.y)
    ways = [(right, "to its right" if right > 0 else "to its left"), (ahead, "ahead" if ahead > 0 else "back")]
    shift = [f'{abs(inches):.1f}" {way}' for inches, way in ways if abs(inches) >= 0.05]
    contact = f"{counted(to.models, 'model')} in contact"
    return ", ".join([f"{ARC_NAMES[to.side]} to the enemy", contact, *shift])


@rule("t9a.special.combat_reform")
def make_reform(battle: Battle, unit: Unit, reform: Reform) -> None:
    """Lift the unit and set it down there, still Engaged with the same enemies on the same facings of theirs."""
    if reform.files != unit.files:
        take_up(battle, unit, reform.files)
    stand(unit, reform.to.place)
    for foe in unit.foes:
        engage(unit, reform.to.side, battle.units[foe.unit], foe.theirs)


@rule("t9a.special.combat_reform")
def reforms(battle: Battle, unit: Unit) -> list[Reform]:
    """How the unit may be set down, for each number of files those with most models in contact by the front first.

    Any of its facings lies flush on the facing of the enemy it fights, in steps of half a file. It must touch the
    same enemies on the same facings and no other, with as many models as before and with its Characters that did, and
    all enemy models that it alone touched still are in contact; that is asked of every single reform, which keeps it
    true for all together (T9A-R041).
    """
    if not may_reform(unit) or unit.pose is None:
        return []
    touching = contacts(battle, unit)
    before, leaders = len(touching), _characters_among(battle, unit, touching)
    guards = [_guard(battle, unit, foe) for foe in unit.foes]
    blocks = list(blockers(battle, unit, {foe.unit for foe in unit.foes}))
    found: list[Reform] = []
    for files in range(1, places_for(unit) + 1):
        twin = unit if files == unit.files else refiled(battle, unit, files)
        if twin is None:
            continue
        own = boundary_at(battle, twin, unit.pose)
        free = free_around(battle.scene.board, own, guards[0].shape, blocks)
        among = frozenset((0, guest.file) for guest in twin.guests if guest.unit in leaders)
        formation, anew = formation_of(battle, twin), files != unit.files
        places = set_down(formation, own, guards, before, free, over_gaps, anew=anew, among=among)
        found += [Reform(files, to) for to in sorted(places, key=lambda to: (to.side is not Arc.FRONT, -to.models))]
    return found


def _characters_among(battle: Battle, unit: Unit, touching: Container[Spot]) -> set[int]:
    """The Characters in its ranks who touch an enemy."""
    found = (guest.unit for guest in unit.guests if (0, guest.file) in touching)
    return {number for number in found if battle.entry(battle.units[number]).role == "character"}


@rule("t9a.special.combat_reform")
def _guard(battle: Battle, unit: Unit, foe: Foe) -> Guard:
    """An enemy that must stay in contact with all of its models that only this unit touches; others may join them."""
    enemy = battle.units[foe.unit]
    touched = contacts(battle, enemy)
    needed = {spot for spot, by in touched.items() if tuple(by) == (unit.id,)}

    def keeps(spots: frozenset[Spot]) -> bool:
        return needed <= spots

    return Guard(formation_of(battle, enemy), boundary(battle, enemy), foe.theirs, foe.mine, keeps)
