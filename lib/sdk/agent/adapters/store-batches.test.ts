import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HARD_BATCH_BYTES } from "../task-batches";
import { bytesOf } from "../text";
import { claudeMessages } from "./claude-messages";
import { codexMessages } from "./codex-messages";
import { outgoingMessage } from "./outgoing";
import { type HostMessage, storeBatches } from "./store-batches";

const text = (max: number) => fc.nat({ max }).map((size) => "x".repeat(size + 1));
const group = fc.oneof(
  text(7000).map((content): HostMessage[] => [{ role: "user", content }]),
  text(7000).map((content): HostMessage[] => [{ role: "assistant", content }]),
  fc.array(text(60_000), { minLength: 1, maxLength: 4 }).map((results): HostMessage[] => {
    const ids = results.map((result, n) => `c-${results.length}-${n}-${result.length}`);
    const toolCalls = ids.map((id) => ({ id, type: "function" as const, name: "Read", arguments: "{}" }));
    return [
      { role: "assistant", content: "", toolCalls },
      ...results.map((content, n): HostMessage => ({ role: "tool", toolCallId: ids[n] ?? "", content })),
    ];
  }),
);
const stream = fc
  .array(group, { maxLength: 30 })
  .map((groups) => groups.flat().map((one, at): HostMessage => ({ ...one, nativeId: `n-${at}`, timestamp: at + 1 })));

describe("batches of a transcript", () => {
  it("V59, V62: hold everything from the checkpoint on, once and in order, each with the next checkpoint", () => {
    fc.assert(
      fc.property(stream, fc.nat({ max: 60 }), fc.boolean(), (messages, from, wholeTasks) => {
        const batches = storeBatches(messages, from, { wholeTasks });
        expect(batches.flatMap((batch) => batch.messages)).toEqual(messages.slice(from));
        let count = from;
        for (const batch of batches) {
          expect(batch.messages.length).toBeGreaterThan(0);
          count += batch.messages.length;
          expect(batch.uploadedCount).toBe(count);
          expect(batch.nativeMessageIds).toEqual([`n-${count - 1}`]);
        }
      }),
      { numRuns: 80 },
    );
  });

  it("V49, V50: fit a request; whole tasks are cut before a person's message only, others part no call from its result", () => {
    fc.assert(
      fc.property(stream, fc.boolean(), (messages, wholeTasks) => {
        const batches = storeBatches(messages, 0, { wholeTasks });
        batches.forEach((batch, at) => {
          const next = batches[at + 1]?.messages[0] as HostMessage | undefined;
          if (wholeTasks) {
            expect(next === undefined || next.role === "user").toBe(true);
            return;
          }
          expect(batch.messages.length).toBeLessThanOrEqual(500);
          expect(bytesOf(batch.messages)).toBeLessThanOrEqual(HARD_BATCH_BYTES + 500 * 40);
          // A call with its four results of 60,000 fits, so nothing forces a cut between them.
          expect(next?.role).not.toBe("tool");
        });
      }),
      { numRuns: 80 },
    );
  });
});

const junk = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.constantFrom("user", "assistant", "tool", "tool_use", "tool_result", "text", "function_call", "message", " \n"),
  fc.integer(),
  fc.constant(null),
  fc.boolean(),
);
const FIELDS = ["type", "role", "content", "message", "payload", "uuid", "id", "name", "input", "text", "tool_use_id", "call_id", "arguments", "output", "stop_reason", "action", "timestamp", "toolCalls", "function", "turn_id", "source"]; // prettier-ignore
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    junk,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...FIELDS), tie("value"), { maxKeys: 8, noNullPrototype: true }),
  ),
})).value;
const line = fc.dictionary(fc.constantFrom(...FIELDS), value, { maxKeys: 10, noNullPrototype: true });
/** Lines that get further than junk does. */
const shaped = fc.oneof(
  line,
  fc
    .tuple(fc.constantFrom("user", "assistant"), value)
    .map(([role, content]) => ({ type: role, message: { role, content } })),
  fc
    .tuple(fc.constantFrom("response_item", "event_msg", "turn_context"), line)
    .map(([type, payload]) => ({ type, payload })),
);

describe("hostile transcripts", () => {
  it("V69: no line makes a reader throw, or hand on a message that the writers drop", () => {
    fc.assert(
      fc.property(fc.array(shaped, { maxLength: 12 }), (lines) => {
        for (const read of [claudeMessages, codexMessages]) {
          for (const wholeTasks of [true, false]) {
            const messages = read(lines);
            const batches = storeBatches(messages, 0, { wholeTasks });
            expect(batches.at(-1)?.uploadedCount ?? 0).toBe(messages.length);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it("V69: nor does any value as a message of a host in process", () => {
    fc.assert(
      fc.property(value, (one) => void outgoingMessage(one)),
      { numRuns: 500 },
    );
  });
});
