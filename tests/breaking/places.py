"""The places that do a rule: functions and classes that name it, statements and tables beside it, lines of data."""

from __future__ import annotations

import ast
import importlib
import inspect
import io
import pkgutil
import re
import tokenize
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

import warhost
from tests.breaking.changes import Change, Lines, Source, data_changes, figure_changes
from warhost.rulebook.marks import rules_of
from warhost.rulebook.references import id_pattern

BELOW = ("warhost.field", "warhost.rulesets.families")
"""What knows no rulebook and is told a book's figures and rules: a function that names rules leaves their geometry, and
what several books share, to it."""

PACKAGES = ("warhost.rulesets", "warhost.players.solo", "warhost.dice", "warhost.campaign")
SOURCES = Path(warhost.__file__).parent

SPEAK_OF_RULES = frozenset({"guide", "words"})
"""Modules that speak of rules without doing them."""

WHOLE = r"(?=)"
DATA: tuple[tuple[str, str, str, str], ...] = (
    (r"aofr\.deployment\.(\w+)", "regiments/data/deployments.toml", r"\1", WHOLE),
    (r"aofr\.generator\.(\w+)\.base", "regiments/data/planes.toml", r"\1", "fixed"),
    (r"aofr\.generator\.(\w+)\.table", "regiments/data/planes.toml", r"\1.table", WHOLE),
    (r"aofr\.generator\.(\w+)\.r(\d+)", "regiments/data/planes.toml", r"\1.table", r"\2 *="),
    (r"aofr\.terrain\.(\w+?)s?", "regiments/data/terrain.toml", "pieces", r"\1 *="),
    (r"aofr\.mission\.(\w+)\.(?:win|setup|score|points|markers)", "regiments/data/missions.toml", "missions", r"\1 *="),
    (r"aofr\.cards\.(\d\d)_\w+", "regiments/data/parts/mission_cards.toml", "cards", r"\1 *="),
    (
        r"aofr\.winds\.(\w+)",
        "regiments/data/parts/winds_of_power.toml",
        r"miscast\.\1",
        "until|hits|ap|unit|casters|drain",
    ),
    (
        r"aofr\.item\.(\w+)",
        "regiments/data/parts/magic_items.toml",
        r"item\.\1",
        "weapon|by|melee|rules|raises|reserve",
    ),
    (
        r"aofr\.living\.(\w+)",
        "regiments/data/parts/living_spells.toml",
        r"spell\.\1",
        "size|moves|path|danger|hits|ap|heals|shooting|melee|morale|cover|slow|second|gate|shock|drains|tokens|terrain",
    ),
    (r"aofr\.twist\.(\w+)", "regiments/data/parts/twists_and_gambits.toml", r"twist\.\1", WHOLE),
    (r"aofr\.gambit\.(\w\d)_power", "regiments/data/parts/twists_and_gambits.toml", r"gambit\.\1", "gives"),
    (r"aofr\.side\.category_table", "regiments/data/parts/side_missions.toml", "categories", WHOLE),
    (r"aofr\.side\.(\w+)_table", "regiments/data/parts/side_missions.toml", r"missions\.\1", WHOLE),
    (r"eow\.patrol\.(\w+)\.units", r"essence_of_war/data/patrols/\1.toml", "unit", "formation|base|profile|category"),
    (r"eow\.patrol\.(\w+)\.unit_rules", r"essence_of_war/data/patrols/\1.toml", "unit", "rules|spells|weapon"),
    (r"eow\.patrol\.(\w+)\.(\w+)", r"essence_of_war/data/patrols/\1.toml", r"(weapon|spell)\.\2", WHOLE),
    (r"blue\.terrain\.woods_light_los", "blue_age/data/terrain.toml", "pieces", r"light_woods *="),
    (r"eow\.army\.type_\w+", "essence_of_war/data/patrols/beast_herds.toml", "unit", "category"),
    (
        r"eow\.army\.(?:formation_notation|unit_entry)",
        "essence_of_war/data/patrols/empire_of_sonnstahl.toml",
        "unit",
        "formation|base",
    ),
    (r"eow\.list\.(\w+)\.unit\.(\w+)", r"essence_of_war/data/armylists/\1.toml", r"unit\.\2", WHOLE),
    (r"eow\.list\.(\w+)\.entries", r"essence_of_war/data/armylists/\1.toml", r"unit.*", "category"),
    (r"eow\.diff\.armylist_extra_rules", "essence_of_war/data/armylists/beast_herds.toml", r"unit\.minotaurs", "rules"),
    (r"eow\.diff\.longbow", "essence_of_war/data/armylists/kingdom_of_equitaine.toml", r"weapon\.longbow", "ranks"),
    (r"eow\.diff\.silver_spike", "essence_of_war/data/grimoire.toml", r"spell\.silver_spike", "multiply"),
    (
        r"eow\.list\.(\w+)\.rule\.(fiery_heart|hierophant)_\w+",
        r"essence_of_war/data/armylists/\1.toml",
        r"effect\.\2",
        "add|paths|wizard",
    ),
    (
        r"eow\.list\.ogre_khans\.rule\.spinesplitter",
        "essence_of_war/data/armylists/ogre_khans.toml",
        r"effect\.splitter",
        WHOLE,
    ),
    (
        r"eow\.list\.saurian_ancients\.rule\.enclave",
        "essence_of_war/data/armylists/saurian_ancients.toml",
        r"unit.*",
        ".*enclave",
    ),
    (
        r"eow\.list\.empire_of_sonnstahl\.rule\.parent_and_support",
        "essence_of_war/data/armylists/empire_of_sonnstahl.toml",
        r"unit\.(imperial_guard|handgunners|spearmen|electoral_cavalry)",
        "rules",
    ),
    (r"eow\.list\.(\w+)\.rule\.(\w+)", r"essence_of_war/data/armylists/\1.toml", r"(weapon|effect)\.\2", WHOLE),
    (r"eow\.adv\.army\.(?:cat_\w+|entries)", "essence_of_war/data/armylists/beast_herds.toml", r"unit.*", "category"),
    (r"eow\.mount\.(\w+)", "essence_of_war/data/bestiary.toml", r"mount\.\1", WHOLE),
    (r"eow\.path\.(\w+)", "essence_of_war/data/grimoire.toml", "path", r"\1"),
    (r"eow\.spell\.\w+\.(\w+)", "essence_of_war/data/grimoire.toml", r"spell\.\1", "value|target|range|hits|str|ap"),
    (r"eow\.vault\.(\w+)\.(\w+)", "essence_of_war/data/vault.toml", r"\1", r"\2"),
    (
        r"t9a\.hereditary\.[a-z]+_(\w+)",
        "fantasy_battles/data/spells/hereditary.toml",
        r"spell\.(the_)?\1(\..*)?",
        WHOLE,
    ),
    (r"t9a\.(\w+)\.[a0-6]_(\w+)", r"fantasy_battles/data/spells/\1.toml", r"spell\.(the_)?\2(\..*)?", WHOLE),
    (r"t9a\.special\.(totemic_beast|rat_swarm)", "fantasy_battles/data/summons.toml", r"entry\.\1", WHOLE),
    (r"eow\.map\.feature_sizes", "essence_of_war/data/maps.toml", r"basic.*", "  { kind"),
)
"""Rules whose figures are rows of data: their ids, the file, the table in it and the beginnings of its lines."""

