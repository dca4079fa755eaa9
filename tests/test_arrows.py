"""The arrows of the design: which package may import which, and no circle of imports inside any of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import TypeGuard

import pytest

import warhost

ROOT = Path(warhost.__file__).parent

GROUND = frozenset({"errors", "plugins"})
PLAY = GROUND | {"table", "dice", "rulebook"}
FIELD = PLAY | {"play"}
MUSTER = FIELD
RULESETS = FIELD | {"field", "muster"}
ABOVE = RULESETS | {"rulesets"}
LAB = ABOVE | {"players", "report"}
SERVER = LAB | {"lab", "campaign"}

MAY_IMPORT: dict[str, frozenset[str]] = {
    "errors": frozenset(),
    "plugins": frozenset({"errors"}),
    "table": GROUND,
    "dice": GROUND,
    "rulebook": GROUND,
    "play": PLAY,
    "field": FIELD,
    "rulesets": RULESETS,
    "muster": MUSTER,
    "players": ABOVE,
    "report": ABOVE,
    "campaign": LAB,
    "lab": LAB,
    "conformance": LAB,
    "server": SERVER | {"web"},
    "web": frozenset(),
    "cli": SERVER | {"campaign", "server", "web"},
    "__main__": frozenset({"cli"}),
}

# Folders of rulesets that are no ruleset: what several rulebooks truly share.
FAMILIES = frozenset({"families"})

# Modules that are imported by a name which is only known while the program runs, so that no arrow shows them.
IMPORT_BY_NAME = {
    "cli/__init__.py": "the command that was called, in a module of its own",
    "cli/hosting/doctor.py": "the modules that ought to be compiled, to say where they are",
}
READS_FILES = frozenset({"resources", "metadata"})  # what importlib has besides


def modules(root: Path) -> list[str]:
    return [path.relative_to(root).as_posix() for path in sorted(root.rglob("*.py"))]


def statements(tree: ast.AST) -> Iterator[ast.AST]:
    """A tree and all statements in it, without the expressions, which are most of it and never import."""
    yield tree
    for part in ("body", "orelse", "finalbody", "handlers", "cases"):
        for inner in getattr(tree, part, ()):
            yield from statements(inner)


@cache
def import_statements(text: str) -> tuple[tuple[ast.Import | ast.ImportFrom, bool], ...]:
    """Every import of a file, those in functions too, and whether it stands below `if TYPE_CHECKING`: then it is never
    done."""
    nodes = list(statements(ast.parse(text)))
    for_typing = {inner for node in nodes if is_for_typing(node) for inner in below(node)}
    return tuple((node, node in for_typing) for node in nodes if isinstance(node, ast.Import | ast.ImportFrom))


def is_for_typing(node: ast.AST) -> TypeGuard[ast.If]:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)


def below(block: ast.If) -> Iterator[ast.AST]:
    return (inner for statement in block.body for inner in statements(statement))


def imports(root: Path, path: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Every module of the project that a file imports, as line and parts below `warhost`, those in functions too."""
    here = ("warhost", *Path(path).parts[:-1])
    for node, _ in import_statements((root / path).read_text(encoding="utf-8")):
        if isinstance(node, ast.Import):
            targets = [tuple(name.name.split(".")) for name in node.names]
        else:
            base = here[: len(here) - node.level + 1] if node.level else ()
            source = (*base, *(node.module.split(".") if node.module else ()))
            # `from warhost import table` and `from warhost.rulesets import kings_of_war` name a package at the end.
            targets = [(*source, name.name) if len(source) <= 2 else source for name in node.names]
        for target in targets:
            if target[0] == "warhost":
                yield node.lineno, target[1:]


def ruleset_of(root: Path, parts: tuple[str, ...]) -> str | None:
    """The ruleset that a module lies in: a folder below rulesets that is no family."""
    if len(parts) < 2 or parts[0] != "rulesets" or parts[1] in FAMILIES:
        return None
    return parts[1] if (root / "rulesets" / parts[1]).is_dir() else None


def problems(root: Path, path: str) -> list[str]:
    """The imports of a file that run against the arrows, a sentence each."""
    parts = tuple(path.removesuffix(".py").split("/"))
    package = parts[0]
    if parts == ("__init__",):
        return []  # the front of the whole project may show whatever it likes
    if package not in MAY_IMPORT:
        return [f"{path}: the package {package} has no place in the design; give it one in MAY_IMPORT."]
    found: list[str] = []
    own = ruleset_of(root, parts)
    registry = parts == ("rulesets", "__init__") or (parts[0] == "rulesets" and parts[1:] == ("registry",))
    for line, target in imports(root, path):
        at = f"{path}:{line}"
        if not target or target == ("__version__",):
            found.append(f"{at}: {package} may not import the front of the project; name the package it needs.")
        elif target[0] != package and target[0] not in MAY_IMPORT[package]:
            found.append(f"{at}: {package} may not import {target[0]}.")
        elif package == "players" and parts[1:2] != ("solo",) and ruleset_of(root, target) is not None:
            found.append(f"{at}: players go by what a ruleset offers, and this imports the inside of {target[1]}.")
        elif package == "rulesets" and not registry:
            other = ruleset_of(root, target)
            if other is not None and other != own:
                found.append(f"{at}: rulesets never import each other, and this imports {other}.")
    return found


