/** The end: who won and how, what it cost, and how the dice fell. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../net/api";
import { luckCurve } from "../state/luck";
import { complain } from "../state/notices";
import { go } from "../state/route";
import { battle, endSeen, fetchMoment, hello, loadTimeline, log, seat, seatName, state } from "../state/table";
import { turnStops } from "../state/time";
import { keep } from "../state/tokens";
import type { Picture } from "../net/types";
import { words } from "../words";
import { Dialog } from "./Dialog";
import { download } from "./files";
import { type Curve, LineChart } from "./charts";
import { Icon } from "./Icon";

export async function rematch(): Promise<void> {
  const id = battle.peek();
  if (!id) return;
  try {
    const made = await api.rematch(id);
    keep(made.id, made.tokens, made.watch);
    go({ screen: "battle", id: made.id, at: null, seat: null });
  } catch (error) {
    complain(error);
  }
}

export function EndDialog(): JSX.Element | null {
  const now = state.value;
  if (!now?.over || endSeen.value) return null;
  const outcome = now.outcome;
  const mine = seat.value;
  const won = outcome && mine !== null && outcome.winners.includes(mine);
  const title = !outcome?.winners.length
    ? words.end.draw
    : mine === null
      ? words.end.wins(outcome.winners.map(seatName).join(", "))
      : won
        ? words.end.youWin
        : words.end.youLose;
  return (
    <Dialog title={title} wide onClose={() => (endSeen.value = true)}>
      <p class="outcome">
        {outcome?.text}
      </p>
      <div class="end-grid">
        <Losses picture={now.picture} />
        <div>
          <StrengthChart />
          <LineChart
            title={words.end.luckChart}
            curves={now.picture.seats.map((one, index) => ({ name: one.name, className: `s${index % 4}`, values: luckCurve(log.value, index) }))}
          />
        </div>
      </div>
      <div class="actions">
        <button type="button" class="primary" onClick={() => void rematch()}>
          <Icon name="swap" /> {words.end.rematch}
        </button>
        <a class="button" href={api.reportUrl(battle.value!)} target="_blank" rel="noreferrer">
          <Icon name="file" /> {words.end.report}
        </a>
        <button type="button" onClick={() => void download(battle.peek()!, hello.peek()?.battle.title ?? "battle")}>
          <Icon name="down" /> {words.end.export}
        </button>
        <button type="button" onClick={() => (endSeen.value = true)}>
          {words.end.look}
        </button>
        <button type="button" onClick={() => go({ screen: "new" })}>
          {words.end.newBattle}
        </button>
      </div>
    </Dialog>
  );
}

function Losses({ picture }: { picture: Picture }): JSX.Element {
  return (
    <table class="losses">
      <caption>{words.end.casualties}</caption>
      <thead>
        <tr>
          <th scope="col">{words.end.unit}</th>
          <th scope="col">{words.end.left}</th>
          <th scope="col">{words.end.lost}</th>
        </tr>
      </thead>
      <tbody>
        {picture.units.map((unit) => {
          const gone = !unit.pose || unit.health === 0;
          const lost = unit.health_at_start - (gone ? 0 : unit.health);
          return (
            <tr key={unit.id} class={`s${unit.seat % 4}`}>
              <th scope="row">
                <span class="swatch" /> {unit.name}
              </th>
              <td>{gone ? unit.marks[0] || words.end.destroyed : `${unit.health}/${unit.health_at_start}`}</td>
              <td>
                <span class="rail">
                  <span class="full" style={{ width: `${(lost / unit.health_at_start) * 100}%` }} />
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function StrengthChart(): JSX.Element | null {
  const [curves, setCurves] = useState<{ curves: Curve[]; labels: string[] } | null>(null);
  useEffect(() => {
    let current = true;
    void strength().then((found) => current && setCurves(found)).catch(complain);
    return () => {
      current = false;
    };
  }, []);
  return curves && <LineChart title={words.end.strengthChart} curves={curves.curves} labels={curves.labels} />;
}

async function strength(): Promise<{ curves: Curve[]; labels: string[] }> {
  const id = battle.peek()!;
  const known = await loadTimeline();
  const stops = turnStops(known?.stops ?? []).filter((stop) => stop.turn > 0);
  const moments = await Promise.all(stops.map((stop) => fetchMoment(id, stop.number)));
  const pictures = [...moments.map((one) => one.picture), state.peek()!.picture];
  const seats = pictures.at(-1)!.seats;
  return {
    labels: [...stops.map((stop) => words.time.turn(stop.turn)), "·"],
    curves: seats.map((one, index) => ({
      name: one.name,
      className: `s${index % 4}`,
      values: pictures.map((picture) => picture.units.filter((unit) => unit.seat === index && unit.pose).reduce((sum, unit) => sum + unit.health, 0)),
    })),
  };
}
