/** A first game of a title: against the gentlest bot, or with a friend by a link; options for beginners, a coach to ask. */
import { api } from "../api/client";
import type { GameShown } from "../api/types";
import { identity } from "./me.svelte";
import { router } from "./router.svelte";
import { BOT_PACE, GENTLEST, settings } from "./settings.svelte";

export async function firstGame(game: GameShown, friend = false): Promise<void> {
  await identity.somebody();
  const { seat: mine, options } = game.first_game;
  const seats = Array.from({ length: Math.max(2, game.seats[0] ?? 2) }, (_, seat) =>
    seat === mine ? { kind: "me" as const } : friend ? { kind: "link" as const } : { kind: "bot" as const, bot: GENTLEST });
  const table = await api.createTable({ game: game.slug, seats, options, hints: true, pace: BOT_PACE[settings.kept.speed] * 2 });
  router.go(`/table/${table.id}?learn`);
}
