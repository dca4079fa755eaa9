/** A window over the page; Escape closes it, the focus stays inside and comes back afterwards. */
import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { words } from "../words";

export function Dialog(props: { title: string; wide?: boolean; onClose: () => void; children: ComponentChildren }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  // Taken before the window is there: once it is, the browser may have given its heading the focus.
  const [before] = useState(() => document.activeElement as HTMLElement | null);
  // At once: whatever is in the window can be found before it is shown, and Escape would close nothing until then.
  useLayoutEffect(() => {
    const shown = dialog.current!;
    shown.showModal();
    return () => {
      shown.close();
      before?.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={props.wide ? "wide" : ""}
      aria-label={props.title}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
      onKeyDown={(event) => event.stopPropagation()}
      onClick={(event) => {
        if (event.target === dialog.current) props.onClose();
      }}
    >
      <div class="dialog-body">
        <header>
          {/* Whoever listens begins at the top, not at the button that closes it. */}
          <h2 tabIndex={-1} autoFocus>
            {props.title}
          </h2>
          <button type="button" class="close" aria-label={words.app.close} onClick={props.onClose}>
            ×
          </button>
        </header>
        {props.children}
      </div>
    </dialog>
  );
}
