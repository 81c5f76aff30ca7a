/** How 5 Towers puts its texts together; the words are in the game's en.toml. */
import type { Special } from "../../api/views/five-towers";
import { say } from "../../texts/five-towers";
import { cardOf, KINDS, type Kind, type Stand } from "./zones";

export function kindName(kind: Kind): string {
  return say(`board.kind-${kind}`);
}

export function cardName(name: string): string {
  const { kind, value } = cardOf(name);
  return `${kindName(kind)} ${value}`;
}

export function cardList(names: readonly string[]): string {
  if (names.length === 0) return say("board.none");
  const lines = KINDS.map((kind) => {
    const values = names.map(cardOf).filter((card) => card.kind === kind).map((card) => card.value);
    return values.length > 0 ? `${kindName(kind)} ${values.join(", ")}` : "";
  });
  return lines.filter((line) => line !== "").join("; ");
}

export function pointsText(points: number): string {
  return points < 0 ? say("board.points-lost", { n: -points }) : say("board.points", { n: points });
}

export function valueNote(value: number, special: Special): string {
  if (value === special.roof) return say("board.roof-note");
  if (value === special.carrier) return say("board.carrier-note");
  if (value === special.jumper) return say("board.jumper-note");
  return say("board.value-note");
}

export function valueRules(value: number, special: Special): readonly string[] {
  return value === special.roof ? ["FT-5", "FT-30"] : ["FT-5"];
}

export function towerName(owner: string, kind: Kind, values: readonly number[], worth: number, special: Special): string {
  const tower = say("board.tower", { owner, kind: kindName(kind).toLowerCase() });
  if (values.length === 0) return say("board.tower-empty", { tower });
  const closed = values.at(-1) === special.roof ? "yes" : "no";
  return say("board.tower-values", { tower, values: values.join(", "), closed, points: pointsText(worth) });
}

export function standText(stand: Stand): string {
  switch (stand.kind) {
    case "bid":
      return say("board.bids", { bid: stand.bid });
    case "now":
      return say("board.bids-now");
    case "later":
      return say("board.not-asked");
    case "out":
      if (stand.said === "pass") return say("board.passed");
      return stand.said === null ? say("board.is-out") : say("board.was-raised", { bid: stand.said });
  }
}

export function standShort(stand: Stand): string {
  switch (stand.kind) {
    case "bid":
      return String(stand.bid);
    case "now":
      return "?";
    case "later":
      return "…";
    case "out":
      return typeof stand.said === "number" ? String(stand.said) : "–";
  }
}

export function paddleName(which: string): string {
  return which === "pass" ? say("board.pass") : say("board.bid", { bid: which });
}
