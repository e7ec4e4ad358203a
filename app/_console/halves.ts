/** Which of the memories on a page are a half of an open pair: their rows say so. */
import type { App } from "@/lib/context";
import type { Memory } from "@/lib/contract/memory";
import { halvesAmong } from "@/lib/memories/waiting-query";

export const halvesOf = (app: App, memories: Memory[]): ReadonlySet<number> =>
  halvesAmong(
    app.db,
    memories.map(({ id }) => id),
    app.now(),
  );
