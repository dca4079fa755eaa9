"""Essence of War for newcomers: the words on its cards, and a lesson for each kind of decision."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from warhost.muster.entries import Option
from warhost.play.shown.guide import Guide, Meaning
from warhost.rulebook import catalogue, find
from warhost.rulesets.essence_of_war.chapters.victory.missions import GOALS, INFILTRATION, OCCUPATION, PATROLLING
from warhost.rulesets.essence_of_war.core import BOONS, MODEL_RULES, SPELLS, Battle, rule_name
from warhost.rulesets.essence_of_war.lists import armylists
from warhost.rulesets.essence_of_war.lists.listed_units import Upgrade
from warhost.rulesets.essence_of_war.lists.patrols import patrol, patrols
from warhost.rulesets.essence_of_war.shown.cards import LABELS
from warhost.rulesets.families.data import lessons

_PLACES = tuple(
    f"eow.{place}."
    for place in ("vault.weapon", "vault.armour", "vault.banner", "vault.artefact", "path", "adv.wizard", "mount")
)
"""Where the rows of Enchantments, Paths of Magic, Wizards and mounts are."""

MISSION_ROWS = {
    OCCUPATION: "eow.adv.mission.occupation",
    PATROLLING: "eow.adv.mission.patrolling_goal",
    INFILTRATION: "eow.adv.mission.infiltration",
}

LONGEST_NAME = 40
"""What stands before a colon and is longer is no name, but a sentence."""


def goal(battle: Battle) -> str:
    """How the battle is won: by Victory Points, by its Mission, or at the centre."""
    settings = battle.scene.settings
    turns = f"after {settings.game_turns} turns"
    left_out = "Characters on their own and fleeing units do not count for it."
    mission = f"have more units than the enemy {GOALS[battle.mission]}"
    if not settings.victory_points:
        return f"{mission[0].upper()}{mission[1:]} {turns}. {left_out}"
    told = (
        f"Score more Victory Points than the enemy {turns}: the cost of every enemy unit that is destroyed, flees or "
        "is down to a quarter of its health"
    )
    if not settings.has_mission:
        return f"{told}."
    named = f" {battle.mission}: {mission}" if battle.mission else ", which is rolled before deployment"
    return f"{told}, and a quarter of the battle's size for the Mission{named}. {left_out}"


@cache
def guide() -> Guide:
    return Guide(tuple(_terms()), lessons("warhost.rulesets.essence_of_war"))


def _terms() -> Iterator[Meaning]:
    """The characteristics, then every rule, weapon and spell that a patrol lists, then what Armylists have besides, the
    Missions, and the spells and boons that units are marked with; each once."""
    rows = catalogue("eow")
    for name, label in LABELS.items():
        yield _meaning(label, f"eow.stat.{name}" if name != "rsr" else "eow.basic.rsr")
    told: set[str] = set()
    for army in patrols():
        for entry in patrol(army).entries:
            for name in map(rule_name, entry.listed):
                row = MODEL_RULES[name].id if name in MODEL_RULES else f"eow.patrol.{_slug(army)}.{_slug(name)}"
                if name not in told and row in rows:
                    told.add(name)
                    yield _meaning(name, row)
    for name, found in _advanced():
        if name not in told and len(name) < LONGEST_NAME:
            told.add(name)
            yield Meaning(name, " ".join(find(row).plain for row in found), found[0])


def _advanced() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every rule, weapon, upgrade, Path, mount and Enchantment of the Armylists, with the rows that explain it."""
    for name, registered in ((name, MODEL_RULES[name]) for name in MODEL_RULES):
        own = tuple(row for row in registered.ids if not row.startswith(("eow.basic.", "eow.diff.", "eow.patrol.")))
        yield name, own or (registered.id,)
    general = _named_rows(*_PLACES)
    for faction, book in armylists.BOOKS.all().items():
        own_rows = _named_rows(f"eow.list.{_slug(faction)}.rule.")
        for entry in book.catalogue.entries:
            given = (text for option in entry.options for text in (option.name, *_gives(option)))
            for name in map(rule_name, (*entry.own.rules, *map(str, entry.own.weapons), *given)):
                found = own_rows.get(_slug(name)) or general.get(_slug(name))
                if found:
                    yield name, tuple(found)
        # Rules that change their unit once and for all are not among its rules: their rows begin with their names.
        yield from ((find(rows[0]).plain.partition(":")[0], tuple(rows)) for rows in own_rows.values())
    yield from ((find(rows[0]).plain.partition(":")[0], tuple(rows)) for rows in general.values())
    yield from ((mission, (row,)) for mission, row in MISSION_ROWS.items())
    for name in SPELLS:
        ids = SPELLS[name].ids
        yield name, (next((row for row in ids if row.startswith("eow.spell.")), ids[0]),)
    yield from ((name, (BOONS[name].id,)) for name in BOONS)
    yield "Death is Only...", ("eow.spell.faction.death_is_only_the_beginning",)


def _named_rows(*places: str) -> dict[str, list[str]]:
    """The rows at some places by the names of what they explain."""
    found: dict[str, list[str]] = {}
    for row in catalogue("eow"):
        for place in places:
            if row.startswith(place):
                found.setdefault(row.removeprefix(place).partition(".")[0], []).append(row)
    return found


def _gives(option: Option) -> tuple[str, ...]:
    """The rules that an upgrade gives."""
    return option.does.gives if isinstance(option, Upgrade) else ()


def _meaning(name: str, row: str) -> Meaning:
    return Meaning(name, find(row).plain, row)


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower().replace("'", "")).strip("_")
