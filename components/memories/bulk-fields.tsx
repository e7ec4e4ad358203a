"use client";
/** What a change of many memories needs to know: tags, a project, a way of injecting, a day. */
import { useTranslations } from "next-intl";
import { useId } from "react";
import type { MemoryTier } from "@/lib/contract/memory";
import type { MemoryBulkAction } from "@/lib/contract/memory-bulk";
import type { ProjectChoice } from "../frame/project-choice";
import { Field, Input, Select } from "../ui/field";
import type { BulkAction } from "./bulk-words";

export interface BulkDraft {
  add: string;
  remove: string;
  /** Empty = to all projects. */
  project: string;
  tier: MemoryTier;
  /** `YYYY-MM-DD`; empty = never. */
  expires: string;
}

export const emptyBulkDraft = (projects: ProjectChoice[]): BulkDraft => ({
  add: "",
  remove: "",
  project: String(projects[0]?.id ?? ""),
  tier: "pinned",
  expires: "",
});

const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,，]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
  ),
];

/** null while something is missing. */
export function actionOf(kind: BulkAction, draft: BulkDraft): MemoryBulkAction | null {
  switch (kind) {
    case "archive":
    case "restore":
    case "delete":
      return { action: kind };
    case "tag": {
      const [add, remove] = [tagsOf(draft.add), tagsOf(draft.remove)];
      return add.length + remove.length === 0 ? null : { action: "tag", add, remove };
    }
    case "move":
      return { action: "move", to: draft.project === "" ? null : Number(draft.project) };
    case "tier":
      return { action: "tier", tier: draft.tier };
    case "expiry":
      return { action: "expiry", expires_at: draft.expires === "" ? null : draft.expires };
  }
}

interface BulkFieldsProps {
  kind: BulkAction;
  draft: BulkDraft;
  projects: ProjectChoice[];
  disabled: boolean;
  onChange: (draft: BulkDraft) => void;
}

const TIERS = ["pinned", "normal", "reference"] as const;

export function BulkFields({ kind, draft, projects, disabled, onChange }: BulkFieldsProps) {
  const t = useTranslations("memories");
  const labels = useTranslations("labels");
  const common = useTranslations("common");
  const id = useId();
  const set = (change: Partial<BulkDraft>) => onChange({ ...draft, ...change });
  switch (kind) {
    case "archive":
    case "restore":
    case "delete":
      return null;
    case "tag":
      return (
        <div className="grid gap-3 sm:grid-cols-2">
          <Field id={`${id}-add`} label={t("bulk.addTags")} hint={t("bulk.tagsHint")}>
            <Input
              id={`${id}-add`}
              aria-describedby={`${id}-add-note`}
              value={draft.add}
              disabled={disabled}
              maxLength={500}
              dir="auto"
              onChange={(event) => set({ add: event.target.value })}
            />
          </Field>
          <Field id={`${id}-remove`} label={t("bulk.removeTags")}>
            <Input
              id={`${id}-remove`}
              value={draft.remove}
              disabled={disabled}
              maxLength={500}
              dir="auto"
              onChange={(event) => set({ remove: event.target.value })}
            />
          </Field>
        </div>
      );
    case "move":
      return (
        <Field id={id} label={t("bulk.moveTo")}>
          <Select
            id={id}
            value={draft.project}
            disabled={disabled}
            className="w-full max-w-none sm:max-w-none"
            onChange={(event) => set({ project: event.target.value })}
          >
            {projects.map((project) => (
              <option key={project.id} value={project.id}>
                {project.name}
              </option>
            ))}
            <option value="">{common("allProjects")}</option>
          </Select>
        </Field>
      );
    case "tier":
      return (
        <Field id={id} label={t("tier")}>
          <Select
            id={id}
            value={draft.tier}
            disabled={disabled}
            className="w-full max-w-none sm:max-w-none"
            onChange={(event) => set({ tier: event.target.value as MemoryTier })}
          >
            {TIERS.map((tier) => (
              <option key={tier} value={tier}>
                {labels("withTerm", { label: labels(`tier.${tier}`), term: labels(`tierTerm.${tier}`) })}
              </option>
            ))}
          </Select>
        </Field>
      );
    case "expiry":
      return (
        <Field id={id} label={t("bulk.expires")} hint={t("bulk.expiresHint")}>
          <Input
            id={id}
            type="date"
            aria-describedby={`${id}-note`}
            value={draft.expires}
            disabled={disabled}
            className="w-44"
            onChange={(event) => set({ expires: event.target.value })}
          />
        </Field>
      );
  }
}
