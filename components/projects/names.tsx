"use client";
/** The names that find a project: where each came from, one more, one less. */
import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState, useTransition } from "react";
import { editProject } from "@/app/projects/actions";
import type { Project } from "@/lib/contract/project";
import { useChange } from "../change/change-context";
import { StoredText } from "../text/stored-text";
import { Button } from "../ui/button";
import { Input } from "../ui/field";

const MAX_NAME = 200;

export function ProjectNames({ project }: { project: Project }) {
  const t = useTranslations("projects");
  const change = useChange();
  const [pending, startTransition] = useTransition();
  const [text, setText] = useState("");
  const own = project.name.normalize("NFKC").trim().toLowerCase();
  const run = (patch: Parameters<typeof editProject>[1], done: string, then?: () => void) =>
    startTransition(async () => {
      const result = await change.run(() => editProject(project.id, patch), done);
      if (result.ok) then?.();
    });
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== "") run({ addAliases: [text.trim()] }, t("form.added"), () => setText(""));
  };
  return (
    <div className="space-y-2">
      <ul className="divide-y rounded-panel border bg-surface">
        {project.names.map(({ alias, kind }) => (
          <li key={alias} className="flex min-h-9 items-center gap-2 py-1 pr-3 pl-3 has-[button]:pr-1">
            <span className="stored min-w-0 flex-1">
              <StoredText text={alias} />
            </span>
            <span className="shrink-0 text-meta text-muted">
              {kind === "remote"
                ? t("form.fromGit")
                : alias === own
                  ? t("form.ownName")
                  : kind === "manual" && t("form.manual")}
            </span>
            {kind !== "remote" && alias !== own && (
              <Button
                look="quiet"
                size="iconSmall"
                disabled={pending}
                aria-label={t("form.removeAlias", { name: alias })}
                onClick={() => run({ removeAliases: [alias] }, t("form.removed"))}
              >
                <X aria-hidden />
              </Button>
            )}
          </li>
        ))}
      </ul>
      <form onSubmit={add} className="flex gap-2">
        <Input
          aria-label={t("form.alias")}
          placeholder={t("form.alias")}
          maxLength={MAX_NAME}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" disabled={pending || text.trim() === ""}>
          <Plus aria-hidden />
          {t("form.addAlias")}
        </Button>
      </form>
      <p className="text-meta text-muted">{t("detail.namesHint")}</p>
    </div>
  );
}
