/** The head of the first page: the name, and behind it a battle that goes on, once all else is there. */
import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { IconButton } from "../panels/Icon";
import { calm } from "../state/settings";
import { words } from "../words";

/** So long the page rests after its first paint before it loads more. */
const REST = 200;

export function Stage({ books }: { books: number }): JSX.Element {
  const [Battle, setBattle] = useState<ComponentType<{ paused: boolean }> | null>(null);
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    let here = true;
    // A battle that cannot be loaded leaves a painted head: nobody needs to hear of it.
    const load = () => void import("./Living").then((found) => here && setBattle(() => found.default), () => undefined);
    const timer = setTimeout(() => (typeof requestIdleCallback === "function" ? requestIdleCallback(load, { timeout: 2000 }) : load()), REST);
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, []);
  return (
    <section class="home-stage">
      <div class="home-picture" aria-hidden="true">
        {Battle && <Battle paused={paused} />}
      </div>
      <div class="home-title">
        <h1>{words.app.name}</h1>
        <p>{words.home.slogan(books)}</p>
      </div>
      {Battle && !calm() && <IconButton icon={paused ? "play" : "pause"} label={paused ? words.home.resume : words.home.pause} onClick={() => setPaused(!paused)} />}
    </section>
  );
}
