"""A battle on a real table: the form that somebody fills in, and a file with the same in full, to be edited."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args

import msgspec

from warhost.campaign.contract import Fixture, Result
from warhost.campaign.forms import Field, Pickable
from warhost.campaign.regiments.armies.sheet import (
    MOST_XP,
    ArmyTold,
    CampaignState,
    Fate,
    Match,
    SheetUnit,
    Told,
    opponents,
    sides,
)
from warhost.campaign.regiments.steps.mission_setup import objective_of
from warhost.errors import WarhostError, did_you_mean
from warhost.play import Outcome
from warhost.play.script import Refused
from warhost.play.shown.english import listed

NOBODY = "nobody"
FATES = get_args(Fate)


def match_of(state: CampaignState, key: str) -> Match:
    return next(one for one in state.matches if one.key == key)


def units_of(state: CampaignState, match: Match, seat: int) -> list[SheetUnit]:
    """The units that a side brought."""
    army = state.armies[match.players[seat]]
    return [army.unit(uid) for uid in match.fielded[seat]]


def enemies_of(state: CampaignState, match: Match, seat: int) -> list[SheetUnit]:
    """The units that all others brought."""
    return [unit for other in opponents(match, seat) for unit in units_of(state, match, other)]


def form(state: CampaignState, fixture: Fixture) -> Sequence[Field]:
    """What is asked of a battle that was fought on a real table: fates, kills, objectives, and what events brought."""
    match = match_of(state, fixture.key)
    return [field for seat, _ in sides(match) for field in _fields(state, match, seat)]


def _fields(state: CampaignState, match: Match, seat: int) -> Iterator[Field]:
    own, enemies = units_of(state, match, seat), enemies_of(state, match, seat)
    options = tuple(Pickable(unit.id, unit.name) for unit in own)
    fates = ("destroyed", "routed", "removed")
    helps = ("", "", "Left the table; not a casualty.")
    for fate, help_ in zip(fates, helps, strict=True):
        yield Field(
            name=f"{fate} {seat}",
            label=f"{fate.capitalize()} units",
            kind="many",
            seat=seat,
            options=options,
            help=help_,
            open=fate == "destroyed",
            rules=("aofr.campaign.casualties",),
        )
    killers = (Pickable(NOBODY, "Nobody"), *(Pickable(unit.id, unit.name) for unit in enemies))
    for unit in own:
        yield Field(
            name=f"killer {seat} {unit.id}",
            label=f"Who killed {unit.name}",
            kind="one",
            seat=seat,
            options=killers,
            default=NOBODY,
            only_if=((f"destroyed {seat}", unit.id), (f"routed {seat}", unit.id)),
            rules=("aofr.campaign.xp_kill_unit", "aofr.campaign.xp_kill_hero"),
        )
    objective = objective_of(match, seat)
    yield Field(
        name=f"objective {seat}",
        label=f"Completed {objective.name}",
        kind="flag",
        seat=seat,
        help=objective.text,
        rules=(objective.id,),
    )
    yield Field(name=f"conceded {seat}", label="Conceded", kind="flag", seat=seat, rules=("aofr.campaign.conceding",))
    yield from _event_fields(seat, options)


def _event_fields(seat: int, options: tuple[Pickable, ...]) -> Iterator[Field]:
    """What random events may have brought."""
    rules = ("aofr.campaign.event_roll",)
    for name, label, most in (("points", "Points from events", 10_000), ("vp", "VP from events", 100)):
        yield Field(name=f"{name} {seat}", label=label, kind="number", seat=seat, most=most, default=0, rules=rules)
    for name, label, most in (
        ("xp", "XP from events", MOST_XP),
        ("ransom", "Captured, with the D3 of the ransom", 3),
        ("sword", "Found the Holy Sword, with its AP", 3),
    ):
        yield Field(
            name=f"{name} {seat}", label=label, kind="counts", seat=seat, most=most, options=options, rules=rules
        )
    yield Field(
        name=f"warped {seat}",
        label="Fights the Time Beast",
        kind="many",
        seat=seat,
        options=options,
        rules=("aofr.campaign.event_66_time_warp",),
    )
    for name, label, rule_id in (
        ("countdown", "Won in the round of a Countdown", "aofr.campaign.event_46_countdown"),
        ("hearts", "May pay the locals for its wounded", "aofr.campaign.event_51_hearts_minds"),
    ):
        yield Field(name=f"{name} {seat}", label=label, kind="flag", seat=seat, rules=(rule_id,))


def told_of(state: CampaignState, match: Match, entered: Mapping[str, Any]) -> Told:
    """What was told of a match: in full, or as the form has it."""
    if "armies" in entered or not entered:
        return msgspec.convert(entered, Told)
    return Told(armies=tuple(_army_told(state, match, seat, entered) for seat, _ in sides(match)))


def _army_told(state: CampaignState, match: Match, seat: int, entered: Mapping[str, Any]) -> ArmyTold:
    def get(name: str, default: Any) -> Any:
        return entered.get(f"{name} {seat}", default)

    told = []
    for unit in units_of(state, match, seat):
        ransom = get("ransom", {}).get(unit.id, 0)
        fates = [fate for fate in ("destroyed", "routed", "removed") if unit.id in get(fate, ())]
        if len(fates) > 1 or (fates and ransom):
            both = " and ".join((*fates, *(("captured",) if ransom else ())))
            raise Refused(f"{unit.name} cannot be {both} at once.", "aofr.campaign.casualties")
        kills = [
            enemy.name
            for other in opponents(match, seat)
            for enemy in units_of(state, match, other)
            if entered.get(f"killer {other} {enemy.id}") == unit.id
        ]
        told.append(
            {
                "unit": unit.name,
                "fate": "captured" if ransom else fates[0] if fates else "survived",
                "kills": kills,
                "xp": get("xp", {}).get(unit.id, 0),
                "ransom": ransom,
                "holy_sword": get("sword", {}).get(unit.id, 0),
                "warped": unit.id in get("warped", ()),
            }
        )
    names = ("objective", "points", "vp", "conceded", "countdown", "hearts")
    more = {name: entered[f"{name} {seat}"] for name in names if f"{name} {seat}" in entered}
    return msgspec.convert({"units": told, **more}, ArmyTold)


# The same as a file


def form_text(state: CampaignState, match: Match) -> str:
    """A report in which everybody came through, as TOML to be edited."""
    lines = [
        f"# {match.key}: say who won, and change what was otherwise. Fates: survived, destroyed, routed, removed,",
        "# captured (with ransom = the D3). Kills are the names of enemy units.",
        f"winner = {_quoted(state.players[match.players[0]])}",
    ]
    for seat, player in sides(match):
        army, objective = state.armies[player], objective_of(match, seat)
        lines += ["", "[[army]]", f"player = {_quoted(state.players[player])}"]
        lines += [f"objective = false  # {army.name}: {objective.name}. {objective.text}", "conceded = false"]
        lines += ["points = 0  # from random events", "vp = 0"]
        for unit in units_of(state, match, seat):
            lines += ["", "  [[army.unit]]", f"  name = {_quoted(unit.name)}", '  fate = "survived"', "  kills = []"]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return msgspec.json.encode(text).decode()


def read_form(state: CampaignState, fixture: Fixture, text: str, name: str) -> Result:
    """The result that a report tells; the error says what is wrong with it."""
    match = match_of(state, fixture.key)
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise WarhostError(f"{name}: this is not TOML: {error}.") from None
    strange = next((key for key in raw if key not in ("winner", "army")), "")
    if strange:
        raise WarhostError(
            f'{name}: a report names the "winner" and has an [[army]] for each player, but no "{strange}".'
        )
    armies = raw.get("army", [])
    players = [state.players[player] for player in match.players]
    if [one.get("player") for one in armies] != players:
        raise WarhostError(f"{name}: write an [[army]] for each player, in this order: {listed(players)}.")
    told = []
    for one in armies:
        units = [
            {"unit" if key == "name" else key: value for key, value in unit.items()} for unit in one.get("unit", [])
        ]
        for unit in units:
            if unit.get("fate", FATES[0]) not in FATES:
                known = f"Fates are {', '.join(FATES)}."
                raise WarhostError(f'{name}: no unit can be "{unit["fate"]}". {known}')
        rest = {key: value for key, value in one.items() if key not in ("player", "unit")}
        told.append({**rest, "units": units})
    return Result(fixture.key, won_by(state, match, raw.get("winner", "")), told={"armies": told})


def won_by(state: CampaignState, match: Match, winner: str) -> Outcome:
    """The outcome of a match that this player won."""
    players = [state.players[player] for player in match.players]
    if winner not in players:
        meant = did_you_mean(winner, players)
        raise WarhostError(f'"{winner}" is not at this table.{meant} {listed(players)} play here.')
    return Outcome((players.index(winner),), "victory", f"{winner} wins.")
