"""Essence of War for newcomers: the words on its cards, and a lesson for each kind of decision."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from warhost.play.guide import Guide, Meaning
from warhost.rulebook import catalogue, find
from warhost.rulesets.essence_of_war.armies import patrol, patrols
from warhost.rulesets.essence_of_war.cards import LABELS
from warhost.rulesets.essence_of_war.entries import rule_name
from warhost.rulesets.essence_of_war.rules import MODEL_RULES
from warhost.rulesets.families.data import lessons


@cache
def guide() -> Guide:
    return Guide(tuple(_terms()), lessons("warhost.rulesets.essence_of_war"))


def _terms() -> Iterator[Meaning]:
    """The characteristics, then every rule, weapon and spell that a patrol lists, each once."""
    rows = catalogue("eow")
    for name, label in LABELS.items():
        yield _meaning(label, f"eow.stat.{name}" if name != "rsr" else "eow.basic.rsr")
    told: set[str] = set()
    for army in patrols():
        for entry in patrol(army).entries:
            for name in map(rule_name, entry.listed):
                row = MODEL_RULES[name].id if name in MODEL_RULES else f"eow.patrol.{_slug(army)}.{_slug(name)}"
                if name not in told and row in rows:
                    told.add(name)
                    yield _meaning(name, row)


def _meaning(name: str, row: str) -> Meaning:
    return Meaning(name, find(row).plain, row)


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower().replace("'", "")).strip("_")
