"""Age of Fantasy: Regiments as a ruleset: how a battle is set up, what its next step is, what must always hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from warhost.errors import WarhostError
from warhost.muster.files.army_text import DataError
from warhost.play.battle import Battle as AnyBattle
from warhost.play.battle import Outcome, Seat
from warhost.play.book import GuidesAndAims, ShownBook, Telling, agreed, numbered, seated
from warhost.play.counsel.counsel import Counsel
from warhost.play.kept.text import PositionText
from warhost.play.questions import Clock
from warhost.play.ruleset import Setup, Step
from warhost.play.script import Script
from warhost.play.shown.cards import Cover, PackCard, PartCard, PartNow, Surveys
from warhost.play.shown.sheets import Prints
from warhost.rulebook import rule
from warhost.rulesets.families.brought import list_data
from warhost.rulesets.regiments import parts
from warhost.rulesets.regiments.chapters import morale, structure
from warhost.rulesets.regiments.chapters.deployment import setup as setting_up
from warhost.rulesets.regiments.chapters.missions import hidden_from, limit_for, objectives
from warhost.rulesets.regiments.chapters.movement import transports
from warhost.rulesets.regiments.chapters.terrain import battlefield
from warhost.rulesets.regiments.chapters.wounds import removal
from warhost.rulesets.regiments.core import ArmyList, Battle, Scene, Settings, footprint, optional, troopers
from warhost.rulesets.regiments.lists.house import books, ready_list, reinforced
from warhost.rulesets.regiments.lists.limits import list_from_data
from warhost.rulesets.regiments.lists.rosters import BATTLE_SIZES, base_problems, check
from warhost.rulesets.regiments.rules import growth
from warhost.rulesets.regiments.shown import cards, guide, sheets, survey
from warhost.rulesets.regiments.shown.invariants import problems
from warhost.rulesets.regiments.shown.options import refuse_idle
from warhost.rulesets.regiments.shown.position import battle_from_text, fresh_unit, position_text
from warhost.rulesets.regiments.thinks import counsel
from warhost.table import Rect

STEPS: dict[str, Callable[[Battle], Script[None]]] = {
    **battlefield.STEPS,
    **setting_up.STEPS,
    **structure.STEPS,
    **objectives.STEPS,
    **optional.STEPS,
}
"""Every step by its name; a battle's stage names the next one."""

OPTIONAL = parts
"""The package that makes the optional parts known by being imported."""

removal.LEAVING.brings(objectives.drop, transports.destroyed, optional.leaving)
removal.DESTROYED.brings(growth.destroyed, optional.destroyed)
morale.SHAKEN.brings(objectives.drop, growth.shaken)


