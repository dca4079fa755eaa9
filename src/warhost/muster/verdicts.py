"""Whether an army can be played, in one word and one sentence, with the way on: at import as at set-up."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from warhost.errors import WarhostError
from warhost.muster.files.army_text import Problem
from warhost.muster.values import Muster, Mustered, Source
from warhost.play.events import counted
from warhost.play.shown.english import listed

__all__ = ["Standing", "Verdict", "Way", "verdict_of", "verdict_on_unread"]

Standing: TypeAlias = Literal["playable", "partly", "by agreement", "not playable"]
"""`partly`: some of its rules have no effect. `by agreement`: it breaks rules that players may agree to overlook."""

Way: TypeAlias = Literal["book", "match", "rulebook", "agree"]
"""What would let it be played: to bring its army book, to build it from one of ours, another rulebook, to agree."""

MOST_NAMED = 6

MOST_TRIED = 20_000
"""The longest text, in characters, that is tried as a list of every other rulebook: each try costs a whole reading."""
_GAME = re.compile(r'(?:gameSystemName|<gameSystem\b[^>]*?\bname)\s*"?\s*[=:]\s*"([^"]{2,80})"')
_OPENING = 4000


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What comes of an army that somebody brings."""

    standing: Standing
    text: str
    ways: tuple[Way, ...] = ()
    missing: tuple[str, ...] = ()
    """The units or army books that a file would have to bring."""
    game: str = ""
    """The other game that it is for."""
    ruleset: str = ""
    """The rulebook here that plays that game."""
    editable: bool = False


def verdict_of(rulebook: Muster, army: Mustered, problems: Sequence[Problem]) -> Verdict:
    """The verdict on an army that was read, with all that forbids it in the battle at hand."""
    report = army.report
    editable = army.kind == "list" and rulebook.draft_of(army) is not None
    game = _other_game(rulebook, report.game) if army.kind != "book" else ""
    # Once players agree to play it all the same, nothing forbids it any more.
    if game and (problems or army.kind != "list"):
        ways: tuple[Way, ...] = ("agree",) if army.kind == "list" and rulebook.waiver(army) else ()
        text = f"This is for {game}, not for {rulebook.title}."
        return Verdict(standing="not playable", text=text, ways=ways, game=game, editable=editable)
    if army.kind == "book":
        return Verdict(standing="not playable", text="This is an army book: add the list that uses it.")
    if report.missing:
        text = f"Not playable: {_named(report.missing)} {'is' if len(report.missing) == 1 else 'are'} unknown."
        ways = ("book", "match")
        return Verdict(standing="not playable", text=text, ways=ways, missing=report.missing, editable=editable)
    if problems and rulebook.waiver(army):
        text = f"Not legal: {counted(len(problems), 'problem')}. It can be played if all players agree."
        return Verdict(standing="by agreement", text=text, ways=("agree",), editable=editable)
    if problems:
        return Verdict(standing="not playable", text=f"Not playable: {problems[0].message}", editable=editable)
    if report.not_in_force:
        rules = counted(len(report.not_in_force), "rule")
        text = f"Playable with {rules} not in force: {_named(tuple(report.not_in_force))}."
        return Verdict(standing="partly", text=text, editable=editable)
    return Verdict(standing="playable", text="Playable: all its rules are in force.", editable=editable)


def verdict_on_unread(
    rulebook: Muster, sources: Sequence[Source], others: Sequence[Muster], problems: Sequence[str]
) -> Verdict:
    """The verdict on files that this rulebook cannot read: of another rulebook here, of another game, or of none."""
    for other in others:
        if other.slug != rulebook.slug and any(_is_of(other, source) for source in sources):
            text = f"This is for {other.title}, not for {rulebook.title}."
            return Verdict(standing="not playable", text=text, ways=("rulebook",), game=other.title, ruleset=other.slug)
    for source in sources:
        found = _GAME.search(source.text[:_OPENING])
        if found:
            text = f"This is for {found[1]}, not for {rulebook.title}."
            return Verdict(standing="not playable", text=text, game=found[1])
    why = problems[0] if problems else "it cannot be read."
    return Verdict(standing="not playable", text=f"Not playable: {why}")


def _is_of(rulebook: Muster, source: Source) -> bool:
    """Whether a text is surely of a rulebook, or can be read by it without anything that is in the way."""
    if rulebook.claims(source.text) == "surely":
        return True
    if len(source.text) > MOST_TRIED:
        return False
    try:
        army = rulebook.read(source)
    except WarhostError:
        return False
    return army.kind != "other" and not _other_game(rulebook, army.report.game)


def _other_game(rulebook: Muster, game: str) -> str:
    """The game that a file was made for, if it is another one; editions of one game are told by its notes."""
    own = rulebook.title.partition(",")[0]
    return "" if not game or game.partition(",")[0] == own else game


def _named(names: Sequence[str]) -> str:
    more = len(names) - MOST_NAMED
    return listed([*names[:MOST_NAMED], *([f"{more} more"] if more > 0 else [])])
