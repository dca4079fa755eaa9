"""What speaks for a Character's place: alone or in the ranks of a unit, and where in the first of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from warhost.play.counsel.counsel import Term
from warhost.play.questions import Option
from warhost.rulesets.essence_of_war.core import Battle, Unit, contacts, speakers

if TYPE_CHECKING:
    from warhost.rulesets.essence_of_war.thinks.counsel import EssenceCounsel

SHELTER = 2.0
"""What it is worth that shots and most spells do not find a Character."""

PER_BLOW = 0.8
"""What each attack of a Character is worth in a unit that fights."""

BEHIND = 1.5
"""What it is worth to a Wizard to stand with shooters, who are not looking for a fight."""

SLOWER = 1.2
"""What each inch costs by which a Character holds up its unit."""

LOST_RULE = 4.0
"""What it costs a unit to lose a rule that all its models must have: flight, swift strides."""

FIGHTS_FROM = 3
"""Whoever has so many attacks is meant to fight."""

NEAR_MIDDLE = 0.1
"""What each file nearer to the middle of the rank is worth to a fighter; a Wizard likes its end."""


def joins(counsel: EssenceCounsel, option: Option) -> Iterator[Term]:
    """The unit whose ranks suit the Character best."""
    if option.target is None or option.unit is None:
        return
    battle = counsel.battle
    guest, host = battle.units[option.unit], battle.units[option.target]
    rule_id = "eow.adv.char.join_deployment"
    yield SHELTER, "out of sight of archers", "eow.adv.char.hits_rf_first"
    if fights(battle, guest):
        blows = PER_BLOW * battle.profile(guest).att
        yield (-blows if battle.entry(host).weapons else blows), f"its blows beside those of {host.name}", rule_id
        yield battle.entry(host).health / 20, "many around it", rule_id
    elif battle.entry(host).weapons:
        yield BEHIND, "among those who do not seek a fight", rule_id
    else:
        yield -BEHIND, "casts no missiles from a fight", "eow.magic.attack_spell_engaged"
    slower = battle.profile(host).adv - battle.profile(guest).adv
    if slower > 0:
        yield -SLOWER * slower, f"slows {host.name}", "eow.move.advance.lowest"
    lost = sum(1 for rule in speakers(battle, host) if rule.needs == "all" and not _has(battle, guest, rule.name))
    if lost:
        yield -LOST_RULE * lost, "what all of them must have", "eow.special.swiftstride_all"


def fights(battle: Battle, unit: Unit) -> bool:
    """Whether a Character is meant to fight rather than to cast."""
    entry = battle.entry(unit)
    return entry.profile.att >= FIGHTS_FROM and not (entry.spells and entry.profile.att <= FIGHTS_FROM)


def _has(battle: Battle, unit: Unit, name: str) -> bool:
    return any(rule.name == name for rule in speakers(battle, unit))


def place(counsel: EssenceCounsel, option: Option) -> Iterator[Term]:
    """Fighters in the middle of the first rank, others at its end."""
    if option.unit is None or not option.key.isdigit():
        return
    battle = counsel.battle
    host = battle.units[option.unit]
    away = abs(int(option.key) - (host.files - 1) / 2)
    middle = option.target is None or fights(battle, battle.units[option.target])
    yield (-away if middle else away) * NEAR_MIDDLE, "its place in the rank", "eow.adv.char.join_replaces"


def swaps(counsel: EssenceCounsel, option: Option) -> Iterator[Term]:
    """In combat a fighter goes where the enemy is; everybody else stays."""
    if option.passes or option.unit is None:
        return
    battle = counsel.battle
    host = battle.units[option.unit]
    guest = battle.guest_of(host)
    touching = {file for rank, file in contacts(battle, host) if rank == 0}
    if guest is not None and fights(battle, guest) and host.spot[1] not in touching:
        yield PER_BLOW * battle.profile(guest).att, "its blows", "eow.adv.char.swap_engaged"
    else:
        yield -1.0, "stands well", "eow.adv.char.swap_engaged"


COMPANY_CHOICES: Mapping[str, Callable[[EssenceCounsel, Option], Iterator[Term]]] = {
    "join": joins,
    "ambush with": joins,
    "place in the ranks": place,
    "swap places": swaps,
}
