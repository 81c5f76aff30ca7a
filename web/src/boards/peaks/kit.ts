/** What the frame asks about the board: places, captions, explanations and numbers. */
import type { Choice, Content } from "../../api/types";
import type { Explanation, Fact, Situation } from "../board";
import { capital, plain } from "../words";
import { ACTION, CONTINENTS, SCORES, TILE, cardText, dieText, gainName, gearName, rewardWords, shortName } from "./texts";
import { type Action, cardsOf, contentOf, flagsPlaced, mountainOf, zonesOf } from "./zones";

const CUBES_ON: Record<string, Action> = { stamina: "rest", die: "prepare" };
const CARD_RULES = { mountain: ["PK-50", "PK-51"], bonus: ["PK-16", "PK-92"], companion: ["PK-76", "PK-77"], boost: ["PK-8"] } as const;

const YES_NO: Record<string, string> = {
  agree: "Agree to come", refuse: "Refuse", tag: "Tag along", stay: "Stay behind", "go on": "Go on", enough: "No more this turn",
  "buy flag": "Buy a flag", "no flag": "No flag", "place flag": "Place the flag", "gain all": "Gain all", done: "Decline the rest",
  "keep all": "Keep all cards", "keep nothing": "Keep none", "draw nothing": "Draw none", "move nothing": "Move no cube",
  "upgrade nothing": "Turn no die", "reveal nothing": "Move no tile", "gain nothing": "Gain nothing", "bring nobody": "Bring nobody",
  "replace nobody": "Let the new one go", "prepare nothing": "Prepare without a mountain",
};

function words(choice: string): string[] {
  return choice.split(" ");
}

/** The places of choices: climbs lie on their mountain, cubes on the mat, rewards on the tray. */
export function elements(choice: Choice, { view }: Situation): readonly string[] {
  const [verb = "", what = "", target] = words(choice.choice);
  const seat = view.seat;
  if (verb === "climb" || verb === "propose") return [`card:${what}`];
  if (verb === "cubes") return [`cubes:${seat}:${CUBES_ON[what] ?? "climb"}`];
  if (verb === "move" && target) return [`cubes:${seat}:${what}`];
  if (verb === "bring" && choice.elements.length > 1) return [];
  if (view.decision?.kind === "gain" && verb === "gain" && what !== "all") return [`gain:${what}`];
  return choice.elements;
}

export function caption(choice: Choice, { view, content }: Situation): string {
  const fixed = YES_NO[choice.choice];
  if (fixed) return fixed;
  const [verb = "", what = "", group = ""] = words(choice.choice);
  const card = cardsOf(content).get(what);
  const name = card ? shortName(card.name) : plain(what);
  switch (verb) {
    case "rest": return `Rest in ${CONTINENTS[what] ?? what}`;
    case "start": return `Start in ${CONTINENTS[what] ?? what}`;
    case "climb":
    case "propose": {
      const mountain = mountainOf(content, what);
      const gains = mountain ? rewardWords(group === "y" ? mountain.y : mountain.x) : "";
      return `${verb === "climb" ? "Climb" : "Ask for company to"} ${name} for ${group.toUpperCase()}: ${gains}`;
    }
    case "prepare": {
      if (what.startsWith("deck-")) return `Prepare: top card of deck ${what.slice(-1).toUpperCase()}`;
      const shown = zonesOf(view).display[Number(what.replace("display-", "")) - 1];
      return `Prepare: take ${shown ? shortName(cardsOf(content).get(shown)?.name ?? shown) : plain(what)}`;
    }
    case "cubes": return `Take off all cubes for ${cubesFor(what)}`;
    case "use": return card?.sort === "bonus" ? `Discard ${name} for ${gainName(card.discard.kind, card.discard.amount)}` : `Use ${name}`;
    case "pay": return `Pay ${what} energy`;
    case "bring": return `Bring ${words(choice.choice).slice(1).map((id) => shortName(cardsOf(content).get(id)?.name ?? id)).join(" and ")}`;
    case "gain": return `Gain ${what.startsWith("experience-") ? gainName("experience", Number(what.slice(-1))) : gainName(what)}`;
    case "upgrade": return `Turn the ${what} die`;
    case "reveal": return `Move the ${what} tile up`;
    case "move": return `Move a cube from ${what} to ${group}`;
    case "draw": return `Draw three from deck ${what.toUpperCase()}`;
    case "boost": return `Keep ${name}`;
    default: return `${capital(verb)} ${name}`;
  }
}

function cubesFor(what: string): string {
  if (what.startsWith("experience")) return gainName("experience", Number(what.split("-")[1] ?? 1));
  return what === "flag" ? "a flag here" : `a ${gainName(what)}`;
}

