"use client";
/** Merges a project into another one, after showing what that would do. */
import { Merge } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { lookAtMerge, mergeInto } from "@/app/projects/actions";
import type { Project, ProjectMovePreview } from "@/lib/contract/project";
import { useChange } from "../change/change-context";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { MovePreview } from "./move-preview";
import { type OtherProject, ProjectSelect } from "./project-select";

interface MergeDialogProps {
  project: Pick<Project, "id" | "name">;
  others: OtherProject[];
}

export function MergeDialog({ project, others }: MergeDialogProps) {
  const t = useTranslations("projects");
  const common = useTranslations("common");
  const change = useChange();
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [into, setInto] = useState(0);
  const [preview, setPreview] = useState<ProjectMovePreview | null>(null);
  const [pending, startTransition] = useTransition();
  const choose = (id: number) => {
    setInto(id);
    setPreview(null);
    if (id === 0) return;
    startTransition(async () => {
      const result = await change.run(() => lookAtMerge(project.id, id), "");
      setPreview(result.ok ? result.data : null);
    });
  };
  const merge = () =>
    startTransition(async () => {
      const result = await change.run(
        () => mergeInto(project.id, { into }),
        ({ name }) => t("merge.done", { name }),
      );
      if (result.ok) router.push(`/projects/${result.data.id}`);
    });
  return (
    <>
      <Button
        onClick={() => setOpen(true)}
        disabled={others.length === 0}
        title={others.length === 0 ? t("merge.nothing") : undefined}
      >
        <Merge aria-hidden />
        {t("merge.action")}
      </Button>
      <Dialog
        open={open}
        onOpenChange={(next) => {
          setOpen(next);
          if (!next) choose(0);
        }}
        title={t("merge.title", { name: project.name })}
        description={t("merge.what")}
      >
        <div className="mt-4 space-y-3">
          <ProjectSelect
            id="merge-into"
            label={t("merge.into")}
            value={into}
            first={t("merge.choose")}
            others={others}
            onChoose={choose}
          />
          <div aria-live="polite">
            {preview !== null && <MovePreview preview={preview} />}
            {preview === null && pending && <p className="text-muted">{t("merge.looking")}</p>}
          </div>
        </div>
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={() => setOpen(false)}>{common("cancel")}</Button>
          <Button look="primary" disabled={pending || preview === null} onClick={merge}>
            {t("merge.confirm")}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
