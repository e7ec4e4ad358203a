/** A Kimi log as turns: what was taken back is gone, what the context log repeats is said once. Pure. */
import type { WireEvent } from "../../transcripts/kimi-wire";

export interface KimiMessage {
  role: "user" | "assistant";
  text: string;
  /** Milliseconds UTC. */
  at?: number | undefined;
}

export interface KimiTurn {
  /** null for a turn that no person began. */
  prompt: string | null;
  messages: KimiMessage[];
  at?: number | undefined;
}

/**
 * Turns in order. User text is that of `turn.prompt`; `context.append_message` counts only in a log whose turns carry no
 * text (migrated ones). `context.undo` drops the last turns, but never any from before a `context.clear`.
 */
export function turnsOf(events: readonly WireEvent[]): KimiTurn[] {
  const isLive = events.some((event) => event.type === "prompt" && event.source === "turn");
  const hasLoop = events.some((event) => event.type === "text" && event.source === "turn");
  const turns: KimiTurn[] = [];
  let barrier = 0;
  let step: string | null = null;
  const current = (): KimiTurn => {
    const last = turns.at(-1);
    if (last !== undefined && turns.length > barrier) return last;
    const turn: KimiTurn = { prompt: null, messages: [] };
    turns.push(turn);
    return turn;
  };
  for (const event of events) {
    const before: string | null = step;
    step = null;
    switch (event.type) {
      case "prompt":
        if (isLive !== (event.source === "turn")) break;
        turns.push({
          prompt: event.human ? event.text : null,
          messages: event.human ? [{ role: "user", text: event.text, at: event.at }] : [],
          at: event.at,
        });
        break;
      case "steer":
        current().messages.push({ role: "user", text: event.text, at: event.at });
        break;
      case "text": {
        if (hasLoop !== (event.source === "turn")) break;
        const { messages } = current();
        const last = messages.at(-1);
        // Text comes in pieces as it is streamed; pieces of one step are one message.
        if (last?.role === "assistant" && event.step !== null && event.step === before) last.text += event.text;
        else messages.push({ role: "assistant", text: event.text, at: event.at });
        step = event.step;
        break;
      }
      case "undo":
        turns.length = Math.max(barrier, turns.length - event.count);
        break;
      case "clear":
        barrier = turns.length;
        break;
      case "call":
      case "result":
      case "turn_end":
        break;
    }
  }
  return turns.filter((turn) => turn.messages.length > 0);
}

/** The conversation as EvolvMem sees it (E63): user and assistant text alone. */
export const messagesOf = (turns: readonly KimiTurn[]): KimiMessage[] => turns.flatMap((turn) => turn.messages);
