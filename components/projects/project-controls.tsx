"use client";
/** What a person decides about one project: its name, what happens there, whether a language model reads it. Each is saved at once. */
import { useTranslations } from "next-intl";
import { type FormEvent, useState, useTransition } from "react";
import { editProject } from "@/app/projects/actions";
import type { Project } from "@/lib/contract/project";
import { PROJECT_MODES } from "@/lib/contract/words";
import { useChange } from "../change/change-context";
import { Switch } from "../settings/editors";
import { Button } from "../ui/button";
import { Field, Input } from "../ui/field";

export function ProjectControls({ project }: { project: Project }) {
  const t = useTranslations("projects");
  const change = useChange();
  const [pending, startTransition] = useTransition();
  const set = (patch: Parameters<typeof editProject>[1], done: string) =>
    startTransition(async () => void (await change.run(() => editProject(project.id, patch), done)));
  return (
    <div className="space-y-5">
      <Rename
        key={project.name}
        name={project.name}
        pending={pending}
        onRename={(name) => set({ name }, t("form.renamed"))}
      />
      <fieldset disabled={pending} className="min-w-0">
        <legend className="mb-1 text-meta font-medium text-muted">{t("form.mode")}</legend>
        <div className="divide-y rounded-panel border bg-surface">
          {PROJECT_MODES.map((mode) => (
            <label key={mode} className="flex cursor-pointer items-start gap-3 px-3 py-2 hover:bg-hover">
              <input
                type="radio"
                name="mode"
                className="mt-0.5 size-4 shrink-0 accent-[var(--accent)]"
                checked={project.mode === mode}
                onChange={() => set({ mode }, t("form.modeSaved", { mode: t(`mode.${mode}`) }))}
              />
              <span className="min-w-0">
                <span className="font-medium">{t("modeTerm", { label: t(`mode.${mode}`), term: mode })}</span>
                <span className="block text-muted">{t(`modeWhy.${mode}`)}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="flex items-start gap-3">
        <Switch
          id="project-llm"
          label={t("form.llm")}
          checked={project.llm_enabled}
          disabled={pending}
          aria-describedby="project-llm-note"
          onChange={(llmEnabled) => set({ llmEnabled }, t(llmEnabled ? "form.llmOn" : "form.llmOff"))}
        />
        <p className="min-w-0">
          <span className="font-medium">{t("form.llm")}</span>
          <span id="project-llm-note" className="block text-muted">
            {t("form.llmHint")}
          </span>
        </p>
      </div>
    </div>
  );
}

const MAX_NAME = 200;

function Rename({ name, pending, onRename }: { name: string; pending: boolean; onRename: (name: string) => void }) {
  const t = useTranslations("projects.form");
  const [text, setText] = useState(name);
  const wanted = text.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wanted !== "" && wanted !== name) onRename(wanted);
  };
  return (
    <form onSubmit={submit}>
      <Field id="project-name" label={t("name")} hint={t("renameHint")}>
        <div className="flex gap-2">
          <Input
            id="project-name"
            aria-describedby="project-name-note"
            maxLength={MAX_NAME}
            autoComplete="off"
            spellCheck={false}
            dir="auto"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" disabled={pending || wanted === "" || wanted === name}>
            {t("rename")}
          </Button>
        </div>
      </Field>
    </form>
  );
}
