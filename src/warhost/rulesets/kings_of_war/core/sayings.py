"""What stands behind the name of a special rule: brackets with numbers, phases and kinds of units, and auras."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from warhost.dice import Dice, odds
from warhost.play.rules.rulebase import Brackets, parted
from warhost.rulebook import rule

AURA_REACH = 6.0
"""How far auras, and most rules that work around a unit, reach (kow.special.aura)."""

_SAID = re.compile(
    r"(?P<plus>\+)?(?P<number>\d*D\d+(?:\+\d+)?|\d+)?\+?"
    r"(?:\s*vs\.? (?P<versus>.+?))?(?:(?:^|,?\s+|\s+-\s+)(?P<phase>combat|ranged))?",
    re.IGNORECASE,
)

_WHERE = r"( vs\.? .+?)?((,| -)? (combat|ranged))?"

NUMBER = Brackets(rf"(?i)\+?(\d*D\d+(\+\d+)?|\d+)\+?{_WHERE}", "1")
"""A number or dice, perhaps added (+1), perhaps against some units only (1 vs Cavalry), perhaps in one phase only."""

WHOLE = Brackets(rf"(?i)\+?\d+\+?{_WHERE}", "1")
"""The same for rules whose number is never diced for."""

PHASE = Brackets(r"(?i)combat|ranged|vs\.? .+", "combat", needed=False)
"""Nothing, or the phase or the enemies for which the rule works."""

WHOM = Brackets(r".+", "Self", needed=False)
"""Nothing, or the units that the rule is for."""


class Saying(msgspec.Struct, frozen=True, gc=False):
    """What stands in the brackets of a rule once, and where it comes from."""

    source: str = ""
    number: str = ""
    plus: bool = False
    phase: str = ""
    versus: tuple[str, ...] = ()
    text: str = ""


@lru_cache(maxsize=2048)
def saying(said: str, source: str = "") -> Saying:
    """Brackets taken apart; what is no number and no phase is left as text."""
    found = _SAID.fullmatch(said)
    if found is None:
        return Saying(source, text=said)
    versus = tuple(word.strip() for word in re.split(r",| and ", found["versus"] or "") if word.strip())
    return Saying(source, found["number"] or "", bool(found["plus"]), (found["phase"] or "").lower(), versus, said)


# Numbers and dice


def figure(text: str) -> int | Dice:
    """A number or dice."""
    return Dice.parse(text) if "D" in text.upper() else int(text)


def mean_of(number: int | Dice) -> float:
    return number if isinstance(number, int) else odds.of(number).mean


def plus(number: int | Dice, more: int | Dice) -> int | Dice:
    """A number or dice, and so much more. Dice of different sizes are not thrown together: the better ones stay."""
    if isinstance(number, int):
        return number + more if isinstance(more, int) else plus(more, number)
    if isinstance(more, int):
        return msgspec.structs.replace(number, modifier=number.modifier + more) if more else number
    if number.size != more.size:
        return max(number, more, key=mean_of)
    return Dice(number.number + more.number, number.size, number.modifier + more.modifier)


# Auras

CHANGE = re.compile(r"(?P<amount>[+-]\d+) (?:to )?(?P<value>speed|nerve|defence|melee|attacks|height)", re.IGNORECASE)
"""A value that changes, and by how much: `+1 Speed`."""


class AuraText(msgspec.Struct, frozen=True, gc=False):
    """An aura taken apart: how far it reaches, what it gives, and to whom besides its bearer."""

    gives: str
    reach: float
    whom: str = ""
    source: str = ""
    """What its bonus is told to come from; of the same source the best counts."""
    changes: bool = False
    """It changes a value and gives no rule."""


AURA = re.compile(
    r'(?:(?P<reach>\d+)"\s*,?\s*)?(?P<gives>[^(,]+?(?:\s*\([^)]*\))?)(?:(?:\s+-\s+|\s*,\s*)(?P<whom>.+))?'
)


@rule("kow.special.aura_range", "kow.special.aura_qualifier")
@lru_cache(maxsize=512)
def aura_text(said: str) -> AuraText:
    """`Elite (combat)`, `9" Elite - Riders`: a longer reach before the bonus, a qualifier behind it."""
    found = AURA.fullmatch(said)
    assert found is not None, f'"{said}" is no aura'
    gives = found["gives"]
    changes = CHANGE.fullmatch(gives) is not None
    reach = float(found["reach"] or AURA_REACH)
    return AuraText(gives, reach, found["whom"] or "", f"Aura of {parted(gives)[0]}", changes)
