/** Effective settings: environment, else the console's value, else `config.json`, else the default (design §3). */
import { z } from "zod";
import { appendActivity } from "../activity/repo";
import type { App, Tx } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import {
  parseSetting,
  SETTING_DEFAULTS,
  SETTING_ENV,
  SETTING_KEYS,
  type SettingKey,
  type Settings,
  settingSchema,
  type SettingsPatch,
  type SettingsSaved,
  type SettingSource,
  type SettingsView,
} from "../contract/settings";
import { UNRECORDED } from "../contract/setting-groups";
import { write } from "../db/write";
import { recordOperation } from "../operations/record";
import { configStamp, readConfigFile } from "./config-file";
import { bumpSettingsRevision, settingsRevision, storedSettings, storeSetting } from "./repo";

interface Resolved {
  stamp: string;
  values: Settings;
  sources: Record<SettingKey, SettingSource>;
  problems: string[];
}

/** Route handlers and the runner are different module instances: the revision in the store keeps their caches honest. */
const cache = new WeakMap<App, Resolved>();

/** The effective settings; a few microseconds while nothing changed. */
export const readSettings = (app: App): Settings => resolve(app).values;

/** Where the value of one setting comes from. */
export const settingSource = (app: App, key: SettingKey): SettingSource => resolve(app).sources[key];

/** M41: effective values, and for each key source, default, bounds and environment variables. */
export function describeSettings(app: App): SettingsView {
  const { values, sources, problems } = resolve(app);
  return {
    ...values,
    settings: SETTING_KEYS.map((key) => ({
      key,
      value: values[key],
      source: sources[key],
      default: SETTING_DEFAULTS[key],
      schema: jsonSchema(key),
      env: [...SETTING_ENV[key]],
    })),
    problems,
    notes: app.env.notes,
  };
}

/**
 * M42: stores any subset in one transaction; null takes the console's value away. Bounds were checked by the contract.
 * Throws `validation_failed` where no memory could be written any more.
 */
export function saveSettings(app: App, patch: SettingsPatch, actor: Actor = API): SettingsSaved {
  return changeSettings(app, patch, actor).saved;
}

const API: Actor = { kind: "agent", name: "api" };

/** {@link saveSettings} with the operation that Undo takes; null = nothing differed, or only where a viewer left off. */
export function changeSettings(
  app: App,
  patch: SettingsPatch,
  actor: Actor,
): { saved: SettingsSaved; operationId: number | null } {
  const given = SETTING_KEYS.filter((key) => patch[key] !== undefined);
  const operationId = given.length === 0 ? null : write(app, (tx) => store(app, tx, given, patch, actor));
  const { sources } = resolve(app);
  return { saved: { success: true, overruled: given.filter((key) => sources[key] === "environment") }, operationId };
}

function store(app: App, tx: Tx, given: SettingKey[], patch: SettingsPatch, actor: Actor): number | null {
  const now = app.now();
  const before = storedSettings(tx);
  for (const key of given) storeSetting(tx, now, key, patch[key] ?? undefined);
  const after = storedSettings(tx);
  if (given.some((key) => key === MIN_CHARS || key === MAX_CHARS)) requireRoom(merge(app).values);
  bumpSettingsRevision(tx, now);
  const changes = given
    .filter((key) => !UNRECORDED.includes(key) && before.get(key) !== after.get(key))
    .map((key) => ({
      table: "settings" as const,
      id: 0,
      before: rowOf(key, before.get(key)),
      after: rowOf(key, after.get(key)),
    }));
  const told = { keys: given.join(",") };
  if (changes.length === 0) {
    appendActivity(tx, now, { kind: "settings.changed", data: told });
    return null;
  }
  const title =
    changes.length === 1
      ? `Changed the setting ${changes[0]?.before?.key ?? changes[0]?.after?.key}`
      : `Changed ${changes.length} settings`;
  return recordOperation(tx, now, { kind: "settings.change", title, actor, changes, told });
}

const rowOf = (key: string, value: string | undefined) => (value === undefined ? null : { key, value });

/** Part of an undoing: readers read again. Throws `validation_failed` where no memory could be written any more. */
export function settingsPutBack(app: App, tx: Tx): void {
  requireRoom(merge(app).values);
  bumpSettingsRevision(tx, app.now());
}

const [MIN_CHARS, MAX_CHARS] = ["value_min_chars", "value_max_chars"] as const;

/** What would leave no length between them; null = there is one. */
const noRoom = ({ value_min_chars: min, value_max_chars: max }: Settings): string | null =>
  min <= max ? null : `${MIN_CHARS} (${min}) is more than ${MAX_CHARS} (${max}), so that no memory could be written.`;

function requireRoom(values: Settings): void {
  const problem = noRoom(values);
  if (problem === null) return;
  throw new AppError("validation_failed", problem, {
    hint: `Give a smaller ${MIN_CHARS} or a larger ${MAX_CHARS}.`,
    details: [{ path: MIN_CHARS, message: `must be at most ${MAX_CHARS}` }],
  });
}

function resolve(app: App): Resolved {
  const stamp = `${settingsRevision(app.db)}|${configStamp(app.env.home)}`;
  const known = cache.get(app);
  if (known?.stamp === stamp) return known;
  const fresh = { stamp, ...merge(app) };
  cache.set(app, fresh);
  return fresh;
}

function merge(app: App): Omit<Resolved, "stamp"> {
  const file = readConfigFile(app.env.home);
  const stored = storedSettings(app.db);
  const problems = [...file.problems];
  const values: Record<string, unknown> = { ...SETTING_DEFAULTS };
  const sources = Object.fromEntries(SETTING_KEYS.map((key) => [key, "default"])) as Record<SettingKey, SettingSource>;
  const put = (key: SettingKey, value: unknown, source: SettingSource): void => {
    values[key] = value;
    sources[key] = source;
  };
  for (const key of SETTING_KEYS) {
    const fromEnv = app.env.settings[key];
    const fromConsole = readStored(key, stored.get(key), problems);
    if (fromEnv !== undefined) put(key, fromEnv, "environment");
    else if (fromConsole !== undefined) put(key, fromConsole, "console");
    else if (file.values.has(key)) put(key, file.values.get(key), "config.json");
  }
  const effective = values as unknown as Settings;
  const tooNarrow = noRoom(effective);
  if (tooNarrow !== null) problems.push(tooNarrow);
  return { values: effective, sources, problems };
}

/** Bounds may have moved since the value was stored: then it no longer holds, and that is said. */
function readStored(key: SettingKey, text: string | undefined, problems: string[]): unknown {
  if (text === undefined) return undefined;
  try {
    return parseSetting(key, JSON.parse(text));
  } catch (error) {
    if (!(error instanceof z.ZodError) && !(error instanceof SyntaxError)) throw error;
    problems.push(`The stored value of ${key} is not valid any more and was ignored.`);
    return undefined;
  }
}

function jsonSchema(key: SettingKey): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(settingSchema(key), { io: "input" });
  return schema;
}
