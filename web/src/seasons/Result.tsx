/** The result of a battle on a real table: who won, the points, and whatever the campaign wants to know. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { seasonApi } from "../net/seasons";
import type { CorrectionShown, Field, FixtureShown, FormShown, ResultWanted } from "../net/types";
import { Dialog } from "../panels/Dialog";
import { complain, notify } from "../state/notices";
import { words } from "../words";
import { act, namesOf, season } from "./now";

type Told = Record<string, unknown>;

/** More things to pick than these are folded away. */
const FEW = 3;

export function ResultWindow({ fixture, onClose }: { fixture: FixtureShown; onClose: () => void }): JSX.Element {
  const [form, setForm] = useState<FormShown | null>(null);
  const number = fixture.state === "done" ? (fixture.number ?? null) : null;
  useEffect(() => {
    seasonApi.form(season.peek()!.id, fixture.key, number).then(setForm, (error: unknown) => {
      complain(error);
      onClose();
    });
  }, []);
  return (
    <Dialog title={words.seasons.resultOf(fixture.title)} wide onClose={onClose}>
      {form ? <ResultForm form={form} number={number} onDone={onClose} /> : <p class="quiet">{words.app.loading}</p>}
    </Dialog>
  );
}

function ResultForm({ form, number, onDone }: { form: FormShown; number: number | null; onDone: () => void }): JSX.Element {
  const before = form.result ?? null;
  const [winner, setWinner] = useState<string>(before ? (before.winners.length ? String(before.winners[0]) : "draw") : "");
  const [points, setPoints] = useState<readonly string[]>(form.seats.map((_, seat) => (before?.score[seat] ?? "").toString()));
  const [text, setText] = useState("");
  const [told, setTold] = useState<Told>(() => Object.fromEntries(form.fields.filter((one) => before && one.name in before.told).map((one) => [one.name, before!.told[one.name]])));
  const [busy, setBusy] = useState(false);
  const [cost, setCost] = useState<CorrectionShown | null>(null);
  const [isVoid, setVoid] = useState(false);
  const wanted = (): ResultWanted => ({
    fixture: form.fixture,
    winners: winner === "draw" ? [] : [Number(winner)],
    ...(points.every((one) => one.trim()) ? { score: points.map(Number) } : {}),
    text: text.trim(),
    told,
  });
  const save = async (event: Event) => {
    event.preventDefault();
    const id = season.peek()!.id;
    setBusy(true);
    if (number === null) {
      let waits: readonly number[] = [];
      const done = await act(async () => {
        waits = (await seasonApi.report(id, wanted())).waits_for;
      });
      if (done) {
        notify(waits.length ? words.seasons.stillWaits(namesOf(waits, words.seasons.organiser)) : words.seasons.saved);
        onDone();
      }
    } else if (cost) {
      if (await act(() => seasonApi.correct(id, { number, result: isVoid ? null : wanted(), sure: true }))) {
        notify(words.seasons.corrected);
        onDone();
      }
    } else {
      await seasonApi.correct(id, { number, result: isVoid ? null : wanted() }).then(setCost, complain);
    }
    setBusy(false);
  };
  const touched = () => setCost(null);
  const change = (name: string, value: unknown) => {
    touched();
    setTold({ ...told, [name]: value });
  };
  const shared = form.fields.filter((one) => (one.seat === null || one.seat === undefined) && isAsked(one, told));
  return (
    <form class="result-form" onSubmit={(event) => void save(event)}>
      {!isVoid && (
        <>
          <fieldset class="winner">
            <legend>{words.seasons.whoWon}</legend>
            {[...form.seats.map((one, seat) => [String(seat), one.name, one.army] as const), ...(form.draws === false ? [] : [["draw", words.seasons.draws, ""] as const])].map(([value, name, army]) => (
              <label key={value}>
                <input
                  type="radio"
                  name="winner"
                  required
                  value={value}
                  checked={winner === value}
                  onChange={() => {
                    touched();
                    setWinner(value);
                  }}
                />
                <span>
                  <b>{name}</b> <span class="quiet">{army}</span>
                </span>
              </label>
            ))}
          </fieldset>
          {form.fields.length === 0 && (
            <div class="pair">
              {form.seats.map((one, seat) => (
                <label key={seat} class="field">
                  <span>
                    {words.seasons.pointsOf(one.name)} ({words.seasons.optionalField})
                  </span>
                  <input type="number" step="any" value={points[seat]} onInput={(event) => setPoints(points.map((old, place) => (place === seat ? event.currentTarget.value : old)))} />
                </label>
              ))}
            </div>
          )}
          {shared.map((field) => (
            <FieldInput key={field.name} field={field} value={told[field.name]} onChange={(value) => change(field.name, value)} />
          ))}
          <div class="sides">
            {form.seats.map((one, seat) => {
              const own = form.fields.filter((field) => field.seat === seat && isAsked(field, told));
              if (!own.length) return null;
              return (
                <fieldset key={seat} class={`side s${one.player % 4}`}>
                  <legend>
                    {one.name} <span class="quiet">{one.army}</span>
                  </legend>
                  {own.map((field) => (
                    <FieldInput key={field.name} field={field} value={told[field.name]} onChange={(value) => change(field.name, value)} />
                  ))}
                </fieldset>
              );
            })}
          </div>
          <label class="field">
            <span>{words.seasons.remark}</span>
            <input type="text" maxLength={300} value={text} onInput={(event) => setText(event.currentTarget.value)} />
          </label>
        </>
      )}
      {number !== null && (
        <label class="switch">
          <input
            type="checkbox"
            checked={isVoid}
            onChange={(event) => {
              touched();
              setVoid(event.currentTarget.checked);
            }}
          />
          <span>
            {words.seasons.void} <small class="quiet">{words.seasons.voidText}</small>
          </span>
        </label>
      )}
      {cost && (
        <p class={cost.lost ? "bad" : "quiet"} role="status">
          {words.seasons.costs(cost.lost, cost.results)}
        </p>
      )}
      <div class="actions">
        <button type="submit" class="primary" disabled={busy || (!winner && !isVoid)}>
          {number === null ? words.seasons.save : cost ? words.seasons.sure : words.seasons.check}
        </button>
        <button type="button" onClick={onDone}>
          {words.app.cancel}
        </button>
      </div>
    </form>
  );
}

