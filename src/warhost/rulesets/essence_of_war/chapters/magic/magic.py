"""The Magic Phase: Flux Cards, casting, dispelling, Miscasts, the stored die."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TypeVar

import msgspec

from warhost.dice import Dice, odds, outcomes
from warhost.play.events import counted
from warhost.play.questions import Act, Denied, Odds, Option, Part, reasons
from warhost.play.script import Script, choose, draw_from, roll, roll_sum
from warhost.play.shown.english import acts, listed
from warhost.rulebook import find, rule
from warhost.rulesets.essence_of_war.chapters.damage import damage
from warhost.rulesets.essence_of_war.chapters.magic.casting import Casting, castable, known_spells, listen, note_attempt
from warhost.rulesets.essence_of_war.chapters.magic.healing import recover_by_rider
from warhost.rulesets.essence_of_war.chapters.turn import end_phase
from warhost.rulesets.essence_of_war.core import SPELLS, Attack, Battle, Unit, present, speakers
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.chapters import panic
from warhost.rulesets.families.ninth_age.thinks.losses import panic_odds
from warhost.table import summed

FLUX = {1: (4, 4), 2: (5, 4), 3: (6, 5), 4: (7, 5), 5: (8, 6), 6: (9, 6)}
"""Magic Dice of the Active and of the Reactive Player by the number of the Flux Card."""

T = TypeVar("T")

MOST_DICE = 5
"""No spell is cast or dispelled with more dice."""

RIDER_OF_THE_GRIMOIRE = "eow.spell.faction.death_is_only_the_beginning"
RIDER_OF_THE_PATROL = "eow.patrol.undying_dynasties.death_is_only_the_beginning"

MOST_CHANNELLED = 2
"""Channel adds no more dice in a phase, however many channel."""


@rule("eow.magic.flux_card_1", "eow.magic.flux_card_2", "eow.magic.flux_card_3")
@rule("eow.magic.flux_card_4", "eow.magic.flux_card_5", "eow.magic.flux_card_6")
@rule("eow.magic.sequence", "eow.magic.flux_table", "eow.magic.duration")
def draw_flux(battle: Battle) -> Script[None]:
    """The phase begins: spells of the Active Player end, a card is drawn, both get their dice."""
    yield from end_spells(battle, battle.active)
    battle.attempted = ()
    if battle.advanced:
        battle.note(cast_by=(), barred=(), healed=(), dispels=0)
    for enemy in list(present(battle, battle.reactive)):
        for speaker in speakers(battle, enemy).at("at_enemy_magic"):
            yield from speaker.at_enemy_magic(battle, enemy)
    card = yield from draw_card(battle)
    active, reactive = FLUX[card]
    yield events.FluxDrawn(battle.active, card, active, reactive)
    channelled = dice_channelled(battle, battle.active)
    if channelled:
        yield events.DiceChannelled(battle.active, channelled)
    give_dice(battle, active + channelled, reactive)
    battle.stage = "cast"


@rule("eow.special.channel", "eow.special.channel_max", "eow.vault.artefact.talisman_of_the_void")
def dice_channelled(battle: Battle, seat: int) -> int:
    """The dice that Wizards of that side add who do not flee, two at most (EOW-R215)."""
    dice = sum(
        speaker.channels
        for unit in present(battle, seat)
        if not battle.body(unit).fleeing
        for speaker in speakers(battle, unit).at("channels")
    )
    return min(dice, MOST_CHANNELLED)


@rule("eow.magic.duration")
def end_spells(battle: Battle, seat: int) -> Script[None]:
    """Lasting spells end when the caster's side begins its next Magic Phase, the caster alive or not (EOW-R125)."""
    for unit in battle.units:
        if not unit.effects:
            continue
        for effect in unit.effects:
            if effect.seat == seat and unit.pose is not None:
                yield events.SpellEnded(unit.id, effect.spell)
        unit.effects = tuple(effect for effect in unit.effects if effect.seat != seat)