SHARED: tuple[tuple[str, str], ...] = (
    (r"(aofr|eow)\.dice\.(d3|multi|plus|sum|modifier|maximised|minimised|max_min_cancel)", "warhost.dice.notation"),
    (r"(aofr|eow)\.dice\.d6", "warhost.dice.chance:Chance.roll"),
    (r"eow\.arc\.(four_arcs|geometry)", "warhost.table.shapes:arc_of"),
    (r"eow\.arc\.facing_of_arc", "warhost.table.shapes:edge"),
    (r"eow\.measure\.(closest_points|through_obstructions|free_measuring)", "warhost.table.shapes:distance"),
    (r"eow\.(measure\.inch|model\.base_size|setup\.models_any_token)", "warhost.table.blocks"),
    (r"kow\.los\.(facings|midpoint)", "warhost.table.shapes:edge(_midpoint)?"),
    (r"eow\.stat\.(adv|mar)", "warhost.rulesets.essence_of_war.chapters.movement.movement:(advance|march)_kind"),
    (r"eow\.engaged\.no_move", "warhost.rulesets.essence_of_war.chapters.movement.movement:cannot_move"),
    (r"eow\.patrol\.daemon_legions\.daemonic", r"warhost.rulesets.essence_of_war.rules.model_rules:Unbreaking\..*"),
    (r"eow\.adv\.map\.premade", "warhost.rulesets.essence_of_war.chapters.setup.maps:_numbered"),
    (r"eow\.adv\.army\.points_limit", "warhost.muster.checking.limits:within_budget"),
    (r"eow\.unit\.no_split", "warhost.rulesets.families.ninth_age.core.formation:models_at"),
)
"""Rules that code does which knows no rulebook, or that stand for a whole module: their ids, the module, the names."""


