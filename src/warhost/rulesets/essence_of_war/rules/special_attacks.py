"""Special Attacks: automatic hits beside normal attacks, at their own values (Model Rules: Special Attacks).

The values are those in brackets or the model's printed ones: nothing that acts on the attacker changes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from warhost.play.rules.rulebase import Brackets
from warhost.rulesets.essence_of_war.core import MODEL_RULES, Battle, ModelRule, SpecialAttack, Unit, printed, value

_HITS = re.compile(r"(\d+|\d*D[36](?:\+\d+)?)(?: Hits?)?(?:, Str (\d+), AP (\d+))?")
_BREATH = re.compile(r"Str (\d+), AP (\d+)")

SMALL_BASE = 25
"""Stomp reaches bases of 20x20 and 25x25 mm."""

BREATH_HITS = "2D3"


class AutomaticHits(ModelRule):
    """A rule whose brackets tell automatic hits: how many, and how hard if not as hard as the model strikes."""

    brackets = Brackets(_HITS.pattern, "1 Hit, Str 4, AP 1")

    def __init__(self, said: str = "") -> None:
        super().__init__(said)
        match = _HITS.fullmatch(said)
        assert match is not None, f"{self.name} ({said}) cannot be read"
        self.hits = match[1]
        self.strength: int | None = int(match[2]) if match[2] else None
        self.ap: int | None = int(match[3]) if match[2] else None

    def at(
        self, battle: Battle, bearer: Unit, agility: int, *, front_only: bool = False, max_base_mm: int | None = None
    ) -> SpecialAttack:
        """The attack of one model at that step."""
        profile = battle.profile(bearer)
        return SpecialAttack(
            source=self,
            agility=agility,
            hits=self.hits,
            strength=printed(profile, "str") if self.strength is None else self.strength,
            ap=printed(profile, "ap") if self.ap is None else self.ap,
            front_only=front_only,
            max_base_mm=max_base_mm,
        )


@MODEL_RULES.rule("Impact", "eow.basic.impact", "eow.special_attack.impact", "eow.diff.impact")
class Impact(AutomaticHits):
    """In the round after it charged each model in contact makes automatic hits at Agility 10 (EOW-R178)."""

    def special_attacks(self, battle: Battle, bearer: Unit) -> Iterable[SpecialAttack]:
        if battle.body(bearer).charging:
            yield self.at(battle, bearer, 10, front_only=True)


@MODEL_RULES.rule("Stomp", "eow.patrol.ogre_khans.stomp", "eow.special_attack.stomp", "eow.diff.stomp")
class Stomp(AutomaticHits):
    """In every round automatic hits at Agility 0 on enemies with bases of 20x20 or 25x25 mm."""

    def special_attacks(self, battle: Battle, bearer: Unit) -> Iterable[SpecialAttack]:
        yield self.at(battle, bearer, 0, max_base_mm=SMALL_BASE)


@MODEL_RULES.rule("Grind", "eow.special_attack.grind")
class Grind(AutomaticHits):
    """In every round automatic hits at Agility 0."""

    def special_attacks(self, battle: Battle, bearer: Unit) -> Iterable[SpecialAttack]:
        yield self.at(battle, bearer, 0)


class BreathAttack(ModelRule):
    """2D3 automatic hits, once a game: in melee at its own Agility, or as a shooting attack (see `breath`)."""

    strength: int | None = None
    ap: int | None = None

    def breathes(self, battle: Battle, bearer: Unit) -> SpecialAttack | None:
        if self.name in bearer.used:
            return None
        profile = battle.profile(bearer)
        return SpecialAttack(
            source=self,
            agility=value(battle, bearer, "agi"),
            hits=BREATH_HITS,
            strength=printed(profile, "str") if self.strength is None else self.strength,
            ap=printed(profile, "ap") if self.ap is None else self.ap,
            once=True,
        )

    def special_attacks(self, battle: Battle, bearer: Unit) -> Iterable[SpecialAttack]:
        breath = self.breathes(battle, bearer)
        if breath is not None:
            yield breath


@MODEL_RULES.rule(
    "Breath", "eow.special_attack.breath_once", "eow.special_attack.breath_modes", "eow.special_attack.breath_hits"
)
class Breath(BreathAttack):
    """Breath of the model's own, at the values in its brackets if there are any."""

    brackets = Brackets(_BREATH.pattern, "Str 4, AP 1", needed=False)

    def __init__(self, said: str = "") -> None:
        super().__init__(said)
        match = _BREATH.fullmatch(said)
        if match is not None:
            self.strength, self.ap = int(match[1]), int(match[2])
