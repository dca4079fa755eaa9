"""Sentences of special rules that are a form by themselves, often two or three of them together.

To teach the reader a new one, add a row to `SENTENCES`: a pattern for the whole text, and what it is read as.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from warhost.rulesets.regiments.clauses import Clause, Picking, RuleText, When, Whose, Written
from warhost.rulesets.regiments.in_force import is_in_force
from warhost.rulesets.regiments.rule_phrases import (
    INCH,
    NUMBERS,
    UNITS,
    Context,
    Form,
    Found,
    Make,
    Unread,
    form,
    plain,
)

if TYPE_CHECKING:
    from warhost.rulesets.regiments.rule_reading import Reader


def _either(*when: When) -> Make:
    return lambda reader, match, context: [context.also(*when).clause(deed="either", amount=int(match[1]))]


def _dice_in_melee(reader: Reader, match: re.Match[str], context: Context) -> Found:
    wounds = match["what"].casefold().startswith("wound")
    rules = reader.rules(match["rules"] or "", "hits")
    figures = {"dice": int(match["dice"]), "need": int(match["need"])}
    return [context.clause(deed="melee wounds" if wounds else "melee hits", rules=rules, when=(), **figures)]


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
    share = (match.groupdict().get("share") or "").casefold()
    whose: Whose = "all" if share == "all" else "most" if share == "most" else "model"
    said = re.sub(r"^they may be placed within", "may be placed within", said)
    place = re.fullmatch(rf"may be placed within {INCH}\.?", said)
    if place:
        clauses = [context.clause(deed="place", amount=int(place[1]))]
    elif after := re.fullmatch(rf"(?:they )?may move by up to {INCH}\.?", said):
        clauses = [context.clause(deed="after", amount=int(after[1]), whose=whose)]
    else:
        clauses = reader.phrase(said, Context(whose=whose))
    return [Clause(deed="boosts", name=name, clauses=tuple(clauses))]


def _choice(reader: Reader, match: re.Match[str], context: Context) -> Found:
    """One of several bonuses, chosen when the unit is activated."""
    names = [re.sub(r"^(?:either )?", "", part.strip()) for part in (match["one"], match["other"])]
    rules = []
    for words in names:
        clauses = reader.phrase(words, Context(whose=_share_of(match)))
        rules.append(RuleText(words.strip(" ,"), does=Written(words, tuple(clauses))))
    lasts = "activation" if match.groupdict().get("until") else "next"
    return [context.clause(deed="choose", rules=tuple(rules), whose=_share_of(match), name=lasts)]


def _share_of(match: re.Match[str]) -> Whose:
    share = (match.groupdict().get("share") or "").casefold()
    return "all" if share == "all" else "most" if share == "most" else "model"


_DIE_FOR_EACH = rf"when {UNITS} takes wounds, roll one die for each\. on a (?P<need>\d)\+ it is ignored\."
_PICK = (
    r"once per (?P<per>activation|game),(?: before attacking,)? pick (?:up to )?(?P<count>\w+) "
    r"(?P<side>friendly|enemy) (?:unit|model)s? within (?P<range>\d+)\"(?P<sight> in line of sight)?"
    r"(?: with (?P<only>\w+))?, "
    r"which (?P<which>.+)"
)


def _ignored(reader: Reader, match: re.Match[str], context: Context) -> Found:
    whose = _share_of(match)
    return [Clause(deed="ignore wounds", amount=int(match["need"]), magic=int(match["magic"] or 0), whose=whose)]


SENTENCES: tuple[Form, ...] = (
    form(
        _DIE_FOR_EACH + r"(?: if the wounds were from a spell, then they are ignored on a (?P<magic>\d)\+ instead\.)?",
        _ignored,
    ),
    form(
        rf"when {UNITS} fails a morale test, roll one die\. on a (?P<need>\d)\+ it counts as passed instead\.",
        lambda reader, match, context: [Clause(deed="morale save", amount=int(match["need"]), whose=_share_of(match))],
    ),
    form(
        rf"when {UNITS} fails a morale test that causes it to be shaken or routed, the test counts as passed instead\. "
        r"then, roll as many dice as the number of wounds it would take to fully destroy it, and for each result of "
        r"(?P<faces>1|1-\d) the unit takes one wound, which can't be ignored\.",
        lambda reader, match, context: [
            Clause(deed="no retreat", amount=int(match["faces"][-1]), whose=_share_of(match))
        ],
    ),
    form(
        rf"if {UNITS} is shaken at the beginning of the round, roll one die\. on a (?P<need>\d)\+, it stops being "
        r"shaken\.",
        lambda reader, match, context: [Clause(deed="steadfast", amount=int(match["need"]), whose=_share_of(match))],
    ),
    form(r"enemy units using ambush must be set up over (\d{1,2})\" away from this model's unit\.", plain("repel")),
    form(
        r"when attacking, roll one die and apply one effect to all models with this rule: on a 1-3 they get "
        r"AP\(\+(\d)\), and on a 4-6 they get \+\1 to hit rolls instead\.",
        _either(),
    ),
    form(
        r"when in melee, roll one die and apply one effect to all models with this rule: on a 1-3 they get "
        r"AP\(\+(\d)\), and on a 4-6 they get \+\1 to hit rolls instead\.",
        _either("melee"),
    ),
    form(
        r"when shooting, roll one die and apply one effect to all models with this rule: on a 1-3 they get "
        r"AP\(\+(\d)\), and on a 4-6 they get \+\1 to hit rolls instead\.",
        _either("shooting"),
    ),
    form(
        r"when this model attacks in melee, roll (?P<dice>\d{1,2}) dice\. for each (?P<need>\d)\+ the target takes one "
        r"(?P<what>hit|wound)(?: with (?P<rules>.+))?\.",
        _dice_in_melee,
    ),
    form(
        rf"when this unit is activated, you may place all models with this rule in it anywhere fully within {INCH} of "
        r"their position\.",
        plain("place"),
    ),
    form(
        r"when this unit is activated, you may place all models with this rule in it anywhere fully within "
        r"D3\+(\d)\" of their position\.",
        plain("place", magic=3),
    ),
    form(
        rf"once per activation, before attacking, place this model anywhere fully within {INCH} of its position\."
        r"(?P<rest>.*)",
        lambda reader, match, context: [
            context.clause(deed="place", amount=int(match[1])),
            *(reader.text(match["rest"].strip()) if match["rest"].strip() else ()),
        ],
    ),
    form(
        rf"after this (?:model|unit) is deployed, it may be placed anywhere fully within {INCH} of its position\.",
        plain("deploy place"),
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
