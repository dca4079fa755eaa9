"""Special rules as data: a rule on a profile, and what the sentences of an army book say that it does.

A sentence such as "This model gets AP(+1) when charging." is a clause: what it does, how much, when, and for whom. The
reader (`rule_reading`) makes clauses of sentences, the rules of the game (`written`) act on them. A rule whose text
was not understood to its end has no clauses, and is not in force.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, TypeAlias, get_args

import msgspec
from msgspec import UNSET, UnsetType

AttackDeed: TypeAlias = Literal[
    "hit",  # added to rolls to hit
    "ap",  # added to AP
    "quality",  # attacks at that Quality
    "extra hits",  # so many further hits for each unmodified result to hit of `face` or more
    "six ap",  # added to the AP of hits from unmodified 6s
    "six wounds",  # further wounds for each hit from an unmodified 6 that is not blocked
    "low wounds",  # a further wound for each unmodified result to block of `face` or less
    "reroll blocks",  # unmodified results to block of `face` or more are rolled again
    "ignore cover",
    "ignore regeneration",
    "heedless",  # no negative modifiers to hit
    "deadly",  # added to Deadly
    "blast",  # added to Blast
    "either",  # a die decides: 1-3 gives AP(+amount), 4-6 gives +amount to hit
    "extra attacks",  # a further attack for each unmodified result to hit of `face` or more
    "recoil",  # a wound on its own unit for each unmodified result to hit of `face` or less
    "less ap",  # taken from the AP of its hits, to no less than 0
    "steady",  # no penalty for shooting after a move with weapons that need no sight
    "picks",  # it picks the model that it attacks, and its hits come before the others
    "reroll hits",  # misses with an unmodified result of `face` or less are rolled again
]

Deed: TypeAlias = Literal[
    AttackDeed,
    # when its unit is attacked
    "enemy hit",  # added to the attacker's rolls to hit
    "block",  # added to Defense rolls
    "enemy ap",  # added to the AP of hits, to no less than 0
    "reroll own blocks",  # failed Defense rolls with an unmodified result of `face` or less are rolled again
    "ignore wounds",  # each wound is ignored on that roll; `magic` for wounds of spells
    "defense",  # counts as having that Defense
    "enemy range",  # added to the range of who shoots at it
    "enemy charge",  # added to the movement of who charges it
    # moves and shooting
    "move",  # inches added to these `actions`
    "range",  # inches added to the range of its weapons
    "only holds",
    "no rule",  # it need not heed the rule of that name
    "slowed",  # counts as being in difficult ground
    "endangered",  # counts as being in dangerous ground when it moves
    "crosses",  # when it moves through enemies: `dice`, each that shows `need` is `amount` hits; `name` is how often
    "rush shot",  # may shoot after a Rush
    "after",  # may move so many inches after shooting or melee
    "place",  # may be placed within so many inches when activated
    "deploy place",  # the same after it was deployed
    "arrival",  # something to do with a unit that is picked when it comes in from Ambush
    "band",  # comes in from Ambush within so many inches of an edge
    "keeps off",  # comes in from Ambush more than so many inches away from enemies
    "parting",  # after a move that follows a melee: dice of its models on an enemy within `amount`", wounds on `need`
    "delays",  # may pass its turn once per round if the enemy has more units left to activate
    "repel",  # enemies from Ambush keep so many inches away
    # morale and melee
    "morale",  # added to morale tests
    "reroll morale",  # a failed morale test is taken again
    "morale save",  # a failed morale test is passed on that roll
    "no retreat",  # a failed morale test is passed for wounds: 1-amount for each that it can take
    "steadfast",  # Shaken at the start of a round: recovers on that roll
    "strikes first",
    "melee hits",  # when it strikes: `dice` that hit on `need`
    "melee wounds",  # the same, and each hit is a wound
    "impact ap",  # AP of the hits of its impact
    "casting",  # added to casting rolls
    "takedown",  # once per game `amount` further attacks in melee at Quality `need` on a model that it picks
    "retaliate",  # so many hits on the attacker for each wound that it takes in melee
    "deathstrike",  # so many hits on the attacker for each of its models killed in melee
    # rules in rules
    "gives",  # it has these rules
    "boosts",  # its rule of that name is replaced by these clauses
    "choose",  # one of these `rules` when it is activated
    "feat",  # these `rules` once per game, when it attacks or moves: `name` tells when
    "grows",  # one of these `rules` by how many markers it has; `name` tells when it gets one
    "ability",  # something to do with a unit that is picked
    "unique",  # one such unit in an army
]

ATTACK_DEEDS: frozenset[str] = frozenset(get_args(AttackDeed))

HIT_DEEDS = frozenset(
    {"ap", "extra hits", "six ap", "six wounds", "low wounds", "reroll blocks", "ignore cover", "ignore regeneration"}
    | {"deadly", "blast", "recoil"}
)
"""What hits without an attacker can have, those of spells."""

When: TypeAlias = Literal[
    "melee",
    "shooting",
    "charging",
    "far",  # more than 9" away, when shooting
    "close",  # at most 12" away, when shooting
    "far or charging",  # shooting from more than 9" away, or charging
    "from afar",  # shot, or charged, from more than 9" away
    "held",  # on a Hold action
    "still",  # has not moved since its last activation began
    "near terrain",  # most of its models are within 1" of terrain
    "just arrived",  # in the round in which it came in from Ambush
    "no spell",  # not by hits of a spell
]

_ATTACKING: frozenset[When] = frozenset(
    {"melee", "shooting", "charging", "far", "close", "far or charging", "held", "near terrain", "just arrived"}
)
_ATTACKED: frozenset[When] = frozenset({"melee", "shooting", "far", "from afar", "still", "near terrain", "no spell"})

CONDITIONS: dict[str, frozenset[When]] = {
    **dict.fromkeys(ATTACK_DEEDS, _ATTACKING),
    **dict.fromkeys(("enemy hit", "block", "enemy ap", "reroll own blocks"), _ATTACKED),
    **dict.fromkeys(("move", "ignore wounds"), frozenset[When]({"near terrain"})),
    **dict.fromkeys(("gives", "after"), frozenset[When]({"melee", "shooting"})),
    "picks": frozenset(),
}
"""Which conditions the game can look at for each deed; a clause with another one is not in force."""

Whose: TypeAlias = Literal["model", "all", "most", "unit"]
"""Who has what a clause gives: the model, a unit all of whose models (or most) have the rule, or the whole unit."""

Action: TypeAlias = Literal["advance", "rush", "charge"]


class RuleText(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """A special rule as it is written on a profile: `AP(1)`, `Fast`.

    `does` is what an army book's own sentences say of it; the rules of the rulebook have none.
    """

    name: str
    rating: int | None = None
    does: Written | UnsetType = UNSET

    def __str__(self) -> str:
        return self.name if self.rating is None else f"{self.name}({self.rating})"

    @classmethod
    def parse(cls, text: str) -> RuleText:
        """The rule that a text names; what stands in brackets and is no number belongs to the name."""
        match = _RATED.fullmatch(text.strip())
        return cls(match[1], int(match[2])) if match else cls(text.strip())

    @property
    def clauses(self) -> tuple[Clause, ...]:
        return () if self.does is UNSET else self.does.clauses

    @property
    def text(self) -> str:
        """The sentences that it was read from; empty for the rules of the rulebook."""
        return "" if self.does is UNSET else self.does.text


_RATED = re.compile(r"(.+?)\s*\((\d{1,4})\)")


class Written(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """What a rule does by its own text, the text kept. Without clauses it was not understood: not in force."""

    text: str
    clauses: tuple[Clause, ...] = ()
    unread: str = ""
    """The part of the text that was not understood."""


class Picking(msgspec.Struct, frozen=True, omit_defaults=True, cache_hash=True, kw_only=True, gc=False):
    """Something that a model may do once in an activation: pick units, to which something happens."""

    target: Literal["friend", "enemy"]
    range: int
    units: int = 1
    sight: bool = False
    dice: int = 0
    """Dice that are rolled first: it happens once for each that shows `need`."""
    need: int = 0
    only: str = ""
    """The rule that the picked unit must have."""
    per_game: bool = False
    hits: int = 0
    rules: tuple[RuleText, ...] = ()
    """Those of the hits."""
    gives: tuple[RuleText, ...] = ()
    against: tuple[RuleText, ...] = ()
    """What friends have who attack the picked unit."""
    heals: str = ""
    danger: bool = False
    """The picked unit takes a dangerous terrain test."""
    fails: Literal["", "fatigued", "shaken"] = ""
    """The picked unit takes a morale test: what it becomes if it fails."""
    marks: int = 0
    """Markers that are placed on the picked unit: friends who attack it may remove some, and have as many levels of
    `against` for that attack."""
    lasts: Literal["round", "game"] = "round"
    """How long what it gives stays on the picked unit at most."""
    once: bool = False


class Clause(msgspec.Struct, frozen=True, omit_defaults=True, cache_hash=True, kw_only=True, gc=False):
    """One thing that a rule does."""

    deed: Deed
    amount: int = 0
    when: tuple[When, ...] = ()
    """All of these must be so."""
    whose: Whose = "model"
    tough: tuple[int, int] | None = None
    """Only against units most of whose models have Tough in that span."""
    defense: tuple[int, int] | None = None
    """Only against units most of whose models have a Defense in that span."""
    face: int = 0
    magic: int = 0
    dice: int = 0
    need: int = 0
    actions: tuple[Action, ...] = ()
    name: str = ""
    rules: tuple[RuleText, ...] = ()
    clauses: tuple[Clause, ...] = ()
    picking: Picking | None = None


def every_clause(rule: RuleText) -> Iterator[Clause]:
    """All that a rule does, also by rules in it."""
    for clause in rule.clauses:
        yield clause
        for given in (*clause.rules, *((*clause.picking.gives, *clause.picking.against) if clause.picking else ())):
            yield from every_clause(given)
        yield from clause.clauses
