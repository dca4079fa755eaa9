/** The page: a bar at the top, one screen below it, and what may open over both. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Help } from "./panels/Help";
import { Icon, IconButton } from "./panels/Icon";
import { Notices } from "./panels/Notices";
import { RulePopover } from "./panels/Rule";
import { armiesAreChosen, takeDropped } from "./panels/files";
import { LibraryScreen } from "./screens/Library";
import { ListsScreen, SharedScreen } from "./screens/Lists";
import { NewScreen } from "./screens/New";
import { SeasonScreen } from "./screens/Season";
import { SeasonsScreen } from "./screens/Seasons";
import { TableBar, TableScreen } from "./screens/Table";
import { spoken } from "./state/notices";
import { hashOf, route } from "./state/route";
import { nextTheme, settings } from "./state/settings";
import { gathering, nowhere } from "./state/table";
import { helpOpen } from "./state/ui";
import { words } from "./words";

const titles = { library: words.library.title, lists: words.shelf.title, shared: words.shelf.title, new: words.app.newBattle, seasons: words.seasons.title, season: words.seasons.season, waiting: words.gathering.watching, battle: words.table.yourTurn };

export function App(): JSX.Element {
  const now = route.value;
  const screen = gathering.value ? "waiting" : now.screen;
  const [over, setOver] = useState(false);
  useEffect(() => {
    document.title = `${titles[screen]} · ${words.app.name}`;
  }, [screen]);
  return (
    <div
      class={`app ${screen}`}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length) void takeDropped(files);
      }}
    >
      <a class="skip" href="#content" onClick={(event) => {
        event.preventDefault();
        document.getElementById("content")?.focus();
      }}>
        {words.app.skip}
      </a>
      <header class="bar">
        <a class="brand" href={hashOf({ screen: "new" })}>
          <svg class="wh" viewBox="0 0 64 64" aria-hidden="true">
            <path class="brand-own" d="M8 36h48v18H8z" />
            <path class="brand-foe" d="M16 10h32v11H16z" />
            <path class="brand-way" d="M32 35v-8M27 31l5-5 5 5" />
          </svg>
          <span class="wide-only">{words.app.name}</span>
        </a>
        {now.screen === "battle" ? <TableBar /> : <span class="spacer" />}
        <nav>
          {now.screen !== "new" && (
            <a class="button quiet-button" href={hashOf({ screen: "new" })}>
              <Icon name="plus" /> <span class="wide-only">{words.app.newBattle}</span>
            </a>
          )}
          {now.screen !== "battle" && (now.screen !== "lists" || now.list !== null) && (
            <a class="button quiet-button" href={hashOf({ screen: "lists", list: null })}>
              <Icon name="army" /> <span class="wide-only">{words.app.lists}</span>
            </a>
          )}
          {now.screen !== "battle" && now.screen !== "seasons" && (
            <a class="button quiet-button" href={hashOf({ screen: "seasons", making: false })}>
              <Icon name="cup" /> <span class="wide-only">{words.app.seasons}</span>
            </a>
          )}
          {now.screen !== "library" && (
            <a class="button quiet-button" href={hashOf({ screen: "library" })}>
              <Icon name="list" /> <span class="wide-only">{words.app.library}</span>
            </a>
          )}
          <IconButton icon="theme" label={words.app.theme[settings.value.theme]} onClick={nextTheme} />
          <IconButton icon="help" label={words.app.help} onClick={() => (helpOpen.value = true)} />
        </nav>
      </header>
      {now.screen === "new" && <NewScreen />}
      {now.screen === "library" && <LibraryScreen />}
      {now.screen === "lists" && <ListsScreen list={now.list} />}
      {now.screen === "shared" && <SharedScreen ruleset={now.ruleset} link={now.link} />}
      {now.screen === "seasons" && <SeasonsScreen making={now.making} />}
      {now.screen === "season" && <SeasonScreen key={now.id} id={now.id} />}
      {now.screen === "battle" && <TableScreen id={now.id} at={now.at} seat={now.seat} />}
      {over && <div class="drop">{armiesAreChosen() ? words.app.droppedAny : words.app.dropped}</div>}
      <Help />
      <RulePopover />
      {/* A table has them at its side. */}
      {(screen !== "battle" || nowhere.value) && <Notices />}
      <div class="visually-hidden voice" role="log" aria-label={words.app.voice}>
        {spoken.value.map((one) => (
          <p key={one.id}>{one.text}</p>
        ))}
      </div>
    </div>
  );
}