function FieldInput({ field, value, onChange }: { field: Field; value: unknown; onChange: (value: unknown) => void }): JSX.Element {
  const [least, most] = [field.least ?? 0, field.most ?? undefined];
  const help = field.help && <small class="quiet">{field.help}</small>;
  const options = field.options ?? [];
  if (field.kind === "flag") {
    return (
      <label class="switch">
        <input type="checkbox" checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
        <span>
          {field.label} {help}
        </span>
      </label>
    );
  }
  if (field.kind === "number") {
    return (
      <label class="field">
        <span>{field.label}</span>
        <input
          type="number"
          min={least}
          max={most}
          step={1}
          required={field.default === null || field.default === undefined}
          value={(value ?? field.default ?? "") as number | string}
          onInput={(event) => onChange(event.currentTarget.value === "" ? undefined : Math.round(Number(event.currentTarget.value)))}
        />
        {help}
      </label>
    );
  }
  if (field.kind === "one") {
    return (
      <label class="field">
        <span>{field.label}</span>
        <select required={field.default === undefined} value={(value ?? field.default ?? "") as string} onChange={(event) => onChange(event.currentTarget.value)}>
          {(field.default === null || field.default === undefined) && <option value="" />}
          {options.map((one) => (
            <option key={one.key} value={one.key}>
              {one.label}
            </option>
          ))}
        </select>
        {help}
      </label>
    );
  }
  if (field.kind === "counts") {
    const counts = (value ?? {}) as Record<string, number>;
    return (
      <details class="counts" open={Object.keys(counts).length > 0}>
        <summary>{field.label}</summary>
        {help}
        {options.map((one) => (
          <label key={one.key} class="count">
            <span>{one.label}</span>
            <input
              type="number"
              min={0}
              max={most}
              value={counts[one.key] ?? 0}
              onInput={(event) => {
                const { [one.key]: _, ...rest } = counts;
                const count = Math.round(Number(event.currentTarget.value)) || 0;
                onChange(count ? { ...rest, [one.key]: count } : rest);
              }}
            />
          </label>
        ))}
      </details>
    );
  }
  const picked = (value ?? []) as string[];
  const boxes = options.map((one) => (
    <label key={one.key}>
      <input type="checkbox" checked={picked.includes(one.key)} onChange={(event) => onChange(event.currentTarget.checked ? [...picked, one.key] : picked.filter((key) => key !== one.key))} /> {one.label}
    </label>
  ));
  if (options.length > FEW) {
    return (
      <details class="many" open={field.open || picked.length > 0}>
        <summary>
          {field.label} {picked.length > 0 && `(${picked.length})`}
        </summary>
        {help}
        {boxes}
      </details>
    );
  }
  return (
    <fieldset class="many">
      <legend>{field.label}</legend>
      {help}
      {boxes}
    </fieldset>
  );
}

/** Whether a field is asked: some are only if another has something picked. */
function isAsked(field: Field, told: Told): boolean {
  const needs = field.only_if ?? [];
  return needs.length === 0 || needs.some(([name, key]) => ((told[name] ?? []) as readonly string[]).includes(key));
}
