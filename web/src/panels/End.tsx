/** The end: who won and how, what decided it, what it cost, and how the dice fell. */
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { api } from "../net/api";
import { askSeed } from "../state/acting";
import { courseNow, loadCourse } from "../state/course";
import { seatName } from "../state/describing";
import { listed } from "../state/english";
import { luckCurve, luckOf } from "../state/luck";
import { complain } from "../state/notices";
import { showMoment } from "../state/past";
import { go } from "../state/route";
import { seasonOf } from "../state/seasonkeys";
import { battle, endSeen, hello, log, moment, seat, seed, state, timeline } from "../state/table";
import { turnStops } from "../state/time";
import { keep, playedHere } from "../state/tokens";
import { shareOpen } from "../state/ui";
import type { Course, Picture, State, TurningPoint } from "../net/types";
import { figure, words } from "../words";
import { Dialog } from "./Dialog";
import { download } from "./files";
import { type ChartMark, LineChart, type Tick } from "./charts";
import { Icon } from "./Icon";
import { DiceProof } from "./Luck";

export async function rematch(): Promise<void> {
  const id = battle.peek();
  if (!id) return;
  try {
    const made = await api.rematch(id);
    // Everybody keeps the seat: who played elsewhere gets a new link.
    const here = playedHere(id);
    const away = Object.keys(made.tokens).map(Number).filter((one) => !here.includes(one));
    keep(made.id, made.tokens, made.watch, away);
    shareOpen.value = away.length > 0;
    go({ screen: "battle", id: made.id, at: null, seat: null });
  } catch (error) {
    complain(error);
  }
}

export function EndDialog(): JSX.Element | null {
  const now = state.value;
  useEffect(() => {
    if (now?.over) void loadCourse();
  }, [now?.over, now?.number]);
  // Of a battle that was played here the seed is told now: the page checks the dice by itself.
  const sealed = now?.over && hello.value?.commitment && !hello.value.dice && !seed.value;
  useEffect(() => {
    if (sealed) askSeed();
  }, [sealed]);
  if (!now?.over || endSeen.value || moment.value) return null;
  const course = courseNow();
  const shut = () => (endSeen.value = true);
  return (
    <Dialog title={title(now)} wide onClose={shut}>
      <p class="outcome">{now.outcome?.text}</p>
      {hello.value?.note && <p class="note">{hello.value.note}</p>}
      {course && <Decided course={course} onPick={look} />}
      <div class="end-grid">
        {course && <ChanceChart course={course} onPick={look} />}
        <Scored picture={now.picture} />
        {course && <Rounds course={course} picture={now.picture} />}
        <Losses picture={now.picture} course={course} />
        <LuckChart picture={now.picture} />
      </div>
      <DiceProof />
      <Actions onLook={shut} />
    </Dialog>
  );
}

/** Victory or defeat for whoever has one seat; whoever watches, or plays several, reads who won. */
function title(now: State): string {
  const winners = now.outcome?.winners ?? [];
  const mine = seat.value;
  const seats = playedHere(battle.value ?? "").length;
  if (!winners.length) return words.end.draw;
  if (mine === null || seats > 1) return words.end.wins(listed(winners.map(seatName)));
  return winners.includes(mine) ? words.end.youWin : words.end.youLose;
}

function Actions({ onLook }: { onLook: () => void }): JSX.Element {
  const id = battle.value!;
  const played = hello.value?.seats.some((one) => one.kind !== "record");
  const season = seasonOf(id);
  return (
    <div class="actions">
      {season && (
        <button type="button" class="primary" onClick={() => go({ screen: "season", id: season })}>
          <Icon name="cup" /> {words.seasons.back}
        </button>
      )}
      {played && !season && (
        <button type="button" class="primary" onClick={() => void rematch()}>
          <Icon name="swap" /> {words.end.rematch}
        </button>
      )}
      <a class="button" href={api.reportUrl(id)} target="_blank" rel="noreferrer">
        <Icon name="file" /> {words.end.report}
      </a>
      <a class="button" href={api.reportFileUrl(id)} download>
        <Icon name="down" /> {words.end.reportFile}
      </a>
      <button type="button" onClick={() => void download(id, hello.peek()?.battle.title ?? "battle")}>
        <Icon name="down" /> {words.end.export}
      </button>
      <button type="button" onClick={onLook}>
        {words.end.look}
      </button>
      <button type="button" onClick={() => go({ screen: "new" })}>
        {words.end.newBattle}
      </button>
    </div>
  );
}

