"""A position in one line of text, for bug reports, tests and drawings.

    eow turn=2 active=1 phase="movement" | 36x48 elevated 9,15 8x6 | 0 Orcs and Goblins/Iron Orcs @18,10,0 lost=3 |
    1 Vampire Covenant/Ghouls @18,20,180 fleeing | 1 Vampire Covenant/Zombies off

The first part is the ruleset and what differs from a fresh battle, with the settings and the seats, the second the
board with its features, then one part for each unit: seat, army and name, where its centre is and where it faces, and
what differs from a fresh unit: `field=value` in JSON, a field alone for true. A ruleset with army lists adds what the
list says of the unit. A shorter form is understood too: seats, army and the first two parts may be left out,
`at 18,10 face 90` may stand for `@18,10,90`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Any, TypeVar

import msgspec

from warhost.errors import WarhostError
from warhost.play.battle import Battle, Scene, Seat, Unit
from warhost.table import Board, Feature, Pose

S = TypeVar("S", bound=msgspec.Struct)
T = TypeVar("T")


class PositionError(WarhostError):
    """A line of text that does not tell a position."""


class UnitText(msgspec.Struct, frozen=True):
    """One unit of a line."""

    name: str
    seat: int | None = None
    army: str | None = None
    pose: Pose | None = None
    fields: Mapping[str, Any] = {}


class PositionText(msgspec.Struct, frozen=True):
    """A line taken apart; a ruleset makes a battle of it."""

    ruleset: str | None
    fields: Mapping[str, Any]
    board: Board | None
    units: tuple[UnitText, ...]
    settings: Mapping[str, Any] = {}
    seats: tuple[Seat, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether the line tells everything, as printed lines do: what it leaves out then has its plain default.

        A drawing by hand names no stage; what it leaves out is what a reader expects.
        """
        return "stage" in self.fields


_NUMBER = r"-?\d+(?:\.\d+)?(?:[eE]-?\d+)?"
_AT = re.compile(rf"@({_NUMBER}),({_NUMBER})(?:,({_NUMBER}))?(?=\s|$)")
_AT_WORDS = re.compile(rf"\bat\s+({_NUMBER})\s*,\s*({_NUMBER})(?:\s+face\s+({_NUMBER}))?(?=\s|$)")
_BOARD = re.compile(rf"^({_NUMBER})x({_NUMBER})(?=\s|$)")
_FEATURE = re.compile(
    rf"(\w+) ({_NUMBER}),({_NUMBER}) ({_NUMBER})x({_NUMBER})(?: turned ({_NUMBER}))?"
    r'(?: named "([^"|]*)")?(?=\s|$)'
)
_MARKER = re.compile(rf"\bmarker ({_NUMBER}),({_NUMBER})(?=\s|$)")
_WORD = re.compile(r"\s*([A-Za-z_]\w*)(=)?")
_DECODE = msgspec.json.Decoder()


def parse_position(line: str) -> PositionText:
    """Take a line (or a small drawing of several lines) apart."""
    parts = [part.strip() for part in _split(line)]
    ruleset: str | None = None
    fields: dict[str, Any] = {}
    board: Board | None = None
    units: list[UnitText] = []
    for index, part in enumerate(parts):
        if not part:
            continue
        if _BOARD.match(part):
            board = _parse_board(part)
        elif index == 0 and _is_header(part):
            ruleset, fields = _parse_header(part)
        else:
            units.append(_parse_unit(part))
    settings = fields.pop("settings", {})
    seats = _converted(fields.pop("seats", ()), tuple[Seat, ...], "seats")
    return PositionText(ruleset, fields, board, tuple(units), settings, seats)


def _split(line: str) -> list[str]:
    """Parts between bars, but not bars inside quoted JSON."""
    parts: list[str] = []
    current: list[str] = []
    quoted = escaped = False
    for char in line.replace("\n", " "):
        if char == '"' and not escaped:
            quoted = not quoted
        escaped = char == "\\" and not escaped
        if char == "|" and not quoted:
            parts.append("".join(current))
            current = []
        else:
            current.append(char)
    parts.append("".join(current))
    return parts


