"""The pytest plugin of the rulebook: the `rule` mark, and the record of which rules the tests show.

A mark names the rules that a test shows: `@pytest.mark.rule("eow.charge.redirect.test")`. An id that no book has is an
error of collection. After the run the outcome of every marked test that ran goes to `.warhost/coverage.json`, next to
what earlier runs left there.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from warhost.rulebook.catalogue import UnknownRule, find
from warhost.rulebook.coverage import CoverageError, Outcome, Record, TestRun, read_record, write_record

RULES = "warhost_rules"
COLLECTED = "warhost_collected"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*ids): the rule or rules of the books that this test shows")
    config.pluginmanager.register(Recorder(config), "warhost_recorder")


class Recorder:
    """A plugin of pytest that follows one test run and merges it into the record of the project."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.collected: dict[str, set[str]] = {}
        self.marked: dict[str, tuple[str, ...]] = {}
        self.outcomes: dict[str, str] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Read the marks of the tests of a module or class, before anything is deselected."""
        report = yield
        if not report.passed or not isinstance(collector, pytest.Module | pytest.Class):
            return report
        problems = [line for node in report.result if isinstance(node, pytest.Item) for line in _attach_rules(node)]
        if problems:
            report.outcome = "failed"
            report.longrepr = "\n".join(problems)
            report.result = []
        elif not self.config.getoption("lf", False):
            # With --last-failed pytest shows modules and classes without what passed: nothing of that is gone.
            self.collected[collector.nodeid] = {node.nodeid for node in report.result}
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note how a test ends: any failed phase fails it; skipped and expected failures show nothing."""
        node = report.nodeid
        for name, ids in report.user_properties:
            if name == RULES and isinstance(ids, list):
                self.marked[node] = tuple(ids)
        if report.failed:
            self.outcomes[node] = "failed"
        elif report.skipped or hasattr(report, "wasxfail"):
            self.outcomes.setdefault(node, "skipped")
        elif report.when == "call":
            self.outcomes.setdefault(node, "passed")

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        """Leave the record; a process of a run on several hands what it collected to the controller instead."""
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput[COLLECTED] = {
                parent: sorted(children) for parent, children in self.collected.items()
            }
            return
        root = self.config.rootpath
        try:
            before = read_record(root)
        except CoverageError:
            before = Record()  # a record of another version or a torn one is worth nothing: begin again
        after = self.merged_into(before or Record(), root)
        if after.tests or before is not None:
            write_record(root, after)

    def merged_into(self, before: Record, root: Path) -> Record:
        """The record with this run in it, and without the tests that ran otherwise or are gone."""
        now = datetime.now(UTC)
        tests = {
            node: run
            for node, run in before.tests.items()
            if node not in self.outcomes and not _is_gone(node, self.collected) and (root / _file(node)).is_file()
        }
        for node, outcome in self.outcomes.items():
            if outcome != "skipped" and self.marked.get(node):
                ended: Outcome = "passed" if outcome == "passed" else "failed"
                tests[node] = TestRun(ended, self.marked[node], now)
        return Record(tests)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """On the controller of a run on several processes: take over what a process collected."""
        for parent, children in getattr(node, "workeroutput", {}).get(COLLECTED, {}).items():
            self.collected.setdefault(parent, set()).update(children)


def _attach_rules(item: pytest.Item) -> list[str]:
    """Let the reports of a test carry the ids of its marks; the problems of those marks, one sentence each."""
    ids: list[str] = []
    problems: list[str] = []
    for mark in item.iter_markers("rule"):
        if not mark.args or mark.kwargs:
            problems.append(f"{item.nodeid}: the rule mark takes one or more ids of rules and nothing else.")
        for rule_id in mark.args:
            try:
                ids.append(find(str(rule_id)).id)
            except UnknownRule as error:
                problems.append(f"{item.nodeid}: {error}")
    if ids:
        item.user_properties.append((RULES, list(dict.fromkeys(ids))))
    return problems


def _file(node: str) -> str:
    return node.partition("::")[0]


def _is_gone(node: str, collected: Mapping[str, set[str]]) -> bool:
    """Whether the module or class of a test was collected and no longer holds it."""
    name, bracket, parameters = node.partition("[")
    parts = name.split("::")
    for depth in range(1, len(parts)):
        parent, child = "::".join(parts[:depth]), "::".join(parts[: depth + 1])
        if depth + 1 == len(parts):
            child += bracket + parameters
        if parent in collected and child not in collected[parent]:
            return True
    return False
