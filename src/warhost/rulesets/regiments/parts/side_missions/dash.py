"""Mad dash: side-missions that change every round, scored at each round's end (Mad Dash Variants)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from warhost.play.script import Script, roll_sum
from warhost.play.shown.cards import Figure
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.missions import Mission
from warhost.rulesets.regiments.core import Battle, Choice, Unit, optional
from warhost.rulesets.regiments.parts.shared.deeds import Remembering
from warhost.rulesets.regiments.parts.side_missions import advice, events
from warhost.rulesets.regiments.parts.side_missions.conditions import completed
from warhost.rulesets.regiments.parts.side_missions.picking import rolled
from warhost.rulesets.regiments.parts.side_missions.scoring import InItsPlace, marker_points, score, score_markers
from warhost.rulesets.regiments.parts.side_missions.showing import HIDDEN, listed_with, sentences, without_secrets
from warhost.rulesets.regiments.parts.side_missions.table import TACTICAL, side_missions

SLUG = "mad_dash"
VARIANTS = {"shared": "Shared Dash", "hidden": "Hidden Dash", "cumulative": "Cumulative Dash"}


class Dash(msgspec.Struct, frozen=True, omit_defaults=True):
    """The side-missions of a mad dash."""

    variant: str = ""
    open: tuple[str, ...] = ()
    """Those that both players may score now."""
    own: tuple[tuple[str, ...], ...] = ((), ())
    """For each seat those that only it may score now."""
    scored: tuple[tuple[str, ...], ...] = ((), ())
    """For each seat those that it has scored."""
    achieved: tuple[tuple[str, ...], ...] = ((), ())
    """For each seat those that it has fulfilled at the end of some round, outside of Tactical Genius."""


def dash(battle: Battle) -> Dash:
    return optional.kept(battle, SLUG, Dash)


def _keep(battle: Battle, **changes: str | tuple[str, ...] | tuple[tuple[str, ...], ...]) -> None:
    optional.keep(battle, SLUG, msgspec.structs.replace(dash(battle), **changes))


class _Mission(InItsPlace):
    @rule("aofr.dash.scoring")
    def still_to_score(self, battle: Battle) -> tuple[float, float]:
        one, other = (marker_points(battle, seat) + len(scorable(battle, seat)) for seat in (0, 1))
        return (float(one), float(other))


@rule("aofr.dash.tactical_same_round", "aofr.dash.others_earlier")
def fulfils(battle: Battle, seat: int, slug: str) -> bool:
    """Whether a side may score a side-mission: it fulfils it now or, outside of Tactical Genius, has done so at the end
    of an earlier round (AOFR-R219)."""
    return slug in dash(battle).achieved[seat] or completed(battle, seat, slug)


@rule("aofr.dash.scoring")
def scorable(battle: Battle, seat: int) -> list[str]:
    """The side-missions that a side scores if the round ends now."""
    told = dash(battle)
    return [slug for slug in (*told.open, *told.own[seat]) if slug != HIDDEN and fulfils(battle, seat, slug)]


@optional.part(SLUG, "Mad dash", "aofr.dash.scoring", "aofr.dash.table")
class MadDash(Remembering):
    """The part. What it brings each round depends on its variant."""

    text = (
        "A race for side-missions: new ones are rolled at the start of every round. Markers and side-missions give "
        "victory points at the end of each round, which decide instead of the mission's own conditions."
    )
    choices = (
        Choice(
            "shared",
            "Shared Dash",
            "One side-mission each round, for both players, in that round alone.",
            "aofr.dash.shared",
        ),
        Choice(
            "hidden",
            "Hidden Dash",
            "Each round a secret side-mission for each player, in that round alone.",
            "aofr.dash.hidden",
        ),
        Choice(
            "cumulative",
            "Cumulative Dash",
            "One more side-mission each round for both players, which stays until it is scored.",
            "aofr.dash.cumulative",
        ),
        Choice("rolled", "Roll for it", "A D3 picks one of the three.", "aofr.dash.table"),
    )
    takes = frozenset({"victory"})
    two_sides = "it compares the victory points of two players"

    def mission(self, battle: Battle, mission: Mission) -> Mission:
        return _Mission(mission)

    @rule("aofr.dash.table")
    def before_deployment(self, battle: Battle) -> Script[None]:
        """The variant is the one that was agreed on, or a D3 picks it."""
        (variant,) = self.chosen
        if variant == "rolled":
            number = yield from roll_sum("D3", why="Mad dash variant", rule="aofr.dash.table")
            variant = list(VARIANTS)[number - 1]
        _keep(battle, variant=variant)
        yield events.SideMissionStyle(VARIANTS[variant])

    @rule("aofr.dash.shared", "aofr.dash.hidden", "aofr.dash.cumulative")
    def round_begun(self, battle: Battle) -> Script[None]:
        """One more side-mission for both, or a secret one for each. What is open or was scored is rolled again
        (AOFR-R218)."""
        told = dash(battle)
        seats = battle.sides
        if told.variant == "hidden":
            own = []
            for seat in seats:
                slug = yield from rolled(battle, (seat,), told.scored[seat], seat=seat, secret=True)
                own.append((slug,))
                yield events.SecretsTaken(seat, 1)
            _keep(battle, own=tuple(own))
            return
        taken = {*told.open, *(slug for scored in told.scored for slug in scored)}
        slug = yield from rolled(battle, seats, taken)
        _keep(battle, open=(*told.open, slug))
        yield events.SideMissionRolled(side_missions()[slug].name, side_missions()[slug].text)

    @rule("aofr.dash.scoring")
    def at_round_end(self, battle: Battle) -> Script[None]:
        """Markers and side-missions are scored, then side-missions are discarded."""
        yield from score_markers(battle)
        _note_achieved(battle)
        scored = list(dash(battle).scored)
        for seat in battle.sides:
            done = scorable(battle, seat)
            for slug in done:
                yield from score(battle, seat, 1, events.SideMissionCompleted(seat, side_missions()[slug].name))
            scored[seat] = (*scored[seat], *done)
        _keep(battle, scored=tuple(scored))
        yield from _discard(battle)

    # What is shown.

    @rule("aofr.dash.hidden")
    def hidden_from(self, battle: Battle, seat: int | None) -> Battle:
        """What a player has rolled in secret is for its own seat alone; what it scores is told to all."""
        told = dash(battle)
        own = without_secrets(battle, told.own, seat)
        if own != told.own:
            _keep(battle, own=own)
        return battle

    def panel(self, battle: Battle, seat: int) -> Mapping[str, Figure]:
        told = dash(battle)
        shown: dict[str, Figure] = {}
        if told.open:
            shown["Side-missions"] = listed_with(battle, seat, told.open, fulfils)
        if own := told.own[seat]:
            shown["Secret side-mission"] = listed_with(battle, seat, own, fulfils) or "hidden"
        if told.scored[seat]:
            shown["Side-missions scored"] = len(told.scored[seat])
        return shown

    def in_force(self, battle: Battle) -> Sequence[str]:
        told = dash(battle)
        if not told.variant:
            return ()
        text = next(choice.text for choice in self.choices if choice.slug == told.variant)
        return (f"{VARIANTS[told.variant]}: {text}", *sentences(battle, told.open, told.own))

    # What a computer player is told.

    def marker_weight(self, battle: Battle, seat: int, number: int) -> float:
        told = dash(battle)
        return advice.marker_weight(battle, (*told.open, *told.own[seat]))

    def prize(self, battle: Battle, seat: int, unit: Unit) -> float:
        told = dash(battle)
        return advice.prize(battle, seat, unit, (*told.open, *told.own[seat]))


@rule("aofr.dash.tactical_same_round", "aofr.dash.others_earlier")
def _note_achieved(battle: Battle) -> None:
    """Remember what both sides fulfil at this round's end, outside of Tactical Genius (AOFR-R219)."""
    achieved = list(dash(battle).achieved)
    for seat in battle.sides:
        new = [
            slug
            for slug, told in side_missions().items()
            if told.category != TACTICAL and slug not in achieved[seat] and completed(battle, seat, slug)
        ]
        achieved[seat] = (*achieved[seat], *new)
    _keep(battle, achieved=tuple(achieved))


@rule("aofr.dash.shared", "aofr.dash.hidden", "aofr.dash.cumulative")
def _discard(battle: Battle) -> Script[None]:
    """Those of the round go, scored or not; in a Cumulative Dash only those that somebody has scored (AOFR-R218)."""
    told = dash(battle)
    scored = {slug for own in told.scored for slug in own}
    stays = tuple(slug for slug in told.open if told.variant == "cumulative" and slug not in scored)
    _keep(battle, open=stays, own=((), ()))
    for slug in told.open:
        if slug not in stays:
            yield events.SideMissionDiscarded(side_missions()[slug].name)
