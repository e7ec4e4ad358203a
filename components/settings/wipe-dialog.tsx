"use client";
/** "Delete for good" of a project or of everything: says what goes and what stays, asks for name or count, then shows the receipt. */
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { deleteProjectForGood, deleteStoreForGood } from "@/app/settings/actions";
import type { WipePreview } from "@/lib/contract/wipe";
import { useChange } from "../change/change-context";
import { ConfirmByTyping } from "../change/confirm-by-typing";
import { type Fetched, fetchJson } from "../list/fetch-json";
import { useNumbers } from "../numbers";
import { useErrorWords } from "../states/error-words";
import { StoredText } from "../text/stored-text";
import { Dialog } from "../ui/dialog";

interface WipeDialogProps {
  /** Null = the whole store. */
  projectId: number | null;
  onClose: () => void;
}

const PARTS = ["memories", "sessions", "prompts", "events", "observations", "summaries", "injections"] as const;

export function WipeDialog({ projectId, onClose }: WipeDialogProps) {
  const t = useTranslations("settings.danger");
  const wordsOf = useErrorWords();
  const numbers = useNumbers();
  const router = useRouter();
  const change = useChange();
  const [found, setFound] = useState<Fetched<WipePreview> | null>(null);
  const [pending, setPending] = useState(false);
  const path = projectId === null ? "/api/hard-delete" : `/api/projects/${projectId}/hard-delete`;
  // External system: the server, which counts what would go.
  useEffect(() => {
    const left = new AbortController();
    void (async () => {
      const answer = await fetchJson<WipePreview>(path, { signal: left.signal });
      if (!left.signal.aborted) setFound(answer);
    })();
    return () => left.abort();
  }, [path]);

  const preview = found?.ok === true ? found.data : null;
  const word = preview === null ? "" : (preview.name ?? String(preview.counts.memories));
  const bare = (text: string): string => text.trim().replaceAll(",", "");
  const wipe = async (memories: number, typed: string) => {
    setPending(true);
    const result = await change.run(
      () => (projectId === null ? deleteStoreForGood(memories) : deleteProjectForGood(projectId, typed)),
      "",
    );
    setPending(false);
    if (!result.ok) return;
    onClose();
    router.push(`/activity?receipt=${result.data.receiptId}`);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !pending && onClose()}
      title={projectId === null ? t("store.title") : t("project.title")}
      description={projectId === null ? t("store.what") : t("project.what")}
    >
      <div className="mt-3" aria-busy={found === null}>
        {found === null && (
          <p role="status" className="animate-skeleton text-muted">
            {t("counting")}
          </p>
        )}
        {found?.ok === false && (
          <p role="alert" className="stored text-red">
            {wordsOf(found.error).message}
          </p>
        )}
        {preview !== null && (
          <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 rounded-control bg-sunken px-3 py-2">
            {PARTS.map((part) => (
              <div key={part} className="col-span-2 grid grid-cols-subgrid">
                <dt>{t(`parts.${part}`)}</dt>
                <dd className="text-right tabular-nums">{numbers.count(preview.counts[part])}</dd>
              </div>
            ))}
          </dl>
        )}
        {preview !== null && preview.drawn > 0 && (
          <p className="mt-2 text-muted">{t("drawn", { count: preview.drawn })}</p>
        )}
      </div>
      {preview !== null && (
        <ConfirmByTyping
          label={
            preview.name === null ? (
              t("store.type", { count: preview.counts.memories })
            ) : (
              <StoredText text={t("project.type", { name: preview.name })} />
            )
          }
          isConfirmed={(typed) => bare(typed) === bare(word)}
          pending={pending}
          confirm={t("confirm")}
          running={t("running")}
          onCancel={onClose}
          onConfirm={(typed) => void wipe(preview.counts.memories, typed)}
        />
      )}
    </Dialog>
  );
}
