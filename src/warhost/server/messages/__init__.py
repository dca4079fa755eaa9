"""Every message between a page and the server: over the WebSocket, one JSON object a frame, and over HTTP.

The shapes are published in `docs/schemas/messages.json`; `warhost schema messages` prints them.
"""

from __future__ import annotations

from typing import Any

import msgspec

from warhost.muster import Comparison
from warhost.play import Guide
from warhost.server.messages.bodies import (
    ArmyWanted,
    BattleJudged,
    BattleListed,
    BattleMade,
    BattleTried,
    BattleWanted,
    BranchWanted,
    CodeEntered,
    CodeMade,
    CourseShown,
    FileSent,
    Health,
    House,
    Moment,
    MusterShown,
    MusterWanted,
    PlayerCard,
    Problem,
    RulesetCard,
    RuleShown,
    RulingShown,
    SeatsClaimed,
    SeatWanted,
    Sketch,
    SketchedUnit,
    Stop,
    Timeline,
    TitleWanted,
)
from warhost.server.messages.building import (
    BuilderCard,
    CatalogueShown,
    CharacterCard,
    CompareWanted,
    DraftOpened,
    DraftPick,
    DraftProblem,
    DraftShown,
    DraftSource,
    DraftWanted,
    EntryCard,
    FactionCard,
    HandedOn,
    LimitShown,
    ListDraft,
    ListKept,
    ListMade,
    ListWanted,
    MendShown,
    OfferShown,
    OptionShown,
    OptionText,
    PickShown,
    SampleCard,
    SizeCard,
    SurpriseWanted,
)
from warhost.server.messages.seasons import (
    MOST_PLAYERS,
    BattleEntered,
    CampaignBook,
    CampaignCard,
    ClaimAnswered,
    CorrectionShown,
    CorrectionWanted,
    EntrantWanted,
    FixtureShown,
    FixtureWanted,
    FormSeat,
    FormShown,
    KeyMade,
    PendingShown,
    PlayerMade,
    PlayerShown,
    PlayerWanted,
    ResultEntered,
    ResultShown,
    ResultWanted,
    SeasonAnswer,
    SeasonListed,
    SeasonMade,
    SeasonQuestion,
    SeasonShown,
    SeasonWanted,
    TimerShown,
    TimerWanted,
)
from warhost.server.messages.shown import (
    BoardShown,
    Change,
    DiceShown,
    FeatureShown,
    Fighting,
    Line,
    MarkerShown,
    Near,
    Picture,
    RingShown,
    SeatShown,
    Term,
    UnitShown,
    ZoneShown,
)
from warhost.server.messages.to_page import (
    Advised,
    AnyToPage,
    BattleName,
    Bye,
    Checked,
    ConsentAsked,
    DiceProof,
    Events,
    Gathering,
    Hello,
    LastDecision,
    Pong,
    Presence,
    Reasons,
    RefusedMessage,
    Renamed,
    SeatClock,
    SeatGathered,
    SeatKind,
    SeatPresence,
    SeedRevealed,
    State,
    Surveyed,
    Threatened,
    ToPage,
    UndoState,
)
from warhost.server.messages.to_server import (
    Advise,
    Answered,
    AnyToServer,
    Check,
    Concede,
    Consent,
    Deploy,
    MoveAgain,
    OfferDraw,
    Ping,
    Redo,
    SeedAsked,
    SurveyAsked,
    ThreatsAsked,
    ToServer,
    Undo,
)
from warhost.server.messages.values import (
    MOST_BYTES,
    MOST_OF_A_LIST,
    MOST_OF_LISTS,
    Answer,
    Count,
    ListText,
    Name,
    Seed,
)

