"""What a rulebook's mustering offers to the command line and the server, in plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Protocol, TypeAlias, runtime_checkable

import msgspec

from warhost.muster.building.aspects import Signs
from warhost.muster.building.buying import Bought, Pick
from warhost.muster.building.drafts import Draft, Offer, OptionOffer, Tally
from warhost.muster.building.mending import Mend
from warhost.muster.building.tastes import Taste
from warhost.muster.entries import Catalogue
from warhost.muster.files.army_text import DataError, Problem
from warhost.muster.files.list_files import ListFormat
from warhost.muster.foreign.packed_files import text_of_file
from warhost.muster.foreign.wording import Wording
from warhost.play import ArmyCard, Sheet, UnitCard

__all__ = ["Force", "Kind", "Muster", "Mustered", "Problem", "Report", "Shipped", "Source"]

Kind: TypeAlias = Literal["list", "book", "other"]


class Shipped(msgspec.Struct, frozen=True):
    """An army book or army list that comes with the game."""

    name: str
    kind: Kind
    faction: str
    points: int = 0
    units: int = 0


class Source(msgspec.Struct, frozen=True):
    """A file of an army by its name and its text."""

    name: str
    text: str

    @classmethod
    def of(cls, path: Path) -> Source:
        """A player's own file; where it is packed, what is in it."""
        try:
            return cls.of_bytes(path.name, path.read_bytes())
        except OSError as error:
            raise DataError([f"{path}: cannot be read: {error.strerror}."]) from None

    @classmethod
    def of_bytes(cls, name: str, data: bytes) -> Source:
        """The same of a file that is read already."""
        return cls(name, text_of_file(data, name))


class Force(msgspec.Struct, frozen=True, kw_only=True):
    """How much of an army is in force: each rule counts as often as it stands on a unit, a weapon or an upgrade."""

    units: int = 0
    rules: int = 0
    rules_in_force: int = 0
    names: int = 0
    names_in_force: int = 0
    spells: int = 0
    spells_in_force: int = 0
    spells_not_in_force: tuple[str, ...] = ()
    """Their names."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What was found in a file: what it is, what of it is in force, and what is not."""

    source: str
    """The file or name it came from."""
    form: str
    """What kind of file it is, in words."""
    game: str = ""
    """The game it was made for."""
    version: str = ""
    in_force: tuple[str, ...] = ()
    """The special rules in it that the engine plays."""
    not_in_force: Mapping[str, tuple[str, ...]] = {}
    """Those it does not play, with the units that have them."""
    read: Mapping[str, str] = {}
    """Those that are played as their own text says, with that text."""
    unread: Mapping[str, str] = {}
    """Those whose text was not understood, with the part of it that says something else."""
    force: Force | None = None
    notes: tuple[str, ...] = ()
    """What else a player should know, a sentence each."""
    obstacles: tuple[str, ...] = ()
    """What keeps it from being played, a sentence each."""
    missing: tuple[str, ...] = ()
    """The units or army books of which nothing is known: a file that has them would let it be played."""


class Mustered(msgspec.Struct, frozen=True, kw_only=True):
    """An army list or army book that was found by its name or read from a file, and the report on it.

    `content` is a value of the rulebook's own; it is None when the file holds nothing that can be mustered.
    """

    kind: Kind
    content: Any
    report: Report


Claim: TypeAlias = Literal["no", "perhaps", "surely"]


