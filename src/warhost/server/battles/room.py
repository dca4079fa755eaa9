"""A battle that is being played: its game, its seats and whoever is connected."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from typing import TypeVar

from warhost.errors import WarhostError
from warhost.play import (
    Ask,
    Battle,
    Game,
    Manoeuvre,
    Moved,
    Outcome,
    Place,
    Placed,
    Refused,
    Ticked,
    Walk,
    Walked,
    agreed_draw,
    concession,
    told_outcome,
)
from warhost.play.shown.english import acts
from warhost.players import Decision, player_names
from warhost.report.telling.words import turn_word
from warhost.server import messages as m
from warhost.server.battles.clocks import Clocks
from warhost.server.battles.computers import Computers, reasons_of
from warhost.server.battles.connections import Connection
from warhost.server.battles.draws import why_no_draw
from warhost.server.battles.helping import Helping
from warhost.server.battles.ledger import HUMAN, Ledger
from warhost.server.battles.presence import Attendance
from warhost.server.battles.taking_back import Past, last_decision, last_to_decide, next_decision, told
from warhost.server.shown.battle_log import Chronicle
from warhost.server.shown.levels import title_of
from warhost.server.shown.line_by_line import Unfolding
from warhost.server.shown.picture import Pictures, parts_of
from warhost.server.shown.trying_out import hides, judged, refuse_nonsense, surveyed, threatened
from warhost.server.store.battles import Store, StoreError
from warhost.server.store.values import NOTHING, Kept, Logged, Sealed
from warhost.server.thinking import Thinkers
from warhost.table import Forward

log = logging.getLogger(__name__)

T = TypeVar("T")


class Room:
    """One battle. Every change is kept in the store before anybody is told of it."""

    def __init__(self, ledger: Ledger, store: Store, thinkers: Thinkers) -> None:
        self.ledger = ledger
        self.ruleset = ledger.ruleset
        self.store = store
        self.thinkers = thinkers
        self.connections: set[Connection] = set()
        self._attendance = Attendance(self.connections)
        self.closed = False
        self.visitors = 0
        """How many are about to join, or to look at something."""
        self.on_over: Callable[[str], None] | None = None
        """Is told of the battle when its end has been kept."""
        self._lock = asyncio.Lock()
        self._computers = Computers(self)
        self._clocks = Clocks(self)
        self.helping = Helping(self)
        self._stale = False
        self._asked_by: int | None = None
        self._draw_offered = False
        self._agreed: set[int] = set()

    @property
    def kept(self) -> Kept:
        return self.ledger.kept

    @kept.setter
    def kept(self, kept: Kept) -> None:
        self.ledger.kept = kept

    @property
    def game(self) -> Game:
        return self.ledger.game

    @property
    def chronicle(self) -> Chronicle:
        return self.ledger.chronicle

    @property
    def entries(self) -> Sequence[Logged]:
        return self.ledger.log

    def kind(self, seat: int) -> str:
        return self.kept.seats[seat].player

    def is_computer(self, seat: int) -> bool:
        return self.kind(seat) in player_names()

    def is_answered_for(self, seat: int) -> bool:
        """Whether a computer answers what this seat is asked now: it plays there, or helps whoever does."""
        return self.is_computer(seat) or self.helping.answers_for(seat)

    @property
    def idle(self) -> bool:
        """Whether nobody is connected and nothing is being thought or written."""
        busy = self._computers.busy or self._clocks.running or self._lock.locked()
        return not self.connections and not self.visitors and not busy

    @property
    def kept_over(self) -> bool:
        """Whether the battle has ended."""
        return self.game.over

    @property
    def people(self) -> list[int]:
        return [seat for seat in range(len(self.kept.seats)) if self.kind(seat) == HUMAN]

    @property
    def waiting(self) -> list[int]:
        """The seats that have to answer now."""
        sealed = self.game.sealed
        return [ask.question.seat for ask in self.game.pending if ask.question.seat not in sealed]

    def _name(self, seat: int) -> str:
        return self.game.battle.scene.seats[seat].name

    async def join(self, connection: Connection) -> None:
        """A page has come: it gets everything it needs at once."""
        await self.sound()
        kept, seats = self.kept, self.game.battle.scene.seats
        connection.send(
            m.Hello(
                m.BattleName(kept.id, kept.title, kept.ruleset, self.ruleset.title, turn_word(self.ruleset)),
                connection.seat,
                tuple(
                    m.SeatKind(seat.name, seat.army, self.kind(number), title_of(self.kind(number)), seat.team)
                    for number, seat in enumerate(seats)
                ),
                kept.commitment,
                self.game.number,
                known_seed=kept.house.known_seed,
                dice=m.DiceProof.of(self.ledger.proof),
                parts=parts_of(self.ruleset, self.game.battle),
            )
        )
        self._tell_log(connection)
        last = {logged.reasons.seat: logged.reasons for logged in self.entries if logged.reasons is not None}
        for reasons in last.values() if self.may_know_reasons(connection.seat) else ():
            connection.send(reasons)
        self.connections.add(connection)
        if self._clocks.wind():
            self._tell([one for one in self.connections if one is not connection], self._pictures(), ())
        connection.send(self.state(connection.seat))
        if self._asked_by is not None and connection.seat in self._have_to_answer(self._asked_by):
            connection.send(m.ConsentAsked(self._asked_by, self._request(self._asked_by)))
        self._attendance.came(connection, self.people)
        self.nudge()
        self.thinkers.look_again()

    def leave(self, connection: Connection) -> None:
        if connection in self.connections:
            self.connections.discard(connection)
            self._attendance.went(connection, self.people)
            if self._clocks.wind():
                self._tell(self.connections, self._pictures(), ())

    def _shown(self) -> Battle:
        """The battle as pages show it: once players have ended it, as it ended."""
        return self.game.battle if self.game.agreed is None else self.game.closing()

    def state(self, seat: int | None, unfolding: Unfolding | None = None, pictures: Pictures | None = None) -> m.State:
        """How things stand for a seat, or for a spectator. `pictures` has those of this moment that others got."""
        game, battle = self.game, self._shown()
        ask = None if seat is None or self.helping.answers_for(seat) else game.ask_of(seat)
        waiting = self.waiting
        deploying = self.helping.deploys and seat is not None and self.kind(seat) == HUMAN
        return m.State(
            number=game.number,
            picture=(pictures or Pictures(self.ruleset, battle)).of(seat),
            question=None if ask is None else ask.weighed(),
            waiting_for=tuple(self._name(one) for one in waiting),
            thinking=any(self.is_answered_for(one) for one in waiting),
            undo=self._undo_state(seat),
            over=game.over,
            outcome=told_outcome(battle, battle.outcome),
            changes=() if unfolding is None else unfolding.of(seat),
            suggested=None if ask is None else _first_answer(ask),
            waiting_seats=tuple(waiting),
            seconds_left=None if seat is None else self._clocks.left(seat),
            clocks=self._clocks.of_seats(),
            deploying=deploying,
            helped=deploying and self.helping.wanted(seat),
            movable=self.helping.may_stand_elsewhere(seat),
        )

    def picture(self, seat: int | None) -> m.Picture:
        """The table as it stands for a seat, or for a spectator."""
        return self._pictures().of(seat)

    def publish(self, reasons: Iterable[m.Reasons] = (), *, anew: bool = False) -> None:
        """Tell every page how things stand: what happened, how the table changed, why, and what is asked now."""
        self._clocks.wind()
        self._tell(self.connections, self._pictures(), list(reasons), anew=anew)

    def _pictures(self) -> Pictures:
        return Pictures(self.ruleset, self._shown())

    async def _publish_answer(self, seat: int, reasons: Sequence[m.Reasons], unfolding: Unfolding) -> None:
        """Tell every page of an answer. Whoever gave it waits for that: they are told before it is worked out for the
        others."""
        pictures = self._pictures()
        first = [connection for connection in self.connections if connection.seat == seat]
        try:
            self._tell(first, pictures, reasons, unfolding)
            if len(first) < len(self.connections):
                # Their messages leave in this turn of the loop.
                await asyncio.sleep(0)
        finally:
            others = [connection for connection in self.connections if connection not in first]
            self._tell(others, pictures, reasons, unfolding)

    def _tell(
        self,
        connections: Iterable[Connection],
        pictures: Pictures,
        reasons: Sequence[m.Reasons],
        unfolding: Unfolding | None = None,
        *,
        anew: bool = False,
    ) -> None:
        states: dict[int | None, bytes] = {}
        for connection in list(connections):
            if anew:
                self._tell_log(connection)
            elif connection.told < len(self.chronicle.lines):
                new = self.chronicle.seen_by(connection.seat, connection.told)
                connection.told = len(self.chronicle.lines)
                connection.send(m.Events(self.game.number, new))
            for why in reasons if self.may_know_reasons(connection.seat) else ():
                connection.send(why)
            if connection.seat not in states:
                states[connection.seat] = m.encode(self.state(connection.seat, unfolding, pictures))
            connection.send_bytes(states[connection.seat])

    def _tell_log(self, connection: Connection) -> None:
        connection.told = len(self.chronicle.lines)
        connection.send(m.Events(self.game.number, self.chronicle.seen_by(connection.seat), fresh=True))

    def may_know_reasons(self, seat: int | None) -> bool:
        """Reasons speak of what their player sees: they are shown at once only where nothing is hidden."""
        return self.game.over or not hides(self.ruleset, self.game.battle, seat)

    async def tick(self, seat: int, number: int) -> None:
        """The clock of that question has run out: it is answered as its rules say."""
        await self.answer(seat, number, Ticked())

    async def answer(self, seat: int, number: int, answer: m.Answer | Ticked, decision: Decision | None = None) -> None:
        """Take an answer: judge it, keep it with the dice that follow it, tell everybody."""
        if not isinstance(answer, Ticked):
            refuse_nonsense(answer)
        async with self._lock:
            await self._be_sound()
            before = self.game.number
            unfolding = self._play(answer, seat, number)
            self._clocks.wind()
            why = None if decision is None else reasons_of(number, seat, decision)
            reasons: list[m.Reasons] = []
            self.ledger.sealed[seat] = Sealed(seat, answer, why)
            if self.game.number == before:
                await self._keep(self.ledger.seal())
            else:
                given = {one.seat: one.reasons for one in self.ledger.sealed.values() if one.reasons is not None}
                new = self.ledger.note_new(given)
                self.ledger.sealed.clear()
                self.ledger.taken_back = NOTHING
                await self._keep(self.ledger.append(before, new))
                reasons = [one.reasons for one in new if one.reasons is not None]
            self._asked_by = None
            try:
                await self._publish_answer(seat, reasons, unfolding)
            finally:
                # Whoever answered may leave at this moment: a computer that is asked now thinks all the same.
                self.nudge()
        for later in self.helping.take_rest(seat):
            if self.game.ask_of(seat) is None:
                break
            try:
                await self.answer(seat, self.game.number, later)
            except Refused:
                # The unit stands where another one was: its player sees to that one.
                break

    def _play(self, answer: m.Answer | Ticked, seat: int, number: int) -> Unfolding:
        """Carry the answer out; returns how the table changed for those who look at it."""
        seen_by = {connection.seat for connection in self.connections}
        unfolding = Unfolding(self.ruleset, self.game, len(self.chronicle.lines), seen_by)
        self.chronicle.listener = unfolding.hear if seen_by else None
        try:
            self.game.answer(answer, seat, number)
            return unfolding
        except Refused:
            raise
        except Exception as error:
            # The rules broke in the middle: what is in memory is worth nothing now, what is kept is.
            self._stale = True
            log.exception("Battle %s, answer %d of seat %d broke the rules' own code.", self.kept.id, number, seat)
            raise WarhostError("That answer could not be carried out; the battle is as it was before.") from error
        finally:
            self.chronicle.listener = None

    async def _keep(self, work: Awaitable[T]) -> T:
        """Wait for the store, which also keeps what clocks have run. What could not be kept has not happened: the room
        is built up again from the store."""
        self._clocks.note()
        try:
            kept = await work
        except BaseException:
            self._stale = True
            raise
        if self.game.over and self.on_over is not None:
            self.on_over(self.kept.id)
        return kept

    async def sound(self) -> None:
        """Wait until what is in memory is what is kept. Until the next await nothing else can happen here."""
        async with self._lock:
            await self._be_sound()

    async def _be_sound(self) -> None:
        """Build the room up again from the store if memory and store may differ."""
        if self.closed:
            raise WarhostError("This battle was closed.")
        if not self._stale:
            return
        kept = await self.store.run(self.store.find_sound, self.kept.id)
        if kept is None:
            raise WarhostError("This battle was deleted.")
        ledger = await Ledger.load(kept, self.ruleset, self.store)
        # Time goes by also while nothing can be kept.
        self._clocks.note()
        ledger.spent |= self.ledger.spent
        self.ledger.close()
        self.ledger = ledger
        self._asked_by, self._stale = None, False
        self.publish(anew=True)

    def nudge(self) -> None:
        """Let a computer player think if one is asked and none is thinking, and let the clocks of questions run."""
        self._computers.nudge()
        self._clocks.wind()

    def check(self, seat: int | None, message: m.Check) -> m.Checked:
        ask = self._ask(seat)
        assert seat is not None
        view = self.ruleset.view(self.game.battle, seat)
        return judged(self.ruleset, view, ask, message.id, message.answer)

    def survey(self, seat: int | None, message: m.SurveyAsked) -> m.Surveyed:
        view = self._view_at(message.at, seat)
        return surveyed(self.ruleset, view, message.id, message.unit, message.pose)

    def threats(self, seat: int | None, message: m.ThreatsAsked) -> m.Threatened:
        return threatened(self.ruleset, self._view_at(message.at, seat), message)

    def _view_at(self, number: int | None, seat: int | None) -> Battle:
        """The battle as the seat may see it: now, or after so many answers."""
        game = self.game if number is None else self.game.at(number)
        return self.ruleset.view(game.battle, seat)

    def _ask(self, seat: int | None) -> Ask:
        ask = None if seat is None else self.game.ask_of(seat)
        if ask is None:
            raise Refused("There is nothing for you to decide now.", "play.seat")
        return ask

    def _undo_state(self, seat: int | None) -> m.UndoState:
        if seat is None or self.game.over or self.kind(seat) != HUMAN:
            return m.UndoState(False, False, self._asked_by, False)
        taken = self.ledger.taken_back
        redo = bool(taken.log) and taken.seat == seat
        if seat in self.game.sealed:
            return m.UndoState(True, True, self._asked_by, redo)
        past = Past(self.ruleset, self.game, seat)
        return m.UndoState(
            past.last is not None, past.is_free, self._asked_by, redo, past.instead(), self._last_of_another(seat)
        )

    def _last_of_another(self, seat: int) -> m.LastDecision | None:
        """The last decision of all, where another person made it."""
        last = next((one.seat for one in reversed(self.game.entries) if one.seat is not None), None)
        if last is None or last == seat or self.kind(last) != HUMAN:
            return None
        return m.LastDecision(last, Past(self.ruleset, self.game, last).is_free)

    @property
    def _has_computers(self) -> bool:
        return any(self.is_computer(seat) for seat in range(len(self.kept.seats)))

    def _must_agree(self, seat: int) -> list[int]:
        return [other for other in self.people if other != seat]

    def _have_to_answer(self, asker: int) -> list[int]:
        """Who has not agreed yet to what that seat asked for."""
        return [other for other in self._must_agree(asker) if other not in self._agreed]

    def _request(self, seat: int) -> str:
        if self._draw_offered:
            return f"{acts(self._name(seat), 'offers')} a draw. Do you agree?"
        return f"{acts(self._name(seat), 'asks')} to take back {told(self.game.entries, seat)}."

    async def deploy(self, seat: int, on: bool) -> None:
        """The captain sets up the units of a seat, or its player does from here on."""
        async with self._lock:
            await self._be_sound()
            self.helping.want(seat, on)
            self.publish()
        self.nudge()

    async def move_again(self, seat: int, unit: int) -> None:
        """Ask once more where a unit is set up. What the seat answered since is given again after that."""
        async with self._lock:
            await self._be_sound()
            to = self.helping.moment_of(seat, unit)
            self.helping.forget(seat)
            self.helping.keep_rest(seat, to)
            await self._take_back(seat, to)
        self.nudge()

    async def undo(self, seat: int, agreed: Collection[int] = ()) -> None:
        """Take back the seat's last decision: at once where that is free, else if the others consent, as the seats in
        `agreed` have done already. They share its screen: what one of them decided after it is taken back first."""
        async with self._lock:
            await self._be_sound()
            if self.game.over:
                raise Refused("The battle is over: nothing can be taken back.", "play.undo")
            self.helping.forget(seat)
            if seat in self.game.sealed:
                await self._unseal(seat)
            else:
                here = {seat, *agreed}
                last = last_to_decide(self.game.entries, here)
                decided = seat if last is None else last
                past = Past(self.ruleset, self.game, decided)
                if past.last is None:
                    raise Refused(f"{acts(self._name(seat), 'has')} not decided anything yet.", "play.undo")
                people = self._must_agree(decided)
                others = [other for other in people if other not in here]
                agreed_here = not others and (self.kept.house.consent or (people and not self._has_computers))
                if past.is_free or agreed_here:
                    await self._take_back(decided, past.last)
                elif not people or (self._has_computers and not self.kept.house.consent):
                    raise Refused("Dice have been rolled, and this table allows no take-backs after that.", "play.undo")
                else:
                    self._ask_consent(decided, here - {decided})
        self.nudge()

    def _ask_consent(self, seat: int, agreed: Iterable[int], *, draw: bool = False) -> None:
        self._asked_by, self._draw_offered, self._agreed = seat, draw, set(agreed)
        self.publish()
        self._to_seats(self._have_to_answer(seat), m.ConsentAsked(seat, self._request(seat)))

    async def concede(self, seat: int) -> None:
        """The seat gives the battle up: it ends for all, and that is kept."""
        async with self._lock:
            await self._be_sound()
            self._refuse_after_end()
            await self._end(concession(self.game.battle, seat))

    async def offer_draw(self, seat: int, agreed: Collection[int] = ()) -> None:
        """The seat offers a draw: computers answer at once, people are asked, but for the seats that have `agreed`
        already. It stands until somebody decides."""
        async with self._lock:
            await self._be_sound()
            self._refuse_after_end()
            if self._asked_by is not None:
                raise Refused("Another request is still waiting for an answer.", "play.draw")
            for other in range(len(self.kept.seats)):
                why = why_no_draw(self.ruleset, self.game.battle, other) if self.is_computer(other) else ""
                if why:
                    raise Refused(why, "play.draw")
            others = [other for other in self._must_agree(seat) if other not in agreed]
            if others:
                self._ask_consent(seat, agreed, draw=True)
            else:
                await self._end(agreed_draw())

    def _refuse_after_end(self) -> None:
        if self.game.over or self.ledger.shown:
            raise Refused("The battle is over.", "play.over")

    async def _end(self, outcome: Outcome) -> None:
        """The players end the battle so. It cannot be taken back; branches of it can still be played."""
        self._asked_by = None
        await self._keep(self.ledger.end(outcome))
        log.info("Battle %s ended: %s", self.kept.id, outcome.text)
        self.publish()

    async def consent(self, seat: int, yes: bool, agreed: Collection[int] = ()) -> None:
        """A seat agrees, or not, to what another asks for: to take something back, or a draw. The seats in `agreed`
        share its screen and agree with it."""
        async with self._lock:
            await self._be_sound()
            asker = self._asked_by
            if asker is None or seat not in self._must_agree(asker):
                raise Refused("Nobody has asked you to agree to anything.", "play.undo")
            if not yes:
                self._asked_by = None
                self.publish()
                # The screen from which it was asked may be that of another seat by now, whose player agreed to it.
                self._to_seats({asker, *self._agreed}, self._declined(seat))
                return
            self._agreed.update((seat, *agreed))
            to = last_decision(self.game.entries, asker)
            if self._have_to_answer(asker):
                return
            if self._draw_offered:
                await self._end(agreed_draw())
            elif to is not None:
                await self._take_back(asker, to)
        self.nudge()

    def _declined(self, seat: int) -> m.RefusedMessage:
        if self._draw_offered:
            return m.RefusedMessage(f"{self._name(seat)} declined the draw.", "play.draw", "draw")
        return m.RefusedMessage(f"{acts(self._name(seat), 'does')} not agree to the take-back.", "play.undo", "undo")

    def _to_seats(self, seats: Collection[int], message: m.ToPage) -> None:
        for connection in self.connections:
            if connection.seat in seats:
                connection.send(message)

    async def _unseal(self, seat: int) -> None:
        """Take an answer back that still waits for others; theirs stay."""
        others = [one for one in self.ledger.sealed.values() if one.seat != seat]
        self.game.go_to(self.game.number)
        self.ledger.sealed = {one.seat: one for one in others}
        for one in others:
            self.game.answer(one.answer, one.seat)
        await self._keep(self.ledger.seal())
        self.publish()

    async def _take_back(self, seat: int, to: int) -> None:
        """Stand where that question was open. The same dice will fall again, unless this table agreed otherwise."""
        self._asked_by = None
        await self._keep(self.ledger.take_back(seat, to))
        self.publish(anew=True)

    async def redo(self, seat: int) -> None:
        """Give back what the seat took back last, with the same dice."""
        async with self._lock:
            await self._be_sound()
            taken = self.ledger.taken_back
            if not taken.log or taken.seat != seat or not self.game.undone:
                raise Refused("There is nothing to restore.", "play.redo")
            self._asked_by = None
            given = await self._keep(self.ledger.give_back(next_decision([one.entry for one in taken.log], seat)))
            self.publish([one.reasons for one in given if one.reasons is not None], anew=True)
        self.nudge()

    async def close(self, reason: str) -> None:
        """Send everybody away and stop thinking. What was acknowledged is kept."""
        self.closed = True
        self._attendance.close()
        for connection in list(self.connections):
            connection.close(reason)
        self.connections.clear()
        self._clocks.stop()
        try:
            # Before anything else: whoever opens the battle again reads it after this was written.
            await self.ledger.keep_spent()
        except StoreError as error:
            log.error("Battle %s: what its clocks have run since the last answer is lost: %s", self.kept.id, error)
        await self._computers.stop()
        if not self._lock.locked():
            self.ledger.close()


def _first_answer(ask: Ask) -> Moved | Walked | Placed | None:
    """What a player most likely wants: of a unit that moves straight ahead, where that is free; of a loose unit its
    first walk; of something that has to be near something else or along an edge, a place that is, and of a unit whose
    models stand as the rules say, of which nobody else knows the space, a place where there is room."""
    question = ask.question
    if isinstance(question, Place) and (question.within or question.edges or ask.previews):
        return next((answer for answer in ask.suggestions() if isinstance(answer, Placed)), None)
    if isinstance(question, Walk):
        return next((answer for answer in ask.suggestions() if isinstance(answer, Walked) and answer.goes), None)
    if not isinstance(question, Manoeuvre):
        return None
    moves = (answer for answer in ask.suggestions() if isinstance(answer, Moved) and answer.steps)
    return next((move for move in moves if isinstance(move.steps[0], Forward)), None)
