/** Small line drawings for buttons, all of one family. */
import type { JSX } from "preact";

const PATHS = {
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  turn: "M5 12a7 7 0 1 1 2 4.9M5 12l-2.5-2.5M5 12l2.8-2.3",
  grid: "M4 4h16v16H4zM4 9.3h16M4 14.7h16M9.3 4v16M14.7 4v16",
  ruler: "M3.5 15.5l12-12 5 5-12 12zM7 12l2 2M10 9l2 2M13 6l2 2",
  name: "M4 6h16M12 6v13M9 19h6",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z",
  threat: "M12 20L3.500 9.500A11 11 0 0 1 20.500 9.500zM12 20V12M12 8.500v.1",
  list: "M4 6h16M4 12h16M4 18h10",
  undo: "M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-4",
  redo: "M16 5l4 4-4 4M20 9H10a5.5 5.5 0 0 0 0 11h4",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  back: "M15 5l-8 7 8 7",
  forward: "M9 5l8 7-8 7",
  first: "M18 5l-8 7 8 7M6 5v14",
  last: "M6 5l8 7-8 7M18 5v14",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3L11.5 7M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.700l1.500-1.700",
  branch: "M6 4v16M6 14c0-5 12-3 12-9M15.500 7.500L18 5l2.500 2.500",
  share: "M12 15V4M8 7.500L12 3.500l4 4M5 13v7h14v-7",
  help: "M9 9a3 3 0 1 1 4.200 2.700c-.8.4-1.200 1-1.200 2.300M12 17.500v.1",
  clock: "M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17zM12 7v5.500l3.500 2",
  theme: "M12 3.500a8.500 8.500 0 1 0 0 17zM12 3.500a8.500 8.500 0 0 1 0 17",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  down: "M12 4v11M8 11.500l4 4 4-4M5 20h14",
  flag: "M6 21V4M6 4h11l-3 4 3 4H6",
  pen: "M4 20l1-4L16 5l3 3L8 19z",
  bin: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
  army: "M3.500 6h4v4h-4zM10 6h4v4h-4zM16.500 6h4v4h-4zM3.500 14h4v4h-4zM10 14h4v4h-4zM16.500 14h4v4h-4z",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  print: "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z",
  swap: "M7 8h12M16 5l3 3-3 3M17 16H5M8 13l-3 3 3 3",
  shuffle: "M4 7h3l9 10h4M4 17h3l3-3.300M13.500 10L16 7h4M17.500 4.500L20 7l-2.500 2.500M17.500 14.500L20 17l-2.500 2.500",
  fold: "M6 9l6 6 6-6",
  unfold: "M6 15l6-6 6 6",
  cup: "M8 4h8v5a4 4 0 0 1-8 0zM8 5H4v1a4 4 0 0 0 4 4M16 5h4v1a4 4 0 0 1-4 4M12 13v4M8.500 20h7M12 17v3",
  sound: "M4 9.500v5h3.500L12 18.500v-13L7.500 9.500zM15.500 9a4.500 4.500 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11",
  silent: "M4 9.500v5h3.500L12 18.500v-13L7.500 9.500zM16 9.500l5 5M21 9.500l-5 5",
  more: "M5 12h.1M12 12h.1M19 12h.1",
};

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }): JSX.Element {
  return (
    <svg class="ui-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

export function IconButton(props: {
  icon: IconName;
  label: string;
  pressed?: boolean;
  disabled?: boolean;
  onClick: () => void;
}): JSX.Element {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={props.label}
      title={props.label}
      aria-pressed={props.pressed}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      <Icon name={props.icon} />
    </button>
  );
}
