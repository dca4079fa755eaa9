"""`warhost tournament`: run a tournament or a league, from the first pairing to the last table."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from pathlib import Path

import click
import msgspec

from warhost.campaign import ORGANISER, Entrant, Fixture, Season
from warhost.campaign.headless import fight_computers, throw_due
from warhost.campaign.keeping import Kept, begin
from warhost.campaign.printing import games_table, printed_page, rounds_of
from warhost.campaign.tournament import CAMPAIGN, Settings, Tournament, entered, typed_result, warnings
from warhost.campaign.tournament.entering import Entries, computer_entrants, enter, read_event
from warhost.campaign.tournament.event import last_round
from warhost.campaign.tournament.pages import round_title
from warhost.campaign.tournament.values import USUAL
from warhost.cli.output import progress, write_file
from warhost.cli.parts import SLUG, books_option, json_option
from warhost.cli.seasons.shared import (
    INTERRUPTED,
    Seasons,
    document_path,
    file_argument,
    name_and_army,
    player_of,
    print_page_json,
    print_question,
    print_standings,
    print_titled,
    run_options,
    seed_option,
    who,
)
from warhost.errors import WarhostError
from warhost.play import Chosen
from warhost.play.events import counted
from warhost.play.shown.english import listed

__all__ = ["command"]


@click.group("tournament")
def command() -> None:
    """Run a tournament or a league: pairings, results, standings, on paper and on the screen.

    A tournament is one file. Every pairing, pick and result is written to it at once; nothing is lost when the program
    or the machine stops.

    \b
    warhost tournament new cup.season --config cup.toml     players and settings from a file
    warhost tournament desk cup.season                      what the organiser may do now
    warhost tournament desk cup.season "go on"              pair the next round
    warhost tournament pairings cup.season --html round.html
    warhost tournament report cup.season 3 --winner Ann --scores 640,385
    warhost tournament show cup.season
    warhost tournament join cup.season "Dov=Unburied Host"      a late arrival
    warhost tournament run --players 16 --rounds 4 --seed 7 --out cup.season     computers only
    """


@command.command("new")
@file_argument
@click.option("--config", type=document_path, help="A TOML file with settings and players.")
@click.option(
    "--player", "players", multiple=True, metavar="NAME=ARMY", help="A player with an army or the file of a list."
)
@click.option("--title", help="The name of the event.")
@click.option("--ruleset", type=SLUG, help=f"The rulebook.  [default: {USUAL}]")
@click.option("--rounds", type=click.IntRange(1, 60), help="Number of rounds.  [default: 4]")
@click.option("--points", type=click.IntRange(1, 100_000), help="Points per army.  [default: 1500]")
@click.option("--league", is_flag=True, help="Rounds are weeks, and open matches may be played later.")
@click.option("--round-robin", is_flag=True, help="Round robin instead of Swiss pairings.")
@seed_option
@books_option
def new(
    file: Path,
    config: Path | None,
    players: tuple[str, ...],
    title: str | None,
    ruleset: str | None,
    rounds: int | None,
    points: int | None,
    league: bool,
    round_robin: bool,
    seed: str | None,
    books: tuple[Path, ...],
) -> None:
    """Begin a tournament in a new FILE, with armies checked.

    \b
    warhost tournament new cup.season --config cup.toml
    warhost tournament new club.season --points 1000 --rounds 3 --player "Ann=Unburied Host" --player Ben=ben.toml
    warhost tournament new league.season --league --round-robin --config players.toml
    """
    entries = read_event(config, books) if config is not None else Entries(Settings(), ())
    told = {"title": title, "ruleset": ruleset, "rounds": rounds, "points": points}
    told |= {"league": league or None, "system": "round robin" if round_robin else None}
    settings = msgspec.structs.replace(
        entries.settings, **{name: value for name, value in told.items() if value is not None}
    )
    more = tuple(enter(settings, *name_and_army(player), books=books) for player in players)
    state = entered(settings, (*entries.entrants, *more))
    with begin(file, CAMPAIGN, state, seed=seed or secrets.token_hex(8), computers=entries.computers) as kept:
        throw_due(kept)
        click.echo(f"{settings.title}: {counted(len(state.players), 'player')}. Written to {file}.")
        for warning in warnings(settings):
            click.echo(f"Note: {warning}", err=True)
        SEASONS.tell_next(kept.season, file)


@command.command("run")
@run_options(players=8, most=500)
@click.option("--ruleset", type=SLUG, default=USUAL, show_default=True, help="The rulebook.")
@click.option("--rounds", default=4, show_default=True, type=click.IntRange(1, 60), help="Number of rounds.")
@click.option("--points", default=1500, show_default=True, type=click.IntRange(1, 100_000), help="Points per army.")
@click.option("--mission", "missions", multiple=True, help="The mission of a round; repeat for each round.")
@click.option("--round-robin", is_flag=True, help="Round robin instead of Swiss pairings.")
@seed_option
@json_option
def run(
    file: Path,
    players: int,
    player: str,
    ruleset: str,
    rounds: int,
    points: int,
    missions: tuple[str, ...],
    round_robin: bool,
    seed: str | None,
    jobs: int,
    records: Path | None,
    json_: bool,
) -> None:
    """Let computers play a whole tournament, or continue one that was stopped.

    If the file exists, the tournament in it continues where it stopped, with the options that it began with, except
    --jobs and --records. However often it is stopped, it ends in the same way.

    \b
    warhost tournament run --players 16 --rounds 4 --seed 7 --player captain --points 500 --out cup.season
    """

    def new_one() -> Kept:
        sown = seed if seed is not None else secrets.token_hex(4)
        settings = Settings(
            title=f"Tournament {sown}",
            ruleset=ruleset,
            rounds=rounds,
            points=points,
            missions=missions,
            system="round robin" if round_robin else "swiss",
        )
        state = entered(settings, computer_entrants(settings, players, sown))
        return begin(file, CAMPAIGN, state, seed=sown, computers={str(one): player for one in range(players)})

    season = SEASONS.run(file, player, new_one, lambda kept: _play_on(kept, jobs, records))
    _show(season, json_)
    if not json_:
        click.echo(f"\nHash: {season.hash()}")


def _play_on(kept: Kept, jobs: int, records: Path | None) -> None:
    """Play to the end."""
    state = _state(kept.season)

    def fought() -> int:
        return sum(match.done and not match.is_bye for _, match in _state(kept.season).matches())

    SEASONS.play_on(kept, last_round(state) * (len(state.entrants) // 2), fought, jobs, records)


@command.command("show")
@file_argument
@click.option("--html", type=document_path, help="Write a page to print to this file.")
@click.option("--lists", is_flag=True, help="With --html: all army lists too.")
@json_option
def show(file: Path, html: Path | None, lists: bool, json_: bool) -> None:
    """Show where a tournament is: standings, the present round, what comes next."""
    season = SEASONS.look(file)
    if html is not None:
        page = CAMPAIGN.telling(season.state)
        write_file(html, printed_page(page, lists=lists))
        click.echo(f"Written to {html}.")
        return
    _show(season, json_)
    if not json_:
        SEASONS.tell_next(season, file)


def _show(season: Season, json_: bool) -> None:
    page = CAMPAIGN.telling(season.state)
    if json_:
        print_page_json(page, season)
        return
    print_standings(page)


@command.command("pairings")
@file_argument
@click.option("--round", "number", type=click.IntRange(1), help="Which round. Default: the last one paired.")
@click.option("--html", type=document_path, help="Write a page to print to this file.")
def pairings(file: Path, number: int | None, html: Path | None) -> None:
    """Print the pairings of a round with their tables, and the results that are in."""
    season = SEASONS.look(file)
    page = CAMPAIGN.telling(season.state)
    rounds = rounds_of(page)
    if not rounds:
        raise WarhostError(f"Nothing is paired yet. {_next_step(season, file)}")
    number = rounds[-1] if number is None else number
    if number not in rounds:
        raise WarhostError(
            f"There is no round {number}: {counted(len(rounds), 'round')} {'is' if len(rounds) == 1 else 'are'} paired."
        )
    if html is not None:
        write_file(html, printed_page(page, [number]))
        click.echo(f"Written to {html}.")
        return
    print_titled(games_table(page, number))
    told = [line.text for line in page.timeline if (line.round, line.step) == (number, "Pairings")]
    click.echo("\n" + "\n".join(told))


@command.command("report")
@file_argument
@click.argument("table")
@click.option("--winner", help="The player who won.")
@click.option("--tie", is_flag=True, help="Nobody won.")
@click.option("--scores", metavar="A,B", help="Destruction points (or scores), as paired or as Ann=640,Ben=385.")
@click.option("--record", type=document_path, help="The record of a battle played here.")
@click.option("--round", "number", type=click.IntRange(1), help="Of which round, if tables of several are open.")
def report(
    file: Path,
    table: str,
    winner: str | None,
    tie: bool,
    scores: str | None,
    record: Path | None,
    number: int | None,
) -> None:
    """Enter the result of the match at a TABLE: from the record of a battle, or by hand. It is checked.

    \b
    warhost tournament report cup.season 3 --winner Ann --scores 640,385
    warhost tournament report cup.season 4 --tie --scores 200,200
    warhost tournament report cup.season 1 --record battle.json
    """
    if record is None and (winner is None) == (not tie):
        raise click.UsageError("Say who won by --winner, or that nobody did by --tie, or give the --record.")
    with SEASONS.changing(file) as kept:
        fixture = _fixture(kept.season, table, number)
        if record is not None:
            SEASONS.report_record(kept, fixture, record)
            return
        result = typed_result(_state(kept.season), fixture, winner, _scores(kept.season, fixture, scores))
        kept.report(result)
        click.echo(f"{fixture.title}: {result.outcome.text}")


@command.command("join")
@file_argument
@click.argument("player", metavar="NAME=ARMY")
@click.option("--sideboard", "sideboards", multiple=True, help="The file of a sideboard; can be repeated.")
@books_option
def join(file: Path, player: str, sideboards: tuple[str, ...], books: tuple[Path, ...]) -> None:
    """Let somebody join who comes late: they are paired from the next round on.

    \b
    warhost tournament join cup.season "Dov=Unburied Host"
    warhost tournament join cup.season Dov=dov.toml
    """

    def entrant(season: Season) -> Entrant:
        one = enter(_state(season).settings, *name_and_army(player), sideboards, books)
        return Entrant(one.name, one.army, one.list, one.sideboards)

    SEASONS.join(file, entrant)


def _fixture(season: Season, table: str, number: int | None) -> Fixture:
    """The open match at a table, which may be named by its key too."""
    tables = {match.key: (one.number, match.table) for one, match in _state(season).matches()}
    found = [
        fixture
        for fixture in season.fixtures
        if fixture.key == table or (str(tables[fixture.key][1]) == table and number in (None, tables[fixture.key][0]))
    ]
    if len(found) == 1:
        return found[0]
    if found:
        raise WarhostError(f"Table {table} is open in several rounds: add --round.")
    waiting = ", ".join(f"{tables[one.key][1]} (round {tables[one.key][0]})" for one in season.fixtures) or "none"
    raise WarhostError(f"No match is open at table {table}. Open tables: {waiting}.")


def _scores(season: Season, fixture: Fixture, text: str | None) -> tuple[int, int]:
    """The scores of both players in the order of the pairing."""
    parts = [part.strip() for part in (text or "0,0").split(",")]
    names = [season.state.players[player] for player in fixture.players]
    if all("=" in part for part in parts):
        told = {name.strip(): score.strip() for name, _, score in (part.rpartition("=") for part in parts)}
        if set(told) != set(names):
            raise click.UsageError(f"--scores names others than {names[0]} and {names[1]}.")
        parts = [told[name] for name in names]
    if len(parts) != 2 or not all(part.isdigit() for part in parts):
        raise click.UsageError("--scores takes two whole numbers, such as 640,385 or Ann=640,Ben=385.")
    return int(parts[0]), int(parts[1])


@command.command("fight")
@file_argument
@click.option("--records", type=click.Path(path_type=Path, file_okay=False), help="Save a record of every battle here.")
def fight(file: Path, records: Path | None) -> None:
    """Let computers fight the open matches in which both players are computers."""
    with SEASONS.changing(file) as kept, progress("battles", len(kept.season.fixtures)) as tell:
        for number, (fixture, result) in enumerate(fight_computers(kept, records), 1):
            tell(number, fixture.title)
            click.echo(f"{fixture.title}: {result.outcome.text}")


@command.command("desk")
@file_argument
@click.argument("answer", default="")
@click.option("--player", "name", help="Answer for this player instead of the organiser: which sideboard.")
def desk(file: Path, answer: str, name: str | None) -> None:
    """Show what the organiser may do now, or do it: pair, let a player drop out, take back a result, finish.

    \b
    warhost tournament desk cup.season
    warhost tournament desk cup.season "go on"
    warhost tournament desk cup.season drop:3
    warhost tournament desk cup.season 2 --player Ann
    """
    if not answer:
        season = SEASONS.look(file)
        for ask in season.pending:
            if season.ask_of(ask.question.seat) is not None and name in (None, who(season, ask.question.seat)):
                print_question(season, ask.question)
        SEASONS.tell_next(season, file)
        return
    with SEASONS.changing(file) as kept:
        kept.answer(Chosen(answer), ORGANISER if name is None else player_of(kept.season, name))
        throw_due(kept)
        click.echo(CAMPAIGN.telling(kept.season.state).stage)


@command.command("timer")
@file_argument
@click.option("--minutes", type=click.IntRange(1, 1440), help="How long. Default: what the tournament says.")
def timer(file: Path, minutes: int | None) -> None:
    """Count down the time of the round on the terminal, for all to see. Ctrl-C stops it."""
    season = SEASONS.look(file)
    left = 60 * (minutes or _state(season).settings.minutes)
    if not left:
        raise WarhostError("The rounds of this event have no time limit: say how long by --minutes.")
    ends = time.monotonic() + left
    try:
        with progress("", left, counting=False) as tell:
            while (now := time.monotonic()) < ends:
                rest = round(ends - now)
                tell(left - rest, f"{round_title(_state(season))}: {rest // 60}:{rest % 60:02} left")
                time.sleep(min(0.5, ends - now))
    except KeyboardInterrupt:
        click.get_current_context().exit(INTERRUPTED)
    click.echo("Time is up.")


def _state(season: Season) -> Tournament:
    assert isinstance(season.state, Tournament)
    return season.state


def _next_step(season: Season, file: Path) -> str:
    """What is waited for, and the command for it."""
    if season.over:
        return "The event is over."
    if season.fixtures:
        return f"Enter results: warhost tournament report {file} TABLE --winner NAME --scores A,B"
    waiting: Sequence[str] = [
        who(season, ask.question.seat) for ask in season.pending if season.ask_of(ask.question.seat)
    ]
    if waiting == ["Organiser"]:
        first = next(ask for ask in season.pending).suggestions()[0]
        key = first.option if isinstance(first, Chosen) else ""
        return f'Next: warhost tournament desk {file} "{key}"'
    return f"Waiting for {listed(waiting)}: warhost tournament desk {file} KEY --player NAME"


SEASONS = Seasons(CAMPAIGN, "tournament", _next_step)
SEASONS.add_files(command)
