/** What is said about the elements of 5 Towers. */
import { say } from "../../texts/five-towers";
import { lookUp } from "../../texts/catalog";
import type { Explanation } from "../board";
import { known } from "../words";
import { cardList, cardName, kindName, paddleName, pointsText, standText, valueNote, valueRules } from "./texts";
import { cardOf, KINDS, points, standOf, total, type Kind, type TowersSituation } from "./zones";

export function explain(element: string, { view, content, names }: TowersSituation): Explanation | null {
  const [what = "", first = "", second = ""] = element.split(":");
  const zones = view.zones;
  const { special } = content;
  const seat = Number(first);
  const name = names[seat] ?? "";
  switch (what) {
    case "card": {
      const { value } = cardOf(first);
      return { title: cardName(first), text: valueNote(value, special), rules: valueRules(value, special) };
    }
    case "paddle":
      return first === "pass"
        ? { title: paddleName(first), text: say("board.pass-note"), rules: ["FT-8"] }
        : { title: paddleName(first), text: say("board.bid-note", { n: seat }), rules: ["FT-9", "FT-10"] };
    case "tower": {
      const kind = known(KINDS, second);
      return kind ? explainTower(seat, kind, { view, content, names }) : null;
    }
    case "torn":
      return {
        title: say("board.torn-title", { seat: name }),
        text: say("board.torn-note", { cards: cardList(zones.players[seat]?.torn ?? []), points: pointsText(points(view, seat, "teardown")) }),
        rules: ["FT-17", "FT-32"],
      };
    case "bidder": {
      if (view.result) return { title: say("board.seat-points", { seat: name, points: pointsText(total(view, seat)) }), rules: ["FT-33"] };
      const starts = seat === zones.start;
      return { title: `${name} ${standText(standOf(view, seat, new Map()))}`, text: starts ? say("board.opens") : "", rules: starts ? ["FT-7"] : ["FT-8"] };
    }
    case "deck":
      return {
        title: say("board.deck-title", { n: zones.deck.count }),
        text: zones.deck_number === 1 ? say("board.first-deck-note") : say("board.second-deck-note"),
        rules: zones.deck_number === 1 ? ["FT-21"] : ["FT-22"],
      };
    case "discard":
      return { title: say("board.discard-title", { n: zones.discard.length }), text: cardList(zones.discard), rules: ["FT-20"] };
    default:
      return null;
  }
}

function explainTower(seat: number, kind: Kind, { view, content, names }: TowersSituation): Explanation {
  const { special } = content;
  const values = view.zones.players[seat]?.towers[kind] ?? [];
  const title = say("board.tower-title", { seat: names[seat] ?? "", kind: kindName(kind).toLowerCase() });
  const top = values.at(-1);
  if (top === undefined) return { title, text: say("board.tower-begin"), rules: ["FT-5"] };
  const worth = say("board.tower-worth", { values: values.join(", "), points: pointsText(points(view, seat, kind)) });
  if (top === special.roof) return { title, text: say("board.tower-closed", { worth }), rules: ["FT-16", "FT-30"] };
  if (top === special.carrier) return { title, text: say("board.tower-any", { worth, top }), rules: ["FT-5", "FT-30"] };
  const text = top < special.jumper ? say("board.tower-next-or", { worth, top, jumper: special.jumper }) : say("board.tower-next", { worth, top });
  return { title, text, rules: ["FT-5", "FT-30"] };
}

export function scoreLine(key: string): string {
  return lookUp("five-towers", "score", key) ?? key;
}
