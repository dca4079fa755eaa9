"""`warhost schema`: the shapes of questions, answers, records and messages, for those who write players and tools."""

from __future__ import annotations

import click

from warhost.cli.output import print_json
from warhost.play.kept.schema import SHAPES, schema, schemas
from warhost.server import messages

NAMES = (*SHAPES, "messages")


@click.command("schema")
@click.argument("name", required=False, type=click.Choice(NAMES))
def command(name: str | None) -> None:
    """Print the JSON Schema of questions, answers, records or the server's messages; without a name, of all."""
    if name == "messages":
        print_json(messages.schema())
    else:
        print_json(schema(name) if name else {**schemas(), "messages": messages.schema()})