function look(point: TurningPoint): void {
  endSeen.value = true;
  void showMoment(point.at);
}

/** The moments that decided it, each a way back to it. */
function Decided({ course, onPick }: { course: Course; onPick: (point: TurningPoint) => void }): JSX.Element | null {
  if (!course.points.length) return <p class="quiet">{words.end.nothingDecided}</p>;
  return (
    <section class="decided" aria-label={words.end.decided}>
      <h3>{words.end.decided}</h3>
      <ol>
        {course.points.map((point, index) => (
          <li key={point.at} class={`s${point.seat % 4}`}>
            <button type="button" onClick={() => onPick(point)}>
              <span class="number" aria-hidden="true">
                {index + 1}
              </span>
              <span class="happened">
                <span class="quiet">
                  {point.active === null ? point.when : `${point.when} · ${seatName(point.active)}`}
                </span>
                <span>{point.text}</span>
                {point.luck && (
                  <span class="stroke">
                    {point.luck} · {words.end.odds(words.percent(point.odds ?? 0))}
                  </span>
                )}
              </span>
              <span class="shift">
                <b>{words.end.shift(point.after - point.before)}</b>
                <span class="quiet">{seatName(point.seat)}</span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function turnTicks(): Tick[] {
  const seen = new Set<number>();
  return turnStops(timeline.value?.stops ?? []).flatMap((stop) => {
    if (stop.turn < 1 || seen.has(stop.turn)) return [];
    seen.add(stop.turn);
    return [{ at: stop.number, text: words.time.turn(stop.turn) }];
  });
}

function ChanceChart({ course, onPick }: { course: Course; onPick: (point: TurningPoint) => void }): JSX.Element {
  const seats = state.value!.picture.seats;
  const marks = course.points.map(
    (point, index): ChartMark => ({
      at: point.at,
      text: `${index + 1}`,
      label: `${index + 1}. ${point.text}`,
      className: `s${point.seat % 4}`,
      onPick: () => onPick(point),
    }),
  );
  return (
    <div>
      <LineChart
        title={words.end.chanceChart}
        range={[0, 1]}
        show={words.percent}
        at={course.standings.map((one) => one.at)}
        ticks={turnTicks()}
        marks={marks}
        curves={seats.map((one, index) => ({
          name: one.name,
          className: `s${index % 4}`,
          values: course.standings.map((standing) => standing.chance[index] ?? 0),
        }))}
      />
      <p class="quiet small">{words.end.chanceText}</p>
    </div>
  );
}

/** How every turn ended: the score, who held what, and how much was left. */
function Rounds({ course, picture }: { course: Course; picture: Picture }): JSX.Element | null {
  if (!course.rounds.length) return null;
  const turn = hello.value?.battle.turn_word ?? "";
  const holding = course.rounds.some((round) => round.holders.length);
  return (
    <table class="tally rounds">
      <caption>{words.end.byTurn(turn)}</caption>
      <thead>
        <tr>
          <th scope="col">{turn}</th>
          <th scope="col">{words.end.score}</th>
          {holding && <th scope="col">{words.end.held}</th>}
          <th scope="col">{words.end.left}</th>
        </tr>
      </thead>
      <tbody>
        {course.rounds.map((round) => (
          <tr key={round.turn} title={round.verdict}>
            <th scope="row">{round.turn}</th>
            <td>{round.score.map((points) => figure(points)).join(" : ")}</td>
            {holding && (
              <td>
                {round.holders.map((owner, index) => (
                  <span
                    key={index}
                    class={`holder ${owner === null ? "sn" : `s${owner % 4}`}`}
                    role="img"
                    aria-label={words.end.holder(index + 1, owner === null ? "" : seatName(owner))}
                    title={words.end.holder(index + 1, owner === null ? "" : seatName(owner))}
                  />
                ))}
              </td>
            )}
            <td>
              {round.strength.map((share, index) => (
                <span key={index} class={`s${index % 4} share`} title={picture.seats[index]?.name}>
                  {words.percent(share)}
                </span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What each side has its points for, where the rulebook counts them. */
function Scored({ picture }: { picture: Picture }): JSX.Element | null {
  if (!picture.seats.some((one) => one.scored?.length)) return null;
  const total = (index: number) => (picture.seats[index]!.scored ?? []).reduce((sum, one) => sum + one.points, 0);
  return (
    <table class="tally scored">
      <caption>{words.end.points}</caption>
      {picture.seats.map((one, index) => (
        <tbody key={index} class={`s${index % 4}`}>
          <tr class="sum">
            <th scope="rowgroup">
              <span class="swatch" /> {one.name}
            </th>
            <td class="n">{figure(total(index))}</td>
          </tr>
          {(one.scored ?? []).map((part, place) => (
            <tr key={place}>
              <th scope="row">{part.text}</th>
              <td class="n">{figure(part.points)}</td>
            </tr>
          ))}
          {!one.scored?.length && (
            <tr>
              <th scope="row" class="quiet" colSpan={2}>
                {words.end.noPoints}
              </th>
            </tr>
          )}
        </tbody>
      ))}
    </table>
  );
}

function Losses({ picture, course }: { picture: Picture; course: Course | null }): JSX.Element {
  const dealt = new Map(course?.tolls.map((toll) => [toll.unit, toll.dealt]));
  return (
    <table class="tally losses">
      <caption>{words.end.casualties}</caption>
      <thead>
        <tr>
          <th scope="col">{words.end.unit}</th>
          <th scope="col">{words.end.left}</th>
          <th scope="col">{words.end.lost}</th>
          {dealt.size > 0 && (
            <th scope="col" class="n" title={words.end.dealtText}>
              {words.end.dealt}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {[...picture.units]
          .sort((one, other) => one.seat - other.seat)
          .map((unit) => {
            const gone = unit.health === 0;
            const lost = unit.health_at_start - unit.health;
            return (
              <tr key={unit.id} class={`s${unit.seat % 4} ${gone ? "gone" : ""}`}>
                <th scope="row">
                  <span class="swatch" /> {unit.name}
                </th>
                <td>{gone ? unit.marks[0] || words.end.destroyed : `${unit.health}/${unit.health_at_start}`}</td>
                <td>
                  <span class="rail">
                    <span class="full" style={{ width: `${(lost / (unit.health_at_start || 1)) * 100}%` }} />
                  </span>
                </td>
                {dealt.size > 0 && <td class="n">{figure(dealt.get(unit.id) ?? 0)}</td>}
              </tr>
            );
          })}
      </tbody>
    </table>
  );
}

function LuckChart({ picture }: { picture: Picture }): JSX.Element | null {
  const luck = luckOf(log.value, picture.seats.length);
  if (luck.every((one) => one.tries === 0)) return null;
  return (
    <div>
      <LineChart
        title={words.end.luckChart}
        range={[-1, 1]}
        show={words.signed}
        curves={picture.seats.map((one, index) => ({ name: one.name, className: `s${index % 4}`, values: luckCurve(log.value, index) }))}
      />
      <ul class="luck-words">
        {luck.map((one) => (
          <li key={one.seat} class="quiet small">
            {words.luck.row(seatName(one.seat), figure(one.expected), figure(one.good))}
          </li>
        ))}
      </ul>
    </div>
  );
}
