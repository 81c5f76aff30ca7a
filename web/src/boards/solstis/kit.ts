/** What the board says: explanations, reasons to ask for and numbers about the seats. */
import { lookUp } from "../../texts/catalog";
import { say } from "../../texts/solstis";
import type { Explanation, Fact } from "../board";
import { firesOf, sectionsOf, spotOf } from "./land";
import { deedText, listed, rowName, SPIRIT_RULES, tileText } from "./texts";
import { spiritOf, starsOf, type Place, type SolstisSituation } from "./zones";

/** Where the land tile of an empty position is, as far as the viewer can see. */
export type Whereabouts = "hand" | "display" | "played" | "removed" | "other" | "unseen";

export function whereIs(place: Place, seat: number, { view }: Pick<SolstisSituation, "view">): Whereabouts {
  const { zones } = view;
  if (zones.display.includes(place)) return "display";
  if (zones.played === place) return "played";
  if (zones.removed.includes(place)) return "removed";
  if (zones.players.some((player, other) => other !== seat && player.land.includes(place))) return "other";
  return zones.players[seat]?.hand?.includes(place) ? "hand" : "unseen";
}

export function explainSpirit(name: string, { view, content, names }: SolstisSituation): Explanation {
  const spirit = spiritOf(content, name);
  const { zones } = view;
  const owner = zones.players.findIndex((player) => player.spirits.some((placed) => placed.spirit === name));
  const stars = view.scores[owner]?.[name];
  const text = [say(`board.kind-${spirit.kind}`), deedText(spirit)];
  const seat = names[owner] ?? "";
  if (owner >= 0) text.push(typeof stars === "number" ? say("board.spirit-worth", { spirit: spirit.title, seat, n: stars }) : `${say("board.spirit-of", { spirit: spirit.title, seat })}.`);
  if (zones.covered === name) text.push(say("board.covered-note"));
  return { title: spirit.title, text: text.join(" "), rules: [SPIRIT_RULES[name] ?? "SO-30"] };
}

function explainPosition(seat: number, place: Place, situation: SolstisSituation): Explanation {
  const { view, content, names } = situation;
  const { zones } = view;
  const name = names[seat] ?? "";
  const player = zones.players[seat];
  if (player?.land.includes(place)) {
    const fires = firesOf(content, player).filter(({ key }) => key.split("+").includes(place));
    const text = [say("board.land-note", { row: rowName(place) }), ...fires.slice(0, 1).map(({ burning }) => (burning ? say("board.fire-lit") : say("board.fire-unlit")))];
    return { title: say("board.land", { place, seat: name }), text: text.join(" "), rules: fires.length > 0 ? ["SO-54"] : ["SO-52"] };
  }
  if (player?.rainbows.includes(place)) {
    const { row, column } = spotOf(place);
    const blocked = player.spirits.some(({ square }) => {
      const corner = spotOf(square);
      return row - corner.row >= 0 && row - corner.row <= 1 && column - corner.column >= 0 && column - corner.column <= 1;
    });
    return { title: say("board.rainbow", { place, seat: name }), text: `${say("board.rainbow-note")} ${blocked ? say("board.rainbow-blocked") : say("board.rainbow-free")}`, rules: [blocked ? "SO-20" : "SO-21"] };
  }
  const where = whereIs(place, seat, situation);
  const text = where === "other" ? say("board.where-other", { seat: names[1 - seat] ?? "" }) : say(`board.where-${where}`);
  return { title: say("board.empty", { place, seat: name }), text, rules: ["SO-1"] };
}

