"""Sentences of special rules that are a form by themselves, often two or three of them together.

Those that are one clause stand in data/rule_forms.toml. Others are rows of `SENTENCES`: a pattern for the whole text,
and what it is read as.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from warhost.rulesets.regiments.clauses import Clause, Picking, RuleText, Written
from warhost.rulesets.regiments.in_force import is_in_force
from warhost.rulesets.regiments.rule_phrases import (
    INCH,
    NUMBERS,
    PLAIN_SENTENCES,
    UNITS,
    Context,
    Form,
    Found,
    Unread,
    form,
    share_of,
)

if TYPE_CHECKING:
    from warhost.rulesets.regiments.rule_reading import Reader


def _picked(reader: Reader, match: re.Match[str], context: Context) -> Found:
    told = match.groupdict()
    picking = picked(reader, told["count"], told["side"], told["range"], told["which"], told.get("only") or "")
    fields = {"per_game": told["per"].casefold() == "game", "sight": bool(told.get("sight"))}
    return [context.clause(deed="ability", picking=msgspec.structs.replace(picking, **fields))]


def picked(reader: Reader, count: str, side: str, reach: str, which: str, only: str = "") -> Picking:
    """Units that are picked, and what happens to them: "which gets ..." and "which takes ..."."""
    try:
        return _picking(reader, count, side, reach, which, only)
    except Unread:
        raise Unread(which.strip(" .,")) from None


def _picking(reader: Reader, count: str, side: str, reach: str, which: str, only: str) -> Picking:
    base = Picking(
        target="friend" if side.casefold() == "friendly" else "enemy",
        range=int(reach),
        units=NUMBERS.get(count.casefold(), 1),
        only=only,
    )
    words = which.strip(" .,")
    once = bool(re.search(r",? once$", words))
    words = re.sub(r",? once$", "", words)
    hits = re.fullmatch(r"takes? (\d{1,2}) hits?(?: each)?(?: with (.+))?", words)
    if hits:
        return msgspec.structs.replace(base, hits=int(hits[1]), rules=_unrolled(reader.rules(hits[2] or "", "hits")))
    mark = re.fullmatch(r"friendly units gets? (.+?) against", words)
    if mark:
        if base.target != "enemy":
            raise Unread(which)
        return msgspec.structs.replace(base, against=_attacking(reader.given(mark[1])), once=once)
    if re.fullmatch(r"must immediately take a dangerous terrain test", words, re.IGNORECASE):
        return msgspec.structs.replace(base, danger=True)
    return msgspec.structs.replace(base, gives=reader.given(words), once=once)


def _unrolled(rules: tuple[RuleText, ...]) -> tuple[RuleText, ...]:
    """The rules of hits for which no dice are rolled, if none of them asks for results to hit."""
    for rule in rules:
        if asks_for_sixes(rule):
            raise Unread(f"hits with {rule}")
    return rules


def asks_for_sixes(rule: RuleText) -> bool:
    """Whether a rule by its own text speaks of unmodified results to hit."""
    return any(clause.deed in ("extra hits", "six ap", "six wounds") for clause in rule.clauses)


def _attacking(rules: tuple[RuleText, ...]) -> tuple[RuleText, ...]:
    """The rules, if all of them speak for who attacks: others say nothing "against" a unit."""
    for rule in rules:
        if not is_in_force(rule, "weapons"):
            raise Unread(f"{rule} against")
    return rules


def _breath(reader: Reader, match: re.Match[str], context: Context) -> Found:
    count = match["dice"].casefold()
    try:
        rules = _unrolled(reader.rules(match["rules"] or "", "hits"))
    except Unread:
        raise Unread(f"hits with {match['rules']}") from None
    picking = Picking(
        target="enemy",
        range=int(match["range"]),
        sight=bool(match["sight"]),
        dice=NUMBERS.get(count) or int(count),
        need=int(match["need"]),
        hits=int(match["hits"]),
        rules=rules,
        per_game=match["per"].casefold() == "game",
    )
    return [context.clause(deed="ability", picking=picking)]


def _mend(reader: Reader, match: re.Match[str], context: Context) -> Found:
    picking = Picking(target="friend", range=int(match["range"]), heals=match["heals"].upper(), only="Tough")
    return [context.clause(deed="ability", picking=picking)]


def _boost(reader: Reader, match: re.Match[str], context: Context) -> Found:
    """A rule that makes another one stronger: its clauses stand in for those of that rule."""
    name = match["name"]
    said = " ".join(match["said"].replace(f" from {name}", "").split())
    whose = share_of(match)
    said = re.sub(r"^they may be placed within", "may be placed within", said)
    place = re.fullmatch(rf"may be placed within {INCH}\.?", said)
    if place:
        clauses = [context.clause(deed="place", amount=int(place["amount"]))]
    elif after := re.fullmatch(rf"(?:they )?may move by up to {INCH}\.?", said):
        clauses = [context.clause(deed="after", amount=int(after["amount"]), whose=whose)]
    else:
        clauses = reader.phrase(said, Context(whose=whose))
    return [Clause(deed="boosts", name=name, clauses=tuple(clauses))]


def _choice(reader: Reader, match: re.Match[str], context: Context) -> Found:
    """One of several bonuses, chosen when the unit is activated."""
    names = [re.sub(r"^(?:either )?", "", part.strip()) for part in (match["one"], match["other"])]
    rules = []
    for words in names:
        clauses = reader.phrase(words, Context(whose=share_of(match)))
        rules.append(RuleText(words.strip(" ,"), does=Written(words, tuple(clauses))))
    lasts = "activation" if match.groupdict().get("until") else "next"
    return [context.clause(deed="choose", rules=tuple(rules), whose=share_of(match), name=lasts)]


_PICK = (
    r"once per (?P<per>activation|game),(?: before attacking,)? pick (?:up to )?(?P<count>\w+) "
    r"(?P<side>friendly|enemy) (?:unit|model)s? within (?P<range>\d+)\"(?P<sight> in line of sight)?"
    r"(?: with (?P<only>\w+))?, "
    r"which (?P<which>.+)"
)


SENTENCES: tuple[Form, ...] = (
    *PLAIN_SENTENCES,
    form(
        rf"once per activation, before attacking, place this model anywhere fully within {INCH} of its position\."
        r"(?P<rest>.*)",
        lambda reader, match, context: [
            context.clause(deed="place", amount=int(match["amount"])),
            *(reader.text(match["rest"].strip()) if match["rest"].strip() else ()),
        ],
    ),
    form(
        r"once per (?P<per>activation|game),(?: when this model is activated,)?(?: before attacking,)? roll "
        r"(?P<dice>\w+) (?:die|dice)\. (?:on a|for each) (?P<need>\d)\+,? one enemy unit within (?P<range>\d+)\""
        r"(?P<sight> in line of sight)? takes (?P<hits>\d+) hits?(?: with (?P<rules>.+))?\.",
        _breath,
    ),
    form(
        r"once per activation,(?: before attacking,)? pick one friendly model within (?P<range>\d+)\" with tough, and "
        r"remove (?P<heals>\d|D3|D6) wounds? from it\.",
        _mend,
    ),
    form(_PICK, _picked),
    form(
        r"when this unit is activated, pick one effect: (?P<until>until the end of the activation) all models with "
        r"this rule in it either (?P<one>.+?),? or (?P<other>.+)\.",
        _choice,
    ),
    form(
        rf"when {UNITS} is activated, pick one effect: the unit either (?P<one>.+?),? or (?P<other>.+?)(?: against "
        r"it)?\. this only applies once and only lasts until the units' next activation\.",
        _choice,
    ),
    form(r"if (?P<share>all|most) models in this unit have (?P<name>.+?), (?P<said>.+)", _boost),
    form(r"when taking (?:hits|wounds) from models with (?P<name>.+?) in this unit, (?P<said>.+)", _boost),
    form(r"models with (?P<name>(?!this rule).+?) in this unit (?P<said>.+)", _boost),
)
"""Sentences, and groups of them, that are a form by themselves."""
