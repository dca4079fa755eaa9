"""When each side-mission is completed (Advanced Missions: Side-Missions, Categories).

Each is one small function of the battle as a player's side-missions look at it. Every enemy unit that is removed counts
as destroyed by the player, whatever killed it (AOFR-R213).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.missions import held
from warhost.rulesets.regiments.core import HERO, Battle, Regiment, Unit
from warhost.rulesets.regiments.parts.shared import deeds
from warhost.rulesets.regiments.parts.shared.deeds import LOST, Deed

T = TypeVar("T")

NEAR_CENTRE, NEAR_CORNER = 6.0, 12.0


class Side:
    """The battle as one player's side-missions look at it."""

    def __init__(self, battle: Battle, seat: int) -> None:
        self.battle = battle
        self.seat = seat
        self.enemy = battle.other(seat)
        self.markers = held(battle)[seat]
        self.their_markers = held(battle)[self.enemy]

    def other(self) -> Side:
        """The same for the opponent."""
        return Side(self.battle, self.enemy)

    def own(self) -> list[Unit]:
        return deeds.standing(self.battle, self.seat)

    def theirs(self) -> list[Unit]:
        return deeds.standing(self.battle, self.enemy)

    def foes(self, which: Callable[[Regiment], bool] = lambda regiment: True) -> list[Unit]:
        """The enemy units of the list, of one kind or all."""
        return [unit for unit in deeds.army(self.battle, self.enemy) if which(self.battle.regiment(unit))]

    def destroyed(self, which: Callable[[Regiment], bool] = lambda regiment: True) -> list[Unit]:
        """Those of them that were ever destroyed, routed ones included."""
        gone = {deed.unit for deed in deeds.lost(self.battle, self.enemy)}
        return [unit for unit in self.foes(which) if unit.id in gone or unit.fate in LOST]

    def heroes(self) -> list[Regiment]:
        """The heroes of the enemy, alone or in units."""
        return list(deeds.heroes(self.battle, self.enemy).values())

    def heroes_destroyed(self) -> list[Regiment]:
        return deeds.heroes_lost(self.battle, self.enemy)

    def points(self, unit: Unit) -> int:
        """What a unit cost, with the hero in it."""
        return self.battle.regiment(unit).points


@rule("aofr.side.slaughter")
def is_large(regiment: Regiment) -> bool:
    """Whether the unit started with 3 models or more, a joined hero not counted (AOFR-R214)."""
    return regiment.size >= 3


@rule("aofr.side.eliminate")
def is_monster(regiment: Regiment) -> bool:
    """Whether it is a single model with Tough(12) or more (AOFR-R215)."""
    return regiment.size == 1 and regiment.tough >= 12


def one_of_the(
    pick: Callable[[Iterable[int]], int], value: Callable[[T], int], all_: Sequence[T], hit: Sequence[T]
) -> bool:
    """Whether the one with the highest or lowest value is among those that were hit; one of several that share it."""
    return bool(all_) and any(value(one) == pick(map(value, all_)) for one in hit)


# 1. Tactical Genius


@rule("aofr.side.mislead")
def mislead(side: Side) -> bool:
    """Control no markers."""
    return side.markers == 0


@rule("aofr.side.fortify")
def fortify(side: Side) -> bool:
    """Control exactly one."""
    return side.markers == 1


@rule("aofr.side.seize")
def seize(side: Side) -> bool:
    """Control more than half of all that were set up (AOFR-R212)."""
    return 2 * side.markers > len(side.battle.markers)


@rule("aofr.side.rule")
def rule_(side: Side) -> bool:
    """Control more than the opponent (AOFR-R212)."""
    return side.markers > side.their_markers


@rule("aofr.side.dominate")
def dominate(side: Side) -> bool:
    """The opponent controls none."""
    return side.their_markers == 0


@rule("aofr.side.equalize")
def equalize(side: Side) -> bool:
    """Control as many as the opponent."""
    return side.markers == side.their_markers


# 2. Field Marshal


@rule("aofr.side.control")
def control(side: Side) -> bool:
    """One or more own units fully within 6" of the table centre."""
    return any(_is_at_centre(side, unit) for unit in side.own())


@rule("aofr.side.intimidate")
def intimidate(side: Side) -> bool:
    """No enemy unit fully within 6" of the table centre."""
    return not any(_is_at_centre(side, unit) for unit in side.theirs())


def _is_at_centre(side: Side, unit: Unit) -> bool:
    return deeds.is_fully_within(side.battle, unit, side.battle.scene.board.centre, NEAR_CENTRE)


