"""Sentences of special rules that are a form by themselves, often two or three of them together.

Those that are one clause stand in data/rule_forms.toml. Others are rows of `SENTENCES`: a pattern for the whole text,
and what it is read as.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from warhost.rulesets.regiments.core import Clause, Picking, Whose, Written
from warhost.rulesets.regiments.core.clauses import RuleText
from warhost.rulesets.regiments.rules.in_force import is_in_force
from warhost.rulesets.regiments.rules.phrases import (
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
    from warhost.rulesets.regiments.rules.reading import Reader


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
    if re.fullmatch(r"must (?:immediately )?takes? a dangerous terrain test", words, re.IGNORECASE):
        return msgspec.structs.replace(base, danger=True)
    test = re.fullmatch(
        r"must (?:immediately )?takes? a morale test[.,] if (?:it )?fail(?:ed|s),? (?:it )?(?:becomes|is|counts as "
        r"being) (fatigued|shaken)",
        words,
        re.IGNORECASE,
    )
    if test:
        return msgspec.structs.replace(base, fails=test[1].casefold())
    return msgspec.structs.replace(base, gives=reader.given(words), once=once)


def _unrolled(rules: tuple[RuleText, ...]) -> tuple[RuleText, ...]:
    """The rules of hits for which no dice are rolled, if none of them asks for results to hit."""
    for rule in rules:
        if asks_for_sixes(rule):
            raise Unread(f"hits with {rule}")
    return rules


def asks_for_sixes(rule: RuleText) -> bool:
    """Whether a rule by its own text speaks of unmodified results to hit."""
    return any(clause.deed in ("extra hits", "six ap", "six wounds", "recoil") for clause in rule.clauses)


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


def _levels(clauses: Found, most: int, words: str) -> tuple[RuleText, ...]:
    """What one marker gives, two, and so on, up to so much in all."""
    steps = {abs(clause.amount) for clause in clauses}
    if not clauses or not steps or min(steps) == 0 or any(clause.deed not in _SCALED for clause in clauses):
        raise Unread(words)
    return tuple(
        RuleText(f"{words} ({number})", does=Written(words, tuple(_times(clause, number) for clause in clauses)))
        for number in range(1, most // max(steps) + 1)
    )


_SCALED = frozenset({"hit", "ap", "block", "enemy ap", "enemy hit", "morale", "move", "range", "casting", "less ap"})
"""Deeds of which two are worth twice as much as one."""


def _times(clause: Clause, number: int) -> Clause:
    return msgspec.structs.replace(clause, amount=clause.amount * number)


def _growth(reader: Reader, match: re.Match[str], context: Context) -> Found:
    """Markers that a unit gathers, and what it has for each of them."""
    told = match.groupdict()
    said = re.sub(r" until the end of the game$", "", told["said"].strip(" ,"))
    said = re.sub(
        r"^if all models in (?:it|this unit) have this rule, for each marker,? ", "", said, flags=re.IGNORECASE
    )
    whose: Whose = "all" if told["said"].casefold().startswith("if all models in") else "model"
    levels = _levels(reader.phrase(said, Context()), int(told["most"]), said)
    when = "destroys" if told.get("kill") else "round until shaken" if told.get("shaken") else "round"
    return [Clause(deed="grows", rules=levels, whose=whose, name=when)]


def _feat(reader: Reader, match: re.Match[str], context: Context) -> Found:
    """Something that a unit may do once per game when it attacks or moves."""
    said = match["said"]
    rule = RuleText(said, does=Written(said, tuple(reader.phrase(said, Context()))))
    moment = "move" if match["moment"].casefold() == "moves" else "attack"
    return [Clause(deed="feat", rules=(rule,), whose="all", name=moment)]


def _crossing(reader: Reader, match: re.Match[str], context: Context) -> Found:
    """Hits on an enemy that the model moves through."""
    return [
        context.clause(
            deed="crosses",
            dice=int(match["dice"]) if match["dice"].isdigit() else NUMBERS[match["dice"].casefold()],
            need=int(match["need"]),
            amount=int(match["hits"]) if match["hits"].isdigit() else NUMBERS[match["hits"].casefold()],
            rules=_unrolled(reader.rules(match["rules"] or "", "hits")),
            name=match["per"].casefold(),
        )
    ]


def _shield(reader: Reader, match: re.Match[str], context: Context) -> Found:
    """Wounds that a unit may try to ignore once per game."""
    said = match["said"]
    rule = RuleText(said, does=Written(said, (Clause(deed="ignore wounds", amount=int(match["amount"])),)))
    return [Clause(deed="feat", rules=(rule,), whose="all", name="wounds")]


def _arrival(reader: Reader, match: re.Match[str], context: Context) -> Found:
    """Hits on an enemy near which a unit comes in from Ambush."""
    dice = match["dice"].casefold()
    picking = Picking(
        target="enemy",
        range=int(match["range"]),
        dice=int(dice) if dice.isdigit() else NUMBERS[dice],
        need=int(match["need"]),
        hits=int(match["hits"]),
        rules=_unrolled(reader.rules(match["rules"] or "", "hits")),
    )
    return [*reader.text(match["first"]), context.clause(deed="arrival", picking=picking)]


def _takedown(reader: Reader, match: re.Match[str], context: Context) -> Found:
    """Attacks on a picked model, once per game."""
    count = match["count"].casefold()
    return [
        context.clause(
            deed="takedown",
            amount=int(count) if count.isdigit() else NUMBERS[count],
            need=int(match["quality"]),
            rules=reader.rules(match["rules"] or "", "weapons"),
        )
    ]


def _target(reader: Reader, match: re.Match[str], context: Context) -> Found:
    """Markers on an enemy that make everybody hit it better for the rest of the game."""
    said = re.sub(r"^friendly units gets? ", "", match["said"], flags=re.IGNORECASE)
    picking = Picking(
        target="enemy",
        range=int(match["range"]),
        sight=bool(match["sight"]),
        per_game=match["per"].casefold() == "game",
        against=_attacking((reader.bonus(said),)),
        lasts="game",
    )
    return [context.clause(deed="ability", picking=picking)]


MOST_MARKS = 6
"""Markers of one rule on a unit: more make no difference to a die."""


def _marks(reader: Reader, match: re.Match[str], context: Context) -> Found:
    """Markers on an enemy that friends remove for a bonus in one attack."""
    told = match.groupdict()
    words = "AP(+{})" if told["block"] else "+{} to hit rolls"
    levels = tuple(reader.bonus(words.format(number)) for number in range(1, MOST_MARKS + 1))
    picking = Picking(
        target="enemy",
        range=int(told["range"]),
        sight=bool(told["sight"]),
        per_game=told["per"].casefold() == "game",
        dice=1 if told["need"] else 0,
        need=int(told["need"] or 0),
        marks=int(told["markers"] or 1),
        against=levels,
        lasts="game",
    )
    return [context.clause(deed="ability", picking=picking)]


_COUNT = r"(?:\d{1,2}|one|two|three|four|five|six)"

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
        r"(?:place|put) (?:one|a) marker on this (?:unit|model) (?:(?P<kill>when it (?:fully )?destroys an enemy unit)|"
        r"at the (?:beginning|start) of each round(?:, starting on the round after (?:which )?it (?:was )?deployed"
        r"(?: \([^()]*\))?)?)\. (?:for each marker,? )?(?P<said>.+?) \(up to a max of [+-]?(?P<most>\d)\"?\)\."
        r"(?P<shaken> if this (?:unit|model) is ever shaken, it loses all (?:of )?its markers\.)?",
        _growth,
    ),
    form(
        r"once per game, when this unit (?P<moment>attacks|moves) and all (?:of )?its models have this rule, "
        r"(?:you|it) may use this rule so that (?P<said>they .+)\.",
        _feat,
    ),
    form(
        r"once per (?P<per>activation|game),(?: once during its activation)? when this model moves through enemy "
        rf"units, pick one of them,? and roll (?P<dice>{_COUNT}) (?:die|dice)\. (?:for each|on a) (?P<need>\d)\+,? "
        rf"(?:it|the unit) takes (?P<hits>{_COUNT}) hits?(?: with (?P<rules>.+))?\.",
        _crossing,
    ),
    form(
        r"once per game, when this unit takes wounds and all (?:of )?its models have this rule, (?:you|it) may "
        r"use this rule (?:and|to) (?P<said>roll one die per wound, and on a (?P<amount>\d)\+ it is ignored)\.",
        _shield,
    ),
    form(
        rf"(?P<first>.+?\.) once deployed(?: via this rule)?, roll (?P<dice>{_COUNT}) (?:die|dice)[.,] for each "
        r"(?P<need>\d)\+,? one enemy unit within (?P<range>\d+)\"(?: in line of sight)? takes (?P<hits>\d+) hits?"
        r"(?: with (?P<rules>.+))?\.",
        _arrival,
    ),
    form(
        r"once per game, when this model (?:attacks|is) in melee, (?:you|it) may pick (?:one|any) model in the "
        rf"(?:target )?unit as its target, and make (?P<count>{_COUNT}) attacks? at quality (?P<quality>\d)\+"
        r"(?: with (?P<rules>.+?))?, which (?:is|are) resolved as if (?:it's|it was|it were|they were) a unit "
        r"of \[?1\]?\.",
        _takedown,
    ),
    form(
        r"once per (?P<per>activation|game),(?: during this model's activation,)? pick one enemy unit within "
        r"(?P<range>\d+)\"(?P<sight>(?: and)? in line of sight(?: of (?:it|this model))?)?,? and (?:roll one die, on a "
        r"(?P<need>\d)\+,? )?place (?:(?P<markers>\d{1,2})|a|one) markers? on it\. (?:when attacking, "
        r")?friendly units may "
        r"remove markers from their target before rolling to (?:hit|(?P<block>block)) to get "
        r"\+(?:AP\([XY\d]\)|[XY\d] to hit "
        r"rolls)(?: when attacking)?, where [XY\d] is the number of removed markers\.",
        _marks,
    ),
    form(
        r"once per (?P<per>activation|game), during this model's activation, pick one enemy unit within "
        r"(?P<range>\d+)\"(?P<sight>(?: and)? in line of sight(?: of (?:it|this model))?)?,? and place \d{1,2} "
        r"markers? on it\. "
        r"(?P<said>friendly units gets? .+?) when attacking it\.",
        _target,
    ),
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
