"""The guidelines of Age of Fantasy: Regiments for tournaments (Tournament Guidelines): armies, sideboards, matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from warhost.campaign.tournament.books import AnyBook
from warhost.campaign.tournament.values import Entrant, Settings
from warhost.errors import WarhostError
from warhost.muster.checking.roster import Budget
from warhost.muster.files.army_text import Problem
from warhost.play import Battle as AnyBattle
from warhost.play import Option, Outcome, Sheet
from warhost.play.events import counted
from warhost.play.shown.cards import OptionCard
from warhost.rulebook import rule
from warhost.rulesets.families.brought import list_data
from warhost.rulesets.regiments.chapters.missions import figures, mission_names
from warhost.rulesets.regiments.core import ArmyList, Battle, Unit
from warhost.rulesets.regiments.lists.house import ready_list
from warhost.rulesets.regiments.lists.limits import list_from_data
from warhost.rulesets.regiments.lists.rosters import base_problems, check
from warhost.rulesets.regiments.parts.chess_clocks import MINUTES
from warhost.rulesets.regiments.shown.sheets import list_sheet

__all__ = ["RegimentsBook", "combined", "destruction_points"]

MAIN_SHARE, SIDE_SHARE = 70, 30
"""Percent of the game size that a main list and a sideboard may be worth."""
MOST_SIDEBOARDS = 3
MOST_FACTIONS = 2
PRIMARY_SHARE = 60
"""Percent of a mixed army that belong to its primary faction."""

PLACED_BY_NOBODY = "random"


class RegimentsBook(AnyBook):
    """Tournaments of Age of Fantasy: Regiments."""

    second = "Destruction points"
    second_help = "The cost of all enemy units that were destroyed or Shaken at the end of a match."
    sideboards = True
    points = Settings().points
    winner_rules = ("aofr.tourney.winner",)

    def problems(self, settings: Settings, entrant: Entrant) -> list[str]:
        """All that keeps an army out. Armies of the house come as they are."""
        try:
            if entrant.list is None:
                if settings.sideboards or entrant.sideboards:
                    return ["A sideboard needs a list of your own to add it to."]
                ready_list(entrant.army, settings.points)
                return []
            main = list_from_data(entrant.list)
            sides = [list_from_data(side) for side in entrant.sideboards]
        except WarhostError as error:
            return [str(error)]
        return list(dict.fromkeys(map(str, army_problems(settings, main, sides, entrant.primary))))

    @rule("aofr.tourney.terrain")
    def refused(self, settings: Settings) -> list[str]:
        """Terrain is set up by the organisers: players neither place it nor say what it does."""
        told: list[str] = []
        placement = settings.options.get("placement", PLACED_BY_NOBODY)
        if placement != PLACED_BY_NOBODY or settings.options.get("name_dangerous"):
            why = "The organisers set up the terrain: leave out the options placement and name_dangerous."
            told.append(str(WarhostError(why, "aofr.tourney.terrain")))
        if settings.clocks and settings.minutes // 2 not in MINUTES:
            known = ", ".join(str(2 * minutes) for minutes in MINUTES)
            why = f"Chess clocks have half of the round each, and none has {settings.minutes // 2} minutes"
            told.append(str(WarhostError(f"{why}: make it one of {known} minutes.", "aofr.tourney.clocks")))
        for mission in settings.missions:
            try:
                figures(mission)
            except WarhostError as error:
                told.append(str(error))
        return told

    def cards(self) -> Sequence[OptionCard]:
        """The options of the guidelines."""
        usual = Settings()
        return (
            OptionCard("clocks", "Each player has a chess clock of half the round.", (False, True), usual.clocks),
            OptionCard(
                "sideboards",
                "Players bring a main list and up to three others, one of which they add in secret before each match.",
                (False, True),
                usual.sideboards,
            ),
            OptionCard("mixed", "Armies may have units of two factions.", (False, True), usual.mixed),
            OptionCard("fortune", "Players get fortune points.", (False, True), usual.fortune),
        )

    @rule("aofr.tourney.mission")
    def missions(self) -> Sequence[Option]:
        """Any mission of the book."""
        return [Option(slug, figures(slug).name) for slug in mission_names()]

    @rule("aofr.tourney.mission")
    def options(self, settings: Settings, mission: str) -> dict[str, Any]:
        """The battle has the mission that the organisers picked, and the optional rules that they agreed on."""
        parts = [
            *settings.options.get("parts", ()),
            *(["fortune"] if settings.fortune else []),
            *([f"chess_clocks:{settings.minutes // 2}"] if settings.clocks else []),
            *(["own_heroes"] if settings.mixed else []),
        ]
        agreed: dict[str, Any] = {**settings.options, "points": settings.points}
        if settings.force_organisation:
            agreed["force_organisation"] = True
        if mission:
            agreed["mission"] = mission
        if parts:
            agreed["parts"] = parts
        return agreed

    @rule("aofr.tourney.sideboard_pick")
    def fielded(self, entrant: Entrant, pick: int) -> Mapping[str, Any] | None:
        """The main list with the sideboard that was picked."""
        if entrant.list is None or pick < 0:
            return entrant.list
        data: Mapping[str, Any] = msgspec.json.decode(
            msgspec.json.encode(
                list_data(combined(list_from_data(entrant.list), list_from_data(entrant.sideboards[pick])))
            )
        )
        return data

    def main_faction(self, data: Mapping[str, Any]) -> str:
        costs: dict[str, int] = {}
        for unit in list_from_data(data).units():
            costs[unit.faction] = costs.get(unit.faction, 0) + unit.cost
        return max(costs, key=lambda faction: costs[faction], default="")

    @rule("aofr.tourney.open_lists")
    def sheets(self, settings: Settings, entrant: Entrant) -> list[Sheet]:
        """Every list that a player brought in full: an opponent may read them before a match and at any time in it."""
        if entrant.list is None:
            return [list_sheet(ready_list(entrant.army, settings.points))]
        return [list_sheet(list_from_data(data)) for data in (entrant.list, *entrant.sideboards)]

    def second_scores(self, battle: AnyBattle, outcome: Outcome) -> tuple[int, int]:
        assert isinstance(battle, Battle)
        return destruction_points(battle, 0), destruction_points(battle, 1)

    def _army(self, settings: Settings, entrant: Entrant, pick: int) -> ArmyList:
        """The army with which a player fights a match."""
        data = self.fielded(entrant, pick)
        return ready_list(entrant.army, settings.points) if data is None else list_from_data(data)

    def units(self, settings: Settings, entrant: Entrant, pick: int) -> Sequence[tuple[str, int]]:
        return [
            (f"{one.name} with {one.hero.name}" if one.hero is not None else one.name, one.points)
            for one in self._army(settings, entrant, pick).regiments
        ]

    @rule("aofr.tourney.destruction_points")
    def unlikely(self, settings: Settings, entrant: Entrant, pick: int, second: int) -> str:
        """Destruction points are the costs of whole units of that army."""
        army = self._army(settings, entrant, pick)
        reachable = {0}
        for unit in army.units():
            reachable |= {have + unit.cost for have in reachable}
        if second in reachable:
            return ""
        near = sorted(reachable, key=lambda sum_: (abs(sum_ - second), sum_))[:2]
        return (
            f"{second} is not the cost of any units of {entrant.name}: the nearest sums are {min(near)} and "
            f"{max(near)}, and the whole army costs {army.points}."
        )


def army_problems(
    settings: Settings, main: ArmyList, sides: Sequence[ArmyList] = (), primary: str = ""
) -> list[Problem]:
    """All that keeps an army out of the tournament."""
    if not settings.sideboards:
        told = [*_list_problems(settings, main, primary)]
        if sides:
            told.append(Problem("This tournament has no sideboards: bring one list.", "aofr.tourney.sideboard_lists"))
        return told
    told = [*_sideboard_problems(settings, main, sides)]
    for side in sides:
        told += _list_problems(settings, combined(main, side), primary)
    return told or [*_list_problems(settings, main, primary)]


@rule("aofr.tourney.game_size", "aofr.tourney.force_lists", "aofr.tourney.sideboard_composition")
def _list_problems(settings: Settings, army: ArmyList, primary: str) -> Iterator[Problem]:
    """A list may cost what the tournament says and keeps the limits of force organisation."""
    yield from check(army, Budget(settings.points, "the tournament"), settings.force_organisation)
    yield from base_problems(army)
    yield from _mixed_problems(settings, army, primary)


@rule("aofr.tourney.mixed_factions", "aofr.tourney.mixed_primary", "aofr.tourney.mixed_heroes")
def _mixed_problems(settings: Settings, army: ArmyList, primary: str) -> Iterator[Problem]:
    """An army of two factions, where that is allowed: which is the primary one, how much it is of the army (AOFR-R623),
    and that heroes stay with their own."""
    factions = army.factions
    if len(factions) == 1:
        return
    most = MOST_FACTIONS if settings.mixed else 1
    if len(factions) > most:
        many = f"{army.name} has units of {counted(len(factions), 'faction')}: {', '.join(factions)}."
        yield Problem(f"{many} {counted(most, 'faction')} may be in a list.", "aofr.tourney.mixed_factions")
        return
    if primary not in factions:
        yield Problem(
            f"{army.name} must name its primary faction: {' or '.join(factions)}.", "aofr.tourney.mixed_factions"
        )
        return
    own = sum(unit.cost for unit in army.units() if unit.faction == primary)
    if own * 100 < army.points * PRIMARY_SHARE:
        yield Problem(
            f"{army.name} has {own} of its {army.points} points in its primary faction, {primary}: "
            f"it takes {PRIMARY_SHARE} %, {-(-army.points * PRIMARY_SHARE // 100)}.",
            "aofr.tourney.mixed_primary",
        )
    for regiment in army.regiments:
        hero = regiment.hero
        if hero is not None and hero.faction != regiment.faction:
            yield Problem(
                f"{hero.name} cannot join {regiment.name}: heroes join units of their own faction, {hero.faction}.",
                "aofr.tourney.mixed_heroes",
            )


@rule("aofr.tourney.sideboard_main", "aofr.tourney.sideboard_lists")
def _sideboard_problems(settings: Settings, main: ArmyList, sides: Sequence[ArmyList]) -> Iterator[Problem]:
    """How much the main list and the sideboards may cost, and how many sideboards there may be (AOFR-R621)."""
    most = settings.points * MAIN_SHARE // 100
    if main.points > most:
        yield Problem(
            f"{main.name} costs {main.points} points: a main list may cost {MAIN_SHARE} % of "
            f"{settings.points}, {most}.",
            "aofr.tourney.sideboard_main",
        )
    if not 1 <= len(sides) <= MOST_SIDEBOARDS:
        yield Problem(
            f"{main.name} comes with {counted(len(sides), 'sideboard')}: bring one to {MOST_SIDEBOARDS}.",
            "aofr.tourney.sideboard_lists",
        )
    most = settings.points * SIDE_SHARE // 100
    for side in sides:
        if side.points > most:
            yield Problem(
                f"{side.name} costs {side.points} points: a sideboard may cost {SIDE_SHARE} % of "
                f"{settings.points}, {most}.",
                "aofr.tourney.sideboard_lists",
            )


@rule("aofr.tourney.sideboard_composition", "aofr.tourney.sideboard_pick")
def combined(main: ArmyList, side: ArmyList) -> ArmyList:
    """The list that a main list and a sideboard make together."""
    regiments = (*main.regiments, *side.regiments)
    return msgspec.structs.replace(main, name=f"{main.name} with {side.name}", limit=0, regiments=regiments)


@rule("aofr.tourney.destruction_points")
def destruction_points(battle: Battle, seat: int) -> int:
    """What a player gets for the enemy's units: the cost of those that are destroyed or Shaken at the end.

    A hero counts with the unit that it joined; units that stayed in reserve or left by themselves count nothing
    (AOFR-R517, AOFR-R619).
    """
    return sum(battle.regiment(unit).points for unit in battle.units if unit.seat != seat and _counts(unit))


@rule("aofr.tourney.destruction_points")
def _counts(unit: Unit) -> bool:
    if unit.fate:
        return unit.fate in ("destroyed", "routed")
    return unit.shaken and not unit.reserve
