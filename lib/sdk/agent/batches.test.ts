import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_BATCH_BYTES, splitMessages } from "./batches";
import { type LocalMessage } from "./messages";
import { HARD_BATCH_BYTES, splitTasks } from "./task-batches";
import { bytesOf } from "./text";
import { boundariesOf } from "./turns";

const user = (content = "q"): LocalMessage => ({ message: { role: "user", timestamp: 1, content }, turnId: undefined });
const says = (content = "a", turnComplete?: boolean, turnId?: string): LocalMessage => ({
  message: { role: "assistant", timestamp: 1, content, ...(turnComplete === undefined ? {} : { turnComplete }) },
  turnId,
});
const calls = (...ids: string[]): LocalMessage => ({
  message: {
    role: "assistant",
    timestamp: 1,
    toolCalls: ids.map((id) => ({ id, type: "function", name: "t", arguments: "{}" })),
  },
  turnId: undefined,
});
const result = (id: string, content = "r"): LocalMessage => ({
  message: { role: "tool", timestamp: 1, toolCallId: id, content },
  turnId: undefined,
});
const many = (count: number) => Array.from({ length: count }, () => user());
const sizes = (messages: LocalMessage[]) => splitMessages(messages).map((batch) => batch.messages.length);

describe("where turns end", () => {
  it("V39: text ends a turn when the next one begins, or says so, and no call waits", () => {
    const ends = (messages: LocalMessage[]) => boundariesOf(messages).isTurnEnd;
    expect(ends([user(), says(), user()])).toEqual([false, true, false]);
    expect(ends([user(), says()])).toEqual([false, false]);
    expect(ends([user(), says("a", true)])).toEqual([false, true]);
    expect(ends([user(), says("a", false), user()])).toEqual([false, false, false]);
    expect(ends([says("a", undefined, "1"), says("b", undefined, "2")])).toEqual([true, false]);
    expect(ends([says("a", undefined, "1"), says("b", undefined, "1")])).toEqual([false, false]);
    expect(ends([calls("x"), says(), user()])).toEqual([false, false, false]);
    expect(ends([calls("x"), result("x"), says(), user()])).toEqual([false, false, true, false]);
  });

  it("V40: pending calls are counted by id; a further piece of the same result closes nothing yet", () => {
    const closed = (messages: LocalMessage[]) => boundariesOf(messages).isGroupEnd;
    expect(closed([calls("a", "b"), result("a"), result("b")])).toEqual([false, false, true]);
    expect(closed([calls("a"), result("a"), result("a")])).toEqual([false, false, true]);
    expect(closed([calls("a"), calls("a"), result("a"), says(), result("a")])).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
  });
});

describe("V38: requests of at most 500", () => {
  it("V38: 501, 1,000 and 1,201 messages", () => {
    expect(sizes(many(501))).toEqual([500, 1]);
    expect(sizes(many(1000))).toEqual([500, 500]);
    expect(sizes(many(1201))).toEqual([500, 500, 201]);
  });

  it("V38: prefers the end of a turn, then of a call, then the limit", () => {
    const turn = [...many(480), says(), ...many(30)];
    expect(sizes(turn)).toEqual([481, 30]);
    const group = [calls("a"), ...Array.from({ length: 489 }, () => says("a", false)), result("a"), calls("b")];
    expect(sizes([...group, ...Array.from({ length: 20 }, () => result("x")), result("b")])).toEqual([491, 22]);
    const open = [calls("a"), ...Array.from({ length: 600 }, (_, at) => result(`x${at}`))];
    expect(sizes(open)).toEqual([500, 101]);
  });
});

