"""Twists & Gambits as a part: when its steps happen, what is noted, and what is shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

import msgspec

from warhost.play.counsel.counsel import Term
from warhost.play.questions import Option, Question
from warhost.play.script import Script
from warhost.play.shown.cards import Figure
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.missions import last_round
from warhost.rulesets.regiments.chapters.missions.mission import Mission
from warhost.rulesets.regiments.chapters.shooting import Fire
from warhost.rulesets.regiments.core import (
    Battle,
    Cause,
    Choice,
    Clash,
    Effect,
    Marker,
    Part,
    Settings,
    SpecialRule,
    SpellEffect,
    Unit,
    optional,
)
from warhost.rulesets.regiments.parts.twists_and_gambits import advice, gambit, twist
from warhost.rulesets.regiments.parts.twists_and_gambits.mission import ROUNDS, TwistMission
from warhost.rulesets.regiments.parts.twists_and_gambits.powers import AggressiveTakeover
from warhost.rulesets.regiments.parts.twists_and_gambits.state import (
    SLUG,
    Kill,
    effects,
    keep,
    kept,
    twist_in_force,
)
from warhost.table import Rect


@optional.part(SLUG, "Twists & Gambits", "aofr.twist.objectives", "aofr.twist.victory", "aofr.gambit.start")
class TwistsAndGambits(Part):
    """A mission of its own with five objectives; the side that is behind gets help, and both play gambits."""

    text = (
        "Five objectives, and victory points every round for objectives and destroyed units. A twist helps the player "
        "who is behind, and gambits are used for their powers or scored."
    )
    several = True
    usual = ("twists", "gambits")
    takes = frozenset({"victory", "markers"})
    two_sides = "it knows one underdog and one player who is ahead"
    choices = (
        Choice("twists", "Twists", "Each round a twist whose targets the underdog picks.", "aofr.twist.roll"),
        Choice("gambits", "Gambits", "Three random gambits each, to use or to score.", "aofr.gambit.start"),
        Choice(
            "dear_gambits", "Gambits score 2", "A scored gambit is worth 2 victory points, not 1.", "aofr.gambit.vp"
        ),
    )

    def problem(self, settings: Settings) -> str:
        if settings.mission != "duel":
            return "Twists & Gambits have a mission of their own: leave the mission at duel."
        return "" if self.has("gambits") or not self.has("dear_gambits") else "Gambits that score 2 need gambits."

    def mission(self, battle: Battle, mission: Mission) -> Mission:
        """The mission of twists and gambits, for four rounds."""
        changed = msgspec.structs.replace(mission.figures, name="Twists & Gambits", type="progressive", rounds=ROUNDS)
        return TwistMission(changed)

    # The steps.

    def before_battle(self, battle: Battle) -> Script[None]:
        if self.has("gambits"):
            yield from gambit.deal(battle)

    def round_begun(self, battle: Battle) -> Script[None]:
        """What was noted of the last round is over; then the underdog and the twist (AOFR-R511)."""
        owners = tuple(marker.owner for marker in battle.markers)
        keep(battle, began=owners, kills=(), shot=(), fought=(), played=(False, False), twist="", units=(), markers=())
        if self.has("twists"):
            yield from twist.twist_of_the_round(battle)

    def before_activation(self, battle: Battle, unit: Unit) -> Script[bool]:
        if self.has("gambits"):
            yield from gambit.use_power(battle, unit)
        return False

    def at_round_end(self, battle: Battle) -> Script[None]:
        """The boon of a twist, then each player scores a gambit, then discards one: who has the first turn first."""
        yield from twist.boon(battle)
        if not self.has("gambits"):
            return
        sides = (battle.first, battle.other(battle.first))
        for seat in sides:
            yield from gambit.score(battle, seat, 2 if self.has("dear_gambits") else 1)
        if battle.turn < last_round(battle):
            for seat in sides:
                yield from gambit.discard(battle, seat)

    # What is noted.

    @rule("aofr.twist.vp_kill")
    def destroyed(self, battle: Battle, unit: Unit, by: Cause | None) -> Script[None]:
        """Who destroyed the unit in this round; nobody where no enemy did (AOFR-R517). Neutral units do not count."""
        if unit.seat < 0:
            return
        killer = None if by is None or battle.units[by.unit].seat == unit.seat else by.unit
        keep(battle, kills=(*kept(battle).kills, Kill(unit.id, unit.seat, killer)))
        yield from ()

    def after_shots(self, battle: Battle, unit: Unit, fires: list[Fire], held: bool) -> Script[None]:
        if fires:
            keep(battle, shot=tuple(dict.fromkeys((*kept(battle).shot, unit.id))))
        yield from ()

    def melee_fought(self, battle: Battle, clash: Clash) -> Script[None]:
        keep(battle, fought=tuple(dict.fromkeys((*kept(battle).fought, *clash.units))))
        yield from ()

    # What twists and powers do.

    def effect(self, battle: Battle, effect: Effect) -> SpellEffect | None:
        """What a twist or a power that lies on a unit gives to it."""
        return effects().get(effect.name)

    def speaker(self, battle: Battle, unit: Unit, effect: Effect) -> SpecialRule | None:
        return AggressiveTakeover() if effect.name == AggressiveTakeover.name else None

    def surrounding(self, battle: Battle, unit: Unit) -> Iterable[SpecialRule]:
        return twist.shielded(battle, unit)

    def may_seize(self, battle: Battle, unit: Unit, marker: Marker) -> bool:
        return not (marker in battle.markers and twist.is_denied(battle, battle.markers.index(marker)))

    def endangers(self, battle: Battle, ground: Rect) -> bool:
        return twist.is_dangerous(battle, ground)

    # What is shown, and what computer players are told.

    def panel(self, battle: Battle, seat: int) -> Mapping[str, Figure]:
        shown: dict[str, Figure] = {}
        told = kept(battle)
        if self.has("gambits"):
            shown["Gambits"] = ", ".join(one.name for one in gambit.hand_of(battle, seat)) or "none"
        if self.has("twists") and told.underdog == seat:
            shown["Underdog"] = "yes"
        return shown

    def in_force(self, battle: Battle) -> Sequence[str]:
        found = twist_in_force(battle)
        return () if found is None else (f"{found.name}: {found.text}",)

    def problems(self, battle: Battle) -> Sequence[str]:
        hands = kept(battle).hands
        return ("A hand has the same gambit twice.",) if any(len(set(hand)) != len(hand) for hand in hands) else ()

    def marker_weight(self, battle: Battle, seat: int, number: int) -> float:
        return advice.marker_weight(battle, seat, number)

    advises: ClassVar[frozenset[str]] = advice.TOPICS

    def advise(self, battle: Battle, question: Question, option: Option) -> Iterable[Term]:
        return advice.advise(battle, question, option)
