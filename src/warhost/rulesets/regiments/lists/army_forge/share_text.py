"""Lists that Army Forge shares as text: a title, then two lines for each unit."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

import msgspec

from warhost.muster.files.army_text import LONGEST_TEXT, DataError, plain_line
from warhost.play.shown.english import listed
from warhost.rulesets.regiments.core import ArmyBook, ArmyList, Regiment, SpellText, UnitEntry, Weapon, rating
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.lists.army_forge.assembling import Part, assemble
from warhost.rulesets.regiments.lists.army_forge.loadout import Special, share_out
from warhost.rulesets.regiments.lists.army_forge.replacing import is_named
from warhost.rulesets.regiments.lists.army_forge.shapes import Thing
from warhost.rulesets.regiments.lists.army_forge.terms import OUR_GAME, PLAIN, kind_and_base, rule_text
from warhost.rulesets.regiments.lists.profile_text import looks_like_a_weapon, parse_weapon, split_outside_brackets
from warhost.rulesets.regiments.rules.in_force import unknown_rules
from warhost.rulesets.regiments.rules.reading import Lexicon

__all__ = ["SharedText", "is_shared_text", "read_shared_text", "write_shared_text"]

_TITLE = re.compile(r"\+\+\s*(?P<name>.*?)\s*(?:\[(?P<game>\w+)\s+(?P<points>\d{1,5})\s*pts\])?\s*\+\+")
_UNIT = re.compile(
    r"(?:(?P<copies>\d{1,2})x\s+)?(?P<name>.+?)\s*\[(?P<size>\d{1,3})\]\s*Q(?P<quality>[2-6])\+\s*D(?P<defense>[2-6])\+\s*"
    r"\|\s*(?P<cost>\d{1,4})\s*pts\s*(?:\|\s*\d{1,5}\s*XP\s*)?(?:\|(?P<rules>.*))?"
)
_THING = re.compile(r"(?:(?P<count>\d{1,4})x\s+)?(?P<text>.+)")
_ITEM = re.compile(r"(?P<name>[^(]+?)\s*\((?P<content>.*\D.*)\)")
LONGEST_ITEM = 400
MOST_LINES = 400
MOST_MODELS = 200
MOST_UNITS = 200
_JOINED = "# Joined to:"


class SharedText(msgspec.Struct, frozen=True):
    """What the text tells."""

    army: ArmyList
    game: str


def is_shared_text(text: str) -> bool:
    return text.lstrip("\ufeff \r\n\t").startswith("++")


Known = tuple[ArmyBook, Lexicon]
"""An army book and the rules that it describes."""


def read_shared_text(text: str, filename: str, notes: list[str], books: Sequence[Known] = ()) -> SharedText:
    """The list in the text; the error names the line. Army books tell what a text leaves out: bases and spells."""
    lines = [
        (number, told)
        for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1)
        if (told := plain_line(line[:LONGEST_TEXT]))
    ]
    if len(lines) > MOST_LINES:
        raise DataError([f"{filename}: has {len(lines)} lines; a list has {MOST_LINES} at most."])
    title = _TITLE.fullmatch(lines[0][1])
    if title is None:
        raise DataError([f"{filename}, line {lines[0][0]}: is not a title such as ++ My Army [AOFR 750pts] ++."])
    if len(lines) == 1:
        raise DataError(
            [
                f"{filename}: has a title and no units. Each unit is two lines, such as "
                "Spearmen [10] Q4+ D5+ | 100pts | Fearless and 10x Spear (A1)."
            ]
        )
    faction = title["name"].rsplit(" - ", 1)[-1]
    known = _Known(books, faction)
    parts = list(islice(_parts(lines[1:], known, filename), MOST_UNITS + 1))
    if len(parts) > MOST_UNITS:
        raise DataError([f"{filename}: has more than {MOST_UNITS} units."])
    known.report(filename, notes)
    army = ArmyList(name=title["name"], limit=int(title["points"] or 0), regiments=assemble(parts, notes))
    return SharedText(army, (title["game"] or "").casefold())


class _Known:
    """What army books that came with a text know of its units."""

    def __init__(self, books: Sequence[Known], faction: str) -> None:
        self.books = [book for book, _ in books]
        self.lexicons = {book.faction: lexicon for book, lexicon in books}
        self.faction = faction
        self.entries = [(book, entry) for book in self.books for entry in book.units]
        self.missing: dict[str, None] = {}
        self.used: set[str] = set()

    def of(self, name: str, size: int) -> tuple[ArmyBook, UnitEntry] | None:
        """The unit of that name; of several the one of the faction that the list names, and of the same size."""
        fitting = [(book, entry) for book, entry in self.entries if is_named(name, entry.name) or name in entry.aliases]
        if not fitting:
            self.missing[name] = None
            return None
        found = min(fitting, key=lambda one: (not is_named(self.faction, one[0].faction), one[1].size != size))
        self.used.add(found[0].faction)
        return found

    def report(self, filename: str, notes: list[str]) -> None:
        """Say of which units nothing was found; refuse a book that knows none."""
        idle = [book.faction for book in self.books if book.faction not in self.used]
        if idle:
            told = listed(list(self.missing)[:3])
            raise DataError(
                [f"{filename}: the army book of the {name} has none of its units: {told}." for name in idle]
            )
        if self.books and self.missing:
            notes.append(f"In no army book that was given: {', '.join(self.missing)}. Their bases are guessed.")


def _parts(lines: list[tuple[int, str]], known: _Known, filename: str) -> Iterator[Part]:
    """The units in order; heroes stand before the unit that they joined, with a line between."""
    waiting: list[Regiment] = []
    place = 0
    while place < len(lines):
        number, line = lines[place]
        match = _UNIT.fullmatch(line)
        if match is None:
            raise DataError(
                [
                    f"{filename}, line {number}: is not a unit such as "
                    f'Spearmen [10] Q4+ D5+ | 100pts | Fearless; it says "{line}".'
                ]
            )
        if int(match["size"]) > MOST_MODELS:
            raise DataError([f"{filename}, line {number}: a unit of {match['size']} models cannot be played."])
        armed = place + 1 < len(lines) and _UNIT.fullmatch(lines[place + 1][1]) is None
        weapons = lines[place + 1][1] if armed and lines[place + 1][1] != _JOINED else ""
        place += 2 if weapons else 1
        regiment = _regiment(match, weapons, known)
        if place < len(lines) and lines[place][1] == _JOINED:
            waiting.append(regiment)
            place += 1
            continue
        for copy in range(int(match["copies"] or 1)):
            host = f"{number}.{copy}"
            # A text says once who joined: with several copies of a unit the heroes go to the first.
            for hero, joined in enumerate(waiting):
                yield Part(f"{host}.{hero}", joined, joins=host)
            waiting = []
            yield Part(host, regiment)
    if waiting:
        raise DataError([f'{filename}, line {lines[-1][0]}: no unit follows "{_JOINED}".'])


def _regiment(match: re.Match[str], weapons: str, known: _Known) -> Regiment:
    size = max(1, int(match["size"]))
    found = known.of(match["name"], size)
    lexicon = PLAIN if found is None else known.lexicons[found[0].faction]
    rules: list[RuleText] = []
    specials: list[Special] = []
    carried: list[tuple[Weapon, int]] = []
    bought: list[str] = []
    for text in split_outside_brackets(match["rules"] or ""):
        thing = _THING.fullmatch(text)
        assert thing is not None
        brought, arms, name = _read_thing(thing["text"], lexicon)
        count = int(thing["count"] or size)
        carried += [(weapon, count) for weapon in arms]
        if name:
            bought.append(name)
        if count >= size:
            rules += brought
        elif brought:
            specials.append(Special(name or ", ".join(map(str, brought)), tuple(brought), count))
    for text in split_outside_brackets(weapons):
        if looks_like_a_weapon(text):
            weapon = parse_weapon(text)
            carried.append((_known_names(weapon, lexicon), weapon.count))
    kind, base = kind_and_base(None, size, max(1, rating(rules, "Tough")))
    groups = share_out(size, carried, specials)
    spells: tuple[SpellText, ...] = ()
    if found is not None:
        kind, base = found[1].kind, found[1].base
        spells = found[0].spells
    regiment = Regiment(
        faction=known.faction if found is None else found[0].faction,
        name=match["name"],
        quality=int(match["quality"]),
        defense=int(match["defense"]),
        cost=int(match["cost"]),
        base=base,
        kind=kind,
        groups=groups,
        rules=tuple(rules),
        upgrades=tuple(bought),
        unknown=unknown_rules(rules, groups),
    )
    return msgspec.structs.replace(regiment, spells=spells) if regiment.count("Caster") else regiment


def _read_thing(text: str, lexicon: Lexicon) -> tuple[list[RuleText], list[Weapon], str]:
    """The rules and weapons that a word of the list stands for, and its name if it is an item that holds them."""
    item = _ITEM.fullmatch(text) if len(text) <= LONGEST_ITEM else None
    if item is None:
        return [_named(text, lexicon)], [], ""
    content = split_outside_brackets(item["content"])
    arms = [_known_names(parse_weapon(part), lexicon) for part in content if looks_like_a_weapon(part)]
    return [_named(part, lexicon) for part in content if not looks_like_a_weapon(part)], arms, item["name"]


def _named(text: str, lexicon: Lexicon) -> RuleText:
    rule = RuleText.parse(text)
    return rule_text(Thing(name=rule.name, rating=rule.rating), lexicon)


def _known_names(weapon: Weapon, lexicon: Lexicon) -> Weapon:
    """One such weapon, its rules under the names that the book has for them."""
    return msgspec.structs.replace(weapon, rules=tuple(_named(str(rule), lexicon) for rule in weapon.rules), count=1)


def write_shared_text(army: ArmyList) -> str:
    """The list as a text to share: heroes stand before the unit that they joined."""
    size = army.limit or army.points
    lines = [f"++ {army.name} [{OUR_GAME.upper()} {size}pts] ++"]
    for regiment in army.regiments:
        lines.append("")
        if regiment.hero is not None:
            lines += [*_lines(regiment.hero), _JOINED]
        lines += _lines(regiment)
    return "\n".join(lines) + "\n"


def _lines(unit: Regiment) -> list[str]:
    special: Counter[str] = Counter()
    weapons: Counter[Weapon] = Counter()
    for group in unit.groups:
        special.update({str(rule): group.count for rule in group.rules})
        for weapon in group.weapons:
            weapons[msgspec.structs.replace(weapon, count=1)] += weapon.count * group.count
    rules = ", ".join([*map(str, unit.rules), *(f"{count}x {rule}" for rule, count in special.items())])
    arms = ", ".join(str(msgspec.structs.replace(weapon, count=count)) for weapon, count in weapons.items())
    head = f"{unit.name} [{unit.size}] Q{unit.quality}+ D{unit.defense}+ | {unit.cost}pts | {rules}"
    return [head.rstrip(), *([arms] if arms else [])]
