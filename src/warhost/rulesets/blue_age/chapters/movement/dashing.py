"""Dashing: a D5 of inches more (Move Phase; BLUE-R27)."""

from __future__ import annotations

from warhost.dice import Dice, odds
from warhost.play.questions import Denied, Odds, Option
from warhost.play.script import Script, choose, roll_sum
from warhost.play.shown.english import acts, verb
from warhost.rulebook import rule
from warhost.rulesets.blue_age.core import Battle, Unit, has, joined, speakers
from warhost.rulesets.blue_age.core.events import battle as events
from warhost.rulesets.blue_age.core.party import is_torn


@rule("blue.special.animated_construct_no_dash", "blue.move.cohesion", "blue.move.dash")
def why_no_dash(battle: Battle, unit: Unit) -> Denied | None:
    """Why a unit may not dash, if it may not (BLUE-R12, BLUE-R24, BLUE-R27)."""
    constructs = [one for one in (unit, *joined(battle, unit)) if has(battle, one, "no_dash")]
    if constructs:
        why = f"{constructs[0].name} never {verb(constructs[0].name, 'dashes')}."
        return Denied("dash", why, "blue.special.animated_construct_no_dash", unit.id)
    if unit.rallied and battle.settings.rally_limits:
        return Denied("dash", f"{unit.name} rallied in this turn.", "blue.command.rally", unit.id)
    if unit.host is None and is_torn(battle, unit):
        return Denied("dash", f"{unit.name} {verb(unit.name, 'is')} out of cohesion.", "blue.move.cohesion", unit.id)
    return None


@rule("blue.move.dash", "blue.move.dash_marker", "blue.unit_type.beast_rerolls")
def dash(battle: Battle, unit: Unit) -> Script[int]:
    """The unit dashes: a D5 for all its models; Beasts may roll it again. Returns the inches."""
    inches = yield from roll_sum("D5", why="Dash", rule="blue.move.dash", seat=unit.seat, unit=unit.id)
    if speakers(battle, unit).at("dashes_again"):
        options = [
            Option("none", f'Keep {inches}"', unit=unit.id, passes=True),
            Option("0", "Roll the D5 again", unit=unit.id),
        ]
        cite = "blue.unit_type.beast_rerolls"
        text = f'{acts(unit.name, "dashes")} {inches}" farther. Roll again?'
        rolled = inches

        def weigh(option: Option) -> tuple[Odds, ...]:
            expected = float(rolled) if option.passes else odds.of(Dice.parse("D5")).mean
            return (Odds("expected inches", expected, (), "expected", telling=True),)

        key = yield from choose(unit.seat, "reroll", text, options, rules=(cite,), weigh=weigh)
        if key == "0":
            inches = yield from roll_sum("D5", why="Dash, again", rule=cite, seat=unit.seat, unit=unit.id)
    for one in (unit, *joined(battle, unit)):
        one.dashed = True
    yield events.UnitDashed(unit.id, inches)
    return inches
