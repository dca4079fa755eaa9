"""Combat Pivots: units that stay in combat are set down anew (Melee Phase: Combat Pivot)."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.field import Foe, Spot
from warhost.field.contact.resetting import Guard, Stand, free_around, set_down
from warhost.play.battle import stand
from warhost.play.events import counted
from warhost.play.questions import Option
from warhost.play.script import Script, agrees, choose
from warhost.play.shown.english import verb
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.general.discipline import discipline_test, passing_odds
from warhost.rulesets.essence_of_war.core import (
    ARC_NAMES,
    Battle,
    Unit,
    boundary,
    contacts,
    engage,
    engaged_sides,
    formation_of,
    over_gaps,
)
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.core.placement import blockers
from warhost.table import Arc, local


@rule("eow.combat_pivot.who", "eow.combat_pivot.order")
def combat_pivots(battle: Battle, units: Sequence[int], loser: int | None) -> Script[None]:
    """Units of both sides that are still Engaged may Combat Pivot, first all of one player, then of the other.

    The Active Player says who goes first, after all tests of the losing side.
    """
    able = [battle.units[number] for number in units if may_pivot(battle.units[number])]
    allowed: list[Unit] = []
    known: dict[int, list[Stand]] = {}
    for unit in sorted(able, key=lambda u: (u.seat != battle.active, u.id)):
        known[unit.id] = places(battle, unit)
        if unit.seat != loser or (known[unit.id] and (yield from _passes_test(battle, unit))):
            allowed.append(unit)
    first = battle.active
    if len({unit.seat for unit in allowed if known[unit.id]}) == 2:
        first = yield from _who_first(battle)
    for seat in (first, 1 - first):
        yield from _pivots_of(battle, seat, [unit for unit in allowed if unit.seat == seat], known)


@rule("eow.combat_pivot.one_facing")
def may_pivot(unit: Unit) -> bool:
    """Engaged, and on one facing only."""
    return len(engaged_sides(unit)) == 1


@rule("eow.combat_pivot.loser_test")
def _passes_test(battle: Battle, unit: Unit) -> Script[bool]:
    """A unit of the losing side may pivot only after a Discipline Test, which its owner need not take."""
    by = "eow.combat_pivot.loser_test"
    text = f"{verb(unit.name, 'Does')} {unit.name} attempt a Combat Pivot?"
    odds = (passing_odds("passes", battle, unit, "combat pivot"),)
    yes = Option("test", "Take the Discipline Test", odds, unit.id)
    if not (yield from agrees(unit.seat, "combat pivot test", text, yes, "Stay", rules=(by,))):
        return False
    return (yield from discipline_test(battle, unit, "combat pivot", by))


def _who_first(battle: Battle) -> Script[int]:
    options = [Option(str(seat), battle.scene.seats[seat].name) for seat in (battle.active, battle.reactive)]
    key = yield from choose(
        battle.active,
        "combat pivot order",
        "Who makes Combat Pivots first?",
        options,
        rules=("eow.combat_pivot.order",),
    )
    return int(key)


def _pivots_of(battle: Battle, seat: int, waiting: list[Unit], known: dict[int, list[Stand]]) -> Script[None]:
    """All Combat Pivots of one player, one at a time in any order; the rest keep their places.

    `known` are the places of units as the table is now; after a pivot they have to be found anew.
    """
    while waiting:
        found: dict[str, tuple[Unit, Stand]] = {}
        for unit in waiting:
            if unit.id not in known:
                known[unit.id] = places(battle, unit)
            found.update((f"{unit.id}:{index}", (unit, to)) for index, to in enumerate(known[unit.id]))
        options = [Option("keep", "Stay in place", passes=True)]
        options.extend(
            Option(key, _label(battle, unit, to), unit=unit.id, pose=to.place.pose) for key, (unit, to) in found.items()
        )
        key = yield from choose(
            seat, "combat pivot", "Which unit makes a Combat Pivot?", options, rules=("eow.combat_pivot.who",)
        )
        if key == "keep":
            return
        unit, to = found[key]
        waiting.remove(unit)
        make_pivot(battle, unit, to)
        known.clear()
        yield events.CombatPivoted(unit.id, to.place.pose)


def _label(battle: Battle, unit: Unit, to: Stand) -> str:
    """How it would stand, and where that is from where it stands now."""
    right, ahead = local(boundary(battle, unit), to.place.x, to.place.y)
    ways = [(right, "to its right" if right > 0 else "to its left"), (ahead, "ahead" if ahead > 0 else "back")]
    shift = [f'{abs(inches):.1f}" {way}' for inches, way in ways if abs(inches) >= 0.05]
    contact = f"{counted(to.models, 'model')} in contact"
    return ", ".join([f"{unit.name}: {ARC_NAMES[to.side]} to the enemy", contact, *shift])


def make_pivot(battle: Battle, unit: Unit, to: Stand) -> None:
    """Lift the unit and set it down there, still Engaged with the same enemies on the same facings of theirs."""
    stand(unit, to.place)
    for foe in unit.foes:
        engage(unit, to.side, battle.units[foe.unit], foe.theirs)


@rule("eow.combat_pivot.same_enemies", "eow.combat_pivot.characters", "eow.combat_pivot.contact_count")
@rule("eow.combat_pivot.face_flanker")
def places(battle: Battle, unit: Unit) -> list[Stand]:
    """Where the unit may be set down, those with most models in contact by the front first (EOW-R163).

    Any of its facings lies flush on the facing of the enemy it fights, in steps of half a file. It must touch the
    same enemies on the same facings and no other, with as many models as before and with a Character in its ranks that
    did, and exactly those enemy models that were in contact with its side still are (EOW-R230); that is asked of every
    single pivot, which keeps it true for all together.
    """
    if not may_pivot(unit):
        return []
    own = boundary(battle, unit)
    touching, guest = contacts(battle, unit), battle.guest_of(unit)
    led = guest is not None and battle.entry(guest).category == "Character" and unit.spot in touching
    among = frozenset({unit.spot}) if led else frozenset()
    guards = [_guard(battle, unit, foe) for foe in unit.foes]
    blocks = blockers(battle, unit, {foe.unit for foe in unit.foes})
    free = free_around(battle.scene.board, own, guards[0].shape, blocks)
    found = set_down(formation_of(battle, unit), own, guards, len(touching), free, over_gaps, among=among)
    return sorted(found, key=lambda to: (to.side is not Arc.FRONT, -to.models))


@rule("eow.combat_pivot.enemy_contacts")
def _guard(battle: Battle, unit: Unit, foe: Foe) -> Guard:
    """An enemy that must stay in contact with the same of its models, those that only this unit touches included.

    Others may join them where players agreed so.
    """
    enemy = battle.units[foe.unit]
    touched = contacts(battle, enemy)
    needed = {spot for spot, by in touched.items() if tuple(by) == (unit.id,)}
    may_add = battle.scene.settings.combat_pivot == "the same or more"

    def keeps(spots: frozenset[Spot]) -> bool:
        return needed <= spots and (may_add or spots <= touched.keys())

    return Guard(formation_of(battle, enemy), boundary(battle, enemy), foe.theirs, foe.mine, keeps)
