import "./palette.css";

import { say } from "../../texts/five-towers";
import type { Explanation, Fact } from "../board";
import Board from "./Board.svelte";
import Own from "./Own.svelte";
import { explain, scoreLine } from "./words";
import { KINDS, points, tallest, total, type TowersKit, type TowersSituation } from "./zones";

function whyNot(element: string, { view }: TowersSituation): string | null {
  const [what, first, second] = element.split(":");
  const asked = view.viewer !== null && view.viewer === view.seat ? view.decision?.kind : undefined;
  if (what === "paddle" && asked === "bid") return first === "pass" ? "pass" : `bid ${first}`;
  if (what === "card" && (asked === "take" || asked === "build")) return `${asked} ${first}`;
  if (what === "tower" && asked === "teardown" && Number(first) === view.viewer) return `tear ${second}`;
  return null;
}

function facts(seat: number, { view }: TowersSituation): readonly Fact[] {
  const torn = view.zones.players[seat]?.torn.length ?? 0;
  return [
    { label: say("board.fact-points"), value: total(view, seat) },
    { label: say("board.fact-tallest"), value: tallest(view.zones, seat) },
    { label: say("board.fact-torn"), value: torn > 0 ? `${torn} (${points(view, seat, "teardown")})` : 0 },
  ];
}

/** Towers stand for their own lines; the main tower is the one as tall as its points. */
function scored(key: string, seat: number, { view }: TowersSituation): readonly string[] {
  const towers = view.zones.players[seat]?.towers;
  if (!towers || points(view, seat, key) === 0) return [];
  if (key === "teardown") return [`torn:${seat}`];
  const kind = KINDS.find((one) => one === key || (key === "main tower" && towers[one].length === points(view, seat, key)));
  return kind ? [`tower:${seat}:${kind}`] : [];
}

export default {
  Board,
  Own,
  explain: (element: string, situation: TowersSituation): Explanation | null => explain(element, situation),
  whyNot,
  gathers: ["take"],
  facts,
  scoreLine,
  scored,
} satisfies TowersKit;
