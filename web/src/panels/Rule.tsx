/** A rule by its name: a small button, and the rule itself when it is pressed. */
import type { JSX } from "preact";
import { signal } from "@preact/signals";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { api } from "../net/api";
import type { RuleShown } from "../net/types";
import { ruleName } from "../state/rulename";
import { words } from "../words";

const opened = signal<{ id: string; from: HTMLElement } | null>(null);

/** The label is the rule's short title, unless there is a better one. */
export function RuleChip({ id, label, hint, name }: { id: string; label?: string; hint?: string; name?: string }): JSX.Element | null {
  if (!id) return null;
  return (
    <button
      type="button"
      class="chip"
      aria-haspopup="dialog"
      aria-label={name}
      title={hint}
      onClick={(event) => {
        event.stopPropagation();
        opened.value = { id, from: event.currentTarget };
      }}
    >
      {label ?? ruleName(id)}
    </button>
  );
}

export function RuleChips({ ids }: { ids: readonly string[] | undefined }): JSX.Element | null {
  if (!ids?.length) return null;
  return (
    <span class="chips">
      {ids.map((id) => (
        <RuleChip key={id} id={id} />
      ))}
    </span>
  );
}

export function RulePopover(): JSX.Element | null {
  const now = opened.value;
  const panel = useRef<HTMLDialogElement>(null);
  const [rule, setRule] = useState<RuleShown | string | null>(null);
  useLayoutEffect(() => {
    if (!now) return;
    let current = true;
    setRule(null);
    api.rule(now.id).then(
      (found) => current && setRule(found),
      (error: Error) => current && setRule(error.message),
    );
    // A window of its own, so that it also opens over another one.
    if (!panel.current?.open) panel.current?.showModal();
    return () => {
      current = false;
    };
  }, [now?.id]);
  if (!now) return null;
  const close = () => {
    opened.value = null;
    now.from.focus();
  };
  const at = now.from.getBoundingClientRect();
  const below = at.bottom < innerHeight * 0.6;
  const style = {
    left: `${Math.max(8, Math.min(at.left, innerWidth - 388))}px`,
    ...(below ? { top: `${at.bottom + 6}px` } : { bottom: `${innerHeight - at.top + 6}px` }),
  };
  return (
    <dialog
      ref={panel}
      class="popover"
      aria-label={ruleName(now.id)}
      style={style}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onKeyDown={(event) => event.stopPropagation()}
      onClick={(event) => {
        if (event.target === panel.current) close();
      }}
    >
      <div class="dialog-body">
        <button type="button" class="close" aria-label={words.app.close} onClick={close}>
          ×
        </button>
        {rule === null ? <p>{words.app.loading}</p> : typeof rule === "string" ? <p>{rule}</p> : <RuleText rule={rule} />}
      </div>
    </dialog>
  );
}

function RuleText({ rule }: { rule: RuleShown }): JSX.Element {
  return (
    <>
      <p class="over">{rule.section}</p>
      <p>{rule.rule}</p>
      {rule.example && (
        <p class="quiet">
          <strong>{words.rule.example}:</strong> {rule.example}
        </p>
      )}
      {rule.rulings.map((ruling) => (
        <details key={ruling.id}>
          <summary>{ruling.title || ruling.id}</summary>
          <p>{ruling.ruling}</p>
        </details>
      ))}
      <p class="mono">{rule.id}</p>
    </>
  );
}
