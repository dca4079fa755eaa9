"""What speaks for the options of choices that only Fantasy Battles has: ranks for Characters, Duels, weapons, tokens.

The counsel asks here for a question by its topic; what a topic does not tell is left to plain sense.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from warhost.play.counsel.counsel import Term
from warhost.play.events import counted
from warhost.play.questions import Option
from warhost.rulesets.families.ninth_age.core.contact import engaged_sides
from warhost.rulesets.fantasy_battles.chapters.melee.combat_reform import Reform
from warhost.rulesets.fantasy_battles.chapters.melee.combat_reform import reforms as possible_reforms
from warhost.rulesets.fantasy_battles.chapters.melee.duels import opponents
from warhost.rulesets.fantasy_battles.chapters.melee.strikes import normal_blows
from warhost.rulesets.fantasy_battles.chapters.melee.wielding import armed_value
from warhost.rulesets.fantasy_battles.core import Battle, Unit, health, speakers
from warhost.rulesets.fantasy_battles.thinks.expected_fights import blow
from warhost.rulesets.fantasy_battles.thinks.preparations import PREPARATIONS
from warhost.table import Arc, summed

if TYPE_CHECKING:
    from warhost.rulesets.fantasy_battles.thinks.counsel import FantasyCounsel

Weighs: TypeAlias = "Callable[[FantasyCounsel, Option], Iterator[Term]]"

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

TURNED = 3.0
"""What it is worth to face an enemy at the flank or in the rear."""

MORE_IN_CONTACT, TOO_WIDE = 0.5, 0.2
"""What each model in contact is worth after a Combat Reform, and what each file costs."""

MORE_DICE = 0.5
"""What a Magic Die more is worth in one's own next Magic Phase."""

DRINK = 1.5
"""What it is worth to use something that works once a game, when it can do its work."""

NO_MATTER = 0.05
"""What is worth doing because it costs nothing."""


def attacks_of(battle: Battle, unit: Unit) -> int:
    """All attacks of one of the unit's models."""
    parts = battle.entry(unit).parts
    return sum(armed_value(battle, unit, "att", part) * parts[part].count for part in range(len(parts)))


def fights(battle: Battle, unit: Unit) -> bool:
    """Whether a Character is meant to fight rather than to cast."""
    many = attacks_of(battle, unit)
    return many >= FIGHTS_FROM and not (battle.entry(unit).wizard is not None and many <= FIGHTS_FROM)


def joins(counsel: FantasyCounsel, option: Option) -> Iterator[Term]:
    """The unit whose ranks suit the Character best."""
    if option.target is None or option.unit is None:
        return
    battle, row = counsel.battle, "t9a.special.character"
    guest, host = battle.units[option.unit], battle.units[option.target]
    yield SHELTER, "out of sight of archers", "t9a.attack.distribute"
    shooters = bool(battle.entry(host).shots)
    if fights(battle, guest):
        blows = PER_BLOW * attacks_of(battle, guest)
        yield (-blows if shooters else blows), f"its blows beside those of {host.name}", row
        yield battle.entry(host).health / 20, "many around it", row
    elif shooters:
        yield BEHIND, "among those who do not seek a fight", row
    else:
        yield -BEHIND, "casts no missiles from a fight", "t9a.spelltype.missile"
    slower = battle.profile(host).adv - battle.profile(guest).adv
    if slower > 0:
        yield -SLOWER * slower, f"slows {host.name}", "t9a.charge.range"
    lost = sum(1 for one in speakers(battle, host) if one.needs == "all" and not _has(battle, guest, one.name))
    if lost:
        yield -LOST_RULE * lost, "what all of them must have", "t9a.special.swiftstride"


def _has(battle: Battle, unit: Unit, name: str) -> bool:
    return any(one.name == name for one in speakers(battle, unit))


def place(counsel: FantasyCounsel, option: Option) -> Iterator[Term]:
    """Fighters in the middle of the first rank, others at its end."""
    if option.unit is None or option.target is None or not option.key.isdigit():
        return
    battle = counsel.battle
    host, guest = battle.units[option.unit], battle.units[option.target]
    away = abs(int(option.key) - (host.files - 1) / 2)
    yield (-away if fights(battle, guest) else away) * NEAR_MIDDLE, "its place in the rank", "t9a.special.character"


def makes_way(counsel: FantasyCounsel, option: Option) -> Iterator[Term]:
    """In combat a fighter goes where the enemy is; everybody else stays."""
    if option.passes or option.unit is None:
        yield NO_MATTER, "stands well where it is", "t9a.special.make_way"
        return
    guest = counsel.battle.units[option.unit]
    if fights(counsel.battle, guest):
        yield PER_BLOW * attacks_of(counsel.battle, guest), "its blows", "t9a.special.make_way"
    else:
        yield -1.0, "stands well out of it", "t9a.special.make_way"


