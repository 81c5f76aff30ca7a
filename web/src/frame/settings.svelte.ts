/** What the player likes, kept on this device. */
import type { Motion } from "../boards/board";

/** The bot for a first game. */
export const GENTLEST = "hiker";

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const SPEEDS = ["normal", "fast", "instant"] as const;
export type Speed = (typeof SPEEDS)[number];

interface Kept {
  theme: Theme;
  speed: Speed;
  stillness: boolean;
  sound: boolean;
  notify: boolean;
  /** Whether to be asked before what cannot be taken back. */
  careful: boolean;
  level: string;
}

const KEY = "cairn.settings";
const DEFAULTS: Kept = { theme: "auto", speed: "normal", stillness: false, sound: false, notify: false, careful: true, level: "climber" };
const PACE: Record<Speed, number> = { normal: 1, fast: 0.4, instant: 0 };
/** Milliseconds a bot takes at least for a decision. */
export const BOT_PACE: Record<Speed, number> = { normal: 500, fast: 150, instant: 0 };

function read(): Kept {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>) };
  } catch {
    return { ...DEFAULTS };
  }
}

class Settings {
  kept: Kept = $state(read());
  #prefersStill = $state(false);

  start(): void {
    const query = window.matchMedia("(prefers-reduced-motion: reduce)");
    this.#prefersStill = query.matches;
    query.addEventListener("change", () => (this.#prefersStill = query.matches));
    $effect.root(() => {
      $effect(() => {
        const root = document.documentElement;
        if (this.kept.theme === "auto") delete root.dataset["theme"];
        else root.dataset["theme"] = this.kept.theme;
      });
      $effect(() => {
        try {
          localStorage.setItem(KEY, JSON.stringify(this.kept));
        } catch {
          // A browser that keeps nothing still plays.
        }
      });
    });
  }

  readonly still = $derived(this.kept.stillness || this.#prefersStill);

  readonly motion: Motion = $derived.by(() => {
    const reduced = this.still;
    const pace = PACE[this.kept.speed];
    return { reduced, ms: (normal: number) => (reduced ? 0 : normal * pace) };
  });

  /** How long another seat's move stays on the table before the next one is shown. */
  readonly gap = $derived(350 * PACE[this.kept.speed]);
}

export const settings = new Settings();
