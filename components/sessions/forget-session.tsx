"use client";
/** "Forget this session": no question asked, since the toast that follows undoes it. */
import { useRouter } from "next/navigation";
import { useState } from "react";
import { forgetThisSession } from "@/app/session/[id]/actions";
import { useChange } from "../change/change-context";
import { s } from "../strings-sessions";
import { Button } from "../ui/button";

export function ForgetSession({ id, backHref }: { id: number; backHref: string }) {
  const [pending, setPending] = useState(false);
  const router = useRouter();
  const change = useChange();
  const forget = async () => {
    setPending(true);
    const result = await change.run(() => forgetThisSession(id), s.forgotten(id));
    setPending(false);
    if (result.ok) router.push(backHref);
  };
  return (
    <Button size="small" look="quiet" title={s.forgetHint} disabled={pending} onClick={() => void forget()}>
      {s.forget}
    </Button>
  );
}
