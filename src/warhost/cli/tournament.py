"""`warhost tournament`: run a tournament or a league, from the first pairing to the last table."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from pathlib import Path

import click
import msgspec

from warhost.campaign import ORGANISER, Fixture, Season, told_result
from warhost.campaign.headless import fight_computers, play_season, throw_due
from warhost.campaign.keeping import Kept, as_record, begin, go_on, look, take_in
from warhost.campaign.printing import games_table, printed_page, rounds_of
from warhost.campaign.tournament import CAMPAIGN, Settings, Tournament, entered, typed_result, warnings
from warhost.campaign.tournament.entering import Entries, computer_entrants, enter, read_event
from warhost.campaign.tournament.pages import round_title
from warhost.cli.output import print_entry, progress, write_file
from warhost.cli.parts import SLUG, books_option, json_option
from warhost.cli.season_output import print_page_json, print_standings, print_titled
from warhost.dice import Chance
from warhost.errors import WarhostError, did_you_mean
from warhost.play import Choose, Chosen, Question, read_record
from warhost.play.events import counted
from warhost.players import named_player

__all__ = ["command"]

INTERRUPTED = 130
"""How a program ends that Ctrl-C ended."""

_file = click.argument("file", type=click.Path(path_type=Path, dir_okay=False))


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
    warhost tournament run --players 16 --rounds 4 --seed 7 --out cup.season     computers only
    """


@command.command("new")
@_file
@click.option(
    "--config", type=click.Path(path_type=Path, dir_okay=False), help="A TOML file with settings and players."
)
@click.option(
    "--player", "players", multiple=True, metavar="NAME=ARMY", help="A player with an army or the file of a list."
)
@click.option("--title", help="The name of the event.")
@click.option("--ruleset", type=SLUG, help="The rulebook.  [default: aofr]")
@click.option("--rounds", type=click.IntRange(1, 60), help="Number of rounds.  [default: 4]")
@click.option("--points", type=click.IntRange(1, 100_000), help="Points per army.  [default: 1500]")
@click.option("--league", is_flag=True, help="Rounds are weeks, and open matches may be played later.")
@click.option("--round-robin", is_flag=True, help="Everybody meets everybody instead of Swiss pairings.")
@click.option("--seed", help="From which lots are drawn. Default: a new one.")
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
    more = tuple(enter(settings, *_named(player), books=books) for player in players)
    state = entered(settings, (*entries.entrants, *more))
    with begin(file, CAMPAIGN, state, seed=seed or secrets.token_hex(8), computers=entries.computers) as kept:
        throw_due(kept)
        click.echo(f"{settings.title}: {counted(len(state.players), 'player')}. Written to {file}.")
        for warning in warnings(settings):
            click.echo(f"Note: {warning}", err=True)
        _tell_next(kept.season, file)


def _named(player: str) -> tuple[str, str]:
    name, equals, army = (part.strip() for part in player.partition("="))
    if not name or not equals or not army:
        raise WarhostError(f'The player "{player}" cannot be read: write it like "Ann=Unburied Host".')
    return name, army


