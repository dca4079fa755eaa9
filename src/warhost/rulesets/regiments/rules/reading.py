"""What a special rule does, read from its own sentences as clauses.

There are four tables: sentences that are a form by themselves (`rule_sentences`), and for all others what a phrase
does, when it counts, and whom it speaks of (`rule_phrases`). A phrase is read by taking off a condition before or
behind it, or by cutting it in two at an "and", until an effect is left. Whatever is left over means that the rule was
not understood: it gets no clauses at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import msgspec

from warhost.rulesets.regiments.core import CONDITIONS as ASKED
from warhost.rulesets.regiments.core import RULES, Bearer, Clause, Picking, When, Written
from warhost.rulesets.regiments.core.clauses import RuleText
from warhost.rulesets.regiments.lists.limits import written_problems
from warhost.rulesets.regiments.rules.in_force import is_in_force
from warhost.rulesets.regiments.rules.phrases import (
    CONDITIONS,
    EFFECTS,
    SUBJECTS,
    Context,
    Found,
    Unread,
    aimed,
    going_on,
)
from warhost.rulesets.regiments.rules.sentences import SENTENCES, picked

SAME_RULE = {"Bane": "Poison", "Immobile": "Immobilized", "Thrust": "Lance"}
"""Rules of later versions that say the same as a rule of the book under another name."""

LATER = {
    "Artillery": 'Only uses Hold actions. +1 to hit rolls when shooting enemies over 9" away. '
    'When enemy units shoot at this model from over 9" away, they get -2 to hit rolls.',
    "Morale": "Gets +X to morale test rolls.",
    "Takedown": "May pick any model in the target unit as its individual target, which is resolved as a unit of 1.",
    "Unstoppable": "Ignores Regeneration and ignores all negative modifiers.",
}
"""Rules that later versions of the book add for all armies, in our words."""


LONGEST = 1200
"""Longer texts are not read: no rule needs them."""

MOST_CUTS = 8
DEEPEST = 12
"""A phrase with more parts than that is not read: it would take long, and no rule has so many."""


def normal(text: str) -> str:
    """A text with plain quotation marks and single spaces, without the full stops of abbreviations and remarks."""
    plain = text.replace("\u201d", '"').replace("\u201c", '"').replace("\u2033", '"').replace("\u2019", "'")
    plain = re.sub(r"\b(min|max)\.", r"\1", " ".join(plain.split()))
    for remark in _REMARKS:
        plain = remark.sub("", plain)
    return " ".join(plain.split())


_REMARKS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r" \(only the original hit counts as a 6 for special rules\)",
        r" \(next time the effect would apply\)",
        r",? to a min of AP\(0\)",
        r" This rule doesn't apply to newly generated attacks\.",
        r" (?:These|Those|\w+) attacks must be resolved before other weapons\.",
        r",? (?:and|but) may be deployed up to 1\" away from enemy units",
        r" \(instead of [^()]*(?:\([^()]*\)[^()]*)*\)",
    )
)
"""What is so anyway, or stands elsewhere too."""


class Reader:
    """A reader of the text of one rule."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self._tried: dict[tuple[str, Context], Found | None] = {}

    def text(self, text: str) -> Found:
        """All clauses of a text."""
        words = normal(text)
        for pattern, make in SENTENCES:
            match = pattern.fullmatch(words)
            if match is not None:
                return make(self, match, Context())
        found: Found = []
        for sentence in re.split(r"(?<=\.) (?=[A-Z+])", words):
            found += self.phrase(sentence.rstrip(". "), Context())
        return found

    def phrase(self, words: str, context: Context) -> Found:
        """The clauses of a phrase; raises Unread with the part that says something else."""
        words = words.strip(" ,.")
        found = self._read(words, context, 0)
        if found is None:
            raise Unread(words)
        return found

    def _read(self, words: str, context: Context, depth: int) -> Found | None:
        """Try every way to read the words, the simplest first; what was tried before is known."""
        words = words.strip(" ,")
        key = (words, context)
        if not words or depth > DEEPEST:
            return None
        if key not in self._tried:
            self._tried[key] = self._tries(words, context, depth)
        return self._tried[key]

    def _tries(self, words: str, context: Context, depth: int) -> Found | None:
        words, context = aimed(words, context)
        for pattern, make in EFFECTS:
            match = pattern.fullmatch(words)
            if match is not None:
                try:
                    return make(self, match, context)
                except Unread:
                    continue
        idle: Found | None = None
        for taken, rest in self._peeled(words, context):
            found = self._read(rest, taken, depth + 1)
            if found is not None and _can_be_asked(found):
                return found
            idle = idle or found
        cuts = list(re.finditer(r",? (?:and|but) |, ", words))
        for cut in cuts if len(cuts) <= MOST_CUTS else ():
            left = self._read(words[: cut.start()], context, depth + 1)
            if left is None:
                continue
            right = self._read(words[cut.end() :], going_on(words, context), depth + 1)
            if right is not None:
                return left + right
        return idle

    def _peeled(self, words: str, context: Context) -> Iterator[tuple[Context, str]]:
        """The phrase without a subject or condition before it, or without a condition behind it."""
        for pattern, make in SUBJECTS:
            match = pattern.match(words)
            if match is not None:
                yield make(match, context), words[match.end() :]
        for pattern, make in CONDITIONS:
            before = re.match(rf"(?:{pattern.pattern}),? ", words, re.IGNORECASE)
            try:
                if before is not None:
                    yield make(before, context), words[before.end() :]
                for space in re.finditer(r",? ", words):
                    behind = pattern.fullmatch(words, space.end())
                    if behind is not None:
                        yield make(behind, context), words[: space.start()]
            except Unread:
                continue

    def rules(self, names: str, bearer: Bearer = "models") -> tuple[RuleText, ...]:
        """The rules that a list of names means; raises Unread if one of them is not in force."""
        return tuple(self.rule(name, bearer) for name in re.split(r", and |, | and ", names.strip()) if name)

    def rule(self, name: str, bearer: Bearer = "models") -> RuleText:
        """A rule by its name, with the words "in melee" or "when shooting" behind it if it has them."""
        rule = self.lexicon.known(name, bearer)
        if rule is not None:
            return rule
        match = re.fullmatch(r"(.+?) (in melee|when shooting|when attacking)", name, re.IGNORECASE)
        inner = self.lexicon.known(match[1], bearer) if match else None
        if match is None or inner is None:
            raise Unread(name)
        if match[2].casefold() == "when attacking":
            return inner
        when: When = "melee" if match[2].casefold() == "in melee" else "shooting"
        does = Written(name, (Clause(deed="gives", rules=(inner,), when=(when,)),))
        return RuleText(name, does=does)

    def bonus(self, words: str) -> RuleText:
        """A phrase such as "+1 to hit rolls in melee" as a rule that a unit has for a time."""
        return RuleText(words, does=Written(words, tuple(self.phrase(words, Context()))))

    def given(self, words: str) -> tuple[RuleText, ...]:
        """What a unit gets for a time: rules by their names, or a bonus in words."""
        try:
            return self.rules(re.sub(r"^gets? ", "", words), "enchanted")
        except Unread:
            bonus = self.bonus(words)
            if not is_in_force(bonus, "enchanted"):
                raise
            return (bonus,)


