"""Which tests call a function: for code that knows no rules, those that stand in for the tests of a rule."""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import NoReturn

import pytest

from tests.breaking.places import Place, functions_of, path_of
from tests.breaking.trying import forget, prepared


def functions_in(package: str) -> list[Place]:
    """Every function and method of a module or of a package, each a place under its own name."""
    first = importlib.import_module(package)
    inner = pkgutil.walk_packages(getattr(first, "__path__", ()), f"{package}.")
    return [
        Place(path_of(module, function.__qualname__), [path_of(module, function.__qualname__)], function=function)
        for module in (first, *(importlib.import_module(found.name) for found in inner))
        for function in _all_functions(module)
    ]


def _all_functions(module: ModuleType) -> list[FunctionType]:
    return list(dict.fromkeys(functions_of(module)))


def callers(items: list[pytest.Item], places: list[Place]) -> dict[str, list[pytest.Item]]:
    """The tests that call each place, found by running all of them once in a process of its own."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _listen(items, places, writing)
    os.close(writing)
    named = {item.nodeid: item for item in items}
    found: dict[str, list[pytest.Item]] = {}
    with os.fdopen(reading, encoding="utf-8") as pipe:
        for line in pipe:
            path, _, node = line.rstrip("\n").partition("\t")
            found.setdefault(path, []).append(named[node])
    os.waitpid(child, 0)
    return found


def _listen(items: list[pytest.Item], places: list[Place], told: int) -> NoReturn:
    try:
        prepared(items)
        known = {place.function.__code__: place.path for place in places if place.function is not None}
        modules = {place.function.__module__ for place in places if place.function is not None}
        for item in items:
            for module in modules:
                forget(module)
            called: set[CodeType] = set()

            def listen(frame: FrameType, event: str, _: object, called: set[CodeType] = called) -> None:
                if event == "call":
                    called.add(frame.f_code)

            sys.setprofile(listen)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
            sys.setprofile(None)
            for code in called & known.keys():
                os.write(told, f"{known[code]}\t{item.nodeid}\n".encode())
    finally:
        # Without the ending of the run: that is the parent's.
        os._exit(0)
