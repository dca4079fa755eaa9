"""What a page and the server tell each other while an army list is built, and about lists that are kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from warhost.play.shown.cards import UnitCard
from warhost.server.messages.bodies import FileSent, Problem
from warhost.server.messages.values import KeptText, Name, Seed

MOST_PICKS = 100
MOST_OPTIONS = 60
MOST_JOINED = 4

Points = Annotated[int, msgspec.Meta(ge=0, le=99_999)]
Models = Annotated[int, msgspec.Meta(ge=0, le=999)]
OptionNames = Annotated[tuple[Name, ...], msgspec.Meta(max_length=MOST_OPTIONS)]


class JoinedPick(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A unit that is part of another one from the start."""

    unit: Name
    faction: Name = ""
    size: Name = ""
    models: Models = 0
    options: OptionNames = ()


class DraftPick(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A unit of a list: an entry by its name, its size and what is bought for it. `part`: the part of the army that it
    is for, where the rulebook has such."""

    unit: Name
    faction: Name = ""
    size: Name = ""
    models: Models = 0
    options: OptionNames = ()
    part: Name = ""
    joined: Annotated[tuple[JoinedPick, ...], msgspec.Meta(max_length=MOST_JOINED)] = ()


class ListDraft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A list while it is built. With no points nothing is agreed on."""

    name: Name
    faction: Name
    points: Points = 0
    picks: Annotated[tuple[DraftPick, ...], msgspec.Meta(max_length=MOST_PICKS)] = ()


class DraftWanted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What of this draft? `open`: the number of the unit whose options are wanted as well, the first being 1."""

    ruleset: Name
    draft: ListDraft
    options: dict[Name, Any] = {}
    open: Annotated[int, msgspec.Meta(ge=1, le=MOST_PICKS)] | None = None


class DraftSource(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A list to go on building: the files of one, or a ready list of the rulebook by its name."""

    ruleset: Name
    files: Annotated[tuple[FileSent, ...], msgspec.Meta(max_length=6)] = ()
    sample: Name = ""


class SurpriseWanted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A random legal army of a character. No faction: any. The same seed gives the same army."""

    ruleset: Name
    points: Points
    faction: Name = ""
    character: Name = "balanced"
    options: dict[Name, Any] = {}
    seed: Seed | None = None


class DraftOpened(msgspec.Struct, frozen=True, kw_only=True):
    """The draft in it; none where it cannot be read, or has units that no army book of the house has. Then the
    problems say why."""

    draft: ListDraft | None
    problems: tuple[Problem, ...]


class FactionCard(msgspec.Struct, frozen=True):
    """A faction whose lists can be built."""

    name: str
    entries: int


class SampleCard(msgspec.Struct, frozen=True):
    """A ready list to begin with."""

    name: str
    faction: str
    points: int
    units: int


class CharacterCard(msgspec.Struct, frozen=True):
    """What a random army can be like."""

    name: str
    text: str


class BuilderCard(msgspec.Struct, frozen=True, kw_only=True):
    """A rulebook whose lists can be built: its factions, the usual sizes of games, ready lists.

    `word`: what it calls a list. `option_word`: what it calls something that a unit buys. `part`: what it calls a part
    of an army, such as a battalion; empty where armies have none. `joins`: units can be part of others from the start.
    `plays`: its battles take lists of the players' own.
    """

    slug: str
    title: str
    word: str
    option_word: str
    part: str
    joins: bool
    plays: bool
    sizes: tuple[int, ...]
    factions: tuple[FactionCard, ...]
    samples: tuple[SampleCard, ...]
    characters: tuple[CharacterCard, ...]


class SizeCard(msgspec.Struct, frozen=True, kw_only=True):
    """A size of an entry, and the unit with nothing bought for it. With `most` it grows up to so many models, at `each`
    points for one."""

    key: str
    name: str
    models: int
    cost: int
    most: int
    each: int
    unit: UnitCard | None


class OptionText(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a unit may buy, of a kind that `group` names. Of options with the same word in `choose` it may
    have `takes` (0: all)."""

    key: str
    group: str
    choose: str
    takes: int
    most: int


class EntryCard(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of an army book. `limit`: how many of it an army may have."""

    key: str
    category: str
    sizes: tuple[SizeCard, ...]
    options: tuple[OptionText, ...]
    limit: int | None


class CatalogueShown(msgspec.Struct, frozen=True):
    """The entries of a faction."""

    faction: str
    entries: tuple[EntryCard, ...]


class MendShown(msgspec.Struct, frozen=True):
    """A change that mends a problem, or (`helps`) makes it smaller, and the draft with it."""

    text: str
    key: ListDraft
    helps: bool


class DraftProblem(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong with a draft: a sentence, its rule, the numbers of the units that it is about, what would mend it.
    `lacks`: something is missing."""

    error: str
    rule: str | None
    units: tuple[int, ...]
    lacks: bool
    mends: tuple[MendShown, ...]


class LimitShown(msgspec.Struct, frozen=True, kw_only=True):
    """How a draft stands to a limit: how much it has, must have and may have (none: no end) of what, and whether that
    is points."""

    what: str
    has: int
    least: int
    most: int | None
    points: bool
    rule: str


class PickShown(msgspec.Struct, frozen=True, kw_only=True):
    """A unit of a draft: what it costs, its models, and its card with those of the units that joined it; none where it
    cannot be bought."""

    number: int
    cost: int | None
    models: int
    cards: tuple[UnitCard, ...]


class OfferShown(msgspec.Struct, frozen=True, kw_only=True):
    """What would be wrong with an entry in a size if it were picked next."""

    key: str
    size: str
    problems: tuple[Problem, ...]


class OptionShown(msgspec.Struct, frozen=True, kw_only=True):
    """An option of the unit that is open: what it costs, how often the unit has it, and what would be wrong with one
    more."""

    key: str
    cost: int
    has: int
    problems: tuple[Problem, ...]


class DraftShown(msgspec.Struct, frozen=True, kw_only=True):
    """A draft with all that is to be said about it.

    `text` is the list as a file of ours: what is kept, and what a new battle takes. `wants` are the options of a battle
    that it was made for.
    """

    points: int
    limit: int
    limits: tuple[LimitShown, ...]
    picks: tuple[PickShown, ...]
    offers: tuple[OfferShown, ...]
    open: tuple[OptionShown, ...]
    problems: tuple[DraftProblem, ...]
    hints: tuple[str, ...]
    wants: Mapping[str, Any]
    text: str


class HandedOn(msgspec.Struct, frozen=True, kw_only=True):
    """A list to give to somebody: as the end of an address of the page, as a short text, as JSON, and as one sheet for
    the table with all rules that it has (empty while something cannot be bought)."""

    key: str
    text: str
    json: str
    sheet: str


class CompareWanted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Two lists of one rulebook."""

    ruleset: Name
    first: ListDraft
    second: ListDraft


class ListWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A list to be kept: as a text in any format that the rulebook reads."""

    ruleset: Name
    name: Name
    text: KeptText


class ListMade(msgspec.Struct, frozen=True):
    """A list that is kept from now on, and the token that opens it."""

    id: str
    token: str


class ListKept(msgspec.Struct, frozen=True):
    """A list that is kept."""

    id: str
    ruleset: str
    name: str
    text: str
    created: str
    updated: str
