"""Telling the files of Army Forge apart, and the report on what was found in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from warhost.muster.files.army_text import DataError
from warhost.muster.values import Mustered, Report, Source
from warhost.play.shown.english import listed
from warhost.rulesets.regiments.core import RULES, ArmyBook, ArmyList, SpellText, described, is_known
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.lists.army_forge.books import Converted, army_book
from warhost.rulesets.regiments.lists.army_forge.lists import resolved_list, saved_list
from warhost.rulesets.regiments.lists.army_forge.playable import refuse_unplayable
from warhost.rulesets.regiments.lists.army_forge.shapes import (
    Book,
    CommonRules,
    Described,
    Resolved,
    Saved,
    decode,
    parse_json,
)
from warhost.rulesets.regiments.lists.army_forge.share_text import is_shared_text, read_shared_text
from warhost.rulesets.regiments.lists.army_forge.terms import (
    OUR_GAME,
    OUR_VERSION,
    changed_rules,
    game_title,
    lexicon_of,
    rule_text,
)
from warhost.rulesets.regiments.lists.house import load_book_text
from warhost.rulesets.regiments.lists.in_force import read_rules, report_on, unread_rules
from warhost.rulesets.regiments.rules.reading import Lexicon

__all__ = ["is_army_forge", "read_army_forge"]

SAVE_VERSIONS = (3,)


def is_army_forge(text: str) -> bool:
    """Whether a text may be one of Army Forge's files; those of our own are TOML."""
    return is_shared_text(text) or text.lstrip("\ufeff \r\n\t").startswith("{")


def read_army_forge(source: Source, books: Sequence[Source] = ()) -> Mustered:
    """What a file of Army Forge holds. `books` are army books that it refers to."""
    text, filename = source.text, source.name
    if is_shared_text(text):
        return _shared(text, filename, [_army_book(book) for book in books])
    raw = parse_json(text, filename)
    if not isinstance(raw, dict):
        raise DataError([f"{filename}: is not an Army Forge file."])
    if "upgradePackages" in raw:
        return _book(raw, filename)
    known = {converted_id: converted for book in books for converted_id, converted in _converted(book)}
    if "saveVersion" in raw:
        return _saved(raw, filename, known)
    if "units" in raw:
        return _resolved(raw, filename, known)
    if "rules" in raw:
        return _common_rules(raw, filename)
    raise DataError([f"{filename}: is not an Army Forge file: it has neither units nor a list."])


def _converted(source: Source) -> Iterable[tuple[str, Converted]]:
    book = decode(parse_json(source.text, source.name), Book, source.name, "army book")
    return [(book.uid, army_book(book))]


def _army_book(source: Source) -> tuple[ArmyBook, Lexicon]:
    """The army book in a file of Army Forge, or in one of our own, and the rules that it describes."""
    if not is_army_forge(source.text):
        book = load_book_text(source.text, source.name)
        return book, Lexicon(described(book))
    converted = army_book(decode(parse_json(source.text, source.name), Book, source.name, "army book"))
    return converted.book, converted.lexicon


def _book(raw: Any, filename: str) -> Mustered:
    source = decode(raw, Book, filename, "army book")
    converted = army_book(source)
    refuse_unplayable(converted.book, filename)
    report = _report(
        filename,
        "army book of Army Forge",
        source.game_system_key,
        source.version_string,
        converted.book,
        (*converted.notes, *_spell_notes(converted.book.spells)),
    )
    return Mustered(kind="book", content=converted.book, report=report)


def _saved(raw: Any, filename: str, books: Mapping[str, Converted]) -> Mustered:
    source = decode(raw, Saved, filename, "saved list")
    if source.save_version not in SAVE_VERSIONS:
        raise DataError([f"{filename}, saveVersion: {source.save_version} is unknown; version 3 can be read."])
    form = "saved list of Army Forge"
    version = next((version.version for version in source.army_versions), "")
    needed = dict.fromkeys(unit.army_id or source.army_id for unit in source.saved.units)
    missing = [book for book in needed if book not in books]
    if missing:
        units = len(source.saved.units)
        told = f'"{source.saved.name}": {units} units, {source.list_points} of {source.saved.points_limit} points.'
        name = f" ({source.army_name})" if source.army_name and len(needed) == 1 else ""
        wanted = [f"It names units by id only: add the army book {book}{name}." for book in missing]
        report = _report(filename, form, source.game_system, version, None, (told,), tuple(wanted))
        unknown = (source.army_name,) if name else tuple(missing)
        return Mustered(kind="other", content=None, report=msgspec.structs.replace(report, missing=unknown))
    notes: list[str] = []
    army = saved_list(source, books, filename, notes)
    return _mustered_list(filename, form, source.game_system, version, army, notes, source.list_points)


