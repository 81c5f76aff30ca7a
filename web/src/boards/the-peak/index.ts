import type { Choice } from "../../api/types";
import type { BoardKit, Explanation, Fact, Situation } from "../board";
import { capital, plain } from "../words";
import Board from "./Board.svelte";
import { chosen } from "./chosen.svelte";
import Own from "./Own.svelte";
import {
  cardRules, CONDITION_TITLES, conditions, conditionName, effectText, goalRules, goalText, goalTitle, oddsText, percent, SAY,
} from "./texts";
import { cardOf, contentOf, counted, faceOf, goalOf, MOUNTAIN, ROLES, TOKEN, zonesOf } from "./zones";

/** Answers that are about no place: the frame has buttons for them. */
const BUTTONS = new Set(["end", "done", "keep", "leave", "shuffle", "discard", "draw"]);

/** While a card is chosen, a space stands for that card there, and other cards only for themselves. */
function elements(choice: Choice, { view }: Situation): readonly string[] {
  if (BUTTONS.has(choice.choice)) return [];
  const card = cardOf(choice);
  const picking = chosen.card !== null && view.choices.some((other) => cardOf(other) === chosen.card);
  return picking && card !== null && card !== chosen.card ? choice.elements.filter((id) => id.startsWith("card:")) : choice.elements;
}

function caption(choice: Choice, { view, content }: Situation): string {
  const zones = zonesOf(view);
  const box = contentOf(content);
  const title = (id: string | undefined): string => (id ? faceOf(id, box).card.title : "");
  const [verb, first, second] = choice.choice.split(" ");
  switch (verb) {
    case "play":
      return second ? `Play ${title(first)} on ${second}` : `Play ${title(first)}`;
    case "challenge": {
      const odds = zones.odds[first ?? ""];
      return `Challenge ${title(zones.board[first ?? ""] ?? undefined)} on ${first}${odds ? ` (${percent(odds.ways)}%)` : ""}`;
    }
    case "reroll": {
      const waiting = view.pending.find((asked) => asked.kind === "reroll") as Record<string, unknown> | undefined;
      return `Reroll the ${first === "1" ? "first" : "second"} die (${waiting?.[first === "1" ? "first" : "second"] ?? ""}), giving up ${title(second)}`;
    }
    case "discard":
      return first ? `Discard ${title(first)}` : "Discard the Stream for the next roll";
    case "drop":
      return `Discard the goal ${goalTitle(goalOf(first ?? "", box))}`;
    case "keep":
      return KEEPS[view.decision?.kind ?? ""] ?? "Keep";
    case "end":
      return "End the turn";
    case "done":
      return "Done, draw the new cards";
    case "leave":
      return "Leave the deck";
    case "shuffle":
      return "Shuffle the deck";
    case "draw":
      return "Draw a new goal";
    default:
      return capital(plain(choice.choice));
  }
}

const KEEPS: Record<string, string> = { reroll: "Keep the roll", stream: "Keep the Stream", cliff: "Keep your goals" };

function cardExplained(id: string, { view, content }: Situation, more = ""): Explanation {
  const face = faceOf(id, contentOf(content));
  const numbers = face.difficulty === null ? "" : `Difficulty ${face.difficulty}, elevation ${face.elevation}. `;
  return {
    title: face.card.title,
    text: `${numbers}${effectText(face.card, view.options["bridge_trigger"])}${more}`,
    rules: cardRules(face.card),
  };
}

const listed = (cards: readonly string[], situation: Situation): string =>
  counted(cards).map(([id, count]) => `${faceOf(id, contentOf(situation.content)).card.title}${count > 1 ? ` ×${count}` : ""}`).join(", ");

function cellExplained(cell: string, situation: Situation): Explanation {
  const zones = zonesOf(situation.view);
  const there = zones.board[cell] ?? null;
  if (there === null) return { title: `${cell}: ${SAY.free}`, rules: ["TP-12"] };
  if (there === TOKEN) return { title: `${cell}: ${situation.names[1] ?? SAY.mountaineer}`, text: "The climber stands here.", rules: ["TP-21"] };
  const odds = zones.odds[cell];
  return cardExplained(there, situation, odds ? ` ${capital(oddsText(odds))}.` : "");
}

