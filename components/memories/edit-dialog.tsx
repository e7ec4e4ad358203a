"use client";
/** Edits a memory from its row, without opening it (E110). */
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { editMemory } from "@/app/memories/actions";
import type { Memory } from "@/lib/contract/memory";
import { useChange } from "../change/change-context";
import type { ProjectChoice } from "../frame/project-choice";
import { Dialog } from "../ui/dialog";
import { draftOf, patchOf } from "./draft";
import { FormProject, useNameless } from "./form-project";
import { MemoryForm } from "./memory-form";

interface EditDialogProps {
  memory: Memory;
  /** Left out: the project is no field of the form. */
  projects?: readonly ProjectChoice[];
  onClose: () => void;
}

export function EditDialog({ memory, projects, onClose }: EditDialogProps) {
  const t = useTranslations("memory");
  const labels = useTranslations("labels");
  const common = useTranslations("common");
  const router = useRouter();
  const change = useChange();
  const nameless = useNameless();
  const [own] = useState(() => projects?.find(({ id }) => id === memory.project_id)?.ref ?? memory.project);
  const [project, setProject] = useState(own);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={common("labelled", { label: t("edit"), text: labels("memory", { id: memory.id }) })}
      className="w-[min(600px,calc(100vw-24px))]"
    >
      <div className="mt-4">
        <MemoryForm
          label={t("form.label")}
          initial={draftOf(memory)}
          submitLabel={common("save")}
          onCancel={onClose}
          onReload={() => {
            onClose();
            router.refresh();
          }}
          onSubmit={async (draft) => {
            if (project?.trim() === "") return nameless;
            const patch = { ...patchOf(memory, draft), ...(project === own ? {} : { project }) };
            const result = await change.run(() => editMemory(memory.id, patch), t("saved"));
            if (!result.ok) return result.error;
            onClose();
            return null;
          }}
        >
          {projects !== undefined && <FormProject value={project} projects={projects} onChange={setProject} />}
        </MemoryForm>
      </div>
    </Dialog>
  );
}