class Regiments(ShownBook):
    """The rulebook, playable."""

    slug: ClassVar[str] = "aofr"
    title: ClassVar[str] = "Age of Fantasy: Regiments"
    cover: ClassVar[Cover] = Cover("Ten minutes to learn, an evening to play", "#1f4a4d", "#9fd8bd", "ranks", "banner")
    version: ClassVar[str] = "1.5"
    seat_count: ClassVar[int] = 2
    most_seats: ClassVar[int] = parts.shown.MOST_ARMIES
    turn_word: ClassVar[str] = "Round"
    battle_type: ClassVar[type[AnyBattle]] = Battle
    steps = STEPS
    deployment: ClassVar[frozenset[str]] = frozenset({"set aside", "deploy", "scouts"})
    telling: ClassVar[Telling] = cards
    surveying: ClassVar[Surveys] = survey
    guiding: ClassVar[GuidesAndAims] = guide
    printing: ClassVar[Prints] = sheets

    def armies(self) -> Sequence[str]:
        """The factions: each stands for its list of the points that are agreed on, so that any two are a fair match.

        A list of any other size can be named as well (`Unburied Host 1500`).
        """
        return tuple(books())

    def maps(self) -> Sequence[str]:
        return battlefield.names()

    @rule("aofr.setup.order", "aofr.setup.table_size", "aofr.general.agree_before_game")
    def set_up(self, setup: Setup) -> Battle:
        """Two armies; the battlefield, the mission, the roll-off and deployment are still to come.

        What the players agreed on is fixed from here.
        """
        settings = _settled(setup)
        battle = self._begun(setup, settings, _lists(setup, settings))
        refuse_idle(parts.packs.map_of(settings, setup.map), settings)
        return battle

    def set_up_again(self, setup: Setup, start: Any) -> Battle:
        """The battle with the lists that its house armies had when it began, and all that was agreed on."""
        settings = _settled(setup)
        lists = [
            army if setup.list_of(seat) is not None else _as_it_was(army, start, seat)
            for seat, army in enumerate(_lists(setup, settings))
        ]
        return self._begun(setup, settings, lists)

    def _begun(self, setup: Setup, settings: Settings, lists: Sequence[ArmyList]) -> Battle:
        own = {seat: army for seat, army in enumerate(lists) if setup.list_of(seat) is not None}
        sides = optional.seating(settings, len(lists))
        _refuse_illegal(own, lists, settings, sides)
        optional.check_lists(settings, lists)
        lists = [_taking_the_field(army, settings) for army in lists]
        board, stage = battlefield.chosen(parts.packs.map_of(settings, setup.map), settings)
        scene = Scene(
            ruleset=self.slug,
            version=self.version,
            board=board,
            seats=_in_teams(seated([army.name for army in lists], setup.names), sides),
            regiments=tuple(regiment for army in lists for regiment in army.regiments),
            settings=settings,
        )
        units = numbered([army.regiments for army in lists], fresh_unit)
        for unit in units:
            seat, unit.seat = unit.seat, sides[unit.seat]
            unit.player = None if unit.seat == seat else seat
        points = (0.0,) * len(set(sides))
        return Battle(scene=scene, units=units, phase="setup", stage=stage, points=points)

    def sides(self, count: int, options: Mapping[str, Any]) -> Sequence[int]:
        """Two armies, one against the other, unless a part in force seats more."""
        return optional.seating(_settled(Setup(ruleset=self.slug, armies=(), options=options)), count)

    def run(self, battle: Any, step: Step) -> Script[None]:
        """The script of a step, with optional parts listening to it."""
        script = self.steps[step.name](battle)
        if not battle.scene.settings.parts:
            return script
        script = optional.heard(battle, script)
        for part in optional.speaking(battle, "around"):
            script = part.around(battle, script)
        return script

    def clocks(self, battle: Any) -> dict[int, Clock]:
        """The clocks that lie on the table, where the players agreed on any."""
        return {
            seat: clock for part in optional.speaking(battle, "clocks") for seat, clock in part.clocks(battle).items()
        }

    def view(self, battle: AnyBattle, seat: int | None) -> AnyBattle:
        """A copy in which only the defender sees what it has marked secretly (AOFR-R015)."""
        seen = super().view(battle, seat)
        if not isinstance(seen, Battle):
            return seen
        side = None if seat is None else seen.side_of(seat)
        seen = hidden_from(seen, side)
        for part in optional.speaking(seen, "hidden_from"):
            seen = part.hidden_from(seen, side)
        return seen

    def to_text(self, battle: Any) -> str:
        return position_text(battle)

    def from_text(self, position: PositionText) -> Battle:
        return battle_from_text(position, self.version)

    def boundary(self, battle: Any, unit: Any) -> Rect | None:
        return None if unit.pose is None or unit.fate else footprint(battle, unit)

    def bases(self, battle: Any, unit: Any) -> Sequence[Rect]:
        return () if unit.pose is None else tuple(trooper.base for trooper in troopers(battle, unit))

    def verdict(self, battle: Any) -> Outcome | None:
        return objectives.verdict(battle) if battle.turn else None

    def when(self, battle: Any) -> str:
        return cards.when(battle)

    def turn_of(self, battle: Any) -> int | None:
        return cards.turn_of(battle)

    def doing(self, battle: Any) -> str:
        return cards.doing(battle)

    def part_cards(self) -> Sequence[PartCard]:
        return parts.shown.part_cards()

    def pack_cards(self) -> Sequence[PackCard]:
        return parts.shown.pack_cards()

    def parts_in_force(self, battle: Any) -> Sequence[PartCard]:
        return parts.shown.parts_in_force(battle)

    def parts_now(self, battle: Any) -> Sequence[PartNow]:
        return parts.shown.parts_now(battle)

    def counsel(self, battle: Any, seat: int) -> Counsel[Any, Any]:
        return counsel.RegimentsCounsel(battle, battle.side_of(seat))

    def problems(self, battle: Any) -> Sequence[str]:
        return problems(battle)


