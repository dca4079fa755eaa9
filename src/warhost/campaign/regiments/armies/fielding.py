"""From the army sheet to the table: units become regiments of an army list, with all that they have gained."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from warhost.campaign.regiments.armies import shopping
from warhost.campaign.regiments.armies.sheet import Army, CampaignState, Gained, SheetUnit, value_of
from warhost.rulesets.regiments.core import ArmyList, Group, Regiment, Weapon
from warhost.rulesets.regiments.core.entries import RuleText

KINDS = {"trait": "Trait", "skill": "Skill", "talent": "Talent", "injury": "Injury"}
"""What stands before the name of a trait on a profile, so that no rule of an army book is mistaken for it."""


def fielded_list(state: CampaignState, army: Army, units: Iterable[SheetUnit]) -> ArmyList:
    """The army list that an army brings to a battle."""
    return ArmyList(name=army.name, limit=0, regiments=tuple(fielded_regiment(state, army, unit) for unit in units))


def fielded_regiment(state: CampaignState, army: Army, unit: SheetUnit) -> Regiment:
    """The unit as a regiment under its own name, at its value, with the rules that its traits are."""
    regiment = shopping.made(state, army, unit.pick)
    own = tuple(map(rule_of, (one for one in unit.gained if one.kind != "gear")))
    groups = regiment.groups
    for one in unit.gained:
        if one.kind == "gear":
            groups = with_holy_sword(groups, one.number)
    return replace(
        regiment,
        name=unit.name,
        cost=max(0, value_of(state, army, unit)),
        rules=(*regiment.rules, *own),
        groups=groups,
    )


def rule_of(one: Gained) -> RuleText:
    """The special rule that carries a trait into battle."""
    return RuleText(f"{KINDS[one.kind]}: {one.name}")


def with_holy_sword(groups: tuple[Group, ...], ap: int) -> tuple[Group, ...]:
    """One model of the unit bears the sword besides its weapons (AOFR-R662): the first, apart from its like."""
    sword = Weapon("Holy Sword", None, 6, (RuleText("AP", ap),))
    first, *rest = groups
    bearer = replace(
        first, count=1, weapons=(*first.weapons, sword), name=", ".join(filter(None, (first.name, "Holy Sword")))
    )
    others = (replace(first, count=first.count - 1),) if first.count > 1 else ()
    return (bearer, *others, *rest)
