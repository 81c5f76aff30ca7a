/** What the frame asks about the board: places, captions, explanations and numbers. */
import type { Choice, Content, View } from "../../api/types";
import { say } from "../../texts/peaks";
import type { Explanation, Fact, Situation } from "../board";
import { capital, plain } from "../words";
import { ACTION, CONTINENTS, SCORES, STEP, TILE, cardText, dieText, gainName, gearName, rewardWords, shortName } from "./texts";
import { type Action, cardsOf, contentOf, flagsPlaced, gainsOf, left, mountainOf, zonesOf } from "./zones";

/** The questions in which bonuses can be used. */
const OWN = new Set(["turn", "travel", "take", "announce", "window"]);
const FOR_ENERGY = new Set(["pay", "pay-climb"]);
const CUBES_ON: Record<string, Action> = { stamina: "rest", die: "prepare" };
const CARD_RULES = { mountain: ["PK-50", "PK-51"], bonus: ["PK-16", "PK-92"], companion: ["PK-76", "PK-77"], boost: ["PK-8"] } as const;

/** Answers that are the same wherever they are given. */
const FIXED = {
  agree: "agree", refuse: "refuse", tag: "tag", stay: "stay", "go on": "go-on", enough: "enough", "only new": "only-new", "every window": "every-window",
  "buy flag": "buy-flag", "no flag": "no-flag", "place flag": "place-flag", done: "done", "keep all": "keep-all", "keep nothing": "keep-nothing",
  "draw nothing": "draw-nothing", "move nothing": "move-no-cube", "upgrade nothing": "turn-no-die", "reveal nothing": "move-no-tile",
  "gain nothing": "gain-nothing", "take nothing": "take-nothing", "turn back": "turn-back", offer: "offer", accept: "accept", decline: "decline",
  settle: "settle", withdraw: "withdraw", "first game": "first-game", boosts: "boosts", rest: "rest-action", prepare: "prepare-action", climb: "climb-action",
} as const;

function fixedCaption(choice: string): string | null {
  const key = FIXED[choice as keyof typeof FIXED] as (typeof FIXED)[keyof typeof FIXED] | undefined;
  return key === undefined ? null : say(`choice.${key}`);
}

function words(choice: string): string[] {
  return choice.split(" ");
}

/** The places of choices: climbs lie on their mountain, cubes on the mat, rewards on the tray. */
export function elements(choice: Choice, { view }: Situation): readonly string[] {
  const [verb = "", what = "", target] = words(choice.choice);
  const seat = view.seat;
  if ((verb === "climb" && what) || verb === "propose") return [`card:${what}`];
  if (verb === "cubes") return [`cubes:${seat}:${CUBES_ON[what] ?? "climb"}`];
  if (verb === "move" && target) return [`cubes:${seat}:${what}`];
  if (view.decision?.kind === "gain" && verb === "gain" && what !== "all") return [`gain:${what}`];
  return choice.elements;
}

