"use client";
/** The form that writes a memory by hand, for a project or for all; the view's project is chosen at first. */
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { addMemory } from "@/app/memories/actions";
import { useChange } from "../change/change-context";
import type { ProjectChoice } from "../frame/project-choice";
import { Dialog } from "../ui/dialog";
import { Field, Select } from "../ui/field";
import { viewHref } from "../url";
import { EMPTY_DRAFT, newMemoryOf } from "./draft";
import { MemoryForm } from "./memory-form";

interface NewMemoryDialogProps {
  /** Of the view, chosen at first; null = all projects. */
  project: string | null;
  projects: ProjectChoice[];
  onClose: () => void;
}

/** What the choice of no project is sent as; no project's key is empty. */
const ALL = "";

export function NewMemoryDialog({ project, projects, onClose }: NewMemoryDialogProps) {
  const t = useTranslations("memory");
  const common = useTranslations("common");
  const id = useId();
  const [chosen, setChosen] = useState<string | null>(project);
  const router = useRouter();
  const change = useChange();
  // The view may be narrowed to an alias, which the list of projects does not name.
  const isListed = project === null || projects.some(({ ref }) => ref === project);
  const choices = isListed ? projects : [{ ref: project, name: project }, ...projects];
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t("add")} description={t("addHint")}>
      <div className="mt-4">
        <MemoryForm
          label={t("add")}
          initial={EMPTY_DRAFT}
          submitLabel={t("addSubmit")}
          onCancel={onClose}
          onSubmit={async (draft) => {
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
          <Field id={id} label={t("form.project")}>
            <Select
              id={id}
              value={chosen ?? ALL}
              className="w-full max-w-none"
              onChange={(event) => setChosen(event.target.value === ALL ? null : event.target.value)}
            >
              <option value={ALL}>{common("allProjects")}</option>
              {choices.map(({ ref, name }) => (
                <option key={ref} value={ref}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        </MemoryForm>
      </div>
    </Dialog>
  );
}