export function explain(element: string, situation: SolstisSituation): Explanation | null {
  const { view, content, names } = situation;
  const { zones } = view;
  const [kind = "", first = "", second = ""] = element.split(":");
  const seat = Number(first);
  switch (kind) {
    case "hand": return { title: tileText(first), text: say("board.in-hand"), rules: ["SO-9"] };
    case "display": {
      const text = zones.hidden_below.includes(first) ? `${say("board.in-display")} ${say("board.hidden-below")}` : say("board.in-display");
      return { title: tileText(first), text, rules: ["SO-9"] };
    }
    case "played": return { title: tileText(first), text: say("board.just-played"), rules: ["SO-11"] };
    case "position": return explainPosition(seat, second, situation);
    case "square": return { title: say("board.square", { place: second }), text: say("board.square-note"), rules: ["SO-23"] };
    case "spirit": return explainSpirit(first, situation);
    case "spirits": {
      const spirits = listed(zones.spirits_unseen.map((name) => spiritOf(content, name).title));
      const text = zones.spirit_pile === 0 ? say("board.spirit-pile-empty") : say("board.spirit-pile-note", { n: zones.spirit_pile, spirits });
      return { title: say("board.spirit-pile"), text, rules: ["SO-28"] };
    }
    case "pile": return { title: say("board.pile"), text: say("board.pile-note", { n: zones.pile, tiles: listed(zones.unseen) }), rules: ["SO-13"] };
    case "supply": return { title: say("board.supply"), text: say("board.supply-note", { n: zones.rainbow_supply }), rules: ["SO-15"] };
    case "removed": return { title: say("board.removed"), text: say("board.removed-note", { tiles: listed(zones.removed) }), rules: ["SO-20"] };
    case "evil": return { title: say("board.evil-with", { seat: names[zones.evil ?? 0] ?? "" }), text: deedText(spiritOf(content, "evil")), rules: ["SO-34", "SO-36"] };
    case "hand-of": {
      const without = zones.players[seat]?.cannot_hold ?? [];
      const text = without.length === 0 ? say("board.hand-hidden") : say("board.hand-without", { tiles: listed(without) });
      return { title: say("board.hand-of", { seat: names[seat] ?? "" }), text, rules: ["SO-51"] };
    }
    case "held": return { title: say("board.held", { n: zones.players[seat]?.rainbows_held ?? 0 }), rules: ["SO-18"] };
    case "stars": return { title: say("board.stars", { seat: names[seat] ?? "", n: starsOf(view, seat) }), text: say("board.stars-note"), rules: ["SO-52", "SO-54", "SO-56"] };
    default: return null;
  }
}

/** For each question, what an answer with an element would be called; the element's kind must be among them. */
const ANSWERS: Readonly<Record<string, (kind: string, id: string, place: string, met: string) => string | null>> = {
  play: (kind, id) => (kind === "hand" || kind === "display" ? `play ${id}` : null),
  capture: (kind, id) => (kind === "display" || kind === "hand" ? `capture ${id}` : null),
  rainbow: (kind, _, place) => (kind === "position" ? `rainbow ${place}` : null),
  encounter: (kind, id) => (kind === "spirits" ? "encounter pile" : kind === "spirit" ? `encounter ${id}` : null),
  keep: (kind, id) => (kind === "spirit" ? `keep ${id}` : null),
  place: (kind, _, place, met) => (kind === "position" || kind === "square" ? `place ${met} ${place}` : null),
  "add-from-hand": (kind, id) => (kind === "hand" || kind === "display" ? `add ${id}` : null),
  "add-from-display": (kind, id) => (kind === "display" || kind === "hand" ? `add ${id}` : null),
  cover: (kind, id) => (kind === "spirit" ? `cover ${id}` : null),
};

export function whyNot(element: string, { view }: SolstisSituation): string | null {
  const [kind = "", first = "", second = ""] = element.split(":");
  const met = view.zones.met?.[0] ?? "";
  return ANSWERS[view.decision?.kind ?? ""]?.(kind, first, second, met) ?? null;
}

export function facts(seat: number, { view }: SolstisSituation): readonly Fact[] {
  const player = view.zones.players[seat];
  return [
    { label: say("board.fact-stars"), value: starsOf(view, seat) },
    { label: say("board.fact-fires"), value: view.scores[seat]?.["fires"] ?? 0 },
    { label: say("board.fact-spirits"), value: player?.spirits.length ?? 0 },
    { label: say("board.fact-hand"), value: player?.hand_count ?? 0 },
  ];
}

export function scoreLine(key: string): string {
  return lookUp("solstis", "score", key) ?? key;
}

/** Spirits stand for their own lines, fires for the tiles they burn on, the biggest section is the one with so much land. */
export function scored(key: string, seat: number, { view, content }: SolstisSituation): readonly string[] {
  const player = view.zones.players[seat];
  const points = view.scores[seat]?.[key] ?? 0;
  if (!player || points === 0) return [];
  const at = (place: Place): string => `position:${seat}:${place}`;
  if (key === "fires") return firesOf(content, player).filter(({ burning }) => burning).flatMap((fire) => fire.key.split("+").map(at));
  if (key !== "biggest panorama") return [`spirit:${key}`];
  const land = new Set(player.land);
  return (sectionsOf([...player.land, ...player.rainbows]).find((section) => section.filter((place) => land.has(place)).length === points) ?? []).map(at);
}
