"""Casting spells: who may cast what on whom, the dice, what comes of them (Casting Spells)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from warhost.play.events import counted
from warhost.play.questions import Denied, Odds, Option, reasons
from warhost.play.script import Script, choose
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters import turn
from warhost.rulesets.blue_age.chapters.heroes import destiny
from warhost.rulesets.blue_age.chapters.magic import dispelling, expulsion, spells
from warhost.rulesets.blue_age.chapters.magic import pools as magic
from warhost.rulesets.blue_age.chapters.magic.pools import Casting, Spell
from warhost.rulesets.blue_age.core import Battle, Unit, hosts, is_reached, section_piece, sight
from warhost.rulesets.blue_age.core.events import battle as events
from warhost.rulesets.blue_age.core.events import magic as told
from warhost.rulesets.blue_age.thinks import magic_odds

NONE_LEFT = "No dice are left in the Magic Pool."


# Who may cast what on whom


@rule("blue.magic.once_per_turn", "blue.magic.same_spell_two_casters", "blue.magic.every_phase")
@rule("blue.command.cast_spells")
def why_not(battle: Battle, caster: Unit, spell: Spell, phase: str) -> Denied | None:
    """Why a caster cannot try that spell now: another phase's, tried before, no dice. Where players agreed, a caster
    tries one spell a turn (BLUE-R77)."""
    key = f"{caster.id}:{spell.name}"
    if spell.phase != phase:
        why = f"{spell.name} is a spell of the {spell.phase.title()} Phase."
        cite = "blue.command.cast_spells" if phase == "command" else "blue.magic.every_phase"
        return Denied(key, why, cite, unit=caster.id)
    if spell.name in caster.cast:
        return Denied(key, f"{caster.name} has tried {spell.name} in this turn.", "blue.magic.once_per_turn", caster.id)
    if caster.cast and battle.settings.casts == "one a turn":
        return Denied(key, f"{caster.name} has tried a spell in this turn.", "blue.magic.once_per_turn", caster.id)
    if not battle.pools[caster.seat]:
        return Denied(key, NONE_LEFT, "blue.casting.select_dice", unit=caster.id)
    return None


@rule("blue.casting.select_caster_and_spell", "blue.joining.not_targetable")
def targets(battle: Battle, caster: Unit, spell: Spell) -> list[Unit]:
    """The units that a spell may be cast on: in range; one that makes a ranged attack needs to see its target, which
    must not be locked (BLUE-R84). Heroes who are with a unit are no targets of their own."""
    return list(_targets(battle, caster, spell))


def _has_target(battle: Battle, caster: Unit, spell: Spell) -> bool:
    """Whether there is any unit that a spell may be cast on."""
    return next(_targets(battle, caster, spell), None) is not None


def _targets(battle: Battle, caster: Unit, spell: Spell) -> Iterator[Unit]:
    seat = caster.seat if spell.target == "own" else 1 - caster.seat
    for unit in hosts(battle, seat):
        if spell.attacks and unit.locked:
            continue
        if not spells.is_of_use(battle, spell, unit) or not is_reached(battle, caster, unit, spell.range):
            continue
        if not spell.attacks or sight.sees_any(battle, caster, unit):
            yield unit


@rule("blue.casting.select_caster_and_spell", "blue.magic.every_phase")
def cast_options(battle: Battle, seat: int, phase: str) -> list[Option]:
    """All casts that a player may try in this phase, each with its caster, its spell and its target."""
    if not battle.pools[seat]:
        return []
    found: list[Option] = []
    for caster in magic.casters(battle, seat):
        for name in caster.spells:
            spell = magic.spells()[name]
            if spell.phase != phase or why_not(battle, caster, spell, phase) is not None:
                continue
            for target in targets(battle, caster, spell):
                label = f"{caster.name}: {name} on {target.name}"
                found.append(Option(f"{caster.id}:{name}>{target.id}", label, unit=caster.id, target=target.id))
            for number in spells.sections(battle, Casting(caster, spell, None)):
                label = f"{caster.name}: {name} on {section_piece(battle, number).name}"
                found.append(Option(f"{caster.id}:{name}>section:{number}", label, unit=caster.id))
    return found


def cast_denials(battle: Battle, seat: int, phase: str) -> list[Denied]:
    """Why casts are not possible that a player might expect."""
    found: list[Denied] = []
    for caster in battle.units:
        if caster.seat != seat or not caster.models or not magic.rating(battle, caster):
            continue
        if magic.is_running(battle, caster):
            found.append(Denied(str(caster.id), f"{caster.name} is fleeing.", CASTER, unit=caster.id))
            continue
        for name in caster.spells:
            spell = magic.spells()[name]
            why = why_not(battle, caster, spell, phase)
            if why is None and not _has_target(battle, caster, spell):
                text = f"{caster.name} has no target for {name}."
                why = Denied(f"{caster.id}:{name}", text, CASTER, unit=caster.id)
            if why is not None:
                found.append(why)
    return found


CASTER = "blue.casting.select_caster_and_spell"


def is_cast(key: str) -> bool:
    """Whether an option is a cast."""
    number, colon, rest = key.partition(":")
    return number.isdigit() and bool(colon) and rest.partition(">")[0] in magic.spells()


# Casting


def cast(battle: Battle, key: str) -> Script[None]:
    """Cast as the option says: dice from the pool, the roll, an Expulsion, the opponent's dispel, the effect."""
    number, _, rest = key.partition(":")
    name, _, aim = rest.partition(">")
    section = int(aim.removeprefix("section:")) if aim.startswith("section:") else None
    target = battle.units[int(aim)] if section is None else None
    attempt = Casting(battle.units[int(number)], magic.spells()[name], target, section)
    caster = attempt.caster
    caster.cast = (*caster.cast, name)
    dice = yield from _dice(battle, attempt)
    magic.take_dice(battle, caster.seat, dice)
    yield told.SpellTried(caster.id, name, dice, None if target is None else target.id, section)
    yield from _roll(battle, attempt, dice)
    yield from expulsion.check(battle, attempt)
    if not caster.models or not attempt.works:
        yield told.SpellFailed(caster.id, name)
    elif not (yield from dispelling.attempt(battle, attempt)):
        yield from spells.resolve(battle, attempt)


