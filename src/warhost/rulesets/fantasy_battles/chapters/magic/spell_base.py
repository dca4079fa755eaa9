"""The pieces of which spells are made.

A spell is its figures in `data/spells/<path>.toml` (see `spell_data`) and one small class that carries its row:

    @SPELLS.rule("Fireball", "t9a.pyromancy.1_fireball")
    class Fireball(DamageSpell):
        \"\"\"Hits from afar.\"\"\"

A class that only says its kind is enough where the figures tell all. What there is:

- `DamageSpell`: hits with the figures `hits` (number or dice), `str` (number or dice, rolled once), `ap`, `wound_on`
  (None with no `str`: wounds without a roll), `rules` (Flaming Attacks ...), `each_model`, `Area Attack (XxY)` among
  the rules with `str_at_one` and `rules_at_one`. Override `hits_on` (or `roll_number` and `number_odds`),
  `strength_against`, `struck` (whom it hits) or `change` (anything else of the attack). Its `losses` are exact and
  follow from the same methods. `after_hits` is told what each unit lost.
- `LastingSpell`: lies on its targets; figures `adds` (characteristics, `aim` too), `gains` (model rules as an entry
  would list them), `attacks` and `against` (what changes in attacks of or against it), `lasts` ("One Turn" or
  "Permanent"). While it lies there it is a `Speaker`: override any moment of
  `rules.Speaker` (`on_attack`, `on_defence`, `extra_dice`, `no_shooting` ...). `self.figures` are those of the version
  that was cast, `self.effect` says who cast it and in which `form`. `lie_on` lays it on a unit by hand; a Focused spell
  and one on the caster lie on that model alone. The same spell cast again takes the place of the old one unless
  `adds_up` (T9A-R070); a Permanent one adds up where players agreed so (T9A-R071).
- `MagicalMove`: its targets move `inches` at once, with the model rules of `gains` for that move.

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
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from warhost.dice import Distribution, odds
from warhost.field import Path
from warhost.play.counsel.throws import Number, Reason, counted, throw_number
from warhost.play.questions import Option
from warhost.play.rules.tally import Tally
from warhost.play.script import Refused, Script, choose, choose_unit, roll
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters import panic
from warhost.rulesets.fantasy_battles.chapters.damage import damage
from warhost.rulesets.fantasy_battles.chapters.magic import magical_moves
from warhost.rulesets.fantasy_battles.chapters.magic.spell_data import AttackChange, SpellVersion, figures
from warhost.rulesets.fantasy_battles.chapters.shooting.area_attack import spread_over, struck_from
from warhost.rulesets.fantasy_battles.core import (
    MELEE,
    MODEL_RULES,
    RANGED,
    SPELLS,
    Attack,
    AttackKind,
    Battle,
    Effect,
    Spell,
    Unit,
    boundary,
)
from warhost.table import from_local

if TYPE_CHECKING:
    from warhost.rulesets.fantasy_battles.chapters.magic.casting import Casting

__all__ = [
    "SPELLS",
    "Cited",
    "DamageSpell",
    "LastingSpell",
    "MagicalMove",
    "choose_form",
    "roll_form",
]


class Cited(NamedTuple):
    """A spell as the source of a change, where nobody bears it."""

    name: str
    id: str


_SHOOTING: frozenset[AttackKind] = frozenset({"shooting", "breath"})

_KINDS: dict[str, frozenset[AttackKind]] = {
    "Close Combat": frozenset({"melee"}),
    "Melee": MELEE,
    "Shots": frozenset({"shooting"}),
    "Shooting": _SHOOTING,
    "Ranged": RANGED,
}
"""Which attacks the words of the figures mean."""


class LastingSpell(Spell):
    """A spell that lies on its targets until its duration is over, whatever becomes of the caster."""

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

    def on_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        self._change(attack, self.figures.attacks)

    def on_defence(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        self._change(attack, self.figures.against)

    def _change(self, attack: Attack, changes: Iterable[AttackChange]) -> None:
        """What the figures say of attacks of such a kind."""
        for change in changes:
            if any(attack.kind in _KINDS[name] for name in change.of):
                self._make(attack, change)

    def _make(self, attack: Attack, change: AttackChange) -> None:
        attack.to_hit.add(change.to_hit, self)
        attack.to_wound.add(change.to_wound, self)
        attack.ap += change.ap
        if change.rerolls == "to hit":
            attack.hits_rerolled_by = self
        elif change.rerolls == "to wound":
            attack.wounds_rerolled_by = self
        for named in MODEL_RULES.spoken(change.rules).at("marks"):
            named.marks(attack)

    @classmethod
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        for number in casting.targets:
            cls.lie_on(battle, battle.units[number], casting)
        yield from ()

    @classmethod
    @rule("t9a.spell.duration_one_turn", "t9a.spell.duration_permanent", "t9a.spelltype.focused")
    @rule("t9a.spell.range_caster")
    def lie_on(cls, battle: Battle, unit: Unit, casting: Casting, form: int = 0, *, alone: bool | None = None) -> None:
        """Lay the spell on a unit; on one model alone if it is Focused, or its range is Caster, unless told."""
        version, body = casting.version, battle.body(unit)
        if alone is None:
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
        again = cls.piles_up(battle) or (permanent and battle.scene.settings.permanent == "adds up")
        kept = body.effects if again else tuple(one for one in body.effects if not _same(one, effect))
        body.effects = (*kept, effect)

    @classmethod
    def piles_up(cls, battle: Battle) -> bool:
        """Whether the spell cast again on a unit is one more of it, and not the same anew."""
        return cls.adds_up


def _same(one: Effect, other: Effect) -> bool:
    """Whether it is the same spell of the same side on the same models, whatever was chosen or rolled for it."""
    return (one.spell, one.seat, one.only) == (other.spell, other.seat, other.only)


class DamageSpell(Spell):
    """A spell that hits with its own figures: the whole sequence of attacks, then perhaps Panic.

    The number of hits is rolled for each target, a random Strength once for all hits (T9A-R073, T9A-R100).
    """

    @classmethod
    def hits_on(cls, battle: Battle, casting: Casting, target: Unit) -> int | str:
        """How many hits a target suffers: a number or dice."""
        return casting.version.hits or 0

    @classmethod
    def roll_number(cls, battle: Battle, casting: Casting, target: Unit) -> Script[int]:
        """The number of hits on a target, rolled if it is dice."""
        return (yield from cls._number(cls.hits_on(battle, casting, target), "Hits", casting))

    @classmethod
    def number_odds(cls, battle: Battle, casting: Casting, target: Unit) -> Number:
        """The same before it is rolled: a number, dice, or the chances of each number."""
        return counted(cls.hits_on(battle, casting, target))

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
    @rule("t9a.magic.cast_step_d", "t9a.spell.duration_instant")
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        """All units that it strikes are hit at the same time; then those that lost too much test for Panic."""
        caster = casting.caster
        struck = yield from cls.struck(battle, casting)
        bodies = list(dict.fromkeys(battle.body(unit).id for unit in struck))
        attacks: list[Attack] = []
        rolled: dict[str, int] = {}
        for target in struck:
            hits = yield from cls.roll_number(battle, casting, target)
            strength = cls.strength_against(battle, casting, target)
            if isinstance(strength, str):
                if strength not in rolled:
                    rolled[strength] = yield from cls._number(strength, "Strength", casting)
                strength = rolled[strength]
            attacks += cls.attacks(battle, casting, target, hits, strength)
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
    def attacks(cls, battle: Battle, casting: Casting, target: Unit, hits: int, strength: int | None) -> list[Attack]:
        """The hits on a target as attacks; where each model is hit, single models in its ranks are hit apart."""
        if not casting.version.each_model or target.host is not None:
            return [cls.attack(battle, casting, target, hits, strength)]
        pools = [target, *battle.guests_of(target)]
        return [cls.attack(battle, casting, one, hits * one.models, strength) for one in pools if one.models]

    @classmethod
    @rule("t9a.spell.bracketed_hit", "t9a.special.area_attack")
    def attack(cls, battle: Battle, casting: Casting, target: Unit, hits: int, strength: int | None) -> Attack:
        """So many like hits on a target, after all rules have spoken.

        Of an Area Attack one hit has the values in square brackets.
        """
        version = casting.version
        attack = Attack(
            *("spell", casting.caster.id, target.id, hits, cls.name, casting.row),
            strength=strength,
            ap=version.ap,
            wound_on=version.wound_on,
            rules=version.rules,
            named=target.host is not None or version.each_model,
        )
        cls.change(battle, casting, attack)
        front = boundary(battle, casting.caster)
        side = struck_from(battle, target, from_local(front, 0.0, front.depth / 2))
        bonus = attack.strength - (strength or 0) if attack.strength is not None else 0
        better = None if version.str_at_one is None else version.str_at_one + bonus
        spread_over(battle, attack, side, strength=better, rules=version.rules_at_one)
        return damage.prepared(battle, attack)

    @classmethod
    def losses(cls, battle: Battle, casting: Casting, target: Unit) -> Distribution[int]:
        """The Health Points that the spell may take from a unit, once it is cast, with the exact chances."""
        number = cls.number_odds(battle, casting, target)
        figure = cls.strength_against(battle, casting, target)
        strength = None if figure is None else counted(figure)
        if strength is None or isinstance(strength, int):
            return cls._lost(battle, casting, target, number, strength)
        each = odds.of(strength).items()
        return odds.mixture((chance, cls._lost(battle, casting, target, number, one)) for one, chance in each)

    @classmethod
    def _lost(
        cls, battle: Battle, casting: Casting, target: Unit, number: Number, strength: int | None
    ) -> Distribution[int]:
        """The same for one Strength."""
        if not isinstance(number, int):
            (attack,) = cls.attacks(battle, casting, target, 1, strength)
            return damage.losses_of(battle, attack, number)
        total: Distribution[int] = odds.certain(0)
        for attack in cls.attacks(battle, casting, target, number, strength):
            total = odds.convolve(total, damage.losses_of(battle, attack))
        return total


class MagicalMove(Spell):
    """Its targets move at once, as many inches as the spell says, with the rules that it gives for the move."""

    @classmethod
    @rule("t9a.special.magical_move")
    def check_target(cls, battle: Battle, casting: Casting, target: Unit) -> Refused | None:
        """Who cannot make a Magical Move is no target (T9A-R117)."""
        return magical_moves.why_not(battle, target)

    @classmethod
    @rule("t9a.special.magical_move")
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        """Each target moves, in the order that the caster's player likes."""
        waiting = [battle.units[number] for number in casting.targets]
        rules = (casting.row, magical_moves.RULE)
        while waiting:
            text = f"{cls.name}: which unit moves next?"
            target = yield from choose_unit(waiting, casting.caster.seat, "magical move order", text, rules=rules)
            waiting.remove(target)
            version = casting.version
            path = yield from magical_moves.magical_move(
                battle, target, version.inches, having=version.gains, rules=(casting.row,)
            )
            if path is not None:
                yield from cls.after_path(battle, casting, target, path)

    @classmethod
    def after_path(cls, battle: Battle, casting: Casting, target: Unit, path: Path) -> Script[None]:
        """One of the targets has moved that way."""
        yield from ()


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
