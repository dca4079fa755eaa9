"""What the commands for campaigns and tournaments have alike: their files, options, questions, runs and page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import msgspec

from warhost.campaign import ORGANISER, Campaign, Entrant, Fixture, Season, told_result
from warhost.campaign.headless import play_season, throw_due
from warhost.campaign.keeping import Head, Kept, as_record, go_on, look, take_in
from warhost.campaign.printing import Table, standings_table, ties_text
from warhost.campaign.showing import Page
from warhost.cli.output import print_entry, print_json, print_table, progress, write_file
from warhost.dice import Chance
from warhost.errors import WarhostError, did_you_mean
from warhost.play import Choose, Question, read_record
from warhost.play.shown.english import acts
from warhost.players import named_player

__all__ = [
    "INTERRUPTED",
    "Seasons",
    "document_path",
    "file_argument",
    "name_and_army",
    "player_of",
    "print_page_json",
    "print_question",
    "print_standings",
    "print_titled",
    "read_bytes",
    "run_options",
    "seed_option",
    "who",
]

INTERRUPTED = 130
"""How a program ends that Ctrl-C ended."""

document_path = click.Path(path_type=Path, dir_okay=False)
file_argument = click.argument("file", type=document_path)
seed_option = click.option("--seed", help="The same seed gives the same dice and lots. Default: a new one.")


def run_options(players: int, most: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The options of a season that computers play: so many of them unless it is said, and at most."""
    options = (
        click.option("--out", "file", required=True, type=document_path, help="The file."),
        click.option(
            "--players",
            default=players,
            show_default=True,
            type=click.IntRange(2, most),
            help="Number of players.",
        ),
        click.option("--player", default="captain", show_default=True, help="Which computer plays for all of them."),
        click.option("--jobs", default=1, show_default=True, type=click.IntRange(1), help="Number of processes."),
        click.option(
            "--records",
            type=click.Path(path_type=Path, file_okay=False),
            help="Save a record of every battle here.",
        ),
    )

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


class Seasons:
    """The seasons of one campaign on the command line; `word` is what one is called in sentences."""

    def __init__(self, campaign: Campaign, word: str, next_step: Callable[[Season, Path], str]) -> None:
        self.campaign, self.word, self.next_step = campaign, word, next_step

    # Its files.

    def look(self, file: Path) -> Season:
        season, _ = self._looked(file)
        return season

    def go_on(self, file: Path) -> Kept:
        kept = go_on(file)
        try:
            self._check(kept.season, file)
        except WarhostError:
            kept.close()
            raise
        return kept

    def _looked(self, file: Path) -> tuple[Season, Head]:
        season, head = look(file)
        self._check(season, file)
        return season, head

    def _check(self, season: Season, file: Path) -> None:
        if season.campaign.slug != self.campaign.slug:
            raise WarhostError(f"{file.name} is not a {self.word}: {season.campaign.title}.")

    @contextmanager
    def changing(self, file: Path) -> Iterator[Kept]:
        """Change a season; dice that follow are thrown, and what comes next is told."""
        with self.go_on(file) as kept:
            yield kept
            throw_due(kept)
            self.tell_next(kept.season, file)

    def tell_next(self, season: Season, file: Path) -> None:
        click.echo(f"\n{self.next_step(season, file)}")

    def report_record(self, kept: Kept, fixture: Fixture, record: Path) -> None:
        """Take the result that the record of a battle tells."""
        result = told_result(self.campaign, fixture, read_record(record))
        kept.report(result)
        click.echo(f"{fixture.title}: {result.outcome.text}")

    def join(self, file: Path, entrant: Callable[[Season], Entrant]) -> None:
        """Somebody joins."""
        with self.changing(file) as kept:
            one = entrant(kept.season)
            kept.join(one)
            click.echo(f"{acts(one.name, 'joins')}.")

    def add_files(self, group: click.Group) -> None:
        """Give a group the commands that send a season and take one in."""

        @group.command("export", help=f"Write a whole {self.word} as one JSON document to OUT, to be sent or kept.")
        @file_argument
        @click.argument("out", type=document_path)
        def export(file: Path, out: Path) -> None:
            write_file(out, as_record(*self._looked(file)))
            click.echo(f"Written to {out}.")

        @group.command("import", help="Make a FILE of an exported DOCUMENT. Every entry is checked again.")
        @click.argument("document", type=document_path)
        @file_argument
        def import_(document: Path, file: Path) -> None:
            take_in(read_bytes(document), document.name, file)
            click.echo(f"Written to {file}.")

    # Computers.

    def run(
        self,
        file: Path,
        player: str,
        begin: Callable[[], Kept],
        play: Callable[[Kept], None],
    ) -> Season:
        """Begin a season of computers, or go on with the one in the file, and let them play it."""
        if file.exists():
            kept = self.go_on(file)
        else:
            named_player(player, 0, Chance(0)).close()
            kept = begin()
        try:
            with kept:
                play(kept)
        except KeyboardInterrupt:
            click.echo(f"Interrupted. Run it again to continue: --out {file}.", err=True)
            click.get_current_context().exit(INTERRUPTED)
        return kept.season

    def play_on(
        self,
        kept: Kept,
        total: int,
        fought: Callable[[], int],
        jobs: int,
        records: Path | None,
        until: Callable[[Season], bool] = lambda season: False,
    ) -> None:
        """Play to the end, or until that moment, with a bar that counts battles."""
        with progress("battles", total) as tell:
            tell(fought(), "battles")
            play_season(
                kept,
                jobs=jobs,
                records=records,
                done=lambda season, fixture, result: tell(fought(), fixture.title),
                until=until,
            )


def read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise WarhostError(f"{path}: cannot be read: {error.strerror or error}.") from None


def name_and_army(player: str) -> tuple[str, str]:
    """A player as they are typed in: "Ann=Unburied Host"."""
    name, equals, army = (part.strip() for part in player.partition("="))
    if not name or not equals or not army:
        raise WarhostError(f'The player "{player}" cannot be read: write it like "Ann=Unburied Host".')
    return name, army


def player_of(season: Season, name: str) -> int:
    """A player of a season by name."""
    names = season.state.players
    if name not in names:
        raise WarhostError(f'There is no player "{name}".{did_you_mean(name, names)}')
    return names.index(name)


def who(season: Season, seat: int) -> str:
    return "Organiser" if seat == ORGANISER else season.state.players[seat]


def print_question(season: Season, question: Question) -> None:
    """A question with its options, each with the key that answers it."""
    options = question.options if isinstance(question, Choose) else ()
    width = max((len(option.key) for option in options), default=0)
    lines = [f"{option.key:{width}}  {option.label}" for option in options]
    print_entry(f"{who(season, question.seat)}: {question.text}", lines)


def print_titled(table: Table) -> None:
    """A table below its title."""
    click.echo()
    click.echo(click.style(table.title, bold=True))
    print_table(table.columns, table.rows, right=table.right)


def print_standings(page: Page) -> None:
    """Where a season is, and how everybody stands."""
    click.echo(click.style(page.title, bold=True))
    click.echo(page.stage)
    for standings in page.standings:
        print_titled(standings_table(page, standings))
        click.echo(ties_text(standings))


def print_page_json(page: Page, season: Season) -> None:
    """All of it for a program, with the hash of the season."""
    told: dict[str, Any] = msgspec.to_builtins(page)
    print_json({**told, "hash": season.hash()})
