/** The EverMe gateway, by the agent SDK as agents use it: fifty conversations at once. */
import type { Server } from "../../e2e/support/server";
import { type Client, createClient } from "../../lib/sdk/agent/client";
import { flushAgentMemory, saveAgentMemory } from "../../lib/sdk/agent/save";
import { searchMemory } from "../../lib/sdk/agent/search";
import { notes, queries } from "../corpus";
import { type Row, timeEach, timeOnce, timesRow, valueRow } from "../measure";

const CONVERSATIONS = 50;
const AGENTS = 10;
/** Messages of one request. */
const PART = 20;
/** Milliseconds; what is slower is seen in the figures, not as a fault. */
const TIMEOUT = 300_000;

/** On an empty store: `count` messages in all. Throws where a request is refused. */
export async function benchEverme(server: Server, count: number, asked: number): Promise<Row[]> {
  const clients = await Promise.all(
    Array.from({ length: AGENTS }, async (_, n) => {
      const { secret } = await server.client.tokens.create({ kind: "evt", agentId: `bench-${n}` });
      return createClient({ apiBase: server.url, token: secret, timeoutMs: TIMEOUT });
    }),
  );
  const clientOf = (number: number): Client => {
    const client = clients[number % AGENTS];
    if (client === undefined) throw new Error("no client");
    return client;
  };
  const words = [...notes(Math.ceil(count / 2), 11)];
  const share = Math.floor(words.length / CONVERSATIONS);
  const writes: number[] = [];
  const talk = async (number: number): Promise<void> => {
    const messages = words.slice(number * share, (number + 1) * share).flatMap(({ title, text }) => [
      { role: "user", content: title },
      { role: "assistant", content: text.slice(0, 2000) },
    ]);
    for (let at = 0; at < messages.length; at += PART) {
      const part = {
        conversationId: `bench-${number}`,
        messages: messages.slice(at, at + PART),
        flush: false,
        sync: true,
      };
      writes.push(await timeOnce(() => saveAgentMemory(clientOf(number), part)));
    }
  };
  const numbers = Array.from({ length: CONVERSATIONS }, (_, n) => n);
  const whole = await timeOnce(() => Promise.all(numbers.map(talk)));
  const searches = await timeEach(queries(asked, 13), (query) => searchMemory(clientOf(0), { query }));
  const flushes = await timeEach(numbers.slice(0, 10), (n) => flushAgentMemory(clientOf(n), { conversationId: `bench-${n}` }), 0); // prettier-ignore
  const label = `${count.toLocaleString("en")} messages`;
  return [
    timesRow(`POST /api/v1/mem/agent-memory, ${PART} messages, ${CONVERSATIONS} conversations at once`, writes),
    valueRow(`the same, all ${label}`, "messages/s", Math.round((count / whole) * 1000)),
    timesRow(`POST /api/v1/mem/search, ${label}`, searches),
    timesRow(`flush of ${Math.round(share)} turns`, flushes),
  ];
}
