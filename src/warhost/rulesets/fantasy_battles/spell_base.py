"""The pieces of which spells are made.

A spell is its figures in `data/spells/<path>.toml` (see `spell_data`) and one small class that carries its row:

    @SPELLS.rule("Fireball", "t9a.pyromancy.1_fireball")
    class Fireball(DamageSpell):
        \"\"\"Hits from afar.\"\"\"

A class that only says its kind is enough where the figures tell all. What there is:

- `DamageSpell`: hits with the figures `hits` (number or dice), `str` (number or dice, rolled once), `ap`, `wound_on`
  (None with no `str`: wounds without a roll), `rules` (Flaming Attacks ...), `each_model`, `Area Attack (XxY)` among
  the rules with `str_at_one` and `rules_at_one`. Override `hits_on`, `strength_against`, `struck` (whom it hits) or
  `change` (anything else of the attack). Its `losses` are exact and follow from the same methods. `after_hits` is told
  what each unit lost.
- `LastingSpell`: lies on its targets; figures `adds` (characteristics, `aim` too), `gains` (model rules as an entry
  would list them), `lasts` ("One Turn" or "Permanent"). While it lies there it is a `Speaker`: override any moment of
  `rules.Speaker` (`on_attack`, `on_defence`, `extra_dice`, `no_shooting` ...). `self.figures` are those of the version
  that was cast, `self.effect` says who cast it and in which `form`. `lie_on` lays it on a unit by hand; a Focused spell
  and one on the caster lie on that model alone. The same spell cast again takes the place of the old one unless
  `adds_up` (T9A-R070); a Permanent one adds up where players agreed so (T9A-R071).
- `MagicalMove`: its targets move `inches` at once, with the model rules of `gains` for that move.
- `HealingSpell`: its targets Recover `health` Health Points, or Raise them if `raises`; override `health_for`.

Castings (`casting.Casting`): `casting.version` has the figures, `casting.targets` the numbers of units (or of single
models in ranks), `casting.point` the point of a Ground spell, `casting.bound` the Bound Spell, `casting.sacrificed`
whether The Sacrifice was made. Versions: as many as the file has; a choice that is made when casting (Cosmos or Chaos,
2D6 or 3D6) is a version each. A choice or die of the moment when the spell takes effect: `choose_form`, `roll_form`.

Targets: sides, Engaged, sight, arc and range come from the types; `check_target` says what else is needed,
`check_point` for Ground spells. `terrain = "forest"` lets the range be measured from such terrain near the caster.
`aura = true` and `caster = true` are ranges. Attribute Spells are `attribute = true`, and the file names the one of its
Path; `brings_attribute = false` for spells without it. `rider = 2` is an Attribute Spell that Augments may be cast with
for +2 Casting Value.

What all spells of a Path share is a `PathRule` (registered in `PATHS`, named by `rule` in the file): the Casting Value
and dice (`on_casting`: `casting.value`, `casting.roll`, `casting.miscast`, `casting.rerolls_ones`), `adds_range`,
`teaches`, `offers` a version, `before_dispel`, `after_cast`. Speakers hear `after_siphon`, `wards`, `on_casting` and
`on_enemy_casting`; a spell class `at_magic_end`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

import msgspec

from warhost.dice import Distribution, odds
from warhost.play.questions import Option
from warhost.play.script import Refused, Script, choose, choose_unit, roll
from warhost.play.tally import Tally
from warhost.play.throws import Number, Reason, Stage, counted, spread_of_all, throw_number
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles import damage, events, movement, panic
from warhost.rulesets.fantasy_battles.attacks import Attack
from warhost.rulesets.fantasy_battles.battle import Battle, Effect, Unit
from warhost.rulesets.fantasy_battles.casualties import restore
from warhost.rulesets.fantasy_battles.entries import said_in
from warhost.rulesets.fantasy_battles.formation import boundary, health, layout, rows
from warhost.rulesets.fantasy_battles.rules import SPELLS, Spell
from warhost.rulesets.fantasy_battles.spell_data import SpellVersion, figures
from warhost.table import Arc, arc_of

if TYPE_CHECKING:
    from warhost.rulesets.fantasy_battles.casting import Casting

__all__ = [
    "SPELLS",
    "DamageSpell",
    "HealingSpell",
    "LastingSpell",
    "MagicalMove",
    "area_hits",
    "choose_form",
    "roll_form",
]


class LastingSpell(Spell):
    """Lies on its targets until its duration is over, whatever becomes of the caster."""

    adds_up: ClassVar[bool] = False
    """Cast again on the same unit it adds to itself."""

    @property
    def figures(self) -> SpellVersion:
        return figures(self.effect.spell, self.effect.version)

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        bonus = self.figures.adds.get(name)
        if bonus is not None:
            tally.add(bonus, self)

    def granted(self) -> tuple[str, ...]:
        return self.figures.gains

    @classmethod
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        for number in casting.targets:
            cls.lie_on(battle, battle.units[number], casting)
        yield from ()

    @classmethod
    @rule("t9a.spell.duration_one_turn", "t9a.spell.duration_permanent", "t9a.spelltype.focused")
    @rule("t9a.spell.range_caster")
    def lie_on(cls, battle: Battle, unit: Unit, casting: Casting, form: int = 0) -> None:
        """Lay the spell on a unit; on one model alone if it is Focused, or its range is Caster."""
        version, body = casting.version, battle.body(unit)
        alone = version.is_of("F") or version.caster or unit.host is not None
        permanent = version.lasts == "Permanent"
        effect = Effect(
            cls.name,
            casting.caster.seat,
            casting.caster.entry,
            form,
            version.name,
            unit.entry if alone else -1,
            permanent,
        )
        again = cls.adds_up or (permanent and battle.scene.settings.permanent == "adds up")
        kept = body.effects if again else tuple(one for one in body.effects if not _same(one, effect))
        body.effects = (*kept, effect)


def _same(one: Effect, other: Effect) -> bool:
    """Whether it is the same spell of the same side on the same models."""
    return (one.spell, one.seat, one.only, one.form) == (other.spell, other.seat, other.only, other.form)


class DamageSpell(Spell):
    """Hits with the figures of the spell, the whole sequence of attacks, then perhaps Panic.

    The number of hits is rolled for each target, a random Strength once for all hits (T9A-R073, T9A-R100).
    """

    @classmethod
    def hits_on(cls, battle: Battle, casting: Casting, target: Unit) -> int | str:
        """How many hits a target suffers: a number or dice."""
        return casting.version.hits or 0

    @classmethod
    def strength_against(cls, battle: Battle, casting: Casting, target: Unit) -> int | str | None:
        """The Strength of the hits on that target: a number or dice; None if they need none."""
        return casting.version.str_

    @classmethod
    def change(cls, battle: Battle, casting: Casting, attack: Attack) -> None:
        """What the figures do not say of the hits, before the rules of both sides speak."""

    @classmethod
    def struck(cls, battle: Battle, casting: Casting) -> Script[list[Unit]]:
        """The units, or single models in their ranks, that are hit: its targets, if it says nothing else."""
        yield from ()
        return [battle.units[number] for number in casting.targets]

    @classmethod
    def after_hits(cls, battle: Battle, casting: Casting, lost: Mapping[int, int]) -> Script[None]:
        """The hits are resolved: what each unit lost by its number, its guests' losses among them."""
        yield from ()

    @classmethod
    @rule("t9a.magic.cast_step_d")
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        """All units that it strikes are hit at the same time; then those that lost too much test for Panic."""
        caster = casting.caster
        struck = yield from cls.struck(battle, casting)
        bodies = list(dict.fromkeys(battle.body(unit).id for unit in struck))
        attacks: list[Attack] = []
        rolled: dict[str, int] = {}
        for target in struck:
            hits = yield from cls._number(cls.hits_on(battle, casting, target), "Hits", casting)
            strength = cls.strength_against(battle, casting, target)
            if isinstance(strength, str):
                if strength not in rolled:
                    rolled[strength] = yield from cls._number(strength, "Strength", casting)
                strength = rolled[strength]
            attacks += [attack for attack, _ in cls.attacks(battle, casting, target, hits, strength)]
        for attack in attacks:
            yield from damage.roll_hits(battle, attack)
        lost = yield from panic.suffer_attacks(battle, attacks)
        yield from cls.after_hits(battle, casting, lost)
        source = battle.body(battle.bearing(caster.entry)).id
        yield from panic.after_losses_of_all(battle, (battle.units[number] for number in bodies), source)

    @classmethod
    def _number(cls, figure: int | str, of: str, casting: Casting) -> Script[int]:
        """A figure of the spell, rolled if it is dice."""
        caster = casting.caster
        told = Reason(f"{of} of {cls.name}", casting.row, caster.seat, caster.id)
        return (yield from throw_number(counted(figure), told))

    @classmethod
    @rule("t9a.spell.bracketed_hit", "t9a.special.area_attack")
    def attacks(
        cls, battle: Battle, casting: Casting, target: Unit, hits: int, strength: int | None
    ) -> list[tuple[Attack, Number]]:
        """The hits on a target as attacks, each with its number; hits on single models in its ranks are apart.

        Of an Area Attack one hit has the values in square brackets.
        """
        version = casting.version
        if version.each_model and target.host is None:
            pools = [target, *battle.guests_of(target)]
            return [(cls.attack(battle, casting, one, hits * one.models, strength), 0) for one in pools if one.models]
        area = next((said_in(text) for text in version.rules if text.startswith("Area Attack")), "")
        if not area:
            return [(cls.attack(battle, casting, target, hits, strength), 0)]
        hits *= area_hits(battle, casting.caster, target, area)
        found = [(cls.attack(battle, casting, target, hits - 1, strength), 0)] if hits > 1 else []
        if hits:
            better = strength if version.str_at_one is None else version.str_at_one
            first = msgspec.structs.replace(version, rules=(*version.rules, *version.rules_at_one))
            one = msgspec.structs.replace(casting, version=first)
            found.append((cls.attack(battle, one, target, 1, better), 0))
        return found

    @classmethod
    def attack(cls, battle: Battle, casting: Casting, target: Unit, hits: int, strength: int | None) -> Attack:
        """So many like hits on a target, after all rules have spoken."""
        version = casting.version
        attack = Attack(
            *("spell", casting.caster.id, target.id, hits, cls.name, casting.row),
            strength=strength,
            ap=version.ap,
            wound_on=version.wound_on,
            rules=version.rules,
        )
        cls.change(battle, casting, attack)
        return damage.prepared(battle, attack)

    @classmethod
    def losses(cls, battle: Battle, casting: Casting, target: Unit) -> Distribution[int]:
        """The Health Points that the spell may take from a unit, once it is cast, with the exact chances."""
        number = counted(cls.hits_on(battle, casting, target))
        figure = cls.strength_against(battle, casting, target)
        strength = figure if figure is None else counted(figure)
        strengths: Iterable[tuple[int | None, float]] = [(strength, 1.0)] if strength is None else []
        if isinstance(strength, int):
            strengths = [(strength, 1.0)]
        elif strength is not None:
            strengths = odds.of(strength).items()
        return odds.mixture((chance, cls._lost(battle, casting, target, number, each)) for each, chance in strengths)

    @classmethod
    def _lost(
        cls, battle: Battle, casting: Casting, target: Unit, number: Number, strength: int | None
    ) -> Distribution[int]:
        """The same for one Strength."""
        hits = number if isinstance(number, int) else 1
        pools: dict[int, list[tuple[Stage, Number]]] = {}
        for attack, _ in cls.attacks(battle, casting, target, hits, strength):
            many: Number = attack.count if isinstance(number, int) or attack.count != 1 else number
            pools.setdefault(attack.target, []).append((damage.chain(battle, attack), many))
        total: Distribution[int] = odds.certain(0)
        for which, chains in pools.items():
            total = odds.convolve(total, spread_of_all(chains, health(battle, battle.units[which])))
        return total


