import type { Choice } from "../../api/types";
import { lookUp } from "../../texts/catalog";
import { say } from "../../texts/the-peak";
import type { Explanation, Fact } from "../board";
import Board from "./Board.svelte";
import { chosen } from "./chosen.svelte";
import Own from "./Own.svelte";
import { cardRules, conditionName, conditions, conditionTitle, effectText, goalRules, goalText, goalTitle, oddsText, roleName } from "./texts";
import { cardOf, climberOf, counted, faceOf, goalOf, roleOf, TOKEN, type PeakKit, type PeakSituation } from "./zones";

/** Answers that are about no place: the frame has buttons for them. */
const BUTTONS = new Set(["end", "done", "keep", "leave", "shuffle", "discard", "draw"]);

/** While a card is chosen, a space stands for that card there, and other cards only for themselves. */
function elements(choice: Choice, { view }: PeakSituation): readonly string[] {
  if (BUTTONS.has(choice.choice)) return [];
  const card = cardOf(choice);
  const picking = chosen.card !== null && view.choices.some((other) => cardOf(other) === chosen.card);
  return picking && card !== null && card !== chosen.card ? choice.elements.filter((id) => id.startsWith("card:")) : choice.elements;
}

function cardExplained(id: string, { view, content }: PeakSituation, more = ""): Explanation {
  const face = faceOf(id, content);
  const numbers = face.difficulty === null ? "" : `${say("board.numbers", { difficulty: face.difficulty, elevation: face.elevation ?? 0 })} `;
  return {
    title: face.card.title,
    text: `${numbers}${effectText(face.card, view.options["bridge_trigger"])}${more}`,
    rules: cardRules(face.card),
  };
}

const listed = (cards: readonly string[], { content }: PeakSituation): string =>
  counted(cards).map(([id, count]) => `${faceOf(id, content).card.title}${count > 1 ? ` ×${count}` : ""}`).join(", ");

function cellExplained(cell: string, situation: PeakSituation): Explanation {
  const { zones } = situation.view;
  const there = zones.board[cell] ?? null;
  if (there === null) return { title: say("board.at", { cell, what: say("board.free") }), rules: ["TP-12"] };
  if (there === TOKEN) {
    const climber = situation.names[climberOf(zones)] ?? roleName("mountaineer");
    return { title: say("board.at", { cell, what: climber }), text: say("board.climber-here"), rules: ["TP-21"] };
  }
  const odds = zones.odds[cell];
  return cardExplained(there, situation, odds ? ` ${say("board.chance", { odds: oddsText(odds) })}` : "");
}

function explain(element: string, situation: PeakSituation): Explanation | null {
  const { view, content } = situation;
  const { zones } = view;
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
      const goal = goalOf(id, content);
      return { title: goalTitle(goal), text: say("board.goal-note", { what: goalText(goal) }), rules: goalRules(id) };
    }
    case "secret":
      return { title: say("board.secret-goal"), text: say("board.secret-note"), rules: ["TP-5"] };
    case "pending": {
      const condition = conditions(zones, content).find((known) => known.id === element);
      return condition ? { title: conditionTitle(condition.icon), text: conditionName(condition), rules: condition.rules } : null;
    }
    case "die":
      return { title: say("board.two-dice"), text: say("board.dice-note"), rules: ["TP-22"] };
    case "deck":
      return {
        title: say("board.deck-count", { n: zones.deck.count }),
        text: zones.unseen.length > 0 ? say("board.unseen-note", { cards: listed(zones.unseen, situation) }) : say("board.all-seen"),
        rules: ["TP-11"],
      };
    case "hand":
      return {
        title: say("board.hand-count", { n: zones.hand.count }),
        text: zones.hand.cards.length > 0 ? say("board.hand-known", { cards: listed(zones.hand.cards, situation) }) : say("board.hand-hidden"),
        rules: ["TP-5", "TP-10"],
      };
    case "discard":
      return { title: say("board.discard-count", { n: zones.discard.length }), text: listed(zones.discard, situation) || say("board.none"), rules: ["TP-11"] };
    case "match":
      return { title: say("board.game-of", { n: 1 + zones.mountain }), text: say("board.match-note"), rules: ["TP-67", "TP-68"] };
    case "duty":
      return { title: say("board.duty"), text: say("board.duty-note"), rules: ["TP-15", "TP-16", "TP-17"] };
    default:
      return null;
  }
}

function whyNot(element: string, { view }: PeakSituation): string | null {
  const [kind, id] = element.split(":");
  const asked = view.decision?.kind;
  if (view.decision === null || view.viewer !== view.decision?.seat) return null;
  if (kind === "duty" && asked === "play") return view.choices.some((choice) => choice.choice === "end") ? null : "end";
  if (kind === "cell" && asked === "play") {
    const card = chosen.card ?? view.choices.map(cardOf).find((name) => name !== null) ?? view.zones.hand.cards[0];
    return card ? `play ${card} ${id}` : null;
  }
  if (kind === "cell" && (asked === "challenge" || asked === "retry")) return `challenge ${id}`;
  if (kind === "card" && asked === "play") return `play ${id}`;
  if (kind === "card" && asked === "bridge") return `discard ${id}`;
  return null;
}

function facts(seat: number, { view }: PeakSituation): readonly Fact[] {
  const { zones } = view;
  const role = roleOf(seat, zones);
  const side = { label: say("board.fact-side"), value: roleName(role) };
  const goals = { label: say("board.fact-goals"), value: zones.goals[role].count };
  const height = { label: say("board.fact-elevation"), value: view.scores?.[seat]?.["elevation"] ?? 0 };
  const before = zones.first_game.length > 0 ? [{ label: say("board.fact-first-game"), value: zones.first_game[seat] ?? 0 }] : [];
  if (role === "mountain") {
    const hand = { label: say("board.fact-hand"), value: zones.hand.count };
    return view.options["edition"] === "final" ? [height, hand, goals, ...before, side] : [hand, goals, ...before, side];
  }
  const skip = zones.skip > 0 ? [{ label: say("board.fact-skip"), value: zones.skip }] : [];
  return [height, { label: say("board.fact-kept"), value: zones.kept.length }, ...skip, goals, ...before, side];
}

const ENDS = { challenge: "end", retry: "end", play: "end" };

const scoreLine = (key: string): string => lookUp("the-peak", "score", key) ?? key;

function scored(key: string, seat: number, { view }: PeakSituation): readonly string[] {
  if ((view.scores[seat]?.[key] ?? 0) === 0 || key === "handicap" || key === "first-game") return [];
  return key === "elevation" ? [...new Set(view.zones.kept)].map((card) => `kept:${card}`) : [`goal:${key}`];
}

export default { Board, Own, elements, explain, whyNot, gathers: ["bridge"], ends: ENDS, facts, scoreLine, scored } satisfies PeakKit;
