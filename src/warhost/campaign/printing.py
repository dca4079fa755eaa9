"""What a campaign shows of itself on paper: tables as text for a terminal, and a page of HTML to print.

It draws a `Page` and knows no campaign by name. The HTML stands alone: no scripts, no files beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

import msgspec

from warhost.campaign.showing import Game, Page, Roster, Standings, UnitSheet
from warhost.play.shown.english import listed

__all__ = ["Table", "games_table", "printed_page", "roster_table", "rounds_of", "standings_table", "ties_text"]

STYLE = """
body { font: 11pt/1.4 Georgia, serif; color: #111; background: #fff }
body { margin: 2rem auto; max-width: 50rem; padding: 0 1rem }
h1 { font-size: 20pt; margin: 0 } h2 { font-size: 14pt; margin: 1.6rem 0 .4rem }
p { margin: .2rem 0 } .stage { color: #444 }
table { border-collapse: collapse; width: 100%; margin: .3rem 0 }
th, td { text-align: left; padding: .25rem .5rem; border-bottom: 1px solid #bbb; vertical-align: top }
th { border-bottom: 2px solid #444 } .number { text-align: right; font-variant-numeric: tabular-nums }
.out td { color: #888; text-decoration: line-through }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .3rem 0 }
dt { color: #444 } dd { margin: 0 }
section { break-inside: avoid }
@media print { body { margin: 0; max-width: none } h2 { break-after: avoid } tr { break-inside: avoid } }
"""

OUT, NUMBER = ' class="out"', ' class="number"'


class Table(msgspec.Struct, frozen=True):
    """A table to print: headings, lines, which columns hold numbers, and the lines of those who are out."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[str, ...] = ()
    out: frozenset[int] = frozenset()


def standings_table(page: Page, standings: Standings) -> Table:
    """The standings, with how ties were broken behind them. Place and player come first where they have no column."""
    titles = [column.title for column in standings.columns]
    notes = any(row.note or row.out for row in standings.rows)
    rows = [
        (
            *((str(row.rank),) if "Place" not in titles else ()),
            *((page.players[row.player],) if "Player" not in titles else ()),
            *row.cells,
            *((_note(row.note, row.out),) if notes else ()),
        )
        for row in standings.rows
    ]
    added = [name for name in ("Place", "Player") if name not in titles]
    return Table(
        standings.title,
        (*added, *titles, *(("",) if notes else ())),
        tuple(rows),
        ("Place", *(column.title for column in standings.columns if column.number)),
        frozenset(place for place, row in enumerate(standings.rows) if row.out),
    )


def _note(note: str, out: bool) -> str:
    return "dropped out" if out else note


def rounds_of(page: Page) -> list[int]:
    """The rounds of which there are games."""
    return sorted({game.round for game in page.games})


def games_table(page: Page, number: int) -> Table:
    """The pairings of a round with their tables, and the results that are in; room to write down the others."""
    games = [game for game in page.games if game.round == number]
    by_table = sorted(games, key=lambda game: (game.table == 0, game.table))
    return Table(
        f"{page.word} {number}",
        ("Table", "Player", "Opponents" if any(len(game.players) > 2 for game in games) else "Opponent", "Result"),
        tuple(_game_row(page, game) for game in by_table),
        ("Table",),
    )


def _game_row(page: Page, game: Game) -> tuple[str, ...]:
    names = [page.players[player] for player in game.players]
    result = "no opponent" if len(names) == 1 else "; ".join(_scores(page, game)) if game.done else ""
    if game.done and len(names) > 1 and not game.seal:
        # No record of a battle stands behind it.
        result += " (by hand)"
    return (str(game.table) if game.table else "", names[0], ", ".join(names[1:]), result)


def _scores(page: Page, game: Game) -> Iterator[str]:
    """What everybody made of a game: "Ann won: 3 VP"."""
    if not any(game.scores):
        winners = [page.players[player] for player in game.winners]
        yield f"{listed(winners)} won" if winners else game.text or "a tie"
        return
    for player, score in zip(game.players, game.scores, strict=False):
        yield f"{page.players[player]}{' won' if player in game.winners else ''}: {score}"


def ties_text(standings: Standings) -> str:
    """How equals are told apart, in a sentence or two."""
    broken = ", then by ".join(name[:1].lower() + name[1:] for name in standings.tie_breaks)
    return " ".join(filter(None, (f"Ties are broken by {broken}." if broken else "", standings.equals)))


def printed_page(page: Page, rounds: Sequence[int] | None = None, *, lists: bool = False) -> str:
    """A page to print: the pairings of these rounds and the standings after them; or, for no rounds in particular, the
    standings and all rounds behind them. The armies if wanted."""
    parts = [_html_rounds(page, rounds_of(page) if rounds is None else rounds), _html_standings(page)]
    if rounds is None:
        parts.reverse()
    parts.append(_html_cards(page))
    if lists:
        parts.append(_html_rosters(page))
    lines = [line for part in parts for line in part]
    return "\n".join([*_html_head(page), *lines, "</body></html>"]) + "\n"


def _html_head(page: Page) -> Iterator[str]:
    yield '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(page.title)}</title><style>{STYLE}</style></head><body>"
    yield f'<h1>{escape(page.title)}</h1><p class="stage">{escape(page.stage)}</p>'


def _html_rounds(page: Page, rounds: Sequence[int]) -> Iterator[str]:
    for number in reversed(rounds):
        yield f"<section><h2>{escape(page.word)} {number}: pairings and results</h2>"
        yield from (
            f"<p>{escape(line.text)}</p>" for line in page.timeline if (line.round, line.step) == (number, "Pairings")
        )
        yield from _html_table(games_table(page, number))
        yield "</section>"


def _html_standings(page: Page) -> Iterator[str]:
    for standings in page.standings:
        yield f"<section><h2>{escape(standings.title)}</h2>"
        yield from _html_table(standings_table(page, standings))
        yield f"<p>{escape(ties_text(standings))}</p>"
        yield "</section>"


def _html_cards(page: Page) -> Iterator[str]:
    for card in page.cards:
        yield f"<section><h2>{escape(card.title)}</h2><dl>"
        yield from (f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in card.lines)
        yield "</dl></section>"


def _html_table(table: Table) -> Iterator[str]:
    yield "<table>"
    yield "<thead><tr>" + "".join(_cell("th", name, name in table.right) for name in table.columns) + "</tr></thead>"
    yield "<tbody>"
    for place, row in enumerate(table.rows):
        cells = "".join(_cell("td", cell, name in table.right) for name, cell in zip(table.columns, row, strict=True))
        yield f"<tr{OUT if place in table.out else ''}>{cells}</tr>"
    yield "</tbody></table>"


def _cell(kind: str, text: str, number: bool) -> str:
    return f"<{kind}{NUMBER if number else ''}>{escape(text)}</{kind}>"


def _html_rosters(page: Page) -> Iterator[str]:
    for roster in page.rosters:
        told = f"{roster.value} points" + (f", {roster.purse} unspent" if roster.purse else "")
        yield f"<section><h2>{escape(page.players[roster.player])}: {escape(roster.name)}</h2>"
        yield f"<p>{escape(', '.join(filter(None, (roster.faction, told))))}</p>"
        yield from _html_table(roster_table(roster))
        yield "</section>"


def roster_table(roster: Roster, *, profiles: bool = True) -> Table:
    """An army sheet: its units, what they have gained, and the fallen below them; with their profiles if wanted."""
    grows = any(unit.xp_max for unit in (*roster.units, *roster.lost))
    numbers = ("Models", "Points", *(("XP", "Battles", "Kills") if grows else ()))
    columns = ("Unit", *numbers, *(("Profile",) if profiles else ()), *(("Gained", "State") if grows else ()))
    units = (*roster.units, *roster.lost)
    gone = frozenset(range(len(roster.units), len(units)))
    return Table(roster.name, columns, tuple(_unit_row(unit, grows, profiles) for unit in units), numbers, gone)


def _unit_row(unit: UnitSheet, grows: bool, profiles: bool) -> tuple[str, ...]:
    told = "; ".join(f"{name} {text}" for name, text in unit.figures if text)
    profile = (told,) if profiles else ()
    plain = (unit.name, str(unit.models), str(unit.cost))
    if not grows:
        return (*plain, *profile)
    gained = ", ".join((*unit.gear, *(scar.name for scar in unit.scars)))
    return (*plain, str(unit.xp), str(unit.battles), str(unit.kills), *profile, gained, unit.state_text or unit.state)
