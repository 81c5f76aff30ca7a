/** How PEAKS puts its texts together; the words are in the game's en.toml. */
import type { Bonus, Boost, Mountain } from "../../api/views/peaks";
import { lookUp } from "../../texts/catalog";
import { say } from "../../texts/peaks";
import { capital, plain } from "../words";
import { left, type Action, type Card, type Continent, type Gear, type RestTile, type Step } from "./zones";

export function continentName(continent: Continent): string {
  return say(`name.${continent}`);
}

export function actionName(action: Action): string {
  return say(`board.action-${action}`);
}

export function stepName(step: Step): string {
  return say(`board.step-${step}`);
}

export function tileName(tile: RestTile): string {
  return say(`board.tile-${tile}`);
}

export function gearName(gear: Gear): string {
  return capital(say(`name.${gear}`));
}

/** "a flag", "2 advancements". */
export function amount(kind: string, n = 1): string {
  return lookUp("peaks", "amount", kind, { n }) ?? plain(kind);
}

export function amounts(gains: Record<string, number>): string {
  return left(gains).map(([kind, count]) => amount(kind, count)).join(", ");
}

/** Rewards as printed on a card, those with "!" are lost after a danger. */
export function rewardWords(rewards: readonly string[]): string {
  return rewards.map((reward) => (reward.endsWith("!") ? say("board.marked", { what: amount(reward.slice(0, -1)) }) : amount(reward))).join(", ");
}

export function needWords(needs: Bonus["needs"]): string {
  const of = "of" in needs ? needs.of : "";
  return say(`effect.need-${needs.kind}`, { n: needs.amount, of: typeof of === "string" && of !== "" ? say(`name.${of}`) : of });
}

export function abilityWords(card: Extract<Card, { sort: "companion" }>): string {
  if (!("ability" in card)) return say("effect.none");
  return card.ability.kind === "sure-footed" ? say("effect.sure-footed") : amount(card.ability.kind, card.ability.amount);
}

/** "Table Mountain (Maclear's Beacon)" as the title of a small card. */
export function shortName(name: string): string {
  return name.replace(/\s*\(.*\)$/, "");
}

function mountainText(card: Mountain): string {
  const asks = [say("board.asks-energy", { alone: card.energy, shared: card.shared_energy }), say("board.asks-experience", { n: card.experience })];
  if (card.gear.length > 0) asks.push(card.gear.map((gear) => say(`name.${gear}`)).join(", "));
  if (card.acclimatization) asks.push(say("board.asks-acclimatization"));
  if (card.extra_danger) asks.push(say("board.asks-danger"));
  return say("board.mountain-note", {
    continent: continentName(card.continent), metres: card.elevation, deck: card.deck.toUpperCase(), asks: asks.join("; "), x: rewardWords(card.x), y: rewardWords(card.y),
  });
}

function boostText({ energy, stamina, rewards }: Boost): string {
  return say("board.boost-note", { energy, stamina, gains: amounts(rewards) });
}

export function cardText(card: Card): string {
  switch (card.sort) {
    case "mountain":
      return mountainText(card);
    case "bonus":
      return say("board.bonus-note", { flags: amount("flag", card.flags), need: needWords(card.needs), what: amount(card.discard.kind, card.discard.amount) });
    case "companion":
      return say("board.companion-note", { experience: card.experience, uses: card.uses, ability: abilityWords(card) });
    case "boost":
      return boostText(card);
  }
}

/** What a screen reader says for a card. */
export function cardName(card: Card): string {
  return say("board.card-said", { card: card.name, text: cardText(card) });
}

export function dieText(action: Action, n: number, others: number): string {
  return action === "climb" ? say("board.die-climb", { n, others }) : say(`board.die-${action}`, { n });
}

export function scoreLine(key: string): string {
  return lookUp("peaks", "score", key) ?? capital(plain(key));
}
