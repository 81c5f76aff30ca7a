/** Who we are to the server. Nobody has to sign up: whoever sits down becomes a guest. */
import { api, Refusal } from "../api/client";
import type { Me } from "../api/types";
import { say } from "../texts/frame";

/** The cookie cannot be read from here; this remembers that there is one, so that strangers are not asked for. */
const KEY = "cairn.known";

class Identity {
  me: Me | null = $state.raw(null);
  /** Whether we have found out who we are, if anybody. */
  known = $state(false);

  async find(): Promise<Me | null> {
    if (localStorage.getItem(KEY) === null) {
      this.known = true;
      return null;
    }
    try {
      this.is(await api.me());
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 401)) throw error;
      this.is(null);
    }
    return this.me;
  }

  is(me: Me | null): void {
    this.me = me;
    this.known = true;
    if (me) localStorage.setItem(KEY, me.id);
    else localStorage.removeItem(KEY);
  }

  async somebody(): Promise<Me> {
    if (this.me) return this.me;
    const found = this.known ? null : await this.find();
    if (found) return found;
    const names = say("guest.names").split(", ");
    const name = names[Math.floor(Math.random() * names.length)] ?? say("guest.anybody");
    const guest = await api.becomeGuest(name);
    this.is(guest);
    return guest;
  }
}

export const identity = new Identity();
