"""Siege tools: buying them, carrying them, ladders, demolition charges, rams and siege towers (Siege Tools)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from warhost.field.losses import Spread
from warhost.play.questions import Denied, Odds, Option
from warhost.play.script import Script, choose, choose_unit, roll_pool, roll_sum
from warhost.play.shown.english import acts, verb
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.movement.transports import passengers
from warhost.rulesets.regiments.core import (
    Battle,
    Group,
    Regiment,
    Site,
    Unit,
    footprint,
    on_table,
    optional,
    perimeter,
)
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.parts.shared import harm, harm_odds
from warhost.rulesets.regiments.parts.siege_battles import events
from warhost.rulesets.regiments.parts.siege_battles.figures import (
    TOOLS,
    Carried,
    Tool,
    attacker,
    change,
    defender,
    in_words,
    is_attacking,
    price,
    told,
)
from warhost.rulesets.regiments.parts.solid_buildings.buildings import DEFENSE, NOBODY
from warhost.rulesets.regiments.shown.position import fresh_unit
from warhost.table import TOLERANCE, Rect, distance, distance_to_point

REACH = 1.0
"""How near to a unit its marker is dropped, placed and picked up."""

BLAST = 3.0
SAFE = 3.0
"""How near attackers have to be to a ladder to keep it up better."""

RAM_TOUGH, TOWER_TOUGH, TOWER_ROOM = 3, 12, 21
RAM_SIZE = 1.0
AP = (RuleText("AP", 4),)
RAM_HITS, BLAST_HITS, FUSE = "D3+4", "2D3+8", "D3"
DONE, KEEP, DROP, TAKE = "done", "keep", "drop", "take"


# Buying.


@rule("aofr.siege.tool_points", "aofr.siege.tool_prices")
def buy(battle: Battle) -> Script[None]:
    """The attacker spends a siege tool point for each component of the castle."""
    seat = attacker(battle)
    points = len(told(battle).components)
    while True:
        options = [
            Option(name, f"{TOOLS[name]} for {in_words(price(name))}") for name in TOOLS if price(name) <= points
        ]
        denied = [
            Denied(name, f"A {TOOLS[name]} costs {in_words(price(name))}.", "aofr.siege.tool_prices")
            for name in TOOLS
            if price(name) > points
        ]
        if not options:
            return
        options.append(Option(DONE, "Nothing more", passes=True))
        text = f"Which siege tool do you bring? You have {in_words(points)} left."
        rules = ("aofr.siege.tool_points", "aofr.siege.tool_prices")
        key = yield from choose(seat, "siege tools", text, options, rules=rules, denied=denied)
        if key == DONE:
            return
        name = next(one for one in TOOLS if one == key)
        points -= price(name)
        yield events.ToolBought(seat, TOOLS[name])
        if name == "tower":
            add_tower(battle, seat)
        else:
            yield from _hand_out(battle, seat, name)


@rule("aofr.siege.tool_carry")
def free_to_carry(battle: Battle) -> list[Unit]:
    """The attacking units that may be given a marker: at most one each, and siege towers carry none."""
    siege = told(battle)
    carriers = {tool.carrier for tool in siege.tools}
    return [
        unit
        for unit in battle.units
        if is_attacking(battle, unit) and unit.id not in carriers and unit.id not in siege.towers and not unit.fate
    ]


def _hand_out(battle: Battle, seat: int, name: Carried) -> Script[None]:
    able = [unit for unit in free_to_carry(battle) if unit.part_of is None]
    if not able:
        return
    text = f"Which unit carries the {TOOLS[name]}?"
    unit = yield from choose_unit(able, seat, "carrier", text, rules=("aofr.siege.tool_carry",))
    give(battle, name, unit)
    yield events.ToolTaken(unit.id, TOOLS[name])


def give(battle: Battle, name: Carried, unit: Unit) -> None:
    """The unit carries such a marker from now on."""
    change(battle, tools=(*told(battle).tools, Tool(name, unit.id)))


def carried_by(battle: Battle, unit: Unit) -> Tool | None:
    return next((tool for tool in told(battle).tools if tool.carrier == unit.id), None)


def _replace(battle: Battle, old: Tool, new: Tool | None) -> None:
    """One marker is another from now on, or none."""
    tools = [tool for tool in told(battle).tools if tool is not old]
    change(battle, tools=(*tools, *(() if new is None else (new,))))


# Carrying and dropping.


@rule("aofr.siege.tool_drop", "aofr.siege.charge_blast", "aofr.siege.ram_dropped")
def drop(battle: Battle, unit: Unit) -> Script[None]:
    """The unit's marker lies on the table, within an inch of it: a charge is armed, a ram can be attacked."""
    tool = carried_by(battle, unit)
    if tool is None:
        return
    spot = footprint(battle, unit)
    x, y = spot.front
    yield events.ToolDropped(unit.id, TOOLS[tool.kind])
    if tool.kind == "charge":
        yield from _arm(battle, tool, unit, x, y)
    elif tool.kind == "ram":
        _replace(battle, tool, Tool("ram", x=x, y=y, unit=_lying_ram(battle, x, y).id))
    else:
        _replace(battle, tool, Tool(tool.kind, x=x, y=y))


