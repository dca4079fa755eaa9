"""A table in words, dice written down, commands in the rulebook's terms: what rule tests are made of.

game = draw("Spearmen at 36,10 | Knights at 36,20 face 180").play(dice=[(4, 4)])
game.choose(unit="Spearmen", target="Knights")
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

import msgspec

from tests.fantasy_battles import troops
from tests.ninth_age import Interlude as OneThing
from tests.ninth_age import Layout, refused_move
from tests.playing import Dicing, Done, Faces, Fall, Playing, WrittenDice, carried_out, find, refusal
from warhost.play import Moved, parse_position
from warhost.play.script import Script
from warhost.rulesets.families.ninth_age.core.formation import boundary, size, whole_health
from warhost.rulesets.fantasy_battles import RULESET
from warhost.rulesets.fantasy_battles.chapters.general.combined import join
from warhost.rulesets.fantasy_battles.chapters.turn import FIRST_STAGE
from warhost.rulesets.fantasy_battles.core.battle import Battle, Began, Settings, Unit
from warhost.rulesets.fantasy_battles.core.entries import Part, Profile
from warhost.rulesets.fantasy_battles.position import battle_from_text
from warhost.rulesets.fantasy_battles.ruleset import FantasyBattles
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
    """A battle of Fantasy Battles being laid out."""

    first_stage = FIRST_STAGE

    def __init__(self, line: str, settings: Settings | None = None, **fields: Any) -> None:
        self.battle = battle_from_text(parse_position(line), RULESET.version, settings, troops.found)
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

    def change(self, name: str, rules: Sequence[str] | None = None, **changes: Any) -> Table:
        """Give a unit another entry: other rules, characteristics of the profile (`res=4`), of its first part
        (`off=5`), or fields of the entry (`type="Beast"`)."""
        entry = self.battle.entry(self.unit(name))
        kinds = {"def": "def_", "str": "str_"}
        told = {kinds.get(key, key): value for key, value in changes.items()}
        profile = {key: told.pop(key) for key in list(told) if key in Profile.__struct_fields__}
        first = {key: told.pop(key) for key in list(told) if key in Part.__struct_fields__ and key != "rules"}
        if profile:
            told["profile"] = msgspec.structs.replace(entry.profile, **profile)
        if first:
            told["parts"] = (msgspec.structs.replace(entry.parts[0], **first), *entry.parts[1:])
        if rules is not None:
            told["rules"] = tuple(rules)
        self.enter(name, msgspec.structs.replace(entry, **told))
        return self

    def join(self, guest: str, unit: str, file: int | None = None) -> Table:
        """Put a single model into the ranks of a unit."""
        join(self.battle, self.unit(guest), self.unit(unit), file)
        return self

    def play(self, dice: Dicing | Mapping[str, Any] = (), **fields: Any) -> Play:
        """Start the battle with these dice, one entry for each roll in the order in which they fall (or by reason)."""
        self.note(**fields)
        return Play(self.battle, dice)


def draw(line: str, settings: Settings | None = None, **fields: Any) -> Table:
    return Table(line, settings, **fields)


class Play(Playing[Battle, Unit]):
    """A battle of Fantasy Battles being played by a test."""

    def __init__(
        self, battle: Battle, dice: Dicing | Mapping[str, Any] = (), ruleset: FantasyBattles = RULESET
    ) -> None:
        super().__init__(battle, dice, ruleset)

    def move(self, kind: str, *steps: Step) -> Self:
        return self.answer(Moved(kind, steps))


def with_rules(line: str, name: str, rules: Sequence[str], **changes: Any) -> Table:
    """A table on which one unit has other rules or characteristics than its entry gives it."""
    return draw(line).change(name, rules, **changes)


def shape(game: Play | Table, name: str) -> Rect:
    """The Unit Boundary of the unit."""
    return boundary(game.battle, game.unit(name))


class Interlude(OneThing, FantasyBattles):
    """A battle in which nothing but one script happens."""


def happen(table: Table, script: Callable[[Battle], Script[Any]], dice: Dicing = ()) -> Play:
    """Let one thing happen on a table, and nothing after it: for what is awkward to reach through a whole phase."""
    return Play(table.battle, dice, Interlude(script))