@rule("blue.casting.select_dice")
def _dice(battle: Battle, attempt: Casting) -> Script[int]:
    """How many dice of the pool go into a spell."""
    caster, spell = attempt.caster, attempt.spell
    pool = battle.pools[caster.seat]
    options = [
        Option(str(count), f"{count} {'die' if count == 1 else 'dice'}", unit=caster.id) for count in range(1, pool + 1)
    ]
    key = yield from choose(
        caster.seat,
        "dice",
        f"How many dice for {spell.name}?",
        options,
        note=f"Casting Number {spell.casting}. {counted(pool, 'die', 'dice')} in the pool.",
        rules=("blue.casting.select_dice",),
        weigh=lambda option: weigh_dice(battle, caster, spell, int(option.key)),
        about=spell.name,
    )
    return int(key)


@rule("blue.casting.success_dice", "blue.casting.casting_number")
def _roll(battle: Battle, attempt: Casting, dice: int) -> Script[None]:
    """The casting roll; a point of Destiny may roll dice again before like ones are looked for (BLUE-R79)."""
    caster, spell = attempt.caster, attempt.spell
    need = magic.target_number(magic.rating(battle, caster))
    rolled = destiny.MagicRoll(caster, need, f"Casting {spell.name}", "blue.casting.success_dice")
    yield from rolled.throw(dice)
    yield from destiny.for_magic(battle, rolled)
    attempt.faces, attempt.successes = rolled.faces, rolled.successes
    yield told.SpellRolled(caster.id, spell.name, rolled.told, rolled.successes, spell.casting)


# Odds


def weigh_dice(battle: Battle, caster: Unit, spell: Spell, dice: int) -> tuple[Odds, ...]:
    """The chances of a cast with so many dice: to reach the Casting Number, and of an Expulsion."""
    need = magic.target_number(magic.rating(battle, caster))
    return (
        Odds("to cast it", magic_odds.reaches(dice, need, spell.casting), telling=True),
        Odds("risk of Expulsion", magic_odds.expulsion(dice)),
        Odds("needed on each die", need, kind="needed"),
    )


def weigh(battle: Battle, option: Option) -> tuple[Odds, ...]:
    """The odds of a cast among other things to do, with all dice of the pool."""
    number, _, rest = option.key.partition(":")
    caster, spell = battle.units[int(number)], magic.spells()[rest.partition(">")[0]]
    chances = weigh_dice(battle, caster, spell, battle.pools[caster.seat])[:2]
    if spell.hits is None or option.target is None:
        return chances
    harm = spells.mean_harm(battle, caster, spell, battle.units[option.target])
    return (*chances, Odds("wounds if it is cast", harm, kind="expected", telling=True))


# Spells of the Combat Phase


@rule("blue.combat.spells_alternate", "blue.combat.spells_until_done")
def combat_spells(battle: Battle) -> Script[None]:
    """The players cast a single spell each in turn; who passes is done, who has none is skipped (BLUE-R148)."""
    offered: Sequence[Option] = ()
    for seat in (battle.active, battle.other):
        offered = () if seat in battle.passed else cast_options(battle, seat, "combat")
        if offered:
            battle.active = seat
            break
    else:
        battle.stage, battle.passed, battle.active = "declare", (), battle.first
        return
    key = yield from choose(
        battle.active,
        "spell",
        "Which spell do you cast?",
        [*offered, Option("pass", "Cast no more", passes=True)],
        rules=("blue.combat.spells_alternate",),
        denied=lambda: cast_denials(battle, battle.active, "combat"),
        weigh=lambda option: () if option.passes else weigh(battle, option),
    )
    if key == "pass":
        battle.passed = (*battle.passed, battle.active)
    else:
        yield from cast(battle, key)
    turn.alternate(battle)


def nothing(battle: Battle, phase: str, denied: Sequence[Denied]) -> Script[None]:
    """Say why a player has nothing to do, if there is anything to say."""
    if denied:
        yield events.NothingToDo(battle.active, phase.title(), reasons(denied, ""))


STEPS = {"spells": combat_spells}
