"""The HTTP half of the server described as OpenAPI, made of the very types that it reads and writes."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from warhost.campaign.keeping import Export
from warhost.muster import Comparison
from warhost.play import Guide, Record
from warhost.server import messages as m

TOKEN = {
    "name": "X-Warhost-Token",
    "in": "header",
    "description": "A token of the battle, as it was given when the battle was set up. Where it may be left out, the "
    "battle is shown as a spectator sees it.",
    "schema": {"type": "string"},
}
TOKENS = {
    "name": "X-Warhost-Tokens",
    "in": "header",
    "required": False,
    "description": "The tokens that this browser holds, with commas between them.",
    "schema": {"type": "string"},
}


PARAMETERS = (
    ("battle", "string"),
    ("list", "string"),
    ("number", "integer"),
    ("rule", "string"),
    ("ruleset", "string"),
    ("faction", "string"),
    ("season", "string"),
    ("pack", "string"),
    ("player", "integer"),
)

OPEN_TO_SPECTATORS = ("/branch", "/rematch")

OF_MANY_TOKENS = (
    ("get", "/api/battles"),
    ("get", "/api/lists"),
    ("get", "/api/packs"),
    ("delete", "/api/battles/{battle}"),
    ("post", "/api/battles/{battle}/restore"),
    ("post", "/api/battles/{battle}/code"),
    ("get", "/api/seasons"),
)


class Operation(msgspec.Struct, frozen=True):
    """One thing that the server does: how it is asked, what it takes, what it gives."""

    method: str
    path: str
    text: str
    takes: Any = None
    gives: Any = None
    status: int = 200
    token: bool = False
    html: bool = False


OPERATIONS = (
    Operation("get", "/api/rulesets", "Every rulebook with its armies, maps and options.", None, list[m.RulesetCard]),
    Operation("get", "/api/rulesets/{ruleset}/guide", "Terms and lessons for newcomers.", None, Guide),
    Operation("post", "/api/battles", "Set up a battle. All fields are optional.", m.BattleWanted, m.BattleMade, 201),
    Operation("post", "/api/try", "Whether a battle could begin.", m.BattleTried, m.BattleJudged),
    Operation("post", "/api/muster", "Read and check an army list.", m.MusterWanted, m.MusterShown),
    Operation("get", "/api/builders", "Rulebooks whose lists can be built.", None, list[m.BuilderCard]),
    Operation("get", "/api/builders/{ruleset}/factions/{faction}", "The entries of a faction.", None, m.CatalogueShown),
    Operation("post", "/api/drafts", "What a list comes to while it is built.", m.DraftWanted, m.DraftShown),
    Operation("post", "/api/drafts/open", "A list to continue building.", m.DraftSource, m.DraftOpened),
    Operation("post", "/api/drafts/surprise", "A random legal army.", m.SurpriseWanted, m.DraftOpened),
    Operation("post", "/api/drafts/share", "A list to give to somebody.", m.DraftWanted, m.HandedOn),
    Operation("post", "/api/drafts/compare", "Two lists side by side.", m.CompareWanted, Comparison),
    Operation("post", "/api/lists", "Save an army list.", m.ListWanted, m.ListMade, 201),
    Operation("get", "/api/lists", "The lists that the given tokens open.", None, list[m.ListKept]),
    Operation("put", "/api/lists/{list}", "Save another list in its place.", m.ListWanted, None, 204, True),
    Operation("delete", "/api/lists/{list}", "Delete a list.", None, None, 204, True),
    Operation("post", "/api/lists/{list}/restore", "Restore a deleted list.", None, None, 204, True),
    Operation("post", "/api/packs", "Save a pack of optional parts.", m.ListWanted, m.ListMade, 201),
    Operation("get", "/api/packs", "The packs that the given tokens open.", None, list[m.ListKept]),
    Operation("put", "/api/packs/{pack}", "Save another pack in its place.", m.ListWanted, None, 204, True),
    Operation("delete", "/api/packs/{pack}", "Delete a pack.", None, None, 204, True),
    Operation("post", "/api/packs/{pack}/restore", "Restore a deleted pack.", None, None, 204, True),
    Operation("get", "/api/battles", "The battles that the given tokens open.", None, list[m.BattleListed]),
    Operation("patch", "/api/battles/{battle}", "Rename a battle.", m.TitleWanted, None, 204, True),
    Operation("delete", "/api/battles/{battle}", "Delete a battle from your list.", None, None, 204, True),
    Operation("post", "/api/battles/{battle}/restore", "Restore a deleted battle.", None, None, 204, True),
    Operation(
        "post", "/api/battles/{battle}/code", "A code to continue in another browser.", None, m.CodeMade, 201, True
    ),
    Operation("post", "/api/claim", "The seats that a code hands over.", m.CodeEntered, m.SeatsClaimed),
    Operation("put", "/api/battles/{battle}/army", "Choose the army of a seat.", m.ArmyWanted, None, 204, True),
    Operation("get", "/api/battles/{battle}/record", "The record so far.", None, Record, token=True),
    Operation("get", "/api/battles/{battle}/report", "The report as a page.", token=True, html=True),
    Operation("get", "/api/battles/{battle}/course", "What decided it.", None, m.CourseShown, token=True),
    Operation("get", "/api/battles/{battle}/sketch", "Where the units stand now.", None, m.Sketch, token=True),
    Operation("get", "/api/battles/{battle}/timeline", "Every decision so far.", None, m.Timeline, token=True),
    Operation(
        "get", "/api/battles/{battle}/moment/{number}", "The battle after so many answers.", None, m.Moment, token=True
    ),
    Operation(
        "post", "/api/battles/{battle}/branch", "A new battle from a moment.", m.BranchWanted, m.BattleMade, 201, True
    ),
    Operation(
        "post", "/api/battles/{battle}/rematch", "A rematch with the armies swapped.", None, m.BattleMade, 201, True
    ),
    Operation("post", "/api/import", "Import a record to watch.", Record, m.BattleMade, 201),
    Operation("get", "/api/campaigns", "Campaigns and tournaments to play.", None, list[m.CampaignCard]),
    Operation("post", "/api/seasons", "Set up a season.", m.SeasonWanted, m.SeasonMade, 201),
    Operation("post", "/api/seasons/import", "Continue a season from a file.", Export, m.SeasonMade, 201),
    Operation("get", "/api/seasons", "The seasons that the given keys open.", None, list[m.SeasonListed]),
    Operation("get", "/api/seasons/{season}", "A season as the keys may see it.", None, m.SeasonShown, token=True),
    Operation("patch", "/api/seasons/{season}", "Rename a season.", m.TitleWanted, None, 204, True),
    Operation("delete", "/api/seasons/{season}", "Delete a season.", None, None, 204, True),
    Operation("post", "/api/seasons/{season}/restore", "Restore a deleted season.", None, None, 204, True),
    Operation(
        "put", "/api/seasons/{season}/players/{player}", "Name and army of a player.", m.EntrantWanted, None, 204, True
    ),
    Operation(
        "post", "/api/seasons/{season}/players/{player}/key", "A new key for a player.", None, m.KeyMade, 201, True
    ),
    Operation(
        "post",
        "/api/seasons/{season}/players",
        "Add a player.",
        m.PlayerWanted,
        m.PlayerMade,
        201,
        True,
    ),
    Operation("post", "/api/seasons/{season}/start", "Begin the season.", None, None, 204, True),
    Operation("post", "/api/seasons/{season}/answer", "Answer a question.", m.SeasonAnswer, None, 204, True),
    Operation("get", "/api/seasons/{season}/form", "What a result must say.", None, m.FormShown, token=True),
    Operation("post", "/api/seasons/{season}/results", "Enter a result.", m.ResultWanted, m.ResultEntered, 200, True),
    Operation(
        "post",
        "/api/seasons/{season}/confirmations",
        "Confirm or dispute a result.",
        m.ClaimAnswered,
        m.ResultEntered,
        200,
        True,
    ),
    Operation(
        "post",
        "/api/seasons/{season}/corrections",
        "Correct or void a result.",
        m.CorrectionWanted,
        m.CorrectionShown,
        200,
        True,
    ),
    Operation(
        "post", "/api/seasons/{season}/battles", "Fight a battle here.", m.FixtureWanted, m.BattleEntered, 201, True
    ),
    Operation("put", "/api/seasons/{season}/timer", "Start or stop the round's clock.", m.TimerWanted, None, 204, True),
    Operation("get", "/api/seasons/{season}/file", "The whole season as a file.", None, Export, token=True),
    Operation("get", "/api/rules/{rule}", "A rule and the rulings on it.", None, m.RuleShown),
)


@cache
def description() -> dict[str, Any]:
    """The whole description."""
    kinds = [op.takes for op in OPERATIONS if op.takes] + [op.gives for op in OPERATIONS if op.gives] + [m.Problem]
    shapes, components = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    by_kind = {repr(kind): shape for kind, shape in zip(kinds, shapes, strict=True)}
    paths: dict[str, dict[str, Any]] = {}
    for op in OPERATIONS:
        paths.setdefault(op.path, {})[op.method] = _operation(op, by_kind)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Warhost", "version": "1", "description": "Battles over HTTP; play itself is at /ws."},
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(op: Operation, shapes: dict[str, Any]) -> dict[str, Any]:
    gives: dict[str, Any] = {"description": op.text}
    if op.html:
        gives["content"] = {"text/html": {"schema": {"type": "string"}}}
    elif op.gives:
        gives["content"] = {"application/json": {"schema": shapes[repr(op.gives)]}}
    problem = {"description": "The reason.", "content": {"application/json": {"schema": shapes[repr(m.Problem)]}}}
    told: dict[str, Any] = {
        "summary": op.text,
        "parameters": _parameters(op),
        "responses": {str(op.status): gives, "4XX": problem, "503": problem},
    }
    if op.takes:
        told["requestBody"] = {
            "required": op.takes is not m.BattleWanted,
            "content": {"application/json": {"schema": shapes[repr(op.takes)]}},
        }
    return told


def _parameters(op: Operation) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for name, kind in PARAMETERS:
        if f"{{{name}}}" in op.path:
            least = {"minimum": 0} if kind == "integer" else {}
            found.append({"name": name, "in": "path", "required": True, "schema": {"type": kind, **least}})
    if op.token:
        found.append({**TOKEN, "required": op.method != "get" and not op.path.endswith(OPEN_TO_SPECTATORS)})
    if (op.method, op.path) in OF_MANY_TOKENS:
        found.append(TOKENS)
    return found
