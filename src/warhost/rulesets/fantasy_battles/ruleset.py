"""Fantasy Battles as a ruleset: how a battle is set up, what its next step is, what must always hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from warhost.play.battle import Battle as AnyBattle
from warhost.play.battle import Outcome
from warhost.play.book import GuidesAndAims, ShownBook, Telling, agreed, numbered, seated, two_armies
from warhost.play.counsel.chance_tables import ChanceTable
from warhost.play.counsel.counsel import Counsel
from warhost.play.kept.text import PositionText
from warhost.play.ruleset import Setup, Step
from warhost.play.script import Script
from warhost.play.shown.cards import Cover, Scored, Surveys
from warhost.play.shown.sheets import Prints
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles import edition
from warhost.rulesets.fantasy_battles.chapters import turn
from warhost.rulesets.fantasy_battles.chapters.charge import charge
from warhost.rulesets.fantasy_battles.chapters.magic import magic, wizards
from warhost.rulesets.fantasy_battles.chapters.melee import melee
from warhost.rulesets.fantasy_battles.chapters.movement import movement, random_moves
from warhost.rulesets.fantasy_battles.chapters.setup import ambush, battlefield, deployment, pregame, scouting, vanguard
from warhost.rulesets.fantasy_battles.chapters.shooting import area_attack, breath, shooting
from warhost.rulesets.fantasy_battles.chapters.victory import objective_markers, victory
from warhost.rulesets.fantasy_battles.core import ArmyList, Battle, Scene, Settings, boundary, models
from warhost.rulesets.fantasy_battles.invariants import problems
from warhost.rulesets.fantasy_battles.lists.house_armies import army_names
from warhost.rulesets.fantasy_battles.lists.ready_lists import READY
from warhost.rulesets.fantasy_battles.position import (
    FULL_DECK,
    battle_from_text,
    fresh_unit,
    join_champions,
    position_text,
    with_champions,
)
from warhost.rulesets.fantasy_battles.rules import (
    hereditary,
    items,
    model_rules,
    paths,
    runes,
    special_by_data,
    special_by_essence,
    special_fighting,
    special_moving,
    special_nerve,
    special_shooting,
    special_sweeping,
)
from warhost.rulesets.fantasy_battles.shown import cards, guide, probabilities, sheets, survey
from warhost.rulesets.fantasy_battles.thinks import counsel
from warhost.table import Rect

STEPS: dict[str, Callable[[Battle], Script[None]]] = {
    **pregame.STEPS,
    **deployment.STEPS,
    **turn.STEPS,
    **charge.STEPS,
    **ambush.STEPS,
    **movement.STEPS,
    **random_moves.STEPS,
    **magic.STEPS,
    **shooting.STEPS,
    **melee.STEPS,
    **victory.STEPS,
}
"""Every step by its name; a battle's stage names the next one."""

REGISTRIES = (
    edition,
    *(model_rules, special_moving, special_nerve, special_fighting, special_shooting),
    *(area_attack, breath, ambush, scouting, vanguard, items, special_sweeping),
    *(special_by_essence, special_by_data),
    *(wizards, paths, hereditary, runes),
)
"""Modules that make the named rules known by being imported."""


def _called(army: ArmyList, setup: Setup, seat: int) -> str:
    """What an army is called: a list of the player's own by its name, one of the house by its army."""
    return army.army if setup.list_of(seat) is None else army.name or army.army


class FantasyBattles(ShownBook):
    """The rulebook, playable."""

    slug: ClassVar[str] = "t9a"
    title: ClassVar[str] = "The 9th Age: Fantasy Battles"
    cover: ClassVar[Cover] = Cover("The full tournament game", "#3f1f3d", "#e3b23c", "stars", "phoenix")
    version: ClassVar[str] = "1.2"
    seat_count: ClassVar[int] = 2
    battle_type: ClassVar[type[AnyBattle]] = Battle
    steps = STEPS
    deployment: ClassVar[frozenset[str]] = frozenset({"deploy", "scouts"})
    quick: ClassVar[Mapping[str, Any]] = {"points": 1500}
    telling: ClassVar[Telling] = cards
    surveying: ClassVar[Surveys] = survey
    guiding: ClassVar[GuidesAndAims] = guide
    printing: ClassVar[Prints] = sheets

    def next_step(self, battle: Any) -> Step | None:
        step = super().next_step(battle)
        return step if step is None or not victory.ends_at_once(battle) else Step("reckon")

    def run(self, battle: Any, step: Step) -> Script[None]:
        """A step; after it the markers that units carry are where the units are, or dropped."""
        yield from super().run(battle, step)
        yield from objective_markers.carry(battle)

    def armies(self) -> Sequence[str]:
        return army_names()

    def maps(self) -> Sequence[str]:
        return battlefield.names()

    @rule("t9a.pregame.size")
    def set_up(self, setup: Setup) -> Battle:
        """Two army lists and a map; the Pre-Game Sequence is still to come."""
        two_armies(setup, "t9a.pregame.size")
        settings = agreed(setup, Settings)
        armies = READY.armies(setup, settings.points)
        for army in armies:
            pregame.check_size(army, settings)
        return self.battle_of(armies, settings, setup)

    def battle_of(self, armies: Sequence[ArmyList], settings: Settings, setup: Setup) -> Battle:
        """A battle of these armies, before its first step."""
        board, builds = battlefield.chosen(setup.map)
        entries = [with_champions(army.entries) for army in armies]
        scene = Scene(
            ruleset=self.slug,
            version=self.version,
            board=board,
            seats=seated([_called(army, setup, seat) for seat, army in enumerate(armies)], setup.names),
            entries=tuple(entry for army in entries for entry in army),
            settings=settings,
        )
        battle = Battle(
            scene=scene,
            units=numbered(entries, fresh_unit),
            phase="deployment",
            stage=pregame.SEQUENCE[0],
            builds=builds,
            decks=(FULL_DECK, FULL_DECK),
        )
        join_champions(battle)
        return battle

    def chance_tables(self) -> Sequence[ChanceTable]:
        return probabilities.chance_tables()

    def to_text(self, battle: Any) -> str:
        return position_text(battle)

    def from_text(self, position: PositionText) -> Battle:
        return battle_from_text(position, self.version)

    def boundary(self, battle: Any, unit: Any) -> Rect | None:
        return None if battle.body(unit).pose is None else boundary(battle, unit)

    def bases(self, battle: Any, unit: Any) -> Sequence[Rect]:
        if unit.host is not None:
            return (boundary(battle, unit),) if battle.body(unit).pose is not None else ()
        return () if unit.pose is None else tuple(model.base for model in models(battle, unit))

    def tally(self, battle: Any, seat: int) -> Sequence[Scored]:
        return cards.tally(battle, seat)

    def verdict(self, battle: Any) -> Outcome | None:
        return victory.judge(battle) if battle.turn else None

    def counsel(self, battle: Any, seat: int) -> Counsel[Any, Any]:
        return counsel.FantasyCounsel(battle, seat)

    def problems(self, battle: Any) -> Sequence[str]:
        return problems(battle)


RULESET = FantasyBattles()
