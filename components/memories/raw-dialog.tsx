"use client";
/** One memory as the API answers it, to read and to copy (E109). */
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { Memory } from "@/lib/contract/memory";
import { type Fetched, fetchJson } from "../list/fetch-json";
import { useErrorWords } from "../states/error-words";
import { StoredCode } from "../text/stored-text";
import { CopyButton } from "../ui/copy-button";
import { Dialog } from "../ui/dialog";

export function RawDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useTranslations("memory");
  const labels = useTranslations("labels");
  const common = useTranslations("common");
  const states = useTranslations("states");
  const wordsOf = useErrorWords();
  const [answer, setAnswer] = useState<Fetched<Memory> | null>(null);
  // External system: the server.
  useEffect(() => {
    void fetchJson<Memory>(`/api/memories/${id}`).then(setAnswer);
  }, [id]);
  const text = answer?.ok === true ? JSON.stringify(answer.data, null, 2) : null;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={common("labelled", { label: t("raw"), text: labels("memory", { id }) })}
      className="w-[min(720px,calc(100vw-24px))]"
    >
      {answer?.ok === false && (
        <p role="alert" className="stored mt-3 text-red">
          {answer.error.message === "" ? states("server") : wordsOf(answer.error).message}
        </p>
      )}
      <div className="relative mt-3 min-h-40 rounded-control border bg-sunken">
        {text !== null && (
          <>
            <div className="absolute top-1 right-1">
              <CopyButton text={text} />
            </div>
            <pre className="stored p-3 pr-10 text-meta">
              <StoredCode text={text} />
            </pre>
          </>
        )}
      </div>
    </Dialog>
  );
}