def _is_header(part: str) -> bool:
    words = re.sub(r'"[^"]*"', "", part)
    placed = _AT.search(words) or _AT_WORDS.search(words) or "off" in words.split()
    return not placed and "/" not in words.split("=")[0]


def _parse_header(part: str) -> tuple[str | None, dict[str, Any]]:
    first, _, rest = part.partition(" ")
    if "=" in first:
        return None, _parse_fields(part, part)
    return first, _parse_fields(rest, part)


def _parse_board(part: str) -> Board:
    size = _BOARD.match(part)
    assert size is not None
    features = []
    rest = part[size.end() :]
    for found in _FEATURE.finditer(rest):
        kind, x, y, width, depth, turned, name = found.groups()
        where = float(x), float(y), float(width), float(depth), float(turned or 0)
        features.append(Feature(kind, *where, name or ""))
    rest = _FEATURE.sub("", rest)
    markers = tuple((float(x), float(y)) for x, y in _MARKER.findall(rest))
    left = _MARKER.sub("", rest).strip()
    if left:
        raise PositionError(f'The board says "{left}", which is not a feature such as "hindering 18,24 6x4".')
    return Board(float(size[1]), float(size[2]), tuple(features), markers)


def _parse_unit(part: str) -> UnitText:
    where = _AT.search(part) or _AT_WORDS.search(part)
    if where is not None:
        x, y, facing = where.groups()
        pose: Pose | None = Pose(float(x), float(y), float(facing or 0))
        head, tail = part[: where.start()].strip(), part[where.end() :]
    else:
        head, found, tail = part.partition(" off")
        pose = None
        if not found:
            raise PositionError(f'"{part}" does not say where the unit is: "@18,10,90", "at 18,10 face 90" or "off".')
    seat: int | None = None
    match = re.match(r"(-?\d+)\s+", head)
    if match:
        seat = int(match[1])
        head = head[match.end() :]
    army, slash, name = head.rpartition("/")
    if not name.strip():
        raise PositionError(f'"{part}" does not name its unit.')
    return UnitText(name.strip(), seat, army.strip() if slash else None, pose, _parse_fields(tail, part))


def _parse_fields(text: str, where: str) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    rest = text.strip()
    while rest:
        word = _WORD.match(rest)
        if word is None:
            raise PositionError(f'"{where}": "{rest}" is not a field such as lost=3 or fleeing.')
        rest = rest[word.end() :]
        if not word[2]:
            fields[word[1]] = True
            rest = rest.strip()
            continue
        value, length = _json_value(rest, where, word[1])
        fields[word[1]] = value
        rest = rest[length:].strip()
    return fields


def _json_value(text: str, where: str, field: str) -> tuple[Any, int]:
    """The JSON value at the start of the text: the shortest prefix, ending at a blank, that is one."""
    ends = [i for i, char in enumerate(text) if char == " "]
    for end in [*ends, len(text)]:
        try:
            return _DECODE.decode(text[:end]), end
        except msgspec.DecodeError:
            continue
    raise PositionError(f'"{where}": the value of {field} cannot be read: {text}.')


def _nothing(unit: Any) -> Mapping[str, Any]:
    return {}


def print_position(battle: Battle, listed: Callable[[Any], Mapping[str, Any]] = _nothing) -> str:
    """The whole state of a battle in one line. A ruleset with army lists tells what a unit is by its list."""
    scene = battle.scene
    header = [scene.ruleset, *_print_fields(battle, skip=("scene", "units")), *_print_scene(scene)]
    board = [f"{scene.board.width:g}x{scene.board.depth:g}"]
    for f in scene.board.features:
        turned = f" turned {_short(f.facing)}" if f.facing else ""
        named = f' named "{f.name}"' if f.name else ""
        board.append(f"{f.kind} {_short(f.x)},{_short(f.y)} {_short(f.width)}x{_short(f.depth)}{turned}{named}")
    board += [f"marker {_short(x)},{_short(y)}" for x, y in scene.board.markers]
    units = [" ".join([_print_unit(unit), *(_word(*told) for told in listed(unit).items())]) for unit in battle.units]
    return " | ".join([" ".join(header), " ".join(board), *units])