def imports_by_name(root: Path, path: str) -> list[str]:
    """The places in a file that could import a module by a name which no test sees, a sentence each."""
    text = (root / path).read_text(encoding="utf-8")
    if path in IMPORT_BY_NAME or not any(word in text for word in ("importlib", "__import__", "runpy", "pkgutil")):
        return []
    lines = []
    for node, _ in import_statements(text):
        source = "" if isinstance(node, ast.Import) else f"{node.module}."
        names = [f"{source}{name.name}".split(".") for name in node.names]
        if any(name[0] in ("runpy", "pkgutil") or by_name(name) for name in names):
            lines.append(node.lineno)
    lines += [
        node.lineno for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name) and node.id == "__import__"
    ]
    return [f"{path}:{line}: imports by name hide an arrow; write the import out." for line in lines]


def by_name(imported: Sequence[str]) -> bool:
    """Whether importlib is imported, but not one of its parts that only read files."""
    return imported[0] == "importlib" and not READS_FILES.intersection(imported[1:2])


def test_dependencies_point_one_way() -> None:
    found = [problem for path in modules(ROOT) for problem in problems(ROOT, path)]
    assert not found, "\n".join(found)


def test_modules_are_imported_by_name_only_where_it_is_known() -> None:
    found = [problem for path in modules(ROOT) for problem in imports_by_name(ROOT, path)]
    assert not found, "\n".join(found)
    unused = [path for path in IMPORT_BY_NAME if "import_module(" not in (ROOT / path).read_text(encoding="utf-8")]
    assert not unused, f"These no longer import by name, and need no place in IMPORT_BY_NAME: {unused}"


@pytest.mark.parametrize(
    "line",
    [
        "from importlib import import_module",
        "from importlib import import_module as late",
        "from importlib import metadata, import_module",
        "import importlib",
        "import importlib.util",
        "from importlib.util import find_spec",
        "def late():\n    import importlib\n    return importlib.import_module('warhost.rulesets.blue_age')",
        "turn = __import__('warhost.rulesets.blue_age.chapters.turn')",
        "import runpy",
        "from pkgutil import resolve_name",
    ],
)
def test_an_import_by_name_is_found(tmp_path: Path, line: str) -> None:
    path = written(tmp_path, "players/captain/a.py", line)
    assert "hide an arrow" in "\n".join(imports_by_name(tmp_path, path))


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("cli/__init__.py", "from importlib import import_module"),
        ("muster/a.py", "from importlib import resources\nfrom importlib.resources import files"),
        ("cli/a.py", "import importlib.metadata\nfrom importlib.metadata import version"),
        ("muster/a.py", "from warhost.muster.foreign.importers import Importer"),
    ],
)
def test_files_of_the_package_may_be_read_and_known_places_import_by_name(tmp_path: Path, path: str, line: str) -> None:
    assert imports_by_name(tmp_path, written(tmp_path, path, line)) == []


