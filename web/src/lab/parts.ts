/** What can be changed in a game's content: a form is made from the content itself, which has every entry with all its fields. */
import type { Content } from "../api/types";

export type Value = string | number | boolean | number[];

export interface Field {
  /** Where its value is in the content: `cards.mountains.triglav.energy`. */
  place: string;
  name: string;
  value: Value;
}

export interface Part {
  /** The component, as drawings and events call it; empty for a table of settings. */
  id: string;
  title: string;
  fields: Field[];
}

export interface Group {
  place: string;
  parts: Part[];
}

type Table = Record<string, unknown>;

const HIDDEN = ["provenance", "id"];

const isTable = (value: unknown): value is Table => typeof value === "object" && value !== null && !Array.isArray(value);
const isNumbers = (value: unknown): value is number[] => Array.isArray(value) && value.every((one) => typeof one === "number");

/** By which field the entries of a list are told apart, if they are. */
function labelOf(entries: unknown[]): "id" | "name" | null {
  for (const label of ["id", "name"] as const) {
    const names = entries.map((entry) => (isTable(entry) ? entry[label] : undefined));
    if (names.length > 0 && names.every((name) => typeof name === "string") && new Set(names).size === names.length) return label;
  }
  return null;
}

function fieldsOf(table: Table, place: string, prefix = "", label = ""): Field[] {
  return Object.entries(table).flatMap(([name, value]) => {
    if (HIDDEN.includes(name) || (name === label && prefix === "")) return [];
    const at = `${place}.${name}`;
    const shown = prefix === "" ? name : `${prefix} ${name}`;
    if (typeof value === "number" || typeof value === "boolean" || typeof value === "string" || isNumbers(value)) return [{ place: at, name: shown, value }];
    return isTable(value) ? fieldsOf(value, at, shown) : [];
  });
}

/** All entries of a content by the list or table they are in. */
export function groupsOf(content: Content): Group[] {
  const groups: Group[] = [];
  const settings: Part[] = [];
  const walk = (table: Table, place: string): void => {
    for (const [name, value] of Object.entries(table)) {
      const at = place === "" ? name : `${place}.${name}`;
      const label = Array.isArray(value) ? labelOf(value) : null;
      if (label && Array.isArray(value)) {
        const parts = (value as Table[]).map((entry) => {
          const id = String(entry[label]);
          return { id, title: String(entry["title"] ?? entry["name"] ?? id), fields: fieldsOf(entry, `${at}.${id}`, "", label) };
        });
        groups.push({ place: at, parts: parts.filter((part) => part.fields.length > 0) });
      } else if (isTable(value)) {
        const fields = fieldsOf(value, at).filter((field) => field.place.split(".").length === at.split(".").length + 1);
        if (fields.length > 0) settings.push({ id: "", title: at, fields });
        walk(value, at);
      }
    }
  };
  walk(content, "");
  if (settings.length > 0) groups.push({ place: "", parts: settings });
  return groups.filter((group) => group.parts.length > 0);
}

/** What was typed as a value of the same type as before; null while it is none. */
export function parsed(text: string, like: Value): Value | null {
  if (typeof like === "number") return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : null;
  if (!Array.isArray(like)) return text;
  const numbers = text.split(",").map((one) => one.trim()).filter((one) => one !== "").map(Number);
  return numbers.every(Number.isFinite) ? numbers : null;
}

export const written = (value: Value): string => (Array.isArray(value) ? value.join(", ") : String(value));

export const same = (one: Value, other: Value): boolean => JSON.stringify(one) === JSON.stringify(other);
