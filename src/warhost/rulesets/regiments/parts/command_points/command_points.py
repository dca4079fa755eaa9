"""Command points as a part of the game: where they come from, and at which moments they are spent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from warhost.field import Path
from warhost.play.counsel.counsel import Term
from warhost.play.events import Event
from warhost.play.questions import Odds, Option, Question, Roll
from warhost.play.script import Script, choose, roll
from warhost.play.shown.cards import Figure
from warhost.play.shown.english import acts, verb
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.melee import charge
from warhost.rulesets.regiments.chapters.melee.charge import Plan
from warhost.rulesets.regiments.chapters.melee.strikes import Side
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.chapters.shooting import Fire
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.chapters.wounds.casualties import Muster
from warhost.rulesets.regiments.core import (
    ActionName,
    Battle,
    Choice,
    Effect,
    Marker,
    Part,
    SpecialRule,
    Unit,
    enemies,
    gap_between,
    on_table,
    optional,
)
from warhost.rulesets.regiments.core.events import UnitShaken
from warhost.rulesets.regiments.parts.command_points import advice, doctrines, events, hunting, odds, purse, universal
from warhost.rulesets.regiments.parts.command_points.purse import SLUG, offer, ready, stratagems
from warhost.rulesets.regiments.parts.shared import harm_odds
from warhost.table import TOLERANCE, Pose

if TYPE_CHECKING:
    from warhost.rulesets.regiments.thinks.counsel import RegimentsCounsel

ANY = "any"

SPEAKERS: dict[str, type[SpecialRule]] = {
    one.name: one
    for one in (
        doctrines.PushForward,
        doctrines.RushObjective,
        doctrines.SweepingMove,
        doctrines.LightningReflexes,
        hunting.HeightenedSenses,
    )
}
"""What speaks for a unit on which a stratagem lies."""

BEFORE_ACTING = ("coordinated_move", "strategic_relocation", "tactical_retreat", "sweeping_move", "supreme_caster")
"""What a side may use when one of its units is activated."""

_TEXTS = {
    "fixed": "4 for every 750 points of army when the game begins, none later.",
    "growing": "2 for every 750 points of army each round; what is left is kept.",
    "temporary": "2 for every 750 points of army each round; what is left is lost.",
    "fixed_random": "D3 times 2 for every 750 points of army when the game begins, none later.",
    "growing_random": "D3 for every 750 points of army each round; what is left is kept.",
    "temporary_random": "D3 for every 750 points of army each round; what is left is lost.",
}


@optional.part(SLUG, "Command Points", "aofr.cp.use")
class CommandPoints(Part):
    text = "Both sides get command points and spend them on stratagems: six that everyone has, four of a doctrine."
    choices = (
        Choice(ANY, "Roll for the style", "One die decides how command points come in.", "aofr.cp.style_table"),
        *(Choice(slug, style.name, _TEXTS[slug], f"aofr.cp.{slug}") for slug, style in purse.styles().items()),
    )

    two_sides = "stratagems are answered by the one enemy there is"

    advises = advice.TOPICS
    judges: ClassVar[Mapping[str, str]] = {"relocate": "arrival"}
    acts_after = frozenset({"relocate"})

    def advise_by(self, counsel: RegimentsCounsel, question: Question, option: Option) -> Iterable[Term]:
        return advice.advise(counsel, question, option)

    # Before the battle.

    @rule("aofr.cp.use", "aofr.cp.style_table")
    def before_deployment(self, battle: Battle) -> Script[None]:
        """The style is agreed on or rolled, doctrines are picked, and the first points come in (AOFR-R570)."""
        (slug,) = self.chosen
        if slug == ANY:
            (face,) = yield from roll("D6", why="Style of command points", rule="aofr.cp.style_table")
            slug = list(purse.styles())[face - 1]
        purse.change(battle, style=slug)
        yield events.StyleOfCommand(purse.styles()[slug].name)
        taken = list(purse.purse(battle).doctrines)
        for seat in (battle.first, battle.other(battle.first)):
            taken[seat] = yield from _pick_doctrine(seat)
        purse.change(battle, doctrines=tuple(taken))
        for seat, doctrine in enumerate(taken):
            yield events.DoctrineTaken(seat, _named(doctrine))
        yield from purse.gain(battle)

    def deploys(self, battle: Battle, seat: int) -> Script[bool]:
        purse.new_activation(battle)
        return (yield from universal.delay(battle, seat))

    def deployed(self, battle: Battle) -> Script[None]:
        purse.new_activation(battle)
        yield from universal.hide(battle)

    # Rounds and turns.

    @rule("aofr.cp.growing", "aofr.cp.temporary", "aofr.cp.growing_random", "aofr.cp.temporary_random")
    def round_begun(self, battle: Battle) -> Script[None]:
        """Points come in; those of the first round were given before deployment."""
        purse.change(battle, quiet=())
        if battle.turn > 1 and purse.style_of(battle).every_round:
            yield from purse.gain(battle)

    def who_acts(self, battle: Battle, seat: int) -> Script[int]:
        purse.new_activation(battle)
        return (yield from universal.initiative(battle, seat))

    def before_seizing(self, battle: Battle) -> Script[None]:
        purse.new_activation(battle)
        for seat in (battle.first, battle.other(battle.first)):
            yield from doctrines.vanish(battle, seat)

    def seized(self, battle: Battle, before: tuple[Marker, ...]) -> Script[None]:
        for seat in (battle.first, battle.other(battle.first)):
            yield from doctrines.shut_down(battle, seat, before)

    def at_round_end(self, battle: Battle) -> Script[None]:
        yield from purse.discard(battle)

    # Activations.

    def before_activation(self, battle: Battle, unit: Unit) -> Script[bool]:
        """What a side may do when one of its units is activated; the enemy may take a unit out of reach."""
        while slug := (yield from self._offer_before_acting(battle, unit)):
            yield from self._use_before_acting(battle, unit, slug)
        return False

    def _offer_before_acting(self, battle: Battle, unit: Unit) -> Script[str]:
        possible = [slug for slug in BEFORE_ACTING if _has_use(battle, unit, slug)]
        slugs = ready(battle, unit.seat, *possible)
        denied = [one for slug in possible if (one := purse.why_not(battle, unit.seat, slug)) is not None]
        text = f"{acts(unit.name, 'is')} about to act. Do you use a stratagem first?"
        away = (harm_odds.inches(battle, doctrines.RETREAT),)

        def told(slug: str) -> tuple[Odds, ...]:
            return away if slug == "tactical_retreat" else ()

        return (yield from offer(battle, unit.seat, text, slugs, unit=unit.id, odds=told, denied=denied))

    def _use_before_acting(self, battle: Battle, unit: Unit, slug: str) -> Script[None]:
        match slug:
            case "coordinated_move":
                yield from doctrines.coordinate(battle, unit.seat)
            case "strategic_relocation":
                yield from doctrines.relocate(battle, unit)
            case "tactical_retreat":
                yield from _retreat_with_one(battle, unit.seat)
            case "sweeping_move":
                optional.lay(unit, Effect(stratagems()[slug].name, unit.id, "activation"))
            case "supreme_caster":
                yield from doctrines.supreme_caster(battle, unit)

    def moves(self, battle: Battle, unit: Unit, action: ActionName) -> Script[None]:
        yield from doctrines.before_the_move(battle, unit, action)

    def limits_move(self, battle: Battle, unit: Unit, way: Path, action: ActionName) -> None:
        doctrines.check_rush(battle, unit, way, action)

    def on_way(self, battle: Battle, unit: Unit, way: Path, action: ActionName) -> Script[None]:
        yield from doctrines.hinder(battle, unit, way)

    def declared_shots(self, battle: Battle, unit: Unit, fires: list[Fire], held: bool) -> Script[list[Fire]]:
        return (yield from hunting.around_shots(battle, unit, fires, held))

    def after_shots(self, battle: Battle, unit: Unit, fires: list[Fire], held: bool) -> Script[None]:
        _lift_all(battle)
        yield from hunting.shoot_again(battle, unit, fires, held)

    def charges(self, battle: Battle, unit: Unit, target: Unit, plan: Plan) -> Script[None]:
        """The target of a charge may shoot, or retreat out of reach."""
        yield from hunting.closing_fire(battle, unit, target, _before_contact(plan))
        if unit.fate or not doctrines.can_retreat(battle, target):
            return
        retreats = f"{verb(target.name, 'Does')} {target.name} retreat?"
        text = f"{acts(unit.name, 'charges')} your {target.name}. {retreats}"
        slugs = ready(battle, target.seat, "tactical_retreat")

        def weigh(key: str) -> Sequence[Odds]:
            rule_id = "aofr.cp.tactical_retreat"
            return () if key == purse.NO else odds.escape(battle, target, unit, doctrines.RETREAT, rule_id)

        if (yield from offer(battle, target.seat, text, slugs, unit=target.id, weigh=weigh)):
            yield from doctrines.retreat(battle, target)

    def hits_scored(self, battle: Battle, attacks: Sequence[Attack]) -> Script[None]:
        yield from doctrines.break_armour(battle, attacks)

    def about_to_strike(self, battle: Battle, side: Side, attacks: list[Attack]) -> Script[None]:
        yield from doctrines.tire(battle, side, attacks)

    def struck(self, battle: Battle, side: Side, other: Side, fallen: Mapping[int, int]) -> Script[None]:
        yield from doctrines.strike_once_more(battle, side, other, fallen)

    def after_melee(self, battle: Battle, unit: Unit, target: Unit) -> Script[None]:
        purse.change(battle, killing=())
        for one in (unit, target):
            yield from doctrines.hit_and_run(battle, one)

    @rule("aofr.cp.once_per_activation")
    def after_fighting(self, battle: Battle) -> Script[None]:
        """A volley or a combat apart from activations counts like one (AOFR-R964)."""
        purse.new_activation(battle)
        yield from ()

    def after_activation(self, battle: Battle, unit: Unit) -> Script[None]:
        _lift_all(battle)
        yield from ()

    # What happens to units.

    @rule("aofr.cp.supreme_caster")
    def spare_tokens(self, battle: Battle, unit: Unit) -> int:
        """Supreme tokens pay for spells, and neither help nor hinder a roll (AOFR-R581)."""
        return purse.purse(battle).supreme.count(unit.id)

    def spend_spare(self, battle: Battle, unit: Unit, tokens: int) -> None:
        held = list(purse.purse(battle).supreme)
        for _ in range(tokens):
            held.remove(unit.id)
        purse.change(battle, supreme=tuple(held))

    def falling(self, battle: Battle, unit: Unit, muster: Muster, before: Mapping[int, int]) -> Script[None]:
        yield from doctrines.spare(battle, unit, muster, before)

    def instead_of_shaken(self, battle: Battle, unit: Unit) -> Script[bool]:
        return (yield from doctrines.stay_true(battle, unit, routs=False))

    def instead_of_rout(self, battle: Battle, unit: Unit) -> Script[bool]:
        return (yield from doctrines.stay_true(battle, unit, routs=True))

    def speaker(self, battle: Battle, unit: Unit, effect: Effect) -> SpecialRule | None:
        return SPEAKERS[effect.name]() if effect.name in SPEAKERS else None

    def after_roll(self, battle: Battle, roll: Roll, faces: tuple[int, ...]) -> Script[tuple[int, ...]]:
        if not purse.purse(battle).style:
            return faces
        faces = yield from universal.raise_dice(battle, roll, faces)
        return (yield from doctrines.test_again(battle, roll, faces))

    def on_event(self, battle: Battle, event: Event) -> Script[None]:
        if isinstance(event, UnitShaken):
            yield from doctrines.minimize(battle, battle.units[event.unit])

    # What is shown.

    def panel(self, battle: Battle, seat: int) -> Mapping[str, Figure]:
        told = purse.purse(battle)
        if not told.style:
            return {}
        return {"Command points": told.points[seat], "Doctrine": _named(told.doctrines[seat])}

    def in_force(self, battle: Battle) -> Sequence[str]:
        told = purse.purse(battle)
        if not told.style:
            return ()
        seats = battle.scene.seats
        return (
            f"Command points: {_TEXTS[told.style]}",
            *(f"{seats[seat].name}: {_named(doctrine)}." for seat, doctrine in enumerate(told.doctrines) if doctrine),
        )

    def problems(self, battle: Battle) -> Sequence[str]:
        return [f"A side has {points} command points." for points in purse.purse(battle).points if points < 0]


@rule("aofr.cp.doctrine_table")
def _pick_doctrine(seat: int) -> Script[str]:
    """A doctrine is picked, or rolled for."""
    own = purse.doctrines()
    options = [Option(one.slug, one.name, text=" ".join(_told(one.slug))) for one in own]
    options.append(Option("roll", "Roll for it"))
    text = "Which doctrine does your army follow?"
    key = yield from choose(seat, "doctrine", text, options, rules=("aofr.cp.doctrine_table",))
    if key != "roll":
        return key
    (face,) = yield from roll("D6", why="Doctrine", rule="aofr.cp.doctrine_table")
    return own[face - 1].slug


def _told(doctrine: str) -> Iterator[str]:
    return (f"{one.name} ({one.cost} CP): {one.text}" for one in stratagems().values() if one.doctrine == doctrine)


def _named(doctrine: str) -> str:
    return next((one.name for one in purse.doctrines() if one.slug == doctrine), "")


def _has_use(battle: Battle, unit: Unit, slug: str) -> bool:
    """Whether a stratagem could do anything when that unit is activated."""
    if unit.pose is None:
        return slug == "supreme_caster" and doctrines.has_caster(battle, unit)
    match slug:
        case "coordinated_move":
            return bool(doctrines.pairs(battle, unit.seat))
        case "strategic_relocation":
            return not unit.shaken
        case "tactical_retreat":
            return any(doctrines.can_retreat(battle, one) for one in on_table(battle, unit.seat))
        case "sweeping_move":
            return not unit.shaken and _needs_more(battle, unit)
        case _:
            return doctrines.has_caster(battle, unit)


def _needs_more(battle: Battle, unit: Unit) -> bool:
    """Whether an enemy is out of reach of a charge, and would not be with 4" more."""
    far = moving.allowance(battle, unit, "charge") + optional.measured(battle, doctrines.SWEPT) + TOLERANCE
    if moving.why_not_move(battle, unit) is not None or optional.has_effect(unit, doctrines.SweepingMove.name):
        return False
    return any(
        gap_between(battle, unit, one) <= far and charge.plan(battle, unit, one) is None
        for one in enemies(battle, unit.seat)
    )


def _retreat_with_one(battle: Battle, seat: int) -> Script[None]:
    able = [unit for unit in on_table(battle, seat) if doctrines.can_retreat(battle, unit)]
    told = (harm_odds.inches(battle, doctrines.RETREAT),)
    options = [Option(str(unit.id), unit.name, told, unit.id) for unit in able]
    rules = ("aofr.cp.tactical_retreat",)
    key = yield from choose(seat, "retreat", "Which unit retreats?", options, rules=rules)
    yield from doctrines.retreat(battle, battle.units[int(key)])


def _before_contact(plan: Plan) -> Pose:
    """Where the charger is 1" before contact."""
    end = plan.way.end
    return Pose(end.x - end.fx, end.y - end.fy, end.facing)


def _lift_all(battle: Battle) -> None:
    """What lies on units for one shooting or one activation is over."""
    for unit in battle.units:
        for name in (doctrines.IN_COVER, hunting.HeightenedSenses.name):
            if unit.effects and optional.has_effect(unit, name):
                optional.lift(unit, name)
