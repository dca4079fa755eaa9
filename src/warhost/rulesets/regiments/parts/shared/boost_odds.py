"""What a boosted action has to expect, and the same action without a boost (Action Boosting: Boosted Actions)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from warhost.play.battle import copied
from warhost.play.questions import Odds, Option
from warhost.play.shown.english import acts
from warhost.rulesets.regiments.chapters import shooting
from warhost.rulesets.regiments.chapters.melee import charge
from warhost.rulesets.regiments.core import Battle, Unit, optional
from warhost.rulesets.regiments.parts.extra_actions import covering
from warhost.rulesets.regiments.parts.extra_actions.effects import (
    ExtraAction,
    FocusingFire,
    HunkeredDown,
    InDefensiveStance,
    InLastStand,
    MovingStealthily,
    OnOverwatch,
    begin,
)
from warhost.rulesets.regiments.parts.shared import attack_odds
from warhost.rulesets.regiments.parts.shared.boosts import Boost, lay

BEGUN: dict[str, tuple[type[ExtraAction] | None, tuple[attack_odds.Way, ...]]] = {
    "hold": (None, ("shoots",)),
    "advance": (None, ("shoots on the move",)),
    "last_stand": (InLastStand, (*attack_odds.OWN, *attack_odds.AGAINST)),
    "hunker_down": (HunkeredDown, ("is shot at",)),
    "defensive_stance": (InDefensiveStance, ("is charged",)),
    "focused_fire": (FocusingFire, ("shoots",)),
    "stealth_move": (MovingStealthily, ("is shot at",)),
    "overwatch": (OnOverwatch, ("shoots",)),
}
"""What lies on a unit that has begun an action, and which attacks a boost of that action is about."""


def expected(battle: Battle, unit: Unit, action: Option, boost: Boost | None) -> Sequence[Odds]:
    """What the action has to expect with that boost, or without one."""
    there = copied(battle)
    own = there.units[unit.id]
    kind = action.key.partition(">")[0].rpartition(":")[2]
    if kind in BEGUN:
        cls, ways = BEGUN[kind]
        if cls is not None:
            begin(own, cls)
        if boost is None:
            return attack_odds.as_they_stand(there, own, ways)
        return attack_odds.with_change(there, own, lambda _, one: lay(one, boost), ways, boost.row)
    if boost is not None:
        lay(own, boost)
    if kind == "covering_fire":
        return _covered(there, own)
    part = optional.owner_of(battle, action.key)
    if part is not None:
        return part.action_odds(there, own, action)
    options, _, plans = charge.options(there, own)
    same = next((option for option in options if option.key == action.key), None)
    return () if same is None else charge.prospects(there, own, plans)(same)


def _covered(battle: Battle, unit: Unit) -> Sequence[Odds]:
    """What Covering Fire does to the enemy on which it is likeliest to work."""
    fires = shooting.possible(battle, unit)
    told: list[tuple[Odds, ...]] = []
    for number in dict.fromkeys(fire.target for fire in fires):
        tests, *rest = covering.foretell(battle, unit, [fire for fire in fires if fire.target == number])
        label = f"{acts(battle.units[number].name, 'has')} to test morale"
        told.append((replace(tests, label=label), *rest))
    return max(told, key=lambda both: both[1].value, default=())
