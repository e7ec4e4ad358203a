"use client";
/** Writes a memory by hand, in the project that is chosen or for all. */
import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { addMemory } from "@/app/memories/actions";
import { useChange } from "../change/change-context";
import { m } from "../strings-memories";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { viewHref } from "../url";
import { EMPTY_DRAFT, newMemoryOf } from "./draft";
import { MemoryForm } from "./memory-form";

export function NewMemoryButton({ project, scope }: { project: string | null; scope: string }) {
  const [open, setOpen] = useState(false);
  const router = useRouter();
  const change = useChange();
  return (
    <>
      <Button onClick={() => setOpen(true)} title={m.add} className="w-8 px-0 sm:w-auto sm:px-3">
        <Plus aria-hidden />
        <span className="sr-only sm:not-sr-only">{m.add}</span>
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={m.addTitle} description={`${m.addHint} (${scope})`}>
        <div className="mt-4">
          <MemoryForm
            label={m.addTitle}
            initial={EMPTY_DRAFT}
            submitLabel={m.add}
            onCancel={() => setOpen(false)}
            onSubmit={async (draft) => {
              const result = await change.run(
                () => addMemory(newMemoryOf(draft, project)),
                (data) => m.addStatus[data.status],
              );
              if (!result.ok) return result.error;
              setOpen(false);
              router.replace(viewHref("/memories", project, { peek: result.data.id }));
              return null;
            }}
          />
        </div>
      </Dialog>
    </>
  );
}
