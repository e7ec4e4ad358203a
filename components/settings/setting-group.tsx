"use client";
/** The settings of one area, saved together as one change that Undo takes back. What is not saved yet stays while others save. */
import { useTranslations } from "next-intl";
import { type FormEvent, useState, useTransition } from "react";
import { saveSettingGroup } from "@/app/settings/actions";
import type { ErrorDetail } from "@/lib/contract/errors";
import { useChange } from "../change/change-context";
import { Button } from "../ui/button";
import { type Draft, draftOf, isSame, parseDraft } from "./draft";
import { SettingRow, type ShownSetting } from "./setting-row";

interface SettingGroupProps {
  area: string;
  title: string;
  settings: ShownSetting[];
}

/** What is being typed, and what the value was when that began. */
interface Edit {
  draft: Draft;
  seen: unknown;
}

export function SettingGroup({ area, title, settings }: SettingGroupProps) {
  const t = useTranslations("settings.form");
  const change = useChange();
  const [pending, startTransition] = useTransition();
  const [edits, setEdits] = useState<Record<string, Edit>>({});
  const [refused, setRefused] = useState<ErrorDetail[]>([]);

  const changed = settings.filter(({ key, shape, value }) => {
    const edit = edits[key];
    if (edit === undefined) return false;
    const parsed = parseDraft(shape, edit.draft);
    return !parsed.ok || !isSame(parsed.value, value);
  });
  const errorOf = (setting: ShownSetting): string | null => {
    const edit = edits[setting.key];
    const parsed = edit === undefined ? null : parseDraft(setting.shape, edit.draft);
    if (parsed !== null && !parsed.ok) return t(parsed.problem, { bounds: setting.boundsText ?? "" });
    return refused.find(({ path }) => path.split(".")[0] === setting.key)?.message ?? null;
  };
  const noteOf = ({ key, value, valueText }: ShownSetting): string | null => {
    const edit = edits[key];
    return edit === undefined || isSame(edit.seen, value) ? null : t("changedMeanwhile", { value: valueText });
  };
  /** What was typed on while it was being saved goes on, upon what was saved. */
  const settle = (patch: Record<string, unknown>, sent: Record<string, Edit>) =>
    setEdits((all) =>
      Object.fromEntries(
        Object.entries(all).flatMap(([key, edit]) => {
          if (!(key in patch)) return [[key, edit]];
          return edit.draft === sent[key]?.draft ? [] : [[key, { draft: edit.draft, seen: patch[key] }]];
        }),
      ),
    );
  const send = (patch: Record<string, unknown>, done: string) =>
    startTransition(async () => {
      const result = await change.run(() => saveSettingGroup(patch), done);
      setRefused(result.ok ? [] : (result.error.details ?? []));
      if (result.ok) settle(patch, edits);
    });
  const save = (event: FormEvent) => {
    event.preventDefault();
    const parsed = changed.map(({ key, shape }) => [key, parseDraft(shape, edits[key]?.draft ?? "")] as const);
    const bad = parsed.find(([, result]) => !result.ok);
    if (bad !== undefined) document.getElementById(`setting-${bad[0]}`)?.focus();
    else if (parsed.length > 0)
      send(
        Object.fromEntries(parsed.map(([key, result]) => [key, result.ok ? result.value : undefined])),
        t("saved", { count: parsed.length }),
      );
  };
  return (
    <section id={area} aria-labelledby={`${area}-title`} className="scroll-mt-4">
      <form onSubmit={save} noValidate>
        <div className="mb-2 flex min-h-8 flex-wrap items-center gap-2">
          <h2 id={`${area}-title`} className="text-section font-semibold">
            {title}
          </h2>
          {changed.length > 0 && (
            <div className="ml-auto flex flex-wrap items-center gap-2">
              <span className="text-meta text-muted">{t("unsaved", { count: changed.length })}</span>
              <Button
                disabled={pending}
                onClick={() => {
                  setEdits({});
                  setRefused([]);
                }}
              >
                {t("discard")}
              </Button>
              <Button look="primary" type="submit" disabled={pending}>
                {t("save", { count: changed.length })}
              </Button>
            </div>
          )}
        </div>
        <div className="divide-y rounded-panel border bg-surface">
          {settings.map((setting) => (
            <SettingRow
              key={setting.key}
              setting={setting}
              draft={edits[setting.key]?.draft ?? draftOf(setting.shape, setting.value)}
              error={errorOf(setting)}
              note={noteOf(setting)}
              pending={pending}
              onChange={(draft) => {
                setRefused((all) => all.filter(({ path }) => path.split(".")[0] !== setting.key));
                setEdits((all) => ({
                  ...all,
                  [setting.key]: { draft, seen: all[setting.key]?.seen ?? setting.value },
                }));
              }}
              onReset={() => send({ [setting.key]: null }, t("resetDone", { label: setting.label }))}
            />
          ))}
        </div>
      </form>
    </section>
  );
}
