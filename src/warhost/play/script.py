"""Scripts: the steps of a rulebook as generators that ask, and get answers.

A script yields an `Ask` (to a player), a `Together` (to several at once), a `Roll` (to chance) or an `Event` (a fact
to tell). It never rolls, sleeps, reads or writes. The helpers below are what rules code uses:

    reaction = yield from choose(seat, "reaction", "How does it react?", options, rules=(...,))
    faces = yield from roll("2D6", why="Flee distance", rule="eow.flee.distance")
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, ParamSpec, TypeAlias, TypeVar

from msgspec.structs import replace

from warhost.dice import Chance, Dice
from warhost.errors import WarhostError
from warhost.play.battle import Stands
from warhost.play.events import Event
from warhost.play.questions import (
    Act,
    Allocate,
    Allocated,
    Answer,
    AnyQuestion,
    Choose,
    Chosen,
    Clock,
    Counts,
    Denied,
    Kind,
    Limit,
    Manoeuvre,
    Moved,
    Odds,
    Option,
    Pick,
    Place,
    Placed,
    Pool,
    Roll,
    Walk,
)
from warhost.table import Base


class Refused(WarhostError):
    """An answer that the rules do not allow: the reason and the rule. Nothing has changed.

    `model` is the number of the one model of a unit at which it fails, where it does.
    """

    def __init__(self, message: str, rule: str | None = None, model: int | None = None) -> None:
        super().__init__(message, rule)
        self.model = model


P = ParamSpec("P")

Check: TypeAlias = Callable[[Any], None]
"""Raises Refused if the answer is not legal."""


def passes(check: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> bool:
    """Whether a check that refuses what is not legal lets this pass."""
    try:
        check(*args, **kwargs)
    except Refused:
        return False
    return True


A = TypeVar("A")


def once(check: Callable[[A], object]) -> Callable[[A], None]:
    """The same check for as long as a question is open: the answer that it let pass last is not judged again.

    Nothing changes before the question is answered, and an answer never does. So a player's draft that has passed the
    check costs nothing more when it is given as the answer.
    """
    passed: A | None = None

    def judge(answer: A) -> None:
        nonlocal passed
        if answer is not passed:
            check(answer)
            passed = answer

    return judge


def refuse(why: Refused | None) -> None:
    """Raise the reason against an answer, where there is one."""
    if why is not None:
        raise why


Weigh: TypeAlias = Callable[[Option], Sequence[Odds]]
"""All odds of an option, worked out only for those who want to read them."""

Denials: TypeAlias = Callable[[], Sequence[Denied]]
"""What cannot be chosen and why, worked out only for those who want to read it."""

Preview: TypeAlias = Callable[[Any], Sequence[Base]]
"""Where the models of the unit in question would stand after an answer, worked out only for those who draw them."""


class Unmade:
    """A question to a seat that is made once somebody reads it. Players that guess never do."""

    __slots__ = ("_made", "_make", "seat")

    def __init__(self, seat: int, make: Callable[[], AnyQuestion]) -> None:
        self.seat = seat
        self._make = make
        self._made: AnyQuestion | None = None

    def made(self) -> AnyQuestion:
        if self._made is None:
            self._made = self._make()
        return self._made


class Ask:
    """A question on its way to one seat, with the means to judge and to suggest answers. Only `question` is data."""

    __slots__ = (
        "_asked",
        "_draft",
        "_otherwise",
        "_preview",
        "_risk",
        "_sample",
        "_spent",
        "_suggest",
        "_weigh",
        "_weighed",
        "check",
        "seat",
    )

    def __init__(
        self,
        question: AnyQuestion | Unmade,
        check: Check,
        suggest: Callable[[], Sequence[Answer]],
        sample: Callable[[Chance], Answer],
        weigh: Callable[[], AnyQuestion] | None = None,
        risk: Callable[[Any], Sequence[Odds]] | None = None,
        preview: Preview | None = None,
        otherwise: Answer | None = None,
        spent: Callable[[Any], Sequence[float]] | None = None,
        draft: Callable[[], Sequence[Answer]] | None = None,
    ) -> None:
        self._asked = question
        self.seat = question.seat
        self.check = check
        self._suggest = suggest
        self._sample = sample
        self._weigh = weigh
        self._weighed: AnyQuestion | None = None
        self._risk = risk
        self._preview = preview
        self._otherwise = otherwise
        self._spent = spent
        self._draft = draft

    @property
    def question(self) -> AnyQuestion:
        return self._asked.made() if isinstance(self._asked, Unmade) else self._asked

    def weighed(self) -> AnyQuestion:
        """The question with all its odds and denials, those that take a while included: for whoever will read them."""
        if self._weighed is None:
            self._weighed = self.question if self._weigh is None else self._weigh()
        return self._weighed

    def risked(self, answer: Answer) -> tuple[Odds, ...]:
        """What a legal answer of one's own making has to expect of the dice that follow it at once."""
        return () if self._risk is None else tuple(self._risk(answer))

    @property
    def previews(self) -> bool:
        """Whether the question says where models would stand."""
        return self._preview is not None

    def previewed(self, answer: Answer) -> tuple[Base, ...] | None:
        """The bases of the unit in question after that answer; none where the question does not say."""
        return None if self._preview is None else tuple(self._preview(answer))

    def spent(self, answer: Answer) -> tuple[float, ...]:
        """The inches that each model of the unit in question uses up; none where the question does not say."""
        return () if self._spent is None else tuple(self._spent(answer))

    def ticked(self) -> Answer:
        """What counts as the answer when the clock of this question runs out: as the rules say, else the first that is
        suggested. Refused where no clock runs."""
        if self.question.clock is None:
            raise Refused(f"{self.question.text} No clock runs for this question.", "play.clock")
        return self.suggestions()[0] if self._otherwise is None else self._otherwise

    def timed(self, clock: Clock, otherwise: Any) -> Ask:
        """The same question with a clock; `otherwise` is what the script gets when it runs out."""
        return self._again(
            replace(self.question, clock=clock),
            lambda: replace(self.weighed(), clock=clock),
            self._risk,
            otherwise,
        )

    def to_seat(self, seat: int) -> Ask:
        """The same question for another seat: that of the player who answers for a side."""
        if seat == self.question.seat:
            return self
        return self._again(
            replace(self.question, seat=seat),
            lambda: replace(self.weighed(), seat=seat),
            self._risk,
            self._otherwise,
        )

    def within(self, context: Callable[[], AbstractContextManager[None]]) -> Ask:
        """The same question, whose odds, denials and risks are worked out in that context: as its player may see the
        battle."""

        def weigh() -> AnyQuestion:
            with context():
                return self.weighed()

        def risk(answer: Any) -> Sequence[Odds]:
            with context():
                return self.risked(answer)

        return self._again(self.question, weigh, risk, self._otherwise)

    def _again(
        self,
        question: AnyQuestion,
        weigh: Callable[[], AnyQuestion],
        risk: Callable[[Any], Sequence[Odds]] | None,
        otherwise: Answer | None,
    ) -> Ask:
        """The same question in another form."""
        return Ask(
            question,
            self.check,
            self._suggest,
            self._sample,
            weigh,
            risk,
            self._preview,
            otherwise,
            self._spent,
            self._draft,
        )

    def suggestions(self) -> Sequence[Answer]:
        """Sensible legal answers, worked out on demand; all of them where they are finitely many."""
        return self._suggest()

    def drafts(self) -> Sequence[Answer]:
        """Answers worth a thought, of which some may not be legal: for whoever weighs many and checks the best. All of
        them are legal where the question knows no others than its suggestions."""
        return self._suggest() if self._draft is None else self._draft()

    def sample(self, chance: Chance) -> Answer:
        """A legal answer at random."""
        return self._sample(chance)


