"""What tests of spells share: their figures on the table, castings that succeed, and the attacks that follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.fantasy_battles.harness import Dicing, Play, Table, draw
from tests.fantasy_battles.spellcraft import Conjuring, conjure
from warhost.play.battle import stand
from warhost.rulesets.families.ninth_age.core.contact import engage
from warhost.rulesets.families.ninth_age.core.formation import boundary
from warhost.rulesets.fantasy_battles.chapters.damage import damage
from warhost.rulesets.fantasy_battles.core.attacks import Attack
from warhost.rulesets.fantasy_battles.core.battle import Battle, Settings
from warhost.rulesets.fantasy_battles.core.values import value
from warhost.table import Arc, Pose, distance, flush

SURE = (6, 6, 5)
"""Three Magic Dice that cast everything and are no triple."""

FAR_AWAY = "0 Ogres at 70,3 | 1 Wolves at 70,46 face 270"
"""Units of both sides that nothing reaches."""


def shown(rule: str, *row: Any) -> Any:
    """A line of a table of spells, with the rule that it shows."""
    return pytest.param(*row, marks=pytest.mark.rule(rule), id=f"{row[0]}, {row[1]}")


def conjured(
    line: str | Table,
    spell: str,
    target: str | None = None,
    version: str = "basic",
    dice: Sequence[Any] = (),
    *,
    caster: str = "Wizard",
    settings: Settings | None = None,
    knows: Sequence[str] = (),
    **fields: Any,
) -> Conjuring:
    """A spell that is cast and cannot be dispelled; these dice follow those of the casting."""
    table = draw(line, settings) if isinstance(line, str) else line
    play = conjure(table, [SURE, *dice], known={caster: [spell, *knows]}, pools=(9, 0), settings=settings, **fields)
    return play.cast(caster, spell, target, dice=len(SURE), version=version)


def apart(table: Table, one: str, other: str, inches: float) -> Table:
    """Move the other unit along the table so that just so many inches lie between the two."""
    unit = table.unit(other)
    assert unit.pose is not None
    own, there = boundary(table.battle, table.unit(one)), boundary(table.battle, unit)
    stand(unit, Pose(unit.pose.x, unit.pose.y + inches - distance(own, there), unit.pose.facing))
    assert distance(own, boundary(table.battle, unit)) == pytest.approx(inches)
    return table


def values(game: Play | Table, unit: str, *names: str) -> list[int]:
    """Characteristics of a unit with everything that changes them."""
    return [value(game.battle, game.unit(unit), name) for name in names]


def attack(game: Play | Table, attacker: str, target: str, kind: str = "melee", **changes: Any) -> Attack:
    """One attack after the rules of both sides have spoken: by default on 4+ with Strength 3."""
    battle: Battle = game.battle
    told: dict[str, Any] = {"kind": kind, "hit_on": 4, "strength": 3, **changes}
    one, other = game.unit(attacker).id, game.unit(target).id
    made = Attack(attacker=one, target=other, count=1, what="Test", rule="t9a.attack.hits", **told)
    return damage.prepared(battle, made)


def to_hit(game: Play | Table, attacker: str, target: str, kind: str = "melee", **changes: Any) -> int:
    """The die that hits."""
    return damage.to_hit(attack(game, attacker, target, kind, **changes))


def to_wound(game: Play | Table, attacker: str, target: str, kind: str = "melee", **changes: Any) -> int | None:
    """The die that wounds."""
    return damage.to_wound(game.battle, attack(game, attacker, target, kind, **changes))


def chance(game: Play | Table, attacker: str, target: str, kind: str = "melee", **changes: Any) -> float:
    """The chance that one attack costs a Health Point."""
    return damage.losses_of(game.battle, attack(game, attacker, target, kind, **changes))[1]


class _Scene:
    """A Wizard who looks along the table, and one possible target."""

    def __init__(self, spell: str, version: str, *, focused: bool, knows: Sequence[str], army: str) -> None:
        self.spell, self.version = spell, version
        self.target = "Captain" if focused else "Spearmen"
        self.knows, self.army = knows, army

    def offered(
        self, seat: int, apart: float, *, engaged: bool = False, behind: bool = False, hidden: bool = False
    ) -> list[float]:
        """The Casting Values at which the spell is offered on a unit of that seat, so far away."""
        rocks = f"72x48 impassable {2.5 + apart / 2},24 0.2x20 | " if hidden else ""
        line = f"{rocks}0 Wizard at 1.5,24 face 90 | {seat} {self.target} at 36,24 | {1 - seat} Knights at 60,40"
        table = draw(f"{line} | {FAR_AWAY}")
        wizard, unit = table.unit("Wizard"), table.unit(self.target)
        table.change("Wizard", army=self.army)
        own = boundary(table.battle, wizard)
        if behind:
            stand(wizard, Pose(1.5, 24.0, 270.0))
        there = boundary(table.battle, unit)
        stand(unit, Pose(own.x + own.depth / 2 + apart + there.depth / 2, 24.0, 90.0))
        if engaged:
            foe = table.unit("Knights")
            stand(foe, flush(boundary(table.battle, foe), boundary(table.battle, unit), Arc.LEFT))
            engage(foe, Arc.FRONT, unit, Arc.LEFT)
        play = conjure(table, known={"Wizard": [self.spell, *self.knows]})
        if play.topic != "cast":
            return []
        wanted = (self.spell, self.version)
        found = []
        for option in play.options:
            told, arrow, targets = option.key.rpartition(">")
            if arrow and tuple(told.split(":")[1:]) == wanted and str(unit.id) in targets.split("+"):
                found.append(option.odds[0].value)
        return found


def check_figures(
    spell: str,
    version: str,
    needed: int,
    reach: float,
    types: str,
    *,
    knows: Sequence[str] = (),
    army: str = "Test Army",
    hides: bool = True,
) -> None:
    """That version of the spell is offered at its Casting Value, as far as it reaches, and to whom its types allow.

    Types are as in the book: "Da, H, M"; rocks do not hide anybody from spells that are cast from rocks.
    """
    kinds = [kind for kind in types.split(", ") if kind]
    scene = _Scene(spell, version, focused="F" in kinds, knows=knows, army=army)
    seats = {0: "A" in kinds or "U" in kinds, 1: "H" in kinds or "U" in kinds}
    for seat, allowed in seats.items():
        assert scene.offered(seat, reach) == ([needed] if allowed else []), f"seat {seat} at {reach}"
        assert scene.offered(seat, reach + 0.1) == [], f"seat {seat} beyond {reach}"
        if not allowed:
            continue
        near = reach / 2
        assert bool(scene.offered(seat, near, engaged=True)) is ("Da" not in kinds), "an Engaged target"
        if hides:
            assert bool(scene.offered(seat, near, hidden=True)) is ("M" not in kinds), "a target behind rocks"
        ahead_only = "M" in kinds or "Di" in kinds
        assert bool(scene.offered(seat, near, behind=True)) is not ahead_only, "a target behind the caster"


def check_hits(
    spell: str,
    version: str,
    hits: float,
    strength: int | None,
    ap: int,
    *,
    flaming: bool = False,
    divine: bool = False,
    wound_on: int | None = None,
    reach: float = 8.0,
    knows: Sequence[str] = (),
) -> None:
    """The odds of the spell are those of so many Magical hits on average, of that Strength and AP.

    Without a Strength they wound on that number, or by themselves.
    """

    def expected(**changes: Any) -> float:
        table = draw(f"Wizard at 36,10 | Spearmen at 36,{12 + reach} face 180").change("Spearmen", **changes)
        play = conjure(table, known={"Wizard": [spell, *knows]})
        key = play.key("Wizard", spell, "Spearmen", version)
        return play.odds(key, "expected HP lost if it takes effect").value

    for resilience, armour in ((3, 0), (5, 0), (3, 3)):
        need = wound_on
        if strength is not None:
            need = min(6, max(2, 4 - strength + resilience))
        wounds = hits * (1.0 if need is None else (7 - need) / 6)
        saved = max(0, armour - ap) / 6
        bare = expected(res=resilience, arm=armour, rules=())
        assert bare == pytest.approx(wounds * (1 - saved)), f"Resilience {resilience}, Armour {armour}"
    plain = expected(rules=())
    unsaved = 3 / 4 if divine else 1 / 2
    assert expected(rules=("Aegis (4+, against Magical Attacks)",)) == pytest.approx(plain * unsaved), "Magical"
    assert expected(rules=("Fortitude (4+)",)) == pytest.approx(plain if flaming else plain / 2), "Flaming"


__all__ = [
    "SURE",
    "Dicing",
    "apart",
    "attack",
    "chance",
    "check_figures",
    "check_hits",
    "conjured",
    "shown",
    "to_hit",
    "to_wound",
    "values",
]
