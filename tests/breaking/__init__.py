"""Breaks rules on purpose, to see whether their own tests notice.

    python -m pytest -p tests.breaking --break "essence_of_war.chapters.magic.casting" tests/essence_of_war

takes each place that does a marked rule, changes one small thing there (a comparison, a number, a condition, a step
left out) as often as `--break-most` says and until a test has noticed one, and runs the tests that are marked with that
rule, and no others, in a process of its own: no file is touched. Places are functions and classes that name the rule
with `@rule`, else what stands next to the id: the function of a docstring, the statement of a comment, the row of a
table, the lines of a data file.

It lists the changes that no test of the rule noticed, the rules of which not one change was noticed, those of which
less than half were, those with nothing to break, and the shares by book. A change may make no difference to any
player; every other one wants a test.

`--break` matches the path of a place or the id of a rule. `--break-report FILE.json` keeps what came of it: a run that
goes on with the same file tries only what is not in it, so that a book can be gone through by the chapter.

    python -m pytest -p tests.breaking --break "^t9a" --break-meaning --break-sample 40 tests/fantasy_battles

breaks the meaning instead: the wrong side or owner, the nearest for the farthest, the first for all, before for after,
a modifier dropped, a limit doubled, a loop left after one. `--break-sample` draws so many rules of each book by lot,
and `--break-seed` draws others. A change that Python itself stumbles over does not count.

    python -m pytest -p tests.breaking --break-code warhost.field tests/field

breaks code that knows no rules: every function of a package, with those of the tests given that call it.
"""

from __future__ import annotations

import gc
import random
import re
import tempfile
import time
from pathlib import Path

import pytest
from hypothesis import Phase, settings

from tests.breaking.calls import callers, functions_in
from tests.breaking.changes import FunctionChange
from tests.breaking.places import Place, places
from tests.breaking.report import Report, Tried
from tests.breaking.trying import NONSENSE, Afresh, Here, speeds

DEFAULT_MOST = 12
DEFAULT_SECONDS = 120.0


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("breaking rules on purpose")
    group.addoption("--break", default=".", help="Only places or rules that match, such as regiments.melee.")
    group.addoption("--break-code", metavar="PACKAGE", help="Break all functions of it, with the tests that call them.")
    group.addoption("--break-most", type=int, default=DEFAULT_MOST, help="Changes of one place, drawn by lot.")
    group.addoption("--break-meaning", action="store_true", help="Break what code means, not how it is written.")
    group.addoption("--break-sample", type=int, metavar="N", help="Only N rules of each book, drawn by lot.")
    group.addoption("--break-seed", type=int, default=0, help="Draws other rules, and other changes of a place.")
    group.addoption("--break-report", type=Path, help="Keep the results in this file, and go on where it ends.")
    group.addoption("--break-again", action="store_true", help="Try again what the report has already.")
    group.addoption(
        "--break-seconds", type=float, default=DEFAULT_SECONDS, help="Time for one rule at one place, at most."
    )


def pytest_configure() -> None:
    """Properties stop at the first example that fails: nobody reads a simpler one."""
    phases = (Phase.explicit, Phase.generate)
    settings.register_profile("breaking", parent=settings.get_profile("steady"), phases=phases, database=None)
    settings.load_profile("breaking")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]  # one folder for all children
    gc.freeze()  # what is here stays: no child goes through it
    report = Report.read(session.config.getoption("--break-report"))
    with tempfile.TemporaryDirectory(prefix="breaking-") as folder:
        if package := session.config.getoption("--break-code"):
            found = functions_in(package)
            breaking = Breaking(session, callers(session.items, found), report, Path(folder))
            breaking.run(found)
            tried = [place.path for place in found if breaking.wanted.search(place.path) and place.changes()]
            report.sum_up_code(tried, breaking.out.line)
        else:
            tests = by_rule(session.items)
            found = places(tests)
            breaking = Breaking(session, tests, report, Path(folder))
            breaking.run(found)
            report.sum_up(tests, {rule for place in found for rule in place.rules}, breaking.out.line)
    return True


