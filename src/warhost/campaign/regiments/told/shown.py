"""What a campaign shows of itself: leaderboard, army sheets, matches, and everything that happened."""

from __future__ import annotations

from warhost.campaign.regiments.armies.fielding import fielded_regiment
from warhost.campaign.regiments.armies.sheet import (
    LEVEL,
    MOST_XP,
    Army,
    CampaignState,
    Match,
    SheetUnit,
    army_value,
    level_marks,
    sides,
    value_of,
)
from warhost.campaign.regiments.armies.shopping import owned_upgrades
from warhost.campaign.regiments.campaign_types import LENGTHS, leaderboard, score, scores_by_match
from warhost.campaign.regiments.steps.mission_setup import objective_of
from warhost.campaign.regiments.steps.play_mission import WINNER_VP
from warhost.campaign.showing import Card, Chart, Column, Game, Page, Roster, Row, Scar, Standings, UnitSheet
from warhost.play.events import counted
from warhost.play.shown.english import versus
from warhost.rulebook import rule


def page(state: CampaignState, title: str) -> Page:
    """Everything that everybody may see now."""
    return Page(
        title=title,
        stage=stage_text(state),
        round=state.mission,
        word="Mission",
        over=state.over,
        players=state.players,
        winners=state.winners,
        standings=(standings(state),) if state.armies else (),
        charts=charts(state),
        games=tuple(game(state, match) for match in (*state.past, *state.matches) if match.fielded),
        rosters=tuple(roster(state, army) for army in state.armies if army.joined),
        timeline=state.timeline,
        cards=(agreed(state),),
    )


def stage_text(state: CampaignState) -> str:
    """Where the campaign is."""
    if state.over:
        return "The campaign is over"
    if not state.mission:
        return "Before the first mission"
    of = f" of {state.length}" if state.terms.type == "game-limited" else ""
    return f"Mission {state.mission}{of}: {state.stage}"


@rule("aofr.campaign.endless", "aofr.campaign.parallel_play")
def standings(state: CampaignState) -> Standings:
    """The leaderboard, the highest score first."""
    board = leaderboard(state)
    by_match = scores_by_match(state.terms)
    columns = [
        Column("Army"),
        Column("VP", number=True, help="Victory points of the campaign"),
        Column("Matches", number=True),
    ]
    if by_match:
        columns.append(Column("Score", number=True, help="VP for each match played"))
    columns += [Column("Value", number=True, help="What its units are worth"), Column("Purse", number=True)]
    rows = []
    for army in board:
        points = score(state.terms, army)
        rank = 1 + sum(score(state.terms, other) > points for other in board)
        cells = [army.name, str(army.vp), str(army.matches)]
        if by_match:
            cells.append(f"{float(points):.2f}")
        cells += [str(army_value(state, army)), str(army.purse)]
        rows.append(Row(army.player, rank, tuple(cells), leads=rank == 1))
    return Standings(
        "Leaderboard",
        tuple(columns),
        tuple(rows),
        rules=("aofr.campaign.parallel_play",) if by_match else (),
        equals="Equal scores share a place.",
    )


def charts(state: CampaignState) -> tuple[Chart, ...]:
    """How far the campaign has come, if it has an end."""
    if state.terms.type not in LENGTHS or not state.length:
        return ()
    what, _ = LENGTHS[state.terms.type]
    most = max((army.vp for army in state.armies), default=0)
    done = {"game-limited": state.mission, "point-limited": most, "time-limited": state.weeks}[state.terms.type]
    return (Chart(f"{what.capitalize()}", "track", done=min(done, state.length), goal=state.length),)


def game(state: CampaignState, match: Match) -> Game:
    """A match, to be played or played."""
    done = match.told is not None
    names = [state.armies[player].name for player in match.players]
    parts = [
        f"{name} ({match.values[seat]} points"
        + (f", {counted(match.underdog[seat], 'underdog point')}" if match.underdog[seat] else "")
        + f"): {objective_of(match, seat).name}"
        for seat, name in enumerate(names)
    ]
    return Game(
        fixture=match.key,
        title=versus(names),
        players=match.players,
        round=match.mission,
        table=int(match.key.rsplit(" ", 1)[1]),
        scores=tuple(_vp(match, seat) for seat, _ in sides(match)) if done else (),
        winners=() if match.winner is None else (match.winner,),
        text=f"{'; '.join(parts)}. {match.text}".strip(),
        seal=match.seal,
        done=done,
    )


def _vp(match: Match, seat: int) -> str:
    """What a match brought an army: VP for the win, and those of random events."""
    events = 0 if match.told is None else match.told.armies[seat].vp
    return f"{events + (WINNER_VP if match.winner == match.players[seat] else 0)} VP"


def roster(state: CampaignState, army: Army) -> Roster:
    """An army sheet."""
    return Roster(
        player=army.player,
        name=army.name,
        faction=army.faction,
        value=army_value(state, army),
        purse=army.purse,
        units=tuple(sheet(state, army, unit) for unit in army.units),
        lost=tuple(sheet(state, army, unit) for unit in army.lost),
    )


@rule("aofr.campaign.army_sheet")
def sheet(state: CampaignState, army: Army, unit: SheetUnit) -> UnitSheet:
    """A unit with its track of experience, what it has gained, and its story."""
    regiment = fielded_regiment(state, army, unit)
    prices = {offer.name: offer.cost for offer in owned_upgrades(state, army) if offer.unit.id == unit.id}
    weapons = dict.fromkeys(str(weapon) for group in regiment.groups for weapon in group.weapons)
    figures = (
        ("Quality", f"{regiment.quality}+"),
        ("Defense", f"{regiment.defense}+"),
        ("Weapons", ", ".join(weapons)),
        ("Rules", ", ".join(map(str, regiment.rules))),
    )
    return UnitSheet(
        id=unit.id,
        name=unit.name,
        kind=f"{unit.pick.unit}, {army.faction}",
        models=regiment.size,
        cost=value_of(state, army, unit),
        figures=figures,
        gear=tuple(f"{name} ({prices[name]} points)" if name in prices else name for name in unit.pick.options),
        hero=unit.hero,
        state="resting" if unit.rests else unit.fate or "ready",
        state_text=f"sits out {counted(unit.rests, 'more match', 'more matches')}" if unit.rests else "",
        battles=unit.battles,
        kills=unit.kills,
        xp=unit.xp,
        xp_max=MOST_XP,
        xp_marks=tuple(range(LEVEL, MOST_XP + 1, LEVEL)),
        level=level_marks(unit),
        scars=tuple(Scar(one.name, one.kind, one.text, one.line.id, one.since) for one in unit.gained),
        history=tuple(line for line in state.timeline if line.unit == unit.id),
    )


def agreed(state: CampaignState) -> Card:
    """What the players agreed on."""
    terms = state.terms
    what = LENGTHS.get(terms.type, ("", ""))[0]
    lines = [("Type", f"{terms.type}{f', {state.length} {what}' if state.length else ''}")]
    lines.append(("A new army", f"{terms.points} points, {terms.saving} of them may be saved"))
    if terms.parallel:
        lines.append(("Matches", "in pairs; VP are divided by the matches played"))
    elif len(state.players) > 2:
        lines.append(("Matches", "all armies in one battle"))
    if terms.late_joiners:
        lines.append(("Late joiners", "welcome; VP are divided by the matches played"))
    if terms.no_permadeath:
        lines.append(("No permanent death", "units sit out matches instead"))
    if terms.type == "time-limited":
        lines.append(("Weeks so far", str(state.weeks)))
    return Card("Agreed", tuple(lines))
