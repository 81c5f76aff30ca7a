/** What the board says: captions, explanations, reasons to ask for and numbers about the seats. */
import type { Choice } from "../../api/types";
import type { Explanation, Fact, Situation } from "../board";
import { capital, plain } from "../words";
import { firesOf, sectionsOf, spotOf } from "./land";
import { DEEDS, KINDS, ROW_NAMES, SPIRIT_RULES, TEXTS } from "./texts";
import { contentOf, spiritOf, starsOf, zonesOf, type Place, type Spirit } from "./zones";

export function rowName(place: Place): string {
  return ROW_NAMES[spotOf(place).row - 1] ?? "";
}

export function deedOf(spirit: Spirit): readonly [short: string, long: string] {
  return DEEDS[spirit.effect ?? spirit.bonus ?? spirit.last ?? spirit.kind] ?? ["", ""];
}

/** The spirit among the words of a notation, and what follows it: "place deer 3-5". */
function words(choice: string): [verb: string, first: string, second: string] {
  const [verb = "", first = "", second = ""] = choice.split(" ");
  return [verb, first, second];
}

export function caption(choice: Choice, { content }: Situation): string {
  const [verb, first, second] = words(choice.choice);
  const say = TEXTS.captions;
  const title = (): string => spiritOf(content, first).title;
  switch (verb) {
    case "play": return say.play(first);
    case "capture": return say.capture(first);
    case "rainbow": return say.rainbow(first);
    case "add": return say.add(first);
    case "keep": return say.keep(title());
    case "cover": return say.cover(title());
    case "place": return say.place(title(), second);
    case "encounter": return first === "pile" ? say.pile : first === "none" ? say.none : say.take(title());
    default: return capital(plain(choice.choice));
  }
}

/** Where the land tile of an empty position is, as far as the viewer can see. */
export type Whereabouts = "hand" | "display" | "played" | "removed" | "other" | "unseen";

export function whereIs(place: Place, seat: number, { view }: Pick<Situation, "view">): Whereabouts {
  const zones = zonesOf(view);
  if (zones.display.includes(place)) return "display";
  if (zones.played === place) return "played";
  if (zones.removed.includes(place)) return "removed";
  if (zones.players.some((player, other) => other !== seat && player.land.includes(place))) return "other";
  return zones.players[seat]?.hand?.includes(place) ? "hand" : "unseen";
}

export function explainSpirit(name: string, { view, content, names }: Situation): Explanation {
  const spirit = spiritOf(content, name);
  const zones = zonesOf(view);
  const owner = zones.players.findIndex((player) => player.spirits.some((placed) => placed.spirit === name));
  const stars = view.scores[owner]?.[name];
  const text = [KINDS[spirit.kind], deedOf(spirit)[1]];
  if (owner >= 0) text.push(`${TEXTS.spiritOf(spirit.title, names[owner] ?? "")}${typeof stars === "number" ? `: ${TEXTS.stars(stars)}` : ""}.`);
  if (zones.covered === name) text.push(TEXTS.coveredBy);
  return { title: spirit.title, text: text.join(" "), rules: [SPIRIT_RULES[name] ?? "SO-30"] };
}

function explainPosition(seat: number, place: Place, situation: Situation): Explanation {
  const { view, content, names } = situation;
  const zones = zonesOf(view);
  const name = names[seat] ?? "";
  const player = zones.players[seat];
  if (player?.land.includes(place)) {
    const fires = firesOf(contentOf(content), player).filter(({ key }) => key.split("+").includes(place));
    const text = [TEXTS.landText(rowName(place)), ...fires.slice(0, 1).map(({ burning }) => (burning ? TEXTS.fireLit : TEXTS.fireUnlit))];
    return { title: TEXTS.land(place, name), text: text.join(" "), rules: fires.length > 0 ? ["SO-54"] : ["SO-52"] };
  }
  if (player?.rainbows.includes(place)) {
    const { row, column } = spotOf(place);
    const blocked = player.spirits.some(({ square }) => {
      const corner = spotOf(square);
      return row - corner.row >= 0 && row - corner.row <= 1 && column - corner.column >= 0 && column - corner.column <= 1;
    });
    return { title: TEXTS.rainbowAt(place, name), text: `${TEXTS.rainbowText} ${blocked ? TEXTS.blockedText : TEXTS.freeText}`, rules: [blocked ? "SO-20" : "SO-21"] };
  }
  const where = whereIs(place, seat, situation);
  const text = where === "other" ? TEXTS.where.other(names[1 - seat] ?? "") : TEXTS.where[where];
  return { title: TEXTS.emptyAt(place, name), text, rules: ["SO-1"] };
}

