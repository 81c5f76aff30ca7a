/**
 * What the frame and the games say: messages in ICU form by section and key.
 *
 * A game's texts come from the server (`GET /api/games/{slug}/texts`) and are kept here before its board is shown, so
 * that a game from another package can bring its own. The modules beside this one type every key and its arguments.
 */
import { IntlMessageFormat } from "intl-messageformat";

export type Sections = Readonly<Record<string, Readonly<Record<string, string>>>>;

const LANGUAGE = "en";
const catalogs = new Map<string, Sections>();
const parsed = new Map<string, IntlMessageFormat>();

export function keep(name: string, sections: Sections): void {
  catalogs.set(name, sections);
  for (const key of parsed.keys()) if (key.startsWith(`${name} `)) parsed.delete(key);
}

type Arguments<A> = keyof A extends never ? [] : [args: A];

export type Say<M> = <K extends keyof M & string>(key: K, ...args: Arguments<M[K]>) => string;

/** The function that says the messages of one catalog: `say("board.pile", { count: 3 })`. */
export function catalog<M>(name: string): Say<M> {
  return (key, ...args) => format(name, key, args[0] as Record<string, string | number> | undefined);
}

/** A message whose key is known only when it is said, such as the name of a component; null where there is none. */
export function lookUp(name: string, section: string, key: string, args?: Record<string, string | number>): string | null {
  return catalogs.get(name)?.[section]?.[key] === undefined ? null : format(name, `${section}.${key}`, args);
}

function format(name: string, key: string, args: Record<string, string | number> | undefined): string {
  const dot = key.indexOf(".");
  const source = catalogs.get(name)?.[key.slice(0, dot)]?.[key.slice(dot + 1)];
  if (source === undefined) return key;
  const place = `${name} ${key}`;
  const message = parsed.get(place) ?? new IntlMessageFormat(source, LANGUAGE);
  parsed.set(place, message);
  return message.format(args) as string;
}