@runtime_checkable
class Muster(Protocol):
    """How the armies of one rulebook are found, read, checked, shown and written."""

    @property
    def slug(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def word(self) -> str:
        """What it calls a list."""
        ...

    @property
    def option_word(self) -> str:
        """What it calls something that a unit may buy."""
        ...

    @property
    def form(self) -> ListFormat:
        """The words of its list files."""
        ...

    @property
    def signs(self) -> Signs:
        """How the cards of its units tell what they are good for."""
        ...

    @property
    def taste(self) -> Taste:
        """What a captain wants of its lists."""
        ...

    def prowess(self, own: Any) -> float | None:
        """What a unit wins in fights, less what it loses, for its points; None where only its card tells.

        `own` is the rulebook's value for a unit that was bought."""
        ...

    @property
    def wording(self) -> Wording | None:
        """What other list builders call its units and options; None if it has nothing to do with their rosters."""
        ...

    @property
    def takes_lists(self) -> bool:
        """Whether players may bring lists of their own to its battles."""
        ...

    @property
    def takes_unnamed(self) -> bool:
        """Whether an army that does not say which rulebook it is of is read as one of this book."""
        ...

    def shipped(self) -> Sequence[Shipped]:
        """The army books and lists that come with the game."""
        ...

    def find(self, name: str, kind: Kind = "list", options: Mapping[str, Any] = {}) -> Mustered:
        """One of them, by its name, as a battle with these options has it."""
        ...

    def read(self, source: Source, books: Sequence[Source] = ()) -> Mustered:
        """What a text holds, in any format that is known; `books` are army books that it refers to."""
        ...

    def claims(self, text: str) -> Claim:
        """Whether a text of another list builder is of this rulebook and no other, as far as its form and words tell;
        whether an army is known does not matter."""
        ...

    def check(self, mustered: Mustered, options: Mapping[str, Any] = {}, seat: int | None = None) -> Sequence[Problem]:
        """All that forbids the army in a battle with these options (in the game that it was made for, if none are).

        Where seats have limits of their own it is held to that of its seat, if that is told.
        """
        ...

    def also_wrong(self, error: DataError, options: Mapping[str, Any], seat: int | None = None) -> DataError:
        """The error of a list that cannot be read, with what is wrong with the part that can be."""
        ...

    def wants(self, armies: Sequence[Mustered]) -> Mapping[str, Any]:
        """The options of a battle for which these lists were made."""
        ...

    def waiver(self, mustered: Mustered) -> Mapping[str, Any]:
        """The options by which players agree to play the list though something forbids it; none if it cannot be."""
        ...

    def field(self, mustered: Mustered, options: Mapping[str, Any], seat: int | None = None) -> Mapping[str, Any]:
        """The list as the data that a set-up takes; raises DataError with all that `check` finds."""
        ...

    def card(self, mustered: Mustered) -> ArmyCard:
        """The list as a page shows it."""
        ...

    def sheet(self, mustered: Mustered) -> Sheet:
        """The army to read."""
        ...

    def data(self, mustered: Mustered) -> dict[str, Any]:
        """The army as plain data."""
        ...

    def share(self, mustered: Mustered) -> str:
        """The army list as a short text that players send to each other."""
        ...

    def write(self, mustered: Mustered) -> str:
        """The army as a file of our own, which `read` understands."""
        ...

    def catalogue(self, faction: str, books: Sequence[Source] = ()) -> Catalogue:
        """The entries from which lists of a faction are built; `books` are army books of the player's own."""
        ...

    def read_draft(self, source: Source, books: Sequence[Source] = ()) -> Draft:
        """A list under construction, from any form of our own: a file, a text, JSON or a link."""
        ...

    def draft_text(self, draft: Draft) -> str:
        """A list under construction as a file, which `read` and `read_draft` understand."""
        ...

    def purchase(
        self,
        pick: Pick,
        faction: str,
        books: Sequence[Source] = (),
        catalogues: dict[str, Catalogue] | None = None,
    ) -> tuple[tuple[Bought, Any] | None, list[Problem]]:
        """A picked unit with the rulebook's own value for it, and what is wrong with it."""
        ...

    def weighed(
        self, draft: Draft, units: Sequence[tuple[Bought, Any]], options: Mapping[str, Any] = {}
    ) -> tuple[int, list[Problem]]:
        """The price of a draft whose units are bought already, and which checks it fails."""
        ...

    def tally(
        self,
        draft: Draft,
        options: Mapping[str, Any] = {},
        books: Sequence[Source] = (),
        catalogues: dict[str, Catalogue] | None = None,
    ) -> Tally:
        """What it costs, how it stands to all limits, and everything that is wrong with it."""
        ...

    def offers(self, draft: Draft, options: Mapping[str, Any] = {}, books: Sequence[Source] = ()) -> Sequence[Offer]:
        """What may be picked next, and what would be wrong with the rest."""
        ...

    def option_offers(
        self, draft: Draft, number: int, options: Mapping[str, Any] = {}, books: Sequence[Source] = ()
    ) -> Sequence[OptionOffer]:
        """What the unit of that number may buy next, and what would be wrong with the rest."""
        ...

    def mends(
        self, draft: Draft, options: Mapping[str, Any] = {}, books: Sequence[Source] = ()
    ) -> Sequence[tuple[Problem, tuple[Mend, ...]]]:
        """Every problem of it, each with the smallest changes that would mend it, or at least help."""
        ...

    def pick_cards(
        self, draft: Draft, books: Sequence[Source] = (), catalogues: dict[str, Catalogue] | None = None
    ) -> Mapping[int, Sequence[UnitCard]]:
        """Its units by the numbers of their picks, as a page shows them, each followed by those that joined it."""
        ...

    def draft_of(self, mustered: Mustered) -> Draft | None:
        """The picks of a list, to go on building it; nothing if it has units that no army book of the house has."""
        ...

    def built(self, draft: Draft, books: Sequence[Source] = ()) -> Mustered:
        """The list of what was picked; raises DataError with all that cannot be bought."""
        ...
