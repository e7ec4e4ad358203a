"use client";
/** Edits a memory from its row, without opening it (E110). */
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { editMemory } from "@/app/memories/actions";
import type { Memory } from "@/lib/contract/memory";
import { useChange } from "../change/change-context";
import { Dialog } from "../ui/dialog";
import { draftOf, patchOf } from "./draft";
import { MemoryForm } from "./memory-form";

export function EditDialog({ memory, onClose }: { memory: Memory; onClose: () => void }) {
  const t = useTranslations("memory");
  const labels = useTranslations("labels");
  const common = useTranslations("common");
  const router = useRouter();
  const change = useChange();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={common("labelled", { label: t("edit"), text: labels("memory", { id: memory.id }) })}
      className="w-[min(600px,calc(100vw-24px))]"
    >
      <div className="mt-4">
        <MemoryForm
          label={t("form.label")}
          initial={draftOf(memory)}
          submitLabel={common("save")}
          onCancel={onClose}
          onReload={() => {
            onClose();
            router.refresh();
          }}
          onSubmit={async (draft) => {
            const result = await change.run(() => editMemory(memory.id, patchOf(memory, draft)), t("saved"));
            if (!result.ok) return result.error;
            onClose();
            return null;
          }}
        />
      </div>
    </Dialog>
  );
}