__all__ = [
    "MOST_BYTES",
    "MOST_OF_A_LIST",
    "MOST_OF_LISTS",
    "MOST_PLAYERS",
    "Advise",
    "Advised",
    "Answer",
    "Answered",
    "AnyToPage",
    "AnyToServer",
    "ArmyWanted",
    "BattleEntered",
    "BattleJudged",
    "BattleListed",
    "BattleMade",
    "BattleName",
    "BattleTried",
    "BattleWanted",
    "BoardShown",
    "BranchWanted",
    "BuilderCard",
    "Bye",
    "CampaignBook",
    "CampaignCard",
    "CatalogueShown",
    "Change",
    "CharacterCard",
    "Check",
    "Checked",
    "ClaimAnswered",
    "CodeEntered",
    "CodeMade",
    "CompareWanted",
    "Concede",
    "Consent",
    "ConsentAsked",
    "CorrectionShown",
    "CorrectionWanted",
    "Count",
    "CourseShown",
    "Deploy",
    "DiceProof",
    "DiceShown",
    "DraftOpened",
    "DraftPick",
    "DraftProblem",
    "DraftShown",
    "DraftSource",
    "DraftWanted",
    "EntrantWanted",
    "EntryCard",
    "Events",
    "FactionCard",
    "FeatureShown",
    "Fighting",
    "FileSent",
    "FixtureShown",
    "FixtureWanted",
    "FormSeat",
    "FormShown",
    "Gathering",
    "HandedOn",
    "Health",
    "Hello",
    "House",
    "KeyMade",
    "LastDecision",
    "LimitShown",
    "Line",
    "ListDraft",
    "ListKept",
    "ListMade",
    "ListText",
    "ListWanted",
    "MarkerShown",
    "MendShown",
    "Moment",
    "MoveAgain",
    "MusterShown",
    "MusterWanted",
    "Name",
    "Near",
    "OfferDraw",
    "OfferShown",
    "OptionShown",
    "OptionText",
    "PendingShown",
    "PickShown",
    "Picture",
    "Ping",
    "PlayerCard",
    "PlayerMade",
    "PlayerShown",
    "PlayerWanted",
    "Pong",
    "Presence",
    "Problem",
    "Published",
    "Reasons",
    "Redo",
    "RefusedMessage",
    "Renamed",
    "ResultEntered",
    "ResultShown",
    "ResultWanted",
    "RingShown",
    "RuleShown",
    "RulesetCard",
    "RulingShown",
    "SampleCard",
    "SeasonAnswer",
    "SeasonListed",
    "SeasonMade",
    "SeasonQuestion",
    "SeasonShown",
    "SeasonWanted",
    "SeatClock",
    "SeatGathered",
    "SeatKind",
    "SeatPresence",
    "SeatShown",
    "SeatWanted",
    "SeatsClaimed",
    "Seed",
    "SeedAsked",
    "SeedRevealed",
    "SizeCard",
    "Sketch",
    "SketchedUnit",
    "State",
    "Stop",
    "SurpriseWanted",
    "SurveyAsked",
    "Surveyed",
    "Term",
    "Threatened",
    "ThreatsAsked",
    "Timeline",
    "TimerShown",
    "TimerWanted",
    "TitleWanted",
    "ToPage",
    "ToServer",
    "Undo",
    "UndoState",
    "UnitShown",
    "ZoneShown",
    "encode",
    "read_message",
    "schema",
]


class Published(msgspec.Struct, frozen=True):
    """All shapes in one: messages both ways, and the bodies of HTTP requests and responses."""

    to_page: AnyToPage
    to_server: AnyToServer
    rulesets: tuple[RulesetCard, ...]
    guide: Guide
    battle_wanted: BattleWanted
    battle_tried: BattleTried
    battle_judged: BattleJudged
    muster_wanted: MusterWanted
    mustered: MusterShown
    army_wanted: ArmyWanted
    builders: tuple[BuilderCard, ...]
    catalogue: CatalogueShown
    draft_source: DraftSource
    draft_opened: DraftOpened
    surprise_wanted: SurpriseWanted
    draft_wanted: DraftWanted
    draft: DraftShown
    handed_on: HandedOn
    compare_wanted: CompareWanted
    comparison: Comparison
    list_wanted: ListWanted
    list_made: ListMade
    lists: tuple[ListKept, ...]
    battle_made: BattleMade
    battles: tuple[BattleListed, ...]
    code_made: CodeMade
    code_entered: CodeEntered
    seats_claimed: SeatsClaimed
    title_wanted: TitleWanted
    branch_wanted: BranchWanted
    moment: Moment
    timeline: Timeline
    sketch: Sketch
    course: CourseShown
    campaigns: tuple[CampaignCard, ...]
    season_wanted: SeasonWanted
    season_made: SeasonMade
    seasons: tuple[SeasonListed, ...]
    season: SeasonShown
    entrant_wanted: EntrantWanted
    season_answer: SeasonAnswer
    result_wanted: ResultWanted
    result_entered: ResultEntered
    claim_answered: ClaimAnswered
    correction_wanted: CorrectionWanted
    correction: CorrectionShown
    form: FormShown
    fixture_wanted: FixtureWanted
    battle_entered: BattleEntered
    timer_wanted: TimerWanted
    key_made: KeyMade
    player_made: PlayerMade
    player_wanted: PlayerWanted
    rule: RuleShown
    problem: Problem


encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(AnyToServer).decode


def read_message(text: bytes | str) -> AnyToServer:
    """A message of a page; raises msgspec.DecodeError (or its ValidationError) with the place of the fault."""
    message: AnyToServer = _decode(text)
    return message


def schema() -> dict[str, Any]:
    """The published shapes, whole: what is referred to stands in their own $defs."""
    (body,), components = msgspec.json.schema_components([Published], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Warhost messages",
        **body,
        "$defs": components,
    }
