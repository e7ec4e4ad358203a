"use client";
/** The statement of a memory with what can be done to it; editing happens in the same place. */
import { useTranslations } from "next-intl";
import { Archive, ArchiveRestore, Pencil, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { editMemory, moveMemory } from "@/app/memories/actions";
import type { Memory } from "@/lib/contract/memory";
import { cn } from "@/lib/cn";
import { useChange } from "../change/change-context";
import { KeyText, StoredText } from "../text/stored-text";
import { Button } from "../ui/button";
import { draftOf, patchOf } from "./draft";
import { ExcludeMenu } from "./exclude-menu";
import { HardDelete } from "./hard-delete";
import { MemoryForm } from "./memory-form";
import { AttributeTag, ReviewTag, StatusTag, TierTag } from "./tags";

interface MemoryBodyProps {
  memory: Memory;
  /** Of the view; null = all projects. */
  project?: string | null;
  large?: boolean;
}

export function MemoryBody({ memory, project = null, large = false }: MemoryBodyProps) {
  const t = useTranslations("memory");
  const labels = useTranslations("labels");
  const common = useTranslations("common");
  /** The row as it was when editing began: a newer one must not slip under the editor's hands. */
  const [editing, setEditing] = useState<Memory | null>(null);
  const router = useRouter();
  const change = useChange();
  const [pending, startTransition] = useTransition();

  const move = (to: "archived" | "active" | "deleted", done: string) =>
    startTransition(async () => {
      await change.run(() => moveMemory(memory.id, to), done);
    });

  if (editing !== null && editing.id === memory.id) {
    return (
      <MemoryForm
        label={t("form.label")}
        initial={draftOf(editing)}
        submitLabel={common("save")}
        onCancel={() => setEditing(null)}
        onReload={() => {
          setEditing(null);
          router.refresh();
        }}
        onSubmit={async (draft) => {
          const result = await change.run(() => editMemory(editing.id, patchOf(editing, draft)), t("saved"));
          if (!result.ok) return result.error;
          setEditing(null);
          return null;
        }}
      />
    );
  }
  return (
    <div>
      <p className="text-muted">
        <KeyText text={memory.key} />
      </p>
      <p className={cn("stored mt-1 font-medium", large ? "text-title" : "text-[16px] leading-6")}>
        <StoredText text={memory.value} />
      </p>
      <div className="mt-2 flex flex-wrap gap-1.5 empty:hidden">
        <TierTag tier={memory.tier} />
        <StatusTag status={memory.status} />
        <ReviewTag state={memory.review_state} />
        <AttributeTag attribute={memory.attribute} />
      </div>
      {memory.review_state !== null && <p className="mt-2 text-muted">{labels(`reviewWhy.${memory.review_state}`)}</p>}
      <div
        role="group"
        aria-label={t("actions")}
        className="mt-3 flex flex-wrap items-center justify-between gap-2"
        data-no-print
      >
        <div className="flex flex-wrap items-center gap-2">
          <Button look="primary" size="small" onClick={() => setEditing(memory)}>
            <Pencil aria-hidden />
            {t("edit")}
          </Button>
          {memory.status === "active" ? (
            <Button size="small" disabled={pending} onClick={() => move("archived", t("archived"))}>
              <Archive aria-hidden />
              {t("archive")}
            </Button>
          ) : (
            <Button size="small" disabled={pending} onClick={() => move("active", t("restored"))}>
              <ArchiveRestore aria-hidden />
              {t("restore")}
            </Button>
          )}
          {memory.status === "active" && <ExcludeMenu memory={memory} project={project} />}
        </div>
        <div className="flex flex-wrap items-center gap-2 -ml-2">
          {memory.status !== "deleted" && (
            <Button size="small" look="quiet" disabled={pending} onClick={() => move("deleted", t("deleted"))}>
              <Trash2 aria-hidden />
              {t("delete")}
            </Button>
          )}
          <HardDelete id={memory.id} />
        </div>
      </div>
    </div>
  );
}
