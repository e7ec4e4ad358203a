/** Import of EvolvMem (E1, E3, E7): `memory.db` and, when asked, `config.json` of its folder. The original is only read. */
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { App } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import { parseSetting, SETTING_KEYS, type SettingKey, SettingsPatch } from "../contract/settings";
import type { EvolvMemImport, ImportReport } from "../contract/transfer";
import { projectNameOf } from "../memories/project-of-key";
import { saveSettings } from "../settings/service";
import { type EvolvMemRow, identityOf, readEvolvMem } from "./evolvmem-query";
import { shownPath } from "../transcripts/shown-path";
import { plainFile, readingCopy } from "./source-repo";
import { type Incoming, takeIn } from "./take-in";

const HINT = "Say where it is: keepsake import --evolvmem <folder>";
const MAX_CONFIG_BYTES = 1024 * 1024;
/** Keys of the original whose meaning comes from the model here (E119, E120). */
const MODEL_KEYS = /^embedding_/;

/** Counts add up to the rows of the source; importing again changes nothing. Throws `not_found`, `validation_failed`. */
export async function importEvolvMem(app: App, asked: EvolvMemImport, actor: Actor): Promise<ImportReport> {
  const folder = expand(asked.folder ?? "~/.claude/evolvmem");
  const rows = await readingCopy(app.env.home, { file: join(folder, "memory.db"), hint: HINT }, readEvolvMem);
  const config = asked.config ? readConfig(join(folder, "config.json")) : null;
  const now = app.now();
  const report = takeIn(
    app,
    "evolvmem",
    rows.map((row) => toIncoming(row, now)),
    { actor, dryRun: asked.dryRun },
  );
  if (config !== null && !asked.dryRun) saveSettings(app, SettingsPatch.parse(Object.fromEntries(config.values)));
  return {
    ...report,
    config: config === null ? null : { settings: [...config.values.keys()], ignored: config.ignored },
  };
}

/** `~` as shells have it; the path may come from a JSON body. */
export const expand = (path: string): string => (/^~(?=$|\/)/.test(path) ? join(homedir(), path.slice(1)) : path);

function toIncoming(row: EvolvMemRow, now: number): Incoming {
  const createdAt = row.created_at ?? row.updated_at ?? now;
  return {
    ...row,
    sourceId: identityOf(row),
    sourceSession: row.source_session,
    accessCount: row.access_count,
    lastAccessed: row.last_accessed,
    supersededBy: row.superseded_by,
    createdAt,
    updatedAt: row.updated_at ?? createdAt,
    expiresAt: row.expires_at,
    project: projectNameOf(row.key),
  };
}

interface Config {
  values: Map<SettingKey, unknown>;
  ignored: { key: string; reason: string }[];
}

function readConfig(file: string): Config {
  const stat = plainFile(file);
  if (stat === null) throw new AppError("not_found", `There is no file ${shownPath(file)}.`);
  if (stat.size > MAX_CONFIG_BYTES) throw new AppError("too_large", `${shownPath(file)} is larger than 1 MB.`);
  const parsed = parseObject(readFileSync(file, "utf8"), file);
  const config: Config = { values: new Map(), ignored: [] };
  for (const [key, value] of Object.entries(parsed)) {
    const known = SETTING_KEYS.find((one) => one === key);
    if (MODEL_KEYS.test(key)) {
      config.ignored.push({ key, reason: "Dimension and prefixes come from the embedding model." });
    } else if (known === undefined) {
      config.ignored.push({ key: key.slice(0, 100), reason: "There is no such setting." });
    } else {
      try {
        config.values.set(known, parseSetting(known, value));
      } catch (error) {
        if (!(error instanceof z.ZodError)) throw error;
        config.ignored.push({ key, reason: error.issues[0]?.message ?? "The value is not valid." });
      }
    }
  }
  return config;
}

function parseObject(text: string, file: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (cause) {
    throw new AppError("validation_failed", `${shownPath(file)} is not valid JSON.`, { cause });
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throw new AppError("validation_failed", `${shownPath(file)} holds no JSON object.`);
  return parsed as Record<string, unknown>;
}
