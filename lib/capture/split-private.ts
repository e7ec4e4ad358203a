/** Private text that opens in one text block of a message and closes in a later one, with tool calls between them (M15). */
import { randomUUID } from "node:crypto";
import type { CaptureEvent } from "../contract/capture";
import { stripControl } from "../text/control";
import { mayHoldTags, removePrivate } from "../text/private";

/**
 * The events of one item, their message texts read as the one text that they were. Each text is cleaned on its own
 * afterwards, as all others are; a text that was private as a whole becomes empty. Linear.
 */
export function withoutSplitPrivate(events: CaptureEvent[]): CaptureEvent[] {
  const texts = events.flatMap((event) => (event.type === "message" ? [event.text] : []));
  if (texts.length < 2 || !texts.some(mayHoldTags)) return events;
  // A mark that no sender can know in advance; where it goes with private text, what follows joins the text before.
  const id = randomUUID();
  const joined = texts.map((text, index) => (index === 0 ? text : `[${id}:${index}]${text}`)).join("\n");
  const open = removePrivate(stripControl(joined));
  if (open.removedTags === 0) return events;
  const parts = new Map<number, string>();
  const pieces = open.text.split(new RegExp(`\\n?\\[${id}:(\\d+)\\]`));
  parts.set(0, pieces[0] ?? "");
  for (let at = 1; at < pieces.length; at += 2) parts.set(Number(pieces[at]), pieces[at + 1] ?? "");
  let index = 0;
  return events.map((event) => (event.type === "message" ? { ...event, text: parts.get(index++) ?? "" } : event));
}