def by_rule(items: list[pytest.Item]) -> dict[str, list[pytest.Item]]:
    """The tests that are marked with each rule."""
    tests: dict[str, list[pytest.Item]] = {}
    for item in items:
        for rule in dict.fromkeys(rule for mark in item.iter_markers("rule") for rule in mark.args):
            tests.setdefault(rule, []).append(item)
    return tests


class Breaking:
    """One run over all places that are wanted."""

    def __init__(
        self, session: pytest.Session, tests: dict[str, list[pytest.Item]], report: Report, folder: Path
    ) -> None:
        option = session.config.getoption
        self.out = session.config.get_terminal_writer()
        self.wanted = re.compile(option("--break"))
        self.most: int = option("--break-most")
        self.again: bool = option("--break-again")
        self.meaning: bool = option("--break-meaning")
        self.sample: int | None = option("--break-sample")
        self.seed: int = option("--break-seed")
        self.seconds: float = option("--break-seconds")
        self.tests, self.report = tests, report
        self.afresh = Afresh(folder)

    def run(self, found: list[Place]) -> None:
        found = sorted(found, key=lambda place: place.path)
        if self.sample is not None:
            drawn = self._drawn({rule for place in found for rule in self._open(place)}, self.sample)
            work = [(place, rules) for place in found if (rules := [r for r in self._open(place) if r in drawn])]
        else:
            work = [(place, rules) for place in found if (rules := self._open(place))]
        self._time({rule for _, rules in work for rule in rules})
        for place, rules in work:
            self._break(place, rules)
            self.report.write()

    def _drawn(self, rules: set[str], count: int) -> set[str]:
        """So many rules of each book."""
        books: dict[str, list[str]] = {}
        for rule in sorted(rules):
            books.setdefault(rule.partition(".")[0], []).append(rule)
        lot = random.Random(self.seed)
        return {rule for own in books.values() for rule in lot.sample(own, min(count, len(own)))}

    def _open(self, place: Place) -> list[str]:
        """The rules of a place that are wanted and not yet tried."""
        return [
            rule
            for rule in place.rules
            if rule in self.tests
            and (self.wanted.search(place.path) or self.wanted.search(rule))
            and (self.again or not self.report.has(rule, place.path))
        ]

    def _time(self, rules: set[str]) -> None:
        """Quick tests run first; a test that fails without any change shows nothing and is left out."""
        items = {item.nodeid: item for rule in rules for item in self.tests[rule]}
        taken = speeds(list(items.values()))
        for node in sorted(items.keys() - taken.keys()):
            self.out.line(f"{node} fails with nothing broken: it is left out.")
        for rule in rules:
            own = [item for item in self.tests[rule] if item.nodeid in taken]
            self.tests[rule] = sorted(own, key=lambda item: taken[item.nodeid])
        self.afresh.taken = taken

    def _break(self, place: Place, rules: list[str]) -> None:
        """Some changes for all rules of the place; the rest for those of which no test has noticed any yet."""
        found = place.changes(meaning=self.meaning)
        random.Random(f"{place.path} {self.seed}" if self.seed else place.path).shuffle(found)
        spent = dict.fromkeys(rules, 0.0)
        tried: dict[str, list[Tried]] = {rule: [] for rule in rules}
        for number, change in enumerate(found):
            left = [
                rule
                for rule in rules
                if spent[rule] <= self.seconds
                and (number < self.most or not (self.report.share(rule)[0] or any(one.noticed for one in tried[rule])))
            ]
            if not left:
                break
            if isinstance(change, FunctionChange) and change.code is None:
                continue
            begun = time.monotonic()
            shown = {rule: self.tests[rule] for rule in left}
            how = self.afresh if place.function is None else Here(place.function, self.afresh.taken)
            came = how.tried(change, shown)
            for rule, noticed in came.items():
                spent[rule] += (time.monotonic() - begun) / len(came)
                if self.meaning and noticed == NONSENSE:
                    continue
                tried[rule].append(Tried(change.line, change.words, noticed))
        for rule in rules:
            self.report.put(rule, place.path, tried[rule])
            for one in sorted(tried[rule], key=lambda one: one.line):
                if not one.noticed:
                    of = "" if rule == place.path else f" ({rule})"
                    self.out.line(f"{place.path}, line {one.line}: {one.words}{of}")
