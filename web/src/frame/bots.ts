/** The bots that can be seated, the weakest first, and what they are called. */
import { lookUp } from "../texts/catalog";

export const LEVELS = ["random", "hiker", "climber", "guide", "summit"] as const;

export function botName(bot: string | null): string {
  return bot === null ? "" : (lookUp("frame", "bot", bot) ?? bot);
}

export function botLine(bot: string): string {
  return lookUp("frame", "bot", `${bot}-line`) ?? "";
}
