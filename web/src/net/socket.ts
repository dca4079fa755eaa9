/** One WebSocket to a table. It comes back by itself when the connection breaks. */
import { beside } from "./base";
import { legible } from "./legible";
import type { ToPage, ToServer } from "./types";

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;
/** The server's word for: there is no such battle, and to come again is in vain. */
const NOT_FOUND = 4404;

export class TableSocket {
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private closed = false;
  private timer = 0;

  constructor(
    private readonly token: string,
    private readonly onMessage: (message: ToPage) => void,
    private readonly onOpen: (open: boolean) => void,
    private readonly onNowhere: () => void = () => undefined,
  ) {
    this.connect();
  }

  private connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${beside("ws")}?token=${encodeURIComponent(this.token)}`);
    this.socket = socket;
    let bye: ToPage | null = null;
    socket.onopen = () => {
      if (!this.closed) this.onOpen(true);
    };
    socket.onmessage = (event) => {
      // What was under way when the table was left.
      if (this.closed) return;
      const message = legible(JSON.parse(event.data as string) as ToPage);
      // A table that was opened only to be sent away is asked again less and less often.
      if (message.type === "bye") {
        bye = message;
        return;
      }
      this.wait = FIRST_WAIT;
      this.onMessage(message);
    };
    socket.onclose = (event?: CloseEvent) => {
      if (this.closed) return;
      if (event?.code === NOT_FOUND) {
        this.close();
        this.onNowhere();
        return;
      }
      if (bye) this.onMessage(bye);
      this.onOpen(false);
      this.timer = window.setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    };
  }

  send(message: ToServer): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }
}
