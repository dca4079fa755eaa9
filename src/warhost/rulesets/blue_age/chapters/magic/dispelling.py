"""Dispelling: the opponent's dice against a spell that was just cast (Dispelling; Table: Dispel Modifier)."""

from __future__ import annotations

from warhost.play.questions import Act, Denied, Odds, Option
from warhost.play.rules.tally import Tally
from warhost.play.script import Script, choose
from warhost.play.shown.english import acts
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.heroes import destiny
from warhost.rulesets.blue_age.chapters.magic import pools as magic
from warhost.rulesets.blue_age.chapters.magic.pools import SIDES, Casting
from warhost.rulesets.blue_age.chapters.wounds.attacks import needed_parts
from warhost.rulesets.blue_age.core import Battle, Unit, has
from warhost.rulesets.blue_age.core.events import magic as events
from warhost.rulesets.blue_age.thinks import magic_odds


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


@rule("blue.dispel_mod.target_higher_mr", "blue.dispel_mod.target_lower_mr", "blue.dispel_mod.target_engaged")
@rule("blue.dispel_mod.own_engaged", "blue.dispel_mod.target_wounded", "blue.dispel_mod.own_wounded")
def modifiers(battle: Battle, own: Unit, target: Unit) -> Tally:
    """What is added to each die of a dispel: who is the better caster, who is engaged, who is wounded (BLUE-R82)."""
    found = Tally()
    by = magic.rating(battle, own) - magic.rating(battle, target)
    if by < 0:
        found.add(by, "higher Magic Rating of the caster", "blue.dispel_mod.target_higher_mr")
    elif by > 0:
        found.add(by, "lower Magic Rating of the caster", "blue.dispel_mod.target_lower_mr")
    if magic.is_engaged(battle, target):
        found.add(1, "the caster is engaged", "blue.dispel_mod.target_engaged")
    if magic.is_engaged(battle, own):
        found.add(-1, f"{own.name} engaged", "blue.dispel_mod.own_engaged")
    if is_wounded(target):
        found.add(1, "the caster is wounded", "blue.dispel_mod.target_wounded")
    if is_wounded(own):
        found.add(-1, f"{own.name} wounded", "blue.dispel_mod.own_wounded")
    return found


def is_wounded(caster: Unit) -> bool:
    """Whether a caster has lost any Health."""
    return any(model.lost for model in caster.models)


@rule("blue.dispel.success_dice")
def need_of(battle: Battle, own: Unit, target: Unit) -> int:
    """The face that each die of a dispel needs: 2 to 12, and a twelve always succeeds (BLUE-R82)."""
    number = magic.target_number(magic.rating(battle, own)) - modifiers(battle, own, target).total
    return max(2, min(SIDES, number))


@rule("blue.dispel.select_caster_in_range")
def in_reach(battle: Battle, own: Unit, target: Unit) -> bool:
    """Whether a caster's Dispel Range reaches the enemy caster: from base to base, seen or not (BLUE-R82)."""
    inches = magic.dispel_range(magic.rating(battle, own))
    return magic.between_casters(battle, own, target) <= inches + 1e-6


@rule("blue.casting.opponent_dispel", "blue.dispel.select_dice")
def attempt(battle: Battle, cast: Casting) -> Script[bool]:
    """The opponent may try to dispel a spell, once, with one caster and at least one die (BLUE-R83). Returns whether it
    worked."""
    seat = 1 - cast.caster.seat
    pool = battle.pools[seat]
    own = magic.casters(battle, seat)
    if not pool or not own:
        return False
    near = [one for one in own if in_reach(battle, one, cast.caster)]
    options = [_option(battle, cast, one, dice) for one in near for dice in range(1, pool + 1)]
    denied = [_too_far(battle, one, cast.caster) for one in own if one not in near]
    name = cast.spell.name
    key = yield from choose(
        seat,
        "dispel",
        f"Dispel {name}, cast by {cast.caster.name}?",
        [*options, Option("pass", "Let it happen", passes=True)],
        note=f"{_count(cast.successes, 'success', 'successes')} needed, {_count(pool, 'die', 'dice')} in your pool.",
        rules=("blue.casting.opponent_dispel", "blue.dispel.compare"),
        denied=denied,
        act=Act(cast.caster.id, () if cast.target is None else (cast.target.id,)),
        about=name,
    )
    if key == "pass":
        return False
    number, dice = map(int, key.split(":"))
    magic.take_dice(battle, seat, dice)
    return (yield from _roll(battle, cast, battle.units[number], dice))


def _too_far(battle: Battle, own: Unit, target: Unit) -> Denied:
    gap, inches = magic.between_casters(battle, own, target), magic.dispel_range(magic.rating(battle, own))
    why = f'{own.name} reaches {inches:g}", but {acts(target.name, "is")} {gap:.1f}" away.'
    return Denied(str(own.id), why, "blue.dispel.select_caster_in_range", unit=own.id)


@rule("blue.dispel.compare", "blue.special.arcane_mastery")
def _roll(battle: Battle, cast: Casting, own: Unit, dice: int) -> Script[bool]:
    """The dice of a dispel: as many successes as the spell has dispel it. Arcane Mastery rolls failures once more
    (BLUE-R08), and a point of Destiny up to three dice."""
    need = need_of(battle, own, cast.caster)
    rolled = destiny.MagicRoll(own, need, f"Dispelling {cast.spell.name}", "blue.dispel.success_dice")
    yield from rolled.throw(dice)
    if rolled.successes < cast.successes and has(battle, own, "masters_dispels"):
        yield from rolled.throw_again(rolled.failures, "Arcane Mastery", "blue.special.arcane_mastery")
    if rolled.successes < cast.successes:
        yield from destiny.for_magic(battle, rolled)
    done = rolled.successes >= cast.successes
    yield events.SpellDispelled(own.id, cast.spell.name, rolled.told, rolled.successes, cast.successes, done)
    return done


def _option(battle: Battle, cast: Casting, own: Unit, dice: int) -> Option:
    label = f"{own.name} with {dice} {'die' if dice == 1 else 'dice'}"
    return Option(f"{own.id}:{dice}", label, odds_of(battle, cast, own, dice), unit=own.id)


def odds_of(battle: Battle, cast: Casting, own: Unit, dice: int) -> tuple[Odds, ...]:
    """The chance that a dispel works, and what its dice need."""
    need = need_of(battle, own, cast.caster)
    chance = magic_odds.reaches(dice, need, cast.successes, has(battle, own, "masters_dispels"))
    parts = needed_parts(modifiers(battle, own, cast.caster))
    return Odds("dispels it", chance, telling=True), Odds("needed on each die", need, parts, "needed")
