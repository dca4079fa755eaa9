"""`warhost campaign`: run a campaign of Age of Fantasy: Regiments, with computers or from real tables."""

from __future__ import annotations

import secrets
from pathlib import Path

import click
import msgspec

from warhost.campaign import Fixture, Season, told_result
from warhost.campaign.headless import play_season, throw_due
from warhost.campaign.keeping import Kept, as_record, begin, go_on, look, take_in
from warhost.campaign.printing import games_table, printed_page, rounds_of
from warhost.campaign.regiments import CAMPAIGN, CampaignState, Entrant, Terms, new_campaign
from warhost.campaign.regiments.by_hand import form_text, match_of, read_form
from warhost.campaign.regiments.opening import army_name, from_list, with_names
from warhost.campaign.regiments.sheet import Length
from warhost.campaign.showing import Page, Roster, UnitSheet
from warhost.cli.output import print_entry, print_json, print_table, progress, write_file
from warhost.cli.parts import books_option, json_option
from warhost.cli.season_output import print_page_json, print_standings, print_titled
from warhost.dice import Chance
from warhost.errors import WarhostError, did_you_mean
from warhost.muster import is_file_name
from warhost.muster.bringing import open_army
from warhost.play import Choose, Chosen, read_record
from warhost.play.events import counted
from warhost.players import named_player
from warhost.rulesets.regiments.armies import book
from warhost.rulesets.regiments.armies import books as house_books
from warhost.rulesets.regiments.entries import ArmyBook, ArmyList
from warhost.rulesets.regiments.mustering import MUSTER

__all__ = ["command"]

INTERRUPTED = 130
"""How a program ends that Ctrl-C ended."""

TYPES = ("game-limited", "point-limited", "time-limited", "endless")

_file = click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
_type = click.option(
    "--type", "type_", default="game-limited", show_default=True, type=click.Choice(TYPES), help="When it ends."
)
_points = click.option(
    "--points", default=750, show_default=True, type=click.IntRange(100, 10_000), help="Points for a new army."
)
_no_permadeath = click.option("--no-permadeath", is_flag=True, help="Units that would die sit out matches instead.")
_mission = click.option("--mission", default="duel", show_default=True, help="The mission of every battle, or any.")
_seed = click.option("--seed", help="The same seed gives the same campaign. Default: a new one.")


@click.group("campaign")
def command() -> None:
    """Run a campaign of Age of Fantasy: Regiments: armies that live through battles, with their scars and their fame.

    A campaign is one file. Every answer, die and result is written to it at once; nothing is lost when the program or
    the machine stops.

    \b
    warhost campaign run --players 8 --rounds 6 --seed 7 --out war.season       computers only
    warhost campaign new war.season --player "Ann=Unburied Host" --player "Ben=Tallgrass Horde"
    warhost campaign show war.season                                           standings, and what is waited for
    warhost campaign show war.season --player Ann                              an army sheet
    warhost campaign answer war.season Ann "unit 3"                            answer a question
    warhost campaign form war.season 1 > battle.toml                           a report to fill in
    warhost campaign report war.season 1 battle.toml                           enter it
    """


@command.command("new")
@_file
@click.option(
    "--player", "players", multiple=True, metavar="NAME=ARMY", help="A player and a faction, or the file of a list."
)
@_type
@_points
@_no_permadeath
@_mission
@_seed
@books_option
def new(
    file: Path,
    players: tuple[str, ...],
    type_: Length,
    points: int,
    no_permadeath: bool,
    mission: str,
    seed: str | None,
    books: tuple[Path, ...],
) -> None:
    """Begin a campaign of people in a new FILE. Dice come from the seed; battles are fought wherever you like.

    \b
    warhost campaign new war.season --player "Ann=Unburied Host" --player "Ben=Tallgrass Horde" --type endless
    warhost campaign new war.season --player Ann=ann.toml --player Ben=ben.json --army-book elves.json
    """
    own = tuple(_own_book(path) for path in books)
    named = [_named(player, books, own) for player in players]
    state = new_campaign(
        [name for name, _ in named],
        with_names(entrant for _, entrant in named),
        _terms(type_, len(named), points, no_permadeath, mission),
    )
    state.books = own
    with begin(file, CAMPAIGN, state, seed=seed or secrets.token_hex(8)) as kept:
        throw_due(kept)
        article = "An" if type_ == "endless" else "A"
        click.echo(f"{article} {type_} campaign of {counted(len(named), 'player')}. Written to {file}.")
        _tell_next(kept.season, file)


