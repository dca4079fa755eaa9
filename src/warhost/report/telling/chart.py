"""Who was likely to win, as a small drawing: a line for each player, and the moments that decided it as numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from warhost.report.drawing.sheet import text
from warhost.report.telling.course import Course
from warhost.report.telling.turning import TurningPoint

WIDTH, HEIGHT = 760.0, 190.0
LEFT, RIGHT, TOP, FOOT = 44.0, 12.0, 26.0, 24.0

STYLE = """
.chart{display:block;width:100%;height:auto;max-width:60rem}
.chart .line{fill:none;stroke:var(--seat);stroke-width:2.4;stroke-linejoin:round}
.chart .s1 .line{stroke-dasharray:8 4}
.chart .grid{stroke:var(--line)}
.chart text{fill:var(--soft);font-size:12px}
.chart .stem{stroke:var(--seat);stroke-dasharray:2 3}
.chart .mark circle{fill:var(--seat)}
.chart .mark text{fill:var(--card);font-weight:700;text-anchor:middle}
""".strip()


def chance_chart(course: Course, points: Sequence[TurningPoint], sides: Sequence[str], word: str = "Turn") -> str:
    """The chances of all seats over the whole battle; `sides` are the classes that colour them.

    `word` is what the rulebook calls a turn.
    """
    return "".join(_parts(course, points, sides, word))


def _parts(course: Course, points: Sequence[TurningPoint], sides: Sequence[str], word: str) -> Iterator[str]:
    first, last = course.standings[0].at, course.standings[-1].at

    def x(at: int) -> float:
        return LEFT + (at - first) / ((last - first) or 1) * (WIDTH - LEFT - RIGHT)

    def y(chance: float) -> float:
        return HEIGHT - FOOT - chance * (HEIGHT - FOOT - TOP)

    yield f'<svg class="chart" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="group" aria-label="Who was likely to win">'
    for share in (0.0, 0.5, 1.0):
        yield f'<path class="grid" d="M{LEFT:g},{y(share):.1f}H{WIDTH - RIGHT:g}"/>'
        yield f'<text x="{LEFT - 6:g}" y="{y(share) + 4:.1f}" text-anchor="end">{share:.0%}</text>'
    for turn, at in _turns(course):
        yield f'<path class="grid" d="M{x(at):.1f},{HEIGHT - FOOT:g}v5"/>'
        yield f'<text x="{x(at):.1f}" y="{HEIGHT - 6:g}" text-anchor="middle">{word} {turn}</text>'
    for seat, side in enumerate(sides):
        line = "L".join(f"{x(one.at):.1f},{y(one.chance[seat]):.1f}" for one in course.standings)
        yield f'<g class="{side}"><path class="line" d="M{line}"/></g>'
    for number, point in enumerate(points, 1):
        here = x(point.at)
        yield (
            f'<g class="mark {sides[point.seat]}"><title>{text(point.text)}</title>'
            f'<path class="stem" d="M{here:.1f},{TOP - 4:g}V{HEIGHT - FOOT:g}"/>'
            f'<circle cx="{here:.1f}" cy="{TOP - 12:g}" r="9"/>'
            f'<text x="{here:.1f}" y="{TOP - 8:g}">{number}</text></g>'
        )
    yield "</svg>"


def _turns(course: Course) -> Iterator[tuple[int, int]]:
    """Where every turn began."""
    began: dict[int, int] = {}
    for one in course.standings:
        began.setdefault(one.turn, one.at)
    yield from ((turn, at) for turn, at in began.items() if turn)
