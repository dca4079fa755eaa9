"""Lots of attacks for tests of named rules: what they need to hit and to damage, and what comes of written dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tests.kings_of_war.harness import Done, Faces, Table, carried_out, draw, unit
from warhost.rulesets.kings_of_war.chapters import attacks, nerve
from warhost.rulesets.kings_of_war.chapters.attacks import Kind, Lot
from warhost.rulesets.kings_of_war.chapters.nerve import Cause, suffer
from warhost.rulesets.kings_of_war.core import speakers
from warhost.rulesets.kings_of_war.core.events import NerveRerolled, NerveTested
from warhost.table import Arc

NEAR = 6.0 + 80 / 25.4
"""From centre to centre of two regiments of infantry, one behind the other, that are 6" apart."""

FACED = "Us at 36,20 | Them at 36,24 face 180"


def faced(us: Mapping[str, Any] | None = None, them: Mapping[str, Any] | None = None, line: str = FACED) -> Table:
    """Two made-up units, Us and Them, one of each side."""
    return draw(line, Us=us or unit(), Them=them or unit())


def lot(
    table: Table,
    kind: Kind = "combat",
    count: int = 10,
    need: int = 4,
    *,
    facing: Arc = Arc.FRONT,
    armed: Iterable[str] = (),
    missile: bool = True,
    artefact: bool = False,
    favoured: Iterable[str] = (),
    by: str = "Us",
    on: str = "Them",
) -> Lot:
    """Attacks of one unit on another, after the rules of both sides have spoken."""
    made = Lot(
        kind,
        table.unit(by).id,
        table.unit(on).id,
        count,
        need,
        facing=facing,
        what=f"{by} on {on}",
        rule="kow.combat.hit_roll",
        armed=tuple(armed),
        missile=missile,
        artefact=artefact,
        favoured=frozenset(favoured),
    )
    return attacks.prepared(table.battle, made)


def hits_on(table: Table, kind: Kind = "combat", **given: Any) -> int:
    """The face that hits at least."""
    return attacks.to_hit(lot(table, kind, **given)).face


def damages_on(table: Table, kind: Kind = "combat", **given: Any) -> int:
    """The face that damages at least."""
    return attacks.to_damage(lot(table, kind, **given))


def thrown(table: Table, made: Lot, *dice: Faces) -> Done:
    """The dice of a lot, all written down: its value has hits and damage."""
    return carried_out(attacks.resolve(table.battle, made), dice)


def strike(table: Table, made: Lot, damage: int, dice: Iterable[Faces] = ()) -> None:
    """The lot does so much damage, with what follows from it."""
    carried_out(suffer(table.battle, table.battle.units[made.target], damage, "attacks", made.attacker))
    carried_out(attacks.aftermath(table.battle, made, damage), dice)


def nerve_test(table: Table, name: str, cause: Cause, *dice: Faces) -> NerveTested:
    """A nerve test of the unit with these dice; the last roll of it."""
    one = table.unit(name)
    done = carried_out(nerve.take_tests(table.battle, [one], cause, 1 - one.seat), dice)
    told = [event for event in done.events if isinstance(event, NerveTested)]
    assert len(told) - 1 == sum(isinstance(event, NerveRerolled) for event in done.events)
    return told[-1]


def spoken(table: Table, name: str, moment: str, dice: Iterable[Faces] = ()) -> None:
    """Everything that the rules of the unit do at a moment of its order."""
    bearer = table.unit(name)
    for speaker in speakers(table.battle, bearer).at(moment):
        carried_out(getattr(speaker, moment)(table.battle, bearer), dice)
