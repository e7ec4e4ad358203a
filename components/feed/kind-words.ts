/** The words for a kind of operation (`memory.edit`), with the first row of its noun and how many there are. Pure. */
import type { Operation } from "@/lib/contract/operations";
import { wordFor } from "../labels";

/** Tables by the noun that kinds begin with. */
const TABLES: Record<string, string> = {
  memory: "memories",
  observation: "observations",
  summary: "summaries",
  prompt: "prompts",
  event: "events",
  session: "sessions",
  project: "projects",
  settings: "settings",
  reflection: "reflections",
  task: "tasks",
  job: "jobs",
};

/** Null for a kind that the messages (namespace `operations`) do not know. */
export function kindWords(t: unknown, { kind, entities }: Pick<Operation, "kind" | "entities">): string | null {
  const [noun = "", verb = ""] = kind.split(".");
  const ids = entities.flatMap((entity) => {
    const [table, id] = entity.split(":");
    return table === TABLES[noun] ? Number(id) : [];
  });
  const words = wordFor(t, noun, verb, { id: ids[0] ?? 0, count: ids.length });
  return words === verb ? null : words;
}
