/** What choices mean on the board: where they light, what they say, and how to ask about what is not offered. */
import type { Choice } from "../../api/types";
import type { Explanation, Fact, Situation } from "../board";
import { captionOf } from "../words";
import { readAmounts } from "./amounts";
import { cellName, cellOf, homesOf, mapOf, slotBeside } from "./geometry";
import { CARDS, FIRES, SAYS, amountText, cardTitle, counted, directionText, fireTitle, panoramaTitle, placeName, spaceName, spaceText, stoneTitle, turnText } from "./texts";
import { carried, contentOf, costOf, panoramaOf, peakOf, roomOf, TERRAINS, tileOf, zonesOf, type Cell } from "./zones";

const MOVES = new Set(["walk", "march", "training", "step", "sightsee", "run", "shortcut", "bike", "paraglide"]);

/** The slot of "discover ne r1", "discover ne r1 of 2,0" and "peak n r0". */
function slotOf(words: readonly string[], { view }: Situation): Cell | null {
  const zones = zonesOf(view);
  const pawn = zones.pawns[view.seat ?? -1];
  const home = words[4] !== undefined ? cellOf(words[4]) : pawn && homesOf(zones.map, pawn)[0]?.slot;
  return home && words[1] !== undefined ? slotBeside(home, words[1]) : null;
}

export function turnOf(choice: string): number | null {
  const turn = / r([0-3])(?: |$)/.exec(choice)?.[1];
  return turn === undefined ? null : Number(turn);
}

