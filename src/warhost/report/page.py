"""A battle as one page to keep and to share: no network, no other files, light and dark, fit for print."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from warhost.dice import Dice
from warhost.play import (
    DiceRolled,
    Event,
    Game,
    Record,
    RecordError,
    Ruleset,
    Setup,
    Shows,
    proof_of,
    prove,
    replay,
    rolls_of,
)
from warhost.play.rules.sides import against, allies, sides
from warhost.report.drawing.battle import BOARD, drawing, legend, side
from warhost.report.drawing.battle import STYLE as DRAWING_STYLE
from warhost.report.drawing.gallery import Gallery
from warhost.report.drawing.sheet import text
from warhost.report.look import SHAPES
from warhost.report.telling.chart import STYLE as CHART_STYLE
from warhost.report.telling.chart import chance_chart
from warhost.report.telling.luck import Luck, Tried, all_tried, luck_by_seat, strokes
from warhost.report.telling.story import Chapter, Loss, PartTold, Passage, Story, story_from_snapshots, story_of
from warhost.report.telling.turning import TurningPoint, first_told, turning_legs
from warhost.report.telling.words import marks_of, turn_word
from warhost.rulesets import ruleset as ruleset_by_slug

STYLE = """
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);line-height:1.55;
font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{max-width:78rem;margin:0 auto;padding:2.2rem 1.4rem 4rem}
h1,h2,h3{font-family:Georgia,"Iowan Old Style","Palatino Linotype","Times New Roman",serif;line-height:1.2}
h1{font-size:clamp(1.9rem,4.2vw,3rem);margin:.1rem 0 .6rem;letter-spacing:-.01em}
h2{font-size:1.55rem;margin:0 0 .8rem}
h3{font-size:1.02rem;margin:1.1rem 0 .25rem;letter-spacing:.02em}
h3:first-child{margin-top:0}
.over{color:var(--soft);font-size:.82rem;letter-spacing:.09em;text-transform:uppercase;margin:0}
.versus{color:var(--soft);font-style:italic;font-weight:400;font-size:.7em;padding:0 .25em}
.result{font-size:1.18rem;border-left:5px solid var(--seat,var(--soft));padding:.55rem 1rem;margin:0 0 1.2rem;
background:var(--card);border-radius:0 .5rem .5rem 0}
.note{border:1px solid var(--bad);border-radius:.5rem;padding:.6rem 1rem;margin:0 0 1.2rem}
.who{color:var(--seat);font-weight:600}
.armies{display:grid;grid-template-columns:repeat(auto-fit,minmax(17rem,1fr));gap:1rem;margin:0 0 2rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:.7rem;padding:1rem 1.2rem}
.armies .card{border-top:5px solid var(--seat)}
.armies h2{font-size:1.2rem;margin:0;color:var(--seat)}
.armies p{margin:.1rem 0 .6rem;color:var(--soft)}
.armies ul{list-style:none;margin:0;padding:0}
.armies li{display:flex;justify-content:space-between;gap:1rem;border-top:1px solid var(--line);padding:.22rem 0}
.armies li span:last-child{color:var(--soft);white-space:nowrap}
section.turn{border-top:2px solid var(--line);padding-top:1.5rem;margin-top:2rem}
section.turn h2 .who{font-weight:700}
.spread{display:grid;grid-template-columns:minmax(0,1.12fr) minmax(0,1fr);gap:1.8rem;align-items:start}
figure{margin:0}
@media (min-width:56.01rem) and (min-height:44rem){figure{position:sticky;top:1rem}}
figure>svg.wh{max-height:94vh;display:block;width:100%;height:auto}
figcaption{color:var(--soft);font-size:.82rem;margin-top:.3rem}
ul.facts{margin:0;padding-left:1.1rem}
ul.facts li{margin:.12rem 0}
ul.facts li::marker{color:var(--soft)}
ul.facts li:target{scroll-margin-top:6rem;background:var(--card);outline:2px solid var(--soft);outline-offset:2px;
border-radius:.2rem}
.quiet{color:var(--soft)}
details{margin:.25rem 0 .2rem;font-size:.9rem}
summary{cursor:pointer;color:var(--soft)}
details ul{list-style:none;margin:.3rem 0 .5rem;padding:0 0 0 .7rem;border-left:2px solid var(--line)}
details li{margin:.3rem 0}
.die{display:inline-block;min-width:1.45em;padding:0 .2em;margin:0 .12em .12em 0;text-align:center;border-radius:.28em;
border:1px solid var(--line);background:var(--card);font-variant-numeric:tabular-nums;font-size:.92em;line-height:1.4}
.die.good{border-color:var(--good);color:var(--good);font-weight:700}
.die.bad{color:var(--soft)}
svg.die{width:1.75em;height:1.75em;min-width:0;padding:0;border:0;background:none;vertical-align:-.45em}
svg.die path{fill:var(--card);stroke:var(--soft);stroke-width:1.1;stroke-linejoin:round}
svg.die .facets{fill:none;stroke-width:.7;opacity:.5}
svg.die text{fill:var(--ink);font-size:9.5px;font-weight:700;text-anchor:middle}
svg.die.good path{stroke:var(--good)}svg.die.good text{fill:var(--good)}svg.die.bad{opacity:.65}
.came{font-weight:600}
.came.good,.proof.good{color:var(--good)}.came.bad,.proof.bad{color:var(--bad)}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.32rem .6rem;border-bottom:1px solid var(--line);vertical-align:top}
th{color:var(--soft);font-weight:600;font-size:.86rem}
td.n,th.n{text-align:right;white-space:nowrap}
tr.gone td:first-child .who{text-decoration:line-through}
.scroll{overflow-x:auto}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(22rem,1fr));gap:1.8rem;margin-top:1.4rem}
.keys{display:flex;flex-wrap:wrap;gap:.4rem 1.2rem;list-style:none;padding:0;margin:.4rem 0 0;font-size:.88rem;
color:var(--soft)}
.keys li{display:flex;align-items:center;gap:.35rem}
.decided ol{list-style:none;padding:0;margin:0 0 1.2rem}
.decided li{display:grid;grid-template-columns:auto 1fr auto;gap:1rem;align-items:center;background:var(--card);
border:1px solid var(--line);border-left:5px solid var(--seat);border-radius:.5rem;padding:.5rem 1rem;margin:.45rem 0}
.decided .nr{background:var(--seat);color:var(--card);font-weight:700;border-radius:50%;width:1.7em;height:1.7em;
display:grid;place-items:center}
.decided .shift{text-align:right}
.decided .shift b{color:var(--seat);font-size:1.15rem}
.decided a{color:var(--soft);font-size:.88rem}
.holder{display:inline-block;width:.8em;height:.8em;border-radius:50%;border:2px solid var(--seat);
background:var(--seat);
margin-right:.3em}
.holder.sn{background:none}
sup{font-size:.68em;line-height:0}
code{background:var(--card);border:1px solid var(--line);border-radius:.35rem;padding:.08rem .4rem;font-size:.9em;
overflow-wrap:anywhere}
footer{color:var(--soft);margin-top:2.5rem;border-top:2px solid var(--line);padding-top:1.2rem}
@media (max-width:56rem){.spread{grid-template-columns:1fr}}
@media print{:root{--paper:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#ccc}
body{font-size:10pt}main{max-width:none;padding:0}section.turn{break-before:page;border:0;margin:0}
section.turn.end{break-before:auto}
.spread{grid-template-columns:1fr 1fr}figure{position:static}figure>svg.wh{max-height:none}
figure,tr,li,.card{break-inside:avoid}
details:not([open]){display:none}}
""".strip()

_UNIT = re.compile("\ue000([0-9]+)\ue003[^\ue001]*\ue001")
_SEAT = re.compile("\ue002([0-9]+)\ue003[^\ue001]*\ue001")


def report(
    source: Game | Record,
    ruleset: Ruleset | None = None,
    *,
    setup: Setup | None = None,
    players: tuple[str, ...] = (),
    seed: str | None = None,
    file: str = "",
) -> str:
    """The page of a game that kept its history, or of a record. `file` names the record where it says how to replay."""
    if isinstance(source, Game):
        proof = None if seed is None else prove(rolls_of(source.events), seed)
        return page(story_of(source, setup=setup, players=players, seed=seed, proof=proof), file=file)
    return page(story_of_record(source, ruleset, name=file or "record"), file=file)


def story_of_record(record: Record, ruleset: Ruleset | None = None, *, name: str = "record") -> Story:
    """The story of a record; one made by another version that does not replay is told from its snapshots."""
    book = ruleset or ruleset_by_slug(record.ruleset)
    try:
        game = replay(record, book, name=name)
    except RecordError as error:
        if record.version == book.version:
            raise
        return story_from_snapshots(record, book, str(error), name)
    proof = proof_of(record, game)
    return story_of(game, setup=record.setup, players=record.players, seed=record.seed, proof=proof)


def page(story: Story, *, file: str = "") -> str:
    """A story as a page."""
    return "\n".join(_Page(story, file).lines()) + "\n"


class _Page:
    """The writer of one page, with what every part of it needs."""

    def __init__(self, story: Story, file: str) -> None:
        self.story = story
        self.file = file
        self.names = story.names
        self.rolls = all_tried(story.events, self.names.seat_of)
        self.course = story.course
        turned = turning_legs(story.ruleset, self.course)
        self.points = [point for point, _ in turned]
        self.told_at = [self.told(leg) for _, leg in turned]
        self.gallery = Gallery()

    def lines(self) -> Iterator[str]:
        title = against(self.story.seats)
        yield "<!DOCTYPE html>"
        yield '<html lang="en"><head><meta charset="utf-8">'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
        yield f"<title>{text(title)}</title>"
        yield f"<style>{BOARD}\n{STYLE}\n{DRAWING_STYLE}\n{CHART_STYLE}</style></head><body><main>"
        yield from self.head()
        yield from self.decided()
        for number, chapter in enumerate(self.story.chapters):
            yield from self.chapter(number, chapter)
        self.names = self.story.names
        yield from self.end()
        yield "</main></body></html>"

    def head(self) -> Iterator[str]:
        story = self.story
        between = '<span class="versus">against</span>'
        yield f'<p class="over">{text(story.ruleset.title)} &middot; battle report</p>'
        named = (" and ".join(map(self.seat, side)) for side in sides(story.seats))
        yield f"<h1>{f' {between} '.join(named)}</h1>"
        winners = story.outcome.winners if story.outcome is not None else ()
        one_side = bool(winners) and set(winners) <= set(allies(story.seats, winners[0]))
        yield f'<p class="result {side(winners[0]) if one_side else "sn"}">{text(story.result)}</p>'
        if story.note:
            yield f'<p class="note">{text(story.note)}</p>'
        losses = story.losses()
        yield '<div class="armies">'
        for seat in range(len(story.seats)):
            yield from self.army(seat, [loss for loss in losses if loss.seat == seat])
        yield "</div>"
        if story.parts:
            rows = "".join(self.part(part) for part in story.parts)
            yield f'<details class="parts" open><summary>Optional rules in force</summary><ul>{rows}</ul></details>'

    def part(self, part: PartTold) -> str:
        """An optional part that was in force as a line."""
        ways = f" ({text(', '.join(part.ways))})" if part.ways else ""
        told = f': <span class="quiet">{text(" ".join(part.told))}</span>' if part.told else ""
        return f"<li><b>{text(part.title)}</b>{ways}{told}</li>"

    def decided(self) -> Iterator[str]:
        """What decided the battle, who was likely to win when, and how every turn ended."""
        course, points = self.course, self.points
        yield '<section class="decided"><h2>What decided it</h2>'
        if points:
            yield f"<ol>{''.join(self.point(number) for number in range(len(points)))}</ol>"
        else:
            yield '<p class="quiet">No single moment decided it.</p>'
        yield "<h3>Who was likely to win</h3>"
        yield chance_chart(
            course, points, [side(seat) for seat in range(len(self.story.seats))], turn_word(self.story.ruleset)
        )
        yield (
            '<p class="quiet">Estimated after every step from what each side had left and who would have won at that '
            "point. The numbers are the moments above.</p>"
        )
        if course.rounds:
            yield f'<div class="scroll">{self.rounds()}</div>'
        yield "</section>"

    def told(self, leg: int) -> int | None:
        """The place of what a leg told first, among all that the battle told."""
        first = first_told(self.course.legs[leg])
        return None if first is None else first + sum(len(one.events) for one in self.course.legs[:leg])

    def place(self, point: TurningPoint, told: int | None) -> str:
        """Where the page tells of a turning point: the very line, or the turn if nothing was told then."""
        if told is not None:
            return f"told-{told}"
        chapters = enumerate(self.story.chapters)
        return f"turn-{next((n for n, one in chapters if (one.turn, one.seat) == (point.turn, point.active)), 0)}"

    def point(self, number: int) -> str:
        """A turning point as a line, with the way to where it is told."""
        point = self.points[number]
        place = self.place(point, self.told_at[number])
        when = text(point.when) if point.active is None else f"{text(point.when)}: {self.seat(point.active)}"
        luck = f'<br><span class="quiet">{text(point.luck)}, a chance of {point.odds:.0%}</span>' if point.luck else ""
        return (
            f'<li class="{side(point.seat)}"><span class="nr">{number + 1}</span>'
            f'<div><a href="#{place}">{when}</a><br>{text(point.text)}{luck}</div>'
            f'<div class="shift"><b>{point.after - point.before:+.0%}</b><br>{self.seat(point.seat)}</div></li>'
        )

    def rounds(self) -> str:
        """How every turn ended."""
        rounds = self.course.rounds
        holding = any(one.holders for one in rounds)
        rows = []
        for one in rounds:
            left = " ".join(
                f'<span class="who {side(seat)}">{share:.0%}</span>' for seat, share in enumerate(one.strength)
            )
            held = "".join(_holder(owner) for owner in one.holders)
            rows.append(
                f'<tr><td>{one.turn}</td><td class="n">{" : ".join(f"{points:g}" for points in one.score)}</td>'
                f"{f'<td>{held}</td>' if holding else ''}<td>{left}</td><td>{text(one.verdict)}</td></tr>"
            )
        heads = (
            turn_word(self.story.ruleset),
            "Score",
            *(("Held",) if holding else ()),
            "Left",
            "If it had ended then",
        )
        return _table(heads, rows, numbers=(1,))

    def army(self, seat: int, losses: Sequence[Loss]) -> Iterator[str]:
        told = self.story.seats[seat]
        player = self.story.players[seat] if seat < len(self.story.players) else ""
        by = [told.army if told.army != told.name else "", f"Player: {player}" if player else ""]
        number = f"<sup>{seat + 1}</sup>" if self.names.shared else ""
        yield f'<div class="card {side(seat)}"><h2>{text(told.name)}{number}</h2>'
        yield f"<p>{text(', '.join(word for word in by if word)) or '&nbsp;'}</p><ul>"
        for loss in losses:
            yield f"<li><span>{text(loss.name)}</span><span>{text(_had(loss))}</span></li>"
        yield "</ul></div>"

    def chapter(self, number: int, chapter: Chapter) -> Iterator[str]:
        story = self.story
        self.names = story.names_in(chapter)
        heading = text(story.title_of(chapter))
        if chapter.seat is not None:
            heading = f"{turn_word(story.ruleset)} {chapter.turn}: {self.seat(chapter.seat)}"
        before = chapter.before if chapter.turn else None
        yield f'<section class="turn" id="turn-{number}"><h2>{heading}</h2><div class="spread"><figure>'
        prefix = f"t{number}"
        yield drawing(story.ruleset, chapter.after, before=before, prefix=prefix, style=False, gallery=self.gallery)
        caption = _caption(chapter, turn_word(story.ruleset))
        yield f"<figcaption>{caption}{self.keys(chapter)}</figcaption></figure><div>"
        told = [part for passage in chapter.passages for part in self.passage(passage)]
        yield "\n".join(told) or '<p class="quiet">Nothing happened.</p>'
        yield "</div></div></section>"

    def keys(self, chapter: Chapter) -> str:
        """What the icons of this drawing mean."""
        battle = chapter.after
        words = {
            word: None
            for unit in battle.units
            if unit.pose is not None
            for word in marks_of(self.story.ruleset, battle, unit)
        }
        items = "".join(f"<li>{icon} {text(word)}</li>" for icon, word in legend(list(words)))
        return f'<ul class="keys">{items}</ul>' if items else ""

    def passage(self, passage: Passage) -> Iterator[str]:
        if passage.title:
            yield f"<h3>{text(passage.title)}</h3>"
        if passage.facts:
            yield f'<ul class="facts">{"".join(self.fact(*fact) for fact in passage.facts)}</ul>'
        if passage.dice:
            rolls = "1 roll" if len(passage.dice) == 1 else f"{len(passage.dice)} rolls"
            items = "".join(f"<li>{self.roll(event)}</li>" for event in passage.dice)
            yield f"<details><summary>Dice: {rolls}</summary><ul>{items}</ul></details>"

    def fact(self, number: int, event: Event) -> str:
        anchor = f' id="told-{number}"' if number in self.told_at else ""
        return f"<li{anchor}>{self.say(event)}</li>"

    def say(self, event: Event) -> str:
        """An event in words, the names in it in their side's colour."""
        # Names stand with their numbers between private characters until the sentence is escaped, so that a name is
        # never mistaken for markup and markup never for a name. Verbs agree with the name in between.
        words = event.say(
            lambda unit: f"\ue000{unit}\ue003{self.names.short(unit)}\ue001",
            lambda seat: f"\ue002{max(seat, 0)}\ue003{self.names.seat(seat)}\ue001",
        )
        named = _UNIT.sub(lambda found: self.unit(int(found[1])), text(words))
        return _SEAT.sub(lambda found: self.seat(int(found[1])), named)

    def unit(self, number: int) -> str:
        seat = self.names.seat_of.get(number, -1)
        called = self.names.unit(number)
        if called == self.names.short(number):
            return f'<span class="who {side(seat)}">{text(called)}</span>'
        # The player's whole name at every mention would drown the sentence: a raised number, and the name on pointing.
        return (
            f'<span class="who {side(seat)}" title="{text(called)}">{text(self.names.short(number))}'
            f"<sup>{seat + 1}</sup></span>"
        )

    def seat(self, number: int) -> str:
        return f'<span class="who {side(number)}">{text(self.names.seat(number))}</span>'

    def roll(self, event: DiceRolled) -> str:
        """A roll: whose, what for, what was needed, the dice, what came of it."""
        spec = Dice.parse(event.dice)
        who = ""
        if event.unit is not None:
            who = f"{self.unit(event.unit)}, "
        elif event.seat is not None:
            who = f"{self.seat(event.seat)}, "
        if event.drawn:
            return f'{who}{text(event.why)}: <span class="came">{text(event.drawn)}</span>'
        head = f"{who}{text(event.why)}: {text(spec.words)}{event.needed}<br>"
        values = spec.values(event.faces)
        if event.each and len(values) > 1 and event.need is None:
            return head + "".join(_die(value, None, spec.size) for value in values)
        if event.each and len(values) > 1 and event.need is not None:
            good = [value >= event.need for value in values]
            dice = "".join(_die(value, ok, spec.size) for value, ok in zip(values, good, strict=True))
            return f'{head}{dice} <span class="came">{sum(good)} of {len(good)}</span>'
        total = spec.total(event.faces)
        kept = set(spec.kept_indices(event.faces))
        dice = "".join(_die(value, None if place in kept else False, spec.size) for place, value in enumerate(values))
        if event.need is None and event.most is None:
            return f'{head}{dice} <span class="came">{total}</span>'
        if event.most is not None:
            made, told = total <= event.most, ("passed", "failed")
        else:
            made, told = event.need is not None and total >= event.need, ("made", "missed")
        word = "good" if made else "bad"
        return f'{head}{dice} <span class="came {word}">{total}, {told[0] if made else told[1]}</span>'

    def end(self) -> Iterator[str]:
        yield '<section class="turn end"><h2>Losses</h2><div class="scroll">'
        yield from self.losses()
        yield "</div></section>"
        if self.rolls or self.story.proof is not None:
            yield '<section class="turn end"><h2>Luck</h2>'
            yield from self.proof()
            if self.rolls:
                yield from self.luck()
            yield "</section>"
        yield from self.footer()

    def losses(self) -> Iterator[str]:
        rows = []
        dealt = {toll.unit: toll.dealt for toll in self.course.tolls}
        for loss in self.story.losses():
            s = loss.strength
            gone = "" if loss.on_table else ' class="gone"'
            fate = ", ".join(["on the table", *loss.marks] if loss.on_table else loss.marks or ["off the table"])
            lost = s.health_at_start - s.health
            rows.append(
                f'<tr{gone}><td>{self.unit(loss.unit)}</td><td class="n">{s.models} of {s.models_at_start}</td>'
                f'<td class="n">{lost} of {s.health_at_start}</td><td class="n">{dealt.get(loss.unit, 0):.1f}</td>'
                f"<td>{text(fate)}</td></tr>"
            )
        yield _table(("Unit", "Models left", "Health lost", "Health dealt", "At the end"), rows, numbers=(1, 2, 3))

    def luck(self) -> Iterator[str]:
        yield (
            '<p class="quiet">Every roll that needed a result, compared with what such rolls do on average. '
            "50% is neither lucky nor unlucky.</p>"
        )
        rows = [self.luck_row(luck) for luck in luck_by_seat(self.rolls, len(self.story.seats))]
        heads = ("Player", "Rolls", "Tries", "Expected", "Rolled", "Difference", "Luckier than")
        yield f'<div class="scroll">{_table(heads, rows, numbers=range(1, 7))}</div>'
        yield '<div class="pair">'
        for title, lucky in (("Lucky rolls", True), ("Unlucky rolls", False)):
            found = strokes(self.rolls, lucky=lucky)
            if found:
                items = "".join(f"<li>{self.stroke(one)}</li>" for one in found)
                yield f'<div><h3>{title}</h3><ul class="facts">{items}</ul></div>'
        yield "</div>"

    def proof(self) -> Iterator[str]:
        """Whether the dice are those of the seed."""
        proof = self.story.proof
        if proof is None:
            return
        word = {"proved": "good", "unproved": "bad"}.get(proof.verdict, "")
        yield f'<p class="proof {word}">{text(proof.text)}</p>'

    def luck_row(self, luck: Luck) -> str:
        word = "good" if luck.difference > 0 else "bad"
        return (
            f'<tr><td>{self.seat(luck.seat)}</td><td class="n">{luck.rolls}</td><td class="n">{luck.tries}</td>'
            f'<td class="n">{luck.expected:.1f}</td><td class="n">{luck.successes}</td>'
            f'<td class="n"><span class="came {word}">{luck.difference:+.1f}</span></td>'
            f'<td class="n">{luck.better_than:.0%} of battles</td></tr>'
        )

    def stroke(self, one: Tried) -> str:
        return f'{self.roll(one.roll)} <span class="quiet">(chance {one.odds:.1%})</span>'

    def footer(self) -> Iterator[str]:
        story = self.story
        setup = story.setup
        told = [f"{text(story.ruleset.title)}, rules version {text(story.battle.scene.version)}."]
        if setup is not None and setup.map:
            told.append(f"Map: {text(self.map_name(setup.map))}.")
        if story.seed is not None:
            told.append(f"Seed: <code>{text(story.seed)}</code>.")
        if story.proof is not None and story.proof.commitment:
            fingerprint = text(story.proof.commitment)
            told.append(f"Its fingerprint, published before the first roll: <code>{fingerprint}</code>.")
        told.append(f"{story.answers} answers in {story.steps} steps, final hash <code>{text(story.final)}</code>.")
        if self.file:
            told.append(f"To replay and verify it: <code>warhost replay {text(self.file)} --verify</code>.")
        yield f"<footer><p>{' '.join(told)}</p></footer>"

    def map_name(self, name: str) -> str:
        """What a map is called, and the name by which it is chosen; a record may name one that is no more."""
        book = self.story.ruleset
        if isinstance(book, Shows) and name in self.story.ruleset.maps():
            return f"{book.map_card(name).title} ({name})"
        return name


def _had(loss: Loss) -> str:
    strength = loss.strength
    if strength.points:
        return f"{strength.points} {strength.health_at_start}"
    if strength.models_at_start == 1:
        return f"1 model, {strength.health_at_start} health" if strength.health_at_start > 1 else "1 model"
    return f"{strength.models_at_start} models"


def _caption(chapter: Chapter, word: str) -> str:
    if not chapter.turn:
        return "The table after deployment."
    if chapter.seat is None:
        return f"The table at the end of the {word.lower()}."
    return "The table at the end of the turn; dashed outlines show where units started it."


def _holder(owner: int | None) -> str:
    return f'<span class="holder {"sn" if owner is None else side(owner)}"></span>'


def _die(value: int, good: bool | None, size: int) -> str:
    """A die as it fell: dice that are no cubes in their own shape."""
    word = "" if good is None else " good" if good else " bad"
    shape = SHAPES.dice.get(str(size))
    if shape is None:
        return f'<span class="die{word}">{value}</span>'
    drawn = f'<path d="{shape.rim}"/><path class="facets" d="{shape.facets}"/><text y="3.6">{value}</text>'
    return f'<svg class="die d{size}{word}" viewBox="-10 -10 20 20" role="img" aria-label="{value}">{drawn}</svg>'


def _table(heads: Sequence[str], rows: Iterable[str], numbers: Iterable[int]) -> str:
    right = set(numbers)
    cells = "".join(f'<th class="n">{head}</th>' if n in right else f"<th>{head}</th>" for n, head in enumerate(heads))
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


__all__ = ["page", "report", "story_of_record"]