@rule("aofr.side.overrun")
def overrun(side: Side) -> bool:
    """One or more own units fully inside each table quarter."""
    return all(
        any(deeds.fully_in(side.battle, unit, (quarter,)) for unit in side.own())
        for quarter in deeds.quarters(side.battle)
    )


@rule("aofr.side.spread_out")
def spread_out(side: Side) -> bool:
    """One or more own units within 12" of each table corner."""
    return all(
        any(deeds.is_within(side.battle, unit, corner, NEAR_CORNER) for unit in side.own())
        for corner in deeds.corners(side.battle)
    )


@rule("aofr.side.invade")
def invade(side: Side) -> bool:
    """Two or more own units fully inside the enemy deployment zone."""
    zone = deeds.zone(side.battle, side.enemy)
    return sum(deeds.fully_in(side.battle, unit, zone) for unit in side.own()) >= 2


@rule("aofr.side.defend")
def defend(side: Side) -> bool:
    """No enemy unit fully inside the own deployment zone."""
    zone = deeds.zone(side.battle, side.seat)
    return not any(deeds.fully_in(side.battle, unit, zone) for unit in side.theirs())


# 3. Astute Strategist


@rule("aofr.side.rush")
def rush(side: Side) -> bool:
    """Be the first to destroy an enemy unit. In one activation the active player counts as first (AOFR-R216)."""
    first = _together(_all_lost(side.battle))
    return bool(first) and side.seat == (first[0].active if _both(side, first) else _killer(side, first[0]))


@rule("aofr.side.finalize")
def finalize(side: Side) -> bool:
    """Be the last to destroy an enemy unit. In one activation the other player counts as last (AOFR-R216)."""
    last = _together(_all_lost(side.battle)[::-1])
    return bool(last) and side.seat == (1 - last[0].active if _both(side, last) else _killer(side, last[0]))


def _all_lost(battle: Battle) -> list[Deed]:
    """The units that both players lost, in that order; neutral ones are nobody's."""
    return [
        deed
        for deed in deeds.deeds_of(battle)
        if deed.what == "unit lost" and battle.units[deed.unit].seat in battle.sides
    ]


def _together(lost: list[Deed]) -> list[Deed]:
    """The first of these losses and those of the same activation."""
    if not lost or lost[0].acting is None:
        return lost[:1]
    return [deed for deed in lost if (deed.round, deed.acting) == (lost[0].round, lost[0].acting)]


def _both(side: Side, lost: list[Deed]) -> bool:
    """Whether both players lost units."""
    return len({side.battle.units[deed.unit].seat for deed in lost}) == 2


def _killer(side: Side, deed: Deed) -> int:
    return side.battle.other(side.battle.units[deed.unit].seat)


@rule("aofr.side.conserve")
def conserve(side: Side) -> bool:
    """At least half of the own units are left; reserves are (AOFR-R139)."""
    own = deeds.army(side.battle, side.seat)
    return 2 * sum(unit.fate not in LOST for unit in own) >= len(own)


@rule("aofr.side.erode")
def erode(side: Side) -> bool:
    """At least half of the enemy units are destroyed."""
    return 2 * len(side.destroyed()) >= len(side.foes())


@rule("aofr.side.terrify")
def terrify(side: Side) -> bool:
    """Two or more enemy units failed morale tests that own units caused."""
    failed = {
        deed.unit
        for deed in deeds.deeds_of(side.battle)
        if deed.what == "test failed" and deed.by is not None and side.battle.units[deed.by.unit].seat == side.seat
    }
    return len(failed) >= 2


@rule("aofr.side.hex")
def hex_(side: Side) -> bool:
    """Four or more spells were cast."""
    return sum(_is_own_spell(side, deed) for deed in deeds.deeds_of(side.battle)) >= 4


def _is_own_spell(side: Side, deed: Deed) -> bool:
    return deed.what == "spell cast" and side.battle.units[deed.unit].seat == side.seat


# 4. Combat Master


@rule("aofr.side.slaughter")
def slaughter(side: Side) -> bool:
    """Four or more units of 3 or more models."""
    return len(side.destroyed(is_large)) >= 4


@rule("aofr.side.wipe_out")
def wipe_out(side: Side) -> bool:
    """More units of 3 or more models than the opponent."""
    return len(side.destroyed(is_large)) > len(side.other().destroyed(is_large))


@rule("aofr.side.exterminate")
def exterminate(side: Side) -> bool:
    """The one of them with the most models."""
    return one_of_the(max, lambda unit: side.battle.regiment(unit).size, side.foes(is_large), side.destroyed(is_large))


@rule("aofr.side.butcher")
def butcher(side: Side) -> bool:
    """The most expensive of them."""
    return one_of_the(max, side.points, side.foes(is_large), side.destroyed(is_large))


