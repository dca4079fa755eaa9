"""What is asked of somebody who enters the result of a battle that was fought on a real table.

Who won, and how the players fared, is asked of every battle. A campaign that wants to know more has a form for that:
its fields, whose entries become `Result.told` under their names. `Tells.judge` has the last word on them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol, runtime_checkable

import msgspec

from warhost.campaign.contract import Fixture
from warhost.play import Refused

__all__ = ["MOST_NUMBER", "AsksByHand", "Field", "Pickable", "filled_in", "in_words"]

MOST_NUMBER = 1_000_000
"""No number that is entered may be larger, whether or not its field says so: a season adds them up and keeps them."""


class Pickable(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that can be picked in a field."""

    key: str
    label: str
    text: str = ""


class Field(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One line of a form: a number, one of several things, any of them, how many of each, or a yes or no.

    What is entered is a number, a key, a list of keys, a mapping of keys to numbers, or true or false.
    """

    name: str
    label: str
    kind: Literal["number", "one", "many", "counts", "flag"]
    seat: int | None = None
    """The seat of the battle that it is about: the page puts it there."""
    help: str = ""
    least: int = 0
    most: int | None = None
    options: tuple[Pickable, ...] = ()
    default: Any = None
    """What it is if nothing is entered; without a default it must be entered (but for "many", "counts" and "flag")."""
    rules: tuple[str, ...] = ()
    only_if: tuple[tuple[str, str], ...] = ()
    """It is asked only if one of these fields, by its name, has that key picked; else it is as by default."""
    open: bool = False
    """It is asked of most battles: a page that folds long fields away leaves it open."""


@runtime_checkable
class AsksByHand(Protocol):
    """What a campaign may offer besides that wants to know more of a battle on a real table than who won."""

    def form(self, state: Any, fixture: Fixture) -> Sequence[Field]:
        """The fields that somebody fills in."""
        ...

    def may_draw(self, fixture: Fixture) -> bool:
        """Whether nobody may have won."""
        ...


def filled_in(fields: Sequence[Field], entered: Mapping[str, Any]) -> dict[str, Any]:
    """What was entered, checked field by field, with the defaults of the rest; refuses what no field could hold."""
    known = {field.name for field in fields}
    for name in entered:
        if name not in known:
            raise Refused(f'The form has no field "{name}".', "campaign.form")
    return {field.name: _checked(field, entered.get(field.name, _nothing(field))) for field in fields}


def _nothing(field: Field) -> Any:
    if field.default is not None:
        return field.default
    return {"many": [], "counts": {}, "flag": False}.get(field.kind)


def _checked(field: Field, value: Any) -> Any:
    match field.kind:
        case "number":
            return _number(field, field.label, value)
        case "flag" if isinstance(value, bool):
            return value
        case "one" if isinstance(value, str):
            return _key(field, value)
        case "many" if isinstance(value, list | tuple):
            picked = [_key(field, key) for key in dict.fromkeys(value)]
            most = len(picked) if field.most is None else field.most
            if not field.least <= len(picked) <= most:
                raise Refused(f"{field.label}: {len(picked)} picked; it must be {_range(field)}.", "campaign.form")
            return picked
        case "counts" if isinstance(value, Mapping):
            return {_key(field, key): _number(field, f"{field.label}, {key}", count) for key, count in value.items()}
    raise Refused(
        f"{field.label}: fill this in." if value is None else f"{field.label}: enter it again.", "campaign.form"
    )


def _key(field: Field, key: object) -> str:
    for option in field.options:
        if option.key == key:
            return option.key
    raise Refused(f'{field.label}: "{key}" is not among the choices.', "campaign.form")


def _number(field: Field, label: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise Refused(f"{label}: enter a whole number.", "campaign.form")
    if not field.least <= value <= _most(field):
        raise Refused(f"{label} is {value}: it must be {_range(field)}.", "campaign.form")
    return value


def _range(field: Field) -> str:
    if field.kind == "many" and field.most is None:
        return f"{field.least} or more"
    return f"{field.least} to {_most(field)}"


def _most(field: Field) -> int:
    return MOST_NUMBER if field.most is None else field.most


def in_words(fields: Sequence[Field], told: Mapping[str, Any]) -> Iterator[tuple[Field, str]]:
    """Each field that says something beyond what it says if nothing is entered, and what it says: for somebody who is
    to confirm it."""
    for field in fields:
        value = told.get(field.name)
        if value is None or value == _nothing(field):
            continue
        labels = {option.key: option.label for option in field.options}
        match value:
            case bool():
                yield field, "Yes" if value else "No"
            case Mapping():
                yield field, ", ".join(f"{labels.get(key, key)}: {count}" for key, count in value.items())
            case list() | tuple():
                yield field, ", ".join(labels.get(key, str(key)) for key in value)
            case _:
                yield field, labels.get(value, str(value))
