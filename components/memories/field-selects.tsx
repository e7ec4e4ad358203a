"use client";
/** Tier, attribute and project of a memory, each chosen where it stands and saved at once. */
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { placeMemory } from "@/app/memories/actions";
import type { Memory } from "@/lib/contract/memory";
import { MEMORY_ATTRIBUTES } from "@/lib/contract/words";
import { useChange } from "../change/change-context";
import type { ProjectChoice } from "../frame/project-choice";
import { useLabels } from "../labels";
import { Button } from "../ui/button";
import { Input, Select } from "../ui/field";
import { FieldConflict, useInstant } from "./field-conflict";

const inPlace = "h-7 w-full max-w-full sm:max-w-full";

export function TierField({ memory }: { memory: Memory }) {
  const t = useTranslations("memory");
  const labels = useTranslations("labels");
  const field = useInstant(memory, "tier");
  const nameOf = (tier: Memory["tier"]) =>
    labels("withTerm", { label: labels(`tier.${tier}`), term: labels(`tierTerm.${tier}`) });
  return (
    <>
      <Select
        aria-label={t("form.tier")}
        className={inPlace}
        value={field.shown}
        disabled={field.pending}
        onChange={(event) => void field.set(event.target.value as Memory["tier"])}
      >
        {(["pinned", "normal", "reference"] as const).map((tier) => (
          <option key={tier} value={tier}>
            {nameOf(tier)}
          </option>
        ))}
      </Select>
      <FieldConflict field={field} words={nameOf} />
    </>
  );
}

export function AttributeField({ memory }: { memory: Memory }) {
  const t = useTranslations("memory");
  const named = useLabels();
  const field = useInstant(memory, "attribute");
  const attributes = [...new Set<string>([...MEMORY_ATTRIBUTES, memory.attribute])];
  const nameOf = (attribute: string) => (attribute === "" ? t("noAttribute") : named.attribute(attribute));
  return (
    <>
      <Select
        aria-label={t("form.attribute")}
        className={inPlace}
        value={field.shown}
        disabled={field.pending}
        onChange={(event) => void field.set(event.target.value)}
      >
        {attributes.map((attribute) => (
          <option key={attribute} value={attribute}>
            {nameOf(attribute)}
          </option>
        ))}
      </Select>
      <FieldConflict field={field} words={nameOf} />
    </>
  );
}

/** Choices that are no project; keys of projects have a prefix. */
const ALL = "";
const NEW = "+";

/** E110: the projects there are, all of them, or a new one. */
export function ProjectField({ memory, projects }: { memory: Memory; projects: ProjectChoice[] }) {
  const t = useTranslations("memory");
  const common = useTranslations("common");
  const change = useChange();
  const [pending, setPending] = useState<string | null>(null);
  const [name, setName] = useState<string | null>(null);
  const own = memory.project_id === 0 ? ALL : String(memory.project_id);
  const isListed = own === ALL || projects.some(({ id }) => String(id) === own);

  const move = async (shown: string, project: string | null) => {
    setPending(shown);
    const result = await change.run(() => placeMemory(memory.id, { project }), t("moved"));
    setPending(null);
    if (result.ok) setName(null);
  };
  const choose = (value: string) => {
    if (value === NEW) return setName("");
    void move(value, value === ALL ? null : (projects.find(({ id }) => String(id) === value)?.ref ?? null));
  };
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (name !== null && name.trim() !== "") void move(NEW, name);
  };
  return (
    <>
      <Select
        aria-label={t("field.project")}
        className={inPlace}
        value={name !== null ? NEW : (pending ?? own)}
        disabled={pending !== null}
        onChange={(event) => {
          setName(null);
          choose(event.target.value);
        }}
      >
        <option value={ALL}>{common("allProjects")}</option>
        {!isListed && <option value={own}>{memory.project}</option>}
        {projects.map(({ id, name: label }) => (
          <option key={id} value={String(id)}>
            {label}
          </option>
        ))}
        <option value={NEW}>{t("newProject")}</option>
      </Select>
      {name !== null && (
        <form onSubmit={add} className="mt-1 flex gap-1">
          <Input
            aria-label={t("newProjectName")}
            className="h-7"
            value={name}
            maxLength={200}
            autoFocus
            autoComplete="off"
            dir="auto"
            disabled={pending !== null}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Escape") return;
              event.preventDefault();
              setName(null);
            }}
          />
          <Button size="small" type="submit" disabled={pending !== null || name.trim() === ""}>
            {common("save")}
          </Button>
        </form>
      )}
    </>
  );
}