def _resolved(raw: Any, filename: str, books: Mapping[str, Converted]) -> Mustered:
    source = decode(raw, Resolved, filename, "list")
    notes: list[str] = []
    army = resolved_list(source, books, notes)
    form = "list of Army Forge"
    return _mustered_list(filename, form, source.game_system, "", army, notes, source.list_points)


def _shared(text: str, filename: str, books: Sequence[tuple[ArmyBook, Lexicon]]) -> Mustered:
    notes: list[str] = []
    shared = read_shared_text(text, filename, notes, books)
    if not books:
        notes.append("A text has no base sizes or spells: bases are guessed from size and Tough.")
    form = "list of Army Forge, shared as text"
    return _mustered_list(filename, form, shared.game, "", shared.army, notes, 0)


def _mustered_list(
    filename: str, form: str, game: str, version: str, army: ArmyList, notes: list[str], told_points: int
) -> Mustered:
    refuse_unplayable(army, filename)
    if told_points and told_points != army.points:
        notes.append(f"Its units cost {army.points} points, while the file says {told_points}.")
    notes += _spell_notes(dict.fromkeys(spell for unit in army.units() for spell in unit.spells))
    report = _report(filename, form, game, version, army, tuple(notes))
    if game.casefold() != OUR_GAME:
        army = msgspec.structs.replace(army, made_for=game_title(game))
    return Mustered(kind="list", content=army, report=report)


def _common_rules(raw: Any, filename: str) -> Mustered:
    source = decode(raw, CommonRules, filename, "list of rules")
    lexicon = lexicon_of(Described(rule.name, rule.description) for rule in source.rules)
    rules = sorted((rule_text(rule, lexicon) for rule in source.rules), key=lambda rule: rule.name)
    report = Report(
        source=filename,
        form="common rules of Army Forge",
        in_force=tuple(rule.name for rule in rules if _is_played(rule)),
        not_in_force={rule.name: () for rule in rules if not _is_played(rule)},
        read=read_rules(rules),
        unread=unread_rules(rules),
        obstacles=("It contains only rules and no units.",),
    )
    return Mustered(kind="other", content=None, report=report)


def _is_played(rule: RuleText) -> bool:
    """Whether a rule that is only described, without a number, is in force."""
    return rule.name in RULES or is_known(rule)


def _spell_notes(spells: Iterable[SpellText]) -> list[str]:
    told = list(spells)
    idle = [spell.name for spell in told if spell.effect is None]
    notes = [f"Spells that are not in force: {', '.join(idle)}."] if idle else []
    unrolled = [spell for spell in told if spell.effect is not None and not spell.effect.sixes]
    tearing = [s.name for s in unrolled if s.effect and any(rule.name == "Rending" for rule in s.effect.rules)]
    if tearing:
        notes.append(f"No dice are rolled for 6s of spells: Rending stops Regeneration alone with {listed(tearing)}.")
    return notes


def _report(
    filename: str,
    form: str,
    game: str,
    version: str,
    content: ArmyBook | ArmyList | None,
    notes: tuple[str, ...],
    obstacles: tuple[str, ...] = (),
) -> Report:
    if game.casefold() != OUR_GAME:
        obstacles += (f"It was made for {game_title(game)}, not for {game_title(OUR_GAME)}.",)
    report = report_on(
        content,
        source=filename,
        form=form,
        game=game_title(game),
        version=version,
        notes=notes,
        obstacles=obstacles,
    )
    changed = changed_rules(report.in_force, version)
    if not changed:
        return report
    told = f"Played as in {OUR_VERSION} of the book, not as in {version}: {', '.join(changed)}."
    return msgspec.structs.replace(report, notes=(*notes, told))