export function elements(choice: Choice, situation: Situation): readonly string[] {
  const words = choice.choice.split(" ");
  const [verb = "", what = ""] = words;
  const kind = situation.view.decision?.kind;
  switch (verb) {
    case "discover":
    case "peak": {
      const slot = words.length > 2 ? slotOf(words, situation) : null;
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

export function caption(choice: Choice, situation: Situation): string {
  const content = contentOf(situation.content);
  const words = choice.choice.split(" ");
  const [verb = "", what = ""] = words;
  const kind = situation.view.decision?.kind;
  const table = content.table;
  switch (verb) {
    case "play":
      return `Play ${cardTitle(what)}`;
    case "discover":
      return words.length > 2 ? `Place it to the ${directionText(what)}, ${turnText(turnOf(choice.choice) ?? 0)}` : "Place a new tile";
    case "peak":
      return `Place it to the ${directionText(what)}, ${turnText(turnOf(choice.choice) ?? 0)}`;
    case "buy":
      return `Buy ${cardTitle(what)} for ${counted(costOf(content, what) ?? 0, "endorphin")}`;
    case "card":
      return `Take ${cardTitle(what)} for free`;
    case "sell":
      return `Sell ${cardTitle(what)} for ${counted(table.sold_card_endorphins, "endorphin")}`;
    case "camp": {
      const card = panoramaOf(content, words[2] ?? "");
      if (!card) return `Rest for ${counted(table.camp_endorphins, "endorphin")}`;
      return `Buy ${panoramaTitle(content, card.name)} for ${amountText(readAmounts(card.cost))}: ${SAYS.points(card.points)}`;
    }
    case "keep":
      return kind === "campfire" ? `Keep ${fireTitle(what)}` : "Keep this market";
    case "refresh":
      return "Lay out a new market";
    case "stone":
      return `Place the ${stoneTitle(what)}`;
    case "discard":
      return `Discard a ${what} for ${counted(table.discarded_basic_endorphins, "endorphin")}`;
    case "return":
      return `Return a ${what}`;
    case "swap":
      return `Exchange a ${what} for a ${words[2]}`;
    case "harvest":
      return `Harvest a ${what}`;
    case "lay":
      return `Leave a ${what} on your space`;
    case "trade":
      return `Trade endorphins for a ${what}`;
    case "fill":
      return `Fill ${what === "1" ? "once" : `${what} times`}`;
    case "exchange":
      return `Exchange ${what === "1" ? "once" : `${what} times`}`;
    case "take":
    case "pick":
      return "Take it";
    case "skip":
      return kind === "stone" ? "No stone" : kind === "bonus-peak" ? "No more peaks" : "Leave it";
    case "leave":
      return "Leave it";
    case "bonus":
      return "Place one more peak";
    case "stay":
      return "Stay here";
    case "stop":
      return "No more";
    case "done":
      return kind === "end-turn" ? "End the turn" : kind === "observe-buy" ? "Buy nothing" : "Done";
  }
  if (MOVES.has(verb)) {
    const passed = words[2] === "past" ? `, past ${words.slice(3).map((seat) => situation.names[Number(seat)] ?? seat).join(" and ")}` : "";
    const stops = verb === "step" ? ", with a stop" : "";
    return `Go to ${where(what, situation)}${stops}${passed}`;
  }
  return captionOf(choice.choice);
}

function where(name: string, situation: Situation): string {
  const space = mapOf(zonesOf(situation.view), contentOf(situation.content)).spaces.get(name);
  if (!space) return name;
  return space.peak ? placeName(space.peak.data.name) : `${name} (${space.texts.map(spaceText).join(", ")})`;
}

export function explain(element: string, situation: Situation): Explanation | null {
  const [kind = "", id = "", more = ""] = element.split(":");
  const content = contentOf(situation.content);
  const zones = zonesOf(situation.view);
  switch (kind) {
    case "space":
      return explainSpace(id, situation);
    case "hand":
    case "played":
    case "market": {
      const name = kind === "market" ? id : more;
      const card = CARDS[name];
      const cost = kind === "market" ? ` It costs ${counted(costOf(content, name) ?? 0, "endorphin")}.` : "";
      return card ? { title: card.title, text: card.text + cost, rules: kind === "market" ? [...card.rules, "FP-27"] : card.rules } : null;
    }
    case "fire": {
      const card = FIRES[id];
      return card ? { title: card.title, text: card.text, rules: card.rules } : null;
    }
    case "panorama": {
      const card = panoramaOf(content, id);
      if (!card) return null;
      const text = `${SAYS.points(card.points)} for ${amountText(readAmounts(card.cost))}; gives ${amountText(readAmounts(card.reward))} at once.`;
      return { title: panoramaTitle(content, id), text, rules: ["FP-61", "FP-62"] };
    }
    case "bank":
      return { title: `Bank: ${counted(zones.bank[id as keyof typeof zones.bank] ?? 0, id)}`, text: "What the bank does not have is not gained.", rules: ["FP-45"] };
    case "pack": {
      const player = zones.players[situation.view.viewer ?? 0];
      return player ? { title: `Backpack: ${carried(player.backpack)} of ${roomOf(content, player)}`, text: `${counted(player.backpack[id as keyof typeof player.backpack] ?? 0, id)} among them.`, rules: ["FP-44"] } : null;
    }
    case "stone": {
      const stone = content.stone.find(({ name }) => name === id);
      return stone ? { title: stoneTitle(id), text: `Counts the points of its peak ${stone.multiplier} times. It goes only on larger stones.`, rules: ["FP-51", "FP-52"] } : null;
    }
    case "badge":
      return { title: `${placeName(id)} badge`, text: `Worth ${SAYS.points(content.badges[id as keyof typeof content.badges] ?? 0)}; there is one with each peak.`, rules: ["FP-80"] };
    case "slot": {
      const drawnName = zones.drawn_tile ?? zones.drawn_peak ?? "";
      return { title: placeName(drawnName), text: "It can be placed here, turned as you like.", rules: tileOf(content, drawnName) ? ["FP-20"] : ["FP-41"] };
    }
    case "turn":
      return { title: placeName(zones.drawn_tile ?? zones.drawn_peak ?? ""), text: turnText(Number(id)), rules: ["FP-21"] };
    case "pawn":
      return { title: situation.names[Number(id)] ?? id, text: "Others walk past a pawn; its space does not count.", rules: ["FP-12"] };
    default:
      return null;
  }
}

function explainSpace(name: string, situation: Situation): Explanation | null {
  const content = contentOf(situation.content);
  const zones = zonesOf(situation.view);
  const space = mapOf(zones, content).spaces.get(name);
  if (!space) return null;
  const here = zones.pawns.flatMap((cell, seat) => (cellName(cell) === name ? [situation.names[seat] ?? ""] : []));
  const left = zones.left.find((entry) => cellName(entry.space) === name);
  const notes: string[] = [];
  if (here.length > 0) notes.push(`${here.join(" and ")} ${here.length === 1 ? "stands" : "stand"} here.`);
  if (left) notes.push(`Lying here: ${lyingText(left.resources)}.`);
  const peak = space.peak && peakOf(content, space.peak.data.name);
  if (peak) {
    const stones = zones.players.flatMap((player, seat) =>
      Object.entries(player.stones).filter(([, at]) => at === peak.name).map(([stone]) => `${situation.names[seat]} (${stoneTitle(stone)})`),
    );
    if (peak.reward) notes.push(`A stone gives ${amountText(readAmounts(peak.reward))} at once.`);
    notes.push(stones.length > 0 ? `Stones of ${stones.join(", ")}.` : "No stone yet.");
    return { title: `${placeName(peak.name)}: ${SAYS.points(peak.points)}`, text: notes.join(" "), rules: ["FP-51", "FP-82"] };
  }
  const first = space.texts[0];
  const rules = first?.what === "exchange" ? ["FP-40"] : first?.what === "containers" ? ["FP-42"] : first?.what === "parking" ? ["FP-17"] : first?.bike ? ["FP-16", "FP-43"] : ["FP-16"];
  return { title: spaceName(space), text: [space.tiles.map(placeName).join(" and ") + ".", ...notes].join(" "), rules };
}

export function lyingText(counts: Readonly<Record<string, number>>): string {
  return amountText(Object.entries(counts).filter(([, count]) => count > 0).map(([kind, count]) => ({ kind, count })));
}

export function whyNot(element: string, situation: Situation): string | null {
  const [kind = "", id = "", card = ""] = element.split(":");
  const asked = situation.view.decision?.kind;
  const seat = String(situation.view.seat);
  if (kind === "hand" && id === seat) return asked === "play" ? `play ${card}` : asked === "training" || asked === "sell" ? `sell ${card}` : null;
  if (kind === "space") return asked === "move" ? moveTo(id, situation) : asked === "second-step" ? `step ${id}` : null;
  if (kind === "market") return asked === "free-card" ? `card ${id}` : asked === "training" || asked === "observe-buy" ? `buy ${id}` : null;
  if (kind === "panorama" && asked === "camp") return `camp panorama ${id}`;
  if (kind === "stone" && asked === "stone") return `stone ${id}`;
  if (kind === "pack") return asked === "overflow" ? `return ${id}` : asked === "discovery" || asked === "discard" ? `discard ${id}` : null;
  if (kind === "bank") return asked === "harvest" ? `harvest ${id}` : asked === "play" || asked === "end-turn" ? `trade ${id}` : null;
  return null;
}

/** The verb of the move that is asked for: that of the choices there are. */
function moveTo(space: string, { view }: Situation): string | null {
  const verb = view.choices.map(({ choice }) => choice.split(" ")[0]).find((word) => word !== "step") ?? view.choices[0]?.choice.split(" ")[0];
  return verb ? `${verb} ${space}` : null;
}

export function facts(seat: number, { view, content }: Situation): readonly Fact[] {
  const player = zonesOf(view).players[seat];
  if (!player) return [];
  const placed = Object.values(player.stones).filter((peak) => peak !== null).length;
  const score = view.scores?.[seat];
  const points = score ? Object.values(score).reduce<number>((sum, line) => sum + (line ?? 0), 0) : 0;
  return [
    { label: "points", value: points },
    { label: "endorphins", value: player.endorphins },
    { label: "in backpack", value: `${carried(player.backpack)} of ${roomOf(contentOf(content), player)}` },
    { label: "stones placed", value: `${placed} of ${Object.keys(player.stones).length}` },
    { label: "panoramas", value: player.panoramas.length },
    { label: "cards in hand", value: player.hand.length },
  ];
}

/** Only the things of whoever looks lie on the table for everybody to see. */
export function scored(key: string, seat: number, { view }: Situation): readonly string[] {
  const player = seat === (view.viewer ?? 0) ? zonesOf(view).players[seat] : undefined;
  if (!player) return [];
  const from: Record<string, () => string[]> = {
    badges: () => TERRAINS.filter((terrain) => player.badges[terrain] > 0).map((terrain) => `badge:${terrain}`),
    panoramas: () => player.panoramas.map((card) => `panorama:${card}`),
    campfires: () => player.campfires.map((card) => `fire:${card}`),
    stones: () => Object.keys(player.stones).filter((stone) => player.stones[stone]).map((stone) => `stone:${stone}`),
  };
  return from[key]?.() ?? [];
}
