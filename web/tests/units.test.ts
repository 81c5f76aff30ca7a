import { describe, expect, it } from "vitest";

import type { LogEntry, View } from "../src/api/types";
import { elementName, plain } from "../src/boards/words";
import { match } from "../src/frame/match";
import { parse, spans } from "../src/frame/markdown";
import { nearest } from "../src/table/focus";
import { takenBack } from "../src/table/lines";
import { sheet } from "../src/table/sheet";
import { clockText } from "../src/table/time";

describe("addresses", () => {
  it("names the parts of a path", () => expect(match("/replay/:id/:move", "/replay/x1/12")).toEqual({ id: "x1", move: "12" }));
  it("refuses what does not fit", () => expect(match("/table/:id", "/table")).toBeNull());
  it("knows the first page", () => expect(match("/", "/")).toEqual({}));
});

describe("arrow keys", () => {
  const spots = [{ x: 100, y: 0 }, { x: 60, y: 50 }, { x: 0, y: 80 }];
  it("goes to what lies straight ahead rather than to what is merely near", () =>
    expect(nearest({ x: 0, y: 0 }, spots, [1, 0])).toBe(0));
  it("goes down", () => expect(nearest({ x: 0, y: 0 }, spots, [0, 1])).toBe(2));
  it("stays where nothing lies", () => expect(nearest({ x: 0, y: 0 }, spots, [-1, 0])).toBe(-1));
});

describe("the score sheet", () => {
  const view = { scores: [{ towers: 5, secret: null }, { towers: 3, secret: 2 }] } as unknown as View;
  it("adds up what is known and says when that is not all", () =>
    expect(sheet(view).totals).toEqual([{ sum: 5, whole: false }, { sum: 5, whole: true }]));
  it("keeps the lines in order", () => expect(sheet(view).lines.map((line) => line.key)).toEqual(["towers", "secret"]));
});

describe("the log", () => {
  const line = (position: number, back_to: number | null = null): LogEntry => ({ position, back_to }) as LogEntry;
  it("marks what an undo took back, and nothing before it", () =>
    expect([...takenBack([line(1), line(2), line(3), line(4, 1), line(5)])]).toEqual([2, 3]));
});

describe("a clock", () => {
  it.each([[4_500, "4.5"], [65_000, "1:05"], [3_665_000, "1:01:05"], [-5, "0.0"]])("%i ms is %s", (ms, text) =>
    expect(clockText(ms)).toBe(text));
});

describe("words", () => {
  it("reads ids", () => expect(elementName("card:sand-7")).toBe("Card sand 7"));
  it("reads keys", () => expect(plain("last_turns")).toBe("last turns"));
});

describe("rules text", () => {
  it("finds rules with their ids over several lines", () => {
    const [heading, rule] = parse("## Bidding\n\n- **FT-7** One\n  and two.\n");
    expect(heading).toMatchObject({ kind: "heading", text: "Bidding", id: "bidding" });
    expect(rule).toEqual({ kind: "rule", id: "FT-7", spans: [{ kind: "text", text: "One and two." }] });
  });
  it("takes nothing as HTML", () => expect(spans("<b>x</b>")).toEqual([{ kind: "text", text: "<b>x</b>" }]));
  it("reads tables", () => expect(parse("| a | b |\n|---|---|\n| 1 | 2 |")[0]).toMatchObject({ kind: "table", rows: [[[{ text: "1" }], [{ text: "2" }]]] }));
});

