"use client";
/** Writes a memory by hand, for a project or for all; the view's project is chosen at first. */
import { useTranslations } from "next-intl";
import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { addMemory } from "@/app/memories/actions";
import { useChange } from "../change/change-context";
import type { ProjectChoice } from "../frame/project-switcher";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Field, Select } from "../ui/field";
import { viewHref } from "../url";
import { EMPTY_DRAFT, newMemoryOf } from "./draft";
import { MemoryForm } from "./memory-form";

interface NewMemoryButtonProps {
  /** Of the view, chosen at first; null = all projects. */
  project: string | null;
  projects: ProjectChoice[];
}

/** What the choice of no project is sent as; no project's key is empty. */
const ALL = "";

export function NewMemoryButton({ project, projects }: NewMemoryButtonProps) {
  const t = useTranslations("memory");
  const common = useTranslations("common");
  const id = useId();
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<string | null>(project);
  const router = useRouter();
  const change = useChange();
  // The view may be narrowed to an alias, which the list of projects does not name.
  const isListed = project === null || projects.some(({ ref }) => ref === project);
  const choices = isListed ? projects : [{ ref: project, name: project }, ...projects];
  const show = () => {
    setChosen(project);
    setOpen(true);
  };
  return (
    <>
      <Button onClick={show} title={t("add")} className="w-8 px-0 sm:w-auto sm:px-3">
        <Plus aria-hidden />
        <span className="sr-only sm:not-sr-only">{t("add")}</span>
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t("add")} description={t("addHint")}>
        <div className="mt-4">
          <MemoryForm
            label={t("add")}
            initial={EMPTY_DRAFT}
            submitLabel={t("addSubmit")}
            onCancel={() => setOpen(false)}
            onSubmit={async (draft) => {
              const result = await change.run(
                () => addMemory(newMemoryOf(draft, chosen)),
                (data) => t(`addStatus.${data.status}`),
              );
              if (!result.ok) return result.error;
              setOpen(false);
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
    </>
  );
}
