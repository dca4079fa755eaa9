"""Catalogues of BattleScribe for the 3rd edition: units of one army with their profiles, in XML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element

from warhost.muster.files.army_text import DataError, plain_line
from warhost.muster.foreign.xml_text import children, parsed_xml, tag
from warhost.muster.values import Mustered, Source
from warhost.rulesets.kings_of_war.chapters.magic import SPELLS
from warhost.rulesets.kings_of_war.core import Known, Size
from warhost.rulesets.kings_of_war.lists.files import Upgrade, known, spell_text
from warhost.rulesets.kings_of_war.lists.importing.profiles import (
    SINGLE,
    Found,
    Notes,
    attacks,
    book_of,
    category_of,
    crown,
    mustered,
    named_rules,
    nerve,
    number,
    roll,
    split,
    type_of,
)

__all__ = ["is_battlescribe", "read_battlescribe"]

GAME = "Kings of War, 3rd edition"
MOST_UNITS = 500
UNIT_PROFILE = "Profile"

LARGE = ("large infantry", "large cavalry")
_SMALLER = {"regiment": "troop", "horde": "regiment", "legion": "horde"}
"""Sizes of large infantry and large cavalry: six models, a horde of the 3rd edition, are a regiment now."""
_SIZES: dict[str, Size] = {"troop": "troop", "regiment": "regiment", "horde": "horde"}
_NAME = re.compile(
    r"(?:[A-Z]: )?(?P<name>.+?)(?P<irregular>\*)?(?: \((?P<models>\d+)\) (?P<size>\w+))?(?: \[(?P<most>\d)\])?"
)
_RALLYING = re.compile(r"^Rallying \(\d\)")
_WRITTEN_SPELL = re.compile(r"~\s*([^~()]+?\s*\(\d+\))")


def is_battlescribe(text: str) -> bool:
    """Whether a text may be a catalogue or a game system of BattleScribe."""
    return "battlescribe.net/schema/" in text[:4000]


def read_battlescribe(source: Source, books: Sequence[Source] = ()) -> Mustered:
    """The army book of a catalogue; raises DataError with all that is wrong with it."""
    root = parsed_xml(source)
    if tag(root) == "gameSystem":
        raise DataError(
            [f"{source.name}: is the game system, which holds no army. Import the catalogue of an army (.cat)."]
        )
    if tag(root) != "catalogue":
        raise DataError([f"{source.name}: holds a {tag(root)}, not a catalogue of BattleScribe."])
    notes = Notes()
    problems: list[str] = []
    units = []
    for place, raw in enumerate(children(root, "selectionEntries"), 1):
        if raw.get("type") != "unit" and not _profile(raw):
            continue
        unit = _unit(raw, place, source.name, problems, notes)
        if unit is not None:
            units.append(unit)
    if len(units) > MOST_UNITS:
        problems.append(f"{source.name}: has {len(units)} units: {MOST_UNITS} are read at most.")
    if problems:
        raise DataError(problems)
    if not units:
        raise DataError([f"{source.name}: has no units with a profile of Kings of War."])
    _tell_editions(notes)
    crown(units)
    faction = re.sub(r"\{.*?\}", "", plain_line(root.get("name", ""))).strip() or source.name
    book = book_of(faction, units, notes)
    return mustered(
        book, source.name, "BattleScribe catalogue of the 3rd edition", GAME, root.get("revision", ""), notes
    )


def _tell_editions(notes: Notes) -> None:
    """What is different between the editions for the army as a whole."""
    for sentence in (
        "Profiles and points are those of the 3rd edition: agree with your opponent before you play them.",
        "Unlocks of the 3rd edition became categories of the 4th, set by type and size; check them.",
        "Unit Strength follows from size and rank in the 4th edition: that of the file is not used.",
        "Heights follow from the type in the 4th edition: those of the file are not used.",
        "The 3rd edition has no command orders: the army has none.",
        "Heroes are champions, the costliest is a warlord: the 3rd edition has no ranks.",
        "Artefacts are those of the 4th edition.",
    ):
        notes.add(sentence)


def _profile(raw: Element) -> Mapping[str, str]:
    """The profile of a unit: its characteristics by their names."""
    for profile in children(raw, "profiles"):
        if (profile.get("typeName") or "").strip() == UNIT_PROFILE:
            return {
                one.get("name", ""): plain_line((one.text or "").replace("\n", ", "))
                for one in children(profile, "characteristics")
            }
    return {}


def _points(raw: Element) -> int:
    for cost in children(raw, "costs"):
        if (cost.get("name") or "").strip() == "pts":
            try:
                return max(0, int(float(cost.get("value") or 0)))
            except (ValueError, OverflowError):
                return 0
    return 0


def _unit(raw: Element, place: int, filename: str, problems: list[str], notes: Notes) -> Found | None:
    title = plain_line(raw.get("name", ""))
    where = f'{filename}, unit {place} "{title}"'
    told = _profile(raw)
    if not told:
        notes.add("They have no profile in this file and were left out.", title)
        return None
    named = _NAME.fullmatch(title)
    if named is None or not named["name"]:
        problems.append(f"{where}: has no name.")
        return None
    kind = type_of(told.get("Type", ""))
    if kind is None:
        problems.append(f'{where}: type "{told.get("Type", "")}" is unknown.')
        return None
    size = (named["size"] or "").casefold()
    if kind[0] in LARGE:
        size = _SMALLER.get(size, size)
        notes.add(
            "Large infantry and cavalry are named a size lower: what was a horde has a regiment's models.",
            named["name"],
        )
    if size == "legion":
        notes.add("Legions are gone in the 4th edition and were left out.", title)
        return None
    speed, defence, nerves = number(told.get("Sp")), number(told.get("De")), nerve(told.get("Ne"), title, notes)
    for key, value in (("Sp", speed), ("De", defence), ("Ne", nerves)):
        if value is None:
            problems.append(f'{where}: "{key}" must be a number, not "{told.get(key, "")}".')
    if speed is None or defence is None or nerves is None:
        return None
    unit = _profiled(raw, told, named["name"], kind, title, notes)
    unit.size = "" if unit.hero or unit.type in SINGLE else _SIZES.get(size, "regiment")
    unit.speed, unit.defence, unit.nerve = min(speed, 20), min(6, max(2, defence)), min(nerves, 40)
    unit.unique = named["most"] == "1" and unit.hero
    unit.limit = int(named["most"]) if named["most"] and not unit.unique else None
    if named["irregular"]:
        notes.add("Irregular in the 3rd edition (unlocks nothing): an auxiliary here.", named["name"])
    unit.category = "auxiliary" if named["irregular"] and not unit.hero else category_of(unit)
    unit.rank = "champion" if unit.hero else ""
    return unit


def _profiled(
    raw: Element, told: Mapping[str, str], name: str, kind: tuple[str, bool, bool], title: str, notes: Notes
) -> Found:
    spells = [*_spells_in(told.get("Special", ""))]
    special = _WRITTEN_SPELL.sub("", told.get("Special", ""))
    rules, weapons = named_rules(split(special))
    if any(_RALLYING.match(said) for said in rules):
        notes.add("Rallying has no number in the 4th edition: it gives Nerve +1.", name)
        rules = tuple(_RALLYING.sub("Rallying", said) for said in rules)
    keys = split(told.get("Key", ""))
    traits = [re.sub(r"^~?(Spellcaster).*", r"\1", key) for key in keys]
    if kind[2]:
        notes.add("Heavy and monstrous infantry of the 3rd edition keep their larger bases.", name)
    if told.get("Type", "").casefold().startswith("swa"):
        notes.add("Swarms are infantry in the 4th edition.", name)
    shooting = number(told.get("Ra"))
    if shooting is not None and not weapons:
        notes.add("They have a Shooting value and no weapon in the file, so they cannot shoot.", title)
    options = tuple(_options(raw, title, notes))
    if spells or any(option.spells for option in options):
        traits = [*traits, *([] if "Spellcaster" in traits else ["Spellcaster"])]
    return Found(
        name=name,
        type=kind[0],  # type: ignore[arg-type]
        hero=kind[1],
        legacy=kind[2],
        melee=roll(told.get("Me")),
        shooting=roll(told.get("Ra")),
        attacks=attacks(told.get("Att", "-"), title, notes),
        points=_points(raw),
        rules=rules,
        traits=tuple(traits),
        weapons=weapons if shooting is not None else (),
        spells=tuple(spells),
        options=options,
    )


def _spells_in(special: str) -> Iterator[Known]:
    for text in _WRITTEN_SPELL.findall(special):
        spell = known(text)
        if spell is not None:
            yield spell[0]


def _options(raw: Element, title: str, notes: Notes) -> Iterator[Upgrade]:
    """Options that are spells of the book, and mounts; others are told and left out."""
    seen: set[str] = set()
    for option in children(raw, "selectionEntries"):
        name = re.sub(r" \[\d\]$", "", plain_line(option.get("name", "")))
        spell = known(name)
        if spell is not None and spell[0].name in SPELLS and name not in seen:
            seen.add(name)
            yield Upgrade(name=spell_text(spell[0]), cost=_points(option), spells=(spell[0],))
        else:
            notes.add(f'The option "{name}" was not imported.', title)