@rule("aofr.siege.ram_dropped")
def _lying_ram(battle: Battle, x: float, y: float) -> Unit:
    """A ram on the table counts like a unit: Defense 2+, Tough(3)."""
    regiment = _made("Battering Ram", (25, 25), RuleText("Tough", RAM_TOUGH))
    site = Site(x, y, 0.0, RAM_SIZE, RAM_SIZE)
    return _added(battle, msgspec.structs.replace(fresh_unit(0, NOBODY, regiment), site=site), regiment)


def _made(name: str, base: tuple[int, int], *rules: RuleText) -> Regiment:
    return Regiment(
        faction="",
        name=name,
        quality=6,
        defense=DEFENSE,
        cost=0,
        base=base,
        groups=(Group(1, ()),),
        rules=rules,
        kind="vehicle",
    )


def _added(battle: Battle, unit: Unit, regiment: Regiment) -> Unit:
    """A further unit in the battle."""
    made = msgspec.structs.replace(unit, id=len(battle.units), entry=len(battle.scene.regiments))
    battle.scene = msgspec.structs.replace(battle.scene, regiments=(*battle.scene.regiments, regiment))
    battle.units = [*battle.units, made]
    return made


@rule("aofr.siege.ram_lost_melee")
def lose(battle: Battle, unit: Unit) -> Script[None]:
    """A unit that is destroyed drops its marker; a ram is gone for good if that happens in melee."""
    tool = carried_by(battle, unit)
    if tool is None:
        return
    if tool.kind == "ram" and unit.fought:
        _replace(battle, tool, None)
    elif unit.pose is not None:
        yield from drop(battle, unit)
    else:
        _replace(battle, tool, None)


@rule("aofr.siege.tool_carry", "aofr.siege.tool_drop", "aofr.siege.ladder", "aofr.siege.charge_place")
def at_end_of_activation(battle: Battle, unit: Unit) -> Script[None]:
    """An attacking unit may use its marker, drop it, or pick one up that lies within an inch (AOFR-R595)."""
    if not is_attacking(battle, unit) or unit.pose is None or unit.fate or unit.shaken:
        return
    tool = carried_by(battle, unit)
    if tool is None:
        yield from _pick_up(battle, unit)
        return
    options = [
        *(Option(f"at>{one.id}", _use_label(tool, one), unit=unit.id) for one in usable_at(battle, unit, tool)),
        Option(KEEP, f"Keep the {TOOLS[tool.kind]}", unit=unit.id, passes=True),
        Option(DROP, f"Drop the {TOOLS[tool.kind]}", unit=unit.id),
    ]
    text = f"{acts(unit.name, 'carries')} a {TOOLS[tool.kind]}. What do you do with it?"
    rules = ("aofr.siege.tool_drop", "aofr.siege.ladder" if tool.kind == "ladder" else "aofr.siege.charge_place")

    def weigh(option: Option) -> Sequence[Odds]:
        return tuple(_blast(battle, tool, option.key)) if tool.kind == "charge" else ()

    key = yield from choose(unit.seat, "siege tool", text, options, rules=rules, weigh=weigh)
    if key == DROP:
        yield from drop(battle, unit)
    elif key != KEEP:
        yield from _use(battle, unit, tool, battle.units[int(key.removeprefix("at>"))])


def _blast(battle: Battle, tool: Tool, key: str) -> Iterator[Odds]:
    """When a charge that is laid here explodes, and what it does then to what it lies against."""
    if key == KEEP:
        return
    if key != DROP:
        target = battle.units[int(key.removeprefix("at>"))]
        yield from harm_odds.hit(battle, target, BLAST_HITS, TOOLS[tool.kind], "aofr.siege.charge_blast", AP)
    yield replace(harm_odds.average("rounds on average until it explodes", FUSE), telling=False)


def _use_label(tool: Tool, target: Unit) -> str:
    return f"Put the ladder against {target.name}" if tool.kind == "ladder" else f"Place the charge at {target.name}"


