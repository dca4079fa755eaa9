/** What the list comes to: its points, how it stands to every limit, and all that is wrong with it. */
import type { JSX } from "preact";
import type { DraftProblem, LimitShown } from "../net/types";
import { RuleChip } from "../panels/Rule";
import { checking, edit, opened, picks, shown, trouble } from "../state/building";
import { notify } from "../state/notices";
import { words } from "../words";

export function Totals({ onUnit }: { onUnit: (place: number) => void }): JSX.Element {
  const told = shown.value;
  const problems = told?.problems ?? [];
  return (
    <section class="builder-totals" aria-label={words.builder.check} aria-busy={checking.value}>
      <h2 id="builder-totals" tabIndex={-1}>
        {words.builder.check}
      </h2>
      {trouble.value && <p class="bad">{words.app.failed(trouble.value)}</p>}
      {told && (
        <>
          <Points />
          {problems.length > 0 ? (
            <div class="builder-problems">
              <h3 class="bad">{words.builder.problems(problems.length)}</h3>
              <ul>
                {problems.map((one, at) => (
                  <Problem key={`${at}/${one.error}`} problem={one} onUnit={onUnit} />
                ))}
              </ul>
            </div>
          ) : (
            picks.value.length > 0 && <p class="good sound">{words.builder.sound}</p>
          )}
          {told.limits.length > 0 && (
            <ul class="limits" aria-label={words.builder.limits}>
              {told.limits.map((one, at) => (
                <Limit key={at} limit={one} />
              ))}
            </ul>
          )}
          {told.hints.length > 0 && (
            <details class="told-list">
              <summary>{words.builder.hints}</summary>
              <ul>
                {told.hints.map((one) => (
                  <li key={one}>{one}</li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
      {!told && !trouble.value && <p class="quiet">{words.builder.busy}</p>}
    </section>
  );
}

function Points(): JSX.Element {
  const { points, limit, picks: bought } = shown.value!;
  const models = bought.reduce((sum, one) => sum + one.models, 0);
  const over = limit > 0 && points > limit;
  return (
    <div class={`builder-points ${over ? "over-limit" : ""}`}>
      <p>
        <b>{words.builder.total(points, limit)}</b> {limit > 0 && <span class={over ? "bad" : "quiet"}>{words.builder.left(limit - points)}</span>}
      </p>
      {limit > 0 && <Bar has={points} least={0} most={limit} />}
      <p class="quiet">{words.builder.unitsOf(picks.value.length, models)}</p>
    </div>
  );
}

function Bar({ has, least, most }: { has: number; least: number; most: number | null }): JSX.Element {
  const whole = Math.max(most ?? 0, least, has, 1);
  const wrong = has < least || (most !== null && has > most);
  return (
    <span class={`limit-bar ${wrong ? "wrong" : ""}`} aria-hidden="true">
      <span style={{ width: `${(100 * has) / whole}%` }} />
      {least > 0 && least < whole && <i style={{ left: `${(100 * least) / whole}%` }} />}
      {most !== null && most < whole && <i style={{ left: `${(100 * most) / whole}%` }} />}
    </span>
  );
}

function Limit({ limit }: { limit: LimitShown }): JSX.Element {
  const wrong = limit.has < limit.least || (limit.most !== null && limit.has > limit.most);
  return (
    <li class={wrong ? "bad" : ""}>
      <RuleChip id={limit.rule} label={limit.what} />
      <span class="figures">{words.builder.limitText(limit.has, limit.least, limit.most, limit.points)}</span>
      <Bar has={limit.has} least={limit.least} most={limit.most} />
    </li>
  );
}

function Problem({ problem, onUnit }: { problem: DraftProblem; onUnit: (place: number) => void }): JSX.Element {
  const helps = problem.mends.length > 0 && problem.mends.every((one) => one.helps);
  return (
    <li class="builder-problem">
      <p>
        {problem.error} {problem.rule && <RuleChip id={problem.rule} />}
      </p>
      <div class="mends">
        {problem.units.slice(0, 4).map((number) => (
          <button key={number} type="button" class="link" onClick={() => onUnit(number - 1)}>
            {words.builder.toUnit(number, picks.value[number - 1]?.unit ?? "")}
          </button>
        ))}
      </div>
      {problem.mends.length > 0 && (
        <div class="mends" role="group" aria-label={helps ? words.builder.helps : words.builder.mends}>
          <span class="quiet">{helps ? words.builder.helps : words.builder.mends}:</span>
          {problem.mends.map((one) => (
            <button
              key={one.text}
              type="button"
              class="mend"
              onClick={() => {
                opened.value = null;
                edit(one.key);
                notify(words.builder.mended(one.text));
                document.getElementById("builder-totals")?.focus();
              }}
            >
              {one.text}
            </button>
          ))}
        </div>
      )}
    </li>
  );
}
