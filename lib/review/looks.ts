/** Which quarantined memories look like a secret; the others look like an instruction. Judged once a revision. */
import type { App } from "../context";
import { looksLikeSecret } from "../text/suspicious";
import { quarantined, valuesOf } from "./list-query";

interface Judged {
  revision: number;
  isSecret: boolean;
}

/** By memory; kept as long as the connection, as prepared statements are. */
const judged = new WeakMap<App["sqlite"], Map<number, Judged>>();

export const isSecret = (value: string): boolean => looksLikeSecret(value);

/** Ids of the quarantined memories that look like a secret. */
export function secretIds(app: App): number[] {
  const rows = quarantined(app.db);
  const known = judged.get(app.sqlite);
  const missing = rows.filter(({ id, revision }) => known?.get(id)?.revision !== revision);
  const values = valuesOf(
    app.db,
    missing.map(({ id }) => id),
  );
  const now = new Map<number, Judged>();
  for (const { id, revision } of rows) {
    const before = known?.get(id);
    now.set(id, before?.revision === revision ? before : { revision, isSecret: isSecret(values.get(id) ?? "") });
  }
  judged.set(app.sqlite, now);
  return rows.flatMap(({ id }) => (now.get(id)?.isSecret === true ? [id] : []));
}
