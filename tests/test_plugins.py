"""Rulebooks, players and importers of other packages: found by entry points, and harmless when they are broken."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import warhost
from warhost import plugins
from warhost.muster.foreign.importers import importers_of
from warhost.players import player_names
from warhost.rulebook import books
from warhost.rulesets import musters, slugs

OURS = ("eow", "aofr", "kow", "blue", "t9a")
FRONT = "from warhost import Chance, Game, Setup, ruleset, __version__; print(__version__, ruleset('kow').title)"


def package(folder: Path, name: str, entry_points: str, code: str = "") -> None:
    """An installed package, as pip leaves it: a module, and the metadata of its distribution."""
    (folder / f"{name}.py").write_text(code, encoding="utf-8")
    info = folder / f"{name}-2.5.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 2.5\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(entry_points, encoding="utf-8")


def python(code: str, *more: Path) -> subprocess.CompletedProcess[str]:
    """Run code with these folders of packages beside Warhost."""
    path = os.pathsep.join([str(Path(warhost.__file__).parents[1]), *map(str, more)])
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def test_ours_are_registered_like_those_of_others() -> None:
    assert slugs()[:5] == tuple(books())[:5] == musters()[:5] == OURS
    assert player_names()[:3] == ("captain", "random", "solo")
    assert [importer.name for importer in importers_of("aofr")] == ["Army Forge"]
    assert len(importers_of("kow")) == 2
    assert importers_of("eow") == ()


@pytest.mark.parametrize("group", plugins.GROUPS)
def test_every_entry_point_of_ours_can_be_loaded(group: str) -> None:
    ours = [plugin for plugin in plugins.all_plugins(group) if plugin.ours]
    assert ours
    for plugin in ours:
        assert plugin.load() is not None


def test_one_import_opens_the_front_door() -> None:
    done = python(FRONT)
    assert (done.stdout, done.stderr) == (f"{warhost.__version__} Kings of War, 4th edition\n", "")


def test_the_front_door_alone_loads_nothing() -> None:
    done = python("import sys, warhost; print([name for name in sys.modules if name.startswith('warhost.')])")
    assert done.stdout == "[]\n"


def test_a_name_that_the_front_door_does_not_have_is_refused() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Wizard'"):
        _ = warhost.Wizard  # type: ignore[attr-defined]


def test_a_source_tree_needs_no_installed_metadata(tmp_path: Path) -> None:
    tree = Path(warhost.__file__).parents[2]
    if not (tree / "pyproject.toml").is_file():
        pytest.skip("Warhost does not run from a source tree here")
    hidden = (
        "import importlib.metadata as m, sys\n"
        "def absent(name): raise m.PackageNotFoundError(name)\n"
        "m.distribution = m.version = absent\n"
        "m.entry_points = lambda **told: m.EntryPoints()\n"
        "from warhost.rulesets import slugs; print(*slugs())\n"
        "import warhost; print(warhost.__version__)"
    )
    assert python(hidden).stdout.split() == [*OURS, warhost.__version__]


PLAYER = """
from warhost.players import RandomPlayer
class Gambler(RandomPlayer):
    name = "gambler"
    title = "Gambler"
"""


def test_a_player_of_another_package_is_found_by_its_entry_point(tmp_path: Path) -> None:
    package(tmp_path, "gamblers", "[warhost.players]\ngambler = gamblers:Gambler\n", PLAYER)
    told = (
        "from warhost.players import *; from warhost import Chance; print(player_names()[-1], player_title('gambler'))"
    )
    done = python(f"{told}; print(named_player('gambler', 0, Chance(1)).name)", tmp_path)
    assert done.stdout.split() == ["gambler", "Gambler", "gambler"]


IMPORTER = """
from warhost.muster import Importer
NOTES = Importer("notes", lambda text: text.startswith("NOTES"), None)
"""


def test_an_importer_of_another_package_is_found_by_the_slug_of_its_rulebook(tmp_path: Path) -> None:
    package(tmp_path, "notes", "[warhost.importers]\nkow = notes:NOTES\n", IMPORTER)
    code = (
        "from warhost.muster.foreign.importers import importers_of\n"
        "print([one.name for one in importers_of('kow')][-1])"
    )
    assert python(code, tmp_path).stdout == "notes\n"


BROKEN = """
[warhost.rulesets]
wreck = wrecks:RULESET
[warhost.catalogues]
wreck = wrecks.tables
[warhost.players]
drunkard = wrecks:Drunkard
[warhost.importers]
kow = wrecks:IMPORTER
"""


@pytest.mark.parametrize("code", ["import no_such_module", "RULESET = 1 / 0", "", "RULESET = 7; IMPORTER = 7"])
def test_a_broken_package_is_named_and_breaks_nothing_of_ours(tmp_path: Path, code: str) -> None:
    package(tmp_path, "wrecks", BROKEN, code)
    listing = (
        "from warhost.rulesets import slugs; from warhost.rulebook import books\n"
        "from warhost.players import player_names; from warhost.muster.foreign.importers import importers_of\n"
        "print(*slugs()); print(*books()); print(*player_names()); print(len(importers_of('kow')))"
    )
    done = python(listing, tmp_path)
    assert done.stdout.splitlines() == [" ".join(OURS), " ".join(OURS), "captain random solo", "2"]
    assert "The package wrecks 2.5" in done.stderr
    assert "Traceback" not in done.stderr


def test_asking_for_a_broken_rulebook_says_which_package_to_mend(tmp_path: Path) -> None:
    package(tmp_path, "wrecks", BROKEN, "import no_such_module")
    done = python("from warhost.cli import main; main(['data', 'wreck'])", tmp_path)
    assert done.returncode == 2
    assert (
        'The package wrecks 2.5 adds "wreck" to warhost.rulesets (wrecks:RULESET), which cannot be used: '
        "ModuleNotFoundError: No module named 'no_such_module'. Update the package, or remove it: "
        "pip uninstall wrecks." in done.stderr
    )


def test_the_doctor_lists_broken_packages_and_still_works(tmp_path: Path) -> None:
    package(tmp_path, "wrecks", BROKEN, "import no_such_module")
    done = python("from warhost.cli import main; main(['doctor'])", tmp_path)
    assert done.returncode == 0
    assert "pip uninstall wrecks" in done.stdout
    assert "Warhost works here." in done.stdout


def test_something_that_is_no_rulebook_is_refused_when_it_is_asked_for(tmp_path: Path) -> None:
    package(tmp_path, "wrecks", BROKEN, "RULESET = 7")
    code = "from warhost import ruleset\ntry: ruleset('wreck')\nexcept Exception as error: print(error)"
    assert "lacks something that every Ruleset has" in python(code, tmp_path).stdout


def test_a_slug_that_is_taken_stays_with_its_book(tmp_path: Path) -> None:
    package(tmp_path, "pretenders", "[warhost.rulesets]\nkow = pretenders:RULESET\n", "RULESET = 7")
    done = python(FRONT, tmp_path)
    assert "Kings of War, 4th edition" in done.stdout
    assert "has one of that name" in done.stderr
