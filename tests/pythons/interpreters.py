"""The Pythons of this machine that Warhost is said to run on, and environments with what it needs for each.

    python -m tests.pythons.interpreters

makes the environments, in `.pythons` beside the sources, and says which versions are not here.
"""

from __future__ import annotations

import fcntl
import glob
import hashlib
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
KEPT = ROOT / ".pythons"

PLACES = (
    "{pyenv}/versions/{version}.*/bin/python",
    "~/.local/share/uv/python/cpython-{version}*/bin/python{version}",
    "/opt/python*{version}*/bin/python{version}",
    "/usr/local/bin/python{version}",
    "/usr/bin/python{version}",
)
"""Where interpreters are besides the search path; of several of one version the last."""

ANSWERS = 60.0
INSTALLS = 300.0
"""So many seconds a Python may take to say who it is, and to install what is needed."""


class Missing(Exception):
    """Why there is no such Python here, or none that Warhost can run on."""


def here(version: str) -> bool:
    """Whether that is the version which runs this."""
    return version == f"{sys.version_info.major}.{sys.version_info.minor}"


def python_of(version: str) -> Path:
    """A Python of that version with all that Warhost needs: this one, or that of an environment of its own."""
    if here(version):
        return Path(sys.executable)
    found = interpreter(version)
    if found is None:
        raise Missing(f"there is no Python {version} here")
    return _environment(found, version)


def interpreter(version: str) -> Path | None:
    """The interpreter of a version, on the search path or where they usually are."""
    return next((path for path in _candidates(version) if _version(path) == version), None)


def _candidates(version: str) -> Iterator[Path]:
    for folder in os.get_exec_path():
        path = Path(folder) / f"python{version}"
        if os.access(path, os.X_OK):
            yield path
    pyenv = os.environ.get("PYENV_ROOT", "~/.pyenv")
    for place in PLACES:
        pattern = os.path.expanduser(place.format(pyenv=pyenv, version=version))
        yield from (Path(path) for path in sorted(glob.glob(pattern), reverse=True))


def _version(path: Path) -> str:
    """What an interpreter says that it is; nothing if it does not run: pyenv has shims for versions that are off."""
    told = _run([path, "-c", "import sys, venv; print('%d.%d' % sys.version_info[:2])"], ANSWERS)
    return told.stdout.strip() if told.returncode == 0 else ""


def needs() -> list[str]:
    """What Warhost needs, as `pyproject.toml` says."""
    told: list[str] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    return told


def _environment(found: Path, version: str) -> Path:
    """The Python of an environment in which what is needed is installed; made by the first who asks."""
    folder = KEPT / version
    python, made_for = folder / "bin" / "python", folder / "made-for"
    wanted = hashlib.sha256("\n".join([str(found), *needs()]).encode()).hexdigest()
    KEPT.mkdir(exist_ok=True)
    with (KEPT / f"{version}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if made_for.exists() and made_for.read_text() == wanted:
            return python
        commands: tuple[list[Path | str], ...] = (
            [found, "-m", "venv", "--clear", folder],
            [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *needs()],
        )
        for command in commands:
            done = _run(command, INSTALLS)
            if done.returncode:
                last = (done.stderr.strip().splitlines() or ["no reason was given"])[-1]
                raise Missing(f"what Warhost needs cannot be installed for Python {version}: {last}")
        made_for.write_text(wanted)
    return python


def _run(command: Sequence[Path | str], seconds: float) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=seconds)
    except (OSError, subprocess.TimeoutExpired) as error:
        return subprocess.CompletedProcess([], 1, "", str(error))


def environment(hash_seed: str = "random") -> dict[str, str]:
    """The variables with which a Python finds these sources; strings are hashed with that seed."""
    path = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    return {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": hash_seed}


if __name__ == "__main__":
    for one in VERSIONS:
        try:
            sys.stdout.write(f"Python {one}: {python_of(one)}\n")
        except Missing as why:
            sys.stdout.write(f"Python {one} is left out: {why}.\n")
