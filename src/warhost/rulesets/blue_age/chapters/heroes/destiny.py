"""Destiny: what Heroes spend their points on (Heroes & Commanders: Destiny; BLUE-R94)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from warhost.play.picking import pick
from warhost.play.questions import Option, Pick
from warhost.play.script import Script, choose, roll
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.magic.pools import SIDES
from warhost.rulesets.blue_age.chapters.wounds.attacks import Failed, Lot, to_save
from warhost.rulesets.blue_age.core import Battle, Model, Unit, set_models, together
from warhost.rulesets.blue_age.core.events import heroes as events
from warhost.rulesets.blue_age.core.trials import Trial
from warhost.rulesets.blue_age.core.values import health_of, is_hero

MOST_AGAIN = 3
"""So many dice are rolled again for a point."""

LIVES = 6
"""What a Death Save needs."""


@rule("blue.destiny.who")
def may_spend(unit: Unit) -> bool:
    """Whether there is a point left to spend: only Heroes ever have any."""
    return unit.destiny > 0


@rule("blue.destiny.who")
def spend(unit: Unit, use: str) -> Script[None]:
    """A point is spent."""
    assert unit.destiny > 0
    unit.destiny -= 1
    yield events.DestinySpent(unit.id, use, unit.destiny)


def wants(unit: Unit, text: str, yes: str, cite: str, about: str = "") -> Script[bool]:
    """Ask whether a Hero spends a point; nobody is asked where there is none."""
    if not may_spend(unit):
        return False
    options = [
        Option("spend", yes, unit=unit.id),
        Option("pass", "Keep the point", unit=unit.id, passes=True),
    ]
    note = f"{unit.name}: Destiny {unit.destiny}"
    key = yield from choose(unit.seat, "destiny", text, options, note=note, rules=(cite,), about=about)
    return key == "spend"


# Dice of magic


class MagicRoll:
    """Dice of a cast or a dispel: each that shows the number is a success, a twelve brings another die at once."""

    def __init__(self, unit: Unit, need: int, why: str, cite: str) -> None:
        self.unit, self.need, self.why, self.rule = unit, need, why, cite
        self.dice: list[int] = []
        self.settled: set[int] = set()
        """The dice that were rolled again: that happens once (BLUE-R08)."""

    @property
    def faces(self) -> tuple[int, ...]:
        return tuple(self.dice)

    @property
    def told(self) -> str:
        """The dice in words."""
        return ", ".join(map(str, self.dice))

    @property
    @rule("blue.casting.success_dice", "blue.dispel.success_dice")
    def successes(self) -> int:
        return sum(face >= self.need for face in self.dice)

    @property
    def failures(self) -> list[int]:
        """The numbers of the dice that failed and may be rolled again."""
        return [number for number in self.open if self.dice[number] < self.need]

    @property
    def open(self) -> list[int]:
        """The numbers of the dice that were not rolled again yet."""
        return [number for number in range(len(self.dice)) if number not in self.settled]

    def throw(self, count: int) -> Script[None]:
        """Roll so many dice."""
        faces = yield from self._roll(count, self.why, self.rule)
        self.dice += faces
        yield from self._more(faces)

    @rule("blue.casting.twelves_explode", "blue.dispel.twelves_explode")
    def _more(self, faces: Sequence[int]) -> Script[None]:
        """Each twelve brings one more die, which may be a twelve again (BLUE-R78)."""
        twelves = sum(face == SIDES for face in faces)
        while twelves:
            more = yield from self._roll(twelves, f"{self.why}, for twelves", self.rule)
            self.dice += more
            twelves = sum(face == SIDES for face in more)

    def throw_again(self, numbers: Iterable[int], by: str, cite: str) -> Script[None]:
        """Roll these dice once more; the new faces stand."""
        chosen = sorted(numbers)
        if not chosen:
            return
        faces = yield from self._roll(len(chosen), f"{self.why}, again by {by}", cite)
        for number, face in zip(chosen, faces, strict=True):
            self.dice[number] = face
        self.settled.update(chosen)
        yield from self._more(faces)

    def _roll(self, count: int, why: str, cite: str) -> Script[tuple[int, ...]]:
        dice, seat = f"{count}D{SIDES}", self.unit.seat
        return (yield from roll(dice, why=why, rule=cite, seat=seat, unit=self.unit.id, need=self.need, counts="each"))


@rule("blue.destiny.reroll_magic")
def for_magic(battle: Battle, rolled: MagicRoll) -> Script[None]:
    """A point rolls up to three dice of the Hero's own cast or dispel again, chosen after they are seen."""
    open_ = rolled.open
    text = f"{rolled.why}: {rolled.told}. Spend a point of Destiny?"
    if not open_ or not (
        yield from wants(rolled.unit, text, "Roll up to three dice again", "blue.destiny.reroll_magic", rolled.why)
    ):
        return
    yield from spend(rolled.unit, f"dice rolled again for {rolled.why[0].lower()}{rolled.why[1:]}")
    # The worst dice come first, so that the first suggestion is the usual one.
    usual = sorted(open_, key=lambda number: (rolled.dice[number] >= rolled.need, rolled.dice[number]))
    question = Pick(
        seat=rolled.unit.seat,
        topic="destiny dice",
        text="Which dice are rolled again?",
        rules=("blue.destiny.reroll_magic",),
        options=tuple(Option(str(number), f"the {rolled.dice[number]}", unit=rolled.unit.id) for number in usual),
        least=1,
        most=MOST_AGAIN,
    )
    keys = yield from pick(question)
    yield from rolled.throw_again(map(int, keys), "Destiny", "blue.destiny.reroll_magic")


