/** The parts of a path that a pattern names: match("/table/:id", "/table/x1") is { id: "x1" }; null if it does not fit. */
export function match(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split("/");
  const given = path.replace(/\/+$/, "").split("/");
  if (given.length !== wanted.length && !(pattern === "/" && given.length === 1)) return null;
  const found: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const actual = given[index] ?? "";
    if (part.startsWith(":")) {
      if (!actual) return null;
      found[part.slice(1)] = decodeURIComponent(actual);
    } else if (part !== actual) return null;
  }
  return found;
}
