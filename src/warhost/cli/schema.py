"""`warhost schema`: the shapes of questions, answers and records, for those who write players and tools."""

from __future__ import annotations

import click

from warhost.cli.output import print_json
from warhost.play.schema import SHAPES, schema, schemas


@click.command("schema")
@click.argument("name", required=False, type=click.Choice(list(SHAPES)))
def command(name: str | None) -> None:
    """Print the JSON Schema of questions, answers or records; without a name, of all of them."""
    print_json(schema(name) if name else schemas())
