"""The files that a rulebook ships in its data folder."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

from warhost.play.shown.guide import Lesson

T = TypeVar("T")


def read_data(package: str, name: str, form: type[T]) -> T:
    """What a TOML file in a package's data folder tells, in the form that is wanted. Each file is read once."""
    wanted: Any = form
    found: T = _read(package, name, wanted)
    return found


@lru_cache(maxsize=64)
def _read(package: str, name: str, form: Any) -> Any:
    return msgspec.toml.decode((files(package) / "data" / name).read_bytes(), type=form)


class _Lessons(msgspec.Struct, forbid_unknown_fields=True):
    lesson: tuple[Lesson, ...]


def lessons(package: str) -> tuple[Lesson, ...]:
    """The lessons of a rulebook for newcomers, in the order in which their topics come up."""
    return read_data(package, "lessons.toml", _Lessons).lesson