class Together:
    """Questions to several seats at once; nobody sees an answer before all are in. Answers come in this order."""

    __slots__ = ("asks",)

    def __init__(self, asks: Iterable[Ask]) -> None:
        self.asks = tuple(asks)


T = TypeVar("T")
U = TypeVar("U", bound=Stands)
AskedOptions = TypeVar("AskedOptions", Choose, Pick)
Script: TypeAlias = Generator[Ask | Together | Roll | Event, Any, T]


def choose(
    seat: int,
    topic: str,
    text: str,
    options: Sequence[Option],
    *,
    note: str = "",
    rules: tuple[str, ...] = (),
    denied: Sequence[Denied] | Denials = (),
    weigh: Weigh | None = None,
    act: Act | None = None,
    about: str = "",
    clock: Clock | None = None,
    otherwise: str = "",
    always: bool = False,
) -> Script[str]:
    """Ask a player to choose an option. Where only one is left nobody is asked.

    `otherwise` is the option that is taken when the clock runs out. Denials that take a while are a function. Ask
    `always` where others may not know how many options there are: that nobody was asked would tell them.
    """
    if len(options) == 1 and not always:
        return options[0].key
    lazy = denied if callable(denied) else None
    question = Choose(
        seat=seat,
        topic=topic,
        text=text,
        note=note,
        rules=rules,
        act=act,
        about=about,
        clock=clock,
        options=tuple(options),
        denied=() if callable(denied) else tuple(denied),
    )
    answer = yield ask_choice(question, weigh, otherwise, lazy)
    key: str = answer.option
    return key


