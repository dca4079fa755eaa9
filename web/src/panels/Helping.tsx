/** What others can do for the reader: the captain sets up or fills in an answer, a kept formation is used again. */
import type { JSX } from "preact";
import { keepable, keepFormation, known, useFormation, using } from "../state/formations";
import { advice, canAdvise, chooseForMe, deployForMe, deploying, helped, movable, moveAgain } from "../state/helping";
import { choose } from "../state/picking";
import { advising, moment, question, seat, sending } from "../state/table";
import { words } from "../words";
import { Icon } from "./Icon";

export function HelpingPanel(): JSX.Element | null {
  if (seat.value === null || moment.value) return null;
  const asked = question.value;
  return (
    <div class="helping">
      {asked && !helped.value && canAdvise(asked) && !(deploying.value && asked.ask === "place") && <Advising />}
      {keepable.value && (
        <p class="actions">
          <button type="button" class="quiet-button" title={words.helping.keepWhy} onClick={keepFormation}>
            <Icon name="down" /> {words.helping.keep}
          </button>
        </p>
      )}
    </div>
  );
}

function Advising(): JSX.Element {
  const told = advice.value;
  const asked = question.value;
  const option = asked?.ask === "choose" ? asked.options.find((one) => one.key === told?.option) : undefined;
  return (
    <div class="advising" role="status">
      {!told && (
        <p class="actions">
          <button type="button" class="quiet-button" title={words.helping.chooseWhy} disabled={sending.value || advising.value} onClick={chooseForMe}>
            {advising.value ? words.helping.thinking : words.helping.choose}
          </button>
        </p>
      )}
      {told && (
        <p>
          {option ? words.helping.would(option.label) : words.helping.filled} <span class="quiet">{told.sentence}</span>
        </p>
      )}
      {option && (
        <p class="actions">
          <button type="button" class="primary" disabled={sending.value} onClick={() => choose(option)}>
            {words.helping.take}
          </button>
        </p>
      )}
    </div>
  );
}

/** To let the captain or a formation set up, before the question: most players want it first of all. */
export function DeployingPanel(): JSX.Element | null {
  if (seat.value === null || moment.value || !deploying.value) return null;
  return (
    <div class="deploying" role="group" aria-label={words.helping.deploy}>
      {helped.value || using.value ? (
        <>
          <p role="status">{helped.value ? words.helping.deploys : words.helping.formed}</p>
          <p class="actions">
            <button type="button" onClick={() => (helped.value ? deployForMe(false) : useFormation(false))}>
              {words.helping.mine}
            </button>
          </p>
        </>
      ) : (
        question.value && (
          <p class="actions">
            <button type="button" title={words.helping.deployWhy} disabled={sending.value} onClick={() => deployForMe(true)}>
              <Icon name="flag" /> {words.helping.deploy}
            </button>
            {known.value && (
              <button type="button" title={words.helping.formationWhy} disabled={sending.value} onClick={() => useFormation(true)}>
                {words.helping.formation}
              </button>
            )}
          </p>
        )
      )}
      {movable.value.length > 0 && (
        <p class="actions again">
          <span class="quiet">{words.helping.again}</span>
          {movable.value.map((unit) => (
            <button key={unit.id} type="button" class="quiet-button" aria-label={words.helping.againUnit(unit.name)} disabled={sending.value} onClick={() => moveAgain(unit.id)}>
              {unit.name}
            </button>
          ))}
        </p>
      )}
    </div>
  );
}
