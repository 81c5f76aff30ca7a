/** Who we are to the server. Nobody has to sign up: whoever sits down becomes a guest. */
import { api, Refusal } from "../api/client";
import type { Me } from "../api/types";
import { GUEST_NAMES } from "./texts";

class Identity {
  me: Me | null = $state.raw(null);
  /** Whether the server has been asked yet. */
  known = $state(false);

  async find(): Promise<Me | null> {
    try {
      this.me = await api.me();
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 401)) throw error;
      this.me = null;
    }
    this.known = true;
    return this.me;
  }

  async somebody(): Promise<Me> {
    if (this.me) return this.me;
    const found = this.known ? null : await this.find();
    if (found) return found;
    const name = GUEST_NAMES[Math.floor(Math.random() * GUEST_NAMES.length)] ?? "Guest";
    this.me = await api.becomeGuest(name);
    return this.me;
  }
}

export const identity = new Identity();
