"""One sheet for the table: every unit of an army, and what every rule, spell and item that it has does.

The texts are our own words for the rows of the rulebook. A rulebook explains the words that its cards print; the sheet
finds those of an army, also where they stand in brackets: `Crossbow (24", Piercing (1), Reload)` has two of them.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence

from warhost.muster.values import Muster, Mustered
from warhost.play import UnitCard
from warhost.play.shown.guide import Meaning

__all__ = ["explained", "table_sheet"]

WIDTH = 96
"""Letters of a line, so that a sheet can be printed in a small font."""


def table_sheet(book: Muster, mustered: Mustered, terms: Sequence[Meaning], width: int = WIDTH) -> str:
    """The sheet of an army as plain text; `terms` are the words that its rulebook explains."""
    cards = book.card(mustered).units
    sheet = book.sheet(mustered)
    lines = [sheet.title, "=" * min(width, len(sheet.title)), book.title, ""]
    for card in cards:
        lines += [*_unit(card, width), ""]
    for label, told in sheet.below:
        # What units have stands with them already.
        if told and label != "Rules":
            lines += [*_head(label), *(line for one in told for line in _wrapped(f"- {one}", width)), ""]
    own = mustered.report.read
    if own:
        lines += _head("Rules with a text of their own")
        for name, text in own.items():
            lines += _wrapped(f"- {name}: {text}", width)
        lines.append("")
    meanings = [meaning for meaning in explained(cards, terms) if meaning.name not in own]
    if meanings:
        lines += _head("What it all means")
        for meaning in meanings:
            lines += _wrapped(f"- {meaning.name}: {meaning.text} ({meaning.rule})", width)
        lines.append("")
    return "\n".join(lines)


def _head(title: str) -> list[str]:
    return [title, "-" * len(title)]


def _unit(card: UnitCard, width: int) -> Iterator[str]:
    yield from _wrapped(f"[ ] {card.name}: {card.text}", width)
    yield from (
        f"    {line}" for line in textwrap.wrap("  ".join(f"{k} {v}" for k, v in card.profile.items()), width - 4)
    )
    if card.rules:
        yield from (f"    {line}" for line in textwrap.wrap("; ".join(card.rules), width - 4))


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, subsequent_indent="  ")


def explained(cards: Iterable[UnitCard], terms: Sequence[Meaning]) -> list[Meaning]:
    """What the words mean that these cards print, each once, in the order of the alphabet; figures come first."""
    known = {meaning.name.casefold(): meaning for meaning in terms}
    figures: dict[str, Meaning] = {}
    rules: dict[str, Meaning] = {}
    for card in cards:
        figures |= {name: known[name.casefold()] for name in card.profile if name.casefold() in known}
        for text in card.rules:
            rules |= {word: known[word] for word in _words(text) if word in known}
    named = {meaning.name for meaning in figures.values()}
    told = (rules[word] for word in sorted(rules))
    return [*dict.fromkeys(figures.values()), *dict.fromkeys(one for one in told if one.name not in named)]


def _words(text: str) -> Iterator[str]:
    """Every name in the text of a rule or weapon that may be explained: the whole, and what stands in brackets."""
    plain = text.casefold()
    yield plain
    yield plain.partition(" (")[0].partition("(")[0].strip()
    for part in re.split(r"[(),;]|: | - ", plain):
        bare = re.sub(r"\s*(?:\bon \d+|[+-]?\d+\+?\"?)\s*$", "", part.strip())
        if bare:
            yield bare