@rule("aofr.siege.ladder", "aofr.siege.charge_place")
def usable_at(battle: Battle, unit: Unit, tool: Tool) -> list[Unit]:
    """What the unit may put its marker against, within an inch: a ladder against a component, a charge also against a
    gate (AOFR-R596)."""
    siege = told(battle)
    numbers: list[int] = []
    if tool.kind != "ram":
        numbers = [one.unit for one in siege.components]
    if tool.kind == "charge":
        numbers += [one.unit for one in siege.passages if not one.open]
    return [battle.units[number] for number in numbers if _is_beside(battle, unit, battle.units[number])]


def _is_beside(battle: Battle, unit: Unit, other: Unit) -> bool:
    goal = footprint(battle, other)
    return any(distance(base, goal) <= REACH + TOLERANCE for base in perimeter(battle, unit))


def _use(battle: Battle, unit: Unit, tool: Tool, target: Unit) -> Script[None]:
    goal, own = footprint(battle, target), footprint(battle, unit)
    x, y = min(_along(goal), key=lambda point: distance_to_point(own, *point))
    if tool.kind == "ladder":
        _replace(battle, tool, Tool("ladder", x=x, y=y, at=target.id))
        yield events.LadderPlaced(unit.id, target.id)
    else:
        yield from _arm(battle, tool, unit, x, y)


def _along(shape: Rect) -> Iterator[tuple[float, float]]:
    """Points on the outline."""
    corners = shape.corners
    for one, other in zip(corners, (*corners[1:], corners[0]), strict=True):
        for part in range(8):
            share = part / 8
            yield (one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share)


def _pick_up(battle: Battle, unit: Unit) -> Script[None]:
    """Armed charges and ladders that stand are not picked up (AOFR-R595)."""
    if unit.id in told(battle).towers:
        return
    lying = [
        tool
        for tool in told(battle).tools
        if tool.carrier is None
        and tool.at is None
        and not tool.fuse
        and min(distance_to_point(base, tool.x, tool.y) for base in perimeter(battle, unit)) <= REACH + TOLERANCE
    ]
    if not lying:
        return
    options = [
        *(
            Option(f"{TAKE}>{number}", f"Take the {TOOLS[tool.kind]}", unit=unit.id)
            for number, tool in enumerate(lying)
        ),
        Option(KEEP, "Leave it", unit=unit.id, passes=True),
    ]
    text = f"{verb(unit.name, 'Does')} {unit.name} pick up a siege tool?"
    key = yield from choose(unit.seat, "siege tool", text, options, rules=("aofr.siege.tool_carry",))
    if key == KEEP:
        return
    tool = lying[int(key.removeprefix(f"{TAKE}>"))]
    if tool.unit is not None:
        thing = battle.units[tool.unit]
        thing.site, thing.fate, thing.left = None, "left", (0,)
    _replace(battle, tool, Tool(tool.kind, unit.id))
    yield events.ToolTaken(unit.id, TOOLS[tool.kind])


# Ladders.


@rule("aofr.siege.ladder_remove")
def throw_off(battle: Battle, unit: Unit) -> Script[None]:
    """A defending unit inside a component may try to throw one ladder off when it is activated: on 3+, or on 5+ with
    attackers within 3" of it (AOFR-R596)."""
    ladders = [tool for tool in told(battle).tools if tool.at is not None and tool.at == unit.inside]
    if not ladders or unit.shaken or unit.seat != defender(battle):
        return
    needs = [need_to_throw(battle, ladder) for ladder in ladders]
    best = min(range(len(ladders)), key=lambda number: needs[number])
    need, ladder = needs[best], ladders[best]
    chance = Odds("throws it off", harm_odds.on(need), telling=True)
    options = [
        Option("throw", "Throw a ladder off", (chance,), unit=unit.id),
        Option("no", "Leave it", unit=unit.id, passes=True),
    ]
    rules = ("aofr.siege.ladder_remove",)
    where = battle.units[unit.inside or 0].name
    text = f"A ladder stands against {where}. {verb(unit.name, 'Does')} {unit.name} throw it off?"
    key = yield from choose(unit.seat, "throw off", text, options, rules=rules)
    if key != "throw":
        return
    (face,) = yield from roll_pool(
        1, need=need, why="Throwing off a ladder", rule="aofr.siege.ladder_remove", seat=unit.seat, unit=unit.id
    )
    if face >= need:
        _replace(battle, ladder, None)
        yield events.LadderThrownOff(unit.id, unit.inside or 0)


@rule("aofr.siege.ladder_remove")
def need_to_throw(battle: Battle, ladder: Tool) -> int:
    """What the die must show."""
    safe = optional.measured(battle, SAFE) + TOLERANCE
    near = any(
        distance_to_point(base, ladder.x, ladder.y) <= safe
        for unit in on_table(battle, attacker(battle))
        for base in perimeter(battle, unit)
    )
    return 5 if near else 3


# Demolition charges.


