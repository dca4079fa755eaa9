"""What speaks for the options of choices that only Essence of War has: marks, scrolls, healing, other weapons.

The counsel asks here for a question by its topic; what a topic does not tell is left to plain sense.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeAlias

from warhost.play.battle import copied
from warhost.play.counsel.counsel import Term
from warhost.play.events import counted
from warhost.play.questions import Option
from warhost.rulesets.essence_of_war.chapters.magic.healing import most_regained
from warhost.rulesets.essence_of_war.chapters.melee.strikes import normal_blows
from warhost.rulesets.essence_of_war.core import Battle, Boon, Unit
from warhost.rulesets.essence_of_war.lists.armylists import grimoire
from warhost.rulesets.essence_of_war.thinks.army_choices import ARMY_CHOICES
from warhost.rulesets.essence_of_war.thinks.company_choices import COMPANY_CHOICES
from warhost.rulesets.essence_of_war.thinks.expected_fights import blow

if TYPE_CHECKING:
    from warhost.rulesets.essence_of_war.thinks.counsel import EssenceCounsel

Weighs: TypeAlias = "Callable[[EssenceCounsel, Option], Iterator[Term]]"

SCROLL_FROM = 2
"""The turn from which on a Binding Scroll is not kept any longer: before, few spells reach anybody."""

PER_POINT = 0.1
"""What it is worth to stop a spell, for each point of its Casting Value."""

OF_HARM = 3.0
"""What a first spell that hurts is worth to the bearer of a crown, against one that helps."""

TO_HAVE = 0.2
"""What a unit in Ambush is worth that may still be deployed as others are."""


def marked(counsel: EssenceCounsel, option: Option) -> Iterator[Term]:
    """A Grudge: the more its bearer's army has to win, the better."""
    assert option.unit is not None
    yield counsel.worth(counsel.unit(option.unit)) / 10, "worth the most", "eow.list.dwarven_holds.rule.grudge"


def ambushers(counsel: EssenceCounsel, option: Option) -> Iterator[Term]:
    if not option.passes:
        yield TO_HAVE, "may wait in Ambush", "eow.list.beast_herds.rule.ambushing_party"


def weapon(counsel: EssenceCounsel, option: Option) -> Iterator[Term]:
    """What the blows of the unit take with the profile that the option means."""
    assert option.unit is not None
    battle, name = counsel.battle, "Weapon Master"
    if not option.passes:
        battle = copied(battle)
        bearer = battle.units[option.unit]
        body = battle.body(bearer)
        body.boons = (*body.boons, Boon(name, "round", other=bearer.entry, seat=body.seat))
    taken = expected_blows(battle, battle.units[option.unit])
    yield taken, f"{taken:.1f} Health Points on average", "eow.list.dwarven_holds.rule.weapon_master"


def expected_blows(battle: Battle, unit: Unit) -> float:
    """The Health Points that the normal attacks of a unit take from those it fights on average."""
    sides = {foe.unit: foe.theirs for foe in battle.body(unit).foes}
    total = 0.0
    for many in normal_blows(battle, unit):
        target = battle.units[many.targets[0]]
        total += many.number * blow(battle, unit, target, sides[battle.body(target).id])
    return total


def healed(counsel: EssenceCounsel, option: Option) -> Iterator[Term]:
    """What the Health Points are worth that come back."""
    number = option.unit if option.target is None else option.target
    if option.passes or number is None:
        return
    unit = counsel.unit(number)
    back = most_regained(counsel.battle, unit)
    worth = back * counsel.life(unit)
    yield worth, f"{counted(back, 'Health Point')} regained", "eow.spell.faction.arise"


def struck(counsel: EssenceCounsel, option: Option) -> Iterator[Term]:
    """Which model a spell takes a Health Point from: the one whose Health Points are worth most."""
    assert option.target is not None
    yield (
        counsel.life(counsel.unit(option.target)),
        "what a Health Point is worth",
        "eow.spell.evocation.hasten_the_hour",
    )


def bound(counsel: EssenceCounsel, option: Option) -> Iterator[Term]:
    """The hardest spell, once the armies are near."""
    if option.passes:
        if counsel.battle.turn < SCROLL_FROM:
            yield OF_HARM, "spells reach farther later", "eow.vault.artefact.binding_scroll"
        return
    known = grimoire().spells.get(option.key)
    if known is not None and known.castable:
        yield PER_POINT * known.value, "stops a hard spell", "eow.vault.artefact.binding_scroll"


def path(counsel: EssenceCounsel, option: Option) -> Iterator[Term]:
    first = grimoire().paths[option.key][0]
    if first.hits is not None:
        yield OF_HARM, "its first spell hurts", "eow.vault.artefact.crown_of_the_wizard_king"


CHOICES: Mapping[str, Weighs] = {
    "grudge": marked,
    "ambushing party": ambushers,
    "weapon master": weapon,
    "heal": healed,
    "heal whom": healed,
    "strike whom": struck,
    "binding scroll": bound,
    "path of the crown": path,
    **ARMY_CHOICES,
    **COMPANY_CHOICES,
}
"""The topics that are told of here."""
