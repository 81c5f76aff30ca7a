/** What stays the same from one view to the next stays the same object, so that only what changed is drawn again. */

type Plain = null | boolean | number | string | undefined | readonly Plain[] | { readonly [key: string]: Plain };

function isObject(value: unknown): value is Record<string, Plain> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sharedList(old: readonly Plain[], fresh: readonly Plain[]): readonly Plain[] {
  const made = fresh.map((value, index) => shared(old[index], value));
  return made.length === old.length && made.every((value, index) => value === old[index]) ? old : made;
}

function sharedObject(old: Record<string, Plain>, fresh: Record<string, Plain>): Record<string, Plain> {
  const keys = Object.keys(fresh);
  const made = Object.fromEntries(keys.map((key) => [key, shared(old[key], fresh[key])]));
  const before = Object.keys(old);
  const same = keys.length === before.length && keys.every((key, index) => key === before[index] && made[key] === old[key]);
  return same ? old : made;
}

/** As `fresh`, with every part of `old` that equals its counterpart in its place. Neither is changed. */
export function shared<T>(old: unknown, fresh: T): T {
  if (Array.isArray(old) && Array.isArray(fresh)) return sharedList(old, fresh) as T;
  if (isObject(old) && isObject(fresh)) return sharedObject(old, fresh) as T;
  return fresh;
}