def duel_worth(counsel: FantasyCounsel, one: Unit, other: Unit) -> float:
    """What a round of a Duel is worth to the side of the first: what both take from each other, each as far as the
    other has health to lose."""
    battle = counsel.battle

    def takes(striker: Unit, target: Unit) -> float:
        parts = battle.entry(striker).parts
        total = summed(
            armed_value(battle, striker, "att", part)
            * parts[part].count
            * blow(battle, striker, target, Arc.FRONT, part)
            for part in range(len(parts))
        )
        return min(total, float(health(battle, target))) * counsel.price(target) / max(1, health(battle, target))

    return takes(one, other) - takes(other, one)


def issues(counsel: FantasyCounsel, option: Option) -> Iterator[Term]:
    """A Duel is worth it where the best that the enemy can send loses it."""
    if option.passes or option.unit is None:
        yield NO_MATTER, "no Duel that is sure to go well", "t9a.special.duel"
        return
    unit = counsel.battle.units[option.unit]
    worst = min((duel_worth(counsel, unit, enemy) for enemy in opponents(counsel.battle, unit)), default=0.0)
    yield worst, "the Duel against the best of them", "t9a.special.duel"


def accepts(counsel: FantasyCounsel, option: Option) -> Iterator[Term]:
    if option.passes or option.unit is None or option.target is None:
        yield NO_MATTER, "to refuse costs nothing, and the Duel would", "t9a.special.duel"
        return
    unit, challenger = counsel.battle.units[option.unit], counsel.battle.units[option.target]
    yield duel_worth(counsel, unit, challenger), "the Duel as it is likely to go", "t9a.special.duel"


def weapon(counsel: FantasyCounsel, option: Option) -> Iterator[Term]:
    """What the blows of the unit take with that weapon."""
    assert option.unit is not None
    battle = counsel.battle
    unit = battle.units[option.unit]
    held, unit.wields = unit.wields, (int(option.key),) * len(battle.entry(unit).parts)
    sides = {foe.unit: foe.theirs for foe in battle.body(unit).foes}
    total = 0.0
    for part, one in enumerate(battle.entry(unit).parts):
        if int(option.key) < max(1, len(one.weapons)):
            for blows in normal_blows(battle, unit, part=part):
                total += blows.number * _on_average(counsel, unit, blows.targets, sides, part)
    last = any(armed_value(battle, unit, "agi", part) == 0 for part in range(len(battle.entry(unit).parts)))
    unit.wields = held
    yield total + NO_MATTER, f"{total:.1f} Health Points on average", "t9a.round.step02_weapon"
    if last:
        yield -0.2 * total, "strikes last", "t9a.round.step05_initiative"


def _on_average(
    counsel: FantasyCounsel, unit: Unit, targets: Sequence[int], sides: Mapping[int, Arc], part: int
) -> float:
    """What a blow takes on average: weapons are chosen before Duels and before blows are allocated, so that each enemy
    in contact counts, those most who are worth most, and a Duellist against whomever it may meet."""
    battle = counsel.battle
    struck = {number: battle.units[number] for number in targets}
    if battle.scene.settings.duels and (unit.host is not None or battle.entry(unit).is_character):
        struck.update({enemy.id: enemy for enemy in opponents(battle, unit) if battle.body(enemy).id in sides})
    total = weights = 0.0
    for target in struck.values():
        weight = counsel.price(target) / max(1, health(battle, target))
        total += weight * blow(battle, unit, target, sides[battle.body(target).id], part)
        weights += weight
    return total / weights if weights else 0.0


def siphons(counsel: FantasyCounsel, option: Option) -> Iterator[Term]:
    """The Veil Tokens that are kept are dice of the next phase; the others are lost in any case."""
    settings, tokens = counsel.battle.scene.settings, counsel.battle.tokens[counsel.seat]
    kept = min(settings.tokens_kept, tokens - int(option.key) * settings.tokens_per_die)
    if counsel.turns_left:
        worth = MORE_DICE * kept / settings.tokens_per_die
        yield worth, f"{counted(kept, 'Veil Token')} kept for the next phase", "t9a.special.veil_token"


def healed(counsel: FantasyCounsel, option: Option) -> Iterator[Term]:
    """What the Health Points are worth that come back."""
    number = option.unit if option.target is None else option.target
    if option.passes or number is None:
        return
    back = next((odd.value for odd in option.odds if odd.kind == "expected"), 1.0)
    yield back * counsel.life(counsel.unit(number)), f"{counted(back, 'Health Point')} regained", "t9a.special.raise_hp"