@rule("t9a.special.area_attack")
def area_hits(battle: Battle, attacker: Unit, target: Unit, area: str) -> int:
    """The hits of an Area Attack (XxY) on a unit: up to X in each of up to Y ranks, from a flank in each of its files
    (T9A-R150)."""
    each, deep = (int(text) for text in area.lower().replace("×", "x").split("x"))
    body, here = battle.body(target), boundary(battle, attacker)
    spots = layout(body).rank_and_file
    models = len(spots) + sum(guest.files * guest.ranks for guest in body.guests)
    side = arc_of(boundary(battle, body), here.x, here.y)
    if side in (Arc.FRONT, Arc.REAR):
        lines = [body.files] * (rows(body) - 1) + [models - body.files * (rows(body) - 1)]
    else:
        lines = [rows(body)] * body.files
    return min(models, sum(min(each, line) for line in lines[:deep]))


class HealingSpell(Spell):
    """Its targets get Health Points back: those of wounded models, and if they are Raised slain models too."""

    raises: ClassVar[bool] = False

    @classmethod
    def health_for(cls, battle: Battle, casting: Casting, target: Unit) -> int:
        return casting.version.health

    @classmethod
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        for number in casting.targets:
            unit = battle.units[number]
            yield from cls.heal(battle, unit, cls.health_for(battle, casting, unit))

    @classmethod
    def heal(cls, battle: Battle, unit: Unit, points: int) -> Script[int]:
        """Give a unit, or a single model, so many Health Points back; returns how many it got."""
        gained = restore(battle, unit, points, raises=cls.raises)
        if gained:
            yield events.HealthRegained(unit.id, gained)
        return gained


