/** Test helper: plants a text in every place that can hold one, and finds the files that hold it. */
import { write } from "../db/write";
import { injections } from "../db/schema/injections";
import { observations } from "../db/schema/observations";
import { events, prompts, sessions } from "../db/schema/sessions";
import { createMemory, softDeleteMemory, updateMemory } from "../memories/service";
import { ensureProject, identifyProject } from "../projects/service";
import { indexEntity } from "../search/indexing";
import type { TestApp } from "../testing";
import { filesHolding as scanHome } from "./scan-home";

export const PERSON = { kind: "person", name: "console" } as const;

export const LONG = 'The zyxquartz gateway drains at quarter past three, then "restarts" with flag --plumbago.';
export const LONG_CHINESE = "生产环境的琥珀网关每周四凌晨三点一刻开始排空流量,然后带着石墨参数重新启动服务。";
export const PAGED = `plumbagozinc ${Array.from({ length: 40 }, (_, n) => `tourmaline${n * 7919}`).join(" ")}`.slice(
  0,
  490,
);
export const SHORT = "zyxquartz-77 on";
export const SHORT_CHINESE = "琥珀网关周四凌晨排空流量";

/** Files of the data folder that hold it. */
export const filesHolding = (test: TestApp, what: string | Uint8Array): string[] => scanHome(test.home, what);

export interface Planted {
  sessionId: number;
  promptId: number;
  eventId: number;
  observationId: number;
  memoryId: number;
}

/** A value in every place that can hold one: its memory, sources, derived rows, operation bodies, a block. */
export function plantText(test: TestApp, value: string, suffix = ""): Planted {
  const { app } = test;
  const evidence = write(app, (tx) => {
    const now = app.now();
    const projectId = ensureProject(tx, now, identifyProject(app, { project: "shop" })).id;
    const sessionId = tx
      .insert(sessions)
      .values({
        host: "api",
        hostSessionId: `s${suffix}`,
        projectId,
        title: `About ${value}`,
        startedAt: now,
        lastEventAt: now,
      })
      .returning()
      .get().id;
    const base = { sessionId, projectId, createdAt: now };
    const prompt = tx
      .insert(prompts)
      .values({ ...base, promptNumber: 1, text: `Remember: ${value} Thanks.`, originalChars: 9, dedupeKey: "p" })
      .returning()
      .get();
    const event = tx
      .insert(events)
      .values({
        ...base,
        turn: 1,
        kind: "tool",
        toolName: "Write",
        input: JSON.stringify({ file: "a.md", content: `# ${value}\n` }),
        text: `wrote ${value}`,
        dedupeKey: "e",
      })
      .returning()
      .get();
    const observation = tx
      .insert(observations)
      .values({
        ...base,
        turn: 1,
        title: "A note was taken",
        summary: `Noted: ${value}`,
        facts: JSON.stringify([value]),
        obsType: "decision",
        category: "learning",
        priority: "low",
        source: "rules",
        updatedAt: now,
      })
      .returning()
      .get();
    indexEntity(tx, now, "prompt", prompt);
    indexEntity(tx, now, "event", event);
    indexEntity(tx, now, "observation", observation);
    return { sessionId, promptId: prompt.id, eventId: event.id, observationId: observation.id };
  });
  const sources = [
    { session_id: evidence.sessionId, turn: 1, prompt_id: evidence.promptId, event_ids: [evidence.eventId] },
  ];
  const memoryId = createMemory(app, { key: `shop:planted${suffix}`, value }, { actor: PERSON, sources }).id;
  const trace = [{ type: "memory", id: memoryId, included: true }];
  app.db
    .insert(injections)
    .values({
      projectId: 0,
      event: "SessionStart",
      text: `- ${value}`,
      trace: JSON.stringify(trace),
      chars: 1,
      createdAt: app.now(),
    })
    .run();
  updateMemory(app, memoryId, { importance: 8 }, PERSON);
  softDeleteMemory(app, memoryId, PERSON);
  return { ...evidence, memoryId };
}

/** Enough rows that the planted ones stand on pages and segments of their own and get moved about. */
export function fillStore(test: TestApp, rows: number): void {
  for (let n = 0; n < rows; n += 1) {
    const value = `filler statement ${n} about ${"lorem ipsum dolor ".repeat(5)}`;
    createMemory(test.app, { key: `fill:${n}:${test.clock.now}`, value }, { actor: PERSON });
  }
}
