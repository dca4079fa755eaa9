"""`warhost watch`: one battle between computer players, watched as it happens, with its report."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from warhost.cli.setting_up import agreement_option, armies_option, books_option, brought
from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.muster import Brought
from warhost.play import Battle, Game, Ruleset, Setup, record_of, write_record
from warhost.players import Decision, Player, named_player, play_out, start
from warhost.report import page, story_of
from warhost.rulesets import ruleset as find_ruleset

TURNS_SHOWN = 8
"""Player turns that fill the bar; a battle with more of them just stays full."""


@click.command("watch")
@click.argument("ruleset", default="eow")
@armies_option
@books_option
@agreement_option
@click.option("--map", "map_", default=None, help="The map: its number, random or open. Default: any.")
@click.option("--players", default="captain,captain", show_default=True, help="Who plays, one for each seat.")
@click.option("--seed", default=None, help="The same seed gives the same battle. Default: a new one.")
@click.option("--report", "out", type=click.Path(path_type=Path, dir_okay=False), help="Write the report as a page.")
@click.option("--record", "keep", type=click.Path(path_type=Path, dir_okay=False), help="Keep the record.")
@click.option("--why", is_flag=True, help="Tell the reasons of every decision too.")
def command(
    ruleset: str,
    armies: tuple[str, ...],
    books: tuple[Path, ...],
    agreements: tuple[str, ...],
    map_: str | None,
    players: str,
    seed: str | None,
    out: Path | None,
    keep: Path | None,
    why: bool,
) -> None:
    """Watch a battle between two computer players and read its report.

    \b
    warhost watch
    warhost watch --army "Dwarven Holds" --army "Orcs and Goblins" --map 3 --report battle.html
    warhost watch aofr --army my_army.toml --army "Unburied Host"
    """
    rules = find_ruleset(ruleset)
    seed = seed if seed is not None else secrets.token_hex(4)
    names = tuple(name.strip() for name in players.split(","))
    setup = _setup(rules, brought(ruleset, armies, books, agreements), map_, len(names), seed)
    chance = Chance(f"{seed} players")
    seated = [named_player(name, seat, chance) for seat, name in enumerate(names)]
    reasons: list[str] = []
    try:
        game = start(rules, setup, seed)
        _watch(game, seated, reasons)
    finally:
        for player in seated:
            player.close()
    story = story_of(game, setup=setup, players=names, seed=seed)
    for line in reasons if why else ():
        click.echo(line)
    for line in story.lines():
        click.echo(line)
    if keep is not None:
        write_record(record_of(game, setup, names, seed), keep)
        click.echo(f"The record is in {keep}: warhost replay {keep}")
    if out is not None:
        _write(out, page(story, file=keep.name if keep else ""))
        click.echo(f"The report is in {out}.")


def _setup(rules: Ruleset, host: Brought, map_: str | None, seats: int, seed: str) -> Setup:
    """What is not named is drawn from the seed."""
    armies = host.armies
    if len(armies) > seats:
        raise WarhostError(f"There are {len(armies)} armies for {seats} seats.")
    chance = Chance(f"{seed} set-up")
    choice = rules.armies()
    drawn = tuple(armies[seat] if seat < len(armies) else choice[chance.pick(len(choice))] for seat in range(seats))
    maps = [name for name in rules.maps() if name != "open"]
    return Setup(
        ruleset=rules.slug,
        armies=drawn,
        map=maps[chance.pick(len(maps))] if map_ is None else map_,
        options=host.options,
        lists=host.lists,
    )


def _watch(game: Game, players: list[Player], reasons: list[str]) -> None:
    """Play the battle with a bar that says whose turn it is; nothing is shown where nobody watches."""
    console = Console(stderr=True)
    with Progress(
        BarColumn(), TextColumn("{task.description}"), console=console, disable=not sys.stderr.isatty(), transient=True
    ) as bar:
        task = bar.add_task("The armies deploy", total=TURNS_SHOWN)
        seen: set[tuple[int, int]] = set()

        def decided(seat: int, decision: Decision) -> None:
            battle: Battle = game.battle
            name = battle.scene.seats[seat].name
            if decision.sentence:
                reasons.append(f"{battle.turn}. {name}: {decision.sentence}")
            if battle.turn and (battle.turn, battle.active) not in seen:
                seen.add((battle.turn, battle.active))
                active = battle.scene.seats[battle.active].name
                bar.update(task, completed=len(seen), description=f"Turn {battle.turn}: {active}, {battle.phase} phase")

        play_out(game, players, on_decision=decided)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise WarhostError(f"{path} cannot be written: {error.strerror or error}.") from None