export function explain(element: string, situation: Situation): Explanation | null {
  const { view, content, names } = situation;
  const [kind = "", first = "", second = ""] = element.split(":");
  const zones = zonesOf(view);
  const rules = contentOf(content);
  const player = zones.players[Number(first)];
  const action = second as Action;
  switch (kind) {
    case "card": {
      const card = cardsOf(content).get(first);
      return card ? { title: card.name, text: cardText(card), rules: CARD_RULES[card.sort] } : null;
    }
    case "continent": {
      const tile = TILE[zones.tiles[rules.board.continents.indexOf(first)] ?? ""];
      const flags = zones.players.map((each, seat) => `${names[seat] ?? ""} ${each.flags[first] ?? 0}`).join(", ");
      return { title: CONTINENTS[first] ?? first, text: `${tile ? `Rest tile: ${tile.name}. ${tile.text} ` : ""}Flags: ${flags}.`, rules: ["PK-20", "PK-93"] };
    }
    case "deck":
      return { title: `Deck ${first.toUpperCase()}`, text: `${zones.decks[first] ?? 0} cards, ${zones.discards[first]?.length ?? 0} discarded.`, rules: ["PK-30", "PK-39"] };
    case "die": {
      const level = player?.dice[action] ?? 0;
      const faces = rules.dice[action].join(", ");
      return { title: dieText(action, rules.dice[action][level] ?? 0, rules.dice.climb_others[level] ?? 0), text: `Level ${level} of 3; its faces are ${faces}.`, rules: ["PK-83"] };
    }
    case "tile":
      return { title: `${ACTION[action]} tile`, text: `Moved ${player?.upgrades[action] ?? 0} of 2 times; each move reveals a step.`, rules: ["PK-12", "PK-85"] };
    case "cubes":
      return { title: `${player?.cubes[action] ?? 0} cubes on ${ACTION[action]}`, text: "With three or more, all cubes may leave for the action's bonus.", rules: ["PK-15"] };
    case "gear":
      return { title: gearName(second), text: `${player?.gear[second] ?? 0} of ${rules.limits.gear}.`, rules: ["PK-56", "PK-86"] };
    case "gain":
      return { title: capital(gainName(first, zones.gains[first] ?? 1)), text: "Still to be gained, in any order.", rules: ["PK-18"] };
    case "energy":
      return { title: `Energy ${player?.energy ?? 0}`, rules: ["PK-25", "PK-61"] };
    case "stamina": {
      const next = rules.energy_track.bonuses.find(({ space }) => space > (player?.stamina ?? 0));
      return { title: `Stamina ${player?.stamina ?? 0}`, ...(next ? { text: `At ${next.space} it gives a ${gainName(next.gives)}.` } : {}), rules: ["PK-81"] };
    }
    case "experience": {
      const space = player?.experience ?? 0;
      const ahead = rules.experience_track.bonuses.filter((bonus) => bonus.space > space).map((bonus) => `${bonus.space} ${gainName(bonus.gives)}`);
      return { title: `Experience ${rules.experience_track.numbers[space] ?? 0}`, text: `Space ${space} of ${rules.experience_track.numbers.length - 1}. Ahead: ${ahead.join(", ") || "nothing"}.`, rules: ["PK-84"] };
    }
    case "flags":
      return { title: `${player ? flagsPlaced(player) : 0} of ${rules.flags.supply} flags placed`, rules: ["PK-90"] };
    case "climbed":
      return { title: `${player?.climbed.length ?? 0} mountains climbed`, text: player?.climbed.map((id) => shortName(cardsOf(content).get(id)?.name ?? id)).join(", ") ?? "", rules: ["PK-95"] };
    case "hand":
      return { title: `${zones.hands[Number(first)]?.count ?? 0} bonus cards`, rules: ["PK-101"] };
    default:
      return null;
  }
}

/** What an unlit card would be asked for, by where it lies and what is decided. */
function whyNotCard(id: string, { view, content }: Situation): string | null {
  const zones = zonesOf(view);
  const decision = view.decision?.kind;
  const slot = zones.display.indexOf(id);
  if (decision === "pay" || decision === "toss" || decision === "trim") return `discard ${id}`;
  if (decision === "keep") return `keep ${id}`;
  if (decision === "new-plans") return `exchange ${id}`;
  if (decision === "turn" && slot >= 0) return `prepare display-${slot + 1}`;
  const card = cardsOf(content).get(id);
  if (card?.sort === "bonus") return `use ${id}`;
  if (card?.sort === "mountain" && decision === "turn") return `climb ${id} x`;
  return null;
}

export function whyNot(element: string, situation: Situation): string | null {
  const [kind = "", first = "", second = ""] = element.split(":");
  const decision = situation.view.decision?.kind;
  switch (kind) {
    case "card": return whyNotCard(first, situation);
    case "continent": return decision === "turn" ? `rest ${first}` : null;
    case "deck": return decision === "draw" ? `draw ${first}` : decision === "turn" ? `prepare deck-${first}` : null;
    case "die": return decision === "die" ? `upgrade ${second}` : null;
    case "tile": return decision === "tile" ? `reveal ${second}` : null;
    case "gear": return decision === "gear" || decision === "gear-pair" ? `gain ${second}` : null;
    case "cubes": return decision === "window" || decision === "turn" ? `cubes ${{ rest: "stamina", prepare: "die", climb: "flag" }[second] ?? "flag"}` : null;
    default: return null;
  }
}

export function facts(seat: number, { view, content }: Situation): readonly Fact[] {
  const player = zonesOf(view).players[seat];
  if (!player) return [];
  return [
    { label: "flags", value: flagsPlaced(player) },
    { label: "energy", value: player.energy },
    { label: "experience", value: contentOf(content).experience_track.numbers[player.experience] ?? 0 },
    { label: "climbed", value: player.climbed.length },
  ];
}

export function scoreLine(key: string): string {
  return SCORES[key] ?? capital(plain(key));
}

/** The continent to which a choice leads the one who makes it; null if nobody travels. */
export function destination(choice: string, content: Content): string | null {
  const [verb = "", what = ""] = words(choice);
  if (verb === "rest" || verb === "start") return what;
  return verb === "climb" || verb === "propose" ? (mountainOf(content, what)?.continent ?? null) : null;
}

/** Points come from where the flags stand and from what was climbed. The cards and the lead are in the sheet alone. */
export function scored(key: string, seat: number, { view }: Situation): readonly string[] {
  if ((view.scores[seat]?.[key] ?? 0) === 0) return [];
  if (key === "neighbours") return [`climbed:${seat}`];
  if (key !== "board" && key !== "all continents") return [];
  const flags = zonesOf(view).players[seat]?.flags ?? {};
  return Object.entries(flags).filter(([, count]) => count > 0).map(([continent]) => `continent:${continent}`);
}