@command.command("run")
@click.option("--out", "file", required=True, type=click.Path(path_type=Path, dir_okay=False), help="The file.")
@click.option("--players", default=8, show_default=True, type=click.IntRange(2, 500), help="Number of players.")
@click.option("--player", default="captain", show_default=True, help="Which computer plays for all of them.")
@click.option("--ruleset", type=SLUG, default="aofr", show_default=True, help="The rulebook.")
@click.option("--rounds", default=4, show_default=True, type=click.IntRange(1, 60), help="Number of rounds.")
@click.option("--points", default=1500, show_default=True, type=click.IntRange(1, 100_000), help="Points per army.")
@click.option("--mission", "missions", multiple=True, help="The mission of a round; repeat for each round.")
@click.option("--round-robin", is_flag=True, help="Everybody meets everybody instead of Swiss pairings.")
@click.option("--seed", help="The same seed gives the same tournament. Default: a new one.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1), help="Number of processes.")
@click.option("--records", type=click.Path(path_type=Path, file_okay=False), help="Save a record of every battle here.")
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
    """Let computers play a whole tournament, or play one on that was stopped.

    If the file exists, the tournament in it goes on where it stopped: other options than --jobs and --records are those
    with which it began. However often it is stopped, it ends in the same way.

    \b
    warhost tournament run --players 16 --rounds 4 --seed 7 --player captain --points 500 --out cup.season
    """
    if file.exists():
        kept = go_on(file)
    else:
        named_player(player, 0, Chance(0)).close()
        seed = seed if seed is not None else secrets.token_hex(4)
        settings = Settings(
            title=f"Tournament {seed}",
            ruleset=ruleset,
            rounds=rounds,
            points=points,
            missions=missions,
            system="round robin" if round_robin else "swiss",
        )
        state = entered(settings, computer_entrants(settings, players, seed))
        kept = begin(file, CAMPAIGN, state, seed=seed, computers={str(one): player for one in range(players)})
    try:
        with kept:
            _play_on(kept, jobs, records)
    except KeyboardInterrupt:
        click.echo(f"Interrupted. Run it again to go on: --out {file}.", err=True)
        click.get_current_context().exit(INTERRUPTED)
    _show(kept.season, json_)
    if not json_:
        click.echo(f"\nEnds at {kept.season.hash()}.")


def _play_on(kept: Kept, jobs: int, records: Path | None) -> None:
    """Play to the end, with a bar that counts battles."""
    state = _state(kept.season)
    active = len(state.entrants)
    rounds = state.settings.rounds if state.settings.system == "swiss" else active - 1 + active % 2
    total = rounds * (active // 2)

    def fought() -> int:
        return sum(match.done and not match.is_bye for _, match in _state(kept.season).matches())

    with progress("battles", total) as tell:
        tell(fought(), "battles")
        play_season(
            kept, jobs=jobs, records=records, done=lambda season, fixture, result: tell(fought(), fixture.title)
        )


@command.command("show")
@_file
@click.option("--html", type=click.Path(path_type=Path, dir_okay=False), help="Write a page to print to this file.")
@click.option("--lists", is_flag=True, help="With --html: all army lists too.")
@json_option
def show(file: Path, html: Path | None, lists: bool, json_: bool) -> None:
    """Show where a tournament is: standings, the present round, what comes next."""
    season, _ = look(file)
    if html is not None:
        page = CAMPAIGN.telling(season.state)
        write_file(html, printed_page(page, lists=lists, word=_word(season)))
        click.echo(f"Written to {html}.")
        return
    _show(season, json_)
    if not json_:
        _tell_next(season, file)


def _show(season: Season, json_: bool) -> None:
    page = CAMPAIGN.telling(season.state)
    if json_:
        print_page_json(page, season)
        return
    print_standings(page)


def _word(season: Season) -> str:
    return round_title(_state(season), 1).partition(" ")[0]


@command.command("pairings")
@_file
@click.option("--round", "number", type=click.IntRange(1), help="Which round. Default: the last one paired.")
@click.option("--html", type=click.Path(path_type=Path, dir_okay=False), help="Write a page to print to this file.")
def pairings(file: Path, number: int | None, html: Path | None) -> None:
    """Print the pairings of a round with their tables, and the results that are in."""
    season, _ = look(file)
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
        write_file(html, printed_page(page, [number], word=_word(season)))
        click.echo(f"Written to {html}.")
        return
    print_titled(games_table(page, number, _word(season)))
    told = [line.text for line in page.timeline if (line.round, line.step) == (number, "Pairings")]
    click.echo("\n" + "\n".join(told))


@command.command("report")
@_file
@click.argument("table")
@click.option("--winner", help="The player who won.")
@click.option("--tie", is_flag=True, help="Nobody won.")
@click.option("--scores", metavar="A,B", help="Destruction points (or scores), as paired or as Ann=640,Ben=385.")
@click.option("--record", type=click.Path(path_type=Path, dir_okay=False), help="The record of a battle played here.")
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
    with go_on(file) as kept:
        fixture = _fixture(kept.season, table, number)
        if record is not None:
            result = told_result(CAMPAIGN, fixture, read_record(record))
        else:
            result = typed_result(_state(kept.season), fixture, winner, _scores(kept.season, fixture, scores))
        kept.report(result)
        throw_due(kept)
        click.echo(f"{fixture.title}: {result.outcome.text}")
        _tell_next(kept.season, file)


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
@_file
@click.option("--records", type=click.Path(path_type=Path, file_okay=False), help="Save a record of every battle here.")
def fight(file: Path, records: Path | None) -> None:
    """Let computers fight the open matches in which both players are computers."""
    with go_on(file) as kept, progress("battles", len(kept.season.fixtures)) as tell:
        for number, (fixture, result) in enumerate(fight_computers(kept, records), 1):
            tell(number, fixture.title)
            click.echo(f"{fixture.title}: {result.outcome.text}")
        throw_due(kept)
    _tell_next(kept.season, file)


@command.command("desk")
@_file
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
        season, _ = look(file)
        for ask in season.pending:
            if season.ask_of(ask.question.seat) is not None and name in (None, _who(season, ask.question.seat)):
                _print_question(season, ask.question)
        _tell_next(season, file)
        return
    with go_on(file) as kept:
        kept.answer(Chosen(answer), ORGANISER if name is None else _player(kept.season, name))
        throw_due(kept)
        click.echo(CAMPAIGN.telling(kept.season.state).stage)
        _tell_next(kept.season, file)


def _player(season: Season, name: str) -> int:
    names = season.state.players
    if name not in names:
        raise WarhostError(f'There is no player "{name}".{did_you_mean(name, names)}')
    return names.index(name)


def _who(season: Season, seat: int) -> str:
    return "Organiser" if seat == ORGANISER else season.state.players[seat]


def _print_question(season: Season, question: Question) -> None:
    options = question.options if isinstance(question, Choose) else ()
    width = max((len(option.key) for option in options), default=0)
    lines = [f"{option.key:{width}}  {option.label}" for option in options]
    print_entry(f"{_who(season, question.seat)}: {question.text}", lines)


@command.command("export")
@_file
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False))
def export(file: Path, out: Path) -> None:
    """Write a whole tournament as one JSON document to OUT, to be sent and taken in elsewhere."""
    write_file(out, as_record(*look(file)))
    click.echo(f"Written to {out}.")


