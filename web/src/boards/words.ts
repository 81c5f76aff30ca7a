/** Small helpers to turn ids into words. */

/** "main-tower" and "last_turns" as people write them: "main tower", "last turns". */
export function plain(id: string): string {
  return id.replace(/[-_]+/g, " ").trim();
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What an element id says about itself: "card:sand-7" is "Card sand 7". */
export function elementName(id: string): string {
  return capital(plain(id.replace(/:/g, " ")));
}

/** One of several known ids; undefined if it is none of them. */
export function known<T extends string>(ids: readonly T[], id: string): T | undefined {
  return ids.find((each) => each === id);
}
