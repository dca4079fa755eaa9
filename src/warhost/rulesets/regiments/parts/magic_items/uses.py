"""Magic items that are used once in a game, each when its moment comes (Magic Items)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from warhost.play.battle import copied
from warhost.play.events import counted
from warhost.play.questions import Act, Odds, Option
from warhost.play.script import Script, choose, roll_pool, roll_sum
from warhost.play.shown.english import acts, verb
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.deployment import ground
from warhost.rulesets.regiments.chapters.magic.casters import MOST_TOKENS, CasterModel, casters_of
from warhost.rulesets.regiments.chapters.magic.casters import model_of as caster_model
from warhost.rulesets.regiments.chapters.magic.casting import sees_within, way_of
from warhost.rulesets.regiments.chapters.magic.spell_tokens import tokens_of
from warhost.rulesets.regiments.chapters.shooting import Fire
from warhost.rulesets.regiments.chapters.wounds.casualties import Muster, suffer, write_wounds
from warhost.rulesets.regiments.core import Battle, Effect, SpellText, Unit, events, footprint, optional, perimeter
from warhost.rulesets.regiments.parts.magic_items import state
from warhost.rulesets.regiments.parts.magic_items.events import ItemUsed, SpellUndone
from warhost.rulesets.regiments.parts.magic_items.items import items
from warhost.rulesets.regiments.parts.magic_items.state import Bearer, bearers, in_unit
from warhost.rulesets.regiments.parts.shared import harm_odds
from warhost.rulesets.regiments.thinks.melee_odds import bout_odds
from warhost.table import Arc, within

TOPIC = "use item"
"""What the questions are about."""

NEAR, AWAY = 12.0, 6.0
"""How near scrolls must be, and how far potions take their drinkers."""

GEM, AMULET, LUCK, SEED = "Protective Gem", "Opal Amulet", "Luckstone", "Seed of Rebirth"
TOME, HEX, WAND, DISPEL = "Tome of Magic", "Hex Scroll", "Power Wand", "Dispel Scroll"
STAFF, SHIELDING = "Channeling Staff", "Scroll of Shielding"
MASK, POTION = "Terrifying Mask", "Potion of Displacement"


def _wants(
    bearer: Bearer,
    item: str,
    when: str,
    *,
    target: Unit | None = None,
    odds: Sequence[Odds] = (),
    without: Sequence[Odds] = (),
    weigh: Callable[[bool], Sequence[Odds]] | None = None,
) -> Script[bool]:
    """Whether the owner of a hero uses its item now; `when` says what is happening. It is used up then.

    `odds` are those with the item, `without` those without it; `weigh` works out either where it takes a while.
    """
    unit = bearer.unit
    told = items()[item]
    whom = None if target is None else target.id
    options = [
        Option("use", f"Use the {item}", tuple(odds), unit.id, whom, text=told.text),
        Option("pass", "Not now", tuple(without), unit.id, passes=True),
    ]
    text = f"{when} {verb(unit.name, 'Does')} {unit.name} use the {item}?".strip()
    act = None if target is None else Act(target.id, (unit.id,))

    def weighed(option: Option) -> Sequence[Odds]:
        return option.odds if weigh is None else weigh(not option.passes)

    rules = (told.rule,)
    key = yield from choose(unit.seat, TOPIC, text, options, rules=rules, weigh=weighed, act=act, about=item)
    if key == "pass":
        return False
    state.use_up(bearer, item)
    yield ItemUsed(unit.id, item, whom)
    return True


# When the hero is activated.


def on_activation(battle: Battle, unit: Unit) -> Script[None]:
    """Potion, seed and tome, in this order: where the hero is comes before what it does."""
    yield from _displaced(battle, unit)
    yield from _reborn(battle, unit)
    yield from _read(battle, unit)


@rule("aofr.item.potion_of_displacement")
def _displaced(battle: Battle, unit: Unit) -> Script[None]:
    """The hero and its whole unit may be placed again, every model within 6" of its place (AOFR-R299)."""
    bearer = in_unit(battle, POTION, unit)
    if bearer is None or unit.pose is None:
        return
    if (yield from _wants(bearer, POTION, "")):
        far = optional.measured(battle, AWAY)
        text = f'Where do you place {unit.name}, up to {far:g}" away?'
        row = items()[POTION].rule
        if (yield from ground.place_again(battle, unit, far, topic="place", text=text, rule_id=row)):
            unit.moved = True
            assert unit.pose is not None
            yield events.UnitPlaced(unit.id, POTION, unit.pose)


@rule("aofr.item.seed_of_rebirth")
def _reborn(battle: Battle, unit: Unit) -> Script[None]:
    """Up to D3 wounds come off the hero."""
    bearer = in_unit(battle, SEED, unit)
    muster = Muster(battle, unit)
    wounds = 0 if bearer is None else muster.wounds.get(bearer.group, 0)
    if (
        bearer is None
        or not wounds
        or not (yield from _wants(bearer, SEED, "", odds=(harm_odds.healed("D3", wounds),)))
    ):
        return
    row = items()[SEED].rule
    most = yield from roll_sum("D3", why=f"{SEED}: wounds", rule=row, seat=unit.seat, unit=unit.id)
    muster.wounds[bearer.group] = max(0, wounds - most)
    write_wounds(unit, muster)
    yield events.WoundsHealed(unit.id, min(most, wounds))


