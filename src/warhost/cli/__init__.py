"""The command line: a thin front over the rest.

Each command is a module of this package that holds a click command named `command`. It is imported only when it is
called, so that `warhost --help` costs nothing. A new command is a new module and a line in `COMMANDS`.
"""

from __future__ import annotations

import errno
from importlib import import_module
from typing import Any

import click

from warhost.errors import WarhostError, did_you_mean

__all__ = ["COMMANDS", "command_of", "main"]

COMMANDS = {
    "backup": "Copy all battles into one file, while the server runs.",
    "bench": "Measure how fast the engine is here.",
    "campaign": "Run a campaign: armies that live through battles, with computers or from real tables.",
    "data": "Show the armies, maps and options of a rulebook.",
    "doctor": "Check that Warhost works here and list what is missing.",
    "muster": "Find, build, check, show and import army lists.",
    "odds": "Print the tables of chances of a rulebook, worked out by the engine.",
    "play": "Play in the browser: starts the server here and opens the page.",
    "replay": "Replay a recorded battle as text, verify it, or make a report of it.",
    "restore": "Restore all battles from a backup.",
    "rules": "Look up the rules of the books and their test coverage.",
    "schema": "Print the JSON Schema of questions, answers, records and messages.",
    "serve": "Run a server that others can connect to.",
    "simulate": "Play many battles between computer players.",
    "tournament": "Run a tournament or a league: pairings, results and standings.",
    "watch": "Watch a battle between two computer players in the terminal.",
}


ROOMS = {
    **dict.fromkeys(("data", "muster"), "armies"),
    **dict.fromkeys(("bench", "odds", "replay", "simulate", "watch"), "battles"),
    **dict.fromkeys(("backup", "doctor", "play", "restore", "serve"), "hosting"),
    **dict.fromkeys(("campaign", "tournament"), "seasons"),
}
"""The folder of a command's module; the others stand beside this file."""


def command_of(name: str) -> click.Command:
    """The command of that name, imported now."""
    module = ".".join(filter(None, ("warhost.cli", ROOMS.get(name), name)))
    command = import_module(module).command
    assert isinstance(command, click.Command), f"{module}.command is no click command"
    return command


class UserError(click.ClickException):
    """One of our own errors on its way to the terminal: its sentence, and no traceback."""

    exit_code = 2


class Commands(click.Group):
    """The commands of `COMMANDS`, each imported when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        return command_of(cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(f'There is no command "{args[0]}".{did_you_mean(args[0], COMMANDS)}')
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except WarhostError as error:
            raise UserError(str(error)) from error
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
            raise UserError("There is no space left to write to.") from error


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="warhost", message="%(prog)s %(version)s")
def main() -> None:
    """The table, the referee, the opponent and the statistician for rank-and-flank fantasy battles."""
