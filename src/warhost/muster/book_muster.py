"""What the musterings of all rulebooks do alike: armies in files, checked, shown and brought to battles."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from warhost.muster.building.builder import ListBuilder
from warhost.muster.building.buying import Pick
from warhost.muster.building.drafts import Draft
from warhost.muster.entries import Entry
from warhost.muster.files.army_text import DataError, Problem, UnknownName, toml_of
from warhost.muster.files.list_files import read_draft
from warhost.muster.files.list_text import draft_from_text, is_list_text, text_of_draft
from warhost.muster.files.sharing import draft_of_json, draft_of_link, is_draft_json, is_link
from warhost.muster.foreign.importers import Importer, importers_of
from warhost.muster.foreign.matching import matched
from warhost.muster.foreign.rosters import ROSTER_FILES, ForeignRoster
from warhost.muster.foreign.texts import ROSTER_TEXTS
from warhost.muster.foreign.wording import Wording
from warhost.muster.values import Claim, Kind, Mustered, Report, Shipped, Source
from warhost.play import ArmyCard, Sheet, UnitCard

__all__ = ["BookMuster"]

_MEANT = re.compile(r"^\s*(?:[\w\"-]+\s*=|\[\[?\s*[A-Za-z\"])", re.MULTILINE)
"""A line as files of our own have them: the player who wrote one wants to know where it went wrong."""

_HANDED_ON = {"list as text": is_list_text, "list as JSON": is_draft_json, "link to a list": is_link}
"""The forms in which lists are handed on, and how each is told from others."""


class BookMuster(ListBuilder):
    """The mustering of one rulebook. What is left as it is here serves lists that are plain rosters."""

    slug: ClassVar[str]
    title: ClassVar[str]
    takes_lists: ClassVar[bool] = True
    takes_unnamed: ClassVar[bool] = False
    wording: ClassVar[Wording | None] = None
    """What other list builders call its units and options; None if it reads no rosters of theirs."""
    readable: ClassVar[str] = "cannot be read. Use a Warhost file."

    def shipped(self) -> Sequence[Shipped]:
        """The army books and lists that come with the game."""
        return [Shipped(c.faction, "book", c.faction, units=len(c.entries)) for c in self.catalogues.values()]

    def find(self, name: str, kind: Kind = "list", options: Mapping[str, Any] = {}) -> Mustered:
        """One of them, by its name."""
        if kind == "list":
            raise UnknownName(f'{self.title} has no {self.word} "{name}": build one, or read it from a file.')
        return self.mustered(self.catalogue(name), name, "army book", "book")

    def mustered(self, content: Any, source: str, form: str, kind: Kind = "list") -> Mustered:
        return Mustered(kind=kind, content=content, report=self.report_on(content, source, form))

    def report_on(self, content: Any, source: str, form: str) -> Report:
        """What was found in a file."""
        return Report(source=source, form=form, game=self.title)

    def read(self, source: Source, books: Sequence[Source] = ()) -> Mustered:
        """What a text holds, in the first format that understands it."""
        found = self._read(source, books)
        if any(importer.understands(source.text) for importer in importers_of(self.slug)):
            self._comes_back(found, source, books)
        return found

    def _read(self, source: Source, books: Sequence[Source]) -> Mustered:
        importers = (*self.own_importers(), *importers_of(self.slug))
        importer = next((importer for importer in importers if importer.understands(source.text)), None)
        if importer is not None:
            found = importer.read(source, books)
        elif not source.text.strip("\ufeff \r\n\t"):
            raise DataError([f"{source.name}: is empty."])
        else:
            problems: list[str] = []
            raw = toml_of(source.text, source.name, problems)
            if raw is None:
                raise DataError(problems if _MEANT.search(source.text) else [f"{source.name}: {self.readable}"])
            found = self.own_file(source, raw, books)
        if self.is_empty(found):
            raise DataError([f"{source.name}: the {'army book' if found.kind == 'book' else self.word} has no units."])
        return found

    def _comes_back(self, found: Mustered, source: Source, books: Sequence[Source]) -> None:
        """Refuse what another list builder wrote if it could not be read again from a file of our own."""
        if found.content is None or self.is_empty(found):
            return
        try:
            own = self.write(found)
        except DataError:
            return  # There is no form of our own for it: nothing could be written that is not read again.
        try:
            self._read(Source("", own), books)
        except DataError as error:
            told = [problem.removeprefix(", ").removeprefix(": ") for problem in error.problems]
            raise DataError([f"{source.name}, {problem}" for problem in told]) from None

    def claims(self, text: str) -> Claim:
        """Nothing: texts of other list builders tell by their armies what they are of."""
        return "no"

    def own_importers(self) -> Sequence[Importer]:
        """Lists as they are handed on: as text, as JSON and as a link."""

        def reading(form: str) -> Callable[[Source, Sequence[Source]], Mustered]:
            return lambda source, books: self.rebuilt(self.read_draft(source, books), source.name, form, books)

        found = [Importer(form, understands, reading(form)) for form, understands in _HANDED_ON.items()]
        return found if self.wording is None else [*found, *self._roster_importers(self.wording)]

    def _roster_importers(self, wording: Wording) -> Iterator[Importer]:
        """Rosters of BattleScribe and New Recruit, as files and as text."""

        def reading(read: Callable[[Source], ForeignRoster]) -> Callable[[Source, Sequence[Source]], Mustered]:
            return lambda source, books: self._matched(read(source), source, books, wording)

        for form, (understands, read) in {**ROSTER_FILES, **ROSTER_TEXTS}.items():
            yield Importer(form, understands, reading(read))

    def _matched(self, roster: ForeignRoster, source: Source, books: Sequence[Source], wording: Wording) -> Mustered:
        found = matched(roster, source.name, lambda army: self.catalogue(army, books), wording, self.own_rules)
        mustered = self.rebuilt(found.draft, source.name, roster.form, books)
        report = msgspec.structs.replace(
            mustered.report, game=roster.game or mustered.report.game, notes=(*mustered.report.notes, *found.notes)
        )
        return msgspec.structs.replace(mustered, report=report)

    def own_rules(self, entry: Entry) -> Sequence[str]:
        """The rules that a unit of an entry has with nothing bought for it, by their names."""
        cards = self.pick_cards(Draft(name=entry.name, faction=entry.faction, picks=(Pick(unit=entry.name),)))
        return [rule for card in cards.get(1, ()) for rule in card.rules]

    def rebuilt(self, draft: Draft, source: str, form: str, books: Sequence[Source] = ()) -> Mustered:
        """The list of a draft that was found in a file; raises DataError with all that cannot be bought."""
        assembled = self.assembled(draft, books)
        if assembled.problems:
            raise DataError([f"{source}, {problem}" for problem in assembled.problems], found=assembled.content)
        return self.mustered(assembled.content, source, form)

    def read_draft(self, source: Source, books: Sequence[Source] = ()) -> Draft:
        """A list under construction, from any form of our own: a file, a text, JSON or a link."""
        if is_list_text(source.text):
            return draft_from_text(source.text, source.name, lambda faction: self.catalogue(faction, books))
        if is_draft_json(source.text):
            return draft_of_json(source.text, source.name, self.slug)
        if is_link(source.text):
            return draft_of_link(source.text, source.name, self.slug)[1]
        return super().read_draft(source)

    def own_file(self, source: Source, raw: Mapping[str, Any], books: Sequence[Source]) -> Mustered:
        """What a file in our own format holds: its text, and the tables that it has."""
        draft, problems = read_draft(source.text, source.name, self.form)
        content = None
        if draft is not None:
            assembled = self.assembled(draft, books)
            content = assembled.content
            problems = [*problems, *(f"{source.name}, {problem}" for problem in assembled.problems)]
        if problems:
            raise DataError(problems, found=content)
        return self.mustered(content, source.name, "army list")

    def is_empty(self, mustered: Mustered) -> bool:
        """Whether it has no units."""
        return mustered.kind == "list" and not self.roster(mustered.content).units

    def built(self, draft: Draft, books: Sequence[Source] = ()) -> Mustered:
        """The list of a draft; raises DataError with all that cannot be bought."""
        assembled = self.assembled(draft, books)
        if assembled.problems:
            raise DataError(map(str, assembled.problems), found=assembled.content)
        return self.mustered(assembled.content, draft.name, f"draft of a {self.word}")

    def draft_of(self, mustered: Mustered) -> Draft | None:
        """The picks of a list, to go on building it; nothing if it has units that no army book of the house has."""
        draft = self.roster(mustered.content).own if mustered.kind == "list" else None
        return draft if isinstance(draft, Draft) else None

    def _picked(self, mustered: Mustered) -> Draft:
        draft = self.draft_of(mustered)
        if draft is None:
            told = "only an army list can be shared or written"
            if mustered.kind == "list":
                told = f"this {self.word} was not built from a built-in army book, so it has no picks to write"
            raise DataError([f"{mustered.report.source}: {told}."])
        return draft

    def check(self, mustered: Mustered, options: Mapping[str, Any] = {}, seat: int | None = None) -> Sequence[Problem]:
        """All that forbids the army in a battle with these options."""
        if mustered.kind != "list":
            return [Problem(obstacle) for obstacle in mustered.report.obstacles]
        return self.problems(mustered.content, options, seat)

    def also_wrong(self, error: DataError, options: Mapping[str, Any], seat: int | None = None) -> DataError:
        """The error of a list that cannot be read, with what is wrong with the part that can be.

        What it lacks is left out: the rest may have it.
        """
        if not isinstance(error.found, self.list_type) or self.free(options):
            return error
        roster = self.roster(error.found)
        more = self.checks(options).problems(roster, self.budget(roster, options, seat))
        told = [str(problem) for problem in more if not problem.lacks]
        new = [sentence for sentence in told if not any(known.endswith(sentence) for known in error.problems)]
        return DataError([*error.problems, *new], error.rule, error.found)

    def wants(self, armies: Sequence[Mustered]) -> Mapping[str, Any]:
        """The options of a battle for which these lists were made."""
        return {}

    def waiver(self, mustered: Mustered) -> Mapping[str, Any]:
        """The options by which players agree to play the list though something forbids it; none if it cannot be."""
        return {}

    def field(self, mustered: Mustered, options: Mapping[str, Any], seat: int | None = None) -> Mapping[str, Any]:
        """The list as the data that a set-up takes; raises DataError with all that `check` finds."""
        source = mustered.report.source
        if mustered.kind != "list":
            told = [f"{source}: {obstacle}" for obstacle in mustered.report.obstacles]
            raise DataError(told or [f"{source}: this is an {mustered.report.form}, not a list."])
        problems = [f"{source}: {problem}" for problem in self.check(mustered, options, seat)]
        if problems and (waiver := self.waiver(mustered)):
            problems.append(f"If all players agree, the option {', '.join(waiver)} allows it anyway.")
        if problems:
            raise DataError(problems)
        return self.fielded(mustered.content)

    def fielded(self, content: Any) -> Mapping[str, Any]:
        """A legal list as the data that a set-up takes."""
        data: dict[str, Any] = msgspec.to_builtins(self.roster(content).own)
        return data

    def card(self, mustered: Mustered) -> ArmyCard:
        """The list as a page shows it."""
        roster = self.roster(mustered.content)
        return ArmyCard(roster.name, tuple(UnitCard(unit.name, ", ".join(unit.traits), {}) for unit in roster.units))

    def sheet(self, mustered: Mustered) -> Sheet:
        """The army to read."""
        columns = ("Unit", "Traits", "Models", "Points", "Options")
        if mustered.kind == "book":
            entries = mustered.content.entries
            rows = [
                (e.name, ", ".join(filter(None, (e.category, s.name))), str(s.models), str(s.cost), _names(e.options))
                for e in entries
                for s in e.sizes
            ]
            title = f"{mustered.content.faction}: {len(entries)} entries"
        else:
            roster = self.roster(mustered.content)
            rows = [
                (unit.name, ", ".join(unit.traits), str(unit.models), str(unit.cost), _names(unit.options))
                for unit in roster.units
            ]
            title = f"{roster.name}: {roster.points} points, {len(rows)} units"
        return Sheet(title=title, columns=columns, right=("Models", "Points"), rows=tuple(rows))

    def data(self, mustered: Mustered) -> dict[str, Any]:
        """The army as plain data."""
        data: dict[str, Any] = msgspec.to_builtins(mustered.content)
        return data

    def share(self, mustered: Mustered) -> str:
        """The army list as a short text that players send to each other."""
        return text_of_draft(self._picked(mustered))

    def write(self, mustered: Mustered) -> str:
        """The army as a file of our own, which `read` understands."""
        return self.draft_text(self._picked(mustered))


def _names(options: Sequence[Any]) -> str:
    return ", ".join(option.name for option in options)
