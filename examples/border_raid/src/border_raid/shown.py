"""Descriptions of armies, maps, options and bands for the page, the command line and newcomers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from border_raid.armies import Entry, armies, army_of
from border_raid.battle import FILES, MAPS, Band, Raid, Settings, shape_of, standing
from border_raid.fighting import STRIKE, Attack
from border_raid.rules import RULES
from border_raid.turn import HERD, holder, points
from warhost.errors import WarhostError, did_you_mean
from warhost.play import (
    ArmyCard,
    MapCard,
    OptionCard,
    Overlay,
    Reach,
    Ring,
    Sheet,
    Sight,
    Strength,
    Survey,
    Token,
    UnitCard,
    UnitNotes,
)
from warhost.play.shown.cards import Menace, Stand, Threat
from warhost.play.shown.guide import Guide, Lesson, Meaning
from warhost.rulebook import find
from warhost.table import Pose

MM = 25


def profile(entry: Entry) -> dict[str, int | str]:
    """The figures of a band as a player reads them."""
    return {"Move": entry.move, "Skill": f"{entry.skill}+", "Save": f"{entry.save}+", "Nerve": entry.nerve}


def army_card(name: str) -> ArmyCard:
    bands = army_of(name)
    units = [
        UnitCard(
            kind,
            f"{entry.models} models",
            profile(entry),
            entry.rules,
            Stand(entry.models, min(FILES, entry.models), MM, MM),
        )
        for kind, entry in bands.items()
    ]
    return ArmyCard(name, tuple(units))


def map_card(name: str) -> MapCard:
    if name not in MAPS:
        known = ", ".join(MAPS)
        raise WarhostError(f'There is no map "{name}".{did_you_mean(name, MAPS) or f" There are {known}."}')
    title, board = MAPS[name]
    return MapCard(name, title, board)


def option_cards() -> Sequence[OptionCard]:
    return (OptionCard("rounds", "Rounds of the raid.", (3, 5, 7), Settings().rounds),)


def notes(battle: Raid, unit: Band) -> UnitNotes:
    return UnitNotes(profile(unit.entry), unit.entry.rules)


def panel(battle: Raid, seat: int) -> Mapping[str, int | str]:
    return {"Points": points(battle)[seat], "Bands": len(standing(battle, seat))}


def overlay(battle: Raid) -> Overlay:
    herds = battle.scene.board.markers
    return Overlay(
        tokens=tuple(Token(x, y, "Herd", holder(battle, x, y)) for x, y in herds),
        rings=tuple(Ring(x, y, HERD, "Herd") for x, y in herds),
    )


def marks(battle: Raid, unit: Band) -> Sequence[str]:
    return [word for word, told in (("shaken", unit.shaken), ("has acted", unit.acted)) if told]


def strength(battle: Raid, unit: Band) -> Strength:
    left = unit.models if unit.pose is not None else 0
    return Strength(left, unit.entry.models, left, unit.entry.models)


def survey(battle: Raid, unit: Band, pose: Pose | None) -> Survey:
    """What a band reaches and sees from a place, or from where it stands."""
    reaches = (
        Reach("Advance", float(unit.entry.move)),
        Reach("Strike", unit.entry.move + STRIKE, does="charge", after=True),
        *([Reach("Shoot", float(unit.entry.reach), does="shoot")] if unit.entry.reach else []),
    )
    there = msgspec.structs.replace(unit, pose=pose or unit.pose)
    if there.pose is None:
        return Survey(unit.id, pose, reaches)
    foes = standing(battle, 1 - unit.seat)
    tried = [Attack(battle, there, foe, shape_of(there)) for foe in foes]
    sights = tuple(Sight(one.target.id, one.is_possible()) for one in tried)
    return Survey(unit.id, pose, reaches, sights)


def menaces(battle: Raid, seat: int) -> Sequence[Menace]:
    """What each band of a seat could strike or shoot next."""
    found = []
    for band in standing(battle, seat):
        tried = [Attack(battle, band, foe) for foe in standing(battle, 1 - seat)]
        threats = tuple(
            Threat(band.id, one.target.id, "Shoot" if one.shoots else "Strike", one.gap)
            for one in tried
            if one.is_possible()
        )
        found.append(Menace(band.id, survey(battle, band, None).reaches, threats))
    return found


def guide() -> Guide:
    """What the words on cards mean, and what is decided when."""
    terms = [Meaning(name, find(RULES[name].id).plain, RULES[name].id) for name in RULES]
    return Guide(
        terms=tuple(terms),
        lessons=(
            Lesson("activation", "Take turns", "You and your opponent act with one band each, until all have acted."),
            Lesson("move", "Move", "Advance and attack, run twice as far without attacking, or turn about."),
            Lesson("shoot", "Attack", "Strike an enemy ahead of you within 1 inch, or shoot one you can see."),
        ),
    )


def goal(battle: Raid) -> str:
    """How the raid is won."""
    rounds = battle.scene.settings.rounds
    return (
        f"Hold herds (2 points each) and drive enemy bands off (1 point each). Most points after {rounds} rounds win."
    )


def army_sheet(name: str) -> Sheet:
    """An army as a table."""
    bands = army_of(name)
    columns = ("Band", "Models", *profile(next(iter(bands.values()))), "Rules")
    rows = [
        (kind, str(one.models), *map(str, profile(one).values()), ", ".join(one.rules)) for kind, one in bands.items()
    ]
    return Sheet(title=name, columns=columns, right=columns[1:-1], rows=tuple(rows))


def army_data(name: str) -> dict[str, Any]:
    """An army as plain data."""
    return {"name": name, "bands": msgspec.to_builtins(army_of(name))}


def army_names() -> Sequence[str]:
    return tuple(armies())
