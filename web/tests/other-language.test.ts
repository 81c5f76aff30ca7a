/** Another language is one file for each game: with English in brackets, all that a board explains stands in brackets. */
import { describe, expect, it } from "vitest";

import type { Content, View } from "../src/api/types";
import { drawn } from "../src/boards/kits";
import { keep, type Sections } from "../src/texts/catalog";
import { named } from "../src/texts/named";

const texts = import.meta.glob<Sections>("../../src/cairn/games/*/en.toml", { eager: true, import: "default" });
const contents = import.meta.glob<Content>("../fixtures/*/content.json", { eager: true, import: "default" });
const positions = import.meta.glob<{ names: string[]; view: View }>(["../fixtures/*/*.json", "!**/content.json"], { eager: true, import: "default" });

const slugOf = (path: string): string => path.split("/").at(-2)?.replaceAll("_", "-") ?? "";

/** The titles of a content file by id, as the server adds them to [name]. */
function titles(content: unknown): Record<string, string> {
  if (typeof content !== "object" || content === null) return {};
  const entry = content as Record<string, unknown>;
  const found = Object.assign({}, ...Object.values(entry).map(titles)) as Record<string, string>;
  const [id, title] = typeof entry["title"] === "string" ? [entry["name"], entry["title"]] : [entry["id"], entry["name"]];
  if (typeof id === "string" && typeof title === "string") found[id] = title;
  return found;
}

function bracketed(sections: Sections): Sections {
  const wrap = (messages: Readonly<Record<string, string>>) => Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, `⟦${text}⟧`]));
  return Object.fromEntries(Object.entries(sections).map(([section, messages]) => [section, wrap(messages)]));
}

/** Words outside of brackets; names of seats are no English. */
function englishIn(text: string, names: readonly string[]): string[] {
  let rest = text;
  for (let inner = ""; inner !== rest; ) [inner, rest] = [rest, rest.replace(/⟦[^⟦⟧]*⟧/g, "")];
  return (rest.match(/\p{L}{3,}/gu) ?? []).filter((word) => !names.some((name) => name.includes(word)));
}

describe("the search for words outside of brackets", () => {
  it("finds them", () => expect(englishIn("⟦Take ⟦Bear Cave⟧⟧ now, Ana", ["Ana"])).toEqual(["now"]));
});

describe.each(Object.keys(contents).map(slugOf))("%s in another language", (slug) => {
  const file = Object.entries(texts).find(([path]) => slugOf(path) === slug)?.[1] ?? {};
  const content = Object.entries(contents).find(([path]) => slugOf(path) === slug)?.[1];
  const here = Object.entries(positions).filter(([path]) => slugOf(path) === slug);

  it("has brackets around all that its board explains", async () => {
    const kit = await drawn(slug);
    keep(slug, bracketed({ ...file, name: { ...titles(content), ...file["name"] } }));
    const told: string[] = [];
    for (const [, { names, view }] of here) {
      const situation = { view, names, content: named(slug, content as Content) };
      const elements = new Set(view.choices.flatMap((choice) => kit.elements?.(choice, situation) ?? choice.elements));
      for (const element of elements) {
        const explained = kit.explain?.(element, situation);
        if (explained) told.push(...englishIn(`${explained.title} ${explained.text ?? ""}`, names).map((word) => `${element}: ${word}`));
      }
      for (const fact of names.flatMap((_, seat) => kit.facts?.(seat, situation) ?? [])) told.push(...englishIn(`${fact.label} ${fact.value}`, names));
    }
    keep(slug, file);
    expect([...new Set(told)]).toEqual([]);
  });
});
