"""Tables with the rules of a campaign in force."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from tests.regiments.harness import Dicing, Interlude, Table, draw, find, happen, regiment
from warhost.play.script import Script
from warhost.rulesets.regiments.chapters import morale
from warhost.rulesets.regiments.core import Battle, Regiment, Settings, Unit
from warhost.rulesets.regiments.parts.campaign.ledger import Gain, kept

SETTINGS = Settings(parts=("campaign",))

PLAIN = regiment()
HERO = ("Hero", "Tough(3)")


def table(line: str, **regiments: Regiment) -> Table:
    """A table with the campaign's rules in force. Nobody is an underdog: what is made up is worth nothing."""
    return draw(line, SETTINGS, **{name: replace(one, cost=0) for name, one in regiments.items()})


def hero(*rules: str, **fields: Any) -> Regiment:
    """A single hero with what it has gained."""
    fields.setdefault("weapons", ["Blade (A3)"])
    return regiment(size=1, rules=(*HERO, *rules), **fields)


def take_morale(
    drawn: Table,
    name: str,
    dice: Dicing = (),
    *,
    melee: bool = False,
    by: Callable[..., Script[bool]] = morale.take_test,
) -> Interlude:
    """That unit takes a morale test, of wounds or of a melee that it lost."""

    def script(battle: Battle) -> Script[bool]:
        unit: Unit = find(battle, name)
        test = morale.melee_test(battle, unit, None) if melee else morale.made_test(battle, unit)
        return by(battle, unit, test)

    return happen(drawn, script, dice)


def gains(play: Any) -> list[Gain]:
    return list(kept(play.battle).gains)


def names(units: Sequence[Unit]) -> list[str]:
    return [unit.name for unit in units]
