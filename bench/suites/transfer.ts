/** Moving in and out over HTTP: a claude-mem store of a given size, and the export of what came in. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import type { Server } from "../../e2e/support/server";
import { makeClaudeMem } from "../../lib/testing/claude-mem-store";
import { notes } from "../corpus";
import { besides, type Row, timeOnce, valueRow } from "../measure";

const PROJECTS = 20;
/** Observations of one session. */
const IN_SESSION = 40;
const START = Date.UTC(2026, 0, 5);

/** A store as 13.x writes it: sessions, and observations of about 1 KB. */
function fillStore(file: string, observations: number): void {
  const { db, add } = makeClaudeMem(file, "13.x");
  db.exec("BEGIN");
  let n = 0;
  for (const note of notes(observations, 7)) {
    const session = Math.floor(n / IN_SESSION);
    const project = `project-${session % PROJECTS}`;
    const at = { created_at: "", created_at_epoch: START + n * 60_000 };
    if (n % IN_SESSION === 0) {
      add("sdk_sessions", {
        content_session_id: `host-${session}`,
        memory_session_id: `mem-${session}`,
        project,
        started_at: "",
        started_at_epoch: at.created_at_epoch,
      });
    }
    add("observations", {
      memory_session_id: `mem-${session}`,
      project,
      type: note.type,
      title: `${note.title} (${n})`,
      narrative: `${note.text} ${note.text}`,
      facts: JSON.stringify([note.text, `Number ${n}`]),
      concepts: JSON.stringify(["what-changed"]),
      files_modified: JSON.stringify([note.file]),
      prompt_number: 1 + (n % 8),
      ...at,
    });
    n += 1;
  }
  db.exec("COMMIT");
  db.close();
}

/** On an empty store. The vectors that follow in the background are not part of the time. */
export async function benchTransfer(server: Pick<Server, "client">, observations: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-bench-"));
  try {
    const file = join(folder, "claude-mem.db");
    fillStore(file, observations);
    const imported = await timeOnce(async () => {
      const { counts } = await server.client.importClaudeMem({ file });
      if (counts.observations.imported !== observations) throw new Error("not all of it came in");
    });
    let bytes = 0;
    const started = performance.now();
    for await (const piece of server.client.export()) bytes += piece.byteLength;
    const exported = performance.now() - started;
    const what = `${observations.toLocaleString("en")} observations`;
    return [
      besides(valueRow(`import of ${what} from claude-mem`, "s", imported / 1000), { value: 49 }),
      valueRow(`export of ${what}`, "s", exported / 1000),
      valueRow(`export of ${what}, size`, "MB", bytes / 2 ** 20),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
