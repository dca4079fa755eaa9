"""Phrases of special rules: what they do, when it counts, and whom they speak of.

To teach the reader a new phrase, add a row to `EFFECTS`; a new condition, one to `CONDITIONS`. Each row is a pattern
for the whole phrase and what it is read as.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from warhost.rulesets.regiments.clauses import Action, Clause, When, Whose

if TYPE_CHECKING:
    from warhost.rulesets.regiments.rule_reading import Reader

NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


FAR = 9
"""What the rules call far away; another distance is another rule."""


class Unread(Exception):
    """A part of a text that says something of which the engine knows nothing."""


class Context(msgspec.Struct, frozen=True):
    """What is known of a phrase from what stood around it."""

    whose: Whose = "model"
    when: tuple[When, ...] = ()
    tough: tuple[int, int] | None = None
    defense: tuple[int, int] | None = None
    enemies: bool = False
    """The phrase speaks of the enemies of its unit."""

    def clause(self, **fields: Any) -> Clause:
        known: dict[str, Any] = {"whose": self.whose, "when": self.when, "tough": self.tough, "defense": self.defense}
        return Clause(**{**known, **fields})

    def also(self, *when: When) -> Context:
        return msgspec.structs.replace(self, when=tuple(dict.fromkeys((*self.when, *when))))


Found: TypeAlias = list[Clause]
Make: TypeAlias = "Callable[[Reader, re.Match[str], Context], Found]"
Form: TypeAlias = "tuple[re.Pattern[str], Make]"


def form(pattern: str, make: Make) -> Form:
    return re.compile(pattern, re.IGNORECASE), make


def plain(deed: str, **fields: Any) -> Make:
    """A form with one number at most, which is the amount."""

    def make(reader: Reader, match: re.Match[str], context: Context) -> Found:
        told = dict(fields)
        if match.re.groups and "amount" not in fields:
            told["amount"] = int(match[1])
        return [context.clause(deed=deed, **told)]

    return make


def _to_hit(reader: Reader, match: re.Match[str], context: Context) -> Found:
    return [context.clause(deed="enemy hit" if context.enemies else "hit", amount=int(match[1]))]


def _ap(reader: Reader, match: re.Match[str], context: Context) -> Found:
    amount = int(match[1])
    if context.enemies or amount < 0:
        if not context.enemies:
            raise Unread(match[0])
        return [context.clause(deed="enemy ap", amount=amount)]
    return [context.clause(deed="ap", amount=amount)]


def _range(reader: Reader, match: re.Match[str], context: Context) -> Found:
    return [context.clause(deed="enemy range" if context.enemies else "range", amount=int(match[1]), when=())]


_ACTIONS: dict[str, tuple[Action, ...]] = {
    "advance": ("advance",),
    "rush": ("rush",),
    "charge": ("charge",),
    "rush/charge": ("rush", "charge"),
    "move": ("advance", "rush", "charge"),
}


def _move(reader: Reader, match: re.Match[str], context: Context) -> Found:
    return [context.clause(deed="move", amount=int(match[1]), actions=_ACTIONS[match[2].casefold()])]


def _face(deed: str) -> Make:
    """A form about unmodified results: one face, or a span of them."""

    def make(reader: Reader, match: re.Match[str], context: Context) -> Found:
        faces = [int(face) for face in match["faces"].split("-")]
        low = deed == "low wounds"
        if (low and faces[0] != 1) or (not low and faces[-1] != 6):
            raise Unread(match[0])
        count = match.groupdict().get("count") or "1"
        return [context.clause(deed=deed, face=faces[-1] if low else faces[0], amount=NUMBERS.get(count) or int(count))]

    return make


def _six(deed: str) -> Make:
    def make(reader: Reader, match: re.Match[str], context: Context) -> Found:
        if match["faces"] != "6":
            raise Unread(match[0])
        return [context.clause(deed=deed, amount=int(match["count"]))]

    return make


def _gets(reader: Reader, match: re.Match[str], context: Context) -> Found:
    """Rules by their names; conditions that such rules have anyway are left off."""
    rules = reader.rules(match["names"])
    if not rules or context.enemies:
        raise Unread(match[0])
    return [context.clause(deed="gives", rules=rules)]


_N = r"([+-]\d{1,2})"
INCH = r"(\d{1,2})\""

EFFECTS: tuple[Form, ...] = (
    form(rf"(?:gets? )?(?:always )?{_N} to hit(?: rolls)?(?: for that attack)?", _to_hit),
    form(rf"(?:gets? )?(?:always )?\+?AP\({_N}\)", _ap),
    form(rf"(?:hits )?(?:always )?(?:count as having|get) AP\({_N}\)", _ap),
    form(rf"(?:gets? )?{_N} to defense rolls", plain("block")),
    form(rf"(?:gets? )?{_N} to morale test(?: roll)?s", plain("morale")),
    form(rf"(?:gets? )?{_N} to casting rolls", plain("casting")),
    form(rf"(?:gets? )?{_N}\" range(?: when (?:trying to )?shoot(?:ing)?(?: at)?(?: (?:them|it))?)?", _range),
    form(
        rf"(?:gets? )?{_N}\" movement when (?:trying to charge|charging)(?: (?:them|it))?",
        lambda reader, match, context: [context.clause(deed="enemy charge", amount=int(match[1]))],
    ),
    form(
        rf"(?:moves? )?{_N}\" (?:when using|on) (advance|rush/charge|rush|charge|move)(?: actions?)?"
        r"(?: during this activation)?",
        _move,
    ),
    form(r"ignores? (?:all )?cover", plain("ignore cover")),
    form(r"ignores? regeneration", plain("ignore regeneration")),
    form(r"ignores? all negative modifiers(?: to this weapon)?", plain("heedless")),
    form(
        r"(?:on )?unmodified results? of (?P<faces>6|\d-6) to hit,? (?:this weapon )?deals? (?P<count>\d) extra hits?",
        _face("extra hits"),
    ),
    form(
        r"on unmodified results? of (?P<faces>6) to hit,? (?:those|these) hits get AP\(\+(?P<count>\d)\)",
        _six("six ap"),
    ),
    form(
        r"on unmodified results? of (?P<faces>6) to hit that aren't blocked, (?:this weapon )?deals? (?P<count>\d) "
        r"extra wounds?",
        _six("six wounds"),
    ),
    form(
        r"on unmodified results? of (?P<faces>1|1-\d) to block hits, (?:this weapon )?deals? 1 extra wound",
        _face("low wounds"),
    ),
    form(
        r"enemies that roll to block hits from this model's weapons take 1 extra wound for each unmodified result of "
        r"(?P<faces>1|1-\d)(?: that they roll)?",
        _face("low wounds"),
    ),
    form(r"(?:enemies )?take extra wounds on failed defense rolls of (?P<faces>1|1-\d)", _face("low wounds")),
    form(
        r"(?:the target|targets|enemies|they)? ?must re-roll (?:unmodified |successful )?defense results of "
        r"(?P<faces>6|\d-6)(?: when blocking hits(?: from this model's weapons)?)?",
        _face("reroll blocks"),
    ),
    form(
        r"(?:may )?re-rolls? (?:unmodified )?(?:hit )?(?:results|rolls) of 1(?: to hit)?", plain("reroll hits", face=1)
    ),
    form(r"(?:may )?re-rolls? (?:all )?failed (?:hit rolls|rolls to hit)", plain("reroll hits", face=5)),
    form(
        r"(?:may )?re-rolls? (?:unmodified )?(?:defense (?:results|rolls) of 1|"
        r"(?:results|rolls) of 1 to block(?: hits)?)",
        plain("reroll own blocks", face=1),
    ),
    form(r"(?:may )?re-rolls? (?:all )?failed defense rolls", plain("reroll own blocks", face=5)),
    form(r"(?:may )?re-rolls? failed morale tests", plain("reroll morale")),
    form(r"(?:gets? )?Deadly\(\+(\d)\)", plain("deadly")),
    form(r"(?:gets? )?Blast\(\+(\d)\)", plain("blast")),
    form(r"attacks? at quality (\d)\+", plain("quality")),
    form(r"(?:this model )?counts? as having defense (\d)\+", plain("defense")),
    form(r"(?:may )?only uses? hold actions", plain("only holds")),
    form(r"may shoot after using rush actions", plain("rush shot")),
    form(
        r"may ignore the (?P<name>\w[\w -]*) rule",
        lambda reader, match, context: [context.clause(deed="no rule", name=match["name"])],
    ),
    form(r"strikes? first when charged", plain("strikes first")),
    form(r"counts? as being in difficult terrain", plain("slowed")),
    form(r"ignore(?:s|d)?(?: the)?(?: non-spell)? wounds on rolls of (\d)-6", plain("ignore wounds")),
    form(r"when they take wounds,? roll one die per wound,? and on a (\d)\+ it is ignored", plain("ignore wounds")),
    form(rf"may move by up to {INCH} after shooting or being in melee", plain("after")),
    form(rf"may move by up to {INCH} after being in melee", plain("after", when=("melee",))),
    form(rf"may move by up to {INCH} after shooting", plain("after", when=("shooting",))),
    form(
        r"for each unmodified (?:roll|result) of 6 to hit(?P<melee> in melee)?, this model may roll \+1 attack with "
        r"that weapon",
        lambda reader, match, context: [
            context.also(*(("melee",) if match["melee"] else ())).clause(deed="extra attacks", amount=1)
        ],
    ),
    form(r"may only be taken once per army", plain("unique")),
    form(r"(?:this model )?(?:counts? as having|gets?|has|have) (?P<names>[A-Z].*)", _gets),
)
"""What a phrase does."""

_TOUGH = r"against units where most models have tough\((\d+)\)(?: to tough\((\d+)\)| (or (?:higher|more)))"
_DEFENSE = r"against units where most models have defense (\d)\+(?: to defense (\d)\+| (or (?:better|higher|worse)))"


def _when(*when: When) -> Callable[[re.Match[str], Context], Context]:
    return lambda match, context: context.also(*when)


def _near(match: re.Match[str], context: Context, when: When) -> Context:
    if int(match["far"]) != FAR:
        raise Unread(match[0])
    return context.also("shooting", "far") if when == "far" else context.also(when)


def _far(when: When) -> Callable[[re.Match[str], Context], Context]:
    return lambda match, context: _near(match, context, when)


def _all(when: When | None = None, *, enemies: bool = False) -> Callable[[re.Match[str], Context], Context]:
    """A unit all (or most) of whose models have the rule."""

    def make(match: re.Match[str], context: Context) -> Context:
        whose: Whose = "most" if (match.groupdict().get("share") or "all").casefold() == "most" else "all"
        found = msgspec.structs.replace(context, whose=whose, enemies=context.enemies or enemies)
        return found if when is None else _near(match, found, when)

    return make


def _against_tough(match: re.Match[str], context: Context) -> Context:
    return msgspec.structs.replace(context, tough=(int(match[1]), 99 if match[3] else int(match[2])))


def _against_defense(match: re.Match[str], context: Context) -> Context:
    first = int(match[1])
    last = int(match[2]) if match[2] else 6 if match[3].endswith("worse") else 2
    return msgspec.structs.replace(context, defense=(min(first, last), max(first, last)))


_AWAY = r"over (?P<far>\d+)\" away"
UNITS = r"(?:a )?units? where (?P<share>all|most) models have this rule"

Condition: TypeAlias = tuple[re.Pattern[str], Callable[[re.Match[str], Context], Context]]

CONDITIONS: tuple[Condition, ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), make)
    for pattern, make in (
        (r"when (?:this model |it )?attack(?:s|ing)?|for that attack|always", _when()),
        (r"when (?:this model |it )?charg(?:es|ing)", _when("charging")),
        (r"when (?:this model |it )?(?:is )?(?:attacks? )?in melee|in melee", _when("melee")),
        (r"when (?:this model |it )?shoot(?:s|ing)", _when("shooting")),
        (rf"when (?:this model |it )?shoot(?:s|ing)(?: at)? enemies {_AWAY}", _far("far")),
        (
            rf"when (?:this model |it )?shoots(?: at)? enemies {_AWAY},? or when (?:this model|it) charges",
            _far("far or charging"),
        ),
        (
            rf"when this model uses a hold action and shoots at enemies {_AWAY}",
            lambda match, context: _near(match, context.also("held"), "far"),
        ),
        (r"as long (?:as )?(?:this model|it) hasn't moved(?: during the round)?", _when("still")),
        (r"against hits that are not from spells", _when("no spell")),
        (_TOUGH, _against_tough),
        (_DEFENSE, _against_defense),
        (rf"when {UNITS} (?:are|is) shot from {_AWAY}", _all("far")),
        (rf"when {UNITS} (?:are|is) shot or charged from {_AWAY}(?: and takes? hits)?", _all("from afar")),
        (rf"when {UNITS} takes? hits", _all()),
        (
            rf"when enemy units shoot at (?:this model|it) from {_AWAY}",
            lambda match, context: _near(match, msgspec.structs.replace(context, enemies=True), "far"),
        ),
        (rf"when (?:attacking|shooting|charging) {UNITS}", _all()),
        (
            rf"if {UNITS} has most of them within 1\" of terrain(?: when activated)?",
            lambda match, context: _all()(match, context).also("near terrain"),
        ),
    )
)
"""When a phrase counts."""

SUBJECTS: tuple[Condition, ...] = tuple(
    (re.compile(pattern + " ", re.IGNORECASE), make)
    for pattern, make in (
        (
            r"(?:this model|models with this rule) and (?:its|their) units?",
            lambda match, context: msgspec.structs.replace(context, whose="unit"),
        ),
        (UNITS, _all()),
        (
            r"enem(?:ies|y units?)(?: attacking (?:them|it))?|enemy",
            lambda match, context: msgspec.structs.replace(context, enemies=True),
        ),
        (r"(?:those|enemy) hits", lambda match, context: msgspec.structs.replace(context, enemies=True)),
        (r"this model's melee weapons?", _when("melee")),
        (r"this model's ranged weapons?", _when("shooting")),
        (
            r"this model's weapons?|its weapons?|this model|this weapon|this unit|the unit|all models with this rule"
            r"(?: in (?:it|this unit))?|models with this rule|they|it",
            _when(),
        ),
    )
)
"""Whom a phrase speaks of."""


def aimed(words: str, context: Context) -> tuple[str, Context]:
    """A phrase about enemies without the words on whom they attack: "in melee when attacking units where ..."."""
    aim = re.search(rf" when (?:trying to )?(attack|shoot|charge)(?:ing)?(?: at)? {UNITS}", words, re.IGNORECASE)
    if aim is None or not context.enemies:
        return words, context
    kept = {"attack": "", "shoot": " when trying to shoot", "charge": " when trying to charge"}[aim[1].casefold()]
    whose: Whose = "most" if aim["share"].casefold() == "most" else "all"
    return words[: aim.start()] + kept + words[aim.end() :], msgspec.structs.replace(context, whose=whose)


def going_on(words: str, context: Context) -> Context:
    """What is still known after an "and": whom the first part spoke of."""
    for pattern, make in SUBJECTS:
        match = pattern.match(words)
        if match is not None:
            return make(match, context)
    return context
