/** `<home>/config.json`: settings by file (E136). Missing keys use defaults, unknown keys are ignored, wrong ones are reported. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { parseSetting, SETTING_KEYS, type SettingKey } from "../contract/settings";

const MAX_BYTES = 1024 * 1024;

export interface ConfigFile {
  values: Map<SettingKey, unknown>;
  problems: string[];
}

/** Changes when the file does; cheap enough for every read. */
export function configStamp(home: string): string {
  const stat = statSync(join(home, "config.json"), { throwIfNoEntry: false });
  return stat === undefined ? "none" : `${stat.mtimeMs}:${stat.size}:${stat.ino}`;
}

export function readConfigFile(home: string): ConfigFile {
  const file = join(home, "config.json");
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return { values: new Map(), problems: [] };
  if (!stat.isFile() || stat.size > MAX_BYTES)
    return ignored("config.json is no file of at most 1 MB and was ignored.");
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(file, "utf8").replace(/^\uFEFF/, ""));
  } catch (error) {
    if (error instanceof SyntaxError) return ignored("config.json is not valid JSON and was ignored.");
    return ignored(
      `config.json could not be read (${(error as NodeJS.ErrnoException).code ?? "unknown"}) and was ignored.`,
    );
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    return ignored("config.json holds no JSON object and was ignored.");
  }
  return pick(parsed as Record<string, unknown>);
}

const ignored = (problem: string): ConfigFile => ({ values: new Map(), problems: [problem] });

function pick(parsed: Record<string, unknown>): ConfigFile {
  const values = new Map<SettingKey, unknown>();
  const problems: string[] = [];
  for (const key of SETTING_KEYS) {
    if (!Object.hasOwn(parsed, key)) continue;
    try {
      values.set(key, parseSetting(key, parsed[key]));
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      problems.push(`config.json: ${key} was ignored: ${error.issues[0]?.message ?? "not valid"}.`);
    }
  }
  return { values, problems };
}