class Place:
    """Where rules are done, and what can be changed there."""

    def __init__(
        self,
        path: str,
        rules: Collection[str],
        *,
        function: FunctionType | None = None,
        file: Path | None = None,
        lines: Lines | None = None,
    ) -> None:
        self.path, self.rules = path, tuple(rules)
        self.function, self.file, self.lines = function, file, lines

    def changes(self, *, meaning: bool = False) -> list[Change]:
        """All small changes of it, or all breaks of meaning. Data are figures alone: there both are the same."""
        if self.function is not None:
            return Source(self.function).changes(self.lines, meaning=meaning)
        assert self.file is not None
        assert self.lines is not None
        text = (SOURCES / self.file).read_text(encoding="utf-8")
        change = data_changes if self.file.suffix == ".toml" else figure_changes
        return [*change(text, self.file, self.lines)]


def places(marked: Collection[str]) -> list[Place]:
    """All places that do marked rules. What stands beside an id counts only if nothing names the rule with `@rule`."""
    found = [
        place
        for place in (*_carriers(), *_below(), *_shared(marked), *_data(marked))
        if not set(marked).isdisjoint(place.rules)
    ]
    done: set[str] = set()
    for place in found:
        if not done.issuperset(place.rules) and place.changes():
            done.update(place.rules)
    return [*found, *_beside(set(marked) - done)]


# What `@rule` names


@cache
def _modules() -> tuple[ModuleType, ...]:
    return tuple(
        importlib.import_module(found.name)
        for name in PACKAGES
        for found in pkgutil.walk_packages(importlib.import_module(name).__path__, f"{name}.")
    )


@cache
def _carriers() -> tuple[Place, ...]:
    """Every function that names rules itself or as a method of a class that does, and the values of such classes."""
    return tuple(_found_carriers())


def _found_carriers() -> Iterator[Place]:
    for module in _modules():
        for thing in list(vars(module).values()):
            if getattr(thing, "__module__", None) != module.__name__:
                continue
            own = rules_of(thing)
            if inspect.isclass(thing) and own:
                yield Place(path_of(module, thing.__qualname__), own, file=_file(module), lines=_lines(thing))
            for member in vars(thing).values() if inspect.isclass(thing) else (thing,):
                function = inspect.unwrap(getattr(member, "__func__", getattr(member, "fget", member)))
                rules = dict.fromkeys((*own, *rules_of(member)))
                if rules and isinstance(function, FunctionType) and function.__module__ == module.__name__:
                    yield Place(path_of(module, function.__qualname__), rules, function=function)


def _below() -> Iterator[Place]:
    """Every function below the books that a function which names rules calls, directly or through others there."""
    rules: dict[FunctionType, dict[str, None]] = {}
    for place in _carriers():
        if place.function is not None:
            for function in _called(place.function):
                rules.setdefault(function, {}).update(dict.fromkeys(place.rules))
    for function, own in rules.items():
        yield Place(path_of(inspect.getmodule(function), function.__qualname__), own, function=function)


