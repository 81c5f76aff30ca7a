/** Asks the server over HTTP. What it refuses is thrown as `Refusal`, with the sentence it gave. */
import type {
  Advice, Content, DrawShown, DrawWish, ExamplesShown, GameReview, GameShown, LabShown, LessonShown, LogEntry, Me, MetricShown, PackShown, PackWish,
  PositionShown, Problem, Profile, ReminderWish, RemindersShown, ReviewProgress, RulesShown, RunShown, RunWish, Session, SummaryShown, TableLine,
  TableShown, TableWish, VacationShown,
} from "./types";

import type { Sections } from "../texts/catalog";
import { say } from "../texts/frame";

export class Refusal extends Error {
  readonly kind: string;
  readonly status: number;
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.kind = problem.type.replace("/problems/", "");
    this.status = problem.status;
    this.problem = problem;
  }
}

const unreachable = (status: number): Problem => ({
  type: "/problems/unreachable", title: say("cairn.unreachable"), status, detail: say("cairn.unreachable-line"),
});

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Refusal(unreachable(0));
  }
  if (response.status === 204) return undefined as T;
  const isProblem = response.headers.get("Content-Type")?.includes("problem+json") ?? false;
  if (!response.ok) {
    throw new Refusal(isProblem ? ((await response.json()) as Problem) : unreachable(response.status));
  }
  return (await response.json()) as T;
}

const get = <T>(path: string): Promise<T> => ask("GET", path);

function kept<T>(load: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (key) => {
    const found = known.get(key) ?? load(key);
    known.set(key, found);
    found.catch(() => known.delete(key));
    return found;
  };
}

const lab = kept(() => get<LabShown>("/lab"));
const games = kept(() => get<GameShown[]>("/games"));

export const api = {
  games: () => games(""),
  rules: kept((slug) => get<RulesShown>(`/games/${slug}/rules`)),
  lesson: kept((slug) => get<LessonShown>(`/games/${slug}/lesson`)),
  lessonForTwo: kept((slug) => get<LessonShown>(`/games/${slug}/lesson?together=true`)),
  examples: kept((slug) => get<ExamplesShown>(`/games/${slug}/examples`)),
  summary: kept((slug) => get<SummaryShown>(`/games/${slug}/summary`)),
  /** With the changes of a pack for `slug?pack=id`. */
  content: kept((key) => get<Content>(`/games/${key.replace(/^[^?]+/, (slug) => `${slug}/content`)}`)),
  lab: () => lab(""),
  labMetrics: (slug: string, seats: number) => get<MetricShown[]>(`/lab/games/${slug}/metrics?seats=${seats}`),
  labDraw: (slug: string, wish: DrawWish) => ask<DrawShown>("POST", `/lab/games/${slug}/draw`, wish),
  savePack: (wish: PackWish) => ask<PackShown>("POST", "/lab/packs", wish),
  pack: (id: string) => get<PackShown>(`/lab/packs/${id}`),
  beginRun: (wish: Omit<RunWish, "bot"> & Partial<RunWish>) => ask<{ id: string }>("POST", "/lab/runs", wish),
  run: (id: string) => get<RunShown>(`/lab/runs/${id}`),
  stopRun: (id: string) => ask<void>("DELETE", `/lab/runs/${id}`),
  cover: kept((slug) => fetch(`/api/games/${slug}/cover`).then((found) => found.text())),
  texts: kept((slug) => get<Sections>(`/games/${slug}/texts`)),

  me: () => get<Me>("/me"),
  becomeGuest: (name: string) => ask<Me>("POST", "/guests", { name }),
  rename: (name: string) => ask<Me>("PATCH", "/me", { name }),
  claim: (name: string, passphrase: string, old: string | null = null) => ask<Me>("PUT", "/me/passphrase", { name, passphrase, old }),
  signIn: (name: string, passphrase: string) => ask<Me>("POST", "/sessions", { name, passphrase }),
  signOut: () => ask<void>("DELETE", "/session"),
  sessions: () => get<Session[]>("/me/sessions"),
  endSession: (id: string) => ask<void>("DELETE", `/me/sessions/${id}`),
  reminders: () => get<RemindersShown>("/me/reminders"),
  remind: (wish: ReminderWish) => ask<RemindersShown>("PUT", "/me/reminders", wish),
  vacation: () => get<VacationShown>("/me/vacation"),
  leaveFor: (days: number) => ask<VacationShown>("PUT", "/me/vacation", { days }),
  beBack: () => ask<VacationShown>("DELETE", "/me/vacation"),
  profile: (id: string) => get<Profile>(`/players/${id}`),

  myTables: () => get<TableLine[]>("/me/tables"),
  listedTables: () => get<TableLine[]>("/tables"),
  createTable: (wish: Partial<TableWish> & Pick<TableWish, "game" | "seats">) => ask<TableShown>("POST", "/tables", wish),
  table: (id: string) => get<TableShown>(`/tables/${id}`),
  closeTable: (id: string) => ask<TableShown>("DELETE", `/tables/${id}`),
  invite: (invite: string) => get<TableShown>(`/invites/${invite}`),
  join: (id: string, invite: string) => ask<TableShown>("POST", `/tables/${id}/join`, { invite }),
  leave: (id: string) => ask<TableShown>("POST", `/tables/${id}/leave`),
  comeBack: (id: string) => ask<TableShown>("POST", `/tables/${id}/return`),
  rematch: (id: string) => ask<TableShown>("POST", `/tables/${id}/rematch`),
  seatBot: (id: string, seat: number, bot: string) => ask<TableShown>("PUT", `/tables/${id}/seats/${seat}`, { bot }),
  log: (id: string, before: number, limit = 200) => get<LogEntry[]>(`/tables/${id}/log?before=${before}&limit=${limit}`),
  hint: (id: string, position: number) => ask<Advice>("POST", `/tables/${id}/hint`, { position }),
  review: (id: string, position: number) => get<Advice>(`/tables/${id}/review/${position}`),
  askForReview: (id: string) => ask<ReviewProgress>("POST", `/tables/${id}/review`),
  /** How far the review of a game is; given a number of steps, the answer comes when there are more. */
  reviewProgress: (id: string, after: number | null = null) =>
    get<ReviewProgress>(`/tables/${id}/review${after === null ? "" : `?after=${after}`}`),
  gameReview: (id: string) => get<GameReview>(`/tables/${id}/review.json`),
  position: (id: string, position: number, seat: number | null) =>
    get<PositionShown>(`/tables/${id}/positions/${position}${seat === null ? "" : `?seat=${seat}`}`),
};
