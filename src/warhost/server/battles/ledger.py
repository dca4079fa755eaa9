"""The ledger of a battle: its game with its log, its dice and what may be given back, in step with the store."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence

import msgspec

from warhost.dice import Chance, Dice
from warhost.errors import WarhostError
from warhost.play import DiceRolled, Game, Outcome, Proof, Refused, Roll, Rolled, Ruleset, told_apart, told_outcome
from warhost.server import messages as m
from warhost.server.shown.battle_log import Chronicle
from warhost.server.shown.snapshots import first_difference, passed
from warhost.server.store.battles import Store
from warhost.server.store.values import NOTHING, Kept, Logged, Passed, Progress, Sealed, Spent, TakenBack

log = logging.getLogger(__name__)

HUMAN = "human"
RECORD = "record"
"""The seats of a battle that is only shown: nobody sits there."""


class Outdated(WarhostError):
    """A battle that today's rules and army lists do not replay as it was played."""


class Ledger:
    """What is played and kept of one battle. Whoever changes the game says so here before telling anybody else."""

    def __init__(self, kept: Kept, ruleset: Ruleset, store: Store) -> None:
        self.kept = kept
        self.ruleset = ruleset
        self.log: list[Logged] = []
        self.sealed: dict[int, Sealed] = {}
        self.taken_back = NOTHING
        self.spent: dict[str, float] = {}
        """The seconds that are spent of the clocks with a name."""
        self._kept_spent: dict[str, float] = {}
        self.proof: Proof | None = None
        """How far the dice of a record are proved that was taken in. Of what is played here the server knows itself."""
        self._store = store
        self._chance = Chance(kept.seed, kept.progress.counter)
        self._thrown: list[int] = []
        self._steps = 0
        battle = told_apart(msgspec.json.decode(kept.start, type=ruleset.battle_type))
        self.chronicle = Chronicle(battle)
        self.game = Game(ruleset, battle, on_event=self.chronicle.hear)
        self.chronicle.follow(self.game)

    @classmethod
    async def load(cls, kept: Kept, ruleset: Ruleset, store: Store) -> Ledger:
        """The ledger as the store has it: the battle from its start, played through its log."""
        entries = await store.run(store.log, kept.id)
        steps = await store.run(store.steps, kept.id)
        sealed = await store.run(store.sealed, kept.id)
        taken_back = await store.run(store.taken_back, kept.id)
        agreed = await store.run(store.ending, kept.id)
        spent = await store.run(store.spent, kept.id)

        def build() -> tuple[Ledger, list[Logged]]:
            try:
                ledger = cls(kept, ruleset, store)
                new = ledger.restore(entries, steps, sealed, taken_back)
                ledger.clocks_ran(spent)
                if agreed is not None:
                    ledger.game.end(agreed)
                return ledger, new
            except WarhostError:
                raise
            except Exception as error:
                # What the rules carried out once and trip over today is of other rules.
                log.exception("Battle %s cannot be replayed.", kept.id)
                raise Outdated(f"The battle cannot be continued: {error!r}.{_begun_with(kept, ruleset)}") from error

        ledger, new = await asyncio.to_thread(build)
        if new:
            await ledger.append(len(entries), new)
        elif ledger.unkept_steps():
            await ledger._catch_up()
        return ledger

    def restore(
        self,
        entries: Sequence[Logged],
        steps: Sequence[Passed] = (),
        sealed: Iterable[Sealed] = (),
        taken_back: TakenBack = NOTHING,
    ) -> list[Logged]:
        """Play the log again; returns the dice that fell beyond its end, which are not kept yet."""
        # A battle that is only shown ends where its record ends: nothing is rolled on.
        self.game.luck = None if self.shown else self._throw
        try:
            self.game.feed([one.entry for one in entries])
            self.log = list(entries)
            new = self.note_new()
            self._refuse_another_course(steps, new)
            for one in sealed:
                self.game.answer(one.answer, one.seat)
                self.sealed[one.seat] = one
        except Refused as error:
            told = f"The battle cannot be continued: {error}{_begun_with(self.kept, self.ruleset)}"
            raise Outdated(told, error.rule) from None
        self._steps = len(steps)
        if taken_back.log:
            self._lay_aside(taken_back)
        return new

    def _refuse_another_course(self, steps: Sequence[Passed], new: Sequence[Logged]) -> None:
        """The battle must go through the states in which it was when it was played."""
        answered = first_difference(steps, passed(self.game))
        state = self.kept.progress.hash
        if answered is None and state and not new and state != self.game.hash():
            answered = self.game.number
        if answered is not None:
            raise Outdated(
                "The battle cannot be continued: with the current rules and army lists it turns out differently after "
                f"answer {answered}.{_begun_with(self.kept, self.ruleset)}"
            )

    def _lay_aside(self, taken_back: TakenBack) -> None:
        """Hold ready what may be given back: play it, then go back to where the log ends."""
        here = self.game.number
        try:
            self.game.feed([one.entry for one in taken_back.log])
            self.taken_back = taken_back
        except Refused:
            log.info("Battle %s: what was taken back no longer fits the rules and is forgotten.", self.kept.id)
        self.game.go_to(here)
        self.chronicle.shorten()

    def _throw(self, question: Roll) -> tuple[int, ...]:
        self._thrown.append(self._chance.counter)
        return self._chance.roll(Dice.parse(question.dice))

    def note_new(self, reasons: dict[int, m.Reasons] | None = None) -> list[Logged]:
        """Add to the log what the game has and the log has not: dice with their place in the stream."""
        start = len(self.log)
        new = []
        for number, entry in enumerate(self.game.entries[start:], start):
            rolled = isinstance(entry.answer, Rolled)
            why = None if reasons is None or entry.seat is None else reasons.get(entry.seat)
            if why is not None:
                why = msgspec.structs.replace(why, number=number)
            new.append(Logged(entry, self._thrown.pop(0) if rolled else None, why))
        self.log += new
        return new

    @property
    def shown(self) -> bool:
        """Whether this battle is only shown: nobody sits at it."""
        return all(seat.player == RECORD for seat in self.kept.seats)

    @property
    def progress(self) -> Progress:
        game = self.game
        outcome = told_outcome(game.battle, game.outcome)
        text = "" if outcome is None else outcome.text
        asked = tuple(sorted({ask.question.seat for ask in game.pending}))
        return Progress(self._chance.counter, game.battle.turn, game.over, text, game.hash(), asked)

    def unkept_steps(self) -> list[Passed]:
        """The steps that are not kept yet. Those of a record that was taken in are in the record."""
        return [] if self.shown else passed(self.game, self._steps)

    def kept_steps(self, steps: Sequence[Passed]) -> None:
        """Those steps are kept now."""
        self._steps += len(steps)

    def clocks_ran(self, spent: Iterable[Spent]) -> None:
        """Clocks have run so long; that is kept."""
        for one in spent:
            self.spent[one.name] = self._kept_spent[one.name] = one.seconds

    def unkept_spent(self) -> list[Spent]:
        """What clocks have run that is not kept yet."""
        return [one for one in self._all_spent() if self._kept_spent.get(one.name) != one.seconds]

    def _all_spent(self) -> list[Spent]:
        return [Spent(self.game.number, name, seconds) for name, seconds in self.spent.items()]

    def _kept(self, spent: Iterable[Spent]) -> None:
        self._kept_spent |= {one.name: one.seconds for one in spent}

    async def keep_spent(self) -> None:
        """Keep what clocks have run, also while nobody answers."""
        spent = self.unkept_spent()
        if spent:
            await self._store.run(self._store.spend, self.kept.id, spent)
            self._kept(spent)

    def close(self) -> None:
        """Nothing is played here any more. Without the circles between game, log and dice all of it leaves memory as
        soon as nobody looks at it, and does not wait for the next search for garbage."""
        self.game.on_event = self.game.luck = None

    async def append(self, before: int, new: Sequence[Logged]) -> None:
        """Keep what came after so many answers."""
        steps, spent = self.unkept_steps(), self.unkept_spent()
        store, id_ = self._store, self.kept.id
        await store.run(store.append, id_, before, new, self.progress, self.taken_back, self._steps, steps, spent)
        self.kept_steps(steps)
        self._kept(spent)

    async def seal(self) -> None:
        """Keep the answers that wait for other seats; nothing can be given back then."""
        self.taken_back = NOTHING
        spent = self.unkept_spent()
        await self._store.run(self._store.seal, self.kept.id, list(self.sealed.values()), spent)
        self._kept(spent)

    async def end(self, outcome: Outcome) -> None:
        """The players end the battle so: keep that. Nothing waits for anybody then, and nothing can be given back."""
        self.game.end(outcome)
        self.sealed.clear()
        self.taken_back = NOTHING
        spent = self.unkept_spent()
        await self._store.run(self._store.end, self.kept.id, outcome, self.progress, spent)
        self._kept(spent)

    async def take_back(self, seat: int, to: int) -> None:
        """Stand where that question was open, and keep that."""
        self.game.go_to(to)
        self.chronicle.shorten()
        gone, self.log = self.log[to:], self.log[:to]
        self.taken_back = TakenBack(seat, (*gone, *self.taken_back.log))
        if not self.kept.house.new_dice:
            # Nothing is won by trying again: what is rolled now is what was rolled then.
            first = next((one.counter for one in gone if one.counter is not None), self._chance.counter)
            self._chance = Chance(self.kept.seed, first)
        self.sealed.clear()
        self._steps = len(self.game.marks)
        spent = self._all_spent()
        await self._store.run(self._store.cut, self.kept.id, to, self.progress, self.taken_back, spent)
        self._kept(spent)

    async def give_back(self, count: int) -> Sequence[Logged]:
        """Give so many entries back that were taken back last, and keep that; returns them."""
        before = self.game.number
        self.game.go_to(before + count)
        self.chronicle.shorten()
        taken = self.taken_back
        given, self.taken_back = taken.log[:count], TakenBack(taken.seat, taken.log[count:])
        self.log += given
        self._roll_past(given)
        await self.append(before, given)
        return given

    def _roll_past(self, given: Sequence[Logged]) -> None:
        """Dice that are given back have been rolled: the stream goes on behind the last of them."""
        places = [one.counter for one in given if one.counter is not None]
        rolled = [event for event in self.game.events if isinstance(event, DiceRolled)]
        if places and not self.kept.house.new_dice:
            self._chance = Chance(self.kept.seed, places[-1])
            self._chance.roll(Dice.parse(rolled[-1].dice))

    async def _catch_up(self) -> None:
        steps = self.unkept_steps()
        await self._store.run(self._store.catch_up, self.kept.id, self._steps, steps, self.progress)
        self.kept_steps(steps)


def _begun_with(kept: Kept, ruleset: Ruleset) -> str:
    if kept.version == ruleset.version:
        return ""
    return f" It was begun with version {kept.version}, this is {ruleset.version}."
