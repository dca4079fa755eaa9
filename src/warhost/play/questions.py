"""Questions to players and to chance, and their answers: plain data, the same in a script, a file and on a wire.

A rules script asks; whoever sits there answers. A question carries all that is needed to answer it:
who, what, the options or the limits, what is not possible and why, and the rules behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from warhost.table import Area, Point, Pose, Step


class Part(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One line of a sum: what it adds and which rule or fact brings it."""

    amount: float
    why: str
    rule: str = ""


class Sum(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A total with what makes it up; whose it is where it belongs to a side."""

    label: str
    total: float
    parts: tuple[Part, ...]
    seat: int | None = None


class Odds(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A figure that is worked out exactly, with what it is the figure of.

    It is a chance (0 to 1), an expectation (so many hits on average), or what the dice need. A choice hangs on its
    `telling` figures: whoever has no room for all shows those.
    """

    label: str
    value: float
    parts: tuple[Part, ...] = ()
    kind: Literal["chance", "expected", "needed"] = "chance"
    telling: bool = False


def likeliest_telling(fates: Iterable[Odds]) -> tuple[Odds, ...]:
    """These chances, the highest of them as a telling one."""
    told = tuple(fates)
    best = max(told, key=lambda one: one.value, default=None)
    return tuple(replace(one, telling=True) if one is best else one for one in told)


class Option(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One thing that a player may choose; `text` says what comes of it where the label does not.

    `areas` are the parts of the table that it is about. `passes`: it is to do nothing of what is asked about;
    a question has at most one such option. `straight` is what it is called without the questions on the topics of
    `stays`, in which the unit would stay as it is: a page may answer them so.
    """

    key: str
    label: str
    odds: tuple[Odds, ...] = ()
    unit: int | None = None
    target: int | None = None
    pose: Pose | None = None
    text: str = ""
    areas: tuple[Area, ...] = ()
    passes: bool = False
    straight: str = ""
    stays: tuple[str, ...] = ()


class Denied(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something that a player might expect to be possible, why it is not, and by which rule."""

    what: str
    why: str
    rule: str
    unit: int | None = None
    target: int | None = None


MOST_REASONS = 3


_FIRST_WORD = re.compile("^(?:All|An?|Hitting|No|Nobody|The|There|You)\\b")
"""First words of reasons that are no names: in the middle of a sentence they are small."""


def reasons(denied: Iterable[Denied], otherwise: str, many: str = "") -> str:
    """Why nothing of this is possible, in one sentence; `otherwise` where nothing was denied.

    `many` is said instead of several reasons by which enemies are spared: that would be a long list.
    """
    whys: list[str] = []
    targets = False
    for one in denied:
        why = _FIRST_WORD.sub(lambda found: found[0].lower(), one.why.rstrip("."))
        if why not in whys:
            whys.append(why)
        targets = targets or one.target is not None
        if many and targets and len(whys) > 1:
            return many
    more = len(whys) - MOST_REASONS
    rest = "" if more <= 0 else "; and one more reason" if more == 1 else f"; and {more} more reasons"
    return ("; ".join(whys[:MOST_REASONS]) or otherwise) + rest


class Act(msgspec.Struct, frozen=True, gc=False):
    """What is being done while a player is asked: the unit that acts, and the units it acts upon."""

    unit: int
    targets: tuple[int, ...]


class Clock(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """How long a player may think about a question, and in `text` what counts as the answer after that.

    Rules never look at the time. Whoever keeps it (the server, a program that drives a game) answers with `Ticked` when
    the seconds are over. A clock with a name is shared by all questions of the battle whose clocks have that name: what
    the earlier ones took is gone.
    """

    seconds: float
    text: str = ""
    name: str = ""


class Question(msgspec.Struct, frozen=True, tag_field="ask", omit_defaults=True, kw_only=True, gc=False):
    """What every question to a player carries.

    `note` is what one should know to answer it, `act` what asks for it. `about` is for programs: the key of the spell,
    the name of the ability or the moment that `text` speaks of. Most questions have no `clock`.
    """

    seat: int
    topic: str
    text: str
    note: str = ""
    rules: tuple[str, ...] = ()
    act: Act | None = None
    about: str = ""
    clock: Clock | None = None


class Choose(Question, frozen=True, tag="choose"):
    """Pick one of the options."""

    options: tuple[Option, ...]
    denied: tuple[Denied, ...] = ()


class Pick(Question, frozen=True, tag="pick"):
    """Pick several of the options: at least and at most so many, each of them once, in any order."""

    options: tuple[Option, ...]
    least: int = 0
    most: int = 1
    denied: tuple[Denied, ...] = ()


class Turning(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Turns that a kind of move may have: about the centre (pivots) or about a front corner (wheels).

    Each turns so many degrees at most. `most` is how many there may be in one move; none: any number. Those that come
    `first` are made before a move straight ahead and at no other moment. Those that cost inches cost as many as the
    outer front corner gets on in a straight line.
    """

    about: Literal["centre", "corner"]
    degrees: float
    most: int | None = None
    first: bool = False
    costs: bool = False


class Frontage(msgspec.Struct, frozen=True, gc=False):
    """So many files, and how wide and deep the unit is then, in inches."""

    files: int
    width: float
    depth: float


class Kind(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One kind of move that a unit may make, with its limits in inches; `text` says what else it brings.

    A kind without inches turns on the spot. `gap` is what the unit keeps from others where it ends. A kind with
    `frontages` is a reform: the unit may first change its files to one of them, about the point that it `holds`, its
    centre or the middle of its front. It turns and moves with its new front.
    """

    name: str
    forward: float = 0.0
    back: float = 0.0
    side: float = 0.0
    turns: tuple[Turning, ...] = ()
    gap: float = 0.0
    text: str = ""
    frontages: tuple[Frontage, ...] = ()
    holds: Literal["centre", "front"] = "centre"

    def turning(self, about: Literal["centre", "corner"]) -> Turning | None:
        """The pivots or the wheels that it may have."""
        for turning in self.turns:
            if turning.about == about:
                return turning
        return None

    @property
    def goes(self) -> bool:
        """Whether it goes anywhere, or only turns on the spot."""
        return self.forward > 0.0 or self.back > 0.0 or self.side > 0.0


class Manoeuvre(Question, frozen=True, tag="manoeuvre"):
    """Move a unit along a path of your own, or leave it where it is."""

    unit: int
    kinds: tuple[Kind, ...]
    denied: tuple[Denied, ...] = ()
    optional: bool = True


class Walk(Question, frozen=True, tag="walk"):
    """Move a unit whose models stand loose, as a whole or model by model, or leave it where it is.

    Each model goes so many `inches` at most, keeps the `gap` from enemies and ends within `cohesion` of the others: one
    chain of gaps that are no wider. As a whole the unit takes up one of the `formations`, or keeps its models as they
    stand to each other. `faces`: its models face somewhere, and the player may turn them. `reach` is how far they
    fight beyond contact. `instead` is what the unit may do instead of walking, or before it: then it is asked again.
    Where others go with it, `party` names all units whose models walk, itself among them, in the order of their models.
    """

    unit: int
    inches: float
    cohesion: float
    gap: float = 0.0
    formations: tuple[str, ...] = ()
    faces: bool = False
    reach: float = 0.0
    instead: tuple[Option, ...] = ()
    denied: tuple[Denied, ...] = ()
    optional: bool = True
    party: tuple[int, ...] = ()


class Outline(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The shape of what is set down where that is no whole unit: the base of one model, or a template.

    A circle and a rectangle lie about their place. A line and a cone begin there and go on where it faces: a line to a
    point `depth` inches away, that wide and with round ends; a cone grows from its tip to a round end of that width,
    and its far rim is `depth` inches away.
    """

    form: Literal["circle", "rectangle", "line", "cone"]
    width: float
    depth: float = 0.0


class Within(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """So many inches within which something has to be set down: of a model of a unit, or of one of the points.

    `text` says what for: "Range", "Cohesion".
    """

    inches: float
    text: str
    unit: int | None = None
    points: tuple[Point, ...] = ()


Edge: TypeAlias = Literal["left", "right", "near", "far"]


class Place(Question, frozen=True, tag="place"):
    """Set a unit, one of its models, a marker or a template down somewhere.

    `gap` is what it keeps from units; it also keeps it from the kinds of terrain that are `barred`. Where it is one
    model of the unit, `model` is its number among the unit's bases. `outline` is the shape of a model or a template;
    without one, a unit has its own shape and a marker none. `within` is how near it has to be to what. `edges` are the
    edges of the table along one of which a unit's rear must be.
    """

    unit: int | None = None
    zone: Area | None = None
    gap: float = 0.0
    barred: tuple[str, ...] = ()
    model: int | None = None
    outline: Outline | None = None
    within: tuple[Within, ...] = ()
    edges: tuple[Edge, ...] = ()


class Limit(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The least and the most of a pool that one of its targets may get, why, and by which rule."""

    target: str
    most: int | None = None
    least: int = 0
    why: str = ""
    rule: str = ""


class Pool(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A number of like things to share out, and between what. A target without a limit may get any number of them."""

    key: str
    label: str
    count: int
    targets: tuple[Option, ...]
    limits: tuple[Limit, ...] = ()

    def limit(self, target: str) -> Limit:
        """What holds for that target."""
        for limit in self.limits:
            if limit.target == target:
                return limit
        return Limit(target)


class Allocate(Question, frozen=True, tag="allocate"):
    """Share out what you have: each pool completely between its targets."""

    pools: tuple[Pool, ...]


AnyQuestion: TypeAlias = Choose | Pick | Manoeuvre | Walk | Place | Allocate


Counts: TypeAlias = Literal["", "each", "total"]
"""What of several dice counts; nothing said: each die of a pool, else the total."""


class Roll(msgspec.Struct, frozen=True, tag_field="ask", tag="roll", omit_defaults=True, gc=False):
    """A question to chance: these dice, for this reason.

    `read` says what the rules tell apart, so that exact odds need not count more:
    every face, only the total, or (a pool) only how many dice fall between the `cuts`.
    `counts` says what the rules look at, so that everyone tells it alike: each die by itself, or the total. A pool
    counts each die and a sum its total unless told otherwise; a roll of several faces has to say it.
    `need` is what succeeds at least (each die, or the total), `most` what the total may be at most.
    `cards` names what each face of a single die stands for, where a card is drawn. What falls in a `secret` roll is for
    its seat alone while the battle lasts. Where only `unmodified` results succeed, nothing that changes dice helps.
    """

    dice: str
    why: str
    rule: str
    seat: int | None = None
    need: int | None = None
    read: Literal["faces", "sum", "pool"] = "faces"
    cuts: tuple[int, ...] = ()
    unit: int | None = None
    most: int | None = None
    cards: tuple[str, ...] = ()
    secret: bool = False
    unmodified: bool = False
    counts: Counts = ""


class Chosen(msgspec.Struct, frozen=True, tag_field="answer", tag="choose", gc=False):
    option: str


class Picked(msgspec.Struct, frozen=True, tag_field="answer", tag="pick", gc=False):
    """The keys of the options that were picked, perhaps none."""

    options: tuple[str, ...]


class Moved(msgspec.Struct, frozen=True, tag_field="answer", tag="manoeuvre", omit_defaults=True, gc=False):
    """The kind of move and its steps; no kind: the unit stays where it is.

    `files` is the number of files to which a reform changes the unit before its first step; 0: it keeps its files.
    """

    kind: str = ""
    steps: tuple[Step, ...] = ()
    files: int = 0


class Walked(msgspec.Struct, frozen=True, tag_field="answer", tag="walk", omit_defaults=True, gc=False):
    """Where a loose unit goes: as a whole, model by model, or what it does instead; nothing of it: it stays.

    As a whole its middle goes to the `pose` and looks that way: in a formation, or without one with its models as they
    stand to each other. The middle is the mean of its models' centres. Model by model there is one of the `places` for
    each of its models, in their order. `instead` is the key of the option that it takes.
    """

    formation: str = ""
    pose: Pose | None = None
    places: tuple[Pose, ...] = ()
    instead: str = ""

    @property
    def goes(self) -> bool:
        """Whether any model is told where to go."""
        return self.pose is not None or bool(self.places)


class Placed(msgspec.Struct, frozen=True, tag_field="answer", tag="place", gc=False):
    pose: Pose


class Allocated(msgspec.Struct, frozen=True, tag_field="answer", tag="allocate", gc=False):
    """For each pool: how many go to each of its targets."""

    shares: dict[str, dict[str, int]]


class Rolled(msgspec.Struct, frozen=True, tag_field="answer", tag="roll", gc=False):
    faces: tuple[int, ...]


class Ticked(msgspec.Struct, frozen=True, tag_field="answer", tag="tick", gc=False):
    """The clock of a question has run out: it is answered as the question said. No player gives this answer."""


Answer: TypeAlias = Chosen | Picked | Moved | Walked | Placed | Allocated
AnyAnswer: TypeAlias = Answer | Rolled | Ticked

_answers = msgspec.json.Decoder(AnyAnswer)


def read_answer(text: bytes | str) -> AnyAnswer:
    """An answer from its JSON; raises msgspec.DecodeError (or its ValidationError) with the place of the fault."""
    answer: AnyAnswer = _answers.decode(text)
    return answer
