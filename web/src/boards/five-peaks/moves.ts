/** What choices mean on the board: where they light, and how to ask about what is not offered. */
import type { Choice } from "../../api/types";
import { say } from "../../texts/five-peaks";
import type { Explanation, Fact } from "../board";
import { known } from "../words";
import { cellName, mapOf, slotBeside, type HikeMap, type Space } from "./geometry";
import { CARD_RULES, amountText, amountsIn, both, counted, effectOf, fireRules, nameOf, panoramaTitle, placeArgs, points, roman, spaceName, stoneTitle, terrainTitle } from "./texts";
import { carried, costOf, countOf, panoramaOf, peakOf, roomOf, TERRAINS, tileOf, type Cell, type HikeSituation, type Terrain } from "./zones";

const MOVES = new Set(["walk", "march", "step", "sightsee", "run", "shortcut", "bike", "paraglide"]);
export const TURNS = ["straight", "right", "over", "left"] as const;

/** The slot that "place birch ne right" speaks of. */
function slotOf(words: readonly string[], { view }: HikeSituation): Cell | null {
  const home = view.zones.map.find(({ name }) => name === words[1]);
  return home && words[2] !== undefined ? slotBeside(home.slot, words[2]) : null;
}

export function turnOf(choice: string): number | null {
  const turn = TURNS.findIndex((name) => name === choice.split(" ")[3]);
  return choice.startsWith("place ") && turn >= 0 ? turn : null;
}

function mapIn({ view, content }: HikeSituation): HikeMap {
  return mapOf(view.zones, content);
}

/** The space that a notation names: "birch ne" or "fox". */
function spaceNamed(name: string, situation: HikeSituation): Space | undefined {
  const map = mapIn(situation);
  return map.spaces.get(map.named.get(name) ?? "");
}

export function elements(choice: Choice, situation: HikeSituation): readonly string[] {
  const words = choice.choice.split(" ");
  const [verb = "", what = ""] = words;
  const kind = situation.view.decision?.kind;
  switch (verb) {
    case "place": {
      const slot = slotOf(words, situation);
      return slot ? [`slot:${cellName(slot)}`, `turn:${turnOf(choice.choice) ?? 0}`] : [];
    }
    case "buy":
    case "card":
      return [`market:${what}`];
    case "sell":
      return [`hand:${situation.view.seat}:${what}`];
    case "camp":
      return what === "panorama" ? [`panorama:${words[2]}`] : [];
    case "keep":
      return kind === "campfire" ? [`fire:${what}`] : [];
    case "under":
      return [`under:${what}`];
    case "stone":
      return [`stone:${what}`];
    case "discard":
    case "return":
      return [`pack:${what}`];
    case "swap":
      return [`pack:${what}`, `bank:${words[2]}`];
    case "harvest":
    case "trade":
      return [`bank:${what}`];
    default:
      return MOVES.has(verb) ? choice.elements.slice(-1) : choice.elements;
  }
}

/** The space of the pawn that is asked about. */
function here(situation: HikeSituation): Space | undefined {
  const pawn = situation.view.zones.pawns[situation.view.seat ?? -1];
  return pawn && mapIn(situation).spaces.get(cellName(pawn));
}

export function explain(element: string, situation: HikeSituation): Explanation | null {
  const [kind = "", id = "", more = ""] = element.split(":");
  const { content } = situation;
  const { zones } = situation.view;
  switch (kind) {
    case "space":
      return explainSpace(id, situation);
    case "hand":
    case "played":
    case "market": {
      const name = kind === "market" ? id : more;
      const rules = CARD_RULES[name];
      if (!rules) return null;
      if (kind !== "market") return { title: nameOf(name), text: effectOf(name), rules };
      const text = say("board.it-costs", { effect: effectOf(name), cost: counted(costOf(content, name) ?? 0, "endorphin") });
      return { title: nameOf(name), text, rules: [...rules, "FP-27"] };
    }
    case "fire":
    case "under":
      return { title: nameOf(id), text: effectOf(id), rules: kind === "under" ? ["FP-55"] : fireRules(id) };
    case "panorama": {
      const card = panoramaOf(content, id);
      if (!card) return null;
      const text = say("board.panorama-note", { points: points(card.points), cost: amountsIn(card.cost), reward: amountsIn(card.reward) });
      return { title: panoramaTitle(content, id), text, rules: ["FP-61", "FP-62"] };
    }
    case "bank":
      return {
        title: say("board.bank-has", { what: counted(countOf(zones.bank, id), id) }),
        text: say("board.bank-note"),
        rules: ["FP-45"],
      };
    case "pack": {
      const player = zones.players[situation.view.viewer ?? 0];
      if (!player) return null;
      const title = say("board.backpack-filled", { n: carried(player.backpack), room: roomOf(content, player) });
      return { title, text: say("board.pack-note", { what: counted(countOf(player.backpack, id), id) }), rules: ["FP-44"] };
    }
    case "stone": {
      const stone = content.stone.find(({ name }) => name === id);
      return stone ? { title: stoneTitle(id), text: say("board.stone-note", { n: stone.multiplier }), rules: ["FP-51", "FP-52"] } : null;
    }
    case "badge": {
      const terrain = known(TERRAINS, id);
      if (!terrain) return null;
      return { title: say("board.badge", { terrain: terrainTitle(terrain) }), text: say("board.badge-note", { points: points(content.badges[terrain]) }), rules: ["FP-80"] };
    }
    case "slot": {
      const drawnName = zones.drawn_tile ?? zones.drawn_peak ?? "";
      return { title: nameOf(drawnName), text: say("board.slot-note"), rules: tileOf(content, drawnName) ? ["FP-20"] : ["FP-41"] };
    }
    case "turn":
      return { title: nameOf(zones.drawn_tile ?? zones.drawn_peak ?? ""), text: nameOf(TURNS[Number(id)] ?? ""), rules: ["FP-21"] };
    case "pawn":
      return { title: situation.names[Number(id)] ?? id, text: say("board.pawn-note"), rules: ["FP-12"] };
    default:
      return null;
  }
}

