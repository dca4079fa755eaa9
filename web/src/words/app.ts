/** The frame of every screen, keys and help. */

export const app = {
  name: "Warhost",
  skip: "Skip to content",
  newBattle: "New battle",
  seasons: "Seasons",
  library: "My battles",
  lists: "Army lists",
  theme: { auto: "Theme: system", light: "Theme: light", dark: "Theme: dark" },
  loading: "Loading …",
  failed: (why: string) => `That did not work: ${why}`,
  offline: "The server is not responding. Is “warhost play” still running?",
  reconnecting: "Connection lost. Reconnecting …",
  connected: "Connected again.",
  close: "Close",
  cancel: "Cancel",
  help: "Keyboard and help",
  dropped: "Drop a record here to watch it",
  droppedAny: "Drop a record here to watch it, or an army list to play it",
  voice: "Recent announcements",
};

export const rule = {
  example: "Example",
  rulings: "Rulings",
};

export const help = {
  title: "Keys",
  letters: "Single-key shortcuts",
  lettersText: "Switch this off if you use speech input or a screen reader that needs these keys. Arrows, Enter and Esc still work.",
  groups: [
    [
      "Anywhere",
      [
        ["1 … 9", "choose that option"],
        ["H", "pass, or stay here"],
        ["E", "end the phase"],
        ["↑ ↓ Enter", "go through the options, choose one"],
        ["N / P", "next, previous unit"],
        ["T", "the table in words"],
        ["D", "go to the decision"],
        ["W", "why the computer did that"],
        ["U", "take back"],
        ["+ − 0", "zoom in, out, whole table"],
        ["G, R, V", "grid, ruler, turn the table"],
        ["X", "reach of every enemy"],
        [", .", "one decision back, forward in time"],
        ["?", "this help"],
      ],
    ],
    [
      "While something is shown",
      [
        ["Space", "pause, continue"],
        [".", "next event"],
        ["S, Esc", "skip to my next decision"],
        ["< >", "slower, faster"],
        ["A", "skip animations, on or off (at any time)"],
        ["O", "sound on or off (at any time)"],
      ],
    ],
    [
      "Moving a regiment",
      [
        ["Ctrl + drag", "wheel towards the pointer and move there"],
        ["↑ ↓", "forward, back by 0.5″ (Shift: 0.1″)"],
        ["← →", "sideways by 0.5″ (Shift: 0.1″)"],
        ["Q E", "wheel left, right by 5° (Shift: 1°)"],
        ["[ ]", "pivot by 5° (Shift: 1°)"],
        ["< >", "reform: fewer, more files"],
        ["3.5 ↑", "type a number first for an exact value"],
        ["Backspace", "remove the last step"],
        ["Enter", "confirm"],
        ["Esc", "start over; once more: choose another unit"],
      ],
    ],
    [
      "Moving a loose unit",
      [
        ["Arrows", "by 0.5″ (Shift: 0.1″)"],
        ["Q E", "turn by 5° (Shift: 1°)"],
        ["F", "next formation (Shift: the one before)"],
        ["M", "model by model, or as a whole"],
        ["J", "next model (Shift: the one before)"],
        ["I", "the first thing that it may do instead"],
        ["3.5 ↑", "type a number first for an exact value"],
        ["Enter", "confirm"],
        ["Esc", "start over; once more: choose another unit"],
      ],
    ],
    [
      "In the log",
      [
        ["↑ ↓", "move between lines"],
        ["→ ←", "move between the buttons of a line"],
        ["Enter", "select the unit of that line; unfold a fight"],
        ["→ Enter", "on the arrow: play it again"],
      ],
    ],
    [
      "Building a list",
      [
        ["/", "search the units"],
        ["E, L, F", "go to the units, to your list, to the problems"],
        ["↑ ↓", "go through units, or through your list"],
        ["Enter", "add the unit; in your list, open its options"],
        ["C", "copy the unit"],
        ["Delete", "remove the unit"],
        ["Ctrl + Z, Ctrl + Y", "undo, redo"],
        ["Ctrl + S", "save the list"],
        ["?", "this help"],
      ],
    ],
    [
      "Picking several, splitting",
      [
        ["1 … 9", "pick that option, or unpick it"],
        ["Tab, + −", "go to a target, give it one more or one less"],
        ["Enter", "confirm"],
        ["Esc", "start over"],
      ],
    ],
    [
      "Placing",
      [
        ["Arrows", "by 0.5″ (Shift: 0.1″)"],
        ["Q E", "turn by 5° (Shift: 1°)"],
        ["Enter", "place it"],
      ],
    ],
  ] as [string, [string, string][]][],
};

export const licences = {
  title: "Licences",
  text: "Warhost itself is free software under the MIT License. The page also carries:",
  carried: [
    ["Alegreya and Alegreya Sans", "fonts by Juan Pablo del Peral and Huerta Tipográfica", "SIL Open Font License 1.1"],
    ["Preact and Preact Signals", "by Jason Miller and the Preact team", "MIT License"],
  ] as [string, string, string][],
};

export const coach = {
  title: "First time",
  done: "Got it",
  off: "Turn hints off",
  win: "How to win",
  open: "Show the hint",
  close: "Close the hint",
  again: "Explain everything again",
  hints: "Hints",
  hintsText: "Each kind of decision is explained the first time it comes up.",
};