# Attacks


@rule("blue.destiny.extra_ap")
def for_piercing(battle: Battle, lot: Lot) -> Script[None]:
    """Before the roll to hit a point makes the attacks of a Hero pierce one point more: all of that step or shot, or
    one of them where players agreed on it. Nobody is asked where no Armour Save stands against them."""
    hero = battle.units[lot.attacker]
    if not is_hero(battle, hero) or lot.kind not in ("melee", "ranged") or not lot.count:
        return
    if to_save(lot, max(0, lot.ap.total)) is None:
        return
    one = battle.settings.destiny_ap == "one attack"
    text = f"{lot.what}: spend a point of Destiny for one more point of Armour Piercing?"
    yes = "One attack at AP -1 more" if one else "AP -1 more"
    if not (yield from wants(hero, text, yes, "blue.destiny.extra_ap", lot.what)):
        return
    yield from spend(hero, "Armour Piercing")
    if one:
        lot.finer = 1
    else:
        lot.ap.add(1, "Destiny", "blue.destiny.extra_ap")


@rule("blue.destiny.reroll_wounds")
def for_wounds(battle: Battle, lot: Lot, failed: Failed) -> Script[None]:
    """A point rolls up to three failed dice of one To-Wound roll of a Hero again."""
    hero = battle.units[lot.attacker]
    if not is_hero(battle, hero):
        return
    dice = min(MOST_AGAIN, failed.dice)
    text = f"{lot.what}: {failed.dice} failed to wound. Spend a point of Destiny?"
    yes = f"Roll {dice} of them again"
    if (yield from wants(hero, text, yes, "blue.destiny.reroll_wounds", lot.what)):
        yield from spend(hero, f"{dice} {'die' if dice == 1 else 'dice'} to wound again")
        failed.again = dice


# Tests and death


@rule("blue.destiny.auto_pass")
def for_test(battle: Battle, trial: Trial) -> Script[None]:
    """A point passes a test of a Hero or of the unit that he is with; it is declared before the die is rolled."""
    for one in together(battle, trial.unit):
        text = f"{trial.why}: spend a point of Destiny to pass the {trial.kind.title()} Test of {trial.unit.name}?"
        if (yield from wants(one, text, "Pass without a die", "blue.destiny.auto_pass", trial.why)):
            yield from spend(one, f"a {trial.kind.title()} Test is passed")
            trial.fated = True
            return


@rule("blue.destiny.death_save")
def death_save(battle: Battle, unit: Unit) -> Script[None]:
    """A point gives a Hero who would die a roll of a D10: on 6 or more he lives on with 1 Health, one try each time."""
    cite = "blue.destiny.death_save"
    text = f"{unit.name} would die. Spend a point of Destiny for a Death Save?"
    if not (yield from wants(unit, text, "Roll a D10: 6+ to live", cite)):
        return
    yield from spend(unit, "a Death Save")
    (face,) = yield from roll("D10", why="Death Save", rule=cite, seat=unit.seat, unit=unit.id, need=LIVES)
    yield events.DeathSaved(unit.id, face, face >= LIVES)
    if face < LIVES:
        return
    entry = battle.entry(unit)
    saved = tuple(
        Model(model.x, model.y, health_of(entry, model.role) - 1, model.role, model.facing)
        if entry.hero or model.role == "champion"
        else model
        for model in unit.models
    )
    set_models(battle, unit, saved)