def struck(counsel: FantasyCounsel, option: Option) -> Iterator[Term]:
    """Which model a spell strikes: the one whose Health Points are worth most."""
    number = option.unit if option.target is None else option.target
    if number is not None:
        unit = counsel.unit(number)
        yield (
            counsel.price(unit) / max(1, health(counsel.battle, unit)),
            "what a Health Point is worth",
            "t9a.attack.distribute",
        )


def uses(counsel: FantasyCounsel, option: Option) -> Iterator[Term]:
    """Things that work once a game are used where they can work."""
    if not option.passes:
        yield DRINK, "now it can do its work", "t9a.special.one_use_only"


def reforms(counsel: FantasyCounsel, option: Option) -> Iterator[Term]:
    """Whoever has an enemy at the flank or in the rear turns to face it; others stand as they stand."""
    if option.passes or option.unit is None:
        yield NO_MATTER, "all face the enemy already", "t9a.special.combat_reform"
        return
    unit = counsel.unit(option.unit)
    if not engaged_sides(unit) - {Arc.FRONT}:
        yield -1.0, "stands well", "t9a.special.combat_reform"
    elif not _fronts(counsel, unit):
        yield -1.0, "no room to face the enemy", "t9a.special.combat_reform"
    else:
        yield TURNED, "an enemy at the flank or in the rear", "t9a.special.combat_reform"


def _fronts(counsel: FantasyCounsel, unit: Unit) -> list[Reform]:
    """How the unit may be set down with its front to the enemy."""
    found = counsel.known(("reforms", unit.id), lambda: possible_reforms(counsel.battle, unit))
    return [reform for reform in found if reform.to.side is Arc.FRONT]


def reform_files(counsel: FantasyCounsel, option: Option) -> Iterator[Term]:
    """As wide as brings most models into contact by the front, but no wider."""
    if option.passes or option.unit is None:
        return
    files = int(option.key)
    models = [one.to.models for one in _fronts(counsel, counsel.unit(option.unit)) if one.files == files]
    if not models:
        yield -1.0, "does not face the enemy so", "t9a.special.combat_reform"
        return
    yield MORE_IN_CONTACT * max(models), f"{counted(max(models), 'model')} in contact", "t9a.special.combat_reform"
    yield -TOO_WIDE * files, "fewer ranks", "t9a.score.rank_bonus"


def reform_place(counsel: FantasyCounsel, option: Option) -> Iterator[Term]:
    """By the front, with as many models in contact as can be."""
    if option.passes or option.unit is None:
        return
    for reform in _fronts(counsel, counsel.unit(option.unit)):
        if reform.to.place.pose == option.pose:
            yield TURNED, "faces the enemy", "t9a.special.combat_reform"
            models = reform.to.models
            yield MORE_IN_CONTACT * models, f"{counted(models, 'model')} in contact", "t9a.special.combat_reform"
            return
    yield -TURNED, "does not face the enemy so", "t9a.special.combat_reform"


def sacrifices(counsel: FantasyCounsel, option: Option) -> Iterator[Term]:
    """Health Points for a better spell: only those that are worth little."""
    if option.passes:
        yield NO_MATTER, "keeps its Health Points", "t9a.occultism.the_sacrifice"
    elif option.unit is not None:
        unit = counsel.unit(option.unit)
        yield DRINK - 2 * counsel.life(unit), "the spell's extra effect for them", "t9a.occultism.the_sacrifice"


def takes_wing(counsel: FantasyCounsel, option: Option) -> Iterator[Term]:
    """A choice that is asked where flight is a risk and the ground is open."""
    if option.passes:
        yield NO_MATTER, "no risk on the ground", "t9a.special.fly"


def rerolls(counsel: FantasyCounsel, option: Option) -> Iterator[Term]:
    if not option.passes:
        yield NO_MATTER, "nothing to lose", "t9a.terrain.hill_charge"


CHOICES: Mapping[str, Weighs] = {
    "join": joins,
    "ambush with": joins,
    "place in the ranks": place,
    "make way": makes_way,
    "swap places": makes_way,
    "issue duel": issues,
    "accept duel": accepts,
    "weapon": weapon,
    "siphon": siphons,
    "heal whom": healed,
    "strike whom": struck,
    "item": uses,
    "breath": uses,
    "combat reform": reforms,
    "combat reform test": reforms,
    "combat reform files": reform_files,
    "combat reform place": reform_place,
    "sacrifice": sacrifices,
    "hill reroll": rerolls,
    "charge in flight": takes_wing,
    **PREPARATIONS,
}
"""The topics that are told of here."""
