/** A conversation as text for a model, whole or in pieces of whole messages (E72). Pure. */
import { capText } from "../text/caps";

export interface SentMessage {
  role: "user" | "assistant";
  text: string;
}

/** Characters of one piece, when the whole was too long for the model. */
export const CHUNK_CHARS = 120_000;
/** Room for the mark that says how much of an over-long message was left out, and for its label. */
const MARGIN = 200;

const labelled = ({ role, text }: SentMessage): string => `[${role}]\n${text}`;

export const conversationText = (messages: readonly SentMessage[]): string => messages.map(labelled).join("\n\n");

/** Pieces of at most {@link CHUNK_CHARS} characters, cut between messages; a message that is longer keeps head and tail. */
export function chunkConversation(messages: readonly SentMessage[], limit = CHUNK_CHARS): string[] {
  const chunks: string[] = [];
  let chunk = "";
  for (const message of messages) {
    const text = labelled({ ...message, text: capText(message.text, { cap: limit - MARGIN }) });
    if (chunk !== "" && chunk.length + 2 + text.length > limit) {
      chunks.push(chunk);
      chunk = "";
    }
    chunk = chunk === "" ? text : `${chunk}\n\n${text}`;
  }
  if (chunk !== "") chunks.push(chunk);
  return chunks;
}
