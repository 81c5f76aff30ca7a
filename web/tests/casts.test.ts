/** Our boards take views as they are declared: a cast would hide a zone that has changed its shape. */
import { expect, it } from "vitest";

const sources = import.meta.glob<string>(["../src/boards/**/*.{ts,svelte}", "!../src/boards/brought/*"], { eager: true, query: "?raw", import: "default" });

/** `as const`, names of imports, loops of a template and what the DOM types too widely are no casts of a view. */
function casts(source: string): string[] {
  const code = source.replace(/ as const\b/g, "").replace(/\/\*[\s\S]*?\*\/|\/\/.*|<!--[\s\S]*?-->|`[^`]*`|"[^"\n]*"/g, "");
  const script = code.replace(/\{#each .*? as /g, "").replace(/^\s*(import|export) .*$/gm, "");
  return [...script.matchAll(/[\w)\]?] as (?!Element\b)[\w({[]+/g)].map(([cast]) => cast);
}

it("no board casts a view or hides behind any", () => {
  const found = Object.entries(sources).flatMap(([file, source]) => [...casts(source), ...(source.match(/: any\b|<any>|\bas any\b/g) ?? [])].map((cast) => `${file}: ${cast}`));
  expect(Object.keys(sources).length).toBeGreaterThan(60);
  expect(found).toEqual([]);
});

it("a cast is noticed", () => {
  expect(casts("const bank = zones.bank[id as keyof Bank];\n  const all = (list as unknown[]).length;")).toHaveLength(2);
  expect(casts('const NAMES = ["a"] as const;\n{#each list as { id } (id)}<p>{id}</p>{/each}')).toEqual([]);
});
