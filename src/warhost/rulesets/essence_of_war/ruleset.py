"""Essence of War as a ruleset: how a battle is set up, what its next step is, what must always hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from msgspec import UNSET

from warhost.play.battle import Battle as AnyBattle
from warhost.play.battle import Outcome
from warhost.play.book import GuidesAndAims, ShownBook, Telling, agreed, numbered, refuse_lists
from warhost.play.counsel.counsel import Counsel
from warhost.play.kept.text import PositionText
from warhost.play.ruleset import Setup, Step
from warhost.play.script import Script
from warhost.play.shown.cards import Cover, Menace, Scored, Surveys
from warhost.play.shown.sheets import Prints, Sheet
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war import edition
from warhost.rulesets.essence_of_war.chapters import turn
from warhost.rulesets.essence_of_war.chapters.charge import charge
from warhost.rulesets.essence_of_war.chapters.magic import magic
from warhost.rulesets.essence_of_war.chapters.melee import melee
from warhost.rulesets.essence_of_war.chapters.movement import movement
from warhost.rulesets.essence_of_war.chapters.setup import (
    advanced_setup,
    ambush,
    battlefield,
    coalition,
    deployment,
    mixed_play,
)
from warhost.rulesets.essence_of_war.chapters.shooting import shooting
from warhost.rulesets.essence_of_war.chapters.victory import missions, victory
from warhost.rulesets.essence_of_war.core import Advanced, ArmyList, Battle, Patrol, Scene, Settings, boundary, models
from warhost.rulesets.essence_of_war.invariants import problems
from warhost.rulesets.essence_of_war.lists.patrols import FIXED_ARMIES, patrol, patrols
from warhost.rulesets.essence_of_war.lists.ready_rosters import READY
from warhost.rulesets.essence_of_war.lists.rosters import as_agreed
from warhost.rulesets.essence_of_war.position import FULL_DECK, battle_from_text, fresh_unit, position_text
from warhost.rulesets.essence_of_war.rules import (
    armies,
    grimoire,
    magic_items,
    model_rules,
    special_attacks,
    special_rules,
    spells,
    vault_items,
)
from warhost.rulesets.essence_of_war.shown import cards, guide, list_sheets, sheets, survey
from warhost.rulesets.essence_of_war.thinks import counsel
from warhost.table import Rect

STEPS: dict[str, Callable[[Battle], Script[None]]] = {
    **battlefield.STEPS,
    **missions.STEPS,
    "roll off": deployment.roll_off,
    **mixed_play.STEPS,
    **advanced_setup.STEPS,
    **turn.STEPS,
    **ambush.STEPS,
    **charge.STEPS,
    **movement.STEPS,
    **magic.STEPS,
    **shooting.STEPS,
    **melee.STEPS,
    "reckon": victory.reckon,
}
"""Every step by its name; a battle's stage names the next one."""

REGISTRIES = (
    edition,
    *(model_rules, special_attacks, special_rules, armies),
    *(spells, grimoire, magic_items, vault_items),
)
"""Modules that make the named rules known by being imported."""


def _called(army: Patrol | ArmyList, setup: Setup, seat: int) -> str:
    """What an army is called: a list of the player's own by its name, one of the house by its faction."""
    if isinstance(army, ArmyList) and setup.list_of(seat) is not None:
        return army.name or army.faction
    return army.faction