@rule("aofr.siege.charge_blast")
def _arm(battle: Battle, tool: Tool, unit: Unit, x: float, y: float) -> Script[None]:
    """It goes off when D3 rounds have ended, this one included (AOFR-R597)."""
    rounds = yield from roll_sum(
        FUSE, why="Rounds until it explodes", rule="aofr.siege.charge_blast", seat=unit.seat, unit=unit.id
    )
    fuse = max(1, battle.turn) + rounds - 1
    _replace(battle, tool, Tool("charge", x=x, y=y, fuse=fuse))
    yield events.ChargePlaced(fuse, x, y)


@rule("aofr.siege.charge_blast")
def explode(battle: Battle) -> Script[None]:
    """A round ends: each unit, component and gate within 3" of a charge that goes off takes 2D3+8 hits with AP(4).
    Who is inside is not hit (AOFR-R543, AOFR-R597)."""
    for charge in [tool for tool in told(battle).tools if tool.kind == "charge" and tool.fuse == battle.turn]:
        _replace(battle, charge, None)
        yield events.ChargeExploded(charge.x, charge.y)
        harm.begin_between(battle)
        for unit in list(_in_blast(battle, charge)):
            yield from harm.take_hits(battle, unit, BLAST_HITS, TOOLS["charge"], "aofr.siege.charge_blast", AP)
        yield from harm.end_between(battle)


def _in_blast(battle: Battle, charge: Tool) -> Iterable[Unit]:
    things = [battle.units[number] for number in of_castle(battle) if battle.units[number].site is not None]
    blast = optional.measured(battle, BLAST) + TOLERANCE
    for unit in (*on_table(battle), *things):
        if any(distance_to_point(base, charge.x, charge.y) <= blast for base in perimeter(battle, unit)):
            yield unit


def of_castle(battle: Battle) -> list[int]:
    """The components and gates of the castle, by their numbers among the units."""
    siege = told(battle)
    return [*(one.unit for one in siege.components), *(one.unit for one in siege.passages)]


# Battering rams.


@rule("aofr.siege.ram_attack")
def batter(battle: Battle, unit: Unit, target: Unit) -> Script[None]:
    """A unit with a ram that charges a component or a gate deals D3+4 hits with AP(4), besides its strikes
    (AOFR-R598)."""
    tool = carried_by(battle, unit)
    if tool is None or tool.kind != "ram" or target.id not in of_castle(battle):
        return
    hits = yield from roll_sum(
        RAM_HITS, why="Battering Ram: hits", rule="aofr.siege.ram_attack", seat=unit.seat, unit=unit.id
    )
    yield from harm.take_hits(battle, target, hits, TOOLS["ram"], "aofr.siege.ram_attack", AP)


def battered(battle: Battle, unit: Unit, target: Unit) -> Spread | None:
    """What a ram may leave of a component or a gate before the unit strikes; None without a ram."""
    tool = carried_by(battle, unit)
    if tool is None or tool.kind != "ram" or target.id not in of_castle(battle):
        return None
    return harm_odds.hit_spread(battle, target, RAM_HITS, TOOLS["ram"], "aofr.siege.ram_attack", AP)


@rule("aofr.siege.ram_spent")
def spend_ram(battle: Battle) -> Script[None]:
    """A component or a gate falls: the ram of the unit that brought it down is used up."""
    if battle.acting is None:
        return
    unit = battle.units[battle.acting]
    tool = carried_by(battle, unit)
    if tool is not None and tool.kind == "ram":
        _replace(battle, tool, None)
        yield events.RamUsedUp(unit.id)


# Siege towers.


@rule("aofr.siege.tower_profile")
def add_tower(battle: Battle, seat: int) -> Unit:
    """A siege tower: Defense 2+, Tough(12), Transport(21); the attacker deploys it like a unit."""
    rules = (RuleText("Tough", TOWER_TOUGH), RuleText("Transport", TOWER_ROOM))
    regiment = _made("Siege Tower", (75, 75), *rules)
    unit = _added(battle, fresh_unit(0, seat, regiment), regiment)
    change(battle, towers=(*told(battle).towers, unit.id))
    return unit


@rule("aofr.siege.tower_actions")
def tower_denied(battle: Battle, unit: Unit) -> list[Denied]:
    """A siege tower only holds if nobody is inside, and only rushes if somebody is (AOFR-R599)."""
    if unit.id not in told(battle).towers:
        return []
    loaded = bool(passengers(battle, unit))
    names = ("hold", "advance", "charge") if loaded else ("advance", "rush", "charge")
    why = "A siege tower with units inside can only Rush." if loaded else "An empty siege tower can only Hold."
    return [Denied(name, why, "aofr.siege.tower_actions", unit.id) for name in names]
