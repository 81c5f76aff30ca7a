/** What part of the map is seen: dragged, pinched, wheeled, or framed by itself. */
import type { Box, Point } from "./geometry";

/** Pixels of the screen for one unit of the drawing. */
const LEAST = 0.18;
const MOST = 2.2;
const READABLE = 0.62;
/** How small the whole map may be shown: spaces stay large enough for a finger, or for a pointer where there is room. */
const SMALLEST = 0.5;
const SMALLEST_WIDE = 0.4;
const WIDE = 640;
const MARGIN = 24;
/** A press that moves farther than this is a drag, no click. */
const DRAG = 6;

export class Camera {
  width = $state(0);
  height = $state(0);
  x = $state(0);
  y = $state(0);
  scale = $state(0.6);
  /** Pixels at the bottom that something else lies upon. */
  covered = 0;
  #touched = false;
  #pointers = new Map<number, Point>();
  #moved = 0;

  readonly viewBox = $derived.by(() => {
    const [width, height] = [this.width / this.scale, this.height / this.scale];
    return `${this.x - width / 2} ${this.y - height / 2} ${width || 1} ${height || 1}`;
  });

  /** Show all of the map if it can be read then, else what matters now. A view somebody chose stays if it shows that. */
  frame(map: Box, matters: Box): void {
    if (this.#touched && this.#shows(matters)) return;
    this.#touched = false;
    const whole = this.#scaleFor(map);
    this.scale = whole >= (this.width >= WIDE ? SMALLEST_WIDE : SMALLEST) ? Math.min(whole, 1.1) : Math.max(whole, Math.min(READABLE, this.#scaleFor(matters)));
    this.#centre(this.scale <= whole ? map : matters, map);
  }

  fit(map: Box): void {
    this.#touched = true;
    this.scale = Math.min(this.#scaleFor(map), 1.1);
    this.#centre(map, map);
  }

  show(matters: Box, map: Box): void {
    this.#touched = true;
    this.scale = Math.max(this.scale, READABLE);
    this.#centre(matters, map);
  }

  zoom(factor: number, at: Point = { x: this.width / 2, y: this.height / 2 }): void {
    const scale = Math.min(MOST, Math.max(LEAST, this.scale * factor));
    const [dx, dy] = [at.x - this.width / 2, at.y - this.height / 2];
    this.x += dx / this.scale - dx / scale;
    this.y += dy / this.scale - dy / scale;
    this.scale = scale;
    this.#touched = true;
  }

  down(id: number, at: Point): void {
    if (this.#pointers.size === 0) this.#moved = 0;
    this.#pointers.set(id, at);
  }

  move(id: number, at: Point): void {
    const before = this.#pointers.get(id);
    if (!before) return;
    const others = [...this.#pointers].filter(([other]) => other !== id).map(([, point]) => point);
    this.#moved += Math.hypot(at.x - before.x, at.y - before.y);
    this.#pointers.set(id, at);
    if (this.#moved <= DRAG) return;
    const other = others[0];
    const share = other ? 2 : 1;
    this.x -= (at.x - before.x) / this.scale / share;
    this.y -= (at.y - before.y) / this.scale / share;
    this.#touched = true;
    if (other) {
      const was = Math.hypot(before.x - other.x, before.y - other.y);
      const is = Math.hypot(at.x - other.x, at.y - other.y);
      if (was > 0) this.zoom(is / was, { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
    }
  }

  up(id: number): void {
    this.#pointers.delete(id);
  }

  /** Whether the press that just ended was a drag. */
  get dragged(): boolean {
    return this.#moved > DRAG;
  }

  #scaleFor(box: Box): number {
    const fits = Math.min((this.width - MARGIN) / (box.right - box.left), (this.height - this.covered - MARGIN) / (box.bottom - box.top));
    return Math.max(LEAST, fits);
  }

  #shows(box: Box): boolean {
    const [width, height] = [this.width / this.scale / 2, this.height / this.scale / 2];
    return box.left >= this.x - width && box.right <= this.x + width && box.top >= this.y - height && box.bottom <= this.y + height - this.covered / this.scale;
  }

  /** Centre on a box, without showing more of the empty table than needed. */
  #centre(box: Box, map: Box): void {
    const [width, height] = [this.width / this.scale, this.height / this.scale];
    this.x = within((box.left + box.right) / 2, map.left, map.right, width);
    this.y = within((box.top + box.bottom) / 2, map.top, map.bottom, height - this.covered / this.scale) + this.covered / this.scale / 2;
  }
}

function within(at: number, low: number, high: number, seen: number): number {
  if (seen >= high - low) return (low + high) / 2;
  return Math.min(high - seen / 2 + 15, Math.max(low + seen / 2 - 15, at));
}
