"""Panic Tests, and attacks and flights with the Panic that they cause (General Principles: Panic, Flee Move)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.damage import damage
from warhost.rulesets.essence_of_war.chapters.general import flee
from warhost.rulesets.essence_of_war.chapters.general.discipline import discipline_test, passing_odds
from warhost.rulesets.essence_of_war.core import Attack, Battle, Unit, allied, boundary, speakers, spoken
from warhost.rulesets.families.ninth_age.chapters import panic
from warhost.rulesets.families.ninth_age.chapters.panic import Fright, Panic
from warhost.table import Rect


@rule("eow.panic.friend_destroyed", "eow.panic.destroyed_measure")
def after_destroyed(battle: Battle, unit: Unit, *, touched_edge: Rect | None = None) -> Script[None]:
    """A unit is destroyed: friends within 6" of where it stood when the phase began test (EOW-R101).

    One that fled off the board is measured from where it touched the edge.
    """
    yield from resolve(battle, panic.frightened_by_loss(battle, unit, RULES, touched_edge))


@rule("eow.panic.friend_destroyed")
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


@rule("eow.panic.fled_through", "eow.flee.pass_through", "eow.panic.destroyed_measure")
def flee_move(battle: Battle, unit: Unit, *, inches: int | None = None) -> Script[None]:
    """A Flee Move straight ahead with all that follows from it.

    Friends whose boundaries it went through test, and those near where it left the table; enemies do not mind.
    """
    fled = yield from flee.run(battle, unit, inches=inches)
    yield from resolve(battle, panic.frightened_by_flight(battle, unit, fled, RULES))


@rule("eow.panic.friend_breaks")
def after_break(battle: Battle, unit: Unit) -> Script[None]:
    """A unit breaks from combat: friends within 6" of it test, before it flees."""
    yield from resolve(battle, panic.frightened_by_break(battle, unit, RULES))


def after_losses(battle: Battle, unit: Unit, source: int | None) -> Script[None]:
    """A volley or spell at one unit is over, and it may have to test."""
    yield from after_losses_of_all(battle, (unit,), source)


@rule("eow.panic.quarter_losses", "eow.panic.single_model_exempt", "eow.panic.direction_source")
def after_losses_of_all(battle: Battle, units: Iterable[Unit], source: int | None) -> Script[None]:
    """A volley or spell is over: units that lost a quarter of the Health Points they began the phase with test.

    They will flee from the source; from the closest enemy, if their own side did it (EOW-R096). Units that started
    the game as single models do not mind.
    """
    yield from resolve(battle, panic.shaken(battle, units, source, RULES))


@rule("eow.panic.quarter_losses", "eow.panic.single_model_exempt")
def has_lost_enough(battle: Battle, unit: Unit) -> bool:
    """Whether the unit has lost a quarter of the Health Points with which it began a phase of shots or spells."""
    if unit.pose is None or unit.began is None or battle.phase not in ("magic", "shooting"):
        return False
    alone = battle.entry(unit).single and not _had_company(battle, unit)
    return not alone and 0 < unit.began.health <= unit.lost_this_phase * 4


def _had_company(battle: Battle, unit: Unit) -> bool:
    """Whether the unit is a Character around whom the R&F died in this phase (EOW-R098)."""
    return any(other.stood == unit.id and other.began is not None for other in battle.units)


@rule("eow.basic.insignificant", "eow.special.insignificant_joined", "eow.multi.ally_panic")
def _minds(battle: Battle, unit: Unit, friend: Unit) -> bool:
    """Whether what befalls the unit frightens that friend; Allies do not mind.

    One that was destroyed together with the Character in its ranks is to them what it was with that Character.
    """
    if allied(unit, friend):
        return False
    if unit.fell_with is not None and not speakers(battle, battle.units[unit.fell_with]).at("panics"):
        return True
    return all(speaker.panics(battle, bearer, friend) for bearer, speaker in spoken(battle, unit, "panics"))


RULES = Panic(
    boundary=boundary,
    minds=_minds,
    lost_enough=has_lost_enough,
    test=lambda battle, unit, rule_id: discipline_test(battle, unit, "panic", rule_id),
    odds=lambda battle, unit: passing_odds("holds", battle, unit, "panic"),
    run=flee.run,
    destroyed="eow.panic.friend_destroyed",
    breaks="eow.panic.friend_breaks",
    fled_through="eow.panic.fled_through",
    losses="eow.panic.quarter_losses",
    direction="eow.panic.direction_nearest",
)


@rule("eow.panic.immediate", "eow.panic.exempt_states", "eow.panic.fled_through", "eow.panic.direction_nearest")
@rule("eow.panic.direction_source", "eow.panic.pivot_line")
def resolve(battle: Battle, frights: Sequence[Fright]) -> Script[None]:
    """All tests at once, those of the Active Player first, each player's in an order of their own choice.

    A unit takes one test for one event (EOW-R094). Who fails flees from the source of its losses, else from the closest
    enemy. Tests that flights bring about come after all others (EOW-R095).
    """
    return panic.resolve(battle, frights, RULES)
