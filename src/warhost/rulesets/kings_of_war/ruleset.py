"""Kings of War as a ruleset: how a battle is set up, what its next step is, what must always hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from warhost.play.battle import Battle as AnyBattle
from warhost.play.battle import Outcome
from warhost.play.book import GuidesAndAims, ShownBook, Telling, agreed, numbered, seated, two_armies
from warhost.play.counsel.counsel import Counsel
from warhost.play.kept.text import PositionText
from warhost.play.questions import Clock
from warhost.play.ruleset import Setup, Step
from warhost.play.script import Script
from warhost.play.shown.cards import Cover, Surveys
from warhost.play.shown.sheets import Prints
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.chapters import ranged, timed
from warhost.rulesets.kings_of_war.chapters.combat import phase as combat
from warhost.rulesets.kings_of_war.chapters.movement import orders
from warhost.rulesets.kings_of_war.chapters.nerve import LEAVING
from warhost.rulesets.kings_of_war.chapters.scenario import (
    battlefield,
    deployment,
    loot,
    objectives,
    scenarios,
    victory,
)
from warhost.rulesets.kings_of_war.chapters.turn import PHASE_ENDS, ROUND_ENDS
from warhost.rulesets.kings_of_war.core import Battle, Scene, Settings, footprint
from warhost.rulesets.kings_of_war.lists import house as armies
from warhost.rulesets.kings_of_war.rules import named as special
from warhost.rulesets.kings_of_war.rules.disclosure import disclosed
from warhost.rulesets.kings_of_war.shown import cards, guide, sheets, survey
from warhost.rulesets.kings_of_war.shown.hidden import view
from warhost.rulesets.kings_of_war.shown.invariants import problems
from warhost.rulesets.kings_of_war.shown.position import battle_from_text, fresh_unit, position_text
from warhost.rulesets.kings_of_war.thinks import counsel
from warhost.table import Rect

STEPS: dict[str, Callable[[Battle], Script[None]]] = {
    **battlefield.STEPS,
    **scenarios.STEPS,
    **objectives.STEPS,
    **deployment.STEPS,
    **orders.STEPS,
    **ranged.STEPS,
    **combat.STEPS,
    **victory.STEPS,
}
"""Every step by its name; a battle's stage names the next one."""

NAMED = (special.SPECIALS, special.EFFECTS, special.ARTEFACTS, special.SPELLS)
"""Every special rule, lasting effect, artefact and spell: from here on all rules are there that may speak."""

LEAVING.brings(loot.when_routed)
PHASE_ENDS.brings(loot.at_phase_end)
ROUND_ENDS.brings()


class KingsOfWar(ShownBook):
    """The rulebook, playable."""

    slug: ClassVar[str] = "kow"
    title: ClassVar[str] = "Kings of War, 4th edition"
    cover: ClassVar[Cover] = Cover("Great hosts, nerve and rout", "#2a3158", "#d9b44a", "walls", "keep")
    version: ClassVar[str] = "1.3"
    seat_count: ClassVar[int] = 2
    battle_type: ClassVar[type[AnyBattle]] = Battle
    turn_word: ClassVar[str] = "Round"
    steps = STEPS
    quick: ClassVar[Mapping[str, Any]] = {"points": 1000}
    telling: ClassVar[Telling] = cards
    surveying: ClassVar[Surveys] = survey
    guiding: ClassVar[GuidesAndAims] = guide
    printing: ClassVar[Prints] = sheets

    def next_step(self, battle: Any) -> Step | None:
        step = super().next_step(battle)
        return step if step is None or not victory.ends_at_once(battle) else Step("reckon")

    def run(self, battle: Any, step: Step) -> Script[None]:
        return disclosed(battle, timed.timed(battle, super().run(battle, step)))

    def armies(self) -> Sequence[str]:
        return armies.army_names()

    def maps(self) -> Sequence[str]:
        return battlefield.names()

    @rule("kow.scenario.prepare")
    def set_up(self, setup: Setup) -> Battle:
        """Two armies and a table; scenario, zones, markers and deployment follow."""
        two_armies(setup, "kow.scenario.prepare")
        settings = agreed(setup, Settings)
        scenarios.check(settings)
        lists = armies.READY.armies(setup, settings.points)
        board, stage = battlefield.chosen(setup.map, settings)
        scene = Scene(
            ruleset=self.slug,
            version=self.version,
            board=board,
            seats=seated([army.name for army in lists], setup.names),
            entries=tuple(entry for army in lists for entry in army.entries),
            settings=settings,
        )
        return Battle(
            scene=scene,
            units=numbered([army.entries for army in lists], fresh_unit),
            phase="deployment",
            stage=stage,
            scores=(0, 0),
        )

    def to_text(self, battle: Any) -> str:
        return position_text(battle)

    def from_text(self, position: PositionText) -> Battle:
        return battle_from_text(position, self.version)

    def view(self, battle: Any, seat: int | None) -> Battle:
        return view(battle, seat)

    def boundary(self, battle: Any, unit: Any) -> Rect | None:
        return None if unit.pose is None else footprint(battle, unit)

    def bases(self, battle: Any, unit: Any) -> Sequence[Rect]:
        return () if unit.pose is None else (footprint(battle, unit),)

    def clocks(self, battle: Any) -> dict[int, Clock]:
        return timed.clocks(battle)

    def verdict(self, battle: Any) -> Outcome | None:
        return victory.judge(battle) if battle.turn else None

    def when(self, battle: Any) -> str:
        return cards.when(battle)

    def turn_of(self, battle: Any) -> int | None:
        return cards.turn_of(battle)

    def doing(self, battle: Any) -> str:
        return cards.doing(battle)

    def counsel(self, battle: Any, seat: int) -> Counsel[Any, Any]:
        return counsel.KingsCounsel(battle, seat)

    def problems(self, battle: Any) -> Sequence[str]:
        return problems(battle)


RULESET = KingsOfWar()
