"""Prices of the house armies of Kings of War against the formula, and what they leave of the points of each list.

python -m benchmarks.kow_prices            shows every price that differs, and the lists
python -m benchmarks.kow_prices --write    writes the formula's prices into the army files
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import click

from warhost.muster.files.army_text import whole
from warhost.rulesets.kings_of_war.lists import house as armies
from warhost.rulesets.kings_of_war.lists.files import read_book
from warhost.rulesets.kings_of_war.lists.pricing import fair_price
from warhost.rulesets.kings_of_war.lists.rosters import ArmyLists, unit_of_size

FOLDER = Path(str(armies.__file__)).parent / "data" / "armies"


def priced(text: str, filename: str) -> str:
    """The text of an army file with the formula's prices; those that change are told."""
    book = whole(read_book(text, filename))
    head, *parts = re.split(r"(?=^\[\[entry\]\]\n)", text, flags=re.MULTILINE)
    written = [head]
    for part in parts:
        entry = book.catalogue.find(tomllib.loads(part)["entry"][0]["name"])
        assert entry is not None
        for size in entry.sizes:
            fair = fair_price(unit_of_size(entry, size))
            if fair != size.cost:
                click.echo(f"{book.faction}: {entry.name} {size.name}: {size.cost}, {fair} by the formula")
            single = re.compile(r"^(cost\s*=\s*)\d+", re.MULTILINE)
            sized = re.compile(rf'(name = "{size.name}",.*?cost = )\d+')
            part = (single if single.search(part) else sized).sub(rf"\g<1>{fair}", part, count=1)
        written.append(part)
    return "".join(written)


def main() -> None:
    for file in sorted(FOLDER.glob("*.toml")):
        text = priced(file.read_text("utf-8"), file.name)
        if "--write" in sys.argv[1:]:
            file.write_text(text, "utf-8")
    for name, roster in armies.ready_rosters().items():
        problems = ArmyLists().problems(roster, {})
        click.echo("\n".join([f"{name}: {roster.points} points", *(f"  {problem}" for problem in problems)]))


if __name__ == "__main__":
    main()
