/** The first page: what is there, and three ways in. */

export const home = {
  slogan: (books: number) => `${["Rulebooks", "One rulebook", "Two rulebooks", "Three rulebooks", "Four rulebooks", "Five rulebooks", "Six rulebooks"][books] ?? `${books} rulebooks`}, one table, no referee needed.`,
  pause: "Pause the battle",
  resume: "Play the battle",
  doors: "Three ways in",
  learn: "Learn",
  learnText: (book: string) => `A first battle of ${book} against a harmless opponent, with every step explained.`,
  learnGo: "Start a first battle",
  keys: "Keys and hints",
  play: "Play",
  playText: "Ready armies, a fair table. Who sits across from you?",
  opponent: "Opponent",
  friend: "A friend",
  friendText: "You get a link to send. Your friend chooses an army and plays in their own browser.",
  own: "Set up every detail",
  bring: "Bring a list",
  bringText: "Paste it, build it, or let us surprise you. Checked against the book as you go.",
  build: "Open the list builder",
  paste: "Paste or open a list",
  running: "Continue",
  none: "No battle is running.",
  noneText: "Every battle you begin waits here until you come back to it.",
  waitsFor: (who: string) => (who ? `Waiting for ${who}` : "Waiting for the other side"),
  books: (count: number) => (count === 1 ? "The rulebook" : "Rulebooks"),
  booksText: "Choose one: everything on this page follows it.",
  fallback: (armies: number, maps: number) => `${armies} ${armies === 1 ? "army" : "armies"}, ${maps} ${maps === 1 ? "map" : "maps"}`,
  level: (level: number) => `Level ${level}`,
};

export const armies = {
  sizes: "Size of the game",
  size: (points: number) => `${points.toLocaleString("en")}`,
  points: "points",
};
