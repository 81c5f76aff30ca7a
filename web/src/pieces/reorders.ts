/** Items of a list are dragged to another place, by mouse anywhere on them, by finger at their grip. */
export interface Reordering {
  moved(from: number, to: number): void;
  /** The item that is being dragged, or -1. */
  dragged(index: number): void;
}

export function reorders({ moved, dragged }: Reordering): (list: HTMLElement) => () => void {
  return (list) => {
    const ending = new AbortController();
    const { signal } = ending;
    let at = -1;
    const items = (): Element[] => [...list.children];
    const end = (): void => dragged((at = -1));

    list.addEventListener("pointerdown", (event) => {
      const target = event.target as Element;
      const free = event.pointerType === "mouse" ? !target.closest("select, button, input, a") : target.closest("[data-grip]");
      at = free && event.button === 0 ? items().findIndex((item) => item.contains(target)) : -1;
      if (at < 0) return;
      event.preventDefault();
      list.setPointerCapture(event.pointerId);
      dragged(at);
    }, { signal });
    list.addEventListener("pointermove", (event) => {
      const over = at < 0 ? -1 : items().findIndex((item) => within(item, event.clientY));
      if (over < 0 || over === at) return;
      moved(at, over);
      dragged((at = over));
    }, { signal });
    list.addEventListener("pointerup", end, { signal });
    list.addEventListener("pointercancel", end, { signal });
    return () => ending.abort();
  };
}

function within(item: Element, y: number): boolean {
  const box = item.getBoundingClientRect();
  return y >= box.top && y <= box.bottom;
}
