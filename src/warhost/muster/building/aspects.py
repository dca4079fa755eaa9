"""What a unit is good for, as its card tells it: whether it shoots, casts, is fast, is a monster.

Cards of different rulebooks have different figures, but they have much in common: a weapon with a range in inches, a
word such as Caster, a figure for how far it moves. `Signs` are those words and figures; a rulebook says where its own
differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from warhost.play import UnitCard

__all__ = ["SIGNS", "Aspects", "Figures", "Signs", "aspects_of", "figures_of"]

LONG = 12
"""Weapons that reach farther than so many inches are those of shooters; others are thrown on the way in."""


class Signs(msgspec.Struct, frozen=True, kw_only=True):
    """How cards tell things: patterns for the texts of units, rules and weapons, and the names of figures."""

    shoots: str = r'\((?P<range>\d{1,3})"'
    """A weapon with its range."""
    thrown: str = r"(?i)throw"
    """Weapons of short range, where no range is told."""
    shots: str = r"\bA(?P<number>\d+)"
    """How often each model shoots with it; once where nothing is said."""
    strikes: str = r"\(A(?P<number>\d+)"
    """Attacks of a weapon in hand, where they are no figure of the profile."""
    casts: str = r"(?i)^(spell)?caster\b|\bwizard\b"
    fast: str = r"(?i)^(fast|fly|flying|flyer|nimble|vanguard)\b"
    slow: str = r"(?i)^(slow|ponderous|shambling)\b"
    monster: str = r"(?i)\b(monster|titan|giant|towering|gigantic)\b"
    large: str = r"(?i)\b(large|monstrous|chariot|vehicle)\b"
    mounted: str = r"(?i)\b(cavalry|flyer|chariot)\b"
    engine: str = r"(?i)\b(war (machine|engine|platform)|artillery)\b"
    hero: str = r"(?i)\b(hero|character|commander|champion|warlord)\b"
    casting: tuple[str, ...] = ()
    """Figures that only wizards have."""
    speed: tuple[str, ...] = ()
    attacks: tuple[str, ...] = ()
    whole: bool = False
    """Attacks in profiles are those of a whole unit, in hand or with its weapon."""
    wounds: tuple[str, ...] = ()
    """Wounds of each model ..."""
    nerve: tuple[str, ...] = ()
    """... or what a unit bears as a whole."""
    toughness: tuple[str, ...] = ()
    """How hard each wound is to make; 4 is usual."""
    strength: tuple[str, ...] = ()
    """How hard it strikes: the sum of these."""
    hits: tuple[str, ...] = ()
    """What it must roll to hit in combat, the lower the better ..."""
    skill: tuple[str, ...] = ()
    """... or how well it fights; 4 is usual."""
    armour: tuple[str, ...] = ()
    """The higher the better: 3, or 5+ for those who roll against it ..."""
    save: tuple[str, ...] = ()
    """... or what it must roll itself, the lower the better, ..."""
    die: int = 6
    """... on a die of so many sides."""


SIGNS = Signs()


class Aspects(NamedTuple):
    """What a unit is, each from 0 (not at all) to 1."""

    shooting: float = 0.0
    magic: float = 0.0
    monster: float = 0.0
    hero: float = 0.0
    fast: float = 0.0
    quality: float = 0.0
    """How dear a model is, among those of its faction."""
    numbers: float = 0.0
    """How many models there are for the points, among those of its faction."""


class Figures(NamedTuple):
    """What the card of a unit says in figures, as far as it does."""

    models: int
    wounds: int = 0
    """All wounds of a unit, or its nerve."""
    attacks: int = 0
    """All attacks of all models ..."""
    fighting: int = 0
    """... and those of the models that reach an enemy, where they stand in ranks."""
    shots: int = 0
    reach: int = 0
    """The inches of its longest weapon."""
    speed: int = 0
    protection: float = 0.0
    """From 0 to about 1."""
    toughness: float = 1.0
    """1 is usual."""
    strength: int = 0
    hits: float = 0.5
    """How likely each attack hits."""


def aspects_of(card: UnitCard, models: int, signs: Signs = SIGNS, tags: Iterable[str] = ()) -> Aspects:
    """What a unit is, by its card and by what its entry is called. Quality and numbers mean something only within a
    faction and are left to whoever knows it."""
    told = (*card.rules, *tags)
    hero = bool(re.search(signs.hero, card.text)) or _any(signs.hero, tags)
    return Aspects(
        shooting=_shooting(card, signs),
        magic=float(_any(signs.casts, told) or any(card.profile.get(name) for name in signs.casting)),
        monster=_monster(card, models, signs, hero, told),
        hero=float(hero),
        fast=_fast(card, signs),
    )


def _any(pattern: str, texts: Iterable[str]) -> bool:
    return any(re.search(pattern, text) for text in texts)


def _shooting(card: UnitCard, signs: Signs) -> float:
    """1 for those who shoot far, half for those who throw."""
    weapons = list(filter(None, (re.search(signs.shoots, text) for text in card.rules)))
    far = any(_reach(w) > LONG or (not _reach(w) and not re.search(signs.thrown, w.string)) for w in weapons)
    return 1.0 if far else 0.5 if weapons else 0.0


def _reach(weapon: re.Match[str]) -> int:
    """The range of a weapon; 0 where the card does not say it."""
    return int(weapon.groupdict().get("range") or 0)


def _monster(card: UnitCard, models: int, signs: Signs, hero: bool, told: Sequence[str]) -> float:
    if re.search(signs.monster, card.text) or _any(signs.monster, told):
        return 1.0
    if re.search(signs.engine, card.text):
        return 0.3
    if re.search(signs.large, card.text):
        return 0.5
    base = re.search(r"bases? (\d+)x(\d+)", card.text)
    wide = base is not None and min(int(base[1]), int(base[2])) >= 40
    return 0.0 if hero or not wide or models > 6 else 0.8 if models == 1 else 0.4


def _fast(card: UnitCard, signs: Signs) -> float:
    """By its speed, more for those who ride or fly, and less for the slow."""
    speed = _figure(card, signs.speed)
    found = (speed - 4) / 6 if speed else 0.3
    found += 0.25 * bool(re.search(signs.mounted, card.text)) + 0.3 * _any(signs.fast, card.rules)
    found -= 0.3 * _any(signs.slow, card.rules)
    return min(1.0, max(0.0, found))


def _figure(card: UnitCard, names: Sequence[str]) -> int:
    """The first of these figures that the card has, 5 for 5+; 0 if it has none."""
    for name in names:
        found = re.fullmatch(r"(\d+)\+?", str(card.profile.get(name, "")))
        if found:
            return int(found[1])
    return 0


def figures_of(card: UnitCard, models: int, signs: Signs = SIGNS) -> Figures:
    """What a card says in figures."""
    own = _figure(card, signs.attacks)
    attacks = own if signs.whole else own * models
    shots, reach = 0, 0
    for text in card.rules:
        if weapon := re.search(signs.shoots, text):
            many = re.search(signs.shots, text)
            bearers = re.search(r" on (\d+)$", text)
            each = own if signs.whole else int(bearers[1]) if bearers else models
            shots += int(many["number"]) * (1 if signs.whole else each) if many else each
            reach = max(reach, _reach(weapon))
        elif armed := re.search(signs.strikes, text):
            attacks += int(armed["number"]) * models
    saves, needs, skill = _figure(card, signs.save), _figure(card, signs.hits), _figure(card, signs.skill)
    stand = card.stand
    files = models if stand is None or stand.round or signs.whole else min(models, round(1.5 * stand.files))
    return Figures(
        models=models,
        wounds=_figure(card, signs.nerve) or _figure(card, signs.wounds) * models,
        attacks=attacks,
        fighting=round(attacks * files / models),
        shots=shots,
        reach=reach,
        speed=_figure(card, signs.speed),
        protection=(signs.die + 1 - saves) / signs.die if saves else _figure(card, signs.armour) / signs.die,
        toughness=_figure(card, signs.toughness) / 4 or 1.0,
        strength=sum(_figure(card, (name,)) for name in signs.strength),
        hits=(signs.die + 1 - needs) / signs.die if needs else skill / 8 or 0.5,
    )