def _can_be_asked(clauses: Found) -> bool:
    """Whether the game can look at all conditions of these clauses: if not, the words may belong together otherwise."""
    return all(set(clause.when) <= ASKED.get(clause.deed, frozenset()) for clause in clauses)


def _for_all(clause: Clause, key: str, text: str) -> Clause:
    """A bonus for a model and its whole unit as a rule that the unit has, as other auras give one."""
    if clause.whose != "unit" or clause.deed == "gives":
        return clause
    given = RuleText(key, does=Written(text, (msgspec.structs.replace(clause, whose="model"),)))
    return Clause(deed="gives", rules=(given,), whose="unit")


class Lexicon:
    """The rules of one army book by their names, each read when it is first asked for."""

    def __init__(self, texts: Mapping[str, str] = {}) -> None:
        self._texts = {name.strip().casefold(): text for name, text in (*LATER.items(), *texts.items())}
        self._reading: set[str] = set()
        self._read: dict[tuple[str, int | None], Written] = {}

    def rule(self, name: str, rating: int | None = None) -> RuleText:
        """A rule under the name that the book has for it, with what its text says if the book does not know it."""
        name = SAME_RULE.get(name, name)
        plain = RuleText(name, rating)
        key = name.strip().casefold()
        if name in RULES or key not in self._texts:
            return plain
        return RuleText(name, rating, self._written(key, rating))

    def known(self, words: str, bearer: Bearer = "models") -> RuleText | None:
        """The rule that the words name, if it is in force there."""
        told = RuleText.parse(words)
        rule = self.rule(self._spelt(told.name), told.rating)
        return rule if is_in_force(rule, bearer) else None

    def _spelt(self, name: str) -> str:
        """The name as the book spells it, whatever letters are capitals."""
        return next((known for known in (*RULES, *SAME_RULE) if known.casefold() == name.casefold()), name)

    def _written(self, key: str, rating: int | None) -> Written:
        text = self._texts[key]
        if (key, rating) in self._read:
            return self._read[key, rating]
        if key in self._reading or len(text) > LONGEST:
            return Written(text, (), text)
        self._reading.add(key)
        told = text if rating is None else re.sub(r"\bX\b", str(rating), text)
        try:
            written = Written(text, tuple(_for_all(clause, key, text) for clause in Reader(self).text(told)))
        except Unread as unread:
            written = Written(text, (), str(unread))
        if any(written_problems(RuleText(key, does=written))):
            # Figures out of all proportion: nobody could play the rule, so it is kept without effect.
            written = Written(text, (), told)
        self._reading.discard(key)
        self._read[key, rating] = written
        return written

    def told(self, words: str) -> RuleText | None:
        """A rule by its name, or a bonus in words such as "+1 to hit rolls in melee", that a spell gives."""
        try:
            found = Reader(self).given(words)
        except Unread:
            return None
        return found[0] if len(found) == 1 else None

    def picking(self, count: str, side: str, reach: str, which: str) -> Picking | str:
        """What happens to units that are picked, or the part of it that was not understood."""
        try:
            return picked(Reader(self), count, side, reach, which)
        except Unread as unread:
            return str(unread)