def unit_options(units: Iterable[U], odds: Callable[[U], Odds] | None = None) -> list[Option]:
    """An option for each of the units, perhaps with what it has to expect: its key is the unit's number."""
    return [Option(str(unit.id), unit.name, () if odds is None else (odds(unit),), unit.id) for unit in units]


def choose_unit(
    units: Sequence[U],
    seat: int,
    topic: str,
    text: str,
    *,
    rules: tuple[str, ...] = (),
    denied: Sequence[Denied] = (),
    odds: Callable[[U], Odds] | None = None,
) -> Script[U]:
    """Ask a player to pick one of the units. Where only one is left nobody is asked."""
    if len(units) == 1:
        return units[0]

    def made() -> Choose:
        options = tuple(unit_options(units, odds))
        return Choose(seat=seat, topic=topic, text=text, rules=rules, options=options, denied=tuple(denied))

    key = yield from choose_key(seat, [str(unit.id) for unit in units], made)
    return next(unit for unit in units if unit.id == int(key))


def agrees(seat: int, topic: str, text: str, yes: Option, no: str, *, rules: tuple[str, ...] = ()) -> Script[bool]:
    """Ask a player whether to do something: to pass is the other option."""
    passed = Option("pass", no, unit=yes.unit, passes=True)
    return (yield from choose(seat, topic, text, [yes, passed], rules=rules)) == yes.key


def choose_key(
    seat: int,
    keys: Sequence[str],
    make: Callable[[], Choose],
    *,
    denied: Denials | None = None,
    weigh: Weigh | None = None,
) -> Script[str]:
    """Ask a player to choose an option by its key. The question, with an option for each key in their order, is made
    for who reads it. Where only one is left nobody is asked."""
    if len(keys) == 1:
        return keys[0]
    answer = yield _ask_key(Unmade(seat, make), keys, weigh, "", denied)
    key: str = answer.option
    return key


def ask_choice(
    question: Choose, weigh: Weigh | None = None, otherwise: str = "", denials: Denials | None = None
) -> Ask:
    """The question on its way; `otherwise` is the option that is taken when its clock runs out."""
    return _ask_key(question, [option.key for option in question.options], weigh, otherwise, denials)


