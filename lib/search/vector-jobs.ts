/** Brings the vector index in step with rows (job `vector.index`). A late job never undoes a newer write nor revives a deleted row. */
import { z } from "zod";
import { appendActivity } from "../activity/repo";
import type { App, VectorRow } from "../context";
import { SearchKind } from "../contract/common";
import { write } from "../db/write";
import type { JobHandler } from "../jobs/types";
import { fromBlob, toBlob } from "../vectors/blob";
import { claimOf, passageOf } from "./documents";
import { enqueueComparison } from "./indexing";
import { replaceVectorEntries, saveEmbedding } from "./repo";
import { loadRows } from "./rows-query";
import { chunksOf, type TextChunk } from "./text-hash";
import { cachedVectors, claimEntry, holdsTexts } from "./vectors-query";

const Payload = z.object({ kind: SearchKind, id: z.number().int().positive() });
type Target = z.infer<typeof Payload>;

/** What the index should hold for a row now; no chunks = nothing. */
interface Plan extends Target {
  projectId: number;
  status: string;
  createdAt: number;
  chunks: TextChunk[];
  /** Of memories: kept in SQLite to measure likeness on, in no index. */
  claims: TextChunk[];
}

const textsOf = (plan: Plan): TextChunk[] => [...plan.chunks, ...plan.claims];

export const vectorIndexHandler: JobHandler = {
  batch: 32,
  async run(app, jobs) {
    const targets = jobs.map((job) => Payload.parse(job.payload));
    const vectors = await vectorsFor(app, planAll(app, targets));
    // Planned again, since rows may have changed while the model worked; what has new text now waits in a job of its own.
    const current = planAll(app, targets).filter((plan) => textsOf(plan).every((chunk) => vectors.has(chunk.hash)));
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
      plans.push({
        kind,
        id,
        projectId: row?.projectId ?? 0,
        status: row?.status ?? "deleted",
        createdAt: row?.createdAt ?? 0,
        chunks: row === undefined ? [] : chunksOf(passageOf(kind, row)),
        claims: row === undefined ? [] : chunksOf(claimOf(kind, row)),
      });
    }
  }
  return plans;
}

/** Vectors by text hash: from the cache, the rest from the model. */
async function vectorsFor(app: App, plans: Plan[]): Promise<Map<string, Float32Array>> {
  const texts = new Map(plans.flatMap((plan) => textsOf(plan).map((chunk) => [chunk.hash, chunk.text])));
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
    const asked: number[] = [];
    let indexed = 0;
    for (const plan of plans) {
      const { kind, id, chunks, claims } = plan;
      const known = latest.get(`${kind}:${id}`);
      if (known === undefined || JSON.stringify(textsOf(known)) !== JSON.stringify(textsOf(plan))) continue;
      for (const { hash } of textsOf(plan)) {
        const vector = vectors.get(hash);
        if (vector !== undefined) saveEmbedding(tx, model, hash, toBlob(vector));
      }
      if (
        kind === "memory" &&
        !holdsTexts(
          tx,
          kind,
          id,
          textsOf(plan).map(({ hash }) => hash),
        )
      )
        asked.push(id);
      const entry = ({ hash }: TextChunk, chunk: number) => ({ kind, entityId: id, chunk, textHash: hash, model });
      replaceVectorEntries(tx, kind, id, [
        ...chunks.map(entry),
        ...claims.map((claim, at) => entry(claim, claimEntry(at))),
      ]);
      indexed += 1;
    }
    for (const row of loadRows(tx, "memory", asked).values()) enqueueComparison(tx, now, row);
    const only = plans.length === 1 ? plans[0] : undefined;
    appendActivity(tx, now, {
      kind: "vector.indexed",
      entityType: only?.kind ?? null,
      entityId: only?.id ?? null,
      data: { rows: indexed },
    });
  });
}