@rule("aofr.item.tome_of_magic")
def _read(battle: Battle, unit: Unit) -> Script[None]:
    """The hero gets 3 spell tokens, if it is a caster (AOFR-R293)."""
    bearer = in_unit(battle, TOME, unit)
    caster = None if bearer is None else _caster(battle, bearer)
    if bearer is None or caster is None or tokens_of(battle, caster) >= MOST_TOKENS:
        return
    if (yield from _wants(bearer, TOME, "")):
        way_of(battle).grant(battle, caster, 3)


def _caster(battle: Battle, bearer: Bearer) -> CasterModel | None:
    """The hero as a caster, if it is one."""
    return next((one for one in casters_of(battle, bearer.unit) if one.group == bearer.group), None)


# In melees and under fire.


@rule("aofr.item.protective_gem", "aofr.item.terrifying_mask")
def on_melee(battle: Battle, unit: Unit, target: Unit, side: Arc) -> Script[None]:
    """A melee begins: gems and masks may be used by either side, before any dice (AOFR-R291)."""
    for own, other in ((unit, target), (target, unit)):
        for item, victim in ((GEM, own), (MASK, other)):
            bearer = in_unit(battle, item, own)
            effect = Effect(item, own.id, "game")

            def weigh(uses: bool, own: Unit = own, victim: Unit = victim, effect: Effect = effect) -> Sequence[Odds]:
                there = copied(battle)
                if uses:
                    optional.lay(there.units[victim.id], effect)
                return bout_odds(there, there.units[unit.id], there.units[target.id], side, charging=own is unit)

            told = f"{other.name} and {own.name} fight."
            if bearer is not None and (yield from _wants(bearer, item, told, target=other, weigh=weigh)):
                optional.lay(victim, effect)


@rule("aofr.item.opal_amulet")
def on_shots(battle: Battle, unit: Unit, fires: Sequence[Fire], held: bool) -> Script[None]:
    """A unit is about to shoot: amulets of its targets may be used against it."""
    for number in dict.fromkeys(fire.target for fire in fires):
        target = battle.units[number]
        amulet = in_unit(battle, AMULET, target)
        effect = Effect(AMULET, target.id, "game")
        at = [fire for fire in fires if fire.target == number]

        def weigh(uses: bool, at: Sequence[Fire] = at, effect: Effect = effect) -> Sequence[Odds]:
            return harm_odds.shots(battle, unit, at, held, [(effect.source, effect)] if uses else ())

        told = f"{acts(unit.name, 'shoots')} at {target.name}."
        if amulet is not None and (yield from _wants(amulet, AMULET, told, target=unit, weigh=weigh)):
            optional.lay(target, effect)


def wear_off(battle: Battle, *names: str) -> None:
    """What was for one melee or one shooting is over."""
    for unit in battle.units:
        for name in names:
            if optional.has_effect(unit, name):
                optional.lift(unit, name)


# When wounds are taken.


def on_wounds(battle: Battle, unit: Unit, wounds: int, picked: int | None, *, magic: bool) -> Script[int]:
    """How many wounds are left when scrolls and stones have done their part."""
    if magic and wounds > 0:
        wounds = yield from _shielded(battle, unit, wounds)
    return (yield from _lucky(battle, unit, wounds, picked)) if wounds > 0 else wounds


@rule("aofr.item.scroll_of_shielding")
def _shielded(battle: Battle, unit: Unit, wounds: int) -> Script[int]:
    """Each wound of a spell on a friend within 12" of the scroll is ignored on a 4+."""
    for bearer in list(bearers(battle, SHIELDING, unit.seat)):
        if unit.pose is None or not _is_near(battle, bearer, unit):
            continue
        row, told = items()[SHIELDING].rule, f"A spell deals {counted(wounds, 'wound')} to {unit.name}."
        odds = (Odds("wounds ignored on average", wounds * harm_odds.on(4), kind="expected", telling=True),)
        if (yield from _wants(bearer, SHIELDING, told, odds=odds)):
            faces = yield from roll_pool(wounds, need=4, why=SHIELDING, rule=row, seat=unit.seat, unit=unit.id)
            wounds -= sum(face >= 4 for face in faces)
    return wounds


def _is_near(battle: Battle, bearer: Bearer, unit: Unit) -> bool:
    """Whether a unit is within 12" of the hero."""
    model = state.model_of(battle, bearer)
    far = optional.measured(battle, NEAR)
    return model is not None and any(within(model.base, part, far) for part in perimeter(battle, unit))