@rule("eow.magic.flux_draw", "eow.magic.flux_d6_variant")
def draw_card(battle: Battle) -> Script[int]:
    """A card from the player's own deck, which does not come back; or a D6, where players agreed so."""
    seat = battle.active
    why = "Flux Card"
    if battle.scene.settings.flux == "die":
        return (yield from roll_sum("D6", why=why, rule="eow.magic.flux_d6_variant", seat=seat))
    deck = battle.decks[seat] or tuple(FLUX)
    card = yield from draw_from(sorted(deck), why=why, rule="eow.magic.flux_draw", seat=seat)
    battle.decks = _with(battle.decks, seat, tuple(left for left in deck if left != card))
    return card


@rule("eow.magic.stored_added")
def give_dice(battle: Battle, active: int, reactive: int) -> None:
    """Both get the dice of the card; a stored die joins those of the Active Player (EOW-R106)."""
    pools = _with(battle.pools, battle.active, active + battle.stored[battle.active])
    battle.pools = _with(pools, battle.reactive, reactive)
    battle.stored = _with(battle.stored, battle.active, 0)


@rule("eow.magic.sequence", "eow.magic.cast_roll", "eow.magic.miscast.order")
def cast(battle: Battle) -> Script[None]:
    """One Casting Attempt with all that follows from it, or the end of casting."""
    casting = yield from declare(battle)
    if casting is None:
        battle.stage = "store"
        return
    note_attempt(battle, casting)
    body, entry = battle.body(casting.caster), casting.caster.entry
    faces = yield from casting_roll(battle, casting)
    total = sum(faces) + casting.roll.total
    if total < casting.needed:
        yield events.SpellFailed(casting.caster.id, casting.spell.name, total, casting.needed)
        return
    yield from ward_off(battle, casting)
    if not casting.targets or (yield from dispelled(battle, casting, total)):
        return
    yield events.SpellCast(casting.caster.id, casting.name, casting.targets, total)
    yield from SPELLS[casting.spell.name].resolve(battle, casting)
    if casting.rider is not None:
        yield from recover_by_rider(battle, casting)
    # A single model whose unit died around it goes on under the number of the unit.
    caster = casting.caster if casting.caster.entry == entry else body
    yield from miscast(battle, caster, faces)


@rule("eow.spell.battle_runes.rune_of_revocation")
def ward_off(battle: Battle, casting: Casting) -> Script[None]:
    """Targets that a rule protects from this spell are unaffected, the others are not (EOW-R118)."""
    for number in casting.targets:
        unit = battle.units[number]
        if any(speaker.wards(battle, unit, casting) for speaker in speakers(battle, unit).at("wards")):
            casting.targets = tuple(target for target in casting.targets if target != number)
            yield events.SpellWarded(unit.id, casting.name)


@rule("eow.magic.declare", "eow.magic.target_before_roll", "eow.magic.two_values")
def declare(battle: Battle) -> Script[Casting | None]:
    """The Active Player names caster, spell, version, target and dice, all before rolling; or passes."""
    if battle.pools[battle.active] == 0:
        yield from _nothing_to_cast(battle, "it has no Magic Dice")
        return None
    castings, denied = castable(battle)
    if not castings:
        yield from _nothing_to_cast(battle, reasons(denied, "no Wizard to cast spells"))
        return None
    options = [Option("pass", "No more spells", passes=True)]
    options += [_option(battle, key, casting) for key, casting in castings.items()]
    key = yield from choose(
        battle.active,
        "cast",
        "Cast a spell?",
        options,
        rules=("eow.magic.declare", "eow.magic.once_per_spell"),
        denied=denied,
        weigh=lambda option: _prospects(battle, option, castings.get(option.key)),
    )
    if key == "pass":
        return None
    casting = castings[key]
    casting.dice = yield from how_many_dice(battle, casting)
    listen(battle, casting)
    return casting


def _nothing_to_cast(battle: Battle, why: str) -> Script[None]:
    """It is told where no spell was tried in the whole phase."""
    if not battle.attempted and not battle.more.cast_by:
        yield events.NothingToDo(battle.active, "Magic", why)


