/** What a memory said over time: each text with who wrote it, when and by what, over all its versions. Pure. */
import type { MemoryVersion } from "../contract/history";
import type { MemoryText } from "../contract/memory-page";

/** Oldest first: by version, and within one by the changes of its text in place. */
export function memoryTexts(versions: MemoryVersion[]): MemoryText[] {
  return versions.flatMap((version) => {
    const [first] = version.steps;
    const rewrites = version.steps.flatMap((step) => {
      const change = step.changed.find(({ field }) => field === "value");
      return change === undefined ? [] : [{ step, change }];
    });
    // What made the version changed nothing of it; of a long history it is not among the steps any more.
    const made = first !== undefined && first.changed.length === 0 ? first : null;
    const before = rewrites[0]?.change.before;
    const shared = { version: version.id, status: version.status };
    const texts: MemoryText[] = [
      {
        ...shared,
        operation_id: made?.operation_id ?? null,
        value: typeof before === "string" ? before : version.value,
        kind: made?.kind ?? null,
        actor: made?.actor ?? null,
        at: made?.at ?? version.created_at,
        undone: false,
        isLast: false,
      },
      ...rewrites.map(({ step, change }) => ({
        ...shared,
        operation_id: step.operation_id,
        value: typeof change.after === "string" ? change.after : version.value,
        kind: step.kind,
        actor: step.actor,
        at: step.at,
        undone: step.undone,
        isLast: false,
      })),
    ];
    const last = texts.at(-1);
    if (last !== undefined) last.isLast = true;
    return texts;
  });
}