def _settled(setup: Setup) -> Settings:
    """What the players agreed on, if all of it goes together."""
    settings = parts.packs.unpacked(agreed(setup, Settings), setup.options)
    if settings.challenge and settings.solo is None:
        why = "Only an army without a player gets a bonus: say which seat it has, with the option solo."
        raise WarhostError(why, "aofr.ai.challenge_equal")
    optional.check(settings)
    return settings


def _lists(setup: Setup, settings: Settings) -> list[ArmyList]:
    """The lists of all armies: those that players brought, or those of the house. Players of a team share its
    points."""
    sides = optional.seating(settings, len(setup.armies))
    lists = []
    for seat, name in enumerate(setup.armies):
        data = setup.list_of(seat)
        team = sides.count(sides[seat])
        army = _house_list(name, settings.points, team) if data is None else list_from_data(data)
        most = limit_for(settings, sides[seat]).points
        if data is None and sides[seat] == settings.attacker and army.limit == settings.points < most:
            army = reinforced(army, most)
        lists.append(army)
    return lists


def _house_list(name: str, points: int, team: int) -> ArmyList:
    """The list of the house of a player in a team of so many. One that is named with its points has those."""
    share = points // team
    if team > 1 and share not in BATTLE_SIZES and not any(char.isdigit() for char in name):
        fit = " or ".join(str(size) for size in BATTLE_SIZES if size / team in BATTLE_SIZES)
        why = f"A team of {team} armies shares {points} points, and no house list has {share}"
        instead = f"play for {fit} points, or bring" if fit else "bring"
        raise WarhostError(f"{why}: {instead} lists of your own.", "aofr.multi.team_points")
    return ready_list(name, share)


def _in_teams(seats: tuple[Seat, ...], sides: tuple[int, ...]) -> tuple[Seat, ...]:
    """The players, those of one side in one team where a side has several."""
    if len(set(sides)) == len(seats):
        return seats
    return tuple(msgspec.structs.replace(seat, team=side) for seat, side in zip(seats, sides, strict=True))


def _taking_the_field(army: ArmyList, settings: Settings) -> ArmyList:
    """The army as optional parts put it on the table."""
    regiments = tuple(optional.mustered(settings, regiment) for regiment in army.regiments)
    return army if regiments == army.regiments else msgspec.structs.replace(army, regiments=regiments)


def _as_it_was(army: ArmyList, start: Battle, seat: int) -> ArmyList:
    """A house army with the regiments that it had then: from anybody's hands, so they are checked like a player's."""
    pairs = zip(start.scene.regiments, start.units, strict=False)
    regiments = tuple(regiment for regiment, unit in pairs if unit.seat == seat)
    return list_from_data(list_data(msgspec.structs.replace(army, regiments=regiments)))


def _refuse_illegal(
    own: Mapping[int, ArmyList], lists: Sequence[ArmyList], settings: Settings, sides: tuple[int, ...]
) -> None:
    """Lists that players brought keep the rules of the game that was agreed on, unless they agreed otherwise.

    The lists of the house are what they are.
    """
    if settings.free_lists:
        return
    parts = optional.in_force(settings.parts)
    together = [told for part in parts for told in part.army_problems(settings, lists, sides)]
    if not own and not together:
        return
    problems = [
        problem
        for seat, army in own.items()
        for problem in check(army, limit_for(settings, sides[seat]), settings.force_organisation)
    ]
    if own:
        problems += base_problems(*lists)
    if problems or together:
        raise DataError(dict.fromkeys((*map(str, problems), *together)))


RULESET = Regiments()