describe("V38: requests that a gateway takes", () => {
  const bytes = (batch: { messages: LocalMessage[] }) => bytesOf(batch.messages.map(({ message }) => message));

  it("V38: long texts are cut by bytes too, after finished turns; a message that is too large by itself goes alone", () => {
    const turns = Array.from({ length: 60 }, () => [user("界".repeat(8000)), says("界".repeat(8000), true)]).flat();
    const batches = splitMessages(turns);
    expect(batches.flatMap(({ messages }) => messages)).toEqual(turns);
    expect(batches.length).toBeGreaterThan(1);
    for (const batch of batches) {
      expect(bytes(batch)).toBeLessThanOrEqual(MAX_BATCH_BYTES);
      expect(batch.messages.length % 2).toBe(0);
    }
    const huge = [calls("a"), result("a", "x".repeat(2 * MAX_BATCH_BYTES)), says()];
    expect(sizes(huge)).toEqual([1, 1, 1]);
  });

  it("V38: any stream fits, but for single messages that do not", () => {
    fc.assert(
      fc.property(stream, (messages) => {
        for (const batch of splitMessages([...messages, ...messages, ...messages]))
          if (batch.messages.length > 1) expect(bytes(batch)).toBeLessThanOrEqual(MAX_BATCH_BYTES);
      }),
      { numRuns: 40 },
    );
  });
});

