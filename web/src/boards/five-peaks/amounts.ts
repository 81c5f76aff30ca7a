/** What the content writes as text: amounts ("2 herb + endorphin") and spaces ("exchange: 2 berry -> jar"). */

export interface Amount {
  kind: string;
  count: number;
}

export interface SpaceText {
  what: "gives" | "exchange" | "containers" | "parking";
  bike: boolean;
  /** What is given or, at an exchange, asked for. */
  amounts: readonly Amount[];
  product?: Amount;
}

export function readAmounts(text: string): Amount[] {
  return text
    .split(" + ")
    .filter((part) => part !== "")
    .map((part) => {
      const [first = "", second] = part.trim().split(" ");
      return second === undefined ? { kind: first, count: 1 } : { kind: second, count: Number(first) };
    });
}

export function readSpace(text: string): SpaceText {
  if (text === "containers" || text === "parking") return { what: text, bike: false, amounts: [] };
  const [verb = "", rest] = text.split(": ");
  if (verb === "exchange" && rest !== undefined) {
    const [asked = "", product = ""] = rest.split(" -> ");
    return { what: "exchange", bike: false, amounts: readAmounts(asked), product: readAmounts(product)[0] };
  }
  return { what: "gives", bike: verb === "bike" && rest !== undefined, amounts: readAmounts(rest ?? text) };
}

/** Every single thing of some amounts, for drawing. */
export function singles(amounts: readonly Amount[]): string[] {
  return amounts.flatMap(({ kind, count }) => Array.from({ length: count }, () => kind));
}
