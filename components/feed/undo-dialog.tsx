"use client";
/** What undoing would touch, row by row, before it runs; what is in the way instead, with the way out. */
import { useTranslations } from "next-intl";
import { useEffect, useState, useTransition } from "react";
import type { UndoPreview } from "@/lib/contract/operations";
import { useChange } from "../change/change-context";
import { type Fetched, fetchJson } from "../list/fetch-json";
import { useErrorWords } from "../states/error-words";
import { StoredText } from "../text/stored-text";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { UndoObstacle, UndoRows } from "./undo-preview";

interface UndoDialogProps {
  id: number;
  title: string;
  onClose: () => void;
}

export function UndoDialog({ id, title, onClose }: UndoDialogProps) {
  const t = useTranslations("activity");
  const common = useTranslations("common");
  const change = useChange();
  const [pending, startTransition] = useTransition();
  const [asked, setAsked] = useState(0);
  const [found, setFound] = useState<Fetched<UndoPreview> | null>(null);
  // External system: the server, which tries the undoing and rolls it back.
  useEffect(() => {
    const left = new AbortController();
    void (async () => {
      const answer = await fetchJson<UndoPreview>(`/api/operations/${id}/undo-preview`, { signal: left.signal });
      if (!left.signal.aborted) setFound(answer);
    })();
    return () => left.abort();
  }, [id, asked]);

  const preview = found?.ok === true ? found.data : null;
  const undo = () =>
    startTransition(async () => {
      await change.undo(id);
      onClose();
    });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("undoTitle")}
      description={preview?.obstacle === null ? t("undoWhat") : ""}
      className="w-[min(640px,calc(100vw-24px))]"
    >
      <p className="stored mt-3 font-medium">
        <StoredText text={title} />
      </p>
      <div className="mt-2" aria-busy={found === null}>
        {found === null && (
          <p role="status" className="animate-skeleton text-muted">
            {t("undoLooking")}
          </p>
        )}
        {found?.ok === false && (
          <Failed
            error={found.error}
            onRetry={() => {
              setFound(null);
              setAsked(asked + 1);
            }}
          />
        )}
        {preview !== null && preview.obstacle !== null && (
          <UndoObstacle obstacle={preview.obstacle} onLeave={onClose} />
        )}
        {preview !== null && <UndoRows preview={preview} />}
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-end gap-2">
        {preview?.obstacle === null && <p className="min-w-0 flex-1 basis-48 text-meta text-muted">{t("undoUndo")}</p>}
        <Button onClick={onClose} disabled={pending}>
          {preview?.obstacle === null ? common("cancel") : common("close")}
        </Button>
        {preview?.obstacle === null && (
          <Button look="primary" disabled={pending} onClick={undo}>
            {pending ? t("undoRunning") : t("undoConfirm")}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function Failed({ error, onRetry }: { error: Parameters<ReturnType<typeof useErrorWords>>[0]; onRetry: () => void }) {
  const common = useTranslations("common");
  const { message, detail, hint, request } = useErrorWords()(error);
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 rounded-control bg-sunken px-3 py-2">
      <p className="stored min-w-0 flex-1">
        {[message, detail, hint, request].filter((text) => text !== null).join(" ")}
      </p>
      <Button size="small" onClick={onRetry}>
        {common("retry")}
      </Button>
    </div>
  );
}