def _print_unit(unit: Unit) -> str:
    name = f"{unit.army}/{unit.name}" if unit.army else unit.name
    pose = unit.pose
    where = f"@{_short(pose.x)},{_short(pose.y)},{_short(pose.facing)}" if pose is not None else "off"
    return " ".join(
        [str(unit.seat), name, where, *_print_fields(unit, skip=("id", "seat", "name", "army", "pose", "entry"))]
    )


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields of a struct. To find out costs more than all the rest of a line."""
    return msgspec.structs.fields(kind)


def _print_fields(struct: msgspec.Struct, skip: tuple[str, ...]) -> list[str]:
    words = []
    for field in _fields(type(struct)):
        value = getattr(struct, field.name)
        if field.name in skip or value == field.default or (field.default is msgspec.NODEFAULT and value is None):
            continue
        words.append(_word(field.name, value))
    return words


def _word(name: str, value: Any) -> str:
    return name if value is True else f"{name}={msgspec.json.encode(value).decode()}"


def _print_scene(scene: Scene) -> list[str]:
    """The settings, where the ruleset has any and they are not the usual ones, and who sits at the table."""
    settings = getattr(scene, "settings", None)
    told = [] if settings is None else _differing(settings)
    return [*([_word("settings", dict(told))] if told else []), _word("seats", scene.seats)]


def _differing(struct: msgspec.Struct) -> list[tuple[str, Any]]:
    values = ((field, getattr(struct, field.name)) for field in _fields(type(struct)))
    return [(field.name, value) for field, value in values if value != field.default]


def settings_of(position: PositionText, kind: type[S]) -> S:
    """The settings that a line tells; the usual ones where it tells none."""
    return _converted(position.settings, kind, "settings")


def _converted(value: Any, kind: type[T], name: str) -> T:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise PositionError(f"{name}: {error}.") from None


def _short(number: float) -> str:
    """A number as short as it can be without losing a bit."""
    return repr(int(number)) if number == int(number) else repr(number)


def as_told(battle: Battle, position: PositionText) -> None:
    """Make a battle as it usually begins the one that the line tells; its units are told apart."""
    if position.whole:
        _plain(battle)
    with_fields(battle, position.fields, "The battle")


def unit_as_told(unit: Unit, told: UnitText, position: PositionText, listed: Collection[str] = ()) -> None:
    """Make a fresh unit the one that the line tells. Fields that say what it is by its list have been read already."""
    if position.whole:
        _plain(unit)
    unit.pose = told.pose
    with_fields(unit, {name: value for name, value in told.fields.items() if name not in listed}, told.name)


_LASTING = ("id", "seat", "name", "army", "entry", "scene", "units")
"""The fields that say what a unit or a battle is."""


def _plain(struct: msgspec.Struct) -> None:
    """Set every field that has a default back to it, but for those that say what the struct is."""
    for field in _fields(type(struct)):
        if field.name not in _LASTING and field.default is not msgspec.NODEFAULT:
            setattr(struct, field.name, field.default)


def with_fields(struct: msgspec.Struct, fields: Mapping[str, Any], where: str) -> None:
    """Set fields of a struct from a parsed line, each checked against its type."""
    known = {field.name: field for field in _fields(type(struct))}
    for name, value in fields.items():
        if name not in known:
            raise PositionError(f'{where}: there is no field "{name}": {", ".join(sorted(known))}.')
        try:
            setattr(struct, name, msgspec.convert(value, known[name].type))
        except msgspec.ValidationError as error:
            raise PositionError(f"{where}: {name}: {error}.") from None
