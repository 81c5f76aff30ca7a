/** The rules of a decision that have not come up before, and those that have; remembers the new ones. */
export function fresh(rules: readonly string[], met: Set<string>): { rules: string[]; known: string[] } {
  const known = rules.filter((id) => met.has(id));
  const unknown = rules.filter((id) => !met.has(id));
  for (const id of unknown) met.add(id);
  return { rules: unknown, known };
}
