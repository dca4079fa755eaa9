/** Short notices to the reader: over the page, or in the panel beside a table, whose units they must not cover. */
import type { JSX } from "preact";
import { dismiss, notices } from "../state/notices";
import { words } from "../words";
import { RuleChip } from "./Rule";

export function Notices(): JSX.Element {
  return (
    <div class="notices">
      {notices.value.map((one) => (
        <div key={one.id} class={`notice ${one.kind}`}>
          <span>{one.text}</span>
          {one.rule && !one.rule.startsWith("play.") && <RuleChip id={one.rule} />}
          <button type="button" class="close" aria-label={words.app.close} onClick={() => dismiss(one.id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