export function explain(element: string, situation: Situation): Explanation | null {
  const { view, content, names } = situation;
  const zones = zonesOf(view);
  const [kind = "", first = "", second = ""] = element.split(":");
  const seat = Number(first);
  switch (kind) {
    case "hand": return { title: TEXTS.tile(first, rowName(first)), text: TEXTS.tileInHand, rules: ["SO-9"] };
    case "display": {
      const text = zones.hidden_below.includes(first) ? `${TEXTS.tileInWall} ${TEXTS.tileCovers}` : TEXTS.tileInWall;
      return { title: TEXTS.tile(first, rowName(first)), text, rules: ["SO-9"] };
    }
    case "played": return { title: TEXTS.tile(first, rowName(first)), text: TEXTS.tilePlayed, rules: ["SO-11"] };
    case "position": return explainPosition(seat, second, situation);
    case "square": return { title: TEXTS.square(second), text: TEXTS.squareText, rules: ["SO-23"] };
    case "spirit": return explainSpirit(first, situation);
    case "spirits": {
      const unseen = zones.spirits_unseen.map((name) => spiritOf(content, name).title);
      return { title: TEXTS.spiritPileTitle, text: TEXTS.spiritPileText(zones.spirit_pile, unseen), rules: ["SO-28"] };
    }
    case "pile": return { title: TEXTS.pileTitle, text: TEXTS.pileText(zones.pile, zones.unseen), rules: ["SO-13"] };
    case "supply": return { title: TEXTS.supplyTitle, text: TEXTS.supplyText(zones.rainbow_supply), rules: ["SO-15"] };
    case "removed": return { title: TEXTS.removedTitle, text: TEXTS.removedText(zones.removed), rules: ["SO-20"] };
    case "evil": return { title: TEXTS.evilHolder(names[zones.evil ?? 0] ?? ""), text: deedOf(spiritOf(content, "evil"))[1], rules: ["SO-34", "SO-36"] };
    case "hand-of": return { title: TEXTS.handTitle(names[seat] ?? ""), text: TEXTS.handText(zones.players[seat]?.cannot_hold ?? []), rules: ["SO-51"] };
    case "held": return { title: TEXTS.held(zones.players[seat]?.rainbows_held ?? 0), rules: ["SO-18"] };
    case "stars": return { title: `${names[seat] ?? ""}: ${TEXTS.stars(starsOf(view, seat))}`, text: TEXTS.starsText, rules: ["SO-52", "SO-54", "SO-56"] };
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

export function whyNot(element: string, { view }: Situation): string | null {
  const [kind = "", first = "", second = ""] = element.split(":");
  const met = zonesOf(view).met?.[0] ?? "";
  return ANSWERS[view.decision?.kind ?? ""]?.(kind, first, second, met) ?? null;
}

export function facts(seat: number, { view }: Situation): readonly Fact[] {
  const player = zonesOf(view).players[seat];
  return [
    { label: TEXTS.facts.stars, value: starsOf(view, seat) },
    { label: TEXTS.facts.fires, value: view.scores[seat]?.["fires"] ?? 0 },
    { label: TEXTS.facts.spirits, value: player?.spirits.length ?? 0 },
    { label: TEXTS.facts.hand, value: player?.hand_count ?? 0 },
  ];
}

export function scoreLine(key: string): string {
  return TEXTS.scoreLines[key] ?? capital(plain(key));
}

/** Spirits stand for their own lines, fires for the tiles they burn on, the biggest section is the one with so much land. */
export function scored(key: string, seat: number, { view, content }: Situation): readonly string[] {
  const player = zonesOf(view).players[seat];
  const points = view.scores[seat]?.[key] ?? 0;
  if (!player || points === 0) return [];
  const at = (place: Place): string => `position:${seat}:${place}`;
  if (key === "fires") return firesOf(contentOf(content), player).filter(({ burning }) => burning).flatMap((fire) => fire.key.split("+").map(at));
  if (key !== "biggest panorama") return [`spirit:${key}`];
  const land = new Set(player.land);
  return (sectionsOf([...player.land, ...player.rainbows]).find((section) => section.filter((place) => land.has(place)).length === points) ?? []).map(at);
}