def _ask_key(
    question: Choose | Unmade, keys: Sequence[str], weigh: Weigh | None, otherwise: str, denials: Denials | None
) -> Ask:
    def check(answer: Any) -> None:
        if not isinstance(answer, Chosen):
            raise wrong_kind(told(), answer)
        if answer.option not in keys:
            raise not_offered(told(), answer.option)

    def told() -> Choose:
        made = question.made() if isinstance(question, Unmade) else question
        assert isinstance(made, Choose)
        return made if denials is None else replace(made, denied=tuple(denials()))

    return Ask(
        question,
        check,
        lambda: [Chosen(key) for key in keys],
        lambda chance: Chosen(keys[chance.pick(len(keys))]),
        told if weigh is None else lambda: with_odds(told(), weigh),
        otherwise=Chosen(otherwise) if otherwise else None,
    )


def not_offered(question: Choose | Pick, key: str) -> Refused:
    """Why that is not one of the options: the reason of the denial that comes closest to it."""
    told = [denied for denied in question.denied if _denies(denied.what, key)]
    if told:
        closest = max(told, key=lambda denied: len(denied.what))
        return Refused(closest.why, closest.rule)
    known = ", ".join(option.key for option in question.options)
    return Refused(f'"{key}" is not among the options of this question: {known}.', rule_of(question))


def with_odds(question: AskedOptions, weigh: Weigh) -> AskedOptions:
    options = tuple(replace(option, odds=tuple(weigh(option))) for option in question.options)
    return replace(question, options=options)


def _denies(what: str, key: str) -> bool:
    """Whether a denial is about that key: the key itself, or what it begins with ("3" denies "3>5" and "3:Spell")."""
    return key == what or key.startswith((f"{what}>", f"{what}:"))


def one_of(suggest: Callable[[], Sequence[T]]) -> Callable[[Chance], T]:
    """A way to answer at random: any of the suggestions."""

    def sample(chance: Chance) -> T:
        known = suggest()
        return known[chance.pick(len(known))]

    return sample


def label_of(options: Sequence[Option], key: str) -> str:
    return next((option.label for option in options if option.key == key), key)


def manoeuvre(
    question: Manoeuvre,
    check: Callable[[Moved], Refused | None],
    suggest: Callable[[], Sequence[Moved]],
    sample: Callable[[Chance], Moved] | None = None,
    risk: Callable[[Moved], Sequence[Odds]] | None = None,
    preview: Preview | None = None,
) -> Script[Moved]:
    """Ask a player to move a unit. `check` raises Refused or returns it; staying put is always legal where it is
    optional. Where nothing else is said, a move at random is one of the suggestions.

    `preview` says where the models of a unit would stand that changes its files.
    """

    def judge(answer: Any) -> None:
        if not isinstance(answer, Moved):
            raise wrong_kind(question, answer)
        if not answer.kind:
            if answer.steps or answer.files:
                kinds = ", ".join(kind.name for kind in question.kinds)
                raise Refused(f"A move needs its kind: {kinds}.", rule_of(question))
            if not question.optional:
                raise Refused("This move is compulsory.", rule_of(question))
            return
        kind = next((kind for kind in question.kinds if kind.name == answer.kind), None)
        if kind is None:
            refuse_denied(question, answer.kind)
            known = ", ".join(kind.name for kind in question.kinds)
            raise Refused(f'"{answer.kind}" is not a move that this unit can make now: {known}.', rule_of(question))
        if answer.files:
            _check_files(question, kind, answer.files)
        refuse(check(answer))

    otherwise = Moved() if question.optional else None
    answer: Moved = yield Ask(
        question, judge, suggest, sample or one_of(suggest), risk=risk, preview=preview, otherwise=otherwise
    )
    return answer


def _check_files(question: Manoeuvre, kind: Kind, files: int) -> None:
    """The kind of move may change the unit to that number of files."""
    if not kind.frontages:
        raise Refused(f'The move "{kind.name}" does not change the number of files.', rule_of(question))
    if not any(frontage.files == files for frontage in kind.frontages):
        known = ", ".join(str(frontage.files) for frontage in kind.frontages)
        raise Refused(f'The unit cannot have {files} files after "{kind.name}": {known}.', rule_of(question))