@cache
def _called(function: FunctionType) -> tuple[FunctionType, ...]:
    found: dict[FunctionType, None] = {}
    waiting = [function]
    while waiting:
        for one in _called_at_once(waiting.pop()):
            if one not in found:
                found[one] = None
                waiting.append(one)
    return tuple(found)


@cache
def _called_at_once(function: FunctionType) -> tuple[FunctionType, ...]:
    """The functions below the books that it names, and the methods of classes there that it names."""
    names = _names(function.__code__)
    things = [function.__globals__.get(name) for name in names]
    things += [getattr(thing, name, None) for thing in things if _is_below(thing) for name in names]
    found: dict[FunctionType, None] = {}
    for thing in things:
        if str(getattr(thing, "__module__", "")).startswith(BELOW):
            for member in vars(thing).values() if inspect.isclass(thing) else (thing,):
                inner = getattr(member, "__func__", getattr(member, "fget", member))
                called = inspect.unwrap(inner) if callable(inner) else None
                if isinstance(called, FunctionType) and called.__module__.startswith(BELOW):
                    found[called] = None
    return tuple(found)


def _is_below(thing: object) -> bool:
    return isinstance(thing, ModuleType) and thing.__name__.startswith(BELOW)


def _names(code: CodeType) -> list[str]:
    """What a function names, its inner functions included."""
    inner = [name for part in code.co_consts if isinstance(part, CodeType) for name in _names(part)]
    return [*code.co_names, *inner]


def path_of(module: ModuleType | None, name: str) -> str:
    """A short name for a function or class: its module below the rulesets, or below Warhost, and its own name."""
    assert module is not None
    return f"{module.__name__}.{name}".removeprefix("warhost.rulesets.").removeprefix("warhost.")


def _file(module: ModuleType) -> Path:
    return Path(inspect.getfile(module)).relative_to(SOURCES)


def _lines(thing: type) -> Lines:
    lines, first = inspect.getsourcelines(thing)
    return range(first, first + len(lines))


def _shared(rules: Collection[str]) -> Iterator[Place]:
    for pattern, where in SHARED:
        own = [rule for rule in rules if re.fullmatch(pattern, rule)]
        name, _, wanted = where.partition(":")
        module = importlib.import_module(name)
        for function in functions_of(module) if own else ():
            if re.fullmatch(wanted or ".*", function.__qualname__):
                yield Place(path_of(module, function.__qualname__), own, function=function)


def functions_of(module: ModuleType) -> Iterator[FunctionType]:
    """The functions that a module has written itself, methods of its classes included."""
    for thing in list(vars(module).values()):
        for member in vars(thing).values() if inspect.isclass(thing) else (thing,):
            function = inspect.unwrap(getattr(member, "__func__", getattr(member, "fget", member)))
            if isinstance(function, FunctionType) and function.__module__ == module.__name__:
                yield function


# What stands beside an id


def _beside(rules: Collection[str]) -> Iterator[Place]:
    for module in _modules():
        text = Path(inspect.getfile(module)).read_text(encoding="utf-8")
        if module.__name__.rpartition(".")[2] in SPEAK_OF_RULES or not any(
            match[0] in rules for match in id_pattern().finditer(text)
        ):
            continue
        tree = ast.parse(text)
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in (tokenize.COMMENT, tokenize.STRING):
                named = [match[0] for match in id_pattern().finditer(token.string) if match[0] in rules]
                place = _place_of(module, tree, token, text, named) if named else None
                if place is not None:
                    yield place


def _place_of(
    module: ModuleType, tree: ast.Module, token: tokenize.TokenInfo, text: str, rules: list[str]
) -> Place | None:
    line = token.start[0]
    if token.type == tokenize.COMMENT and token.line.strip().startswith("#"):
        while text.splitlines()[line - 1].strip().startswith("#"):
            line += 1
    around = [node for node in ast.walk(tree) if _covers(node, line)]
    outer = _function_around(around)
    if outer is not None:
        name, node = outer
        function = _function(module, name)
        if function is None:
            return None
        if token.string.startswith(('"""', 'r"""')):
            return Place(path_of(module, name), rules, function=function)
        part = _statement_lines(node, line)
        return Place(f"{path_of(module, name)}:{part.start}", rules, function=function, lines=part)
    lines = _figure_lines(tree, line, token)
    return (
        None if lines is None else Place(f"{path_of(module, str(lines.start))}", rules, file=_file(module), lines=lines)
    )