function explainSpace(name: string, situation: HikeSituation): Explanation | null {
  const { content } = situation;
  const { zones } = situation.view;
  const space = mapIn(situation).spaces.get(name);
  if (!space) return null;
  const standing = zones.pawns.flatMap((cell, seat) => (cellName(cell) === name ? [situation.names[seat] ?? ""] : []));
  const left = zones.left.find((entry) => cellName(entry.space) === name);
  const notes: string[] = [];
  if (standing.length > 0) notes.push(say("board.stands", { n: standing.length, owners: both(standing) }));
  if (left) notes.push(say("board.lies", { what: lyingText(left.resources) }));
  const peak = space.peak && peakOf(content, space.peak.data.name);
  if (peak) {
    const stones = zones.players.flatMap((player, seat) =>
      Object.entries(player.stones).filter(([, at]) => at === peak.name).map(([stone]) => `${situation.names[seat]} (${nameOf(stone)})`),
    );
    if (peak.reward) notes.push(say("board.stone-gives", { what: amountsIn(peak.reward) }));
    notes.push(stones.length > 0 ? say("board.stones-of", { owners: stones.join(", ") }) : say("board.no-stone-yet"));
    return { title: say("board.peak-points", { peak: nameOf(peak.name), points: points(peak.points) }), text: notes.join(" "), rules: ["FP-51", "FP-82"] };
  }
  const first = space.texts[0];
  const rules = first?.what === "exchange" ? ["FP-40"] : first?.what === "containers" ? ["FP-42"] : first?.what === "parking" ? ["FP-17"] : first?.bike ? ["FP-16", "FP-43"] : ["FP-16"];
  return { title: spaceName(space), text: notes.join(" "), rules };
}

export function lyingText(counts: Readonly<Record<string, number>>): string {
  return amountText(Object.entries(counts).filter(([, count]) => count > 0).map(([kind, count]) => ({ kind, count })));
}

export function whyNot(element: string, situation: HikeSituation): string | null {
  const [kind = "", id = "", card = ""] = element.split(":");
  const asked = situation.view.decision?.kind;
  const seat = String(situation.view.seat);
  if (kind === "hand" && id === seat) return asked === "play" ? `play ${card}` : asked === "training" || asked === "sell" ? `sell ${card}` : null;
  if (kind === "space") {
    const label = mapIn(situation).spaces.get(id)?.label;
    if (label === undefined) return null;
    return asked === "move" ? moveTo(label, situation) : asked === "second-step" ? `step ${label}` : null;
  }
  if (kind === "market") return asked === "free-card" ? `card ${id}` : asked === "training" || asked === "observe-buy" ? `buy ${id}` : null;
  if (kind === "panorama" && asked === "camp") return `camp panorama ${id}`;
  if (kind === "stone" && asked === "stone") return `stone ${id}`;
  if (kind === "pack") return asked === "overflow" ? `return ${id}` : asked === "discovery" || asked === "discard" ? `discard ${id}` : null;
  if (kind === "bank") return asked === "harvest" ? `harvest ${id}` : asked === "play" || asked === "end-turn" ? `trade ${id}` : null;
  return null;
}

/** The verb of the move that is asked for: that of the choices there are. */
function moveTo(space: string, { view }: HikeSituation): string | null {
  const verbs = view.choices.map(({ choice }) => choice.split(" ")[0] ?? "").filter((verb) => MOVES.has(verb));
  const verb = verbs.find((word) => word !== "step") ?? verbs[0];
  return verb ? `${verb} ${space}` : null;
}

export function facts(seat: number, { view, content }: HikeSituation): readonly Fact[] {
  const player = view.zones.players[seat];
  if (!player) return [];
  const placed = Object.values(player.stones).filter((peak) => peak !== null).length;
  const score = view.scores?.[seat];
  const total = score ? Object.values(score).reduce<number>((sum, line) => sum + (line ?? 0), 0) : 0;
  return [
    { label: say("board.fact-points"), value: total },
    { label: say("board.fact-endorphins"), value: player.endorphins },
    { label: say("board.fact-pack"), value: say("board.filled", { n: carried(player.backpack), room: roomOf(content, player) }) },
    { label: say("board.fact-stones"), value: say("board.filled", { n: placed, room: Object.keys(player.stones).length }) },
    { label: say("board.fact-panoramas"), value: player.panoramas.length },
    { label: say("board.fact-cards"), value: player.hand_count },
  ];
}

/** Only the things of whoever looks lie on the table for everybody to see. */
export function scored(key: string, seat: number, { view }: HikeSituation): readonly string[] {
  const player = seat === (view.viewer ?? 0) ? view.zones.players[seat] : undefined;
  if (!player) return [];
  const from: Record<string, () => string[]> = {
    badges: () => TERRAINS.filter((terrain) => player.badges[terrain] > 0).map((terrain) => `badge:${terrain}`),
    panoramas: () => player.panoramas.map((card) => `panorama:${card}`),
    campfires: () => player.campfires.map((card) => `fire:${card}`),
    stones: () => Object.keys(player.stones).filter((stone) => player.stones[stone]).map((stone) => `stone:${stone}`),
  };
  return from[key]?.() ?? [];
}

