"""What each Python is asked to show, as a program for it, told as one line of JSON.

python -m tests.pythons.shown replay            golden battles and corpora, to every hash
python -m tests.pythons.shown fight FOLDER      a battle of captains of each book, kept there
python -m tests.pythons.shown open FOLDER       those kept there, to every hash
python -m tests.pythons.shown numbers           fingerprints of what the mathematics of the table gives
"""

from __future__ import annotations

import json
import math
import struct
import sys
from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

from tests.golden.packing import unpacked
from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import Record, Setup, read_record, replay, write_record
from warhost.players import play_match
from warhost.rulebook import books
from warhost.rulesets import ruleset
from warhost.table import summed

GOLDEN = Path(__file__).parents[1] / "golden"

SMALL: dict[str, dict[str, Any]] = {
    "aofr": {"points": 750},
    "blue": {},
    "eow": {},
    "kow": {"points": 1000},
    "t9a": {"points": 1500},
}
"""The options of the smallest battle of each book."""


def kept() -> Iterator[tuple[str, Record]]:
    for path in sorted(GOLDEN.glob("*.json")):
        yield path.name, read_record(path)
    for path in sorted((GOLDEN / "corpus").iterdir()):
        yield from unpacked(path)


def replayed(records: Iterable[tuple[str, Record]]) -> dict[str, Any]:
    """How many records there are, and what is wrong with those that are another battle here."""
    count, failed = 0, []
    for name, record in records:
        count += 1
        try:
            replay(record, ruleset(record.ruleset), name=name)
        except WarhostError as error:
            failed.append(str(error))
    return {"records": count, "failed": failed}


def fought(folder: Path) -> dict[str, str]:
    """The last hash of a battle of each book that captains have fought here, and its record in the folder."""
    hashes = {}
    for slug in books():
        armies = ruleset(slug).armies()
        setup = Setup(ruleset=slug, armies=tuple(armies[:2]), map=ruleset(slug).maps()[0], options=SMALL[slug])
        _, record = play_match(ruleset(slug), setup, ("captain", "captain"), "on every Python", record=True)
        assert record is not None
        write_record(record, folder / f"{slug}.json")
        hashes[slug] = record.final
    return hashes


def numbers() -> dict[str, str]:
    """Fingerprints of many results of every function that battles are reckoned with."""
    functions: dict[str, Callable[[float, float], float]] = {
        "acos": lambda x, y: math.acos(x / 101),
        "asin": lambda x, y: math.asin(y / 101),
        "atan2": math.atan2,
        "cos": lambda x, y: math.cos(x),
        "degrees": lambda x, y: math.degrees(x),
        "dist": lambda x, y: math.dist((x, y), (y, x / 3)),
        "exp": lambda x, y: math.exp(x / 9),
        "fsum": lambda x, y: math.fsum((x, y, x * y, 0.1)),
        "hypot": math.hypot,
        "log": lambda x, y: math.log(abs(x) + 0.001),
        "modulo": lambda x, y: x * 7 % 360.0,
        "power": lambda x, y: abs(x) ** (y / 20),
        "product": lambda x, y: math.prod((x, y, 0.1)),
        "radians": lambda x, y: math.radians(x),
        "round": lambda x, y: round(x * y, 9),
        "sin": lambda x, y: math.sin(y),
        "sqrt": lambda x, y: math.sqrt(abs(x)),
        "summed": lambda x, y: summed((x, y, x * y, 0.1)),
        "tan": lambda x, y: math.tan(x),
        "written": lambda x, y: float(repr(x)),
    }
    chance = Chance("numbers")
    pairs = [(200 * chance.uniform() - 100, 200 * chance.uniform() - 100) for _ in range(5000)]
    pairs += [(round(x, 2), round(y, 1)) for x, y in pairs]
    return {
        name: blake2b(b"".join(struct.pack("<d", work(x, y)) for x, y in pairs), digest_size=8).hexdigest()
        for name, work in functions.items()
    }


def main() -> None:
    match sys.argv[1:]:
        case ["replay"]:
            told: Any = replayed(kept())
        case ["fight", folder]:
            told = fought(Path(folder))
        case ["open", folder]:
            told = replayed((path.name, read_record(path)) for path in sorted(Path(folder).glob("*.json")))
        case ["numbers"]:
            told = numbers()
        case _:
            sys.exit(__doc__)
    sys.stdout.write(json.dumps(told) + "\n")


if __name__ == "__main__":
    main()
