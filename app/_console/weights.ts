/** The settings that decide which memories are injected first, as the preview of other weights edits them. */
import { getTranslations } from "next-intl/server";
import { shapeOf } from "@/components/settings/draft";
import type { WeightField } from "@/components/settings/weights";
import type { App } from "@/lib/context";
import type { SettingKey } from "@/lib/contract/settings";
import { describeSettings } from "@/lib/settings/service";

/** With the value up to which a slider goes: the bounds are far wider than what is of use. */
const FIELDS = {
  inject_w_importance: 2,
  inject_w_recency: 2,
  inject_w_frequency: 2,
  inject_w_relevance: 2,
  inject_recency_tau_days: 120,
  inject_freq_norm_cap: 100,
  inject_key_prefix_quota: 20,
  inject_max_count: 100,
  context_observations: 100,
} as const satisfies Partial<Record<SettingKey, number>>;

export async function weightFields(app: App): Promise<WeightField[]> {
  const names = await getTranslations("settingNames");
  const t = await getTranslations("settings");
  const byKey = new Map(describeSettings(app).settings.map((info) => [info.key, info]));
  return (Object.keys(FIELDS) as (keyof typeof FIELDS)[]).flatMap((key) => {
    const info = byKey.get(key);
    const shape = info === undefined ? null : shapeOf(info.schema);
    if (info === undefined || shape?.kind !== "number" || typeof info.value !== "number") return [];
    return [
      {
        key,
        label: names(`${key}.label`),
        meaning: names(`${key}.meaning`),
        isWhole: shape.isWhole,
        min: shape.min ?? 0,
        max: shape.max ?? FIELDS[key],
        slideTo: Math.max(FIELDS[key], info.value),
        value: info.value,
        readOnly: info.source === "environment" ? t("readOnly", { variable: info.env[0] ?? "" }) : null,
      },
    ];
  });
}
