"""Tables for the tests of magic: casters made up on the spot, the stage, the dice of both pools."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.blue_age.harness import Play, Table, draw, hero
from warhost.play.questions import Odds
from warhost.rulesets.blue_age.core import Settings
from warhost.rulesets.blue_age.core.events import magic as events

PHASE = {"turn": "command", "command": "command", "move": "move", "shoot": "shooting", "spells": "combat"}

# The enemy flees, so that the Command Phase goes on when the first player is done with it.
FACING = "Mage at 24,10 | Foe at 24,20 face 180 fleeing"


def mage(**fields: Any) -> Mapping[str, Any]:
    """A made-up caster of Magic Rating 2 without Destiny."""
    return hero(**{"magic": 2, "destiny": 0, **fields})


def table(
    text: str = FACING,
    stage: str = "command",
    pools: tuple[int, int] = (5, 0),
    *,
    spells: Mapping[str, tuple[str, ...]] | None = None,
    settings: Settings | None = None,
    **units: Mapping[str, Any],
) -> Table:
    """A table at that stage of turn 1, the first player's part, with so many dice in the pools. `spells` are those that
    casters know, by their names."""
    drawn = draw(text, settings, **{"Mage": mage(), "Foe": {"models": 5}, **units})
    battle = drawn.battle
    battle.phase, battle.stage, battle.pools = PHASE[stage], stage, pools
    for name, known in (spells or {"Mage": ("Ward",)}).items():
        drawn.unit(name).spells = known
    return drawn


def cast(game: Play, key: str, dice: int) -> Play:
    """Cast it with so many dice; the only die of a pool is not asked for."""
    game.choose(key)
    return game.choose(str(dice)) if game.topic == "dice" else game


def rolled(game: Play) -> events.SpellRolled:
    """The last casting roll."""
    return game.told(events.SpellRolled)[-1]


def was_cast(game: Play) -> bool:
    """Whether a spell has taken effect."""
    return bool(game.told(events.SpellCast))


def dispelled(game: Play) -> events.SpellDispelled:
    """The last dispel."""
    return game.told(events.SpellDispelled)[-1]


def odds_of(game: Play, key: str) -> dict[str, Odds]:
    """The odds of an option by their labels."""
    return {one.label: one for option in game.weighed if option.key == key for one in option.odds}
