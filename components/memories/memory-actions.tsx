"use client";
/** What can be done to a whole memory: pin, archive, restore, keep out, delete. */
import { useTranslations } from "next-intl";
import { Archive, ArchiveRestore, Pin, PinOff, Trash2 } from "lucide-react";
import { useTransition } from "react";
import { moveMemory } from "@/app/memories/actions";
import type { Memory } from "@/lib/contract/memory";
import { useChange } from "../change/change-context";
import { Button } from "../ui/button";
import { ExcludeMenu } from "./exclude-menu";
import { useInstant } from "./field-conflict";
import { HardDelete } from "./hard-delete";

interface MemoryActionsProps {
  memory: Memory;
  /** Of the view; null = all projects. */
  project: string | null;
}

export function MemoryActions({ memory, project }: MemoryActionsProps) {
  const t = useTranslations("memory");
  const labels = useTranslations("labels");
  const change = useChange();
  const tier = useInstant(memory, "tier");
  const [pending, startTransition] = useTransition();
  const move = (to: "archived" | "active" | "deleted", done: string) =>
    startTransition(async () => {
      await change.run(() => moveMemory(memory.id, to), done);
    });
  const isPinned = tier.shown === "pinned";
  return (
    // Its parts stand in one row with Edit, and wrap with it.
    <div role="group" aria-label={t("actions")} className="contents">
      <div className="contents">
        {memory.status === "active" && (
          <Button
            size="small"
            disabled={tier.pending}
            title={t(isPinned ? "unpinHint" : "pinHint")}
            onClick={() => void tier.set(isPinned ? "normal" : "pinned")}
          >
            {isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
            {isPinned ? t("unpin") : labels("tier.pinned")}
          </Button>
        )}
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
      <div className="ml-auto flex flex-wrap items-center gap-2">
        {memory.status !== "deleted" && (
          <Button size="small" look="quiet" disabled={pending} onClick={() => move("deleted", t("deleted"))}>
            <Trash2 aria-hidden />
            {t("delete")}
          </Button>
        )}
        <HardDelete id={memory.id} />
      </div>
    </div>
  );
}
