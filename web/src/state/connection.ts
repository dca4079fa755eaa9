/** The line to the server for the table at hand. */
import { TableSocket } from "../net/socket";
import type { ToPage, ToServer } from "../net/types";
import { words } from "../words";
import { notify } from "./notices";
import { connected, keyFits, nowhere } from "./table";

let socket: TableSocket | null = null;

/** The id of a battle opens the view of a spectator: a key that opens nothing leads there, too. */
export function connect(id: string, token: string, receive: (message: ToPage) => void): void {
  const inVain = () => {
    if (token === id) nowhere.value = true;
    else {
      keyFits.value = false;
      connect(id, id, receive);
    }
  };
  socket = new TableSocket(token, receive, (open) => (connected.value = open), inVain);
}

export function disconnect(): void {
  socket?.close();
  socket = null;
}

export function send(message: ToServer): boolean {
  const sent = socket?.send(message) ?? false;
  if (!sent) notify(words.app.reconnecting, "bad");
  return sent;
}

/** Ask something that waits for a connection without a word. */
export const ask = (message: ToServer) => socket?.send(message) ?? false;
