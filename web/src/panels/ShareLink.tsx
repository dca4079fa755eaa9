/** A link to be given to somebody, with a button that copies it. */
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { notify } from "../state/notices";
import { words } from "../words";

export function ShareLink({ text, link }: { text: string; link: string }): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  const [done, setDone] = useState(false);
  const copy = async () => {
    if (await copyText(link, field.current!)) setDone(true);
    else notify(words.table.copyByHand);
  };
  return (
    <label class="field share-link">
      <span>{text}</span>
      <span class="pair">
        <input type="text" readOnly ref={field} value={link} onFocus={(event) => event.currentTarget.select()} />
        <button type="button" onClick={() => void copy()}>
          {done ? words.table.copied : words.table.copy}
        </button>
      </span>
    </label>
  );
}

/** Whether a text is in the clipboard now. Where a page is not encrypted, as in a home, browsers know only the old way,
 * by a field that shows it. */
export async function copyText(text: string, field?: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field?.select();
    return field !== undefined && document.execCommand("copy");
  }
}

const THIS_MACHINE = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;

/** A word of warning where links lead nowhere from another machine. */
export function LinkReach(): JSX.Element | null {
  return THIS_MACHINE.test(location.hostname) ? <p class="quiet">{words.table.onlyHere}</p> : null;
}
