"""What a tournament shows of itself: the table, the pairings with their tables, armies, and what happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from warhost.campaign.showing import Card, Column, Game, Happening, Page, Roster, Row, Standings, UnitSheet
from warhost.campaign.tournament.book_of import book_of
from warhost.campaign.tournament.books import AnyBook
from warhost.campaign.tournament.scoring import Standing, standings, winners
from warhost.campaign.tournament.values import Match, Round, TieBreak, Tournament
from warhost.play.events import counted
from warhost.play.shown.english import listed, verb

__all__ = ["round_title", "shown"]

JOINED, COMBINED = "with ", "combined "
"""How sheets tell a hero in a unit, and a unit of two."""


def round_title(state: Tournament, number: int | None = None) -> str:
    """What a round is called: "Round 2", or "Week 2" in a league."""
    return f"{round_word(state)} {state.number if number is None else number}"


def round_word(state: Tournament) -> str:
    return "Week" if state.settings.league else "Round"


def shown(state: Tournament) -> Page:
    """Everything that everybody may see: who has picked which sideboard shows only once all have."""
    book = book_of(state.settings.ruleset)
    return Page(
        title=state.settings.title,
        stage=stage(state),
        round=state.number,
        word=round_word(state),
        over=state.over,
        players=state.players,
        winners=winners(state),
        standings=(table(state, book),),
        games=tuple(_game(state, book, one, match) for one, match in state.matches()),
        rosters=tuple(_rosters(state, book)),
        timeline=tuple(_timeline(state)),
        cards=(Card("Event", tuple(_facts(state, book))),),
    )


def stage(state: Tournament) -> str:
    """Where the event is, in words."""
    if state.over:
        first = [state.players[player] for player in winners(state)]
        if len(first) > 1:
            return f"A tie for first place: {listed(first)}."
        return f"{first[0]} {verb(first[0], 'has')} won."
    waiting = sum(not match.done for _, match in state.matches())
    if state.stage == "play":
        return f"{round_title(state)}: {counted(waiting, 'match', 'matches')} to be played."
    if not state.number:
        return f"The first {round_word(state).lower()} is about to be paired."
    left = f"{counted(waiting, 'match', 'matches')} still to be played"
    return f"{round_title(state)} is over." if not waiting else f"{round_title(state)} is over, with {left}."


def tie_break_name(book: AnyBook, name: TieBreak) -> str:
    return {"destruction": book.second, "opponents": "Opponents' victory points", "wins": "Wins"}[name]


def table(state: Tournament, book: AnyBook) -> Standings:
    """The table as it stands."""
    breaks = state.settings.tie_breaks
    columns = [
        Column("Place", number=True),
        Column("Player"),
        Column("Army"),
        Column("VP", number=True, help="Victory points"),
        Column(_short(book.second), number=True, help=book.second_help),
        *([Column("Opp. VP", number=True, help="Victory points of all opponents")] if "opponents" in breaks else []),
        Column("Won", number=True),
        Column("Tied", number=True),
        Column("Lost", number=True),
        Column("Byes", number=True),
    ]
    ranked = standings(state)
    return Standings(
        title="Standings",
        columns=tuple(columns),
        rows=tuple(_row(state, one, before) for one, before in zip(ranked, [None, *ranked], strict=False)),
        tie_breaks=tuple(tie_break_name(book, name) for name in breaks),
        rules=book.winner_rules,
    )


def _short(name: str) -> str:
    return "".join(word[0].upper() for word in name.split()) if " " in name else name


def _row(state: Tournament, one: Standing, before: Standing | None) -> Row:
    entrant = state.entrants[one.player]
    note = ""
    if before is not None and before.victory == one.victory:
        name = state.players[before.player]
        note = f"level with {name}" if before.rank == one.rank else f"behind {name} by tie-break"
    cells = [
        str(one.rank),
        entrant.name,
        entrant.army,
        str(one.victory),
        str(one.destruction),
        *([str(one.opponents)] if "opponents" in state.settings.tie_breaks else []),
        str(one.won),
        str(one.tied),
        str(one.lost),
        str(one.byes),
    ]
    return Row(
        one.player,
        one.rank,
        tuple(cells),
        note,
        out=str(one.player) in state.dropped,
        leads=one.rank == 1 and state.number > 0,
    )


def _game(state: Tournament, book: AnyBook, one: Round, match: Match) -> Game:
    if match.is_bye:
        title = f"{state.players[match.players[0]]}: no opponent"
    else:
        title = " against ".join(state.players[player] for player in match.players)
    played = [player for player in match.players if player >= 0]
    second = _short(book.second)
    scores = tuple(f"{vp} VP, {dp} {second}" for vp, dp in zip(match.victory, match.destruction, strict=True))
    return Game(
        fixture=match.key,
        title=title,
        players=tuple(played),
        round=one.number,
        table=match.table,
        scores=scores[: len(played)] if match.done else (),
        winners=match.winners,
        text=match.text,
        seal=match.seal,
        done=match.done,
    )


def _rosters(state: Tournament, book: AnyBook) -> Iterator[Roster]:
    """The lists that were handed in, open to all."""
    for player, entrant in enumerate(state.entrants):
        sheets = book.sheets(state.settings, entrant)
        units = [
            UnitSheet(
                id=f"{player}.{number}.{place}",
                name=_unit_name(sheet.rows, place),
                kind=sheet.title.partition(":")[0],
                models=_number(row, sheet.columns, "Models"),
                cost=_number(row, sheet.columns, "Points"),
                figures=tuple(
                    (name, cell)
                    for name, cell in zip(sheet.columns[2:], row[2:], strict=True)
                    if name not in ("Models", "Points")
                ),
            )
            for number, sheet in enumerate(sheets)
            for place, row in enumerate(sheet.rows)
        ]
        yield Roster(
            player=player,
            name=entrant.army,
            faction=entrant.primary,
            value=sum(unit.cost for unit in units),
            units=tuple(units),
        )


def _unit_name(rows: Sequence[tuple[str, ...]], place: int) -> str:
    """The name of a unit in a sheet, where heroes follow the units that they have joined."""
    name = rows[place][0].strip()
    if name.startswith(JOINED) and place:
        return f"{name.removeprefix(JOINED)}, in {_unit_name(rows, place - 1)}"
    return f"{name.removeprefix(COMBINED)} (combined)" if name.startswith(COMBINED) else name


def _number(row: tuple[str, ...], columns: tuple[str, ...], name: str) -> int:
    told = row[columns.index(name)] if name in columns else ""
    return int(told) if told.isdigit() else 0


def _timeline(state: Tournament) -> Iterator[Happening]:
    for one in state.rounds:
        yield Happening(_paired(state, one), one.number, "Pairings")
        for match in one.matches:
            if match.done:
                yield Happening(match.text or "A tie.", one.number, "Results", fixture=match.key)
    for player, number in state.dropped.items():
        name = state.players[int(player)]
        yield Happening(f"{name} dropped out.", number, "Desk", player=int(player))
    if state.over:
        yield Happening(stage(state), state.number, "End")


def _paired(state: Tournament, one: Round) -> str:
    """That a round was paired, with what everybody wants to know of it."""
    missions = {option.key: option.label for option in book_of(state.settings.ruleset).missions()}
    told = [f"{round_title(state, one.number)} was paired."]
    told += [f"Mission: {missions.get(one.mission, one.mission)}."] if one.mission else []
    told += [f"Table: {one.map}."] if one.map else []
    told += [f"Time: {state.settings.minutes} minutes."] if state.settings.minutes else []
    return " ".join(told)


def _facts(state: Tournament, book: AnyBook) -> Iterator[tuple[str, str]]:
    """What was agreed on."""
    settings = state.settings
    yield "Rules", book.ruleset.title
    yield "System", f"{settings.system.capitalize()}{', league' if settings.league else ''}"
    if settings.system == "swiss":
        yield "Rounds", str(settings.rounds)
    yield "Points", str(settings.points)
    yield "Time", f"{settings.minutes} minutes a round" if settings.minutes else "no limit"
    if settings.clocks:
        yield "Chess clocks", f"{settings.clock_seconds / 60:g} minutes for each player"
    yield "Victory points", f"{settings.win} for a win, {settings.tie} for a tie, {settings.loss} for a loss"
    yield "Referees", ", ".join(settings.referees) or "no name"
    options = {
        "Sideboards": settings.sideboards,
        "Mixed armies": settings.mixed,
        "Fortune points": settings.fortune,
    }
    yield from ((name, "yes") for name, on in options.items() if on)