export function caption(choice: Choice, { view, content }: Situation): string {
  const fixed = fixedCaption(choice.choice);
  if (fixed !== null) return fixed;
  const [verb = "", what = "", more = ""] = words(choice.choice);
  const nameOf = (id: string): string => shortName(cardsOf(content).get(id)?.name ?? plain(id));
  const card = nameOf(what);
  const action = ACTION[what as Action] ?? what;
  switch (verb) {
    case "start": return say("choice.start-in", { continent: CONTINENTS[what] ?? what });
    case "travel": {
      const stays = zonesOf(view).players[view.seat]?.continent === what;
      return say(stays ? "choice.stay-in" : "choice.travel", { continent: CONTINENTS[what] ?? what });
    }
    case "climb":
    case "propose": {
      const mountain = mountainOf(content, what);
      const gains = mountain ? rewardWords(more === "y" ? mountain.y : mountain.x) : "";
      return say(`choice.${verb}`, { mountain: card, group: more.toUpperCase(), gains });
    }
    case "take": {
      if (what.startsWith("deck-")) return say("choice.take-from-deck", { deck: what.slice(-1).toUpperCase() });
      const shown = zonesOf(view).display[Number(what.replace("display-", "")) - 1];
      return say("choice.take-card", { card: shown ? nameOf(shown) : plain(what) });
    }
    case "cubes": return say("choice.cubes", { what: cubesFor(what) });
    case "use": {
      const bonus = cardsOf(content).get(what);
      return say("choice.use", { card, what: bonus?.sort === "bonus" ? gainName(bonus.discard.kind, bonus.discard.amount) : "" });
    }
    case "pay": return say("choice.pay", { due: what });
    case "discard": return say(FOR_ENERGY.has(view.decision?.kind ?? "") ? "choice.discard-for-energy" : "choice.discard", { card });
    case "bring": return say("choice.bring", { card });
    case "promise": return say("choice.promise", { card });
    case "ask": return say("choice.ask-for", { card });
    case "counter": {
      if (what === "with" || what === "without") return say(`choice.counter-${what}`, { card: nameOf(more) });
      return say("choice.counter-group", { group: what.toUpperCase(), mine: what === "x" ? "Y" : "X" });
    }
    case "gain": return gainCaption(what, view);
    case "upgrade": return say("choice.turn-die", { action });
    case "reveal": return say("choice.move-tile", { action });
    case "move": return say("choice.move-cube", { origin: action, target: ACTION[more as Action] ?? more });
    case "draw": return say("choice.draw", { deck: what.toUpperCase() });
    case "exchange": return say("choice.exchange", { card });
    case "keep": return say("choice.keep", { card });
    case "replace": {
      if (what === "nobody") return say("choice.replace-nobody", { card: nameOf(zonesOf(view).drawn[0] ?? "") });
      return say("choice.replace", { card });
    }
    case "boost": return boostCaption(what, content);
    default: return `${capital(verb)} ${card}`;
  }
}

function gainCaption(what: string, view: View): string {
  if (what === "all") {
    const all = left(gainsOf(view)?.gains ?? {});
    return say("choice.gain-all", { all: all.map(([kind, count]) => gainName(kind, count)).join(", ") });
  }
  if (view.decision?.kind === "gear") return say("choice.gain-gear", { gear: gearName(what) });
  if (view.decision?.kind === "gear-pair") return say("choice.gain-gear-pair", { gear: gearName(what) });
  return say("choice.gain", { what: what.startsWith("experience-") ? gainName("experience", Number(what.slice(-1))) : gainName(what) });
}

function boostCaption(id: string, content: Content): string {
  const boost = cardsOf(content).get(id);
  if (boost?.sort !== "boost") return plain(id);
  const gains = left(boost.rewards).map(([kind, count]) => gainName(kind, count)).join(", ");
  return say("choice.boost", { card: shortName(boost.name), energy: boost.energy, stamina: boost.stamina, gains });
}

function cubesFor(what: string): string {
  if (what.startsWith("experience")) return gainName("experience", Number(what.split("-")[1] ?? 1));
  return gainName(what);
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
    case "action":
      return { title: ACTION[action], text: rules.steps[action].filter((step) => step.tile <= (player?.upgrades[action] ?? 0)).map((step) => STEP[step.step] ?? step.step).join(", "), rules: ["PK-11", "PK-12"] };
    case "gain":
      return { title: capital(gainName(first, gainsOf(view)?.gains[first] ?? 1)), text: "Still to be gained, in any order.", rules: ["PK-18"] };
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

export function whyNot(element: string, situation: Situation): string | null {
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
    case "cubes": return OWN.has(decision ?? "") ? `cubes ${{ rest: "stamina", prepare: "die", climb: "flag" }[second] ?? "flag"}` : null;
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
  if (verb === "travel" || verb === "start") return what;
  return (verb === "climb" && what) || verb === "propose" ? (mountainOf(content, what)?.continent ?? null) : null;
}

/** Points come from where the flags stand and from what was climbed. The cards and the lead are in the sheet alone. */
export function scored(key: string, seat: number, { view }: Situation): readonly string[] {
  if ((view.scores[seat]?.[key] ?? 0) === 0) return [];
  if (key === "neighbours") return [`climbed:${seat}`];
  if (key !== "board" && key !== "all continents") return [];
  const flags = zonesOf(view).players[seat]?.flags ?? {};
  return Object.entries(flags).filter(([, count]) => count > 0).map(([continent]) => `continent:${continent}`);
}
