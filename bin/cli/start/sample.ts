/** Loads the example session that the package carries, into an empty store only. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "../../../lib/client";
import { plural } from "../../../lib/format";
import { SAMPLE_FILES } from "../../../lib/contract/sample-files";
import { startProgress } from "../import/progress";
import { importFiles } from "../import/run";
import { packageRoot } from "../root";
import { readToken } from "../token";

/** Answers the sentence to print. */
export async function loadSample(url: string, home: string): Promise<string> {
  const client = createClient(url, { token: readToken(home), actor: "cli" });
  const { counts } = await client.health();
  if ((counts.sessions ?? 0) > 0 || (counts.memories ?? 0) > 0)
    return "The store is not empty, so the sample was left out.";
  const files = SAMPLE_FILES.map((name) => {
    const path = join(packageRoot(), "bin", "sample", name);
    return { path, bytes: statSync(path).size, named: true };
  });
  const report = await importFiles(client, files, startProgress(0), () => false);
  return `Loaded the sample session (${plural(report.accepted, "record", "records")}): ${url}/timeline`;
}
