/** A table as it is being played: what the server says, shown one move after the other so that it can be followed. */
import { api, Refusal } from "../api/client";
import type {
  Advice, ChatLine, Choice, EventShown, Hello, LogEntry, Moved, SeatShown, TableShown, View, You,
} from "../api/types";
import { settings } from "../frame/settings.svelte";
import { say } from "../texts/frame";
import { shared } from "./share";
import { TableSocket, type Heard, type Link } from "./socket";

export interface Shown {
  position: number;
  asked: number;
  askedAt: number;
  undo: boolean;
  view: View;
  events: readonly EventShown[];
}

export interface Reason {
  element: string;
  text: string;
  rule: string | null;
}

const HURRY = 6;
const SLOW = 600;
const NOTICE_MS = 5000;
const PREVIEW_AFTER = 140;

export class LiveTable {
  readonly id: string;
  table: TableShown | null = $state.raw(null);
  you: You | null = $state.raw(null);
  seats: readonly SeatShown[] = $state.raw([]);
  spectators = $state(0);
  shown: Shown | null = $state.raw(null);
  log: readonly LogEntry[] = $state.raw([]);
  chat: readonly ChatLine[] = $state.raw([]);
  clocks: readonly (number | null)[] = $state.raw([]);
  link: Link = $state("connecting");
  notice = $state("");
  /** An answer of ours is on its way. */
  sending = false;
  behind = $state(0);
  reason: Reason | null = $state.raw(null);
  advice: Advice | null = $state.raw(null);
  advising = $state(false);
  preview: View | null = $state.raw(null);
  /** A position that is looked back at, or null for the present. */
  looking: number | null = $state(null);
  unread = $state(0);
  /** The last things said by the table, for those who listen. */
  spoken = $state("");

  /** Server time less ours. */
  #offset = 0;
  #views = new Map<number, View>();
  #queue: Moved[] = [];
  #timer = 0;
  #noticeTimer = 0;
  #previewTimer = 0;
  #wasLost = false;
  #asking: Promise<unknown> | null = null;
  #socket: TableSocket;

