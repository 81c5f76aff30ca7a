/** What the frame asks about the board: places, explanations and numbers. */
import type { Content, Player } from "../../api/views/peaks";
import type { Choice } from "../../api/types";
import { say } from "../../texts/peaks";
import type { Explanation, Fact } from "../board";
import { capital, known, plain } from "../words";
import { actionName, amount, amounts, cardText, continentName, dieText, gearName, rewardWords, shortName, stepName, tileName } from "./texts";
import { ACTIONS, DECKS, cardsOf, flagsPlaced, gainsOf, mountainOf, type Action, type PeaksSituation, type PeaksView } from "./zones";

/** The questions in which bonuses can be used. */
const OWN = new Set(["turn", "travel", "take", "announce", "window"]);
const FOR_ENERGY = new Set(["pay", "pay-climb"]);
const CUBES_ON: Record<string, Action> = { stamina: "rest", die: "prepare" };
const BONUS_OF: Record<string, string> = { rest: "stamina", prepare: "die", climb: "flag" };
const CARD_RULES = { mountain: ["PK-50", "PK-51"], bonus: ["PK-16", "PK-92"], companion: ["PK-76", "PK-77"], boost: ["PK-8"] } as const;

function words(choice: string): string[] {
  return choice.split(" ");
}

/** The places of choices: climbs lie on their mountain, cubes on the mat, rewards on the tray. */
export function elements(choice: Choice, { view }: PeaksSituation): readonly string[] {
  const [verb = "", what = "", target] = words(choice.choice);
  const seat = view.seat;
  if ((verb === "climb" && what) || verb === "propose") return [`card:${what}`];
  if (verb === "cubes") return [`cubes:${seat}:${CUBES_ON[what] ?? "climb"}`];
  if (verb === "move" && target) return [`cubes:${seat}:${what}`];
  if (view.decision?.kind === "gain" && verb === "gain" && what !== "all") return [`gain:${what}`];
  return choice.elements;
}

export function explain(element: string, situation: PeaksSituation): Explanation | null {
  const { view, content } = situation;
  const [kind = "", first = "", second = ""] = element.split(":");
  switch (kind) {
    case "card": {
      const card = cardsOf(content).get(first);
      return card ? { title: card.name, text: cardText(card), rules: CARD_RULES[card.sort] } : null;
    }
    case "continent":
      return explainContinent(first, situation);
    case "deck": {
      const deck = known(DECKS, first);
      if (!deck) return null;
      const held = say("board.deck-holds", { n: view.zones.decks[deck], discarded: view.zones.discards[deck].length });
      return { title: say("board.deck", { deck: deck.toUpperCase() }), text: held, rules: ["PK-30", "PK-39"] };
    }
    case "gain":
      return { title: capital(amount(first, gainsOf(view)?.gains[first] ?? 1)), text: say("board.gain-note"), rules: ["PK-18"] };
    default: {
      const player = view.zones.players[Number(first)];
      const action = known(ACTIONS, second);
      if (!player) return null;
      return action ? explainAction(kind, player, action, content) : explainNumber(kind, player, Number(first), second, situation);
    }
  }
}

function explainContinent(id: string, { view, content, names }: PeaksSituation): Explanation | null {
  const continent = known(content.board.continents, id);
  if (!continent) return null;
  const tile = view.zones.tiles[content.board.continents.indexOf(continent)];
  const flags = view.zones.players.map((player, seat) => say("board.of-each", { seat: names[seat] ?? "", n: player.flags[continent] })).join(", ");
  const text = tile ? say("board.place-note", { tile: tileName(tile), effect: say(`effect.${tile}`), flags }) : flags;
  return { title: continentName(continent), text, rules: ["PK-20", "PK-93"] };
}

/** What is on the part of a mat that belongs to an action. */
function explainAction(kind: string, player: Player, action: Action, content: Content): Explanation | null {
  const level = player.dice[action];
  const moved = player.upgrades[action];
  switch (kind) {
    case "die": {
      const title = dieText(action, content.dice[action][level] ?? 0, content.dice.climb_others[level] ?? 0);
      return { title, text: say("board.die-note", { level, faces: content.dice[action].join(", ") }), rules: ["PK-83"] };
    }
    case "tile":
      return { title: say("board.action-tile", { action: actionName(action) }), text: say("board.action-tile-note", { n: moved }), rules: ["PK-12", "PK-85"] };
    case "cubes":
      return { title: say("board.cubes", { n: player.cubes[action], action: actionName(action) }), text: say("board.cubes-note"), rules: ["PK-15"] };
    case "action": {
      const steps = content.steps[action].filter(({ tile }) => tile <= moved).map(({ step }) => stepName(step));
      return { title: actionName(action), text: steps.join(", "), rules: ["PK-11", "PK-12"] };
    }
    default:
      return null;
  }
}

