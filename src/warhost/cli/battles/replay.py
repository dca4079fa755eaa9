"""`warhost replay`: a recorded battle told again, checked, stopped at any moment, or made into a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from warhost.cli.output import print_json, progress, write_file
from warhost.cli.parts import json_option
from warhost.play import Game, Record, RecordError, Ruleset, proof_of, read_record, replay
from warhost.report import Story, all_tried, as_data, luck_by_seat, page, story_from_snapshots, story_of
from warhost.rulesets import ruleset

__all__ = ["UNPROVED", "command"]

UNPROVED = 3
"""How `--verify` ends for a sound record whose dice are not all proved by a seed."""


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--verify", is_flag=True, help="Verify every hash, and the dice against their seed.")
@click.option("--to", type=click.IntRange(0), metavar="N", help="Stop after N answers and print the position.")
@click.option(
    "--report", "out", type=click.Path(path_type=Path, dir_okay=False), help="Write a report page to this file."
)
@json_option
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
def command(file: Path, verify: bool, to: int | None, out: Path | None, json_: bool, quiet: bool) -> None:
    """Show the battle recorded in FILE, turn by turn.

    The exit code of --verify is 0 if everything is proved, 2 if the record is not sound, and 3 if it is sound but its
    dice, or some of them, are not proved by a seed.

    \b
    warhost replay battle.json
    warhost replay battle.json --verify --quiet
    warhost replay battle.json --report battle.html
    """
    story, game = _told_again(read_record(file), file.name, to, strictly=verify or to is not None)
    if story.note:
        click.echo(story.note, err=True)
    if out is not None:
        write_file(out, page(story, file=file.name))
    unproved = verify and story.proof is not None and story.proof.proved < story.proof.rolls
    if not quiet:
        _tell(story, game if to is not None else None, verify, out, json_)
    if unproved:
        click.get_current_context().exit(UNPROVED)


def _tell(story: Story, game: Game | None, verify: bool, out: Path | None, json_: bool) -> None:
    """Print what was asked for; `game` is where it was to be stopped."""
    if json_:
        print_json(_data(story, game, verify, out))
        return
    if verify:
        click.echo(f"verified: {story.answers} answers, {story.steps} steps, final hash {story.final}")
        if story.proof is not None:
            click.echo(f"dice: {story.proof.text}")
            if story.proof.commitment:
                click.echo(f"fingerprint of the seed: {story.proof.commitment}")
    if game is not None:
        click.echo(game.ruleset.to_text(game.battle))
    if out is not None:
        click.echo(f"The report is in {out}.")
    if not (verify or game is not None or out is not None):
        for line in story.lines():
            click.echo(line)


def _told_again(record: Record, name: str, to: int | None, *, strictly: bool) -> tuple[Story, Game | None]:
    """The story, and the game where it could be replayed.

    A record of other rules is no mistake of its reader: what can be shown of it is shown, unless it is to be checked or
    stopped at a moment that only a replay can reach.
    """
    book = ruleset(record.ruleset)
    try:
        game = _replayed(record, book, name, to)
    except RecordError as error:
        if strictly or record.version == book.version:
            raise
        return story_from_snapshots(record, book, str(error), name), None
    proof = proof_of(record, game)
    return story_of(game, setup=record.setup, players=record.players, seed=record.seed, proof=proof), game


def _replayed(record: Record, book: Ruleset, name: str, to: int | None) -> Game:
    with progress("answers replayed", len(record.entries) if to is None else to) as tell:
        return replay(record, book, name=name, to=to, progress=lambda done, _: tell(done, None))


def _data(story: Story, stopped: Game | None, verified: bool, out: Path | None) -> dict[str, Any]:
    luck = luck_by_seat(all_tried(story.events, story.names.seat_of), len(story.seats))
    data = as_data(story)
    data["luck"] = [
        {
            "seat": one.seat,
            "rolls": one.rolls,
            "tries": one.tries,
            "expected": round(one.expected, 6),
            "rolled": one.successes,
            "luckier_than": round(one.better_than, 6),
        }
        for one in luck
    ]
    if verified:
        data["verified"] = True
    if stopped is not None:
        data["position"] = stopped.ruleset.to_text(stopped.battle)
    if out is not None:
        data["page"] = str(out)
    return data