  constructor(id: string) {
    this.id = id;
    this.#socket = new TableSocket(id, {
      heard: (message) => this.#hear(message),
      changed: (link, reason) => this.#linked(link, reason),
      position: () => this.shown?.position ?? null,
    });
  }

  close(): void {
    this.#socket.close();
    clearTimeout(this.#timer);
    clearTimeout(this.#noticeTimer);
    clearTimeout(this.#previewTimer);
  }

  /** Connect with the identity we have now. */
  reconnect(): void {
    this.#wasLost = false;
    this.#socket.again();
  }

  readonly me: number | null = $derived(this.you?.seat ?? null);
  readonly names: readonly string[] = $derived(this.seats.map((seat) => seat.name));
  readonly status = $derived(this.table?.status ?? "waiting");
  readonly mySeat: SeatShown | null = $derived(this.me === null ? null : (this.seats[this.me] ?? null));
  readonly standIn: string | null = $derived(this.mySeat?.stand_in ?? null);

  readonly view: View | null = $derived.by(() => {
    if (this.looking !== null) return this.#views.get(this.looking) ?? this.shown?.view ?? null;
    return this.shown?.view ?? null;
  });

  readonly myTurn: boolean = $derived(
    this.status === "running" && this.me !== null && this.shown?.view.seat === this.me && this.behind === 0,
  );

  /** Whether answers are taken now. */
  readonly open: boolean = $derived(
    this.myTurn && this.link === "open" && this.looking === null && this.standIn === null,
  );

  get serverNow(): number {
    return Date.now() + this.#offset;
  }

  // What the server says

  #linked(link: Link, reason: string): void {
    if (link === "lost" && !this.#wasLost && this.link === "open") this.#wasLost = true;
    if (link === "ended") this.say(reason || say("not-found.text"), true);
    this.link = link;
  }

  #hear(message: Heard): void {
    switch (message.type) {
      case "hello": return this.#greet(message);
      case "moved":
        this.#queue.push(message);
        this.behind = this.#queue.length;
        // What we did ourselves is shown at once.
        if (this.behind === 1 && message.entry.seat === this.me && !message.entry.bot) this.#stopWaiting();
        return this.#pump();
      case "seats":
        this.seats = message.seats;
        this.spectators = message.spectators;
        if (this.table) {
          this.table = { ...this.table, status: message.status as TableShown["status"], rematch: message.rematch };
        }
        return;
      case "chat":
        this.chat = [...this.chat, message.line];
        if (message.line.seat !== this.me) {
          this.unread += 1;
          this.spoken = `${message.line.name}: ${message.line.text}`;
        }
        return;
      default: return;
    }
  }

  #greet(hello: Hello): void {
    this.#queue = [];
    this.behind = 0;
    this.#offset = hello.now - Date.now();
    this.you = hello.you;
    this.table = hello.table;
    this.seats = hello.table.seats;
    this.spectators = hello.spectators;
    this.chat = hello.chat;
    this.clocks = hello.table.seats.map((seat) => seat.clock);
    const known = new Map(this.log.map((entry) => [entry.position, entry]));
    for (const entry of hello.log) known.set(entry.position, entry);
    this.log = [...known.values()].sort((a, b) => a.position - b.position);
    if (hello.position) {
      const { position, asked, asked_at, undo, view } = hello.position;
      this.#show({ position, asked, askedAt: asked_at, undo, view, events: [] });
    }
    if (this.#wasLost) this.say(say("table.reconnected"));
    this.#wasLost = false;
  }

  /** Show the next move that waits, and leave it there for a while before the one after it. */
  #pump(): void {
    if (this.#timer) return;
    const next = this.#queue.shift();
    if (!next) return;
    this.behind = this.#queue.length;
    const { position, asked, asked_at, undo, view, entry } = next;
    this.log = [...this.log, entry];
    this.clocks = next.clocks;
    this.#show({ position, asked, askedAt: asked_at, undo, view, events: entry.events });
    if (this.table && view.result) this.table = { ...this.table, status: "over" };
    this.#speak(entry, view);
    const gap = this.#queue.length > HURRY || document.hidden ? 0 : settings.gap;
    this.#timer = window.setTimeout(() => {
      this.#timer = 0;
      this.#pump();
    }, gap);
  }

  #stopWaiting(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  #show(shown: Shown): void {
    const view = { ...shown.view, zones: shared(this.shown?.view.zones, shown.view.zones) };
    this.#views.set(shown.position, view);
    this.shown = { ...shown, view };
    this.sending = false;
    this.advice = null;
    this.reason = null;
    this.preview = null;
  }

  #speak(entry: LogEntry, view: View): void {
    const told = entry.events.map((event) => event.text).join(" ");
    const asked = view.seat === this.me && view.decision ? ` ${say("table.your-turn")}: ${view.decision.prompt}` : "";
    const over = view.result ? ` ${say("table.over")}` : "";
    this.spoken = `${told}${asked}${over}`;
  }

  // What we do

  say(text: string, stays = false): void {
    this.notice = text;
    clearTimeout(this.#noticeTimer);
    if (!stays) this.#noticeTimer = window.setTimeout(() => (this.notice = ""), NOTICE_MS);
  }

  /** Whether the answer was taken; what it led to is shown by then. */
  async choose(choice: string): Promise<boolean> {
    if (!this.open || !this.shown || this.sending) return false;
    return this.#act({ type: "choose", position: this.shown.position, choice });
  }

  async undo(whole = false): Promise<boolean> {
    if (!this.shown || this.sending || !this.shown.undo) return false;
    return this.#act({ type: whole ? "restart" : "undo", position: this.shown.position });
  }

  async #act(message: Parameters<TableSocket["ask"]>[0]): Promise<boolean> {
    this.sending = true;
    const asking = this.#socket.ask(message);
    this.#asking = asking;
    const slow = window.setTimeout(() => this.say(say("table.sending")), SLOW);
    const reply = await asking;
    clearTimeout(slow);
    if (reply?.type === "refused") this.say(reply.problem.detail);
    else if (this.notice === say("table.sending")) this.notice = "";
    // What was answered has been shown already; the next answer may be on its way.
    if (this.#asking === asking) this.sending = false;
    return reply?.type === "accepted";
  }

  async why(choice: string | null, element: string): Promise<void> {
    this.reason = null;
    const view = this.shown?.view;
    if (!view?.decision) return;
    const reply = choice === null || !this.myTurn ? null : await this.#socket.ask({ type: "why", choice });
    const problem = reply?.type === "why" || reply?.type === "refused" ? reply.problem : null;
    if (problem && !problem.type.endsWith("bad-notation")) {
      this.reason = { element, text: problem.detail, rule: typeof problem["rule"] === "string" ? problem["rule"] : null };
    } else {
      this.reason = { element, text: say("table.not-now", { prompt: view.decision.prompt }), rule: view.decision.rules[0] ?? null };
    }
    this.spoken = this.reason.text;
  }

  /** Where a choice would lead, and whether that is certain. */
  async foresee(choice: string): Promise<{ view: View; certain: boolean } | null> {
    const position = this.shown?.position;
    if (position === undefined || !this.open) return null;
    const reply = await this.#socket.ask({ type: "preview", position, choice });
    return reply?.type === "preview" && this.shown?.position === position ? reply : null;
  }

  /** Ask where a choice would lead, once it has been pointed at for a moment. */
  look(choice: Choice | null): void {
    clearTimeout(this.#previewTimer);
    this.preview = null;
    const position = this.shown?.position;
    if (!choice || position === undefined || !this.open) return;
    this.#previewTimer = window.setTimeout(() => {
      void this.foresee(choice.choice).then((found) => {
        if (found && this.shown?.position === position) this.preview = found.view;
      });
    }, PREVIEW_AFTER);
  }

  async hint(): Promise<void> {
    if (!this.open || !this.shown || this.advising) return;
    if (this.advice) {
      this.advice = null;
      return;
    }
    const position = this.shown.position;
    this.advising = true;
    try {
      const advice = await api.hint(this.id, position);
      if (this.shown.position === position) this.advice = advice;
    } catch (error) {
      this.say(error instanceof Refusal ? error.message : String(error));
    } finally {
      this.advising = false;
    }
  }

  async talk(text: string): Promise<boolean> {
    const reply = await this.#socket.ask({ type: "chat", text });
    if (reply?.type === "refused") this.say(reply.problem.detail);
    return reply?.type === "accepted";
  }

  async comeBack(): Promise<void> {
    await this.#act({ type: "come-back" });
  }

  async earlier(): Promise<void> {
    const first = this.log[0]?.position ?? 0;
    if (first > 0) this.log = [...(await api.log(this.id, first)), ...this.log];
  }

  canLookAt(position: number): boolean {
    return this.status === "over" || this.#views.has(position);
  }

  async lookBack(position: number | null): Promise<void> {
    if (position === null || position === this.shown?.position) {
      this.looking = null;
      return;
    }
    if (!this.#views.has(position) && this.status === "over") {
      this.#views.set(position, (await api.position(this.id, position, this.me)).view);
    }
    if (this.#views.has(position)) this.looking = position;
  }

}
