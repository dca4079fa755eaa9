"""Hereditary spells that spend Veil Tokens: Curse of the Phantom Queen, Favour of Meladis."""

from __future__ import annotations

from warhost.play.counsel.throws import Reason, counted, throw_number
from warhost.play.questions import Odds, Option, Part
from warhost.play.script import Script, choose
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.chapters.damage import damage
from warhost.rulesets.fantasy_battles.chapters.magic.casting import Casting
from warhost.rulesets.fantasy_battles.chapters.magic.spell_base import LastingSpell
from warhost.rulesets.fantasy_battles.core import SPELLS, Attack, Battle, Unit, boundary
from warhost.rulesets.fantasy_battles.shown.spell_events import TokenGained, TokensDiscarded
from warhost.table import within

MULTIPLE, LIMIT = "t9a.hereditary.he_favour_of_meladis_multi", "t9a.hereditary.he_favour_of_meladis_limit"

REACH = 18.0
"""How near to the caster a unit has to be."""


def _near(battle: Battle, caster: Unit, unit: Unit) -> bool:
    return within(boundary(battle, caster), boundary(battle, battle.body(unit)), REACH)


def _spend(battle: Battle, seat: int, tokens: int) -> None:
    battle.tokens = tuple(count - tokens * (place == seat) for place, count in enumerate(battle.tokens))


@SPELLS.rule("Curse of the Phantom Queen", "t9a.hereditary.de_curse_of_the_phantom_queen")
class CurseOfThePhantomQueen(LastingSpell):
    """Whenever the caster's army costs an enemy near the caster Health Points, Veil Tokens bring further hits on it
    (T9A-R107)."""

    def on_losses(self, battle: Battle, bearer: Unit, unit: Unit, lost: int, by: int | None) -> Script[int]:
        seat = self.effect.seat
        if by != seat or unit.seat == seat or not battle.tokens[seat] or not _near(battle, bearer, unit):
            return 0
        tokens = yield from self._how_many(battle, bearer, unit)
        if not tokens:
            return 0
        _spend(battle, seat, tokens)
        yield TokensDiscarded(seat, tokens, self.name)
        told = Reason(f"Hits of {self.name}", self.id, seat, bearer.id)
        hits = yield from throw_number(counted(self.figures.hits or 0, tokens), told)
        attack = self._attack(battle, bearer, unit, hits)
        yield from damage.roll_hits(battle, attack)
        further = yield from damage.suffer(battle, [attack])
        return sum(further.values())

    def _how_many(self, battle: Battle, bearer: Unit, unit: Unit) -> Script[int]:
        """The caster's player says how many tokens are discarded."""
        seat = self.effect.seat
        options = [Option("0", "Discard none", unit=bearer.id, target=unit.id, passes=True)]
        options += [
            Option(
                str(tokens), f"Discard {tokens}: {counted(self.figures.hits or 0, tokens)} hits", (), bearer.id, unit.id
            )
            for tokens in range(1, battle.tokens[seat] + 1)
        ]
        key = yield from choose(
            seat,
            "phantom queen",
            f"{unit.name} lost Health Points. How many Veil Tokens do you discard for {self.name}?",
            options,
            rules=(self.id,),
            weigh=lambda option: self._prospects(battle, bearer, unit, int(option.key)),
        )
        return int(key)

    def _prospects(self, battle: Battle, bearer: Unit, unit: Unit, tokens: int) -> tuple[Odds, ...]:
        if not tokens:
            return ()
        attack = self._attack(battle, bearer, unit, 1)
        lost = damage.losses_of(battle, attack, counted(self.figures.hits or 0, tokens))
        return (Odds("expected HP lost", lost.mean, damage.hurdles(battle, attack), "expected", telling=True),)

    def _attack(self, battle: Battle, bearer: Unit, unit: Unit, hits: int) -> Attack:
        """Such hits, whose losses bring no more of them."""
        figures = self.figures
        assert isinstance(figures.str_, int)
        attack = Attack(
            *("spell", bearer.id, unit.id, hits, self.name, self.id),
            strength=figures.str_,
            ap=figures.ap,
            rules=figures.rules,
            echo=True,
        )
        return damage.prepared(battle, attack)


@SPELLS.rule("Favour of Meladis", "t9a.hereditary.he_favour_of_meladis")
class FavourOfMeladis(LastingSpell):
    """A Veil Token for the caster's player; then tokens save friends near the caster from wounds (T9A-R109)."""

    IN_ALL = "Favour of Meladis in all"
    MOST = 2
    """Tokens in a phase."""

    @classmethod
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        seat = casting.caster.seat
        _spend(battle, seat, -1)
        yield TokenGained(seat, battle.tokens[seat])
        yield from super().resolve(battle, casting)

    def spares(self, battle: Battle, bearer: Unit, unit: Unit, attack: Attack, wounds: int) -> Script[int]:
        seat = self.effect.seat
        most = min(battle.tokens[seat], self.still(battle, seat, unit))
        if most <= 0 or not _near(battle, bearer, unit):
            return 0
        each, hp = spared_by_one(battle, unit, attack), battle.profile(unit).hp
        most = min(most, -(-wounds // each) if attack.multiply is None else wounds * hp)
        tokens = yield from self._how_many(battle, bearer, unit, wounds, each, most)
        if not tokens:
            return 0
        _spend(battle, seat, tokens)
        battle.note(self.IN_ALL, seat, tokens)
        battle.note(self.name, unit.entry, tokens)
        yield TokensDiscarded(seat, tokens, self.name)
        return min(wounds, tokens * each) if attack.multiply is None else tokens * each

    @rule(LIMIT)
    def still(self, battle: Battle, seat: int, unit: Unit) -> int:
        """How many tokens may still be spent for it: 2 in all, 1 for each Character and Gigantic model."""
        left = self.MOST - battle.noted(self.IN_ALL, seat)
        entry = battle.entry(unit)
        if entry.is_character or entry.height == "Gigantic":
            left = min(left, unit.models - battle.noted(self.name, unit.entry))
        return left

    def _how_many(self, battle: Battle, bearer: Unit, unit: Unit, wounds: int, each: int, most: int) -> Script[int]:
        options = [Option("0", "Discard none", unit=bearer.id, target=unit.id, passes=True)]
        for tokens in range(1, most + 1):
            told = Part(tokens * each, f"{each} for each token", self.id)
            saved = Odds("wounds ignored", min(wounds, tokens * each), (told,), "expected", telling=True)
            options.append(Option(str(tokens), f"Discard {tokens}", (saved,), bearer.id, unit.id))
        suffered = f"{unit.name} suffered {wounds} {'wound' if wounds == 1 else 'wounds'}."
        text = f"{suffered} How many Veil Tokens do you discard for {self.name}?"
        return int((yield from choose(self.effect.seat, "favour", text, options, rules=(self.id, MULTIPLE, LIMIT))))


@rule(MULTIPLE)
def spared_by_one(battle: Battle, unit: Unit, attack: Attack) -> int:
    """What one token ignores: a wound, two of Standard Infantry at once; of Multiple Wounds one less."""
    entry = battle.entry(unit)
    standard = entry.height == "Standard" and entry.type == "Infantry"
    multiplied = attack.multiply is not None and entry.profile.hp > 1
    return 2 if standard and not multiplied else 1