function explain(element: string, situation: Situation): Explanation | null {
  const { view, content } = situation;
  const zones = zonesOf(view);
  const box = contentOf(content);
  const [kind = "", id = ""] = element.split(":");
  switch (kind) {
    case "cell":
      return cellExplained(id, situation);
    case "card":
    case "kept":
      return cardExplained(id, situation);
    case "top":
    case "known":
      return cardExplained(id.slice(id.indexOf("-") + 1), situation);
    case "goal": {
      const goal = goalOf(id, box);
      return { title: goalTitle(goal), text: `${capital(goalText(goal))}, among the kept cards.`, rules: goalRules(id) };
    }
    case "secret":
      return { title: SAY.secretGoal, text: "Goals stay secret until the game is over.", rules: ["TP-5"] };
    case "pending": {
      const condition = conditions(zones, box).find((known) => known.id === element);
      return condition ? { title: CONDITION_TITLES[condition.icon], text: conditionName(condition), rules: condition.rules } : null;
    }
    case "die":
      return { title: "Two dice", text: "Their sum with all modifiers against the difficulty.", rules: ["TP-22"] };
    case "deck":
      return {
        title: `${SAY.deck}: ${zones.deck.count}`,
        text: zones.unseen.length > 0 ? `Not seen yet, here or in the hand: ${listed(zones.unseen, situation)}.` : "No card is unknown.",
        rules: ["TP-11"],
      };
    case "hand":
      return {
        title: `${SAY.hand}: ${zones.hand.count}`,
        text: zones.hand.cards.length > 0 ? `Known: ${listed(zones.hand.cards, situation)}.` : "Hidden from the climber.",
        rules: ["TP-5", "TP-10"],
      };
    case "discard":
      return { title: `${SAY.discard}: ${zones.discard.length}`, text: listed(zones.discard, situation) || SAY.none, rules: ["TP-11"] };
    case "duty":
      return { title: SAY.duty, text: "Marked spaces have fewer than two occupied neighbours; a dot stands for each.", rules: ["TP-15", "TP-16", "TP-17"] };
    default:
      return null;
  }
}

function whyNot(element: string, { view }: Situation): string | null {
  const [kind, id] = element.split(":");
  const asked = view.decision?.kind;
  if (view.decision === null || view.viewer !== view.decision?.seat) return null;
  if (kind === "duty" && asked === "play") return view.choices.some((choice) => choice.choice === "end") ? null : "end";
  if (kind === "cell" && asked === "play") {
    const card = chosen.card ?? view.choices.map(cardOf).find((name) => name !== null) ?? zonesOf(view).hand.cards[0];
    return card ? `play ${card} ${id}` : null;
  }
  if (kind === "cell" && (asked === "challenge" || asked === "retry")) return `challenge ${id}`;
  if (kind === "card" && asked === "play") return `play ${id}`;
  if (kind === "card" && asked === "bridge") return `discard ${id}`;
  return null;
}

function facts(seat: number, { view }: Situation): readonly Fact[] {
  const zones = zonesOf(view);
  const goals = { label: "goals", value: zones.goals[ROLES[seat] ?? "mountain"].count };
  const height = { label: "elevation", value: view.scores?.[seat]?.["elevation"] ?? 0 };
  if (seat === MOUNTAIN) {
    const hand = { label: "in hand", value: zones.hand.count };
    return view.options["edition"] === "final" ? [height, hand, goals] : [hand, goals];
  }
  const skip = zones.skip > 0 ? [{ label: "turns to skip", value: zones.skip }] : [];
  return [height, { label: "kept", value: zones.kept.length }, ...skip, goals];
}

const ENDS = { challenge: "end", retry: "end", play: "end" };

const scoreLine = (key: string): string => capital(plain(key));

function scored(key: string, seat: number, { view }: Situation): readonly string[] {
  if ((view.scores[seat]?.[key] ?? 0) === 0) return [];
  return key === "elevation" ? [...new Set(zonesOf(view).kept)].map((card) => `kept:${card}`) : [`goal:${key}`];
}

export default { Board, Own, elements, caption, explain, whyNot, gathers: ["bridge"], ends: ENDS, facts, scoreLine, scored } satisfies BoardKit;
