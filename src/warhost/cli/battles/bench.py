"""`warhost bench`: how fast the engine is here."""

from __future__ import annotations

import click

from warhost.cli.output import print_json, print_table
from warhost.cli.parts import SLUG, FiniteRange, json_option
from warhost.lab.bench import bench
from warhost.rulesets import slugs


@click.command("bench")
@click.argument("rulesets", nargs=-1, type=SLUG)
@click.option("--seconds", default=5.0, show_default=True, type=FiniteRange(0.1), help="Battles per rulebook.")
@json_option
def command(rulesets: tuple[str, ...], seconds: float, json_: bool) -> None:
    """Measure random battles, copies, hashes and geometry on one core."""
    figures = bench(rulesets or slugs(), seconds)
    if json_:
        print_json([{"name": f.name, "value": round(f.value, 3), "unit": f.unit} for f in figures])
        return
    rows = [(f.name, f"{f.value:,.2f}", f.unit) for f in figures]
    print_table(("what", "figure", "unit"), rows, right=("figure",))