def _option(battle: Battle, key: str, casting: Casting) -> Option:
    on = listed([battle.units[target].name for target in casting.targets])
    return Option(
        key,
        f"{casting.caster.name}: {casting.name} on {on}",
        (Odds("Casting Value", casting.to_roll, _value_parts(battle, casting), "needed"),),
        casting.caster.id,
        casting.targets[0],
        text=spell_text(battle, casting),
    )


def _prospects(battle: Battle, option: Option, casting: Casting | None) -> tuple[Odds, ...]:
    """What the spell does to its target once it takes effect, where that is left to dice; to each of several."""
    if casting is None:
        return option.odds
    spell, when = SPELLS[casting.spell.name], " if it takes effect"
    units = spell.at_risk(battle, casting)
    found = list(option.odds)
    for unit in units:
        lost = spell.losses(battle, casting, unit)
        if lost is None:
            continue
        parts = _harm_parts(battle, casting, unit)
        if len(units) > 1:
            found.append(Odds(f"expected HP lost by {unit.name}{when}", lost.mean, parts, "expected", telling=True))
            continue
        found.append(Odds(f"expected HP lost{when}", lost.mean, parts, "expected", telling=True))
        found += panic_odds(battle, unit, lost, when)
    return tuple(found)


def _harm_parts(battle: Battle, casting: Casting, target: Unit) -> tuple[Part, ...]:
    """The figures with which a spell hits."""
    entry, spell = casting.spell, SPELLS[casting.spell.name]
    figure = spell.strength_against(battle, entry, target)
    strength = "wounds without a roll" if figure is None else f"Strength {figure}"
    words = f"{entry.hits} {'hit' if entry.hits == 1 else 'hits'}, {strength}, AP {entry.ap or 0}"
    return (Part(0, words, spell.row(battle, casting.caster)),)


def spell_text(battle: Battle, casting: Casting) -> str:
    """What the spell does, as its row in the rule table has it, and what a rider adds."""
    told = _words_of(SPELLS[casting.spell.name].row(battle, casting.caster))
    if casting.rider is None:
        return told
    advanced = battle.scene.settings.mode == "advanced"
    return f"{told} {_words_of(RIDER_OF_THE_GRIMOIRE if advanced else RIDER_OF_THE_PATROL)}"


@lru_cache(maxsize=64)
def _words_of(row: str) -> str:
    """The row without a hint at other patrols that know the spell too."""
    return re.sub(r" \(Also in [^)]*\)", "", find(row).plain)


def _value_parts(battle: Battle, casting: Casting) -> tuple[Part, ...]:
    row = SPELLS[casting.spell.name].row(battle, casting.caster)
    own = Part(casting.value.base, f"Casting Value of {casting.name}", row)
    added = (Part(-part.amount, part.why, part.rule) for part in casting.roll.parts)
    return (own, *casting.value.parts, *added)


@rule("eow.magic.declare", "eow.magic.miscast.trigger")
def how_many_dice(battle: Battle, casting: Casting) -> Script[int]:
    """1 to 5 dice, not more than there are."""
    pool = battle.pools[battle.active]
    options = []
    for count in range(1, min(MOST_DICE, pool) + 1):
        tried = with_dice(battle, casting, count)
        chances = [Odds("success", chance_of(count, tried.to_roll), _value_parts(battle, tried), telling=True)]
        if count >= 3:
            tripled = (Part(0, "three dice show the same, and the spell is cast", "eow.magic.miscast.trigger"),)
            chances.append(
                Odds("Miscast unless dispelled", chance_of_miscast(count, tried.to_roll), tripled, telling=True)
            )
        options.append(Option(str(count), _dice(count), tuple(chances), casting.caster.id, casting.targets[0]))
    key = yield from choose(
        battle.active,
        "casting dice",
        f"{casting.name} needs {casting.to_roll}+. How many of your {_dice(pool)} do you roll?",
        options,
        note=spell_text(battle, casting),
        rules=("eow.magic.declare", "eow.magic.cast_roll", "eow.magic.miscast.trigger"),
        denied=_too_many(pool, "eow.magic.declare"),
        weigh=lambda option: _through(battle, casting, option),
        about=casting.key,
    )
    return int(key)