const stream = fc
  .array(
    fc.record({
      question: fc.nat({ max: 3000 }),
      steps: fc.array(
        fc.record({
          count: fc.integer({ min: 1, max: 3 }),
          size: fc.oneof(fc.nat({ max: 2000 }), fc.nat({ max: 60_000 })),
        }),
        { maxLength: 12 },
      ),
      answer: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((tasks) => {
    let id = 0;
    return tasks.flatMap(({ question, steps, answer }) => [
      user("q".repeat(question + 1)),
      ...steps.flatMap(({ count, size }) => {
        const ids = Array.from({ length: count }, () => `c${(id += 1)}`);
        return [calls(...ids), ...ids.map((one) => result(one, "界".repeat(Math.ceil(size / 3))))];
      }),
      ...(answer ? [says("done")] : []),
    ]);
  });

const withoutContent = ({ message, turnId }: LocalMessage) => ({ ...message, content: undefined, turnId });

describe("V49, V50, V72: requests along tasks", () => {
  it("V50: count, order and fields are kept, no batch is over 500, and the limits hold", () => {
    fc.assert(
      fc.property(stream, (messages) => {
        const batches = splitTasks(messages);
        const all = batches.flatMap((batch) => batch.messages);
        expect(all.map(withoutContent)).toEqual(messages.map(withoutContent));
        for (const batch of batches) {
          expect(batch.messages.length).toBeLessThanOrEqual(500);
          if (batch.messages.length > 1) {
            expect(bytesOf(batch.messages.map(({ message }) => message))).toBeLessThanOrEqual(HARD_BATCH_BYTES + 2);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it("V49, V50: a task that fits is never cut and keeps its results", () => {
    fc.assert(
      fc.property(stream, (messages) => {
        const batches = splitTasks(messages);
        const starts = new Set<number>();
        let at = 0;
        for (const batch of batches) {
          starts.add(at);
          at += batch.messages.length;
        }
        const kept = batches.flatMap((batch) => batch.messages);
        let from = 0;
        for (let end = 1; end <= messages.length; end += 1) {
          if (end < messages.length && messages[end]?.message.role !== "user") continue;
          const task = messages.slice(from, end);
          const bytes = task.reduce((sum, { message }) => sum + bytesOf(message) + 1, 0);
          if (bytes <= HARD_BATCH_BYTES && task.length <= 500) {
            for (let inside = from + 1; inside < end; inside += 1) expect(starts.has(inside)).toBe(false);
            expect(kept.slice(from, end)).toEqual(task);
          }
          from = end;
        }
      }),
      { numRuns: 60 },
    );
  });

  it("V50, V72: a result stands apart from its call only where nothing else fits, and nothing is invented", () => {
    const atomic = fc
      .array(fc.record({ open: fc.nat({ max: 4 }), size: fc.nat({ max: 90_000 }) }), { minLength: 1, maxLength: 40 })
      .map((groups) => {
        let id = 0;
        return groups.flatMap(({ open, size }, at) => {
          const ids = Array.from({ length: open }, () => `c${(id += 1)}`);
          const group = [calls(...ids), ...ids.map((one) => result(one, "r".repeat(size)))];
          return [...(at % 7 === 0 ? [user()] : []), ...(open === 0 ? [says("between", false)] : group)];
        });
      });
    fc.assert(
      fc.property(atomic, (messages) => {
        const batches = splitTasks(messages);
        const size = (one: LocalMessage) => bytesOf(one.message) + 1;
        batches.forEach((batch, index) => {
          const open = new Set<string>();
          for (const { message } of batch.messages) {
            if (message.role === "assistant") for (const { id } of message.toolCalls ?? []) open.add(id);
            if (message.role === "tool") open.delete(message.toolCallId);
          }
          const next = batches[index + 1];
          if (open.size === 0 || next === undefined) return;
          // Forced: no group of this batch ends before its limit, so that it is as full as it can be.
          expect(boundariesOf(batch.messages).isGroupEnd).not.toContain(true);
          const [first] = next.messages;
          const all = batch.messages.reduce((sum, one) => sum + size(one), 0) + (first === undefined ? 0 : size(first));
          expect(all).toBeGreaterThan(HARD_BATCH_BYTES);
        });
        const roles = batches.flatMap((batch) => batch.messages.map(({ message }) => message.role));
        expect(roles).toEqual(messages.map(({ message }) => message.role));
      }),
      { numRuns: 60 },
    );
  });

  it("V38, V50: the ordinary path keeps count, order and fields too, and parts a call from its result only when forced", () => {
    fc.assert(
      fc.property(stream, fc.integer({ min: 3, max: 60 }), (messages, max) => {
        const batches = splitMessages(messages, max);
        expect(batches.flatMap((batch) => batch.messages)).toEqual(messages);
        const { isGroupEnd, isTurnEnd } = boundariesOf(messages);
        let end = 0;
        for (const batch of batches) {
          const start = end;
          end += batch.messages.length;
          expect(batch.messages.length).toBeLessThanOrEqual(max);
          if (end === messages.length || isTurnEnd[end - 1] === true) continue;
          let room = MAX_BATCH_BYTES;
          const fits = messages.slice(start, start + max).filter((one) => (room -= bytesOf(one.message) + 1) >= 0);
          const limit = start + Math.max(1, fits.length);
          expect(isTurnEnd.slice(start, limit)).not.toContain(true);
          if (isGroupEnd[end - 1] !== true) expect(isGroupEnd.slice(start, limit)).not.toContain(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("V49: of a task that does not fit, results lose their middle by the first budget that is enough", () => {
    const task = [user(), calls("a"), result("a", "x".repeat(400_000)), says()];
    const [batch] = splitTasks(task);
    const content = batch?.messages[2]?.message.content ?? "";
    expect(Buffer.byteLength(content)).toBeLessThanOrEqual(4096);
    expect(Buffer.byteLength(content)).toBeGreaterThan(3072);
    expect(content).toMatch(/^x+\n\[… \d+ bytes cut …\]\nx+$/);
    const ids = Array.from({ length: 90 }, (_, at) => `c${at}`);
    const wide = [user(), ...ids.flatMap((id) => [calls(id), result(id, "y".repeat(10_000))])];
    const [first] = splitTasks(wide);
    expect(Buffer.byteLength(first?.messages[2]?.message.content ?? "")).toBeLessThanOrEqual(3072);
  });

  it("V50: cuts at the end of the task nearest the soft limit, and parts no call from its result", () => {
    const task = (bytes: number) => [user("q".repeat(bytes - 100)), says()];
    const lengths = (messages: LocalMessage[]) => splitTasks(messages).map((batch) => batch.messages.length);
    expect(lengths([...task(30_000), ...task(30_000), ...task(30_000)])).toEqual([4, 2]);
    expect(lengths([...task(100_000), ...task(30_000)])).toEqual([2, 2]);
    const ids = Array.from({ length: 400 }, (_, at) => `c${at}`);
    const huge = [user(), ...ids.flatMap((id) => [calls(id), result(id, "z".repeat(3000))])];
    for (const { messages } of splitTasks(huge)) {
      const open = new Set<string>();
      for (const { message } of messages) {
        if (message.role === "assistant") for (const { id } of message.toolCalls ?? []) open.add(id);
        if (message.role === "tool") expect(open.delete(message.toolCallId)).toBe(true);
      }
      expect(open.size).toBe(0);
    }
  });
});
