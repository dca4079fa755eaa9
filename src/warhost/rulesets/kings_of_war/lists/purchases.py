"""What units buy besides the options of their own entry: magical artefacts and spells of the arcane library."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from tomllib import loads

import msgspec

from warhost.muster.entries import Barred, Choice, Option
from warhost.muster.entries import Entry as Offered
from warhost.play.rules.rulebase import parted
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.core import MONSTERS, Entry, Known
from warhost.rulesets.kings_of_war.lists.files import Profile, Upgrade, spell_text
from warhost.rulesets.kings_of_war.rules.artefacts import Artefact
from warhost.rulesets.kings_of_war.rules.named import ARTEFACTS

__all__ = ["ARTEFACT", "SPELL", "UNIQUE", "artefacts", "library", "with_purchases"]

ARTEFACT = "artefact"
"""What the options that are artefacts are tagged with: of all of them a unit may have one."""
SPELL = "spell"
"""What the options that are spells are tagged with: an army may buy each once."""
SPELLCASTER = "Spellcaster"
UNIQUE = "[U]"
"""What units that an army may have once are tagged with, and, behind its name, a spell of a profile."""


def artefacts() -> Mapping[str, type[Artefact]]:
    """The artefacts by their names, with what they cost and who may carry them."""
    return {name: kind for name, kind in ARTEFACTS.rules.items() if issubclass(kind, Artefact)}


@rule("kow.library.alchemists_curse", "kow.library.barkskin", "kow.library.bastion", "kow.library.blizzard")
@rule("kow.library.bloodboil", "kow.library.celestial_restoration", "kow.library.host_shadowbeast")
@rule("kow.library.martyrs_prayer", "kow.library.mind_fog", "kow.library.scorched_earth")
@rule("kow.library.veil_of_shadows", "kow.library.wither_and_perish")
@lru_cache(maxsize=1)
def library() -> Mapping[str, Mapping[int, int]]:
    """The arcane library: the points of each spell by its (n); 0 for a spell that has none."""
    return msgspec.convert(_data("library"), dict[str, dict[int, int]], strict=False)


def _data(name: str) -> object:
    return loads((files("warhost.rulesets.kings_of_war") / "data" / f"{name}.toml").read_text("utf-8"))


@rule("kow.artefact.excluded", "kow.artefact.common", "kow.artefact.heroic")
def why_not(unit: Entry, name: str, artefact: type[Artefact]) -> Barred | None:
    """Why a unit may not carry an artefact; None if it may."""
    if unit.type == "war engine" or (unit.type in MONSTERS and not unit.hero):
        kind = "war engine" if unit.type == "war engine" else "monster"
        return Barred(name, f"a {kind} takes no artefacts: give it to another unit.", "kow.artefact.excluded")
    if unit.unique:
        return Barred(name, "a unique unit [U] takes no artefacts: give it to another unit.", "kow.artefact.excluded")
    if artefact.heroic and not unit.hero:
        return Barred(name, f"{name} is for heroes: give it to one, or take a common artefact.", "kow.artefact.heroic")
    if artefact.types and unit.type not in artefact.types:
        kinds = " or ".join(artefact.types)
        return Barred(name, f"{name} is for heroes of the type {kinds}, not {unit.type}.", "kow.artefact.heroic")
    own = {parted(text)[0] for text in unit.rules}
    barring = next((one for one in artefact.bars if one in own), None)
    if barring is not None:
        return Barred(name, f"a unit with {barring} may not carry {name}.", "kow.artefact.common")
    return None


@rule("kow.artefact.one_each", "kow.army.arcane_purchase")
def with_purchases(entry: Offered) -> Offered:
    """An entry of an army book with the artefacts that it may carry and the spells that it may learn."""
    profile: Profile = entry.own
    own = {option.name.casefold() for option in entry.options}
    options, barred = [*map(_marked, entry.options)], list(entry.barred)
    for name, artefact in artefacts().items():
        denied = why_not(profile.unit, name, artefact)
        if denied is not None:
            barred.append(denied)
        else:
            options.append(Upgrade(name=name, cost=artefact.cost, choose=ARTEFACT, tags=(ARTEFACT,), artefact=True))
    for spell in _library_spells():
        if spell.name.casefold() in own:
            continue
        if SPELLCASTER in profile.unit.traits:
            options.append(spell)
        else:
            why = f"only units with the trait {SPELLCASTER} buy spells of the arcane library."
            barred.append(Barred(spell.name, why, "kow.army.arcane_purchase"))
    # Of a spell that is sold with several numbers a caster buys one.
    choices = [Choice(name=ARTEFACT), *(Choice(name=name) for name in library())]
    known = {choice.name for choice in entry.choices}
    return msgspec.structs.replace(
        entry,
        tags=(*entry.tags, *_tags(profile)),
        options=tuple(options),
        barred=tuple(barred),
        choices=(*entry.choices, *(choice for choice in choices if choice.name not in known)),
    )


def _tags(profile: Profile) -> Iterator[str]:
    """What the limits of an army call a unit besides its category."""
    unit = profile.unit
    yield from filter(None, [unit.rank, "titan" if unit.type == "titan" else "", UNIQUE if unit.unique else ""])
    yield from (f"{spell} {UNIQUE}" for spell in profile.unique_spells)


def _marked(option: Option) -> Option:
    """An option of an entry; one that teaches a spell is counted as a spell."""
    teaches = isinstance(option, Upgrade) and option.spells and SPELL not in option.tags
    return msgspec.structs.replace(option, tags=(*option.tags, SPELL)) if teaches else option


@lru_cache(maxsize=1)
def _library_spells() -> tuple[Upgrade, ...]:
    return tuple(_library())


def _library() -> Iterator[Upgrade]:
    for name, prices in library().items():
        for number, points in prices.items():
            spell = Known(name, number)
            yield Upgrade(name=spell_text(spell), cost=points, choose=name, tags=(SPELL,), spells=(spell,))