@rule("aofr.item.luckstone")
def _lucky(battle: Battle, unit: Unit, wounds: int, picked: int | None) -> Script[int]:
    """Up to D3 of the wounds that the hero would take are ignored, before anything else ignores any."""
    bearer = in_unit(battle, LUCK, unit)
    if bearer is None:
        return wounds
    own = wounds if picked == bearer.group else 0
    if picked is None:
        muster = Muster(battle, unit)
        others = sum(muster.lives(group) for group in muster.left if group != bearer.group)
        own = max(0, wounds - others)
    row, told = items()[LUCK].rule, f"The hero would take {counted(own, 'wound')}."
    odds = (harm_odds.most_of("wounds ignored on average", "D3", own),)
    if not own or not (yield from _wants(bearer, LUCK, told, odds=odds)):
        return wounds
    most = yield from roll_sum("D3", why=f"{LUCK}: wounds ignored", rule=row, seat=unit.seat, unit=unit.id)
    return wounds - min(most, own)


# When spells are cast.


@rule("aofr.item.power_wand")
def on_try(battle: Battle, caster: CasterModel, spell: SpellText, need: int) -> Script[int]:
    """The hero's spell is cast on 2+, if it uses its wand for it (AOFR-R295)."""
    unit = battle.units[caster.unit]
    bearer = in_unit(battle, WAND, unit)
    if bearer is None or bearer.group != caster.group or need <= 2:
        return need
    odds, without = ((Odds("each die succeeds", harm_odds.on(face), telling=True),) for face in (2, need))
    told = f"{acts(unit.name, 'casts')} {spell.name} ({spell.cost})."
    return 2 if (yield from _wants(bearer, WAND, told, odds=odds, without=without)) else need


@rule("aofr.item.channeling_staff")
def staffs(battle: Battle, caster: CasterModel) -> Iterator[Bearer]:
    """The heroes of the caster's side whose staffs could double the range of its spell."""
    return bearers(battle, STAFF, battle.units[caster.unit].seat)


@rule("aofr.item.channeling_staff")
def needs_staff(battle: Battle, caster: CasterModel, spell: SpellText, target: Unit) -> bool:
    """Whether a target is out of the spell's own range."""
    unit = battle.units[caster.unit]
    own = caster_model(battle, unit, caster)
    return (
        own is not None
        and target is not unit
        and not sees_within(battle, unit, own, target, optional.measured(battle, spell.range))
    )


def on_cast(battle: Battle, caster: CasterModel, spell: SpellText, targets: Sequence[Unit]) -> Script[bool]:
    """A spell has gone off: a staff that it needed is used up, then the other side may use its scrolls, both of them
    if it has both (AOFR-R296). Whether the spell is undone."""
    if any(needs_staff(battle, caster, spell, target) for target in targets):
        for bearer in list(staffs(battle, caster))[:1]:
            state.use_up(bearer, STAFF)
            yield ItemUsed(bearer.unit.id, STAFF)
    yield from _hexed(battle, caster, spell)
    return (yield from _dispelled(battle, caster, spell))


def _against(battle: Battle, caster: CasterModel, item: str) -> list[Bearer]:
    """The enemy heroes within 12" of the caster that can use a scroll."""
    unit = battle.units[caster.unit]
    own = caster_model(battle, unit, caster)
    shape = footprint(battle, unit) if own is None and unit.pose is not None else None if own is None else own.base
    if shape is None:
        return []
    found = [bearer for bearer in bearers(battle, item) if bearer.unit.seat != unit.seat]
    models = [(bearer, state.model_of(battle, bearer)) for bearer in found]
    far = optional.measured(battle, NEAR)
    return [bearer for bearer, model in models if model is not None and within(model.base, shape, far)]


@rule("aofr.item.hex_scroll")
def _hexed(battle: Battle, caster: CasterModel, spell: SpellText) -> Script[None]:
    """The caster takes D3 wounds that nothing blocks; its spell works all the same."""
    unit = battle.units[caster.unit]

    def weigh(uses: bool) -> Sequence[Odds]:
        return harm_odds.taken(battle, unit, "D3", picked=caster.group) if uses else ()

    for bearer in _against(battle, caster, HEX):
        told = f"{unit.name} cast {spell.name}."
        if not unit.fate and (yield from _wants(bearer, HEX, told, target=unit, weigh=weigh)):
            row = items()[HEX].rule
            wounds = yield from roll_sum("D3", why=f"{HEX}: wounds", rule=row, seat=unit.seat, unit=unit.id)
            yield from suffer(battle, unit, wounds, picked=caster.group)


@rule("aofr.item.dispel_scroll")
def _dispelled(battle: Battle, caster: CasterModel, spell: SpellText) -> Script[bool]:
    """The spell has no effect."""
    unit = battle.units[caster.unit]
    for bearer in _against(battle, caster, DISPEL):
        if (yield from _wants(bearer, DISPEL, f"{unit.name} cast {spell.name}.", target=unit)):
            yield SpellUndone(unit.id, spell.name)
            return True
    return False