/** What is elsewhere on a mat or beside it. */
function explainNumber(kind: string, player: Player, seat: number, what: string, { view, content }: PeaksSituation): Explanation | null {
  switch (kind) {
    case "gear": {
      const gear = known(content.gear.names, what);
      return gear ? { title: gearName(gear), text: say("board.gear-note", { n: player.gear[gear], most: content.limits.gear }), rules: ["PK-56", "PK-86"] } : null;
    }
    case "energy":
      return { title: say("board.energy", { n: player.energy }), rules: ["PK-25", "PK-61"] };
    case "stamina": {
      const next = content.energy_track.bonuses.find(({ space }) => space > player.stamina);
      const text = next ? say("board.gives-at", { space: next.space, what: amount(next.gives) }) : "";
      return { title: say("board.stamina", { n: player.stamina }), text, rules: ["PK-81"] };
    }
    case "experience": {
      const { numbers, bonuses } = content.experience_track;
      const ahead = bonuses.filter(({ space }) => space > player.experience).map(({ space, gives }) => say("board.ahead-part", { space, what: amount(gives) }));
      const text = say("board.ahead", { space: player.experience, last: numbers.length - 1, what: ahead.join(", ") || say("board.nothing") });
      return { title: say("board.experience", { n: numbers[player.experience] ?? 0 }), text, rules: ["PK-84"] };
    }
    case "flags":
      return { title: say("board.flags-placed", { n: flagsPlaced(player), supply: content.flags.supply }), rules: ["PK-90"] };
    case "climbed": {
      const climbed = player.climbed.map((id) => shortName(cardsOf(content).get(id)?.name ?? id));
      return { title: say("board.climbed-title", { n: climbed.length }), text: climbed.join(", "), rules: ["PK-95"] };
    }
    case "hand":
      return { title: say("board.hand", { n: view.zones.hands[seat]?.count ?? 0 }), rules: ["PK-101"] };
    default:
      return null;
  }
}

/** What an unlit card would be asked for, by where it lies and what is decided. */
function whyNotCard(id: string, { view, content }: PeaksSituation): string | null {
  const decision = view.decision?.kind;
  const slot = view.zones.display.indexOf(id);
  const card = cardsOf(content).get(id);
  if (decision === "pay-climb" && card?.sort === "companion") return `bring ${id}`;
  if (decision === "pay" || decision === "pay-climb" || decision === "toss" || decision === "trim") return `discard ${id}`;
  if (decision === "keep") return `keep ${id}`;
  if (decision === "new-plans") return `exchange ${id}`;
  if (decision === "take" && slot >= 0) return `take display-${slot + 1}`;
  if (card?.sort === "bonus" && OWN.has(decision ?? "")) return `use ${id}`;
  if (card?.sort === "mountain" && decision === "announce") return `climb ${id} x`;
  if (card?.sort === "mountain" && decision === "turn") return `propose ${id} x`;
  return null;
}

export function whyNot(element: string, situation: PeaksSituation): string | null {
  const [kind = "", first = "", second = ""] = element.split(":");
  const decision = situation.view.decision?.kind;
  switch (kind) {
    case "card": return whyNotCard(first, situation);
    case "action": return decision === "turn" ? second : null;
    case "continent": return decision === "travel" ? `travel ${first}` : null;
    case "deck": return decision === "draw" ? `draw ${first}` : decision === "take" ? `take deck-${first}` : null;
    case "die": return decision === "die" ? `upgrade ${second}` : null;
    case "tile": return decision === "tile" ? `reveal ${second}` : null;
    case "gear": return decision === "gear" || decision === "gear-pair" ? `gain ${second}` : null;
    case "cubes": return OWN.has(decision ?? "") ? `cubes ${BONUS_OF[second] ?? "flag"}` : null;
    default: return null;
  }
}

export function facts(seat: number, { view, content }: PeaksSituation): readonly Fact[] {
  const player = view.zones.players[seat];
  if (!player) return [];
  return [
    { label: say("board.fact-flags"), value: flagsPlaced(player) },
    { label: say("board.fact-energy"), value: player.energy },
    { label: say("board.fact-experience"), value: content.experience_track.numbers[player.experience] ?? 0 },
    { label: say("board.fact-climbed"), value: player.climbed.length },
  ];
}

/** The continent to which a choice leads the one who makes it; null if nobody travels. */
export function destination(choice: string, content: Content): string | null {
  const [verb = "", what = ""] = words(choice);
  if (verb === "travel" || verb === "start") return what;
  return (verb === "climb" && what) || verb === "propose" ? (mountainOf(content, what)?.continent ?? null) : null;
}

/** Points come from where the flags stand and from what was climbed. The cards and the lead are in the sheet alone. */
export function scored(key: string, seat: number, { view }: PeaksSituation): readonly string[] {
  if ((view.scores[seat]?.[key] ?? 0) === 0) return [];
  if (key === "neighbours") return [`climbed:${seat}`];
  if (key !== "board" && key !== "all continents") return [];
  const player = view.zones.players[seat];
  return player === undefined ? [] : Object.entries(player.flags).filter(([, count]) => count > 0).map(([continent]) => `continent:${continent}`);
}