@pytest.mark.parametrize(
    ("path", "line", "says"),
    [
        ("table/a.py", "from warhost.play import Game", "table may not import play"),
        ("table/a.py", "import warhost.dice.odds", "table may not import dice"),
        ("table/a.py", "from ..rulebook import rule", "table may not import rulebook"),
        ("table/a.py", "from warhost import dice", "table may not import dice"),
        ("table/a.py", "def late():\n    from warhost.dice import roll", "table may not import dice"),
        ("table/a.py", "import warhost", "front of the project"),
        ("dice/a.py", "from warhost.table import Pose", "dice may not import table"),
        ("play/a.py", "from warhost.rulesets import registry", "play may not import rulesets"),
        ("play/a.py", "from warhost.field import Field", "play may not import field"),
        ("field/a.py", "from warhost.rulesets.kings_of_war import Turn", "field may not import rulesets"),
        ("muster/a.py", "from warhost.rulesets.kings_of_war import Turn", "muster may not import rulesets"),
        ("rulesets/kings_of_war/a.py", "from warhost.players import Player", "rulesets may not import players"),
        ("rulesets/kings_of_war/a.py", "from warhost.rulesets.blue_age import Turn", "never import each other"),
        ("rulesets/kings_of_war/a.py", "from warhost.rulesets import blue_age", "never import each other"),
        ("rulesets/kings_of_war/a.py", "from ..blue_age.turn import Turn", "never import each other"),
        ("rulesets/families/ninth.py", "from warhost.rulesets.blue_age import Turn", "never import each other"),
        ("rulesets/shared.py", "from warhost.rulesets import blue_age", "never import each other"),
        ("players/a.py", "from warhost.lab import match", "players may not import lab"),
        ("players/a.py", "from warhost.rulesets.blue_age.chapters.turn import Turn", "inside of blue_age"),
        ("players/captain/a.py", "from warhost.rulesets import blue_age", "inside of blue_age"),
        ("players/captain/a.py", "def late():\n    import warhost.rulesets.blue_age.a", "inside of blue_age"),
        ("lab/a.py", "from warhost.cli import main", "lab may not import cli"),
        ("report/a.py", "from warhost.players import Player", "report may not import players"),
        ("attic/a.py", "", "attic has no place in the design"),
    ],
)
def test_an_import_against_the_arrows_is_found(tmp_path: Path, path: str, line: str, says: str) -> None:
    assert says in "\n".join(problems(rulesets_at(tmp_path), written(tmp_path, path, line)))


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (
            "table/a.py",
            "import math\nfrom warhost.errors import WarhostError\nfrom warhost.table.b import c\nfrom . import b",
        ),
        ("play/a.py", "from warhost.table import Pose\nfrom warhost.rulebook import rule"),
        ("rulesets/kings_of_war/a.py", "from .b import c\nfrom warhost.rulesets.kings_of_war import d"),
        (
            "rulesets/kings_of_war/a.py",
            "from warhost.rulesets.families.ninth import hit\nfrom ..registry import register",
        ),
        ("rulesets/__init__.py", "from warhost.rulesets import kings_of_war, blue_age"),
        ("players/a.py", "from warhost.rulesets import ruleset"),
        ("players/solo/blue_age/a.py", "from warhost.rulesets.blue_age.chapters.turn import Turn"),
        ("lab/a.py", "from warhost.players import Player\nfrom warhost.muster import List"),
        ("cli/a.py", "from warhost.lab import match\nfrom warhost.server import serve"),
        ("__init__.py", "from warhost.play import Game"),
    ],
)
def test_an_import_along_the_arrows_is_fine(tmp_path: Path, path: str, line: str) -> None:
    assert problems(rulesets_at(tmp_path), written(tmp_path, path, line)) == []


def named_modules(root: Path) -> dict[str, Path]:
    """Every module of the project by its full name; a package is named like its folder."""
    found = {}
    for path in sorted(root.rglob("*.py")):
        parts = ("warhost", *path.relative_to(root).with_suffix("").parts)
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def dependencies(root: Path) -> dict[str, set[str]]:
    """The modules that each module imports, at its head or later in a function."""
    known = named_modules(root)
    return {name: set(needed_by(name, path, known)) - {name} for name, path in known.items()}


def needed_by(name: str, path: Path, known: dict[str, Path]) -> Iterator[str]:
    here = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node, for_typing in import_statements(path.read_text(encoding="utf-8")):
        if for_typing:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        else:
            package = here.split(".")
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            source = ".".join(part for part in (base, node.module) if part)
            for alias in node.names:
                target = f"{source}.{alias.name}"
                if target in known or source in known:
                    yield target if target in known else source


def circle(graph: dict[str, set[str]]) -> list[str]:
    """Modules that import each other in a circle, each the next; none if there is no such circle."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as found:
        return list(reversed(found.args[1]))
    return []


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = dependencies(ROOT)
    assert len(graph) > 300
    found = circle(graph)
    assert not found, f"These modules import each other, in functions or at their heads: {' > '.join(found)}"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("from warhost.play.b import x", "from warhost.play.a import y"),
        ("from warhost.play import b", "def late():\n    from warhost.play.a import y"),
        ("def late():\n    import warhost.play.b", "def late():\n    from . import a"),
        ("from .b import x", "from .a import y"),
    ],
)
def test_a_circle_of_imports_is_found(tmp_path: Path, one: str, other: str) -> None:
    written(tmp_path, "play/__init__.py", "")
    written(tmp_path, "play/a.py", one)
    written(tmp_path, "play/b.py", other)
    assert set(circle(dependencies(tmp_path))) == {"warhost.play.a", "warhost.play.b"}


def test_a_module_that_imports_the_front_of_its_own_package_is_in_a_circle(tmp_path: Path) -> None:
    written(tmp_path, "play/__init__.py", "from warhost.play.a import x")
    written(tmp_path, "play/a.py", "def late():\n    from warhost.play import y")
    assert set(circle(dependencies(tmp_path))) == {"warhost.play", "warhost.play.a"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("from warhost.play.b import x", "from warhost.table import y"),
        (
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from warhost.play.b import x",
            "from warhost.play.a import y",
        ),
        ("from warhost.play import b", "import msgspec"),
    ],
)
def test_imports_for_types_and_those_of_others_make_no_circle(tmp_path: Path, one: str, other: str) -> None:
    written(tmp_path, "play/__init__.py", "")
    written(tmp_path, "play/a.py", one)
    written(tmp_path, "play/b.py", other)
    assert circle(dependencies(tmp_path)) == []


def rulesets_at(root: Path) -> Path:
    for name in ("kings_of_war", "blue_age", "families"):
        (root / "rulesets" / name).mkdir(parents=True, exist_ok=True)
    return root


def written(root: Path, path: str, text: str) -> str:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text, encoding="utf-8")
    return path
