"""A table in words, dice written down, commands in the rulebook's terms: what rule tests are made of.

game = draw("Iron Orcs at 18,10 | Ghouls at 18,20 face 180").play(dice=[(4, 4)])
game.choose(unit="Iron Orcs", target="Ghouls")
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

import msgspec

from tests.ninth_age import Interlude as OneThing
from tests.ninth_age import Layout, refused_move
from tests.playing import Dicing, Done, Faces, Fall, Playing, WrittenDice, carried_out, find, refusal
from warhost.play import Moved, parse_position
from warhost.play.script import Script
from warhost.rulesets.essence_of_war import RULESET
from warhost.rulesets.essence_of_war.chapters.general.combined import join, room_of
from warhost.rulesets.essence_of_war.chapters.turn import FIRST_STAGE
from warhost.rulesets.essence_of_war.core.battle import Battle, Began, Settings, Unit
from warhost.rulesets.essence_of_war.position import battle_from_text
from warhost.rulesets.essence_of_war.ruleset import EssenceOfWar
from warhost.rulesets.families.ninth_age.core.formation import boundary, size, whole_health
from warhost.table import Rect, Step

__all__ = [
    "Dicing",
    "Done",
    "Faces",
    "Fall",
    "Interlude",
    "Play",
    "Table",
    "WrittenDice",
    "carried_out",
    "draw",
    "find",
    "happen",
    "refusal",
    "refused_move",
    "shape",
    "with_rules",
]


class Table(Layout[Battle, Unit]):
    """A battle of Essence of War being laid out."""

    first_stage = FIRST_STAGE

    def __init__(self, line: str, settings: Settings | None = None, **fields: Any) -> None:
        self.battle = battle_from_text(parse_position(line), RULESET.version, settings)
        self.begin()
        self.note(**fields)

    def began(self, unit: Unit) -> Began | None:
        # Who was set elsewhere after the table was drawn has moved since.
        place = unit.pose if unit.began is None else unit.began.pose
        assert place is not None
        left = whole_health(self.battle, unit) + unit.lost_this_phase
        return Began(left, place, *size(self.battle, unit))

    def shape(self, name: str) -> Rect:
        return boundary(self.battle, self.unit(name))

    def change(self, name: str, rules: Sequence[str] | None = None, **profile: int | None) -> Table:
        """Give a unit other rules or characteristics than its patrol does."""
        entry = self.battle.entry(self.unit(name))
        changed = msgspec.structs.replace(entry.profile, **profile)
        kept = entry.rules if rules is None else tuple(rules)
        self.enter(name, msgspec.structs.replace(entry, rules=kept, profile=changed))
        return self

    def join(self, guest: str, unit: str, file: int | None = None) -> Table:
        """Put a single model into the ranks of a unit, whatever their bases are."""
        one, other = self.unit(guest), self.unit(unit)
        room = room_of(self.battle, one, other)
        if room is not None:
            join(self.battle, one, other, file)
        else:
            one.host, one.pose = other.id, None
            other.guest, other.room, other.spot = one.id, (1, 1), (0, file or 0)
            other.models -= 1
        return self

    def play(self, dice: Dicing | Mapping[str, Any] = (), **fields: Any) -> Play:
        """Start the battle with these dice, one entry for each roll in the order in which they fall (or by reason)."""
        self.note(**fields)
        return Play(self.battle, dice)


def draw(line: str, settings: Settings | None = None, **fields: Any) -> Table:
    return Table(line, settings, **fields)


class Play(Playing[Battle, Unit]):
    """A battle of Essence of War being played by a test."""

    def __init__(self, battle: Battle, dice: Dicing | Mapping[str, Any] = (), ruleset: EssenceOfWar = RULESET) -> None:
        super().__init__(battle, dice, ruleset)

    def move(self, kind: str, *steps: Step) -> Self:
        return self.answer(Moved(kind, steps))

    def cast(self, caster: str, spell: str, *targets: str, dice: int, value: int | None = None) -> Self:
        """Attempt a spell with so many dice; `value` tells its versions apart."""
        start = f"{self.unit(caster).id}:{spell}:{'' if value is None else value}"
        end = ">" + "+".join(str(self.unit(target).id) for target in targets)
        found = [key for key in self.keys if key.startswith(start) and key.endswith(end)]
        assert len(found) == 1, f"{len(found)} ways to cast {spell} so: {self.keys}"
        self.choose(found[0])
        return self.choose(str(dice)) if self.topic == "casting dice" else self


def with_rules(line: str, name: str, rules: Sequence[str], **profile: int | None) -> Table:
    """A table on which one unit has other rules or characteristics than its patrol gives it."""
    return draw(line).change(name, rules, **profile)


def shape(game: Play | Table, name: str) -> Rect:
    """The Unit Boundary of the unit."""
    return boundary(game.battle, game.unit(name))


class Interlude(OneThing, EssenceOfWar):
    """A battle in which nothing but one script happens."""


def happen(table: Table, script: Callable[[Battle], Script[Any]], dice: Dicing = ()) -> Play:
    """Let one thing happen on a table, and nothing after it: for what is awkward to reach through a whole phase."""
    return Play(table.battle, dice, Interlude(script))
