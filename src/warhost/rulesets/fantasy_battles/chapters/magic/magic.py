"""The Magic Phase: a Flux Card, Siphon the Veil, then spells one after the other, each in its steps A to F."""

from __future__ import annotations

from typing import TypeVar

from warhost.play.events import counted
from warhost.play.questions import Act, Denied, Odds, Option, Part
from warhost.play.script import Script, choose, draw_from, roll
from warhost.play.shown.english import acts, does
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.chapters.magic import miscast
from warhost.rulesets.fantasy_battles.chapters.magic.casting import (
    FLUX_MISCAST,
    Casting,
    attributes,
    known_spells,
    note_attempt,
    path_rule,
    power,
)
from warhost.rulesets.fantasy_battles.chapters.magic.declaring import (
    aim,
    declare,
    dice_words,
    first_target,
    harm,
    on_whom,
    spell_text,
)
from warhost.rulesets.fantasy_battles.chapters.turn import end_phase
from warhost.rulesets.fantasy_battles.core import SPELLS, Battle, PathRule, barred, present, speakers, spoken
from warhost.rulesets.fantasy_battles.shown import magic_events as events
from warhost.rulesets.fantasy_battles.thinks.magic_odds import MOST_REROLLED, chance_to_dispel, tripled

FLUX = {1: (4, 3), 2: (5, 2), 3: (5, 5), 4: (5, 7), 5: (5, 9), 6: (6, 5), 7: (6, 7), 8: (7, 7)}
"""Magic Dice and Veil Tokens by the number of the Flux Card."""

T = TypeVar("T")


# Steps 1 to 3: the phase starts, a Flux Card, Siphon the Veil


@rule("t9a.magic.sequence", "t9a.magic.draw_flux", "t9a.magic.dice_pools", "t9a.magic.flux_table")
@rule("t9a.flux.card1", "t9a.flux.card2", "t9a.flux.card3", "t9a.flux.card4")
@rule("t9a.flux.card5", "t9a.flux.card6", "t9a.flux.card7", "t9a.flux.card8")
def draw_flux(battle: Battle) -> Script[None]:
    """The phase starts: One Turn spells of the Active Player end; a card gives both players dice, and the Active Player
    Veil Tokens (T9A-R058)."""
    yield from end_spells(battle, battle.active)
    battle.attempted, battle.spells_cast, battle.duality = (), (), ""
    battle.flux = yield from draw_card(battle)
    dice, tokens = FLUX[battle.flux]
    yield events.FluxDrawn(battle.active, battle.flux, dice, tokens, FLUX_MISCAST.get(battle.flux, 0))
    battle.pools = (dice, dice)
    battle.tokens = _with(battle.tokens, battle.active, battle.tokens[battle.active] + tokens)
    battle.stage = "siphon"


@rule("t9a.magic.draw_flux")
def draw_card(battle: Battle) -> Script[int]:
    """A card from the player's own deck, which does not come back."""
    seat = battle.active
    deck = battle.decks[seat] if seat < len(battle.decks) and battle.decks[seat] else tuple(FLUX)
    card = yield from draw_from(sorted(deck), why="Flux Card", rule="t9a.magic.draw_flux", seat=seat)
    decks = battle.decks or (tuple(FLUX),) * len(battle.scene.seats)
    battle.decks = _with(decks, seat, tuple(left for left in deck if left != card))
    return card


@rule("t9a.spell.duration_one_turn", "t9a.spell.duration_permanent")
def end_spells(battle: Battle, seat: int) -> Script[None]:
    """One Turn spells end when the caster's side begins its next Magic Phase, the caster alive or not (T9A-R070)."""
    for unit in battle.units:
        kept = tuple(effect for effect in unit.effects if effect.permanent or effect.seat != seat)
        if unit.pose is not None:
            for effect in unit.effects:
                if effect not in kept:
                    yield events.SpellEnded(unit.id, effect.spell)
        unit.effects = kept


