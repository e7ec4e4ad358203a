/** Brings the vector index in step with rows (job `vector.index`). A late job never undoes a newer write nor revives a deleted row. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { appendActivity } from "../activity/repo";
import type { App, VectorRow } from "../context";
import { SearchKind } from "../contract/common";
import { write } from "../db/write";
import { chunkText } from "../embed/chunks";
import type { JobHandler } from "../jobs/types";
import { fromBlob, toBlob } from "../vectors/blob";
import { passageOf } from "./documents";
import { replaceVectorEntries, saveEmbedding } from "./repo";
import { loadRows } from "./rows-query";
import { cachedVectors } from "./vectors-query";

const Payload = z.object({ kind: SearchKind, id: z.number().int().positive() });
type Target = z.infer<typeof Payload>;

interface Chunk {
  hash: string;
  text: string;
}

/** What the index should hold for a row now; no chunks = nothing. */
interface Plan extends Target {
  projectId: number;
  status: string;
  createdAt: number;
  chunks: Chunk[];
}

export const vectorIndexHandler: JobHandler = {
  batch: 32,
  async run(app, jobs) {
    const targets = jobs.map((job) => Payload.parse(job.payload));
    const vectors = await vectorsFor(app, planAll(app, targets));
    // Planned again, since rows may have changed while the model worked; what has new text now waits in a job of its own.
    const current = planAll(app, targets).filter((plan) => plan.chunks.every((chunk) => vectors.has(chunk.hash)));
    await removeAll(
      app,
      current.filter((plan) => plan.chunks.length === 0),
    );
    const rows = current.flatMap((plan) => vectorRows(plan, vectors));
    if (rows.length > 0) await app.vectors.upsert(rows);
    record(app, current, vectors);
  },
};

/** In the order of `targets`; rows that are gone or deleted have no chunks. */
function planAll(app: App, targets: Target[]): Plan[] {
  const plans: Plan[] = [];
  for (const kind of SearchKind.options) {
    const ids = targets.filter((target) => target.kind === kind).map((target) => target.id);
    const rows = loadRows(app.db, kind, ids);
    for (const id of new Set(ids)) {
      const row = rows.get(id);
      const passage = row === undefined ? null : passageOf(kind, row);
      const chunks = passage === null ? [] : chunkText(passage).map((text) => ({ text, hash: hashOf(text) }));
      plans.push({
        kind,
        id,
        projectId: row?.projectId ?? 0,
        status: row?.status ?? "deleted",
        createdAt: row?.createdAt ?? 0,
        chunks,
      });
    }
  }
  return plans;
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Vectors by text hash: from the cache, the rest from the model. */
async function vectorsFor(app: App, plans: Plan[]): Promise<Map<string, Float32Array>> {
  const texts = new Map(plans.flatMap((plan) => plan.chunks.map((chunk) => [chunk.hash, chunk.text])));
  const vectors = new Map<string, Float32Array>();
  for (const [hash, blob] of cachedVectors(app.db, app.embedder.model, [...texts.keys()]))
    vectors.set(hash, fromBlob(blob));
  const missing = [...texts].filter(([hash]) => !vectors.has(hash));
  if (missing.length === 0) return vectors;
  const made = await app.embedder.embedPassages(missing.map(([, text]) => text));
  missing.forEach(([hash], i) => {
    const vector = made[i];
    if (vector !== undefined) vectors.set(hash, vector);
  });
  return vectors;
}

async function removeAll(app: App, plans: Plan[]): Promise<void> {
  for (const kind of SearchKind.options) {
    const ids = plans.filter((plan) => plan.kind === kind).map((plan) => plan.id);
    if (ids.length > 0) await app.vectors.remove(kind, ids);
  }
}

function vectorRows(
  { kind, id, projectId, status, createdAt, chunks }: Plan,
  vectors: Map<string, Float32Array>,
): VectorRow[] {
  return chunks.flatMap(({ hash }, chunk) => {
    const vector = vectors.get(hash);
    return vector === undefined ? [] : [{ kind, entityId: id, chunk, projectId, status, createdAt, vector }];
  });
}

/** Writes down what the index holds, unless the row changed once more: its new job says the rest, and no text hash of it is kept. */
function record(app: App, plans: Plan[], vectors: Map<string, Float32Array>): void {
  const now = app.now();
  const model = app.embedder.model;
  write(app, (tx) => {
    const latest = new Map(planAll(app, plans).map((plan) => [`${plan.kind}:${plan.id}`, plan]));
    let indexed = 0;
    for (const { kind, id, chunks } of plans) {
      const isSame = JSON.stringify(latest.get(`${kind}:${id}`)?.chunks) === JSON.stringify(chunks);
      if (!isSame) continue;
      for (const { hash } of chunks) {
        const vector = vectors.get(hash);
        if (vector !== undefined) saveEmbedding(tx, model, hash, toBlob(vector));
      }
      replaceVectorEntries(
        tx,
        kind,
        id,
        chunks.map(({ hash }, chunk) => ({ kind, entityId: id, chunk, textHash: hash, model })),
      );
      indexed += 1;
    }
    const only = plans.length === 1 ? plans[0] : undefined;
    appendActivity(tx, now, {
      kind: "vector.indexed",
      entityType: only?.kind ?? null,
      entityId: only?.id ?? null,
      data: { rows: indexed },
    });
  });
}