@rule("aofr.side.eradicate")
def eradicate(side: Side) -> bool:
    """The least expensive of them."""
    return one_of_the(min, side.points, side.foes(is_large), side.destroyed(is_large))


@rule("aofr.side.massacre")
def massacre(side: Side) -> bool:
    """Twenty or more models, those of routed units included."""
    return sum(deed.amount for deed in deeds.fallen(side.battle, side.enemy)) >= 20


# 5. Monster Hunter


@rule("aofr.side.eliminate")
def eliminate(side: Side) -> bool:
    """Two or more units with Tough(12) or more."""
    return len(side.destroyed(is_monster)) >= 2


@rule("aofr.side.destroy")
def destroy(side: Side) -> bool:
    """More of them than the opponent."""
    return len(side.destroyed(is_monster)) > len(side.other().destroyed(is_monster))


@rule("aofr.side.obliterate")
def obliterate(side: Side) -> bool:
    """The one with the highest Tough."""
    return one_of_the(
        max, lambda unit: side.battle.regiment(unit).tough, side.foes(is_monster), side.destroyed(is_monster)
    )


@rule("aofr.side.erase")
def erase(side: Side) -> bool:
    """The most expensive of them."""
    return one_of_the(max, side.points, side.foes(is_monster), side.destroyed(is_monster))


@rule("aofr.side.annihilate")
def annihilate(side: Side) -> bool:
    """The least expensive of them."""
    return one_of_the(min, side.points, side.foes(is_monster), side.destroyed(is_monster))


@rule("aofr.side.decimate")
def decimate(side: Side) -> bool:
    """Twelve or more wounds on a single unit with Tough(18) or more, whether it is destroyed or not."""
    wounds: dict[int, int] = {}
    for deed in deeds.deeds_of(side.battle):
        if deed.what == "wounds taken":
            wounds[deed.unit] = wounds.get(deed.unit, 0) + deed.amount
    return any(wounds.get(unit.id, 0) >= 12 for unit in side.foes(is_giant))


@rule("aofr.side.decimate")
def is_giant(regiment: Regiment) -> bool:
    """Whether it is a single model with Tough(18) or more."""
    return regiment.size == 1 and regiment.tough >= 18


# 6. Heroic General


@rule("aofr.side.slay")
def slay(side: Side) -> bool:
    """Two or more heroes."""
    return len(side.heroes_destroyed()) >= 2


@rule("aofr.side.execute")
def execute(side: Side) -> bool:
    """More heroes than the opponent."""
    return len(side.heroes_destroyed()) > len(side.other().heroes_destroyed())


@rule("aofr.side.terminate")
def terminate(side: Side) -> bool:
    """The hero with the highest Tough."""
    return one_of_the(max, lambda hero: hero.tough, side.heroes(), side.heroes_destroyed())


@rule("aofr.side.assassinate")
def assassinate(side: Side) -> bool:
    """The most expensive hero."""
    return one_of_the(max, lambda hero: hero.cost, side.heroes(), side.heroes_destroyed())


@rule("aofr.side.murder")
def murder(side: Side) -> bool:
    """The least expensive hero."""
    return one_of_the(min, lambda hero: hero.cost, side.heroes(), side.heroes_destroyed())


@rule("aofr.side.dispatch")
def dispatch(side: Side) -> bool:
    """A hero and the unit that it joined (AOFR-R900)."""
    fell = {deed.unit for deed in deeds.fallen(side.battle, side.enemy) if deed.group == HERO}
    return any(unit.id in fell for unit in side.destroyed())


CONDITIONS: dict[str, Callable[[Side], bool]] = {
    **{one.__name__: one for one in (mislead, fortify, seize)},
    "rule": rule_,
    "dominate": dominate,
    "equalize": equalize,
    **{one.__name__: one for one in (control, intimidate, overrun, spread_out, invade, defend)},
    **{one.__name__: one for one in (rush, finalize, conserve, erode, terrify)},
    "hex": hex_,
    **{one.__name__: one for one in (slaughter, wipe_out, exterminate, butcher, eradicate, massacre)},
    **{one.__name__: one for one in (eliminate, destroy, obliterate, erase, annihilate, decimate)},
    **{one.__name__: one for one in (slay, execute, terminate, assassinate, murder, dispatch)},
}
"""The conditions by the slugs of their side-missions, in the order of the book."""


def completed(battle: Battle, seat: int, slug: str) -> bool:
    """Whether a side fulfils a side-mission as things stand (AOFR-R211)."""
    return CONDITIONS[slug](Side(battle, seat))
