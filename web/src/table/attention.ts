/** Calls the player back to the table: a mark in the title, a notification, a small sound. */
import { say } from "../texts/frame";

const BEAT = 0.09;
const NOTES = [523.25, 659.25];

export function mark(title: string, myTurn: boolean): void {
  document.title = myTurn ? `● ${say("table.your-turn")} · ${title}` : `${title} · ${say("cairn.cairn")}`;
}

export function notify(title: string, prompt: string): void {
  if (!document.hidden || typeof Notification === "undefined" || Notification.permission !== "granted") return;
  const shown = new Notification(`${say("table.your-turn")}: ${title}`, { body: prompt, icon: "/cairn.svg", tag: "cairn-turn" });
  shown.onclick = () => window.focus();
}

let audio: AudioContext | null = null;

/** Two soft notes, up for one's own turn. */
export function chime(): void {
  audio ??= new AudioContext();
  const start = audio.currentTime;
  for (const [index, note] of NOTES.entries()) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = "sine";
    tone.frequency.value = note;
    volume.gain.setValueAtTime(0, start + index * BEAT);
    volume.gain.linearRampToValueAtTime(0.08, start + index * BEAT + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + index * BEAT + 0.35);
    tone.connect(volume).connect(audio.destination);
    tone.start(start + index * BEAT);
    tone.stop(start + index * BEAT + 0.4);
  }
}
