"""Panic Tests, and attacks and flights with the Panic that they cause (General Principles: Panic, Flee Move)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters import panic
from warhost.rulesets.families.ninth_age.chapters.panic import Fright, Panic
from warhost.rulesets.fantasy_battles.chapters.damage import damage
from warhost.rulesets.fantasy_battles.chapters.general import flee
from warhost.rulesets.fantasy_battles.chapters.general.discipline import discipline_test, passing_odds
from warhost.rulesets.fantasy_battles.core import Attack, Battle, Unit, boundary, has, spoken
from warhost.table import Rect


@rule("t9a.panic.friend_destroyed")
def after_destroyed(battle: Battle, unit: Unit, *, touched_edge: Rect | None = None) -> Script[None]:
    """A unit is destroyed: friends within 6" of where it stood when the phase began test.

    One that fled off the board is measured from where it touched the edge.
    """
    yield from resolve(battle, panic.frightened_by_loss(battle, unit, RULES, touched_edge))


@rule("t9a.panic.friend_destroyed")
def suffer_attacks(battle: Battle, attacks: Sequence[Attack]) -> Script[dict[int, int]]:
    """Attacks that happen at the same time, of a kind that causes Panic: the Damage sequence, then the tests.

    Whoever is frightened by the units that they destroyed tests once, the Active Player's units first. Returns the
    Health Points that each unit lost.
    """
    lost = yield from damage.suffer(battle, attacks)
    yield from resolve(battle, panic.frightened_by_losses(battle, lost, RULES))
    return lost


def flee_from(battle: Battle, unit: Unit, x: float, y: float, *, inches: int | None = None) -> Script[None]:
    """The unit turns its back on that point and flees; then friends that it frightened test."""
    flee.turn_away(battle, unit, x, y)
    yield from flee_move(battle, unit, inches=inches)


@rule("t9a.panic.flees_through", "t9a.special.flee_move", "t9a.panic.friend_destroyed")
def flee_move(battle: Battle, unit: Unit, *, inches: int | None = None) -> Script[None]:
    """A Flee Move straight ahead with all that follows from it.

    Friends whose boundaries it went through test, and those near where it left the table; enemies do not mind.
    """
    fled = yield from flee.run(battle, unit, inches=inches)
    yield from resolve(battle, panic.frightened_by_flight(battle, unit, fled, RULES))


@rule("t9a.panic.friend_breaks")
def after_break(battle: Battle, unit: Unit) -> Script[None]:
    """A unit breaks from combat: friends within 6" of it test, before it flees."""
    yield from resolve(battle, panic.frightened_by_break(battle, unit, RULES))


def after_losses(battle: Battle, unit: Unit, source: int | None) -> Script[None]:
    """A volley or spell at one unit is over, and it may have to test."""
    yield from after_losses_of_all(battle, (unit,), source)


@rule("t9a.panic.losses_25", "t9a.panic.losses_single_model", "t9a.panic.flee_direction", "t9a.attack.panic")
def after_losses_of_all(battle: Battle, units: Iterable[Unit], source: int | None) -> Script[None]:
    """A volley or spell is over: units that lost a quarter of the Health Points they began the phase with test.

    They will flee from the source; from the closest enemy, if their own side did it. Units that started
    the game as single models do not mind.
    """
    yield from resolve(battle, panic.shaken(battle, units, source, RULES))


@rule("t9a.panic.losses_25", "t9a.panic.losses_single_model")
def has_lost_enough(battle: Battle, unit: Unit) -> bool:
    """Whether the unit has lost a quarter of the Health Points with which it began the phase."""
    if unit.pose is None or unit.began is None or unit.engaged:
        return False
    alone = battle.entry(unit).single and not _had_company(battle, unit)
    return not alone and 0 < unit.began.health <= unit.lost_this_phase * 4


def _had_company(battle: Battle, unit: Unit) -> bool:
    """Whether the unit is a Character around whom the R&F died in this phase."""
    return any(other.stood == unit.id and other.began is not None for other in battle.units)


def _minds(battle: Battle, unit: Unit, friend: Unit) -> bool:
    """Whether what befalls the unit frightens that friend; nobody minds what was summoned (T9A-R115)."""
    if unit.summoned or has(battle, unit, "insignificant"):
        return False
    heard = spoken(battle, unit, "frightens_only")
    return all(speaker.frightens_only(battle, bearer, friend) for bearer, speaker in heard)


@rule("t9a.panic.exempt")
def exempt(unit: Unit) -> bool:
    """Units that are Engaged, fleeing, or have passed a Panic Test in this phase do not test."""
    return panic.exempt(unit)


def _instead(battle: Battle, unit: Unit) -> Script[bool]:
    """What rules let a unit that failed do instead of fleeing."""
    for bearer, speaker in spoken(battle, unit, "after_failed_panic"):
        if (yield from speaker.after_failed_panic(battle, bearer)):
            return True
    return False


RULES = Panic(
    boundary=boundary,
    minds=_minds,
    lost_enough=has_lost_enough,
    test=lambda battle, unit, rule_id: discipline_test(battle, unit, "panic", rule_id),
    odds=lambda battle, unit: passing_odds("holds", battle, unit, "panic"),
    run=flee.run,
    instead=_instead,
    ties_by_chance=True,
    destroyed="t9a.panic.friend_destroyed",
    breaks="t9a.panic.friend_breaks",
    fled_through="t9a.panic.flees_through",
    losses="t9a.panic.losses_25",
    direction="t9a.panic.flee_direction",
)


@rule("t9a.panic.failed_flees", "t9a.panic.exempt", "t9a.panic.flees_through", "t9a.panic.flee_direction")
def resolve(battle: Battle, frights: Sequence[Fright]) -> Script[None]:
    """All tests at once, those of the Active Player first, each player's in an order of their own choice.

    A unit takes one test for one event. Who fails flees from the source of its losses, else from the closest
    enemy. Tests that flights bring about come after all others.
    """
    return panic.resolve(battle, frights, RULES)