def _named(player: str, books: tuple[Path, ...], own: tuple[ArmyBook, ...]) -> tuple[str, Entrant]:
    """A player with a faction to buy from, or with the list that the army starts with."""
    name, equals, army = (part.strip() for part in player.partition("="))
    if not name or not equals or not army:
        raise WarhostError(f'The player "{player}" cannot be read: write it like "Ann=Unburied Host".')
    if is_file_name(army):
        content = open_army(MUSTER, army, books).content
        if not isinstance(content, ArmyList):
            raise WarhostError(f"{army} is no army list.")
        return name, from_list(name, content, own)
    known = {one.faction for one in own}
    return name, Entrant(army_name(name), army if army in known else book(army).faction)


def _own_book(path: Path) -> ArmyBook:
    content = open_army(MUSTER, str(path), kind="book").content
    if not isinstance(content, ArmyBook):
        raise WarhostError(f"{path} is no army book.")
    return content


def _terms(type_: Length, players: int, points: int, no_permadeath: bool, mission: str) -> Terms:
    return Terms(
        type=type_, parallel=players > 2, points=points, no_permadeath=no_permadeath, options={"mission": mission}
    )


@command.command("run")
@click.option("--out", "file", required=True, type=click.Path(path_type=Path, dir_okay=False), help="The file.")
@click.option("--players", default=4, show_default=True, type=click.IntRange(2, 60), help="Number of players.")
@click.option("--player", default="captain", show_default=True, help="Which computer plays for all of them.")
@click.option("--rounds", type=click.IntRange(1, 1000), help="Stop after so many missions. Default: at its end.")
@_type
@_points
@_no_permadeath
@_mission
@_seed
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1), help="Number of processes.")
@click.option("--records", type=click.Path(path_type=Path, file_okay=False), help="Save a record of every battle here.")
@json_option
def run(
    file: Path,
    players: int,
    player: str,
    rounds: int | None,
    type_: Length,
    points: int,
    no_permadeath: bool,
    mission: str,
    seed: str | None,
    jobs: int,
    records: Path | None,
    json_: bool,
) -> None:
    """Let computers play a campaign, or play one on that was stopped.

    If the file exists, the campaign in it goes on where it stopped: other options than --rounds, --jobs and --records
    are those with which it began. However often it is stopped, it ends in the same way.

    \b
    warhost campaign run --type game-limited --players 8 --rounds 6 --seed 7 --player captain --out war.season
    """
    if type_ == "endless" and rounds is None:
        raise click.UsageError("An endless campaign never ends: say after how many missions to stop, with --rounds.")
    if file.exists():
        kept = go_on(file)
    else:
        named_player(player, 0, Chance(0)).close()
        seed = seed if seed is not None else secrets.token_hex(4)
        state = new_campaign(*_computers(players), _terms(type_, players, points, no_permadeath, mission))
        kept = begin(file, CAMPAIGN, state, seed=seed, computers={str(one): player for one in range(players)})
    try:
        with kept:
            _play_on(kept, jobs, records, rounds)
    except KeyboardInterrupt:
        click.echo(f"Interrupted. Run it again to go on: --out {file}.", err=True)
        click.get_current_context().exit(INTERRUPTED)
    _show(kept.season, json_)
    if not json_:
        click.echo(f"\nStands at {kept.season.hash()}.")


