"use client";
/** Before many memories change: what of it, the preview of what will happen, and one button that says the number. */
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { changeMany } from "@/app/memories/list/actions";
import type { MemoryBulk, MemoryBulkAction, MemoryBulkResult } from "@/lib/contract/memory-bulk";
import { useChange } from "../change/change-context";
import type { ProjectChoice } from "../frame/project-choice";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { actionOf, type BulkDraft, BulkFields, emptyBulkDraft } from "./bulk-fields";
import { BulkPreviewView } from "./bulk-preview";
import type { BulkAction } from "./bulk-words";
import type { BulkTask } from "./memory-list";
import { useBulkPreview } from "./use-bulk-preview";

interface BulkDialogProps {
  task: BulkTask;
  kind: BulkAction;
  projects: ProjectChoice[];
  onClose: () => void;
  onDone: (result: MemoryBulkResult) => void;
}

export function BulkDialog({ task, kind, projects, onClose, onDone }: BulkDialogProps) {
  const t = useTranslations("memories");
  const common = useTranslations("common");
  const change = useChange();
  const [draft, setDraft] = useState<BulkDraft>(() => emptyBulkDraft(projects));
  const [pending, setPending] = useState(false);
  const action = actionOf(kind, draft);
  const preview = useBulkPreview(action === null ? null : bodyOf(action, task));
  const count = preview?.ok === true ? preview.data.changes : 0;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (action === null || count === 0) return;
    setPending(true);
    const result = await change.run(
      () => changeMany(bodyOf(action, task)),
      ({ changed, skipped_total }) => {
        const done = t(`bulk.done.${kind}`, { count: changed });
        return skipped_total === 0
          ? done
          : common("sentences", { first: done, second: t("bulk.leftOver", { count: skipped_total }) });
      },
    );
    setPending(false);
    if (!result.ok) return;
    onDone(result.data);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(`bulk.title.${kind}`, { count: task.size })}
      description={t(`bulk.what.${kind}`)}
      className="w-[min(560px,calc(100vw-24px))]"
    >
      <form onSubmit={submit} className="mt-4">
        <BulkFields kind={kind} draft={draft} projects={projects} disabled={pending} onChange={setDraft} />
        <BulkPreviewView preview={preview} isWaiting={action !== null && preview === null} />
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={onClose} disabled={pending}>
            {common("cancel")}
          </Button>
          <Button type="submit" look="primary" disabled={pending || count === 0}>
            {pending ? t("bulk.running") : t(`bulk.confirm.${kind}`, { count })}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const bodyOf = (action: MemoryBulkAction, { which }: BulkTask): MemoryBulk => ({ ...action, ...which });
