"use client";
/** The project in the form of a memory: those there are, all of them, or a new one (E110). */
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { ShownError } from "../change/result";
import type { ProjectChoice } from "../frame/project-choice";
import { Field, Input, Select } from "../ui/field";
import { useFaultWords } from "./gate-note";

/** Choices that are no project; no name of one is empty or begins with a space. */
const ALL = "";
const NEW = " +";

interface FormProjectProps {
  /** Key or name; null = all projects; empty = a new one whose name is still to come. */
  value: string | null;
  projects: readonly ProjectChoice[];
  onChange: (project: string | null) => void;
}

/** What the form says where a new project has no name yet. */
export function useNameless(): ShownError {
  const t = useTranslations("memory");
  const common = useTranslations("common");
  const words = useFaultWords();
  const message = common("labelled", { label: t("newProjectName"), text: words({ code: "required" }) });
  return { message, code: "validation_failed", isTranslated: true };
}

export function FormProject({ value, projects, onChange }: FormProjectProps) {
  const t = useTranslations("memory");
  const common = useTranslations("common");
  const id = useId();
  const [isNew, setIsNew] = useState(false);
  // What it was at first may be an alias, or a project that the list does not name.
  const [first] = useState(value);
  const isListed = first === null || projects.some(({ ref }) => ref === first);
  const choices = isListed ? projects : [{ ref: first, name: first }, ...projects];
  return (
    <Field id={id} label={t("form.project")}>
      <Select
        id={id}
        value={isNew ? NEW : (value ?? ALL)}
        className="w-full max-w-none"
        onChange={({ target }) => {
          setIsNew(target.value === NEW);
          onChange(target.value === NEW ? "" : target.value === ALL ? null : target.value);
        }}
      >
        <option value={ALL}>{common("allProjects")}</option>
        {choices.map(({ ref, name }) => (
          <option key={ref} value={ref}>
            {name}
          </option>
        ))}
        <option value={NEW}>{t("newProject")}</option>
      </Select>
      {isNew && (
        <Input
          aria-label={t("newProjectName")}
          placeholder={t("newProjectName")}
          className="mt-1"
          value={value ?? ""}
          maxLength={200}
          autoFocus
          autoComplete="off"
          dir="auto"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
