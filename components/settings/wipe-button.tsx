"use client";
/** Opens the confirmation of a deletion for good; the dialog comes when it is needed. */
import { Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "../ui/button";

const WipeDialog = dynamic(() => import("./wipe-dialog").then((module) => module.WipeDialog), { ssr: false });

export function WipeButton({ projectId, label }: { projectId: number | null; label: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="dangerQuiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Trash2 aria-hidden />
        {label}
      </Button>
      {isOpen && <WipeDialog projectId={projectId} onClose={() => setOpen(false)} />}
    </>
  );
}
