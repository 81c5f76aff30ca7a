/** How Solstis puts its texts together; the words are in the game's en.toml. */
import { say } from "../../texts/solstis";
import { spotOf } from "./land";
import type { Place, Spirit } from "./zones";

/** The rule of each spirit. */
export const SPIRIT_RULES: Readonly<Record<string, string>> = {
  trout: "SO-39", deer: "SO-40", eagle: "SO-41", bear: "SO-42", dragonfly: "SO-43", beetle: "SO-44", marmot: "SO-45",
  bee: "SO-57", ladybug: "SO-58", wolf: "SO-59", squirrel: "SO-60", bird: "SO-61", lizard: "SO-62", butterfly: "SO-63",
  evil: "SO-36",
};

const rows = ["1", "2", "3", "4", "5", "6"] as const;

export const rowName = (place: Place): string => say(`board.row-${rows[spotOf(place).row - 1] ?? "1"}`);
export const tileText = (place: Place): string => say("board.tile", { place, row: rowName(place) });
export const listed = (items: readonly string[]): string => (items.length === 0 ? say("board.none") : items.join(", "));

const deedOf = (spirit: Spirit) => spirit.effect ?? spirit.bonus ?? spirit.last ?? "evil";

/** What a spirit does: in few words, and as a sentence. */
export const deedInShort = (spirit: Spirit): string => say(`board.deed-${deedOf(spirit)}`);
export const deedText = (spirit: Spirit): string => say(`effect.${deedOf(spirit)}`);
