/** How cards travel: from the display to a hand, from a hand to a tower, from a tower to the ground. */
import { cubicOut } from "svelte/easing";
import { crossfade, type TransitionConfig } from "svelte/transition";

import type { Motion } from "../board";

export const [leave, arrive] = crossfade({
  easing: cubicOut,
  fallback: (_node, { duration }) => ({ duration: typeof duration === "number" ? duration : 0, easing: cubicOut, css: (t) => `transform: scale(${0.85 + 0.15 * t}); opacity: ${t}` }),
});

/** A block comes down from above and settles. */
export function settle(_node: Element, { motion }: { motion: Motion }): TransitionConfig {
  const fall = motion.reduced ? 0 : 46;
  return { duration: motion.ms(280), easing: cubicOut, css: (t, u) => `transform: translateY(${-fall * u}px); opacity: ${t}` };
}

/** A block tips over and is gone. */
export function topple(_node: Element, { motion }: { motion: Motion }): TransitionConfig {
  const turn = motion.reduced ? 0 : 1;
  return {
    duration: motion.ms(320),
    css: (t, u) => `transform: translate(${turn * 34 * u}px, ${turn * 50 * u * u}px) rotate(${turn * 70 * u}deg); opacity: ${t}`,
  };
}