def _covers(node: ast.AST, line: int) -> bool:
    if not isinstance(node, ast.stmt):
        return False
    first = min([node.lineno, *(part.lineno for part in getattr(node, "decorator_list", []))])
    return bool(first <= line <= (node.end_lineno or node.lineno))


def _function_around(around: list[ast.AST]) -> tuple[str, ast.FunctionDef] | None:
    names: list[str] = []
    for node in around:
        if isinstance(node, ast.ClassDef):
            names.append(node.name)
        elif isinstance(node, ast.FunctionDef):
            return ".".join((*names, node.name)), node
    return None


def _function(module: ModuleType, name: str) -> FunctionType | None:
    thing: object = module
    for part in name.split("."):
        thing = inspect.getattr_static(thing, part, None)
    function = inspect.unwrap(getattr(thing, "__func__", getattr(thing, "fget", thing)))  # type: ignore[arg-type]
    return function if isinstance(function, FunctionType) else None


def _statement_lines(function: ast.FunctionDef, line: int) -> range:
    """The smallest statement around a line, with the condition under which it is done."""
    inner = [node for node in ast.walk(function) if _covers(node, line) and node is not function]
    statement = inner[-1] if inner else function
    first, last = statement.lineno, statement.end_lineno or statement.lineno  # type: ignore[attr-defined]
    if len(inner) > 1 and isinstance(inner[-2], ast.If) and statement in inner[-2].body:
        first = inner[-2].lineno
    return range(first, last + 1)


def _figure_lines(tree: ast.Module, line: int, token: tokenize.TokenInfo) -> range | None:
    """The class or value whose note it is, else the line or the member of a table."""
    holder: ast.Module | ast.ClassDef = tree
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and _covers(node, line):
            holder = node
    before: ast.stmt | None = None
    for statement in holder.body:
        if _covers(statement, line):
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                break
            if token.type == tokenize.COMMENT:
                return range(line, line + 1)
            parts = [
                node
                for node in ast.walk(statement)
                if isinstance(node, ast.Call | ast.Tuple | ast.stmt) and node.lineno <= line <= (node.end_lineno or 0)
            ]
            return range(parts[-1].lineno, (parts[-1].end_lineno or 0) + 1)
        before = statement
    else:
        return None
    if before is not None:
        return range(before.lineno, (before.end_lineno or before.lineno) + 1)
    return range(holder.lineno, (holder.end_lineno or 0) + 1) if isinstance(holder, ast.ClassDef) else None


# Rows of data


def _data(rules: Collection[str]) -> Iterator[Place]:
    for rule in sorted(rules):
        for pattern, file, table, beginning in DATA:
            match = re.fullmatch(pattern, rule)
            path = None if match is None else Path("rulesets") / match.expand(file)
            if match is None or path is None or not (SOURCES / path).is_file():
                continue
            lines = _table_lines(SOURCES / path, match.expand(table), match.expand(beginning))
            if lines:
                yield Place(f"{path}:{lines[0]}", [rule], file=path, lines=lines)
                break


def _table_lines(file: Path, table: str, beginning: str) -> list[int]:
    """The lines of a table; one of a list of tables has the name that its first line says."""
    found: list[int] = []
    here = ""
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        if line.startswith("["):
            here = _plain(line)
        elif line.startswith("name ") and "." not in here:
            here = f"{here}.{_plain(line.partition('=')[2].strip())}"
        if "=" not in line or line.startswith("["):
            continue
        if re.fullmatch(table, here) or re.fullmatch(table, here.partition(".")[0]):
            found += [number] if re.match(beginning, line) or re.match(beginning, _plain(line)) else []
    return found


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9_.]", "", text.lower().replace(" ", "_").replace("-", "_"))
