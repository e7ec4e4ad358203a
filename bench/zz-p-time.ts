import { mkdtempSync, rmSync } from "node:fs";
import { seedHome } from "./seed";
import { queries } from "./corpus";
import { openApp } from "../lib/app";
import { createHashEmbedder } from "../lib/embed/hash-embedder";
import { readEnv } from "../lib/env";
import { recallForPrompt } from "../lib/recall/service";
import { isAnyWordStored, recallForPrompt as bearing } from "../lib/search/recall";
import { keywordsOf } from "../lib/recall/keywords";
import { queryOf, partsQuery } from "../lib/recall/terms";
const home = mkdtempSync("/tmp/p-bench-");
const cpu = () => { const c = process.cpuUsage(); return (c.user + c.system) / 1000; };
const main = async () => {
  await seedHome(home, 10_000);
  const env = readEnv({ ...process.env, KEEPSAKE_HOME: home, KEEPSAKE_LOG_LEVEL: "warn" } as never);
  const app = await openApp(env, { embedder: createHashEmbedder() });
  const prompts = [...queries(60)].map((q) => `how do we handle ${q} when the page loads`);
  console.log(prompts.slice(0, 3), keywordsOf(prompts[0] ?? "").map((k) => k.text));
  const scope = { projectIds: [1], branch: null };
  const measure = async (name: string, f: (p: string) => unknown) => {
    await f(prompts[0] ?? ""); 
    const t0 = cpu();
    for (const p of prompts) await f(p);
    console.log(name.padEnd(12), ((cpu() - t0) / prompts.length).toFixed(2), "ms cpu each");
  };
  for (let k = 0; k < 2; k++) {
  await measure("keywords", (p) => keywordsOf(p));
  await measure("main", (p) => bearing(app, p, { ...scope, limit: 15, waitMs: 0, query: queryOf(keywordsOf(p)) }));
  await measure("parts", (p) => bearing(app, p, { ...scope, limit: 5, waitMs: 0, query: partsQuery(p, keywordsOf(p, 24)) ?? queryOf([]) }));
  await measure("any", (p) => isAnyWordStored(app, queryOf(keywordsOf(p)), scope));
  await measure("whole", (p) => recallForPrompt(app, { project: "project-1", prompt: p, preview: true }, { vector: 0, meaning: 0 }));
  await measure("plain", (p) => recallForPrompt(app, { project: "project-1", prompt: p.replace("how do we handle ", "").replace(" when the page loads", ""), preview: true }, { vector: 0, meaning: 0 }));
  await measure("both", (p) => recallForPrompt(app, { project: "project-1", prompt: p, preview: true }, { vector: 500, meaning: 1000 }));
  }
  await app.close();
};
main().finally(() => rmSync(home, { recursive: true, force: true }));
