/** Makes the records of one session: keys that stay the same as the file grows, and times where the format has none. */
import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import type { Host, IngestItem } from "../contract/capture";
import { RECORD_EVENT, type TranscriptRecord } from "../contract/transcript-record";
import { mayHoldTags } from "../text/private";

/** `Omit` that keeps the union apart. */
type Said<T> = T extends unknown ? Omit<T, "sessionId" | "at" | "cwd" | "branch" | "project"> : never;

export interface RecordMaker {
  /** What following records belong to; a reader changes it as the file tells. */
  place: { cwd?: string | undefined; branch?: string | undefined; project?: string | undefined };
  /** `at`: as the file tells it. Without a key of the host's own the record is known by its time, and its place among others of that time. */
  make(said: Said<TranscriptRecord>, at: number | undefined): IngestItem;
}

const MAX_ID = 300;

/** `start`: when the session began, as far as the file tells; its last change otherwise. */
export function recordMaker(host: Host, sessionId: string, start: number): RecordMaker {
  const seen = new Map<string, number>();
  let last = start;
  const place: RecordMaker["place"] = {};
  const id = shortId(sessionId);
  return {
    place,
    make(said, at) {
      last = at ?? last;
      const payload: Record<string, unknown> = { sessionId: id, at: last, ...known(place), ...said };
      if (said.key === undefined && said.type !== "end") {
        const name = `${said.type[0] ?? ""}:${at ?? "-"}`;
        const nth = seen.get(name) ?? 0;
        seen.set(name, nth + 1);
        payload["key"] = `${name}:${nth}`;
      }
      for (const field of ["key", "toolUseId", "messageId", "name"]) {
        const value = payload[field];
        if (typeof value === "string" && value.length > MAX_ID) payload[field] = shortId(value);
        if (value === "" || value === undefined) delete payload[field];
      }
      return { host, event: RECORD_EVENT, payload };
    },
  };
}

/**
 * Records of one message as one item where a private tag may open in one text and close in another one (M15): the server reads
 * the texts of an item as the one that they were.
 */
export function asOneMessage(items: IngestItem[]): IngestItem[] {
  const [first] = items;
  const texts = items.flatMap(({ payload }) => (payload["type"] === "message" ? [String(payload["text"])] : []));
  if (first === undefined || texts.length < 2 || !texts.some(mayHoldTags)) return items;
  return [{ ...first, payload: { records: items.map(({ payload }) => payload) } }];
}

const known = (place: RecordMaker["place"]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(place).flatMap(([name, value]) =>
      value === undefined || value === "" || value.length > 4096 ? [] : [[name, value]],
    ),
  );

/** An id that is too long for one is known by its hash. */
const shortId = (id: string): string => (id.length <= MAX_ID ? id : createHash("sha256").update(id).digest("hex"));

/** When the file was changed last, whole milliseconds. */
export const changedAt = (file: string): number => Math.floor(statSync(file).mtimeMs);