@rule("eow.magic.dispel", "eow.magic.cast_roll")
def _through(battle: Battle, casting: Casting, option: Option) -> tuple[Odds, ...]:
    """The odds of so many dice, against each number of dice with which the other side may dispel."""
    tried = with_dice(battle, casting, int(option.key))
    against = min(MOST_DICE, battle.pools[battle.reactive])
    found = list(option.odds)
    for count in range(against, 0, -1):
        chance = chance_through(tried.dice, tried.to_roll, count, tried.dispel.total - tried.roll.total)
        parts = (*_value_parts(battle, tried), *(Part(p.amount, p.why, p.rule) for p in tried.dispel.parts))
        label = f"takes effect against {_dice(count)} to dispel"
        found.append(Odds(label, chance, parts, telling=count == against))
    return tuple(found)


def with_dice(battle: Battle, casting: Casting, dice: int) -> Casting:
    """The same casting with so many dice, and what rules say to that."""
    tried = msgspec.structs.replace(casting, dice=dice)
    listen(battle, tried)
    return tried


def _too_many(pool: int, rule_id: str) -> list[Denied]:
    if pool <= MOST_DICE:
        return [Denied(str(n), f"You have only {_dice(pool)} left.", rule_id) for n in range(pool + 1, MOST_DICE + 1)]
    return [Denied(str(MOST_DICE + 1), f"A spell takes at most {MOST_DICE} dice.", rule_id)]


def _dice(count: int) -> str:
    return counted(count, "die", "dice")


@rule("eow.magic.cast_roll", "eow.magic.dice_spent")
def casting_roll(battle: Battle, casting: Casting) -> Script[tuple[int, ...]]:
    """The dice leave the pool and are rolled; their sum has to reach the Casting Value."""
    caster = casting.caster
    _spend(battle, battle.active, casting.dice)
    yield events.SpellDeclared(
        caster.id, casting.name, casting.targets, casting.dice, casting.needed, tuple(casting.value.parts)
    )
    return (
        yield from roll(
            f"{casting.dice}D6",
            why=f"Casting {casting.name}",
            rule="eow.magic.cast_roll",
            seat=caster.seat,
            unit=caster.id,
            need=casting.to_roll,
            counts="total",
        )
    )


@rule("eow.magic.dispel", "eow.magic.dispel_optional", "eow.magic.dice_spent")
def dispelled(battle: Battle, casting: Casting, total: int) -> Script[bool]:
    """The Reactive Player may try once, with up to 5 dice: the casting roll equalled or beaten stops the spell."""
    pool, seat = battle.pools[battle.reactive], battle.reactive
    if pool == 0:
        return False
    modifier = casting.dispel.total
    helped = [Part(-part.amount, part.why, part.rule) for part in casting.dispel.parts]
    parts = (Part(total, "casting roll to equal or beat", "eow.magic.dispel"), *helped)
    options = [Option("no", "Do not dispel", unit=casting.caster.id, target=casting.targets[0], passes=True)]
    for count in range(1, min(MOST_DICE, pool) + 1):
        chance = Odds("dispelled", chance_of(count, total - modifier), parts)
        options.append(Option(str(count), _dice(count), (chance,), casting.caster.id, casting.targets[0]))
    on = listed([battle.units[target].name for target in casting.targets])
    key = yield from choose(
        seat,
        "dispel",
        f"{acts(casting.caster.name, 'casts')} {casting.name} on {on} "
        f"with a roll of {total}. You have {_dice(pool)}. Dispel?",
        options,
        note=spell_text(battle, casting),
        rules=("eow.magic.dispel", "eow.magic.dispel_optional"),
        denied=_too_many(pool, "eow.magic.dispel"),
        act=Act(casting.caster.id, casting.targets),
        about=casting.key,
    )
    if key == "no":
        return False
    _spend(battle, seat, int(key))
    if battle.scene.settings.mode == "advanced":
        battle.note(dispels=battle.more.dispels + 1)
    rolled = yield from roll_sum(
        f"{key}D6", why=f"Dispelling {casting.name}", rule="eow.magic.dispel", seat=seat, need=total - modifier
    )
    against = rolled + modifier
    if against >= total:
        yield events.SpellDispelled(seat, casting.name, against, total)
        return True
    yield events.DispelFailed(seat, casting.name, against, total)
    return False


