/** What the settings page shows: every setting in the person's words, and what stands beside them. */
import { join } from "node:path";
import { getFormatter, getTranslations } from "next-intl/server";
import type { ShownSetting } from "@/components/settings/setting-row";
import { type SettingShape, shapeOf } from "@/components/settings/draft";
import { spellHidden } from "@/components/text/marks";
import { listAccounts, listTokens } from "@/lib/accounts/service";
import type { App } from "@/lib/context";
import { SETTING_AREAS } from "@/lib/contract/setting-groups";
import type { SettingInfo, SettingKey, SettingsView } from "@/lib/contract/settings";
import { seenHosts } from "@/lib/hosts/seen-query";
import { needsToken } from "@/lib/http/guard";
import { readLlmState } from "@/lib/metering/state";
import { projectRefs } from "@/lib/projects/refs-query";
import { describeSettings } from "@/lib/settings/service";
import { readTranscriptState } from "@/lib/transfer/transcripts";
import { programFile } from "./program";

export type Area = keyof typeof SETTING_AREAS;
export const AREAS = Object.keys(SETTING_AREAS) as Area[];

export function readSettingsPage(app: App) {
  const view = describeSettings(app);
  return { view, ...besideSettings(app), setHere: view.settings.filter(({ source }) => source === "console").length };
}

const besideSettings = (app: App) => ({
  transcripts: readTranscriptState(app),
  projects: [...projectRefs(app.db)].map(([id, { name, ref }]) => ({
    id,
    ref,
    label: spellHidden(ref === name ? name : `${name} (${ref})`),
  })),
  llm: readLlmState(app),
  hosts: seenHosts(app),
  gateway: {
    accounts: listAccounts(app).accounts,
    tokens: listTokens(app).tokens.filter(({ revoked_at_epoch }) => revoked_at_epoch === null),
  },
  access: {
    home: app.env.home,
    tokenFile: join(app.env.home, "token"),
    program: programFile(app),
    listens: app.env.host,
    isTokenRequired: needsToken(app.env.host, app.env.requireToken),
  },
});
export type SettingsPageData = ReturnType<typeof readSettingsPage>;

/** Changed where they are used: saved views stand on the page of memories. */
const KEPT_ELSEWHERE: ReadonlySet<SettingKey> = new Set(["saved_views"]);

export interface ShownArea {
  area: Area;
  title: string;
  settings: ShownSetting[];
}

/** The areas with the settings that fit the query: by label, meaning, key or variable; all of an area whose title fits. */
export async function showAreas(view: SettingsView, query: string): Promise<ShownArea[]> {
  const t = await getTranslations("settings");
  const names = await getTranslations("settingNames");
  const words = await valueWords();
  const byKey = new Map(view.settings.map((info) => [info.key, info]));
  const wanted = query.trim().toLowerCase();
  const fits = (...texts: string[]): boolean => texts.some((text) => text.toLowerCase().includes(wanted));
  return AREAS.flatMap((area) => {
    const title = t(`areas.${area}`);
    const keys = (Object.keys(SETTING_AREAS[area]) as SettingKey[]).filter((key) => !KEPT_ELSEWHERE.has(key));
    const settings = keys.flatMap((key) => {
      const info = byKey.get(key);
      if (info === undefined) return [];
      const shown = show(info, names(`${key}.label`), names(`${key}.meaning`), t, words);
      return fits(title, shown.label, shown.meaning, key, ...info.env) ? [shown] : [];
    });
    return settings.length === 0 ? [] : [{ area, title, settings }];
  });
}

type Words = Awaited<ReturnType<typeof valueWords>>;
type Translate = Awaited<ReturnType<typeof getTranslations<"settings">>>;

function show(info: SettingInfo, label: string, meaning: string, t: Translate, words: Words): ShownSetting {
  const shape = shapeOf(info.schema);
  const bounds = words.bounds(shape);
  const variable = info.env[0] ?? "";
  const variables = info.env.length === 0 ? variable : info.env.join(", ");
  return {
    key: info.key,
    label,
    meaning,
    shape,
    value: info.value,
    valueText: words.value(shape, info.value),
    facts: [
      ...(bounds === null ? [] : [bounds]),
      t("defaultIs", { value: words.value(shape, info.default) }),
      ...(info.source === "default" ? [] : [t(`from.${SOURCES[info.source]}`, { variable: variables })]),
    ],
    boundsText: bounds,
    readOnly: info.source === "environment" ? t("readOnly", { variable: variables }) : null,
    isSetHere: info.source === "console",
    choiceNames: shape.kind === "choice" ? words.choices(shape.choices) : {},
  };
}

const SOURCES = { environment: "environment", console: "console", "config.json": "config" } as const;
const NAMED_CHOICES = ["project", "all", "any", "zh"] as const;

async function valueWords() {
  const t = await getTranslations("settings");
  const format = await getFormatter();
  const number = (value: number): string => format.number(value, { maximumFractionDigits: 6 });
  const choice = (value: string): string => {
    const named = NAMED_CHOICES.find((name) => name === value);
    return named === undefined ? value : t(`choice.${named}`);
  };
  return {
    choices: (values: string[]): Record<string, string> => ({
      "": t("choice.none"),
      ...Object.fromEntries(values.map((value) => [value, choice(value)])),
    }),
    value(shape: SettingShape, value: unknown): string {
      if (value === null || value === undefined || value === "") return t("value.none");
      if (typeof value === "boolean") return value ? t("value.on") : t("value.off");
      if (typeof value === "number") return number(value);
      if (typeof value === "string") return shape.kind === "choice" ? choice(value) : value;
      if (Array.isArray(value)) return value.length === 0 ? t("value.empty") : value.join(", ");
      const { length } = Object.keys(value);
      return length === 0 ? t("value.empty") : t("value.entries", { count: length });
    },
    bounds(shape: SettingShape): string | null {
      if (shape.kind === "list" && shape.maxItems !== null) return t("listBounds", { count: shape.maxItems });
      if (shape.kind !== "number") return null;
      const [min, max] = [shape.min, shape.max];
      if (min !== null && max !== null) return t("boundsBoth", { min: number(min), max: number(max) });
      if (min !== null) return t("boundsMin", { min: number(min) });
      return max === null ? null : t("boundsMax", { max: number(max) });
    },
  };
}
