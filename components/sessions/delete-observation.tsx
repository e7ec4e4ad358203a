"use client";
/** "Delete": no question asked, since the toast that follows undoes it. */
import { useRouter } from "next/navigation";
import { useState } from "react";
import { deleteObservation } from "@/app/observation/[id]/actions";
import { useChange } from "../change/change-context";
import { s } from "../strings-sessions";
import { Button } from "../ui/button";

export function DeleteObservation({ id }: { id: number }) {
  const [pending, setPending] = useState(false);
  const router = useRouter();
  const change = useChange();
  const remove = async () => {
    setPending(true);
    const result = await change.run(() => deleteObservation(id), s.observationDeleted(id));
    setPending(false);
    if (result.ok) router.push("/search");
  };
  return (
    <Button size="small" look="quiet" title={s.deleteHint} disabled={pending} onClick={() => void remove()}>
      {s.delete}
    </Button>
  );
}