@rule("eow.magic.miscast.trigger", "eow.magic.miscast.order", "eow.magic.miscast.hits", "eow.magic.miscast.wound")
def miscast(battle: Battle, caster: Unit, faces: tuple[int, ...]) -> Script[None]:
    """Three equal dice in a spell that took effect: now the caster is hit, by as many hits as dice were used.

    Characters and Support units suffer one fewer, and a Character in the ranks of a unit suffers them alone. The hits
    wound on 4+ with the tripled number as Armour Penetration; losses count for Panic (EOW-R096, EOW-R110).
    """
    body = battle.body(caster)
    tripled = next((face for face in faces if faces.count(face) >= 3), None)
    if tripled is None or body.pose is None:
        return
    hits = len(faces) - (1 if battle.entry(caster).category in ("Character", "Support") else 0)
    yield events.Miscast(caster.id, hits, tripled)
    attack = Attack("miscast", None, caster.id, hits, "Miscast", "eow.magic.miscast.wound", ap=tripled, wound_on=4)
    yield from damage.roll_hits(battle, damage.prepared(battle, attack))
    yield from panic.suffer_attacks(battle, [attack])
    yield from panic.after_losses(battle, body, None)


@rule("eow.magic.store", "eow.multi.magic_store")
def store(battle: Battle) -> Script[None]:
    """The phase ends: the Active Player may keep one unused die for the next own phase, all others are lost."""
    seat = battle.active
    if battle.pools[seat] and _casts_again(battle, seat):
        options = [Option("store", "Keep one die for the next Magic Phase"), Option("no", "Keep none", passes=True)]
        text = f"You have {_dice(battle.pools[seat])} left. Store one?"
        key = yield from choose(seat, "store", text, options, rules=("eow.magic.store",))
        if key == "store":
            battle.stored = _with(battle.stored, seat, 1)
            yield events.DieStored(seat)
    battle.pools = (0, 0)
    yield from end_phase(battle)


def _casts_again(battle: Battle, seat: int) -> bool:
    """Whether a stored die could still be of use: there is a Wizard, and another Magic Phase to come."""
    if battle.turn >= battle.scene.settings.game_turns:
        return False
    return any(known_spells(battle, unit) for unit in present(battle, seat))


def _spend(battle: Battle, seat: int, count: int) -> None:
    battle.pools = _with(battle.pools, seat, battle.pools[seat] - count)


def _with(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return tuple(value if place == seat else kept for place, kept in enumerate(values))


@lru_cache(maxsize=1024)
def chance_of(count: int, total: int) -> float:
    """The chance that so many D6 add up to at least that."""
    return odds.at_least(Dice(count, 6), total)


@lru_cache(maxsize=4096)
def chance_through(count: int, needed: int, against: int, modifier: int) -> float:
    """The chance that a casting with so many dice succeeds and is not dispelled by so many others."""
    dispelling = odds.of(Dice(against, 6))
    return summed(
        chance * dispelling.at_most(total - modifier - 1)
        for total, chance in odds.of(Dice(count, 6)).items()
        if total >= needed
    )


@lru_cache(maxsize=1024)
def chance_of_miscast(count: int, needed: int) -> float:
    """The chance that a casting succeeds and shows three equal dice."""
    return sum(
        chance
        for faces, chance in outcomes(Dice(count, 6))
        if sum(faces) >= needed and any(faces.count(face) >= 3 for face in faces)
    )


STEPS = {"draw flux": draw_flux, "cast": cast, "store": store}
