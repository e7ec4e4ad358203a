"use client";
/** What goes into a download of the store: kinds, project, time. The link is all there is to it. */
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { buttonStyles } from "../ui/button";
import { Field, Input, Select } from "../ui/field";
import { hrefWith } from "../url";

const KINDS = ["memory", "observation", "summary", "prompt", "event"] as const;
type Kind = (typeof KINDS)[number];

export function ExportForm({ projects }: { projects: { ref: string; label: string }[] }) {
  const t = useTranslations("settings.transfer");
  const common = useTranslations("common");
  const [kinds, setKinds] = useState<ReadonlySet<Kind>>(new Set(KINDS));
  const [project, setProject] = useState("");
  const [since, setSince] = useState("");
  const [until, setUntil] = useState("");
  const toggle = (kind: Kind) => {
    const next = new Set(kinds);
    if (!next.delete(kind)) next.add(kind);
    setKinds(next);
  };
  const isAll = kinds.size === KINDS.length;
  const href = hrefWith("/api/export", "", {
    // Versions and open questions belong to memories.
    kinds: isAll
      ? null
      : KINDS.filter((kind) => kinds.has(kind))
          .flatMap((kind) => (kind === "memory" ? [kind, "succession", "pair"] : [kind]))
          .join(","),
    project,
    since,
    until,
  });
  return (
    <div className="space-y-3">
      <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
        <legend className="mb-1 text-meta font-medium text-muted">{t("export.kinds")}</legend>
        {KINDS.map((kind) => (
          <label key={kind} className="flex min-h-6 items-center gap-2">
            <input
              type="checkbox"
              className="size-4 accent-[var(--accent)]"
              checked={kinds.has(kind)}
              onChange={() => toggle(kind)}
            />
            {t(`export.kind.${kind}`)}
          </label>
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-3">
        <Field id="export-project" label={t("export.project")}>
          <Select
            id="export-project"
            className="max-w-56"
            value={project}
            onChange={(event) => setProject(event.target.value)}
          >
            <option value="">{common("allProjects")}</option>
            {projects.map(({ ref, label }) => (
              <option key={ref} value={ref}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Field id="export-since" label={t("export.since")}>
          <Input id="export-since" type="date" value={since} onChange={(event) => setSince(event.target.value)} />
        </Field>
        <Field id="export-until" label={t("export.until")}>
          <Input id="export-until" type="date" value={until} onChange={(event) => setUntil(event.target.value)} />
        </Field>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {/* A file, not a view. */}
        <a
          href={kinds.size === 0 ? undefined : href}
          aria-disabled={kinds.size === 0}
          download="keepsake-export.jsonl"
          className={buttonStyles()}
        >
          <Download aria-hidden />
          {t("download")}
        </a>
        <span className="min-w-0 flex-1 basis-60 text-meta text-muted">{t("downloadHint")}</span>
      </div>
    </div>
  );
}
