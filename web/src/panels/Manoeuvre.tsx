/** A move in figures: every step can be typed, and the server's word on it stands below. */
import type { JSX } from "preact";
import { type Draft, filesOf, fits, frontages, isDrawn, mayTurn, startOf, wider } from "../state/draft";
import { toDecision } from "../state/focus";
import { addStep, begun, confirmMove, draft, draftCost, firstMove, setFiles, setSteps, setWish, startOver, typed } from "../state/making";
import { others } from "../state/picking";
import { stepInWords } from "../state/speaking";
import { checked, checking, question } from "../state/table";
import { byKeyboard } from "../state/ui";
import type { Kind, Step } from "../net/types";
import { verdict } from "../table/plaque";
import { coarse } from "../table/view";
import { words } from "../words";
import { OddsParts } from "./Parts";
import { RuleChip } from "./Rule";

function valueOf(step: Step): number {
  return "degrees" in step ? step.degrees : step.inches;
}

function withValue(step: Step, value: number): Step {
  return "degrees" in step ? { ...step, degrees: value } : { ...step, inches: value };
}

export function ManoeuvrePanel(): JSX.Element | null {
  const now = draft.value;
  const asked = question.value;
  if (!now || asked?.ask !== "manoeuvre") return null;
  const told = draftCost.value!;
  const can = possible(now);
  return (
    <div class="manoeuvre">
      {now.kinds.length > 1 && <KindChoice />}
      {told.kind.text && (now.wish !== null || isDrawn(now)) && <p class="told">{told.kind.text}</p>}
      {isDrawn(now) && <CostBar kind={told.kind} cost={told.cost} limit={told.limit} />}
      <Verdict />
      <ol class="steps" aria-label={words.move.steps}>
        {!isDrawn(now) && <li class="quiet">{words.move.noSteps(can, coarse)}</li>}
        {now.steps.map((step, index) => (
          <StepRow key={index} step={step} index={index} />
        ))}
      </ol>
      {frontages(now).length > 0 && <Files now={now} />}
      <AddStep can={can} />
      {typed.value && <p class="typed">{words.move.typed(typed.value)}</p>}
      <div class="actions">
        <button type="button" class="primary" disabled={isDrawn(now) && verdict() === "bad"} onClick={confirmMove}>
          {confirmText()} <kbd>Enter</kbd>
        </button>
        {isDrawn(now) && (
          <button type="button" onClick={startOver}>
            {words.move.reset} <kbd>Esc</kbd>
          </button>
        )}
      </div>
      {byKeyboard.value && <p class="quiet keys">{words.move.keys(can, words.question.escape(begun.value, others.value.length > 0))}</p>}
    </div>
  );
}

/** The main button: the first move to draw, a drawn move to confirm, or to stay where nothing else is possible. */
export function confirmText(): string {
  if (isDrawn(draft.value)) return words.move.confirm;
  const first = firstMove.value;
  return first ? words.move.first(first.kind, first.steps.map(stepInWords).join(", ")) : words.move.stay;
}

/** A reform: how many files the unit has, or would have. */
function Files({ now }: { now: Draft }): JSX.Element {
  const all = frontages(now);
  const files = filesOf(now);
  const step = (by: number) => () => setFiles(wider(draft.peek()!, by));
  return (
    <div class="stepper files" role="group" aria-label={words.move.files}>
      <span class="name">{words.move.files}</span>
      <button type="button" aria-label={words.move.narrower} disabled={files === all[0]!.files} onClick={step(-1)}>
        −
      </button>
      <output>{files}</output>
      <button type="button" aria-label={words.move.wider} disabled={files === all.at(-1)!.files} onClick={step(1)}>
        +
      </button>
    </div>
  );
}

/** The kind of move that the reader insists on; else the first that fits the steps. */
function KindChoice(): JSX.Element {
  const now = draft.value!;
  return (
    <div class="segmented" role="group" aria-label={words.move.kind}>
      <button type="button" aria-pressed={now.wish === null} onClick={() => setWish(null)}>
        {words.move.auto}
      </button>
      {now.kinds.map((kind) => (
        <button
          key={kind.name}
          type="button"
          aria-pressed={now.wish === kind.name}
          title={kind.text}
          class={isDrawn(now) && fits(kind, now.steps, startOf(now).width, now.files) ? "fits" : ""}
          onClick={() => setWish(kind.name)}
        >
          {words.move.named(kind.name, kind.forward ? words.inch(kind.forward) : "")}
        </button>
      ))}
    </div>
  );
}

