"""The worst of stilted English, looked for in every text that users read (docs/reference/terms.md), and docstrings that
lack a subject."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

BETTER = {
    r"\bshall\b": "will, must, or the plain present",
    r"\bshare[sd]? out\b": "split",
    r"\b(?:is|was|are|were) told\b": "is shown, says",
    r"\blet(?:s|ting)? go of\b": "remove, deselect",
    r"\b(?:is|was|are|were|be) let go\b": "disconnected",
    r"\bto be had\b": "available",
    r"\bha(?:s|ve) (?:it|them) back\b": "restore",
    r"\bonly shown\b": "view-only",
    r"\bfits? [\w ]*no more\b": "no longer",
    r"\bcould be none\b|\baddress that cannot be\b": "impossible",
    r"\bnothing forbids\b": "is legal",
    r"\bwhat forbids\b": "problems",
    r"\bas it fits\b": "auto",
    r"\breckoned\b": "worked out, calculated",
    r"\bwhoever\b": "anyone who, the player who",
    r"\bthe like\b": "and so on",
    r"\bwhat makes it up\b": "breakdown",
    r"\bha(?:s|ve) it again\b": "restore",
    r"\bby lot\b": "at random",
    r"\bso far aside\b": "sideways",
    r"\bmove[sd]? aside\b": "move sideways",
    r"\bgoes? off\b": "works",
    r"\bto lie\b|\bmarker lies\b|\bmust lie\b": "to be placed, is",
    r"\bdoes [\w ]+s (?:move|stand|charge)\b": "do, for plural names",
    r"\bat whom\b|\bon whom\b": "who ... at, who ... on",
    r"\bstand(?:s)? there twice\b": "appears twice",
    r"\b(?:this|that|which|it|…|\"|season|table and) is no (?!longer|more|room|enemy|slower)\w": "is not a",
    r"\bis no (?:whole|answer|weapon|title)\b": "is not a",
    r"\bwhom (?:do|does)\b|\bbetween whom\b|\bfor whom\b": "who",
    r"\ball the same\b": "anyway, still",
    r"\bwould mend\b": "would fix",
    r"\b(?:next|a) happening\b": "event",
    r"\bby whose hand\b|\bby hand of\b": "who killed it, by",
    r"\bhand(?:ed)? (?:it |them )?on\b": "share, pass on",
    r"\bcame of it\b|\bcomes of it\b": "what happened, the result",
    r"\blet (?:it|them) be\b": "leave out, unpick",
    r"\b(?:is|are|not) believed\b": "trusted",
    r"\bcannot be told\b": "cannot be recovered, cannot be shown",
    r"\bheld against the rules\b": "checked against",
    r"\btaken over\b": "imported",
    r"\btells? (?:no|of|all|how much|the reasons)\b|\brecord tells\b": "says, lists, shows",
    r"\bgo(?:es)? on (?:with it|building|where it|with the list)\b|\bto go on:": "continue",
    r"\bnothing else is said\b": "unless noted otherwise",
    r"\bis lit\b|\bare lit\b": "highlighted",
    r"\bof the house\b(?! arm)": "a house army, built in",
    r"\bin a while\b": "later",
    r"\bdear(?:er|est)?\b": "expensive, valuable",
    r"\bone's own\b": "your own",
    r"\bthat near\b": "that close",
    r"\bof today\b": "current",
    r"\bhalf as far back or aside\b": "half as far backwards or sideways",
    r"\bset down anew\b|\banew\b": "again",
    r"\bnought\b|\bhitherto\b|\bthereof\b|\bwherein\b|\bherein\b|\bupon\b": "plain words",
    r"\bthe board edge\b|\boff the board\b": "table edge, off the table",
}
"""What to look for, and what to say instead."""


WITHOUT_SUBJECT = re.compile(
    r"(?:Adds|Allows|Asks|Becomes|Brings|Calls|Can|Cannot|Carries|Casts|Checks|Clears|Comes|Dies|Does|Finds|Follows"
    r"|Gains|Gets|Gives|Goes|Has|Holds|Ignores|Is|Joins|Keeps|Knows|Lets|Lies|Listens|Looks|Loses|Makes|May|Needs|Never"
    r"|Passes|Plays|Prepares|Puts|Reads|Removes|Returns|Runs(?! of)|Says|Sees|Sends|Sets|Shoots|Shows|Stands|Stops"
    r"|Takes|Tells|Throws|Tries|Uses|Waits|Wants|Watches|Weighs|Works|Writes"
    r"|Answers (?:at|every|the)|Attacks at|Changes (?:how|the)|Charges the|Counts (?:as|every|the)|Hits at"
    r"|Moves (?:after|like|the)|Rolls (?:a|the)|Strikes (?:as|before|first)"
    r"|Came|Asked|Held|Refused|Used|Worked|Immune|Less skilled|Not twice)\b"
)
"""How docstrings begin that say what something does and not what it is: third persons and participles without a
subject. Some of these words are nouns too, so that the word after them tells."""

QUOTED = re.compile(rf'"""\s*(?:{WITHOUT_SUBJECT.pattern})')


def docstrings(text: str) -> Iterator[tuple[int, str]]:
    """Every docstring of a module that may lack a subject, with its line."""
    if QUOTED.search(text) is None:  # nearly every module is fine, and need not be parsed
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            match first:
                case ast.Expr(value=ast.Constant(value=str(told))):
                    yield first.lineno, told


