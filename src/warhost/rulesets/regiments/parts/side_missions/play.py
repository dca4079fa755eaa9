"""Side-missions: markers and completed side-missions give victory points at the end (Playing with Side-Missions)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

import msgspec

from warhost.play.counsel.counsel import Term
from warhost.play.questions import Option, Question
from warhost.play.script import Script, roll_sum
from warhost.play.shown.cards import Figure
from warhost.play.shown.english import listed
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.missions import Mission
from warhost.rulesets.regiments.chapters.roll_off import roll_off
from warhost.rulesets.regiments.core import Battle, Choice, Settings, Unit, optional
from warhost.rulesets.regiments.parts.shared.deeds import Remembering
from warhost.rulesets.regiments.parts.side_missions import advice, events
from warhost.rulesets.regiments.parts.side_missions.conditions import completed
from warhost.rulesets.regiments.parts.side_missions.picking import (
    METHODS,
    SECRET_TOPIC,
    TOPIC,
    pick_openly,
    pick_secretly,
)
from warhost.rulesets.regiments.parts.side_missions.scoring import InItsPlace, marker_points, score, score_markers
from warhost.rulesets.regiments.parts.side_missions.showing import HIDDEN, listed_with, sentences, without_secrets
from warhost.rulesets.regiments.parts.side_missions.table import side_missions

SLUG = "side_missions"
STYLES = {"shared": "Shared", "hidden": "Hidden", "shared_hidden": "Shared + Hidden"}


class Picked(msgspec.Struct, frozen=True, omit_defaults=True):
    """The side-missions of a battle."""

    style: str = ""
    method: str = ""
    open: tuple[str, ...] = ()
    """Those that both players may complete."""
    secret: tuple[tuple[str, ...], ...] = ((), ())
    """For each seat those that only it knows and may complete."""


def picked(battle: Battle) -> Picked:
    return optional.kept(battle, SLUG, Picked)


class _Mission(InItsPlace):
    @rule("aofr.side.vp_system")
    def still_to_score(self, battle: Battle) -> tuple[float, float]:
        one, other = (marker_points(battle, seat) + len(done(battle, seat)) for seat in (0, 1))
        return (float(one), float(other))


@rule("aofr.side.vp_system", "aofr.side.shared", "aofr.side.hidden", "aofr.side.shared_hidden")
def done(battle: Battle, seat: int) -> list[str]:
    """The side-missions that a side completes as things stand: of the open ones and of its own secret ones."""
    told = picked(battle)
    return [slug for slug in (*told.open, *told.secret[seat]) if slug != HIDDEN and completed(battle, seat, slug)]


@optional.part(SLUG, "Side-missions", "aofr.side.vp_system", "aofr.side.style_table", "aofr.side.method_table")
class SideMissions(Remembering):
    """The part. Playstyle and method are picked by its choices; what is not named is rolled for."""

    text = (
        "Besides the markers, players complete side-missions such as slaying the enemy's heroes or holding the table "
        "centre. Markers and side-missions give victory points at the end, which decide instead of the mission's own "
        "conditions."
    )
    choices = (
        Choice("shared", "Shared", "Each player openly picks 2; both may complete all 4.", "aofr.side.shared"),
        Choice("hidden", "Hidden", "Each player secretly picks 3 for itself alone.", "aofr.side.hidden"),
        Choice(
            "shared_hidden",
            "Shared + Hidden",
            "Each player openly picks 1 that both may complete, then 1 in secret for itself.",
            "aofr.side.shared_hidden",
        ),
        Choice("free", "Free choice", "Any side-mission may be picked.", "aofr.side.method_free"),
        Choice("limited", "By category", "A die gives the category to pick from.", "aofr.side.method_limited"),
        Choice("randomized", "At random", "Dice give the side-missions.", "aofr.side.method_random"),
        Choice("rolled", "Roll for it", "Playstyle or selection method are rolled for if none is picked."),
    )
    several = True
    usual = ("shared", "free")
    apart = (tuple(STYLES), tuple(METHODS))
    takes = frozenset({"victory"})
    two_sides = "it compares the victory points of two players"
    advises: ClassVar[frozenset[str]] = frozenset({TOPIC, SECRET_TOPIC})

    def problem(self, settings: Settings) -> str:
        for what, names in (("playstyle", STYLES), ("selection method", METHODS)):
            named = [name for slug, name in names.items() if self.has(slug)]
            if len(named) > 1:
                return f"Side-missions have one {what}, not {listed(named)}: name one of them, or none to roll for it."
        return ""

    def mission(self, battle: Battle, mission: Mission) -> Mission:
        return _Mission(mission)

    def before_deployment(self, battle: Battle) -> Script[None]:
        """Playstyle and method are known, then players pick."""
        style = yield from self._named_or_rolled(STYLES, "Playstyle of side-missions", "aofr.side.style_table")
        method = yield from self._named_or_rolled(METHODS, "Selection of side-missions", "aofr.side.method_table")
        optional.keep(battle, SLUG, Picked(style, method))
        yield events.SideMissionStyle(STYLES[style], METHODS[method])
        shared, secret = {"shared": (2, 0), "hidden": (0, 3), "shared_hidden": (1, 1)}[style]
        yield from self._pick_openly(battle, shared)
        yield from self._pick_secretly(battle, secret)

    @rule("aofr.side.style_table", "aofr.side.method_table")
    def _named_or_rolled(self, names: Mapping[str, str], why: str, row: str) -> Script[str]:
        """What was agreed on, or what a D3 says."""
        named = [slug for slug in names if self.has(slug)]
        if named:
            return named[0]
        number: int = yield from roll_sum("D3", why=why, rule=row)
        return list(names)[number - 1]

    @rule("aofr.side.shared", "aofr.side.shared_hidden", "aofr.side.open_order")
    def _pick_openly(self, battle: Battle, each: int) -> Script[None]:
        """After a roll-off players take turns to pick one, the winner first."""
        if not each:
            return
        seat = yield from roll_off(battle, "who picks the first side-mission", "aofr.side.open_order")
        for _ in range(2 * each):
            told = picked(battle)
            slug = yield from pick_openly(battle, seat, told.method, told.open)
            optional.keep(battle, SLUG, msgspec.structs.replace(told, open=(*told.open, slug)))
            mission = side_missions()[slug]
            yield events.SideMissionPicked(seat, mission.name, mission.text)
            seat = battle.other(seat)

    @rule("aofr.side.hidden", "aofr.side.shared_hidden")
    def _pick_secretly(self, battle: Battle, each: int) -> Script[None]:
        """Each player picks as many for itself."""
        for _ in range(each):
            told = picked(battle)
            taken = [(*told.open, *own) for own in told.secret]
            slugs = yield from pick_secretly(battle, told.method, taken)
            secret = tuple((*own, slug) for own, slug in zip(told.secret, slugs, strict=True))
            optional.keep(battle, SLUG, msgspec.structs.replace(told, secret=secret))
        for seat, own in enumerate(picked(battle).secret):
            if own:
                yield events.SecretsTaken(seat, len(own))

    @rule("aofr.side.vp_system")
    def at_the_end(self, battle: Battle) -> Script[None]:
        """Markers and completed side-missions are scored; secrets are told."""
        for seat, own in enumerate(picked(battle).secret):
            for slug in own:
                mission = side_missions()[slug]
                yield events.SecretShown(seat, mission.name, mission.text)
        yield from score_markers(battle)
        for seat in battle.sides:
            for slug in done(battle, seat):
                told = events.SideMissionCompleted(seat, side_missions()[slug].name)
                yield from score(battle, seat, 1, told)

    # What is shown.

    @rule("aofr.side.hidden")
    def hidden_from(self, battle: Battle, seat: int | None) -> Battle:
        """Secret side-missions are for their own seat alone until the end."""
        told = picked(battle)
        secret = without_secrets(battle, told.secret, seat)
        if secret != told.secret:
            optional.keep(battle, SLUG, msgspec.structs.replace(told, secret=secret))
        return battle

    def panel(self, battle: Battle, seat: int) -> Mapping[str, Figure]:
        told = picked(battle)
        shown: dict[str, Figure] = {}
        if told.open:
            shown["Side-missions"] = listed_with(battle, seat, told.open, completed)
        if own := told.secret[seat]:
            shown["Secret side-missions"] = listed_with(battle, seat, own, completed) or len(own)
        return shown

    def in_force(self, battle: Battle) -> Sequence[str]:
        told = picked(battle)
        if not told.style:
            return ()
        how = f"Side-missions are {STYLES[told.style]}; selection: {METHODS[told.method]}."
        return (how, *sentences(battle, told.open, told.secret))

    def problems(self, battle: Battle) -> Sequence[str]:
        known = {HIDDEN, *side_missions()}
        told = picked(battle)
        unknown = {slug for own in (told.open, *told.secret) for slug in own} - known
        return [f"There is no side-mission {slug}." for slug in sorted(unknown)]

    # What a computer player is told.

    def advise(self, battle: Battle, question: Question, option: Option) -> Iterable[Term]:
        return advice.on_pick(battle, question.seat, option.key, shared=question.topic == TOPIC)

    def marker_weight(self, battle: Battle, seat: int, number: int) -> float:
        told = picked(battle)
        return advice.marker_weight(battle, (*told.open, *told.secret[seat]))

    def prize(self, battle: Battle, seat: int, unit: Unit) -> float:
        told = picked(battle)
        return advice.prize(battle, seat, unit, (*told.open, *told.secret[seat]))
