"use client";
/** The form that writes a memory by hand, for a project or for all; the view's project is chosen at first. */
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { addMemory } from "@/app/memories/actions";
import { useChange } from "../change/change-context";
import type { ProjectChoice } from "../frame/project-choice";
import { Dialog } from "../ui/dialog";
import { viewHref } from "../url";
import { EMPTY_DRAFT, newMemoryOf } from "./draft";
import { FormProject, useNameless } from "./form-project";
import { MemoryForm } from "./memory-form";

interface NewMemoryDialogProps {
  /** Of the view, chosen at first; null = all projects. */
  project: string | null;
  projects: ProjectChoice[];
  onClose: () => void;
}

export function NewMemoryDialog({ project, projects, onClose }: NewMemoryDialogProps) {
  const t = useTranslations("memory");
  const nameless = useNameless();
  const [chosen, setChosen] = useState<string | null>(project);
  const router = useRouter();
  const change = useChange();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t("add")} description={t("addHint")}>
      <div className="mt-4">
        <MemoryForm
          label={t("add")}
          initial={EMPTY_DRAFT}
          submitLabel={t("addSubmit")}
          onCancel={onClose}
          onSubmit={async (draft) => {
            if (chosen?.trim() === "") return nameless;
            const result = await change.run(
              () => addMemory(newMemoryOf(draft, chosen)),
              (data) => t(`addStatus.${data.status}`),
            );
            if (!result.ok) return result.error;
            onClose();
            router.replace(viewHref("/memories", project === null ? null : chosen, { peek: result.data.id }));
            return null;
          }}
        >
          <FormProject value={chosen} projects={projects} onChange={setChosen} />
        </MemoryForm>
      </div>
    </Dialog>
  );
}
