/** The card of the hand that is to be laid next. While there is one, only the spaces where it may go are lit. */
let card = $state<string | null>(null);

export const chosen = {
  get card(): string | null {
    return card;
  },
  toggle(name: string): void {
    card = card === name ? null : name;
  },
  clear(): void {
    card = null;
  },
};