def lacks_subject(docstring: str) -> bool:
    return WITHOUT_SUBJECT.match(docstring.lstrip()) is not None


def python_texts(path: Path) -> Iterator[tuple[int, str]]:
    """Every string of a module but docstrings, regular expressions and single words."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    silent = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        # A check that only a mistake of ours can fail is read by nobody else.
        if isinstance(node, ast.Assert):
            silent |= {id(part) for part in ast.walk(node)}
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re"))):
                silent |= {id(part) for part in ast.walk(node)}
    for node in nodes:
        if isinstance(node, ast.JoinedStr) and id(node) not in silent:
            told = "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values)
            silent |= {id(part) for part in node.values}
            yield node.lineno, told
    for node in nodes:
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in silent:
            continue
        if " " in node.value.strip():
            yield node.lineno, node.value


def help_texts(path: Path) -> Iterator[tuple[int, str]]:
    """The docstrings that `--help` prints."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and any("command" in ast.unparse(one) for one in node.decorator_list):
            yield node.lineno, ast.get_docstring(node) or ""


def script_texts(path: Path) -> Iterator[tuple[int, str]]:
    """Every text of a file of the page's words, without its comments."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.lstrip().startswith(("//", "/*", "*")):
            for told in re.findall(r'"([^"]*)"|`([^`]*)`', line):
                yield number, "".join(told)


def document_texts(path: Path) -> Iterator[tuple[int, str]]:
    """The prose of a document, without code and without what it quotes as words to avoid."""
    fenced = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        fenced ^= line.lstrip().startswith("```")
        if not fenced:
            yield number, re.sub(r"`[^`]*`", "", line)


@cache
def texts() -> tuple[tuple[Path, int, str], ...]:
    return tuple(_texts())


def _texts() -> Iterator[tuple[Path, int, str]]:
    for path in sorted((ROOT / "src/warhost").rglob("*.py")):
        yield from ((path, *found) for found in python_texts(path))
    for path in sorted((ROOT / "src/warhost/cli").rglob("*.py")):
        yield from ((path, *found) for found in help_texts(path))
    for path in sorted((ROOT / "web/src/words").glob("*.ts")):
        yield from ((path, *found) for found in script_texts(path))
    documents = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    for path in documents:
        if path.name != "terms.md":
            yield from ((path, *found) for found in document_texts(path))


ANY = re.compile("|".join(BETTER), re.IGNORECASE)


def offenders(text: str) -> Iterator[str]:
    if ANY.search(text) is None:  # nearly every text is fine, and this asks once instead of forty times
        return
    for pattern, better in BETTER.items():
        found = re.search(pattern, text, re.IGNORECASE)
        if found is not None:
            yield f'"{found[0]}": say {better}'


@pytest.mark.parametrize(
    ("text", "better"),
    [
        ("Drag it where it shall stand", "the plain present"),
        ("Share out so", "split"),
        ("Nothing forbids it: it can be played.", "is legal"),
        ("Reckoned after every step", "calculated"),
        ("Whoever has this link may watch", "anyone who"),
        ("At whom does it shoot?", "who ... at"),
    ],
)
def test_the_worst_are_found(text: str, better: str) -> None:
    assert better in " ".join(offenders(text))


def test_plain_words_pass() -> None:
    assert not list(offenders("Drag the unit into place. Use the ring to turn it. How do Iron Orcs move?"))


def test_no_text_that_users_read_has_the_worst_of_stilted_english() -> None:
    assert {path.suffix for path, _, _ in texts()} == {".py", ".ts", ".md"}
    found = [
        f"{path.relative_to(ROOT)}:{number}: {offence} ({' '.join(text.split())[:90]})"
        for path, number, text in texts()
        for offence in offenders(text)
    ]
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize(
    "text",
    [
        '''"""Reads one file."""''',
        '''class Judge:\n    """Weighs places for one unit."""''',
        '''class Judge:\n    def grant(self) -> None:\n        """Never less than none."""''',
        '''async def close() -> None:\n    """Says goodbye to every page."""''',
        '''class Random:\n    """Answers at random."""''',
        '''class Scout:\n    """May be deployed after all others."""''',
    ],
)
def test_a_docstring_without_a_subject_is_found(text: str) -> None:
    assert [lacks_subject(told) for _, told in docstrings(text)] == [True]


@pytest.mark.parametrize(
    "told",
    [
        "A judge of places for one unit.",
        "Answers kept for units of one entry.",
        "Attacks of one unit that go against one enemy together.",
        "Hits that wound without a roll.",
        "Whether a unit may charge.",
        "Read one file.",
        "Maybe a place.",
    ],
)
def test_a_docstring_with_a_subject_or_an_imperative_passes(told: str) -> None:
    assert not lacks_subject(told)


def test_every_docstring_has_a_subject() -> None:
    folders = ("src/warhost", "tests", "benchmarks", "docs")
    files = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    assert len(files) > 1_000
    found = [
        f"{path.relative_to(ROOT)}:{number}: begin with who or what does it ({' '.join(told.split())[:90]})"
        for path in files
        for number, told in docstrings(path.read_text(encoding="utf-8"))
        if lacks_subject(told)
    ]
    assert not found, "\n" + "\n".join(found)
