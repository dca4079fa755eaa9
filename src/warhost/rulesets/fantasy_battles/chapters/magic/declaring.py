"""Declaring a spell: caster, spell, version, targets and dice, with the odds of each choice (Casting Attempt 1)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from warhost.play.events import counted
from warhost.play.questions import Denied, Odds, Option, Part, Place, Placed, Within, reasons
from warhost.play.script import Script, choose, place
from warhost.play.shown.english import does, listed
from warhost.rulebook import find, rule
from warhost.rulesets.families.ninth_age.thinks.losses import panic_odds
from warhost.rulesets.fantasy_battles.chapters.magic import miscast
from warhost.rulesets.fantasy_battles.chapters.magic.casting import (
    Casting,
    castable,
    check_point,
    listen,
    points_for,
    power,
    with_dice,
)
from warhost.rulesets.fantasy_battles.core import SPELLS, Battle
from warhost.rulesets.fantasy_battles.shown.events import NothingToDo
from warhost.rulesets.fantasy_battles.thinks.magic_odds import (
    chance_of_miscast,
    chance_through,
    chance_to_cast,
    chance_to_dispel,
    chances_of_results,
)
from warhost.table import Pose

__all__ = ["BOUND_DICE", "MOST_DICE", "aim", "declare", "dice_words", "first_target", "harm", "on_whom", "spell_text"]

MOST_DICE = 5
"""No spell is cast with more dice."""

BOUND_DICE = (2, 3)
"""What a Bound Spell may be cast with."""

WRONG_SIDE = ("t9a.spelltype.augment", "t9a.spelltype.hex")
"""Reasons against targets that nobody wonders about who has nothing to cast."""


def dice_words(count: int) -> str:
    return counted(count, "die", "dice")


@rule("t9a.magic.casting_declare", "t9a.magic.bound_declare", "t9a.spell.versions")
def declare(battle: Battle) -> Script[Casting | None]:
    """The Active Player names caster, spell, version, targets and dice, all before rolling; or passes."""
    pool = battle.pools[battle.active]
    castings, denied = castable(battle) if pool else ({}, [])
    castings = {key: casting for key, casting in castings.items() if pool >= (1 if casting.bound is None else 2)}
    if not castings:
        if not battle.attempted:
            telling = [one for one in denied if one.rule not in WRONG_SIDE]
            why = reasons(telling, "no Wizard to cast spells") if pool else "it has no Magic Dice"
            yield NothingToDo(battle.active, "Magic", why)
        return None
    options = [Option("pass", "No more spells", passes=True)]
    options += [_option(battle, key, casting) for key, casting in castings.items()]
    key = yield from choose(
        battle.active,
        "cast",
        f"Cast a spell? You have {dice_words(pool)}.",
        options,
        rules=("t9a.magic.casting_declare", "t9a.magic.cast_loop", "t9a.magic.bound_declare"),
        denied=lambda: sorted(denied, key=lambda one: one.rule in WRONG_SIDE),
        weigh=lambda option: _prospects(battle, option, castings.get(option.key)),
    )
    if key == "pass":
        return None
    casting = castings[key]
    if casting.version.is_of("G"):
        yield from aim(battle, casting)
    casting.dice = yield from how_many_dice(battle, casting)
    listen(battle, casting)
    return casting


def _option(battle: Battle, key: str, casting: Casting) -> Option:
    on = on_whom(battle, casting)
    version = "" if len(casting.spell.versions) == 1 or casting.bound is not None else f" ({casting.version.name})"
    if casting.bound is not None:
        low, high = power(battle, casting, 2), power(battle, casting, 3)
        parts = (Part(0, f"Power Level {low} with 2 dice, {high} with 3", "t9a.magic.bound_auto_pass"),)
        needs = Odds("Power Level", low, parts, "needed")
    else:
        needs = Odds("Casting Value", casting.to_roll, _value_parts(casting), "needed")
    return Option(
        key,
        f"{casting.caster.name}: {casting.name}{version}{on}",
        (needs,),
        casting.caster.id,
        casting.targets[0] if casting.targets else None,
        text=spell_text(casting),
    )


def on_whom(battle: Battle, casting: Casting) -> str:
    """On whom, in words; nothing for a spell at a point that is not yet named, or on the caster."""
    if casting.point is not None:
        return f" at {casting.point[0]:.1f}, {casting.point[1]:.1f}"
    if not casting.targets or casting.version.caster:
        return ""
    names = [battle.units[target].name for target in casting.targets]
    return f" on {listed(names)}"


@rule("t9a.spelltype.ground", "t9a.magic.casting_declare")
def aim(battle: Battle, casting: Casting) -> Script[None]:
    """Ask for the point of a Ground spell."""

    def suggest() -> list[Placed]:
        return [Placed(Pose(x, y, 0.0)) for x, y in points_for(battle, casting)]

    question = Place(
        seat=casting.caster.seat,
        topic="spell point",
        text=f"Where {does(casting.caster.name)} cast {casting.name}?",
        note=spell_text(casting),
        rules=("t9a.spelltype.ground", casting.row),
        within=(Within(casting.reach, "Range", casting.caster.id),),
        about=casting.key,
    )
    answer = yield from place(
        question, lambda placed: check_point(battle, casting, placed.pose.x, placed.pose.y), suggest
    )
    casting.point = (round(answer.pose.x, 9), round(answer.pose.y, 9))


def _prospects(battle: Battle, option: Option, casting: Casting | None) -> tuple[Odds, ...]:
    """The chance to cast it with each number of dice, and what it does to its targets once it takes effect."""
    if casting is None:
        return option.odds
    found = list(option.odds)
    if casting.bound is None:
        found += (
            _success(with_dice(battle, casting, count), f"success with {dice_words(count)}", telling=False)
            for count in range(1, min(MOST_DICE, battle.pools[battle.active]) + 1)
        )
    found += harm(battle, casting)
    return tuple(found)


def harm(battle: Battle, casting: Casting) -> Iterator[Odds]:
    """What a spell does to units once it takes effect, where that is left to dice."""
    cls, when = SPELLS[casting.spell.name], " if it takes effect"
    if casting.version.is_of("G") and casting.point is None:
        return
    units = cls.at_risk(battle, casting)
    for unit in units:
        lost = cls.losses(battle, casting, unit)
        if lost is None:
            continue
        parts = (Part(0, _figures(casting), casting.row),)
        if len(units) > 1:
            yield Odds(f"expected HP lost by {unit.name}{when}", lost.mean, parts, "expected", telling=True)
            continue
        yield Odds(f"expected HP lost{when}", lost.mean, parts, "expected", telling=True)
        yield from panic_odds(battle, unit, lost, when)


def _figures(casting: Casting) -> str:
    """The figures with which a spell hits, in words."""
    version = casting.version
    if version.hits is None:
        return f"{casting.spell.name}"
    wounds = f"Strength {version.str_}" if version.str_ is not None else "wounds without a roll"
    if version.str_ is None and version.wound_on is not None:
        wounds = f"wounds on {version.wound_on}+"
    each = " on each model" if version.each_model else ""
    return f"{version.hits} {'hit' if version.hits == 1 else 'hits'}{each}, {wounds}, AP {version.ap}"


def spell_text(casting: Casting) -> str:
    """What the spell does, as its row in the rule table has it, and what a rider adds."""
    told = _words_of(casting.row)
    return told if casting.rider is None else f"{told} {_words_of(SPELLS[casting.rider.name].id)}"


@lru_cache(maxsize=128)
def _words_of(row: str) -> str:
    return find(row).plain


def _value_parts(casting: Casting) -> tuple[Part, ...]:
    own = Part(casting.value.base, f"Casting Value of {casting.name}", casting.row)
    added = (Part(-part.amount, part.why, part.rule) for part in casting.roll.parts)
    return (own, *casting.value.parts, *added)


def how_many_dice(battle: Battle, casting: Casting) -> Script[int]:
    """How many Magic Dice are used."""
    if casting.bound is not None:
        return (yield from _bound_dice(battle, casting))
    return (yield from _casting_dice(battle, casting))


@rule("t9a.magic.casting_dice_limit", "t9a.magic.casting_declare")
def _casting_dice(battle: Battle, casting: Casting) -> Script[int]:
    """1 to 5 dice, not more than there are."""
    pool = battle.pools[battle.active]
    options = []
    for count in range(1, min(MOST_DICE, pool) + 1):
        tried = with_dice(battle, casting, count)
        chances = [_success(tried, "success")]
        if count >= 3:
            chances += _miscast_odds(battle, tried)
        options.append(Option(str(count), dice_words(count), tuple(chances), casting.caster.id, first_target(casting)))
    return (yield from _ask_dice(battle, casting, options, "t9a.magic.casting_dice_limit"))


@rule("t9a.magic.bound_declare", "t9a.magic.bound_auto_pass")
def _bound_dice(battle: Battle, casting: Casting) -> Script[int]:
    """2 or 3 dice, which are not rolled."""
    pool = battle.pools[battle.active]
    options = []
    for count in BOUND_DICE:
        if count <= pool:
            level = power(battle, casting, count)
            text = f"Power Level {level}: a dispelling roll of {level} stops it."
            options.append(
                Option(str(count), dice_words(count), (), casting.caster.id, first_target(casting), text=text)
            )
    return (yield from _ask_dice(battle, casting, options, "t9a.magic.bound_declare"))


def _ask_dice(battle: Battle, casting: Casting, options: list[Option], rule_id: str) -> Script[int]:
    pool, counts = battle.pools[battle.active], [int(option.key) for option in options]
    bound = casting.bound is not None
    limit = "A Bound Spell takes 2 or 3 dice." if bound else f"A spell takes at least 1 and at most {MOST_DICE} dice."
    denied = [
        Denied(str(n), f"You have only {dice_words(pool)} left." if n > pool else limit, rule_id)
        for n in range(MOST_DICE + 2)
        if n not in counts
    ]
    text = f"{casting.name} needs {casting.to_roll}+. How many of your {dice_words(pool)} do you roll?"
    if bound:
        text = f"How many of your {dice_words(pool)} do you use for {casting.name}?"
    key = yield from choose(
        battle.active,
        "casting dice",
        text,
        options,
        note=spell_text(casting),
        rules=(rule_id, "t9a.magic.casting_total", "t9a.miscast.trigger"),
        denied=denied,
        weigh=lambda option: (*option.odds, *_through(battle, casting, int(option.key))),
        about=casting.key,
    )
    return int(key)


def first_target(casting: Casting) -> int | None:
    return casting.targets[0] if casting.targets else None


def _success(casting: Casting, label: str, *, telling: bool = True) -> Odds:
    """The chance that the attempt is passed and the caster keeps concentration."""
    modifier, again = casting.miscast.total, casting.rerolls_ones is not None
    chance = chance_to_cast(casting.dice, casting.to_roll, modifier, again)
    return Odds(label, chance, (*_value_parts(casting), *_dice_parts(casting)), telling=telling)


def _dice_parts(casting: Casting) -> tuple[Part, ...]:
    """What changes the dice themselves."""
    by = casting.rerolls_ones
    return () if by is None else (Part(0, f"{by.name}: dice that show 1 are rolled again", by.id),)


@rule("t9a.miscast.trigger", "t9a.miscast.modifier")
def _miscast_odds(battle: Battle, casting: Casting) -> Iterator[Odds]:
    """The chance of a Miscast if the spell is not dispelled, with that of each result, and what it costs."""
    asked = casting.dice, casting.to_roll, casting.miscast.total, casting.rerolls_ones is not None
    parts = [Part(part.amount, f"{part.why}: Miscast Modifier", part.rule) for part in casting.miscast.parts]
    lost = 0.0
    for result, chance in enumerate(chances_of_results(*asked), 1):
        if chance > 0.0:
            parts.append(Part(0, f"{chance:.1%} {miscast.RESULTS[result]}", miscast.ROWS[result]))
            lost += chance * miscast.losses(battle, casting, result).mean
    yield Odds("Miscast unless dispelled", chance_of_miscast(*asked), tuple(parts), telling=True)
    yield Odds("expected HP lost to a Miscast", lost, tuple(parts), "expected")


@rule("t9a.magic.dispel_total", "t9a.magic.casting_total")
def _through(battle: Battle, casting: Casting, dice: int) -> Iterator[Odds]:
    """The chance that the spell takes effect against each number of dice with which the other side may dispel."""
    tried = with_dice(battle, casting, dice)
    against = battle.pools[battle.reactive]
    helped = tuple(Part(part.amount, part.why, part.rule) for part in tried.dispel.parts)
    for count in range(against, 0, -1):
        if tried.bound is not None:
            chance = 1.0 - chance_to_dispel(count, power(battle, tried, dice) - tried.dispel.total)
        else:
            lead, again = tried.roll.total - tried.dispel.total, tried.rerolls_ones is not None
            chance = chance_through(dice, tried.to_roll, count, lead, tried.miscast.total, again)
        label = f"takes effect against {dice_words(count)} to dispel"
        yield Odds(label, chance, (*_value_parts(tried), *helped), telling=count == against)
