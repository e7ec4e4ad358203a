/** `GET /api/export`: the store as JSON lines, page by page as they are read, in constant memory. */
import { setImmediate } from "node:timers/promises";
import type { App } from "../context";
import { AppError } from "../contract/errors";
import {
  EXPORT_FORMAT,
  EXPORT_KINDS,
  EXPORT_VERSION,
  type ExportFooter,
  type ExportHeader,
  type ExportKind,
  type ExportQuery,
} from "../contract/export";
import { write } from "../db/write";
import { readTime } from "../text/read-time";
import { resolveProjects } from "../projects/service";
import { lineOf } from "./export-lines";
import { type After, type ExportScope, lastOf, pageOfKind } from "./export-query";
import { knownStoreId, storeId } from "./uid";

/** Rows of evidence may have 128 KB each. */
const PAGE = 50;
const EVIDENCE: ExportKind[] = ["prompt", "event"];
/** Without these the rows of a kind have no place to go to. */
const NEEDS: Partial<Record<ExportKind, ExportKind[]>> = {
  turn: ["session"],
  prompt: ["session", "turn"],
  event: ["session", "turn"],
  observation: ["session", "turn"],
  summary: ["session", "turn"],
  succession: ["memory"],
  pair: ["memory"],
  reflection: ["session", "observation"],
  task: ["session"],
};
const WITH: Partial<Record<ExportKind, ExportKind[]>> = { memory: ["succession"] };

const POLICY =
  "Each row is as it was when its page was read; rows made after the export began and rows deleted by then are left out. " +
  "Archived and superseded rows are in, deleted ones, forgotten sessions, settings, secrets, tokens, vectors, jobs, " +
  "operations and stored blocks are not. The last line is a footer that counts the lines of each kind.";

/** The server asks at its start, so that an export writes nothing: where the disk is full, it is what helps. */
export const ensureStoreId = (app: App): string => knownStoreId(app.db) ?? write(app, (tx) => storeId(tx, app.now()));

/** Lines with their line ends, some at a time. Throws `not_found` for an unknown project, before the first of them. */
export function exportLines(app: App, query: ExportQuery): AsyncGenerator<string> {
  const kinds = kindsOf(query);
  const scope = scopeOf(app, query);
  const store = ensureStoreId(app);
  const header: ExportHeader = {
    type: "header",
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    exported_at: app.now(),
    filters: {
      kinds,
      project: query.project ?? null,
      since: query.since === undefined ? null : scope.since,
      until: query.until === undefined ? null : scope.until,
      evidence: query.evidence,
    },
    policy: POLICY,
  };
  return produce(app, store, header, scope);
}

/** By keyset: no statement stays open while the reader takes its time. */
async function* produce(app: App, store: string, header: ExportHeader, scope: ExportScope): AsyncGenerator<string> {
  const { kinds } = header.filters;
  const lasts = new Map(kinds.map((kind) => [kind, lastOf(app.db, kind)]));
  const counts: ExportFooter["counts"] = {};
  yield `${JSON.stringify(header)}\n`;
  for (const kind of kinds) {
    let after: After = [0, -1];
    counts[kind] = 0;
    for (;;) {
      const page = pageOfKind(app.db, kind, scope, { after, last: lasts.get(kind) ?? 0, limit: PAGE });
      const end = page.at(-1);
      if (end === undefined) break;
      after = end.at;
      counts[kind] += page.length;
      yield page.map(({ row }) => `${JSON.stringify(lineOf(app.db, store, kind, row))}\n`).join("");
      await setImmediate();
    }
  }
  const lines = Object.values(counts).reduce((sum, count) => sum + count, 0);
  yield `${JSON.stringify({ type: "footer", counts, lines } satisfies ExportFooter)}\n`;
}

function kindsOf({ kinds, evidence }: ExportQuery): ExportKind[] {
  const asked = new Set<ExportKind>(kinds ?? EXPORT_KINDS);
  for (const kind of [...asked]) {
    asked.add("project");
    for (const other of [...(NEEDS[kind] ?? []), ...(WITH[kind] ?? [])]) asked.add(other);
  }
  return EXPORT_KINDS.filter((kind) => asked.has(kind) && (evidence || !EVIDENCE.includes(kind)));
}

function scopeOf(app: App, query: ExportQuery): ExportScope {
  const projects = query.project === undefined ? null : resolveProjects(app, query.project);
  if (projects?.length === 0) {
    throw new AppError("not_found", "There is no such project.", { hint: "GET /api/projects lists them." });
  }
  return {
    projectIds: projects?.map(({ id }) => id) ?? null,
    since: timeOf("since", query.since) ?? 0,
    until: timeOf("until", query.until) ?? Number.MAX_SAFE_INTEGER,
  };
}

function timeOf(name: string, value: string | number | undefined): number | undefined {
  if (value === undefined) return undefined;
  const at = readTime(value);
  if (at === undefined) throw new AppError("validation_failed", `${name} is no time between 2000 and 2100.`);
  return at;
}

const encoder = new TextEncoder();

/** The lines as a stream that makes the next page when its reader has taken the one before. A reader that goes away ends it. */
export function exportStream(app: App, query: ExportQuery): ReadableStream<Uint8Array> {
  const lines = exportLines(app, query);
  let isWanted = true;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await lines.next();
          // The reader went while the page was made.
          if (!isWanted) return;
          if (done === true) controller.close();
          else controller.enqueue(encoder.encode(value));
        } catch (error) {
          app.log.error({ err: error }, "export ended early");
          controller.error(error);
        }
      },
      async cancel() {
        isWanted = false;
        await lines.return(undefined);
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 256 * 1024 }),
  );
}
