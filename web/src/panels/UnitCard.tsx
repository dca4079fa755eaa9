/** A unit's card: its profile, rules, states, and what it reaches, sees and has to fear from where it stands. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { guestsOf, hostOf, leftOf, marksOf, seatName } from "../state/describing";
import { termOf } from "../state/guide";
import { select } from "../state/inquiries";
import { eyedOption } from "../state/picking";
import { selected, surveyed, units } from "../state/table";
import type { Surveyed, UnitShown } from "../net/types";
import { sideClass } from "../table/Body";
import { Mark } from "../table/signs";
import { coarse } from "../table/view";
import { words } from "../words";
import { RuleChip } from "./Rule";
import { TermsDialog } from "./Terms";

/** Whoever the option under the pointer is about, and its target; else the selected unit. */
export function UnitCardPanel(): JSX.Element {
  const option = eyedOption.value;
  const about = [option?.unit, option?.target].flatMap((id) => units.value.get(id ?? -1) ?? []);
  if (about.length) {
    return (
      <>
        {about.map((unit) => (
          <UnitCard key={unit.id} unit={unit} />
        ))}
      </>
    );
  }
  const unit = selected.value === null ? null : units.value.get(selected.value);
  return unit ? <UnitCard unit={unit} /> : <p class="quiet empty-card">{coarse ? words.unit.noneByTouch : words.unit.none}</p>;
}

function UnitCard({ unit }: { unit: UnitShown }): JSX.Element {
  const chosen = selected.value === unit.id;
  const [explained, setExplained] = useState(false);
  const company = [...guestsOf(unit), hostOf(unit)].flatMap((one) => (one ? [words.unit.withMark(one.name), words.unit.inMark(one.name)] : []));
  const marks = marksOf(unit).filter((mark) => !company.includes(mark));
  const survey = surveyed.value?.unit === unit.id ? surveyed.value : null;
  return (
    <section class={`unit-card ${sideClass(unit.seat)}`} aria-label={unit.name}>
      <header>
        <h3>{unit.name}</h3>
        <span class="strength">{leftOf(unit)}</span>
        {Object.keys(unit.profile).some(termOf) && (
          <button type="button" class="close explain" aria-label={words.unit.explain} title={words.unit.explain} onClick={() => setExplained(true)}>
            ?
          </button>
        )}
        {chosen && (
          <button type="button" class="close" aria-label={words.unit.deselect} onClick={() => select(null)}>
            ×
          </button>
        )}
      </header>
      <p class="quiet">{kindOf(unit)}</p>
      <Company unit={unit} />
      {marks.length > 0 && (
        <p class="marks-row">
          {marks.map((word) => (
            <Mark key={word} word={word} />
          ))}
        </p>
      )}
      <Profile profile={unit.profile} />
      {unit.rules.length > 0 && (
        <ul class="tags" aria-label={words.unit.rules}>
          {unit.rules.map((one) => {
            const term = termOf(one);
            return <li key={one}>{term ? <RuleChip id={term.rule} label={one} hint={term.text} /> : one}</li>;
          })}
        </ul>
      )}
      {explained && <TermsDialog unit={unit} onClose={() => setExplained(false)} />}
      {survey && <SurveyText survey={survey} />}
    </section>
  );
}

/** Who stands in its ranks, or in whose ranks it stands: a way to that card. */
function Company({ unit }: { unit: UnitShown }): JSX.Element | null {
  const [guests, host] = [guestsOf(unit), hostOf(unit)];
  const others = host ? [host] : guests;
  if (!others.length) return null;
  return (
    <p class="company">
      {host ? words.unit.inRanks : words.unit.inItsRanks}{" "}
      {others.map((other, place) => (
        <span key={other.id}>
          {place > 0 && ", "}
          <button type="button" class="link" onClick={() => select(other.id)}>
            {other.name}
          </button>{" "}
          <span class="strength">{leftOf(other)}</span>
        </span>
      ))}
    </p>
  );
}

/** Whose it is, what it looks like, and what its banner says. */
function kindOf(unit: UnitShown): string {
  const led = unit.leader && !unit.single;
  return [seatName(unit.seat), words.unit.builds[unit.build ?? ""], led && words.unit.leader, unit.standard && words.unit.standard].filter(Boolean).join(" · ");
}

export function Profile({ profile }: { profile: Record<string, number | string> }): JSX.Element | null {
  const entries = Object.entries(profile);
  if (!entries.length) return null;
  return (
    <dl class="profile">
      {entries.map(([label, value]) => (
        <div key={label} title={termOf(label)?.text}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function SurveyText({ survey }: { survey: Surveyed }): JSX.Element {
  const name = (id: number) => units.value.get(id)?.name ?? "";
  const seen = survey.sights.filter((sight) => sight.seen);
  const hidden = survey.sights.filter((sight) => !sight.seen);
  return (
    <div class="survey">
      {survey.reaches.length > 0 && (
        <p>
          <b>{words.unit.reach}</b>{" "}
          {survey.reaches.map((reach) => `${reach.label} ${words.inch(reach.inches)}`).join(" · ")}
        </p>
      )}
      <p>
        <b>{words.unit.sees}</b>{" "}
        {seen.length
          ? seen.map((sight) => (sight.cover ? `${name(sight.unit)} (${sight.cover})` : name(sight.unit))).join(", ")
          : words.unit.seesNobody}
      </p>
      {hidden.length > 0 && (
        <p>
          <b>{words.unit.unseen}</b> {hidden.map((sight) => `${name(sight.unit)} (${words.sight.why(sight.hidden_by)})`).join(", ")}
        </p>
      )}
      <p>
        <b>{words.unit.threats}</b> {survey.threats.length === 0 && words.unit.noThreats}
      </p>
      {survey.threats.length > 0 && (
        <ul>
          {survey.threats.map((threat, index) => (
            <li key={index}>
              {words.unit.threat(
                name(threat.unit),
                threat.label,
                words.inch(threat.inches),
                threat.chance === null || threat.chance === undefined ? "" : words.percent(threat.chance),
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
