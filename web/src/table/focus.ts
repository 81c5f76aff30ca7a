/** Arrow keys move among the lit pieces by where they are on the screen; with Shift, among all pieces. */

const WAYS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export interface Spot {
  x: number;
  y: number;
}

/** The index of the spot that lies nearest in a direction, sideways distance counting double; -1 if none does. */
export function nearest(from: Spot, spots: readonly Spot[], [dx, dy]: readonly [number, number]): number {
  let best = -1;
  let least = Infinity;
  spots.forEach((spot, index) => {
    const along = (spot.x - from.x) * dx + (spot.y - from.y) * dy;
    const aside = Math.abs((spot.x - from.x) * dy) + Math.abs((spot.y - from.y) * dx);
    const cost = along + 2 * aside;
    if (along > 1 && cost < least) {
      least = cost;
      best = index;
    }
  });
  return best;
}

function middle(node: Element): Spot {
  const box = node.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

export function moveFocus(root: Element, event: KeyboardEvent): boolean {
  const way = WAYS[event.key];
  const at = document.activeElement;
  if (!way || !at?.hasAttribute("data-element") || event.ctrlKey || event.metaKey || event.altKey) return false;
  const among = [...root.querySelectorAll<SVGElement>(event.shiftKey ? "[data-element]" : "[data-lit]")];
  const others = among.filter((node) => node !== at);
  const next = others[nearest(middle(at), others.map(middle), way)];
  next?.focus();
  return next !== undefined;
}

/** Focus the first lit piece in reading order. */
export function focusFirst(root: Element): boolean {
  const first = root.querySelector<SVGElement>("[data-lit]");
  first?.focus();
  return first !== null;
}
