"""The Blue Age as a ruleset: how a battle is set up, what its next step is, what must always hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from warhost.play.battle import Battle as AnyBattle
from warhost.play.battle import Outcome
from warhost.play.book import GuidesAndAims, ShownBook, Telling, agreed, numbered, seated, two_armies
from warhost.play.counsel.counsel import Counsel
from warhost.play.kept.text import PositionText
from warhost.play.ruleset import Setup, Step
from warhost.play.script import Script
from warhost.play.shown.cards import Cover, Surveys
from warhost.play.shown.sheets import Prints
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters import command, turn
from warhost.rulesets.blue_age.chapters.combat import phase as combat
from warhost.rulesets.blue_age.chapters.heroes import destiny, duels
from warhost.rulesets.blue_age.chapters.magic import casting
from warhost.rulesets.blue_age.chapters.magic import pools as magic
from warhost.rulesets.blue_age.chapters.movement import mandatory
from warhost.rulesets.blue_age.chapters.movement import phase as moves
from warhost.rulesets.blue_age.chapters.scenario import arrivals, battlefield, deployment, scenarios, victory
from warhost.rulesets.blue_age.chapters.shooting import phase as shooting
from warhost.rulesets.blue_age.chapters.turn import END_PHASE, PHASE_ENDS, POOLS, TURN_BEGINS
from warhost.rulesets.blue_age.chapters.wounds import burning, regeneration
from warhost.rulesets.blue_age.chapters.wounds.attacks import STRIKING, WOUNDING
from warhost.rulesets.blue_age.chapters.wounds.harm import LEAVING, SAVING
from warhost.rulesets.blue_age.core import Battle, Scene, Settings, bases_of, sections_of, space_of
from warhost.rulesets.blue_age.core.trials import TESTING
from warhost.rulesets.blue_age.lists import house as armies
from warhost.rulesets.blue_age.rules import items, qualities, special, traits, types
from warhost.rulesets.blue_age.shown import cards, guide, sheets, survey
from warhost.rulesets.blue_age.shown.invariants import problems
from warhost.rulesets.blue_age.shown.position import battle_from_text, fresh_unit, position_text
from warhost.rulesets.blue_age.thinks import counsel
from warhost.table import Base, Rect

STEPS: dict[str, Callable[[Battle], Script[None]]] = {
    **battlefield.STEPS,
    **scenarios.STEPS,
    **deployment.STEPS,
    **turn.STEPS,
    **shooting.STEPS,
    **command.STEPS,
    **casting.STEPS,
    **arrivals.STEPS,
    **mandatory.STEPS,
    **moves.STEPS,
    **combat.STEPS,
    **victory.STEPS,
}
"""Every step by its name; a battle's stage names the next one."""

NAMED = (types, special, qualities, items, traits)
"""The modules of all that has rules: from here on everything is there that may speak."""

LEAVING.brings()
SAVING.brings(destiny.death_save)
TESTING.brings(destiny.for_test)
STRIKING.brings(destiny.for_piercing)
WOUNDING.brings(destiny.for_wounds)
TURN_BEGINS.brings(mandatory.stupid_tests)
POOLS.brings(magic.make_pools)
PHASE_ENDS.brings(regeneration.regenerate)
END_PHASE.brings(burning.burn, regeneration.regenerate, duels.part)


class BlueAge(ShownBook):
    """The rulebook, playable."""

    slug: ClassVar[str] = "blue"
    title: ClassVar[str] = "The Blue Age: Legends at War"
    cover: ClassVar[Cover] = Cover("Loose ranks, heroes and magic", "#173a66", "#a9d6f4", "waves", "mountain")
    version: ClassVar[str] = "1.3"
    seat_count: ClassVar[int] = 2
    battle_type: ClassVar[type[AnyBattle]] = Battle
    turn_word: ClassVar[str] = "Turn"
    steps = STEPS
    deployment: ClassVar[frozenset[str]] = frozenset({"deploy", "scouts"})
    telling: ClassVar[Telling] = cards
    guiding: ClassVar[GuidesAndAims] = guide
    printing: ClassVar[Prints] = sheets
    surveying: ClassVar[Surveys] = survey

    def next_step(self, battle: Any) -> Step | None:
        step = super().next_step(battle)
        return step if step is None or not victory.ends_at_once(battle) else Step("reckon")

    def armies(self) -> Sequence[str]:
        return armies.army_names()

    def maps(self) -> Sequence[str]:
        return battlefield.names()

    @rule("blue.setup.table_size", "blue.setup.pvp_or_pve", "blue.setup.scenario")
    def set_up(self, setup: Setup) -> Battle:
        """Two armies and a table; the scenario, edges and deployment follow."""
        two_armies(setup, "blue.setup.points_limit")
        settings = agreed(setup, Settings)
        scenarios.check(settings)
        lists = armies.READY.armies(setup, settings.points)
        board, stage = battlefield.chosen(setup.map, settings)
        battlefield.check_terrain(board)
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
            sections=sections_of(board),
        )

    def when(self, battle: Any) -> str:
        return cards.when(battle)

    def turn_of(self, battle: Any) -> int | None:
        return cards.turn_of(battle)

    def doing(self, battle: Any) -> str:
        return cards.doing(battle)

    def verdict(self, battle: Any) -> Outcome | None:
        return victory.judge(battle) if battle.turn else None

    @rule("blue.setup.pvp_or_pve")
    def programs(self, options: Mapping[str, Any]) -> Mapping[int, str]:
        """Against the environment a program plays the second seat (BLUE-R143)."""
        return {1: "solo"} if options.get("mode") == "pve" else {}

    def to_text(self, battle: Any) -> str:
        return position_text(battle)

    def from_text(self, position: PositionText) -> Battle:
        return battle_from_text(position, self.version)

    def boundary(self, battle: Any, unit: Any) -> Rect | None:
        return space_of(battle, unit)

    def bases(self, battle: Any, unit: Any) -> Sequence[Base]:
        return bases_of(battle, unit)

    def counsel(self, battle: Any, seat: int) -> Counsel[Any, Any]:
        return counsel.BlueCounsel(battle, seat)

    def problems(self, battle: Any) -> Sequence[str]:
        return problems(battle)


RULESET = BlueAge()