def refuse_denied(question: Manoeuvre | Walk, what: str) -> None:
    """Refuse what the question says is not possible, with its reason."""
    for denied in question.denied:
        if denied.what == what:
            raise Refused(denied.why, denied.rule)


def place(
    question: Place,
    check: Callable[[Placed], Refused | None],
    suggest: Callable[[], Sequence[Placed]],
    sample: Callable[[Chance], Placed] | None = None,
    preview: Preview | None = None,
    draft: Callable[[], Sequence[Placed]] | None = None,
) -> Script[Placed]:
    """Ask a player to set something down. `check` raises Refused or returns it. Where nothing else is said, a place at
    random is one of the suggestions.

    `preview` says where the models of a loose unit would stand. `draft` tells places that are not checked yet.
    """

    def judge(answer: Any) -> None:
        if not isinstance(answer, Placed):
            raise wrong_kind(question, answer)
        refuse(check(answer))

    check_once = once(judge)
    answer: Placed = yield Ask(question, check_once, suggest, sample or one_of(suggest), preview=preview, draft=draft)
    return answer


def allocate(question: Allocate) -> Script[dict[str, dict[str, int]]]:
    """Ask a player to share out pools. Pools with one target share themselves; nobody is asked if all do."""
    for pool in question.pools:
        _refuse_no_split(pool)
    if all(len(pool.targets) == 1 for pool in question.pools):
        return {pool.key: {pool.targets[0].key: pool.count} for pool in question.pools}

    def check(answer: Any) -> None:
        if not isinstance(answer, Allocated):
            raise wrong_kind(question, answer)
        rule = rule_of(question)
        for key in answer.shares:
            if not any(pool.key == key for pool in question.pools):
                raise Refused(f'There is nothing called "{key}" to split.', rule)
        for pool in question.pools:
            share = answer.shares.get(pool.key, {})
            for target, count in share.items():
                if not any(option.key == target for option in pool.targets):
                    raise Refused(f'{pool.label} cannot go to "{target}".', rule)
                if count < 0:
                    raise Refused(f"{pool.label}: {count} is less than 0.", rule)
            if sum(share.values()) != pool.count:
                raise Refused(f"{pool.label}: {sum(share.values())} assigned, but there are {pool.count}.", rule)
            for limit in pool.limits:
                _check_limit(pool, limit, share.get(limit.target, 0), rule)

    def suggest() -> list[Answer]:
        widest = max(len(pool.targets) for pool in question.pools)
        found = [Allocated({pool.key: _filled(pool, i) for pool in question.pools}) for i in range(widest)]
        return [split for number, split in enumerate(found) if split not in found[:number]]

    def sample(chance: Chance) -> Answer:
        shares: dict[str, dict[str, int]] = {}
        for pool in question.pools:
            share = _least(pool)
            for _ in range(pool.count - sum(share.values())):
                open_ = [option.key for option in pool.targets if share[option.key] < _most(pool, option.key)]
                share[open_[chance.pick(len(open_))]] += 1
            shares[pool.key] = share
        return Allocated(shares)

    answer: Allocated = yield Ask(question, check, suggest, sample)
    return answer.shares


def _refuse_no_split(pool: Pool) -> None:
    """A pool that nobody can split is a mistake of the rules that ask."""
    most = sum(_most(pool, option.key) for option in pool.targets)
    if not sum(_least(pool).values()) <= pool.count <= most:
        raise ValueError(f"{pool.label}: {pool.count} cannot be split within the limits {pool.limits}.")


def _check_limit(pool: Pool, limit: Limit, count: int, rule: str) -> None:
    if limit.least <= count and (limit.most is None or count <= limit.most):
        return
    bound = f"at least {limit.least}" if count < limit.least else f"at most {limit.most}"
    why = f": {limit.why}" if limit.why else ""
    label = label_of(pool.targets, limit.target)
    raise Refused(f"{pool.label}: {label} can get {bound}, not {count}{why}.", limit.rule or rule)


