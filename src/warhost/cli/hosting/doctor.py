"""`warhost doctor`: whether Warhost works here, what is missing, and what that would give."""

from __future__ import annotations

import os
import platform
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module, metadata
from pathlib import Path
from typing import Literal

import click
import msgspec

from warhost.cli.output import print_json, print_table
from warhost.cli.parts import json_option
from warhost.plugins import problems, version
from warhost.rulebook import books, rules, rulings
from warhost.rulebook.references import package_root, project_root
from warhost.rulesets import ruleset, slugs

__all__ = ["command"]

GIVES = {
    "conformance": "checks of a rulebook of your own",
    "dev": "tests, type checks and style checks",
    "compile": "compiled geometry, for faster battles",
}
"""What the optional extras are for."""

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")

HOT_MODULES = ("warhost.table.shapes", "warhost.table.moves", "warhost.table.contact", "warhost.table.sight")
"""Modules that may be compiled; they work the same, only slower, when they are not."""

_REQUIREMENT = re.compile(r"""^\s*([A-Za-z0-9._-]+)[^;]*;.*\bextra\s*==\s*['"]([^'"]+)['"]""")


class Finding(msgspec.Struct, frozen=True):
    """One thing that was looked at. Only what is broken keeps Warhost from working; what is missing is optional."""

    what: str
    state: Literal["fine", "missing", "broken"]
    told: str


@click.command("doctor")
@json_option
@click.pass_context
def command(ctx: click.Context, json_: bool) -> None:
    """Check that Warhost works here, and list what is missing and what it is for.

    The exit code is 0 if everything that a battle needs is fine, else 1.
    """
    found = list(findings())
    works = all(finding.state != "broken" for finding in found)
    if json_:
        print_json({"works": works, "findings": msgspec.to_builtins(found)})
    else:
        print_table(("what", "state", ""), [(finding.what, finding.state, finding.told) for finding in found])
        click.echo("\nWarhost works here." if works else "\nWarhost does not work here. The problems are listed above.")
    ctx.exit(0 if works else 1)


def findings() -> Iterator[Finding]:
    """Everything that is looked at, in order."""
    yield Finding("warhost", "fine", f"{version()} in {package_root()}")
    yield Finding("python", "fine", f"{platform.python_implementation()} {platform.python_version()}, {sys.executable}")
    yield Finding("platform", "fine", platform.platform())
    for slug in slugs():
        yield _tried(f"rulebook {slug}", partial(_rulebook, slug))
    for book in books():
        yield _tried(f"rules of {book}", partial(_rule_table, book))
    for problem in problems():
        yield Finding("other packages", "missing", problem)
    yield from _extras()
    yield _compiled()
    yield _browser()
    yield _writable((project_root() or Path.cwd()) / ".warhost")


def _tried(what: str, look: Callable[[], str]) -> Finding:
    """What looking at something says, or the error that it ends in: whatever that is, it is what is broken."""
    try:
        return Finding(what, "fine", look())
    except Exception as error:
        return Finding(what, "broken", f"{type(error).__name__}: {error}")


def _rulebook(slug: str) -> str:
    book = ruleset(slug)
    return f"{book.title} {book.version}: {len(book.armies())} armies, {len(book.maps())} maps"


def _rule_table(book: str) -> str:
    return f"{len(rules(book))} rules, {len(rulings(book))} rulings"


def _extras() -> Iterator[Finding]:
    """The optional extras of the package, by what it says of itself."""
    wanted: dict[str, list[str]] = {}
    for line in metadata.requires("warhost") or ():
        needs = _REQUIREMENT.match(line)
        if needs is not None:
            wanted.setdefault(needs[2], []).append(needs[1])
    for extra, names in sorted(wanted.items()):
        absent = [name for name in names if not _installed(name)]
        gives = f"for {GIVES[extra]}" if extra in GIVES else "optional"
        if absent:
            told = f"{gives}; missing: {', '.join(absent)}. To install: pip install 'warhost[{extra}]'"
            yield Finding(f"extra {extra}", "missing", told)
        else:
            yield Finding(f"extra {extra}", "fine", gives)


def _installed(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def _compiled() -> Finding:
    origins = {name: import_module(name).__file__ or "" for name in HOT_MODULES}
    compiled = [name for name, origin in origins.items() if not origin.endswith(".py")]
    if compiled:
        return Finding("compiled geometry", "fine", f"in use: {', '.join(compiled)}")
    return Finding("compiled geometry", "missing", "not in use; battles run in plain Python, only slower")


def _browser() -> Finding:
    for name in BROWSERS:
        found = shutil.which(name)
        if found is not None:
            return Finding("chromium", "fine", f"{found}: used for browser tests and screenshots")
    return Finding("chromium", "missing", "only needed for browser tests and screenshots")


def _writable(folder: Path) -> Finding:
    """Whether the project's own folder can be written to; it is made only when something is kept in it."""
    nearest = folder
    while not nearest.exists() and nearest != nearest.parent:
        nearest = nearest.parent
    try:
        handle, name = tempfile.mkstemp(dir=nearest, prefix=".warhost-")
        os.close(handle)
        Path(name).unlink()
    except OSError as error:
        told = f"{folder} cannot be written to: {error.strerror or error}; test coverage cannot be saved"
        return Finding("project folder", "missing", told)
    return Finding("project folder", "fine", f"{folder} can be written to")
