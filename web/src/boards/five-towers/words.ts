/** What is said about choices and elements of 5 Towers. */
import type { Explanation, Situation } from "../board";
import { cardList, cardName, KIND_NAMES, paddleName, pointsText, standText, valueNote, valueRules } from "./texts";
import { cardOf, contentOf, points, standOf, total, zonesOf, type Kind, type Zones } from "./zones";

export function caption(choice: string, zones: Zones, seat: number): string {
  const [verb = "", what = ""] = choice.split(" ");
  switch (verb) {
    case "bid":
      return what === "0" ? "Bid 0, take nothing" : `Bid ${what}`;
    case "pass":
      return "Pass";
    case "take":
      return `Take ${cardName(what)}`;
    case "build":
      return `Build ${cardName(what)} next`;
    case "keep":
      return "Tear nothing down";
    case "tear":
      return `Tear down ${KIND_NAMES[what as Kind]} ${zones.players[seat]?.towers[what as Kind].at(-1) ?? ""}`.trim();
    default:
      return choice;
  }
}

export function explain(element: string, { view, content, names }: Situation): Explanation | null {
  const [what = "", first = "", second = ""] = element.split(":");
  const zones = zonesOf(view);
  const { special } = contentOf(content);
  switch (what) {
    case "card": {
      const { value } = cardOf(first);
      return { title: cardName(first), text: valueNote(value, special), rules: valueRules(value, special) };
    }
    case "paddle":
      return first === "pass"
        ? { title: "Pass", text: "You leave this round to the others.", rules: ["FT-8"] }
        : { title: paddleName(first), text: bidText(Number(first)), rules: ["FT-9", "FT-10"] };
    case "tower":
      return explainTower(Number(first), second as Kind, { view, content, names });
    case "torn":
      return {
        title: `${names[Number(first)]}: torn down`,
        text: `${cardList(zones.players[Number(first)]?.torn ?? [])}. Together ${pointsText(points(view, Number(first), "teardown"))}.`,
        rules: ["FT-17", "FT-32"],
      };
    case "bidder": {
      const seat = Number(first);
      if (view.result) return { title: `${names[seat]}: ${pointsText(total(view, seat))}`, rules: ["FT-33"] };
      return { title: `${names[seat]} ${standText(standOf(view, seat, new Map()))}`, text: seat === zones.start ? "Opens the bidding of this round." : "", rules: seat === zones.start ? ["FT-7"] : ["FT-8"] };
    }
    case "deck":
      return {
        title: `${zones.deck.count} cards to come`,
        text: zones.deck_number === 1 ? "When the first deck runs out, the discards become the second." : "The game ends when this second deck runs out.",
        rules: zones.deck_number === 1 ? ["FT-21"] : ["FT-22"],
      };
    case "discard":
      return { title: `${zones.discard.length} discarded`, text: cardList(zones.discard), rules: ["FT-20"] };
    default:
      return null;
  }
}

function bidText(bid: number): string {
  if (bid === 0) return "You take nothing unless somebody else bids more.";
  return bid === 1 ? "If nobody bids more, you take and build one card." : `If nobody bids more, you take and build ${bid} cards.`;
}

function explainTower(seat: number, kind: Kind, { view, content, names }: Situation): Explanation {
  const { special } = contentOf(content);
  const values = zonesOf(view).players[seat]?.towers[kind] ?? [];
  const title = `${names[seat]}: ${KIND_NAMES[kind].toLowerCase()} tower`;
  const top = values.at(-1);
  if (top === undefined) return { title, text: "Not begun: the first card may have any value.", rules: ["FT-5"] };
  const worth = `${values.join(", ")} from the ground up, ${pointsText(points(view, seat, kind))}.`;
  if (top === special.roof) return { title, text: `${worth} Its roof closes it.`, rules: ["FT-16", "FT-30"] };
  const next = top === special.carrier ? `Any value may go on the ${top}.` : `Next goes a value below ${top}${top < special.jumper ? `, or a ${special.jumper}` : ""}.`;
  return { title, text: `${worth} ${next}`, rules: ["FT-5", "FT-30"] };
}

const LINES: Record<string, string> = { "main tower": "Main tower", teardown: "Torn down" };

export function scoreLine(key: string): string {
  return LINES[key] ?? `${KIND_NAMES[key as Kind] ?? key} tower`;
}