@rule("t9a.magic.sequence", "t9a.magic.siphon", "t9a.special.veil_token")
def siphon(battle: Battle) -> Script[None]:
    """The Active Player's models Channel; then Veil Tokens become Magic Dice, and most of the others are lost."""
    seat, settings = battle.active, battle.scene.settings
    yield from channel(battle, seat)
    tokens, rate = battle.tokens[seat], settings.tokens_per_die
    most = min(settings.siphoned, tokens // rate) if _casts(battle, seat) else 0
    dice = yield from _how_many_siphoned(battle, most)
    left = tokens - dice * rate
    kept = min(left, settings.tokens_kept)
    battle.pools = _with(battle.pools, seat, battle.pools[seat] + dice)
    battle.tokens = _with(battle.tokens, seat, kept)
    if tokens:
        yield events.VeilSiphoned(seat, dice, dice * rate, kept, left - kept)
    for unit in list(battle.units):
        if unit.pose is not None:
            for bearer, speaker in spoken(battle, unit, "after_siphon"):
                yield from speaker.after_siphon(battle, bearer)
    battle.stage = "cast"


@rule("t9a.special.channel", "t9a.fleeing.no_channel")
def channel(battle: Battle, seat: int) -> Script[None]:
    """Each model with Channel that does not flee adds Veil Tokens (T9A-R061)."""
    for unit in present(battle, seat):
        if barred(battle, unit, "channel") is not None:
            continue
        tokens = sum(speaker.channels(battle, unit) for speaker in speakers(battle, unit).at("channels"))
        if tokens:
            battle.tokens = _with(battle.tokens, seat, battle.tokens[seat] + tokens)
            yield events.VeilChannelled(unit.id, tokens)


def _how_many_siphoned(battle: Battle, most: int) -> Script[int]:
    seat, settings = battle.active, battle.scene.settings
    tokens, rate = battle.tokens[seat], settings.tokens_per_die
    options = []
    for dice in range(most, -1, -1):
        left = tokens - dice * rate
        kept = min(left, settings.tokens_kept)
        lost = f", {left - kept} lost" if left > kept else ""
        label = f"{dice_words(dice)} for {counted(dice * rate, 'Veil Token')}" if dice else "No dice"
        text = f"{counted(kept, 'Veil Token')} kept{lost}."
        options.append(Option(str(dice), label, text=text, passes=not dice))
    key = yield from choose(
        seat,
        "siphon",
        f"Siphon the Veil: you have {counted(tokens, 'Veil Token')}. How many Magic Dice do you take for them?",
        options,
        rules=("t9a.magic.siphon", "t9a.special.veil_token"),
        denied=[
            Denied(
                str(most + 1),
                f"{counted(rate, 'Veil Token')} make a die, and {settings.siphoned} dice are the most in a phase.",
                "t9a.magic.siphon",
            )
        ],
    )
    return int(key)


def _casts(battle: Battle, seat: int) -> bool:
    """Whether that side has anybody on the board who can ever cast."""
    return any(known_spells(battle, unit) or battle.entry(unit).bound for unit in present(battle, seat))


# Steps 4 and 5: casting


@rule("t9a.magic.sequence", "t9a.magic.cast_loop", "t9a.magic.cast_step_a", "t9a.magic.cast_step_b")
@rule("t9a.magic.cast_step_c", "t9a.magic.cast_step_d", "t9a.magic.cast_step_e", "t9a.magic.cast_step_f")
def cast(battle: Battle) -> Script[None]:
    """One spell through the Spell Casting Sequence, or the end of casting."""
    casting = yield from declare(battle)
    if casting is None:
        battle.stage = "end of magic"
        return
    note_attempt(battle, casting)
    if not (yield from attempt(battle, casting)):  # A
        return
    by_path = path_rule(casting.spell) if casting.bound is None else None
    if by_path is not None and not (yield from _before_dispel(battle, casting, by_path)):
        return
    if (yield from dispelled(battle, casting)):  # B
        return
    if miscast.result_of(casting) == miscast.BROKEN:  # C
        yield from broken_concentration(battle, casting)
        return
    if (yield from warded_off(battle, casting)):
        return
    if by_path is not None:
        by_path.after_cast(battle, casting)
    yield from take_effect(battle, casting)  # D
    yield from attribute(battle, casting)  # E
    yield from miscast.apply(battle, casting)  # F


# Step A


def attempt(battle: Battle, casting: Casting) -> Script[bool]:
    """A: the Casting Attempt. Returns whether it was passed."""
    _spend(battle, battle.active, casting.dice)
    if casting.bound is not None:
        yield from _bound_attempt(battle, casting)
        return True
    casting.faces = yield from casting_roll(battle, casting)
    casting.total = sum(casting.faces) + casting.roll.total
    if casting.total >= casting.needed:
        return True
    yield events.SpellFailed(casting.caster.id, casting.spell.name, casting.total, casting.needed)
    yield from fizzle(battle, battle.active, casting.faces)
    return False


@rule("t9a.magic.bound_dice_removed", "t9a.magic.bound_auto_pass", "t9a.special.bound_spell")
def _bound_attempt(battle: Battle, casting: Casting) -> Script[None]:
    """The dice of a Bound Spell are gone without a roll; its Power Level stands for the casting roll."""
    casting.total = power(battle, casting, casting.dice)
    yield events.BoundSpellUsed(casting.caster.id, casting.spell.name, casting.targets, casting.dice, casting.total)


@rule("t9a.magic.casting_total", "t9a.magic.casting_dice_spent", "t9a.thaumaturgy.judgement_on_high")
def casting_roll(battle: Battle, casting: Casting) -> Script[tuple[int, ...]]:
    """The dice are rolled; one or two that show 1 are rolled again where a rule says so (T9A-R099)."""
    caster = casting.caster
    parts = (*casting.value.parts, *casting.roll.parts)
    yield events.SpellDeclared(caster.id, casting.name, casting.targets, casting.dice, casting.needed, parts)
    faces = yield from roll(
        f"{casting.dice}D6",
        why=f"Casting {casting.name}",
        rule="t9a.magic.casting_total",
        seat=caster.seat,
        unit=caster.id,
        need=casting.to_roll,
        counts="total",
    )
    by, ones = casting.rerolls_ones, faces.count(1)
    if by is None or not 1 <= ones <= MOST_REROLLED:
        return faces
    why = f"Casting {casting.name}: 1s again by {by.name}"
    again = yield from roll(f"{ones}D6", why=why, rule=by.id, seat=caster.seat, unit=caster.id, counts="each")
    return (*(face for face in faces if face != 1), *again)


@rule("t9a.magic.fizzle", "t9a.magic.fizzle_dispel")
def fizzle(battle: Battle, seat: int, faces: tuple[int, ...]) -> Script[None]:
    """An attempt with 2 dice or more failed: dice that show a natural 1 go back to their pool."""
    back = faces.count(1)
    if len(faces) >= 2 and back:
        _spend(battle, seat, -back)
        yield events.DiceFizzled(seat, back)


def _before_dispel(battle: Battle, casting: Casting, by_path: PathRule) -> Script[bool]:
    """What the rule of its Path does first. Returns whether the spell has a caster and a target still.

    Who is the last of a unit goes on under its number: caster and single models are found again.
    """
    who = casting.caster.entry
    models = {number: battle.units[number].entry for number in casting.targets if battle.units[number].host is not None}
    yield from by_path.before_dispel(battle, casting)
    casting.caster = battle.bearing(who)
    found = [battle.bearing(models[number]).id if number in models else number for number in casting.targets]
    left = tuple(number for number in found if battle.body(battle.units[number]).on_table)
    lost = not battle.body(casting.caster).on_table or bool(found and not left)
    casting.targets = left
    if lost:
        yield events.SpellWasted(casting.name)
    return not lost


# Step B


@rule("t9a.magic.dispel_dice", "t9a.magic.dispel_total", "t9a.magic.dispel_optional", "t9a.magic.casting_dice_spent")
@rule("t9a.magic.fizzle_not_when_dispelled")
def dispelled(battle: Battle, casting: Casting) -> Script[bool]:
    """B: the Reactive Player may try once, with any number of dice: the casting roll equalled or beaten stops the
    spell, and none of the caster's dice come back."""
    pool, seat, total = battle.pools[battle.reactive], battle.reactive, casting.total
    if pool == 0:
        return False
    count = yield from _dispelling_dice(battle, casting)
    if not count:
        return False
    _spend(battle, seat, count)
    modifier = casting.dispel.total
    faces = yield from roll(
        f"{count}D6",
        why=f"Dispelling {casting.name}",
        rule="t9a.magic.dispel_total",
        seat=seat,
        need=total - modifier,
        counts="total",
    )
    against = sum(faces) + modifier
    if against >= total:
        yield events.SpellDispelled(seat, casting.name, against, total)
        return True
    yield events.DispelFailed(seat, casting.name, against, total)
    yield from fizzle(battle, seat, faces)
    return False


@rule("t9a.magic.dispel_dice", "t9a.magic.dispel_optional")
def _dispelling_dice(battle: Battle, casting: Casting) -> Script[int]:
    """How many dice the Reactive Player rolls against the spell, all of the pool at most; 0: none."""
    pool, total = battle.pools[battle.reactive], casting.total
    unit, target = casting.caster.id, first_target(casting)
    helped = [Part(-part.amount, part.why, part.rule) for part in casting.dispel.parts]
    parts = (Part(total, "casting roll to equal or beat", "t9a.magic.dispel_total"), *helped)
    options = [Option("no", "Do not dispel", unit=unit, target=target, text=_if_let_through(casting), passes=True)]
    for count in range(1, pool + 1):
        chance = chance_to_dispel(count, total - casting.dispel.total)
        options.append(
            Option(str(count), dice_words(count), (Odds("dispelled", chance, parts, telling=True),), unit, target)
        )
    by = f"with a Power Level of {total}" if casting.bound is not None else f"with a roll of {total}"
    key = yield from choose(
        battle.reactive,
        "dispel",
        f"{acts(casting.caster.name, 'casts')} {casting.name}{on_whom(battle, casting)} {by}. "
        f"You have {dice_words(pool)}. Dispel?",
        options,
        note=spell_text(casting),
        rules=("t9a.magic.dispel_dice", "t9a.magic.dispel_total", "t9a.magic.dispel_optional"),
        denied=[
            Denied("0", "A Dispelling Attempt takes at least 1 die.", "t9a.magic.dispel_dice"),
            Denied(str(pool + 1), f"You have only {dice_words(pool)} left.", "t9a.magic.dispel_dice"),
        ],
        weigh=lambda option: (*option.odds, *(harm(battle, casting) if option.passes else ())),
        act=Act(unit, casting.targets),
        about=casting.key,
    )
    return 0 if key == "no" else int(key)


@rule("t9a.magic.cast_step_c", "t9a.magic.cast_step_f")
def _if_let_through(casting: Casting) -> str:
    """What a triple on the table will do to the caster if the spell is not dispelled."""
    result = miscast.result_of(casting)
    if result == miscast.BROKEN:
        return f"{miscast.RESULTS[result]}: the spell fails without a Dispelling Attempt."
    return f"The caster suffers a Miscast then: {miscast.RESULTS[result]}." if result else ""


@rule("t9a.runes.revocation_ward")
def warded_off(battle: Battle, casting: Casting) -> Script[bool]:
    """A spell that was cast comes to nothing for targets that a rule protects from it; returns whether nobody is left
    (T9A-R116)."""
    aimed = bool(casting.targets)
    for number in casting.targets:
        unit = battle.units[number]
        for speaker in speakers(battle, unit).at("wards"):
            if speaker.wards(battle, battle.body(unit), casting):
                casting.targets = tuple(target for target in casting.targets if target != number)
                yield events.SpellWarded(unit.id, casting.name)
                break
    return aimed and not casting.targets


# Steps C to E


@rule("t9a.magic.cast_step_c", "t9a.miscast.111_broken_concentration")
def broken_concentration(battle: Battle, casting: Casting) -> Script[None]:
    """C: the attempt counts as failed whatever its total, and Fizzle returns natural 1s."""
    triple = tripled(casting.faces) or 0
    yield events.Miscast(casting.caster.id, miscast.RESULTS[miscast.BROKEN], triple, casting.spell.name)
    yield from fizzle(battle, battle.active, casting.faces)


@rule("t9a.magic.cast_step_d")
def take_effect(battle: Battle, casting: Casting) -> Script[None]:
    """D: the spell is cast and not dispelled: its effect."""
    yield events.SpellCast(casting.caster.id, casting.name, casting.targets, casting.total)
    battle.spells_cast = (*battle.spells_cast, casting.spell.name)
    yield from SPELLS[casting.spell.name].resolve(battle, casting)


@rule("t9a.magic.cast_step_e", "t9a.special.attribute_spell")
def attribute(battle: Battle, casting: Casting) -> Script[None]:
    """E: the Attribute Spell of the Path, on a target of its own choice, or declined; then a rider, on the targets of
    the spell (T9A-R067)."""
    found = {one.key: one for one in attributes(battle, casting)}
    if found:
        chosen = yield from _choose_attribute(battle, casting, found)
        if chosen is not None:
            yield from _add(battle, chosen)
    if casting.rider is not None:
        caster = battle.bearing(casting.caster.entry)
        targets = tuple(number for number in casting.targets if battle.body(battle.units[number]).pose is not None)
        yield from _add(battle, Casting(caster, casting.rider, casting.rider.versions[0], targets))


def _add(battle: Battle, casting: Casting) -> Script[None]:
    if casting.version.is_of("G"):
        yield from aim(battle, casting)
    if (yield from warded_off(battle, casting)):
        return
    yield events.AttributeCast(casting.caster.id, casting.spell.name, casting.targets)
    yield from SPELLS[casting.spell.name].resolve(battle, casting)


def _choose_attribute(battle: Battle, casting: Casting, found: dict[str, Casting]) -> Script[Casting | None]:
    name = next(iter(found.values())).spell.name
    options = [Option("no", f"No {name}", unit=casting.caster.id, passes=True)]
    for key, one in found.items():
        label = f"{name}{on_whom(battle, one)}" if one.targets else name
        options.append(Option(key, label, (), one.caster.id, first_target(one), text=spell_text(one)))
    key = yield from choose(
        casting.caster.seat,
        "attribute",
        f"{casting.name} was cast: who {does(casting.caster.name)} cast {name} on?",
        options,
        rules=("t9a.magic.cast_step_e", "t9a.special.attribute_spell"),
        weigh=lambda option: tuple(harm(battle, found[option.key])) if option.key in found else (),
        about=name,
    )
    return found.get(key)


# Step 6


@rule("t9a.magic.sequence", "t9a.magic.dice_pools")
def end_of_magic(battle: Battle) -> Script[None]:
    """The phase ends: what spells do then, and all Magic Dice that are left are lost."""
    for name in SPELLS:
        cls = SPELLS[name]
        if "at_magic_end" in vars(cls):
            yield from cls.at_magic_end(battle)
    battle.pools, battle.flux = (0, 0), 0
    yield from end_phase(battle)


def _spend(battle: Battle, seat: int, count: int) -> None:
    battle.pools = _with(battle.pools, seat, battle.pools[seat] - count)


def _with(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return tuple(value if place == seat else kept for place, kept in enumerate(values))


STEPS = {"draw flux": draw_flux, "siphon": siphon, "cast": cast, "end of magic": end_of_magic}
