"""Area Attacks: how many hits come of one (Area Attack (XxY), T9A-R150).

An attack with the rule in its `rules` needs `spread_over` once, before `damage.prepared`: it notes the hits of each
attack that hits, and the attack with the values in square brackets, which one of these hits is.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from warhost.play.rules.rulebase import Brackets
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.core import (
    MODEL_RULES,
    Attack,
    Battle,
    ModelRule,
    Unit,
    boundary,
    layout,
    rule_name,
    said_in,
    spots_of,
)
from warhost.table import Arc, Point, arc_of

NAME = "Area Attack"


class Area(NamedTuple):
    """So many hits in each of so many ranks."""

    each: int
    ranks: int


@MODEL_RULES.rule(NAME, "t9a.special.area_attack")
class AreaAttack(ModelRule):
    """A hit becomes several, by the ranks or files of the target."""

    brackets = Brackets(r"\d{1,2}x\d{1,2}", "1x5")


def area_of(rules: tuple[str, ...]) -> Area | None:
    """The size of the Area Attack among these rules; None if there is none."""
    for text in rules:
        if rule_name(text) == NAME:
            each, ranks = said_in(text).split("x")
            return Area(int(each), int(ranks))
    return None


@rule("t9a.special.area_attack")
def hits_of(battle: Battle, target: Unit, side: Arc, area: Area) -> int:
    """The hits of one Area Attack that strikes the target on that side.

    From the front or the rear each of so many ranks takes up to so many hits, from a flank each of so many files;
    never more than models stand there. A single model in the ranks of others is one of them.
    """
    spots = [*layout(target).rank_and_file, *(spots_of(target, guest.unit)[0] for guest in target.guests)]
    rows = [rank if side in (Arc.FRONT, Arc.REAR) else file for rank, file in spots]
    deepest = sorted((rows.count(row) for row in set(rows)), reverse=True)[: area.ranks]
    return sum(min(area.each, models) for models in deepest)


@rule("t9a.special.area_attack", "t9a.geometry.arcs")
def struck_from(battle: Battle, target: Unit, point: Point) -> Arc:
    """The arc of the target in which a point lies, such as the middle of the front of a caster's base."""
    return arc_of(boundary(battle, battle.body(target)), *point)


@rule("t9a.special.area_attack", "t9a.spell.bracketed_hit")
def spread_over(
    battle: Battle,
    attack: Attack,
    side: Arc,
    *,
    strength: int | None = None,
    ap: int | None = None,
    rules: tuple[str, ...] = (),
) -> Attack:
    """Note in the attack what one of it that hits comes to, if it is an Area Attack.

    `strength`, `ap` and `rules` are what stands in square brackets: one of the hits has them, the others do not. The
    hits of one aimed at a single model in the ranks of others stay its own.
    """
    area = area_of(attack.rules)
    if area is None:
        return attack
    target = battle.units[attack.target]
    attack.each = max(1, hits_of(battle, target, side, area)) if target.host is None else 1
    if strength is not None or ap is not None or rules:
        attack.bracketed = msgspec.structs.replace(
            attack,
            strength=attack.strength if strength is None else strength,
            ap=attack.ap if ap is None else ap,
            rules=(*attack.rules, *rules),
            hit_on=None,
            each=1,
            to_hit=attack.to_hit.copy(),
            to_wound=attack.to_wound.copy(),
            aegis=[],
            fortitude=[],
        )
    return attack