class EssenceOfWar(ShownBook):
    """The rulebook, playable."""

    slug: ClassVar[str] = "eow"
    title: ClassVar[str] = "The 9th Age: Essence of War"
    cover: ClassVar[Cover] = Cover("Small, quick and complete", "#5b2a22", "#e0a04a", "rays", "sword")
    version: ClassVar[str] = "1.6"
    seat_count: ClassVar[int] = 2
    most_seats: ClassVar[int] = 6
    battle_type: ClassVar[type[AnyBattle]] = Battle
    steps = STEPS
    deployment: ClassVar[frozenset[str]] = frozenset({"deploy", "deploy all"})
    telling: ClassVar[Telling] = cards
    surveying: ClassVar[Surveys] = survey
    guiding: ClassVar[GuidesAndAims] = guide
    printing: ClassVar[Prints] = sheets

    def next_step(self, battle: Any) -> Step | None:
        step = super().next_step(battle)
        return step if step is None or not victory.ends_at_once(battle) else Step("reckon")

    def run(self, battle: Any, step: Step) -> Script[None]:
        script = super().run(battle, step)
        return coalition.routed(battle, script) if coalition.is_coalition(battle) else script

    def armies(self) -> Sequence[str]:
        return tuple(patrols())

    def maps(self) -> Sequence[str]:
        return battlefield.names()

    @rule("eow.mode.basic", "eow.army.basic_patrol")
    def set_up(self, setup: Setup) -> Battle:
        """Two patrols, or two Rosters in an advanced game, and a map; all still have to be rolled off and deployed."""
        named = coalition.check_armies(setup)
        settings = agreed(setup, Settings)
        if settings.advanced:
            brought = READY.armies(setup, settings.points)
            armies: list[Patrol | ArmyList] = [as_agreed(army, settings) for army in brought]
        else:
            refuse_lists(setup, FIXED_ARMIES, "eow.army.basic_patrol")
            fixed = [patrol(name) for name in named]
            armies = [*(map(mixed_play.priced, fixed) if settings.points_decide else fixed)]
        return self.battle_of(armies, settings, setup)

    @rule("eow.mode.basic", "eow.mode.advanced")
    def battle_of(self, armies: Sequence[Patrol | ArmyList], settings: Settings, setup: Setup) -> Battle:
        """A battle of these armies, before its first step."""
        board, stage = battlefield.chosen(setup.map, settings, coalition.most_armies(len(armies), settings))
        scene = Scene(
            ruleset=self.slug,
            version=self.version,
            board=board,
            seats=coalition.seated(
                [_called(army, setup, seat) for seat, army in enumerate(armies)], setup.names, settings
            ),
            entries=tuple(entry for army in armies for entry in army.entries),
            settings=settings,
        )
        units = numbered([army.entries for army in armies], fresh_unit)
        coalition.commanded(units, settings)
        return Battle(
            scene=scene,
            units=units,
            phase="deployment",
            stage=stage,
            decks=(FULL_DECK, FULL_DECK),
            pools=(0, 0),
            stored=(0, 0),
            advanced=Advanced(size=coalition.size_of(armies, settings)) if settings.victory_points else UNSET,
        )

    def leaders(self, count: int, options: Mapping[str, Any]) -> Sequence[int]:
        """As the players agreed on in `commanders`, else one for each army."""
        settings = agreed(Setup(ruleset=self.slug, armies=(), options=options), Settings)
        return coalition.commanders_of(count, settings) if count > 2 else range(count)

    def sides(self, count: int, options: Mapping[str, Any]) -> Sequence[int]:
        """As the players agreed on in `sides`, else in turn."""
        return coalition.sides_of(count, agreed(Setup(ruleset=self.slug, armies=(), options=options), Settings))

    def to_text(self, battle: Any) -> str:
        return position_text(battle)

    def from_text(self, position: PositionText) -> Battle:
        return battle_from_text(position, self.version)

    def more_sheets(self, name: str | None) -> Sequence[Sheet]:
        return list_sheets.more_sheets(name)

    def more_data(self, name: str | None) -> Mapping[str, Any]:
        return list_sheets.more_data(name)

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

    def menaces(self, battle: Any, seat: int) -> Sequence[Menace]:
        return super().menaces(battle, coalition.side_of(battle, seat))

    def counsel(self, battle: Any, seat: int) -> Counsel[Any, Any]:
        return counsel.EssenceCounsel(battle, coalition.side_of(battle, seat))

    def problems(self, battle: Any) -> Sequence[str]:
        return problems(battle)


RULESET = EssenceOfWar()
