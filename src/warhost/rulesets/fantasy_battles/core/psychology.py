"""What Fleeing and Shaken units may not do, and when a unit is Decimated (Psychology).

Every step that offers an action asks `barred` first: the lists of the book stand here and nowhere else.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from warhost.play.script import Refused
from warhost.play.shown.english import acts
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.core.formation import whole_health
from warhost.rulesets.fantasy_battles.core.battle import Battle, Boon, Unit
from warhost.rulesets.fantasy_battles.core.formation import full_health
from warhost.rulesets.fantasy_battles.core.moments import BOONS, BoonRule, has

Action: TypeAlias = Literal[
    "charge",
    "pursue",
    "overrun",
    "advance",
    "march",
    "reform",
    "random move",
    "magical move",
    "shoot",
    "channel",
    "cast",
    "use an item",
]
"""What a unit may want to do, or have to."""

FLEEING: dict[Action, str] = {
    "charge": "t9a.fleeing.no_charge",
    "advance": "t9a.fleeing.only_flee_moves",
    "march": "t9a.fleeing.only_flee_moves",
    "reform": "t9a.fleeing.only_flee_moves",
    "random move": "t9a.fleeing.only_flee_moves",
    "magical move": "t9a.fleeing.only_flee_moves",
    "shoot": "t9a.fleeing.no_shooting",
    "channel": "t9a.fleeing.no_channel",
    "cast": "t9a.fleeing.no_casting_or_items",
    "use an item": "t9a.fleeing.no_casting_or_items",
}
"""The rule that keeps a Fleeing unit from each action; from all others it is that it does nothing voluntarily."""

SHAKEN: dict[Action, str] = {
    "charge": "t9a.shaken.no_declare_charge",
    "pursue": "t9a.shaken.no_pursuit",
    "overrun": "t9a.shaken.no_overrun",
    "advance": "t9a.shaken.no_advance",
    "march": "t9a.shaken.no_march",
    "reform": "t9a.shaken.no_reform",
    "random move": "t9a.shaken.no_random_movement",
    "magical move": "t9a.special.magical_move",
    "shoot": "t9a.shaken.no_shooting",
}
"""The rule that keeps a Shaken unit from each action; what is not named stays allowed."""

PARTS = 4
"""A unit is Decimated at one part in so many of its Health Points, or less."""


def barred(battle: Battle, unit: Unit, action: Action) -> Refused | None:
    """Why the unit, or the unit in whose ranks this model stands, may not do that because it flees or is Shaken."""
    body = battle.body(unit)
    return fleeing_bars(body, action) or shaken_bars(battle, body, action)


@rule("t9a.fleeing.no_voluntary", "t9a.fleeing.no_charge", "t9a.fleeing.only_flee_moves", "t9a.fleeing.no_shooting")
@rule("t9a.fleeing.no_channel", "t9a.fleeing.no_casting_or_items")
def fleeing_bars(unit: Unit, action: Action) -> Refused | None:
    """Why a unit that flees may not do that; nothing is open to it that it could as well leave undone."""
    if not unit.fleeing:
        return None
    return Refused(f"{acts(unit.name, 'is')} fleeing.", FLEEING.get(action, "t9a.fleeing.no_voluntary"))


@rule("t9a.shaken.no_declare_charge", "t9a.shaken.no_pursuit", "t9a.shaken.no_overrun", "t9a.shaken.no_advance")
@rule("t9a.shaken.no_march", "t9a.shaken.no_reform", "t9a.shaken.no_random_movement", "t9a.shaken.no_shooting")
@rule("t9a.shaken.may_cast_and_fight", "t9a.shaken.combat_reforms_allowed")
def shaken_bars(battle: Battle, unit: Unit, action: Action) -> Refused | None:
    """Why a unit with Shaken models may not do that; what the list does not name stays allowed."""
    if action not in SHAKEN or not has(battle, unit, "shaken"):
        return None
    return Refused(f"{acts(unit.name, 'is')} Shaken.", SHAKEN[action])


@BOONS.rule("Shaken", "t9a.shaken.no_declare_charge")
class Shaken(BoonRule):
    """The unit is Shaken for a while."""

    shaken = True


def shake(battle: Battle, unit: Unit, until: Literal["round", "phase", "turn", "next turn"]) -> None:
    """The unit is Shaken until then; one that is already stays so as long as the longer of the two lasts."""
    boon = Boon("Shaken", until, seat=battle.reactive)
    if boon not in unit.boons:
        unit.boons = (*unit.boons, boon)


@rule("t9a.decimated.definition")
def decimated(battle: Battle, unit: Unit) -> bool:
    """Whether a unit has a quarter or less of the Health Points of the Army List, whoever stands in its ranks counted
    on both sides (T9A-R144)."""
    body = battle.body(unit)
    listed = sum(full_health(battle, one) for one in battle.company(body))
    return whole_health(battle, body) * PARTS <= listed
