/** A link to be given to somebody, with a button that copies it. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { notify } from "../state/notices";
import { words } from "../words";

export function ShareLink({ text, link }: { text: string; link: string }): JSX.Element {
  const [done, setDone] = useState(false);
  return (
    <label class="field share-link">
      <span>{text}</span>
      <span class="pair">
        <input type="text" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
        <button
          type="button"
          onClick={() => {
            void navigator.clipboard?.writeText(link).then(() => setDone(true), () => notify(link));
          }}
        >
          {done ? words.table.copied : words.table.copy}
        </button>
      </span>
    </label>
  );
}