class MagicalMove(Spell):
    """Its targets move at once, as many inches as the spell says, with the rules that it gives for the move."""

    @classmethod
    @rule("t9a.special.magical_move")
    def check_target(cls, battle: Battle, casting: Casting, target: Unit) -> Refused | None:
        """One Magical Move for a unit and phase, and none for those that flee, fight, are Shaken, failed a charge or
        rallied (T9A-R117)."""
        return movement.check_magical_move(battle, target)

    @classmethod
    @rule("t9a.special.magical_move")
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        """Each target moves, in the order that the caster's player likes."""
        waiting = [battle.units[number] for number in casting.targets]
        rules = (casting.row, "t9a.special.magical_move")
        while waiting:
            text = f"{cls.name}: which unit moves next?"
            target = yield from choose_unit(waiting, casting.caster.seat, "magical move order", text, rules=rules)
            waiting.remove(target)
            yield from cls.move(battle, casting, target)

    @classmethod
    def move(cls, battle: Battle, casting: Casting, target: Unit) -> Script[None]:
        """One of the targets moves."""
        yield from movement.magical_move(
            battle, target, casting.version.inches, cls.name, casting.row, casting.version.gains
        )


def choose_form(
    casting: Casting, text: str, forms: Sequence[tuple[int, str]], *, topic: str = "spell form"
) -> Script[int]:
    """Ask the caster's player for the form in which a spell takes effect."""
    caster = casting.caster
    options = [Option(str(form), label, unit=caster.id) for form, label in forms]
    return int((yield from choose(caster.seat, topic, text, options, rules=(casting.row,), about=casting.key)))


def roll_form(casting: Casting, dice: str = "D6") -> Script[int]:
    """Let a die decide the form in which a spell takes effect."""
    caster = casting.caster
    (face,) = yield from roll(
        dice, why=f"Form of {casting.spell.name}", rule=casting.row, seat=caster.seat, unit=caster.id
    )
    return face