function CostBar({ kind, cost, limit }: { kind: Kind; cost: number; limit: number }): JSX.Element {
  const share = limit > 0 ? Math.min(1, cost / limit) : 0;
  return (
    <div class={`cost ${cost > limit + 0.001 ? "too-much" : ""}`}>
      <span>
        <b>{words.move.named(kind.name, "")}</b> {limit > 0 ? words.move.cost(words.inch(cost, 2), words.inch(limit)) : words.move.free}
      </span>
      <span>{limit > 0 ? words.move.left(words.inch(Math.max(0, limit - cost), 2)) : ""}</span>
      <span class="meter" aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </span>
    </div>
  );
}

function StepRow({ step, index }: { step: Step; index: number }): JSX.Element {
  const name = words.move.names[step.move] ?? step.move;
  const change = (value: number) => {
    if (Number.isNaN(value)) return;
    setSteps(draft.peek()!.steps.map((one, at) => (at === index ? withValue(one, value) : one)));
  };
  return (
    <li class="step">
      <span>{name}</span>
      <input
        type="number"
        step={"degrees" in step ? 1 : 0.1}
        value={valueOf(step)}
        aria-label={words.move.value(name)}
        onInput={(event) => change(event.currentTarget.valueAsNumber)}
        onKeyDown={(event) => {
          if (event.key === "Enter") confirmMove();
          else if (event.key === "Escape") toDecision();
        }}
      />
      <span class="quiet">{words.move.units[step.move]}</span>
      <button
        type="button"
        class="close"
        aria-label={words.move.remove}
        onClick={() => setSteps(draft.peek()!.steps.filter((_, at) => at !== index))}
      >
        ×
      </button>
    </li>
  );
}

/** Which steps could be drawn now. */
function possible(now: Draft): Record<Step["move"] | "files", boolean> {
  const { kinds } = now;
  return {
    forward: kinds.some((kind) => kind.forward),
    wheel: mayTurn(now, "corner"),
    pivot: mayTurn(now, "centre"),
    sidestep: kinds.some((kind) => kind.side),
    back: kinds.some((kind) => kind.back),
    files: frontages(now).length > 0,
  };
}

function AddStep({ can }: { can: Record<Step["move"], boolean> }): JSX.Element {
  const first: Record<Step["move"], Step> = {
    forward: { move: "forward", inches: 1 },
    wheel: { move: "wheel", degrees: 15 },
    pivot: { move: "pivot", degrees: 45 },
    sidestep: { move: "sidestep", inches: 1 },
    back: { move: "back", inches: 1 },
  };
  return (
    <div class="add" role="group" aria-label={words.move.add}>
      <span class="quiet">{words.move.add}</span>
      {(Object.keys(first) as Step["move"][])
        .filter((name) => can[name])
        .map((name) => (
          <button key={name} type="button" onClick={() => addStep(first[name])}>
            {words.move.names[name]}
          </button>
        ))}
    </div>
  );
}

/** What the server says of the answer as it stands. */
export function Verdict(): JSX.Element | null {
  const told = checked.value;
  if (!told && !checking.value) return null;
  const state = verdict();
  return (
    <div class={`verdict ${state}`} aria-busy={checking.value}>
      {state === "ok" ? words.move.legal : state === "open" ? words.move.checking : `${words.move.illegal}: ${told?.reason ?? ""}`}{" "}
      {state === "bad" && told?.rule && <RuleChip id={told.rule} />}
      {state === "ok" && told?.odds?.map((one) => <OddsParts key={one.label} odds={one} />)}
      {told?.distances && told.distances.length > 0 && (
        <ul class="near" aria-label={words.move.near}>
          {told.distances.slice(0, 3).map((near) => (
            <li key={near.name}>
              {near.name} <b>{words.inch(near.inches, 2)}</b>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
