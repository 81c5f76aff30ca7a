/** The rules of a game by id, loaded once. */
import { api } from "../api/client";
import type { RuleShown } from "../api/types";

export class RuleBook {
  #rules: ReadonlyMap<string, RuleShown> = $state.raw(new Map());

  constructor(slug: string) {
    void api.rules(slug).then(({ rules }) => (this.#rules = new Map(rules.map((rule) => [rule.id, rule]))), () => undefined);
  }

  text = (id: string): string | null => this.#rules.get(id)?.text ?? null;
}