def _computers(players: int) -> tuple[list[str], list[Entrant]]:
    """Players without names of their own, the factions of the house in turn."""
    factions = list(house_books())
    names = [f"Player {number}" for number in range(1, players + 1)]
    return names, [Entrant(army_name(name), factions[n % len(factions)]) for n, name in enumerate(names)]


def _play_on(kept: Kept, jobs: int, records: Path | None, rounds: int | None) -> None:
    """Play to the end, or until so many missions are over, with a bar that counts battles."""
    state = _state(kept.season)

    def fought() -> int:
        return sum(match.told is not None for match in (*state.past, *state.matches))

    def enough(season: Season) -> bool:
        done = _state(season).mission > rounds if rounds is not None else False
        return done and not _state(season).over

    missions = rounds or state.length or 5
    with progress("battles", missions * (len(state.players) // 2)) as tell:
        tell(fought(), "battles")
        play_season(
            kept,
            jobs=jobs,
            records=records,
            done=lambda season, fixture, result: tell(fought() + 1, fixture.title),
            until=enough,
        )


@command.command("show")
@_file
@click.option("--player", "name", help="The army sheet of this player.")
@click.option("--timeline", is_flag=True, help="Everything that happened.")
@click.option("--html", type=click.Path(path_type=Path, dir_okay=False), help="Write a page to print to this file.")
@json_option
def show(file: Path, name: str | None, timeline: bool, html: Path | None, json_: bool) -> None:
    """Show where a campaign is: its leaderboard, an army sheet, everything that happened, what comes next."""
    season, _ = look(file)
    page = CAMPAIGN.telling(season.state)
    if html is not None:
        write_file(html, printed_page(page, lists=True, word="Mission"))
        click.echo(f"Written to {html}.")
    elif name is not None and not json_:
        player = _player(season, name)
        for roster in (one for one in page.rosters if one.player == player):
            _print_roster(roster)
    elif timeline and not json_:
        for line in page.timeline:
            click.echo(f"{line.round:3}  {line.step:22}  {line.text}")
    else:
        _show(season, json_)
        if not json_:
            _tell_next(season, file)


def _show(season: Season, json_: bool) -> None:
    page = CAMPAIGN.telling(season.state)
    if json_:
        print_page_json(page, season)
        return
    print_standings(page)
    _print_games(page)


def _print_games(page: Page) -> None:
    for number in rounds_of(page)[-1:]:
        print_titled(games_table(page, number, "Mission"))


def _print_roster(roster: Roster) -> None:
    click.echo(click.style(f"{roster.name} ({roster.faction})", bold=True))
    click.echo(f"{roster.value} points of units, {roster.purse} points to spend.\n")
    numbers = ("models", "points", "XP", "battles", "kills")
    rows = [_unit_row(unit) for unit in (*roster.units, *roster.lost)]
    print_table(("unit", *numbers, "gained", "state"), rows, right=numbers)


def _unit_row(unit: UnitSheet) -> tuple[str, ...]:
    figures = (unit.models, unit.cost, unit.xp, unit.battles, unit.kills)
    scars = ", ".join(scar.name for scar in unit.scars)
    return (unit.name, *map(str, figures), scars, unit.state_text or unit.state)


@command.command("answer")
@_file
@click.argument("player")
@click.argument("option", default="")
def answer(file: Path, player: str, option: str) -> None:
    """Show the question that waits for a PLAYER, or answer it with the key of an OPTION.

    \b
    warhost campaign answer war.season Ann
    warhost campaign answer war.season Ann "recruit 4"
    """
    if not option:
        season, _ = look(file)
        ask = season.ask_of(_player(season, player))
        if ask is None:
            raise WarhostError(f"{player} has no question to answer now.")
        question = ask.question
        options = question.options if isinstance(question, Choose) else ()
        width = max((len(one.key) for one in options), default=0)
        print_entry(question.text, [f"{one.key:{width}}  {one.label}" for one in options])
        return
    with go_on(file) as kept:
        kept.answer(Chosen(option), _player(kept.season, player))
        throw_due(kept)
        _tell_next(kept.season, file)


@command.command("form")
@_file
@click.argument("table")
def form(file: Path, table: str) -> None:
    """Print a report of the battle at a TABLE, as TOML to be filled in. In it everybody came through."""
    season, _ = look(file)
    state = _state(season)
    click.echo(form_text(state, match_of(state, _fixture(season, table).key)), nl=False)


@command.command("report")
@_file
@click.argument("table")
@click.argument("form", required=False, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--record", type=click.Path(path_type=Path, dir_okay=False), help="The record of a battle played here.")
def report(file: Path, table: str, form: Path | None, record: Path | None) -> None:
    """Enter the result of the battle at a TABLE: from its record, or from a FORM filled in by hand. It is checked.

    \b
    warhost campaign form war.season 1 > battle.toml
    warhost campaign report war.season 1 battle.toml
    warhost campaign report war.season 1 --record battle.json
    """
    if (form is None) == (record is None):
        raise click.UsageError("Give the form that was filled in, or the --record of the battle.")
    with go_on(file) as kept:
        fixture = _fixture(kept.season, table)
        if record is not None:
            result = told_result(CAMPAIGN, fixture, read_record(record))
        else:
            assert form is not None
            result = read_form(_state(kept.season), fixture, _read(form).decode("utf-8", "replace"), form.name)
        kept.report(result)
        throw_due(kept)
        click.echo(f"{fixture.title}: {result.outcome.text}")
        _tell_next(kept.season, file)


@command.command("setup")
@_file
@click.argument("table")
def setup(file: Path, table: str) -> None:
    """Print the set-up of the battle at a TABLE as JSON: both army lists, and what is agreed on."""
    season, _ = look(file)
    print_json(msgspec.to_builtins(_fixture(season, table).setup))


def _fixture(season: Season, table: str) -> Fixture:
    """The open battle at a table, which may be named by its key too."""
    found = [one for one in season.fixtures if table in (one.key, one.key.rsplit(" ", 1)[-1])]
    if len(found) == 1:
        return found[0]
    waiting = ", ".join(one.key for one in season.fixtures) or "none"
    raise WarhostError(f"No battle is open at table {table}. Open: {waiting}.")


@command.command("export")
@_file
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False))
def export(file: Path, out: Path) -> None:
    """Write a whole campaign as one JSON document to OUT, to be sent and taken in elsewhere."""
    write_file(out, as_record(*look(file)))
    click.echo(f"Written to {out}.")


@command.command("import")
@click.argument("document", type=click.Path(path_type=Path, dir_okay=False))
@_file
def import_(document: Path, file: Path) -> None:
    """Make a FILE of an exported DOCUMENT. Every entry is judged again."""
    take_in(_read(document), document.name, file)
    click.echo(f"Written to {file}.")


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise WarhostError(f"{path}: cannot be read: {error.strerror or error}.") from None


def _state(season: Season) -> CampaignState:
    if not isinstance(season.state, CampaignState):
        raise WarhostError(f"This is no campaign of Regiments but {season.campaign.title}.")
    return season.state


def _player(season: Season, name: str) -> int:
    names = season.state.players
    if name not in names:
        raise WarhostError(f'There is no player "{name}".{did_you_mean(name, names)}')
    return names.index(name)


def _tell_next(season: Season, file: Path) -> None:
    click.echo(f"\n{_next_step(season, file)}")


def _next_step(season: Season, file: Path) -> str:
    """What is waited for, and the command for it."""
    if season.over:
        return "The campaign is over."
    if season.fixtures:
        tables = ", ".join(one.key.rsplit(" ", 1)[-1] for one in season.fixtures)
        return f"Battles to be fought at tables {tables}: warhost campaign form {file} TABLE > battle.toml"
    waiting = [season.state.players[ask.question.seat] for ask in season.pending]
    if not waiting:
        return f"It was stopped here. With computers it goes on: warhost campaign run --out {file}"
    return f'Waiting for {", ".join(waiting)}: warhost campaign answer {file} "{waiting[0]}"'
