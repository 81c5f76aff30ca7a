/** The WebSocket of a table: connects, sends, waits for replies, and connects again by itself. */
import type { ClientMessage, ServerMessage, View } from "../api/types";
import { patched } from "./patch";

export type Link = "connecting" | "open" | "lost" | "ended";
type Reply = Extract<ServerMessage, { type: "accepted" | "refused" | "why" | "preview" | "pong" }>;
type Sent = ClientMessage extends infer M ? (M extends { type: string } ? Omit<M, "id" | "key"> : never) : never;

const WAITS = [250, 500, 1000, 2000, 4000, 8000];
/** Codes after which it makes no sense to connect again. */
const FINAL = new Set([4401, 4403, 4404, 4409]);
const PING_EVERY = 20_000;
const PONG_WITHIN = 8_000;

/** What is heard: moves come with whole views, whatever went over the wire. */
export type Heard = Exclude<ServerMessage, { type: "changed" }>;

export interface Listener {
  heard(message: Heard): void;
  changed(link: Link, reason: string): void;
  /** The last position we know of, or null. */
  position(): number | null;
}

export class TableSocket {
  readonly #path: string;
  readonly #listener: Listener;
  #socket: WebSocket | null = null;
  #waiting = new Map<string, (reply: Reply | null) => void>();
  #tag = 0;
  #tries = 0;
  #timer = 0;
  #ping = 0;
  #closed = false;
  #view: View | null = null;

  constructor(id: string, listener: Listener) {
    this.#path = `/api/tables/${id}/socket`;
    this.#listener = listener;
    window.addEventListener("online", this.#now);
    document.addEventListener("visibilitychange", this.#awake);
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    window.removeEventListener("online", this.#now);
    document.removeEventListener("visibilitychange", this.#awake);
    clearTimeout(this.#timer);
    clearInterval(this.#ping);
    this.#socket?.close();
  }

  /** Connect anew: after the identity has changed. */
  again(): void {
    this.#socket?.close();
  }

  /** The reply to a message, or null if the connection went away before it came. */
  ask(message: Sent): Promise<Reply | null> {
    const socket = this.#socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return Promise.resolve(null);
    const id = String(++this.#tag);
    socket.send(JSON.stringify({ ...message, id }));
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  #connect(): void {
    const position = this.#listener.position();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const since = `?views=changes${position === null ? "" : `&position=${position}`}`;
    const socket = new WebSocket(`${scheme}//${location.host}${this.#path}${since}`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#tries = 0;
      this.#listener.changed("open", "");
      clearInterval(this.#ping);
      this.#ping = window.setInterval(() => this.#check(), PING_EVERY);
    };
    socket.onmessage = (event: MessageEvent<string>) => this.#receive(JSON.parse(event.data) as ServerMessage);
    socket.onclose = (event) => this.#lost(event);
  }

  #receive(message: ServerMessage): void {
    if ("id" in message && message.id !== null) {
      this.#waiting.get(message.id)?.(message as Reply);
      this.#waiting.delete(message.id);
    }
    const heard = this.#whole(message);
    if (heard) this.#listener.heard(heard);
  }

  /** A move of which only the changes came, with the view that they make. */
  #whole(message: ServerMessage): Heard | null {
    if (message.type === "hello") this.#view = message.position?.view ?? null;
    if (message.type !== "changed") return message;
    if (!this.#view) return null;
    const { changes, ...rest } = message;
    this.#view = patched(this.#view, changes);
    return { ...rest, type: "moved", view: this.#view };
  }

  #lost(event: CloseEvent): void {
    clearInterval(this.#ping);
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
    if (this.#closed) return;
    if (FINAL.has(event.code)) {
      this.#listener.changed("ended", event.reason);
      return;
    }
    this.#listener.changed("lost", event.reason);
    const wait = WAITS[Math.min(this.#tries++, WAITS.length - 1)] ?? 8000;
    this.#timer = window.setTimeout(() => this.#connect(), wait);
  }

  /** A connection that sleeps without telling (a closed laptop, a changed network) answers no ping. */
  #check(): void {
    const socket = this.#socket;
    const timer = window.setTimeout(() => socket?.close(), PONG_WITHIN);
    void this.ask({ type: "ping" }).then(() => clearTimeout(timer));
  }

  #now = (): void => {
    if (this.#socket?.readyState === WebSocket.CLOSED && !this.#closed) {
      clearTimeout(this.#timer);
      this.#connect();
    }
  };

  #awake = (): void => {
    if (document.visibilityState !== "visible") return;
    this.#now();
    if (this.#socket?.readyState === WebSocket.OPEN) this.#check();
  };
}

