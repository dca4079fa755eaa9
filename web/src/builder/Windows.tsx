/** What opens over the builder: a random army, sharing, comparing. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../net/api";
import type { Comparison, HandedOn } from "../net/types";
import { Dialog } from "../panels/Dialog";
import { Icon } from "../panels/Icon";
import { LinkReach, ShareLink, copyText } from "../panels/ShareLink";
import { saveFile } from "../panels/files";
import { book, draft, edit, opened, shown, work } from "../state/building";
import { lists } from "../state/lists";
import { complain, notify } from "../state/notices";
import { listLink } from "../state/route";
import { words } from "../words";

/** Another army in place of the units at work. */
export function SurpriseWindow({ onClose }: { onClose: () => void }): JSX.Element {
  const [character, setCharacter] = useState("balanced");
  const [busy, setBusy] = useState(false);
  const now = work.value!;
  const go = async () => {
    setBusy(true);
    try {
      const points = now.draft.points || book.value?.sizes[0] || 1000;
      const made = await api.surprise({ ruleset: now.ruleset, faction: now.draft.faction, points, character });
      if (made.draft) {
        opened.value = null;
        edit({ ...made.draft, name: now.draft.name });
      } else notify(made.problems[0]?.error ?? "", "bad");
      onClose();
    } catch (error) {
      complain(error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={words.builder.surpriseTitle} onClose={onClose}>
      <p>{words.shelf.surpriseText}</p>
      <CharacterChoice value={character} onPick={setCharacter} />
      {(now.draft.picks?.length ?? 0) > 0 && <p class="quiet">{words.builder.surpriseSure}</p>}
      <div class="actions">
        <button type="button" class="primary" disabled={busy} onClick={() => void go()}>
          <Icon name="shuffle" /> {words.builder.surpriseGo}
        </button>
        <button type="button" onClick={onClose}>
          {words.app.cancel}
        </button>
      </div>
    </Dialog>
  );
}

export function CharacterChoice({ value, onPick, slug }: { value: string; onPick: (name: string) => void; slug?: readonly { name: string; text: string }[] }): JSX.Element {
  const characters = slug ?? book.value?.characters ?? [];
  return (
    <label class="field">
      <span>{words.shelf.character}</span>
      <select value={value} onChange={(event) => onPick(event.currentTarget.value)}>
        {characters.map((one) => (
          <option key={one.name} value={one.name}>
            {words.shelf.characters(one.name, one.text)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The list for somebody else: a link, texts, files. */
export function ShareWindow({ onClose }: { onClose: () => void }): JSX.Element {
  const [made, setMade] = useState<HandedOn | null>(null);
  const [problem, setProblem] = useState("");
  const [done, setDone] = useState(false);
  const now = work.value!;
  useEffect(() => {
    api.handOn({ ruleset: now.ruleset, draft: now.draft }).then(setMade, (error: Error) => setProblem(error.message));
  }, []);
  const file = now.draft.name;
  return (
    <Dialog title={words.builder.shareTitle} wide onClose={onClose}>
      {problem && <p class="bad">{words.app.failed(problem)}</p>}
      {!made && !problem && <p class="quiet">{words.app.loading}</p>}
      {made && (
        <>
          <ShareLink text={words.builder.link} link={listLink(made.key)} />
          <LinkReach />
          <label class="field">
            <span>{words.builder.asText}</span>
            <textarea readOnly rows={8} value={made.text} onFocus={(event) => event.currentTarget.select()} />
          </label>
          <div class="actions">
            <button type="button" onClick={() => void copyText(made.text).then((could) => (could ? setDone(true) : notify(words.table.copyByHand)))}>
              <Icon name="copy" /> {done ? words.builder.copiedText : words.builder.copyText}
            </button>
            <button type="button" disabled={!shown.value} onClick={() => saveFile(file, "toml", shown.value!.text)}>
              <Icon name="down" /> {words.builder.file}
            </button>
            <button type="button" onClick={() => saveFile(file, "json", made.json)}>
              <Icon name="down" /> {words.builder.json}
            </button>
          </div>
          {made.sheet ? (
            <details>
              <summary>{words.builder.sheet}</summary>
              <pre class="sheet-text" tabIndex={0} aria-label={words.builder.sheet}>
                {made.sheet}
              </pre>
            </details>
          ) : (
            <p class="quiet">{words.builder.sheetNone}</p>
          )}
        </>
      )}
    </Dialog>
  );
}

/** Two lists side by side. */
export function CompareWindow({ onClose }: { onClose: () => void }): JSX.Element {
  const [other, setOther] = useState("");
  const [found, setFound] = useState<Comparison | null>(null);
  const [problem, setProblem] = useState("");
  const now = work.value!;
  const mine = lists.value.filter((one) => one.ruleset === now.ruleset && one.id !== now.list);
  const samples = book.value?.samples ?? [];
  useEffect(() => {
    if (!other) return;
    let current = true;
    setProblem("");
    const [kind, name] = [other.slice(0, 5), other.slice(5)];
    const list = mine.find((one) => one.id === name);
    const source = kind === "list/" && list ? { files: [{ name: list.name, text: list.text }] } : { sample: name };
    const ask = async () => {
      const second = await api.openDraft({ ruleset: now.ruleset, ...source });
      if (!second.draft) throw new Error(second.problems[0]?.error ?? "");
      return api.compare({ ruleset: now.ruleset, first: draft.peek()!, second: second.draft });
    };
    ask().then((told) => current && setFound(told), (error: Error) => current && setProblem(error.message));
    return () => {
      current = false;
    };
  }, [other]);
  return (
    <Dialog title={words.builder.compareTitle} wide onClose={onClose}>
      <label class="field">
        <span>{words.builder.compareWith}</span>
        <select value={other} onChange={(event) => setOther(event.currentTarget.value)}>
          <option value="">–</option>
          {mine.length > 0 && (
            <optgroup label={words.builder.compareMine}>
              {mine.map((one) => (
                <option key={one.id} value={`list/${one.id}`}>
                  {one.name}
                </option>
              ))}
            </optgroup>
          )}
          <optgroup label={words.builder.compareSamples}>
            {samples.map((one) => (
              <option key={one.name} value={`same/${one.name}`}>
                {one.faction}: {words.shelf.sample(one.name, one.points, one.units)}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
      {problem && <p class="bad">{words.app.failed(problem)}</p>}
      {!other && <p class="quiet">{words.builder.compareNone}</p>}
      {found && other && !problem && <Compared told={found} />}
    </Dialog>
  );
}

function Compared({ told }: { told: Comparison }): JSX.Element {
  const rows = (title: string, pairs: Comparison["totals"]) => (
    <tbody>
      <tr>
        <th colSpan={3} scope="rowgroup">
          {title}
        </th>
      </tr>
      {pairs.map((one) => (
        <tr key={one.name}>
          <th scope="row">{words.builder.part(one.name)}</th>
          <td class={one.first > one.second ? "more" : ""}>{one.first}</td>
          <td class={one.second > one.first ? "more" : ""}>{one.second}</td>
        </tr>
      ))}
    </tbody>
  );
  return (
    <div class="compared">
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">{told.names[0]}</th>
            <th scope="col">{told.names[1]}</th>
          </tr>
        </thead>
        {rows(words.builder.total_, told.totals)}
        {rows(words.builder.comparePoints, told.categories)}
      </table>
      <div class="compared-units">
        <Named title={words.builder.compareOnly(told.names[0])} names={told.first} />
        <Named title={words.builder.compareOnly(told.names[1])} names={told.second} />
        <Named title={words.builder.compareSame} names={told.same} />
      </div>
    </div>
  );
}

function Named({ title, names }: { title: string; names: readonly string[] }): JSX.Element {
  return (
    <section>
      <h3>{title}</h3>
      {names.length === 0 && <p class="quiet">{words.builder.nothingHere}</p>}
      <ul>
        {names.map((one, at) => (
          <li key={at}>{one}</li>
        ))}
      </ul>
    </section>
  );
}