@command.command("import")
@click.argument("document", type=click.Path(path_type=Path, dir_okay=False))
@_file
def import_(document: Path, file: Path) -> None:
    """Make a FILE of an exported DOCUMENT. Every entry is judged again."""
    try:
        data = document.read_bytes()
    except OSError as error:
        raise WarhostError(f"{document}: cannot be read: {error.strerror or error}.") from None
    take_in(data, document.name, file)
    click.echo(f"Written to {file}.")


@command.command("timer")
@_file
@click.option("--minutes", type=click.IntRange(1, 1440), help="How long. Default: what the tournament says.")
def timer(file: Path, minutes: int | None) -> None:
    """Count down the time of the round on the terminal, for all to see. Ctrl-C stops it."""
    season, _ = look(file)
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


def _tell_next(season: Season, file: Path) -> None:
    click.echo(f"\n{_next_step(season, file)}")


def _next_step(season: Season, file: Path) -> str:
    """What is waited for, and the command for it."""
    if season.over:
        return "The event is over."
    if season.fixtures:
        return f"Enter results: warhost tournament report {file} TABLE --winner NAME --scores A,B"
    waiting: Sequence[str] = [
        _who(season, ask.question.seat) for ask in season.pending if season.ask_of(ask.question.seat)
    ]
    if waiting == ["Organiser"]:
        first = next(ask for ask in season.pending).suggestions()[0]
        key = first.option if isinstance(first, Chosen) else ""
        return f'Next: warhost tournament desk {file} "{key}"'
    return f"Waiting for {', '.join(waiting)}: warhost tournament desk {file} KEY --player NAME"
