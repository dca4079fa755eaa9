"""A Magic Phase and nothing else: who knows which spells, the dice that both players have, and castings in short.

play = conjure("Wizard at 36,10 | Spearmen at 36,30 face 180", [(3, 3), 4], known={"Wizard": ["Fireball"]})
play.cast("Wizard", "Fireball", "Spearmen", dice=2).choose("no")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

import pytest

from tests.fantasy_battles.harness import Dicing, Play, Table, draw
from warhost.play import Chosen
from warhost.play.battle import Battle as AnyBattle
from warhost.play.questions import Odds
from warhost.play.ruleset import Step
from warhost.play.script import Refused
from warhost.rulesets.families.ninth_age.core.formation import health
from warhost.rulesets.fantasy_battles.chapters.turn import FIRST_STAGE
from warhost.rulesets.fantasy_battles.core.battle import Effect, Settings
from warhost.rulesets.fantasy_battles.core.entries import Bound
from warhost.rulesets.fantasy_battles.ruleset import FantasyBattles

LINE = "Wizard at 36,10 | Spearmen at 36,30 face 180"
"""A Wizard 19 inches in front of twenty Spearmen."""


class MagicAlone(FantasyBattles):
    """The battle stops when the Magic Phase is over."""

    def next_step(self, battle: AnyBattle) -> Step | None:
        return super().next_step(battle) if battle.phase == "magic" else None


class Conjuring(Play):
    """A Magic Phase being played by a test."""

    def cast(
        self, caster: str, spell: str, target: str | None = None, dice: int = 2, version: str | None = None
    ) -> Self:
        """Declare a spell on a target (or an Aura, or the caster) and the dice for it."""
        self.choose(self.key(caster, spell, target, version))
        if self.topic == "casting dice":
            self.choose(str(dice))
        return self

    def key(self, caster: str, spell: str, target: str | None = None, version: str | None = None) -> str:
        """The key of that casting among the options."""
        found = self.castings(caster, spell, target, version)
        assert len(found) == 1, f"{len(found)} castings of {spell}: {self.keys}"
        return found[0]

    def castings(self, caster: str, spell: str, target: str | None = None, version: str | None = None) -> list[str]:
        """The keys of all castings like that which are open now."""
        number = self.unit(caster).id
        aim = None if target is None else str(self.unit(target).id)
        found = []
        for key in self.keys:
            told, arrow, targets = key.rpartition(">")
            who, _, what = told.partition(":")
            name, _, form = what.partition(":")
            if not arrow or (who, name) != (str(number), spell) or version not in (None, form):
                continue
            if aim is None or aim in targets.split("+"):
                found.append(key)
        return found

    def why_not(self, key: str) -> str:
        """The rule by which an answer is refused."""
        with pytest.raises(Refused) as refused:
            self.answer(Chosen(key))
        return refused.value.rule or ""

    def odds(self, key: str, label: str) -> Odds:
        """A figure of an option, by its label."""
        option = next(option for option in self.weighed if option.key == key)
        return next(one for one in option.odds if one.label == label)

    def left(self, name: str) -> int:
        """The Health Points that a unit has left, its guests' not counted."""
        return health(self.battle, self.unit(name))

    def order(self, *kinds: type[Any]) -> list[str]:
        """The names of events of these kinds in the order in which they happened."""
        return [type(event).__name__ for event in self.game.events if isinstance(event, kinds)]


def conjure(
    line: str | Table,
    dice: Dicing | Mapping[str, Any] = (),
    *,
    known: Mapping[str, Sequence[str]] | None = None,
    bound: Mapping[str, Sequence[Bound]] | None = None,
    pools: tuple[int, int] = (9, 9),
    settings: Settings | None = None,
    **fields: Any,
) -> Conjuring:
    """A Magic Phase in which both players have their dice already; nothing follows it.

    Without `known` the unit called Wizard knows Fireball and Word of Iron.
    """
    table = draw(line, settings) if isinstance(line, str) else line
    for name, spells in (
        {"Wizard": ["Fireball", "Word of Iron"]} if known is None and bound is None else known or {}
    ).items():
        table.set(name, known=tuple(spells))
    for name, owned in (bound or {}).items():
        table.change(name, bound=tuple(owned))
    for name, value in {"phase": "magic", "stage": "cast", "pools": pools, **fields}.items():
        setattr(table.battle, name, value)
    if not table.battle.stage:
        table.battle.stage = FIRST_STAGE["magic"]
    return Conjuring(table.battle, dice, MagicAlone())


def lay(table: Table, spell: str, name: str, *, by: str, version: str = "basic", permanent: bool = False) -> Table:
    """Lay a spell on a unit as if it had been cast."""
    caster, unit = table.unit(by), table.unit(name)
    effect = Effect(spell, caster.seat, caster.entry, version=version, permanent=permanent)
    unit.effects = (*unit.effects, effect)
    return table
