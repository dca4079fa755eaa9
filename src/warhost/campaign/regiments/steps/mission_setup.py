"""1. Mission setup: who meets whom, what each army brings, underdog points and special objectives."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from warhost.campaign.contract import CampaignScript
from warhost.campaign.regiments.armies.fielding import fielded_regiment
from warhost.campaign.regiments.armies.sheet import (
    Army,
    CampaignState,
    Match,
    SheetUnit,
    army_value,
    note,
    put_army,
    sides,
    value_of,
)
from warhost.campaign.regiments.armies.tables import Line, line_of, roll_on, table
from warhost.play.events import counted
from warhost.play.questions import Option
from warhost.play.script import choose
from warhost.play.shown.english import listed, verb
from warhost.rulebook import rule
from warhost.rulesets.regiments.parts.multiplayer import MOST_ALONE

GAP = 250
"""No army brings more than so many points more than the one of the lowest value."""
UNDERDOG = 50
"""So many points of difference are worth an underdog point."""


def setup(state: CampaignState) -> CampaignScript[None]:
    """The next mission: who fights whom, armies, underdog points and objectives."""
    state.mission += 1
    state.past = (*state.past, *state.matches)
    for army in state.armies:
        units = tuple(replace(unit, tried=(), forfeits=False) for unit in army.units)
        put_army(state, replace(army, units=units, new_hero=False, new_veteran=False))
    state.matches = tuple(
        Match(key=f"mission {state.mission}, table {table}", mission=state.mission, players=players)
        for table, players in enumerate(meetings(state), 1)
    )
    for match in state.matches:
        yield from prepare_match(state, match)


@rule("aofr.campaign.parallel_play")
def meetings(state: CampaignState) -> list[tuple[int, ...]]:
    """Who fights whom: all armies in one battle, or in parallel play pairs (AOFR-R808)."""
    able = [army.player for army in state.armies if army.joined and ready(army)]
    if state.terms.parallel or len(able) > MOST_ALONE:
        return [*pairs(state.mission, able)]
    # Seats change from mission to mission, so that nobody always sits first.
    first = (state.mission - 1) % max(1, len(able))
    return [(*able[first:], *able[:first])] if len(able) > 1 else []


def pairs(mission: int, players: Sequence[int]) -> list[tuple[int, int]]:
    """Everybody meets everybody in turn (AOFR-R801); of an odd number one rests."""
    playing: list[int | None] = [*players]
    if len(playing) % 2:
        playing.append(None)
    turn = (mission - 1) % max(1, len(playing) - 1)
    wheel = playing[:1] + playing[1:][turn:] + playing[1:][:turn]
    half = len(wheel) // 2
    met = zip(wheel[:half], reversed(wheel[half:]), strict=True)
    # Sides change from mission to mission, so that nobody always sits first.
    swapped = mission % 2 == 0
    return [(other, one) if swapped else (one, other) for one, other in met if one is not None and other is not None]


def ready(army: Army) -> tuple[SheetUnit, ...]:
    """The units that can be brought: not those that sit out."""
    return tuple(unit for unit in army.units if not unit.rests)


def prepare_match(state: CampaignState, match: Match) -> CampaignScript[None]:
    """What the armies bring, what weaker ones get for it, and what each is to achieve."""
    fielded = yield from choose_units(state, match)
    values = tuple(army_value(state, state.armies[player], fielded[seat]) for seat, player in sides(match))
    underdog = tuple(underdog_points(values, seat) for seat, _ in sides(match))
    objectives = []
    for seat, player in sides(match):
        objectives.append((yield from special_objective(state, player, fielded[seat])))
    brought = tuple(tuple(unit.id for unit in units) for units in fielded)
    done = replace(
        match, fielded=brought, values=values, underdog=underdog, objectives=tuple(line.slug for line in objectives)
    )
    state.matches = tuple(done if one.key == match.key else one for one in state.matches)
    extra = "".join(
        f" {state.armies[player].name} {verb(state.armies[player].name, 'has')} "
        f"{counted(underdog[seat], 'underdog point')}."
        for seat, player in sides(match)
        if underdog[seat]
    )
    note(
        state,
        f"{_who_meets([state.armies[player].name for player in match.players], values)}{extra}",
        "aofr.campaign.army_gap",
        "aofr.campaign.underdog_points",
        fixture=match.key,
    )


def _who_meets(names: Sequence[str], values: Sequence[int]) -> str:
    told = [f"{name} ({value} points)" for name, value in zip(names, values, strict=True)]
    return f"{told[0]} {verb(names[0], 'meets')} {told[1]}." if len(told) == 2 else f"{listed(told)} meet."


@rule("aofr.campaign.army_gap")
def choose_units(state: CampaignState, match: Match) -> CampaignScript[tuple[tuple[SheetUnit, ...], ...]]:
    """The weaker army brings all that it has; the stronger leaves units at home until it is at most 250 above it
    (AOFR-R644)."""
    armies = [state.armies[player] for player in match.players]
    brought = [ready(army) for army in armies]
    values = [army_value(state, army, units) for army, units in zip(armies, brought, strict=True)]
    most = min(values) + GAP
    for seat, army in enumerate(armies):
        while (value := army_value(state, army, brought[seat])) > most and len(brought[seat]) > 1:
            text = (
                f"{army.name} {verb(army.name, 'is', 'are')} worth {value} points and may bring {most}: "
                "which unit stays at home?"
            )
            units = sorted(brought[seat], key=lambda unit: _stays_first(state, army, unit, value - most))
            options = [Option(unit.id, f"{unit.name}, {value_of(state, army, unit)} points") for unit in units]
            key = yield from choose(army.player, "stay at home", text, options, rules=("aofr.campaign.army_gap",))
            brought[seat] = tuple(unit for unit in brought[seat] if unit.id != key)
            note(
                state,
                f"{army.unit(key).name} {verb(army.unit(key).name, 'stays')} at home.",
                "aofr.campaign.army_gap",
                player=army.player,
                unit=army.unit(key),
                fixture=match.key,
            )
    return tuple(brought)


def _stays_first(state: CampaignState, army: Army, unit: SheetUnit, over: int) -> tuple[bool, int]:
    """The order in which units are offered to stay: the cheapest that is enough, then the dearest of the others."""
    value = value_of(state, army, unit)
    return (value < over, value if value >= over else -value)


@rule("aofr.campaign.underdog_points")
def underdog_points(values: Sequence[int], seat: int) -> int:
    """A point for every full 50 points of difference to the army of the highest value."""
    return (max(values) - values[seat]) // UNDERDOG


@rule("aofr.campaign.special_objective_table", "aofr.campaign.special_objective_reroll")
def special_objective(state: CampaignState, player: int, units: Sequence[SheetUnit]) -> CampaignScript[Line]:
    """A die for an objective; one that this army cannot complete is rolled again."""
    army = state.armies[player]
    line = yield from roll_on(
        table("objective"),
        why=f"Special objective of {army.name}",
        rule="aofr.campaign.special_objective_table",
        seat=player,
        able=lambda line: not why_impossible(state, army, units, line.slug),
    )
    assert line is not None
    note(state, f"{army.name}: {line.name}. {line.text}", line.id, player=player)
    return line


@rule("aofr.campaign.special_objective_reroll")
def why_impossible(state: CampaignState, army: Army, units: Sequence[SheetUnit], objective: str) -> str:
    """Why an army cannot complete an objective; nothing if it can (AOFR-R646)."""
    if objective == "casting" and not any(fielded_regiment(state, army, unit).count("Caster") for unit in units):
        return f"{army.name} {verb(army.name, 'has')} no caster."
    if objective == "mastery" and len(units) < 4:
        return f"{army.name} {verb(army.name, 'brings')} {len(units)} units, and there are four table quarters."
    return ""


def objective_of(match: Match, seat: int) -> Line:
    return line_of("objective", match.objectives[seat])


__all__ = ["GAP", "meetings", "objective_of", "ready", "setup", "special_objective", "underdog_points"]
