/** Messages of the wire as captured events, and which of them the store has already by their position. Pure. */
import type { CaptureEvent } from "../contract/capture";
import type { EvermeMessage } from "../contract/everme";
import { storedName } from "./stored-name";

export interface Placed {
  message: EvermeMessage;
  /** Ordinal of the turn that it is of, counted from that of the request. */
  turn: number;
}

/** A turn begins with what the person says after something was answered. */
export function placeMessages(messages: readonly EvermeMessage[], baseTurn: number): Placed[] {
  let turn = baseTurn;
  let isAnswered = false;
  return messages.map((message) => {
    if (message.role === "user" && isAnswered) {
      turn += 1;
      isAnswered = false;
    } else if (message.role !== "user") isAnswered = true;
    return { message, turn };
  });
}

/** What became of a message's own arguments: an object as it is, anything else as text. */
function argumentsOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : { arguments: text };
  } catch {
    // Models write broken JSON too; what they wrote is the evidence.
    return { arguments: text };
  }
}

/** Events of one message, in order; `key` is stable where the same message may come again. */
export function eventsOf(message: EvermeMessage, hostSessionId: string, at: number, key: string): CaptureEvent[] {
  const base = { host: "everme" as const, hostSessionId, at, fromTranscript: false };
  switch (message.role) {
    case "user":
      return [{ ...base, key, type: "prompt", text: message.content }];
    case "tool":
      return [{ ...base, type: "tool", toolUseId: storedName(message.toolCallId), output: message.content }];
    case "assistant": {
      const calls = message.toolCalls ?? [];
      const isFinal = message.turnComplete === true && calls.length === 0;
      const said: CaptureEvent[] =
        message.content === undefined ? [] : [{ ...base, key, type: "message", text: message.content, final: isFinal }];
      return [
        ...said,
        ...calls.map((call): CaptureEvent => ({
          ...base,
          type: "tool",
          toolUseId: storedName(call.id),
          name: call.name,
          input: argumentsOf(call.arguments),
        })),
      ];
    }
  }
}