def _least(pool: Pool) -> dict[str, int]:
    """What every target gets at least."""
    return {option.key: pool.limit(option.key).least for option in pool.targets}


def _most(pool: Pool, target: str) -> int:
    """What a target may get at most."""
    most = pool.limit(target).most
    return pool.count if most is None else min(most, pool.count)


def _filled(pool: Pool, first: int) -> dict[str, int]:
    """All that may go to one target goes there, what is left to those after it, and to those before."""
    first = min(first, len(pool.targets) - 1)
    share = _least(pool)
    for option in (*pool.targets[first:], *pool.targets[:first]):
        room = min(_most(pool, option.key) - share[option.key], pool.count - sum(share.values()))
        share[option.key] += room
    return {key: count for key, count in share.items() if count or key == pool.targets[first].key}


def roll(
    dice: str | Dice,
    *,
    why: str,
    rule: str,
    seat: int | None = None,
    unit: int | None = None,
    need: int | None = None,
    most: int | None = None,
    secret: bool = False,
    counts: Counts = "",
) -> Script[tuple[int, ...]]:
    """Ask chance for dice whose every face may matter. What falls in secret only the seat that rolls may know.

    For several dice `counts` has to say whether each of them counts by itself or their total.
    """
    faces: tuple[int, ...] = yield Roll(
        str(dice), why, rule, seat, need, unit=unit, most=most, secret=secret, counts=counts
    )
    return faces


def roll_pool(
    count: int,
    *,
    need: int,
    why: str,
    rule: str,
    seat: int | None = None,
    unit: int | None = None,
    cuts: tuple[int, ...] = (),
    sides: int = 6,
    unmodified: bool = False,
) -> Script[tuple[int, ...]]:
    """Ask chance for a handful of dice of which only successes (and further cuts) matter. No dice, no question."""
    if count <= 0:
        return ()
    told = cuts or (need,)
    faces: tuple[int, ...] = yield Roll(
        f"{count}D{sides}", why, rule, seat, need, "pool", told, unit, unmodified=unmodified
    )
    return faces


def roll_sum(
    dice: str | Dice, *, why: str, rule: str, seat: int | None = None, unit: int | None = None, need: int | None = None
) -> Script[int]:
    """Ask chance for dice of which only the total matters."""
    spec = Dice.parse(dice) if isinstance(dice, str) else dice
    faces: tuple[int, ...] = yield Roll(str(spec), why, rule, seat, need, "sum", unit=unit)
    return spec.total(faces)


def roll_off(seats: Iterable[int], *, why: str, rule: str, dice: str = "D6") -> Script[int]:
    """Every seat rolls, the highest wins; equals roll again. Returns the winner."""
    in_it = list(seats)
    while len(in_it) > 1:
        thrown: dict[int, int] = {}
        for seat in in_it:
            thrown[seat] = sum((yield from roll(dice, why=why, rule=rule, seat=seat, counts="total")))
        best = max(thrown.values())
        in_it = [seat for seat in in_it if thrown[seat] == best]
    return in_it[0]


def draw_from(cards: Sequence[T], *, why: str, rule: str, seat: int | None = None, secret: bool = False) -> Script[T]:
    """Ask chance for one of these cards; the only one left needs no asking. One that is drawn in secret only the seat
    that draws it may know."""
    if len(cards) == 1:
        return cards[0]
    spec = Dice.parse(f"D{len(cards)}")
    faces: tuple[int, ...] = yield Roll(
        str(spec), why, rule, seat, read="sum", cards=tuple(map(str, cards)), secret=secret
    )
    return cards[spec.total(faces) - 1]


def wrong_kind(question: AnyQuestion, answer: Any) -> Refused:
    wanted = question.__struct_config__.tag
    return Refused(
        f"{question.text} needs an answer of the kind {wanted!r}, not {type(answer).__name__!r}.", rule_of(question)
    )


def rule_of(question: AnyQuestion) -> str:
    return question.rules[0] if question.rules else question.topic
