"use client";
/** Moves memories of a project to another one, or to all of them. */
import { FolderOutput } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { moveToProject } from "@/app/projects/actions";
import { useChange } from "../change/change-context";
import { KeyText, StoredText } from "../text/stored-text";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { type OtherProject, ProjectSelect } from "./project-select";

interface MoveDialogProps {
  memories: { id: number; key: string; value: string }[];
  /** All active memories of the project; `memories` are the latest of them. */
  total: number;
  others: OtherProject[];
}

const EVERYWHERE = 0;

export function MoveDialog({ memories, total, others }: MoveDialogProps) {
  const t = useTranslations("projects.move");
  const common = useTranslations("common");
  const change = useChange();
  const [open, setOpen] = useState(false);
  const [to, setTo] = useState(EVERYWHERE);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [pending, startTransition] = useTransition();
  const ids = memories.flatMap(({ id }) => (chosen.has(id) ? [id] : []));
  const toggle = (id: number) =>
    setChosen((all) => new Set(all.has(id) ? [...all].filter((other) => other !== id) : [...all, id]));
  const move = () =>
    startTransition(async () => {
      const result = await change.run(
        () => moveToProject({ ids, to: to === EVERYWHERE ? null : to }),
        ({ changed, skipped }) =>
          skipped.length === 0
            ? t("done", { count: changed })
            : t("some", { count: changed, stayed: skipped.length, why: skipped[0]?.reason ?? "" }),
      );
      if (!result.ok) return;
      setChosen(new Set(result.data.skipped.map(({ id }) => id)));
      if (result.data.skipped.length === 0) setOpen(false);
    });
  return (
    <>
      <Button
        onClick={() => setOpen(true)}
        disabled={memories.length === 0}
        title={memories.length === 0 ? t("none") : undefined}
      >
        <FolderOutput aria-hidden />
        {t("action")}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t("title")} description={t("what")}>
        <div className="mt-4 space-y-3">
          <ProjectSelect
            id="move-to"
            label={t("to")}
            value={to}
            first={t("everywhere")}
            others={others}
            onChoose={setTo}
          />
          <fieldset className="min-w-0">
            <legend className="mb-1 text-meta font-medium text-muted">{t("pick")}</legend>
            <label className="flex items-center gap-2 pb-1.5 pl-3">
              <input
                type="checkbox"
                className="size-4 accent-[var(--accent)]"
                checked={ids.length === memories.length}
                onChange={(event) => setChosen(new Set(event.target.checked ? memories.map(({ id }) => id) : []))}
              />
              {t("all", { count: memories.length })}
            </label>
            <ul className="scroll-area max-h-[36vh] divide-y rounded-control border">
              {memories.map(({ id, key, value }) => (
                <li key={id}>
                  <label className="flex cursor-pointer items-start gap-2 px-3 py-1.5 hover:bg-hover">
                    <input
                      type="checkbox"
                      className="mt-0.5 size-4 shrink-0 accent-[var(--accent)]"
                      checked={chosen.has(id)}
                      onChange={() => toggle(id)}
                    />
                    <span className="min-w-0">
                      <span className="block text-muted">
                        <KeyText text={key} />
                      </span>
                      <span className="line-clamp-2">
                        <StoredText text={value} />
                      </span>
                    </span>
                  </label>
                </li>
              ))}
            </ul>
          </fieldset>
          {total > memories.length && (
            <p className="text-meta text-muted">{t("first", { count: memories.length, total })}</p>
          )}
        </div>
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={() => setOpen(false)}>{common("cancel")}</Button>
          <Button look="primary" disabled={pending || ids.length === 0} onClick={move}>
            {t("confirm", { count: ids.length })}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
