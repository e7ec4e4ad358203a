"use client";
/** Other weights, tried before they are saved: which memories would come in, go, or stand elsewhere in the block of a project. */
import { useTranslations } from "next-intl";
import { useMemo, useState, useTransition } from "react";
import { saveSettingGroup } from "@/app/settings/actions";
import { cn } from "@/lib/cn";
import { useChange } from "../change/change-context";
import { MoveList } from "../playground/move-list";
import { useErrorWords } from "../states/error-words";
import { Button } from "../ui/button";
import { Select } from "../ui/field";
import { useWeightsPreview, type WeightsAsk } from "./use-weights-preview";
import { type Drafts, overridesOf, type WeightField } from "./weights";
import { WeightRow } from "./weight-row";

interface WeightsPreviewProps {
  fields: WeightField[];
  ask: WeightsAsk;
  /** To choose among; none where the view has chosen already. */
  projects?: { ref: string; name: string }[];
}

export function WeightsPreview({ fields, ask, projects = [] }: WeightsPreviewProps) {
  const t = useTranslations("injections");
  const change = useChange();
  const errorWords = useErrorWords();
  const [drafts, setDrafts] = useState<Drafts>({});
  const [project, setProject] = useState(projects[0]?.ref);
  const [pending, startTransition] = useTransition();
  const overrides = useMemo(() => overridesOf(fields, drafts), [fields, drafts]);
  const asked = useMemo(() => (project === undefined ? ask : { ...ask, project }), [ask, project]);
  const tried = useWeightsPreview(asked, overrides);
  const changed = Object.keys(overrides ?? {});
  const locked = fields.filter(({ key, readOnly }) => readOnly !== null && changed.includes(key));
  const save = () =>
    startTransition(async () => {
      const result = await change.run(
        () => saveSettingGroup({ ...overrides }),
        t("weights.saved", { count: changed.length }),
      );
      if (result.ok) setDrafts({});
    });
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <div>
        {projects.length > 0 && (
          <label className="mb-2 flex items-center gap-2">
            <span className="text-muted">{t("weights.project")}</span>
            <Select value={project} onChange={(event) => setProject(event.target.value)} className="min-w-0 flex-1">
              {projects.map(({ ref, name }) => (
                <option key={ref} value={ref}>
                  {name}
                </option>
              ))}
            </Select>
          </label>
        )}
        <div className="divide-y rounded-panel border bg-surface">
          {fields.map((field) => (
            <WeightRow
              key={field.key}
              field={field}
              text={drafts[field.key] ?? String(field.value)}
              onChange={(text) => setDrafts((all) => ({ ...all, [field.key]: text }))}
            />
          ))}
        </div>
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <Button look="primary" disabled={pending || changed.length === 0 || locked.length > 0} onClick={save}>
            {t("weights.save", { count: changed.length })}
          </Button>
          <Button disabled={Object.keys(drafts).length === 0} onClick={() => setDrafts({})}>
            {t("weights.back")}
          </Button>
        </div>
      </div>
      <section aria-label={t("weights.result")} aria-live="polite" className="min-w-0 lg:sticky lg:top-2 lg:self-start">
        {changed.length === 0 ? (
          <p className="rounded-panel border px-3 py-4 text-muted">
            {t(overrides === null ? "weights.invalid" : "weights.hint")}
          </p>
        ) : tried === null ? (
          <p className="rounded-panel border px-3 py-4 text-muted">{t("weights.trying")}</p>
        ) : tried.error !== null ? (
          <p role="alert" className="rounded-panel border px-3 py-4">
            {errorWords(tried.error).message}
          </p>
        ) : (
          <Result {...tried} />
        )}
      </section>
    </div>
  );
}

function Result({
  moves,
  before,
  after,
}: Pick<NonNullable<ReturnType<typeof useWeightsPreview>>, "moves" | "before" | "after">) {
  const t = useTranslations("injections");
  const counts = { in: 0, out: 0, moved: 0 };
  for (const { move } of moves) {
    if (move === "in" || move === "out") counts[move] += 1;
    else if (move === "up" || move === "down") counts.moved += 1;
  }
  return (
    <>
      <p className="mb-2 flex flex-wrap gap-x-3 tabular-nums">
        <span className={cn(counts.in > 0 && "text-green")}>{t("weights.in", { count: counts.in })}</span>
        <span className={cn(counts.out > 0 && "text-red")}>{t("weights.out", { count: counts.out })}</span>
        <span>{t("weights.moved", { count: counts.moved })}</span>
        <span className="text-muted">
          {t("weights.size", { before: before.chars, after: after.chars, tokens: after.tokens })}
        </span>
      </p>
      <div
        className="scroll-area max-h-[60vh] rounded-panel border bg-surface"
        tabIndex={0}
        role="region"
        aria-label={t("compare.moves")}
      >
        <MoveList moves={moves} label={t("compare.moves")} />
      </div>
    </>
  );
}
