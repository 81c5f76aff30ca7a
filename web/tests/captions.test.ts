/** Every choice is said in words by the server, and no two choices of a question alike. */
import { describe, expect, it } from "vitest";

import type { View } from "../src/api/types";

const positions = import.meta.glob<{ view: View }>(["../fixtures/*/*.json", "!**/content.json"], { eager: true, import: "default" });

describe("captions", () => {
  it.each(Object.keys(positions))("%s", (path) => {
    const captions = positions[path]?.view.choices.map(({ caption }) => caption) ?? [];
    for (const caption of captions) expect(caption).toMatch(/^[A-Z][^{}]*$/);
    expect(captions.filter((caption) => /undefined|NaN|display-|deck-/.test(caption))).toEqual([]);
    expect(new Set(captions).size).toBe(captions.length);
  });
});
